/* zermelo archive search, stats, duplicates, check: what is in an archive, for people and as
 * JSON. */
#include "cli/archive.h"

#include <inttypes.h>
#include <stdio.h>

static const char *name_of(const struct zm_archive *archive, enum zm_name_kind kind,
                           uint32_t number)
{
    const char *name = zm_archive_name(archive, kind, number);
    return name == NULL ? "?" : name;
}

static void print_game(const struct zm_archive *archive, uint32_t game)
{
    const struct zm_summary *summary = zm_archive_summary(archive, game);
    struct zm_buffer result = {0};
    zm_archived_result(archive, game, summary->margin, &result);
    if (summary->theory != ZM_NO_MARGIN) {
        zm_buffer_text(&result, " (theory ");
        zm_archived_result(archive, game, summary->theory, &result);
        zm_buffer_byte(&result, ')');
    } else if (zm_summary_winner(summary) != ZM_SHEET_UNKNOWN) {
        static const char *const words[] = {"", "black wins", "white wins", "a draw"};
        zm_buffer_format(&result, " (theory: %s)", words[zm_summary_winner(summary)]);
    }
    printf("%7" PRIu32 "  %4u  %s: %s - %s  %s\n", game + 1, summary->year,
           name_of(archive, ZM_NAME_EVENT, summary->event),
           name_of(archive, ZM_NAME_PLAYER, summary->players[0]),
           name_of(archive, ZM_NAME_PLAYER, summary->players[1]), zm_buffer_string(&result));
    zm_buffer_free(&result);
}

enum zm_status zm_archive_run_search(const char *const *words, size_t count,
                                     const struct zm_settings *settings, struct zm_run *run,
                                     struct zm_error *error)
{
    struct zm_archive_wish wish;
    enum zm_status status = zm_wish_open(&wish, words[0], ZM_ARCHIVE_READ, settings, error);
    (void)count;
    (void)run;
    if (status != ZM_OK)
        return status;
    bool json = zm_settings_flag(settings, "json");
    uint32_t found = 0;
    uint64_t limit = (uint64_t)zm_settings_integer(settings, "limit");
    json_t *games = json ? json_array() : NULL;
    for (uint32_t game = 0; game < zm_archive_count(wish.archive); game++) {
        if (!zm_filter_takes(&wish.filter, game))
            continue;
        found++;
        if (limit != 0 && found > limit)
            continue;
        if (json)
            json_array_append_new(games, zm_archived_game_json(wish.archive, game));
        else
            print_game(wish.archive, game);
    }
    if (json)
        status = (enum zm_status)zm_report_json(
            json_pack("{s:I,s:o}", "found", (json_int_t)found, "games", games));
    else
        printf("%" PRIu32 " games\n", found);
    zm_wish_close(&wish);
    return status;
}

/* -- statistics -- */

static double percent(uint32_t part, uint32_t whole)
{
    return whole == 0 ? 0 : 100.0 * part / whole;
}

/* Who won, and the mean margin: real results, then theoretical ones. */
static void print_tally(const char *what, const struct zm_game_tally *tally)
{
    uint32_t decided = tally->games - tally->real[ZM_SHEET_UNKNOWN];
    printf("%-10s %8" PRIu32 "   %5.1f %5.1f %5.1f", what, tally->games,
           percent(tally->real[ZM_SHEET_FIRST], decided),
           percent(tally->real[ZM_SHEET_DRAW], decided),
           percent(tally->real[ZM_SHEET_SECOND], decided));
    if (tally->margins > 0)
        printf("   %+6.2f", (double)tally->margin / 2 / tally->margins);
    if (tally->theories > 0)
        printf("   %5.1f %5.1f %5.1f", percent(tally->theory[ZM_SHEET_FIRST], tally->theories),
               percent(tally->theory[ZM_SHEET_DRAW], tally->theories),
               percent(tally->theory[ZM_SHEET_SECOND], tally->theories));
    if (tally->theory_margins > 0)
        printf("   %+6.2f", (double)tally->theory_margin / 2 / tally->theory_margins);
    putchar('\n');
}

static void print_heads(const struct zm_game_tally *all)
{
    printf("%-10s %8s   %5s %5s %5s   %6s", "move", "games", "1st", "draw", "2nd", "margin");
    if (all->theories > 0)
        printf("   %5s %5s %5s   %6s", "1st", "draw", "2nd", "theory");
    putchar('\n');
}

