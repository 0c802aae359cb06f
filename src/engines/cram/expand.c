/* Expansions of couples: nearly all the time of a search goes into making and looking up the
 * options of components that are expanded once (of 5x7's, four in five). So remembering options
 * does not pay; what pays is that a component is one word, its canonical form a few shifts, and all
 * that is known of it in one line of the processor's cache, asked for some options ahead of its
 * use. */
#include "engines/cram/expand.h"

#include "base/bits.h"

static bool same_node(const struct zm_cram_node *a, const struct zm_cram_node *b)
{
    if (a->count != b->count || a->heap != b->heap)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->keys[i] != b->keys[i])
            return false;
    return true;
}

/* Is the child behind the last one equal to one before it? */
static inline bool is_repeated(struct zm_cram_frame *frame)
{
    const struct zm_cram_node *node = &frame->children[frame->count];
    uint64_t hash = zm_cram_mixed(node->keys[0]) * ZM_MIX >> ZM_CRAM_MET_SHIFT;
    uint8_t *met;
    for (; *(met = &frame->met[hash % sizeof frame->met]) != 0; hash++)
        if (same_node(&frame->children[*met - 1], node))
            return true;
    *met = (uint8_t)(frame->count + 1);
    return false;
}

void WIDTH(zm_cram_set_numbers)(struct zm_cram_frame *frame, uint32_t at, struct zm_numbers numbers)
{
    uint64_t order = frame->ranks[at] & ((UINT64_C(1) << ZM_CRAM_RANK_SHIFT) - 1);
    frame->ranks[at] = (uint64_t)numbers.disproof << ZM_CRAM_RANK_SHIFT | order;
    frame->proofs[at] = numbers.proof;
}

/* Keeps the child behind the last one. */
static void add_child(struct zm_cram_frame *frame, uint32_t order, zm_cram_cells left,
                      struct zm_numbers numbers)
{
    uint32_t at = frame->count++;
    frame->ranks[at] = (uint64_t)numbers.disproof << ZM_CRAM_RANK_SHIFT |
                       (uint64_t)order << ZM_CRAM_ORDER_SHIFT | at;
    frame->proofs[at] = numbers.proof;
    frame->left[at] = left;
}

/* The last child takes its place. */
void WIDTH(zm_cram_drop_child)(struct zm_cram_frame *frame, uint32_t at)
{
    uint32_t last = --frame->count;
    frame->children[at] = frame->children[last];
    frame->proofs[at] = frame->proofs[last];
    frame->left[at] = frame->left[last];
    frame->ranks[at] = (frame->ranks[last] & ~(uint64_t)UINT8_MAX) | at;
}

/* Looks an option of one component up, as most are; true when it wins the node. */
static inline bool examine_one(struct zm_cram_knowledge *knowledge, struct zm_cram_frame *frame,
                               const struct zm_cram_option *option, bool *all_known)
{
    zm_cram_cells key = option->keys[0];
    uint64_t word = zm_cram_word(knowledge, key);
    uint32_t heap = frame->node.heap ^ option->nimber;
    if (zm_cram_has_nimber(word) || WIDTH(cram_count)(key) <= knowledge->settings.small) {
        uint32_t nimber = zm_cram_has_nimber(word) ? zm_cram_nimber_in(word)
                                                   : WIDTH(zm_cram_evaluate)(knowledge, key);
        frame->seen |= UINT64_C(1) << (nimber ^ option->nimber);
        return nimber == heap;
    }
    *all_known = false;
    if (zm_cram_is_excluded(word, heap))
        return false;
    struct zm_cram_node *node = &frame->children[frame->count];
    node->keys[0] = key;
    node->count = 1;
    node->heap = heap;
    if (!is_repeated(frame))
        add_child(frame, option->order, option->left,
                  WIDTH(zm_cram_couple_numbers)(knowledge, key, heap, word));
    return false;
}

/* The same for an option of several components, or of none. */
static bool examine_sum(struct zm_cram_knowledge *knowledge, struct zm_cram_frame *frame,
                        const struct zm_cram_option *option, bool *all_known)
{
    struct zm_cram_node *node = &frame->children[frame->count];
    uint32_t heap = frame->node.heap;
    uint64_t word;
    node->count = option->count;
    node->heap = heap ^ option->nimber;
    for (unsigned i = 0; i < ZM_CRAM_PIECES; i++)
        node->keys[i] = option->keys[i];
    enum zm_verdict verdict = WIDTH(zm_cram_fold)(knowledge, node, &word);
    if (node->count == 0)
        frame->seen |= UINT64_C(1) << (node->heap ^ heap);
    else
        *all_known = false;
    if (verdict == ZM_OPEN && !is_repeated(frame))
        add_child(frame, option->order, 0, WIDTH(zm_cram_numbers)(knowledge, node, word));
    return verdict == ZM_LOST;
}

