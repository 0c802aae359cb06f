/* Dots-and-boxes: text, colours, chains, normal forms and turns, against plain minimax. */
#include "games/dots/dots.h"
#include "games/dots/position.h"
#include "dots_reference.h"

#include "test.h"

static struct zm_dots_layout layout_of(const char *text)
{
    struct zm_dots_layout layout;
    struct zm_error error = {0};
    const char *rest;
    if (zm_dots_layout_parse(&layout, text, &rest, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_int_equal(*rest, '\0');
    return layout;
}

/* --- text ------------------------------------------------------------------------------------ */

static void start_boards(void **state)
{
    (void)state;
    static const struct {
        const char *board, *arrays;
        unsigned strings;
    } rows[] = {
        {"2x2", "ALA*LGLALAE", 12},
        {"3x3", "ALBLA*LGLGLBLCLBLGLGLALBLAE", 24},
        {"swedish:2x2", "CLC*LGLCLCE", 4},
        {"icelandic:2x2", "CLB*LGLBLAE", 8},
        {"2x8", NULL, 42},
        {"4x4", NULL, 40},
        {"5x5", NULL, 60},
        {"icelandic:4x5", NULL, 40},
        {"swedish:2x19", NULL, 55},
        {"swedish:5x5", NULL, 40},
        {"swedish:3x10", NULL, 47},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_dots_layout layout = layout_of(rows[i].board);
        struct zm_buffer text = {0};
        assert_int_equal(layout.graph.strings, rows[i].strings);
        zm_dots_layout_print(&layout, &text);
        assert_string_equal(zm_buffer_string(&text), rows[i].board);
        if (rows[i].arrays != NULL) {
            zm_buffer_clear(&text);
            zm_dots_component_text(&layout, zm_coins_all(&layout.graph),
                                   ((uint64_t)1 << layout.graph.coins) - 1, &text);
            assert_string_equal(zm_buffer_string(&text), rows[i].arrays);
            layout = layout_of(rows[i].arrays);
            assert_int_equal(layout.graph.strings, rows[i].strings);
        }
        zm_buffer_free(&text);
    }
}

static void positions_come_back(void **state)
{
    (void)state;
    static const char *const same[] = {
        "3x3",        "3x3:a1b1",   "swedish:2x2:b1b2,a2b2",       "2x2:b1b2,a2b2,a1b1,a1a2/1---",
        "A*EALALB*E", "BLCLB*E:s1", "CLBLB*LGLGGBGCLBLGLGLCLCLBE", "graph:1-2,1-0,2-0",
        "",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct zm_dots_position position, again;
        struct zm_buffer text = {0}, bytes = {0};
        struct zm_error error = {0};
        if (zm_dots_position_parse(&position, same[i], &error) != ZM_OK)
            fail_msg("%s", error.text);
        zm_dots_position_encode(&position, &bytes);
        zm_dots_position_decode(&again, zm_buffer_bytes(&bytes));
        zm_dots_position_print(&again, &text);
        struct zm_dots_position twice;
        assert_int_equal(zm_dots_position_parse(&twice, zm_buffer_string(&text), &error), ZM_OK);
        assert_true(twice.strings == position.strings && twice.turn == position.turn &&
                    twice.owned[0] == position.owned[0] && twice.owned[1] == position.owned[1]);
        assert_memory_equal(&twice.layout, &position.layout, sizeof twice.layout);
        zm_buffer_free(&text);
        zm_buffer_free(&bytes);
    }
}

static void random_games_come_back(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(7);
    for (int i = 0; i < 2000; i++) {
        struct zm_buffer bytes = {0}, text = {0}, again = {0};
        zm_dots_rules.random(NULL, &random, 4 + (unsigned)i % 20, &bytes);
        zm_dots_rules.print(NULL, zm_buffer_bytes(&bytes), &text);
        assert_int_equal(zm_dots_rules.parse(NULL, zm_buffer_string(&text), &again, NULL), ZM_OK);
        assert_true(zm_bytes_equal(zm_buffer_bytes(&bytes), zm_buffer_bytes(&again)));
        zm_buffer_free(&bytes);
        zm_buffer_free(&text);
        zm_buffer_free(&again);
    }
}

static void bad_texts_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "3",
        "x",
        "3x",
        "1x5",
        "0x0",
        "9x9",
        "26x2",
        "-3x3",
        "3x-3",
        "3x3:",
        "3x3:a1",
        "3x3:a1b1,a1b1",
        "3x3:a1c1",
        "3x3/",
        "3x3@3",
        "3x3junk",
        "german:3x3",
        "A",
        "A*",
        "AA*E",
        "AL*E",
        "ALA*LGE",
        "C*E",
        "LLL*E",
        "ALA*EX",
        "graph:1",
        "graph:1-1",
        "graph:0-0",
        "graph:1-2,2-1",
        "graph:1-3",
        "graph:1-99",
        "BLC*E:t1",
        "BLC*E:s9",
        "3x3@",
        "ALA*GGGAGAE",
        "3x3:a1b1/---------0",
        "2x2:a1b1/1---",
        "graph:1-2,2-3,3-1",
        "BLALB*LGLGLALALAE@",
        "999999999999999999999x2",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_dots_position position;
        struct zm_error error = {0};
        enum zm_status status = zm_dots_position_parse(&position, bad[i], &error);
        if (strcmp(bad[i], "ALA*GGGAGAE") == 0)
            assert_int_equal(status, ZM_OK); /* two arrays in one: laid out anew */
        else if (status != ZM_BAD_INPUT)
            fail_msg("'%s' was read", bad[i]);
        else
            assert_true(strlen(error.text) > 10);
    }
}

