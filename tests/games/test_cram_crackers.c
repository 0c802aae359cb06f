/* Crackers of Cram: those found hold in random positions, by naive play on graphs that knows no
 * theory; wrong ones are refused; components are worth what they are cracked into, and solving with
 * crackers gives the same nimbers, with certificates that verify. */
#include "games/cram_forms.h"

#include "api/certify.h"
#include "base/table.h"
#include "games/cram/crackers.h"
#include "games/naive.h"
#include "proof/check/certificate.h"
#include "proof/check/verify.h"
#include "support/ask.h"

/* A small graph, and the least number that no option has, all dominoes tried. */
struct small_graph {
    unsigned count;
    uint32_t near[32];
    struct zm_table known;
};

static void join(struct small_graph *graph, unsigned a, unsigned b)
{
    graph->near[a] |= 1u << b;
    graph->near[b] |= 1u << a;
}

static unsigned naive_graph(struct small_graph *graph, uint32_t left)
{
    uint64_t seen = 0;
    struct zm_bytes key = zm_bytes(&left, sizeof left);
    uint8_t *known = zm_table_find(&graph->known, key);
    if (known != NULL)
        return *known;
    for (unsigned a = 0; a < graph->count; a++)
        for (unsigned b = 0; b < a; b++)
            if ((left >> a & left >> b & graph->near[a] >> b & 1) != 0)
                seen |= UINT64_C(1) << naive_graph(graph, left & ~(1u << a) & ~(1u << b));
    unsigned nimber = 0;
    while ((seen >> nimber & 1) != 0)
        nimber++;
    known = zm_table_insert(&graph->known, key, NULL);
    assert_non_null(known);
    *known = (uint8_t)nimber;
    return nimber;
}

/* A rest of a position: a graph, and which of its cells each terminal is joined to. */
struct rest {
    unsigned count;
    uint32_t near[8], to_terminal[2];
};

static struct rest random_rest(struct zm_random *random, unsigned most)
{
    struct rest rest = {.count = (unsigned)zm_random_below(random, most + 1)};
    for (unsigned a = 0; a < rest.count; a++) {
        for (unsigned b = 0; b < a; b++)
            if (zm_random_below(random, 5) < 2) {
                rest.near[a] |= 1u << b;
                rest.near[b] |= 1u << a;
            }
        for (int i = 0; i < 2; i++)
            if (zm_random_below(random, 3) == 0)
                rest.to_terminal[i] |= 1u << a;
    }
    return rest;
}

static unsigned nimber_with(const struct cram_piece *piece, const struct rest *rest)
{
    struct small_graph graph = {.count = piece->count + rest->count};
    zm_table_init(&graph.known, 1);
    memcpy(graph.near, piece->near, piece->count * sizeof *piece->near);
    for (unsigned a = 0; a < rest->count; a++) {
        for (unsigned b = 0; b < a; b++)
            if ((rest->near[a] >> b & 1) != 0)
                join(&graph, piece->count + a, piece->count + b);
        for (unsigned i = 0; i < piece->terminals; i++)
            if ((rest->to_terminal[i] >> a & 1) != 0)
                join(&graph, piece->count + a, i);
    }
    unsigned nimber = naive_graph(&graph, (uint32_t)((UINT64_C(1) << graph.count) - 1));
    zm_table_free(&graph.known);
    return nimber;
}

/* Do some of many rests tell that the pieces do not differ by this? */
static bool refuted(const struct cram_piece *a, const struct cram_piece *b, unsigned difference,
                    struct zm_random *random, int rounds, unsigned most)
{
    for (int i = 0; i < rounds; i++) {
        struct rest rest = random_rest(random, most);
        if ((nimber_with(a, &rest) ^ nimber_with(b, &rest)) != difference)
            return true;
    }
    return false;
}

