/* All crackers of a few cells: which pieces with one terminal have cells to spare, which with two
 * can be cut; see crackers.h.
 *
 * Pieces are the connected sets of cells of the grid, up to symmetry, with every choice of
 * terminals, but only one of those that are the same graph. To see which are the same, the rest of
 * the position is stood for by a ring of cells on each terminal, longer than any in the piece.
 * With these rings a piece is also a position, in which smaller crackers are looked for: one that
 * a smaller one gives is not minimal. */
#include "games/cram/crackers.h"

#include "base/table.h"

enum { MOST_TERMINALS = 2, RING = 2 * CRAM_CRACKS_CELLS + 4 };

struct listing {
    struct cram_cracker_counts *counts;
    struct cram_cracks *smaller[CRAM_CRACKS_CELLS + 2]; /* by the cells that pieces may have */
    struct zm_table met;                                /* codes of pieces */
    struct zm_run *run;
    cram_cracker_visit *visit;
    void *context;
    bool failed;
};

/* The piece made of cells of a board, the terminals first. `cells` tells where they are. */
static void make_piece(const struct cram_board *board, const struct cram_cracker *cracker,
                       struct cram_piece *piece, uint8_t cells[CRAM_PIECE_CELLS])
{
    struct cram_graph graph;
    cram_cells left = board->empty;
    cram_graph_of_board(board, &graph);
    *piece = (struct cram_piece){.terminals = cracker->terminals};
    for (unsigned i = 0; i < cracker->terminals; i++, piece->count++) {
        cells[i] = (uint8_t)cracker->terminal[i];
        left &= ~cram_bit(cells[i]);
    }
    for (; left != 0; left &= left - 1)
        cells[piece->count++] = (uint8_t)cram_lowest(left);
    for (unsigned i = 0; i < piece->count; i++)
        for (unsigned j = 0; j < i; j++)
            if ((graph.near[cells[i]] & cram_bit(cells[j])) != 0)
                cram_piece_join(piece, i, j);
}

/* The piece with a ring on each terminal. */
static void add_rings(const struct cram_piece *piece, struct cram_graph *graph)
{
    *graph = (struct cram_graph){.count = piece->count};
    for (unsigned i = 0; i < piece->count; i++)
        graph->near[i] = piece->near[i];
    for (unsigned i = 0; i < piece->terminals; i++, graph->count += RING) {
        cram_graph_join(graph, i, graph->count);
        for (unsigned j = 0; j < RING; j++)
            cram_graph_join(graph, graph->count + j, graph->count + (j + 1) % RING);
    }
}

/* What remains of a set when the cells connected to others in it are taken away. */
static uint32_t not_connected(const struct cram_piece *piece, uint32_t from, uint32_t within)
{
    uint32_t cells = from & within;
    for (uint32_t before = 0; before != cells;) {
        before = cells;
        for (uint32_t left = before; left != 0; left &= left - 1)
            cells |= piece->near[__builtin_ctz(left)] & within;
    }
    return within & ~cells;
}

/* The cells `left` of a piece with these two as its terminals; can it be cut? */
static bool part_is_cut(const struct cram_piece *piece, unsigned a, unsigned b, uint32_t left)
{
    struct cram_piece part = {.terminals = 2}, cut;
    unsigned cells[CRAM_PIECE_CELLS] = {a, b}, difference;
    part.count = 2;
    for (left &= ~(1u << a) & ~(1u << b); left != 0; left &= left - 1)
        cells[part.count++] = (unsigned)__builtin_ctz(left);
    for (unsigned i = 0; i < part.count; i++)
        for (unsigned j = 0; j < i; j++)
            if ((piece->near[cells[i]] >> cells[j] & 1) != 0)
                cram_piece_join(&part, i, j);
    return cram_piece_cut(&part, &cut) && cram_pieces_alike(&part, &cut, &difference);
}

/* Is a smaller piece inside a piece, with these two cells as its terminals, cut? It is made of some
 * of the parts that are left without the two, in which no terminal of the piece is. */
static bool smaller_is_cut(const struct cram_piece *piece, unsigned a, unsigned b)
{
    uint32_t all = (1u << piece->count) - 1, pair = 1u << a | 1u << b;
    uint32_t inside = not_connected(piece, 3u & ~pair, all & ~pair), parts[CRAM_PIECE_CELLS];
    unsigned count = 0;
    for (uint32_t left = inside; left != 0; left &= ~parts[count++])
        parts[count] = inside & ~not_connected(piece, left & (~left + 1), inside);
    for (unsigned chosen = 1; chosen < 1u << count; chosen++) {
        uint32_t cells = pair;
        bool between = false;
        for (unsigned i = 0; i < count; i++)
            if ((chosen >> i & 1) != 0) {
                cells |= parts[i];
                between |= (piece->near[a] & parts[i]) != 0 && (piece->near[b] & parts[i]) != 0;
            }
        if (between && cells != all && part_is_cut(piece, a, b, cells))
            return true;
    }
    return false;
}

static bool given_by_smaller(struct listing *listing, const struct cram_piece *piece)
{
    struct cram_graph graph;
    unsigned most = piece->count - 1 - (piece->terminals == 1), nimber = 0;
    add_rings(piece, &graph);
    cram_cells part = cram_graph_vertices(&graph);
    if (most > CRAM_CRACKS_CELLS)
        most = CRAM_CRACKS_CELLS;
    if (most > 0 && cram_crack(listing->smaller[most], &graph, &part, &nimber))
        return true;
    for (unsigned a = 1; a < piece->count && piece->terminals == 2; a++)
        for (unsigned b = 0; b < a; b++)
            if (smaller_is_cut(piece, a, b))
                return true;
    return false;
}

