/* The player that people get who name none: it asks for a proof first, under a budget, and when
 * none comes the player that guesses best: the engine's own, else looking ahead where the game has
 * an evaluation, else random games. A proof that did not come takes half the share of the next
 * thought, one that came twice as much: where positions cannot be solved in the time, little of it
 * is lost on trying. */
#include "think/general.h"

#include <math.h>
#include <stdlib.h>

static const double largest_share = 0.5, least_share = 1.0 / 32;
static const double pondering_seconds = 5; /* for a proof, when nothing limits the thought */

struct asked {
    const struct zm_player *player; /* NULL: there is none */
    void *state;
};

struct both {
    const struct zm_seat *seat;
    struct asked exact, guessing;
    double share; /* of the pace, for the proof */
};

static enum zm_status both_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    (void)game;
    (void)misere;
    (void)error;
    return ZM_OK;
}

static void both_close(void *state)
{
    struct both *both = state;
    if (both->exact.state != NULL)
        both->exact.player->close(both->exact.state);
    if (both->guessing.state != NULL)
        both->guessing.player->close(both->guessing.state);
    free(both);
}

/* Who guesses best in this game? */
static const struct zm_player *choose_guessing(const struct zm_seat *seat)
{
    const struct zm_game *game = seat->problem.game;
    const struct zm_player *const *own = seat->engine_players;
    for (; own != NULL && *own != NULL; own++)
        if ((*own)->suits(game, seat->problem.misere, NULL) == ZM_OK)
            return *own;
    return game->judgement != NULL && game->players != ZM_ONE_PLAYER ? &zm_alpha_beta_player
                                                                     : &zm_monte_carlo_player;
}

static enum zm_status both_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    struct both *both = calloc(1, sizeof *both);
    if (both == NULL)
        return zm_fail_memory(error);
    both->seat = seat;
    both->share = largest_share;
    both->guessing.player = choose_guessing(seat);
    both->exact.player = seat->solver == NULL ? NULL : &zm_exact_player;
    enum zm_status status = both->guessing.player->open(seat, &both->guessing.state, error);
    if (status == ZM_OK && both->exact.player != NULL)
        status = both->exact.player->open(seat, &both->exact.state, error);
    if (status != ZM_OK)
        both_close(both);
    else
        *state = both;
    return status;
}

static enum zm_status both_set(void *state, struct zm_bytes position,
                               const struct zm_record *record, struct zm_error *error)
{
    struct both *both = state;
    enum zm_status status =
        both->guessing.player->set(both->guessing.state, position, record, error);
    if (status == ZM_OK && both->exact.player != NULL)
        status = both->exact.player->set(both->exact.state, position, record, error);
    return status;
}

/* Is no move better than the first of a thought? */
static bool is_certain(const struct zm_thought *thought)
{
    const struct zm_line *first = &thought->lines[0];
    for (size_t i = 0; i < thought->count; i++)
        if (thought->lines[i].certainty != ZM_EXACT)
            return first->certainty == ZM_EXACT && first->outcome == ZM_WIN &&
                   isnan(first->worth); /* a win without points: none is better */
    return true;
}

/* A share of a pace. Without limits, a few seconds. */
static struct zm_pace part_of(const struct zm_pace *pace, double share)
{
    struct zm_pace part = *pace;
    part.soft *= share;
    part.hard *= share;
    part.nodes = (uint64_t)((double)pace->nodes * share);
    if (pace->nodes > 0 && part.nodes == 0)
        part.nodes = 1;
    if (pace->hard <= 0 && pace->nodes == 0)
        part.hard = pondering_seconds;
    return part;
}

/* Puts what is proved in place of guesses about the same move, the best first: neither a proved
 * loss nor a guess comes before something better. */
