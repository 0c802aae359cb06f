/* Couples (P, n): the position P plus a Nim heap n, in normal play (Lemoine and Viennot, algorithms
 * 4 to 6). The couple of a single component is lost exactly when its nimber is n, so the store
 * keeps nimbers of single components, and nothing about sums:
 *
 * - a component whose nimber is stored, or told by the game, is folded into the heap;
 * - two equal components vanish;
 * - a sum of several unknown components is decided through their nimbers (space.h: parts);
 * - when the nimbers of all options of a component are known, its own is their mex;
 * - n above the number of options, or with --bound above what the game says, is not the nimber;
 * - small components are evaluated whole (whole.h);
 * - components that the game can crack are replaced by the sums that they are worth.
 *
 * What is won is not stored (there is five to ten times as much of it), but the couples found won
 * lately are remembered in a cache of fixed size (exclusions.h): values that the nimber of a
 * component cannot have. Whoever looks at the options of a component keeps all the nimbers that he
 * meets so, not only the one he asks for. couple_bytes.h tells what the bytes of a node are. */
#include "solve/couples.h"

#include "solve/couple_bytes.h"
#include "solve/exclusions.h"
#include "solve/option_cache.h"
#include "solve/whole.h"
#include "store/store.h"

#include <stdlib.h>

enum { OPTION_BYTES = 64 << 20 }; /* of the cache of options */

struct zm_couples {
    struct zm_problem problem;
    struct zm_instance game;
    struct zm_options options;
    struct zm_option_cache *cache;
    struct zm_buffer child;
    struct zm_list unknown; /* children of the node being expanded that are not known */
    struct zm_list cracked;
    bool bounded; /* ask the game for a bound on nimbers */
    struct zm_exclusions exclusions;
    struct zm_whole whole;
    uint64_t *seen_nodes; /* hashes of the children made so far, an open-addressing set */
    size_t seen_nodes_size, seen_nodes_used;
    uint8_t *seen_nimbers; /* which nimbers the known options have */
    size_t seen_nimbers_size;
};

/* Measured on Cram (docs/cram.md): no fewer nodes. */
const struct zm_param zm_couples_params[] = {
    {.name = "bound",
     .kind = ZM_PARAM_FLAG,
     .help =
         "take couples for won whose heap is larger than the nimber can be, by a bound that the "
         "game tells without making options (Cram)",
     .unrecorded = true},
    {0},
};

static bool nimber_known(struct zm_couples *couples, struct zm_bytes component, uint32_t *nimber)
{
    struct zm_value value;
    const struct zm_sums *sums = couples->game.game->sums;
    if (!zm_store_get(couples->problem.run->store, ZM_KIND_NIMBER, component, &value))
        return (sums->known != NULL &&
                sums->known(couples->game.state, component, ZM_SEARCH, nimber)) ||
               zm_whole_nimber(&couples->whole, component, nimber);
    *nimber = (uint32_t)value.a;
    return true;
}

static bool excluded(const struct zm_couples *couples, struct zm_bytes component, uint32_t value)
{
    return (couples->bounded && zm_nimber_exceeds(&couples->game, component, value)) ||
           zm_excluded(&couples->exclusions, component, value);
}

/* Adds a component to a node whose components before it are sorted: folds it when its nimber is
 * known, and cancels it against an equal one, which can only be the last. */
static void fold_component(struct zm_couples *couples, struct zm_buffer *node, size_t *last,
                           struct zm_bytes component)
{
    uint32_t nimber;
    if (node->failed)
        return;
    if (nimber_known(couples, component, &nimber)) {
        zm_couple_write_heap(node->data, zm_couple_heap(zm_buffer_bytes(node)) ^ nimber);
        return;
    }
    size_t offset = *last;
    struct zm_bytes before;
    if (offset > 0 && zm_couple_next(zm_buffer_bytes(node), &offset, &before) &&
        zm_bytes_equal(before, component)) {
        node->size = *last;
        *last = 0; /* a third one in a row has nothing to cancel with */
        return;
    }
    *last = node->size;
    zm_couple_add(node, component);
}

static void fold_list(struct zm_couples *couples, struct zm_buffer *node, uint32_t heap,
                      const struct zm_list *components, size_t begin, size_t end)
{
    size_t last = 0;
    zm_couple_begin(node, heap);
    for (size_t i = begin; i < end; i++)
        fold_component(couples, node, &last, zm_list_at(components, i));
}

