/* Codes of octal games: whatever is read is printed in normal form, and reads back as the same. */
#include "theory/octal.h"

#include <stdlib.h>
#include <string.h>

static bool equal(const struct zm_octal_code *a, const struct zm_octal_code *b)
{
    size_t count = a->fixed + a->tail;
    return a->d0 == b->d0 && a->fixed == b->fixed && a->tail == b->tail &&
           (count == 0 || memcmp(a->digits, b->digits, count) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_octal_code code, again;
    struct zm_buffer text = {0};
    if (zm_octal_code_parse((const char *)data, size, &code, NULL) != ZM_OK)
        return 0;
    zm_octal_code_print(&code, &text);
    if (zm_octal_code_parse(zm_buffer_string(&text), text.size, &again, NULL) != ZM_OK ||
        !equal(&code, &again))
        abort();
    zm_octal_code_free(&code);
    zm_octal_code_free(&again);
    zm_buffer_free(&text);
    return 0;
}
