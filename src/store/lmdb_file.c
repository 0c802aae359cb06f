/* The file of a store on disk: opening it, its header, its notes; see lmdb.h. */
#include "store/lmdb_file.h"

#include "store/use.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST_MAP (UINT64_C(1) << 40)
#define LEAST_MAP (UINT64_C(1) << 28)

enum zm_status zm_lmdb_fail(struct lmdb_store *lmdb, int code, const char *doing,
                            struct zm_error *error)
{
    return zm_fail(error, ZM_FAILED, "store '%s': %s: %s", lmdb->path, doing, mdb_strerror(code));
}

int zm_lmdb_end_writing(MDB_txn *transaction, int code)
{
    if (code == 0)
        return mdb_txn_commit(transaction);
    if (transaction != NULL)
        mdb_txn_abort(transaction);
    return code;
}

static int put_text(MDB_txn *transaction, MDB_dbi about, const char *name, const char *text)
{
    MDB_val place = zm_lmdb_value(name, strlen(name)), data = zm_lmdb_value(text, strlen(text));
    return mdb_put(transaction, about, &place, &data, 0);
}

static bool get_text(MDB_txn *transaction, MDB_dbi about, const char *name, struct zm_buffer *text)
{
    MDB_val place = zm_lmdb_value(name, strlen(name)), data;
    if (mdb_get(transaction, about, &place, &data) != 0)
        return false;
    zm_buffer_set(text, zm_bytes(data.mv_data, data.mv_size));
    return !text->failed;
}

static int write_header(MDB_txn *transaction, MDB_dbi about, const struct zm_store_header *header)
{
    char canon[16], format[16];
    snprintf(canon, sizeof canon, "%u", header->canon);
    snprintf(format, sizeof format, "%u", header->format);
    const char *const texts[][2] = {
        {"program", "zermelo"},
        {"format", format},
        {"game", zm_buffer_string(&header->game)},
        {"rules", zm_buffer_string(&header->rules)},
        {"play", zm_buffer_string(&header->play)},
        {"keys", zm_buffer_string(&header->keys)},
        {"canon", canon},
    };
    int code = 0;
    for (size_t i = 0; code == 0 && i < sizeof texts / sizeof *texts; i++)
        code = put_text(transaction, about, texts[i][0], texts[i][1]);
    return code;
}

static bool read_header(MDB_txn *transaction, MDB_dbi about, struct zm_store_header *header)
{
    struct zm_buffer text = {0};
    bool good = get_text(transaction, about, "program", &text) &&
                strcmp(zm_buffer_string(&text), "zermelo") == 0 &&
                get_text(transaction, about, "game", &header->game) &&
                get_text(transaction, about, "rules", &header->rules) &&
                get_text(transaction, about, "play", &header->play) &&
                get_text(transaction, about, "keys", &header->keys) &&
                get_text(transaction, about, "canon", &text);
    header->canon = good ? (unsigned)strtoul(zm_buffer_string(&text), NULL, 10) : 0;
    good = good && get_text(transaction, about, "format", &text);
    header->format = good ? (unsigned)strtoul(zm_buffer_string(&text), NULL, 10) : 0;
    zm_buffer_free(&text);
    return good;
}

static int open_databases(struct lmdb_store *lmdb, MDB_txn *transaction, unsigned flags)
{
    int code = mdb_dbi_open(transaction, "about", flags, &lmdb->about);
    if (code == 0)
        code = mdb_dbi_open(transaction, "jobs", flags, &lmdb->notes);
    for (int kind = 0; code == 0 && kind < ZM_KIND_COUNT; kind++)
        code =
            mdb_dbi_open(transaction, zm_kind_name((enum zm_kind)kind), flags, &lmdb->kinds[kind]);
    return code;
}

