/* Games to learn from; see base.h. */
#include "engines/loa/base.h"

#include <stdio.h>
#include <stdlib.h>

enum { TABLE = 16 << 20 };

enum zm_status loa_base_open(struct loa_base *base, const struct loa_weights *weights,
                             unsigned depth, bool leaves, struct zm_run *run,
                             struct zm_error *error)
{
    *base = (struct loa_base){.depth = depth, .leaves = leaves, .rules = {.repetition = 3}};
    base->tables = loa_tables_make(LOA_SIDE);
    base->evaluator = loa_evaluator_make(weights);
    base->search = calloc(1, sizeof *base->search);
    base->transpositions = zm_transpositions_open(TABLE);
    if (base->tables == NULL || base->evaluator == NULL || base->search == NULL ||
        base->transpositions == NULL) {
        loa_base_close(base);
        return zm_fail_memory(error);
    }
    *base->search =
        (struct loa_search){.tables = base->tables,
                            .evaluator = base->evaluator,
                            .rules = &base->rules,
                            .parts = {true, true, true, true, true, true, true, true, true, true},
                            .transpositions = base->transpositions,
                            .run = run};
    return ZM_OK;
}

void loa_base_close(struct loa_base *base)
{
    free(base->tables);
    free(base->evaluator);
    free(base->search);
    zm_transpositions_close(base->transpositions);
    *base = (struct loa_base){0};
}

static void set_start(const struct loa_base *base, struct loa_state *state)
{
    struct loa_board board;
    loa_start(&board, LOA_SIDE, LOA_ROWS);
    loa_state_set(base->tables, &board, state);
}

/* Is the game over after a move? The result is for Black. */
static bool is_over(const struct loa_state *state, float *result)
{
    bool black = loa_connected(state, 0), white = loa_connected(state, 1);
    *result = black && white ? 0 : black ? 1 : -1;
    return black || white;
}

loa_step loa_base_choose(struct loa_base *base, const struct loa_state *state, unsigned past,
                         int *worth)
{
    struct loa_search *search = base->search;
    unsigned deepest = base->nodes > 0 ? LOA_DEEPEST : base->depth;
    loa_step step = LOA_NO_STEP;
    search->state = *state;
    search->past = past < LOA_PAST ? past : 0;
    search->budget = base->nodes > 0 ? search->nodes + base->nodes : 0;
    *worth = 0;
    for (unsigned depth = 1; depth <= deepest && abs(*worth) <= LOA_GUESSED; depth++) {
        int found = loa_search_root(search, depth, -LOA_INFINITE, LOA_INFINITE);
        if (search->stopped)
            break;
        *worth = found;
        step = search->lines[0].count > 0 ? search->lines[0].moves[0] : LOA_NO_STEP;
    }
    search->stopped = zm_run_stopped(search->run);
    return step;
}

void loa_step_print(loa_step step, struct zm_buffer *text)
{
    zm_buffer_format(text, "%c%u-%c%u", 'a' + loa_from(step) % LOA_SIDE,
                     LOA_SIDE - loa_from(step) / LOA_SIDE, 'a' + loa_to(step) % LOA_SIDE,
                     LOA_SIDE - loa_to(step) / LOA_SIDE);
}

enum zm_status loa_base_play(struct loa_base *base, struct zm_random *random, unsigned by_lot,
                             struct zm_buffer *text, struct zm_error *error)
{
    struct zm_buffer moves = {0};
    struct loa_state state;
    struct loa_undo undo;
    loa_step steps[LOA_MOVES];
    float result = 0;
    set_start(base, &state);
    zm_transpositions_age(base->transpositions);
    for (unsigned ply = 0; ply < LOA_LONGEST; ply++) {
        unsigned count = loa_generate(base->tables, &state, steps);
        int worth = 0;
        loa_step step = count == 0     ? LOA_NO_STEP
                        : ply < by_lot ? steps[zm_random_below(random, count)]
                                       : loa_base_choose(base, &state, ply, &worth);
        result = 0;
        if (step == LOA_NO_STEP)
            break;
        if (ply < LOA_PAST)
            base->search->path[ply] = loa_key(&state);
        zm_buffer_byte(&moves, ' ');
        loa_step_print(step, &moves);
        if (ply >= by_lot)
            zm_buffer_format(&moves, ":%d", worth);
        loa_make(base->tables, &state, step, &undo);
        if (is_over(&state, &result))
            break;
    }
    zm_buffer_format(text, "%c%s\n",
                     result > 0   ? '+'
                     : result < 0 ? '-'
                                  : '=',
                     zm_buffer_string(&moves));
    bool failed = text->failed || moves.failed;
    zm_buffer_free(&moves);
    return failed ? zm_fail_memory(error) : ZM_OK;
}

