/* The goal of taking a chain. Its liberties are moves of the order of their number; of one order
 * more is what nets and captures around it begin with. */
#include "engines/go/tactics/goal.h"

static enum go_progress look(const struct go_field *field, const struct go_goal *goal,
                             struct go_points *trace)
{
    if (field->colour[goal->first] == goban_other(goal->max))
        return GO_OPEN;
    go_points_clear(trace);
    go_points_add(trace, goal->first);
    return GO_REACHED;
}

/* Moves that keep the threat and add to it: around the liberties, and where own or enemy chains next
 * to the chain or to its liberties are short of liberties. */
static void propose_more(const struct go_field *field, uint8_t own, const struct go_points *free,
                         const struct go_points *reason, unsigned order, unsigned most,
                         struct go_candidates *list)
{
    struct go_points around = {{0}}, empty = {{0}}, close = *reason;
    go_field_add_near(field, free, &around);
    for (uint16_t at = go_points_next(&around, 1); at != 0; at = go_points_next(&around, at + 1u))
        if (field->colour[at] == GO_EMPTY)
            go_points_add(&empty, at);
    go_candidates_add_all(list, &empty, order, reason);
    go_points_unite(&close, free);
    go_candidates_take(field, &close, own, 2, order - 1, most, reason, list);
    go_candidates_take(field, &close, goban_other(own), 2, order - 1, most, reason, list);
}

static void moves(const struct go_field *field, const struct go_goal *goal, unsigned most,
                  struct go_candidates *list)
{
    struct go_points stones, free;
    unsigned liberties = go_field_chain(field, goal->first, &stones, &free);
    if (liberties > most)
        return;
    struct go_points reason = stones;
    go_field_add_near(field, &stones, &reason);
    go_candidates_add_all(list, &free, liberties, &reason);
    if (liberties + 1 <= most)
        propose_more(field, goal->max, &free, &reason, liberties + 1, most, list);
}

const struct go_aim_kind go_capture_aim = {"capture", "captured", look, moves};
