/* Games of Go with all their boards: ko and superko; see go.h. */
#include "games/go/go.h"

void go_game_free(struct go_game *game)
{
    zm_buffer_free(&game->position);
    zm_buffer_free(&game->boards);
    zm_buffer_free(&game->hashes);
    *game = (struct go_game){0};
}

static uint64_t hash_of(const struct go_board *board)
{
    return zm_bytes_hash(zm_bytes(board->points, go_size(board)));
}

/* Was this board there before, `back` moves ago or earlier, every `step` moves? The board of now is
 * 0 moves ago. */
static bool was_there(const struct go_game *game, const struct go_board *board, unsigned back,
                      unsigned step)
{
    unsigned size = go_size(board);
    uint64_t hash = hash_of(board), other;
    for (; back <= game->moves; back += step) {
        const uint8_t *points = game->board.points;
        if (back > 0) {
            size_t index = game->moves - back;
            memcpy(&other, game->hashes.data + index * sizeof other, sizeof other);
            if (other != hash)
                continue;
            points = game->boards.data + index * size;
        }
        if (memcmp(points, board->points, size) == 0)
            return true;
    }
    return false;
}

bool go_game_allows(const struct go_game *game, const struct go_rules *rules, unsigned move)
{
    if (move == GO_PASS)
        return true;
    if (move >= go_size(&game->board) || game->board.points[move] != GO_EMPTY)
        return false;
    struct go_board next = game->board;
    if (!go_put(&next, move, rules->suicide))
        return false;
    switch (rules->ko) {
    case GO_POSITIONAL:
        return !was_there(game, &next, 0, 1);
    case GO_SITUATIONAL: /* the other moves next, as 1, 3, 5 moves ago */
        return !was_there(game, &next, 1, 2);
    case GO_SIMPLE:
        return !was_there(game, &next, 1, game->moves + 1);
    }
    return false;
}

void go_game_play(struct go_game *game, const struct go_rules *rules, unsigned move)
{
    uint8_t bytes[2] = {(uint8_t)move, (uint8_t)(move >> 8)};
    uint64_t hash = hash_of(&game->board);
    struct go_board next = game->board;
    if (move == GO_PASS)
        next.turn = go_other(next.turn);
    else
        go_put(&next, move, rules->suicide);
    game->repeated = rules->ko == GO_SIMPLE && move != GO_PASS && was_there(game, &next, 1, 2);
    zm_buffer_add(&game->boards, game->board.points, go_size(&game->board));
    zm_buffer_add(&game->hashes, &hash, sizeof hash);
    zm_buffer_add(&game->position, bytes, sizeof bytes);
    game->failed |= game->boards.failed || game->hashes.failed || game->position.failed;
    game->board = next;
    game->moves++;
    game->passes = move == GO_PASS ? game->passes + 1 : 0;
    game->last = move;
}

bool go_game_over(const struct go_game *game)
{
    return game->passes >= 2 || game->repeated ||
           game->moves >= GO_MOVES_PER_POINT * go_size(&game->board);
}

void go_write_start(const struct go_board *board, struct zm_buffer *position)
{
    unsigned stones = 0;
    for (unsigned i = 0; i < go_size(board); i++)
        stones += board->points[i] != GO_EMPTY;
    zm_buffer_clear(position);
    zm_buffer_byte(position, (uint8_t)board->columns);
    zm_buffer_byte(position, (uint8_t)board->rows);
    zm_buffer_byte(position, (uint8_t)((board->turn == GO_WHITE ? GO_WHITE_BEGINS : 0) |
                                       (stones > 0 ? GO_HAS_STONES : 0)));
    if (stones > 0)
        zm_buffer_add(position, board->points, go_size(board));
}

/* How many bytes stand before the moves; 0: these are no position. */
static size_t start_of_moves(struct zm_bytes position)
{
    if (position.size < GO_HEADER || position.data[0] < GO_LEAST || position.data[0] > GO_LARGEST ||
        position.data[1] < GO_LEAST || position.data[1] > GO_LARGEST ||
        position.data[2] > (GO_WHITE_BEGINS | GO_HAS_STONES))
        return 0;
    size_t stones = position.data[2] & GO_HAS_STONES ? position.data[0] * position.data[1] : 0;
    size_t start = GO_HEADER + stones;
    return position.size < start || (position.size - start) % 2 != 0 ? 0 : start;
}

/* Are there stones, and have all of them a liberty? */
static bool is_lasting(const struct go_board *board)
{
    unsigned stones = 0;
    for (unsigned i = 0; i < go_size(board); i++) {
        if (board->points[i] > GO_WHITE)
            return false;
        if (board->points[i] == GO_EMPTY)
            continue;
        if (go_liberties(board, i) == 0)
            return false;
        stones++;
    }
    return stones > 0;
}

static bool begin(struct go_game *game, struct zm_bytes position, size_t start)
{
    struct go_board *board = &game->board;
    *board = (struct go_board){
        .columns = position.data[0],
        .rows = position.data[1],
        .turn = position.data[2] & GO_WHITE_BEGINS ? GO_WHITE : GO_BLACK,
    };
    if (start > GO_HEADER)
        memcpy(board->points, position.data + GO_HEADER, go_size(board));
    zm_buffer_set(&game->position, zm_bytes(position.data, start));
    zm_buffer_clear(&game->boards);
    zm_buffer_clear(&game->hashes);
    game->moves = game->passes = 0;
    game->last = GO_PASS;
    game->repeated = false;
    game->failed = game->position.failed;
    return !game->failed && (start == GO_HEADER || is_lasting(board));
}

bool go_game_read(struct go_game *game, const struct go_rules *rules, struct zm_bytes position)
{
    size_t start = start_of_moves(position), done = game->position.size;
    if (start == 0)
        return false;
    bool goes_on = !game->failed && done >= start && done <= position.size &&
                   memcmp(game->position.data, position.data, done) == 0;
    if (!goes_on && !begin(game, position, start)) {
        zm_buffer_clear(&game->position);
        return false;
    }
    for (size_t i = game->position.size; i < position.size && !game->failed; i += 2) {
        unsigned move = (unsigned)(position.data[i] | position.data[i + 1] << 8);
        if (go_game_over(game) || !go_game_allows(game, rules, move))
            return false;
        go_game_play(game, rules, move);
    }
    return !game->failed;
}
