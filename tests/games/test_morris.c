/* Morris: its moves against a reference written from the rules on drawn boards, its numbering
 * against plain enumeration, its labels against those of a graph built by playing forward. */
#include "games/morris/morris.h"
#include "games/morris/numbering.h"
#include "search/retrograde.h"
#include "test.h"

#include <stdio.h>

struct table {
    struct zm_settings settings;
    struct zm_run run;
    struct zm_instance game;
    struct zm_game_graph graph;
};

static void table_open(struct table *t, const char *options)
{
    struct zm_error error = {0};
    char copy[100];
    memset(t, 0, sizeof *t);
    zm_run_begin(&t->run);
    assert_int_equal(zm_settings_declare(&t->settings, zm_morris.params, &error), ZM_OK);
    snprintf(copy, sizeof copy, "%s", options);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        *value++ = 0;
        assert_int_equal(zm_settings_set(&t->settings, word, value, &error), ZM_OK);
    }
    assert_int_equal(zm_instance_open(&t->game, &zm_morris, &t->settings, &error), ZM_OK);
    assert_int_equal(zm_numbered_graph(&zm_morris, &t->settings, &t->run, true, &t->graph, &error),
                     ZM_OK);
}

static void table_close(struct table *t)
{
    t->graph.close(&t->graph);
    zm_instance_close(&t->game);
    zm_settings_free(&t->settings);
}

/* The reference: a board of three squares is seen as rings of eight points, 0 1 2 / 7 . 3 / 6 5 4.
 * Two points of a ring are joined when they follow each other; odd points are joined with those of
 * the next ring. A mill is three points of one side, or the three rings at one odd place. */
enum { RINGS = 3 };

struct naive {
    int rings;
    bool flying;
    char at[RINGS][8]; /* ' ', 'm' for the mover, 'o' for the other */
    int hand[2];
};

static bool naive_mill(const struct naive *n, int ring, int place)
{
    char who = n->at[ring][place];
    if (place % 2 == 1) {
        bool side = n->at[ring][place - 1] == who && n->at[ring][(place + 1) % 8] == who;
        bool cross = n->rings == 3 && n->at[0][place] == who && n->at[1][place] == who &&
                     n->at[2][place] == who;
        return side || cross;
    }
    return (n->at[ring][(place + 1) % 8] == who && n->at[ring][(place + 2) % 8] == who) ||
           (n->at[ring][(place + 7) % 8] == who && n->at[ring][(place + 6) % 8] == who);
}

static int naive_count(const struct naive *n, char who)
{
    int count = 0;
    for (int i = 0; i < n->rings * 8; i++)
        count += n->at[i / 8][i % 8] == who;
    return count;
}

/* Where ring and place are on the drawn board: "a7" and so on. */
static void naive_name(const struct naive *n, int i, char *name)
{
    static const int across[] = {0, 1, 2, 2, 2, 1, 0, 0}, down[] = {0, 0, 0, 1, 2, 2, 2, 1};
    int ring = i / 8, place = i % 8, middle = n->rings;
    int x = across[place] == 0 ? ring : across[place] == 1 ? middle : 2 * middle - ring;
    int y = down[place] == 0 ? ring : down[place] == 1 ? middle : 2 * middle - ring;
    name[0] = (char)('a' + x);
    name[1] = (char)('1' + 2 * middle - y);
    name[2] = 0;
}

static void naive_arrive(struct naive *n, int from, int to, struct zm_list *names)
{
    char move[20] = "", name[3];
    if (from >= 0) {
        naive_name(n, from, name);
        strcat(move, name);
        strcat(move, "-");
        n->at[from / 8][from % 8] = ' ';
    }
    naive_name(n, to, name);
    strcat(move, name);
    n->at[to / 8][to % 8] = 'm';
    bool mill = naive_mill(n, to / 8, to % 8), all_in_mills = true, took = false;
    for (int i = 0; i < n->rings * 8; i++)
        if (n->at[i / 8][i % 8] == 'o' && !naive_mill(n, i / 8, i % 8))
            all_in_mills = false;
    for (int i = 0; i < n->rings * 8 && mill; i++)
        if (n->at[i / 8][i % 8] == 'o' && (all_in_mills || !naive_mill(n, i / 8, i % 8))) {
            char taking[20];
            naive_name(n, i, name);
            snprintf(taking, sizeof taking, "%.8sx%s", move, name);
            zm_list_add(names, zm_bytes(taking, strlen(taking)));
            took = true;
        }
    if (!took)
        zm_list_add(names, zm_bytes(move, strlen(move)));
    n->at[to / 8][to % 8] = ' ';
    if (from >= 0)
        n->at[from / 8][from % 8] = 'm';
}

