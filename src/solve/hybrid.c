/* The space of misère play: how nodes (misere_node.h) are expanded, looked up and kept. A move
 * changes one part of a node. Trees that are all tame, and one tree alone, are decided by theory
 * (theory/tame.h); the store keeps the other lost nodes. What the options of a component leave is
 * folded once and remembered. */
#include "solve/hybrid.h"

#include "base/array.h"
#include "solve/misere_quotient.h"
#include "solve/rct_store.h"
#include "solve/seen.h"
#include "store/store.h"

#include <stdlib.h>

/* How hard a child looks: the easiest are tried first. */
struct rank {
    uint32_t difficulty, index;
};

struct zm_hybrid {
    struct zm_problem problem;
    struct zm_components components;
    struct zm_rct_base base;
    struct zm_misere_quotient quotient;
    uint32_t **moves; /* by component: what its options leave, folded; NULL: not made yet */
    size_t moves_capacity;
    bool forgets; /* components, when they are too many */
    struct zm_arena arena;
    struct zm_tree_set coded; /* scratch of `moves_of` */
    struct zm_sum_list sums;
    struct zm_misere_node node, child;
    struct zm_tree_set options;
    struct zm_buffer bytes;
    struct zm_seen seen, seen_moves; /* children of an expansion; options of a component */
    struct rank *ranks;              /* of the children of one expansion */
    size_t rank_capacity;
    struct zm_list ranked;
    struct zm_kept_trees kept; /* trees that the store on disk was given */
};

const struct zm_param zm_hybrid_params[] = {
    {.name = "rct-base",
     .kind = ZM_PARAM_TEXT,
     .hint = "POSITION",
     .help = "misere: replace components of this position's game tree by their reduced trees; "
             "'none': no component"},
    {.name = "rct-size",
     .kind = ZM_PARAM_INTEGER,
     .min = 0,
     .max = INT32_MAX,
     .hint = "N",
     .help = "misere: replace components at most this difficult by their reduced trees "
             "(default: what the game calls easy)"},
    {.name = "quotient",
     .kind = ZM_PARAM_INTEGER,
     .min = 0,
     .max = UINT16_MAX,
     .hint = "N",
     .help = "misere: decide sums by a misere quotient of at most this many elements, where it "
             "is proved; 0: do not (default: what saves in this game)"},
    {0},
};

static enum zm_verdict in_store(const struct zm_hybrid *hybrid, struct zm_bytes node)
{
    struct zm_value value;
    bool lost = zm_store_get(hybrid->problem.run->store, ZM_KIND_LOST, node, &value);
    return lost ? ZM_LOST : ZM_OPEN;
}

/* What is known of a node without playing: by tameness, or by a quotient. */
static enum zm_verdict theory(struct zm_hybrid *hybrid, const struct zm_misere_node *node, bool *ok)
{
    enum zm_verdict verdict = zm_misere_theory(&hybrid->base, node);
    if (verdict != ZM_OPEN || hybrid->quotient.quotient == NULL)
        return verdict;
    return zm_misere_quotient_verdict(&hybrid->quotient, &hybrid->base, node, ok);
}

static enum zm_verdict hybrid_lookup(void *state, struct zm_bytes node)
{
    struct zm_hybrid *hybrid = state;
    bool ok = zm_misere_node_read(&hybrid->base, node, &hybrid->node);
    enum zm_verdict verdict = ok ? theory(hybrid, &hybrid->node, &ok) : ZM_OPEN;
    if (!ok) {
        zm_run_fail(hybrid->problem.run, ZM_FAILED);
        return ZM_OPEN;
    }
    return verdict != ZM_OPEN ? verdict : in_store(hybrid, node);
}

/* A node names its trees; a store that lasts also says what they are. */
static enum zm_status keep_trees(struct zm_hybrid *hybrid, struct zm_bytes node,
                                 struct zm_store *store)
{
    enum zm_status status =
        zm_misere_node_read(&hybrid->base, node, &hybrid->node) ? ZM_OK : ZM_FAILED;
    for (size_t i = 0; status == ZM_OK && i < hybrid->node.trees.count; i++)
        status =
            zm_rct_store_keep(&hybrid->base, hybrid->node.trees.items[i], &hybrid->kept, store);
    return status;
}

