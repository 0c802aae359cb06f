/* The store on disk: what a solve costs with it and without it. The same nodes are searched. */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static enum zm_status run(struct zm_error *error)
{
    static const char *const boards[] = {"5x6", "4x9", "5x7"};
    char folder[] = "/tmp/zermelo-bench-XXXXXX", path[64], lock[80], options[128];
    if (mkdtemp(folder) == NULL)
        return zm_fail(error, ZM_FAILED, "no folder in /tmp");
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; status == ZM_OK && i < sizeof boards / sizeof *boards; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, boards[i]);
        snprintf(lock, sizeof lock, "%s-lock", path);
        snprintf(options, sizeof options, "compute=nimber store=%s", path);
        status = zm_bench_solve("cram", boards[i], "compute=nimber", error);
        if (status == ZM_OK)
            status = zm_bench_solve("cram", boards[i], options, error);
        remove(path);
        remove(lock);
    }
    rmdir(folder);
    return status;
}

const struct zm_benchmark zm_bench_lmdb = {
    .name = "lmdb",
    .summary = "a solve with and without a store on disk",
    .run = run,
};
