/* Lists of numbers, and labels: their proof, their counts, their file; see graph.h. */
#include "solve/graph.h"

#include "base/array.h"
#include "base/bits.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>

void zm_number_list_free(struct zm_number_list *numbers)
{
    free(numbers->items);
    *numbers = (struct zm_number_list){0};
}

void zm_number_list_add(struct zm_number_list *numbers, uint64_t number)
{
    uint64_t *items =
        zm_array_room(numbers->items, &numbers->capacity, numbers->count + 1, sizeof *items);
    if (items == NULL) {
        numbers->failed = true;
        return;
    }
    numbers->items = items;
    numbers->items[numbers->count++] = number;
}

void zm_number_list_sort(struct zm_number_list *numbers)
{
    /* By insertion: the lists are the moves of one position. */
    size_t kept = 0;
    for (size_t i = 0; i < numbers->count; i++) {
        uint64_t number = numbers->items[i];
        size_t place = kept;
        while (place > 0 && numbers->items[place - 1] > number)
            place--;
        if (place > 0 && numbers->items[place - 1] == number)
            continue;
        memmove(numbers->items + place + 1, numbers->items + place,
                (kept - place) * sizeof *numbers->items);
        numbers->items[place] = number;
        kept++;
    }
    numbers->count = kept;
}

void zm_labels_free(struct zm_labels *labels)
{
    free(labels->items);
    *labels = (struct zm_labels){0};
}

/* What the labels of the successors say about a position. */
static uint16_t label_from(const struct zm_game_graph *graph, const struct zm_labels *labels,
                           uint64_t number, const struct zm_number_list *successors)
{
    int quickest_win = -1, slowest_loss = -1;
    bool draw = false;
    for (size_t i = 0; i < successors->count; i++) {
        uint16_t label = zm_labels_at(labels, successors->items[i]);
        int plies = (int)zm_label_plies(label);
        switch (zm_label_for_mover(graph, number, successors->items[i], label)) {
        case ZM_WIN:
            quickest_win = quickest_win < 0 || plies < quickest_win ? plies : quickest_win;
            break;
        case ZM_LOSS:
            slowest_loss = plies > slowest_loss ? plies : slowest_loss;
            break;
        case ZM_DRAW:
            draw = true;
            break;
        default:
            return ZM_LABEL_NONE;
        }
    }
    if (quickest_win >= 0)
        return zm_label(true, (unsigned)quickest_win + 1);
    return draw ? ZM_LABEL_DRAW : zm_label(false, (unsigned)slowest_loss + 1);
}

static uint16_t label_expected(const struct zm_game_graph *graph, const struct zm_labels *labels,
                               uint64_t number, struct zm_number_list *successors)
{
    switch (graph->vertex(graph->state, number)) {
    case ZM_VERTEX_NONE:
        return ZM_LABEL_NONE;
    case ZM_VERTEX_WON:
        return zm_label(true, 0);
    case ZM_VERTEX_LOST:
        return zm_label(false, 0);
    case ZM_VERTEX_DRAWN:
        return ZM_LABEL_DRAW;
    case ZM_VERTEX_OPEN:
        break;
    }
    graph->successors(graph->state, number, successors);
    return label_from(graph, labels, number, successors);
}

enum zm_status zm_labels_verify(const struct zm_game_graph *graph, const struct zm_labels *labels,
                                struct zm_error *error)
{
    struct zm_number_list successors = {0};
    enum zm_status status = ZM_OK;
    if (labels->count != graph->count)
        return zm_fail(error, ZM_WRONG, "%llu labels for %llu positions",
                       (unsigned long long)labels->count, (unsigned long long)graph->count);
    for (uint64_t number = 0; number < graph->count && status == ZM_OK; number++) {
        uint16_t expected = label_expected(graph, labels, number, &successors);
        if (successors.failed)
            status = zm_fail_memory(error);
        else if (expected != zm_labels_at(labels, number))
            status = zm_fail(error, ZM_WRONG,
                             "position number %llu is labelled %u; its successors say %u",
                             (unsigned long long)number, zm_labels_at(labels, number), expected);
        else if (number % 4096 == 0 && zm_run_poll(graph->run, 0, number))
            status = zm_fail(error, ZM_STOPPED, "stopped while the labels were verified");
    }
    zm_number_list_free(&successors);
    return status;
}

