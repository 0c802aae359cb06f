/* The graph of a best-first proof-number search; see pn_graph.h. */
#include "search/pn_graph.h"

#include "base/array.h"

#include <stdlib.h>

static size_t node_memory(const struct zm_pn_node *node)
{
    enum { ALLOCATOR = 16 };
    return sizeof *node + sizeof(uint32_t) + node->bytes.size + ALLOCATOR +
           (node->child_capacity + (size_t)node->parent_capacity) * sizeof(uint32_t) +
           2 * ALLOCATOR;
}

void zm_pn_graph_free(struct zm_pn_graph *graph)
{
    for (uint32_t i = 0; i < graph->capacity; i++) {
        free((void *)graph->nodes[i].bytes.data);
        free(graph->nodes[i].children);
        free(graph->nodes[i].parents);
    }
    free(graph->nodes);
    free(graph->buckets);
    free(graph->doomed);
    *graph = (struct zm_pn_graph){0};
}

uint32_t zm_pn_find(const struct zm_pn_graph *graph, struct zm_bytes bytes)
{
    if (graph->bucket_count == 0)
        return ZM_PN_NONE;
    uint64_t hash = zm_bytes_hash(bytes);
    uint32_t node = graph->buckets[hash & (graph->bucket_count - 1)];
    while (node != ZM_PN_NONE &&
           (graph->nodes[node].hash != hash || !zm_bytes_equal(graph->nodes[node].bytes, bytes)))
        node = graph->nodes[node].next;
    return node;
}

static void insert_in_chain(struct zm_pn_graph *graph, uint32_t node)
{
    uint32_t *bucket = &graph->buckets[graph->nodes[node].hash & (graph->bucket_count - 1)];
    graph->nodes[node].next = *bucket;
    *bucket = node;
}

static void remove_from_chain(struct zm_pn_graph *graph, uint32_t node)
{
    uint32_t *link = &graph->buckets[graph->nodes[node].hash & (graph->bucket_count - 1)];
    while (*link != node)
        link = &graph->nodes[*link].next;
    *link = graph->nodes[node].next;
}

/* Doubles nodes and buckets; all nodes in use are in chains. */
static bool grow(struct zm_pn_graph *graph)
{
    uint32_t capacity = graph->capacity == 0 ? 256 : graph->capacity * 2;
    if (capacity < graph->capacity)
        return false;
    struct zm_pn_node *nodes = realloc(graph->nodes, capacity * sizeof *nodes);
    if (nodes == NULL)
        return false;
    graph->nodes = nodes;
    uint32_t *buckets = malloc(capacity * sizeof *buckets);
    if (buckets == NULL)
        return false;
    free(graph->buckets);
    graph->buckets = buckets;
    graph->bucket_count = capacity;
    for (uint32_t i = 0; i < capacity; i++)
        buckets[i] = ZM_PN_NONE;
    for (uint32_t i = 0; i < graph->capacity; i++)
        if (!graph->nodes[i].dead)
            insert_in_chain(graph, i);
    if (graph->capacity == 0)
        graph->free = ZM_PN_NONE;
    for (uint32_t i = capacity; i-- > graph->capacity;) {
        nodes[i] = (struct zm_pn_node){.next = graph->free};
        graph->free = i;
    }
    graph->capacity = capacity;
    return true;
}

uint32_t zm_pn_make(struct zm_pn_graph *graph, struct zm_bytes bytes)
{
    uint8_t *copy = malloc(bytes.size + 1);
    if (copy == NULL || ((graph->capacity == 0 || graph->free == ZM_PN_NONE) && !grow(graph))) {
        free(copy);
        graph->failed = true;
        return ZM_PN_NONE;
    }
    if (bytes.size > 0)
        memcpy(copy, bytes.data, bytes.size);
    uint32_t id = graph->free;
    struct zm_pn_node *node = &graph->nodes[id];
    graph->free = node->next;
    *node = (struct zm_pn_node){.proof = 1,
                                .disproof = 1,
                                .coefficient = 1,
                                .bytes = zm_bytes(copy, bytes.size),
                                .hash = zm_bytes_hash(bytes)};
    insert_in_chain(graph, id);
    graph->count++;
    graph->memory += node_memory(node);
    return id;
}

