/* Cram: texts, canonical form and options against a naive reference on strings, counts and values
 * of the published tables (tests/oracles/cram.txt). */
#include "test.h"

#include "games/cram/cram.h"
#include "games/cram_strings.h"
#include "games/naive.h"
#include "support/ask.h"

#include <stdio.h>

/* --- the real one, in the same strings --- */

static struct zm_instance cram;

static int open_cram(void **state)
{
    (void)state;
    struct zm_settings settings = {0};
    zm_settings_declare(&settings, zm_cram.params, NULL);
    int status = zm_instance_open(&cram, &zm_cram, &settings, NULL);
    zm_settings_free(&settings);
    return status;
}

static int close_cram(void **state)
{
    (void)state;
    zm_instance_close(&cram);
    return 0;
}

static void real_words(const struct zm_list *list, size_t begin, size_t end,
                       struct cram_words *words)
{
    struct zm_buffer text = {0};
    words->count = 0;
    for (size_t i = begin; i < end; i++) {
        zm_buffer_clear(&text);
        zm_cram.sums->print(cram.state, zm_list_at(list, i), &text);
        strcpy(words->text[words->count++], zm_buffer_string(&text));
    }
    zm_buffer_free(&text);
    cram_words_sort(words, false);
}

static void grid_of(const char *rows, char grid[][130], int *height, int *width)
{
    *height = 0;
    while (*rows != 0) {
        size_t length = strcspn(rows, "/");
        memcpy(grid[(*height)++], rows, length);
        *width = (int)length;
        rows += length + (rows[length] == '/');
    }
}

static void print_rows(struct zm_bytes position, char *out)
{
    sprintf(out, "%s", "");
    unsigned width = position.data[0], height = position.data[1];
    for (unsigned cell = 0; cell < width * height; cell++) {
        if (cell > 0 && cell % width == 0)
            strcat(out, "/");
        strcat(out, (position.data[2 + cell / 8] >> cell % 8 & 1) ? "0" : "G");
    }
}

static void compare_with_naive(struct zm_bytes position)
{
    static struct cram_words expected, found;
    static char grid[130][130], copy[130][130];
    static char rows[CRAM_LONGEST], sum[CRAM_LONGEST];
    int height = 0, width = 0;
    print_rows(position, rows);
    grid_of(rows, grid, &height, &width);
    memcpy(copy, grid, sizeof copy);
    expected.count = 0;
    cram_naive_split(copy, height, width, &expected);
    struct zm_list components = {0};
    zm_cram.sums->split(cram.state, position, &components);
    real_words(&components, 0, components.count, &found);
    assert_int_equal(expected.count, found.count);
    for (int i = 0; i < expected.count; i++)
        assert_string_equal(expected.text[i], found.text[i]);
    struct zm_options options = {0};
    for (size_t i = 0; i < components.count; i++) {
        struct zm_bytes component = zm_list_at(&components, i);
        print_rows(component, rows);
        grid_of(rows, grid, &height, &width);
        cram_naive_options(grid, height, width, &expected);
        zm_cram.sums->options(cram.state, component, ZM_LEFT, &options);
        static struct cram_words joined;
        joined.count = 0;
        for (size_t j = 0; j < options.count; j++) {
            real_words(&options.components, zm_options_begin(&options, j), options.ends[j], &found);
            cram_words_join(&found, sum);
            strcpy(joined.text[joined.count++], sum);
        }
        int before = joined.count;
        cram_words_sort(&joined, true);
        assert_int_equal(before, joined.count); /* no two options are equal */
        assert_int_equal(expected.count, joined.count);
        for (int j = 0; j < joined.count; j++)
            assert_string_equal(expected.text[j], joined.text[j]);
    }
    zm_options_free(&options);
    zm_list_free(&components);
}

static void test_split_and_options_agree_with_strings(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(11);
    struct zm_buffer position = {0};
    for (int round = 0; round < test_rounds(4000); round++) {
        unsigned size = round % 10 == 0 ? 128 : 40;
        zm_cram.rules->random(cram.state, &random, size, &position);
        compare_with_naive(zm_buffer_bytes(&position));
    }
    zm_buffer_free(&position);
}

