/* Sprouts on compact surfaces played naively, as an independent reference: a position is a list of
 * regions, each a surface with boundaries; the moves of a region are every pair of corners with
 * every curve that sprouts_gluing.h finds between them. What can never be met again is no longer
 * written; nothing else is reduced. Shares no code with src/games/sprouts. */
#ifndef ZM_TESTS_SPROUTS_SURFACE_REFERENCE_H
#define ZM_TESTS_SPROUTS_SURFACE_REFERENCE_H

#include "sprouts_gluing.h"
#include "sprouts_tree.h"

enum { SURFACE_SPOTS = 48, SURFACE_SIZE = 160, SURFACE_REGIONS = 32, SURFACE_BOUNDARIES = 24 };

/* A boundary of a region: the spots whose corners one meets walking along it. In an orientable
 * region all boundaries are walked in the direction of one orientation. */
struct surface_boundary {
    int region, begin, size; /* in `corners` */
};

struct surface_position {
    bool bare; /* leave out dead spots only, none of what bury_region() and bury() leave out too */
    int spots, regions, boundaries, size;
    int lives[SURFACE_SPOTS];
    int genus[SURFACE_REGIONS]; /* handles, or minus the number of cross-caps */
    struct surface_boundary boundary[SURFACE_BOUNDARIES]; /* those of a region are neighbours */
    int corners[SURFACE_SIZE];
};

struct surface_moves {
    struct surface_position *list;
    size_t count, capacity;
};

/* What a reference keeps between questions. */
struct surface_reference {
    struct glue_memory cuts;
    struct zm_table memo; /* sprouts_surface_key.c's keys -> uint32_t, a number of `tree`'s trees */
    struct zm_table plain; /* the same for positions as they are written */
    struct sprouts_tree *tree;
};

/* Trees are those of `tree`, so that others can compare theirs. */
void surface_open(struct surface_reference *reference, struct sprouts_tree *tree);
void surface_close(struct surface_reference *reference);

/* Reads a position in the grammar of reduced strings, with genera; false when it is not one. */
bool surface_read(struct surface_position *position, const char *text);
/* Writes it in that grammar, unreduced. */
void surface_text(const struct surface_position *position, struct zm_buffer *text);
int surface_lives(const struct surface_position *position);
/* The lives of the spots met in one region. */
int surface_region_lives(const struct surface_position *position, int region);
/* Sets the positions after each move, repetitions included; moves->list is the caller's. */
void surface_moves(struct surface_reference *reference, const struct surface_position *position,
                   struct surface_moves *moves);
/* Sets a position of this many lives: up to three regions of small genus, at most four boundaries
 * each, spots anywhere. */
void surface_random(struct zm_random *random, int lives, struct surface_position *position);
/* Its canonical tree. */
uint32_t surface_tree(struct surface_reference *reference, const struct surface_position *position);
/* The same for a text. */
uint32_t surface_text_tree(struct surface_reference *reference, const char *text);

/* sprouts_surface_key.c: positions with equal keys are the same but for names, order, where a
 * boundary begins, and direction (of orientable regions, or of boundaries of the others). */
void surface_key(const struct surface_position *position, struct zm_buffer *key);

#endif