static bool naive_joined(const struct naive *n, int i, int j)
{
    int ring = abs(i / 8 - j / 8), place = (i % 8 - j % 8 + 8) % 8;
    (void)n;
    return (ring == 0 && (place == 1 || place == 7)) || (ring == 1 && place == 0 && i % 8 % 2 == 1);
}

static void naive_moves(struct naive *n, struct zm_list *names)
{
    int points = n->rings * 8, mine = naive_count(n, 'm');
    if (mine + n->hand[0] < 3)
        return;
    for (int to = 0; to < points; to++) {
        if (n->at[to / 8][to % 8] != ' ')
            continue;
        if (n->hand[0] > 0)
            naive_arrive(n, -1, to, names);
        else
            for (int from = 0; from < points; from++)
                if (n->at[from / 8][from % 8] == 'm' &&
                    (naive_joined(n, from, to) || (n->flying && mine == 3)))
                    naive_arrive(n, from, to, names);
    }
    zm_list_sort(names, true);
}

static void read_naive(struct table *t, struct zm_bytes position, int rings, struct naive *n)
{
    const struct zm_merels_rules *rules = zm_morris_state_rules(t->game.state);
    struct zm_merels_position p = zm_merels_read(position);
    memset(n, 0, sizeof *n);
    n->rings = rings;
    n->flying = rules->flying == ZM_MERELS_WITH_THREE;
    n->hand[0] = p.hand[p.turn];
    n->hand[1] = p.hand[!p.turn];
    for (int i = 0; i < rings * 8; i++) {
        char name[3];
        naive_name(n, i, name);
        uint8_t point = zm_merels_point(&rules->board, name);
        assert_int_not_equal(point, ZM_MERELS_NOWHERE);
        n->at[i / 8][i % 8] = p.men[p.turn] >> point & 1    ? 'm'
                              : p.men[!p.turn] >> point & 1 ? 'o'
                                                            : ' ';
    }
}

