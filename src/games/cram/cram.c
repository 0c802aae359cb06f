/* Cram: the rules on the board as drawn, and which form of components (board or graph) a state
 * works with. Texts of boards are read and written by text.c, drawn by picture.c; the canonical
 * side is component.c and graph.c.
 *
 * A board position is a list of boards, one coded after the other (board.h); the order and the
 * place of every cell stay as they are through the game. A move is the index of the board, the cell
 * (row-major) and the direction of the domino: 0 to the right, 1 down. */
#include "games/cram/cram.h"

#include "games/cram/board.h"
#include "games/cram/crackers.h"
#include "games/cram/ctf.h"
#include "games/cram/order.h"
#include "games/cram/small.h"

#include <stdlib.h>

struct cram {
    struct cram_scratch *scratch;
    struct cram_graphs *graphs; /* NULL: components are boards (--canon board) */
    unsigned evaluated; /* components of at most so many cells are evaluated whole; 0: none are */
    struct cram_small *small;
    struct cram *evaluator; /* makes their options: it may be asked while this one makes others */
    struct cram_small_table *table; /* NULL: there is none */
    struct cram_cracks *cracks;     /* NULL: nothing is cracked */
};

static enum zm_status cram_parse(void *state, const char *text, struct zm_buffer *position,
                                 struct zm_error *error)
{
    const struct cram *cram = state;
    zm_buffer_clear(position);
    if (*text == '\0')
        return zm_fail_empty("cram", error);
    bool ctf = strncmp(text, "ctf:", 4) == 0;
    if ((*text == ':' || ctf) && cram->graphs == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "cram position '%.200s': a graph can be read with --canon graph, pruned or "
                       "ctf only",
                       text);
    if (ctf)
        return cram_ctf_parse(text, position, error);
    if (*text == ':')
        return cram_graphs_parse(text, position, error);
    return cram_boards_parse(text, position, error);
}

static void cram_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    if (cram_is_graphs(position))
        cram_graphs_print(position, text);
    else
        cram_boards_print(position, text);
}

static bool cram_sound(void *state, struct zm_bytes position)
{
    const struct cram *cram = state;
    size_t offset = 0;
    if (cram_is_graphs(position))
        return cram->graphs != NULL && cram_graphs_sound(position);
    unsigned boards = 0;
    while (offset < position.size && boards++ < UINT8_MAX && cram_board_sound(position, &offset))
        continue;
    return offset == position.size;
}

static void add_move(struct zm_list *moves, unsigned board, unsigned cell, unsigned down)
{
    uint8_t move[3] = {(uint8_t)board, (uint8_t)cell, (uint8_t)down};
    zm_list_add(moves, zm_bytes(move, sizeof move));
}

static void cram_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                       struct zm_list *moves)
{
    (void)state;
    (void)record;
    struct cram_board board;
    size_t offset = 0;
    if (cram_is_graphs(position)) {
        cram_graphs_moves(position, moves);
        return;
    }
    for (unsigned index = 0; cram_next_board(position, &offset, &board); index++)
        for (unsigned row = 0; row < board.height; row++)
            for (unsigned column = 0; column < board.width; column++) {
                if (!cram_is_empty(&board, row, column))
                    continue;
                if (column + 1 < board.width && cram_is_empty(&board, row, column + 1))
                    add_move(moves, index, row * board.width + column, 0);
                if (row + 1 < board.height && cram_is_empty(&board, row + 1, column))
                    add_move(moves, index, row * board.width + column, 1);
            }
}

static struct cram_board board_at(struct zm_bytes position, unsigned index, size_t *start)
{
    struct cram_board board = {0};
    size_t offset = 0;
    do
        *start = offset;
    while (cram_next_board(position, &offset, &board) && index-- > 0);
    return board;
}

static void cram_name(void *state, struct zm_bytes position, struct zm_bytes move,
                      struct zm_buffer *text)
{
    (void)state;
    size_t start;
    if (cram_is_graphs(position)) {
        cram_graphs_name(position, move, text);
        return;
    }
    struct cram_board board = board_at(position, move.data[0], &start);
    unsigned row = move.data[1] / board.width, column = move.data[1] % board.width;
    if (cram_coded_size(board.width, board.height) != position.size)
        zm_buffer_format(text, "%u:", move.data[0] + 1);
    cram_name_cell(text, row, column);
    zm_buffer_byte(text, '-');
    if (move.data[2] == 0)
        cram_name_cell(text, row, column + 1);
    else
        cram_name_cell(text, row + 1, column);
}

