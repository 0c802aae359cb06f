/* Maximum matchings and their covers; see matching.h. */
#include "theory/matching.h"

#include <stdlib.h>
#include <string.h>

void zm_matching_free(struct zm_matching *matching)
{
    free(matching->head_of);
    free(matching->tail_of);
    free(matching->tail_in_cover);
    free(matching->head_in_cover);
    *matching = (struct zm_matching){0};
}

struct search {
    const struct zm_digraph *graph;
    struct zm_matching *matching;
    uint32_t *layer; /* of each tail: how many alternations from a free one */
    uint32_t *queue;
    uint32_t *path; /* the tails of an augmenting path being built */
    uint32_t *next; /* the next arc to try of each tail */
};

/* Layers the tails by breadth-first search from the free ones; true when a free head is seen. */
static bool make_layers(struct search *s)
{
    const struct zm_digraph *graph = s->graph;
    uint32_t reached = 0;
    bool free_head = false;
    for (uint32_t v = 0; v < graph->count; v++) {
        bool is_free = s->matching->head_of[v] == ZM_UNREACHED;
        s->layer[v] = is_free ? 0 : ZM_UNREACHED;
        if (is_free)
            s->queue[reached++] = v;
    }
    for (uint32_t done = 0; done < reached; done++) {
        uint32_t v = s->queue[done];
        for (uint32_t i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
            uint32_t mate = s->matching->tail_of[graph->heads[i]];
            if (mate == ZM_UNREACHED) {
                free_head = true;
            } else if (s->layer[mate] == ZM_UNREACHED) {
                s->layer[mate] = s->layer[v] + 1;
                s->queue[reached++] = mate;
            }
        }
    }
    return free_head;
}

/* Gives each tail of the path the head that its last tried arc leads to. */
static void augment(struct search *s, uint32_t depth)
{
    while (depth > 0) {
        uint32_t tail = s->path[--depth];
        uint32_t head = s->graph->heads[s->next[tail] - 1];
        s->matching->head_of[tail] = head;
        s->matching->tail_of[head] = tail;
    }
    s->matching->size++;
}

/* Looks for an augmenting path from a free tail along the layers. */
static bool find_path(struct search *s, uint32_t root)
{
    uint32_t depth = 0;
    s->path[depth++] = root;
    while (depth > 0) {
        uint32_t tail = s->path[depth - 1];
        if (s->next[tail] == s->graph->starts[tail + 1]) {
            s->layer[tail] = ZM_UNREACHED;
            depth--;
            continue;
        }
        uint32_t mate = s->matching->tail_of[s->graph->heads[s->next[tail]++]];
        if (mate == ZM_UNREACHED) {
            augment(s, depth);
            return true;
        }
        if (s->layer[mate] == s->layer[tail] + 1)
            s->path[depth++] = mate;
    }
    return false;
}

/* König: from the free tails, along any arc to heads and back along matched arcs; the cover is the
 * tails not reached and the heads reached. `layer` after the last phase says which tails are. */
static void make_cover(struct search *s)
{
    for (uint32_t v = 0; v < s->graph->count; v++) {
        s->matching->tail_in_cover[v] = s->layer[v] == ZM_UNREACHED;
        if (s->layer[v] == ZM_UNREACHED)
            continue;
        for (uint32_t i = s->graph->starts[v]; i < s->graph->starts[v + 1]; i++)
            s->matching->head_in_cover[s->graph->heads[i]] = true;
    }
}

bool zm_matching_maximum(const struct zm_digraph *graph, struct zm_matching *matching)
{
    size_t count = (size_t)graph->count + 1;
    uint32_t *memory = malloc(4 * count * sizeof *memory);
    *matching = (struct zm_matching){.head_of = malloc(count * sizeof(uint32_t)),
                                     .tail_of = malloc(count * sizeof(uint32_t)),
                                     .tail_in_cover = calloc(count, sizeof(bool)),
                                     .head_in_cover = calloc(count, sizeof(bool))};
    if (memory == NULL || matching->head_of == NULL || matching->tail_of == NULL ||
        matching->tail_in_cover == NULL || matching->head_in_cover == NULL) {
        free(memory);
        zm_matching_free(matching);
        return false;
    }
    struct search s = {graph,          matching,           memory,
                       memory + count, memory + 2 * count, memory + 3 * count};
    memset(matching->head_of, 0xff, count * sizeof(uint32_t));
    memset(matching->tail_of, 0xff, count * sizeof(uint32_t));
    while (make_layers(&s)) {
        memcpy(s.next, graph->starts, (size_t)graph->count * sizeof *s.next);
        for (uint32_t v = 0; v < graph->count; v++)
            if (matching->head_of[v] == ZM_UNREACHED)
                find_path(&s, v);
    }
    make_cover(&s);
    free(memory);
    return true;
}

bool zm_matching_proved(const struct zm_digraph *graph, const struct zm_matching *matching)
{
    uint32_t arcs = 0, cover = 0;
    for (uint32_t v = 0; v < graph->count; v++) {
        cover += matching->tail_in_cover[v];
        cover += matching->head_in_cover[v];
        uint32_t head = matching->head_of[v];
        if (head != ZM_UNREACHED) {
            if (head >= graph->count || matching->tail_of[head] != v ||
                !zm_digraph_has_arc(graph, v, head))
                return false;
            arcs++;
        }
        for (uint32_t i = graph->starts[v]; i < graph->starts[v + 1]; i++)
            if (!matching->tail_in_cover[v] && !matching->head_in_cover[graph->heads[i]])
                return false;
    }
    return arcs == matching->size && cover == matching->size;
}
