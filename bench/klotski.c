/* Sliding blocks: counting what can be reached by blocks and position by position, from the classic
 * start, which leaves blocks no room, to wide boards of cars. */
#include "bench/bench.h"

#include <stdio.h>

static const struct {
    const char *position, *options;
    bool by_blocks_alone; /* the other way takes minutes */
} boards[] = {
    {"classic", "moves=steps", false},
    {"AA...O/P..Q.O/PXXQ.O/P..Q../B...CC/B.RRR. X 3,5", "moves=steps slide=along", false},
    {"..AG.../..AGL../FF..L../CC..IBJ/DDDKIBJ/H..K..J/HEEK... A 1,1", "moves=steps slide=along",
     false},
    {"..AG.../..AG.../FF...../CC..IBJ/DDD.IBJ/H.....J/HEE.... A 1,1", "moves=steps slide=along",
     false},
    {".A..CC../.AG...../.AGN.I../..JN.I../FFJ..E../.HH.BEDL/..M.BEDL/..M..KKK A 1,2", "slide=along",
     true},
    {"MM....BB/E.....N./E..HHHNA/..C...GA/.KCFFIG./.K...I../.K..JDD./LL..J... A 1,8", "slide=along",
     true},
};

static enum zm_status count(size_t board, const char *search, struct zm_error *error)
{
    struct zm_bench_figures figures = {0};
    struct zm_buffer options = {0};
    zm_buffer_format(&options, "compute=count search=%s %s", search, boards[board].options);
    enum zm_status status = options.failed
                                ? zm_fail_memory(error)
                                : zm_bench_measure("klotski", boards[board].position,
                                                   zm_buffer_string(&options), &figures, error);
    if (status == ZM_OK)
        printf("| %zu | %-11s | %-10s | %10llu | %6.2f |\n", board + 1, search,
               zm_buffer_string(&figures.result), (unsigned long long)figures.nodes,
               figures.processor);
    zm_buffer_free(&figures.result);
    zm_buffer_free(&options);
    return status;
}

static enum zm_status run(struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    puts("| board | search | positions | nodes | CPU s |\n|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof boards / sizeof *boards && status == ZM_OK; i++) {
        status = count(i, "blocks", error);
        if (status == ZM_OK && !boards[i].by_blocks_alone)
            status = count(i, "depth-first", error);
    }
    return status;
}

const struct zm_benchmark zm_bench_klotski = {
    .name = "klotski",
    .summary = "sliding blocks: counting by blocks and position by position",
    .run = run,
};
