/* Patterns of tables: a pattern on the first line, ranges on the others. The first, the last and
 * the middle position of what is read are written. */
#include "api/family.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_family family = {0};
    const char *ranges[ZM_FAMILY_VARIABLES + 2];
    size_t count = 0;
    char *rest = NULL, *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    const char *pattern = strtok_r(text, "\n", &rest);
    while (count < ZM_FAMILY_VARIABLES + 2 && pattern != NULL &&
           (ranges[count] = strtok_r(NULL, "\n", &rest)) != NULL)
        count++;
    if (pattern != NULL && zm_family_parse(&family, pattern, ranges, count, NULL) == ZM_OK) {
        size_t all = zm_family_size(&family), which[] = {0, all / 2, all - 1};
        for (size_t i = 0; all > 0 && i < 3; i++) {
            struct zm_buffer position = {0};
            int64_t values[ZM_FAMILY_VARIABLES];
            zm_family_values(&family, which[i], values);
            for (size_t k = 0; k < family.count; k++)
                if (values[k] < family.variables[k].first || values[k] > family.variables[k].last)
                    abort();
            zm_family_text(&family, which[i], &position);
            zm_buffer_free(&position);
        }
    }
    free(text);
    return 0;
}