/* --- theory against minimax --------------------------------------------------------------------
 */

/* The margin of a position from that of black positions: the white coins and the offer folded in.
 */
static int folded(const struct zm_coins_colours *colours, const int8_t *margin)
{
    int black = margin[colours->black], white = (int)colours->white;
    int take_all = white + black;
    int hand_over = white - 2 * (int)colours->offer - black;
    return colours->offer > 0 && hand_over > take_all ? hand_over : take_all;
}

/* The margin of a black position from the openings of its chains. */
static int best_opening(const struct zm_coins *graph, uint64_t black, const int8_t *margin)
{
    struct zm_coins_opening openings[ZM_COINS_MOST];
    unsigned count = zm_coins_openings(graph, black, openings);
    int best = black == 0 ? 0 : -128;
    for (unsigned i = 0; i < count; i++) {
        int value = -margin[black & ~((uint64_t)1 << openings[i].cut)];
        best = value > best ? value : best;
    }
    return best;
}

/* What an opening says about the position it leaves must be what colouring that position says. */
static void check_openings(const struct zm_coins *graph, uint64_t black)
{
    struct zm_coins_opening openings[ZM_COINS_MOST];
    unsigned count = zm_coins_openings(graph, black, openings);
    for (unsigned i = 0; i < count; i++) {
        struct zm_coins_colours after =
            zm_coins_colour(graph, black & ~((uint64_t)1 << openings[i].cut));
        assert_int_equal(after.black, black & ~openings[i].gone);
        assert_int_equal(after.white, openings[i].white);
        assert_int_equal(after.offer, openings[i].offer);
    }
}

/* Every subset of the strings: colours, openings, theorems 12 and 13, proposition 25. The counts
 * are those of the specification's exhaustive checks. */
static void check_board(const char *board, size_t hand_overs, size_t better)
{
    struct zm_dots_layout layout = layout_of(board);
    const struct zm_coins *graph = &layout.graph;
    int8_t *margin = reference_margins(graph);
    size_t found = 0, strictly = 0;
    for (uint64_t strings = 0; strings <= zm_coins_all(graph); strings++) {
        struct zm_coins_colours colours = zm_coins_colour(graph, strings);
        int coins = (int)zm_coins_count(graph, strings);
        if (folded(&colours, margin) != margin[strings])
            fail_msg("%s, strings %llx: %d, not %d", board, (unsigned long long)strings,
                     folded(&colours, margin), margin[strings]);
        if (colours.offer > 0) {
            int sure = (int)(colours.white - colours.offer);
            found++;
            strictly +=
                margin[strings] > (int)colours.white + margin[colours.black] && colours.black != 0;
            assert_true((coins + margin[strings]) / 2 >= (coins + sure + 1) / 2);
        }
        if (colours.white == 0) {
            assert_int_equal(best_opening(graph, strings, margin), margin[strings]);
            check_openings(graph, strings);
        }
    }
    if (hand_overs != 0) {
        assert_int_equal(found, hand_overs);
        assert_int_equal(strictly, better);
    }
    free(margin);
}

