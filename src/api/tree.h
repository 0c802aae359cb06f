/* The tree of a question's position, to be drawn or walked through: a proof of its answer, all
 * positions after it, its canonical tree. */
#ifndef ZM_API_TREE_H
#define ZM_API_TREE_H

#include "api/question.h"
#include "picture/drawing.h"

struct zm_tree_wish {
    const char *kind; /* "solution", "game", "canonical" or "rct" */
    unsigned passes;  /* that make a solution smaller first */
    struct zm_drawing_options options;
};

/* Makes the tree within the run, in which a solution is searched for. A solution there is for every
 * game with certificates, the others for impartial games that split. `claim` gets what a solution proves,
 * in words. On ZM_OK the drawing is the caller's to free. */
enum zm_status zm_question_draw(struct zm_question *question, struct zm_run *run,
                                const struct zm_tree_wish *wish, struct zm_drawing *drawing,
                                struct zm_buffer *claim, struct zm_error *error);

#endif
