/* Walks: make and unmake moves. A capability of games (zm_game.walk) for whoever makes millions of
 * moves a second and must not pay for byte strings: perft, playouts (nested Monte-Carlo, NRPA),
 * searches of one-player games.
 *
 * A walk is a position that moves: a plain struct of the game's, of a size known beforehand,
 * without memory of its own, copied by memcpy. It may point into the state that began it, and lives
 * no longer than that; like the state it belongs to one thread.
 *
 * A move is a number. A move that stays legal while others are made keeps its number, and one
 * number is the same move to a player's eyes wherever it is legal: searches carry moves from one
 * position to the next (incremental transpositions), policies learn weights for them (NRPA). */
#ifndef ZM_GAMES_WALK_H
#define ZM_GAMES_WALK_H

#include "base/buffer.h"
#include "base/error.h"

/* Wide enough for a chain of many captures. */
typedef uint64_t zm_move;

/* Where moves lead, as far as every game from every position keeps to it. */
enum zm_course {
    ZM_RETURNING, /* a position may come back */
    ZM_ONWARD,    /* a position never comes back: there are no cycles */
    ZM_GRADED,    /* and all ways from one position to another have equally many moves */
};

/* What `least` returns where the goal cannot be reached any more. */
enum { ZM_HOPELESS = 1u << 30 };

struct zm_walk {
    /* Required. */
    enum zm_course (*course)(void *state);
    /* Required. The bytes of a walk; it is aligned as malloc aligns. */
    size_t (*size)(void *state);
    /* Required. Puts a walk on a position. Other walks of the state go on undisturbed. */
    enum zm_status (*begin)(void *state, struct zm_bytes position, void *walk,
                            struct zm_error *error);
    /* Required. No position that the walk can come to has more moves than this. */
    unsigned (*most_moves)(const void *walk);
    /* Required. Sets `position` to where the walk stands. */
    void (*position)(void *state, const void *walk, struct zm_buffer *position);
    /* Required. Appends the move as the rules write it (zm_rules.moves). */
    void (*to_move)(void *state, const void *walk, zm_move move, struct zm_buffer *bytes);

    /* Required. Writes the legal moves, passes included, no number twice, and returns how many
     * there are: those of zm_rules.moves without a record, in an order that depends on the position
     * alone. */
    unsigned (*moves)(const void *walk, zm_move *moves);
    /* Required. Makes a legal move. */
    void (*make)(void *walk, zm_move move);
    /* Takes back the move that was made last. NULL: whoever wants to go back copies the walk. */
    void (*unmake)(void *walk, zm_move move);

    /* Required. Tells positions apart: a hash that may stand for the position, or, in games with
     * `place`, a number of its own below 2^64 - 1 (`high` is 0). */
    struct zm_hash128 (*key)(const void *walk);
    /* The same for classes of positions that a symmetry of the game makes equal: they have as many
     * moves to go, reach the goal or miss it together. NULL: no symmetry is known. */
    struct zm_hash128 (*canonical)(const void *walk);
    /* Puts a walk of the same game on the position of a key; of a canonical one, on some position
     * of its class. NULL: keys are hashes, from which nothing comes back. */
    void (*place)(void *walk, struct zm_hash128 key);

    /* Required. One player: the points so far; where the game is to be won, above 0 when the goal
     * is reached. Two players: what a game that is over is worth to player 0, in half points where
     * there are points, else 1, 0 or -1 (in normal play). */
    int64_t (*worth)(const void *walk);
    /* Who moves, 0 or 1. NULL: there is one player. */
    int (*turn)(const void *walk);
    /* Is the game over before the moves are? Whoever counts positions may go on behind a goal that
     * is reached, so one-player games do not say so here. NULL: it ends when there are no moves. */
    bool (*over)(const void *walk);

    /* One player. The goal takes at least so many moves; ZM_HOPELESS: it is out of reach. The bound
     * never falls by more than a move when a move is made. NULL: no bound is known. */
    uint32_t (*least)(const void *walk);
    /* One player. How far from the goal a position looks, for searches that take what looks best
     * first; it may be wrong in either direction. NULL: as far as `least` says. */
    uint32_t (*guess)(const void *walk);
    /* One player. No more moves than this can be made from here. NULL: no bound is known. */
    uint32_t (*most)(const void *walk);

    /* Of `count` moves that are legal here, as `move` is, keeps those that commute with it and
     * returns how many: neither changes what the other reads (that both read a thing is no
     * conflict), so each stays legal after the other, and both orders lead to one position. `kept`
     * may be `moves`. NULL: the game does not say. */
    unsigned (*commuting)(const void *walk, zm_move move, const zm_move *moves, unsigned count,
                          zm_move *kept);
    /* What a policy learns a weight for when it meets the move here. NULL: the number itself. */
    uint64_t (*code)(const void *walk, zm_move move);
};

#endif
