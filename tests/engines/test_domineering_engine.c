/* The engine of Domineering against plain play: random boards of many sizes, with small and large
 * parts, and the tables that its bounds rest on. */
#include "base/bits.h"
#include "engines/domineering/bounds.h"
#include "engines/domineering/cuts.h"
#include "engines/domineering/moves.h"
#include "engines/domineering/order.h"
#include "engines/domineering/player.h"
#include "engines/domineering/search.h"
#include "engines/domineering/tree.h"

#include "test.h"

#include <limits.h>

/* --- plain play on 5x5 ------------------------------------------------------------------------ */

enum { SIDE = 5, PATTERNS = 1 << SIDE * SIDE };

static uint8_t *known; /* by pattern: 1 + wins for Left, 4 + 4 * wins for Right; 0: not known */

/* Does the side to move win on these cells of a 5x5 board? By the rules, each board once. */
static bool plain_wins(uint32_t cells, bool right)
{
    unsigned shift = right ? 2 : 0;
    if ((known[cells] >> shift & 3) != 0)
        return (known[cells] >> shift & 3) == 2;
    bool wins = false;
    for (unsigned i = 0; i < SIDE * SIDE && !wins; i++) {
        unsigned other = right ? i + 1 : i + SIDE;
        bool fits = right ? i % SIDE + 1 < SIDE : i + SIDE < SIDE * SIDE;
        uint32_t domino = UINT32_C(1) << i | (fits ? UINT32_C(1) << other : 0);
        wins = fits && (cells & domino) == domino && !plain_wins(cells & ~domino, !right);
    }
    known[cells] |= (uint8_t)((wins ? 2 : 1) << shift);
    return wins;
}

static int make_known(void **state)
{
    (void)state;
    known = calloc(PATTERNS, 1);
    return known == NULL;
}

static int free_known(void **state)
{
    (void)state;
    free(known);
    return 0;
}

/* --- random boards ---------------------------------------------------------------------------- */

/* A random pattern, sparse or dense. */
static uint32_t random_pattern(struct zm_random *random)
{
    uint32_t cells = 0, tenths = 4 + (uint32_t)zm_random_below(random, 7);
    for (unsigned i = 0; i < SIDE * SIDE; i++)
        cells |= (uint32_t)(zm_random_below(random, 10) < tenths) << i;
    return cells;
}

/* The part of a pattern that fits on a board, somewhere on it and perhaps mirrored. */
static uint32_t place_pattern(struct zm_random *random, uint32_t pattern,
                              struct zm_domino_board *board)
{
    unsigned rows = board->lines[ZM_LEFT], columns = board->lines[ZM_RIGHT];
    unsigned top = (unsigned)zm_random_below(random, rows);
    unsigned first = (unsigned)zm_random_below(random, columns);
    bool down = zm_random_below(random, 2), back = zm_random_below(random, 2);
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        unsigned row = top + i / SIDE, column = first + i % SIDE;
        if ((pattern >> i & 1) == 0)
            continue;
        if (row < rows && column < columns)
            zm_domino_board_free_cell(board, down ? rows - 1 - row : row,
                                      back ? columns - 1 - column : column);
        else
            pattern &= ~(UINT32_C(1) << i);
    }
    return pattern;
}

enum { PARTS = 8 }; /* of the boards of a size, each with a search of its own */

