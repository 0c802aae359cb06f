/* The rules of Go on a plain board, without its history; see go.h. Chains are followed stone by
 * stone: engines have faster boards, and are tested against this one. */
#include "games/go/go.h"

#include <stdlib.h>

unsigned go_neighbours(const struct go_board *board, unsigned point, unsigned neighbours[4])
{
    unsigned column = point % board->columns, count = 0;
    if (column > 0)
        neighbours[count++] = point - 1;
    if (column + 1 < board->columns)
        neighbours[count++] = point + 1;
    if (point >= board->columns)
        neighbours[count++] = point - board->columns;
    if (point + board->columns < go_size(board))
        neighbours[count++] = point + board->columns;
    return count;
}

/* Lists the points of one colour that hang together with a point, and marks in `border` the colours
 * that they touch, as bits. `seen` is 0 for all points that were not listed before. */
static unsigned list_region(const struct go_board *board, unsigned point, uint8_t *seen,
                            uint16_t *list, unsigned *border, unsigned *liberties)
{
    uint8_t colour = board->points[point], counted[GO_POINTS] = {0};
    unsigned count = 0;
    *border = *liberties = 0;
    list[count++] = (uint16_t)point;
    seen[point] = 1;
    for (unsigned i = 0; i < count; i++) {
        unsigned near[4], nears = go_neighbours(board, list[i], near);
        for (unsigned k = 0; k < nears; k++) {
            uint8_t other = board->points[near[k]];
            *border |= 1u << other;
            if (other == colour && !seen[near[k]]) {
                seen[near[k]] = 1;
                list[count++] = (uint16_t)near[k];
            } else if (other == GO_EMPTY && !counted[near[k]]) {
                counted[near[k]] = 1;
                ++*liberties;
            }
        }
    }
    return count;
}

unsigned go_liberties(const struct go_board *board, unsigned point)
{
    uint8_t seen[GO_POINTS] = {0};
    uint16_t list[GO_POINTS];
    unsigned border, liberties;
    list_region(board, point, seen, list, &border, &liberties);
    return liberties;
}

/* Takes the chain of a stone off the board when it has no liberty; returns how many stones. */
static unsigned take_dead(struct go_board *board, unsigned point)
{
    uint8_t seen[GO_POINTS] = {0};
    uint16_t list[GO_POINTS];
    unsigned border, liberties, colour = board->points[point];
    unsigned count = list_region(board, point, seen, list, &border, &liberties);
    if (liberties > 0)
        return 0;
    for (unsigned i = 0; i < count; i++)
        board->points[list[i]] = GO_EMPTY;
    board->captured[colour - GO_BLACK] += count;
    return count;
}

bool go_put(struct go_board *board, unsigned point, bool suicide)
{
    unsigned near[4], nears = go_neighbours(board, point, near), taken = 0;
    unsigned own = board->turn, other = go_other(own);
    board->points[point] = (uint8_t)own;
    for (unsigned i = 0; i < nears; i++)
        if (board->points[near[i]] == other)
            taken += take_dead(board, near[i]);
    if (taken == 0 && go_liberties(board, point) == 0) {
        if (!suicide) {
            board->points[point] = GO_EMPTY;
            return false;
        }
        take_dead(board, point);
    }
    board->turn = other;
    return true;
}

void go_owners(const struct go_board *board, uint8_t owners[GO_POINTS])
{
    uint8_t seen[GO_POINTS] = {0};
    uint16_t list[GO_POINTS];
    unsigned border, liberties;
    for (unsigned point = 0; point < go_size(board); point++) {
        if (board->points[point] != GO_EMPTY)
            owners[point] = board->points[point];
        if (board->points[point] != GO_EMPTY || seen[point])
            continue;
        unsigned count = list_region(board, point, seen, list, &border, &liberties);
        bool black = border & 1u << GO_BLACK, white = border & 1u << GO_WHITE;
        for (unsigned i = 0; i < count; i++)
            owners[list[i]] = black == white ? GO_NOBODY : black ? GO_BLACK : GO_WHITE;
    }
}

void go_count(const struct go_board *board, const struct go_rules *rules, const uint8_t *owners,
              int32_t half_points[2])
{
    half_points[0] = 0;
    half_points[1] = go_komi(rules, go_size(board));
    for (unsigned point = 0; point < go_size(board); point++) {
        if (owners[point] == GO_NOBODY)
            continue;
        /* By territory a stone of one's own is nothing, a dead one of the other is taken. */
        unsigned stone = board->points[point], owner = owners[point];
        int32_t points = !rules->territory ? 1 : stone == owner ? 0 : stone == GO_EMPTY ? 1 : 2;
        half_points[owner - GO_BLACK] += 2 * points;
    }
    for (int side = 0; rules->territory && side < 2; side++)
        half_points[side] += 2 * (int32_t)board->captured[1 - side];
}

int32_t go_komi(const struct go_rules *rules, unsigned points)
{
    enum { USUAL = 15, LEAST_POINTS = 7 * 7 };
    return !rules->usual_komi ? rules->komi : points >= LEAST_POINTS ? USUAL : 0;
}

bool go_read_komi(const char *text, struct go_rules *rules)
{
    char *end;
    rules->usual_komi = strcmp(text, "auto") == 0;
    rules->komi = 0;
    if (rules->usual_komi)
        return true;
    if (*text == 0 || strspn(text, "+-.0123456789") != strlen(text))
        return false;
    double doubled = 2 * strtod(text, &end);
    if (*end != 0 || !(doubled >= -GO_LARGEST_KOMI && doubled <= GO_LARGEST_KOMI))
        return false;
    rules->komi = (int32_t)doubled;
    return (double)rules->komi == doubled;
}
