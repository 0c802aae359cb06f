/* The walk of Montana: cells with a border, where each card lies, holes as bits. */
#include "base/bits.h"
#include "games/montana/montana.h"

static size_t montana_size(void *state)
{
    (void)state;
    return sizeof(struct zm_montana_walk);
}

/* Every move of the base variant puts a card beside its predecessor, and there are only so many
 * places for that: a card of rank v moves at most v - 1 times. Twos of the common variant may go to
 * and fro. Nothing undoes a redeal. */
static enum zm_course montana_course(void *state)
{
    return ((const struct zm_montana *)state)->common ? ZM_RETURNING : ZM_ONWARD;
}

/* A hole takes one card; a hole of the first column any Two, in the common variant. */
static unsigned montana_most_moves(const void *walk)
{
    const struct zm_montana_walk *montana = walk;
    return montana->game->common ? (unsigned)montana->suits * montana->suits : montana->suits;
}

/* -- where cards belong -- */

static unsigned column_of(unsigned cell)
{
    return cell % ZM_MONTANA_STRIDE;
}

static bool strays(const struct zm_montana_walk *walk, unsigned card, unsigned cell)
{
    unsigned column = zm_montana_rank(card) - 1;
    return walk->game->common
               ? column_of(cell) != column
               : cell != walk->home[zm_montana_suit(card)] * (unsigned)ZM_MONTANA_STRIDE + column;
}

bool zm_montana_solved(const struct zm_montana_walk *walk)
{
    if (walk->strays > 0)
        return false;
    for (unsigned row = 0; row < walk->suits && walk->game->common; row++)
        for (unsigned column = 2; column < walk->ranks; column++) {
            const uint8_t *cell = walk->cells + row * ZM_MONTANA_STRIDE + column;
            if (cell[0] != cell[-1] + 1)
                return false;
        }
    return true;
}

unsigned zm_montana_placed(const struct zm_montana_walk *walk)
{
    unsigned placed = 0;
    if (!walk->game->common)
        return walk->suits * (walk->ranks - 1u) - walk->strays;
    for (unsigned row = 0; row < walk->suits; row++) {
        const uint8_t *cells = walk->cells + row * ZM_MONTANA_STRIDE;
        if (zm_montana_rank(cells[1]) != 2)
            continue;
        placed++;
        for (unsigned column = 2; column < walk->ranks && cells[column] == cells[column - 1] + 1;
             column++)
            placed++;
    }
    return placed;
}

/* -- positions -- */

static void add_key(struct zm_montana_walk *walk, unsigned card, unsigned cell)
{
    const struct zm_montana *game = walk->game;
    walk->key.low += game->card_keys[card].low * game->cell_keys[cell].low;
    walk->key.high += game->card_keys[card].high * game->cell_keys[cell].high;
}

/* Finds from the cells what else a walk knows. */
static void look_around(struct zm_montana_walk *walk)
{
    walk->key = walk->game->redeal_keys[walk->redeals];
    walk->holes[0] = walk->holes[1] = 0;
    walk->strays = 0;
    for (unsigned row = 0; row < walk->suits; row++)
        walk->home[zm_montana_suit(walk->cells[row * ZM_MONTANA_STRIDE])] = (uint8_t)row;
    for (unsigned cell = 0; cell < walk->suits * (unsigned)ZM_MONTANA_STRIDE; cell++) {
        unsigned card = walk->cells[cell];
        if (card == ZM_MONTANA_WALL)
            continue;
        walk->where[card] = (uint8_t)cell;
        add_key(walk, card, cell);
        if (card == ZM_MONTANA_HOLE)
            walk->holes[cell / 64] |= (uint64_t)1 << cell % 64;
        else if (column_of(cell) > 0)
            walk->strays += strays(walk, card, cell);
    }
}

void zm_montana_stand(const struct zm_montana *game, struct zm_bytes position,
                      struct zm_montana_walk *walk)
{
    *walk = (struct zm_montana_walk){.game = game,
                                     .suits = position.data[0],
                                     .ranks = position.data[1],
                                     .redeals = position.data[2]};
    memset(walk->cells, ZM_MONTANA_WALL, sizeof walk->cells);
    for (unsigned row = 0; row < walk->suits; row++)
        memcpy(walk->cells + row * ZM_MONTANA_STRIDE,
               position.data + ZM_MONTANA_HEADER + row * (walk->ranks + 1u), walk->ranks + 1u);
    look_around(walk);
}

static enum zm_status montana_begin(void *state, struct zm_bytes position, void *walk,
                                    struct zm_error *error)
{
    (void)error;
    zm_montana_stand(state, position, walk);
    return ZM_OK;
}

