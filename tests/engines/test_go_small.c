/* Small boards of Go, solved: against sweeps over all places, against published margins, and against
 * searches over the plain board that store nothing. */
#include "engines/go/plays.h"
#include "engines/go/settle.h"
#include "engines/go/whole.h"

#include "tests/test.h"

/* Half points of the player to move more than the other's: alpha-beta over the rules alone. */
static int32_t plain(void *state, struct zm_bytes position, int32_t low, int32_t high)
{
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    struct zm_ending ending;
    zm_go.rules->ending(state, position, NULL, &ending);
    if (ending.over)
        return ending.half_points[0] - ending.half_points[1];
    zm_go.rules->moves(state, position, NULL, &moves);
    int32_t best = -1000;
    for (size_t i = moves.count; i-- > 0 && best < high;) {
        zm_go.rules->apply(state, position, zm_list_at(&moves, i), &next);
        int32_t margin = -plain(state, zm_buffer_bytes(&next), -high, -(best > low ? best : low));
        best = margin > best ? margin : best;
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return best;
}

/* All of 2x2 by plain search: every position that a few moves lead to. */
static void test_two_by_two(void **unused)
{
    static const char *const texts[] = {"2x2",      "2x2 a1",         "2x2 a1 b2", "2x2 a1 b1 b2",
                                        "2x2 pass", "2x2 a1 b2 pass", "X./.O X",   "XX/X. O"};
    (void)unused;
    for (int ko = GO_POSITIONAL; ko <= GO_SIMPLE; ko++)
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            struct go_state state = {.rules = {.usual_komi = true, .ko = (enum go_ko)ko}};
            struct zm_buffer position = {0};
            struct go_game game = {0};
            struct go_proof proof;
            struct zm_run run;
            zm_run_begin(&run);
            assert_int_equal(go_parse(&state, texts[i], &position, NULL), ZM_OK);
            assert_true(go_game_read(&game, &state.rules, zm_buffer_bytes(&position)));
            int32_t margin = plain(&state, zm_buffer_bytes(&position), -1000, 1000);
            assert_int_equal(go_settle(&game, &state.rules, -4, 4, &run, &proof, NULL), ZM_OK);
            int32_t mover = game.board.turn == GO_BLACK ? 2 * proof.lower : -2 * proof.lower;
            if (mover != margin)
                fail_msg("%s, ko %d: %d half points, not %d", texts[i], ko, mover, margin);
            go_game_free(&game);
            go_game_free(&state.game);
            zm_buffer_free(&position);
        }
}

/* Black's margins by area with the first move (van der Werf, van den Herik and Uiterwijk, "Solving
 * Go on small boards", 2003). With simple ko 2x2 is a draw: nobody can keep a board from coming
 * back. */
static void test_solved_boards(void **unused)
{
    static const struct {
        unsigned columns, rows;
        int margin, simple;
    } known[] = {{2, 2, 1, 0}, {2, 3, 0, 0},   {3, 2, 0, 0},   {2, 4, 8, 8}, {3, 3, 9, 9},
                 {4, 3, 4, 4}, {2, 5, 10, 10}, {2, 6, 12, 12}, {4, 4, 2, 1}};
    (void)unused;
    for (int ko = GO_POSITIONAL; ko <= GO_SIMPLE; ko++)
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            const struct go_rules rules = {.usual_komi = true, .ko = (enum go_ko)ko};
            struct go_board board = {
                .columns = known[i].columns, .rows = known[i].rows, .turn = GO_BLACK};
            int points = (int)go_size(&board);
            struct zm_buffer position = {0};
            struct go_game game = {0};
            struct go_proof proof;
            struct zm_run run;
            if ((test_sanitized() && points > 9) || (!test_long() && points > 12))
                continue;
            zm_run_begin(&run);
            go_write_start(&board, &position);
            assert_true(go_game_read(&game, &rules, zm_buffer_bytes(&position)));
            assert_int_equal(go_settle(&game, &rules, -points, points, &run, &proof, NULL), ZM_OK);
            assert_int_equal(proof.lower, ko == GO_SIMPLE ? known[i].simple : known[i].margin);
            go_game_free(&game);
            zm_buffer_free(&position);
        }
}

/* --- forced margins of every place of 2x3, by sweeps over all of them --- */

enum { SWEPT = 6, BOARDS = 729, PLACES = BOARDS * 2 * 2 * (SWEPT + 1) };

static bool forced_by[2][SWEPT + 1][PLACES]; /* side, margin */

