/* What searches over components keep and leave out: values excluded and small components evaluated
 * whole, held against the mex over all options, found by plain recursion; options one by one. */
#include "test.h"

#include "games/sprouts/sprouts.h"
#include "solve/components.h"
#include "solve/couples.h"
#include "solve/exclusions.h"
#include "solve/space.h"
#include "solve/whole.h"
#include "store/store.h"

#include <stdlib.h>

struct bench {
    struct zm_settings settings;
    struct zm_run run;
    struct zm_problem problem;
    struct zm_instance game; /* not that of the couples */
};

static void begin(struct bench *bench)
{
    *bench = (struct bench){0};
    assert_int_equal(zm_settings_declare(&bench->settings, zm_sprouts.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_declare(&bench->settings, zm_couples_params, NULL), ZM_OK);
    zm_run_begin(&bench->run);
    bench->run.store = zm_memory_store(0);
    assert_non_null(bench->run.store);
    bench->problem = (struct zm_problem){&zm_sprouts, &bench->settings, false, &bench->run};
    assert_int_equal(zm_instance_open(&bench->game, &zm_sprouts, &bench->settings, NULL), ZM_OK);
}

static void end(struct bench *bench)
{
    bench->run.store->class->close(bench->run.store);
    zm_instance_close(&bench->game);
    zm_settings_free(&bench->settings);
}

/* The nimber of a component, from the options alone. */
static uint32_t mex_of(struct bench *bench, struct zm_bytes component)
{
    struct zm_options options = {0};
    uint64_t seen = 0;
    zm_sprouts.sums->options(bench->game.state, component, ZM_LEFT, &options);
    for (size_t i = 0; i < options.count; i++) {
        uint32_t sum = 0;
        for (size_t k = zm_options_begin(&options, i); k < options.ends[i]; k++)
            sum ^= mex_of(bench, zm_list_at(&options.components, k));
        seen |= UINT64_C(1) << sum;
    }
    zm_options_free(&options);
    return (uint32_t)__builtin_ctzll(~seen);
}

static void read_position(struct bench *bench, const char *text, struct zm_buffer *position,
                          struct zm_list *components)
{
    assert_int_equal(zm_sprouts.rules->parse(bench->game.state, text, position, NULL), ZM_OK);
    zm_list_clear(components);
    zm_sprouts.sums->split(bench->game.state, zm_buffer_bytes(position), components);
    assert_int_equal(components->count, 1);
}

/* Puts the nimber of every option that is one component into the store, but for the last of them;
 * returns the values stored. */
static uint32_t store_options(struct bench *bench, struct zm_bytes component)
{
    struct zm_options options = {0};
    uint32_t stored = 0;
    size_t last = SIZE_MAX;
    zm_sprouts.sums->options(bench->game.state, component, ZM_LEFT, &options);
    for (size_t i = 0; i < options.count; i++) {
        if (options.ends[i] != zm_options_begin(&options, i) + 1)
            continue;
        if (last != SIZE_MAX) {
            struct zm_bytes option = zm_list_at(&options.components, last);
            uint32_t nimber = mex_of(bench, option);
            zm_store_put(bench->run.store, ZM_KIND_NIMBER, option, (struct zm_value){.a = nimber});
            stored |= UINT32_C(1) << nimber;
        }
        last = zm_options_begin(&options, i);
    }
    zm_options_free(&options);
    return stored;
}

static void test_all_values_met_are_excluded(void **state)
{
    (void)state;
    static const char *const texts[] = {"0*2", "0*2.2", "0.AB|AB.22", "0*2.A|0.A", "0*3"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bench bench;
        struct zm_couples *couples = NULL;
        struct zm_space space;
        struct zm_buffer position = {0}, node = {0};
        struct zm_list components = {0}, children = {0};
        begin(&bench);
        read_position(&bench, texts[i], &position, &components);
        uint32_t nimber = mex_of(&bench, zm_list_at(&components, 0));
        uint32_t stored = store_options(&bench, zm_list_at(&components, 0));
        assert_int_not_equal(stored, 0);
        assert_int_equal(stored >> nimber & 1, 0);
        assert_int_equal(zm_couples_open(&bench.problem, &couples, NULL), ZM_OK);
        zm_couples_space(couples, &space);
        zm_couples_root(couples, zm_buffer_bytes(&position), nimber, &node, NULL);
        assert_int_not_equal(space.expand(space.state, zm_buffer_bytes(&node), &children), ZM_WON);
        for (uint32_t value = 0; value < 32; value++) {
            zm_couples_root(couples, zm_buffer_bytes(&position), value, &node, NULL);
            enum zm_verdict verdict = space.lookup(space.state, zm_buffer_bytes(&node));
            if ((stored >> value & 1) != 0)
                assert_int_equal(verdict, ZM_WON);
            if (value == nimber)
                assert_int_not_equal(verdict, ZM_WON);
        }
        zm_couples_close(couples);
        zm_buffer_free(&position);
        zm_buffer_free(&node);
        zm_list_free(&components);
        zm_list_free(&children);
        end(&bench);
    }
}

static void test_sets_of_exclusions(void **state)
{
    (void)state;
    struct zm_exclusions exclusions;
    struct zm_bytes one = zm_bytes("one", 3), other = zm_bytes("other", 5);
    assert_true(zm_exclusions_open(&exclusions, 0));
    zm_exclusions_expect(&exclusions, one);
    zm_exclude(&exclusions, one, zm_exclusion_of(0) | zm_exclusion_of(31));
    zm_exclude(&exclusions, one, zm_exclusion_of(2));
    zm_exclude(&exclusions, one, zm_exclusion_of(32)); /* not noted */
    for (uint32_t value = 0; value < 40; value++) {
        assert_int_equal(zm_excluded(&exclusions, one, value),
                         value == 0 || value == 2 || value == 31);
        assert_false(zm_excluded(&exclusions, other, value));
    }
    zm_exclusions_close(&exclusions);
}

/* Options one after the other, as misère play asks for them: which were met, and the one to accept
 * (SIZE_MAX: none). While they are made, options of others are asked for. */
struct meeting {
    struct zm_components *components;
    struct zm_sum_list all, others;
    bool met[256];
    size_t wanted;
    uint32_t other;
};

static bool meet(void *context, const struct zm_bytes *terms, size_t count)
{
    struct meeting *meeting = context;
    struct zm_sum_list sum = {0};
    for (size_t i = 0; i < count; i++)
        zm_sum_list_term(&sum, zm_component_of(meeting->components, terms[i]));
    zm_sum_list_close(&sum);
    zm_component_options_once(meeting->components, meeting->other, &meeting->others);
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < meeting->all.count; i++) {
        uint32_t begin = zm_sum_begin(&meeting->all, i), size = meeting->all.ends[i] - begin;
        if (size == count &&
            memcmp(meeting->all.terms + begin, sum.terms, size * sizeof *sum.terms) == 0)
            found = i;
    }
    assert_int_not_equal(found, SIZE_MAX);
    meeting->met[found] = true;
    zm_sum_list_free(&sum);
    return found == meeting->wanted;
}

