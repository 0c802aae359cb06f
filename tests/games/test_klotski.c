/* Sliding blocks against a version that knows rows of letters only; the classic start with what is
 * known of it; texts that are refused. */
#include "games/klotski/klotski.h"

#include "support/ask.h"

struct game {
    struct zm_instance instance;
    struct zm_settings settings;
};

static struct game open_game(const char *moves, const char *slide)
{
    struct game game = {0};
    assert_int_equal(zm_settings_declare(&game.settings, zm_klotski.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&game.settings, "moves", moves, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&game.settings, "slide", slide, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&game.instance, &zm_klotski, &game.settings, NULL), ZM_OK);
    return game;
}

static void close_game(struct game *game)
{
    zm_instance_close(&game->instance);
    zm_settings_free(&game->settings);
}

/* --- the naive version: letters on a grid ----------------------------------------------------- */

enum { SIDE = 20, AROUND = 2 };

struct grid {
    char cells[SIDE][SIDE]; /* walls all around */
};

static struct grid read_grid(const char *text)
{
    struct grid grid;
    int row = AROUND, column = AROUND;
    memset(grid.cells, '#', sizeof grid.cells);
    for (; *text != ' '; text++) {
        if (*text == '/') {
            row++;
            column = AROUND;
        } else {
            grid.cells[row][column++] = *text;
        }
    }
    return grid;
}

/* Moves a piece by one cell; false: something is in the way. */
static bool naive_step(struct grid *grid, char letter, int down, int right)
{
    struct grid after = *grid;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            if (grid->cells[row][column] == letter)
                after.cells[row][column] = '.';
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            if (grid->cells[row][column] != letter)
                continue;
            if (after.cells[row + down][column + right] != '.')
                return false;
            after.cells[row + down][column + right] = letter;
        }
    *grid = after;
    return true;
}

/* Is a piece higher than wide (1), wider than high (-1), or neither (0)? */
static int naive_form(const struct grid *grid, char letter)
{
    bool rows[SIDE] = {false}, columns[SIDE] = {false};
    int form = 0;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            if (grid->cells[row][column] == letter)
                rows[row] = columns[column] = true;
    for (int i = 0; i < SIDE; i++)
        form += rows[i] - columns[i];
    return (form > 0) - (form < 0);
}

static bool is_in(const struct zm_list *grids, const struct grid *grid)
{
    for (size_t i = 0; i < grids->count; i++)
        if (zm_bytes_equal(zm_list_at(grids, i), zm_bytes(grid, sizeof *grid)))
            return true;
    return false;
}

