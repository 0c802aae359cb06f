/* The engine of dots-and-boxes against plain minimax, and against the published scores. */
#include "base/table.h"
#include "engines/dots/label.h"
#include "engines/dots/margin.h"
#include "games/dots/exact.h"
#include "games/dots/layout.h"
#include "games/dots/normal.h"
#include "games/dots_reference.h"
#include "api/question.h"
#include "store/store.h"
#include "support/ask.h"

#include <stdio.h>

static void open_board(const char *board, struct zm_dots_layout *layout)
{
    const char *rest;
    assert_int_equal(zm_dots_layout_parse(layout, board, &rest, NULL), ZM_OK);
}

/* The margin of any position, white coins and offer folded in. */
static int margin_of(struct zm_margin *search, const struct zm_coins *graph, uint64_t strings)
{
    struct zm_coins_colours colours = zm_coins_colour(graph, strings);
    int most = (int)zm_coins_count(graph, colours.black), least = -most;
    zm_margin_find(search, colours.black, &least, &most);
    assert_int_equal(least, most);
    int all = (int)colours.white + least;
    int hand_over = (int)colours.white - 2 * (int)colours.offer - least;
    return colours.offer > 0 && hand_over > all ? hand_over : all;
}

static void every_subset(void **state)
{
    (void)state;
    static const char *const boards[] = {"2x2", "2x3", "icelandic:3x3", "swedish:3x3"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct zm_dots_layout layout;
        struct zm_margin search;
        struct zm_run run;
        open_board(boards[i], &layout);
        zm_run_begin(&run);
        int8_t *margin = reference_margins(&layout.graph);
        assert_true(zm_margin_open(&search, &layout.graph, NULL, &run));
        for (uint64_t strings = 0; strings <= zm_coins_all(&layout.graph); strings++) {
            if (margin_of(&search, &layout.graph, strings) != margin[strings])
                fail_msg("%s %llx", boards[i], (unsigned long long)strings);
        }
        zm_margin_close(&search);
        free(margin);
    }
}

/* Random positions of American 3x3; every other round with a table so small that it forgets, the last
 * two with openings that are left after few nodes at first. */
static void random_positions(void **state)
{
    (void)state;
    struct zm_dots_layout layout;
    struct zm_margin search;
    struct zm_run run;
    struct zm_random random = zm_random_seeded(2013);
    open_board("3x3", &layout);
    int8_t *margin = reference_margins(&layout.graph);
    for (int round = 0; round < 4; round++) {
        zm_run_begin(&run);
        run.memory_limit = round % 2 == 0 ? 0 : 1;
        assert_true(zm_margin_open(&search, &layout.graph, NULL, &run));
        for (int i = test_rounds(25000); i > 0; i--) {
            search.first = round < 2 ? 0 : 1 + zm_random_below(&random, 20);
            uint64_t strings = zm_coins_all(&layout.graph);
            for (uint64_t cuts = zm_random_below(&random, 24); cuts > 0; cuts--)
                strings &= ~((uint64_t)1 << zm_random_below(&random, 24));
            if (margin_of(&search, &layout.graph, strings) != margin[strings])
                fail_msg("3x3 %llx", (unsigned long long)strings);
        }
        zm_margin_close(&search);
    }
    free(margin);
}

/* What a search remembers of other positions is true; of many it remembers something. */
static void recalled(void **state)
{
    (void)state;
    struct zm_dots_layout layout;
    struct zm_margin search;
    struct zm_run run;
    struct zm_random random = zm_random_seeded(2026);
    int known[2] = {0, 0}; /* lost, won */
    open_board("3x3", &layout);
    int8_t *margin = reference_margins(&layout.graph);
    zm_run_begin(&run);
    assert_true(zm_margin_open(&search, &layout.graph, NULL, &run));
    margin_of(&search, &layout.graph, zm_coins_all(&layout.graph));
    for (int i = test_rounds(50000); i > 0; i--) {
        uint64_t strings = zm_coins_all(&layout.graph);
        for (uint64_t cuts = zm_random_below(&random, 24); cuts > 0; cuts--)
            strings &= ~((uint64_t)1 << zm_random_below(&random, 24));
        int coins = (int)zm_coins_count(&layout.graph, strings);
        int points = (int)zm_random_below(&random, (uint64_t)coins + 1);
        enum zm_verdict verdict = zm_margin_recall(&search, &layout.graph, strings, points);
        bool won = margin[strings] >= 2 * points - coins;
        if (verdict != ZM_OPEN && verdict != (won ? ZM_WON : ZM_LOST))
            fail_msg("3x3 %llx, %d points", (unsigned long long)strings, points);
        known[won] += verdict != ZM_OPEN && coins > 2 && points > 1;
    }
    assert_true(known[0] > 0 && known[1] > 0);
    zm_margin_close(&search);
    free(margin);
}

