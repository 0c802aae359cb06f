/* Guessing a quotient by learning it, as Angluin learns a finite automaton ("Learning regular sets
 * from queries and counterexamples", 1987; counterexamples after Rivest and Schapire, 1993).
 *
 * Sums of generators are words, and two words are equivalent when no third word, added to both,
 * makes one lost and the other won: the classes are the states of the least automaton that tells
 * lost words. The learner keeps contexts; words that no context tells apart are taken for one
 * class. Outcomes come from playing: an atom that is no generator plays as the word that stands for
 * it, which is right when the guess is. When the proof fails, the sum where it fails gives a new
 * context. */
#include "theory/quotient_parts.h"

#include "base/array.h"

#include <stdlib.h>

void zm_quotient_forget(struct zm_quotient *quotient)
{
    zm_table_free(&quotient->outcomes);
}

enum outcome { WON = 1, LOST = 2, TOO_LONG = 3 };

static enum outcome outcome_of(struct zm_quotient *q, const struct zm_word *word);

/* Does some move in a generator `g` of the word lead to a lost one? */
static enum outcome moves_of(struct zm_quotient *q, const struct zm_word *word, size_t g,
                             bool *moved)
{
    const struct zm_atom *atom = &q->atoms[q->generators[g]];
    for (size_t i = 0; i < atom->options; i++) {
        struct zm_word next = *word;
        next.power[g]--;
        size_t count;
        const uint32_t *terms = zm_option_terms(q, atom, i, &count);
        for (size_t k = 0; k < count; k++)
            if (!zm_word_add(q, &next, &q->atoms[terms[k]].word))
                return TOO_LONG;
        *moved = true;
        enum outcome outcome = outcome_of(q, &next);
        if (outcome == LOST)
            return WON;
        if (outcome == TOO_LONG)
            return TOO_LONG;
    }
    return LOST;
}

static enum outcome outcome_of(struct zm_quotient *q, const struct zm_word *word)
{
    struct zm_bytes key = zm_bytes(word->power, q->generator_count);
    uint8_t *known = zm_table_find(&q->outcomes, key);
    if (known != NULL)
        return *known;
    enum outcome outcome = LOST;
    bool moved = false;
    for (size_t g = 0; g < q->generator_count && outcome == LOST; g++)
        if (word->power[g] > 0)
            outcome = moves_of(q, word, g, &moved);
    if (!moved)
        outcome = WON;
    if (outcome == TOO_LONG || q->outcomes.count >= q->most_outcomes)
        return TOO_LONG;
    uint8_t *value = zm_table_insert(&q->outcomes, key, NULL);
    if (value == NULL)
        return TOO_LONG;
    *value = (uint8_t)outcome;
    return outcome;
}

/* What the learner builds: words with different rows, a row being the outcomes with all contexts.
 */
struct learner {
    struct zm_quotient *q;
    struct zm_table rows; /* row -> uint16_t element */
    struct zm_word *words;
    uint16_t *steps;
    size_t count, capacity;
    uint8_t *row;
};

static enum zm_status too_long(const struct zm_quotient *q, struct zm_error *error)
{
    return zm_fail(error, ZM_STOPPED, "the quotient needs the outcomes of more than %zu sums",
                   q->most_outcomes);
}

/* The element of a word that no context tells from it, new or known. */
static enum zm_status element_of(struct learner *l, const struct zm_word *word, uint16_t *element,
                                 struct zm_error *error)
{
    struct zm_quotient *q = l->q;
    for (size_t i = 0; i < q->context_count; i++) {
        struct zm_word sum = *word;
        enum outcome outcome =
            zm_word_add(q, &sum, &q->contexts[i]) ? outcome_of(q, &sum) : TOO_LONG;
        if (outcome == TOO_LONG)
            return too_long(l->q, error);
        l->row[i] = (uint8_t)outcome;
    }
    bool fresh;
    uint8_t *value = zm_table_insert(&l->rows, zm_bytes(l->row, q->context_count), &fresh);
    if (value == NULL)
        return zm_fail_memory(error);
    if (!fresh) {
        memcpy(element, value, sizeof *element);
        return ZM_OK;
    }
    if (l->count == q->limit)
        return zm_fail(error, ZM_STOPPED, "the quotient has more than %zu elements", q->limit);
    if (l->count == l->capacity) {
        size_t capacity = l->capacity == 0 ? 64 : l->capacity * 2;
        struct zm_word *words = realloc(l->words, capacity * sizeof *words);
        if (words == NULL)
            return zm_fail_memory(error);
        l->words = words;
        uint16_t *steps = realloc(l->steps, capacity * ZM_GENERATORS * sizeof *steps);
        if (steps == NULL)
            return zm_fail_memory(error);
        l->steps = steps;
        l->capacity = capacity;
    }
    *element = (uint16_t)l->count;
    l->words[l->count++] = *word;
    memcpy(value, element, sizeof *element);
    return ZM_OK;
}

