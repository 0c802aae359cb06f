/* Othello's rules on two bitboards for `bench walk`: two players, a pass is a move, the game is
 * over when neither can move. Only as much of it as the walk interface needs to be measured. */
#include "bench/walk.h"

#include <stdlib.h>

enum { PASS = 64, LONGEST = 128 };

struct othello {
    uint64_t own, other; /* of the player to move */
    uint8_t turn, made;
    uint64_t flipped[LONGEST]; /* by the moves made, to take them back */
};

/* Steps in the eight directions, without running over the left or the right side. */
static inline uint64_t step(uint64_t discs, unsigned direction)
{
    static const int shifts[4] = {1, 8, 7, 9};
    const uint64_t right = 0xfefefefefefefefe, left = 0x7f7f7f7f7f7f7f7f;
    const uint64_t up[4] = {right, UINT64_MAX, left, right},
                   down[4] = {left, UINT64_MAX, right, left};
    return direction < 4 ? discs << shifts[direction] & up[direction]
                         : discs >> shifts[direction - 4] & down[direction - 4];
}

static inline uint64_t legal_squares(uint64_t own, uint64_t other)
{
    uint64_t legal = 0, empty = ~(own | other);
    for (unsigned direction = 0; direction < 8; direction++) {
        uint64_t run = step(own, direction) & other;
        for (int i = 0; i < 5; i++)
            run |= step(run, direction) & other;
        legal |= step(run, direction) & empty;
    }
    return legal;
}

static inline uint64_t flips(uint64_t own, uint64_t other, unsigned square)
{
    uint64_t all = 0;
    for (unsigned direction = 0; direction < 8; direction++) {
        uint64_t run = 0, at = step((uint64_t)1 << square, direction);
        for (; (at & other) != 0; at = step(at, direction))
            run |= at;
        all |= (at & own) != 0 ? run : 0;
    }
    return all;
}

static inline void make(struct othello *othello, unsigned square)
{
    uint64_t turned = square == PASS ? 0 : flips(othello->own, othello->other, square);
    uint64_t own = othello->own | turned | (square == PASS ? 0 : (uint64_t)1 << square);
    othello->flipped[othello->made++] = turned;
    othello->own = othello->other & ~turned;
    othello->other = own;
    othello->turn ^= 1;
}

static inline void unmake(struct othello *othello, unsigned square)
{
    uint64_t turned = othello->flipped[--othello->made];
    uint64_t own = othello->other & ~turned & ~(square == PASS ? 0 : (uint64_t)1 << square);
    othello->other = othello->own | turned;
    othello->own = own;
    othello->turn ^= 1;
}

static inline int64_t worth(const struct othello *othello)
{
    int64_t ahead =
        (int64_t)__builtin_popcountll(othello->own) - (int64_t)__builtin_popcountll(othello->other);
    return 2 * (othello->turn == 0 ? ahead : -ahead);
}

/* -- the walk -- */

static enum zm_course othello_course(void *state)
{
    (void)state;
    return ZM_ONWARD;
}

static size_t othello_size(void *state)
{
    (void)state;
    return sizeof(struct othello);
}

static enum zm_status othello_begin(void *state, struct zm_bytes position, void *walk,
                                    struct zm_error *error)
{
    (void)state;
    (void)position;
    (void)error;
    *(struct othello *)walk =
        (struct othello){.own = 0x0000000810000000, .other = 0x0000001008000000};
    return ZM_OK;
}

static unsigned othello_most_moves(const void *walk)
{
    (void)walk;
    return PASS + 1;
}

static unsigned othello_moves(const void *walk, zm_move *moves)
{
    const struct othello *othello = walk;
    unsigned count = 0;
    for (uint64_t left = legal_squares(othello->own, othello->other); left != 0; left &= left - 1)
        moves[count++] = (zm_move)__builtin_ctzll(left);
    if (count == 0 && legal_squares(othello->other, othello->own) != 0)
        moves[count++] = PASS;
    return count;
}

static void othello_make(void *walk, zm_move move)
{
    make(walk, (unsigned)move);
}

static void othello_unmake(void *walk, zm_move move)
{
    unmake(walk, (unsigned)move);
}

static int64_t othello_worth(const void *walk)
{
    return worth(walk);
}

static int othello_turn(const void *walk)
{
    return ((const struct othello *)walk)->turn;
}

static const struct zm_walk othello_walk = {
    .course = othello_course,
    .size = othello_size,
    .begin = othello_begin,
    .most_moves = othello_most_moves,
    .moves = othello_moves,
    .make = othello_make,
    .unmake = othello_unmake,
    .worth = othello_worth,
    .turn = othello_turn,
};

/* -- the bare code -- */

static inline unsigned bare_moves(const struct othello *othello, uint8_t *moves)
{
    unsigned count = 0;
    for (uint64_t left = legal_squares(othello->own, othello->other); left != 0; left &= left - 1)
        moves[count++] = (uint8_t)__builtin_ctzll(left);
    if (count == 0 && legal_squares(othello->other, othello->own) != 0)
        moves[count++] = PASS;
    return count;
}

static uint64_t bare_perft(void *here, unsigned depth)
{
    struct othello *othello = here;
    uint8_t moves[PASS + 1];
    uint64_t leaves = 0;
    unsigned count = bare_moves(othello, moves);
    for (unsigned i = 0; i < count; i++) {
        make(othello, moves[i]);
        leaves += depth == 1 ? 1 : bare_perft(othello, depth - 1);
        unmake(othello, moves[i]);
    }
    return leaves;
}

static uint64_t bare_playouts(const void *start, unsigned count, struct zm_random *random,
                              int64_t *sum)
{
    uint8_t moves[PASS + 1];
    uint64_t made = 0;
    for (unsigned i = 0; i < count; i++) {
        struct othello othello = *(const struct othello *)start;
        for (unsigned legal = bare_moves(&othello, moves); legal > 0; made++) {
            make(&othello, moves[zm_walk_draw(random, legal)]);
            legal = bare_moves(&othello, moves);
        }
        *sum += worth(&othello);
    }
    return made;
}

static bool open_othello(void **state, void **here)
{
    *state = NULL;
    *here = malloc(sizeof(struct othello));
    return *here != NULL && othello_begin(NULL, (struct zm_bytes){0}, *here, NULL) == ZM_OK;
}

static void close_othello(void *state, void *here)
{
    (void)state;
    free(here);
}

const struct zm_walk_subject zm_walk_subject_othello = {
    .name = "othello",
    .walk = &othello_walk,
    .depth = 9,
    .playouts = 40000,
    .open = open_othello,
    .close = close_othello,
    .perft = bare_perft,
    .playouts_of = bare_playouts,
};
