/* The weights of the evaluation as a file: learned by `zermelo train othello`, and a copy of them
 * in the program itself, so that it finds them wherever it is. The file: "ZMOTHEL1", the number of
 * stages and of weights for each (four bytes, the lowest first), then the weights, two bytes each,
 * likewise. */
#ifndef ZM_ENGINES_OTHELLO_WEIGHTS_H
#define ZM_ENGINES_OTHELLO_WEIGHTS_H

#include "base/buffer.h"
#include "base/error.h"
#include "engines/othello/patterns.h"

/* The weights of a file that was read, or, when `file` is NULL, those of the program. To be freed
 * by free. */
enum zm_status othello_weights_read(const struct zm_bytes *file, struct othello_weights **weights,
                                    struct zm_error *error);
/* Those of the file that `path` names; of the program when it is NULL. */
enum zm_status othello_weights_load(const char *path, struct othello_weights **weights,
                                    struct zm_error *error);
/* Appends a file of the distinct weights of all stages. */
void othello_weights_write(const int16_t distinct[OTHELLO_STAGES][OTHELLO_DISTINCT],
                           struct zm_buffer *file);

/* The file in the program, as words of eight bytes, the lowest first (made by tools/embed_words.py
 * when the program is built). */
extern const uint64_t othello_weights_words[];
extern const uint32_t othello_weights_size; /* in bytes */

#endif
