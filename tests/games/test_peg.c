/* Peg solitaire against a version that knows rows of characters only (a mailbox): what the moves
 * leave, jumps and sweeps; symmetries, the walk, and texts that are refused. */
#include "games/peg/peg.h"

#include "test.h"

struct game {
    struct zm_instance instance;
    struct zm_settings settings;
};

static struct game open_game(const char *name, const char *value)
{
    struct game game = {0};
    assert_int_equal(zm_settings_declare(&game.settings, zm_peg.params, NULL), ZM_OK);
    if (name != NULL)
        assert_int_equal(zm_settings_set(&game.settings, name, value, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&game.instance, &zm_peg, &game.settings, NULL), ZM_OK);
    return game;
}

static void close_game(struct game *game)
{
    zm_instance_close(&game->instance);
    zm_settings_free(&game->settings);
}

/* --- the naive version: a box of characters with room around it ------------------------------ */

enum { SIDE = 24, AROUND = 4 };

struct box {
    bool triangle;
    char cells[SIDE][SIDE];
};

static struct box read_box(const char *text)
{
    struct box box = {.triangle = strncmp(text, "triangle:", 9) == 0};
    memset(box.cells, '_', sizeof box.cells);
    int row = AROUND, column = AROUND;
    for (text += box.triangle ? 9 : 0; *text != '\0'; text++) {
        if (*text == '/') {
            row++;
            column = AROUND;
        } else {
            box.cells[row][column++] = *text;
        }
    }
    return box;
}

/* A box as an item of a list, to be sorted and compared. */
static void add_box(struct zm_list *boxes, const struct box *box)
{
    zm_list_add(boxes, zm_bytes(box->cells, sizeof box->cells));
}

static const int ways[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};

static bool naive_jump(struct box *box, int row, int column, int way)
{
    int over[2] = {row + ways[way][0], column + ways[way][1]};
    int onto[2] = {row + 2 * ways[way][0], column + 2 * ways[way][1]};
    if (box->cells[row][column] != 'o' || box->cells[over[0]][over[1]] != 'o' ||
        box->cells[onto[0]][onto[1]] != '.')
        return false;
    box->cells[row][column] = box->cells[over[0]][over[1]] = '.';
    box->cells[onto[0]][onto[1]] = 'o';
    return true;
}

/* Adds what the jumps of one peg leave; and those that go on with it, for sweeps. */
static void naive_moves_of(const struct box *box, int row, int column, bool sweeps,
                           struct zm_list *left)
{
    for (int way = 0; way < (box->triangle ? 6 : 4); way++) {
        struct box after = *box;
        if (!naive_jump(&after, row, column, way))
            continue;
        add_box(left, &after);
        if (sweeps)
            naive_moves_of(&after, row + 2 * ways[way][0], column + 2 * ways[way][1], true, left);
    }
}

static void naive_moves(const struct box *box, bool sweeps, struct zm_list *left)
{
    for (int row = AROUND; row < SIDE - AROUND; row++)
        for (int column = AROUND; column < SIDE - AROUND; column++)
            naive_moves_of(box, row, column, sweeps, left);
    zm_list_sort(left, true);
}

static struct box box_of(const struct game *game, struct zm_bytes position)
{
    struct zm_buffer text = {0};
    zm_peg.rules->print(game->instance.state, position, &text);
    struct box box = read_box(zm_buffer_string(&text));
    zm_buffer_free(&text);
    return box;
}

/* Two jumps of different pegs may leave the same board, and so may two sweeps: sets are compared.
 */
