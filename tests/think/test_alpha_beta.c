/* Looking ahead: searched to the end it agrees with minimax over the rules alone, for players who
 * alternate and players who move again, for every move of the root, with one thread and with
 * several; where it cannot see the end it beats random games and random moves. */
#include "support/seat.h"

#include "games/dots/dots.h"
#include "games/dots/position.h"
#include "games/dots_reference.h"
#include "think/transpositions.h"

#include <limits.h>

static void open_game(const struct zm_game *game, struct zm_settings *settings,
                      struct zm_instance *instance)
{
    struct zm_error error;
    *settings = (struct zm_settings){0};
    assert_int_equal(zm_settings_declare(settings, game->params, &error), ZM_OK);
    if (zm_instance_open(instance, game, settings, &error) != ZM_OK)
        fail_msg("%s: %s", game->name, error.text);
}

/* -- dots-and-boxes, against minimax over all sets of sides -- */

static int taken(const struct zm_dots_position *position, int player)
{
    return __builtin_popcountll(position->owned[player]) -
           __builtin_popcountll(position->owned[1 - player]);
}

/* A position of a board after random moves, with at most `left` sides to draw. */
static struct zm_dots_position random_position(const char *board, unsigned left,
                                               struct zm_random *random)
{
    struct zm_dots_position position;
    struct zm_error error;
    assert_int_equal(zm_dots_position_parse(&position, board, &error), ZM_OK);
    while ((unsigned)__builtin_popcountll(position.strings) > left) {
        unsigned string = (unsigned)zm_random_below(random, position.layout.graph.strings);
        if ((position.strings >> string & 1) != 0)
            zm_dots_position_cut(&position, string);
    }
    return position;
}

static struct zm_dots_position after(const struct zm_dots_position *position, unsigned string)
{
    struct zm_dots_position next = *position;
    zm_dots_position_cut(&next, string);
    return next;
}

/* What a position is worth to `player` with best play: what is taken, and the rest. */
static int margin_of(const struct zm_dots_position *position, int player, const int8_t *margin)
{
    int rest = margin[position->strings];
    return taken(position, player) + (position->turn == player ? rest : -rest);
}

/* All moves with their margins, best first, and their lines keep what they promise. */
static void check_ending(struct seated *seated, const struct zm_dots_position *position,
                         const int8_t *margin)
{
    const struct zm_pace pace = {.lines = UINT_MAX};
    struct zm_buffer bytes = {0};
    struct zm_thought thought = {0};
    zm_dots_position_encode(position, &bytes);
    seat_think(seated, zm_buffer_bytes(&bytes), &pace, &thought);
    assert_int_equal(thought.count, __builtin_popcountll(position->strings));
    assert_true(thought.lines[0].worth == margin_of(position, position->turn, margin));
    for (size_t i = 0; i < thought.count; i++) {
        const struct zm_line *line = &thought.lines[i];
        struct zm_dots_position next = *position;
        assert_int_equal(line->certainty, ZM_EXACT);
        for (size_t k = 0; k < line->moves.count; k++) {
            next = after(&next, zm_list_at(&line->moves, k).data[0]);
            assert_true(line->worth == margin_of(&next, position->turn, margin));
        }
        assert_true(i == 0 || thought.lines[i - 1].worth >= line->worth);
        assert_int_equal(line->outcome, line->worth > 0   ? ZM_WIN
                                        : line->worth < 0 ? ZM_LOSS
                                                          : ZM_DRAW);
    }
    zm_thought_free(&thought);
    zm_buffer_free(&bytes);
}

static void agrees_with_exact_scores(void **state)
{
    (void)state;
    static const char *const boards[] = {"2x2", "2x3", "swedish:3x3", "icelandic:3x3"};
    struct zm_random random = zm_random_seeded(11);
    struct zm_settings settings;
    struct zm_instance game;
    struct seated seated;
    open_game(&zm_dots, &settings, &game);
    seat_prepare(&seated, &zm_alpha_beta_player, &zm_dots, &settings, false);
    seat_open(&seated);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct zm_dots_position start = random_position(boards[i], 64, &random);
        int8_t *margin = reference_margins(&start.layout.graph);
        for (int round = test_rounds(60); round > 0; round--) {
            unsigned left = 1 + (unsigned)zm_random_below(&random, 9);
            struct zm_dots_position position = random_position(boards[i], left, &random);
            check_ending(&seated, &position, margin);
        }
        free(margin);
    }
    seat_close(&seated);
    zm_instance_close(&game);
    zm_settings_free(&settings);
}