static bool collect(void *context, const struct zm_bytes *components, size_t count)
{
    struct cram_words *words = context;
    struct zm_buffer text = {0};
    static struct cram_words parts;
    parts.count = 0;
    for (size_t i = 0; i < count; i++) {
        zm_buffer_clear(&text);
        zm_cram.sums->print(cram.state, components[i], &text);
        strcpy(parts.text[parts.count++], zm_buffer_string(&text));
    }
    cram_words_sort(&parts, false);
    cram_words_join(&parts, words->text[words->count++]);
    zm_buffer_free(&text);
    return false;
}

static void test_some_option_gives_them_all(void **state)
{
    (void)state;
    static struct cram_words one_by_one, whole, parts;
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    struct zm_options options = {0};
    assert_int_equal(zm_cram.rules->parse(cram.state, "00000/000G0/00000", &position, NULL), ZM_OK);
    zm_cram.sums->split(cram.state, zm_buffer_bytes(&position), &components);
    zm_cram.sums->options(cram.state, zm_list_at(&components, 0), ZM_LEFT, &options);
    for (size_t i = 0; i < options.count; i++) {
        real_words(&options.components, zm_options_begin(&options, i), options.ends[i], &parts);
        cram_words_join(&parts, whole.text[whole.count++]);
    }
    assert_false(zm_cram.sums->some_option(cram.state, zm_list_at(&components, 0), ZM_LEFT, collect,
                                           &one_by_one));
    cram_words_sort(&whole, true);
    cram_words_sort(&one_by_one, true);
    assert_int_equal(whole.count, one_by_one.count);
    for (int i = 0; i < whole.count; i++)
        assert_string_equal(whole.text[i], one_by_one.text[i]);
    zm_options_free(&options);
    zm_list_free(&components);
    zm_buffer_free(&position);
}

static void canonical_text(const char *position_text, char *out)
{
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    static struct cram_words words;
    assert_int_equal(zm_cram.rules->parse(cram.state, position_text, &position, NULL), ZM_OK);
    zm_cram.sums->split(cram.state, zm_buffer_bytes(&position), &components);
    real_words(&components, 0, components.count, &words);
    cram_words_join(&words, out);
    zm_list_free(&components);
    zm_buffer_free(&position);
}

static void test_texts_round_trip(void **state)
{
    (void)state;
    static const struct {
        const char *given, *printed, *canonical;
    } rows[] = {
        {"3x2", "3x2", "000*000E"},
        {"2x3", "2x3", "000*000E"},
        {"1x1", "1x1", ""},
        {"E", "E", ""},
        {"0000/0000/GG00", "0000/0000/GG00", "0000*000000GGE"},
        {"0000*0000GG00", "0000/0000/GG00", "0000*000000GGE"},
        {"000*GG0E0G0*0G0000E00*E", "000/GG0+0G0/0G0/000+00", "00*E000*0G00G0E000*0GGE"},
        {"GG000/0G000/0G000", "GG000/0G000/0G000", "00*E000*000000E"},
        {"0000*0GG0GG00E", "0000/0GG0/GG00", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_buffer position = {0}, again = {0}, text = {0};
        char canonical[CRAM_LONGEST];
        assert_int_equal(zm_cram.rules->parse(cram.state, rows[i].given, &position, NULL), ZM_OK);
        zm_cram.rules->print(cram.state, zm_buffer_bytes(&position), &text);
        assert_string_equal(zm_buffer_string(&text), rows[i].printed);
        assert_int_equal(zm_cram.rules->parse(cram.state, zm_buffer_string(&text), &again, NULL),
                         ZM_OK);
        assert_true(zm_bytes_equal(zm_buffer_bytes(&position), zm_buffer_bytes(&again)));
        canonical_text(rows[i].given, canonical);
        if (rows[i].canonical != NULL)
            assert_string_equal(canonical, rows[i].canonical);
        zm_buffer_free(&position);
        zm_buffer_free(&again);
        zm_buffer_free(&text);
    }
}

static void test_bad_positions_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "000/00",   "0x5",   "5x0",        "-3x4",  "3x",    "x4",    "13x13", "999999999999x2",
        "000/0O0",  "abc",   "000*0G",     "**",    "*000E", "000//", "/",     "000+",
        "000*0G0*", "00 00", "4x4x4",      "4.5x3", "0x0",   "+000",  "EE",    "00000000000x1",
        "3x4 ",     " 3x4",  "000*000E00", "G*",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_buffer position = {0};
        struct zm_error error = {0};
        enum zm_status status = zm_cram.rules->parse(cram.state, bad[i], &position, &error);
        if (strcmp(bad[i], "G*") == 0) /* one grey cell: nothing wrong with it */
            assert_int_equal(status, ZM_OK);
        else
            assert_int_equal(status, ZM_BAD_INPUT);
        if (status != ZM_OK)
            assert_true(strlen(error.text) > 10 && strchr(error.text, '\n') == NULL);
        zm_buffer_free(&position);
    }
}

