/* Questions to a server under test: asked over a socket, the status and the schema of each answer
 * checked. */
#ifndef ZM_TESTS_WEB_ASKS_H
#define ZM_TESTS_WEB_ASKS_H

#include "web/http.h"
#include "web/schema.h"
#include "web/web.h"

#include <jansson.h>

extern const struct zm_web_config usual;

struct zm_web *serve(const struct zm_web_config *config);
void pause_for(int milliseconds);
/* Asks, checks the status and the schema of the answer, and returns it. */
json_t *fetch(struct http *http, const char *method, const char *path, const char *body,
              int status);
void drop(json_t *answer);
const char *text_of(json_t *object, const char *name);
long long number_of(json_t *object, const char *name);
/* Asks about a computation until it has this status, for at most so many seconds. */
json_t *wait_for(struct http *http, const char *path, const char *status, int seconds);

#endif
