/* Whole turns for score calculations: one for each black chain, and one that hands the turn over
 * when there is an offer (theorem 12, proposition 25), ordered as the thesis found best: moves that
 * leave nothing to take, moves that split, moves on a line that halves the board, central moves,
 * then the smallest text. */
#include "games/dots/dots.h"

#include "games/dots/position.h"

#include <stdlib.h>

/* What counts most in the order of turns; rank_of_cut() stays below. */
enum { HANDS_OVER = 1000000, LEAVES_NOTHING = 100000, SPLITS = 10000 };

/* A turn while the turns of a position are put in order. */
struct entry {
    int rank;
    struct zm_turn turn;
    struct zm_bytes normal;
};

/* The turns of a position while they are listed. */
struct listing {
    const struct zm_dots_layout *layout;
    const struct zm_dots_normal_rules *rules;
    struct zm_dots_drawings drawings;
    struct zm_list normals; /* what each turn leaves */
    struct entry entries[ZM_COINS_MOST + 1];
    struct zm_buffer normal; /* of one */
};

static bool comes_before(const struct entry *first, const struct entry *second)
{
    return first->rank != second->rank ? first->rank > second->rank
                                       : zm_bytes_compare(first->normal, second->normal) < 0;
}

/* Adds a turn that leaves `strings`: it gains `gain`, and what is surely the player's of the rest.
 */
static void add_turn(struct listing *listing, int rank, int32_t gain, uint64_t strings)
{
    int32_t sure[2];
    unsigned parts = zm_dots_normalise_cut(listing->layout, strings, listing->rules,
                                           &listing->drawings, &listing->normal, sure);
    listing->normals.bytes.failed |= listing->normal.failed;
    listing->entries[listing->normals.count] =
        (struct entry){.rank = rank + (parts > 1 ? SPLITS : 0), .turn.gain = gain + sure[1]};
    zm_list_add(&listing->normals, zm_buffer_bytes(&listing->normal));
}

/* Where a component lies, to tell how central its strings are. */
struct box {
    unsigned top, left, bottom, right;
};

static struct box box_of(const struct zm_dots_layout *layout, uint64_t coins)
{
    struct box box = {255, 255, 0, 0};
    for (; coins != 0; coins &= coins - 1) {
        unsigned coin = (unsigned)__builtin_ctzll(coins);
        unsigned row = layout->row[coin], column = layout->column[coin];
        box.top = row < box.top ? row : box.top;
        box.bottom = row > box.bottom ? row : box.bottom;
        box.left = column < box.left ? column : box.left;
        box.right = column > box.right ? column : box.right;
    }
    return box;
}

/* Is a link across one of the straight lines that halve a box of `size` along this direction? At
 * `place` it joins place and place + 1. */
static bool on_middle_line(unsigned size, unsigned place)
{
    return size % 2 == 0 ? place + 1 == size / 2 : place + 1 == size / 2 || place == size / 2;
}

/* Privileged lines, then closeness to the centre of the component. */
static int rank_of_cut(const struct zm_dots_layout *layout, unsigned string, uint64_t coins)
{
    struct box box = box_of(layout, coins);
    unsigned coin = layout->graph.end[string][0], side = layout->side[string];
    int y = 2 * (int)(layout->row[coin] - box.top), x = 2 * (int)(layout->column[coin] - box.left);
    unsigned height = box.bottom - box.top + 1, width = box.right - box.left + 1;
    bool link = layout->graph.end[string][1] != ZM_COINS_GROUND;
    bool line = link && ((side == ZM_EAST && width >= height &&
                          on_middle_line(width, layout->column[coin] - box.left)) ||
                         (side == ZM_SOUTH && height >= width &&
                          on_middle_line(height, layout->row[coin] - box.top)));
    y += side == ZM_SOUTH ? 1 : side == ZM_NORTH ? -1 : 0;
    x += side == ZM_EAST ? 1 : side == ZM_WEST ? -1 : 0;
    int distance = abs(y - (int)height + 1) + abs(x - (int)width + 1);
    return (line ? 1000 : 0) + 500 - distance;
}

/* Adds the turns that take the offer and open a chain of the black part. */
static void add_openings(struct listing *listing, const struct zm_coins_colours *colours)
{
    const struct zm_dots_layout *layout = listing->layout;
    struct zm_coins_opening openings[ZM_COINS_MOST];
    unsigned count = zm_coins_openings(&layout->graph, colours->black, openings);
    uint64_t part = 0, coins = 0; /* the component of the last opening */
    for (unsigned i = 0; i < count; i++) {
        if ((part >> openings[i].cut & 1) == 0)
            part = zm_coins_component(&layout->graph, colours->black, openings[i].cut, &coins);
        int rank = rank_of_cut(layout, openings[i].cut, coins);
        rank += openings[i].white == 0 ? LEAVES_NOTHING : 0;
        add_turn(listing, rank, (int32_t)colours->offer,
                 colours->black & ~((uint64_t)1 << openings[i].cut));
    }
}