/* The number of a place; `ko`: the point on which a ko must not be taken back, or SWEPT. */
static unsigned place_at(const struct go_board *board, bool passed, unsigned ko)
{
    unsigned number = 0;
    for (unsigned i = 0; i < SWEPT; i++)
        number = 3 * number + board->points[i];
    return ((number * 2 + board->turn - GO_BLACK) * 2 + passed) * (SWEPT + 1) + ko;
}

/* Reads a place; false: a stone on it has no liberty. */
static bool place_read(unsigned number, struct go_board *board, bool *passed, unsigned *ko)
{
    *board = (struct go_board){.columns = 2, .rows = 3};
    *ko = number % (SWEPT + 1);
    number /= SWEPT + 1;
    *passed = number % 2;
    board->turn = GO_BLACK + number / 2 % 2;
    number /= 4;
    for (unsigned i = SWEPT; i-- > 0; number /= 3)
        board->points[i] = number % 3;
    for (unsigned i = 0; i < SWEPT; i++)
        if (board->points[i] != GO_EMPTY && go_liberties(board, i) == 0)
            return false;
    return true;
}

static int area_margin(const struct go_board *board)
{
    uint8_t owners[GO_POINTS];
    int margin = 0;
    go_owners(board, owners);
    for (unsigned i = 0; i < go_size(board); i++)
        margin += (owners[i] == GO_BLACK) - (owners[i] == GO_WHITE);
    return margin;
}

/* Where a ko must not be taken back after a stone on `point`: where that would bring the board
 * before it back. */
static unsigned closed_point(const struct go_board *before, const struct go_board *after)
{
    for (unsigned i = 0; i < SWEPT; i++) {
        struct go_board back = *after;
        if (after->points[i] == GO_EMPTY && go_put(&back, i, false) &&
            memcmp(back.points, before->points, SWEPT) == 0)
            return i;
    }
    return SWEPT;
}

/* Is a margin forced on a place, by what is known of others? */
static bool is_forced(const bool *known, unsigned hero, int target, unsigned number)
{
    struct go_board board;
    bool passed;
    unsigned ko;
    if (!place_read(number, &board, &passed, &ko))
        return false;
    bool own = board.turn == GO_BLACK + hero;
    int margin = hero == 0 ? area_margin(&board) : -area_margin(&board);
    struct go_board next = board;
    next.turn = go_other(board.turn);
    bool after = passed ? margin >= target : known[place_at(&next, true, SWEPT)];
    for (unsigned i = 0; i < SWEPT && after != own; i++) {
        next = board;
        if (board.points[i] == GO_EMPTY && i != ko && go_put(&next, i, false))
            after = known[place_at(&next, false, closed_point(&board, &next))];
    }
    return after;
}

static void sweep_into(bool *known, unsigned hero, int target)
{
    memset(known, 0, PLACES);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < PLACES; i++)
            if (!known[i] && is_forced(known, hero, target, i))
                known[i] = changed = true;
    }
}

static void sweep(unsigned hero, int target)
{
    sweep_into(forced_by[hero][target], hero, target);
}

/* With simple ko a margin counts that can be forced; what nobody forces is a draw. */
static void test_forced_margins(void **unused)
{
    const struct go_rules rules = {.usual_komi = true, .ko = GO_SIMPLE};
    unsigned compared = 0;
    (void)unused;
    for (unsigned hero = 0; hero < 2; hero++)
        for (int target = 1; target <= SWEPT; target++)
            sweep(hero, target);
    for (unsigned number = SWEPT; number < PLACES; number += 2 * (SWEPT + 1)) {
        struct go_board board;
        bool passed;
        unsigned ko;
        if (!place_read(number, &board, &passed, &ko) || (test_sanitized() && number % 5 != 0))
            continue;
        int expected = 0;
        for (int target = 1; target <= SWEPT; target++)
            expected = forced_by[0][target][number]   ? target
                       : forced_by[1][target][number] ? -target
                                                      : expected;
        struct zm_buffer position = {0};
        struct go_game game = {0};
        struct go_proof proof;
        struct zm_run run;
        zm_run_begin(&run);
        go_write_start(&board, &position);
        assert_true(go_game_read(&game, &rules, zm_buffer_bytes(&position)));
        assert_int_equal(go_settle(&game, &rules, -SWEPT, SWEPT, &run, &proof, NULL), ZM_OK);
        if (proof.lower != expected)
            fail_msg("place %u: %d, not %d", number, proof.lower, expected);
        compared++;
        go_game_free(&game);
        zm_buffer_free(&position);
    }
    assert_true(compared > 100);
}

