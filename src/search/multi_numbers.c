/* Rules 5 to 7 of the proof-number search with numbers for every nimber.
 *
 * For each n a component P has p(n), what it costs to show that its nimber is not n, and d(n), that
 * it is n. With the options P1..Pk of P, and A + B a sum:
 *
 *   rule 5   p(n) = min( min over i < n of d(i) of P, min over j of d(n) of Pj )
 *   rule 6   d(n) = min over choices of different options x(0)..x(n-1), of
 *                   sum over i < n of d(i) of Px(i) + sum over the options not chosen of p(n)
 *   rule 7   d(n) = min over i of d(i) of A + d(i xor n) of B
 *            p(n) = min over i of d(i) of A + p(i xor n) of B, and the same with A and B exchanged
 *
 * Rule 6 is an assignment problem (theory/assignment.h). Where an option has p(n) infinite, its
 * nimber can only be n, though that may still have to be shown, and so d(n) is infinite: infinities
 * are never subtracted. That says nothing of nimbers above n, as it does when there are too few
 * options for the nimbers below n.
 *
 * Numbers are kept for the first few nimbers that are not excluded; larger ones get an estimate (to
 * show that P is not n, find its nimber) until smaller ones are excluded. */
#include "search/multi.h"

#include "base/array.h"

#include <math.h>

enum { WINDOW = 4, LEAST_SUM = 4 };
#define LARGE 1e9 /* no finite number is larger, so that sums and differences are exact */

static const struct zm_multi_numbers is = {INFINITY, 0}, is_not = {0, INFINITY};

struct zm_multi_numbers zm_multi_numbers_of(const struct zm_multi *multi, uint32_t id, uint32_t n)
{
    const struct zm_multi_node *node = &multi->nodes[id];
    if (node->solved)
        return node->nimber == n ? is : is_not;
    if (!node->expanded)
        return (struct zm_multi_numbers){1, 1};
    if (n < node->size)
        return node->numbers[n];
    if (!node->sum && n > node->option_count)
        return is_not;
    return (struct zm_multi_numbers){node->least, node->bounded ? (double)INFINITY : LARGE};
}

struct zm_multi_numbers zm_multi_option_numbers(const struct zm_multi *multi,
                                                struct zm_multi_option option, uint32_t n)
{
    if (option.node == ZM_MULTI_NONE)
        return option.heap == n ? is : is_not;
    return zm_multi_numbers_of(multi, option.node, n ^ option.heap);
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double finite(double number)
{
    return number < INFINITY && number > LARGE ? LARGE : number;
}

/* Does every option leave room for not having the nimber n? Sets `total` to what it costs to show
 * that none has it. */
static bool may_all_differ(const struct zm_multi_numbers *of_options, size_t count, double *total)
{
    *total = 0;
    for (size_t j = 0; j < count; j++)
        *total += of_options[j].p;
    return *total < INFINITY;
}

/* Rule 6 from what `read_options` has read of every nimber up to n. Sets `too_few` when no choice
 * of options has all the nimbers below n. */
static double disproof_read(struct zm_multi *multi, size_t columns, uint32_t n, bool *too_few)
{
    struct zm_assignment *problem = &multi->assignment;
    const struct zm_multi_numbers *last = multi->read + n * columns;
    double total;
    *too_few = false;
    if (!zm_assignment_begin(problem, n, columns)) {
        multi->failed = true;
        return INFINITY;
    }
    if (!may_all_differ(last, columns, &total))
        return INFINITY;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < columns; j++)
            problem->costs[i * columns + j] = multi->read[i * columns + j].d - last[j].p;
    *too_few = n > 0 && !zm_assignment_solve(problem);
    if (*too_few)
        return INFINITY;
    for (uint32_t i = 0; i < n; i++)
        total += problem->costs[i * columns + problem->chosen[i]];
    return finite(total);
}

/* The numbers of all options for the nimber n, after those for smaller ones; false without memory.
 */
static bool read_options(struct zm_multi *multi, const struct zm_multi_node *node, uint32_t n)
{
    size_t columns = node->option_count, needed = (n + 1) * columns;
    struct zm_multi_numbers *read =
        zm_array_room(multi->read, &multi->read_capacity, needed + 1, sizeof *read);
    if (read == NULL) {
        multi->failed = true;
        return false;
    }
    multi->read = read;
    for (size_t j = 0; j < columns; j++)
        multi->read[n * columns + j] = zm_multi_option_numbers(multi, node->options[j], n);
    return true;
}

