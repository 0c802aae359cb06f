/* The two widths of Cram's engine on boards that both have room for: what words of 128 bits cost.
 */
#include "bench/bench.h"

#include "api/question.h"
#include "engines/cram/search.h"
#include "games/cram/cram.h"
#include "store/store.h"

#include <stdio.h>

enum { SMALL = 12 }; /* cells, as by default */

/* The nimber of the board of a question, by the search of one width. */
static enum zm_status measure(const struct zm_question *question, struct zm_run *run,
                              const struct zm_cram_width *width, unsigned rows, unsigned columns,
                              uint32_t *nimber, struct zm_error *error)
{
    struct zm_list components = {0};
    enum zm_verdict verdict = ZM_OPEN;
    question->game->sums->split(question->instance.state, zm_buffer_bytes(&question->position),
                                &components);
    struct zm_cram_search *search =
        width->open(columns, rows, &(struct zm_cram_settings){.small = SMALL}, run);
    *nimber = 0;
    if (search != NULL && !zm_list_failed(&components))
        verdict = width->decide(search, &components, *nimber);
    while (verdict == ZM_WON)
        verdict = width->decide(search, &components, ++*nimber);
    if (search != NULL)
        width->close(search);
    zm_list_free(&components);
    return verdict == ZM_LOST ? ZM_OK : zm_fail_memory(error);
}

static enum zm_status run_width(unsigned rows, unsigned columns, const struct zm_cram_width *width,
                                const char *name, struct zm_error *error)
{
    const struct zm_option options[] = {{"compute", "nimber"}};
    struct zm_question question;
    struct zm_run run;
    char board[32];
    uint32_t nimber = 0;
    double started = zm_bench_processor();
    snprintf(board, sizeof board, "%ux%u", rows, columns);
    enum zm_status status = zm_question_open(&question, "cram", board, options, 1, NULL, error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, error);
    if (status == ZM_OK)
        status = measure(&question, &run, width, rows, columns, &nimber, error);
    if (status == ZM_OK)
        printf("| %-5s | %-6s | %6u | %10llu | %9llu | %9.3f |\n", board, name, nimber,
               (unsigned long long)atomic_load(&run.nodes),
               (unsigned long long)zm_store_stats(run.store).entries,
               zm_bench_processor() - started);
    fflush(stdout);
    zm_question_close(&question);
    return status;
}

static enum zm_status run_widths(struct zm_error *error)
{
    static const unsigned boards[][2] = {{5, 7}, {4, 9}, {3, 14}, {5, 8}, {4, 11}, {5, 9}};
    enum zm_status status = ZM_OK;
    printf("| %-5s | %-6s | %6s | %10s | %9s | %9s |\n", "board", "width", "nimber", "nodes",
           "entries", "CPU s");
    puts("|---|---|---|---|---|---|");
    for (size_t i = 0; status == ZM_OK && i < sizeof boards / sizeof *boards; i++) {
        status = run_width(boards[i][0], boards[i][1], &zm_cram_width_64, "narrow", error);
        if (status == ZM_OK)
            status = run_width(boards[i][0], boards[i][1], &zm_cram_width_128, "wide", error);
    }
    return status;
}

const struct zm_benchmark zm_bench_cram_width = {
    .name = "cram-width",
    .summary = "Cram's engine with boards in words of 64 and of 128 bits",
    .run = run_widths,
};
