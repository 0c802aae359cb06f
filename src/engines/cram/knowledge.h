/* What the engine knows of Cram components, in tables shared by the threads of a search: see
 * knowledge.c. */
#ifndef ZM_ENGINES_CRAM_KNOWLEDGE_H
#define ZM_ENGINES_CRAM_KNOWLEDGE_H

#include "base/gate.h"
#include "engines/cram/search.h"
#include "engines/cram/shapes.h"
#include "search/numbers.h"

/* A sum of components and a Nim heap, as in solve/couples.c. */
struct zm_cram_node {
    zm_cram_cells keys[ZM_CRAM_PIECES];
    uint32_t count, heap;
};

struct zm_cram_knowledge {
    struct zm_cram_layout layout;
    struct zm_run *run;
    struct zm_facts known; /* by component */
    struct zm_facts numbers;
    struct zm_cram_tiny tiny;
    struct zm_cram_settings settings;
    struct zm_numbers leaf[ZM_CRAM_DOMINOES + 1];
    struct zm_gate gate; /* to grow a table takes all threads to stand still */
};

/* For components in a box of this size. What the store of `run` has is known. False when there is
 * no memory, or no layout for the box. */
bool WIDTH(zm_cram_knowledge_open)(struct zm_cram_knowledge *knowledge, unsigned width,
                                   unsigned height, const struct zm_cram_settings *settings,
                                   struct zm_run *run);
void WIDTH(zm_cram_knowledge_close)(struct zm_cram_knowledge *knowledge);
/* Takes in a nimber from a store, which may have been edited; false: it makes no sense here. */
bool WIDTH(zm_cram_take_in)(struct zm_cram_knowledge *knowledge, struct zm_bytes component,
                            int64_t nimber);

/* What is known of a component, as one word (cells.h). */
static inline uint64_t zm_cram_word(const struct zm_cram_knowledge *knowledge, zm_cram_cells key)
{
    return zm_cram_look_up(&knowledge->known, key);
}

static inline bool zm_cram_has_nimber(uint64_t word)
{
    return word >> ZM_CRAM_NIMBER_SHIFT != 0;
}

static inline uint32_t zm_cram_nimber_in(uint64_t word)
{
    return (uint32_t)(word >> ZM_CRAM_NIMBER_SHIFT) - 1;
}

static inline bool zm_cram_is_excluded(uint64_t word, uint32_t value)
{
    return value < ZM_CRAM_VALUES && (word >> value & 1) != 0;
}

/* Keeps the nimber of a component, here and in the store. */
void WIDTH(zm_cram_learn)(struct zm_cram_knowledge *knowledge, zm_cram_cells key, uint32_t nimber);
/* Keeps that the nimber of a component is none of these values, a bit for each. */
void WIDTH(zm_cram_exclude)(struct zm_cram_knowledge *knowledge, zm_cram_cells key,
                            uint64_t values);
/* Keeps the proof and disproof numbers of a couple. */
void WIDTH(zm_cram_keep_numbers)(struct zm_cram_knowledge *knowledge, zm_cram_cells key,
                                 uint32_t heap, struct zm_numbers numbers);

/* Evaluates a small component whole: its nimber, from those of all its options. */
uint32_t WIDTH(zm_cram_evaluate)(struct zm_cram_knowledge *knowledge, zm_cram_cells key);
/* Folds the known components of a node into its heap. The verdict of the node, when that tells it;
 * `word` is what is known of the last component left. */
enum zm_verdict WIDTH(zm_cram_fold)(struct zm_cram_knowledge *knowledge, struct zm_cram_node *node,
                                    uint64_t *word);

/* Returns the proof and disproof numbers of a couple; `word` is what is known of the component. */
struct zm_numbers WIDTH(zm_cram_couple_numbers)(const struct zm_cram_knowledge *knowledge,
                                                zm_cram_cells key, uint32_t heap, uint64_t word);
/* Returns the couple of a component with the least value that it may still have, and its numbers. */
struct zm_cram_node WIDTH(zm_cram_part)(const struct zm_cram_knowledge *knowledge,
                                        zm_cram_cells key, struct zm_numbers *numbers);
/* Returns the numbers of an open node; `word` is what is known of its last component. */
struct zm_numbers WIDTH(zm_cram_numbers)(const struct zm_cram_knowledge *knowledge,
                                         const struct zm_cram_node *node, uint64_t word);
/* Returns the key under which the numbers of a couple are kept. */
uint64_t WIDTH(zm_cram_couple_key)(zm_cram_cells key, uint32_t heap);

/* Says that a thread begins to use the tables. */
void WIDTH(zm_cram_enter)(struct zm_cram_knowledge *knowledge);
/* Says that it does not use them any more. */
void WIDTH(zm_cram_leave)(struct zm_cram_knowledge *knowledge);
/* Waits at the gate while a table grows. A thread passes it now and then between enter and leave;
 * the functions that keep something pass it too. */
void WIDTH(zm_cram_pass)(struct zm_cram_knowledge *knowledge);

#endif
