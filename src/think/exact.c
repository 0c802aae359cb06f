/* The player that solves: it asks the seat's solver what each move leaves, within the pace, until a
 * best move is certain. What is found stays in the solver's store, so the next moves are quicker.
 * Perfect where it comes to an end; where it does not, moves that are proved to lose come last. */
#include "think/general.h"

#include <stdlib.h>

struct exact {
    const struct zm_seat *seat;
    struct zm_instance game;
    struct zm_buffer position;
    const struct zm_record *record;
};

/* A line and how good it is to the one who plays it; equal ones are drawn by lot. */
struct ranked {
    int64_t worth;
    uint64_t lot;
    size_t line;
};

/* What the ranks of moves say: one that is not solved lies between a draw and a loss. */
enum { UNSOLVED = -2, REPEATED_DRAW = -1 };

static enum zm_status exact_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    (void)game;
    (void)misere;
    (void)error;
    return ZM_OK;
}

static enum zm_status exact_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    if (seat->solver == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "nothing is computed for %s in %s play yet",
                       seat->problem.game->name, seat->problem.misere ? "misere" : "normal");
    struct exact *exact = calloc(1, sizeof *exact);
    if (exact == NULL)
        return zm_fail_memory(error);
    exact->seat = seat;
    enum zm_status status =
        zm_instance_open(&exact->game, seat->problem.game, seat->problem.settings, error);
    if (status != ZM_OK)
        free(exact);
    else
        *state = exact;
    return status;
}

static void exact_close(void *state)
{
    struct exact *exact = state;
    zm_instance_close(&exact->game);
    zm_buffer_free(&exact->position);
    free(exact);
}

static enum zm_status exact_set(void *state, struct zm_bytes position,
                                const struct zm_record *record, struct zm_error *error)
{
    struct exact *exact = state;
    zm_buffer_set(&exact->position, position);
    exact->record = record;
    return exact->position.failed ? zm_fail_memory(error) : ZM_OK;
}

static bool is_scored(const struct exact *exact, const struct zm_answer *answer)
{
    return answer->kind == ZM_ANSWER_SCORE && (answer->whole || exact->game.game->scores != NULL);
}

/* Does an answer say who wins? */
static bool decides(const struct exact *exact, const struct zm_answer *answer)
{
    return answer->known && (answer->outcome != ZM_UNDECIDED || is_scored(exact, answer));
}

/* What a move is worth to the one who makes it, from the answer for what it leaves: the larger, the
 * better. A quicker win is better than a slower one, a slower loss than a quicker one; of a score,
 * the half points that the mover takes of what was on the board more than the other. */
static int64_t worth_of(const struct exact *exact, struct zm_bytes before, struct zm_bytes after,
                        const struct zm_answer *answer)
{
    bool again = zm_moves_again(&exact->game, before, after);
    if (is_scored(exact, answer)) {
        int64_t gain = answer->whole ? 0
                                     : zm_points_left(&exact->game, before) -
                                           zm_points_left(&exact->game, after);
        int64_t rest = answer->points[0] - answer->points[1];
        return 2 * (gain + (again ? rest : -rest));
    }
    int64_t worth = answer->outcome == ZM_WIN ? 1 : answer->outcome == ZM_LOSS ? -1 : 0;
    int64_t distance = answer->distance < 0 ? 0 : answer->distance;
    worth = worth * ((int64_t)1 << 40) - worth * distance;
    return again ? worth : -worth;
}

/* Has the position been on the board before? */
static bool seen_before(const struct zm_record *record, struct zm_bytes position)
{
    for (size_t i = 0; record != NULL && i < record->positions.count; i++)
        if (zm_bytes_equal(zm_list_at(&record->positions, i), position))
            return true;
    return false;
}

/* Says in a line what the answer for the position that its move leaves makes of it. */
static void fill_line(struct exact *exact, struct zm_bytes after, const struct zm_answer *answer,
                      int64_t lead, struct zm_line *line, int64_t *rank)
{
    struct zm_bytes before = zm_buffer_bytes(&exact->position);
    int64_t worth = worth_of(exact, before, after, answer);
    line->certainty = ZM_EXACT;
    line->source = "solved";
    *rank = 4 * worth;
    if (is_scored(exact, answer)) {
        worth += lead;
        *rank = 4 * worth;
        line->worth = (double)worth / 2;
    } else if (answer->distance >= 0) {
        line->depth = (unsigned)answer->distance + 1;
    }
    line->outcome = worth > 0 ? ZM_WIN : worth < 0 ? ZM_LOSS : ZM_DRAW;
    if (worth == 0 && seen_before(exact->record, after))
        *rank = REPEATED_DRAW;
}

static bool is_late(struct zm_run *run, const struct zm_pace *pace)
{
    return zm_run_look(run) || (pace->soft > 0 && zm_run_seconds(run) >= pace->soft);
}

/* Solves what each move leaves, one line a move, in which nothing is said when it is not solved.
 * One that wins is enough when no more lines are wanted and how well it wins is not said. */
