/* The header of a store: what its entries mean; see store.h. */
#include "store/store.h"

void zm_store_header_free(struct zm_store_header *header)
{
    zm_buffer_free(&header->game);
    zm_buffer_free(&header->rules);
    zm_buffer_free(&header->play);
    zm_buffer_free(&header->keys);
    *header = (struct zm_store_header){0};
}

enum zm_status zm_store_header_copy(const struct zm_store_header *header,
                                    struct zm_store_header *copy, struct zm_error *error)
{
    *copy = (struct zm_store_header){.canon = header->canon, .format = header->format};
    zm_buffer_set(&copy->game, zm_buffer_bytes(&header->game));
    zm_buffer_set(&copy->rules, zm_buffer_bytes(&header->rules));
    zm_buffer_set(&copy->play, zm_buffer_bytes(&header->play));
    zm_buffer_set(&copy->keys, zm_buffer_bytes(&header->keys));
    if (!copy->game.failed && !copy->rules.failed && !copy->play.failed && !copy->keys.failed)
        return ZM_OK;
    zm_store_header_free(copy);
    return zm_fail_memory(error);
}

static enum zm_status differs(const char *path, const char *what, const struct zm_buffer *found,
                              const struct zm_buffer *wanted, struct zm_error *error)
{
    if (zm_bytes_equal(zm_buffer_bytes(found), zm_buffer_bytes(wanted)))
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT,
                   "store '%s' has %s '%s', and '%s' is needed; give another file ('zermelo store "
                   "info' tells what a store holds)",
                   path, what, zm_buffer_string(found), zm_buffer_string(wanted));
}

enum zm_status zm_store_header_match(const struct zm_store_header *found,
                                     const struct zm_store_header *wanted, const char *path,
                                     struct zm_error *error)
{
    enum zm_status status = differs(path, "the game", &found->game, &wanted->game, error);
    if (status == ZM_OK)
        status = differs(path, "the rules", &found->rules, &wanted->rules, error);
    if (status == ZM_OK)
        status = differs(path, "the play", &found->play, &wanted->play, error);
    if (status == ZM_OK)
        status = differs(path, "keys of the form", &found->keys, &wanted->keys, error);
    if (status != ZM_OK)
        return status;
    if (found->format != wanted->format)
        return zm_fail(error, ZM_BAD_INPUT,
                       "store '%s' has format %u, and %u is needed; export it with the version of "
                       "the program that made it, and import the text here",
                       path, found->format, wanted->format);
    if (found->canon != wanted->canon)
        return zm_fail(error, ZM_BAD_INPUT,
                       "store '%s' has version %u of the canonical form of %s, and %u is needed; "
                       "give another file (the old store stays good for the version that made it)",
                       path, found->canon, zm_buffer_string(&found->game), wanted->canon);
    return ZM_OK;
}