/* Graphs that are no boards: coins with many arrows or many neighbours, odd cycles. */
static void random_graphs(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(16);
    for (int i = test_rounds(400); i > 0; i--) {
        struct zm_coins graph = {0};
        struct zm_margin search;
        struct zm_run run;
        graph.coins = 2 + (unsigned)zm_random_below(&random, 6);
        while (graph.strings < 12) {
            uint8_t a = (uint8_t)zm_random_below(&random, graph.coins);
            uint8_t b = (uint8_t)zm_random_below(&random, graph.coins);
            if (a != b && (graph.at[a] & graph.at[b]) != 0)
                continue;
            zm_coins_tie(&graph, a, a == b ? ZM_COINS_GROUND : b);
        }
        zm_run_begin(&run);
        run.memory_limit = 1;
        int8_t *margin = reference_margins(&graph);
        assert_true(zm_margin_open(&search, &graph, NULL, &run));
        for (uint64_t strings = 0; strings <= zm_coins_all(&graph); strings++)
            assert_int_equal(margin_of(&search, &graph, strings), margin[strings]);
        zm_margin_close(&search);
        free(margin);
    }
}

/* Remembers that `key` goes with `value`, or checks that it does. */
static void pair_up(struct zm_table *table, struct zm_bytes key, const struct zm_hash128 *value)
{
    bool fresh;
    void *slot = zm_table_insert(table, key, &fresh);
    assert_non_null(slot);
    if (fresh)
        memcpy(slot, value, sizeof *value);
    else
        assert_memory_equal(slot, value, sizeof *value);
}

/* Two components have the same label exactly when nauty finds them isomorphic. */
static void labels(void **state)
{
    (void)state;
    static const char *const boards[] = {"3x4", "2x6", "icelandic:4x4", "swedish:5x5", "4x4"};
    struct zm_random random = zm_random_seeded(1889);
    struct zm_table by_form, by_label;
    zm_table_init(&by_form, sizeof(struct zm_hash128));
    zm_table_init(&by_label, sizeof(struct zm_hash128));
    for (int i = test_rounds(100000); i > 0; i--) {
        struct zm_dots_layout layout;
        open_board(boards[i % 5], &layout);
        const struct zm_coins *graph = &layout.graph;
        uint64_t strings = zm_coins_all(graph), coins;
        for (uint64_t cuts = zm_random_below(&random, graph->strings); cuts > 0; cuts--)
            strings &= ~((uint64_t)1 << zm_random_below(&random, graph->strings));
        strings = zm_coins_colour(graph, strings).black;
        while (strings != 0) {
            uint8_t form[ZM_COINS_EXACT_SIZE];
            uint64_t own =
                zm_coins_component(graph, strings, (unsigned)__builtin_ctzll(strings), &coins);
            size_t size = zm_coins_exact(graph, own, coins, form);
            struct zm_hash128 label = zm_dots_label(graph, own, coins);
            struct zm_hash128 hash = zm_bytes_hash128(zm_bytes(form, size));
            pair_up(&by_form, zm_bytes(form, size), &label);
            pair_up(&by_label, zm_bytes(&label, sizeof label), &hash);
            strings &= ~own;
        }
    }
    print_message("# %zu components that differ\n", by_form.count);
    assert_true(by_form.count == by_label.count && by_form.count > 1000);
    zm_table_free(&by_form);
    zm_table_free(&by_label);
}

/* A component that colours tell nothing about: a wheel of joints, drawn from any of its coins. */
static void symmetric_labels(void **state)
{
    (void)state;
    enum { JOINTS = 12 };
    struct zm_coins graphs[2];
    struct zm_hash128 label[2];
    for (unsigned turn = 0; turn < 2; turn++) {
        struct zm_coins *graph = &graphs[turn];
        *graph = (struct zm_coins){0};
        graph->coins = JOINTS;
        for (unsigned i = 0; i < JOINTS; i++) {
            uint8_t a = (uint8_t)((5 * turn + i) % JOINTS);
            uint8_t b = (uint8_t)((5 * turn + i + 1) % JOINTS);
            zm_coins_tie(graph, turn == 0 ? a : b, turn == 0 ? b : a);
            zm_coins_tie(graph, a, ZM_COINS_GROUND);
        }
        label[turn] = zm_dots_label(graph, zm_coins_all(graph), (1 << JOINTS) - 1);
    }
    assert_memory_equal(&label[0], &label[1], sizeof label[0]);
    /* Another arrow makes another component. */
    zm_coins_tie(&graphs[1], 3, ZM_COINS_GROUND);
    label[1] = zm_dots_label(&graphs[1], zm_coins_all(&graphs[1]), (1 << JOINTS) - 1);
    assert_memory_not_equal(&label[0], &label[1], sizeof label[0]);
}

