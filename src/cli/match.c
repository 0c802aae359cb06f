/* zermelo match GAME A B: two players against each other, many games, with what they say about the
 * strength of the two. */
#include "cli/cli.h"

#include "api/cluster.h"
#include "api/match_options.h"
#include "base/file.h"
#include "protocol/gtp_player.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct zm_param match_params[] = {
    ZM_MATCH_PARAMS,
    {.name = "records",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "keep every game there; a match with the same file goes on where it was"},
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "the result as one line of JSON"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no line for each game"},
    ZM_CLUSTER_PARAMS,
    {0},
};

struct setting_up {
    struct zm_match match;
    struct zm_match_plan plan;
    struct zm_option *options; /* that are not the command's own */
    const char *records;       /* NULL: none are kept */
    bool quiet, json;
    struct zm_error unwritten; /* why a game could not be kept */
};

static bool is_own(const char *name)
{
    for (const struct zm_param *param = match_params; param->name != NULL; param++)
        if (strcmp(param->name, name) == 0)
            return true;
    return false;
}

/* Splits the options into the command's own and those of the question. */
static enum zm_status sort_options(const struct zm_arguments *arguments, struct setting_up *up,
                                   struct zm_settings *settings, struct zm_error *error)
{
    enum zm_status status = zm_settings_declare(settings, match_params, error);
    up->options = calloc(arguments->option_count + 1, sizeof *up->options);
    if (up->options == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; status == ZM_OK && i < arguments->option_count; i++) {
        const struct zm_option *option = &arguments->options[i];
        if (is_own(option->name))
            status = zm_settings_set_local(settings, option->name, option->text, error);
        else
            up->options[up->match.option_count++] = *option;
    }
    up->match.options = up->options;
    return status;
}

/* Reads the games that a record holds; `whole` is set to the bytes up to the last whole line. */
static enum zm_status read_games(struct setting_up *up, char *text, size_t header, size_t *whole,
                                 struct zm_error *error)
{
    char *line = text + header;
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        size_t number;
        *end = 0;
        if (!zm_match_line_read(line, &up->match.tally, &number))
            return zm_fail(error, ZM_BAD_INPUT, "'%.60s' is no game of a match", line);
        if (number < up->match.games && up->match.played[number])
            return zm_fail(error, ZM_BAD_INPUT, "game %zu is there twice", number + 1);
        if (number < up->match.games)
            up->match.played[number] = true;
        *end = '\n';
    }
    *whole = (size_t)(line - text);
    return ZM_OK;
}

/* Goes on behind the last whole game of the record; begins it when it is new. */
static enum zm_status open_records(const char *path, struct setting_up *up, struct zm_error *error)
{
    struct zm_buffer header = {0}, text = {0};
    struct stat about;
    size_t whole = 0;
    enum zm_status status = zm_match_header(&up->match, &header, error);
    up->match.played = calloc(up->match.games, sizeof *up->match.played);
    if (up->match.played == NULL)
        status = zm_fail_memory(error);
    if (status == ZM_OK && stat(path, &about) == 0)
        status = zm_file_read_text(path, ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, NULL, &text, error);
    size_t size = text.size;
    if (status == ZM_OK && size > 0) {
        if (size < header.size || memcmp(text.data, header.data, header.size) != 0)
            status = zm_fail(error, ZM_BAD_INPUT,
                             "'%.200s' is the record of something else than this match", path);
        else
            status = read_games(up, (char *)text.data, header.size, &whole, error);
        if (status == ZM_BAD_INPUT)
            zm_error_context(error, "--records");
    }
    if (status == ZM_OK && size == 0)
        status = zm_file_write(path, zm_buffer_bytes(&header), error);
    else if (status == ZM_OK && whole < size) /* the last game was cut short */
        status = zm_file_write(path, zm_bytes(text.data, whole), error);
    up->records = path;
    zm_buffer_free(&header);
    zm_buffer_free(&text);
    return status;
}

/* Keeps a game that is over, and says how the match stands. */
static void hear(void *context, const struct zm_tally *tally, const char *line)
{
    struct setting_up *up = context;
    if (up->records != NULL && zm_file_append(up->records, line, &up->unwritten) != ZM_OK)
        atomic_store(&up->match.run->stop, true);
    if (up->quiet)
        return;
    char winner[8] = "", end[16] = "";
    unsigned long number = 0;
    sscanf(line, "%lu %*s %7s %15s", &number, winner, end);
    struct zm_elo elo = zm_elo_of(tally);
    fprintf(stderr, "game %lu: %s (%s); A %llu, B %llu, drawn %llu, Elo %+.0f [%+.0f, %+.0f]\n",
            number, winner, end, (unsigned long long)tally->wins, (unsigned long long)tally->losses,
            (unsigned long long)tally->draws, elo.estimate, elo.low, elo.high);
}

