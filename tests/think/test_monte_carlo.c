/* Random games guided by a tree: they find moves that win, prove ends that they see, keep the tree
 * from move to move, work in threads and in little memory, and do the same again with the same
 * seed. */
#include "support/seat.h"

#include <limits.h>

static void best_move(const char *game, const char *text, const char *options, const char *expected)
{
    struct zm_buffer first = {0}, name = {0};
    struct table table;
    for (int again = 0; again < 2; again++) {
        struct zm_thought thought = {0};
        table_open(&table, game, text, options);
        struct zm_bytes position = zm_buffer_bytes(&table.question.position);
        table_think(&table, position, NULL, &(struct zm_pace){.nodes = 4000}, &thought);
        struct zm_bytes move = zm_list_at(&thought.lines[0].moves, 0);
        if (again)
            assert_true(zm_bytes_equal(zm_buffer_bytes(&first), move));
        zm_buffer_set(&first, move);
        zm_buffer_clear(&name);
        table.question.game->rules->name(table.question.instance.state, position, move, &name);
        if (strcmp(zm_buffer_string(&name), expected) != 0)
            fail_msg("%s %s: %s, expected %s", game, text, zm_buffer_string(&name), expected);
        /* These positions are small: the tree has seen all of what follows the move. */
        assert_int_equal(thought.lines[0].certainty, ZM_EXACT);
        assert_int_equal(thought.lines[0].outcome, ZM_WIN);
        zm_thought_free(&thought);
        table_close(&table);
    }
    zm_buffer_free(&first);
    zm_buffer_free(&name);
}

static void finds_the_move_that_wins(void **state)
{
    (void)state;
    best_move("octal", "0.(3):3,5", "player=monte-carlo seed=7", "5=3");
    best_move("octal", "0.(3):1,1,4", "player=monte-carlo seed=7", "4=0");
    best_move("octal", "0.(3):1,1,4", "player=monte-carlo seed=7 play=misere", "4=1");
    best_move("octal", "0.77:5", "player=monte-carlo seed=7", "5=2+2");
}

static void no_move_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; zm_players[i] != NULL; i++) {
        struct table table;
        struct zm_thought thought = {0};
        struct zm_error error = {0};
        char options[40];
        snprintf(options, sizeof options, "player=%s", zm_players[i]->name);
        table_open(&table, "octal", "0.07:0", options);
        assert_int_equal(
            zm_thinker_set(&table.thinker, zm_buffer_bytes(&table.question.position), NULL, &error),
            ZM_OK);
        assert_int_equal(zm_thinker_think(&table.thinker, ZM_LEVEL_MOST,
                                          &(struct zm_pace){.nodes = 10}, &table.run, NULL, NULL,
                                          &thought, &error),
                         ZM_BAD_INPUT);
        zm_thought_free(&thought);
        table_close(&table);
    }
}

static uint64_t games_in(const struct zm_thought *thought)
{
    uint64_t games = 0;
    for (size_t i = 0; i < thought->count; i++)
        games += thought->lines[i].playouts;
    return games;
}

/* Plays a move on the record. */
static void play(const struct zm_instance *game, struct zm_record *record,
                 struct zm_buffer *position, struct zm_bytes move)
{
    struct zm_buffer next = {0};
    game->game->rules->apply(game->state, zm_buffer_bytes(position), move, &next);
    zm_list_add(&record->positions, zm_buffer_bytes(position));
    zm_list_add(&record->moves, move);
    zm_buffer_set(position, zm_buffer_bytes(&next));
    zm_buffer_free(&next);
}

/* After a move and a reply the games that went through both are still counted; a position that does
 * not go on from the last begins anew. */
static void keeps_the_tree(void **state)
{
    (void)state;
    const struct zm_pace all = {.nodes = 3000, .lines = UINT_MAX};
    const struct zm_pace one = {.nodes = 1, .lines = UINT_MAX};
    struct table table;
    struct zm_thought thought = {0};
    struct zm_record record = {0};
    struct zm_buffer position = {0};
    table_open(&table, "hex", "4x4", "player=monte-carlo");
    const struct zm_instance *game = &table.question.instance;
    zm_buffer_set(&position, zm_buffer_bytes(&table.question.position));
    table_think(&table, zm_buffer_bytes(&position), &record, &all, &thought);
    assert_int_equal(games_in(&thought), 3000);
    uint64_t through = thought.lines[0].playouts;
    assert_true(thought.lines[0].moves.count >= 2 && through > 100);

    struct zm_list line = {0};
    for (size_t i = 0; i < 2; i++)
        zm_list_add(&line, zm_list_at(&thought.lines[0].moves, i));
    play(game, &record, &position, zm_list_at(&line, 0));
    table_think(&table, zm_buffer_bytes(&position), &record, &one, &thought);
    uint64_t kept = games_in(&thought);
    assert_true(kept > through / 2 && kept <= through + 1);
    play(game, &record, &position, zm_list_at(&line, 1));
    table_think(&table, zm_buffer_bytes(&position), &record, &one, &thought);
    assert_true(games_in(&thought) > 5 && games_in(&thought) <= kept + 1);

    zm_list_clear(&record.positions);
    zm_list_clear(&record.moves);
    table_think(&table, zm_buffer_bytes(&table.question.position), &record, &one, &thought);
    assert_int_equal(games_in(&thought), 1);
    zm_list_free(&line);
    zm_list_free(&record.positions);
    zm_list_free(&record.moves);
    zm_buffer_free(&position);
    zm_thought_free(&thought);
    table_close(&table);
}

/* With threads every game is counted once, and what is proved is right. */
static void threads_share_the_tree(void **state)
{
    (void)state;
    for (int heap = 1; heap < 6; heap++) {
        char text[20];
        struct table table;
        struct zm_thought thought = {0};
        snprintf(text, sizeof text, "%d,2,3", heap);
        table_open(&table, "nim", text, "player=monte-carlo threads=4");
        table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                    &(struct zm_pace){.nodes = 200000}, &thought);
        assert_int_equal(thought.lines[0].certainty, ZM_EXACT);
        assert_int_equal(thought.lines[0].outcome, (heap ^ 2 ^ 3) != 0 ? ZM_WIN : ZM_LOSS);
        table_close(&table);
        table_open(&table, "hex", "6x6", "player=monte-carlo threads=4");
        table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                    &(struct zm_pace){.nodes = 2000, .lines = UINT_MAX}, &thought);
        assert_int_equal(games_in(&thought), 2000);
        assert_int_equal(atomic_load(&table.run.nodes), 2000);
        zm_thought_free(&thought);
        table_close(&table);
    }
}

/* A tree that may not grow is a list of moves; it still plays. */
static void plays_in_little_memory(void **state)
{
    (void)state;
    struct table table;
    struct zm_thought thought = {0};
    table_open(&table, "hex", "7x7", "player=monte-carlo memory=20K");
    table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                &(struct zm_pace){.nodes = 3000, .lines = UINT_MAX}, &thought);
    assert_int_equal(thought.count, 49);
    assert_int_equal(games_in(&thought), 3000);
    zm_thought_free(&thought);
    table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_move_that_wins), cmocka_unit_test(no_move_is_an_error),
        cmocka_unit_test(keeps_the_tree),           cmocka_unit_test(threads_share_the_tree),
        cmocka_unit_test(plays_in_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
