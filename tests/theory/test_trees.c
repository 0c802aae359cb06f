/* Canonical trees and reduced canonical trees: identities of the literature, counts by height, sums
 * against plain play, text, content addresses, genus symbols. */
#include "test.h"

#include "base/random.h"
#include "theory/genus.h"
#include "theory/trees.h"

#include <stdio.h>

static uint32_t parsed(struct zm_forest *forest, const char *text)
{
    struct zm_error error;
    uint32_t tree;
    if (zm_tree_parse(forest, text, &tree, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return tree;
}

static FILE *oracle(const char *name)
{
    const char *folder = getenv("ZM_SOURCE");
    char path[500];
    snprintf(path, sizeof path, "%s/tests/oracles/%s", folder != NULL ? folder : ".", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("cannot read %s", path);
    return file;
}

static void check_line(struct zm_forest *forest, char *line)
{
    char *equal = strstr(line, " = "), *colon = strstr(line, " : ");
    if (equal != NULL) {
        *equal = 0;
        if (parsed(forest, line) != parsed(forest, equal + 3))
            fail_msg("%s is not %s", line, equal + 3);
        return;
    }
    assert_non_null(colon);
    *colon = 0;
    const struct zm_tree *tree = zm_tree_at(forest, parsed(forest, line));
    unsigned height;
    char outcome;
    assert_int_equal(sscanf(colon + 3, "%u %c", &height, &outcome), 2);
    if (tree->height != height || tree->lost != (outcome == 'L'))
        fail_msg("%s: height %u %c, expected %u %c", line, tree->height, tree->lost ? 'L' : 'W',
                 height, outcome);
}

static void test_identities(void **state)
{
    (void)state;
    struct zm_forest forest;
    assert_true(zm_forest_init(&forest, true));
    FILE *file = oracle("tree-identities.txt");
    char line[400];
    int count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] == 0 || line[0] == '#')
            continue;
        check_line(&forest, line);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 25);
    zm_forest_free(&forest);
}

/* All trees of height at most `height`, reduced or not; the last ones only counted. */
static size_t count_by_height(bool reduced, int height)
{
    struct zm_forest forest;
    assert_true(zm_forest_init(&forest, reduced));
    uint32_t below[64] = {ZM_TREE_ZERO};
    size_t count = 1, distinct = 1;
    for (int h = 1; h <= height; h++) {
        bool *seen = calloc(forest.count + ((size_t)1 << count) + 1, sizeof *seen);
        uint32_t next[64];
        distinct = 0;
        for (uint64_t subset = 0; subset < UINT64_C(1) << count; subset++) {
            uint32_t children[64];
            size_t n = 0;
            for (size_t i = 0; i < count; i++)
                if (subset >> i & 1)
                    children[n++] = below[i];
            uint32_t tree = zm_tree_of(&forest, children, n);
            assert_int_not_equal(tree, ZM_NO_TREE);
            if (!seen[tree] && distinct++ < 64)
                next[distinct - 1] = tree;
            seen[tree] = true;
        }
        free(seen);
        count = distinct;
        memcpy(below, next, (count < 64 ? count : 64) * sizeof *below);
    }
    zm_forest_free(&forest);
    return distinct;
}

static void test_counts(void **state)
{
    (void)state;
    const size_t reduced[] = {1, 2, 3, 5, 22}, plain[] = {1, 2, 4, 16, 65536};
    for (int height = 0; height < 5; height++) {
        assert_int_equal(count_by_height(true, height), reduced[height]);
        assert_int_equal(count_by_height(false, height), plain[height]);
    }
    if (test_long())
        assert_int_equal(count_by_height(true, 5), 4171780);
}

