/* Dives: random games of Montana's common variant, class by class, from the start to a position
 * whose Twos are all in the first column, and a short block search there. A complete search tries
 * what is near its last failures; dives come down far from each other, which finds solutions where
 * most of what looks alike has none (iterative sampling). A dive goes to no class that is seen to be
 * dead. How long it puts off the last Two is drawn for each: early leaves much to block search,
 * late keeps the rows exchangeable. */
#include "engines/montana/classes.h"
#include "engines/montana/common.h"
#include "engines/montana/deadlock.h"

enum { DIVE_BLOCKS = 100 };

static void collect(void *context, const struct zm_gaps *gaps)
{
    struct zm_common *c = context;
    struct zm_class_ways *ways = &c->ways;
    if (ways->count == ways->capacity) {
        size_t capacity = 2 * ways->capacity + 64;
        struct zm_gaps *items = realloc(ways->items, capacity * sizeof *items);
        c->path.failed |= items == NULL;
        if (items == NULL)
            return;
        ways->items = items;
        ways->capacity = capacity;
    }
    ways->items[ways->count++] = *gaps;
}

/* Puts the ways to base games behind the others; returns how many others there are. */
static size_t part(struct zm_class_ways *ways)
{
    size_t others = 0;
    for (size_t i = 0; i < ways->count; i++)
        if (!zm_common_is_base(&ways->items[i])) {
            struct zm_gaps way = ways->items[i];
            ways->items[i] = ways->items[others];
            ways->items[others++] = way;
        }
    return others;
}

/* Draws one of some ways that is not dead; NULL: all are. */
static const struct zm_gaps *draw(struct zm_common *c, struct zm_gaps *ways, size_t count)
{
    for (; count > 0; count--) {
        size_t at = (size_t)zm_random_below(&c->random, count);
        struct zm_gaps drawn = ways[at];
        ways[at] = ways[count - 1];
        ways[count - 1] = drawn;
        if (!zm_gaps_dead(&drawn))
            return &ways[count - 1];
    }
    return NULL;
}

/* Draws where a dive goes on from a class, one time in `hurry` to a base game if it can. */
static const struct zm_gaps *go_on(struct zm_common *c, const struct zm_gaps *gaps,
                                   const struct zm_class *class, unsigned hurry)
{
    c->ways.count = 0;
    zm_class_exits(gaps, class, collect, c);
    size_t others = part(&c->ways), bases = c->ways.count - others;
    const struct zm_gaps *way = NULL;
    bool last = zm_random_below(&c->random, hurry) == 0;
    for (int i = 0; i < 2 && way == NULL && !c->path.failed; i++)
        way = last == (i == 0) ? draw(c, c->ways.items + others, bases)
                               : draw(c, c->ways.items, others);
    return way;
}

static void dive(struct zm_common *c, struct zm_gaps gaps)
{
    static const uint8_t hurries[] = {2, 5, 20};
    unsigned hurry = hurries[zm_random_below(&c->random, sizeof hurries)];
    uint64_t parent = c->index = 0; /* the start is the first that was noted */
    while (!zm_common_is_base(&gaps)) {
        struct zm_class class;
        zm_class_of(&gaps, &class);
        const struct zm_gaps *way = go_on(c, &gaps, &class, hurry);
        if (way == NULL)
            return;
        gaps = *way;
        zm_class_of(&gaps, &class);
        if (!zm_common_note(c, zm_class_key(&gaps, &class), parent))
            return;
        parent = c->index;
    }
    zm_common_decide(c, &gaps, DIVE_BLOCKS);
}

void zm_common_dive(struct zm_common *common, const struct zm_gaps *start, uint64_t until)
{
    size_t noted = common->count;
    while (!zm_common_is_over(common) && common->path.nodes < until) {
        dive(common, *start);
        common->dives++;
        common->count = noted;
        zm_path_visit(&common->path);
    }
}
