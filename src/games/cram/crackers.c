/* Are two pieces of Cram alike? The check that crackers.h describes, on sets of cells left of the
 * two pieces and a heap; what is no longer connected to a terminal goes into the heap by its
 * nimber. What was found for a set is remembered. */
#include "games/cram/crackers.h"

#include "base/table.h"

#include <stdlib.h>

enum { SIDES = 2 };

/* A piece joined to nothing: one more than the nimbers of sets of its cells; 0: not yet known. */
struct alone {
    struct cram_piece piece;
    uint8_t *nimbers;
};

struct pair {
    struct alone side[SIDES];
    struct zm_table checked; /* struct local -> a byte, does P hold? */
    uint32_t terminals;
    bool failed; /* no memory: nothing is alike then */
};

/* What is left of the two pieces, and the heap. */
struct local {
    uint32_t left[SIDES], heap;
};

static uint32_t bit(unsigned cell)
{
    return UINT32_C(1) << cell;
}

static unsigned lowest(uint32_t cells)
{
    return (unsigned)__builtin_ctz(cells);
}

static uint32_t all_cells(const struct cram_piece *piece)
{
    return bit(piece->count) - 1;
}

/* All that is connected to some cells within others. */
static uint32_t connected(const struct cram_piece *piece, uint32_t cells, uint32_t within)
{
    for (uint32_t fresh = cells; fresh != 0;) {
        uint32_t near = 0;
        for (; fresh != 0; fresh &= fresh - 1)
            near |= piece->near[lowest(fresh)];
        fresh = near & within & ~cells;
        cells |= fresh;
    }
    return cells;
}

static bool open_alone(struct alone *alone, const struct cram_piece *piece)
{
    alone->piece = *piece;
    alone->nimbers = calloc(bit(piece->count), 1);
    return alone->nimbers != NULL;
}

static unsigned nimber_of(struct alone *alone, uint32_t left);

static unsigned mex_of_options(struct alone *alone, uint32_t left)
{
    uint32_t seen = 0; /* a nimber is at most half the cells */
    for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
        uint32_t near = alone->piece.near[lowest(rest)] & rest;
        for (; near != 0; near &= near - 1)
            seen |= bit(nimber_of(alone, left & ~bit(lowest(rest)) & ~bit(lowest(near))));
    }
    return lowest(~seen);
}

static unsigned nimber_of(struct alone *alone, uint32_t left)
{
    if ((left & (left - 1)) == 0)
        return 0;
    if (alone->nimbers[left] == 0) {
        uint32_t part = connected(&alone->piece, left & (~left + 1), left);
        unsigned nimber = part == left ? mex_of_options(alone, left)
                                       : nimber_of(alone, part) ^ nimber_of(alone, left & ~part);
        alone->nimbers[left] = (uint8_t)(nimber + 1);
    }
    return alone->nimbers[left] - 1u;
}

static bool holds(struct pair *pair, struct local local);

/* Calls `visit` with what each domino inside the pieces leaves, until it returns false; returns
 * what it did. */
static bool each_domino(struct pair *pair, struct local local,
                        bool (*visit)(struct pair *pair, struct local local))
{
    for (int side = 0; side < SIDES; side++)
        for (uint32_t rest = local.left[side]; rest != 0; rest &= rest - 1) {
            uint32_t near = pair->side[side].piece.near[lowest(rest)] & rest;
            for (; near != 0; near &= near - 1) {
                struct local next = local;
                next.left[side] &= ~bit(lowest(rest)) & ~bit(lowest(near));
                if (!visit(pair, next))
                    return false;
            }
        }
    return true;
}

static bool fails(struct pair *pair, struct local local)
{
    return !holds(pair, local);
}

/* Is there an answer after which P holds? */
static bool has_answer(struct pair *pair, struct local local)
{
    uint32_t heap = local.heap;
    if (!each_domino(pair, local, fails))
        return true;
    for (local.heap = 0; local.heap < heap; local.heap++)
        if (holds(pair, local))
            return true;
    return false;
}

static bool check(struct pair *pair, struct local local)
{
    uint32_t terminals = local.left[0] & pair->terminals, heap = local.heap;
    for (; terminals != 0; terminals &= terminals - 1) {
        struct local next = local;
        for (int side = 0; side < SIDES; side++)
            next.left[side] &= ~bit(lowest(terminals));
        if (!holds(pair, next))
            return false;
    }
    if (!each_domino(pair, local, has_answer))
        return false;
    for (local.heap = 0; local.heap < heap; local.heap++)
        if (!has_answer(pair, local))
            return false;
    return true;
}

/* P. */
static bool holds(struct pair *pair, struct local local)
{
    if (((local.left[0] ^ local.left[1]) & pair->terminals) != 0)
        return false;
    for (int i = 0; i < SIDES; i++) {
        struct alone *side = &pair->side[i];
        uint32_t left = local.left[i];
        local.left[i] = connected(&side->piece, left & pair->terminals, left);
        local.heap ^= nimber_of(side, left & ~local.left[i]);
    }
    if (local.left[0] == 0)
        return local.heap == 0;
    struct zm_bytes key = zm_bytes(&local, sizeof local);
    const uint8_t *known = zm_table_find(&pair->checked, key);
    if (known != NULL)
        return *known != 0;
    bool result = check(pair, local);
    uint8_t *place = zm_table_insert(&pair->checked, key, NULL);
    pair->failed |= place == NULL;
    if (place != NULL)
        *place = result;
    return result;
}

