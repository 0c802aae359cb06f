/* Men on a board of the merels family: positions, moves forward and backward, and how a game ends,
 * under rules that are all parameters. Two kinds of game share it: those where a filled line wins
 * at once (games/tapatan), and those where it takes a man of the opponent (games/morris). */
#ifndef ZM_GAMES_SHARED_MERELS_MEN_H
#define ZM_GAMES_SHARED_MERELS_MEN_H

#include "games/game.h"
#include "games/shared/merels/board.h"

enum zm_merels_flying { ZM_MERELS_NEVER, ZM_MERELS_ALWAYS, ZM_MERELS_WITH_THREE };
enum zm_merels_blocked { ZM_MERELS_LOSES, ZM_MERELS_PASSES, ZM_MERELS_DRAWS };

struct zm_merels_rules {
    struct zm_merels_board board;
    unsigned men;        /* of each player */
    unsigned ban;        /* no man on the centre during the first so many plies */
    bool sliding;        /* after the placing, men move; else the game ends */
    bool captures;       /* a filled line takes a man; else it wins */
    bool jumping;        /* a man may jump over one man along a line */
    unsigned repetition; /* a position that comes back for the nth time is a draw; 0: never */
    enum zm_merels_flying flying;   /* when a man may go to any free point */
    enum zm_merels_blocked blocked; /* what becomes of a player who cannot move */
    bool placed;                    /* all men are on the board from the start */
    uint32_t setup[2];              /* where, when there is a start */
};

struct zm_merels_position {
    uint32_t men[2];
    uint8_t hand[2]; /* men not placed yet */
    uint8_t turn;
};

/* `from` is ZM_MERELS_NOWHERE when a man is placed, `take` when none is taken; a pass goes nowhere.
 */
struct zm_merels_move {
    uint8_t from, to, take;
};

enum { ZM_MERELS_BYTES = 9 }; /* of a position; a move has three */

struct zm_merels_position zm_merels_start(const struct zm_merels_rules *rules);
struct zm_merels_position zm_merels_read(struct zm_bytes bytes);
void zm_merels_write(const struct zm_merels_position *position, struct zm_buffer *buffer);

/* Can the position arise at all: counts that alternate placing gives, and nobody has gone on
 * playing after the end? */
bool zm_merels_exists(const struct zm_merels_rules *rules,
                      const struct zm_merels_position *position);
/* Is the game over, and how for the player to move? */
bool zm_merels_over(const struct zm_merels_rules *rules, const struct zm_merels_position *position,
                    enum zm_outcome *outcome);
/* Adds the moves of a position that is not over. */
void zm_merels_moves(const struct zm_merels_rules *rules, const struct zm_merels_position *position,
                     struct zm_list *moves);
struct zm_merels_position zm_merels_apply(const struct zm_merels_position *position,
                                          struct zm_merels_move move);
/* Adds the positions from which one move leads here; some may come twice. */
void zm_merels_predecessors(const struct zm_merels_rules *rules,
                            const struct zm_merels_position *position, struct zm_list *positions);

/* The men on the board and in hand of a player. */
static inline unsigned zm_merels_strength(const struct zm_merels_position *position, int player)
{
    return (unsigned)__builtin_popcount(position->men[player]) + position->hand[player];
}

/* Moves and positions as text: "5", "1-5", "a1-a4xd6", "pass"; "A.B.t" where A and B are the points
 * of the players in order, 0 for none, and t who moves. */
void zm_merels_move_name(const struct zm_merels_rules *rules, struct zm_merels_move move,
                         struct zm_buffer *text);
void zm_merels_print(const struct zm_merels_rules *rules, const struct zm_merels_position *position,
                     struct zm_buffer *text);
/* Reads A.B.t, and sets `rest` to what follows; the hands are left as they are. */
enum zm_status zm_merels_parse(const struct zm_merels_rules *rules, const char *text,
                               struct zm_merels_position *position, const char **rest,
                               struct zm_error *error);

/* Fills `ending` with the rules and with the repetitions that `record` shows. */
void zm_merels_ending(const struct zm_merels_rules *rules, struct zm_bytes position,
                      const struct zm_record *record, struct zm_ending *ending);

/* Drawings: for a terminal, and a whole <svg> element whose marks carry the moves. */
void zm_merels_text(const struct zm_merels_rules *rules, struct zm_bytes position,
                    struct zm_buffer *out);
void zm_merels_svg(const struct zm_merels_rules *rules, struct zm_bytes position,
                   struct zm_buffer *out);

#endif
