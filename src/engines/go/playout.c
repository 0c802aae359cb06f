/* Random games with some sense; see playout.h. */
#include "engines/go/playout.h"

const struct go_policy go_usual_policy = {
    .captures = 90, .shapes = 95, .weak = true, .anywhere = 40, .self_atari = 90};

enum { MOST_CANDIDATES = 64 };

struct candidates {
    uint16_t points[MOST_CANDIDATES];
    unsigned count;
};

static void add(struct candidates *candidates, uint16_t point)
{
    if (candidates->count < MOST_CANDIDATES)
        candidates->points[candidates->count++] = point;
}

/* The neighbours of a point that are stones of a colour, as bits of `around`. */
static unsigned stones_beside(const struct goban *board, uint16_t point, uint8_t colour)
{
    unsigned around = board->around[point], low = around & 0x55, high = around >> 1 & 0x55;
    return colour == GO_BLACK ? low & ~high : high & ~low;
}

/* Is one of the chains on these sides of a point in atari? */
static bool any_in_atari(const struct goban *board, uint16_t point, unsigned sides)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    for (; sides != 0; sides &= sides - 1) {
        uint16_t near = (uint16_t)(point + offsets[__builtin_ctz(sides) / 2]);
        if (goban_in_atari(&board->chains[board->chain[near]]))
            return true;
    }
    return false;
}

bool go_is_self_atari(const struct goban *board, uint16_t point)
{
    if (goban_space(board, point) >= 2 || stones_beside(board, point, board->turn) == 0)
        return false;
    return !any_in_atari(board, point, stones_beside(board, point, goban_other(board->turn))) &&
           !goban_two_liberties_after(board, point);
}

/* How a chain of the player to move that is in atari can be saved: by taking a neighbour in atari,
 * or by running. */
static void add_rescues(const struct goban *board, uint16_t chain, struct candidates *candidates)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint8_t other = goban_other(board->turn);
    uint16_t liberty = goban_last_liberty(&board->chains[chain]), stone = chain;
    do {
        for (int i = 0; i < 4; i++) {
            uint16_t near = (uint16_t)(stone + offsets[i]);
            if (board->colour[near] != other)
                continue;
            const struct goban_chain *enemy = &board->chains[board->chain[near]];
            if (!goban_in_atari(enemy))
                continue;
            uint16_t take = goban_last_liberty(enemy);
            if (take != board->ko)
                add(candidates, take);
        }
        stone = board->next[stone];
    } while (stone != chain);
    if (goban_is_legal(board, liberty) && goban_two_liberties_after(board, liberty))
        add(candidates, liberty);
}

/* Chains in atari at a point and beside it: those of the other can be taken, one's own saved. Few are
 * in atari, so that is asked first, also where there is no stone. */
static void add_urgent(const struct goban *board, uint16_t point, struct candidates *candidates)
{
    const int offsets[5] = {0, board->stride, 1, -board->stride, -1};
    uint16_t seen[5];
    unsigned count = 0;
    for (int i = 0; i < 5; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]), chain = board->chain[near];
        if (!goban_in_atari(&board->chains[chain]))
            continue;
        if (board->colour[near] != GO_BLACK && board->colour[near] != GO_WHITE)
            continue;
        unsigned k = 0;
        while (k < count && seen[k] != chain)
            k++;
        if (k < count)
            continue;
        seen[count++] = chain;
        uint16_t liberty = goban_last_liberty(&board->chains[chain]);
        if (board->colour[near] == board->turn)
            add_rescues(board, chain, candidates);
        else if (liberty != board->ko)
            add(candidates, liberty);
    }
}

/* Would a stone on a liberty of a chain give the chain more liberties than it has now, two? */
static bool gains(const struct goban *board, uint16_t chain, uint16_t liberty, uint16_t other)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint8_t colour = board->colour[chain];
    unsigned more = 0;
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(liberty + offsets[i]), list[3];
        if (board->colour[near] == GO_EMPTY)
            more += near != other;
        else if (board->colour[near] == colour && board->chain[near] != chain &&
                 goban_liberties(board, board->chain[near], 3, list) == 3)
            more += 2;
    }
    return more >= 2;
}

/* The liberties of a chain that has two: who plays there first makes it stronger, or does not let
 * it become so. */
static void add_liberties(const struct goban *board, uint16_t chain, struct candidates *candidates)
{
    enum { FEW = 5 }; /* a chain with more pseudo-liberties seldom has but two */
    uint16_t list[3];
    if (board->chains[chain].liberties > FEW || goban_liberties(board, chain, 3, list) != 2)
        return;
    for (int i = 0; i < 2; i++)
        if (gains(board, chain, list[i], list[1 - i]) && goban_is_legal(board, list[i]))
            add(candidates, list[i]);
}

