/* Tapatan against the chapter's figures, and its rules against a reference written from the prose.
 */
#include "tapatan_lab.h"

enum { MEN = 7 };

/* Counts the configurations of one cell of Figure 3.20: men on the board, and a row. */
struct tally {
    unsigned wins[2][12][MEN]; /* of player 0 or 1, by plies */
    unsigned undecided[2][MEN], impossible[2][MEN];
    unsigned all[MEN];
};

static void count_all(struct lab *lab, struct tally *tally, bool orbits)
{
    memset(tally, 0, sizeof *tally);
    for (uint64_t i = 0; i < lab->graph.count; i++) {
        struct zm_merels_position p = zm_tapatan_configuration(lab->game.state, i);
        uint16_t label = zm_labels_at(&lab->labels, i);
        int men = __builtin_popcount(p.men[0] | p.men[1]);
        if (orbits) {
            struct zm_buffer bytes = {0}, least = {0};
            zm_merels_write(&p, &bytes);
            zm_tapatan.loops->canonical(lab->game.state, zm_buffer_bytes(&bytes), &least);
            bool is_least = zm_bytes_equal(zm_buffer_bytes(&bytes), zm_buffer_bytes(&least));
            zm_buffer_free(&bytes);
            zm_buffer_free(&least);
            if (!is_least)
                continue;
        }
        tally->all[men]++;
        enum zm_outcome outcome = zm_label_outcome(label);
        if (outcome == ZM_UNDECIDED)
            tally->impossible[p.turn][men]++;
        else if (outcome == ZM_DRAW)
            tally->undecided[p.turn][men]++;
        else
            tally->wins[outcome == ZM_WIN ? p.turn : !p.turn][zm_label_plies(label)][men]++;
    }
}

static void check_cells(const char *oracle, const struct tally *tally)
{
    char line[200], row[20];
    FILE *file = NULL;
    int rows = 0;
    while (oracle_line(&file, oracle, line, sizeof line)) {
        unsigned cells[MEN + 1], sum = 0;
        assert_int_equal(sscanf(line, "%19s %u %u %u %u %u %u %u %u", row, &cells[0], &cells[1],
                                &cells[2], &cells[3], &cells[4], &cells[5], &cells[6], &cells[7]),
                         9);
        for (int men = 0; men < MEN; men++) {
            sum += cells[men];
            for (int player = 0; player < 2; player++) {
                unsigned found = strcmp(row, "orbits") == 0       ? tally->all[men]
                                 : strcmp(row, "impossible") == 0 ? tally->impossible[player][men]
                                 : strcmp(row, "undecided") == 0
                                     ? tally->undecided[player][men]
                                     : tally->wins[player][atoi(row)][men];
                if (found != cells[men])
                    fail_msg("row %s, %d men, player %d: %u, expected %u", row, men, player, found,
                             cells[men]);
            }
        }
        assert_int_equal(sum, cells[MEN]);
        rows++;
    }
    assert_true(rows >= 13);
}

static void test_distribution(void **state)
{
    struct lab lab;
    struct tally tally;
    (void)state;
    lab_open(&lab, "-", false);
    assert_int_equal(lab.graph.count, 8060);
    count_all(&lab, &tally, false);
    check_cells("tapatan-distribution.txt", &tally);
    count_all(&lab, &tally, true);
    check_cells("tapatan-orbits.txt", &tally);
    lab_close(&lab);
}

static void test_win_lists(void **state)
{
    static const unsigned expected[] = {0, 198, 204, 476, 148, 240};
    struct lab lab;
    char line[200];
    FILE *file = NULL;
    unsigned listed[6] = {0}, found[6] = {0};
    bool *seen;
    (void)state;
    lab_open(&lab, "-", false);
    seen = calloc(lab.graph.count, sizeof *seen);
    while (oracle_line(&file, "tapatan-wins.txt", line, sizeof line)) {
        unsigned plies = (unsigned)(line[0] - '0');
        uint64_t number = lab_number(&lab, line + 2);
        uint16_t label = zm_labels_at(&lab.labels, number);
        assert_false(seen[number]);
        seen[number] = true;
        assert_int_equal(zm_label_plies(label), plies);
        assert_int_equal(zm_label_outcome(label), line[strlen(line) - 1] == '0' ? ZM_WIN : ZM_LOSS);
        listed[plies]++;
    }
    for (uint64_t i = 0; i < lab.graph.count; i++) {
        uint16_t label = zm_labels_at(&lab.labels, i);
        struct zm_merels_position p = zm_tapatan_configuration(lab.game.state, i);
        enum zm_outcome outcome = zm_label_outcome(label);
        if ((outcome == ZM_WIN && p.turn == 0) || (outcome == ZM_LOSS && p.turn == 1))
            if (zm_label_plies(label) <= 5)
                found[zm_label_plies(label)]++;
    }
    for (int plies = 1; plies <= 5; plies++) {
        assert_int_equal(listed[plies], expected[plies]);
        assert_int_equal(found[plies], plies == 1 ? 1332 : expected[plies]);
    }
    free(seen);
    lab_close(&lab);
}

