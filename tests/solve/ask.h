/* Asks the library one question through the api, as the front ends do; fails the test on any error.
 */
#ifndef ZM_TESTS_SOLVE_ASK_H
#define ZM_TESTS_SOLVE_ASK_H

#include "test.h"

#include "api/question.h"
#include "store/store.h"

struct asked {
    struct zm_answer answer;
    uint64_t nodes, stored;
};

/* `options` are "name=value" separated by spaces. */
static inline struct asked ask(const char *game, const char *position, const char *options)
{
    struct zm_option list[16];
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_run run;
    struct asked asked = {0};
    char copy[200], *rest = NULL;
    size_t count = 0;
    strcpy(copy, options);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        *equals = 0;
        list[count++] = (struct zm_option){word, equals + 1};
    }
    if (zm_question_open_local(&question, game, position, list, count, NULL, &error) != ZM_OK)
        fail_msg("%s %s %s: %s", game, position, options, error.text);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    enum zm_status status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &run,
                                               &asked.answer, &error);
    if (status != ZM_OK)
        fail_msg("%s %s %s: status %d %s", game, position, options, status, error.text);
    asked.nodes = atomic_load(&run.nodes);
    asked.stored = zm_store_stats(run.store).entries;
    zm_buffer_free(&asked.answer.text);
    zm_question_close(&question);
    return asked;
}

#endif
