/* Sprouts against a naive player: the same options, canonical trees, nimbers and misère outcomes on
 * positions met in random games; the exact canonical form against all renamings of letters; the
 * drawn game against the naive one. */
#include "sprouts_naive.h"

#include "test.h"

#include <stdio.h>

/* Plays at random from `spots` until at most `lives` are left (or a move less, when the game
 * allows). */
static void random_position(struct zm_random *random, int spots, int lives, struct naive *position)
{
    naive_start(position, spots);
    while (naive_lives(position) > lives) {
        size_t count;
        struct naive *moves = naive_moves(position, &count);
        if (count > 0)
            *position = moves[zm_random_below(random, count)];
        free(moves);
        if (count == 0)
            return;
    }
}

/* The naive moves from the reduced position, as canonical sums, are the options. (From the position
 * as it was played they may be others, of the same trees: reduction comes before the move.) */
static void check_options(struct sprouts_tree *tree, const struct naive *position)
{
    struct zm_list expected = {0}, options = {0};
    struct zm_buffer text = {0}, canonical = {0};
    struct naive reduced;
    naive_text(position, &text);
    sprouts_tree_canonical(tree, zm_buffer_string(&text), &canonical);
    naive_read(&reduced, zm_buffer_string(&canonical));
    size_t count;
    struct naive *moves = naive_moves(&reduced, &count);
    for (size_t i = 0; i < count; i++) {
        zm_buffer_clear(&text);
        naive_text(&moves[i], &text);
        sprouts_tree_canonical(tree, zm_buffer_string(&text), &canonical);
        zm_list_add(&expected, zm_buffer_bytes(&canonical));
    }
    zm_list_sort(&expected, true);
    zm_buffer_clear(&text);
    naive_text(position, &text);
    sprouts_tree_options(tree, zm_buffer_string(&text), &options);
    if (options.count != expected.count)
        fail_msg("%s: %zu options instead of %zu", zm_buffer_string(&text), options.count,
                 expected.count);
    for (size_t i = 0; i < options.count; i++)
        assert_true(zm_bytes_equal(zm_list_at(&options, i), zm_list_at(&expected, i)));
    free(moves);
    zm_list_free(&expected);
    zm_list_free(&options);
    zm_buffer_free(&text);
    zm_buffer_free(&canonical);
}

static void compare_with_naive(const char *canon, const char *equivalences, int rounds,
                               bool options)
{
    struct sprouts_tree tree;
    struct zm_table memo;
    struct zm_random random = zm_random_seeded(5);
    struct zm_buffer text = {0};
    sprouts_tree_open(&tree, canon, equivalences);
    zm_table_init(&memo, sizeof(uint32_t));
    for (int round = 0; round < rounds; round++) {
        struct naive position;
        random_position(&random, 2 + round % 4, 4 + round % 4, &position);
        zm_buffer_clear(&text);
        naive_text(&position, &text);
        uint32_t expected = naive_tree(&tree, &memo, &position);
        uint32_t found = sprouts_tree_of(&tree, zm_buffer_string(&text));
        bool same = found == expected;
        if (strcmp(equivalences, "all") == 0) /* these keep values, not trees */
            same = tree.nimbers[found] == tree.nimbers[expected] &&
                   tree.misere[found] == tree.misere[expected];
        if (!same)
            fail_msg("%s, %s, %s: another tree than the naive one", zm_buffer_string(&text), canon,
                     equivalences);
        if (options)
            check_options(&tree, &position);
    }
    zm_buffer_free(&text);
    zm_table_free(&memo);
    sprouts_tree_close(&tree);
}

static void test_trees(void **state)
{
    (void)state;
    compare_with_naive("pseudo", "none", test_rounds(3000), false);
    compare_with_naive("exact", "none", test_rounds(3000), true);
    compare_with_naive("settled", "trees", test_rounds(6000), false);
    compare_with_naive("exact", "trees", test_rounds(3000), false);
    compare_with_naive("settled", "all", test_rounds(6000), false);
}

