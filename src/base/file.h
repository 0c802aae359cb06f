/* Files that a user named: the only place that opens a path from outside. Reading has a bound and
 * looks at the run between blocks; writing goes to a temporary name beside the file and takes its
 * place in one step (atomic rename), so that nothing is left half-written. */
#ifndef ZM_BASE_FILE_H
#define ZM_BASE_FILE_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/run.h"

#include <stdio.h>

enum zm_file_kind {
    ZM_FILE_PLAIN, /* a file on a disk: nothing that waits or never ends */
    ZM_FILE_ANY,   /* a pipe or a terminal too */
};

/* The most that is read of what people write by hand (positions, jobs, games played), and of what
 * programs write (proofs, tables). */
#define ZM_FILE_HAND_MOST (UINT64_C(16) << 20)
#define ZM_FILE_PROGRAM_MOST (UINT64_C(16) << 30)

/* Adds the whole file to `bytes`. `run` (NULL: none) stops it. A file that cannot be read, is of
 * another kind or is larger than `most` bytes is bad input. */
enum zm_status zm_file_read(const char *path, enum zm_file_kind kind, uint64_t most,
                            struct zm_run *run, struct zm_buffer *bytes, struct zm_error *error);
/* Reads a text: lines may end as in other systems (CRLF becomes LF); a NUL is bad input. */
enum zm_status zm_file_read_text(const char *path, enum zm_file_kind kind, uint64_t most,
                                 struct zm_run *run, struct zm_buffer *text,
                                 struct zm_error *error);
/* Opens a file to be read as a stream, by what keeps no whole file in memory. */
enum zm_status zm_file_open(const char *path, enum zm_file_kind kind, FILE **file,
                            struct zm_error *error);
/* Adds one line at the end of a file; makes the file when there is none. */
enum zm_status zm_file_append(const char *path, const char *line, struct zm_error *error);

/* A file being written: give `stream` what belongs there, then close. */
struct zm_output {
    FILE *stream;
    char *path, *temporary; /* temporary NULL: written in place (a device, standard output) */
};

/* `path` NULL: standard output. */
enum zm_status zm_output_open(struct zm_output *output, const char *path, struct zm_error *error);
/* Puts the file in its place when `status` is ZM_OK and all was written, else removes it. Returns
 * `status`, or what went wrong now. */
enum zm_status zm_output_close(struct zm_output *output, enum zm_status status,
                               struct zm_error *error);
/* All three at once. */
enum zm_status zm_file_write(const char *path, struct zm_bytes bytes, struct zm_error *error);

#endif
