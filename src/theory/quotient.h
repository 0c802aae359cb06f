/* Misère quotients (Plambeck, "Taming the wild in impartial combinatorial games", 2005; Plambeck
 * and Siegel, "Misère quotients for impartial games", 2008).
 *
 * A closed set of impartial games is given as atoms (the heaps of an octal game, the small
 * components of any game), each with its options: sums of earlier atoms. Two sums are equivalent
 * when they can replace each other beside every sum of the set; the classes form a commutative
 * monoid, the quotient, with the lost classes marked (the P-portion). When it is finite, the misère
 * outcome of any sum is a product in a small table.
 *
 * Atoms are added one by one. The quotient after each is *proved* correct for all sums of the atoms
 * so far, of any size: see quotient.c. */
#ifndef ZM_THEORY_QUOTIENT_H
#define ZM_THEORY_QUOTIENT_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/list.h"

enum { ZM_GENERATORS = 24 }; /* at most */

/* A sum of generators: how many of each. */
struct zm_word {
    uint8_t power[ZM_GENERATORS];
};

struct zm_quotient;

/* A quotient of nothing, which will hold at most `limit` elements (at most 65535); NULL without
 * memory. */
struct zm_quotient *zm_quotient_open(size_t limit);
void zm_quotient_close(struct zm_quotient *quotient);
/* Atoms that need the outcomes of more sums than this, or a proof of more cases, are too much
 * (for those who are in a hurry; a new quotient is patient). */
void zm_quotient_set_effort(struct zm_quotient *quotient, size_t outcomes, size_t cases);

/* Adds the next atom. Option i is the sum of the atoms terms[ends[i-1]] .. terms[ends[i]-1].
 * ZM_STOPPED: with it the quotient would have more elements than its limit, or its search grew too
 * large; the quotient is then as it was without the atom. */
enum zm_status zm_quotient_add(struct zm_quotient *quotient, const uint32_t *terms,
                               const uint32_t *ends, size_t options, struct zm_error *error);

size_t zm_quotient_order(const struct zm_quotient *quotient);
size_t zm_quotient_atoms(const struct zm_quotient *quotient);
/* Element 0 is the identity. */
uint16_t zm_quotient_value(const struct zm_quotient *quotient, uint32_t atom);
uint16_t zm_quotient_product(const struct zm_quotient *quotient, uint16_t a, uint16_t b);
bool zm_quotient_lost(const struct zm_quotient *quotient, uint16_t element);
size_t zm_quotient_generators(const struct zm_quotient *quotient);
uint32_t zm_quotient_generator(const struct zm_quotient *quotient, size_t index); /* an atom */
/* How many pairs (value, values of the options) the sums of atoms have: the size of the proof. */
size_t zm_quotient_transitions(const struct zm_quotient *quotient);

/* Heaps of an octal game, atom n being the heap of n: the least period of the values that is proved
 * for ever, that is, values repeat from `from` as far as 2 from + 2 period + digits; false when
 * none is proved yet. `digits` is the number of digits of the code. */
bool zm_quotient_period(const struct zm_quotient *quotient, size_t digits, size_t *from,
                        size_t *period);

/* theory/quotient_text.c: a quotient for people. The letters a, b, c... are generators, as few as
 * the others leave necessary; each element has a least word. */
struct zm_presentation {
    size_t letters;
    uint32_t atoms[ZM_GENERATORS];    /* of each letter */
    uint16_t elements[ZM_GENERATORS]; /* of each letter */
    struct zm_word *words;            /* of each element */
};

bool zm_presentation_make(const struct zm_quotient *quotient, struct zm_presentation *presentation);
void zm_presentation_free(struct zm_presentation *presentation);
/* As "ab^2"; "1" is the identity. */
void zm_presentation_print(const struct zm_presentation *presentation, uint16_t element,
                           struct zm_buffer *text);
/* A complete set of relations, "b^3 = b": rewriting with them from left to right brings every word
 * to the least word of its element. False without memory. */
bool zm_presentation_relations(const struct zm_quotient *quotient,
                               const struct zm_presentation *presentation,
                               struct zm_list *relations);

#endif
