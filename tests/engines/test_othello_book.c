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

/* A book of Edax by its bytes, as its source lays them out: the start with one link and one leaf,
 * and the position after that link. */
static const uint8_t edax_header[] = {
    'X',  'A', 'D', 'E', 'K', 'O', 'O', 'B', 4, 4, /* marks, version, release */
    0xe8, 7,   5,   6,   7,   8,   9,   0,         /* a day of 2024 */
    21,   0,   0,   0,   24,  0,   0,   0,   2, 0,
    0,    0,   1,   0,   0,   0,           /* level, empty squares, errors */
    0,    0,   0,   0,   2,   0,   0,   0, /* verbosity, positions */
};

static void put_number(struct zm_buffer *file, uint64_t number, unsigned count)
{
    for (; count > 0; count--, number >>= 8)
        zm_buffer_byte(file, (uint8_t)number);
}

static void put_edax(struct zm_buffer *file, struct othello_bits bits, int score, int level,
                     const int8_t *links, unsigned count)
{
    put_number(file, bits.own, 8);
    put_number(file, bits.other, 8);
    for (unsigned i = 0; i < 4; i++)
        put_number(file, i + 1, 4); /* 10 games */
    put_number(file, (uint16_t)score, 2);
    put_number(file, (uint16_t)(score - 1), 2);
    put_number(file, (uint16_t)(score + 1), 2);
    put_number(file, count - 1, 1);
    put_number(file, (uint8_t)level, 1);
    for (unsigned i = 0; i < 2 * count; i++)
        put_number(file, (uint8_t)links[i], 1);
}

static void make_edax(struct zm_buffer *file)
{
    struct othello_book book; /* only for the least images */
    struct othello_line line;
    unsigned symmetry;
    othello_book_open(&book, &judge);
    learn(&book, "f5", false, 0);
    assert_int_equal(othello_line_read("f5", &line, NULL), ZM_OK);
    struct othello_bits start = book.places[othello_book_find(&book, line.bits[0], &symmetry)].bits,
                        next = book.places[othello_book_find(&book, line.bits[1], &symmetry)].bits;
    uint64_t moves = judge.solver.kernel->moves(next.own, next.other);
    int8_t link = (int8_t)othello_first(judge.solver.kernel->moves(start.own, start.other));
    zm_buffer_add(file, edax_header, sizeof edax_header);
    put_edax(file, start, 3, 21, (const int8_t[]){3, link, -127, 65}, 2);
    put_edax(file, next, -3, 20, (const int8_t[]){-3, (int8_t)othello_first(moves)}, 1);
    othello_book_close(&book);
}

static void test_edax(void **unused)
{
    struct othello_book book, again;
    struct zm_buffer file = {0}, written = {0}, texts[2] = {{0}, {0}};
    struct zm_error error = {0};
    unsigned symmetry;
    (void)unused;
    make_edax(&file);
    assert_int_equal(file.size, 42 + (40 + 4) + (40 + 2));
    othello_book_open(&book, NULL);
    othello_book_open(&again, NULL);
    assert_true(othello_book_is_edax(zm_buffer_bytes(&file)));
    assert_int_equal(othello_book_read_edax(&book, zm_buffer_bytes(&file), &error), ZM_OK);
    const struct zm_book_node *start = &book.graph.nodes[find(&book, "", &symmetry)];
    const struct zm_book_node *next = &book.graph.nodes[find(&book, "f5", &symmetry)];
    assert_int_equal(book.graph.count, 2);
    assert_int_equal(start->score, 3);
    assert_int_equal(start->depth, 21);
    assert_int_equal(start->games, 10);
    assert_int_equal(start->children.count, 1);
    assert_int_equal(start->outside_move, ZM_BOOK_NONE);
    assert_int_equal(next->outside, -3);
    assert_true(next->searched && next->outside_move < 64);
    /* Out and in again: the same book, and the same file. */
    othello_book_write_edax(&book, &written);
    assert_int_equal(written.size, file.size);
    assert_int_equal(othello_book_read_edax(&again, zm_buffer_bytes(&written), &error), ZM_OK);
    othello_book_write(&book, &texts[0]);
    othello_book_write(&again, &texts[1]);
    assert_string_equal(zm_buffer_string(&texts[0]), zm_buffer_string(&texts[1]));
    othello_book_close(&book);
    othello_book_close(&again);
    for (unsigned i = 0; i < 2; i++)
        zm_buffer_free(&texts[i]);
    zm_buffer_free(&file);
    zm_buffer_free(&written);
}

/* Every cut, and every byte that matters changed: named, never taken. */
static void test_bad_edax(void **unused)
{
    static const struct {
        size_t at;
        uint8_t byte;
        const char *what;
    } wrong[] = {
        {8, 3, "this book is of Edax 3"},
        {38, 3, "is cut: its header says 3 positions, it has 2"},
        {38, 1, "bytes too many behind its 1 positions"},
        {42 + 3, 0x18, "two discs on a square"},
        {42 + 7, 0xff, "not the least of its images"},
        {42 + 33, 1, "a score of more than 64 discs"},
        {42 + 44 + 41, 66, "a move that is not legal"},
        {42 + 44 + 41, 0, "a move that is not legal"},
    };
    struct zm_buffer file = {0};
    struct zm_error error = {0};
    struct othello_book book;
    (void)unused;
    make_edax(&file);
    for (size_t size = 0; size < file.size; size++) {
        othello_book_open(&book, NULL);
        assert_int_equal(othello_book_read_edax(&book, zm_bytes(file.data, size), &error),
                         ZM_BAD_INPUT);
        assert_non_null(strstr(error.text, "cut"));
        othello_book_close(&book);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint8_t was = file.data[wrong[i].at];
        file.data[wrong[i].at] = wrong[i].byte;
        othello_book_open(&book, NULL);
        assert_int_equal(othello_book_read_edax(&book, zm_buffer_bytes(&file), &error),
                         ZM_BAD_INPUT);
        if (strstr(error.text, wrong[i].what) == NULL)
            fail_msg("%s, not %s", error.text, wrong[i].what);
        othello_book_close(&book);
        file.data[wrong[i].at] = was;
    }
    zm_buffer_free(&file);
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
        cmocka_unit_test(test_positions),      cmocka_unit_test(test_text),
        cmocka_unit_test(test_edax),           cmocka_unit_test(test_bad_edax),
        cmocka_unit_test(test_against_itself), cmocka_unit_test(test_against_a_fixed_opponent),
    };
    return cmocka_run_group_tests(tests, open_judge, close_judge);
}
