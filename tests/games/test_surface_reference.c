/* The reference of Sprouts on compact surfaces (sprouts_surface_reference.h) by itself: the cuts of
 * surfaces against a count by hand, the plane against the plane's naive player, whole games against
 * published tables and recomputed counts, and the claims of the theory (Lemoine and Viennot,
 * thesis, chapter 11) on limits of the genus, small regions and winning moves. */
#include "sprouts_naive.h"
#include "sprouts_surface_reference.h"
#include "theory/trees.h"

#include "test.h"

/* How many cuts there are, counted by hand. One border, nothing else: the disc has one. On a torus
 * the handle goes to one side or to the other, or is cut open. On P the cross-cap goes to one side
 * or the other, or is cut open. On the Klein bottle: both cross-caps to one side or the other, one
 * to each, cut open to P, to an annulus with its borders directed as those of a torus cut open
 * would not be. Two borders: one way to join them, or two where a border can turn over on its way
 * round a cross-cap. One more border goes to either side; on P, when its side is orientable, in
 * either direction. */
static void test_cuts(void **state)
{
    static const struct {
        bool two_borders;
        int genus, others;
        size_t cuts;
    } rows[] = {{false, 0, 0, 1},  {true, 0, 0, 1},   {false, 0, 3, 8}, {true, 0, 3, 1},
                {false, 1, 0, 3},  {true, 1, 0, 1},   {false, 2, 0, 4}, {false, -1, 0, 3},
                {true, -1, 0, 2},  {false, -2, 0, 5}, {true, -2, 0, 2}, {false, 1, 1, 5},
                {false, -1, 1, 8}, {true, -1, 1, 2}};
    struct glue_memory memory = {0};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t cuts = glue_cuts(&memory, rows[i].two_borders, rows[i].genus, rows[i].others)->count;
        if (cuts != rows[i].cuts)
            fail_msg("%d borders, genus %d, %d others: %zu cuts instead of %zu",
                     rows[i].two_borders + 1, rows[i].genus, rows[i].others, cuts, rows[i].cuts);
    }
    glue_free(&memory);
}

/* What the reference reads it writes, up to names and dead parts. */
static void test_texts(void **state)
{
    static const char *const rows[][2] = {{"0*3@-2", "0.0.0@-2"},
                                          {"0.zy.zy@1", "0.zy.zy@1"},
                                          {"1a1a.2b3", NULL},
                                          {"0*2.AB|0.AB@2", "0.0.AB|0.AB@2"},
                                          {"1a1a.2a2a", "1a1a.2b2b"},
                                          {"12+1AB|AB", "12|1AB|AB"},
                                          {"AB@3|AB.C.0|C", "AB|AB.2.0"},
                                          {"01", NULL},
                                          {"AAA.0", NULL},
                                          {"0..1", NULL},
                                          {"0@1x", NULL},
                                          {"+22", "22"},
                                          {"", ""}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct surface_position position;
        struct zm_buffer text = {0};
        assert_int_equal(surface_read(&position, rows[i][0]), rows[i][1] != NULL);
        if (rows[i][1] != NULL) {
            surface_text(&position, &text);
            assert_string_equal(zm_buffer_string(&text), rows[i][1]);
        }
        zm_buffer_free(&text);
    }
}

/* In the plane, the two naive players agree; the two directions of a boundary differ (thesis, 9.3).
 */
static void test_plane(void **state)
{
    struct sprouts_tree tree;
    struct surface_reference reference;
    struct zm_table memo;
    struct zm_list texts = {0};
    (void)state;
    sprouts_tree_open(&tree, "exact", "none");
    surface_open(&reference, &tree);
    zm_table_init(&memo, sizeof(uint32_t));
    sprouts_tree_of(&tree, "0*3");
    sprouts_tree_texts(&tree, &texts);
    assert_true(texts.count > 140);
    for (size_t i = 0; i < texts.count; i++) {
        const char *text = (const char *)zm_list_at(&texts, i).data;
        struct naive position;
        naive_read(&position, text + 1);
        if (naive_lives(&position) > (test_sanitized() ? 5 : 7))
            continue;
        assert_int_equal(surface_text_tree(&reference, text), naive_tree(&tree, &memo, &position));
    }
    if (!test_sanitized()) { /* first the trees: the arrays move as they grow */
        uint32_t won = surface_text_tree(&reference, "12A.1B222|2A|2B");
        uint32_t lost = surface_text_tree(&reference, "12A.222B1|2A|2B");
        assert_true(tree.misere[won]);
        assert_false(tree.misere[lost]);
    }
    zm_list_free(&texts);
    zm_table_free(&memo);
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

/* The number of reduced canonical trees among all trees met. */
static size_t count_reduced(struct sprouts_tree *tree)
{
    struct zm_forest forest;
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    uint32_t *reduced = calloc(tree->tree_count, sizeof *reduced);
    size_t count = 0;
    assert_non_null(reduced);
    assert_true(zm_forest_init(&forest, true));
    for (uint32_t id = 0; zm_table_next(&tree->trees, &cursor, &key, &value); id++) {
        uint32_t children[1024], size = (uint32_t)(key.size / sizeof *children);
        assert_true(size <= 1024);
        memcpy(children, key.data, key.size);
        for (uint32_t i = 0; i < size; i++) /* trees come after their children */
            children[i] = reduced[children[i]];
        reduced[id] = zm_tree_of(&forest, children, size);
        bool seen = false;
        for (uint32_t i = 0; i < id && !seen; i++)
            seen = reduced[i] == reduced[id];
        count += !seen;
    }
    zm_forest_free(&forest);
    free(reduced);
    return count;
}

static void check_counts(const char *start, uint32_t trees, size_t reduced)
{
    struct sprouts_tree tree;
    struct surface_reference reference;
    sprouts_tree_open(&tree, "pseudo", "none");
    surface_open(&reference, &tree);
    surface_text_tree(&reference, start);
    if (tree.tree_count != trees)
        fail_msg("%s: %u trees instead of %u", start, tree.tree_count, trees);
    if (reduced > 0)
        assert_int_equal(count_reduced(&tree), reduced);
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

/* Whole games by the reference alone: canonical trees and reduced ones. */
static void test_counts(void **state)
{
    char line[256], start[32];
    unsigned trees, reduced;
    FILE *file = test_oracle("sprouts_surface_trees.txt");
    (void)state;
    check_counts("0*2", 10, 5);
    check_counts("0*3", 55, 7);
    if (!test_sanitized())
        check_counts("0*4", 713, 35);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "%31s %u %u", start, &trees, &reduced) == 3 && start[0] != '#' &&
            (start[2] < '4' || (test_long())))
            check_counts(start, trees, reduced);
    fclose(file);
}

