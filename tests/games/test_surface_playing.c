/* Sprouts drawn on surfaces: the moves of a drawing leave what the options say, have names of their
 * own, read back as they were printed, and are pictured with the surface of each region. */
#include "sprouts_tree.h"

#include "base/random.h"
#include "test.h"

/* The canonical sums (or the numbers of their trees) after every move of a drawing. */
static void drawn_children(struct sprouts_tree *tree, struct zm_bytes drawing, bool trees,
                           struct zm_list *found)
{
    const struct zm_rules *rules = zm_sprouts.rules;
    void *state = tree->game.state;
    struct zm_list moves = {0}, names = {0};
    struct zm_buffer next = {0}, text = {0}, canonical = {0};
    rules->moves(state, drawing, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_buffer_clear(&text);
        rules->name(state, drawing, zm_list_at(&moves, i), &text);
        zm_list_add(&names, zm_buffer_bytes(&text));
        rules->apply(state, drawing, zm_list_at(&moves, i), &next);
        zm_buffer_clear(&text);
        rules->print(state, zm_buffer_bytes(&next), &text);
        if (trees) {
            uint32_t id = sprouts_tree_of(tree, zm_buffer_string(&text));
            zm_list_add(found, zm_bytes(&id, sizeof id));
        } else {
            sprouts_tree_canonical(tree, zm_buffer_string(&text), &canonical);
            zm_list_add(found, zm_buffer_bytes(&canonical));
        }
    }
    zm_list_sort(&names, true);
    assert_int_equal(names.count, moves.count); /* no two alike */
    zm_list_sort(found, true);
    zm_list_free(&moves);
    zm_list_free(&names);
    zm_buffer_free(&next);
    zm_buffer_free(&text);
    zm_buffer_free(&canonical);
}

static void assert_same(const char *position, const struct zm_list *found,
                        const struct zm_list *expected)
{
    bool same = found->count == expected->count;
    for (size_t i = 0; i < found->count && same; i++)
        same = zm_bytes_equal(zm_list_at(found, i), zm_list_at(expected, i));
    if (!same)
        fail_msg("%s: %zu different drawn moves, %zu options", position, found->count,
                 expected->count);
}

/* From every position of some games, the drawn moves are the options. */
static void test_moves(void **state)
{
    static const char *const starts[] = {"0*2@2", "0*2@-3", "0*3@1", "0*3@-1", "0*3@-2", "0*3@-3"};
    (void)state;
    struct sprouts_tree tree;
    struct zm_list texts = {0};
    sprouts_tree_open(&tree, "exact", "none");
    for (size_t i = 0; i < (test_sanitized() ? 3 : sizeof starts / sizeof *starts); i++)
        sprouts_tree_of(&tree, starts[i]);
    sprouts_tree_texts(&tree, &texts);
    for (size_t i = 0; i < texts.count; i++) {
        const char *text = (const char *)zm_list_at(&texts, i).data;
        struct zm_list found = {0}, expected = {0};
        struct zm_buffer drawing = {0};
        assert_int_equal(zm_sprouts.rules->parse(tree.game.state, text, &drawing, NULL), ZM_OK);
        drawn_children(&tree, zm_buffer_bytes(&drawing), false, &found);
        sprouts_tree_options(&tree, text, &expected);
        assert_same(text, &found, &expected);
        zm_buffer_free(&drawing);
        zm_list_free(&found);
        zm_list_free(&expected);
    }
    zm_list_free(&texts);
    sprouts_tree_close(&tree);
}

/* The trees of what a canonical sum can become. */
static void option_trees(struct sprouts_tree *tree, const char *position, struct zm_list *expected)
{
    struct zm_list options = {0};
    struct zm_buffer text = {0};
    sprouts_tree_options(tree, position, &options);
    for (size_t i = 0; i < options.count; i++) {
        zm_buffer_clear(&text);
        zm_buffer_byte(&text, '+');
        zm_buffer_add(&text, zm_list_at(&options, i).data, zm_list_at(&options, i).size);
        uint32_t id = sprouts_tree_of(tree, zm_buffer_string(&text));
        zm_list_add(expected, zm_bytes(&id, sizeof id));
    }
    zm_list_sort(expected, true);
    zm_list_free(&options);
    zm_buffer_free(&text);
}

