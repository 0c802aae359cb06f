/* Montana against a version that knows texts only: moves and what they leave, redeals, the goal;
 * the positions of the thesis, the bound on the length of a game, texts that are refused. */
#include "games/montana/montana.h"

#include "base/table.h"
#include "support/ask.h"

struct game {
    struct zm_instance instance;
    struct zm_settings settings;
};

static struct game open_game(const char *variant)
{
    struct game game = {0};
    assert_int_equal(zm_settings_declare(&game.settings, zm_montana.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&game.settings, "variant", variant, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&game.instance, &zm_montana, &game.settings, NULL), ZM_OK);
    return game;
}

static void close_game(struct game *game)
{
    zm_instance_close(&game->instance);
    zm_settings_free(&game->settings);
}

static void parse(const struct game *game, const char *text, struct zm_buffer *position)
{
    struct zm_error error = {0};
    if (zm_montana_parse(game->instance.state, text, position, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
}

/* --- the naive version: words on a table ------------------------------------------------------ */

enum { SIDE = 16 };

struct table {
    char words[SIDE][SIDE][4];
    int rows, columns;
};

static struct table read_table(const struct game *game, struct zm_bytes position)
{
    struct table table = {0};
    struct zm_buffer text = {0};
    char *rest = NULL, *inner = NULL;
    zm_montana_print(game->instance.state, position, &text);
    for (char *row = strtok_r((char *)text.data, "/", &rest); row != NULL;
         row = strtok_r(NULL, "/", &rest)) {
        table.columns = 0;
        for (char *word = strtok_r(row, " ", &inner); word != NULL && strchr(word, ':') == NULL;
             word = strtok_r(NULL, " ", &inner))
            strcpy(table.words[table.rows][table.columns++], word);
        table.rows++;
    }
    zm_buffer_free(&text);
    return table;
}

static int rank_of(const char *word)
{
    static const char *const ranks[] = {".", "A", "2", "3",  "4", "5", "6",
                                        "7", "8", "9", "10", "J", "Q", "K"};
    size_t size = word[0] == '.' ? 1 : strlen(word) - 1;
    for (int i = 0; i < 14; i++)
        if (strlen(ranks[i]) == size && strncmp(ranks[i], word, size) == 0)
            return i;
    fail_msg("no card: %s", word);
    return -1;
}

static char suit_of(const char *word)
{
    return word[strlen(word) - 1];
}

/* May a card of the table go to a hole? Tried for every pair of both. */
static bool may_go(const struct table *table, bool common, const char *card, int row, int column)
{
    if (common && column == 0)
        return rank_of(card) == 2;
    if (column == 0 || rank_of(card) < 2)
        return false;
    const char *left = table->words[row][column - 1];
    return rank_of(left) > 0 && suit_of(left) == suit_of(card) &&
           rank_of(left) + 1 == rank_of(card);
}

static void add_table(struct zm_list *tables, const struct table *table)
{
    zm_list_add(tables, zm_bytes(table->words, sizeof table->words));
}

static void naive_moves(const struct table *table, bool common, struct zm_list *left)
{
    int cells = table->rows * table->columns, columns = table->columns;
    for (int from = 0; from < cells; from++)
        for (int to = 0; to < cells; to++) {
            struct table after = *table;
            char *card = after.words[from / columns][from % columns];
            char *hole = after.words[to / columns][to % columns];
            if (card[0] == '.' || hole[0] != '.' ||
                !may_go(table, common, card, to / columns, to % columns))
                continue;
            strcpy(hole, card);
            memset(card, 0, 4);
            strcpy(card, ".");
            add_table(left, &after);
        }
    zm_list_sort(left, true);
}

/* Every row holds one suit, from its Ace or Two on, and a hole at the end. */
static bool naive_goal(const struct table *table)
{
    for (int row = 0; row < table->rows; row++)
        for (int column = 0; column < table->columns; column++) {
            const char *word = table->words[row][column], *first = table->words[row][0];
            bool last = column + 1 == table->columns;
            if (last != (word[0] == '.'))
                return false;
            if (!last && (rank_of(word) != rank_of(first) + column ||
                          suit_of(word) != suit_of(first) || rank_of(first) > 2))
                return false;
        }
    return true;
}

/* The cards and holes of a table, in no order. */
static int compare_words(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* A redeal leaves every row's sequence from the first column on, and the same cards. */
static void check_redeal(const struct table *before, const struct table *after, bool common)
{
    struct table old = *before, new = *after;
    for (int row = 0; row < before->rows; row++)
        for (int column = 0; column < before->columns; column++) {
            const char *word = before->words[row][column];
            const char *left = column == 0 ? "." : before->words[row][column - 1];
            bool kept = column == 0 ? rank_of(word) == (common ? 2 : 1)
                                    : rank_of(word) > 1 && rank_of(left) + 1 == rank_of(word) &&
                                          suit_of(left) == suit_of(word);
            if (!kept)
                break;
            assert_string_equal(word, after->words[row][column]);
        }
    qsort(old.words, SIDE * SIDE, 4, compare_words);
    qsort(new.words, SIDE * SIDE, 4, compare_words);
    assert_memory_equal(old.words, new.words, sizeof old.words);
}

static void check_moves(const struct game *game, struct zm_bytes position, bool common)
{
    struct zm_list moves = {0}, naive = {0}, left = {0};
    struct zm_buffer next = {0};
    struct table table = read_table(game, position), after;
    bool goal = naive_goal(&table);
    naive_moves(&table, common, &naive);
    assert_int_equal(zm_montana.goals->worth(game->instance.state, position) > 0, goal);
    zm_montana.rules->moves(game->instance.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_montana.rules->apply(game->instance.state, position, zm_list_at(&moves, i), &next);
        after = read_table(game, zm_buffer_bytes(&next));
        add_table(&left, &after);
    }
    zm_list_sort(&left, true);
    if (naive.count == 0 && position.data[2] > 0 && !goal) {
        assert_int_equal(moves.count, 1);
        assert_int_equal(next.data[2], position.data[2] - 1);
        check_redeal(&table, &after, common);
    } else {
        assert_int_equal(left.count, naive.count);
        assert_true(left.bytes.size == naive.bytes.size);
        if (left.count > 0)
            assert_memory_equal(left.bytes.data, naive.bytes.data, left.bytes.size);
    }
    zm_list_free(&moves);
    zm_list_free(&naive);
    zm_list_free(&left);
    zm_buffer_free(&next);
}

/* Plays a random game on the walk from a deal, at most so many moves, and compares every position.
 * Returns how many moves there were. */
static int check_game(const struct game *game, struct zm_random *random, const char *text,
                      bool common, int most)
{
    struct zm_montana_walk walk;
    zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
    struct zm_buffer position = {0};
    int played = 0;
    parse(game, text, &position);
    zm_montana_stand(game->instance.state, zm_buffer_bytes(&position), &walk);
    for (; played < most; played++) {
        check_moves(game, zm_buffer_bytes(&position), common);
        unsigned count = zm_montana_walk.moves(&walk, moves);
        if (count == 0)
            break;
        zm_montana_walk.make(&walk, moves[zm_random_below(random, count)]);
        zm_montana_walk.position(game->instance.state, &walk, &position);
    }
    zm_buffer_free(&position);
    return played;
}

static void moves_are_those_of_the_words(void **state)
{
    (void)state;
    static const char *const variants[] = {"base", "common"};
    struct zm_random random = zm_random_seeded(30);
    for (int common = 0; common < 2; common++) {
        struct game game = open_game(variants[common]);
        for (int round = 0; round < test_rounds(150); round++) {
            char text[64];
            unsigned suits = 2 + (unsigned)zm_random_below(&random, 5);
            unsigned ranks = 2 + (unsigned)zm_random_below(&random, 12);
            snprintf(text, sizeof text, "deal:%ux%u:%d redeals:%d", suits, ranks, round, round % 4);
            check_game(&game, &random, text, common != 0, 200);
        }
        close_game(&game);
    }
}

/* --- the positions of the thesis --------------------------------------------------------------- */

struct counts {
    struct zm_table known; /* positions, with whether they can be won */
    unsigned long positions, won, losing;
};

/* Counts what can be reached by the rules alone; returns whether the position can be won. */
static bool explore(const struct game *game, struct counts *counts, struct zm_bytes position)
{
    uint8_t *known = zm_table_find(&counts->known, position);
    if (known != NULL)
        return *known;
    struct zm_list moves = {0};
    unsigned long losing = 0;
    bool won = zm_montana.goals->worth(game->instance.state, position) > 0;
    zm_montana.rules->moves(game->instance.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        struct zm_buffer next = {0};
        zm_montana.rules->apply(game->instance.state, position, zm_list_at(&moves, i), &next);
        bool wins = explore(game, counts, zm_buffer_bytes(&next));
        won |= wins;
        losing += !wins;
        zm_buffer_free(&next);
    }
    zm_list_free(&moves);
    *(uint8_t *)zm_table_insert(&counts->known, position, NULL) = won;
    counts->positions++;
    counts->won += won;
    counts->losing += won ? losing : 0;
    return won;
}

static void positions_of_the_thesis(void **state)
{
    (void)state;
    struct game game = open_game("base");
    struct zm_buffer position = {0};
    FILE *file = test_oracle("montana.txt");
    char line[1000], text[800];
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned long expected[4];
        if (sscanf(line, "%lu %lu %lu %lu %799[^\n]", &expected[0], &expected[1], &expected[2],
                   &expected[3], text) != 5)
            continue;
        struct counts counts = {0};
        zm_table_init(&counts.known, 1);
        parse(&game, text, &position);
        assert_true(explore(&game, &counts, zm_buffer_bytes(&position)));
        assert_int_equal(counts.positions, expected[0]);
        assert_int_equal(counts.won, expected[1]);
        assert_int_equal(counts.losing, expected[2]);
        zm_table_free(&counts.known);
        struct asked asked = ask("montana", text, "compute=count");
        assert_int_equal(asked.answer.number, expected[0]);
        char said[80];
        const struct zm_option options[] = {{"compute", "count"}, {"prospects", ""}};
        struct zm_answer answer = ask_once("montana", text, options, 2);
        assert_int_equal(answer.number, expected[0]);
        snprintf(said, sizeof said, "%lu of them can be won, and %lu moves lose", expected[1],
                 expected[2]);
        assert_string_equal(zm_buffer_string(&answer.because), said);
        zm_answer_free(&answer);
        asked = ask("montana", text, "compute=shortest");
        assert_int_equal(asked.answer.number, expected[3]);
        rows++;
    }
    assert_int_equal(rows, 3);
    fclose(file);
    zm_buffer_free(&position);
    close_game(&game);
}

/* No game of the base variant is longer than 312 moves: random games, and what walks say. */
static void games_end(void **state)
{
    (void)state;
    struct game game = open_game("base");
    struct zm_buffer position = {0};
    struct zm_random random = zm_random_seeded(31);
    for (int round = 0; round < test_rounds(300); round++) {
        struct zm_montana_walk walk;
        zm_move moves[ZM_MONTANA_SUITS];
        char text[32];
        snprintf(text, sizeof text, "deal:%d", round);
        parse(&game, text, &position);
        zm_montana_stand(game.instance.state, zm_buffer_bytes(&position), &walk);
        uint32_t most = zm_montana_walk.most(&walk), played = 0;
        assert_in_range(most, 0, 312);
        for (unsigned count; (count = zm_montana_walk.moves(&walk, moves)) > 0; played++) {
            zm_montana_walk.make(&walk, moves[zm_random_below(&random, count)]);
            assert_true(zm_montana_walk.most(&walk) + played + 1 <= most);
        }
    }
    zm_buffer_free(&position);
    close_game(&game);
}

/* Looks at a position by one of the guesses. */
static uint32_t guess(struct zm_montana *game, const struct zm_montana_walk *walk,
                      enum zm_montana_guess by)
{
    game->guess = by;
    return zm_montana_walk.guess(walk);
}

/* What guides searches: a hole takes one card or is useless, runs never become more, and at the goal
 * all is in place. */
static void guesses_count(void **state)
{
    (void)state;
    struct game game = open_game("base");
    struct zm_montana *rules = game.instance.state;
    struct zm_buffer position = {0};
    struct zm_random random = zm_random_seeded(32);
    int solved = 0;
    for (int round = 0; round < test_rounds(300); round++) {
        struct zm_montana_walk walk;
        zm_move moves[ZM_MONTANA_SUITS];
        char text[32];
        snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 5, 3 + round % 11, round);
        parse(&game, text, &position);
        zm_montana_stand(rules, zm_buffer_bytes(&position), &walk);
        uint32_t runs = guess(rules, &walk, ZM_MONTANA_GUESS_RUNS);
        for (bool over = false; !over;) {
            unsigned count = zm_montana_walk.moves(&walk, moves);
            assert_int_equal(count, walk.suits - guess(rules, &walk, ZM_MONTANA_GUESS_HOLES));
            assert_true(guess(rules, &walk, ZM_MONTANA_GUESS_RUNS) <= runs);
            runs = guess(rules, &walk, ZM_MONTANA_GUESS_RUNS);
            bool done = zm_montana_solved(&walk);
            assert_int_equal(guess(rules, &walk, ZM_MONTANA_GUESS_PLACED) == 0, done);
            assert_int_equal(runs == 0, done);
            solved += done;
            over = count == 0;
            if (!over)
                zm_montana_walk.make(&walk, moves[zm_random_below(&random, count)]);
        }
    }
    assert_true(solved > 0);
    zm_buffer_free(&position);
    close_game(&game);
}

/* --- the largest component ---------------------------------------------------------------------- */

static const char component[] =
    ". . . . 8D 2D 7D 3D 6D 4D 5D 9D 10D/2H 3H 4H 5H JD QD KD 6S 7S 8S 9S 10S JS/"
    "2S 3S 4S 5S QS KS 6C 7C 8C 9C 10C JC QC/2C 3C 4C 5C KC 6H 7H 8H 9H 10H JH QH KH";

/* The thesis shows its first four columns: moves of the twelve cards in them reach (4!)^4 positions,
 * and come back. */
static void largest_component(void **state)
{
    (void)state;
    struct game game = open_game("common");
    struct zm_buffer position = {0};
    struct zm_table seen = {0};
    struct zm_montana_walk *queue = malloc(331777 * sizeof *queue);
    size_t count = 1, goes_back = 0;
    assert_non_null(queue);
    zm_table_init(&seen, 1);
    parse(&game, component, &position);
    zm_montana_stand(game.instance.state, zm_buffer_bytes(&position), &queue[0]);
    zm_table_insert(&seen, zm_bytes(&queue[0].key, sizeof queue[0].key), NULL);
    for (size_t i = 0; i < count; i++) {
        zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
        unsigned most = zm_montana_walk.moves(&queue[i], moves);
        for (unsigned k = 0; k < most; k++) {
            if (zm_montana_from(moves[k]) % ZM_MONTANA_STRIDE > 4)
                continue;
            assert_true(count < 331777);
            queue[count] = queue[i];
            zm_montana_walk.make(&queue[count], moves[k]);
            goes_back += zm_hash128_equal(queue[count].key, queue[0].key);
            bool new;
            zm_table_insert(&seen, zm_bytes(&queue[count].key, sizeof queue[count].key), &new);
            count += new;
        }
    }
    assert_int_equal(count, 331776);
    assert_true(goes_back > 0);
    zm_table_free(&seen);
    free(queue);
    zm_buffer_free(&position);
    close_game(&game);
}

/* --- texts ------------------------------------------------------------------------------------- */

static void texts_in_both_grammars(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"2S . 3H/. 3S 2H", "2♠.3♥/.3♠2♥"},
        {"2S . 3H/. 3S 2H", "as 2s . 3h\nah . 3s 2h"},
        {"2S . 3H/. 3S 2H", "2S AH 3H/AS 3S 2H"},
        {"TS 2S 3S 4S 5S 6S 7S 8S 9S ./2H 3H 4H 5H 6H 7H 8H 9H TH .",
         "10♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ . / 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ ."},
    };
    struct game game = open_game("base");
    struct zm_buffer one = {0}, other = {0};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        parse(&game, same[i][0], &one);
        parse(&game, same[i][1], &other);
        assert_true(zm_bytes_equal(zm_buffer_bytes(&one), zm_buffer_bytes(&other)));
    }
    zm_buffer_free(&one);
    zm_buffer_free(&other);
    close_game(&game);
}

