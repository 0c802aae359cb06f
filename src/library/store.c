/* Stores of the public C interface: looking into a store on disk, over store/text.h and care. */
#include "zermelo/zermelo.h"

#include "api/json.h"
#include "care/key_text.h"
#include "care/store_care.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

struct zermelo_store {
    struct zm_store *store;
    struct zm_key_owner owner;
    struct zm_buffer text, key; /* handed out; scratch */
    struct zm_error error;
};

static enum zm_status open_store(zermelo_store *store, const char *path, struct zm_error *error)
{
    enum zm_status status = zm_store_open(path, ZM_STORE_READ, NULL, 0, &store->store, error);
    if (status == ZM_OK)
        status = zm_key_owner_open(zm_store_header(store->store), &store->owner, error);
    return status;
}

zermelo_store *zermelo_store_open(const char *path, char *error, size_t error_size)
{
    struct zm_error why = {0};
    zermelo_store *store = calloc(1, sizeof *store);
    enum zm_status status = store == NULL ? zm_fail_memory(&why) : open_store(store, path, &why);
    if (status == ZM_OK)
        return store;
    if (error != NULL && error_size > 0)
        snprintf(error, error_size, "%s", why.text);
    zermelo_store_close(store);
    return NULL;
}

void zermelo_store_close(zermelo_store *store)
{
    if (store == NULL)
        return;
    zm_key_owner_close(&store->owner);
    zm_store_close(store->store);
    zm_buffer_free(&store->text);
    zm_buffer_free(&store->key);
    free(store);
}

const char *zermelo_store_error(const zermelo_store *store)
{
    return store->error.text;
}

/* Hands out the text of an object, whose reference it takes. */
static int give(zermelo_store *store, json_t *object, const char **json)
{
    enum zm_status status = zm_json_print(object, &store->text, &store->error);
    *json = status == ZM_OK ? zm_buffer_string(&store->text) : "";
    return status;
}

int zermelo_store_info(zermelo_store *store, const char **json)
{
    const struct zm_store_header *header = zm_store_header(store->store);
    json_t *entries = json_object(), *jobs = json_array();
    store->error = (struct zm_error){0};
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++) {
        uint64_t count = zm_store_count(store->store, (enum zm_kind)kind);
        if (count > 0)
            json_object_set_new(entries, zm_kind_name((enum zm_kind)kind),
                                json_integer((json_int_t)count));
    }
    for (size_t i = 0; zm_store_note(store->store, i, &store->text); i++)
        json_array_append_new(jobs, json_string(zm_buffer_string(&store->text)));
    return give(store,
                json_pack("{s:s,s:s,s:s,s:s,s:i,s:i,s:o,s:o}", "game",
                          zm_buffer_string(&header->game), "rules",
                          zm_buffer_string(&header->rules), "play", zm_buffer_string(&header->play),
                          "keys", zm_buffer_string(&header->keys), "canon", (int)header->canon,
                          "format", (int)header->format, "entries", entries, "jobs", jobs),
                json);
}

/* Entries being shown to the caller. */
struct showing {
    zermelo_store *store;
    enum zm_kind kind;
    int (*see)(void *context, const char *kind, const char *key, const char *value);
    void *context;
    bool enough;
};

/* Sets the store's text to an entry, cut in two behind its key; returns the value. */
static const char *write_entry(zermelo_store *store, enum zm_kind kind, struct zm_bytes key,
                               struct zm_value value)
{
    zm_buffer_clear(&store->text);
    zm_store_entry_print(&store->owner.keys, kind, key, value, &store->text);
    char *space = store->text.failed ? NULL : strchr((char *)store->text.data, ' ');
    if (space == NULL)
        return "";
    *space = 0;
    return space + 1;
}

static bool show(void *context, struct zm_bytes key, struct zm_value value)
{
    struct showing *showing = context;
    zermelo_store *store = showing->store;
    const char *written = write_entry(store, showing->kind, key, value);
    showing->enough =
        store->text.failed || showing->see(showing->context, zm_kind_name(showing->kind),
                                           (const char *)store->text.data, written) != 0;
    return !showing->enough;
}

int zermelo_store_each(zermelo_store *store,
                       int (*see)(void *context, const char *kind, const char *key,
                                  const char *value),
                       void *context)
{
    struct showing showing = {.store = store, .see = see, .context = context};
    store->error = (struct zm_error){0};
    for (int kind = 0; kind < ZM_KIND_COUNT && !showing.enough; kind++) {
        showing.kind = (enum zm_kind)kind;
        store->store->class->each(store->store, showing.kind, show, &showing);
    }
    return store->text.failed ? zm_fail_memory(&store->error) : ZM_OK;
}

int zermelo_store_get(zermelo_store *store, const char *kind, const char *key, const char **value)
{
    struct zm_value found;
    enum zm_kind named = zm_kind_named(kind);
    store->error = (struct zm_error){0};
    *value = NULL;
    if (named == ZM_KIND_COUNT)
        return zm_fail(&store->error, ZM_BAD_INPUT, "'%.40s' is no kind of results", kind);
    if (!zm_store_key_parse(&store->owner.keys, named, key, &store->key))
        return zm_fail(&store->error, ZM_BAD_INPUT, "'%.80s' is not a key of the kind %s", key,
                       kind);
    if (store->key.failed)
        return zm_fail_memory(&store->error);
    if (zm_store_get(store->store, named, zm_buffer_bytes(&store->key), &found))
        *value = write_entry(store, named, zm_buffer_bytes(&store->key), found);
    return store->text.failed ? zm_fail_memory(&store->error) : ZM_OK;
}

int zermelo_store_check(zermelo_store *store, const char **json)
{
    struct zm_store_report report;
    struct zm_run run;
    const char *text = "";
    store->error = (struct zm_error){0};
    zm_run_begin(&run);
    enum zm_status status = zm_store_check(store->store, &run, &report, &store->error);
    if ((status == ZM_OK || status == ZM_WRONG) &&
        give(store,
             json_pack("{s:I,s:I,s:I,s:I}", "entries", (json_int_t)report.checked, "wrong",
                       (json_int_t)report.wrong, "proved", (json_int_t)report.proved, "unreadable",
                       (json_int_t)report.unreadable),
             &text) != ZM_OK)
        status = ZM_FAILED;
    if (json != NULL)
        *json = text;
    return status;
}
