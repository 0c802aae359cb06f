/* Othello: the comparisons of FForum's special issue as our own tables. The searches and orderings
 * of section 5.7 on random positions; the transposition table of section 6.5 on endgame tests. */
#include "bench/bench.h"

#include "engines/othello/classic/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    POSITIONS = 50,
    FEWEST_DISCS = 24, /* on the board of a position, and how many more at most */
    MORE_DISCS = 10,
    DEPTH = 8,
};

struct row {
    const char *name;
    struct classic_options options;
};

/* Plain alpha-beta, 2 window and deepening, 3 sorting, 4 pruning table, 5 futility, 6 razoring. */
static const struct row rows[] = {
    {"1", {.method = CLASSIC_FAIL_HARD}},
    {"1+2", {.method = CLASSIC_DEEPENING}},
    {"1+2+3", {.method = CLASSIC_DEEPENING, .sorting = CLASSIC_BY_WORTH}},
    {"1+3", {.method = CLASSIC_FAIL_HARD, .sorting = CLASSIC_BY_WORTH}},
    {"1+2+4", {.method = CLASSIC_DEEPENING, .table = CLASSIC_PRUNING_TABLE}},
    {"1+2+3+4 (*)",
     {.method = CLASSIC_DEEPENING, .sorting = CLASSIC_BY_WORTH, .table = CLASSIC_PRUNING_TABLE}},
    {"*+5",
     {.method = CLASSIC_DEEPENING,
      .sorting = CLASSIC_BY_WORTH,
      .table = CLASSIC_PRUNING_TABLE,
      .futility = true}},
    {"*+6",
     {.method = CLASSIC_DEEPENING,
      .sorting = CLASSIC_BY_WORTH,
      .table = CLASSIC_PRUNING_TABLE,
      .razoring = true}},
    {"*+5+6",
     {.method = CLASSIC_DEEPENING,
      .sorting = CLASSIC_BY_WORTH,
      .table = CLASSIC_PRUNING_TABLE,
      .futility = true,
      .razoring = true}},
    {"one bound", {.method = CLASSIC_ONE_BOUND}},
    {"fail-soft", {.method = CLASSIC_FAIL_SOFT}},
    {"Scout", {.method = CLASSIC_SCOUT}},
    {"NegaScout", {.method = CLASSIC_NEGASCOUT}},
    {"squares", {.method = CLASSIC_FAIL_SOFT, .sorting = CLASSIC_BY_SQUARE}},
    {"history", {.method = CLASSIC_DEEPENING, .replies = CLASSIC_HISTORY}},
    {"countermove", {.method = CLASSIC_DEEPENING, .replies = CLASSIC_COUNTERMOVE}},
    {"Bill's killers", {.method = CLASSIC_DEEPENING, .replies = CLASSIC_KILLERS}},
    {"Iago's tree top", {.method = CLASSIC_DEEPENING, .stored = true}},
    {"transpositions",
     {.method = CLASSIC_DEEPENING,
      .sorting = CLASSIC_BY_WORTH,
      .table = CLASSIC_TRANSPOSITIONS,
      .entries = 1 << 17}},
};
enum {
    ROWS = sizeof rows / sizeof *rows,
    TABLE_ROW = 4,
    RIGHT_ROW = 5, /* the cheapest that errs nowhere: it says what is right */
    LAST_TABLE_ROW = 8,
};

/* The rows that were asked for, from 1 on; behind those of the methods come those of the tables. */
struct chosen {
    unsigned first, last;
};

static bool is_chosen(const struct chosen *chosen, unsigned row)
{
    return row >= chosen->first && row <= chosen->last;
}

struct figures {
    double seconds;
    uint64_t leaves, nodes, worst;
    unsigned wrong_move, wrong_score;
    struct classic_table_counts table;
};

/* A position of a random game with so many discs. */
static void random_position(const struct classic_knowledge *knowledge, struct zm_random *random,
                            unsigned discs, struct classic_board *board)
{
    const struct classic_geometry *geometry = &knowledge->geometry;
    uint64_t moves = 0;
    do {
        static const uint64_t start[2] = {UINT64_C(0x0000000810000000),
                                          UINT64_C(0x0000001008000000)};
        classic_board_set(geometry, start, 0, board);
        while (classic_filled(board) < discs &&
               (moves = classic_moves(geometry, board, board->turn)) != 0) {
            for (uint64_t skip = zm_random_below(random, othello_discs(moves)); skip > 0; skip--)
                moves &= moves - 1;
            unsigned square = othello_first(moves);
            classic_play(geometry, board, square, classic_flips(geometry, board, square));
        }
    } while (classic_filled(board) < discs || classic_moves(geometry, board, board->turn) == 0);
}

