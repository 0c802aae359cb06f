/* Pictures of sums: each term drawn by its own game, and under it what the moves of the player make
 * of it, to be clicked. */
#include "games/sum/inside.h"

#include "games/shared/partisan.h"

enum {
    TERM = 168,        /* width of the column of a term */
    HIGH = 120,        /* of its picture */
    SMALL = 80,        /* side of the picture of a move */
    COLUMNS = 3,       /* terms side by side */
    MOVES_DRAWN = 12,  /* of a term; the others have their names only */
    LETTERS_MOST = 22, /* of a text that stands for a picture */
};

/* The terms, and under each what the moves of the player make of it. */
static void draw_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_sum_state *s = state;
    struct zm_list terms = {0};
    enum zm_side side = zm_partisan_mover(position) == ZM_LEFT ? ZM_LEFT : ZM_RIGHT;
    zm_sum_terms(position, &terms);
    for (size_t i = 0; i < terms.count; i++) {
        zm_buffer_format(out, "%zu  ", i + 1);
        zm_sum_print_component(s, zm_list_at(&terms, i), out);
        zm_buffer_text(out, "\n");
        zm_sum_term_options(s, zm_list_at(&terms, i), side, &s->options);
        for (size_t j = 0; j < s->options.count; j++) {
            zm_buffer_text(out, "     ");
            zm_sum_name((struct zm_sum_choice){(uint16_t)i, (uint16_t)j}, out);
            zm_buffer_text(out, "  ");
            zm_sum_print_terms(s, &s->options.components, zm_options_begin(&s->options, j),
                               s->options.ends[j], out);
            zm_buffer_text(out, "\n");
        }
    }
    zm_buffer_format(out, "%s to move\n", side == ZM_LEFT ? "Left" : "Right");
    zm_list_free(&terms);
}

/* Copies a drawing without what can be clicked in it, and without the class of its pieces: only
 * moves of the sum can be clicked, and only its terms are compared from move to move. */
static void copy_bare(const char *svg, struct zm_buffer *out)
{
    for (const char *at = svg; *at != '\0'; at++) {
        const char *value = strncmp(at, " data-", 6) == 0 ? strchr(at, '"') : NULL;
        const char *end = value == NULL ? NULL : strchr(value + 1, '"');
        if (end != NULL)
            at = end;
        else if (strncmp(at, "piece\"", 6) == 0)
            at += 4;
        else
            zm_buffer_byte(out, (uint8_t)*at);
    }
}

/* Draws a text that stands for a picture, cut where it is long. */
static void draw_words(const char *text, int x, int y, int size, struct zm_buffer *out)
{
    int length = (int)strlen(text), most = size < TERM / 2 ? LETTERS_MOST / 2 : LETTERS_MOST;
    zm_buffer_format(out,
                     "<text class=\"ink\" x=\"%d\" y=\"%d\" font-size=\"12\" "
                     "text-anchor=\"middle\">",
                     x, y);
    for (int i = 0; i < length && i < most; i++)
        if (text[i] == '<' || text[i] == '>' || text[i] == '&')
            zm_buffer_format(out, "&#%d;", text[i]);
        else
            zm_buffer_byte(out, (uint8_t)text[i]);
    zm_buffer_text(out, length > most ? "…</text>" : "</text>");
}

/* Draws a component within a box: by its own game, or by its text. */
static void draw_component(struct zm_sum_state *s, struct zm_bytes component, const int box[4],
                           struct zm_buffer *out)
{
    struct zm_buffer text = {0}, position = {0}, drawn = {0};
    bool value = zm_sum_is_value(component);
    const struct zm_instance *instance = value ? NULL : zm_sum_enter(s, component);
    if (instance != NULL)
        instance->game->sums->print(instance->state, zm_buffer_bytes(&s->inner), &text);
    else
        zm_sum_print_component(s, component, &text);
    const struct zm_picture *picture = instance == NULL ? NULL : instance->game->picture;
    if (picture != NULL && picture->svg != NULL &&
        zm_parse_position(instance, zm_buffer_string(&text), &position, NULL) == ZM_OK)
        picture->svg(instance->state, zm_buffer_bytes(&position), &drawn);
    if (drawn.size > 0) {
        zm_buffer_format(out, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">", box[0], box[1],
                         box[2], box[3]);
        copy_bare(zm_buffer_string(&drawn), out);
        zm_buffer_text(out, "</svg>");
    } else {
        draw_words(zm_buffer_string(&text), box[0] + box[2] / 2, box[1] + box[3] / 2 + 4, box[2],
                   out);
    }
    out->failed |= text.failed || position.failed || drawn.failed;
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    zm_buffer_free(&drawn);
}

