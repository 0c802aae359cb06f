/* Distances: is each entry of a store right?
 *
 * A store holds the answers for the positions asked about and for what their moves leave, not the
 * thousands of positions that those follow from. So the positions are labelled again, all that the
 * game numbers or all that can be reached; the labelling is itself proved by one look at each
 * position (solve/graph.h), and the entries are compared with it. */
#include "care/store_check.h"

#include "search/retrograde.h"

struct distances {
    struct zm_store_checking *checking;
    struct zm_instance game;
    struct zm_table entries;    /* position -> struct zm_value, and whether it was checked */
    struct zm_game_graph graph; /* none before the first entry */
    struct zm_labels labels;
    bool numbered; /* the graph has all positions of the game */
};

static void forget_graph(struct distances *d)
{
    if (d->graph.close != NULL)
        d->graph.close(&d->graph);
    zm_labels_free(&d->labels);
    d->graph = (struct zm_game_graph){0};
}

/* Labels the positions from `start` on, and proves the labels. */
static enum zm_status label(struct distances *d, struct zm_bytes start)
{
    const struct zm_problem *p = &d->checking->problem;
    struct zm_error *error = d->checking->error;
    forget_graph(d);
    enum zm_status status =
        d->numbered
            ? zm_numbered_graph(p->game, p->settings, p->run, true, &d->graph, error)
            : zm_explored_graph(p->game, p->settings, p->misere, p->run, start, &d->graph, error);
    if (status == ZM_OK)
        status = zm_retrograde(&d->graph, &d->labels, error);
    return status == ZM_OK ? zm_labels_verify(&d->graph, &d->labels, error) : status;
}

static void compare(struct distances *d, struct zm_bytes position, struct zm_value value,
                    uint16_t found)
{
    static const char *const words[] = {"undecided", "a win", "a loss", "a draw"};
    enum zm_outcome outcome = zm_label_outcome(found);
    int64_t plies = outcome == ZM_WIN || outcome == ZM_LOSS ? zm_label_plies(found) : 0;
    struct zm_buffer text = {0}, why = {0};
    d->checking->report->checked++;
    if ((int64_t)outcome == value.b && plies == value.a)
        return;
    zm_buffer_format(&why, "it is %s", words[outcome]);
    if (plies > 0)
        zm_buffer_format(&why, " in %lld plies", (long long)plies);
    zm_buffer_text(&why, ", and the store says otherwise");
    d->game.game->rules->print(d->game.state, position, &text);
    zm_store_wrong(d->checking, (uint32_t)(value.a < 0 ? 0 : value.a), zm_buffer_string(&text),
                   zm_buffer_string(&why));
    zm_buffer_free(&text);
    zm_buffer_free(&why);
}

/* Compares the entries that the graph knows, each once: those are dropped from `waiting`. */
static void compare_all(struct distances *d, struct zm_list *waiting)
{
    struct zm_list rest = {0};
    for (size_t i = 0; i < waiting->count; i++) {
        struct zm_bytes position = zm_list_at(waiting, i);
        uint64_t number = d->graph.number(d->graph.state, position);
        struct zm_value value;
        if (number >= d->graph.count) {
            zm_list_add(&rest, position);
            continue;
        }
        memcpy(&value, zm_table_find(&d->entries, position), sizeof value);
        compare(d, position, value, zm_labels_at(&d->labels, number));
    }
    zm_list_free(waiting);
    *waiting = rest;
}

/* The positions of the jobs come first: most entries can be reached from there. */
static void order_entries(struct distances *d, struct zm_list *waiting)
{
    struct zm_buffer text = {0}, which = {0}, position = {0};
    struct zm_list first = {0};
    const struct zm_rules *rules = d->game.game->rules;
    for (size_t i = 0; zm_store_job_says(d->checking->store, i, "positions", &text, &which); i++) {
        zm_buffer_clear(&position);
        if (strcmp(zm_buffer_string(&which), "reachable") == 0)
            d->numbered = false;
        if (rules->parse(d->game.state, zm_buffer_string(&text), &position, NULL) == ZM_OK &&
            zm_table_find(&d->entries, zm_buffer_bytes(&position)) != NULL)
            zm_list_add(&first, zm_buffer_bytes(&position));
    }
    zm_list_sort(&first, true);
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    for (size_t i = 0; i < first.count; i++)
        zm_list_add(waiting, zm_list_at(&first, i));
    while (zm_table_next(&d->entries, &cursor, &key, &value)) {
        bool there = false;
        for (size_t i = 0; i < first.count && !there; i++)
            there = zm_bytes_equal(zm_list_at(&first, i), key);
        if (!there)
            zm_list_add(waiting, key);
    }
    waiting->bytes.failed |= zm_list_failed(&first);
    zm_list_free(&first);
    zm_buffer_free(&text);
    zm_buffer_free(&which);
    zm_buffer_free(&position);
}

static enum zm_status check(struct distances *d)
{
    struct zm_list waiting = {0};
    struct zm_buffer text = {0};
    enum zm_status status = ZM_OK;
    order_entries(d, &waiting);
    while (status == ZM_OK && waiting.count > 0 && !zm_list_failed(&waiting)) {
        size_t before = waiting.count;
        status = label(d, zm_list_at(&waiting, 0));
        if (status == ZM_OK)
            compare_all(d, &waiting);
        if (status == ZM_OK && waiting.count == before) { /* no position has such bytes */
            d->game.game->rules->print(d->game.state, zm_list_at(&waiting, 0), &text);
            zm_store_wrong(d->checking, 0, zm_buffer_string(&text), "not a position of the game");
            d->checking->report->checked += before;
            break;
        }
    }
    if (status == ZM_OK && zm_list_failed(&waiting))
        status = zm_fail_memory(d->checking->error);
    zm_list_free(&waiting);
    zm_buffer_free(&text);
    return status;
}

enum zm_status zm_check_distances(struct zm_store_checking *checking)
{
    const struct zm_problem *problem = &checking->problem;
    struct distances d = {.checking = checking,
                          .numbered =
                              problem->game->loops != NULL && problem->game->loops->count != NULL};
    enum zm_status status =
        zm_store_table(checking->store, ZM_KIND_DISTANCE, &d.entries, checking->error);
    if (status == ZM_OK)
        status = zm_instance_open(&d.game, problem->game, problem->settings, checking->error);
    if (status == ZM_OK) {
        status = check(&d);
        zm_instance_close(&d.game);
    }
    forget_graph(&d);
    zm_table_free(&d.entries);
    if (status == ZM_STOPPED)
        zm_fail(checking->error, ZM_STOPPED, "stopped");
    return status;
}
