/* Stores as text that anybody can read, sort and re-check: one header, then for each kind a line
 * with its name in square brackets, then its results, sorted, one a line: the key, a space, the
 * value. */
#ifndef ZM_STORE_TEXT_H
#define ZM_STORE_TEXT_H

#include "base/run.h"
#include "store/store.h"

#include <stdio.h>

/* How the owner of the keys writes them. All may be NULL, and `print` and `parse` may fail (false):
 * the key is then written as its bytes, '=' first, what is not a plain character as %XX. */
struct zm_key_text {
    void *context;
    /* Appends the key as one word without spaces; `parse` must give it back. */
    bool (*print)(void *context, enum zm_kind kind, struct zm_bytes key, struct zm_buffer *text);
    bool (*parse)(void *context, enum zm_kind kind, const char *text, struct zm_buffer *key);
    /* Is it a key that the owner knows how to use? Keys may be typed by hand, and files edited. */
    bool (*known)(void *context, enum zm_kind kind, struct zm_bytes key);
};

/* ZM_OK when every key of a store is known to its owner; else ZM_BAD_INPUT, and the error names
 * one. ZM_STOPPED: the run (which may be NULL) is to stop. */
enum zm_status zm_store_check_keys(struct zm_store *store, const struct zm_key_text *keys,
                                   struct zm_run *run, struct zm_error *error);

/* Appends one result as a line of the text has it, without its end: the key and, behind a space,
 * the value (nothing for a lost position). */
void zm_store_entry_print(const struct zm_key_text *keys, enum zm_kind kind, struct zm_bytes key,
                          struct zm_value value, struct zm_buffer *text);
/* Reads a key of the text; false: it is none that its owner knows. */
bool zm_store_key_parse(const struct zm_key_text *keys, enum zm_kind kind, const char *text,
                        struct zm_buffer *key);
/* The kind of this name; ZM_KIND_COUNT: there is none. */
enum zm_kind zm_kind_named(const char *name);

/* Writes all results of a store. `keys` may be NULL. ZM_BAD_INPUT: the owner does not know a key;
 * the error names it, all others are written. */
enum zm_status zm_store_export(struct zm_store *store, const struct zm_store_header *header,
                               const struct zm_key_text *keys, FILE *out, struct zm_error *error);
/* Reads the header of a text. */
enum zm_status zm_store_text_header(FILE *in, struct zm_store_header *header,
                                    struct zm_error *error);
/* Reads the results after the header into `store`. ZM_WRONG: one contradicts the store; the error
 * says which, the others are in. ZM_BAD_INPUT: a line is wrong, or its key is none that the owner
 * knows; what comes before it is in. `count` is set to the number of results read. */
enum zm_status zm_store_import(FILE *in, struct zm_store *store, const struct zm_key_text *keys,
                               uint64_t *count, struct zm_error *error);
/* Puts all results of `from` into `into`. ZM_WRONG as above; `wrong` is set to their number. */
enum zm_status zm_store_merge(struct zm_store *from, struct zm_store *into,
                              const struct zm_key_text *keys, uint64_t *count, uint64_t *wrong,
                              struct zm_error *error);

#endif
