/* Certificates for the answers of questions, and the filling of their holes by search. */
#ifndef ZM_API_CERTIFY_H
#define ZM_API_CERTIFY_H

#include "api/question.h"
#include "proof/check/certificate.h"
#include "proof/check/score_certificate.h"
#include "proof/check/strategy.h"

/* Makes the certificate of an answer out of what the run has stored, and verifies it: on ZM_OK
 * `answer->verified` is set and the certificate is the caller's to free. */
enum zm_status zm_certify(struct zm_question *question, struct zm_run *run,
                          struct zm_answer *answer, struct zm_certificate *certificate,
                          struct zm_error *error);
/* The same for scored games (certify_score.c): the score, or the contracts that decide an outcome.
 */
enum zm_status zm_certify_score(struct zm_question *question, struct zm_run *run,
                                struct zm_answer *answer, struct zm_score_certificate *certificate,
                                struct zm_error *error);
/* Is an answer of the question proved by a strategy (certify_strategy.c)? So it is in games of two
 * players that neither are impartial sums nor have scores of components. */
bool zm_certifies_by_strategy(const struct zm_question *question);
/* Sets `text` to such a certificate, verified. */
enum zm_status zm_certify_strategy(struct zm_question *question, struct zm_run *run,
                                   struct zm_answer *answer, struct zm_buffer *text,
                                   size_t *entries, struct zm_error *error);
/* Appends the text of a certificate, verified, of whichever kind suits the question. */
enum zm_status zm_certify_text(struct zm_question *question, struct zm_run *run,
                               struct zm_answer *answer, struct zm_buffer *text,
                               struct zm_error *error);
/* zm_certify without reduced trees in misère play: entries are sums of positions, for drawings. */
enum zm_status zm_certify_positions(struct zm_question *question, struct zm_run *run,
                                    struct zm_answer *answer, struct zm_certificate *certificate,
                                    struct zm_error *error);
/* Opens a question with the rules "name=value name=value" and further options. */
enum zm_status zm_question_of_rules(const char *game, const char *position, const char *rules,
                                    const struct zm_option *options, size_t count,
                                    const struct zm_param *extra, struct zm_question *question,
                                    struct zm_error *error);
/* Opens a question about the certificate's game and position, for `zm_plug`. */
enum zm_status zm_certificate_question(const struct zm_certificate *certificate,
                                       struct zm_question *question, struct zm_error *error);
/* Makes the certificate complete by searching for what it lacks, keeping only what its claim needs;
 * `plugged` is set to the number of holes. */
enum zm_status zm_plug(struct zm_certificate *certificate, struct zm_question *question,
                       struct zm_run *run, size_t *plugged, struct zm_error *error);

#endif