/* Boards as bits play as the plain board does. */
static void test_small_boards(void **unused)
{
    struct zm_random random = zm_random_seeded(11);
    struct small_size size;
    (void)unused;
    for (unsigned round = 0; round < 300; round++) {
        struct go_board board = {.columns = 2 + (unsigned)zm_random_below(&random, 4),
                                 .rows = 2 + (unsigned)zm_random_below(&random, 4),
                                 .turn = GO_BLACK};
        struct small_board small = {{0, 0}}, read;
        uint8_t owners[GO_POINTS];
        small_size_set(&size, board.columns, board.rows);
        for (unsigned move = 0; move < 2 * go_size(&board); move++) {
            unsigned point = (unsigned)zm_random_below(&random, go_size(&board));
            if (board.points[point] != GO_EMPTY)
                continue;
            unsigned side = board.turn - GO_BLACK;
            bool legal = go_put(&board, point, false);
            assert_int_equal(small_play(&size, &small, side, UINT32_C(1) << point), legal);
            small_read(&board, &read);
            assert_memory_equal(&read, &small, sizeof read);
            go_owners(&board, owners);
            int margin = 0;
            for (unsigned i = 0; i < go_size(&board); i++)
                margin += (owners[i] == GO_BLACK) - (owners[i] == GO_WHITE);
            assert_int_equal(small_margin(&size, &small), margin);
        }
    }
}

/* Sets are turned as their points are, all images of a place have one key, and a place comes back
 * from its number. */
static void test_images(void **unused)
{
    struct zm_random random = zm_random_seeded(17);
    struct small_size size;
    (void)unused;
    for (unsigned round = 0; round < 2000; round++) {
        small_size_set(&size, 2 + round % 4, 2 + round / 4 % 4);
        struct force_place place = {.turn = (uint8_t)zm_random_below(&random, 2),
                                    .passed = zm_random_below(&random, 2) == 0,
                                    .ko = (uint8_t)zm_random_below(&random, size.points + 1)};
        place.board.stones[0] = (uint32_t)zm_random_next(&random) & size.all;
        place.board.stones[1] =
            (uint32_t)zm_random_next(&random) & size.all & ~place.board.stones[0];
        unsigned image;
        uint64_t key = force_key(&size, &place, &image), least = UINT64_MAX;
        for (unsigned i = 0; i < size.symmetries; i++) {
            struct force_place turned = {.turn = place.turn, .passed = place.passed};
            turned.ko = place.ko == 0 ? 0 : (uint8_t)(size.images[i][place.ko - 1] + 1);
            for (unsigned side = 0; side < 2; side++) {
                for (unsigned point = 0; point < size.points; point++)
                    turned.board.stones[side] |= (place.board.stones[side] >> point & 1)
                                                 << size.images[i][point];
                assert_int_equal(small_turned(&size, i, place.board.stones[side]),
                                 turned.board.stones[side]);
            }
            unsigned other;
            assert_true(force_key(&size, &turned, &other) == key);
            uint64_t word = force_word(&turned);
            least = word < least ? word : least;
            assert_true(i != image || word == key);
            struct force_place back = force_place_of(word);
            assert_memory_equal(&back.board, &turned.board, sizeof back.board);
            assert_true(back.turn == turned.turn && back.passed == turned.passed &&
                        back.ko == turned.ko);
        }
        assert_true(least == key);
    }
}

/* What is sure stays, however the other plays while its owner passes. */
static void test_sure_points(void **unused)
{
    struct zm_random random = zm_random_seeded(13);
    struct small_size size;
    unsigned sures = 0;
    (void)unused;
    small_size_set(&size, 5, 4);
    for (unsigned round = 0; round < 20000; round++) {
        struct small_board board = {{0, 0}};
        for (unsigned i = 0; i < 14; i++)
            small_play(&size, &board, zm_random_below(&random, 3) == 0,
                       UINT32_C(1) << zm_random_below(&random, 20) &
                           ~(board.stones[0] | board.stones[1]));
        uint32_t sure = small_sure(&size, &board, 0);
        sures += sure != 0;
        assert_true(__builtin_popcount(sure) <= small_most(&size, &board, 0).sure);
        for (unsigned i = 0; sure != 0 && i < 60; i++) {
            uint32_t point = UINT32_C(1) << zm_random_below(&random, 20);
            if (!(point & (board.stones[0] | board.stones[1])))
                small_play(&size, &board, 1, point);
            uint32_t empty = size.all & ~board.stones[0] & ~board.stones[1];
            uint32_t white = small_flood(&size, small_near(&size, board.stones[1]) & empty, empty);
            assert_int_equal(sure & (board.stones[1] | white), 0);
        }
    }
    print_message("%u boards with sure points\n", sures);
    assert_true(sures > 100);
}

