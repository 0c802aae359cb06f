/* Random games of Go with some sense: each part of the policy makes the moves that it is there for. */
#include "engines/go/playout.h"

#include "tests/test.h"

/* Sets stones up, the last of them as the last move of who is not to move. Points are letter and
 * digit, in upper case for Black. */
static void set_up(struct goban *board, const char *stones, uint8_t turn)
{
    uint16_t point = GOBAN_PASS;
    goban_start(board, 7, 7);
    for (; stones[0] != 0; stones += stones[2] == ' ' ? 3 : 2) {
        bool black = stones[0] >= 'A' && stones[0] <= 'Z';
        unsigned column = (unsigned)(stones[0] - (black ? 'A' : 'a'));
        point = goban_point(board, (unsigned)(stones[1] - '1') * 7 + column);
        goban_put(board, point, black ? GO_BLACK : GO_WHITE);
    }
    board->turn = turn;
    board->last = point;
    board->before_last = GOBAN_PASS;
}

/* Draws many moves: they are those listed, each of them at some time, or (`only` being false) also
 * others. */
static void expect(const char *stones, uint8_t turn, struct go_policy policy, const char *moves,
                   bool only)
{
    static struct goban board, start;
    struct go_patterns patterns;
    struct goban_lots lots = {7};
    unsigned met[GOBAN_POINTS] = {0}, listed = 0, count = 0;
    enum { DRAWS = 400 };
    go_patterns_make(&patterns);
    set_up(&start, stones, turn);
    for (int i = 0; i < DRAWS; i++) {
        goban_copy(&board, &start);
        met[go_playout_move(&board, &patterns, &policy, &lots)]++;
    }
    for (; moves[0] != 0; moves += moves[2] == ' ' ? 3 : 2, count++) {
        uint16_t point =
            goban_point(&start, (unsigned)(moves[1] - '1') * 7 + (unsigned)(moves[0] - 'a'));
        assert_true(met[point] > 0);
        listed += met[point];
    }
    assert_int_equal(only, listed == DRAWS);
}

static const struct go_policy weak = {.weak = true, .self_atari = 90},
                              anywhere = {.anywhere = 100, .self_atari = 90},
                              captures = {.captures = 100, .self_atari = 90},
                              nothing = {.self_atari = 90};

/* A stone with two liberties beside the last move is made stronger, by either side. */
static void test_weak(void **unused)
{
    (void)unused;
    expect("D4 c4 d5", GO_BLACK, weak, "e4 d3", true);
    expect("D4 c4 d5", GO_BLACK, nothing, "e4 d3", false);
    expect("C4 D5 d4", GO_BLACK, weak, "e4 d3", true);
    /* Where it would gain nothing, below at the rim, nobody helps it. */
    expect("D2 c1 e1 c2 d3", GO_BLACK, weak, "e2", true);
    /* A chain beside the liberty helps if it is strong itself. */
    expect("D2 E1 c2 e3 e2 F1 F2 d3", GO_BLACK, weak, "d1", false);
    /* Three liberties are no weakness. */
    expect("D4 c4", GO_BLACK, weak, "e4 d3 d5", false);
}

static void test_anywhere(void **unused)
{
    (void)unused;
    expect("a1 B1 A3 g7", GO_BLACK, anywhere, "a2", true);
    expect("a1 B1 A3 g7", GO_BLACK, captures, "a2", false);
    expect("a1 B1 A3 c1 C2 D2 g7", GO_BLACK, anywhere, "a2 d1", true);
    /* A capture with much space beside it is left to luck. */
    expect("a1 B1 g7", GO_BLACK, anywhere, "a2", false);
}

static void test_captures(void **unused)
{
    (void)unused;
    expect("B1 a1", GO_BLACK, captures, "a2", true);
    expect("a1 B1", GO_WHITE, captures, "a2", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weak),
        cmocka_unit_test(test_anywhere),
        cmocka_unit_test(test_captures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
