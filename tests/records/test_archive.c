/* Archives: every format comes in, what does not is named; later files replace earlier ones;
 * what is no archive is refused. Positions are in test_archive_positions.c. */
#include "records/archive_table.h"

#include "base/file.h"
#include "records/replay.h"
#include "tests/records/archive_lab.h"
#include "tests/test.h"

#include <lmdb.h>

static void expect_import(const char *text, const char *game, const char *said)
{
    struct zm_buffer report = {0};
    struct zm_error error = {0};
    struct zm_buffer file = {0};
    zm_buffer_text(&file, text);
    if (lab_import("file", zm_buffer_bytes(&file), game, &report, &error) != ZM_OK)
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
    assert_int_equal(lab_import("file", zm_buffer_bytes(&file), game, &report, &error),
                     ZM_BAD_INPUT);
    if (strstr(error.text, said) == NULL)
        fail_msg("'%s' is not in '%s'", said, error.text);
    zm_buffer_free(&report);
    zm_buffer_free(&file);
}

static const char ggf[] =
    "(;GM[Othello]PC[GGS\033/os]DT[2003-12-15 13:24:03 MST]PB[one]PW[two]RE[+6.00]TI[5:00]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[F5//1.2]W[d6]B[C3/2.0];)\n"
    "(;GM[Othello]PB[three]PW[four]RE[?]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[a1];)\n"
    "(;GM[Othello]PB[five]PW[six]RE[0]";

static void test_formats(void **unused)
{
    struct zm_sheet sheet = {0};
    (void)unused;
    lab_end(NULL);
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
    struct zm_archive *archive = lab_open();
    assert_int_equal(zm_archive_count(archive), 6);
    assert_int_equal(zm_archive_sheet(archive, 3, &sheet, NULL, NULL), ZM_OK);
    assert_string_equal(zm_buffer_string(&sheet.moves), "f5 d6 c3");
    assert_string_equal(zm_buffer_string(&sheet.players[1]), "two");
    assert_string_equal(zm_buffer_string(&sheet.event), "GGS /os");
    assert_int_equal(sheet.year, 2003);
    assert_int_equal(sheet.margin, 12);
    zm_sheet_free(&sheet);
    zm_archive_close(archive);
}

static void test_other_games(void **unused)
{
    (void)unused;
    lab_end(NULL);
    expect_import("(;GM[1]FF[4]SZ[9]PB[a]PW[b]EV[cup]DT[2016-03-09]RE[W+R];B[ee];W[gc](;B[cg])(;B["
                  "aa]))(;GM[1]SZ[9];B[ee];W[ee])(;GM[1]SZ[9];B[gc];W[ee])",
                  NULL, "2 games came in, 1 did not\n  game 2: SGF: move 2");
    expect_import("9x9 e5 g7\n", "go", "1 games came in");
    struct zm_archive *archive = lab_open();
    struct zm_position_stats stats;
    assert_int_equal(zm_archive_position(archive, "9x9 e5", NULL, &stats, NULL), ZM_OK);
    assert_int_equal(stats.all.games, 2);
    assert_int_equal(stats.count, 1); /* g7 and its images */
    assert_int_equal(stats.all.real[ZM_SHEET_SECOND], 1);
    zm_position_stats_free(&stats);
    zm_archive_close(archive);
    lab_end(NULL);
    expect_import("5T 3,4V4 3,5V1\n", "morpion", "1 games came in");
    expect_refused("5\n", 2, "tapatan", "has games of morpion, and this is one of tapatan");
    lab_end(NULL);
    expect_import("5 1 9\n5 5\n", "tapatan", "1 games came in, 1 did not");
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
    lab_end(NULL);
    expect_import("d3e3\nf5d6c3\nf5f6\nc4e3f6\n", NULL, "4 games came in"); /* d3e3 is f5f4 */
    expect_import(ggf, NULL, "1 games came in");
    struct zm_archive *archive = lab_open();
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
    lab_end(NULL);
    expect_import("f5d6c3\nf5f6\nc4e3f6\nf5d6\n", NULL, "4 games came in");
    struct zm_archive *archive = lab_open();
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
    lab_end(NULL);
    make_year(5, 3, &file);
    assert_int_equal(lab_import("a.wtb", zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
    assert_string_equal(zm_buffer_string(&report),
                        "a.wtb: 2 games came in, 1 did not\n"
                        "  game 2: move 2, 'a1', is not legal for White\n");
    make_year(5, 1, &file);
    assert_int_equal(lab_import("b.wtb", zm_buffer_bytes(&file), NULL, &report, &error),
                     ZM_BAD_INPUT);
    assert_string_equal(error.text, "b.wtb: the archive has the games of 1990 by a.wtb of "
                                    "2020-01-05, and this file, of 2020-01-05, is not later");
    make_year(6, 5, &file);
    assert_int_equal(lab_import("c.wtb", zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
    assert_non_null(strstr(zm_buffer_string(&report), "replaces a.wtb of 2020-01-05"));
    struct zm_archive *archive = lab_open();
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
    lab_end(NULL);
    zm_wthor_write_header(ZM_WTHOR_GAMES, &header, &file);
    for (size_t i = 0; i < 4; i++) {
        struct zm_wthor_game game = {.players = {played[i].black, played[i].white},
                                     .score = played[i].score};
        game.moves[0] = 56;
        zm_wthor_write_game(&header, &game, &file);
    }
    assert_int_equal(lab_import("t.wtb", zm_buffer_bytes(&file), NULL, &report, NULL), ZM_OK);
    struct zm_archive *archive = lab_open();
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
    enum zm_status status = zm_archive_open(lab_path, mode, &archive, &error);
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
    lab_end(NULL);
    expect_no_archive(ZM_ARCHIVE_READ, "there is no archive");
    char noise[9000];
    memset(noise, 'x', sizeof noise);
    assert_int_equal(zm_file_write(lab_path, zm_bytes(noise, sizeof noise), NULL), ZM_OK);
    expect_no_archive(ZM_ARCHIVE_READ, "is not an archive");
    expect_no_archive(ZM_ARCHIVE_WRITE, "is not an archive");
    lab_end(NULL);
    expect_import("f5d6c3\n", NULL, "1 games");
    assert_int_equal(mdb_env_create(&environment), 0);
    mdb_env_set_maxdbs(environment, 10);
    assert_int_equal(mdb_env_open(environment, lab_path, MDB_NOSUBDIR, 0666), 0);
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
        cmocka_unit_test(test_formats), cmocka_unit_test(test_other_games),
        cmocka_unit_test(test_filters), cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_years),   cmocka_unit_test(test_no_archive),
        cmocka_unit_test(test_table),   cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, lab_begin, lab_end);
}
