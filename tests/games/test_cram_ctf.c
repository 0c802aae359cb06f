/* Cram with --canon ctf (chocolate, web and forest): texts, against the graph form, which is exact,
 * and against the board form. */
#include "test.h"

#include "games/cram_forms.h"
#include "support/ask.h"

static struct zm_instance board, graph, ctf;

static int open_forms(void **state)
{
    (void)state;
    open_form(&board, "board");
    open_form(&graph, "graph");
    open_form(&ctf, "ctf");
    return 0;
}

static int close_forms(void **state)
{
    (void)state;
    zm_instance_close(&board);
    zm_instance_close(&graph);
    zm_instance_close(&ctf);
    return 0;
}

/* The components of a text, read and split by one of the forms. */
static void split_text(struct zm_instance *instance, const char *text, struct zm_list *components)
{
    struct zm_error error = {0};
    struct zm_buffer position = {0};
    if (zm_cram.rules->parse(instance->state, text, &position, &error) != ZM_OK)
        fail_msg("%s", error.text);
    zm_cram.sums->split(instance->state, zm_buffer_bytes(&position), components);
    zm_buffer_free(&position);
}

/* The texts of the components of a position, joined by '+'. */
static void ctf_text(const char *position, struct zm_buffer *text)
{
    struct zm_list components = {0};
    split_text(&ctf, position, &components);
    zm_buffer_clear(text);
    for (size_t i = 0; i < components.count; i++) {
        if (i > 0)
            zm_buffer_byte(text, '+');
        zm_cram.sums->print(ctf.state, zm_list_at(&components, i), text);
    }
    zm_list_free(&components);
}

static void test_named_shapes(void **state)
{
    (void)state;
    static const char *const shapes[][2] = {
        {"00", "ctf:;;{{}}"},
        {"000", "ctf:;;{{}{}}"},
        {"00/0G", "ctf:;;{{}{}}"},
        {"2x3", "ctf:000*000;;"},
        {"000/0G0/000", "ctf:;@8;"},
        {"G0G/000/G0G", "ctf:;;{{}{}{}{}}"},
        {"000/00G", "ctf:00*0a;;a{{}}"},
        {"0000/0GG0/0000", "ctf:;@10;"},
        {"0000/0G0G/000G", "ctf:;aa8;a{{}}"},
        {"00GG/0000/GG00", "ctf:00*0a,00*0b;ab1;"},
        {"00G00/G0000/00GGG", NULL}, /* whatever it is, it must come back */
    };
    struct zm_buffer text = {0}, again = {0};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        ctf_text(shapes[i][0], &text);
        if (shapes[i][1] != NULL)
            assert_string_equal(zm_buffer_string(&text), shapes[i][1]);
        ctf_text(zm_buffer_string(&text), &again);
        assert_string_equal(zm_buffer_string(&again), zm_buffer_string(&text));
    }
    zm_buffer_free(&text);
    zm_buffer_free(&again);
}

/* The chocolate and the web of figure C.7 of the thesis; its forest is lost, so one is made up. */
static void test_the_figure_of_the_thesis(void **state)
{
    (void)state;
    struct zm_buffer text = {0}, again = {0};
    struct zm_list components = {0};
    ctf_text("ctf:00a*c000dG,b0*00f0,ef*0h;ab2,dg1,eg3;c{{}},g{{}{}},h{{{}}}", &text);
    /* Other letters perhaps, but three bars, three filaments and three trees. */
    int commas = 0;
    for (size_t i = 0; i < text.size; i++)
        commas += text.data[i] == ',';
    assert_int_equal(commas, 6);
    ctf_text(zm_buffer_string(&text), &again);
    assert_string_equal(zm_buffer_string(&again), zm_buffer_string(&text));
    split_text(&graph, zm_buffer_string(&text), &components);
    assert_int_equal(components.count, 1);
    zm_list_free(&components);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
}

static void random_rows(struct zm_random *random, char *text)
{
    unsigned rows = 1 + (unsigned)zm_random_below(random, 7);
    unsigned columns = 2 + (unsigned)zm_random_below(random, 8);
    unsigned grey = (unsigned)zm_random_below(random, 45);
    for (unsigned r = 0; r < rows; r++) {
        for (unsigned c = 0; c < columns; c++)
            *text++ = zm_random_below(random, 100) < grey ? 'G' : '0';
        *text++ = r + 1 < rows ? '/' : 0;
    }
}

/* What a text says is the graph it was made from: the exact form of both is the same. And written
 * again it is the same text. */
static void test_texts_give_their_graphs_back(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(5);
    struct zm_buffer text = {0}, again = {0};
    for (int round = 0; round < test_rounds(6000); round++) {
        char rows[100];
        struct zm_list drawn = {0}, read = {0};
        random_rows(&random, rows);
        ctf_text(rows, &text);
        split_text(&graph, rows, &drawn);
        if (text.size > 0) {
            ctf_text(zm_buffer_string(&text), &again);
            assert_string_equal(zm_buffer_string(&again), zm_buffer_string(&text));
            split_text(&graph, zm_buffer_string(&text), &read);
        }
        assert_int_equal(drawn.count, read.count);
        for (size_t i = 0; i < drawn.count; i++)
            assert_true(zm_bytes_equal(zm_list_at(&drawn, i), zm_list_at(&read, i)));
        zm_list_free(&drawn);
        zm_list_free(&read);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&again);
}

