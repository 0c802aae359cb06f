/* Codes of octal games: whatever is read is printed in normal form, and reads back as the same. */
#include "theory/octal.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_octal_code code, again;
    struct zm_buffer text = {0};
    if (zm_octal_code_parse((const char *)data, size, &code, NULL) != ZM_OK)
        return 0;
    zm_octal_code_print(&code, &text);
    if (zm_octal_code_parse(zm_buffer_string(&text), text.size, &again, NULL) != ZM_OK ||
        !zm_octal_code_equal(&code, &again))
        abort();
    zm_octal_code_free(&code);
    zm_octal_code_free(&again);
    zm_buffer_free(&text);
    return 0;
}
