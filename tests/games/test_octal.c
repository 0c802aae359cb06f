/* Octal games as positions: moves and options against the digits, nimbers by search against the
 * theory's nim-sequences, and Cram on a line, which shares no code with them. */
#include "games/octal/octal.h"

#include "api/question.h"
#include "theory/octal.h"

#include "support/ask.h"

static struct zm_buffer parse(void *state, const char *text)
{
    struct zm_buffer position = {0};
    struct zm_error error;
    if (zm_octal.rules->parse(state, text, &position, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return position;
}

static void positions_as_text(void **unused)
{
    (void)unused;
    static const char *const good[][2] = {
        {"0.07:20,31", "0.07:20,31"}, {".07:5", "0.07:5"},      {"0.3(7):5", "0.3(7):5"},
        {"0.07:", "0.07:0"},          {"0.07:0,3,0", "0.07:3"}, {"s1,3,4:20", "0.3033:20"},
        {"0.07:007", "0.07:7"},
    };
    static const char *const bad[] = {"0.07",
                                      "0.07:x",
                                      "0.07:3,",
                                      "0.07:3;4",
                                      "0.07:2000000",
                                      "0.9:3",
                                      "0.07:3,,4",
                                      ":3",
                                      "0.07:-3",
                                      "0.07: 3",
                                      "0.07:99999999999999999999"};
    struct zm_instance game;
    struct zm_error error;
    assert_int_equal(zm_instance_open(&game, &zm_octal, NULL, &error), ZM_OK);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct zm_buffer position = parse(game.state, good[i][0]), text = {0};
        zm_octal.rules->print(game.state, zm_buffer_bytes(&position), &text);
        assert_string_equal(zm_buffer_string(&text), good[i][1]);
        zm_buffer_free(&position);
        zm_buffer_free(&text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_buffer position = {0};
        if (zm_octal.rules->parse(game.state, bad[i], &position, &error) != ZM_BAD_INPUT)
            fail_msg("'%s' was read as a position", bad[i]);
        zm_buffer_free(&position);
    }
    zm_instance_close(&game);
}

/* The sum that a board position stands for, as one byte string. */
static void sum_of(struct zm_instance *game, struct zm_bytes position, struct zm_list *sums)
{
    struct zm_list components = {0};
    zm_octal.sums->split(game->state, position, &components);
    for (size_t i = 0; i < components.count; i++)
        zm_buffer_add(&sums->bytes, zm_list_at(&components, i).data,
                      zm_list_at(&components, i).size);
    zm_list_close(sums);
    zm_list_free(&components);
}

/* Playing every move on the drawn heap and splitting must give the options of the component. */
static void options_are_the_moves(void **unused)
{
    (void)unused;
    struct zm_random random = zm_random_seeded(3);
    struct zm_instance game;
    struct zm_error error;
    int compared = 0;
    assert_int_equal(zm_instance_open(&game, &zm_octal, NULL, &error), ZM_OK);
    for (int round = 0; round < test_rounds(2000); round++) {
        struct zm_buffer position = {0}, next = {0};
        struct zm_list components = {0}, moves = {0}, played = {0}, given = {0};
        struct zm_options options = {0};
        zm_octal.rules->random(game.state, &random, 30, &position);
        zm_octal.sums->split(game.state, zm_buffer_bytes(&position), &components);
        if (components.count > 0) {
            zm_octal.rules->moves(game.state, zm_list_at(&components, 0), NULL, &moves);
            for (size_t i = 0; i < moves.count; i++) {
                zm_octal.rules->apply(game.state, zm_list_at(&components, 0), zm_list_at(&moves, i),
                                      &next);
                sum_of(&game, zm_buffer_bytes(&next), &played);
            }
            zm_octal.sums->options(game.state, zm_list_at(&components, 0), ZM_LEFT, &options);
            for (size_t i = 0; i < options.count; i++) {
                for (size_t j = zm_options_begin(&options, i); j < options.ends[i]; j++)
                    zm_buffer_add(&given.bytes, zm_list_at(&options.components, j).data,
                                  zm_list_at(&options.components, j).size);
                zm_list_close(&given);
            }
            size_t count = given.count;
            zm_list_sort(&played, true);
            zm_list_sort(&given, true);
            assert_int_equal(given.count, count);
            assert_int_equal(given.count, played.count);
            for (size_t i = 0; i < given.count; i++)
                assert_true(zm_bytes_equal(zm_list_at(&given, i), zm_list_at(&played, i)));
            assert_true(given.count > 0);
            compared++;
        }
        zm_buffer_free(&position);
        zm_buffer_free(&next);
        zm_list_free(&components);
        zm_list_free(&moves);
        zm_list_free(&played);
        zm_list_free(&given);
        zm_options_free(&options);
    }
    assert_true(compared > test_rounds(2000) / 3);
    zm_instance_close(&game);
}

/* The number of moves of a heap, counted from the digits. */
static void moves_are_counted(void **unused)
{
    (void)unused;
    static const struct {
        const char *position;
        size_t moves;
    } rows[] = {
        {"0.07:5", 2},      /* leave 3, or 1+2 */
        {"0.77:3", 3},      /* take 1 and leave 2 or 1+1; take 2 and leave 1 */
        {"0.3(7):4", 5},    /* leave 3; 2 or 1+1; 1; nothing */
        {"4.:5", 2},        /* 1+4, 2+3 */
        {"0.333:5,5,2", 5}, /* 5 to 4, 3, 2; 2 to 1, 0 */
        {"0.07:1", 0},
    };
    struct zm_instance game;
    struct zm_error error;
    assert_int_equal(zm_instance_open(&game, &zm_octal, NULL, &error), ZM_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_buffer position = parse(game.state, rows[i].position);
        struct zm_list moves = {0};
        zm_octal.rules->moves(game.state, zm_buffer_bytes(&position), NULL, &moves);
        if (moves.count != rows[i].moves)
            fail_msg("%s has %zu moves, expected %zu", rows[i].position, moves.count,
                     rows[i].moves);
        zm_list_free(&moves);
        zm_buffer_free(&position);
    }
    zm_instance_close(&game);
}

static int64_t nimber(const char *game, const char *position)
{
    static const struct zm_option options[] = {{"compute", "nimber"}};
    struct zm_answer answer = ask_once(game, position, options, 1);
    int64_t number = answer.number;
    zm_answer_free(&answer);
    return number;
}

static struct zm_octal_sequence sequence(const char *text, size_t count)
{
    struct zm_octal_code code;
    struct zm_octal_sequence octal;
    struct zm_error error;
    assert_int_equal(zm_octal_code_parse(text, strlen(text), &code, &error), ZM_OK);
    assert_int_equal(zm_octal_open(&octal, &code, &error), ZM_OK);
    assert_int_equal(zm_octal_extend(&octal, count, NULL, &error), ZM_OK);
    zm_octal_code_free(&code);
    return octal;
}

static void search_agrees_with_the_theory(void **unused)
{
    (void)unused;
    static const char *const codes[] = {"0.07", "0.77", "0.6",   "0.137",  "0.3033",
                                        "4.",   "4.3",  "0.(3)", "0.3(7)", "0.1(26)"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct zm_octal_sequence octal = sequence(codes[i], 31);
        for (size_t heap = 0; heap <= 30; heap += 3) {
            char text[64];
            snprintf(text, sizeof text, "%s:%zu,%zu", codes[i], heap, (heap * 7 + 5) % 31);
            assert_int_equal(nimber("octal", text),
                             octal.values[heap] ^ octal.values[(heap * 7 + 5) % 31]);
        }
        zm_octal_close(&octal);
    }
}

static void cram_on_a_line(void **unused)
{
    (void)unused;
    struct zm_octal_sequence octal = sequence("0.07", 41);
    for (int n = 1; n <= 40; n++) {
        char board[16], heap[16];
        snprintf(board, sizeof board, "1x%d", n);
        snprintf(heap, sizeof heap, "0.07:%d", n);
        int64_t found = nimber("cram", board);
        assert_int_equal(found, octal.values[n]);
        assert_int_equal(found, nimber("octal", heap));
    }
    zm_octal_close(&octal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_as_text), cmocka_unit_test(options_are_the_moves),
        cmocka_unit_test(moves_are_counted), cmocka_unit_test(search_agrees_with_the_theory),
        cmocka_unit_test(cram_on_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
