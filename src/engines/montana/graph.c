/* The whole graph of a small deal of Montana as a picture: a dot for each position that can be
 * reached, in layers by how many moves it takes to come there, and a line for each move. The goal,
 * the positions that can still be won and those that are lost have colours of their own, so that the
 * moves that lose are seen where green turns to red: figures 3.1, 3.2, 3.4 and 3.5 of the thesis. */
#include "engines/montana/graph.h"

#include "base/array.h"
#include "games/montana/montana.h"
#include "solve/alone.h"
#include "solve/key_set.h"
#include "theory/digraph.h"

#include <stdlib.h>

enum { WIDTH = 960, STEP = 28, MARGIN = 20, SWEEPS = 8 };

struct spot {
    struct zm_montana_walk walk;
    uint32_t layer;
    double place; /* from 0, left, to 1 */
    bool won;
};

struct graph {
    struct spot *spots;
    struct zm_arc *arcs;
    size_t count, room, arc_count, arc_room;
    uint32_t layers;
};

/* The number of a position, which is added when it is new; `count` itself: no memory. */
static size_t number_of(struct graph *graph, const struct zm_montana_walk *walk, uint32_t layer)
{
    for (size_t i = graph->count; i-- > 0;)
        if (zm_hash128_equal(graph->spots[i].walk.key, walk->key))
            return i;
    struct spot *spots = zm_array_room(graph->spots, &graph->room, graph->count + 1, sizeof *spots);
    if (spots == NULL)
        return graph->count;
    graph->spots = spots;
    spots[graph->count] = (struct spot){.walk = *walk, .layer = layer};
    graph->layers = layer + 1;
    return graph->count++;
}

static bool add_arc(struct graph *graph, size_t tail, size_t head)
{
    struct zm_arc *arcs =
        zm_array_room(graph->arcs, &graph->arc_room, graph->arc_count + 1, sizeof *arcs);
    if (arcs == NULL)
        return false;
    graph->arcs = arcs;
    arcs[graph->arc_count++] = (struct zm_arc){(uint32_t)tail, (uint32_t)head};
    return true;
}

/* Finds all positions, breadth-first. */
static enum zm_status fill(struct graph *graph, const struct zm_montana_walk *start, size_t most,
                           struct zm_error *error)
{
    zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
    if (number_of(graph, start, 0) == graph->count)
        return zm_fail_memory(error);
    for (size_t i = 0; i < graph->count; i++) {
        unsigned count = zm_montana_walk.moves(&graph->spots[i].walk, moves);
        for (unsigned k = 0; k < count; k++) {
            struct zm_montana_walk next = graph->spots[i].walk;
            zm_montana_walk.make(&next, moves[k]);
            size_t head = number_of(graph, &next, graph->spots[i].layer + 1);
            if (head == graph->count || !add_arc(graph, i, head))
                return zm_fail_memory(error);
            if (graph->count > most)
                return zm_fail(error, ZM_BAD_INPUT,
                               "more than %zu positions can be reached: a smaller deal, or --most",
                               most);
        }
    }
    return ZM_OK;
}

/* Marks what can be won: the goal, and what a move leads from to such a position. */
static void mark(struct graph *graph)
{
    bool changed = true;
    for (size_t i = 0; i < graph->count; i++)
        graph->spots[i].won = zm_montana_solved(&graph->spots[i].walk);
    while (changed) {
        changed = false;
        for (size_t i = graph->arc_count; i-- > 0;) {
            struct spot *tail = &graph->spots[graph->arcs[i].tail];
            changed |= !tail->won && graph->spots[graph->arcs[i].head].won;
            tail->won |= graph->spots[graph->arcs[i].head].won;
        }
    }
}

/* -- where to draw -- */

struct place {
    double wish;
    size_t spot;
};

static int by_wish(const void *one, const void *other)
{
    const struct place *a = one, *b = other;
    return a->wish != b->wish ? (a->wish < b->wish ? -1 : 1) : (a->spot < b->spot ? -1 : 1);
}

/* Spreads the positions of each layer evenly, in the order of what they wish. */
static void spread(struct graph *graph, struct place *places)
{
    for (size_t i = 0, end; i < graph->count; i = end) {
        for (end = i; end < graph->count && graph->spots[end].layer == graph->spots[i].layer;)
            end++;
        qsort(places + i, end - i, sizeof *places, by_wish);
        for (size_t k = i; k < end; k++)
            graph->spots[places[k].spot].place = ((double)(k - i) + 0.5) / (double)(end - i);
        for (size_t k = i; k < end; k++)
            places[k] = (struct place){0, k};
    }
}

