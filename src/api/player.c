/* A player for every game; see player.h.
 *
 * Half of the time goes into solving: the position, then the positions after each move, until a
 * best move is certain. What is found stays in the question's store, so the next moves are quicker.
 * If that is not enough, the rest of the time goes into looking ahead where the game has a
 * judgement (think/alpha_beta.h), and into random games elsewhere (think/monte_carlo.h). */
#include "api/player.h"

#include "base/clock.h"
#include "think/alpha_beta.h"
#include "think/monte_carlo.h"

void zm_choice_free(struct zm_choice *choice)
{
    zm_buffer_free(&choice->move);
    zm_buffer_free(&choice->name);
    *choice = (struct zm_choice){0};
}

/* Gives the run a new deadline; it may have been stopped by an earlier one. */
static void set_deadline(struct zm_run *run, double seconds)
{
    run->deadline = zm_clock_now() + seconds;
    atomic_store(&run->stop, false);
    atomic_store(&run->failure, 0);
}

enum zm_status zm_answer_in_time(struct zm_question *question, struct zm_bytes position,
                                 double seconds, struct zm_run *run, struct zm_answer *answer,
                                 struct zm_error *error)
{
    set_deadline(run, seconds);
    enum zm_status status = zm_question_answer(question, position, run, answer, error);
    return status == ZM_STOPPED ? ZM_OK : status;
}

/* What a move is worth to the one who makes it, from the answer for what it leaves: the larger, the
 * better. A quicker win is better than a slower one, a slower loss than a quicker one. */
static int64_t worth_of(const struct zm_question *question, struct zm_bytes before,
                        struct zm_bytes after, const struct zm_answer *answer)
{
    bool again = zm_moves_again(&question->instance, before, after);
    if (answer->kind == ZM_ANSWER_SCORE && question->game->scores != NULL) {
        int64_t gain = zm_points_left(&question->instance, before) -
                       zm_points_left(&question->instance, after);
        return gain + (again ? answer->points[0] - answer->points[1]
                             : answer->points[1] - answer->points[0]);
    }
    int64_t worth = answer->outcome == ZM_WIN ? 1 : answer->outcome == ZM_LOSS ? -1 : 0;
    int64_t distance = answer->distance < 0 ? 0 : answer->distance;
    worth = worth * ((int64_t)1 << 40) - worth * distance;
    return again ? worth : -worth;
}

/* Twice the worth of a move, or one less for a draw that repeats. */
static enum zm_outcome fate_of(int64_t worth)
{
    return worth > 0 ? ZM_WIN : worth < -1 ? ZM_LOSS : ZM_DRAW;
}

/* By how many half points the player to move is ahead in what is taken already. Only the end of a
 * game says who has what: any line of play there will do, less what each takes on it. */
static int64_t lead_of(const struct zm_question *question, struct zm_bytes position)
{
    const struct zm_rules *rules = question->game->rules;
    void *state = question->instance.state;
    struct zm_buffer here = {0}, next = {0};
    struct zm_list moves = {0};
    struct zm_ending ending = {0};
    int64_t taken = 0, left = zm_points_left(&question->instance, position);
    int player = zm_turn_at(&question->instance, position, NULL), turn = player;
    zm_buffer_set(&here, position);
    for (;;) {
        zm_list_clear(&moves);
        rules->moves(state, zm_buffer_bytes(&here), NULL, &moves);
        zm_ending_with_moves(&question->instance, zm_buffer_bytes(&here), NULL, question->misere,
                             moves.count, &ending);
        if (ending.over || here.failed || zm_list_failed(&moves))
            break;
        rules->apply(state, zm_buffer_bytes(&here), zm_list_at(&moves, 0), &next);
        int64_t remaining = zm_points_left(&question->instance, zm_buffer_bytes(&next));
        taken += 2 * (turn == player ? left - remaining : remaining - left);
        left = remaining;
        zm_buffer_set(&here, zm_buffer_bytes(&next));
        turn = zm_turn_at(&question->instance, zm_buffer_bytes(&here), NULL);
    }
    int64_t final = ending.half_points[0] - ending.half_points[1];
    zm_list_free(&moves);
    zm_buffer_free(&here);
    zm_buffer_free(&next);
    return !ending.scored ? 0 : (turn == player ? final : -final) - taken;
}

/* Has the position been on the board before? */
static bool seen_before(const struct zm_record *record, struct zm_bytes position)
{
    for (size_t i = 0; record != NULL && i < record->positions.count; i++)
        if (zm_bytes_equal(zm_list_at(&record->positions, i), position))
            return true;
    return false;
}

/* Solves what each move leaves; `choice->proved` when all were, or one that wins was found and how
 * well does not matter. */
