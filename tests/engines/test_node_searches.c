/* Searches of engines below single nodes (engines/engine.h, the search `engine`): the same verdicts
 * as df-pn for the nodes below a position, a budget that ends them and lets them go on, and results
 * of others that they learn. */
#include "test.h"

#include "api/cluster_inside.h"
#include "solve/contracts.h"
#include "solve/couples.h"

/* One of those who decide. */
struct side {
    struct zm_question question;
    struct zm_run run;
    struct zm_space space;
    void *calculation, *search;
};

static void open_side(struct side *side, const char *game, const char *position,
                      const char *compute, const char *search)
{
    struct zm_error error = {0};
    const struct zm_option options[] = {{"compute", compute}, {"search", search}};
    *side = (struct side){0};
    if (zm_question_open(&side->question, game, position, options, 2, NULL, &error) != ZM_OK)
        fail_msg("%s", error.text);
    zm_run_begin(&side->run);
    assert_int_equal(zm_question_run(&side->question, &side->run, &error), ZM_OK);
    assert_int_equal(zm_cluster_open_space(&side->question, &side->run, &side->calculation,
                                           &side->space, &side->search, &error),
                     ZM_OK);
}

static void close_side(struct side *side)
{
    side->question.search->close(side->search);
    side->question.calculation->close(side->calculation);
    zm_question_close(&side->question);
}

static enum zm_verdict decide(struct side *side, struct zm_bytes node)
{
    return side->question.search->decide(side->search, node);
}

/* The node of the whole position: with a heap, or a contract. */
static void root_of(struct side *side, uint32_t number, struct zm_buffer *node)
{
    struct zm_bytes position = zm_buffer_bytes(&side->question.position);
    struct zm_contracts_root root = {0};
    struct zm_error error = {0};
    if (strcmp(side->space.nodes, ZM_COUPLES_NODES) == 0) {
        assert_int_equal(zm_couples_root(side->space.state, position, number, node, &error), ZM_OK);
        return;
    }
    assert_int_equal(zm_contracts_root(side->space.state, position, &root, &error), ZM_OK);
    zm_contracts_node(zm_buffer_bytes(&root.normal), (int32_t)number, node);
    zm_contracts_root_free(&root);
}

static const struct {
    const char *game, *position, *compute;
    uint32_t number;
} rows[] = {
    {"cram", "4x4", "nimber", 0},
    {"cram", "3x6", "nimber", 2},
    {"cram", "0000G/00000/0G000/00000", "nimber", 1},
    {"cram", "2x5", "outcome", 0},
    {"dots", "2x3", "score", 3},
    {"dots", "icelandic:2x3", "score", 3},
    {"dots", "swedish:2x2", "score", 2},
    {"dots", "graph:1-2,2-3,3-4,4-1,3-5,5-0,5-0,1-0", "score", 2},
};

static void verdicts_are_those_of_dfpn(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct side ours, theirs;
        struct zm_buffer root = {0};
        struct zm_list children = {0};
        open_side(&ours, rows[i].game, rows[i].position, rows[i].compute, ZM_ENGINE_SEARCH);
        open_side(&theirs, rows[i].game, rows[i].position, rows[i].compute, "dfpn");
        root_of(&theirs, rows[i].number, &root);
        enum zm_verdict known =
            theirs.space.expand(theirs.space.state, zm_buffer_bytes(&root), &children);
        assert_true(known != ZM_OPEN || children.count > 0);
        for (size_t k = 0; k < children.count; k++)
            if (decide(&ours, zm_list_at(&children, k)) !=
                decide(&theirs, zm_list_at(&children, k)))
                fail_msg("%s %s, child %zu", rows[i].game, rows[i].position, k);
        assert_int_equal(decide(&ours, zm_buffer_bytes(&root)),
                         decide(&theirs, zm_buffer_bytes(&root)));
        zm_list_free(&children);
        zm_buffer_free(&root);
        close_side(&ours);
        close_side(&theirs);
    }
}

static const struct {
    const char *game, *position, *compute;
    uint32_t number;
    uint64_t nodes;
} long_rows[] = {{"cram", "5x6", "nimber", 1, 2000}, {"dots", "2x5", "score", 5, 5000}};

/* A store's entries, learned by a search. */
static enum zm_kind learned_kind;

static bool teach(void *context, struct zm_bytes key, struct zm_value value)
{
    struct side *side = context;
    struct zm_store_entry entry = {.kind = learned_kind, .key = key, .value = value};
    side->question.search->learn(side->search, &entry);
    return true;
}

/* A budget ends a search, which goes on from its tables; and another one that is told all that was
 * found needs next to no nodes. */
static void budgets_and_lessons(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof long_rows / sizeof *long_rows; i++) {
        struct side first, other;
        struct zm_buffer root = {0}, small = {0};
        enum zm_verdict verdict = ZM_OPEN, right;
        int jobs = 0;
        open_side(&first, long_rows[i].game, long_rows[i].position, long_rows[i].compute,
                  ZM_ENGINE_SEARCH);
        open_side(&other, long_rows[i].game, long_rows[i].position, long_rows[i].compute,
                  ZM_ENGINE_SEARCH);
        root_of(&first, long_rows[i].number, &root);
        for (; verdict == ZM_OPEN && jobs < 1000; jobs++) {
            atomic_store(&first.run.stop, false);
            first.run.most_nodes = atomic_load(&first.run.nodes) + long_rows[i].nodes;
            verdict = decide(&first, zm_buffer_bytes(&root));
        }
        assert_true(jobs > 1);
        root_of(&other, 0, &small); /* opens its tables */
        other.run.most_nodes = 1;
        decide(&other, zm_buffer_bytes(&small));
        atomic_store(&other.run.stop, false);
        other.run.most_nodes = 0;
        for (learned_kind = 0; learned_kind < ZM_KIND_COUNT; learned_kind++)
            first.run.store->class->each(first.run.store, learned_kind, teach, &other);
        uint64_t before = atomic_load(&other.run.nodes);
        right = decide(&other, zm_buffer_bytes(&root));
        assert_int_equal(right, verdict);
        assert_true(atomic_load(&other.run.nodes) - before <
                    atomic_load(&first.run.nodes) / (i == 0 ? 10 : 1));
        zm_buffer_free(&root);
        zm_buffer_free(&small);
        close_side(&first);
        close_side(&other);
    }
}

static enum zm_outcome outcome_of(const char *play, const char *search)
{
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer;
    struct zm_error error = {0};
    const struct zm_option options[] = {{"play", play}, {"search", search}};
    assert_int_equal(zm_question_open(&question, "cram", "3x4", options, 2, NULL, &error), ZM_OK);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_OK);
    enum zm_outcome outcome = answer.outcome;
    zm_answer_free(&answer);
    zm_question_close(&question);
    return outcome;
}

/* In misère play Cram's nodes are of another kind, which the general search decides. */
static void other_nodes(void **state)
{
    (void)state;
    assert_int_equal(outcome_of("normal", ZM_ENGINE_SEARCH), ZM_WIN); /* as all even x odd boards */
    assert_int_equal(outcome_of("misere", ZM_ENGINE_SEARCH), outcome_of("misere", "dfpn"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_those_of_dfpn),
        cmocka_unit_test(budgets_and_lessons),
        cmocka_unit_test(other_nodes),
    };
    return cmocka_run_group_tests_name("node-searches", tests, NULL, NULL);
}
