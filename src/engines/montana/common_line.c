/* The line of a solution of Montana's common variant: a search goes from class to class (classes.h),
 * and which moves lead from one to the next is found when there is something to tell. */
#include "base/array.h"
#include "engines/montana/classes.h"
#include "engines/montana/common.h"

/* Stands for a step within a class or out of it: a position, and how it was come to. */
struct place {
    struct zm_montana_walk walk;
    size_t parent;
    zm_move move;
};

struct places {
    struct place *items;
    size_t count, capacity;
    struct zm_key_set seen;
};

static bool add_place(struct places *places, const struct zm_montana_walk *walk, size_t parent,
                      zm_move move)
{
    struct place *items =
        zm_array_room(places->items, &places->capacity, places->count + 1, sizeof *items);
    if (items == NULL)
        return false;
    places->items = items;
    places->items[places->count++] = (struct place){*walk, parent, move};
    return true;
}

static struct zm_hash128 class_of_walk(const struct zm_montana_walk *walk)
{
    struct zm_gaps gaps;
    struct zm_class class;
    zm_gaps_stand(&gaps, walk);
    zm_class_of(&gaps, &class);
    return zm_class_key(&gaps, &class);
}

/* Looks for moves from where the path stands to a class, within the one where it is: breadth-first.
 * Returns the place that is in the class; 0: there is none. */
static size_t find_way(struct zm_common *c, struct places *places, struct zm_hash128 goal)
{
    zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
    struct zm_hash128 here = class_of_walk(zm_path_here(&c->path));
    places->count = 0;
    zm_key_set_init(&places->seen, false, SIZE_MAX / 2);
    c->path.failed |= !add_place(places, zm_path_here(&c->path), 0, 0);
    for (size_t i = 0; i < places->count && !c->path.failed; i++) {
        unsigned count = zm_montana_walk.moves(&places->items[i].walk, moves);
        for (unsigned k = 0; k < count; k++) {
            struct zm_montana_walk next = places->items[i].walk;
            zm_montana_walk.make(&next, moves[k]);
            struct zm_hash128 class = class_of_walk(&next);
            bool there = zm_hash128_equal(class, goal);
            if (!there &&
                (!zm_hash128_equal(class, here) || !zm_key_set_add(&places->seen, next.key)))
                continue;
            if (!add_place(places, &next, i, moves[k]))
                c->path.failed = true;
            else if (there)
                return places->count - 1;
        }
    }
    return 0;
}

/* Walks on to a class. */
static bool walk_to(struct zm_common *c, struct places *places, struct zm_hash128 goal)
{
    size_t at = find_way(c, places, goal), length = 0;
    zm_key_set_free(&places->seen);
    if (at == 0)
        return false;
    for (size_t i = at; i > 0; i = places->items[i].parent)
        length++;
    for (size_t left = length; left > 0; left--) {
        size_t i = at;
        for (size_t back = 1; back < left; back++)
            i = places->items[i].parent;
        if (!zm_path_go(&c->path, places->items[i].move))
            return false;
    }
    return true;
}

void zm_common_tell(struct zm_common *c)
{
    struct places places = {0};
    size_t length = 0;
    bool good = true;
    for (uint64_t at = c->index; at > 0; at = c->parents[at])
        length++;
    zm_path_restart(&c->path);
    for (size_t left = length; left > 0 && good; left--) {
        uint64_t at = c->index;
        for (size_t back = 1; back < left; back++)
            at = c->parents[at];
        good = walk_to(c, &places, c->keys[at]);
    }
    for (size_t i = 0; i < c->quest->length && good; i++)
        good = zm_path_go(&c->path, c->quest->line[i]);
    if (good)
        zm_path_keep(&c->path, c->quest);
    c->path.failed |= !good;
    free(places.items);
}

void zm_common_note_next(struct zm_common *c, const struct zm_gaps *gaps)
{
    struct zm_class class;
    zm_class_of(gaps, &class);
    struct zm_hash128 key = zm_class_key(gaps, &class);
    if (c->count == 0 || !zm_hash128_equal(c->keys[c->index], key))
        zm_common_note(c, key, c->count == 0 ? 0 : c->index);
}

void zm_common_tell_exits(struct zm_common *c, const struct zm_gaps *start,
                          const struct zm_blocks *blocks)
{
    struct zm_gaps gaps = *start;
    zm_common_note_next(c, &gaps);
    for (size_t i = 0; i < c->quest->length; i++) {
        zm_move move = c->quest->line[i];
        if ((move & ZM_BLOCK_EXIT) != 0)
            gaps = blocks->exits[move ^ ZM_BLOCK_EXIT];
        else
            zm_gaps_put(&gaps, zm_montana_card(move), zm_montana_from(move), zm_montana_to(move));
        zm_common_note_next(c, &gaps);
    }
    c->quest->length = 0;
    if (!c->path.failed)
        zm_common_tell(c);
}
