/* Theoretical scores of the games of an archive, by the endgame solver; see rescore.h. */
#include "engines/othello/rescore.h"

#include "engines/othello/pieces.h"
#include "engines/othello/weights.h"

#include <stdio.h>
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

/* Keeps the score of a game. */
static enum zm_status keep(struct work *work, uint32_t game, int black, struct zm_error *error)
{
    work->batch[work->count++] = (struct zm_computed){game, (int16_t)(2 * black)};
    work->rescored->computed++;
    return work->count == BATCH ? flush(work, error) : ZM_OK;
}

/* Reads a game into the sheet, and the depth of its score; 0: it has none. */
static enum zm_status read_game(struct work *work, uint32_t game, unsigned *depth,
                                struct zm_error *error)
{
    struct zm_archived_file file;
    uint32_t from;
    enum zm_status status = zm_archive_sheet(work->archive, game, &work->sheet, &from, error);
    bool has = status == ZM_OK && zm_archive_file(work->archive, from, &file, NULL) &&
               work->sheet.start.size == 0;
    *depth = has ? file.depth : 0;
    return status;
}

/* Computes one game; one that cannot be is counted, not an error. */
static enum zm_status rescore(struct work *work, uint32_t game, struct zm_error *error)
{
    struct othello_line line;
    unsigned depth;
    int black;
    enum zm_status status = read_game(work, game, &depth, error);
    if (status != ZM_OK)
        return status;
    if (depth == 0)
        status = ZM_BAD_INPUT;
    if (status == ZM_OK)
        status = othello_line_read(zm_buffer_string(&work->sheet.moves), &line, error);
    if (status == ZM_OK)
        status = othello_theory(&work->solver, &line, depth, work->run, &black, error);
    if (status == ZM_BAD_INPUT) {
        work->rescored->left_out++;
        return ZM_OK;
    }
    return status == ZM_OK ? keep(work, game, black, error) : status;
}

/* -- by others -- */

struct pieces {
    struct work *work;
    struct zm_list texts;
    struct zm_buffer games; /* uint32_t, one for each text */
    enum zm_status status;
    struct zm_error *error;
};

static void hear(void *context, size_t piece, const char *answer)
{
    struct pieces *pieces = context;
    uint32_t game;
    char *end;
    memcpy(&game, pieces->games.data + piece * sizeof game, sizeof game);
    long black = strtol(answer, &end, 10);
    if (end == answer || black < -OTHELLO_MOST || black > OTHELLO_MOST)
        pieces->work->rescored->left_out++;
    else if (pieces->status == ZM_OK)
        pieces->status = keep(pieces->work, game, (int)black, pieces->error);
}

/* Writes a game as a piece, unless its score is known; what is said of the whole is hashed. */
static enum zm_status add_piece(struct pieces *pieces, uint32_t game, uint64_t *hash,
                                struct zm_error *error)
{
    struct work *work = pieces->work;
    unsigned depth;
    enum zm_status status = read_game(work, game, &depth, error);
    work->rescored->left_out += status == ZM_OK && depth == 0;
    if (status != ZM_OK || depth == 0)
        return status;
    *hash = 31 * *hash + zm_bytes_hash(zm_buffer_bytes(&work->sheet.moves));
    if ((zm_archive_summary(work->archive, game)->flags & ZM_ARCHIVED_COMPUTED) != 0) {
        work->rescored->known++;
        return ZM_OK;
    }
    zm_buffer_format(&pieces->texts.bytes, "%u %s", depth, zm_buffer_string(&work->sheet.moves));
    zm_buffer_byte(&pieces->texts.bytes, 0);
    zm_list_close(&pieces->texts);
    zm_buffer_add(&pieces->games, &game, sizeof game);
    return zm_list_failed(&pieces->texts) || pieces->games.failed ? zm_fail_memory(error) : ZM_OK;
}

/* Has those who help the run compute all games: a game is a piece. */
static enum zm_status rescore_elsewhere(struct work *work, struct zm_filter *filter,
                                        struct zm_error *error)
{
    struct pieces pieces = {.work = work, .error = error};
    uint64_t hash = 0;
    uint32_t taken = 0;
    char about[60];
    enum zm_status status = ZM_OK;
    for (uint32_t game = 0; status == ZM_OK && game < zm_archive_count(work->archive); game++) {
        if (!zm_filter_takes(filter, game))
            continue;
        status = add_piece(&pieces, game, &hash, error);
        taken++;
    }
    snprintf(about, sizeof about, "%u games, %016llx", taken, (unsigned long long)hash);
    if (status == ZM_OK && pieces.texts.count > 0)
        status = work->run->helpers->work(work->run->helpers->context, &othello_theory_work, about,
                                          &pieces.texts, hear, &pieces, error);
    status = status == ZM_OK ? pieces.status : status;
    enum zm_status kept = flush(work, status == ZM_OK ? error : NULL);
    zm_list_free(&pieces.texts);
    zm_buffer_free(&pieces.games);
    zm_sheet_free(&work->sheet);
    return status == ZM_OK ? kept : status;
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
    if (run->helpers != NULL)
        return rescore_elsewhere(&work, filter, error);
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
