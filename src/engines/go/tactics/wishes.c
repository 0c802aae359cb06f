/* Statistics on goals; see wishes.h. */
#include "engines/go/tactics/wishes.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 600, LEAST_GAMES = 20 };

/* Standard errors by which a mean is lowered. */
static const double doubt = 2;

struct wish {
    unsigned kind;
    struct go_goal goal;
    struct go_points moves; /* by which the player to move wins it */
    bool reached;           /* in this game */
    uint64_t games;         /* in which it was reached */
    double sum;
};

struct go_wishes {
    unsigned kinds;
    enum go_formula formula;
    struct go_threats *threats;
    uint8_t turn;
    unsigned count;
    struct wish list[MOST];
    unsigned open; /* goals of `live` that this game has not decided */
    uint16_t live[MOST];
    uint64_t games;
    double sum, squares;
    unsigned captured;
};

struct go_wishes *go_wishes_open(unsigned kinds, enum go_formula formula, uint64_t most)
{
    struct go_wishes *wishes = calloc(1, sizeof *wishes);
    if (wishes == NULL)
        return NULL;
    wishes->kinds = kinds;
    wishes->formula = formula;
    wishes->threats = go_threats_open(&go_goal_orders, most);
    if (wishes->threats == NULL) {
        free(wishes);
        return NULL;
    }
    return wishes;
}

void go_wishes_close(struct go_wishes *wishes)
{
    if (wishes != NULL)
        go_threats_close(wishes->threats);
    free(wishes);
}

/* --- which goals are open --- */

/* Adds a goal of the player to move, which he wins if he moves first and not otherwise. */
static void consider(struct go_wishes *wishes, unsigned kind, const struct go_goal *goal)
{
    struct go_status status;
    if (wishes->count == MOST || goal->max != wishes->turn)
        return;
    go_status_find(wishes->threats, goal, true, &status);
    if (status.standing != GO_STANDS_WINNABLE)
        return;
    struct wish *wish = &wishes->list[wishes->count];
    *wish = (struct wish){.kind = kind, .goal = *goal, .moves = status.winning};
    wishes->count += go_points_next(&wish->moves, 1) != 0;
}

/* The first stone of each chain of a colour. */
static unsigned list_chains(const struct go_field *field, uint8_t colour, uint16_t *chains)
{
    unsigned count = 0;
    for (uint16_t at = 1; at < field->limit; at++)
        if (field->colour[at] == colour && field->chain[at] == at)
            chains[count++] = at;
    return count;
}

/* Connections of a chain: to the later chains, and to points that are two stones away. */
static void consider_chain(struct go_wishes *wishes, const uint16_t *chains, unsigned count,
                           unsigned index, uint8_t colour)
{
    const struct go_field *field = go_threats_field(wishes->threats);
    struct go_points stones, free, second = {{0}};
    for (unsigned i = index + 1; (wishes->kinds & GO_WISH_CONNECT) != 0 && i < count; i++)
        consider(wishes, GO_WISH_CONNECT,
                 &(struct go_goal){GO_AIM_CONNECT, colour, chains[index], chains[i]});
    go_field_chain(field, chains[index], &stones, &free);
    go_field_add_near(field, &free, &second);
    for (uint16_t at = go_points_next(&second, 1); (wishes->kinds & GO_WISH_REACH) != 0 && at != 0;
         at = go_points_next(&second, at + 1u))
        if (field->colour[at] == GO_EMPTY && !go_points_have(&free, at))
            consider(wishes, GO_WISH_REACH,
                     &(struct go_goal){GO_AIM_REACH, colour, chains[index], at});
    if ((wishes->kinds & GO_WISH_CAPTURE) != 0)
        consider(wishes, GO_WISH_CAPTURE,
                 &(struct go_goal){GO_AIM_CAPTURE, goban_other(colour), chains[index], GOBAN_PASS});
    if ((wishes->kinds & GO_WISH_OWN) != 0) {
        struct go_goal goal = {GO_AIM_ESCAPE, colour, chains[index], GOBAN_PASS};
        struct go_answer answer;
        go_threats_search(wishes->threats, &goal, false, &answer);
        if (answer.verdict == GO_VERDICT_WON)
            return; /* it is not encircled */
        consider(wishes, GO_WISH_OWN, &goal);
        goal.aim = GO_AIM_LIVE;
        consider(wishes, GO_WISH_OWN, &goal);
    }
}

