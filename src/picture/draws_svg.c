/* The graph of the draws as SVG; see draws.h. The layout is by columns: the distance from one
 * vertex, which shows how far the undecided game can wander and back. */
#include "solve/draws.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN = 110, ROW = 26, MARGIN = 40, BOARD = 90 };

struct drawing {
    const struct zm_draws *draws;
    const struct zm_instance *game;
    const struct zm_game_graph *graph;
    bool classes;
    uint32_t *column, *row; /* of each vertex; the row is ZM_UNREACHED when it is not drawn */
    uint32_t columns, rows;
    struct zm_buffer position, text;
};

static bool drawn(const struct drawing *d, uint32_t vertex)
{
    return !d->classes || d->draws->orbit[vertex] == vertex;
}

/* Columns by distance; vertices that cannot be reached take columns of their own after those. */
static bool lay_out(struct drawing *d, uint32_t source)
{
    uint32_t count = d->draws->count;
    uint32_t *queue = malloc(((size_t)count + 1) * sizeof *queue);
    uint32_t *filled = calloc((size_t)count + 2, sizeof *filled);
    bool good = queue != NULL && filled != NULL;
    if (good && count > 0) {
        zm_digraph_distances(&d->draws->graph, source, d->column, queue);
        uint32_t farthest = 0, unreached = 0;
        for (uint32_t v = 0; v < count; v++)
            if (d->column[v] != ZM_UNREACHED && d->column[v] > farthest)
                farthest = d->column[v];
        for (uint32_t v = 0; v < count; v++) {
            if (!drawn(d, v))
                continue;
            if (d->column[v] == ZM_UNREACHED)
                d->column[v] = farthest + 1 + unreached++ / (d->classes ? 8 : 48);
            d->row[v] = filled[d->column[v]]++;
            d->columns = d->column[v] + 1 > d->columns ? d->column[v] + 1 : d->columns;
            d->rows = d->row[v] + 1 > d->rows ? d->row[v] + 1 : d->rows;
        }
    }
    free(queue);
    free(filled);
    return good;
}

static uint32_t scale(const struct drawing *d, uint32_t place, uint32_t plain)
{
    return MARGIN + place * (d->classes ? BOARD + 40 : plain);
}

static void draw_arcs(struct drawing *d, struct zm_buffer *out)
{
    const struct zm_digraph *graph = &d->draws->graph;
    uint32_t half = d->classes ? BOARD / 2 : 0;
    for (uint32_t v = 0; v < graph->count; v++)
        for (uint32_t i = graph->starts[v]; drawn(d, v) && i < graph->starts[v + 1]; i++) {
            uint32_t w = d->classes ? d->draws->orbit[graph->heads[i]] : graph->heads[i];
            bool inside = d->draws->in_kernel[v] && d->draws->in_kernel[w];
            zm_buffer_format(out,
                             "<line x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\" stroke=\"%s\" "
                             "stroke-opacity=\"0.5\"/>\n",
                             scale(d, d->column[v], COLUMN) + half, scale(d, d->row[v], ROW) + half,
                             scale(d, d->column[w], COLUMN) + half, scale(d, d->row[w], ROW) + half,
                             inside ? "#444" : "#bbb");
        }
}

static void draw_board(struct drawing *d, uint32_t x, uint32_t y, struct zm_buffer *out)
{
    struct zm_buffer picture = {0};
    d->game->game->picture->svg(d->game->state, zm_buffer_bytes(&d->position), &picture);
    const char *inside = zm_buffer_string(&picture), *box = strstr(inside, "viewBox");
    const char *after = box == NULL ? NULL : strstr(box, "><");
    if (after != NULL) {
        int length = (int)(strchr(box + 9, '"') + 1 - box);
        zm_buffer_format(out, "<svg x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" %.*s%s\n", x, y,
                         BOARD, BOARD, length, box, after);
    }
    zm_buffer_free(&picture);
}

static void draw_vertex(struct drawing *d, uint32_t vertex, struct zm_buffer *out)
{
    uint32_t x = scale(d, d->column[vertex], COLUMN), y = scale(d, d->row[vertex], ROW);
    const struct zm_rules *rules = d->game->game->rules;
    d->graph->position(d->graph->state, d->draws->numbers[vertex], &d->position);
    struct zm_bytes position = zm_buffer_bytes(&d->position);
    zm_buffer_clear(&d->text);
    rules->print(d->game->state, position, &d->text);
    if (d->classes && d->game->game->picture != NULL) {
        draw_board(d, x, y, out);
        zm_buffer_format(out, "<text x=\"%u\" y=\"%u\">%s%s</text>\n", x, y + BOARD + 14,
                         zm_buffer_string(&d->text), d->draws->in_kernel[vertex] ? " *" : "");
        return;
    }
    int turn = zm_turn_at(d->game, position, NULL);
    zm_buffer_format(out,
                     "<circle cx=\"%u\" cy=\"%u\" r=\"6\" fill=\"%s\" stroke=\"%s\" "
                     "stroke-width=\"2\"><title>%s</title></circle>\n",
                     x, y, turn == 0 ? "#e8a317" : "#c0392b",
                     d->draws->in_kernel[vertex] ? "#000" : "#ccc", zm_buffer_string(&d->text));
}

void zm_draws_svg(const struct zm_draws *draws, const struct zm_instance *game,
                  const struct zm_game_graph *graph, uint32_t source, bool classes,
                  struct zm_buffer *out)
{
    size_t room = (size_t)draws->count + 1;
    struct drawing d = {.draws = draws,
                        .game = game,
                        .graph = graph,
                        .classes = classes,
                        .column = calloc(room, sizeof(uint32_t)),
                        .row = calloc(room, sizeof(uint32_t))};
    if (d.column == NULL || d.row == NULL || !lay_out(&d, source)) {
        out->failed = true;
    } else {
        zm_buffer_format(out,
                         "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                         "font-family=\"sans-serif\" font-size=\"12\">\n",
                         scale(&d, d.columns, COLUMN) + MARGIN, scale(&d, d.rows, ROW) + MARGIN);
        draw_arcs(&d, out);
        for (uint32_t v = 0; v < draws->count; v++)
            if (drawn(&d, v))
                draw_vertex(&d, v, out);
        zm_buffer_text(out, "</svg>\n");
    }
    free(d.column);
    free(d.row);
    zm_buffer_free(&d.position);
    zm_buffer_free(&d.text);
}
