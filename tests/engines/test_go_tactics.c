/* Tactical searches of Go: the board with moves that are taken back against a naive one; searches by
 * threats against every position that can be reached (they never say "won" where it is not, and how
 * much they find); and the property of traces: what changes outside a trace changes no win. */
#include "base/random.h"
#include "engines/go/tactics/advice.h"
#include "engines/go/tactics/links.h"
#include "engines/go/tactics/reasons.h"
#include "engines/go/tactics/status.h"
#include "engines/go/tactics/wishes.h"
#include "engines/go_oracle.h"
#include "games/go_naive.h"
#include "test.h"

#include <math.h>

enum { SEED = 22 };

/* --- the board --- */

static struct naive_go naive, tried;

static void compare_point(const struct go_field *field, int column, int row)
{
    uint16_t point = (uint16_t)((row + 1) * field->stride + column + 1);
    struct go_points stones, free;
    assert_int_equal(".bw"[field->colour[point]], naive.cell[column][row]);
    if (field->colour[point] == GO_EMPTY)
        return;
    assert_int_equal(go_field_chain(field, point, &stones, &free),
                     naive_go_liberties(&naive, column, row));
    assert_int_equal(go_points_count(&stones), naive_go_stones(&naive, column, row));
    assert_true(go_points_have(&stones, point));
    assert_true(go_points_have(&stones, field->chain[point]));
}

static void compare(const struct go_field *field)
{
    for (int column = 0; column < naive.columns; column++)
        for (int row = 0; row < naive.rows; row++)
            compare_point(field, column, row);
}

/* Plays at random for either colour, compares, and takes all back. */
static void play_and_undo(struct zm_random *random, unsigned *captures, unsigned *kos)
{
    static struct go_field field;
    static char boards[100][NAIVE_SIDE][NAIVE_SIDE];
    const uint8_t nothing[GOBAN_POINTS] = {0};
    int columns = 2 + (int)zm_random_below(random, 6), rows = 2 + (int)zm_random_below(random, 6);
    unsigned made = 0;
    uint64_t keys[100];
    go_field_set(&field, (unsigned)columns, (unsigned)rows, nothing);
    naive_go_start(&naive, columns, rows);
    for (unsigned i = 0; i < 90; i++) {
        int column = (int)zm_random_below(random, (uint64_t)columns);
        int row = (int)zm_random_below(random, (uint64_t)rows);
        uint16_t point = (uint16_t)((row + 1) * field.stride + column + 1);
        if (zm_random_below(random, 5) == 0)
            naive.turn = naive.turn == 'b' ? 'w' : 'b';
        uint8_t colour = naive.turn == 'b' ? GO_BLACK : GO_WHITE;
        if (field.colour[point] != GO_EMPTY)
            continue;
        memcpy(boards[made], naive.cell, sizeof naive.cell);
        keys[made] = field.key[0];
        tried = naive;
        bool no_ko = naive_go_play(&tried, column, row, false, NAIVE_SIMPLE);
        bool legal = naive_go_play(&naive, column, row, false, NAIVE_NO_KO);
        assert_int_equal(go_field_is_ko(&field, point, colour), legal && !no_ko);
        assert_int_equal(go_field_play(&field, point, colour), legal);
        *kos += legal && !no_ko;
        *captures += legal && naive.taken > 0;
        compare(&field);
        made += legal;
    }
    while (made-- > 0) {
        go_field_undo(&field);
        memcpy(naive.cell, boards[made], sizeof naive.cell);
        compare(&field);
        assert_true(field.key[0] == keys[made]);
    }
}

static void test_field(void **state)
{
    (void)state;
    struct zm_random random;
    unsigned captures = 0, kos = 0;
    random = zm_random_seeded(SEED);
    const int rounds = test_many(300, 5000);
    for (int i = 0; i < rounds; i++)
        play_and_undo(&random, &captures, &kos);
    assert_true((int)captures > rounds && kos > 0);
}

/* --- positions --- */

static uint16_t field_point(const struct oracle_board *board, int point)
{
    return (uint16_t)((point / board->columns + 1) * (board->columns + 1) + point % board->columns +
                      1);
}

