/* Small proofs by local search on the graph of needs (needs.h): a set cover in which what is taken
 * brings needs of its own.
 *
 * A proof is made by taking what must be taken (needs that only one way meets) before what may be,
 * and then the fact that meets most of the needs that are left. To improve it, some of its facts
 * are forbidden, the holes are mended with facts outside it, and from the larger set that this
 * gives another proof is made, in an order that chance changes. It is kept when it is no
 * larger: so the search drifts between proofs of one size until it finds a smaller one. */
#include "proof/needs.h"

#include <stdlib.h>

struct cover {
    const struct zm_needs *graph;
    struct zm_random *random;
    uint8_t *in;      /* facts of the proof being made */
    uint8_t *allowed; /* facts that it may have */
    uint8_t *best;    /* facts of the best proof so far */
    uint32_t *taken;  /* the facts of the proof, as they came; those from `done` on have needs */
    size_t count, done;
    uint32_t *pending; /* needs not met yet */
    size_t pending_count;
    uint32_t *score;
    size_t best_count;
    uint32_t *order; /* the facts of the best proof */
};

static bool is_met(const struct cover *cover, const struct zm_need *need)
{
    const struct zm_needs *graph = cover->graph;
    for (uint32_t w = need->first; w < need->first + need->count; w++) {
        const struct zm_way *way = &graph->ways[w];
        uint32_t m = 0;
        while (m < way->count && cover->in[graph->members[way->first + m]])
            m++;
        if (m == way->count)
            return true;
    }
    return false;
}

/* How many facts a way lacks; `*last`: one of them. UINT32_MAX: one is not allowed. */
static uint32_t lacks(const struct cover *cover, const struct zm_way *way, uint32_t *last)
{
    const uint32_t *members = cover->graph->members + way->first;
    uint32_t lacking = 0;
    for (uint32_t m = 0; m < way->count; m++)
        if (!cover->in[members[m]]) {
            if (!cover->allowed[members[m]])
                return UINT32_MAX;
            *last = members[m];
            lacking++;
        }
    return lacking;
}

static void take_fact(struct cover *cover, uint32_t fact)
{
    if (!cover->in[fact]) {
        cover->in[fact] = 1;
        cover->taken[cover->count++] = fact;
    }
}

static void take_way(struct cover *cover, const struct zm_way *way)
{
    for (uint32_t m = 0; m < way->count; m++)
        take_fact(cover, cover->graph->members[way->first + m]);
}

/* Are all facts that a way lacks in the best proof? */
static bool is_in_best(const struct cover *cover, const struct zm_way *way)
{
    const uint32_t *members = cover->graph->members + way->first;
    uint32_t m = 0;
    while (m < way->count && (cover->in[members[m]] || cover->best[members[m]]))
        m++;
    return m == way->count;
}

/* Takes what meets a need if there is just one way, or one in the best proof when that is
 * `preferred`; else it is pending. False: there is no way. */
static bool look_at_need(struct cover *cover, uint32_t index, bool preferred)
{
    const struct zm_need *need = &cover->graph->needs[index];
    const struct zm_way *only = NULL;
    uint32_t usable = 0, last;
    if (is_met(cover, need))
        return true;
    for (uint32_t w = need->first; w < need->first + need->count; w++) {
        const struct zm_way *way = &cover->graph->ways[w];
        if (lacks(cover, way, &last) == UINT32_MAX)
            continue;
        only = way;
        usable++;
        if (preferred && is_in_best(cover, way)) {
            usable = 1;
            break;
        }
    }
    if (usable == 1)
        take_way(cover, only);
    else if (usable > 1)
        cover->pending[cover->pending_count++] = index;
    return usable > 0;
}

static bool take_all_forced(struct cover *cover, bool preferred)
{
    while (cover->done < cover->count) {
        const struct zm_fact *fact = &cover->graph->facts[cover->taken[cover->done++]];
        for (uint32_t n = 0; n < fact->count; n++)
            if (!look_at_need(cover, fact->first + n, preferred))
                return false;
    }
    return true;
}

static void drop_met(struct cover *cover)
{
    size_t kept = 0;
    for (size_t i = 0; i < cover->pending_count; i++)
        if (!is_met(cover, &cover->graph->needs[cover->pending[i]]))
            cover->pending[kept++] = cover->pending[i];
    cover->pending_count = kept;
}

/* The fact that alone meets most pending needs; 0: none does. */
static uint32_t best_fact(struct cover *cover)
{
    const struct zm_needs *graph = cover->graph;
    uint32_t best = 0;
    uint64_t best_rank = 0;
    memset(cover->score, 0, graph->fact_count * sizeof *cover->score);
    for (size_t i = 0; i < cover->pending_count; i++) {
        const struct zm_need *need = &graph->needs[cover->pending[i]];
        for (uint32_t w = need->first; w < need->first + need->count; w++) {
            uint32_t last = 0;
            if (lacks(cover, &graph->ways[w], &last) != 1)
                continue;
            cover->score[last]++;
            uint64_t rank =
                (uint64_t)cover->score[last] << 16 | zm_random_below(cover->random, 1 << 16);
            if (rank > best_rank) {
                best_rank = rank;
                best = last;
            }
        }
    }
    return best;
}

