/* Answers as JSON: the one object on one line of the command line, and of the page. */
#ifndef ZM_API_JSON_H
#define ZM_API_JSON_H

#include "api/analysis.h"

#include <jansson.h>

/* The object of the contract; the caller may add keys and owns the reference. NULL: no memory. */
json_t *zm_answer_json(const struct zm_question *question, const struct zm_answer *answer,
                       struct zm_run *run);
/* A move analysed: "move", "verdict", "kind", "leaves", "proved", and where they are known "score",
 * "margin", "chance", "depth", "line". */
json_t *zm_analysed_json(const struct zm_question *question, struct zm_bytes position,
                         const struct zm_analysed *move);
/* Adds what a line of a player says: "margin" (or "worth", in games without points), "chance",
 * "playouts", "depth", "nodes", "line", "source". */
void zm_line_json(const struct zm_question *question, struct zm_bytes position,
                  const struct zm_line *line, json_t *object);

/* Sets `text` to an object, whose reference it takes, on one line. NULL: there was no memory. */
enum zm_status zm_json_print(json_t *object, struct zm_buffer *text, struct zm_error *error);

#endif
