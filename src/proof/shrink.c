/* Makes a proof out of known results, as small as one pass can (Lemoine and Viennot, chapter 7).
 *
 * Starting from the claim, every entry that is needed says which others it needs, and only those
 * are taken: what the search found and did not use is left behind. Where several would do, those
 * that are already needed elsewhere are used first (nothing new), then those that add fewest
 * entries; among equals the first in the order of the options. Random orders, pass after pass, each
 * over what the one before has left, get rid of most of what is needed only because of an unlucky
 * choice. */
#include "proof/shrink.h"

#include "proof/misere_sums.h"
#include "proof/needs.h"
#include "proof/check/nodes.h"

#include <stdlib.h>

struct prover {
    struct zm_certificate *certificate;
    const struct zm_instance *instance;
    const struct zm_guide *guide;
    struct zm_nodes *nodes; /* of misère play with reduced trees, or NULL */
    struct zm_table *proof; /* entries needed so far: first those that are done, then those to do */
    struct zm_random *random;
    struct zm_error *error;
    size_t plugged;
    uint64_t work; /* how often options were made */
    struct zm_options options, deeper;
};

/* A way to show something: components that must have entries. */
struct way {
    struct zm_list components;
    size_t cost; /* entries that are new */
    bool found;
};

/* What a rule of the game tells needs no entry. */
static bool told_by_rule(const struct prover *prover, struct zm_bytes key, uint32_t *nimber)
{
    return !prover->certificate->misere && zm_known_by_rule(prover->instance, key, nimber);
}

static bool in_proof(const struct prover *prover, struct zm_bytes key)
{
    uint32_t nimber;
    return zm_table_find(prover->proof, key) != NULL || told_by_rule(prover, key, &nimber);
}

static bool is_known(const struct prover *prover, struct zm_bytes key, uint32_t *nimber)
{
    return told_by_rule(prover, key, nimber) ||
           prover->guide->known(prover->guide->context, key, nimber);
}

static enum zm_status fail_hole(struct prover *prover, struct zm_bytes key, const char *what)
{
    struct zm_buffer text = {0};
    if (prover->nodes != NULL)
        zm_nodes_print(prover->nodes, key, &text);
    else if (!prover->certificate->misere)
        prover->instance->game->sums->print(prover->instance->state, key, &text);
    /* Without memory the guide knows less than it should. */
    enum zm_status status =
        text.failed ? zm_fail_memory(prover->error)
                    : zm_fail(prover->error, ZM_WRONG, "%.200s: %s", zm_buffer_string(&text), what);
    zm_buffer_free(&text);
    return status;
}

static enum zm_status need(struct prover *prover, struct zm_bytes key)
{
    uint32_t nimber = 0;
    if (in_proof(prover, key))
        return ZM_OK;
    if (!prover->guide->known(prover->guide->context, key, &nimber))
        return fail_hole(prover, key, "this result is missing");
    return zm_certificate_put(prover->proof, key, nimber) ? ZM_OK : zm_fail_memory(prover->error);
}

static enum zm_status plug(struct prover *prover, struct zm_bytes key, const char *what)
{
    if (prover->guide->plug == NULL)
        return fail_hole(prover, key, what);
    prover->plugged++;
    return prover->guide->plug(prover->guide->context, key, prover->error);
}