static void test_naive_minimax_agrees(void **state)
{
    (void)state;
    struct naive naive;
    struct zm_random random = zm_random_seeded(23);
    struct zm_buffer position = {0}, text = {0};
    naive_open(&naive, &zm_cram);
    for (int round = 0; round < test_rounds(10000); round++) {
        zm_cram.rules->random(cram.state, &random, 14, &position);
        zm_buffer_clear(&text);
        zm_cram.rules->print(cram.state, zm_buffer_bytes(&position), &text);
        const char *name = zm_buffer_string(&text);
        naive_forget(&naive);
        unsigned nimber = naive_nimber(&naive, zm_buffer_bytes(&position));
        naive_forget(&naive);
        bool misere = naive_wins(&naive, zm_buffer_bytes(&position), true);
        const char *search = round % 2 == 0 ? "compute=nimber search=depth-first"
                                            : "compute=nimber search=recursive";
        assert_int_equal(ask("cram", name, search).answer.number, nimber);
        assert_int_equal(ask("cram", name, "play=misere compute=outcome").answer.outcome,
                         misere ? ZM_WIN : ZM_LOSS);
    }
    naive_close(&naive);
    zm_buffer_free(&position);
    zm_buffer_free(&text);
}

/* All whole positions, as canonical strings, that can be reached from a start, itself included. */
static size_t count_positions(const char *start, struct zm_table *seen)
{
    struct zm_list queue = {0};
    struct zm_options options = {0};
    struct zm_buffer position = {0};
    zm_table_init(seen, 0);
    zm_cram.rules->parse(cram.state, start, &position, NULL);
    struct zm_list sum = {0};
    zm_cram.sums->split(cram.state, zm_buffer_bytes(&position), &sum);
    /* A queue entry is the components with their lengths before them. */
    for (size_t i = 0; i < sum.count; i++) {
        zm_buffer_byte(&queue.bytes, (uint8_t)zm_list_at(&sum, i).size);
        zm_buffer_add(&queue.bytes, zm_list_at(&sum, i).data, zm_list_at(&sum, i).size);
    }
    zm_list_close(&queue);
    zm_table_insert(seen, zm_list_at(&queue, 0), NULL);
    for (size_t next = 0; next < queue.count; next++) {
        struct zm_buffer here = {0};
        zm_buffer_set(&here, zm_list_at(&queue, next));
        for (size_t at = 0; at < here.size; at += 1u + here.data[at]) {
            zm_cram.sums->options(cram.state, zm_bytes(here.data + at + 1, here.data[at]), ZM_LEFT,
                                  &options);
            for (size_t i = 0; i < options.count; i++) {
                zm_list_clear(&sum);
                for (size_t other = 0; other < here.size; other += 1u + here.data[other])
                    if (other != at)
                        zm_list_add(&sum, zm_bytes(here.data + other + 1, here.data[other]));
                for (size_t j = zm_options_begin(&options, i); j < options.ends[i]; j++)
                    zm_list_add(&sum, zm_list_at(&options.components, j));
                zm_list_sort(&sum, false);
                struct zm_buffer code = {0};
                for (size_t j = 0; j < sum.count; j++) {
                    zm_buffer_byte(&code, (uint8_t)zm_list_at(&sum, j).size);
                    zm_buffer_add(&code, zm_list_at(&sum, j).data, zm_list_at(&sum, j).size);
                }
                bool fresh;
                zm_table_insert(seen, zm_buffer_bytes(&code), &fresh);
                if (fresh)
                    zm_list_add(&queue, zm_buffer_bytes(&code));
                zm_buffer_free(&code);
            }
        }
        zm_buffer_free(&here);
    }
    size_t count = queue.count;
    zm_list_free(&queue);
    zm_list_free(&sum);
    zm_options_free(&options);
    zm_buffer_free(&position);
    return count;
}

