/* From the JSON of a request to a question of the library: game, options, position, moves played.
 */
#ifndef ZM_WEB_ASKING_H
#define ZM_WEB_ASKING_H

#include "api/question.h"
#include "web/request.h"

/* A question with the game played so far. */
struct zm_asked {
    struct zm_question question;
    struct zm_record record;   /* of the moves played */
    struct zm_buffer position; /* after them */
    size_t played;
};

/* Reads {"game", "position", "moves", "options"}. False: the reply says what is wrong, and nothing
 * is left to close. `memory` bounds what the question may ask for; `extra` are parameters that
 * the route adds (may be NULL); `computed`: something must be computable. */
bool zm_asked_open(struct zm_asked *asked, const struct zm_query *query, size_t memory,
                   const struct zm_param *extra, bool computed);
void zm_asked_close(struct zm_asked *asked);
/* Opens the game alone (positions of games for which nothing is computed can be played too). */
bool zm_asked_open_game(struct zm_asked *asked, const struct zm_query *query);

#endif
