/* One game between two players; see bout.h. */
#include "api/bout.h"

#include "base/clock.h"

/* What a busy machine costs a player beyond its own time. */
static const double grace = 0.5;

enum { EXPECTED_MOVES = 40 }; /* of one player in a game, when nothing is known */

const char *zm_bout_end_name(enum zm_bout_end end)
{
    static const char *const names[] = {"rules", "length", "time", "resigned", "fault"};
    return names[end];
}

/* Takes the result over from the rules; `ending` is for the player to move. */
static void end_by_rules(const struct zm_ending *ending, int turn, struct zm_bout_result *result)
{
    result->end = ZM_BOUT_RULES;
    result->winner = ending->outcome == ZM_WIN ? turn : ending->outcome == ZM_LOSS ? 1 - turn : -1;
    result->scored = ending->scored;
    double margin = (ending->half_points[0] - ending->half_points[1]) / 2.0;
    result->margin = turn == 0 ? margin : 0 - margin;
}

/* Has one player think; what it wants to play comes first in `thought`. */
static enum zm_status ask(const struct zm_contestant *side, const struct zm_played *played,
                          const struct zm_pace *pace, struct zm_run *run,
                          struct zm_thought *thought, struct zm_error *error)
{
    struct zm_thinker *thinker = side->thinker;
    enum zm_status status =
        zm_thinker_set(thinker, zm_buffer_bytes(&played->position), &played->record, error);
    zm_thought_clear(thought);
    if (status == ZM_OK)
        status = zm_thinker_think(thinker, thinker->level, pace, run, NULL, NULL, thought, error);
    if (status == ZM_OK && !thought->resigns &&
        (thought->count == 0 || thought->lines[0].moves.count == 0))
        status = zm_fail(error, ZM_WRONG, "no move was chosen");
    return status;
}

/* Ends the game against the player to move. */
static void lose(int turn, enum zm_bout_end end, struct zm_bout_result *result)
{
    result->winner = 1 - turn;
    result->end = end;
    result->scored = false;
}

/* One move; `over` is set when it ended the game otherwise than by the rules. */
static enum zm_status move(const struct zm_bout *bout, struct zm_played *played, int turn,
                           double left[2], struct zm_thought *thought,
                           struct zm_bout_result *result, bool *over, struct zm_error *error)
{
    const struct zm_contestant *side = bout->sides[turn];
    struct zm_pace pace = side->limits;
    if (side->control != NULL) {
        struct zm_pace clock = zm_time_control_pace(
            side->control, left[turn], (unsigned)(played->record.moves.count / 2), EXPECTED_MOVES);
        pace.soft = clock.soft;
        pace.hard = clock.hard;
    }
    double began = zm_clock_now();
    enum zm_status status = ask(side, played, &pace, bout->run, thought, &result->fault);
    double took = zm_clock_now() - began;
    if (zm_run_stopped(bout->run))
        return zm_fail(error, ZM_STOPPED, "stopped");
    *over = true;
    if (status != ZM_OK)
        lose(turn, ZM_BOUT_FAULT, result);
    else if (thought->resigns)
        lose(turn, ZM_BOUT_RESIGNED, result);
    else if (side->control != NULL &&
             !zm_time_control_spend(side->control, &left[turn], took, grace))
        lose(turn, ZM_BOUT_TIME, result);
    else
        *over = false;
    if (*over)
        return ZM_OK;
    return zm_played_play_move(played, zm_list_at(&thought->lines[0].moves, 0), error);
}

enum zm_status zm_bout_play(const struct zm_bout *bout, struct zm_played *played,
                            struct zm_bout_result *result, struct zm_error *error)
{
    struct zm_thought thought = {0};
    double left[2] = {0};
    enum zm_status status = ZM_OK;
    bool over = false;
    *result = (struct zm_bout_result){.winner = -1};
    for (int i = 0; i < 2; i++)
        if (bout->sides[i]->control != NULL)
            left[i] = zm_time_control_start(bout->sides[i]->control);
    while (status == ZM_OK && !over) {
        struct zm_ending ending;
        int turn = zm_played_turn(played);
        zm_played_ending(played, &ending);
        over = ending.over;
        if (ending.over) {
            end_by_rules(&ending, turn, result);
        } else if (bout->longest > 0 && played->record.moves.count >= bout->longest) {
            result->end = ZM_BOUT_LENGTH;
            over = true;
        } else {
            status = move(bout, played, turn, left, &thought, result, &over, error);
        }
    }
    zm_thought_free(&thought);
    return status;
}
