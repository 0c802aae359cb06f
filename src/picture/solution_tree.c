/* Trees to be drawn; see drawing.h. Nodes are found by their bytes: the heap (four bytes), then the
 * sum as in a certificate. In misère play and in game trees the heap is 0. */
#include "picture/growing.h"

#include "theory/trees.h"

#include <inttypes.h>
#include <stdlib.h>

enum { HEAP = 4 };

struct builder {
    const struct zm_instance *instance;
    const struct zm_certificate *certificate; /* of a solution; else NULL */
    bool misere;
    bool starved; /* memory ran out: what was concluded since does not count */
    struct zm_growth growth;
};

static uint32_t heap_of(struct zm_bytes node)
{
    uint32_t heap;
    memcpy(&heap, node.data, HEAP);
    return heap;
}

static struct zm_bytes sum_of(struct zm_bytes node)
{
    return zm_bytes(node.data + HEAP, node.size - HEAP);
}

static void make_node(uint32_t heap, const struct zm_list *components, struct zm_buffer *node)
{
    zm_buffer_clear(node);
    zm_buffer_add(node, &heap, HEAP);
    zm_sum_key(components, node);
}

/* The picture of a node with a single component, where the game draws. */
static void add_picture(struct builder *builder, const struct zm_list *components)
{
    const struct zm_game *game = builder->instance->game;
    struct zm_list *pictures = &builder->growth.drawing->pictures;
    if (builder->growth.options->pictures && components->count == 1 && game->picture != NULL &&
        game->picture->svg != NULL) {
        struct zm_buffer text = {0}, drawn = {0};
        game->sums->print(builder->instance->state, zm_list_at(components, 0), &text);
        if (game->rules->parse(builder->instance->state, zm_buffer_string(&text), &drawn, NULL) ==
            ZM_OK)
            game->picture->svg(builder->instance->state, zm_buffer_bytes(&drawn), &pictures->bytes);
        zm_buffer_free(&text);
        zm_buffer_free(&drawn);
    }
    zm_list_close(pictures);
}

/* The nimber of a component, by the certificate or by a rule of the game that needs no entry. */
static bool nimber_of(const struct builder *builder, struct zm_bytes component, uint32_t *nimber)
{
    return zm_certificate_get(&builder->certificate->entries, component, nimber) ||
           zm_known_by_rule(builder->instance, component, nimber);
}

/* Is the node lost by a rule alone? Then there is nothing to show below it. */
static bool lost_by_rule(struct builder *builder, struct zm_bytes node)
{
    if (builder->certificate == NULL || builder->misere)
        return false;
    struct zm_list components = {0};
    uint32_t nimber;
    zm_sum_components(sum_of(node), &components);
    bool lost =
        components.count == 1 &&
        !zm_certificate_get(&builder->certificate->entries, zm_list_at(&components, 0), &nimber) &&
        zm_known_by_rule(builder->instance, zm_list_at(&components, 0), &nimber) &&
        nimber == heap_of(node);
    builder->starved |= zm_list_failed(&components);
    zm_list_free(&components);
    return lost;
}

/* The heap that the node of a proof about nimbers comes to when components whose nimber is known
 * are folded into it and equal ones cancel. Returns how many others there are; `unknown` is set to
 * the bytes of one of them. */
static size_t fold(struct builder *builder, struct zm_bytes node, uint32_t *heap,
                   struct zm_buffer *unknown)
{
    struct zm_list components = {0};
    size_t unknowns = 0;
    *heap = heap_of(node);
    zm_sum_components(sum_of(node), &components);
    for (size_t i = 0; i < components.count; i++) {
        uint32_t nimber;
        struct zm_bytes component = zm_list_at(&components, i);
        if (nimber_of(builder, component, &nimber)) {
            *heap ^= nimber;
        } else if (i + 1 < components.count &&
                   zm_bytes_equal(component, zm_list_at(&components, i + 1))) {
            i++;
        } else {
            zm_buffer_set(unknown, component);
            unknowns++;
        }
    }
    builder->starved |= zm_list_failed(&components) || unknown->failed;
    zm_list_free(&components);
    return unknowns;
}