static void solve(const char *board, const struct zm_option *options, size_t count,
                  struct zm_answer *answer)
{
    *answer = ask_once("dots", board, options, count);
}

struct kept {
    uint64_t black[4096];
    int least[4096], most[4096];
    size_t count;
};

static void keep_bounds(void *state, const struct zm_dots_sum *sum, int least, int most)
{
    struct kept *kept = state;
    uint64_t black = 0;
    assert_true(kept->count < 4096);
    for (unsigned i = 0; i < sum->count; i++)
        black |= sum->parts[i].strings;
    if ((unsigned)__builtin_popcountll(black) < sum->size)
        return; /* drawings of the parts lie over each other */
    kept->black[kept->count] = black;
    kept->least[kept->count] = least;
    kept->most[kept->count++] = most;
}

/* What a search tells its keeper is true, and spares another search the work. */
static void lasting_bounds(void **state)
{
    (void)state;
    static struct kept kept;
    struct zm_margin_keeper keeper = {&kept, 1 << 12, keep_bounds};
    struct zm_dots_layout layout;
    struct zm_margin search;
    struct zm_run run;
    uint64_t nodes = 0;
    open_board(test_long() ? "3x4" : "2x5", &layout);
    uint64_t all = zm_coins_all(&layout.graph);
    for (int round = 0; round < 2; round++) {
        int most = (int)layout.graph.coins, least = -most;
        zm_run_begin(&run);
        assert_true(zm_margin_open(&search, &layout.graph, NULL, &run));
        search.keeper = round == 0 ? &keeper : NULL;
        for (size_t i = 0; round == 1 && i < kept.count; i++) {
            if (kept.black[i] != all) /* else nothing would be left to do */
                zm_margin_learn(&search, &layout.graph, kept.black[i], kept.least[i], kept.most[i]);
        }
        zm_margin_find(&search, all, &least, &most);
        assert_int_equal(least, test_long() ? 0 : -2);
        assert_int_equal(most, least);
        if (round == 0)
            nodes = search.nodes;
        else
            assert_true(search.nodes < nodes / 2);
        zm_margin_close(&search);
    }
    assert_true(kept.count > 2);
}

/* A bound in a store, under a normal form, holds for the position that it can be read as. */
static bool check_bound(void *context, struct zm_bytes normal, struct zm_value value)
{
    struct zm_margin *search = context, branch;
    struct zm_dots_layout layout;
    assert_true(zm_dots_read_normal(normal, &layout));
    struct zm_coins_colours colours = zm_coins_colour(&layout.graph, zm_coins_all(&layout.graph));
    assert_true(zm_margin_branch(&branch, search, &layout.graph, NULL, 0));
    int coins = (int)layout.graph.coins, most = coins, least = -coins;
    assert_int_equal(colours.white, 0);
    zm_margin_find(&branch, colours.black, &least, &most);
    assert_true(2 * value.a - coins <= least && least <= 2 * value.b - coins);
    zm_margin_leave(&branch);
    return true;
}

/* What a search leaves in the store is true, of a board and of a graph. */
static void bounds_in_store(void **state)
{
    (void)state;
    static const char *const positions[] = {
        "2x5",
        "graph:1-2,2-3,3-4,4-5,6-7,7-8,8-9,9-10,1-6,2-7,3-8,4-9,5-10,1-0,1-0,2-0,3-0,4-0,5-0,5-0,"
        "6-0,6-0,7-0,8-0,9-0,10-0,10-0"};
    for (int i = 0; i < 2; i++) {
        struct zm_question question;
        struct zm_error error = {0};
        struct zm_answer answer;
        struct zm_run run, other;
        struct zm_margin search;
        struct zm_dots_layout layout;
        struct zm_option score = {"compute", "score"};
        assert_int_equal(
            zm_question_open_local(&question, "dots", positions[i], &score, 1, NULL, &error),
            ZM_OK);
        zm_run_begin(&run);
        assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
        assert_int_equal(zm_question_answer(&question, zm_buffer_bytes(&question.position), &run,
                                            &answer, &error),
                         ZM_OK);
        assert_int_equal(answer.number, 4);
        zm_answer_free(&answer);
        open_board("2x5", &layout);
        zm_run_begin(&other);
        assert_true(zm_margin_open(&search, &layout.graph, NULL, &other));
        assert_true(zm_store_stats(run.store).entries > 2);
        run.store->class->each(run.store, ZM_KIND_BOUND, check_bound, &search);
        zm_margin_close(&search);
        zm_question_close(&question);
    }
}