/* No fact alone meets a need: takes the way that lacks fewest. */
static void take_shortest_way(struct cover *cover)
{
    const struct zm_needs *graph = cover->graph;
    const struct zm_way *best = NULL;
    uint32_t fewest = UINT32_MAX;
    for (size_t i = 0; i < cover->pending_count; i++) {
        const struct zm_need *need = &graph->needs[cover->pending[i]];
        for (uint32_t w = need->first; w < need->first + need->count; w++) {
            uint32_t last, lacking = lacks(cover, &graph->ways[w], &last);
            if (lacking < fewest) {
                fewest = lacking;
                best = &graph->ways[w];
            }
        }
    }
    take_way(cover, best);
}

/* Makes a proof of allowed facts, with those of the best one where they will do when it is
 * `preferred`; false: there is none. */
static bool make_proof(struct cover *cover, bool preferred)
{
    memset(cover->in, 0, cover->graph->fact_count);
    cover->count = cover->done = cover->pending_count = 0;
    take_fact(cover, 0);
    for (;;) {
        if (!take_all_forced(cover, preferred))
            return false;
        drop_met(cover);
        if (cover->pending_count == 0)
            return true;
        uint32_t fact = best_fact(cover);
        if (fact != 0)
            take_fact(cover, fact);
        else
            take_shortest_way(cover);
    }
}

static void allow_all(struct cover *cover)
{
    for (size_t f = 0; f < cover->graph->fact_count; f++)
        cover->allowed[f] = !cover->graph->facts[f].hopeless;
}

static void allow_entries(struct cover *cover, const struct zm_table *entries)
{
    const struct zm_needs *graph = cover->graph;
    memset(cover->allowed, 0, graph->fact_count);
    for (size_t f = 1; f < graph->fact_count; f++)
        cover->allowed[f] = !graph->facts[f].hopeless &&
                            zm_table_find(entries, zm_list_at(&graph->keys, f - 1)) != NULL;
}

static void keep_if_smaller(struct cover *cover)
{
    if (cover->best_count != 0 && cover->count > cover->best_count)
        return;
    memcpy(cover->best, cover->in, cover->graph->fact_count);
    memcpy(cover->order, cover->taken, cover->count * sizeof *cover->order);
    cover->best_count = cover->count;
}

/* One try: without a few facts of the best proof, mended, and made again from what that took. */
static void improve(struct cover *cover)
{
    size_t forbidden = (size_t)zm_random_below(cover->random, 4);
    allow_all(cover);
    for (size_t i = 0; i < forbidden && cover->best_count > 1; i++)
        cover->allowed[cover->order[1 + zm_random_below(cover->random, cover->best_count - 1)]] = 0;
    if (!make_proof(cover, true))
        return;
    memcpy(cover->allowed, cover->in, cover->graph->fact_count);
    if (make_proof(cover, false))
        keep_if_smaller(cover);
}

static bool open_cover(struct cover *cover)
{
    size_t facts = cover->graph->fact_count;
    cover->in = calloc(facts, 1);
    cover->allowed = calloc(facts, 1);
    cover->best = calloc(facts, 1);
    cover->taken = malloc(facts * sizeof *cover->taken);
    cover->order = malloc(facts * sizeof *cover->order);
    cover->score = malloc(facts * sizeof *cover->score);
    cover->pending = malloc((cover->graph->need_count + 1) * sizeof *cover->pending);
    return cover->in != NULL && cover->allowed != NULL && cover->best != NULL &&
           cover->taken != NULL && cover->order != NULL && cover->score != NULL &&
           cover->pending != NULL;
}

static void close_cover(struct cover *cover)
{
    free(cover->in);
    free(cover->allowed);
    free(cover->best);
    free(cover->taken);
    free(cover->order);
    free(cover->score);
    free(cover->pending);
}

enum zm_status zm_needs_cover(const struct zm_needs *needs, const struct zm_table *start,
                              unsigned tries, struct zm_random *random, struct zm_run *run,
                              struct zm_table *entries, struct zm_error *error)
{
    struct cover cover = {.graph = needs, .random = random};
    enum zm_status status = open_cover(&cover) ? ZM_OK : zm_fail_memory(error);
    if (status == ZM_OK) {
        allow_entries(&cover, start);
        if (!make_proof(&cover, false)) {
            allow_all(&cover);
            make_proof(&cover, false);
        }
        keep_if_smaller(&cover);
    }
    for (unsigned i = 0; status == ZM_OK && i < tries; i++) {
        improve(&cover);
        if (run != NULL && zm_run_poll(run, 0, cover.best_count - 1))
            status = zm_fail(error, ZM_STOPPED, "stopped");
    }
    for (size_t i = 1; i < cover.best_count && status == ZM_OK; i++) {
        uint32_t fact = cover.order[i];
        if (!zm_certificate_put(entries, zm_list_at(&needs->keys, fact - 1),
                                needs->facts[fact].nimber))
            status = zm_fail_memory(error);
    }
    close_cover(&cover);
    return status;
}