static void test_single_labels(void **state)
{
    struct lab lab;
    char line[200], text[50];
    int expected;
    FILE *file = NULL;
    (void)state;
    lab_open(&lab, "-", true);
    while (oracle_line(&file, "tapatan-labels.txt", line, sizeof line)) {
        assert_int_equal(sscanf(line, "%49s %d", text, &expected), 2);
        uint16_t label = lab_label(&lab, text);
        int found = zm_tapatan_label(zm_label_outcome(label), zm_label_plies(label),
                                     text[strlen(text) - 1] - '0');
        if (found != expected)
            fail_msg("%s: label %d, expected %d", text, found, expected);
    }
    lab_close(&lab);
}

static void test_serials(void **state)
{
    struct lab lab;
    char line[200], expected[50];
    unsigned long serial;
    FILE *file = NULL;
    uint64_t numbers[8060];
    struct zm_buffer text = {0};
    (void)state;
    lab_open(&lab, "-", false);
    assert_true(zm_tapatan_catalogue(lab.game.state, 8060, numbers));
    while (oracle_line(&file, "tapatan-serials.txt", line, sizeof line)) {
        assert_int_equal(sscanf(line, "%lu %49s", &serial, expected), 2);
        struct zm_merels_position p = zm_tapatan_configuration(lab.game.state, numbers[serial - 1]);
        zm_buffer_clear(&text);
        zm_merels_print(zm_tapatan_state_rules(lab.game.state), &p, &text);
        assert_string_equal(zm_buffer_string(&text), expected);
    }
    zm_buffer_free(&text);
    lab_close(&lab);
}

static void check_value(struct lab *lab, const char *position, const char *expected)
{
    char value[16];
    lab_value(lab, position, value);
    size_t compared = strlen(expected) == 1 ? 1 : sizeof value;
    if (strncmp(value, expected, compared) != 0)
        fail_msg("%s: %s, expected %s", position, value, expected);
}

static void test_openings(void **state)
{
    struct lab lab;
    char line[200], opening[8], value[8];
    FILE *file = NULL;
    unsigned orbit, all = 0;
    (void)state;
    lab_open(&lab, "-", true);
    while (oracle_line(&file, "tapatan-openings.txt", line, sizeof line)) {
        int used;
        assert_int_equal(sscanf(line, "%7s %u %7s%n", opening, &orbit, value, &used), 3);
        check_value(&lab, opening, value);
        all += orbit;
        int thirds = 0;
        for (char *word = strtok(line + used, " "); word != NULL; word = strtok(NULL, " ")) {
            char third[16];
            snprintf(third, sizeof third, "%s%c", opening, word[0]);
            check_value(&lab, third, word + 2);
            thirds++;
        }
        assert_int_equal(thirds, 7);
    }
    assert_int_equal(all, 72);
    while (oracle_line(&file, "tapatan-lines.txt", line, sizeof line)) {
        char *space = strchr(line, ' ');
        *space = 0;
        check_value(&lab, line, space + 1);
    }
    lab_close(&lab);
}

/* Plays every placing sequence. counts: [0] ended at ply 5, [1] at ply 6, [2] undecided, then the
 * wins by plies. */
static void play_sequences(struct lab *lab, struct zm_merels_position p, unsigned *counts)
{
    const struct zm_merels_rules *rules = zm_tapatan_state_rules(lab->game.state);
    enum zm_outcome outcome;
    unsigned placed = 6u - p.hand[0] - p.hand[1];
    if (zm_merels_over(rules, &p, &outcome)) {
        counts[placed == 5 ? 0 : 1]++;
        return;
    }
    if (placed == 6) {
        struct zm_buffer bytes = {0};
        zm_merels_write(&p, &bytes);
        uint16_t label = zm_labels_at(&lab->labels,
                                      lab->graph.number(lab->graph.state, zm_buffer_bytes(&bytes)));
        zm_buffer_free(&bytes);
        counts[label == ZM_LABEL_DRAW ? 2 : 3 + zm_label_plies(label)]++;
        return;
    }
    struct zm_list moves = {0};
    zm_merels_moves(rules, &p, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        const uint8_t *m = zm_list_at(&moves, i).data;
        play_sequences(lab, zm_merels_apply(&p, (struct zm_merels_move){m[0], m[1], m[2]}), counts);
    }
    zm_list_free(&moves);
}

