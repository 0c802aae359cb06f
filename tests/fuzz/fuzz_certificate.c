/* Certificates: whatever is read is written, and reads back with as many entries. The count and the
 * checksum of the text are made right first, so that the entries are reached. */
#define _GNU_SOURCE
#include "proof/certificate_text.h"
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
    size_t lines = rest.size > 0 && rest.data[rest.size - 1] != '\n';
    for (size_t i = 0; i < rest.size; i++)
        lines += rest.data[i] == '\n';
    zm_buffer_add(text, data, (size_t)(count - data));
    zm_buffer_format(text, "\nentries %zu\nchecksum %016" PRIx64 "%016" PRIx64 "\n\n", lines,
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_certificate certificate;
    struct zm_buffer text = {0};
    if (size == 0)
        return 0;
    mend(data, size, &text);
    try_score(&text);
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