/* Calls `row` with the fields of each line of a section of the table of oracles. */
static void each_oracle(const char *section, void (*row)(char **fields, int count))
{
    char path[1000], line[300];
    bool inside = false;
    int rows = 0;
    snprintf(path, sizeof path, "%s/tests/oracles/cram.txt", getenv("ZM_SOURCE"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *fields[8], *rest = NULL;
        int count = 0;
        line[strcspn(line, "#\n")] = 0;
        if (line[0] == '[') {
            inside = strncmp(line + 1, section, strlen(section)) == 0 &&
                     line[1 + strlen(section)] == ']';
            continue;
        }
        for (char *word = strtok_r(line, " ", &rest); word != NULL && count < 8;
             word = strtok_r(NULL, " ", &rest))
            fields[count++] = word;
        if (!inside || count == 0)
            continue;
        bool slow = strcmp(fields[count - 1], "long") == 0;
        if (slow && !test_long())
            continue;
        row(fields, count - slow);
        rows++;
    }
    fclose(file);
    assert_true(rows > 0);
}

static void check_count(char **fields, int count)
{
    (void)count;
    struct zm_table seen;
    size_t expected = (size_t)atol(fields[1]);
    if (test_sanitized() && expected > 6000)
        return;
    assert_int_equal(count_positions(fields[0], &seen), expected);
    zm_table_free(&seen);
}

static void test_counts_of_positions(void **state)
{
    (void)state;
    each_oracle("positions", check_count);
}

static int listed;

static void check_listed(char **fields, int count)
{
    (void)count;
    char canonical[CRAM_LONGEST];
    const char *text = strcmp(fields[1], "(empty)") == 0 ? "E" : fields[1];
    canonical_text(text, canonical);
    assert_string_equal(canonical, strcmp(text, "E") == 0 ? "" : text);
    assert_int_equal(ask("cram", text, "compute=nimber").answer.number, atoi(fields[2]));
    assert_int_equal(ask("cram", text, "play=misere compute=outcome").answer.outcome,
                     atoi(fields[3]) == 0 ? ZM_LOSS : ZM_WIN);
    listed++;
}

static void test_listings_of_3x2_and_3x3(void **state)
{
    (void)state;
    listed = 0;
    each_oracle("listing", check_listed);
    assert_int_equal(listed, 6 + 14);
}

static void check_nimber(char **fields, int count)
{
    (void)count;
    if (test_sanitized() && strcmp(fields[2], "slow") == 0)
        return;
    assert_int_equal(ask("cram", fields[0], "compute=nimber").answer.number, atoi(fields[1]));
    if (strcmp(fields[2], "quick") == 0) /* and without the engine */
        assert_int_equal(ask("cram", fields[0], "compute=nimber search=dfpn").answer.number,
                         atoi(fields[1]));
}

static void test_published_nimbers(void **state)
{
    (void)state;
    each_oracle("nimbers", check_nimber);
}

static void check_misere(char **fields, int count)
{
    (void)count;
    if (test_sanitized() && strcmp(fields[2], "slow") == 0)
        return;
    assert_int_equal(ask("cram", fields[0], "play=misere compute=outcome").answer.outcome,
                     strcmp(fields[1], "win") == 0 ? ZM_WIN : ZM_LOSS);
}

static void test_published_misere_outcomes(void **state)
{
    (void)state;
    each_oracle("misere", check_misere);
}

static void test_every_move_has_a_name_of_its_own(void **state)
{
    (void)state;
    struct zm_buffer position = {0}, name = {0}, move = {0};
    struct zm_list moves = {0}, names = {0};
    zm_cram.rules->parse(cram.state, "1x64", &position, NULL);
    zm_cram.rules->moves(cram.state, zm_buffer_bytes(&position), NULL, &moves);
    assert_int_equal(moves.count, 63);
    for (size_t i = 0; i < moves.count; i++) {
        zm_buffer_clear(&name);
        zm_cram.rules->name(cram.state, zm_buffer_bytes(&position), zm_list_at(&moves, i), &name);
        zm_list_add(&names, zm_buffer_bytes(&name));
    }
    zm_list_sort(&names, true);
    assert_int_equal(names.count, 63);
    assert_int_equal(zm_find_move(&cram, zm_buffer_bytes(&position), NULL, "bk1-bl1", &move, NULL),
                     ZM_OK);
    assert_int_equal(move.data[1], 62);
    assert_int_equal(zm_find_move(&cram, zm_buffer_bytes(&position), NULL, "z9", &move, NULL),
                     ZM_BAD_INPUT);
    zm_buffer_free(&position);
    zm_buffer_free(&name);
    zm_buffer_free(&move);
    zm_list_free(&moves);
    zm_list_free(&names);
}

/* The rule of the half turn: what it says of random positions, made symmetric or not, is what naive
 * play says, and it speaks exactly when the cells of a component have such a half turn. */
static void check_known(struct naive *naive, const char *rows, int *told)
{
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    uint32_t nimber = 7;
    assert_int_equal(zm_cram.rules->parse(cram.state, rows, &position, NULL), ZM_OK);
    zm_cram.sums->split(cram.state, zm_buffer_bytes(&position), &components);
    for (size_t i = 0; i < components.count; i++) {
        static char grid[130][130], text[CRAM_LONGEST];
        int height, width;
        bool turns = true;
        struct zm_bytes component = zm_list_at(&components, i);
        print_rows(component, text);
        grid_of(text, grid, &height, &width);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                int y2 = height - 1 - y, x2 = width - 1 - x;
                turns &= grid[y][x] == grid[y2][x2];
                turns &= grid[y][x] != '0' || abs(y - y2) + abs(x - x2) > 1;
            }
        assert_int_equal(zm_cram.sums->known(cram.state, component, ZM_CHECKER, &nimber), turns);
        naive_forget(naive);
        if (turns) /* a component is a coded board */
            assert_int_equal(naive_nimber(naive, component), nimber);
        *told += turns;
    }
    zm_buffer_free(&position);
    zm_list_free(&components);
}

