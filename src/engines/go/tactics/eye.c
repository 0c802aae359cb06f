/* The goal of an eye on a point or on one of its neighbours: an empty point, own stones on all
 * sides, on the diagonals at most one point that is not own (none at the edge), and each chain
 * around it with another liberty. What is missing is the order of the moves that fill it. */
#include "engines/go/tactics/goal.h"

enum { PLACES = 5 };

/* What an eye on a point still needs. */
struct need {
    struct go_points around;  /* the point and its neighbours, diagonals too */
    struct go_points missing; /* points that are not own */
    unsigned moves; /* stones of one's own that are missing; GO_MOST_ORDER + 1: too many */
};

/* The point of the goal and its neighbours on the board; returns how many. */
static unsigned places(const struct go_field *field, uint16_t point, uint16_t list[PLACES])
{
    int offsets[4];
    unsigned count = 0;
    go_field_offsets(field, offsets);
    list[count++] = point;
    for (int i = 0; i < 4; i++)
        if (field->colour[point + offsets[i]] != GOBAN_RIM)
            list[count++] = (uint16_t)(point + offsets[i]);
    return count;
}

static void find_need(const struct go_field *field, uint8_t own, uint16_t point, struct need *need)
{
    const int stride = field->stride;
    const int offsets[8] = {stride,     1,           -stride,     -1,
                            stride + 1, -stride + 1, -stride - 1, stride - 1};
    unsigned sides = 0, corners = 0, allowed = 1;
    *need = (struct need){.moves = GO_MOST_ORDER + 1};
    go_points_add(&need->around, point);
    for (int i = 0; i < 8; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]);
        if (field->colour[near] == GOBAN_RIM) {
            allowed = 0;
            continue;
        }
        go_points_add(&need->around, near);
        if (field->colour[near] == own)
            continue;
        go_points_add(&need->missing, near);
        *(i < 4 ? &sides : &corners) += 1;
    }
    if (field->colour[point] != own)
        need->moves = sides + (corners > allowed ? corners - allowed : 0);
}

/* Has every chain around a point another liberty? Adds one of each. */
static bool chains_are_free(const struct go_field *field, uint16_t point, struct go_points *trace)
{
    int offsets[4];
    go_field_offsets(field, offsets);
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]);
        struct go_points stones, free;
        if (field->colour[near] == GOBAN_RIM)
            continue;
        go_field_chain(field, near, &stones, &free);
        go_points_remove(&free, point);
        uint16_t other = go_points_next(&free, 1);
        if (other == 0)
            return false;
        go_points_unite(trace, &stones);
        go_points_add(trace, other);
    }
    return true;
}

static enum go_progress look(const struct go_field *field, const struct go_goal *goal,
                             struct go_points *trace)
{
    uint16_t list[PLACES];
    unsigned count = places(field, goal->first, list);
    for (unsigned i = 0; i < count; i++) {
        struct need need;
        find_need(field, goal->max, list[i], &need);
        if (need.moves > 0 || field->colour[list[i]] != GO_EMPTY)
            continue;
        *trace = need.around;
        if (chains_are_free(field, list[i], trace))
            return GO_REACHED;
    }
    return GO_OPEN;
}

/* Lists what fills a need: empty points, and enemy stones on it taken. */
static void propose(const struct go_field *field, const struct go_goal *goal, uint16_t point,
                    unsigned most, struct go_candidates *list)
{
    struct need need;
    find_need(field, goal->max, point, &need);
    if (need.moves > most)
        return;
    unsigned order = need.moves > 0 ? need.moves : 1;
    struct go_points wanted = need.missing;
    for (uint16_t at = go_points_next(&wanted, 1); at != 0; at = go_points_next(&wanted, at + 1u))
        if (field->colour[at] == GO_EMPTY)
            go_candidates_add(list, at, order, &need.around);
    go_candidates_take(field, &need.around, goban_other(goal->max), 2, order > 1 ? order - 1 : 0,
                       most, &need.around, list);
    go_candidates_take(field, &need.around, goal->max, 2, order, most, &need.around, list);
}

static void moves(const struct go_field *field, const struct go_goal *goal, unsigned most,
                  struct go_candidates *list)
{
    uint16_t points[PLACES];
    unsigned count = places(field, goal->first, points);
    for (unsigned i = 0; i < count; i++)
        propose(field, goal, points[i], most, list);
}

const struct go_aim_kind go_eye_aim = {"eye", "an eye", look, moves};
