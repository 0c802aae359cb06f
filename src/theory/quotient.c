/* Misère quotients: their atoms; see quotient.h, and quotient_proof.c for what makes them true.
 *
 * A new atom most often has the value of an element x that is there already: then the checked pairs
 * grow by the multiples of one new pair, or not at all. When no element will do, the atom becomes a
 * generator and a larger monoid is guessed by quotient_learn.c, then proved in the same way. */
#include "theory/quotient_parts.h"

#include "base/array.h"

#include <stdlib.h>

enum { MOST_TRANSITIONS = 1000000, MOST_OUTCOMES = 4000000 };

bool zm_word_add(const struct zm_quotient *quotient, struct zm_word *word,
                 const struct zm_word *more)
{
    for (size_t i = 0; i < quotient->generator_count; i++) {
        unsigned power = word->power[i] + (unsigned)more->power[i];
        if (i == 0 && quotient->involution)
            power %= 2;
        if (power > UINT8_MAX)
            return false;
        word->power[i] = (uint8_t)power;
    }
    return true;
}

uint16_t zm_word_value(const struct zm_quotient *quotient, const struct zm_word *word)
{
    uint16_t element = 0;
    for (size_t i = 0; i < quotient->generator_count; i++)
        for (unsigned k = 0; k < word->power[i]; k++)
            element = quotient->steps[element * (size_t)ZM_GENERATORS + i];
    return element;
}

static bool is_generator(const struct zm_quotient *q, uint32_t atom)
{
    for (size_t i = 0; i < q->generator_count; i++)
        if (q->generators[i] == atom)
            return true;
    return false;
}

static enum zm_status make_generator(struct zm_quotient *q, uint32_t atom, struct zm_error *error)
{
    if (q->generator_count == ZM_GENERATORS)
        return zm_fail(error, ZM_STOPPED, "the quotient needs more than %d generators",
                       ZM_GENERATORS);
    size_t index = q->generator_count++;
    q->generators[index] = atom;
    q->atoms[atom].word = (struct zm_word){0};
    q->atoms[atom].word.power[index] = 1;
    if (index == 0) { /* the first atom with moves: they all end the game */
        q->involution = true;
    }
    zm_quotient_forget(q);
    return ZM_OK;
}

/* The word of a sum of atoms with atom number `without` replaced by one of its options. */
static bool option_word(const struct zm_quotient *q, const uint32_t *atoms, size_t count,
                        size_t without, size_t option, struct zm_word *word)
{
    *word = (struct zm_word){0};
    for (size_t i = 0; i < count; i++)
        if (i != without && !zm_word_add(q, word, &q->atoms[atoms[i]].word))
            return false;
    if (without == count)
        return true;
    size_t terms;
    const uint32_t *term = zm_option_terms(q, &q->atoms[atoms[without]], option, &terms);
    for (size_t i = 0; i < terms; i++)
        if (!zm_word_add(q, word, &q->atoms[term[i]].word))
            return false;
    return true;
}

/* Learns from a sum where the rule of outcomes breaks: the monoid is wrong about that sum or about
 * one of its options, unless an atom is not what its word says: then it becomes a generator. */
static enum zm_status learn_from(struct zm_quotient *q, const uint32_t *atoms, size_t count,
                                 struct zm_error *error)
{
    bool learned = false;
    for (size_t i = 0; i <= count && !learned; i++) {
        size_t options = i == count ? 1 : q->atoms[atoms[i]].options;
        for (size_t k = 0; k < options && !learned; k++) {
            struct zm_word word;
            if (!option_word(q, atoms, count, i, k, &word))
                return zm_fail(error, ZM_STOPPED, "the quotient needs sums that are too long");
            enum zm_status status = zm_quotient_correct(q, &word, &learned, error);
            if (status != ZM_OK)
                return status;
        }
    }
    if (learned)
        return ZM_OK;
    uint32_t first = UINT32_MAX;
    for (size_t i = 0; i < count; i++)
        if (!is_generator(q, atoms[i]) && atoms[i] < first)
            first = atoms[i];
    if (first == UINT32_MAX)
        return zm_fail(error, ZM_FAILED,
                       "a quotient went wrong: its learner and its proof disagree");
    return make_generator(q, first, error);
}

enum { LONGEST_SUM = 1000 };

