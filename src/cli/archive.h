/* What the files of `zermelo archive` share. */
#ifndef ZM_CLI_ARCHIVE_H
#define ZM_CLI_ARCHIVE_H

#include "api/archive.h"
#include "cli/cli.h"

/* The games that the options ask for. */
struct zm_archive_wish {
    struct zm_archive *archive;
    struct zm_filter filter;
    struct zm_buffer opening; /* the moves of --opening */
    bool open;
};

enum zm_status zm_wish_open(struct zm_archive_wish *wish, const char *path,
                            enum zm_archive_mode mode, const struct zm_settings *settings,
                            struct zm_error *error);
void zm_wish_close(struct zm_archive_wish *wish);

/* archive_import.c, archive_show.c, archive_export.c, archive_rescore.c, archive_table.c: the
 * actions. The words begin with the archive. */
typedef enum zm_status zm_archive_action(const char *const *words, size_t count,
                                         const struct zm_settings *settings, struct zm_run *run,
                                         struct zm_error *error);
zm_archive_action zm_archive_run_import, zm_archive_run_search, zm_archive_run_stats,
    zm_archive_run_duplicates, zm_archive_run_check, zm_archive_run_export, zm_archive_run_rescore,
    zm_archive_run_table;

#endif
