/* Moves with what they leave; see analysis.h. */
#include "api/analysis.h"

#include <limits.h>
#include <stdlib.h>

static const char *word_of(enum zm_outcome outcome)
{
    static const char *const words[] = {"unknown", "wins", "loses", "draws"};
    return words[outcome];
}

bool zm_analysed_proved(const struct zm_analysed *move)
{
    return move->line != NULL ? move->line->certainty == ZM_EXACT : move->left->known;
}

const char *zm_analysed_verdict(const struct zm_analysed *move)
{
    const struct zm_answer *left = move->left;
    if (move->line != NULL)
        return word_of(move->line->certainty == ZM_EXACT ? move->line->outcome : ZM_UNDECIDED);
    if (move->scored)
        return word_of(move->points[0] > move->points[1]   ? ZM_WIN
                       : move->points[0] < move->points[1] ? ZM_LOSS
                                                           : ZM_DRAW);
    if (!left->known || left->outcome == ZM_UNDECIDED || left->outcome == ZM_DRAW)
        return word_of(left->known ? left->outcome : ZM_UNDECIDED);
    return word_of((left->outcome == ZM_LOSS) != move->again ? ZM_WIN : ZM_LOSS);
}

enum { GLANCES = 4 }; /* a quarter of the time goes into a first look at all moves */

/* The moves being analysed. */
struct moves {
    struct zm_question *question;
    struct zm_bytes position;
    const struct zm_record *record;
    struct zm_list list;
    bool *solved; /* which have been visited with their answers */
    struct zm_buffer name, next;
    void (*visit)(void *context, const struct zm_analysed *move);
    void *context;
};

/* What the move took belongs to the one who moved; the rest is shared as the answer says. */
static void share_points(const struct moves *moves, struct zm_analysed *move)
{
    const struct zm_answer *left = move->left;
    move->scored = left->known && left->kind == ZM_ANSWER_SCORE &&
                   (left->whole || moves->question->game->scores != NULL);
    if (!move->scored)
        return;
    if (left->whole) {
        move->points[0] = left->points[move->again ? 0 : 1];
        move->points[1] = left->points[move->again ? 1 : 0];
        return;
    }
    int64_t before = zm_points_left(&moves->question->instance, moves->position);
    int64_t taken = before - left->points[0] - left->points[1];
    move->points[0] = taken + left->points[move->again ? 0 : 1];
    move->points[1] = before - move->points[0];
}

/* Makes the position after move number `index`. */
static bool play_move(struct moves *moves, size_t index)
{
    moves->question->game->rules->apply(moves->question->instance.state, moves->position,
                                        zm_list_at(&moves->list, index), &moves->next);
    return !moves->next.failed;
}

/* Hands a move over; `next` is what it leaves. */
static bool show(struct moves *moves, size_t index, const struct zm_answer *left,
                 const struct zm_line *line)
{
    const struct zm_instance *instance = &moves->question->instance;
    struct zm_bytes next = zm_buffer_bytes(&moves->next);
    zm_buffer_clear(&moves->name);
    instance->game->rules->name(instance->state, moves->position, zm_list_at(&moves->list, index),
                                &moves->name);
    struct zm_analysed analysed = {.move = zm_list_at(&moves->list, index),
                                   .name = zm_buffer_string(&moves->name),
                                   .next = next,
                                   .left = left,
                                   .again = zm_moves_again(instance, moves->position, next),
                                   .line = line};
    share_points(moves, &analysed);
    if (!moves->name.failed)
        moves->visit(moves->context, &analysed);
    return !moves->name.failed;
}

/* Solves what move number `index` leaves, and shows it when it is solved. */
static enum zm_status solve_move(struct moves *moves, size_t index, struct zm_run *run,
                                 size_t *count, struct zm_error *error)
{
    struct zm_answer left = {.distance = -1, .counts = {-1, -1, -1, -1}};
    enum zm_status status =
        play_move(moves, index)
            ? zm_question_answer(moves->question, zm_buffer_bytes(&moves->next), run, &left, error)
            : zm_fail_memory(error);
    if (status == ZM_OK && left.known) {
        status = show(moves, index, &left, NULL) ? ZM_OK : zm_fail_memory(error);
        moves->solved[index] = true;
        ++*count;
    }
    zm_answer_free(&left);
    return status;
}

