/* What the files of the value universe share; nobody else includes this.
 *
 * Two kinds of forms. A simple form is number + ups * up + *nimber: it is known by those three,
 * sums and comparisons of simple forms are arithmetic, and its options are written down only when
 * asked for. Any other form is known by its options. Both kinds are canonical and kept once. */
#ifndef ZM_THEORY_VALUE_INSIDE_H
#define ZM_THEORY_VALUE_INSIDE_H

#include "base/arena.h"
#include "theory/value.h"

#define ZM_NO_FORM UINT32_MAX

struct zm_form {
    const zm_conway *left, *right; /* sorted by handle */
    uint32_t left_count, right_count;
    bool simple, listed; /* listed: the options are there */
    int32_t ups;
    uint32_t nimber;
    zm_conway negative; /* or ZM_NO_FORM */
    struct zm_dyadic number;
    struct zm_dyadic left_stop, right_stop;
    const struct zm_thermograph *thermograph; /* or NULL */
    uint32_t hash;
    uint64_t birthday;           /* 0: not computed yet (or the value 0) */
    bool small_known, all_small; /* all_small means something where small_known is set */
    bool weighed;                /* its atomic weight is there */
    zm_conway weight;
};

/* A memory of results of pairs; a newer pair takes the place of an older one. */
struct zm_pair_entry {
    uint32_t a, b, result;
};
struct zm_pair_cache {
    struct zm_pair_entry *entries;
    size_t size; /* a power of two */
    size_t lost; /* results that newer ones took the place of, since it last grew */
};

struct zm_universe {
    struct zm_form *forms;
    size_t count, capacity;
    uint32_t *index; /* open addressing: handle + 1, or 0 */
    size_t index_size;
    struct zm_arena arena;
    struct zm_pair_cache sums, comparisons;
    /* The game being brought to canonical form: a form without a handle of its own, compared with
     * the others under the number `raw`, which is never used twice. */
    struct zm_form raw_form;
    zm_conway raw;
    struct zm_run *run;
    unsigned work; /* operations since the run was last looked at */
    bool no_memory, overflow, stopped;
    bool full; /* stopped, since it took more memory than the run allows */
};

static inline bool zm_universe_failed(const struct zm_universe *universe)
{
    return universe->no_memory || universe->overflow || universe->stopped;
}

static inline const struct zm_form *zm_form_at(const struct zm_universe *universe, zm_conway g)
{
    return g == universe->raw ? &universe->raw_form : &universe->forms[g];
}

/* Counts a piece of work; false: the universe has failed or must stop. */
bool zm_universe_go_on(struct zm_universe *universe);
/* The form with exactly these canonical options. */
zm_conway zm_form_intern(struct zm_universe *universe, const struct zm_handles *left,
                         const struct zm_handles *right);
bool zm_pair_find(const struct zm_pair_cache *cache, uint32_t a, uint32_t b, uint32_t *result);
void zm_pair_keep(struct zm_universe *universe, struct zm_pair_cache *cache, uint32_t a, uint32_t b,
                  uint32_t result);

#endif