static void cram_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *next)
{
    (void)state;
    size_t start;
    if (cram_is_graphs(position)) {
        cram_graphs_apply(position, move, next);
        return;
    }
    struct cram_board board = board_at(position, move.data[0], &start);
    board.empty &= ~cram_bit(move.data[1]);
    board.empty &= ~cram_bit(move.data[1] + (move.data[2] == 0 ? 1 : board.width));
    zm_buffer_set(next, position);
    if (!next->failed)
        cram_encode(&board, next->data + start);
}

/* Half of the boards are of any shape, mostly strips; half fill a rectangle that is no strip. */
static void cram_random(void *state, struct zm_random *random, unsigned size,
                        struct zm_buffer *position)
{
    (void)state;
    zm_buffer_clear(position);
    unsigned cells = size < 1 ? 1 : size > CRAM_MOST_CELLS ? CRAM_MOST_CELLS : size, side = 1;
    while ((side + 1) * (side + 1) <= cells)
        side++;
    bool any = zm_random_below(random, 2) == 0 || side == 1;
    struct cram_board board = {.width = any ? 1 + (unsigned)zm_random_below(random, cells)
                                            : 2 + (unsigned)zm_random_below(random, side - 1)};
    board.height = cells / board.width;
    if (any)
        board.height = 1 + (unsigned)zm_random_below(random, board.height);
    unsigned grey_in = 2 + (unsigned)zm_random_below(random, any ? 6 : 14);
    for (unsigned cell = 0; cell < board.width * board.height; cell++)
        if (zm_random_below(random, grey_in) > 0)
            board.empty |= cram_bit(cell);
    cram_add_board(position, &board);
}

static void canonical_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    const struct cram *cram = state;
    struct cram_board board;
    size_t offset = 0;
    if (cram_is_graphs(position))
        cram_graphs_components(cram->graphs, position, components);
    else
        while (cram_next_board(position, &offset, &board)) {
            if (cram->graphs != NULL)
                cram_graphs_split(cram->graphs, &board, components);
            else
                cram_split(&board, components);
        }
    zm_list_sort(components, false);
}

/* A board that is its own only component. */
static bool canonical_sound(void *state, struct zm_bytes component)
{
    const struct cram *cram = state;
    struct zm_list again = {0};
    size_t size = 0;
    if (cram->graphs != NULL)
        return cram_graphs_sound_component(cram->graphs, component);
    if (!cram_board_sound(component, &size) || size != component.size)
        return false;
    struct cram_board board = cram_decode(component.data);
    cram_split(&board, &again);
    bool sound = again.count == 1 && !zm_list_failed(&again) &&
                 zm_bytes_equal(zm_list_at(&again, 0), component);
    zm_list_free(&again);
    return sound;
}

static void canonical_options(void *state, struct zm_bytes component, enum zm_side side,
                              struct zm_options *options)
{
    const struct cram *cram = state;
    (void)side;
    if (cram->graphs != NULL)
        cram_graphs_options(cram->graphs, component, options);
    else
        cram_options(cram->scratch, component, options);
}

static bool canonical_some(void *state, struct zm_bytes component, enum zm_side side,
                           bool (*test)(void *context, const struct zm_bytes *components,
                                        size_t count),
                           void *context)
{
    const struct cram *cram = state;
    (void)side;
    return cram->graphs != NULL ? cram_graphs_some_option(cram->graphs, component, test, context)
                                : cram_some_option(cram->scratch, component, test, context);
}

static unsigned cells_of(const struct cram *cram, struct zm_bytes component)
{
    unsigned empty = 0;
    if (cram->graphs != NULL)
        return cram_graphs_vertices(cram->graphs, component);
    for (size_t i = 2; i < component.size; i++)
        empty += (unsigned)__builtin_popcount(component.data[i]);
    return empty;
}

/* So small that --evaluated has it evaluated whole, which proves itself. The table only saves
 * searches the work: who checks does without (`trusting`: false). */
static bool evaluated(const struct cram *cram, struct zm_bytes component, bool trusting,
                      uint32_t *nimber)
{
    if (cram->evaluated == 0 || cells_of(cram, component) > cram->evaluated)
        return false;
    return (trusting && cram->table != NULL &&
            cram_small_table_nimber(cram->table, component, nimber)) ||
           cram_small_nimber(cram->small, component, nimber);
}

/* Lost by symmetry: of the drawing in board form, of the graph in the others, where more
 * symmetries are seen. Only what the component alone tells counts, and a board has one drawing. */
static bool mirrored(const struct cram *cram, struct zm_bytes component)
{
    return cram->graphs == NULL ? cram_mirrored(component)
                                : cram_graphs_mirrored(cram->graphs, component);
}

/* Searches are told when small components are evaluated: without, they store each of them. */
static bool canonical_known(void *state, struct zm_bytes component, enum zm_asker asker,
                            uint32_t *nimber)
{
    const struct cram *cram = state;
    *nimber = 0;
    if (asker == ZM_CHECKER)
        return mirrored(cram, component) || evaluated(cram, component, false, nimber);
    return cram->evaluated > 0 &&
           (evaluated(cram, component, true, nimber) || mirrored(cram, component));
}

