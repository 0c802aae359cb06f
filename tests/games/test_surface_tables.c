/* Sprouts on compact surfaces against the published tables and recomputed counts: lists of options,
 * canonical trees of whole games, limits of the genus, nimbers and misère outcomes of start
 * positions (Lemoine and Viennot, thesis, chapter 11). */
#include "api/question.h"
#include "sprouts_tree.h"

#include "support/ask.h"

#include <unistd.h>

/* Stores that the questions of one play share: much of a surface is in the tables of the others. */
static char normal_store[] = "/tmp/zermelo-surfaces-XXXXXX";
static char misere_store[] = "/tmp/zermelo-misere-XXXXXX";

static int make_store(char *path)
{
    int file = mkstemp(path);
    return file < 0 || close(file) != 0 ? -1 : unlink(path);
}

static int make_stores(void **state)
{
    (void)state;
    return make_store(normal_store) != 0 || make_store(misere_store) != 0;
}

static void remove_store(const char *path)
{
    char lock[sizeof normal_store + 8];
    snprintf(lock, sizeof lock, "%s-lock", path);
    unlink(path);
    unlink(lock);
}

static int remove_stores(void **state)
{
    (void)state;
    remove_store(normal_store);
    remove_store(misere_store);
    return 0;
}

static void check_options(void *context, char **words, int count)
{
    struct sprouts_tree *tree = context;
    struct zm_list options = {0};
    sprouts_tree_options(tree, words[0], &options);
    if (options.count != (size_t)count - 1)
        fail_msg("%s: %zu options instead of %d", words[0], options.count, count - 1);
    for (int i = 1; i < count; i++) {
        bool there = false;
        for (size_t k = 0; k < options.count && !there; k++)
            there = zm_bytes_equal(zm_list_at(&options, k), zm_bytes(words[i], strlen(words[i])));
        if (!there)
            fail_msg("%s has no option %s", words[0], words[i]);
    }
    zm_list_free(&options);
}

static void test_options(void **state)
{
    static const size_t three_spots[] = {5, 8, 12, 14, 17, 19, 22, 24}; /* on P, P^2, ... */
    static const char *const forms[] = {"pseudo", "settled", "exact"};
    (void)state;
    for (size_t form = 0; form < 3; form++) {
        struct sprouts_tree tree;
        sprouts_tree_open(&tree, forms[form], "none");
        sprouts_tree_each_row("sprouts_surface_options.txt", check_options, &tree);
        for (int n = 1; n <= 8; n++) {
            char text[32];
            struct zm_list options = {0};
            snprintf(text, sizeof text, "0*3@-%d", n);
            sprouts_tree_options(&tree, text, &options);
            assert_int_equal(options.count, three_spots[n - 1]);
            zm_list_free(&options);
        }
        sprouts_tree_close(&tree);
    }
}

/* The trees of 0*2@n and so on do not depend on the form, nor on equivalences that keep them. */
static void test_values(void **state)
{
    static const char *const modes[][2] = {
        {"pseudo", "none"}, {"exact", "none"}, {"settled", "trees"}, {"exact", "all"}};
    (void)state;
    for (size_t mode = 0; mode < sizeof modes / sizeof *modes; mode++) {
        struct sprouts_tree tree;
        sprouts_tree_open(&tree, modes[mode][0], modes[mode][1]);
        sprouts_tree_each_row("sprouts_surface_values.txt", sprouts_tree_check_value, &tree);
        sprouts_tree_close(&tree);
    }
}

/* Long rows have five minutes each: an answer that is not there by then is not known. */
static struct zm_answer solve(const char *position, const char *compute, const char *play)
{
    struct asking asking;
    struct zm_error error = {.text = ""};
    struct zm_answer answer = {0};
    const char *store = strcmp(play, "misere") == 0 ? misere_store : normal_store;
    bool tree = strcmp(compute, "tree") == 0; /* of which nothing is stored */
    const struct zm_option options[] = {
        {"compute", compute}, {"play", play}, {"time", "300"}, {"store", store}};
    ask_open(&asking, "sprouts", position, options, tree ? 3 : 4);
    enum zm_status status = ask_try(&asking, &answer, &error);
    if (status != ZM_OK && !(test_long() && status == ZM_STOPPED))
        fail_msg("%s: %s", position, error.text);
    if (!answer.known)
        print_message("%s, %s play: not known after five minutes\n", position, play);
    ask_close(&asking);
    return answer;
}

static void check_counts(void *context, char **words, int count)
{
    (void)context;
    assert_int_equal(count, 3);
    if (test_sanitized() && words[0][2] > '3')
        return;
    struct zm_answer answer = solve(words[0], "tree", "normal");
    assert_int_equal(answer.counts[1], atoi(words[1]));
    if (atoi(words[2]) > 0)
        assert_int_equal(answer.counts[2], atoi(words[2]));
    zm_answer_free(&answer);
}

static void test_counts(void **state)
{
    (void)state;
    sprouts_tree_each_row("sprouts_surface_trees.txt", check_counts, NULL);
}

/* The trees of `land` on genus 0, step, 2 step ... up to `most`. */
static void trees_by_genus(struct sprouts_tree *tree, const char *land, int step, int most,
                           uint32_t *trees)
{
    for (int n = 0; n <= most; n++) {
        char text[64];
        snprintf(text, sizeof text, "%s@%d", land, step * n);
        trees[n] = sprouts_tree_of(tree, text);
    }
}