/* All elements and the steps between them, shortest words first. */
static enum zm_status build(struct learner *l, struct zm_error *error)
{
    struct zm_word empty = {0};
    uint16_t element;
    enum zm_status status = element_of(l, &empty, &element, error);
    for (size_t i = 0; status == ZM_OK && i < l->count; i++)
        for (size_t g = 0; status == ZM_OK && g < l->q->generator_count; g++) {
            struct zm_word next = l->words[i], letter = {0};
            letter.power[g] = 1;
            if (!zm_word_add(l->q, &next, &letter))
                return too_long(l->q, error);
            status = element_of(l, &next, &element, error);
            if (status == ZM_OK)
                l->steps[i * ZM_GENERATORS + g] = element;
        }
    return status;
}

static enum zm_status add_context(struct zm_quotient *q, const struct zm_word *context,
                                  struct zm_error *error)
{
    struct zm_word *contexts =
        zm_array_room(q->contexts, &q->context_capacity, q->context_count + 1, sizeof *contexts);
    if (contexts == NULL)
        return zm_fail_memory(error);
    q->contexts = contexts;
    q->contexts[q->context_count++] = *context;
    return ZM_OK;
}

/* Outcome of the word of an element, with letter `g` and a context. */
static enum outcome with(struct learner *l, size_t element, size_t g, const struct zm_word *context)
{
    struct zm_word word = l->words[element], letter = {0};
    letter.power[g] = 1;
    if (!zm_word_add(l->q, &word, &letter) || !zm_word_add(l->q, &word, context))
        return TOO_LONG;
    return outcome_of(l->q, &word);
}

/* Two elements differ in some context: the first such. */
static enum zm_status separating(struct learner *l, uint16_t a, uint16_t b, struct zm_word *context,
                                 struct zm_error *error)
{
    for (size_t i = 0; i < l->q->context_count; i++) {
        struct zm_word x = l->words[a], y = l->words[b];
        *context = l->q->contexts[i];
        if (!zm_word_add(l->q, &x, context) || !zm_word_add(l->q, &y, context))
            return too_long(l->q, error);
        if (outcome_of(l->q, &x) != outcome_of(l->q, &y))
            return ZM_OK;
    }
    return zm_fail(error, ZM_FAILED, "a quotient went wrong: two of its elements are alike");
}

/* From element e, letters g and h lead to different elements in the two orders: then one of e + g
 * and e + h was taken for what it is not. Adds the context that shows it. */
static enum zm_status split(struct learner *l, size_t e, size_t g, size_t h, struct zm_error *error)
{
    uint16_t via_g = l->steps[e * ZM_GENERATORS + g], via_h = l->steps[e * ZM_GENERATORS + h];
    struct zm_word context;
    enum zm_status status =
        separating(l, l->steps[via_g * (size_t)ZM_GENERATORS + h],
                   l->steps[via_h * (size_t)ZM_GENERATORS + g], &context, error);
    if (status != ZM_OK)
        return status;
    struct zm_word with_g = context, with_h = context, g_letter = {0}, h_letter = {0};
    g_letter.power[g] = 1;
    h_letter.power[h] = 1;
    if (!zm_word_add(l->q, &with_g, &g_letter) || !zm_word_add(l->q, &with_h, &h_letter))
        return too_long(l->q, error);
    /* e + g + h with the context, against its two readings */
    if (with(l, e, g, &with_h) != with(l, via_g, h, &context))
        return add_context(l->q, &with_h, error);
    return add_context(l->q, &with_g, error);
}

