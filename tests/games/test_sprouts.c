/* Sprouts against the published tables: option lists, values, the certificate of the 5-spot game,
 * and the numbers of strings and canonical trees of whole games. */
#include "sprouts_tree.h"

#include "test.h"

#include <ctype.h>
#include <stdio.h>

static bool contains(const struct zm_list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (zm_bytes_equal(zm_list_at(list, i), zm_bytes(text, strlen(text))))
            return true;
    return false;
}

/* A text that reads as a position even when it is made of digits. */
static const char *as_position(const char *text)
{
    static char plus[256];
    if (text[0] == '0' || text[strspn(text, "12")] != '\0')
        return text;
    snprintf(plus, sizeof plus, "+%s", text);
    return plus;
}

static void check_options(void *context, char **words, int count)
{
    struct sprouts_tree *tree = context;
    struct zm_list options = {0};
    sprouts_tree_options(tree, words[0], &options);
    assert_int_equal(options.count, count - 1);
    for (int i = 1; i < count; i++) {
        const char *option = strcmp(words[i], "end") == 0 ? "" : words[i];
        if (!contains(&options, option))
            fail_msg("%s has no option %s", words[0], option);
    }
    zm_list_free(&options);
}

static void test_option_lists(void **state)
{
    (void)state;
    struct sprouts_tree tree;
    sprouts_tree_open(&tree, "pseudo", "none");
    sprouts_tree_each_row("sprouts_options.txt", check_options, &tree);
    sprouts_tree_close(&tree);
}

static void check_pair(void *context, char **words, int count)
{
    struct sprouts_tree *tree = context;
    assert_int_equal(count, 3);
    if (strcmp(words[0], "isomorphic") == 0)
        return;
    bool same = sprouts_tree_of(tree, words[1]) == sprouts_tree_of(tree, words[2]);
    if (same != (strcmp(words[0], "same") == 0))
        fail_msg("%s and %s: the trees should be %s", words[1], words[2], words[0]);
}

static void check_isomorphic(void *context, char **words, int count)
{
    struct sprouts_tree *tree = context;
    struct zm_buffer one = {0}, two = {0};
    assert_int_equal(count, 3);
    sprouts_tree_canonical(tree, words[1], &one);
    sprouts_tree_canonical(tree, words[2], &two);
    bool same = zm_bytes_equal(zm_buffer_bytes(&one), zm_buffer_bytes(&two));
    if (same != (strcmp(words[0], "isomorphic") == 0))
        fail_msg("%s and %s: exact forms %s and %s", words[1], words[2], zm_buffer_string(&one),
                 zm_buffer_string(&two));
    zm_buffer_free(&one);
    zm_buffer_free(&two);
}

static void test_exact_forms(void **state)
{
    (void)state;
    struct sprouts_tree tree;
    sprouts_tree_open(&tree, "exact", "none");
    sprouts_tree_each_row("sprouts_trees.txt", check_isomorphic, &tree);
    sprouts_tree_close(&tree);
}

static void check_tables(const char *canon, const char *equivalences)
{
    struct sprouts_tree tree;
    sprouts_tree_open(&tree, canon, equivalences);
    sprouts_tree_each_row("sprouts_values.txt", sprouts_tree_check_value, &tree);
    sprouts_tree_each_row("sprouts_trees.txt", check_pair, &tree);
    /* Thesis, 9.5.1: reversing one boundary of a region alone changes the misère outcome. */
    uint32_t won = sprouts_tree_of(&tree, "12A.1B222|2A|2B"); /* the arrays move as they grow */
    uint32_t lost = sprouts_tree_of(&tree, "12A.222B1|2A|2B");
    assert_true(tree.misere[won]);
    assert_false(tree.misere[lost]);
    sprouts_tree_close(&tree);
}

static void test_values(void **state)
{
    (void)state;
    check_tables("pseudo", "none");
    check_tables("exact", "none");
    check_tables("pseudo", "trees");
}

