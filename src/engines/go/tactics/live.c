/* The goal of life: the chain cannot be taken even if its owner only passes (Benson 1976). Chains
 * and the regions around them stay while each chain has two regions all of whose empty points are
 * its liberties, and each region only such chains around it. Moves are proposed inside the small
 * regions next to the chain. */
#include "engines/go/tactics/goal.h"

enum { MOST_PARTS = 128, LARGEST_REGION = 12 };

struct part {
    struct go_points points, border; /* of a chain: its liberties; of a region: what it touches */
    struct go_points empty;          /* of a region */
    bool gone;
};

struct parts {
    struct part chains[MOST_PARTS], regions[MOST_PARTS];
    unsigned chain_count, region_count;
};

/* Collects the points that hang together with one and are not own stones. */
static void find_region(const struct go_field *field, uint8_t own, uint16_t point,
                        struct part *region)
{
    uint16_t stack[GO_POINTS];
    unsigned count = 0;
    int offsets[4];
    *region = (struct part){0};
    go_field_offsets(field, offsets);
    go_points_add(&region->points, point);
    stack[count++] = point;
    while (count > 0) {
        uint16_t at = stack[--count];
        if (field->colour[at] == GO_EMPTY)
            go_points_add(&region->empty, at);
        for (int i = 0; i < 4; i++) {
            uint16_t near = (uint16_t)(at + offsets[i]);
            if (field->colour[near] == own) {
                go_points_add(&region->border, near);
            } else if (field->colour[near] != GOBAN_RIM && !go_points_have(&region->points, near)) {
                go_points_add(&region->points, near);
                stack[count++] = near;
            }
        }
    }
}

/* Cuts the board into chains of a colour and the regions between; false: there are too many. */
static bool find_parts(const struct go_field *field, uint8_t own, struct parts *parts)
{
    struct go_points seen = {{0}};
    parts->chain_count = parts->region_count = 0;
    for (uint16_t at = (uint16_t)(field->stride + 1); at < field->limit; at++) {
        if (field->colour[at] == GOBAN_RIM || go_points_have(&seen, at))
            continue;
        struct part *part;
        if (field->colour[at] == own) {
            if (parts->chain_count == MOST_PARTS)
                return false;
            part = &parts->chains[parts->chain_count++];
            *part = (struct part){0};
            go_field_chain(field, at, &part->points, &part->border);
        } else {
            if (parts->region_count == MOST_PARTS)
                return false;
            part = &parts->regions[parts->region_count++];
            find_region(field, own, at, part);
        }
        go_points_unite(&seen, &part->points);
    }
    return true;
}

static bool is_inside(const struct go_points *small, const struct go_points *large)
{
    uint64_t outside = 0;
    for (int i = 0; i < GO_POINT_WORDS; i++)
        outside |= small->word[i] & ~large->word[i];
    return outside == 0;
}

/* Is a region an eye of a chain: all its empty points are liberties? */
static bool is_vital(const struct part *region, const struct part *chain)
{
    return !region->gone && is_inside(&region->empty, &chain->border) &&
           go_points_next(&region->empty, 1) != 0;
}

/* Takes away chains with fewer than two eyes and regions that they touch, until all stay. */
static void prune(struct parts *parts)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < parts->chain_count; i++) {
            struct part *chain = &parts->chains[i];
            unsigned eyes = 0;
            for (unsigned k = 0; !chain->gone && k < parts->region_count; k++)
                eyes += is_vital(&parts->regions[k], chain);
            if (chain->gone || eyes >= 2)
                continue;
            chain->gone = changed = true;
            for (unsigned k = 0; k < parts->region_count; k++)
                if (go_points_meet(&parts->regions[k].border, &chain->points))
                    parts->regions[k].gone = true;
        }
    }
}

static enum go_progress look(const struct go_field *field, const struct go_goal *goal,
                             struct go_points *trace)
{
    struct parts parts;
    if (field->colour[goal->first] != goal->max)
        return GO_FAILED;
    if (!find_parts(field, goal->max, &parts))
        return GO_OPEN;
    prune(&parts);
    bool alive = false;
    go_points_clear(trace);
    for (unsigned i = 0; i < parts.chain_count; i++) {
        const struct part *chain = &parts.chains[i];
        if (chain->gone)
            continue;
        alive = alive || go_points_have(&chain->points, goal->first);
        go_points_unite(trace, &chain->points);
        for (unsigned k = 0; k < parts.region_count; k++)
            if (is_vital(&parts.regions[k], chain))
                go_points_unite(trace, &parts.regions[k].points);
    }
    return alive ? GO_REACHED : GO_OPEN;
}

static void moves(const struct go_field *field, const struct go_goal *goal, unsigned most,
                  struct go_candidates *list)
{
    struct go_points stones, free, seen = {{0}};
    go_field_chain(field, goal->first, &stones, &free);
    for (uint16_t at = go_points_next(&free, 1); at != 0; at = go_points_next(&free, at + 1u)) {
        struct part region;
        if (go_points_have(&seen, at))
            continue;
        find_region(field, goal->max, at, &region);
        go_points_unite(&seen, &region.points);
        if (go_points_count(&region.points) > LARGEST_REGION)
            continue;
        struct go_points reason = region.points;
        go_points_unite(&reason, &region.border);
        go_points_unite(&reason, &stones);
        go_candidates_add_all(list, &region.empty, 1, &reason);
    }
    go_candidates_take(field, &stones, goban_other(goal->max), 2, 0, most, NULL, list);
}

const struct go_aim_kind go_live_aim = {"live", "alive", look, moves};
