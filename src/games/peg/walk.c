/* The walk of peg solitaire: pegs as bits, a jump as the number of its line.
 *
 * A sweep of several jumps is told by where it starts and which holes it empties. The peg keeps to
 * the holes of its own parities, and each hole that it empties lies between two of them: so these
 * are the edges of a graph, the sweep is a trail (each edge once), and any two trails from one hole
 * along the same edges end in the same hole and leave the same position. */
#include "games/peg/peg.h"

/* A jump takes one peg; sweeps take as many as they like. */
static enum zm_course peg_course(void *state)
{
    return ((const struct zm_peg *)state)->sweeps ? ZM_ONWARD : ZM_GRADED;
}

static size_t peg_size(void *state)
{
    (void)state;
    return sizeof(struct zm_peg_walk);
}

static unsigned peg_most_moves(const void *walk)
{
    return ((const struct zm_peg_walk *)walk)->board->most_moves;
}

static enum zm_status peg_begin(void *state, struct zm_bytes position, void *walk,
                                struct zm_error *error)
{
    struct zm_peg_walk *peg = walk;
    const struct zm_peg_board *board = zm_peg_board_of(state, position, error);
    if (board == NULL)
        return error == NULL ? ZM_FAILED : error->status;
    peg->board = board;
    peg->pegs = zm_peg_bits(board, position);
    peg->hopeless = (board->goal_classes >> zm_peg_class(board, peg->pegs) & 1) == 0;
    return ZM_OK;
}

static void peg_position(void *state, const void *walk, struct zm_buffer *position)
{
    (void)state;
    const struct zm_peg_walk *peg = walk;
    zm_peg_position(peg->board, peg->pegs, position);
}

static void peg_to_move(void *state, const void *walk, zm_move move, struct zm_buffer *bytes)
{
    (void)state;
    (void)walk;
    for (unsigned i = 0; i < 8; i++)
        zm_buffer_byte(bytes, (uint8_t)(move >> 8 * i));
}

/* -- moves -- */

static bool can_jump(const struct zm_peg_jump *jump, uint64_t pegs)
{
    return ((pegs ^ jump->to) & jump->all) == jump->all;
}

/* A sweep being made: the peg in the hand is on the board no more. */
struct sweep {
    const struct zm_peg_board *board;
    uint64_t pegs, emptied;
    unsigned start, jumps;
    zm_move *moves;
    unsigned count, room;
};

static bool is_known(const struct sweep *sweep, zm_move move)
{
    for (unsigned i = 0; i < sweep->count; i++)
        if (sweep->moves[i] == move)
            return true;
    return false;
}

/* Goes on with all jumps from `hole`. What was swept before, by another trail, is not gone into. */
static void sweep_on(struct sweep *sweep, unsigned hole)
{
    const struct zm_peg_board *board = sweep->board;
    for (unsigned i = board->first[hole]; i < board->first[hole + 1]; i++) {
        const struct zm_peg_jump *jump = &board->jumps[i];
        uint64_t over = (uint64_t)1 << jump->over;
        if ((sweep->pegs & over) == 0 || (sweep->pegs & jump->to) != 0)
            continue;
        sweep->emptied |= over;
        zm_move move = sweep->jumps == 0
                           ? i
                           : ZM_PEG_SWEEP | (zm_move)sweep->start << ZM_PEG_HOLES | sweep->emptied;
        if (sweep->count < sweep->room && !is_known(sweep, move)) {
            sweep->moves[sweep->count++] = move;
            sweep->pegs ^= over;
            sweep->jumps++;
            sweep_on(sweep, jump->onto);
            sweep->jumps--;
            sweep->pegs ^= over;
        }
        sweep->emptied ^= over;
    }
}

unsigned zm_peg_sweeps(const struct zm_peg_board *board, uint64_t pegs, unsigned hole,
                       zm_move *moves, unsigned room)
{
    struct sweep sweep = {.board = board,
                          .pegs = pegs & ~((uint64_t)1 << hole),
                          .start = hole,
                          .moves = moves,
                          .room = room};
    sweep_on(&sweep, hole);
    return sweep.count;
}

static unsigned peg_moves(const void *walk, zm_move *moves)
{
    const struct zm_peg_walk *peg = walk;
    const struct zm_peg_board *board = peg->board;
    unsigned count = 0;
    if (board->sweeps) {
        for (uint64_t pegs = peg->pegs; pegs != 0; pegs &= pegs - 1)
            count += zm_peg_sweeps(board, peg->pegs, (unsigned)__builtin_ctzll(pegs), moves + count,
                                   board->most_moves - count);
        return count;
    }
    for (unsigned i = 0; i < board->jump_count; i++)
        if (can_jump(&board->jumps[i], peg->pegs))
            moves[count++] = i;
    return count;
}

/* -- make and unmake -- */

static unsigned start_of(zm_move move)
{
    return (unsigned)(move >> ZM_PEG_HOLES) & 63;
}

/* All holes that a sweep changes. Along a trail each hole that is passed through ends two edges:
 * what ends an odd number is where it starts and where it ends. */
static uint64_t swept(const struct zm_peg_board *board, zm_move move)
{
    uint64_t emptied = move & (((uint64_t)1 << ZM_PEG_HOLES) - 1), ends = 0;
    unsigned start = start_of(move);
    for (uint64_t left = emptied; left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctzll(left);
        ends ^= board->ends[hole][board->parity[hole] ^ board->parity[start]];
    }
    return emptied | ends;
}

