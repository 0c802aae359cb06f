/* The book of Lines of Action: it grows, its scores are the best of what is around them, its text
 * reads back, it knows positions by all their symmetries, and bad books are refused. */
#include "engines/loa/book.h"

#include "test.h"

enum { SEED = 83 };

/* A book of some lines by short searches. */
static void grow_book(struct loa_base *base, struct loa_book *book, struct zm_run *run)
{
    struct zm_random random = zm_random_seeded(SEED);
    struct loa_weights weights;
    zm_run_begin(run);
    loa_weights_given(LOA_BY_SQUARES, &weights);
    assert_int_equal(loa_base_open(base, &weights, 1, false, run, NULL), ZM_OK);
    assert_int_equal(loa_book_open(book, base, 400, NULL), ZM_OK);
    for (unsigned i = 0; i < 40; i++)
        assert_int_equal(loa_book_grow(book, &random, 6, NULL), ZM_OK);
}

static void check_node(const struct loa_book *book, uint32_t index)
{
    const struct zm_book_node *node = &book->graph.nodes[index];
    int32_t best = node->outside;
    struct loa_state state;
    struct loa_undo undo;
    loa_book_state(book, index, &state);
    assert_true(node->searched);
    assert_true(loa_is_legal(book->tables, &state, (loa_step)node->advised));
    for (size_t i = 0; i < node->children.count; i++) {
        const struct zm_book_edge *edge = &node->children.items[i];
        struct loa_state next = state;
        bool same = false;
        best = -book->graph.nodes[edge->node].score > best ? -book->graph.nodes[edge->node].score
                                                           : best;
        assert_true(book->places[edge->node].ply > book->places[index].ply);
        loa_make(book->tables, &next, (loa_step)edge->move, &undo);
        for (unsigned k = 0; k < LOA_SYMMETRIES; k++)
            same |= loa_image(next.men[next.turn], k) == book->places[edge->node].men[0] &&
                    loa_image(next.men[1 - next.turn], k) == book->places[edge->node].men[1];
        assert_true(same);
    }
    assert_int_equal(node->score, best);
}

static void test_growth(void **unused)
{
    struct loa_base base;
    struct loa_book book, again;
    struct zm_run run;
    struct zm_buffer text = {0}, second = {0};
    struct zm_error error = {0};
    (void)unused;
    print_message("seed %d\n", SEED);
    grow_book(&base, &book, &run);
    assert_true(book.graph.count > 20);
    for (uint32_t i = 0; i < book.graph.count; i++)
        check_node(&book, i);
    loa_book_write(&book, &text);
    assert_int_equal(loa_book_open(&again, NULL, 0, NULL), ZM_OK);
    struct zm_buffer copy = {0};
    zm_buffer_text(&copy, zm_buffer_string(&text));
    zm_buffer_string(&copy);
    if (loa_book_read(&again, (char *)copy.data, &error) != ZM_OK)
        fail_msg("%s", error.text);
    loa_book_write(&again, &second);
    assert_string_equal(zm_buffer_string(&second), zm_buffer_string(&text));
    for (uint32_t i = 0; i < again.graph.count; i++)
        /* Lines that met behind a position's back are found only now. */
        assert_true(again.graph.nodes[i].children.count >= book.graph.nodes[i].children.count);
    zm_buffer_free(&copy);
    zm_buffer_free(&second);
    zm_buffer_free(&text);
    loa_book_close(&again);
    loa_book_close(&book);
    loa_base_close(&base);
}

/* A position turned in all ways is known, for either colour, and the move turns with it. */
static void test_symmetries(void **unused)
{
    struct loa_base base;
    struct loa_book book;
    struct zm_run run;
    (void)unused;
    grow_book(&base, &book, &run);
    for (uint32_t i = 0; i < book.graph.count; i++)
        for (unsigned k = 0; k < 2 * LOA_SYMMETRIES; k++) {
            struct loa_board board = {.size = LOA_SIDE, .turn = k / LOA_SYMMETRIES};
            struct loa_state state;
            uint64_t men[2];
            int worth = 0;
            for (unsigned side = 0; side < 2; side++)
                men[side] = loa_image(book.places[i].men[side], k % LOA_SYMMETRIES);
            for (unsigned square = 0; square < LOA_FRAME; square++)
                board.squares[square] = (men[0] >> square & 1) != 0   ? loa_man(board.turn)
                                        : (men[1] >> square & 1) != 0 ? loa_man(1 - board.turn)
                                                                      : '.';
            loa_state_set(book.tables, &board, &state);
            loa_step move = loa_book_choose(&book, &state, &worth);
            assert_true(loa_is_legal(book.tables, &state, move));
            assert_int_equal(worth, book.graph.nodes[i].score);
        }
    loa_book_close(&book);
    loa_base_close(&base);
}

#define SQUARES ".XXXXXX.O......OO......OO......OO......OO......OO......O.XXXXXX."

static void test_bad_books(void **unused)
{
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"", "no book of loa"},
        {"# zermelo book\ngame othello\n", "no book of loa"},
        {"# zermelo book\ngame loa\nX\n", "line 3: expected 64 squares"},
        {"# zermelo book\ngame loa\n" SQUARES " 0 5 b8-b5 3 c8-c6\n", "line 3: expected twice"},
        {"# zermelo book\ngame loa\n" SQUARES " 0 5 b8-b6 3\n", "line 3: expected twice"},
        {"# zermelo book\ngame loa\n" SQUARES " 0 5 b8-b6 3 c8-c6 1\n", "line 3: expected twice"},
        {"# zermelo book\ngame loa\n" SQUARES " 0 5 b8-b6 3 c8-c6\n" SQUARES " 0 5 b8-b6 3 c8-c6\n",
         "line 4: the position is there already"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct loa_book book;
        struct zm_error error = {0};
        char text[512];
        strcpy(text, bad[i].text);
        assert_int_equal(loa_book_open(&book, NULL, 0, NULL), ZM_OK);
        assert_int_equal(loa_book_read(&book, text, &error), ZM_BAD_INPUT);
        if (strstr(error.text, bad[i].error) == NULL)
            fail_msg("'%s' is not in '%s'", bad[i].error, error.text);
        loa_book_close(&book);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_bad_books),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
