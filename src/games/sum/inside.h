/* What the files of sums share: the state, terms, options. */
#ifndef ZM_GAMES_SUM_INSIDE_H
#define ZM_GAMES_SUM_INSIDE_H

#include "base/table.h"
#include "games/sum/sum.h"
#include "theory/value.h"

enum { ZM_SUM_GAMES = 64 };

/* What the judgement keeps of a component. */
struct zm_sum_known {
    zm_conway value;
    bool found; /* else it is too large to be valued in passing */
};

struct zm_sum_state {
    struct zm_universe *universe;
    struct zm_run reading;  /* of the universe: values that take too long to read are refused */
    struct zm_table values; /* of components, for the judgement: known, zm_conway */
    struct zm_instance games[ZM_SUM_GAMES]; /* opened when first met */
    struct zm_list terms, parts;            /* scratch */
    struct zm_options options;
    struct zm_buffer text, inner, outer;
};

/* An option of a term. */
struct zm_sum_choice {
    uint16_t term, option;
};

/* Sets `terms` to those of a board position. */
void zm_sum_terms(struct zm_bytes position, struct zm_list *terms);
void zm_sum_term_options(void *state, struct zm_bytes component, enum zm_side side,
                         struct zm_options *options);
/* Is the component a value, not a position? And which. */
bool zm_sum_is_value(struct zm_bytes component);
zm_conway zm_sum_value(struct zm_sum_state *s, struct zm_bytes component);

/* The game of a component, and in s->inner the component as that game knows it. NULL: no memory. */
const struct zm_instance *zm_sum_enter(struct zm_sum_state *s, struct zm_bytes component);
void zm_sum_print_component(void *state, struct zm_bytes component, struct zm_buffer *text);
/* The terms from `begin` on, before `end`, joined by plus signs; 0 when there is none. */
void zm_sum_print_terms(struct zm_sum_state *s, const struct zm_list *terms, size_t begin,
                        size_t end, struct zm_buffer *text);
/* The number of the term, then a letter for the option: 2c; after z come aa, ab ... */
void zm_sum_name(struct zm_sum_choice move, struct zm_buffer *text);

extern const struct zm_judgement zm_sum_judgement;
extern const struct zm_picture zm_sum_picture;

#endif
