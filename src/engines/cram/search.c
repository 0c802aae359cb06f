/* Depth-first proof-number search for Cram in normal play, on couples of components and a heap:
 * what search/dfpn.c does with solve/couples.c for every game, on words of 64 bits.
 *
 * Nearly all the time of a search goes into making and looking up the options of components that
 * are expanded once: of 5x7's, three in four. So remembering options does not pay; what pays is
 * that a component is one word, its canonical form a few shifts, and all that is known of it in one
 * line of the processor's cache, asked for some options ahead of its use.
 *
 * Two things make the tree itself smaller than that of the general search:
 *
 * - components of a few cells are evaluated whole, with all that they can become, when first met;
 * - a new node starts with numbers that grow with the dominoes that fit on it: to show it won takes
 *   one good option, to show it lost takes an answer to each. The growth was fitted on 5x7, 4x9,
 * 5x8 and 4x11 (docs/cram.md).
 *
 * Every nimber found, those of small components too, is put in the store, so that a store shows by
 * itself why each of its entries is right. */
#include "engines/cram/search.h"

#include "engines/cram/facts.h"
#include "search/branch.h"
#include "search/limits.h"
#include "store/store.h"

#include <stdlib.h>

/* What is known of a component, as one word: the nimber plus 1 in the highest byte, 0 when it is
 * not known; a bit for each small heap with which it has numbers in the other table, which most
 * have not; a bit for each value that the nimber was found not to be. A nimber is at most the
 * length of the longest play, 32 here. */
enum { NIMBER_SHIFT = 56, NUMBERS_SHIFT = 40, EXCLUDED_VALUES = 40 };
enum { HEAPS_NOTED = NIMBER_SHIFT - NUMBERS_SHIFT };

enum { MOST_CHILDREN = ZM_CRAM_DOMINOES + 64 }; /* and the moves of the heap */
enum { HEAP_ORDER = 1 << 20 };                  /* moves of the heap come last */
enum { AHEAD = 8 };                             /* options looked up at a time */
enum { EPSILON = 15 }; /* percent that a branch may be worse than the next before it is left */

struct child {
    struct zm_cram_node node;
    struct zm_numbers numbers;
};

/* One node of the current branch. */
struct frame {
    struct zm_cram_node node;
    struct zm_numbers numbers;
    uint32_t count, current;        /* of the open children, the one gone to */
    uint32_t sorted[MOST_CHILDREN]; /* the open children, most promising first; see child_at */
    struct child children[MOST_CHILDREN];
};

struct zm_cram_search {
    struct zm_cram_layout layout;
    struct zm_run *run;
    struct zm_space space; /* for those who watch */
    struct zm_facts known; /* by key */
    struct zm_facts numbers;
    unsigned small;
    struct zm_numbers leaf[ZM_CRAM_DOMINOES + 1];
    struct frame **frames;
    size_t frame_capacity;
};

static const struct zm_limits_policy policy = {.epsilon = EPSILON};
static const struct zm_limits no_limits = {ZM_NO_LIMIT, ZM_NO_LIMIT, ZM_NO_LIMIT, 0, 0};

/* What is known of components. */

static uint64_t word_of(const struct zm_cram_search *search, uint64_t key)
{
    const uint64_t *word = zm_facts_find(&search->known, key);
    return word == NULL ? 0 : *word;
}

/* Facts are worth keeping by what they cost: nimbers first, then what is known of large components.
 */
static uint32_t fact_worth(const struct zm_facts_entry *entry)
{
    return (uint32_t)__builtin_popcountll(entry->key) + (entry->word >> NIMBER_SHIFT != 0 ? 64 : 0);
}

static uint32_t numbers_worth(const struct zm_facts_entry *entry)
{
    uint32_t proof = (uint32_t)entry->word, disproof = (uint32_t)(entry->word >> 32);
    return proof > UINT32_MAX - disproof ? UINT32_MAX : proof + disproof;
}