/* Opens the databases, and makes them in an empty file; then the header is read or written. */
static enum zm_status open_contents(struct lmdb_store *lmdb, enum zm_store_mode mode,
                                    const struct zm_store_header *header, struct zm_error *error)
{
    MDB_txn *transaction = NULL;
    MDB_dbi top;
    MDB_stat stat = {0};
    int code = mdb_txn_begin(lmdb->environment, NULL, mode == ZM_STORE_READ ? MDB_RDONLY : 0,
                             &transaction);
    if (code == 0)
        code = mdb_dbi_open(transaction, NULL, 0, &top);
    if (code == 0)
        code = mdb_stat(transaction, top, &stat);
    bool fresh = code == 0 && mode == ZM_STORE_CREATE && stat.ms_entries == 0;
    if (code == 0)
        code = open_databases(lmdb, transaction, fresh ? MDB_CREATE : 0);
    if (code == 0 && fresh)
        code = write_header(transaction, lmdb->about, header);
    bool good = code == 0 && read_header(transaction, lmdb->about, &lmdb->header);
    if (code == 0 && good)
        code = mdb_txn_commit(transaction);
    else if (transaction != NULL)
        mdb_txn_abort(transaction);
    if (code != 0 && code != MDB_NOTFOUND && code != MDB_INCOMPATIBLE)
        return zm_lmdb_fail(lmdb, code, "cannot open", error);
    if (code != 0 || !good)
        return zm_fail(error, ZM_BAD_INPUT, "'%s' is not a store of this program", lmdb->path);
    return header == NULL ? ZM_OK : zm_store_header_match(&lmdb->header, header, lmdb->path, error);
}

/* LMDB maps the file and would die of pages that are missing at its end. A few may be missing by
 * right (taken and given back within one transaction): only a file cut by much is told with
 * certainty. */
bool zm_lmdb_truncated(MDB_env *environment, const char *path)
{
    MDB_envinfo info;
    MDB_stat pages;
    struct stat file;
    mdb_env_info(environment, &info);
    mdb_env_stat(environment, &pages);
    return stat(path, &file) == 0 &&
           (uint64_t)file.st_size < (uint64_t)info.me_last_pgno / 2 * pages.ms_psize;
}

/* The map is as large as the machine allows: only what is used takes memory or disk. */
int zm_lmdb_environment(const char *path, unsigned databases, unsigned flags, MDB_env **environment)
{
    int code = ENOMEM;
    for (uint64_t map = LARGEST_MAP; code == ENOMEM && map >= LEAST_MAP; map /= 4) {
        code = mdb_env_create(environment);
        if (code != 0)
            return code;
        mdb_env_set_maxdbs(*environment, databases);
        mdb_env_set_mapsize(*environment, map);
        code = mdb_env_open(*environment, path, MDB_NOSUBDIR | MDB_NOTLS | flags, 0666);
        if (code != 0) {
            mdb_env_close(*environment);
            *environment = NULL;
        }
    }
    return code;
}

static int open_environment(struct lmdb_store *lmdb, unsigned flags)
{
    return zm_lmdb_environment(lmdb->path, ZM_KIND_COUNT + 2, flags, &lmdb->environment);
}

static bool is_forbidden(int code)
{
    return code == EACCES || code == EROFS || code == EPERM;
}

/* Says why a store cannot be opened; of one that could be read, that it cannot be written. */
static enum zm_status fail_open(struct lmdb_store *lmdb, enum zm_store_mode mode, int code,
                                struct zm_error *error)
{
    bool readable = mode != ZM_STORE_READ && is_forbidden(code) && access(lmdb->path, R_OK) == 0;
    return zm_lmdb_fail(
        lmdb, code,
        readable ? "can only be read, and results are to be written there" : "cannot open", error);
}

static enum zm_status fail_use(struct lmdb_store *lmdb, enum zm_store_mode mode, int code,
                               const char *why, struct zm_error *error)
{
    return code == EAGAIN ? zm_fail(error, ZM_FAILED, "store '%s': %s", lmdb->path, why)
                          : fail_open(lmdb, mode, code, error);
}

/* Whoever may not write next to a store reads it without LMDB's lock file, while nobody writes. */
static enum zm_status open_for_reading(struct lmdb_store *lmdb, int *code, struct zm_error *error)
{
    *code = open_environment(lmdb, MDB_RDONLY);
    if (!is_forbidden(*code))
        return ZM_OK;
    int use = zm_store_use(lmdb->path, ZM_USE_BLIND, false, &lmdb->use);
    if (use != 0)
        return fail_use(lmdb, ZM_STORE_READ, use,
                        "another process is writing it, and here it can only be read while "
                        "nobody does",
                        error);
    *code = open_environment(lmdb, MDB_RDONLY | MDB_NOLOCK);
    return ZM_OK;
}