static void test_placing_sequences(void **state)
{
    /* Odd plies: the first player, who is to move, wins; even: the second. */
    static const unsigned expected[14] = {1440, 5328, 9792, 0,   19008, 5904, 7632,
                                          1296, 2160, 432,  720, 1584,  576,  288};
    struct lab lab;
    unsigned counts[20] = {0};
    (void)state;
    lab_open(&lab, "-", false);
    play_sequences(&lab, zm_merels_start(zm_tapatan_state_rules(lab.game.state)), counts);
    for (int i = 0; i < 14; i++)
        assert_int_equal(counts[i], expected[i]);
    lab_close(&lab);
}

/* Solved from the empty board, over the positions that can be reached from it. */
static void test_variants(void **state)
{
    char line[300], options[100], values[4][8];
    unsigned expected[5];
    FILE *file = NULL;
    int rows = 0;
    (void)state;
    while (oracle_line(&file, "tapatan-variants.txt", line, sizeof line)) {
        struct lab lab;
        struct zm_game_graph graph;
        struct zm_labels labels;
        struct zm_error error = {0};
        uint64_t tally[64];
        unsigned found[5] = {0};
        assert_int_equal(sscanf(line, "%99s %7s %7s %7s %7s %u %u %u %u %u", options, values[0],
                                values[1], values[2], values[3], &expected[0], &expected[1],
                                &expected[2], &expected[3], &expected[4]),
                         10);
        lab_open(&lab, options, true);
        static const char *const openings[] = {"start", "1", "2", "5"};
        for (int i = 0; i < 4; i++)
            if (strcmp(values[i], "-") != 0)
                check_value(&lab, openings[i], values[i]);
        lab_number(&lab, "start");
        assert_int_equal(zm_explored_graph(&zm_tapatan, &lab.settings, false, &lab.run,
                                           zm_buffer_bytes(&lab.position), &graph, &error),
                         ZM_OK);
        assert_int_equal(zm_retrograde(&graph, &labels, &error), ZM_OK);
        found[0] = (unsigned)graph.count;
        for (uint64_t i = 0; i < graph.count; i++) {
            graph.position(graph.state, i, &lab.position);
            struct zm_bytes position = zm_buffer_bytes(&lab.position);
            uint64_t number = lab.graph.number(lab.graph.state, position);
            uint16_t label = zm_labels_at(&labels, i);
            assert_int_equal(label, zm_labels_at(&lab.labels, number));
            enum zm_outcome outcome = zm_label_outcome(label);
            int turn = zm_tapatan.rules->turn(lab.game.state, position);
            found[outcome == ZM_DRAW ? 3 : (outcome == ZM_WIN) == (turn == 0) ? 1 : 2]++;
        }
        found[4] = (unsigned)zm_labels_tally(&labels, tally, 64);
        for (int i = 0; i < 5; i++)
            if (found[i] != expected[i])
                fail_msg("%s: figure %d is %u, expected %u", options, i, found[i], expected[i]);
        zm_labels_free(&labels);
        graph.close(&graph);
        lab_close(&lab);
        rows++;
    }
    assert_int_equal(rows, 19);
}

/* The rules of the base game once more, from the prose, on strings: which points a man may reach is
 * read from the picture of the board. */
static const char *const neighbours[] = {"",         "245", "135", "256", "157",
                                         "12346789", "359", "458", "579", "568"};

static bool has(const char *points, int point)
{
    return strchr(points, '0' + point) != NULL;
}

static bool line_of_three(const char *points)
{
    static const char *const lines[] = {"123", "456", "789", "147", "258", "369", "159", "357"};
    for (int i = 0; i < 8; i++)
        if (has(points, lines[i][0] - '0') && has(points, lines[i][1] - '0') &&
            has(points, lines[i][2] - '0'))
            return true;
    return false;
}

/* The men on the points where `points` has them, in order, one moved: "" for none. */
static void with_moved(const char *points, int from, int to, char *moved)
{
    size_t size = 0;
    for (int point = 1; point <= 9; point++)
        if ((has(points, point) && point != from) || point == to)
            moved[size++] = (char)('0' + point);
    moved[size] = 0;
}

