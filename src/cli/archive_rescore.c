/* zermelo archive rescore: theoretical scores computed again, and where the files' own differ. */
#include "cli/archive.h"

#include "api/cluster.h"
#include "engines/othello/rescore.h"

#include <inttypes.h>
#include <stdio.h>

/* Lists the games whose score is not what was computed; returns how many there are. */
static uint32_t list_errors(struct zm_archive_wish *wish, uint32_t *compared)
{
    const struct zm_archive *archive = wish->archive;
    struct zm_buffer said = {0}, found = {0};
    uint32_t errors = 0;
    *compared = 0;
    for (uint32_t game = 0; game < zm_archive_count(archive); game++) {
        const struct zm_summary *summary = zm_archive_summary(archive, game);
        if ((summary->flags & ZM_ARCHIVED_COMPUTED) == 0 || summary->theory == ZM_NO_MARGIN ||
            !zm_filter_takes(&wish->filter, game))
            continue;
        ++*compared;
        if (summary->computed == summary->theory)
            continue;
        errors++;
        zm_buffer_clear(&said);
        zm_buffer_clear(&found);
        zm_archived_result(archive, game, summary->theory, &said);
        zm_archived_result(archive, game, summary->computed, &found);
        printf("%7" PRIu32 "  %4u  the file says %s, it is %s\n", game + 1, summary->year,
               zm_buffer_string(&said), zm_buffer_string(&found));
    }
    zm_buffer_free(&said);
    zm_buffer_free(&found);
    return errors;
}

/* Computes the scores: here, or by a cluster. */
static enum zm_status compute(struct zm_archive_wish *wish, const struct zm_settings *settings,
                              struct zm_run *run, struct othello_rescored *rescored,
                              struct zm_error *error)
{
    struct zm_cluster cluster;
    struct zm_helpers helpers;
    if (zm_settings_text(settings, "cluster") == NULL)
        return othello_rescore(wish->archive, &wish->filter, run, rescored, error);
    enum zm_status status = zm_cluster_begin(settings, run, &cluster, error);
    if (status != ZM_OK)
        return status;
    zm_cluster_helpers(&cluster, &helpers);
    run->helpers = &helpers;
    status = othello_rescore(wish->archive, &wish->filter, run, rescored, error);
    run->helpers = NULL;
    zm_cluster_end(&cluster);
    return status;
}

enum zm_status zm_archive_run_rescore(const char *const *words, size_t count,
                                      const struct zm_settings *settings, struct zm_run *run,
                                      struct zm_error *error)
{
    struct zm_archive_wish wish;
    struct othello_rescored rescored;
    uint32_t compared;
    (void)count;
    enum zm_status status = zm_wish_open(&wish, words[0], ZM_ARCHIVE_UPDATE, settings, error);
    if (status != ZM_OK)
        return status;
    run->threads = (unsigned)zm_settings_integer(settings, "threads");
    status = compute(&wish, settings, run, &rescored, error);
    zm_wish_close(&wish);
    if (status != ZM_OK && status != ZM_STOPPED)
        return status;
    printf("%" PRIu32 " scores computed, %" PRIu32 " known from before, %" PRIu32
           " games have none\n",
           rescored.computed, rescored.known, rescored.left_out);
    enum zm_status again = zm_wish_open(&wish, words[0], ZM_ARCHIVE_READ, settings, NULL);
    if (again != ZM_OK)
        return again;
    uint32_t errors = list_errors(&wish, &compared);
    printf("%" PRIu32 " of %" PRIu32 " scores differ\n", errors, compared);
    zm_wish_close(&wish);
    return status;
}
