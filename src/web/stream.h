/* Live events (server-sent events): one stream per page for all computations. Events are put once
 * into a ring that all clients read, so that memory does not grow with their number or slowness; a
 * client that fell behind is told to ask for the whole state again. */
#ifndef ZM_WEB_STREAM_H
#define ZM_WEB_STREAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zm_stream;
struct MHD_Response;
struct MHD_Connection;

enum { ZM_STREAM_CLIENTS_MOST = 400 };

struct zm_stream *zm_stream_open(void); /* NULL: no memory */
/* The server must have ended before. */
void zm_stream_close(struct zm_stream *stream);
/* Ends all clients' streams, and takes no more. */
void zm_stream_end(struct zm_stream *stream);
/* The number of the event to come: a state described after this, and the events from this on, tell
 * everything. */
uint64_t zm_stream_mark(struct zm_stream *stream);
/* A client: the response that carries `first`, then the events from `mark` on; NULL: too many.
 * Takes the reference of `first`. */
struct MHD_Response *zm_stream_join(struct zm_stream *stream, struct MHD_Connection *connection,
                                    uint64_t mark, json_t *first);
/* How many read. */
size_t zm_stream_clients(struct zm_stream *stream);
/* Sends an event to all; takes the reference. `json` NULL: a comment that keeps connections awake.
 */
void zm_stream_send(struct zm_stream *stream, const char *event, json_t *json);

#endif
