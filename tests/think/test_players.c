/* Every player plays every game that suits it to its end, in both plays, by legal moves; the same
 * seed gives the same game; the player that solves is perfect, and draws lots among equals; weak
 * levels know nothing that they have not seen. */
#include "support/seat.h"

#include "records/played.h"
#include "think/ponder.h"

#include <limits.h>
#include <time.h>

enum { LONGEST = 300, SIZE = 6, NODES = 60 };

/* Plays one game of a player against itself; returns how many moves it had. */
static size_t play_out(struct table *table, struct zm_bytes start)
{
    const struct zm_pace pace = {.nodes = NODES};
    struct zm_played played;
    struct zm_thought thought = {0};
    struct zm_ending ending;
    const struct zm_instance *game = &table->question.instance;
    assert_int_equal(zm_played_open(&played, game, table->question.misere, start, NULL), ZM_OK);
    for (zm_played_ending(&played, &ending); !ending.over && played.record.moves.count < LONGEST;
         zm_played_ending(&played, &ending)) {
        struct zm_bytes position = zm_buffer_bytes(&played.position);
        table_think(table, position, &played.record, &pace, &thought);
        struct zm_bytes move = zm_list_at(&thought.lines[0].moves, 0);
        if (!is_legal(game, position, &played.record, move))
            fail_msg("%s: %s plays what is no move", game->game->name,
                     table->question.player->name);
        assert_int_equal(zm_played_play_move(&played, move, NULL), ZM_OK);
    }
    size_t plies = played.record.moves.count;
    zm_played_close(&played);
    zm_thought_free(&thought);
    return plies;
}

static size_t play_games(const struct zm_game *game, const struct zm_player *player, bool misere)
{
    struct zm_random random = zm_random_seeded(1913);
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    struct table table;
    char options[100];
    size_t plies = 0;
    bool morris = strcmp(game->name, "morris") == 0;
    /* Of morris the endings: what is solved there is all positions at once. */
    snprintf(options, sizeof options, "player=%s play=%s memory=32M%s", player->name,
             misere ? "misere" : "normal", morris ? " variant=five endgame=3" : "");
    if (!table_try(&table, game->name, morris ? "a1c1e1.b2b3b4.0" : NULL, options, &error)) {
        assert_int_equal(error.status, ZM_BAD_INPUT); /* nothing is computed in this play */
        return 0;
    }
    /* A random position may be an end: then another one is drawn. */
    for (int round = 0; round < test_rounds(3) || (plies == 0 && round < 10); round++) {
        game->rules->random(table.question.instance.state, &random, SIZE, &position);
        plies += play_out(&table, zm_buffer_bytes(&position));
    }
    zm_buffer_free(&position);
    table_close(&table);
    return plies;
}

static void every_player_plays_every_game(void **state)
{
    (void)state;
    for (size_t i = 0; zm_games[i] != NULL; i++)
        for (size_t k = 0; zm_players[k] != NULL; k++) {
            size_t plies = 0;
            if (zm_players[k]->suits(zm_games[i], false, NULL) != ZM_OK)
                continue;
            for (int misere = 0; misere < 2; misere++)
                plies += play_games(zm_games[i], zm_players[k], misere);
            if (plies == 0)
                fail_msg("%s was not played by %s", zm_games[i]->name, zm_players[k]->name);
        }
}

/* Plays a whole game and writes the names of its moves down. */
static void write_game(const char *player, const char *more, struct zm_buffer *text)
{
    const struct zm_pace pace = {.nodes = 500};
    struct table table;
    struct zm_played played;
    struct zm_thought thought = {0};
    struct zm_ending ending;
    char options[100];
    snprintf(options, sizeof options, "player=%s %s", player, more);
    table_open(&table, "hex", "4x4", options);
    assert_int_equal(zm_played_open(&played, &table.question.instance, false,
                                    zm_buffer_bytes(&table.question.position), NULL),
                     ZM_OK);
    zm_played_ending(&played, &ending);
    while (!ending.over) {
        table_think(&table, zm_buffer_bytes(&played.position), &played.record, &pace, &thought);
        struct zm_bytes move = zm_list_at(&thought.lines[0].moves, 0);
        table.question.game->rules->name(table.question.instance.state,
                                         zm_buffer_bytes(&played.position), move, text);
        assert_int_equal(zm_played_play_move(&played, move, NULL), ZM_OK);
        zm_played_ending(&played, &ending);
    }
    zm_played_close(&played);
    zm_thought_free(&thought);
    table_close(&table);
}

