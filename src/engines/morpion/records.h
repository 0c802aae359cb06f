/* Records of Morpion solitaire in all the texts that people keep them in: our own, Pentasol's, and
 * JSON. */
#ifndef ZM_ENGINES_MORPION_RECORDS_H
#define ZM_ENGINES_MORPION_RECORDS_H

#include "base/params.h"
#include "games/morpion/morpion.h"

/* Puts a new walk on a record, a text or @ and the file that holds it, after `move` moves of it (-1:
 * all). Lines with '#' first are left out. To be freed by the caller, unless there is an error. */
enum zm_status zm_record_open(const char *word, int64_t move, struct zm_morpion_walk **walk,
                              struct zm_error *error);
/* Turns a record in JSON into our own text: an object with "variant", "moves" (each with "x", "y",
 * "dir" and "pos"), for a free start also "start", its rows. If it has a "score", that is the number
 * of moves. */
enum zm_status zm_record_from_json(const char *json, struct zm_buffer *text,
                                   struct zm_error *error);
void zm_record_to_json(const struct zm_morpion_walk *walk, struct zm_buffer *json);

/* What tools on a position of a record ask for. */
#define ZM_RECORD_MOVE                                                                             \
    {                                                                                              \
        .name = "move", .kind = ZM_PARAM_INTEGER, .value = "-1", .min = -1,                        \
        .max = ZM_MORPION_PLAYED, .hint = "N",                                                     \
        .help = "the position after N moves of the record; -1: the last"                           \
    }
extern const struct zm_param zm_record_params[]; /* this alone */

#endif
