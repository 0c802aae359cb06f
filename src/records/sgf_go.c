/* Go in SGF; see sgf_go.h. */
#include "records/sgf_go.h"

#include <stdio.h>
#include <stdlib.h>

/* A point "cd": column c, row d from the top. "" and, up to 19x19, "tt" are a pass. */
static bool read_point(const struct go_board *board, struct zm_bytes value, unsigned *point)
{
    *point = GO_PASS;
    if (value.size == 0 || (value.size == 2 && memcmp(value.data, "tt", 2) == 0))
        return true;
    if (value.size != 2)
        return false;
    unsigned column = (unsigned)value.data[0] - 'a', row = (unsigned)value.data[1] - 'a';
    if (column >= board->columns || row >= board->rows)
        return false;
    *point = (board->rows - 1 - row) * board->columns + column;
    return true;
}

static enum zm_status fail_value(const char *name, struct zm_bytes value, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "SGF: %s[%.*s]: expected a point of the board", name,
                   (int)(value.size > 20 ? 20 : value.size), (const char *)value.data);
}

/* Sets the points of AB, AW or AE; "ab:cd" is a rectangle. */
static enum zm_status set_up(const struct zm_sgf *sgf, uint32_t node, const char *name,
                             uint8_t colour, struct go_board *board, struct zm_error *error)
{
    const struct zm_sgf_property *property = zm_sgf_property(sgf, node, name);
    for (uint32_t i = 0; property != NULL && i < property->values; i++) {
        struct zm_bytes value = zm_sgf_value(sgf, property, i);
        bool wide = value.size == 5 && value.data[2] == ':';
        unsigned from, to;
        if (!read_point(board, zm_bytes(value.data, wide ? 2 : value.size), &from) ||
            !read_point(board, zm_bytes(value.data + (wide ? 3 : 0), wide ? 2 : value.size), &to) ||
            from == GO_PASS || to == GO_PASS)
            return fail_value(name, value, error);
        unsigned columns = board->columns, left = from % columns, right = to % columns;
        for (unsigned row = to / columns; row <= from / columns; row++)
            for (unsigned column = left; column <= right; column++)
                board->points[row * columns + column] = colour;
    }
    return ZM_OK;
}

static enum zm_status read_size(const struct zm_sgf *sgf, uint32_t root, struct go_board *board,
                                struct zm_error *error)
{
    const struct zm_sgf_property *property = zm_sgf_property(sgf, root, "SZ");
    const struct zm_sgf_property *kind = zm_sgf_property(sgf, root, "GM");
    char text[16] = "19";
    if (kind != NULL && (kind->values != 1 || zm_sgf_value(sgf, kind, 0).size != 1 ||
                         zm_sgf_value(sgf, kind, 0).data[0] != '1'))
        return zm_fail(error, ZM_BAD_INPUT, "SGF: this is no game of Go (GM[1])");
    if (property != NULL && property->values > 0) {
        struct zm_bytes value = zm_sgf_value(sgf, property, 0);
        size_t length = value.size < sizeof text - 1 ? value.size : sizeof text - 1;
        memcpy(text, value.data, length);
        text[length] = 0;
    }
    char *end;
    unsigned long columns = strtoul(text, &end, 10), rows = columns;
    if (*end == ':')
        rows = strtoul(end + 1, &end, 10);
    if (*end != 0 || columns < GO_LEAST || columns > GO_LARGEST || rows < GO_LEAST ||
        rows > GO_LARGEST)
        return zm_fail(error, ZM_BAD_INPUT, "SGF: SZ[%s]: boards are from 2 to 19", text);
    board->columns = (unsigned)columns;
    board->rows = (unsigned)rows;
    return ZM_OK;
}

static bool sets_up(const struct zm_sgf *sgf, uint32_t node)
{
    return zm_sgf_property(sgf, node, "AB") != NULL || zm_sgf_property(sgf, node, "AW") != NULL ||
           zm_sgf_property(sgf, node, "AE") != NULL || zm_sgf_property(sgf, node, "PL") != NULL;
}

/* Puts the stones of a node on the board of the game, which begins anew there. */
static enum zm_status begin_at(const struct zm_sgf *sgf, uint32_t node, struct go_board *board,
                               const struct go_rules *rules, struct go_game *game,
                               struct zm_error *error)
{
    const struct zm_sgf_property *turn = zm_sgf_property(sgf, node, "PL");
    struct zm_buffer start = {0};
    enum zm_status status = set_up(sgf, node, "AB", GO_BLACK, board, error);
    if (status == ZM_OK)
        status = set_up(sgf, node, "AW", GO_WHITE, board, error);
    if (status == ZM_OK)
        status = set_up(sgf, node, "AE", GO_EMPTY, board, error);
    if (status != ZM_OK)
        return status;
    if (turn != NULL && turn->values > 0 && zm_sgf_value(sgf, turn, 0).size > 0)
        board->turn = zm_sgf_value(sgf, turn, 0).data[0] == 'W' ? GO_WHITE : GO_BLACK;
    go_write_start(board, &start);
    if (start.failed)
        status = zm_fail_memory(error);
    else if (!go_game_read(game, rules, zm_buffer_bytes(&start)))
        status = game->failed
                     ? zm_fail_memory(error)
                     : zm_fail(error, ZM_BAD_INPUT, "SGF: stones without liberties are set up");
    zm_buffer_free(&start);
    return status;
}