/* An empty point that Black fills: where a stone of his that stands alone is in atari; else, in a
 * region with stones of White, one beside his own; else there its last liberty. 0: none. */
static uint32_t find_answer(const struct small_size *size, const struct small_board *board,
                            uint32_t safe, struct zm_random *random)
{
    uint32_t black = board->stones[0], white = board->stones[1] & safe;
    uint32_t empty = size->all & ~black & ~board->stones[1], region = 0;
    for (uint32_t rest = black & safe; rest != 0; rest &= rest - 1) {
        uint32_t stone = rest & -rest, liberties = small_near(size, stone) & empty;
        if ((small_near(size, stone) & black) == 0 && __builtin_popcount(liberties) == 1)
            return liberties;
    }
    region = small_flood(size, white & -white, size->all & ~black) & empty;
    uint32_t beside = region & small_near(size, black), chosen = beside != 0 ? beside : region;
    for (uint64_t skip =
             chosen == 0 ? 0 : zm_random_below(random, (uint64_t)__builtin_popcount(chosen));
         skip > 0; skip--)
        chosen &= chosen - 1;
    return chosen & -chosen;
}

/* What is safe stays with answers, whatever White plays: Black takes all that is in it, loses no
 * stone of it, and no board comes back. */
static void keep_safe(const struct small_size *size, struct small_board board, uint32_t safe,
                      bool to_move, struct zm_random *random)
{
    uint64_t seen[4 * SMALL_POINTS];
    unsigned count = 0, moves = 2 * size->points;
    int stones = __builtin_popcount(board.stones[0] & safe);
    for (unsigned i = 0; i < 2 * moves; i++) {
        bool answers = (i % 2 == 0) == to_move;
        uint32_t empty = size->all & ~board.stones[0] & ~board.stones[1];
        uint32_t point = UINT32_C(1) << zm_random_below(random, size->points);
        if (answers)
            point = find_answer(size, &board, safe, random);
        else if (i >= moves || !(point & empty))
            point = 0; /* White passes, from half of the moves on always */
        if (point == 0 || !small_play(size, &board, !answers, point))
            continue;
        uint64_t key = board.stones[0] | (uint64_t)board.stones[1] << 32;
        for (unsigned k = 0; k < count; k++)
            assert_true(seen[k] != key);
        seen[count++] = key;
        assert_true(__builtin_popcount(board.stones[0] & safe) >= stones);
        stones = __builtin_popcount(board.stones[0] & safe);
    }
    uint32_t empty = size->all & ~board.stones[0] & ~board.stones[1];
    uint32_t white = small_flood(size, small_near(size, board.stones[1]) & empty, empty);
    if ((safe & (board.stones[1] | white)) != 0)
        fail_msg("not safe: %x of %x %x", safe, board.stones[0], board.stones[1]);
}

/* A stone after which Black keeps so many points stands where that was hoped for. Returns how many
 * points were given up rightly. */
static unsigned compare_hopes(const struct small_size *size, const struct small_board *board)
{
    unsigned given_up = 0;
    for (int points = (int)size->points; points > 0; points -= 4) {
        uint32_t hopes = small_hopes(size, board, 0, points);
        for (uint32_t empty = size->all & ~board->stones[0] & ~board->stones[1]; empty != 0;
             empty &= empty - 1) {
            struct small_board next = *board;
            if (!small_play(size, &next, 0, empty & -empty))
                continue;
            bool kept = __builtin_popcount(small_safe(size, &next, 0, false)) >= points ||
                        __builtin_popcount(small_sure(size, &next, 0)) >= points;
            given_up += (hopes & empty & -empty) == 0;
            assert_true(!kept || (hopes & empty & -empty) != 0);
        }
    }
    return given_up;
}

