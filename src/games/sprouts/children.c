/* The options of a land while they are being found: each a sorted sum of lands, no two equal. A
 * small open-addressing table of their hashes finds repetitions; at the end they are sorted in the
 * "complex" order of the thesis (10.5.3): fewest lives, then most lands, then fewest estimated
 * options, then the order of the strings. */
#include "games/sprouts/options.h"

#include <stdlib.h>

struct child {
    uint64_t hash;
    uint32_t first, count; /* its lands */
    uint32_t lives;
    uint32_t estimate;
};

struct slot {
    uint32_t round; /* of the options being found; another: empty */
    uint32_t child;
};

struct zm_sprouts_children {
    struct zm_list lands; /* of all children */
    struct zm_list fresh; /* of the next child */
    struct child *children;
    size_t count, capacity;
    struct slot *slots;
    size_t slot_count; /* a power of two */
    uint32_t round;
};

struct zm_sprouts_children *zm_sprouts_children_new(void)
{
    struct zm_sprouts_children *children = calloc(1, sizeof *children);
    if (children == NULL)
        return NULL;
    children->capacity = 256;
    children->slot_count = 1024;
    children->children = malloc(children->capacity * sizeof *children->children);
    children->slots = calloc(children->slot_count, sizeof *children->slots);
    if (children->children == NULL || children->slots == NULL) {
        zm_sprouts_children_free(children);
        return NULL;
    }
    return children;
}

void zm_sprouts_children_free(struct zm_sprouts_children *children)
{
    if (children == NULL)
        return;
    zm_list_free(&children->lands);
    zm_list_free(&children->fresh);
    free(children->children);
    free(children->slots);
    free(children);
}

void zm_sprouts_children_clear(struct zm_sprouts_children *children)
{
    zm_list_clear(&children->lands);
    zm_list_clear(&children->fresh);
    children->count = 0;
    if (++children->round == 0) {
        memset(children->slots, 0, children->slot_count * sizeof *children->slots);
        children->round = 1;
    }
}

struct zm_list *zm_sprouts_children_lands(struct zm_sprouts_children *children)
{
    return &children->fresh;
}

static void place(struct zm_sprouts_children *children, uint32_t child)
{
    size_t mask = children->slot_count - 1, at = children->children[child].hash & mask;
    while (children->slots[at].round == children->round)
        at = (at + 1) & mask;
    children->slots[at] = (struct slot){children->round, child};
}

/* Doubles both arrays. */
static bool grow(struct zm_sprouts_children *children)
{
    struct child *grown =
        realloc(children->children, 2 * children->capacity * sizeof *children->children);
    if (grown == NULL)
        return false;
    children->children = grown;
    struct slot *slots = calloc(2 * children->slot_count, sizeof *slots);
    if (slots == NULL)
        return false;
    free(children->slots);
    children->slots = slots;
    children->capacity *= 2;
    children->slot_count *= 2;
    for (size_t i = 0; i < children->count; i++)
        place(children, (uint32_t)i);
    return true;
}

static bool same_lands(const struct zm_sprouts_children *children, const struct child *child,
                       const uint32_t *order)
{
    if (child->count != children->fresh.count)
        return false;
    for (uint32_t i = 0; i < child->count; i++)
        if (!zm_bytes_equal(zm_list_at(&children->lands, child->first + i),
                            zm_list_at(&children->fresh, order[i])))
            return false;
    return true;
}

static bool is_known(const struct zm_sprouts_children *children, uint64_t hash,
                     const uint32_t *order)
{
    size_t mask = children->slot_count - 1;
    for (size_t at = hash & mask; children->slots[at].round == children->round;
         at = (at + 1) & mask) {
        const struct child *child = &children->children[children->slots[at].child];
        if (child->hash == hash && same_lands(children, child, order))
            return true;
    }
    return false;
}

static void keep(struct zm_sprouts_children *children, uint64_t hash, const uint32_t *order,
                 const struct zm_sprouts_traits *traits)
{
    struct child child = {.hash = hash,
                          .first = (uint32_t)children->lands.count,
                          .count = (uint32_t)children->fresh.count};
    uint64_t estimate = 0;
    for (uint32_t i = 0; i < child.count; i++) {
        struct zm_bytes land = zm_list_at(&children->fresh, order[i]);
        child.lives += traits[order[i]].lives;
        estimate += traits[order[i]].estimate;
        zm_list_add(&children->lands, land);
    }
    child.estimate = estimate > UINT32_MAX ? UINT32_MAX : (uint32_t)estimate;
    if (children->count == children->capacity && !grow(children)) {
        children->lands.bytes.failed = true;
        return;
    }
    children->children[children->count] = child;
    place(children, (uint32_t)children->count++);
}

bool zm_sprouts_children_close(
    struct zm_sprouts_children *children, const struct zm_sprouts_traits *traits,
    bool (*test)(void *context, const struct zm_bytes *lands, size_t count), void *context)
{
    uint32_t order[ZM_SPROUTS_REGIONS];
    uint64_t hash = 0;
    bool accepted = false;
    if (zm_list_failed(&children->fresh) || zm_list_failed(&children->lands)) {
        children->lands.bytes.failed = true;
        return false;
    }
    for (uint32_t i = 0; i < children->fresh.count; i++) {
        struct zm_bytes land = zm_list_at(&children->fresh, i);
        uint32_t at = i;
        for (; at > 0 && zm_bytes_compare(zm_list_at(&children->fresh, order[at - 1]), land) > 0;
             at--)
            order[at] = order[at - 1];
        order[at] = i;
        hash += traits[i].hash;
    }
    if (!is_known(children, hash, order)) {
        if (test != NULL) {
            struct zm_bytes lands[ZM_SPROUTS_REGIONS];
            for (uint32_t i = 0; i < children->fresh.count; i++)
                lands[i] = zm_list_at(&children->fresh, order[i]);
            accepted = test(context, lands, children->fresh.count);
        }
        keep(children, hash, order, traits);
    }
    zm_list_clear(&children->fresh);
    return accepted;
}

/* What qsort's comparison needs: the measures in one number, the child, and where its lands are. */
struct entry {
    uint64_t rank; /* fewest lives, then most lands, then fewest estimated options */
    const struct child *child;
    const struct zm_list *lands;
};

static uint64_t rank(const struct child *child)
{
    uint64_t lives = child->lives < UINT16_MAX ? child->lives : UINT16_MAX;
    return lives << 48 | (uint64_t)(UINT16_MAX - child->count) << 32 | child->estimate;
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    for (uint32_t i = 0; i < x->child->count; i++) {
        int order = zm_bytes_compare(zm_list_at(x->lands, x->child->first + i),
                                     zm_list_at(y->lands, y->child->first + i));
        if (order != 0)
            return order;
    }
    return 0;
}

void zm_sprouts_children_sort(struct zm_sprouts_children *children, struct zm_options *options)
{
    zm_options_clear(options);
    struct entry *entries = malloc((children->count + 1) * sizeof *entries);
    if (entries == NULL || zm_list_failed(&children->lands)) {
        options->components.bytes.failed = true;
        free(entries);
        return;
    }
    for (size_t i = 0; i < children->count; i++)
        entries[i] =
            (struct entry){rank(&children->children[i]), &children->children[i], &children->lands};
    qsort(entries, children->count, sizeof *entries, compare_entries);
    for (size_t i = 0; i < children->count; i++) {
        for (uint32_t j = 0; j < entries[i].child->count; j++)
            zm_list_add(&options->components,
                        zm_list_at(&children->lands, entries[i].child->first + j));
        zm_options_close(options);
    }
    free(entries);
}
