/* The components of an all-black strings-and-coins position, and what can be done in them.
 *
 * Components are met over and over, in other places and in other company: after some cuts a board
 * is a sum of three or four small ones. So each is worked out once for its *shape*, that is up to
 * isomorphism (label.h): the openings worth making, and the shapes that each leaves. A search then
 * walks over sums of shapes, and looks at strings and coins only when a shape is new. On American
 * 4x5 one part in a hundred and fifty is. */
#ifndef ZM_ENGINES_DOTS_PARTS_H
#define ZM_ENGINES_DOTS_PARTS_H

#include "base/bytes.h"
#include "games/dots/coins.h"

/* A component in a sum. */
struct zm_dots_part {
    struct zm_hash128 hash; /* of its shape */
    uint64_t strings;       /* of one drawing of it on the graph: where it was first met */
    uint32_t shape;         /* where the shape was when the part was made; it may be forgotten */
    uint8_t coins, size;    /* size: strings */
    uint8_t small; /* 1 .. 4: an isolated coin or pair that vanishes beside its equal; 0: another */
};

/* A position as a sum. */
struct zm_dots_sum {
    struct zm_hash128 key; /* the sum of the hashes of the parts */
    unsigned coins, size, count;
    unsigned small; /* bit k: there is a part that is small of kind k */
    struct zm_dots_part parts[ZM_COINS_MOST / 2];
};

/* An opening in a component. What it leaves is named when it is first asked for, and made a shape
 * when it is searched: most large components are met once, and few of their openings are looked at.
 */
struct zm_dots_option {
    struct zm_hash128 change; /* the hashes of what is left, less that of the component */
    uint16_t order;           /* the larger, the sooner it is tried */
    uint8_t white, offer;     /* see zm_coins_opening */
    uint8_t small;            /* kinds of small parts left, as bits; bit 0: one kind twice */
    bool named;
    bool repeated; /* another option leaves the same */
};

/* What an option leaves: strings of the shape's drawing; shapes, once it was searched. */
struct zm_dots_rest {
    uint64_t strings;
    uint32_t shapes[2]; /* 0: none; both 0: not known yet, or nothing is left */
};

struct zm_dots_shape {
    struct zm_dots_part part;
    uint32_t first; /* of its options; 0: they are not listed yet */
    uint8_t count;
};

/* The shapes met on a graph. Not for several threads. When there is no more room, all are forgotten
 * and met anew. */
struct zm_dots_parts {
    const struct zm_coins *graph;
    const uint8_t *promise; /* of each string: the larger, the sooner it is cut; may be NULL */
    struct zm_dots_shape *shapes;
    struct zm_dots_option *options;
    struct zm_dots_rest *rests; /* of the options */
    uint32_t *by_hash;          /* shapes; 0: none */
    struct zm_dots_drawn *drawn;
    size_t shape_count, most_shapes, option_count, most_options;
    size_t slots;      /* of `by_hash` and of `drawn`: a power of two */
    uint64_t labelled; /* calls of the canonical labelling */
};

/* Takes about `memory` bytes, not all of them at once. */
bool zm_dots_parts_open(struct zm_dots_parts *parts, const struct zm_coins *graph,
                        const uint8_t *promise, size_t memory);
void zm_dots_parts_close(struct zm_dots_parts *parts);
/* The sum of an all-black position. */
void zm_dots_sum_begin(struct zm_dots_parts *parts, uint64_t black, struct zm_dots_sum *sum);
/* The same for one question about any graph: nothing is remembered. */
void zm_dots_sum_once(const struct zm_coins *graph, uint64_t black, struct zm_dots_sum *sum);

/* Makes sure that all options of the parts of one sum can be named before any is forgotten. */
void zm_dots_parts_make_room(struct zm_dots_parts *parts);
/* The options of a part. */
struct zm_dots_option *zm_dots_options(struct zm_dots_parts *parts, const struct zm_dots_part *part,
                                       unsigned *count);
/* Works out what one of them leaves. */
void zm_dots_name_option(struct zm_dots_parts *parts, const struct zm_dots_part *part,
                         struct zm_dots_option *option);
/* Fetches what that will read, to have it when it is asked for. */
void zm_dots_expect_option(const struct zm_dots_parts *parts, const struct zm_dots_option *option);
/* The sum that a named option of part `index` leaves; its key alone, and its coins. */
void zm_dots_sum_after(struct zm_dots_parts *parts, const struct zm_dots_sum *from, unsigned index,
                       const struct zm_dots_option *option, struct zm_dots_sum *sum);
static inline struct zm_hash128 zm_dots_key_after(struct zm_dots_parts *parts,
                                                  const struct zm_dots_sum *from, unsigned index,
                                                  const struct zm_dots_option *option,
                                                  unsigned *coins)
{
    unsigned others = from->small & ~(1U << from->parts[index].small);
    if ((option->small & (others | 1)) != 0) { /* small parts meet their equals */
        struct zm_dots_sum sum;
        zm_dots_sum_after(parts, from, index, option, &sum);
        *coins = sum.coins;
        return sum.key;
    }
    *coins = from->coins - option->white;
    return (struct zm_hash128){from->key.low + option->change.low,
                               from->key.high + option->change.high};
}

#endif