static void learn_nimber(struct zm_cram_search *search, uint64_t key, uint32_t nimber)
{
    uint8_t bytes[2 + CRAM_MOST_CELLS / 8];
    uint64_t *word = zm_facts_insert(&search->known, key, 0);
    if (*word >> NIMBER_SHIFT == nimber + 1)
        return;
    *word = (*word & ~(~UINT64_C(0) << NIMBER_SHIFT)) | (uint64_t)(nimber + 1) << NIMBER_SHIFT;
    size_t size = zm_cram_component(&search->layout, key, bytes);
    enum zm_status status = zm_store_put(search->run->store, ZM_KIND_NIMBER, zm_bytes(bytes, size),
                                         (struct zm_value){.a = nimber});
    if (status != ZM_OK)
        zm_run_fail(search->run, status);
}

static void exclude(struct zm_cram_search *search, uint64_t key, uint32_t value)
{
    if (value < EXCLUDED_VALUES)
        *zm_facts_insert(&search->known, key, 0) |= UINT64_C(1) << value;
}

static bool has_nimber(uint64_t word)
{
    return word >> NIMBER_SHIFT != 0;
}

static uint32_t nimber_in(uint64_t word)
{
    return (uint32_t)(word >> NIMBER_SHIFT) - 1;
}

static bool is_excluded(uint64_t word, uint32_t value)
{
    return value < EXCLUDED_VALUES && (word >> value & 1) != 0;
}

/* The nimber of a small component, from those of all its options. */
static uint32_t evaluate(struct zm_cram_search *search, uint64_t key)
{
    uint64_t word = word_of(search, key), seen = 0;
    if (has_nimber(word))
        return nimber_in(word);
    struct zm_cram_moves moves = zm_cram_moves(&search->layout, key);
    struct zm_cram_option option;
    while (zm_cram_next(&moves, &option)) {
        uint32_t nimber = 0;
        for (unsigned i = 0; i < option.count; i++)
            nimber ^= evaluate(search, option.keys[i]);
        seen |= UINT64_C(1) << nimber;
    }
    uint32_t mex = (uint32_t)__builtin_ctzll(~seen);
    learn_nimber(search, key, mex);
    return mex;
}

/* Is the nimber of a component known? Else `word` is set to what it cannot be. */
static bool known_nimber(struct zm_cram_search *search, uint64_t key, uint32_t *nimber,
                         uint64_t *word)
{
    *word = word_of(search, key);
    if (has_nimber(*word))
        *nimber = nimber_in(*word);
    else if ((unsigned)__builtin_popcountll(key) <= search->small)
        *nimber = evaluate(search, key);
    else if (*word == 0 && zm_cram_mirrored(&search->layout, key))
        learn_nimber(search, key, *nimber = 0);
    else
        return false;
    return true;
}

/* Folds the known components of a node into its heap. The verdict of the node, when that tells it;
 * `word` is what is known of the last component left. */
static enum zm_verdict fold(struct zm_cram_search *search, struct zm_cram_node *node,
                            uint64_t *word)
{
    uint32_t count = 0, nimber;
    *word = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        uint64_t here;
        if (known_nimber(search, node->keys[i], &nimber, &here)) {
            node->heap ^= nimber;
        } else {
            node->keys[count++] = node->keys[i];
            *word = here;
        }
    }
    node->count = count;
    if (count == 0)
        return node->heap == 0 ? ZM_LOST : ZM_WON;
    return count == 1 && is_excluded(*word, node->heap) ? ZM_WON : ZM_OPEN;
}

/* Proof and disproof numbers. */

/* Numbers are found under a hash of the couple; a wrong one, should two hashes ever be equal, would
 * only misguide. */
static uint64_t couple_key(uint64_t key, uint32_t heap)
{
    uint64_t hash = (key ^ (uint64_t)heap << 58 ^ heap) * UINT64_C(0xBF58476D1CE4E5B9);
    return (hash ^ hash >> 29) | 1;
}

/* The numbers of a couple of which `word` is what is known of the component. */
static struct zm_numbers couple_numbers(const struct zm_cram_search *search, uint64_t key,
                                        uint32_t heap, uint64_t word)
{
    const uint64_t *found = NULL;
    if (heap >= HEAPS_NOTED || (word >> (NUMBERS_SHIFT + heap) & 1) != 0)
        found = zm_facts_find(&search->numbers, couple_key(key, heap));
    if (found == NULL)
        return search->leaf[zm_cram_dominoes(&search->layout, key)];
    return (struct zm_numbers){(uint32_t)*found, (uint32_t)(*found >> 32)};
}

