/* Cram with --canon graph and pruned: against a naive isomorphism and against the board form, and
 * the texts of graphs. */
#include "test.h"

#include "games/cram_graphs.h"
#include "games/naive.h"
#include "support/ask.h"

/* --- a graph as a matrix, made from the moves of the rules --- */

enum { MOST = 12 };

struct matrix {
    int count;
    bool near[MOST][MOST];
};

/* The empty cells of a small board and which are neighbours, from the names of the moves. */
static void read_matrix(struct zm_bytes position, struct matrix *matrix)
{
    struct zm_list moves = {0};
    char names[MOST][8];
    struct zm_buffer name = {0};
    *matrix = (struct matrix){0};
    zm_cram.rules->moves(board.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        char *cells[2];
        int ends[2];
        zm_buffer_clear(&name);
        zm_cram.rules->name(board.state, position, zm_list_at(&moves, i), &name);
        cells[0] = (char *)name.data;
        cells[1] = strchr(cells[0], '-');
        *cells[1]++ = 0;
        for (int end = 0; end < 2; end++) {
            ends[end] = 0;
            while (ends[end] < matrix->count && strcmp(names[ends[end]], cells[end]) != 0)
                ends[end]++;
            if (ends[end] == matrix->count)
                strcpy(names[matrix->count++], cells[end]);
        }
        matrix->near[ends[0]][ends[1]] = matrix->near[ends[1]][ends[0]] = true;
    }
    zm_list_free(&moves);
    zm_buffer_free(&name);
}

/* Can the first `placed` vertices of `a`, sent to `image`, be completed to an isomorphism? */
static bool extend(const struct matrix *a, const struct matrix *b, int placed, int *image)
{
    if (placed == a->count)
        return true;
    for (int target = 0; target < b->count; target++) {
        bool fits = true;
        for (int i = 0; i < placed && fits; i++)
            fits = image[i] != target && a->near[i][placed] == b->near[image[i]][target];
        image[placed] = target;
        if (fits && extend(a, b, placed + 1, image))
            return true;
    }
    return false;
}

static int degree(const struct matrix *matrix, int vertex)
{
    int count = 0;
    for (int i = 0; i < matrix->count; i++)
        count += matrix->near[vertex][i];
    return count;
}

/* Takes a leaf away that has another beside it, until there is none. */
static void prune(struct matrix *matrix)
{
    for (int a = 0; a < matrix->count; a++)
        for (int b = a + 1; b < matrix->count; b++) {
            bool twins = degree(matrix, a) == 1 && degree(matrix, b) == 1;
            for (int i = 0; i < matrix->count; i++)
                twins = twins && matrix->near[a][i] == matrix->near[b][i];
            if (!twins)
                continue;
            matrix->count--;
            for (int i = 0; i <= matrix->count; i++)
                matrix->near[b][i] = matrix->near[matrix->count][i];
            for (int i = 0; i <= matrix->count; i++)
                matrix->near[i][b] = matrix->near[i][matrix->count];
            b = a;
        }
}

static bool isomorphic(const struct matrix *a, const struct matrix *b)
{
    int image[MOST];
    return a->count == b->count && extend(a, b, 0, image);
}

/* Are two positions of one form exactly when their graphs, pruned or not, are isomorphic? */
static void check_codes(const struct zm_instance *instance, const struct zm_buffer *drawn,
                        const struct matrix *matrices, int *same)
{
    struct zm_list codes[2] = {{{0}, NULL, 0, 0}, {{0}, NULL, 0, 0}};
    for (int i = 0; i < 2; i++)
        zm_cram.sums->split(instance->state, zm_buffer_bytes(&drawn[i]), &codes[i]);
    bool equal = codes[0].count == codes[1].count;
    for (size_t i = 0; equal && i < codes[0].count; i++)
        equal = zm_bytes_equal(zm_list_at(&codes[0], i), zm_list_at(&codes[1], i));
    assert_int_equal(equal, isomorphic(&matrices[0], &matrices[1]));
    *same += equal && matrices[0].count > 0;
    zm_list_free(&codes[0]);
    zm_list_free(&codes[1]);
}