double zm_multi_disproof(struct zm_multi *multi, const struct zm_multi_node *node, uint32_t n)
{
    bool too_few;
    for (uint32_t i = 0; i <= n; i++)
        if (!read_options(multi, node, i))
            return INFINITY;
    return disproof_read(multi, node->option_count, n, &too_few);
}

static bool room_for(struct zm_multi *multi, size_t count)
{
    struct zm_multi_numbers *scratch =
        zm_array_room(multi->scratch, &multi->scratch_capacity, count + 1, sizeof *scratch);
    if (scratch != NULL)
        multi->scratch = scratch;
    else
        multi->failed = true;
    return scratch != NULL;
}

/* Rules 5 and 6 for one nimber after the other, until enough of them are open. Returns how many. */
static uint32_t compute_component(struct zm_multi *multi, struct zm_multi_node *node)
{
    unsigned open = 0;
    uint32_t n = 0;
    node->least = INFINITY;
    node->bounded = false;
    for (; n <= node->option_count && open < WINDOW && !node->bounded; n++) {
        if (!room_for(multi, n + 1) || !read_options(multi, node, n))
            return n;
        struct zm_multi_numbers numbers = {node->least, INFINITY};
        for (size_t j = 0; j < node->option_count; j++)
            numbers.p = smaller(numbers.p, multi->read[n * node->option_count + j].d);
        if (numbers.p > 0)
            numbers.d = disproof_read(multi, node->option_count, n, &node->bounded);
        multi->scratch[n] = numbers;
        node->least = smaller(node->least, numbers.d);
        if (numbers.d == 0) {
            node->solved = true;
            node->nimber = n;
            return n + 1;
        }
        open += numbers.p > 0 && numbers.d < INFINITY;
    }
    return n;
}

struct zm_multi_terms zm_multi_choose_terms(const struct zm_multi *multi,
                                            const struct zm_multi_node *sum, uint32_t n,
                                            uint32_t size, bool disprove)
{
    uint32_t a = sum->options[0].node, b = sum->options[1].node;
    struct zm_multi_terms best = {.cost = INFINITY};
    for (uint32_t i = 0; i < size; i++) {
        struct zm_multi_numbers of_a = zm_multi_numbers_of(multi, a, i),
                                of_b = zm_multi_numbers_of(multi, b, i);
        if (disprove) {
            double cost = of_a.d + zm_multi_numbers_of(multi, b, i ^ n).d;
            if (cost < best.cost)
                best = (struct zm_multi_terms){cost, i, false};
            continue;
        }
        double cost = of_a.d + zm_multi_numbers_of(multi, b, i ^ n).p;
        if (cost < best.cost)
            best = (struct zm_multi_terms){cost, i, false};
        cost = of_b.d + zm_multi_numbers_of(multi, a, i ^ n).p;
        if (cost < best.cost)
            best = (struct zm_multi_terms){cost, i, true};
    }
    return best;
}

/* A power of two above all nimbers for which a term of the sum has numbers. */
static uint32_t sum_size(const struct zm_multi *multi, const struct zm_multi_node *sum)
{
    uint32_t size = LEAST_SUM;
    for (int i = 0; i < 2; i++) {
        const struct zm_multi_node *term = &multi->nodes[sum->options[i].node];
        while (size < term->size || (term->solved && size <= term->nimber))
            size *= 2;
    }
    return size;
}

static uint32_t compute_sum(struct zm_multi *multi, struct zm_multi_node *sum)
{
    const struct zm_multi_node *a = &multi->nodes[sum->options[0].node];
    const struct zm_multi_node *b = &multi->nodes[sum->options[1].node];
    uint32_t size = sum_size(multi, sum);
    sum->least = INFINITY;
    sum->solved = a->solved && b->solved;
    sum->nimber = a->nimber ^ b->nimber;
    if (sum->solved || !room_for(multi, size))
        return 0;
    for (uint32_t n = 0; n < size; n++) {
        struct zm_multi_numbers numbers = {
            finite(zm_multi_choose_terms(multi, sum, n, size, false).cost),
            finite(zm_multi_choose_terms(multi, sum, n, size, true).cost)};
        multi->scratch[n] = numbers;
        sum->least = smaller(sum->least, numbers.d);
    }
    return size;
}

uint32_t zm_multi_compute(struct zm_multi *multi, struct zm_multi_node *node)
{
    return node->sum ? compute_sum(multi, node) : compute_component(multi, node);
}