/* What the moves of a piece leave: all that steps lead to, or one step. */
static void naive_moves(const struct grid *grid, char letter, bool steps, bool along,
                        struct zm_list *left)
{
    static const int ways[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    struct zm_list met = {0};
    zm_list_add(&met, zm_bytes(grid, sizeof *grid));
    for (size_t i = 0; i < met.count && (i == 0 || !steps); i++)
        for (int way = 0; way < 4; way++) {
            struct grid after;
            memcpy(&after, zm_list_at(&met, i).data, sizeof after);
            int form = naive_form(&after, letter);
            if (along && (ways[way][0] == 0 ? form > 0 : form < 0))
                continue;
            if (!naive_step(&after, letter, ways[way][0], ways[way][1]) || is_in(&met, &after))
                continue;
            zm_list_add(&met, zm_bytes(&after, sizeof after));
            zm_list_add(left, zm_bytes(&after, sizeof after));
        }
    zm_list_free(&met);
}

static void print_text(const struct game *game, struct zm_bytes position, struct zm_buffer *text)
{
    zm_buffer_clear(text);
    zm_klotski_print(game->instance.state, position, text);
}

static void check_moves(const struct game *game, struct zm_bytes position, bool steps, bool along)
{
    struct zm_list moves = {0}, naive = {0}, left = {0};
    struct zm_buffer next = {0}, text = {0};
    print_text(game, position, &text);
    struct grid grid = read_grid(zm_buffer_string(&text));
    for (char letter = 'A'; letter <= 'z'; letter++)
        if (strchr(zm_buffer_string(&text), letter) != NULL && letter != '#' &&
            memchr(grid.cells, letter, sizeof grid.cells) != NULL)
            naive_moves(&grid, letter, steps, along, &naive);
    zm_klotski.rules->moves(game->instance.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_klotski.rules->apply(game->instance.state, position, zm_list_at(&moves, i), &next);
        print_text(game, zm_buffer_bytes(&next), &text);
        struct grid after = read_grid(zm_buffer_string(&text));
        zm_list_add(&left, zm_bytes(&after, sizeof after));
    }
    zm_list_sort(&naive, false);
    zm_list_sort(&left, false);
    assert_int_equal(left.count, naive.count);
    if (left.count > 0)
        assert_memory_equal(left.bytes.data, naive.bytes.data, left.bytes.size);
    zm_list_free(&moves);
    zm_list_free(&naive);
    zm_list_free(&left);
    zm_buffer_free(&next);
    zm_buffer_free(&text);
}

static void moves_are_those_of_the_letters(void **state)
{
    (void)state;
    static const char *const starts[] = {"classic", "AA.B/.ACB/D.CC/DDEE A 1,2",
                                         "AA...O/P..Q.O/PXXQ.O/P..Q../B...CC/B.RRR. X 3,5",
                                         "AB.#/.CC./D.#E A 2,1"};
    struct zm_random random = zm_random_seeded(32);
    struct zm_buffer position = {0}, next = {0};
    for (int rules = 0; rules < 4; rules++) {
        bool steps = rules & 1, along = rules >> 1;
        struct game game = open_game(steps ? "steps" : "slides", along ? "along" : "free");
        for (int round = 0; round < test_rounds(1000); round++) {
            zm_klotski.rules->random(game.instance.state, &random, 10, &position);
            check_moves(&game, zm_buffer_bytes(&position), steps, along);
        }
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
            assert_int_equal(zm_klotski_parse(game.instance.state, starts[i], &position, NULL),
                             ZM_OK);
            for (int move = 0; move < test_rounds(100); move++) {
                struct zm_list moves = {0};
                check_moves(&game, zm_buffer_bytes(&position), steps, along);
                zm_klotski.rules->moves(game.instance.state, zm_buffer_bytes(&position), NULL,
                                        &moves);
                size_t lot = moves.count == 0 ? 0 : (size_t)zm_random_below(&random, moves.count);
                if (moves.count > 0)
                    zm_klotski.rules->apply(game.instance.state, zm_buffer_bytes(&position),
                                            zm_list_at(&moves, lot), &next);
                if (moves.count > 0)
                    zm_buffer_set(&position, zm_buffer_bytes(&next));
                zm_list_free(&moves);
            }
        }
        close_game(&game);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&next);
}

/* --- what is known ------------------------------------------------------------------------------ */

static void known_puzzles(void **state)
{
    (void)state;
    FILE *file = test_oracle("klotski.txt");
    char line[400], text[200], options[100];
    long expected;
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || sscanf(line, "%ld %99s %199[^\n]", &expected, options, text) != 3)
            continue;
        for (char *comma = options; *comma != '\0'; comma++)
            *comma = *comma == ',' ? ' ' : *comma;
        struct asked asked = ask("klotski", text, options);
        assert_int_equal(asked.answer.number, expected);
        zm_answer_free(&asked.answer);
        rows++;
    }
    assert_true(rows >= 4);
    fclose(file);
}

static void bad_texts_say_why(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "expected"},
        {"AB/AB", "expected"},
        {"AB/A A 1,1", "row 2 has 1"},
        {"AB/A? A 1,1", "row 2: '?'"},
        {"AB/BA A 1,1", "not connected"},
        {"A./.. B 1,1", "no piece B"},
        {"AA/.. A 1,2", "leave the board"},
        {"A./.. A 0,1", "expected"},
        {"A........................................................................ A 1,1", "64"},
    };
    struct game game = open_game("slides", "free");
    struct zm_buffer position = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_error error = {0};
        assert_int_equal(zm_klotski_parse(game.instance.state, bad[i][0], &position, &error),
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
        cmocka_unit_test(moves_are_those_of_the_letters),
        cmocka_unit_test(known_puzzles),
        cmocka_unit_test(bad_texts_say_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
