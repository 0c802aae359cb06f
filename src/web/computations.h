/* Computations that run in threads of their own, are watched and steered from any number of pages,
 * and go on whether a page is open or not. At most `most` have tables in memory at once, running or
 * ended; the ended one that is oldest gives its table up when another starts. */
#ifndef ZM_WEB_COMPUTATIONS_H
#define ZM_WEB_COMPUTATIONS_H

#include "api/question.h"
#include "watch/watch.h"

#include <jansson.h>

struct zm_computations;
struct zm_history;
struct zm_knowledge;
struct zm_stream;

/* `knowledge` NULL: every computation has a store of its own. What the history knows already is in
 * the list. */
struct zm_computations *zm_computations_open(unsigned most, struct zm_stream *stream,
                                             struct zm_knowledge *knowledge,
                                             struct zm_history *history);
/* Tells all to stop; what they found is kept. */
void zm_computations_stop(struct zm_computations *set);
void zm_computations_close(struct zm_computations *set);

/* Starts a question, which belongs to the computation from then on (and is emptied); `request` is
 * what was asked, for showing and asking again. `table_of` is the number of an ended computation
 * whose table it goes on with (0: none). ZM_STOPPED: too many run; ZM_BAD_INPUT: that table cannot
 * be used. */
enum zm_status zm_computation_start(struct zm_computations *set, struct zm_question *question,
                                    json_t *request, bool paused, unsigned long table_of,
                                    unsigned long *id, struct zm_error *error);
/* All of them, newest first, without curves; one of them with its curve (NULL: there is none). */
json_t *zm_computations_json(struct zm_computations *set);
json_t *zm_computation_json(struct zm_computations *set, unsigned long id);
/* The first levels of its tree, as the last look saw them: ask again, looks follow for a while. */
json_t *zm_computation_tree_json(struct zm_computations *set, unsigned long id);
/* ZM_BAD_INPUT: there is no such computation; ZM_STOPPED: it has ended; ZM_FAILED: too many orders
 * wait. */
enum zm_status zm_computation_order(struct zm_computations *set, unsigned long id,
                                    enum zm_order_kind kind, size_t level, const char *node,
                                    double coefficient);
/* Pauses a computation and makes what it has found so far durable, where stores are on disk; `told`
 * is set to what was kept, with the whole table as text where they are not. As above, and
 * ZM_FAILED: it could not be kept. */
enum zm_status zm_computation_save(struct zm_computations *set, unsigned long id, json_t **told,
                                   struct zm_error *error);
/* Forgets an ended computation; ZM_STOPPED: it still runs. */
enum zm_status zm_computation_remove(struct zm_computations *set, unsigned long id);

/* Lends the question of a computation, with its store; NULL: there is none, or its table was given
 * up. Give it back soon: only reading is allowed meanwhile. */
struct zm_question *zm_computation_borrow(struct zm_computations *set, unsigned long id);
void zm_computation_return(struct zm_computations *set, unsigned long id);

#endif
