/* Positions and moves of the merels family as text; see men.h. */
#include "games/shared/merels/men.h"

void zm_merels_move_name(const struct zm_merels_rules *rules, struct zm_merels_move move,
                         struct zm_buffer *text)
{
    const struct zm_merels_board *board = &rules->board;
    if (move.to == ZM_MERELS_NOWHERE) {
        zm_buffer_text(text, "pass");
        return;
    }
    if (move.from != ZM_MERELS_NOWHERE)
        zm_buffer_format(text, "%s-", board->names[move.from]);
    zm_buffer_text(text, board->names[move.to]);
    if (move.take != ZM_MERELS_NOWHERE)
        zm_buffer_format(text, "x%s", board->names[move.take]);
}

void zm_merels_print(const struct zm_merels_rules *rules, const struct zm_merels_position *position,
                     struct zm_buffer *text)
{
    for (int side = 0; side < 2; side++) {
        if (position->men[side] == 0)
            zm_buffer_byte(text, '0');
        for (uint32_t men = position->men[side]; men != 0; men &= men - 1)
            zm_buffer_text(text, rules->board.names[__builtin_ctz(men)]);
        zm_buffer_byte(text, '.');
    }
    zm_buffer_format(text, "%d", position->turn);
}

/* The two signs that separate the fields, as the chapter prints them. */
static bool separates(char c)
{
    return c == '.' || c == '-';
}

static enum zm_status parse_men(const struct zm_merels_rules *rules, const char **text,
                                uint32_t *men, struct zm_error *error)
{
    const struct zm_merels_board *board = &rules->board;
    *men = 0;
    if (**text == '0')
        (*text)++;
    else
        do {
            uint8_t point = zm_merels_point(board, *text);
            if (point == ZM_MERELS_NOWHERE)
                return zm_fail(error, ZM_BAD_INPUT,
                               "'%.20s': expected a point of the board such as %s, or 0 for no man",
                               *text, board->names[0]);
            if (*men >> point & 1)
                return zm_fail(error, ZM_BAD_INPUT, "the point %s comes twice",
                               board->names[point]);
            *men |= 1u << point;
            *text += board->name_length;
        } while (**text != 0 && !separates(**text));
    if (!separates(**text))
        return zm_fail(error, ZM_BAD_INPUT,
                       "'%.20s': expected '.'; a position is written A.B.t, as in 0.0.0", *text);
    (*text)++;
    return ZM_OK;
}

enum zm_status zm_merels_parse(const struct zm_merels_rules *rules, const char *text,
                               struct zm_merels_position *position, const char **rest,
                               struct zm_error *error)
{
    for (int side = 0; side < 2; side++) {
        enum zm_status status = parse_men(rules, &text, &position->men[side], error);
        if (status != ZM_OK)
            return status;
    }
    if (*text != '0' && *text != '1')
        return zm_fail(error, ZM_BAD_INPUT, "'%.20s': expected who moves, 0 or 1", text);
    position->turn = (uint8_t)(*text - '0');
    *rest = text + 1;
    uint32_t both = position->men[0] & position->men[1];
    if (both != 0)
        return zm_fail(error, ZM_BAD_INPUT, "both players have a man on %s",
                       rules->board.names[__builtin_ctz(both)]);
    return ZM_OK;
}