/* Calls `check` for each row of the published tables that is meant to run now. */
static void each_score(void (*check)(const char *board, int own, int other))
{
    char path[1000], line[200], board[60], speed[20];
    int own, other, rows = 0;
    snprintf(path, sizeof path, "%s/tests/oracles/dots-scores.txt", getenv("ZM_SOURCE"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%59s %d %d %19s", board, &own, &other, speed) != 4 || line[0] == '#')
            continue;
        rows++;
        if (strcmp(speed, "quick") == 0 || (strcmp(speed, "slow") == 0 && test_long()))
            check(board, own, other);
    }
    fclose(file);
    assert_int_equal(rows, 57); /* 56 scores of the tables, and one that they leave open */
}

static void check_score(const char *board, int own, int other)
{
    struct zm_answer answer;
    const struct zm_option options[] = {{"compute", "score"}};
    if (test_sanitized() && board[strlen(board) - 1] != '2' && strcmp(board, "3x3") != 0)
        return;
    solve(board, options, 1, &answer);
    assert_true(answer.known);
    if (answer.points[0] != own || answer.points[1] != other)
        fail_msg("%s: %lld/%lld, not %d/%d", board, (long long)answer.points[0],
                 (long long)answer.points[1], own, other);
    zm_answer_free(&answer);
}

static void published_scores(void **state)
{
    (void)state;
    each_score(check_score);
}

/* Every contract of a board by every way to compute it: won up to the score, lost above; -1 asks
 * who gets more. */
static void check_contracts(const char *board, int own, int other)
{
    static const struct zm_option ways[][3] = {
        {{"compute", "outcome"}, {"contract", NULL}, {"theorem13", "on"}},
        {{"compute", "outcome"}, {"contract", NULL}, {"search", "depth-first"}},
        {{"compute", "outcome"}, {"contract", NULL}, {"search", "dfpn"}},
    };
    int coins = own + other;
    if (coins > (test_sanitized() ? 4 : 6))
        return;
    for (size_t way = 0; way < 3; way++) {
        enum zm_outcome more = own > other ? ZM_WIN : own < other ? ZM_LOSS : ZM_DRAW;
        for (int contract = -1; contract <= coins + 1; contract++) {
            struct zm_option options[3];
            struct zm_answer answer;
            char text[12];
            memcpy(options, ways[way], sizeof options);
            snprintf(text, sizeof text, "%d", contract);
            options[1].text = text;
            solve(board, options, 3, &answer);
            assert_int_equal(answer.outcome, contract < 0      ? more
                                             : contract <= own ? ZM_WIN
                                                               : ZM_LOSS);
            zm_answer_free(&answer);
        }
    }
}

static void every_contract(void **state)
{
    (void)state;
    each_score(check_contracts);
}

/* No option changes a score: canonical form, theorem 13, equal parts, cache of wins, search. */
static void check_options(const char *board, int own, int other)
{
    static const struct zm_option switches[] = {
        {"canon", "symmetry"}, {"canon", "chains"},  {"canon", "exact"},
        {"canon", "ctf"},      {"theorem13", "off"}, {"equal-parts", "keep"},
        {"win-cache", "0"},    {"win-cache", "50"},  {"window", "wide"},
    };
    if (own + other > (test_sanitized() ? 6 : 8))
        return;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        struct zm_option options[] = {{"compute", "score"}, {"search", "depth-first"}, switches[i]};
        struct zm_answer answer;
        solve(board, options, 3, &answer);
        assert_int_equal(answer.points[0], own);
        assert_int_equal(answer.points[1], other);
        zm_answer_free(&answer);
    }
}

static void every_option(void **state)
{
    (void)state;
    each_score(check_options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_subset),     cmocka_unit_test(random_positions),
        cmocka_unit_test(random_graphs),    cmocka_unit_test(labels),
        cmocka_unit_test(symmetric_labels), cmocka_unit_test(published_scores),
        cmocka_unit_test(every_contract),   cmocka_unit_test(every_option),
        cmocka_unit_test(lasting_bounds),   cmocka_unit_test(bounds_in_store),
        cmocka_unit_test(recalled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