static void set_field(struct go_field *field, const struct oracle_board *board)
{
    uint8_t colours[GOBAN_POINTS] = {0};
    for (int i = 0; i < board->columns * board->rows; i++)
        for (int side = 0; side < 2; side++)
            if ((board->stones[side] >> i & 1) != 0)
                colours[field_point(board, i)] = (uint8_t)(GO_BLACK + side);
    go_field_set(field, (unsigned)board->columns, (unsigned)board->rows, colours);
}

/* A board with so many empty points, chains all with liberties. */
static void random_board(struct zm_random *random, int columns, int rows, int empty,
                         struct oracle_board *board)
{
    int points = columns * rows;
    do {
        int left = points;
        *board = (struct oracle_board){.columns = columns, .rows = rows};
        oracle_set all = oracle_bit(points) - 1;
        oracle_set free = 0;
        while (points - left < empty) {
            oracle_set bit = oracle_bit((int)zm_random_below(random, (uint64_t)points));
            left -= (free & bit) == 0;
            free |= bit;
        }
        for (int i = 0; i < points; i++)
            if ((all & ~free) >> i & 1)
                board->stones[zm_random_below(random, 2)] |= oracle_bit(i);
    } while (!oracle_is_sound(board));
}

static int random_bit(struct zm_random *random, oracle_set set)
{
    unsigned skip = (unsigned)zm_random_below(random, (uint64_t)oracle_count(set));
    while (skip-- > 0)
        set &= set - 1;
    return oracle_first(set);
}

/* A goal of this aim on the board; false: there is none that is not reached. */
static bool random_goal(struct zm_random *random, const struct oracle_board *board,
                        enum oracle_aim aim, struct oracle_goal *goal)
{
    int points = board->columns * board->rows;
    oracle_set all = oracle_bit(points) - 1;
    oracle_set empty = all & ~(board->stones[0] | board->stones[1]);
    *goal = (struct oracle_goal){.aim = aim, .max = (int)zm_random_below(random, 2), .count = 1};
    oracle_set own = board->stones[goal->max], set = own;
    if (aim == ORACLE_CAPTURE)
        set = board->stones[1 - goal->max];
    if (aim == ORACLE_EYE)
        set = all;
    if (set == 0)
        return false;
    goal->points[0] = random_bit(random, set);
    if (aim != ORACLE_CONNECT && aim != ORACLE_REACH)
        return true;
    oracle_set rest =
        aim == ORACLE_REACH ? empty : own & ~oracle_flood(board, oracle_bit(goal->points[0]), own);
    if (rest == 0)
        return false;
    goal->points[1] = random_bit(random, rest);
    goal->count = 2;
    return true;
}

static struct go_goal goal_of(const struct oracle_board *board, const struct oracle_goal *goal)
{
    static const enum go_aim aims[] = {GO_AIM_CONNECT, GO_AIM_REACH,  GO_AIM_CAPTURE,
                                       GO_AIM_EYE,     GO_AIM_ESCAPE, GO_AIM_LIVE};
    return (struct go_goal){.aim = aims[goal->aim],
                            .max = (uint8_t)(GO_BLACK + goal->max),
                            .first = field_point(board, goal->points[0]),
                            .second = goal->count > 1 ? field_point(board, goal->points[1])
                                                      : (uint16_t)GOBAN_PASS};
}

static void show(const struct oracle_board *board, const struct oracle_goal *goal, bool max_begins)
{
    print_message("aim %d max %d points %d %d, max begins %d\n", goal->aim, goal->max,
                  goal->points[0], goal->points[1], max_begins);
    for (int row = board->rows - 1; row >= 0; row--) {
        for (int column = 0; column < board->columns; column++) {
            int i = row * board->columns + column;
            print_message("%c", board->stones[0] >> i & 1   ? 'X'
                                : board->stones[1] >> i & 1 ? 'O'
                                                            : '.');
        }
        print_message("\n");
    }
}

/* --- against every position that can be reached --- */

enum { AIMS = 6 };

static const char *const aim_names[AIMS] = {"connect", "reach", "capture", "eye", "escape", "live"};

struct tally {
    unsigned positions, won, found[4], ko, limits;
};

