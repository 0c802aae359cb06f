/* A connection to the Redis server that the machines of a cluster meet at: addresses, passwords,
 * commands and scripts, each answered or said to have failed in one line. A connection that breaks
 * is made again, for a while: every command that goes over it may be repeated without harm. Used by
 * one thread at a time. A cluster may have several servers: the link is to the first, and leads to
 * the others. */
#ifndef ZM_CLUSTER_LINK_H
#define ZM_CLUSTER_LINK_H

#include "base/error.h"
#include "base/list.h"
#include "base/run.h"

#include <hiredis/hiredis.h>

/* Where a server is, and who comes. */
struct zm_link_address {
    const char *url; /* redis://[user[:password]@]host[:port][/db], unix:PATH[?db=N]; more of them
                        after commas */
    const char *password; /* NULL: the one of the URL, or none */
    double patience;      /* seconds to try again when a connection breaks */
};

struct zm_link;

/* Does a URL hold a password? (Whoever lists the processes of a machine reads its words.) */
bool zm_link_has_password(const char *url);
/* Connects to the first server and greets. `run` (which may be NULL) ends the waiting. ZM_BAD_INPUT: the URL is none,
 * or the password is wrong; ZM_FAILED: there is no server, or it is no Redis of version 7. */
enum zm_status zm_link_open(const struct zm_link_address *address, struct zm_run *run,
                            struct zm_link **link, struct zm_error *error);
void zm_link_close(struct zm_link *link);
/* How many servers the cluster has. */
size_t zm_link_servers(const struct zm_link *link);
/* Do all of them answer? */
enum zm_status zm_link_meet_all(const struct zm_link_address *address, struct zm_run *run,
                                struct zm_error *error);
/* The link to one of them, made when it is first asked for; 0: the one that was opened. NULL: the
 * error says why not. It is closed with the first. */
struct zm_link *zm_link_server(struct zm_link *link, size_t index, struct zm_error *error);
/* Sends a command and waits for its reply, which is the caller's to free. NULL: the error says what
 * the server or the network did. */
redisReply *zm_link_call(struct zm_link *link, const struct zm_list *words, struct zm_error *error);
/* Runs a script (a static text) on the server with these arguments: all of it or nothing. */
redisReply *zm_link_script(struct zm_link *link, const char *script,
                           const struct zm_list *arguments, struct zm_error *error);
/* Bytes of arguments sent so far. */
uint64_t zm_link_sent(const struct zm_link *link);

/* Parts of replies; "" and 0 for what is not of that kind. */
struct zm_bytes zm_reply_bytes(const redisReply *reply);
long long zm_reply_number(const redisReply *reply);
const redisReply *zm_reply_at(const redisReply *reply, size_t index);
/* Is this part of a reply the word? */
bool zm_reply_is(const redisReply *reply, const char *word);
/* Appends a word of a command. */
void zm_word(struct zm_list *words, const char *word);
void zm_word_number(struct zm_list *words, uint64_t number);

#endif
