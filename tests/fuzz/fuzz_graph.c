/* Graphs as edge lists, graph6 and names of families: what is read is printed, and reads back as
 * the same. */
#include "theory/graph.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_graph graph, again;
    struct zm_buffer text = {0};
    int8_t mate[ZM_GRAPH_LARGEST];
    if (zm_graph_parse((const char *)data, size, &graph, NULL) != ZM_OK)
        return 0;
    zm_graph_print(&graph, &text);
    if (zm_graph_parse(zm_buffer_string(&text), text.size, &again, NULL) != ZM_OK ||
        again.present != graph.present || memcmp(again.row, graph.row, sizeof graph.row) != 0)
        abort();
    if (!graph.directed)
        zm_graph_matching(&graph, graph.present, mate);
    zm_buffer_free(&text);
    return 0;
}
