/* A board of Go for tactical searches: moves are made and taken back, either colour may move at any
 * time. Chains are rings of stones; liberties are counted exactly, when they are asked for. Every
 * word that a move changes is written to a trail first, and taking a move back reads the trail
 * backwards (trailing). */
#ifndef ZM_ENGINES_GO_TACTICS_FIELD_H
#define ZM_ENGINES_GO_TACTICS_FIELD_H

#include "engines/go/tactics/points.h"

enum {
    GO_FIELD_DEEPEST = 160,
    GO_FIELD_TRAIL = 24000,
    GO_FIELD_WIDEST_MOVE = 4 * GOBAN_POINTS, /* words that one move writes at most */
};

struct go_field_change {
    uint16_t place, old;
};

struct go_field_move {
    uint32_t trail;
    uint16_t point;
    uint16_t ko;
    uint8_t colour, ko_colour;
    uint64_t key[2];
    struct go_points captured;
};

struct go_field {
    uint16_t columns, rows, stride, limit;
    uint16_t ko;       /* where `ko_colour` may not play now; GOBAN_PASS: nowhere */
    uint8_t ko_colour; /* only looked at by go_field_is_ko */
    bool full;         /* a move found no room on the trail, and was not made */
    uint64_t key[2];   /* of the stones */
    uint16_t colour[GOBAN_POINTS], chain[GOBAN_POINTS], next[GOBAN_POINTS];
    unsigned depth;
    uint32_t trail;
    struct go_field_move moves[GO_FIELD_DEEPEST];
    struct go_field_change changes[GO_FIELD_TRAIL];
};

/* Sets up the stones of a board, with the ko of its last move. */
void go_field_read(struct go_field *field, const struct goban *board);
/* Sets up stones by their colours, point by point in the numbers of goban.h, without a ko. */
void go_field_set(struct go_field *field, unsigned columns, unsigned rows, const uint8_t *colours);
/* Plays a stone on an empty point. False, and nothing changes: suicide, or `full`. Ko is not looked
 * at. */
bool go_field_play(struct go_field *field, uint16_t point, uint8_t colour);
void go_field_undo(struct go_field *field);
/* Sets the stones of a chain and its liberties (each may be NULL); returns how many liberties. */
unsigned go_field_chain(const struct go_field *field, uint16_t stone, struct go_points *stones,
                        struct go_points *liberties);
/* Lists one stone of each chain of a colour; returns how many. */
unsigned go_field_chains(const struct go_field *field, uint8_t colour, uint16_t *chains);
/* Adds all neighbours of a set on the board. */
void go_field_add_near(const struct go_field *field, const struct go_points *set,
                       struct go_points *to);

/* Does the ko forbid this move? */
static inline bool go_field_is_ko(const struct go_field *field, uint16_t point, uint8_t colour)
{
    return field->ko == point && field->ko_colour == colour && point != GOBAN_PASS;
}

/* What the last move took. */
static inline const struct go_points *go_field_captured(const struct go_field *field)
{
    return &field->moves[field->depth - 1].captured;
}

static inline void go_field_offsets(const struct go_field *field, int offsets[4])
{
    offsets[0] = field->stride;
    offsets[1] = 1;
    offsets[2] = -field->stride;
    offsets[3] = -1;
}

static inline bool go_field_is_stone(const struct go_field *field, uint16_t point)
{
    return field->colour[point] == GO_BLACK || field->colour[point] == GO_WHITE;
}

#endif
