/* A worker that is wrong: it says that it is of the master's version, keeps leases and derives what
 * it sends as all do, but its Sprouts has other rules. So what it finds is wrong in earnest, and
 * not altered on its way.
 *
 *     wrong-worker URL */
#include "api/cluster.h"
#include "games/sprouts/sprouts.h"

#include <stdio.h>

enum { FEW = 3 };

/* The options of Sprouts, but for the last of many. */
static void some_options(void *state, struct zm_bytes component, enum zm_side side,
                         struct zm_options *options)
{
    zm_sprouts.sums->options(state, component, side, options);
    if (options->count > FEW)
        options->count--;
}

int main(int count, char **words)
{
    static struct zm_sums sums;
    static struct zm_game wrong;
    struct zm_run run;
    struct zm_error error = {0};
    struct zm_cluster_worker worker = {.labours = zm_labours,
                                       .hello = zm_cluster_hello,
                                       .threads = 1,
                                       .memory = 64 << 20,
                                       .run = &run};
    if (count != 2)
        return 2;
    sums = *zm_sprouts.sums;
    sums.options = some_options;
    sums.some_option = NULL;
    wrong = zm_sprouts;
    wrong.sums = &sums;
    for (size_t i = 0; zm_games[i] != NULL; i++)
        if (zm_games[i] == &zm_sprouts)
            zm_games[i] = &wrong;
    worker.address = (struct zm_link_address){.url = words[1]};
    zm_run_begin(&run);
    enum zm_status status = zm_cluster_work(&worker, &error);
    fprintf(stderr, "%llu jobs done\n", (unsigned long long)worker.jobs);
    return status;
}