/* One position and goal, both beginnings: never more than is there. */
static void compare_goal(struct go_threats *threats, const struct oracle_board *board,
                         const struct oracle_goal *goal, struct tally *tally)
{
    static const struct go_orders orders[4] = {
        {{8, 0, 0, 0}}, {{8, 5, 0, 0}}, {{8, 5, 2, 0}}, {{8, 5, 2, 1}}};
    struct go_goal question = goal_of(board, goal);
    set_field(go_threats_field(threats), board);
    for (int begins = 0; begins < 2; begins++) {
        int truth = oracle_solve(board, goal, begins == 1,
                                 test_long()               ? 60000
                                 : goal->aim == ORACLE_EYE ? 30000
                                                           : 8000);
        if (truth < 0)
            continue;
        tally->positions++;
        tally->won += truth == 1;
        for (int i = 0; i < 4; i++) {
            struct go_answer answer;
            go_threats_limit(threats, &orders[i], i == 3 ? 20000 : 100000);
            go_threats_search(threats, &question, begins == 1, &answer);
            tally->found[i] += answer.verdict == GO_VERDICT_WON;
            tally->ko += i == 2 && answer.verdict == GO_VERDICT_KO;
            tally->limits += i == 2 && answer.verdict == GO_VERDICT_LIMIT;
            if (answer.verdict == GO_VERDICT_WON && truth == 0) {
                show(board, goal, begins == 1);
                fail_msg("seed %d: won by orders %d, but it is not", SEED, i + 1);
            }
        }
    }
}

static void test_truth(void **state)
{
    (void)state;
    static const int sizes[][3] = {{3, 3, 5}, {4, 3, 6}, {4, 4, 6}, {5, 4, 6}, {5, 5, 6}};
    struct zm_random random;
    struct go_threats *threats = go_threats_open(&go_connection_orders, 100000);
    assert_non_null(threats);
    random = zm_random_seeded(SEED);
    for (int aim = 0; aim < AIMS; aim++) {
        struct tally tally = {0};
        /* Every board can come back where an eye is wanted: only small ones are looked through. */
        bool small = aim == ORACLE_EYE;
        for (int i = 0; i < test_many(small ? 40 : 120, small ? 150 : 2000); i++) {
            const int *size = sizes[small ? 0 : i % 5];
            struct oracle_board board;
            struct oracle_goal goal;
            random_board(&random, size[0], size[1], size[2] - (int)zm_random_below(&random, 4),
                         &board);
            if (random_goal(&random, &board, (enum oracle_aim)aim, &goal))
                compare_goal(threats, &board, &goal, &tally);
        }
        print_message("%-8s %5u questions, won %5u, found by order 1: %u, 2: %u, 3: %u, 4: %u; ko "
                      "%u, limit %u\n",
                      aim_names[aim], tally.positions, tally.won, tally.found[0], tally.found[1],
                      tally.found[2], tally.found[3], tally.ko, tally.limits);
        assert_true(tally.positions > (test_sanitized() ? 0 : 20));
    }
    go_threats_close(threats);
}

/* --- traces --- */

/* Changes points outside a trace at random; false: it gave no sound board. */
static bool change(struct zm_random *random, const struct go_points *trace,
                   const struct oracle_board *from, struct oracle_board *to)
{
    int points = from->columns * from->rows, changes = 1 + (int)zm_random_below(random, 6);
    *to = *from;
    for (int i = 0; i < changes; i++) {
        int point = (int)zm_random_below(random, (uint64_t)points);
        if (go_points_have(trace, field_point(from, point)))
            continue;
        uint64_t what = zm_random_below(random, 3);
        for (int side = 0; side < 2; side++) {
            to->stones[side] &= ~oracle_bit(point);
            if ((int)what == side)
                to->stones[side] |= oracle_bit(point);
        }
    }
    return memcmp(from->stones, to->stones, sizeof to->stones) != 0 && oracle_is_sound(to);
}

