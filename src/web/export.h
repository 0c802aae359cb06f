/* A table as text, for those who want to keep what a server without a folder has found. */
#ifndef ZM_WEB_EXPORT_H
#define ZM_WEB_EXPORT_H

#include "api/question.h"

#include <jansson.h>

/* Adds the whole store of a question as "text", which `zermelo store import` reads. ZM_BAD_INPUT:
 * it is too large to be sent. */
enum zm_status zm_export_json(const struct zm_question *question, json_t *object,
                              struct zm_error *error);

#endif