static void keep_numbers(struct zm_cram_search *search, uint64_t key, uint32_t heap,
                         struct zm_numbers numbers)
{
    if (heap < HEAPS_NOTED)
        *zm_facts_insert(&search->known, key, 0) |= UINT64_C(1) << (NUMBERS_SHIFT + heap);
    *zm_facts_insert(&search->numbers, couple_key(key, heap), 0) =
        (uint64_t)numbers.disproof << 32 | numbers.proof;
}

/* A component with the least value that it may still have. */
static struct zm_cram_node part_of(const struct zm_cram_search *search, uint64_t key,
                                   struct zm_numbers *numbers)
{
    uint64_t word = word_of(search, key);
    uint32_t value = (uint32_t)__builtin_ctzll(~word);
    *numbers = couple_numbers(search, key, value, word);
    return (struct zm_cram_node){.keys = {key}, .count = 1, .heap = value};
}

/* The numbers of an open node; those of a sum are the least of each component, added up. */
static struct zm_numbers node_numbers(const struct zm_cram_search *search,
                                      const struct zm_cram_node *node, uint64_t word)
{
    if (node->count == 1)
        return couple_numbers(search, node->keys[0], node->heap, word);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        struct zm_numbers numbers;
        part_of(search, node->keys[i], &numbers);
        sum += zm_numbers_least(numbers);
    }
    return (struct zm_numbers){zm_clip(sum), zm_clip(sum)};
}

/* Numbers of new nodes by the dominoes that fit on them: 1.03^n to show it won, 1.1^n to show it
 * lost. */
static void fill_leaf_numbers(struct zm_cram_search *search)
{
    double won = 1, lost = 1;
    for (unsigned i = 0; i <= ZM_CRAM_DOMINOES; i++, won *= 1.03, lost *= 1.1)
        search->leaf[i] = (struct zm_numbers){(uint32_t)won, (uint32_t)lost};
}

/* Expansions. */

struct expansion {
    uint64_t seen; /* the nimbers of the options known */
    bool all_known;
};

static bool same_node(const struct zm_cram_node *a, const struct zm_cram_node *b)
{
    if (a->count != b->count || a->heap != b->heap)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->keys[i] != b->keys[i])
            return false;
    return true;
}

/* Children are sorted by numbers that hold the place in `children` in the lowest byte and the order
 * above. */
static struct child *child_at(struct frame *frame, uint32_t at)
{
    return &frame->children[frame->sorted[at] & 255];
}

/* The child that is being made, behind the last one; add_child keeps it. */
static struct child *new_child(struct frame *frame)
{
    return &frame->children[frame->count];
}

static void add_child(struct frame *frame, uint32_t order)
{
    frame->sorted[frame->count] = order << 8 | frame->count;
    frame->count++;
}

/* Is the child at `at` equal to one before it? Equal ones have equal orders. */
static bool is_repeated(struct frame *frame, uint32_t at)
{
    for (uint32_t i = at; i-- > 0 && frame->sorted[i] >> 8 == frame->sorted[at] >> 8;)
        if (same_node(&child_at(frame, i)->node, &child_at(frame, at)->node))
            return true;
    return false;
}

