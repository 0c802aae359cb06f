/* The transposition table of the proof-number searches: proof and disproof numbers in a fixed
 * amount of memory, shared by the threads of one search. A node is known by the 128-bit hash of
 * its bytes, so a number found here belongs to the node asked about; what did not fit was replaced
 * by what cost more to find. Solved nodes are kept as (0; infinite) and (infinite; 0): a store
 * holds lost nodes only, this table also remembers the won ones that it has room for. */
#ifndef ZM_SEARCH_NUMBERS_H
#define ZM_SEARCH_NUMBERS_H

#include "base/bytes.h"
#include "base/params.h"
#include "solve/space.h"

/* Parameters that searches by proof numbers have in common. */
/* clang-format off */
#define ZM_COMBINE_PARAM \
    {.name = "combine", .kind = ZM_PARAM_CHOICE, .value = "auto", .choices = "auto|sum|max", \
     .help = "cost of showing that all children are won: their sum, or the largest plus one for " \
             "each other; auto: max where new nodes start with their size, sum elsewhere"}
#define ZM_LEAF_PARAM \
    {.name = "leaf", .kind = ZM_PARAM_CHOICE, .value = "auto", .choices = "auto|one|children|size", \
     .help = "numbers of a new node: (1;1), (1;number of its unknown children), or (1;1 + about " \
             "the moves left, where the game tells them); auto: size in misere play and in " \
             "Sprouts, one elsewhere"}
/* clang-format on */

enum zm_leaf { ZM_LEAF_ONE, ZM_LEAF_CHILDREN, ZM_LEAF_SIZE };

/* What was chosen by these two, or what suits the space; an error when the space cannot do it. */
enum zm_status zm_numbers_choose(const struct zm_settings *settings, const struct zm_space *space,
                                 enum zm_leaf *leaf, bool *combine_max, struct zm_error *error);

/* What it costs to prove that a node is won, and that it is lost; at most ZM_LARGEST_NUMBER unless
 * the node is solved. */
struct zm_numbers {
    uint32_t proof, disproof;
};

#define ZM_INFINITE UINT32_MAX
#define ZM_LARGEST_NUMBER (UINT32_MAX - 1)

static inline struct zm_numbers zm_numbers_of(enum zm_verdict verdict)
{
    return verdict == ZM_WON ? (struct zm_numbers){0, ZM_INFINITE}
                             : (struct zm_numbers){ZM_INFINITE, 0};
}

static inline enum zm_verdict zm_numbers_verdict(struct zm_numbers numbers)
{
    return numbers.proof == 0 ? ZM_WON : numbers.disproof == 0 ? ZM_LOST : ZM_OPEN;
}

static inline uint32_t zm_numbers_least(struct zm_numbers numbers)
{
    return numbers.proof < numbers.disproof ? numbers.proof : numbers.disproof;
}

struct zm_number_table;

/* A table of at most `memory` bytes (and of a few entries at least). NULL when there is no memory.
 */
struct zm_number_table *zm_number_table_open(size_t memory);
void zm_number_table_close(struct zm_number_table *table);

/* Tells the memory that a node will be looked up. */
void zm_number_table_expect(const struct zm_number_table *table, struct zm_hash128 key);
/* The numbers of a node; false: not known. */
bool zm_number_table_get(struct zm_number_table *table, struct zm_hash128 key,
                         struct zm_numbers *numbers);
/* What the numbers of a node have cost, in expansions; 0: not known. */
uint64_t zm_number_table_effort(struct zm_number_table *table, struct zm_hash128 key);
/* Keeps numbers that cost `effort` expansions. A solved node stays solved as long as it is kept. */
void zm_number_table_put(struct zm_number_table *table, struct zm_hash128 key,
                         struct zm_numbers numbers, uint64_t effort);

#endif
