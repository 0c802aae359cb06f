/* Expressions over values: the first byte chooses short, loopy or scoring games, the rest is the
 * text. A value that was read is printed, and the print of a short one reads back as the same. */
#include "theory/expression.h"
#include "theory/loopy.h"
#include "theory/scoring.h"

#include <stdlib.h>
#include <string.h>

/* Values grow fast: a computation that takes longer than this is stopped, as --time would. */
#define SECONDS 0.1

static void check_short(struct zm_universe *universe, const char *text)
{
    struct zm_evaluation evaluation;
    struct zm_buffer printed = {0};
    if (zm_evaluate(universe, text, NULL, &evaluation, NULL) == ZM_OK) {
        zm_conway value = evaluation.value;
        zm_evaluation_free(&evaluation);
        zm_conway_print(universe, value, ZM_CONWAY_ASCII, &printed);
        if (printed.size < 1000 && zm_universe_check(universe, NULL) == ZM_OK &&
            zm_evaluate(universe, zm_buffer_string(&printed), NULL, &evaluation, NULL) == ZM_OK) {
            if (evaluation.value != value)
                abort();
            zm_evaluation_free(&evaluation);
        }
    }
    zm_buffer_free(&printed);
}

static void check_loopy(struct zm_universe *universe, const char *text)
{
    struct zm_loopy_evaluation evaluation;
    struct zm_buffer printed = {0};
    struct zm_loopy *loopy = zm_loopy_open(universe);
    if (loopy != NULL && strlen(text) < 40 &&
        zm_loopy_evaluate(loopy, universe, text, &evaluation, NULL) == ZM_OK &&
        !evaluation.comparison)
        zm_loopy_print(loopy, evaluation.value, &printed);
    zm_buffer_free(&printed);
    zm_loopy_close(loopy);
}

static void check_scoring(const char *text)
{
    struct zm_scoring_evaluation evaluation;
    struct zm_buffer printed = {0};
    struct zm_scoring *scoring = zm_scoring_open();
    if (scoring != NULL && zm_scoring_evaluate(scoring, text, &evaluation, NULL) == ZM_OK)
        zm_scoring_print(scoring, evaluation.value, &printed);
    zm_buffer_free(&printed);
    zm_scoring_close(scoring);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_run run;
    if (size == 0 || size > 120)
        return 0;
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    zm_run_begin(&run);
    run.deadline = run.started + SECONDS;
    struct zm_universe *universe = zm_universe_open(&run);
    if (universe != NULL && data[0] % 4 == 'l' % 4)
        check_loopy(universe, text);
    else if (data[0] % 4 == 's' % 4)
        check_scoring(text);
    else if (universe != NULL)
        check_short(universe, text);
    zm_universe_close(universe);
    free(text);
    return 0;
}