static bool is_new(struct listing *listing, const struct cram_piece *piece)
{
    struct cram_graph graph;
    uint8_t code[CRAM_GRAPH_CODE];
    bool fresh = false;
    add_rings(piece, &graph);
    size_t size = cram_graph_canonical(&graph, cram_graph_vertices(&graph), code);
    listing->failed |= zm_table_insert(&listing->met, zm_bytes(code, size), &fresh) == NULL;
    return fresh;
}

static bool is_cracker(const struct cram_piece *piece, uint32_t *spare, unsigned *difference)
{
    struct cram_piece cut;
    *spare = 0;
    if (piece->terminals == 2)
        return cram_piece_cut(piece, &cut) && cram_pieces_alike(piece, &cut, difference);
    *spare = cram_piece_spare(piece, difference);
    return *spare != 0;
}

static void look_at(struct listing *listing, struct cram_cracker *cracker)
{
    struct cram_piece piece;
    uint8_t cells[CRAM_PIECE_CELLS];
    uint32_t spare;
    make_piece(&cracker->board, cracker, &piece, cells);
    if (!is_new(listing, &piece))
        return;
    struct cram_cracker_counts *counts = &listing->counts[piece.count];
    counts->pieces++;
    if (!is_cracker(&piece, &spare, &cracker->difference))
        return;
    counts->crackers++;
    if (given_by_smaller(listing, &piece))
        return;
    counts->minimal++;
    cracker->spare = 0;
    for (; spare != 0; spare &= spare - 1)
        cracker->spare |= cram_bit(cells[__builtin_ctz(spare)]);
    if (listing->visit != NULL)
        listing->visit(listing->context, cracker);
}

static void look_at_board(struct listing *listing, const struct cram_board *board,
                          unsigned terminals)
{
    struct cram_cracker cracker = {.board = *board, .terminals = terminals};
    for (cram_cells a = board->empty; a != 0; a &= a - 1) {
        cracker.terminal[0] = cram_lowest(a);
        if (terminals == 1)
            look_at(listing, &cracker);
        for (cram_cells b = a & (a - 1); b != 0 && terminals == 2; b &= b - 1) {
            cracker.terminal[1] = cram_lowest(b);
            look_at(listing, &cracker);
        }
    }
}

/* The boards that have one cell more. */
static void grow(const struct cram_board *board, struct zm_list *larger)
{
    unsigned width = board->width + 2, height = board->height + 2;
    struct cram_board wide = {.width = width, .height = height};
    cram_cells near = 0;
    for (cram_cells left = board->empty; left != 0; left &= left - 1) {
        unsigned cell = cram_lowest(left);
        unsigned place = (cell / board->width + 1) * width + cell % board->width + 1;
        wide.empty |= cram_bit(place);
        near |= cram_bit(place - 1) | cram_bit(place + 1) | cram_bit(place - width) |
                cram_bit(place + width);
    }
    for (near &= ~wide.empty; near != 0; near &= near - 1) {
        struct cram_board grown = wide;
        grown.empty |= cram_bit(cram_lowest(near));
        cram_split(&grown, larger);
    }
}

static void list_all(struct listing *listing, unsigned cells, unsigned terminals)
{
    struct zm_list boards = {0}, larger = {0};
    cram_split(&(struct cram_board){2, 1, 3}, &boards);
    for (unsigned size = 2; size <= cells && !zm_run_stopped(listing->run); size++) {
        zm_list_clear(&larger);
        for (size_t i = 0; i < boards.count && !zm_run_poll(listing->run, size, i); i++) {
            struct cram_board board = cram_decode(zm_list_at(&boards, i).data);
            look_at_board(listing, &board, terminals);
            grow(&board, &larger);
        }
        zm_list_sort(&larger, true);
        struct zm_list swapped = boards;
        boards = larger;
        larger = swapped;
    }
    listing->failed |= zm_list_failed(&boards) || zm_list_failed(&larger);
    zm_list_free(&boards);
    zm_list_free(&larger);
}

enum zm_status cram_crackers_list(unsigned cells, unsigned terminals, struct zm_run *run,
                                  cram_cracker_visit *visit, void *context,
                                  struct cram_cracker_counts counts[CRAM_CRACKS_CELLS + 2],
                                  struct zm_error *error)
{
    struct listing listing = {.counts = counts, .run = run, .visit = visit, .context = context};
    zm_table_init(&listing.met, 1);
    for (unsigned i = 1; i <= CRAM_CRACKS_CELLS; i++) {
        listing.smaller[i] = cram_cracks_open(i);
        listing.failed |= listing.smaller[i] == NULL;
    }
    if (!listing.failed)
        list_all(&listing, cells, terminals);
    for (unsigned i = 1; i <= CRAM_CRACKS_CELLS; i++)
        cram_cracks_close(listing.smaller[i]);
    zm_table_free(&listing.met);
    return listing.failed ? zm_fail_memory(error) : zm_run_stopped(run) ? ZM_STOPPED : ZM_OK;
}
