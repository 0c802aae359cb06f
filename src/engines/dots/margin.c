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
 * interval for each position up to isomorphism of its components: not only the answer, but all that
 * the openings looked into tell. Let l and u be bounds on what an opening is worth, from those on
 * m(b'); as m(b) is the best of them, the greatest l is a bound on it from below, and the greatest
 * u of all openings one from above (fail-soft). m(b) is even or odd as the coins of b are, for a
 * coin goes to one of the two players: a bound of the other parity is 1 narrower. */
#include "engines/dots/margin.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

/* What is learned from elsewhere is worth as many nodes as this when the table is full. */
enum { LEARNED = 1 << 12 };

enum { AHEAD = 4, POLL = 1024, LEAST_FOR_THREADS = 20, BUSY = 1 << 14, LEAST_SHARED = 22 };

enum { LONGER_TURN = 4 }; /* than the one before, of openings tried by turns */

/* The shapes of components may take a quarter of the memory, within these bounds for each thread;
 * the table has the rest. */
static const size_t least_for_shapes = (size_t)1 << 18, most_for_shapes = (size_t)1 << 29;

/* When the table is full, a position known to stay below a bound is worth as many nodes as this of
 * one known to reach it: what reaches a bound is soon shown again, by one opening that leaves the
 * other kind. (The thesis's program keeps only the lost ones.) With a table for a seventh of the
 * entries, American 2x6 takes 1.7 million nodes so, 2.9 million with both kinds worth the same. */
enum { LOSS = 32 };

/* A search that shares `table`; the shapes that it meets are its own. */
static bool open_shared(struct zm_margin *search, const struct zm_coins *graph,
                        const uint8_t *promise, struct zm_run *run, struct zm_margins *table,
                        size_t for_shapes)
{
    *search = (struct zm_margin){.graph = graph, .run = run, .table = table};
    return zm_dots_parts_open(&search->parts, graph, promise, for_shapes);
}

/* Searches have met about 2^(0.55 n) positions for n strings: more than this is not used. */
static size_t memory_for(const struct zm_coins *graph, const struct zm_run *run)
{
    size_t memory = run->memory_limit != 0 ? run->memory_limit : (size_t)1 << 30;
    size_t useful = graph->strings > 48 ? SIZE_MAX : (size_t)64 << (graph->strings * 3 / 4);
    return memory < useful ? memory : useful;
}

static size_t memory_for_shapes(const struct zm_coins *graph, const struct zm_run *run)
{
    size_t memory = memory_for(graph, run) / 4 / (run->threads > 1 ? run->threads : 1);
    return memory < least_for_shapes  ? least_for_shapes
           : memory > most_for_shapes ? most_for_shapes
                                      : memory;
}

bool zm_margin_open(struct zm_margin *search, const struct zm_coins *graph, const uint8_t *promise,
                    struct zm_run *run)
{
    struct zm_margins *table = malloc(sizeof *table);
    size_t memory = memory_for(graph, run), for_shapes = memory_for_shapes(graph, run);
    size_t all_shapes = (run->threads > 1 ? run->threads : 1) * for_shapes;
    *search = (struct zm_margin){0};
    if (table == NULL)
        return false;
    if (!zm_margins_open(table, memory > all_shapes ? memory - all_shapes : 0)) {
        free(table);
        return false;
    }
    if (open_shared(search, graph, promise, run, table, for_shapes))
        return true;
    zm_margins_close(table);
    free(table);
    return false;
}

void zm_margin_close(struct zm_margin *search)
{
    zm_dots_parts_close(&search->parts);
    zm_margins_close(search->table);
    free(search->table);
}

bool zm_margin_branch(struct zm_margin *branch, const struct zm_margin *search,
                      const struct zm_coins *graph, const uint8_t *promise, size_t for_shapes)
{
    bool open = open_shared(branch, graph, promise, search->run, search->table,
                            for_shapes > least_for_shapes ? for_shapes : least_for_shapes);
    branch->alone = true;
    return open;
}

void zm_margin_leave(struct zm_margin *branch)
{
    zm_dots_parts_close(&branch->parts);
}

void zm_dots_promise(const struct zm_dots_layout *layout, uint8_t promise[ZM_COINS_MOST])
{
    for (unsigned string = 0; string < layout->graph.strings; string++) {
        unsigned coin = layout->graph.end[string][0];
        int y = 2 * layout->row[coin] + (layout->side[string] == ZM_SOUTH);
        int x = 2 * layout->column[coin] + (layout->side[string] == ZM_EAST);
        int distance = abs(y - layout->rows + 1) + abs(x - layout->columns + 1);
        bool arrow = layout->graph.end[string][1] == ZM_COINS_GROUND;
        promise[string] = (uint8_t)(distance > 30 ? 0 : (200 - 6 * distance) / (arrow ? 2 : 1));
    }
}

/* An opening on trial: the sum it leaves by name, and what is known of that. */
struct trial {
    struct zm_hash128 key, change; /* change: of the option */
    struct zm_dots_option *option; /* until shapes are forgotten */
    int order;
    uint8_t part;        /* of the sum, where the opening is made */
    uint8_t coins;       /* of the sum left */
    int8_t white, offer; /* of the opening */
    int8_t least, most;  /* of the margin of the sum left */
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

/* Bounds on a margin. */
struct range {
    int least, most;
};

static bool decide(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted,
                   struct range *range);

static bool is_option(const struct trial *trial, const struct zm_dots_option *option)
{
    return option->named && option->white == trial->white && option->offer == trial->offer &&
           zm_hash128_equal(option->change, trial->change);
}

/* The option of a trial, told by what it changes: shapes may have been forgotten since the trial
 * was listed, and met again in another drawing, with options not named yet. */
static struct zm_dots_option *option_of(struct zm_margin *search, const struct zm_dots_sum *from,
                                        const struct trial *trial)
{
    unsigned count, i = 0;
    zm_dots_parts_make_room(&search->parts);
    const struct zm_dots_part *part = &from->parts[trial->part];
    struct zm_dots_option *options = zm_dots_options(&search->parts, part, &count);
    while (i < count && !is_option(trial, &options[i]))
        i++;
    if (i < count)
        return &options[i];
    for (i = 0; i + 1 < count; i++) {
        if (!options[i].named)
            zm_dots_name_option(&search->parts, part, &options[i]);
        if (is_option(trial, &options[i]))
            break;
    }
    return &options[i];
}

/* Is the trial worth at least `wanted`? Asks about the sum it leaves. */
static bool trial_holds(struct zm_margin *search, const struct zm_dots_sum *from,
                        struct trial *trial, int wanted)
{
    struct zm_dots_sum sum;
    struct range range = {trial->least, trial->most};
    int offer = trial->offer, white = trial->white;
    bool holds;
    zm_dots_sum_after(&search->parts, from, trial->part, option_of(search, from, trial), &sum);
    if (offer == 0) {
        holds = !decide(search, &sum, 1 - white - wanted, &range);
    } else {
        int room = offer - white - wanted;
        holds = !decide(search, &sum, room - offer + 1, &range) &&
                decide(search, &sum, -offer - room, &range);
    }
    trial->least = (int8_t)range.least;
    trial->most = (int8_t)range.most;
    return holds;
}

/* Is part `index` equal to an earlier one? */
static bool repeats(const struct zm_dots_sum *sum, unsigned index)
{
    for (unsigned i = 0; i < index; i++) {
        if (sum->parts[i].hash.low == sum->parts[index].hash.low &&
            sum->parts[i].hash.high == sum->parts[index].hash.high)
            return true;
    }
    return false;
}

/* Adds the options of a part that may be worth `wanted`; `most` becomes at least what the others may
 * be worth. */
static unsigned list_part(struct zm_margin *search, const struct zm_dots_sum *sum, unsigned part,
                          int wanted, struct trial *trials, int *most)
{
    unsigned found, count = 0;
    struct zm_dots_option *options = zm_dots_options(&search->parts, &sum->parts[part], &found);
    for (unsigned i = 0; i < found; i++) {
        struct zm_dots_option *option = &options[i];
        int limit = option->offer - option->white;
        if (option->repeated)
            continue;
        if (option->offer != 0 && limit < wanted) {
            *most = limit > *most ? limit : *most;
            continue;
        }
        struct trial *trial = &trials[count++];
        trial->option = option;
        trial->order = option->order;
        trial->part = (uint8_t)part;
        trial->white = (int8_t)option->white;
        trial->offer = (int8_t)option->offer;
    }
    return count;
}

/* Sorts numbers of trials, the best prospects first. */
static void sort_trials(const struct trial *trials, unsigned count, uint8_t *order)
{
    for (unsigned i = 1; i < count; i++) {
        uint8_t number = order[i];
        unsigned j = i;
        for (; j > 0 && trials[order[j - 1]].order < trials[number].order; j--)
            order[j] = order[j - 1];
        order[j] = number;
    }
}

/* The openings of a position that may be worth `wanted`; `order` their numbers, the best prospects
 * first. */
static unsigned list_trials(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted,
                            struct trial *trials, uint8_t *order, int *most)
{
    unsigned count = 0;
    zm_dots_parts_make_room(&search->parts);
    for (unsigned part = 0; part < sum->count; part++) {
        if (!repeats(sum, part))
            count += list_part(search, sum, part, wanted, trials + count, most);
    }
    for (unsigned i = 0; i < count; i++)
        order[i] = (uint8_t)i;
    sort_trials(trials, count, order);
    return count;
}

/* Names the sum that a trial leaves, and tells the memory that it will be looked up. */
static void name_trial(struct zm_margin *search, const struct zm_dots_sum *sum, struct trial *trial)
{
    unsigned coins;
    if (!trial->option->named) {
        zm_dots_name_option(&search->parts, &sum->parts[trial->part], trial->option);
        trial->order = trial->option->order; /* it may split its part */
    }
    trial->change = trial->option->change;
    trial->key = zm_dots_key_after(&search->parts, sum, trial->part, trial->option, &coins);
    trial->coins = (uint8_t)coins;
    zm_margins_expect(search->table, trial->key);
}

static void look_up(const struct zm_margin *search, struct trial *trial)
{
    int most = trial->coins, least = -most;
    zm_margins_get(search->table, trial->key, &least, &most);
    trial->least = (int8_t)least;
    trial->most = (int8_t)most;
}

/* A margin is at least what one opening is worth at least, and at most what all of them are. */
static void widen_to(struct range *range, int least, int most)
{
    range->least = least > range->least ? least : range->least;
    range->most = most > range->most ? most : range->most;
}

/* Looks up what the trials leave; true: one is good enough already, and nothing has to be tried.
 * Those that cannot be good enough are dropped. Keys are fetched ahead, but no option is named
 * before it has to be. */
static bool known_to_hold(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted,
                          struct trial *trials, uint8_t *order, unsigned *count,
                          struct range *range)
{
    unsigned kept = 0, named = 0;
    for (unsigned i = 0; i < *count; i++) {
        struct trial *trial = &trials[order[i]];
        while (named < *count &&
               (named <= i || (named <= i + AHEAD && trials[order[named]].option->named)))
            name_trial(search, sum, &trials[order[named++]]);
        if (named < *count && !trials[order[named]].option->named)
            zm_dots_expect_option(&search->parts, trials[order[named]].option);
        look_up(search, trial);
        int least = worth_least(trial), most = worth_most(trial);
        if (least >= wanted) {
            widen_to(range, least, (int)sum->coins);
            return true;
        }
        if (most >= wanted)
            order[kept++] = order[i];
        else
            widen_to(range, least, most);
    }
    *count = kept;
    sort_trials(trials, kept, order);
    return false;
}

/* Do threads tell each other of their work on this sum? Small ones are done before it matters. */
static bool is_shared(const struct zm_margin *search, const struct zm_dots_sum *sum)
{
    return search->busy != NULL && sum->size >= LEAST_SHARED;
}

/* Where the threads of a search say what they are at work on. */
static _Atomic uint64_t *busy_slot(const struct zm_margin *search, struct zm_hash128 key)
{
    return &search->busy[key.low >> 7 & (BUSY - 1)];
}

/* Moves the first trial that no other thread is at work on to the front (Weill's ABDADA): what the
 * others find meanwhile is then in the table. When all are taken, the order stays. */
static void take_free_trial(const struct zm_margin *search, const struct trial *trials,
                            uint8_t *order, unsigned count)
{
    unsigned i = 0;
    while (i < count && atomic_load_explicit(busy_slot(search, trials[order[i]].key),
                                             memory_order_relaxed) == trials[order[i]].key.high)
        i++;
    if (i == 0 || i == count)
        return;
    uint8_t chosen = order[i];
    memmove(order + 1, order, i);
    order[0] = chosen;
}

/* The first turn of each opening of a question: half as many nodes again as a search of so many
 * strings has been seen to take. Threads take turns anyway. */
static uint64_t first_turn(const struct zm_margin *search, const struct zm_dots_sum *sum)
{
    if (search->busy != NULL)
        return 0;
    return search->first > 0 ? search->first : (uint64_t)(1.5 * exp2(0.55 * sum->size));
}

/* Tries the openings by turns, the later ones longer, until one is good enough or one is left: the
 * first in the order may take long to refute where the next wins soon. Leaves in `order` what has to
 * be looked at still. */
static bool try_by_turns(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted,
                         uint64_t turn, struct trial *trials, uint8_t *order, unsigned *count,
                         struct range *range)
{
    bool holds = false;
    for (; turn > 0 && *count > 1 && !holds && !search->stopped; turn *= LONGER_TURN) {
        unsigned left = 0;
        for (unsigned i = 0; i < *count; i++) {
            struct trial *trial = &trials[order[i]];
            search->until = search->nodes + turn;
            holds = holds || (trial_holds(search, sum, trial, wanted) && !search->stopped);
            search->until = 0;
            if (search->expired)
                order[left++] = order[i];
            else
                widen_to(range, worth_least(trial), worth_most(trial));
            search->stopped &= !search->expired;
            search->expired = false;
        }
        *count = left;
    }
    return holds;
}

/* Tries the openings of a sum. Sets `range` to what they tell of its margin. */
static bool try_all(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted,
                    struct range *range)
{
    struct trial trials[ZM_COINS_MOST];
    uint8_t order[ZM_COINS_MOST];
    uint64_t turn = search->turn;
    search->turn = 0; /* below, openings are tried to the end */
    *range = (struct range){-(int)sum->coins, -(int)sum->coins};
    unsigned count = list_trials(search, sum, wanted, trials, order, &range->most);
    if (known_to_hold(search, sum, wanted, trials, order, &count, range))
        return true;
    bool shared = is_shared(search, sum);
    bool holds = try_by_turns(search, sum, wanted, turn, trials, order, &count, range);
    for (unsigned i = 0; i < count; i++) {
        if (shared && !holds)
            take_free_trial(search, trials, order + i, count - i);
        struct trial *trial = &trials[order[i]];
        holds = holds || trial_holds(search, sum, trial, wanted); /* the others stay as they are */
        if (search->stopped)
            return false;
        widen_to(range, worth_least(trial), worth_most(trial));
    }
    return holds;
}

static void report_nodes(struct zm_margin *search)
{
    atomic_fetch_add(&search->run->nodes, search->nodes - search->reported);
    search->reported = search->nodes;
}

/* Is it time to leave? Only the first thread looks at the clock. */
static bool poll(struct zm_margin *search, size_t depth)
{
    report_nodes(search);
    if (search->abandon != NULL && atomic_load_explicit(search->abandon, memory_order_relaxed))
        return true;
    if (search->helping)
        return zm_run_stopped(search->run);
    return zm_run_poll(search->run, depth, zm_margins_count(search->table));
}

static void narrow(struct range *range, int least, int most)
{
    range->least = least > range->least ? least : range->least;
    range->most = most < range->most ? most : range->most;
}

/* Is the margin of a sum at least `wanted`? Narrows `range`, which holds it, to what is known then.
 */
static bool decide(struct zm_margin *search, const struct zm_dots_sum *sum, int wanted,
                   struct range *range)
{
    int most = (int)sum->coins, least = -most;
    if (search->stopped)
        return false;
    if (((wanted ^ most) & 1) != 0)
        wanted++; /* a margin is even or odd as the coins are */
    if (wanted > least && wanted <= most)
        zm_margins_get(search->table, sum->key, &least, &most);
    if (wanted <= least || wanted > most) {
        narrow(range, least, most);
        return wanted <= least;
    }
    uint64_t before = search->nodes;
    if (++search->nodes % POLL == 0)
        search->stopped = poll(search, sum->coins);
    if (search->until > 0 && search->nodes >= search->until && !search->stopped)
        search->stopped = search->expired = true;
    bool shared = is_shared(search, sum);
    if (shared)
        atomic_store_explicit(busy_slot(search, sum->key), sum->key.high, memory_order_relaxed);
    struct range found;
    bool holds = try_all(search, sum, wanted, &found);
    if (shared)
        atomic_store_explicit(busy_slot(search, sum->key), 0, memory_order_relaxed);
    if (search->stopped)
        return false;
    /* An opening with an offer that was not looked into bounds a margin of the other parity. */
    found.most -= (found.most ^ most) & 1;
    narrow(&found, least, most);
    uint64_t nodes = search->nodes - before;
    zm_margins_put(search->table, sum->key, nodes * (holds ? 1 : LOSS), found.least, found.most);
    if (search->keeper != NULL && nodes >= search->keeper->least)
        search->keeper->keep(search->keeper->state, sum, found.least, found.most);
    narrow(range, found.least, found.most);
    return holds;
}

static bool decide_root(struct zm_margin *search, uint64_t black, int wanted)
{
    struct zm_dots_sum sum;
    zm_dots_sum_begin(&search->parts, black, &sum);
    struct range range = {-(int)sum.coins, (int)sum.coins};
    search->turn = first_turn(search, &sum);
    bool holds = decide(search, &sum, wanted, &range);
    report_nodes(search);
    return holds;
}

/* One question put to several threads: they share the table and put off what another is at work on,
 * so that each finds work that the others have not done; the first to finish answers. */
struct team {
    uint64_t black;
    int wanted;
    atomic_bool abandon;
    atomic_int answer; /* -1: none yet */
};

struct helper {
    struct zm_margin search;
    struct team *team;
    pthread_t thread;
    bool running;
};

static void take_part(struct zm_margin *search, struct team *team)
{
    int none = -1;
    search->abandon = &team->abandon;
    zm_gate_enter(&search->table->gate);
    bool holds = decide_root(search, team->black, team->wanted);
    zm_gate_leave(&search->table->gate);
    if (!search->stopped && atomic_compare_exchange_strong(&team->answer, &none, holds))
        atomic_store(&team->abandon, true);
    search->abandon = NULL;
}

static void *help(void *argument)
{
    struct helper *helper = argument;
    take_part(&helper->search, helper->team);
    return NULL;
}

static void send_helper(const struct zm_margin *search, struct team *team, struct helper *helper)
{
    helper->team = team;
    if (!open_shared(&helper->search, search->graph, search->parts.promise, search->run,
                     search->table, memory_for_shapes(search->graph, search->run)))
        return;
    helper->search.keeper = search->keeper;
    helper->search.busy = search->busy;
    helper->search.helping = true;
    helper->running = pthread_create(&helper->thread, NULL, help, helper) == 0;
}

static bool decide_together(struct zm_margin *search, uint64_t black, int wanted, unsigned helpers)
{
    struct team team = {.black = black, .wanted = wanted, .answer = -1};
    struct helper *crew = calloc(helpers, sizeof *crew);
    search->busy = calloc(BUSY, sizeof *search->busy);
    for (unsigned i = 0; crew != NULL && i < helpers; i++)
        send_helper(search, &team, &crew[i]);
    take_part(search, &team);
    for (unsigned i = 0; crew != NULL && i < helpers; i++) {
        if (crew[i].running)
            pthread_join(crew[i].thread, NULL);
        zm_dots_parts_close(&crew[i].search.parts);
    }
    free(crew);
    free((void *)search->busy);
    search->busy = NULL;
    search->stopped = atomic_load(&team.answer) < 0;
    return atomic_load(&team.answer) == 1;
}

bool zm_margin_at_least(struct zm_margin *search, uint64_t black, int wanted)
{
    search->stopped = zm_run_stopped(search->run); /* an earlier stop may be over */
    if (!search->alone && search->run->threads > 1 &&
        __builtin_popcountll(black) >= LEAST_FOR_THREADS)
        return decide_together(search, black, wanted, search->run->threads - 1);
    return decide_root(search, black, wanted);
}

/* The player takes all white coins and moves in the black part (white + m more than the other, m
 * the margin of the black part), or leaves the offer behind with the turn (white - 2 offers - m).
 */
bool zm_margin_gets(struct zm_margin *search, const struct zm_coins_colours *colours, int64_t coins,
                    int64_t points)
{
    int white = (int)colours->white, offer = (int)colours->offer;
    int wanted = (int)(2 * points - coins);
    bool takes = zm_margin_at_least(search, colours->black, wanted - white);
    if (takes || search->stopped || offer == 0)
        return takes;
    return !zm_margin_at_least(search, colours->black, white - 2 * offer - wanted + 1);
}

enum zm_verdict zm_margin_recall(const struct zm_margin *search, const struct zm_coins *graph,
                                 uint64_t strings, int64_t points)
{
    struct zm_dots_sum sum;
    struct zm_coins_colours colours = zm_coins_colour(graph, strings);
    int white = (int)colours.white, offer = (int)colours.offer;
    int wanted = (int)(2 * points - (int64_t)zm_coins_count(graph, strings));
    zm_dots_sum_once(graph, colours.black, &sum);
    int most = (int)sum.coins, least = -most;
    if (most > 0)
        zm_margins_get(search->table, sum.key, &least, &most);
    int given = white - 2 * offer - wanted; /* handed over, the margin may be this at most */
    if (least >= wanted - white || (offer > 0 && most <= given))
        return ZM_WON;
    return most < wanted - white && (offer == 0 || least > given) ? ZM_LOST : ZM_OPEN;
}

void zm_margin_learn(const struct zm_margin *search, const struct zm_coins *graph, uint64_t black,
                     int least, int most)
{
    struct zm_dots_sum sum;
    zm_dots_sum_once(graph, black, &sum);
    zm_margins_get(search->table, sum.key, &least, &most);
    if (sum.coins > 0)
        zm_margins_put(search->table, sum.key, LEARNED, least, most);
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
