/* Let m(b) be the margin of an all-black position b (points of the player to move minus points of
 * the other). Opening a chain turns w coins white, of which an offer o (0, 2 or 4) can be handed
 * back with the turn, and leaves the black position b'. The opponent takes everything and moves in
 * b', or, when o > 0, takes all but the offer and lets us move in b'. So the opening is worth
 *     -w - m(b')              when o = 0,
 *     o - w - |m(b') + o|     when o > 0,
 * and m(b) is the best of them, 0 when nothing is left (Lemoine and Viennot's white-token theorem
 * in closed form). An opening with an offer is worth at most o - w whatever b' is, which prunes
 * most of them: that bound is the cut that Barker and Korf (2012) make when a chain opened gives
 * the opponent enough, and it contains theorem 13.
 *
 * Every question is "is m(b) at least t?": a zero window, as in a contract. The table keeps an
 * interval for each position up to isomorphism of its components. */
#include "engines/dots/margin.h"

#include <stdlib.h>

enum { CACHE_BITS = 20, POLL = 1024 };

bool zm_margin_open(struct zm_margin *search, const struct zm_coins *graph, const uint8_t *promise,
                    struct zm_run *run)
{
    size_t memory = run->memory_limit != 0 ? run->memory_limit : (size_t)1 << 30;
    *search = (struct zm_margin){.graph = graph, .run = run, .promise = promise};
    if (!zm_dots_parts_open(&search->parts, graph, CACHE_BITS))
        return false;
    if (zm_margins_open(&search->table, memory, run->threads > 1))
        return true;
    zm_dots_parts_close(&search->parts);
    return false;
}

void zm_margin_close(struct zm_margin *search)
{
    zm_dots_parts_close(&search->parts);
    zm_margins_close(&search->table);
}

/* An opening on trial: the sum it leaves, what is known of that, and how soon to try it. */
struct trial {
    struct zm_dots_sum sum;
    int white, offer;
    int least, most; /* of the margin of the sum left */
    int order;
};

/* Bounds on the worth of a trial. */
static int worth_least(const struct trial *trial)
{
    if (trial->offer == 0)
        return -trial->white - trial->most;
    int far = abs(trial->least + trial->offer), also = abs(trial->most + trial->offer);
    return trial->offer - trial->white - (far > also ? far : also);
}

static int worth_most(const struct trial *trial)
{
    if (trial->offer == 0)
        return -trial->white - trial->least;
    int low = trial->least + trial->offer, high = trial->most + trial->offer;
    int near = low > 0 ? low : high < 0 ? -high : 0;
    return trial->offer - trial->white - near;
}

static bool decide(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted);

/* Is the trial worth at least `wanted`? Asks about the sum it leaves. */
static bool trial_holds(struct zm_margin *search, const struct trial *trial, int wanted)
{
    int offer = trial->offer, white = trial->white;
    if (offer == 0)
        return !decide(search, &trial->sum, 1 - white - wanted);
    int room = offer - white - wanted;
    return decide(search, &trial->sum, -offer - room) &&
           !decide(search, &trial->sum, room - offer + 1);
}

static int order_of(const struct zm_margin *search, const struct zm_coins_opening *opening,
                    const struct trial *trial, unsigned parts_before)
{
    int order = -1000 * trial->white;
    order += trial->sum.count > parts_before ? 300 : 0;
    if (search->promise != NULL)
        order += search->promise[opening->cut];
    return order;
}

/* The trials of a position in the order to try them; 1: one is good enough already, and nothing has
 * to be tried. The others that cannot be good enough are left out. */
static bool make_trials(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted,
                        struct trial *trials, unsigned *count)
{
    struct zm_coins_opening openings[ZM_COINS_MOST];
    *count = 0;
    for (unsigned part = 0; part < sum->count; part++) {
        unsigned found = zm_coins_openings(search->graph, sum->parts[part].strings, openings);
        for (unsigned i = 0; i < found; i++) {
            struct trial *trial = &trials[*count];
            if (openings[i].offer != 0 && openings[i].offer - openings[i].white < wanted)
                continue;
            zm_dots_sum_without(&search->parts, sum, part, openings[i].gone, &trial->sum);
            trial->white = openings[i].white;
            trial->offer = openings[i].offer;
            trial->most = (int)trial->sum.coins;
            trial->least = -trial->most;
            zm_margins_get(&search->table, trial->sum.key, &trial->least, &trial->most);
            if (worth_least(trial) >= wanted)
                return true;
            if (worth_most(trial) < wanted)
                continue;
            trial->order = order_of(search, &openings[i], trial, sum->count);
            ++*count;
        }
    }
    return false;
}

static void sort_trials(const struct trial *trials, unsigned count, uint8_t *order)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned j = i;
        for (; j > 0 && trials[order[j - 1]].order < trials[i].order; j--)
            order[j] = order[j - 1];
        order[j] = (uint8_t)i;
    }
}

static bool try_all(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted)
{
    struct trial trials[ZM_COINS_MOST];
    uint8_t order[ZM_COINS_MOST];
    unsigned count;
    if (make_trials(search, sum, wanted, trials, &count))
        return true;
    sort_trials(trials, count, order);
    for (unsigned i = 0; i < count; i++) {
        if (trial_holds(search, &trials[order[i]], wanted))
            return true;
        if (search->stopped)
            return false;
    }
    return false;
}

static void report_nodes(struct zm_margin *search)
{
    atomic_fetch_add(&search->run->nodes, search->nodes - search->reported);
    search->reported = search->nodes;
}

static bool decide(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted)
{
    int most = (int)sum->coins, least = -most;
    if (search->stopped)
        return false;
    if (((wanted ^ most) & 1) != 0)
        wanted++; /* a margin is even or odd as the coins are */
    if (wanted > least && wanted <= most)
        zm_margins_get(&search->table, sum->key, &least, &most);
    if (wanted <= least || wanted > most)
        return wanted <= least;
    if (++search->nodes % POLL == 0) {
        report_nodes(search);
        search->stopped = zm_run_poll(search->run, sum->coins, search->table.stored);
    }
    bool holds = try_all(search, sum, wanted);
    if (search->stopped)
        return false;
    if (holds)
        least = wanted;
    else
        most = wanted - 2;
    zm_margins_put(&search->table, sum->key, (unsigned)__builtin_popcountll(sum->strings), least,
                   most);
    return holds;
}

bool zm_margin_at_least(struct zm_margin *search, uint64_t black, int wanted)
{
    struct zm_dots_sum sum;
    zm_dots_sum_begin(&search->parts, black, &sum);
    bool holds = decide(search, &sum, wanted);
    report_nodes(search);
    return holds;
}

void zm_margin_find(struct zm_margin *search, uint64_t black, int *least, int *most)
{
    int guess = 0;
    while (*least < *most && !search->stopped) {
        int wanted = guess <= *least ? *least + 1 : guess > *most ? *most : guess;
        bool holds = zm_margin_at_least(search, black, wanted);
        if (search->stopped)
            return;
        if (holds)
            *least = wanted;
        else
            *most = wanted - 1;
        guess = holds ? wanted + 2 : wanted - 2;
    }
}
