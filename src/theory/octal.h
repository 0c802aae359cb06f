/* Octal games (Guy and Smith, 1956): heaps of tokens, and a code d0.d1d2d3... whose digit di says
 * what may remain of a heap when i tokens are taken from it: bit 1 nothing, bit 2 one heap, bit 4
 * two heaps, none of them empty. Here: the codes as text, their nim-sequences, and proofs that a
 * sequence is periodic. */
#ifndef ZM_THEORY_OCTAL_H
#define ZM_THEORY_OCTAL_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/run.h"

enum { ZM_OCTAL_NOTHING = 1, ZM_OCTAL_ONE_HEAP = 2, ZM_OCTAL_TWO_HEAPS = 4 };
enum { ZM_OCTAL_MOST_DIGITS = 4096, ZM_OCTAL_LARGEST_HEAP = 1 << 30 };

/* d0 is 0 or 4 (a heap may be split without taking); digits[i - 1] is di for i = 1 .. fixed + tail,
 * and the last `tail` of them repeat for ever. In normal form: no useless digit, the shortest tail.
 */
struct zm_octal_code {
    uint8_t d0;
    uint8_t *digits;
    size_t fixed, tail;
};

/* Reads "0.07", ".07", "4.", "0.3(7)", or "s1,3,4" (a subtraction game: take 1, 3 or 4). */
enum zm_status zm_octal_code_parse(const char *text, size_t length, struct zm_octal_code *code,
                                   struct zm_error *error);
void zm_octal_code_print(const struct zm_octal_code *code, struct zm_buffer *text);
enum zm_status zm_octal_code_copy(const struct zm_octal_code *code, struct zm_octal_code *copy,
                                  struct zm_error *error);
void zm_octal_code_free(struct zm_octal_code *code);

/* The digit for taking `taken` tokens. */
static inline unsigned zm_octal_digit(const struct zm_octal_code *code, size_t taken)
{
    if (taken == 0)
        return code->d0;
    if (taken <= code->fixed)
        return code->digits[taken - 1];
    return code->tail == 0 ? 0 : code->digits[code->fixed + (taken - code->fixed - 1) % code->tail];
}

/* The nim-sequence of a code: values[n] is the nimber of a heap of n, for n < count. */
struct zm_octal_sequence {
    struct zm_octal_code code;
    uint16_t *values;
    size_t count;
    struct zm_octal_work *work; /* octal.c */
};

enum zm_status zm_octal_open(struct zm_octal_sequence *octal, const struct zm_octal_code *code,
                             struct zm_error *error);
void zm_octal_close(struct zm_octal_sequence *octal);
/* Computes up to `count` values. `run` may be NULL; ZM_STOPPED: stopped by it, values[0 .. count)
 * computed so far stay good. */
enum zm_status zm_octal_extend(struct zm_octal_sequence *octal, size_t count, struct zm_run *run,
                               struct zm_error *error);
/* How many heaps are rare (octal.c), of those computed; 0: no such split in use. */
size_t zm_octal_rare(const struct zm_octal_sequence *octal);

/* values[n + period] = values[n] for all n >= from. */
struct zm_octal_period {
    size_t period, from;
};

/* Whether the values computed so far prove that the sequence is periodic, by the theorem of Guy and
 * Smith: a period that holds from index i as far as index 2i + 2p + t holds for ever, where t is
 * the largest number of tokens that can be taken. Sets the least such period, with its least start.
 */
bool zm_octal_proved_period(const struct zm_octal_sequence *octal, struct zm_octal_period *period,
                            bool *out_of_memory);
/* Extends the sequence until a period is proved, at most to `most` values; ZM_OK with
 * period->period 0 when it is not by then. */
enum zm_status zm_octal_find_period(struct zm_octal_sequence *octal, size_t most,
                                    struct zm_run *run, struct zm_octal_period *period,
                                    struct zm_error *error);

#endif
