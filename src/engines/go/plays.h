/* All plays of a strategy as a graph: places with numbers, and where each may lead. Who claims a
 * margin under a rule of ko draws it, and looks whether a stone brings a board back. */
#ifndef ZM_ENGINES_GO_PLAYS_H
#define ZM_ENGINES_GO_PLAYS_H

#include "engines/go/force.h"

struct plays_node {
    uint64_t place;  /* a word of force_word, or of force_key */
    uint32_t first;  /* of its edges, which those of the next number follow */
    uint32_t mark;   /* the last time that somebody came by */
    uint32_t length; /* of the longest play from here */
};

struct plays {
    uint32_t *slots;   /* by place: its number and 1; 0: free */
    size_t slot_count; /* a power of two, 0 at first */
    struct zm_buffer nodes, edges;
    bool failed; /* for want of memory, or stopped */
};

void plays_init(struct plays *plays);
void plays_free(struct plays *plays);
size_t plays_memory(const struct plays *plays);
uint32_t plays_count(const struct plays *plays);
struct plays_node *plays_at(const struct plays *plays, size_t number);
bool plays_has(const struct plays *plays, uint64_t place);
/* The number of a place, new or not. */
uint32_t plays_number(struct plays *plays, uint64_t place);
/* From now on edges are those of this number. Numbers are taken one after the other. */
void plays_begin(struct plays *plays, uint32_t number);
void plays_lead_to(struct plays *plays, uint64_t place);
/* Sets where a number leads; returns to how many. */
uint32_t plays_edges(const struct plays *plays, uint32_t number, const uint32_t **edges);
/* Measures how long the longest play from every place is, by the lengths of those that lead nowhere.
 * False: places come back. Then what leads back to them does not count, and every loop has a place of
 * which plays_loops is true until the marks are used again. */
bool plays_measure(struct plays *plays);
bool plays_loops(const struct plays *plays, uint32_t number);
/* Asks of every place whether it falls, those with shorter plays first, and tells whether it leads
 * to one that did. */
void plays_spread(struct plays *plays, bool (*falls)(void *context, uint64_t place, bool below),
                  void *context);
/* Is the longest play of every place longer than from where it leads? Then all plays end. */
bool plays_end(const struct plays *plays);

/* Calls for every place that a stone leads to though its board was there before, against a rule of
 * ko: of the hero, who must not, and with simple ko, where the game would be a draw, also of the
 * other. Sets whether there was one. False: there is no memory, or a call said no. */
bool plays_find_returns(struct plays *plays, enum go_ko ko, unsigned hero,
                        bool (*bar)(void *context, const struct force_place *place), void *context,
                        bool *any);

#endif
