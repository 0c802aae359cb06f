/* Stores on disk that solves have filled, their entries, and the same store made again with one of
 * them changed: for the tests of what reads stores. */
#ifndef ZM_TESTS_STORE_FILLED_H
#define ZM_TESTS_STORE_FILLED_H

#include "test.h"

#include "api/question.h"
#include "care/store_care.h"

/* One solve; the options end with one without a name. */
struct solve {
    const char *game, *position;
    struct zm_option options[4];
};

struct entry {
    enum zm_kind kind;
    uint8_t key[1024];
    size_t size;
    struct zm_value value;
};

struct entries {
    struct entry *items;
    size_t count, capacity;
    enum zm_kind kind;
};

/* A store open for reading, with all its entries. */
struct filled {
    char path[64];
    struct zm_store *store;
    struct entries entries;
    struct zm_buffer result; /* of the first solve, as text */
};

/* cmocka's set-up and clean-up: a folder for the stores of one test program. */
int filled_begin(void **state);
int filled_end(void **state);

/* The path of a store of this name, which is removed if it is there. */
void path_of(const char *name, char path[64]);
/* Opens the question of a solve with the store; returns the number of its options. */
size_t open_question(const struct solve *solve, const char *path, struct zm_question *question,
                     struct zm_run *run);
/* Solves with the store, and leaves the job there as the command does. */
void solve(const struct solve *solve, const char *path, struct zm_buffer *result);
/* Solves `count` questions (those without a game are left out) with one store. */
void fill(struct filled *filled, const struct solve *solves, size_t count);
void filled_close(struct filled *filled);
bool add_entry(void *entries, struct zm_bytes key, struct zm_value value);
/* Makes the store again at `path`. `without`: an entry that is left out; `with`: one more, or one
 * in its place. */
void write_changed(struct zm_store *old, const struct entries *entries, size_t without,
                   const struct entry *with, const char *path);
/* zm_store_check of the store at `path`. */
enum zm_status check(const char *path, struct zm_store_report *report, struct zm_error *error);

#endif
