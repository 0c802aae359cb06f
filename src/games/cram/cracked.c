/* Positions of Cram without what hangs on them needlessly; see crackers.h.
 *
 * Cells without which a component falls apart are looked at one by one. Of the parts that are left,
 * some but not all, if they have few cells together, are a piece with that cell as its terminal;
 * when cells of the piece can be spared, they are taken away. So of a square of four cells that
 * hangs on the rest by a corner one cell stays beside that corner, and a heap of one.
 *
 * What can be spared is found once for each piece and remembered. Whether anything can be is told
 * by the graph alone, not by its drawing: a component in canonical form that cannot be cracked
 * cannot be in any other either. */
#include "games/cram/crackers.h"

#include "base/table.h"

#include <stdlib.h>

enum { MOST_PARTS = CRAM_MOST_NEIGHBOURS, BOARD_CODE = 2 + CRAM_MOST_CELLS / 8, WHOLE = 1 << 15 };

/* A component that cannot be cracked. */
struct whole {
    uint8_t size, code[BOARD_CODE];
};

struct rule {
    uint16_t spare; /* by the numbers that the cells have in the piece */
    uint8_t difference;
};

struct cram_cracks {
    unsigned cells;
    struct zm_table rules; /* a piece -> struct rule */
    struct whole *whole; /* by their hash, the last one that came: nearly all are asked for again */
};

struct cram_cracks *cram_cracks_open(unsigned cells)
{
    struct cram_cracks *cracks = calloc(1, sizeof *cracks);
    if (cracks != NULL) {
        cracks->cells = cells;
        zm_table_init(&cracks->rules, sizeof(struct rule));
        cracks->whole = calloc(WHOLE, sizeof *cracks->whole);
    }
    if (cracks != NULL && cracks->whole == NULL) {
        free(cracks);
        return NULL;
    }
    return cracks;
}

void cram_cracks_close(struct cram_cracks *cracks)
{
    if (cracks == NULL)
        return;
    zm_table_free(&cracks->rules);
    free(cracks->whole);
    free(cracks);
}

static bool find_rule(struct cram_cracks *cracks, const struct cram_piece *piece, struct rule *rule)
{
    uint8_t code[2 * CRAM_PIECE_CELLS];
    for (unsigned i = 0; i < piece->count; i++) {
        code[2 * i] = (uint8_t)piece->near[i];
        code[2 * i + 1] = (uint8_t)(piece->near[i] >> 8);
    }
    bool fresh;
    void *place = zm_table_insert(&cracks->rules, zm_bytes(code, 2 * piece->count), &fresh);
    if (place == NULL)
        return false;
    if (fresh) {
        unsigned difference = 0;
        uint32_t spare = cram_piece_spare(piece, &difference);
        *rule = (struct rule){(uint16_t)spare, (uint8_t)difference};
        memcpy(place, rule, sizeof *rule);
    }
    memcpy(rule, place, sizeof *rule);
    return rule->spare != 0;
}

/* Takes away what can be spared of the piece made of a terminal and the cells `beside` it. */
static bool crack_piece(struct cram_cracks *cracks, const struct cram_graph *graph,
                        unsigned terminal, cram_cells beside, cram_cells *part, unsigned *nimber)
{
    struct cram_piece piece = {.count = 1, .terminals = 1};
    uint8_t cells[CRAM_CRACKS_CELLS + 1] = {(uint8_t)terminal};
    struct rule rule;
    for (; beside != 0; beside &= beside - 1) {
        unsigned cell = cram_lowest(beside);
        for (unsigned i = 0; i < piece.count; i++)
            if ((graph->near[cell] & cram_bit(cells[i])) != 0)
                cram_piece_join(&piece, i, piece.count);
        cells[piece.count++] = (uint8_t)cell;
    }
    if (!find_rule(cracks, &piece, &rule))
        return false;
    for (unsigned i = 0; i < piece.count; i++)
        if ((rule.spare >> i & 1) != 0)
            *part &= ~cram_bit(cells[i]);
    *nimber ^= rule.difference;
    return true;
}

/* All that is connected to some cells within others; more than `most` cells are not looked for. */
static cram_cells connected(const struct cram_graph *graph, cram_cells from, cram_cells within,
                            unsigned most)
{
    cram_cells cells = from;
    for (cram_cells fresh = from; fresh != 0 && cram_count(cells) <= most;) {
        cram_cells near = 0;
        for (; fresh != 0; fresh &= fresh - 1)
            near |= graph->near[cram_lowest(fresh)];
        fresh = near & within & ~cells;
        cells |= fresh;
    }
    return cells;
}

