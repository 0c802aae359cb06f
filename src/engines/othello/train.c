/* The tool `train`: games in, a file of weights out. */
#include "engines/othello/train.h"

#include "base/file.h"
#include "engines/othello/learn.h"
#include "engines/othello/weights.h"

#include <stdlib.h>

static const struct zm_param train_params[] = {
    {.name = "rounds",
     .kind = ZM_PARAM_INTEGER,
     .value = "60",
     .min = 1,
     .max = 10000,
     .hint = "N",
     .help = "how often all positions of a stage are gone through"},
    {0},
};

enum { SOLVED = 14, MOST_FILES = 1000 };

static enum zm_status learn_all(const struct othello_samples *samples, unsigned rounds,
                                struct zm_run *run, struct zm_buffer *file, struct zm_buffer *out,
                                struct zm_error *error)
{
    int16_t(*distinct)[OTHELLO_DISTINCT] = calloc(OTHELLO_STAGES, sizeof *distinct);
    enum zm_status status = distinct == NULL ? zm_fail_memory(error) : ZM_OK;
    zm_buffer_text(out, "empty squares   positions   error before   after (discs, kept apart)\n");
    for (unsigned stage = 0; status == ZM_OK && stage < OTHELLO_STAGES; stage++) {
        struct othello_lesson lesson = {0};
        status = othello_learn(samples, stage, rounds, run, distinct[stage], &lesson, error);
        unsigned first = OTHELLO_STAGE_FIRST + 4 * stage;
        zm_buffer_format(out, "%5u to %-5u %12zu %14.3f %7.3f\n", first, first + 3, lesson.samples,
                         lesson.before, lesson.after);
    }
    if (status == ZM_OK)
        othello_weights_write((const int16_t(*)[OTHELLO_DISTINCT])distinct, file);
    free(distinct);
    return status == ZM_OK && file->failed ? zm_fail_memory(error) : status;
}

static enum zm_status run_train(const struct zm_settings *settings, const char *const *words,
                                size_t count, struct zm_run *run, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct othello_solver solver;
    struct zm_buffer file = {0};
    if (!othello_solver_open(&solver, 8, SOLVED, 0))
        return zm_fail_memory(error);
    struct othello_samples samples = {.solver = &solver};
    enum zm_status status = ZM_OK;
    for (size_t i = 1; status == ZM_OK && i < count; i++)
        status = othello_samples_read(&samples, words[i], run, error);
    if (status == ZM_OK)
        zm_buffer_format(out, "%llu games, %llu of them do not replay, %zu positions\n",
                         (unsigned long long)samples.games, (unsigned long long)samples.bad,
                         samples.count);
    if (status == ZM_OK)
        status = learn_all(&samples, (unsigned)zm_settings_integer(settings, "rounds"), run, &file,
                           out, error);
    if (status == ZM_OK)
        status = zm_file_write(words[0], zm_buffer_bytes(&file), error);
    othello_samples_free(&samples);
    othello_solver_close(&solver);
    zm_buffer_free(&file);
    return status;
}

const struct zm_tool othello_train_tool = {
    .name = "train",
    .usage = "FILE WTHOR...",
    .words = 2,
    .more_words = MOST_FILES,
    .summary = "learns the weights of the evaluation from games, and writes them to FILE",
    .details = "WTHOR are files of games of the French federation (WTH_1977.wtb and so on).\n"
               "Example:\n  zermelo train othello my.weights wthor/*.wtb\n",
    .params = train_params,
    .helped = true,
    .run = run_train,
};
