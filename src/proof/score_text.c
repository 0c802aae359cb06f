/* Writing proofs about scores, and their bounds in stores; see score_text.h. */
#include "proof/score_text.h"

#include "proof/check/header.h"

#include <stdio.h>
#include <stdlib.h>

static int compare_lines(const void *a, const void *b)
{
    return zm_bytes_compare(*(const struct zm_bytes *)a, *(const struct zm_bytes *)b);
}

void zm_score_file_print(const struct zm_score_file *file, struct zm_buffer *text)
{
    struct zm_list lines = {0};
    char number[16];
    for (size_t i = 0; i < file->positions.count; i++) {
        struct zm_bytes position = zm_list_at(&file->positions, i);
        snprintf(number, sizeof number, " %d\n", file->bounds[i]);
        zm_buffer_add(&lines.bytes, position.data, position.size);
        zm_buffer_text(&lines.bytes, number);
        zm_list_close(&lines);
    }
    /* Sorted as the thesis sorts them: position by position, so the space counts as the end. */
    struct zm_bytes *order = malloc((lines.count + 1) * sizeof *order);
    if (order == NULL || zm_list_failed(&lines)) {
        text->failed = true;
    } else {
        for (size_t i = 0; i < lines.count; i++)
            order[i] = zm_list_at(&lines, i);
        qsort(order, lines.count, sizeof *order, compare_lines);
        zm_buffer_text(text, ZM_SCORE_FILE_HEADER "\n");
        for (size_t i = 0; i < lines.count; i++)
            zm_buffer_add(text, order[i].data, order[i].size);
    }
    free(order);
    zm_list_free(&lines);
}

void zm_score_certificate_print(const struct zm_score_certificate *certificate,
                                struct zm_buffer *text)
{
    struct zm_buffer claim = {0}, entries = {0};
    zm_score_claim_print(certificate->claim, &claim);
    zm_score_file_print(&certificate->entries, &entries);
    size_t head = entries.failed ? 0 : strlen(ZM_SCORE_FILE_HEADER "\n");
    struct zm_bytes lines = zm_bytes(entries.data + head, entries.size - head);
    const struct zm_header header = {.game = certificate->instance.game->name,
                                     .rules = zm_buffer_string(&certificate->rules),
                                     .position = zm_buffer_string(&certificate->position),
                                     .claim = zm_buffer_string(&claim),
                                     .entries = certificate->entries.positions.count};
    zm_header_print(&header, lines, text);
    zm_buffer_add(text, lines.data, lines.size);
    text->failed |= claim.failed || entries.failed;
    zm_buffer_free(&claim);
    zm_buffer_free(&entries);
}

static enum zm_status put_bound(void *context, struct zm_bytes normal, int32_t bound)
{
    return zm_store_put(context, ZM_KIND_BOUND, normal, (struct zm_value){0, bound});
}

enum zm_status zm_score_file_load(const struct zm_score_file *file, const struct zm_instance *game,
                                  struct zm_store *store, struct zm_error *error)
{
    return zm_score_file_each(file, game, put_bound, store, error);
}

static bool find_bound(void *context, struct zm_bytes normal, int32_t *bound)
{
    struct zm_value value;
    bool found = zm_store_get(context, ZM_KIND_BOUND, normal, &value);
    if (found)
        *bound = (int32_t)value.b;
    return found;
}

enum zm_status zm_score_file_extract(struct zm_score_file *file, struct zm_store *store,
                                     const struct zm_instance *game, struct zm_bytes position,
                                     int32_t contract, struct zm_score_proof *proof,
                                     struct zm_error *error)
{
    const struct zm_score_bounds bounds = {store, find_bound};
    return zm_score_walk(&bounds, game, position, contract, NULL, file, proof, error);
}
