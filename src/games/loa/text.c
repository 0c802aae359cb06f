/* Positions of Lines of Action as people write them: a start and moves from it, the rows of a board
 * with the side to move, or a game in SGF. */
#include "games/loa/loa.h"

#include <ctype.h>
#include <stdlib.h>

static const char *const setups[LOA_SETUPS] = {"", "columns", "scrambled"};

void loa_name(void *state, struct zm_bytes position, struct zm_bytes move, struct zm_buffer *text)
{
    unsigned size = position.data[1], from = move.data[0], to = move.data[1];
    (void)state;
    if (from == LOA_PASS)
        zm_buffer_text(text, "pass");
    else
        zm_buffer_format(text, "%c%u-%c%u", 'a' + from % size, size - from / size, 'a' + to % size,
                         size - to / size);
}

void loa_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct loa_board board, start;
    (void)state;
    loa_read(position, &board);
    unsigned squares = board.size * board.size;
    for (unsigned setup = 0; board.turn == 0 && setup < LOA_SETUPS; setup++) {
        loa_start(&start, board.size, (enum loa_setup)setup);
        if (memcmp(board.squares, start.squares, squares) == 0) {
            zm_buffer_format(text, "%ux%u%s%s", board.size, board.size, setup == 0 ? "" : " ",
                             setups[setup]);
            return;
        }
    }
    for (unsigned row = 0; row < board.size; row++) {
        zm_buffer_text(text, row == 0 ? "" : "/");
        zm_buffer_add(text, board.squares + row * board.size, board.size);
    }
    zm_buffer_format(text, " %c", loa_man(board.turn));
}

static uint8_t man_of_letter(char letter)
{
    if (letter != 0 && strchr("XxBb*", letter) != NULL)
        return 'X';
    if (letter != 0 && strchr("OoWw", letter) != NULL)
        return 'O';
    return letter != 0 && strchr(".-", letter) != NULL ? '.' : 0;
}

/* The rows of a board; `*text` is moved behind them. */
static enum zm_status read_rows(const char **text, struct loa_board *board, struct zm_error *error)
{
    unsigned size = (unsigned)strcspn(*text, "/ ");
    if (size < LOA_LEAST || size > LOA_LARGEST)
        return zm_fail(error, ZM_BAD_INPUT,
                       "loa: the first row has %u squares; expected 3 to 10, rows joined by /",
                       size);
    board->size = size;
    for (unsigned row = 0; row < size; row++) {
        size_t length = strcspn(*text, "/ ");
        if (length != size)
            return zm_fail(error, ZM_BAD_INPUT,
                           "loa: row %u has %zu squares; expected %u rows of %u, joined by /",
                           row + 1, length, size, size);
        for (unsigned i = 0; i < size; i++) {
            uint8_t man = man_of_letter((*text)[i]);
            if (man == 0)
                return zm_fail(error, ZM_BAD_INPUT,
                               "loa: square %u of row %u is '%c'; expected X, O or .", i + 1,
                               row + 1, isprint((unsigned char)(*text)[i]) ? (*text)[i] : '?');
            board->squares[row * size + i] = man;
        }
        *text += length + ((*text)[length] == '/' && row + 1 < size);
    }
    return ZM_OK;
}

static bool read_square(const char **text, unsigned size, uint8_t *square)
{
    unsigned column = (unsigned)(tolower((unsigned char)(*text)[0]) - 'a');
    if (column >= size || !isdigit((unsigned char)(*text)[1]))
        return false;
    char *end;
    unsigned long row = strtoul(*text + 1, &end, 10);
    if (row < 1 || row > size || end > *text + 3)
        return false;
    *square = (uint8_t)((size - row) * size + column);
    *text = end;
    return true;
}

