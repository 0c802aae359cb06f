/* Trees of impartial games (braces, heaps, sums) and the thesis's files of scores: the first byte
 * chooses. What is read is printed, and reads back as the same. */
#include "proof/score_text.h"
#include "theory/trees.h"

#include <stdlib.h>
#include <string.h>

static void check_tree(const char *text)
{
    struct zm_forest forest;
    struct zm_buffer printed = {0};
    uint32_t tree, again;
    if (!zm_forest_init(&forest, true))
        return;
    forest.limit = 20000;
    if (zm_tree_parse(&forest, text, &tree, NULL) == ZM_OK &&
        zm_tree_print(&forest, tree, 10000, &printed)) {
        if (zm_tree_parse(&forest, zm_buffer_string(&printed), &again, NULL) == ZM_OK &&
            again != tree)
            abort();
    }
    zm_buffer_free(&printed);
    zm_forest_free(&forest);
}

static void check_scores(const char *text)
{
    struct zm_score_file file = {0}, again = {0};
    struct zm_buffer printed = {0};
    if (zm_score_file_parse(&file, text, NULL) == ZM_OK) {
        zm_score_file_print(&file, &printed);
        if (zm_score_file_parse(&again, zm_buffer_string(&printed), NULL) != ZM_OK ||
            again.positions.count != file.positions.count)
            abort();
        zm_score_file_free(&again);
    }
    zm_score_file_free(&file);
    zm_buffer_free(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    if (data[0] % 2 == 's' % 2)
        check_scores(text);
    else if (size < 200)
        check_tree(text);
    free(text);
    return 0;
}
