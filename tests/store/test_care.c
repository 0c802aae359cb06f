/* Every kind of entry that the program writes into a store: the store of a solve is right by
 * `zm_store_check`, a single wrong value, wrong key or added falsehood is found, and a compact
 * store is right and gives the same answer. */
#include "store/filled.h"

#include "base/random.h"
#include "solve/contracts.h"

/* Each row makes one store. */
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

/* -- the tests -- */

static void right_and_compact(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        struct filled filled;
        struct zm_store_report report;
        struct zm_compaction compaction;
        struct zm_error error = {0};
        struct zm_buffer result = {0}, again = {0};
        struct zm_run run;
        char path[64];
        fill(&filled, rows[i].solves, 2);
        memcpy(path, filled.path, sizeof path);
        zm_buffer_set(&result, zm_buffer_bytes(&filled.result));
        filled_close(&filled); /* a compaction wants the store for itself */
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
    char changed[64];
    struct filled filled;
    const struct entries *entries = &filled.entries;
    struct zm_error error = {0};
    struct zm_store_report report;
    size_t missed = 0, falsified = 0;
    fill(&filled, row->solves, 2);
    for (int i = 0; i < rounds; i++) {
        size_t index = (size_t)zm_random_below(random, entries->count);
        struct entry entry = entries->items[index];
        bool wrong = (i % 2 == 0 || !row->removals) && falsify(&entry, entries, random);
        if (!wrong && !row->removals)
            continue;
        path_of("changed", changed);
        write_changed(filled.store, entries, index, wrong ? &entry : NULL, changed);
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
    filled_close(&filled);
}

static void changes_found(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(1913);
    for (size_t i = 0; i < ROWS; i++)
        change_row(&rows[i], &random, test_rounds(24));
}

/* Checks the store made again of these entries and perhaps one more. */
static enum zm_status check_with(const struct filled *filled, const struct entries *entries,
                                 const struct entry *more, struct zm_store_report *report,
                                 struct zm_error *error)
{
    char changed[64];
    path_of("changed", changed);
    write_changed(filled->store, entries, SIZE_MAX, more, changed);
    return check(changed, report, error);
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
        char path[64];
        struct filled filled;
        struct zm_error error = {0};
        struct zm_store_report report;
        struct zm_question question;
        struct zm_run run;
        struct entry entry = {.kind = ZM_KIND_LOST};
        struct solve other = additions[i].solve;
        fill(&filled, &other, 1);
        other.position = additions[i].false_position;
        path_of("other", path);
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
        assert_int_equal(check_with(&filled, &filled.entries, &entry, &report, &error), ZM_WRONG);
        assert_non_null(strstr(error.text, "said to be lost"));
        filled_close(&filled);
    }
}

/* Stores of older versions left out the trees that lost nodes name. */
static void without_trees(void **state)
{
    (void)state;
    struct filled filled;
    struct entries lost = {.kind = ZM_KIND_LOST};
    struct zm_error error = {0};
    struct zm_store_report report;
    fill(&filled, rows[3].solves, 1);
    filled.store->class->each(filled.store, ZM_KIND_LOST, add_entry, &lost);
    assert_int_equal(check_with(&filled, &lost, NULL, &report, &error), ZM_OK);
    assert_int_equal(report.checked + report.unreadable, lost.count);
    filled_close(&filled);
    free(lost.items);
}

/* A killed run leaves no job: the store was told how its nodes are made. */
static void without_job(void **state)
{
    (void)state;
    char path[64];
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    struct zm_store_report report;
    path_of("other", path);
    open_question(&rows[4].solves[0], path, &question, &run);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_OK);
    zm_answer_free(&answer);
    zm_question_close(&question);
    assert_int_equal(check(path, &report, &error), ZM_OK);
    assert_int_equal(report.unreadable, 0);
}

static void foreign_kind(void **state)
{
    (void)state;
    struct filled filled;
    struct entry foreign = {.kind = ZM_KIND_NIMBER, .size = 1};
    struct zm_error error = {0};
    struct zm_store_report report;
    fill(&filled, rows[3].solves, 1);
    assert_int_equal(check_with(&filled, &filled.entries, &foreign, &report, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "do not belong"));
    filled_close(&filled);
}

/* A stopped check says so, and a stopped compaction leaves the store as it is. */
static void stopped(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        struct filled filled;
        struct zm_store_report report;
        struct zm_compaction compaction;
        struct zm_error error = {0};
        struct zm_run run;
        char path[64];
        fill(&filled, rows[i].solves, 2);
        memcpy(path, filled.path, sizeof path);
        zm_run_begin(&run);
        atomic_store(&run.stop, true);
        assert_int_equal(zm_store_check(filled.store, &run, &report, &error), ZM_STOPPED);
        filled_close(&filled);
        enum zm_status status = zm_store_compact(
            path, rows[i].solves[0].game, rows[i].solves[0].position, &run, &compaction, &error);
        if (status != ZM_STOPPED)
            fail_msg("%s: compaction was not stopped: %d", rows[i].name, status);
        assert_int_equal(check(path, &report, &error), ZM_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_and_compact), cmocka_unit_test(changes_found),
        cmocka_unit_test(added_found),       cmocka_unit_test(without_trees),
        cmocka_unit_test(without_job),       cmocka_unit_test(foreign_kind),
        cmocka_unit_test(stopped),
    };
    return cmocka_run_group_tests(tests, filled_begin, filled_end);
}
