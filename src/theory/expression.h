/* Expressions over values: `{2|-1/2} + +-1 - 3/4`, `^* || 0`, `[domineering 4x3] + *2`.
 *
 *   comparison   sum  [ < <= > >= = != || <| |> ? ]  sum
 *   sum          term { (+ | - | +-) term }            a +- b is a plus the switch +-b
 *   term         factor { : factor }                   ordinal sum
 *   factor       - factor | +- factor | +-{a, b}       {a, b | -a, -b}
 *                number [ups] [star] | ups [star] | star        1/2  ^^*  v3  *2  1*
 *                { options | options }   { a || b | c } is { a | { b | c } }
 *                ( sum ) | [game position] | function(sum, ...)
 *
 * A '+' and a '-' without a space between them are the sign +-. A minus sign that begins a term and
 * touches a number belongs to the number: -1^ is -1 + ^. */
#ifndef ZM_THEORY_EXPRESSION_H
#define ZM_THEORY_EXPRESSION_H

#include "theory/value.h"

/* Who knows the value of a bracketed position; `text` is what stands between the brackets. */
struct zm_position_reader {
    void *context;
    enum zm_status (*value)(void *context, struct zm_universe *universe, const char *text,
                            zm_conway *value, struct zm_error *error);
};

/* A summand of the expression, with its sign, and where it stands in the text. */
struct zm_summand {
    zm_conway value;
    size_t start, end;
    bool negative;
};

struct zm_evaluation {
    zm_conway value; /* of the expression, or of the left side of a comparison */
    bool comparison;
    bool truth;                /* of a comparison; true for '?' */
    bool asked;                /* '?': which relation holds */
    enum zm_relation relation; /* of the left side to the right side */
    struct zm_summand *summands;
    size_t count, capacity;
};

/* `reader` may be NULL: no positions. After a failure there is nothing to free. */
enum zm_status zm_evaluate(struct zm_universe *universe, const char *text,
                           const struct zm_position_reader *reader,
                           struct zm_evaluation *evaluation, struct zm_error *error);
void zm_evaluation_free(struct zm_evaluation *evaluation);
/* "=", "<", ">" or "||". */
const char *zm_relation_sign(enum zm_relation relation);

#endif
