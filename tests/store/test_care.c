/* Every kind of entry that the program writes into a store: the store of a solve is right by
 * `zm_store_check`, a single wrong value, wrong key or added falsehood is found, and a compact
 * store is right and gives the same answer. */
#include "api/store_care.h"

#include "api/question.h"
#include "base/random.h"
#include "base/table.h"
#include "solve/contracts.h"

#include "tests/test.h"

#include <unistd.h>

/* Solves; each row makes one store. */
struct solve {
    const char *game, *position;
    struct zm_option options[4];
};

static const struct row {
    const char *name;
    struct solve solves[2];
    bool removals; /* an entry that others lean on is missed */
} rows[] = {
    {"nimbers", {{"cram", "3x5", {{"compute", "nimber"}, {"search", "dfpn"}}}}, true},
    {"nimbers of the engine", {{"cram", "4x5", {{"compute", "nimber"}}}}, true},
    {"lost positions", {{"hex", "3x3", {{"search", "dfpn"}}}}, true},
    {"lost sums", {{"sprouts", "8", {{"play", "misere"}, {"search", "dfpn"}}}}, true},
    {"small trees",
     {{"cram", "4x6", {{"play", "misere"}, {"search", "dfpn"}, {"rct-size", "6"}}}},
     true},
    {"a base of trees",
     {{"sprouts", "7", {{"play", "misere"}, {"search", "dfpn"}, {"rct-base", "0*3"}}}},
     true},
    {"two ways",
     {{"cram", "4x5", {{"play", "misere"}, {"search", "dfpn"}, {"rct-size", "4"}}},
      {"cram", "4x4", {{"play", "misere"}, {"search", "dfpn"}, {"rct-base", "2x3"}}}},
     true},
    {"bounds", {{"dots", "2x2", {{"compute", "score"}, {"search", "dfpn"}}}}, false},
    {"bounds of a window",
     {{"dots", "2x3", {{"compute", "score"}, {"search", "dfpn"}, {"window", "wide"}}}},
     false},
    {"bounds of the engine",
     {{"dots", "2x2", {{"compute", "score"}}}, {"dots", "2x3", {{"compute", "score"}}}},
     false},
    {"distances",
     {{"nim", "3,4,5", {{"compute", "distance"}}}, {"nim", "1,2,6", {{"compute", "distance"}}}},
     false},
    {"loops", {{"tapatan", "start", {{0}}}}, false},
    {"canonical trees", {{"cram", "3x4", {{"compute", "tree"}}}}, true},
    {"reduced trees", {{"sprouts", "3", {{"compute", "rct"}, {"play", "misere"}}}}, true},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* -- stores -- */

static char folder[] = "/tmp/zermelo-care-XXXXXX";

static void path_of(const char *name, char path[64])
{
    char lock[80];
    snprintf(path, 64, "%s/%s", folder, name);
    snprintf(lock, sizeof lock, "%s-lock", path);
    remove(path);
    remove(lock);
}

static size_t open_question(const struct solve *solve, const char *path,
                            struct zm_question *question, struct zm_run *run)
{
    struct zm_option options[5];
    struct zm_error error = {0};
    size_t count = 0;
    while (count < 4 && solve->options[count].name != NULL) {
        options[count] = solve->options[count];
        count++;
    }
    options[count] = (struct zm_option){"store", path};
    zm_run_begin(run);
    if (zm_question_open(question, solve->game, solve->position, options, count + 1, NULL,
                         &error) != ZM_OK ||
        zm_question_run(question, run, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return count;
}

/* Solves with the store, and leaves the job there as the command does. */
static void solve(const struct solve *solve, const char *path, struct zm_buffer *result)
{
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    struct zm_buffer job = {0};
    struct zm_run run;
    size_t count = open_question(solve, path, &question, &run);
    if (zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error) !=
        ZM_OK)
        fail_msg("%s", error.text);
    zm_buffer_clear(result);
    zm_answer_print(&answer, result);
    zm_buffer_format(&job, "{\"position\":\"%s\",\"options\":{", solve->position);
    for (size_t i = 0; i < count; i++)
        zm_buffer_format(&job, "%s\"%s\":\"%s\"", i == 0 ? "" : ",", solve->options[i].name,
                         solve->options[i].text);
    zm_buffer_text(&job, "}}");
    assert_int_equal(zm_lmdb_add_job(question.store, zm_buffer_bytes(&job), &error), ZM_OK);
    zm_buffer_free(&job);
    zm_answer_free(&answer);
    zm_question_close(&question);
}

static void solve_row(const struct row *row, const char *path, struct zm_buffer *result)
{
    for (size_t i = 2; i-- > 0;) /* the answer of the first stays */
        if (row->solves[i].game != NULL)
            solve(&row->solves[i], path, result);
}

static enum zm_status check(const char *path, struct zm_store_report *report,
                            struct zm_error *error)
{
    struct zm_store *store;
    struct zm_run run;
    zm_run_begin(&run);
    if (zm_lmdb_open(path, ZM_STORE_READ, NULL, 0, &store, error) != ZM_OK)
        fail_msg("%s", error->text);
    enum zm_status status = zm_store_check(store, &run, report, error);
    zm_store_close(store);
    return status;
}

/* All entries of a store, and the store made again with one of them changed. */
struct entry {
    enum zm_kind kind;
    uint8_t key[512];
    size_t size;
    struct zm_value value;
};

struct entries {
    struct entry *items;
    size_t count, capacity;
    enum zm_kind kind;
};

static bool add_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    struct entries *entries = context;
    if (entries->count == entries->capacity) {
        entries->capacity = entries->capacity * 2 + 64;
        entries->items = realloc(entries->items, entries->capacity * sizeof *entries->items);
        assert_non_null(entries->items);
    }
    struct entry *entry = &entries->items[entries->count++];
    *entry = (struct entry){.kind = entries->kind, .size = key.size, .value = value};
    assert_true(key.size <= sizeof entry->key);
    memcpy(entry->key, key.data, key.size);
    return true;
}

static void read_entries(struct zm_store *store, struct entries *entries)
{
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++) {
        entries->kind = (enum zm_kind)kind;
        store->class->each(store, entries->kind, add_entry, entries);
    }
}