static void test_22(void **state)
{
    (void)state;
    static const char *const texts[] = {"0",           "1",
                                        "2",           "3",
                                        "{2}",         "4",
                                        "{3}",         "{{2}}",
                                        "{0;{2}}",     "{1;{2}}",
                                        "{2;3}",       "{2;{2}}",
                                        "{3;{2}}",     "{0;2;{2}}",
                                        "{0;3;{2}}",   "{1;2;{2}}",
                                        "{1;3;{2}}",   "{2;3;{2}}",
                                        "{0;1;2;{2}}", "{0;2;3;{2}}",
                                        "{1;2;3;{2}}", "{0;1;2;3;{2}}"};
    struct zm_forest forest;
    assert_true(zm_forest_init(&forest, true));
    struct zm_buffer text = {0};
    int factored = 0;
    for (size_t i = 0; i < 22; i++) {
        uint32_t tree = parsed(&forest, texts[i]);
        zm_buffer_clear(&text);
        assert_true(zm_tree_print(&forest, tree, 100, &text));
        assert_string_equal(zm_buffer_string(&text), texts[i]);
        factored += zm_tree_at(&forest, tree)->plus_one;
    }
    assert_int_equal(factored, 3); /* 1, 3 and {3;{2}} */
    zm_buffer_free(&text);
    zm_forest_free(&forest);
}

static void expect_name(struct zm_forest *forest, const char *text, const char *name)
{
    struct zm_buffer out = {0};
    uint32_t tree = parsed(forest, text);
    zm_tree_name(forest, tree, &out);
    assert_string_equal(zm_buffer_string(&out), name);
    assert_int_equal(parsed(forest, name), tree);
    zm_buffer_free(&out);
}