static void print_text(const struct setting_up *up)
{
    const struct zm_tally *tally = &up->match.tally;
    struct zm_elo elo = zm_elo_of(tally);
    uint64_t games = zm_tally_games(tally);
    printf("%s, %llu games: A wins %llu, B wins %llu, drawn %llu\n", up->match.game,
           (unsigned long long)games, (unsigned long long)tally->wins,
           (unsigned long long)tally->losses, (unsigned long long)tally->draws);
    if (tally->margins > 0)
        printf("margin of A: %+.2f, standard error %.2f\n", zm_tally_mean(tally),
               zm_tally_error(tally));
    printf("Elo of A over B: %+.0f, between %+.0f and %+.0f (95 %%)\n", elo.estimate, elo.low,
           elo.high);
    if (up->match.sprt != NULL) {
        enum zm_sprt_answer answer = zm_sprt_look(up->match.sprt, tally);
        if (answer == ZM_SPRT_GO_ON)
            puts("the sequential test has not ended");
        else
            printf("the sequential test says: A is rather %+g better than %+g\n",
                   answer == ZM_SPRT_H1 ? up->plan.sprt.elo1 : up->plan.sprt.elo0,
                   answer == ZM_SPRT_H1 ? up->plan.sprt.elo0 : up->plan.sprt.elo1);
    }
    if (up->match.faults > 0)
        printf("%llu games were lost by a player that failed; the last: %s\n",
               (unsigned long long)up->match.faults, up->match.fault.text);
}

static enum zm_status set_up(const struct zm_arguments *arguments, struct setting_up *up,
                             struct zm_settings *settings, struct zm_error *error)
{
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_match, 3, 3, error);
    if (status == ZM_OK)
        status = sort_options(arguments, up, settings, error);
    if (status != ZM_OK)
        return status;
    struct zm_match *match = &up->match;
    match->game = arguments->words[0];
    match->sides[0] = arguments->words[1];
    match->sides[1] = arguments->words[2];
    match->foreign = &zm_gtp_player;
    match->heard = hear;
    match->context = up;
    up->quiet = zm_settings_flag(settings, "quiet");
    up->json = zm_settings_flag(settings, "json");
    status = zm_match_read(settings, match, &up->plan, error);
    if (status == ZM_OK && zm_settings_given(settings, "records"))
        status = open_records(zm_settings_text(settings, "records"), up, error);
    return status;
}

/* Plays, here or by the workers of a cluster. */
static enum zm_status play_match(struct zm_match *match, const struct zm_settings *settings,
                                 struct zm_error *error)
{
    struct zm_cluster cluster;
    if (zm_settings_text(settings, "cluster") == NULL)
        return zm_match_run(match, error);
    enum zm_status status = zm_cluster_begin(settings, match->run, &cluster, error);
    if (status == ZM_OK) {
        status = zm_cluster_match(&cluster, match, error);
        zm_cluster_end(&cluster);
    }
    return status;
}

static int match(const struct zm_arguments *arguments)
{
    struct setting_up up = {0};
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct zm_run run;
    enum zm_status status = set_up(arguments, &up, &settings, &error);
    if (status == ZM_OK) {
        zm_run_begin(&run);
        zm_report_attach(&run, true);
        up.match.run = &run;
        status = play_match(&up.match, &settings, &error);
        zm_report_detach(&run);
        if (up.unwritten.status != ZM_OK) {
            error = up.unwritten;
            status = error.status;
        }
        bool stopped = status == ZM_STOPPED;
        if (zm_tally_games(&up.match.tally) > 0 && up.json)
            zm_report_json(zm_match_json(&up.match, stopped ? "stopped" : NULL));
        else if (zm_tally_games(&up.match.tally) > 0)
            print_text(&up);
        if (stopped)
            fputs("stopped\n", stderr);
    }
    if (status != ZM_OK && status != ZM_STOPPED)
        zm_report_error(&error);
    zm_match_plan_free(&up.plan);
    zm_settings_free(&settings);
    free(up.match.played);
    free(up.options);
    return status;
}

const struct zm_command zm_command_match = {
    .name = "match",
    .usage = "GAME A B [options]",
    .summary = "two players against each other, and what that says of their strength",
    .details =
        "A and B name a player and its options: 'player=alpha-beta,depth=6', 'level=fair',\n"
        "'nodes=1000', 'clock=2s'; or another program that speaks GTP: 'gtp:COMMAND'.\n"
        "Examples:\n"
        "  zermelo match hex player=monte-carlo,nodes=2000 level=easy --start 5x5 --games 50\n"
        "  zermelo match dots player=alpha-beta player=monte-carlo --clock 1s --parallel 2\n"
        "  zermelo match go 'player=auto' 'gtp:gnugo --mode gtp' --clock 1s --records games\n",
    .params = match_params,
    .asks = true,
    .run = match,
};
