/* Players: what one says is proved must be true, whoever it is and however strong; and one that
 * solves keeps the win in a won position, the draw in a drawn one. */
#include "adversary/round.h"

#include "engines/engine.h"
#include "support/seat.h"

#include <limits.h>

enum { GUESSES = 3000 }; /* positions that a player may look at who does not solve */

static const char *const fates[] = {"undecided", "win", "loss", "draw"};

/* The edge of a move; NULL: there is no such move. */
static const struct naive_edge *edge_of(const struct round *round, uint32_t vertex,
                                        struct zm_bytes move)
{
    const struct naive *naive = &round->naive;
    const struct naive_vertex *here = &naive->vertices[vertex];
    struct zm_list moves = {0};
    const struct naive_edge *found = NULL;
    round->game->rules->moves(round->instance.state, naive_position(naive, vertex), NULL, &moves);
    for (size_t i = 0; i < moves.count && i < here->count; i++)
        if (zm_bytes_equal(zm_list_at(&moves, i), move))
            found = &naive->edges[here->first + i];
    zm_list_free(&moves);
    return found;
}

/* Does the player go on until it has a proof? The others may stop with a guess. */
static bool solves(const struct zm_player *player)
{
    return player == &zm_auto_player || player == &zm_exact_player;
}

/* How good an outcome is, for bounds. */
static int rank_of(enum zm_outcome outcome)
{
    return outcome == ZM_WIN ? 2 : outcome == ZM_DRAW ? 1 : 0;
}

static bool is_true(const struct zm_line *line, enum zm_outcome worth)
{
    int told = rank_of(line->outcome), true_one = rank_of(worth);
    if (line->certainty == ZM_GUESS || line->outcome == ZM_UNDECIDED)
        return true;
    return line->certainty == ZM_EXACT      ? told == true_one
           : line->certainty == ZM_AT_LEAST ? told <= true_one
                                            : told >= true_one;
}

/* Are all moves of the line legal, one after the other? */
static bool is_legal_line(const struct round *round, const struct zm_line *line)
{
    uint32_t vertex = 0;
    for (size_t i = 0; i < line->moves.count; i++) {
        const struct naive_edge *edge = edge_of(round, vertex, zm_list_at(&line->moves, i));
        if (edge == NULL)
            return false;
        vertex = edge->to;
    }
    return line->moves.count > 0;
}

static void judge_line(const struct round *round, const struct zm_question *question,
                       const struct zm_line *line, bool best)
{
    static const char *const certainties[] = {"guessed", "proved at least", "proved at most",
                                              "proved"};
    const char *player = question->player->name;
    enum zm_outcome fate = round->facts[question->misere][0].outcome;
    struct zm_buffer name = {0};
    harness_count(COMPARED);
    if (!is_legal_line(round, line)) {
        harness_wrong("%s: %s has a line with illegal moves", round->game->name, player);
        return;
    }
    struct zm_bytes move = zm_list_at(&line->moves, 0);
    enum zm_outcome worth = round_worth(round, question->misere, edge_of(round, 0, move));
    round->game->rules->name(round->instance.state, zm_buffer_bytes(&round->position), move, &name);
    if (!is_true(line, worth))
        harness_wrong("%s: %s is a %s by the rules, %s says it is %s a %s", round->game->name,
                      zm_buffer_string(&name), fates[worth], player, certainties[line->certainty],
                      fates[line->outcome]);
    else if (best && line->certainty == ZM_EXACT && solves(question->player) && worth != fate)
        harness_wrong("%s: a %s by the rules, %s chose %s, a %s", round->game->name, fates[fate],
                      player, zm_buffer_string(&name), fates[worth]);
    zm_buffer_free(&name);
}

/* Who solves has time for all moves unless the machine is busy: then the best of those that it came
 * to need not be the best of all. */
static void think(struct round *round, struct zm_question *question, struct zm_run *run, bool tiny)
{
    struct zm_pace pace = {.nodes = solves(question->player) ? 0 : GUESSES, .hard = 0.3};
    double begin = zm_clock_now();
    struct zm_thinker thinker;
    struct zm_thought thought = {0};
    struct zm_error error = {0};
    unsigned level = lots_one_in(&round->random, 2)
                         ? ZM_LEVEL_MOST
                         : 1 + (unsigned)zm_random_below(&round->random, ZM_LEVEL_MOST);
    pace.lines = lots_one_in(&round->random, 2) ? UINT_MAX : 0;
    enum zm_status status = zm_thinker_open(&thinker, question, run, &error);
    if (status != ZM_OK) {
        judge_failure(status, tiny, &error);
        return;
    }
    status = zm_thinker_set(&thinker, zm_buffer_bytes(&round->position), NULL, &error);
    if (status == ZM_OK)
        status = zm_thinker_think(&thinker, level, &pace, run, NULL, NULL, &thought, &error);
    bool perfect = level == ZM_LEVEL_MOST && zm_clock_now() - begin < pace.hard / IN_TIME;
    if (status != ZM_OK)
        judge_failure(status, tiny, &error);
    for (size_t i = 0; i < thought.count && status == ZM_OK; i++)
        judge_line(round, question, &thought.lines[i], i == 0 && perfect);
    zm_thought_free(&thought);
    zm_thinker_close(&thinker);
}

/* One of the players that suit, those of the game's engine included; NULL: none does. */
static const char *draw_player(struct round *round, int play)
{
    const struct zm_engine *engine = zm_engine_of(round->game);
    const struct zm_player *const *lists[] = {engine == NULL ? NULL : engine->players, zm_players};
    const char *drawn = NULL;
    uint64_t seen = 0;
    for (int list = 0; list < 2; list++)
        for (size_t i = 0; lists[list] != NULL && lists[list][i] != NULL; i++)
            if (lists[list][i]->suits(round->game, play == MISERE, NULL) == ZM_OK &&
                zm_random_below(&round->random, ++seen) == 0)
                drawn = lists[list][i]->name;
    return drawn;
}

void compare_players(struct round *round, int play)
{
    struct lots lots;
    struct zm_question question;
    struct zm_run run;
    bool tiny;
    if (round->naive.vertices[0].count == 0)
        return;
    round_lots(round, play, &lots, &tiny);
    round_draw_way(round, play, &lots);
    const char *player = draw_player(round, play);
    if (player == NULL)
        return;
    lots_add(&lots, "player", player);
    if (!round_open(round, "play", &lots, tiny, table_params, &question, &run))
        return;
    if (question.calculation != NULL)
        think(round, &question, &run, tiny);
    zm_question_close(&question);
    lots_remove_files(&lots);
}
