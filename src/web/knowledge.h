/* Stores shared by what asks about the same game with the same rules: a second question about a
 * game under play costs nothing, and with a folder the results outlive the server. The file of a
 * store is named by us after what it holds, never by a request. */
#ifndef ZM_WEB_KNOWLEDGE_H
#define ZM_WEB_KNOWLEDGE_H

#include "api/question.h"
#include "store/store.h"

#include <jansson.h>

struct zm_knowledge;

/* `folder` may be NULL (in memory only); `memory` bounds all stores together. */
enum zm_status zm_knowledge_open(const char *folder, size_t memory, struct zm_knowledge **knowledge,
                                 struct zm_error *error);
/* Closes everything; no store may still be held. */
void zm_knowledge_close(struct zm_knowledge *knowledge);
/* The store for the results of a question, held until it is released; sets question->store. */
enum zm_status zm_knowledge_hold(struct zm_knowledge *knowledge, struct zm_question *question,
                                 struct zm_error *error);
/* Takes the store back from the question. */
void zm_knowledge_release(struct zm_knowledge *knowledge, struct zm_question *question);

/* The stores that there are: those met since the server began, and with a folder those that were
 * there already. Each has a number of its own; NULL: there is none of that number. */
json_t *zm_knowledge_json(struct zm_knowledge *knowledge);
json_t *zm_knowledge_store_json(struct zm_knowledge *knowledge, unsigned long id);
/* Lends a store with its header (a copy, to be freed) until it is given back. ZM_BAD_INPUT: there
 * is none of that number, or it is in memory no more; ZM_FAILED: it cannot be opened now. */
enum zm_status zm_knowledge_borrow(struct zm_knowledge *knowledge, unsigned long id,
                                   struct zm_store **store, struct zm_store_header *header,
                                   struct zm_error *error);
void zm_knowledge_return(struct zm_knowledge *knowledge, struct zm_store *store);

#endif
