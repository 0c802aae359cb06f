/* zermelo archive: games played, kept in a file of their own with an index of their positions. Each
 * action is a function of archive_import.c, archive_show.c, archive_export.c,
 * archive_rescore.c or archive_table.c. */
#include "cli/archive.h"

#include "api/cluster.h"
#include "base/file.h"

#include <string.h>

static const struct zm_param archive_params[] = {
    {.name = "game",
     .kind = ZM_PARAM_TEXT,
     .hint = "GAME",
     .help = "import: what the files have games of, where they do not say"},
    {.name = "player",
     .kind = ZM_PARAM_TEXT,
     .hint = "NAME",
     .help = "games of a player whose name contains this"},
    {.name = "black",
     .kind = ZM_PARAM_TEXT,
     .hint = "NAME",
     .help = "games in which such a player began"},
    {.name = "white",
     .kind = ZM_PARAM_TEXT,
     .hint = "NAME",
     .help = "games in which such a player was second"},
    {.name = "event",
     .kind = ZM_PARAM_TEXT,
     .hint = "NAME",
     .help = "games of an event whose name contains this"},
    {.name = "year",
     .kind = ZM_PARAM_TEXT,
     .hint = "YEAR",
     .help = "games of a year, or of several as 1990-1999"},
    {.name = "result",
     .kind = ZM_PARAM_CHOICE,
     .value = "any",
     .choices = "any|black|white|draw",
     .hint = "WHO",
     .help = "games that black (who begins) or white won, or drawn ones"},
    {.name = "moves",
     .kind = ZM_PARAM_TEXT,
     .hint = "MOVES",
     .help = "games that begin so, up to symmetry"},
    {.name = "position",
     .kind = ZM_PARAM_TEXT,
     .hint = "POSITION",
     .help = "games in which it occurs, up to symmetry"},
    {.name = "opening",
     .kind = ZM_PARAM_TEXT,
     .hint = "NAME",
     .help = "games of an opening by its name in --openings"},
    {.name = "openings",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "names of openings: lines of moves without blanks, a blank, a name"},
    {.name = "limit",
     .kind = ZM_PARAM_INTEGER,
     .value = "20",
     .min = 0,
     .max = INT32_MAX,
     .hint = "N",
     .help = "at most so many games or moves are shown; 0: all"},
    {.name = "output",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "export: where to; .ggf, .wtb, .jou, .trn, else a line of moves for each game"},
    {.name = "threads",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 1,
     .max = 256,
     .hint = "N",
     .help = "rescore: so many threads"},
    ZM_CLUSTER_PARAMS,
    {.name = "time", .kind = ZM_PARAM_SECONDS, .hint = "SECONDS", .help = "stop after so long"},
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "search, stats: one line of JSON"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    {0},
};

/* -- what is wished -- */

/* Sets `moves` to those of the opening of a name. */
static enum zm_status find_opening(const char *name, const char *path, struct zm_buffer *moves,
                                   struct zm_error *error)
{
    struct zm_buffer file = {0};
    bool found = false;
    if (path == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "--opening %.40s: which list? --openings FILE", name);
    enum zm_status status =
        zm_file_read_text(path, ZM_FILE_ANY, ZM_FILE_HAND_MOST, NULL, &file, error);
    char *rest = NULL;
    for (char *line = status == ZM_OK ? strtok_r((char *)file.data, "\r\n", &rest) : NULL;
         line != NULL && !found; line = strtok_r(NULL, "\r\n", &rest)) {
        size_t length = strcspn(line, " \t");
        const char *called = line + length + strspn(line + length, " \t");
        found = *line != '#' && strcmp(called, name) == 0;
        if (found)
            zm_buffer_add(moves, line, length);
    }
    zm_buffer_free(&file);
    if (status == ZM_OK && !found)
        status = zm_fail(error, ZM_BAD_INPUT, "%s: there is no opening '%.60s'", path, name);
    return status;
}

static enum zm_status read_wanted(struct zm_archive_wish *wish, const struct zm_settings *settings,
                                  struct zm_wanted *wanted, struct zm_error *error)
{
    const char *opening = zm_settings_text(settings, "opening");
    *wanted = (struct zm_wanted){
        .player = zm_settings_text(settings, "player"),
        .first = zm_settings_text(settings, "black"),
        .second = zm_settings_text(settings, "white"),
        .event = zm_settings_text(settings, "event"),
        .moves = zm_settings_text(settings, "moves"),
        .position = zm_settings_text(settings, "position"),
        .result = zm_settings_is(settings, "result", "black")   ? ZM_SHEET_FIRST
                  : zm_settings_is(settings, "result", "white") ? ZM_SHEET_SECOND
                  : zm_settings_is(settings, "result", "draw")  ? ZM_SHEET_DRAW
                                                                : ZM_SHEET_UNKNOWN,
    };
    enum zm_status status = zm_wanted_years(zm_settings_text(settings, "year"), wanted, error);
    if (status == ZM_OK && opening != NULL) {
        status =
            find_opening(opening, zm_settings_text(settings, "openings"), &wish->opening, error);
        wanted->moves = zm_buffer_string(&wish->opening);
    }
    return status;
}

