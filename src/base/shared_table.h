/* A transposition table shared by the threads of a search, without locks; written once for the
 * searches and engines that need one. It starts small and doubles in place up to a limit; then a
 * new entry takes the place of the one that is worth least. What it holds only saves work: a table
 * that forgets is slow, not wrong.
 *
 * An entry has a key and a word of data that are sealed together (after Hyatt's lockless hashing):
 * a reader that meets words of two writers finds a key that no position has, so it reads the data
 * that belong to its key or none. Bits of the data may belong to the key as well (its tag).
 *
 * The shape of a table is a constant of its user, and the functions here are inline, so that the
 * compiler makes each user's code as if it were written for it alone. */
#ifndef ZM_BASE_SHARED_TABLE_H
#define ZM_BASE_SHARED_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct zm_shared_key {
    uint64_t word, second; /* `second` only with entries of 32 bytes */
    uint64_t tag, mask;    /* what data have in the bits of the mask */
};

/* A copy of an entry. */
struct zm_shared_entry {
    uint64_t word, second; /* the key */
    uint64_t data;         /* 0: the entry is free */
    uint64_t effort;       /* only with entries of 32 bytes; not sealed */
};

struct zm_shared_shape {
    unsigned words;  /* of 8 bytes in an entry: 2 (key, data) or 4 (two of the key, data, effort) */
    unsigned bucket; /* entries in a bucket */
    unsigned probed; /* entries where a key can be, from the first of its bucket on */
    /* When a table doubles, bucket i becomes 2i and 2i + 1 (ordered, and `probed` is `bucket`), or
     * i and i + the number of buckets. */
    bool ordered;
    size_t (*bucket_of)(const struct zm_shared_key *key, size_t buckets);
};

/* What an entry is worth keeping: the least gives way. */
typedef uint64_t zm_shared_worth(const struct zm_shared_entry *entry, const void *context);

struct zm_shared_table {
    _Atomic uint64_t *words;
    _Atomic size_t buckets;
    size_t most;         /* buckets that it may have */
    _Atomic size_t used; /* entries */
    void *space;         /* all the addresses that it may ever take */
    size_t space_size;
};

/* A table of `first` buckets that may grow to `most` by doubling, less when the machine does not
 * give the addresses; memory that was never written to is not taken. False: there is none. */
bool zm_shared_open(struct zm_shared_table *table, const struct zm_shared_shape *shape,
                    size_t first, size_t most);
void zm_shared_close(struct zm_shared_table *table);
/* Tells the system that the table will be used up to a number of buckets: what is behind its last
 * one will be written to soon. */
void zm_shared_expect(struct zm_shared_table *table, const struct zm_shared_shape *shape,
                      size_t buckets);