static void hybrid_keep(void *state, struct zm_bytes node, enum zm_verdict verdict)
{
    struct zm_hybrid *hybrid = state;
    struct zm_store *store = hybrid->problem.run->store;
    if (verdict != ZM_LOST)
        return;
    enum zm_status status = store->class->flush == NULL ? ZM_OK : keep_trees(hybrid, node, store);
    if (status == ZM_OK)
        status = zm_store_put(store, ZM_KIND_LOST, node, (struct zm_value){0});
    if (status != ZM_OK)
        zm_run_fail(hybrid->problem.run, status);
}

/* Codes parts as: heap, how many trees, how many components, the trees, the components. */
static bool code_parts(struct zm_tree_set *coded, const struct zm_misere_node *parts)
{
    bool ok = zm_tree_set_add(coded, parts->one) &&
              zm_tree_set_add(coded, (uint32_t)parts->trees.count) &&
              zm_tree_set_add(coded, (uint32_t)parts->components.count);
    for (size_t i = 0; ok && i < parts->trees.count; i++)
        ok = zm_tree_set_add(coded, parts->trees.items[i]);
    for (size_t i = 0; ok && i < parts->components.count; i++)
        ok = zm_tree_set_add(coded, parts->components.items[i]);
    return ok;
}

/* The options of a component as coded parts, after their number; made once. NULL without memory. */
static const uint32_t *moves_of(struct zm_hybrid *hybrid, uint32_t component)
{
    if (component < hybrid->moves_capacity && hybrid->moves[component] != NULL)
        return hybrid->moves[component];
    struct zm_sum_list *sums = &hybrid->sums;
    zm_component_options_once(&hybrid->components, component, sums);
    struct zm_list distinct = {0};
    bool ok = !sums->failed && zm_seen_begin(&hybrid->seen_moves, sums->count);
    for (size_t i = 0; ok && i < sums->count; i++) {
        struct zm_misere_node *option = &hybrid->child;
        zm_misere_node_clear(option);
        for (size_t k = zm_sum_begin(sums, i); ok && k < sums->ends[i]; k++)
            ok = zm_misere_fold_component(&hybrid->base, option, sums->terms[k]);
        zm_misere_node_sort(&hybrid->base, option);
        hybrid->coded.count = 0;
        ok = ok && code_parts(&hybrid->coded, option) &&
             zm_seen_add(&hybrid->seen_moves, &distinct,
                         zm_bytes(hybrid->coded.items, hybrid->coded.count * sizeof(uint32_t)));
    }
    uint32_t *moves =
        ok ? zm_arena_alloc(&hybrid->arena, sizeof(uint32_t) + distinct.bytes.size) : NULL;
    if (moves != NULL && component >= hybrid->moves_capacity) {
        size_t capacity = hybrid->components.capacity;
        uint32_t **grown = realloc(hybrid->moves, capacity * sizeof *grown);
        if (grown != NULL) {
            memset(grown + hybrid->moves_capacity, 0,
                   (capacity - hybrid->moves_capacity) * sizeof *grown);
            hybrid->moves = grown;
            hybrid->moves_capacity = capacity;
        } else {
            moves = NULL;
        }
    }
    if (moves != NULL) {
        moves[0] = (uint32_t)distinct.count;
        if (distinct.bytes.size > 0)
            memcpy(moves + 1, distinct.bytes.data, distinct.bytes.size);
        hybrid->moves[component] = moves;
    }
    zm_list_free(&distinct);
    return moves;
}

/* What is being expanded. */
struct expansion {
    struct zm_hybrid *hybrid;
    struct zm_list *children;
    bool any; /* there is a move */
    bool won; /* a child is lost */
    bool ok;
};

/* Sets the child to the node without one tree (or ZM_NO_TREE) and one component, numbers of which
 * in the node are given. */
static bool copy_without(struct zm_hybrid *hybrid, size_t tree, size_t component)
{
    const struct zm_misere_node *node = &hybrid->node;
    struct zm_misere_node *child = &hybrid->child;
    bool ok = true;
    zm_misere_node_clear(child);
    child->one = node->one;
    for (size_t i = 0; ok && i < node->trees.count; i++)
        ok = i == tree || zm_tree_set_add(&child->trees, node->trees.items[i]);
    for (size_t i = 0; ok && i < node->components.count; i++)
        ok = i == component || zm_tree_set_add(&child->components, node->components.items[i]);
    return ok;
}

