/* The simulation of more workers; see simulate.h. A job can be handed out when the report of its
 * parent is in; of those that can, the first recorded goes first, or that with the longest chain
 * behind it, which no master can know: a bound on what another order is worth. The master hands out
 * one after the other. */
#include "cluster/simulate.h"

#include "base/array.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_JOBS = 10000000 };

void zm_recording_free(struct zm_recording *recording)
{
    free(recording->jobs);
    *recording = (struct zm_recording){0};
}

static enum zm_status read_line(struct zm_recording *recording, const char *line,
                                struct zm_error *error)
{
    unsigned long number, parent;
    unsigned long long nodes;
    double seconds;
    if (sscanf(line, "job %lu %lu %lf %llu", &number, &parent, &seconds, &nodes) != 4 ||
        number != recording->count + 1 || number > MOST_JOBS || parent >= number || seconds < 0 ||
        !isfinite(seconds))
        return zm_fail(error, ZM_BAD_INPUT,
                       "line %zu: '%.40s': expected 'job %zu PARENT SECONDS NODES VERDICT'",
                       recording->count + 1, line, recording->count + 1);
    struct zm_recorded *jobs =
        zm_array_room(recording->jobs, &recording->capacity, recording->count + 1, sizeof *jobs);
    if (jobs == NULL)
        return zm_fail_memory(error);
    recording->jobs = jobs;
    recording->jobs[recording->count++] = (struct zm_recorded){(uint32_t)parent, seconds, nodes};
    recording->work += seconds;
    return ZM_OK;
}

/* The longest chain of jobs: no number of workers is faster. */
static enum zm_status find_path(struct zm_recording *recording, struct zm_error *error)
{
    double *ends = calloc(recording->count + 1, sizeof *ends);
    if (ends == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < recording->count; i++) {
        ends[i + 1] = ends[recording->jobs[i].parent] + recording->jobs[i].seconds;
        recording->path = fmax(recording->path, ends[i + 1]);
    }
    free(ends);
    return ZM_OK;
}

enum zm_status zm_recording_read(struct zm_recording *recording, char *text, struct zm_error *error)
{
    char *rest = NULL;
    enum zm_status status = ZM_OK;
    *recording = (struct zm_recording){0};
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && status == ZM_OK;
         line = strtok_r(NULL, "\n", &rest))
        if (line[0] != '#')
            status = read_line(recording, line, error);
    if (status == ZM_OK && recording->count == 0)
        status = zm_fail(error, ZM_BAD_INPUT, "no jobs are recorded there");
    if (status == ZM_OK)
        status = find_path(recording, error);
    if (status != ZM_OK)
        zm_recording_free(recording);
    return status;
}

/* A heap of jobs by a key, the least on top: times at which they end, or their numbers. */
struct event {
    double key;
    uint32_t job;
};

