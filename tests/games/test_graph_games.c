/* Games on graphs against brute force on all (labelled) graphs with at most 6 vertices, against
 * tables, and against each other. The references know only the rules: vertex sets as bit masks, no
 * components, no canonical forms, no matchings. */
#include "engines/engine.h"
#include "games/geography/geography.h"
#include "games/kayles/kayles.h"
#include "games/qbf/formula.h"
#include "games/qbf/qbf.h"
#include "solve/calculation.h"
#include "solve/valuer.h"
#include "theory/graph.h"

#include "test.h"

#include <stdio.h>

/* --- nimbers by the program ------------------------------------------------------------------- */

struct fixture {
    struct zm_universe *universe;
    struct zm_instance game;
    struct zm_valuer *valuer;
    struct zm_buffer position;
};

static struct fixture *open_game(const struct zm_game *game)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->universe = zm_universe_open(NULL);
    assert_non_null(fixture->universe);
    assert_int_equal(zm_instance_open(&fixture->game, game, NULL, NULL), ZM_OK);
    assert_int_equal(
        zm_valuer_open(&fixture->valuer, fixture->universe, &fixture->game, NULL, NULL), ZM_OK);
    return fixture;
}

static void close_game(struct fixture *fixture)
{
    zm_valuer_close(fixture->valuer);
    zm_instance_close(&fixture->game);
    zm_universe_close(fixture->universe);
    zm_buffer_free(&fixture->position);
    free(fixture);
}

static unsigned nimber_of(struct fixture *fixture, const char *text)
{
    struct zm_error error;
    zm_conway value;
    uint32_t nimber;
    if (fixture->game.game->rules->parse(fixture->game.state, text, &fixture->position, &error) !=
        ZM_OK)
        fail_msg("%s: %s", text, error.text);
    assert_int_equal(
        zm_valuer_position(fixture->valuer, zm_buffer_bytes(&fixture->position), &value, NULL),
        ZM_OK);
    assert_true(zm_conway_is_nimber(fixture->universe, value, &nimber));
    return nimber;
}

/* --- brute force ------------------------------------------------------------------------------ */

enum { SMALL = 6 };

/* Rows of a graph with at most 6 vertices from the bits of its upper half. */
static void small_graph(unsigned n, uint32_t bits, uint32_t *rows, char *text, size_t size)
{
    size_t at = 0;
    for (unsigned u = 0; u < n; u++)
        at += (size_t)snprintf(text + at, size - at, "%s%u", u == 0 ? "" : ",", u);
    for (unsigned u = 0; u < n; u++)
        rows[u] = 0;
    for (unsigned v = 0; v < n; v++)
        for (unsigned u = 0; u < v; u++, bits >>= 1)
            if (bits & 1) {
                rows[u] |= 1u << v;
                rows[v] |= 1u << u;
                at += (size_t)snprintf(text + at, size - at, ",%u-%u", u, v);
            }
}

static unsigned mex(uint32_t seen)
{
    unsigned n = 0;
    while (seen >> n & 1)
        n++;
    return n;
}

static unsigned naive_node(const uint32_t *rows, uint32_t present, int8_t *memory)
{
    if (memory[present] >= 0)
        return (unsigned)memory[present];
    uint32_t seen = 0;
    for (unsigned v = 0; v < SMALL; v++)
        if (present >> v & 1)
            seen |= 1u << naive_node(rows, present & ~(1u << v | rows[v]), memory);
    memory[present] = (int8_t)mex(seen);
    return mex(seen);
}

static unsigned naive_arc(const uint32_t *rows, uint32_t present, int8_t *memory)
{
    if (memory[present] >= 0)
        return (unsigned)memory[present];
    uint32_t seen = 0;
    for (unsigned v = 0; v < SMALL; v++)
        for (unsigned u = 0; u < v; u++)
            if (present >> v & 1 && present >> u & 1 && rows[u] >> v & 1)
                seen |= 1u << naive_arc(rows, present & ~(1u << v | 1u << u), memory);
    memory[present] = (int8_t)mex(seen);
    return mex(seen);
}

static bool naive_vertex_geography(const uint32_t *rows, uint32_t present, unsigned token)
{
    for (unsigned v = 0; v < SMALL; v++)
        if (rows[token] & present & 1u << v &&
            !naive_vertex_geography(rows, present & ~(1u << v), v))
            return true;
    return false;
}

static bool naive_edge_geography(uint32_t *rows, unsigned token)
{
    for (unsigned v = 0; v < SMALL; v++) {
        if (!(rows[token] >> v & 1))
            continue;
        rows[token] &= ~(1u << v);
        rows[v] &= ~(1u << token);
        bool loses = !naive_edge_geography(rows, v);
        rows[token] |= 1u << v;
        rows[v] |= 1u << token;
        if (loses)
            return true;
    }
    return false;
}