static bool append(struct zm_pn_graph *graph, uint32_t **list, uint32_t *count, uint32_t *capacity,
                   uint32_t item)
{
    if (*count == *capacity) {
        uint32_t larger = *capacity == 0 ? 2 : *capacity * 2;
        uint32_t *grown = realloc(*list, larger * sizeof *grown);
        if (grown == NULL) {
            graph->failed = true;
            return false;
        }
        graph->memory += (larger - *capacity) * sizeof *grown;
        *list = grown;
        *capacity = larger;
    }
    (*list)[(*count)++] = item;
    return true;
}

void zm_pn_link(struct zm_pn_graph *graph, uint32_t parent, uint32_t child)
{
    struct zm_pn_node *above = &graph->nodes[parent], *below = &graph->nodes[child];
    if (append(graph, &below->parents, &below->parent_count, &below->parent_capacity, parent) &&
        !append(graph, &above->children, &above->child_count, &above->child_capacity, child))
        below->parent_count--;
}

/* The node leaves the table at once, so that it is not found again; its memory goes now, or when it
 * is taken off the queue. */
static void let_go(struct zm_pn_graph *graph, uint32_t id)
{
    struct zm_pn_node *node = &graph->nodes[id];
    graph->memory -= node_memory(node);
    graph->count--;
    remove_from_chain(graph, id);
    free((void *)node->bytes.data);
    free(node->children);
    free(node->parents);
    bool queued = node->queued;
    *node = (struct zm_pn_node){.dead = true, .queued = queued, .next = ZM_PN_NONE};
    if (!queued) {
        node->dead = false;
        node->next = graph->free;
        graph->free = id;
    }
}

static bool held(const struct zm_pn_node *node)
{
    return node->parent_count > 0 || node->pinned;
}

static void forget_parent(struct zm_pn_graph *graph, uint32_t parent, uint32_t child)
{
    struct zm_pn_node *node = &graph->nodes[child];
    for (uint32_t i = 0; i < node->parent_count; i++)
        if (node->parents[i] == parent) {
            node->parents[i] = node->parents[--node->parent_count];
            break;
        }
    if (held(node))
        return;
    uint32_t *doomed = zm_array_room(graph->doomed, &graph->doomed_capacity,
                                     graph->doomed_count + 1, sizeof *doomed);
    if (doomed == NULL) { /* the node stays, unreachable, until the graph goes */
        graph->failed = true;
        return;
    }
    graph->doomed = doomed;
    graph->doomed[graph->doomed_count++] = child;
}

static void free_doomed(struct zm_pn_graph *graph)
{
    while (graph->doomed_count > 0) {
        uint32_t id = graph->doomed[--graph->doomed_count];
        for (uint32_t i = 0; i < graph->nodes[id].child_count; i++)
            forget_parent(graph, id, graph->nodes[id].children[i]);
        let_go(graph, id);
    }
}

void zm_pn_unlink(struct zm_pn_graph *graph, uint32_t parent, uint32_t index)
{
    struct zm_pn_node *node = &graph->nodes[parent];
    uint32_t child = node->children[index];
    node->child_count--;
    memmove(node->children + index, node->children + index + 1,
            (node->child_count - index) * sizeof *node->children);
    forget_parent(graph, parent, child);
    free_doomed(graph);
}

void zm_pn_unlink_all(struct zm_pn_graph *graph, uint32_t parent)
{
    struct zm_pn_node *node = &graph->nodes[parent];
    uint32_t count = node->child_count;
    node->child_count = 0;
    for (uint32_t i = 0; i < count; i++)
        forget_parent(graph, parent, node->children[i]);
    graph->memory -= node->child_capacity * sizeof *node->children;
    free(node->children);
    node->children = NULL;
    node->child_capacity = 0;
    free_doomed(graph);
}

void zm_pn_unpin(struct zm_pn_graph *graph, uint32_t id)
{
    struct zm_pn_node *node = &graph->nodes[id];
    node->pinned = false;
    if (held(node))
        return;
    zm_pn_unlink_all(graph, id);
    let_go(graph, id);
}

bool zm_pn_unqueue(struct zm_pn_graph *graph, uint32_t id)
{
    struct zm_pn_node *node = &graph->nodes[id];
    node->queued = false;
    if (!node->dead)
        return true;
    node->dead = false;
    node->next = graph->free;
    graph->free = id;
    return false;
}