static void test_safe_points(void **unused)
{
    const uint64_t seed = 31;
    struct zm_random random = zm_random_seeded(seed);
    struct small_size size;
    unsigned boards = 0, more = 0, hoped = 0, rounds = test_sanitized() ? 4000 : 40000;
    (void)unused;
    for (unsigned round = 0; round < rounds; round++) {
        struct small_board board = {{0, 0}};
        bool to_move = round % 2 == 0;
        small_size_set(&size, 3 + round % 3, 5);
        for (unsigned i = 0; i < 22; i++)
            small_play(&size, &board, zm_random_below(&random, 3) == 0,
                       UINT32_C(1) << zm_random_below(&random, size.points) &
                           ~(board.stones[0] | board.stones[1]));
        uint32_t safe = small_safe(&size, &board, 0, to_move);
        uint32_t sure = small_sure(&size, &board, 0);
        assert_true(__builtin_popcount(safe) <= small_most(&size, &board, 0).safe);
        hoped += compare_hopes(&size, &board);
        boards += safe != 0;
        more += (safe & ~sure & board.stones[1]) != 0;
        for (unsigned i = 0; i < 10 && safe != 0; i++)
            keep_safe(&size, board, safe, to_move, &random);
    }
    print_message("seed %u: %u boards with safe points, %u with dead stones in them\n",
                  (unsigned)seed, boards, more);
    assert_true(boards > 100 && more > 20 && hoped > 100);
}

/* --- all places at once --- */

/* The same of every place of 2x3 as sweeps over the plain board. */
static void test_whole(void **unused)
{
    unsigned counts[3] = {0}, kos = 0;
    struct small_size size;
    struct whole whole;
    struct zm_run run;
    (void)unused;
    zm_run_begin(&run);
    small_size_set(&size, 2, 3);
    assert_true(whole_open(&whole, &size, &run));
    static const int targets[] = {1, 2, 6, 4, 3, 5}; /* up and down: what is kept must still hold */
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        int target = targets[i];
        assert_true(whole_sweep(&whole, target));
        sweep(0, target);
        sweep_into(forced_by[1][0], 1, 1 - target);
        for (unsigned number = 0; number < PLACES; number++) {
            struct go_board board;
            struct force_place place = {0};
            unsigned ko;
            if (!place_read(number, &board, &place.passed, &ko))
                continue;
            small_read(&board, &place.board);
            place.turn = (uint8_t)(board.turn - GO_BLACK);
            place.ko = (uint8_t)(ko == SWEPT ? 0 : ko + 1);
            if (place.ko != 0 && (place.passed || board.points[ko] != GO_EMPTY))
                continue; /* no stone leads there */
            int expected = forced_by[0][target][number] ? 1 : forced_by[1][0][number] ? -1 : 0;
            int value = whole_value(&whole, &place);
            if ((value > 0) - (value < 0) != expected)
                fail_msg("target %d, place %u: %d, not %d", target, number, value, expected);
            counts[expected + 1]++;
            kos += place.ko != 0;
        }
    }
    whole_close(&whole);
    assert_true(counts[0] > 1000 && counts[1] > 100 && counts[2] > 1000 && kos > 1000);
}

/* --- superko, by a search that stores nothing --- */

enum { SIDES = 9, LONGEST = GO_MOVES_PER_POINT * SIDES, MOST_NODES = 20000 };

/* A game from a board on, with all boards that it had. */
struct way {
    enum go_ko ko;
    unsigned hero; /* GO_BLACK or GO_WHITE */
    int target;
    uint64_t nodes;
    unsigned count, passes;
    struct go_board boards[LONGEST + 1]; /* the last one is there now */
};

/* Was a board there, or, with situational superko, there with the same player to move? */
static bool was_there(const struct way *way, const struct go_board *board)
{
    for (unsigned i = 0; i < way->count; i++)
        if (memcmp(way->boards[i].points, board->points, go_size(board)) == 0 &&
            (way->ko == GO_POSITIONAL || way->boards[i].turn == board->turn))
            return true;
    return false;
}

static bool forces(struct way *way, unsigned depth);

/* Plays on with a board. */
static bool forces_after(struct way *way, const struct go_board *next, bool pass, unsigned depth)
{
    unsigned passes = way->passes;
    way->passes = pass ? passes + 1 : 0;
    way->boards[way->count++] = *next;
    bool forced = forces(way, depth - 1);
    way->count--;
    way->passes = passes;
    return forced;
}

/* Does the hero get his margin in so many moves, by the rules alone? */
static bool forces(struct way *way, unsigned depth)
{
    const struct go_board board = way->boards[way->count - 1];
    bool own = board.turn == way->hero;
    struct go_board next = board;
    if (way->passes == 2 || way->count > GO_MOVES_PER_POINT * go_size(&board)) {
        int margin = area_margin(&board);
        return (way->hero == GO_BLACK ? margin : -margin) >= way->target;
    }
    if (depth == 0 || ++way->nodes > MOST_NODES)
        return false;
    next.turn = go_other(board.turn);
    bool forced = forces_after(way, &next, true, depth);
    for (unsigned i = 0; i < go_size(&board) && forced != own; i++) {
        next = board;
        if (board.points[i] == GO_EMPTY && go_put(&next, i, false) && !was_there(way, &next))
            forced = forces_after(way, &next, false, depth);
    }
    return forced;
}

