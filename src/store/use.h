/* Who uses the file of a store: record locks (advisory, of the open file description) on two bytes
 * far beyond its end. They end with the process, however it ends. Several processes may write at
 * once, and several may read blindly (where LMDB's own lock file cannot be had), but not both; who
 * needs the store alone has it against all of these. Readers whom LMDB itself protects take none.
 */
#ifndef ZM_STORE_USE_H
#define ZM_STORE_USE_H

#include <stdbool.h>

enum zm_store_use {
    ZM_USE_WRITE, /* adds results; others may as well */
    ZM_USE_ALONE, /* empties or replaces the file */
    ZM_USE_BLIND, /* reads without LMDB's lock file */
};

/* Opens `path` and marks the use; `create`: makes the file when there is none. Returns 0 and the
 * descriptor, whose closing ends the use; EAGAIN: another use is in the way; else an error number.
 * Where files cannot be locked at all, the use goes unmarked. */
int zm_store_use(const char *path, enum zm_store_use use, bool create, int *descriptor);

#endif