static enum zm_status merge(const struct zm_thought *proved, unsigned lines,
                            struct zm_thought *thought, struct zm_error *error)
{
    for (size_t i = 0; i < proved->count; i++) {
        const struct zm_line *line = &proved->lines[i];
        struct zm_bytes move = zm_list_at(&line->moves, 0);
        struct zm_line *guess = zm_thought_find(thought, move);
        if (line->certainty != ZM_EXACT || (guess != NULL && guess->certainty == ZM_EXACT))
            continue;
        if (guess == NULL)
            guess = zm_thought_add_move(thought, move);
        if (guess == NULL)
            return zm_fail_memory(error);
        struct zm_list moves = guess->moves;
        *guess = *line;
        guess->moves = moves;
    }
    for (size_t i = 1; i < thought->count; i++) {
        struct zm_line line = thought->lines[i];
        double promise = zm_line_promise(&line);
        size_t place = i;
        for (; place > 0 && zm_line_promise(&thought->lines[place - 1]) < promise; place--)
            thought->lines[place] = thought->lines[place - 1];
        thought->lines[place] = line;
    }
    zm_thought_cut(thought, lines);
    return ZM_OK;
}

/* Guesses with what is left of the pace, knowing what was proved. */
static enum zm_status guess(struct both *both, const struct zm_pace *pace,
                            const struct zm_thought *proved, struct zm_run *run, zm_tell *tell,
                            void *context, struct zm_thought *thought, struct zm_error *error)
{
    struct zm_pace own = *pace;
    unsigned known = 0;
    for (size_t i = 0; i < proved->count; i++)
        known += proved->lines[i].certainty == ZM_EXACT;
    if (own.lines <= 1 && known > 0)
        own.lines = known + 1; /* so that one is left that may be better than what is known */
    enum zm_status status = both->guessing.player->think(both->guessing.state, &own, run, tell,
                                                         context, thought, error);
    return status == ZM_OK && known > 0 ? merge(proved, pace->lines, thought, error) : status;
}

static enum zm_status both_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                 zm_tell *tell, void *context, struct zm_thought *thought,
                                 struct zm_error *error)
{
    struct both *both = state;
    struct zm_thought proved = {0};
    enum zm_status status = ZM_OK;
    struct zm_pace rest = *pace;
    bool certain = false;
    if (both->exact.player != NULL && !pace->without_solver) {
        struct zm_pace part = part_of(pace, both->share);
        double began = zm_run_seconds(run);
        status =
            both->exact.player->think(both->exact.state, &part, run, NULL, NULL, &proved, error);
        double took = zm_run_seconds(run) - began;
        certain = status == ZM_OK && is_certain(&proved);
        both->share = certain ? both->share * 2 : both->share / 2;
        both->share = both->share > largest_share ? largest_share
                      : both->share < least_share ? least_share
                                                  : both->share;
        rest.soft = pace->soft > took ? pace->soft - took : pace->soft > 0 ? 0.001 : 0;
        rest.hard = pace->hard > took ? pace->hard - took : pace->hard > 0 ? 0.001 : 0;
        rest.nodes = pace->nodes - part.nodes;
    }
    if (status == ZM_OK && certain) {
        proved.count = pace->lines <= 1 ? 1 : proved.count;
        status = zm_thought_copy(&proved, thought) == ZM_OK ? ZM_OK : zm_fail_memory(error);
    } else if (status == ZM_OK) {
        status = guess(both, &rest, &proved, run, tell, context, thought, error);
    }
    zm_thought_free(&proved);
    return status;
}

static double both_evaluate(void *state)
{
    struct both *both = state;
    return both->guessing.player->evaluate == NULL
               ? NAN
               : both->guessing.player->evaluate(both->guessing.state);
}

const struct zm_player zm_auto_player = {
    .name = "auto",
    .summary = "proves where it can in the time, else asks the player that guesses best",
    .suits = both_suits,
    .open = both_open,
    .close = both_close,
    .set = both_set,
    .think = both_think,
    .evaluate = both_evaluate,
};
