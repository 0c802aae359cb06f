/* Certificates of every kind walked through by the public interface. What a tree says of its nodes is
 * held against the rules (boards of the same game) or against answers of the solver. */
#include "test.h"

#include "base/buffer.h"
#include "zermelo/zermelo.h"

#include <inttypes.h>
#include <stdlib.h>

static zermelo *session_on(const char *game, const char *const *options)
{
    char error[400] = "";
    zermelo *session = zermelo_open(game, options, error, sizeof error);
    if (session == NULL)
        fail_msg("%s: %s", game, error);
    return session;
}

/* The certificate of a position, to be freed. */
static char *proved(zermelo *session, const char *position, const char *compute)
{
    const char *text;
    if (zermelo_prove(session, position, compute, &text) != ZERMELO_OK)
        fail_msg("%s: %s", position, zermelo_error(session));
    char *copy = strdup(text);
    assert_non_null(copy);
    return copy;
}

static zermelo_tree *walked(zermelo *session, const char *certificate)
{
    zermelo_tree *tree = zermelo_tree_of_proof(session, certificate, 0);
    if (tree == NULL)
        fail_msg("%s", zermelo_error(session));
    return tree;
}

/* Node `index`, its texts copied. */
struct seen {
    char position[2000], outcome[8], why[120];
    size_t children;
};

static struct seen look(zermelo_tree *tree, size_t index)
{
    struct zermelo_node node;
    struct seen seen;
    assert_int_equal(zermelo_tree_node(tree, index, &node), ZERMELO_OK);
    snprintf(seen.position, sizeof seen.position, "%s", node.position);
    snprintf(seen.outcome, sizeof seen.outcome, "%s", node.outcome);
    snprintf(seen.why, sizeof seen.why, "%s", node.why);
    seen.children = node.children;
    assert_true(seen.why[0] != 0);
    return seen;
}

/* -- strategies -- */

/* Whose strategy is followed: the goal of the certificate is that player's. */
struct following {
    zermelo *session;
    zermelo_tree *tree;
    int player;       /* who has the strategy */
    int least;        /* 1: he wins; 0: he has a draw at least */
    bool by_margin;   /* he has the margin at least */
    double margin;    /* of player 0 over player 1, as claimed */
    char *done;       /* nodes that were seen */
    size_t positions; /* how many */
};

static void check_ending(const struct following *f, const struct zermelo_ending *ending)
{
    double margin = ending->points[0] - ending->points[1];
    if (f->by_margin)
        assert_true(f->player == 0 ? margin >= f->margin : margin <= f->margin);
    else
        assert_true(ending->winner == f->player || (f->least == 0 && ending->winner == -1));
}

/* Plays every line of a strategy on a board: the tree has all moves of the other, one of the
 * player's own, and what they lead to; and every line ends as it should. */
static void play_lines(struct following *f, zermelo_board *board, size_t index)
{
    struct seen node = look(f->tree, index);
    struct zermelo_ending ending;
    size_t moves = zermelo_board_moves(board);
    bool own = zermelo_board_turn(board) == f->player;
    if (f->done[index])
        return;
    f->done[index] = 1;
    f->positions++;
    zermelo_board_ending(board, &ending);
    if (f->least == 1)
        assert_string_equal(node.outcome, own ? "win" : "loss");
    if (ending.over) {
        assert_int_equal(node.children, 0);
        check_ending(f, &ending);
        return;
    }
    assert_int_equal(node.children, own ? 1 : moves);
    for (size_t i = 0; i < node.children; i++) {
        char move[100];
        snprintf(move, sizeof move, "%s", zermelo_tree_move(f->tree, index, i));
        if (zermelo_board_play(board, move) != ZERMELO_OK)
            fail_msg("%s at %s: %s", move, node.position, zermelo_error(f->session));
        size_t child = zermelo_tree_child(f->tree, index, i);
        assert_string_equal(look(f->tree, child).position, zermelo_board_text(board));
        play_lines(f, board, child);
        assert_int_equal(zermelo_board_undo(board), ZERMELO_OK);
    }
}

