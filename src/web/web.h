/* The web front end: one HTTP server in this process, the page in the binary, a JSON API over
 * src/api, and computations in threads of their own. `zermelo serve` and the tests are its users.
 *
 * Rooms: server.c (connections, and who does the work), visitors.c (how long they may take),
 * guard.c (who may ask), routes.c (what can be asked), positions.c and computations.c (the
 * answers), stream.c (live events), knowledge.c (what earlier analyses found). docs/api.md
 * describes the API. */
#ifndef ZM_WEB_WEB_H
#define ZM_WEB_WEB_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct zm_game;
struct zm_link_address;

struct zm_web_config {
    const char *address;  /* numeric: "127.0.0.1", "::1", "0.0.0.0" */
    uint16_t port;        /* 0: any that is free */
    const char *token;    /* that every request must show; NULL: none is needed */
    const char *hosts;    /* further names that a request may give the server, "a,b"; may be NULL */
    const char *store;    /* a folder where results are kept; NULL: in memory only */
    const char *archives; /* files of games, with commas between; may be NULL */
    const char *book;     /* a file with a book of Othello; may be NULL */
    const struct zm_link_address *cluster; /* that is shown and steered; NULL: none */
    size_t memory;                         /* for all computations and analyses together */
    unsigned computations;                 /* that may run at once */
    unsigned threads;                      /* that one computation may take */
    double rate;     /* requests a second from one address that cost work; 0: no limit */
    double patience; /* seconds for a request to come whole; 0: 30 */
    /* Games beside those of the registry, NULL at the end, which outlive the server; or NULL. */
    const struct zm_game *const *own;
};

struct zm_web;

/* Starts to serve. On an error nothing is left to close. */
enum zm_status zm_web_open(const struct zm_web_config *config, struct zm_web **web,
                           struct zm_error *error);
/* The port in use. */
uint16_t zm_web_port(const struct zm_web *web);
/* Stops the computations, makes what they found durable, and ends. */
void zm_web_close(struct zm_web *web);

#endif
