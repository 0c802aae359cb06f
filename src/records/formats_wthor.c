/* Games of WTHOR and THOR.DBA as score sheets; see formats.h. */
#include "games/othello/othello.h"
#include "records/formats.h"

/* The name that a number has in a list, or one made of the number. */
static void add_name(const struct zm_list *names, const char *what, unsigned number,
                     struct zm_buffer *name)
{
    if (names != NULL && number < names->count)
        zm_buffer_set(name, zm_list_at(names, number));
    else
        zm_buffer_format(name, "%s %u", what, number);
}

static void add_moves(unsigned size, const uint8_t *moves, size_t most, struct zm_buffer *text)
{
    for (size_t i = 0; i < most && moves[i] != 0; i++) {
        unsigned square = zm_wthor_square(size, moves[i]);
        if (text->size > 0)
            zm_buffer_byte(text, ' ');
        if (square == ZM_WTHOR_NO_SQUARE)
            zm_buffer_format(text, "byte-%u", moves[i]);
        else
            zm_buffer_format(text, "%c%u", 'a' + square % size, square / size + 1);
    }
}

/* What Black has more than White, in half points, of his discs with the empty squares given to the
 * winner. */
static int margin_of(unsigned discs, unsigned size)
{
    return 2 * (2 * (int)discs - (int)(size * size));
}

enum zm_status zm_source_read_wthor(const struct zm_source *source, struct zm_error *error)
{
    struct zm_wthor wthor;
    struct zm_wthor_game game;
    struct zm_sheet sheet = {0};
    enum zm_status status = zm_wthor_read(source->bytes, &wthor, error);
    if (status == ZM_OK && wthor.kind != ZM_WTHOR_GAMES)
        status = zm_fail(error, ZM_BAD_INPUT, "this WTHOR file has no games, but %s",
                         wthor.kind == ZM_WTHOR_PLAYERS  ? "players"
                         : wthor.kind == ZM_WTHOR_EVENTS ? "events"
                                                         : "solitaires");
    if (status != ZM_OK)
        return status;
    unsigned size = zm_wthor_size(&wthor.header);
    for (size_t i = 0; status == ZM_OK && i < wthor.count; i++) {
        zm_wthor_game(&wthor, i, &game);
        zm_sheet_clear(&sheet);
        if (size != 8)
            zm_buffer_format(&sheet.start, "%ux%u", size, size);
        add_moves(size, game.moves, size * size - 4, &sheet.moves);
        add_name(source->events, "event", game.event, &sheet.event);
        for (unsigned side = 0; side < 2; side++) {
            add_name(source->players, "player", game.players[side], &sheet.players[side]);
            sheet.numbers[1 + side] = game.players[side];
        }
        sheet.numbers[0] = game.event;
        sheet.year = wthor.header.year;
        zm_sheet_set_margin(&sheet, margin_of(game.score, size));
        if (zm_wthor_depth(&wthor.header) != 0)
            sheet.theory = (int16_t)margin_of(game.theory, size);
        status = zm_sheet_failed(&sheet)
                     ? zm_fail_memory(error)
                     : source->take(source->context, &zm_othello, &sheet, i + 1, NULL, error);
    }
    zm_sheet_free(&sheet);
    return status;
}

enum zm_status zm_source_read_thor(const struct zm_source *source, struct zm_error *error)
{
    struct zm_thor thor;
    struct zm_thor_game game;
    struct zm_sheet sheet = {0};
    enum zm_status status = zm_thor_read(source->bytes, &thor, error);
    for (size_t i = 0; status == ZM_OK && i < thor.games; i++) {
        zm_thor_game(&thor, i, &game);
        zm_sheet_clear(&sheet);
        add_moves(8, game.moves, sizeof game.moves, &sheet.moves);
        zm_thor_name(&thor, false, game.event, &sheet.event);
        for (unsigned side = 0; side < 2; side++)
            zm_thor_name(&thor, true, game.players[side], &sheet.players[side]);
        zm_sheet_set_margin(&sheet, margin_of(game.score, 8));
        sheet.winner = game.winner == 'N'   ? ZM_SHEET_FIRST
                       : game.winner == 'B' ? ZM_SHEET_SECOND
                       : game.winner == 'E' ? ZM_SHEET_DRAW
                                            : ZM_SHEET_UNKNOWN;
        status = zm_sheet_failed(&sheet)
                     ? zm_fail_memory(error)
                     : source->take(source->context, &zm_othello, &sheet, i + 1, NULL, error);
    }
    zm_sheet_free(&sheet);
    return status;
}