static void test_options_one_by_one(void **state)
{
    (void)state;
    struct bench bench;
    struct zm_components components;
    struct zm_buffer position = {0};
    struct zm_list list = {0};
    struct zm_sum_list again = {0};
    struct meeting meeting = {.components = &components};
    begin(&bench);
    assert_int_equal(zm_components_open(&components, &bench.problem, NULL), ZM_OK);
    assert_int_equal(zm_components_open_scout(&components, &bench.problem, NULL), ZM_OK);
    read_position(&bench, "0*3.AB|0.AB", &position, &list);
    uint32_t component = zm_component_of(&components, zm_list_at(&list, 0));
    read_position(&bench, "0*2", &position, &list);
    meeting.other = zm_component_of(&components, zm_list_at(&list, 0));
    zm_component_options_once(&components, component, &meeting.all);
    assert_in_range(meeting.all.count, 2, 256);
    meeting.wanted = SIZE_MAX;
    assert_false(zm_component_some_option(&components, component, meet, &meeting));
    for (size_t i = 0; i < meeting.all.count; i++)
        assert_true(meeting.met[i]);
    zm_component_options_once(&components, component, &again); /* of the scout */
    assert_int_equal(again.count, meeting.all.count);
    assert_memory_equal(again.terms, meeting.all.terms, again.term_count * sizeof *again.terms);
    for (meeting.wanted = 0; meeting.wanted < meeting.all.count; meeting.wanted++)
        assert_true(zm_component_some_option(&components, component, meet, &meeting));
    zm_component_options_once(&components, component, &again); /* though not all were made */
    assert_int_equal(again.count, meeting.all.count);
    zm_components_close(&components);
    zm_sum_list_free(&meeting.all);
    zm_sum_list_free(&meeting.others);
    zm_sum_list_free(&again);
    zm_buffer_free(&position);
    zm_list_free(&list);
    end(&bench);
}

/* Small components are evaluated once a search is long, large ones never. */
static void test_small_components_are_evaluated(void **state)
{
    (void)state;
    static const char *const small[] = {"0*2", "0*2.2", "0.AB|AB.22", "0*2.A|0.A", "0*3"};
    struct zm_whole *whole = malloc(sizeof *whole); /* it is large */
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    struct zm_value value;
    struct bench bench;
    uint32_t nimber;
    assert_non_null(whole);
    begin(&bench);
    assert_int_equal(zm_whole_open(whole, &bench.problem, NULL), ZM_OK);
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        read_position(&bench, small[i], &position, &components);
        struct zm_bytes component = zm_list_at(&components, 0);
        if (i == 0)
            assert_false(zm_whole_nimber(whole, component, &nimber)); /* the search has not begun */
        zm_whole_grow(whole, UINT32_MAX);
        assert_true(zm_whole_nimber(whole, component, &nimber));
        assert_int_equal(nimber, mex_of(&bench, component));
        assert_true(zm_store_get(bench.run.store, ZM_KIND_NIMBER, component, &value));
        assert_int_equal(value.a, nimber);
    }
    read_position(&bench, "0*5", &position, &components);
    assert_false(zm_whole_nimber(whole, zm_list_at(&components, 0), &nimber));
    zm_whole_close(whole);
    free(whole);
    zm_buffer_free(&position);
    zm_list_free(&components);
    end(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_values_met_are_excluded),
        cmocka_unit_test(test_sets_of_exclusions),
        cmocka_unit_test(test_small_components_are_evaluated),
        cmocka_unit_test(test_options_one_by_one),
    };
    return cmocka_run_group_tests_name("couples", tests, NULL, NULL);
}
