/* The archive that tests work with; see archive_lab.h. */
#include "tests/records/archive_lab.h"

#include "tests/test.h"

#include <unistd.h>

char lab_path[64];

int lab_begin(void **unused)
{
    (void)unused;
    snprintf(lab_path, sizeof lab_path, "/tmp/zermelo-archive-%ld", (long)getpid());
    return 0;
}

int lab_end(void **unused)
{
    char lock[80];
    (void)unused;
    snprintf(lock, sizeof lock, "%s-lock", lab_path);
    remove(lab_path);
    remove(lock);
    return 0;
}

/* Imports one file; sets `report`. Returns the status, with the error. */
enum zm_status lab_import(const char *name, struct zm_bytes file, const char *game,
                          struct zm_buffer *report, struct zm_error *error)
{
    struct zm_archive *archive;
    struct zm_import *import;
    zm_buffer_clear(report);
    enum zm_status status = zm_archive_open(lab_path, ZM_ARCHIVE_WRITE, &archive, error);
    if (status != ZM_OK)
        return status;
    const struct zm_game *wanted = game == NULL ? NULL : zm_game_find(game, error);
    status = zm_import_begin(archive, wanted, &import, error);
    if (status == ZM_OK) {
        status = zm_import_file(import, name, file, report, error);
        enum zm_status ended = zm_import_end(import, status == ZM_OK, error);
        status = status == ZM_OK ? ended : status;
    }
    zm_archive_close(archive);
    return status;
}

struct zm_archive *lab_open(void)
{
    struct zm_archive *archive;
    struct zm_error error = {0};
    if (zm_archive_open(lab_path, ZM_ARCHIVE_READ, &archive, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return archive;
}
