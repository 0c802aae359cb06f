/* The inside of a quotient, shared by quotient.c (atoms), quotient_proof.c, quotient_learn.c (the
 * guess) and quotient_text.c (the presentation). */
#ifndef ZM_THEORY_QUOTIENT_PARTS_H
#define ZM_THEORY_QUOTIENT_PARTS_H

#include "base/table.h"
#include "theory/quotient.h"

struct zm_atom {
    struct zm_word word; /* a sum of generators that stands for it */
    uint16_t value;
    size_t first_option, options; /* in `option_ends` */
};

struct zm_quotient {
    size_t limit;
    size_t most_outcomes, most_transitions;
    struct zm_atom *atoms;
    size_t atom_count, atom_capacity;
    uint32_t *terms; /* of all options of all atoms */
    size_t term_count, term_capacity;
    uint32_t *option_ends; /* in `terms`; the first entry is 0 */
    size_t end_count, end_capacity;

    uint32_t generators[ZM_GENERATORS];
    size_t generator_count;
    bool involution; /* generator 0 is a heap of 1, twice which is nothing */

    size_t order;
    struct zm_word *words; /* of each element, least first by length, then by letters */
    uint16_t *steps;       /* element * ZM_GENERATORS + generator -> their product */
    uint16_t *products;    /* order * order */
    uint8_t *lost;         /* by element */

    struct zm_transitions *proof;

    /* The learner's: tests that tell classes apart, and outcomes found so far. */
    struct zm_word *contexts;
    size_t context_count, context_capacity;
    struct zm_table outcomes;
};

/* An option of an atom as its terms. */
static inline const uint32_t *zm_option_terms(const struct zm_quotient *quotient,
                                              const struct zm_atom *atom, size_t option,
                                              size_t *count)
{
    const uint32_t *ends = quotient->option_ends + atom->first_option + option;
    *count = ends[1] - ends[0];
    return quotient->terms + ends[0];
}

/* The sum of two words; false when it is too long to hold. */
bool zm_word_add(const struct zm_quotient *quotient, struct zm_word *word,
                 const struct zm_word *more);
/* The element of a word. */
uint16_t zm_word_value(const struct zm_quotient *quotient, const struct zm_word *word);

/* quotient_proof.c */
enum zm_proof_verdict { ZM_SOUND, ZM_UNSOUND, ZM_NO_MEMORY, ZM_TOO_MANY };
/* A proof about no atoms, in place of the quotient's; false without memory. */
bool zm_proof_start(struct zm_quotient *quotient);
void zm_proof_close(struct zm_transitions *proof);
/* Adds one atom with its value to the proof, or tells why not; `broken` gets the unsound pair. */
enum zm_proof_verdict zm_proof_add(struct zm_quotient *quotient, uint32_t atom,
                                   struct zm_transitions **broken);
/* Proves the quotient anew, each atom having the value of its word. */
enum zm_proof_verdict zm_proof_all(struct zm_quotient *quotient, struct zm_transitions **broken);
/* ZM_SOUND: an atom with its value is nothing new to the proof. */
enum zm_proof_verdict zm_proof_has(const struct zm_quotient *quotient, uint32_t atom);
/* The atoms of the sum that the last of `broken` stands for; count of them, `most` at most. */
size_t zm_proof_broken_sum(const struct zm_quotient *quotient, const struct zm_transitions *broken,
                           uint32_t *atoms, size_t most);
size_t zm_proof_cases(const struct zm_transitions *proof);

/* quotient_learn.c: forgets outcomes (the generators changed). */
void zm_quotient_forget(struct zm_quotient *quotient);
/* Finds the least monoid that fits the contexts; sets order, words, steps, products, lost. */
enum zm_status zm_quotient_learn(struct zm_quotient *quotient, struct zm_error *error);
/* Compares the outcome of a word with what the monoid says; when they differ, adds a context that
 * tells apart two sums that the monoid takes for one, and sets `*learned`. */
enum zm_status zm_quotient_correct(struct zm_quotient *quotient, const struct zm_word *word,
                                   bool *learned, struct zm_error *error);

#endif
