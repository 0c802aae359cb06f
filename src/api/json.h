/* Answers as JSON: the one object on one line of the command line, and of the page. */
#ifndef ZM_API_JSON_H
#define ZM_API_JSON_H

#include "api/question.h"

#include <jansson.h>

/* The object of the contract; the caller may add keys and owns the reference. NULL: no memory. */
json_t *zm_answer_json(const struct zm_question *question, const struct zm_answer *answer,
                       struct zm_run *run);

#endif
