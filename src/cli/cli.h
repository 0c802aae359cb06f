/* The command line: one file per command, one line each in commands.c. Commands print; what is
 * below them does not. */
#ifndef ZM_CLI_CLI_H
#define ZM_CLI_CLI_H

#include "api/question.h"
#include "engines/engine.h"
#include "theory/value.h"

#include <stdio.h>

/* The words after the command: positionals, and options in the order given. */
struct zm_arguments {
    const char **words;
    size_t word_count;
    struct zm_option *options;
    size_t option_count;
    struct zm_buffer position; /* what @FILE says, where a word did so */
};

struct zm_command {
    const char *name;
    const char *usage;             /* what follows the name */
    const char *summary;           /* one line */
    const char *details;           /* more lines for `help COMMAND`, or NULL */
    const struct zm_param *params; /* of its own, or NULL */
    bool asks;                     /* takes the options of a question too (api/question.h) */
    bool of_game;                  /* the first word is a game, whose options it takes */
    bool positioned;               /* the second word is a position, which @FILE may hold */
    int (*run)(const struct zm_arguments *arguments);
};

extern const struct zm_command *const zm_commands[]; /* NULL at the end */
const struct zm_command *zm_command_find(const char *name);

/* Is this one of the parameters of the command itself? */
bool zm_command_takes(const struct zm_command *command, const char *name);
/* tables.c: calls `visit` for each table of parameters of the program, or for those that a command
 * takes, until it returns true; returns whether it did. */
typedef bool zm_visit_table(void *context, const struct zm_param *table);
bool zm_each_table(zm_visit_table *visit, void *context);
bool zm_each_table_of(const struct zm_command *command, zm_visit_table *visit, void *context);

/* arguments.c: takes the options of argv apart; the command decides which are known. */
enum zm_status zm_arguments_parse(struct zm_arguments *arguments, const struct zm_command *command,
                                  int argc, char **argv, struct zm_error *error);
/* A parameter of this name in any table of the program; NULL: there is none. */
const struct zm_param *zm_arguments_param(const struct zm_command *command, const char *name);
void zm_arguments_free(struct zm_arguments *arguments);
const char *zm_arguments_option(const struct zm_arguments *arguments, const char *name);
/* Where the second word of a command is a position: reads it from the file that it names. */
enum zm_status zm_arguments_read_position(struct zm_arguments *arguments,
                                          const struct zm_command *command, struct zm_error *error);
/* The position of such a command; NULL: it was left out. */
const char *zm_arguments_position(const struct zm_arguments *arguments);
/* Checks the number of positional words; says the usage when it is wrong. */
enum zm_status zm_arguments_expect(const struct zm_arguments *arguments,
                                   const struct zm_command *command, size_t least, size_t most,
                                   struct zm_error *error);
/* Sets `settings` to the command's own parameters and takes their values from the options. */
enum zm_status zm_arguments_settings(const struct zm_arguments *arguments,
                                     const struct zm_param *params, struct zm_settings *settings,
                                     struct zm_error *error);

/* report.c: what all commands say in the same way. */
int zm_report_error(const struct zm_error *error);
/* Makes Ctrl-C and the like stop `run` (NULL: nothing to stop), and shows a progress line on a
 * terminal. */
void zm_report_attach(struct zm_run *run, bool quiet);
/* Begins a run with the limits of the settings (`time`, `quiet`, where there are such), attached.
 */
void zm_report_begin(struct zm_run *run, const struct zm_settings *settings);
void zm_report_detach(struct zm_run *run);
/* Says which legal moves of a position are not among those that the game lists. */
void zm_report_unlisted(const struct zm_instance *instance, struct zm_bytes position, FILE *out);
/* A terse sentence about an answer: "nimber 2, the player to move wins". */
void zm_report_answer(const struct zm_answer *answer, FILE *out);
/* The line of an answer, if it has one: its moves, indented, in lines that fit a terminal. */
void zm_report_line(const struct zm_answer *answer, FILE *out);
/* A line of a player: "WHO MOVE: proved, it wins; it expects MOVES". */
void zm_report_thought(const struct zm_instance *instance, struct zm_bytes position,
                       const char *who, const struct zm_line *line);
