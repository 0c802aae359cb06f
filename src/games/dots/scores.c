/* Whole turns for score calculations: one for each black chain, and one that hands the turn over
 * when there is an offer (theorem 12, proposition 25), ordered as the thesis found best: moves that
 * leave nothing to take, moves that split, moves on a line that halves the board, central moves,
 * then the smallest text. */
#include "games/dots/dots.h"

#include "games/dots/position.h"

#include <stdlib.h>

/* A turn while the turns of a position are put in order. */
struct entry {
    int rank;
    struct zm_turn turn;
    struct zm_buffer normal;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    if (first->rank != second->rank)
        return first->rank > second->rank ? -1 : 1;
    return zm_bytes_compare(zm_buffer_bytes(&first->normal), zm_buffer_bytes(&second->normal));
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

static unsigned count_components(const struct zm_coins *graph, uint64_t strings)
{
    unsigned count = 0;
    for (uint64_t coins; strings != 0; count++)
        strings &= ~zm_coins_component(graph, strings, (unsigned)__builtin_ctzll(strings), &coins);
    return count;
}

/* Adds the turns that take the offer and open a chain of the black part. */
static unsigned add_openings(const struct zm_dots_state *state, const struct zm_dots_layout *layout,
                             const struct zm_coins_colours *colours, struct entry *entries)
{
    struct zm_coins_opening openings[ZM_COINS_MOST];
    unsigned count = zm_coins_openings(&layout->graph, colours->black, openings);
    for (unsigned i = 0; i < count; i++) {
        struct entry *entry = &entries[i];
        uint64_t coins;
        uint64_t part = zm_coins_component(&layout->graph, colours->black, openings[i].cut, &coins);
        int32_t sure[2];
        *entry = (struct entry){.rank = rank_of_cut(layout, openings[i].cut, coins)};
        entry->rank += openings[i].white == 0 ? 100000 : 0;
        entry->rank += count_components(&layout->graph, part & ~openings[i].gone) > 1 ? 10000 : 0;
        zm_dots_normalise(layout, colours->black & ~((uint64_t)1 << openings[i].cut),
                          &state->normal, &entry->normal, sure);
        entry->turn.gain = (int32_t)colours->offer + sure[1];
    }
    return count;
}

static void list_turns(const struct zm_dots_state *state, const struct zm_dots_layout *layout,
                       struct zm_turns *turns)
{
    struct entry entries[ZM_COINS_MOST + 1];
    unsigned count = 0;
    struct zm_coins_colours colours = zm_coins_colour(&layout->graph, zm_coins_all(&layout->graph));
    if (colours.offer > 0 && colours.black != 0) {
        int32_t sure[2];
        entries[count] = (struct entry){.rank = 1000000};
        zm_dots_normalise(layout, colours.black, &state->normal, &entries[count].normal, sure);
        entries[count++].turn.gain = sure[1];
    }
    if (colours.black != 0)
        count += add_openings(state, layout, &colours, entries + count);
    else if (colours.white > 0) {
        int32_t sure[2];
        entries[count] = (struct entry){.turn = {.gain = (int32_t)colours.white}};
        zm_dots_normalise(layout, 0, &state->normal, &entries[count++].normal, sure);
    }
    qsort(entries, count, sizeof *entries, compare_entries);
    for (unsigned i = 0; i < count; i++) {
        if (entries[i].normal.failed)
            turns->positions.bytes.failed = true;
        zm_turns_add(turns, entries[i].turn, zm_buffer_bytes(&entries[i].normal));
        zm_buffer_free(&entries[i].normal);
    }
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
