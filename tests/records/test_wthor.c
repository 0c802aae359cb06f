/* WTHOR: files come back byte for byte, made-up ones always and the public base where it is at
 * hand; cut, foreign and contradictory ones are named. */
#include "records/wthor.h"

#include "base/file.h"
#include "records/formats.h"
#include "tests/test.h"

#include <dirent.h>

/* The game G03 of the French federation's special issue on programming, turned to f5 (spec, section
 * 6); its first bytes are published as U8. */
static const char *const g03 = "f5d6c3d3c4f4c5b3c2e3d2c6b4a3b5e6a5a6a4b6f6e2g3d1f3c1f1f2f7e7e1g6e8"
                               "g5g4h3h6h4h5h7b1d7c8g2h1g1h2g7b7f8d8c7h8g8b8a1a2b2a7a8";
static const uint8_t g03_bytes[] = {56, 64, 33, 34, 43, 46, 53, 32, 23, 35, 24, 63};

static void read_good(const struct zm_buffer *file, struct zm_wthor *wthor)
{
    struct zm_error error = {0};
    if (zm_wthor_read(zm_buffer_bytes(file), wthor, &error) != ZM_OK)
        fail_msg("%s", error.text);
}

/* Writes what was read once more. */
static void write_again(const struct zm_wthor *wthor, struct zm_buffer *file)
{
    struct zm_buffer name = {0};
    zm_wthor_write_header(wthor->kind, &wthor->header, file);
    for (size_t i = 0; i < wthor->count; i++) {
        struct zm_wthor_game game;
        struct zm_wthor_solitaire solitaire;
        if (wthor->kind == ZM_WTHOR_GAMES) {
            zm_wthor_game(wthor, i, &game);
            zm_wthor_write_game(&wthor->header, &game, file);
        } else if (wthor->kind == ZM_WTHOR_SOLITAIRES) {
            zm_wthor_solitaire(wthor, i, &solitaire);
            zm_wthor_write_solitaire(&solitaire, wthor->low_first, file);
        } else {
            zm_buffer_clear(&name);
            zm_wthor_name(wthor, i, &name);
            assert_true(zm_wthor_write_name(wthor->kind, zm_buffer_string(&name), file));
        }
    }
    zm_buffer_free(&name);
}

static void expect_round_trip(const char *what, const struct zm_buffer *file)
{
    struct zm_wthor wthor;
    struct zm_buffer again = {0};
    read_good(file, &wthor);
    write_again(&wthor, &again);
    if (!zm_bytes_equal(zm_buffer_bytes(file), zm_buffer_bytes(&again)))
        fail_msg("%s does not come back byte for byte", what);
    zm_buffer_free(&again);
}

static void expect_refused(const struct zm_buffer *file, size_t size, const char *part)
{
    struct zm_wthor wthor;
    struct zm_error error = {0};
    assert_int_equal(zm_wthor_read(zm_bytes(file->data, size), &wthor, &error), ZM_BAD_INPUT);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, error.text);
}

static const struct zm_wthor_header day = {.date = {20, 26, 2, 24}};

static void make_games(unsigned size, unsigned count, struct zm_buffer *file)
{
    struct zm_wthor_header header = day;
    header.records = count;
    header.year = 1991;
    header.size = (uint8_t)size;
    header.depth = 24;
    zm_wthor_write_header(ZM_WTHOR_GAMES, &header, file);
    for (unsigned k = 0; k < count; k++) {
        struct zm_wthor_game game = {
            .event = (uint16_t)(k * 300), .players = {4447, 1}, .score = 32, .theory = 31};
        for (size_t i = 0; size == 8 && g03[2 * i] != 0; i++)
            game.moves[i] = zm_wthor_byte(8, (unsigned)(g03[2 * i + 1] - '1') * 8 +
                                                 (unsigned)(g03[2 * i] - 'a'));
        zm_wthor_write_game(&header, &game, file);
    }
}

static void test_games(void **unused)
{
    struct zm_buffer file = {0};
    struct zm_wthor wthor;
    struct zm_wthor_game game;
    (void)unused;
    make_games(8, 3, &file);
    assert_int_equal(file.size, 16 + 3 * 68);
    expect_round_trip("8x8", &file);
    read_good(&file, &wthor);
    assert_int_equal(wthor.kind, ZM_WTHOR_GAMES);
    assert_int_equal(wthor.count, 3);
    assert_int_equal(zm_wthor_depth(&wthor.header), 24);
    zm_wthor_game(&wthor, 2, &game);
    assert_int_equal(game.event, 600);
    assert_int_equal(game.players[0], 4447);
    assert_memory_equal(game.moves, g03_bytes, sizeof g03_bytes);
    assert_int_equal(game.moves[60], 0);
    expect_refused(&file, file.size - 1, "is cut: its header says 3 games, 220 bytes, and it has");
    expect_refused(&file, 15, "the header alone has 16");
    zm_buffer_byte(&file, 0);
    expect_refused(&file, file.size, "1 bytes too many behind its 3 games");
    zm_buffer_clear(&file);
    make_games(10, 2, &file);
    assert_int_equal(file.size, 16 + 2 * 104);
    expect_round_trip("10x10", &file);
    file.data[12] = 9;
    expect_refused(&file, file.size, "a board of 9");
    zm_buffer_free(&file);
}

