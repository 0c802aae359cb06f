/* What gtp.c (GTP for every game) and gtp_go.c (what it has for Go alone) share. */
#ifndef ZM_PROTOCOL_GTP_INSIDE_H
#define ZM_PROTOCOL_GTP_INSIDE_H

#include "protocol/gtp.h"
#include "records/played.h"

struct zm_gtp {
    const char *game;
    const struct zm_option *given;
    size_t given_count;
    struct zm_run *run;
    struct zm_buffer start;    /* where games begin, as text; "": the usual start */
    struct zm_buffer handicap; /* where this one began instead, until the board is cleared */
    struct zm_buffer komi;     /* "": what the game says */
    struct zm_question question;
    struct zm_run own; /* limits and store of the question */
    struct zm_thinker thinker;
    struct zm_played played;
    struct zm_buffer before; /* for each move, 1 when a pass was played for the other before it */
    bool asked, seated, dealt;
    struct zm_time_control control;
    double left[2];
    bool timed;
    struct zm_gtp_listener listener;
};

/* A command: gets the words behind its name, and says something or fails. */
typedef enum zm_status zm_gtp_obeys(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                    struct zm_error *error);

/* gtp.c */
enum zm_status zm_gtp_syntax(struct zm_error *error);
/* The next word; NULL: there is none. */
char *zm_gtp_word(char **words);
/* The side that a colour names; -1: none. */
int zm_gtp_side(const char *colour);
/* Begins at another position, or with another komi (`what`); when it cannot be, all stays as it
 * was. */
enum zm_status zm_gtp_change(struct zm_gtp *gtp, struct zm_buffer *what, const char *text,
                             struct zm_error *error);
/* Reads a colour and makes it its turn: in Go the other passes for it. */
enum zm_status zm_gtp_turn(struct zm_gtp *gtp, char **words, struct zm_error *error);
/* Thinks about the position on the board. */
enum zm_status zm_gtp_think(struct zm_gtp *gtp, const struct zm_pace *pace, zm_tell *tell,
                            void *context, struct zm_thought *thought, struct zm_error *error);
/* Plays a move and appends its name. */
enum zm_status zm_gtp_play(struct zm_gtp *gtp, struct zm_bytes move, struct zm_buffer *out,
                           struct zm_error *error);

/* gtp_clock.c */
zm_gtp_obeys zm_gtp_time_settings, zm_gtp_time_left;
/* What the next move of a side may cost. */
struct zm_pace zm_gtp_pace(const struct zm_gtp *gtp, int side);

/* gtp_go.c: the commands that only Go has. */
zm_gtp_obeys zm_gtp_fixed_handicap, zm_gtp_free_handicap, zm_gtp_set_handicap, zm_gtp_status_list,
    zm_gtp_cleanup, zm_gtp_analyze;
/* Is there somebody to hear an analysis, and something to analyse? */
bool zm_gtp_can_analyze(const struct zm_gtp *gtp);
bool zm_gtp_is_go(const struct zm_gtp *gtp);
/* Has the other pass, so that it is this side's turn. */
enum zm_status zm_gtp_go_pass(struct zm_gtp *gtp, struct zm_error *error);
/* A game that ended by passes goes on from the board as it is, as after a dispute. */
enum zm_status zm_gtp_go_resume(struct zm_gtp *gtp, int side, struct zm_error *error);
/* Appends the score, without dead stones. */
enum zm_status zm_gtp_go_score(struct zm_gtp *gtp, struct zm_buffer *out, struct zm_error *error);

#endif
