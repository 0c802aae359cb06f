/* What knowledge says of moves before they were tried, in games that were never played: near the
 * last move, good shapes, captures, escapes and ladders are good; self-atari and the empty edge are
 * not. The numbers are those that programs of this kind have in common. */
#include "engines/go/ladder.h"
#include "engines/go/tree.h"

enum { REACH = 3, FAR = 0 };

static const float even = 10, shape = 10, self_atari = 10, one_stone = 15, more_stones = 30,
                   edge = 10, third_line = 10, in_vain = 12;
static const float by_distance[REACH + 1] = {0, 24, 22, 8};

static void favour(struct go_prior *prior, float games)
{
    prior->games += games;
    prior->won += games;
}

static void discourage(struct go_prior *prior, float games)
{
    prior->games += games;
}

/* Sets how many steps each point is from a stone, up to REACH; FAR is 0. Along a chain there is no
 * distance (the common fate graph: Graepel, Goutrie, Krueger and Herbrich 2001). */
static void measure_from(const struct goban *board, uint16_t stone, uint8_t *distance)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint16_t queue[2][GOBAN_POINTS];
    unsigned counts[2] = {0, 0};
    bool seen[GOBAN_POINTS] = {false};
    memset(distance, FAR, board->limit);
    seen[stone] = true;
    queue[0][counts[0]++] = stone;
    for (unsigned step = 0; step <= REACH; step++) {
        unsigned now = step % 2;
        counts[1 - now] = 0;
        for (unsigned i = 0; i < counts[now]; i++) {
            uint16_t point = queue[now][i];
            distance[point] = (uint8_t)step;
            for (int k = 0; k < 4; k++) {
                uint16_t near = (uint16_t)(point + offsets[k]);
                uint8_t colour = board->colour[near];
                if (colour == GOBAN_RIM || seen[near])
                    continue;
                bool same = colour != GO_EMPTY && colour == board->colour[point];
                if (same || step < REACH) {
                    seen[near] = true;
                    unsigned to = same ? now : 1 - now;
                    queue[to][counts[to]++] = near;
                }
            }
        }
    }
}

/* Is there no stone within three steps of a point? */
static bool is_lonely(const struct goban *board, int column, int row)
{
    for (int up = -REACH; up <= REACH; up++) {
        int wide = REACH - (up < 0 ? -up : up);
        for (int across = -wide; across <= wide; across++) {
            int x = column + across, y = row + up;
            if (x >= 0 && y >= 0 && x < board->columns && y < board->rows &&
                board->colour[(y + 1) * board->stride + x + 1] != GO_EMPTY)
                return false;
        }
    }
    return true;
}

static void judge_place(const struct goban *board, uint16_t move, struct go_prior *prior)
{
    int column = move % board->stride - 1, row = move / board->stride - 1;
    int left = board->columns - 1 - column, up = board->rows - 1 - row;
    int line = column < row ? column : row;
    line = left < line ? left : line;
    line = up < line ? up : line;
    if (line > 2 || !is_lonely(board, column, row))
        return;
    if (line == 2)
        favour(prior, third_line);
    else
        discourage(prior, edge);
}

/* What the chains in danger say, written to the moves that take or save them. */
static void judge_chain(const struct goban *board, uint16_t chain, struct go_prior *points)
{
    const struct goban_chain *it = &board->chains[chain];
    bool own = board->colour[chain] == board->turn;
    unsigned nodes = GO_LADDER_NODES;
    float weight = it->stones > 1 ? more_stones : one_stone;
    if (goban_in_atari(it)) {
        if (!own) {
            favour(&points[goban_last_liberty(it)], weight);
            return;
        }
        uint16_t moves[6];
        unsigned count = go_ladder_rescues(board, chain, moves, 6);
        for (unsigned i = 0; i < count; i++) {
            struct goban next;
            uint16_t liberties[3];
            goban_copy(&next, board);
            goban_play(&next, moves[i]);
            unsigned free = goban_liberties(&next, next.chain[chain], 3, liberties);
            bool saved =
                free >= 3 || (free == 2 && go_ladder_attack(&next, chain, &nodes) == GOBAN_PASS);
            if (saved)
                favour(&points[moves[i]], weight);
            else
                discourage(&points[moves[i]], in_vain);
        }
        return;
    }
    uint16_t liberties[3];
    if (it->liberties > 6 || goban_liberties(board, chain, 3, liberties) != 2)
        return;
    if (!own) {
        uint16_t attack = go_ladder_attack(board, chain, &nodes);
        if (attack != GOBAN_PASS)
            favour(&points[attack], weight);
        return;
    }
    struct goban other;
    goban_copy(&other, board);
    other.turn = goban_other(board->turn);
    other.ko = GOBAN_PASS;
    if (go_ladder_attack(&other, chain, &nodes) == GOBAN_PASS)
        return;
    for (int i = 0; i < 2; i++)
        if (goban_is_legal(board, liberties[i]) &&
            goban_liberties_after(board, liberties[i], 3) >= 3)
            favour(&points[liberties[i]], weight);
}

void go_priors(struct go_worker *worker, const struct goban *board, const uint16_t *moves,
               unsigned count, struct go_prior *priors)
{
    struct go_prior points[GOBAN_POINTS] = {{0, 0}};
    uint8_t distance[GOBAN_POINTS] = {0};
    for (unsigned i = 0; i < count; i++)
        points[moves[i]] = (struct go_prior){even, even / 2};
    if (worker->manner->priors) {
        for (uint16_t point = board->stride; point < board->limit; point++)
            if ((board->colour[point] == GO_BLACK || board->colour[point] == GO_WHITE) &&
                board->chain[point] == point)
                judge_chain(board, point, points);
        if (board->last != GOBAN_PASS && board->colour[board->last] != GO_EMPTY)
            measure_from(board, board->last, distance);
        for (unsigned i = 0; i < count; i++) {
            struct go_prior *prior = &points[moves[i]];
            if (moves[i] == GOBAN_PASS)
                continue;
            favour(prior, by_distance[distance[moves[i]]]);
            if (go_patterns_match(worker->patterns, board->around[moves[i]]))
                favour(prior, shape);
            if (go_is_self_atari(board, moves[i]))
                discourage(prior, self_atari);
            judge_place(board, moves[i], prior);
        }
    }
    /* A pass is tried when there is a reason: the other has passed, or all else is bad. */
    points[GOBAN_PASS] = (struct go_prior){even, board->passes > 0 ? even / 2 : even / 10};
    for (unsigned i = 0; i < count; i++)
        priors[i] = points[moves[i]];
}