/* Moves the turns listed to `turns`, in order. There are few: each is put in its place. */
static void put_in_order(struct listing *listing, struct zm_turns *turns)
{
    uint8_t order[ZM_COINS_MOST + 1];
    unsigned count = (unsigned)listing->normals.count;
    for (unsigned i = 0; i < count; i++) {
        struct entry *entry = &listing->entries[i];
        unsigned j = i;
        entry->normal = zm_list_at(&listing->normals, i);
        for (; j > 0 && comes_before(entry, &listing->entries[order[j - 1]]); j--)
            order[j] = order[j - 1];
        order[j] = (uint8_t)i;
    }
    for (unsigned i = 0; i < count; i++) {
        const struct entry *entry = &listing->entries[order[i]];
        zm_turns_add(turns, entry->turn, entry->normal);
    }
}

static void list_turns(const struct zm_dots_state *state, const struct zm_dots_layout *layout,
                       struct zm_turns *turns)
{
    struct listing listing = {.layout = layout, .rules = &state->normal};
    struct zm_coins_colours colours = zm_coins_colour(&layout->graph, zm_coins_all(&layout->graph));
    zm_dots_draw(layout, colours.black, &state->normal, &listing.drawings);
    if (colours.offer > 0 && colours.black != 0)
        add_turn(&listing, HANDS_OVER, 0, colours.black);
    if (colours.black != 0)
        add_openings(&listing, &colours);
    else if (colours.white > 0)
        add_turn(&listing, 0, (int32_t)colours.white, 0);
    if (zm_list_failed(&listing.normals))
        turns->positions.bytes.failed = true;
    else
        put_in_order(&listing, turns);
    zm_list_free(&listing.normals);
    zm_buffer_free(&listing.normal);
    zm_dots_drawings_free(&listing.drawings);
}

bool zm_dots_read_normal(struct zm_bytes normal, struct zm_dots_layout *layout)
{
    char text[2 * ZM_COINS_MOST * ZM_COINS_MOST];
    const char *rest;
    if (normal.size >= sizeof text)
        return false;
    if (normal.size > 0)
        memcpy(text, normal.data, normal.size);
    text[normal.size] = '\0';
    return zm_dots_layout_parse(layout, text, &rest, NULL) == ZM_OK && *rest == '\0';
}

static void turns(void *state, struct zm_bytes normal, struct zm_turns *turns)
{
    struct zm_dots_layout layout;
    zm_turns_clear(turns);
    if (zm_dots_read_normal(normal, &layout))
        list_turns(state, &layout, turns);
}

static int32_t available(void *state, struct zm_bytes normal)
{
    (void)state;
    struct zm_dots_layout layout;
    if (normal.size > 0 && (normal.data[0] == 'g' || normal.data[0] == 'c')) /* graph:, ctf: */
        return zm_dots_read_normal(normal, &layout) ? (int32_t)layout.graph.coins : 0;
    int32_t coins = 0;
    for (size_t i = 0; i < normal.size; i++)
        coins += normal.data[i] >= 'A' && normal.data[i] <= 'C';
    return coins;
}

/* Whoever can hand the turn over gets at least half of what is left (theorem 13). */
static void bounds(void *state, struct zm_bytes normal, int32_t *lower, int32_t *upper)
{
    const struct zm_dots_state *own = state;
    struct zm_dots_layout layout;
    *lower = 0;
    *upper = available(state, normal);
    if (!own->theorem13 || *upper == 0 || !zm_dots_read_normal(normal, &layout))
        return;
    if (zm_coins_colour(&layout.graph, zm_coins_all(&layout.graph)).offer > 0)
        *lower = (*upper + 1) / 2;
}

static void print(void *state, struct zm_bytes normal, struct zm_buffer *text)
{
    (void)state;
    zm_buffer_add(text, normal.data, normal.size);
}

static void normalise(void *state, struct zm_bytes bytes, struct zm_buffer *normal, int32_t sure[2])
{
    const struct zm_dots_state *own = state;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    zm_dots_normalise(&position.layout, position.strings, &own->normal, normal, sure);
}

/* The end is an empty text. */
static bool sound(void *state, struct zm_bytes normal)
{
    (void)state;
    struct zm_dots_layout layout;
    return normal.size == 0 || zm_dots_read_normal(normal, &layout);
}

const struct zm_scores zm_dots_scores = {
    .normalise = normalise,
    .turns = turns,
    .available = available,
    .bounds = bounds,
    .print = print,
    .sound = sound,
};
