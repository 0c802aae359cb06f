/* What only Morpion solitaire has: records analysed backwards, dependency-based search, pictures
 * and Pentasol texts of records. */
#include "engines/morpion/engine.h"

#include "base/file.h"
#include "engines/morpion/backward.h"
#include "engines/morpion/dbs.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

/* Puts a walk on a record: a text, or @ and the file that holds it. Lines with '#' first are
 * left out. */
static enum zm_status read_record(const char *word, struct zm_morpion_walk *walk,
                                  struct zm_error *error)
{
    struct zm_buffer text = {0}, position = {0};
    enum zm_status status = ZM_OK;
    if (word[0] == '@')
        status = zm_file_read_text(word + 1, ZM_FILE_PLAIN, ZM_FILE_HAND_MOST, NULL, &text, error);
    else
        zm_buffer_text(&text, word);
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] == '#' && (i == 0 || text.data[i - 1] == '\n'))
            while (i < text.size && text.data[i] != '\n')
                text.data[i++] = ' ';
    if (status == ZM_OK)
        status = zm_morpion_parse(NULL, zm_buffer_string(&text), &position, error);
    if (status == ZM_OK)
        zm_morpion_replay(zm_buffer_bytes(&position), walk);
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    return status;
}

/* A walk on a record, to be freed by the caller unless there is an error. */
static enum zm_status with_record(const char *word, struct zm_morpion_walk **walk,
                                  struct zm_error *error)
{
    *walk = malloc(sizeof **walk);
    if (*walk == NULL)
        return zm_fail_memory(error);
    enum zm_status status = read_record(word, *walk, error);
    if (status != ZM_OK)
        free(*walk);
    return status;
}

static void go_back(struct zm_morpion_walk *walk, const struct zm_settings *settings)
{
    int64_t move = zm_settings_integer(settings, "move");
    while (move >= 0 && walk->played_count > move)
        zm_morpion_walks.unmake(walk, walk->played[walk->played_count - 1]);
}

static const struct zm_param move_params[] = {
    {.name = "move",
     .kind = ZM_PARAM_INTEGER,
     .value = "-1",
     .min = -1,
     .max = ZM_MORPION_PLAYED,
     .hint = "N",
     .help = "the position after N moves of the record; -1: the last"},
    {0},
};

/* -- backward -- */

static const struct zm_param backward_params[] = {
    {.name = "to",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = ZM_MORPION_PLAYED,
     .hint = "N",
     .help = "how far back: the position after N moves"},
    {0},
};

static void tell_row(void *context, const struct zm_backward_row *row)
{
    zm_buffer_format(context, "%4u %16" PRIu64 " %8u\n", row->move, row->positions, row->longest);
}

static enum zm_status run_backward(const struct zm_settings *settings, const char *const *words,
                                   size_t count, struct zm_run *run, struct zm_buffer *out,
                                   struct zm_error *error)
{
    struct zm_morpion_walk *walk;
    (void)count;
    enum zm_status status = with_record(words[0], &walk, error);
    if (status != ZM_OK)
        return status;
    zm_buffer_text(out, "move        positions  longest\n");
    status =
        zm_backward(walk, (unsigned)zm_settings_integer(settings, "to"), run, tell_row, out, error);
    free(walk);
    return status;
}

const struct zm_tool zm_morpion_backward_tool = {
    .name = "backward",
    .usage = "RECORD",
    .words = 1,
    .summary = "all that can be reached from the last positions of a record, and its longest game",
    .details = "A record is a text, or @FILE.\n\nExample:\n"
               "  zermelo tool morpion backward @record.txt --to 110\n",
    .params = backward_params,
    .run = run_backward,
};

/* -- dependency-based search -- */

static const struct zm_param dbs_params[] = {
    {.name = "move",
     .kind = ZM_PARAM_INTEGER,
     .value = "-1",
     .min = -1,
     .max = ZM_MORPION_PLAYED,
     .hint = "N",
     .help = "from the position after N moves of the record; -1: the last"},
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "1000000",
     .min = 1,
     .max = 100000000,
     .hint = "N",
     .help = "no more nodes than this"},
    {.name = "dot", .kind = ZM_PARAM_FLAG, .help = "the graph for Graphviz, not its size"},
    {0},
};

