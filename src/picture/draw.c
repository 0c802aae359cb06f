/* Drawn trees as text, dot, SVG and PDF; see drawing.h. Lost nodes are ellipses, lost sums boxes,
 * won nodes have no frame (the style of the thesis's annex B). Graphviz lays out, the SVG is our
 * own. */
#include "picture/drawing.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static void label(const struct zm_drawing *drawing, size_t id, struct zm_buffer *out)
{
    struct zm_bytes text = zm_list_at(&drawing->labels, id);
    zm_buffer_add(out, text.data, text.size);
}

/* One line a node, indented, behind the move that leads to it where moves have names; a node met
 * again refers to its first line. */
static void outline(const struct zm_drawing *drawing, uint32_t id, struct zm_bytes move,
                    size_t depth, size_t *lines, size_t *line, struct zm_buffer *out)
{
    static const char *const marks[] = {" ", "W", "L", "L"};
    const struct zm_drawn_node *node = &drawing->nodes[id];
    for (size_t i = 0; i < depth; i++)
        zm_buffer_text(out, "  ");
    zm_buffer_format(out, "%s ", marks[node->state]);
    zm_buffer_add(out, move.data, move.size);
    zm_buffer_text(out, move.size > 0 ? ": " : "");
    label(drawing, id, out);
    ++*line;
    if (lines[id] > 0 && node->count > 0) {
        zm_buffer_format(out, " (see line %zu)\n", lines[id]);
        return;
    }
    lines[id] = lines[id] > 0 ? lines[id] : *line;
    zm_buffer_text(out, node->cut ? " ...\n" : "\n");
    for (size_t i = 0; i < node->count; i++)
        outline(drawing, node->children[i], zm_drawing_move(drawing, id, i), depth + 1, lines, line,
                out);
}

void zm_drawing_text(const struct zm_drawing *drawing, struct zm_buffer *out)
{
    size_t *lines = calloc(drawing->count + 1, sizeof *lines), line = 0;
    if (lines == NULL)
        out->failed = true;
    else if (drawing->count > 0)
        outline(drawing, 0, zm_bytes("", 0), 0, lines, &line, out);
    free(lines);
}

static void quoted(struct zm_bytes text, struct zm_buffer *out)
{
    zm_buffer_byte(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"' || text.data[i] == '\\')
            zm_buffer_byte(out, '\\');
        zm_buffer_byte(out, text.data[i]);
    }
    zm_buffer_byte(out, '"');
}

static bool has_picture(const struct zm_drawing *drawing, size_t id)
{
    return id < drawing->pictures.count && zm_list_at(&drawing->pictures, id).size > 0;
}

void zm_drawing_dot(const struct zm_drawing *drawing, struct zm_buffer *out)
{
    static const char *const shapes[] = {"plaintext", "plaintext", "ellipse", "box"};
    zm_buffer_text(out, "digraph tree {\n  node [fontsize=11];\n");
    for (size_t i = 0; i < drawing->count; i++) {
        const struct zm_drawn_node *node = &drawing->nodes[i];
        zm_buffer_format(out, "  n%zu [shape=%s%s%s, label=", i, shapes[node->state],
                         node->cut ? ", style=dashed" : "",
                         has_picture(drawing, i) ? ", width=1.2, height=1.3" : "");
        quoted(zm_list_at(&drawing->labels, i), out);
        zm_buffer_text(out, "];\n");
    }
    for (size_t i = 0; i < drawing->count; i++)
        for (size_t j = 0; j < drawing->nodes[i].count; j++) {
            zm_buffer_format(out, "  n%zu -> n%u", i, (unsigned)drawing->nodes[i].children[j]);
            if (drawing->nodes[i].named) {
                zm_buffer_text(out, " [label=");
                quoted(zm_drawing_move(drawing, i, j), out);
                zm_buffer_text(out, "]");
            }
            zm_buffer_text(out, ";\n");
        }
    zm_buffer_text(out, "}\n");
}

/* Runs `dot -Tformat` over the drawing and gives what it writes. */
static enum zm_status graphviz(const struct zm_drawing *drawing, const char *format,
                               struct zm_buffer *out, struct zm_error *error)
{
    char path[] = "/tmp/zermelo-tree-XXXXXX", command[100], block[1 << 14];
    struct zm_buffer dot = {0};
    size_t size;
    zm_drawing_dot(drawing, &dot);
    int file = mkstemp(path);
    FILE *in = file < 0 ? NULL : fdopen(file, "w");
    if (in == NULL || dot.failed || fwrite(dot.data, 1, dot.size, in) != dot.size) {
        zm_buffer_free(&dot);
        if (in != NULL)
            fclose(in);
        if (file >= 0)
            unlink(path);
        return zm_fail(error, ZM_FAILED, "%s: %s", path, strerror(errno));
    }
    zm_buffer_free(&dot);
    fclose(in);
    snprintf(command, sizeof command, "dot -T%s %s 2>/dev/null", format, path);
    FILE *layout = popen(command, "r");
    while (layout != NULL && (size = fread(block, 1, sizeof block, layout)) > 0)
        zm_buffer_add(out, block, size);
    int result = layout == NULL ? -1 : pclose(layout);
    unlink(path);
    if (result != 0 || out->size == 0)
        return zm_fail(error, ZM_FAILED,
                       "Graphviz's dot is needed for this format, and failed or is not installed; "
                       ".dot and .txt files need no other program");
    return out->failed ? zm_fail_memory(error) : ZM_OK;
}

enum zm_status zm_drawing_pdf(const struct zm_drawing *drawing, struct zm_buffer *out,
                              struct zm_error *error)
{
    return graphviz(drawing, "pdf", out, error);
}

