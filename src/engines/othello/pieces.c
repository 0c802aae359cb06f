/* Othello's piecework; see pieces.h. */
#include "engines/othello/pieces.h"

#include "engines/othello/rescore.h"
#include "engines/othello/samples.h"
#include "engines/othello/weights.h"

#include <stdio.h>
#include <stdlib.h>

enum { TABLE_EMPTY = 24, LABEL_EMPTY = 14, LINE_MOST = 400 };

struct pieces {
    struct othello_solver solver;
    struct othello_weights *weights; /* NULL: the solver needs none */
    struct othello_samples samples;
};

static void pieces_close(void *state)
{
    struct pieces *pieces = state;
    othello_samples_free(&pieces->samples);
    othello_solver_close(&pieces->solver);
    free(pieces->weights);
    free(pieces);
}

static enum zm_status pieces_open(unsigned empty, size_t memory, bool weighs, void **state,
                                  struct zm_error *error)
{
    struct pieces *pieces = calloc(1, sizeof *pieces);
    if (pieces == NULL)
        return zm_fail_memory(error);
    enum zm_status status = weighs ? othello_weights_load(NULL, &pieces->weights, error) : ZM_OK;
    if (status == ZM_OK && !othello_solver_open(&pieces->solver, 8, empty, memory))
        status = zm_fail_memory(error);
    if (status != ZM_OK) {
        free(pieces->weights);
        free(pieces);
        return status;
    }
    pieces->solver.search.weights = pieces->weights;
    pieces->samples.solver = &pieces->solver;
    *state = pieces;
    return ZM_OK;
}

static enum zm_status theory_open(size_t memory, void **state, struct zm_error *error)
{
    return pieces_open(TABLE_EMPTY, memory, true, state, error);
}

static enum zm_status label_open(size_t memory, void **state, struct zm_error *error)
{
    (void)memory;
    return pieces_open(LABEL_EMPTY, 0, false, state, error);
}

/* Has `one` answer each line of a piece with a line. */
static enum zm_status each_line(struct pieces *pieces, const char *piece, struct zm_run *run,
                                enum zm_status (*one)(struct pieces *pieces, const char *line,
                                                      struct zm_run *run, struct zm_buffer *answer,
                                                      struct zm_error *error),
                                struct zm_buffer *answer, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (const char *at = piece; *at != 0 && status == ZM_OK;) {
        size_t length = strcspn(at, "\n");
        char line[LINE_MOST];
        if (length >= sizeof line)
            return zm_fail(error, ZM_BAD_INPUT, "a game of a piece is longer than games are");
        memcpy(line, at, length);
        line[length] = 0;
        status = one(pieces, line, run, answer, error);
        zm_buffer_text(answer, status == ZM_BAD_INPUT ? "-\n" : "\n");
        status = status == ZM_BAD_INPUT ? ZM_OK : status;
        at += length + (at[length] == '\n');
    }
    return status;
}

static enum zm_status theory_line(struct pieces *pieces, const char *line, struct zm_run *run,
                                  struct zm_buffer *answer, struct zm_error *error)
{
    struct othello_line game;
    char *moves;
    int black;
    unsigned long empty = strtoul(line, &moves, 10);
    if (empty > 64)
        return ZM_BAD_INPUT;
    enum zm_status status = othello_line_read(moves, &game, error);
    if (status == ZM_OK)
        status = othello_theory(&pieces->solver, &game, (unsigned)empty, run, &black, error);
    if (status == ZM_OK)
        zm_buffer_format(answer, "%d", black);
    return status;
}

static enum zm_status theory_work(void *state, const char *piece, struct zm_run *run,
                                  struct zm_buffer *answer, struct zm_error *error)
{
    return each_line(state, piece, run, theory_line, answer, error);
}

static enum zm_status label_line(struct pieces *pieces, const char *line, struct zm_run *run,
                                 struct zm_buffer *answer, struct zm_error *error)
{
    uint8_t moves[OTHELLO_LINE_MOST];
    size_t count = 0;
    for (; line[2 * count] != 0 && count < sizeof moves; count++) {
        unsigned column = (unsigned)line[2 * count] - 'a',
                 row = (unsigned)line[2 * count + 1] - '1';
        if (row > 7 || column > 7)
            return ZM_BAD_INPUT;
        moves[count] = (uint8_t)(row * 8 + column);
    }
    pieces->samples.count = 0;
    enum zm_status status =
        othello_samples_game(&pieces->samples, moves, count, 0, OTHELLO_NO_THEORY, run, error);
    for (size_t i = 0; i < pieces->samples.count && status == ZM_OK; i++)
        if (pieces->samples.items[i].empty <= OTHELLO_SAMPLES_SOLVED)
            zm_buffer_format(answer, "%d ", pieces->samples.items[i].score);
    return status;
}

static enum zm_status label_work(void *state, const char *piece, struct zm_run *run,
                                 struct zm_buffer *answer, struct zm_error *error)
{
    return each_line(state, piece, run, label_line, answer, error);
}

const struct zm_piecework othello_theory_work = {
    .name = "theory",
    .game = &zm_othello,
    .open = theory_open,
    .close = pieces_close,
    .work = theory_work,
};

const struct zm_piecework othello_label_work = {
    .name = "label",
    .game = &zm_othello,
    .open = label_open,
    .close = pieces_close,
    .work = label_work,
};