static void every_subset_of_small_boards(void **state)
{
    (void)state;
    check_board("2x2", 732, 0);
    check_board("2x3", 38098, 1776);
    check_board("icelandic:3x3", 183660, 21020);
    check_board("swedish:3x3", 3022, 508);
    check_board("swedish:2x6", 55399, 9817);
    check_board("swedish:3x4", 113102, 26557);
    if (test_long()) {
        check_board("2x4", 1618338, 129728);
        check_board("3x3", 7394020, 897576);
        check_board("swedish:3x5", 3874256, 1068637);
    }
}

/* --- normal forms ------------------------------------------------------------------------------
 */

struct scorer {
    struct zm_dots_state state;
    struct zm_turns turns[ZM_COINS_MOST];
};

/* The score of a normal form by plain recursion over the game's turns. */
static int32_t score_normal(struct scorer *scorer, struct zm_bytes normal, unsigned depth)
{
    struct zm_turns *turns = &scorer->turns[depth];
    int32_t best = 0;
    zm_dots_scores.turns(&scorer->state, normal, turns);
    for (size_t i = 0; i < turns->positions.count; i++) {
        struct zm_bytes next = zm_list_at(&turns->positions, i);
        int32_t left = zm_dots_scores.available(&scorer->state, next);
        int32_t points = turns->turns[i].gain + left - score_normal(scorer, next, depth + 1);
        best = points > best ? points : best;
    }
    return best;
}

static void close_scorer(struct scorer *scorer)
{
    for (int i = 0; i < ZM_COINS_MOST; i++)
        zm_turns_free(&scorer->turns[i]);
    free(scorer);
}

/* Random positions of a board with few strings left: score of the normal form plus what was sure
 * must be the score by minimax, for every canonical form. */
static void check_normal_forms(const char *board, int positions, unsigned most_left)
{
    struct zm_dots_layout layout = layout_of(board);
    struct zm_random random = zm_random_seeded(11);
    int8_t *margin = reference_margins(&layout.graph);
    struct scorer *scorer = calloc(1, sizeof *scorer);
    for (int i = 0; i < positions; i++) {
        uint64_t strings = zm_coins_all(&layout.graph);
        while ((unsigned)__builtin_popcountll(strings) > most_left)
            strings &= ~((uint64_t)1 << zm_random_below(&random, layout.graph.strings));
        struct zm_buffer normal = {0};
        int32_t sure[2], coins = (int32_t)zm_coins_count(&layout.graph, strings);
        scorer->state.normal.canon = (enum zm_dots_canon)(i % 4);
        scorer->state.normal.equal_parts = i / 4 % 2 == 0;
        zm_dots_normalise(&layout, strings, &scorer->state.normal, &normal, sure);
        int32_t left = zm_dots_scores.available(&scorer->state, zm_buffer_bytes(&normal));
        assert_int_equal(sure[0] + sure[1] + left, coins);
        int32_t score = sure[0] + score_normal(scorer, zm_buffer_bytes(&normal), 0);
        if (2 * score - coins != margin[strings])
            fail_msg("%s %llx (%s): score %d of %d, margin %d", board, (unsigned long long)strings,
                     zm_buffer_string(&normal), score, coins, margin[strings]);
        zm_buffer_free(&normal);
    }
    close_scorer(scorer);
    free(margin);
}

static void normal_forms_keep_the_score(void **state)
{
    (void)state;
    check_normal_forms("2x3", test_rounds(4000), 9);
    check_normal_forms("icelandic:3x3", test_rounds(2000), 9);
    check_normal_forms("swedish:3x4", test_rounds(2000), 12);
}

/* The normal forms of every subset of a board under one canonical form, as a sorted list of
 * "TEXT EXACT" lines without repetition: EXACT is the exact form. */
