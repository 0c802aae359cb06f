/* Nim-sequences of octal games.
 *
 * The nimber of a heap of n is the mex of its options; a digit with bit 4 gives about n / 2 of
 * them, u(a) xor u(b) with a + b = n - i. Three ideas keep that cheap:
 *
 * - the sparse space (Berlekamp, Conway and Guy, "Winning Ways", chapter 4): for many games there
 * is a mask such that few heaps have an even number of bits of the mask in their value. Call those
 *   heaps and values rare, the others common. Common xor common and rare xor rare are rare, so the
 *   options of common value are all found by going through the rare heaps only, and the least
 *   common value not among them is the answer unless a smaller rare value is missing. Any mask is
 *   right; the one with fewest rare heaps is found by a Walsh-Hadamard transform of the histogram
 *   of the values, again each time the sequence has doubled. Without a good one everything counts
 * as rare, which is the plain method;
 * - the first pairs are marked in a table, which finds nearly all values; for each of the few
 * values that are still missing, the other pairs are searched for that one value, many at a time
 * (the compiler makes vector code of it), rather than marked;
 * - a mirrored copy of the sequence makes u(n - i - a), for a going up, run upwards in memory.
 *
 * A repeating tail allows every number of tokens from some point on. Whether a rest m may be left
 * depends on n - m modulo the length of the tail only, so the values reached by the tail's moves
 * form one growing set for each residue of n, together with the least value not yet in it. */
#include "theory/octal.h"

#include <stdlib.h>

enum {
    VALUES = 1 << 16,   /* values are kept in 16 bits */
    MARKED = 2048,      /* pairs that are marked before missing values are searched for */
    STRIDE = 256,       /* pairs compared between two looks at the result */
    FIRST_CHOICE = 512, /* heaps before a first mask is chosen */
    POLL = 1024,        /* heaps between two looks at the clock */
};

/* What the moves of a repeating tail reach from heaps of one residue. */
struct tail_class {
    uint8_t *reached; /* of VALUES bytes */
    uint32_t least;   /* the least value not reached */
    size_t done;      /* rests below this are in */
};

struct zm_octal_work {
    size_t capacity;  /* of values, mirror and the rare lists */
    uint16_t *mirror; /* mirror[capacity - 1 - n] = values[n] */
    uint8_t *seen;    /* marks of the heap being computed, VALUES + 1 bytes */
    uint32_t span;    /* a power of two above all values */
    size_t *splits;   /* numbers of tokens whose fixed digit has bit 4 */
    size_t split_count;
    uint32_t mask; /* 0: no common values */
    size_t next_choice;
    uint32_t *rare; /* rare heaps above MARKED, and their values */
    uint16_t *rare_values;
    size_t rare_count, rare_low; /* the latter: rare heaps up to MARKED */
    struct tail_class *classes;
};

static bool is_common(uint32_t mask, uint32_t value)
{
    return __builtin_parity(mask & value) != 0;
}

static enum zm_status prepare(struct zm_octal_sequence *octal)
{
    struct zm_octal_work *work = octal->work;
    const struct zm_octal_code *code = &octal->code;
    work->span = 1;
    work->next_choice = FIRST_CHOICE;
    work->seen = calloc(VALUES + 1, 1);
    work->splits = malloc((code->fixed + 1) * sizeof *work->splits);
    if (work->seen == NULL || work->splits == NULL)
        return ZM_FAILED;
    for (size_t taken = 0; taken <= code->fixed; taken++)
        if (zm_octal_digit(code, taken) & ZM_OCTAL_TWO_HEAPS)
            work->splits[work->split_count++] = taken;
    if (code->tail == 0)
        return ZM_OK;
    work->classes = calloc(code->tail, sizeof *work->classes);
    for (size_t i = 0; i < code->tail; i++) {
        if (work->classes == NULL)
            return ZM_FAILED;
        work->classes[i].done = 1;
        work->classes[i].reached = calloc(VALUES, 1);
        if (work->classes[i].reached == NULL)
            return ZM_FAILED;
    }
    return ZM_OK;
}

enum zm_status zm_octal_open(struct zm_octal_sequence *octal, const struct zm_octal_code *code,
                             struct zm_error *error)
{
    *octal = (struct zm_octal_sequence){0};
    if (zm_octal_code_copy(code, &octal->code, error) != ZM_OK)
        return ZM_FAILED;
    octal->work = calloc(1, sizeof *octal->work);
    if (octal->work == NULL || prepare(octal) != ZM_OK) {
        zm_octal_close(octal);
        return zm_fail_memory(error);
    }
    return ZM_OK;
}