/* --- geography by its engine -------------------------------------------------------------------
 */

static bool engine_wins(struct fixture *fixture, const char *text)
{
    const struct zm_calculation *calculation = zm_engine_of(&zm_geography)->calculations[0];
    struct zm_run run;
    struct zm_problem problem = {.game = &zm_geography, .run = &run};
    struct zm_answer answer = {0};
    struct zm_error error;
    void *state;
    zm_run_begin(&run);
    if (zm_geography.rules->parse(NULL, text, &fixture->position, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
    assert_int_equal(calculation->open(&problem, &state, NULL), ZM_OK);
    assert_int_equal(
        calculation->answer(state, zm_buffer_bytes(&fixture->position), NULL, &answer, NULL),
        ZM_OK);
    calculation->close(state);
    assert_true(answer.known);
    return answer.outcome == ZM_WIN;
}

static void check_graph(struct fixture *node, struct fixture *arc, struct fixture *geography,
                        unsigned n, uint32_t bits)
{
    uint32_t rows[SMALL] = {0};
    int8_t memory[1 << SMALL];
    char graph[256], text[300];
    small_graph(n, bits, rows, graph, sizeof graph);
    memset(memory, -1, sizeof memory);
    assert_int_equal(nimber_of(node, graph), naive_node(rows, (1u << n) - 1, memory));
    memset(memory, -1, sizeof memory);
    assert_int_equal(nimber_of(arc, graph), naive_arc(rows, (1u << n) - 1, memory));
    for (unsigned token = 0; token < n; token++) {
        uint32_t others = ((1u << n) - 1) & ~(1u << token);
        bool vertex = naive_vertex_geography(rows, others, token);
        snprintf(text, sizeof text, "%s@%u", graph, token);
        assert_int_equal(engine_wins(geography, text), vertex);
        assert_int_equal(nimber_of(geography, text) != 0, vertex);
        if (token > 0)
            continue;
        snprintf(text, sizeof text, "arc:%s@%u", graph, token);
        assert_int_equal(engine_wins(geography, text), naive_edge_geography(rows, token));
    }
}

static void all_small_graphs(void **state)
{
    (void)state;
    struct fixture *node = open_game(&zm_node_kayles), *arc = open_game(&zm_arc_kayles);
    struct fixture *geography = open_game(&zm_geography);
    struct zm_random random = zm_random_seeded(4);
    unsigned most = test_sanitized() ? 4 : 5;
    for (unsigned n = 1; n <= most; n++)
        for (uint32_t bits = 0; bits < 1u << n * (n - 1) / 2; bits++)
            check_graph(node, arc, geography, n, bits);
    if (!test_sanitized())
        for (uint32_t bits = 0; bits < 1u << 15; bits++)
            check_graph(node, arc, geography, 6, bits);
    for (int round = 0; round < test_rounds(1500) && test_sanitized(); round++)
        check_graph(node, arc, geography, 6, (uint32_t)zm_random_below(&random, 1 << 15));
    close_game(node);
    close_game(arc);
    close_game(geography);
}

/* --- directed geography, and formulas ------------------------------------------------------------
 */

static bool naive_rules_win(const struct zm_game *game, struct zm_bytes position)
{
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    struct zm_ending ending = {0};
    bool won = false;
    if (game->rules->ending != NULL)
        game->rules->ending(NULL, position, NULL, &ending);
    if (ending.over)
        return ending.outcome == ZM_WIN;
    game->rules->moves(NULL, position, NULL, &moves);
    for (size_t i = 0; i < moves.count && !won; i++) {
        game->rules->apply(NULL, position, zm_list_at(&moves, i), &next);
        won = !naive_rules_win(game, zm_buffer_bytes(&next));
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return won;
}

static void random_geography(void **state)
{
    (void)state;
    struct fixture *geography = open_game(&zm_geography);
    struct zm_random random = zm_random_seeded(5);
    struct zm_buffer position = {0}, text = {0};
    for (int round = 0; round < test_rounds(600); round++) {
        zm_geography.rules->random(NULL, &random, 7, &position);
        bool expected = naive_rules_win(&zm_geography, zm_buffer_bytes(&position));
        zm_buffer_clear(&text);
        zm_geography.rules->print(NULL, zm_buffer_bytes(&position), &text);
        assert_int_equal(engine_wins(geography, zm_buffer_string(&text)), expected);
        assert_int_equal(nimber_of(geography, zm_buffer_string(&text)) != 0, expected);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    close_game(geography);
}

/* The formula of the course, the size of its graph, and random formulas: the QBF game, arc and
 * vertex geography agree. */
static void formulas_become_geography(void **state)
{
    (void)state;
    struct fixture *geography = open_game(&zm_geography);
    struct zm_random random = zm_random_seeded(150);
    struct zm_buffer position = {0}, text = {0}, place = {0};
    struct zm_formula formula;
    struct zm_graph graph;
    unsigned start, arcs = 0;
    const char *course = "1,3;2,-3;-1,-2,-3";
    assert_int_equal(zm_formula_parse(course, strlen(course), &formula, NULL), ZM_OK);
    assert_int_equal(zm_formula_geography(&formula, &graph, &start, NULL), ZM_OK);
    for (unsigned v = 0; v < ZM_GRAPH_LARGEST; v++)
        arcs += (unsigned)__builtin_popcountll(graph.row[v]);
    assert_int_equal(__builtin_popcountll(graph.present), 16);
    assert_int_equal(arcs, 25);
    assert_int_equal(zm_qbf.rules->parse(NULL, course, &position, NULL), ZM_OK);
    assert_true(naive_rules_win(&zm_qbf, zm_buffer_bytes(&position)));
    size_t won = 0;
    for (int round = 0; round < test_rounds(150); round++) {
        zm_qbf.rules->random(NULL, &random, 4, &position);
        zm_buffer_clear(&text);
        zm_qbf.rules->print(NULL, zm_buffer_bytes(&position), &text);
        bool expected = naive_rules_win(&zm_qbf, zm_buffer_bytes(&position));
        won += expected;
        for (int vertices = 0; vertices <= 1; vertices++) {
            zm_buffer_clear(&place);
            zm_buffer_format(&place, "%s:qbf:%s", vertices ? "vertex" : "arc",
                             zm_buffer_string(&text));
            assert_int_equal(engine_wins(geography, zm_buffer_string(&place)), expected);
        }
    }
    assert_true(won > 0);
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_buffer_free(&place);
    close_game(geography);
}

/* --- tables
 * --------------------------------------------------------------------------------------- */

static void check_row(struct fixture *game, const char *family, int from, const char *values)
{
    for (int n = from; *values != '\0';
         n++, values += strcspn(values, " "), values += *values == ' ') {
        char text[64];
        snprintf(text, sizeof text, family, n);
        unsigned found = nimber_of(game, n == 0 ? "empty" : text);
        if (found != strtoul(values, NULL, 10))
            fail_msg("%s: found %u, expected %s", text, found, values);
    }
}

/* Sources: specification of combinatorial game theory, section 7.4, computed independently. */
static void tables_of_kayles(void **state)
{
    (void)state;
    struct fixture *node = open_game(&zm_node_kayles), *arc = open_game(&zm_arc_kayles);
    check_row(node, "path:%d", 0, "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0");
    check_row(node, "cycle:%d", 3, "1 0 0 0 1 0 0 0 1 0 0 0");
    check_row(node, "star:%d", 1, "1 2 1 2 1 2");
    check_row(node, "grid:2x%d", 2, "0 1 0");
    check_row(node, "grid:3x%d", 3, "1 0");
    check_row(arc, "path:%d", 0, "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4");
    check_row(arc, "cycle:%d", 3, "1 0 0 0 1 0 0 0 1 0 0");
    check_row(arc, "star:%d", 1, "1 1 1 1 1 1");
    check_row(arc, "complete:%d", 2, "1 1 0 0 1");
    /* Cram. */
    check_row(arc, "grid:1x%d", 1, "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1");
    check_row(arc, "grid:2x%d", 2, "0 1 0 1 0 1 0 1");
    check_row(arc, "grid:3x%d", 3, test_sanitized() ? "0 1" : "0 1 1 4");
    if (!test_sanitized())
        check_row(arc, "grid:4x%d", 4, "0 2");
    close_game(node);
    close_game(arc);
}

/* On paths the games of heaps; 0.07 is Arc Kayles on any graph; 0.137 on paths is Node Kayles. */
static void octal_games_on_graphs(void **state)
{
    (void)state;
    struct fixture *octal = open_game(&zm_graph_octal), *arc = open_game(&zm_arc_kayles);
    struct zm_random random = zm_random_seeded(33);
    check_row(octal, "0.07:path:%d", 1, "0 1 1 2 0 3 1 1 0 3 3 2 2");
    check_row(octal, "0.137:path:%d", 1, "1 1 2 0 3 1 1 0 3 3 2");
    check_row(octal, "0.77:path:%d", 1, "1 2 3 1 4 3 2 1 4 2 6");
    check_row(octal, "0.333:path:%d", 1, "1 2 3 0 1 2 3 0");
    check_row(octal, "0.15:path:%d", 1, "1 1 0 1 1 2 2 1 2 2");
    for (int round = 0; round < test_rounds(300); round++) {
        struct zm_buffer position = {0}, text = {0};
        zm_arc_kayles.rules->random(arc->game.state, &random, 7, &position);
        zm_arc_kayles.rules->print(arc->game.state, zm_buffer_bytes(&position), &text);
        char both[600];
        snprintf(both, sizeof both, "0.07:%s", zm_buffer_string(&text));
        assert_int_equal(nimber_of(octal, both), nimber_of(arc, zm_buffer_string(&text)));
        zm_buffer_free(&position);
        zm_buffer_free(&text);
    }
    close_game(octal);
    close_game(arc);
}

/* --- graphs
 * ----------------------------------------------------------------------------------------- */

static unsigned naive_matching(const struct zm_graph *graph, uint64_t among)
{
    if (among == 0)
        return 0;
    uint64_t first = among & -among, rest = among & ~first;
    unsigned best = naive_matching(graph, rest);
    for (uint64_t near = graph->row[__builtin_ctzll(first)] & rest; near != 0; near &= near - 1) {
        unsigned with = 1 + naive_matching(graph, rest & ~(near & -near));
        best = with > best ? with : best;
    }
    return best;
}

static void matchings_are_maximum(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(64);
    for (int round = 0; round < test_rounds(2000); round++) {
        struct zm_graph graph = {0};
        unsigned n = 2 + (unsigned)zm_random_below(&random, 10), odds = 2 + (unsigned)(round % 5);
        for (unsigned v = 0; v < n; v++) {
            graph.present |= UINT64_C(1) << v;
            for (unsigned u = 0; u < v; u++)
                if (zm_random_below(&random, odds) == 0)
                    zm_graph_join(&graph, u, v);
        }
        int8_t mate[ZM_GRAPH_LARGEST];
        unsigned size = zm_graph_matching(&graph, graph.present, mate), matched = 0;
        assert_int_equal(size, naive_matching(&graph, graph.present));
        for (unsigned v = 0; v < n; v++)
            if (mate[v] >= 0) {
                assert_int_equal(mate[(unsigned)mate[v]], v);
                assert_true(graph.row[v] >> mate[v] & 1);
                matched++;
            }
        assert_int_equal(matched, 2 * size);
    }
}

static void graphs_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *edges;
    } good[] = {
        {"g6:Dhc", "0-1,0-4,1-2,2-3,3-4"},
        {"path:3", "0-1,1-2"},
        {"cycle:4", "0-1,0-3,1-2,2-3"},
        {"star:2", "0-1,0-2"},
        {"grid:2x2", "0-1,0-2,1-3,2-3"},
        {"5,1-2", "1-2,5"},
        {"2>1,1>2", "1>2,2>1"},
        {"complete:3", "0-1,0-2,1-2"},
        {"Dhc", "0-1,0-4,1-2,2-3,3-4"},
        {"1 2", "1-2"},
        {"# a path\n1 2\n\n 2\t3 # and on\n7\n", "1-2,2-3,7"},
        {"1>2\n2>1", "1>2,2>1"},
    };
    static const char *const bad[] = {"",     "1-",     "1-1",    "1-2,",    "1-64",      "1-2,2>3",
                                      "g6:D", "g6:",    "path:",  "path:99", "grid:9x9",  "grid:3",
                                      "@",    "@/none", "hello",  "1 2 3x",  "g6:D\x01h", "star:64",
                                      "@x",   "A",      "1 2,\n", "\n1-"};
    struct zm_graph graph;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct zm_buffer text = {0};
        assert_int_equal(zm_graph_parse(good[i].text, strlen(good[i].text), &graph, NULL), ZM_OK);
        zm_graph_print(&graph, &text);
        assert_string_equal(zm_buffer_string(&text), good[i].edges);
        zm_buffer_free(&text);
    }
    for (size_t i = 1; i < sizeof bad / sizeof *bad; i++)
        if (zm_graph_parse(bad[i], strlen(bad[i]), &graph, NULL) != ZM_BAD_INPUT)
            fail_msg("accepted: %s", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_graphs),          cmocka_unit_test(random_geography),
        cmocka_unit_test(formulas_become_geography), cmocka_unit_test(tables_of_kayles),
        cmocka_unit_test(octal_games_on_graphs),     cmocka_unit_test(matchings_are_maximum),
        cmocka_unit_test(graphs_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