static void check_moves(const struct game *game, struct zm_bytes position, bool sweeps)
{
    struct zm_list moves = {0}, naive = {0}, left = {0};
    struct zm_buffer next = {0};
    struct box box = box_of(game, position);
    naive_moves(&box, sweeps, &naive);
    zm_peg.rules->moves(game->instance.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_peg.rules->apply(game->instance.state, position, zm_list_at(&moves, i), &next);
        box = box_of(game, zm_buffer_bytes(&next));
        add_box(&left, &box);
    }
    zm_list_sort(&left, true);
    assert_int_equal(left.count, naive.count);
    assert_true(left.bytes.size == naive.bytes.size);
    if (left.count > 0)
        assert_memory_equal(left.bytes.data, naive.bytes.data, left.bytes.size);
    zm_list_free(&moves);
    zm_list_free(&naive);
    zm_list_free(&left);
    zm_buffer_free(&next);
}

static void moves_are_those_of_the_mailbox(void **state)
{
    (void)state;
    for (int sweeps = 0; sweeps < 2; sweeps++) {
        struct game game = open_game("moves", sweeps ? "sweeps" : "jumps");
        struct zm_random random = zm_random_seeded(29);
        struct zm_buffer position = {0};
        for (int round = 0; round < test_rounds(3000); round++) {
            zm_peg.rules->random(game.instance.state, &random, 12, &position);
            check_moves(&game, zm_buffer_bytes(&position), sweeps);
        }
        zm_buffer_free(&position);
        close_game(&game);
    }
}

/* Boards with a name, in random games: pegs of a class with all the long sweeps they have. */
static void games_on_real_boards(void **state)
{
    (void)state;
    static const char *const boards[] = {"english", "french",    "german",
                                         "diamond", "triangle6", "5x6"};
    struct zm_random random = zm_random_seeded(31);
    struct game game = open_game("moves", "sweeps");
    struct zm_buffer position = {0}, next = {0};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        assert_int_equal(zm_peg.rules->parse(game.instance.state, boards[i], &position, NULL),
                         ZM_OK);
        for (size_t count = 1; count > 0;) {
            struct zm_list moves = {0};
            check_moves(&game, zm_buffer_bytes(&position), true);
            zm_peg.rules->moves(game.instance.state, zm_buffer_bytes(&position), NULL, &moves);
            count = moves.count;
            if (count > 0) {
                zm_peg.rules->apply(game.instance.state, zm_buffer_bytes(&position),
                                    zm_list_at(&moves, zm_random_below(&random, count)), &next);
                zm_buffer_set(&position, zm_buffer_bytes(&next));
            }
            zm_list_free(&moves);
        }
    }
    zm_buffer_free(&position);
    zm_buffer_free(&next);
    close_game(&game);
}

/* --- symmetry -------------------------------------------------------------------------------- */

/* A square box turned by a quarter, or turned over. */
static void turn(const char *rows, size_t side, bool over, char *turned)
{
    for (size_t row = 0; row < side; row++)
        for (size_t column = 0; column < side; column++) {
            char cell = rows[row * (side + 1) + column];
            size_t to =
                over ? row * (side + 1) + side - 1 - column : column * (side + 1) + side - 1 - row;
            turned[to] = cell;
        }
    for (size_t row = 0; row + 1 < side; row++)
        turned[row * (side + 1) + side] = '/';
    turned[side * (side + 1) - 1] = '\0';
}

static struct zm_hash128 canonical(const struct game *game, const char *text)
{
    struct zm_buffer position = {0};
    struct zm_peg_walk walk;
    assert_int_equal(zm_peg.rules->parse(game->instance.state, text, &position, NULL), ZM_OK);
    assert_int_equal(
        zm_peg_walk.begin(game->instance.state, zm_buffer_bytes(&position), &walk, NULL), ZM_OK);
    zm_buffer_free(&position);
    return zm_peg_walk.canonical(&walk);
}

