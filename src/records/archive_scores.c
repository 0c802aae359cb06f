/* Scores that were computed, into an archive; see archive.h. */
#include "records/archive_inside.h"

#include <errno.h>

enum zm_status zm_archive_compute(struct zm_archive *archive, const struct zm_computed *scores,
                                  size_t count, struct zm_error *error)
{
    MDB_txn *transaction = NULL;
    MDB_dbi summaries = archive->databases[ZM_DB_SUMMARIES];
    struct zm_buffer block = {0};
    int code = mdb_txn_begin(archive->environment, NULL, 0, &transaction);
    for (size_t i = 0; code == 0 && i < count; i++) {
        uint8_t number[4];
        struct zm_summary summary;
        zm_high_first(number, scores[i].game / ZM_SUMMARIES, sizeof number);
        MDB_val place = zm_archive_value(number, sizeof number), data;
        size_t at = scores[i].game % ZM_SUMMARIES * sizeof summary;
        code = mdb_get(transaction, summaries, &place, &data);
        if (code != 0 || data.mv_size < at + sizeof summary)
            break;
        zm_buffer_set(&block, zm_bytes(data.mv_data, data.mv_size));
        if (block.failed) {
            code = ENOMEM;
            break;
        }
        memcpy(&summary, block.data + at, sizeof summary);
        summary.computed = scores[i].margin;
        summary.flags |= ZM_ARCHIVED_COMPUTED;
        memcpy(block.data + at, &summary, sizeof summary);
        data = zm_archive_value(block.data, block.size);
        code = mdb_put(transaction, summaries, &place, &data, 0);
    }
    zm_buffer_free(&block);
    if (code == 0)
        code = mdb_txn_commit(transaction);
    else if (transaction != NULL)
        mdb_txn_abort(transaction);
    return code == 0 ? ZM_OK : zm_archive_fail(archive, code, "cannot write", error);
}
