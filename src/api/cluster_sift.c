/* What a worker sends of what it found; see cluster_inside.h. A search finds far more than its
 * verdict rests on. The sieve derives the verdict once more, by the plain definition (search/
 * recursive.h), from the rules and what all share; what the search found says only which option of
 * a won node to look at first. So what goes into the shared store was checked by the worker itself,
 * and is little more than the proof. */
#include "api/cluster_inside.h"

#include "search/recursive.h"

#include <stdlib.h>

enum { PATIENCE = 2, LEAST_NODES = 2048 }; /* nodes of the search for one here; and at least */

struct zm_sieve {
    struct zm_run run; /* its store is the shared one */
    const struct zm_calculation *class;
    void *calculation, *search;
    struct zm_space space; /* on the shared results alone */
    struct zm_space found; /* on all that the worker found */
};

/* Was this node found lost? */
static bool is_lost(struct zm_sieve *sieve, struct zm_bytes node)
{
    return sieve->found.lookup(sieve->found.state, node) == ZM_LOST;
}

/* Was the nimber of this part of a sum found? */
static bool is_measured(struct zm_sieve *sieve, struct zm_bytes part)
{
    struct zm_buffer here = {0}, next = {0};
    enum zm_verdict verdict;
    zm_buffer_set(&here, part);
    while ((verdict = sieve->found.lookup(sieve->found.state, zm_buffer_bytes(&here))) == ZM_WON) {
        sieve->space.step(sieve->space.state, zm_buffer_bytes(&here), &next);
        zm_buffer_set(&here, zm_buffer_bytes(&next));
        if (here.failed || next.failed)
            break;
    }
    zm_buffer_free(&here);
    zm_buffer_free(&next);
    return verdict == ZM_LOST;
}

/* Puts those first that are worth it, and leaves the order of the others. */
static void put_first(struct zm_sieve *sieve, struct zm_list *nodes,
                      bool (*worth)(struct zm_sieve *sieve, struct zm_bytes node))
{
    struct zm_list sorted = {0}, others = {0};
    for (size_t i = 0; i < nodes->count; i++) {
        struct zm_bytes node = zm_list_at(nodes, i);
        zm_list_add(worth(sieve, node) ? &sorted : &others, node);
    }
    for (size_t i = 0; i < others.count; i++)
        zm_list_add(&sorted, zm_list_at(&others, i));
    sorted.bytes.failed |= zm_list_failed(nodes) || zm_list_failed(&others);
    zm_list_free(nodes);
    zm_list_free(&others);
    *nodes = sorted;
}

/* The children, those that were found lost first. */
static enum zm_verdict expand(void *state, struct zm_bytes node, struct zm_list *children)
{
    struct zm_sieve *sieve = state;
    enum zm_verdict verdict = sieve->space.expand(sieve->space.state, node, children);
    if (verdict == ZM_OPEN)
        put_first(sieve, children, is_lost);
    return verdict;
}

/* The rest of a space hands on to the one on the shared results. */
static enum zm_verdict lookup(void *state, struct zm_bytes node)
{
    const struct zm_space *space = &((struct zm_sieve *)state)->space;
    return space->lookup(space->state, node);
}

static void keep(void *state, struct zm_bytes node, enum zm_verdict verdict)
{
    const struct zm_space *space = &((struct zm_sieve *)state)->space;
    space->keep(space->state, node, verdict);
}

static bool is_sum(void *state, struct zm_bytes node)
{
    const struct zm_space *space = &((struct zm_sieve *)state)->space;
    return space->is_sum != NULL && space->is_sum(space->state, node);
}

/* The parts of a sum, those whose nimbers were found first. */
static void parts(void *state, struct zm_bytes node, struct zm_list *list)
{
    struct zm_sieve *sieve = state;
    sieve->space.parts(sieve->space.state, node, list);
    put_first(sieve, list, is_measured);
}

static void step(void *state, struct zm_bytes part, struct zm_buffer *next)
{
    const struct zm_space *space = &((struct zm_sieve *)state)->space;
    space->step(space->state, part, next);
}

static void fuse(void *state, struct zm_bytes node, struct zm_bytes part, struct zm_buffer *next)
{
    const struct zm_space *space = &((struct zm_sieve *)state)->space;
    space->fuse(space->state, node, part, next);
}

void zm_sieve_close(struct zm_sieve *sieve)
{
    if (sieve == NULL)
        return;
    if (sieve->search != NULL)
        zm_recursive.close(sieve->search);
    if (sieve->calculation != NULL)
        sieve->class->close(sieve->calculation);
    free(sieve);
}

enum zm_status zm_sieve_open(struct zm_question *question, const struct zm_space *found,
                             struct zm_run *outer, struct zm_store *shared, struct zm_sieve **made,
                             struct zm_error *error)
{
    struct zm_sieve *sieve = calloc(1, sizeof *sieve);
    if (sieve == NULL)
        return zm_fail_memory(error);
    zm_run_begin(&sieve->run);
    sieve->run.outer = outer;
    sieve->run.store = shared;
    sieve->run.memory_limit = outer->memory_limit;
    sieve->class = question->calculation;
    sieve->found = *found;
    struct zm_problem problem = {question->game, &question->settings, question->misere,
                                 &sieve->run};
    enum zm_status status = sieve->class->open(&problem, &sieve->calculation, error);
    if (status == ZM_OK)
        sieve->class->space(sieve->calculation, &sieve->space);
    struct zm_space sifting = {.state = sieve,
                               .run = &sieve->run,
                               .lookup = lookup,
                               .expand = expand,
                               .keep = keep,
                               .is_sum = is_sum,
                               .parts = parts,
                               .step = step,
                               .fuse = fuse};
    if (status == ZM_OK)
        status = zm_recursive.open(&sifting, &question->settings, &sieve->search, error);
    if (status == ZM_OK)
        *made = sieve;
    else
        zm_sieve_close(sieve);
    return status;
}

enum zm_sifting zm_sieve_sift(struct zm_sieve *sieve, struct zm_bytes node, enum zm_verdict found,
                              uint64_t nodes)
{
    uint64_t most = PATIENCE * nodes < LEAST_NODES ? LEAST_NODES : PATIENCE * nodes;
    atomic_store(&sieve->run.stop, false);
    sieve->run.most_nodes = atomic_load(&sieve->run.nodes) + most;
    enum zm_verdict derived = zm_recursive.decide(sieve->search, node);
    return derived == found ? ZM_SIFTED : derived == ZM_OPEN ? ZM_SIFTED_OPEN : ZM_SIFTED_WRONG;
}