/* The child at the end of the list is new. */
static bool rank_child(struct zm_hybrid *hybrid, size_t index)
{
    struct rank *ranks =
        zm_array_room(hybrid->ranks, &hybrid->rank_capacity, index + 1, sizeof *ranks);
    if (ranks == NULL)
        return false;
    hybrid->ranks = ranks;
    hybrid->ranks[index] =
        (struct rank){zm_misere_difficulty(&hybrid->base, &hybrid->child), (uint32_t)index};
    return true;
}

/* hybrid->child is complete: decides it, or adds it to the children. */
static void add_child(struct expansion *e)
{
    struct zm_hybrid *hybrid = e->hybrid;
    e->any = true;
    enum zm_verdict verdict = theory(hybrid, &hybrid->child, &e->ok);
    if (verdict == ZM_OPEN) {
        zm_misere_node_write(&hybrid->base, &hybrid->child, &hybrid->bytes);
        struct zm_bytes bytes = zm_buffer_bytes(&hybrid->bytes);
        e->ok = e->ok && !hybrid->bytes.failed;
        verdict = e->ok ? in_store(hybrid, bytes) : ZM_OPEN;
        size_t before = e->children->count;
        if (verdict == ZM_OPEN && e->ok)
            e->ok = zm_seen_add(&hybrid->seen, e->children, bytes) &&
                    (e->children->count == before || rank_child(hybrid, before));
    }
    e->won |= verdict == ZM_LOST;
}