/* SVG from `dot -Tplain`: lines "graph scale width height", "node name x y width height ...",
 * "edge tail head n x1 y1 .. xn yn ...", in inches, with the origin at the bottom left. */

enum { DPI = 72, MARGIN = 8 };

/* The tree's own shapes by classes of their own: a picture may have colours of its own. Then the
 * classes that games draw boards with; where a move may be made is not shown. */
static const char style[] = ".label,.move{font:11px sans-serif;text-anchor:middle}"
                            ".move{fill:#36c}"
                            ".frame,.edge{fill:none;stroke:#555}"
                            ".lost>.frame{fill:#eef3fb}.sum>.frame{fill:#fbf3e6}"
                            ".empty,.cell{fill:#fff;stroke:#999}.grey{fill:#888}"
                            ".token{fill:#36c}.domino{fill:none;stroke:none}";

static void escaped(struct zm_bytes text, struct zm_buffer *out)
{
    for (size_t i = 0; i < text.size; i++) {
        const char *name = text.data[i] == '&'   ? "&amp;"
                           : text.data[i] == '<' ? "&lt;"
                           : text.data[i] == '>' ? "&gt;"
                                                 : NULL;
        if (name != NULL)
            zm_buffer_text(out, name);
        else
            zm_buffer_byte(out, text.data[i]);
    }
}

static void svg_node(const struct zm_drawing *drawing, size_t id, double x, double y, double width,
                     double height, struct zm_buffer *out)
{
    const struct zm_drawn_node *node = &drawing->nodes[id];
    static const char *const classes[] = {"plain", "won", "lost", "sum"};
    const char *dashes = node->cut ? " stroke-dasharray=\"4 3\"" : "";
    zm_buffer_format(out, "<g class=\"%s\">", classes[node->state]);
    if (node->state == ZM_DRAWN_LOST)
        zm_buffer_format(
            out, "<ellipse class=\"frame\" cx=\"%.1f\" cy=\"%.1f\" rx=\"%.1f\" ry=\"%.1f\"%s/>", x,
            y, width / 2, height / 2, dashes);
    else if (node->state == ZM_DRAWN_SUM)
        zm_buffer_format(
            out, "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"%s/>",
            x - width / 2, y - height / 2, width, height, dashes);
    if (has_picture(drawing, id)) {
        struct zm_bytes picture = zm_list_at(&drawing->pictures, id);
        zm_buffer_format(out, "<svg x=\"%.1f\" y=\"%.1f\" width=\"56\" height=\"56\">", x - 28,
                         y - 38);
        zm_buffer_add(out, picture.data, picture.size);
        zm_buffer_text(out, "</svg>");
        y += 28;
    }
    zm_buffer_format(out, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\">", x, y + 4);
    escaped(zm_list_at(&drawing->labels, id), out);
    zm_buffer_text(out, "</text></g>\n");
}

/* The name of a move beside its edge: what is left of the line, "name x y ...", where it has one. */
static void svg_move(const char *line, double height, struct zm_buffer *out)
{
    double x, y;
    line += strspn(line, " ");
    bool quotes = *line == '"';
    size_t size = quotes ? strcspn(line + 1, "\"") : strcspn(line, " ");
    if (sscanf(line + size + (quotes ? 2 : 0), " %lf %lf", &x, &y) != 2)
        return;
    zm_buffer_format(out, "<text class=\"move\" x=\"%.1f\" y=\"%.1f\">", x * DPI + MARGIN,
                     (height - y) * DPI + MARGIN + 4);
    escaped(zm_bytes(line + quotes, size), out);
    zm_buffer_text(out, "</text>\n");
}

static void svg_edge(char *line, double height, struct zm_buffer *out)
{
    int points = 0, used = 0;
    if (sscanf(line, "edge n%*u n%*u %d%n", &points, &used) != 1)
        return;
    line += used;
    zm_buffer_text(out, "<path class=\"edge\" d=\"");
    for (int i = 0; i < points; i++) {
        double x = strtod(line, &line), y = strtod(line, &line);
        zm_buffer_format(out, "%s%.1f,%.1f",
                         i == 0   ? "M"
                         : i == 1 ? "C"
                                  : " ",
                         x * DPI + MARGIN, (height - y) * DPI + MARGIN);
    }
    zm_buffer_text(out, "\"/>\n");
    svg_move(line, height, out);
}

enum zm_status zm_drawing_svg(const struct zm_drawing *drawing, struct zm_buffer *out,
                              struct zm_error *error)
{
    struct zm_buffer plain = {0};
    double width = 0, height = 0;
    enum zm_status status = graphviz(drawing, "plain", &plain, error);
    if (status != ZM_OK) {
        zm_buffer_free(&plain);
        return status;
    }
    zm_buffer_byte(&plain, 0);
    char *rest = NULL;
    for (char *line = strtok_r((char *)plain.data, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        unsigned id;
        double x, y, w, h;
        if (sscanf(line, "graph %*f %lf %lf", &width, &height) == 2)
            zm_buffer_format(out,
                             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                             "width=\"%.0f\" height=\"%.0f\">\n<style>%s</style>\n",
                             width * DPI + 2 * MARGIN, height * DPI + 2 * MARGIN,
                             width * DPI + 2 * MARGIN, height * DPI + 2 * MARGIN, style);
        else if (sscanf(line, "node n%u %lf %lf %lf %lf", &id, &x, &y, &w, &h) == 5 &&
                 id < drawing->count)
            svg_node(drawing, id, x * DPI + MARGIN, (height - y) * DPI + MARGIN, w * DPI, h * DPI,
                     out);
        else
            svg_edge(line, height, out);
    }
    zm_buffer_text(out, "</svg>\n");
    zm_buffer_free(&plain);
    return out->failed ? zm_fail_memory(error) : ZM_OK;
}
