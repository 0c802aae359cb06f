/* The canonical tree or the reduced canonical tree of a position: a strong solution, which visits
 * every position of its game tree (Lemoine and Viennot, thesis, 4.4 and 12.4).
 *
 * Sums are counted as whole positions, as in the published tables: a position is the sorted list of
 * the numbers of its components (components.h). The walk is depth-first on a stack of its own; a
 * position is done when all its options are, and its tree is then made from theirs. The reduced
 * tree belongs to the canonical tree, so it is found once for each of those and not for each
 * position. */
#include "solve/tree.h"

#include "solve/components.h"
#include "theory/genus.h"
#include "theory/trees.h"

#include <stdlib.h>

struct place {
    const uint8_t *terms; /* in the index */
    uint32_t size;        /* of them, in bytes */
    uint32_t tree;        /* ZM_NO_TREE: not known yet */
};

/* A position whose options are being visited; those are on `waiting`, from `begin` to `end`. */
struct frame {
    uint32_t place;
    size_t begin, end, next;
};

struct strong {
    struct zm_problem problem;
    struct zm_components components;
    struct zm_table index; /* terms -> place */
    struct place *places;
    size_t place_count, place_capacity;
    struct frame *frames;
    size_t depth, frame_capacity;
    struct zm_tree_set waiting;
    struct zm_forest plain, reduced;
    struct zm_tree_set reductions; /* plain tree -> reduced tree */
    struct zm_sum_list sums;       /* the options of one component */
    struct zm_tree_set sum;        /* the terms of one position */
    struct zm_tree_set option;
};

static size_t memory_used(const struct strong *s)
{
    return zm_components_memory(&s->components) + zm_table_memory(&s->index) +
           s->place_capacity * sizeof *s->places + zm_forest_memory(&s->plain) +
           zm_forest_memory(&s->reduced) + s->reductions.capacity * sizeof(uint32_t);
}

/* The number of a whole position given by its sorted terms; ZM_NO_TREE without memory. */
static uint32_t place_of(struct strong *s, const uint32_t *terms, size_t count)
{
    bool fresh;
    uint32_t place = (uint32_t)s->place_count;
    struct zm_bytes key = zm_bytes(terms, count * sizeof *terms);
    uint8_t *value = zm_table_insert(&s->index, key, &fresh);
    if (value == NULL)
        return ZM_NO_TREE;
    if (!fresh) {
        memcpy(&place, value, sizeof place);
        return place;
    }
    memcpy(value, &place, sizeof place);
    if (s->place_count == s->place_capacity) {
        size_t capacity = s->place_capacity == 0 ? 64 : s->place_capacity * 2;
        struct place *places = realloc(s->places, capacity * sizeof *places);
        if (places == NULL || place == ZM_NO_TREE)
            return ZM_NO_TREE;
        s->places = places;
        s->place_capacity = capacity;
    }
    s->places[s->place_count++] =
        (struct place){.terms = value - key.size, .size = (uint32_t)key.size, .tree = ZM_NO_TREE};
    return place;
}

/* Adds the terms of the position without its term number `without`, and those of `sums` number
 * `index`, merged in order, to s->option. */
static bool merge_option(struct strong *s, size_t without, size_t index)
{
    const uint32_t *terms = s->sums.terms + zm_sum_begin(&s->sums, index);
    size_t count = s->sums.ends[index] - zm_sum_begin(&s->sums, index), k = 0;
    bool ok = true;
    s->option.count = 0;
    for (size_t i = 0; ok && i < s->sum.count; i++) {
        if (i == without)
            continue;
        while (ok && k < count && terms[k] < s->sum.items[i])
            ok = zm_tree_set_add(&s->option, terms[k++]);
        ok = ok && zm_tree_set_add(&s->option, s->sum.items[i]);
    }
    while (ok && k < count)
        ok = zm_tree_set_add(&s->option, terms[k++]);
    return ok;
}