/* Looks for letters that do not commute; `*commutes` says there are none. */
static enum zm_status check_commutes(struct learner *l, bool *commutes, struct zm_error *error)
{
    size_t letters = l->q->generator_count;
    *commutes = false;
    for (size_t e = 0; e < l->count; e++)
        for (size_t g = 0; g < letters; g++)
            for (size_t h = 0; h < g; h++) {
                size_t via_g = l->steps[e * ZM_GENERATORS + g];
                size_t via_h = l->steps[e * ZM_GENERATORS + h];
                if (l->steps[via_g * ZM_GENERATORS + h] != l->steps[via_h * ZM_GENERATORS + g])
                    return split(l, e, g, h, error);
            }
    *commutes = true;
    return ZM_OK;
}

/* Makes what was learned the quotient's own: products and lost elements. */
static enum zm_status adopt(struct learner *l, struct zm_error *error)
{
    struct zm_quotient *q = l->q;
    uint16_t *products = malloc(l->count * l->count * sizeof *products);
    uint8_t *lost = malloc(l->count);
    if (products == NULL || lost == NULL) {
        free(products);
        free(lost);
        return zm_fail_memory(error);
    }
    free(q->words);
    free(q->steps);
    free(q->products);
    free(q->lost);
    q->words = l->words;
    q->steps = l->steps;
    q->products = products;
    q->lost = lost;
    q->order = l->count;
    l->words = NULL;
    l->steps = NULL;
    for (size_t i = 0; i < q->order; i++) {
        lost[i] = outcome_of(q, &q->words[i]) == LOST;
        for (size_t k = 0; k < q->order; k++) {
            uint16_t element = (uint16_t)i;
            for (size_t g = 0; g < q->generator_count; g++)
                for (unsigned n = 0; n < q->words[k].power[g]; n++)
                    element = q->steps[element * (size_t)ZM_GENERATORS + g];
            products[i * q->order + k] = element;
        }
    }
    return ZM_OK;
}

enum zm_status zm_quotient_learn(struct zm_quotient *quotient, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    if (quotient->context_count == 0)
        status = add_context(quotient, &(struct zm_word){0}, error);
    bool done = false;
    while (status == ZM_OK && !done) {
        struct learner l = {.q = quotient, .row = malloc(quotient->context_count)};
        zm_table_init(&l.rows, sizeof(uint16_t));
        status = l.row == NULL ? zm_fail_memory(error) : build(&l, error);
        if (status == ZM_OK)
            status = check_commutes(&l, &done, error);
        if (status == ZM_OK && done)
            status = adopt(&l, error);
        zm_table_free(&l.rows);
        free(l.words);
        free(l.steps);
        free(l.row);
    }
    return status;
}

/* The letters of a word are read one by one; as long as the element reached stands for the letters
 * read, replacing them by its word keeps the outcome. Where it changes, the rest is a new context.
 */
enum zm_status zm_quotient_correct(struct zm_quotient *quotient, const struct zm_word *word,
                                   bool *learned, struct zm_error *error)
{
    *learned = false;
    struct zm_word rest = *word;
    enum outcome before = outcome_of(quotient, word);
    if (before == TOO_LONG)
        return too_long(quotient, error);
    if ((before == LOST) == (quotient->lost[zm_word_value(quotient, word)] != 0))
        return ZM_OK;
    size_t element = 0;
    for (size_t g = 0; g < quotient->generator_count; g++)
        while (rest.power[g] > 0) {
            rest.power[g]--;
            element = quotient->steps[element * ZM_GENERATORS + g];
            struct zm_word sum = quotient->words[element];
            enum outcome after =
                zm_word_add(quotient, &sum, &rest) ? outcome_of(quotient, &sum) : TOO_LONG;
            if (after == TOO_LONG)
                return too_long(quotient, error);
            if (after != before) {
                *learned = true;
                return add_context(quotient, &rest, error);
            }
        }
    return ZM_OK;
}
