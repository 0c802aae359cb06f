/* Searches of games of one player: complete ones visit the same positions and agree with plain
 * recursion, all others never contradict it; what needs a game without cycles refuses the rest. */
#include "base/table.h"
#include "games/montana/montana.h"
#include "games/peg/peg.h"
#include "search/search.h"
#include "support/ask.h"
#include "solve/quest.h"

/* --- a walk that notes where it has been -------------------------------------------------------- */

/* One thread, one search at a time. */
static struct zm_table visited;

static unsigned noted_moves(const void *walk, zm_move *moves)
{
    struct zm_hash128 key = zm_montana_walk.key(walk);
    zm_table_insert(&visited, zm_bytes(&key, sizeof key), NULL);
    return zm_montana_walk.moves(walk, moves);
}

/* Explores a position by a search whose options are "name=value" words; returns the positions that
 * it visited, each once. */
static size_t positions_visited(const char *position, const char *name, const char *options)
{
    struct zm_walk walk = zm_montana_walk;
    struct zm_game game = zm_montana;
    const struct zm_search *search = zm_search_find(name, NULL);
    struct zm_settings settings = {0};
    struct zm_run run;
    struct zm_alone alone;
    struct zm_error error = {0};
    struct zm_quest quest = {.kind = ZM_QUEST_GOAL};
    struct zm_buffer bytes = {0};
    char copy[100], *rest = NULL;
    walk.moves = noted_moves;
    game.walk = &walk;
    assert_int_equal(zm_settings_declare(&settings, zm_montana.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_declare(&settings, search->params, NULL), ZM_OK);
    strcpy(copy, options);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        *equals = 0;
        assert_int_equal(zm_settings_set(&settings, word, equals + 1, NULL), ZM_OK);
    }
    zm_run_begin(&run);
    run.memory_limit = 1 << 26;
    assert_int_equal(
        zm_alone_open(&alone, &(struct zm_problem){&game, &settings, false, &run}, &error), ZM_OK);
    assert_int_equal(zm_montana_parse(alone.game.state, position, &bytes, NULL), ZM_OK);
    assert_int_equal(zm_alone_begin(&alone, zm_buffer_bytes(&bytes), &error), ZM_OK);
    zm_table_init(&visited, 0);
    assert_int_equal(search->explore(&alone, &quest, &error), ZM_OK);
    assert_true(quest.proved);
    size_t count = visited.count;
    zm_table_free(&visited);
    free(quest.line);
    zm_alone_close(&alone);
    zm_settings_free(&settings);
    zm_buffer_free(&bytes);
    return count;
}

static void complete_searches_visit_the_same(void **state)
{
    (void)state;
    for (int round = 0; round < test_rounds(120); round++) {
        char text[40];
        snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 3, 3 + round % 4, round);
        size_t all = positions_visited(text, "depth-first", "complete=");
        assert_int_equal(ask("montana", text, "compute=count search=depth-first").answer.number,
                         all);
        assert_int_equal(positions_visited(text, "ti", "complete="), all);
        assert_int_equal(positions_visited(text, "ti-table", "complete= slots=16"), all);
        assert_int_equal(positions_visited(text, "ti-table", "complete="), all);
        assert_int_equal(positions_visited(text, "depth-first", "complete= table=slots slots=4096"),
                         all);
    }
}

/* --- answers ------------------------------------------------------------------------------------ */

/* The outcome by a search; ZM_UNDECIDED when it gave up. */
static enum zm_outcome outcome_by(const char *game, const char *position, const char *options,
                                  int64_t *distance)
{
    struct zm_option list[8];
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_answer answer = {0};
    struct zm_run run;
    char copy[200], *rest = NULL;
    size_t count = 0;
    strcpy(copy, options);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        *equals = 0;
        list[count++] = (struct zm_option){word, equals + 1};
    }
    if (zm_question_open(&question, game, position, list, count, NULL, &error) != ZM_OK)
        fail_msg("%s: %s", options, error.text);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    enum zm_status status =
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error);
    if (status != ZM_OK && status != ZM_STOPPED)
        fail_msg("%s %s: %s", position, options, error.text);
    enum zm_outcome outcome = answer.known ? answer.outcome : ZM_UNDECIDED;
    assert_int_equal(status == ZM_OK, outcome != ZM_UNDECIDED);
    if (distance != NULL)
        *distance = answer.distance;
    zm_answer_free(&answer);
    zm_question_close(&question);
    return outcome;
}

