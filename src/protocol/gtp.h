/* GTP, the Go Text Protocol, version 2 (Farnebäck 2002), for every game of two players: one command
 * a line, one answer each. Side 0 is black, side 1 white; moves go by their names. */
#ifndef ZM_PROTOCOL_GTP_H
#define ZM_PROTOCOL_GTP_H

#include "api/thinker.h"

struct zm_gtp;

/* Who hears what is said while a command is being obeyed (live analysis), and knows whether the next
 * one waits. */
struct zm_gtp_listener {
    void *context;
    void (*say)(void *context, const char *text); /* NULL: nothing is said */
    bool (*waiting)(void *context);
};

/* Sits down to a game; the texts and the options, which may name files, outlive it. `position`
 * NULL: the usual start. */
enum zm_status zm_gtp_open(const char *game, const char *position, const struct zm_option *options,
                           size_t count, struct zm_run *run, struct zm_gtp **gtp,
                           struct zm_error *error);
void zm_gtp_close(struct zm_gtp *gtp);
void zm_gtp_listen(struct zm_gtp *gtp, struct zm_gtp_listener listener);
/* Obeys one line, which is changed, and sets `answer` to what is to be written ("" for an empty
 * line). Returns false after `quit`. */
bool zm_gtp_obey(struct zm_gtp *gtp, char *line, struct zm_buffer *answer);

#endif
