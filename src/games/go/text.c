/* Positions of Go as people write them: a size or the rows of a board, then moves as in GTP. */
#include "games/go/go.h"

#include <ctype.h>
#include <stdlib.h>

static const char columns_of_gtp[] = "abcdefghjklmnopqrst";

static enum zm_status fail_text(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "go: expected a size from 2x2 to 19x19 and moves, as '9x9 e5 c3 pass g7', or "
                   "rows from the top (X black, O white, . empty) and the side to move, as "
                   "'.X./XO./... X'");
}

void go_print_point(unsigned columns, unsigned point, struct zm_buffer *text)
{
    zm_buffer_format(text, "%c%u", columns_of_gtp[point % columns], point / columns + 1);
}

void go_name(void *state, struct zm_bytes position, struct zm_bytes move, struct zm_buffer *text)
{
    unsigned point = (unsigned)(move.data[0] | move.data[1] << 8);
    (void)state;
    if (point == GO_PASS)
        zm_buffer_text(text, "pass");
    else
        go_print_point(position.data[0], point, text);
}

size_t go_read_move(const struct go_board *board, const char *text, unsigned *move)
{
    static const char pass[] = "pass";
    size_t length = 0;
    while (length < 4 && tolower((unsigned char)text[length]) == pass[length])
        length++;
    *move = GO_PASS;
    if (length == 4)
        return length;
    const char *column = strchr(columns_of_gtp, tolower((unsigned char)text[0]));
    if (*text == 0 || column == NULL || !isdigit((unsigned char)text[1]) || text[1] == '0')
        return 0;
    char *end;
    unsigned long row = strtoul(text + 1, &end, 10);
    unsigned across = (unsigned)(column - columns_of_gtp);
    if (across >= board->columns || row > board->rows)
        return 0;
    *move = (unsigned)(row - 1) * board->columns + across;
    return (size_t)(end - text);
}

unsigned go_handicap_points(unsigned columns, unsigned rows, unsigned stones, unsigned points[9])
{
    /* The corners in the order of GTP, the middle, and the sides; which of them for how many. */
    static const uint8_t places[9][2] = {{0, 0}, {2, 2}, {0, 2}, {2, 0}, {1, 1},
                                         {0, 1}, {2, 1}, {1, 0}, {1, 2}};
    static const char *const chosen[] = {"01",     "012",     "0123",     "01234",
                                         "012356", "0123456", "01235678", "012345678"};
    unsigned least = columns < rows ? columns : rows;
    unsigned most = least < 7 ? 0 : columns % 2 == 0 || rows % 2 == 0 || least == 7 ? 4 : 9;
    if (stones < 2 || stones > most)
        return 0;
    const char *list = chosen[stones - 2];
    for (unsigned i = 0; i < stones; i++) {
        const uint8_t *place = places[list[i] - '0'];
        unsigned edge[2] = {columns < 13 ? 2 : 3, rows < 13 ? 2 : 3}, length[2] = {columns, rows};
        unsigned at[2];
        for (int axis = 0; axis < 2; axis++)
            at[axis] = place[axis] == 0   ? edge[axis]
                       : place[axis] == 1 ? length[axis] / 2
                                          : length[axis] - 1 - edge[axis];
        points[i] = at[1] * columns + at[0];
    }
    return stones;
}

static void print_rows(const struct go_board *board, struct zm_buffer *text)
{
    for (unsigned row = board->rows; row-- > 0;) {
        for (unsigned column = 0; column < board->columns; column++)
            zm_buffer_byte(text, (uint8_t) ".XO"[board->points[row * board->columns + column]]);
        zm_buffer_byte(text, row > 0 ? '/' : ' ');
    }
    zm_buffer_byte(text, board->turn == GO_BLACK ? 'X' : 'O');
}

void go_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct go_board board = {.columns = position.data[0], .rows = position.data[1]};
    size_t at = GO_HEADER;
    (void)state;
    board.turn = position.data[2] & GO_WHITE_BEGINS ? GO_WHITE : GO_BLACK;
    if (position.data[2] & GO_HAS_STONES) {
        memcpy(board.points, position.data + at, go_size(&board));
        at += go_size(&board);
    }
    if (position.data[2] == 0)
        zm_buffer_format(text, "%ux%u", board.columns, board.rows);
    else
        print_rows(&board, text);
    for (; at < position.size; at += 2) {
        zm_buffer_byte(text, ' ');
        go_name(NULL, position, zm_bytes(position.data + at, 2), text);
    }
}

/* The next word of a text, blanks before it passed over; false: there is none. */
static bool next_word(const char **text, const char **word, size_t *length)
{
    while (**text == ' ' || **text == ',')
        ++*text;
    *word = *text;
    *length = strcspn(*text, " ,");
    *text += *length;
    return *length > 0;
}

static enum zm_status read_size(const char *word, size_t length, struct go_board *board,
                                struct zm_error *error)
{
    char *end;
    if (!isdigit((unsigned char)*word))
        return fail_text(error);
    unsigned long columns = strtoul(word, &end, 10);
    if (*end != 'x' || !isdigit((unsigned char)end[1]))
        return fail_text(error);
    unsigned long rows = strtoul(end + 1, &end, 10);
    if (end != word + length)
        return fail_text(error);
    if (columns < GO_LEAST || columns > GO_LARGEST || rows < GO_LEAST || rows > GO_LARGEST)
        return zm_fail(error, ZM_BAD_INPUT, "go: boards are from 2x2 to 19x19, not '%.*s'",
                       (int)(length > 20 ? 20 : length), word);
    board->columns = (unsigned)columns;
    board->rows = (unsigned)rows;
    return ZM_OK;
}

