/* The table of one set of instructions; see kernel.h. */
#include "engines/othello/midgame.h"

#include "engines/othello/flip.h"

#define TEXT(name) #name
#define TEXT_OF(name) TEXT(name)

static uint64_t flips(uint64_t own, uint64_t other, unsigned square)
{
    return othello_flips(own, other, square);
}

static uint64_t moves(uint64_t own, uint64_t other)
{
    return othello_moves(own, other);
}

static unsigned last_flips(uint64_t own, unsigned square)
{
    return othello_last_flips(own, square);
}

static uint64_t perft(struct othello_bits bits, uint64_t area, unsigned depth)
{
    uint64_t squares = othello_moves(bits.own, bits.other) & area, count = 0;
    if (depth == 0)
        return 1;
    if (squares == 0) {
        struct othello_bits passed = {bits.other, bits.own};
        bool over = (othello_moves(bits.other, bits.own) & area) == 0;
        return over ? 1 : perft(passed, area, depth - 1);
    }
    if (depth == 1)
        return othello_discs(squares);
    for (; squares != 0; squares &= squares - 1) {
        unsigned square = othello_first(squares);
        uint64_t turned = othello_flips(bits.own, bits.other, square);
        count += perft(othello_after(bits, square, turned), area, depth - 1);
    }
    return count;
}

extern const struct othello_kernel OTHELLO(othello_kernel);
const struct othello_kernel OTHELLO(othello_kernel) = {
    .name = TEXT_OF(OTHELLO_KERNEL),
    .flips = flips,
    .moves = moves,
    .last_flips = last_flips,
    .perft = perft,
    .end = OTHELLO(othello_end),
    .look = OTHELLO(othello_look),
    .assist = OTHELLO(othello_assist),
};
