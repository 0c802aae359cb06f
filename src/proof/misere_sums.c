/* Sums of certificates of misère play; see misere_sums.h. */
#include "proof/misere_sums.h"

#include "proof/check/nodes.h"

static bool add_option(void *context, struct zm_bytes option)
{
    zm_list_add(context, option);
    return true;
}

enum zm_status zm_sum_all_options(const struct zm_certificate *certificate, struct zm_bytes sum,
                                  struct zm_list *options, bool *over, struct zm_error *error)
{
    struct zm_nodes *nodes = certificate->nodes;
    bool loony, ok = true;
    if (nodes != NULL) {
        zm_nodes_options(nodes, sum, add_option, options);
        loony = zm_nodes_have_loony_moves(nodes, sum);
        if (zm_nodes_check(nodes, NULL) != ZM_OK)
            return zm_nodes_check(nodes, error);
    } else {
        ok = zm_sum_options(&certificate->instance, sum, add_option, options);
        loony = zm_sum_has_loony_moves(&certificate->instance, sum);
    }
    *over = options->count == 0 && !loony;
    return ok && !zm_list_failed(options) ? ZM_OK : zm_fail_memory(error);
}

enum zm_outcome zm_sum_theory(const struct zm_certificate *certificate, struct zm_bytes sum)
{
    return certificate->nodes == NULL ? ZM_UNDECIDED : zm_nodes_theory(certificate->nodes, sum);
}