static void test_names(void **state)
{
    (void)state;
    struct zm_forest forest;
    assert_true(zm_forest_init(&forest, true));
    expect_name(&forest, "{2}", "3-1-L");
    expect_name(&forest, "{3}", "4-1-L");
    expect_name(&forest, "{1;3;{2}}", "4-2-W");
    expect_name(&forest, "{1;3;{2}}+1", "4-2+1-L");
    expect_name(&forest, "{3;{2}}", "3-1+1-W");
    expect_name(&forest, "7", "7");
    assert_int_equal(parsed(&forest, "2-0+1-W"), zm_tree_heap(&forest, 3));
    struct zm_error error;
    uint32_t tree;
    static const char *const wrong[] = {"",   "{",    "{1",    "{1;}",  "}",
                                        "1+", "5000", "9-9-W", "3-1-W", "x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(zm_tree_parse(&forest, wrong[i], &tree, &error), ZM_BAD_INPUT);
    char deep[5001];
    memset(deep, '{', 5000);
    deep[5000] = 0;
    assert_int_equal(zm_tree_parse(&forest, deep, &tree, &error), ZM_BAD_INPUT);
    zm_forest_free(&forest);
}

/* A random tree of a plain forest, of height at most `height`. */
static uint32_t random_tree(struct zm_forest *forest, struct zm_random *random, int height)
{
    uint32_t children[4];
    size_t count = height == 0 ? 0 : zm_random_below(random, 4);
    for (size_t i = 0; i < count; i++)
        children[i] = random_tree(forest, random, height - 1);
    return zm_tree_of(forest, children, count);
}

/* Reduction changes no outcome beside any other tree, and commutes with sums; a content address
 * depends on the tree alone. */
static void test_random_sums(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(6);
    struct zm_forest plain, reduced, other;
    assert_true(zm_forest_init(&plain, false) && zm_forest_init(&reduced, true) &&
                zm_forest_init(&other, true));
    struct zm_tree_set known = {0}, others = {0};
    for (int i = 0; i < 3000; i++) {
        uint32_t a = random_tree(&plain, &random, 4), b = random_tree(&plain, &random, 3);
        uint32_t sum = zm_tree_add(&plain, a, b);
        uint32_t ra = zm_tree_reduce(&plain, a, &reduced, &known);
        uint32_t rb = zm_tree_reduce(&plain, b, &reduced, &known);
        uint32_t rsum = zm_tree_reduce(&plain, sum, &reduced, &known);
        assert_int_equal(zm_tree_add(&reduced, ra, rb), rsum);
        assert_int_equal(zm_tree_at(&plain, sum)->lost, zm_tree_at(&reduced, rsum)->lost);
        zm_tree_reduce(&plain, b, &other, &others); /* another order of arrival */
        uint32_t there = zm_tree_reduce(&plain, sum, &other, &others);
        struct zm_hash128 address = zm_tree_at(&reduced, rsum)->address;
        assert_memory_equal(&address, &zm_tree_at(&other, there)->address, sizeof address);
        assert_int_equal(zm_tree_addressed(&reduced, address), rsum);
    }
    zm_tree_set_free(&known);
    zm_tree_set_free(&others);
    zm_forest_free(&plain);
    zm_forest_free(&reduced);
    zm_forest_free(&other);
}

static void test_limit(void **state)
{
    (void)state;
    struct zm_forest forest;
    assert_true(zm_forest_init(&forest, true));
    forest.limit = 50;
    struct zm_error error;
    uint32_t tree;
    assert_int_equal(zm_tree_parse(&forest, "{{2};{3}}+{{2};{3}}+{{2};{3}}", &tree, &error),
                     ZM_FAILED);
    assert_true(forest.failed && forest.count <= 50);
    zm_forest_free(&forest);
}

static void expect_genus(const char *tree, const char *genus)
{
    struct zm_forest forest;
    assert_true(zm_forest_init(&forest, true));
    struct zm_genera genera = {0};
    struct zm_buffer text = {0};
    const struct zm_genus *found = zm_tree_genus(&forest, parsed(&forest, tree), &genera);
    assert_non_null(found);
    zm_genus_print(found, &text);
    assert_string_equal(zm_buffer_string(&text), genus);
    zm_buffer_free(&text);
    zm_genera_free(&genera);
    zm_forest_free(&forest);
}

/* Winning Ways, chapter 13. */
static void test_genus(void **state)
{
    (void)state;
    expect_genus("0", "0^120");
    expect_genus("1", "1^031");
    expect_genus("2", "2^20");
    expect_genus("3", "3^31");
    expect_genus("4", "4^46");
    expect_genus("2+2", "0^02");
    expect_genus("2+3", "1^13");
    expect_genus("{2}", "0^02");
    expect_genus("{2;3}", "0^02");
    expect_genus("{1;{2}}", "2^1420"); /* the simplest wild game */
}

/* Work is counted, and a forest that has done as much as it may fails. */
static void test_limit_of_work(void **state)
{
    (void)state;
    struct zm_forest forest;
    assert_true(zm_forest_init(&forest, true));
    uint32_t a = zm_tree_heap(&forest, 20), b = zm_tree_heap(&forest, 30);
    uint64_t heaps = forest.work;
    assert_true(heaps > 0 && zm_tree_add(&forest, a, b) != ZM_NO_TREE);
    uint64_t sum = forest.work - heaps;
    assert_true(sum > 20 * 30);
    assert_false(zm_forest_is_full(&forest));
    zm_forest_free(&forest);
    for (uint64_t part = 1; part <= 2; part++) {
        assert_true(zm_forest_init(&forest, true));
        forest.most_work = heaps + sum * part / 2;
        a = zm_tree_heap(&forest, 20);
        b = zm_tree_heap(&forest, 30);
        bool added = zm_tree_add(&forest, a, b) != ZM_NO_TREE;
        assert_true(added == (part == 2) && zm_forest_is_full(&forest) == (part == 1));
        assert_true(forest.failed == !added && forest.work < heaps + sum * part / 2 + 100);
        zm_forest_free(&forest);
    }
}

/* Digit n of the genus is the misère Grundy value of G + n heaps of 2, found here by play. */
static void test_genus_by_play(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(13);
    struct zm_forest forest;
    assert_true(zm_forest_init(&forest, true));
    struct zm_genera genera = {0};
    for (int i = 0; i < 300; i++) {
        uint32_t tree = random_tree(&forest, &random, 4), sum = tree;
        for (unsigned n = 0; n < 5; n++) {
            unsigned value = 0;
            while (
                !zm_tree_at(&forest, zm_tree_add(&forest, sum, zm_tree_heap(&forest, value)))->lost)
                value++;
            const struct zm_genus *g = zm_tree_genus(&forest, tree, &genera);
            assert_non_null(g);
            unsigned at = n < g->count ? n : g->count - 2u + (n - g->count) % 2u;
            assert_int_equal(g->digits[at], value);
            sum = zm_tree_add(&forest, sum, zm_tree_heap(&forest, 2));
        }
    }
    zm_genera_free(&genera);
    zm_forest_free(&forest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_22),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_random_sums),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_genus),
        cmocka_unit_test(test_genus_by_play),
        cmocka_unit_test(test_limit_of_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
