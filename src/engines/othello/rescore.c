/* Theoretical scores of the games of an archive, by the endgame solver; see rescore.h. */
#include "engines/othello/rescore.h"

#include "engines/othello/weights.h"

#include <stdlib.h>

enum { BATCH = 32, TABLE_EMPTY = 24 };

enum zm_status othello_theory(struct othello_solver *solver, const struct othello_line *line,
                              unsigned empty, struct zm_run *run, int *black,
                              struct zm_error *error)
{
    unsigned index = 0;
    while (index < line->count && othello_line_empty(line, index) > empty)
        index++;
    if (index == line->count)
        return othello_line_over(line, black)
                   ? ZM_OK
                   : zm_fail(error, ZM_BAD_INPUT, "the game ends with more than %u empty squares",
                             empty);
    int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
    if (!othello_solve(solver, line->bits[index], run, false, &lower, &upper))
        return zm_fail(error, ZM_STOPPED, "stopped; what was computed is in the archive");
    *black = line->turn[index] == 0 ? lower : -lower;
    return ZM_OK;
}

/* What a run keeps. */
struct work {
    struct zm_archive *archive;
    struct othello_solver solver;
    struct zm_run *run;
    struct zm_sheet sheet;
    struct zm_computed batch[BATCH];
    size_t count;
    struct othello_rescored *rescored;
};

static enum zm_status flush(struct work *work, struct zm_error *error)
{
    size_t count = work->count;
    work->count = 0;
    return count == 0 ? ZM_OK : zm_archive_compute(work->archive, work->batch, count, error);
}

/* Computes one game; one that cannot be is counted, not an error. */
static enum zm_status rescore(struct work *work, uint32_t game, struct zm_error *error)
{
    struct zm_archived_file file;
    struct othello_line line;
    uint32_t from;
    int black;
    enum zm_status status = zm_archive_sheet(work->archive, game, &work->sheet, &from, error);
    if (status != ZM_OK)
        return status;
    if (!zm_archive_file(work->archive, from, &file, NULL) || file.depth == 0 ||
        work->sheet.start.size > 0)
        status = ZM_BAD_INPUT;
    if (status == ZM_OK)
        status = othello_line_read(zm_buffer_string(&work->sheet.moves), &line, error);
    if (status == ZM_OK)
        status = othello_theory(&work->solver, &line, file.depth, work->run, &black, error);
    if (status == ZM_BAD_INPUT) {
        work->rescored->left_out++;
        return ZM_OK;
    }
    if (status != ZM_OK)
        return status;
    work->batch[work->count++] = (struct zm_computed){game, (int16_t)(2 * black)};
    work->rescored->computed++;
    return work->count == BATCH ? flush(work, error) : ZM_OK;
}

enum zm_status othello_rescore(struct zm_archive *archive, struct zm_filter *filter,
                               struct zm_run *run, struct othello_rescored *rescored,
                               struct zm_error *error)
{
    struct work work = {.archive = archive, .run = run, .rescored = rescored};
    struct othello_weights *weights = NULL;
    *rescored = (struct othello_rescored){0};
    if (zm_archive_game(archive) != &zm_othello)
        return zm_fail(error, ZM_BAD_INPUT, "theoretical scores are of games of Othello");
    enum zm_status status = othello_weights_load(NULL, &weights, error);
    if (status == ZM_OK && !othello_solver_open(&work.solver, 8, TABLE_EMPTY, run->memory_limit))
        status = zm_fail_memory(error);
    if (status != ZM_OK) {
        free(weights);
        return status;
    }
    work.solver.search.weights = weights;
    for (uint32_t game = 0; status == ZM_OK && game < zm_archive_count(archive); game++) {
        if (!zm_filter_takes(filter, game))
            continue;
        if ((zm_archive_summary(archive, game)->flags & ZM_ARCHIVED_COMPUTED) != 0)
            rescored->known++;
        else
            status = rescore(&work, game, error);
    }
    enum zm_status kept = flush(&work, status == ZM_OK ? error : NULL);
    zm_sheet_free(&work.sheet);
    othello_solver_close(&work.solver);
    free(weights);
    return status == ZM_OK ? kept : status;
}
