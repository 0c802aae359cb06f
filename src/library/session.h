/* What the parts of the public interface share: sessions and their options. */
#ifndef ZM_LIBRARY_SESSION_H
#define ZM_LIBRARY_SESSION_H

#include "zermelo/zermelo.h"

#include "api/question.h"

#include <jansson.h>

/* Options as the caller wrote them, "name=value", taken apart. */
struct zm_given {
    char **texts;
    struct zm_option *options;
    size_t count;
};

struct zermelo {
    const struct zm_game *game;
    struct zm_made *made; /* NULL: a game of the registry */
    struct zm_given given;
    struct zm_store *store; /* kept from one question to the next */
    struct zm_run run;      /* of what is computed now: zermelo_stop ends it */
    void (*tell)(void *context, const struct zermelo_progress *progress);
    void *tell_context;
    struct zm_buffer json, certificate, claim, report; /* handed out */
    struct zm_error error;
};

/* Takes options apart, behind those of `before` (may be NULL). */
enum zm_status zm_given_read(struct zm_given *given, const struct zm_given *before,
                             const char *const *options, struct zm_error *error);
void zm_given_free(struct zm_given *given);

/* Begins something that zermelo_stop can end, and that tells how far it is. */
void zm_session_begin(zermelo *session);
/* What became of it: an error of the caller's own game comes before everything else. */
enum zm_status zm_session_end(zermelo *session, enum zm_status status);
/* Opens a question about a position for what the session is to compute. */
enum zm_status zm_session_open(zermelo *session, const char *position, const char *compute,
                               struct zm_question *question);
/* The same, as the beginning of something that zermelo_stop can end. */
enum zm_status zm_session_ask(zermelo *session, const char *position, const char *compute,
                              struct zm_question *question);
/* Answers a question with what the session knows already. */
enum zm_status zm_session_answer(zermelo *session, struct zm_question *question,
                                 struct zm_answer *found);
/* Closes a question; what was found stays with the session. */
void zm_session_release(zermelo *session, struct zm_question *question);
/* Writes an object, whose reference it takes, as text. */
enum zm_status zm_session_print(zermelo *session, json_t *object, struct zm_buffer *text);

#endif