/* Does a side force this from a board on? False: it is not found with so many nodes. */
static bool finds(enum go_ko ko, const struct go_board *board, unsigned hero, int target)
{
    static struct way way;
    way = (struct way){.ko = ko, .hero = hero, .target = target, .count = 1, .boards = {*board}};
    for (unsigned depth = 1; depth <= LONGEST && way.nodes <= MOST_NODES; depth++)
        if (forces(&way, depth))
            return way.nodes <= MOST_NODES;
    return false;
}

/* Does a side force this by the searches that store, in so many moves, so that no board comes back
 * against the rule of ko? */
static bool is_claimed(enum go_ko ko, const struct go_board *board, unsigned side, int target)
{
    enum { DEEPEST = 14 };
    struct small_size size;
    struct force force;
    struct force_place place = {.turn = (uint8_t)(board->turn - GO_BLACK)};
    struct zm_run run;
    unsigned length;
    bool held = false;
    zm_run_begin(&run);
    small_size_set(&size, board->columns, board->rows);
    small_read(board, &place.board);
    assert_true(force_open(&force, &size, 1 << 16, &run));
    force_aim(&force, side, target);
    for (unsigned depth = 1; depth <= DEEPEST && !held; depth++)
        while (!held && force_finds(&force, &place, depth, &length)) {
            enum force_lasting lasting = force_lasts(&force, &place, ko, NULL, 0);
            assert_true(lasting != FORCE_UNKNOWN);
            held = lasting == FORCE_LASTS;
        }
    force_close(&force);
    return held;
}

struct tally {
    unsigned boards, decided, claimed;
};

/* The margin of a board: found by settle.h, forced by both sides over the rules alone, and not
 * exceeded by what either side claims. */
static void compare_superko(enum go_ko ko, const struct go_board *board, struct tally *tally)
{
    const struct go_rules rules = {.usual_komi = true, .ko = ko};
    int points = (int)go_size(board);
    struct zm_buffer position = {0};
    struct go_game game = {0};
    struct go_proof proof;
    struct zm_run run;
    unsigned decided = 0;
    zm_run_begin(&run);
    go_write_start(board, &position);
    assert_true(go_game_read(&game, &rules, zm_buffer_bytes(&position)));
    assert_int_equal(go_settle(&game, &rules, -points, points, &run, &proof, NULL), ZM_OK);
    go_game_free(&game);
    zm_buffer_free(&position);
    for (unsigned side = 0; side < 2; side++) {
        int margin = side == 0 ? proof.lower : -proof.lower;
        /* That both force it says that nobody gets a point more. */
        decided += finds(ko, board, GO_BLACK + side, margin);
        tally->claimed += is_claimed(ko, board, side, margin);
        if (is_claimed(ko, board, side, margin + 1))
            fail_msg("side %u claims %d, but gets %d", side, margin + 1, margin);
    }
    tally->boards++;
    tally->decided += decided == 2;
}

/* A board at random on which every stone has a liberty; few points of it are empty. */
static void make_board(struct zm_random *random, unsigned columns, unsigned rows,
                       struct go_board *board)
{
    for (bool lasting = false; !lasting;) {
        *board = (struct go_board){.columns = columns, .rows = rows};
        board->turn = GO_BLACK + (unsigned)zm_random_below(random, 2);
        unsigned stones = 0;
        for (unsigned i = 0; i < go_size(board); i++) {
            uint64_t lot = zm_random_below(random, 5);
            board->points[i] = lot < 2 ? GO_BLACK : lot < 4 ? GO_WHITE : GO_EMPTY;
            stones += board->points[i] != GO_EMPTY;
        }
        lasting = stones > 0;
        for (unsigned i = 0; i < go_size(board); i++)
            lasting = lasting && (board->points[i] == GO_EMPTY || go_liberties(board, i) > 0);
    }
}

struct whole_tally {
    unsigned boards, decided, wandered;
};

/* Is the margin of a game one that no side can force, so that only superko decides it? */
static bool needs_superko(const struct go_board *board, int margin)
{
    struct force_place place = {.turn = (uint8_t)(board->turn - GO_BLACK)};
    struct small_size size;
    struct whole whole;
    struct zm_run run;
    bool open = false;
    zm_run_begin(&run);
    small_size_set(&size, board->columns, board->rows);
    small_read(board, &place.board);
    assert_true(whole_open(&whole, &size, &run));
    for (int target = margin; target <= margin + 1; target++) {
        assert_true(whole_sweep(&whole, target));
        open |= whole_value(&whole, &place) == 0;
    }
    whole_close(&whole);
    return open;
}

