/* The kinds of stores outside the program, one line each; the first that takes a name opens it. */
#include "store/lmdb.h"

static const struct zm_store_driver *const drivers[] = {
    &zm_lmdb_driver, /* takes every name: the path of a file */
};

static const struct zm_store_driver *driver_of(const char *where)
{
    size_t i = 0;
    while (i + 1 < sizeof drivers / sizeof *drivers && !drivers[i]->takes(where))
        i++;
    return drivers[i];
}

enum zm_status zm_store_open(const char *where, enum zm_store_mode mode,
                             const struct zm_store_header *header, size_t memory,
                             struct zm_store **store, struct zm_error *error)
{
    return driver_of(where)->open(where, mode, header, memory, store, error);
}

bool zm_store_is_store(const char *where)
{
    return driver_of(where)->is_store(where);
}