/* Learns and proves until the proof holds for all atoms. */
static enum zm_status grow(struct zm_quotient *q, struct zm_error *error)
{
    for (;;) {
        enum zm_status status = zm_quotient_learn(q, error);
        if (status != ZM_OK)
            return status;
        struct zm_transitions *broken = NULL;
        enum zm_proof_verdict verdict = zm_proof_all(q, &broken);
        if (verdict == ZM_SOUND)
            return ZM_OK;
        if (verdict == ZM_NO_MEMORY)
            return zm_fail_memory(error);
        if (verdict == ZM_TOO_MANY)
            return zm_fail(error, ZM_STOPPED, "the proof of the quotient needs more than %zu cases",
                           q->most_transitions);
        uint32_t atoms[LONGEST_SUM];
        size_t count = zm_proof_broken_sum(q, broken, atoms, LONGEST_SUM);
        zm_proof_close(broken);
        status = learn_from(q, atoms, count, error);
        if (status != ZM_OK)
            return status;
    }
}

/* An element that the atom may have as value; false when none may. */
static bool find_value(struct zm_quotient *q, uint32_t atom, enum zm_proof_verdict *verdict)
{
    struct zm_atom *a = &q->atoms[atom];
    *verdict = ZM_UNSOUND;
    for (int pass = 0; pass < 2 && *verdict == ZM_UNSOUND; pass++)
        for (size_t x = 0; x < q->order && *verdict == ZM_UNSOUND; x++) {
            a->value = (uint16_t)x;
            *verdict = pass == 1 ? zm_proof_add(q, atom, NULL) : zm_proof_has(q, atom);
        }
    if (*verdict == ZM_SOUND)
        a->word = q->words[a->value];
    return *verdict == ZM_SOUND;
}

/* `array` is the address of a pointer to items of any type. */
static bool grow_array(void *array, size_t *capacity, size_t needed, size_t size)
{
    void *memory;
    if (needed <= *capacity)
        return true;
    memcpy(&memory, array, sizeof memory);
    memory = zm_array_grow(memory, capacity, needed, size);
    if (memory != NULL)
        memcpy(array, &memory, sizeof memory);
    return memory != NULL;
}

static bool append_atom(struct zm_quotient *q, const uint32_t *terms, const uint32_t *ends,
                        size_t options)
{
    size_t total = options == 0 ? 0 : ends[options - 1];
    if (!grow_array(&q->atoms, &q->atom_capacity, q->atom_count + 1, sizeof *q->atoms) ||
        !grow_array(&q->terms, &q->term_capacity, q->term_count + total, sizeof *q->terms) ||
        !grow_array(&q->option_ends, &q->end_capacity, q->end_count + options,
                    sizeof *q->option_ends))
        return false;
    struct zm_atom atom = {.first_option = q->end_count - 1, .options = options};
    for (size_t i = 0; i < options; i++)
        q->option_ends[q->end_count++] = (uint32_t)q->term_count + ends[i];
    if (total > 0)
        memcpy(q->terms + q->term_count, terms, total * sizeof *terms);
    q->term_count += total;
    q->atoms[q->atom_count++] = atom;
    return true;
}

/* What a quotient was before an attempt to make it larger. */
struct before {
    size_t atoms, terms, ends, generators, contexts, order;
    bool involution;
    struct zm_word *words;
    uint16_t *steps, *products;
    uint8_t *lost;
    struct zm_transitions *proof;
    struct zm_atom *atom; /* copies: growing changes their words and values */
};

/* Takes out what growing would replace; false without memory. */
static bool keep_before(struct zm_quotient *q, struct before *before)
{
    *before = (struct before){
        .atoms = q->atom_count,
        .terms = q->term_count,
        .ends = q->end_count,
        .generators = q->generator_count,
        .contexts = q->context_count,
        .order = q->order,
        .involution = q->involution,
        .words = q->words,
        .steps = q->steps,
        .products = q->products,
        .lost = q->lost,
        .proof = q->proof,
        .atom = malloc((q->atom_count + 1) * sizeof *q->atoms),
    };
    if (before->atom == NULL)
        return false;
    if (q->atom_count > 0)
        memcpy(before->atom, q->atoms, q->atom_count * sizeof *q->atoms);
    q->words = NULL;
    q->steps = q->products = NULL;
    q->lost = NULL;
    q->proof = NULL;
    return true;
}

static void free_algebra(struct zm_quotient *q)
{
    zm_proof_close(q->proof);
    free(q->words);
    free(q->steps);
    free(q->products);
    free(q->lost);
}

static void free_before(struct before *before)
{
    zm_proof_close(before->proof);
    free(before->words);
    free(before->steps);
    free(before->products);
    free(before->lost);
    free(before->atom);
}