/* One row on one position. The node counts are of the last iteration, as in the document. */
static bool measure(const struct row *row, const struct classic_knowledge *knowledge,
                    const struct classic_judge *judge, const struct classic_board *board,
                    struct classic_root *found, struct figures *figures)
{
    struct classic_search search;
    struct classic_thought thought;
    struct classic_counts before = {0};
    double began = zm_bench_processor();
    if (!classic_search_open(&search, knowledge, judge, &row->options)) {
        classic_search_close(&search);
        return false;
    }
    classic_search_set(&search, board->discs, board->turn);
    if (row->options.method == CLASSIC_DEEPENING) {
        classic_think(&search, DEPTH - 1, &thought);
        before = search.counts;
        classic_deepen(&search, DEPTH, &thought);
    } else
        classic_think(&search, DEPTH, &thought);
    uint64_t nodes = search.counts.nodes - before.nodes;
    figures->seconds += zm_bench_processor() - began;
    figures->nodes += nodes;
    figures->leaves += search.counts.leaves - before.leaves;
    figures->worst = nodes > figures->worst ? nodes : figures->worst;
    figures->table.entries += search.tables.counts.entries;
    figures->table.reads += search.tables.counts.reads;
    figures->table.empty += search.tables.counts.empty;
    figures->table.found += search.tables.counts.found;
    figures->table.best += search.tables.counts.best;
    figures->table.writes += search.tables.counts.writes;
    figures->table.overwritten += search.tables.counts.overwritten;
    figures->table.refused += search.tables.counts.refused;
    *found = thought.roots[0];
    classic_search_close(&search);
    return true;
}

/* The same on all positions, compared with what is right. */
static bool measure_all(const struct row *row, const struct classic_knowledge *knowledge,
                        const struct classic_judge *judge, const struct classic_board *boards,
                        const struct classic_root *right, struct figures *figures)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct classic_root found;
        if (!measure(row, knowledge, judge, &boards[i], &found, figures))
            return false;
        if (found.worth != right[i].worth) {
            figures->wrong_move += found.square != right[i].square;
            figures->wrong_score += found.square == right[i].square;
        }
    }
    return true;
}

static void print_method(const struct row *row, const struct figures *figures)
{
    printf("%-16s %8.2f %12llu %12llu %9.2f %12llu %4u%% %4u%%\n", row->name, figures->seconds,
           (unsigned long long)figures->leaves / POSITIONS,
           (unsigned long long)figures->nodes / POSITIONS,
           pow((double)figures->leaves / POSITIONS, 1.0 / DEPTH),
           (unsigned long long)figures->worst, 100 * figures->wrong_move / POSITIONS,
           100 * figures->wrong_score / POSITIONS);
    fflush(stdout);
}

static void print_tables(const struct chosen *chosen, const struct figures *figures)
{
    if (!is_chosen(chosen, TABLE_ROW + 1) && !is_chosen(chosen, LAST_TABLE_ROW + 1))
        return;
    printf("\n%-16s %9s %9s %9s %9s %9s %9s %9s %9s\n", "pruning table", "entries", "read", "empty",
           "legal", "best", "written", "replaced", "refused");
    for (unsigned i = TABLE_ROW; i <= LAST_TABLE_ROW; i++) {
        const struct classic_table_counts *table = &figures[i].table;
        if (!is_chosen(chosen, i + 1))
            continue;
        printf("%-16s %9llu %9llu %9llu %9llu %9llu %9llu %9llu %9llu\n", rows[i].name,
               (unsigned long long)table->entries / POSITIONS,
               (unsigned long long)table->reads / POSITIONS,
               (unsigned long long)table->empty / POSITIONS,
               (unsigned long long)table->found / POSITIONS,
               (unsigned long long)table->best / POSITIONS,
               (unsigned long long)table->writes / POSITIONS,
               (unsigned long long)table->overwritten / POSITIONS,
               (unsigned long long)table->refused / POSITIONS);
    }
    fflush(stdout);
}

static enum zm_status compare_methods(const struct classic_knowledge *knowledge,
                                      const struct chosen *chosen, struct zm_error *error)
{
    struct zm_random random = zm_random_seeded(36);
    struct figures figures[ROWS] = {{0}}, unseen = {0};
    struct classic_board boards[POSITIONS];
    struct classic_root right[POSITIONS] = {{0}};
    struct classic_judge judge = {.knowledge = knowledge,
                                  .evaluation = CLASSIC_COMPOTH,
                                  .mobility = 100,
                                  .position = 100,
                                  .discs = 100};
    for (unsigned i = 0; i < POSITIONS; i++) {
        random_position(knowledge, &random,
                        FEWEST_DISCS + (unsigned)zm_random_below(&random, MORE_DISCS + 1),
                        &boards[i]);
        if (!measure(&rows[RIGHT_ROW], knowledge, &judge, &boards[i], &right[i], &unseen))
            return zm_fail_memory(error);
    }
    printf(
        "%d random positions of %d to %d discs, depth %d, Comp'oth's evaluation; seconds of all, "
        "else means of a position, of the last iteration\n",
        POSITIONS, FEWEST_DISCS, FEWEST_DISCS + MORE_DISCS, DEPTH);
    printf("%-16s %8s %12s %12s %9s %12s %5s %5s\n", "method", "cpu s", "leaves", "nodes",
           "branching", "worst", "err1", "err2");
    for (unsigned i = 0; i < ROWS; i++) {
        if (!is_chosen(chosen, i + 1))
            continue;
        if (!measure_all(&rows[i], knowledge, &judge, boards, right, &figures[i]))
            return zm_fail_memory(error);
        print_method(&rows[i], &figures[i]);
    }
    print_tables(chosen, figures);
    return ZM_OK;
}