static enum zm_status choose_by_solving(struct zm_question *question, struct zm_bytes position,
                                        const struct zm_record *record, const struct zm_list *moves,
                                        struct zm_run *run, struct zm_random *random,
                                        struct zm_choice *choice, struct zm_error *error)
{
    const struct zm_rules *rules = question->game->rules;
    struct zm_buffer next = {0};
    enum zm_status status = ZM_OK;
    bool found = false, all = true, enough = false, scored = false;
    int64_t best = 0;
    uint64_t equals = 0;
    for (size_t i = 0; status == ZM_OK && i < moves->count && all && !enough; i++) {
        struct zm_answer answer = {0};
        rules->apply(question->instance.state, position, zm_list_at(moves, i), &next);
        status = zm_question_answer(question, zm_buffer_bytes(&next), run, &answer, error);
        all = status == ZM_OK && answer.known;
        if (all) {
            int64_t worth = 2 * worth_of(question, position, zm_buffer_bytes(&next), &answer);
            if (worth == 0 && seen_before(record, zm_buffer_bytes(&next)))
                worth = -1;
            if (!found || worth > best)
                equals = 0;
            if (!found || worth >= best) {
                best = worth;
                equals++;
                if (equals == 1 || (random != NULL && zm_random_below(random, equals) == 0))
                    zm_buffer_set(&choice->move, zm_list_at(moves, i));
            }
            found = true;
            scored = answer.kind == ZM_ANSWER_SCORE && question->game->scores != NULL;
            enough = best > 0 && answer.kind != ZM_ANSWER_SCORE && answer.distance < 0;
        }
        zm_answer_free(&answer);
    }
    zm_buffer_free(&next);
    choice->proved = found && (all || enough);
    if (choice->proved && scored) {
        int64_t margin = best + lead_of(question, position);
        choice->fate = margin > 0 ? ZM_WIN : margin < 0 ? ZM_LOSS : ZM_DRAW;
    } else {
        choice->fate = fate_of(best);
    }
    return status == ZM_STOPPED ? ZM_OK : status;
}

static enum zm_status choose_by_chance(struct zm_question *question, struct zm_bytes position,
                                       const struct zm_record *record, struct zm_run *run,
                                       struct zm_choice *choice, struct zm_error *error)
{
    struct zm_guess guess = {0};
    enum zm_status status = zm_monte_carlo(&question->instance, position, record, question->misere,
                                           UINT64_MAX, run, &guess, error);
    if (status == ZM_OK) {
        zm_buffer_set(&choice->move, zm_buffer_bytes(&guess.move));
        choice->chance = guess.chance;
        choice->playouts = guess.playouts;
    }
    zm_buffer_free(&guess.move);
    return status;
}

static enum zm_status choose_by_judgement(struct zm_question *question, struct zm_bytes position,
                                          const struct zm_record *record, struct zm_run *run,
                                          struct zm_choice *choice, struct zm_error *error)
{
    struct zm_forecast forecast = {0};
    enum zm_status status = zm_alpha_beta(&question->instance, position, record, question->misere,
                                          ZM_ALPHA_BETA_DEEPEST, UINT64_MAX, run, &forecast, error);
    if (status == ZM_OK) {
        int32_t point = question->game->judgement->point;
        zm_buffer_set(&choice->move, zm_buffer_bytes(&forecast.move));
        choice->ahead = point > 0 ? (double)forecast.worth / point : forecast.worth;
        choice->depth = forecast.depth;
        choice->nodes = forecast.nodes;
    }
    zm_buffer_free(&forecast.move);
    return status;
}

enum zm_status zm_choose_move(struct zm_question *question, struct zm_bytes position,
                              const struct zm_record *record, double seconds, struct zm_run *run,
                              struct zm_random *random, struct zm_choice *choice,
                              struct zm_error *error)
{
    struct zm_list moves = {0};
    enum zm_status status = ZM_OK;
    choice->proved = choice->judged = false;
    choice->fate = ZM_UNDECIDED;
    question->game->rules->moves(question->instance.state, position, record, &moves);
    if (zm_list_failed(&moves))
        status = zm_fail_memory(error);
    else if (moves.count == 0)
        status = zm_fail(error, ZM_BAD_INPUT, "there is no legal move");
    if (status == ZM_OK && question->calculation != NULL) {
        set_deadline(run, seconds / 2);
        status = choose_by_solving(question, position, record, &moves, run, random, choice, error);
    }
    if (status == ZM_OK && !choice->proved) {
        set_deadline(run, seconds / 2);
        choice->judged =
            question->game->judgement != NULL && question->game->players != ZM_ONE_PLAYER;
        status = choice->judged
                     ? choose_by_judgement(question, position, record, run, choice, error)
                     : choose_by_chance(question, position, record, run, choice, error);
    }
    zm_list_free(&moves);
    zm_buffer_clear(&choice->name);
    if (status == ZM_OK)
        question->game->rules->name(question->instance.state, position,
                                    zm_buffer_bytes(&choice->move), &choice->name);
    return status;
}
