/* The options of a land: every move in every region, reduced, canonised, without repetition, in the
 * order in which a search should try them. */
#ifndef ZM_GAMES_SPROUTS_OPTIONS_H
#define ZM_GAMES_SPROUTS_OPTIONS_H

#include "games/game.h"
#include "games/sprouts/canon.h"

/* The options found so far. */
struct zm_sprouts_children;

struct zm_sprouts_mover {
    struct zm_sprouts_canon *canon;
    struct zm_sprouts_children *children;
    struct zm_sprouts_sketch parent, child;
    /* Asked of each child as it is found; when it says yes, no more are looked for. */
    bool (*test)(void *context, const struct zm_bytes *lands, size_t count);
    void *context;
    bool found;
    struct zm_run *run; /* looked at now and then; NULL: none */
    bool broken;        /* the run is to stop: the children are not all */
    uint32_t made;
    struct zm_buffer complete;              /* the land whose children are all there; empty: none */
    uint8_t next_letter;                    /* the first letter that the parent does not use */
    uint16_t partner[ZM_SPROUTS_VERTICES];  /* where the other side of a letter is written */
    uint16_t period[ZM_SPROUTS_BOUNDARIES]; /* a boundary looks the same turned by so much */
    uint16_t mirror[ZM_SPROUTS_BOUNDARIES]; /* vertex i goes to mirror - i: the land is the same */
    uint16_t region[ZM_SPROUTS_BOUNDARIES]; /* where a boundary is */
    uint16_t link[ZM_SPROUTS_BOUNDARIES];   /* the one other boundary that its letters lead to */
};

/* Sets the options of a canonical land. */
void zm_sprouts_options(struct zm_sprouts_mover *mover, struct zm_bytes land,
                        struct zm_options *options);

/* Is there an option that `test` accepts? When there is none, the options are ready for
 * zm_sprouts_options. */
bool zm_sprouts_some_option(struct zm_sprouts_mover *mover, struct zm_bytes land,
                            bool (*test)(void *context, const struct zm_bytes *lands, size_t count),
                            void *context);

/* symmetry.c, of mover->parent. */
enum { ZM_SPROUTS_NOWHERE = 0xffff }; /* no vertex, boundary or place */
void zm_sprouts_find_symmetries(struct zm_sprouts_mover *mover);
/* Do two boundaries of a region look alike, with what hangs on them? */
bool zm_sprouts_alike(const struct zm_sprouts_mover *mover, unsigned a, unsigned b);
/* Where do the vertices of a boundary end that its turns do not map to earlier ones? */
unsigned zm_sprouts_different_end(const struct zm_sprouts_mover *mover, unsigned boundary);
/* Is a vertex the first of those to which turns and reflections of its boundary take it? The same
 * for two vertices, i < k, as places in their boundary. */
bool zm_sprouts_is_first(const struct zm_sprouts_mover *mover, unsigned boundary, unsigned vertex);
bool zm_sprouts_is_first_pair(const struct zm_sprouts_mover *mover, unsigned boundary, unsigned i,
                              unsigned k);
/* Does a region with a higher number hang on the same region in the same way? */
bool zm_sprouts_is_played(const struct zm_sprouts_mover *mover, unsigned r);

/* Of options.c, for surface_options.c: the child in mover->child, clean, is reduced and added. */
void zm_sprouts_finish_child(struct zm_sprouts_mover *mover);

/* surface_options.c: the moves in a region of the parent that has a genus. */
void zm_sprouts_surface_moves(struct zm_sprouts_mover *mover, unsigned region);

/* children.c */
struct zm_sprouts_children *zm_sprouts_children_new(void);
void zm_sprouts_children_free(struct zm_sprouts_children *children);
void zm_sprouts_children_clear(struct zm_sprouts_children *children);
/* The list to which the lands of the next child are added, and its end: the child is kept unless
 * there is one like it. `traits` are those of its lands. Returns whether `test` (which may be NULL)
 * accepts it. */
struct zm_list *zm_sprouts_children_lands(struct zm_sprouts_children *children);
bool zm_sprouts_children_close(
    struct zm_sprouts_children *children, const struct zm_sprouts_traits *traits,
    bool (*test)(void *context, const struct zm_bytes *lands, size_t count), void *context);
/* Sets the options to the children kept, sorted. */
void zm_sprouts_children_sort(struct zm_sprouts_children *children, struct zm_options *options);

#endif
