/* Games whose scores, walks, numbers or pictures are broken, or which take any bytes; see
 * mutants.h. */
#include "toys/mutants.h"

#include "games/nim/nim.h"
#include "games/peg/peg.h"
#include "games/tapatan/tapatan.h"
#include "toys/toys.h"

#include <stdlib.h>

/* --- scores --- */

static void turns_gain_less(void *state, struct zm_bytes coins, struct zm_turns *turns)
{
    toy_row.scores->turns(state, coins, turns);
    for (size_t i = 0; i < turns->positions.count; i++)
        turns->turns[i].gain -= turns->turns[i].gain > 7;
}
SPOIL(spoil_gain, scores.turns, turns_gain_less)

static void turns_never_again(void *state, struct zm_bytes coins, struct zm_turns *turns)
{
    toy_row.scores->turns(state, coins, turns);
    for (size_t i = 0; i < turns->positions.count; i++)
        turns->turns[i].again = false;
}
SPOIL(spoil_again, scores.turns, turns_never_again)

static void bounds_too_low(void *state, struct zm_bytes coins, int32_t *lower, int32_t *upper)
{
    *lower = 0;
    *upper = toy_row.scores->available(state, coins) / 2;
}
SPOIL(spoil_bounds, scores.bounds, bounds_too_low)

static int32_t available_for_one(void *state, struct zm_bytes coins)
{
    return toy_row.scores->available(state, coins) + (coins.size == 3);
}
SPOIL(spoil_available, scores.available, available_for_one)

static void points_that_grow(void *state, struct zm_bytes position, const struct zm_record *record,
                             struct zm_ending *ending)
{
    toy_row.rules->ending(state, position, record, ending);
    ending->half_points[0] *= 2;
    ending->half_points[1] *= 2;
}
SPOIL(spoil_final_points, rules.ending, points_that_grow)

/* --- one player, and walks --- */

static void describe_at_length(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    (void)position;
    zm_buffer_text(text, "this\nand that");
}
SPOIL(spoil_describe, goals.describe, describe_at_length)

static int64_t worth_below(void *state, struct zm_bytes position)
{
    return toy_picks.goals->worth(state, position) - 1;
}
SPOIL(spoil_goal, goals.worth, worth_below)

static unsigned moves_but_one(const void *walk, zm_move *moves)
{
    unsigned count = toy_picks.walk->moves(walk, moves);
    return count > 2 ? count - 1 : count;
}
SPOIL(spoil_walk_moves, walk.moves, moves_but_one)

static struct zm_hash128 key_of_the_free(const void *walk)
{
    struct zm_hash128 key = toy_picks.walk->key(walk);
    key.low |= 1;
    key.high = key.low;
    return key;
}
SPOIL(spoil_key, walk.key, key_of_the_free)

static int64_t walk_worth_doubled(const void *walk)
{
    return 2 * toy_picks.walk->worth(walk);
}
SPOIL(spoil_walk_worth, walk.worth, walk_worth_doubled)

static unsigned all_commute(const void *walk, zm_move move, const zm_move *moves, unsigned count,
                            zm_move *kept)
{
    (void)walk;
    (void)move;
    memmove(kept, moves, count * sizeof *moves);
    return count;
}
SPOIL(spoil_commuting, walk.commuting, all_commute)

static void unmake_nothing(void *walk, zm_move move)
{
    (void)walk;
    (void)move;
}
SPOIL(spoil_unmake, walk.unmake, unmake_nothing)

static uint32_t most_is_two(const void *walk)
{
    (void)walk;
    return 2;
}
SPOIL(spoil_most_moves, walk.most, most_is_two)

/* --- numbers --- */

static uint64_t rank_beyond(void *state, struct zm_bytes position)
{
    return toy_ring.loops->rank(state, position) + (position.data[0] == 6 ? 4 : 0);
}
SPOIL(spoil_rank, loops.rank, rank_beyond)

static bool unrank_another(void *state, uint64_t number, struct zm_buffer *position)
{
    return toy_ring.loops->unrank(state, number == 9 ? 10 : number, position);
}
SPOIL(spoil_unrank, loops.unrank, unrank_another)

static void predecessors_but_one(void *state, struct zm_bytes position, struct zm_list *positions)
{
    struct zm_list own = {0};
    toy_ring.loops->predecessors(state, position, &own);
    for (size_t i = 0; i + 1 < own.count; i++)
        zm_list_add(positions, zm_list_at(&own, i));
    zm_list_free(&own);
}
SPOIL(spoil_predecessors, loops.predecessors, predecessors_but_one)

