/* The goal of not being encircled: the chain gets so many liberties that no threat of these orders
 * takes it. A move brings about two liberties more; captures bring more than that. */
#include "engines/go/tactics/goal.h"

static enum go_progress look(const struct go_field *field, const struct go_goal *goal,
                             struct go_points *trace)
{
    struct go_points stones, free;
    if (field->colour[goal->first] != goal->max)
        return GO_FAILED;
    if (go_field_chain(field, goal->first, &stones, &free) < GO_FREE_LIBERTIES)
        return GO_OPEN;
    *trace = stones;
    uint16_t at = go_points_next(&free, 1);
    for (unsigned i = 0; i < GO_FREE_LIBERTIES; i++, at = go_points_next(&free, at + 1u))
        go_points_add(trace, at);
    return GO_REACHED;
}

static void moves(const struct go_field *field, const struct go_goal *goal, unsigned most,
                  struct go_candidates *list)
{
    struct go_points stones, free, around = {{0}}, empty = {{0}};
    unsigned liberties = go_field_chain(field, goal->first, &stones, &free);
    unsigned order = (GO_FREE_LIBERTIES - liberties + 1) / 2;
    struct go_points reason = stones;
    go_field_add_near(field, &stones, &reason);
    if (order <= most)
        go_candidates_add_all(list, &free, order, &reason);
    go_field_add_near(field, &free, &around);
    for (uint16_t at = go_points_next(&around, 1); at != 0; at = go_points_next(&around, at + 1u))
        if (field->colour[at] == GO_EMPTY)
            go_points_add(&empty, at);
    if (order + 1 <= most)
        go_candidates_add_all(list, &empty, order + 1, &reason);
    go_candidates_take(field, &stones, goban_other(goal->max), 2, 0, most, &reason, list);
}

const struct go_aim_kind go_escape_aim = {"escape", "not encircled", look, moves};