static void naive_successors(const char *a, const char *b, int turn, struct zm_list *texts)
{
    const char *mine = turn == 0 ? a : b, *theirs = turn == 0 ? b : a;
    if (line_of_three(theirs))
        return;
    for (int from = 0; from <= 9; from++)
        for (int to = 1; to <= 9; to++) {
            char moved[12], text[40];
            bool placing = strlen(mine) < 3;
            if (placing != (from == 0) || (from > 0 && !has(mine, from)) || has(a, to) ||
                has(b, to))
                continue;
            if (from > 0 && !has(neighbours[from], to))
                continue;
            with_moved(mine, from, to, moved);
            const char *na = turn == 0 ? moved : a, *nb = turn == 0 ? b : moved;
            snprintf(text, sizeof text, "%s.%s.%d", *na ? na : "0", *nb ? nb : "0", !turn);
            zm_list_add(texts, zm_bytes(text, strlen(text)));
        }
    zm_list_sort(texts, true);
}

static void test_moves_against_reference(void **state)
{
    struct lab lab;
    struct zm_list moves = {0}, found = {0}, expected = {0};
    struct zm_buffer next = {0}, text = {0}, position = {0};
    (void)state;
    lab_open(&lab, "-", false);
    for (uint64_t i = 0; i < lab.graph.count; i++) {
        if (!zm_tapatan.loops->unrank(lab.game.state, i, &position))
            continue;
        struct zm_bytes here = zm_buffer_bytes(&position);
        assert_int_equal(zm_tapatan.loops->rank(lab.game.state, here), i);
        char a[12], b[12];
        int turn;
        zm_list_clear(&moves);
        zm_list_clear(&found);
        zm_list_clear(&expected);
        zm_buffer_clear(&text);
        zm_tapatan.rules->print(lab.game.state, here, &text);
        assert_int_equal(sscanf(zm_buffer_string(&text), "%11[0-9].%11[0-9].%d", a, b, &turn), 3);
        naive_successors(strcmp(a, "0") == 0 ? "" : a, strcmp(b, "0") == 0 ? "" : b, turn,
                         &expected);
        zm_tapatan.rules->moves(lab.game.state, here, NULL, &moves);
        for (size_t m = 0; m < moves.count; m++) {
            zm_tapatan.rules->apply(lab.game.state, here, zm_list_at(&moves, m), &next);
            zm_buffer_clear(&text);
            zm_tapatan.rules->print(lab.game.state, zm_buffer_bytes(&next), &text);
            zm_list_add(&found, zm_buffer_bytes(&text));
        }
        zm_list_sort(&found, true);
        assert_int_equal(found.count, expected.count);
        for (size_t m = 0; m < found.count; m++)
            assert_true(zm_bytes_equal(zm_list_at(&found, m), zm_list_at(&expected, m)));
    }
    zm_list_free(&moves);
    zm_list_free(&found);
    zm_list_free(&expected);
    zm_buffer_free(&next);
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    lab_close(&lab);
}

/* Is p in the list? */
static bool holds(const struct zm_number_list *numbers, uint64_t number)
{
    for (size_t i = 0; i < numbers->count; i++)
        if (numbers->items[i] == number)
            return true;
    return false;
}