/* From `limit` on, and not before, the tree is the same `period` steps further. */
static void check_limit(struct sprouts_tree *tree, const char *land, int step, int period,
                        int limit)
{
    enum { MOST = 13 };
    uint32_t trees[MOST + 1];
    int most = limit + 3;
    trees_by_genus(tree, land, step, most, trees);
    for (int n = limit; n + period <= most; n++)
        assert_int_equal(trees[n], trees[n + period]);
    assert_int_not_equal(trees[limit - 1], trees[limit - 1 + period]);
    if (period == 2)
        assert_int_not_equal(trees[limit], trees[limit + 1]);
}

static void test_limits(void **state)
{
    (void)state;
    struct sprouts_tree tree;
    sprouts_tree_open(&tree, "exact", "none");
    check_limit(&tree, "0.0.2", -1, 2, 3);
    check_limit(&tree, "0*2", -1, 1, 3);
    check_limit(&tree, "0*2", 1, 1, 2);
    check_limit(&tree, "0.0.2", 1, 1, 2);
    check_limit(&tree, "0*3", 1, 1, 4);
    if (!test_sanitized())
        check_limit(&tree, "0*3", -1, 2, 8);
    sprouts_tree_close(&tree);
}

/* Two spots on every torus: the replies that win (thesis, 11.5); four spots. */
static void test_replies(void **state)
{
    static const char *const lost[] = {"ABCD@1|ABCD", "ABCD@2|ABCD", "0", "AB.CD|AB.CD"};
    static const char *const won[] = {"1a1a@1",  "1a1a@3", "0.AB@1|AB", "0.AB@2|AB",
                                      "0.zy.zy", "0.2",    "1a2a",      "abab.AB|AB"};
    (void)state;
    struct sprouts_tree tree;
    sprouts_tree_open(&tree, "settled", "none");
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        assert_int_equal(sprouts_tree_nimber(&tree, sprouts_tree_of(&tree, lost[i])), 0);
    for (size_t i = 0; i < sizeof won / sizeof *won; i++)
        assert_int_not_equal(sprouts_tree_nimber(&tree, sprouts_tree_of(&tree, won[i])), 0);
    sprouts_tree_close(&tree);
    for (int genus = 1; genus <= 9; genus++) {
        char text[16];
        snprintf(text, sizeof text, "0*4@%d", genus);
        struct zm_answer answer = solve(text, "outcome", "normal");
        assert_int_equal(answer.outcome, ZM_WIN);
        zm_answer_free(&answer);
    }
}

/* "1", or ">2" for a nimber of which only that is known. */
static bool agrees(int64_t nimber, const char *word)
{
    return word[0] == '>' ? nimber > atoi(word + 1) : nimber == atoi(word);
}

static void check_nimbers(void *context, char **words, int count)
{
    (void)context;
    int most = test_sanitized() ? 5 : test_long() ? 14 : 10;
    for (int spots = 2; spots <= most && spots - 1 < count; spots++) {
        char text[32];
        snprintf(text, sizeof text, "0*%d@%s", spots, words[0]);
        struct zm_answer answer = solve(text, "nimber", "normal");
        if (answer.known && !agrees(answer.number, words[spots - 1]))
            fail_msg("nimber of %s: %d", text, (int)answer.number);
        zm_answer_free(&answer);
    }
}

static void test_nimbers(void **state)
{
    (void)state;
    sprouts_tree_each_row("sprouts_surface_nimbers.txt", check_nimbers, NULL);
}

/* On tori the nimbers are those of the plane: 1 for 3, 4, 5 spots modulo 6, else 0. */
static void test_tori(void **state)
{
    (void)state;
    bool all = test_long();
    int spots_most = test_sanitized() ? 4 : all ? 14 : 8;
    for (int genus = 1; genus <= (all ? 9 : 3); genus++)
        for (int spots = 2; spots <= spots_most; spots++) {
            char text[32];
            snprintf(text, sizeof text, "0*%d@%d", spots, genus);
            struct zm_answer answer = solve(text, "nimber", "normal");
            if (answer.known && answer.number != (spots % 6 >= 3))
                fail_msg("nimber of %s: %d", text, (int)answer.number);
            zm_answer_free(&answer);
        }
}

static void check_misere(const char *genus, char **words, int count)
{
    int most = test_sanitized() ? 4 : test_long() ? 11 : 8;
    for (int spots = 2; spots <= most && spots - 1 < count; spots++) {
        char text[32];
        snprintf(text, sizeof text, "0*%d@%s", spots, genus);
        struct zm_answer answer = solve(text, "outcome", "misere");
        if (answer.known && answer.outcome != (words[spots - 1][0] == 'W' ? ZM_WIN : ZM_LOSS))
            fail_msg("misère outcome of %s: not %s", text, words[spots - 1]);
        zm_answer_free(&answer);
    }
}

/* The table; and on T, T^2, T^3 it is as in the plane (thesis, 11.6.4). */
static void check_misere_row(void *context, char **words, int count)
{
    static const char *const tori[] = {"1", "2", "3"};
    (void)context;
    check_misere(words[0], words, count);
    for (int i = 0; i < 3 && strcmp(words[0], "0") == 0; i++)
        check_misere(tori[i], words, count);
}

static void test_misere(void **state)
{
    (void)state;
    sprouts_tree_each_row("sprouts_surface_misere.txt", check_misere_row, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options), cmocka_unit_test(test_values),
        cmocka_unit_test(test_counts),  cmocka_unit_test(test_limits),
        cmocka_unit_test(test_replies), cmocka_unit_test(test_nimbers),
        cmocka_unit_test(test_tori),    cmocka_unit_test(test_misere),
    };
    return cmocka_run_group_tests(tests, make_stores, remove_stores);
}