/* Every search on one position, against what the calculation finds without one. */
static void compare_searches(const char *game, const char *position, const char *rules,
                             bool returning)
{
    static const struct {
        const char *options;
        bool complete, onward;
    } searches[] = {
        {"search=depth-first", true, false},
        {"search=depth-first table=slots slots=4096", true, true},
        {"search=ti", true, true},
        {"search=ti-table slots=1024", true, true},
        {"search=breadth", true, false},
        {"search=best-first", true, false},
        {"search=astar", true, false},
        {"search=beam width=50", false, false},
        {"search=discrepancy discrepancies=2", false, false},
        {"search=discrepancy discrepancies=1000", true, false},
        {"search=sampling samples=200", false, false},
        {"search=nested samples=200", false, false},
        {"search=nrpa samples=200", false, false},
        {"search=dbs positions=300", false, false},
    };
    char options[200];
    int64_t least, found;
    snprintf(options, sizeof options, "%s compute=shortest", rules);
    enum zm_outcome truth = outcome_by(game, position, options, &least);
    snprintf(options, sizeof options, "%s compute=shortest search=astar", rules);
    assert_int_equal(outcome_by(game, position, options, &found), truth);
    assert_int_equal(found, least);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        if (returning && searches[i].onward)
            continue;
        snprintf(options, sizeof options, "%s compute=winnable %s", rules, searches[i].options);
        enum zm_outcome outcome = outcome_by(game, position, options, NULL);
        if (outcome != truth && (searches[i].complete || outcome != ZM_UNDECIDED))
            fail_msg("%s %s %s: %d, not %d", game, position, options, outcome, truth);
    }
}

static void searches_agree(void **state)
{
    (void)state;
    for (int round = 0; round < test_rounds(40); round++) {
        char text[40];
        snprintf(text, sizeof text, "deal:%dx%d:%d%s", 2 + round % 3, 3 + round % 4, 1000 + round,
                 round % 4 == 3 ? " redeals:1" : "");
        compare_searches("montana", text, "variant=base", false);
        snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 2, 3 + round % 2, round);
        static const char *const guesses[] = {"strays", "placed", "runs", "holes"};
        char rules[40];
        snprintf(rules, sizeof rules, "variant=common guess=%s", guesses[round % 4]);
        compare_searches("montana", text, rules, true);
    }
    compare_searches("peg", "triangle4", "goal=one", false);
    compare_searches("peg", "triangle4:a2", "goal=one", false);
    compare_searches("peg", "4x4:b2", "goal=one", false);
    compare_searches("peg", "triangle5:c5", "moves=sweeps", false);
}

/* Dependency-based search, which tries few orders, finds many solutions all the same. */
static void dependencies_are_enough(void **state)
{
    (void)state;
    int found = 0;
    for (int deal = 1; deal <= 30; deal++) {
        char text[40];
        snprintf(text, sizeof text, "deal:3x4:%d", deal);
        found += outcome_by("montana", text, "search=dbs", NULL) == ZM_WIN;
    }
    assert_true(found >= 10);
}

/* The longest game by incremental transpositions is the longest. */
static void longest_games_agree(void **state)
{
    (void)state;
    for (int round = 0; round < test_rounds(40); round++) {
        char text[40];
        snprintf(text, sizeof text, "deal:%dx%d:%d", 2 + round % 3, 3 + round % 4, round);
        struct asked one = ask("montana", text, "compute=longest");
        struct asked other = ask("montana", text, "compute=longest search=ti");
        assert_int_equal(one.answer.number, other.answer.number);
        zm_answer_free(&one.answer);
        zm_answer_free(&other.answer);
    }
}

static void refused(const char *game, const char *position, const char *name, const char *value,
                    const char *search, const char *why)
{
    struct zm_option options[] = {{"search", search}, {name, value}};
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_answer answer = {0};
    struct zm_run run;
    enum zm_status status = zm_question_open(&question, game, position, options, 2, NULL, &error);
    if (status == ZM_OK) {
        zm_run_begin(&run);
        assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                                    &error);
        zm_answer_free(&answer);
        zm_question_close(&question);
    }
    assert_int_equal(status, ZM_BAD_INPUT);
    if (strstr(error.text, why) == NULL)
        fail_msg("%s: %s", search, error.text);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    refused("montana", "deal:3x3:1", "variant", "common", "ti", "come back");
    refused("montana", "deal:3x3:1", "variant", "common", "ti-table", "come back");
    refused("montana", "deal:3x3:1", "compute", "count", "ti", "count");
    refused("montana", "deal:3x3:1", "compute", "winnable", "dfpn", "walks trees");
    refused("cram", "3x3", "play", "normal", "sampling", "one player");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(complete_searches_visit_the_same), cmocka_unit_test(searches_agree),
        cmocka_unit_test(dependencies_are_enough),          cmocka_unit_test(longest_games_agree),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