static void restore(struct zm_quotient *q, struct before *before)
{
    free_algebra(q);
    zm_quotient_forget(q);
    q->atom_count = before->atoms;
    q->term_count = before->terms;
    q->end_count = before->ends;
    q->generator_count = before->generators;
    q->context_count = before->contexts;
    q->order = before->order;
    q->involution = before->involution;
    q->words = before->words;
    q->steps = before->steps;
    q->products = before->products;
    q->lost = before->lost;
    q->proof = before->proof;
    if (before->atoms > 0)
        memcpy(q->atoms, before->atom, before->atoms * sizeof *q->atoms);
    free(before->atom);
}

/* The last atom as a new generator of a larger quotient; or all as before. */
static enum zm_status enlarge(struct zm_quotient *q, uint32_t atom, struct zm_error *error)
{
    struct before before;
    if (!keep_before(q, &before))
        return zm_fail_memory(error);
    enum zm_status status = make_generator(q, atom, error);
    if (status == ZM_OK)
        status = grow(q, error);
    if (status == ZM_OK) {
        free_before(&before);
        return ZM_OK;
    }
    before.atoms = atom;
    before.ends = q->atoms[atom].first_option + 1;
    before.terms = q->option_ends[q->atoms[atom].first_option];
    restore(q, &before);
    return status;
}

enum zm_status zm_quotient_add(struct zm_quotient *quotient, const uint32_t *terms,
                               const uint32_t *ends, size_t options, struct zm_error *error)
{
    uint32_t atom = (uint32_t)quotient->atom_count;
    if (!append_atom(quotient, terms, ends, options))
        return zm_fail_memory(error);
    enum zm_proof_verdict verdict;
    if (find_value(quotient, atom, &verdict))
        return ZM_OK;
    return verdict == ZM_NO_MEMORY ? zm_fail_memory(error) : enlarge(quotient, atom, error);
}

struct zm_quotient *zm_quotient_open(size_t limit)
{
    struct zm_quotient *q = calloc(1, sizeof *q);
    if (q == NULL)
        return NULL;
    q->limit = limit > UINT16_MAX ? UINT16_MAX : limit;
    zm_quotient_set_effort(q, MOST_OUTCOMES, MOST_TRANSITIONS);
    zm_table_init(&q->outcomes, 1);
    if (!grow_array(&q->option_ends, &q->end_capacity, 1, sizeof *q->option_ends) ||
        zm_quotient_learn(q, NULL) != ZM_OK || !zm_proof_start(q)) {
        zm_quotient_close(q);
        return NULL;
    }
    q->option_ends[q->end_count++] = 0;
    return q;
}

void zm_quotient_set_effort(struct zm_quotient *quotient, size_t outcomes, size_t cases)
{
    quotient->most_outcomes = outcomes;
    quotient->most_transitions = cases;
}

void zm_quotient_close(struct zm_quotient *q)
{
    if (q == NULL)
        return;
    free_algebra(q);
    zm_table_free(&q->outcomes);
    free(q->atoms);
    free(q->terms);
    free(q->option_ends);
    free(q->contexts);
    free(q);
}

size_t zm_quotient_order(const struct zm_quotient *quotient)
{
    return quotient->order;
}

size_t zm_quotient_atoms(const struct zm_quotient *quotient)
{
    return quotient->atom_count;
}

uint16_t zm_quotient_value(const struct zm_quotient *quotient, uint32_t atom)
{
    return quotient->atoms[atom].value;
}

uint16_t zm_quotient_product(const struct zm_quotient *quotient, uint16_t a, uint16_t b)
{
    return quotient->products[(size_t)a * quotient->order + b];
}

bool zm_quotient_lost(const struct zm_quotient *quotient, uint16_t element)
{
    return quotient->lost[element];
}

size_t zm_quotient_generators(const struct zm_quotient *quotient)
{
    return quotient->generator_count;
}

uint32_t zm_quotient_generator(const struct zm_quotient *quotient, size_t index)
{
    return quotient->generators[index];
}

size_t zm_quotient_transitions(const struct zm_quotient *quotient)
{
    return zm_proof_cases(quotient->proof);
}

bool zm_quotient_period(const struct zm_quotient *quotient, size_t digits, size_t *from,
                        size_t *period)
{
    size_t last = quotient->atom_count - 1; /* the largest heap */
    if (quotient->atom_count == 0)
        return false;
    for (size_t p = 1; 2 * p + digits <= last; p++) {
        size_t start = last - p + 1; /* values repeat with period p from here on */
        while (start > 0 &&
               quotient->atoms[start - 1].value == quotient->atoms[start - 1 + p].value)
            start--;
        if (2 * start + 2 * p + digits > last)
            continue;
        *from = start;
        *period = p;
        return true;
    }
    return false;
}
