/* Archives: every format comes in, what does not is named; statistics of positions against a naive
 * pass over all games; later files replace earlier ones; what is no archive is refused. */
#include "records/archive_table.h"

#include "base/file.h"
#include "games/othello/othello.h"
#include "records/replay.h"
#include "tests/test.h"

#include <lmdb.h>
#include <unistd.h>

static char path[64];

static int make_path(void **unused)
{
    (void)unused;
    snprintf(path, sizeof path, "/tmp/zermelo-archive-%ld", (long)getpid());
    return 0;
}

static int remove_path(void **unused)
{
    char lock[80];
    (void)unused;
    snprintf(lock, sizeof lock, "%s-lock", path);
    remove(path);
    remove(lock);
    return 0;
}

/* Imports one file; sets `report`. Returns the status, with the error. */
static enum zm_status try_import(const char *name, struct zm_bytes file, const char *game,
                                 struct zm_buffer *report, struct zm_error *error)
{
    struct zm_archive *archive;
    struct zm_import *import;
    zm_buffer_clear(report);
    enum zm_status status = zm_archive_open(path, ZM_ARCHIVE_WRITE, &archive, error);
    if (status != ZM_OK)
        return status;
    const struct zm_game *wanted = game == NULL ? NULL : zm_game_find(game, error);
    status = zm_import_begin(archive, wanted, &import, error);
    if (status == ZM_OK) {
        status = zm_import_file(import, name, file, report, error);
        enum zm_status ended = zm_import_end(import, status == ZM_OK, error);
        status = status == ZM_OK ? ended : status;
    }
    zm_archive_close(archive);
    return status;
}

static void expect_import(const char *text, const char *game, const char *said)
{
    struct zm_buffer report = {0};
    struct zm_error error = {0};
    struct zm_buffer file = {0};
    zm_buffer_text(&file, text);
    if (try_import("file", zm_buffer_bytes(&file), game, &report, &error) != ZM_OK)
        fail_msg("%s", error.text);
    if (strstr(zm_buffer_string(&report), said) == NULL)
        fail_msg("'%s' is not in '%s'", said, zm_buffer_string(&report));
    zm_buffer_free(&report);
    zm_buffer_free(&file);
}

static void expect_refused(const char *text, size_t size, const char *game, const char *said)
{
    struct zm_buffer report = {0}, file = {0};
    struct zm_error error = {0};
    zm_buffer_add(&file, text, size);
    assert_int_equal(try_import("file", zm_buffer_bytes(&file), game, &report, &error),
                     ZM_BAD_INPUT);
    if (strstr(error.text, said) == NULL)
        fail_msg("'%s' is not in '%s'", said, error.text);
    zm_buffer_free(&report);
    zm_buffer_free(&file);
}

