/* Files of the WTHOR base: headers, names, games; see wthor.h. Solitaires are in
 * wthor_solitaires.c. */
#include "records/wthor.h"

#include "records/wthor_inside.h"

enum {
    PLAYER = 20,
    EVENT = 26,
    GAME8 = 68,
    GAME10 = 104,
    GAME_HEAD = 8, /* bytes of a game before its moves */
    MOVES8 = 60,
    MOVES10 = 96,
};

int zm_wthor_compare_dates(const struct zm_wthor_date *a, const struct zm_wthor_date *b)
{
    const uint8_t x[] = {a->century, a->year, a->month, a->day};
    const uint8_t y[] = {b->century, b->year, b->month, b->day};
    return memcmp(x, y, sizeof x);
}

unsigned zm_wthor_depth(const struct zm_wthor_header *header)
{
    static const struct zm_wthor_date rule = {20, 1, 1, 1};
    if (header->depth != 0)
        return header->depth;
    return zm_wthor_compare_dates(&header->date, &rule) > 0 ? ZM_WTHOR_USUAL_DEPTH : 0;
}

unsigned zm_wthor_size(const struct zm_wthor_header *header)
{
    return header->size == 10 ? 10 : 8;
}

/* Rows and columns are digits of a byte, from 1 on: in tens on 8x8, in twelves on 10x10. */
static unsigned base_of(unsigned size)
{
    return size + 2;
}

unsigned zm_wthor_square(unsigned size, uint8_t byte)
{
    unsigned row = byte / base_of(size) - 1, column = byte % base_of(size) - 1;
    return row < size && column < size ? row * size + column : ZM_WTHOR_NO_SQUARE;
}

uint8_t zm_wthor_byte(unsigned size, unsigned square)
{
    return (uint8_t)((square / size + 1) * base_of(size) + square % size + 1);
}

/* -- reading -- */

static void read_header(const uint8_t *bytes, struct zm_wthor_header *header)
{
    *header = (struct zm_wthor_header){
        .date = {bytes[0], bytes[1], bytes[2], bytes[3]},
        .records = zm_low_first(bytes + 4, 4),
        .names = (uint16_t)zm_low_first(bytes + 8, 2),
        .year = (uint16_t)zm_low_first(bytes + 10, 2),
        .size = bytes[12],
        .solitaires = bytes[13],
        .depth = bytes[14],
        .reserved = bytes[15],
    };
}

static bool is_date(const struct zm_wthor_date *date)
{
    return date->century >= 19 && date->century <= 21 && date->year < 100 && date->month >= 1 &&
           date->month <= 12 && date->day >= 1 && date->day <= 31;
}

/* A file must be as long as its header says. */
static enum zm_status expect_size(const struct zm_wthor *wthor, size_t before, size_t size,
                                  const char *what, struct zm_error *error)
{
    uint64_t wanted = before + (uint64_t)wthor->count * wthor->record_size;
    if (size == wanted)
        return ZM_OK;
    if (size > wanted)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this WTHOR file has %llu bytes too many behind its %zu %s",
                       (unsigned long long)(size - wanted), wthor->count, what);
    return zm_fail(error, ZM_BAD_INPUT,
                   "this WTHOR file is cut: its header says %zu %s, %llu bytes, and it has %zu",
                   wthor->count, what, (unsigned long long)wanted, size);
}

static enum zm_status read_games(struct zm_wthor *wthor, size_t size, struct zm_error *error)
{
    if (wthor->header.size != 0 && wthor->header.size != 8 && wthor->header.size != 10)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this WTHOR file has games on a board of %u: expected 8 or 10",
                       wthor->header.size);
    wthor->kind = ZM_WTHOR_GAMES;
    wthor->count = wthor->header.records;
    wthor->record_size = zm_wthor_size(&wthor->header) == 8 ? GAME8 : GAME10;
    return expect_size(wthor, ZM_WTHOR_HEADER, size, "games", error);
}

/* Players and events differ in the length of names alone. */
static enum zm_status read_names(struct zm_wthor *wthor, size_t size, struct zm_error *error)
{
    size_t names = wthor->header.names, rest = size - ZM_WTHOR_HEADER;
    if (wthor->header.records != 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this WTHOR file contradicts itself: it says %u games and no year",
                       wthor->header.records);
    wthor->count = names;
    wthor->kind = rest == names * EVENT ? ZM_WTHOR_EVENTS : ZM_WTHOR_PLAYERS;
    wthor->record_size = wthor->kind == ZM_WTHOR_EVENTS ? EVENT : PLAYER;
    if (rest == names * PLAYER || rest == names * EVENT)
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT,
                   "this WTHOR file is cut, or too long: %zu names are %zu bytes of players or %zu "
                   "of events, and it has %zu",
                   names, ZM_WTHOR_HEADER + names * PLAYER, ZM_WTHOR_HEADER + names * EVENT, size);
}