static void check_moves(const char *options, int rings, int rounds)
{
    struct table t;
    struct zm_random random = zm_random_seeded(11);
    struct zm_buffer position = {0}, text = {0}, again = {0};
    struct zm_list moves = {0}, found = {0}, expected = {0};
    struct zm_error error;
    table_open(&t, options);
    for (int round = 0; round < rounds; round++) {
        struct naive n;
        zm_list_clear(&moves);
        zm_list_clear(&found);
        zm_list_clear(&expected);
        zm_morris.rules->random(t.game.state, &random, 12, &position);
        struct zm_bytes here = zm_buffer_bytes(&position);
        zm_morris.rules->moves(t.game.state, here, NULL, &moves);
        for (size_t i = 0; i < moves.count; i++) {
            zm_buffer_clear(&text);
            zm_morris.rules->name(t.game.state, here, zm_list_at(&moves, i), &text);
            zm_list_add(&found, zm_buffer_bytes(&text));
        }
        zm_list_sort(&found, true);
        assert_int_equal(found.count, moves.count);
        read_naive(&t, here, rings, &n);
        naive_moves(&n, &expected);
        assert_int_equal(found.count, expected.count);
        for (size_t i = 0; i < found.count; i++)
            assert_true(zm_bytes_equal(zm_list_at(&found, i), zm_list_at(&expected, i)));
        zm_buffer_clear(&text);
        zm_morris.rules->print(t.game.state, here, &text);
        assert_int_equal(
            zm_morris.rules->parse(t.game.state, zm_buffer_string(&text), &again, &error), ZM_OK);
        assert_true(zm_bytes_equal(here, zm_buffer_bytes(&again)));
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
    zm_list_free(&moves);
    zm_list_free(&found);
    zm_list_free(&expected);
    table_close(&t);
}

static void test_moves(void **state)
{
    (void)state;
    check_moves("variant=six", 2, test_rounds(5000));
    check_moves("variant=six endgame=4 flying=three", 2, test_rounds(3000));
    check_moves("variant=nine endgame=4", 3, test_rounds(3000));
    check_moves("variant=nine men=5", 3, test_rounds(3000));
    check_moves("variant=nine men=11", 3, test_rounds(500)); /* too many for a numbering */
}

static bool holds(const struct zm_number_list *numbers, uint64_t number)
{
    for (size_t i = 0; i < numbers->count; i++)
        if (numbers->items[i] == number)
            return true;
    return false;
}

static void check_arcs(const char *options, int rounds)
{
    struct table t;
    struct zm_random random = zm_random_seeded(3);
    struct zm_number_list next = {0}, back = {0};
    table_open(&t, options);
    for (int round = 0; round < rounds; round++) {
        uint64_t number = zm_random_below(&random, t.graph.count);
        enum zm_vertex vertex = t.graph.vertex(t.graph.state, number);
        if (vertex == ZM_VERTEX_NONE)
            continue;
        if (vertex == ZM_VERTEX_OPEN) {
            t.graph.successors(t.graph.state, number, &next);
            for (size_t i = 0; i < next.count; i++) {
                t.graph.predecessors(t.graph.state, next.items[i], &back);
                assert_true(holds(&back, number));
            }
        }
        t.graph.predecessors(t.graph.state, number, &next);
        for (size_t i = 0; i < next.count; i++) {
            assert_int_equal(t.graph.vertex(t.graph.state, next.items[i]), ZM_VERTEX_OPEN);
            t.graph.successors(t.graph.state, next.items[i], &back);
            assert_true(holds(&back, number));
        }
    }
    zm_number_list_free(&next);
    zm_number_list_free(&back);
    table_close(&t);
}

static void test_arcs(void **state)
{
    (void)state;
    check_arcs("variant=six", test_rounds(3000));
    check_arcs("variant=five men=4 blocked=passes", test_rounds(3000));
    check_arcs("variant=five men=3 flying=three", test_rounds(3000));
    check_arcs("variant=nine endgame=4", test_rounds(1500));
    check_arcs("variant=twelve endgame=3", test_rounds(500));
}

/* Every position of three men each on the board of two squares: as many classes as numbers that
 * stand for something, and a position has the number of its images. */
static void test_numbering(void **state)
{
    struct table t;
    struct zm_morris_numbering n;
    struct zm_random random = zm_random_seeded(9);
    uint64_t least = 0, stands = 0;
    (void)state;
    table_open(&t, "variant=six endgame=3");
    const struct zm_merels_rules *rules = zm_morris_state_rules(t.game.state);
    assert_int_equal(rules->board.symmetry_count, 16);
    assert_true(zm_morris_numbering_make(&n, rules));
    for (uint32_t a = 0; a < 1u << 16; a++) {
        if (__builtin_popcount(a) != 3)
            continue;
        for (uint32_t b = 0; b < 1u << 16; b++) {
            if (__builtin_popcount(b) != 3 || (a & b) != 0)
                continue;
            bool is_least = true;
            for (unsigned s = 1; s < 16 && is_least; s++) {
                uint32_t ia = zm_merels_image(&rules->board, s, a);
                is_least = ia > a || (ia == a && zm_merels_image(&rules->board, s, b) >= b);
            }
            least += is_least;
            if (b % 64 != 3)
                continue;
            struct zm_merels_position p = {.men = {a, b}, .turn = 0}, image = {.turn = 1};
            unsigned s = (unsigned)zm_random_below(&random, 16);
            image.men[1] = zm_merels_image(&rules->board, s, a);
            image.men[0] = zm_merels_image(&rules->board, s, b);
            assert_int_equal(zm_morris_rank(&n, &p), zm_morris_rank(&n, &image));
        }
    }
    for (uint64_t i = 0; i < n.count; i++) {
        struct zm_merels_position p;
        if (!zm_morris_unrank(&n, i, &p))
            continue;
        assert_int_equal(zm_morris_rank(&n, &p), i);
        stands += __builtin_popcount(p.men[0]) == 3;
    }
    assert_int_equal(stands, least);
    zm_morris_numbering_free(&n);
    table_close(&t);
}

/* The same labels from the graph of plain positions, built by playing forward. */
static void check_labels(const char *options, const char *start)
{
    struct table t;
    struct zm_game_graph explored;
    struct zm_labels folded, plain;
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    table_open(&t, options);
    assert_int_equal(zm_morris.rules->parse(t.game.state, start, &position, &error), ZM_OK);
    assert_int_equal(zm_explored_graph(&zm_morris, &t.settings, false, &t.run,
                                       zm_buffer_bytes(&position), &explored, &error),
                     ZM_OK);
    t.run.threads = 2;
    assert_int_equal(zm_retrograde(&t.graph, &folded, &error), ZM_OK);
    assert_int_equal(zm_retrograde(&explored, &plain, &error), ZM_OK);
    assert_int_equal(zm_labels_verify(&t.graph, &folded, &error), ZM_OK);
    assert_true(explored.count > 1000);
    for (uint64_t i = 0; i < explored.count; i++) {
        explored.position(explored.state, i, &position);
        uint64_t number = t.graph.number(t.graph.state, zm_buffer_bytes(&position));
        assert_int_equal(zm_labels_at(&plain, i), zm_labels_at(&folded, number));
    }
    zm_labels_free(&folded);
    zm_labels_free(&plain);
    explored.close(&explored);
    zm_buffer_free(&position);
    table_close(&t);
}

static void test_labels(void **state)
{
    (void)state;
    check_labels("variant=six endgame=3", "a1c1b2.a3e3e5.0");
    if (!test_sanitized()) {
        check_labels("variant=six endgame=3 flying=three", "a1c1b2.a3e3e5.0");
        check_labels("variant=five men=3", "start");
    }
}

/* Five men's morris, completely; six men's in `make test-long`. */
static void test_whole_games(void **state)
{
    static const char *const variants[] = {"variant=five", "variant=six"};
    (void)state;
    if (test_sanitized())
        skip();
    for (int v = 0; v < (test_long() ? 2 : 1); v++) {
        struct table t;
        struct zm_labels labels;
        struct zm_buffer position = {0};
        struct zm_error error;
        table_open(&t, variants[v]);
        t.run.threads = 2;
        assert_int_equal(zm_retrograde(&t.graph, &labels, &error), ZM_OK);
        assert_int_equal(zm_labels_verify(&t.graph, &labels, &error), ZM_OK);
        zm_morris.rules->parse(t.game.state, "start", &position, &error);
        uint64_t start = t.graph.number(t.graph.state, zm_buffer_bytes(&position));
        assert_int_equal(zm_labels_at(&labels, start), ZM_LABEL_DRAW);
        zm_labels_free(&labels);
        zm_buffer_free(&position);
        table_close(&t);
    }
}

static void test_bad_positions(void **state)
{
    static const char *const bad[] = {
        "a1",           "a1.0.1",    "z9.0.0.6.6", "a1.0.1.5",       "a1.0.1.5.x", "a1.0.1.5.6.7",
        "a1a1.0.1.4.6", "0.0.0.7.7", "a1.0.0.5.6", "a1c1.b2.1.4.5 ", "0.0.0.-6.6", "a1.a1.0.5.5"};
    struct table t;
    struct zm_buffer position = {0};
    struct zm_error error;
    (void)state;
    table_open(&t, "variant=six");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (zm_morris.rules->parse(t.game.state, bad[i], &position, &error) != ZM_BAD_INPUT)
            fail_msg("'%s' is accepted", bad[i]);
    zm_buffer_free(&position);
    table_close(&t);
}

/* No text crashes the parser, and what it accepts is read back from what is printed. */
static void test_any_text(void **state)
{
    static const char letters[] = "0123456ace...";
    struct zm_random random = zm_random_seeded(17);
    struct zm_buffer text = {0}, again = {0};
    struct zm_error error;
    unsigned accepted = 0;
    (void)state;
    struct table t;
    struct zm_buffer position = {0};
    table_open(&t, "variant=six");
    for (int round = 0; round < test_rounds(20000); round++) {
        char word[64];
        zm_morris.rules->random(t.game.state, &random, 6, &position);
        zm_buffer_clear(&text);
        zm_morris.rules->print(t.game.state, zm_buffer_bytes(&position), &text);
        snprintf(word, sizeof word, "%s", zm_buffer_string(&text));
        for (uint64_t changes = zm_random_below(&random, 3); changes > 0; changes--)
            word[zm_random_below(&random, strlen(word))] =
                letters[zm_random_below(&random, sizeof letters - 1)];
        if (zm_morris.rules->parse(t.game.state, word, &position, &error) != ZM_OK)
            continue;
        accepted++;
        zm_buffer_clear(&text);
        zm_morris.rules->print(t.game.state, zm_buffer_bytes(&position), &text);
        assert_int_equal(
            zm_morris.rules->parse(t.game.state, zm_buffer_string(&text), &again, &error), ZM_OK);
        assert_true(zm_bytes_equal(zm_buffer_bytes(&position), zm_buffer_bytes(&again)));
    }
    assert_true(accepted > 0);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
    zm_buffer_free(&position);
    table_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),       cmocka_unit_test(test_arcs),
        cmocka_unit_test(test_numbering),   cmocka_unit_test(test_labels),
        cmocka_unit_test(test_whole_games), cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_any_text),
    };
    return cmocka_run_group_tests_name("morris", tests, NULL, NULL);
}
