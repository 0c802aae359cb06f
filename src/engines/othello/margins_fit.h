/* The constants of forward pruning (margins.h), fitted to measured errors. */
#ifndef ZM_ENGINES_OTHELLO_MARGINS_FIT_H
#define ZM_ENGINES_OTHELLO_MARGINS_FIT_H

#include "base/buffer.h"
#include "engines/othello/errors.h"
#include "engines/othello/probcut.h"

/* Fits the deviations by least squares to the sizes of the errors, every depth with the same
 * weight, and then for each level as many deviations as allow for its share of the errors. A kind
 * of search without errors keeps the constants of the program. */
void othello_margins_fit(const struct othello_errors *errors, struct othello_margins *margins);
/* The share of the errors, of searches before or to the end, that the margin of a level allows for,
 * every depth with the same weight. */
double othello_margins_held(const struct othello_errors *errors,
                            const struct othello_margins *margins, bool to_end, unsigned level);
/* Appends the file margins.h. */
void othello_margins_write(const struct othello_margins *margins, struct zm_buffer *file);

#endif