void zm_octal_close(struct zm_octal_sequence *octal)
{
    struct zm_octal_work *work = octal->work;
    if (work != NULL) {
        for (size_t i = 0; work->classes != NULL && i < octal->code.tail; i++)
            free(work->classes[i].reached);
        free(work->classes);
        free(work->mirror);
        free(work->seen);
        free(work->splits);
        free(work->rare);
        free(work->rare_values);
        free(work);
    }
    free(octal->values);
    zm_octal_code_free(&octal->code);
    *octal = (struct zm_octal_sequence){0};
}

size_t zm_octal_rare(const struct zm_octal_sequence *octal)
{
    return octal->work->mask == 0 ? 0 : octal->work->rare_low + octal->work->rare_count;
}

static bool reserve(struct zm_octal_sequence *octal, size_t count)
{
    struct zm_octal_work *work = octal->work;
    if (count <= work->capacity)
        return true;
    size_t capacity = work->capacity * 2 < 4096 ? 4096 : work->capacity * 2;
    if (capacity < count)
        capacity = count;
    uint16_t *values = realloc(octal->values, capacity * sizeof *values);
    if (values != NULL)
        octal->values = values;
    uint32_t *rare = realloc(work->rare, capacity * sizeof *rare);
    if (rare != NULL)
        work->rare = rare;
    uint16_t *rare_values = realloc(work->rare_values, capacity * sizeof *rare_values);
    if (rare_values != NULL)
        work->rare_values = rare_values;
    uint16_t *mirror = malloc(capacity * sizeof *mirror);
    if (values == NULL || rare == NULL || rare_values == NULL || mirror == NULL) {
        free(mirror);
        return false;
    }
    free(work->mirror);
    work->mirror = mirror;
    work->capacity = capacity;
    for (size_t n = 0; n < octal->count; n++)
        mirror[capacity - 1 - n] = values[n];
    return true;
}

static void note_rare(struct zm_octal_work *work, size_t heap, uint16_t value)
{
    if (heap <= MARKED) {
        work->rare_low++;
        return;
    }
    work->rare[work->rare_count] = (uint32_t)heap;
    work->rare_values[work->rare_count++] = value;
}

/* For every mask at once, the transform gives rare heaps minus common heaps. */
static enum zm_status choose_mask(struct zm_octal_sequence *octal)
{
    struct zm_octal_work *work = octal->work;
    int64_t *balance = calloc(work->span, sizeof *balance);
    if (balance == NULL)
        return ZM_FAILED;
    for (size_t n = 1; n < octal->count; n++)
        balance[octal->values[n]]++;
    for (uint32_t half = 1; half < work->span; half *= 2)
        for (uint32_t i = 0; i < work->span; i++)
            if ((i & half) == 0) {
                int64_t low = balance[i], high = balance[i | half];
                balance[i] = low + high;
                balance[i | half] = low - high;
            }
    uint32_t best = 0;
    for (uint32_t mask = 1; mask < work->span; mask++)
        if (balance[mask] < balance[best])
            best = mask;
    /* Going through the rare heaps must cost less than marking all pairs, half as many as heaps. */
    work->mask = balance[best] * 8 < -(int64_t)octal->count ? best : 0;
    free(balance);
    work->rare_count = work->rare_low = 0;
    for (size_t n = 1; n < octal->count && work->mask != 0; n++)
        if (!is_common(work->mask, octal->values[n]))
            note_rare(work, n, octal->values[n]);
    work->next_choice = octal->count * 2;
    return ZM_OK;
}

static void mark_pairs(uint8_t *seen, const uint16_t *up, const uint16_t *down, size_t count)
{
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        uint64_t a, b;
        memcpy(&a, up + i, sizeof a);
        memcpy(&b, down + i, sizeof b);
        a ^= b;
        seen[a & 0xffff] = 1;
        seen[a >> 16 & 0xffff] = 1;
        seen[a >> 32 & 0xffff] = 1;
        seen[a >> 48] = 1;
    }
    for (; i < count; i++)
        seen[up[i] ^ down[i]] = 1;
}

static bool stride_has(const uint16_t *restrict up, const uint16_t *restrict down, size_t count,
                       uint16_t value)
{
    uint16_t found = 0;
    for (size_t i = 0; i < count; i++)
        found |= (uint16_t)(up[i] ^ down[i]) == value ? UINT16_MAX : 0;
    return found != 0;
}

static bool pairs_have(const uint16_t *up, const uint16_t *down, size_t count, uint16_t value)
{
    for (; count > STRIDE; count -= STRIDE, up += STRIDE, down += STRIDE)
        if (stride_has(up, down, STRIDE, value))
            return true;
    return stride_has(up, down, count, value);
}

/* u(rest - a), for a from 1 on. */
static const uint16_t *downwards(const struct zm_octal_sequence *octal, size_t rest)
{
    return octal->work->mirror + (octal->work->capacity - 1 - rest) + 1;
}

/* How many pairs are marked: all of them in the plain method. */
static size_t marked_pairs(const struct zm_octal_work *work, size_t rest)
{
    size_t pairs = rest / 2, most = MARKED;
    return work->mask == 0 || pairs < most ? pairs : most;
}

