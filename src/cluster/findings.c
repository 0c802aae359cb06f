/* Results that were found and not sent; see findings.h. */
#include "cluster/findings.h"

#include "base/list.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { HEAD = 6 }; /* bytes of a result beside its key and value, in the stream and in the hash */

struct findings {
    struct zm_store store;
    struct zm_store *own, *shared;
    struct zm_list fresh; /* found since things were settled: kind and key */
    _Atomic uint64_t bytes;
    bool at_once; /* what is put is shared, and `own` is empty */
};

static struct findings *of(struct zm_store *store)
{
    return (struct findings *)store;
}

static bool findings_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                         struct zm_value *value)
{
    struct zm_value own, shared;
    if (of(store)->at_once)
        return zm_store_get(of(store)->shared, kind, key, value);
    bool has_own = zm_store_get(of(store)->own, kind, key, &own);
    bool has_shared = zm_store_get(of(store)->shared, kind, key, &shared);
    if (has_own && has_shared)
        zm_value_merge(kind, &own, shared); /* a contradiction is told when something is put */
    *value = has_own ? own : shared;
    return has_own || has_shared;
}

static enum zm_status findings_put(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                   struct zm_value value)
{
    struct zm_value known = {0}, merged;
    bool is_known = findings_get(store, kind, key, &known);
    merged = known;
    if (is_known && !zm_value_merge(kind, &merged, value))
        return ZM_WRONG;
    if (is_known && merged.a == known.a && merged.b == known.b)
        return ZM_OK;
    struct findings *findings = of(store);
    atomic_fetch_add(&findings->bytes, 2 * (key.size + zm_value_size(kind)) + HEAD);
    if (findings->at_once)
        return zm_store_put(findings->shared, kind, key, value);
    zm_buffer_byte(&findings->fresh.bytes, (uint8_t)kind);
    zm_buffer_add(&findings->fresh.bytes, key.data, key.size);
    zm_list_close(&findings->fresh);
    return zm_list_failed(&findings->fresh) ? ZM_FAILED
                                            : zm_store_put(findings->own, kind, key, value);
}

static void findings_stats(struct zm_store *store, struct zm_store_stats *stats)
{
    struct zm_store_stats own = zm_store_stats(of(store)->own);
    *stats = zm_store_stats(of(store)->shared);
    stats->entries += own.entries;
    stats->memory += own.memory;
}

/* What is in both is told twice. */
static void findings_each(struct zm_store *store, enum zm_kind kind,
                          bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                          void *context)
{
    of(store)->own->class->each(of(store)->own, kind, visit, context);
    of(store)->shared->class->each(of(store)->shared, kind, visit, context);
}

static enum zm_status findings_purge(struct zm_store *store, struct zm_error *error)
{
    return of(store)->own->class->purge(of(store)->own, error);
}

/* For visits: where to put what is seen. */
struct passing {
    struct zm_store *to;
    enum zm_kind kind;
};

static bool pass_on(void *context, struct zm_bytes key, struct zm_value value)
{
    struct passing *passing = context;
    zm_store_put(passing->to, passing->kind, key, value); /* what contradicts it stays here */
    return true;
}

void zm_findings_settle(struct zm_store *store)
{
    zm_list_clear(&of(store)->fresh);
}

void zm_findings_share(struct zm_store *store, bool all)
{
    struct findings *findings = of(store);
    for (size_t i = 0; i < findings->fresh.count && !all; i++) {
        struct zm_bytes entry = zm_list_at(&findings->fresh, i);
        struct passing passing = {findings->shared, (enum zm_kind)entry.data[0]};
        struct zm_bytes key = zm_bytes(entry.data + 1, entry.size - 1);
        struct zm_value value;
        if (zm_store_get(findings->own, passing.kind, key, &value))
            pass_on(&passing, key, value);
    }
    zm_findings_settle(store);
    if (!all)
        return;
    for (enum zm_kind kind = 0; kind < ZM_KIND_COUNT; kind++) {
        struct passing passing = {findings->shared, kind};
        findings->own->class->each(findings->own, kind, pass_on, &passing);
    }
    findings->own->class->purge(findings->own, NULL);
}

void zm_findings_pass(struct zm_store *store, bool at_once)
{
    if (at_once && !of(store)->at_once)
        zm_findings_share(store, true);
    of(store)->at_once = at_once;
}

static enum zm_status findings_flush(struct zm_store *store, struct zm_error *error)
{
    return zm_store_flush(of(store)->shared, error);
}

static void findings_close(struct zm_store *store)
{
    zm_list_free(&of(store)->fresh);
    zm_store_close(of(store)->own);
    zm_store_close(of(store)->shared);
    free(store);
}

static const struct zm_store_class findings_class = {
    .name = "findings",
    .close = findings_close,
    .get = findings_get,
    .put = findings_put,
    .stats = findings_stats,
    .each = findings_each,
    .purge = findings_purge,
    .flush = findings_flush,
};

struct zm_store *zm_findings_store(struct zm_store *shared, size_t memory)
{
    struct findings *findings = calloc(1, sizeof *findings);
    struct zm_store *own = findings == NULL ? NULL : zm_memory_store(memory);
    if (own == NULL) {
        free(findings);
        return NULL;
    }
    findings->store.class = &findings_class;
    findings->own = own;
    findings->shared = shared;
    return &findings->store;
}

uint64_t zm_findings_bytes(const struct zm_store *store)
{
    return atomic_load(&((const struct findings *)store)->bytes);
}