static bool canonical_crack(void *state, struct zm_bytes component, struct zm_list *sum)
{
    const struct cram *cram = state;
    if (cram->cracks == NULL)
        return false;
    return cram->graphs != NULL ? cram_graphs_crack(cram->graphs, cram->cracks, component, sum)
                                : cram_crack_board(cram->cracks, component, sum);
}

/* A nimber is at most the number of options, and at most the moves of the longest play: each takes
 * a cell of either colour of a chessboard. Of a graph the colours are not known. */
static uint32_t canonical_most(void *state, struct zm_bytes component)
{
    const struct cram *cram = state;
    if (cram->graphs != NULL)
        return cram_graphs_vertices(cram->graphs, component) / 2;
    struct cram_board board = cram_decode(component.data);
    return cram_most_nimber(&board);
}

static void options_of(void *state, struct zm_bytes component, struct zm_options *options)
{
    canonical_options(state, component, ZM_LEFT, options);
}

/* A graph is written in sparse6. */
static void canonical_print(void *state, struct zm_bytes component, struct zm_buffer *text)
{
    const struct cram *cram = state;
    if (cram->graphs != NULL) {
        zm_buffer_text(text, cram_graphs_are_ctf(cram->graphs) ? "ctf:" : ":");
        zm_buffer_add(text, component.data, component.size);
        return;
    }
    struct cram_board board = cram_decode(component.data);
    cram_print_board(&board, text);
}

static uint32_t canonical_moves_left(void *state, struct zm_bytes component)
{
    return cells_of(state, component) / 2;
}

static uint32_t canonical_difficulty(void *state, struct zm_bytes component)
{
    const struct cram *cram = state;
    if (cram->graphs != NULL) /* the code is longer the more dominoes fit */
        return cram_graphs_vertices(cram->graphs, component) << 8 |
               (uint32_t)(component.size < 255 ? component.size : 255);
    struct cram_board board = cram_decode(component.data);
    return cells_of(cram, component) << 8 | board.width * board.height;
}

static void draw_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    if (cram_is_graphs(position))
        cram_graphs_draw(position, out);
    else
        cram_boards_draw(position, out);
}

static void draw_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    const struct cram *cram = state;
    bool ctf = cram != NULL && cram->graphs != NULL && cram_graphs_are_ctf(cram->graphs);
    if (cram_is_graphs(position))
        cram_graphs_svg(position, out);
    else
        cram_boards_svg(position, ctf, out);
}

static const struct zm_picture cram_picture = {.text = draw_text, .svg = draw_svg};

static const struct zm_rules cram_rules = {
    .parse = cram_parse,
    .print = cram_print,
    .moves = cram_moves,
    .name = cram_name,
    .apply = cram_apply,
    .sound = cram_sound,
    .random = cram_random,
};

static const struct zm_sums cram_sums = {
    .split = canonical_split,
    .options = canonical_options,
    .some_option = canonical_some,
    .known = canonical_known,
    .crack = canonical_crack,
    .most = canonical_most,
    .print = canonical_print,
    .sound = canonical_sound,
    .difficulty = canonical_difficulty,
    .moves_left = canonical_moves_left,
};

static const struct zm_hints cram_hints = {
    .easy = 14 << 8 | 255, /* 14 empty cells */
};

static const struct zm_param cram_params[] = {
    {.name = "canon",
     .kind = ZM_PARAM_CHOICE,
     .value = "board",
     .choices = "board|graph|pruned|ctf",
     .hint = "FORM",
     .help =
         "canonical form of components: board, the least of the symmetric images; graph, the "
         "graph of the empty cells; pruned, that graph with one leaf at most at each vertex; or "
         "ctf, the graph as chocolate, web and forest"},
    {.name = "option-order",
     .kind = ZM_PARAM_TEXT,
     .value = "usual",
     .examples = "thesis|learned|pieces,size|text",
     .hint = "KEYS",
     .help =
         "in which order the general searches try options: usual, thesis, learned, or keys "
         "joined by commas: pieces, dominoes, size, symmetry, cut, fill, centre, joints, text; or "
         "weights:N,N,... of what 'bench cram-climb' measures",
     .unrecorded = true},
    {.name = "evaluated",
     .kind = ZM_PARAM_INTEGER,
     .min = 1,
     .max = CRAM_SMALL_CELLS,
     .hint = "CELLS",
     .help = "components of at most CELLS cells are evaluated whole: general searches do not "
             "store them, certificates leave them out (normal play)"},
    {.name = "cram-table",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "searches take the nimbers of these components from this file, made by 'zermelo tool "
             "cram table' (--canon board)",
     .unrecorded = true},
    {.name = "crackers",
     .kind = ZM_PARAM_INTEGER,
     .min = 1,
     .max = CRAM_CRACKS_CELLS,
     .hint = "CELLS",
     .help = "what hangs on a component by one cell, if it has at most CELLS cells, is made as "
             "small as can be (normal play)"},
    {0},
};

