/* Montana as text: deals by number, or the cards row by row as people write them, with letters or
 * with the signs of the suits. */
#include "games/montana/montana.h"

#include <ctype.h>
#include <stdlib.h>

/* Four suits, then crosses and coins for whoever plays with more. */
const char zm_montana_suit_letters[] = "SHDCXO";
static const char *const suit_signs[] = {"♠", "♥", "♦", "♣", "✚", "●"};
static const char rank_letters[] = "A23456789TJQK";

void zm_montana_card_text(unsigned card, bool drawn, struct zm_buffer *text)
{
    unsigned rank = zm_montana_rank(card), suit = zm_montana_suit(card);
    if (card == ZM_MONTANA_HOLE) {
        zm_buffer_byte(text, '.');
        return;
    }
    if (rank == 10)
        zm_buffer_text(text, "10");
    else
        zm_buffer_byte(text, (uint8_t)rank_letters[rank - 1]);
    if (drawn)
        zm_buffer_text(text, suit_signs[suit]);
    else
        zm_buffer_byte(text, (uint8_t)zm_montana_suit_letters[suit]);
}

void zm_montana_move_name(bool common, zm_move move, struct zm_buffer *text)
{
    if (move == ZM_MONTANA_REDEAL) {
        zm_buffer_text(text, "redeal");
        return;
    }
    zm_montana_card_text(zm_montana_card(move), false, text);
    if (common && zm_montana_rank(zm_montana_card(move)) == 2)
        zm_buffer_format(text, "-%u", zm_montana_to(move) / ZM_MONTANA_STRIDE + 1);
}

void zm_montana_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    const uint8_t *cell = position.data + ZM_MONTANA_HEADER;
    for (unsigned row = 0; row < position.data[0]; row++) {
        bool first = true;
        for (unsigned column = 0; column <= position.data[1]; column++, cell++) {
            if (*cell == ZM_MONTANA_WALL)
                continue;
            if (!first || row > 0)
                zm_buffer_byte(text, first ? '/' : ' ');
            zm_montana_card_text(*cell, false, text);
            first = false;
        }
    }
    if (position.data[2] > 0)
        zm_buffer_format(text, " redeals:%u", position.data[2]);
}

/* -- reading -- */

/* Rows as they are read: cards and holes. */
struct reading {
    uint8_t cells[ZM_MONTANA_SUITS][ZM_MONTANA_RANKS + 1];
    unsigned rows, columns; /* columns of the first row */
    unsigned aces, holes;
    bool seen[ZM_MONTANA_CARDS];
};

/* Reads a card; returns its length, or 0. */
static size_t read_card(const char *text, uint8_t *card)
{
    size_t size = 1;
    unsigned rank;
    if (text[0] == '1' && text[1] == '0') {
        rank = 10;
        size = 2;
    } else {
        const char *at = strchr(rank_letters, toupper((unsigned char)text[0]));
        if (text[0] == '\0' || at == NULL)
            return 0;
        rank = (unsigned)(at - rank_letters) + 1;
    }
    for (unsigned suit = 0; suit < ZM_MONTANA_SUITS; suit++) {
        size_t length = strlen(suit_signs[suit]);
        bool sign = strncmp(text + size, suit_signs[suit], length) == 0;
        if (!sign && toupper((unsigned char)text[size]) != zm_montana_suit_letters[suit])
            continue;
        *card = (uint8_t)(16 * suit + rank);
        return size + (sign ? length : 1);
    }
    return 0;
}

/* A word of a bad text, for the error. */
static int word_length(const char *text)
{
    size_t size = strcspn(text, " /\t\n");
    return (int)(size < 20 ? size : 20);
}

static enum zm_status fail_text(const char *text, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "montana '%.40s': expected deal:42, deal:4x8:42, or %d to %d rows of cards (4D "
                   "or 4♦, '.' a hole) separated by '/', perhaps with redeals:3 behind",
                   text, 2, ZM_MONTANA_SUITS);
}

/* Notes one cell of row number `row` (from 0). */
static enum zm_status take_cell(struct reading *reading, unsigned row, unsigned column,
                                uint8_t card, struct zm_error *error)
{
    struct zm_buffer name = {0};
    if (column > ZM_MONTANA_RANKS)
        return zm_fail(error, ZM_BAD_INPUT, "montana: row %u has more than %d cards", row + 1,
                       ZM_MONTANA_RANKS + 1);
    if (card != ZM_MONTANA_HOLE && reading->seen[card]) {
        zm_montana_card_text(card, false, &name);
        zm_fail(error, ZM_BAD_INPUT, "montana: row %u: %s is there twice", row + 1,
                zm_buffer_string(&name));
        zm_buffer_free(&name);
        return ZM_BAD_INPUT;
    }
    reading->seen[card] = true;
    reading->holes += card == ZM_MONTANA_HOLE;
    reading->aces += zm_montana_rank(card) == 1;
    reading->cells[row][column] = card;
    return ZM_OK;
}

