/* Certificates by strategy: for any game of two players, how one of them reaches what is claimed,
 * whatever the other does. The form is that of other certificates:
 *
 *     zermelo certificate 1
 *     game othello
 *     rules count=winner
 *     play normal
 *     position ...
 *     claim strategy margin -8      or: strategy win, strategy loss, strategy draw
 *     entries 4711
 *     checksum ...
 *
 *     c4 pass d3 ...
 *
 * An entry is a move by its name. The strategy is walked depth-first: where its player is to move,
 * the next entry is the move that he plays; where the other is, all moves are tried, in the order of
 * their names. A position met again is done already. A win is proved by a strategy of the player to
 * move, a loss by one of the other, a draw or a margin by both, one after the other. A strategy that
 * comes back to a position proves nothing, so rules about repetition need no care. */
#ifndef ZM_PROOF_CHECK_STRATEGY_H
#define ZM_PROOF_CHECK_STRATEGY_H

#include "base/run.h"
#include "games/game.h"

enum zm_strategy_kind {
    ZM_STRATEGY_WIN,
    ZM_STRATEGY_LOSS,
    ZM_STRATEGY_DRAW,
    ZM_STRATEGY_MARGIN, /* in points at the end of the game */
};

struct zm_strategy_claim {
    enum zm_strategy_kind kind;
    int32_t margin; /* in half points, of the player to move over the other */
};

struct zm_strategy_certificate {
    struct zm_instance instance;
    bool misere;
    struct zm_buffer rules, position; /* texts */
    struct zm_buffer drawn;           /* the position */
    struct zm_strategy_claim claim;
    struct zm_buffer choices; /* names, each with a space or the end of a line behind it */
    size_t entries;
};

/* An empty certificate for a board position of a game with these settings. ZM_BAD_INPUT: the
 * position does not say who moves, or there is one player. */
enum zm_status zm_strategy_begin(struct zm_strategy_certificate *certificate,
                                 const struct zm_game *game, const struct zm_settings *settings,
                                 bool misere, struct zm_bytes position, struct zm_error *error);
void zm_strategy_free(struct zm_strategy_certificate *certificate);
/* "strategy win", "strategy margin -8". */
void zm_strategy_claim_print(struct zm_strategy_claim claim, struct zm_buffer *text);

/* What a strategy is for: its player (0 or 1) reaches at the end of the game ... */
struct zm_strategy_goal {
    int player;
    bool by_margin;
    bool wins;      /* a win; else at least a draw */
    int32_t margin; /* by_margin: at least so many half points more than the other */
};

/* The goals of a claim: one, or two. */
unsigned zm_strategy_goals(const struct zm_strategy_certificate *certificate,
                           struct zm_strategy_goal goals[2]);

/* Where the strategy's player is to move: which of the moves he plays. */
struct zm_strategy_choice {
    const struct zm_strategy_goal *goal;
    struct zm_bytes position;
    const struct zm_list *moves, *names;
    size_t chosen; /* to be set */
};

/* How a walk learns the choices: reading a certificate, or making one. */
struct zm_strategy_walker {
    const struct zm_strategy_certificate *certificate;
    struct zm_run *run; /* may be NULL */
    void *context;
    enum zm_status (*choose)(void *context, struct zm_strategy_choice *choice,
                             struct zm_error *error);
};

/* Walks the strategies of a claim from the position on. ZM_WRONG: one of them does not reach its
 * goal, and `error` names where. */
enum zm_status zm_strategy_walk(const struct zm_strategy_walker *walker, struct zm_error *error);

/* Is a text that begins as a certificate one of a strategy? */
bool zm_strategy_is(const char *text);
/* Reads a text, which it changes; `own` is a game that is not in the registry (NULL: none). On an
 * error nothing is left to free. */
enum zm_status zm_strategy_parse(struct zm_strategy_certificate *certificate,
                                 const struct zm_game *own, char *text, struct zm_error *error);
/* With what it is about: "tapatan 0.0.0, normal play: strategy win". */
void zm_strategy_describe(const struct zm_strategy_certificate *certificate,
                          struct zm_buffer *text);
/* ZM_WRONG: the choices do not prove the claim. ZM_STOPPED: the run (which may be NULL) was stopped.
 */
enum zm_status zm_strategy_verify(const struct zm_strategy_certificate *certificate,
                                  struct zm_run *run, struct zm_error *error);
/* The same; `see` is shown every choice that was read, until it returns an error. */
struct zm_strategy_witness {
    void *context;
    enum zm_status (*see)(void *context, const struct zm_strategy_choice *choice,
                          struct zm_error *error);
};
enum zm_status zm_strategy_follow(const struct zm_strategy_certificate *certificate,
                                  struct zm_run *run, const struct zm_strategy_witness *witness,
                                  struct zm_error *error);
/* Appends the text of a certificate. */
void zm_strategy_print(const struct zm_strategy_certificate *certificate, struct zm_buffer *text);

#endif