/* The graph: each move below those that it needs; a move that can be had in two ways is there
 * twice. */
static void print_graph(const struct zm_dbs *dbs, struct zm_buffer *out)
{
    zm_buffer_text(out, "digraph dbs {\nn0 [label=\"start\"];\n");
    for (size_t i = 0; i < dbs->count; i++) {
        const struct zm_dbs_node *node = &dbs->nodes[i];
        zm_buffer_format(out, "n%zu [label=\"", i + 1);
        zm_morpion_name(zm_paper_to(dbs->moves[node->move]), out);
        zm_buffer_text(out, "\"];\n");
        for (unsigned k = 0; k < ZM_DBS_PARENTS; k++)
            if (node->parents[k] != 0 || k == 0)
                zm_buffer_format(out, "n%u -> n%zu;\n", node->parents[k], i + 1);
    }
    zm_buffer_text(out, "}\n");
}

static enum zm_status run_dbs(const struct zm_settings *settings, const char *const *words,
                              size_t count, struct zm_run *run, struct zm_buffer *out,
                              struct zm_error *error)
{
    struct zm_morpion_walk *walk;
    struct zm_dbs dbs;
    (void)count;
    enum zm_status status = with_record(words[0], &walk, error);
    if (status != ZM_OK)
        return status;
    go_back(walk, settings);
    status = zm_dbs_search(walk, (size_t)zm_settings_integer(settings, "nodes"), run, &dbs, error);
    if (status == ZM_OK) {
        if (zm_settings_flag(settings, "dot"))
            print_graph(&dbs, out);
        else
            zm_buffer_format(out, "move %u: %zu nodes\n", walk->played_count, dbs.count + 1);
        zm_dbs_free(&dbs);
    }
    free(walk);
    return status;
}

const struct zm_tool zm_morpion_dbs_tool = {
    .name = "dbs",
    .usage = "RECORD",
    .words = 1,
    .summary = "dependency-based search: every move that can still be made, and how",
    .details = "Example:\n  zermelo tool morpion dbs @record.txt --move 150 --dot | dot -Tsvg\n",
    .params = dbs_params,
    .run = run_dbs,
};

/* -- pictures and texts -- */

static enum zm_status run_picture(const struct zm_settings *settings, const char *const *words,
                                  size_t count, struct zm_run *run, struct zm_buffer *out,
                                  struct zm_error *error)
{
    struct zm_morpion_walk *walk;
    (void)count;
    (void)run;
    enum zm_status status = with_record(words[0], &walk, error);
    if (status != ZM_OK)
        return status;
    go_back(walk, settings);
    zm_morpion_draw(walk, false, out);
    zm_buffer_byte(out, '\n');
    free(walk);
    return ZM_OK;
}

const struct zm_tool zm_morpion_picture_tool = {
    .name = "picture",
    .usage = "RECORD",
    .words = 1,
    .summary = "a record as SVG, as the pages of records show it",
    .details = "Example:\n  zermelo tool morpion picture @record.txt > record.svg\n",
    .params = move_params,
    .run = run_picture,
};

static enum zm_status run_pentasol(const struct zm_settings *settings, const char *const *words,
                                   size_t count, struct zm_run *run, struct zm_buffer *out,
                                   struct zm_error *error)
{
    struct zm_morpion_walk *walk;
    (void)count;
    (void)run;
    enum zm_status status = with_record(words[0], &walk, error);
    if (status != ZM_OK)
        return status;
    go_back(walk, settings);
    if (walk->variant->length == 5 && walk->header[1] == 0)
        zm_morpion_print_pentasol(walk, out);
    else
        status = zm_fail(error, ZM_BAD_INPUT,
                         "morpion: Pentasol records are of 5T or 5D from the cross");
    free(walk);
    return status;
}

const struct zm_tool zm_morpion_pentasol_tool = {
    .name = "pentasol",
    .usage = "RECORD",
    .words = 1,
    .summary = "a record as Pentasol writes it",
    .details = "Example:\n  zermelo tool morpion pentasol '5T 3,4V4 3,5V1'\n",
    .params = move_params,
    .run = run_pentasol,
};