static void test_lost_by_a_half_turn(void **state)
{
    (void)state;
    static const char *const sure[] = {"2x2", "2x6", "4x4", "000/0G0/000", "0000/0GG0/0000"};
    struct naive naive;
    struct zm_random random = zm_random_seeded(41);
    int told = 0;
    naive_open(&naive, &zm_cram);
    for (size_t i = 0; i < sizeof sure / sizeof *sure; i++)
        check_known(&naive, sure[i], &told);
    assert_int_equal(told, sizeof sure / sizeof *sure);
    check_known(&naive, "3x4", &told);
    check_known(&naive, "3x3", &told); /* lost, but not by a half turn */
    assert_int_equal(told, sizeof sure / sizeof *sure);
    for (int round = 0; round < test_rounds(3000); round++) {
        char rows[30];
        int width = 3 + round % 3, height = 3, cells = width * height;
        for (int i = 0; i < cells; i++) {
            char *at = &rows[i / width * (width + 1) + i % width];
            int image = cells - 1 - i;
            *at = zm_random_below(&random, 4) > 0 ? '0' : 'G';
            if (round % 2 == 0 && image < i)
                *at = rows[image / width * (width + 1) + image % width];
            at[1] = i + 1 == cells ? 0 : i % width + 1 == width ? '/' : at[1];
        }
        check_known(&naive, rows, &told);
    }
    assert_true(told > test_rounds(100));
    naive_close(&naive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_round_trip),
        cmocka_unit_test(test_bad_positions_are_refused),
        cmocka_unit_test(test_every_move_has_a_name_of_its_own),
        cmocka_unit_test(test_split_and_options_agree_with_strings),
        cmocka_unit_test(test_some_option_gives_them_all),
        cmocka_unit_test(test_counts_of_positions),
        cmocka_unit_test(test_listings_of_3x2_and_3x3),
        cmocka_unit_test(test_naive_minimax_agrees),
        cmocka_unit_test(test_lost_by_a_half_turn),
        cmocka_unit_test(test_published_nimbers),
        cmocka_unit_test(test_published_misere_outcomes),
    };
    return cmocka_run_group_tests_name("cram", tests, open_cram, close_cram);
}
