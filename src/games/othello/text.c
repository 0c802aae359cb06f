/* Positions of Othello as people write them: a size, a transcript of moves, the squares of a board
 * with the side to move (as in OBF files), or a game in GGF. */
#include "games/othello/othello.h"

#include <ctype.h>
#include <stdlib.h>

static enum zm_status fail_text(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "othello: expected 'start', a size as '6x6', moves as 'f5d6c3', or the squares "
                   "a1, b1 ... row by row (X black, O white, - empty), a space and the side to "
                   "move");
}

void othello_name(void *state, struct zm_bytes position, struct zm_bytes move,
                  struct zm_buffer *text)
{
    (void)state;
    unsigned size = position.data[1];
    if (move.data[0] == OTHELLO_PASS)
        zm_buffer_text(text, "pass");
    else
        zm_buffer_format(text, "%c%u", 'a' + move.data[0] % size, move.data[0] / size + 1);
}

void othello_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct othello_board board, start;
    (void)state;
    othello_read(position, &board);
    othello_start(&start, board.size);
    if (board.turn == 0 && memcmp(board.squares, start.squares, board.size * board.size) == 0) {
        zm_buffer_format(text, "%ux%u", board.size, board.size);
        return;
    }
    zm_buffer_add(text, board.squares, board.size * board.size);
    zm_buffer_text(text, board.turn == 0 ? " X" : " O");
}

static int disc_of_letter(char letter)
{
    if (letter != 0 && strchr("Xx*", letter) != NULL)
        return 'X';
    if (letter != 0 && strchr("Oo", letter) != NULL)
        return 'O';
    return letter != 0 && strchr("-.", letter) != NULL ? '-' : 0;
}

bool othello_is_board(const char *text)
{
    return disc_of_letter(text[strspn(text, " ")]) != 0;
}

/* The squares of a board; `*text` is moved behind them. */
static enum zm_status read_squares(const char **text, struct othello_board *board,
                                   struct zm_error *error)
{
    size_t count = strcspn(*text, " ;]\t");
    unsigned size = 0;
    for (unsigned i = OTHELLO_LEAST; i <= OTHELLO_LARGEST; i += 2)
        if ((size_t)i * i == count)
            size = i;
    for (size_t i = 0; i < count; i++)
        if (disc_of_letter((*text)[i]) == 0)
            return zm_fail(error, ZM_BAD_INPUT,
                           "othello: square %zu is '%c'; expected X, O or -, row by row", i + 1,
                           isprint((unsigned char)(*text)[i]) ? (*text)[i] : '?');
    if (size == 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "othello: the board has %zu squares; expected 16, 36, 64 or 100", count);
    board->size = size;
    for (size_t i = 0; i < count; i++)
        board->squares[i] = (uint8_t)disc_of_letter((*text)[i]);
    *text += count;
    return ZM_OK;
}

/* The side to move behind the squares; `*text` is moved behind it. */
static enum zm_status read_side(const char **text, struct othello_board *board,
                                struct zm_error *error)
{
    while (**text == ' ')
        (*text)++;
    int disc = disc_of_letter(**text);
    if (disc != 'X' && disc != 'O')
        return zm_fail(error, ZM_BAD_INPUT,
                       "othello: who is to move? Expected X or O behind the squares");
    board->turn = disc == 'O';
    (*text)++;
    return ZM_OK;
}

/* One move of a transcript, "f5" or a pass; false: none begins here. */
static bool read_move(const char **text, unsigned size, uint8_t *move)
{
    static const char *const passes[] = {"pass", "ps", "pa", "--"};
    const char *at = *text;
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        size_t length = strlen(passes[i]), same = 0;
        while (same < length && tolower((unsigned char)at[same]) == passes[i][same])
            same++;
        if (same == length) {
            *move = OTHELLO_PASS;
            *text += length;
            return true;
        }
    }
    unsigned column = (unsigned)(tolower((unsigned char)at[0]) - 'a');
    if (column >= size || !isdigit((unsigned char)at[1]))
        return false;
    char *end;
    unsigned long row = strtoul(at + 1, &end, 10);
    if (row < 1 || row > size || end > at + 3)
        return false;
    *move = (uint8_t)((row - 1) * size + column);
    *text = end;
    return true;
}

/* Plays one move of a transcript; a pass that must be made may be left out. */
static bool follow(struct othello_board *board, uint8_t move)
{
    bool can = othello_can_move(board);
    if (move == OTHELLO_PASS) {
        if (can || !othello_other_can_move(board))
            return false;
    } else {
        if (!can)
            board->turn = 1 - board->turn;
        if (othello_turn_discs(board, move, false) == 0)
            return false;
    }
    othello_play(board, move);
    return true;
}

