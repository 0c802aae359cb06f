/* Stores whose keys and values were changed at random, as by an editor of their file: whatever
 * reads a store (check, export, import, compact, a solve) either finds that a key is no position of
 * the game, or goes on; the sanitizers see that nothing is read that is not there. */
#include "store/filled.h"

#include "care/key_text.h"
#include "games/check/changes.h"

#include <unistd.h>

/* One row for each sort of keys, and for codes of positions that differ much. */
static const struct solve rows[] = {
    {"cram", "3x4", {{"compute", "nimber"}, {"search", "dfpn"}}},
    {"cram", "3x4", {{"compute", "nimber"}, {"search", "dfpn"}, {"canon", "graph"}}},
    {"cram", "3x4", {{"compute", "nimber"}, {"search", "dfpn"}, {"canon", "ctf"}}},
    {"cram", "4x5", {{"compute", "nimber"}}},
    {"cram", "3x5", {{"play", "misere"}, {"search", "dfpn"}, {"rct-size", "4"}}},
    {"cram", "3x3", {{"compute", "tree"}}},
    {"sprouts", "4", {{"compute", "nimber"}}},
    {"sprouts", "4", {{"compute", "nimber"}, {"canon", "exact"}, {"surface", "torus"}}},
    {"sprouts", "5", {{"play", "misere"}, {"search", "dfpn"}, {"rct-base", "0*2"}}},
    {"sprouts", "2", {{"compute", "rct"}, {"play", "misere"}}},
    {"dots", "2x2", {{"compute", "score"}, {"search", "dfpn"}}},
    {"dots", "2x2", {{"compute", "score"}, {"search", "dfpn"}, {"canon", "exact"}}},
    {"dots", "2x2", {{"compute", "score"}}},
    {"nimstring", "2x3", {{"compute", "nimber"}}},
    {"hex", "3x2", {{"search", "dfpn"}}},
    {"qbf", "1,3;2,-3;-1,-2,-3", {{"search", "dfpn"}}},
    {"nim", "2,3", {{"compute", "distance"}}},
    {"nim", "3,4", {{"compute", "nimber"}}},
    {"octal", "0.07:12", {{"compute", "nimber"}}},
    {"grundy", "9", {{"compute", "nimber"}}},
    {"chomp", "3x3", {{"compute", "nimber"}}},
    {"node-kayles", "grid:2x3", {{"compute", "nimber"}}},
    {"arc-kayles", "grid:2x3", {{"compute", "nimber"}}},
    {"graph-octal", "0.33:grid:2x3", {{"compute", "nimber"}}},
    {"geography", "arc:grid:2x3@0", {{"compute", "nimber"}}},
    {"tapatan", "start", {{0}}},
};

enum { ROWS = sizeof rows / sizeof *rows };

static void change_value(struct entry *entry, struct zm_random *random)
{
    int64_t *half = zm_random_below(random, 2) ? &entry->value.a : &entry->value.b;
    *half ^= INT64_C(1) << zm_random_below(random, 63);
}

static void within_a_second(struct zm_run *run)
{
    zm_run_begin(run);
    run->deadline = run->started + 1;
}

/* The text of a store; false: a key is no position. What is written can be read again, but for
 * values that nobody would write (`values`: they may be such). */
static bool export_import(struct zm_store *store, bool values)
{
    struct zm_key_owner owner;
    struct zm_error error = {0};
    char *text = NULL;
    size_t size = 0;
    uint64_t count = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(zm_key_owner_open(zm_store_header(store), &owner, &error), ZM_OK);
    enum zm_status status =
        zm_store_export(store, zm_store_header(store), &owner.keys, out, &error);
    if (status != ZM_OK && (status != ZM_BAD_INPUT || strstr(error.text, "no position") == NULL))
        fail_msg("%s", error.text);
    fclose(out);
    struct zm_store *again = zm_memory_store(0);
    struct zm_store_header header;
    FILE *in = fmemopen(text, size, "r");
    assert_non_null(again);
    assert_non_null(in);
    assert_int_equal(zm_store_text_header(in, &header, &error), ZM_OK);
    enum zm_status read = zm_store_import(in, again, &owner.keys, &count, &error);
    if (read != ZM_OK && !(values && read == ZM_BAD_INPUT))
        fail_msg("what was exported is not read: %s", error.text);
    fclose(in);
    zm_store_header_free(&header);
    zm_store_close(again);
    zm_key_owner_close(&owner);
    free(text);
    return status == ZM_OK;
}