/* `without`: an entry that is left out; `with`: one more, or one in its place. */
static void write_changed(struct zm_store *old, const struct entries *entries, size_t without,
                          const struct entry *with, const char *path)
{
    struct zm_store *store;
    struct zm_error error = {0};
    struct zm_buffer job = {0};
    if (zm_lmdb_open(path, ZM_STORE_CREATE, zm_lmdb_header(old), 0, &store, &error) != ZM_OK)
        fail_msg("%s", error.text);
    for (size_t i = 0; zm_lmdb_job(old, i, &job); i++)
        assert_int_equal(zm_lmdb_add_job(store, zm_buffer_bytes(&job), &error), ZM_OK);
    for (size_t i = 0; i <= entries->count; i++) {
        const struct entry *entry = i < entries->count ? &entries->items[i] : with;
        if (i != without && entry != NULL)
            assert_int_equal(
                zm_store_put(store, entry->kind, zm_bytes(entry->key, entry->size), entry->value),
                ZM_OK);
    }
    assert_int_equal(store->class->flush(store, &error), ZM_OK);
    zm_store_close(store);
    zm_buffer_free(&job);
}

/* -- the tests -- */

static void right_and_compact(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        char path[64];
        struct zm_store_report report;
        struct zm_compaction compaction;
        struct zm_error error = {0};
        struct zm_buffer result = {0}, again = {0};
        struct zm_run run;
        path_of("right", path);
        solve_row(&rows[i], path, &result);
        if (check(path, &report, &error) != ZM_OK)
            fail_msg("%s: %s", rows[i].name, error.text);
        assert_true(report.checked > 0);
        assert_int_equal(report.unreadable, 0);
        zm_run_begin(&run);
        const struct solve *asked = &rows[i].solves[0];
        if (zm_store_compact(path, asked->game, asked->position, &run, &compaction, &error) !=
            ZM_OK)
            fail_msg("%s: %s", rows[i].name, error.text);
        assert_int_equal(compaction.before, report.checked);
        assert_true(compaction.all ? compaction.after == compaction.before
                                   : compaction.after < compaction.before);
        if (check(path, &report, &error) != ZM_OK)
            fail_msg("%s, compact: %s", rows[i].name, error.text);
        assert_int_equal(report.checked, compaction.after);
        solve(asked, path, &again);
        assert_string_equal(zm_buffer_string(&again), zm_buffer_string(&result));
        zm_buffer_free(&result);
        zm_buffer_free(&again);
    }
}

