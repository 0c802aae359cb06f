/* Words: boundaries while a land is brought into its pseudo-canonical form (pseudo.c), each turned
 * to its best start. Shapes are packed: the first 16 vertices of a boundary as half bytes of one
 * number, filled up with a value above all, whose order is the order of shapes. Here and not in a
 * file of its own because the program spends a good part of its time in these few lines. */
#ifndef ZM_GAMES_SPROUTS_WORDS_H
#define ZM_GAMES_SPROUTS_WORDS_H

#include "games/sprouts/land.h"

enum { ZM_WORD_PACKED = 16, ZM_WORD_END = 15 };

/* A boundary, turned to its best start. */
struct zm_sprouts_word {
    uint64_t key; /* the shape of its first 16 vertices */
    uint8_t *text;
    uint16_t size;
    uint16_t period; /* its shape repeats after so many vertices */
    bool lower;      /* has it lower-case letters? */
    /* Of words of 3 to 16 vertices in a region of few: the key when it is read backwards, and where
     * it then starts best, counted from the end. */
    uint8_t back_start;
    uint64_t back_key;
};

/* 1, 2, 3 for lower-case letters, 4 for capitals. */
static inline unsigned zm_word_shape(uint8_t code)
{
    return code < ZM_SPROUTS_LOWER ? code : 3u + (code >= ZM_SPROUTS_UPPER);
}

/* Compares shapes, then names, of words read from two places of one circle. */
static inline int zm_word_compare_rotations(const uint8_t *word, unsigned size, unsigned a,
                                            unsigned b)
{
    int tie = 0;
    for (unsigned i = 0; i < size; i++) {
        uint8_t x = word[a], y = word[b];
        if (x != y) {
            int order = (int)zm_word_shape(x) - (int)zm_word_shape(y);
            if (order != 0)
                return order;
            if (tie == 0)
                tie = (int)x - (int)y;
        }
        a = a + 1 == size ? 0 : a + 1;
        b = b + 1 == size ? 0 : b + 1;
    }
    return tie;
}

/* The same for places from which the shapes are equal. */
static inline int zm_word_compare_round(const uint8_t *word, unsigned size, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < size; i++) {
        if (word[a] != word[b])
            return (int)word[a] - (int)word[b];
        a = a + 1 == size ? 0 : a + 1;
        b = b + 1 == size ? 0 : b + 1;
    }
    return 0;
}

/* The shape of 3 to 16 vertices, half a byte each. */
static inline uint64_t zm_word_pack(const uint8_t *text, unsigned size,
                                    struct zm_sprouts_word *word)
{
    uint64_t packed = 0;
    bool lower = false;
    for (unsigned i = 0; i < size; i++) {
        unsigned code = zm_word_shape(text[i]);
        lower |= code == 3;
        packed = packed << 4 | code;
    }
    word->lower = lower;
    return packed;
}

/* The same read backwards. */
static inline uint64_t zm_word_backwards(uint64_t packed, unsigned size)
{
    const uint64_t low = UINT64_C(0x0f0f0f0f0f0f0f0f), bytes = UINT64_C(0x00ff00ff00ff00ff);
    const uint64_t words = UINT64_C(0x0000ffff0000ffff);
    packed = (packed & low) << 4 | (packed >> 4 & low);
    packed = (packed & bytes) << 8 | (packed >> 8 & bytes);
    packed = (packed & words) << 16 | (packed >> 16 & words);
    return (packed << 32 | packed >> 32) >> (4 * (ZM_WORD_PACKED - size));
}

/* The best start of a packed word; sets key and period. */
static inline unsigned zm_word_best_start(uint64_t packed, unsigned size,
                                          struct zm_sprouts_word *word)
{
    uint64_t best = packed, turned = packed;
    unsigned start = 0, period = size, top = 4 * (size - 1);
    for (unsigned i = 1; i < size; i++) {
        uint64_t first = turned >> top;
        turned = (turned ^ first << top) << 4 | first;
        if (turned < best) {
            best = turned;
            start = i;
            period = size;
        } else if (turned == best && period == size) {
            period = i - start;
        }
    }
    word->period = (uint16_t)period;
    word->key = size == ZM_WORD_PACKED
                    ? best
                    : best << (4 * (ZM_WORD_PACKED - size)) | UINT64_MAX >> (4 * size);
    return start;
}

/* One or two vertices: the codes have the order of their shapes. No lower-case letter has both its
 * sides there. */
static inline void zm_word_turn_short(const uint8_t *text, unsigned size,
                                      struct zm_sprouts_word *word)
{
    uint8_t first = text[0], second = text[size - 1];
    word->lower = false;
    if (second < first) {
        first = text[1];
        second = text[0];
    }
    uint64_t one = zm_word_shape(first), two = zm_word_shape(second);
    word->text[0] = first;
    if (size == 1) {
        word->period = 1;
        word->key = one << 60 | UINT64_MAX >> 4;
    } else {
        word->text[1] = second;
        word->period = one == two ? 1 : 2;
        word->key = one << 60 | two << 56 | UINT64_MAX >> 8;
    }
}

