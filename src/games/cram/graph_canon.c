/* Canonical labelling of a component's graph, by nauty (McKay and Piperno) where graph_tree.c has
 * nothing cheaper. All of nauty's macros stay in this file. Two words a row are enough for 128
 * vertices, one for 64. */
#include <nauty/nauty.h>

#include "games/cram/graph.h"

#include "games/shared/nauty_memory.h"

enum { MOST_WORDS = 2 };

static void by_nauty(const struct cram_graph *graph, cram_cells part, struct cram_graph *least)
{
    static DEFAULTOPTIONS_GRAPH(defaults);
    optionblk options = defaults;
    statsblk stats;
    setword rows[CRAM_MOST_CELLS * MOST_WORDS], canonical[CRAM_MOST_CELLS * MOST_WORDS];
    int lab[CRAM_MOST_CELLS], ptn[CRAM_MOST_CELLS], orbits[CRAM_MOST_CELLS];
    uint8_t number[CRAM_MOST_CELLS], vertex[CRAM_MOST_CELLS];
    int count = 0;
    for (cram_cells left = part; left != 0; left &= left - 1) {
        vertex[count] = (uint8_t)cram_lowest(left);
        number[vertex[count]] = (uint8_t)count;
        count++;
    }
    int words = SETWORDSNEEDED(count);
    EMPTYGRAPH(rows, words, count);
    for (int i = 0; i < count; i++)
        for (cram_cells near = graph->near[vertex[i]] & part; near != 0; near &= near - 1)
            ADDONEARC(rows, i, number[cram_lowest(near)], words);
    options.getcanon = TRUE;
    zm_nauty_release_at_thread_end();
    densenauty(rows, lab, ptn, orbits, &options, &stats, words, count, canonical);
    *least = (struct cram_graph){.count = (unsigned)count};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (ISELEMENT(GRAPHROW(canonical, i, words), j))
                cram_graph_join(least, (unsigned)i, (unsigned)j);
}

size_t cram_graph_canonical(const struct cram_graph *graph, cram_cells part,
                            uint8_t code[CRAM_GRAPH_CODE])
{
    struct cram_graph least;
    if (!cram_graph_cheap(graph, part, &least))
        by_nauty(graph, part, &least);
    return cram_graph_encode(&least, code);
}
