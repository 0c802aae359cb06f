/* Certificates: whatever is read is written, and reads back with as many entries. The count and the
 * checksum of the text are made right first, so that the entries are reached. */
#define _GNU_SOURCE
#include "proof/certificate.h"

#include <inttypes.h>
#include <stdlib.h>

static void mend(const uint8_t *data, size_t size, struct zm_buffer *text)
{
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
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL || zm_certificate_write(certificate, out, NULL) != ZM_OK || fclose(out) != 0)
        abort();
    FILE *in = fmemopen(text, length, "r");
    if (in == NULL || zm_certificate_read(&again, in, "fuzz", NULL) != ZM_OK ||
        again.claim != certificate->claim || again.nimber != certificate->nimber ||
        again.entries.count != certificate->entries.count)
        abort();
    fclose(in);
    zm_certificate_free(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_certificate certificate;
    struct zm_buffer text = {0};
    if (size == 0)
        return 0;
    mend(data, size, &text);
    FILE *file = fmemopen(text.data, text.size, "r");
    if (file != NULL) {
        if (zm_certificate_read(&certificate, file, "fuzz", NULL) == ZM_OK) {
            check_again(&certificate);
            zm_certificate_free(&certificate);
        }
        fclose(file);
    }
    zm_buffer_free(&text);
    return 0;
}
