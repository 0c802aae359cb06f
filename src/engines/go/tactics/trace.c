/* The rules of traces; see trace.h. */
#include "engines/go/tactics/trace.h"

/* Adds a chain and one of its liberties, but not `except`: one that is in the trace if there is one. */
static void add_chain(const struct go_field *field, uint16_t stone, uint16_t except,
                      struct go_points *trace)
{
    struct go_points stones, free;
    go_field_chain(field, stone, &stones, &free);
    go_points_unite(trace, &stones);
    if (except != GOBAN_PASS)
        go_points_remove(&free, except);
    if (!go_points_meet(&free, trace))
        go_points_add(trace, go_points_next(&free, 1));
}

void go_trace_add_move(const struct go_field *field, bool legal, struct go_points *trace)
{
    const struct go_field_move *move = &field->moves[field->depth - 1];
    unsigned taken = go_points_count(&move->captured);
    if (taken > 0) {
        go_points_unite(trace, &move->captured);
        go_field_add_near(field, &move->captured, trace);
    }
    if (taken == 1) { /* whether there is a ko depends on all around the stone */
        struct go_points point = {{0}};
        go_points_add(&point, move->point);
        go_field_add_near(field, &point, trace);
    }
    go_points_add(trace, move->point);
    if (legal)
        add_chain(field, move->point, GOBAN_PASS, trace);
}

void go_trace_add_suicide(const struct go_field *field, uint16_t point, uint8_t colour,
                          struct go_points *trace)
{
    int offsets[4];
    go_field_offsets(field, offsets);
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]);
        struct go_points stones;
        if (field->colour[near] == colour) {
            go_field_chain(field, near, &stones, NULL);
            go_points_unite(trace, &stones);
            go_field_add_near(field, &stones, trace);
        } else if (field->colour[near] != GOBAN_RIM) {
            add_chain(field, near, point, trace);
        }
    }
}

void go_trace_close(const struct go_field *field, struct go_points *trace)
{
    struct go_points open = *trace;
    for (uint16_t at = go_points_next(&open, 1); at != 0; at = go_points_next(&open, at + 1u)) {
        struct go_points stones;
        if (!go_field_is_stone(field, at))
            continue;
        add_chain(field, at, GOBAN_PASS, trace);
        go_field_chain(field, at, &stones, NULL);
        for (int i = 0; i < GO_POINT_WORDS; i++)
            open.word[i] &= ~stones.word[i];
        go_points_add(&open, at);
    }
}