/* Games drawn at random: the drawing keeps what is dead, and yet its moves have the trees of the
 * options of its canonical sum. */
static void test_games(void **state)
{
    static const char *const starts[] = {"0*2@1", "0*2@-2", "0*3@1", "0*3@-1", "0*3@-2", "0*3@-3"};
    (void)state;
    struct sprouts_tree tree;
    struct zm_random random = zm_random_seeded(17);
    const struct zm_rules *rules = zm_sprouts.rules;
    sprouts_tree_open(&tree, "settled", "none");
    for (int round = 0; round < test_rounds(600); round++) {
        struct zm_buffer drawing = {0}, next = {0}, text = {0}, again = {0};
        struct zm_list moves = {0};
        assert_int_equal(rules->parse(tree.game.state, starts[round % 6], &drawing, NULL), ZM_OK);
        do {
            struct zm_list found = {0}, expected = {0};
            zm_buffer_clear(&text);
            rules->print(tree.game.state, zm_buffer_bytes(&drawing), &text);
            assert_int_equal(rules->parse(tree.game.state, zm_buffer_string(&text), &again, NULL),
                             ZM_OK);
            assert_true(zm_bytes_equal(zm_buffer_bytes(&again), zm_buffer_bytes(&drawing)));
            drawn_children(&tree, zm_buffer_bytes(&drawing), true, &found);
            option_trees(&tree, zm_buffer_string(&text), &expected);
            assert_same(zm_buffer_string(&text), &found, &expected);
            zm_list_free(&found);
            zm_list_free(&expected);
            zm_list_clear(&moves);
            rules->moves(tree.game.state, zm_buffer_bytes(&drawing), NULL, &moves);
            if (moves.count > 0) {
                size_t move = zm_random_below(&random, moves.count);
                rules->apply(tree.game.state, zm_buffer_bytes(&drawing), zm_list_at(&moves, move),
                             &next);
                zm_buffer_set(&drawing, zm_buffer_bytes(&next));
            }
        } while (moves.count > 0);
        zm_list_free(&moves);
        zm_buffer_free(&drawing);
        zm_buffer_free(&next);
        zm_buffer_free(&text);
        zm_buffer_free(&again);
    }
    sprouts_tree_close(&tree);
}

/* Pictures name the surfaces; what cannot be drawn in the plane is drawn region by region. */
static void test_pictures(void **state)
{
    static const char *const rows[][2] = {{"0*2@1", "region 1, torus"},
                                          {"0*2@-1", "region 1, projective plane"},
                                          {"0*2@-2", "region 1, Klein bottle"},
                                          {"0*2@3", "region 1, sphere with 3 handles"},
                                          {"0*2.AB|AB1@-4", "region 2, sphere with 4 cross-caps"},
                                          {"0.zy.zy", "region 1"},
                                          {"0.abab", "region 1"},
                                          {"0*2@all", "region 1, every orientable surface"}};
    (void)state;
    struct sprouts_tree tree;
    sprouts_tree_open(&tree, "settled", "none");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_buffer drawing = {0}, text = {0}, svg = {0};
        assert_int_equal(zm_sprouts.rules->parse(tree.game.state, rows[i][0], &drawing, NULL),
                         ZM_OK);
        zm_sprouts.picture->text(tree.game.state, zm_buffer_bytes(&drawing), &text);
        zm_sprouts.picture->svg(tree.game.state, zm_buffer_bytes(&drawing), &svg);
        assert_non_null(strstr(zm_buffer_string(&text), rows[i][1]));
        assert_non_null(strstr(zm_buffer_string(&svg), rows[i][1]));
        zm_buffer_free(&drawing);
        zm_buffer_free(&text);
        zm_buffer_free(&svg);
    }
    sprouts_tree_close(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
