/* Nimstring against brute force over single cuts, with a Nim heap beside the board; and the guesses
 * about dots-and-boxes positions against exact margins where they claim to be exact. */
#include "api/question.h"
#include "base/table.h"
#include "games/dots/dots.h"
#include "games/dots/position.h"
#include "dots_reference.h"
#include "test.h"

enum { HEAPS = 4 };

/* wins[strings] has a bit for each heap that the player to move wins with. */
static uint8_t *brute_force(const struct zm_coins *graph, bool misere)
{
    size_t count = (size_t)1 << graph->strings;
    uint8_t *wins = calloc(count, 1);
    for (size_t strings = 0; strings < count; strings++) {
        for (unsigned heap = 0; heap < HEAPS; heap++) {
            bool win = misere && strings == 0 && heap == 0;
            for (unsigned less = 0; less < heap; less++)
                win |= (wins[strings] >> less & 1) == 0;
            for (size_t left = strings; left != 0; left &= left - 1) {
                unsigned cut = (unsigned)__builtin_ctzll(left);
                bool again = zm_coins_taken(graph, strings, cut) > 0;
                bool next = (wins[strings & ~((size_t)1 << cut)] >> heap & 1) != 0;
                win |= again ? next : !next;
            }
            wins[strings] |= (uint8_t)(win << heap);
        }
    }
    return wins;
}

static uint32_t nimber_of(struct zm_dots_state *state, struct zm_table *known,
                          struct zm_bytes component)
{
    struct zm_options options = {0};
    uint64_t seen = 0;
    uint32_t nimber = 0;
    const void *stored = zm_table_find(known, component);
    if (stored != NULL) {
        memcpy(&nimber, stored, sizeof nimber);
        return nimber;
    }
    zm_nimstring.sums->options(state, component, ZM_LEFT, &options);
    for (size_t i = 0; i < options.count; i++) {
        uint32_t sum = 0;
        for (uint32_t j = zm_options_begin(&options, i); j < options.ends[i]; j++)
            sum ^= nimber_of(state, known, zm_list_at(&options.components, j));
        assert_true(sum < 64);
        seen |= (uint64_t)1 << sum;
    }
    zm_options_free(&options);
    nimber = (uint32_t)__builtin_ctzll(~seen);
    memcpy(zm_table_insert(known, component, NULL), &nimber, sizeof nimber);
    return nimber;
}

static void check_board(const char *board, enum zm_dots_canon canon)
{
    struct zm_dots_position position;
    struct zm_dots_state state = {.normal = {canon, true}};
    struct zm_table known;
    assert_int_equal(zm_dots_position_parse(&position, board, NULL), ZM_OK);
    const struct zm_coins *graph = &position.layout.graph;
    uint8_t *wins = brute_force(graph, false);
    zm_table_init(&known, sizeof(uint32_t));
    for (position.strings = 0; position.strings <= zm_coins_all(graph); position.strings++) {
        struct zm_buffer bytes = {0};
        struct zm_list components = {0};
        uint32_t sum = 0;
        zm_dots_position_encode(&position, &bytes);
        zm_nimstring.sums->split(&state, zm_buffer_bytes(&bytes), &components);
        bool loony = zm_coins_colour(graph, position.strings).offer > 0;
        for (size_t i = 0; i < components.count; i++)
            sum ^= nimber_of(&state, &known, zm_list_at(&components, i));
        for (unsigned heap = 0; heap < HEAPS; heap++) {
            bool win = loony || (sum ^ heap) != 0;
            if (win != ((wins[position.strings] >> heap & 1) != 0))
                fail_msg("%s %llx, heap %u", board, (unsigned long long)position.strings, heap);
        }
        zm_list_free(&components);
        zm_buffer_free(&bytes);
    }
    zm_table_free(&known);
    free(wins);
}

static void every_subset(void **state)
{
    (void)state;
    check_board("2x2", ZM_DOTS_CANON_DEFORMED);
    check_board("icelandic:2x3", ZM_DOTS_CANON_EXACT);
    check_board("swedish:3x3", ZM_DOTS_CANON_DEFORMED);
    if (!test_sanitized())
        check_board("2x3", ZM_DOTS_CANON_DEFORMED);
}

static void misere_outcomes(void **state)
{
    (void)state;
    struct zm_dots_position position;
    struct zm_random random = zm_random_seeded(3);
    assert_int_equal(zm_dots_position_parse(&position, "2x2", NULL), ZM_OK);
    const struct zm_coins *graph = &position.layout.graph;
    uint8_t *wins = brute_force(graph, true);
    for (int i = test_rounds(300); i > 0; i--) {
        const struct zm_option options[] = {{"play", "misere"}, {"compute", "outcome"}};
        struct zm_question question;
        struct zm_answer answer;
        struct zm_error error = {0};
        struct zm_buffer text = {0};
        struct zm_run run;
        position.strings = zm_random_below(&random, zm_coins_all(graph) + 1);
        zm_dots_position_print(&position, &text);
        if (zm_question_open(&question, "nimstring", zm_buffer_string(&text), options, 2, NULL,
                             &error) == ZM_OK) {
            zm_run_begin(&run);
            assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
            assert_int_equal(zm_question_answer(&question, zm_buffer_bytes(&question.position),
                                                &run, &answer, &error),
                             ZM_OK);
            if ((answer.outcome == ZM_WIN) != ((wins[position.strings] & 1) != 0))
                fail_msg("%s", zm_buffer_string(&text));
            zm_answer_free(&answer);
            zm_question_close(&question);
        }
        zm_buffer_free(&text);
    }
    free(wins);
}

/* Where every move opens an independent long chain or cycle, the guess is the exact margin. */
static void guesses(void **state)
{
    (void)state;
    static const char *const exact[] = {
        "BLCLB*E",
        "BLCLCLB*EBLCLB*E",
        "CLC*LGLCLCE",
        "BLCLC*E",
        "CLC*LGLCLCEBLCLB*E",
        "BLCLB*EBLCLB*EBLCLB*EBLCLCLB*E",
        "CLCLC*LGGGLCLCLCEBLCLCLCLB*EBLCLB*E",
    };
    struct zm_dots_layout layout;
    const char *rest;
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        struct zm_buffer bytes = {0};
        assert_int_equal(zm_dots_layout_parse(&layout, exact[i], &rest, NULL), ZM_OK);
        int8_t *margin = reference_margins(&layout.graph);
        assert_int_equal(zm_dots.rules->parse(NULL, exact[i], &bytes, NULL), ZM_OK);
        assert_int_equal(zm_dots_judgement.evaluate(NULL, zm_buffer_bytes(&bytes)),
                         10 * margin[zm_coins_all(&layout.graph)]);
        zm_buffer_free(&bytes);
        free(margin);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_subset),
        cmocka_unit_test(misere_outcomes),
        cmocka_unit_test(guesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
