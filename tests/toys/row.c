/* A row of coins worth 1 to 9; the player to move takes one from either end, and moves again when
 * it is worth 5. Position: side to move, points of both, then the coins; a normal form is the coins
 * alone. Text: the coins, then "|3-12" when there are points, and a "b" when the second player
 * moves. */
#include "toys/toys.h"

#include <stdio.h>

enum { MOST_COINS = 20 };

static enum zm_status row_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error)
{
    (void)state;
    uint8_t head[3] = {0, 0, 0};
    char second = 0, more = 0;
    size_t coins = strspn(text, "123456789");
    bool points = text[coins] == '|';
    int read = points ? sscanf(text + coins, "|%3hhu-%3hhu%c%c", &head[1], &head[2], &second, &more)
                      : sscanf(text + coins, "%c%c", &second, &more) + 2;
    head[0] = second == 'b';
    if (coins > MOST_COINS || read > 3 || (points && read < 2) || (second != 0 && second != 'b'))
        return zm_fail(error, ZM_BAD_INPUT,
                       "row position: at most %d digits from 1 to 9, then |3-12 and b", MOST_COINS);
    zm_buffer_set(position, zm_bytes(head, 3));
    for (size_t i = 0; i < coins; i++)
        zm_buffer_byte(position, (uint8_t)(text[i] - '0'));
    return ZM_OK;
}

static void print_coins(void *state, struct zm_bytes coins, struct zm_buffer *text)
{
    (void)state;
    for (size_t i = 0; i < coins.size; i++)
        zm_buffer_format(text, "%u", coins.data[i]);
}

static struct zm_bytes coins_of(struct zm_bytes position)
{
    return zm_bytes(position.data + 3, position.size - 3);
}

static void row_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    print_coins(state, coins_of(position), text);
    if (position.data[1] + position.data[2] > 0)
        zm_buffer_format(text, "|%u-%u", position.data[1], position.data[2]);
    zm_buffer_text(text, position.data[0] == 1 ? "b" : "");
}

static bool are_coins(void *state, struct zm_bytes coins)
{
    (void)state;
    bool sound = coins.size <= MOST_COINS;
    for (size_t i = 0; i < coins.size && sound; i++)
        sound = coins.data[i] >= 1 && coins.data[i] <= 9;
    return sound;
}

static bool row_sound(void *state, struct zm_bytes position)
{
    return position.size >= 3 && position.data[0] <= 1 && are_coins(state, coins_of(position));
}

static void row_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                      struct zm_list *moves)
{
    (void)state;
    (void)record;
    for (uint8_t end = 0; end < 2 && coins_of(position).size > end; end++)
        zm_list_add(moves, zm_bytes(&end, 1));
}

static void row_name(void *state, struct zm_bytes position, struct zm_bytes move,
                     struct zm_buffer *text)
{
    (void)state;
    (void)position;
    zm_buffer_text(text, move.data[0] == 0 ? "left" : "right");
}

static void row_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                      struct zm_buffer *next)
{
    (void)state;
    struct zm_bytes coins = coins_of(position);
    uint8_t coin = move.data[0] == 0 ? coins.data[0] : coins.data[coins.size - 1];
    uint8_t head[3] = {position.data[0], position.data[1], position.data[2]};
    head[1 + head[0]] = (uint8_t)(head[1 + head[0]] + coin);
    if (coin != 5)
        head[0] = !head[0];
    zm_buffer_set(next, zm_bytes(head, 3));
    zm_buffer_add(next, coins.data + (move.data[0] == 0), coins.size - 1);
}

static int row_turn(void *state, struct zm_bytes position)
{
    (void)state;
    return position.data[0];
}

static void row_ending(void *state, struct zm_bytes position, const struct zm_record *record,
                       struct zm_ending *ending)
{
    (void)state;
    (void)record;
    int mine = position.data[1 + position.data[0]], yours = position.data[2 - position.data[0]];
    *ending = (struct zm_ending){
        .over = position.size == 3,
        .outcome = mine > yours   ? ZM_WIN
                   : mine < yours ? ZM_LOSS
                                  : ZM_DRAW,
        .scored = true,
        .half_points = {2 * mine, 2 * yours},
    };
}

static void row_random(void *state, struct zm_random *random, unsigned size,
                       struct zm_buffer *position)
{
    (void)state;
    static const uint8_t start[3] = {0, 0, 0};
    zm_buffer_set(position, zm_bytes(start, 3));
    for (uint64_t coins = zm_random_below(random, size + 1); coins > 0; coins--)
        zm_buffer_byte(position, (uint8_t)(1 + zm_random_below(random, 9)));
}

static void row_normalise(void *state, struct zm_bytes position, struct zm_buffer *normal,
                          int32_t sure[2])
{
    (void)state;
    sure[0] = sure[1] = 0;
    zm_buffer_set(normal, coins_of(position));
}

static void row_turns(void *state, struct zm_bytes coins, struct zm_turns *turns)
{
    (void)state;
    zm_turns_clear(turns);
    for (size_t end = 0; end < 2 && coins.size > end; end++) {
        int32_t coin = end == 0 ? coins.data[0] : coins.data[coins.size - 1];
        zm_turns_add(turns, (struct zm_turn){coin, coin == 5},
                     zm_bytes(coins.data + (end == 0), coins.size - 1));
    }
}

static int32_t row_available(void *state, struct zm_bytes coins)
{
    (void)state;
    int32_t sum = 0;
    for (size_t i = 0; i < coins.size; i++)
        sum += coins.data[i];
    return sum;
}

static const struct zm_rules row_rules = {
    .parse = row_parse,
    .print = row_print,
    .moves = row_moves,
    .name = row_name,
    .apply = row_apply,
    .sound = row_sound,
    .turn = row_turn,
    .ending = row_ending,
    .random = row_random,
};

static const struct zm_scores row_scores = {
    .normalise = row_normalise,
    .turns = row_turns,
    .available = row_available,
    .print = print_coins,
    .sound = are_coins,
};

const struct zm_game toy_row = {
    .name = "row",
    .title = "Row of coins",
    .summary = "take a coin from either end; 5 moves again",
    .start = "15951",
    .positions = "15951|3-12b: coins, points of both, the second player to move\n",
    .players = ZM_PARTISAN,
    .rules = &row_rules,
    .scores = &row_scores,
};
