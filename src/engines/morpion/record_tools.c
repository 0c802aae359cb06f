/* Tools on one position of a record of Morpion solitaire: its picture, its texts, and how long
 * random games from it are. */
#include "engines/morpion/engine.h"

#include "engines/morpion/policy.h"
#include "engines/morpion/records.h"

#include <math.h>
#include <stdlib.h>

/* Opens the record that a tool was given, has it shown, and closes it. */
static enum zm_status with_record(const struct zm_settings *settings, const char *word,
                                  enum zm_status (*show)(const struct zm_settings *settings,
                                                         const struct zm_morpion_walk *walk,
                                                         struct zm_buffer *out,
                                                         struct zm_error *error),
                                  struct zm_buffer *out, struct zm_error *error)
{
    struct zm_morpion_walk *walk;
    enum zm_status status =
        zm_record_open(word, zm_settings_integer(settings, "move"), &walk, error);
    if (status == ZM_OK)
        status = show(settings, walk, out, error);
    free(walk);
    return status;
}

/* A tool of that kind: the functions that show_NAME needs around it. */
#define RECORD_TOOL(tool)                                                                          \
    static enum zm_status run_##tool(const struct zm_settings *settings, const char *const *words, \
                                     size_t count, struct zm_run *run, struct zm_buffer *out,      \
                                     struct zm_error *error)                                       \
    {                                                                                              \
        (void)count;                                                                               \
        (void)run;                                                                                 \
        return with_record(settings, words[0], show_##tool, out, error);                           \
    }

/* -- pictures and texts -- */

static enum zm_status show_picture(const struct zm_settings *settings,
                                   const struct zm_morpion_walk *walk, struct zm_buffer *out,
                                   struct zm_error *error)
{
    (void)settings;
    (void)error;
    zm_morpion_draw(walk, false, out);
    zm_buffer_byte(out, '\n');
    return ZM_OK;
}
RECORD_TOOL(picture)

const struct zm_tool zm_morpion_picture_tool = {
    .name = "picture",
    .usage = "RECORD",
    .words = 1,
    .summary = "a record as SVG, as the pages of records show it",
    .details = "Example:\n  zermelo tool morpion picture @record.txt > record.svg\n",
    .params = zm_record_params,
    .run = run_picture,
};

static enum zm_status show_text(const struct zm_settings *settings,
                                const struct zm_morpion_walk *walk, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct zm_buffer position = {0};
    (void)settings;
    zm_morpion_walks.position(NULL, walk, &position);
    enum zm_status status = position.failed ? zm_fail_memory(error) : ZM_OK;
    if (status == ZM_OK) {
        zm_morpion_print(NULL, zm_buffer_bytes(&position), out);
        zm_buffer_byte(out, '\n');
    }
    zm_buffer_free(&position);
    return status;
}
RECORD_TOOL(text)

const struct zm_tool zm_morpion_text_tool = {
    .name = "text",
    .usage = "RECORD",
    .words = 1,
    .summary = "a record in our own text, from any other",
    .details = "A record is our own text, Pentasol's or JSON, or @FILE.\n\nExample:\n"
               "  zermelo tool morpion text @record.json\n",
    .params = zm_record_params,
    .run = run_text,
};

static enum zm_status show_pentasol(const struct zm_settings *settings,
                                    const struct zm_morpion_walk *walk, struct zm_buffer *out,
                                    struct zm_error *error)
{
    (void)settings;
    if (walk->variant->length != 5 || walk->header[1] > 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "morpion: Pentasol records are of 5T or 5D from the cross");
    zm_morpion_print_pentasol(walk, out);
    return ZM_OK;
}
RECORD_TOOL(pentasol)

const struct zm_tool zm_morpion_pentasol_tool = {
    .name = "pentasol",
    .usage = "RECORD",
    .words = 1,
    .summary = "a record as Pentasol writes it",
    .details = "Example:\n  zermelo tool morpion pentasol '5T 3,4V4 3,5V1'\n",
    .params = zm_record_params,
    .run = run_pentasol,
};

static enum zm_status show_json(const struct zm_settings *settings,
                                const struct zm_morpion_walk *walk, struct zm_buffer *out,
                                struct zm_error *error)
{
    (void)settings;
    (void)error;
    zm_record_to_json(walk, out);
    return ZM_OK;
}
RECORD_TOOL(json)

const struct zm_tool zm_morpion_json_tool = {
    .name = "json",
    .usage = "RECORD",
    .words = 1,
    .summary = "a record as JSON",
    .details = "An object with \"variant\", \"score\", for a free start \"start\", and \"moves\", "
               "each with\n\"x\", \"y\", \"dir\" and \"pos\" as in our own text.\n\nExample:\n"
               "  zermelo tool morpion json @record.txt > record.json\n",
    .params = zm_record_params,
    .run = run_json,
};

/* -- random games -- */

enum { DECILES = 10, MOST_GAMES = 10000000 };

static const struct zm_param random_params[] = {
    ZM_RECORD_MOVE,
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "10000",
     .min = 2,
     .max = MOST_GAMES,
     .hint = "N",
     .help = "random games that are played"},
    {.name = "seed",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 0,
     .max = INT64_MAX,
     .hint = "N",
     .help = "of the random games"},
    {0},
};