static void test_same_code_when_isomorphic(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(7);
    struct zm_buffer drawn[2] = {{0}, {0}};
    int same = 0, same_pruned = 0;
    for (int round = 0; round < test_rounds(20000); round++) {
        struct matrix matrices[2];
        for (int i = 0; i < 2; i++) {
            zm_cram.rules->random(board.state, &random, MOST, &drawn[i]);
            read_matrix(zm_buffer_bytes(&drawn[i]), &matrices[i]);
        }
        check_codes(&graph, drawn, matrices, &same);
        prune(&matrices[0]);
        prune(&matrices[1]);
        check_codes(&pruned, drawn, matrices, &same_pruned);
    }
    assert_true(same >= 5 && same_pruned > same);
    zm_buffer_free(&drawn[0]);
    zm_buffer_free(&drawn[1]);
}

/* --- symmetry --- */

/* Can the images of the first `placed` vertices be completed to an involution that keeps neighbours
 * neighbours, fixes no vertex and sends none to a neighbour? Every image is tried. */
static bool turns(const struct matrix *matrix, int placed, int *image)
{
    if (placed == matrix->count)
        return true;
    for (int target = 0; target < matrix->count; target++) {
        bool fits = target != placed && !matrix->near[placed][target] &&
                    (target > placed || image[target] == placed);
        for (int i = 0; i < placed && fits; i++)
            fits = image[i] != target && (image[i] != placed || target == i) &&
                   matrix->near[i][placed] == matrix->near[image[i]][target];
        image[placed] = target;
        if (fits && turns(matrix, placed + 1, image))
            return true;
    }
    return false;
}

/* The rule speaks exactly when there is such an involution, and then naive play finds nimber 0. In
 * board form it is silent where only the graph has one. */
static void test_lost_by_symmetry(void **state)
{
    (void)state;
    static const struct zm_instance *const forms[] = {&graph, &pruned};
    struct naive naive;
    struct zm_random random = zm_random_seeded(43);
    struct zm_buffer position = {0};
    int told = 0, drawn = 0;
    naive_open(&naive, &zm_cram);
    for (int round = 0; round < test_rounds(40000); round++) {
        struct zm_list components = {0}, alone = {0};
        struct matrix matrix;
        uint32_t nimber;
        int image[MOST];
        zm_cram.rules->random(board.state, &random, MOST, &position);
        zm_cram.sums->split(board.state, zm_buffer_bytes(&position), &components);
        if (components.count == 1) {
            struct zm_bytes component = zm_list_at(&components, 0);
            read_matrix(component, &matrix);
            for (int i = 0; i < 2; i++) {
                if (i == 1)
                    prune(&matrix);
                bool lost = turns(&matrix, 0, image);
                zm_list_clear(&alone);
                zm_cram.sums->split(forms[i]->state, component, &alone);
                assert_int_equal(zm_cram.sums->known(forms[i]->state, zm_list_at(&alone, 0),
                                                     ZM_CHECKER, &nimber),
                                 lost);
                if (!lost)
                    continue;
                naive_forget(&naive);
                assert_int_equal(naive_nimber(&naive, component), 0);
                assert_int_equal(nimber, 0);
                told++;
                drawn += zm_cram.sums->known(board.state, component, ZM_CHECKER, &nimber);
            }
        }
        zm_list_free(&components);
        zm_list_free(&alone);
    }
    assert_true(told > drawn && drawn > 0);
    naive_close(&naive);
    zm_buffer_free(&position);
}

/* --- options --- */

/* The options of a component as a sorted list of sums, each as the codes with their sizes. */
static void option_list(struct zm_instance *instance, struct zm_bytes component,
                        struct zm_list *list)
{
    struct zm_options options = {0};
    zm_list_clear(list);
    zm_cram.sums->options(instance->state, component, ZM_LEFT, &options);
    for (size_t i = 0; i < options.count; i++) {
        for (size_t j = zm_options_begin(&options, i); j < options.ends[i]; j++) {
            struct zm_bytes part = zm_list_at(&options.components, j);
            zm_buffer_format(&list->bytes, "%zu:", part.size);
            zm_buffer_add(&list->bytes, part.data, part.size);
        }
        zm_list_close(list);
    }
    size_t before = list->count;
    zm_list_sort(list, true);
    assert_int_equal(before, list->count); /* no two options are equal */
    zm_options_free(&options);
}