static void test_squares(void **unused)
{
    (void)unused;
    assert_int_equal(zm_wthor_byte(8, 0), 11);
    assert_int_equal(zm_wthor_byte(8, 63), 88);
    assert_int_equal(zm_wthor_byte(10, 0), 13);
    assert_int_equal(zm_wthor_byte(10, 9), 22);
    assert_int_equal(zm_wthor_byte(10, 90), 121);
    assert_int_equal(zm_wthor_byte(10, 99), 130);
    for (unsigned size = 8; size <= 10; size += 2)
        for (unsigned byte = 0, found = 0; byte < 256; byte++) {
            unsigned square = zm_wthor_square(size, (uint8_t)byte);
            if (square != ZM_WTHOR_NO_SQUARE) {
                assert_int_equal(square, found++);
                assert_int_equal(zm_wthor_byte(size, square), byte);
            }
            assert_true(byte < 255 || found == size * size);
        }
}

static void test_names(void **unused)
{
    struct zm_buffer file = {0}, name = {0};
    struct zm_wthor wthor;
    struct zm_wthor_header header = day;
    (void)unused;
    header.names = 2;
    zm_wthor_write_header(ZM_WTHOR_EVENTS, &header, &file);
    assert_true(zm_wthor_write_name(ZM_WTHOR_EVENTS, "P\u00e9renchies (prg)", &file));
    assert_true(zm_wthor_write_name(ZM_WTHOR_EVENTS, "1234567890123456789012345", &file));
    assert_false(zm_wthor_write_name(ZM_WTHOR_EVENTS, "12345678901234567890123456", &file));
    assert_false(zm_wthor_write_name(ZM_WTHOR_PLAYERS, "12345678901234567890", &file));
    assert_false(zm_wthor_write_name(ZM_WTHOR_PLAYERS, "\u4f50\u85e4", &file));
    expect_round_trip("events", &file);
    read_good(&file, &wthor);
    assert_int_equal(wthor.kind, ZM_WTHOR_EVENTS);
    zm_wthor_name(&wthor, 0, &name);
    assert_string_equal(zm_buffer_string(&name), "P\u00e9renchies (prg)");
    expect_refused(&file, file.size - 3, "is cut, or too long: 2 names are 56 bytes of players or");
    file.data[2] = 13;
    expect_refused(&file, file.size, "should begin with a date, and begins with 20 26 13 24");
    file.data[2] = 2;
    file.data[4] = 1;
    expect_refused(&file, file.size, "1 games and no year");
    file.data[13] = 7;
    expect_refused(&file, file.size, "byte 13 is 7");
    zm_buffer_free(&file);
    zm_buffer_free(&name);
}

static void test_dates(void **unused)
{
    struct zm_wthor_date later = {20, 26, 2, 24}, before = {20, 25, 12, 31}, old = {19, 99, 12, 31};
    struct zm_wthor_header header = {.date = later};
    (void)unused;
    assert_true(zm_wthor_compare_dates(&later, &before) > 0);
    assert_true(zm_wthor_compare_dates(&old, &before) < 0);
    assert_int_equal(zm_wthor_compare_dates(&old, &old), 0);
    assert_int_equal(zm_wthor_depth(&header), 22);
    header.date = old;
    assert_int_equal(zm_wthor_depth(&header), 0);
}

/* The second test of the federation: 14 empty squares, Black to move, +10 by a4. */
static const char *const board = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-";

static void test_solitaires(void **unused)
{
    struct zm_wthor_header header = day;
    struct zm_wthor_solitaire made = {.year = 1984,
                                      .event = 1,
                                      .players = {70000, 3},
                                      .empty = 14,
                                      .score = 10,
                                      .move = 41,
                                      .real = 37,
                                      .move25 = 11},
                              read;
    (void)unused;
    memcpy(made.squares, board, 64);
    header.records = 1;
    header.names = 14;
    header.solitaires = 1;
    for (int low_first = 0; low_first <= 1; low_first++) {
        struct zm_buffer file = {0};
        struct zm_wthor wthor;
        zm_wthor_write_header(ZM_WTHOR_SOLITAIRES, &header, &file);
        zm_wthor_write_solitaire(&made, low_first, &file);
        assert_int_equal(file.size, 16 + 512 + 36);
        expect_round_trip("solitaires", &file);
        read_good(&file, &wthor);
        assert_int_equal(wthor.low_first, low_first);
        zm_wthor_solitaire(&wthor, 0, &read);
        assert_memory_equal(&read, &made, sizeof made);
        file.data[16 + 512 + 31] = 88;
        expect_refused(&file, file.size, "solitaire 1 of this WTHOR file: the first move is not");
        file.data[16 + 512 + 31] = 41;
        file.data[16 + 512 + 28]++;
        expect_refused(&file, file.size, "the number of empty squares");
        file.data[16 + 4 * 13] = 2;
        expect_refused(&file, file.size, "does not say 1 at entry 14");
        file.data[8] = 0;
        expect_refused(&file, file.size, "0 empty squares");
        zm_buffer_free(&file);
    }
}

