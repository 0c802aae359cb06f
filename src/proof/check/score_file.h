/* Proofs about scores as the thesis's program kept them: a text file
 *     [Positions+Score]
 *     A*EALALB*E 2
 *     ...
 * sorted by position, where the number is a proved upper bound on the score of the player to move
 * (the largest contract not known to be lost). The text of the thesis says "the smallest contract
 * known impossible", but its printed files hold that contract less one; see docs/dots-and-boxes.md.
 * Entries are positions in the game's public grammar. */
#ifndef ZM_PROOF_CHECK_SCORE_FILE_H
#define ZM_PROOF_CHECK_SCORE_FILE_H

#include "base/run.h"
#include "base/table.h"
#include "games/game.h"

#define ZM_SCORE_FILE_HEADER "[Positions+Score]"

struct zm_score_file {
    struct zm_list positions; /* sorted, as text */
    int32_t *bounds;
    size_t capacity;
};

void zm_score_file_free(struct zm_score_file *file);
enum zm_status zm_score_file_add(struct zm_score_file *file, struct zm_bytes position,
                                 int32_t bound, struct zm_error *error);
enum zm_status zm_score_file_parse(struct zm_score_file *file, const char *text,
                                   struct zm_error *error);
/* The lines after the header; `line` is the number of the first. */
enum zm_status zm_score_file_parse_lines(struct zm_score_file *file, const char *text, size_t line,
                                         struct zm_error *error);
/* Puts the least bound of every normal form into a table of int32_t, which the caller began. */
enum zm_status zm_score_file_table(const struct zm_score_file *file, const struct zm_instance *game,
                                   struct zm_table *table, struct zm_error *error);
/* Calls `visit` with each bound, at the normal form of its position, until it returns an error. */
enum zm_status zm_score_file_each(const struct zm_score_file *file, const struct zm_instance *game,
                                  enum zm_status (*visit)(void *context, struct zm_bytes normal,
                                                          int32_t bound),
                                  void *context, struct zm_error *error);

/* What checking a file says. */
struct zm_score_proof {
    enum zm_outcome outcome;  /* of the contract; ZM_UNDECIDED: the file does not prove it */
    size_t holes;             /* positions that would have to be lost and are not listed so */
    struct zm_buffer example; /* one of them, as "contract - position" */
};

void zm_score_proof_free(struct zm_score_proof *proof);

/* Checks that the file proves whether the player to move in a board position gets `contract`
 * points: from the root down, every option of every entry that is needed, by the rules alone.
 * `game` decides the normal forms; its bounds are not used. Contradicting entries are no error:
 * each entry used is itself checked. Those are added to `used` (NULL: nowhere). `run` may be NULL. */
enum zm_status zm_score_file_verify(const struct zm_score_file *file,
                                    const struct zm_instance *game, struct zm_bytes position,
                                    int32_t contract, struct zm_run *run,
                                    struct zm_score_file *used, struct zm_score_proof *proof,
                                    struct zm_error *error);

/* Upper bounds on scores, wherever they are kept. */
struct zm_score_bounds {
    void *context;
    bool (*find)(void *context, struct zm_bytes normal, int32_t *bound);
};

/* Finds a bound in such a table; for zm_score_bounds. */
bool zm_score_table_find(void *table, struct zm_bytes normal, int32_t *bound);

/* The same by bounds from elsewhere; those that are needed are added to `used` (NULL: nowhere). */
enum zm_status zm_score_walk(const struct zm_score_bounds *bounds, const struct zm_instance *game,
                             struct zm_bytes position, int32_t contract, struct zm_run *run,
                             struct zm_score_file *used, struct zm_score_proof *proof,
                             struct zm_error *error);

#endif