static void montana_position(void *state, const void *walk, struct zm_buffer *position)
{
    (void)state;
    const struct zm_montana_walk *montana = walk;
    zm_buffer_clear(position);
    zm_buffer_byte(position, montana->suits);
    zm_buffer_byte(position, montana->ranks);
    zm_buffer_byte(position, montana->redeals);
    for (unsigned row = 0; row < montana->suits; row++)
        zm_buffer_add(position, montana->cells + row * ZM_MONTANA_STRIDE, montana->ranks + 1u);
}

static void montana_to_move(void *state, const void *walk, zm_move move, struct zm_buffer *bytes)
{
    (void)state;
    (void)walk;
    for (unsigned i = 0; i < 3; i++)
        zm_buffer_byte(bytes, (uint8_t)(move >> 8 * i));
}

/* -- moves -- */

/* Adds the moves into a hole. A Two of the first column may go to another row of it. */
static unsigned moves_into(const struct zm_montana_walk *walk, unsigned hole, zm_move *moves)
{
    unsigned left = walk->cells[hole - 1], rank = zm_montana_rank(left), count = 0;
    if (left == ZM_MONTANA_WALL) {
        for (unsigned suit = 0; suit < walk->suits; suit++) {
            unsigned two = 16 * suit + 2;
            moves[count++] = zm_montana_move(two, hole, walk->where[two]);
        }
        return count;
    }
    if (rank == 0 || rank == walk->ranks)
        return 0;
    moves[0] = zm_montana_move(left + 1, hole, walk->where[left + 1]);
    return 1;
}

static unsigned montana_moves(const void *walk, zm_move *moves)
{
    const struct zm_montana_walk *montana = walk;
    unsigned count = 0;
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t holes = montana->holes[half]; holes != 0; holes &= holes - 1)
            count +=
                moves_into(montana, 64 * half + (unsigned)__builtin_ctzll(holes), moves + count);
    if (count == 0 && montana->redeals > 0 && !zm_montana_solved(montana))
        moves[count++] = ZM_MONTANA_REDEAL;
    return count;
}

/* Puts a card from a cell into a hole, forwards or backwards. */
static void shift(struct zm_montana_walk *walk, unsigned card, unsigned from, unsigned to)
{
    const struct zm_montana *game = walk->game;
    walk->cells[to] = (uint8_t)card;
    walk->cells[from] = ZM_MONTANA_HOLE;
    walk->where[card] = (uint8_t)to;
    walk->holes[from / 64] ^= (uint64_t)1 << from % 64;
    walk->holes[to / 64] ^= (uint64_t)1 << to % 64;
    walk->key.low +=
        game->card_keys[card].low * (game->cell_keys[to].low - game->cell_keys[from].low);
    walk->key.high +=
        game->card_keys[card].high * (game->cell_keys[to].high - game->cell_keys[from].high);
    walk->strays = (uint8_t)(walk->strays + strays(walk, card, to) - strays(walk, card, from));
}

static void montana_make(void *walk, zm_move move)
{
    struct zm_montana_walk *montana = walk;
    if (move == ZM_MONTANA_REDEAL) {
        memcpy(montana->before[montana->redeals - 1], montana->cells, sizeof montana->cells);
        zm_montana_redeal(montana);
        montana->redeals--;
        look_around(montana);
        return;
    }
    shift(montana, zm_montana_card(move), zm_montana_from(move), zm_montana_to(move));
}

static void montana_unmake(void *walk, zm_move move)
{
    struct zm_montana_walk *montana = walk;
    if (move == ZM_MONTANA_REDEAL) {
        memcpy(montana->cells, montana->before[montana->redeals], sizeof montana->cells);
        montana->redeals++;
        look_around(montana);
        return;
    }
    shift(montana, zm_montana_card(move), zm_montana_to(move), zm_montana_from(move));
}

/* -- positions told apart -- */

static struct zm_hash128 montana_key(const void *walk)
{
    return ((const struct zm_montana_walk *)walk)->key;
}

/* In the common variant rows may change places: a sum over the rows, in no order, of what stands in
 * each. Not with redeals to come, which depend on the order. */