/* The end of the principal variation of a position; false: it ends the game. */
static bool find_leaf(struct loa_base *base, struct loa_state *state)
{
    struct loa_undo undo;
    base->search->past = 0;
    base->search->state = *state;
    int worth = 0;
    for (unsigned depth = 1; depth <= base->depth; depth++)
        worth = loa_search_root(base->search, depth, -LOA_INFINITE, LOA_INFINITE);
    const struct loa_line *line = &base->search->lines[0];
    for (unsigned i = 0; i < line->count && line->moves[i] != LOA_PASSING; i++)
        loa_make(base->tables, state, line->moves[i], &undo);
    return abs(worth) <= LOA_GUESSED && !loa_connected(state, 0) && !loa_connected(state, 1);
}

loa_step loa_step_read(const struct loa_tables *tables, const struct loa_state *state,
                       const char **line)
{
    unsigned from[2], to[2];
    char columns[2];
    int length = 0;
    if (sscanf(*line, " %c%1u-%c%1u%n", &columns[0], &from[1], &columns[1], &to[1], &length) != 4)
        return LOA_NO_STEP;
    from[0] = (unsigned)(columns[0] - 'a');
    to[0] = (unsigned)(columns[1] - 'a');
    if (from[0] >= LOA_SIDE || to[0] >= LOA_SIDE || from[1] - 1 >= LOA_SIDE ||
        to[1] - 1 >= LOA_SIDE)
        return LOA_NO_STEP;
    loa_step step = (loa_step)((LOA_SIDE - from[1]) * LOA_SIDE + from[0] +
                               ((LOA_SIDE - to[1]) * LOA_SIDE + to[0]) * LOA_FRAME);
    *line += length;
    return loa_is_legal(tables, state, step) ? step : LOA_NO_STEP;
}

/* Adds one position of a game. */
static bool add_position(struct loa_base *base, const struct loa_state *state,
                         const struct loa_evaluator *taught, float result,
                         struct loa_samples *samples)
{
    struct loa_state shown = *state;
    if (base->leaves && !find_leaf(base, &shown))
        return true;
    return loa_samples_add(samples, taught, base->tables, &shown, false, result);
}

/* Reads the worth beside a move, if there is one. */
static int read_worth(const char **line)
{
    int worth = 0, length = 0;
    if (sscanf(*line, ":%6d%n", &worth, &length) != 1)
        return LOA_INFINITE;
    *line += length;
    return worth;
}

enum zm_status loa_base_replay(const struct loa_base *base, const char *line,
                               struct loa_state *states, int *worths, unsigned most,
                               unsigned *count, struct zm_error *error)
{
    struct loa_state state;
    struct loa_undo undo;
    set_start(base, &state);
    line += *line != 0;
    for (*count = 0; line[strspn(line, " \n")] != 0 && *count < most; (*count)++) {
        const char *before = line + strspn(line, " ");
        loa_step step = loa_step_read(base->tables, &state, &line);
        if (step == LOA_NO_STEP)
            return zm_fail(error, ZM_BAD_INPUT, "move %u, '%.5s', is not legal there", *count + 1,
                           before);
        int worth = read_worth(&line);
        if (worths != NULL)
            worths[*count] = worth;
        states[*count] = state;
        loa_make(base->tables, &state, step, &undo);
    }
    return ZM_OK;
}

enum zm_status loa_base_read(const struct loa_base *base, const char *line, unsigned number,
                             struct loa_state *states, int *worths, unsigned *count, float *result,
                             struct zm_error *error)
{
    *result = line[0] == '+' ? 1 : line[0] == '-' ? -1 : 0;
    if (line[0] == 0 || strchr("+-=", line[0]) == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "game %u begins with '%.1s'; expected +, - or =", number, line);
    enum zm_status status = loa_base_replay(base, line, states, worths, LOA_LONGEST, count, error);
    if (status != ZM_OK)
        zm_error_context(error, "game %u", number);
    return status;
}

enum zm_status loa_base_sample(struct loa_base *base, const char *line, unsigned number,
                               const struct loa_evaluator *taught, struct loa_samples *samples,
                               struct zm_error *error)
{
    struct loa_state states[LOA_LONGEST];
    unsigned count = 0;
    size_t first = samples->count;
    float result;
    enum zm_status status = loa_base_read(base, line, number, states, NULL, &count, &result, error);
    if (status != ZM_OK)
        return status;
    for (unsigned ply = LOA_QUIET; ply < count; ply++)
        if (!add_position(base, &states[ply], taught, result, samples))
            return zm_fail_memory(error);
    if (samples->count > first)
        samples->items[samples->count - 1].last = true;
    return ZM_OK;
}
