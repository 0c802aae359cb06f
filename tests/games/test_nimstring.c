/* Nimstring against brute force over single cuts, with a Nim heap beside the board; and the guesses
 * about dots-and-boxes positions against exact margins where they claim to be exact. */
#include "api/question.h"
#include "base/table.h"
#include "games/dots/dots.h"
#include "games/dots/position.h"
#include "dots_reference.h"
#include "support/ask.h"

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

/* Misère play of sums by the options of components: who cannot move wins, and who has loony moves
 * can. */
struct misere {
    struct zm_instance game;
    struct zm_table known; /* the heap and the components, each with a space after it -> lost? */
};

static bool misere_lost(struct misere *m, const struct zm_list *components, unsigned heap)
{
    struct zm_buffer key = {0};
    zm_buffer_byte(&key, (uint8_t)heap);
    for (size_t i = 0; i < components->count; i++) {
        zm_buffer_add(&key, zm_list_at(components, i).data, zm_list_at(components, i).size);
        zm_buffer_byte(&key, ' ');
    }
    const uint8_t *known = zm_table_find(&m->known, zm_buffer_bytes(&key));
    bool lost = heap > 0, won = false;
    for (unsigned less = 0; known == NULL && less < heap && !won; less++)
        won = misere_lost(m, components, less);
    for (size_t i = 0; known == NULL && i < components->count && !won; i++) {
        struct zm_options options = {0};
        struct zm_list sum = {0};
        struct zm_bytes component = zm_list_at(components, i);
        m->game.game->sums->options(m->game.state, component, ZM_LEFT, &options);
        lost |= options.count > 0 || zm_has_loony_moves(&m->game, component);
        for (size_t k = 0; k < options.count && !won; k++) {
            zm_list_clear(&sum);
            for (size_t j = 0; j < components->count; j++)
                if (j != i)
                    zm_list_add(&sum, zm_list_at(components, j));
            for (uint32_t j = zm_options_begin(&options, k); j < options.ends[k]; j++)
                zm_list_add(&sum, zm_list_at(&options.components, j));
            zm_list_sort(&sum, false);
            won = misere_lost(m, &sum, heap);
        }
        zm_options_free(&options);
        zm_list_free(&sum);
    }
    lost = known != NULL ? *known : lost && !won;
    *(uint8_t *)zm_table_insert(&m->known, zm_buffer_bytes(&key), NULL) = lost;
    zm_buffer_free(&key);
    return lost;
}

static void check_misere(const char *board)
{
    struct zm_dots_position position;
    struct zm_dots_state state = {.normal = {ZM_DOTS_CANON_DEFORMED, true}};
    struct misere misere = {.game = {&zm_nimstring, &state}};
    assert_int_equal(zm_dots_position_parse(&position, board, NULL), ZM_OK);
    const struct zm_coins *graph = &position.layout.graph;
    uint8_t *wins = brute_force(graph, true);
    zm_table_init(&misere.known, 1);
    for (position.strings = 0; position.strings <= zm_coins_all(graph); position.strings++) {
        struct zm_buffer bytes = {0};
        struct zm_list components = {0};
        zm_dots_position_encode(&position, &bytes);
        bool loony = !zm_split(&misere.game, zm_buffer_bytes(&bytes), &components);
        assert_int_equal(loony, zm_coins_colour(graph, position.strings).offer > 0);
        for (unsigned heap = 0; heap < HEAPS; heap++) {
            bool win = loony || !misere_lost(&misere, &components, heap);
            if (win != ((wins[position.strings] >> heap & 1) != 0))
                fail_msg("%s %llx, heap %u", board, (unsigned long long)position.strings, heap);
        }
        zm_list_free(&components);
        zm_buffer_free(&bytes);
    }
    zm_table_free(&misere.known);
    free(wins);
}

static void every_subset_in_misere_play(void **state)
{
    (void)state;
    check_misere("2x2");
    check_misere("icelandic:2x3");
    check_misere("swedish:3x3");
    check_misere("graph:1-2,2-3,3-4,4-1,1-0,5-0,5-6,6-7,7-8,8-5");
}

