/* The answers about archives and books; see archives.h. */
#include "web/archives.h"

#include "api/archive.h"
#include "api/study.h"
#include "base/clock.h"
#include "web/routes.h"
#include "web/server.h"

#include <pthread.h>
#include <stdlib.h>

enum { ARCHIVES_MOST = 16, GAMES_MOST = 200 };
static const double longest_review = 20; /* seconds */

struct shelf {
    char *path;
    pthread_mutex_t lock;
};

struct zm_archives {
    struct shelf shelves[ARCHIVES_MOST];
    unsigned count;
    struct zm_opened_book book; /* empty: there is none */
};

/* -- what there is -- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Opens an archive that has games. */
static enum zm_status open_archive(const char *path, struct zm_archive **archive,
                                   struct zm_error *error)
{
    enum zm_status status = zm_archive_open(path, ZM_ARCHIVE_READ, archive, error);
    if (status == ZM_OK && zm_archive_game(*archive) == NULL) {
        zm_archive_close(*archive);
        return zm_fail(error, ZM_BAD_INPUT, "archive '%s' has no games", path);
    }
    return status;
}

static enum zm_status add_shelf(struct zm_archives *archives, const char *path, size_t length,
                                struct zm_error *error)
{
    struct zm_archive *archive;
    if (archives->count == ARCHIVES_MOST)
        return zm_fail(error, ZM_BAD_INPUT, "--archive: at most %d files", ARCHIVES_MOST);
    struct shelf *shelf = &archives->shelves[archives->count];
    shelf->path = strndup(path, length);
    if (shelf->path == NULL)
        return zm_fail_memory(error);
    pthread_mutex_init(&shelf->lock, NULL);
    archives->count++;
    for (unsigned i = 0; i + 1 < archives->count; i++)
        if (strcmp(archives->shelves[i].path, shelf->path) == 0)
            return zm_fail(error, ZM_BAD_INPUT, "--archive: '%s' is named twice", shelf->path);
    enum zm_status status = open_archive(shelf->path, &archive, error);
    if (status == ZM_OK)
        zm_archive_close(archive);
    return status;
}

enum zm_status zm_archives_open(const char *paths, const char *book, struct zm_archives **result,
                                struct zm_error *error)
{
    struct zm_archives *archives = calloc(1, sizeof *archives);
    enum zm_status status = archives == NULL ? zm_fail_memory(error) : ZM_OK;
    *result = archives;
    while (status == ZM_OK && paths != NULL) {
        size_t length = strcspn(paths, ",");
        status = add_shelf(archives, paths, length, error);
        paths = paths[length] == 0 ? NULL : paths + length + 1;
    }
    if (status == ZM_OK && book != NULL)
        status = zm_opened_book_open(book, &archives->book, error);
    if (status != ZM_OK) {
        zm_archives_close(archives);
        *result = NULL;
    }
    return status;
}

void zm_archives_close(struct zm_archives *archives)
{
    if (archives == NULL)
        return;
    for (unsigned i = 0; i < archives->count; i++) {
        pthread_mutex_destroy(&archives->shelves[i].lock);
        free(archives->shelves[i].path);
    }
    zm_opened_book_close(&archives->book);
    free(archives);
}

unsigned zm_archives_count(const struct zm_archives *archives)
{
    return archives->count;
}

bool zm_archives_book(const struct zm_archives *archives)
{
    return archives->book.book != NULL;
}

/* -- looking into archives -- */

/* Lends the archive of a number, from 1 on, to `look`. */
static void with_archive(const struct zm_query *query,
                         void (*look)(const struct zm_query *query,
                                      const struct zm_archive *archive))
{
    struct zm_archives *archives = zm_web_archives(query->web);
    struct zm_archive *archive;
    struct zm_error error = {0};
    if (query->id < 1 || query->id > archives->count) {
        zm_reply_error(query->reply, 404, "there is no archive %lu", query->id);
        return;
    }
    struct shelf *shelf = &archives->shelves[query->id - 1];
    pthread_mutex_lock(&shelf->lock);
    if (open_archive(shelf->path, &archive, &error) == ZM_OK) {
        look(query, archive);
        zm_archive_close(archive);
    } else {
        zm_reply_error(query->reply, 503, "archive '%s' cannot be opened now",
                       base_name(shelf->path));
    }
    pthread_mutex_unlock(&shelf->lock);
}

