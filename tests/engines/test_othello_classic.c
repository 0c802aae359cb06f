/* The searches and evaluations of the classic Othello programs: what moves keep up against what is
 * computed anew, all searches against minimax, symmetries, the tables of edges, the unit tests of the
 * document (U1 to U3). */
#include "engines/othello/classic/search.h"
#include "engines/othello/plain.h"

#include "support/othello_games.h"
#include "test.h"

static struct classic_knowledge *knowledge;
static const struct classic_geometry *geometry;

static int make_knowledge(void **unused)
{
    (void)unused;
    knowledge = malloc(sizeof *knowledge);
    if (knowledge == NULL)
        return 1;
    classic_knowledge_init(knowledge);
    geometry = &knowledge->geometry;
    return 0;
}

static int free_knowledge(void **unused)
{
    (void)unused;
    free(knowledge);
    return 0;
}

static void set_start(struct classic_board *board)
{
    struct othello_board start;
    othello_start(&start, 8);
    struct othello_bits bits = othello_bits_of(&start);
    uint64_t discs[2] = {bits.own, bits.other};
    classic_board_set(geometry, discs, 0, board);
}

/* A random move; CLASSIC_LISTED: the game is over. */
static unsigned random_move(struct zm_random *random, const struct classic_board *board)
{
    uint64_t moves = classic_moves(geometry, board, board->turn);
    if (moves == 0)
        return classic_moves(geometry, board, 1 - board->turn) == 0 ? CLASSIC_LISTED : CLASSIC_PASS;
    for (uint64_t skip = zm_random_below(random, othello_discs(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return othello_first(moves);
}

/* A position of a random game with about so many discs on the board. */
static void random_board(struct zm_random *random, unsigned discs, struct classic_board *board)
{
    set_start(board);
    while (classic_filled(board) < discs) {
        unsigned move = random_move(random, board);
        if (move == CLASSIC_LISTED) {
            set_start(board);
            continue;
        }
        classic_play(geometry, board, move,
                     move == CLASSIC_PASS ? 0 : classic_flips(geometry, board, move));
    }
}

static void assert_same_board(const struct classic_board *one, const struct classic_board *two)
{
    assert_int_equal(one->discs[0], two->discs[0]);
    assert_int_equal(one->discs[1], two->discs[1]);
    assert_int_equal(one->turn, two->turn);
    assert_int_equal(one->key, two->key);
    assert_int_equal(one->signature, two->signature);
    assert_int_equal(one->frontier[0], two->frontier[0]);
    assert_int_equal(one->frontier[1], two->frontier[1]);
    assert_memory_equal(one->around, two->around, sizeof one->around);
    assert_memory_equal(one->lines, two->lines, sizeof one->lines);
}

/* Plays a move and takes it back: all is as before; then plays it for good: all is as computed. */
static void step(struct classic_board *board, unsigned move)
{
    struct classic_board before = *board, fresh;
    uint64_t flips = move == CLASSIC_PASS ? 0 : classic_flips(geometry, board, move);
    classic_play(geometry, board, move, flips);
    classic_undo(geometry, board, move, flips);
    assert_same_board(board, &before);
    classic_play(geometry, board, move, flips);
    classic_board_set(geometry, board->discs, board->turn, &fresh);
    assert_same_board(board, &fresh);
}

static void test_incremental(void **unused)
{
    struct zm_random random = zm_random_seeded(1987);
    (void)unused;
    for (int game = 0; game < 60; game++) {
        struct classic_board board;
        set_start(&board);
        for (unsigned move; (move = random_move(&random, &board)) != CLASSIC_LISTED;)
            step(&board, move);
    }
}

static void replay(const struct othello_game *game)
{
    struct classic_board board;
    unsigned moves = 0, most = 0;
    set_start(&board);
    for (const char *text = game->moves; text[0] != 0 && text[1] != 0; text += 2) {
        while (*text == ' ')
            text++;
        unsigned square = (unsigned)(text[0] - 'a') + 8 * (unsigned)(text[1] - '1');
        if (classic_moves(geometry, &board, board.turn) == 0)
            step(&board, CLASSIC_PASS);
        assert_true((classic_moves(geometry, &board, board.turn) >> square & 1) != 0);
        most += othello_discs(classic_moves(geometry, &board, board.turn));
        step(&board, square);
        moves++;
    }
    assert_in_range(moves, 1, 60);
    /* U8: the mobility of two random games, summed up. */
    if (strcmp(game->name, "G15") == 0)
        assert_int_equal(most, 255);
    if (strcmp(game->name, "G16") == 0)
        assert_int_equal(most, 685);
}

static void test_games_of_the_document(void **unused)
{
    (void)unused;
    if (othello_games(replay) == 0)
        skip();
}

/* The discs of a board in text, X black. */
static void read_board(const char *text, uint64_t discs[2])
{
    discs[0] = discs[1] = 0;
    for (unsigned i = 0; i < 64; i++) {
        discs[0] |= (uint64_t)(text[i] == 'X') << i;
        discs[1] |= (uint64_t)(text[i] == 'O') << i;
    }
}

/* U1: the frontier of figures 3 to 6; the program is White. */
static void test_frontier(void **unused)
{
    static const char *const figure =
        "-------------------X-------XOO----XOOO----OOOO----------------"
        "--";
    static const uint8_t after[64] = {3, 5, 5, 5, 5, 5, 5, 3, 5, 8, 7, 7, 7, 8, 8, 5,
                                      5, 8, 6, 6, 4, 6, 7, 5, 5, 7, 4, 3, 2, 5, 6, 5,
                                      5, 6, 4, 1, 0, 3, 5, 5, 5, 5, 4, 2, 3, 5, 6, 5,
                                      5, 6, 6, 4, 5, 6, 7, 5, 3, 4, 4, 4, 5, 5, 5, 3};
    struct classic_board board, before;
    uint64_t discs[2];
    (void)unused;
    read_board(figure, discs);
    classic_board_set(geometry, discs, 0, &board);
    before = board;
    assert_int_equal(board.frontier[0], 13);
    assert_int_equal(board.frontier[1], 27);
    uint64_t flips = classic_flips(geometry, &board, 50);
    assert_int_equal(flips, (uint64_t)1 << 42);
    classic_play(geometry, &board, 50, flips);
    assert_int_equal(board.frontier[0] - board.frontier[1], 2);
    assert_memory_equal(board.around, after, sizeof after);
    classic_undo(geometry, &board, 50, flips);
    assert_same_board(&board, &before);
}

static unsigned edge_of(const char *text)
{
    unsigned edge = 0, power = 1;
    for (; *text != 0; text++, power *= 3)
        edge += (*text == 'X' ? 1U : *text == 'O' ? 2U : 0U) * power;
    return edge;
}

/* U2: moves and flips on a line; Zobrist's step of U3. */
static void test_lines(void **unused)
{
    unsigned edge = edge_of("XOO---OX"), playable = 0, turned;
    (void)unused;
    for (unsigned i = 0; i < 8; i++)
        if ("XOO---OX"[i] == '-') {
            classic_edge_after(edge, i, 1, &turned);
            playable |= (unsigned)(turned > 0) << i;
        }
    assert_int_equal(playable, 1U << 3 | 1U << 5);
    assert_int_equal(classic_edge_after(edge_of("XOOO-OXX"), 4, 1, &turned), edge_of("XXXXXXXX"));
    assert_int_equal(turned, 4);
    assert_int_equal(0xabc1 ^ 0x80f0, 0x2b31);
    unsigned lengths[9] = {0};
    for (unsigned i = 0; i < CLASSIC_LINES; i++)
        lengths[geometry->lines[i].length]++;
    assert_int_equal(lengths[8], 18);
    for (unsigned i = 3; i < 8; i++)
        assert_int_equal(lengths[i], 4);
}

static void test_stability(void **unused)
{
    static const struct {
        const char *edge;
        unsigned square;
        enum classic_stability stability;
    } cases[] = {
        {"X-------", 0, CLASSIC_DEFINITIVE},  {"XX------", 1, CLASSIC_DEFINITIVE},
        {"XO------", 1, CLASSIC_UNSTABLE},    {"---X----", 3, CLASSIC_ISOLATED},
        {"XOXO----", 3, CLASSIC_UNSTABLE},    {"OOOXXXOO", 4, CLASSIC_DEFINITIVE},
        {"--XXXX--", 3, CLASSIC_SEMI_STABLE}, {"-OXXXXXX", 1, CLASSIC_UNSTABLE},
        {"-XXXXXX-", 3, CLASSIC_SEMI_STABLE}, {"OOXO----", 2, CLASSIC_STABLE},
        {"OOXO-O--", 2, CLASSIC_VERY_STABLE}, {"-OXO----", 2, CLASSIC_FLOATING},
    };
    uint8_t(*stability)[8] = malloc(CLASSIC_LINE_STATES * sizeof *stability);
    (void)unused;
    assert_non_null(stability);
    classic_stability_init(stability);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        if (stability[edge_of(cases[i].edge)][cases[i].square] != cases[i].stability)
            fail_msg("%s, square %u: %u", cases[i].edge, cases[i].square,
                     stability[edge_of(cases[i].edge)][cases[i].square]);
    free(stability);
}

/* The empty edge is balanced, and colours exchanged negate what an edge is worth. */
static void test_edges(void **unused)
{
    const struct classic_edges *edges = &knowledge->edges;
    (void)unused;
    assert_in_range(abs(edges->compoth[0][0]), 0, 100);
    assert_int_equal(edges->compoth[0][edge_of("XXXXXXXXXX")], 1000);
    assert_int_equal(edges->iago[0][edge_of("XXXXXXXX")], 800);
    assert_int_equal(edges->bill[0][edge_of("XXXXXXXX")], 2 * (800 + 1200 + 1000 + 1000));
    for (unsigned side = 0; side < 2; side++) {
        assert_int_equal(edges->bill[side][edge_of("XO-XX--O-X")],
                         -edges->bill[1 - side][edge_of("OX-OO--X-O")]);
        /* Read from the other end it is the same edge. */
        assert_int_equal(edges->compoth[side][edge_of("XO-XX--O-X")],
                         edges->compoth[side][edge_of("O--XX-OXX-")]);
        assert_int_equal(edges->bill[side][edge_of("XO-XX--O-X")],
                         edges->bill[side][edge_of("O--XX-OXX-")]);
    }
}

static struct classic_judge judge_by(enum classic_evaluation evaluation)
{
    return (struct classic_judge){.knowledge = knowledge,
                                  .evaluation = evaluation,
                                  .mobility = 100,
                                  .position = 100,
                                  .discs = 100,
                                  .random = zm_random_seeded(3)};
}

/* The board turned in one of eight ways, for every other number with colours and turn exchanged. */
static void turn_board(const struct classic_board *board, unsigned turn,
                       struct classic_board *other)
{
    unsigned swap = turn & 1;
    uint64_t discs[2] = {othello_turned(board->discs[swap], turn / 2 % 8),
                         othello_turned(board->discs[1 - swap], turn / 2 % 8)};
    classic_board_set(geometry, discs, board->turn ^ swap, other);
}

/* Turned boards and boards with colours and turn exchanged are judged alike. */
static void test_fair(void **unused)
{
    struct zm_random random = zm_random_seeded(11);
    (void)unused;
    for (int round = 0; round < test_rounds(300); round++) {
        struct classic_board board, other;
        static const int path[2] = {3, 5};
        random_board(&random, 8 + (unsigned)round % 50, &board);
        for (unsigned i = 0; i < CLASSIC_DISCS; i++) {
            struct classic_judge judge = judge_by((enum classic_evaluation)i);
            classic_judge_begin(&judge, &board);
            int worth = classic_worth(&judge, &board, path);
            for (unsigned turn = 0; i != CLASSIC_RANDOM && turn < 16; turn++) {
                turn_board(&board, turn, &other);
                if (classic_worth(&judge, &other, path) != worth)
                    fail_msg("%s is not fair", classic_evaluation_names[i]);
            }
        }
    }
}

static int worth_by(const struct classic_board *board, enum classic_evaluation evaluation,
                    struct classic_options options, unsigned depth)
{
    struct classic_search search;
    struct classic_judge judge = judge_by(evaluation);
    assert_true(classic_search_open(&search, knowledge, &judge, &options));
    classic_search_set(&search, board->discs, board->turn);
    int worth = classic_search_worth(&search, depth);
    struct classic_board after = search.board;
    assert_same_board(&after, board);
    classic_search_close(&search);
    return worth;
}

/* Every search, with every ordering and table, gives minimax's value, whichever way the board is
 * turned and whoever is Black. */
static void test_searches_agree(void **unused)
{
    struct zm_random random = zm_random_seeded(1991);
    const unsigned step = test_sanitized() ? 7 : 1; /* through the options, others each round */
    (void)unused;
    for (unsigned round = 0; round < 40; round++) {
        struct classic_board board, other;
        enum classic_evaluation evaluation = (enum classic_evaluation)(round % CLASSIC_PATTERNS);
        unsigned depth = 2 + round % 3;
        if (evaluation == CLASSIC_RANDOM)
            continue;
        random_board(&random, 8 + (round * 7) % 54, &board);
        int truth = worth_by(&board, evaluation, (struct classic_options){0}, depth);
        for (unsigned i = round % step; i < 6 * 3 * 4 * 3 * 2; i += step) {
            struct classic_options options = {.method = (enum classic_method)(1 + i % 6),
                                              .sorting = (enum classic_sorting)(i / 6 % 3),
                                              .replies = (enum classic_replies)(i / 18 % 4),
                                              .table = (enum classic_table)(i / 72 % 3),
                                              .entries = 61,
                                              .stored = i / 216 != 0};
            /* Of one position by different ways, the mobility of the path differs. */
            if (evaluation == CLASSIC_PATH && options.table == CLASSIC_TRANSPOSITIONS)
                continue;
            turn_board(&board, i, &other);
            int worth = worth_by(&other, evaluation, options, depth);
            if (worth != truth)
                fail_msg("%s, %s, round %u: %d, not %d", classic_evaluation_names[evaluation],
                         classic_method_names[options.method], round, worth, truth);
        }
    }
}

/* Deepening finds a best move with its worth, and lines that are legal. */
static void test_roots(void **unused)
{
    struct zm_random random = zm_random_seeded(5);
    (void)unused;
    for (unsigned round = 0; round < 12; round++) {
        struct classic_search search;
        struct classic_thought thought;
        struct classic_board board;
        struct classic_judge judge = judge_by(round % 2 == 0 ? CLASSIC_IAGO : CLASSIC_COMPOTH);
        struct classic_options options = {.method = CLASSIC_DEEPENING,
                                          .sorting = CLASSIC_BY_WORTH,
                                          .table = round % 3 == 0 ? CLASSIC_TRANSPOSITIONS
                                                                  : CLASSIC_PRUNING_TABLE,
                                          .entries = 1021,
                                          .stored = round % 4 == 0};
        random_board(&random, 14 + round * 3, &board);
        int truth = worth_by(&board, judge.evaluation,
                             (struct classic_options){.method = CLASSIC_FAIL_SOFT}, 6);
        assert_true(classic_search_open(&search, knowledge, &judge, &options));
        classic_search_set(&search, board.discs, board.turn);
        assert_true(classic_think(&search, 6, &thought));
        if (thought.count > 0)
            assert_int_equal(thought.roots[0].worth, truth);
        for (unsigned i = 0; thought.count > 0 && i < thought.roots[0].line_length; i++) {
            unsigned square = thought.roots[0].line[i];
            uint64_t moves = classic_moves(geometry, &board, board.turn);
            assert_true(square == CLASSIC_PASS ? moves == 0 : (moves >> square & 1) != 0);
            step(&board, square);
        }
        classic_search_close(&search);
    }
}

/* To the end of the game the search is exact. */
static void test_endgames(void **unused)
{
    struct zm_random random = zm_random_seeded(17);
    struct zm_run run;
    (void)unused;
    zm_run_begin(&run);
    for (unsigned round = 0; round < 20; round++) {
        struct classic_board board;
        struct othello_board plain_board;
        struct othello_plain plain = {.run = &run};
        random_board(&random, 57, &board);
        struct othello_bits bits = {board.discs[board.turn], board.discs[1 - board.turn]};
        othello_board_of(bits, 8, board.turn, &plain_board);
        assert_int_equal(worth_by(&board, CLASSIC_DISCS,
                                  (struct classic_options){.method = CLASSIC_NEGASCOUT,
                                                           .sorting = CLASSIC_BY_WORTH,
                                                           .table = CLASSIC_TRANSPOSITIONS,
                                                           .entries = 1021},
                                  20),
                         othello_plain_score(&plain, &plain_board, -64, 64));
    }
}

/* The rules by which the pruning table replaces moves. */
static void test_pruning_table(void **unused)
{
    struct classic_tables tables;
    unsigned move;
    (void)unused;
    assert_true(classic_tables_open(&tables, true, 0));
    assert_false(classic_pruning_read(&tables, 0, 77, &move));
    classic_pruning_write(&tables, 0, 77, 0, 3, true);
    assert_true(classic_pruning_read(&tables, 0, 77, &move));
    assert_int_equal(move, 0);
    assert_false(classic_pruning_read(&tables, 1, 77, &move));
    classic_pruning_write(&tables, 0, 77, 19, 5, true); /* deeper */
    classic_pruning_write(&tables, 0, 77, 20, 3, true); /* refused: less deep */
    assert_true(classic_pruning_read(&tables, 0, 77, &move));
    assert_int_equal(move, 19);
    classic_pruning_write(&tables, 0, 77, 21, 1, false); /* not of a null window */
    classic_pruning_write(&tables, 0, 77, 22, 9, true);  /* refused */
    assert_true(classic_pruning_read(&tables, 0, 77 + CLASSIC_PRUNING_KEYS, &move));
    assert_int_equal(move, 21);
    assert_int_equal(tables.counts.refused, 2);
    assert_int_equal(tables.counts.entries, 1);
    classic_tables_close(&tables);
}

/* A search on random leaves plays better than lots (Nicolet; Beal and Smith). */
static void test_random_leaves(void **unused)
{
    struct zm_random random = zm_random_seeded(1994);
    struct classic_search search;
    struct classic_judge judge = judge_by(CLASSIC_RANDOM);
    struct classic_options options = {.method = CLASSIC_FAIL_SOFT};
    enum { GAMES = 30 };
    unsigned won = 0;
    int margin = 0;
    (void)unused;
    assert_true(classic_search_open(&search, knowledge, &judge, &options));
    for (unsigned game = 0; game < GAMES; game++) {
        struct classic_board board;
        struct classic_thought thought;
        set_start(&board);
        for (unsigned move; (move = random_move(&random, &board)) != CLASSIC_LISTED;) {
            if (board.turn == game % 2) {
                classic_search_set(&search, board.discs, board.turn);
                classic_think(&search, 5, &thought);
                move = thought.roots[0].square;
            }
            classic_play(geometry, &board, move,
                         move == CLASSIC_PASS ? 0 : classic_flips(geometry, &board, move));
        }
        int ahead = (int)othello_discs(board.discs[game % 2]) -
                    (int)othello_discs(board.discs[1 - game % 2]);
        won += ahead > 0;
        margin += ahead;
    }
    classic_search_close(&search);
    assert_in_range(won, GAMES * 6 / 10, GAMES);
    assert_in_range(margin, 5 * GAMES, 64 * GAMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_incremental),   cmocka_unit_test(test_games_of_the_document),
        cmocka_unit_test(test_frontier),      cmocka_unit_test(test_lines),
        cmocka_unit_test(test_stability),     cmocka_unit_test(test_edges),
        cmocka_unit_test(test_fair),          cmocka_unit_test(test_searches_agree),
        cmocka_unit_test(test_roots),         cmocka_unit_test(test_endgames),
        cmocka_unit_test(test_pruning_table), cmocka_unit_test(test_random_leaves),
    };
    return cmocka_run_group_tests_name("othello-classic", tests, make_knowledge, free_knowledge);
}