static void mark_split(struct zm_octal_sequence *octal, size_t rest)
{
    struct zm_octal_work *work = octal->work;
    size_t marked = marked_pairs(work, rest);
    mark_pairs(work->seen, octal->values + 1, downwards(octal, rest), marked);
    if (marked == rest / 2)
        return;
    const uint16_t *top = octal->values + rest;
    for (size_t i = 0; i < work->rare_count && work->rare[i] < rest; i++)
        work->seen[work->rare_values[i] ^ top[-(ptrdiff_t)work->rare[i]]] = 1;
}

/* Is `value`, not marked, reached by splitting a heap of `heap`? */
static bool split_reaches(const struct zm_octal_sequence *octal, size_t heap, uint32_t value)
{
    const struct zm_octal_work *work = octal->work;
    if (work->mask == 0 || is_common(work->mask, value) || value >= work->span)
        return false;
    for (size_t i = 0; i < work->split_count && work->splits[i] < heap; i++) {
        size_t rest = heap - work->splits[i], marked = marked_pairs(work, rest);
        if (pairs_have(octal->values + 1 + marked, downwards(octal, rest) + marked,
                       rest / 2 - marked, (uint16_t)value))
            return true;
    }
    return false;
}

/* Brings the set of the tail's moves up to date for a heap, and gives it. */
static struct tail_class *tail_of(struct zm_octal_sequence *octal, size_t heap)
{
    const struct zm_octal_code *code = &octal->code;
    struct tail_class *class = &octal->work->classes[heap % code->tail];
    for (; class->done + code->fixed < heap; class->done++) {
        size_t rest = class->done;
        unsigned digit = zm_octal_digit(code, heap - rest);
        if (digit & ZM_OCTAL_ONE_HEAP)
            class->reached[octal->values[rest]] = 1;
        if (digit & ZM_OCTAL_TWO_HEAPS)
            mark_pairs(class->reached, octal->values + 1, downwards(octal, rest), rest / 2);
    }
    while (class->least < VALUES && class->reached[class->least])
        class->least++;
    return class;
}

static uint32_t nimber_of(struct zm_octal_sequence *octal, size_t heap)
{
    struct zm_octal_work *work = octal->work;
    const struct zm_octal_code *code = &octal->code;
    memset(work->seen, 0, work->span + 1);
    work->seen[0] = (zm_octal_digit(code, heap) & ZM_OCTAL_NOTHING) != 0;
    for (size_t taken = 1; taken <= code->fixed && taken < heap; taken++)
        if (code->digits[taken - 1] & ZM_OCTAL_ONE_HEAP)
            work->seen[octal->values[heap - taken]] = 1;
    for (size_t i = 0; i < work->split_count && work->splits[i] < heap; i++)
        mark_split(octal, heap - work->splits[i]);
    const struct tail_class *class = code->tail > 0 ? tail_of(octal, heap) : NULL;
    uint32_t nimber = class == NULL ? 0 : class->least;
    while (nimber < VALUES && (work->seen[nimber] || (class != NULL && class->reached[nimber]) ||
                               split_reaches(octal, heap, nimber)))
        nimber++;
    return nimber;
}

static enum zm_status add_value(struct zm_octal_sequence *octal, uint32_t nimber,
                                struct zm_error *error)
{
    struct zm_octal_work *work = octal->work;
    if (nimber >= VALUES)
        return zm_fail(error, ZM_FAILED, "the nimber of a heap of %zu passes 65535", octal->count);
    size_t heap = octal->count++;
    octal->values[heap] = (uint16_t)nimber;
    work->mirror[work->capacity - 1 - heap] = (uint16_t)nimber;
    while (work->span <= nimber)
        work->span *= 2;
    if (work->mask != 0 && heap > 0 && !is_common(work->mask, nimber))
        note_rare(work, heap, (uint16_t)nimber);
    return ZM_OK;
}

enum zm_status zm_octal_extend(struct zm_octal_sequence *octal, size_t count, struct zm_run *run,
                               struct zm_error *error)
{
    struct zm_octal_work *work = octal->work;
    if (!reserve(octal, count))
        return zm_fail_memory(error);
    while (octal->count < count) {
        size_t heap = octal->count;
        if (run != NULL && heap % POLL == 0 && zm_run_poll(run, 0, heap))
            return zm_fail(error, ZM_STOPPED, "stopped at heap %zu", heap);
        if (heap == work->next_choice && work->split_count > 0 && choose_mask(octal) != ZM_OK)
            return zm_fail_memory(error);
        enum zm_status status = add_value(octal, heap == 0 ? 0 : nimber_of(octal, heap), error);
        if (status != ZM_OK)
            return status;
        if (run != NULL)
            run->nodes++;
    }
    return ZM_OK;
}