static void test_old_base(void **unused)
{
    struct zm_buffer file = {0}, name = {0};
    struct zm_error error = {0};
    struct zm_thor thor;
    struct zm_thor_game game;
    size_t size = 52868 + 2 * 68;
    (void)unused;
    for (size_t i = 0; i < size; i++)
        zm_buffer_byte(&file, 0);
    file.data[0] = 2;
    file.data[2] = 3;
    memcpy(file.data + 68 + 32 * 399, "Saint-Michel", 12);
    memcpy(file.data + 12868 + 20 * 2, "Spock", 5);
    uint8_t record[68] = {0x8f, 1, 32, 'E', 0, 0, 2, 0};
    memcpy(record + 8, g03_bytes, sizeof g03_bytes);
    memcpy(file.data + 52868 + 68, record, 68);
    assert_true(zm_thor_fits(zm_buffer_bytes(&file)));
    assert_int_equal(zm_thor_read(zm_buffer_bytes(&file), &thor, &error), ZM_OK);
    zm_thor_game(&thor, 1, &game);
    assert_int_equal(game.event, 399);
    assert_int_equal(game.winner, 'E');
    zm_thor_name(&thor, true, game.players[1], &name);
    zm_buffer_byte(&name, ' ');
    zm_thor_name(&thor, false, game.event, &name);
    assert_string_equal(zm_buffer_string(&name), "Spock Saint-Michel");
    assert_memory_equal(game.moves, g03_bytes, sizeof g03_bytes);
    assert_int_equal(zm_thor_read(zm_bytes(file.data, size - 1), &thor, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "is cut, or too long: 2 games"));
    assert_int_equal(zm_thor_read(zm_bytes(file.data, 1000), &thor, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "this is no THOR.DBA"));
    zm_buffer_free(&file);
    zm_buffer_free(&name);
}

/* Who should have won is all that THOR.DBA says of theory. */
static enum zm_status expect_winner(void *context, const struct zm_game *game,
                                    const struct zm_sheet *sheet, size_t number,
                                    const struct zm_error *bad, struct zm_error *error)
{
    static const enum zm_sheet_result winners[] = {ZM_SHEET_FIRST, ZM_SHEET_SECOND, ZM_SHEET_DRAW,
                                                   ZM_SHEET_UNKNOWN};
    unsigned *count = context;
    (void)game;
    (void)bad;
    (void)error;
    assert_int_equal(sheet->winner, winners[number - 1]);
    assert_int_equal(sheet->theory, ZM_NO_MARGIN);
    ++*count;
    return ZM_OK;
}

static void test_old_winners(void **unused)
{
    struct zm_buffer file = {0};
    struct zm_error error = {0};
    unsigned count = 0;
    (void)unused;
    for (size_t i = 0; i < 52868; i++)
        zm_buffer_byte(&file, i == 0 ? 4 : i == 2 ? 3 : 0);
    for (size_t i = 0; i < 4; i++) {
        uint8_t record[68] = {0, 0, 32, (uint8_t) "NBE?"[i], 1, 0, 2, 0};
        memcpy(record + 8, g03_bytes, sizeof g03_bytes);
        zm_buffer_add(&file, record, sizeof record);
    }
    zm_buffer_byte(&file, 0); /* every text is followed by one */
    struct zm_source source = {
        .bytes = zm_bytes(file.data, file.size - 1), .take = expect_winner, .context = &count};
    assert_int_equal(zm_source_read_thor(&source, &error), ZM_OK);
    assert_int_equal(count, 4);
    zm_buffer_free(&file);
}

static void test_public_base(void **unused)
{
    char folder[1000], path[1300];
    unsigned files = 0;
    uint64_t games = 0;
    (void)unused;
    snprintf(folder, sizeof folder, "%s/../shared/data/wthor", getenv("ZM_SOURCE"));
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        print_message("no public base at %s\n", folder);
        skip();
    }
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        struct zm_buffer file = {0};
        struct zm_wthor wthor;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        assert_int_equal(zm_file_read(path, ZM_FILE_PLAIN, ZM_FILE_HAND_MOST, NULL, &file, NULL),
                         ZM_OK);
        expect_round_trip(entry->d_name, &file);
        read_good(&file, &wthor);
        games += wthor.kind == ZM_WTHOR_GAMES ? wthor.count : 0;
        files++;
        zm_buffer_free(&file);
    }
    closedir(entries);
    print_message("%u files, %llu games\n", files, (unsigned long long)games);
    assert_true(files > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_squares),     cmocka_unit_test(test_games),
        cmocka_unit_test(test_names),       cmocka_unit_test(test_dates),
        cmocka_unit_test(test_solitaires),  cmocka_unit_test(test_old_base),
        cmocka_unit_test(test_old_winners), cmocka_unit_test(test_public_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
