/* Othello: published leaf counts and games, the grammar, the end, bad input. The 43 games and their
 * results are read from the restated document where it is present. */
#include "games/othello/othello.h"

#include "support/othello_games.h"
#include "test.h"

static void *state;

static int open_game(void **unused)
{
    struct zm_settings settings = {0};
    (void)unused;
    return zm_settings_declare(&settings, zm_othello.params, NULL) == ZM_OK &&
                   zm_othello.open(&settings, &state, NULL) == ZM_OK
               ? (zm_settings_free(&settings), 0)
               : 1;
}

static int close_game(void **unused)
{
    (void)unused;
    zm_othello.close(state);
    return 0;
}

static uint64_t leaves(struct zm_bytes position, unsigned depth)
{
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    uint64_t count = 0;
    if (depth == 0)
        return 1;
    zm_othello.rules->moves(state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_othello.rules->apply(state, position, zm_list_at(&moves, i), &next);
        count += leaves(zm_buffer_bytes(&next), depth - 1);
    }
    count += moves.count == 0; /* the game is over: a leaf */
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return count;
}

/* Leaves of the full game tree, passes counted as plies: spec U8, and every program since. */
static void test_leaf_counts(void **unused)
{
    static const uint64_t known[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};
    struct zm_buffer position = {0};
    (void)unused;
    assert_int_equal(othello_parse(state, "8x8", &position, NULL), ZM_OK);
    unsigned deepest = test_long() ? 9 : test_sanitized() ? 5 : 7;
    for (unsigned depth = 0; depth <= deepest; depth++)
        assert_int_equal(leaves(zm_buffer_bytes(&position), depth), known[depth]);
    zm_buffer_free(&position);
}

/* Replays a transcript; the game must be over then, with this result. */
static void check_game(const struct othello_game *game)
{
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    struct zm_ending ending;
    if (othello_parse(state, game->moves, &position, &error) != ZM_OK)
        fail_msg("%s: %s", game->name, error.text);
    zm_othello.rules->ending(state, zm_buffer_bytes(&position), NULL, &ending);
    assert_true(ending.over && ending.scored);
    int turn = position.data[0];
    if (ending.half_points[turn] != 2 * (int)game->black ||
        ending.half_points[1 - turn] != 2 * (int)game->white)
        fail_msg("%s: %d-%d, not %u-%u", game->name, ending.half_points[turn] / 2,
                 ending.half_points[1 - turn] / 2, game->black, game->white);
    zm_buffer_free(&position);
}

static void test_games_of_the_document(void **unused)
{
    (void)unused;
    unsigned games = othello_games(check_game);
    if (games == 0)
        skip();
    assert_int_equal(games, 43);
}

static void expect_error(const char *text, const char *part)
{
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    assert_int_equal(othello_parse(state, text, &position, &error), ZM_BAD_INPUT);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s': '%s' is not in '%s'", text, part, error.text);
    zm_buffer_free(&position);
}

#define EMPTY_ROW "--------"
#define BOARD63                                                                                    \
    EMPTY_ROW EMPTY_ROW EMPTY_ROW "---OX---"                                                       \
                                  "---XO---" EMPTY_ROW EMPTY_ROW "-------"

static void test_bad_input(void **unused)
{
    (void)unused;
    expect_error("", "expected");
    expect_error("nonsense", "expected");
    expect_error("7x7", "4x4, 6x6, 8x8 and 10x10");
    expect_error("8x9", "4x4, 6x6, 8x8 and 10x10");
    expect_error("f5f5", "move 2, 'f5', is not legal for White");
    expect_error("f5d6pass", "move 3, 'pass', is not legal for Black");
    expect_error("f5d6i9", "move 3, at 'i9'");
    expect_error(BOARD63 " X", "63 squares");
    expect_error(BOARD63 "-- X", "65 squares");
    expect_error(BOARD63 "Z X", "square 64 is 'Z'");
    expect_error(BOARD63 "-", "who is to move");
    expect_error(BOARD63 "- X much", "too much");
    expect_error("(;GM[Othello]PB[a]PW[b];)", "has no board");
    expect_error("(;GM[Othello]BO[8 " BOARD63 "- *]B[a1];)", "move 1 of the game");
}

/* The same position in every way that it can be written. */
static void test_one_position_many_texts(void **unused)
{
    static const char *const texts[] = {
        "f5d6",
        "F5 D6",
        "start f5d6",
        "8x8 f5, d6",
        EMPTY_ROW EMPTY_ROW EMPTY_ROW "---OX---"
                                      "---OXX--"
                                      "---O----" EMPTY_ROW EMPTY_ROW " X",
        EMPTY_ROW EMPTY_ROW EMPTY_ROW "...ox..."
                                      "...o**.."
                                      "...o...." EMPTY_ROW EMPTY_ROW " X; c3:+2; c4:+1;",
        ("(;GM[Othello]PC[x]PB[B[a]]PW[w]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- "
         "-------- -------- -------- *]B[F5//1.2]W[d6/0.1/2];)"),
    };
    struct zm_buffer first = {0}, other = {0};
    struct zm_error error = {0};
    (void)unused;
    assert_int_equal(othello_parse(state, texts[0], &first, NULL), ZM_OK);
    for (size_t i = 1; i < sizeof texts / sizeof *texts; i++) {
        if (othello_parse(state, texts[i], &other, &error) != ZM_OK)
            fail_msg("%s: %s", texts[i], error.text);
        assert_true(zm_bytes_equal(zm_buffer_bytes(&first), zm_buffer_bytes(&other)));
    }
    zm_buffer_free(&first);
    zm_buffer_free(&other);
}

/* Colours exchanged, the judgement is the negative; turned boards are judged alike. */
static void test_judgement_is_fair(void **unused)
{
    struct zm_random random = zm_random_seeded(7);
    struct zm_buffer position = {0}, turned = {0};
    (void)unused;
    for (int round = 0; round < 200; round++) {
        zm_othello.rules->random(state, &random, 5 + (unsigned)round % 40, &position);
        int32_t worth = zm_othello.judgement->evaluate(state, zm_buffer_bytes(&position));
        unsigned size = position.data[1], last = size * size - 1;
        zm_buffer_set(&turned, zm_buffer_bytes(&position));
        for (unsigned i = 0; i <= last; i++)
            turned.data[OTHELLO_HEADER + i] = position.data[OTHELLO_HEADER + last - i];
        assert_int_equal(zm_othello.judgement->evaluate(state, zm_buffer_bytes(&turned)), worth);
        zm_buffer_set(&turned, zm_buffer_bytes(&position));
        turned.data[0] = (uint8_t)(1 - position.data[0]);
        assert_int_equal(zm_othello.judgement->evaluate(state, zm_buffer_bytes(&turned)), -worth);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&turned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaf_counts),       cmocka_unit_test(test_games_of_the_document),
        cmocka_unit_test(test_bad_input),         cmocka_unit_test(test_one_position_many_texts),
        cmocka_unit_test(test_judgement_is_fair),
    };
    return cmocka_run_group_tests_name("othello", tests, open_game, close_game);
}
