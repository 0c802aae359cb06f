/* Byte strings: a pointer and a length into memory that another owns. Positions, canonical
 * components, moves and search nodes all travel in this shape. */
#ifndef ZM_BASE_BYTES_H
#define ZM_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct zm_bytes {
    const uint8_t *data;
    size_t size;
};

static inline struct zm_bytes zm_bytes(const void *data, size_t size)
{
    return (struct zm_bytes){(const uint8_t *)data, size};
}

static inline bool zm_bytes_equal(struct zm_bytes a, struct zm_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Total order: as memcmp, a prefix before what it starts. */
static inline int zm_bytes_compare(struct zm_bytes a, struct zm_bytes b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common == 0 ? 0 : memcmp(a.data, b.data, common);
    if (order != 0)
        return order;
    return (a.size > b.size) - (a.size < b.size);
}

/* 64-bit and 128-bit hashes (XXH3). The 128-bit one may stand for the string. */
struct zm_hash128 {
    uint64_t low, high;
};

static inline bool zm_hash128_equal(struct zm_hash128 a, struct zm_hash128 b)
{
    return a.low == b.low && a.high == b.high;
}

uint64_t zm_bytes_hash(struct zm_bytes bytes);
struct zm_hash128 zm_bytes_hash128(struct zm_bytes bytes);

#endif
