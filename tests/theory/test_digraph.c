/* Directed graphs, matchings, long paths and numbered subsets against naive versions on random
 * graphs. */
#include "test.h"
#include "theory/long_path.h"
#include "theory/matching.h"
#include "theory/subsets.h"

enum { MOST = 10 };

static struct zm_digraph random_graph(struct zm_random *random, bool arc[MOST][MOST])
{
    struct zm_digraph graph;
    struct zm_arc arcs[MOST * MOST];
    uint32_t size = 1 + (uint32_t)zm_random_below(random, MOST);
    uint64_t density = 1 + zm_random_below(random, 6);
    size_t count = 0;
    memset(arc, 0, MOST * MOST * sizeof(bool));
    for (uint32_t v = 0; v < size; v++)
        for (uint32_t w = 0; w < size; w++)
            if (zm_random_below(random, 10) < density) {
                arc[v][w] = true;
                arcs[count++] = (struct zm_arc){v, w};
            }
    assert_true(zm_digraph_build(&graph, size, arcs, count));
    return graph;
}

static void test_reachability(void **state)
{
    struct zm_random random = zm_random_seeded(1);
    (void)state;
    for (int round = 0; round < test_rounds(3000); round++) {
        bool arc[MOST][MOST];
        uint32_t far[MOST][MOST], component[MOST], distance[MOST], queue[MOST];
        struct zm_digraph graph = random_graph(&random, arc), back;
        for (uint32_t v = 0; v < graph.count; v++)
            for (uint32_t w = 0; w < graph.count; w++)
                far[v][w] = v == w ? 0 : arc[v][w] ? 1 : 1000;
        for (uint32_t k = 0; k < graph.count; k++)
            for (uint32_t v = 0; v < graph.count; v++)
                for (uint32_t w = 0; w < graph.count; w++)
                    if (far[v][k] + far[k][w] < far[v][w])
                        far[v][w] = far[v][k] + far[k][w];
        assert_true(zm_digraph_components(&graph, component) > 0);
        assert_true(zm_digraph_reverse(&graph, &back));
        for (uint32_t v = 0; v < graph.count; v++) {
            uint32_t reached = zm_digraph_distances(&graph, v, distance, queue), expected = 0;
            for (uint32_t w = 0; w < graph.count; w++) {
                expected += far[v][w] < 1000;
                assert_int_equal(distance[w], far[v][w] < 1000 ? far[v][w] : ZM_UNREACHED);
                assert_int_equal(component[v] == component[w],
                                 far[v][w] < 1000 && far[w][v] < 1000);
                if (arc[v][w])
                    assert_true(component[v] >= component[w]);
                assert_int_equal(zm_digraph_has_arc(&back, w, v), arc[v][w]);
            }
            assert_int_equal(reached, expected);
        }
        zm_digraph_free(&graph);
        zm_digraph_free(&back);
    }
}

static uint32_t naive_matching(uint32_t size, bool arc[MOST][MOST], uint32_t tail, unsigned used)
{
    if (tail == size)
        return 0;
    uint32_t best = naive_matching(size, arc, tail + 1, used);
    for (uint32_t head = 0; head < size; head++)
        if (arc[tail][head] && (used >> head & 1) == 0) {
            uint32_t found = 1 + naive_matching(size, arc, tail + 1, used | 1u << head);
            best = found > best ? found : best;
        }
    return best;
}

static void test_matching(void **state)
{
    struct zm_random random = zm_random_seeded(2);
    (void)state;
    for (int round = 0; round < test_rounds(600); round++) {
        bool arc[MOST][MOST];
        struct zm_digraph graph = random_graph(&random, arc);
        struct zm_matching matching;
        if (graph.count <= 7) {
            assert_true(zm_matching_maximum(&graph, &matching));
            assert_int_equal(matching.size, naive_matching(graph.count, arc, 0, 0));
            assert_true(zm_matching_proved(&graph, &matching));
            zm_matching_free(&matching);
        }
        zm_digraph_free(&graph);
    }
}