/* A piece as it is drawn on a board. */
static void piece_of(const struct cram_cracker *cracker, struct cram_piece *piece, uint32_t *spare)
{
    const struct cram_board *board = &cracker->board;
    unsigned cells[CRAM_PIECE_CELLS];
    *piece = (struct cram_piece){.terminals = cracker->terminals};
    *spare = 0;
    for (unsigned i = 0; i < cracker->terminals; i++)
        cells[piece->count++] = cracker->terminal[i];
    for (unsigned cell = 0; cell < board->width * board->height; cell++)
        if ((board->empty >> cell & 1) != 0 && cell != cells[0] &&
            (cracker->terminals == 1 || cell != cells[1])) {
            *spare |= (cracker->spare >> cell & 1) != 0 ? 1u << piece->count : 0;
            cells[piece->count++] = cell;
        }
    for (unsigned i = 0; i < piece->count; i++)
        for (unsigned j = 0; j < i; j++) {
            int across = (int)(cells[i] % board->width) - (int)(cells[j] % board->width);
            int down = (int)(cells[i] / board->width) - (int)(cells[j] / board->width);
            if (abs(across) + abs(down) == 1)
                cram_piece_join(piece, i, j);
        }
}

struct trying {
    struct zm_random random;
    int crackers, refused;
};

static void try_cracker(void *context, const struct cram_cracker *cracker)
{
    struct trying *trying = context;
    struct cram_piece piece, other;
    uint32_t spare;
    unsigned difference;
    piece_of(cracker, &piece, &spare);
    uint32_t all = (1u << piece.count) - 1;
    if (cracker->terminals == 1)
        cram_piece_keep(&piece, all & ~spare, &other);
    else
        assert_true(cram_piece_cut(&piece, &other));
    assert_true(cram_pieces_alike(&piece, &other, &difference));
    assert_int_equal(difference, cracker->difference);
    assert_false(refuted(&piece, &other, difference, &trying->random, test_rounds(200),
                         piece.count + other.count > 17 ? 4 : 6));
    trying->crackers++;
    /* With one cell less nothing is alike any more: as many as can be were spared. */
    for (unsigned i = 1; i < piece.count && cracker->terminals == 1; i++)
        if ((spare >> i & 1) == 0) {
            cram_piece_keep(&piece, all & ~spare & ~(1u << i), &other);
            bool alike = cram_pieces_alike(&piece, &other, &difference);
            assert_true(!alike || difference >= CRAM_CRACKS_NIMBERS);
            trying->refused++;
        }
}

static void test_crackers_hold(void **state)
{
    (void)state;
    struct zm_run run;
    struct trying trying = {.random = zm_random_seeded(11)};
    struct cram_cracker_counts counts[CRAM_CRACKS_CELLS + 2] = {0};
    static const unsigned one[] = {0, 0, 0, 1, 1, 2, 2, 11}, two[] = {0, 0, 0, 0, 1, 1, 0, 1};
    static const unsigned hanging[] = {0, 0, 0, 1, 3, 9, 22, 68},
                          cut[] = {0, 0, 0, 0, 1, 3, 10, 34};
    zm_run_begin(&run);
    assert_int_equal(cram_crackers_list(7, 1, &run, try_cracker, &trying, counts, NULL), ZM_OK);
    for (unsigned i = 2; i <= 7; i++) {
        assert_int_equal(counts[i].minimal, one[i]);
        assert_int_equal(counts[i].crackers, hanging[i]);
    }
    assert_int_equal(trying.crackers, 17);
    assert_true(trying.refused > 20);
    memset(counts, 0, sizeof counts);
    assert_int_equal(cram_crackers_list(7, 2, &run, try_cracker, &trying, counts, NULL), ZM_OK);
    for (unsigned i = 2; i <= 7; i++) {
        assert_int_equal(counts[i].minimal, two[i]);
        assert_int_equal(counts[i].crackers, cut[i]);
    }
    assert_int_equal(trying.crackers, 20);
}

/* A random connected piece. */
static struct cram_piece random_piece(struct zm_random *random, unsigned count, unsigned terminals)
{
    struct cram_piece piece = {.count = count, .terminals = terminals};
    for (unsigned i = 1; i < count; i++)
        cram_piece_join(&piece, i, (unsigned)zm_random_below(random, i));
    for (unsigned more = (unsigned)zm_random_below(random, 4); more > 0; more--) {
        unsigned a = (unsigned)zm_random_below(random, count);
        unsigned b = (unsigned)zm_random_below(random, count);
        if (a != b)
            cram_piece_join(&piece, a, b);
    }
    return piece;
}