/* Plies to the end over single cuts: the winner in a hurry, the loser not. */
static int *brute_distances(const struct zm_coins *graph, bool misere, bool *wins)
{
    size_t count = (size_t)1 << graph->strings;
    int *plies = calloc(count, sizeof *plies);
    wins[0] = misere;
    for (size_t strings = 1; strings < count; strings++) {
        int quickest = -1, slowest = -1;
        for (size_t left = strings; left != 0; left &= left - 1) {
            unsigned cut = (unsigned)__builtin_ctzll(left);
            size_t next = strings & ~((size_t)1 << cut);
            bool again = zm_coins_taken(graph, strings, cut) > 0;
            if (wins[next] == again)
                quickest = quickest < 0 || plies[next] < quickest ? plies[next] : quickest;
            else
                slowest = plies[next] > slowest ? plies[next] : slowest;
        }
        wins[strings] = quickest >= 0;
        plies[strings] = 1 + (quickest >= 0 ? quickest : slowest);
    }
    return plies;
}

static struct zm_answer answer_about(const struct zm_dots_position *position, const char *play,
                                     const char *compute)
{
    const struct zm_option options[] = {{"play", play}, {"compute", compute}};
    struct zm_buffer text = {0};
    zm_dots_position_print(position, &text);
    struct zm_answer answer = ask_once("nimstring", zm_buffer_string(&text), options, 2);
    zm_buffer_free(&text);
    return answer;
}

/* The start with a random set of strings cut. */
static struct zm_dots_position cut_some(const struct zm_dots_position *start,
                                        struct zm_random *random)
{
    struct zm_dots_position position = *start;
    uint64_t all = zm_coins_all(&start->layout.graph);
    for (uint64_t cut = zm_random_below(random, all + 1); cut != 0; cut &= cut - 1)
        zm_dots_position_cut(&position, (unsigned)__builtin_ctzll(cut));
    return position;
}

static void distances(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(17);
    static const char *const boards[] = {"swedish:2x2", "icelandic:2x2", "2x2", "swedish:2x3"};
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++)
        for (int misere = 0; misere < 2; misere++) {
            struct zm_dots_position start;
            assert_int_equal(zm_dots_position_parse(&start, boards[b], NULL), ZM_OK);
            const struct zm_coins *graph = &start.layout.graph;
            bool *wins = calloc((size_t)1 << graph->strings, sizeof *wins);
            int *plies = brute_distances(graph, misere, wins);
            for (int i = test_rounds(40); i > 0; i--) {
                struct zm_dots_position position = cut_some(&start, &random);
                struct zm_answer answer =
                    answer_about(&position, misere ? "misere" : "normal", "distance");
                assert_int_equal(answer.outcome, wins[position.strings] ? ZM_WIN : ZM_LOSS);
                assert_int_equal(answer.number, plies[position.strings]);
                zm_answer_free(&answer);
            }
            free(plies);
            free(wins);
        }
}

static void loony_positions(void **state)
{
    (void)state;
    struct zm_dots_position position;
    assert_int_equal(zm_dots_position_parse(&position, "BLC*E", NULL), ZM_OK);
    for (int misere = 0; misere < 2; misere++) {
        const char *play = misere ? "misere" : "normal";
        struct zm_answer answer = answer_about(&position, play, "outcome");
        assert_int_equal(answer.kind, ZM_ANSWER_OUTCOME);
        assert_int_equal(answer.outcome, ZM_WIN);
        zm_answer_free(&answer);
        answer = answer_about(&position, play, "grundy");
        assert_int_equal(answer.kind, ZM_ANSWER_VALUE);
        assert_string_equal(zm_buffer_string(&answer.text), "loony");
        assert_int_equal(answer.outcome, ZM_WIN);
        zm_answer_free(&answer);
    }
}

/* Outcomes in both plays, of loony positions as of others. */
static void outcomes(void **state)
{
    (void)state;
    struct zm_dots_position start;
    struct zm_random random = zm_random_seeded(3);
    assert_int_equal(zm_dots_position_parse(&start, "2x2", NULL), ZM_OK);
    for (int misere = 0; misere < 2; misere++) {
        uint8_t *wins = brute_force(&start.layout.graph, misere);
        int loony = 0;
        for (int i = test_rounds(300); i > 0; i--) {
            struct zm_dots_position position = cut_some(&start, &random);
            struct zm_answer answer =
                answer_about(&position, misere ? "misere" : "normal", "outcome");
            if (!answer.known || (answer.outcome == ZM_WIN) != (wins[position.strings] & 1))
                fail_msg("2x2 %llx", (unsigned long long)position.strings);
            loony += zm_coins_colour(&position.layout.graph, position.strings).offer > 0;
            zm_answer_free(&answer);
        }
        assert_true(loony > 0);
        free(wins);
    }
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
        cmocka_unit_test(every_subset),    cmocka_unit_test(every_subset_in_misere_play),
        cmocka_unit_test(outcomes),        cmocka_unit_test(distances),
        cmocka_unit_test(loony_positions), cmocka_unit_test(guesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
