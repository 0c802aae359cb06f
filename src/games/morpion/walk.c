/* The walk of Morpion solitaire: the paper with the list of legal moves, which a move made or taken
 * back changes only near its line. */
#include "games/morpion/morpion.h"

#include "base/bits.h"

/* -- the list of legal moves -- */

/* Puts moves where they belong; those that are there already are left out. */
static void add_legal(struct zm_morpion_walk *walk, const zm_morpion_move *moves, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned at = walk->legal_count;
        while (at > 0 && walk->legal[at - 1] > moves[i])
            at--;
        if ((at > 0 && walk->legal[at - 1] == moves[i]) || walk->legal_count == ZM_MORPION_LEGAL)
            continue;
        memmove(walk->legal + at + 1, walk->legal + at,
                (walk->legal_count - at) * sizeof *walk->legal);
        walk->legal[at] = moves[i];
        walk->legal_count++;
    }
}

/* Does the line of a move go through a place? */
static bool goes_through(const struct zm_morpion_board *board, zm_morpion_move move, unsigned x,
                         unsigned y)
{
    unsigned direction = zm_morpion_direction_of(move);
    return zm_morpion_line_at(x, y, direction) == zm_morpion_line(move) &&
           zm_morpion_bit_at(x, y, direction) - zm_morpion_first(move) < board->length;
}

static void hash_move(struct zm_hash128 *key, zm_morpion_move move)
{
    key->low ^= zm_mix64(2 * (uint64_t)move + 1);
    key->high ^= zm_mix64(2 * (uint64_t)move + 1 + ((uint64_t)1 << 40));
}

bool zm_morpion_may_go_on(const struct zm_morpion_walk *walk)
{
    return walk->played_count < walk->variant->most;
}

static void morpion_make(void *state, zm_move number)
{
    struct zm_morpion_walk *walk = state;
    zm_morpion_move move = (zm_morpion_move)number, found[ZM_MORPION_AROUND];
    unsigned kept = 0;
    for (unsigned i = 0; i < walk->legal_count; i++)
        if (!zm_morpion_conflict(&walk->board, move, walk->legal[i]))
            walk->legal[kept++] = walk->legal[i];
    walk->legal_count = (uint16_t)kept;
    zm_morpion_flip(&walk->board, move);
    walk->played[walk->played_count++] = move;
    hash_move(&walk->key, move);
    add_legal(walk, found,
              zm_morpion_through(&walk->board, zm_morpion_x(move), zm_morpion_y(move), found));
}

static void morpion_unmake(void *state, zm_move number)
{
    struct zm_morpion_walk *walk = state;
    zm_morpion_move move = (zm_morpion_move)number, found[ZM_MORPION_AROUND];
    unsigned kept = 0;
    for (unsigned i = 0; i < walk->legal_count; i++)
        if (!goes_through(&walk->board, walk->legal[i], zm_morpion_x(move), zm_morpion_y(move)))
            walk->legal[kept++] = walk->legal[i];
    walk->legal_count = (uint16_t)kept;
    zm_morpion_flip(&walk->board, move);
    walk->played_count--;
    hash_move(&walk->key, move);
    add_legal(walk, found, zm_morpion_beside(&walk->board, move, found));
}

/* -- the start -- */

/* Where a symmetry takes a place of a box that many wide and high: 0 leaves it, the first bit turns
 * the columns round, the second the rows, the third exchanges them. */
static void turn(unsigned symmetry, int wide, int high, int *x, int *y)
{
    if (symmetry & 1)
        *x = wide - 1 - *x;
    if (symmetry & 2)
        *y = high - 1 - *y;
    if (symmetry & 4) {
        int old = *x;
        *x = *y;
        *y = old;
    }
}

/* The box of the dots that a game starts from, from 0,0 on. */
static void start_box(const struct zm_morpion_walk *walk, int *wide, int *high)
{
    *wide = *high = 3 * (walk->variant->arm - 1) + 1;
    for (unsigned i = 0; i < walk->header[1]; i++) {
        const uint8_t *dot = walk->header + ZM_MORPION_HEADER + 2 * i;
        *wide = i == 0 || dot[0] >= *wide ? dot[0] + 1 : *wide;
        *high = i == 0 || dot[1] >= *high ? dot[1] + 1 : *high;
    }
}