static void predecessors_and_itself(void *state, struct zm_bytes position,
                                    struct zm_list *positions)
{
    toy_ring.loops->predecessors(state, position, positions);
    zm_list_add(positions, position);
}
SPOIL(spoil_predecessors_more, loops.predecessors, predecessors_and_itself)

/* The men of the two players exchanged. */
static void canonical_exchanged(void *state, struct zm_bytes position, struct zm_buffer *least)
{
    zm_tapatan.loops->canonical(state, position, least);
    for (size_t i = 0; i < 4; i++) {
        uint8_t men = least->data[i];
        least->data[i] = least->data[4 + i];
        least->data[4 + i] = men;
    }
}
SPOIL(spoil_symmetry, loops.canonical, canonical_exchanged)

/* --- pictures --- */

/* The picture of Nim heaps with one text in the place of another. */
static void replace(struct zm_buffer *out, void *state, struct zm_bytes position, const char *from,
                    const char *to)
{
    struct zm_buffer own = {0};
    zm_nim.picture->svg(state, position, &own);
    const char *svg = zm_buffer_string(&own), *at = strstr(svg, from);
    if (at == NULL) {
        zm_buffer_text(out, svg);
    } else {
        zm_buffer_add(out, svg, (size_t)(at - svg));
        zm_buffer_text(out, to);
        zm_buffer_text(out, at + strlen(from));
    }
    zm_buffer_free(&own);
}

static void svg_torn(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "</svg>", "<g></svg>");
}
SPOIL(spoil_svg, picture.svg, svg_torn)

static void svg_with_a_bare_sign(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "Nim heaps", "Nim & heaps");
}
SPOIL(spoil_svg_text, picture.svg, svg_with_a_bare_sign)

static void svg_without_label(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "aria-label", "data-label");
}
SPOIL(spoil_svg_label, picture.svg, svg_without_label)

static void svg_with_another_move(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "data-move=\"", "data-move=\"x");
}
SPOIL(spoil_svg_move, picture.svg, svg_with_another_move)

static void svg_without_a_move(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "data-move=\"", "data-none=\"");
}
SPOIL(spoil_svg_click, picture.svg, svg_without_a_move)

/* --- bytes --- */

/* Takes all bytes for a position, and breaks down over them: what a crash would be. */
static bool take_anything(void *state, struct zm_bytes bytes)
{
    (void)state;
    return bytes.size == 3;
}

static void print_or_break_down(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    if (!toy_ring.rules->sound(state, position))
        abort();
    toy_ring.rules->print(state, position, text);
}

static void spoil_sound(struct body *body)
{
    body->rules.sound = take_anything;
    body->rules.print = print_or_break_down;
}

const struct mutant more_mutants[] = {
    {"scores", "turns gain less", &toy_row, spoil_gain},
    {"scores", "turns never go on", &toy_row, spoil_again},
    {"scores", "bounds are too low", &toy_row, spoil_bounds},
    {"scores", "available counts one more", &toy_row, spoil_available},
    {"scores", "points at the end are others", &toy_row, spoil_final_points},
    {"goals", "describe writes two lines", &toy_picks, spoil_describe},
    {"goals", "worth below 0", &toy_picks, spoil_goal},
    {"walk", "a move is missing", &toy_picks, spoil_walk_moves},
    {"walk", "two positions have one key", &toy_picks, spoil_key},
    {"walk", "another worth", &toy_picks, spoil_walk_worth},
    {"walk", "moves that do not commute", &toy_picks, spoil_commuting},
    {"walk", "unmake does nothing", &zm_peg, spoil_unmake},
    {"walk", "most is too little", &zm_peg, spoil_most_moves},
    {"numbers", "rank is another", &toy_ring, spoil_rank},
    {"numbers", "unrank is another", &toy_ring, spoil_unrank},
    {"numbers", "a predecessor is missing", &toy_ring, spoil_predecessors},
    {"numbers", "a predecessor too many", &toy_ring, spoil_predecessors_more},
    {"numbers", "symmetry exchanges the players", &zm_tapatan, spoil_symmetry},
    {"pictures", "an element is not closed", &zm_nim, spoil_svg},
    {"pictures", "a bare & in an attribute", &zm_nim, spoil_svg_text},
    {"pictures", "no label", &zm_nim, spoil_svg_label},
    {"pictures", "a click that is no move", &zm_nim, spoil_svg_move},
    {"pictures", "a move without a click", &zm_nim, spoil_svg_click},
    {"bytes", "sound takes anything", &toy_ring, spoil_sound},
    {NULL, NULL, NULL, NULL},
};
