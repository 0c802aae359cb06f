/* The searches of the program, one line each; the first is the default: depth-first is quicker on
 * small boards by a factor of two, proof numbers on hard positions by orders of magnitude. */
#include "search/search.h"

#include "search/depth_first.h"
#include "search/dfpn.h"
#include "search/explore.h"
#include "search/explore_depth.h"
#include "search/pn_multi.h"
#include "search/proof_number.h"
#include "search/recursive.h"
#include "search/retrograde.h"

/* clang-format off */
const struct zm_search *const zm_searches[] = {
    &zm_dfpn,
    &zm_depth_first,
    &zm_proof_number,
    &zm_pn_multi,
    &zm_recursive,
    &zm_retrograde_search,
    &zm_transpositions,
    &zm_transpositions_table,
    &zm_dependency,
    &zm_breadth,
    &zm_sampling,
    &zm_best_first,
    &zm_astar,
    &zm_beam,
    &zm_discrepancy,
    &zm_nested,
    &zm_nrpa,
    NULL,
};
/* clang-format on */

const struct zm_search *zm_search_find(const char *name, struct zm_error *error)
{
    const char *names[sizeof zm_searches / sizeof *zm_searches];
    size_t count = 0;
    for (; zm_searches[count] != NULL; count++) {
        if (strcmp(zm_searches[count]->name, name) == 0)
            return zm_searches[count];
        names[count] = zm_searches[count]->name;
    }
    const char *near = zm_nearest_name(name, names, count);
    zm_fail(error, ZM_BAD_INPUT, "--search: unknown search '%s'%s%s%s", name,
            near == NULL ? "" : "; did you mean '", near == NULL ? "" : near,
            near == NULL ? "" : "'?");
    return NULL;
}