static json_t *shelf_json(struct shelf *shelf, unsigned number)
{
    struct zm_archive *archive;
    json_t *object = NULL;
    pthread_mutex_lock(&shelf->lock);
    if (open_archive(shelf->path, &archive, NULL) == ZM_OK) {
        object = json_pack("{s:i,s:s,s:s,s:I,s:I,s:I}", "id", (int)number, "name",
                           base_name(shelf->path), "game", zm_archive_game(archive)->name, "games",
                           (json_int_t)zm_archive_count(archive), "players",
                           (json_int_t)zm_archive_names(archive, ZM_NAME_PLAYER), "events",
                           (json_int_t)zm_archive_names(archive, ZM_NAME_EVENT));
        zm_archive_close(archive);
    }
    pthread_mutex_unlock(&shelf->lock);
    return object;
}

void zm_route_archives(const struct zm_query *query)
{
    struct zm_archives *archives = zm_web_archives(query->web);
    json_t *list = json_array();
    for (unsigned i = 0; i < archives->count; i++) {
        json_t *shelf = shelf_json(&archives->shelves[i], i + 1);
        if (shelf != NULL)
            json_array_append_new(list, shelf);
    }
    zm_reply_json(
        query->reply, 200,
        json_pack("{s:o,s:o}", "archives", list, "book", zm_opened_book_json(&archives->book)));
}

/* Reads what games are wanted; false: the reply says what is wrong. */
static bool read_wanted(const struct zm_query *query, struct zm_wanted *wanted)
{
    static const char *const results[] = {
        [ZM_SHEET_FIRST] = "first", [ZM_SHEET_SECOND] = "second", [ZM_SHEET_DRAW] = "draw"};
    const char *years = NULL, *result = NULL;
    struct zm_error error = {0};
    *wanted = (struct zm_wanted){0};
    if (!zm_query_text(query, "player", &wanted->player) ||
        !zm_query_text(query, "first", &wanted->first) ||
        !zm_query_text(query, "second", &wanted->second) ||
        !zm_query_text(query, "event", &wanted->event) || !zm_query_text(query, "year", &years) ||
        !zm_query_text(query, "result", &result) ||
        !zm_query_text(query, "position", &wanted->position))
        return false;
    if (zm_wanted_years(years, wanted, &error) != ZM_OK) {
        zm_reply_failure(query->reply, &error);
        return false;
    }
    for (unsigned i = ZM_SHEET_FIRST; result != NULL && i <= ZM_SHEET_DRAW; i++)
        if (strcmp(result, results[i]) == 0)
            wanted->result = (enum zm_sheet_result)i;
    if (result == NULL || wanted->result != ZM_SHEET_UNKNOWN)
        return true;
    zm_reply_error(query->reply, 422, "'result' must be first, second or draw");
    return false;
}

/* The games that a filter takes, from one on: "found", "from", "games". */
static json_t *games_json(const struct zm_archive *archive, struct zm_filter *filter, uint32_t from,
                          uint32_t count)
{
    json_t *games = json_array();
    uint32_t found = 0;
    for (uint32_t game = 0; game < zm_archive_count(archive); game++) {
        if (!zm_filter_takes(filter, game))
            continue;
        if (found >= from && found - from < count)
            json_array_append_new(games, zm_archived_game_json(archive, game));
        found++;
    }
    return json_pack("{s:I,s:I,s:o}", "found", (json_int_t)found, "from", (json_int_t)from, "games",
                     games);
}

static void search(const struct zm_query *query, const struct zm_archive *archive)
{
    struct zm_wanted wanted;
    struct zm_filter filter;
    struct zm_error error = {0};
    double from = 0, count = 50;
    if (!read_wanted(query, &wanted) || !zm_query_number(query, "from", 0, UINT32_MAX, &from) ||
        !zm_query_number(query, "count", 0, GAMES_MOST, &count))
        return;
    if (zm_filter_open(&filter, archive, &wanted, &error) != ZM_OK) {
        zm_reply_failure_at(query->reply, &error, "position");
        return;
    }
    json_t *found = games_json(archive, &filter, (uint32_t)from, (uint32_t)count);
    struct zm_position_stats stats;
    enum zm_status status = ZM_OK;
    if (wanted.position != NULL) {
        status = zm_archive_position(archive, wanted.position, &filter, &stats, &error);
        if (status == ZM_OK) {
            json_object_set_new(found, "position", zm_position_stats_json(&stats));
            zm_position_stats_free(&stats);
        }
    }
    zm_filter_close(&filter);
    if (status == ZM_OK) {
        zm_reply_json(query->reply, 200, found);
    } else {
        json_decref(found);
        zm_reply_failure_at(query->reply, &error, "position");
    }
}

