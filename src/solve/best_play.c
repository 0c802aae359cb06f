/* Best play from labels, and strips of boards; see draws.h. */
#include "solve/draws.h"

#include <string.h>

/* How good a position is for the one who has just moved to it: a quick win, a draw, a slow loss. */
static int worth(uint16_t label)
{
    enum zm_outcome outcome = zm_label_outcome(label);
    if (outcome == ZM_DRAW)
        return 0;
    int plies = (int)zm_label_plies(label);
    return outcome == ZM_LOSS ? ZM_LABEL_PLIES - plies : plies - ZM_LABEL_PLIES;
}

/* Sets `next` to a best successor of `here`, at random among equals; false when there is no move.
 */
static bool best_successor(const struct zm_instance *game, const struct zm_game_graph *graph,
                           const struct zm_labels *labels, struct zm_bytes here,
                           struct zm_random *random, struct zm_list *moves, struct zm_buffer *next)
{
    const struct zm_rules *rules = game->game->rules;
    struct zm_buffer child = {0};
    int best = 0;
    uint64_t equals = 0;
    zm_list_clear(moves);
    rules->moves(game->state, here, NULL, moves);
    for (size_t i = 0; i < moves->count; i++) {
        zm_buffer_clear(&child);
        rules->apply(game->state, here, zm_list_at(moves, i), &child);
        uint64_t number = graph->number(graph->state, zm_buffer_bytes(&child));
        int value = worth(zm_labels_at(labels, number));
        if (equals == 0 || value > best) {
            best = value;
            equals = 0;
        }
        if (value == best && zm_random_below(random, ++equals) == 0)
            zm_buffer_set(next, zm_buffer_bytes(&child));
    }
    zm_buffer_free(&child);
    return equals > 0;
}

enum zm_status zm_best_play(const struct zm_instance *game, const struct zm_game_graph *graph,
                            const struct zm_labels *labels, struct zm_bytes start, unsigned plies,
                            struct zm_random *random, struct zm_list *positions,
                            struct zm_error *error)
{
    struct zm_list moves = {0};
    struct zm_buffer here = {0}, next = {0};
    zm_buffer_set(&here, start);
    zm_list_add(positions, start);
    for (unsigned ply = 0; ply < plies; ply++) {
        if (!best_successor(game, graph, labels, zm_buffer_bytes(&here), random, &moves, &next))
            break;
        zm_list_add(positions, zm_buffer_bytes(&next));
        zm_buffer_set(&here, zm_buffer_bytes(&next));
    }
    bool failed = zm_list_failed(positions) || zm_list_failed(&moves) || here.failed || next.failed;
    zm_list_free(&moves);
    zm_buffer_free(&here);
    zm_buffer_free(&next);
    return failed ? zm_fail_memory(error) : ZM_OK;
}

enum { ACROSS = 8, CELL = 250, CAPTION = 30 };

static void caption(const struct zm_instance *game, struct zm_bytes position, uint16_t label,
                    struct zm_buffer *out)
{
    game->game->rules->print(game->state, position, out);
    enum zm_outcome outcome = zm_label_outcome(label);
    if (outcome == ZM_DRAW)
        zm_buffer_text(out, " undecided");
    else
        zm_buffer_format(out, " %s in %u", outcome == ZM_WIN ? "win" : "loss",
                         zm_label_plies(label));
}

void zm_strip_svg(const struct zm_instance *game, const struct zm_game_graph *graph,
                  const struct zm_labels *labels, const struct zm_list *positions,
                  struct zm_buffer *out)
{
    struct zm_buffer picture = {0};
    size_t rows = (positions->count + ACROSS - 1) / ACROSS;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %zu\" "
                     "font-family=\"sans-serif\" font-size=\"18\">\n",
                     ACROSS * CELL, rows * (CELL + CAPTION));
    for (size_t i = 0; i < positions->count && game->game->picture != NULL; i++) {
        struct zm_bytes position = zm_list_at(positions, i);
        size_t x = i % ACROSS * CELL, y = i / ACROSS * (CELL + CAPTION);
        zm_buffer_clear(&picture);
        game->game->picture->svg(game->state, position, &picture);
        const char *inside = zm_buffer_string(&picture);
        inside = strncmp(inside, "<svg ", 5) == 0 ? inside + 5 : inside;
        zm_buffer_format(out, "<svg x=\"%zu\" y=\"%zu\" %s\n<text x=\"%zu\" y=\"%zu\">", x,
                         y + CAPTION, inside, x + 8, y + 22);
        caption(game, position, zm_labels_at(labels, graph->number(graph->state, position)), out);
        zm_buffer_text(out, "</text>\n");
    }
    zm_buffer_text(out, "</svg>\n");
    zm_buffer_free(&picture);
}