/* Options of larger positions: no trees, but more boundaries and regions. */
static void test_options(void **state)
{
    (void)state;
    struct sprouts_tree tree;
    struct zm_random random = zm_random_seeded(7);
    sprouts_tree_open(&tree, "exact", "none");
    for (int round = 0; round < test_rounds(600); round++) {
        struct naive position;
        random_position(&random, 3 + round % 4, 8 + round % 6, &position);
        check_options(&tree, &position);
    }
    sprouts_tree_close(&tree);
}

/* A land written in another way: regions and boundaries in another order, boundaries started
 * elsewhere, regions turned over. */
static void shuffle_spots(struct zm_random *random, int *items, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)zm_random_below(random, (uint64_t)i + 1), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

static void rewrite(struct zm_random *random, const struct naive *position, struct naive *other)
{
    int begins[NAIVE_SIZE], regions = 0, begin = 0;
    for (int i = 0; i < position->size; i++)
        if (position->written[i] == NAIVE_REGION) {
            begins[regions++] = begin;
            begin = i + 1;
        }
    *other = *position;
    other->size = 0;
    shuffle_spots(random, begins, regions);
    for (int r = 0; r < regions; r++) {
        int starts[NAIVE_SIZE], boundaries = 0, start = begins[r], i = start;
        bool reverse = zm_random_below(random, 2) == 1;
        for (; position->written[i] != NAIVE_REGION; i++)
            if (position->written[i] == NAIVE_BOUNDARY) {
                starts[boundaries++] = start;
                start = i + 1;
            }
        shuffle_spots(random, starts, boundaries);
        for (int b = 0; b < boundaries; b++) {
            const int *spots = position->written + starts[b];
            int size = 0;
            while (spots[size] != NAIVE_BOUNDARY)
                size++;
            int turn = (int)zm_random_below(random, (uint64_t)size);
            for (int k = 0; k < size; k++) {
                int at = (turn + (reverse ? size - k : k)) % size;
                other->written[other->size++] = spots[at];
            }
            other->written[other->size++] = NAIVE_BOUNDARY;
        }
        other->written[other->size++] = NAIVE_REGION;
    }
}

static void test_rewritten(void **state)
{
    (void)state;
    struct sprouts_tree tree;
    struct zm_random random = zm_random_seeded(11);
    struct zm_buffer text = {0}, one = {0}, two = {0}, three = {0};
    sprouts_tree_open(&tree, "exact", "none");
    for (int round = 0; round < test_rounds(4000); round++) {
        struct naive position, other;
        random_position(&random, 3 + round % 6, 6 + round % 9, &position);
        rewrite(&random, &position, &other);
        zm_buffer_clear(&text);
        naive_text(&position, &text);
        sprouts_tree_canonical(&tree, zm_buffer_string(&text), &one);
        zm_buffer_clear(&text);
        naive_text(&other, &text);
        sprouts_tree_canonical(&tree, zm_buffer_string(&text), &two);
        assert_string_equal(zm_buffer_string(&one), zm_buffer_string(&two));
        zm_buffer_clear(&text);
        zm_buffer_byte(&text, '+'); /* digits alone are a number of spots */
        zm_buffer_text(&text, zm_buffer_string(&one));
        sprouts_tree_canonical(&tree, zm_buffer_string(&text), &three);
        assert_string_equal(zm_buffer_string(&one), zm_buffer_string(&three));
    }
    zm_buffer_free(&text);
    zm_buffer_free(&one);
    zm_buffer_free(&two);
    zm_buffer_free(&three);
    sprouts_tree_close(&tree);
}

/* The moves of a drawing leave the same canonical sums as the naive moves from the same drawing,
 * have names of their own, and what is printed reads back as the same drawing. */