int zm_labels_tally(const struct zm_labels *labels, uint64_t *tally, size_t size)
{
    int longest = -1;
    memset(tally, 0, size * sizeof *tally);
    for (uint64_t number = 0; number < labels->count; number++) {
        uint16_t label = zm_labels_at(labels, number);
        if (label < size)
            tally[label]++;
        if (label != ZM_LABEL_NONE && label != ZM_LABEL_DRAW &&
            (int)zm_label_plies(label) > longest)
            longest = (int)zm_label_plies(label);
    }
    return longest;
}

/* --- files --------------------------------------------------------------------------------------
 *
 * A title, the labels, each in two bytes, the lower first, and their sum as a line of text, so that
 * a file that was damaged gives no answers. */

enum { CHUNK = 1 << 15, SUM_SIZE = 17 };

/* The sum of labels of which the last chunk is this one. */
static uint64_t add_chunk(uint64_t sum, const uint8_t *bytes, size_t size)
{
    return (sum ^ zm_bytes_hash(zm_bytes(bytes, size))) * ZM_MIX;
}

static void print_sum(uint64_t sum, char text[SUM_SIZE + 1])
{
    snprintf(text, SUM_SIZE + 1, "%016llx\n", (unsigned long long)sum);
}

static void write_labels(FILE *file, const struct zm_labels *labels)
{
    uint8_t bytes[2 * CHUNK];
    char text[SUM_SIZE + 1];
    uint64_t sum = 0;
    for (uint64_t done = 0; done < labels->count;) {
        size_t chunk = labels->count - done < CHUNK ? (size_t)(labels->count - done) : CHUNK;
        for (size_t i = 0; i < chunk; i++) {
            uint16_t label = zm_labels_at(labels, done + i);
            bytes[2 * i] = (uint8_t)label;
            bytes[2 * i + 1] = (uint8_t)(label >> 8);
        }
        if (fwrite(bytes, 2, chunk, file) != chunk)
            return;
        sum = add_chunk(sum, bytes, 2 * chunk);
        done += chunk;
    }
    print_sum(sum, text);
    fputs(text, file);
}

enum zm_status zm_labels_save(const struct zm_labels *labels, const char *title, const char *path,
                              struct zm_error *error)
{
    struct zm_output output;
    enum zm_status status = zm_output_open(&output, path, error);
    if (status != ZM_OK)
        return status;
    fprintf(output.stream, "zermelo labels %llu %s\n", (unsigned long long)labels->count, title);
    write_labels(output.stream, labels); /* the stream remembers an error */
    return zm_output_close(&output, ZM_OK, error);
}

static bool read_labels(FILE *file, struct zm_labels *labels)
{
    uint8_t bytes[2 * CHUNK];
    char text[SUM_SIZE + 1], found[SUM_SIZE];
    uint64_t sum = 0;
    for (uint64_t done = 0; done < labels->count;) {
        size_t chunk = labels->count - done < CHUNK ? (size_t)(labels->count - done) : CHUNK;
        if (fread(bytes, 2, chunk, file) != chunk)
            return false;
        for (size_t i = 0; i < chunk; i++)
            atomic_store_explicit(&labels->items[done + i],
                                  (uint16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8),
                                  memory_order_relaxed);
        sum = add_chunk(sum, bytes, 2 * chunk);
        done += chunk;
    }
    print_sum(sum, text);
    return fread(found, 1, SUM_SIZE, file) == SUM_SIZE && memcmp(found, text, SUM_SIZE) == 0 &&
           fgetc(file) == EOF;
}

static bool read_title(FILE *file, const char *title, uint64_t count)
{
    char expected[1024], found[1024];
    snprintf(expected, sizeof expected, "zermelo labels %llu %s\n", (unsigned long long)count,
             title);
    return fgets(found, sizeof found, file) != NULL && strcmp(found, expected) == 0;
}

enum zm_status zm_labels_load(struct zm_labels *labels, uint64_t count, const char *title,
                              const char *path, struct zm_error *error)
{
    *labels = (struct zm_labels){0};
    FILE *file;
    enum zm_status status = zm_file_open(path, ZM_FILE_PLAIN, &file, error);
    if (status != ZM_OK)
        return status;
    if (!read_title(file, title, count))
        status = zm_fail(error, ZM_BAD_INPUT, "%s: not the labels of '%s' with %llu positions",
                         path, title, (unsigned long long)count);
    else if ((labels->items = calloc(count + 1, sizeof *labels->items)) == NULL)
        status = zm_fail_memory(error);
    else {
        labels->count = count;
        if (!read_labels(file, labels))
            status = zm_fail(error, ZM_BAD_INPUT, "%s: damaged, not %llu labels and their sum",
                             path, (unsigned long long)count);
    }
    fclose(file);
    if (status != ZM_OK)
        zm_labels_free(labels);
    return status;
}