static void check_size(unsigned rows, unsigned columns, unsigned small, int rounds,
                       struct zm_random *random)
{
    struct zm_domineering_search *search;
    struct zm_run run;
    zm_run_begin(&run);
    run.memory_limit = (size_t)64 << 20;
    assert_int_equal(zm_domineering_search_open(&search, rows, columns, small, &run, NULL), ZM_OK);
    zm_domineering_search_without(search, (enum zm_domineering_part)zm_random_below(random, 5));
    if (zm_random_below(random, 2))
        zm_domineering_search_early_tree(search, 1 + zm_random_below(random, 4));
    for (int round = 0; round < rounds; round++) {
        struct zm_domino_board board;
        zm_domino_board_begin(&board, rows, columns);
        uint32_t pattern = place_pattern(random, random_pattern(random), &board);
        for (int side = ZM_LEFT; side <= ZM_RIGHT; side++) {
            bool wins;
            assert_int_equal(
                zm_domineering_search_wins(search, &board, (enum zm_side)side, &wins, NULL), ZM_OK);
            if (wins != plain_wins(pattern, side == ZM_RIGHT))
                fail_msg("%ux%u, small %u, pattern %x, side %d", rows, columns, small, pattern,
                         side);
        }
    }
    zm_domineering_search_close(search);
}

static void random_boards_agree_with_play(void **state)
{
    (void)state;
    static const unsigned sizes[][3] = {{5, 5, 21}, {5, 5, 4},  {6, 5, 6}, {5, 8, 13},
                                        {3, 9, 4},  {2, 13, 4}, {8, 8, 9}, {10, 12, 7},
                                        {4, 32, 4}, {16, 8, 13}};
    struct zm_random random = zm_random_seeded(29);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int part = 0; part < PARTS; part++)
            check_size(sizes[i][0], sizes[i][1], sizes[i][2], test_rounds(2000) / PARTS, &random);
}

/* --- the order of moves ----------------------------------------------------------------------- */

/* Dominoes along a line, one after the other from its first cell on. */
static int plain_fit(uint32_t line)
{
    int fit = 0;
    for (unsigned place = 0; place + 1 < 32; place++)
        if ((line >> place & 3) == 3) {
            fit++;
            place++;
        }
    return fit;
}

static void dominoes_of_a_line_are_counted(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(37);
    for (uint32_t line = 0; line < 1 << 12; line++)
        assert_int_equal(zm_domino_fit(line), plain_fit(line));
    for (int round = 0; round < test_rounds(20000); round++) {
        uint32_t line = (uint32_t)zm_random_next(&random) | (uint32_t)zm_random_next(&random);
        assert_int_equal(zm_domino_fit(line), plain_fit(line));
    }
}

/* The moves of a side that fit on all lines, and those that are safe. */
static int plain_room(const struct zm_domino_board *board, enum zm_side side)
{
    const uint32_t *lines = board->view[zm_domino_other(side)];
    unsigned count = board->lines[zm_domino_other(side)];
    int room = 0;
    for (unsigned k = 0; k < count; k++) {
        uint32_t before = k > 0 ? lines[k - 1] : 0, after = k + 1 < count ? lines[k + 1] : 0;
        room += plain_fit(lines[k]) + plain_fit(lines[k] & ~before & ~after);
    }
    return room;
}

static int plain_gain(struct zm_domino_board *board, enum zm_side side, struct zm_domino domino)
{
    enum zm_side other = zm_domino_other(side);
    int before = plain_room(board, side) - plain_room(board, other);
    zm_domino_board_turn(board, side, domino);
    int gain = plain_room(board, side) - plain_room(board, other) - before;
    zm_domino_board_turn(board, side, domino);
    return gain;
}

static size_t all_moves(const struct zm_domino_board *board, enum zm_side side,
                        struct zm_trial *trials)
{
    size_t count = 0;
    for (unsigned line = 0; line < board->lines[side]; line++)
        for (uint32_t at = zm_domino_board_places(board, side, line); at != 0; at &= at - 1) {
            struct zm_domino domino = {(uint8_t)line, (uint8_t)__builtin_ctz(at)};
            trials[count] = (struct zm_trial){.domino = domino, .mark = count + 1};
            count++;
        }
    return count;
}

