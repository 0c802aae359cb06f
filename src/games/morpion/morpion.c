/* Morpion solitaire for one player: the rules over the walk, and what is said of positions. */
#include "games/morpion/morpion.h"

#include <stdlib.h>

/* A walk on a position, to be freed; NULL: there is no memory. */
static struct zm_morpion_walk *stand(struct zm_bytes position)
{
    struct zm_morpion_walk *walk = malloc(sizeof *walk);
    if (walk != NULL)
        zm_morpion_replay(position, walk);
    return walk;
}

static void morpion_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                          struct zm_list *moves)
{
    (void)state;
    (void)record;
    struct zm_morpion_walk *walk = stand(position);
    if (walk == NULL) {
        moves->bytes.failed = true;
        return;
    }
    for (unsigned i = 0; zm_morpion_may_go_on(walk) && i < walk->legal_count; i++) {
        zm_morpion_write_move(walk->legal[i], &moves->bytes);
        zm_list_close(moves);
    }
    free(walk);
}

static void morpion_name(void *state, struct zm_bytes position, struct zm_bytes move,
                         struct zm_buffer *text)
{
    (void)state;
    (void)position;
    zm_morpion_name(zm_morpion_read_move(move.data), text);
}

static void morpion_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                          struct zm_buffer *next)
{
    (void)state;
    zm_buffer_set(next, position);
    zm_buffer_add(next, move.data, move.size);
}

static int64_t morpion_worth(void *state, struct zm_bytes position)
{
    (void)state;
    return (int64_t)(position.size - zm_morpion_header_size(position)) / 3;
}

static void morpion_describe(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    int64_t moves = morpion_worth(state, position);
    struct zm_morpion_walk *walk = stand(position);
    zm_buffer_format(text, "%lld move%s", (long long)moves, moves == 1 ? "" : "s");
    if (walk != NULL && walk->legal_count > 0)
        zm_buffer_format(text, ", %u possible", walk->legal_count);
    free(walk);
}

/* Puts the moves in an order of their own, the same for every order of play: always the least that
 * its dots allow. */
static void morpion_plain(void *state, struct zm_bytes position, struct zm_buffer *plain)
{
    (void)state;
    struct zm_morpion_walk *all = stand(position), *walk = malloc(sizeof *walk);
    zm_buffer_set(plain, zm_bytes(position.data, zm_morpion_header_size(position)));
    if (all == NULL || walk == NULL || plain->failed) {
        plain->failed = true;
        free(all);
        free(walk);
        return;
    }
    zm_morpion_begin(position, walk);
    for (unsigned left = all->played_count; left > 0; left--) {
        unsigned least = left;
        for (unsigned i = 0; i < left; i++)
            if ((least == left || all->played[i] < all->played[least]) &&
                zm_morpion_is_legal(&walk->board, all->played[i]))
                least = i;
        if (least == left)
            break;
        zm_morpion_walks.make(walk, all->played[least]);
        zm_morpion_write_move(all->played[least], plain);
        all->played[least] = all->played[left - 1];
    }
    free(all);
    free(walk);
}

/* Plays a random game to its end, or for so many moves; returns how many were made. */
static unsigned play_by_lot(struct zm_morpion_walk *walk, struct zm_random *random, unsigned most)
{
    unsigned made = 0;
    for (; made < most && walk->legal_count > 0 && zm_morpion_may_go_on(walk); made++)
        zm_morpion_walks.make(walk, walk->legal[zm_random_below(random, walk->legal_count)]);
    return made;
}

/* A small free start with some moves, or the last moves of a random game from the cross: what can
 * still be played from there is little. */
static void morpion_random(void *state, struct zm_random *random, unsigned size,
                           struct zm_buffer *position)
{
    enum { WIDE = 5, LARGEST = 10 };
    struct zm_morpion_walk *walk = malloc(sizeof *walk);
    uint8_t variant = (uint8_t)zm_random_below(random, ZM_MORPION_VARIANTS);
    unsigned length = zm_morpion_variants[variant].length;
    size = size < LARGEST ? size : LARGEST;
    zm_buffer_clear(position);
    zm_buffer_add(position, (uint8_t[]){variant, 0}, ZM_MORPION_HEADER);
    bool cross = zm_random_below(random, 3) == 0;
    for (unsigned y = 0; y < length && !cross; y++)
        for (unsigned x = 0; x < WIDE; x++)
            if (zm_random_below(random, 20) < 8 + size / 2 &&
                position->size < ZM_MORPION_HEADER + 2u * zm_morpion_variants[variant].start) {
                zm_buffer_byte(position, (uint8_t)x);
                zm_buffer_byte(position, (uint8_t)y);
            }
    if (walk == NULL || position->failed) {
        position->failed = true;
        free(walk);
        return;
    }
    position->data[1] = (uint8_t)((position->size - ZM_MORPION_HEADER) / 2);
    cross = position->data[1] == 0;
    zm_morpion_begin(zm_buffer_bytes(position), walk);
    unsigned made = play_by_lot(walk, random, cross ? UINT16_MAX : size / 4);
    for (unsigned back = cross ? (unsigned)zm_random_below(random, size / 2 + 2) : 0;
         back > 0 && made > 0; back--, made--)
        zm_morpion_walks.unmake(walk, walk->played[made - 1]);
    zm_morpion_walks.position(state, walk, position);
    free(walk);
}

static const struct zm_rules morpion_rules = {
    .parse = zm_morpion_parse,
    .print = zm_morpion_print,
    .moves = morpion_moves,
    .name = morpion_name,
    .apply = morpion_apply,
    .sound = zm_morpion_sound,
    .random = morpion_random,
};

static const struct zm_goals morpion_goals = {
    .maximise = true,
    .worth = morpion_worth,
    .describe = morpion_describe,
    .plain = morpion_plain,
};

const struct zm_game zm_morpion = {
    .name = "morpion",
    .title = "Morpion solitaire",
    .summary = "one player: add dots that complete lines of five, as often as possible",
    .start = "5T",
    .positions =
        "5T             the cross of 36 dots; 5D: lines of one direction share no dot; 4T, 4D\n"
        "5T 3,4V4 3,5V1 moves: the new dot (column, row from the corner of the cross), the line's\n"
        "               direction H, V, DN (down) or DP (up), which dot of the line it is, from 0\n"
        "5D#oooo/o..o   any start of up to 36 dots (24 with lines of four): rows of 'o' and '.'\n"
        "(28,28) (28,29) | -2     a Pentasol record, perhaps after 5T or 5D\n",
    .players = ZM_ONE_PLAYER,
    .canon_version = 1,
    .rules = &morpion_rules,
    .goals = &morpion_goals,
    .walk = &zm_morpion_walks,
    .picture = &zm_morpion_picture,
};
