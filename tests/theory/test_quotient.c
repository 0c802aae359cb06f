/* Misère quotients of octal games: published orders, and every quotient against plain play on all
 * sums of bounded size. */
#include "test.h"

#include "base/table.h"
#include "theory/quotient.h"

#include <stdio.h>

enum { LARGEST = 200 };

struct octal {
    int digits[20];
    size_t count;
};

static struct octal octal(const char *code)
{
    struct octal octal = {.count = 0};
    for (const char *at = strchr(code, '.') + 1; *at != 0; at++)
        octal.digits[octal.count++] = *at - '0';
    return octal;
}

/* The moves from a heap, each as two heaps of which any may be 0. */
static size_t moves(const struct octal *octal, unsigned heap, unsigned (*left)[2])
{
    size_t count = 0;
    for (unsigned take = 1; take <= octal->count && take <= heap; take++) {
        unsigned rest = heap - take;
        int digit = octal->digits[take - 1];
        for (unsigned a = 0; a <= rest / 2; a++) {
            unsigned b = rest - a;
            int needed = b == 0 ? 1 : a == 0 ? 2 : 4;
            if ((digit & needed) == 0)
                continue;
            left[count][0] = a;
            left[count++][1] = b;
        }
    }
    return count;
}

static struct zm_quotient *build(const char *code, unsigned largest)
{
    struct octal game = octal(code);
    struct zm_quotient *quotient = zm_quotient_open(2000);
    struct zm_error error;
    for (unsigned heap = 0; heap <= largest; heap++) {
        unsigned left[20 * LARGEST][2];
        uint32_t terms[40 * LARGEST], ends[20 * LARGEST], used = 0;
        size_t count = moves(&game, heap, left);
        for (size_t i = 0; i < count; i++) {
            for (int k = 0; k < 2; k++)
                if (left[i][k] > 0)
                    terms[used++] = left[i][k];
            ends[i] = used;
        }
        if (zm_quotient_add(quotient, terms, ends, count, &error) != ZM_OK)
            fail_msg("%s, heap %u: %s", code, heap, error.text);
    }
    return quotient;
}

/* Misère play by definition, on sums written as how many heaps of each size. */
static bool play_lost(const struct octal *game, struct zm_table *known, uint8_t *heaps,
                      unsigned largest)
{
    struct zm_bytes key = zm_bytes(heaps, largest + 1);
    uint8_t *found = zm_table_find(known, key);
    if (found != NULL)
        return *found;
    bool lost = true, moved = false;
    for (unsigned h = 1; h <= largest && lost; h++) {
        if (heaps[h] == 0)
            continue;
        unsigned left[20 * LARGEST][2];
        size_t count = moves(game, h, left);
        for (size_t i = 0; i < count && lost; i++) {
            moved = true;
            heaps[h]--;
            heaps[left[i][0]]++;
            heaps[left[i][1]]++;
            heaps[0] = 0;
            lost = !play_lost(game, known, heaps, largest);
            heaps[left[i][0]] -= left[i][0] > 0;
            heaps[left[i][1]] -= left[i][1] > 0;
            heaps[h]++;
        }
    }
    lost = lost && moved;
    *(uint8_t *)zm_table_insert(known, key, NULL) = lost;
    return lost;
}

struct check {
    struct octal game;
    struct zm_quotient *quotient;
    struct zm_table known;
    uint8_t heaps[32];
    unsigned largest;
    size_t sums;
};

/* All sums of heaps of at most `largest`, from `heap` down, of total size at most `size`. */
static void check_sums(struct check *c, unsigned heap, unsigned size, uint16_t value)
{
    if (heap == 0) {
        if (play_lost(&c->game, &c->known, c->heaps, c->largest) !=
            zm_quotient_lost(c->quotient, value))
            fail_msg("a sum has the wrong outcome");
        c->sums++;
        return;
    }
    check_sums(c, heap - 1, size, value);
    if (size < heap)
        return;
    c->heaps[heap]++;
    check_sums(c, heap, size - heap,
               zm_quotient_product(c->quotient, value, zm_quotient_value(c->quotient, heap)));
    c->heaps[heap]--;
}

