/* Canonical graphs that are cheaper than nauty's: trees, paths among them, and cycles. Most small
 * components are trees, and to canonise a tree takes one walk over it.
 *
 * The code of a rooted tree is a 1, the codes of the subtrees in order, a 0 (Aho, Hopcroft and
 * Ullman); that of a tree is the least of its codes with a centre for root: there are one or two
 * centres, and isomorphisms keep them. Read from its code, with the vertices numbered as they come,
 * a tree is the same whatever drawing it came from. */
#include "games/cram/graph.h"

struct code {
    cram_cells bits;
    unsigned size;
};

enum { MOST_VERTICES = CRAM_MOST_CELLS / 2 }; /* two bits each */

static bool code_before(struct code a, struct code b)
{
    return a.size != b.size ? a.size < b.size : a.bits < b.bits;
}

static struct code subtree_code(const struct cram_graph *graph, cram_cells part, unsigned vertex,
                                unsigned parent)
{
    struct code below[CRAM_MOST_NEIGHBOURS + 1], code = {1, 1};
    unsigned count = 0;
    for (cram_cells near = graph->near[vertex] & part; near != 0; near &= near - 1) {
        unsigned child = cram_lowest(near);
        if (child == parent)
            continue;
        struct code next = subtree_code(graph, part, child, vertex);
        unsigned at = count++;
        for (; at > 0 && code_before(next, below[at - 1]); at--)
            below[at] = below[at - 1];
        below[at] = next;
    }
    for (unsigned i = 0; i < count; i++) {
        code.bits = code.bits << below[i].size | below[i].bits;
        code.size += below[i].size;
    }
    return (struct code){code.bits << 1, code.size + 1};
}

/* The one or two vertices left when leaves are taken away, layer by layer. */
cram_cells cram_tree_centres(const struct cram_graph *graph, cram_cells part)
{
    while (cram_count(part) > 2) {
        cram_cells inner = part;
        for (cram_cells left = part; left != 0; left &= left - 1) {
            unsigned vertex = cram_lowest(left);
            if (cram_count(graph->near[vertex] & part) == 1)
                inner &= ~cram_bit(vertex);
        }
        part = inner;
    }
    return part;
}

static void read_tree(struct code code, struct cram_graph *tree)
{
    unsigned path[MOST_VERTICES], depth = 0;
    tree->count = 0;
    for (unsigned at = code.size; at-- > 0;) {
        if ((code.bits >> at & 1) == 0) {
            depth--;
            continue;
        }
        path[depth] = tree->count++;
        tree->near[path[depth]] = 0;
        if (depth > 0)
            cram_graph_join(tree, path[depth - 1], path[depth]);
        depth++;
    }
}

static void make_cycle(unsigned count, struct cram_graph *cycle)
{
    cycle->count = count;
    for (unsigned i = 0; i < count; i++)
        cycle->near[i] = 0;
    for (unsigned i = 0; i < count; i++)
        cram_graph_join(cycle, i, (i + 1) % count);
}

bool cram_graph_cheap(const struct cram_graph *graph, cram_cells part, struct cram_graph *least)
{
    unsigned count = cram_count(part), ends = 0;
    bool cycle = true;
    for (cram_cells left = part; left != 0; left &= left - 1) {
        unsigned degree = cram_count(graph->near[cram_lowest(left)] & part);
        ends += degree;
        cycle = cycle && degree == 2;
        if (degree > CRAM_MOST_NEIGHBOURS)
            return false;
    }
    if (cycle) {
        make_cycle(count, least);
        return true;
    }
    if (ends != 2 * (count - 1) || count > MOST_VERTICES)
        return false;
    cram_cells centres = cram_tree_centres(graph, part);
    unsigned root = cram_lowest(centres);
    struct code code = subtree_code(graph, part, root, root);
    if (cram_count(centres) == 2) {
        root = cram_lowest(centres & ~cram_bit(root));
        struct code other = subtree_code(graph, part, root, root);
        code = code_before(other, code) ? other : code;
    }
    read_tree(code, least);
    return true;
}
