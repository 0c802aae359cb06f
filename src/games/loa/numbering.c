/* Numbers for the positions of the smallest board (--board 3), for retrograde analysis: by the men
 * of each side and the side to move, then by the set of Black's squares, then by White's among
 * those that are left. Of larger boards the positions that can be reached are enough to ask for. */
#include "games/loa/loa.h"

#include "theory/subsets.h"

enum { NUMBERED_BOARD = 3, SYMMETRIES = 8 };

static bool is_numbered(const struct loa_rules *rules)
{
    return rules->board != 0 && rules->board <= NUMBERED_BOARD;
}

/* How many positions have so many men of each colour, with one side to move. */
static uint64_t block_size(unsigned squares, unsigned black, unsigned white)
{
    return zm_choose(squares, black) * zm_choose(squares - black, white);
}

static uint64_t count_positions(void *state)
{
    const struct loa_rules *rules = state;
    uint64_t count = 0;
    if (!is_numbered(rules))
        return UINT64_MAX;
    for (unsigned black = 1; black <= loa_most_men(rules); black++)
        for (unsigned white = 1; white <= loa_most_men(rules); white++)
            count += 2 * block_size(rules->board * rules->board, black, white);
    return count;
}

/* The squares of a side as a set. */
static uint32_t set_of(const struct loa_board *board, unsigned side)
{
    uint32_t set = 0;
    for (unsigned i = 0; i < board->size * board->size; i++)
        set |= (uint32_t)(board->squares[i] == loa_man(side)) << i;
    return set;
}

static uint64_t rank_position(void *state, struct zm_bytes position)
{
    const struct loa_rules *rules = state;
    struct loa_board board;
    loa_read(position, &board);
    unsigned squares = board.size * board.size;
    uint32_t men[2] = {set_of(&board, 0), set_of(&board, 1)};
    unsigned own = (unsigned)__builtin_popcount(men[0]);
    unsigned other = (unsigned)__builtin_popcount(men[1]);
    uint64_t number = 0;
    for (unsigned black = 1; black <= loa_most_men(rules); black++)
        for (unsigned white = 1; white <= loa_most_men(rules); white++) {
            if (black == own && white == other)
                return number + board.turn * block_size(squares, own, other) +
                       zm_subset_rank(men[0]) * zm_choose(squares - own, other) +
                       zm_subset_rank(zm_subset_squeeze(men[1], men[0]));
            number += 2 * block_size(squares, black, white);
        }
    return number;
}

/* Puts the men of a set on the board. */
static void place(struct loa_board *board, uint32_t set, unsigned side)
{
    for (; set != 0; set &= set - 1)
        board->squares[__builtin_ctz(set)] = loa_man(side);
}

static bool unrank_position(void *state, uint64_t number, struct zm_buffer *position)
{
    const struct loa_rules *rules = state;
    struct loa_board board = {.size = rules->board};
    unsigned squares = board.size * board.size;
    memset(board.squares, '.', squares);
    for (unsigned black = 1; black <= loa_most_men(rules); black++)
        for (unsigned white = 1; white <= loa_most_men(rules); white++) {
            uint64_t block = block_size(squares, black, white);
            if (number >= 2 * block) {
                number -= 2 * block;
                continue;
            }
            board.turn = number >= block;
            number -= board.turn * block;
            uint64_t others = zm_choose(squares - black, white);
            uint32_t men = zm_subset_unrank(number / others, black);
            place(&board, men, 0);
            place(&board, zm_subset_spread(zm_subset_unrank(number % others, white), men), 1);
            loa_write(&board, position);
            return true;
        }
    return false;
}

/* Where a square comes to by a symmetry of the board. */
static unsigned image_of(unsigned square, unsigned size, unsigned symmetry)
{
    unsigned row = square / size, column = square % size;
    if (symmetry & 1)
        row = size - 1 - row;
    if (symmetry & 2)
        column = size - 1 - column;
    return symmetry & 4 ? column * size + row : row * size + column;
}

static void find_least(void *state, struct zm_bytes position, struct zm_buffer *least)
{
    struct loa_board board, best, image;
    (void)state;
    loa_read(position, &board);
    best = image = board;
    unsigned squares = board.size * board.size;
    for (unsigned symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        for (unsigned i = 0; i < squares; i++)
            image.squares[image_of(i, board.size, symmetry)] = board.squares[i];
        if (memcmp(image.squares, best.squares, squares) < 0)
            best = image;
    }
    loa_write(&best, least);
}

const struct zm_loops loa_loops = {
    .count = count_positions,
    .rank = rank_position,
    .unrank = unrank_position,
    .canonical = find_least,
};