static enum zm_status solve_moves(struct exact *exact, const struct zm_list *moves,
                                  const struct zm_pace *pace, struct zm_run *run,
                                  struct zm_thought *thought, struct ranked *ranks,
                                  struct zm_error *error)
{
    struct zm_buffer next = {0};
    enum zm_status status = ZM_OK;
    bool enough = false;
    int64_t lead = exact->game.game->scores == NULL
                       ? 0
                       : zm_points_ahead(&exact->game, zm_buffer_bytes(&exact->position));
    for (size_t i = 0; status == ZM_OK && i < moves->count; i++) {
        struct zm_answer answer = {0};
        struct zm_line *line = zm_thought_add_move(thought, zm_list_at(moves, i));
        if (line == NULL)
            status = zm_fail_memory(error);
        exact->game.game->rules->apply(exact->game.state, zm_buffer_bytes(&exact->position),
                                       zm_list_at(moves, i), &next);
        if (status == ZM_OK && next.failed)
            status = zm_fail_memory(error);
        ranks[i] = (struct ranked){.worth = UNSOLVED, .line = i};
        if (status == ZM_OK && !enough && !is_late(run, pace))
            status = exact->seat->solver->answer(exact->seat->solver->context,
                                                 zm_buffer_bytes(&next), run, &answer, error);
        if (status == ZM_STOPPED || status == ZM_BAD_INPUT) /* it did not come, or cannot */
            status = ZM_OK;
        if (status == ZM_OK && decides(exact, &answer))
            fill_line(exact, zm_buffer_bytes(&next), &answer, lead, line, &ranks[i].worth);
        enough |= pace->lines <= 1 && ranks[i].worth > 0 && !is_scored(exact, &answer) &&
                  answer.distance < 0;
        zm_answer_free(&answer);
    }
    zm_buffer_free(&next);
    return status;
}

/* A player alone goes along a line to the goal: its first move is tried before the others, some of
 * which may be hard to refute. */
static enum zm_status put_line_first(struct exact *exact, struct zm_run *run, struct zm_list *moves,
                                     struct zm_error *error)
{
    struct zm_bytes position = zm_buffer_bytes(&exact->position);
    struct zm_answer answer = {0};
    struct zm_buffer name = {0}, first = {0};
    struct zm_list others = {0};
    enum zm_status status =
        exact->seat->solver->answer(exact->seat->solver->context, position, run, &answer, error);
    if (status == ZM_OK && answer.outcome == ZM_WIN && answer.line.count > 0) {
        zm_buffer_set(&name, zm_list_at(&answer.line, 0));
        status = zm_find_move(&exact->game, position, exact->record, zm_buffer_string(&name),
                              &first, error);
    }
    if (status == ZM_OK && first.size > 0) {
        zm_list_add(&others, zm_buffer_bytes(&first));
        for (size_t i = 0; i < moves->count; i++)
            if (!zm_bytes_equal(zm_list_at(moves, i), zm_buffer_bytes(&first)))
                zm_list_add(&others, zm_list_at(moves, i));
        zm_list_free(moves);
        *moves = others;
    }
    bool failed = name.failed || first.failed || zm_list_failed(moves);
    zm_answer_free(&answer);
    zm_buffer_free(&name);
    zm_buffer_free(&first);
    if (failed)
        return zm_fail_memory(error);
    return status == ZM_STOPPED || status == ZM_BAD_INPUT ? ZM_OK : status;
}

static int compare_ranks(const void *a, const void *b)
{
    const struct ranked *left = a, *right = b;
    if (left->worth != right->worth)
        return left->worth < right->worth ? 1 : -1;
    return left->lot < right->lot ? -1 : left->lot > right->lot;
}

/* Puts the lines in the order of their ranks. The lot depends on the seed and the number of moves
 * played alone: the same game is played again. */
static enum zm_status sort_lines(const struct exact *exact, struct ranked *ranks,
                                 struct zm_thought *thought, struct zm_error *error)
{
    size_t played = exact->record == NULL ? 0 : exact->record->moves.count;
    struct zm_random random = zm_random_seeded(exact->seat->problem.run->seed + played);
    struct zm_line *lines = calloc(thought->capacity, sizeof *lines);
    if (lines == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < thought->count; i++)
        ranks[i].lot = zm_random_next(&random);
    qsort(ranks, thought->count, sizeof *ranks, compare_ranks);
    for (size_t i = 0; i < thought->capacity; i++)
        lines[i] = thought->lines[i < thought->count ? ranks[i].line : i];
    free(thought->lines);
    thought->lines = lines;
    return ZM_OK;
}

static enum zm_status exact_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                  zm_tell *tell, void *context, struct zm_thought *thought,
                                  struct zm_error *error)
{
    struct exact *exact = state;
    struct zm_list moves = {0};
    (void)tell;
    (void)context;
    zm_thought_clear(thought);
    exact->game.game->rules->moves(exact->game.state, zm_buffer_bytes(&exact->position),
                                   exact->record, &moves);
    struct ranked *ranks = calloc(moves.count + 1, sizeof *ranks);
    enum zm_status status = ZM_OK;
    if (zm_list_failed(&moves) || ranks == NULL)
        status = zm_fail_memory(error);
    else if (moves.count == 0)
        status = zm_fail_no_move(error);
    if (status == ZM_OK) {
        struct zm_run inner;
        zm_pace_begin(pace, &exact->seat->problem, run, &inner);
        if (exact->game.game->players == ZM_ONE_PLAYER)
            status = put_line_first(exact, &inner, &moves, error);
        if (status == ZM_OK)
            status = solve_moves(exact, &moves, pace, &inner, thought, ranks, error);
        atomic_fetch_add(&run->nodes, atomic_load(&inner.nodes));
    }
    if (status == ZM_OK)
        status = sort_lines(exact, ranks, thought, error);
    zm_list_free(&moves);
    free(ranks);
    return status;
}

const struct zm_player zm_exact_player = {
    .name = "exact",
    .summary = "solves what each move leaves: perfect where the time is enough",
    .suits = exact_suits,
    .open = exact_open,
    .close = exact_close,
    .set = exact_set,
    .think = exact_think,
};
