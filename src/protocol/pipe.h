/* Another program, spoken to in lines over its standard input and output. It runs in a process
 * group of its own, which is ended when the pipe is closed, whatever it started. */
#ifndef ZM_PROTOCOL_PIPE_H
#define ZM_PROTOCOL_PIPE_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/run.h"

struct zm_pipe;

/* Starts `command` by the shell. */
enum zm_status zm_pipe_open(const char *command, struct zm_pipe **pipe, struct zm_error *error);
/* Without asking it: closes its input, waits a moment, then kills what is left. NULL: nothing to do. */
void zm_pipe_close(struct zm_pipe *pipe);
/* Writes a text within `seconds`. ZM_FAILED: the program is gone or does not read. */
enum zm_status zm_pipe_write(struct zm_pipe *pipe, const char *text, double seconds,
                             struct zm_run *run, struct zm_error *error);
/* Reads one line, without its end, within `seconds` (0: as long as it takes). ZM_FAILED: the
 * program is gone, is silent, or writes a line without end; ZM_STOPPED: the run was stopped. */
enum zm_status zm_pipe_read(struct zm_pipe *pipe, double seconds, struct zm_run *run,
                            struct zm_buffer *line, struct zm_error *error);

#endif