/* Every component in the store, or a single one that is known not to have this nimber. */
static enum zm_verdict couples_lookup(void *state, struct zm_bytes node)
{
    uint32_t heap = zm_couple_heap(node), nimber;
    size_t offset = ZM_COUPLE_HEAP;
    struct zm_bytes component;
    if (zm_couple_only(node, &component) && excluded(state, component, heap))
        return ZM_WON;
    while (zm_couple_next(node, &offset, &component)) {
        if (!nimber_known(state, component, &nimber))
            return ZM_OPEN;
        heap ^= nimber;
    }
    return heap == 0 ? ZM_LOST : ZM_WON;
}

/* Whether a node was not yet among the children of this expansion. */
static bool fresh_child(struct zm_couples *couples, struct zm_bytes node)
{
    uint64_t hash = zm_bytes_hash(node) | 1;
    size_t mask = couples->seen_nodes_used - 1;
    size_t i = (hash >> 8) & mask;
    for (; couples->seen_nodes[i] != 0; i = (i + 1) & mask)
        if (couples->seen_nodes[i] == hash)
            return false;
    couples->seen_nodes[i] = hash;
    return true;
}

/* Empties the two sets for `count` options; false when there is no memory. */
static bool begin_expansion(struct zm_couples *couples, size_t count)
{
    size_t slots = 64;
    while (slots < 2 * count)
        slots *= 2;
    if (couples->seen_nimbers_size < count + 2) {
        uint8_t *grown = realloc(couples->seen_nimbers, count + 2);
        if (grown == NULL)
            return false;
        couples->seen_nimbers = grown;
        couples->seen_nimbers_size = count + 2;
    }
    if (couples->seen_nodes_size < slots) {
        uint64_t *grown = realloc(couples->seen_nodes, slots * sizeof *grown);
        if (grown == NULL)
            return false;
        couples->seen_nodes = grown;
        couples->seen_nodes_size = slots;
    }
    memset(couples->seen_nimbers, 0, count + 2);
    couples->seen_nodes_used = slots;
    memset(couples->seen_nodes, 0, slots * sizeof *couples->seen_nodes);
    return true;
}

/* The moves of the heap: (P, i) for i < n, unless an option of nimber i already shows it won. */
static void add_heap_moves(struct zm_couples *couples, struct zm_bytes component, uint32_t heap,
                           struct zm_list *children)
{
    for (uint32_t i = 0; i < heap; i++)
        if (couples->seen_nimbers[i] == 0 && !excluded(couples, component, i)) {
            zm_couple_begin(&couples->child, i);
            zm_couple_add(&couples->child, component);
            zm_list_add(children, zm_buffer_bytes(&couples->child));
        }
}

static enum zm_verdict store_nimber(struct zm_couples *couples, struct zm_bytes component,
                                    uint32_t nimber, uint32_t heap)
{
    enum zm_status status = zm_store_put(couples->problem.run->store, ZM_KIND_NIMBER, component,
                                         (struct zm_value){.a = nimber});
    if (status != ZM_OK)
        zm_run_fail(couples->problem.run, status);
    return nimber == heap ? ZM_LOST : ZM_WON;
}

/* What an option must be to win a couple at once: known, and of this nimber. */
struct winner {
    struct zm_couples *couples;
    uint32_t nimber;
    uint32_t seen; /* nimbers of the options looked at (zm_exclusion_of) */
};

/* Adds the nimber of a component, or of what it is cracked into, if it is known. */
static bool add_known(struct zm_couples *couples, struct zm_bytes component, uint32_t *sum)
{
    const struct zm_instance *game = &couples->game;
    struct zm_list *cracked = &couples->cracked;
    uint32_t nimber;
    if (nimber_known(couples, component, &nimber)) {
        *sum ^= nimber;
        return true;
    }
    zm_list_clear(cracked);
    if (game->game->sums->crack == NULL ||
        !game->game->sums->crack(game->state, component, cracked))
        return false;
    for (size_t i = 0; i < cracked->count; i++) {
        if (!nimber_known(couples, zm_list_at(cracked, i), &nimber))
            return false;
        *sum ^= nimber;
    }
    return !zm_list_failed(cracked);
}

static bool wins_at_once(void *context, const struct zm_bytes *components, size_t count)
{
    struct winner *winner = context;
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        if (!add_known(winner->couples, components[i], &sum))
            return false;
    winner->seen |= zm_exclusion_of(sum);
    return sum == winner->nimber;
}

static void heed(struct zm_couples *couples, struct zm_run *run)
{
    if (couples->game.game->heed != NULL)
        couples->game.game->heed(couples->game.state, run);
}

