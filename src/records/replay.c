/* Score sheets replayed by the rules of any game; see replay.h. */
#include "records/replay.h"

#include "base/array.h"
#include "games/go/go.h"
#include "games/othello/othello.h"
#include "records/played.h"

#include <stdlib.h>

void zm_replay_open(struct zm_replay *replay, const struct zm_game *game)
{
    *replay = (struct zm_replay){.game = game};
}

static void close_rules(struct zm_replay *replay)
{
    if (replay->open)
        zm_instance_close(&replay->instance);
    zm_settings_free(&replay->settings);
    replay->open = false;
}

void zm_replay_close(struct zm_replay *replay)
{
    close_rules(replay);
    zm_buffer_free(&replay->rules);
    zm_buffer_free(&replay->moves);
    free(replay->keys);
    *replay = (struct zm_replay){0};
}

enum zm_status zm_replay_rules(struct zm_replay *replay, const char *rules, struct zm_error *error)
{
    if (replay->open && strcmp(zm_buffer_string(&replay->rules), rules) == 0)
        return ZM_OK;
    close_rules(replay);
    zm_buffer_clear(&replay->rules);
    zm_buffer_text(&replay->rules, rules);
    enum zm_status status = zm_settings_declare(&replay->settings, replay->game->params, error);
    if (status == ZM_OK)
        status = zm_settings_set_recorded(&replay->settings, rules, error);
    if (status == ZM_OK)
        status = replay->rules.failed
                     ? zm_fail_memory(error)
                     : zm_instance_open(&replay->instance, replay->game, &replay->settings, error);
    replay->open = status == ZM_OK;
    if (status != ZM_OK)
        close_rules(replay);
    return status;
}

bool zm_replay_add_key(struct zm_replay *replay, uint64_t key)
{
    uint64_t *keys =
        zm_array_room(replay->keys, &replay->capacity, replay->count + 1, sizeof *keys);
    if (keys == NULL)
        return false;
    replay->keys = keys;
    replay->keys[replay->count++] = key;
    return true;
}

/* -- keys -- */

enum { MOST_SQUARES = GO_POINTS };

/* Where a square of an image comes from; odd symmetries from 4 on exchange rows and columns. */
static size_t source(size_t row, size_t column, size_t side, unsigned symmetry)
{
    size_t r = (symmetry & 2) != 0 ? side - 1 - row : row;
    size_t c = (symmetry & 1) != 0 ? side - 1 - column : column;
    return (symmetry & 4) != 0 ? c * side + r : r * side + c;
}

/* The key of a board: of its least image when it is square, else of itself. */
static uint64_t board_key(const uint8_t *squares, size_t rows, size_t columns, unsigned turn)
{
    uint8_t least[MOST_SQUARES + 3], image[MOST_SQUARES];
    size_t count = rows * columns;
    memcpy(least, squares, count);
    for (unsigned symmetry = 1; rows == columns && symmetry < 8; symmetry++) {
        for (size_t i = 0; i < count; i++)
            image[i] = squares[source(i / rows, i % rows, rows, symmetry)];
        if (memcmp(image, least, count) < 0)
            memcpy(least, image, count);
    }
    least[count] = (uint8_t)turn;
    least[count + 1] = (uint8_t)rows;
    least[count + 2] = (uint8_t)columns;
    return zm_bytes_hash(zm_bytes(least, count + 3));
}

static uint64_t othello_key(struct zm_bytes position)
{
    struct othello_board board;
    uint64_t discs[2] = {0, 0};
    othello_read(position, &board);
    if (board.size != 8)
        return board_key(board.squares, board.size, board.size, board.turn);
    for (unsigned i = 0; i < 64; i++)
        if (board.squares[i] != '-')
            discs[board.squares[i] == 'O'] |= (uint64_t)1 << i;
    return zm_othello_key(discs[0], discs[1], board.turn);
}

bool zm_position_key(const struct zm_instance *instance, struct zm_bytes position, uint64_t *key)
{
    const struct zm_game *game = instance->game;
    struct zm_buffer form = {0};
    if (game == &zm_othello) {
        *key = othello_key(position);
        return true;
    }
    if (game == &zm_go) {
        const struct go_board *board = &go_at(instance->state, position)->board;
        *key = board_key(board->points, board->rows, board->columns, board->turn);
        return true;
    }
    if (game->loops != NULL && game->loops->canonical != NULL)
        game->loops->canonical(instance->state, position, &form);
    else if (game->goals != NULL && game->goals->plain != NULL)
        game->goals->plain(instance->state, position, &form);
    else
        zm_buffer_set(&form, position);
    bool good = !form.failed;
    *key = good ? zm_bytes_hash(zm_buffer_bytes(&form)) : 0;
    zm_buffer_free(&form);
    return good;
}