/* Is the node lost, by the entries of the certificate? */
static bool entry_says_lost(struct builder *builder, struct zm_bytes node)
{
    uint32_t heap;
    struct zm_buffer unknown = {0};
    if (builder->misere)
        return zm_certificate_get(&builder->certificate->entries, sum_of(node), &heap);
    bool lost = fold(builder, node, &heap, &unknown) == 0 && heap == 0;
    zm_buffer_free(&unknown);
    return lost;
}

/* Is the node won because its heap is larger than the one component can be worth? Which smaller
 * heap wins the certificate need not know, so there is nothing to show below it. */
static bool won_by_bound(struct builder *builder, struct zm_bytes node)
{
    uint32_t heap;
    struct zm_buffer component = {0};
    struct zm_options options = {0};
    bool won = false;
    if (builder->certificate != NULL && !builder->misere &&
        fold(builder, node, &heap, &component) == 1 && !builder->starved) {
        won = zm_nimber_exceeds(builder->instance, zm_buffer_bytes(&component), heap);
        if (!won) {
            zm_nimber_options(builder->instance, zm_buffer_bytes(&component), &options);
            builder->starved |= zm_list_failed(&options.components);
            won = heap > options.count && !builder->starved;
        }
    }
    zm_options_free(&options);
    zm_buffer_free(&component);
    return won;
}

static void describe(void *context, struct zm_bytes node, struct zm_buffer *label)
{
    struct builder *builder = context;
    struct zm_list components = {0};
    zm_sum_components(sum_of(node), &components);
    for (size_t i = 0; i < components.count; i++) {
        zm_buffer_text(label, i == 0 ? "" : " + ");
        builder->instance->game->sums->print(builder->instance->state, zm_list_at(&components, i),
                                             label);
    }
    if (components.count == 0 || heap_of(node) > 0)
        zm_buffer_format(label, "%s*%" PRIu32, components.count == 0 ? "" : " + ", heap_of(node));
    if (lost_by_rule(builder, node))
        zm_buffer_text(label, " (by a rule)");
    else if (won_by_bound(builder, node))
        zm_buffer_text(label, " (too few options)");
    add_picture(builder, &components);
    builder->starved |= zm_list_failed(&components);
    zm_list_free(&components);
}

/* Every option of a node as its child. */
struct adding {
    struct builder *builder;
    uint32_t parent, heap;
    enum zm_status status;
};

/* The node of a heap and a sum, which in a proof about nimbers is cracked as far as can be. */
static void make_option(struct builder *builder, uint32_t heap, struct zm_bytes sum,
                        struct zm_buffer *node)
{
    struct zm_list components = {0};
    zm_sum_components(sum, &components);
    if (builder->certificate != NULL && !builder->misere)
        zm_nimber_sum(builder->instance, &components);
    make_node(heap, &components, node);
    node->failed |= zm_list_failed(&components);
    zm_list_free(&components);
}

static bool add_option(void *context, struct zm_bytes option)
{
    struct adding *adding = context;
    struct zm_buffer node = {0};
    make_option(adding->builder, adding->heap, option, &node);
    adding->status = node.failed ? zm_fail_memory(adding->builder->growth.error)
                                 : zm_growth_add(&adding->builder->growth, adding->parent,
                                                 zm_buffer_bytes(&node));
    zm_buffer_free(&node);
    return adding->status == ZM_OK;
}

static enum zm_status add_all_options(struct builder *builder, uint32_t id, struct zm_bytes node)
{
    struct adding adding = {builder, id, heap_of(node), ZM_OK};
    if (!zm_sum_options(builder->instance, sum_of(node), add_option, &adding))
        return zm_fail_memory(builder->growth.error);
    for (uint32_t i = 0; i < heap_of(node) && adding.status == ZM_OK; i++) {
        adding.heap = i;
        add_option(&adding, sum_of(node));
    }
    return adding.status;
}

struct seeking {
    struct builder *builder;
    uint32_t heap;
    struct zm_buffer found;
    bool any, done;
};

static bool seek_lost(void *context, struct zm_bytes option)
{
    struct seeking *seeking = context;
    seeking->any = true;
    make_option(seeking->builder, seeking->heap, option, &seeking->found);
    seeking->done = !seeking->found.failed &&
                    entry_says_lost(seeking->builder, zm_buffer_bytes(&seeking->found));
    return !seeking->done;
}

