/* A quotient for people: elements as words of letters, relations as a complete rewriting system.
 *
 * The word of an element is the least by length, then by letters. A relation w = v has in w a word
 * that is not the word of its element while every part of w is: these are the least words to
 * rewrite, and rewriting with them ends in the word of the element. */
#include "theory/quotient.h"

#include <stdlib.h>

/* Words of all elements that the letters generate, shortest first; how many they are. */
static size_t spell(const struct zm_quotient *q, struct zm_presentation *p, uint16_t *queue,
                    uint8_t *reached)
{
    size_t order = zm_quotient_order(q), count = 1;
    memset(reached, 0, order);
    p->words[0] = (struct zm_word){0};
    queue[0] = 0;
    reached[0] = 1;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < p->letters; k++) {
            uint16_t next = zm_quotient_product(q, queue[i], p->elements[k]);
            if (reached[next])
                continue;
            reached[next] = 1;
            p->words[next] = p->words[queue[i]];
            p->words[next].power[k]++;
            queue[count++] = next;
        }
    return count;
}

static void drop_letter(struct zm_presentation *p, size_t letter)
{
    p->letters--;
    for (size_t i = letter; i < p->letters; i++) {
        p->atoms[i] = p->atoms[i + 1];
        p->elements[i] = p->elements[i + 1];
    }
}

bool zm_presentation_make(const struct zm_quotient *quotient, struct zm_presentation *presentation)
{
    size_t order = zm_quotient_order(quotient);
    struct zm_presentation all = {.letters = zm_quotient_generators(quotient)};
    for (size_t i = 0; i < all.letters; i++) { /* by insertion, in the order of the atoms */
        uint32_t atom = zm_quotient_generator(quotient, i);
        size_t j = i;
        for (; j > 0 && all.atoms[j - 1] > atom; j--)
            all.atoms[j] = all.atoms[j - 1];
        all.atoms[j] = atom;
    }
    for (size_t i = 0; i < all.letters; i++)
        all.elements[i] = zm_quotient_value(quotient, all.atoms[i]);
    all.words = malloc(order * sizeof *all.words);
    uint16_t *queue = malloc(order * sizeof *queue);
    uint8_t *reached = malloc(order);
    bool ok = all.words != NULL && queue != NULL && reached != NULL;
    for (size_t i = all.letters; ok && i-- > 0;) {
        struct zm_presentation fewer = all;
        drop_letter(&fewer, i);
        if (spell(quotient, &fewer, queue, reached) == order)
            all = fewer;
    }
    if (ok)
        spell(quotient, &all, queue, reached);
    free(queue);
    free(reached);
    *presentation = all;
    return ok;
}

void zm_presentation_free(struct zm_presentation *presentation)
{
    free(presentation->words);
    *presentation = (struct zm_presentation){0};
}

static void print_word(const struct zm_word *word, size_t letters, struct zm_buffer *text)
{
    size_t start = text->size;
    for (size_t i = 0; i < letters; i++) {
        if (word->power[i] == 0)
            continue;
        zm_buffer_byte(text, (uint8_t)('a' + i));
        if (word->power[i] > 1)
            zm_buffer_format(text, "^%u", word->power[i]);
    }
    if (text->size == start)
        zm_buffer_byte(text, '1');
}

void zm_presentation_print(const struct zm_presentation *presentation, uint16_t element,
                           struct zm_buffer *text)
{
    print_word(&presentation->words[element], presentation->letters, text);
}

static uint16_t word_value(const struct zm_quotient *q, const struct zm_presentation *p,
                           const struct zm_word *word)
{
    uint16_t element = 0;
    for (size_t i = 0; i < p->letters; i++)
        for (unsigned k = 0; k < word->power[i]; k++)
            element = zm_quotient_product(q, element, p->elements[i]);
    return element;
}

static bool is_least(const struct zm_quotient *q, const struct zm_presentation *p,
                     const struct zm_word *word)
{
    return memcmp(word, &p->words[word_value(q, p, word)], sizeof *word) == 0;
}

/* Is every word with one letter less the word of its element? */
static bool parts_least(const struct zm_quotient *q, const struct zm_presentation *p,
                        struct zm_word word)
{
    for (size_t i = 0; i < p->letters; i++) {
        if (word.power[i] == 0)
            continue;
        word.power[i]--;
        if (!is_least(q, p, &word))
            return false;
        word.power[i]++;
    }
    return true;
}

static size_t last_letter(const struct zm_word *word, size_t letters)
{
    size_t last = 0;
    for (size_t i = 0; i < letters; i++)
        if (word->power[i] > 0)
            last = i;
    return last;
}

bool zm_presentation_relations(const struct zm_quotient *quotient,
                               const struct zm_presentation *presentation,
                               struct zm_list *relations)
{
    const struct zm_presentation *p = presentation;
    struct zm_buffer text = {0};
    for (size_t e = 0; e < zm_quotient_order(quotient); e++)
        for (size_t g = last_letter(&p->words[e], p->letters); g < p->letters; g++) {
            struct zm_word word = p->words[e]; /* each word is met once, without its last letter */
            word.power[g]++;
            if (is_least(quotient, p, &word) || !parts_least(quotient, p, word))
                continue;
            zm_buffer_clear(&text);
            print_word(&word, p->letters, &text);
            zm_buffer_text(&text, " = ");
            zm_presentation_print(p, word_value(quotient, p, &word), &text);
            zm_list_add(relations, zm_buffer_bytes(&text));
        }
    bool ok = !text.failed && !zm_list_failed(relations);
    zm_buffer_free(&text);
    return ok;
}