/* -- replaying -- */

/* Adds the name of the last move and the key of the position after it. */
static bool note(struct zm_replay *replay, const struct zm_played *match, const char *name)
{
    uint64_t key;
    if (name != NULL) {
        if (replay->moves.size > 0)
            zm_buffer_byte(&replay->moves, ' ');
        zm_buffer_text(&replay->moves, name);
    }
    return zm_position_key(&replay->instance, zm_buffer_bytes(&match->position), &key) &&
           zm_replay_add_key(replay, key);
}

static void judge(struct zm_replay *replay, const struct zm_played *match)
{
    struct zm_ending ending = {0};
    zm_played_ending(match, &ending);
    int turn = zm_played_turn(match);
    bool first = turn <= 0; /* the player to move is the first one */
    replay->over = ending.over;
    if (!ending.over)
        return;
    if (ending.outcome == ZM_DRAW)
        replay->result = ZM_SHEET_DRAW;
    else if (ending.outcome == ZM_WIN || ending.outcome == ZM_LOSS)
        replay->result = (ending.outcome == ZM_WIN) == first ? ZM_SHEET_FIRST : ZM_SHEET_SECOND;
    if (ending.scored) {
        int more = ending.half_points[0] - ending.half_points[1];
        replay->margin = (int16_t)(first ? more : -more);
    }
}

/* A pass that must be made may be left out of the record: it is the only move there is then. */
static enum zm_status play(struct zm_played *match, const char *name, struct zm_replay *replay,
                           struct zm_error *error)
{
    struct zm_error first = {0};
    enum zm_status status = zm_played_play(match, name, &first);
    if (status == ZM_BAD_INPUT && zm_played_play(match, "pass", NULL) == ZM_OK) {
        if (!note(replay, match, "pass"))
            return zm_fail_memory(error);
        status = zm_played_play(match, name, &first);
    }
    if (status == ZM_OK && !note(replay, match, name))
        return zm_fail_memory(error);
    return status == ZM_OK ? status : zm_fail(error, first.status, "%s", first.text);
}

static enum zm_status play_all(struct zm_played *match, const char *moves, struct zm_replay *replay,
                               struct zm_error *error)
{
    struct zm_buffer name = {0};
    enum zm_status status = note(replay, match, NULL) ? ZM_OK : zm_fail_memory(error);
    for (unsigned number = 1; status == ZM_OK; number++) {
        moves += strspn(moves, " ");
        size_t length = strcspn(moves, " ");
        if (length == 0)
            break;
        zm_buffer_set(&name, zm_bytes(moves, length));
        moves += length;
        status = name.failed ? zm_fail_memory(error)
                             : play(match, zm_buffer_string(&name), replay, error);
        if (status == ZM_BAD_INPUT)
            zm_error_context(error, "move %u", number);
    }
    zm_buffer_free(&name);
    return status;
}

/* The start may be the usual one of 8x8 under several texts. */
static bool is_plain_othello(const struct zm_replay *replay, const struct zm_sheet *sheet)
{
    const char *start = zm_buffer_string(&sheet->start), *rules = zm_buffer_string(&sheet->rules);
    return replay->game == &zm_othello &&
           (*start == 0 || strcmp(start, "8x8") == 0 || strcmp(start, "start") == 0) &&
           (*rules == 0 || strcmp(rules, "count=winner") == 0);
}

enum zm_status zm_replay_sheet(struct zm_replay *replay, const struct zm_sheet *sheet,
                               struct zm_error *error)
{
    struct zm_buffer start = {0};
    struct zm_played match = {0};
    replay->count = 0;
    replay->over = false;
    replay->result = ZM_SHEET_UNKNOWN;
    replay->margin = ZM_NO_MARGIN;
    zm_buffer_clear(&replay->moves);
    if (is_plain_othello(replay, sheet))
        return zm_othello_replay(replay, zm_buffer_string(&sheet->moves), error);
    enum zm_status status = zm_replay_rules(replay, zm_buffer_string(&sheet->rules), error);
    if (status == ZM_OK)
        status = zm_parse_position(&replay->instance,
                                   sheet->start.size == 0 ? NULL : zm_buffer_string(&sheet->start),
                                   &start, error);
    if (status == ZM_OK)
        status = zm_played_open(&match, &replay->instance, false, zm_buffer_bytes(&start), error);
    if (status == ZM_OK) {
        status = play_all(&match, zm_buffer_string(&sheet->moves), replay, error);
        if (status == ZM_OK)
            judge(replay, &match);
        zm_played_close(&match);
    }
    zm_buffer_free(&start);
    return status;
}
