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

enum { MOST_PARTS = CRAM_MOST_NEIGHBOURS, BOARD_CODE = 2 + CRAM_MOST_CELLS / 8 };
enum { MEMOS = 1 << 15, MEMO_BYTES = 3 * BOARD_CODE };

/* A component in board form and the boards that it is cracked into, one after the other. */
struct memo {
    uint8_t size, code[BOARD_CODE];
    uint8_t sum_size, sum[MEMO_BYTES]; /* 0: it cannot be cracked */
};

struct rule {
    uint16_t spare; /* by the numbers that the cells have in the piece */
    uint8_t difference;
};

struct cram_cracks {
    unsigned cells;
    struct zm_table rules; /* a piece -> struct rule */
    struct memo *memos;    /* by their hash, the last that came: nearly all are asked for again */
};

struct cram_cracks *cram_cracks_open(unsigned cells)
{
    struct cram_cracks *cracks = calloc(1, sizeof *cracks);
    if (cracks != NULL) {
        cracks->cells = cells;
        zm_table_init(&cracks->rules, sizeof(struct rule));
        cracks->memos = calloc(MEMOS, sizeof *cracks->memos);
    }
    if (cracks != NULL && cracks->memos == NULL) {
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
    free(cracks->memos);
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

/* A board of at most 64 cells that a graph is of: its width, and the cells that are not in the
 * first or the last column. */
struct drawing {
    unsigned width;
    uint64_t not_first, not_last;
};

/* False: the board is too large, or a row, which must not be shifted by its width. */
static bool draw(const struct cram_board *board, struct drawing *drawing)
{
    uint64_t column = 1;
    if (board->height < 2 || board->width * board->height > 64)
        return false;
    for (unsigned row = 1; row < board->height; row++)
        column |= column << board->width;
    *drawing = (struct drawing){board->width, ~column, ~(column << (board->width - 1))};
    return true;
}

/* Cells of a board of at most 64 whose removal may cut it. Around the others the neighbours hang
 * together by squares that touch the cell: going round it, there is one run of neighbours at most.
 * A run begins with a neighbour that has not the one before it and the cell between the two. */
static uint64_t may_cut(const struct drawing *drawing, uint64_t cells)
{
    unsigned width = drawing->width;
    uint64_t left = drawing->not_first, right = drawing->not_last;
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

/* The same as cram_graph_connected, for a drawing. */
static uint64_t connected_there(const struct drawing *drawing, uint64_t from, uint64_t within,
                                unsigned most)
{
    for (uint64_t before = 0; from != before && (unsigned)__builtin_popcountll(from) <= most;) {
        before = from;
        from |= ((from << 1 & drawing->not_first) | (from >> 1 & drawing->not_last) |
                 from << drawing->width | from >> drawing->width) &
                within;
    }
    return from;
}

/* Pieces are made of some parts that the component of a cell falls into without it, not of all. */
static bool crack_at(struct cram_cracks *cracks, const struct cram_graph *graph,
                     const struct drawing *drawing, unsigned cell, cram_cells *part,
                     unsigned *nimber)
{
    cram_cells small[MOST_PARTS], rest = *part & ~cram_bit(cell), near = graph->near[cell] & rest;
    unsigned count = 0;
    bool others = false;
    while (near != 0) {
        cram_cells first = near & (~near + 1);
        cram_cells side = drawing == NULL ? cram_graph_connected(graph, first, rest, cracks->cells)
                                          : connected_there(drawing, (uint64_t)first,
                                                            (uint64_t)rest, cracks->cells);
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

static bool crack(struct cram_cracks *cracks, const struct cram_graph *graph,
                  const struct drawing *drawing, cram_cells *part, unsigned *nimber)
{
    bool any = false;
    for (bool more = true; more; any |= more) {
        cram_cells suspects = drawing == NULL ? *part : may_cut(drawing, (uint64_t)*part);
        more = false;
        for (; suspects != 0 && !more; suspects &= suspects - 1)
            more = crack_at(cracks, graph, drawing, cram_lowest(suspects), part, nimber);
    }
    return any;
}

bool cram_crack(struct cram_cracks *cracks, const struct cram_graph *graph, cram_cells *part,
                unsigned *nimber)
{
    return crack(cracks, graph, NULL, part, nimber);
}

/* Heaps of 1 and of 2 are rows of 2 and of 4 cells, which cannot be cracked. */
static bool crack_board(struct cram_cracks *cracks, struct cram_board board,
                        const struct drawing *drawing, struct zm_list *sum)
{
    struct cram_graph graph;
    unsigned nimber = 0;
    cram_graph_of_board(&board, &graph);
    if (!crack(cracks, &graph, drawing, &board.empty, &nimber))
        return false;
    cram_split(&board, sum);
    for (unsigned heap = 1; heap < CRAM_CRACKS_NIMBERS; heap *= 2)
        if ((nimber & heap) != 0)
            cram_split(&(struct cram_board){2 * heap, 1, cram_bit(2 * heap) - 1}, sum);
    return true;
}

static void remember(struct memo *memo, struct zm_bytes component, const struct zm_list *sum,
                     size_t first)
{
    size_t size = 0;
    for (size_t i = first; i < sum->count; i++)
        size += zm_list_at(sum, i).size;
    if (size > MEMO_BYTES || zm_list_failed(sum))
        return;
    memo->size = (uint8_t)component.size;
    memcpy(memo->code, component.data, component.size);
    memo->sum_size = 0;
    for (size_t i = first; i < sum->count; i++) {
        struct zm_bytes part = zm_list_at(sum, i);
        memcpy(memo->sum + memo->sum_size, part.data, part.size);
        memo->sum_size = (uint8_t)(memo->sum_size + part.size);
    }
}

bool cram_crack_board(struct cram_cracks *cracks, struct zm_bytes component, struct zm_list *sum)
{
    struct cram_board board = cram_decode(component.data);
    struct memo *memo = &cracks->memos[zm_bytes_hash(component) % MEMOS];
    struct drawing drawing;
    bool drawn = draw(&board, &drawing);
    if (drawn && may_cut(&drawing, (uint64_t)board.empty) == 0)
        return false;
    if (zm_bytes_equal(component, zm_bytes(memo->code, memo->size))) {
        for (size_t at = 0, size; at < memo->sum_size; at += size) {
            size = cram_coded_size(memo->sum[at], memo->sum[at + 1]);
            zm_list_add(sum, zm_bytes(memo->sum + at, size));
        }
        return memo->sum_size > 0;
    }
    size_t first = sum->count;
    bool cracked = crack_board(cracks, board, drawn ? &drawing : NULL, sum);
    if (!cracked || sum->count > first) /* nothing left would look as if it could not be cracked */
        remember(memo, component, sum, first);
    return cracked;
}
