/* zermelo tool loa problems: positions "X wins in n" out of games of the program with itself. A
 * problem has one first move that wins within n plies, no win is shorter, and df-pn, which knows no
 * distances, proves the win as well. */
#include "engines/loa/problems.h"

#include "base/file.h"
#include "engines/loa/base.h"
#include "engines/loa/prove.h"

#include <stdlib.h>

enum { MOST_PLIES = 9, MOST_NODES = 4000000, PROVER_MEMORY = 64 << 20, PROOF_NODES = 2000000 };

static const struct zm_param problems_params[] = {
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "100",
     .min = 1,
     .max = 100000,
     .hint = "N",
     .help = "games to take them from"},
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .value = "3",
     .min = 1,
     .max = 12,
     .hint = "N",
     .help = "plies looked ahead in the games"},
    {.name = "least",
     .kind = ZM_PARAM_INTEGER,
     .value = "3",
     .min = 1,
     .max = MOST_PLIES,
     .hint = "PLIES",
     .help = "wins in so many plies at least"},
    {.name = "most",
     .kind = ZM_PARAM_INTEGER,
     .value = "5",
     .min = 1,
     .max = MOST_PLIES,
     .hint = "PLIES",
     .help = "and at most"},
    {0},
};

struct making {
    struct loa_base base;
    struct loa_prover *prover;
    struct zm_run *run;
    unsigned least, most, found;
    struct zm_buffer text;
};

/* Is `first` the only move that wins within so many plies? */
static bool is_only(const struct making *making, const struct loa_state *state, loa_step first,
                    unsigned plies)
{
    loa_step moves[LOA_MOVES], reply;
    struct loa_state next = *state;
    struct loa_undo undo;
    unsigned count = loa_generate(making->base.tables, state, moves);
    for (unsigned i = 0; i < count; i++) {
        uint64_t nodes = 0;
        if (moves[i] == first)
            continue;
        loa_make(making->base.tables, &next, moves[i], &undo);
        bool open = !loa_connected(&next, 0) && !loa_connected(&next, 1);
        /* The other side holds when some reply of it leaves no win. */
        bool wins = open && loa_mobility(&next) > 0;
        loa_step replies[LOA_MOVES];
        unsigned reply_count = wins ? loa_generate(making->base.tables, &next, replies) : 0;
        for (unsigned k = 0; wins && k < reply_count; k++) {
            struct loa_undo again;
            loa_make(making->base.tables, &next, replies[k], &again);
            bool won = loa_connected(&next, state->turn) && !loa_connected(&next, 1u - state->turn);
            bool over = loa_connected(&next, 0) || loa_connected(&next, 1);
            wins = won || (!over && loa_wins_within(making->base.tables, &making->base.rules, &next,
                                                    plies - 2, &reply, &nodes, MOST_NODES));
            loa_unmake(making->base.tables, &next, replies[k], &again);
        }
        loa_unmake(making->base.tables, &next, moves[i], &undo);
        if (wins || nodes >= MOST_NODES)
            return false;
    }
    return true;
}

/* Adds a position when it is a problem. */
static void look_at(struct making *making, const struct loa_state *state)
{
    struct loa_state here = *state;
    struct loa_board board;
    struct zm_buffer position = {0};
    loa_step first = LOA_NO_STEP;
    unsigned plies = 0, length;
    for (uint64_t nodes = 0; plies < making->most && nodes < MOST_NODES;)
        if (loa_wins_within(making->base.tables, &making->base.rules, &here, ++plies, &first,
                            &nodes, MOST_NODES))
            break;
    if (first == LOA_NO_STEP || plies < making->least || !is_only(making, state, first, plies) ||
        loa_prove(making->prover, state, false, PROOF_NODES, making->run, &length) != LOA_PROVED)
        return;
    loa_state_get(making->base.tables, state, &board);
    loa_write(&board, &position);
    struct loa_move move = loa_step_to_move(making->base.tables, first);
    loa_print(&making->base.rules, zm_buffer_bytes(&position), &making->text);
    zm_buffer_format(&making->text, "; %u; ", plies);
    loa_name(NULL, zm_buffer_bytes(&position), zm_bytes(&move, 2), &making->text);
    zm_buffer_byte(&making->text, '\n');
    zm_buffer_free(&position);
    making->found++;
}

/* Plays one game, and looks at its last positions but the very last. */
static enum zm_status look_at_game(struct making *making, struct zm_random *random,
                                   struct zm_error *error)
{
    enum { LONGEST = 200 };
    struct loa_state states[LONGEST];
    struct zm_buffer line = {0};
    unsigned count = 0;
    enum zm_status status = loa_base_play(&making->base, random, 6, &line, error);
    if (status == ZM_OK)
        status = loa_base_replay(&making->base, zm_buffer_string(&line), states, NULL, LONGEST,
                                 &count, error);
    unsigned first = count > making->most + 2 ? count - making->most - 2 : 0;
    for (unsigned i = first, before = making->found; i < count && making->found == before; i++)
        look_at(making, &states[i]);
    zm_buffer_free(&line);
    return status;
}

static enum zm_status make_problems(struct making *making, const struct zm_settings *settings,
                                    struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    int64_t games = zm_settings_integer(settings, "games");
    zm_buffer_text(&making->text, "# Position; the side to move wins in so many plies; by this "
                                  "move alone. Made by zermelo tool loa problems.\n");
    for (int64_t i = 0; status == ZM_OK && i < games && !zm_run_look(making->run); i++) {
        struct zm_random random = zm_random_seeded(making->run->seed + (uint64_t)i);
        status = look_at_game(making, &random, error);
    }
    return status;
}

static enum zm_status run_problems(const struct zm_settings *settings, const char *const *words,
                                   size_t count, struct zm_run *run, struct zm_buffer *out,
                                   struct zm_error *error)
{
    struct making making = {.run = run,
                            .least = (unsigned)zm_settings_integer(settings, "least"),
                            .most = (unsigned)zm_settings_integer(settings, "most")};
    struct loa_weights weights;
    (void)count;
    loa_weights_given(LOA_OWN, &weights);
    enum zm_status status =
        loa_base_open(&making.base, &weights, (unsigned)zm_settings_integer(settings, "depth"),
                      false, run, error);
    if (status != ZM_OK)
        return status;
    making.prover = loa_prover_open(making.base.tables, &making.base.rules, PROVER_MEMORY);
    status =
        making.prover == NULL ? zm_fail_memory(error) : make_problems(&making, settings, error);
    if (status == ZM_OK)
        status = making.text.failed ? zm_fail_memory(error)
                                    : zm_file_write(words[0], zm_buffer_bytes(&making.text), error);
    if (status == ZM_OK)
        zm_buffer_format(out, "%u problems\n", making.found);
    loa_prover_close(making.prover);
    loa_base_close(&making.base);
    zm_buffer_free(&making.text);
    return status;
}

const struct zm_tool zm_loa_problems_tool = {
    .name = "problems",
    .usage = "FILE",
    .words = 1,
    .summary = "problems 'wins in n' of Lines of Action, made and proved",
    .details =
        "Example:\n  zermelo tool loa problems problems.txt --games 200 --least 3 --most 5\n",
    .params = problems_params,
    .run = run_problems,
};
