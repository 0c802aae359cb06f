/* The callbacks that the games of the family share; see callbacks.h. */
#include "games/shared/merels/callbacks.h"

static struct zm_merels_move read_move(struct zm_bytes move)
{
    return (struct zm_merels_move){move.data[0], move.data[1], move.data[2]};
}

void zm_merels_find_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                          struct zm_list *moves)
{
    struct zm_ending ending;
    struct zm_merels_position p = zm_merels_read(position);
    zm_merels_ending(state, position, record, &ending);
    if (!ending.over)
        zm_merels_moves(state, &p, moves);
}

void zm_merels_name_move(void *state, struct zm_bytes position, struct zm_bytes move,
                         struct zm_buffer *text)
{
    (void)position;
    zm_merels_move_name(state, read_move(move), text);
}

void zm_merels_apply_move(void *state, struct zm_bytes position, struct zm_bytes move,
                          struct zm_buffer *next)
{
    struct zm_merels_position p = zm_merels_read(position);
    (void)state;
    p = zm_merels_apply(&p, read_move(move));
    zm_buffer_clear(next);
    zm_merels_write(&p, next);
}

bool zm_merels_sound(void *state, struct zm_bytes position)
{
    const struct zm_merels_rules *rules = state;
    if (position.size != ZM_MERELS_BYTES)
        return false;
    struct zm_merels_position p = zm_merels_read(position);
    return p.turn <= 1 && ((p.men[0] | p.men[1]) & ~rules->board.all) == 0 &&
           zm_merels_exists(rules, &p);
}

int zm_merels_turn(void *state, struct zm_bytes position)
{
    (void)state;
    return zm_merels_read(position).turn;
}

void zm_merels_find_ending(void *state, struct zm_bytes position, const struct zm_record *record,
                           struct zm_ending *ending)
{
    zm_merels_ending(state, position, record, ending);
}

void zm_merels_find_predecessors(void *state, struct zm_bytes position, struct zm_list *positions)
{
    struct zm_merels_position p = zm_merels_read(position);
    zm_merels_predecessors(state, &p, positions);
}

bool zm_merels_lasting(void *state, struct zm_bytes position)
{
    struct zm_merels_position p = zm_merels_read(position);
    (void)state;
    return p.hand[0] + p.hand[1] == 0;
}

static void draw_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    zm_merels_text(state, position, out);
}

static void draw_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    zm_merels_svg(state, position, out);
}

const struct zm_picture zm_merels_picture = {.text = draw_text, .svg = draw_svg};
