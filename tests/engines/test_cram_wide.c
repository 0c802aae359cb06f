/* The wide engine of Cram: the same checks as those of the narrow one (test_cram_engine.c), on
 * boards of more than 64 cells and on smaller ones, where it has to find what the narrow one finds.
 */
#define ZM_CRAM_WIDE
#include "engines/cram/search.h"
#include "engines/cram_options.h"

static void test_options_are_those_of_the_game(void **state)
{
    (void)state;
    static const unsigned small[][2] = {{5, 7},  {8, 8},  {7, 8},  {2, 3},  {4, 9},
                                        {4, 16}, {3, 12}, {2, 9},  {5, 9},  {6, 10},
                                        {3, 21}, {7, 9},  {5, 12}, {2, 32}, {1, 9}};
    static const unsigned large[][2] = {{5, 13}, {6, 11}, {7, 10}, {9, 9},  {8, 11}, {3, 22},
                                        {3, 29}, {4, 17}, {4, 22}, {5, 16}, {5, 17}, {6, 14},
                                        {7, 12}, {2, 40}, {2, 44}, {1, 64}, {8, 9},  {8, 10}};
    compare_random_positions(small, sizeof small / sizeof *small, test_rounds(2000));
    compare_random_positions(large, sizeof large / sizeof *large, test_rounds(4000));
}

static void test_boxes_without_a_layout(void **state)
{
    (void)state;
    struct zm_cram_layout layout;
    assert_false(zm_cram_layout_init(&layout, 10, 9));
    assert_false(zm_cram_layout_init(&layout, 18, 5));
    assert_false(zm_cram_layout_init(&layout, 65, 1));
    assert_true(zm_cram_layout_init(&layout, 8, 11));
    assert_true(zm_cram_layout_init(&layout, 44, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_are_those_of_the_game),
        cmocka_unit_test(test_boxes_without_a_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
