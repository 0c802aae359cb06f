/* A space for testing searches without a game: a random acyclic graph of components, each with
 * random options that are sums of smaller components, and couples (sum, heap) over it as in
 * solve/nimber.c, but written apart and as simply as possible. The true nimbers are known. */
#ifndef ZM_TESTS_TOY_SPACE_H
#define ZM_TESTS_TOY_SPACE_H

#include "base/random.h"
#include "solve/space.h"

struct toy;

/* `components` components with up to `options` options each; an option is a sum of at most
 * `terms` components. `plain`: couples are searched by their moves, sums too (no sum nodes). */
struct toy *toy_open(uint64_t seed, unsigned components, unsigned options, unsigned terms,
                     bool plain, struct zm_run *run);
void toy_close(struct toy *toy);
void toy_space(struct toy *toy, struct zm_space *space);
/* The node of one component and a heap. */
void toy_node(const struct toy *toy, unsigned component, unsigned heap, struct zm_buffer *node);
unsigned toy_nimber(const struct toy *toy, unsigned component);
/* Forgets what searches found. */
void toy_forget(struct toy *toy);
/* Nimbers that searches have kept and that are false. */
unsigned toy_errors(struct toy *toy);

#endif