/* Pieces are made of some parts that the component of a cell falls into without it, not of all. */
static bool crack_at(struct cram_cracks *cracks, const struct cram_graph *graph, unsigned cell,
                     cram_cells *part, unsigned *nimber)
{
    cram_cells small[MOST_PARTS], rest = *part & ~cram_bit(cell), near = graph->near[cell] & rest;
    unsigned count = 0;
    bool others = false;
    while (near != 0) {
        cram_cells side = connected(graph, near & (~near + 1), rest, cracks->cells);
        near &= ~side;
        if (cram_count(side) <= cracks->cells)
            small[count++] = side;
        else
            others = true;
    }
    for (unsigned chosen = (1u << count) - (others ? 1 : 2); count > 0 && chosen > 0; chosen--) {
        cram_cells beside = 0;
        for (unsigned i = 0; i < count; i++)
            beside |= (chosen >> i & 1) != 0 ? small[i] : 0;
        if (cram_count(beside) <= cracks->cells &&
            crack_piece(cracks, graph, cell, beside, part, nimber))
            return true;
    }
    return false;
}

/* Cells outside `suspects` are known not to cut the component as it is. */
static bool crack(struct cram_cracks *cracks, const struct cram_graph *graph, cram_cells suspects,
                  cram_cells *part, unsigned *nimber)
{
    bool any = false;
    for (bool more = true; more; any |= more, suspects = *part) {
        more = false;
        for (cram_cells left = suspects; left != 0 && !more; left &= left - 1)
            more = crack_at(cracks, graph, cram_lowest(left), part, nimber);
    }
    return any;
}

bool cram_crack(struct cram_cracks *cracks, const struct cram_graph *graph, cram_cells *part,
                unsigned *nimber)
{
    return crack(cracks, graph, *part, part, nimber);
}

/* Cells of a board of at most 64 whose removal may cut it. Around the others the neighbours hang
 * together by squares that touch the cell: going round it, there is one run of neighbours at most.
 * A run begins with a neighbour that has not the one before it and the cell between the two. */
static uint64_t may_cut(const struct cram_board *board)
{
    unsigned width = board->width;
    uint64_t cells = (uint64_t)board->empty, column = 1;
    for (unsigned row = 1; row < board->height; row++)
        column |= column << width;
    uint64_t left = ~column, right = ~(column << (width - 1));
    uint64_t north = cells << width, south = cells >> width;
    uint64_t west = cells << 1 & left, east = cells >> 1 & right;
    uint64_t north_begins = north & ~(west & (north << 1 & left));
    uint64_t east_begins = east & ~(north & (north >> 1 & right));
    uint64_t south_begins = south & ~(east & (south >> 1 & right));
    uint64_t west_begins = west & ~(south & (south << 1 & left));
    uint64_t two = (north_begins & east_begins) | (south_begins & west_begins) |
                   ((north_begins | east_begins) & (south_begins | west_begins));
    return two & cells;
}

/* Heaps of 1 and of 2 are rows of 2 and of 4 cells, which cannot be cracked. */
bool cram_crack_board(struct cram_cracks *cracks, struct zm_bytes component, struct zm_list *sum)
{
    struct cram_board board = cram_decode(component.data);
    struct cram_graph graph;
    unsigned nimber = 0;
    /* A row of 64 cells must not be shifted by its width. */
    cram_cells suspects =
        board.height > 1 && board.width * board.height <= 64 ? may_cut(&board) : board.empty;
    if (suspects == 0)
        return false;
    struct whole *whole = &cracks->whole[zm_bytes_hash(component) % WHOLE];
    if (zm_bytes_equal(component, zm_bytes(whole->code, whole->size)))
        return false;
    cram_graph_of_board(&board, &graph);
    if (!crack(cracks, &graph, suspects, &board.empty, &nimber)) {
        whole->size = (uint8_t)component.size;
        memcpy(whole->code, component.data, component.size);
        return false;
    }
    cram_split(&board, sum);
    for (unsigned heap = 1; heap < CRAM_CRACKS_NIMBERS; heap *= 2)
        if ((nimber & heap) != 0)
            cram_split(&(struct cram_board){2 * heap, 1, cram_bit(2 * heap) - 1}, sum);
    return true;
}
