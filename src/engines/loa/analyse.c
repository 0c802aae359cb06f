/* A whole game of Lines of Action looked at: before each move the engine searches, and what a move
 * lost is the difference to what the position after it is worth. */
#include "engines/loa/analyse.h"

#include "engines/loa/base.h"

#include <stdlib.h>

static const struct zm_param analyse_params[] = {
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "300000",
     .min = 100,
     .max = 1000000000,
     .hint = "N",
     .help = "nodes of the search of each position"},
    {.name = "mistake",
     .kind = ZM_PARAM_INTEGER,
     .value = "100",
     .min = 1,
     .max = 10000,
     .hint = "HUNDREDTHS",
     .help = "what a move must lose to be called a mistake"},
    {0},
};

/* A game with what the searches say: the position before each move, and the last one. */
struct analysis {
    unsigned count; /* moves */
    struct loa_state states[LOA_LONGEST + 1];
    loa_step played[LOA_LONGEST], best[LOA_LONGEST];
    int worths[LOA_LONGEST + 1]; /* to the side to move */
};

/* Reads the moves; the game may go on after none that ends it. */
static enum zm_status read_game(const struct loa_base *base, const char *text,
                                struct analysis *analysis, struct zm_error *error)
{
    struct loa_board board;
    struct loa_undo undo;
    loa_start(&board, LOA_SIDE, LOA_ROWS);
    loa_state_set(base->tables, &board, &analysis->states[0]);
    for (unsigned i = 0; text[strspn(text, " ")] != 0; i++) {
        struct loa_state *state = &analysis->states[i];
        const char *before = text + strspn(text, " ");
        bool over = loa_connected(state, 0) || loa_connected(state, 1);
        if (i == LOA_LONGEST)
            return zm_fail(error, ZM_BAD_INPUT, "more than %d moves", LOA_LONGEST);
        loa_step step = over ? LOA_NO_STEP : loa_step_read(base->tables, state, &text);
        if (step == LOA_NO_STEP)
            return zm_fail(error, ZM_BAD_INPUT, "move %u, '%.5s', %s", i + 1, before,
                           over ? "comes after the end of the game" : "is not legal there");
        analysis->played[i] = step;
        analysis->states[i + 1] = *state;
        loa_make(base->tables, &analysis->states[i + 1], step, &undo);
        analysis->count = i + 1;
    }
    return analysis->count > 0
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT, "expected moves, as in 'b8-b6 a3-c3'");
}

/* What the last position is worth if the game is over there; false: it is not. */
static bool is_over(const struct loa_state *state, int *worth)
{
    bool own = loa_connected(state, state->turn), other = loa_connected(state, 1u - state->turn);
    *worth = own == other ? 0 : own ? LOA_WON : -LOA_WON;
    return own || other;
}

static enum zm_status search_game(struct loa_base *base, struct zm_run *run,
                                  struct analysis *analysis, struct zm_error *error)
{
    for (unsigned i = 0; i <= analysis->count; i++) {
        const struct loa_state *state = &analysis->states[i];
        if (i == analysis->count && is_over(state, &analysis->worths[i]))
            break;
        loa_step best = loa_base_choose(base, state, i, &analysis->worths[i]);
        if (i < analysis->count)
            analysis->best[i] = best;
        if (i < LOA_PAST)
            base->search->path[i] = loa_key(state);
        if (zm_run_poll(run, i, 0))
            return zm_fail(error, ZM_STOPPED, "stopped after %u of %u moves", i, analysis->count);
    }
    return ZM_OK;
}

/* A worth as people read it: a win or a loss, or hundredths. */
static void print_worth(int worth, struct zm_buffer *out)
{
    if (abs(worth) > LOA_GUESSED)
        zm_buffer_format(out, "%7s", worth > 0 ? "won" : "lost");
    else
        zm_buffer_format(out, "%+7.2f", worth / 100.0);
}

static void tell_game(const struct analysis *analysis, int mistake, struct zm_buffer *out)
{
    unsigned mistakes[2] = {0, 0};
    zm_buffer_text(out, " ply move     worth   best\n");
    for (unsigned i = 0; i < analysis->count; i++) {
        int worth = -analysis->worths[i + 1], best = analysis->worths[i];
        bool lost = best - worth >= mistake && analysis->best[i] != analysis->played[i];
        zm_buffer_format(out, "%4u ", i + 1);
        loa_step_print(analysis->played[i], out);
        print_worth(worth, out);
        if (lost && analysis->best[i] != LOA_NO_STEP) {
            zm_buffer_text(out, "   ");
            loa_step_print(analysis->best[i], out);
            print_worth(best, out);
            zm_buffer_text(out, "  a mistake");
            mistakes[analysis->states[i].turn]++;
        }
        zm_buffer_byte(out, '\n');
    }
    zm_buffer_format(out, "%u moves; mistakes: Black %u, White %u\n", analysis->count, mistakes[0],
                     mistakes[1]);
}

static enum zm_status run_analyse(const struct zm_settings *settings, const char *const *words,
                                  size_t count, struct zm_run *run, struct zm_buffer *out,
                                  struct zm_error *error)
{
    struct loa_weights weights;
    struct loa_base base;
    struct analysis *analysis = calloc(1, sizeof *analysis);
    (void)count;
    if (analysis == NULL)
        return zm_fail_memory(error);
    loa_weights_given(LOA_BY_SQUARES, &weights);
    enum zm_status status = loa_base_open(&base, &weights, 1, false, run, error);
    if (status == ZM_OK) {
        base.nodes = (uint64_t)zm_settings_integer(settings, "nodes");
        status = read_game(&base, words[0], analysis, error);
        if (status == ZM_OK)
            status = search_game(&base, run, analysis, error);
        loa_base_close(&base);
    }
    if (status == ZM_OK)
        tell_game(analysis, (int)zm_settings_integer(settings, "mistake"), out);
    free(analysis);
    return status;
}

const struct zm_tool zm_loa_analyse_tool = {
    .name = "analyse",
    .usage = "MOVES",
    .words = 1,
    .summary = "a whole game: what each move is worth, and which were mistakes",
    .details = "Example:\n  zermelo tool loa analyse 'b8-b6 a3-c3 c8-c5'\n",
    .params = analyse_params,
    .run = run_analyse,
};
