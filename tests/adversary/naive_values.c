/* Grundy values, scores and genus digits from their definitions; see naive.h. */
#include "adversary/naive.h"

#include "test.h"

static bool is_sum_game(const struct naive *naive)
{
    return naive->game->game->players == ZM_IMPARTIAL && naive->order != NULL && !naive->endings;
}

/* Bit n of the result: somebody who is to move at the vertex beside a heap of n, and does not touch
 * the heap, wins. `lost` has for each vertex the one bit of the heap beside which it is lost. */
static uint64_t good_heaps(const struct naive *naive, uint32_t number, bool misere,
                           const uint64_t *lost)
{
    const struct naive_vertex *vertex = &naive->vertices[number];
    uint64_t good = vertex->count == 0 && misere ? 1 : 0; /* no move at all: misere play is won */
    for (size_t i = 0; i < vertex->count; i++) {
        const struct naive_edge *edge = &naive->edges[vertex->first + i];
        good |= edge->again ? ~lost[edge->to] : lost[edge->to];
    }
    return good;
}

/* The heap is lost that no move beside it wins and from which no smaller lost one can be had: the
 * smallest of those without a good move. */
bool naive_grundy(const struct naive *naive, bool misere, struct naive_fact *facts)
{
    if (!is_sum_game(naive))
        return false;
    uint64_t *lost = calloc(naive->count, sizeof *lost);
    if (lost == NULL)
        abort();
    bool fits = true;
    for (size_t i = 0; i < naive->count; i++) {
        uint32_t number = naive->order[i];
        uint64_t good = good_heaps(naive, number, misere, lost);
        lost[number] = ~good & (good + 1);
        facts[number].grundy = lost[number] == 0 ? NAIVE_LOONY : __builtin_ctzll(lost[number]);
        /* Without moves that keep the turn a value beyond the last bit is a large heap, not none.
         */
        fits = fits && (lost[number] != 0 || naive->agains);
    }
    free(lost);
    return fits;
}

int32_t *naive_margins(const struct naive *naive)
{
    bool scored = naive->order != NULL;
    for (size_t i = 0; i < naive->count && scored; i++)
        scored = naive->vertices[i].count > 0 || naive->vertices[i].scored;
    if (!scored)
        return NULL;
    int32_t *margins = calloc(naive->count, sizeof *margins);
    if (margins == NULL)
        abort();
    for (size_t i = 0; i < naive->count; i++) {
        const struct naive_vertex *vertex = &naive->vertices[naive->order[i]];
        int32_t best = vertex->count == 0 ? vertex->margin : INT32_MIN;
        for (size_t j = 0; j < vertex->count; j++) {
            const struct naive_edge *edge = &naive->edges[vertex->first + j];
            int32_t margin = edge->again ? margins[edge->to] : -margins[edge->to];
            best = margin > best ? margin : best;
        }
        margins[naive->order[i]] = best;
    }
    return margins;
}

/* --- one player
 * -----------------------------------------------------------------------------------
 */

size_t naive_reach(const struct naive *naive, uint32_t vertex)
{
    bool *seen = calloc(naive->count, sizeof *seen);
    uint32_t *queue = calloc(naive->count, sizeof *queue);
    size_t count = 1;
    if (seen == NULL || queue == NULL)
        abort();
    queue[0] = vertex;
    seen[vertex] = true;
    for (size_t i = 0; i < count; i++) {
        const struct naive_vertex *here = &naive->vertices[queue[i]];
        for (size_t j = 0; j < here->count; j++) {
            uint32_t to = naive->edges[here->first + j].to;
            if (!seen[to])
                queue[count++] = to;
            seen[to] = true;
        }
    }
    free(seen);
    free(queue);
    return count;
}

int64_t naive_longest(const struct naive *naive, uint32_t vertex)
{
    int64_t *longest = calloc(naive->count, sizeof *longest), answer = -1;
    if (longest == NULL)
        abort();
    for (size_t i = 0; i < naive->count && naive->order != NULL; i++) {
        const struct naive_vertex *here = &naive->vertices[naive->order[i]];
        for (size_t j = 0; j < here->count; j++) {
            int64_t more = 1 + longest[naive->edges[here->first + j].to];
            int64_t *best = &longest[naive->order[i]];
            *best = more > *best ? more : *best;
        }
    }
    if (naive->order != NULL)
        answer = longest[vertex];
    free(longest);
    return answer;
}

/* --- genus --------------------------------------------------------------------------------------
 *
 * The sum of a vertex, some heaps of two and some of one, as the three of them: a heap of two
 * becomes one of one or nothing. */

enum { ONES = NAIVE_DIGITS };

static size_t slot_of(uint32_t vertex, unsigned twos, unsigned ones)
{
    return ((size_t)vertex * NAIVE_DIGITS + twos) * ONES + ones;
}

static int32_t digit_of(const struct naive *naive, uint32_t number, unsigned twos, unsigned ones,
                        const int32_t *known)
{
    const struct naive_vertex *vertex = &naive->vertices[number];
    uint64_t seen = vertex->count == 0 && twos == 0 && ones == 0 ? 1 : 0;
    for (size_t i = 0; i < vertex->count; i++)
        seen |= UINT64_C(1) << known[slot_of(naive->edges[vertex->first + i].to, twos, ones)];
    if (twos > 0) {
        seen |= UINT64_C(1) << known[slot_of(number, twos - 1, ones)];
        seen |= UINT64_C(1) << known[slot_of(number, twos - 1, ones + 1)];
    }
    if (ones > 0)
        seen |= UINT64_C(1) << known[slot_of(number, twos, ones - 1)];
    return __builtin_ctzll(~seen);
}

bool naive_digits(const struct naive *naive, int32_t digits[NAIVE_DIGITS])
{
    if (!is_sum_game(naive) || naive->agains)
        return false;
    for (size_t i = 0; i < naive->count; i++)
        if (naive->vertices[i].count > NAIVE_LARGEST_HEAP - 4)
            return false;
    int32_t *known = calloc(naive->count * NAIVE_DIGITS * ONES, sizeof *known);
    if (known == NULL)
        abort();
    for (size_t i = 0; i < naive->count; i++)
        for (unsigned twos = 0; twos < NAIVE_DIGITS; twos++)
            for (unsigned ones = 0; twos + ones < NAIVE_DIGITS; ones++) {
                uint32_t number = naive->order[i];
                known[slot_of(number, twos, ones)] = digit_of(naive, number, twos, ones, known);
            }
    for (unsigned twos = 0; twos < NAIVE_DIGITS; twos++)
        digits[twos] = known[slot_of(0, twos, 0)];
    free(known);
    return true;
}