/* The best start of a word of any length; its key is that of its first 16 vertices. */
static inline unsigned zm_word_best_long(const uint8_t *text, unsigned size,
                                         struct zm_sprouts_word *word)
{
    unsigned start = 0;
    for (unsigned i = 1; i < size; i++)
        if (zm_word_compare_rotations(text, size, i, start) < 0)
            start = i;
    word->lower = true;
    word->period = 0;
    word->key = 0;
    for (unsigned i = 0; i < ZM_WORD_PACKED; i++)
        word->key = word->key << 4 | zm_word_shape(text[(start + i) % size]);
    return start;
}

/* Copies a circular word from `start` on. */
static inline void zm_word_copy_round(const uint8_t *text, unsigned size, unsigned start,
                                      uint8_t *out)
{
    for (unsigned i = start; i < size; i++)
        *out++ = text[i];
    for (unsigned i = 0; i < start; i++)
        *out++ = text[i];
}

/* Of the starts that are best by shape, the best by names. */
static inline unsigned zm_word_best_names(const uint8_t *text, unsigned size, unsigned start,
                                          unsigned period)
{
    for (unsigned i = start + period; i < size; i += period)
        if (zm_word_compare_round(text, size, i, start) < 0)
            start = i;
    return start;
}

/* Turns a word to its best start: `text` is copied to word->text. */
static inline void zm_word_turn(const uint8_t *text, unsigned size, struct zm_sprouts_word *word)
{
    word->size = (uint16_t)size;
    if (size <= 2) {
        zm_word_turn_short(text, size, word);
    } else if (size <= ZM_WORD_PACKED) {
        unsigned start = zm_word_best_start(zm_word_pack(text, size, word), size, word);
        zm_word_copy_round(text, size, zm_word_best_names(text, size, start, word->period),
                           word->text);
    } else {
        zm_word_copy_round(text, size, zm_word_best_long(text, size, word), word->text);
    }
}

/* Turns a word again whose names have changed; it stands at a start that is best by shape. Returns
 * whether it may have changed. */
static inline bool zm_word_turn_again(struct zm_sprouts_word *word)
{
    if (word->size == word->period)
        return false;
    uint8_t copy[ZM_SPROUTS_VERTICES];
    if (word->size > ZM_WORD_PACKED) {
        memcpy(copy, word->text, word->size);
        zm_word_turn(copy, word->size, word);
        return true;
    }
    unsigned start = zm_word_best_names(word->text, word->size, 0, word->period);
    if (start == 0)
        return false;
    zm_word_copy_round(word->text, word->size, start, copy);
    memcpy(word->text, copy, word->size);
    return true;
}

/* Compares the shapes of words that agree in their keys and are longer than these. */
static inline int zm_word_compare_tails(const struct zm_sprouts_word *a,
                                        const struct zm_sprouts_word *b)
{
    for (unsigned i = ZM_WORD_PACKED;; i++) {
        unsigned x = i < a->size ? zm_word_shape(a->text[i]) : ZM_WORD_END;
        unsigned y = i < b->size ? zm_word_shape(b->text[i]) : ZM_WORD_END;
        if (x != y)
            return (int)x - (int)y;
        if (x == ZM_WORD_END)
            return 0;
    }
}

static inline int zm_word_compare_shapes(const struct zm_sprouts_word *a,
                                         const struct zm_sprouts_word *b)
{
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->size <= ZM_WORD_PACKED && b->size <= ZM_WORD_PACKED ? 0 : zm_word_compare_tails(a, b);
}

static inline int zm_word_compare_names(const struct zm_sprouts_word *a,
                                        const struct zm_sprouts_word *b)
{
    for (unsigned i = 0; i < a->size; i++)
        if (a->text[i] != b->text[i])
            return (int)a->text[i] - (int)b->text[i];
    return 0;
}

/* Two lists of words: their shapes; and, when these are alike, their names. */
static inline int zm_words_compare_shapes(const struct zm_sprouts_word *a, unsigned a_count,
                                          const struct zm_sprouts_word *b, unsigned b_count)
{
    unsigned common = a_count < b_count ? a_count : b_count;
    for (unsigned i = 0; i < common; i++) {
        int order = zm_word_compare_shapes(&a[i], &b[i]);
        if (order != 0)
            return order;
    }
    return a_count == b_count ? 0 : a_count > b_count ? -1 : 1;
}

static inline int zm_words_compare_names(const struct zm_sprouts_word *a,
                                         const struct zm_sprouts_word *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        int order = zm_word_compare_names(&a[i], &b[i]);
        if (order != 0)
            return order;
    }
    return 0;
}

/* Puts words[count] in its place among the `count` sorted ones before it; returns whether one of
 * its shape is there. */
static inline bool zm_words_place(struct zm_sprouts_word *words, unsigned count)
{
    bool alike = false;
    unsigned place = count;
    for (; place > 0; place--) {
        int order = zm_word_compare_shapes(&words[place - 1], &words[count]);
        alike |= order == 0;
        if (order < 0 ||
            (order == 0 && zm_word_compare_names(&words[place - 1], &words[count]) <= 0))
            break;
    }
    if (place < count) {
        struct zm_sprouts_word word = words[count];
        memmove(&words[place + 1], &words[place], (count - place) * sizeof *words);
        words[place] = word;
    }
    return alike;
}

#endif
