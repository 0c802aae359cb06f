/* Octal games. Peer (a program for the same games, one core): 0.6 to 10^5 in 0.93 s, 0.007 to 10^5
 * in 4.5 s, 0.6 to 10^6 in 8.0 s. */
#include "bench/bench.h"

#include "theory/octal.h"

#include <stdio.h>
#include <time.h>

/* Of this process: other work on the machine does not count. */
static double cpu_seconds(clock_t since)
{
    return (double)(clock() - since) / CLOCKS_PER_SEC;
}

static enum zm_status open_sequence(const char *text, struct zm_octal_sequence *octal,
                                    struct zm_error *error)
{
    struct zm_octal_code code;
    enum zm_status status = zm_octal_code_parse(text, strlen(text), &code, error);
    if (status != ZM_OK)
        return status;
    status = zm_octal_open(octal, &code, error);
    zm_octal_code_free(&code);
    return status;
}

static enum zm_status far_value(const char *text, size_t heap, struct zm_error *error)
{
    struct zm_octal_sequence octal;
    enum zm_status status = open_sequence(text, &octal, error);
    if (status != ZM_OK)
        return status;
    clock_t start = clock();
    status = zm_octal_extend(&octal, heap + 1, NULL, error);
    if (status == ZM_OK)
        printf("%-8s heap %8zu   nimber %5u   rare heaps %8zu   %7.2f CPU s\n", text, heap,
               octal.values[heap], zm_octal_rare(&octal), cpu_seconds(start));
    zm_octal_close(&octal);
    return status;
}

static enum zm_status proved_period(const char *text, struct zm_error *error)
{
    struct zm_octal_sequence octal;
    struct zm_octal_period period;
    enum zm_status status = open_sequence(text, &octal, error);
    if (status != ZM_OK)
        return status;
    clock_t start = clock();
    status = zm_octal_find_period(&octal, 1000000, NULL, &period, error);
    if (status == ZM_OK)
        printf("%-8s period %6zu from %6zu, proved with %zu values   %7.2f CPU s\n", text,
               period.period, period.from, octal.count, cpu_seconds(start));
    zm_octal_close(&octal);
    return status;
}

static enum zm_status run(struct zm_error *error)
{
    enum zm_status status = far_value("0.6", 100000, error);
    if (status == ZM_OK)
        status = far_value("0.007", 100000, error);
    if (status == ZM_OK)
        status = far_value("0.06", 100000, error);
    if (status == ZM_OK)
        status = far_value("0.6", 1000000, error);
    if (status == ZM_OK)
        status = proved_period("0.16", error);
    return status;
}

const struct zm_benchmark zm_bench_octal = {
    .name = "octal",
    .summary = "nim-sequences of octal games, and a long period proved",
    .run = run,
};
