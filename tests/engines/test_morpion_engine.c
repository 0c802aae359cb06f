/* The engine of Morpion solitaire: the published counts of complete and of dependency-based
 * searches, each against another way to count; tasks, threads, and runs that end and go on. */
#include "engines/morpion/backward.h"
#include "engines/morpion/dbs.h"
#include "engines/morpion/engine.h"
#include "engines/morpion/tasks.h"

#include "base/table.h"
#include "games/morpion_naive.h"
#include "tests/test.h"

#include <unistd.h>

static struct zm_morpion_walk here;

static void go_back(unsigned to)
{
    while (here.played_count > to)
        zm_morpion_walks.unmake(&here, here.played[here.played_count - 1]);
}

/* -- complete searches -- */

struct expected {
    uint64_t positions[ZM_MORPION_PLAYED + 1];
    unsigned longest;
};

static void read_table(const char *variant, struct expected *expected)
{
    char line[200], name[8];
    unsigned move;
    unsigned long long positions;
    FILE *file = test_oracle("morpion-positions.txt");
    memset(expected, 0, sizeof *expected);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "%7s %u %llu", name, &move, &positions) == 3 && strcmp(name, variant) == 0)
            expected->positions[move] = positions;
    fclose(file);
}

static void check_row(void *context, const struct zm_backward_row *row)
{
    const struct expected *expected = context;
    assert_int_equal(row->positions, expected->positions[row->move]);
    assert_int_equal(row->longest, expected->longest);
}

/* Tables 7.1 and 7.2 of the thesis, and that of the record of 82 moves: no game is longer. */
static void test_backward(void **unused)
{
    struct expected expected;
    (void)unused;
    read_table("5T", &expected);
    expected.longest = 170;
    morpion_record("morpion-bruneau170.txt", &here);
    unsigned to = test_long() ? 108 : test_sanitized() ? 125 : 110;
    assert_int_equal(zm_backward(&here, to, NULL, check_row, &expected, NULL), ZM_OK);
    read_table("5D", &expected);
    expected.longest = 82;
    morpion_record("morpion-rosin82.txt", &here);
    to = test_long() ? 40 : test_sanitized() ? 47 : 44;
    assert_int_equal(zm_backward(&here, to, NULL, check_row, &expected, NULL), ZM_OK);
}

/* All positions by the walk, each kept by its key; counts those with one removable move: whose dot
 * lies on no other line drawn since. */
struct counting {
    struct zm_table seen;
    unsigned from; /* moves of the start */
    uint64_t positions, with_one;
};

static unsigned count_removable(unsigned from)
{
    unsigned removable = 0;
    for (unsigned i = from; i < here.played_count; i++) {
        unsigned x = zm_morpion_x(here.played[i]), y = zm_morpion_y(here.played[i]);
        bool needed = false;
        for (unsigned j = from; j < here.played_count; j++) {
            unsigned d = zm_morpion_direction_of(here.played[j]);
            needed |=
                j != i && zm_morpion_line_at(x, y, d) == zm_morpion_line(here.played[j]) &&
                zm_morpion_bit_at(x, y, d) - zm_morpion_first(here.played[j]) < here.board.length;
        }
        removable += !needed;
    }
    return removable;
}

static void count_all(struct counting *counting)
{
    bool fresh;
    struct zm_hash128 key = here.key;
    assert_non_null(zm_table_insert(&counting->seen, zm_bytes(&key, sizeof key), &fresh));
    if (!fresh)
        return;
    counting->positions++;
    counting->with_one += count_removable(counting->from) == 1;
    zm_morpion_move moves[ZM_MORPION_LEGAL];
    unsigned count = here.legal_count;
    memcpy(moves, here.legal, count * sizeof *moves);
    for (unsigned i = 0; i < count; i++) {
        zm_morpion_walks.make(&here, moves[i]);
        count_all(counting);
        zm_morpion_walks.unmake(&here, moves[i]);
    }
}

