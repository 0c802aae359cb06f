/* Positions of archives: their statistics against a naive pass over all games, random ones and
 * those of the public base. */
#include "records/archive_query.h"

#include "base/file.h"
#include "games/othello/othello.h"
#include "tests/records/archive_lab.h"
#include "tests/test.h"

/* -- against a naive pass -- */

enum { MOST_GAMES = 400, MOST_PLIES = 130 };

struct naive_game {
    uint8_t positions[MOST_PLIES][OTHELLO_HEADER + 64];
    unsigned count;
    int margin;
};

static struct naive_game games[MOST_GAMES];

/* Plays random moves, most often one of the first two so that games share positions. */
static void play_random(struct zm_random *random, struct naive_game *game, struct zm_buffer *file)
{
    struct othello_board board;
    uint8_t squares[OTHELLO_SQUARES];
    unsigned discs[2];
    othello_start(&board, 8);
    for (game->count = 0;;) {
        struct zm_buffer position = {0};
        othello_write(&board, &position);
        memcpy(game->positions[game->count++], position.data, position.size);
        zm_buffer_free(&position);
        unsigned count = othello_legal(&board, squares);
        if (count == 0 && !othello_other_can_move(&board))
            break;
        uint8_t move = OTHELLO_PASS;
        if (count > 0)
            move = squares[zm_random_below(
                random, zm_random_below(random, 4) > 0 && count > 1 ? 2 : count)];
        if (move != OTHELLO_PASS) /* passes are left out */
            zm_buffer_format(file, "%c%u", 'a' + move % 8, move / 8 + 1);
        othello_play(&board, move);
    }
    zm_buffer_byte(file, '\n');
    board.turn = 0;
    othello_count(&board, discs);
    int empty = 64 - (int)discs[0] - (int)discs[1], more = (int)discs[0] - (int)discs[1];
    game->margin = 2 * (more > 0 ? more + empty : more < 0 ? more - empty : 0);
}

/* Is one board an image of the other, with the same side to move? All eight are tried. */
static bool alike(const uint8_t *a, const uint8_t *b)
{
    if (a[0] != b[0])
        return false;
    for (unsigned image = 0; image < 8; image++) {
        bool same = true;
        for (unsigned row = 0; same && row < 8; row++)
            for (unsigned column = 0; same && column < 8; column++) {
                unsigned r = image & 1 ? 7 - row : row, c = image & 2 ? 7 - column : column;
                unsigned from = image & 4 ? c * 8 + r : r * 8 + c;
                same = a[OTHELLO_HEADER + row * 8 + column] == b[OTHELLO_HEADER + from];
            }
        if (same)
            return true;
    }
    return false;
}

/* What all games say about a position, and how many go on with `next` (NULL: any). */
static void count_naively(unsigned count, const uint8_t *position, const uint8_t *next,
                          struct zm_game_tally *tally)
{
    *tally = (struct zm_game_tally){0};
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < games[i].count; k++) {
            if (!alike(games[i].positions[k], position) ||
                (next != NULL &&
                 (k + 1 == games[i].count || !alike(games[i].positions[k + 1], next))))
                continue;
            struct zm_summary summary = {.margin = (int16_t)games[i].margin,
                                         .theory = ZM_NO_MARGIN};
            summary.result = games[i].margin > 0   ? ZM_SHEET_FIRST
                             : games[i].margin < 0 ? ZM_SHEET_SECOND
                                                   : ZM_SHEET_DRAW;
            zm_game_tally_add(tally, &summary);
            break;
        }
}

static void compare_position(const struct zm_archive *archive, unsigned count,
                             const uint8_t *position)
{
    struct zm_buffer text = {0}, after = {0};
    struct zm_position_stats stats;
    struct zm_game_tally tally;
    uint32_t went_on = 0;
    othello_print(NULL, zm_bytes(position, OTHELLO_HEADER + 64), &text);
    assert_int_equal(zm_archive_position(archive, zm_buffer_string(&text), NULL, &stats, NULL),
                     ZM_OK);
    count_naively(count, position, NULL, &tally);
    assert_memory_equal(&stats.all, &tally, sizeof tally);
    for (size_t i = 0; i < stats.count; i++) {
        struct zm_bytes name = zm_list_at(&stats.names, stats.moves[i].name);
        struct othello_board board;
        othello_read(zm_bytes(position, OTHELLO_HEADER + 64), &board);
        othello_play(&board, name.size == 4
                                 ? OTHELLO_PASS
                                 : (uint8_t)((name.data[1] - '1') * 8 + name.data[0] - 'a'));
        othello_write(&board, &after);
        count_naively(count, position, after.data, &tally);
        assert_memory_equal(&stats.moves[i].tally, &tally, sizeof tally);
        assert_true(i == 0 || stats.moves[i - 1].tally.games >= tally.games);
        went_on += tally.games;
    }
    assert_int_equal(went_on + stats.ended, stats.all.games);
    zm_position_stats_free(&stats);
    zm_buffer_free(&text);
    zm_buffer_free(&after);
}

