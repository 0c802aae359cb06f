/* What the files of GTP share: gtp.c (the game at the table), gtp_commands.c, gtp_clock.c. */
#ifndef ZM_PROTOCOL_GTP_INSIDE_H
#define ZM_PROTOCOL_GTP_INSIDE_H

#include "engines/gtp.h"
#include "protocol/gtp.h"

struct zm_gtp {
    struct zm_gtp_table table; /* first: what the commands of engines get */
    const char *game;
    const struct zm_option *given;
    size_t given_count;
    struct zm_run *run;
    struct zm_buffer start; /* where games begin, as text; "": the usual start */
    struct zm_buffer other; /* where this one began instead, until the board is cleared */
    struct zm_buffer komi;  /* "": what the game says */
    struct zm_question question;
    struct zm_run own; /* limits and store of the question */
    struct zm_thinker thinker;
    const struct zm_gtp_extras *extras; /* of the game's engine; NULL: none */
    struct zm_buffer before; /* for each move, 1 when a pass was played for the other before it */
    bool asked, seated, dealt;
    struct zm_time_control control;
    double left[2];
    bool timed;
    struct zm_gtp_listener listener;
    const char *id; /* of the command at work */
    bool live;      /* it has said something already */
};

/* gtp.c */
/* Sits down anew: the question, its player, an empty record. */
enum zm_status zm_gtp_sit_down(struct zm_gtp *gtp, struct zm_error *error);
/* Begins at another position, or with another komi (`what`); when it cannot be, all stays as it
 * was. */
enum zm_status zm_gtp_change(struct zm_gtp *gtp, struct zm_buffer *what, const char *text,
                             struct zm_error *error);
/* The side that a colour names; -1: none. */
int zm_gtp_side(const char *colour);
/* Reads a colour and makes it its turn: where the game has a pass, the other passes for it. */
enum zm_status zm_gtp_turn(struct zm_gtp *gtp, char **words, struct zm_error *error);
/* Remembers whether a pass was played before the last move, so that both are taken back. */
void zm_gtp_mark(struct zm_gtp *gtp);
/* Takes a pass back that was played for a move that could not be played. */
void zm_gtp_unmark(struct zm_gtp *gtp);
/* Thinks about the position on the board: on the clock, or (`run` is not NULL) off it within
 * another run. */
enum zm_status zm_gtp_think(struct zm_gtp *gtp, const struct zm_pace *pace, struct zm_run *run,
                            zm_tell *tell, void *context, struct zm_thought *thought,
                            struct zm_error *error);
/* Plays a move and appends its name. */
enum zm_status zm_gtp_play(struct zm_gtp *gtp, struct zm_bytes move, struct zm_buffer *out,
                           struct zm_error *error);

/* A command of every game. */
typedef enum zm_status zm_gtp_obeys_always(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                           struct zm_error *error);

/* gtp_commands.c */
/* Obeys the command of this name: one of every game, or one of the game's engine. */
enum zm_status zm_gtp_obey_command(struct zm_gtp *gtp, const char *name, char *words,
                                   struct zm_buffer *out, struct zm_error *error);

/* gtp_clock.c */
zm_gtp_obeys_always zm_gtp_time_settings, zm_gtp_time_left;
/* What the next move of a side may cost. */
struct zm_pace zm_gtp_pace(const struct zm_gtp *gtp, int side);

#endif
