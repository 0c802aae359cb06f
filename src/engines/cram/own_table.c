/* The table of small components in the program; see own_table.h. */
#include "engines/cram/own_table.h"

#include "base/buffer.h"

/* Made by tools/embed_words.py when the program is built. */
extern const uint64_t cram_small_words[];
extern const uint32_t cram_small_size; /* in bytes */

struct cram_small_table *zm_cram_own_table(void)
{
    struct zm_buffer file = {0};
    struct cram_small_table *table = NULL;
    zm_buffer_packed(&file, cram_small_words, cram_small_size);
    if (!file.failed)
        cram_small_table_take(zm_buffer_bytes(&file), &table);
    zm_buffer_free(&file);
    return table;
}