static int check_trace(struct zm_random *random, struct go_threats *threats,
                       const struct oracle_board *board, const struct oracle_goal *goal,
                       bool max_begins)
{
    struct go_goal question = goal_of(board, goal);
    struct go_answer answer, again;
    int changes = 0;
    set_field(go_threats_field(threats), board);
    go_threats_search(threats, &question, max_begins, &answer);
    if (answer.verdict != GO_VERDICT_WON)
        return 0;
    for (int i = 0; i < 40; i++) {
        struct oracle_board other;
        if (!change(random, &answer.trace, board, &other))
            continue;
        changes++;
        set_field(go_threats_field(threats), &other);
        go_threats_search(threats, &question, max_begins, &again);
        if (again.verdict != GO_VERDICT_WON && again.verdict != GO_VERDICT_LIMIT) {
            show(board, goal, max_begins);
            show(&other, goal, max_begins);
            for (uint16_t at = go_points_next(&answer.trace, 1); at != 0;
                 at = go_points_next(&answer.trace, at + 1u))
                print_message("%c%d ", 'a' + at % (board->columns + 1) - 1,
                              at / (board->columns + 1));
            fail_msg("seed %d: order %u, verdict %d", SEED, answer.order, again.verdict);
        }
    }
    return changes;
}

static void test_traces(void **state)
{
    (void)state;
    struct zm_random random;
    struct go_threats *threats = go_threats_open(&go_connection_orders, 30000);
    int changes = 0, wanted = test_many(6000, 100000);
    assert_non_null(threats);
    random = zm_random_seeded(SEED + 1);
    for (int round = 0; changes < wanted; round++) {
        struct oracle_board board;
        struct oracle_goal goal;
        int size = 3 + (int)zm_random_below(&random, 3);
        random_board(&random, size, 5, 6 + (int)zm_random_below(&random, 9), &board);
        if (random_goal(&random, &board, (enum oracle_aim)(round % AIMS), &goal))
            changes += check_trace(&random, threats, &board, &goal, zm_random_below(&random, 2));
    }
    go_threats_close(threats);
}

/* --- three stones --- */

struct link_tally {
    unsigned questions, won, found, wrong, disjoint;
};

/* Three stones of one side in three chains; false: there are none. */
static bool random_links(struct zm_random *random, const struct oracle_board *board,
                         struct oracle_goal *goal)
{
    if (!random_goal(random, board, ORACLE_CONNECT, goal))
        return false;
    oracle_set own = board->stones[goal->max];
    oracle_set rest = own & ~oracle_flood(board, oracle_bit(goal->points[0]), own) &
                      ~oracle_flood(board, oracle_bit(goal->points[1]), own);
    if (rest == 0)
        return false;
    goal->points[2] = random_bit(random, rest);
    goal->count = 3;
    return true;
}

static void compare_links(struct go_links_search *search, const struct oracle_board *board,
                          const struct oracle_goal *goal, bool max_begins, int truth,
                          struct link_tally *tally)
{
    struct go_links links = {.max = (uint8_t)(GO_BLACK + goal->max), .count = 3};
    struct go_links_answer answer;
    for (int i = 0; i < 3; i++)
        links.stones[i] = field_point(board, goal->points[i]);
    set_field(go_links_field(search), board);
    go_links_run(search, &links, max_begins, &answer);
    bool won = answer.verdict == GO_VERDICT_WON;
    tally->questions++;
    tally->won += truth == 1;
    tally->found += won && truth == 1;
    tally->wrong += won && truth == 0;
    /* Decided at the root, by traces without a common point: this is never wrong. */
    bool at_once =
        won && answer.counts.disjoint == 1 && answer.counts.nodes == answer.counts.secondary;
    tally->disjoint += at_once;
    if (at_once && truth == 0) {
        show(board, goal, max_begins);
        fail_msg("seed %d: traces have no point in common, but it is not won", SEED + 2);
    }
}