static void what_gains_most_comes_first(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(41);
    for (int round = 0; round < test_rounds(2000); round++) {
        unsigned rows = 1 + (unsigned)zm_random_below(&random, 11);
        unsigned columns = 1 + (unsigned)zm_random_below(&random, 11);
        struct zm_domino_board board;
        zm_domino_board_begin(&board, rows, columns);
        for (unsigned cell = 0; cell < rows * columns; cell++)
            if (zm_random_below(&random, 4) > 0)
                zm_domino_board_free_cell(&board, cell / columns, cell % columns);
        for (int side = ZM_LEFT; side <= ZM_RIGHT; side++) {
            struct zm_trial trials[ZM_MOST_TRIALS];
            size_t count = all_moves(&board, (enum zm_side)side, trials);
            uint64_t marks = 0;
            zm_order_by_gain(&board, (enum zm_side)side, trials, count);
            for (size_t i = 0; i < count; i++)
                marks += trials[i].mark;
            assert_int_equal(marks, count * (count + 1) / 2);
            for (size_t i = 1; i < count; i++)
                assert_true(plain_gain(&board, (enum zm_side)side, trials[i - 1].domino) >=
                            plain_gain(&board, (enum zm_side)side, trials[i].domino));
        }
    }
}

/* --- moves that are left out ------------------------------------------------------------------ */

/* Is there a move that wins, of all or of those that no other dominates? */
static bool has_winning_move(uint32_t pattern, enum zm_side side,
                             const uint32_t places[ZM_DOMINEERING_SIDE])
{
    for (unsigned line = 0; line + 1 < SIDE; line++)
        for (unsigned place = 0; place < SIDE; place++) {
            unsigned cell = side == ZM_LEFT ? line * SIDE + place : place * SIDE + line;
            uint32_t domino = UINT32_C(1) << cell | UINT32_C(1)
                                                        << (cell + (side == ZM_LEFT ? SIDE : 1));
            if ((places[line] >> place & 1) != 0) {
                assert_int_equal(pattern & domino, domino);
                if (!plain_wins(pattern & ~domino, side == ZM_LEFT))
                    return true;
            }
        }
    return false;
}

/* Of all moves that win some are kept, and some moves are left out. */
static void a_best_move_is_kept(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(47);
    int kept = 0, all = 0;
    for (int round = 0; round < test_rounds(40000); round++) {
        struct zm_domino_board board;
        zm_domino_board_begin(&board, SIDE, SIDE);
        uint32_t pattern = 0;
        place_pattern(&random, random_pattern(&random), &board);
        for (unsigned row = 0; row < SIDE; row++)
            pattern |= board.view[ZM_LEFT][row] << row * SIDE;
        for (int side = ZM_LEFT; side <= ZM_RIGHT; side++) {
            uint32_t places[ZM_DOMINEERING_SIDE];
            zm_domino_best_places(&board, (enum zm_side)side, places);
            if (has_winning_move(pattern, (enum zm_side)side, places) !=
                plain_wins(pattern, side == ZM_RIGHT))
                fail_msg("pattern %x, side %d", pattern, side);
            for (unsigned line = 0; line + 1 < SIDE; line++) {
                kept += __builtin_popcount(places[line]);
                all += __builtin_popcount(zm_domino_board_places(&board, (enum zm_side)side, line));
            }
        }
    }
    assert_true(kept < all);
}

/* --- walls ------------------------------------------------------------------------------------ */

/* At the lowest temperature walls decide single games; the walls of one game lean towards each
 * other. */
static void check_outcome_by_walls(const struct zm_walls *walls, bool left_wins, bool right_wins)
{
    assert_int_equal(walls->left[0] > 0, left_wins);
    assert_int_equal(walls->right[0] < 0, right_wins);
    for (int i = 1; i < ZM_TEMPERATURES; i++) {
        assert_true(walls->left[i] <= walls->left[i - 1]);
        assert_true(walls->right[i] >= walls->right[i - 1]);
        assert_true(walls->left[i] >= walls->right[i]);
    }
}