static void compact(const struct solve *row, const char *path)
{
    struct zm_compaction compaction;
    struct zm_error error = {0};
    struct zm_run run;
    within_a_second(&run);
    enum zm_status status =
        zm_store_compact(path, row->game, row->position, &run, &compaction, &error);
    if (status == ZM_FAILED)
        fail_msg("%s: compact: %s", row->game, error.text);
}

static void solve_again(const struct solve *row, const char *path)
{
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    struct zm_run run;
    open_question(row, path, &question, &run);
    run.deadline = run.started + 1;
    enum zm_status status =
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error);
    if (status == ZM_FAILED)
        fail_msg("%s: solve: %s", row->game, error.text);
    zm_answer_free(&answer);
    zm_question_close(&question);
}

struct tally {
    size_t no_positions, others;
};

static void try_store(const struct solve *row, const char *path, bool values, struct tally *tally)
{
    struct zm_store *store;
    struct zm_store_report report;
    struct zm_error error = {0};
    struct zm_run run;
    assert_int_equal(zm_store_open(path, ZM_STORE_READ, NULL, 0, &store, &error), ZM_OK);
    within_a_second(&run);
    enum zm_status status = zm_store_check(store, &run, &report, &error);
    bool no_position = status == ZM_BAD_INPUT && strstr(error.text, "no position") != NULL;
    bool no_way = status == ZM_BAD_INPUT && strstr(error.text, "trees ") != NULL;
    if (status == ZM_FAILED || (status == ZM_BAD_INPUT && !no_position && !no_way))
        fail_msg("%s %s: %s", row->game, row->position, error.text);
    tally->no_positions += no_position;
    tally->others += !no_position;
    assert_int_equal(export_import(store, values), !no_position);
    zm_store_close(store);
    solve_again(row, path);
    compact(row, path);
}

static void change_key(struct entry *entry, struct zm_random *random)
{
    struct zm_buffer key = {0};
    zm_buffer_set(&key, zm_bytes(entry->key, entry->size));
    zm_check_change_bytes(&key, random);
    assert_true(!key.failed && key.size <= sizeof entry->key);
    memcpy(entry->key, key.data, key.size);
    entry->size = key.size;
    zm_buffer_free(&key);
}

static void changed_keys(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(1901);
    struct tally tally = {0};
    for (size_t r = 0; r < ROWS; r++) {
        struct filled filled;
        char changed[64];
        int rounds = test_many(12, 1000) + 1;
        fill(&filled, &rows[r], 1);
        if (filled.entries.count == 0)
            fail_msg("%s %s: an empty store", rows[r].game, rows[r].position);
        for (int i = 0; i < rounds; i++) {
            size_t index = (size_t)zm_random_below(&random, filled.entries.count);
            struct entry entry = filled.entries.items[index];
            bool values = i % 3 == 2;
            if (values)
                change_value(&entry, &random);
            else
                change_key(&entry, &random);
            path_of("changed", changed);
            write_changed(filled.store, &filled.entries, index, &entry, changed);
            try_store(&rows[r], changed, values, &tally);
        }
        filled_close(&filled);
    }
    assert_true(tally.no_positions > 0 && tally.others > 0);
}

/* Untouched stores pass. */
static void own_keys(void **state)
{
    (void)state;
    for (size_t r = 0; r < ROWS; r++) {
        struct filled filled;
        struct zm_error error = {0};
        fill(&filled, &rows[r], 1);
        if (zm_store_keys_known(filled.store, NULL, &error) != ZM_OK)
            fail_msg("%s %s: %s", rows[r].game, rows[r].position, error.text);
        filled_close(&filled);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_keys),
        cmocka_unit_test(changed_keys),
    };
    return cmocka_run_group_tests(tests, filled_begin, filled_end);
}
