/* Tasks of the complete search as bytes, and as notes in a store; see task_notes.h. A note is a
 * JSON object with one text, words separated by spaces:
 *
 *     ROOT done TASK visited N best MOVES left TASK TASK ...
 *
 * where a task is written in hexadecimal digits, and the best way as moves between commas. */
#include "engines/morpion/task_notes.h"

#include "base/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char mark[] = "{\"morpion-task\":\"";
enum { ROOT_DIGITS = 32 };

struct zm_task_moves zm_task_read(struct zm_bytes task)
{
    struct zm_task_moves moves = {0, 0, NULL, NULL};
    memcpy(&moves.depth, task.data, sizeof moves.depth);
    memcpy(&moves.count, task.data + sizeof moves.depth, sizeof moves.count);
    moves.path = (const zm_paper_move *)(const void *)(task.data + 2 * sizeof(uint32_t));
    moves.tries = moves.path + moves.depth;
    return moves;
}

void zm_task_add(struct zm_list *tasks, const zm_paper_move *path, unsigned depth,
                 const zm_paper_move *tries, unsigned count)
{
    uint32_t sizes[2] = {depth, count};
    zm_buffer_add(&tasks->bytes, sizes, sizeof sizes);
    zm_buffer_add(&tasks->bytes, path, depth * sizeof *path);
    zm_buffer_add(&tasks->bytes, tries, count * sizeof *tries);
    zm_list_close(tasks);
}

struct zm_hash128 zm_task_root(const struct zm_morpion_walk *walk, bool symmetric)
{
    struct zm_hash128 start = zm_bytes_hash128(zm_bytes(walk->header, walk->header_size));
    return (struct zm_hash128){walk->key.low ^ start.low ^ symmetric, walk->key.high ^ start.high};
}

/* -- writing -- */

static void write_task(struct zm_bytes task, struct zm_buffer *text)
{
    for (size_t i = 0; i + 4 <= task.size; i += 4) {
        uint32_t word;
        memcpy(&word, task.data + i, sizeof word);
        zm_buffer_format(text, "%s%" PRIx32, i == 0 ? "" : ".", word);
    }
}

enum zm_status zm_task_note(struct zm_store *store, struct zm_hash128 root, struct zm_bytes task,
                            uint64_t visited, const struct zm_complete *search)
{
    struct zm_buffer text = {0};
    zm_buffer_format(&text, "%s%016" PRIx64 "%016" PRIx64 " done ", mark, root.high, root.low);
    write_task(task, &text);
    zm_buffer_format(&text, " visited %" PRIu64 " best ", visited);
    write_task(zm_bytes(search->best, search->best_length * sizeof *search->best), &text);
    zm_buffer_text(&text, " left");
    for (size_t i = 0; i < search->tasks.count; i++) {
        zm_buffer_byte(&text, ' ');
        write_task(zm_list_at(&search->tasks, i), &text);
    }
    zm_buffer_text(&text, "\"}");
    enum zm_status status =
        text.failed ? ZM_FAILED : zm_store_add_note(store, zm_buffer_bytes(&text), NULL);
    zm_buffer_free(&text);
    return status;
}

/* -- reading -- */

/* Reads the words of a task; NULL: they are none. Returns what follows. */
static const char *read_words(const char *text, struct zm_buffer *words)
{
    zm_buffer_clear(words);
    while (*text != ' ' && *text != '"' && *text != 0) {
        char *end;
        unsigned long word = strtoul(text, &end, 16);
        if (end == text || word > UINT32_MAX)
            return NULL;
        uint32_t kept = (uint32_t)word;
        zm_buffer_add(words, &kept, sizeof kept);
        text = *end == '.' ? end + 1 : end;
    }
    return text;
}

/* Is every word a move on the paper? */
static bool are_moves(const uint32_t *words, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        unsigned x = zm_paper_x(words[i]), y = zm_paper_y(words[i]), lane = words[i] >> 6 & 511;
        struct zm_paper_place at = zm_paper_at(x, y);
        good =
            words[i] >> 27 == 0 && x >= ZM_MORPION_RIM && y >= ZM_MORPION_RIM &&
            x < ZM_MORPION_SIDE - ZM_MORPION_RIM && y < ZM_MORPION_SIDE - ZM_MORPION_RIM &&
            (lane == at.lane[0] || lane == at.lane[1] || lane == at.lane[2] || lane == at.lane[3]);
    }
    return good;
}

bool zm_task_valid(const struct zm_buffer *words)
{
    const uint32_t *word = (const uint32_t *)(const void *)words->data;
    size_t count = words->size / sizeof *word;
    return count >= 2 && word[0] < ZM_MORPION_PLAYED && word[1] <= ZM_PAPER_MOST &&
           count == 2 + (size_t)word[0] + word[1] && are_moves(word + 2, count - 2);
}