static void the_seed_decides(void **state)
{
    (void)state;
    static const char *const players[] = {"auto", "exact", "alpha-beta", "monte-carlo"};
    for (size_t i = 0; i < 4; i++) {
        struct zm_buffer one = {0}, same = {0};
        write_game(players[i], "seed=5 level=3", &one);
        write_game(players[i], "seed=5 level=3", &same);
        assert_string_equal(zm_buffer_string(&one), zm_buffer_string(&same));
        zm_buffer_free(&one);
        zm_buffer_free(&same);
    }
}

/* Nim by Bouton's rule: the one move that wins; in a lost position every move is as good, and the
 * seed draws one. */
static void the_exact_player_is_perfect(void **state)
{
    (void)state;
    bool seen[2] = {false, false};
    for (int seed = 0; seed < 20; seed++) {
        struct table table;
        struct zm_thought thought = {0};
        struct zm_buffer name = {0};
        char options[60];
        snprintf(options, sizeof options, "player=exact seed=%d", seed);
        table_open(&table, "nim", "3,4,5", options);
        struct zm_bytes position = zm_buffer_bytes(&table.question.position);
        table_think(&table, position, NULL, &(struct zm_pace){0}, &thought);
        table.question.game->rules->name(table.question.instance.state, position,
                                         zm_list_at(&thought.lines[0].moves, 0), &name);
        assert_string_equal(zm_buffer_string(&name), "1-2");
        assert_int_equal(thought.lines[0].outcome, ZM_WIN);
        table_close(&table);
        table_open(&table, "nim", "1,1", options);
        position = zm_buffer_bytes(&table.question.position);
        table_think(&table, position, NULL, &(struct zm_pace){0}, &thought);
        assert_int_equal(thought.lines[0].outcome, ZM_LOSS);
        zm_buffer_clear(&name);
        table.question.game->rules->name(table.question.instance.state, position,
                                         zm_list_at(&thought.lines[0].moves, 0), &name);
        seen[name.data[0] == '2'] = true;
        zm_buffer_free(&name);
        zm_thought_free(&thought);
        table_close(&table);
    }
    assert_true(seen[0] && seen[1]);
}

/* Does a line's move lead to a position that was on the board? */
static bool repeats(const struct zm_played *played, const struct zm_line *line)
{
    const struct zm_instance *game = played->instance;
    struct zm_buffer next = {0};
    bool seen = false;
    game->game->rules->apply(game->state, zm_buffer_bytes(&played->position),
                             zm_list_at(&line->moves, 0), &next);
    for (size_t i = 0; i < played->record.positions.count; i++)
        seen |= zm_bytes_equal(zm_list_at(&played->record.positions, i), zm_buffer_bytes(&next));
    zm_buffer_free(&next);
    return seen;
}

/* Where all that can be had is a draw, positions that were on the board are left if possible. */
static void a_draw_goes_on(void **state)
{
    (void)state;
    struct table table;
    struct zm_thought thought = {0};
    struct zm_played played;
    int avoided = 0;
    table_open(&table, "tapatan", "267.139.0", "player=exact");
    assert_int_equal(zm_played_open(&played, &table.question.instance, false,
                                    zm_buffer_bytes(&table.question.position), NULL),
                     ZM_OK);
    for (int ply = 0; ply < 30; ply++) {
        bool seen = false, unseen = false;
        table_think(&table, zm_buffer_bytes(&played.position), &played.record,
                    &(struct zm_pace){.lines = UINT_MAX}, &thought);
        if (thought.lines[0].outcome != ZM_DRAW)
            break;
        for (size_t i = 0; i < thought.count; i++)
            if (thought.lines[i].outcome == ZM_DRAW) {
                seen |= repeats(&played, &thought.lines[i]);
                unseen |= !repeats(&played, &thought.lines[i]);
            }
        assert_int_equal(repeats(&played, &thought.lines[0]), !unseen);
        avoided += seen && unseen;
        assert_int_equal(zm_played_play_move(&played, zm_list_at(&thought.lines[0].moves, 0), NULL),
                         ZM_OK);
    }
    assert_true(avoided > 0);
    zm_played_close(&played);
    zm_thought_free(&thought);
    table_close(&table);
}