unsigned go_wishes_find(struct go_wishes *wishes, const struct goban *board)
{
    struct go_field *field = go_threats_field(wishes->threats);
    uint16_t chains[GOBAN_POINTS];
    go_field_read(field, board);
    wishes->turn = board->turn;
    wishes->count = 0;
    wishes->games = 0;
    wishes->sum = wishes->squares = 0;
    for (uint8_t colour = GO_BLACK; colour <= GO_WHITE; colour++) {
        unsigned count = list_chains(field, colour, chains);
        for (unsigned i = 0; i < count; i++)
            consider_chain(wishes, chains, count, i, colour);
        for (uint16_t at = 1; (wishes->kinds & GO_WISH_EYE) != 0 && at < field->limit; at++)
            if (field->colour[at] == GO_EMPTY)
                consider(wishes, GO_WISH_EYE,
                         &(struct go_goal){GO_AIM_EYE, colour, at, GOBAN_PASS});
    }
    return wishes->count;
}

/* --- random games --- */

void go_wishes_begin(struct go_wishes *wishes)
{
    wishes->open = 0;
    wishes->captured = 0;
    for (unsigned i = 0; i < wishes->count; i++) {
        wishes->list[i].reached = false;
        if (wishes->list[i].kind <= GO_WISH_CAPTURE)
            wishes->live[wishes->open++] = (uint16_t)i;
    }
}

/* Is a goal decided by the board as it is? */
static bool is_decided(struct wish *wish, const struct goban *board)
{
    const struct go_goal *goal = &wish->goal;
    if (wish->kind == GO_WISH_CAPTURE) {
        wish->reached = board->colour[goal->first] != goban_other(goal->max);
        return wish->reached;
    }
    if (board->colour[goal->first] != goal->max)
        return true;
    if (board->colour[goal->second] != goal->max)
        return wish->kind == GO_WISH_CONNECT;
    wish->reached = board->chain[goal->first] == board->chain[goal->second];
    return wish->reached;
}

void go_wishes_moved(struct go_wishes *wishes, const struct goban *board, uint16_t move)
{
    unsigned captured = board->captured[GO_BLACK] + board->captured[GO_WHITE];
    /* Only stones that join others, and captures, decide anything. */
    if (move == GOBAN_PASS ||
        (board->chains[board->chain[move]].stones == 1 && captured == wishes->captured))
        return;
    wishes->captured = captured;
    unsigned kept = 0;
    for (unsigned i = 0; i < wishes->open; i++)
        if (!is_decided(&wishes->list[wishes->live[i]], board))
            wishes->live[kept++] = wishes->live[i];
    wishes->open = kept;
}

/* Goals of the end: an eye, or the ownership of a point. */
static bool is_reached_in_end(const struct wish *wish, const struct goban *board)
{
    const struct go_goal *goal = &wish->goal;
    const int offsets[5] = {0, board->stride, 1, -board->stride, -1};
    if (wish->kind == GO_WISH_OWN)
        return board->colour[goal->first] == goal->max ||
               (board->colour[goal->first] == GO_EMPTY &&
                goban_surrounded(board, goal->first, goal->max));
    for (int i = 0; i < 5; i++) {
        uint16_t near = (uint16_t)(goal->first + offsets[i]);
        if (board->colour[near] == GO_EMPTY && goban_is_eye(board, near, goal->max))
            return true;
    }
    return false;
}

void go_wishes_end(struct go_wishes *wishes, const struct goban *board, int score)
{
    wishes->games++;
    wishes->sum += score;
    wishes->squares += (double)score * score;
    for (unsigned i = 0; i < wishes->count; i++) {
        struct wish *wish = &wishes->list[i];
        if (wish->kind > GO_WISH_CAPTURE)
            wish->reached = is_reached_in_end(wish, board);
        if (!wish->reached)
            continue;
        wish->games++;
        wish->sum += score;
    }
}

double go_wishes_value(const struct go_wishes *wishes, uint64_t games, double sum)
{
    double sign = wishes->turn == GO_BLACK ? 1 : -1, all = (double)wishes->games;
    double others = all - (double)games;
    if (games < LEAST_GAMES)
        return -INFINITY;
    double middle = wishes->sum / all, spread = sqrt(wishes->squares / all - middle * middle);
    double mean = sign * sum / (double)games - doubt * spread / sqrt((double)games);
    if (wishes->formula == GO_FORMULA_MEAN)
        return mean;
    return others < LEAST_GAMES ? 0 : mean - sign * (wishes->sum - sum) / others;
}

double go_wishes_worth(const struct go_wishes *wishes, uint16_t move)
{
    double best = -INFINITY;
    for (unsigned i = 0; i < wishes->count; i++) {
        const struct wish *wish = &wishes->list[i];
        if (!go_points_have(&wish->moves, move))
            continue;
        double value = go_wishes_value(wishes, wish->games, wish->sum);
        best = value > best ? value : best;
    }
    return best;
}
