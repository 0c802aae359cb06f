/* Games of Othello on 8x8 replayed by bits; see replay.h. A square is a bit, a1 the lowest, row
 * by row. Passes may be left out of the moves: who cannot play the next one and nothing else
 * passes. */
#include "games/othello/othello.h"
#include "records/replay.h"

#include <ctype.h>

enum { SQUARES = 64, SYMMETRIES = 8 };

struct game {
    uint64_t discs[2]; /* Black's, White's */
    unsigned turn;
};

uint64_t zm_othello_key(uint64_t black, uint64_t white, unsigned turn)
{
    uint64_t least[3] = {black, white, turn};
    for (unsigned symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        uint64_t image = othello_turned(black, symmetry);
        if (image > least[0])
            continue;
        uint64_t other = othello_turned(white, symmetry);
        if (image < least[0] || other < least[1]) {
            least[0] = image;
            least[1] = other;
        }
    }
    return zm_bytes_hash(zm_bytes(least, sizeof least));
}

/* Moves a square by one step; what leaves the board is gone. */
static uint64_t step(uint64_t square, int down, int right)
{
    static const uint64_t left_column = UINT64_C(0x0101010101010101);
    int shift = 8 * down + right;
    square &= right > 0 ? ~(left_column << 7) : right < 0 ? ~left_column : UINT64_MAX;
    return shift > 0 ? square << shift : square >> -shift;
}

static uint64_t flips(uint64_t own, uint64_t other, unsigned square)
{
    uint64_t turned = 0;
    if (((own | other) >> square & 1) != 0)
        return 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            uint64_t line = 0, at = step((uint64_t)1 << square, down, right);
            if (down == 0 && right == 0)
                continue;
            for (; (at & other) != 0; at = step(at, down, right))
                line |= at;
            if ((at & own) != 0)
                turned |= line;
        }
    return turned;
}

static bool can_move(const struct game *game, unsigned side)
{
    for (unsigned square = 0; square < SQUARES; square++)
        if (flips(game->discs[side], game->discs[1 - side], square) != 0)
            return true;
    return false;
}

static bool add_key(struct zm_replay *replay, const struct game *game)
{
    return zm_replay_add_key(replay, zm_othello_key(game->discs[0], game->discs[1], game->turn));
}

static void add_name(struct zm_replay *replay, const char *name, size_t length)
{
    if (replay->moves.size > 0)
        zm_buffer_byte(&replay->moves, ' ');
    zm_buffer_add(&replay->moves, name, length);
}

static bool pass(struct zm_replay *replay, struct game *game)
{
    game->turn = 1 - game->turn;
    add_name(replay, "pass", 4);
    return add_key(replay, game);
}

/* Plays on a square, after a pass where that must be. False: this is not legal, or no memory. */
static bool play(struct zm_replay *replay, struct game *game, unsigned square)
{
    unsigned turn = game->turn;
    uint64_t turned = flips(game->discs[turn], game->discs[1 - turn], square);
    if (turned == 0) {
        turned = flips(game->discs[1 - turn], game->discs[turn], square);
        if (turned == 0 || can_move(game, turn) || !pass(replay, game))
            return false;
        turn = game->turn;
    }
    char name[2] = {(char)('a' + square % 8), (char)('1' + square / 8)};
    game->discs[turn] |= turned | (uint64_t)1 << square;
    game->discs[1 - turn] &= ~turned;
    game->turn = 1 - turn;
    add_name(replay, name, sizeof name);
    return add_key(replay, game);
}

static void judge(struct zm_replay *replay, const struct game *game)
{
    int discs[2] = {__builtin_popcountll(game->discs[0]), __builtin_popcountll(game->discs[1])};
    replay->over = !can_move(game, 0) && !can_move(game, 1);
    if (!replay->over)
        return;
    int empty = SQUARES - discs[0] - discs[1], more = discs[0] - discs[1];
    more += more > 0 ? empty : more < 0 ? -empty : 0;
    replay->margin = (int16_t)(2 * more);
    replay->result = more > 0 ? ZM_SHEET_FIRST : more < 0 ? ZM_SHEET_SECOND : ZM_SHEET_DRAW;
}

/* Reads one move; returns its length, 0: it is none. `*square` is SQUARES for a pass. */
static size_t read_move(const char *text, unsigned *square)
{
    static const char *const passes[] = {"pass", "ps", "pa", "--"};
    unsigned column = (unsigned)(tolower((unsigned char)text[0]) - 'a');
    *square = SQUARES;
    if (column < 8 && text[1] >= '1' && text[1] <= '8') {
        *square = (unsigned)(text[1] - '1') * 8 + column;
        return 2;
    }
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        size_t length = strlen(passes[i]);
        if (strncmp(text, passes[i], length) == 0)
            return length;
    }
    return 0;
}

enum zm_status zm_othello_replay(struct zm_replay *replay, const char *moves,
                                 struct zm_error *error)
{
    struct game game = {.discs = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)}};
    bool good = add_key(replay, &game);
    unsigned square, number = 1;
    for (size_t length; good && *moves != 0; moves += length, number++) {
        while (*moves == ' ')
            moves++;
        if (*moves == 0)
            break;
        length = read_move(moves, &square);
        if (length == 0)
            return zm_fail(error, ZM_BAD_INPUT, "move %u, '%.4s', is no square of the board",
                           number, moves);
        good = square < SQUARES ? play(replay, &game, square)
                                : !can_move(&game, game.turn) && can_move(&game, 1 - game.turn) &&
                                      pass(replay, &game);
        if (!good && !replay->moves.failed)
            return zm_fail(error, ZM_BAD_INPUT, "move %u, '%.*s', is not legal for %s", number,
                           (int)length, moves, game.turn == 0 ? "Black" : "White");
    }
    judge(replay, &game);
    return !good || replay->moves.failed ? zm_fail_memory(error) : ZM_OK;
}

void zm_margin_print(const struct zm_game *game, unsigned moves, int margin, struct zm_buffer *text)
{
    enum { MOVES8 = 60 + 20 }; /* more, passes included, are played on 10x10 */
    int squares = moves > MOVES8 ? 100 : SQUARES;
    if (game == &zm_othello)
        zm_buffer_format(text, "%d-%d", (squares + margin / 2) / 2, (squares - margin / 2) / 2);
    else
        zm_buffer_format(text, "%+g", margin / 2.0);
}