static void test_values(void **state)
{
    char line[256], position[64];
    int nimber, rows = 0;
    struct sprouts_tree tree;
    struct surface_reference reference;
    FILE *file = test_oracle("sprouts_surface_values.txt");
    (void)state;
    sprouts_tree_open(&tree, "pseudo", "none");
    surface_open(&reference, &tree);
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%63s %d", position, &nimber) != 2 || position[0] == '#')
            continue;
        rows++;
        int found = sprouts_tree_nimber(&tree, surface_text_tree(&reference, position));
        if (found != nimber)
            fail_msg("nimber of %s: %d instead of %d", position, found, nimber);
    }
    assert_true(rows > 10);
    fclose(file);
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

/* Tables 11.1 and 11.2 as far as whole trees go, and the tori, where all is as in the plane. */
static void check_starts(struct surface_reference *reference, const char *name, int spots)
{
    char line[256];
    int lowest = spots == 2 ? -8 : spots == 3 ? -5 : -1; /* of the genera */
    if (test_long())
        lowest = spots == 4 ? -4 : -8;
    FILE *file = test_oracle(name);
    while (fgets(line, sizeof line, file) != NULL) {
        char *word = strtok(line, " \n"), text[32];
        if (word == NULL || *word == '#' || atoi(word) < lowest)
            continue;
        snprintf(text, sizeof text, "0*%d@%s", spots, word);
        for (int i = 1; i < spots && word != NULL; i++)
            word = strtok(NULL, " \n");
        assert_non_null(word);
        uint32_t id = surface_text_tree(reference, text);
        bool right = *word == 'W'   ? reference->tree->misere[id]
                     : *word == 'L' ? !reference->tree->misere[id]
                                    : sprouts_tree_nimber(reference->tree, id) == atoi(word);
        if (!right)
            fail_msg("%s is not %s", text, word);
    }
    fclose(file);
}

