/* The one door of the checker: the text of a certificate of any kind goes in, what it proves comes
 * out. `zermelo verify` and `zermelo-verify` go through it. */
#ifndef ZM_PROOF_CHECK_CHECK_H
#define ZM_PROOF_CHECK_CHECK_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/run.h"
#include "games/game.h"

#define ZM_CERTIFICATE_HEADER "zermelo certificate"

struct zm_checked {
    struct zm_buffer claim;   /* "cram 5x6, normal play: nimber 2" */
    struct zm_buffer because; /* why one claim is about all that the position stands for */
    size_t entries;
};

void zm_checked_free(struct zm_checked *checked);
/* Checks a text, which is changed; `path` is only for messages. ZM_OK: the claim is proved.
 * ZM_WRONG: it is not, and `error` says why; ZM_BAD_INPUT: it is no certificate; ZM_STOPPED: the
 * run (which may be NULL) was stopped. `checked` holds what was read before that. */
enum zm_status zm_check_text(struct zm_buffer *text, const char *path, struct zm_run *run,
                             struct zm_checked *checked, struct zm_error *error);
/* The same of a text that may be about a game which is not in the registry; NULL: there is none. */
enum zm_status zm_check_text_of(const struct zm_game *own, struct zm_buffer *text, const char *path,
                                struct zm_run *run, struct zm_checked *checked,
                                struct zm_error *error);

#endif
