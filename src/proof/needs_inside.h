/* Inside of the graph of needs: what needs.c (the graph, and nimbers of normal play) and
 * needs_sums.c (lost sums of misère play) share. */
#ifndef ZM_PROOF_NEEDS_INSIDE_H
#define ZM_PROOF_NEEDS_INSIDE_H

#include "proof/needs.h"
#include "solve/option_cache.h"

enum { ZM_NEEDS_MEMBERS = 64 };

struct zm_needs_maker {
    struct zm_needs *graph;
    const struct zm_certificate *certificate;
    const struct zm_instance *instance;
    const struct zm_table *known;
    struct zm_table numbers; /* key -> fact, 4 bytes */
    size_t memory;
    bool failed, too_large;
    /* Normal play. */
    struct zm_option_cache *cache;
    struct zm_options options, deeper;
    /* Misère play: won sum -> its ways, a struct zm_need. */
    struct zm_table won;
};

/* Facts that a sum needs to be known, as far as they are collected. */
struct zm_needs_bag {
    uint32_t members[ZM_NEEDS_MEMBERS];
    size_t count;
    uint32_t nimber;
};

/* The number of a fact that is known; it is in the graph from now on. */
bool zm_needs_find(struct zm_needs_maker *maker, struct zm_bytes key, uint32_t *fact);
/* Adds a way to the need that begins with way `first`, unless another is contained in it. */
void zm_needs_add_way(struct zm_needs_maker *maker, size_t first, const struct zm_needs_bag *bag);
/* Adds a need of a fact, whose ways are there; facts get theirs one fact after the other. */
void zm_needs_add(struct zm_needs_maker *maker, uint32_t fact, struct zm_need need);

/* needs_sums.c: adds the needs of the claim (fact 0), and those of another fact with this key. */
void zm_needs_claim_sums(struct zm_needs_maker *maker);
void zm_needs_expand_sum(struct zm_needs_maker *maker, uint32_t fact, struct zm_bytes key);

#endif