/* One move, "b1-d3", "b1xd3", "b1d3" or "pass"; false: none begins here. */
static bool read_move(const char **text, unsigned size, struct loa_move *move)
{
    const char *at = *text;
    if (strncmp(at, "pass", 4) == 0) {
        *move = (struct loa_move){LOA_PASS, LOA_PASS};
        *text = at + 4;
        return true;
    }
    if (!read_square(&at, size, &move->from))
        return false;
    at += *at != 0 && strchr("-x:", *at) != NULL;
    if (!read_square(&at, size, &move->to))
        return false;
    *text = at;
    return true;
}

/* Makes a move if it is legal. */
static bool follow(const struct loa_rules *rules, struct loa_board *board, struct loa_move move)
{
    struct loa_move moves[LOA_MOST_MOVES];
    enum zm_outcome outcome;
    if (loa_over(rules, board, &outcome))
        return false;
    if (move.from == LOA_PASS ? loa_steps(board, moves) > 0 : !loa_is_step(board, move))
        return false;
    loa_play(board, move);
    return true;
}

static enum zm_status follow_moves(const struct loa_rules *rules, const char *text,
                                   struct loa_board *board, struct zm_error *error)
{
    for (unsigned number = 1;; number++) {
        struct loa_move move;
        text += strspn(text, " ,");
        const char *before = text;
        if (*text == 0)
            return ZM_OK;
        if (!read_move(&text, board->size, &move))
            return zm_fail(error, ZM_BAD_INPUT,
                           "loa: move %u, at '%.12s': expected squares as 'b1-d3', or 'pass'",
                           number, before);
        unsigned turn = board->turn;
        if (!follow(rules, board, move))
            return zm_fail(error, ZM_BAD_INPUT, "loa: move %u, '%.*s', is not legal for %s there",
                           number, (int)(text - before), before, turn == 0 ? "Black" : "White");
    }
}

/* Sets `setup` to what a name means, and moves `*text` behind it. */
static bool read_setup(const char **text, enum loa_setup *setup)
{
    for (unsigned i = 1; i < LOA_SETUPS; i++) {
        size_t length = strlen(setups[i]);
        if (strncmp(*text, setups[i], length) == 0) {
            *setup = (enum loa_setup)i;
            *text += length;
            return true;
        }
    }
    return false;
}

/* A size or "start", perhaps a set-up, and moves. */
static enum zm_status parse_start(const struct loa_rules *rules, const char *text,
                                  struct loa_board *board, struct zm_error *error)
{
    unsigned long rows = rules->board != 0 ? rules->board : 8, columns = rows;
    enum loa_setup setup = LOA_ROWS;
    char *end = (char *)text + 5;
    if (isdigit((unsigned char)*text)) {
        columns = 0;
        rows = strtoul(text, &end, 10);
        if (*end == 'x' && isdigit((unsigned char)end[1]))
            columns = strtoul(end + 1, &end, 10);
    }
    if (rows != columns || rows < LOA_LEAST || rows > LOA_LARGEST || (*end != 0 && *end != ' '))
        return zm_fail(error, ZM_BAD_INPUT,
                       "loa: '%.20s': boards are 3x3 to 10x10, as in '8x8' or '8x8 columns'", text);
    const char *rest = end + strspn(end, " ");
    read_setup(&rest, &setup);
    loa_start(board, (unsigned)rows, setup);
    return follow_moves(rules, rest, board, error);
}

static enum zm_status parse_rows(const char *text, struct loa_board *board, struct zm_error *error)
{
    enum zm_status status = read_rows(&text, board, error);
    if (status != ZM_OK)
        return status;
    bool spaced = *text == ' ';
    text += strspn(text, " ");
    uint8_t man = man_of_letter(*text);
    if (!spaced || (man != 'X' && man != 'O'))
        return zm_fail(error, ZM_BAD_INPUT,
                       "loa: who is to move? Expected a space and X or O behind the rows");
    board->turn = man == 'O';
    if (text[1] != 0)
        return zm_fail(error, ZM_BAD_INPUT, "loa: '%.8s' behind the side to move is too much",
                       text + 1);
    return ZM_OK;
}

/* The next property of a game in SGF: its name, and its value behind the '['; `*text` is moved
 * behind it. False: there is none. */
