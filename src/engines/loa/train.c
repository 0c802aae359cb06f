/* zermelo train loa: plays games, learns an evaluation from them, and writes its weights. */
#include "engines/loa/train.h"

#include "base/file.h"
#include "engines/loa/base.h"
#include "engines/loa/squares_learn.h"

#include <stdlib.h>

enum { KEPT_BACK = 20 /* one game of so many is not taught to the network over squares */ };

static const struct zm_param train_params[] = {
    {.name = "evaluation",
     .kind = ZM_PARAM_CHOICE,
     .value = "own",
     .choices = "squares|own|network|linear",
     .hint = "WHICH",
     .help = "what learns"},
    {.name = "by",
     .kind = ZM_PARAM_CHOICE,
     .choices = "squares|own|network|linear",
     .hint = "WHICH",
     .help = "whose games: the evaluation that plays them, if it is another"},
    {.name = "from",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "weights to begin with, instead of the program's"},
    {.name = "fresh",
     .kind = ZM_PARAM_FLAG,
     .help = "begin with small weights by lot, not with the program's (networks only)"},
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "600",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "games to play"},
    {.name = "base",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "games to learn from as well, one on each line"},
    {.name = "keep", .kind = ZM_PARAM_FILE, .hint = "FILE", .help = "write the games played there"},
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .value = "3",
     .min = 1,
     .max = 12,
     .hint = "N",
     .help = "plies looked ahead in the games"},
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 100000000,
     .hint = "N",
     .help = "nodes of each move of the games, instead of a depth"},
    {.name = "by-lot",
     .kind = ZM_PARAM_INTEGER,
     .value = "6",
     .min = 0,
     .max = 100,
     .hint = "N",
     .help = "moves by lot at the start of each game"},
    {.name = "method",
     .kind = ZM_PARAM_CHOICE,
     .value = "directed",
     .choices = "directed|leaf",
     .hint = "WHICH",
     .help = "teach the positions of games, or the ends of their principal variations (TDLeaf)"},
    {.name = "lambda",
     .kind = ZM_PARAM_INTEGER,
     .value = "90",
     .min = 0,
     .max = 100,
     .hint = "PERCENT",
     .help = "0: learn from the next position's worth; 100: from the result"},
    {.name = "passes",
     .kind = ZM_PARAM_INTEGER,
     .value = "500",
     .min = 0,
     .max = 100000,
     .hint = "N",
     .help = "how often the games are replayed"},
    {.name = "learner",
     .kind = ZM_PARAM_CHOICE,
     .value = "rprop",
     .choices = "rprop|gradient",
     .hint = "WHICH",
     .help = "how weights change"},
    {.name = "hidden",
     .kind = ZM_PARAM_INTEGER,
     .value = "2",
     .min = 1,
     .max = LOA_HIDDEN_MOST,
     .hint = "N",
     .help = "hidden neurons of the network"},
    {0},
};

/* What a training works with. */
struct training {
    const struct zm_settings *settings;
    struct zm_run *run;
    struct loa_weights weights;
    struct loa_evaluator *taught;
    struct loa_base base;
    struct loa_samples samples;
    struct loa_shown_list shown; /* instead, for the network over squares */
    struct zm_buffer games;      /* lines */
    unsigned game_count;
};

static enum loa_kind kind_of(const struct zm_settings *settings, const char *name,
                             enum loa_kind otherwise)
{
    for (unsigned i = 0; loa_kinds[i] != NULL; i++)
        if (zm_settings_is(settings, name, loa_kinds[i]))
            return (enum loa_kind)i;
    return otherwise;
}