static void strips_decide_as_play_does(void **state)
{
    (void)state;
    for (unsigned lines = 1; lines <= 3; lines++) {
        struct zm_walls *walls = zm_walls_of_strips(lines, SIDE);
        assert_non_null(walls);
        for (uint32_t cells = 0; cells < UINT32_C(1) << lines * SIDE; cells++)
            check_outcome_by_walls(&walls[cells], plain_wins(cells, false),
                                   plain_wins(cells, true));
        free(walls);
    }
}

/* --- values and sums of strips ---------------------------------------------------------------- */

enum { REGION = 17 }; /* cells */

static void open_tables(struct zm_strip_values *values, struct zm_cut_tables *tables)
{
    static const unsigned widths[ZM_VALUED_LINES + 1] = {0, 0, SIDE, SIDE, SIDE - 1};
    assert_int_equal(zm_strip_values_open(values, widths, (size_t)16 << 20, NULL, NULL), ZM_OK);
    assert_true(zm_sums_open(&tables->sums, values, (size_t)16 << 20));
    assert_true(zm_regions_open(&tables->regions, values, REGION, (size_t)1 << 20));
}

static void close_tables(struct zm_strip_values *values, struct zm_cut_tables *tables)
{
    zm_regions_close(&tables->regions);
    zm_sums_close(&tables->sums);
    zm_strip_values_close(values);
}

static void check_sum(struct zm_sum_table *sums, const struct zm_strip_sum *sum, uint32_t pattern)
{
    assert_int_equal(zm_sum_wins(sums, sum, true), plain_wins(pattern, false));
    assert_int_equal(zm_sum_wins(sums, sum, false), !plain_wins(pattern, true));
}

/* Every strip of three lines alone, and two strips of two lines with a taken line between them. */
static void sums_decide_as_play_does(void **state)
{
    (void)state;
    struct zm_strip_values values;
    struct zm_cut_tables tables;
    struct zm_random random = zm_random_seeded(31);
    open_tables(&values, &tables);
    for (uint32_t cells = 0; cells < UINT32_C(1) << 3 * SIDE; cells++) {
        struct zm_strip_sum sum = {0};
        zm_sum_add(&values, &sum, values.of[3][cells].value);
        check_sum(&tables.sums, &sum, cells);
    }
    for (int round = 0; round < test_rounds(20000); round++) {
        uint32_t one = random_pattern(&random) & 0x3ffu, other = random_pattern(&random) & 0x3ffu;
        struct zm_strip_sum sum = {0};
        zm_sum_add(&values, &sum, values.of[2][one].value);
        zm_sum_add(&values, &sum, values.of[2][other].value);
        check_sum(&tables.sums, &sum, one | other << 3 * SIDE);
    }
    close_tables(&values, &tables);
}

/* Who wins each set of two lines of `width` places, by plain play from the small sets to the large. */
enum { LEFT_FIRST = 1, RIGHT_FIRST = 2 };
static uint8_t *plain_pairs(unsigned width)
{
    uint32_t count = UINT32_C(1) << 2 * width, ends = 1u << (width - 1) | 1u << (2 * width - 1);
    uint8_t *wins = test_calloc(count, 1);
    for (uint32_t cells = 0; cells < count; cells++) {
        for (unsigned i = 0; i < width; i++)
            if ((cells >> i & 1) && (cells >> (i + width) & 1) &&
                !(wins[cells & ~(1u << i | 1u << (i + width))] & RIGHT_FIRST))
                wins[cells] |= LEFT_FIRST;
        for (unsigned i = 0; i + 1 < 2 * width; i++)
            if ((cells >> i & 3) == 3 && !(ends >> i & 1) &&
                !(wins[cells & ~(3u << i)] & LEFT_FIRST))
                wins[cells] |= RIGHT_FIRST;
    }
    return wins;
}