/* Are two elements told apart by a third? Else the monoid is too large. */
static void check_reduced(const struct zm_quotient *q)
{
    size_t order = zm_quotient_order(q);
    for (uint16_t a = 0; a < order; a++)
        for (uint16_t b = 0; b < a; b++) {
            uint16_t c = 0;
            while (c < order && zm_quotient_lost(q, zm_quotient_product(q, a, c)) ==
                                    zm_quotient_lost(q, zm_quotient_product(q, b, c)))
                c++;
            assert_true(c < order);
        }
}

static void check_code(const char *code, unsigned largest, size_t order, size_t period, size_t from)
{
    struct zm_quotient *quotient = build(code, largest);
    size_t digits = octal(code).count, found_from, found_period;
    if (zm_quotient_order(quotient) != order)
        fail_msg("%s: order %zu, expected %zu", code, zm_quotient_order(quotient), order);
    if (period > 0) {
        assert_true(zm_quotient_period(quotient, digits, &found_from, &found_period));
        assert_int_equal(found_period, period);
        assert_int_equal(found_from, from);
    }
    check_reduced(quotient);
    struct check check = {
        .game = octal(code), .quotient = quotient, .largest = largest < 31 ? largest : 31};
    zm_table_init(&check.known, 1);
    check_sums(&check, check.largest, 31, 0);
    assert_true(check.sums > 600);
    zm_table_free(&check.known);
    zm_quotient_close(quotient);
}

static void test_published(void **state)
{
    (void)state;
    const char *folder = getenv("ZM_SOURCE");
    char path[500], line[200], code[20];
    snprintf(path, sizeof path, "%s/tests/oracles/misere-quotients.txt", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned largest;
        size_t order, period, from;
        if (line[0] == '#')
            continue;
        assert_int_equal(
            sscanf(line, "%19s %u %zu %zu %zu", code, &largest, &order, &period, &from), 5);
        check_code(code, largest, order, period, from);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 8);
}

static void test_kayles_generators(void **state)
{
    (void)state;
    struct zm_quotient *quotient = build("0.77", 30);
    const uint32_t heaps[] = {1, 2, 5, 9, 12, 25, 27};
    struct zm_presentation presentation;
    assert_true(zm_presentation_make(quotient, &presentation));
    assert_int_equal(presentation.letters, 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(presentation.atoms[i], heaps[i]);
    zm_presentation_free(&presentation);
    zm_quotient_close(quotient);
}

/* Nim with heaps of at most 3: the quotient of order 6, <a, b | a^2 = 1, b^3 = b>. */
static void test_presentation(void **state)
{
    (void)state;
    struct zm_quotient *quotient = build("0.333", 12);
    struct zm_presentation presentation;
    struct zm_list relations = {0};
    assert_true(zm_presentation_make(quotient, &presentation));
    assert_true(zm_presentation_relations(quotient, &presentation, &relations));
    assert_int_equal(relations.count, 2);
    assert_true(zm_bytes_equal(zm_list_at(&relations, 0), zm_bytes("a^2 = 1", 7)));
    assert_true(zm_bytes_equal(zm_list_at(&relations, 1), zm_bytes("b^3 = b", 7)));
    struct zm_buffer text = {0};
    zm_presentation_print(&presentation, zm_quotient_value(quotient, 3), &text);
    assert_string_equal(zm_buffer_string(&text), "ab");
    zm_buffer_free(&text);
    zm_list_free(&relations);
    zm_presentation_free(&presentation);
    zm_quotient_close(quotient);
}

static void test_limit(void **state)
{
    (void)state;
    struct zm_quotient *quotient = zm_quotient_open(5);
    struct zm_error error = {0};
    uint32_t ends[] = {0}, two[] = {0}, two_ends[] = {0, 1};
    assert_int_equal(zm_quotient_add(quotient, NULL, ends, 1, &error), ZM_OK);
    assert_int_equal(zm_quotient_order(quotient), 2);
    assert_int_equal(zm_quotient_add(quotient, two, two_ends, 2, &error), ZM_STOPPED);
    assert_string_equal(error.text, "the quotient has more than 5 elements");
    zm_quotient_close(quotient);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_kayles_generators),
        cmocka_unit_test(test_presentation),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
