/* What lasts of a search for margins; see lasting.h. */
#include "engines/dots/lasting.h"

#include "games/dots/dots.h"
#include "games/dots/position.h"

#include <stdlib.h>

/* A store that another search has filled may be huge: reading this much takes seconds. */
enum { MOST_LEARNED = 1 << 20 };

/* What took fewer nodes is found again sooner than it is drawn and kept. */
enum { LASTING = 1 << 12 };

/* The ties of a component, its coins numbered from `first` on; returns the number after the last.
 */
static unsigned write_ties(const struct zm_coins *graph, uint64_t strings, unsigned first,
                           struct zm_buffer *text)
{
    unsigned number[ZM_COINS_MOST] = {0};
    for (; strings != 0; strings &= strings - 1) {
        const uint8_t *end = graph->end[__builtin_ctzll(strings)];
        for (unsigned i = 0; i < 2; i++) {
            if (end[i] != ZM_COINS_GROUND && number[end[i]] == 0)
                number[end[i]] = first++;
        }
        zm_buffer_format(text, "%u-%u,", number[end[0]],
                         end[1] == ZM_COINS_GROUND ? 0 : number[end[1]]);
    }
    return first;
}

/* A layout with the parts of a sum side by side. They need not lie on the board as they did in the
 * search, where only shapes count. */
static bool draw_sum(const struct zm_dots_layout *layout, const struct zm_dots_sum *sum,
                     struct zm_dots_layout *drawing)
{
    struct zm_buffer text = {0};
    const char *rest;
    unsigned first = 1;
    zm_buffer_text(&text, layout->kind == ZM_DOTS_GRAPH ? "graph:" : "");
    for (unsigned i = 0; i < sum->count; i++) {
        uint64_t coins, strings = sum->parts[i].strings;
        zm_coins_component(&layout->graph, strings, (unsigned)__builtin_ctzll(strings), &coins);
        if (layout->kind == ZM_DOTS_GRAPH)
            first = write_ties(&layout->graph, strings, first, &text);
        else
            zm_dots_component_text(layout, strings, coins, &text);
    }
    zm_buffer_byte(&text, 0);
    bool drawn = !text.failed &&
                 zm_dots_layout_parse(drawing, (const char *)text.data, &rest, NULL) == ZM_OK;
    zm_buffer_free(&text);
    return drawn;
}

/* Puts what the search has found into the store, under the normal form of the position. */
static void keep(void *state, const struct zm_dots_sum *sum, int least, int most)
{
    struct zm_dots_lasting *lasting = state;
    struct zm_dots_position position = {0};
    struct zm_contracts_root root = {0};
    struct zm_buffer bytes = {0};
    int coins = (int)sum->coins;
    if (!draw_sum(lasting->layout, sum, &position.layout))
        return;
    position.strings = zm_coins_all(&position.layout.graph);
    zm_dots_position_encode(&position, &bytes);
    pthread_mutex_lock(&lasting->lock);
    if (!bytes.failed &&
        zm_contracts_root(lasting->contracts, zm_buffer_bytes(&bytes), &root, NULL) == ZM_OK)
        zm_contracts_keep(lasting->contracts, zm_buffer_bytes(&root.normal),
                          (coins + least) / 2 - root.sure[0], (coins + most) / 2 - root.sure[0]);
    pthread_mutex_unlock(&lasting->lock);
    zm_contracts_root_free(&root);
    zm_buffer_free(&bytes);
}

enum zm_status zm_dots_lasting_open(struct zm_dots_lasting *lasting,
                                    const struct zm_problem *problem, struct zm_error *error)
{
    *lasting = (struct zm_dots_lasting){.keeper = {lasting, LASTING, keep}};
    enum zm_status status = zm_contracts_open(problem, &lasting->contracts, error);
    if (status != ZM_OK)
        return status;
    if (pthread_mutex_init(&lasting->lock, NULL) == 0)
        return ZM_OK;
    zm_contracts_close(lasting->contracts);
    return zm_fail_memory(error);
}

void zm_dots_lasting_close(struct zm_dots_lasting *lasting)
{
    zm_contracts_close(lasting->contracts);
    pthread_mutex_destroy(&lasting->lock);
}

void zm_dots_learn(const struct zm_margin *search, struct zm_bytes normal, struct zm_value value)
{
    struct zm_dots_layout layout;
    if (!zm_dots_read_normal(normal, &layout))
        return;
    uint64_t strings = zm_coins_all(&layout.graph);
    int coins = (int)layout.graph.coins;
    if (strings != 0 && zm_coins_colour(&layout.graph, strings).white == 0)
        zm_margin_learn(search, &layout.graph, strings, 2 * (int)value.a - coins,
                        2 * (int)value.b - coins);
}

/* A store being read. */
struct reading {
    const struct zm_margin *search;
    unsigned learned;
};

static bool learn_one(void *context, struct zm_bytes normal, struct zm_value value)
{
    struct reading *reading = context;
    zm_dots_learn(reading->search, normal, value);
    return ++reading->learned < MOST_LEARNED;
}

void zm_dots_learn_all(const struct zm_margin *search)
{
    struct zm_store *store = search->run->store;
    struct reading reading = {.search = search};
    if (store != NULL)
        store->class->each(store, ZM_KIND_BOUND, learn_one, &reading);
}
