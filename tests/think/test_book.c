/* Books: propagation and deviation on the examples of the French federation's special issue on
 * programming (U6; U7, rebuilt after its description), and against plain minimax on random
 * graphs. */
#include "think/book.h"

#include "base/random.h"
#include "test.h"

#include <math.h>

/* What a stub of a search says: the best move outside, by node. */
struct stub {
    int32_t score[64];
    uint32_t move[64];
    unsigned asked;
};

static bool stub_search(void *context, uint32_t node, int32_t alpha, int32_t beta, int32_t *score,
                        uint32_t *move)
{
    struct stub *stub = context;
    (void)alpha;
    (void)beta;
    stub->asked++;
    *score = stub->score[node];
    *move = stub->move[node];
    return true;
}

enum { F5 = 1, D6, F6, C3, E6, F4 };

/* Before: start f5 10; (f5) d6 -10; (f5d6) c3 10. (f5f6) is added: e6, 5. */
static void test_propagation(void **unused)
{
    struct stub stub = {.score = {ZM_BOOK_LEAST, -10, 10, 5}, .move = {ZM_BOOK_NONE, D6, C3, E6}};
    struct zm_book book = {.search = stub_search, .context = &stub};
    (void)unused;
    uint32_t start = zm_book_add(&book), f5 = zm_book_add(&book);
    assert_true(zm_book_link(&book, start, F5, f5));
    assert_true(zm_book_settle(&book, f5));
    uint32_t d6 = zm_book_add(&book);
    stub.score[f5] = -30; /* what is left outside once d6 is in the book: f4 or f6 */
    stub.move[f5] = F4;
    assert_true(zm_book_link(&book, f5, D6, d6));
    assert_true(zm_book_settle(&book, d6));
    assert_int_equal(book.nodes[start].score, 10);
    assert_int_equal(book.nodes[start].advised, F5);
    assert_int_equal(book.nodes[f5].score, -10);
    assert_int_equal(book.nodes[f5].advised, D6);
    uint32_t f6 = zm_book_add(&book);
    assert_true(zm_book_link(&book, f5, F6, f6));
    assert_true(zm_book_settle(&book, f6));
    assert_int_equal(book.nodes[start].score, 5);
    assert_int_equal(book.nodes[start].advised, F5);
    assert_int_equal(book.nodes[f5].score, -5);
    assert_int_equal(book.nodes[f5].advised, F6);
    assert_int_equal(book.nodes[d6].score, 10);
    assert_int_equal(book.nodes[d6].advised, C3);
    assert_int_equal(book.nodes[f6].score, 5);
    assert_int_equal(book.nodes[f6].advised, E6);
    /* Propagation ends where nothing changes: the same again asks and changes nothing. */
    uint32_t changed = book.changed;
    unsigned asked = stub.asked;
    assert_true(zm_book_settle(&book, f6));
    assert_int_equal(book.changed, changed);
    assert_int_equal(stub.asked, asked);
    zm_book_free(&book);
}

/* Scores in tenths. r: a, b inside; outside -0.3. a: a win for who moves there. b: c, d. c: e;
 * outside +0.1. e: a win for who moves. d: a draw. */
static void test_deviation(void **unused)
{
    struct zm_book book = {0};
    struct zm_deviation deviation;
    uint32_t r, a, b, c, d, e;
    enum { TO_A = 1, TO_B, TO_C, TO_D, TO_E, OUT };
    (void)unused;
    r = zm_book_add(&book), a = zm_book_add(&book), b = zm_book_add(&book);
    c = zm_book_add(&book), d = zm_book_add(&book), e = zm_book_add(&book);
    zm_book_link(&book, r, TO_A, a);
    zm_book_link(&book, r, TO_B, b);
    zm_book_link(&book, b, TO_C, c);
    zm_book_link(&book, b, TO_D, d);
    zm_book_link(&book, c, TO_E, e);
    book.nodes[a].result = book.nodes[e].result = ZM_BOOK_WIN;
    book.nodes[d].result = ZM_BOOK_DRAW;
    book.nodes[r].outside = -3;
    book.nodes[c].outside = 1;
    book.nodes[r].outside_move = book.nodes[c].outside_move = OUT;
    book.nodes[r].searched = book.nodes[c].searched = true;
    const struct {
        uint32_t node;
        enum zm_book_result result;
        double value;
    } known[] = {{e, ZM_BOOK_WIN, INFINITY}, {c, ZM_BOOK_LOSS, 1},       {d, ZM_BOOK_DRAW, 0},
                 {b, ZM_BOOK_WIN, -1},       {a, ZM_BOOK_WIN, INFINITY}, {r, ZM_BOOK_LOSS, 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(zm_book_deviate(&book, known[i].node, false, &deviation));
        assert_int_equal(deviation.result, known[i].result);
        assert_true(deviation.value == known[i].value);
    }
    assert_int_equal(deviation.move, TO_B);
    assert_false(deviation.leaves);
    assert_true(zm_book_deviate(&book, c, false, &deviation));
    assert_int_equal(deviation.move, OUT);
    assert_true(deviation.leaves);
    /* A draw that is taken for a loss: at d nobody can leave. */
    assert_true(zm_book_deviate(&book, d, true, &deviation));
    assert_int_equal(deviation.result, ZM_BOOK_LOSS);
    assert_true(deviation.value == -INFINITY);
    zm_book_free(&book);
}

/* The score of a node by plain minimax. */
static int32_t minimax(const struct zm_book *book, const struct stub *stub, uint32_t node)
{
    const struct zm_book_node *at = &book->nodes[node];
    int32_t best = stub->score[node];
    for (size_t i = 0; i < at->children.count; i++) {
        int32_t score = -minimax(book, stub, at->children.items[i].node);
        best = score > best ? score : best;
    }
    return best;
}

/* Nodes come in one after the other, each linked from some before it: scores stay those of
 * minimax. */
static void test_random_graphs(void **unused)
{
    struct zm_random random = zm_random_seeded(7);
    (void)unused;
    print_message("seed 7\n");
    for (int round = 0; round < test_rounds(300); round++) {
        struct stub stub;
        struct zm_book book = {.search = stub_search, .context = &stub};
        for (uint32_t node = 0; node < 30; node++) {
            stub.score[node] = (int32_t)zm_random_below(&random, 41) - 20;
            stub.move[node] = 1000;
            assert_int_equal(zm_book_add(&book), node);
            for (unsigned k = 0; node > 0 && k < 1 + zm_random_below(&random, 2); k++)
                zm_book_link(&book, (uint32_t)zm_random_below(&random, node), node, node);
            assert_true(zm_book_settle(&book, node));
        }
        for (uint32_t node = 0; node < 30; node++)
            assert_int_equal(book.nodes[node].score, minimax(&book, &stub, node));
        zm_book_free(&book);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_propagation),
        cmocka_unit_test(test_deviation),
        cmocka_unit_test(test_random_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