static void list_forms(const struct zm_dots_layout *layout, enum zm_dots_canon canon,
                       struct zm_list *forms)
{
    struct zm_dots_normal_rules rules = {canon, false}, exact = {ZM_DOTS_CANON_EXACT, false};
    struct zm_buffer text = {0}, both = {0};
    int32_t sure[2];
    for (uint64_t strings = 0; strings <= zm_coins_all(&layout->graph); strings++) {
        zm_buffer_clear(&both);
        zm_dots_normalise(layout, strings, &rules, &text, sure);
        zm_buffer_add(&both, text.data, text.size);
        zm_buffer_byte(&both, ' ');
        zm_dots_normalise(layout, strings, &exact, &text, sure);
        zm_buffer_add(&both, text.data, text.size);
        zm_list_add(forms, zm_buffer_bytes(&both));
    }
    zm_list_sort(forms, true);
    zm_buffer_free(&text);
    zm_buffer_free(&both);
}

/* A form never gives one text to positions that are not isomorphic, and each form identifies at
 * least what the one before it does. */
static void check_forms(const char *board, const size_t expected[5])
{
    struct zm_dots_layout layout = layout_of(board);
    for (int canon = ZM_DOTS_CANON_SYMMETRY; canon <= ZM_DOTS_CANON_CTF; canon++) {
        struct zm_list forms = {0};
        list_forms(&layout, (enum zm_dots_canon)canon, &forms);
        for (size_t i = 1; i < forms.count; i++) {
            struct zm_bytes a = zm_list_at(&forms, i - 1), b = zm_list_at(&forms, i);
            size_t size = (size_t)((const uint8_t *)memchr(a.data, ' ', a.size) - a.data) + 1;
            if (b.size >= size && memcmp(a.data, b.data, size) == 0)
                fail_msg("%.*s and %.*s", (int)a.size, (const char *)a.data, (int)b.size,
                         (const char *)b.data);
        }
        assert_int_equal(forms.count, expected[canon]);
        zm_list_free(&forms);
    }
}

static void canonical_forms(void **state)
{
    (void)state;
    /* Distinct normal forms among all subsets: symmetry, chains, deformed, exact, ctf. */
    check_forms("icelandic:2x3", (const size_t[5]){252, 214, 214, 197, 197});
    check_forms("swedish:3x3", (const size_t[5]){18, 17, 17, 17, 17});
    check_forms("2x2", (const size_t[5]){87, 87, 87, 87, 87});
    if (!test_sanitized())
        check_forms("swedish:3x4", (const size_t[5]){183, 173, 167, 143, 143});
}

/* The normal form of a position as it is read again. */
static void normal_again(struct zm_bytes normal, const struct zm_dots_normal_rules *rules,
                         struct zm_buffer *again)
{
    struct zm_dots_layout layout;
    int32_t sure[2];
    assert_true(zm_dots_read_normal(normal, &layout));
    zm_dots_normalise(&layout, zm_coins_all(&layout.graph), rules, again, sure);
    assert_int_equal(sure[0], 0);
}

/* Chocolate, web and forest: what is written reads as the same graph, whatever the board. */
static void chocolate_web_forest(void **state)
{
    (void)state;
    static const char *const boards[] = {"3x4", "icelandic:4x4", "swedish:5x5", "swedish:2x9"};
    const struct zm_dots_normal_rules ctf = {ZM_DOTS_CANON_CTF, false},
                                      exact = {ZM_DOTS_CANON_EXACT, false};
    struct zm_random random = zm_random_seeded(6697);
    size_t drawn = 0;
    for (int i = test_rounds(4000); i > 0; i--) {
        struct zm_dots_layout layout = layout_of(boards[i % 4]);
        struct zm_buffer normal = {0}, again = {0}, other = {0}, graph = {0};
        uint64_t strings = zm_coins_all(&layout.graph);
        int32_t sure[2];
        for (uint64_t cuts = zm_random_below(&random, layout.graph.strings); cuts > 0; cuts--)
            strings &= ~((uint64_t)1 << zm_random_below(&random, layout.graph.strings));
        zm_dots_normalise(&layout, strings, &ctf, &normal, sure);
        zm_dots_normalise(&layout, strings, &exact, &graph, sure);
        normal_again(zm_buffer_bytes(&normal), &ctf, &again);
        normal_again(zm_buffer_bytes(&normal), &exact, &other);
        assert_string_equal(zm_buffer_string(&again), zm_buffer_string(&normal));
        assert_string_equal(zm_buffer_string(&other), zm_buffer_string(&graph));
        drawn += strncmp(zm_buffer_string(&normal), "ctf:", 4) == 0;
        zm_buffer_free(&normal);
        zm_buffer_free(&again);
        zm_buffer_free(&other);
        zm_buffer_free(&graph);
    }
    assert_int_equal(drawn, test_rounds(4000));
}