static void test_links(void **state)
{
    (void)state;
    static const char *const names[] = {"union", "intersection", "alpha-beta"};
    struct zm_random random = zm_random_seeded(SEED + 2);
    struct go_links_search *searches[3];
    struct link_tally tallies[3] = {{0}};
    for (int i = 0; i < 3; i++) {
        searches[i] = go_links_open((enum go_links_method)i, &go_connection_orders, 5000, 50000);
        assert_non_null(searches[i]);
    }
    for (int round = 0; round < test_many(1500, 20000); round++) {
        struct oracle_board board;
        struct oracle_goal goal;
        bool max_begins = round % 2;
        random_board(&random, 4 + round % 2, 3 + round / 2 % 3,
                     4 + (int)zm_random_below(&random, 4), &board);
        if (!random_links(&random, &board, &goal))
            continue;
        int truth = oracle_solve(&board, &goal, max_begins, test_long() ? 30000 : 4000);
        for (int i = 0; i < 3 && truth >= 0; i++)
            compare_links(searches[i], &board, &goal, max_begins, truth, &tallies[i]);
    }
    for (int i = 0; i < 3; i++) {
        const struct link_tally *tally = &tallies[i];
        print_message("%-12s %5u questions, won %u, found %u, wrongly won %u, at once %u\n",
                      names[i], tally->questions, tally->won, tally->found, tally->wrong,
                      tally->disjoint);
        assert_true(tally->questions > (test_sanitized() ? 2 : 50));
        assert_true(10 * tally->found >= 8 * tally->won && 50 * tally->wrong <= tally->questions);
        go_links_close(searches[i]);
    }
}

/* --- goals of random games, and words --- */

/* Two black stones with one point between them, white ones above and below it: d5, f5; e6, e4. */
static void set_gap(struct goban *board)
{
    static const uint8_t places[4][3] = {
        {3, 4, GO_BLACK}, {5, 4, GO_BLACK}, {4, 5, GO_WHITE}, {4, 3, GO_WHITE}};
    goban_start(board, 9, 9);
    for (int i = 0; i < 4; i++)
        goban_put(board, goban_point(board, places[i][1] * 9u + places[i][0]), places[i][2]);
}

/* Are two stones in one chain? Goes from stone to stone, without the board's chains. */
static bool is_one_chain(const struct goban *board, uint16_t from, uint16_t to)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    struct go_points seen = {{0}};
    uint16_t stack[GO_POINTS];
    unsigned count = 1;
    stack[0] = from;
    go_points_add(&seen, from);
    while (count > 0) {
        uint16_t at = stack[--count];
        for (int i = 0; i < 4; i++) {
            uint16_t near = (uint16_t)(at + offsets[i]);
            if (board->colour[near] != board->colour[from] || go_points_have(&seen, near))
                continue;
            go_points_add(&seen, near);
            stack[count++] = near;
        }
    }
    return go_points_have(&seen, to);
}

/* Sums over games: all of them, those with something in them, both together. */
struct sums {
    double games, sum, squares;
};

static void sums_add(struct sums *sums, bool counts, int score)
{
    sums->games += counts;
    sums->sum += counts ? score : 0;
    sums->squares += counts ? (double)score * score : 0;
}

/* A mean for Black less two standard errors, as wishes.h has it. */
static double lowered_mean(const struct sums *all, const struct sums *some)
{
    double middle = all->sum / all->games;
    double spread = sqrt(all->squares / all->games - middle * middle);
    return some->sum / some->games - 2 * spread / sqrt(some->games);
}

/* Plays a random game from a board and tells all wishes of it; says whether the stones were in one
 * chain at some time before either was taken, and who was first on each point. */
static int play_wished(struct go_wishes *const wishes[3], struct goban *game,
                       struct goban_lots *lots, const uint16_t stones[2], bool *joined,
                       uint8_t first[GOBAN_POINTS])
{
    bool open = true;
    *joined = false;
    memset(first, 0, GOBAN_POINTS);
    for (int k = 0; k < 3; k++)
        go_wishes_begin(wishes[k]);
    while (game->passes < 2 && game->moves < 300) {
        uint16_t move = goban_random_move(game, lots);
        if (move != GOBAN_PASS && first[move] == 0)
            first[move] = game->turn;
        for (int k = 0; k < 3; k++)
            go_wishes_moving(wishes[k], game, move);
        goban_play(game, move);
        open = open && game->colour[stones[0]] == GO_BLACK && game->colour[stones[1]] == GO_BLACK;
        *joined = *joined || (open && is_one_chain(game, stones[0], stones[1]));
    }
    for (int k = 0; k < 3; k++)
        go_wishes_end(wishes[k], game, first, goban_score(game));
    return goban_score(game);
}

