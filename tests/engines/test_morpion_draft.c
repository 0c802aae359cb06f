/* Games of Morpion solitaire of which a part is grown again, against the rules alone: what is legal
 * when a part is out, what has grown, and the paper when it is put back. */
#include "engines/morpion/draft.h"

#include "games/morpion_naive.h"
#include "tests/test.h"

static struct zm_policy policy;
static struct zm_policy_player player;
static struct zm_policy_game game;
static struct zm_draft draft, before;
static struct zm_morpion_walk here;

/* A game at random from a position, laid out. */
static void begin(const char *text, float weight, uint64_t seed)
{
    struct zm_buffer position = {0};
    assert_int_equal(zm_morpion_parse(NULL, text, &position, NULL), ZM_OK);
    assert_true(zm_morpion_replay(zm_buffer_bytes(&position), &here));
    zm_buffer_free(&position);
    zm_policy_player_begin(&player, &here, seed);
    zm_policy_reset(&policy);
    zm_policy_play(&player, &policy, &game);
    zm_draft_begin(&draft, &player, &game, weight, 50, seed);
}

static int compare(const void *one, const void *other)
{
    zm_morpion_move a = *(const zm_morpion_move *)one, b = *(const zm_morpion_move *)other;
    return (a > b) - (a < b);
}

/* The start on the naive paper: its dots, and the lines of moves made before the game. */
static void start_naively(struct morpion_naive *naive)
{
    morpion_naive_start(naive, here.variant->length, here.variant->touching);
    for (unsigned y = 0; y < ZM_MORPION_SIDE; y++)
        for (unsigned x = 0; x < ZM_MORPION_SIDE; x++)
            naive->dot[x][y] = zm_morpion_dot(&here.board, x, y);
    for (unsigned i = 0; i < here.played_count; i++)
        morpion_naive_play(naive, here.played[i]);
}

/* Makes what is tried, move by move, each of which must be legal, and looks whether what the draft
 * takes for legal then is what is legal. */
static void check_tried(const char *what, int round)
{
    static struct morpion_naive naive;
    zm_paper_move moves[ZM_MORPION_PLAYED];
    zm_morpion_move legal[ZM_MORPION_LEGAL], expected[ZM_MORPION_LEGAL];
    struct zm_morpion_board board = here.board;
    start_naively(&naive);
    zm_draft_read(&draft, moves);
    for (unsigned i = 0; i < zm_draft_tried(&draft); i++) {
        if (!zm_morpion_is_legal(&board, zm_paper_to(moves[i])))
            fail_msg("%s, round %d: move %u is not legal", what, round, i);
        zm_morpion_flip(&board, zm_paper_to(moves[i]));
        morpion_naive_play(&naive, zm_paper_to(moves[i]));
    }
    for (unsigned i = 0; i < draft.chances.count; i++)
        legal[i] = zm_paper_to(zm_chances_move(&draft.chances, i));
    qsort(legal, draft.chances.count, sizeof *legal, compare);
    unsigned count = morpion_naive_moves(&naive, expected);
    if (count != draft.chances.count || memcmp(legal, expected, count * sizeof *legal) != 0)
        fail_msg("%s, round %d: %u moves are legal, not %u, or others", what, round, count,
                 draft.chances.count);
}

/* The paper is that of the game, and each dot knows its move. */
static void check_paper(const char *what, int round)
{
    static struct zm_paper paper;
    paper = player.paper;
    memcpy(paper.lanes, player.start, sizeof paper.lanes);
    unsigned places = 0;
    for (unsigned i = 0; i < draft.length; i++) {
        zm_paper_flip(&paper, draft.moves[i]);
        assert_int_equal(draft.place[draft.moves[i] >> 15], i + 1);
    }
    for (unsigned i = 0; i < sizeof draft.place / sizeof *draft.place; i++)
        places += draft.place[i] > 0;
    assert_int_equal(places, draft.length);
    if (memcmp(paper.lanes, draft.paper.lanes, sizeof paper.lanes) != 0)
        fail_msg("%s, round %d: the paper is not that of the game", what, round);
}

static void check_reject(const char *what, int round)
{
    zm_draft_reject(&draft);
    if (memcmp(draft.paper.lanes, before.paper.lanes, sizeof draft.paper.lanes) != 0 ||
        memcmp(draft.place, before.place, sizeof draft.place) != 0 ||
        draft.length != before.length ||
        memcmp(draft.moves, before.moves, draft.length * sizeof *draft.moves) != 0)
        fail_msg("%s, round %d: the game is not what it was", what, round);
}

/* Thousands of tries: part of them end before anything has grown, part are taken back, and most are
 * followed, whether they are longer or not. */
static void test_tries(void **unused)
{
    static const char *const starts[] = {
        "5T", "5D", "4T", "4D", "5T#oooo/o..o/o..o/oooo", "5D 3,4V4 6,4V4", "4T#ooo/o.o/ooo", NULL};
    int put_off = 0, inserted = 0;
    (void)unused;
    for (unsigned k = 0; starts[k] != NULL; k++) {
        begin(starts[k], k % 2 == 0 ? 1000 : 20, k);
        for (int round = 0; round < test_rounds(300); round++) {
            draft.foreign = round % 3 * 50;
            before = draft;
            zm_draft_cut(&draft);
            put_off += draft.put_off_count > 0;
            inserted += draft.put_off_count == 0;
            assert_true(draft.out_count > 0);
            check_tried(starts[k], round);
            if (round % 7 == 3) {
                check_reject(starts[k], round);
                continue;
            }
            zm_draft_grow(&draft);
            check_tried(starts[k], round);
            assert_int_equal(draft.chances.count, 0);
            if (round % 5 == 1 || zm_draft_tried(&draft) + 2 < draft.length)
                check_reject(starts[k], round);
            else
                zm_draft_accept(&draft);
            check_paper(starts[k], round);
        }
    }
    assert_true(put_off > 0 && inserted > 0);
}

/* Moves put off come last: with nothing else to grow a game of one move is the same again; and one
 * seed gives one run. */
static void test_small(void **unused)
{
    (void)unused;
    begin("5T#oooo", 1000, 1);
    assert_int_equal(draft.length, 1);
    for (int i = 0; i < 100; i++) {
        zm_draft_cut(&draft);
        zm_draft_grow(&draft);
        assert_int_equal(zm_draft_tried(&draft), 1);
        zm_draft_accept(&draft);
        check_paper("one move", i);
    }
}

static void test_seeds(void **unused)
{
    unsigned lengths[2][200];
    (void)unused;
    for (unsigned run = 0; run < 2; run++) {
        begin("5D", 1000, 4);
        for (unsigned i = 0; i < 200; i++) {
            zm_draft_cut(&draft);
            zm_draft_grow(&draft);
            zm_draft_accept(&draft);
            lengths[run][i] = draft.length;
        }
    }
    assert_memory_equal(lengths[0], lengths[1], sizeof lengths[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tries),
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
