/* Sprouts on surfaces: nimbers and misère outcomes of start positions beside those of the plane,
 * and one claim for every orientable surface (docs/surfaces.md says what the figures mean). */
#include "bench/bench.h"

#include <stdio.h>

static enum zm_status solve_surfaces(struct zm_error *error)
{
    static const char *const genera[] = {"0", "1", "3", "-1", "-2", "-4", "-8"};
    enum zm_status status = ZM_OK;
    char text[32];
    zm_bench_solve_header();
    for (int spots = 7; spots <= 10 && status == ZM_OK; spots++)
        for (size_t i = 0; i < sizeof genera / sizeof *genera && status == ZM_OK; i++) {
            snprintf(text, sizeof text, "0*%d@%s", spots, genera[i]);
            status = zm_bench_solve("sprouts", text, "compute=nimber", error);
        }
    for (size_t i = 0; i < sizeof genera / sizeof *genera && status == ZM_OK; i++) {
        snprintf(text, sizeof text, "0*8@%s", genera[i]);
        status = zm_bench_solve("sprouts", text, "play=misere", error);
    }
    for (int spots = 4; spots <= 8 && status == ZM_OK; spots++) {
        snprintf(text, sizeof text, "0*%d@all", spots);
        status = zm_bench_solve("sprouts", text, "compute=nimber equivalences=trees", error);
    }
    return status;
}

const struct zm_benchmark zm_bench_surfaces = {
    .name = "surfaces",
    .summary = "Sprouts on tori, projective planes and their like",
    .run = solve_surfaces,
};
