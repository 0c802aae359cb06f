/* THOR.DBA, the base of the program Thor: 400 events, 2,000 players and up to 65,535 games in one
 * file without any mark of its own; see wthor.h. */
#include "records/wthor_inside.h"

enum {
    EVENTS_AT = 68,
    EVENT = 32,
    EVENT_NAME = 30,
    PLAYERS_AT = EVENTS_AT + ZM_THOR_EVENTS * EVENT,
    PLAYER = 20,
    GAMES_AT = PLAYERS_AT + ZM_THOR_PLAYERS * PLAYER,
    GAME = 68,
    GAME_HEAD = 8,
};

bool zm_thor_fits(struct zm_bytes file)
{
    return file.size >= GAMES_AT &&
           file.size == GAMES_AT + (size_t)zm_low_first(file.data, 2) * GAME;
}

enum zm_status zm_thor_read(struct zm_bytes file, struct zm_thor *thor, struct zm_error *error)
{
    *thor = (struct zm_thor){.bytes = file.data};
    if (file.size < GAMES_AT)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this is no THOR.DBA: it has %zu bytes, and its names alone have %d",
                       file.size, GAMES_AT);
    thor->games = zm_low_first(file.data, 2);
    thor->players = zm_low_first(file.data + 2, 2);
    if (file.size != GAMES_AT + thor->games * GAME)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this THOR.DBA is cut, or too long: %zu games are %zu bytes, and it has %zu",
                       thor->games, GAMES_AT + thor->games * GAME, file.size);
    if (thor->players > ZM_THOR_PLAYERS)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this THOR.DBA contradicts itself: it says %zu players and has room for %d",
                       thor->players, ZM_THOR_PLAYERS);
    return ZM_OK;
}

void zm_thor_name(const struct zm_thor *thor, bool player, size_t index, struct zm_buffer *name)
{
    if (player && index < ZM_THOR_PLAYERS)
        zm_latin1_read(thor->bytes + PLAYERS_AT + index * PLAYER, PLAYER, name);
    else if (!player && index < ZM_THOR_EVENTS)
        zm_latin1_read(thor->bytes + EVENTS_AT + index * EVENT, EVENT_NAME, name);
}

void zm_thor_game(const struct zm_thor *thor, size_t index, struct zm_thor_game *game)
{
    const uint8_t *record = thor->bytes + GAMES_AT + index * GAME;
    *game = (struct zm_thor_game){
        .event = (uint16_t)zm_low_first(record, 2),
        .score = record[2],
        .winner = (char)record[3],
        .players = {(uint16_t)zm_low_first(record + 4, 2), (uint16_t)zm_low_first(record + 6, 2)},
    };
    memcpy(game->moves, record + GAME_HEAD, sizeof game->moves);
}