/* The same, from the board that the component was drawn on: every move by the rules, then split. */
static void list_by_rules(const struct zm_instance *form, struct zm_bytes position,
                          struct zm_list *list)
{
    struct zm_list moves = {0}, parts = {0};
    struct zm_buffer next = {0};
    zm_list_clear(list);
    zm_cram.rules->moves(board.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        zm_cram.rules->apply(board.state, position, zm_list_at(&moves, i), &next);
        zm_list_clear(&parts);
        zm_cram.sums->split(form->state, zm_buffer_bytes(&next), &parts);
        for (size_t j = 0; j < parts.count; j++) {
            zm_buffer_format(&list->bytes, "%zu:", zm_list_at(&parts, j).size);
            zm_buffer_add(&list->bytes, zm_list_at(&parts, j).data, zm_list_at(&parts, j).size);
        }
        zm_list_close(list);
    }
    zm_list_sort(list, true);
    zm_list_free(&moves);
    zm_list_free(&parts);
    zm_buffer_free(&next);
}

static void assert_same_lists(const struct zm_list *a, const struct zm_list *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_true(zm_bytes_equal(zm_list_at(a, i), zm_list_at(b, i)));
}

static bool count_option(void *context, const struct zm_bytes *components, size_t count)
{
    (void)components;
    (void)count;
    ++*(size_t *)context;
    return false;
}

static void test_options_by_drawing_and_by_graph(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(19);
    struct zm_buffer position = {0};
    struct zm_list drawn = {0}, alone = {0}, rules = {0}, components = {0}, moves = {0};
    for (int round = 0; round < test_rounds(2000); round++) {
        struct zm_instance fresh; /* has met no drawing */
        struct zm_instance *form = round % 3 == 0 ? &pruned : &graph;
        zm_cram.rules->random(board.state, &random, round % 10 == 0 ? 128 : 30, &position);
        zm_list_clear(&components);
        zm_cram.sums->split(form->state, zm_buffer_bytes(&position), &components);
        if (components.count != 1)
            continue;
        open_form(&fresh, form == &graph ? "graph" : "pruned");
        struct zm_bytes component = zm_list_at(&components, 0);
        size_t by_drawing = 0, by_graph = 0;
        zm_list_clear(&moves);
        zm_cram.rules->moves(board.state, zm_buffer_bytes(&position), NULL, &moves);
        zm_cram.sums->some_option(form->state, component, ZM_LEFT, count_option, &by_drawing);
        zm_cram.sums->some_option(fresh.state, component, ZM_LEFT, count_option, &by_graph);
        /* A pruned graph has no more moves than any drawing of it. */
        assert_true(by_graph <= moves.count && by_graph <= by_drawing);
        assert_true(form == &pruned || (by_graph == moves.count && by_drawing == moves.count));
        option_list(form, component, &drawn);
        option_list(&fresh, component, &alone);
        list_by_rules(form, zm_buffer_bytes(&position), &rules);
        assert_same_lists(&drawn, &alone);
        assert_same_lists(&drawn, &rules);
        zm_instance_close(&fresh);
    }
    zm_buffer_free(&position);
    zm_list_free(&drawn);
    zm_list_free(&alone);
    zm_list_free(&rules);
    zm_list_free(&components);
    zm_list_free(&moves);
}

/* --- texts and playing --- */

static void test_texts(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(3);
    struct zm_buffer position = {0}, text = {0}, again = {0};
    struct zm_list components = {0}, read = {0};
    for (int round = 0; round < test_rounds(2000); round++) {
        zm_cram.rules->random(graph.state, &random, 1 + (unsigned)round % 128, &position);
        zm_list_clear(&components);
        zm_cram.sums->split(graph.state, zm_buffer_bytes(&position), &components);
        for (size_t i = 0; i < components.count; i++) {
            zm_buffer_clear(&text);
            zm_list_clear(&read);
            zm_cram.sums->print(graph.state, zm_list_at(&components, i), &text);
            parse(&graph, zm_buffer_string(&text), &again);
            zm_cram.sums->split(graph.state, zm_buffer_bytes(&again), &read);
            assert_int_equal(read.count, 1);
            assert_true(zm_bytes_equal(zm_list_at(&read, 0), zm_list_at(&components, i)));
        }
    }
    /* The example of nauty's formats.txt: edges 0-1 0-2 1-2 5-6 on 7 vertices. */
    parse(&graph, ":Fa@x^", &position);
    zm_buffer_clear(&text);
    zm_cram.picture->text(graph.state, zm_buffer_bytes(&position), &text);
    assert_string_equal(zm_buffer_string(&text), "edges: 1-2 1-3 2-3 6-7\n");
    zm_buffer_clear(&text);
    zm_cram.rules->print(graph.state, zm_buffer_bytes(&position), &text);
    assert_string_equal(zm_buffer_string(&text), ":Fa@x^");
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
    zm_list_free(&components);
    zm_list_free(&read);
}