/* Strips as wide as those of long searches; the widest, a gigabyte, with ZM_LONG. */
static void wide_strips_are_valued(void **state)
{
    (void)state;
    unsigned width = test_sanitized() ? 9 : test_long() ? 14 : 12;
    unsigned widths[ZM_VALUED_LINES + 1] = {0, 0, width};
    struct zm_strip_values values;
    struct zm_sum_table sums;
    struct zm_random random = zm_random_seeded(43);
    uint8_t *wins = plain_pairs(width);
    assert_int_equal(zm_strip_values_open(&values, widths, (size_t)1 << 20, NULL, NULL), ZM_OK);
    assert_true(zm_sums_open(&sums, &values, (size_t)16 << 20));
    for (int round = 0; round < test_rounds(200000); round++) {
        uint32_t cells = (uint32_t)zm_random_below(&random, UINT64_C(1) << 2 * width);
        if (zm_random_below(&random, 2))
            cells |= (uint32_t)zm_random_below(&random, UINT64_C(1) << 2 * width);
        struct zm_strip_sum sum = {0};
        zm_sum_add(&values, &sum, values.of[2][cells].value);
        assert_int_equal(zm_sum_wins(&sums, &sum, true), (wins[cells] & LEFT_FIRST) != 0);
        assert_int_equal(zm_sum_wins(&sums, &sum, false), (wins[cells] & RIGHT_FIRST) == 0);
    }
    zm_sums_close(&sums);
    zm_strip_values_close(&values);
    test_free(wins);
}

/* The lines of a pattern, without those that are empty at both ends. */
static unsigned lines_of(uint32_t pattern, uint32_t lines[SIDE], uint32_t *used)
{
    unsigned count = 0;
    *used = 0;
    for (; pattern != 0; pattern >>= SIDE)
        if (*used != 0 || (pattern & 0x1f) != 0)
            *used |= lines[count++] = pattern & 0x1f;
    return count;
}

/* Regions of any shape, with room for all of them and with hardly any. */
static void regions_decide_as_play_does(void **state)
{
    (void)state;
    static const unsigned widths[ZM_VALUED_LINES + 1] = {0, 0, 2};
    struct zm_random random = zm_random_seeded(53);
    for (int small = 0; small < 2; small++) {
        struct zm_strip_values values;
        struct zm_cut_tables tables;
        int found = 0, rounds = test_rounds(3000);
        assert_int_equal(
            zm_strip_values_open(&values, widths, (size_t)(small ? 1 : 256) << 16, NULL, NULL),
            ZM_OK);
        assert_true(zm_sums_open(&tables.sums, &values, (size_t)1 << 20));
        assert_true(zm_regions_open(&tables.regions, &values, REGION, 1 << 12));
        for (int round = 0; round < rounds; round++) {
            uint32_t pattern = random_pattern(&random), lines[SIDE], used;
            struct zm_strip_sum sum = {0};
            struct zm_strip_value value;
            unsigned count = lines_of(pattern, lines, &used);
            bool is_small = __builtin_popcount(pattern) <= REGION;
            if (count == 0 || !zm_region_value(&tables.regions, lines, count, used, &value)) {
                assert_true(count == 0 || small || !is_small);
                continue;
            }
            assert_true(is_small);
            zm_sum_add(&values, &sum, value);
            check_sum(&tables.sums, &sum, pattern);
            found++;
        }
        assert_true(found > (small ? 0 : rounds / 8));
        close_tables(&values, &tables);
    }
}

