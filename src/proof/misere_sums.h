/* The sums of a certificate of misère play, with reduced trees or without: their options, and what
 * theory knows of them; for who makes proofs. */
#ifndef ZM_PROOF_MISERE_SUMS_H
#define ZM_PROOF_MISERE_SUMS_H

#include "proof/check/certificate.h"

/* Adds the options of a sum to a list, some perhaps more than once, and says whether it is over: it
 * has no moves at all. */
enum zm_status zm_sum_all_options(const struct zm_certificate *certificate, struct zm_bytes sum,
                                  struct zm_list *options, bool *over, struct zm_error *error);
/* What theory knows of a sum, for the player to move; ZM_UNDECIDED: nothing. */
enum zm_outcome zm_sum_theory(const struct zm_certificate *certificate, struct zm_bytes sum);

#endif