/* A won node: one lost option, preferably in the position. */
static enum zm_status add_lost_option(struct builder *builder, uint32_t id, struct zm_bytes node)
{
    struct seeking seeking = {.builder = builder, .heap = heap_of(node)};
    if (!zm_sum_options(builder->instance, sum_of(node), seek_lost, &seeking)) {
        zm_buffer_free(&seeking.found);
        return zm_fail_memory(builder->growth.error);
    }
    for (uint32_t i = 0; i < heap_of(node) && !seeking.done; i++) {
        seeking.heap = i;
        seek_lost(&seeking, sum_of(node));
    }
    enum zm_status status = ZM_OK;
    if (builder->starved || seeking.found.failed)
        status = zm_fail_memory(builder->growth.error);
    else if (seeking.done)
        status = zm_growth_add(&builder->growth, id, zm_buffer_bytes(&seeking.found));
    else if (seeking.any || !builder->misere ||
             zm_sum_has_loony_moves(builder->instance, sum_of(node)))
        status =
            zm_fail(builder->growth.error, ZM_WRONG, "the certificate does not prove its claim");
    zm_buffer_free(&seeking.found);
    return status;
}

/* A lost sum is lost through the nimbers of its components: each with its own heap is lost. */
static enum zm_status add_components(struct builder *builder, uint32_t id, struct zm_bytes node)
{
    struct zm_list components = {0}, one = {0};
    struct zm_buffer bytes = {0};
    enum zm_status status = ZM_OK;
    zm_sum_components(sum_of(node), &components);
    for (size_t i = 0; i < components.count && status == ZM_OK; i++) {
        uint32_t nimber;
        if (!nimber_of(builder, zm_list_at(&components, i), &nimber))
            continue;
        zm_list_clear(&one);
        zm_list_add(&one, zm_list_at(&components, i));
        make_node(nimber, &one, &bytes);
        status = bytes.failed ? zm_fail_memory(builder->growth.error)
                              : zm_growth_add(&builder->growth, id, zm_buffer_bytes(&bytes));
    }
    if (status == ZM_OK && zm_list_failed(&components))
        status = zm_fail_memory(builder->growth.error);
    zm_list_free(&components);
    zm_list_free(&one);
    zm_buffer_free(&bytes);
    return status;
}

static bool is_sum(struct builder *builder, struct zm_bytes node)
{
    struct zm_list components = {0};
    zm_sum_components(sum_of(node), &components);
    bool sum = components.count > 1;
    builder->starved |= zm_list_failed(&components);
    zm_list_free(&components);
    return sum;
}

/* How a node of a proof stands. */
static void judge(struct builder *builder, struct zm_drawn_node *drawn, struct zm_bytes node)
{
    bool lost = entry_says_lost(builder, node);
    if (lost)
        drawn->state = !builder->misere && is_sum(builder, node) ? ZM_DRAWN_SUM : ZM_DRAWN_LOST;
    else
        drawn->state = ZM_DRAWN_WON;
    if (lost_by_rule(builder, node))
        drawn->why = "a rule of the game says so";
    else if (won_by_bound(builder, node))
        drawn->why = "its heap is larger than the rest can be worth";
    else if (lost && zm_sum_has_loony_moves(builder->instance, sum_of(node)))
        drawn->why = ZM_WHY_LOONY_MOVES;
}

static enum zm_status expand(void *context, uint32_t id, struct zm_bytes node)
{
    struct builder *builder = context;
    struct zm_drawing *drawing = builder->growth.drawing;
    if (builder->certificate != NULL)
        judge(builder, &drawing->nodes[id], node);
    if (builder->starved)
        return zm_fail_memory(builder->growth.error);
    if (zm_growth_ends(&builder->growth, id) || lost_by_rule(builder, node) ||
        won_by_bound(builder, node))
        return ZM_OK;
    if (builder->certificate == NULL || drawing->nodes[id].state == ZM_DRAWN_LOST)
        return add_all_options(builder, id, node);
    return drawing->nodes[id].state == ZM_DRAWN_SUM ? add_components(builder, id, node)
                                                    : add_lost_option(builder, id, node);
}

/* Outcomes of a game tree that is drawn whole: children come before their parents when nodes are
 * taken in the order of a depth-first walk; a simple repetition until nothing changes does as well.
 */