/* What a cut claims is so, and of what play shows it claims a good part. */
static void cuts_claim_what_is_so(void **state)
{
    (void)state;
    struct zm_strip_values values;
    struct zm_cut_tables tables;
    struct zm_domino_shape shape;
    struct zm_random random = zm_random_seeded(41);
    int claimed = 0, so = 0;
    open_tables(&values, &tables);
    zm_domino_shape_begin(&shape, SIDE, SIDE);
    for (int round = 0; round < test_rounds(5000); round++) {
        struct zm_domino_board board;
        struct zm_domino_images images;
        zm_domino_board_begin(&board, SIDE, SIDE);
        uint32_t pattern = place_pattern(&random, random_pattern(&random), &board);
        zm_domino_images_begin(&shape, &board, &images);
        for (int side = ZM_LEFT; side <= ZM_RIGHT; side++)
            for (int first = 0; first < 2; first++) {
                int hot;
                bool claims =
                    zm_cut_wins(&shape, &tables, (enum zm_side)side,
                                zm_domino_seen_by(&images, (enum zm_side)side), first, &hot);
                bool right_moves = (side == ZM_RIGHT) == (first == 1);
                bool wins = plain_wins(pattern, right_moves) == (first == 1);
                if (claims && !wins)
                    fail_msg("pattern %x, side %d, first %d", pattern, side, first);
                claimed += claims;
                so += wins;
            }
    }
    assert_true(claimed * 4 > so * 3);
    close_tables(&values, &tables);
}

/* The images of what a domino leaves are those that are made of the board after it. */
static void images_follow_dominoes(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{5, 5}, {4, 7}, {16, 8}};
    struct zm_random random = zm_random_seeded(43);
    for (int round = 0; round < test_rounds(3000); round++) {
        const unsigned *size = sizes[round % 3];
        struct zm_domino_shape shape;
        struct zm_domino_board board;
        struct zm_domino_images before, after, made;
        zm_domino_shape_begin(&shape, size[0], size[1]);
        zm_domino_board_begin(&board, size[0], size[1]);
        for (unsigned i = 0; i < size[0] * size[1]; i++)
            if (zm_random_below(&random, 3) != 0)
                zm_domino_board_free_cell(&board, i / size[1], i % size[1]);
        enum zm_side side = zm_random_below(&random, 2) ? ZM_RIGHT : ZM_LEFT;
        unsigned line = (unsigned)zm_random_below(&random, board.lines[side] - 1);
        uint32_t places = zm_domino_board_places(&board, side, line);
        if (places == 0)
            continue;
        struct zm_domino domino = {(uint8_t)line, (uint8_t)__builtin_ctz(places)};
        zm_domino_images_begin(&shape, &board, &before);
        zm_domino_images_take(&shape, &before, side, domino, &after);
        zm_domino_board_turn(&board, side, domino);
        zm_domino_images_begin(&shape, &board, &made);
        assert_memory_equal(&after, &made, sizeof made);
        assert_true(zm_domino_cells_take(&shape, &before, ZM_RIGHT, side, domino) ==
                    zm_domino_seen_by(&made, ZM_RIGHT));
    }
}

/* --- the player ------------------------------------------------------------------------------- */

/* A 5x5 position of the game with these cells. */
static void draw(uint32_t pattern, enum zm_side side, struct zm_buffer *position)
{
    zm_buffer_clear(position);
    zm_buffer_byte(position, (uint8_t)side);
    zm_buffer_byte(position, SIDE);
    zm_buffer_byte(position, SIDE);
    for (unsigned i = 0; i < SIDE * SIDE; i++)
        zm_buffer_byte(position, pattern >> i & 1);
}

/* It has a line for every move, the best first, and what it calls proved is so. */
static void check_thought(const struct zm_thought *thought, uint32_t pattern, enum zm_side side)
{
    for (size_t i = 0; i < thought->count; i++) {
        const struct zm_line *line = &thought->lines[i];
        struct zm_bytes move = zm_list_at(&line->moves, 0);
        unsigned cell = move.data[0] * SIDE + move.data[1];
        uint32_t domino = UINT32_C(1) << cell | UINT32_C(1)
                                                    << (cell + (side == ZM_LEFT ? SIDE : 1));
        assert_int_equal(pattern & domino, domino);
        assert_true(i == 0 || zm_line_promise(line) <= zm_line_promise(line - 1));
        if (line->certainty == ZM_EXACT)
            assert_int_equal(line->outcome == ZM_LOSS,
                             plain_wins(pattern & ~domino, side == ZM_LEFT));
    }
}

