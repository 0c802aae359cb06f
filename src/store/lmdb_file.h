/* What lmdb.c (the entries) and lmdb_file.c (opening the file, its header, its notes) share. */
#ifndef ZM_STORE_LMDB_FILE_H
#define ZM_STORE_LMDB_FILE_H

#include "store/lmdb.h"

#include <lmdb.h>
#include <pthread.h>

enum { ZM_LMDB_READERS = 64 };

struct lmdb_store {
    struct zm_store store;
    char *path;
    int use; /* the descriptor that marks it; negative: none (store/use.h) */
    struct zm_store_header header;
    MDB_env *environment;
    MDB_dbi kinds[ZM_KIND_COUNT], about, notes;
    pthread_mutex_t lock;              /* of the readers */
    MDB_txn *readers[ZM_LMDB_READERS]; /* transactions that have been reset */
    size_t reader_count;
};

static inline MDB_val zm_lmdb_value(const void *data, size_t size)
{
    return (MDB_val){.mv_size = size, .mv_data = (void *)data};
}

/* What every file of LMDB needs, whatever is in it: opens one with up to so many databases; returns
 * LMDB's code. */
int zm_lmdb_environment(const char *path, unsigned databases, unsigned flags,
                        MDB_env **environment);
/* Is the file of an environment cut by much? Its pages must not be touched then. */
bool zm_lmdb_truncated(MDB_env *environment, const char *path);

enum zm_status zm_lmdb_fail(struct lmdb_store *lmdb, int code, const char *doing,
                            struct zm_error *error);
/* A transaction that reads, from those kept for reuse; NULL: none can be had. */
MDB_txn *zm_lmdb_begin_reading(struct lmdb_store *lmdb);
void zm_lmdb_end_reading(struct lmdb_store *lmdb, MDB_txn *reader);
/* Commits a transaction when `code` is 0, else gives it up (NULL: there is none); returns what went
 * wrong. */
int zm_lmdb_end_writing(MDB_txn *transaction, int code);
/* Opens the file at lmdb->path with its databases, and reads its header or writes it. */
enum zm_status zm_lmdb_open_file(struct lmdb_store *lmdb, enum zm_store_mode mode,
                                 const struct zm_store_header *header, struct zm_error *error);
/* The notes, as zm_store_class has them. */
enum zm_status zm_lmdb_add_note(struct zm_store *store, struct zm_bytes text,
                                struct zm_error *error);
bool zm_lmdb_note(struct zm_store *store, size_t index, struct zm_buffer *text);

#endif