void zm_route_archive_search(const struct zm_query *query)
{
    with_archive(query, search);
}

/* The words of a line of moves. */
static json_t *words_json(const char *text)
{
    json_t *words = json_array();
    for (text += strspn(text, " "); *text != 0; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        json_array_append_new(words, json_stringn(text, length));
        text += length;
    }
    return words;
}

static void show_game(const struct zm_query *query, const struct zm_archive *archive)
{
    struct zm_sheet sheet = {0};
    struct zm_error error = {0};
    double number = 0;
    if (!zm_query_number(query, "game", 1, UINT32_MAX, &number))
        return;
    if (number < 1 || number > zm_archive_count(archive)) {
        zm_reply_error(query->reply, 404, "there is no game %.0f in this archive", number);
        return;
    }
    if (zm_archive_sheet(archive, (uint32_t)number - 1, &sheet, NULL, &error) == ZM_OK) {
        json_t *object = zm_archived_game_json(archive, (uint32_t)number - 1);
        json_object_set_new(object, "start", json_string(zm_buffer_string(&sheet.start)));
        json_object_set_new(object, "rules", json_string(zm_buffer_string(&sheet.rules)));
        json_object_set_new(object, "line", words_json(zm_buffer_string(&sheet.moves)));
        zm_reply_json(query->reply, 200, object);
    } else {
        zm_reply_failure(query->reply, &error);
    }
    zm_sheet_free(&sheet);
}

void zm_route_archive_game(const struct zm_query *query)
{
    with_archive(query, show_game);
}

/* -- the book, and a whole game -- */

void zm_route_book(const struct zm_query *query)
{
    const struct zm_archives *archives = zm_web_archives(query->web);
    const char *moves = "";
    struct zm_error error = {0};
    json_t *page;
    if (!zm_query_text(query, "moves", &moves))
        return;
    if (!zm_archives_book(archives))
        zm_reply_error(query->reply, 404, "the server was started without a book");
    else if (zm_book_page_json(&archives->book, moves, &page, &error) == ZM_OK)
        zm_reply_json(query->reply, 200, page);
    else
        zm_reply_failure_at(query->reply, &error, "moves");
}

void zm_route_review(const struct zm_query *query)
{
    const char *name = NULL, *moves = "";
    double depth = 6, exact = 14, mistake = 3, seconds = 5;
    struct zm_error error = {0};
    struct zm_run run;
    json_t *review;
    if (!zm_query_text(query, "game", &name) || !zm_query_text(query, "moves", &moves) ||
        !zm_query_number(query, "depth", 2, 30, &depth) ||
        !zm_query_number(query, "exact", 0, 30, &exact) ||
        !zm_query_number(query, "mistake", 1, 64, &mistake) ||
        !zm_query_number(query, "seconds", 0.01, longest_review, &seconds))
        return;
    if (name == NULL) {
        zm_reply_error(query->reply, 400, "'game' is missing: the name of a game");
        return;
    }
    const struct zm_game *game = zm_web_game(query->web, name, &error);
    if (game == NULL) {
        zm_reply_failure_at(query->reply, &error, "game");
        return;
    }
    zm_run_begin(&run);
    run.deadline = zm_clock_now() + seconds;
    struct zm_review how = {(unsigned)depth, (unsigned)exact, (unsigned)mistake};
    enum zm_status status = zm_review_json(game, moves, &how, &run, &review, &error);
    if (status == ZM_OK)
        zm_reply_json(query->reply, 200, review);
    else if (status == ZM_STOPPED)
        zm_reply_json(query->reply, 200, json_pack("{s:s}", "status", "stopped"));
    else
        zm_reply_failure_at(query->reply, &error, "moves");
}