/* Sorts the children and drops repeated ones. */
static void sort_children(struct frame *frame)
{
    uint32_t *sorted = frame->sorted, count = 0;
    for (uint32_t i = 1; i < frame->count; i++) {
        uint32_t key = sorted[i], at = i;
        for (; at > 0 && sorted[at - 1] > key; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = key;
    }
    for (uint32_t i = 0; i < frame->count; i++) {
        sorted[count] = sorted[i];
        count += !is_repeated(frame, count);
    }
    frame->count = count;
}

static void drop_child(struct frame *frame, uint32_t at)
{
    for (frame->count--; at < frame->count; at++)
        frame->sorted[at] = frame->sorted[at + 1];
}

/* Looks an option up; true when it wins the node. */
static bool examine(struct zm_cram_search *search, struct frame *frame,
                    const struct zm_cram_option *option, struct expansion *expansion)
{
    struct child *child = new_child(frame);
    struct zm_cram_node *node = &child->node;
    uint32_t heap = frame->node.heap;
    uint64_t word;
    node->count = option->count;
    node->heap = heap;
    for (unsigned i = 0; i < option->count; i++)
        node->keys[i] = option->keys[i];
    enum zm_verdict verdict = fold(search, node, &word);
    if (node->count == 0)
        expansion->seen |= UINT64_C(1) << (node->heap ^ heap);
    else
        expansion->all_known = false;
    if (verdict == ZM_OPEN) {
        child->numbers = node_numbers(search, node, word);
        add_child(frame, option->order);
    }
    return verdict == ZM_LOST;
}

/* Looks all options up, a few at a time: while those before are looked at, the table's lines for
 * the next are on their way. True when one wins the node. */
static bool examine_options(struct zm_cram_search *search, struct frame *frame,
                            struct expansion *expansion)
{
    struct zm_cram_moves moves = zm_cram_moves(&search->layout, frame->node.keys[0]);
    struct zm_cram_option options[AHEAD];
    for (bool more = true; more;) {
        unsigned count = 0;
        while (count < AHEAD && (more = zm_cram_next(&moves, &options[count]))) {
            for (unsigned i = 0; i < options[count].count; i++)
                zm_facts_prefetch(&search->known, options[count].keys[i]);
            count++;
        }
        for (unsigned i = 0; i < count; i++)
            if (examine(search, frame, &options[i], expansion))
                return true;
    }
    return false;
}

/* The moves of the heap, (C, i) for i < n, unless (C, i) is known to be won. */
static void add_heap_moves(struct zm_cram_search *search, struct frame *frame, uint64_t seen)
{
    uint64_t key = frame->node.keys[0], word = word_of(search, key);
    for (uint32_t i = 0; i < frame->node.heap; i++) {
        if ((seen >> i & 1) != 0 || is_excluded(word, i))
            continue;
        struct child *child = new_child(frame);
        child->node = (struct zm_cram_node){.keys = {key}, .count = 1, .heap = i};
        child->numbers = couple_numbers(search, key, i, word);
        add_child(frame, HEAP_ORDER + i);
    }
}

/* Sets the open children of a couple, with their numbers, or finds its verdict. */
static enum zm_verdict expand(struct zm_cram_search *search, struct frame *frame)
{
    struct expansion expansion = {.all_known = true};
    uint64_t key = frame->node.keys[0];
    frame->count = 0;
    /* A component with k options has a nimber of at most k. */
    if (frame->node.heap > zm_cram_dominoes(&search->layout, key) ||
        examine_options(search, frame, &expansion))
        return ZM_WON;
    if (expansion.all_known) {
        uint32_t mex = (uint32_t)__builtin_ctzll(~expansion.seen);
        learn_nimber(search, key, mex);
        return mex == frame->node.heap ? ZM_LOST : ZM_WON;
    }
    add_heap_moves(search, frame, expansion.seen);
    sort_children(frame);
    return frame->count == 0 ? ZM_LOST : ZM_OPEN;
}

/* The walk. */

static struct zm_numbers visit(struct zm_cram_search *search, size_t depth,
                               struct zm_cram_node node, struct zm_limits limits);

static struct zm_view view_children(struct frame *frame)
{
    struct zm_view view = {.proof = ZM_NO_LIMIT, .second = ZM_NO_LIMIT, .open = frame->count};
    for (uint32_t i = 0; i < frame->count; i++) {
        struct zm_numbers numbers = child_at(frame, i)->numbers;
        if (numbers.disproof < view.proof) {
            view.second = view.proof;
            view.proof = numbers.disproof;
            view.best = i;
        } else if (numbers.disproof < view.second) {
            view.second = numbers.disproof;
        }
        view.disproof += numbers.proof;
    }
    return view;
}

/* Brings what a child is worth up to date; true when that changed. Numbers of an open node only
 * grow: a table that forgets must not undo progress. */
static bool refresh(struct zm_cram_search *search, struct child *child, enum zm_verdict *verdict)
{
    struct zm_numbers before = child->numbers;
    uint64_t word;
    *verdict = fold(search, &child->node, &word);
    if (*verdict != ZM_OPEN)
        return true;
    child->numbers = node_numbers(search, &child->node, word);
    if (child->numbers.proof < before.proof)
        child->numbers.proof = before.proof;
    if (child->numbers.disproof < before.disproof)
        child->numbers.disproof = before.disproof;
    return child->numbers.proof != before.proof || child->numbers.disproof != before.disproof;
}

static struct zm_numbers visit_couple(struct zm_cram_search *search, size_t depth,
                                      struct frame *frame, struct zm_limits limits)
{
    enum zm_verdict verdict = expand(search, frame);
    if (verdict != ZM_OPEN)
        return zm_numbers_of(verdict);
    while (frame->count > 0) {
        struct zm_view view = view_children(frame);
        frame->numbers = (struct zm_numbers){zm_clip(view.proof), zm_clip(view.disproof)};
        if (zm_run_stopped(search->run) || !zm_within(view.proof, view.disproof, &limits))
            return frame->numbers;
        uint32_t best = frame->current = (uint32_t)view.best;
        struct child *child = child_at(frame, best);
        if (!refresh(search, child, &verdict)) {
            child->numbers = visit(search, depth + 1, child->node,
                                   zm_limits_child(&policy, &limits, &view, child->numbers));
            verdict = zm_numbers_verdict(child->numbers);
        }
        if (verdict == ZM_LOST)
            return zm_numbers_of(ZM_WON);
        if (verdict == ZM_WON)
            drop_child(frame, best);
    }
    return zm_numbers_of(ZM_LOST);
}

/* A sum is decided through the nimbers of its components: the one that looks cheapest is searched
 * with the least value that it may have, until only one component is left, or none. */
static struct zm_numbers visit_sum(struct zm_cram_search *search, size_t depth, struct frame *frame,
                                   struct zm_limits limits)
{
    struct zm_cram_node *node = &frame->node, steps[ZM_CRAM_PIECES];
    struct zm_child parts[ZM_CRAM_PIECES] = {0};
    for (;;) {
        uint64_t word;
        enum zm_verdict verdict = fold(search, node, &word);
        if (verdict != ZM_OPEN)
            return zm_numbers_of(verdict);
        if (node->count == 1) {
            frame->numbers = node_numbers(search, node, word);
            if (!zm_within(frame->numbers.proof, frame->numbers.disproof, &limits))
                return frame->numbers;
            return visit(search, depth + 1, *node, limits);
        }
        for (uint32_t i = 0; i < node->count; i++)
            steps[i] = part_of(search, node->keys[i], &parts[i].numbers);
        struct zm_view view = zm_view_parts(parts, node->count);
        frame->numbers = (struct zm_numbers){zm_clip(view.proof), zm_clip(view.disproof)};
        if (zm_run_stopped(search->run) || !zm_within(view.proof, view.disproof, &limits))
            return frame->numbers;
        visit(search, depth + 1, steps[view.best],
              zm_limits_part(&policy, &limits, &view, parts[view.best].numbers));
    }
}

static void describe_level(void *context, size_t depth, struct zm_branch_level *level)
{
    const struct zm_cram_search *search = context;
    const struct frame *frame = search->frames[depth];
    *level = (struct zm_branch_level){
        .node = zm_bytes((const uint8_t *)&frame->node, sizeof frame->node),
        .sum = frame->node.count > 1,
        .children = frame->count,
        .unknown = frame->count,
        .current = frame->current,
        .proof = frame->numbers.proof,
        .disproof = frame->numbers.disproof};
}

static void describe_child(void *context, size_t depth, size_t index, struct zm_branch_child *child)
{
    const struct zm_cram_search *search = context;
    const struct child *shown = child_at(search->frames[depth], (uint32_t)index);
    *child = (struct zm_branch_child){
        .node = zm_bytes((const uint8_t *)&shown->node, sizeof shown->node),
        .proof = shown->numbers.proof,
        .disproof = shown->numbers.disproof,
        .unknown = -1,
        .size = -1};
}

/* A node in the words of solve/couples.c: the heap, then the components as strings. */
static void describe_node(void *state, struct zm_bytes bytes, struct zm_buffer *text)
{
    const struct zm_cram_search *search = state;
    struct zm_cram_node node;
    memcpy(&node, bytes.data, sizeof node);
    zm_buffer_format(text, "%u - ", node.heap);
    for (uint32_t i = 0; i < node.count; i++) {
        uint8_t component[2 + CRAM_MOST_CELLS / 8];
        zm_cram_component(&search->layout, node.keys[i], component);
        struct cram_board board = cram_decode(component);
        zm_buffer_text(text, i == 0 ? "" : " + ");
        cram_print_board(&board, text);
    }
}

static struct frame *open_frame(struct zm_cram_search *search, size_t depth,
                                struct zm_cram_node node)
{
    if (depth >= search->frame_capacity) {
        size_t capacity = search->frame_capacity * 2 + 32;
        struct frame **frames = realloc(search->frames, capacity * sizeof *frames);
        if (frames == NULL)
            return NULL;
        for (size_t i = search->frame_capacity; i < capacity; i++)
            frames[i] = NULL;
        search->frames = frames;
        search->frame_capacity = capacity;
    }
    if (search->frames[depth] == NULL)
        search->frames[depth] = malloc(sizeof(struct frame));
    struct frame *frame = search->frames[depth];
    if (frame != NULL) {
        frame->node = node;
        frame->numbers = (struct zm_numbers){1, 1};
        frame->count = frame->current = 0;
    }
    return frame;
}

/* Once per expansion: counts, looks at the clock, serves those who watch. */
static void tick(struct zm_cram_search *search, size_t depth)
{
    const struct zm_branch branch = {.space = &search->space,
                                     .context = search,
                                     .depth = depth,
                                     .level = describe_level,
                                     .child = describe_child};
    atomic_fetch_add_explicit(&search->run->nodes, 1, memory_order_relaxed);
    zm_branch_tick(&branch, NULL);
}

static struct zm_numbers visit(struct zm_cram_search *search, size_t depth,
                               struct zm_cram_node node, struct zm_limits limits)
{
    struct frame *frame = open_frame(search, depth, node);
    if (frame == NULL) {
        zm_run_fail(search->run, ZM_FAILED);
        return (struct zm_numbers){1, 1};
    }
    if (node.count > 1)
        return visit_sum(search, depth, frame, limits);
    tick(search, depth);
    struct zm_numbers numbers = visit_couple(search, depth, frame, limits);
    switch (zm_numbers_verdict(numbers)) {
    case ZM_LOST:
        learn_nimber(search, node.keys[0], node.heap);
        break;
    case ZM_WON:
        exclude(search, node.keys[0], node.heap);
        break;
    case ZM_OPEN:
        keep_numbers(search, node.keys[0], node.heap, numbers);
    }
    return numbers;
}

enum zm_verdict zm_cram_search_decide(struct zm_cram_search *search, struct zm_cram_node node)
{
    uint64_t word;
    enum zm_verdict verdict = fold(search, &node, &word);
    if (verdict == ZM_OPEN)
        verdict = zm_numbers_verdict(visit(search, 0, node, no_limits));
    return zm_run_stopped(search->run) ? ZM_OPEN : verdict;
}

/* Opening: what the store knows already. */

static bool take_entry(void *context, struct zm_bytes component, struct zm_value value)
{
    struct zm_cram_search *search = context;
    uint64_t key;
    if (zm_cram_key(&search->layout, component, &key) && value.a >= 0 && value.a <= 32)
        *zm_facts_insert(&search->known, key, 0) |= (uint64_t)(value.a + 1) << NIMBER_SHIFT;
    return true;
}

struct zm_cram_search *zm_cram_search_open(unsigned width, unsigned height, unsigned small,
                                           struct zm_run *run)
{
    struct zm_cram_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->run = run;
    search->small = small;
    search->space = (struct zm_space){.state = search, .run = run, .describe = describe_node};
    fill_leaf_numbers(search);
    size_t memory = run->memory_limit == 0 ? SIZE_MAX / 4 : run->memory_limit;
    if (!zm_cram_layout_init(&search->layout, width, height) ||
        !zm_facts_open(&search->known, memory / 2, fact_worth) ||
        !zm_facts_open(&search->numbers, memory / 4, numbers_worth)) {
        zm_cram_search_close(search);
        return NULL;
    }
    run->store->class->each(run->store, ZM_KIND_NIMBER, take_entry, search);
    return search;
}

void zm_cram_search_close(struct zm_cram_search *search)
{
    if (search == NULL)
        return;
    for (size_t i = 0; i < search->frame_capacity; i++)
        free(search->frames[i]);
    free(search->frames);
    zm_facts_close(&search->known);
    zm_facts_close(&search->numbers);
    free(search);
}

const struct zm_cram_layout *zm_cram_search_layout(const struct zm_cram_search *search)
{
    return &search->layout;
}
