/* Sprouts on compact surfaces against a second implementation that shares nothing with it: the
 * reference of sprouts_surface_reference.h, which finds the moves by gluing. The reference alone
 * first, against the plane's naive player, published tables and recomputed counts (Lemoine and
 * Viennot, thesis, chapter 11); then the game against the reference, on random positions of at most
 * seven lives and in random games: canonical trees, values, sets of options, the drawn game. */
#include "sprouts_naive.h"
#include "sprouts_surface_reference.h"
#include "theory/trees.h"

#include "test.h"

static void setup(struct sprouts_tree *tree, struct surface_reference *reference, const char *canon,
                  const char *equivalences)
{
    sprouts_tree_open(tree, canon, equivalences);
    surface_open(reference, tree);
}

static void teardown(struct sprouts_tree *tree, struct surface_reference *reference)
{
    surface_close(reference);
    sprouts_tree_close(tree);
}

static uint32_t tree_of_text(struct surface_reference *reference, const char *text)
{
    struct surface_position position;
    if (!surface_read(&position, text))
        fail_msg("the reference cannot read %s", text);
    return surface_tree(reference, &position);
}

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
    setup(&tree, &reference, "exact", "none");
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
        assert_int_equal(tree_of_text(&reference, text), naive_tree(&tree, &memo, &position));
    }
    if (!test_sanitized()) {
        assert_true(tree.misere[tree_of_text(&reference, "12A.1B222|2A|2B")]);
        assert_false(tree.misere[tree_of_text(&reference, "12A.222B1|2A|2B")]);
    }
    zm_list_free(&texts);
    zm_table_free(&memo);
    teardown(&tree, &reference);
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
    setup(&tree, &reference, "pseudo", "none");
    tree_of_text(&reference, start);
    if (tree.tree_count != trees)
        fail_msg("%s: %u trees instead of %u", start, tree.tree_count, trees);
    if (reduced > 0)
        assert_int_equal(count_reduced(&tree), reduced);
    teardown(&tree, &reference);
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
            (start[2] < '4' || (test_long() && !test_sanitized())))
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
    setup(&tree, &reference, "pseudo", "none");
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%63s %d", position, &nimber) != 2 || position[0] == '#')
            continue;
        rows++;
        int found = sprouts_tree_nimber(&tree, tree_of_text(&reference, position));
        if (found != nimber)
            fail_msg("nimber of %s: %d instead of %d", position, found, nimber);
    }
    assert_true(rows > 10);
    fclose(file);
    teardown(&tree, &reference);
}

