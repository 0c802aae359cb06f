/* A run that fills its memory keeps proofs and goes on (Lemoine and Viennot verify, replace the
 * table and resume; here it happens by itself).
 *
 * The results about the hardest components come first: each is kept with what proves it, by the
 * rules alone, and nothing else is, until five eighths of the memory are full. What led nowhere,
 * most of a search's results, is dropped. Proving costs options of components as searching does, so
 * at most as many are made as the search has expanded nodes since the last time; then the hardest
 * results are kept without proof. Other results (misère nodes, bounds, distances) are kept by size
 * alone, and trees all. Dropping a result never makes an answer wrong: it may be found again. */
#include "api/compaction.h"

#include "base/array.h"
#include "proof/shrink.h"
#include "store/store.h"

#include <stdlib.h>

struct entry {
    enum zm_kind kind;
    struct zm_value value;
    size_t key; /* in `keys` */
    uint32_t rank;
};

struct inventory {
    const struct zm_question *question;
    struct zm_list keys;
    struct entry *entries;
    size_t count, capacity;
    enum zm_kind kind; /* being collected */
    bool failed;
};

static bool collect(void *context, struct zm_bytes key, struct zm_value value)
{
    struct inventory *inventory = context;
    const struct zm_game *game = inventory->question->game;
    struct entry *entries = zm_array_room(inventory->entries, &inventory->capacity,
                                          inventory->count + 1, sizeof *entries);
    if (entries == NULL) {
        inventory->failed = true;
        return false;
    }
    inventory->entries = entries;
    bool measured =
        inventory->kind == ZM_KIND_NIMBER && game->sums != NULL && game->sums->difficulty != NULL;
    uint32_t rank = inventory->kind == ZM_KIND_TREE ? UINT32_MAX
                    : measured ? game->sums->difficulty(inventory->question->instance.state, key)
                               : (uint32_t)key.size;
    inventory->entries[inventory->count] =
        (struct entry){inventory->kind, value, inventory->count, rank};
    inventory->count++;
    zm_list_add(&inventory->keys, key);
    return true;
}

static int hardest_first(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? 1 : -1;
    return (x->key > y->key) - (x->key < y->key);
}

static bool take_inventory(struct inventory *inventory, struct zm_store *store)
{
    for (int kind = 0; kind < ZM_KIND_COUNT && !inventory->failed; kind++) {
        inventory->kind = (enum zm_kind)kind;
        store->class->each(store, inventory->kind, collect, inventory);
    }
    if (inventory->failed || zm_list_failed(&inventory->keys))
        return false;
    if (inventory->count > 0)
        qsort(inventory->entries, inventory->count, sizeof *inventory->entries, hardest_first);
    return true;
}

static bool stored_nimber(void *context, struct zm_bytes key, uint32_t *nimber)
{
    struct zm_value value;
    bool known = zm_store_get(context, ZM_KIND_NIMBER, key, &value);
    *nimber = known ? (uint32_t)value.a : 0;
    return known;
}

/* Nimbers of components with their proofs, the hardest first, into the certificate's entries. */
static void keep_proofs(struct zm_certificate *certificate, const struct inventory *inventory,
                        struct zm_run *run, size_t memory, uint64_t work)
{
    struct zm_guide guide = {.context = run->store, .known = stored_nimber};
    struct zm_list hardest = {0};
    for (size_t i = 0; i < inventory->count; i++)
        if (inventory->entries[i].kind == ZM_KIND_NIMBER)
            zm_list_add(&hardest, zm_list_at(&inventory->keys, inventory->entries[i].key));
    if (!zm_list_failed(&hardest))
        zm_prove_entries(certificate, &guide, &hardest, memory, work);
    zm_list_free(&hardest);
}

static bool has_proofs(const struct zm_question *question)
{
    const char *keys = question->calculation->keys;
    return !question->misere && question->game->sums != NULL && keys != NULL &&
           strcmp(keys, "components") == 0;
}

/* Empties the store and puts back what is proved, all trees, and the hardest others. */
static void put_back(const struct inventory *inventory, const struct zm_table *proved,
                     struct zm_store *store, size_t memory)
{
    store->class->purge(store, NULL);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < inventory->count; i++) {
            const struct entry *entry = &inventory->entries[i];
            struct zm_bytes key = zm_list_at(&inventory->keys, entry->key);
            bool must = entry->kind == ZM_KIND_TREE ||
                        (entry->kind == ZM_KIND_NIMBER && zm_table_find(proved, key) != NULL);
            bool full = (i & 255) == 0 && zm_store_stats(store).memory > memory;
            if (round == 1 && full)
                return;
            if (must == (round == 0))
                zm_store_put(store, entry->kind, key, entry->value);
        }
}

void zm_compact_memory(void *context, struct zm_run *run)
{
    const struct zm_question *question = context;
    struct zm_store_stats stats = zm_store_stats(run->store);
    uint64_t nodes = atomic_load(&run->nodes);
    if (stats.memory <= run->memory_limit - run->memory_limit / 8 ||
        (run->compactions > 0 && nodes - run->compacted_at < stats.entries / 4))
        return; /* there is room, or it was tidied just now and trees fill it */
    struct inventory inventory = {.question = question};
    struct zm_certificate certificate = {0};
    size_t kept = run->memory_limit / 8 * 5;
    if (take_inventory(&inventory, run->store)) {
        bool proofs = has_proofs(question) &&
                      zm_certificate_begin(&certificate, question->game, &question->settings, false,
                                           zm_buffer_bytes(&question->position), NULL) == ZM_OK;
        if (proofs)
            keep_proofs(&certificate, &inventory, run, kept, nodes - run->compacted_at);
        put_back(&inventory, &certificate.entries, run->store, kept);
        run->compactions++;
        run->compacted_at = nodes;
        zm_certificate_free(&certificate);
    }
    zm_list_free(&inventory.keys);
    free(inventory.entries);
}
