/* What a store tells of the searches of Morpion solitaire that it kept: how the longest game grew,
 * and the tree of tasks of a complete search. */
#include "engines/morpion/engine.h"

#include "base/array.h"
#include "base/table.h"
#include "engines/morpion/figures.h"
#include "engines/morpion/task_notes.h"

#include <inttypes.h>
#include <stdlib.h>

/* Calls `take` for each note of the store in a file, until it returns false: there is no memory, or
 * a note makes no sense. */
static enum zm_status each_note(const char *file, bool (*take)(void *context, const char *text),
                                void *context, struct zm_error *error)
{
    struct zm_store *store = NULL;
    struct zm_buffer note = {0};
    enum zm_status status = zm_store_open(file, ZM_STORE_READ, NULL, 0, &store, error);
    if (status != ZM_OK)
        return status;
    for (size_t i = 0; status == ZM_OK && zm_store_note(store, i, &note); i++) {
        if (note.failed || !take(context, zm_buffer_string(&note)))
            status = zm_fail(error, ZM_FAILED, "morpion: note %zu of '%s' cannot be read", i, file);
        zm_buffer_clear(&note);
    }
    zm_buffer_free(&note);
    zm_store_close(store);
    return status;
}

/* -- the curve -- */

struct growth {
    struct zm_figure_point *points;
    size_t count, capacity;
    double before, last; /* seconds of the runs before; of the last game's run */
};

/* Takes a game; the seconds of a later run go on from those of the one before. */
static bool take_game(void *context, const char *text)
{
    struct growth *growth = context;
    const char *length = strstr(text, "\"length\":"), *seconds = strstr(text, "\"seconds\":");
    if (strncmp(text, "{\"morpion-game\":", 16) != 0 || length == NULL || seconds == NULL)
        return true;
    double now = strtod(seconds + 10, NULL);
    struct zm_figure_point *points =
        zm_array_room(growth->points, &growth->capacity, growth->count + 1, sizeof *points);
    if (points == NULL)
        return false;
    growth->points = points;
    if (now < growth->last)
        growth->before += growth->last;
    growth->last = now;
    double best = strtod(length + 9, NULL);
    if (growth->count == 0 || best > points[growth->count - 1].y)
        points[growth->count++] = (struct zm_figure_point){growth->before + now, best};
    return true;
}

static enum zm_status run_curve(const struct zm_settings *settings, const char *const *words,
                                size_t count, struct zm_run *run, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct growth growth = {0};
    (void)settings;
    (void)count;
    (void)run;
    enum zm_status status = each_note(words[0], take_game, &growth, error);
    if (status == ZM_OK && growth.count == 0)
        status = zm_fail(error, ZM_BAD_INPUT, "morpion: '%s' has no games", words[0]);
    if (status == ZM_OK)
        zm_figure_curve(growth.points, growth.count, true, (struct zm_figure_axis){"seconds", true},
                        (struct zm_figure_axis){"moves of the longest game", false}, out);
    free(growth.points);
    return status;
}

const struct zm_tool zm_morpion_curve_tool = {
    .name = "curve",
    .usage = "STORE",
    .words = 1,
    .summary = "how the longest game in a store grew with time, as SVG",
    .details =
        "Example:\n"
        "  zermelo solve morpion 5D --compute longest --search nrpa --store games --time 600\n"
        "  zermelo tool morpion curve games > curve.svg\n",
    .run = run_curve,
};

/* -- the tree of tasks -- */

struct tree {
    struct zm_buffer *out;
    struct zm_table numbers; /* of the tasks, by their bytes; 0: of none yet */
    struct zm_task_noted noted;
    uint64_t done, positions, largest;
};

/* Finds the number of a task, or gives it the next one. */
static bool number_of(struct tree *tree, struct zm_bytes task, uint64_t parent, uint64_t number[2])
{
    bool fresh;
    uint8_t *slot = zm_table_insert(&tree->numbers, task, &fresh);
    if (slot == NULL)
        return false;
    if (fresh) {
        number[0] = tree->numbers.count;
        number[1] = parent;
        memcpy(slot, number, 2 * sizeof *number);
    }
    memcpy(number, slot, 2 * sizeof *number);
    return true;
}

/* Writes the row of a task that is done, and numbers those that it left. */
static bool take_task(void *context, const char *text)
{
    struct tree *tree = context;
    struct zm_task_noted *noted = &tree->noted;
    uint64_t own[2], left[2];
    if (!zm_task_is_note(text))
        return true;
    if (!zm_task_read_note(text, noted) || !number_of(tree, zm_buffer_bytes(&noted->task), 0, own))
        return false;
    struct zm_task_moves moves = zm_task_read(zm_buffer_bytes(&noted->task));
    zm_buffer_format(tree->out,
                     "%" PRIu64 "\t%" PRIu64 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu64 "\t%zu\t%zu\n",
                     own[0], own[1], moves.depth, moves.count, noted->visited,
                     noted->best.size / sizeof(zm_paper_move), noted->left.count);
    for (size_t i = 0; i < noted->left.count; i++)
        if (!number_of(tree, zm_list_at(&noted->left, i), own[0], left))
            return false;
    tree->done++;
    tree->positions += noted->visited;
    tree->largest = noted->visited > tree->largest ? noted->visited : tree->largest;
    return true;
}

static enum zm_status run_tasks(const struct zm_settings *settings, const char *const *words,
                                size_t count, struct zm_run *run, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct tree tree = {.out = out};
    (void)settings;
    (void)count;
    (void)run;
    zm_table_init(&tree.numbers, 2 * sizeof(uint64_t));
    zm_buffer_text(out, "task\tparent\tdepth\tmoves\tpositions\tlongest\tleft\n");
    enum zm_status status = each_note(words[0], take_task, &tree, error);
    if (status == ZM_OK)
        zm_buffer_format(out,
                         "# %" PRIu64 " tasks done, %" PRIu64 " positions, %" PRIu64
                         " in the largest, %.0f in the mean; %" PRIu64 " tasks wait\n",
                         tree.done, tree.positions, tree.largest,
                         tree.done == 0 ? 0 : (double)tree.positions / (double)tree.done,
                         (uint64_t)tree.numbers.count - tree.done);
    zm_table_free(&tree.numbers);
    zm_task_noted_free(&tree.noted);
    return status;
}

const struct zm_tool zm_morpion_tasks_tool = {
    .name = "tasks",
    .usage = "STORE",
    .words = 1,
    .summary = "the tasks of a complete search in a store: a row each, with parent and positions",
    .details =
        "Rows are separated by tabs: number, parent (0: none), moves made before it, moves to\n"
        "be tried, positions, longest way found, tasks that it left.\n\nExample:\n"
        "  zermelo solve morpion @record.txt --compute count --limit 100000 --store tasks\n"
        "  zermelo tool morpion tasks tasks > tasks.tsv\n",
    .run = run_tasks,
};