static bool has_symmetry(const struct zm_morpion_walk *walk, unsigned symmetry)
{
    int wide, high;
    start_box(walk, &wide, &high);
    if ((symmetry & 4) && wide != high)
        return false;
    for (unsigned i = 0; i < walk->header[1]; i++) {
        const uint8_t *dot = walk->header + ZM_MORPION_HEADER + 2 * i;
        int x = dot[0], y = dot[1];
        turn(symmetry, wide, high, &x, &y);
        if (!zm_morpion_dot(&walk->board, (unsigned)x + ZM_MORPION_ORIGIN,
                            (unsigned)y + ZM_MORPION_ORIGIN))
            return false;
    }
    return true;
}

static void put_dots(struct zm_morpion_walk *walk)
{
    int side = 3 * (walk->variant->arm - 1);
    for (unsigned i = 0; i < walk->header[1]; i++) {
        const uint8_t *dot = walk->header + ZM_MORPION_HEADER + 2 * i;
        zm_morpion_flip_dot(&walk->board, ZM_MORPION_ORIGIN + dot[0], ZM_MORPION_ORIGIN + dot[1]);
    }
    for (int place = 0; walk->header[1] == 0 && place <= side * (side + 2); place++) {
        int x = place % (side + 1), y = place / (side + 1);
        if (zm_morpion_in_cross(walk->variant, x, y))
            zm_morpion_flip_dot(&walk->board, (unsigned)x + ZM_MORPION_ORIGIN,
                                (unsigned)y + ZM_MORPION_ORIGIN);
    }
}

void zm_morpion_begin(struct zm_bytes position, struct zm_morpion_walk *walk)
{
    zm_morpion_move found[ZM_MORPION_AROUND];
    walk->variant = &zm_morpion_variants[position.data[0]];
    walk->key = (struct zm_hash128){0, 0};
    walk->played_count = walk->legal_count = 0;
    walk->header_size = (uint8_t)zm_morpion_header_size(position);
    memcpy(walk->header, position.data, walk->header_size);
    zm_morpion_clear(walk->variant, &walk->board);
    put_dots(walk);
    walk->symmetries = 0;
    for (unsigned symmetry = 0; symmetry < 8; symmetry++)
        walk->symmetries |= (uint8_t)(has_symmetry(walk, symmetry) << symmetry);
    for (unsigned y = 0; y < ZM_MORPION_SIDE; y++)
        for (uint64_t row = walk->board.dots[ZM_MORPION_H][y]; row != 0; row &= row - 1)
            add_legal(walk, found,
                      zm_morpion_through(&walk->board, (unsigned)__builtin_ctzll(row), y, found));
}

bool zm_morpion_replay(struct zm_bytes position, struct zm_morpion_walk *walk)
{
    zm_morpion_begin(position, walk);
    for (size_t at = walk->header_size; at + 3 <= position.size; at += 3) {
        zm_morpion_move move = zm_morpion_read_move(position.data + at);
        if (!zm_morpion_is_legal(&walk->board, move) || !zm_morpion_may_go_on(walk))
            return false;
        morpion_make(walk, move);
    }
    return true;
}

/* -- the interface -- */

/* Every move makes a dot, which stays. */
static enum zm_course morpion_course(void *state)
{
    (void)state;
    return ZM_GRADED;
}

static size_t morpion_size(void *state)
{
    (void)state;
    return sizeof(struct zm_morpion_walk);
}

static enum zm_status morpion_begin(void *state, struct zm_bytes position, void *walk,
                                    struct zm_error *error)
{
    (void)state;
    return zm_morpion_replay(position, walk)
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT, "morpion: a move of the position is not legal");
}

static unsigned morpion_most_moves(const void *walk)
{
    (void)walk;
    return ZM_MORPION_LEGAL;
}