static void heap_push(struct event *heap, size_t *count, struct event event)
{
    size_t at = (*count)++;
    for (; at > 0 && event.key < heap[(at - 1) / 2].key; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = event;
}

static struct event heap_pop(struct event *heap, size_t *count)
{
    struct event top = heap[0], moved = heap[--*count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < *count; at = child) {
        child += child + 1 < *count && heap[child + 1].key < heap[child].key;
        if (moved.key <= heap[child].key)
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
    return top;
}

/* The state of a simulation. */
struct simulating {
    const struct zm_recording *recording;
    uint32_t *first, *next;        /* the children of a job, and the next of its parent's */
    double *chain;                 /* the longest chain that begins with a job; NULL: no matter */
    struct event *ready, *running; /* by number, by time */
    size_t ready_count, running_count;
};

/* Finds the longest chain from each job on: parents come before their children. */
static bool find_chains(struct simulating *simulating, const struct zm_recording *recording)
{
    simulating->chain = calloc(recording->count + 1, sizeof *simulating->chain);
    for (size_t job = recording->count; job > 0 && simulating->chain != NULL; job--) {
        uint32_t parent = recording->jobs[job - 1].parent;
        simulating->chain[job] += recording->jobs[job - 1].seconds;
        simulating->chain[parent] = fmax(simulating->chain[parent], simulating->chain[job]);
    }
    return simulating->chain != NULL;
}

static bool simulating_open(struct simulating *simulating, const struct zm_recording *recording,
                            bool longest_first)
{
    size_t size = recording->count + 1;
    *simulating = (struct simulating){.recording = recording,
                                      .first = calloc(size, sizeof(uint32_t)),
                                      .next = calloc(size, sizeof(uint32_t)),
                                      .ready = calloc(size, sizeof(struct event)),
                                      .running = calloc(size, sizeof(struct event))};
    bool good = simulating->first != NULL && simulating->next != NULL &&
                simulating->ready != NULL && simulating->running != NULL;
    good = good && (!longest_first || find_chains(simulating, recording));
    for (uint32_t job = (uint32_t)recording->count; job > 0 && good; job--) {
        uint32_t parent = recording->jobs[job - 1].parent;
        simulating->next[job] = simulating->first[parent];
        simulating->first[parent] = job;
    }
    return good;
}

static void simulating_close(struct simulating *simulating)
{
    free(simulating->first);
    free(simulating->chain);
    free(simulating->next);
    free(simulating->ready);
    free(simulating->running);
}

/* The report of a job (0: the beginning) is in: its children can be handed out. */
static void report(struct simulating *simulating, uint32_t job)
{
    for (uint32_t child = simulating->first[job]; child != 0; child = simulating->next[child])
        heap_push(
            simulating->ready, &simulating->ready_count,
            (struct event){simulating->chain == NULL ? child : -simulating->chain[child], child});
}

double zm_simulate(const struct zm_recording *recording, const struct zm_simulation_costs *costs,
                   unsigned workers)
{
    struct simulating simulating;
    double now = 0, master = 0;
    bool good = simulating_open(&simulating, recording, costs->longest_first);
    if (good)
        report(&simulating, 0);
    while (good && (simulating.ready_count > 0 || simulating.running_count > 0)) {
        if (simulating.ready_count > 0 && simulating.running_count < workers) {
            uint32_t job = heap_pop(simulating.ready, &simulating.ready_count).job;
            master = fmax(master, now) + costs->master;
            double end = master + costs->latency + recording->jobs[job - 1].seconds;
            heap_push(simulating.running, &simulating.running_count, (struct event){end, job});
        } else {
            struct event ended = heap_pop(simulating.running, &simulating.running_count);
            now = ended.key;
            report(&simulating, ended.job);
        }
    }
    simulating_close(&simulating);
    return good ? now : -1;
}

/* -- the picture -- */

enum { WIDTH = 520, HEIGHT = 420, MARGIN = 60, DECADES = 10 }; /* powers of two on each side */

static double place_x(double workers)
{
    return MARGIN + (WIDTH - 2 * MARGIN) * log2(workers) / DECADES;
}

static double place_y(double factor)
{
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * log2(fmax(factor, 0.5)) / DECADES;
}

static void draw_scales(struct zm_buffer *svg)
{
    for (int power = 0; power <= DECADES; power += 2) {
        double value = exp2(power);
        zm_buffer_format(svg,
                         "<path class=\"grid\" d=\"M%.1f %.1fV%.1fM%.1f %.1fH%.1f\"/>"
                         "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>"
                         "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>\n",
                         place_x(value), place_y(1), place_y(1024), place_x(1), place_y(value),
                         place_x(1024), place_x(value), HEIGHT - MARGIN + 18, value, MARGIN - 8,
                         place_y(value) + 4, value);
    }
    zm_buffer_format(svg,
                     "<path class=\"even\" d=\"M%.1f %.1fL%.1f %.1f\"/>"
                     "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">workers</text>"
                     "<text x=\"%d\" y=\"%d\">speed-up</text>\n",
                     place_x(1), place_y(1), place_x(1024), place_y(1024), WIDTH / 2, HEIGHT - 18,
                     MARGIN, MARGIN - 18);
}

void zm_speed_up_svg(const struct zm_speed_up *points, size_t count, struct zm_buffer *svg)
{
    const double published = 332.9;
    zm_buffer_format(svg,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                     "height=\"%d\">\n<style>text{font:13px sans-serif;fill:#333}.grid{stroke:#ddd}"
                     ".even{stroke:#999;stroke-dasharray:4}.curve{fill:none;stroke:#1a5fb4;"
                     "stroke-width:2}.dot{fill:#1a5fb4}.other{fill:#c01c28}</style>\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                     WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_scales(svg);
    zm_buffer_text(svg, "<path class=\"curve\" d=\"");
    for (size_t i = 0; i < count; i++)
        zm_buffer_format(svg, "%c%.1f %.1f", i == 0 ? 'M' : 'L', place_x(points[i].workers),
                         place_y(points[i].factor));
    zm_buffer_text(svg, "\"/>\n");
    for (size_t i = 0; i < count; i++)
        zm_buffer_format(svg,
                         "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%u workers: "
                         "%.1f</title></circle>\n",
                         place_x(points[i].workers), place_y(points[i].factor), points[i].workers,
                         points[i].factor);
    zm_buffer_format(svg,
                     "<circle class=\"other\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>"
                     "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">SPOTS: %.1f at 1,024</text>\n"
                     "</svg>\n",
                     place_x(1024), place_y(published), place_x(1024) - 10, place_y(published) - 8,
                     published);
}
