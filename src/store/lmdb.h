/* The store on disk: LMDB, one file (and its lock file), crash-safe. What lmdb.c offers beyond the
 * interface of store.h: the header that says what a store is for, and the jobs that filled it. */
#ifndef ZM_STORE_LMDB_H
#define ZM_STORE_LMDB_H

#include "base/buffer.h"
#include "store/store.h"

enum { ZM_STORE_FORMAT = 1 };

/* What the entries of a store mean. Two stores with equal headers can be merged. */
struct zm_store_header {
    struct zm_buffer game;  /* its name */
    struct zm_buffer rules; /* its parameters, "name=value name=value" */
    struct zm_buffer play;  /* "normal" or "misere" */
    struct zm_buffer keys;  /* what the keys are: zm_calculation.keys */
    unsigned canon;         /* the version of the canonical form */
    unsigned format;        /* ZM_STORE_FORMAT */
};

void zm_store_header_free(struct zm_store_header *header);
enum zm_status zm_store_header_copy(const struct zm_store_header *header,
                                    struct zm_store_header *copy, struct zm_error *error);
/* ZM_OK when equal; else ZM_BAD_INPUT, and the error says what differs and what to do. */
enum zm_status zm_store_header_match(const struct zm_store_header *found,
                                     const struct zm_store_header *wanted, const char *path,
                                     struct zm_error *error);

enum zm_store_mode {
    ZM_STORE_READ,   /* must exist; nothing is written */
    ZM_STORE_WRITE,  /* must exist */
    ZM_STORE_CREATE, /* made when it does not exist: `header` must be given */
    ZM_STORE_ALONE,  /* must exist; no other process may have it open for writing */
};

/* Opens the store of a file. `header` is what the caller needs it to be (NULL: anything); `memory`
 * bounds what is cached of it (0: no bound). ZM_FAILED: the disk does not let us. */
enum zm_status zm_lmdb_open(const char *path, enum zm_store_mode mode,
                            const struct zm_store_header *header, size_t memory,
                            struct zm_store **store, struct zm_error *error);
/* Does the file look like a store? Nothing is opened or locked. */
bool zm_lmdb_is_store(const char *path);
/* The header of an open store on disk; belongs to the store. NULL: `store` is of another class. */
const struct zm_store_header *zm_lmdb_header(const struct zm_store *store);
/* The number of entries of a kind. */
uint64_t zm_lmdb_count(struct zm_store *store, enum zm_kind kind);
/* Keeps the record of a job (one text), or gives the text number `index`, in order of addition. */
enum zm_status zm_lmdb_add_job(struct zm_store *store, struct zm_bytes text,
                               struct zm_error *error);
bool zm_lmdb_job(struct zm_store *store, size_t index, struct zm_buffer *text);

#endif