/* All places, ways and strategies against a search that compares all boards and stores nothing:
 * what they say is never wrong, also where they leave it open. */
static void compare_whole(enum go_ko ko, const struct go_game *game, struct whole_tally *tally)
{
    const struct go_rules rules = {.usual_komi = true, .ko = ko};
    int points = (int)go_size(&game->board);
    struct go_proof plain, whole;
    struct zm_run run;
    zm_run_begin(&run);
    if (go_prove(game, ko == GO_POSITIONAL, 1 << 17, &run, &plain, NULL) != ZM_OK)
        return;
    enum zm_status status = go_settle_whole(game, &rules, -points, points, &run, &whole, NULL);
    if (whole.lower > plain.lower || whole.upper < plain.lower)
        fail_msg("ko %d: between %d and %d, but it is %d", ko, whole.lower, whole.upper,
                 plain.lower);
    assert_int_equal(status, whole.lower == whole.upper ? ZM_OK : ZM_STOPPED);
    tally->boards++;
    tally->decided += status == ZM_OK;
    tally->wandered += status == ZM_OK && needs_superko(&game->board, plain.lower);
}

/* A game at random of so many moves, passes among them, by the rules. */
static void play_at_random(struct zm_random *random, const struct go_rules *rules, unsigned moves,
                           struct go_game *game)
{
    for (unsigned i = 0; i < moves && !go_game_over(game); i++) {
        unsigned move = (unsigned)zm_random_below(random, go_size(&game->board) + 1);
        move = move == go_size(&game->board) ? GO_PASS : move;
        if (go_game_allows(game, rules, move))
            go_game_play(game, rules, move);
    }
}

static void test_whole_superko(void **unused)
{
    static const unsigned sizes[][3] = {
        {2, 2, 200}, {2, 3, 100}, {3, 2, 100}, {2, 4, 20}, {3, 3, 40}};
    const uint64_t seed = 37;
    struct zm_random random = zm_random_seeded(seed);
    struct whole_tally all = {0};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int ko = GO_POSITIONAL; ko < GO_SIMPLE; ko++) {
            const struct go_rules rules = {.usual_komi = true, .ko = (enum go_ko)ko};
            struct whole_tally tally = {0};
            unsigned games = sizes[i][2] * (test_long() ? 20 : 1) / (test_sanitized() ? 10 : 1);
            for (unsigned k = 0; k < games; k++) {
                struct go_board board = {
                    .columns = sizes[i][0], .rows = sizes[i][1], .turn = GO_BLACK};
                struct zm_buffer position = {0};
                struct go_game game = {0};
                if (k % 2 == 1)
                    make_board(&random, sizes[i][0], sizes[i][1], &board);
                go_write_start(&board, &position);
                assert_true(go_game_read(&game, &rules, zm_buffer_bytes(&position)));
                play_at_random(&random, &rules, k % 13, &game); /* what was there counts */
                if (!go_game_over(&game))
                    compare_whole((enum go_ko)ko, &game, &tally);
                go_game_free(&game);
                zm_buffer_free(&position);
            }
            print_message("seed %u, %ux%u, ko %d: %u games, %u decided by all places, %u of them "
                          "by superko alone\n",
                          (unsigned)seed, sizes[i][0], sizes[i][1], ko, tally.boards, tally.decided,
                          tally.wandered);
            all.boards += tally.boards;
            all.decided += tally.decided;
            all.wandered += tally.wandered;
        }
    assert_true(all.boards > 50);
    assert_true(all.decided > all.boards / 2);
    assert_true(all.wandered > all.boards / 20);
}

static bool remember(void *context, const struct force_place *place)
{
    *(struct force_place *)context = *place;
    return true;
}

/* A play of three places of which the last has the board of the first: who must not lead there? The
 * hero is Black, so that he leads to places where White moves. */
