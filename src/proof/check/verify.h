/* Checking a certificate against the rules alone; see verify.c. */
#ifndef ZM_PROOF_CHECK_VERIFY_H
#define ZM_PROOF_CHECK_VERIFY_H

#include "base/run.h"
#include "proof/check/certificate.h"

/* ZM_OK: every entry and the claim are proved. ZM_WRONG: `error` names the first hole. ZM_STOPPED:
 * the run (which may be NULL) was stopped. */
enum zm_status zm_verify(const struct zm_certificate *certificate, struct zm_run *run,
                         struct zm_error *error);

/* Checks nimbers of components against one another, each by the same rule, without a claim.
 * ZM_WRONG: `wrong` of them are not shown by the others; `error` names the easiest one, on which
 * others that are wrong may lean. */
enum zm_status zm_verify_nimbers(const struct zm_instance *instance, const struct zm_table *entries,
                                 struct zm_run *run, size_t *wrong, struct zm_error *error);

#endif
