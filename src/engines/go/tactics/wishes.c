/* Statistics on goals; see wishes.h. */
#include "engines/go/tactics/wishes.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST = 1000,
    MOST_PAIRS = 8000,
    LEAST_GAMES = 20,
    BLOCK = 64,  /* games whose results are counted together, a bit each */
    PLANES = 10, /* bits of a score */
};

/* Standard errors by which a mean is lowered. */
static const double doubt = 2;
#define TIE 1e-6 /* of a move's own worth beside the goal that it wins */

/* Games in which something was so, and the sum of their scores. */
struct count {
    uint64_t games;
    int64_t sum;
};

/* A goal with a move that wins it. */
struct pair {
    uint16_t wish, move;
    struct count both; /* games in which it was reached, and the player to move was first there */
};

struct wish {
    unsigned kind;
    struct go_goal goal;
    struct count count; /* games in which it was reached */
};

struct go_wishes {
    unsigned kinds;
    enum go_formula formula;
    struct go_threats *threats;
    uint8_t turn;
    unsigned count, pair_count;
    struct wish list[MOST];
    struct pair pairs[MOST_PAIRS];
    unsigned open; /* goals of `live` that this game has not decided */
    uint16_t live[MOST];
    /* The games of a block: */
    unsigned filled;
    uint64_t reached[MOST], first[GOBAN_POINTS], planes[PLANES];
    /* All games: */
    struct count all, firsts[GOBAN_POINTS];
    double squares;
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

/* Forgets the games of a block. */
static void clear_block(struct go_wishes *wishes)
{
    wishes->filled = 0;
    memset(wishes->reached, 0, sizeof wishes->reached);
    memset(wishes->first, 0, sizeof wishes->first);
    memset(wishes->planes, 0, sizeof wishes->planes);
}

/* --- which goals are open --- */

/* Adds a goal of the player to move, which he wins if he moves first and not otherwise. */
static void consider(struct go_wishes *wishes, unsigned kind, const struct go_goal *goal)
{
    struct go_status status;
    if (wishes->count == MOST || goal->max != wishes->turn)
        return;
    go_status_find(wishes->threats, goal, GO_WINNING_MOVES, &status);
    if (status.standing != GO_STANDS_WINNABLE)
        return;
    const struct go_points *moves = &status.winning;
    for (uint16_t at = go_points_next(moves, 1); at != 0 && wishes->pair_count < MOST_PAIRS;
         at = go_points_next(moves, at + 1u))
        wishes->pairs[wishes->pair_count++] =
            (struct pair){.wish = (uint16_t)wishes->count, .move = at};
    wishes->list[wishes->count++] = (struct wish){.kind = kind, .goal = *goal};
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
    wishes->count = wishes->pair_count = 0;
    wishes->all = (struct count){0, 0};
    wishes->squares = 0;
    memset(wishes->firsts, 0, sizeof wishes->firsts);
    clear_block(wishes);
    for (uint8_t colour = GO_BLACK; colour <= GO_WHITE; colour++) {
        unsigned count = go_field_chains(field, colour, chains);
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
    for (unsigned i = 0; i < wishes->count; i++)
        if (wishes->list[i].kind <= GO_WISH_CAPTURE)
            wishes->live[wishes->open++] = (uint16_t)i;
}

/* Notes that a goal is reached in this game. */
static void set_reached(struct go_wishes *wishes, unsigned index)
{
    wishes->reached[index] |= UINT64_C(1) << wishes->filled;
}

/* The chains that a move takes; returns how many. */
static unsigned find_taken(const struct goban *board, uint16_t move, uint16_t taken[4])
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint8_t other = goban_other(board->turn);
    unsigned count = 0;
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(move + offsets[i]);
        if (board->colour[near] == other && goban_in_atari(&board->chains[board->chain[near]]))
            taken[count++] = board->chain[near];
    }
    return count;
}

static bool is_among(const uint16_t *list, unsigned count, uint16_t chain)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == chain)
            return true;
    return false;
}

/* Are the two ends of a connection in one chain? */
static bool is_joined(const struct goban *board, const struct go_goal *goal)
{
    return board->colour[goal->second] == goal->max &&
           board->chain[goal->first] == board->chain[goal->second];
}

