/* The board of tactical searches; see field.h. */
#include "engines/go/tactics/field.h"

#include <stddef.h>

/* Places of the trail: colours, then chains, then rings. */
static uint16_t *place(struct go_field *field, unsigned index)
{
    return index < GOBAN_POINTS       ? &field->colour[index]
           : index < 2 * GOBAN_POINTS ? &field->chain[index - GOBAN_POINTS]
                                      : &field->next[index - 2 * GOBAN_POINTS];
}

static void write_word(struct go_field *field, unsigned index, uint16_t value)
{
    uint16_t *word = place(field, index);
    field->changes[field->trail++] = (struct go_field_change){(uint16_t)index, *word};
    *word = value;
}

static void set_colour(struct go_field *field, uint16_t point, uint8_t colour)
{
    unsigned stone = colour == GO_EMPTY ? field->colour[point] : colour;
    uint64_t key = zm_mix64((uint64_t)point << 2 | stone);
    field->key[0] ^= key;
    field->key[1] ^= zm_mix64(key + ZM_MIX);
    write_word(field, point, colour);
}

static void set_chain(struct go_field *field, uint16_t point, uint16_t chain)
{
    write_word(field, GOBAN_POINTS + point, chain);
}

static void set_next(struct go_field *field, uint16_t point, uint16_t next)
{
    write_word(field, 2 * GOBAN_POINTS + point, next);
}

static bool has_liberty(const struct go_field *field, uint16_t stone)
{
    int offsets[4];
    uint16_t at = stone;
    go_field_offsets(field, offsets);
    do {
        for (int i = 0; i < 4; i++)
            if (field->colour[at + offsets[i]] == GO_EMPTY)
                return true;
        at = field->next[at];
    } while (at != stone);
    return false;
}

/* Makes the chain of `stone` part of the chain of `point`. */
static void join(struct go_field *field, uint16_t point, uint16_t stone)
{
    uint16_t chain = field->chain[point], at = stone;
    do {
        set_chain(field, at, chain);
        at = field->next[at];
    } while (at != stone);
    uint16_t behind = field->next[point];
    set_next(field, point, field->next[stone]);
    set_next(field, stone, behind);
}

static void capture(struct go_field *field, uint16_t stone, struct go_points *captured)
{
    uint16_t at = stone;
    do {
        go_points_add(captured, at);
        set_colour(field, at, GO_EMPTY);
        at = field->next[at];
    } while (at != stone);
}

/* Writes where a ko stands now: one stone alone has taken one, and has no other liberty. */
static void find_ko(struct go_field *field, uint16_t point, uint8_t colour)
{
    const struct go_points *captured = go_field_captured(field);
    field->ko = GOBAN_PASS;
    if (go_points_count(captured) != 1 || field->next[point] != point)
        return;
    if (go_field_chain(field, point, NULL, NULL) == 1) {
        field->ko = go_points_next(captured, 1);
        field->ko_colour = goban_other(colour);
    }
}

bool go_field_play(struct go_field *field, uint16_t point, uint8_t colour)
{
    int offsets[4];
    if (field->depth == GO_FIELD_DEEPEST || field->trail + GO_FIELD_WIDEST_MOVE > GO_FIELD_TRAIL) {
        field->full = true;
        return false;
    }
    struct go_field_move *move = &field->moves[field->depth++];
    *move = (struct go_field_move){
        field->trail, point, field->ko, colour, field->ko_colour, {field->key[0], field->key[1]},
        {{0}}};
    go_field_offsets(field, offsets);
    set_colour(field, point, colour);
    set_chain(field, point, point);
    set_next(field, point, point);
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]);
        if (field->colour[near] == colour && field->chain[near] != field->chain[point])
            join(field, point, near);
    }
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]);
        if (field->colour[near] == goban_other(colour) && !has_liberty(field, near))
            capture(field, near, &move->captured);
    }
    if (!has_liberty(field, point)) {
        go_field_undo(field);
        return false;
    }
    find_ko(field, point, colour);
    return true;
}

void go_field_undo(struct go_field *field)
{
    const struct go_field_move *move = &field->moves[--field->depth];
    while (field->trail > move->trail) {
        const struct go_field_change *change = &field->changes[--field->trail];
        *place(field, change->place) = change->old;
    }
    field->ko = move->ko;
    field->ko_colour = move->ko_colour;
    field->key[0] = move->key[0];
    field->key[1] = move->key[1];
}

unsigned go_field_chain(const struct go_field *field, uint16_t stone, struct go_points *stones,
                        struct go_points *liberties)
{
    struct go_points seen = {{0}};
    int offsets[4];
    uint16_t at = stone;
    go_field_offsets(field, offsets);
    if (stones != NULL)
        go_points_clear(stones);
    do {
        if (stones != NULL)
            go_points_add(stones, at);
        for (int i = 0; i < 4; i++)
            if (field->colour[at + offsets[i]] == GO_EMPTY)
                go_points_add(&seen, (unsigned)(at + offsets[i]));
        at = field->next[at];
    } while (at != stone);
    if (liberties != NULL)
        *liberties = seen;
    return go_points_count(&seen);
}

unsigned go_field_chains(const struct go_field *field, uint8_t colour, uint16_t *chains)
{
    unsigned count = 0;
    for (uint16_t at = 1; at < field->limit; at++)
        if (field->colour[at] == colour && field->chain[at] == at)
            chains[count++] = at;
    return count;
}

void go_field_add_near(const struct go_field *field, const struct go_points *set,
                       struct go_points *to)
{
    int offsets[4];
    struct go_points all = *to;
    go_field_offsets(field, offsets);
    for (uint16_t at = go_points_next(set, 1); at != 0; at = go_points_next(set, at + 1u))
        for (int i = 0; i < 4; i++)
            if (field->colour[at + offsets[i]] != GOBAN_RIM)
                go_points_add(&all, (unsigned)(at + offsets[i]));
    *to = all;
}

void go_field_set(struct go_field *field, unsigned columns, unsigned rows, const uint8_t *colours)
{
    field->columns = (uint16_t)columns;
    field->rows = (uint16_t)rows;
    field->stride = (uint16_t)(columns + 1);
    field->limit = (uint16_t)((rows + 2) * field->stride + 1);
    field->ko = GOBAN_PASS;
    field->ko_colour = 0;
    field->full = false;
    field->key[0] = field->key[1] = 0;
    field->depth = 0;
    field->trail = 0;
    for (unsigned i = 0; i < GOBAN_POINTS; i++)
        field->colour[i] = GOBAN_RIM;
    for (unsigned i = 0; i < columns * rows; i++)
        field->colour[(i / columns + 1) * field->stride + i % columns + 1] = GO_EMPTY;
    for (uint16_t i = 0; i < field->limit; i++) {
        if (field->colour[i] == GOBAN_RIM || colours[i] == GO_EMPTY)
            continue;
        go_field_play(field, i, colours[i]);
        field->depth = 0; /* what is set up is not taken back */
        field->trail = 0;
    }
    field->ko = GOBAN_PASS;
}

void go_field_read(struct go_field *field, const struct goban *board)
{
    go_field_set(field, board->columns, board->rows, board->colour);
    field->ko = board->ko;
    field->ko_colour = board->turn;
}