static void check_drawing(struct sprouts_tree *tree, const struct naive *position)
{
    const struct zm_rules *rules = zm_sprouts.rules;
    void *state = tree->game.state;
    struct zm_list moves = {0}, names = {0}, found = {0}, expected = {0};
    struct zm_buffer text = {0}, drawing = {0}, next = {0}, canonical = {0};
    naive_text(position, &text);
    assert_int_equal(rules->parse(state, zm_buffer_string(&text), &drawing, NULL), ZM_OK);
    rules->moves(state, zm_buffer_bytes(&drawing), NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_buffer_clear(&text);
        rules->name(state, zm_buffer_bytes(&drawing), zm_list_at(&moves, i), &text);
        zm_list_add(&names, zm_buffer_bytes(&text));
        rules->apply(state, zm_buffer_bytes(&drawing), zm_list_at(&moves, i), &next);
        zm_buffer_clear(&text);
        rules->print(state, zm_buffer_bytes(&next), &text);
        sprouts_tree_canonical(tree, zm_buffer_string(&text), &canonical);
        zm_list_add(&found, zm_buffer_bytes(&canonical));
        struct zm_buffer again = {0};
        assert_int_equal(rules->parse(state, zm_buffer_string(&text), &again, NULL), ZM_OK);
        if (strncmp(zm_buffer_string(&text), "map:", 4) != 0)
            assert_true(zm_bytes_equal(zm_buffer_bytes(&again), zm_buffer_bytes(&next)));
        zm_buffer_free(&again);
    }
    size_t count;
    struct naive *children = naive_moves(position, &count);
    for (size_t i = 0; i < count; i++) {
        zm_buffer_clear(&text);
        naive_text(&children[i], &text);
        sprouts_tree_canonical(tree, zm_buffer_string(&text), &canonical);
        zm_list_add(&expected, zm_buffer_bytes(&canonical));
    }
    free(children);
    size_t named = names.count;
    zm_list_sort(&names, true);
    assert_int_equal(names.count, named);
    zm_list_sort(&found, true);
    zm_list_sort(&expected, true);
    assert_int_equal(found.count, expected.count);
    for (size_t i = 0; i < found.count; i++)
        assert_true(zm_bytes_equal(zm_list_at(&found, i), zm_list_at(&expected, i)));
    zm_list_free(&moves);
    zm_list_free(&names);
    zm_list_free(&found);
    zm_list_free(&expected);
    zm_buffer_free(&text);
    zm_buffer_free(&drawing);
    zm_buffer_free(&next);
    zm_buffer_free(&canonical);
}

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        count++;
    return count;
}

/* The picture shows every spot once; an atlas, of what is no map of the plane, every written one.
 */
static void test_pictures(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        size_t spots, titles;
    } rows[] = {{"0*3", 3, 0},
                {"0*2.AB|0.C|1aCa.DE|AB.DE", 10, 0},
                {"", 0, 0},
                {"map:1-4-2-4.3", 4, 0},
                {"A.B|A.B", 0, 2}};
    struct sprouts_tree tree;
    sprouts_tree_open(&tree, "pseudo", "none");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_buffer drawing = {0}, picture = {0};
        assert_int_equal(zm_sprouts.rules->parse(tree.game.state, rows[i].position, &drawing, NULL),
                         ZM_OK);
        zm_sprouts.picture->svg(tree.game.state, zm_buffer_bytes(&drawing), &picture);
        assert_memory_equal(zm_buffer_string(&picture), "<svg ", 5);
        assert_int_equal(count_of(zm_buffer_string(&picture), "</svg>"), 1);
        assert_int_equal(count_of(zm_buffer_string(&picture), "class=\"spot\""), rows[i].spots);
        assert_int_equal(count_of(zm_buffer_string(&picture), ">region "), rows[i].titles);
        zm_buffer_free(&drawing);
        zm_buffer_free(&picture);
    }
    sprouts_tree_close(&tree);
}

static void test_drawings(void **state)
{
    (void)state;
    struct sprouts_tree tree;
    struct zm_random random = zm_random_seeded(13);
    sprouts_tree_open(&tree, "exact", "none");
    for (int round = 0; round < test_rounds(400); round++) {
        struct naive position;
        random_position(&random, 2 + round % 4, 5 + round % 8, &position);
        check_drawing(&tree, &position);
    }
    sprouts_tree_close(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),     cmocka_unit_test(test_options),
        cmocka_unit_test(test_rewritten), cmocka_unit_test(test_drawings),
        cmocka_unit_test(test_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
