/* The question that `play` sits down to: from the command line, with rules changed between games,
 * or from the record of a saved game, which brings its own rules. */
#ifndef ZM_CLI_SAVED_H
#define ZM_CLI_SAVED_H

#include "cli/cli.h"
#include "records/played.h"

/* What is to be played. The options of the command line hold, but where `rules` are given
 * ("name=value ..."; base/params.h) they take the place of all that it says about the rules. */
struct zm_play_wish {
    const struct zm_arguments *arguments;
    const struct zm_param *params;   /* of the command */
    const char *position;            /* NULL: the usual start */
    const char *rules;               /* NULL: as the command line says */
    const char *play;                /* "normal", "misere"; NULL: as the command line says */
    const struct zm_option *changes; /* in place of any others of the same name */
    size_t change_count;
};

enum zm_status zm_play_ask(const struct zm_play_wish *wish, struct zm_question *question,
                           struct zm_error *error);
/* Reads a saved game: `question` is of its start, under its rules, and `match`, which needs the
 * question's instance, stands where it was saved. `strict`: rules, play or position that the
 * command line asks for must not be others. */
enum zm_status zm_play_load(const struct zm_arguments *arguments, const struct zm_param *params,
                            const char *path, bool strict, struct zm_question *question,
                            struct zm_played *match, struct zm_error *error);

#endif