/* Small weights by lot, for what learns from nothing. */
static enum zm_status draw_weights(struct training *training, struct zm_error *error)
{
    struct zm_random random = zm_random_seeded(training->run->seed);
    struct loa_net net;
    if (training->weights.kind == LOA_BY_SQUARES) {
        loa_net_draw(&net, &random);
        memcpy(training->weights.values, &net, sizeof net);
        return ZM_OK;
    }
    if (training->weights.kind != LOA_NETWORK)
        return zm_fail(error, ZM_BAD_INPUT, "--fresh: only squares and network can begin so");
    for (unsigned i = 0; i < LOA_NETWORK_WEIGHTS; i++)
        training->weights.values[i] = (float)zm_random_below(&random, 1001) / 1000 - 0.5f;
    return ZM_OK;
}

static enum zm_status open_training(struct training *training, struct zm_error *error)
{
    const struct zm_settings *settings = training->settings;
    enum loa_kind kind = kind_of(settings, "evaluation", LOA_OWN);
    struct loa_weights playing;
    const char *path = zm_settings_text(settings, "from");
    enum zm_status status = ZM_OK;
    loa_weights_given(kind, &training->weights);
    if (path != NULL) {
        struct zm_buffer text = {0};
        status = zm_file_read_text(path, ZM_FILE_PLAIN, ZM_FILE_HAND_MOST, NULL, &text, error);
        if (status == ZM_OK)
            status = loa_weights_parse(zm_buffer_string(&text), path, &training->weights, error);
        zm_buffer_free(&text);
        if (status == ZM_OK && training->weights.kind != kind)
            status = zm_fail(error, ZM_BAD_INPUT, "--from %s: weights of '%s', not of '%s'", path,
                             loa_kinds[training->weights.kind], loa_kinds[kind]);
    }
    playing = training->weights;
    if (status == ZM_OK && zm_settings_flag(settings, "fresh"))
        status = draw_weights(training, error);
    if (kind_of(settings, "by", kind) != kind)
        loa_weights_given(kind_of(settings, "by", kind), &playing);
    if (status != ZM_OK)
        return status;
    training->taught = loa_evaluator_make(&training->weights);
    if (training->taught == NULL)
        return zm_fail_memory(error);
    status =
        loa_base_open(&training->base, &playing, (unsigned)zm_settings_integer(settings, "depth"),
                      zm_settings_is(settings, "method", "leaf"), training->run, error);
    training->base.nodes = (uint64_t)zm_settings_integer(settings, "nodes");
    return status;
}

/* Plays the games that are asked for. */
static enum zm_status play_games(struct training *training, struct zm_error *error)
{
    const struct zm_settings *settings = training->settings;
    int64_t games = zm_settings_integer(settings, "games");
    unsigned by_lot = (unsigned)zm_settings_integer(settings, "by-lot");
    enum zm_status status = ZM_OK;
    for (int64_t i = 0; status == ZM_OK && i < games; i++) {
        struct zm_random random = zm_random_seeded(training->run->seed + (uint64_t)i);
        status = loa_base_play(&training->base, &random, by_lot, &training->games, error);
        if (status == ZM_OK && zm_run_poll(training->run, (size_t)i, 0))
            status = zm_fail(error, ZM_STOPPED, "stopped after %lld games; nothing was written",
                             (long long)i);
    }
    const char *path = zm_settings_text(settings, "keep");
    if (status == ZM_OK && path != NULL)
        status = zm_file_write(path, zm_buffer_bytes(&training->games), error);
    return status;
}

/* Adds the positions of a game for the network over squares. */
static enum zm_status show_game(struct training *training, const char *line, struct zm_error *error)
{
    double lambda = (double)zm_settings_integer(training->settings, "lambda") / 100;
    struct loa_state states[LOA_LONGEST];
    int worths[LOA_LONGEST];
    unsigned count = 0;
    float result = 0;
    enum zm_status status = loa_base_read(&training->base, line, training->game_count, states,
                                          worths, &count, &result, error);
    if (status == ZM_OK && !loa_shown_add(&training->shown, states, worths, LOA_QUIET, count,
                                          result, lambda, training->game_count % KEPT_BACK == 0))
        status = zm_fail_memory(error);
    return status;
}

