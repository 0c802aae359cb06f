/* Stores that solves have filled; see filled.h. */
#include "store/filled.h"

#include <unistd.h>

static char folder[] = "/tmp/zermelo-stores-XXXXXX";

int filled_begin(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

int filled_end(void **state)
{
    static const char *const names[] = {"whole", "changed", "other"};
    char path[64];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        path_of(names[i], path);
    return rmdir(folder);
}

void path_of(const char *name, char path[64])
{
    char lock[80];
    snprintf(path, 64, "%s/%s", folder, name);
    snprintf(lock, sizeof lock, "%s-lock", path);
    remove(path);
    remove(lock);
}

size_t open_question(const struct solve *solve, const char *path, struct zm_question *question,
                     struct zm_run *run)
{
    struct zm_option options[5];
    struct zm_error error = {0};
    size_t count = 0;
    while (count < 4 && solve->options[count].name != NULL) {
        options[count] = solve->options[count];
        count++;
    }
    options[count] = (struct zm_option){"store", path};
    zm_run_begin(run);
    if (zm_question_open_local(question, solve->game, solve->position, options, count + 1, NULL,
                               &error) != ZM_OK ||
        zm_question_run(question, run, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return count;
}

void solve(const struct solve *solve, const char *path, struct zm_buffer *result)
{
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    struct zm_buffer job = {0};
    struct zm_run run;
    size_t count = open_question(solve, path, &question, &run);
    if (zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error) !=
        ZM_OK)
        fail_msg("%s", error.text);
    zm_buffer_clear(result);
    zm_answer_print(&answer, result);
    zm_buffer_format(&job, "{\"position\":\"%s\",\"options\":{", solve->position);
    for (size_t i = 0; i < count; i++)
        zm_buffer_format(&job, "%s\"%s\":\"%s\"", i == 0 ? "" : ",", solve->options[i].name,
                         solve->options[i].text);
    zm_buffer_text(&job, "}}");
    assert_int_equal(zm_store_add_note(question.store, zm_buffer_bytes(&job), &error), ZM_OK);
    zm_buffer_free(&job);
    zm_answer_free(&answer);
    zm_question_close(&question);
}

enum zm_status check(const char *path, struct zm_store_report *report, struct zm_error *error)
{
    struct zm_store *store;
    struct zm_run run;
    zm_run_begin(&run);
    if (zm_store_open(path, ZM_STORE_READ, NULL, 0, &store, error) != ZM_OK)
        fail_msg("%s", error->text);
    enum zm_status status = zm_store_check(store, &run, report, error);
    zm_store_close(store);
    return status;
}

bool add_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    struct entries *entries = context;
    if (entries->count == entries->capacity) {
        entries->capacity = entries->capacity * 2 + 64;
        entries->items = realloc(entries->items, entries->capacity * sizeof *entries->items);
        assert_non_null(entries->items);
    }
    struct entry *entry = &entries->items[entries->count++];
    *entry = (struct entry){.kind = entries->kind, .size = key.size, .value = value};
    assert_true(key.size <= sizeof entry->key);
    memcpy(entry->key, key.data, key.size);
    return true;
}

static void read_entries(struct zm_store *store, struct entries *entries)
{
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++) {
        entries->kind = (enum zm_kind)kind;
        store->class->each(store, entries->kind, add_entry, entries);
    }
}

void write_changed(struct zm_store *old, const struct entries *entries, size_t without,
                   const struct entry *with, const char *path)
{
    struct zm_store *store;
    struct zm_error error = {0};
    struct zm_buffer job = {0};
    if (zm_store_open(path, ZM_STORE_CREATE, zm_store_header(old), 0, &store, &error) != ZM_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; zm_store_note(old, i, &job); i++)
        assert_int_equal(zm_store_add_note(store, zm_buffer_bytes(&job), &error), ZM_OK);
    for (size_t i = 0; i <= entries->count; i++) {
        const struct entry *entry = i < entries->count ? &entries->items[i] : with;
        if (i == without || entry == NULL)
            continue;
        enum zm_status status =
            zm_store_put(store, entry->kind, zm_bytes(entry->key, entry->size), entry->value);
        assert_true(status == ZM_OK || (entry == with && status == ZM_WRONG));
    }
    assert_int_equal(zm_store_flush(store, &error), ZM_OK);
    zm_store_close(store);
    zm_buffer_free(&job);
}

void fill(struct filled *filled, const struct solve *solves, size_t count)
{
    struct zm_error error = {0};
    *filled = (struct filled){0};
    path_of("whole", filled->path);
    for (size_t i = count; i-- > 0;) /* the answer of the first stays */
        if (solves[i].game != NULL)
            solve(&solves[i], filled->path, &filled->result);
    if (zm_store_open(filled->path, ZM_STORE_READ, NULL, 0, &filled->store, &error) != ZM_OK)
        fail_msg("%s", error.text);
    read_entries(filled->store, &filled->entries);
}

void filled_close(struct filled *filled)
{
    zm_store_close(filled->store);
    zm_buffer_free(&filled->result);
    free(filled->entries.items);
    *filled = (struct filled){0};
}
