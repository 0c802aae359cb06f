/* Retrograde analysis (Zermelo's backward induction made an algorithm: Ströhlein 1970, Thompson
 * 1986).
 *
 * Pass k looks at the positions labelled with k plies. Each predecessor of a lost one is won in k +
 * 1, unless it has a label already. Each predecessor of a won one has one escape less: a counter of
 * its successors not yet known to be won for the opponent goes down, and at zero it is lost in k
 * + 1. The first pass that labels nothing ends it, and what has no label is drawn. A label given in
 * pass k is first looked at in pass k + 1, so the order within a pass does not matter: threads may
 * share it, and distances are exact (labels read in the pass that gives them are the classic
 * mistake).
 *
 * A graph that cannot be walked backwards is labelled by playing forward: in pass k each position
 * without a label looks at its successors, and only at labels of at most k plies.
 *
 * A counter is set when its position first loses an escape: most positions of a drawish game never
 * do, and theirs costs nothing. Positions are looked at in chunks, and a pass skips the chunks in
 * which the pass before gave no label.
 *
 * Where a player may move twice in a row (zm_graph.again) a successor counts as he sees it, not as
 * the opponent would.
 *
 * Memory: two bytes for the label and two for the counter, a position. */
#include "search/retrograde.h"

#include <pthread.h>
#include <stdlib.h>

enum { CHUNK = 4096, MOST_THREADS = 64 };

struct solver {
    const struct zm_game_graph *graph;
    struct zm_labels *labels;
    /* One more than the successors not known to be won; 0: not yet counted. NULL when playing
     * forward. */
    _Atomic uint16_t *escapes;
    /* Has the chunk got labels in a pass with an even, an odd number of plies? */
    atomic_bool *fresh[2];
    unsigned plies;            /* of the pass */
    _Atomic uint64_t next;     /* the next chunk to take */
    _Atomic uint64_t labelled; /* in this pass */
    atomic_bool failed;        /* out of memory */
};

struct worker {
    struct solver *solver;
    struct zm_game_graph graph; /* a fork for this thread */
    struct zm_number_list numbers, after;
    uint64_t nodes; /* positions whose neighbours were asked for */
    void (*look)(struct worker *worker, uint64_t number);
    pthread_t thread;
};

/* Gives a label to a position that has none; threads may try at once, one succeeds. */
static void give_label(struct solver *s, uint64_t number, bool won, unsigned plies)
{
    uint16_t none = ZM_LABEL_DRAW;
    if (!atomic_compare_exchange_strong_explicit(&s->labels->items[number], &none,
                                                 zm_label(won, plies), memory_order_relaxed,
                                                 memory_order_relaxed))
        return;
    atomic_fetch_add_explicit(&s->labelled, 1, memory_order_relaxed);
    atomic_store_explicit(&s->fresh[plies % 2][number / CHUNK], true, memory_order_relaxed);
}

/* Before the first pass: the ends of the game. */
static void look_first(struct worker *w, uint64_t number)
{
    struct solver *s = w->solver;
    _Atomic uint16_t *label = &s->labels->items[number];
    switch (w->graph.vertex(w->graph.state, number)) {
    case ZM_VERTEX_NONE:
        atomic_store_explicit(label, ZM_LABEL_NONE, memory_order_relaxed);
        return;
    case ZM_VERTEX_WON:
        give_label(s, number, true, 0);
        return;
    case ZM_VERTEX_LOST:
        give_label(s, number, false, 0);
        return;
    case ZM_VERTEX_DRAWN:
    case ZM_VERTEX_OPEN:
        return;
    }
}

/* One successor of the position is known to be won: is it the last? Threads that count the
 * successors at the same time find the same. */
static bool last_escape_gone(struct worker *w, uint64_t number)
{
    struct solver *s = w->solver;
    _Atomic uint16_t *escapes = &s->escapes[number];
    if (atomic_load_explicit(escapes, memory_order_relaxed) == 0) {
        uint16_t none = 0;
        w->nodes++;
        w->graph.successors(w->graph.state, number, &w->after);
        if (w->after.count >= UINT16_MAX)
            atomic_store(&s->failed, true);
        atomic_compare_exchange_strong_explicit(escapes, &none, (uint16_t)(w->after.count + 1),
                                                memory_order_relaxed, memory_order_relaxed);
    }
    return atomic_fetch_sub_explicit(escapes, 1, memory_order_relaxed) == 2;
}

static void look_back(struct worker *w, uint64_t number)
{
    struct solver *s = w->solver;
    uint16_t label = zm_labels_at(s->labels, number);
    bool won = label == zm_label(true, s->plies);
    if (!won && label != zm_label(false, s->plies))
        return;
    w->nodes++;
    w->graph.predecessors(w->graph.state, number, &w->numbers);
    for (size_t i = 0; i < w->numbers.count; i++) {
        uint64_t earlier = w->numbers.items[i];
        if (zm_labels_at(s->labels, earlier) != ZM_LABEL_DRAW)
            continue;
        bool wins = zm_label_for_mover(&w->graph, earlier, number, label) == ZM_WIN;
        if (wins || last_escape_gone(w, earlier))
            give_label(s, earlier, wins, s->plies + 1);
    }
}

static void look_forward(struct worker *w, uint64_t number)
{
    struct solver *s = w->solver;
    if (zm_labels_at(s->labels, number) != ZM_LABEL_DRAW ||
        w->graph.vertex(w->graph.state, number) != ZM_VERTEX_OPEN)
        return;
    w->nodes++;
    w->graph.successors(w->graph.state, number, &w->numbers);
    bool all_lost = true;
    for (size_t i = 0; i < w->numbers.count; i++) {
        uint16_t label = zm_labels_at(s->labels, w->numbers.items[i]);
        bool known = label != ZM_LABEL_DRAW && zm_label_plies(label) <= s->plies;
        if (known && zm_label_for_mover(&w->graph, number, w->numbers.items[i], label) == ZM_WIN) {
            give_label(s, number, true, s->plies + 1);
            return;
        }
        all_lost = all_lost && known;
    }
    if (all_lost)
        give_label(s, number, false, s->plies + 1);
}