static void morpion_position(void *state, const void *here, struct zm_buffer *position)
{
    (void)state;
    const struct zm_morpion_walk *walk = here;
    zm_buffer_set(position, zm_bytes(walk->header, walk->header_size));
    for (unsigned i = 0; i < walk->played_count; i++)
        zm_morpion_write_move(walk->played[i], position);
}

static void morpion_to_move(void *state, const void *walk, zm_move move, struct zm_buffer *bytes)
{
    (void)state;
    (void)walk;
    zm_morpion_write_move((zm_morpion_move)move, bytes);
}

static unsigned morpion_moves(const void *here, zm_move *moves)
{
    const struct zm_morpion_walk *walk = here;
    if (!zm_morpion_may_go_on(walk))
        return 0;
    for (unsigned i = 0; i < walk->legal_count; i++)
        moves[i] = walk->legal[i];
    return walk->legal_count;
}

static struct zm_hash128 morpion_key(const void *walk)
{
    return ((const struct zm_morpion_walk *)walk)->key;
}

/* Of its dot and of the two ends of its line, the first of which begins it. */
zm_morpion_move zm_morpion_image(const struct zm_morpion_walk *walk, unsigned symmetry,
                                 zm_morpion_move move)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int wide, high;
    start_box(walk, &wide, &high);
    unsigned direction = zm_morpion_direction_of(move);
    int x = (int)zm_morpion_x(move) - ZM_MORPION_ORIGIN;
    int y = (int)zm_morpion_y(move) - ZM_MORPION_ORIGIN;
    int next_x = x + steps[direction][0], next_y = y + steps[direction][1];
    turn(symmetry, wide, high, &x, &y);
    turn(symmetry, wide, high, &next_x, &next_y);
    int step_x = next_x - x, step_y = next_y - y;
    bool back = step_x < 0 || (step_x == 0 && step_y < 0);
    step_x = back ? -step_x : step_x;
    step_y = back ? -step_y : step_y;
    unsigned onto = step_x == 0   ? ZM_MORPION_V
                    : step_y == 0 ? ZM_MORPION_H
                    : step_y > 0  ? ZM_MORPION_DN
                                  : ZM_MORPION_DP;
    unsigned index = zm_morpion_index(move);
    return zm_morpion_pack((unsigned)(x + ZM_MORPION_ORIGIN), (unsigned)(y + ZM_MORPION_ORIGIN),
                           onto, back ? walk->board.length - 1u - index : index);
}

static struct zm_hash128 morpion_canonical(const void *here)
{
    const struct zm_morpion_walk *walk = here;
    struct zm_hash128 least = walk->key;
    for (unsigned symmetry = 1; symmetry < 8; symmetry++) {
        struct zm_hash128 key = {0, 0};
        if (!(walk->symmetries >> symmetry & 1))
            continue;
        for (unsigned i = 0; i < walk->played_count; i++)
            hash_move(&key, zm_morpion_image(walk, symmetry, walk->played[i]));
        if (key.low < least.low)
            least = key;
    }
    return least;
}

static int64_t morpion_worth(const void *walk)
{
    return ((const struct zm_morpion_walk *)walk)->played_count;
}

static unsigned morpion_commuting(const void *here, zm_move move, const zm_move *moves,
                                  unsigned count, zm_move *kept)
{
    const struct zm_morpion_walk *walk = here;
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++)
        if (!zm_morpion_conflict(&walk->board, (zm_morpion_move)move, (zm_morpion_move)moves[i]))
            kept[left++] = moves[i];
    return left;
}

const struct zm_walk zm_morpion_walks = {
    .course = morpion_course,
    .size = morpion_size,
    .begin = morpion_begin,
    .most_moves = morpion_most_moves,
    .position = morpion_position,
    .to_move = morpion_to_move,
    .moves = morpion_moves,
    .make = morpion_make,
    .unmake = morpion_unmake,
    .key = morpion_key,
    .canonical = morpion_canonical,
    .worth = morpion_worth,
    .commuting = morpion_commuting,
};
