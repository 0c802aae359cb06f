/* The calculator of values; see calculator.h. A partisan position is valued component by component;
 * the nimber of an impartial one is found by the search, which goes much further than values. */
#include "api/calculator.h"

#include "api/question.h"
#include "solve/valuer.h"

#include <ctype.h>

enum { LONGEST_NAME = 40 };

static enum zm_status nimber_value(struct zm_calculator *calculator, struct zm_question *question,
                                   zm_conway *value, struct zm_error *error)
{
    struct zm_answer answer = {0};
    enum zm_status status = zm_question_answer(question, zm_buffer_bytes(&question->position),
                                               calculator->run, &answer, error);
    if (status == ZM_OK)
        *value = zm_conway_nimber(calculator->universe, (uint32_t)answer.number);
    else if (status == ZM_STOPPED)
        zm_fail(error, ZM_STOPPED, "stopped before the nimber of a position was known");
    zm_answer_free(&answer);
    return status;
}

static enum zm_status partisan_value(struct zm_calculator *calculator, struct zm_question *question,
                                     zm_conway *value, struct zm_error *error)
{
    struct zm_valuer *valuer;
    enum zm_status status =
        zm_valuer_open(&valuer, calculator->universe, &question->instance, calculator->run, error);
    if (status != ZM_OK)
        return status;
    status = zm_valuer_position(valuer, zm_buffer_bytes(&question->position), value, error);
    zm_valuer_close(valuer);
    return status;
}

static enum zm_status value_of_position(struct zm_calculator *calculator, const char *name,
                                        const char *position, zm_conway *value,
                                        struct zm_error *error)
{
    const struct zm_game *game = zm_game_find(name, error);
    if (game == NULL)
        return ZM_BAD_INPUT;
    bool impartial = game->players == ZM_IMPARTIAL;
    struct zm_option compute = {"compute", impartial ? "nimber" : "value"};
    struct zm_question question;
    enum zm_status status = zm_valuer_suits(game, false, error);
    if (status == ZM_OK)
        status = zm_question_open(&question, name, position, &compute, 1, NULL, error);
    if (status != ZM_OK)
        return status;
    /* The caller's limits stay; the question brings the store. */
    struct zm_run *run = calculator->run;
    double deadline = run->deadline;
    size_t memory_limit = run->memory_limit;
    struct zm_store *store = run->store;
    status = zm_question_run(&question, run, error);
    run->deadline = deadline;
    run->memory_limit = memory_limit;
    if (status == ZM_OK)
        status = impartial ? nimber_value(calculator, &question, value, error)
                           : partisan_value(calculator, &question, value, error);
    run->store = store;
    zm_question_close(&question);
    return status;
}

/* "game position", as it stands between brackets. */
static enum zm_status read_position(void *context, struct zm_universe *universe, const char *text,
                                    zm_conway *value, struct zm_error *error)
{
    (void)universe;
    char name[LONGEST_NAME];
    size_t size = 0;
    while (isspace((unsigned char)*text))
        text++;
    while (text[size] != '\0' && !isspace((unsigned char)text[size]))
        size++;
    if (size == 0 || size >= sizeof name)
        return zm_fail(error, ZM_BAD_INPUT,
                       "[%s]: expected the name of a game and a position, as in [cram 3x3]", text);
    memcpy(name, text, size);
    name[size] = '\0';
    text += size;
    while (isspace((unsigned char)*text))
        text++;
    return value_of_position(context, name, text, value, error);
}

enum zm_status zm_calculator_open(struct zm_calculator *calculator, struct zm_run *run,
                                  struct zm_error *error)
{
    *calculator = (struct zm_calculator){zm_universe_open(run), run};
    return calculator->universe == NULL ? zm_fail_memory(error) : ZM_OK;
}

void zm_calculator_close(struct zm_calculator *calculator)
{
    zm_universe_close(calculator->universe);
    *calculator = (struct zm_calculator){0};
}

enum zm_status zm_calculator_evaluate(struct zm_calculator *calculator, const char *expression,
                                      struct zm_evaluation *evaluation, struct zm_error *error)
{
    struct zm_position_reader reader = {calculator, read_position};
    return zm_evaluate(calculator->universe, expression, &reader, evaluation, error);
}
