/* Sprouts on compact surfaces against a second implementation that shares nothing with it: the
 * reference of sprouts_surface_reference.h, which finds the moves by gluing. On random positions of
 * at most seven lives and in random games: canonical trees, values, sets of options, the drawn
 * game. */
#include "sprouts_surface_reference.h"

#include "test.h"

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
    sprouts_tree_open(&tree, canon, equivalences);
    surface_open(&reference, &tree);
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
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

/* A large genus is lowered to the limit of its region: from there on the trees are the same. */
static void compare_high_genus(const char *canon, const char *equivalences, int rounds)
{
    struct sprouts_tree tree;
    struct surface_reference reference;
    struct zm_random random = zm_random_seeded(31);
    struct zm_buffer text = {0};
    sprouts_tree_open(&tree, canon, equivalences);
    surface_open(&reference, &tree);
    for (int round = 0; round < rounds; round++) {
        struct surface_position position;
        surface_random(&random, 4 + round % 2, &position);
        if (position.regions == 0)
            continue;
        int region = (int)zm_random_below(&random, (uint64_t)position.regions);
        int genus = 1 + (int)zm_random_below(&random, 5);
        position.genus[region] = zm_random_below(&random, 2) == 0 ? genus : -3 - genus;
        zm_buffer_clear(&text);
        zm_buffer_byte(&text, '+');
        surface_text(&position, &text);
        if (sprouts_tree_of(&tree, zm_buffer_string(&text)) != surface_tree(&reference, &position))
            fail_msg("%s, %s, %s: another tree than the reference's", zm_buffer_string(&text),
                     canon, equivalences);
    }
    zm_buffer_free(&text);
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

static void test_high_genus(void **state)
{
    (void)state;
    compare_high_genus("settled", "trees", test_rounds(150));
    compare_high_genus("exact", "none", test_rounds(150));
}

static void test_trees(void **state)
{
    static const char *const modes[][2] = {{"exact", "none"},
                                           {"pseudo", "none"},
                                           {"settled", "trees"},
                                           {"exact", "trees"},
                                           {"settled", "all"}};
    int times = test_long() ? 10 : 1;
    (void)state;
    for (size_t mode = 0; mode < sizeof modes / sizeof *modes; mode++) {
        const char *canon = modes[mode][0], *equivalences = modes[mode][1];
        compare_trees(canon, equivalences, 4, times * test_rounds(150));
        compare_trees(canon, equivalences, 5, times * test_rounds(150));
        compare_trees(canon, equivalences, 6, times * test_rounds(mode == 0 ? 100 : 30));
    }
    compare_trees("exact", "none", 7, times * test_rounds(20));
}

/* Whole games. */
static void test_starts(void **state)
{
    static const char *const starts[] = {"0*2@4",  "0*2@-5", "0*3@2",  "0*3@-3", "0*4@-1", "0*4@1",
                                         "0*4@-2", "0*4@2",  "0*4@-3", "0*4@-4", "0*5@-1"};
    size_t count = test_sanitized() ? 2 : test_long() ? sizeof starts / sizeof *starts : 5;
    (void)state;
    for (size_t i = 0; i < count; i++) {
        struct sprouts_tree tree;
        struct surface_reference reference;
        sprouts_tree_open(&tree, "settled", "none");
        surface_open(&reference, &tree);
        assert_int_equal(surface_text_tree(&reference, starts[i]),
                         sprouts_tree_of(&tree, starts[i]));
        surface_close(&reference);
        sprouts_tree_close(&tree);
    }
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
    int times = test_long() ? 8 : 1;
    (void)state;
    sprouts_tree_open(&tree, "exact", "none");
    surface_open(&reference, &tree);
    for (int round = 0; round < times * test_rounds(2000); round++) {
        struct surface_position position;
        random_position(&reference, &random, round % 8 == 0 ? 9 : 4 + round % 4, &position, &text);
        compare_options(&reference, zm_buffer_string(&text), round % 4 == 0);
    }
    zm_buffer_free(&text);
    surface_close(&reference);
    sprouts_tree_close(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_high_genus),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