/* Tables 11.1 and 11.2 as far as whole trees go, and the tori, where all is as in the plane. */
static void check_starts(struct surface_reference *reference, const char *name, int spots)
{
    char line[256];
    FILE *file = test_oracle(name);
    while (fgets(line, sizeof line, file) != NULL) {
        char *word = strtok(line, " \n"), text[32];
        if (word == NULL || *word == '#' || atoi(word) < (spots == 4 ? -1 : -8))
            continue;
        snprintf(text, sizeof text, "0*%d@%s", spots, word);
        for (int i = 1; i < spots && word != NULL; i++)
            word = strtok(NULL, " \n");
        assert_non_null(word);
        uint32_t id = tree_of_text(reference, text);
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
    setup(&tree, &reference, "pseudo", "none");
    for (int spots = 2; spots <= (test_sanitized() ? 2 : 4); spots++) {
        check_starts(&reference, "sprouts_surface_nimbers.txt", spots);
        check_starts(&reference, "sprouts_surface_misere.txt", spots);
    }
    for (int spots = 2; spots <= 3; spots++)
        for (int genus = 1; genus <= 3; genus++) {
            char text[32];
            snprintf(text, sizeof text, "0*%d@%d", spots, genus);
            uint32_t id = tree_of_text(&reference, text);
            assert_int_equal(sprouts_tree_nimber(&tree, id), spots == 3);
            assert_false(tree.misere[id]);
        }
    teardown(&tree, &reference);
}

/* From `limit` on, and not before, the tree is the same `period` steps further. */
static void check_limit(struct surface_reference *reference, const char *land, int step, int period,
                        int limit)
{
    uint32_t trees[16];
    for (int n = 0; n <= limit + 2; n++) {
        char text[64];
        snprintf(text, sizeof text, "%s@%d", land, step * n);
        trees[n] = tree_of_text(reference, text);
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
    setup(&tree, &reference, "pseudo", "none");
    check_limit(&reference, "0*2", -1, 1, 3);
    check_limit(&reference, "0*2", 1, 1, 2);
    if (!test_sanitized()) {
        check_limit(&reference, "0.0.2", -1, 2, 3);
        check_limit(&reference, "0.0.2", 1, 1, 2);
        check_limit(&reference, "0*3", 1, 1, 4);
    }
    if (test_long() && !test_sanitized())
        check_limit(&reference, "0*3", -1, 2, 8);
    teardown(&tree, &reference);
}

/* What the reference leaves out (see bury() and bury_region()) changes no tree. */
static void test_bare(void **state)
{
    struct sprouts_tree tree;
    struct surface_reference reference, bare;
    struct zm_random random = zm_random_seeded(17);
    (void)state;
    setup(&tree, &reference, "pseudo", "none");
    surface_open(&bare, &tree);
    for (int round = 0; round < test_rounds(300); round++) {
        struct surface_position position;
        surface_random(&random, 4 + round % 2, &position);
        uint32_t expected = surface_tree(&reference, &position);
        position.bare = true;
        assert_int_equal(surface_tree(&bare, &position), expected);
    }
    surface_close(&bare);
    teardown(&tree, &reference);
}

/* A position of a random game on a random surface, with at most `lives`. */
static void random_game(struct surface_reference *reference, struct zm_random *random, int spots,
                        int lives, struct surface_position *position)
{
    char start[32];
    snprintf(start, sizeof start, "0*%d@%d", spots, (int)zm_random_below(random, 7) - 4);
    assert_true(surface_read(position, start));
    while (surface_lives(position) > lives) {
        struct surface_moves moves = {0};
        surface_moves(reference, position, &moves);
        if (moves.count > 0)
            *position = moves.list[zm_random_below(random, moves.count)];
        bool over = moves.count == 0;
        free(moves.list);
        if (over)
            return;
    }
}

static void random_position(struct surface_reference *reference, struct zm_random *random,
                            int lives, struct surface_position *position, struct zm_buffer *text)
{
    if (zm_random_below(random, 3) == 0)
        random_game(reference, random, 2 + (int)zm_random_below(random, 2), lives, position);
    else
        surface_random(random, lives, position);
    zm_buffer_clear(text);
    zm_buffer_byte(text, '+'); /* so that digits alone are no number of spots */
    surface_text(position, text);
}

/* The game's canonical trees are the reference's; with equivalences that keep values only, its
 * nimbers and misère outcomes. */
static void compare_trees(const char *canon, const char *equivalences, int lives, int rounds)
{
    struct sprouts_tree tree;
    struct surface_reference reference;
    struct zm_random random = zm_random_seeded((uint64_t)lives);
    struct zm_buffer text = {0};
    setup(&tree, &reference, canon, equivalences);
    for (int round = 0; round < rounds; round++) {
        struct surface_position position;
        random_position(&reference, &random, lives, &position, &text);
        uint32_t expected = surface_tree(&reference, &position);
        uint32_t found = sprouts_tree_of(&tree, zm_buffer_string(&text));
        bool same = found == expected;
        if (strcmp(equivalences, "all") == 0)
            same = tree.nimbers[found] == tree.nimbers[expected] &&
                   tree.misere[found] == tree.misere[expected];
        if (!same)
            fail_msg("%s, %s, %s: another tree than the reference's", zm_buffer_string(&text),
                     canon, equivalences);
    }
    zm_buffer_free(&text);
    teardown(&tree, &reference);
}

static void test_trees(void **state)
{
    static const char *const modes[][2] = {{"exact", "none"},
                                           {"pseudo", "none"},
                                           {"settled", "trees"},
                                           {"exact", "trees"},
                                           {"settled", "all"}};
    int times = test_long() && !test_sanitized() ? 10 : 1;
    (void)state;
    for (size_t mode = 0; mode < sizeof modes / sizeof *modes; mode++) {
        const char *canon = modes[mode][0], *equivalences = modes[mode][1];
        compare_trees(canon, equivalences, 4, test_rounds(400));
        compare_trees(canon, equivalences, 5, test_rounds(400));
        compare_trees(canon, equivalences, 6, times * test_rounds(mode == 0 ? 400 : 40));
    }
    compare_trees("exact", "none", 7, times * test_rounds(60));
}

/* The moves that the reference finds in a position, as the game's canonical sums. */
static void expected_options(struct surface_reference *reference, const char *text,
                             struct zm_list *expected)
{
    struct surface_position position;
    struct surface_moves moves = {0};
    struct zm_buffer move = {0}, canonical = {0};
    if (!surface_read(&position, text))
        fail_msg("the reference cannot read %s", text);
    surface_moves(reference, &position, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_buffer_clear(&move);
        zm_buffer_byte(&move, '+');
        surface_text(&moves.list[i], &move);
        sprouts_tree_canonical(reference->tree, zm_buffer_string(&move), &canonical);
        zm_list_add(expected, zm_buffer_bytes(&canonical));
    }
    zm_list_sort(expected, true);
    free(moves.list);
    zm_buffer_free(&move);
    zm_buffer_free(&canonical);
}

/* The positions after each move of the game as drawn, as canonical sums. */
static void drawn_options(struct sprouts_tree *tree, const char *text, struct zm_list *found)
{
    struct zm_buffer drawing = {0}, next = {0}, map = {0}, canonical = {0};
    struct zm_list moves = {0};
    void *state = tree->game.state;
    assert_int_equal(zm_sprouts.rules->parse(state, text, &drawing, NULL), ZM_OK);
    zm_sprouts.rules->moves(state, zm_buffer_bytes(&drawing), NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_buffer_clear(&map);
        zm_sprouts.rules->apply(state, zm_buffer_bytes(&drawing), zm_list_at(&moves, i), &next);
        zm_sprouts.rules->print(state, zm_buffer_bytes(&next), &map);
        sprouts_tree_canonical(tree, zm_buffer_string(&map), &canonical);
        zm_list_add(found, zm_buffer_bytes(&canonical));
    }
    zm_list_sort(found, true);
    zm_buffer_free(&drawing);
    zm_buffer_free(&next);
    zm_buffer_free(&map);
    zm_buffer_free(&canonical);
    zm_list_free(&moves);
}

static void compare_lists(const char *text, const char *who, const struct zm_list *found,
                          const struct zm_list *expected)
{
    for (size_t i = 0; i < found->count || i < expected->count; i++) {
        int order = i == expected->count ? -1
                    : i == found->count
                        ? 1
                        : zm_bytes_compare(zm_list_at(found, i), zm_list_at(expected, i));
        struct zm_bytes odd = zm_list_at(order < 0 ? found : expected, order == 0 ? 0 : i);
        if (order != 0)
            fail_msg("%s: only %s has the option %.*s", text, order < 0 ? who : "the reference",
                     (int)odd.size, (const char *)odd.data);
    }
}

/* Options of the reduced position, move by move, as canonical sums: searched, and drawn. */
static void compare_options(struct surface_reference *reference, const char *text, bool drawn)
{
    struct zm_list expected = {0}, found = {0};
    struct zm_buffer canonical = {0}, again = {0};
    sprouts_tree_canonical(reference->tree, text, &canonical);
    zm_buffer_byte(&again, '+');
    zm_buffer_text(&again, zm_buffer_string(&canonical));
    const char *reduced = zm_buffer_string(&again);
    expected_options(reference, reduced, &expected);
    sprouts_tree_options(reference->tree, reduced, &found);
    compare_lists(reduced, "the game", &found, &expected);
    if (drawn) {
        zm_list_clear(&found);
        drawn_options(reference->tree, reduced, &found);
        compare_lists(reduced, "the drawn game", &found, &expected);
    }
    zm_list_free(&expected);
    zm_list_free(&found);
    zm_buffer_free(&canonical);
    zm_buffer_free(&again);
}

static void test_options(void **state)
{
    struct sprouts_tree tree;
    struct surface_reference reference;
    struct zm_random random = zm_random_seeded(29);
    struct zm_buffer text = {0};
    int times = test_long() && !test_sanitized() ? 20 : 1;
    (void)state;
    setup(&tree, &reference, "exact", "none");
    for (int round = 0; round < times * test_rounds(2000); round++) {
        struct surface_position position;
        random_position(&reference, &random, round % 8 == 0 ? 9 : 4 + round % 4, &position, &text);
        compare_options(&reference, zm_buffer_string(&text), round % 4 == 0);
    }
    zm_buffer_free(&text);
    teardown(&tree, &reference);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),   cmocka_unit_test(test_texts),
        cmocka_unit_test(test_plane),  cmocka_unit_test(test_counts),
        cmocka_unit_test(test_values), cmocka_unit_test(test_starts),
        cmocka_unit_test(test_limits), cmocka_unit_test(test_bare),
        cmocka_unit_test(test_trees),  cmocka_unit_test(test_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