enum zm_status zm_wthor_read(struct zm_bytes file, struct zm_wthor *wthor, struct zm_error *error)
{
    *wthor = (struct zm_wthor){0};
    if (file.size < ZM_WTHOR_HEADER)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this is no WTHOR file: it has %zu bytes, and the header alone has 16",
                       file.size);
    read_header(file.data, &wthor->header);
    const struct zm_wthor_date *date = &wthor->header.date;
    if (!is_date(date))
        return zm_fail(error, ZM_BAD_INPUT,
                       "this is no WTHOR file: it should begin with a date, and begins with "
                       "%u %u %u %u",
                       date->century, date->year, date->month, date->day);
    wthor->records = file.data + ZM_WTHOR_HEADER;
    if (wthor->header.solitaires > 1)
        return zm_fail(error, ZM_BAD_INPUT, "this is no WTHOR file: byte 13 is %u, expected 0 or 1",
                       wthor->header.solitaires);
    if (wthor->header.solitaires == 1) {
        wthor->kind = ZM_WTHOR_SOLITAIRES;
        wthor->count = wthor->header.records;
        wthor->record_size = ZM_SOLITAIRE;
        wthor->records += ZM_PRESENCE;
        enum zm_status status =
            expect_size(wthor, ZM_WTHOR_HEADER + ZM_PRESENCE, file.size, "solitaires", error);
        return status == ZM_OK ? zm_solitaires_check(wthor, error) : status;
    }
    return wthor->header.year != 0 ? read_games(wthor, file.size, error)
                                   : read_names(wthor, file.size, error);
}

void zm_latin1_read(const uint8_t *bytes, size_t most, struct zm_buffer *text)
{
    for (size_t i = 0; i < most && bytes[i] != 0; i++) {
        if (bytes[i] < 0x80) {
            zm_buffer_byte(text, bytes[i] < ' ' ? '?' : bytes[i]);
        } else {
            zm_buffer_byte(text, (uint8_t)(0xc0 | bytes[i] >> 6));
            zm_buffer_byte(text, (uint8_t)(0x80 | (bytes[i] & 0x3f)));
        }
    }
}

void zm_wthor_name(const struct zm_wthor *wthor, size_t index, struct zm_buffer *name)
{
    zm_latin1_read(wthor->records + index * wthor->record_size, wthor->record_size, name);
}

void zm_wthor_game(const struct zm_wthor *wthor, size_t index, struct zm_wthor_game *game)
{
    const uint8_t *record = wthor->records + index * wthor->record_size;
    *game = (struct zm_wthor_game){
        .event = (uint16_t)zm_low_first(record, 2),
        .players = {(uint16_t)zm_low_first(record + 2, 2), (uint16_t)zm_low_first(record + 4, 2)},
        .score = record[6],
        .theory = record[7],
    };
    memcpy(game->moves, record + GAME_HEAD, wthor->record_size - GAME_HEAD);
}

/* -- writing -- */

void zm_wthor_write_header(enum zm_wthor_kind kind, const struct zm_wthor_header *header,
                           struct zm_buffer *file)
{
    const struct zm_wthor_date *date = &header->date;
    const uint8_t first[] = {date->century, date->year, date->month, date->day};
    const uint8_t last[] = {header->size, header->solitaires, header->depth, header->reserved};
    zm_buffer_add(file, first, sizeof first);
    zm_put_low_first(file, header->records, 4);
    zm_put_low_first(file, header->names, 2);
    zm_put_low_first(file, header->year, 2);
    zm_buffer_add(file, last, sizeof last);
    if (kind == ZM_WTHOR_SOLITAIRES)
        zm_solitaires_write_presence(header, file);
}

/* The next letter of a UTF-8 text that Latin-1 has too; 0: it has not. */
static uint8_t next_letter(const uint8_t **text)
{
    const uint8_t *at = *text;
    if (at[0] < 0x80) {
        *text += 1;
        return at[0];
    }
    *text += 2;
    return (at[0] == 0xc2 || at[0] == 0xc3) && (at[1] & 0xc0) == 0x80
               ? (uint8_t)((at[0] & 0x03) << 6 | (at[1] & 0x3f))
               : 0;
}

bool zm_wthor_write_name(enum zm_wthor_kind kind, const char *name, struct zm_buffer *file)
{
    uint8_t record[EVENT] = {0};
    size_t size = kind == ZM_WTHOR_EVENTS ? EVENT : PLAYER, used = 0;
    for (const uint8_t *at = (const uint8_t *)name; *at != 0; used++) {
        uint8_t letter = next_letter(&at);
        if (letter == 0 || used + 1 == size)
            return false;
        record[used] = letter;
    }
    zm_buffer_add(file, record, size);
    return true;
}

void zm_wthor_write_game(const struct zm_wthor_header *header, const struct zm_wthor_game *game,
                         struct zm_buffer *file)
{
    zm_put_low_first(file, game->event, 2);
    zm_put_low_first(file, game->players[0], 2);
    zm_put_low_first(file, game->players[1], 2);
    zm_buffer_byte(file, game->score);
    zm_buffer_byte(file, game->theory);
    zm_buffer_add(file, game->moves, zm_wthor_size(header) == 8 ? MOVES8 : MOVES10);
}