static void follow(zermelo *session, const char *position, const char *compute)
{
    char *certificate = proved(session, position, compute);
    zermelo_tree *tree = walked(session, certificate);
    zermelo_board *board = zermelo_board_open(session, position, NULL);
    const char *claim = strstr(zermelo_tree_claim(tree), "strategy ");
    assert_non_null(board);
    assert_non_null(claim);
    int mover = zermelo_board_turn(board);
    struct following f = {.session = session, .tree = tree, .player = mover, .least = 1};
    bool win = strstr(claim, "win") != NULL;
    f.done = calloc(zermelo_tree_size(tree), 1);
    assert_non_null(f.done);
    if (win || strstr(claim, "loss") != NULL) {
        f.player = win ? mover : 1 - mover;
        play_lines(&f, board, 0);
    } else {
        struct seen root = look(tree, 0);
        f.least = 0;
        f.positions = 1; /* the root */
        f.by_margin = sscanf(claim, "strategy margin %lf", &f.margin) == 1;
        f.margin = mover == 0 ? f.margin : -f.margin;
        assert_int_equal(root.children, 2);
        assert_string_equal(root.outcome, "");
        for (size_t i = 0; i < 2; i++) { /* first the strategy of the player to move */
            f.player = i == 0 ? mover : 1 - mover;
            assert_string_equal(zermelo_tree_move(tree, 0, i), "");
            play_lines(&f, board, zermelo_tree_child(tree, 0, i));
        }
    }
    assert_int_equal(f.positions, zermelo_tree_size(tree));
    free(f.done);
    zermelo_board_close(board);
    zermelo_tree_close(tree);
    free(certificate);
}

static void strategies(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"hex", "3x3", NULL},           {"domineering", "3x3 L", NULL},
        {"domineering", "2x4 R", NULL}, {"domineering", "3x4 R", NULL},
        {"othello", "4x4", NULL},       {"toads-and-frogs", "TT.FF. L", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        zermelo *session = session_on(rows[i][0], NULL);
        follow(session, rows[i][1], rows[i][2]);
        zermelo_close(session);
    }
}

/* Heaps of 1 or 2 to take; who takes the last of an odd heap wins, an even one is drawn: a game of
 * the caller's own, with draws. Once it is told to, it stops the session at a position. */
struct taking {
    zermelo *session;
    bool stops;
};

static int taking_moves(void *context, const char *position, int side, zermelo_sink *sink)
{
    struct taking *taking = context;
    int heap = atoi(position);
    const char *slash = strchr(position, '/');
    (void)side;
    if (taking->stops && heap < 3)
        zermelo_stop(taking->session);
    for (int taken = 1; taken <= 2 && taken <= heap; taken++) {
        char name[20], next[40];
        snprintf(name, sizeof name, "%d", taken);
        snprintf(next, sizeof next, "%d%s", heap - taken, slash == NULL ? "" : slash);
        if (zermelo_add_move(sink, name, next) != 0)
            return 1;
    }
    return 0;
}

static int taking_ending(void *context, const char *position)
{
    (void)context;
    return strcmp(position, "0/odd") == 0 ? 2 : strcmp(position, "0/even") == 0 ? 3 : 0;
}

static void games_of_ones_own(void **state)
{
    (void)state;
    char error[400];
    struct taking taking = {0};
    const struct zermelo_callbacks calls = {.size = sizeof calls,
                                            .name = "taking",
                                            .start = "7/odd",
                                            .kind = ZERMELO_LOOPY,
                                            .context = &taking,
                                            .moves = taking_moves,
                                            .ending = taking_ending};
    zermelo_made *made = zermelo_game_new(&calls, error, sizeof error);
    zermelo *session = zermelo_open_made(made, NULL, error, sizeof error);
    if (session == NULL)
        fail_msg("%s", error);
    follow(session, "7/odd", "distance");
    follow(session, "6/odd", "distance");
    follow(session, "5/even", "distance");
    char *certificate = proved(session, "8/even", "distance");
    taking = (struct taking){session, true};
    assert_null(zermelo_tree_of_proof(session, certificate, 0));
    assert_non_null(strstr(zermelo_error(session), "stopped"));
    taking.stops = false;
    zermelo_tree_close(walked(session, certificate));
    free(certificate);
    zermelo_close(session);
    zermelo_game_free(made);
}

/* -- scores -- */

/* Is every contract won exactly where the solver's score says so? */
static void check_contracts(zermelo *session, zermelo_tree *tree)
{
    for (size_t i = 1; i < zermelo_tree_size(tree); i++) {
        struct seen node = look(tree, i);
        struct zermelo_answer answer = {0};
        int points = 0, used = 0;
        assert_int_equal(sscanf(node.position, "%d - %n", &points, &used), 1);
        bool nothing = strcmp(node.position + used, "nothing") == 0;
        if (!nothing && zermelo_solve(session, node.position + used, "score", &answer) != 0)
            fail_msg("%s: %s", node.position, zermelo_error(session));
        if ((points <= answer.number) != (strcmp(node.outcome, "win") == 0))
            fail_msg("%s is no %s: the score is %lld", node.position, node.outcome, answer.number);
        bool easier = strncmp(node.why, "fewer", 5) == 0;
        for (size_t j = 0; j < node.children; j++) {
            struct seen child = look(tree, zermelo_tree_child(tree, i, j));
            assert_string_equal(child.outcome,
                                (strcmp(node.outcome, "win") == 0) != easier ? "loss" : "win");
        }
        assert_true(strcmp(node.outcome, "loss") == 0 || node.children <= 1);
    }
}