/* A chain grows until it is taken: so connections are looked at only then, and in the end. */
void go_wishes_moving(struct go_wishes *wishes, const struct goban *board, uint16_t move)
{
    uint16_t taken[4];
    unsigned count = move == GOBAN_PASS ? 0 : find_taken(board, move, taken);
    if (count == 0)
        return;
    unsigned kept = 0;
    for (unsigned i = 0; i < wishes->open; i++) {
        unsigned index = wishes->live[i];
        const struct wish *wish = &wishes->list[index];
        const struct go_goal *goal = &wish->goal;
        bool lost =
            is_among(taken, count, board->chain[goal->first]) ||
            (wish->kind == GO_WISH_CONNECT && is_among(taken, count, board->chain[goal->second]));
        if (!lost)
            wishes->live[kept++] = (uint16_t)index;
        else if (wish->kind == GO_WISH_CAPTURE || is_joined(board, goal))
            set_reached(wishes, index);
    }
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

/* Adds the games of a block that are bits of `games`. */
static void count_bits(const struct go_wishes *wishes, uint64_t games, struct count *count)
{
    int64_t sum = 0;
    for (int i = 0; i < PLANES; i++)
        sum += (int64_t)__builtin_popcountll(games & wishes->planes[i]) << i;
    unsigned number = (unsigned)__builtin_popcountll(games);
    count->games += number;
    count->sum += sum - (int64_t)number * GO_POINTS;
}

/* Counts the games of a block. */
static void flush(struct go_wishes *wishes)
{
    for (unsigned i = 0; i < wishes->count; i++)
        count_bits(wishes, wishes->reached[i], &wishes->list[i].count);
    for (unsigned i = 0; i < wishes->pair_count; i++) {
        struct pair *pair = &wishes->pairs[i];
        count_bits(wishes, wishes->reached[pair->wish] & wishes->first[pair->move], &pair->both);
    }
    for (unsigned i = 0; i < GOBAN_POINTS; i++)
        if (wishes->first[i] != 0)
            count_bits(wishes, wishes->first[i], &wishes->firsts[i]);
    clear_block(wishes);
}

void go_wishes_end(struct go_wishes *wishes, const struct goban *board, const uint8_t *first,
                   int score)
{
    for (unsigned i = 0; i < wishes->open; i++) {
        const struct wish *wish = &wishes->list[wishes->live[i]];
        if (wish->kind != GO_WISH_CAPTURE && is_joined(board, &wish->goal))
            set_reached(wishes, wishes->live[i]);
    }
    for (unsigned i = 0; i < wishes->count; i++)
        if (wishes->list[i].kind > GO_WISH_CAPTURE && is_reached_in_end(&wishes->list[i], board))
            set_reached(wishes, i);
    for (unsigned i = 0; i < board->limit; i++)
        wishes->first[i] |= (uint64_t)(first[i] == wishes->turn) << wishes->filled;
    unsigned above = (unsigned)(score + GO_POINTS);
    for (int i = 0; i < PLANES; i++)
        wishes->planes[i] |= (uint64_t)(above >> i & 1) << wishes->filled;
    wishes->all.games++;
    wishes->all.sum += score;
    wishes->squares += (double)score * score;
    if (++wishes->filled == BLOCK)
        flush(wishes);
}

/* A mean for the player to move, lowered by its doubt; -INFINITY: of too few games. */
static double mean_of(const struct go_wishes *wishes, const struct count *count)
{
    double sign = wishes->turn == GO_BLACK ? 1 : -1, all = (double)wishes->all.games;
    if (count->games < LEAST_GAMES)
        return -INFINITY;
    double middle = (double)wishes->all.sum / all;
    double spread = sqrt(wishes->squares / all - middle * middle), games = (double)count->games;
    return sign * (double)count->sum / games - doubt * spread / sqrt(games);
}

/* What is worth something for the player to move, by the formula. */
static double value_of(const struct go_wishes *wishes, const struct count *count)
{
    double sign = wishes->turn == GO_BLACK ? 1 : -1;
    double mean = mean_of(wishes, count), others = (double)(wishes->all.games - count->games);
    if (!isfinite(mean) || wishes->formula != GO_FORMULA_DIFFERENCE)
        return mean;
    return others < LEAST_GAMES ? 0 : mean - sign * (double)(wishes->all.sum - count->sum) / others;
}

void go_wishes_judge(struct go_wishes *wishes, double worths[GOBAN_POINTS])
{
    if (wishes->filled > 0)
        flush(wishes);
    for (unsigned i = 0; i < GOBAN_POINTS; i++)
        worths[i] = value_of(wishes, &wishes->firsts[i]);
    double best[GOBAN_POINTS];
    memcpy(best, worths, sizeof best);
    for (unsigned i = 0; i < wishes->pair_count; i++) {
        const struct pair *pair = &wishes->pairs[i];
        const struct wish *wish = &wishes->list[pair->wish];
        double value = wishes->formula == GO_FORMULA_JOINT ? mean_of(wishes, &pair->both)
                                                           : value_of(wishes, &wish->count);
        if (value > best[pair->move])
            best[pair->move] = value;
    }
    for (unsigned i = 0; i < GOBAN_POINTS; i++)
        if (best[i] > worths[i])
            worths[i] = best[i] + (isfinite(worths[i]) ? TIE * (worths[i] - best[i]) : 0);
}