/* When all terminals are taken away, the difference is that of the nimbers; with none of them
 * joined to anything it must be the same. */
static bool compare(struct pair *pair, unsigned *difference)
{
    struct local local = {0};
    uint32_t joined = 0;
    for (int i = 0; i < SIDES; i++) {
        local.left[i] = all_cells(&pair->side[i].piece);
        local.heap ^= nimber_of(&pair->side[i], local.left[i] & ~pair->terminals);
        joined ^= nimber_of(&pair->side[i], local.left[i]);
    }
    *difference = local.heap;
    return joined == local.heap && holds(pair, local) && !pair->failed;
}

bool cram_pieces_alike(const struct cram_piece *a, const struct cram_piece *b, unsigned *difference)
{
    struct pair pair = {.terminals = bit(a->terminals) - 1};
    if (a->terminals != b->terminals)
        return false;
    zm_table_init(&pair.checked, sizeof(uint8_t));
    bool opened = open_alone(&pair.side[0], a) && open_alone(&pair.side[1], b);
    bool alike = opened && compare(&pair, difference);
    for (int i = 0; i < SIDES; i++)
        free(pair.side[i].nimbers);
    zm_table_free(&pair.checked);
    return alike;
}

/* M without b and M without a in one graph: a and b stay the terminals, the cells between them are
 * there twice, once for each. */
bool cram_piece_cut(const struct cram_piece *piece, struct cram_piece *cut)
{
    unsigned between = piece->count - 2;
    if (piece->terminals != 2 || 2 + 2 * between > CRAM_PIECE_CELLS ||
        (piece->near[0] & bit(1)) != 0)
        return false;
    *cut = (struct cram_piece){.count = 2 + 2 * between, .terminals = 2};
    for (unsigned i = 2; i < piece->count; i++) {
        for (unsigned j = 2; j < i; j++)
            if ((piece->near[i] & bit(j)) != 0) {
                cram_piece_join(cut, i, j);
                cram_piece_join(cut, i + between, j + between);
            }
        if ((piece->near[i] & bit(0)) != 0)
            cram_piece_join(cut, i, 0);
        if ((piece->near[i] & bit(1)) != 0)
            cram_piece_join(cut, i + between, 1);
    }
    return true;
}

void cram_piece_keep(const struct cram_piece *piece, uint32_t left, struct cram_piece *kept)
{
    uint8_t number[CRAM_PIECE_CELLS] = {0};
    *kept = (struct cram_piece){.terminals = piece->terminals};
    for (unsigned i = 0; i < piece->count; i++)
        if ((left & bit(i)) != 0)
            number[i] = (uint8_t)kept->count++;
    for (unsigned i = 0; i < piece->count; i++)
        for (unsigned j = 0; j < i; j++)
            if ((left & bit(i)) != 0 && (left & bit(j)) != 0 && (piece->near[i] & bit(j)) != 0)
                cram_piece_join(kept, number[i], number[j]);
}

enum { PROBES = 3 }; /* rests that are tried before P is checked: up to this many cells in a row */

/* The piece with a row of cells on its terminal. */
static bool open_probe(struct alone *probe, const struct cram_piece *piece)
{
    struct cram_piece joined = *piece;
    for (unsigned i = 0; i < PROBES; i++, joined.count++)
        cram_piece_join(&joined, i == 0 ? 0 : joined.count - 1, joined.count);
    return open_alone(probe, &joined);
}

/* Does the row show that the piece without some cells is not alike? */
static bool probe_refutes(struct alone *probe, uint32_t all, uint32_t spare, unsigned *difference)
{
    uint32_t row = 0;
    *difference = nimber_of(probe, all & ~bit(0)) ^ nimber_of(probe, all & ~spare & ~bit(0));
    for (unsigned i = 0; i <= PROBES; row |= (all + 1) << i, i++)
        if ((nimber_of(probe, all | row) ^ nimber_of(probe, (all & ~spare) | row)) != *difference)
            return true;
    return false;
}

/* Sets of as many cells as can be come first. */
uint32_t cram_piece_spare(const struct cram_piece *piece, unsigned *difference)
{
    struct alone probe;
    uint32_t all = all_cells(piece), beside = all & ~bit(0), found = 0;
    bool opened = open_probe(&probe, piece);
    for (unsigned size = piece->count - 1; size > 0 && opened && found == 0; size--)
        for (uint32_t spare = beside; spare != 0 && found == 0; spare = (spare - 1) & beside) {
            struct cram_piece kept;
            if ((unsigned)__builtin_popcount(spare) != size ||
                probe_refutes(&probe, all, spare, difference) || *difference >= CRAM_CRACKS_NIMBERS)
                continue;
            cram_piece_keep(piece, all & ~spare, &kept);
            if (cram_pieces_alike(piece, &kept, difference))
                found = spare;
        }
    free(probe.nimbers);
    return found;
}