static enum zm_status open_for_writing(struct lmdb_store *lmdb, enum zm_store_mode mode, int *code,
                                       struct zm_error *error)
{
    bool alone = mode == ZM_STORE_ALONE;
    int use = zm_store_use(lmdb->path, alone ? ZM_USE_ALONE : ZM_USE_WRITE, mode == ZM_STORE_CREATE,
                           &lmdb->use);
    if (use != 0)
        return fail_use(lmdb, mode, use,
                        alone ? "another process has it open for writing: wait until that ends"
                              : "another process is emptying or replacing it, or reads it where it "
                                "can only be read: wait until that ends",
                        error);
    *code = open_environment(lmdb, 0);
    return ZM_OK;
}

static enum zm_status open_file(struct lmdb_store *lmdb, enum zm_store_mode mode,
                                struct zm_error *error)
{
    int code = 0;
    enum zm_status status = mode == ZM_STORE_READ ? open_for_reading(lmdb, &code, error)
                                                  : open_for_writing(lmdb, mode, &code, error);
    if (status != ZM_OK)
        return status;
    if (code == MDB_INVALID || code == MDB_VERSION_MISMATCH)
        return zm_fail(error, ZM_BAD_INPUT, "'%s' is not a store of this program", lmdb->path);
    if (code != 0)
        return fail_open(lmdb, mode, code, error);
    if (zm_lmdb_truncated(lmdb->environment, lmdb->path))
        return zm_fail(error, ZM_WRONG, "store '%s' is cut short: its last pages are missing",
                       lmdb->path);
    return ZM_OK;
}

enum zm_status zm_lmdb_open_file(struct lmdb_store *lmdb, enum zm_store_mode mode,
                                 const struct zm_store_header *header, struct zm_error *error)
{
    struct stat file;
    bool exists = stat(lmdb->path, &file) == 0;
    if (!exists && mode != ZM_STORE_CREATE)
        return zm_fail(error, ZM_BAD_INPUT, "there is no store '%s'", lmdb->path);
    enum zm_status status = open_file(lmdb, mode, error);
    if (status == ZM_OK)
        status = open_contents(lmdb, mode, header, error);
    if (status == ZM_FAILED && !exists && lmdb->use >= 0)
        remove(lmdb->path);
    return status;
}

static void write_number(uint8_t *bytes, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(number >> (56 - 8 * i));
}

enum zm_status zm_lmdb_add_note(struct zm_store *store, struct zm_bytes text,
                                struct zm_error *error)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    MDB_txn *transaction = NULL;
    MDB_stat stat;
    uint8_t number[8];
    int code = mdb_txn_begin(lmdb->environment, NULL, 0, &transaction);
    if (code == 0)
        code = mdb_stat(transaction, lmdb->notes, &stat);
    if (code == 0) {
        write_number(number, stat.ms_entries);
        MDB_val place = zm_lmdb_value(number, sizeof number),
                data = zm_lmdb_value(text.data, text.size);
        code = mdb_put(transaction, lmdb->notes, &place, &data, 0);
    }
    code = zm_lmdb_end_writing(transaction, code);
    return code == 0 ? ZM_OK : zm_lmdb_fail(lmdb, code, "cannot add a note", error);
}

bool zm_lmdb_note(struct zm_store *store, size_t index, struct zm_buffer *text)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    uint8_t number[8];
    MDB_val data;
    write_number(number, index);
    MDB_val place = zm_lmdb_value(number, sizeof number);
    MDB_txn *reader = zm_lmdb_begin_reading(lmdb);
    if (reader == NULL)
        return false;
    bool found = mdb_get(reader, lmdb->notes, &place, &data) == 0;
    if (found)
        zm_buffer_set(text, zm_bytes(data.mv_data, data.mv_size));
    zm_lmdb_end_reading(lmdb, reader);
    return found;
}