/* Weak chains at the last move: its own, and those beside it of the player to move. */
static void add_weak(const struct goban *board, uint16_t point, struct candidates *candidates)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint16_t seen[4];
    unsigned count = 0;
    if (board->colour[point] == goban_other(board->turn))
        add_liberties(board, board->chain[point], candidates);
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]), chain = board->chain[near];
        if (board->colour[near] != board->turn)
            continue;
        unsigned k = 0;
        while (k < count && seen[k] != chain)
            k++;
        if (k < count)
            continue;
        seen[count++] = chain;
        add_liberties(board, chain, candidates);
    }
}

/* Chains of the other anywhere that can be taken, but for those whose last liberty has much space. */
static void add_captures(const struct goban *board, struct candidates *candidates)
{
    uint8_t other = goban_other(board->turn);
    for (unsigned i = 0; i < board->empties; i++) {
        uint16_t point = board->empty[i];
        if (goban_space(board, point) <= 1 &&
            any_in_atari(board, point, stones_beside(board, point, other)) && point != board->ko)
            add(candidates, point);
    }
}

static void add_shapes(const struct goban *board, const struct go_patterns *patterns,
                       uint16_t point, struct candidates *candidates)
{
    int offsets[8];
    goban_offsets(board, offsets);
    for (int i = 0; i < 8; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]);
        /* One branch for both, which is seldom taken. */
        if (((board->colour[near] == GO_EMPTY) &
             go_patterns_match(patterns, board->around[near])) != 0 &&
            goban_is_legal(board, near))
            add(candidates, near);
    }
}

/* One of the candidates that is no self-atari; GOBAN_PASS: there is none. */
static uint16_t choose(const struct goban *board, struct candidates *candidates,
                       struct goban_lots *lots)
{
    while (candidates->count > 0) {
        unsigned index = goban_lot(lots, candidates->count);
        uint16_t point = candidates->points[index];
        if (!go_is_self_atari(board, point))
            return point;
        candidates->points[index] = candidates->points[--candidates->count];
    }
    return GOBAN_PASS;
}

static uint16_t sensible_move(struct goban *board, const struct go_policy *policy,
                              struct goban_lots *lots)
{
    unsigned count = board->empties;
    while (count > 0) {
        unsigned index = goban_lot(lots, count);
        uint16_t point = board->empty[index];
        if (goban_space(board, point) >= 2)
            return point;
        if (goban_is_sensible(board, point) &&
            (!go_is_self_atari(board, point) || goban_lot(lots, 100) >= policy->self_atari))
            return point;
        uint16_t last = board->empty[--count];
        board->empty[index] = last;
        board->place[last] = (uint16_t)index;
        board->empty[count] = point;
        board->place[point] = (uint16_t)count;
    }
    return GOBAN_PASS;
}

uint16_t go_playout_move(struct goban *board, const struct go_patterns *patterns,
                         const struct go_policy *policy, struct goban_lots *lots)
{
    struct candidates candidates;
    candidates.count = 0; /* the list is long: it is not cleared for every move */
    const uint16_t recent[2] = {board->last, board->before_last};
    if (goban_lot(lots, 100) < policy->captures) {
        for (int i = 0; i < 2 && candidates.count == 0; i++)
            if (recent[i] != GOBAN_PASS)
                add_urgent(board, recent[i], &candidates);
        if (candidates.count > 0)
            return candidates.points[goban_lot(lots, candidates.count)];
    }
    if (policy->weak && recent[0] != GOBAN_PASS) {
        add_weak(board, recent[0], &candidates);
        uint16_t move = choose(board, &candidates, lots);
        if (move != GOBAN_PASS)
            return move;
    }
    if (goban_lot(lots, 100) < policy->shapes)
        for (int i = 0; i < 2; i++) {
            if (recent[i] == GOBAN_PASS)
                continue;
            add_shapes(board, patterns, recent[i], &candidates);
            uint16_t move = choose(board, &candidates, lots);
            if (move != GOBAN_PASS)
                return move;
        }
    if (goban_lot(lots, 100) < policy->anywhere) {
        add_captures(board, &candidates);
        if (candidates.count > 0)
            return candidates.points[goban_lot(lots, candidates.count)];
    }
    return sensible_move(board, policy, lots);
}

void go_playout_run(struct goban *board, const struct go_patterns *patterns,
                    const struct go_policy *policy, struct goban_lots *lots,
                    struct go_playout *playout)
{
    unsigned longest = 3u * board->points;
    playout->count = 0;
    while (board->passes < 2 && playout->count < longest) {
        uint16_t move = go_playout_move(board, patterns, policy, lots);
        playout->moves[playout->count++] = move;
        goban_play(board, move);
    }
}
