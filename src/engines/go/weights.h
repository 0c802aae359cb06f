/* The strengths of the features of moves (features.h), as they are learned from games: how often a
 * move like this is chosen against one of strength 1. In files they are lines of text, a name and a
 * number; the program carries its own (go.weights). */
#ifndef ZM_ENGINES_GO_WEIGHTS_H
#define ZM_ENGINES_GO_WEIGHTS_H

#include "base/buffer.h"
#include "base/error.h"
#include "engines/go/features.h"

struct go_weights {
    float features[GO_FEATURES];
    float shapes[65536]; /* all eight images of a shape have the same */
};

/* All features alike. */
void go_weights_clear(struct go_weights *weights);
/* Reads the lines of a file; NULL: the program's own. What it does not name has strength 1. */
enum zm_status go_weights_read(const struct zm_buffer *text, struct go_weights *weights,
                               struct zm_error *error);
/* The same of a file; NULL: the program's own. */
enum zm_status go_weights_load(const char *path, struct go_weights *weights,
                               struct zm_error *error);
/* Appends the lines: all features, and the shapes whose strength is not 1. */
void go_weights_write(const struct go_weights *weights, struct zm_buffer *out);

/* Go's own weights, put into the program by tools/embed_words.py. */
extern const uint64_t go_weights_words[];
extern const uint32_t go_weights_size;

/* How strong a move is: the product of its features. */
static inline float go_strength(const struct go_weights *weights, const struct go_team *team)
{
    float strength = weights->shapes[team->shape];
    for (uint32_t left = team->features; left != 0; left &= left - 1)
        strength *= weights->features[__builtin_ctz(left)];
    return strength;
}

#endif
