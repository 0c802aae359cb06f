/* zermelo archive import: files into an archive. Names of WTHOR come first, wherever they stand, so
 * that the order of files does not matter. */
#include "cli/archive.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Reads the files, and takes names (`named`) or games out of them. */
static enum zm_status take_files(struct zm_import *import, const char *const *paths, size_t count,
                                 bool named, struct zm_run *run, struct zm_buffer *report,
                                 struct zm_error *error)
{
    enum { NAMES_MOST = 2 << 20 };
    struct zm_buffer file = {0};
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < count; i++) {
        struct stat about;
        struct zm_wthor wthor;
        if (named && (stat(paths[i], &about) != 0 || about.st_size > NAMES_MOST))
            continue;
        zm_buffer_clear(&file);
        status = zm_file_read(paths[i], ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, run, &file, error);
        if (status != ZM_OK)
            break;
        bool names = zm_wthor_read(zm_buffer_bytes(&file), &wthor, NULL) == ZM_OK &&
                     (wthor.kind == ZM_WTHOR_PLAYERS || wthor.kind == ZM_WTHOR_EVENTS);
        if (named)
            zm_import_names(import, zm_buffer_bytes(&file));
        else if (!names)
            status =
                zm_import_file(import, base_name(paths[i]), zm_buffer_bytes(&file), report, error);
        if (status == ZM_OK && zm_run_look(run))
            status = zm_fail(error, ZM_STOPPED, "stopped: nothing was imported");
    }
    zm_buffer_free(&file);
    return status;
}

static enum zm_status import_all(struct zm_archive *archive, const struct zm_game *game,
                                 const char *const *paths, size_t count, struct zm_run *run,
                                 struct zm_buffer *report, struct zm_error *error)
{
    struct zm_import *import;
    enum zm_status status = zm_import_begin(archive, game, &import, error);
    if (status != ZM_OK)
        return status;
    status = take_files(import, paths, count, true, run, report, error);
    if (status == ZM_OK)
        status = take_files(import, paths, count, false, run, report, error);
    uint32_t taken = zm_import_taken(import), refused = zm_import_refused(import);
    enum zm_status ended = zm_import_end(import, status == ZM_OK, error);
    if (status == ZM_OK && ended == ZM_OK)
        zm_buffer_format(report, "%u games came in, %u did not\n", taken, refused);
    return status == ZM_OK ? ended : status;
}

enum zm_status zm_archive_run_import(const char *const *words, size_t count,
                                     const struct zm_settings *settings, struct zm_run *run,
                                     struct zm_error *error)
{
    struct zm_archive *archive;
    struct zm_buffer report = {0};
    struct stat about;
    const struct zm_game *game = NULL;
    const char *name = zm_settings_text(settings, "game");
    bool exists = stat(words[0], &about) == 0;
    if (name != NULL && (game = zm_game_find(name, error)) == NULL)
        return ZM_BAD_INPUT;
    enum zm_status status = zm_archive_open(words[0], ZM_ARCHIVE_WRITE, &archive, error);
    if (status != ZM_OK)
        return status;
    status = import_all(archive, game, words + 1, count - 1, run, &report, error);
    zm_archive_close(archive);
    if (status == ZM_OK) {
        fputs(zm_buffer_string(&report), stdout);
    } else if (!exists) { /* an archive without anything would only be in the way */
        zm_buffer_clear(&report);
        zm_buffer_format(&report, "%s-lock", words[0]);
        remove(words[0]);
        remove(zm_buffer_string(&report));
    }
    if (status == ZM_OK && report.failed)
        status = zm_fail_memory(error);
    zm_buffer_free(&report);
    return status;
}
