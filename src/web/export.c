/* A table as text; see export.h. */
#include "web/export.h"

#include "care/key_text.h"

#include <stdlib.h>

enum { MOST_EXPORTED = 200000 }; /* entries */

enum zm_status zm_export_json(const struct zm_question *question, json_t *object,
                              struct zm_error *error)
{
    struct zm_store_header header = {0};
    struct zm_key_owner owner;
    char *text = NULL;
    size_t size = 0;
    if (zm_store_stats(question->store).entries > MOST_EXPORTED)
        return zm_fail(error, ZM_BAD_INPUT,
                       "more than %d entries are not sent; 'zermelo serve --store FOLDER' keeps "
                       "them on disk",
                       MOST_EXPORTED);
    enum zm_status status = zm_question_header(question, &header, error);
    if (status == ZM_OK)
        status = zm_key_owner_open(&header, &owner, error);
    FILE *out = status == ZM_OK ? open_memstream(&text, &size) : NULL;
    if (status == ZM_OK) {
        status = out == NULL ? zm_fail_memory(error)
                             : zm_store_export(question->store, &header, &owner.keys, out, error);
        zm_key_owner_close(&owner);
    }
    if (out != NULL && fclose(out) != 0 && status == ZM_OK)
        status = zm_fail_memory(error);
    if (status == ZM_OK)
        json_object_set_new(object, "text", json_stringn(text, size));
    free(text);
    zm_store_header_free(&header);
    return status;
}