static enum zm_status follow_transcript(const char *text, struct othello_board *board,
                                        struct zm_error *error)
{
    for (unsigned number = 1;; number++) {
        while (*text == ' ' || *text == ',')
            text++;
        const char *before = text;
        uint8_t move;
        if (*text == 0)
            return ZM_OK;
        if (!read_move(&text, board->size, &move))
            return zm_fail(error, ZM_BAD_INPUT,
                           "othello: move %u, at '%.8s': expected a square as 'f5', or 'pass'",
                           number, before);
        unsigned turn = board->turn;
        if (!follow(board, move))
            return zm_fail(error, ZM_BAD_INPUT,
                           "othello: move %u, '%.*s', is not legal for %s there", number,
                           (int)(text - before), before, turn == 0 ? "Black" : "White");
    }
}

/* The value of a property of a game in GGF, behind its '['; NULL: there is no such property. */
static const char *property(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; *at != 0; at++) {
        if (*at == '[') { /* what is inside a value is no property */
            at = strchr(at, ']');
            if (at == NULL)
                return NULL;
        } else if (strncmp(at, name, length) == 0 && at[length] == '[' &&
                   (at == text || !isalpha((unsigned char)at[-1]))) {
            return at + length + 1;
        }
    }
    return NULL;
}

/* A game in GGF, the Generic Game Format of GGS: `(;GM[Othello] ... BO[8 squares *] B[f5] ...;)`.
 * What stands behind a move (evaluation, time) is passed over. */
static enum zm_status parse_ggf(const char *text, struct othello_board *board,
                                struct zm_error *error)
{
    const char *at = property(text, "BO");
    unsigned number = 0;
    if (at == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "othello: this game in GGF has no board, BO[...]");
    while (isdigit((unsigned char)*at) || *at == ' ')
        at++;
    struct zm_buffer squares = {0};
    for (; *at != 0 && *at != ']' && squares.size < OTHELLO_SQUARES + 1; at++)
        if (*at != ' ')
            zm_buffer_byte(&squares, (uint8_t)*at);
    if (squares.size > 0) { /* the last of them is the side to move */
        struct zm_buffer obf = {0};
        zm_buffer_add(&obf, squares.data, squares.size - 1);
        zm_buffer_format(&obf, " %c", squares.data[squares.size - 1]);
        zm_buffer_free(&squares);
        squares = obf;
    }
    const char *plain = zm_buffer_string(&squares);
    enum zm_status status =
        squares.failed ? zm_fail_memory(error) : read_squares(&plain, board, error);
    if (status == ZM_OK)
        status = read_side(&plain, board, error);
    zm_buffer_free(&squares);
    for (; status == ZM_OK && *at != 0; at++) {
        uint8_t move;
        if ((*at != 'B' && *at != 'W') || at[1] != '[')
            continue;
        number++;
        at += 2;
        const char *before = at;
        if (!read_move(&at, board->size, &move) || !follow(board, move))
            return zm_fail(error, ZM_BAD_INPUT,
                           "othello: move %u of the game, '%.4s', is not legal", number, before);
        at--;
    }
    return status;
}

static enum zm_status parse_board(const char *text, struct othello_board *board,
                                  struct zm_error *error)
{
    enum zm_status status = read_squares(&text, board, error);
    if (status == ZM_OK)
        status = read_side(&text, board, error);
    /* Behind the side an OBF line says what the moves are worth. */
    if (status == ZM_OK && *text != 0 && *text != ';')
        return zm_fail(error, ZM_BAD_INPUT, "othello: '%.8s' behind the side to move is too much",
                       text);
    return status;
}

/* A size, and moves played from its start. */
static enum zm_status parse_sized(const char *text, struct othello_board *board,
                                  struct zm_error *error)
{
    char *end;
    unsigned long rows = strtoul(text, &end, 10), columns = 0;
    if (*end == 'x' && isdigit((unsigned char)end[1]))
        columns = strtoul(end + 1, &end, 10);
    if (rows != columns || rows < OTHELLO_LEAST || rows > OTHELLO_LARGEST || rows % 2 != 0)
        return zm_fail(error, ZM_BAD_INPUT, "othello: boards are 4x4, 6x6, 8x8 and 10x10");
    if (*end != 0 && *end != ' ')
        return fail_text(error);
    othello_start(board, (unsigned)rows);
    return follow_transcript(end, board, error);
}

enum zm_status othello_parse(void *state, const char *text, struct zm_buffer *position,
                             struct zm_error *error)
{
    struct othello_board board = {0};
    enum zm_status status = ZM_OK;
    (void)state;
    while (*text == ' ')
        text++;
    othello_start(&board, 8);
    if (isdigit((unsigned char)*text))
        status = parse_sized(text, &board, error);
    else if (strncmp(text, "(;", 2) == 0)
        status = parse_ggf(text, &board, error);
    else if (strncmp(text, "start", 5) == 0 && (text[5] == 0 || text[5] == ' '))
        status = follow_transcript(text + 5, &board, error);
    else if (*text >= 'a' && *text <= 'h' && isdigit((unsigned char)text[1]))
        status = follow_transcript(text, &board, error);
    else if (*text != 0 && disc_of_letter(*text) != 0)
        status = parse_board(text, &board, error);
    else if (isalpha((unsigned char)*text) && isdigit((unsigned char)text[1]))
        status = follow_transcript(text, &board, error);
    else
        status = fail_text(error);
    if (status != ZM_OK)
        return status;
    othello_write(&board, position);
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}