/* The options may not be all, because the run is to stop: a child that nothing can be known about
 * keeps the node open until the search leaves. */
static void leave_open(struct zm_couples *couples, struct zm_bytes component,
                       struct zm_list *children)
{
    zm_couple_begin(&couples->child, UINT32_MAX);
    zm_couple_add(&couples->child, component);
    zm_list_add(children, zm_buffer_bytes(&couples->child));
}

/* The unknown children that are not excluded, each once. What is known of them was asked for from
 * the memory when they were listed. */
static void take_unknown(struct zm_couples *couples, struct zm_list *children)
{
    const struct zm_list *unknown = &couples->unknown;
    for (size_t i = 0; i < unknown->count; i++) {
        struct zm_bytes child = zm_list_at(unknown, i), single;
        if (!(zm_couple_only(child, &single) && excluded(couples, single, zm_couple_heap(child))) &&
            fresh_child(couples, child))
            zm_list_add(children, child);
    }
}

static enum zm_verdict couples_expand(void *state, struct zm_bytes node, struct zm_list *children)
{
    struct zm_couples *couples = state;
    struct zm_bytes component;
    uint32_t heap = zm_couple_heap(node);
    size_t offset = ZM_COUPLE_HEAP;
    zm_list_clear(children);
    zm_couple_next(node, &offset, &component);
    zm_whole_grow(&couples->whole,
                  atomic_load_explicit(&couples->problem.run->nodes, memory_order_relaxed));
    struct zm_options *options = &couples->options;
    const struct zm_sums *sums = couples->game.game->sums;
    if (!zm_option_cache_get(couples->cache, component, options)) {
        struct winner winner = {.couples = couples, .nimber = heap};
        if (sums->some_option != NULL &&
            sums->some_option(couples->game.state, component, ZM_LEFT, wins_at_once, &winner)) {
            zm_exclude(&couples->exclusions, component, winner.seen);
            return ZM_WON;
        }
        zm_nimber_options(&couples->game, component, options);
        if (zm_run_stopped(couples->problem.run)) {
            leave_open(couples, component, children);
            return ZM_OPEN;
        }
        zm_option_cache_put(couples->cache, component, options);
    }
    size_t count = options->count;
    uint32_t seen = 0;
    zm_list_clear(&couples->unknown);
    if (zm_list_failed(&options->components) || !begin_expansion(couples, count)) {
        children->bytes.failed = true;
        return ZM_OPEN;
    }
    if (heap > count)
        return ZM_WON;
    for (size_t i = 0; i < count; i++) {
        fold_list(couples, &couples->child, heap, &options->components,
                  zm_options_begin(options, i), options->ends[i]);
        struct zm_bytes child = zm_buffer_bytes(&couples->child);
        struct zm_bytes single;
        if (couples->child.failed) {
            children->bytes.failed = true;
            return ZM_OPEN;
        }
        if (child.size > ZM_COUPLE_HEAP) {
            if (zm_couple_only(child, &single))
                zm_exclusions_expect(&couples->exclusions, single);
            zm_list_add(&couples->unknown, child);
            continue;
        }
        uint32_t nimber = zm_couple_heap(child) ^ heap;
        seen |= zm_exclusion_of(nimber);
        if (nimber == heap) {
            zm_exclude(&couples->exclusions, component, seen);
            return ZM_WON;
        }
        if (nimber <= count)
            couples->seen_nimbers[nimber] = 1;
    }
    if (zm_list_failed(&couples->unknown)) {
        children->bytes.failed = true;
        return ZM_OPEN;
    }
    if (couples->unknown.count == 0) {
        uint32_t mex = 0;
        while (couples->seen_nimbers[mex] != 0)
            mex++;
        return store_nimber(couples, component, mex, heap);
    }
    take_unknown(couples, children);
    zm_exclude(&couples->exclusions, component, seen);
    add_heap_moves(couples, component, heap, children);
    if (children->count > 0 || zm_list_failed(children))
        return ZM_OPEN;
    return store_nimber(couples, component, heap, heap); /* every child is known to be won */
}

static void couples_keep(void *state, struct zm_bytes node, enum zm_verdict verdict)
{
    struct zm_couples *couples = state;
    struct zm_bytes component;
    if (!zm_couple_only(node, &component))
        return;
    if (verdict == ZM_LOST)
        store_nimber(couples, component, zm_couple_heap(node), 0);
    else if (verdict == ZM_WON)
        zm_exclude(&couples->exclusions, component, zm_exclusion_of(zm_couple_heap(node)));
}