static void test_starts(void **state)
{
    struct sprouts_tree tree;
    struct surface_reference reference;
    (void)state;
    sprouts_tree_open(&tree, "pseudo", "none");
    surface_open(&reference, &tree);
    for (int spots = 2; spots <= (test_sanitized() ? 2 : 4); spots++) {
        check_starts(&reference, "sprouts_surface_nimbers.txt", spots);
        check_starts(&reference, "sprouts_surface_misere.txt", spots);
    }
    for (int spots = 2; spots <= 3; spots++)
        for (int genus = 1; genus <= 3; genus++) {
            char text[32];
            snprintf(text, sizeof text, "0*%d@%d", spots, genus);
            uint32_t id = surface_text_tree(&reference, text);
            assert_int_equal(sprouts_tree_nimber(&tree, id), spots == 3);
            assert_false(tree.misere[id]);
        }
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

/* From `limit` on, and not before, the tree is the same `period` steps further. */
static void check_limit(struct surface_reference *reference, const char *land, int step, int period,
                        int limit)
{
    uint32_t trees[16];
    for (int n = 0; n <= limit + 2; n++) {
        char text[64];
        snprintf(text, sizeof text, "%s@%d", land, step * n);
        trees[n] = surface_text_tree(reference, text);
    }
    for (int n = limit; n + period <= limit + 2; n++)
        assert_int_equal(trees[n], trees[n + period]);
    assert_int_not_equal(trees[limit - 1], trees[limit - 1 + period]);
    if (period == 2)
        assert_int_not_equal(trees[limit], trees[limit + 1]);
}

static void test_limits(void **state)
{
    struct sprouts_tree tree;
    struct surface_reference reference;
    (void)state;
    sprouts_tree_open(&tree, "pseudo", "none");
    surface_open(&reference, &tree);
    check_limit(&reference, "0*2", -1, 1, 3);
    check_limit(&reference, "0*2", 1, 1, 2);
    if (!test_sanitized()) {
        check_limit(&reference, "0.0.2", -1, 2, 3);
        check_limit(&reference, "0.0.2", 1, 1, 2);
        check_limit(&reference, "0*3", 1, 1, 4);
    }
    if (test_long())
        check_limit(&reference, "0*3", -1, 2, 8);
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

/* The moves to lost positions: `only` when there is no other one than `text`, up to how it is
 * written. */
static void check_lost_option(struct surface_reference *reference, const char *from,
                              const char *text, bool only)
{
    struct surface_position position, wanted;
    struct surface_moves moves = {0};
    struct zm_buffer wanted_key = {0}, key = {0};
    bool there = false;
    assert_true(surface_read(&position, from) && surface_read(&wanted, text));
    surface_key(&wanted, &wanted_key);
    surface_moves(reference, &position, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_buffer_clear(&key);
        surface_key(&moves.list[i], &key);
        bool same = zm_bytes_equal(zm_buffer_bytes(&key), zm_buffer_bytes(&wanted_key));
        bool lost =
            sprouts_tree_nimber(reference->tree, surface_tree(reference, &moves.list[i])) == 0;
        if ((same && !lost) || (only && lost && !same))
            fail_msg("%s: %s", from, same ? "the move does not win" : "another move wins");
        there |= same;
    }
    if (!there)
        fail_msg("%s has no option %s", from, text);
    free(moves.list);
    zm_buffer_free(&wanted_key);
    zm_buffer_free(&key);
}

/* Winning moves with two spots and four (thesis, 11.4 and 11.6), by the reference. */
static void test_replies(void **state)
{
    struct sprouts_tree tree;
    struct surface_reference reference;
    (void)state;
    sprouts_tree_open(&tree, "pseudo", "none");
    surface_open(&reference, &tree);
    check_lost_option(&reference, "0*2@-1", "0.abab", true);
    check_lost_option(&reference, "0.zy.zy", "AB.CD|AB.CD", true);
    for (int n = 1; n <= 4; n++) {
        char from[32], to[32];
        snprintf(from, sizeof from, "1a1a@%d", n);
        snprintf(to, sizeof to, "ABCD@%d|ABCD", n);
        check_lost_option(&reference, from, to, false);
        snprintf(from, sizeof from, "0.AB@%d|AB", n);
        snprintf(to, sizeof to, "0@%d", n);
        check_lost_option(&reference, from, to, false);
        snprintf(to, sizeof to, "0*3.AB|AB@%d", n); /* an option of 0*4 on a torus */
        if (!test_sanitized())
            assert_int_equal(sprouts_tree_nimber(&tree, surface_text_tree(&reference, to)), 0);
    }
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

/* In a region of at most three lives the genus does not matter (thesis, proposition 13); with four
 * lives it may (2A2B|AB, test_values). */
static void test_small_regions(void **state)
{
    struct sprouts_tree tree;
    struct surface_reference reference;
    struct zm_random random = zm_random_seeded(23);
    int changed = 0, rounds = test_rounds(1000);
    (void)state;
    sprouts_tree_open(&tree, "pseudo", "none");
    surface_open(&reference, &tree);
    for (int round = 0; round < rounds; round++) {
        struct surface_position position, other;
        surface_random(&random, 3 + round % 4, &position);
        other = position;
        for (int region = 0; region < position.regions; region++)
            if (surface_region_lives(&position, region) == 3) {
                other.genus[region] = (int)zm_random_below(&random, 9) - 5;
                changed++;
            }
        assert_int_equal(surface_tree(&reference, &position), surface_tree(&reference, &other));
    }
    assert_true(changed > rounds / 5);
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

/* What the reference leaves out (see bury() and bury_region()) changes no tree. */
static void test_bare(void **state)
{
    struct sprouts_tree tree;
    struct surface_reference reference, bare;
    struct zm_random random = zm_random_seeded(17);
    (void)state;
    sprouts_tree_open(&tree, "pseudo", "none");
    surface_open(&reference, &tree);
    surface_open(&bare, &tree);
    for (int round = 0; round < test_rounds(300); round++) {
        struct surface_position position;
        surface_random(&random, 4 + round % 2, &position);
        uint32_t expected = surface_tree(&reference, &position);
        position.bare = true;
        assert_int_equal(surface_tree(&bare, &position), expected);
    }
    surface_close(&bare);
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),          cmocka_unit_test(test_texts),
        cmocka_unit_test(test_plane),         cmocka_unit_test(test_counts),
        cmocka_unit_test(test_values),        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_replies),
        cmocka_unit_test(test_small_regions), cmocka_unit_test(test_bare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