/* Names and positions of the certificate, for its edges. */
struct certificate {
    struct sprouts_tree *tree;
    struct zm_list names, positions;
};

static void read_names(void *context, char **words, int count)
{
    struct certificate *certificate = context;
    assert_true(count >= 5);
    zm_list_add(&certificate->names, zm_bytes(words[0], strlen(words[0]) + 1));
    zm_list_add(&certificate->positions, zm_bytes(words[1], strlen(words[1]) + 1));
}

static const char *position_named(const struct certificate *certificate, const char *name)
{
    for (size_t i = 0; i < certificate->names.count; i++)
        if (strcmp((const char *)zm_list_at(&certificate->names, i).data, name) == 0)
            return (const char *)zm_list_at(&certificate->positions, i).data;
    fail_msg("no position is named %s", name);
    return NULL;
}

/* "7c", or "[4b+4d]": the canonical text of the position meant. */
static void edge_text(const struct certificate *certificate, const char *edge,
                      struct zm_buffer *text)
{
    if (edge[0] != '[') {
        sprouts_tree_canonical(certificate->tree, as_position(position_named(certificate, edge)),
                               text);
        return;
    }
    char sum[256], one[16], two[16];
    assert_int_equal(sscanf(edge, "[%15[^+]+%15[^]]]", one, two), 2);
    snprintf(sum, sizeof sum, "%s+%s", position_named(certificate, one),
             position_named(certificate, two));
    sprouts_tree_canonical(certificate->tree, sum, text);
}

static void check_certificate(void *context, char **words, int count)
{
    struct certificate *certificate = context;
    struct zm_list options = {0};
    struct zm_buffer text = {0};
    const char *position = as_position(words[1]);
    sprouts_tree_canonical(certificate->tree, position, &text);
    if (strchr(words[1], '+') == NULL)
        assert_string_equal(zm_buffer_string(&text), words[1]);
    uint32_t id = sprouts_tree_of(certificate->tree, position);
    assert_int_equal(sprouts_tree_nimber(certificate->tree, id), atoi(words[2]));
    sprouts_tree_options(certificate->tree, position, &options);
    assert_int_equal(options.count, atoi(words[3]));
    for (int i = 4; i < count && strcmp(words[i], "end") != 0; i++) {
        edge_text(certificate, words[i], &text);
        if (!contains(&options, zm_buffer_string(&text)))
            fail_msg("%s has no option %s (%s)", words[1], zm_buffer_string(&text), words[i]);
    }
    zm_list_free(&options);
    zm_buffer_free(&text);
}

static void test_certificate(void **state)
{
    (void)state;
    struct sprouts_tree tree;
    struct certificate certificate = {.tree = &tree};
    sprouts_tree_open(&tree, "pseudo", "none");
    sprouts_tree_each_row("sprouts_certificate.txt", read_names, &certificate);
    assert_int_equal(certificate.names.count, 73);
    sprouts_tree_each_row("sprouts_certificate.txt", check_certificate, &certificate);
    zm_list_free(&certificate.names);
    zm_list_free(&certificate.positions);
    sprouts_tree_close(&tree);
}

/* The number of strings of a whole game, which must have as many canonical trees as published. */
static size_t whole_game(const char *position, const char *canon, const char *equivalences,
                         unsigned trees)
{
    struct sprouts_tree tree;
    sprouts_tree_open(&tree, canon, equivalences);
    sprouts_tree_of(&tree, position);
    size_t strings = tree.positions.count;
    print_message("%s, %s, equivalences %s: %zu strings, %u trees\n", position, canon, equivalences,
                  strings, tree.tree_count);
    assert_int_equal(tree.tree_count, trees);
    sprouts_tree_close(&tree);
    return strings;
}

/* Whole games. Canonical trees depend neither on the form nor on the equivalences that keep them;
 * strings do, those of the pseudo-canonical form within a few per cent (the order of listing
 * matters). */
