/* Certificates: whatever is read is written, and reads back with as many entries; whatever is proved
 * can be walked through. The count and the checksum of the text are made right first, so that the
 * entries are reached. */
#define _GNU_SOURCE
#include "picture/drawing.h"
#include "proof/certificate_text.h"
#include "proof/check/check.h"
#include "proof/score_text.h"

#include <inttypes.h>
#include <stdlib.h>

static void mend(const uint8_t *data, size_t size, struct zm_buffer *text)
{
    if (data == NULL)
        return;
    const uint8_t *end = memmem(data, size, "\n\n", 2),
                  *count = memmem(data, size, "\nentries ", 9);
    if (end == NULL || count == NULL || count > end) {
        zm_buffer_add(text, data, size);
        return;
    }
    struct zm_bytes rest = zm_bytes(end + 2, size - (size_t)(end + 2 - data));
    struct zm_hash128 checksum = zm_bytes_hash128(rest);
    bool words =
        memmem(data, size, "\nclaim strategy ", 16) != NULL; /* an entry is a line, or one */
    size_t entries = rest.size > 0 && rest.data[rest.size - 1] != '\n';
    for (size_t i = 0; i < rest.size; i++)
        entries += rest.data[i] == '\n' || (words && rest.data[i] == ' ');
    zm_buffer_add(text, data, (size_t)(count - data));
    zm_buffer_format(text, "\nentries %zu\nchecksum %016" PRIx64 "%016" PRIx64 "\n\n", entries,
                     checksum.high, checksum.low);
    zm_buffer_add(text, rest.data, rest.size);
}

static void check_again(const struct zm_certificate *certificate)
{
    struct zm_certificate again;
    struct zm_buffer text = {0};
    if (zm_certificate_print(certificate, &text, NULL) != ZM_OK)
        abort();
    enum zm_status status = zm_certificate_parse(&again, &text, "fuzz", NULL, NULL);
    bool shorter = certificate->nodes != NULL && status == ZM_BAD_INPUT; /* fewer trees are made */
    if (!shorter &&
        (status != ZM_OK || again.claim != certificate->claim ||
         again.nimber != certificate->nimber || again.entries.count != certificate->entries.count))
        abort();
    if (!shorter)
        zm_certificate_free(&again);
    zm_buffer_free(&text);
}

/* Certificates of scores are read from text; what is checked stays checked when it is written. */
static void try_score(const struct zm_buffer *text)
{
    struct zm_score_certificate certificate, again;
    struct zm_buffer written = {0};
    char *copy = strndup((const char *)text->data, text->size);
    if (copy == NULL || !zm_score_certificate_is(copy) ||
        zm_score_certificate_parse(&certificate, copy, NULL) != ZM_OK) {
        free(copy);
        return;
    }
    enum zm_status status = zm_score_certificate_verify(&certificate, NULL, NULL);
    zm_score_certificate_print(&certificate, &written);
    zm_buffer_byte(&written, 0);
    if (written.failed || zm_score_certificate_parse(&again, (char *)written.data, NULL) != ZM_OK ||
        zm_score_certificate_verify(&again, NULL, NULL) != status)
        abort();
    zm_score_certificate_free(&again);
    zm_score_certificate_free(&certificate);
    zm_buffer_free(&written);
    free(copy);
}

/* What is proved, and nothing else, can be walked through, unless its tree is too large. */
static void try_walk(const struct zm_buffer *text)
{
    const struct zm_drawing_options few = {.depth = SIZE_MAX, .limit = 2000};
    struct zm_buffer copies[2] = {{0}, {0}}, claim = {0};
    struct zm_checked checked;
    struct zm_drawing drawing;
    struct zm_error error = {0};
    for (int i = 0; i < 2; i++)
        zm_buffer_set(&copies[i], zm_buffer_bytes(text));
    enum zm_status status = zm_check_text(&copies[0], "fuzz", NULL, &checked, NULL);
    enum zm_status drawn = zm_draw_certificate(NULL, &copies[1], &few, &drawing, &claim, &error);
    bool large = drawn == ZM_BAD_INPUT && strncmp(error.text, "the tree has more", 17) == 0;
    if ((status == ZM_OK) != (drawn == ZM_OK || large) || (drawn == ZM_OK && drawing.count == 0))
        abort();
    zm_drawing_free(&drawing);
    zm_checked_free(&checked);
    zm_buffer_free(&claim);
    zm_buffer_free(&copies[0]);
    zm_buffer_free(&copies[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_certificate certificate;
    struct zm_buffer text = {0};
    if (size == 0)
        return 0;
    mend(data, size, &text);
    try_score(&text);
    try_walk(&text);
    FILE *file = fmemopen(text.data, text.size, "r");
    if (file != NULL) {
        if (zm_certificate_read(&certificate, file, "fuzz", NULL, NULL) == ZM_OK) {
            check_again(&certificate);
            zm_certificate_free(&certificate);
        }
        fclose(file);
    }
    zm_buffer_free(&text);
    return 0;
}