static void mark_outcomes(struct zm_drawing *drawing, bool misere)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = drawing->count; i-- > 0;) {
            struct zm_drawn_node *node = &drawing->nodes[i];
            bool all_won = !node->cut, lost_child = false;
            for (size_t j = 0; j < node->count; j++) {
                enum zm_drawn child = drawing->nodes[node->children[j]].state;
                all_won &= child == ZM_DRAWN_WON;
                lost_child |= child == ZM_DRAWN_LOST;
            }
            enum zm_drawn state = lost_child ? ZM_DRAWN_WON : ZM_DRAWN_PLAIN;
            if (all_won)
                state = node->count == 0 && misere ? ZM_DRAWN_WON : ZM_DRAWN_LOST;
            changed |= state != node->state;
            node->state = state;
        }
    }
}

/* Makes the drawing from its roots on. */
static enum zm_status build(struct builder *builder, const struct zm_crown *crown,
                            const struct zm_list *roots, const struct zm_drawing_options *options,
                            struct zm_drawing *drawing, struct zm_error *error)
{
    builder->growth = (struct zm_growth){.drawing = drawing,
                                         .options = options,
                                         .error = error,
                                         .context = builder,
                                         .describe = describe,
                                         .expand = expand};
    return zm_grow(&builder->growth, crown, roots);
}

/* The nodes of what a certificate is about: of its position, or of each that it stands for. */
static void make_roots(const struct zm_certificate *certificate, struct zm_list *roots)
{
    uint32_t heap = certificate->claim == ZM_CLAIM_NIMBER ? certificate->nimber : 0;
    for (size_t i = 0; i < certificate->cases.count; i++) {
        struct zm_bytes sum = zm_list_at(&certificate->cases, i);
        zm_buffer_add(&roots->bytes, &heap, HEAP);
        zm_buffer_add(&roots->bytes, sum.data, sum.size);
        zm_list_close(roots);
    }
}

struct zm_crown zm_crown_of_cases(const struct zm_certificate *certificate)
{
    bool number = certificate->claim == ZM_CLAIM_NIMBER || certificate->claim == ZM_CLAIM_GRUNDY;
    bool won = number ? certificate->nimber > 0 : certificate->claim == ZM_CLAIM_WIN;
    return (struct zm_crown){.label = zm_buffer_bytes(&certificate->position),
                             .state = won ? ZM_DRAWN_WON : ZM_DRAWN_LOST,
                             .why = "it stands for several, and the claim holds for each of them"};
}

enum zm_status zm_draw_solution(const struct zm_certificate *certificate,
                                const struct zm_drawing_options *options,
                                struct zm_drawing *drawing, struct zm_error *error)
{
    *drawing = (struct zm_drawing){0};
    if (certificate->loony)
        return zm_fail(error, ZM_BAD_INPUT,
                       "the position is loony: who moves wins it, whatever else there is, and no "
                       "tree of options shows it");
    struct builder builder = {.instance = &certificate->instance,
                              .certificate = certificate,
                              .misere = certificate->misere};
    struct zm_list roots = {0};
    struct zm_crown crown = zm_crown_of_cases(certificate);
    make_roots(certificate, &roots);
    enum zm_status status =
        build(&builder, roots.count > 1 ? &crown : NULL, &roots, options, drawing, error);
    zm_list_free(&roots);
    return status;
}

enum zm_status zm_draw_game(const struct zm_instance *instance, bool misere,
                            struct zm_bytes position, const struct zm_drawing_options *options,
                            struct zm_drawing *drawing, struct zm_error *error)
{
    *drawing = (struct zm_drawing){0};
    struct zm_list components = {0}, roots = {0};
    struct zm_buffer node = {0};
    struct builder builder = {.instance = instance, .misere = misere};
    enum zm_status status = zm_expect_all_moves(instance->game, "a tree", error);
    if (status == ZM_OK) {
        zm_split(instance, position, &components);
        make_node(0, &components, &node);
        zm_list_add(&roots, zm_buffer_bytes(&node));
        status = node.failed || zm_list_failed(&components)
                     ? zm_fail_memory(error)
                     : build(&builder, NULL, &roots, options, drawing, error);
    }
    if (status == ZM_OK)
        mark_outcomes(drawing, misere);
    zm_list_free(&components);
    zm_list_free(&roots);
    zm_buffer_free(&node);
    return status;
}

/* Canonical trees: the game tree is built, then each position becomes the tree of its options. */

