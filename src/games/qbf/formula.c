/* Formulas and their reduction to geography; see formula.h. */
#include "games/qbf/formula.h"

#include <ctype.h>
#include <stdlib.h>

static enum zm_status fail_formula(size_t at, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "formula, character %zu: expected clauses such as 1,3;2,-3 with variables 1 to "
                   "%d, at most %d clauses",
                   at + 1, ZM_QBF_VARIABLES, ZM_QBF_CLAUSES);
}

enum zm_status zm_formula_parse(const char *text, size_t size, struct zm_formula *formula,
                                struct zm_error *error)
{
    *formula = (struct zm_formula){.clauses = 1};
    for (size_t at = 0; at < size;) {
        bool negative = text[at] == '-';
        size_t start = at += negative;
        unsigned variable = 0;
        while (at < size && isdigit((unsigned char)text[at]) && at - start < 3)
            variable = variable * 10 + (unsigned)(text[at++] - '0');
        if (variable < 1 || variable > ZM_QBF_VARIABLES)
            return fail_formula(start, error);
        uint32_t *literals = negative ? formula->negative : formula->positive;
        literals[formula->clauses - 1] |= UINT32_C(1) << (variable - 1);
        formula->variables = variable > formula->variables ? variable : formula->variables;
        if (at == size)
            break;
        if ((text[at] != ',' && text[at] != ';') || at + 1 == size)
            return fail_formula(at, error);
        if (text[at++] == ';' && ++formula->clauses > ZM_QBF_CLAUSES)
            return fail_formula(at, error);
    }
    return formula->variables == 0 ? fail_formula(0, error) : ZM_OK;
}

void zm_formula_print(const struct zm_formula *formula, struct zm_buffer *text)
{
    for (unsigned clause = 0; clause < formula->clauses; clause++) {
        const char *before = clause == 0 ? "" : ";";
        for (unsigned v = 0; v < formula->variables; v++)
            for (int negative = 0; negative <= 1; negative++)
                if ((negative ? formula->negative : formula->positive)[clause] >> v & 1) {
                    zm_buffer_format(text, "%s%s%u", before, negative ? "-" : "", v + 1);
                    before = ",";
                }
    }
}

bool zm_formula_true(const struct zm_formula *formula, uint32_t truth)
{
    for (unsigned clause = 0; clause < formula->clauses; clause++)
        if (!(formula->positive[clause] & truth) && !(formula->negative[clause] & ~truth))
            return false;
    return true;
}

/* Vertices: for variable i (from 0) a_i = 4i, x_i, not x_i, b_i; then the hub, then the clauses. */
enum zm_status zm_formula_geography(const struct zm_formula *formula, struct zm_graph *graph,
                                    unsigned *start, struct zm_error *error)
{
    unsigned variables = formula->variables | 1, hub = 4 * variables;
    if (hub + 1 + formula->clauses > ZM_GRAPH_LARGEST)
        return zm_fail(error, ZM_BAD_INPUT,
                       "formula: its graph has %u vertices, at most %d can be played",
                       hub + 1 + formula->clauses, ZM_GRAPH_LARGEST);
    *graph = (struct zm_graph){.directed = true};
    for (unsigned i = 0; i < variables; i++) {
        zm_graph_join(graph, 4 * i, 4 * i + 1);
        zm_graph_join(graph, 4 * i, 4 * i + 2);
        zm_graph_join(graph, 4 * i + 1, 4 * i + 3);
        zm_graph_join(graph, 4 * i + 2, 4 * i + 3);
        zm_graph_join(graph, 4 * i + 3, i + 1 < variables ? 4 * i + 4 : hub);
    }
    for (unsigned clause = 0; clause < formula->clauses; clause++) {
        zm_graph_join(graph, hub, hub + 1 + clause);
        for (unsigned v = 0; v < formula->variables; v++) {
            if (formula->positive[clause] >> v & 1)
                zm_graph_join(graph, hub + 1 + clause, 4 * v + 1);
            if (formula->negative[clause] >> v & 1)
                zm_graph_join(graph, hub + 1 + clause, 4 * v + 2);
        }
    }
    *start = 0;
    return ZM_OK;
}