/* The longest path (or cycle through the first vertex, which is then the least) that goes on from
 * `v`. */
static uint32_t naive_longest(uint32_t size, bool arc[MOST][MOST], uint32_t first, uint32_t v,
                              unsigned used, bool cycle)
{
    uint32_t best = !cycle || arc[v][first] ? 1 : 0;
    for (uint32_t w = 0; w < size; w++)
        if (arc[v][w] && (used >> w & 1) == 0) {
            uint32_t found = naive_longest(size, arc, first, w, used | 1u << w, cycle);
            best = found > 0 && found + 1 > best ? found + 1 : best;
        }
    return best;
}

static void test_long_paths(void **state)
{
    struct zm_random random = zm_random_seeded(3);
    (void)state;
    for (int round = 0; round < test_rounds(300); round++) {
        bool arc[MOST][MOST];
        struct zm_digraph graph = random_graph(&random, arc);
        if (graph.count > 7) {
            zm_digraph_free(&graph);
            continue;
        }
        for (int cycle = 0; cycle < 2; cycle++) {
            uint32_t vertices[MOST], trail_vertices[MOST], longest = 0, bound;
            struct zm_long_path found = {vertices, 0}, trail = {trail_vertices, 0};
            struct zm_long_path_limits limits = {.cycle = cycle, .steps = 3};
            for (uint32_t v = 0; v < graph.count; v++) {
                uint32_t here = naive_longest(graph.count, arc, v, v, 1u << v, cycle);
                longest = here > longest ? here : longest;
                /* Three steps a day: the trail remembers where it stands. */
                trail.count = 1;
                trail_vertices[0] = v;
                found.count = 0;
                while (!zm_long_path_backtrack(&graph, &limits, &trail, &found))
                    continue;
                assert_int_equal(found.count, here);
                if (here > 0)
                    assert_true(zm_long_path_valid(&graph, vertices, found.count, cycle));
            }
            assert_true(zm_long_path_bound(&graph, cycle, &bound));
            assert_true(longest <= bound);
            limits.steps = 3000;
            limits.target = longest;
            found.count = 0;
            bool reached = zm_long_path_anneal(&graph, &limits, &random, &found);
            assert_int_equal(reached, longest > 0 && found.count >= longest);
            assert_true(found.count <= longest);
            if (found.count > 0)
                assert_true(zm_long_path_valid(&graph, vertices, found.count, cycle));
        }
        zm_digraph_free(&graph);
    }
}

static void test_subsets(void **state)
{
    uint64_t next[25] = {0};
    (void)state;
    for (uint32_t set = 0; set < 1u << 16; set++) {
        unsigned size = (unsigned)__builtin_popcount(set);
        assert_int_equal(zm_subset_rank(set), next[size]++);
        assert_int_equal(zm_subset_unrank(zm_subset_rank(set), size), set);
        uint32_t gone = (set * 2654435761u) >> 8 & ~set & 0xffff;
        uint32_t squeezed = zm_subset_squeeze(set, gone);
        assert_int_equal(zm_subset_rank_without(set, gone), zm_subset_rank(squeezed));
        assert_int_equal(__builtin_popcount(squeezed), size);
        assert_true(squeezed >> (16 - __builtin_popcount(gone)) == 0);
        assert_int_equal(zm_subset_spread(squeezed, gone), set);
    }
    for (unsigned k = 0; k <= 16; k++)
        assert_int_equal(next[k], zm_choose(16, k));
    assert_int_equal(zm_choose(24, 12), 2704156);
    assert_int_equal(zm_choose(3, 4), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reachability),
        cmocka_unit_test(test_matching),
        cmocka_unit_test(test_long_paths),
        cmocka_unit_test(test_subsets),
    };
    return cmocka_run_group_tests_name("digraph", tests, NULL, NULL);
}