/* Reads one row; returns where it ends. */
static const char *read_row(struct reading *reading, const char *text, struct zm_error *error)
{
    unsigned row = reading->rows, column = 0;
    for (; *text != '\0' && *text != '/' && *text != '\n'; column++) {
        uint8_t card = ZM_MONTANA_HOLE;
        size_t size = *text == '.' ? 1 : read_card(text, &card);
        if (size == 0) {
            zm_fail(error, ZM_BAD_INPUT,
                    "montana: row %u: '%.*s' is no card; expected a rank (A, 2 to 10, J, Q, K) and "
                    "a suit (%s, or ♠♥♦♣✚●), as 4D, or '.'",
                    row + 1, word_length(text), text, zm_montana_suit_letters);
            return NULL;
        }
        if (take_cell(reading, row, column, card, error) != ZM_OK)
            return NULL;
        text += size;
        text += strspn(text, " \t\r");
    }
    if (row == 0)
        reading->columns = column;
    if (column != reading->columns) {
        zm_fail(error, ZM_BAD_INPUT, "montana: row %u has %u cells, row 1 has %u", row + 1, column,
                reading->columns);
        return NULL;
    }
    reading->rows++;
    return text;
}

/* Are there all cards of so many suits and ranks, and no others? */
static enum zm_status expect_pack(const struct reading *reading, unsigned ranks,
                                  struct zm_error *error)
{
    for (unsigned card = 1; card < ZM_MONTANA_CARDS; card++) {
        unsigned rank = zm_montana_rank(card);
        bool belongs = zm_montana_suit(card) < reading->rows && rank >= 1 && rank <= ranks;
        if (reading->seen[card] == belongs || (rank == 1 && reading->aces == 0))
            continue;
        struct zm_buffer name = {0};
        zm_montana_card_text(card, false, &name);
        zm_fail(error, ZM_BAD_INPUT,
                belongs ? "montana: %s is missing; expected all cards of %u suits up to rank %u"
                        : "montana: %s is too many; expected the cards of %u suits up to rank %u",
                zm_buffer_string(&name), reading->rows, ranks);
        zm_buffer_free(&name);
        return ZM_BAD_INPUT;
    }
    return ZM_OK;
}

/* Makes a position of rows with a column of aces: their order is what the rows say. */
static enum zm_status lay_with_aces(const struct zm_montana *game, const struct reading *reading,
                                    unsigned redeals, struct zm_buffer *position,
                                    struct zm_error *error)
{
    struct zm_montana own = *game;
    uint8_t cells[ZM_MONTANA_SUITS * ZM_MONTANA_RANKS];
    unsigned ranks = reading->columns - 1;
    for (unsigned row = 0; row < reading->rows; row++) {
        if (zm_montana_rank(reading->cells[row][0]) != 1)
            return zm_fail(error, ZM_BAD_INPUT,
                           "montana: row %u: expected its ace first, or no column of aces",
                           row + 1);
        own.aces[row] = (uint8_t)zm_montana_suit(reading->cells[row][0]);
        memcpy(cells + row * ranks, reading->cells[row] + 1, ranks);
    }
    zm_montana_lay(&own, reading->rows, ranks, redeals, cells, position);
    return ZM_OK;
}

static enum zm_status lay_rows(const struct zm_montana *game, const struct reading *reading,
                               unsigned redeals, struct zm_buffer *position, struct zm_error *error)
{
    uint8_t cells[ZM_MONTANA_SUITS * ZM_MONTANA_RANKS];
    bool column = reading->aces > 0 && reading->holes > 0;
    unsigned ranks = reading->columns - column;
    if (ranks < 2 || ranks > ZM_MONTANA_RANKS)
        return zm_fail(error, ZM_BAD_INPUT,
                       "montana: rows of %u cells; expected 2 to %d, besides a column of aces",
                       reading->columns, ZM_MONTANA_RANKS);
    enum zm_status status = expect_pack(reading, ranks, error);
    if (status != ZM_OK)
        return status;
    if (reading->aces == 0 && reading->holes == 0)
        return zm_fail(error, ZM_BAD_INPUT, "montana: there are no holes, and no aces to take out");
    if (column)
        return lay_with_aces(game, reading, redeals, position, error);
    for (unsigned row = 0; row < reading->rows; row++)
        memcpy(cells + row * ranks, reading->cells[row], ranks);
    zm_montana_lay(game, reading->rows, ranks, redeals, cells, position);
    return ZM_OK;
}