static void *work(void *context)
{
    struct worker *w = context;
    struct solver *s = w->solver;
    for (;;) {
        uint64_t from = atomic_fetch_add(&s->next, CHUNK);
        uint64_t to = from + CHUNK < s->labels->count ? from + CHUNK : s->labels->count;
        if (from >= s->labels->count || zm_run_stopped(w->graph.run))
            return NULL;
        atomic_bool *fresh = &s->fresh[s->plies % 2][from / CHUNK];
        if (w->look == look_back && !atomic_load_explicit(fresh, memory_order_relaxed))
            continue;
        if (w->look != look_first)
            atomic_store_explicit(fresh, false, memory_order_relaxed);
        for (uint64_t number = from; number < to; number++)
            w->look(w, number);
        if (w->numbers.failed || w->after.failed)
            atomic_store(&s->failed, true);
        atomic_fetch_add(&w->graph.run->nodes, w->nodes);
        w->nodes = 0;
        if (w->graph.run->threads <= 1)
            zm_run_poll(w->graph.run, s->plies, 0);
    }
}

/* One pass over all positions, shared by the workers. */
static enum zm_status pass(struct solver *s, struct worker *workers, unsigned count,
                           void (*look)(struct worker *worker, uint64_t number),
                           struct zm_error *error)
{
    unsigned started = 0;
    atomic_store(&s->next, 0);
    atomic_store(&s->labelled, 0);
    for (unsigned i = 0; i < count; i++)
        workers[i].look = look;
    for (unsigned i = 1; i < count; i++)
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0)
            started = i;
        else
            break;
    work(&workers[0]);
    for (unsigned i = 1; i <= started; i++)
        pthread_join(workers[i].thread, NULL);
    if (atomic_load(&s->failed))
        return zm_fail_memory(error);
    if (zm_run_poll(s->graph->run, s->plies, 0))
        return zm_fail(error, ZM_STOPPED, "stopped while labelling positions at %u plies",
                       s->plies);
    return ZM_OK;
}

static enum zm_status run_passes(struct solver *s, struct worker *workers, unsigned count,
                                 struct zm_error *error)
{
    enum zm_status status = pass(s, workers, count, look_first, error);
    while (status == ZM_OK && atomic_load(&s->labelled) > 0) {
        if (s->plies == ZM_LABEL_PLIES)
            return zm_fail(error, ZM_FAILED, "wins longer than %d plies", ZM_LABEL_PLIES);
        status = pass(s, workers, count, s->escapes == NULL ? look_forward : look_back, error);
        s->plies++;
    }
    return status;
}

static enum zm_status start_workers(struct solver *s, struct worker *workers, unsigned *count,
                                    struct zm_error *error)
{
    unsigned wanted = s->graph->run->threads;
    wanted = wanted < 1 ? 1 : wanted > MOST_THREADS ? MOST_THREADS : wanted;
    for (*count = 0; *count < wanted; (*count)++) {
        struct worker *w = &workers[*count];
        enum zm_status status = s->graph->fork(s->graph->state, &w->graph, error);
        if (status != ZM_OK)
            return status;
        w->solver = s;
    }
    return ZM_OK;
}

static enum zm_status get_memory(struct solver *s, struct zm_error *error)
{
    uint64_t count = s->graph->count, bytes = 4 * count;
    size_t limit = s->graph->run->memory_limit;
    if ((limit > 0 && bytes > limit) || count > SIZE_MAX / 8)
        return zm_fail(error, ZM_STOPPED,
                       "labelling %llu positions takes %llu MiB; give more with --memory",
                       (unsigned long long)count, (unsigned long long)(bytes >> 20));
    s->labels->items = calloc(count + 1, sizeof *s->labels->items);
    if (s->graph->predecessors != NULL)
        s->escapes = calloc(count + 1, sizeof *s->escapes);
    s->labels->count = count;
    for (int i = 0; i < 2; i++)
        s->fresh[i] = calloc(count / CHUNK + 1, sizeof *s->fresh[i]);
    if (s->labels->items == NULL || s->fresh[0] == NULL || s->fresh[1] == NULL ||
        (s->escapes == NULL && s->graph->predecessors != NULL))
        return zm_fail_memory(error);
    return ZM_OK;
}

enum zm_status zm_retrograde(const struct zm_game_graph *graph, struct zm_labels *labels,
                             struct zm_error *error)
{
    struct solver s = {.graph = graph, .labels = labels};
    struct worker workers[MOST_THREADS] = {0};
    unsigned count = 0;
    *labels = (struct zm_labels){0};
    enum zm_status status = get_memory(&s, error);
    if (status == ZM_OK)
        status = start_workers(&s, workers, &count, error);
    if (status == ZM_OK)
        status = run_passes(&s, workers, count, error);
    for (unsigned i = 0; i < MOST_THREADS; i++) {
        if (workers[i].graph.close != NULL)
            workers[i].graph.close(&workers[i].graph);
        zm_number_list_free(&workers[i].numbers);
        zm_number_list_free(&workers[i].after);
    }
    free(s.escapes);
    free(s.fresh[0]);
    free(s.fresh[1]);
    if (status != ZM_OK)
        zm_labels_free(labels);
    return status;
}

const struct zm_search zm_retrograde_search = {
    .name = "retrograde",
    .summary = "from the ends of the game backwards: for games that can repeat",
    .label = zm_retrograde,
};