static void test_whole_games(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        unsigned strings, slack, trees;
        int slow; /* 1: not under a sanitizer; 2: long tests only */
    } rows[] = {
        {"0*1", 3, 0, 3, 0},           {"0*2", 18, 0, 10, 0},
        {"0*3", 157, 0, 55, 0},        {"0*4", 1796, 24, 713, 0},
        {"0*5", 24784, 495, 10461, 1}, {"0*6", 393103, 7862, 150147, 2},
        {"0.AB|AB", 12, 0, 7, 0},      {"1abcde2edcba.2", 0, 0, 478, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((rows[i].slow == 1 && test_sanitized()) || (rows[i].slow == 2 && !test_long()))
            continue;
        size_t strings = whole_game(rows[i].position, "pseudo", "none", rows[i].trees);
        if (rows[i].strings > 0)
            assert_in_range(strings, rows[i].strings - rows[i].slack,
                            rows[i].strings + rows[i].slack);
        size_t exact = whole_game(rows[i].position, "exact", "none", rows[i].trees);
        assert_true(exact <= strings);
        size_t settled = whole_game(rows[i].position, "settled", "none", rows[i].trees);
        assert_true(exact <= settled && settled <= strings);
        assert_true(whole_game(rows[i].position, "settled", "trees", rows[i].trees) <= settled);
        assert_true(whole_game(rows[i].position, "exact", "trees", rows[i].trees) <= exact);
    }
}

/* Every position of a whole game keeps its tree when the equivalences rewrite it. */
static void test_rewriting(void **state)
{
    (void)state;
    struct sprouts_tree plain, rewritten;
    sprouts_tree_open(&plain, "pseudo", "none");
    sprouts_tree_open(&rewritten, "pseudo", "trees");
    sprouts_tree_of(&plain, test_sanitized() ? "0*4" : "0*5");
    struct zm_list texts = {0};
    sprouts_tree_texts(&plain, &texts);
    assert_true(texts.count > 1700);
    for (size_t i = 0; i < texts.count; i++) {
        const char *position = (const char *)zm_list_at(&texts, i).data;
        struct zm_buffer text = {0}, other = {0};
        sprouts_tree_canonical(&rewritten, position, &text);
        zm_buffer_byte(&other, '+');
        zm_buffer_text(&other, zm_buffer_string(&text));
        if (sprouts_tree_of(&plain, position) != sprouts_tree_of(&plain, zm_buffer_string(&other)))
            fail_msg("%s and %s have different trees", position, zm_buffer_string(&other));
        zm_buffer_free(&text);
        zm_buffer_free(&other);
    }
    zm_list_free(&texts);
    sprouts_tree_close(&plain);
    sprouts_tree_close(&rewritten);
}

/* A form written and read again is the same, but for the thesis's own. */
static void test_fixed_forms(void **state)
{
    (void)state;
    static const char *const forms[] = {"settled", "exact"};
    for (size_t f = 0; f < 2; f++) {
        struct sprouts_tree tree;
        struct zm_list texts = {0};
        sprouts_tree_open(&tree, forms[f], "none");
        sprouts_tree_of(&tree, test_sanitized() ? "0*4" : "0*5");
        sprouts_tree_texts(&tree, &texts);
        for (size_t i = 0; i < texts.count; i++) {
            const char *text = (const char *)zm_list_at(&texts, i).data;
            struct zm_buffer again = {0};
            sprouts_tree_canonical(&tree, text, &again);
            assert_string_equal(text + 1, zm_buffer_string(&again));
            zm_buffer_free(&again);
        }
        zm_list_free(&texts);
        sprouts_tree_close(&tree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_option_lists), cmocka_unit_test(test_values),
        cmocka_unit_test(test_exact_forms),  cmocka_unit_test(test_certificate),
        cmocka_unit_test(test_whole_games),  cmocka_unit_test(test_rewriting),
        cmocka_unit_test(test_fixed_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
