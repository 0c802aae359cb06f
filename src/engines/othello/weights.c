/* Reads and writes weights; see weights.h. */
#include "engines/othello/weights.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

static const char magic[] = "ZMOTHEL1";
enum {
    MAGIC = 8,
    HEADER = MAGIC + 8,
    SIZE = HEADER + 2 * OTHELLO_STAGES * OTHELLO_DISTINCT,
};

static uint32_t number_at(const uint8_t *bytes, unsigned count)
{
    uint32_t number = 0;
    while (count-- > 0)
        number = number << 8 | bytes[count];
    return number;
}

static enum zm_status check(struct zm_bytes file, struct zm_error *error)
{
    if (file.size < HEADER || memcmp(file.data, magic, MAGIC - 1) != 0)
        return zm_fail(error, ZM_BAD_INPUT, "this is no file of Othello weights");
    if (file.data[MAGIC - 1] != magic[MAGIC - 1])
        return zm_fail(error, ZM_BAD_INPUT,
                       "Othello weights of version %c; this program reads version %c",
                       file.data[MAGIC - 1], magic[MAGIC - 1]);
    if (number_at(file.data + MAGIC, 4) != OTHELLO_STAGES ||
        number_at(file.data + MAGIC + 4, 4) != OTHELLO_DISTINCT)
        return zm_fail(error, ZM_BAD_INPUT,
                       "Othello weights for other stages or patterns than this program's");
    if (file.size != SIZE)
        return zm_fail(error, ZM_BAD_INPUT, "a file of Othello weights has %d bytes, not %zu: %s",
                       SIZE, file.size, file.size < SIZE ? "it is cut" : "it is too long");
    return ZM_OK;
}

/* Spreads the distinct weights over all numbers. */
static enum zm_status spread(struct zm_bytes file, struct othello_weights *weights,
                             struct zm_error *error)
{
    uint32_t *distinct = malloc(OTHELLO_WEIGHTS * sizeof *distinct);
    if (distinct == NULL)
        return zm_fail_memory(error);
    othello_patterns_init(weights);
    othello_patterns_distinct(distinct);
    for (unsigned stage = 0; stage < OTHELLO_STAGES; stage++) {
        const uint8_t *of_stage = file.data + HEADER + (size_t)2 * stage * OTHELLO_DISTINCT;
        for (unsigned i = 0; i < OTHELLO_WEIGHTS; i++)
            weights->worth[stage][i] = (int16_t)number_at(of_stage + 2 * distinct[i], 2);
        for (unsigned i = OTHELLO_NOTHING; i < OTHELLO_STORED; i++)
            weights->worth[stage][i] = 0;
    }
    free(distinct);
    return ZM_OK;
}

enum zm_status othello_weights_read(const struct zm_bytes *file, struct othello_weights **weights,
                                    struct zm_error *error)
{
    struct zm_buffer own = {0};
    if (file == NULL)
        zm_buffer_packed(&own, othello_weights_words, othello_weights_size);
    enum zm_status status = own.failed ? zm_fail_memory(error) : ZM_OK;
    struct zm_bytes bytes = file == NULL ? zm_buffer_bytes(&own) : *file;
    size_t size = (sizeof **weights + 63) / 64 * 64;
    *weights = NULL;
    if (status == ZM_OK)
        status = check(bytes, error);
    if (status == ZM_OK) {
        *weights = aligned_alloc(64, size);
        status = *weights == NULL ? zm_fail_memory(error) : spread(bytes, *weights, error);
    }
    zm_buffer_free(&own);
    if (status != ZM_OK) {
        free(*weights);
        *weights = NULL;
    }
    return status;
}

enum zm_status othello_weights_load(const char *path, struct othello_weights **weights,
                                    struct zm_error *error)
{
    struct zm_buffer file = {0};
    enum zm_status status =
        path == NULL ? ZM_OK
                     : zm_file_read(path, ZM_FILE_PLAIN, ZM_FILE_HAND_MOST, NULL, &file, error);
    struct zm_bytes bytes = zm_buffer_bytes(&file);
    if (status == ZM_OK) {
        status = othello_weights_read(path == NULL ? NULL : &bytes, weights, error);
        if (status != ZM_OK && path != NULL)
            zm_error_context(error, "%s", path);
    }
    zm_buffer_free(&file);
    return status;
}

static void add_number(struct zm_buffer *file, uint32_t number, unsigned count)
{
    for (; count > 0; count--, number >>= 8)
        zm_buffer_byte(file, (uint8_t)number);
}

void othello_weights_write(const int16_t distinct[OTHELLO_STAGES][OTHELLO_DISTINCT],
                           struct zm_buffer *file)
{
    zm_buffer_text(file, magic);
    add_number(file, OTHELLO_STAGES, 4);
    add_number(file, OTHELLO_DISTINCT, 4);
    for (unsigned stage = 0; stage < OTHELLO_STAGES; stage++)
        for (unsigned i = 0; i < OTHELLO_DISTINCT; i++)
            add_number(file, (uint16_t)distinct[stage][i], 2);
}