static void the_player_claims_what_is_so(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(37);
    struct zm_seat seat = {.problem = {.game = &zm_domineering}};
    struct zm_pace all = {.lines = UINT_MAX};
    struct zm_thought thought = {0};
    struct zm_buffer position = {0};
    struct zm_run run;
    void *player;
    int proved = 0;
    zm_run_begin(&run);
    assert_int_equal(zm_domineering_player.open(&seat, &player, NULL), ZM_OK);
    for (int round = 0; round < test_rounds(1000); round++) {
        uint32_t pattern = random_pattern(&random);
        enum zm_side side = zm_random_below(&random, 2) ? ZM_RIGHT : ZM_LEFT;
        draw(pattern, side, &position);
        assert_int_equal(zm_domineering_player.set(player, zm_buffer_bytes(&position), NULL, NULL),
                         ZM_OK);
        enum zm_status status =
            zm_domineering_player.think(player, &all, &run, NULL, NULL, &thought, NULL);
        assert_true(status == ZM_OK
                        ? thought.count > 0
                        : status == ZM_BAD_INPUT && !plain_wins(pattern, side == ZM_RIGHT));
        check_thought(&thought, pattern, side);
        proved += thought.count > 0 && thought.lines[0].certainty == ZM_EXACT;
    }
    assert_true(proved > 0);
    zm_domineering_player.close(player);
    zm_thought_free(&thought);
    zm_buffer_free(&position);
}

/* --- threads ---------------------------------------------------------------------------------- */

/* The answers do not depend on the number of threads, with a tree near the root or without. */
static void check_threads(bool tree)
{
    static const struct {
        unsigned rows, columns;
        bool left, right; /* wins who begins? */
    } boards[] = {
        {6, 6, true, true}, {6, 7, true, false}, {4, 10, false, true}, {6, 8, false, true}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards - (size_t)test_sanitized(); i++) {
        struct zm_domineering_search *search;
        struct zm_domino_board board;
        struct zm_run run;
        bool left, right;
        zm_run_begin(&run);
        run.threads = 3;
        zm_domino_board_begin(&board, boards[i].rows, boards[i].columns);
        for (unsigned j = 0; j < boards[i].rows * boards[i].columns; j++)
            zm_domino_board_free_cell(&board, j / boards[i].columns, j % boards[i].columns);
        assert_int_equal(
            zm_domineering_search_open(&search, boards[i].rows, boards[i].columns, 24, &run, NULL),
            ZM_OK);
        if (tree)
            zm_domineering_search_early_tree(search, 16);
        assert_int_equal(zm_domineering_search_wins(search, &board, ZM_LEFT, &left, NULL), ZM_OK);
        assert_int_equal(zm_domineering_search_wins(search, &board, ZM_RIGHT, &right, NULL), ZM_OK);
        assert_true(left == boards[i].left && right == boards[i].right);
        zm_domineering_search_close(search);
    }
}

static void threads_agree(void **state)
{
    (void)state;
    check_threads(false);
    check_threads(true);
}

/* --- the tree near the root ------------------------------------------------------------------- */

/* A game of no other use: a board is a number, which says how many moves it has and what they leave;
 * deep ones are decided by chance. */
enum { DEEPEST = 4 };

static unsigned moves_of(uint64_t board, unsigned depth)
{
    return depth == DEEPEST ? 0 : 1 + (unsigned)(zm_mix64(board) % 4);
}

static uint64_t after(uint64_t board, unsigned move)
{
    return zm_mix64(board + move + 1);
}