static int compare_ranks(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    if (x->difficulty != y->difficulty)
        return x->difficulty < y->difficulty ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Puts the easiest children first; those equally easy stay in the order of the game. */
static void sort_children(struct zm_hybrid *hybrid, struct zm_list *children)
{
    qsort(hybrid->ranks, children->count, sizeof *hybrid->ranks, compare_ranks);
    zm_list_clear(&hybrid->ranked);
    for (size_t i = 0; i < children->count; i++)
        zm_list_add(&hybrid->ranked, zm_list_at(children, hybrid->ranks[i].index));
    struct zm_list sorted = hybrid->ranked;
    hybrid->ranked = *children;
    *children = sorted;
}

static void move_in_component(struct expansion *e, size_t index)
{
    struct zm_hybrid *hybrid = e->hybrid;
    const uint32_t *at = hybrid->moves[hybrid->node.components.items[index]];
    uint32_t count = *at++;
    for (uint32_t i = 0; i < count && !e->won && e->ok; i++) {
        uint32_t trees = at[1], components = at[2];
        e->ok = copy_without(hybrid, SIZE_MAX, index);
        hybrid->child.one ^= at[0] != 0;
        at += 3;
        for (; trees > 0; trees--)
            e->ok = e->ok && zm_tree_set_add(&hybrid->child.trees, *at++);
        for (; components > 0; components--)
            e->ok = e->ok && zm_tree_set_add(&hybrid->child.components, *at++);
        if (e->ok)
            add_child(e);
    }
}

static void move_in_tree(struct expansion *e, size_t index)
{
    struct zm_hybrid *hybrid = e->hybrid;
    hybrid->options.count = 0;
    e->ok =
        zm_tree_children(&hybrid->base.forest, hybrid->node.trees.items[index], &hybrid->options);
    for (size_t i = 0; i < hybrid->options.count && !e->won && e->ok; i++) {
        e->ok = copy_without(hybrid, index, SIZE_MAX) &&
                zm_misere_fold_tree(&hybrid->base, &hybrid->child, hybrid->options.items[i]);
        if (e->ok)
            add_child(e);
    }
}

/* A component whose options are not made yet, by its place in the node. */
struct unopened {
    struct expansion *e;
    size_t index;
};

/* Does an option of it leave a lost node? */
static bool leaves_lost(void *context, const struct zm_bytes *terms, size_t count)
{
    const struct unopened *unopened = context;
    struct zm_hybrid *hybrid = unopened->e->hybrid;
    bool ok = copy_without(hybrid, SIZE_MAX, unopened->index);
    for (size_t i = 0; ok && i < count; i++) {
        uint32_t term = zm_component_of(&hybrid->components, terms[i]);
        ok = term != ZM_NO_COMPONENT &&
             zm_misere_fold_component(&hybrid->base, &hybrid->child, term);
    }
    enum zm_verdict verdict = ok ? theory(hybrid, &hybrid->child, &ok) : ZM_OPEN;
    if (ok && verdict == ZM_OPEN) {
        zm_misere_node_write(&hybrid->base, &hybrid->child, &hybrid->bytes);
        ok = !hybrid->bytes.failed;
        verdict = ok ? in_store(hybrid, zm_buffer_bytes(&hybrid->bytes)) : ZM_OPEN;
    }
    unopened->e->ok = ok;
    return !ok || verdict == ZM_LOST;
}

/* Most nodes that are met for the first time are won, so of a component that nobody has moved in
 * no more options are made than it takes to see that. */
static void open_component(struct expansion *e, size_t index)
{
    struct zm_hybrid *hybrid = e->hybrid;
    uint32_t component = hybrid->node.components.items[index];
    struct unopened unopened = {e, index};
    e->won = zm_component_some_option(&hybrid->components, component, leaves_lost, &unopened);
    if (!e->won && e->ok)
        e->ok = moves_of(hybrid, component) != NULL;
}

static bool is_opened(const struct zm_hybrid *hybrid, uint32_t component)
{
    return component < hybrid->moves_capacity && hybrid->moves[component] != NULL;
}

/* The children by moves in opened components, in the heap and in trees. */
static void make_moves(struct expansion *e)
{
    struct zm_hybrid *hybrid = e->hybrid;
    const struct zm_misere_node *node = &hybrid->node;
    const uint32_t *components = node->components.items;
    zm_list_clear(e->children);
    e->any = false;
    e->ok = zm_seen_begin(&hybrid->seen, 0);
    for (size_t i = 0; i < node->components.count && e->ok && !e->won; i++)
        if (is_opened(hybrid, components[i]) && (i == 0 || components[i] != components[i - 1]))
            move_in_component(e, i);
    if (node->one && e->ok && !e->won) {
        e->ok = copy_without(hybrid, SIZE_MAX, SIZE_MAX);
        hybrid->child.one = false;
        if (e->ok)
            add_child(e);
    }
    for (size_t i = 0; i < node->trees.count && e->ok && !e->won; i++)
        if (i == 0 || node->trees.items[i] != node->trees.items[i - 1])
            move_in_tree(e, i);
}

/* What is made already is looked at first; when no move there wins, the other components are opened,
 * and when none does there either, the children are listed in the order of the node. */
static void make_children(struct expansion *e)
{
    struct zm_hybrid *hybrid = e->hybrid;
    const struct zm_misere_node *node = &hybrid->node;
    bool complete = true;
    make_moves(e);
    for (size_t i = 0; i < node->components.count && e->ok && !e->won; i++)
        if (!is_opened(hybrid, node->components.items[i])) {
            complete = false;
            open_component(e, i);
        }
    if (!complete && e->ok && !e->won)
        make_moves(e);
}

/* Between expansions numbers of components are held by caches only: folded options, and what is
 * known of components. When either takes a quarter of the memory allowed, it is made anew. A base
 * that was asked for stays. */
static void bound_memory(struct zm_hybrid *hybrid)
{
    size_t limit = hybrid->problem.run->memory_limit;
    bool components = hybrid->forgets && zm_components_memory(&hybrid->components) > limit / 4;
    if (limit == 0 || (hybrid->arena.total <= limit / 4 && !components))
        return;
    zm_arena_free(&hybrid->arena);
    if (hybrid->moves_capacity > 0)
        memset(hybrid->moves, 0, hybrid->moves_capacity * sizeof *hybrid->moves);
    if (components) {
        zm_rct_base_forget(&hybrid->base);
        hybrid->quotient.components.count = 0;
    }
}

static enum zm_verdict hybrid_expand(void *state, struct zm_bytes node, struct zm_list *children)
{
    struct zm_hybrid *hybrid = state;
    struct expansion e = {.hybrid = hybrid, .children = children};
    bound_memory(hybrid);
    zm_list_clear(children);
    e.ok = zm_misere_node_read(&hybrid->base, node, &hybrid->node);
    if (e.ok)
        make_children(&e);
    if (!e.ok)
        children->bytes.failed = true;
    if (e.ok && !e.won && children->count > 1)
        sort_children(hybrid, children);
    if (!e.ok || (!e.won && children->count > 0))
        return ZM_OPEN;
    if (e.won || (!e.any && !zm_misere_has_loony_moves(&hybrid->base, &hybrid->node)))
        return ZM_WON; /* also who cannot move */
    hybrid_keep(hybrid, node, ZM_LOST);
    return ZM_LOST;
}

static uint32_t hybrid_difficulty(void *state, struct zm_bytes node)
{
    struct zm_hybrid *hybrid = state;
    bool ok = zm_misere_node_read(&hybrid->base, node, &hybrid->node);
    return ok ? zm_misere_difficulty(&hybrid->base, &hybrid->node) : 0;
}

static uint32_t hybrid_size(void *state, struct zm_bytes node)
{
    struct zm_hybrid *hybrid = state;
    bool ok = zm_misere_node_read(&hybrid->base, node, &hybrid->node);
    return ok ? zm_misere_size(&hybrid->base, &hybrid->node) : 0;
}

static void hybrid_describe(void *state, struct zm_bytes node, struct zm_buffer *text)
{
    struct zm_hybrid *hybrid = state;
    if (zm_misere_node_read(&hybrid->base, node, &hybrid->node))
        zm_misere_describe(&hybrid->base, &hybrid->node, text);
}

void zm_hybrid_close(struct zm_hybrid *hybrid)
{
    zm_misere_quotient_close(&hybrid->quotient);
    zm_rct_base_close(&hybrid->base);
    zm_components_close(&hybrid->components);
    free(hybrid->moves);
    zm_arena_free(&hybrid->arena);
    zm_tree_set_free(&hybrid->coded);
    zm_sum_list_free(&hybrid->sums);
    zm_misere_node_free(&hybrid->node);
    zm_misere_node_free(&hybrid->child);
    zm_tree_set_free(&hybrid->options);
    zm_buffer_free(&hybrid->bytes);
    zm_seen_free(&hybrid->seen);
    zm_seen_free(&hybrid->seen_moves);
    free(hybrid->ranks);
    zm_list_free(&hybrid->ranked);
    zm_kept_trees_free(&hybrid->kept);
    free(hybrid);
}

void zm_hybrid_way(const struct zm_game *game, const struct zm_settings *settings,
                   struct zm_buffer *way)
{
    const char *base = zm_settings_text(settings, "rct-base");
    uint32_t size = base == NULL ? zm_hints_of(game).easy : 0;
    if (zm_settings_given(settings, "rct-size"))
        size = (uint32_t)zm_settings_integer(settings, "rct-size");
    zm_buffer_format(way, "%u", size);
    if (base != NULL && strcmp(base, "none") != 0)
        zm_buffer_format(way, " %s", base);
}

/* Fills the base: from a position given, or by what the game calls easy. */
static enum zm_status fill_base(struct zm_hybrid *hybrid, bool store, struct zm_error *error)
{
    const struct zm_settings *settings = hybrid->problem.settings;
    const char *text = zm_settings_text(settings, "rct-base");
    hybrid->base.easy = text == NULL ? zm_hints_of(hybrid->problem.game).easy : 0;
    if (zm_settings_given(settings, "rct-size"))
        hybrid->base.easy = (uint32_t)zm_settings_integer(settings, "rct-size");
    hybrid->forgets = text == NULL || strcmp(text, "none") == 0;
    if (hybrid->forgets)
        return ZM_OK;
    struct zm_buffer position = {0};
    const struct zm_instance *game = &hybrid->components.game;
    enum zm_status status = game->game->rules->parse(game->state, text, &position, error);
    if (status != ZM_OK)
        zm_error_context(error, "--rct-base");
    else
        status = zm_rct_store_base(&hybrid->base, zm_buffer_bytes(&position), store, error);
    zm_buffer_free(&position);
    return status;
}

/* A game whose options are not all moves has no trees and no quotients. */
static enum zm_status check_settings(const struct zm_problem *problem, struct zm_error *error)
{
    const struct zm_settings *settings = problem->settings;
    const char *base = zm_settings_text(settings, "rct-base");
    if (base != NULL && strcmp(base, "none") != 0)
        return zm_expect_all_moves(problem->game, "--rct-base", error);
    if (zm_settings_given(settings, "rct-size") && zm_settings_integer(settings, "rct-size") > 0)
        return zm_expect_all_moves(problem->game, "--rct-size", error);
    if (zm_settings_given(settings, "quotient") && zm_settings_integer(settings, "quotient") > 0)
        return zm_expect_all_moves(problem->game, "--quotient", error);
    return ZM_OK;
}

/* `store`: the store may be read as a whole, since nobody writes to it yet. */
static enum zm_status open_with(const struct zm_problem *problem, bool store,
                                struct zm_hybrid **hybrid, struct zm_error *error)
{
    struct zm_hybrid *h = calloc(1, sizeof *h);
    if (h == NULL)
        return zm_fail_memory(error);
    h->problem = *problem;
    enum zm_status status = check_settings(problem, error);
    if (status == ZM_OK)
        status = zm_components_open(&h->components, problem, error);
    if (status == ZM_OK)
        status = zm_components_open_scout(&h->components, problem, error);
    if (status == ZM_OK)
        status = zm_rct_base_open(&h->base, &h->components, problem->run, error);
    if (status == ZM_OK)
        status = fill_base(h, store, error);
    size_t order = zm_hints_of(problem->game).quotient;
    if (zm_settings_given(problem->settings, "quotient"))
        order = (size_t)zm_settings_integer(problem->settings, "quotient");
    if (status == ZM_OK && order > 0 && !zm_misere_quotient_open(&h->quotient, order))
        status = zm_fail_memory(error);
    if (status == ZM_OK || status == ZM_STOPPED)
        *hybrid = h;
    else
        zm_hybrid_close(h);
    return status == ZM_STOPPED ? ZM_OK : status;
}

enum zm_status zm_hybrid_open(const struct zm_problem *problem, struct zm_hybrid **hybrid,
                              struct zm_error *error)
{
    struct zm_buffer way = {0};
    zm_hybrid_way(problem->game, problem->settings, &way);
    enum zm_status status = zm_rct_store_way(problem->run->store, &way, error);
    zm_buffer_free(&way);
    return status == ZM_OK ? open_with(problem, true, hybrid, error) : status;
}

static enum zm_status hybrid_fork(void *state, struct zm_space *space, struct zm_error *error)
{
    struct zm_hybrid *hybrid = state, *other = NULL;
    enum zm_status status = open_with(&hybrid->problem, false, &other, error);
    if (status == ZM_OK && !zm_rct_base_copy_trees(&hybrid->base, &other->base)) {
        zm_hybrid_close(other);
        status = zm_fail_memory(error);
    }
    if (status == ZM_OK)
        zm_hybrid_space(other, space);
    return status;
}

static void hybrid_join(struct zm_space *space)
{
    zm_hybrid_close(space->state);
}

void zm_hybrid_space(struct zm_hybrid *hybrid, struct zm_space *space)
{
    *space = (struct zm_space){
        .state = hybrid,
        .run = hybrid->problem.run,
        .lookup = hybrid_lookup,
        .expand = hybrid_expand,
        .keep = hybrid_keep,
        .difficulty = hybrid_difficulty,
        .size = hybrid_size,
        .size_helps = true,
        .describe = hybrid_describe,
        .fork = hybrid_fork,
        .join = hybrid_join,
    };
}

const struct zm_instance *zm_hybrid_game(const struct zm_hybrid *hybrid)
{
    return &hybrid->components.game;
}

struct zm_rct_base *zm_hybrid_base(struct zm_hybrid *hybrid)
{
    return &hybrid->base;
}

enum zm_status zm_hybrid_root(struct zm_hybrid *hybrid, struct zm_bytes position, unsigned heap,
                              struct zm_buffer *node, struct zm_error *error)
{
    struct zm_misere_node *root = &hybrid->child;
    zm_misere_node_clear(root);
    zm_sum_list_clear(&hybrid->sums);
    zm_components_split(&hybrid->components, position, &hybrid->sums);
    bool ok = !hybrid->sums.failed;
    for (size_t i = 0; ok && i < hybrid->sums.term_count; i++)
        ok = zm_misere_fold_component(&hybrid->base, root, hybrid->sums.terms[i]);
    uint32_t tree = zm_tree_heap(&hybrid->base.forest, heap);
    ok = ok && tree != ZM_NO_TREE && zm_misere_fold_tree(&hybrid->base, root, tree);
    if (ok)
        zm_misere_node_write(&hybrid->base, root, node);
    return ok && !node->failed ? ZM_OK : zm_fail_memory(error);
}