/* Draws option number `option` of a term: what it leaves, side by side, to be clicked. */
static void draw_option(struct zm_sum_state *s, struct zm_sum_choice move, int x, int y,
                        struct zm_buffer *out)
{
    struct zm_options *options = &s->options;
    uint32_t begin = zm_options_begin(options, move.option), end = options->ends[move.option];
    zm_buffer_text(out, "<g data-move=\"");
    zm_sum_name(move, out);
    zm_buffer_format(out,
                     "\"><rect class=\"empty\" x=\"%d\" y=\"%d\" width=\"%d\" "
                     "height=\"%d\"/><text class=\"label\" x=\"%d\" y=\"%d\" "
                     "font-size=\"11\">",
                     x, y, SMALL - 4, SMALL - 4, x + 4, y + 13);
    zm_sum_name(move, out);
    zm_buffer_text(out, "</text>");
    int count = (int)(end - begin), wide = (SMALL - 12) / (count == 0 ? 1 : count);
    for (int i = 0; i < count; i++)
        draw_component(s, zm_list_at(&options->components, begin + (uint32_t)i),
                       (int[4]){x + 4 + i * wide, y + 16, wide, SMALL - 24}, out);
    if (count == 0)
        draw_words("0", x + SMALL / 2, y + SMALL / 2 + 6, SMALL, out);
    zm_buffer_text(out, "</g>");
}

/* Draws a term in its column, and under it its moves; how high all that is. */
static int draw_term(struct zm_sum_state *s, struct zm_bytes term, uint16_t number,
                     enum zm_side side, const int corner[2], struct zm_buffer *out)
{
    int x = corner[0], y = corner[1];
    zm_buffer_format(out,
                     "<g class=\"piece\"><rect class=\"free\" x=\"%d\" y=\"%d\" width=\"%d\" "
                     "height=\"%d\" rx=\"8\"/>",
                     x, y, TERM - 12, HIGH);
    draw_component(s, term, (int[4]){x + 6, y + 6, TERM - 24, HIGH - 12}, out);
    zm_buffer_text(out, "</g>");
    zm_sum_term_options(s, term, side, &s->options);
    out->failed |= zm_list_failed(&s->options.components);
    int drawn = 0;
    for (; drawn < MOVES_DRAWN && (size_t)drawn < s->options.count; drawn++)
        draw_option(s, (struct zm_sum_choice){number, (uint16_t)drawn}, x + drawn % 2 * SMALL,
                    y + HIGH + 6 + drawn / 2 * SMALL, out);
    return HIGH + 14 + (drawn + 1) / 2 * SMALL;
}

static void draw_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_sum_state *s = state;
    struct zm_list terms = {0};
    struct zm_buffer body = {0};
    enum zm_side side = zm_partisan_mover(position) == ZM_LEFT ? ZM_LEFT : ZM_RIGHT;
    int row = 6, high = 60;
    zm_sum_terms(position, &terms);
    for (size_t i = 0; i < terms.count; i++) {
        if (i > 0 && i % COLUMNS == 0) {
            row += high;
            high = 60;
        }
        int corner[2] = {6 + (int)(i % COLUMNS) * TERM, row};
        int one = draw_term(s, zm_list_at(&terms, i), (uint16_t)i, side, corner, &body);
        high = one > high ? one : high;
    }
    if (terms.count == 0)
        draw_words("0", TERM / 2, 40, TERM, &body);
    size_t columns = terms.count < 1 ? 1 : terms.count < COLUMNS ? terms.count : COLUMNS;
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "role=\"img\" aria-label=\"The terms of a sum, and the moves in each\">",
                     (int)columns * TERM, row + high);
    zm_buffer_add(out, body.data, body.size);
    zm_buffer_text(out, "</svg>");
    out->failed |= body.failed || zm_list_failed(&terms);
    zm_buffer_free(&body);
    zm_list_free(&terms);
}

const struct zm_picture zm_sum_picture = {.text = draw_text, .svg = draw_svg, .partial = true};