/* The same numbers by a table of positions; and the nodes of dependency-based search by what they
 * are: positions with one removable move, and the start. */
static void test_by_table(void **unused)
{
    struct expected expected;
    (void)unused;
    read_table("5T", &expected);
    morpion_record("morpion-bruneau170.txt", &here);
    go_back(test_sanitized() ? 140 : 135);
    struct counting counting = {.from = here.played_count};
    struct zm_dbs dbs;
    zm_table_init(&counting.seen, 0);
    count_all(&counting);
    zm_table_free(&counting.seen);
    assert_int_equal(counting.positions, expected.positions[here.played_count]);
    assert_int_equal(zm_dbs_search(&here, 1000000, NULL, &dbs, NULL), ZM_OK);
    assert_int_equal(dbs.count, counting.with_one);
    zm_dbs_free(&dbs);
}

/* -- dependency-based search -- */

static void test_dbs(void **unused)
{
    char line[200];
    unsigned move, least = test_long() ? 123 : test_sanitized() ? 136 : 128, rows = 0;
    size_t nodes;
    FILE *file = test_oracle("morpion-dbs.txt");
    (void)unused;
    morpion_record("morpion-bruneau170.txt", &here);
    while (fgets(line, sizeof line, file) != NULL) {
        struct zm_dbs dbs;
        if (sscanf(line, "%u %zu", &move, &nodes) != 2 || move < least)
            continue;
        go_back(move);
        assert_int_equal(zm_dbs_search(&here, 1000000, NULL, &dbs, NULL), ZM_OK);
        assert_int_equal(dbs.count + 1, nodes);
        zm_dbs_free(&dbs);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 171 - least);
    struct zm_error error = {0};
    struct zm_dbs dbs;
    assert_int_equal(zm_dbs_search(&here, 100, NULL, &dbs, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "more than 100 nodes"));
}

/* -- tasks -- */

static struct zm_tasks_result result;

/* Any limit, order and number of threads: the same sum. */
static void test_tasks(void **unused)
{
    static const uint64_t limits[] = {30, 1000, 30000, UINT64_MAX};
    struct expected expected;
    unsigned move = test_sanitized() ? 135 : 128;
    (void)unused;
    read_table("5T", &expected);
    morpion_record("morpion-bruneau170.txt", &here);
    go_back(move);
    for (unsigned i = 0; i < 12; i++) {
        struct zm_run run;
        zm_run_begin(&run);
        run.threads = 1 + i % 3;
        struct zm_task_plan plan = {limits[i % 4], (enum zm_task_order)(i / 4), false};
        assert_int_equal(zm_tasks_run(&here, &plan, &run, &result, NULL), ZM_OK);
        assert_int_equal(result.positions, expected.positions[move]);
        assert_int_equal(result.length, 170 - move);
        assert_int_equal(result.pending, 0);
    }
}

/* Counts the positions that can be reached from `here`, and adds their classes up to symmetry. */
static uint64_t count_classes(struct zm_table *seen, struct zm_table *classes)
{
    bool fresh;
    struct zm_hash128 key = here.key, class = zm_morpion_walks.canonical(&here);
    assert_non_null(zm_table_insert(classes, zm_bytes(&class, sizeof class), NULL));
    assert_non_null(zm_table_insert(seen, zm_bytes(&key, sizeof key), &fresh));
    if (!fresh)
        return 0;
    uint64_t positions = 1;
    zm_morpion_move moves[ZM_MORPION_LEGAL];
    unsigned count = here.legal_count;
    memcpy(moves, here.legal, count * sizeof *moves);
    for (unsigned i = 0; i < count; i++) {
        zm_morpion_walks.make(&here, moves[i]);
        positions += count_classes(seen, classes);
        zm_morpion_walks.unmake(&here, moves[i]);
    }
    return positions;
}

/* From a small start with symmetries, no more positions are visited than there are, no fewer than
 * there are classes, fewer than half of all; and the longest game is the same. */