static bool next_property(const char **text, char name[3], const char **value)
{
    const char *at = *text;
    while (*at != 0 && !isupper((unsigned char)*at))
        at++;
    size_t length = 0;
    for (; isupper((unsigned char)*at); at++)
        if (length < 2)
            name[length++] = *at;
    name[length] = 0;
    at += strspn(at, " ");
    const char *end = *at == '[' ? strchr(at, ']') : NULL;
    if (end == NULL)
        return false;
    *value = at + 1;
    *text = end + 1;
    return true;
}

/* A game in SGF, of which the size, the set-up and the moves count. */
static enum zm_status parse_sgf(const struct loa_rules *rules, const char *text,
                                struct loa_board *board, struct zm_error *error)
{
    unsigned number = 0;
    unsigned long size = 8;
    enum loa_setup setup = LOA_ROWS;
    char name[3];
    loa_start(board, 8, setup);
    for (const char *value; next_property(&text, name, &value);) {
        if (strcmp(name, "SZ") == 0)
            size = strtoul(value, NULL, 10);
        else if (strcmp(name, "SU") == 0)
            setup = strncmp(value, "Scrambled", 9) == 0 ? LOA_SCRAMBLED : LOA_ROWS;
        if (number == 0 && (strcmp(name, "SZ") == 0 || strcmp(name, "SU") == 0)) {
            if (size < LOA_LEAST || size > LOA_LARGEST)
                return zm_fail(error, ZM_BAD_INPUT, "loa: SZ[%lu]: boards are 3x3 to 10x10", size);
            loa_start(board, (unsigned)size, setup);
        }
        if (strcmp(name, "B") != 0 && strcmp(name, "W") != 0)
            continue;
        struct loa_move move;
        const char *before = value;
        unsigned turn = name[0] == 'W';
        number++;
        if (number == 1)
            board->turn = turn;
        if (!read_move(&value, board->size, &move) || *value != ']' || turn != board->turn ||
            !follow(rules, board, move))
            return zm_fail(error, ZM_BAD_INPUT,
                           "loa: move %u of the game, '%.*s', is not legal for %s there", number,
                           (int)strcspn(before, "]") % 20, before, turn == 0 ? "Black" : "White");
    }
    return ZM_OK;
}

static enum zm_status expect_fit(const struct loa_rules *rules, const struct loa_board *board,
                                 struct zm_error *error)
{
    if (loa_fits(rules, board))
        return ZM_OK;
    if (rules->board != 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "loa: with --board %u there are boards of %ux%u alone, with 1 to %u men of "
                       "each side",
                       rules->board, rules->board, rules->board, loa_most_men(rules));
    return zm_fail(error, ZM_BAD_INPUT, "loa: %s has no men",
                   memchr(board->squares, 'X', board->size * board->size) == NULL ? "Black"
                                                                                  : "White");
}

enum zm_status loa_parse(void *state, const char *text, struct zm_buffer *position,
                         struct zm_error *error)
{
    struct loa_board board = {0};
    enum zm_status status;
    text += strspn(text, " ");
    if (isdigit((unsigned char)*text) ||
        (strncmp(text, "start", 5) == 0 && (text[5] == 0 || text[5] == ' ')))
        status = parse_start(state, text, &board, error);
    else if (strncmp(text, "(;", 2) == 0)
        status = parse_sgf(state, text, &board, error);
    else if (man_of_letter(*text) != 0 && strchr(text, '/') != NULL)
        status = parse_rows(text, &board, error);
    else
        status = zm_fail(error, ZM_BAD_INPUT,
                         "loa: '%.20s': expected 'start', a size as '6x6', perhaps moves as "
                         "'8x8 b1-d3', or the rows from the top as '.XX./O..O/O..O/.XX. X'",
                         text);
    if (status == ZM_OK)
        status = expect_fit(state, &board, error);
    if (status != ZM_OK)
        return status;
    loa_write(&board, position);
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}