/* The order in which to look at `count` options; NULL when there is no memory. */
static size_t *order_of(struct prover *prover, size_t count)
{
    size_t *order = malloc((count + 1) * sizeof *order);
    for (size_t i = 0; order != NULL && i < count; i++) {
        size_t j = prover->random == NULL ? i : (size_t)zm_random_below(prover->random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

/* Collects in `way` the components of a sum that have to have entries if it is to be known, all but
 * the one at `except` (SIZE_MAX: none); two equal ones cancel. False: one has no known nimber. */
static bool collect(struct prover *prover, const struct zm_list *components, size_t begin,
                    size_t end, size_t except, uint32_t *nimber, struct way *way)
{
    for (size_t i = begin; i < end; i++) {
        struct zm_bytes component = zm_list_at(components, i);
        uint32_t value;
        if (i == except)
            continue;
        if (i + 1 < end && i + 1 != except &&
            zm_bytes_equal(component, zm_list_at(components, i + 1)) &&
            !in_proof(prover, component)) {
            i++;
            continue;
        }
        if (!is_known(prover, component, &value))
            return false;
        *nimber ^= value;
        way->cost += !in_proof(prover, component);
        zm_list_add(&way->components, component);
    }
    return true;
}

static void keep_cheaper(struct way *best, struct way *way)
{
    if (!best->found || way->cost < best->cost) {
        struct way old = *best;
        *best = *way;
        best->found = true;
        *way = old;
    }
}

/* The cheapest way to know option `index` of `options`, added to what `base` says; `wanted`: only
 * if its nimber is that one. */
static void try_known(struct prover *prover, const struct zm_options *options, size_t index,
                      const uint32_t *wanted, const struct way *base, struct way *best)
{
    struct way way = {0};
    uint32_t nimber = 0;
    for (size_t i = 0; base != NULL && i < base->components.count; i++)
        zm_list_add(&way.components, zm_list_at(&base->components, i));
    way.cost = base == NULL ? 0 : base->cost;
    if (collect(prover, &options->components, zm_options_begin(options, index),
                options->ends[index], SIZE_MAX, &nimber, &way) &&
        (wanted == NULL || nimber == *wanted))
        keep_cheaper(best, &way);
    zm_list_free(&way.components);
}

/* Ways to show that the sum begin .. end-1 has not the nimber `from` through a move: all components
 * but one are known, and that one has an option that makes the whole `from`. */
static enum zm_status try_refutations(struct prover *prover, const struct zm_list *components,
                                      size_t begin, size_t end, uint32_t from, struct way *best)
{
    for (size_t i = begin; i < end && !(best->found && best->cost == 0); i++) {
        struct way base = {0};
        uint32_t rest = from;
        if (collect(prover, components, begin, end, i, &rest, &base)) {
            prover->work++;
            zm_nimber_options(prover->instance, zm_list_at(components, i), &prover->deeper);
            size_t *order = order_of(prover, prover->deeper.count);
            if (order == NULL) {
                zm_list_free(&base.components);
                return zm_fail_memory(prover->error);
            }
            for (size_t j = 0; j < prover->deeper.count && !(best->found && best->cost == 0); j++)
                try_known(prover, &prover->deeper, order[j], &rest, &base, best);
            free(order);
        }
        zm_list_free(&base.components);
    }
    return ZM_OK;
}

static enum zm_status take_way(struct prover *prover, struct way *way)
{
    enum zm_status status =
        zm_list_failed(&way->components) ? zm_fail_memory(prover->error) : ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < way->components.count; i++)
        status = need(prover, zm_list_at(&way->components, i));
    return status;
}

/* Known components of a sum that is not fully known are found by search. */
static enum zm_status plug_sum(struct prover *prover, const struct zm_list *components,
                               size_t begin, size_t end, const char *what)
{
    enum zm_status status = ZM_OK;
    for (size_t i = begin; i < end && status == ZM_OK; i++) {
        uint32_t nimber;
        if (!is_known(prover, zm_list_at(components, i), &nimber))
            status = plug(prover, zm_list_at(components, i), what);
    }
    return status;
}

/* Takes what shows that a sum has not the nimber `from`. Knowing a nimber below `from` is a way too
 * (a move of the heap in the couple); one above it never beats a refutation, which then exists. */
static enum zm_status show_differs(struct prover *prover, const struct zm_list *components,
                                   size_t begin, size_t end, uint32_t from)
{
    struct way best = {0};
    if (zm_list_failed(components)) /* what is not listed must not look like a contradiction */
        return zm_fail_memory(prover->error);
    if (end - begin == 1 &&
        zm_nimber_exceeds(prover->instance, zm_list_at(components, begin), from))
        return ZM_OK;
    for (int attempt = 0; attempt < 2; attempt++) {
        struct way way = {0};
        uint32_t nimber = 0;
        bool known = collect(prover, components, begin, end, SIZE_MAX, &nimber, &way);
        enum zm_status status = ZM_OK;
        if (known && nimber == from)
            status = zm_fail(prover->error, ZM_WRONG, "the results contradict each other");
        else if (known && (nimber < from || way.cost == 0 || attempt == 1))
            keep_cheaper(&best, &way);
        zm_list_free(&way.components);
        if (status == ZM_OK && !(best.found && best.cost == 0))
            status = try_refutations(prover, components, begin, end, from, &best);
        if (status == ZM_OK && best.found)
            status = take_way(prover, &best);
        else if (status == ZM_OK && attempt == 0 && !known)
            status = plug_sum(prover, components, begin, end,
                              "an option with this component is not shown to have another nimber");
        if (status != ZM_OK || best.found) {
            zm_list_free(&best.components);
            return status;
        }
    }
    return zm_fail(prover->error, ZM_WRONG, "a sum is not shown to have another nimber");
}

/* Takes an option with each nimber below `nimber`. */
static enum zm_status show_smaller(struct prover *prover, struct zm_bytes component,
                                   const size_t *order, uint32_t nimber)
{
    const struct zm_options *options = &prover->options;
    enum zm_status status = ZM_OK;
    for (uint32_t wanted = 0; wanted < nimber && status == ZM_OK; wanted++) {
        struct way best = {0};
        for (size_t i = 0; i < options->count; i++)
            try_known(prover, options, order[i], &wanted, NULL, &best);
        for (size_t i = 0; i < options->count && status == ZM_OK && !best.found; i++) {
            status = plug_sum(prover, &options->components, zm_options_begin(options, order[i]),
                              options->ends[order[i]], "a smaller nimber needs this component");
            if (status == ZM_OK)
                try_known(prover, options, order[i], &wanted, NULL, &best);
        }
        if (status == ZM_OK)
            status = best.found ? take_way(prover, &best)
                                : fail_hole(prover, component, "its nimber is too large");
        zm_list_free(&best.components);
    }
    return status;
}

static enum zm_status prove_nimber(struct prover *prover, struct zm_bytes component,
                                   uint32_t nimber)
{
    struct zm_options *options = &prover->options;
    prover->work++;
    zm_nimber_options(prover->instance, component, options);
    size_t *order = order_of(prover, options->count);
    if (order == NULL || zm_list_failed(&options->components)) {
        free(order);
        return zm_fail_memory(prover->error);
    }
    enum zm_status status = show_smaller(prover, component, order, nimber);
    for (size_t i = 0; i < options->count && status == ZM_OK; i++)
        status = show_differs(prover, &options->components, zm_options_begin(options, order[i]),
                              options->ends[order[i]], nimber);
    free(order);
    return status;
}

/* Misère play: sums, with reduced trees or without. */

/* By theory, or because the proof says so already. */
static enum zm_outcome known_outcome(const struct prover *prover, struct zm_bytes sum)
{
    enum zm_outcome outcome = zm_sum_theory(prover->certificate, sum);
    return outcome == ZM_UNDECIDED && in_proof(prover, sum) ? ZM_LOSS : outcome;
}

/* Takes a lost option of a won sum; a sum that is over is won as it is. */
static enum zm_status show_won(struct prover *prover, struct zm_bytes sum)
{
    struct zm_list options = {0};
    bool shown = false;
    enum zm_status status =
        zm_sum_all_options(prover->certificate, sum, &options, &shown, prover->error);
    size_t *order = order_of(prover, options.count);
    if (order == NULL)
        status = zm_fail_memory(prover->error);
    for (size_t i = 0; i < options.count && !shown && status == ZM_OK; i++)
        shown = known_outcome(prover, zm_list_at(&options, i)) == ZM_LOSS;
    for (int attempt = 0; attempt < 2 && status == ZM_OK && !shown; attempt++) {
        for (size_t i = 0; i < options.count && !shown; i++) {
            uint32_t nimber;
            struct zm_bytes option = zm_list_at(&options, order[i]);
            shown = prover->guide->known(prover->guide->context, option, &nimber);
            if (shown)
                status = need(prover, option);
        }
        if (!shown && attempt == 0)
            status = plug(prover, sum, "no option of this sum is known to be lost");
    }
    if (status == ZM_OK && !shown)
        status = fail_hole(prover, sum, "not shown to be won");
    free(order);
    zm_list_free(&options);
    return status;
}

static enum zm_status prove_lost(struct prover *prover, struct zm_bytes sum)
{
    struct zm_list options = {0};
    bool over = false;
    enum zm_status status =
        zm_sum_all_options(prover->certificate, sum, &options, &over, prover->error);
    size_t *order = order_of(prover, options.count);
    if (order == NULL)
        status = zm_fail_memory(prover->error);
    if (status == ZM_OK && over)
        status = fail_hole(prover, sum, "said to be lost, but who cannot move wins");
    for (size_t i = 0; i < options.count && status == ZM_OK; i++) {
        struct zm_bytes option = zm_list_at(&options, order[i]);
        enum zm_outcome outcome = known_outcome(prover, option);
        if (outcome == ZM_LOSS)
            status = fail_hole(prover, sum, "said to be lost, and has a lost option");
        else if (outcome != ZM_WIN)
            status = show_won(prover, option);
    }
    free(order);
    zm_list_free(&options);
    return status;
}

/* The claim about a sum of misère play. */
static enum zm_status prove_sum_claim(struct prover *prover, struct zm_bytes sum)
{
    bool won = prover->certificate->claim == ZM_CLAIM_WIN;
    uint32_t nimber;
    enum zm_status status = ZM_OK;
    if (known_outcome(prover, sum) == (won ? ZM_WIN : ZM_LOSS))
        return ZM_OK;
    if (won)
        return show_won(prover, sum);
    if (!prover->guide->known(prover->guide->context, sum, &nimber))
        status = plug(prover, sum, "the claim needs this result");
    return status == ZM_OK ? need(prover, sum) : status;
}

static enum zm_status prove_node_claim(struct prover *prover, size_t index)
{
    struct zm_buffer node = {0};
    enum zm_status status = zm_certificate_node(prover->certificate, index, &node, prover->error);
    if (status == ZM_OK)
        status = prove_sum_claim(prover, zm_buffer_bytes(&node));
    zm_buffer_free(&node);
    return status;
}

/* The claim about a sum of normal play. What cancels is not looked for: a proof that has been
 * shrunk no longer knows it. */
static enum zm_status prove_root(struct prover *prover, const struct zm_list *root)
{
    const struct zm_certificate *certificate = prover->certificate;
    enum zm_status status = ZM_OK;
    bool known = false;
    if (certificate->claim == ZM_CLAIM_WIN)
        return show_differs(prover, root, 0, root->count, 0);
    for (int attempt = 0; attempt < 2 && status == ZM_OK && !known; attempt++) {
        struct way way = {0};
        uint32_t nimber = 0;
        known = collect(prover, root, 0, root->count, SIZE_MAX, &nimber, &way);
        if (known)
            status = take_way(prover, &way);
        else if (attempt == 0)
            status = plug_sum(prover, root, 0, root->count,
                              "the claim needs the nimber of this component");
        zm_list_free(&way.components);
    }
    return status;
}

static enum zm_status prove_claim(struct prover *prover)
{
    const struct zm_certificate *certificate = prover->certificate;
    enum zm_status status = ZM_OK;
    for (size_t i = 0; i < certificate->cases.count && status == ZM_OK; i++) {
        struct zm_bytes sum = zm_list_at(&certificate->cases, i);
        if (prover->nodes != NULL) {
            status = prove_node_claim(prover, i);
            continue;
        }
        if (certificate->misere) {
            status = prove_sum_claim(prover, sum);
            continue;
        }
        struct zm_list root = {0};
        zm_sum_components(sum, &root);
        status = prove_root(prover, &root);
        zm_list_free(&root);
    }
    return status;
}

enum zm_status zm_prove(struct zm_certificate *certificate, const struct zm_guide *guide,
                        struct zm_random *random, struct zm_run *run, size_t *plugged,
                        struct zm_error *error)
{
    struct prover prover = {.certificate = certificate,
                            .instance = &certificate->instance,
                            .guide = guide,
                            .nodes = certificate->nodes,
                            .proof = &certificate->entries,
                            .random = random,
                            .error = error};
    struct zm_table_cursor cursor = {0};
    struct zm_buffer key = {0};
    struct zm_bytes next;
    void *value;
    zm_nodes_within(prover.nodes, run);
    enum zm_status status = zm_certificate_settle(certificate, error);
    if (status == ZM_OK)
        status = prove_claim(&prover);
    while (status == ZM_OK && zm_table_next(prover.proof, &cursor, &next, &value)) {
        uint32_t nimber;
        memcpy(&nimber, value, sizeof nimber);
        zm_buffer_set(&key, next); /* the table may move what it holds */
        status = key.failed            ? zm_fail_memory(error)
                 : certificate->misere ? prove_lost(&prover, zm_buffer_bytes(&key))
                                       : prove_nimber(&prover, zm_buffer_bytes(&key), nimber);
        if (status == ZM_OK && run != NULL && zm_run_poll(run, 0, prover.proof->count))
            status = zm_fail(error, ZM_STOPPED, "stopped");
        if (status == ZM_OK && run != NULL && run->memory_limit > 0 &&
            zm_table_memory(prover.proof) > run->memory_limit)
            status = zm_fail(error, ZM_STOPPED, "the proof takes more memory than --memory allows");
    }
    zm_nodes_within(prover.nodes, NULL);
    if (status != ZM_OK && prover.nodes != NULL && zm_nodes_check(prover.nodes, NULL) != ZM_OK)
        status = zm_nodes_check(prover.nodes, error); /* a tree may be missing */
    if (plugged != NULL)
        *plugged = prover.plugged;
    zm_buffer_free(&key);
    zm_options_free(&prover.options);
    zm_options_free(&prover.deeper);
    return status;
}

void zm_prove_entries(struct zm_certificate *certificate, const struct zm_guide *guide,
                      const struct zm_list *keys, size_t memory, uint64_t work)
{
    struct prover prover = {.certificate = certificate,
                            .instance = &certificate->instance,
                            .guide = guide,
                            .proof = &certificate->entries};
    struct zm_table_cursor cursor = {0};
    struct zm_buffer key = {0};
    struct zm_bytes next;
    void *value;
    bool room = true;
    for (size_t i = 0; i < keys->count && room; i++) {
        need(&prover, zm_list_at(keys, i));
        while (room && zm_table_next(prover.proof, &cursor, &next, &value)) {
            uint32_t nimber;
            memcpy(&nimber, value, sizeof nimber);
            zm_buffer_set(&key, next);
            if (!key.failed)
                prove_nimber(&prover, zm_buffer_bytes(&key), nimber);
            room = prover.work < work && zm_table_memory(prover.proof) < memory && !key.failed;
        }
    }
    zm_buffer_free(&key);
    zm_options_free(&prover.options);
    zm_options_free(&prover.deeper);
}

static bool table_known(void *context, struct zm_bytes key, uint32_t *nimber)
{
    return zm_certificate_get(context, key, nimber);
}

struct zm_guide zm_table_guide(struct zm_table *entries)
{
    return (struct zm_guide){.context = entries, .known = table_known};
}

enum zm_status zm_shrink(struct zm_certificate *certificate, unsigned passes, uint64_t seed,
                         struct zm_run *run, struct zm_error *error)
{
    struct zm_random random = zm_random_seeded(seed);
    enum zm_status status = ZM_OK;
    for (unsigned i = 0; i < passes && status == ZM_OK; i++) {
        struct zm_table before = certificate->entries;
        struct zm_guide guide = zm_table_guide(&before);
        zm_table_init(&certificate->entries, sizeof(uint32_t));
        status = zm_prove(certificate, &guide, &random, run, NULL, error);
        if (status == ZM_OK) {
            zm_table_free(&before);
        } else {
            zm_table_free(&certificate->entries);
            certificate->entries = before;
        }
    }
    return status;
}

enum { NEEDS = 1 << 30, TRIES = 100 }; /* memory of the graph; tries of a pass */

static bool add_entries(struct zm_table *pool, const struct zm_table *entries)
{
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    bool added = true;
    while (added && zm_table_next(entries, &cursor, &key, &value)) {
        uint32_t nimber;
        memcpy(&nimber, value, sizeof nimber);
        added = zm_table_find(pool, key) != NULL || zm_certificate_put(pool, key, nimber);
    }
    return added;
}

/* Adds a node of another certificate, by its text. */
static enum zm_status add_node(struct zm_nodes *nodes, struct zm_nodes *others, struct zm_bytes key,
                               struct zm_table *known, struct zm_error *error)
{
    struct zm_buffer text = {0}, node = {0};
    enum zm_status status = ZM_OK;
    zm_nodes_print(others, key, &text); /* it was read from text */
    char *copy = text.failed ? NULL : strdup(zm_buffer_string(&text));
    if (copy != NULL)
        status = zm_nodes_parse(nodes, copy, &node, error);
    if (status == ZM_OK && (copy == NULL || !zm_certificate_put(known, zm_buffer_bytes(&node), 0)))
        status = zm_fail_memory(error);
    free(copy);
    zm_buffer_free(&text);
    zm_buffer_free(&node);
    return status;
}

enum zm_status zm_shrink_add(const struct zm_certificate *certificate,
                             const struct zm_certificate *other, struct zm_table *known,
                             struct zm_error *error)
{
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    enum zm_status status = ZM_OK;
    if (other->instance.game != certificate->instance.game ||
        other->misere != certificate->misere ||
        (other->nodes == NULL) != (certificate->nodes == NULL) ||
        strcmp(zm_buffer_string(&other->rules), zm_buffer_string(&certificate->rules)) != 0)
        return zm_fail(error, ZM_BAD_INPUT, "expected a certificate of %s, %s play, with '%s'%s",
                       certificate->instance.game->name, certificate->misere ? "misere" : "normal",
                       zm_buffer_string(&certificate->rules),
                       !certificate->misere         ? ""
                       : certificate->nodes != NULL ? " and reduced trees"
                                                    : " and without reduced trees");
    if (certificate->nodes == NULL)
        return add_entries(known, &other->entries) ? ZM_OK : zm_fail_memory(error);
    while (status == ZM_OK && zm_table_next(&other->entries, &cursor, &key, &value))
        status = add_node(certificate->nodes, other->nodes, key, known, error);
    return status;
}

enum zm_status zm_shrink_with(struct zm_certificate *certificate, const struct zm_table *also,
                              unsigned passes, uint64_t seed, struct zm_run *run,
                              struct zm_error *error)
{
    struct zm_random random = zm_random_seeded(seed);
    struct zm_table pool, smaller;
    struct zm_needs *needs = NULL;
    zm_table_init(&pool, sizeof(uint32_t));
    zm_table_init(&smaller, sizeof(uint32_t));
    enum zm_status status = zm_certificate_settle(certificate, error);
    if (status == ZM_OK)
        status =
            add_entries(&pool, &certificate->entries) && (also == NULL || add_entries(&pool, also))
                ? zm_needs_open(certificate, &pool, NEEDS, run, &needs, error)
                : zm_fail_memory(error);
    if (status == ZM_OK && needs != NULL)
        status = zm_needs_cover(needs, &certificate->entries, TRIES * passes, &random, run,
                                &smaller, error);
    if (status == ZM_OK && needs != NULL && smaller.count <= certificate->entries.count) {
        struct zm_table larger = certificate->entries;
        certificate->entries = smaller;
        smaller = larger;
    }
    if (status == ZM_OK && needs == NULL)
        status = zm_shrink(certificate, passes, seed, run, error);
    zm_needs_close(needs);
    zm_table_free(&pool);
    zm_table_free(&smaller);
    return status;
}