enum zm_status zm_wish_open(struct zm_archive_wish *wish, const char *path,
                            enum zm_archive_mode mode, const struct zm_settings *settings,
                            struct zm_error *error)
{
    struct zm_wanted wanted;
    *wish = (struct zm_archive_wish){0};
    enum zm_status status = read_wanted(wish, settings, &wanted, error);
    if (status == ZM_OK)
        status = zm_archive_open(path, mode, &wish->archive, error);
    if (status == ZM_OK && zm_archive_game(wish->archive) == NULL)
        status = zm_fail(error, ZM_BAD_INPUT, "archive '%s' has no games", path);
    if (status == ZM_OK)
        status = zm_filter_open(&wish->filter, wish->archive, &wanted, error);
    wish->open = status == ZM_OK;
    if (status != ZM_OK)
        zm_wish_close(wish);
    return status;
}

void zm_wish_close(struct zm_archive_wish *wish)
{
    if (wish->open)
        zm_filter_close(&wish->filter);
    zm_archive_close(wish->archive);
    zm_buffer_free(&wish->opening);
    *wish = (struct zm_archive_wish){0};
}

/* -- the command -- */

static const struct {
    const char *name, *words;
    size_t least, most;
    zm_archive_action *run;
} actions[] = {
    {"import", "ARCHIVE FILE...", 2, 100000, zm_archive_run_import},
    {"search", "ARCHIVE [options]", 1, 1, zm_archive_run_search},
    {"stats", "ARCHIVE [POSITION] [options]", 1, 2, zm_archive_run_stats},
    {"duplicates", "ARCHIVE", 1, 1, zm_archive_run_duplicates},
    {"check", "ARCHIVE", 1, 1, zm_archive_run_check},
    {"rescore", "ARCHIVE [options]", 1, 1, zm_archive_run_rescore},
    {"table", "ARCHIVE [options]", 1, 1, zm_archive_run_table},
    {"export", "ARCHIVE [options] [-o FILE]", 1, 1, zm_archive_run_export},
};

static enum zm_status run_action(const struct zm_arguments *arguments,
                                 const struct zm_settings *settings, struct zm_run *run,
                                 struct zm_error *error)
{
    const char *name = arguments->words[0];
    size_t i = 0, all = sizeof actions / sizeof *actions, count = arguments->word_count - 1;
    while (i < all && strcmp(actions[i].name, name) != 0)
        i++;
    if (i == all)
        return zm_fail(error, ZM_BAD_INPUT,
                       "archive: '%.40s' is not one of import, search, stats, duplicates, check, "
                       "rescore, table, export",
                       name);
    if (count < actions[i].least || count > actions[i].most)
        return zm_fail(error, ZM_BAD_INPUT,
                       "archive %s: something is %s; usage: zermelo archive %s %s", name,
                       count < actions[i].least ? "missing" : "too much", name, actions[i].words);
    if (zm_settings_text(settings, "cluster") != NULL && actions[i].run != zm_archive_run_rescore)
        return zm_fail(error, ZM_BAD_INPUT, "archive %s: a cluster does 'archive rescore' alone",
                       name);
    return actions[i].run(arguments->words + 1, count, settings, run, error);
}

static int archive(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct zm_run run;
    enum zm_status status =
        zm_arguments_expect(arguments, &zm_command_archive, 2, SIZE_MAX, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, archive_params, &settings, &error);
    if (status == ZM_OK) {
        zm_report_begin(&run, &settings);
        status = run_action(arguments, &settings, &run, &error);
        zm_report_detach(&run);
    }
    if (status == ZM_STOPPED)
        fprintf(stderr, "%s\n", error.text);
    else if (status != ZM_OK)
        zm_report_error(&error);
    zm_settings_free(&settings);
    return status;
}

const struct zm_command zm_command_archive = {
    .name = "archive",
    .usage = "import|search|stats|duplicates|check|rescore|table|export ARCHIVE ...",
    .summary = "games played: kept, searched, counted",
    .details =
        "  zermelo archive import ARCHIVE FILE...  add games: WTHOR (with WTH.JOU and WTH.TRN for\n"
        "                                          the names), THOR.DBA, GGF, SGF of Go, Pentasol\n"
        "                                          of Morpion, saved games, lines of moves\n"
        "  zermelo archive search ARCHIVE          games by player, event, year, result, moves\n"
        "  zermelo archive stats ARCHIVE [POSITION]\n"
        "                                          results, and what was played at a position\n"
        "  zermelo archive duplicates ARCHIVE      games with the same moves\n"
        "  zermelo archive check ARCHIVE           replay everything, compare it with the index\n"
        "  zermelo archive rescore ARCHIVE         theoretical scores of Othello computed again,\n"
        "                                          and where those of the files differ\n"
        "  zermelo archive table ARCHIVE           the table of a tournament: --event, --year\n"
        "  zermelo archive export ARCHIVE -o FILE  games as moves, .ggf or .wtb; names: .jou, "
        ".trn\n"
        "Examples:\n"
        "  zermelo archive import othello.games wthor/*\n"
        "  zermelo archive stats othello.games f5d6c3d3c4\n"
        "  zermelo archive search othello.games --player Tastet --year 1990-1995\n",
    .params = archive_params,
    .run = archive,
};