/* Two pieces that have nothing to do with each other, or one and some of its cells: whenever they
 * are said to be alike, no rest tells them apart; and mostly one does when they are not. */
static void test_what_is_alike_is_never_told_apart(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(12);
    int alike = 0, told = 0, missed = 0;
    for (int round = 0; round < test_rounds(2000); round++) {
        unsigned terminals = 1 + (unsigned)zm_random_below(&random, 3);
        unsigned count = terminals + (unsigned)zm_random_below(&random, 6), difference = 0;
        struct cram_piece a = random_piece(&random, count, terminals), b;
        if (round % 2 == 0)
            b = random_piece(&random, terminals + (unsigned)zm_random_below(&random, 5), terminals);
        else
            cram_piece_keep(
                &a, (uint32_t)zm_random_below(&random, 1u << count) | ((1u << terminals) - 1), &b);
        a.terminals = b.terminals = terminals > 2 ? 2 : terminals;
        if (cram_pieces_alike(&a, &b, &difference)) {
            assert_false(refuted(&a, &b, difference, &random, 12, 5));
            alike++;
        } else {
            bool found = refuted(&a, &b, difference, &random, 12, 5);
            told += found;
            missed += !found;
        }
    }
    assert_true(alike > test_rounds(100) && told > 10 * missed);
}

/* A row of three cannot be cut, nor a square between neighbours; a square between corners can. */
static void test_some_pieces_by_hand(void **state)
{
    (void)state;
    unsigned difference;
    struct cram_piece row = {.count = 3, .terminals = 2}, square = {.count = 4, .terminals = 2},
                      cut;
    cram_piece_join(&row, 0, 2);
    cram_piece_join(&row, 1, 2);
    assert_true(cram_piece_cut(&row, &cut));
    assert_false(cram_pieces_alike(&row, &cut, &difference));
    for (unsigned i = 2; i < 4; i++) {
        cram_piece_join(&square, 0, i);
        cram_piece_join(&square, 1, i);
    }
    assert_true(cram_piece_cut(&square, &cut));
    assert_true(cram_pieces_alike(&square, &cut, &difference));
    assert_int_equal(difference, 0);
    cram_piece_join(&square, 0, 1);
    assert_false(cram_piece_cut(&square, &cut));
    /* A square that hangs by a corner: a cell beside the corner, and a heap of one. */
    struct cram_piece hanging = {.count = 4, .terminals = 1};
    for (unsigned i = 0; i < 4; i++)
        cram_piece_join(&hanging, i, (i + 1) % 4);
    assert_int_equal(__builtin_popcount(cram_piece_spare(&hanging, &difference)), 2);
    assert_int_equal(difference, 1);
}

/* Components are worth what they are cracked into, by naive play on drawings; what they are cracked
 * into cannot be cracked. */
static void test_cracked_components(void **state)
{
    (void)state;
    static const char *const forms[] = {"board", "graph", "pruned", "ctf"};
    struct naive naive;
    struct zm_random random = zm_random_seeded(13);
    struct zm_buffer position = {0}, text = {0}, drawn = {0};
    struct zm_list components = {0}, sum = {0};
    naive_open(&naive, &zm_cram);
    for (int f = 0; f < 4; f++) {
        struct zm_instance game;
        int cracked = 0;
        open_form_with(&game, forms[f], "crackers", f % 2 == 0 ? "6" : "8");
        for (int round = 0; round < test_rounds(600); round++) {
            game.game->rules->random(game.state, &random, 17, &position);
            zm_list_clear(&components);
            game.game->sums->split(game.state, zm_buffer_bytes(&position), &components);
            unsigned whole = naive_nimber(&naive, zm_buffer_bytes(&position)), parts = 0;
            size_t count = components.count;
            zm_nimber_sum(&game, &components);
            cracked += components.count != count;
            for (size_t i = 0; i < components.count; i++) {
                zm_list_clear(&sum);
                assert_false(game.game->sums->crack(game.state, zm_list_at(&components, i), &sum));
                zm_buffer_clear(&text);
                zm_buffer_clear(&drawn);
                game.game->sums->print(game.state, zm_list_at(&components, i), &text);
                assert_int_equal(
                    game.game->rules->parse(game.state, zm_buffer_string(&text), &drawn, NULL),
                    ZM_OK);
                parts ^= naive_nimber(&naive, zm_buffer_bytes(&drawn));
            }
            assert_int_equal(whole, parts);
            if (round % 50 == 0)
                naive_forget(&naive);
        }
        assert_true(cracked > 0);
        zm_instance_close(&game);
    }
    zm_list_free(&sum);
    zm_list_free(&components);
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_buffer_free(&drawn);
    naive_close(&naive);
}

