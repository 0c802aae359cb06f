/* What the engine knows of components: nimbers and values excluded in one table, proof and disproof
 * numbers of couples in another.
 *
 * Every nimber found, those of small components too, is put in the store, so that a store shows by
 * itself why each of its entries is right; but for those that --evaluated has everybody evaluate.
 *
 * Whoever asks for the nimber of a small component (at most `small` cells) gets it from
 * zm_cram_evaluate, which looks in the table of all small components first, if there is one
 * (--cram-table), and keeps what it says with the rest: there it is found again at less cost. Of
 * what a component is this file knows the key alone; zm_cram_component makes the game's bytes of
 * it. */
#include "engines/cram/knowledge.h"

#include "games/cram/small.h"
#include "search/limits.h"
#include "store/store.h"

#include <unistd.h>

enum { MOST_NIMBER = ZM_CRAM_MOST_CELLS / 2 };

/* Facts are worth keeping by what they cost: nimbers first, then what is known of large components.
 */
static uint32_t fact_worth(uint64_t key, uint64_t word)
{
    unsigned cells = WIDTH(cram_count)(key) + WIDTH(cram_count)(word & ZM_CRAM_TAG);
    return cells + (zm_cram_has_nimber(word) ? ZM_CRAM_BITS : 0);
}

static uint64_t pack(struct zm_numbers numbers)
{
    return (uint64_t)numbers.disproof << 32 | numbers.proof;
}

static struct zm_numbers unpack(uint64_t word)
{
    return (struct zm_numbers){(uint32_t)word, (uint32_t)(word >> 32)};
}

static uint32_t numbers_worth(uint64_t key, uint64_t word)
{
    struct zm_numbers numbers = unpack(word);
    (void)key;
    return zm_clip((uint64_t)numbers.proof + numbers.disproof);
}

/* The gate. */

static bool crowded(const struct zm_cram_knowledge *knowledge)
{
    return zm_facts_crowded(&knowledge->known) || zm_facts_crowded(&knowledge->numbers);
}

/* What a thread waits for: tables that are crowded, and `full` if it is as large as it was when it
 * was found full. */
struct need {
    struct zm_cram_knowledge *knowledge;
    struct zm_facts *full; /* may be NULL */
    size_t size;
};

static bool still_full(const struct need *need)
{
    return need->full != NULL && zm_facts_size(need->full) == need->size;
}

static bool has_to_grow(void *context)
{
    const struct need *need = context;
    return crowded(need->knowledge) || still_full(need);
}

static void grow(void *context)
{
    struct need *need = context;
    if (still_full(need))
        zm_facts_grow(need->full);
    if (zm_facts_crowded(&need->knowledge->known))
        zm_facts_grow(&need->knowledge->known);
    if (zm_facts_crowded(&need->knowledge->numbers))
        zm_facts_grow(&need->knowledge->numbers);
}

static void wait_and_grow(struct zm_cram_knowledge *knowledge, struct zm_facts *full, size_t size)
{
    struct need need = {knowledge, full, size};
    zm_gate_stop(&knowledge->gate, has_to_grow, grow, &need);
}

void WIDTH(zm_cram_pass)(struct zm_cram_knowledge *knowledge)
{
    if (zm_gate_is_shut(&knowledge->gate) || crowded(knowledge))
        wait_and_grow(knowledge, NULL, 0);
}

static void put(struct zm_cram_knowledge *knowledge, struct zm_facts *facts, uint64_t key,
                uint64_t tag, uint64_t keep, uint64_t bits)
{
    while (!zm_facts_put(facts, key, tag, keep, bits))
        wait_and_grow(knowledge, facts, zm_facts_size(facts));
    WIDTH(zm_cram_pass)(knowledge);
}

static void put_known(struct zm_cram_knowledge *knowledge, zm_cram_cells key, uint64_t keep,
                      uint64_t bits)
{
    put(knowledge, &knowledge->known, (uint64_t)key, zm_cram_tag(key), keep, bits);
}

void WIDTH(zm_cram_enter)(struct zm_cram_knowledge *knowledge)
{
    zm_gate_enter(&knowledge->gate);
}

void WIDTH(zm_cram_leave)(struct zm_cram_knowledge *knowledge)
{
    zm_gate_leave(&knowledge->gate);
}

/* What is known of components. */

void WIDTH(zm_cram_learn)(struct zm_cram_knowledge *knowledge, zm_cram_cells key, uint32_t nimber)
{
    uint8_t bytes[2 + CRAM_MOST_CELLS / 8];
    uint64_t word = zm_cram_word(knowledge, key);
    if (zm_cram_has_nimber(word) && zm_cram_nimber_in(word) == nimber)
        return;
    put_known(knowledge, key, (UINT64_C(1) << ZM_CRAM_NIMBER_SHIFT) - 1,
              (uint64_t)(nimber + 1) << ZM_CRAM_NIMBER_SHIFT);
    if (WIDTH(cram_count)(key) <= knowledge->settings.evaluated)
        return;
    size_t size = WIDTH(zm_cram_component)(&knowledge->layout, key, bytes);
    enum zm_status status = zm_store_put(knowledge->run->store, ZM_KIND_NIMBER,
                                         zm_bytes(bytes, size), (struct zm_value){.a = nimber});
    if (status != ZM_OK)
        zm_run_fail(knowledge->run, status);
}