/* The eight images of a position have one key; two positions with one key are images. */
static void images_have_one_key(void **state)
{
    (void)state;
    enum { SIDE_OF = 5, SIZE = SIDE_OF * (SIDE_OF + 1) };
    struct zm_random random = zm_random_seeded(37);
    struct game game = open_game("goal", "one");
    for (int round = 0; round < test_rounds(2000); round++) {
        char texts[2][SIZE], image[SIZE], next[SIZE];
        bool same = false;
        for (int i = 0; i < 2; i++) {
            for (int cell = 0; cell < SIZE; cell++)
                texts[i][cell] = zm_random_below(&random, 12) == 0 ? 'o' : '.';
            for (int row = 1; row < SIDE_OF; row++)
                texts[i][row * (SIDE_OF + 1) - 1] = '/';
            texts[i][SIZE - 1] = '\0';
        }
        struct zm_hash128 first = canonical(&game, texts[0]), second = canonical(&game, texts[1]);
        strcpy(image, texts[0]);
        for (int i = 0; i < 8; i++) {
            assert_int_equal(canonical(&game, image).low, first.low);
            same |= strcmp(image, texts[1]) == 0;
            turn(image, SIDE_OF, i == 3, next);
            strcpy(image, next);
        }
        assert_int_equal(first.low == second.low, same);
    }
    close_game(&game);
}

static unsigned symmetries(const char *goal, const char *board)
{
    struct game game = open_game(goal == NULL ? NULL : "goal", goal);
    struct zm_buffer position = {0};
    assert_int_equal(zm_peg.rules->parse(game.instance.state, board, &position, NULL), ZM_OK);
    unsigned count =
        zm_peg_board_of(game.instance.state, zm_buffer_bytes(&position), NULL)->symmetries;
    zm_buffer_free(&position);
    close_game(&game);
    return count;
}

static void boards_have_their_symmetries(void **state)
{
    (void)state;
    assert_int_equal(symmetries(NULL, "english"), 8);
    assert_int_equal(symmetries("d1", "english"), 2); /* those that keep the goal */
    assert_int_equal(symmetries("c1", "english"), 1);
    assert_int_equal(symmetries(NULL, "german"), 8);
    assert_int_equal(symmetries(NULL, "triangle5"), 6);
    assert_int_equal(symmetries(NULL, "4x5"), 4);
    assert_int_equal(symmetries(NULL, "__ooo/__ooo/ooo.o/ooo"), 1);
    assert_int_equal(symmetries(NULL, "_ooo/_ooo/_ooo"), 8); /* about the holes, not the box */
}

/* --- the walk -------------------------------------------------------------------------------- */

/* Moves made and taken back, keys that put a walk where it was, moves that commute. */
static void check_walk(const struct game *game, struct zm_bytes position, struct zm_random *random)
{
    struct zm_peg_walk walk, other, before;
    zm_move moves[4096], kept[4096];
    assert_int_equal(zm_peg_walk.begin(game->instance.state, position, &walk, NULL), ZM_OK);
    for (;;) {
        unsigned count = zm_peg_walk.moves(&walk, moves);
        assert_true(count <= zm_peg_walk.most_moves(&walk));
        if (count == 0)
            return;
        before = other = walk;
        zm_move move = moves[zm_random_below(random, count)];
        unsigned left = zm_peg_walk.commuting(&walk, move, moves, count, kept);
        for (unsigned i = 0; i < left; i++) {
            other = walk;
            zm_peg_walk.make(&other, move);
            zm_peg_walk.make(&other, kept[i]);
            zm_peg_walk.make(&walk, kept[i]);
            zm_peg_walk.make(&walk, move);
            assert_int_equal(walk.pegs, other.pegs);
            zm_peg_walk.unmake(&walk, move);
            zm_peg_walk.unmake(&walk, kept[i]);
        }
        zm_peg_walk.make(&walk, move);
        zm_peg_walk.unmake(&walk, move);
        assert_int_equal(walk.pegs, before.pegs);
        zm_peg_walk.make(&walk, move);
        zm_peg_walk.place(&other, zm_peg_walk.key(&walk));
        assert_int_equal(other.pegs, walk.pegs);
        assert_true(zm_peg_walk.most(&walk) < zm_peg_walk.most(&before));
        zm_peg_walk.place(&other, zm_peg_walk.canonical(&walk));
        assert_int_equal(zm_peg_walk.canonical(&other).low, zm_peg_walk.canonical(&walk).low);
    }
}