static uint32_t component_difficulty(struct zm_couples *couples, struct zm_bytes component)
{
    const struct zm_sums *sums = couples->game.game->sums;
    return sums->difficulty == NULL ? (uint32_t)component.size
                                    : sums->difficulty(couples->game.state, component);
}

static uint32_t couples_difficulty(void *state, struct zm_bytes node)
{
    uint32_t sum = 0;
    size_t offset = ZM_COUPLE_HEAP;
    struct zm_bytes component;
    while (zm_couple_next(node, &offset, &component))
        sum += component_difficulty(state, component);
    return sum;
}

static uint32_t couples_moves_left(void *state, struct zm_bytes node)
{
    struct zm_couples *couples = state;
    uint32_t sum = 0;
    size_t offset = ZM_COUPLE_HEAP;
    struct zm_bytes component;
    while (zm_couple_next(node, &offset, &component))
        sum += couples->game.game->sums->moves_left(couples->game.state, component);
    return sum;
}

static void couples_describe(void *state, struct zm_bytes node, struct zm_buffer *text)
{
    struct zm_couples *couples = state;
    size_t offset = ZM_COUPLE_HEAP;
    struct zm_bytes component;
    zm_buffer_format(text, "%u - ", zm_couple_heap(node));
    for (bool first = true; zm_couple_next(node, &offset, &component); first = false) {
        if (!first)
            zm_buffer_text(text, " + ");
        couples->game.game->sums->print(couples->game.state, component, text);
    }
}

static bool couples_is_sum(void *state, struct zm_bytes node)
{
    (void)state;
    size_t offset = ZM_COUPLE_HEAP;
    struct zm_bytes component;
    return zm_couple_next(node, &offset, &component) && offset < node.size;
}

static void couples_parts(void *state, struct zm_bytes node, struct zm_list *parts)
{
    struct zm_couples *couples = state;
    zm_list_clear(parts);
    struct zm_bytes component;
    /* Few components: the easiest that is not yet listed, again and again. */
    uint64_t listed_up_to = 0;
    for (;;) {
        uint64_t best = UINT64_MAX;
        struct zm_bytes easiest = {0};
        uint64_t index = 0;
        for (size_t offset = ZM_COUPLE_HEAP; zm_couple_next(node, &offset, &component); index++) {
            uint64_t rank = ((uint64_t)component_difficulty(couples, component) + 1) << 20 | index;
            if (rank > listed_up_to && rank < best) {
                best = rank;
                easiest = component;
            }
        }
        if (best == UINT64_MAX)
            return;
        listed_up_to = best;
        zm_couple_begin(&couples->child, 0);
        zm_couple_add(&couples->child, easiest);
        zm_list_add(parts, zm_buffer_bytes(&couples->child));
    }
}

static void couples_step(void *state, struct zm_bytes part, struct zm_buffer *next)
{
    (void)state;
    zm_buffer_set(next, part);
    if (!next->failed)
        zm_couple_write_heap(next->data, zm_couple_heap(part) + 1);
}

static void couples_fuse(void *state, struct zm_bytes node, struct zm_bytes part,
                         struct zm_buffer *next)
{
    size_t offset = ZM_COUPLE_HEAP, last = 0;
    struct zm_bytes solved = {0}, component;
    zm_couple_next(part, &offset, &solved);
    zm_couple_begin(next, zm_couple_heap(node) ^ zm_couple_heap(part));
    bool removed = false;
    for (offset = ZM_COUPLE_HEAP; zm_couple_next(node, &offset, &component);) {
        if (!removed && zm_bytes_equal(component, solved))
            removed = true;
        else
            fold_component(state, next, &last, component);
    }
}

static void couples_options(void *state, struct zm_bytes component, struct zm_list *nodes)
{
    struct zm_couples *couples = state;
    struct zm_options *options = &couples->options;
    zm_list_clear(nodes);
    if (!zm_option_cache_get(couples->cache, component, options)) {
        heed(couples, NULL); /* all of them, or none would be right */
        zm_nimber_options(&couples->game, component, options);
        heed(couples, couples->problem.run);
        zm_option_cache_put(couples->cache, component, options);
    }
    if (zm_list_failed(&options->components) || !begin_expansion(couples, options->count)) {
        nodes->bytes.failed = true;
        return;
    }
    for (size_t i = 0; i < options->count; i++) {
        fold_list(couples, &couples->child, 0, &options->components, zm_options_begin(options, i),
                  options->ends[i]);
        if (fresh_child(couples, zm_buffer_bytes(&couples->child)))
            zm_list_add(nodes, zm_buffer_bytes(&couples->child));
    }
}