/* -- every game, against minimax over the rules -- */

struct minimax {
    const struct zm_instance *game;
    bool misere;
    int left; /* positions that may still be looked at; below zero: it was too much */
};

/* 1, 0 or -1 for the player who moves. */
static int minimax(struct minimax *search, struct zm_bytes position)
{
    const struct zm_rules *rules = search->game->game->rules;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    struct zm_ending ending;
    int best = -1;
    rules->moves(search->game->state, position, NULL, &moves);
    zm_ending_with_moves(search->game, position, NULL, search->misere, moves.count, &ending);
    if (ending.over)
        best = ending.outcome == ZM_WIN ? 1 : ending.outcome == ZM_LOSS ? -1 : 0;
    for (size_t i = 0; !ending.over && i < moves.count && --search->left > 0; i++) {
        rules->apply(search->game->state, position, zm_list_at(&moves, i), &next);
        int worth = minimax(search, zm_buffer_bytes(&next));
        if (!zm_moves_again(search->game, position, zm_buffer_bytes(&next)))
            worth = -worth;
        best = worth > best ? worth : best;
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return best;
}

/* Compares one position with minimax; false: there is nothing to compare, or too much to do. */
static bool check_position(struct seated seated[2], const struct zm_instance *game,
                           struct zm_bytes position, bool misere)
{
    static const enum zm_outcome outcomes[] = {ZM_LOSS, ZM_DRAW, ZM_WIN};
    const struct zm_pace pace = {.lines = 1};
    struct minimax search = {game, misere, 20000};
    struct zm_list moves = {0};
    struct zm_ending ending;
    game->game->rules->moves(game->state, position, NULL, &moves);
    zm_ending_with_moves(game, position, NULL, misere, moves.count, &ending);
    zm_list_free(&moves);
    if (ending.over)
        return false;
    enum zm_outcome expected = outcomes[minimax(&search, position) + 1];
    if (search.left <= 0)
        return false;
    for (int i = 0; i < 2; i++) {
        struct zm_thought thought = {0};
        seat_think(&seated[i], position, &pace, &thought);
        if (thought.lines[0].certainty != ZM_EXACT || thought.lines[0].outcome != expected)
            fail_msg("%s, %s, %u threads: %d instead of %d", game->game->name,
                     misere ? "misere" : "normal", seated[i].run.threads, thought.lines[0].outcome,
                     expected);
        assert_true(is_legal(game, position, NULL, zm_list_at(&thought.lines[0].moves, 0)));
        zm_thought_free(&thought);
    }
    return true;
}

static int check_game(const struct zm_game *game, bool misere)
{
    struct zm_random random = zm_random_seeded(1913);
    struct zm_settings settings;
    struct zm_instance instance;
    struct seated seated[2];
    struct zm_buffer position = {0};
    int compared = 0;
    open_game(game, &settings, &instance);
    for (unsigned i = 0; i < 2; i++) {
        seat_prepare(&seated[i], &zm_alpha_beta_player, game, &settings, misere);
        seated[i].run.threads = 1 + 2 * i;
        seat_open(&seated[i]);
    }
    for (int round = test_rounds(30); round > 0; round--) {
        unsigned size = 1 + (unsigned)zm_random_below(&random, 6);
        game->rules->random(instance.state, &random, size, &position);
        compared += check_position(seated, &instance, zm_buffer_bytes(&position), misere);
    }
    seat_close(&seated[0]);
    seat_close(&seated[1]);
    zm_buffer_free(&position);
    zm_instance_close(&instance);
    zm_settings_free(&settings);
    return compared;
}

/* Games that repeat have no plain minimax; the proofs there are held against exact answers. */
static void agrees_with_minimax(void **state)
{
    (void)state;
    int compared = 0, games = 0;
    for (size_t i = 0; zm_games[i] != NULL; i++)
        for (int misere = 0; misere < 2; misere++)
            if (zm_games[i]->players != ZM_ONE_PLAYER && zm_games[i]->loops == NULL) {
                int here = check_game(zm_games[i], misere);
                compared += here;
                games += here > 0;
            }
    print_message("# seed 1913: %d positions of %d games and plays\n", compared, games);
    assert_true(games >= 30);
}

/* Proofs in games that repeat, against the answers of the question. */
static void proves_nothing_false_where_games_repeat(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(7);
    struct table table;
    struct zm_buffer position = {0};
    int proved = 0;
    table_open(&table, "tapatan", NULL, "player=alpha-beta compute=distance");
    for (int round = test_rounds(150); round > 0; round--) {
        const struct zm_pace pace = {.nodes = 3000};
        struct zm_thought thought = {0};
        struct zm_answer answer = {0};
        struct zm_error error = {0};
        struct zm_ending ending;
        struct zm_question *question = &table.question;
        question->game->rules->random(question->instance.state, &random, 9, &position);
        zm_ending_at(&question->instance, zm_buffer_bytes(&position), NULL, false, &ending);
        if (ending.over)
            continue;
        table_think(&table, zm_buffer_bytes(&position), NULL, &pace, &thought);
        assert_int_equal(zm_thinker_answer(&table.thinker, zm_buffer_bytes(&position), &table.run,
                                           &answer, &error),
                         ZM_OK);
        if (thought.lines[0].certainty == ZM_EXACT) {
            assert_int_equal(thought.lines[0].outcome, answer.outcome);
            proved++;
        }
        zm_answer_free(&answer);
        zm_thought_free(&thought);
    }
    assert_true(proved > 0);
    zm_buffer_free(&position);
    table_close(&table);
}

/* Some of the lines: as many as asked for, the same worths as among all of them. */
static void some_lines_are_the_best_of_all(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(5);
    struct zm_settings settings;
    struct zm_instance game;
    struct seated seated;
    open_game(&zm_dots, &settings, &game);
    seat_prepare(&seated, &zm_alpha_beta_player, &zm_dots, &settings, false);
    seat_open(&seated);
    for (int round = test_rounds(20); round > 0; round--) {
        struct zm_dots_position position = random_position("3x3", 12, &random);
        struct zm_thought all = {0}, some = {0};
        struct zm_buffer bytes = {0};
        zm_dots_position_encode(&position, &bytes);
        seat_think(&seated, zm_buffer_bytes(&bytes),
                   &(struct zm_pace){.lines = UINT_MAX, .depth = 3}, &all);
        seat_think(&seated, zm_buffer_bytes(&bytes), &(struct zm_pace){.lines = 3, .depth = 3},
                   &some);
        assert_int_equal(some.count, 3);
        for (size_t i = 0; i < some.count; i++)
            if (some.lines[0].depth == all.lines[0].depth)
                assert_true(some.lines[i].worth == all.lines[i].worth);
        zm_thought_free(&all);
        zm_thought_free(&some);
        zm_buffer_free(&bytes);
    }
    seat_close(&seated);
    zm_instance_close(&game);
    zm_settings_free(&settings);
}

/* -- limits -- */

static void keeps_to_its_limits(void **state)
{
    (void)state;
    struct table table;
    struct zm_thought thought = {0};
    table_open(&table, "hex", "6x6", "player=alpha-beta memory=64K");
    struct zm_bytes position = zm_buffer_bytes(&table.question.position);
    table_think(&table, position, NULL, &(struct zm_pace){.nodes = 400}, &thought);
    assert_true(atomic_load(&table.run.nodes) <= 400);
    table_think(&table, position, NULL, &(struct zm_pace){.depth = 2}, &thought);
    assert_int_equal(thought.lines[0].depth, 2);
    atomic_store(&table.run.stop, true); /* stopped before it begins: a move all the same */
    table_think(&table, position, NULL, &(struct zm_pace){0}, &thought);
    assert_true(
        is_legal(&table.question.instance, position, NULL, zm_list_at(&thought.lines[0].moves, 0)));
    zm_thought_free(&thought);
    table_close(&table);
}

static void the_table_keeps_what_it_is_given(void **state)
{
    (void)state;
    struct zm_transpositions *table = zm_transpositions_open(1 << 16);
    struct zm_transposition entry = {0};
    struct zm_random random = zm_random_seeded(3);
    for (int i = 0; i < 100000; i++) {
        struct zm_hash128 key = {zm_random_next(&random), zm_random_next(&random)};
        struct zm_transposition given = {.worth = (int32_t)(uint32_t)zm_random_next(&random),
                                         .best = (uint16_t)zm_random_below(&random, 65536),
                                         .depth = (uint8_t)zm_random_below(&random, 256),
                                         .bound = 1 + (enum zm_bound)zm_random_below(&random, 3)};
        assert_false(zm_transpositions_get(table, key, &entry));
        zm_transpositions_put(table, key, &given);
        assert_true(zm_transpositions_get(table, key, &entry));
        assert_true(entry.worth == given.worth && entry.best == given.best &&
                    entry.depth == given.depth && entry.bound == given.bound);
        if (i % 1000 == 0)
            zm_transpositions_age(table);
    }
    zm_transpositions_close(table);
}

/* -- strength -- */

enum rival { BY_CHANCE, BY_RANDOM_GAMES };

static unsigned rival_move(struct seated *rival, const struct zm_dots_position *position,
                           struct zm_bytes bytes, struct zm_random *random)
{
    uint64_t left = position->strings;
    struct zm_thought thought = {0};
    if (rival != NULL) {
        seat_think(rival, bytes, &(struct zm_pace){.nodes = 300}, &thought);
        unsigned string = zm_list_at(&thought.lines[0].moves, 0).data[0];
        zm_thought_free(&thought);
        return string;
    }
    for (uint64_t skip = zm_random_below(random, (uint64_t)__builtin_popcountll(left)); skip > 0;
         skip--)
        left &= left - 1;
    return (unsigned)__builtin_ctzll(left);
}

/* Plays a position to its end; what the one who looks ahead, who is `own`, is ahead by. */
static int play_out(struct seated *ahead, struct seated *rival, struct zm_dots_position position,
                    int own, struct zm_random *random)
{
    struct zm_buffer bytes = {0};
    struct zm_thought thought = {0};
    while (position.strings != 0) {
        zm_buffer_clear(&bytes);
        zm_dots_position_encode(&position, &bytes);
        if (position.turn == own) {
            seat_think(ahead, zm_buffer_bytes(&bytes), &(struct zm_pace){.nodes = 400}, &thought);
            zm_dots_position_cut(&position, zm_list_at(&thought.lines[0].moves, 0).data[0]);
        } else {
            zm_dots_position_cut(&position,
                                 rival_move(rival, &position, zm_buffer_bytes(&bytes), random));
        }
    }
    zm_buffer_free(&bytes);
    zm_thought_free(&thought);
    return taken(&position, own);
}

/* Each position is played twice, once from each side: what the position itself is worth cancels. */
static void match(enum rival kind, unsigned left, int positions, int least_ahead)
{
    struct zm_random random = zm_random_seeded(42);
    struct zm_settings settings;
    struct zm_instance game;
    struct seated ahead, rival;
    int won = 0, lost = 0, margin = 0;
    open_game(&zm_dots, &settings, &game);
    seat_prepare(&ahead, &zm_alpha_beta_player, &zm_dots, &settings, false);
    seat_prepare(&rival, &zm_monte_carlo_player, &zm_dots, &settings, false);
    seat_open(&ahead);
    seat_open(&rival);
    for (int i = 0; i < positions; i++) {
        struct zm_dots_position position = random_position("4x4", left, &random);
        for (int own = 0; own < 2; own++) {
            int result =
                play_out(&ahead, kind == BY_CHANCE ? NULL : &rival, position, own, &random);
            won += result > 0;
            lost += result < 0;
            margin += result;
        }
    }
    print_message("# won %d, lost %d, %+d boxes in %d games\n", won, lost, margin, 2 * positions);
    assert_true(won > lost);
    assert_true(margin >= least_ahead * 2 * positions);
    seat_close(&ahead);
    seat_close(&rival);
    zm_instance_close(&game);
    zm_settings_free(&settings);
}

static void beats_random_moves(void **state)
{
    (void)state;
    match(BY_CHANCE, 30, test_rounds(8), 5);
}

static void beats_random_games(void **state)
{
    (void)state;
    match(BY_RANDOM_GAMES, 30, test_rounds(6), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_exact_scores),
        cmocka_unit_test(agrees_with_minimax),
        cmocka_unit_test(proves_nothing_false_where_games_repeat),
        cmocka_unit_test(some_lines_are_the_best_of_all),
        cmocka_unit_test(keeps_to_its_limits),
        cmocka_unit_test(the_table_keeps_what_it_is_given),
        cmocka_unit_test(beats_random_moves),
        cmocka_unit_test(beats_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