/* What a goal is worth by each formula, from sums that are made one by one. */
static void test_wishes(void **state)
{
    (void)state;
    static struct goban board, game;
    struct goban_lots lots = {SEED};
    struct go_wishes *wishes[3];
    struct sums all = {0}, reached = {0}, firsts = {0}, both = {0}, others;
    double worths[GOBAN_POINTS];
    uint8_t first[GOBAN_POINTS];
    set_gap(&board);
    uint16_t gap = goban_point(&board, 4 * 9 + 4);
    const uint16_t stones[2] = {(uint16_t)(gap - 1), (uint16_t)(gap + 1)};
    for (int k = 0; k < 3; k++) {
        wishes[k] = go_wishes_open(GO_WISH_CONNECT, (enum go_formula)k, 2000);
        assert_non_null(wishes[k]);
        assert_int_equal(go_wishes_find(wishes[k], &board), 1);
    }
    for (int i = 0; i < test_rounds(1000); i++) {
        bool joined;
        goban_copy(&game, &board);
        int score = play_wished(wishes, &game, &lots, stones, &joined, first);
        sums_add(&all, true, score);
        sums_add(&reached, joined, score);
        sums_add(&firsts, first[gap] == GO_BLACK, score);
        sums_add(&both, joined && first[gap] == GO_BLACK, score);
    }
    others = (struct sums){all.games - firsts.games, all.sum - firsts.sum, 0};
    double own = lowered_mean(&all, &firsts), own_difference = own - others.sum / others.games;
    others = (struct sums){all.games - reached.games, all.sum - reached.sum, 0};
    double mean = lowered_mean(&all, &reached), difference = mean - others.sum / others.games;
    const double expected[3] = {fmax(mean, own), fmax(difference, own_difference),
                                fmax(lowered_mean(&all, &both), own)};
    for (int k = 0; k < 3; k++) {
        go_wishes_judge(wishes[k], worths);
        assert_true(fabs(worths[gap] - expected[k]) < 1e-3);
        assert_true(isinf(worths[GOBAN_PASS]));
        go_wishes_close(wishes[k]);
    }
}

/* What tactics advise: the point that connects or cuts, and the liberty of a stone in atari. */
static void test_advice(void **state)
{
    (void)state;
    struct goban board;
    struct zm_run run;
    float games[GOBAN_POINTS];
    struct go_threats *threats = go_threats_open(&go_goal_orders, GO_ADVICE_NODES);
    assert_non_null(threats);
    set_gap(&board);
    uint16_t gap = goban_point(&board, 4 * 9 + 4), corner = goban_point(&board, 0);
    for (int i = 0; i < 2; i++, board.turn = GO_WHITE) {
        zm_run_begin(&run);
        go_advice_find(threats, &board, &run, games);
        assert_true(games[gap] > 0 && games[corner] <= 0);
    }
    float before = games[gap + 1 + board.stride];
    goban_put(&board, (uint16_t)(gap + 2), GO_WHITE);
    goban_put(&board, (uint16_t)(gap + 1 - board.stride), GO_WHITE);
    goban_put(&board, gap, GO_WHITE); /* f5 has one liberty left, f6, and may be saved by f7 */
    goban_put(&board, (uint16_t)(gap + 1 + 2 * board.stride), GO_BLACK);
    zm_run_begin(&run);
    go_advice_find(threats, &board, &run, games);
    assert_true(games[gap + 1 + board.stride] > before && games[corner] <= 0);
    go_threats_close(threats);
}

static void test_words(void **state)
{
    (void)state;
    struct goban board;
    struct zm_buffer text = {0};
    set_gap(&board);
    assert_true(go_reason(&board, goban_point(&board, 4 * 9 + 4), NULL, &text));
    assert_non_null(strstr(zm_buffer_string(&text), "connects d5 and f5"));
    zm_buffer_clear(&text);
    assert_true(go_reason(&board, goban_point(&board, 0), NULL, &text));
    assert_string_equal(zm_buffer_string(&text), "");
    assert_true(go_remarks(&board, NULL, &text));
    assert_non_null(strstr(zm_buffer_string(&text), "X d5 f5: undecided; connected by e5; cut by"));
    zm_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_field), cmocka_unit_test(test_traces), cmocka_unit_test(test_truth),
        cmocka_unit_test(test_links), cmocka_unit_test(test_wishes), cmocka_unit_test(test_advice),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
