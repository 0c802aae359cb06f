/* zermelo check GAME: an author's test of a game's functions against each other and against plain
 * play (games/check.h). */
#include "cli/cli.h"

#include "games/check.h"

#include <inttypes.h>

static const struct zm_param check_params[] = {
    {.name = "rounds",
     .kind = ZM_PARAM_INTEGER,
     .value = "200",
     .min = 1,
     .max = 1000000000,
     .hint = "N",
     .help = "positions that each promise is looked at with"},
    {.name = "all",
     .kind = ZM_PARAM_FLAG,
     .help = "with every choice of every parameter of the game as well, one after the other"},
    {.name = "time",
     .kind = ZM_PARAM_SECONDS,
     .hint = "SECONDS",
     .help = "stop after this time (exit status 3)"},
    ZM_SEED_PARAM,
    {0},
};

static void print_kept(void *context, const struct zm_kept_promise *kept)
{
    (void)context;
    printf("%-11s %s: %" PRIu64 " comparisons", kept->name, kept->summary,
           kept->counts.comparisons);
    if (kept->counts.positions > 0)
        printf(" (%" PRIu64 " positions, %" PRIu64 " moves", kept->counts.positions,
               kept->counts.moves);
    if (kept->counts.components > 0)
        printf(", %" PRIu64 " components", kept->counts.components);
    puts(kept->counts.positions > 0 ? ")" : "");
    fflush(stdout); /* a promise that crashes is the one after the last line */
}

/* Says which choice the lines that follow are about. */
static void print_variant(void *context, const struct zm_param *param, const char *value)
{
    (void)context;
    printf("\nwith --%s%s%s:\n", param->name, value == NULL ? "" : " ", value == NULL ? "" : value);
}

static enum zm_status check_game(const struct zm_game *game, const struct zm_settings *settings,
                                 struct zm_error *error)
{
    struct zm_run run;
    zm_report_begin(&run, settings);
    struct zm_check check = {
        .game = game,
        .settings = settings,
        .rounds = (unsigned)zm_settings_integer(settings, "rounds"),
        .seed = (uint64_t)zm_settings_integer(settings, "seed"),
        .run = &run,
        .tell = print_kept,
    };
    enum zm_status status = zm_check_game(&check, error);
    if (status == ZM_OK && zm_settings_flag(settings, "all"))
        status = zm_check_variants(&check, print_variant, error);
    zm_report_detach(&run);
    return status;
}

static int check(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    const struct zm_game *game = NULL;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_check, 1, 1, &error);
    if (status == ZM_OK) {
        game = zm_game_find(arguments->words[0], &error);
        status = game == NULL ? ZM_BAD_INPUT : zm_settings_declare(&settings, game->params, &error);
    }
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, check_params, &settings, &error);
    if (status == ZM_OK)
        status = check_game(game, &settings, &error);
    if (status != ZM_OK) {
        zm_error_context(&error, "check %s", arguments->word_count > 0 ? arguments->words[0] : "");
        zm_report_error(&error);
    }
    zm_settings_free(&settings);
    return status;
}

const struct zm_command zm_command_check = {
    .name = "check",
    .usage = "GAME [options]",
    .summary = "test a game's functions against each other and against plain play",
    .details =
        "For authors of games (docs/adding-a-game.md): one line for each promise of the\n"
        "interface that holds, on random positions. Exit status 1 when one is broken, with\n"
        "one line that says which, at which position, and what was expected. The options of\n"
        "the game are taken too.\n\n"
        "Examples:\n"
        "  zermelo check grundy\n"
        "  zermelo check sprouts --canon exact --rounds 1000 --seed 7\n"
        "  zermelo check tapatan --all\n",
    .params = check_params,
    .of_game = true,
    .run = check,
};
