/* Features of moves; see features.h. */
#include "engines/go/features.h"

#include "engines/go/ladder.h"
#include "engines/go/playout.h"

#include <string.h>

enum { FAR = 0, MOST_RESCUES = 6 };

static const char *const names[GO_FEATURES] = {
    "takes-one",     "takes-more",    "saves-one",     "saves-more",    "saves-in-vain",
    "ladder-one",    "ladder-more",   "widens",        "gives-atari",   "self-atari",
    "near-last-1",   "near-last-2",   "near-last-3",   "near-before-1", "near-before-2",
    "near-before-3", "line-1",        "line-2",        "line-3",        "line-4",
    "lonely-line-1", "lonely-line-2", "lonely-line-3", "lonely-line-4",
};

const char *go_feature_name(unsigned feature)
{
    return names[feature];
}

uint16_t go_shape_turned(uint16_t shape, unsigned symmetry)
{
    /* A quarter turn moves north to east and so on; mirroring swaps east and west. */
    static const uint8_t mirrored[8] = {0, 3, 2, 1, 7, 6, 5, 4};
    unsigned turned = 0;
    for (unsigned i = 0; i < 8; i++) {
        unsigned to = symmetry & 4 ? mirrored[i] : i;
        to = (to & 4) | ((to + symmetry) & 3);
        turned |= (shape >> 2 * i & 3u) << 2 * to;
    }
    return (uint16_t)turned;
}

static void mark(struct go_team *team, unsigned feature)
{
    team->features |= UINT32_C(1) << feature;
}

/* Sets how many steps each point is from a stone, up to GO_NEAR; FAR is 0. Along a chain there is no
 * distance (the common fate graph: Graepel, Goutrie, Krueger and Herbrich 2001). */
static void measure_from(const struct goban *board, uint16_t stone, uint8_t *distance)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint16_t queue[2][GOBAN_POINTS];
    unsigned counts[2] = {0, 0};
    bool seen[GOBAN_POINTS] = {false};
    memset(distance, FAR, board->limit);
    if (stone == GOBAN_PASS || board->colour[stone] == GO_EMPTY)
        return;
    seen[stone] = true;
    queue[0][counts[0]++] = stone;
    for (unsigned step = 0; step <= GO_NEAR; step++) {
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
                if (same || step < GO_NEAR) {
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
    for (int up = -GO_NEAR; up <= GO_NEAR; up++) {
        int wide = GO_NEAR - (up < 0 ? -up : up);
        for (int across = -wide; across <= wide; across++) {
            int x = column + across, y = row + up;
            if (x >= 0 && y >= 0 && x < board->columns && y < board->rows &&
                board->colour[(y + 1) * board->stride + x + 1] != GO_EMPTY)
                return false;
        }
    }
    return true;
}

static void mark_place(const struct goban *board, uint16_t move, struct go_team *team)
{
    int column = move % board->stride - 1, row = move / board->stride - 1;
    int left = board->columns - 1 - column, up = board->rows - 1 - row;
    int line = column < row ? column : row;
    line = left < line ? left : line;
    line = up < line ? up : line;
    line = line >= GO_LINES ? GO_LINES - 1 : line;
    mark(team, (unsigned)(is_lonely(board, column, row) ? GO_LONELY_ON_LINE : GO_ON_LINE) +
                   (unsigned)line);
}

/* A chain of the player to move is in atari: which moves save it, and which do not? */
static void mark_rescues(const struct goban *board, uint16_t chain, struct go_team *points)
{
    uint16_t moves[MOST_RESCUES];
    unsigned count = go_ladder_rescues(board, chain, moves, MOST_RESCUES);
    unsigned nodes = GO_LADDER_NODES;
    for (unsigned i = 0; i < count; i++) {
        struct goban next;
        uint16_t liberties[3];
        goban_copy(&next, board);
        goban_play(&next, moves[i]);
        unsigned free = goban_liberties(&next, next.chain[chain], 3, liberties);
        bool saved =
            free >= 3 || (free == 2 && go_ladder_attack(&next, chain, &nodes) == GOBAN_PASS);
        mark(&points[moves[i]], !saved                            ? GO_SAVES_IN_VAIN
                                : board->chains[chain].stones > 1 ? GO_SAVES_MORE
                                                                  : GO_SAVES_ONE);
    }
}

/* A chain has two liberties: moves that put it into atari, take it in a ladder, or help it. */
static void mark_two_liberties(const struct goban *board, uint16_t chain,
                               const uint16_t liberties[2], struct go_team *points)
{
    unsigned nodes = GO_LADDER_NODES;
    if (board->colour[chain] != board->turn) {
        uint16_t attack = go_ladder_attack(board, chain, &nodes);
        for (int i = 0; i < 2; i++)
            mark(&points[liberties[i]], GO_GIVES_ATARI);
        if (attack != GOBAN_PASS)
            mark(&points[attack], board->chains[chain].stones > 1 ? GO_LADDER_MORE : GO_LADDER_ONE);
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
            mark(&points[liberties[i]], GO_WIDENS);
}

static void mark_chain(const struct goban *board, uint16_t chain, struct go_team *points)
{
    const struct goban_chain *it = &board->chains[chain];
    uint16_t liberties[3];
    if (goban_in_atari(it)) {
        if (board->colour[chain] == board->turn)
            mark_rescues(board, chain, points);
        else
            mark(&points[goban_last_liberty(it)], it->stones > 1 ? GO_TAKES_MORE : GO_TAKES_ONE);
    } else if (it->liberties <= 6 && goban_liberties(board, chain, 3, liberties) == 2) {
        mark_two_liberties(board, chain, liberties, points);
    }
}

void go_features_find(const struct goban *board, const uint16_t *moves, unsigned count,
                      struct go_team *teams)
{
    struct go_team points[GOBAN_POINTS] = {{0, 0}};
    uint8_t last[GOBAN_POINTS], before[GOBAN_POINTS];
    for (uint16_t point = board->stride; point < board->limit; point++)
        if ((board->colour[point] == GO_BLACK || board->colour[point] == GO_WHITE) &&
            board->chain[point] == point)
            mark_chain(board, point, points);
    measure_from(board, board->last, last);
    measure_from(board, board->before_last, before);
    for (unsigned i = 0; i < count; i++) {
        uint16_t move = moves[i];
        struct go_team *team = &teams[i];
        *team = (struct go_team){0, 0};
        if (move == GOBAN_PASS)
            continue;
        *team = points[move];
        team->shape = go_shape_for(board->around[move], board->turn);
        if (go_is_self_atari(board, move))
            mark(team, GO_SELF_ATARI);
        if (last[move] != FAR)
            mark(team, GO_NEAR_LAST + last[move] - 1u);
        if (before[move] != FAR)
            mark(team, GO_NEAR_BEFORE + before[move] - 1u);
        mark_place(board, move, team);
    }
}
