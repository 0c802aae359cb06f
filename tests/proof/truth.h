/* What is true of the claim of a certificate, by the rules alone (adversary/naive.h): nothing that
 * solves, proves or checks is asked. */
#ifndef ZM_TESTS_PROOF_TRUTH_H
#define ZM_TESTS_PROOF_TRUTH_H

#include "adversary/naive.h"
#include "proof/forged.h"

/* What the rules say of one position with one set of rules. */
struct truth {
    struct zm_instance game;
    struct naive naive;
    bool explored;           /* else too much can be reached from it */
    struct naive_fact of[2]; /* in normal play, in misère play */
    bool grundy[2], scored;
    int32_t score, points; /* of the player to move from here on, and all that are left */
};

enum claim { CLAIM_TRUE, CLAIM_FALSE, CLAIM_UNKNOWN };

/* Explores the position of a certificate. False: the game does not read it. */
bool truth_open(struct truth *truth, const struct forged *forged);
void truth_close(struct truth *truth);
/* Is the certificate's claim true? Its game, rules and position are those that were opened. */
enum claim truth_of(const struct truth *truth, const struct forged *forged);

#endif