/* Makes a false entry of a right one; false: there is no sure way. */
static bool falsify(struct entry *entry, const struct entries *entries, struct zm_random *random)
{
    switch (entry->kind) {
    case ZM_KIND_NIMBER:
        entry->value.a ^= 1 + (int64_t)zm_random_below(random, 3);
        return true;
    case ZM_KIND_BOUND:
        if (entry->value.a != entry->value.b)
            return false;
        entry->value.a += entry->value.a > 0 && zm_random_below(random, 2) ? -1 : 1;
        entry->value.b = entry->value.a;
        return true;
    case ZM_KIND_DISTANCE:
        if (zm_random_below(random, 2))
            entry->value.a += 2;
        else
            entry->value.b = entry->value.b % 3 + 1;
        return true;
    case ZM_KIND_TREE: {
        if (strchr("SBW", entry->key[0]) != NULL) /* without a value */
            return false;
        bool key = entry->key[0] != 'C' && entry->key[0] != 'P' && zm_random_below(random, 2);
        if (key && entry->size > 1) {
            entry->key[1 + zm_random_below(random, entry->size - 1)] ^=
                (uint8_t)(1 << zm_random_below(random, 8));
        } else {
            const struct entry *other = &entries->items[zm_random_below(random, entries->count)];
            if (zm_random_below(random, 2) && other->kind == ZM_KIND_TREE &&
                other->value.a != entry->value.a && other->value.a != 0)
                entry->value = other->value;
            else
                entry->value.a ^= INT64_C(1) << zm_random_below(random, 63);
        }
        return true;
    }
    case ZM_KIND_LOST:
    case ZM_KIND_COUNT:
        break;
    }
    return false;
}

/* Changes one value, or takes one entry away; how many of the latter were missed by others. */
static void change_row(const struct row *row, struct zm_random *random, int rounds)
{
    char path[64], changed[64];
    struct zm_store *store;
    struct entries entries = {0};
    struct zm_error error = {0};
    struct zm_buffer result = {0};
    struct zm_store_report report;
    size_t missed = 0, falsified = 0;
    path_of("whole", path);
    solve_row(row, path, &result);
    assert_int_equal(zm_lmdb_open(path, ZM_STORE_READ, NULL, 0, &store, &error), ZM_OK);
    read_entries(store, &entries);
    for (int i = 0; i < rounds; i++) {
        size_t index = (size_t)zm_random_below(random, entries.count);
        struct entry entry = entries.items[index];
        bool wrong = (i % 2 == 0 || !row->removals) && falsify(&entry, &entries, random);
        if (!wrong && !row->removals)
            continue;
        path_of("changed", changed);
        write_changed(store, &entries, index, wrong ? &entry : NULL, changed);
        enum zm_status status = check(changed, &report, &error);
        if (wrong && status != ZM_WRONG && report.unreadable == 0)
            fail_msg("%s: a false entry %c was not found (round %d)", row->name, entry.key[0], i);
        falsified += wrong;
        missed += !wrong && (status == ZM_WRONG || report.unreadable > 0);
    }
    if (row->removals && rounds >= 20)
        assert_true(missed > 0);
    if (!row->removals && rounds >= 20)
        assert_true(falsified > 0);
    zm_store_close(store);
    zm_buffer_free(&result);
    free(entries.items);
}

static void changes_found(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(1913);
    for (size_t i = 0; i < ROWS; i++)
        change_row(&rows[i], &random, test_rounds(24));
}

