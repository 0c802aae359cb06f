/* The tool `train`: the tree search plays itself, and the strengths of features are fitted to the
 * moves that it chose. A fifth of the positions is kept apart, to see what the strengths foresee;
 * the file is learned from all. */
#include "engines/go/tools.h"

#include "base/file.h"
#include "engines/go/learn.h"
#include "engines/go/tree.h"

#include <math.h>
#include <stdlib.h>

enum { LOOK = 256, LONGEST = 110, OPENING = 4, TREE_MEMORY = 64 << 20, KOMI = 15 };

static const struct zm_param train_params[] = {
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "40",
     .min = 1,
     .max = 2000,
     .hint = "N",
     .help = "how many games are played"},
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "1500",
     .min = 10,
     .max = 1000000,
     .hint = "N",
     .help = "random games for each of their moves"},
    {.name = "size",
     .kind = ZM_PARAM_INTEGER,
     .value = "9",
     .min = 5,
     .max = 19,
     .hint = "N",
     .help = "side of the board"},
    {.name = "rounds",
     .kind = ZM_PARAM_INTEGER,
     .value = "25",
     .min = 1,
     .max = 1000,
     .hint = "N",
     .help = "how often the strengths are fitted"},
    {0},
};

/* One who plays against itself. */
struct school {
    struct go_tree tree;
    struct go_manner manner;
    struct go_patterns patterns;
    struct go_weights weights;
    struct go_worker worker;
    struct goban board;
    uint64_t past[LONGEST];
    struct go_choices choices;
};

static enum zm_status open_school(struct school *school, uint64_t seed, struct zm_error *error)
{
    enum zm_status status = go_weights_read(NULL, &school->weights, error);
    if (status == ZM_OK && !go_tree_open(&school->tree, TREE_MEMORY))
        status = zm_fail_memory(error);
    go_patterns_make(&school->patterns);
    school->manner = go_usual_manner;
    school->manner.policy = go_usual_policy;
    school->manner.komi = KOMI;
    school->worker.tree = &school->tree;
    school->worker.manner = &school->manner;
    school->worker.patterns = &school->patterns;
    school->worker.weights = &school->weights;
    school->worker.root = &school->board;
    school->worker.path.past = school->past;
    school->worker.lots.state = seed;
    return status;
}

/* Legal moves that fill no eye, the pass not among them. */
static unsigned list_moves(const struct goban *board, uint16_t *moves)
{
    unsigned count = 0;
    for (unsigned i = 0; i < board->empties; i++) {
        uint16_t point = board->empty[i];
        if (!goban_is_eye(board, point, board->turn) && goban_is_legal(board, point))
            moves[count++] = point;
    }
    return count;
}

/* Searches the position, and adds the choice to what is learned from; false: there is no memory. */
static bool choose(struct school *school, uint64_t nodes, struct zm_run *run, uint16_t *chosen)
{
    uint16_t moves[GO_POINTS + 1];
    unsigned count = list_moves(&school->board, moves);
    moves[count] = GOBAN_PASS;
    go_tree_clear(&school->tree);
    if (!go_tree_grow_root(&school->worker, moves, count + 1))
        return false;
    for (uint64_t i = 0; i < nodes && (i % LOOK != 0 || !zm_run_look(run)); i++)
        go_tree_round(&school->worker);
    *chosen = school->tree.nodes[go_tree_best(&school->tree, 0)].move;
    return *chosen == GOBAN_PASS ||
           go_choices_add(&school->choices, &school->board, moves, count, *chosen);
}

static enum zm_status play_game(struct school *school, const struct zm_settings *settings,
                                struct zm_run *run, struct zm_error *error)
{
    unsigned size = (unsigned)zm_settings_integer(settings, "size");
    uint64_t nodes = (uint64_t)zm_settings_integer(settings, "nodes");
    struct goban *board = &school->board;
    goban_start(board, size, size);
    for (unsigned i = 0; i < LONGEST && board->passes < 2; i++) {
        uint16_t move = GOBAN_PASS;
        school->past[i] = go_superko_key(board->key, board->turn, false);
        school->worker.path.past_count = i;
        if (i < OPENING)
            move = goban_random_move(board, &school->worker.lots);
        else if (!choose(school, nodes, run, &move))
            return zm_fail_memory(error);
        if (zm_run_look(run))
            return zm_fail(error, ZM_STOPPED, "stopped: nothing is written");
        goban_play(board, move);
    }
    return ZM_OK;
}

static void say(struct zm_buffer *out, const char *which, struct go_foresight foresight)
{
    zm_buffer_format(out,
                     "%-12s chosen moves have probability %.3f (geometric mean), "
                     "%.1f %% come first\n",
                     which, exp(foresight.log_likelihood), 100 * foresight.first);
}

static enum zm_status learn(struct school *school, unsigned rounds, struct zm_buffer *out,
                            struct zm_buffer *file, struct zm_error *error)
{
    const struct go_choices *choices = &school->choices;
    size_t kept = choices->count * 4 / 5;
    struct go_weights *weights = &school->weights;
    go_weights_clear(weights);
    bool good = go_learn(choices, 0, kept, rounds, weights);
    if (good) {
        say(out, "learned from", go_foresee(choices, 0, kept, weights));
        say(out, "kept apart", go_foresee(choices, kept, choices->count, weights));
        go_weights_clear(weights);
        good = go_learn(choices, 0, choices->count, rounds, weights);
    }
    go_weights_write(weights, file);
    return good && !file->failed ? ZM_OK : zm_fail_memory(error);
}

static enum zm_status run_train(const struct zm_settings *settings, const char *const *words,
                                size_t count, struct zm_run *run, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct school *school = calloc(1, sizeof *school);
    struct zm_buffer file = {0};
    int64_t games = zm_settings_integer(settings, "games");
    (void)count;
    if (school == NULL)
        return zm_fail_memory(error);
    enum zm_status status = open_school(school, run->seed, error);
    for (int64_t i = 0; status == ZM_OK && i < games; i++)
        status = play_game(school, settings, run, error);
    if (status == ZM_OK) {
        zm_buffer_format(out, "%lld games, %zu moves\n", (long long)games, school->choices.count);
        status =
            learn(school, (unsigned)zm_settings_integer(settings, "rounds"), out, &file, error);
    }
    if (status == ZM_OK)
        status = zm_file_write(words[0], zm_buffer_bytes(&file), error);
    go_choices_free(&school->choices);
    go_tree_close(&school->tree);
    zm_buffer_free(&file);
    free(school);
    return status;
}

const struct zm_tool go_train_tool = {
    .name = "train",
    .usage = "FILE",
    .words = 1,
    .summary =
        "learns the strengths of moves from games of the tree search, and writes them to FILE",
    .details = "Example:\n  zermelo train go my.weights --games 40 --nodes 1500\n"
               "  zermelo play go 9x9 --player go --weights my.weights\n",
    .params = train_params,
    .run = run_train,
};
