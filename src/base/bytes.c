/* Hashes of byte strings, by xxHash. */
#include "base/bytes.h"

#include <xxhash.h>

uint64_t zm_bytes_hash(struct zm_bytes bytes)
{
    return XXH3_64bits(bytes.data, bytes.size);
}

struct zm_hash128 zm_bytes_hash128(struct zm_bytes bytes)
{
    XXH128_hash_t hash = XXH3_128bits(bytes.data, bytes.size);
    return (struct zm_hash128){hash.low64, hash.high64};
}