/* Solves what each move leaves, until the run stops, and shows what is solved. */
static enum zm_status solve_moves(struct moves *moves, struct zm_run *run, size_t *count,
                                  struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < moves->list.count && !zm_run_stopped(run); i++)
        if (!moves->solved[i])
            status = solve_move(moves, i, run, count, error);
    return status == ZM_STOPPED ? ZM_OK : status;
}

/* A first look at all moves within a share of the time: where it is short, a hard one that comes
 * early would else keep from sight that a later one is known at once. */
static enum zm_status glance_at_moves(struct moves *moves, struct zm_run *run, size_t *count,
                                      struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < moves->list.count && !zm_run_look(run); i++) {
        struct zm_run glance;
        zm_run_begin(&glance);
        glance.outer = run;
        glance.threads = run->threads;
        glance.memory_limit = run->memory_limit;
        glance.seed = run->seed;
        glance.store = run->store;
        glance.deadline = glance.started + (run->deadline - glance.started) /
                                               (double)(GLANCES * (moves->list.count - i));
        status = solve_move(moves, i, &glance, count, error);
        atomic_fetch_add(&run->nodes, atomic_load(&glance.nodes));
        if (status == ZM_STOPPED)
            status = ZM_OK;
    }
    return status;
}

/* Shows the moves that are not solved, with what the thinker thinks of them. */
static enum zm_status guess_moves(struct moves *moves, const struct zm_analysis *how,
                                  struct zm_error *error)
{
    const struct zm_answer unknown = {.distance = -1, .counts = {-1, -1, -1, -1}};
    const struct zm_pace pace = {
        .soft = how->seconds, .hard = how->seconds, .lines = UINT_MAX, .without_solver = true};
    struct zm_thought thought = {0};
    enum zm_status status = ZM_OK;
    if (how->thinker != NULL) {
        status = zm_thinker_set(how->thinker, moves->position, moves->record, error);
        if (status == ZM_OK)
            status = zm_thinker_think(how->thinker, ZM_LEVEL_MOST, &pace, how->guessing, NULL, NULL,
                                      &thought, error);
    }
    for (size_t i = 0; status == ZM_OK && i < moves->list.count; i++)
        if (!moves->solved[i])
            status =
                play_move(moves, i) && show(moves, i, &unknown,
                                            zm_thought_find(&thought, zm_list_at(&moves->list, i)))
                    ? ZM_OK
                    : zm_fail_memory(error);
    zm_thought_free(&thought);
    return status;
}

enum zm_status zm_analyse_moves(struct zm_question *question, struct zm_bytes position,
                                const struct zm_record *record, struct zm_run *run,
                                const struct zm_analysis *how,
                                void (*visit)(void *context, const struct zm_analysed *move),
                                void *context, struct zm_error *error)
{
    struct moves moves = {.question = question,
                          .position = position,
                          .record = record,
                          .visit = visit,
                          .context = context};
    size_t solved = 0;
    enum zm_status status = zm_question_expect_moves(question, error);
    if (status != ZM_OK)
        return status;
    question->game->rules->moves(question->instance.state, position, record, &moves.list);
    moves.solved = calloc(moves.list.count + 1, sizeof *moves.solved);
    if (moves.solved == NULL || zm_list_failed(&moves.list))
        status = zm_fail_memory(error);
    if (status == ZM_OK && !how->guesses_only && run->deadline > 0)
        status = glance_at_moves(&moves, run, &solved, error);
    if (status == ZM_OK && !how->guesses_only)
        status = solve_moves(&moves, run, &solved, error);
    if (status == ZM_OK && solved < moves.list.count)
        status = guess_moves(&moves, how, error);
    bool stopped = solved < moves.list.count && !how->guesses_only;
    zm_list_free(&moves.list);
    free(moves.solved);
    zm_buffer_free(&moves.name);
    zm_buffer_free(&moves.next);
    return status == ZM_OK && stopped ? ZM_STOPPED : status;
}