static void peg_make(void *walk, zm_move move)
{
    struct zm_peg_walk *peg = walk;
    peg->pegs ^= move & ZM_PEG_SWEEP ? swept(peg->board, move) : peg->board->jumps[move].all;
}

/* Looks for the trail along the holes that are to be emptied. */
static bool find_trail(const struct zm_peg_board *board, uint64_t pegs, uint64_t left,
                       uint8_t path[ZM_PEG_HOLES], unsigned *length)
{
    unsigned hole = path[*length - 1];
    if (left == 0)
        return true;
    for (unsigned i = board->first[hole]; i < board->first[hole + 1]; i++) {
        const struct zm_peg_jump *jump = &board->jumps[i];
        uint64_t over = (uint64_t)1 << jump->over;
        if ((left & over) == 0 || (pegs & jump->to) != 0)
            continue;
        path[(*length)++] = jump->onto;
        if (find_trail(board, pegs & ~over, left & ~over, path, length))
            return true;
        --*length;
    }
    return false;
}

unsigned zm_peg_path(const struct zm_peg_board *board, uint64_t pegs, zm_move move,
                     uint8_t path[ZM_PEG_HOLES])
{
    unsigned length = 1;
    if (!(move & ZM_PEG_SWEEP)) {
        path[0] = board->jumps[move].from;
        path[1] = board->jumps[move].onto;
        return 2;
    }
    path[0] = (uint8_t)start_of(move);
    find_trail(board, pegs & ~((uint64_t)1 << path[0]), move & (((uint64_t)1 << ZM_PEG_HOLES) - 1),
               path, &length);
    return length;
}

/* -- positions told apart -- */

static struct zm_hash128 peg_key(const void *walk)
{
    return (struct zm_hash128){.low = ((const struct zm_peg_walk *)walk)->pegs};
}

static struct zm_hash128 peg_canonical(const void *walk)
{
    const struct zm_peg_walk *peg = walk;
    uint64_t images[ZM_PEG_IMAGES] = {0}, pegs = peg->pegs;
    for (unsigned chunk = 0; 8 * chunk < peg->board->holes; chunk++) {
        const uint64_t *row = peg->board->images[chunk][pegs >> 8 * chunk & 255];
        for (unsigned i = 0; i < ZM_PEG_IMAGES; i++)
            images[i] |= row[i];
    }
    uint64_t least = images[0];
    for (unsigned i = 1; i < ZM_PEG_IMAGES; i++)
        least = images[i] < least ? images[i] : least;
    return (struct zm_hash128){.low = least};
}

static void peg_place(void *walk, struct zm_hash128 key)
{
    ((struct zm_peg_walk *)walk)->pegs = key.low;
}

/* -- the goal -- */

bool zm_peg_goal_reached(const struct zm_peg_board *board, uint64_t pegs)
{
    if (board->goal != ZM_PEG_NONE)
        return pegs == (uint64_t)1 << board->goal;
    return pegs != 0 && (pegs & (pegs - 1)) == 0;
}

static int64_t peg_worth(const void *walk)
{
    const struct zm_peg_walk *peg = walk;
    return zm_peg_goal_reached(peg->board, peg->pegs);
}

static uint32_t jumps_left(const struct zm_peg_walk *peg)
{
    uint32_t pegs = (uint32_t)__builtin_popcountll(peg->pegs);
    return pegs == 0 ? 0 : pegs - 1;
}

static uint32_t peg_least(const void *walk)
{
    const struct zm_peg_walk *peg = walk;
    const struct zm_peg_board *board = peg->board;
    uint32_t weight = 0;
    if (zm_peg_goal_reached(board, peg->pegs))
        return 0;
    for (unsigned chunk = 0; 8 * chunk < board->holes; chunk++)
        weight += board->weights[chunk][peg->pegs >> 8 * chunk & 255];
    if (peg->hopeless || weight < board->goal_weight || jumps_left(peg) == 0)
        return ZM_HOPELESS;
    return board->sweeps ? 1 : jumps_left(peg);
}

static uint32_t peg_most(const void *walk)
{
    return jumps_left(walk);
}

/* A jump reads its three holes and changes them all; sweeps are not told apart by lines. */
static unsigned peg_commuting(const void *walk, zm_move move, const zm_move *moves, unsigned count,
                              zm_move *kept)
{
    const struct zm_peg_walk *peg = walk;
    unsigned left = 0;
    if (move & ZM_PEG_SWEEP)
        return 0;
    uint64_t all = peg->board->jumps[move].all;
    for (unsigned i = 0; i < count; i++)
        if (!(moves[i] & ZM_PEG_SWEEP) && (peg->board->jumps[moves[i]].all & all) == 0)
            kept[left++] = moves[i];
    return left;
}

const struct zm_walk zm_peg_walk = {
    .course = peg_course,
    .size = peg_size,
    .most_moves = peg_most_moves,
    .begin = peg_begin,
    .position = peg_position,
    .to_move = peg_to_move,
    .moves = peg_moves,
    .make = peg_make,
    .unmake = peg_make,
    .key = peg_key,
    .canonical = peg_canonical,
    .place = peg_place,
    .worth = peg_worth,
    .least = peg_least,
    .most = peg_most,
    .commuting = peg_commuting,
};
