/* The tree of a certificate of misère play with reduced trees: its nodes are sums of components and
 * trees (proof/check/nodes.h), and what theory knows of needs no more to be shown. */
#include "picture/growing.h"

#include "proof/check/nodes.h"

struct maker {
    const struct zm_certificate *certificate;
    struct zm_growth growth;
};

static void describe(void *context, struct zm_bytes node, struct zm_buffer *label)
{
    const struct maker *maker = context;
    size_t before = label->size;
    if (zm_nodes_print(maker->certificate->nodes, node, label))
        return;
    label->size = before;
    zm_buffer_text(label, "a sum with a tree too large to write");
}

/* What theory or an entry says of a node. */
static enum zm_outcome known(const struct maker *maker, struct zm_bytes node, bool *theory)
{
    uint32_t nimber;
    enum zm_outcome outcome = zm_nodes_theory(maker->certificate->nodes, node);
    *theory = outcome != ZM_UNDECIDED;
    if (!*theory && zm_certificate_get(&maker->certificate->entries, node, &nimber))
        outcome = ZM_LOSS;
    return outcome;
}

/* Adding the options of a node: all of one that is lost, one of another. */
struct adding {
    struct maker *maker;
    uint32_t parent;
    bool lost, any;
    enum zm_status status;
};

static bool add_option(void *context, struct zm_bytes option)
{
    struct adding *adding = context;
    bool theory;
    if (!adding->lost && known(adding->maker, option, &theory) != ZM_LOSS)
        return true;
    adding->any = true;
    adding->status = zm_growth_add(&adding->maker->growth, adding->parent, option);
    return adding->lost && adding->status == ZM_OK;
}

static enum zm_status add_options(struct maker *maker, uint32_t id, struct zm_bytes node, bool lost)
{
    struct zm_nodes *nodes = maker->certificate->nodes;
    struct adding adding = {.maker = maker, .parent = id, .lost = lost};
    zm_nodes_options(nodes, node, add_option, &adding);
    if (adding.status == ZM_OK)
        adding.status = zm_nodes_check(nodes, maker->growth.error);
    if (adding.status == ZM_OK && lost && zm_nodes_have_loony_moves(nodes, node))
        maker->growth.drawing->nodes[id].why = ZM_WHY_LOONY_MOVES;
    if (adding.status == ZM_OK && !lost && !adding.any)
        maker->growth.drawing->nodes[id].why = "there is no move, and who cannot move wins";
    return adding.status;
}

static enum zm_status expand(void *context, uint32_t id, struct zm_bytes node)
{
    struct maker *maker = context;
    struct zm_drawn_node *drawn = &maker->growth.drawing->nodes[id];
    bool theory, lost = known(maker, node, &theory) == ZM_LOSS;
    drawn->state = lost ? ZM_DRAWN_LOST : ZM_DRAWN_WON;
    if (theory)
        drawn->why = "theory decides its trees: one alone, tame ones, or those of a quotient";
    return theory || zm_growth_ends(&maker->growth, id) ? ZM_OK
                                                        : add_options(maker, id, node, lost);
}

enum zm_status zm_draw_misere(const struct zm_certificate *certificate,
                              const struct zm_drawing_options *options, struct zm_drawing *drawing,
                              struct zm_error *error)
{
    struct zm_list roots = {0};
    struct zm_buffer node = {0};
    struct zm_crown crown = zm_crown_of_cases(certificate);
    struct maker maker = {.certificate = certificate,
                          .growth = {.drawing = drawing,
                                     .options = options,
                                     .error = error,
                                     .context = &maker,
                                     .describe = describe,
                                     .expand = expand}};
    enum zm_status status = ZM_OK;
    *drawing = (struct zm_drawing){0};
    zm_nodes_within(certificate->nodes, options->run);
    for (size_t i = 0; i < certificate->cases.count && status == ZM_OK; i++) {
        status = zm_certificate_node(certificate, i, &node, error);
        zm_list_add(&roots, zm_buffer_bytes(&node));
    }
    if (status == ZM_OK)
        status = zm_grow(&maker.growth, roots.count > 1 ? &crown : NULL, &roots);
    zm_nodes_within(certificate->nodes, NULL);
    zm_list_free(&roots);
    zm_buffer_free(&node);
    return status;
}
