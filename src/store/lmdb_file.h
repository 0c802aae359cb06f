/* What lmdb.c (the store) and lmdb_file.c (opening the file, its header, its jobs) share. */
#ifndef ZM_STORE_LMDB_FILE_H
#define ZM_STORE_LMDB_FILE_H

#include "base/list.h"
#include "store/lmdb.h"

#include <lmdb.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ZM_LMDB_READERS = 64 };

struct lmdb_store {
    struct zm_store store;
    char *path;
    int use; /* the descriptor that marks it; negative: none (store/use.h) */
    struct zm_store_header header;
    MDB_env *environment;
    MDB_dbi kinds[ZM_KIND_COUNT], about, jobs;
    struct zm_store *memory;
    size_t memory_limit;
    atomic_bool complete; /* memory knows all that the file does */

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t work;  /* for the writer: the queue is long, somebody waits, or the end */
    pthread_cond_t done;  /* for the others: a transaction has ended */
    pthread_t writer;
    bool has_writer, closing;
    struct zm_list queue;              /* kind, value, key */
    uint64_t added, written, wanted;   /* results ever queued, ever written, asked to be written */
    struct zm_error failure;           /* status ZM_OK: none */
    MDB_txn *readers[ZM_LMDB_READERS]; /* transactions that have been reset */
    size_t reader_count;
};

static inline MDB_val zm_lmdb_value(const void *data, size_t size)
{
    return (MDB_val){.mv_size = size, .mv_data = (void *)data};
}

enum zm_status zm_lmdb_fail(struct lmdb_store *lmdb, int code, const char *doing,
                            struct zm_error *error);
/* A transaction that reads, from those kept for reuse; NULL: none can be had. */
MDB_txn *zm_lmdb_begin_reading(struct lmdb_store *lmdb);
void zm_lmdb_end_reading(struct lmdb_store *lmdb, MDB_txn *reader);
/* Opens the file at lmdb->path with its databases, and reads its header or writes it. */
enum zm_status zm_lmdb_open_file(struct lmdb_store *lmdb, enum zm_store_mode mode,
                                 const struct zm_store_header *header, struct zm_error *error);

#endif
