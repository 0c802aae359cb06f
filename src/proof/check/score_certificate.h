/* A certificate of a score: a claim about a board position of a scored game and the lost contracts
 * that prove it, as text that anybody can check. */
#ifndef ZM_PROOF_CHECK_SCORE_CERTIFICATE_H
#define ZM_PROOF_CHECK_SCORE_CERTIFICATE_H

#include "proof/check/score_file.h"

/* A claim about a board position. A score s is the claim that s is won and s + 1 is lost. */
struct zm_score_claim {
    int32_t won;  /* a contract that is won; 0: none is claimed */
    int32_t lost; /* a contract that is lost; INT32_MAX: none is claimed */
};

struct zm_score_certificate {
    struct zm_instance instance; /* the game, without bounds that give no strategy */
    struct zm_buffer rules, position;
    struct zm_buffer drawn; /* the position */
    struct zm_score_claim claim;
    struct zm_score_file entries;
};

/* An empty certificate for a board position of a game with these settings. */
enum zm_status zm_score_certificate_begin(struct zm_score_certificate *certificate,
                                          const struct zm_game *game,
                                          const struct zm_settings *settings,
                                          struct zm_bytes position, struct zm_error *error);
void zm_score_certificate_free(struct zm_score_certificate *certificate);
/* "score 3", "contract 4 is lost". */
void zm_score_claim_print(struct zm_score_claim claim, struct zm_buffer *text);

/* Is a text that begins as a certificate one of a score? */
bool zm_score_certificate_is(const char *text);
/* Reads a text, which it changes. On an error nothing is left to free. */
enum zm_status zm_score_certificate_parse(struct zm_score_certificate *certificate, char *text,
                                          struct zm_error *error);
/* ZM_WRONG: the entries do not prove the claim; `error` names a hole. ZM_STOPPED: the run (which
 * may be NULL) was stopped. */
enum zm_status zm_score_certificate_verify(const struct zm_score_certificate *certificate,
                                           struct zm_run *run, struct zm_error *error);
/* The same; the entries that the proof leans on, each of which was checked, are added to `used`. */
enum zm_status zm_score_certificate_follow(const struct zm_score_certificate *certificate,
                                           struct zm_run *run, struct zm_score_file *used,
                                           struct zm_error *error);
/* With what it is about: "dots 2x2, normal play: score 3". */
void zm_score_certificate_describe(const struct zm_score_certificate *certificate,
                                   struct zm_buffer *text);

#endif
