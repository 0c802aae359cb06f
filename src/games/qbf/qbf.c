/* The QBF game: x1, x2, ... are fixed in turn, the first player fixes x1; he wins iff the formula
 * ends true. A position is the formula as a struct, the number of variables fixed, and their
 * values. A move is one byte, 0 or 1. */
#include "games/qbf/qbf.h"

#include "games/qbf/picture.h"

struct zm_qbf_position zm_qbf_read(struct zm_bytes bytes)
{
    struct zm_qbf_position position;
    memcpy(&position, bytes.data, sizeof position);
    return position;
}

static enum zm_status qbf_parse(void *state, const char *text, struct zm_buffer *bytes,
                                struct zm_error *error)
{
    (void)state;
    struct zm_qbf_position position;
    memset(&position, 0, sizeof position);
    const char *bar = strchr(text, '|');
    size_t size = bar == NULL ? strlen(text) : (size_t)(bar - text);
    enum zm_status status = zm_formula_parse(text, size, &position.formula, error);
    if (status != ZM_OK)
        return status;
    for (const char *at = bar == NULL ? "" : bar + 1; *at != '\0'; at++) {
        if ((*at != 'T' && *at != 'F') || position.fixed == position.formula.variables)
            return zm_fail(error, ZM_BAD_INPUT,
                           "qbf position: after '|' expected at most %u letters T or F",
                           position.formula.variables);
        position.truth |= (uint32_t)(*at == 'T') << position.fixed++;
    }
    zm_buffer_set(bytes, zm_bytes(&position, sizeof position));
    return bytes->failed ? zm_fail_memory(error) : ZM_OK;
}

static void qbf_print(void *state, struct zm_bytes bytes, struct zm_buffer *text)
{
    (void)state;
    struct zm_qbf_position position = zm_qbf_read(bytes);
    zm_formula_print(&position.formula, text);
    for (uint32_t v = 0; v < position.fixed; v++)
        zm_buffer_format(text, "%s%c", v == 0 ? "|" : "", position.truth >> v & 1 ? 'T' : 'F');
}

static bool qbf_sound(void *state, struct zm_bytes bytes)
{
    (void)state;
    struct zm_qbf_position p;
    if (bytes.size != sizeof p)
        return false;
    p = zm_qbf_read(bytes);
    if (p.formula.variables < 1 || p.formula.variables > ZM_QBF_VARIABLES ||
        p.formula.clauses < 1 || p.formula.clauses > ZM_QBF_CLAUSES ||
        p.fixed > p.formula.variables)
        return false;
    uint32_t beyond = p.truth >> p.formula.variables;
    for (unsigned i = 0; i < p.formula.clauses; i++)
        beyond |= (p.formula.positive[i] | p.formula.negative[i]) >> p.formula.variables;
    return beyond == 0;
}

static void qbf_moves(void *state, struct zm_bytes bytes, const struct zm_record *record,
                      struct zm_list *moves)
{
    (void)state;
    (void)record;
    struct zm_qbf_position position = zm_qbf_read(bytes);
    for (uint8_t move = 0; move <= 1 && position.fixed < position.formula.variables; move++)
        zm_list_add(moves, zm_bytes(&move, 1));
}

static void qbf_name(void *state, struct zm_bytes bytes, struct zm_bytes move,
                     struct zm_buffer *text)
{
    (void)state;
    (void)bytes;
    zm_buffer_byte(text, move.data[0] ? 'T' : 'F');
}

static void qbf_apply(void *state, struct zm_bytes bytes, struct zm_bytes move,
                      struct zm_buffer *next)
{
    (void)state;
    struct zm_qbf_position position = zm_qbf_read(bytes);
    position.truth |= (uint32_t)move.data[0] << position.fixed++;
    zm_buffer_set(next, zm_bytes(&position, sizeof position));
}

static int qbf_turn(void *state, struct zm_bytes bytes)
{
    (void)state;
    return (int)(zm_qbf_read(bytes).fixed & 1);
}

static void qbf_ending(void *state, struct zm_bytes bytes, const struct zm_record *record,
                       struct zm_ending *ending)
{
    (void)state;
    (void)record;
    struct zm_qbf_position position = zm_qbf_read(bytes);
    *ending = (struct zm_ending){.over = position.fixed == position.formula.variables};
    bool first_wins = zm_formula_true(&position.formula, position.truth);
    bool first_moves = (position.fixed & 1) == 0;
    ending->outcome = first_wins == first_moves ? ZM_WIN : ZM_LOSS;
}

static void qbf_random(void *state, struct zm_random *random, unsigned size,
                       struct zm_buffer *bytes)
{
    (void)state;
    struct zm_qbf_position position;
    memset(&position, 0, sizeof position);
    position.formula.variables = 1 + (unsigned)zm_random_below(random, size < 10 ? size + 1 : 10);
    position.formula.clauses = 1 + (unsigned)zm_random_below(random, 12);
    for (unsigned clause = 0; clause < position.formula.clauses; clause++)
        for (int literal = 0; literal < 3; literal++) {
            uint32_t bit = UINT32_C(1) << zm_random_below(random, position.formula.variables);
            *(zm_random_below(random, 2) ? &position.formula.positive[clause]
                                         : &position.formula.negative[clause]) |= bit;
        }
    /* The last variable must occur, so that the text says how many there are. */
    position.formula.positive[0] |= UINT32_C(1) << (position.formula.variables - 1);
    zm_buffer_set(bytes, zm_bytes(&position, sizeof position));
}

static const struct zm_rules qbf_rules = {
    .parse = qbf_parse,
    .print = qbf_print,
    .moves = qbf_moves,
    .name = qbf_name,
    .apply = qbf_apply,
    .sound = qbf_sound,
    .turn = qbf_turn,
    .ending = qbf_ending,
    .random = qbf_random,
};

const struct zm_game zm_qbf = {
    .name = "qbf",
    .title = "The QBF game",
    .summary = "two players fix the variables of a formula in turn; the first wants it true",
    .start = "1,3;2,-3;-1,-2,-3",
    .positions = "1,3;2,-3;-1,-2,-3    clauses of literals: (x1 or x3) and (x2 or not x3) and ...\n"
                 "1,3;2,-3|TF          with x1 true and x2 false already\n"
                 "moves: T F           the value of the next variable\n",
    .players = ZM_PARTISAN,
    .canon_version = 1,
    .rules = &qbf_rules,
    .picture = &zm_qbf_picture,
};
