/* Morpion solitaire: the rules against a naive version, published counts, two records, the lemmas
 * of the thesis, texts and what is refused. */
#include "games/morpion_naive.h"

#include "test.h"

static struct zm_morpion_walk here;

static void begin(const char *text)
{
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    if (zm_morpion_parse(NULL, text, &position, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_true(zm_morpion_replay(zm_buffer_bytes(&position), &here));
    zm_buffer_free(&position);
}

/* -- the rules -- */

/* Random games of all variants: the same moves at every step, and after some are taken back. */
static void test_against_naive(void **unused)
{
    enum { SEED = 20261 };
    struct zm_random random = zm_random_seeded(SEED);
    zm_morpion_move moves[ZM_MORPION_LEGAL];
    (void)unused;
    print_message("# seed %d\n", SEED);
    for (int round = 0; round < test_rounds(40); round++) {
        const struct zm_morpion_variant *variant = &zm_morpion_variants[round % 4];
        struct morpion_naive naive;
        begin(variant->name);
        morpion_naive_start(&naive, variant->length, variant->touching);
        for (bool over = false; !over;) {
            unsigned count = morpion_naive_moves(&naive, moves);
            assert_int_equal(count, here.legal_count);
            assert_memory_equal(moves, here.legal, count * sizeof *moves);
            over = count == 0;
            if (over)
                break;
            zm_morpion_move move = moves[zm_random_below(&random, count)];
            morpion_naive_play(&naive, move);
            zm_morpion_walks.make(&here, move);
            if (zm_random_below(&random, 4) == 0) {
                struct zm_hash128 key = zm_morpion_walks.key(&here);
                unsigned back = 1 + (unsigned)zm_random_below(&random, here.played_count), n = back;
                for (; n > 0; n--)
                    zm_morpion_walks.unmake(&here, here.played[here.played_count - 1]);
                for (; n < back; n++)
                    zm_morpion_walks.make(&here, here.played[here.played_count]);
                assert_true(zm_hash128_equal(key, zm_morpion_walks.key(&here)));
            }
        }
    }
}

/* The free directions of all dots: a move of 5T makes eight and takes eight. */
static void test_free_directions(void **unused)
{
    struct morpion_naive naive;
    (void)unused;
    morpion_record("morpion-bruneau170.txt", &here);
    morpion_naive_start(&naive, 5, true);
    assert_int_equal(morpion_naive_free(&naive), 288);
    for (unsigned i = 0; i < here.played_count; i++) {
        morpion_naive_play(&naive, here.played[i]);
        assert_int_equal(morpion_naive_free(&naive), 288);
    }
}

/* -- counts -- */

/* Positions with n moves, by incremental transpositions over the walk. */
static void count_levels(unsigned depth, unsigned deepest, const zm_move *tried,
                         unsigned tried_count, uint64_t *levels)
{
    zm_move moves[ZM_MORPION_LEGAL], barred[2 * ZM_MORPION_LEGAL], kept[2 * ZM_MORPION_LEGAL];
    levels[depth]++;
    if (depth == deepest)
        return;
    unsigned count = zm_morpion_walks.moves(&here, moves), bars = tried_count;
    if (tried_count > 0)
        memcpy(barred, tried, tried_count * sizeof *tried);
    for (unsigned i = 0; i < count; i++) {
        bool done = false;
        for (unsigned j = 0; j < tried_count && !done; j++)
            done = tried[j] == moves[i];
        if (done)
            continue;
        unsigned left = zm_morpion_walks.commuting(&here, moves[i], barred, bars, kept);
        zm_morpion_walks.make(&here, moves[i]);
        count_levels(depth + 1, deepest, kept, left, levels);
        zm_morpion_walks.unmake(&here, moves[i]);
        barred[bars++] = moves[i];
    }
}

static void test_levels(void **unused)
{
    static const uint64_t known[2][8] = {
        {1, 28, 382, 3368, 21497, 105596, 414798, 1338404},
        {1, 28, 374, 3176, 19281, 89212, 327574, 981812},
    };
    (void)unused;
    for (int variant = 0; variant < 2; variant++) {
        uint64_t levels[8] = {0};
        unsigned deepest = test_long() ? 7 : test_sanitized() ? 4 : 5;
        begin(zm_morpion_variants[variant].name);
        count_levels(0, deepest, NULL, 0, levels);
        for (unsigned n = 0; n <= deepest; n++)
            assert_int_equal(levels[n], known[variant][n]);
    }
    begin("4T");
    assert_int_equal(here.legal_count, 40);
    begin("4D");
    assert_int_equal(here.legal_count, 40);
}

/* All orders of the same moves have one key and one plain form. */
static void test_orders(void **unused)
{
    struct zm_buffer one = {0}, other = {0}, plain = {0}, same = {0};
    struct zm_hash128 key;
    (void)unused;
    begin("5T 3,4V4 6,4V4 3,5V1");
    key = zm_morpion_walks.key(&here);
    zm_morpion_walks.position(NULL, &here, &one);
    begin("5T 6,4V4 3,4V4 3,5V1");
    assert_true(zm_hash128_equal(key, zm_morpion_walks.key(&here)));
    zm_morpion_walks.position(NULL, &here, &other);
    zm_morpion.goals->plain(NULL, zm_buffer_bytes(&one), &plain);
    zm_morpion.goals->plain(NULL, zm_buffer_bytes(&other), &same);
    assert_true(zm_bytes_equal(zm_buffer_bytes(&plain), zm_buffer_bytes(&same)));
    assert_false(zm_bytes_equal(zm_buffer_bytes(&one), zm_buffer_bytes(&other)));
    zm_buffer_free(&one);
    zm_buffer_free(&other);
    zm_buffer_free(&plain);
    zm_buffer_free(&same);
}

/* The 28 first moves are of four classes: the end of an arm made longer (8), its sides made longer
 * outwards (8) and inwards (8), and the diagonal between two arms (4). */
static void test_symmetry(void **unused)
{
    struct zm_hash128 classes[40];
    unsigned count = 0;
    (void)unused;
    begin("5T");
    assert_int_equal(here.legal_count, 28);
    for (unsigned i = 0; i < 28; i++) {
        unsigned at = 0;
        zm_morpion_move move = here.legal[i];
        zm_morpion_walks.make(&here, move);
        struct zm_hash128 key = zm_morpion_walks.canonical(&here);
        while (at < count && !zm_hash128_equal(classes[at], key))
            at++;
        if (at == count)
            classes[count++] = key;
        zm_morpion_walks.unmake(&here, move);
    }
    assert_int_equal(count, 4);
}

/* -- the lemma -- */

/* Lemma 1 of the thesis: the drawing tells the set of moves. On each straight line the segments are
 * grouped in fours; a move whose other dots are there is played as soon as it can be. */
static void rebuild(const char *variant, const struct zm_morpion_walk *drawn)
{
    zm_morpion_move moves[ZM_MORPION_PLAYED];
    uint64_t left[4][2 * ZM_MORPION_SIDE];
    bool found = true;
    begin(variant);
    for (int d = 0; d < 4; d++)
        for (int line = 0; line < 2 * ZM_MORPION_SIDE; line++)
            left[d][line] = drawn->board.taken[d][line] ^ here.board.taken[d][line];
    while (found) {
        found = false;
        for (unsigned i = 0; i < here.legal_count && !found; i++) {
            zm_morpion_move move = here.legal[i];
            unsigned d = zm_morpion_direction_of(move), line = zm_morpion_line(move), run = 0;
            /* The group that begins where the move's line does: whole groups lie before it. */
            for (unsigned bit = 0; bit < zm_morpion_first(move); bit++)
                run = left[d][line] >> bit & 1 ? run + 1 : 0;
            uint64_t piece = here.board.piece << zm_morpion_first(move);
            if (run % (unsigned)__builtin_popcountll(here.board.piece) == 0 &&
                (left[d][line] & piece) == piece) {
                zm_morpion_walks.make(&here, move);
                found = true;
            }
        }
    }
    memcpy(moves, drawn->played, sizeof moves);
    assert_int_equal(here.played_count, drawn->played_count);
    assert_true(zm_hash128_equal(here.key, drawn->key));
}

static void test_lemma(void **unused)
{
    enum { SEED = 1595 };
    static struct zm_morpion_walk drawn;
    struct zm_random random = zm_random_seeded(SEED);
    (void)unused;
    print_message("# seed %d\n", SEED);
    for (int round = 0; round < test_rounds(200); round++) {
        const char *variant = zm_morpion_variants[round % 2].name;
        begin(variant);
        while (here.legal_count > 0)
            zm_morpion_walks.make(&here, here.legal[zm_random_below(&random, here.legal_count)]);
        drawn = here;
        rebuild(variant, &drawn);
    }
    morpion_record("morpion-bruneau170.txt", &drawn);
    rebuild("5T", &drawn);
}

/* -- records -- */

static void test_records(void **unused)
{
    struct zm_buffer text = {0};
    (void)unused;
    morpion_record("morpion-rosin82.txt", &here);
    assert_int_equal(here.played_count, 82);
    assert_int_equal(here.legal_count, 0);
    morpion_record("morpion-bruneau170.txt", &here);
    assert_int_equal(here.played_count, 170);
    assert_int_equal(here.legal_count, 0);
    struct zm_hash128 key = here.key;
    zm_morpion_print_pentasol(&here, &text);
    assert_memory_equal(zm_buffer_string(&text), "(28,28)\n(28,29) | -2\n(28,30) | +1\n", 33);
    begin(zm_buffer_string(&text));
    assert_true(zm_hash128_equal(key, here.key));
    zm_buffer_free(&text);
}

static void expect_error(const char *text, const char *part)
{
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    assert_int_equal(zm_morpion_parse(NULL, text, &position, &error), ZM_BAD_INPUT);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s': '%s' is not in '%s'", text, part, error.text);
    zm_buffer_free(&position);
}

static void test_bad_input(void **unused)
{
    (void)unused;
    expect_error("", "expected 5T, 5D");
    expect_error("6T", "expected 5T, 5D");
    expect_error("5Tx", "expected 5T, 5D");
    expect_error("5T#", "1 to 36 dots");
    expect_error("5T#o/x", "1 to 36 dots");
    expect_error("4D#ooooo/ooooo/ooooo/ooooo/ooooo", "1 to 24 dots");
    expect_error("5T 3,4V4 3,4V4", "move 2, '3,4V4', is not legal in 5T: there is a dot at 3,4");
    expect_error("5T 3,4V3", "its line lacks a dot at 3,5");
    expect_error("5T 30,4V4", "lacks a dot");
    expect_error("5T 99,4V4", "not on the paper");
    expect_error("5T 3,4V4 3,5V4", "shares more than a dot with a line");
    expect_error("5D 3,4V4 3,5V1", "move 2, '3,5V1', is not legal in 5D: its line shares a dot");
    expect_error("5T 3,4V5", "from 0 to 4");
    expect_error("4T 3,4V4", "from 0 to 3");
    expect_error("5T 3,4X4", "expected a place");
    expect_error("5T 3,4V", "expected a place");
    expect_error("5T 1:3,4V4 3:3,5V1", "move 2 is numbered 3");
    expect_error("(28,28", "begins with the place");
    expect_error("(28,28)\n(28,29) |", "move 1 of the Pentasol record");
    expect_error("(28,28)\n(28,29) | -3", "move 1 of the Pentasol record");
    expect_error("(28,28)\n(28,29) | -1", "lacks a dot");
    expect_error("5D (28,28)\n(28,29) | -2\n(28,30) | +1", "move 2");
    expect_error("4T (28,28)", "Pentasol records are of 5T or 5D");
    expect_error("(999,28)\n(28,29) | -2", "not on the paper");
}

/* The picture for a terminal: columns before 0 and from 10 on have numbers of their own. */
static void test_text(void **unused)
{
    static const char expected[] = "     -                     1\n"
                                   "     1 0 1 2 3 4 5 6 7 8 9 0\n"
                                   "  -1               +\n"
                                   "\n"
                                   "   0       + o o o o +\n"
                                   "             |\n"
                                   "   1         o     o\n";
    struct zm_buffer position = {0}, text = {0};
    (void)unused;
    assert_int_equal(zm_morpion_parse(NULL, "5T 3,4V4", &position, NULL), ZM_OK);
    zm_morpion_picture.text(NULL, zm_buffer_bytes(&position), &text);
    assert_memory_equal(zm_buffer_string(&text), expected, sizeof expected - 1);
    assert_non_null(strstr(zm_buffer_string(&text), "5T: 1 move\n"));
    zm_buffer_clear(&position);
    zm_buffer_clear(&text);
    assert_int_equal(zm_morpion_parse(NULL, "5T#ooo", &position, NULL), ZM_OK);
    zm_morpion_picture.text(NULL, zm_buffer_bytes(&position), &text);
    assert_non_null(strstr(zm_buffer_string(&text), "     0 1 2\n   0 o o o\n"));
    zm_buffer_free(&position);
    zm_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_naive), cmocka_unit_test(test_free_directions),
        cmocka_unit_test(test_levels),        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_symmetry),      cmocka_unit_test(test_lemma),
        cmocka_unit_test(test_records),       cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