static enum zm_status show_position(struct zm_archive_wish *wish, const char *position,
                                    const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_position_stats stats;
    enum zm_status status =
        zm_archive_position(wish->archive, position, &wish->filter, &stats, error);
    if (status != ZM_OK)
        return status;
    size_t limit = (size_t)zm_settings_integer(settings, "limit");
    if (zm_settings_flag(settings, "json")) {
        status = (enum zm_status)zm_report_json(zm_position_stats_json(&stats));
    } else {
        print_heads(&stats.all);
        for (size_t i = 0; i < stats.count && (limit == 0 || i < limit); i++) {
            struct zm_bytes name = zm_continuation_name(&stats, i);
            char text[64];
            snprintf(text, sizeof text, "%.*s", (int)name.size, (const char *)name.data);
            print_tally(text, &stats.moves[i].tally);
        }
        if (stats.ended > 0)
            printf("%-10s %8" PRIu32 "\n", "(end)", stats.ended);
        print_tally("all", &stats.all);
    }
    zm_position_stats_free(&stats);
    return status;
}

static enum zm_status show_all(struct zm_archive_wish *wish, const struct zm_settings *settings)
{
    struct zm_game_tally all = {0};
    const struct zm_archive *archive = wish->archive;
    for (uint32_t game = 0; game < zm_archive_count(archive); game++)
        if (zm_filter_takes(&wish->filter, game))
            zm_game_tally_add(&all, zm_archive_summary(archive, game));
    if (zm_settings_flag(settings, "json")) {
        json_t *object = zm_game_tally_json(&all);
        json_object_set_new(object, "game", json_string(zm_archive_game(archive)->name));
        json_object_set_new(object, "players",
                            json_integer(zm_archive_names(archive, ZM_NAME_PLAYER)));
        json_object_set_new(object, "events",
                            json_integer(zm_archive_names(archive, ZM_NAME_EVENT)));
        return (enum zm_status)zm_report_json(object);
    }
    printf("%s: %" PRIu32 " players, %" PRIu32 " events, %" PRIu32 " files\n",
           zm_archive_game(archive)->name, zm_archive_names(archive, ZM_NAME_PLAYER),
           zm_archive_names(archive, ZM_NAME_EVENT), zm_archive_files(archive));
    print_heads(&all);
    print_tally("all", &all);
    return ZM_OK;
}

enum zm_status zm_archive_run_stats(const char *const *words, size_t count,
                                    const struct zm_settings *settings, struct zm_run *run,
                                    struct zm_error *error)
{
    struct zm_archive_wish wish;
    enum zm_status status = zm_wish_open(&wish, words[0], ZM_ARCHIVE_READ, settings, error);
    (void)run;
    if (status != ZM_OK)
        return status;
    status =
        count > 1 ? show_position(&wish, words[1], settings, error) : show_all(&wish, settings);
    zm_wish_close(&wish);
    return status;
}

/* -- care -- */

struct shown {
    const struct zm_archive *archive;
    uint64_t limit;
    uint32_t groups, games;
};

static void show_group(void *context, const uint32_t *games, size_t count)
{
    struct shown *shown = context;
    shown->groups++;
    shown->games += (uint32_t)count - 1;
    if (shown->limit != 0 && shown->groups > shown->limit)
        return;
    for (size_t i = 0; i < count; i++)
        print_game(shown->archive, games[i]);
    putchar('\n');
}

enum zm_status zm_archive_run_duplicates(const char *const *words, size_t count,
                                         const struct zm_settings *settings, struct zm_run *run,
                                         struct zm_error *error)
{
    struct zm_archive *archive;
    (void)count;
    (void)run;
    enum zm_status status = zm_archive_open(words[0], ZM_ARCHIVE_READ, &archive, error);
    if (status != ZM_OK)
        return status;
    struct shown shown = {.archive = archive,
                          .limit = (uint64_t)zm_settings_integer(settings, "limit")};
    status = zm_archive_duplicates(archive, show_group, &shown, error);
    if (status == ZM_OK)
        printf("%" PRIu32 " lines were played more than once, by %" PRIu32 " games more\n",
               shown.groups, shown.games);
    zm_archive_close(archive);
    return status;
}

enum zm_status zm_archive_run_check(const char *const *words, size_t count,
                                    const struct zm_settings *settings, struct zm_run *run,
                                    struct zm_error *error)
{
    struct zm_archive_wish wish;
    struct zm_buffer report = {0};
    (void)count;
    enum zm_status status = zm_wish_open(&wish, words[0], ZM_ARCHIVE_READ, settings, error);
    if (status != ZM_OK)
        return status;
    status = zm_archive_check(wish.archive, run, &report, error);
    fputs(zm_buffer_string(&report), stdout);
    if (status == ZM_OK)
        printf("%" PRIu32 " games: all replay, and are in the index\n",
               zm_archive_count(wish.archive));
    zm_buffer_free(&report);
    zm_wish_close(&wish);
    return status;
}
