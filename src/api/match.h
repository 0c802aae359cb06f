/* Many games between two players: openings, colours swapped, several games at once, until enough
 * were played. Every opening is played twice, each player beginning once. */
#ifndef ZM_API_MATCH_H
#define ZM_API_MATCH_H

#include "api/bout.h"
#include "think/elo.h"

/* The options of one player, beside those of its kind: "player=alpha-beta,depth=6". */
extern const struct zm_param zm_match_side_params[];

enum { ZM_MATCH_GAMES = 1000000 };

struct zm_match {
    const char *game;
    const struct zm_game *own;       /* that game, when it is not in the registry; else NULL */
    const char *position;            /* where games begin; NULL: the usual start */
    const struct zm_option *options; /* of the game and of both players */
    size_t option_count;
    const char *sides[2];            /* "player=alpha-beta,depth=6", or "gtp:COMMAND" */
    const struct zm_player *foreign; /* who plays for "gtp:"; NULL: nobody */
    bool distant;                    /* all this came over a network: it names no files */
    size_t games;
    unsigned parallel;        /* games at once */
    unsigned longest;         /* moves after which a game is a draw; 0: no limit */
    const char *clock;        /* of both, unless a side names its own; NULL: none */
    unsigned random;          /* openings of so many random moves */
    struct zm_list *openings; /* positions to begin at, as texts; NULL: random moves */
    uint64_t seed;
    const struct zm_sprt *sprt; /* NULL: all games are played */
    struct zm_run *run;
    /* Hears of every game that is over, one at a time. `line` is its record, which
     * zm_match_line_read understands. May be NULL. */
    void (*heard)(void *context, const struct zm_tally *tally, const char *line);
    void *context;

    struct zm_tally tally; /* of the first side, with games played earlier */
    bool *played;          /* of `games`: played earlier; may be NULL */
    uint64_t faults;       /* games that ended by one */
    struct zm_error fault; /* the last of them */
};

/* Plays what is not played yet. ZM_STOPPED: the tally holds what was. */
enum zm_status zm_match_run(struct zm_match *match, struct zm_error *error);
/* Adds a game of a record to the tally; `number` is set, from 0. False: it is no such line. */
bool zm_match_line_read(const char *line, struct zm_tally *tally, size_t *number);
/* What a record of a match begins with: lines that say what is played. */
enum zm_status zm_match_header(const struct zm_match *match, struct zm_buffer *text,
                               struct zm_error *error);

#endif