/* Prints one JSON object on one line and drops the reference. */
struct json_t;
int zm_report_json(struct json_t *object);
/* How two values of an expression compare: "<", or the same as JSON. */
int zm_report_comparison(const char *expression, enum zm_relation relation, bool json);

extern const struct zm_command zm_command_analyse;
extern const struct zm_command zm_command_archive;
extern const struct zm_command zm_command_bench;
extern const struct zm_command zm_command_check;
extern const struct zm_command zm_command_cluster;
extern const struct zm_command zm_command_equivalences;
extern const struct zm_command zm_command_completion;
extern const struct zm_command zm_command_games;
extern const struct zm_command zm_command_gtp;
extern const struct zm_command zm_command_help;
extern const struct zm_command zm_command_manual;
extern const struct zm_command zm_command_match;
extern const struct zm_command zm_command_nboard;
extern const struct zm_command zm_command_octal;
extern const struct zm_command zm_command_quotient;
extern const struct zm_command zm_command_serve;
extern const struct zm_command zm_command_play;
extern const struct zm_command zm_command_proof;
extern const struct zm_command zm_command_cram_crackers;
extern const struct zm_command zm_command_cram_table;
extern const struct zm_command zm_command_solve;
extern const struct zm_command zm_command_study;
extern const struct zm_command zm_command_store;
extern const struct zm_command zm_command_table;
extern const struct zm_command zm_command_tool;
extern const struct zm_command zm_command_train;
extern const struct zm_command zm_command_book;
extern const struct zm_command zm_command_tree;
extern const struct zm_command zm_command_value;
extern const struct zm_command zm_command_verify;
extern const struct zm_command zm_command_worker;

/* certificate.c: certificates from and to files, and `verify` for them. */
struct zm_certificate;
enum zm_status zm_read_certificate(const char *path, struct zm_certificate *certificate,
                                   struct zm_run *run, struct zm_error *error);
enum zm_status zm_write_certificate(const char *path, const struct zm_certificate *certificate,
                                    struct zm_error *error);
/* Changes the text, which was read from `path`. */
enum zm_status zm_verify_certificate(const char *path, struct zm_buffer *text, struct zm_run *run,
                                     const struct zm_settings *settings, struct zm_error *error);

/* files.c: the files of the command line. Reads a proof, or another text that programs write. */
enum zm_status zm_read_text(const char *path, struct zm_run *run, struct zm_buffer *text,
                            struct zm_error *error);
/* A position as a word of the command line: the word itself, or, when it is @FILE, the text of this
 * plain file, kept in `text` without what is blank at its end. Only here is a file a position: not
 * in requests, certificates, stores, games played or sums. */
enum zm_status zm_read_position(const char *word, struct zm_buffer *text, const char **position,
                                struct zm_error *error);
/* NULL: to standard output. */
enum zm_status zm_write_text(const char *path, const struct zm_buffer *text,
                             struct zm_error *error);

/* clusters.c: opens the server that --cluster names, for a campaign of this run; its password comes
 * from the environment or a file. */
struct zm_cluster;
enum zm_status zm_cluster_begin(const struct zm_settings *settings, struct zm_run *run,
                                struct zm_cluster *cluster, struct zm_error *error);
void zm_cluster_end(struct zm_cluster *cluster);

/* scores.c: files and certificates of scores. */
enum zm_status zm_verify_scores(const char *text, const struct zm_settings *settings,
                                struct zm_error *error);
/* Changes the text. */
enum zm_status zm_shrink_score_certificate(const char *path, char *text,
                                           const struct zm_settings *settings,
                                           struct zm_error *error);
enum zm_status zm_import_scores(const char *path, const char *file, const char *as,
                                struct zm_error *error);
enum zm_status zm_export_scores(const char *path, const char *as,
                                const struct zm_settings *settings, struct zm_error *error);

/* help.c */
void zm_help_overview(FILE *out);
void zm_help_command(const struct zm_command *command, FILE *out);

/* plugin.c: loads the games that --plugin names, and takes the option out of the arguments. */
enum zm_status zm_plugins_load(int *argc, char **argv, struct zm_error *error);

#endif