/* Puts the options of a place on `waiting`. */
static bool add_options(struct strong *s, uint32_t place)
{
    s->sum.count = 0;
    for (size_t at = 0; at < s->places[place].size; at += sizeof(uint32_t)) {
        uint32_t term;
        memcpy(&term, s->places[place].terms + at, sizeof term);
        if (!zm_tree_set_add(&s->sum, term))
            return false;
    }
    for (size_t i = 0; i < s->sum.count; i++) {
        if (i > 0 && s->sum.items[i] == s->sum.items[i - 1])
            continue;
        zm_component_options(&s->components, s->sum.items[i], &s->sums);
        if (s->sums.failed)
            return false;
        for (size_t k = 0; k < s->sums.count; k++) {
            uint32_t option = ZM_NO_TREE;
            if (merge_option(s, i, k))
                option = place_of(s, s->option.items, s->option.count);
            if (option == ZM_NO_TREE || !zm_tree_set_add(&s->waiting, option))
                return false;
        }
    }
    return true;
}

static bool push(struct strong *s, uint32_t place)
{
    if (s->depth == s->frame_capacity) {
        size_t capacity = s->frame_capacity == 0 ? 64 : s->frame_capacity * 2;
        struct frame *frames = realloc(s->frames, capacity * sizeof *frames);
        if (frames == NULL)
            return false;
        s->frames = frames;
        s->frame_capacity = capacity;
    }
    size_t begin = s->waiting.count;
    if (!add_options(s, place))
        return false;
    s->frames[s->depth++] = (struct frame){place, begin, s->waiting.count, begin};
    return true;
}

/* All options of the top place are done: makes its tree. */
static bool pop(struct strong *s)
{
    struct frame *frame = &s->frames[--s->depth];
    uint32_t *options = s->waiting.items + frame->begin;
    size_t count = frame->end - frame->begin;
    for (size_t i = 0; i < count; i++)
        options[i] = s->places[options[i]].tree;
    uint32_t tree = zm_tree_of(&s->plain, options, count);
    s->waiting.count = frame->begin;
    s->places[frame->place].tree = tree;
    return tree != ZM_NO_TREE &&
           zm_tree_reduce(&s->plain, tree, &s->reduced, &s->reductions) != ZM_NO_TREE;
}

static enum zm_status walk(struct strong *s, uint32_t root, struct zm_error *error)
{
    struct zm_run *run = s->problem.run;
    bool ok = push(s, root);
    for (uint64_t steps = 1; ok && s->depth > 0; steps++) {
        struct frame *frame = &s->frames[s->depth - 1];
        if (frame->next == frame->end) {
            ok = pop(s);
            atomic_fetch_add_explicit(&run->nodes, 1, memory_order_relaxed);
        } else {
            uint32_t option = s->waiting.items[frame->next++];
            if (s->places[option].tree == ZM_NO_TREE)
                ok = push(s, option);
        }
        if (steps % 4096 == 0) {
            if (zm_run_poll(run, s->depth, s->place_count))
                return ZM_STOPPED;
            if (run->memory_limit != 0 && memory_used(s) > run->memory_limit)
                return zm_fail(error, ZM_STOPPED,
                               "the trees need more than --memory; %zu positions so far",
                               s->place_count);
        }
    }
    if (!ok && (s->plain.failed || s->reduced.failed))
        return zm_fail(error, ZM_FAILED,
                       "the trees need more memory than there is, or a Nim heap above %d",
                       ZM_LARGEST_HEAP);
    return ok ? ZM_OK : zm_fail_memory(error);
}

/* How many distinct trees the reductions of all canonical trees are. */
static int64_t count_reduced(const struct strong *s)
{
    uint8_t *seen = calloc(s->reduced.count, 1);
    if (seen == NULL)
        return -1;
    int64_t count = 0;
    for (size_t i = 0; i < s->plain.count; i++)
        if (s->reductions.items[i] != ZM_NO_TREE && !seen[s->reductions.items[i]]) {
            seen[s->reductions.items[i]] = 1;
            count++;
        }
    free(seen);
    return count;
}

enum { LONGEST_TEXT = 300 };

/* The tree as text: braces when short, else its height, outcome and content address. */
static void write_tree(const struct zm_forest *forest, uint32_t tree, struct zm_buffer *text)
{
    const struct zm_tree *t = zm_tree_at(forest, tree);
    if (zm_tree_print(forest, tree, LONGEST_TEXT, text) || text->failed)
        return;
    zm_buffer_clear(text);
    zm_buffer_format(text, "%u-%016llx%016llx-%c", t->height, (unsigned long long)t->address.high,
                     (unsigned long long)t->address.low, t->lost ? 'L' : 'W');
}

