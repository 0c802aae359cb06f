/* One round: a game with its parameters drawn, a small position of it, and all that the rules say
 * of the positions that can be reached from there. Each compare_*.c asks the program in one of its
 * ways and holds the answers against that. */
#ifndef ZM_TESTS_ADVERSARY_ROUND_H
#define ZM_TESTS_ADVERSARY_ROUND_H

#include "adversary/harness.h"
#include "adversary/lots.h"
#include "adversary/naive.h"
#include "adversary/places.h"
#include "base/clock.h"

enum { NORMAL, MISERE, PLAYS };
enum { IN_TIME = 4 }; /* who has taken less than this part of his time has come to an end */

struct zm_web;

struct round {
    const struct zm_game *game;
    struct zm_instance instance;
    struct zm_random random;
    struct lots rules; /* of the game */
    struct zm_buffer position, text;
    struct naive naive;
    struct naive_fact *facts[PLAYS];
    bool grundy[PLAYS];
    int32_t *margins; /* of a scored game, in half points; NULL: none */
    char class;       /* L, R, N or P of a partisan position; 0: not found out */
    size_t budget;    /* positions that a minimax may visit */
    const char *folder;
    struct zm_web *web;
};

/* Says what is done next: "zermelo COMMAND GAME POSITION OPTIONS". */
void round_doing(const struct round *round, const char *command, const char *position,
                 const struct lots *lots);
/* A random vertex that can be reached, the first one included. */
uint32_t round_vertex(struct round *round);
/* What a move from the first position is worth to the one who plays it. */
enum zm_outcome round_worth(const struct round *round, int play, const struct naive_edge *edge);
/* The size of the round's text without the " L" or " R" that says who moves. */
size_t round_size_without_side(const struct round *round);
/* The text of a vertex, set. */
void round_print(const struct round *round, uint32_t vertex, struct zm_buffer *text);
/* Begins the options of a question with those of the game and the play; where labels of all
 * positions would take long, those that can be reached are to be labelled. */
void round_begin_lots(struct round *round, int play, struct lots *lots);
/* The same with limits by lot; `tiny` is set when the memory is one that may not be enough. */
void round_lots(struct round *round, int play, struct lots *lots, bool *tiny);

/* Opens the question of these options about the round's position, and its run; `extra` are
 * parameters of the front end. False: it was refused, or worse, and that is counted. */
bool round_open(struct round *round, const char *command, const struct lots *lots, bool tiny,
                const struct zm_param *extra, struct zm_question *question, struct zm_run *run);
/* Adds a calculation that suits and a search by lot, with their options; or leaves the choice to the
 * program. */
void round_draw_way(struct round *round, int play, struct lots *lots);

/* judge.c: holds an answer for a vertex against the rules; false: it was wrong, and said so. */
bool judge_answer(struct round *round, const struct zm_question *question, uint32_t vertex,
                  const struct zm_answer *answer);
/* The margin in points of what is still on the board at a vertex of a scored game, for the player
 * to move, and how many points that are. */
int64_t judge_rest(const struct round *round, const struct zm_question *question, uint32_t vertex,
                   int64_t *left);
/* Counts what ended otherwise: refused, or too large for a tiny memory; anything else is wrong. */
void judge_failure(enum zm_status status, bool tiny, const struct zm_error *error);

/* Each of these asks in its own way. */
void compare_answers(struct round *round, int play);  /* solve: calculations x searches, engines */
void compare_searches(struct round *round, int play); /* of larger positions, with each other */
void compare_moves(struct round *round, int play);    /* analyse */
void compare_players(struct round *round, int play);  /* what players say is proved */
void compare_played(struct round *round, int play);   /* a game played to its end */
void compare_proofs(struct round *round, int play);   /* certificates, solution trees, tables */
void compare_page(struct round *round, int play);     /* the JSON of the page */
void compare_sums(struct round *round);               /* sums of other games, for a game of them */

#endif