/* The same answers as without, in every form; misère play does not hear of crackers. */
static void test_searches(void **state)
{
    (void)state;
    static const char *const forms[] = {"board", "graph", "pruned", "ctf"};
    for (int f = 0; f < 4; f++)
        for (int search = 0; search < 2; search++) {
            char options[200];
            sprintf(options, "compute=nimber canon=%s crackers=%d search=%s", forms[f], 3 + f,
                    search == 0 ? "depth-first" : "dfpn");
            assert_int_equal(ask("cram", "4x5", options).answer.number, 2);
            assert_int_equal(ask("cram", "3x6", options).answer.number, 4);
            assert_int_equal(ask("cram", "00G/00G/G00/0G0", options).answer.number,
                             ask("cram", "00G/00G/G00/0G0", "compute=nimber").answer.number);
        }
    assert_int_equal(ask("cram", "5x6", "compute=nimber crackers=6").answer.number, 2);
    assert_int_equal(ask("cram", "5x5", "crackers=6 play=misere").answer.outcome, ZM_WIN);
    assert_int_equal(ask("cram", "4x4", "crackers=6 play=misere").answer.outcome, ZM_LOSS);
    struct asked with = ask("cram", "4x7", "compute=nimber search=depth-first crackers=8");
    struct asked without = ask("cram", "4x7", "compute=nimber search=depth-first");
    assert_int_equal(with.answer.number, without.answer.number);
    assert_true(with.nodes < without.nodes * 4 / 5);
}

static void make_certificate(const char *crackers, struct zm_certificate *certificate)
{
    struct zm_option options[] = {
        {"compute", "nimber"}, {"search", "dfpn"}, {"crackers", crackers}};
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_answer answer = {0};
    struct zm_run run;
    zm_run_begin(&run);
    assert_int_equal(
        zm_question_open(&question, "cram", "4x5", options, crackers == NULL ? 2 : 3, NULL, &error),
        ZM_OK);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_OK);
    assert_int_equal(zm_certify(&question, &run, &answer, certificate, &error), ZM_OK);
    assert_true(answer.verified);
    zm_answer_free(&answer);
    zm_question_close(&question);
}

/* A certificate with crackers verifies by the rules it names, and by no others. */
static void test_certificates(void **state)
{
    (void)state;
    struct zm_certificate plain, cracked;
    struct zm_error error = {0};
    make_certificate(NULL, &plain);
    make_certificate("6", &cracked);
    assert_true(cracked.entries.count < plain.entries.count);
    assert_int_equal(zm_verify(&cracked, NULL, &error), ZM_OK);
    struct zm_table entries = plain.entries;
    plain.entries = cracked.entries;
    assert_int_equal(zm_verify(&plain, NULL, &error), ZM_WRONG);
    plain.entries = entries;
    zm_certificate_free(&plain);
    zm_certificate_free(&cracked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crackers_hold),
        cmocka_unit_test(test_what_is_alike_is_never_told_apart),
        cmocka_unit_test(test_some_pieces_by_hand),
        cmocka_unit_test(test_cracked_components),
        cmocka_unit_test(test_searches),
        cmocka_unit_test(test_certificates),
    };
    return cmocka_run_group_tests_name("cram-crackers", tests, NULL, NULL);
}