static enum zm_status answer_with(struct strong *s, struct zm_bytes position, bool reduced,
                                  struct zm_answer *answer, struct zm_error *error)
{
    zm_sum_list_clear(&s->sums);
    zm_components_split(&s->components, position, &s->sums);
    uint32_t root = ZM_NO_TREE;
    if (!s->sums.failed)
        root = place_of(s, s->sums.terms, s->sums.term_count);
    if (root == ZM_NO_TREE)
        return zm_fail_memory(error);
    enum zm_status status = walk(s, root, error);
    answer->kind = ZM_ANSWER_TREE;
    answer->counts[0] = (int64_t)s->place_count;
    if (status != ZM_OK)
        return status;
    answer->known = true;
    answer->counts[1] = (int64_t)s->plain.count;
    answer->counts[2] = count_reduced(s);
    uint32_t tree = s->places[root].tree, small = s->reductions.items[tree];
    if (s->problem.misere)
        answer->outcome = zm_tree_at(&s->plain, tree)->lost ? ZM_LOSS : ZM_WIN;
    write_tree(reduced ? &s->reduced : &s->plain, reduced ? small : tree, &answer->text);
    return answer->text.failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status answer_tree(void *state, struct zm_bytes position,
                                  const struct zm_decider *decider, struct zm_answer *answer,
                                  struct zm_error *error)
{
    (void)decider;
    return answer_with(state, position, false, answer, error);
}

static enum zm_status answer_rct(void *state, struct zm_bytes position,
                                 const struct zm_decider *decider, struct zm_answer *answer,
                                 struct zm_error *error)
{
    (void)decider;
    return answer_with(state, position, true, answer, error);
}

static enum zm_status answer_genus(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *answer,
                                   struct zm_error *error)
{
    struct strong *s = state;
    struct zm_genera genera = {0};
    enum zm_status status = answer_rct(state, position, decider, answer, error);
    answer->kind = ZM_ANSWER_VALUE;
    if (status != ZM_OK)
        return status;
    uint32_t root = s->reductions.items[s->places[0].tree];
    const struct zm_genus *genus = zm_tree_genus(&s->reduced, root, &genera);
    zm_buffer_clear(&answer->text);
    if (genus != NULL)
        zm_genus_print(genus, &answer->text);
    zm_genera_free(&genera);
    return genus == NULL || answer->text.failed ? zm_fail_memory(error) : ZM_OK;
}

static void tree_close(void *state)
{
    struct strong *s = state;
    zm_components_close(&s->components);
    zm_table_free(&s->index);
    free(s->places);
    free(s->frames);
    zm_tree_set_free(&s->waiting);
    zm_forest_free(&s->plain);
    zm_forest_free(&s->reduced);
    zm_tree_set_free(&s->reductions);
    zm_sum_list_free(&s->sums);
    zm_tree_set_free(&s->sum);
    zm_tree_set_free(&s->option);
    free(s);
}

static enum zm_status tree_open(const struct zm_problem *problem, void **state,
                                struct zm_error *error)
{
    struct strong *s = calloc(1, sizeof *s);
    if (s == NULL)
        return zm_fail_memory(error);
    s->problem = *problem;
    zm_table_init(&s->index, sizeof(uint32_t));
    enum zm_status status = zm_components_open(&s->components, problem, error);
    if (status == ZM_OK &&
        (!zm_forest_init(&s->plain, false) || !zm_forest_init(&s->reduced, true)))
        status = zm_fail_memory(error);
    if (status == ZM_OK)
        *state = s;
    else
        tree_close(s);
    return status;
}

static enum zm_status tree_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    (void)misere;
    if (game->players != ZM_IMPARTIAL || game->sums == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s is not an impartial game that splits into components", game->name);
    return ZM_OK;
}

const struct zm_calculation zm_tree_calculation = {
    .name = "tree",
    .summary = "the canonical tree, by visiting all positions",
    .suits = tree_suits,
    .open = tree_open,
    .close = tree_close,
    .answer = answer_tree,
};

const struct zm_calculation zm_rct_calculation = {
    .name = "rct",
    .summary = "the reduced canonical tree of misère play, by visiting all positions",
    .suits = tree_suits,
    .open = tree_open,
    .close = tree_close,
    .answer = answer_rct,
};

const struct zm_calculation zm_genus_calculation = {
    .name = "genus",
    .summary = "the genus symbol of Winning Ways: the nimber, and misère values beside heaps of 2",
    .suits = tree_suits,
    .open = tree_open,
    .close = tree_close,
    .answer = answer_genus,
};