/* Small positions in both writings, and texts that are none. */
static void annex_c(void **state)
{
    (void)state;
    static const struct {
        const char *ctf, *graph;
    } rows[] = {
        {"ctf:{A}", "graph:1-0,1-0"},
        {"ctf:~CCCC", "graph:1-2,2-3,3-4,4-1"},
        {"ctf:~CCCCCC", "graph:1-2,2-3,3-4,4-5,5-6,6-1"},
        {"ctf:a=0;CLC*LGLCLa;CLC*LGLCLa", "graph:1-2,2-3,3-4,4-1,4-5,5-6,6-7,7-4"},
        {"ctf:a=1;aCCCCCa;a{B}", "graph:1-2,2-3,3-4,4-5,5-6,6-1,1-7,7-0,1-0"},
        {"ctf:{A}+{B{B}}", "graph:1-0,1-0,2-3,2-0,3-0"},
    };
    const struct zm_dots_normal_rules exact = {ZM_DOTS_CANON_EXACT, false};
    static const char *const bad[] = {
        "ctf:x",         "ctf:{",          "ctf:{A",         "ctf:{A}}",       "ctf:a=1",
        "ctf:a=1;aa",    "ctf:ab=1;aCb",   "ctf:aa=11;aCa",  "ctf:{A}+",       "ctf:CLC*LGL",
        "ctf:CLC*LGLCL", "ctf:CCC*LGLCLC", "ctf:~CCC",       "ctf:;",          "ctf:a=0;b{C}",
        "ctf:{A};",      "ctf:~",          "ctf:GGG*GGGGGL", "ctf:CLG*LGLCLC", "ctf:{A}x"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_buffer one = {0}, two = {0};
        normal_again(zm_bytes(rows[i].ctf, strlen(rows[i].ctf)), &exact, &one);
        normal_again(zm_bytes(rows[i].graph, strlen(rows[i].graph)), &exact, &two);
        assert_string_equal(zm_buffer_string(&one), zm_buffer_string(&two));
        zm_buffer_free(&one);
        zm_buffer_free(&two);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_dots_layout layout;
        if (zm_dots_read_normal(zm_bytes(bad[i], strlen(bad[i])), &layout))
            fail_msg("%s", bad[i]);
    }
}

/* All eight images of a square board under its symmetries have one normal form. */
static void symmetric_positions_are_one(void **state)
{
    (void)state;
    struct zm_dots_layout layout = layout_of("3x3");
    struct zm_random random = zm_random_seeded(5);
    struct zm_dots_normal_rules rules = {ZM_DOTS_CANON_SYMMETRY, true};
    for (int i = 0; i < 500; i++) {
        struct zm_buffer normal = {0}, other = {0};
        uint64_t strings = zm_random_next(&random) & zm_coins_all(&layout.graph), image = 0;
        int32_t sure[2];
        for (uint64_t left = strings; left != 0; left &= left - 1) {
            struct zm_buffer name = {0};
            zm_dots_string_name(&layout, (unsigned)__builtin_ctzll(left), &name);
            char *dot =
                (char *)name.data; /* "a1b1": mirror the letters, or exchange with numbers */
            for (int k = 0; k < 4; k += 2) {
                if (i % 2 == 0)
                    dot[k] = (char)('a' + 'd' - dot[k]);
                if (i / 2 % 2 == 0)
                    dot[k + 1] = (char)('1' + '4' - dot[k + 1]);
                char letter = dot[k];
                if (i / 4 % 2 == 0) {
                    dot[k] = (char)(dot[k + 1] - '1' + 'a');
                    dot[k + 1] = (char)(letter - 'a' + '1');
                }
            }
            int string = zm_dots_string_find(&layout, dot, 4);
            assert_true(string >= 0);
            image |= (uint64_t)1 << string;
            zm_buffer_free(&name);
        }
        zm_dots_normalise(&layout, strings, &rules, &normal, sure);
        zm_dots_normalise(&layout, image, &rules, &other, sure);
        assert_string_equal(zm_buffer_string(&normal), zm_buffer_string(&other));
        zm_buffer_free(&normal);
        zm_buffer_free(&other);
    }
}

