/* Misère quotients of the components of positions, against plain play on all small sums; and of
 * octal codes with their proved periods. */
#include "solve/by_rules.h"
#include "support/ask.h"

#include "solve/quotients.h"
#include "theory/quotient_heaps.h"

struct check {
    struct zm_instance instance;
    struct zm_position_quotient found;
    struct zm_table known;
    size_t sums;
};

/* All sums of up to `terms` more atoms, from number `from` on. A board position of Cram is a list
 * of boards, so boards put one after the other are their sum. */
static void check_sums(struct check *c, uint32_t from, int terms, const struct zm_buffer *position,
                       uint16_t value)
{
    const struct zm_quotient *quotient = c->found.quotient;
    assert_int_equal(naive_lost(&c->instance, &c->known, zm_buffer_bytes(position)),
                     zm_quotient_lost(quotient, value));
    c->sums++;
    for (uint32_t atom = from; terms > 0 && atom < zm_quotient_atoms(quotient); atom++) {
        struct zm_buffer text = {0}, board = {0}, sum = {0};
        struct zm_error error;
        zm_buffer_set(&text, zm_list_at(&c->found.atoms, atom));
        assert_int_equal(c->instance.game->rules->parse(c->instance.state, zm_buffer_string(&text),
                                                        &board, &error),
                         ZM_OK);
        zm_buffer_set(&sum, zm_buffer_bytes(position));
        zm_buffer_add(&sum, board.data, board.size);
        check_sums(c, atom, terms - 1, &sum,
                   zm_quotient_product(quotient, value, zm_quotient_value(quotient, atom)));
        zm_buffer_free(&text);
        zm_buffer_free(&board);
        zm_buffer_free(&sum);
    }
}

static void check_board(const char *board, size_t order, int terms)
{
    struct zm_error error = {0};
    struct zm_settings settings = {0};
    struct check c = {0};
    struct zm_buffer position = {0}, empty = {0};
    struct zm_run run;
    const struct zm_game *game = zm_game_find("cram", &error);
    zm_run_begin(&run);
    zm_table_init(&c.known, 1);
    assert_int_equal(zm_settings_declare(&settings, game->params, &error), ZM_OK);
    assert_int_equal(zm_instance_open(&c.instance, game, &settings, &error), ZM_OK);
    assert_int_equal(game->rules->parse(c.instance.state, board, &position, &error), ZM_OK);
    struct zm_problem problem = {.game = game, .settings = &settings, .misere = true, .run = &run};
    if (zm_position_quotient_find(&problem, zm_buffer_bytes(&position), 1000, &c.found, &error) !=
        ZM_OK)
        fail_msg("%s: %s", board, error.text);
    assert_int_equal(zm_quotient_order(c.found.quotient), order);
    assert_int_equal(naive_lost(&c.instance, &c.known, zm_buffer_bytes(&position)),
                     zm_quotient_lost(c.found.quotient, c.found.value));
    check_sums(&c, 0, terms, &empty, 0);
    assert_true(c.sums > 10);
    zm_quotient_close(c.found.quotient);
    zm_list_free(&c.found.atoms);
    zm_table_free(&c.known);
    zm_buffer_free(&position);
    zm_buffer_free(&empty);
    zm_instance_close(&c.instance);
    zm_settings_free(&settings);
}

/* 2x2 is made of heaps of 1 only, 1x8 of heaps up to 3 only; 3x4 is wild. */
static void test_boards(void **state)
{
    (void)state;
    check_board("2x2", 2, 9);
    check_board("1x8", 6, 5);
    check_board("3x4", 12, test_sanitized() ? 2 : 3);
}

static void test_codes(void **state)
{
    (void)state;
    struct zm_octal_code code;
    struct zm_heap_quotient found;
    struct zm_error error = {0};
    assert_int_equal(zm_octal_code_parse("0.77", 4, &code, &error), ZM_OK);
    assert_int_equal(zm_heap_quotient_find(&code, 300, 1000, &found, NULL, &error), ZM_OK);
    assert_true(found.periodic);
    assert_int_equal(found.period, 12);
    assert_int_equal(found.from, 71);
    assert_int_equal(found.largest, 2 * 71 + 2 * 12 + 2);
    assert_int_equal(zm_quotient_order(found.quotient), 40);
    zm_quotient_close(found.quotient);
    zm_octal_code_free(&code);

    /* Dawson's Kayles: beyond the limit, what was found before it stays. */
    assert_int_equal(zm_octal_code_parse("0.07", 4, &code, &error), ZM_OK);
    assert_int_equal(zm_heap_quotient_find(&code, 100, 150, &found, NULL, &error), ZM_STOPPED);
    assert_int_equal(zm_quotient_order(found.quotient), 144);
    assert_int_equal(found.largest, 26);
    assert_false(found.periodic);
    assert_int_equal(zm_quotient_atoms(found.quotient), 27); /* the heap too much is out again */
    assert_int_equal(zm_quotient_add(found.quotient, NULL, NULL, 0, &error), ZM_OK);
    assert_int_equal(zm_quotient_value(found.quotient, 27), 0);
    const uint32_t terms[] = {25, 26}, ends[] = {2}; /* one move, to a sum: a new element or not */
    enum zm_status status = zm_quotient_add(found.quotient, terms, ends, 1, &error);
    assert_true(status == ZM_STOPPED || status == ZM_OK);
    assert_int_equal(zm_quotient_atoms(found.quotient), status == ZM_OK ? 29 : 28);
    if (status == ZM_STOPPED)
        assert_int_equal(zm_quotient_order(found.quotient), 144);
    zm_quotient_close(found.quotient);
    zm_octal_code_free(&code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