static inline bool examine(struct zm_cram_knowledge *knowledge, struct zm_cram_frame *frame,
                           const struct zm_cram_option *option, bool *all_known)
{
    bool wins = option->count == 1 ? examine_one(knowledge, frame, option, all_known)
                                   : examine_sum(knowledge, frame, option, all_known);
    if (wins && frame->reply != NULL)
        *frame->reply = option->domino;
    return wins;
}

/* Looks all options up, a few at a time: while those before are looked at, the table's lines for
 * the next are on their way. True when one wins the node. */
bool WIDTH(zm_cram_options)(struct zm_cram_knowledge *knowledge, struct zm_cram_frame *frame,
                            bool *all_known)
{
    struct zm_cram_moves moves;
    struct zm_cram_option options[ZM_CRAM_SEVERAL] = {0};
    *all_known = true;
    frame->killer = 0;
    frame->seen = frame->count = 0;
    memset(frame->met, 0, sizeof frame->met);
    WIDTH(zm_cram_moves_begin)(&moves, &knowledge->layout, &knowledge->tiny, frame->cells);
    if (frame->reply != NULL && WIDTH(zm_cram_make_first)(&moves, *frame->reply, &options[0]) &&
        examine(knowledge, frame, &options[0], all_known))
        return true;
    for (unsigned count; (count = knowledge->layout.several(&moves, options)) > 0;) {
        for (unsigned i = 0; i < count; i++)
            for (unsigned k = 0; k < options[i].count; k++)
                zm_cram_prefetch(&knowledge->known, options[i].keys[k]);
        for (unsigned i = 0; i < count; i++)
            if (examine(knowledge, frame, &options[i], all_known))
                return true;
    }
    return false;
}

/* The moves of the heap, (C, i) for i < n, unless (C, i) is known to be won. */
static void add_heap_moves(struct zm_cram_knowledge *knowledge, struct zm_cram_frame *frame,
                           uint64_t word)
{
    zm_cram_cells key = frame->node.keys[0];
    for (uint32_t i = 0; i < frame->node.heap; i++)
        if (!zm_cram_is_excluded(word, i)) {
            frame->children[frame->count] =
                (struct zm_cram_node){.keys = {key}, .count = 1, .heap = i};
            add_child(frame, ZM_CRAM_ORDERS + i, 0,
                      WIDTH(zm_cram_couple_numbers)(knowledge, key, i, word));
        }
}

enum zm_verdict WIDTH(zm_cram_expand)(struct zm_cram_knowledge *knowledge,
                                      struct zm_cram_frame *frame)
{
    bool all_known;
    zm_cram_cells key = frame->node.keys[0];
    /* A component with k options has a nimber of at most k. */
    if (frame->node.heap > zm_cram_dominoes(&knowledge->layout, key) ||
        WIDTH(zm_cram_options)(knowledge, frame, &all_known))
        return ZM_WON;
    if (all_known) {
        uint32_t mex = (uint32_t)__builtin_ctzll(~frame->seen);
        WIDTH(zm_cram_learn)(knowledge, key, mex);
        return mex == frame->node.heap ? ZM_LOST : ZM_WON;
    }
    add_heap_moves(knowledge, frame, zm_cram_word(knowledge, key) | frame->seen);
    return frame->count == 0 ? ZM_LOST : ZM_OPEN;
}

/* Numbers of an open node only grow: a table that forgets must not undo progress. */
bool WIDTH(zm_cram_refresh)(struct zm_cram_knowledge *knowledge, struct zm_cram_frame *frame,
                            uint32_t at, enum zm_verdict *verdict)
{
    struct zm_numbers before = zm_cram_child_numbers(frame, at), now;
    uint64_t word;
    *verdict = WIDTH(zm_cram_fold)(knowledge, &frame->children[at], &word);
    if (*verdict != ZM_OPEN)
        return true;
    now = WIDTH(zm_cram_numbers)(knowledge, &frame->children[at], word);
    if (now.proof < before.proof)
        now.proof = before.proof;
    if (now.disproof < before.disproof)
        now.disproof = before.disproof;
    WIDTH(zm_cram_set_numbers)(frame, at, now);
    return now.proof != before.proof || now.disproof != before.disproof;
}

struct zm_view WIDTH(zm_cram_view)(const struct zm_cram_frame *frame)
{
    uint64_t best = UINT64_MAX, second = UINT64_MAX, sum = 0;
    for (uint32_t i = 0; i < frame->count; i++) {
        uint64_t rank = frame->ranks[i];
        uint64_t worse = rank < best ? best : rank;
        best = rank < best ? rank : best;
        second = worse < second ? worse : second;
        sum += frame->proofs[i];
    }
    return (struct zm_view){.proof = best >> ZM_CRAM_RANK_SHIFT,
                            .disproof = sum,
                            .best = best & UINT8_MAX,
                            .second =
                                second == UINT64_MAX ? ZM_NO_LIMIT : second >> ZM_CRAM_RANK_SHIFT,
                            .open = frame->count};
}