/* Moves forward and backward are the same arcs, in all variants, with and without symmetry. */
static void test_predecessors(void **state)
{
    static const char *const variants[] = {"-",
                                           "centre=2",
                                           "flying=yes;centre=2",
                                           "variant=achi;blocked=passes",
                                           "variant=tic-tac-toe",
                                           "variant=shisima",
                                           "variant=tsoro-yematatu",
                                           "variant=nine-holes",
                                           "board=grid;blocked=draws"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
        for (int symmetry = 0; symmetry < 2; symmetry++) {
            struct lab lab;
            struct zm_number_list next = {0}, back = {0};
            uint64_t forward = 0, backward = 0;
            lab_open(&lab, variants[v], symmetry);
            for (uint64_t i = 0; i < lab.graph.count; i++) {
                enum zm_vertex vertex = lab.graph.vertex(lab.graph.state, i);
                if (vertex == ZM_VERTEX_NONE)
                    continue;
                lab.graph.predecessors(lab.graph.state, i, &back);
                backward += back.count;
                if (vertex != ZM_VERTEX_OPEN)
                    continue;
                lab.graph.successors(lab.graph.state, i, &next);
                forward += next.count;
                if (i % 7 != 0)
                    continue;
                for (size_t m = 0; m < next.count; m++) {
                    lab.graph.predecessors(lab.graph.state, next.items[m], &back);
                    assert_true(holds(&back, i));
                }
            }
            assert_int_equal(forward, backward);
            if (v == 0 && !symmetry)
                assert_int_equal(forward, 31946);
            zm_number_list_free(&next);
            zm_number_list_free(&back);
            lab_close(&lab);
        }
}

static void test_repetition(void **state)
{
    struct lab lab;
    struct zm_record record = {0};
    struct zm_ending ending;
    (void)state;
    lab_open(&lab, "mode=limited", false);
    lab_number(&lab, "167.349.0");
    struct zm_bytes here = zm_buffer_bytes(&lab.position);
    zm_tapatan.rules->ending(lab.game.state, here, &record, &ending);
    assert_false(ending.over);
    zm_list_add(&record.positions, here);
    zm_tapatan.rules->ending(lab.game.state, here, &record, &ending);
    assert_true(ending.over);
    assert_int_equal(ending.outcome, ZM_DRAW);
    lab_close(&lab);
    lab_open(&lab, "repetition=third", false);
    zm_tapatan.rules->ending(lab.game.state, zm_list_at(&record.positions, 0), &record, &ending);
    assert_false(ending.over);
    zm_list_free(&record.positions);
    lab_close(&lab);
}

static void test_bad_positions(void **state)
{
    static const char *const bad[] = {"x",        "11",       "123.456.0", "1.1.0",   "12.3.0",
                                      "1.2",      "1.2.2",    "1.2.0.0",   "1..0",    "10.2.0",
                                      "1234.5.1", "12345678", "1.2.0 ",    "163254a", "5.5.1"};
    struct lab lab;
    struct zm_error error;
    (void)state;
    lab_open(&lab, "-", false);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error.text[0] = 0;
        if (zm_tapatan.rules->parse(lab.game.state, bad[i], &lab.position, &error) != ZM_BAD_INPUT)
            fail_msg("'%s' is accepted", bad[i]);
        assert_true(error.text[0] != 0);
    }
    struct zm_merels_rules rules;
    assert_int_equal(zm_settings_set(&lab.settings, "edges", "12 3x", &error), ZM_OK);
    assert_int_equal(zm_tapatan_rules(&lab.settings, &rules, &error), ZM_BAD_INPUT);
    assert_int_equal(zm_settings_set(&lab.settings, "edges", "12 23", &error), ZM_OK);
    assert_int_equal(zm_settings_set(&lab.settings, "men", "5", &error), ZM_OK);
    assert_int_equal(zm_tapatan_rules(&lab.settings, &rules, &error), ZM_BAD_INPUT);
    lab_close(&lab);
}

/* No text crashes the parser, and what it accepts is read back from what is printed. */
static void test_any_text(void **state)
{
    static const char letters[] = "0123456789..x-";
    struct zm_random random = zm_random_seeded(17);
    struct zm_buffer text = {0}, again = {0};
    struct zm_error error;
    unsigned accepted = 0;
    (void)state;
    struct lab lab;
    lab_open(&lab, "-", false);
    for (int round = 0; round < test_rounds(100000); round++) {
        char word[16] = "";
        size_t size = zm_random_below(&random, sizeof word - 1);
        for (size_t i = 0; i < size; i++)
            word[i] = letters[zm_random_below(&random, sizeof letters - 1)];
        if (zm_tapatan.rules->parse(lab.game.state, word, &lab.position, &error) != ZM_OK)
            continue;
        accepted++;
        zm_buffer_clear(&text);
        zm_tapatan.rules->print(lab.game.state, zm_buffer_bytes(&lab.position), &text);
        assert_int_equal(
            zm_tapatan.rules->parse(lab.game.state, zm_buffer_string(&text), &again, &error),
            ZM_OK);
        assert_true(zm_bytes_equal(zm_buffer_bytes(&lab.position), zm_buffer_bytes(&again)));
    }
    assert_true(accepted > 0);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
    lab_close(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distribution),  cmocka_unit_test(test_win_lists),
        cmocka_unit_test(test_single_labels), cmocka_unit_test(test_serials),
        cmocka_unit_test(test_openings),      cmocka_unit_test(test_placing_sequences),
        cmocka_unit_test(test_variants),      cmocka_unit_test(test_moves_against_reference),
        cmocka_unit_test(test_predecessors),  cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_bad_positions), cmocka_unit_test(test_any_text),
    };
    return cmocka_run_group_tests_name("tapatan", tests, NULL, NULL);
}
