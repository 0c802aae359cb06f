/* What positions of Lines of Action look worth: four evaluations over one board.
 *
 * `linear` and `network` are those of the document, over its six components (components.h): a
 * combination set by hand, and a network of 14 inputs, 2 hidden neurons and 1 output. `own` is
 * ours: features that bit operations count, weighted by learned numbers that change with the men
 * left on the board (tapered). `squares` is ours, too: a network over the men on their squares
 * (squares.h), for boards of 8x8; it leaves smaller ones to `own`. */
#ifndef ZM_ENGINES_LOA_EVALUATE_H
#define ZM_ENGINES_LOA_EVALUATE_H

#include "engines/loa/components.h"
#include "engines/loa/squares.h"

enum loa_kind { LOA_LINEAR, LOA_NETWORK, LOA_OWN, LOA_BY_SQUARES, LOA_KINDS };

enum {
    LOA_RINGS = 8, /* of squares round a centre of gravity */
    LOA_INPUTS = 2 * LOA_COMPONENTS + 2,
    LOA_HIDDEN_MOST = 2,
    LOA_NETWORK_WEIGHTS = LOA_HIDDEN_MOST * LOA_INPUTS + LOA_HIDDEN_MOST + 1,
    LOA_FEATURES = 24,
    LOA_PHASES = 2,
    LOA_OWN_WEIGHTS = LOA_PHASES * LOA_FEATURES,
    LOA_WEIGHTS_MOST = LOA_NET_WEIGHTS,
    LOA_CERTAIN = 1000, /* the worth of a game that looks won for sure by the network */
};

/* The weights of an evaluation; those of `own` are hundredths of what a worth counts, those of
 * `squares` a struct loa_net. */
struct loa_weights {
    enum loa_kind kind;
    unsigned count;
    float values[LOA_WEIGHTS_MOST];
};

struct loa_evaluator {
    struct loa_weights weights;
    uint64_t rings[2 * LOA_SIDE - 1][2 * LOA_SIDE - 1][LOA_RINGS];
    int16_t own[LOA_PHASES][LOA_FEATURES]; /* the weights, as the search uses them */
    struct loa_fast_net net;
};

/* The names of the evaluations, as people write them; NULL at the end. */
extern const char *const loa_kinds[];

/* The weights that the program comes with. */
void loa_weights_given(enum loa_kind kind, struct loa_weights *weights);
/* Weights as text, and back; `what` names the text in errors. */
void loa_weights_print(const struct loa_weights *weights, struct zm_buffer *text);
enum zm_status loa_weights_parse(const char *text, const char *what, struct loa_weights *weights,
                                 struct zm_error *error);

/* An evaluator with these weights, freed by free; NULL: no memory. */
struct loa_evaluator *loa_evaluator_make(const struct loa_weights *weights);
/* Does it need the sums of the network over squares on boards of this size? */
bool loa_uses_sums(const struct loa_evaluator *evaluator, const struct loa_tables *tables);
/* The worth of a position that is not over to the side to move; `sums` are those of the position
 * where they are used, else NULL. */
int loa_evaluate_sums(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                      const struct loa_state *state, const struct loa_sums *sums);
/* The same without sums at hand. */
int loa_evaluate(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                 const struct loa_state *state);

/* For learning: the inputs of the network, Black's components first; and the features of both
 * sides, own less other, seen by the side to move, with the share (0 to 1) of the first phase. */
void loa_network_inputs(const struct loa_tables *tables, const struct loa_state *state,
                        float inputs[LOA_INPUTS]);
double loa_network_output(const float *weights, const float inputs[LOA_INPUTS],
                          float hidden[LOA_HIDDEN_MOST]);
void loa_features(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                  const struct loa_state *state, int16_t features[LOA_FEATURES]);
/* How many of 24 men are left. */
int loa_phase(const struct loa_state *state);

#endif