static void test_bad_texts(void **state)
{
    (void)state;
    static const char *const bad[] = {":",   "::",         ":A n",   ":?",       ":Fa@x^+:An",
                                      ":~~", ":~???",      ":~?D?",  ":An:",     ":A5",
                                      ":@",  ":Fa@x^\x7f", ":A~~~~", ":Fa@x^000"};
    struct zm_error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_buffer position = {0};
        if (strcmp(bad[i], ":@") == 0) { /* one vertex: nothing wrong with it */
            parse(&graph, bad[i], &position);
        } else {
            assert_int_equal(zm_cram.rules->parse(graph.state, bad[i], &position, &error),
                             ZM_BAD_INPUT);
            assert_true(strlen(error.text) > 10 && strchr(error.text, '\n') == NULL);
        }
        zm_buffer_free(&position);
    }
    struct zm_buffer position = {0};
    assert_int_equal(zm_cram.rules->parse(board.state, ":An", &position, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "--canon graph"));
    zm_buffer_free(&position);
}

/* A board position is worth what its graphs are, by naive play on either and by the solver. */
static void test_nimbers(void **state)
{
    (void)state;
    struct naive naive;
    struct zm_random random = zm_random_seeded(31);
    struct zm_buffer drawn = {0}, text = {0}, graphs = {0};
    struct zm_list components = {0};
    naive_open(&naive, &zm_cram);
    for (int round = 0; round < test_rounds(1500); round++) {
        zm_cram.rules->random(board.state, &random, 14, &drawn);
        zm_list_clear(&components);
        zm_buffer_clear(&text);
        zm_cram.sums->split(graph.state, zm_buffer_bytes(&drawn), &components);
        for (size_t i = 0; i < components.count; i++)
            zm_cram.sums->print(graph.state, zm_list_at(&components, i), &text);
        if (components.count == 0)
            continue;
        parse(&graph, zm_buffer_string(&text), &graphs);
        naive_forget(&naive);
        unsigned nimber = naive_nimber(&naive, zm_buffer_bytes(&drawn));
        naive_forget(&naive);
        assert_int_equal(naive_nimber(&naive, zm_buffer_bytes(&graphs)), nimber);
        const char *name = zm_buffer_string(&text);
        assert_int_equal(ask("cram", name, "compute=nimber canon=graph").answer.number, nimber);
        assert_int_equal(ask("cram", name, "compute=nimber canon=pruned").answer.number, nimber);
        bool misere = naive_wins(&naive, zm_buffer_bytes(&drawn), true);
        assert_int_equal(ask("cram", name, "play=misere canon=graph").answer.outcome,
                         misere ? ZM_WIN : ZM_LOSS);
        assert_int_equal(ask("cram", name, "play=misere canon=pruned").answer.outcome,
                         misere ? ZM_WIN : ZM_LOSS);
    }
    naive_close(&naive);
    zm_buffer_free(&drawn);
    zm_buffer_free(&text);
    zm_buffer_free(&graphs);
    zm_list_free(&components);
}

static void test_boards(void **state)
{
    (void)state;
    static const char *const boards[] = {"3x6", "3x8", "4x5", "4x6", "5x5", "2x9", "1x30"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (int search = 0; search < 3; search++) {
            const char *way = search == 0   ? "compute=nimber search=depth-first canon=graph"
                              : search == 1 ? "compute=nimber search=dfpn canon=graph"
                                            : "compute=nimber search=dfpn canon=pruned";
            assert_int_equal(ask("cram", boards[i], way).answer.number,
                             ask("cram", boards[i], "compute=nimber").answer.number);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_same_code_when_isomorphic),
        cmocka_unit_test(test_lost_by_symmetry),
        cmocka_unit_test(test_options_by_drawing_and_by_graph),
        cmocka_unit_test(test_nimbers),
        cmocka_unit_test(test_boards),
    };
    return cmocka_run_group_tests_name("cram-graph", tests, open_forms, close_forms);
}
