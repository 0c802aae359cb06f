/* What an engine brings to its game: calculations, players and tools made for that game alone, with
 * structs and tables of their own. engines/registry.c lists them: engines know games, games know no
 * engine. */
#ifndef ZM_ENGINES_ENGINE_H
#define ZM_ENGINES_ENGINE_H

#include "engines/gtp.h"
#include "engines/study.h"
#include "search/search.h"
#include "think/player.h"

/* A command of the engine's own: `zermelo tool GAME NAME ...`; those named `train` and `book` are
 * also `zermelo train GAME` and `zermelo book GAME`. */
struct zm_tool {
    const char *name;              /* one word */
    const char *usage;             /* the words after the name, as help shows them; may be "" */
    size_t words, more_words;      /* how many words it needs, and how many more it takes */
    const char *summary;           /* one line */
    const char *details;           /* more lines for help, with examples; may be NULL */
    const struct zm_param *params; /* its options; may be NULL */
    bool helped;                   /* those who help its run (piecework.h) do a part of it */
    /* Required. Does the work with `count` words; what is said to people is appended to `out`, also when it
     * returns ZM_STOPPED. Files that its words or options name come from the command line only. */
    enum zm_status (*run)(const struct zm_settings *settings, const char *const *words,
                          size_t count, struct zm_run *run, struct zm_buffer *out,
                          struct zm_error *error);
};

#define ZM_ENGINE_SEARCH "engine"

/* A place of a board, and whose it becomes. */
struct zm_owned {
    char place[8]; /* by the name that moves give it */
    double share;  /* 1: surely the first player's; -1: the other's */
    bool dead;     /* what stands there is lost */
};

enum { ZM_OWNED_MOST = 400 };
struct zm_ownership {
    struct zm_owned places[ZM_OWNED_MOST];
    size_t count;
    int32_t half_points[2]; /* of the first player and of the other, with what is lost taken off */
};

/* A goal of one player in a position, for front ends, which have the words. Points and moves are
 * names with blanks between. */
struct zm_notice {
    const char *goal;     /* "capture", "connect" */
    const char *standing; /* "won": even if the other begins; "winnable": by who begins; "ko" */
    unsigned order;       /* moves in a row that are threatened at most */
    unsigned side;        /* who wants it: 0 or 1 */
    const char *points;   /* it is about */
    const char *wins;     /* moves of this side that win it, when it is winnable */
    const char *breaks;   /* and moves of the other that prevent it */
    const char *trace;    /* points on which this depends */
};
typedef void zm_notice_tell(void *context, const struct zm_notice *notice);

struct zm_engine {
    const char *name;
    const char *summary;
    const struct zm_game *game;
    /* Exact answers, taken before the general calculations unless the question names a search; ends
     * with NULL. NULL: none. */
    const struct zm_calculation *const *calculations;
    /* Searches for its game alone, taken before the general ones of the same name; ends with NULL.
     * The one named ZM_ENGINE_SEARCH decides any node of a general calculation by what the engine
     * itself uses, and the machines of a cluster use it. NULL: none. */
    const struct zm_search *const *searches;
    /* Who chooses moves, taken before the general players; ends with NULL. NULL: none. */
    const struct zm_player *const *players;
    /* Ends with NULL. NULL: none. */
    const struct zm_tool *const *tools;
    /* What its game has of its own in GTP. NULL: nothing. */
    const struct zm_gtp_extras *gtp;
    /* For who studies whole games and books. NULL: nobody. */
    const struct zm_study *study;
    /* Optional. Appends lines about a position that no value of a move says; it ends with the run. */
    void (*remarks)(void *state, struct zm_bytes position, struct zm_run *run,
                    struct zm_buffer *out);
    /* Optional. Estimates whose the places of a position become; the same seed, the same answer. */
    enum zm_status (*owners)(void *state, struct zm_bytes position, uint64_t seed,
                             struct zm_ownership *owners, struct zm_error *error);
    /* Optional. Draws all positions that can be reached, at most so many, and the moves between them,
     * as SVG. */
    enum zm_status (*graph)(void *state, struct zm_bytes position, size_t most,
                            struct zm_buffer *svg, struct zm_error *error);
    /* Optional. What `remarks` says, goal by goal. False: no memory. */
    bool (*notices)(void *state, struct zm_bytes position, struct zm_run *run, zm_notice_tell *tell,
                    void *context);
    /* Optional. Appends why a move is good, in words; nothing, when there is nothing to say. */
    void (*reason)(void *state, struct zm_bytes position, struct zm_bytes move, struct zm_run *run,
                   struct zm_buffer *out);
};

/* engines/registry.c: all engines, NULL at the end; at most one for each game. */
extern const struct zm_engine *const zm_engines[];
/* The engine of a game; NULL: it has none. */
const struct zm_engine *zm_engine_of(const struct zm_game *game);
/* The tool of the game's engine with this name; the error lists what there is. */
const struct zm_tool *zm_tool_find(const struct zm_game *game, const char *name,
                                   struct zm_error *error);
/* The calculation of the game's engine with this name (any, when it is NULL) that suits the play;
 * NULL: there is none. */
const struct zm_calculation *zm_engine_calculation(const char *name, const struct zm_game *game,
                                                   bool misere);

/* The search of this name for a game, one of its engine's or a general one; NULL: the error says
 * that there is none. */
const struct zm_search *zm_search_of(const char *name, const struct zm_game *game,
                                     struct zm_error *error);

/* The player of this name for a game, one of its engine's or a general one; NULL: the error says
 * why there is none. Without a name, the default. */
const struct zm_player *zm_player_find(const char *name, const struct zm_game *game, bool misere,
                                       struct zm_error *error);

#endif
