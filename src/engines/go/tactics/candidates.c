/* Lists of moves for goals, and what several kinds of goals propose alike; see goal.h. */
#include "engines/go/tactics/goal.h"

const struct go_aim_kind *go_aim_kind(enum go_aim aim)
{
    static const struct go_aim_kind *const kinds[GO_AIMS] = {
        &go_connect_aim, &go_reach_aim, &go_capture_aim, &go_eye_aim, &go_escape_aim, &go_live_aim,
    };
    return kinds[aim];
}

void go_candidates_add(struct go_candidates *list, uint16_t move, unsigned order,
                       const struct go_points *reason)
{
    unsigned i = 0;
    while (i < list->count && list->list[i].move != move)
        i++;
    if (i < list->count && list->list[i].order <= order)
        return;
    if (i == list->most) {
        list->full = true;
        return;
    }
    list->list[i] = (struct go_candidate){move, (uint8_t)order, *reason};
    list->count += i == list->count;
}

void go_candidates_add_all(struct go_candidates *list, const struct go_points *moves,
                           unsigned order, const struct go_points *reason)
{
    for (uint16_t at = go_points_next(moves, 1); at != 0; at = go_points_next(moves, at + 1u))
        go_candidates_add(list, at, order, reason);
}

void go_candidates_take(const struct go_field *field, const struct go_points *near, uint8_t colour,
                        unsigned liberties, unsigned more, unsigned most,
                        const struct go_points *base, struct go_candidates *list)
{
    struct go_points seen = {{0}}, around = {{0}};
    go_field_add_near(field, near, &around);
    for (uint16_t at = go_points_next(&around, 1); at != 0; at = go_points_next(&around, at + 1u)) {
        struct go_points stones, free;
        if (field->colour[at] != colour || go_points_have(&seen, at))
            continue;
        unsigned count = go_field_chain(field, at, &stones, &free);
        go_points_unite(&seen, &stones);
        if (count > liberties || count + more > most)
            continue;
        struct go_points reason = stones;
        go_field_add_near(field, &stones, &reason);
        if (base != NULL)
            go_points_unite(&reason, base);
        go_candidates_add_all(list, &free, count + more, &reason);
    }
}
