/* Montana: deals by number, and redeals. */
#include "games/montana/montana.h"

static void shuffle(struct zm_random *random, uint8_t *cards, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned other = (unsigned)zm_random_below(random, i);
        uint8_t card = cards[i - 1];
        cards[i - 1] = cards[other];
        cards[other] = card;
    }
}

/* The suit of the ace of a row, where there are only so many suits. */
static unsigned ace_of(const struct zm_montana *game, unsigned suits, unsigned row)
{
    for (unsigned i = 0; i < ZM_MONTANA_SUITS; i++)
        if (game->aces[i] < suits && row-- == 0)
            return game->aces[i];
    return 0;
}

void zm_montana_lay(const struct zm_montana *game, unsigned suits, unsigned ranks, unsigned redeals,
                    const uint8_t *cells, struct zm_buffer *position)
{
    zm_buffer_clear(position);
    zm_buffer_byte(position, (uint8_t)suits);
    zm_buffer_byte(position, (uint8_t)ranks);
    zm_buffer_byte(position, (uint8_t)redeals);
    for (unsigned row = 0; row < suits; row++) {
        unsigned ace = 16 * ace_of(game, suits, row) + 1;
        zm_buffer_byte(position, (uint8_t)(game->common ? ZM_MONTANA_WALL : ace));
        for (unsigned column = 0; column < ranks; column++) {
            uint8_t card = cells[row * ranks + column];
            zm_buffer_byte(position, zm_montana_rank(card) == 1 ? ZM_MONTANA_HOLE : card);
        }
    }
}

void zm_montana_deal(const struct zm_montana *game, unsigned suits, unsigned ranks,
                     unsigned redeals, uint64_t number, struct zm_buffer *position)
{
    uint8_t pack[ZM_MONTANA_SUITS * ZM_MONTANA_RANKS];
    struct zm_random random = zm_random_seeded(number);
    for (unsigned i = 0; i < suits * ranks; i++)
        pack[i] = (uint8_t)(16 * (i / ranks) + i % ranks + 1);
    shuffle(&random, pack, suits * ranks);
    zm_montana_lay(game, suits, ranks, redeals, pack, position);
}

/* The column from which a row is taken up: behind its sequence from the first column on. */
static unsigned loose_from(const struct zm_montana_walk *walk, unsigned row)
{
    const uint8_t *cells = walk->cells + row * ZM_MONTANA_STRIDE;
    unsigned column = 1;
    if (walk->game->common && zm_montana_rank(cells[1]) != 2)
        return 1;
    column += walk->game->common;
    while (column < walk->ranks && cells[column] == cells[column - 1] + 1)
        column++;
    return column;
}

void zm_montana_redeal(struct zm_montana_walk *walk)
{
    uint8_t taken[ZM_MONTANA_CELLS];
    unsigned count = 0, next = 0;
    struct zm_random random = zm_random_seeded(walk->key.low);
    unsigned from[ZM_MONTANA_SUITS];
    for (unsigned row = 0; row < walk->suits; row++) {
        from[row] = loose_from(walk, row);
        for (unsigned column = from[row]; column <= walk->ranks; column++)
            taken[count++] = walk->cells[row * ZM_MONTANA_STRIDE + column];
    }
    shuffle(&random, taken, count);
    for (unsigned row = 0; row < walk->suits; row++)
        for (unsigned column = from[row]; column <= walk->ranks; column++)
            walk->cells[row * ZM_MONTANA_STRIDE + column] = taken[next++];
}
