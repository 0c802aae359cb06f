/* A score sheet replayed: are its moves legal, which positions does it go through, how does it end?
 *
 * A position is known by a key: 64 bits that are the same for all positions which a symmetry of the
 * board makes of it (Othello, Go on square boards, games that name a representative) or that differ
 * only in how they came about. Two positions of a base of ten million have one key with a chance of
 * one in 400,000. */
#ifndef ZM_RECORDS_REPLAY_H
#define ZM_RECORDS_REPLAY_H

#include "games/game.h"
#include "records/sheet.h"

struct zm_replay {
    const struct zm_game *game;
    struct zm_instance instance; /* under the rules below */
    struct zm_settings settings;
    struct zm_buffer rules;
    bool open;
    uint64_t *keys; /* of the positions, from the start on: one more than moves */
    size_t count, capacity;
    struct zm_buffer moves; /* as the game names them; passes included */
    bool over;
    enum zm_sheet_result result; /* by the rules, when it is over */
    int16_t margin;              /* ZM_NO_MARGIN: there is none */
};

/* Begins with a game under its usual rules. */
void zm_replay_open(struct zm_replay *replay, const struct zm_game *game);
void zm_replay_close(struct zm_replay *replay);
/* The instance of the game under these rules ("": the usual ones), which stays until others are
 * asked for. */
enum zm_status zm_replay_rules(struct zm_replay *replay, const char *rules, struct zm_error *error);
/* Replays; the error says which move is not legal. */
enum zm_status zm_replay_sheet(struct zm_replay *replay, const struct zm_sheet *sheet,
                               struct zm_error *error);

/* The key of a position. False: no memory. */
bool zm_position_key(const struct zm_instance *instance, struct zm_bytes position, uint64_t *key);

/* For the files of replay: adds a key. */
bool zm_replay_add_key(struct zm_replay *replay, uint64_t key);

/* replay_othello.c: appends a final margin in half points as the players of a game write it, after
 * so many moves: in Othello by what both have, else by the difference. */
void zm_margin_print(const struct zm_game *game, unsigned moves, int margin,
                     struct zm_buffer *text);

/* replay_othello.c: Othello on 8x8 by bits, a hundred times as fast: bases have millions of
 * positions. */
uint64_t zm_othello_key(uint64_t black, uint64_t white, unsigned turn);
enum zm_status zm_othello_replay(struct zm_replay *replay, const char *moves,
                                 struct zm_error *error);

#endif
