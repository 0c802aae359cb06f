/* A forger of certificates: makes the claim false and adapts the rest as far as a program can. */
#ifndef ZM_TESTS_PROOF_FORGER_H
#define ZM_TESTS_PROOF_FORGER_H

#include "base/error.h"
#include "proof/truth.h"

struct forger {
    const struct forged *honest; /* a certificate that is right */
    const struct truth *truth;   /* about its position */
    struct zm_random *random;
};

/* Sets `forged` to a copy of the honest certificate with another claim, and entries or a header
 * that were changed in one of many ways. */
void forger_begin(struct forger *forger, struct forged *forged);
/* Changes it once more: adds entries where the checker has found a hole. False: nothing was done.
 */
bool forger_mend(struct forger *forger, struct forged *forged, const struct zm_error *error);

#endif
