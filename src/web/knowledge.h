/* Stores shared by what asks about the same game with the same rules: a second question about a
 * game under play costs nothing, and with a folder the results outlive the server. The file of a
 * store is named by us after what it holds, never by a request. */
#ifndef ZM_WEB_KNOWLEDGE_H
#define ZM_WEB_KNOWLEDGE_H

#include "api/question.h"

struct zm_knowledge;

/* `folder` may be NULL (in memory only); `memory` bounds all stores together. */
enum zm_status zm_knowledge_open(const char *folder, size_t memory, struct zm_knowledge **knowledge,
                                 struct zm_error *error);
/* Nobody may hold a store any more. */
void zm_knowledge_close(struct zm_knowledge *knowledge);
/* The store for the results of a question, held until it is released; sets question->store. */
enum zm_status zm_knowledge_hold(struct zm_knowledge *knowledge, struct zm_question *question,
                                 struct zm_error *error);
/* Takes the store back from the question. */
void zm_knowledge_release(struct zm_knowledge *knowledge, struct zm_question *question);

#endif
