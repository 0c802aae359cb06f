/* Best-first proof-number search; see proof_number.c. */
#ifndef ZM_SEARCH_PROOF_NUMBER_H
#define ZM_SEARCH_PROOF_NUMBER_H

#include "search/search.h"

extern const struct zm_search zm_proof_number;

#endif
