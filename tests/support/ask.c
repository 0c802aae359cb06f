/* Asking the library; see ask.h. */
#include "support/ask.h"

void ask_open(struct asking *asking, const char *game, const char *position,
              const struct zm_option *options, size_t count)
{
    struct zm_error error = {0};
    zm_run_begin(&asking->run);
    if (zm_question_open_local(&asking->question, game, position, options, count, NULL, &error) !=
            ZM_OK ||
        zm_question_run(&asking->question, &asking->run, &error) != ZM_OK)
        fail_msg("%s %s: %s", game, position == NULL ? "" : position, error.text);
}

struct zm_answer ask_for(struct asking *asking, struct zm_bytes position)
{
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    enum zm_status status =
        zm_question_answer(&asking->question, position, &asking->run, &answer, &error);
    if (status != ZM_OK)
        fail_msg("%s: status %d %s", asking->question.game->name, status, error.text);
    return answer;
}

struct zm_answer ask_now(struct asking *asking)
{
    return ask_for(asking, zm_buffer_bytes(&asking->question.position));
}

enum zm_status ask_try(struct asking *asking, struct zm_answer *answer, struct zm_error *error)
{
    return zm_question_answer(&asking->question, zm_buffer_bytes(&asking->question.position),
                              &asking->run, answer, error);
}

void ask_close(struct asking *asking)
{
    zm_question_close(&asking->question);
}

struct zm_answer ask_once(const char *game, const char *position, const struct zm_option *options,
                          size_t count)
{
    struct asking asking;
    ask_open(&asking, game, position, options, count);
    struct zm_answer answer = ask_now(&asking);
    ask_close(&asking);
    return answer;
}

size_t ask_options(char *text, struct zm_option options[ASK_OPTIONS])
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        assert_true(count < ASK_OPTIONS && equals != NULL);
        *equals = 0;
        options[count++] = (struct zm_option){word, equals + 1};
    }
    return count;
}

struct asked ask(const char *game, const char *position, const char *options)
{
    struct zm_option list[ASK_OPTIONS];
    struct asking asking;
    char copy[300];
    snprintf(copy, sizeof copy, "%s", options);
    ask_open(&asking, game, position, list, ask_options(copy, list));
    struct zm_answer answer = ask_now(&asking);
    struct asked asked = {.answer = answer};
    asked.nodes = atomic_load(&asking.run.nodes);
    asked.stored = zm_store_stats(asking.run.store).entries;
    asked.answer.text = asked.answer.mean = asked.answer.temperature = (struct zm_buffer){0};
    asked.answer.because = (struct zm_buffer){0};
    asked.answer.line = (struct zm_list){0};
    zm_answer_free(&answer);
    ask_close(&asking);
    return asked;
}