static void scores(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"2x2", "score"},
                                          {"2x3", "score"},
                                          {"2x2", "outcome"},
                                          {"swedish:2x3", "score"},
                                          {"icelandic:2x2", "score"}};
    zermelo *session = session_on("dots", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *certificate = proved(session, rows[i][0], rows[i][1]);
        zermelo_tree *tree = walked(session, certificate);
        struct seen root = look(tree, 0);
        assert_string_equal(root.position, rows[i][0]);
        assert_true(root.children >= 1 && zermelo_tree_size(tree) > 3);
        check_contracts(session, tree);
        zermelo_tree_close(tree);
        free(certificate);
    }
    zermelo_close(session);
}

/* A position is solved and its proof opened at once. */
static void scores_at_once(void **state)
{
    (void)state;
    zermelo *session = session_on("dots", NULL);
    zermelo_tree *tree = zermelo_tree_open(session, "2x2", NULL, 0, 0);
    if (tree == NULL)
        fail_msg("%s", zermelo_error(session));
    assert_string_equal(zermelo_tree_claim(tree), "dots 2x2, normal play: score 3");
    check_contracts(session, tree);
    zermelo_tree_close(tree);
    tree = zermelo_tree_open(session, "2x2", NULL, 1, 0);
    assert_int_equal(zermelo_tree_size(tree), 3);
    assert_string_equal(look(tree, 1).why, "what follows is not in the tree");
    zermelo_tree_close(tree);
    assert_null(zermelo_tree_open(session, "2x2", "game", 0, 0));
    zermelo_close(session);
}

/* A certificate with one more entry; its count and its checksum are right. */
static void add_entry(const char *certificate, const char *position, int bound,
                      struct zm_buffer *text)
{
    struct zm_buffer lines = {0};
    unsigned entries = 0;
    const char *count = strstr(certificate, "\nentries "), *end = strstr(certificate, "\n\n");
    assert_true(count != NULL && end != NULL && sscanf(count, "\nentries %u", &entries) == 1);
    zm_buffer_format(&lines, "%s %d\n%s", position, bound, end + 2);
    struct zm_hash128 checksum = zm_bytes_hash128(zm_buffer_bytes(&lines));
    zm_buffer_clear(text);
    zm_buffer_format(text, "%.*s\nentries %u\nchecksum %016" PRIx64 "%016" PRIx64 "\n\n%s",
                     (int)(count - certificate), certificate, entries + 1, checksum.high,
                     checksum.low, zm_buffer_string(&lines));
    assert_false(text->failed || lines.failed);
    zm_buffer_free(&lines);
}

/* An entry that is false, and that the proof does not lean on, is no part of the tree: what can be
 * walked through is what was checked. */
static void false_entries(void **state)
{
    (void)state;
    zermelo *session = session_on("dots", NULL);
    char *certificate = proved(session, "2x2", "score");
    zermelo_tree *whole = walked(session, certificate);
    struct zm_buffer text = {0};
    size_t accepted = 0, refused = 0;
    for (size_t i = 1; i < zermelo_tree_size(whole); i += 3) {
        struct seen node = look(whole, i);
        int points = 0, used = 0;
        assert_int_equal(sscanf(node.position, "%d - %n", &points, &used), 1);
        if (strcmp(node.outcome, "win") != 0 || points < 1)
            continue;
        add_entry(certificate, node.position + used, points - 1, &text);
        bool holds = zermelo_verify(session, zm_buffer_string(&text), NULL) == ZERMELO_OK;
        zermelo_tree *tree = zermelo_tree_of_proof(session, zm_buffer_string(&text), 0);
        if (holds != (tree != NULL))
            fail_msg("%s: %s", node.position, zermelo_error(session));
        if (tree != NULL)
            check_contracts(session, tree);
        zermelo_tree_close(tree);
        *(holds ? &accepted : &refused) += 1;
    }
    assert_true(accepted > 0 && refused > 0);
    zermelo_tree_close(whole);
    zm_buffer_free(&text);
    free(certificate);
    zermelo_close(session);
}

/* -- misère play with reduced trees -- */

/* Lost nodes have won children, won ones one lost child, by the rules of misère play; and nodes
 * without trees in them are what the solver says. */
