/* Levels: their names, and that each of the four that people see beats the one before, by quick
 * matches with fixed seeds and numbers of nodes. */
#include "support/seat.h"

#include "records/played.h"

static void names_and_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned level; /* 0: refused */
    } rows[] = {{"1", 1},        {"10", 10},
                {"7", 7},        {"easy", 2},
                {"fair", 4},     {"strong", 7},
                {"perfect", 10}, {"0", 0},
                {"11", 0},       {"", 0},
                {"Easy", 0},     {"5x", 0},
                {"-1", 0},       {"99999999999999999999", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_error error = {0};
        unsigned level = 0;
        enum zm_status status = zm_level_parse(rows[i].text, &level, &error);
        assert_int_equal(status, rows[i].level == 0 ? ZM_BAD_INPUT : ZM_OK);
        if (rows[i].level != 0)
            assert_int_equal(level, rows[i].level);
    }
    assert_string_equal(zm_level_name(7), "strong");
    assert_null(zm_level_name(5));
}

static void each_level_has_more_than_the_one_before(void **state)
{
    (void)state;
    for (unsigned level = 2; level <= ZM_LEVEL_MOST; level++) {
        const struct zm_level *weak = zm_level_at(level - 1), *strong = zm_level_at(level);
        assert_true(strong->nodes == 0 || strong->nodes > weak->nodes);
        assert_true(strong->depth == 0 || (weak->depth != 0 && strong->depth >= weak->depth));
        assert_true(strong->slip <= weak->slip);
    }
    struct zm_pace pace = {.nodes = 3, .hard = 1};
    zm_level_limit(4, &pace);
    assert_int_equal(pace.nodes, 3); /* what was less already stays */
    assert_true(pace.without_solver && pace.hard == 1);
    pace = (struct zm_pace){0};
    zm_level_limit(ZM_LEVEL_MOST, &pace);
    assert_true(pace.nodes == 0 && pace.depth == 0 && !pace.without_solver);
}

/* Plays a game between two tables, `tables[0]` first; 1: it wins, 0: the other, 0.5: a draw. */
static double play(struct table tables[2], struct zm_bytes start)
{
    const struct zm_pace pace = {.nodes = 1500};
    struct zm_played played;
    struct zm_thought thought = {0};
    struct zm_ending ending;
    assert_int_equal(zm_played_open(&played, &tables[0].question.instance, false, start, NULL),
                     ZM_OK);
    int first = zm_played_turn(&played);
    for (zm_played_ending(&played, &ending); !ending.over && played.record.moves.count < 200;
         zm_played_ending(&played, &ending)) {
        struct table *table = &tables[zm_played_turn(&played) != first];
        table_think(table, zm_buffer_bytes(&played.position), &played.record, &pace, &thought);
        assert_int_equal(zm_played_play_move(&played, zm_list_at(&thought.lines[0].moves, 0), NULL),
                         ZM_OK);
    }
    bool mover_is_first = zm_played_turn(&played) == first;
    double result = !ending.over || ending.outcome == ZM_DRAW      ? 0.5
                    : (ending.outcome == ZM_WIN) == mover_is_first ? 1
                                                                   : 0;
    zm_played_close(&played);
    zm_thought_free(&thought);
    return result;
}

/* What the stronger level makes of `games` games, each opening played from both sides. */
static double match(const char *game, const char *position, const char *player, const char *weak,
                    const char *strong, int games)
{
    double won = 0;
    for (int i = 0; i < games; i++) {
        struct table tables[2];
        char options[2][80];
        for (int side = 0; side < 2; side++) {
            snprintf(options[side], sizeof options[side], "player=%s level=%s seed=%d memory=32M",
                     player, side == i % 2 ? strong : weak, i);
            table_open(&tables[side], game, position, options[side]);
        }
        double result = play(tables, zm_buffer_bytes(&tables[0].question.position));
        won += i % 2 == 0 ? result : 1 - result;
        table_close(&tables[0]);
        table_close(&tables[1]);
    }
    print_message("# %s %s, %s: %s %g, %s %g\n", game, position, player, strong, won, weak,
                  games - won);
    return won / games;
}

static void stronger_levels_win(void **state)
{
    (void)state;
    static const struct {
        const char *game, *position, *player;
    } rows[] = {{"dots", "3x3", "alpha-beta"},
                {"hex", "5x5", "monte-carlo"},
                {"domineering", "6x6 L", "monte-carlo"}};
    static const char *const levels[] = {"1", "fair", "strong"};
    int games = test_rounds(16);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 1; k < 3; k++)
            assert_true(match(rows[i].game, rows[i].position, rows[i].player, levels[k - 1],
                              levels[k], games) > 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_numbers),
        cmocka_unit_test(each_level_has_more_than_the_one_before),
        cmocka_unit_test(stronger_levels_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