static struct zm_hash128 montana_canonical(const void *walk)
{
    const struct zm_montana_walk *montana = walk;
    const struct zm_montana *game = montana->game;
    struct zm_hash128 sum = {0, 0};
    if (!game->common || montana->redeals > 0)
        return montana->key;
    for (unsigned row = 0; row < montana->suits; row++) {
        struct zm_hash128 here = {0, 0};
        for (unsigned column = 1; column <= montana->ranks; column++) {
            unsigned card = montana->cells[row * ZM_MONTANA_STRIDE + column];
            here.low += game->card_keys[card].low * game->cell_keys[column].low;
            here.high += game->card_keys[card].high * game->cell_keys[column].high;
        }
        sum.low += zm_split64(here.low);
        sum.high += zm_split64(here.high);
    }
    return sum;
}

/* -- bounds -- */

static int64_t montana_worth(const void *walk)
{
    return zm_montana_solved(walk);
}

/* A card that is not where it belongs has to move, and one card moves at a time; but a redeal may
 * bring all home at once. */
static uint32_t montana_least(const void *walk)
{
    const struct zm_montana_walk *montana = walk;
    return montana->redeals > 0 ? !zm_montana_solved(montana) : montana->strays;
}

/* The runs of cards that do not lie where their suit begins, single cards among them: no move of the
 * base variant makes them more. */
static uint32_t runs_of(const struct zm_montana_walk *walk)
{
    uint32_t runs = 0;
    for (unsigned suit = 0; suit < walk->suits; suit++)
        for (unsigned rank = 2; rank <= walk->ranks; rank++) {
            const uint8_t *where = walk->where + 16 * suit + rank;
            runs += rank == 2 && walk->game->common ? column_of(where[0]) != 1
                                                    : where[0] != where[-1] + 1;
        }
    return runs;
}

/* Holes behind a card of the highest rank or behind another hole. */
static uint32_t useless_holes(const struct zm_montana_walk *walk)
{
    uint32_t useless = 0;
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t holes = walk->holes[half]; holes != 0; holes &= holes - 1) {
            unsigned left = walk->cells[64 * half + (unsigned)__builtin_ctzll(holes) - 1];
            useless += left == ZM_MONTANA_HOLE || zm_montana_rank(left) == walk->ranks;
        }
    return useless;
}

static uint32_t montana_guess(const void *walk)
{
    const struct zm_montana_walk *montana = walk;
    switch (montana->game->guess) {
    case ZM_MONTANA_GUESS_PLACED:
        return montana->suits * (montana->ranks - 1u) - zm_montana_placed(montana);
    case ZM_MONTANA_GUESS_RUNS:
        return runs_of(montana);
    case ZM_MONTANA_GUESS_HOLES:
        return useless_holes(montana);
    default:
        return montana_least(montana);
    }
}

/* A card moves once to each place beside its predecessor, but for the one where it lies. */
static uint32_t montana_most(const void *walk)
{
    const struct zm_montana_walk *montana = walk;
    uint32_t most = 0, ranks = montana->ranks;
    if (montana->game->common)
        return UINT32_MAX;
    for (unsigned suit = 0; suit < montana->suits; suit++) {
        uint32_t moves = 0;
        for (unsigned rank = 2; rank <= ranks; rank++) {
            const uint8_t *where = montana->where + 16 * suit + rank;
            moves += where[0] != where[-1] + 1;
            most += moves;
        }
    }
    return most + montana->redeals * (1 + montana->suits * ranks * (ranks - 1) / 2);
}

/* A move reads its two cells and the one on the left of the hole, and changes the two. */
static unsigned montana_commuting(const void *walk, zm_move move, const zm_move *moves,
                                  unsigned count, zm_move *kept)
{
    (void)walk;
    unsigned left = 0, from = zm_montana_from(move), to = zm_montana_to(move);
    if (move == ZM_MONTANA_REDEAL)
        return 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned f = zm_montana_from(moves[i]), t = zm_montana_to(moves[i]);
        if (moves[i] != ZM_MONTANA_REDEAL && from != f && from != t && from != t - 1 && to != f &&
            to != t && to != t - 1 && f != to - 1 && t != to - 1)
            kept[left++] = moves[i];
    }
    return left;
}

/* Wherever the card comes from. */
static uint64_t montana_code(const void *walk, zm_move move)
{
    (void)walk;
    return move & ((1u << 14) - 1);
}

const struct zm_walk zm_montana_walk = {
    .course = montana_course,
    .size = montana_size,
    .begin = montana_begin,
    .most_moves = montana_most_moves,
    .position = montana_position,
    .to_move = montana_to_move,
    .moves = montana_moves,
    .make = montana_make,
    .unmake = montana_unmake,
    .key = montana_key,
    .canonical = montana_canonical,
    .worth = montana_worth,
    .least = montana_least,
    .guess = montana_guess,
    .most = montana_most,
    .commuting = montana_commuting,
    .code = montana_code,
};