static inline uint64_t zm_shared_load(_Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static inline void zm_shared_store(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static inline size_t zm_shared_buckets(const struct zm_shared_table *table)
{
    return atomic_load_explicit(&table->buckets, memory_order_relaxed);
}

static inline uint64_t zm_shared_seal(uint64_t data)
{
    return data * UINT64_C(0xD6E8FEB86659FD93);
}

static inline struct zm_shared_entry zm_shared_read(const struct zm_shared_shape *shape,
                                                    _Atomic uint64_t *place)
{
    uint64_t data = zm_shared_load(&place[1]), seal = zm_shared_seal(data);
    struct zm_shared_entry entry = {.word = zm_shared_load(&place[0]) ^ seal, .data = data};
    if (shape->words == 4) {
        entry.second = zm_shared_load(&place[2]) ^ seal;
        entry.effort = zm_shared_load(&place[3]);
    }
    return entry;
}

static inline void zm_shared_write(const struct zm_shared_shape *shape, _Atomic uint64_t *place,
                                   struct zm_shared_entry entry)
{
    uint64_t seal = zm_shared_seal(entry.data);
    zm_shared_store(&place[0], entry.word ^ seal);
    if (shape->words == 4) {
        zm_shared_store(&place[2], entry.second ^ seal);
        zm_shared_store(&place[3], entry.effort);
    }
    zm_shared_store(&place[1], entry.data);
}

static inline bool zm_shared_is(const struct zm_shared_shape *shape,
                                const struct zm_shared_entry *entry,
                                const struct zm_shared_key *key)
{
    return entry->word == key->word && (entry->data & key->mask) == key->tag &&
           (shape->words == 2 || entry->second == key->second);
}

/* The first entry of the bucket of a key, in a table of so many buckets. */
static inline _Atomic uint64_t *zm_shared_bucket(const struct zm_shared_table *table,
                                                 const struct zm_shared_shape *shape,
                                                 const struct zm_shared_key *key, size_t buckets)
{
    return table->words + shape->bucket_of(key, buckets) * shape->bucket * shape->words;
}

static inline void zm_shared_prefetch(const struct zm_shared_table *table,
                                      const struct zm_shared_shape *shape, struct zm_shared_key key)
{
    __builtin_prefetch(
        (const void *)zm_shared_bucket(table, shape, &key, zm_shared_buckets(table)));
}

/* What is known of a key, in a table of entries of two words: whole buckets are looked at, without a
 * guess which of their entries it is, which would be wrong as often as not. They are looked at from
 * the last entry on, so that the first one counts: a thread that looks for a place while another is
 * writing the entry does not see it, and the key has two, of which only the first is written to
 * from then on (zm_shared_place). */
static inline uint64_t zm_shared_find_pair(const struct zm_shared_table *table,
                                           const struct zm_shared_shape *shape,
                                           struct zm_shared_key key)
{
    _Atomic uint64_t *place = zm_shared_bucket(table, shape, &key, zm_shared_buckets(table));
    for (unsigned probed = 0; probed < shape->probed; probed += shape->bucket) {
        uint64_t found = 0, free = 0;
        for (unsigned i = shape->bucket; i-- > 0;) {
            uint64_t data = zm_shared_load(&place[2 * i + 1]);
            uint64_t differ = (zm_shared_load(&place[2 * i]) ^ zm_shared_seal(data) ^ key.word) |
                              ((data & key.mask) ^ key.tag);
            found = differ == 0 ? data : found;
            free |= data == 0;
        }
        if ((found | free) != 0)
            return found;
        place += 2 * shape->bucket;
    }
    return 0;
}

/* What is known of a key; its data are 0 when nothing is. Entries are replaced, never taken away,
 * so that the search may end at the first free one. */
static inline struct zm_shared_entry zm_shared_find(const struct zm_shared_table *table,
                                                    const struct zm_shared_shape *shape,
                                                    struct zm_shared_key key)
{
    struct zm_shared_entry found = {.word = key.word, .second = key.second};
    if (shape->words == 2) {
        found.data = zm_shared_find_pair(table, shape, key);
        return found;
    }
    _Atomic uint64_t *place = zm_shared_bucket(table, shape, &key, zm_shared_buckets(table));
    for (unsigned i = 0; i < shape->probed; i++, place += shape->words) {
        uint64_t data = zm_shared_load(&place[1]), seal = zm_shared_seal(data);
        if ((zm_shared_load(&place[0]) ^ seal) == key.word && (data & key.mask) == key.tag &&
            (zm_shared_load(&place[2]) ^ seal) == key.second) {
            found.data = data;
            found.effort = zm_shared_load(&place[3]);
            return found;
        }
        if (data == 0)
            return found;
    }
    return found;
}

/* The entry that is worth least of those where a key could be, from `place` on; `found` is set to
 * what is there. */
static inline _Atomic uint64_t *zm_shared_poorest(const struct zm_shared_shape *shape,
                                                  _Atomic uint64_t *place, zm_shared_worth *worth,
                                                  const void *context,
                                                  struct zm_shared_entry *found)
{
    _Atomic uint64_t *poorest = place;
    uint64_t least = UINT64_MAX;
    *found = (struct zm_shared_entry){0};
    for (unsigned i = 0; i < shape->probed; i++, place += shape->words) {
        struct zm_shared_entry entry = zm_shared_read(shape, place);
        uint64_t worth_of_it = worth(&entry, context);
        if (worth_of_it < least) {
            least = worth_of_it;
            poorest = place;
            *found = entry;
        }
    }
    return poorest;
}

/* The entry of a key, or a free one, or the one that is worth least of those where it could be, in
 * a table of so many buckets; `found` is set to what is there. */
static inline _Atomic uint64_t *zm_shared_place(const struct zm_shared_table *table,
                                                const struct zm_shared_shape *shape,
                                                const struct zm_shared_key *key, size_t buckets,
                                                zm_shared_worth *worth, const void *context,
                                                struct zm_shared_entry *found)
{
    _Atomic uint64_t *first = zm_shared_bucket(table, shape, key, buckets), *place = first;
    for (unsigned i = 0; i < shape->probed; i++, place += shape->words) {
        *found = zm_shared_read(shape, place);
        if (zm_shared_is(shape, found, key) || found->data == 0)
            return place;
    }
    return zm_shared_poorest(shape, first, worth, context, found);
}

static inline bool zm_shared_may_grow(const struct zm_shared_table *table)
{
    return zm_shared_buckets(table) * 2 <= table->most;
}

/* Are more than so many entries used, and may it grow? */
static inline bool zm_shared_crowded(const struct zm_shared_table *table, size_t entries)
{
    return atomic_load_explicit(&table->used, memory_order_relaxed) > entries &&
           zm_shared_may_grow(table);
}

/* The same for a table that grows when it is half full. */
static inline bool zm_shared_half_full(const struct zm_shared_table *table,
                                       const struct zm_shared_shape *shape)
{
    return zm_shared_crowded(table, zm_shared_buckets(table) * shape->bucket / 2);
}

/* One more entry is used. */
static inline void zm_shared_count(struct zm_shared_table *table)
{
    atomic_fetch_add_explicit(&table->used, 1, memory_order_relaxed);
}

enum { ZM_SHARED_MOVED = 16 }; /* entries that are moved at once, at most */

/* Takes so many entries out, from `place` on. */
static inline void zm_shared_take(const struct zm_shared_shape *shape, _Atomic uint64_t *place,
                                  unsigned count, struct zm_shared_entry *taken)
{
    for (unsigned i = 0; i < count; i++, place += shape->words) {
        taken[i] = zm_shared_read(shape, place);
        zm_shared_write(shape, place, (struct zm_shared_entry){0});
    }
}

/* Puts them where they belong in a table of so many buckets. */
static inline void zm_shared_put_again(struct zm_shared_table *table,
                                       const struct zm_shared_shape *shape, size_t buckets,
                                       const struct zm_shared_entry *taken, unsigned count,
                                       uint64_t mask, zm_shared_worth *worth, const void *context)
{
    struct zm_shared_entry found;
    for (unsigned i = 0; i < count; i++) {
        struct zm_shared_key key = {taken[i].word, taken[i].second, taken[i].data & mask, mask};
        if (taken[i].data != 0)
            zm_shared_write(shape,
                            zm_shared_place(table, shape, &key, buckets, worth, context, &found),
                            taken[i]);
    }
}

/* Doubles the table; `mask` is that of its keys. Threads that use it meanwhile miss entries and
 * lose theirs; an ordered table must not be used meanwhile at all.
 *
 * Entries go to their new places in the order of the old ones (in the opposite order in an ordered
 * table), so that none is overwritten before it is moved, and each finds its own place free at
 * least: none comes to lie behind a free one of those where it is looked for. What lies behind the
 * last bucket goes last: its buckets are then full. */
static inline void zm_shared_grow(struct zm_shared_table *table,
                                  const struct zm_shared_shape *shape, uint64_t mask,
                                  zm_shared_worth *worth, const void *context)
{
    size_t before = zm_shared_buckets(table), after = before * 2;
    size_t size = (size_t)shape->bucket * shape->words; /* of a bucket, in words */
    unsigned behind = shape->probed - shape->bucket;
    struct zm_shared_entry taken[ZM_SHARED_MOVED], spilled[ZM_SHARED_MOVED];
    zm_shared_expect(table, shape, after);
    zm_shared_take(shape, table->words + before * size, behind, spilled);
    for (size_t i = 0; i < before; i++) {
        size_t bucket = shape->ordered ? before - 1 - i : i;
        zm_shared_take(shape, table->words + bucket * size, shape->bucket, taken);
        zm_shared_put_again(table, shape, after, taken, shape->bucket, mask, worth, context);
    }
    zm_shared_put_again(table, shape, after, spilled, behind, mask, worth, context);
    atomic_store_explicit(&table->buckets, after, memory_order_relaxed);
}

#endif
