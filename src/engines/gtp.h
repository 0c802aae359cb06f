/* What an engine adds to GTP, the Go Text Protocol: the commands that only its game has, and how
 * its game does what the protocol asks of some games. The protocol (protocol/gtp.c) knows no game,
 * and an engine knows of the protocol what is here. */
#ifndef ZM_ENGINES_GTP_H
#define ZM_ENGINES_GTP_H

#include "records/played.h"
#include "think/player.h"

struct zm_gtp_table;

/* What a command may have the protocol do. All are there. */
struct zm_gtp_host {
    /* Begins anew at a position, as text, until the board is cleared; where it cannot, all stays as
     * it was. */
    enum zm_status (*begin)(struct zm_gtp_table *table, const char *position,
                            struct zm_error *error);
    /* Reads a colour and makes it its turn. */
    enum zm_status (*turn)(struct zm_gtp_table *table, char **words, struct zm_error *error);
    /* What the next move of the player to move may cost, by the clock of the game. */
    struct zm_pace (*pace)(struct zm_gtp_table *table);
    /* Has the player think about the position on the board. `run` NULL: on the clock of the game,
     * until the program ends; else off the clock, until this run ends. */
    enum zm_status (*think)(struct zm_gtp_table *table, const struct zm_pace *pace,
                            struct zm_run *run, zm_tell *tell, void *context,
                            struct zm_thought *thought, struct zm_error *error);
    /* Plays a move and appends its name. */
    enum zm_status (*play)(struct zm_gtp_table *table, struct zm_bytes move, struct zm_buffer *out,
                           struct zm_error *error);
    /* Says something before the command is over, and with it that the command is obeyed ("" says
     * no more than that); false: nobody listens. */
    bool (*say)(struct zm_gtp_table *table, const char *text);
    /* Does the next command wait? */
    bool (*waiting)(struct zm_gtp_table *table);
};

/* Where the protocol plays: the game on its board. */
struct zm_gtp_table {
    const struct zm_gtp_host *host;
    struct zm_played played;
    struct zm_run *run; /* of the program: tells when it ends */
    uint64_t seed;
};

/* A command: gets the words behind its name, and says something or fails. */
typedef enum zm_status zm_gtp_obeys(struct zm_gtp_table *table, char *words, struct zm_buffer *out,
                                    struct zm_error *error);

struct zm_gtp_command {
    const char *name;
    zm_gtp_obeys *obey;
};

/* What the engine's game has beyond what every game has. */
struct zm_gtp_extras {
    const struct zm_gtp_command *commands; /* ends with a row of zeros; NULL: none */
    /* Has a game that is over go on with a side to move, where the rules know of that (a dispute
     * after two passes); else does nothing. NULL: there is no such rule. */
    enum zm_status (*resume)(struct zm_gtp_table *table, int side, struct zm_error *error);
    /* The move that the other plays when a side moves out of turn. Its size 0: there is none, and
     * nobody moves out of turn. */
    struct zm_bytes pass;
    /* Appends the result of a game that need not be over. NULL: as its rules end it. */
    zm_gtp_obeys *score;
    /* Appends the komi at a position: the game has the option `komi`. NULL: it has none. */
    void (*komi)(const struct zm_instance *instance, struct zm_bytes position,
                 struct zm_buffer *text);
};

/* The next word of a command; NULL: there is none. */
char *zm_gtp_word(char **words);
/* The error of words that make no sense. */
enum zm_status zm_gtp_syntax(struct zm_error *error);

#endif