static void check_misere(zermelo *session, zermelo_tree *tree, size_t *solved, size_t *trees)
{
    for (size_t i = 0; i < zermelo_tree_size(tree); i++) {
        struct seen node = look(tree, i);
        bool lost = strcmp(node.outcome, "loss") == 0;
        bool cases = strncmp(node.why, "it stands", 9) == 0;
        bool leaf = strncmp(node.why, "theory", 6) == 0 || strncmp(node.why, "there is", 8) == 0;
        struct zermelo_answer answer;
        assert_true(lost || strcmp(node.outcome, "win") == 0);
        assert_true(leaf ? node.children == 0 : node.children > 0);
        assert_true(lost || cases || node.children <= 1);
        for (size_t j = 0; j < node.children; j++) {
            struct seen child = look(tree, zermelo_tree_child(tree, i, j));
            assert_string_equal(child.outcome, lost != cases ? "win" : "loss");
        }
        *trees += strchr(node.position, '[') != NULL;
        if (strpbrk(node.position, "[+@") != NULL)
            continue;
        if (zermelo_solve(session, node.position, "outcome", &answer) != ZERMELO_OK)
            fail_msg("%s: %s", node.position, zermelo_error(session));
        assert_string_equal(answer.outcome, node.outcome);
        ++*solved;
    }
}

static void misere_play(void **state)
{
    (void)state;
    static const char *const rows[][4] = {{"cram", "4x4", "outcome", "canon=board"},
                                          {"cram", "4x5", "outcome", "rct-size=8"},
                                          {"cram", "5x5", "grundy", "canon=board"},
                                          {"sprouts", "5", "outcome", "canon=exact"},
                                          {"sprouts", "0*3@all", "outcome", "canon=exact"},
                                          {"octal", "0.77:12", "outcome", "rct-size=8"},
                                          {"node-kayles", "path:9", "outcome", "rct-size=6"}};
    size_t solved = 0, trees = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *options[] = {"play=misere", rows[i][3], NULL};
        zermelo *session = session_on(rows[i][0], options);
        char *certificate = proved(session, rows[i][1], rows[i][2]);
        zermelo_tree *tree = walked(session, certificate);
        check_misere(session, tree, &solved, &trees);
        zermelo_tree_close(tree);
        free(certificate);
        zermelo_close(session);
    }
    assert_true(solved > 30 && trees > 100);
}

/* -- positions that stand for several, and loony ones -- */

static void several_positions(void **state)
{
    (void)state;
    zermelo *session = session_on("sprouts", NULL);
    char *certificate = proved(session, "0*2@all", "nimber");
    zermelo_tree *tree = walked(session, certificate);
    struct seen root = look(tree, 0);
    assert_string_equal(root.position, "0*2@all");
    assert_string_equal(root.outcome, strstr(certificate, "nimber 0") != NULL ? "loss" : "win");
    assert_true(root.children > 1);
    for (size_t i = 0; i < root.children; i++)
        assert_string_equal(look(tree, zermelo_tree_child(tree, 0, i)).outcome, "loss");
    zermelo_tree_close(tree);
    free(certificate);
    zermelo_close(session);
    session = session_on("nimstring", NULL);
    certificate = proved(session, "BLC*E", NULL);
    tree = walked(session, certificate);
    assert_int_equal(zermelo_tree_size(tree), 1);
    root = look(tree, 0);
    assert_string_equal(root.outcome, "win");
    assert_non_null(strstr(root.why, "loony"));
    zermelo_tree_close(tree);
    free(certificate);
    zermelo_close(session);
}

/* -- what is refused -- */

static void wrong_certificates(void **state)
{
    (void)state;
    static const char *const rows[][5] = {
        /* game, position, option, what is changed, into what */
        {"hex", "3x3", "play=normal", "strategy win", "strategy loss"},
        {"othello", "4x4", "play=normal", "strategy margin -", "strategy margin "},
        {"dots", "2x2", "play=normal", "score 3", "score 2"},
        {"cram", "4x4", "play=misere", "claim loss", "claim win"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *options[] = {rows[i][2], NULL};
        zermelo *session = session_on(rows[i][0], options);
        char *certificate = proved(session, rows[i][1], NULL);
        zermelo_tree *tree = walked(session, certificate);
        size_t size = zermelo_tree_size(tree);
        zermelo_tree_close(tree);
        assert_null(zermelo_tree_of_proof(session, certificate, size - 1));
        assert_non_null(strstr(zermelo_error(session), "more than"));
        char *at = strstr(certificate, rows[i][3]), changed[100000];
        assert_non_null(at);
        assert_true(strlen(certificate) + 20 < sizeof changed);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - certificate), certificate,
                 rows[i][4], at + strlen(rows[i][3]));
        assert_null(zermelo_tree_of_proof(session, changed, 0));
        assert_true(strlen(zermelo_error(session)) > 0);
        certificate[strlen(certificate) - 2] ^= 1; /* the checksum tells */
        assert_null(zermelo_tree_of_proof(session, certificate, 0));
        free(certificate);
        zermelo_close(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strategies),
        cmocka_unit_test(games_of_ones_own),
        cmocka_unit_test(scores),
        cmocka_unit_test(scores_at_once),
        cmocka_unit_test(false_entries),
        cmocka_unit_test(misere_play),
        cmocka_unit_test(several_positions),
        cmocka_unit_test(wrong_certificates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