/* Texts with a few letters changed are refused or read, and what is read is written and read again
 * as the same graph. */
static void test_damaged_texts(void **state)
{
    (void)state;
    static const char letters[] = "0Gab*,;{}@(+)4179";
    struct zm_random random = zm_random_seeded(9);
    struct zm_buffer text = {0}, again = {0};
    int read = 0;
    for (int round = 0; round < test_rounds(8000); round++) {
        char rows[100];
        struct zm_buffer position = {0};
        struct zm_error error = {0};
        random_rows(&random, rows);
        ctf_text(rows, &text);
        for (int changes = 0; changes < 2 && text.size > 5; changes++)
            text.data[4 + zm_random_below(&random, text.size - 4)] =
                (uint8_t)letters[zm_random_below(&random, sizeof letters - 1)];
        if (text.size < 5 ||
            zm_cram.rules->parse(ctf.state, zm_buffer_string(&text), &position, &error) != ZM_OK) {
            zm_buffer_free(&position);
            continue;
        }
        struct zm_list first = {0}, second = {0};
        read++;
        split_text(&graph, zm_buffer_string(&text), &first);
        ctf_text(zm_buffer_string(&text), &again);
        if (again.size > 0)
            split_text(&graph, zm_buffer_string(&again), &second);
        assert_int_equal(first.count, second.count);
        for (size_t i = 0; i < first.count; i++)
            assert_true(zm_bytes_equal(zm_list_at(&first, i), zm_list_at(&second, i)));
        zm_list_free(&first);
        zm_list_free(&second);
        zm_buffer_free(&position);
    }
    assert_true(read > 0);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
}

static void test_bad_texts(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "ctf:",        "ctf:;",         "ctf:00*0;;", "ctf:;ab0;",          "ctf:;aa2;",
        "ctf:;@2;",    "ctf:;;{{}",     "ctf:;;{}}",  "ctf:;;a{{}};",       "ctf:00;;",
        "ctf:0x*00;;", "ctf:;(999)a3;", "ctf:;@129;", "ctf:;;{{}{}{}{}{}}", "ctf:;a3;",
        "ctf:;ab;",    "ctf:;;{}+x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_buffer position = {0};
        struct zm_error error = {0};
        if (zm_cram.rules->parse(ctf.state, bad[i], &position, &error) != ZM_BAD_INPUT)
            fail_msg("%s is read", bad[i]);
        assert_non_null(strstr(error.text, "expected"));
        zm_buffer_free(&position);
    }
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    assert_int_equal(zm_cram.rules->parse(board.state, "ctf:00*00;;", &position, &error),
                     ZM_BAD_INPUT);
    zm_buffer_free(&position);
}

static void test_results(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(21);
    static const struct {
        const char *board;
        int64_t trees, exact, boards;
    } counts[] = {{"3x4", 24, 47, 73}, {"3x5", 61, 171, 292}, {"4x4", 92, 197, 304}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct asked asked = ask("cram", counts[i].board, "compute=rct play=misere canon=ctf");
        assert_int_equal(asked.answer.counts[1], counts[i].trees);
        assert_in_range(asked.answer.counts[0], counts[i].exact, counts[i].boards);
    }
    for (int round = 0; round < test_rounds(60); round++) {
        char rows[100];
        do
            random_rows(&random, rows);
        while (strlen(rows) > 24);
        assert_int_equal(ask("cram", rows, "compute=nimber canon=ctf").answer.number,
                         ask("cram", rows, "compute=nimber").answer.number);
    }
}

static void test_picture(void **state)
{
    (void)state;
    struct zm_buffer position = {0}, svg = {0}, plain = {0};
    struct zm_error error = {0};
    /* A bar, a filament and a tree. */
    const char *rows = "00GGG/0000G/GG0GG/G0000/G0GG0/G0000";
    assert_int_equal(zm_cram.rules->parse(ctf.state, rows, &position, &error), ZM_OK);
    zm_cram.picture->svg(ctf.state, zm_buffer_bytes(&position), &svg);
    zm_cram.picture->svg(board.state, zm_buffer_bytes(&position), &plain);
    static const char *const classes[] = {"domino chocolate", "domino web", "domino forest"};
    for (size_t i = 0; i < 3; i++) {
        assert_non_null(strstr(zm_buffer_string(&svg), classes[i]));
        assert_null(strstr(zm_buffer_string(&plain), classes[i]));
    }
    zm_buffer_free(&position);
    zm_buffer_free(&svg);
    zm_buffer_free(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named_shapes),
        cmocka_unit_test(test_the_figure_of_the_thesis),
        cmocka_unit_test(test_texts_give_their_graphs_back),
        cmocka_unit_test(test_damaged_texts),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_picture),
    };
    return cmocka_run_group_tests(tests, open_forms, close_forms);
}