/* An endgame test of the document. */
struct end_test {
    unsigned number, turn;
    const char *board;
};

/* Solves one with a table of so many kilobytes, and prints what that cost. */
static bool solve_with_table(const struct classic_knowledge *knowledge, const struct end_test *test,
                             unsigned size)
{
    struct classic_judge judge = {.knowledge = knowledge, .evaluation = CLASSIC_DISCS};
    struct classic_options options = {
        .method = CLASSIC_NEGASCOUT,
        .sorting = CLASSIC_BY_WORTH,
        .table = size == 0 ? CLASSIC_NO_TABLE : CLASSIC_TRANSPOSITIONS,
        .entries = (size_t)size * 1024 / 2 / sizeof(struct classic_entry)};
    struct classic_search search;
    uint64_t discs[2] = {0, 0};
    double began = zm_bench_processor();
    for (unsigned k = 0; k < 64; k++) {
        discs[0] |= (uint64_t)(test->board[k] == 'X') << k;
        discs[1] |= (uint64_t)(test->board[k] == 'O') << k;
    }
    if (!classic_search_open(&search, knowledge, &judge, &options)) {
        classic_search_close(&search);
        return false;
    }
    classic_search_set(&search, discs, test->turn);
    int score = classic_search_worth(&search, CLASSIC_DEEPEST - 1);
    const struct classic_table_counts *counts = &search.tables.counts;
    printf("%-6u %8u %+7d %12llu %8.2f %12llu %7.0f%% %9.0f%%\n", test->number, size, score,
           (unsigned long long)(search.counts.nodes + search.counts.leaves) / 1000,
           zm_bench_processor() - began, (unsigned long long)counts->reads / 1000,
           counts->reads == 0 ? 0 : 100.0 * (double)counts->hits / (double)counts->reads,
           counts->writes == 0 ? 0 : 100.0 * (double)counts->collisions / (double)counts->writes);
    fflush(stdout);
    classic_search_close(&search);
    return true;
}

/* The endgame tests 27 and 26, with tables of several sizes. */
static enum zm_status compare_tables(const struct classic_knowledge *knowledge,
                                     const struct chosen *chosen, struct zm_error *error)
{
    static const unsigned sizes[] = {0, 512, 1024, 16384, 32768};
    static const struct end_test tests[] = {
        {27, 0, "--XO-O----OOOO--OOXOXXO-OOOOXXOOOOOXXOX-OXOXXXXX--XXXX----X-O-X-"},
        {26, 0, "-OOOOO----OXXO---OOOOXXO-OOOXOXX-OOXOOXX-XOXXOXX--O-XXXX--O----O"},
    };
    printf("\nexact scores by NegaScout with fewest replies first; tables of both colours "
           "together, eight places for a key\n%-6s %8s %7s %12s %8s %12s %8s %10s\n",
           "test", "kB", "score", "knodes", "cpu s", "kprobes", "hits", "collisions");
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
        for (unsigned j = 0; is_chosen(chosen, ROWS + 1 + i) && j < sizeof sizes / sizeof *sizes;
             j++)
            if (!solve_with_table(knowledge, &tests[i], sizes[j]))
                return zm_fail_memory(error);
    return ZM_OK;
}

static enum zm_status run_methods(const struct zm_settings *settings, struct zm_error *error)
{
    struct chosen chosen = {1, ROWS + 2};
    struct classic_knowledge *knowledge = malloc(sizeof *knowledge);
    if (knowledge == NULL)
        return zm_fail_memory(error);
    if (zm_settings_given(settings, "from"))
        chosen.first = (unsigned)zm_settings_integer(settings, "from");
    if (zm_settings_given(settings, "to"))
        chosen.last = (unsigned)zm_settings_integer(settings, "to");
    classic_knowledge_init(knowledge);
    enum zm_status status = ZM_OK;
    if (chosen.first <= ROWS)
        status = compare_methods(knowledge, &chosen, error);
    if (status == ZM_OK && chosen.last > ROWS)
        status = compare_tables(knowledge, &chosen, error);
    free(knowledge);
    return status;
}

const struct zm_benchmark zm_bench_othello_methods = {
    .name = "othello-methods",
    .summary = "the searches, orderings (rows 1 to 19) and tables (20, 21) of the classic Othello "
               "programs (--from 1 --to 21)",
    .run_with = run_methods,
};