static void test_returns(void **unused)
{
    static const struct {
        uint8_t first, last; /* who moves there */
        bool passed, returns[3];
    } rows[] = {
        {1, 1, false, {[GO_POSITIONAL] = true, [GO_SITUATIONAL] = true, [GO_SIMPLE] = true}},
        {0, 1, false, {[GO_POSITIONAL] = true}},
        {0, 0, false, {[GO_SIMPLE] = true}}, /* White must not, unless it is a draw */
        {1, 1, true, {false}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int ko = GO_POSITIONAL; ko <= GO_SIMPLE; ko++) {
            const struct force_place places[3] = {
                {{{1, 2}}, rows[i].first, false, 0},
                {{{5, 2}}, 1 - rows[i].last, false, 0},
                {{{1, 2}}, rows[i].last, rows[i].passed, 3},
            };
            struct force_place found = {0};
            struct plays plays;
            bool any;
            plays_init(&plays);
            for (unsigned k = 0; k < 3; k++) {
                assert_int_equal(plays_number(&plays, force_word(&places[k])), k);
                plays_begin(&plays, k);
                plays_at(&plays, k)->length = 2 - k;
                if (k < 2)
                    plays_lead_to(&plays, force_word(&places[k + 1]));
            }
            assert_true(plays_end(&plays));
            assert_true(plays_find_returns(&plays, (enum go_ko)ko, 0, remember, &found, &any));
            assert_int_equal(any, rows[i].returns[ko]);
            assert_int_equal(found.ko, any ? 3 : 0);
            plays_at(&plays, 1)->length = 2;
            assert_false(plays_end(&plays)); /* as long as before: it might never end */
            plays_free(&plays);
        }
}

/* A table that is far too small loses most of what it had, and says the same: what is found, and
 * that no board comes back in it. */
static void test_small_table(void **unused)
{
    static const size_t bytes[] = {1 << 8, 1 << 14, 1 << 24};
    struct force_place root = {.turn = 0};
    struct small_size size;
    (void)unused;
    small_size_set(&size, 2, 4);
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        for (unsigned side = 0; side < 2; side++) {
            enum { DEEPEST = 9 };
            struct force force;
            struct zm_run run;
            unsigned length = 0, depth = 1;
            zm_run_begin(&run);
            assert_true(force_open(&force, &size, bytes[i], &run));
            force_aim(&force, side, side == 0 ? 8 : -7);
            while (depth <= DEEPEST && !force_finds(&force, &root, depth, &length))
                depth++;
            if (side == 0) {
                assert_int_equal(depth, DEEPEST);
                assert_int_equal(force_lasts(&force, &root, GO_SIMPLE, NULL, 0), FORCE_LASTS);
            } else {
                assert_true(depth > DEEPEST);
            }
            force_close(&force);
        }
}

/* Boards on which the way to the limit of moves decides, and nothing shorter. */
static void test_long_ways(void **unused)
{
    static const char *const texts[] = {"../X./.. O", "OX/.X/XX O"};
    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        struct go_state state = {.rules = {.usual_komi = true, .ko = GO_SITUATIONAL}};
        struct zm_buffer position = {0};
        struct go_game game = {0};
        struct tally tally = {0};
        assert_int_equal(go_parse(&state, texts[i], &position, NULL), ZM_OK);
        assert_true(go_game_read(&game, &state.rules, zm_buffer_bytes(&position)));
        compare_superko(GO_SITUATIONAL, &game.board, &tally);
        go_game_free(&game);
        go_game_free(&state.game);
        zm_buffer_free(&position);
    }
}

static void test_superko(void **unused)
{
    static const unsigned sizes[][2] = {{2, 3}, {2, 4}, {3, 3}};
    const uint64_t seed = 29;
    struct zm_random random = zm_random_seeded(seed);
    unsigned boards = test_long()        ? 300
                      : test_sanitized() ? 2
                                         : 20,
             all = 0, decided = 0, claimed = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int ko = GO_POSITIONAL; ko < GO_SIMPLE; ko++) {
            struct tally tally = {0};
            struct go_board board;
            for (unsigned k = 0; k < boards; k++) {
                make_board(&random, sizes[i][0], sizes[i][1], &board);
                compare_superko((enum go_ko)ko, &board, &tally);
            }
            print_message("seed %u, %ux%u, ko %d: %u boards, %u decided by the rules alone, %u "
                          "claims held\n",
                          (unsigned)seed, sizes[i][0], sizes[i][1], ko, tally.boards, tally.decided,
                          tally.claimed);
            all += boards;
            decided += tally.decided;
            claimed += tally.claimed;
        }
    assert_true(decided > all / 2);
    assert_true(claimed > all / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_by_two),     cmocka_unit_test(test_solved_boards),
        cmocka_unit_test(test_forced_margins), cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_sure_points),    cmocka_unit_test(test_safe_points),
        cmocka_unit_test(test_superko),        cmocka_unit_test(test_long_ways),
        cmocka_unit_test(test_images),         cmocka_unit_test(test_small_table),
        cmocka_unit_test(test_whole),          cmocka_unit_test(test_whole_superko),
        cmocka_unit_test(test_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