/* --- small components ---------------------------------------------------------------------------
 */

static void small_components(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int own, other;
    } rows[] = {
        {"A*E", 0, 1},
        {"ALA*E", 1, 1},
        {"ALB*E", 2, 0},
        {"BLB*E", 0, 2},
        {"BLC*E", 2, 0},
        {"ALC*E", 1, 1},
        {"CLC*E", 2, 0},
        {"ALALA*E", 1, 2},
        {"ALALB*E", 3, 0},
        {"BLALB*E", 0, 3},
        {"ALBLA*E", 2, 1},
        {"ALBLB*E", 1, 2},
        {"BLBLB*E", 3, 0},
        {"ALCLA*E", 1, 2},
        {"ALCLB*E", 3, 0},
        {"BLCLB*E", 0, 3},
        {"CLCLC*E", 3, 0},
        {"CLCLCLC*E", 4, 0},
        {"BLCLCLB*E", 0, 4},
        {"ALALALA*E", 2, 2},
        {"A*EA*E", 1, 1},
        {"ALA*EALA*E", 2, 2},
        {"A*EBLB*E", 2, 1},
        {"CLC*EBLCLB*E", 2, 3},
        {"CLC*LGLCLCE", 0, 4},
        {"BLC*ECLCLC*LGGGLCLCLCE", 6, 2},
        {"CLCGG*LGLGGCLCLCGGLGLGGCLCE", 2, 5},
        {"A*EALALB*E", 1, 3},
        {"A*EALB*E", 1, 2},
        {"A*EALCLB*E", 1, 3},
        {"A*EBLBLB*E", 1, 3},
        {"A*EBLC*E", 2, 1},
        {"ALBLA*LGLGLBGCLBE", 2, 4},
        {"ALBLA*LGLGLBGCLBEALCLB*E", 4, 5},
        {"ALBLA*LGLGLBGCLBEBLBLB*E", 4, 5},
        {"ALBLA*LGLGLBGCLBLGLGLBGBLBE", 4, 5},
        {"ALBLA*LGLGLBGCLBLGLGLBGCLAE", 4, 5},
        {"ALBLA*LGLGLBGCLCEALBLB*E", 4, 5},
        {"ALBLA*LGLGLBGCLCEALCLA*E", 4, 5},
    };
    struct scorer *scorer = calloc(1, sizeof *scorer);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_dots_layout layout = layout_of(rows[i].text);
        for (int canon = ZM_DOTS_CANON_DEFORMED; canon <= ZM_DOTS_CANON_EXACT; canon++) {
            struct zm_buffer normal = {0};
            int32_t sure[2];
            scorer->state.normal = (struct zm_dots_normal_rules){(enum zm_dots_canon)canon, true};
            if (layout.graph.strings > 14)
                continue;
            zm_dots_normalise(&layout, zm_coins_all(&layout.graph), &scorer->state.normal, &normal,
                              sure);
            int32_t score = sure[0] + score_normal(scorer, zm_buffer_bytes(&normal), 0);
            if (score != rows[i].own || (int)layout.graph.coins - score != rows[i].other)
                fail_msg("%s scores %d", rows[i].text, score);
            zm_buffer_free(&normal);
        }
    }
    close_scorer(scorer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_boards),
        cmocka_unit_test(positions_come_back),
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(every_subset_of_small_boards),
        cmocka_unit_test(normal_forms_keep_the_score),
        cmocka_unit_test(canonical_forms),
        cmocka_unit_test(chocolate_web_forest),
        cmocka_unit_test(annex_c),
        cmocka_unit_test(symmetric_positions_are_one),
        cmocka_unit_test(small_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
