/* Games of Othello in GGF, the Generic Game Format of GGS, as score sheets and back; see formats.h.
 *
 *     (;GM[Othello]PC[place]DT[1997-08-12]PB[black]PW[white]RE[+6.00]TY[8]
 *      BO[8 -------- ... *]B[f5]W[d6//1.2]...;) */
#include "games/othello/othello.h"
#include "records/formats.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* What a game says: the values of its properties, found once. */
struct properties {
    struct zm_buffer value;
    const char *text, *end;
};

/* The value of a property; NULL: there is none. */
static const char *value_of(struct properties *properties, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = properties->text; at < properties->end; at++) {
        const char *close = memchr(at, ']', (size_t)(properties->end - at));
        const char *open = memchr(at, '[', (size_t)(properties->end - at));
        if (open == NULL || close == NULL || close < open)
            return NULL;
        const char *begin = open;
        while (begin > at && isupper((unsigned char)begin[-1]))
            begin--;
        if ((size_t)(open - begin) == length && strncmp(begin, name, length) == 0) {
            zm_buffer_set(&properties->value, zm_bytes(open + 1, (size_t)(close - open - 1)));
            return zm_buffer_string(&properties->value);
        }
        at = close;
    }
    return NULL;
}

/* The board at the beginning, "8 squares side", as a position of the game. */
static enum zm_status read_board(const char *value, struct zm_buffer *start, struct zm_error *error)
{
    struct zm_buffer squares = {0}, position = {0};
    if (value == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "there is no board, BO[...]");
    value += strspn(value, "0123456789 ");
    for (; *value != 0 && squares.size <= OTHELLO_SQUARES; value++)
        if (!isspace((unsigned char)*value))
            zm_buffer_byte(&squares, (uint8_t)*value);
    if (squares.size > 1) {
        uint8_t side = squares.data[--squares.size];
        zm_buffer_format(&squares, " %c", side);
    }
    enum zm_status status = othello_parse(NULL, zm_buffer_string(&squares), &position, error);
    if (status == ZM_OK)
        othello_print(NULL, zm_buffer_bytes(&position), start);
    if (start->size == 3 && memcmp(start->data, "8x8", 3) == 0)
        zm_buffer_clear(start);
    zm_buffer_free(&squares);
    zm_buffer_free(&position);
    return status;
}

static void add_moves(const struct properties *properties, struct zm_buffer *moves)
{
    bool inside = false;
    for (const char *at = properties->text; at + 2 < properties->end; at++) {
        if (!inside && (*at == 'B' || *at == 'W') && at[1] == '[' &&
            !isalpha((unsigned char)at[-1])) {
            size_t length = strcspn(at + 2, "/]");
            if (moves->size > 0)
                zm_buffer_byte(moves, ' ');
            for (size_t i = 0; i < length && at + 2 + i < properties->end; i++)
                zm_buffer_byte(moves, (uint8_t)tolower((unsigned char)at[2 + i]));
        }
        inside = *at == '[' || (inside && *at != ']');
    }
}

static void set_text(const char *value, struct zm_buffer *text)
{
    if (value != NULL)
        zm_buffer_text(text, value);
}

static void set_result(const char *value, struct zm_sheet *sheet)
{
    char *end;
    if (value == NULL)
        return;
    double points = strtod(value, &end);
    if (end != value && fabs(points) <= OTHELLO_SQUARES)
        zm_sheet_set_margin(sheet, (int)lround(2 * points));
}

static enum zm_status read_game(struct properties *properties, struct zm_sheet *sheet,
                                struct zm_error *error)
{
    set_text(value_of(properties, "PB"), &sheet->players[0]);
    set_text(value_of(properties, "PW"), &sheet->players[1]);
    set_text(value_of(properties, "EV"), &sheet->event);
    if (sheet->event.size == 0)
        set_text(value_of(properties, "PC"), &sheet->event);
    const char *date = value_of(properties, "DT");
    sheet->year = date == NULL ? 0 : zm_year_of(date);
    set_result(value_of(properties, "RE"), sheet);
    add_moves(properties, &sheet->moves);
    return read_board(value_of(properties, "BO"), &sheet->start, error);
}

enum zm_status zm_source_read_ggf(const struct zm_source *source, struct zm_error *error)
{
    const char *at = (const char *)source->bytes.data;
    struct properties properties = {0};
    struct zm_sheet sheet = {0};
    enum zm_status status = ZM_OK;
    for (size_t number = 1; status == ZM_OK && (at = strstr(at, "(;")) != NULL; number++) {
        struct zm_error bad = {0};
        const char *end = strstr(at, ";)");
        zm_sheet_clear(&sheet);
        properties.text = at + 2;
        properties.end = end == NULL ? at + strlen(at) : end;
        enum zm_status good = end == NULL
                                  ? zm_fail(&bad, ZM_BAD_INPUT, "it is cut: ';)' is missing")
                                  : read_game(&properties, &sheet, &bad);
        if (zm_sheet_failed(&sheet) || properties.value.failed || good == ZM_FAILED)
            status = zm_fail_memory(error);
        else
            status = source->take(source->context, &zm_othello, &sheet, number,
                                  good == ZM_OK ? NULL : &bad, error);
        at = properties.end;
    }
    zm_buffer_free(&properties.value);
    zm_sheet_free(&sheet);
    return status;
}

/* -- writing -- */

/* A text inside brackets, which has none. */
static void print_property(const char *name, const struct zm_buffer *value, struct zm_buffer *text)
{
    if (value->size == 0)
        return;
    zm_buffer_format(text, "%s[", name);
    for (size_t i = 0; i < value->size; i++)
        zm_buffer_byte(text, value->data[i] == ']' || value->data[i] == '[' ? '|' : value->data[i]);
    zm_buffer_byte(text, ']');
}

/* The board, row by row; returns who begins. */
static unsigned print_board(const struct zm_sheet *sheet, struct zm_buffer *text)
{
    struct zm_buffer position = {0};
    struct othello_board board;
    othello_start(&board, 8);
    if (sheet->start.size > 0 &&
        othello_parse(NULL, zm_buffer_string(&sheet->start), &position, NULL) == ZM_OK)
        othello_read(zm_buffer_bytes(&position), &board);
    zm_buffer_format(text, "TY[%u]BO[%u ", board.size, board.size);
    for (unsigned i = 0; i < board.size * board.size; i++)
        zm_buffer_byte(text, board.squares[i] == 'X' ? '*' : board.squares[i]);
    zm_buffer_text(text, board.turn == 0 ? " *]" : " O]");
    zm_buffer_free(&position);
    return board.turn;
}

void zm_sheet_print_ggf(const struct zm_sheet *sheet, struct zm_buffer *text)
{
    zm_buffer_text(text, "(;GM[Othello]");
    print_property("PC", &sheet->event, text);
    if (sheet->year != 0)
        zm_buffer_format(text, "DT[%u]", sheet->year);
    print_property("PB", &sheet->players[0], text);
    print_property("PW", &sheet->players[1], text);
    if (sheet->margin != ZM_NO_MARGIN)
        zm_buffer_format(text, "RE[%+.2f]", sheet->margin / 2.0);
    unsigned turn = print_board(sheet, text);
    for (const char *at = zm_buffer_string(&sheet->moves); *at != 0; turn = 1 - turn) {
        size_t length = strcspn(at, " ");
        zm_buffer_format(text, "%c[%.*s]", "BW"[turn], (int)length, at);
        at += length + strspn(at + length, " ");
    }
    zm_buffer_text(text, ";)\n");
}
