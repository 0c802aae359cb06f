/* Theoretical scores: the 43 games of the French federation's special issue on programming against
 * what was computed for them elsewhere, and the scores of an archive, computed in two runs. */
#include "engines/othello/analyse.h"
#include "engines/othello/rescore.h"
#include "engines/othello/weights.h"

#include "test.h"

#include <unistd.h>

static void open_solver(struct othello_solver *solver, struct othello_weights **weights)
{
    assert_int_equal(othello_weights_load(NULL, weights, NULL), ZM_OK);
    assert_true(othello_solver_open(solver, 8, 22, 0));
    solver->search.weights = *weights;
}

static int theory_of(struct othello_solver *solver, const char *moves, unsigned empty)
{
    struct othello_line line;
    struct zm_run run;
    struct zm_error error = {0};
    int black = 0;
    zm_run_begin(&run);
    if (othello_line_read(moves, &line, &error) != ZM_OK ||
        othello_theory(solver, &line, empty, &run, &black, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return 32 + black / 2;
}

/* The lines "- from f5: `...`" and "- perfect-play black score ... 22 empties: 31; 16 empties: 32"
 * of the restated document. */
static void test_games_of_the_document(void **unused)
{
    char path[1000], line[1000], moves[200] = "";
    unsigned late, early, games = 0;
    struct othello_solver solver;
    struct othello_weights *weights;
    (void)unused;
    snprintf(path, sizeof path, "%s/../shared/spec/othello-test-positions.md", getenv("ZM_SOURCE"));
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        print_message("no document at %s\n", path);
        skip();
    }
    open_solver(&solver, &weights);
    while (fgets(line, sizeof line, file) != NULL) {
        const char *scores = strstr(line, "22 empties: ");
        if (strncmp(line, "- from f5: `", 12) == 0)
            sscanf(line + 12, "%199[a-h1-8]", moves);
        if (scores == NULL || strncmp(line, "- perfect-play", 14) != 0)
            continue;
        assert_int_equal(sscanf(scores, "22 empties: %u; 16 empties: %u", &early, &late), 2);
        games++;
        if (test_sanitized() && games % 10 != 1)
            continue;
        assert_int_equal(theory_of(&solver, moves, 16), late);
        if (test_long())
            assert_int_equal(theory_of(&solver, moves, 22), early);
    }
    fclose(file);
    assert_int_equal(games, 43);
    othello_solver_close(&solver);
    free(weights);
}

/* G03 and G07, both drawn from 16 empty squares on, which is the depth of the file; it is wrong
 * about the second. */
static const char *const lines[] = {
    "f5d6c3d3c4f4c5b3c2e3d2c6b4a3b5e6a5a6a4b6f6e2g3d1f3c1f1f2f7e7e1g6e8g5g4h3h6h4h5h7b1d7c8g2h1g1"
    "h2g7b7f8d8c7h8g8b8a1a2b2a7a8",
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7f8e8c8b5e3f7a4a5a6b4a3f2e2e1g5g4d2b3g6d1a2b7h3h4h5b8c2g8g1c1"
    "f1h1b2a1a8a7h8g7b1g2h7h6g3h2",
};

static void make_file(struct zm_buffer *file)
{
    struct zm_wthor_header header = {
        .date = {20, 20, 1, 1}, .records = 3, .year = 1998, .depth = 16};
    zm_wthor_write_header(ZM_WTHOR_GAMES, &header, file);
    for (unsigned k = 0; k < 3; k++) {
        struct zm_wthor_game game = {.score = 32, .theory = k == 1 ? 31 : 32};
        for (size_t i = 0; i < (k == 2 ? 20 : strlen(lines[k]) / 2); i++) {
            const char *at = lines[k % 2] + 2 * i;
            game.moves[i] = zm_wthor_byte(8, (unsigned)((at[1] - '1') * 8 + at[0] - 'a'));
        }
        zm_wthor_write_game(&header, &game, file);
    }
}

static void test_archive(void **unused)
{
    char path[64], lock[80];
    struct zm_buffer file = {0}, report = {0};
    struct zm_archive *archive;
    struct zm_import *import;
    struct zm_filter filter;
    struct othello_rescored rescored;
    struct zm_run run;
    (void)unused;
    snprintf(path, sizeof path, "/tmp/zermelo-rescore-%ld", (long)getpid());
    snprintf(lock, sizeof lock, "%s-lock", path);
    make_file(&file);
    assert_int_equal(zm_archive_open(path, ZM_ARCHIVE_WRITE, &archive, NULL), ZM_OK);
    assert_int_equal(zm_import_begin(archive, NULL, &import, NULL), ZM_OK);
    assert_int_equal(zm_import_file(import, "a", zm_buffer_bytes(&file), &report, NULL), ZM_OK);
    assert_int_equal(zm_import_end(import, true, NULL), ZM_OK);
    zm_archive_close(archive);
    for (int again = 0; again <= 1; again++) {
        zm_run_begin(&run);
        run.threads = 2;
        assert_int_equal(zm_archive_open(path, ZM_ARCHIVE_UPDATE, &archive, NULL), ZM_OK);
        assert_int_equal(zm_filter_open(&filter, archive, &(struct zm_wanted){0}, NULL), ZM_OK);
        assert_int_equal(othello_rescore(archive, &filter, &run, &rescored, NULL), ZM_OK);
        assert_int_equal(rescored.computed, again ? 0 : 2);
        assert_int_equal(rescored.known, again ? 2 : 0);
        assert_int_equal(rescored.left_out, 1); /* the third has 20 moves */
        zm_filter_close(&filter);
        zm_archive_close(archive);
    }
    assert_int_equal(zm_archive_open(path, ZM_ARCHIVE_READ, &archive, NULL), ZM_OK);
    for (uint32_t game = 0; game < 3; game++) {
        const struct zm_summary *summary = zm_archive_summary(archive, game);
        assert_int_equal(summary->computed, game < 2 ? 0 : ZM_NO_MARGIN); /* both are drawn */
        assert_int_equal(summary->theory, game == 1 ? -4 : 0);
    }
    zm_archive_close(archive);
    remove(path);
    remove(lock);
    zm_buffer_free(&file);
    zm_buffer_free(&report);
}

static void test_lines(void **unused)
{
    struct othello_line line;
    struct zm_error error = {0};
    char name[8];
    int black = 0;
    (void)unused;
    assert_int_equal(othello_line_read(lines[0], &line, &error), ZM_OK);
    assert_true(othello_line_over(&line, &black));
    assert_int_equal(black, 0);
    assert_int_equal(othello_line_empty(&line, 0), 60);
    othello_line_name(line.move[1], name);
    assert_string_equal(name, "d6");
    assert_int_equal(othello_line_read("f5 d6 f5", &line, &error), ZM_BAD_INPUT);
    assert_string_equal(error.text, "move 3, 'f5', is not legal");
    assert_int_equal(othello_line_read("f5 pass", &line, &error), ZM_BAD_INPUT);
    assert_int_equal(othello_line_read("f", &line, &error), ZM_BAD_INPUT);
    assert_int_equal(othello_line_read("f5", &line, &error), ZM_OK);
    assert_false(othello_line_over(&line, &black));
}

/* Where positions are solved, a move changes the score by what it loses, and nothing else does. The
 * last mistake of G03 is White's 44th move: g2 instead of f8. */
static void test_analysis(void **unused)
{
    static struct othello_analysis analysis;
    struct othello_judge judge;
    struct zm_run run;
    struct zm_error error = {0};
    unsigned solved = test_sanitized() ? 14 : 17;
    (void)unused;
    zm_run_begin(&run);
    assert_int_equal(othello_judge_open(&judge, 4, solved, &run, &error), ZM_OK);
    assert_int_equal(othello_analyse(&judge, lines[0], &analysis, &error), ZM_OK);
    assert_int_equal(analysis.line.count, 61);
    for (unsigned i = 60 - solved; i < 60; i++) {
        int sign = analysis.line.turn[i] == 0 ? 1 : -1;
        assert_true(analysis.exact[i]);
        assert_int_equal(analysis.score[i + 1], analysis.score[i] - sign * analysis.loss[i]);
        assert_int_equal(analysis.loss[i], i == 43 ? 4 : 0);
    }
    assert_int_equal(analysis.score[60], 0);
    if (solved >= 17) {
        assert_int_equal(analysis.best[43], 7 * 8 + 5);
        assert_int_equal(analysis.score[43], -4);
    }
    assert_int_equal(othello_first_mistake(&analysis, 64), 61);
    assert_int_equal(othello_analyse(&judge, "f5x1", &analysis, &error), ZM_BAD_INPUT);
    othello_judge_close(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_games_of_the_document),
        cmocka_unit_test(test_archive),
        cmocka_unit_test(test_analysis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
