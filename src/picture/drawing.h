/* Trees to be drawn: nodes with a text and a state, linked to their children; a node reached by
 * several ways is there once. The *_tree.c of this folder make them, draw.c writes them. */
#ifndef ZM_PICTURE_DRAWING_H
#define ZM_PICTURE_DRAWING_H

#include "base/run.h"
#include "proof/check/certificate.h"

struct zm_score_certificate;
struct zm_strategy_certificate;

enum zm_drawn {
    ZM_DRAWN_PLAIN, /* nothing is said of it */
    ZM_DRAWN_WON,
    ZM_DRAWN_LOST,
    ZM_DRAWN_SUM, /* a lost sum, split into components */
};

struct zm_drawn_node {
    enum zm_drawn state;
    uint32_t *children;
    size_t count, capacity;
    size_t
        first_move;  /* where the names of the moves to its children begin, when they have names */
    const char *why; /* one line that stays; NULL: its state says it */
    bool named;      /* do the moves to its children have names? */
    bool cut;        /* has children that are not drawn */
};

struct zm_drawing {
    struct zm_list labels;   /* of the nodes; node 0 is the root */
    struct zm_list pictures; /* SVG elements, or empty when there are none */
    struct zm_list moves;    /* their names; see zm_drawing_move */
    struct zm_drawn_node *nodes;
    size_t count, capacity;
};

void zm_drawing_free(struct zm_drawing *drawing);
/* The name of the move from a node to one of its children; empty where moves have no names. */
struct zm_bytes zm_drawing_move(const struct zm_drawing *drawing, size_t id, size_t child);

struct zm_drawing_options {
    size_t depth; /* levels below the root; SIZE_MAX: all */
    size_t limit; /* nodes; more are an error */
    bool pictures;
    struct zm_run *run; /* who stops it; may be NULL */
};

/* The proof that a (complete) certificate without reduced trees stands for: of a lost node all
 * options, of a won node one lost option. */
enum zm_status zm_draw_solution(const struct zm_certificate *certificate,
                                const struct zm_drawing_options *options,
                                struct zm_drawing *drawing, struct zm_error *error);
/* The same of one with reduced trees, after zm_verify (misere_tree.c). */
enum zm_status zm_draw_misere(const struct zm_certificate *certificate,
                              const struct zm_drawing_options *options, struct zm_drawing *drawing,
                              struct zm_error *error);
/* These two check a certificate, and draw what proves it: contracts with what each turn leaves the
 * other (score_tree.c), positions with the moves of a strategy (strategy_tree.c). */
enum zm_status zm_draw_score(const struct zm_score_certificate *certificate,
                             const struct zm_drawing_options *options, struct zm_drawing *drawing,
                             struct zm_error *error);
enum zm_status zm_draw_strategy(const struct zm_strategy_certificate *certificate,
                                const struct zm_drawing_options *options,
                                struct zm_drawing *drawing, struct zm_error *error);
/* Checks the text of a certificate of any kind, which is changed, and draws it; `own` is a game that
 * is not in the registry (NULL: none). Appends to `claim` what it proves, in words
 * (certificate_tree.c). */
enum zm_status zm_draw_certificate(const struct zm_game *own, struct zm_buffer *text,
                                   const struct zm_drawing_options *options,
                                   struct zm_drawing *drawing, struct zm_buffer *claim,
                                   struct zm_error *error);
/* All positions below one, up to symmetry. */
enum zm_status zm_draw_game(const struct zm_instance *instance, bool misere,
                            struct zm_bytes position, const struct zm_drawing_options *options,
                            struct zm_drawing *drawing, struct zm_error *error);
/* The canonical tree of a position, or its reduced canonical tree. */
enum zm_status zm_draw_canonical(const struct zm_instance *instance, bool reduced,
                                 struct zm_bytes position, const struct zm_drawing_options *options,
                                 struct zm_drawing *drawing, struct zm_error *error);

/* unfold.c: shared nodes, which are drawn once, repeated: with references to their first place. */
enum zm_status zm_drawing_unfold(struct zm_drawing *drawing, struct zm_error *error);

/* draw.c */
void zm_drawing_text(const struct zm_drawing *drawing, struct zm_buffer *out);
void zm_drawing_dot(const struct zm_drawing *drawing, struct zm_buffer *out);
/* These two ask Graphviz. */
enum zm_status zm_drawing_svg(const struct zm_drawing *drawing, struct zm_buffer *out,
                              struct zm_error *error);
enum zm_status zm_drawing_pdf(const struct zm_drawing *drawing, struct zm_buffer *out,
                              struct zm_error *error);

#endif
