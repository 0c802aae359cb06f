/* What the checks of the kinds of entries have in common (store_check.c and the files named in
 * zm_store_check). An entry is right when it follows by the rules from the entries of what comes
 * after it in the game; games end, so when each is right given the others, all are. Kinds that are
 * not so are made again from the rules. */
#ifndef ZM_CARE_STORE_CHECK_H
#define ZM_CARE_STORE_CHECK_H

#include "care/store_care.h"
#include "base/table.h"
#include "solve/calculation.h"

#define ZM_KEYS_SUMS "sums with reduced trees"

struct zm_store_checking {
    struct zm_store *store;
    const struct zm_store_header *header;
    struct zm_problem problem; /* as the header says; its run has no store */
    struct zm_store_report *report;
    struct zm_error *error;
    uint32_t easiest; /* of the wrong entries */
};

/* Counts a wrong entry; the easiest one is named: others that are wrong may lean on it. */
void zm_store_wrong(struct zm_store_checking *checking, uint32_t difficulty, const char *text,
                    const char *why);
/* All entries of a kind as they stand, in a store in memory; NULL without memory. */
struct zm_store *zm_store_in_memory(struct zm_store *store, enum zm_kind kind,
                                    struct zm_error *error);
/* A table of the keys of a kind, with their values (struct zm_value). */
enum zm_status zm_store_table(struct zm_store *store, enum zm_kind kind, struct zm_table *table,
                              struct zm_error *error);
/* An option of a job of the store, and the position it is about; false: there is no such job. Texts
 * are empty when the job does not say. */
bool zm_store_job_says(struct zm_store *store, size_t index, const char *option,
                       struct zm_buffer *position, struct zm_buffer *text);

/* The checks. ZM_OK also when entries are wrong: those are counted. */
enum zm_status zm_check_sums(struct zm_store_checking *checking);
enum zm_status zm_check_bounds(struct zm_store_checking *checking);
enum zm_status zm_check_distances(struct zm_store_checking *checking);
enum zm_status zm_check_strong(struct zm_store_checking *checking);
enum zm_status zm_check_winnable(struct zm_store_checking *checking);
enum zm_status zm_check_boards(struct zm_store_checking *checking);

/* store_lost.c: puts the lost positions that prove the outcome of a question into `kept`, with the
 * help of those in the run's store. */
struct zm_question;
enum zm_status zm_keep_lost(const struct zm_question *question, struct zm_run *run,
                            enum zm_outcome outcome, struct zm_store *kept, struct zm_error *error);

#endif
