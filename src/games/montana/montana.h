/* Montana, also called Gaps: what the files of this folder share.
 *
 * The cards of a pack lie in rows, one row for each suit; the aces are taken out, which leaves
 * holes. A move puts a card into a hole: the successor, in suit, of the card on the left of the
 * hole. In the base variant the aces lie in a column of their own on the left, and never move; in
 * the common one (Superpuzz) they are gone, and any Two may go to a hole of the first column.
 *
 * A position is the number of suits, of ranks and of redeals left, then the cells row by row, each
 * row with its ace (ZM_MONTANA_WALL in the common variant) first. A card is 16 times its suit plus
 * its rank from 1 to 13; 0 is a hole. */
#ifndef ZM_GAMES_MONTANA_MONTANA_H
#define ZM_GAMES_MONTANA_MONTANA_H

#include "games/game.h"
#include "games/walk.h"

extern const struct zm_game zm_montana;
extern const struct zm_walk zm_montana_walk;
extern const struct zm_picture zm_montana_picture;

enum {
    ZM_MONTANA_SUITS = 6,
    ZM_MONTANA_RANKS = 13,
    ZM_MONTANA_REDEALS = 3,
    ZM_MONTANA_HEADER = 3,
    ZM_MONTANA_HOLE = 0,
    ZM_MONTANA_WALL = 15,
    /* A walk has its cells in rows of 16: the ace or wall, the cells, walls. */
    ZM_MONTANA_STRIDE = 16,
    ZM_MONTANA_CELLS = ZM_MONTANA_SUITS * ZM_MONTANA_STRIDE,
    ZM_MONTANA_CARDS = ZM_MONTANA_SUITS * 16,
    ZM_MONTANA_BYTES = ZM_MONTANA_HEADER + ZM_MONTANA_SUITS * (ZM_MONTANA_RANKS + 1),
};

/* The move that deals again. Any other is the card, the cell it goes to and the one it leaves,
 * seven bits each. */
#define ZM_MONTANA_REDEAL ((zm_move)1 << 21)

static inline zm_move zm_montana_move(unsigned card, unsigned to, unsigned from)
{
    return card | to << 7 | from << 14;
}
static inline unsigned zm_montana_card(zm_move move)
{
    return (unsigned)move & 127;
}
static inline unsigned zm_montana_to(zm_move move)
{
    return (unsigned)(move >> 7) & 127;
}
static inline unsigned zm_montana_from(zm_move move)
{
    return (unsigned)(move >> 14) & 127;
}
static inline unsigned zm_montana_rank(unsigned card)
{
    return card % 16;
}
static inline unsigned zm_montana_suit(unsigned card)
{
    return card / 16;
}

/* How far from the goal a position looks, where searches are guided: cards away from their columns
 * or cells (the bound itself), cards that are not placed, runs, holes that nothing can go to. */
enum zm_montana_guess {
    ZM_MONTANA_GUESS_STRAYS,
    ZM_MONTANA_GUESS_PLACED,
    ZM_MONTANA_GUESS_RUNS,
    ZM_MONTANA_GUESS_HOLES,
};

/* The rules with their parameters. The key of a position is the sum over its cards of the number of
 * the card times that of its cell. */
struct zm_montana {
    bool common;
    enum zm_montana_guess guess;
    uint8_t
        aces[ZM_MONTANA_SUITS]; /* the suit of each row; for fewer suits the others are skipped */
    struct zm_hash128 card_keys[ZM_MONTANA_CARDS], cell_keys[ZM_MONTANA_CELLS];
    struct zm_hash128 redeal_keys[ZM_MONTANA_REDEALS + 1];
};

/* A walk. */
struct zm_montana_walk {
    const struct zm_montana *game;
    struct zm_hash128 key;
    uint64_t holes[2]; /* a bit for each cell: rows 0 to 3, rows 4 and 5 */
    uint8_t suits, ranks, redeals;
    uint8_t strays; /* base: cards that are not where they belong; common: in another column */
    uint8_t cells[ZM_MONTANA_CELLS];
    uint8_t where[ZM_MONTANA_CARDS];
    uint8_t home[ZM_MONTANA_SUITS];                       /* base: the row of the suit's ace */
    uint8_t before[ZM_MONTANA_REDEALS][ZM_MONTANA_CELLS]; /* the cells before each redeal */
};

/* The option that names the variant, for the game and its tools. */
#define ZM_MONTANA_VARIANT_PARAM                                                                   \
    {                                                                                              \
        .name = "variant", .kind = ZM_PARAM_CHOICE, .value = "base", .choices = "base|common",     \
        .hint = "VARIANT",                                                                         \
        .help =                                                                                    \
            "base: the aces lie on the left and never move; common: they are taken away, and any " \
            "Two may go to the first column"                                                       \
    }

/* walk.c */

/* Stands on the cells of a position that is sound. */
void zm_montana_stand(const struct zm_montana *game, struct zm_bytes position,
                      struct zm_montana_walk *walk);
bool zm_montana_solved(const struct zm_montana_walk *walk);
/* The cards at their final places: in base those of their rows, in the common variant the longest
 * rows from a Two on. */
unsigned zm_montana_placed(const struct zm_montana_walk *walk);

/* deal.c */

/* Sets the position to the deal of a number: the pack is ordered by suit and rank, shuffled (Fisher
 * and Yates, with lots seeded by the number), dealt row by row, and the aces are taken out. */
void zm_montana_deal(const struct zm_montana *game, unsigned suits, unsigned ranks,
                     unsigned redeals, uint64_t number, struct zm_buffer *position);
/* Makes a position of dealt cells, row by row; aces among them leave holes. */
void zm_montana_lay(const struct zm_montana *game, unsigned suits, unsigned ranks, unsigned redeals,
                    const uint8_t *cells, struct zm_buffer *position);
/* Takes up all cards that are not in a sequence from the first column on, shuffles them with the
 * holes, and lays them out again: by lots that the position alone decides. */
void zm_montana_redeal(struct zm_montana_walk *walk);

/* text.c */

enum zm_status zm_montana_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error);
void zm_montana_print(void *state, struct zm_bytes position, struct zm_buffer *text);
bool zm_montana_sound(void *state, struct zm_bytes position);
/* Appends a card as it is typed ("10D"), or as it is drawn ("10♦"). */
void zm_montana_card_text(unsigned card, bool drawn, struct zm_buffer *text);
/* The letters of the suits, in order. */
extern const char zm_montana_suit_letters[];
/* Appends a move as it is typed: the card; with the row, where a Two may go to several. */
void zm_montana_move_name(bool common, zm_move move, struct zm_buffer *text);

#endif