/* Plays the moves of a node. */
static enum zm_status play_node(const struct zm_sgf *sgf, uint32_t node,
                                const struct go_rules *rules, struct go_game *game,
                                struct zm_error *error)
{
    static const char *const names[2] = {"B", "W"};
    for (unsigned side = 0; side < 2; side++) {
        const struct zm_sgf_property *property = zm_sgf_property(sgf, node, names[side]);
        unsigned move;
        if (property == NULL)
            continue;
        struct zm_bytes value =
            property->values == 0 ? zm_bytes("", 0) : zm_sgf_value(sgf, property, 0);
        if (!read_point(&game->board, value, &move))
            return fail_value(names[side], value, error);
        /* The first move says who begins; later one out of turn has the other pass. */
        if (game->board.turn != GO_BLACK + side && !go_game_over(game))
            go_game_play(game, rules, GO_PASS);
        if (go_game_over(game) || !go_game_allows(game, rules, move))
            return zm_fail(error, ZM_BAD_INPUT, "SGF: move %u, %s[%.*s], is not legal",
                           game->moves + 1, names[side], (int)value.size, (const char *)value.data);
        go_game_play(game, rules, move);
    }
    return game->failed ? zm_fail_memory(error) : ZM_OK;
}

enum zm_status zm_sgf_go_position(const struct zm_sgf *sgf, uint32_t node,
                                  const struct go_rules *rules, struct zm_buffer *text,
                                  struct zm_error *error)
{
    struct zm_list way = {0}; /* from the node up to its root, four bytes each */
    struct go_game game = {0};
    struct go_board board = {.turn = GO_BLACK};
    uint32_t root = node;
    for (uint32_t at = node; at != ZM_SGF_NONE; at = sgf->nodes[at].parent) {
        zm_list_add(&way, zm_bytes(&at, sizeof at));
        root = at;
    }
    enum zm_status status =
        zm_list_failed(&way) ? zm_fail_memory(error) : read_size(sgf, root, &board, error);
    /* With a handicap White begins, unless it is said. */
    if (status == ZM_OK && zm_sgf_property(sgf, root, "HA") != NULL &&
        zm_sgf_property(sgf, root, "AB") != NULL)
        board.turn = GO_WHITE;
    for (size_t i = way.count; status == ZM_OK && i-- > 0;) {
        uint32_t at;
        memcpy(&at, zm_list_at(&way, i).data, sizeof at);
        if (at != root)
            board = game.board;
        if (at == root || sets_up(sgf, at))
            status = begin_at(sgf, at, &board, rules, &game, error);
        if (status == ZM_OK)
            status = play_node(sgf, at, rules, &game, error);
    }
    if (status == ZM_OK) {
        zm_buffer_clear(text);
        go_print(NULL, zm_buffer_bytes(&game.position), text);
    }
    zm_list_free(&way);
    go_game_free(&game);
    return status == ZM_OK && text->failed ? zm_fail_memory(error) : status;
}

/* --- writing --- */

static bool add(struct zm_sgf *sgf, const char *name, const char *value)
{
    return zm_sgf_add_property(sgf, name) && zm_sgf_add_value(sgf, value);
}

static void write_point(const struct go_board *board, unsigned point, char text[3])
{
    text[0] = text[1] = text[2] = 0;
    if (point == GO_PASS)
        return;
    text[0] = (char)('a' + point % board->columns);
    text[1] = (char)('a' + board->rows - 1 - point / board->columns);
}

static bool write_stones(const struct go_board *board, const uint8_t *points, uint8_t colour,
                         const char *name, struct zm_sgf *sgf)
{
    bool good = true, begun = false;
    for (unsigned i = 0; good && i < go_size(board); i++) {
        char text[3];
        if (points[i] != colour)
            continue;
        write_point(board, i, text);
        good = (begun || zm_sgf_add_property(sgf, name)) && zm_sgf_add_value(sgf, text);
        begun = true;
    }
    return good;
}

static bool write_root(const struct go_game *game, const struct go_rules *rules, struct zm_sgf *sgf)
{
    const struct go_board *board = &game->board;
    const uint8_t *position = game->position.data;
    char size[16], komi[16];
    snprintf(size, sizeof size, board->columns == board->rows ? "%u" : "%u:%u", board->columns,
             board->rows);
    snprintf(komi, sizeof komi, "%g", go_komi(rules, go_size(board)) / 2.0);
    bool good = zm_sgf_add_node(sgf, ZM_SGF_NONE) != ZM_SGF_NONE && add(sgf, "GM", "1") &&
                add(sgf, "FF", "4") && add(sgf, "AP", "zermelo") && add(sgf, "SZ", size) &&
                add(sgf, "KM", komi) && add(sgf, "RU", rules->territory ? "Japanese" : "Chinese");
    if (good && position[2] & GO_HAS_STONES)
        good = write_stones(board, position + GO_HEADER, GO_BLACK, "AB", sgf) &&
               write_stones(board, position + GO_HEADER, GO_WHITE, "AW", sgf);
    if (good && position[2] != 0)
        good = add(sgf, "PL", position[2] & GO_WHITE_BEGINS ? "W" : "B");
    return good;
}

bool zm_sgf_go_write(const struct go_game *game, const struct go_rules *rules, struct zm_sgf *sgf)
{
    const uint8_t *position = game->position.data;
    bool good = write_root(game, rules, sgf);
    uint32_t node = 0;
    unsigned side = position[2] & GO_WHITE_BEGINS ? 1 : 0;
    size_t at = game->position.size - 2 * (size_t)game->moves;
    for (; good && at < game->position.size; at += 2, side = 1 - side) {
        char text[3];
        write_point(&game->board, (unsigned)(position[at] | position[at + 1] << 8), text);
        node = zm_sgf_add_node(sgf, node);
        good = node != ZM_SGF_NONE && add(sgf, side == 0 ? "B" : "W", text);
    }
    return good;
}