static uint32_t couples_take_apart(void *state, struct zm_bytes node, struct zm_list *components)
{
    uint32_t heap = zm_couple_heap(node), nimber;
    struct zm_bytes component;
    zm_list_clear(components);
    for (size_t offset = ZM_COUPLE_HEAP; zm_couple_next(node, &offset, &component);)
        if (nimber_known(state, component, &nimber))
            heap ^= nimber;
        else
            zm_list_add(components, component);
    return heap;
}

static void couples_couple(void *state, struct zm_bytes component, uint32_t heap,
                           struct zm_buffer *node)
{
    (void)state;
    zm_couple_begin(node, heap);
    zm_couple_add(node, component);
}

static enum zm_status couples_fork(void *state, struct zm_space *space, struct zm_error *error)
{
    struct zm_couples *couples = state, *other;
    enum zm_status status = zm_couples_open(&couples->problem, &other, error);
    if (status != ZM_OK)
        return status;
    zm_option_cache_close(other->cache);
    other->cache = zm_option_cache_share(couples->cache);
    zm_couples_space(other, space);
    return ZM_OK;
}

static void couples_join(struct zm_space *space)
{
    zm_couples_close(space->state);
}

void zm_couples_space(struct zm_couples *couples, struct zm_space *space)
{
    *space = (struct zm_space){
        .state = couples,
        .run = couples->problem.run,
        .nodes = ZM_COUPLES_NODES,
        .lookup = couples_lookup,
        .expand = couples_expand,
        .keep = couples_keep,
        .difficulty = couples_difficulty,
        .size = couples->game.game->sums->moves_left != NULL ? couples_moves_left : NULL,
        .size_helps = zm_hints_of(couples->game.game).moves_left_help,
        .describe = couples_describe,
        .is_sum = couples_is_sum,
        .parts = couples_parts,
        .step = couples_step,
        .fuse = couples_fuse,
        .options = couples_options,
        .take_apart = couples_take_apart,
        .couple = couples_couple,
        .fork = couples_fork,
        .join = couples_join,
    };
}

enum zm_status zm_couples_open(const struct zm_problem *problem, struct zm_couples **couples,
                               struct zm_error *error)
{
    *couples = calloc(1, sizeof **couples);
    if (*couples == NULL)
        return zm_fail_memory(error);
    struct zm_couples *opened = *couples;
    opened->problem = *problem;
    opened->bounded = problem->settings != NULL && zm_settings_flag(problem->settings, "bound");
    size_t limit = problem->run->memory_limit;
    bool room = zm_exclusions_open(&opened->exclusions, limit);
    opened->cache =
        zm_option_cache_open(limit == 0 || limit / 8 > OPTION_BYTES ? OPTION_BYTES : limit / 8);
    enum zm_status status =
        !room || opened->cache == NULL
            ? zm_fail_memory(error)
            : zm_instance_open(&opened->game, problem->game, problem->settings, error);
    if (status == ZM_OK)
        status = zm_whole_open(&opened->whole, problem, error);
    if (status != ZM_OK) {
        zm_couples_close(opened);
        *couples = NULL;
        return status;
    }
    heed(opened, problem->run);
    return ZM_OK;
}

void zm_couples_close(struct zm_couples *couples)
{
    if (couples == NULL)
        return;
    zm_instance_close(&couples->game);
    zm_options_free(&couples->options);
    zm_option_cache_close(couples->cache);
    zm_buffer_free(&couples->child);
    zm_list_free(&couples->unknown);
    zm_list_free(&couples->cracked);
    zm_exclusions_close(&couples->exclusions);
    zm_whole_close(&couples->whole);
    free(couples->seen_nodes);
    free(couples->seen_nimbers);
    free(couples);
}

const struct zm_instance *zm_couples_game(const struct zm_couples *couples)
{
    return &couples->game;
}

enum zm_status zm_couples_root(struct zm_couples *couples, struct zm_bytes position, uint32_t heap,
                               struct zm_buffer *node, struct zm_error *error)
{
    struct zm_list components = {0};
    bool failed = !zm_split(&couples->game, position, &components);
    zm_nimber_sum(&couples->game, &components);
    fold_list(couples, node, heap, &components, 0, components.count);
    failed |= zm_list_failed(&components) || node->failed;
    zm_list_free(&components);
    return failed ? zm_fail_memory(error) : ZM_OK;
}