static void walks_go_and_come_back(void **state)
{
    (void)state;
    for (int sweeps = 0; sweeps < 2; sweeps++) {
        struct game game = open_game("moves", sweeps ? "sweeps" : "jumps");
        struct zm_random random = zm_random_seeded(41);
        struct zm_buffer position = {0};
        for (int round = 0; round < test_rounds(300); round++) {
            zm_peg.rules->random(game.instance.state, &random, 12, &position);
            if (round % 10 == 0)
                zm_peg.rules->parse(game.instance.state, "english", &position, NULL);
            check_walk(&game, zm_buffer_bytes(&position), &random);
        }
        zm_buffer_free(&position);
        close_game(&game);
    }
}

/* --- texts ----------------------------------------------------------------------------------- */

static void texts(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        {"oo.o", "oo.o"},
        {"4x4:c1", "oo.o/oooo/oooo/oooo"},
        {"2x3:a1,b2", ".oo/o.o"},
        {"_o/o._o", "_o__/o._o"},
        {"triangle4", "triangle:o/oo/o.o/oooo"},
        {"triangle:.", "triangle:."},
        {"triangle:o/o", "triangle:o/o_"},
        {"diamond:a5", "____o____/___ooo___/__ooooo__/_ooooooo_/.oooooooo/_ooooooo_/__ooooo__/"
                       "___ooo___/____o____"},
    };
    static const char *const bad[] = {
        "",
        "englisch",
        "english:",
        "english:a1",
        "english:d8",
        "english:d4,",
        "english:44",
        "english:d4 ",
        "triangle",
        "triangle0",
        "triangle11",
        "triangle5:f5",
        "triangle:oo",
        "triangle:",
        "8x8",
        "0x4",
        "4x",
        "4x4x4",
        "16x1",
        "oo.x",
        "oo.O",
        "_/_",
        "___",
        "/",
        "oooooooooooooooo",
        "o/o/o/o/o/o/o/o/o/o/o/o/o/o/o/o",
        "triangle999999999999999999999",
        "oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oo",
    };
    struct game game = open_game(NULL, NULL);
    struct zm_buffer position = {0}, text = {0};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct zm_error error = {0};
        if (zm_peg.rules->parse(game.instance.state, good[i][0], &position, &error) != ZM_OK)
            fail_msg("'%s': %s", good[i][0], error.text);
        zm_buffer_clear(&text);
        zm_peg.rules->print(game.instance.state, zm_buffer_bytes(&position), &text);
        assert_string_equal(zm_buffer_string(&text), good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_error error = {0};
        if (zm_peg.rules->parse(game.instance.state, bad[i], &position, &error) != ZM_BAD_INPUT)
            fail_msg("'%s' was read as a position", bad[i]);
        assert_true(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    close_game(&game);
}

/* A goal that a board does not have is refused with the position, one that no board has at once. */
static void goals_are_holes(void **state)
{
    (void)state;
    static const char *const refused[][2] = {
        {"centre", "4x4"}, {"a1", "english"}, {"d9", "english"}, {"xyz", "english"}};
    struct zm_buffer position = {0};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct game game = open_game("goal", refused[i][0]);
        struct zm_error error = {0};
        assert_int_equal(zm_peg.rules->parse(game.instance.state, refused[i][1], &position, &error),
                         ZM_BAD_INPUT);
        assert_non_null(strstr(error.text, refused[i][0]));
        close_game(&game);
    }
    zm_buffer_free(&position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_those_of_the_mailbox),
        cmocka_unit_test(games_on_real_boards),
        cmocka_unit_test(images_have_one_key),
        cmocka_unit_test(boards_have_their_symmetries),
        cmocka_unit_test(walks_go_and_come_back),
        cmocka_unit_test(texts),
        cmocka_unit_test(goals_are_holes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