/* Games come in by several imports, so that the index has parts and takes some in. */
static void test_statistics(void **unused)
{
    struct zm_random random = zm_random_seeded(20);
    struct zm_run run;
    struct zm_buffer file = {0}, report = {0};
    unsigned count = test_sanitized() ? 60 : MOST_GAMES, added = 0;
    (void)unused;
    print_message("seed 20\n");
    lab_end(NULL);
    for (unsigned share = 0; added < count; share++) {
        unsigned end = added + 1 + (share * share) % 90;
        zm_buffer_clear(&file);
        for (end = end > count ? count : end; added < end; added++)
            play_random(&random, &games[added], &file);
        assert_int_equal(lab_import("some", zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
    }
    struct zm_archive *archive = lab_open();
    assert_int_equal(zm_archive_count(archive), count);
    compare_position(archive, count, games[0].positions[0]);
    for (int i = 0; i < test_rounds(120); i++) {
        const struct naive_game *game = &games[zm_random_below(&random, count)];
        uint64_t plies = i % 2 == 0 ? 12 : game->count;
        compare_position(archive, count, game->positions[zm_random_below(&random, plies)]);
    }
    zm_run_begin(&run);
    zm_buffer_clear(&report);
    assert_int_equal(zm_archive_check(archive, &run, &report, NULL), ZM_OK);
    assert_int_equal(report.size, 0);
    zm_archive_close(archive);
    zm_buffer_free(&file);
    zm_buffer_free(&report);
}

/* -- the public base -- */

static const char *const asked[] = {"", "f5d6c3d3c4", "f5f6e6f4e3c5c4", "f5d6c5f4e3c6d3f6e6d7",
                                    "f5d6c3d3c4f4c5b3c2e3d2c6b4"};
enum { ASKED = 5, DEEPEST = 20 };

/* What one file says about the positions, by a pass over its games on the plain board. */
static void pass_over(const struct zm_wthor *wthor, uint8_t positions[ASKED][OTHELLO_HEADER + 64],
                      struct zm_game_tally tallies[ASKED])
{
    for (size_t i = 0; i < wthor->count; i++) {
        struct zm_wthor_game game;
        struct othello_board board;
        struct zm_buffer position = {0};
        othello_start(&board, 8);
        zm_wthor_game(wthor, i, &game);
        struct zm_summary summary = {.margin = (int16_t)(2 * (2 * game.score - 64)),
                                     .theory = (int16_t)(2 * (2 * game.theory - 64))};
        summary.result = game.score > 32   ? ZM_SHEET_FIRST
                         : game.score < 32 ? ZM_SHEET_SECOND
                                           : ZM_SHEET_DRAW;
        for (unsigned k = 0; k <= DEEPEST; k++) {
            othello_write(&board, &position);
            for (unsigned q = 0; q < ASKED; q++)
                if (alike(position.data, positions[q]))
                    zm_game_tally_add(&tallies[q], &summary);
            if (game.moves[k] == 0)
                break;
            uint8_t square = (uint8_t)((game.moves[k] / 10 - 1) * 8 + game.moves[k] % 10 - 1);
            if (othello_turn_discs(&board, square, false) == 0)
                othello_play(&board, OTHELLO_PASS);
            othello_play(&board, square);
        }
        zm_buffer_free(&position);
    }
}

/* The statistics of five positions of all games (make test-long), or of those up to 1985. */
static void test_public_base(void **unused)
{
    uint8_t positions[ASKED][OTHELLO_HEADER + 64];
    struct zm_game_tally tallies[ASKED];
    struct zm_buffer file = {0}, report = {0}, start = {0};
    char name[1300];
    unsigned last = test_long() ? 2025 : 1985, files = 0;
    (void)unused;
    lab_end(NULL);
    memset(tallies, 0, sizeof tallies);
    for (unsigned q = 0; q < ASKED; q++) {
        assert_int_equal(othello_parse(NULL, q == 0 ? "start" : asked[q], &start, NULL), ZM_OK);
        memcpy(positions[q], start.data, start.size);
    }
    for (unsigned year = 1977; year <= last; year++) {
        struct zm_wthor wthor;
        zm_buffer_clear(&file);
        snprintf(name, sizeof name, "%s/../shared/data/wthor/WTH_%u.wtb", getenv("ZM_SOURCE"),
                 year);
        if (zm_file_read(name, ZM_FILE_PLAIN, ZM_FILE_HAND_MOST, NULL, &file, NULL) != ZM_OK)
            continue;
        assert_int_equal(zm_wthor_read(zm_buffer_bytes(&file), &wthor, NULL), ZM_OK);
        pass_over(&wthor, positions, tallies);
        assert_int_equal(lab_import(name, zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
        files++;
    }
    zm_buffer_free(&file);
    zm_buffer_free(&report);
    zm_buffer_free(&start);
    if (files == 0) {
        print_message("no public base\n");
        skip();
    }
    struct zm_archive *archive = lab_open();
    for (unsigned q = 0; q < ASKED; q++) {
        struct zm_position_stats stats;
        assert_int_equal(
            zm_archive_position(archive, q == 0 ? "start" : asked[q], NULL, &stats, NULL), ZM_OK);
        print_message("%s: %u games\n", q == 0 ? "start" : asked[q], stats.all.games);
        assert_memory_equal(&stats.all, &tallies[q], sizeof stats.all);
        zm_position_stats_free(&stats);
    }
    zm_archive_close(archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_public_base),
    };
    return cmocka_run_group_tests(tests, lab_begin, lab_end);
}