/* What random games are played with, and how many of them had each length. */
struct sample {
    struct zm_policy_player player;
    struct zm_policy even;
    struct zm_policy_game game;
    uint64_t counts[ZM_MORPION_PLAYED + 1];
};

/* The length that `rank` of the games do not exceed. */
static unsigned length_at(const struct sample *sample, uint64_t rank)
{
    unsigned length = 0;
    for (uint64_t games = sample->counts[0]; games < rank; games += sample->counts[length])
        length++;
    return length;
}

static void print_sample(const struct sample *sample, uint64_t games, struct zm_buffer *out)
{
    double sum = 0, squares = 0, all = (double)games;
    for (unsigned i = 0; i <= ZM_MORPION_PLAYED; i++) {
        sum += (double)sample->counts[i] * i;
        squares += (double)sample->counts[i] * i * i;
    }
    double mean = sum / all, spread = (squares - sum * mean) / (all - 1);
    zm_buffer_format(out,
                     "%.0f games: mean %.2f, standard deviation %.2f, shortest %u\ndeciles:", all,
                     mean, spread > 0 ? sqrt(spread) : 0.0, length_at(sample, 1));
    for (unsigned i = 1; i <= DECILES; i++)
        zm_buffer_format(out, " %u", length_at(sample, (games * i + DECILES - 1) / DECILES));
    zm_buffer_text(out, "\n");
}

static enum zm_status show_random(const struct zm_settings *settings,
                                  const struct zm_morpion_walk *walk, struct zm_buffer *out,
                                  struct zm_error *error)
{
    uint64_t games = (uint64_t)zm_settings_integer(settings, "games");
    struct sample *sample = calloc(1, sizeof *sample);
    if (sample == NULL)
        return zm_fail_memory(error);
    zm_policy_player_begin(&sample->player, walk, (uint64_t)zm_settings_integer(settings, "seed"));
    zm_policy_reset(&sample->even);
    for (uint64_t i = 0; i < games; i++) {
        zm_policy_play(&sample->player, &sample->even, &sample->game);
        sample->counts[walk->played_count + sample->game.length]++;
    }
    print_sample(sample, games, out);
    free(sample);
    return ZM_OK;
}
RECORD_TOOL(random)

const struct zm_tool zm_morpion_random_tool = {
    .name = "random",
    .usage = "RECORD",
    .words = 1,
    .summary = "how long random games are: mean, deviation, deciles, the last being the longest",
    .details = "Lengths count the moves of the record.\n\nExample:\n"
               "  zermelo tool morpion random 5T --games 100000\n",
    .params = random_params,
    .run = run_random,
};