static void bad_texts_say_why(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "expected"},
        {"deal:", "expected"},
        {"deal:1x4:3", "2 to 6 suits"},
        {"deal:4x14:3", "2 to 13 ranks"},
        {"deal:4x:3", "expected"},
        {"2S . 3H/. 3S", "row 2 has 2 cells"},
        {"2S . 2S/. 3S 2H", "2S is there twice"},
        {"2S . 9H/. 3S 2H", "3H is missing"},
        {"2S . 3H/. 3S 2D", "2H is missing"},
        {"2S . 3Z/. 3S 2H", "row 1: '3Z'"},
        {"2S . 3H/. 3S .", "2H is missing"},
        {"AS 2S ./2H AH .", "row 2"},
        {"2S ./2H ./", "expected"},
        {"deal:1 redeals:4", "redeals:3"},
    };
    struct game game = open_game("base");
    struct zm_buffer position = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_error error = {0};
        assert_int_equal(zm_montana_parse(game.instance.state, bad[i][0], &position, &error),
                         ZM_BAD_INPUT);
        if (strstr(error.text, bad[i][1]) == NULL)
            fail_msg("'%s': %s", bad[i][0], error.text);
    }
    zm_buffer_free(&position);
    close_game(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_those_of_the_words),
        cmocka_unit_test(positions_of_the_thesis),
        cmocka_unit_test(games_end),
        cmocka_unit_test(guesses_count),
        cmocka_unit_test(largest_component),
        cmocka_unit_test(texts_in_both_grammars),
        cmocka_unit_test(bad_texts_say_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