/* A weak level never says what the solver knows, the last one does. */
static void proofs_do_not_leak(void **state)
{
    (void)state;
    for (unsigned level = 1; level <= ZM_LEVEL_MOST; level++) {
        struct table table;
        struct zm_thought thought = {0};
        char options[40];
        snprintf(options, sizeof options, "level=%u", level);
        table_open(&table, "nim", "30,41,52,63", options);
        table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                    &(struct zm_pace){.nodes = 2000}, &thought);
        bool solved = strcmp(thought.lines[0].source, "solved") == 0;
        assert_int_equal(solved, level == ZM_LEVEL_MOST);
        assert_int_equal(thought.lines[0].certainty == ZM_EXACT, level == ZM_LEVEL_MOST);
        zm_thought_free(&thought);
        table_close(&table);
    }
}

/* What was thought while the opponent thought is kept when he plays what was expected. */
static void pondering_is_kept(void **state)
{
    (void)state;
    const struct zm_pace little = {.nodes = 200}, least = {.nodes = 1, .lines = UINT_MAX};
    struct table table;
    struct zm_thought thought = {0};
    struct zm_played played;
    struct zm_ponder ponder = {0};
    table_open(&table, "hex", "5x5", "player=monte-carlo");
    const struct zm_instance *game = &table.question.instance;
    struct zm_bytes position = zm_buffer_bytes(&table.question.position);
    struct zm_error error;
    assert_int_equal(zm_played_open(&played, game, false, position, NULL), ZM_OK);
    table_think(&table, position, &played.record, &little, &thought);
    assert_int_equal(zm_played_play_move(&played, zm_list_at(&thought.lines[0].moves, 0), NULL),
                     ZM_OK);
    struct zm_list moves = {0};
    game->game->rules->moves(game->state, zm_buffer_bytes(&played.position), &played.record,
                             &moves);
    struct zm_bytes reply = zm_list_at(&moves, 3);
    uint64_t games = 0;
    for (int attempt = 0; attempt < 200 && games < 100; attempt++) {
        const struct timespec moment = {.tv_nsec = 10000000};
        assert_int_equal(zm_ponder_begin(&ponder, table.question.player, table.thinker.state, game,
                                         zm_buffer_bytes(&played.position), &played.record, reply,
                                         &error),
                         ZM_OK);
        nanosleep(&moment, NULL);
        zm_ponder_end(&ponder);
        zm_ponder_end(&ponder); /* nothing is going on: nothing happens */
        assert_int_equal(zm_played_play_move(&played, reply, NULL), ZM_OK);
        table_think(&table, zm_buffer_bytes(&played.position), &played.record, &least, &thought);
        for (size_t i = 0; i < thought.count; i++)
            games += thought.lines[i].playouts;
        assert_true(zm_played_undo(&played));
    }
    assert_true(games >= 100);
    zm_list_free(&moves);
    zm_played_close(&played);
    zm_thought_free(&thought);
    table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* clang-format off */
        test_of_one_thread(every_player_plays_every_game)
        test_of_one_thread(the_seed_decides)
        test_of_one_thread(the_exact_player_is_perfect)
        test_of_one_thread(a_draw_goes_on)
        test_of_one_thread(proofs_do_not_leak)
        /* clang-format on */
        cmocka_unit_test(pondering_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
