/* The store on disk: LMDB, one file (and its lock file), crash-safe. */
#ifndef ZM_STORE_LMDB_H
#define ZM_STORE_LMDB_H

#include "store/store.h"

extern const struct zm_store_driver zm_lmdb_driver;

#endif