void WIDTH(zm_cram_exclude)(struct zm_cram_knowledge *knowledge, zm_cram_cells key, uint64_t values)
{
    values &= (UINT64_C(1) << ZM_CRAM_VALUES) - 1;
    if (values != 0)
        put_known(knowledge, key, ~UINT64_C(0), values);
}

static bool told_by_table(const struct zm_cram_knowledge *knowledge, zm_cram_cells key,
                          uint32_t *nimber)
{
    const struct cram_small_table *table = knowledge->settings.table;
    uint8_t bytes[2 + CRAM_MOST_CELLS / 8];
    if (table == NULL || WIDTH(cram_count)(key) > knowledge->settings.evaluated)
        return false;
    size_t size = WIDTH(zm_cram_component)(&knowledge->layout, key, bytes);
    return cram_small_table_nimber(table, zm_bytes(bytes, size), nimber);
}

uint32_t WIDTH(zm_cram_evaluate)(struct zm_cram_knowledge *knowledge, zm_cram_cells key)
{
    uint64_t word = zm_cram_word(knowledge, key), seen = 0;
    if (zm_cram_has_nimber(word))
        return zm_cram_nimber_in(word);
    uint32_t told;
    if (told_by_table(knowledge, key, &told)) {
        WIDTH(zm_cram_learn)(knowledge, key, told);
        return told;
    }
    struct zm_cram_moves moves;
    struct zm_cram_option options[ZM_CRAM_SEVERAL];
    WIDTH(zm_cram_moves_begin)(&moves, &knowledge->layout, &knowledge->tiny, key);
    for (unsigned count; (count = knowledge->layout.several(&moves, options)) > 0;)
        for (unsigned i = 0; i < count; i++) {
            uint32_t nimber = options[i].nimber;
            for (unsigned k = 0; k < options[i].count; k++)
                nimber ^= WIDTH(zm_cram_evaluate)(knowledge, options[i].keys[k]);
            seen |= UINT64_C(1) << nimber;
        }
    uint32_t mex = (uint32_t)__builtin_ctzll(~seen);
    WIDTH(zm_cram_learn)(knowledge, key, mex);
    return mex;
}

/* Is the nimber of a component known? Else `word` is set to what it cannot be. */
static inline bool known_nimber(struct zm_cram_knowledge *knowledge, zm_cram_cells key,
                                uint32_t *nimber, uint64_t *word)
{
    *word = zm_cram_word(knowledge, key);
    if (zm_cram_has_nimber(*word))
        *nimber = zm_cram_nimber_in(*word);
    else if (WIDTH(cram_count)(key) <= knowledge->settings.small)
        *nimber = WIDTH(zm_cram_evaluate)(knowledge, key);
    else
        return false;
    return true;
}

enum zm_verdict WIDTH(zm_cram_fold)(struct zm_cram_knowledge *knowledge, struct zm_cram_node *node,
                                    uint64_t *word)
{
    uint32_t count = 0, nimber;
    *word = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        uint64_t here;
        if (known_nimber(knowledge, node->keys[i], &nimber, &here)) {
            node->heap ^= nimber;
        } else {
            node->keys[count++] = node->keys[i];
            *word = here;
        }
    }
    node->count = count;
    if (count == 0)
        return node->heap == 0 ? ZM_LOST : ZM_WON;
    return count == 1 && zm_cram_is_excluded(*word, node->heap) ? ZM_WON : ZM_OPEN;
}

/* Numbers are found under a hash of the couple; a wrong one, should two hashes ever be equal, would
 * only misguide. */
uint64_t WIDTH(zm_cram_couple_key)(zm_cram_cells key, uint32_t heap)
{
    uint64_t hash =
        (zm_cram_mixed(key) ^ (uint64_t)heap << 58 ^ heap) * UINT64_C(0xBF58476D1CE4E5B9);
    return (hash ^ hash >> 29) | 1;
}

struct zm_numbers WIDTH(zm_cram_couple_numbers)(const struct zm_cram_knowledge *knowledge,
                                                zm_cram_cells key, uint32_t heap, uint64_t word)
{
    uint64_t found = 0;
    if (heap >= ZM_CRAM_HEAPS_NOTED || (word >> (ZM_CRAM_NUMBERS_SHIFT + heap) & 1) != 0)
        found = zm_facts_word(&knowledge->numbers, WIDTH(zm_cram_couple_key)(key, heap));
    return found != 0 ? unpack(found) : knowledge->leaf[zm_cram_dominoes(&knowledge->layout, key)];
}