/* Lost nodes that are not: what is one move before a lost one is won. */
static void added_found(void **state)
{
    (void)state;
    static const struct {
        struct solve solve;
        const char *false_position;
    } additions[] = {
        {{"hex", "3x3", {{"search", "dfpn"}}}, "3x3"},
        {{"cram", "4x5", {{"play", "misere"}, {"search", "dfpn"}}}, "1x9"},
    };
    for (size_t i = 0; i < 2; i++) {
        char path[64], changed[64];
        struct zm_store *store;
        struct entries entries = {0};
        struct zm_error error = {0};
        struct zm_buffer result = {0};
        struct zm_store_report report;
        struct zm_question question;
        struct zm_run run;
        struct entry entry = {.kind = ZM_KIND_LOST};
        struct solve other = additions[i].solve;
        path_of("whole", path);
        solve(&other, path, &result);
        other.position = additions[i].false_position;
        open_question(&other, path, &question, &run);
        struct zm_bytes position = zm_buffer_bytes(&question.position);
        if (i == 0) { /* a draw is no win, then the position */
            memcpy(entry.key + 1, position.data, position.size);
            entry.size = position.size + 1;
        } else { /* no heap, no trees, one component after its length */
            struct zm_list components = {0};
            question.game->sums->split(question.instance.state, position, &components);
            struct zm_bytes component = zm_list_at(&components, 0);
            entry.key[2] = (uint8_t)component.size;
            memcpy(entry.key + 4, component.data, component.size);
            entry.size = component.size + 4;
            zm_list_free(&components);
        }
        zm_question_close(&question);
        assert_int_equal(zm_lmdb_open(path, ZM_STORE_READ, NULL, 0, &store, &error), ZM_OK);
        read_entries(store, &entries);
        path_of("changed", changed);
        write_changed(store, &entries, SIZE_MAX, &entry, changed);
        assert_int_equal(check(changed, &report, &error), ZM_WRONG);
        assert_non_null(strstr(error.text, "said to be lost"));
        zm_store_close(store);
        zm_buffer_free(&result);
        free(entries.items);
    }
}

/* A kind that does not belong there, and stores without the trees that older versions left out. */
static void other_stores(void **state)
{
    (void)state;
    char path[64], changed[64];
    struct zm_store *store;
    struct entries entries = {0};
    struct zm_error error = {0};
    struct zm_buffer result = {0};
    struct zm_store_report report;
    path_of("whole", path);
    solve(&rows[3].solves[0], path, &result);
    assert_int_equal(zm_lmdb_open(path, ZM_STORE_READ, NULL, 0, &store, &error), ZM_OK);
    entries.kind = ZM_KIND_LOST;
    store->class->each(store, ZM_KIND_LOST, add_entry, &entries);
    path_of("changed", changed);
    write_changed(store, &entries, SIZE_MAX, NULL, changed);
    assert_int_equal(check(changed, &report, &error), ZM_OK);
    assert_int_equal(report.checked + report.unreadable, entries.count);
    zm_store_close(store);
    /* A killed run leaves no job: the store was told how its nodes are made. */
    free(entries.items);
    entries = (struct entries){0};
    path_of("whole", path);
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer = {0};
    open_question(&rows[4].solves[0], path, &question, &run);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_OK);
    zm_answer_free(&answer);
    zm_question_close(&question);
    assert_int_equal(check(path, &report, &error), ZM_OK);
    assert_int_equal(report.unreadable, 0);
    assert_int_equal(zm_lmdb_open(path, ZM_STORE_READ, NULL, 0, &store, &error), ZM_OK);
    struct entry foreign = {.kind = ZM_KIND_NIMBER, .size = 1};
    path_of("changed", changed);
    write_changed(store, &entries, SIZE_MAX, &foreign, changed);
    assert_int_equal(check(changed, &report, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "do not belong"));
    zm_store_close(store);
    zm_buffer_free(&result);
    free(entries.items);
}

/* A stopped check says so, and a stopped compaction leaves the store as it is. */
static void stopped(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        char path[64];
        struct zm_store *store;
        struct zm_store_report report;
        struct zm_compaction compaction;
        struct zm_error error = {0};
        struct zm_buffer result = {0};
        struct zm_run run;
        path_of("stopped", path);
        solve_row(&rows[i], path, &result);
        zm_run_begin(&run);
        atomic_store(&run.stop, true);
        assert_int_equal(zm_lmdb_open(path, ZM_STORE_READ, NULL, 0, &store, &error), ZM_OK);
        assert_int_equal(zm_store_check(store, &run, &report, &error), ZM_STOPPED);
        zm_store_close(store);
        enum zm_status status = zm_store_compact(
            path, rows[i].solves[0].game, rows[i].solves[0].position, &run, &compaction, &error);
        if (status != ZM_STOPPED)
            fail_msg("%s: compaction was not stopped: %d", rows[i].name, status);
        assert_int_equal(check(path, &report, &error), ZM_OK);
        zm_buffer_free(&result);
    }
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int clean_up(void **state)
{
    static const char *const names[] = {"right", "whole", "changed", "stopped"};
    char path[64];
    (void)state;
    for (size_t i = 0; i < 4; i++)
        path_of(names[i], path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_and_compact), cmocka_unit_test(changes_found),
        cmocka_unit_test(added_found),       cmocka_unit_test(other_stores),
        cmocka_unit_test(stopped),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