static void read_best(const struct zm_buffer *words, struct zm_tasks_result *result)
{
    const uint32_t *word = (const uint32_t *)(const void *)words->data;
    size_t count = words->size / sizeof *word;
    if (count <= result->length || count > ZM_MORPION_PLAYED || !are_moves(word, count))
        return;
    result->length = (unsigned)count;
    for (size_t i = 0; i < count; i++)
        result->best[i] = zm_paper_to(word[i]);
}

bool zm_task_is_note(const char *text)
{
    return strncmp(text, mark, strlen(mark)) == 0 && strlen(text) > strlen(mark) + ROOT_DIGITS;
}

void zm_task_noted_free(struct zm_task_noted *noted)
{
    zm_buffer_free(&noted->task);
    zm_buffer_free(&noted->best);
    zm_list_free(&noted->left);
}

/* Reads the tasks that were left. */
static bool read_left(const char *text, struct zm_list *left)
{
    struct zm_buffer words = {0};
    bool good = true;
    zm_list_clear(left);
    while (good && *text == ' ') {
        text = read_words(text + 1, &words);
        good = text != NULL && zm_task_valid(&words);
        if (good)
            zm_list_add(left, zm_buffer_bytes(&words));
    }
    zm_buffer_free(&words);
    return good && !zm_list_failed(left);
}

bool zm_task_read_note(const char *text, struct zm_task_noted *noted)
{
    static const char done[] = " done ", visited[] = " visited ", best[] = " best ";
    char *end;
    text += strlen(mark) + ROOT_DIGITS;
    if (strncmp(text, done, strlen(done)) != 0)
        return false;
    text = read_words(text + strlen(done), &noted->task);
    if (text == NULL || !zm_task_valid(&noted->task) ||
        strncmp(text, visited, strlen(visited)) != 0)
        return false;
    noted->visited = strtoull(text + strlen(visited), &end, 10);
    if (strncmp(end, best, strlen(best)) != 0)
        return false;
    text = read_words(end + strlen(best), &noted->best);
    return text != NULL && strncmp(text, " left", 5) == 0 && read_left(text + 5, &noted->left);
}

/* What the notes say: tasks with 1 when they are done, 0 when they were left. */
struct recalled {
    struct zm_table known;
    struct zm_list left; /* in the order of the notes */
    struct zm_tasks_result *result;
};

/* Takes one note in; a task that is noted twice counts once. */
static bool recall_note(struct recalled *recalled, const struct zm_task_noted *noted)
{
    uint8_t *slot = zm_table_insert(&recalled->known, zm_buffer_bytes(&noted->task), NULL);
    if (slot == NULL)
        return false;
    if (*slot == 1)
        return true;
    *slot = 1;
    recalled->result->positions += noted->visited;
    recalled->result->done++;
    read_best(&noted->best, recalled->result);
    for (size_t i = 0; i < noted->left.count; i++) {
        bool fresh;
        if (zm_table_insert(&recalled->known, zm_list_at(&noted->left, i), &fresh) == NULL)
            return false;
        if (fresh)
            zm_list_add(&recalled->left, zm_list_at(&noted->left, i));
    }
    return true;
}

bool zm_task_recall(struct zm_store *store, struct zm_hash128 root, struct zm_list *tasks,
                    struct zm_tasks_result *result)
{
    struct recalled recalled = {.result = result};
    struct zm_buffer note = {0};
    struct zm_task_noted noted = {0};
    char name[ROOT_DIGITS + 1];
    bool good = true;
    snprintf(name, sizeof name, "%016" PRIx64 "%016" PRIx64, root.high, root.low);
    zm_table_init(&recalled.known, 1);
    for (size_t i = 0; i < tasks->count; i++)
        zm_list_add(&recalled.left, zm_list_at(tasks, i));
    for (size_t i = 0; good && zm_store_note(store, i, &note); i++) {
        const char *text = zm_buffer_string(&note);
        if (zm_task_is_note(text) && strncmp(text + strlen(mark), name, ROOT_DIGITS) == 0)
            good = zm_task_read_note(text, &noted) && recall_note(&recalled, &noted);
        zm_buffer_clear(&note);
    }
    zm_list_clear(tasks);
    for (size_t i = 0; i < recalled.left.count; i++) {
        const uint8_t *slot = zm_table_find(&recalled.known, zm_list_at(&recalled.left, i));
        if (slot == NULL || *slot == 0)
            zm_list_add(tasks, zm_list_at(&recalled.left, i));
    }
    good = good && !zm_list_failed(&recalled.left) && !zm_list_failed(tasks);
    zm_table_free(&recalled.known);
    zm_list_free(&recalled.left);
    zm_buffer_free(&note);
    zm_task_noted_free(&noted);
    return good;
}