void WIDTH(zm_cram_keep_numbers)(struct zm_cram_knowledge *knowledge, zm_cram_cells key,
                                 uint32_t heap, struct zm_numbers numbers)
{
    if (heap < ZM_CRAM_HEAPS_NOTED)
        put_known(knowledge, key, ~UINT64_C(0), UINT64_C(1) << (ZM_CRAM_NUMBERS_SHIFT + heap));
    put(knowledge, &knowledge->numbers, WIDTH(zm_cram_couple_key)(key, heap), 0, 0, pack(numbers));
}

struct zm_cram_node WIDTH(zm_cram_part)(const struct zm_cram_knowledge *knowledge,
                                        zm_cram_cells key, struct zm_numbers *numbers)
{
    uint64_t word = zm_cram_word(knowledge, key);
    uint32_t value = (uint32_t)__builtin_ctzll(~(word & ((UINT64_C(1) << ZM_CRAM_VALUES) - 1)));
    *numbers = WIDTH(zm_cram_couple_numbers)(knowledge, key, value, word);
    return (struct zm_cram_node){.keys = {key}, .count = 1, .heap = value};
}

/* The numbers of a sum are the least of each component, added up. */
struct zm_numbers WIDTH(zm_cram_numbers)(const struct zm_cram_knowledge *knowledge,
                                         const struct zm_cram_node *node, uint64_t word)
{
    if (node->count == 1)
        return WIDTH(zm_cram_couple_numbers)(knowledge, node->keys[0], node->heap, word);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        struct zm_numbers numbers;
        WIDTH(zm_cram_part)(knowledge, node->keys[i], &numbers);
        sum += zm_numbers_least(numbers);
    }
    return (struct zm_numbers){zm_clip(sum), zm_clip(sum)};
}

/* Numbers of new nodes by the dominoes that fit on them: 1.03^n to show it won, 1.1^n to show it
 * lost. */
static void fill_leaf_numbers(struct zm_cram_knowledge *knowledge)
{
    double won = 1, lost = 1;
    for (unsigned i = 0; i <= ZM_CRAM_DOMINOES; i++, won *= 1.03, lost *= 1.1)
        knowledge->leaf[i] = (struct zm_numbers){(uint32_t)won, (uint32_t)lost};
}

bool WIDTH(zm_cram_take_in)(struct zm_cram_knowledge *knowledge, struct zm_bytes component,
                            int64_t nimber)
{
    zm_cram_cells key;
    size_t size = 0;
    if (!cram_board_sound(component, &size) || size != component.size ||
        !WIDTH(zm_cram_key)(&knowledge->layout, component, &key) || nimber < 0 ||
        nimber > MOST_NIMBER)
        return false;
    put_known(knowledge, key, 0, (uint64_t)(nimber + 1) << ZM_CRAM_NIMBER_SHIFT);
    return true;
}

static bool take_entry(void *context, struct zm_bytes component, struct zm_value value)
{
    WIDTH(zm_cram_take_in)(context, component, value.a);
    return true;
}

/* Without a limit the tables may take half of what the machine has. */
static size_t memory_for_tables(const struct zm_run *run)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (run->memory_limit != 0)
        return run->memory_limit;
    return pages > 0 && size > 0 ? (size_t)pages / 2 * (size_t)size : SIZE_MAX / 4;
}

static uint32_t evaluate_tiny(void *context, zm_cram_cells key)
{
    return WIDTH(zm_cram_evaluate)(context, key);
}

static uint32_t tiny_worth(uint64_t key, uint64_t word)
{
    return ZM_CRAM_TINY - WIDTH(cram_count)(key) - WIDTH(cram_count)(word & ZM_CRAM_TAG);
}

bool WIDTH(zm_cram_knowledge_open)(struct zm_cram_knowledge *knowledge, unsigned width,
                                   unsigned height, const struct zm_cram_settings *settings,
                                   struct zm_run *run)
{
    size_t memory = memory_for_tables(run);
    *knowledge = (struct zm_cram_knowledge){.run = run, .settings = *settings};
    if (!zm_gate_open(&knowledge->gate))
        return false;
    fill_leaf_numbers(knowledge);
    knowledge->tiny.evaluate = evaluate_tiny;
    knowledge->tiny.context = knowledge;
    if (!WIDTH(zm_cram_layout_init)(&knowledge->layout, width, height) ||
        !zm_facts_open(&knowledge->known, memory / 2, ZM_CRAM_TAG, fact_worth) ||
        !zm_facts_open(&knowledge->numbers, memory / 4, 0, numbers_worth) ||
        !zm_facts_open(&knowledge->tiny.nimbers, 0, ZM_CRAM_TAG, tiny_worth)) {
        WIDTH(zm_cram_knowledge_close)(knowledge);
        return false;
    }
    run->store->class->each(run->store, ZM_KIND_NIMBER, take_entry, knowledge);
    return true;
}

void WIDTH(zm_cram_knowledge_close)(struct zm_cram_knowledge *knowledge)
{
    zm_facts_close(&knowledge->known);
    zm_facts_close(&knowledge->numbers);
    zm_facts_close(&knowledge->tiny.nimbers);
    zm_gate_close(&knowledge->gate);
}
