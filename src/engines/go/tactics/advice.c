/* Tactics as advice; see advice.h. */
#include "engines/go/tactics/advice.h"

static const float one_stone = 15, more_stones = 30, connection = 10;

/* Gives the moves that decide a goal for the player to move at least so many games. */
static void weigh(struct go_threats *threats, const struct goban *board, const struct go_goal *goal,
                  float weight, float games[GOBAN_POINTS])
{
    struct go_status status;
    bool own = goal->max == board->turn;
    go_status_find(threats, goal, own ? GO_WINNING_MOVES : GO_BREAKING_MOVES, &status);
    if (status.standing != GO_STANDS_WINNABLE)
        return;
    const struct go_points *moves = own ? &status.winning : &status.breaking;
    for (uint16_t at = go_points_next(moves, 1); at != 0; at = go_points_next(moves, at + 1u))
        if (games[at] < weight)
            games[at] = weight;
}

void go_advice_find(struct go_threats *threats, const struct goban *board, struct zm_run *run,
                    float games[GOBAN_POINTS])
{
    const struct go_field *field = go_threats_field(threats);
    uint16_t chains[GO_POINTS];
    go_field_read(go_threats_field(threats), board);
    memset(games, 0, GOBAN_POINTS * sizeof *games);
    for (uint8_t colour = GO_BLACK; colour <= GO_WHITE; colour++) {
        unsigned count = go_field_chains(field, colour, chains);
        for (unsigned i = 0; i < count && !zm_run_look(run); i++) {
            struct go_goal take = {GO_AIM_CAPTURE, goban_other(colour), chains[i], GOBAN_PASS};
            bool alone = field->next[chains[i]] == chains[i];
            weigh(threats, board, &take, alone ? one_stone : more_stones, games);
            for (unsigned k = i + 1; k < count; k++) {
                struct go_goal link = {GO_AIM_CONNECT, colour, chains[i], chains[k]};
                weigh(threats, board, &link, connection, games);
            }
        }
    }
}
