/* Crackers of Cram: how many of the components that a search keeps can be cracked, and what a
 * search gains from cracking them. */
#include "bench/bench.h"

#include "api/question.h"
#include "games/cram/board.h"
#include "games/cram/crackers.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdio.h>

enum { LEAST_CELLS = 10 };

struct counting {
    struct cram_cracks *cracks;
    struct zm_list sum;
    uint64_t components, cracked, cut, cells, left;
};

static unsigned cells_of(struct zm_bytes component)
{
    return cram_count(cram_decode(component.data).empty);
}

static bool count_component(void *context, struct zm_bytes component, struct zm_value value)
{
    struct counting *counting = context;
    unsigned cells = cells_of(component), left = 0, large = 0;
    (void)value;
    if (cells < LEAST_CELLS)
        return true;
    counting->components++;
    counting->cells += cells;
    zm_list_clear(&counting->sum);
    if (cram_crack_board(counting->cracks, component, &counting->sum)) {
        counting->cracked++;
        for (size_t i = 0; i < counting->sum.count; i++) {
            unsigned part = cells_of(zm_list_at(&counting->sum, i));
            large += part > 4;
            left += part > 4 ? part : 0;
        }
        counting->cut += large != 1;
    } else {
        left = cells;
    }
    counting->left += left;
    return true;
}

/* Cuts between two terminals a and b: the piece is made of them and of the small parts that are
 * left without them. */

enum { SMALL_PART = 5, MOST_BETWEEN = 9, ONE_IN = 50 };

static bool is_cut(const struct cram_graph *graph, unsigned a, unsigned b, cram_cells between)
{
    struct cram_piece piece = {.count = 2, .terminals = 2}, cut;
    unsigned cells[2 + MOST_BETWEEN] = {a, b}, difference;
    for (; between != 0; between &= between - 1)
        cells[piece.count++] = cram_lowest(between);
    for (unsigned i = 0; i < piece.count; i++)
        for (unsigned j = 0; j < i; j++)
            if ((graph->near[cells[i]] & cram_bit(cells[j])) != 0)
                cram_piece_join(&piece, i, j);
    return cram_piece_cut(&piece, &cut) && cram_pieces_alike(&piece, &cut, &difference);
}

/* Is there a piece between a and b that can be cut? `*apart`: nothing else joins the two. */
static bool cut_between(const struct cram_graph *graph, cram_cells part, unsigned a, unsigned b,
                        bool *apart)
{
    cram_cells rest = part & ~cram_bit(a) & ~cram_bit(b), between = 0;
    bool any = false, others = false;
    *apart = true;
    for (cram_cells left = rest, side; left != 0; left &= ~side) {
        side = cram_graph_connected(graph, left & (~left + 1), rest, CRAM_MOST_CELLS);
        bool both = (graph->near[a] & side) != 0 && (graph->near[b] & side) != 0;
        if (cram_count(side) > SMALL_PART || cram_count(between | side) > MOST_BETWEEN) {
            others = true;
            *apart &= !both;
        } else {
            between |= side;
            any |= both;
        }
    }
    return any && others && is_cut(graph, a, b, between);
}

struct cuts {
    struct counting *counting;
    uint64_t met, looked_at, cut, loosened;
};

/* What is left of one component in fifty when it is cracked: can the largest part be cut? */
static bool count_cuts(void *context, struct zm_bytes component, struct zm_value value)
{
    struct cuts *cuts = context;
    struct zm_list *sum = &cuts->counting->sum;
    bool cut = false, loosened = false, apart;
    struct cram_board board = {0};
    struct cram_graph graph;
    (void)value;
    if (cells_of(component) < LEAST_CELLS || cuts->met++ % ONE_IN != 0)
        return true;
    zm_list_clear(sum);
    if (!cram_crack_board(cuts->counting->cracks, component, sum))
        zm_list_add(sum, component);
    for (size_t i = 0; i < sum->count; i++)
        if (cells_of(zm_list_at(sum, i)) >= cram_count(board.empty))
            board = cram_decode(zm_list_at(sum, i).data);
    cram_graph_of_board(&board, &graph);
    for (cram_cells a = board.empty; a != 0; a &= a - 1)
        for (cram_cells b = a & (a - 1); b != 0; b &= b - 1)
            if (cut_between(&graph, board.empty, cram_lowest(a), cram_lowest(b), &apart)) {
                cut |= apart;
                loosened = true;
            }
    cuts->looked_at++;
    cuts->cut += cut;
    cuts->loosened += loosened && !cut;
    return true;
}

static enum zm_status count_components(const char *board, unsigned cells, struct zm_error *error)
{
    static const struct zm_option options[] = {{"compute", "nimber"}, {"search", "depth-first"}};
    struct counting counting = {.cracks = cram_cracks_open(cells)};
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_run run;
    enum zm_status status = zm_question_open(&question, "cram", board, options, 2, NULL, error);
    zm_run_begin(&run);
    if (status == ZM_OK)
        status = zm_question_run(&question, &run, error);
    if (status == ZM_OK)
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    error);
    if (status == ZM_OK && counting.cracks != NULL) {
        run.store->class->each(run.store, ZM_KIND_NIMBER, count_component, &counting);
        printf("%-6s pieces of %u: %" PRIu64 " components of %d cells and more, %" PRIu64
               " cracked (%.0f %%), %" PRIu64
               " of them into more parts or none; cells %.1f, %.1f left\n",
               board, cells, counting.components, LEAST_CELLS, counting.cracked,
               100.0 * (double)counting.cracked / (double)counting.components, counting.cut,
               (double)counting.cells / (double)counting.components,
               (double)counting.left / (double)counting.components);
        struct cuts cuts = {.counting = &counting};
        run.store->class->each(run.store, ZM_KIND_NIMBER, count_cuts, &cuts);
        printf("%-6s then two terminals: of %" PRIu64 " components %" PRIu64
               " are cut in two, %" PRIu64 " more made looser\n",
               board, cuts.looked_at, cuts.cut, cuts.loosened);
    }
    zm_answer_free(&answer);
    zm_question_close(&question);
    zm_list_free(&counting.sum);
    cram_cracks_close(counting.cracks);
    return status;
}

static enum zm_status run_crackers(struct zm_error *error)
{
    static const char *const boards[] = {"5x6", "4x9", "5x7"};
    static const char *const searches[] = {"depth-first", "dfpn"};
    static const unsigned cells[] = {0, 3, 6, 8};
    enum zm_status status = ZM_OK;
    for (int i = 0; i < 3; i++)
        for (int j = 1; j < 4 && status == ZM_OK; j++)
            status = count_components(boards[i], cells[j], error);
    zm_bench_solve_header();
    for (int i = 0; i < 3; i++)
        for (int s = 0; s < 2; s++)
            for (int j = 0; j < 4 && status == ZM_OK; j++) {
                char options[100], crackers[30] = "";
                if (cells[j] > 0)
                    snprintf(crackers, sizeof crackers, " crackers=%u", cells[j]);
                snprintf(options, sizeof options, "compute=nimber search=%s%s", searches[s],
                         crackers);
                status = zm_bench_solve("cram", boards[i], options, error);
            }
    return status;
}

const struct zm_benchmark zm_bench_cram_crackers = {
    .name = "cram-crackers",
    .summary = "components of Cram that can be cracked, and what searches gain from it",
    .run = run_crackers,
};