const struct cram_small_table *cram_table_of(const void *state)
{
    return ((const struct cram *)state)->table;
}

static void cram_close(void *state)
{
    struct cram *cram = state;
    if (cram == NULL)
        return;
    cram_graphs_close(cram->graphs);
    cram_small_close(cram->small);
    cram_close(cram->evaluator);
    cram_small_table_close(cram->table);
    cram_cracks_close(cram->cracks);
    free(cram->scratch);
    free(cram);
}

static struct cram *open_forms(const struct zm_settings *settings, const struct cram_order *order)
{
    bool graph = settings != NULL && !zm_settings_is(settings, "canon", "board");
    enum cram_form form = graph && zm_settings_is(settings, "canon", "ctf")      ? CRAM_CTF
                          : graph && zm_settings_is(settings, "canon", "pruned") ? CRAM_PRUNED
                                                                                 : CRAM_GRAPH;
    struct cram *cram = calloc(1, sizeof *cram);
    if (cram == NULL)
        return NULL;
    cram->scratch = cram_scratch_open(order);
    if (cram->scratch != NULL && graph)
        cram->graphs = cram_graphs_open(cram->scratch, form);
    if (cram->scratch != NULL && (!graph || cram->graphs != NULL))
        return cram;
    cram_close(cram);
    return NULL;
}

static enum zm_status open_small(struct cram *cram, const struct zm_settings *settings,
                                 const struct cram_order *order, struct zm_error *error)
{
    const char *table = zm_settings_text(settings, "cram-table");
    cram->evaluated = (unsigned)zm_settings_integer(settings, "evaluated");
    if (table != NULL && (cram->graphs != NULL || cram->evaluated == 0))
        return zm_fail(error, ZM_BAD_INPUT,
                       "cram-table: expected --evaluated CELLS and --canon board with it");
    if (cram->evaluated == 0)
        return ZM_OK;
    cram->evaluator = open_forms(settings, order);
    cram->small = cram->evaluator == NULL ? NULL : cram_small_open(options_of, cram->evaluator);
    if (cram->small == NULL)
        return zm_fail_memory(error);
    return table == NULL ? ZM_OK : cram_small_table_read(table, &cram->table, error);
}

static enum zm_status cram_open(const struct zm_settings *settings, void **state,
                                struct zm_error *error)
{
    struct cram_order order;
    const char *keys = settings == NULL ? NULL : zm_settings_text(settings, "option-order");
    enum zm_status status = cram_order_read(keys == NULL ? "usual" : keys, &order, error);
    if (status != ZM_OK)
        return status;
    struct cram *cram = *state = open_forms(settings, &order);
    if (cram == NULL)
        status = zm_fail_memory(error);
    else if (settings != NULL)
        status = open_small(cram, settings, &order, error);
    int64_t crackers = settings == NULL ? 0 : zm_settings_integer(settings, "crackers");
    if (status == ZM_OK && crackers > 0) {
        cram->cracks = cram_cracks_open((unsigned)crackers);
        status = cram->cracks == NULL ? zm_fail_memory(error) : ZM_OK;
    }
    if (status == ZM_OK)
        return ZM_OK;
    cram_close(cram);
    *state = NULL;
    return status;
}

const struct zm_game zm_cram = {
    .name = "cram",
    .title = "Cram",
    .summary = "dominoes on a grid, laid either way by both players",
    .start = "5x6",
    .positions =
        "5x6            an empty board of 5 rows and 6 columns (128 cells at most)\n"
        "'000/0G0/000'  rows of cells, 0 empty and G grey; boards of a sum joined by +\n"
        "'000*0G0000E'  the same in the thesis's string form\n"
        "':An'          a graph in sparse6 (not with --canon board); moves: 1-2, two vertices\n"
        "'ctf:a0*00;;a{{}}'  the same as chocolate, web and forest (docs/cram.md)\n"
        "moves: a1-b1   a domino on two cells, columns a, b, ... and rows 1, 2, ...\n",
    .players = ZM_IMPARTIAL,
    .params = cram_params,
    .canon_version = 2, /* 2: trees and cycles have graphs of their own */
    .open = cram_open,
    .close = cram_close,
    .rules = &cram_rules,
    .sums = &cram_sums,
    .hints = &cram_hints,
    .picture = &cram_picture,
};
