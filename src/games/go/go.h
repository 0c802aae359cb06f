/* The game of Go, on boards of 2x2 to 19x19 points: a plain board with its rules (rules.c), games
 * that remember all their boards (history.c), and the grammar of positions (text.c).
 *
 * What may be played depends on all that was on the board before (superko), so a position is the
 * board at its beginning and the moves since: whoever compares, stores or proves positions gets
 * what the rules need, and no position ever comes back. The bytes are: columns, rows, flags (1:
 * White begins, 2: there are stones at the beginning), with stones a byte for each point, then two
 * bytes for each move. Points are numbered row by row from a1; a game is over after at most
 * GO_MOVES_PER_POINT moves for each point. */
#ifndef ZM_GAMES_GO_GO_H
#define ZM_GAMES_GO_GO_H

#include "games/game.h"

enum {
    GO_LEAST = 2,
    GO_LARGEST = 19,
    GO_POINTS = GO_LARGEST * GO_LARGEST,
    GO_PASS = 0xffff,
    GO_MOVES_PER_POINT = 4,
    GO_HEADER = 3,
    GO_WHITE_BEGINS = 1,
    GO_HAS_STONES = 2,
    GO_LARGEST_KOMI = 2 * GO_POINTS, /* in half points */
};

enum { GO_EMPTY = 0, GO_BLACK = 1, GO_WHITE = 2, GO_NOBODY = 3 };

enum go_ko { GO_POSITIONAL, GO_SITUATIONAL, GO_SIMPLE };

struct go_rules {
    int32_t komi; /* in half points, when it is not `usual_komi` */
    bool usual_komi;
    bool territory;
    bool suicide;
    enum go_ko ko;
};

/* A board and who moves on it; colours are GO_BLACK and GO_WHITE. */
struct go_board {
    unsigned columns, rows;
    unsigned turn;        /* colour */
    unsigned captured[2]; /* stones of each colour that were taken, black ones first */
    uint8_t points[GO_POINTS];
};

static inline unsigned go_size(const struct go_board *board)
{
    return board->columns * board->rows;
}

static inline unsigned go_other(unsigned colour)
{
    return GO_BLACK + GO_WHITE - colour;
}

/* rules.c */

/* Writes the neighbours of a point and returns how many there are. */
unsigned go_neighbours(const struct go_board *board, unsigned point, unsigned neighbours[4]);
/* Puts a stone of the player to move on an empty point, takes what it captures (or, with suicide,
 * its own chain), and gives the turn to the other; false, and nothing changes, when it would leave
 * its own chain without liberties. Ko is not looked at. */
bool go_put(struct go_board *board, unsigned point, bool suicide);
/* How many liberties has the chain of a stone? */
unsigned go_liberties(const struct go_board *board, unsigned point);
/* Says for each point whose it is: of empty ones who alone is reached from there, or GO_NOBODY. */
void go_owners(const struct go_board *board, uint8_t owners[GO_POINTS]);
/* The points of Black and White in half points, all stones on the board being alive; `owners` may
 * be of another board, on which dead stones are taken away: these count as captured. */
void go_count(const struct go_board *board, const struct go_rules *rules, const uint8_t *owners,
              int32_t half_points[2]);
/* White's komi on this board, in half points. */
int32_t go_komi(const struct go_rules *rules, unsigned points);
/* Reads komi as people write it, "7.5" or "auto"; false: it is none. */
bool go_read_komi(const char *text, struct go_rules *rules);

/* A game with all its boards, made from the bytes of a position. It stays with a state, and only
 * what a position has more than the last one is played. */
struct go_game {
    struct zm_buffer position; /* of which the rest is made */
    struct go_board board;     /* as it is now */
    struct zm_buffer boards;   /* before each move */
    struct zm_buffer hashes;   /* of these, eight bytes each */
    unsigned moves, passes;    /* in all, and at the end */
    unsigned last;             /* the last move; GO_PASS without one */
    bool repeated;             /* the last stone brought back a position: simple ko */
    bool failed;               /* no memory */
};

/* history.c */
void go_game_free(struct go_game *game);
/* Makes the game of a position. False: its bytes are none of `rules`, or (game->failed) there was
 * no memory. */
bool go_game_read(struct go_game *game, const struct go_rules *rules, struct zm_bytes position);
/* May the player to move play here? GO_PASS always is. The game is not over. */
bool go_game_allows(const struct go_game *game, const struct go_rules *rules, unsigned move);
/* Plays a move that is allowed, and adds it to the bytes of the position. */
void go_game_play(struct go_game *game, const struct go_rules *rules, unsigned move);
bool go_game_over(const struct go_game *game);
/* Sets `position` to the bytes of a board without moves. */
void go_write_start(const struct go_board *board, struct zm_buffer *position);

/* What the functions of the interface get as their state. */
struct go_state {
    struct go_rules rules;
    struct go_game game;
};
/* The game of a position that is sound. */
const struct go_game *go_at(void *state, struct zm_bytes position);

/* text.c */
enum zm_status go_parse(void *state, const char *text, struct zm_buffer *position,
                        struct zm_error *error);
void go_print(void *state, struct zm_bytes position, struct zm_buffer *text);
void go_name(void *state, struct zm_bytes position, struct zm_bytes move, struct zm_buffer *text);
/* Appends a point as GTP names it (no column i), in lower case. */
void go_print_point(unsigned columns, unsigned point, struct zm_buffer *text);
/* Reads one, or "pass"; returns how many characters it has, 0 when it is none. */
size_t go_read_move(const struct go_board *board, const char *text, unsigned *move);
/* The points of a handicap of 2 to 9 stones; returns how many there are, 0 when the board is too
 * small for so many. */
unsigned go_handicap_points(unsigned columns, unsigned rows, unsigned stones, unsigned points[9]);

/* picture.c: the board as SVG, with points marked. */
void go_draw_marked(void *state, struct zm_bytes position, const uint8_t marked[GO_POINTS],
                    struct zm_buffer *out);
extern const struct zm_picture go_picture;
extern const struct zm_game zm_go;

#endif
