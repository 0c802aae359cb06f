/* Curves of Sprouts by their names: those that are listed, those that play like a listed one, those
 * that there are none of. */
#include "sprouts_tree.h"

#include "test.h"

static enum zm_status find(struct sprouts_tree *tree, const struct zm_buffer *position,
                           const char *name, struct zm_buffer *move)
{
    struct zm_error error = {0};
    zm_buffer_clear(move);
    return zm_find_move(&tree->game, zm_buffer_bytes(position), NULL, name, move, &error);
}

/* Every listed move is what its name finds, to the byte. */
static void listed_moves(void **unused)
{
    (void)unused;
    const struct zm_rules *rules = zm_sprouts.rules;
    struct sprouts_tree tree;
    struct zm_random random = zm_random_seeded(17);
    struct zm_buffer position = {0}, name = {0};
    struct zm_list moves = {0}, found = {0};
    sprouts_tree_open(&tree, "exact", "none");
    for (unsigned round = 0; round < (unsigned)test_rounds(300); round++) {
        rules->random(tree.game.state, &random, round % 14, &position);
        zm_list_clear(&moves);
        rules->moves(tree.game.state, zm_buffer_bytes(&position), NULL, &moves);
        for (size_t i = 0; i < moves.count; i++) {
            zm_buffer_clear(&name);
            zm_list_clear(&found);
            rules->name(tree.game.state, zm_buffer_bytes(&position), zm_list_at(&moves, i), &name);
            rules->find(tree.game.state, zm_buffer_bytes(&position), zm_buffer_string(&name),
                        &found);
            assert_int_equal(found.count, 1);
            assert_true(zm_bytes_equal(zm_list_at(&found, 0), zm_list_at(&moves, i)));
        }
    }
    sprouts_tree_close(&tree);
    zm_buffer_free(&position);
    zm_buffer_free(&name);
    zm_list_free(&moves);
    zm_list_free(&found);
}

/* The canonical form of what a move of a position leaves. */
static void after(struct sprouts_tree *tree, const char *text, const char *name,
                  struct zm_buffer *canonical)
{
    struct zm_buffer position = {0}, move = {0}, next = {0}, printed = {0};
    assert_int_equal(zm_sprouts.rules->parse(tree->game.state, text, &position, NULL), ZM_OK);
    assert_int_equal(find(tree, &position, name, &move), ZM_OK);
    zm_sprouts.rules->apply(tree->game.state, zm_buffer_bytes(&position), zm_buffer_bytes(&move),
                            &next);
    zm_sprouts.rules->print(tree->game.state, zm_buffer_bytes(&next), &printed);
    sprouts_tree_canonical(tree, zm_buffer_string(&printed), canonical);
    zm_buffer_free(&position);
    zm_buffer_free(&move);
    zm_buffer_free(&next);
    zm_buffer_free(&printed);
}

/* A loop round any of six virgin spots leaves what the loop round as many of the lowest leaves;
 * which of its sides is the inner one does not matter. */
static void loops_round_any_spots(void **unused)
{
    (void)unused;
    struct sprouts_tree tree;
    struct zm_buffer name = {0}, lowest = {0}, one = {0}, other = {0};
    sprouts_tree_open(&tree, "exact", "none");
    for (unsigned subset = 0; subset < 64; subset++) {
        unsigned count = 0;
        zm_buffer_clear(&name);
        zm_buffer_text(&name, "1-1");
        for (unsigned spot = 0; spot < 6; spot++)
            if ((subset >> spot & 1) != 0)
                zm_buffer_format(&name, "%c%u", count++ == 0 ? '[' : ',', spot + 2);
        if (count > 0)
            zm_buffer_byte(&name, ']');
        count = count > 3 ? 6 - count : count;
        zm_buffer_clear(&lowest);
        zm_buffer_text(&lowest, "1-1");
        for (unsigned spot = 0; spot < count; spot++)
            zm_buffer_format(&lowest, "%c%u", spot == 0 ? '[' : ',', spot + 2);
        if (count > 0)
            zm_buffer_byte(&lowest, ']');
        after(&tree, "7", zm_buffer_string(&name), &one);
        after(&tree, "7", zm_buffer_string(&lowest), &other);
        assert_string_equal(zm_buffer_string(&one), zm_buffer_string(&other));
    }
    after(&tree, "map:1-4-2-4.3.5-7-6-7", "1-1[3,5]", &one); /* two boundaries of two kinds */
    after(&tree, "map:1-4-2-4.3.5-7-6-7", "2-2[3,5]", &other);
    assert_string_equal(zm_buffer_string(&one), zm_buffer_string(&other));
    sprouts_tree_close(&tree);
    zm_buffer_free(&name);
    zm_buffer_free(&lowest);
    zm_buffer_free(&one);
    zm_buffer_free(&other);
}

static void refusals(void **unused)
{
    (void)unused;
    static const char *const names[] = {
        "",         "1",        "-",         "1-",         "1-6",
        "0-1",      "2-1",      "1-1[1]",    "1-1[2",      "1-1[]",
        "1-1[3,2]", "1-1[2,2]", "1-1[9]",    "1-2[3]",     "1-2r2",
        "1-2r1",    "1~1-2",    "1~2-2",     "1-1[2]:0/0", "1-1[2] ",
        "1-1 [2]",  "1-1[2]]",  "01-2",      "1-1[02]",    "99999999999999999999-1",
        "1-1[513]", "1-1[512]", "1-1[2,3,]", "1-1[,2]",    "1-99999999999999999999",
    };
    struct sprouts_tree tree;
    struct zm_buffer position = {0}, move = {0};
    sprouts_tree_open(&tree, "exact", "none");
    assert_int_equal(zm_sprouts.rules->parse(tree.game.state, "5", &position, NULL), ZM_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (find(&tree, &position, names[i], &move) == ZM_OK)
            fail_msg("'%s' is taken for a move of five spots", names[i]);
    assert_int_equal(find(&tree, &position, "3-3[2,5]", &move), ZM_OK);
    assert_int_equal(zm_sprouts.rules->parse(tree.game.state, "map:1-3-2-3", &position, NULL),
                     ZM_OK);
    assert_int_equal(find(&tree, &position, "3~1-3~2", &move),
                     ZM_BAD_INPUT); /* a life is missing */
    assert_int_equal(find(&tree, &position, "3~1-3~1", &move), ZM_BAD_INPUT);
    assert_int_equal(find(&tree, &position, "1-3~2", &move), ZM_OK);
    sprouts_tree_close(&tree);
    zm_buffer_free(&position);
    zm_buffer_free(&move);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listed_moves),
        cmocka_unit_test(loops_round_any_spots),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