static enum zm_status parse_rows(const struct zm_montana *game, const char *text, unsigned redeals,
                                 struct zm_buffer *position, struct zm_error *error)
{
    struct reading reading = {0};
    const char *all = text;
    text += strspn(text, " \t\r\n");
    while (*text != '\0') {
        if (reading.rows == ZM_MONTANA_SUITS)
            return zm_fail(error, ZM_BAD_INPUT, "montana: more than %d rows", ZM_MONTANA_SUITS);
        text = read_row(&reading, text, error);
        if (text == NULL)
            return ZM_BAD_INPUT;
        if (*text == '/' && text[1] == '\0')
            return fail_text(all, error);
        text += *text != '\0';
        text += strspn(text, " \t\r");
    }
    return reading.rows < 2 ? fail_text(all, error)
                            : lay_rows(game, &reading, redeals, position, error);
}

/* Reads a number of digits alone; returns what follows, or NULL. */
static const char *read_number(const char *text, uint64_t *number)
{
    char *end;
    if (!isdigit((unsigned char)*text) || strspn(text, "0123456789") > 18)
        return NULL;
    *number = strtoull(text, &end, 10);
    return end;
}

static enum zm_status parse_deal(const struct zm_montana *game, const char *text, unsigned redeals,
                                 struct zm_buffer *position, struct zm_error *error)
{
    uint64_t suits = 4, ranks = ZM_MONTANA_RANKS, number;
    const char *at = read_number(text + 5, &number);
    if (at != NULL && *at == 'x') {
        suits = number;
        at = read_number(at + 1, &ranks);
        at = at == NULL || *at != ':' ? NULL : read_number(at + 1, &number);
    }
    if (at == NULL || *at != '\0')
        return fail_text(text, error);
    if (suits < 2 || suits > ZM_MONTANA_SUITS || ranks < 2 || ranks > ZM_MONTANA_RANKS)
        return zm_fail(error, ZM_BAD_INPUT,
                       "montana '%.40s': expected 2 to %d suits of 2 to %d ranks", text,
                       ZM_MONTANA_SUITS, ZM_MONTANA_RANKS);
    zm_montana_deal(game, (unsigned)suits, (unsigned)ranks, redeals, number, position);
    return ZM_OK;
}

enum zm_status zm_montana_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error)
{
    const char *at = strstr(text, "redeals:");
    size_t size = at == NULL ? strlen(text) : (size_t)(at - text);
    unsigned redeals = 0;
    if (at != NULL) {
        if (at[8] < '0' || at[8] > '0' + ZM_MONTANA_REDEALS || at[9] != '\0')
            return zm_fail(error, ZM_BAD_INPUT, "montana '%.30s': expected redeals:0 to redeals:%d",
                           at, ZM_MONTANA_REDEALS);
        redeals = (unsigned)(at[8] - '0');
    }
    while (size > 0 && isspace((unsigned char)text[size - 1]))
        size--;
    char *rest = malloc(size + 1);
    if (rest == NULL)
        return zm_fail_memory(error);
    memcpy(rest, text, size);
    rest[size] = '\0';
    enum zm_status status = strncmp(rest, "deal:", 5) == 0
                                ? parse_deal(state, rest, redeals, position, error)
                                : parse_rows(state, rest, redeals, position, error);
    free(rest);
    return status == ZM_OK && position->failed ? zm_fail_memory(error) : status;
}

bool zm_montana_sound(void *state, struct zm_bytes position)
{
    const struct zm_montana *game = state;
    const uint8_t *data = position.data;
    bool seen[ZM_MONTANA_CARDS] = {false};
    unsigned holes = 0;
    if (position.size < ZM_MONTANA_HEADER || data[0] < 2 || data[0] > ZM_MONTANA_SUITS ||
        data[1] < 2 || data[1] > ZM_MONTANA_RANKS || data[2] > ZM_MONTANA_REDEALS ||
        position.size != ZM_MONTANA_HEADER + (size_t)data[0] * (data[1] + 1u))
        return false;
    for (unsigned i = 0; i < data[0] * (data[1] + 1u); i++) {
        unsigned card = data[ZM_MONTANA_HEADER + i], rank = zm_montana_rank(card);
        bool first = i % (data[1] + 1u) == 0;
        if (first && game->common) {
            if (card != ZM_MONTANA_WALL)
                return false;
            continue;
        }
        if (!first && card == ZM_MONTANA_HOLE) {
            holes++;
            continue;
        }
        if (zm_montana_suit(card) >= data[0] || (first ? rank != 1 : rank < 2) || rank > data[1] ||
            seen[card])
            return false;
        seen[card] = true;
    }
    return holes == data[0];
}
