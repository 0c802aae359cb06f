/* Strong solutions: the published counts of Cram, and trees against a naive walk of the rules. */
#include "test.h"

#include "api/question.h"
#include "base/table.h"
#include "solve/tree.h"
#include "theory/trees.h"

#include <stdio.h>

struct asked {
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer;
};

static void ask(struct asked *asked, const char *game, const char *position, const char *compute,
                const char *play)
{
    struct zm_option options[] = {{"compute", compute}, {"play", play}, {"canon", "board"}};
    struct zm_error error = {0};
    size_t count = strcmp(game, "cram") == 0 ? 3 : 2;
    if (zm_question_open(&asked->question, game, position, options, count, NULL, &error) != ZM_OK)
        fail_msg("%s", error.text);
    zm_run_begin(&asked->run);
    assert_int_equal(zm_question_run(&asked->question, &asked->run, &error), ZM_OK);
    if (zm_question_answer(&asked->question, zm_buffer_bytes(&asked->question.position),
                           &asked->run, &asked->answer, &error) != ZM_OK)
        fail_msg("%s %s: %s", game, position, error.text);
}

static void forget(struct asked *asked)
{
    zm_answer_free(&asked->answer);
    zm_question_close(&asked->question);
}

static void test_cram_counts(void **state)
{
    (void)state;
    char path[500], line[200], board[20];
    const char *folder = getenv("ZM_SOURCE");
    snprintf(path, sizeof path, "%s/tests/oracles/cram-trees.txt", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        long long positions, trees, reduced, singles, nimber, grundy;
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%19s %lld %lld %lld %lld %lld %lld", board, &positions,
                                &trees, &reduced, &singles, &nimber, &grundy),
                         7);
        rows++;
        if (positions > (test_sanitized() ? 30000 : test_long() ? 2000000 : 100000))
            continue;
        struct asked asked;
        ask(&asked, "cram", board, "rct", "misere");
        assert_int_equal(asked.answer.counts[0], positions);
        assert_int_equal(asked.answer.counts[1], trees);
        assert_int_equal(asked.answer.counts[2], reduced);
        assert_int_equal(asked.answer.outcome, grundy == 0 ? ZM_LOSS : ZM_WIN);
        forget(&asked);
    }
    fclose(file);
    assert_int_equal(rows, 30);
}

/* The canonical tree by the rules of play alone, on positions as drawn. */
static uint32_t naive(const struct zm_instance *game, struct zm_forest *forest,
                      struct zm_table *known, struct zm_bytes position)
{
    uint32_t tree;
    void *found = zm_table_find(known, position);
    if (found != NULL) {
        memcpy(&tree, found, sizeof tree);
        return tree;
    }
    struct zm_list moves = {0};
    struct zm_tree_set options = {0};
    game->game->rules->moves(game->state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        struct zm_buffer next = {0};
        game->game->rules->apply(game->state, position, zm_list_at(&moves, i), &next);
        assert_true(zm_tree_set_add(&options, naive(game, forest, known, zm_buffer_bytes(&next))));
        zm_buffer_free(&next);
    }
    tree = zm_tree_of(forest, options.items, options.count);
    memcpy(zm_table_insert(known, position, NULL), &tree, sizeof tree);
    zm_list_free(&moves);
    zm_tree_set_free(&options);
    return tree;
}

static void check_against_rules(const char *name, const char *start, unsigned size, int rounds)
{
    struct zm_random random = zm_random_seeded(17);
    struct asked asked;
    ask(&asked, name, start, "tree", "normal");
    struct zm_forest forest;
    struct zm_table known;
    assert_true(zm_forest_init(&forest, false));
    zm_table_init(&known, sizeof(uint32_t));
    const struct zm_instance *game = &asked.question.instance;
    for (int i = 0; i < rounds; i++) {
        struct zm_buffer position = {0};
        game->game->rules->random(game->state, &random, size, &position);
        uint32_t tree = naive(game, &forest, &known, zm_buffer_bytes(&position));
        struct zm_answer answer;
        struct zm_error error = {0};
        assert_int_equal(zm_question_answer(&asked.question, zm_buffer_bytes(&position), &asked.run,
                                            &answer, &error),
                         ZM_OK);
        struct zm_buffer text = {0};
        const struct zm_tree *t = zm_tree_at(&forest, tree);
        if (!zm_tree_print(&forest, tree, 300, &text)) {
            zm_buffer_clear(&text);
            zm_buffer_format(&text, "%u-%016llx%016llx-%c", t->height,
                             (unsigned long long)t->address.high,
                             (unsigned long long)t->address.low, t->lost ? 'L' : 'W');
        }
        assert_string_equal(zm_buffer_string(&answer.text), zm_buffer_string(&text));
        zm_buffer_free(&text);
        zm_buffer_free(&position);
        zm_answer_free(&answer);
    }
    zm_table_free(&known);
    zm_forest_free(&forest);
    forget(&asked);
}

static void test_against_the_rules(void **state)
{
    (void)state;
    check_against_rules("nim", "1", 4, test_rounds(1000));
    check_against_rules("cram", "1x1", 10, test_rounds(2000));
}

static void expect(const char *game, const char *position, const char *compute, const char *text)
{
    struct asked asked;
    ask(&asked, game, position, compute, "misere");
    assert_string_equal(zm_buffer_string(&asked.answer.text), text);
    forget(&asked);
}

static void test_texts(void **state)
{
    (void)state;
    expect("nim", "2,2", "rct", "{2;3}");
    expect("nim", "2,2", "tree", "{2;{1;2;{1}}}");
    expect("nim", "0", "genus", "0^120");
    expect("nim", "1", "genus", "1^031");
    expect("nim", "2", "genus", "2^20");
    expect("nim", "2,3", "genus", "1^13");
}

static void test_stops(void **state)
{
    (void)state;
    struct zm_option options[] = {{"compute", "rct"}, {"memory", "12M"}};
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer;
    struct zm_error error = {0};
    assert_int_equal(zm_question_open(&question, "cram", "6x6", options, 2, NULL, &error), ZM_OK);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_STOPPED);
    assert_false(answer.known);
    zm_answer_free(&answer);
    zm_question_close(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cram_counts),
        cmocka_unit_test(test_against_the_rules),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
