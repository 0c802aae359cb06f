/* The bitboards of Othello: every set of instructions that the processor has against the game's
 * plain board on random positions, the symmetries, and published leaf counts. */
#include "engines/othello/kernel.h"

#include "base/random.h"
#include "test.h"

static const struct othello_kernel *kernels[OTHELLO_MOST_KERNELS];
static unsigned kernel_count;

static int find_kernels(void **unused)
{
    (void)unused;
    kernel_count = othello_kernels(kernels);
    return kernel_count > 0 ? 0 : 1;
}

/* A position of random moves; half of the time discs are then strewn over it, since real games
 * reach few kinds of lines. */
static void random_board(struct zm_random *random, struct othello_board *board)
{
    uint8_t squares[OTHELLO_SQUARES];
    unsigned size = 4 + 2 * (unsigned)zm_random_below(random, 3);
    unsigned plies = (unsigned)zm_random_below(random, size * size - 3);
    othello_start(board, size);
    for (unsigned i = 0; i < plies; i++) {
        unsigned count = othello_legal(board, squares);
        if (count == 0 && !othello_other_can_move(board))
            return;
        othello_play(board, count == 0 ? OTHELLO_PASS : squares[zm_random_below(random, count)]);
    }
    uint64_t strewn = zm_random_below(random, 2) == 0 ? 0 : zm_random_below(random, 10);
    for (unsigned i = 0; i < size * size; i++)
        if (zm_random_below(random, 10) < strewn)
            board->squares[i] = "XO-"[zm_random_below(random, 3)];
}

/* Every flip and all moves of a position, by one kernel and by the plain board. */
static void compare(const struct othello_kernel *kernel, const struct othello_board *board)
{
    struct othello_bits bits = othello_bits_of(board);
    uint64_t legal = 0, area = othello_area(board->size);
    for (unsigned square = 0; square < board->size * board->size; square++) {
        if (board->squares[square] != '-')
            continue;
        struct othello_board next = *board;
        unsigned bit = othello_bit(square, board->size);
        unsigned turned = othello_turn_discs(&next, square, true);
        uint64_t flips = kernel->flips(bits.own, bits.other, bit);
        assert_int_equal(othello_discs(flips), turned);
        assert_int_equal(othello_square(bit, board->size), square);
        if (turned == 0)
            continue;
        legal |= (uint64_t)1 << bit;
        next.turn = 1 - board->turn;
        struct othello_bits after = othello_after(bits, bit, flips),
                            played = othello_bits_of(&next);
        assert_true(after.own == played.own && after.other == played.other);
    }
    if ((kernel->moves(bits.own, bits.other) & area) != legal)
        fail_msg("%s: moves of %016llx %016llx", kernel->name, (unsigned long long)bits.own,
                 (unsigned long long)bits.other);
}

static void test_plain_board(void **unused)
{
    (void)unused;
    const uint64_t seed = 20261;
    struct zm_random random = zm_random_seeded(seed);
    printf("# seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < test_many(20000, 1000000); i++) {
        struct othello_board board, again;
        random_board(&random, &board);
        othello_board_of(othello_bits_of(&board), board.size, board.turn, &again);
        assert_memory_equal(board.squares, again.squares, board.size * board.size);
        for (unsigned k = 0; k < kernel_count; k++)
            compare(kernels[k], &board);
    }
}

/* On a board with one empty square, counting must agree with turning, on every size. */
static void test_last_square(void **unused)
{
    (void)unused;
    const uint64_t seed = 20262;
    struct zm_random random = zm_random_seeded(seed);
    printf("# seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < test_many(200000, 2000000); i++) {
        unsigned size = 4 + 2 * (unsigned)zm_random_below(&random, 3);
        unsigned square = othello_bit((unsigned)zm_random_below(&random, size * size), size);
        uint64_t area = othello_area(size) & ~((uint64_t)1 << square);
        uint64_t own = zm_random_next(&random) & area;
        if (i % 2 == 0)
            own &= zm_random_next(&random);
        for (unsigned k = 0; k < kernel_count; k++)
            assert_int_equal(kernels[k]->last_flips(own, square),
                             othello_discs(kernels[k]->flips(own, area & ~own, square)));
    }
}

/* Flips commute with the symmetries, which are eight different ones. */
static void test_symmetries(void **unused)
{
    (void)unused;
    struct zm_random random = zm_random_seeded(20263);
    for (int i = 0; i < 1000; i++) {
        struct othello_board board;
        random_board(&random, &board);
        struct othello_bits bits = othello_bits_of(&board);
        uint64_t moves = kernels[0]->moves(bits.own, bits.other);
        for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
            uint64_t own = othello_turned(bits.own, symmetry);
            uint64_t other = othello_turned(bits.other, symmetry);
            assert_true(kernels[0]->moves(own, other) == othello_turned(moves, symmetry));
        }
    }
    for (unsigned symmetry = 1; symmetry < 8; symmetry++)
        for (unsigned before = 0; before < symmetry; before++)
            assert_true(othello_turned(0x7, symmetry) != othello_turned(0x7, before));
}

/* Leaves from the start of 8x8, passes counted as plies (spec U8, and every program since). */
static void test_perft(void **unused)
{
    static const uint64_t known[] = {1,     4,      12,      56,       244,       1396,      8200,
                                     55092, 390216, 3005288, 24571284, 212258800, 1939886636};
    struct othello_board board;
    (void)unused;
    othello_start(&board, 8);
    unsigned deepest = test_long() ? 12 : test_sanitized() ? 7 : 9;
    for (unsigned depth = 0; depth <= deepest; depth++)
        for (unsigned k = 0; k < kernel_count; k++)
            assert_int_equal(kernels[k]->perft(othello_bits_of(&board), UINT64_MAX, depth),
                             known[depth]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_board),
        cmocka_unit_test(test_last_square),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, find_kernels, NULL);
}
