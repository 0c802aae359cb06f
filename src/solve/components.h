/* The components that a computation meets, each a small number, with the options of those that were
 * expanded: a component is expanded once, however many sums it is part of. What misère play works
 * on, where whole sums are searched and nothing cancels. One thread each. */
#ifndef ZM_SOLVE_COMPONENTS_H
#define ZM_SOLVE_COMPONENTS_H

#include "base/arena.h"
#include "base/table.h"
#include "solve/calculation.h"

#define ZM_NO_COMPONENT UINT32_MAX

struct zm_component {
    const uint8_t *bytes;
    const uint8_t *options; /* how many terms, then the terms, for each; NULL: not expanded */
    uint32_t size;
    uint32_t option_count;
    uint32_t difficulty;
};

struct zm_components {
    struct zm_instance game;
    struct zm_table index; /* bytes -> number */
    struct zm_component *items;
    size_t count, capacity;
    struct zm_arena arena;
    struct zm_options options;
    struct zm_buffer coded;
    struct zm_list split;
    uint64_t expanded;
    size_t cache_limit; /* options that take more than this are forgotten; 0: never */
    /* For zm_component_some_option, whose test may ask for options of other components: the same
     * game once more, and the component whose options it has just made, all of them
     * (ZM_NO_COMPONENT: none). */
    struct zm_instance scout;
    uint32_t scouted;
};

/* Sums of components, one after the other. */
struct zm_sum_list {
    uint32_t *terms;
    size_t term_count, term_capacity;
    uint32_t *ends; /* in `terms` */
    size_t count, capacity;
    bool failed; /* memory ran out */
};

void zm_sum_list_free(struct zm_sum_list *sums);
void zm_sum_list_clear(struct zm_sum_list *sums);
void zm_sum_list_term(struct zm_sum_list *sums, uint32_t term);
void zm_sum_list_close(struct zm_sum_list *sums);
static inline uint32_t zm_sum_begin(const struct zm_sum_list *sums, size_t index)
{
    return index == 0 ? 0 : sums->ends[index - 1];
}

enum zm_status zm_components_open(struct zm_components *components,
                                  const struct zm_problem *problem, struct zm_error *error);
/* Makes zm_component_some_option possible, if the game makes options one by one. */
enum zm_status zm_components_open_scout(struct zm_components *components,
                                        const struct zm_problem *problem, struct zm_error *error);
void zm_components_close(struct zm_components *components);
size_t zm_components_memory(const struct zm_components *components);
/* Forgets the options remembered; the components stay. */
void zm_components_forget_options(struct zm_components *components);
/* Forgets all components: numbers given out before mean nothing any more. */
void zm_components_forget(struct zm_components *components);

/* Says that bytes of a store are no component (zm_is_sound_component). */
enum zm_status zm_fail_component(const struct zm_components *components, struct zm_error *error);
/* The number of a canonical component; ZM_NO_COMPONENT without memory. */
uint32_t zm_component_of(struct zm_components *components, struct zm_bytes bytes);
static inline struct zm_bytes zm_component_bytes(const struct zm_components *components,
                                                 uint32_t component)
{
    return zm_bytes(components->items[component].bytes, components->items[component].size);
}
/* Sets `sums` to the options of a component, each with its terms sorted by number. */
void zm_component_options(struct zm_components *components, uint32_t component,
                          struct zm_sum_list *sums);
/* The same for a caller that will not ask again: nothing is remembered. */
void zm_component_options_once(struct zm_components *components, uint32_t component,
                               struct zm_sum_list *sums);
/* Is there an option that `test` accepts? Asks one after the other as they are made, unsorted;
 * false also when there is no scout. When there is none, all options are at hand: to
 * ask for them next costs little. */
bool zm_component_some_option(struct zm_components *components, uint32_t component,
                              bool (*test)(void *context, const struct zm_bytes *terms,
                                           size_t count),
                              void *context);
/* Adds the components of a board position as one more sum; fails when it is loony. */
void zm_components_split(struct zm_components *components, struct zm_bytes position,
                         struct zm_sum_list *sums);
static inline uint32_t zm_component_difficulty(const struct zm_components *components,
                                               uint32_t component)
{
    return components->items[component].difficulty;
}

#endif