static uint32_t tree_of(const struct zm_drawing *game, uint32_t id, struct zm_forest *forest,
                        uint32_t *trees)
{
    const struct zm_drawn_node *node = &game->nodes[id];
    if (trees[id] != ZM_NO_TREE)
        return trees[id];
    uint32_t *children = malloc((node->count + 1) * sizeof *children);
    if (children == NULL)
        return ZM_NO_TREE;
    for (size_t i = 0; i < node->count; i++)
        children[i] = tree_of(game, node->children[i], forest, trees);
    trees[id] = zm_tree_of(forest, children, node->count);
    free(children);
    return trees[id];
}

static enum zm_status draw_tree(struct zm_forest *forest, uint32_t root, struct zm_drawing *drawing,
                                struct zm_error *error)
{
    struct zm_table index;
    struct zm_tree_set trees = {0}, children = {0};
    enum zm_status status = ZM_OK;
    zm_table_init(&index, sizeof(uint32_t));
    bool ok = zm_tree_set_add(&trees, root) && zm_drawing_new(drawing) == 0;
    uint32_t zero = 0;
    void *value = zm_table_insert(&index, zm_bytes(&root, sizeof root), NULL);
    ok = ok && value != NULL;
    if (ok)
        memcpy(value, &zero, sizeof zero);
    for (uint32_t id = 0; ok && status == ZM_OK && id < trees.count; id++) {
        zm_tree_name(forest, trees.items[id], &drawing->labels.bytes);
        zm_list_close(&drawing->labels);
        zm_list_close(&drawing->pictures);
        drawing->nodes[id].state =
            zm_tree_at(forest, trees.items[id])->lost ? ZM_DRAWN_LOST : ZM_DRAWN_WON;
        children.count = 0;
        ok = zm_tree_children(forest, trees.items[id], &children);
        for (size_t i = 0; ok && status == ZM_OK && i < children.count; i++) {
            bool fresh;
            uint32_t child;
            value = zm_table_insert(&index, zm_bytes(&children.items[i], sizeof child), &fresh);
            if ((ok = value != NULL) && fresh) {
                child = zm_drawing_new(drawing);
                ok = child != ZM_NO_NODE && zm_tree_set_add(&trees, children.items[i]);
                memcpy(value, &child, sizeof child);
            } else if (ok) {
                memcpy(&child, value, sizeof child);
            }
            if (ok)
                status = zm_drawing_link(drawing, id, child, error);
        }
    }
    zm_table_free(&index);
    zm_tree_set_free(&trees);
    zm_tree_set_free(&children);
    return ok && !zm_list_failed(&drawing->labels) ? status : zm_fail_memory(error);
}

enum zm_status zm_draw_canonical(const struct zm_instance *instance, bool reduced,
                                 struct zm_bytes position, const struct zm_drawing_options *options,
                                 struct zm_drawing *drawing, struct zm_error *error)
{
    struct zm_drawing game;
    struct zm_forest forest;
    const struct zm_drawing_options all = {
        .depth = SIZE_MAX, .limit = options->limit * 100, .run = options->run};
    *drawing = (struct zm_drawing){0};
    enum zm_status status = reduced ? ZM_OK : zm_expect_whole_trees(instance, error);
    if (status == ZM_OK)
        status = zm_draw_game(instance, true, position, &all, &game, error);
    if (status != ZM_OK)
        return status;
    uint32_t *trees = malloc((game.count + 1) * sizeof *trees);
    bool made = zm_forest_init(&forest, reduced);
    uint32_t root = ZM_NO_TREE;
    for (size_t i = 0; trees != NULL && i < game.count; i++)
        trees[i] = ZM_NO_TREE;
    if (trees != NULL && made)
        root = tree_of(&game, 0, &forest, trees);
    status = root == ZM_NO_TREE ? zm_fail_memory(error) : draw_tree(&forest, root, drawing, error);
    if (status == ZM_OK && drawing->count > options->limit)
        status = zm_fail(error, ZM_BAD_INPUT, "the tree has %zu nodes, more than %zu",
                         drawing->count, options->limit);
    if (made)
        zm_forest_free(&forest);
    free(trees);
    zm_drawing_free(&game);
    if (status != ZM_OK)
        zm_drawing_free(drawing);
    return status;
}
