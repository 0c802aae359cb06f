/* A run that fills its memory keeps proofs and goes on. */
#ifndef ZM_API_COMPACTION_H
#define ZM_API_COMPACTION_H

#include "api/question.h"

/* For zm_run.tidy, with the question as context: when the store in memory has come near the limit
 * of the run, keeps about two thirds of it. */
void zm_compact_memory(void *question, struct zm_run *run);

#endif