static void test_symmetry(void **unused)
{
    static const char *const starts[] = {"5D#ooooo/o...o/o...o/o...o/ooooo", "5T#oooo/o..o/oooo",
                                         "4D#ooo/o.o/ooo", "5D#oooo/oooo/oooo"};
    (void)unused;
    for (unsigned i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct zm_buffer position = {0};
        struct zm_task_plan plain = {1000, ZM_TASKS_DEPTH_FIRST, false};
        struct zm_task_plan symmetric = {1000, ZM_TASKS_DEPTH_FIRST, true};
        struct zm_table seen, classes;
        struct zm_run run;
        zm_run_begin(&run);
        zm_table_init(&seen, 1);
        zm_table_init(&classes, 1);
        assert_int_equal(zm_morpion_parse(NULL, starts[i], &position, NULL), ZM_OK);
        assert_true(zm_morpion_replay(zm_buffer_bytes(&position), &here));
        uint64_t all = count_classes(&seen, &classes);
        assert_int_equal(zm_tasks_run(&here, &plain, &run, &result, NULL), ZM_OK);
        assert_int_equal(result.positions, all);
        unsigned longest = result.length;
        assert_int_equal(zm_tasks_run(&here, &symmetric, &run, &result, NULL), ZM_OK);
        assert_in_range(result.positions, classes.count - 1, all / 2);
        assert_int_equal(result.length, longest);
        zm_table_free(&seen);
        zm_table_free(&classes);
        zm_buffer_free(&position);
    }
}

static struct zm_store *open_store(const char *path)
{
    struct zm_store *store = NULL;
    struct zm_store_header header = {.canon = 1, .format = ZM_STORE_FORMAT};
    struct zm_error error = {0};
    zm_buffer_text(&header.game, "morpion");
    zm_buffer_text(&header.play, "normal");
    zm_buffer_text(&header.keys, "count");
    zm_buffer_text(&header.rules, "");
    if (zm_store_open(path, ZM_STORE_CREATE, &header, 0, &store, &error) != ZM_OK)
        fail_msg("%s", error.text);
    zm_store_header_free(&header);
    return store;
}

/* Runs a tool with one word, and maybe, the flag that it draws and how far back it goes. */
static void run_tool(const struct zm_tool *tool, const char *word, bool drawn, const char *to,
                     struct zm_buffer *out)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct zm_run run;
    zm_run_begin(&run);
    zm_buffer_clear(out);
    assert_int_equal(zm_settings_declare(&settings, tool->params, NULL), ZM_OK);
    if (drawn)
        assert_int_equal(zm_settings_set(&settings, "drawn", "true", NULL), ZM_OK);
    if (to != NULL)
        assert_int_equal(zm_settings_set(&settings, "to", to, NULL), ZM_OK);
    if (tool->run(&settings, &word, 1, &run, out, &error) != ZM_OK)
        fail_msg("%s", error.text);
    zm_settings_free(&settings);
}

/* The rows of the tree of tasks: each has a parent before it, but the first; positions add up. */
static void look_at_tasks(const char *path, uint64_t positions)
{
    struct zm_buffer out = {0};
    uint64_t sum = 0, rows = 0;
    unsigned roots = 0;
    run_tool(&zm_morpion_tasks_tool, path, false, NULL, &out);
    const char *line = strchr(zm_buffer_string(&out), '\n') + 1;
    for (; *line != '#'; line = strchr(line, '\n') + 1, rows++) {
        unsigned long number, parent, depth, moves, visited;
        assert_int_equal(
            sscanf(line, "%lu %lu %lu %lu %lu", &number, &parent, &depth, &moves, &visited), 5);
        roots += parent == 0;
        assert_true(parent < number);
        sum += visited;
    }
    assert_int_equal(sum, positions);
    assert_int_equal(roots, 1);
    assert_true(rows > 10);
    assert_non_null(strstr(line, "; 0 tasks wait"));
    zm_buffer_free(&out);
}

