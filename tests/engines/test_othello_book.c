/* Books of Othello: what was learned comes back from its text, up to symmetry; a book that plays
 * with itself, or with an opponent who learns nothing, does not lose twice by one line. */
#include "engines/othello/book.h"

#include "test.h"

static struct othello_judge judge;

static int open_judge(void **unused)
{
    static struct zm_run run;
    (void)unused;
    zm_run_begin(&run);
    return othello_judge_open(&judge, 2, 8, &run, NULL) == ZM_OK ? 0 : 1;
}

static int close_judge(void **unused)
{
    (void)unused;
    othello_judge_close(&judge);
    return 0;
}

static void learn(struct othello_book *book, const char *moves, bool ended, int black)
{
    struct othello_line line;
    struct zm_error error = {0};
    if (othello_line_read(moves, &line, &error) != ZM_OK ||
        othello_book_learn(book, &line, 0, ended, black, &error) != ZM_OK)
        fail_msg("%s", error.text);
}

static uint32_t find(const struct othello_book *book, const char *moves, unsigned *symmetry)
{
    struct othello_line line;
    assert_int_equal(othello_line_read(moves, &line, NULL), ZM_OK);
    return othello_book_find(book, line.bits[line.count - 1], symmetry);
}

/* Lines that meet again make one position, and its links are found from both sides. */
static void test_positions(void **unused)
{
    struct othello_book book;
    unsigned symmetry;
    (void)unused;
    othello_book_open(&book, &judge);
    learn(&book, "f5d6c3", false, 0);
    assert_int_equal(book.graph.count, 4);
    learn(&book, "c4e3f6", false, 0); /* the same, turned */
    assert_int_equal(book.graph.count, 4);
    learn(&book, "f5f6", false, 0);
    assert_int_equal(book.graph.count, 5);
    uint32_t start = find(&book, "", &symmetry), f5 = find(&book, "d3", &symmetry);
    assert_int_equal(book.graph.nodes[start].children.count, 1);
    assert_int_equal(book.graph.nodes[start].games, 3);
    assert_int_equal(book.graph.nodes[f5].children.count, 2);
    assert_int_equal(find(&book, "f5f4", &symmetry), ZM_BOOK_NONE);
    /* Two orders of moves lead to one position. */
    learn(&book, "f5f6e6f4e3c5", false, 0);
    size_t before = book.graph.count;
    learn(&book, "f5f4e3f6e6", false, 0);
    assert_true(find(&book, "f5f4e3f6e6", &symmetry) == find(&book, "f5f6e6f4e3", &symmetry));
    assert_int_equal(book.graph.count, before + 3);
    othello_book_close(&book);
}

static void test_text(void **unused)
{
    struct othello_book book, again;
    struct zm_buffer text = {0}, second = {0};
    struct zm_error error = {0};
    (void)unused;
    othello_book_open(&book, &judge);
    othello_book_open(&again, NULL);
    learn(&book, "f5d6c3d3c4f4c5b3c2", false, 0);
    learn(&book, "f5f6e6f4e3c5c4", true, -8);
    othello_book_write(&book, &text);
    assert_int_equal(othello_book_read(&again, zm_buffer_string(&text), &error), ZM_OK);
    othello_book_write(&again, &second);
    assert_string_equal(zm_buffer_string(&second), zm_buffer_string(&text));
    /* Twice is once. */
    assert_int_equal(othello_book_read(&again, zm_buffer_string(&text), &error), ZM_OK);
    zm_buffer_clear(&second);
    othello_book_write(&again, &second);
    assert_string_equal(zm_buffer_string(&second), zm_buffer_string(&text));
    static const char *const bad[] = {
        "", "# zermelo book\ngame go\n", "# zermelo book\ngame othello\nnonsense\n",
        /* not the least of its images */
        ("# zermelo book\ngame othello\n"
         "--------------------------XXX------XO--------------------------- 0 - 2 0 - - - 1\n")};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(othello_book_read(&again, bad[i], &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "line 3: '----"));
    othello_book_close(&book);
    othello_book_close(&again);
    zm_buffer_free(&text);
    zm_buffer_free(&second);
}

/* A move by the book, else by a search. */
static unsigned choose(const struct othello_book *book, struct othello_bits bits)
{
    struct zm_deviation deviation;
    unsigned move = 64;
    int score;
    if (book != NULL)
        move = othello_book_choose(book, bits, true, &deviation);
    if (move >= 64)
        assert_true(othello_judge_score(&judge, bits, 0, &score, &move));
    return move < 64 ? move : othello_first(judge.solver.kernel->moves(bits.own, bits.other));
}

/* Plays a game; who has no book chooses by search alone. Sets `moves` to its names. */
static int play(const struct othello_book *black, const struct othello_book *white,
                struct zm_buffer *moves)
{
    struct othello_line line;
    int result = 0;
    zm_buffer_clear(moves);
    for (;;) {
        char name[8];
        assert_int_equal(othello_line_read(zm_buffer_string(moves), &line, NULL), ZM_OK);
        struct othello_bits bits = line.bits[line.count - 1];
        unsigned turn = line.turn[line.count - 1];
        if (othello_line_over(&line, &result))
            return result;
        if (judge.solver.kernel->moves(bits.own, bits.other) == 0) {
            bits = (struct othello_bits){bits.other, bits.own};
            turn = 1 - turn;
        }
        othello_line_name(choose(turn == 0 ? black : white, bits), name);
        zm_buffer_text(moves, name);
    }
}

/* So many games: a line that one side has lost never comes again while that side has the book. */
static void play_many(int games, bool black_learns)
{
    struct othello_book book;
    struct zm_table lost;
    struct zm_buffer moves = {0};
    unsigned wins[2] = {0, 0};
    othello_book_open(&book, &judge);
    zm_table_init(&lost, 1);
    for (int i = 0; i < games; i++) {
        struct othello_line line;
        bool fresh = true;
        int black = play(black_learns ? &book : NULL, &book, &moves);
        wins[black < 0] += black != 0;
        if (black_learns || black >= 0)
            assert_non_null(zm_table_insert(&lost, zm_buffer_bytes(&moves), &fresh));
        assert_true(fresh);
        assert_int_equal(othello_line_read(zm_buffer_string(&moves), &line, NULL), ZM_OK);
        assert_int_equal(othello_book_learn(&book, &line, 24, true, black, NULL), ZM_OK);
    }
    print_message("black won %u, white %u; %zu positions\n", wins[0], wins[1], book.graph.count);
    othello_book_close(&book);
    zm_table_free(&lost);
    zm_buffer_free(&moves);
}

static void test_against_itself(void **unused)
{
    (void)unused;
    play_many(test_sanitized() ? 40 : 1000, true);
}

/* An opponent who plays the same every time, and wins the first game: once the book has won, it wins
 * by that line again. */
static void test_against_a_fixed_opponent(void **unused)
{
    (void)unused;
    play_many(test_sanitized() ? 20 : 100, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_against_itself),
        cmocka_unit_test(test_against_a_fixed_opponent),
    };
    return cmocka_run_group_tests(tests, open_judge, close_judge);
}