static bool number_wins(uint64_t board, unsigned depth)
{
    bool wins = depth == DEEPEST && zm_mix64(board) % 2 == 0;
    for (unsigned i = 0; i < moves_of(board, depth); i++)
        wins |= !number_wins(after(board, i), depth + 1);
    return wins;
}

/* Looks at one leaf: it is decided, found too dear, or given children. */
static void look_at_leaf(struct zm_tree *tree, uint64_t board, struct zm_random *random)
{
    uint32_t node = 0;
    unsigned depth = 0;
    while (tree->nodes[node].count > 0) {
        node = zm_tree_best_child(tree, node);
        board = after(board, tree->nodes[node].move.place);
        depth++;
    }
    assert_int_equal(zm_tree_result(tree, node), ZM_TREE_OPEN);
    struct zm_domino moves[4];
    for (unsigned i = 0; i < 4; i++)
        moves[i] = (struct zm_domino){0, (uint8_t)i};
    bool solved = depth == DEEPEST || zm_random_below(random, 4) == 0;
    if (!solved && zm_random_below(random, 2))
        assert_true(zm_tree_grow(tree, node, moves, moves_of(board, depth)));
    enum zm_tree_result result = number_wins(board, depth) ? ZM_TREE_WON : ZM_TREE_LOST;
    zm_tree_count(tree, node, 1 + zm_random_below(random, 100), solved ? result : ZM_TREE_OPEN);
}

static void a_tree_decides_as_play_does(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(59);
    int won = 0, rounds = test_rounds(3000);
    for (int round = 0; round < rounds; round++) {
        struct zm_tree tree;
        uint64_t board = (uint64_t)round << 8;
        assert_true(zm_tree_begin(&tree, 1 + zm_random_below(&random, 1000)));
        while (zm_tree_result(&tree, 0) == ZM_TREE_OPEN)
            look_at_leaf(&tree, board, &random);
        assert_int_equal(zm_tree_result(&tree, 0) == ZM_TREE_WON, number_wins(board, 0));
        won += zm_tree_result(&tree, 0) == ZM_TREE_WON;
        zm_tree_close(&tree);
    }
    assert_true(won > rounds / 8 && won < rounds - rounds / 8);
}

/* --- limits ----------------------------------------------------------------------------------- */

static void a_stopped_search_says_so(void **state)
{
    (void)state;
    struct zm_domineering_search *search;
    struct zm_domino_board board;
    struct zm_run run;
    struct zm_error error;
    bool wins;
    zm_run_begin(&run);
    run.most_nodes = 2000;
    zm_domino_board_begin(&board, 8, 8);
    for (unsigned i = 0; i < 64; i++)
        zm_domino_board_free_cell(&board, i / 8, i % 8);
    assert_int_equal(zm_domineering_search_open(&search, 8, 8, 13, &run, &error), ZM_OK);
    assert_int_equal(zm_domineering_search_wins(search, &board, ZM_LEFT, &wins, &error),
                     ZM_STOPPED);
    zm_domineering_search_close(search);
    run.memory_limit = 64;
    assert_int_equal(zm_domineering_search_open(&search, 8, 8, 13, &run, &error), ZM_STOPPED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_boards_agree_with_play),
        cmocka_unit_test(dominoes_of_a_line_are_counted),
        cmocka_unit_test(what_gains_most_comes_first),
        cmocka_unit_test(a_best_move_is_kept),
        cmocka_unit_test(strips_decide_as_play_does),
        cmocka_unit_test(sums_decide_as_play_does),
        cmocka_unit_test(wide_strips_are_valued),
        cmocka_unit_test(regions_decide_as_play_does),
        cmocka_unit_test(cuts_claim_what_is_so),
        cmocka_unit_test(images_follow_dominoes),
        cmocka_unit_test(the_player_claims_what_is_so),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(a_tree_decides_as_play_does),
        cmocka_unit_test(a_stopped_search_says_so),
    };
    return cmocka_run_group_tests(tests, make_known, free_known);
}