/* Adds the games of a file, and makes samples of all. */
static enum zm_status read_games(struct training *training, struct zm_error *error)
{
    const char *path = zm_settings_text(training->settings, "base");
    enum zm_status status = ZM_OK;
    char *rest = NULL;
    if (path != NULL)
        status = zm_file_read_text(path, ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, training->run,
                                   &training->games, error);
    char *line = status == ZM_OK && training->games.size > 0
                     ? strtok_r((char *)training->games.data, "\n", &rest)
                     : NULL;
    for (; status == ZM_OK && line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        training->game_count++;
        status = training->weights.kind == LOA_BY_SQUARES
                     ? show_game(training, line, error)
                     : loa_base_sample(&training->base, line, training->game_count,
                                       training->taught, &training->samples, error);
        if (status == ZM_OK && zm_run_look(training->run))
            status = zm_fail(error, ZM_STOPPED, "stopped; nothing was written");
    }
    return status;
}

/* Teaches the network over squares. */
static enum zm_status learn_squares(struct training *training, double *before, double *after,
                                    struct zm_error *error)
{
    struct zm_random random = zm_random_seeded(training->run->seed);
    struct loa_net *net = calloc(1, sizeof *net);
    if (net == NULL)
        return zm_fail_memory(error);
    memcpy(net, training->weights.values, sizeof *net);
    enum zm_status status =
        loa_net_learn(&training->shown, (unsigned)zm_settings_integer(training->settings, "passes"),
                      &random, training->run, net, before, after, error);
    memcpy(training->weights.values, net, sizeof *net);
    free(net);
    return status;
}

static enum zm_status learn(struct training *training, const char *path, struct zm_buffer *out,
                            struct zm_error *error)
{
    const struct zm_settings *settings = training->settings;
    const struct loa_lesson lesson = {
        .lambda = (double)zm_settings_integer(settings, "lambda") / 100,
        .passes = (unsigned)zm_settings_integer(settings, "passes"),
        .gradient = zm_settings_is(settings, "learner", "gradient"),
        .hidden = (unsigned)zm_settings_integer(settings, "hidden"),
    };
    struct zm_buffer text = {0};
    double before = 0, after = 0;
    enum zm_status status = training->weights.kind == LOA_BY_SQUARES
                                ? learn_squares(training, &before, &after, error)
                                : loa_learn(&training->samples, &lesson, training->run,
                                            &training->weights, &before, &after, error);
    if (status == ZM_OK) {
        loa_weights_print(&training->weights, &text);
        status = text.failed ? zm_fail_memory(error)
                             : zm_file_write(path, zm_buffer_bytes(&text), error);
    }
    if (status == ZM_OK)
        zm_buffer_format(out, "%u games, %zu positions: mean error %.4f before, %.4f after\n",
                         training->game_count, training->samples.count + training->shown.count,
                         before, after);
    zm_buffer_free(&text);
    return status;
}

static enum zm_status run_train(const struct zm_settings *settings, const char *const *words,
                                size_t count, struct zm_run *run, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct training training = {.settings = settings, .run = run};
    (void)count;
    enum zm_status status = open_training(&training, error);
    if (status == ZM_OK)
        status = play_games(&training, error);
    if (status == ZM_OK)
        status = read_games(&training, error);
    if (status == ZM_OK)
        status = learn(&training, words[0], out, error);
    loa_base_close(&training.base);
    loa_samples_free(&training.samples);
    loa_shown_free(&training.shown);
    zm_buffer_free(&training.games);
    free(training.taught);
    return status;
}

const struct zm_tool zm_loa_train_tool = {
    .name = "train",
    .usage = "FILE",
    .words = 1,
    .summary = "learn an evaluation of Lines of Action from games of the program with itself",
    .details = "Writes weights, for --weights of the player.\n"
               "Example:\n  zermelo train loa w --games 1000 --depth 4 --keep games\n"
               "  zermelo train loa n --evaluation network --games 0 --base games --lambda 90\n"
               "  zermelo match loa player=loa,weights=w player=loa --clock 100ms\n",
    .params = train_params,
    .run = run_train,
};