/* Gives every position the mean place of those that moves connect it with, again and again. */
static bool arrange(struct graph *graph)
{
    struct place *places = calloc(graph->count, sizeof *places);
    unsigned *neighbours = calloc(graph->count, sizeof *neighbours);
    for (size_t i = 0; i < graph->count && places != NULL; i++)
        places[i] = (struct place){(double)i, i};
    for (int sweep = 0; sweep < SWEEPS && places != NULL && neighbours != NULL; sweep++) {
        spread(graph, places);
        memset(neighbours, 0, graph->count * sizeof *neighbours);
        for (size_t i = 0; i < graph->arc_count; i++) {
            uint32_t tail = graph->arcs[i].tail, head = graph->arcs[i].head;
            places[tail].wish += graph->spots[head].place;
            places[head].wish += graph->spots[tail].place;
            neighbours[tail]++;
            neighbours[head]++;
        }
        for (size_t i = 0; i < graph->count; i++)
            places[i].wish /= neighbours[i] + (neighbours[i] == 0);
    }
    bool good = places != NULL && neighbours != NULL;
    if (good)
        spread(graph, places);
    free(places);
    free(neighbours);
    return good;
}

static double across(const struct spot *spot)
{
    return MARGIN + spot->place * (WIDTH - 2 * MARGIN);
}

static double down(const struct spot *spot)
{
    return MARGIN + (double)spot->layer * STEP;
}

static void draw(const struct graph *graph, struct zm_buffer *out)
{
    unsigned height = 2 * MARGIN + (graph->layers - 1) * STEP;
    double radius = graph->count > 300 ? 2 : 5;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %u\">\n"
                     "<rect width=\"%d\" height=\"%u\" fill=\"#fff\"/>\n",
                     WIDTH, height, WIDTH, height);
    for (size_t i = 0; i < graph->arc_count; i++) {
        const struct spot *tail = &graph->spots[graph->arcs[i].tail],
                          *head = &graph->spots[graph->arcs[i].head];
        bool loses = tail->won && !head->won;
        zm_buffer_format(out, "<path d=\"M%.1f %.1f L%.1f %.1f\" stroke=\"%s\"/>\n", across(tail),
                         down(tail), across(head), down(head), loses ? "#c00" : "#bbb");
    }
    for (size_t i = 0; i < graph->count; i++) {
        const struct spot *spot = &graph->spots[i];
        const char *fill = zm_montana_solved(&spot->walk) ? "#06c" : spot->won ? "#2a2" : "#c00";
        zm_buffer_format(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\" fill=\"%s\"/>\n",
                         across(spot), down(spot), radius, fill);
    }
    zm_buffer_text(out, "</svg>\n");
}

enum zm_status zm_montana_graph(void *state, struct zm_bytes position, size_t most,
                                struct zm_buffer *svg, struct zm_error *error)
{
    struct graph graph = {0};
    struct zm_montana_walk start;
    zm_montana_stand(state, position, &start);
    enum zm_status status = fill(&graph, &start, most, error);
    if (status == ZM_OK) {
        mark(&graph);
        status = arrange(&graph) ? ZM_OK : zm_fail_memory(error);
    }
    if (status == ZM_OK)
        draw(&graph, svg);
    free(graph.spots);
    free(graph.arcs);
    return status;
}

static enum zm_status draw_deal(void *state, const char *text, size_t most, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct zm_buffer position = {0};
    enum zm_status status = zm_montana_parse(state, text, &position, error);
    if (status == ZM_OK)
        status = zm_montana_graph(state, zm_buffer_bytes(&position), most, out, error);
    zm_buffer_free(&position);
    return status;
}

static enum zm_status run_graph(const struct zm_settings *settings, const char *const *words,
                                size_t count, struct zm_run *run, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct zm_settings rules = {0};
    struct zm_problem problem = {&zm_montana, &rules, false, run};
    struct zm_alone alone;
    (void)count;
    enum zm_status status = zm_settings_declare(&rules, zm_montana.params, error);
    if (status == ZM_OK)
        status = zm_settings_set(&rules, "variant", zm_settings_text(settings, "variant"), error);
    if (status == ZM_OK)
        status = zm_alone_open(&alone, &problem, error);
    if (status == ZM_OK) {
        size_t most = (size_t)zm_settings_integer(settings, "most");
        status = draw_deal(alone.game.state, words[0], most, out, error);
        zm_alone_close(&alone);
    }
    zm_settings_free(&rules);
    return status;
}

static const struct zm_param graph_params[] = {
    ZM_MONTANA_VARIANT_PARAM,
    {.name = "most",
     .kind = ZM_PARAM_INTEGER,
     .value = "5000",
     .min = 1,
     .max = 20000,
     .hint = "N",
     .help = "draw no more positions than this"},
    {0},
};

const struct zm_tool zm_montana_graph_tool = {
    .name = "graph",
    .usage = "POSITION",
    .words = 1,
    .summary = "all positions of a small deal and the moves between them, as a picture (SVG)",
    .details =
        "The goal is blue, what can be won green, what is lost red; so are moves that lose.\n"
        "\nExample:\n"
        "  zermelo tool montana graph deal:4x5:3 > graph.svg\n",
    .params = graph_params,
    .run = run_graph,
};