static unsigned count_words(const char *text, const char *word)
{
    unsigned count = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word))
        count++;
    return count;
}

/* The figures of the thesis: 88 positions, and 21 moves below the root, from move 150. */
static void test_figures(void **unused)
{
    struct zm_buffer record = {0}, position = {0}, out = {0};
    (void)unused;
    morpion_record("morpion-bruneau170.txt", &here);
    go_back(150);
    zm_morpion_walks.position(NULL, &here, &position);
    zm_morpion_print(NULL, zm_buffer_bytes(&position), &record);
    run_tool(&zm_morpion_graph_tool, zm_buffer_string(&record), false, NULL, &out);
    assert_int_equal(count_words(zm_buffer_string(&out), "<circle"), 88);
    run_tool(&zm_morpion_dbs_tool, zm_buffer_string(&record), true, NULL, &out);
    assert_int_equal(count_words(zm_buffer_string(&out), "<circle"), 1);
    assert_int_equal(count_words(zm_buffer_string(&out), "<text"), 21);
    run_tool(&zm_morpion_backward_tool, zm_buffer_string(&record), true, "147", &out);
    assert_int_equal(count_words(zm_buffer_string(&out), " L"), 3);
    zm_buffer_free(&record);
    zm_buffer_free(&position);
    zm_buffer_free(&out);
}

/* Runs that are stopped early go on from what is noted, as often as it takes, and the sum is the
 * same; a run on a store that has it all does nothing. */
static void test_restart(void **unused)
{
    char folder[] = "/tmp/zermelo-morpion-XXXXXX", path[64];
    struct expected expected;
    unsigned move = test_sanitized() ? 135 : 130, runs = 0;
    enum zm_status status = ZM_STOPPED;
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/tasks", folder);
    read_table("5T", &expected);
    morpion_record("morpion-bruneau170.txt", &here);
    go_back(move);
    for (; status == ZM_STOPPED && runs < 100; runs++) {
        struct zm_run run;
        zm_run_begin(&run);
        run.threads = 1 + runs % 2;
        run.most_nodes = expected.positions[move] / 8;
        run.store = open_store(path);
        struct zm_task_plan plan = {500, (enum zm_task_order)(runs % 3), false};
        status = zm_tasks_run(&here, &plan, &run, &result, NULL);
        zm_store_close(run.store);
    }
    assert_int_equal(status, ZM_OK);
    assert_true(runs > 2);
    assert_int_equal(result.positions, expected.positions[move]);
    assert_int_equal(result.length, 170 - move);
    look_at_tasks(path, expected.positions[move]);
    unlink(path);
    snprintf(path, sizeof path, "%s/tasks-lock", folder);
    unlink(path);
    rmdir(folder);
}

/* Lines of four from a crowded start go on for ever: no game is longer than a game may be. */
static void test_longest_game(void **unused)
{
    static const char start[] = "4T#oo..o/.ooooo/..o.o/.oo 1,2V2 0,1H0 4,3V3 5,-1DP3";
    struct zm_buffer position = {0};
    struct zm_complete search;
    struct zm_error error = {0};
    (void)unused;
    if (zm_morpion_parse(NULL, start, &position, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_true(zm_morpion_replay(zm_buffer_bytes(&position), &here));
    assert_true(zm_complete_open(&search, NULL));
    search.budget = 20000;
    zm_complete_visit(&search, search.lists, zm_complete_begin(&search, &here, NULL, 0), 0);
    assert_int_equal(search.best_length, here.variant->most - here.played_count);
    zm_complete_close(&search);
    zm_buffer_free(&position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_backward), cmocka_unit_test(test_by_table),
        cmocka_unit_test(test_dbs),      cmocka_unit_test(test_tasks),
        cmocka_unit_test(test_symmetry), cmocka_unit_test(test_figures),
        cmocka_unit_test(test_restart),  cmocka_unit_test(test_longest_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
