/* Goals of connection: two stones in one chain, or a chain that reaches a point. Moves are proposed
 * on the shortest ways from one to the other over empty points and through own chains between, and
 * where enemy chains next to either can be taken, and where either is short of liberties. */
#include "engines/go/tactics/goal.h"

/* Which points are reached from one end with 1, 2, ... stones, and how. */
struct ways {
    struct go_points level[GO_MOST_ORDER + 1];
    uint16_t from[GOBAN_POINTS]; /* the point before; GOBAN_PASS: the end itself */
    uint16_t via[GOBAN_POINTS];  /* a stone of the own chain between; GOBAN_PASS: none */
};

static enum go_progress look(const struct go_field *field, const struct go_goal *goal,
                             struct go_points *trace)
{
    if (field->colour[goal->first] != goal->max)
        return GO_FAILED;
    if (field->colour[goal->second] != goal->max)
        return goal->aim == GO_AIM_CONNECT ? GO_FAILED : GO_OPEN;
    if (field->chain[goal->first] != field->chain[goal->second])
        return GO_OPEN;
    go_field_chain(field, goal->first, trace, NULL);
    return GO_REACHED;
}

/* Goes on from the points of one level to the next. */
static void step(const struct go_field *field, uint8_t own, unsigned level, struct go_points *seen,
                 struct ways *ways)
{
    const struct go_points *here = &ways->level[level];
    struct go_points *next = &ways->level[level + 1];
    int offsets[4];
    go_field_offsets(field, offsets);
    for (uint16_t at = go_points_next(here, 1); at != 0; at = go_points_next(here, at + 1u))
        for (int i = 0; i < 4; i++) {
            uint16_t near = (uint16_t)(at + offsets[i]), via = GOBAN_PASS;
            struct go_points found = {{0}}, stones;
            if (go_points_have(seen, near))
                continue;
            if (field->colour[near] == GO_EMPTY) {
                go_points_add(&found, near);
            } else if (field->colour[near] == own) {
                go_field_chain(field, near, &stones, &found);
                go_points_unite(seen, &stones);
                via = near;
            }
            for (uint16_t to = go_points_next(&found, 1); to != 0;
                 to = go_points_next(&found, to + 1u)) {
                if (go_points_have(seen, to))
                    continue;
                go_points_add(seen, to);
                go_points_add(next, to);
                ways->from[to] = at;
                ways->via[to] = via;
            }
        }
}

/* Finds what is reached from `end` with up to `most` stones, not through the chain at `other`. */
static void find_ways(const struct go_field *field, uint8_t own, uint16_t end, uint16_t other,
                      unsigned most, struct ways *ways)
{
    struct go_points seen = {{0}}, stones;
    for (unsigned i = 0; i <= most; i++)
        go_points_clear(&ways->level[i]);
    if (field->colour[other] == own)
        go_field_chain(field, other, &seen, NULL);
    if (field->colour[end] == own) {
        go_field_chain(field, end, &stones, &ways->level[1]);
        go_points_unite(&seen, &stones);
    } else if (field->colour[end] == GO_EMPTY) {
        go_points_add(&ways->level[1], end);
    }
    go_points_unite(&seen, &ways->level[1]);
    for (uint16_t at = go_points_next(&ways->level[1], 1); at != 0;
         at = go_points_next(&ways->level[1], at + 1u))
        ways->from[at] = ways->via[at] = GOBAN_PASS;
    for (unsigned level = 1; level < most; level++)
        step(field, own, level, &seen, ways);
}

static void add_way(const struct ways *ways, uint16_t point, struct go_points *reason)
{
    for (; point != GOBAN_PASS; point = ways->from[point]) {
        go_points_add(reason, point);
        if (ways->via[point] != GOBAN_PASS)
            go_points_add(reason, ways->via[point]);
    }
}

static void propose_ways(const struct go_field *field, const struct go_goal *goal, unsigned most,
                         struct go_candidates *list)
{
    struct ways one, two;
    find_ways(field, goal->max, goal->first, goal->second, most, &one);
    find_ways(field, goal->max, goal->second, goal->first, most, &two);
    for (unsigned order = 1; order <= most; order++)
        for (unsigned level = 1; level <= order; level++) {
            struct go_points both = one.level[level];
            go_points_intersect(&both, &two.level[order + 1 - level]);
            for (uint16_t at = go_points_next(&both, 1); at != 0;
                 at = go_points_next(&both, at + 1u)) {
                struct go_points reason = {{0}};
                go_points_add(&reason, goal->first);
                go_points_add(&reason, goal->second);
                add_way(&one, at, &reason);
                add_way(&two, at, &reason);
                go_candidates_add(list, at, order, &reason);
            }
        }
}

/* A chain short of liberties gets more, and enemies next to it are taken. */
static void propose_help(const struct go_field *field, uint16_t stone, unsigned most,
                         struct go_candidates *list)
{
    struct go_points stones, free;
    unsigned liberties = go_field_chain(field, stone, &stones, &free);
    if (liberties <= 2 && liberties + 1 <= most) {
        struct go_points reason = stones;
        go_field_add_near(field, &stones, &reason);
        go_candidates_add_all(list, &free, liberties + 1, &reason);
    }
    go_candidates_take(field, &stones, goban_other((uint8_t)field->colour[stone]), most - 1, 1,
                       most, NULL, list);
}

static void moves(const struct go_field *field, const struct go_goal *goal, unsigned most,
                  struct go_candidates *list)
{
    propose_ways(field, goal, most, list);
    if (most < 2)
        return;
    propose_help(field, goal->first, most, list);
    if (field->colour[goal->second] == goal->max) {
        propose_help(field, goal->second, most, list);
    } else if (field->colour[goal->second] != GO_EMPTY) {
        struct go_points point = {{0}};
        go_points_add(&point, goal->second);
        go_candidates_take(field, &point, goban_other(goal->max), most - 1, 1, most, NULL, list);
    }
}

const struct go_aim_kind go_connect_aim = {"connect", "connected", look, moves};
const struct go_aim_kind go_reach_aim = {"reach", "connected to the point", look, moves};