static struct zm_archive *open_archive(void)
{
    struct zm_archive *archive;
    struct zm_error error = {0};
    if (zm_archive_open(path, ZM_ARCHIVE_READ, &archive, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return archive;
}

static const char ggf[] =
    "(;GM[Othello]PC[GGS/os]DT[2003-12-15 13:24:03 MST]PB[one]PW[two]RE[+6.00]TI[5:00]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[F5//1.2]W[d6]B[C3/2.0];)\n"
    "(;GM[Othello]PB[three]PW[four]RE[?]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[a1];)\n"
    "(;GM[Othello]PB[five]PW[six]RE[0]";

static void test_formats(void **unused)
{
    struct zm_sheet sheet = {0};
    (void)unused;
    remove_path(NULL);
    expect_import(
        "f5d6c3\n# no game\n\nf5f6\nF5 d6 C3 d3\na1b2\n", NULL,
        "file: 3 games came in, 1 did not\n  game 4: move 1, 'a1', is not legal for Black");
    expect_import(ggf, NULL, "1 games came in, 2 did not\n  game 2: move 1, 'a1'");
    expect_import("# zermelo game\ngame othello\nrules count=winner\nplay normal\nstart 8x8\nf5\n"
                  "d6\n# zermelo game\ngame othello\nplay misere\nstart 8x8\n",
                  NULL, "1 games came in, 1 did not\n  game 2: games in misere play");
    expect_import("# zermelo game\ngame othello\nplay normal\nstart 6x6\nc2\n", NULL,
                  "1 games came in");
    expect_refused("", 0, NULL, "this file is empty");
    expect_refused("f5d6\0", 5, NULL, "this is no WTHOR file");
    expect_refused("#\n", 2, NULL, "no game in this file");
    expect_refused("\x14\x1a", 2, NULL, "the header alone has 16");
    expect_refused("(;GM[1]SZ[9];B[ee])", 19, NULL, "has games of othello, and this is one of go");
    expect_refused("(;GM[1]SZ[9];B[ee])", 19, "othello", "has games of go, not of othello");
    expect_refused("f5d6c3\n# no game\n\nf5f6\nF5 d6 C3 d3\na1b2\n", 40, NULL,
                   "it was imported before, as file");
    struct zm_archive *archive = open_archive();
    assert_int_equal(zm_archive_count(archive), 6);
    assert_int_equal(zm_archive_sheet(archive, 3, &sheet, NULL, NULL), ZM_OK);
    assert_string_equal(zm_buffer_string(&sheet.moves), "f5 d6 c3");
    assert_string_equal(zm_buffer_string(&sheet.players[1]), "two");
    assert_string_equal(zm_buffer_string(&sheet.event), "GGS/os");
    assert_int_equal(sheet.year, 2003);
    assert_int_equal(sheet.margin, 12);
    zm_sheet_free(&sheet);
    zm_archive_close(archive);
}

static void test_other_games(void **unused)
{
    (void)unused;
    remove_path(NULL);
    expect_import("(;GM[1]FF[4]SZ[9]PB[a]PW[b]EV[cup]DT[2016-03-09]RE[W+R];B[ee];W[gc](;B[cg])(;B["
                  "aa]))(;GM[1]SZ[9];B[ee];W[ee])(;GM[1]SZ[9];B[gc];W[ee])",
                  NULL, "2 games came in, 1 did not\n  game 2: SGF: move 2");
    expect_import("9x9 e5 g7\n", "go", "1 games came in");
    struct zm_archive *archive = open_archive();
    struct zm_position_stats stats;
    assert_int_equal(zm_archive_position(archive, "9x9 e5", NULL, &stats, NULL), ZM_OK);
    assert_int_equal(stats.all.games, 2);
    assert_int_equal(stats.count, 1); /* g7 and its images */
    assert_int_equal(stats.all.real[ZM_SHEET_SECOND], 1);
    zm_position_stats_free(&stats);
    zm_archive_close(archive);
    remove_path(NULL);
    expect_import("5T 3,4V4 3,5V1\n", "morpion", "1 games came in");
    expect_refused("5\n", 2, "tapatan", "has games of morpion, and this is one of tapatan");
    remove_path(NULL);
    expect_import("5 1 9\n5 5\n", "tapatan", "1 games came in, 1 did not");
}

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
    remove_path(NULL);
    for (unsigned share = 0; added < count; share++) {
        unsigned end = added + 1 + (share * share) % 90;
        zm_buffer_clear(&file);
        for (end = end > count ? count : end; added < end; added++)
            play_random(&random, &games[added], &file);
        assert_int_equal(try_import("some", zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
    }
    struct zm_archive *archive = open_archive();
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

/* -- filters -- */

static unsigned count_games(const struct zm_archive *archive, struct zm_wanted wanted)
{
    struct zm_filter filter;
    struct zm_error error = {0};
    unsigned found = 0;
    if (zm_filter_open(&filter, archive, &wanted, &error) != ZM_OK)
        fail_msg("%s", error.text);
    for (uint32_t game = 0; game < zm_archive_count(archive); game++)
        found += zm_filter_takes(&filter, game);
    zm_filter_close(&filter);
    return found;
}

static void test_filters(void **unused)
{
    (void)unused;
    remove_path(NULL);
    expect_import("d3e3\nf5d6c3\nf5f6\nc4e3f6\n", NULL, "4 games came in"); /* d3e3 is f5f4 */
    expect_import(ggf, NULL, "1 games came in");
    struct zm_archive *archive = open_archive();
    assert_int_equal(count_games(archive, (struct zm_wanted){0}), 5);
    assert_int_equal(count_games(archive, (struct zm_wanted){.player = "ONE"}), 1);
    assert_int_equal(count_games(archive, (struct zm_wanted){.first = "two"}), 0);
    assert_int_equal(count_games(archive, (struct zm_wanted){.second = "two"}), 1);
    assert_int_equal(count_games(archive, (struct zm_wanted){.event = "ggs"}), 1);
    assert_int_equal(count_games(archive, (struct zm_wanted){.from = 2003, .to = 2003}), 1);
    assert_int_equal(count_games(archive, (struct zm_wanted){.from = 2004}), 0);
    assert_int_equal(count_games(archive, (struct zm_wanted){.result = ZM_SHEET_FIRST}), 1);
    assert_int_equal(count_games(archive, (struct zm_wanted){.moves = "f5d6"}), 3);
    assert_int_equal(count_games(archive, (struct zm_wanted){.moves = "c4e3"}), 3);
    assert_int_equal(count_games(archive, (struct zm_wanted){.moves = "f5f4"}), 1);
    assert_int_equal(count_games(archive, (struct zm_wanted){.moves = "f5"}), 5);
    assert_int_equal(count_games(archive, (struct zm_wanted){.position = "f5d6"}), 3);
    assert_int_equal(count_games(archive, (struct zm_wanted){.position = "f5d6", .player = "one"}),
                     1);
    struct zm_filter filter;
    struct zm_error error = {0};
    assert_int_equal(zm_filter_open(&filter, archive, &(struct zm_wanted){.moves = "f5a1"}, &error),
                     ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "move 2, 'a1', is not legal"));
    zm_archive_close(archive);
}

static void add_group(void *context, const uint32_t *numbers, size_t count)
{
    unsigned *sum = context;
    for (size_t i = 0; i < count; i++)
        *sum = *sum * 10 + numbers[i];
}

static void test_duplicates(void **unused)
{
    unsigned sum = 0;
    (void)unused;
    remove_path(NULL);
    expect_import("f5d6c3\nf5f6\nc4e3f6\nf5d6\n", NULL, "4 games came in");
    struct zm_archive *archive = open_archive();
    assert_int_equal(zm_archive_duplicates(archive, add_group, &sum, NULL), ZM_OK);
    assert_int_equal(sum, 2); /* games 0 and 2 */
    zm_archive_close(archive);
}

/* -- files of one year -- */

static void make_year(unsigned day, unsigned count, struct zm_buffer *file)
{
    struct zm_wthor_header header = {
        .date = {20, 20, 1, (uint8_t)day}, .records = count, .year = 1990, .depth = 24};
    zm_buffer_clear(file);
    zm_wthor_write_header(ZM_WTHOR_GAMES, &header, file);
    for (unsigned i = 0; i < count; i++) {
        struct zm_wthor_game game = {.players = {1, (uint16_t)(2 + i)}, .score = 33, .theory = 32};
        game.moves[0] = 56;
        game.moves[1] = i == 1 ? 11 : 64; /* the second is not legal */
        zm_wthor_write_game(&header, &game, file);
    }
}

static void test_years(void **unused)
{
    struct zm_buffer file = {0}, report = {0};
    struct zm_error error = {0};
    (void)unused;
    remove_path(NULL);
    make_year(5, 3, &file);
    assert_int_equal(try_import("a.wtb", zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
    assert_string_equal(zm_buffer_string(&report),
                        "a.wtb: 2 games came in, 1 did not\n"
                        "  game 2: move 2, 'a1', is not legal for White\n");
    make_year(5, 1, &file);
    assert_int_equal(try_import("b.wtb", zm_buffer_bytes(&file), NULL, &report, &error),
                     ZM_BAD_INPUT);
    assert_string_equal(error.text, "b.wtb: the archive has the games of 1990 by a.wtb of "
                                    "2020-01-05, and this file, of 2020-01-05, is not later");
    make_year(6, 5, &file);
    assert_int_equal(try_import("c.wtb", zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
    assert_non_null(strstr(zm_buffer_string(&report), "replaces a.wtb of 2020-01-05"));
    struct zm_archive *archive = open_archive();
    struct zm_position_stats stats;
    assert_int_equal(zm_archive_count(archive), 6);
    assert_int_equal(count_games(archive, (struct zm_wanted){0}), 4);
    assert_int_equal(zm_archive_position(archive, "f5", NULL, &stats, NULL), ZM_OK);
    assert_int_equal(stats.all.games, 4);
    assert_int_equal(stats.all.theory[ZM_SHEET_DRAW], 4);
    assert_int_equal(stats.all.margin, 4 * 4);
    assert_string_equal(zm_archive_name(archive, ZM_NAME_PLAYER, 0), "player 1");
    zm_position_stats_free(&stats);
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
    remove_path(NULL);
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
        assert_int_equal(try_import(name, zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
        files++;
    }
    zm_buffer_free(&file);
    zm_buffer_free(&report);
    zm_buffer_free(&start);
    if (files == 0) {
        print_message("no public base\n");
        skip();
    }
    struct zm_archive *archive = open_archive();
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

/* -- damaged files -- */

static enum zm_status replay_it(void *context, const struct zm_game *game,
                                const struct zm_sheet *sheet, size_t number,
                                const struct zm_error *bad, struct zm_error *error)
{
    struct zm_replay replay;
    unsigned *good = context;
    (void)number;
    (void)error;
    if (bad != NULL)
        return ZM_OK;
    zm_replay_open(&replay, game);
    *good += zm_replay_sheet(&replay, sheet, NULL) == ZM_OK;
    zm_replay_close(&replay);
    return ZM_OK;
}

/* Files with bytes changed, added and cut off: some games are still good, nothing breaks. */
static void test_damage(void **unused)
{
    static const char *const files[] = {
        ggf, "f5d6c3\nf5f6\nF5 d6 C3 d3\n",
        "# zermelo game\ngame othello\nrules count=winner\nplay normal\nstart 8x8\nf5\nd6\n",
        "(;GM[1]SZ[9]PB[a]RE[W+R];B[ee];W[gc](;B[cg])(;B[aa]))(;GM[1]SZ[5]AB[cc];W[bb])"};
    struct zm_random random = zm_random_seeded(99);
    struct zm_buffer year = {0}, file = {0};
    unsigned good = 0;
    (void)unused;
    print_message("seed 99\n");
    make_year(5, 3, &year);
    for (int i = 0; i < test_rounds(20000); i++) {
        unsigned which = (unsigned)zm_random_below(&random, 5);
        if (which < 4) {
            zm_buffer_clear(&file);
            zm_buffer_text(&file, files[which]);
        } else {
            zm_buffer_set(&file, zm_buffer_bytes(&year));
        }
        for (uint64_t changes = zm_random_below(&random, 4); changes > 0; changes--)
            file.data[zm_random_below(&random, file.size)] =
                (uint8_t)(zm_random_below(&random, 2) == 0 ? zm_random_below(&random, 256)
                                                           : 32 + zm_random_below(&random, 95));
        if (zm_random_below(&random, 4) == 0) {
            file.size = zm_random_below(&random, file.size);
            file.data[file.size] = 0;
        }
        struct zm_source source = {
            .bytes = zm_buffer_bytes(&file), .take = replay_it, .context = &good};
        zm_source_read(&source, NULL);
    }
    assert_true(good > 1000 / (test_sanitized() ? 10 : 1));
    zm_buffer_free(&year);
    zm_buffer_free(&file);
}

/* -- tables -- */

/* A beats B and C, B and C draw, and C beats B once more. */
static void test_table(void **unused)
{
    static const struct {
        uint16_t black, white;
        uint8_t score;
    } played[] = {{1, 2, 40}, {3, 1, 20}, {2, 3, 32}, {3, 2, 33}};
    struct zm_wthor_header header = {
        .date = {20, 20, 1, 1}, .records = 4, .year = 1990, .depth = 24};
    struct zm_buffer file = {0}, report = {0};
    struct zm_tournament table;
    struct zm_filter filter;
    (void)unused;
    remove_path(NULL);
    zm_wthor_write_header(ZM_WTHOR_GAMES, &header, &file);
    for (size_t i = 0; i < 4; i++) {
        struct zm_wthor_game game = {.players = {played[i].black, played[i].white},
                                     .score = played[i].score};
        game.moves[0] = 56;
        zm_wthor_write_game(&header, &game, &file);
    }
    assert_int_equal(try_import("t.wtb", zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
    struct zm_archive *archive = open_archive();
    assert_int_equal(zm_filter_open(&filter, archive, &(struct zm_wanted){0}, NULL), ZM_OK);
    assert_int_equal(zm_tournament_make(archive, &filter, &table, NULL), ZM_OK);
    static const char *const order[] = {"player 1", "player 3", "player 2"};
    static const struct zm_table_row rows[] = {
        {.games = 2, .half_points = 4, .margin = 80, .buchholz = 1 + 3, .berger = 2 * 1 + 2 * 3},
        {.games = 3, .half_points = 3, .margin = -44, .buchholz = 4 + 1 + 1, .berger = 3 * 1},
        {.games = 3, .half_points = 1, .margin = -36, .buchholz = 4 + 3 + 3, .berger = 1 * 3}};
    assert_int_equal(table.count, 3);
    assert_int_equal(table.games, 4);
    for (size_t i = 0; i < 3; i++) {
        struct zm_table_row row = table.rows[i];
        assert_string_equal(zm_archive_name(archive, ZM_NAME_PLAYER, row.player), order[i]);
        assert_int_equal(row.games, rows[i].games);
        assert_int_equal(row.half_points, rows[i].half_points);
        assert_int_equal(row.margin, rows[i].margin);
        assert_int_equal(row.buchholz, rows[i].buchholz);
        assert_int_equal(row.berger, rows[i].berger);
    }
    assert_int_equal(table.taken[1 * 3 + 2], 3);
    assert_int_equal(table.met[1 * 3 + 2], 2);
    zm_tournament_free(&table);
    zm_filter_close(&filter);
    zm_archive_close(archive);
    zm_buffer_free(&file);
    zm_buffer_free(&report);
}

/* -- what is no archive -- */

static void expect_no_archive(enum zm_archive_mode mode, const char *said)
{
    struct zm_archive *archive;
    struct zm_error error = {0};
    enum zm_status status = zm_archive_open(path, mode, &archive, &error);
    assert_true(status == ZM_BAD_INPUT || status == ZM_WRONG);
    if (strstr(error.text, said) == NULL)
        fail_msg("'%s' is not in '%s'", said, error.text);
}

static void test_no_archive(void **unused)
{
    MDB_env *environment;
    MDB_txn *transaction;
    MDB_dbi about;
    MDB_val name = {6, "format"}, text = {2, "99"};
    (void)unused;
    remove_path(NULL);
    expect_no_archive(ZM_ARCHIVE_READ, "there is no archive");
    char noise[9000];
    memset(noise, 'x', sizeof noise);
    assert_int_equal(zm_file_write(path, zm_bytes(noise, sizeof noise), NULL), ZM_OK);
    expect_no_archive(ZM_ARCHIVE_READ, "is not an archive");
    expect_no_archive(ZM_ARCHIVE_WRITE, "is not an archive");
    remove_path(NULL);
    expect_import("f5d6c3\n", NULL, "1 games");
    assert_int_equal(mdb_env_create(&environment), 0);
    mdb_env_set_maxdbs(environment, 10);
    assert_int_equal(mdb_env_open(environment, path, MDB_NOSUBDIR, 0666), 0);
    assert_int_equal(mdb_txn_begin(environment, NULL, 0, &transaction), 0);
    assert_int_equal(mdb_dbi_open(transaction, "about", 0, &about), 0);
    assert_int_equal(mdb_put(transaction, about, &name, &text, 0), 0);
    assert_int_equal(mdb_txn_commit(transaction), 0);
    mdb_env_close(environment);
    expect_no_archive(ZM_ARCHIVE_READ, "of another version: this program reads format 1");
    expect_no_archive(ZM_ARCHIVE_WRITE, "of another version");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),    cmocka_unit_test(test_other_games),
        cmocka_unit_test(test_statistics), cmocka_unit_test(test_filters),
        cmocka_unit_test(test_duplicates), cmocka_unit_test(test_years),
        cmocka_unit_test(test_no_archive), cmocka_unit_test(test_table),
        cmocka_unit_test(test_damage),     cmocka_unit_test(test_public_base),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
