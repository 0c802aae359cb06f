/* Solitaires of WTHOR: endgames in which the player to move has one good move, again and again.
 *
 * Two things are not said where the format is described. The table behind the header is called 64
 * numbers of four bytes and has room for eight: entries of either size are taken. And a byte of a
 * position holds four squares of two bits, which may begin at either end: the number of empty
 * squares is the same both ways, so the legality of the first move decides. */
#include "games/othello/othello.h"
#include "records/wthor_inside.h"

enum { POSITION_AT = 12, SQUARES = 64, EMPTY = 0, WHITE = 2, BLACK = 3 };

static const uint8_t *record_at(const struct zm_wthor *wthor, size_t index)
{
    return wthor->records + index * wthor->record_size;
}

/* The entry of a table whose entries have so many bytes is the number of solitaires, all others
 * are 0. */
static bool is_present(const struct zm_wthor *wthor, unsigned bytes)
{
    const uint8_t *table = wthor->records - ZM_PRESENCE;
    size_t place = ((size_t)wthor->header.names - 1) * bytes;
    for (size_t i = 0; i < ZM_PRESENCE; i++)
        if (table[i] != 0 && (i < place || i >= place + 4))
            return false;
    return zm_low_first(table + place, 4) == wthor->count;
}

static void read_squares(const uint8_t *record, bool low_first, uint8_t squares[SQUARES])
{
    for (unsigned i = 0; i < SQUARES; i++) {
        unsigned place = low_first ? i % 4 : 3 - i % 4;
        unsigned bits = record[POSITION_AT + i / 4] >> 2 * place & 3;
        squares[i] = bits == EMPTY ? '-' : bits == WHITE ? 'O' : bits == BLACK ? 'X' : '?';
    }
}

/* Can the first move of a solution be played, with squares in this order? */
static bool is_possible(const uint8_t *record, bool low_first)
{
    struct othello_board board = {.size = 8, .turn = record[29] == 2};
    unsigned square = zm_wthor_square(8, record[31]);
    read_squares(record, low_first, board.squares);
    return square != ZM_WTHOR_NO_SQUARE && othello_turn_discs(&board, square, false) > 0;
}

/* What is wrong with a record; NULL: nothing. */
static const char *fault(const struct zm_wthor *wthor, const uint8_t *record)
{
    uint8_t squares[SQUARES];
    unsigned empty = 0;
    read_squares(record, false, squares);
    for (unsigned i = 0; i < SQUARES; i++) {
        empty += squares[i] == '-';
        if (squares[i] == '?')
            return "a square is neither empty nor black nor white";
    }
    if (record[29] != 1 && record[29] != 2)
        return "it does not say who is to move";
    if (record[28] != empty || empty != wthor->header.names)
        return "the number of empty squares is not what it says";
    return is_possible(record, wthor->low_first) ? NULL : "the first move is not legal";
}

enum zm_status zm_solitaires_check(struct zm_wthor *wthor, struct zm_error *error)
{
    size_t high = 0, low = 0;
    if (wthor->header.names < 1 || wthor->header.names > SQUARES)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this WTHOR file of solitaires says %u empty squares: expected 1 to 64",
                       wthor->header.names);
    if (!is_present(wthor, 4) && !is_present(wthor, 8))
        return zm_fail(error, ZM_BAD_INPUT,
                       "this WTHOR file of solitaires contradicts itself: the table behind its "
                       "header does not say %zu at entry %u",
                       wthor->count, wthor->header.names);
    for (size_t i = 0; i < wthor->count; i++) {
        high += is_possible(record_at(wthor, i), false);
        low += is_possible(record_at(wthor, i), true);
    }
    wthor->low_first = low > high;
    for (size_t i = 0; i < wthor->count; i++) {
        const char *why = fault(wthor, record_at(wthor, i));
        if (why != NULL)
            return zm_fail(error, ZM_BAD_INPUT, "solitaire %zu of this WTHOR file: %s", i + 1, why);
    }
    return ZM_OK;
}

void zm_wthor_solitaire(const struct zm_wthor *wthor, size_t index,
                        struct zm_wthor_solitaire *solitaire)
{
    const uint8_t *record = record_at(wthor, index);
    *solitaire = (struct zm_wthor_solitaire){
        .year = (uint16_t)zm_low_first(record, 2),
        .event = (uint16_t)zm_low_first(record + 2, 2),
        .players = {zm_low_first(record + 4, 4), zm_low_first(record + 8, 4)},
        .empty = record[28],
        .turn = record[29] == 2,
        .score = (int8_t)record[30],
        .move = record[31],
        .real = record[32],
        .move25 = record[33],
        .reserved = {record[34], record[35]},
    };
    read_squares(record, wthor->low_first, solitaire->squares);
}

void zm_solitaires_write_presence(const struct zm_wthor_header *header, struct zm_buffer *file)
{
    for (unsigned i = 1; i <= ZM_PRESENCE / 4; i++)
        zm_put_low_first(file, i == header->names ? header->records : 0, 4);
}

void zm_wthor_write_solitaire(const struct zm_wthor_solitaire *solitaire, bool low_first,
                              struct zm_buffer *file)
{
    uint8_t position[SQUARES / 4] = {0};
    for (unsigned i = 0; i < SQUARES; i++) {
        unsigned place = low_first ? i % 4 : 3 - i % 4;
        unsigned bits = solitaire->squares[i] == 'X'   ? BLACK
                        : solitaire->squares[i] == 'O' ? WHITE
                                                       : EMPTY;
        position[i / 4] |= (uint8_t)(bits << 2 * place);
    }
    zm_put_low_first(file, solitaire->year, 2);
    zm_put_low_first(file, solitaire->event, 2);
    zm_put_low_first(file, solitaire->players[0], 4);
    zm_put_low_first(file, solitaire->players[1], 4);
    zm_buffer_add(file, position, sizeof position);
    const uint8_t rest[] = {solitaire->empty,          (uint8_t)(solitaire->turn + 1),
                            (uint8_t)solitaire->score, solitaire->move,
                            solitaire->real,           solitaire->move25,
                            solitaire->reserved[0],    solitaire->reserved[1]};
    zm_buffer_add(file, rest, sizeof rest);
}