/* Rows from the top, all of one length. */
static enum zm_status read_rows(const char *word, size_t length, struct go_board *board,
                                struct zm_error *error)
{
    static const char stones[] = ".XO";
    size_t columns = strcspn(word, "/"), rows = (length + 1) / (columns + 1);
    if (columns < GO_LEAST || columns > GO_LARGEST || rows < GO_LEAST || rows > GO_LARGEST ||
        rows * (columns + 1) != length + 1)
        return zm_fail(error, ZM_BAD_INPUT,
                       "go: the rows '%.20s' make no board of 2x2 to 19x19: expected rows of one "
                       "length with '/' between them",
                       word);
    board->columns = (unsigned)columns;
    board->rows = (unsigned)rows;
    for (size_t i = 0; i < length; i++) {
        size_t row = rows - 1 - i / (columns + 1), column = i % (columns + 1);
        const char *stone = strchr(stones, toupper((unsigned char)word[i]));
        if (column == columns ? word[i] != '/' : stone == NULL)
            return zm_fail(error, ZM_BAD_INPUT,
                           "go: character %zu of the board: expected X, O, . or / in its place",
                           i + 1);
        if (column < columns)
            board->points[row * columns + column] = (uint8_t)(stone - stones);
    }
    for (unsigned i = 0; i < go_size(board); i++)
        if (board->points[i] != GO_EMPTY && go_liberties(board, i) == 0)
            return zm_fail(error, ZM_BAD_INPUT,
                           "go: row %u, column %u: a stone without liberties cannot stand",
                           i / board->columns + 1, i % board->columns + 1);
    return ZM_OK;
}

/* "X" or "O" behind the rows. */
static enum zm_status read_side(const char **text, struct go_board *board, struct zm_error *error)
{
    const char *word;
    size_t length;
    bool there = next_word(text, &word, &length);
    int side = there && length == 1 ? toupper((unsigned char)*word) : 0;
    if (side != 'X' && side != 'O')
        return zm_fail(error, ZM_BAD_INPUT,
                       "go: who is to move? Expected X or O behind the rows of the board");
    board->turn = side == 'X' ? GO_BLACK : GO_WHITE;
    return ZM_OK;
}

/* "handicap:4" behind a size: stones for Black, and White begins. */
static enum zm_status read_handicap(const char **text, struct go_board *board,
                                    struct zm_error *error)
{
    const char *rest = *text, *word;
    size_t length;
    unsigned points[9];
    if (!next_word(&rest, &word, &length) || strncmp(word, "handicap:", 9) != 0)
        return ZM_OK;
    unsigned stones =
        length == 10 && isdigit((unsigned char)word[9]) ? (unsigned)(word[9] - '0') : 0;
    unsigned count = go_handicap_points(board->columns, board->rows, stones, points);
    if (count == 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "go: '%.*s': expected 2 to 9 stones (to 4 on 7x7 and even boards), on a "
                       "board of 7x7 or more",
                       (int)(length > 20 ? 20 : length), word);
    for (unsigned i = 0; i < count; i++)
        board->points[points[i]] = GO_BLACK;
    board->turn = GO_WHITE;
    *text = rest;
    return ZM_OK;
}

/* Plays the moves of a text. */
static enum zm_status follow(const struct go_rules *rules, const char *text, struct go_game *game,
                             struct zm_error *error)
{
    const char *word;
    size_t length;
    while (next_word(&text, &word, &length)) {
        unsigned move, number = game->moves + 1;
        int shown = (int)(length > 20 ? 20 : length);
        if (go_read_move(&game->board, word, &move) != length)
            return zm_fail(error, ZM_BAD_INPUT,
                           "go: move %u, '%.*s': expected a point of the board as 'e5', or 'pass'",
                           number, shown, word);
        if (go_game_over(game))
            return zm_fail(error, ZM_BAD_INPUT, "go: move %u, '%.*s': the game is over before it",
                           number, shown, word);
        if (!go_game_allows(game, rules, move))
            return zm_fail(error, ZM_BAD_INPUT, "go: move %u, '%.*s', is not legal for %s there",
                           number, shown, word, game->board.turn == GO_BLACK ? "Black" : "White");
        go_game_play(game, rules, move);
        if (game->failed)
            return zm_fail_memory(error);
    }
    return ZM_OK;
}

enum zm_status go_parse(void *state, const char *text, struct zm_buffer *position,
                        struct zm_error *error)
{
    const struct go_rules *rules = &((const struct go_state *)state)->rules;
    struct go_board board = {.turn = GO_BLACK};
    struct go_game game = {0};
    const char *word;
    size_t length;
    if (!next_word(&text, &word, &length))
        return fail_text(error);
    bool rows = memchr(word, '/', length) != NULL;
    enum zm_status status =
        rows ? read_rows(word, length, &board, error) : read_size(word, length, &board, error);
    if (status == ZM_OK)
        status = rows ? read_side(&text, &board, error) : read_handicap(&text, &board, error);
    if (status != ZM_OK)
        return status;
    go_write_start(&board, position);
    if (position->failed || !go_game_read(&game, rules, zm_buffer_bytes(position)))
        status = zm_fail_memory(error);
    else
        status = follow(rules, text, &game, error);
    if (status == ZM_OK)
        zm_buffer_set(position, zm_buffer_bytes(&game.position));
    go_game_free(&game);
    return status == ZM_OK && position->failed ? zm_fail_memory(error) : status;
}
