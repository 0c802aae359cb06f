/* The public C interface (include/zermelo/zermelo.h) over questions. */
#include "zermelo/zermelo.h"

#include "api/question.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef ZM_VERSION
#define ZM_VERSION "0.1.0"
#endif

struct zermelo {
    char *game;
    char **texts; /* "name\0value", owned */
    struct zm_option *options;
    size_t option_count;
    struct zm_store *store; /* kept from one question to the next */
    struct zm_run run;
    struct zm_error error;
};

const char *zermelo_version(void)
{
    return ZM_VERSION;
}

const char *zermelo_game(size_t index)
{
    for (size_t i = 0; zm_games[i] != NULL; i++)
        if (i == index)
            return zm_games[i]->name;
    return NULL;
}

static enum zm_status copy_options(zermelo *session, const char *const *options)
{
    size_t count = 0;
    while (options != NULL && options[count] != NULL)
        count++;
    session->texts = calloc(count + 1, sizeof *session->texts);
    session->options = calloc(count + 2, sizeof *session->options);
    if (session->texts == NULL || session->options == NULL)
        return zm_fail_memory(&session->error);
    for (; session->option_count < count; session->option_count++) {
        char *text = strdup(options[session->option_count]);
        if (text == NULL)
            return zm_fail_memory(&session->error);
        session->texts[session->option_count] = text;
        char *equals = strchr(text, '=');
        if (equals != NULL)
            *equals = 0;
        session->options[session->option_count] =
            (struct zm_option){text, equals == NULL ? "" : equals + 1};
    }
    return ZM_OK;
}

zermelo *zermelo_open(const char *game, const char *const *options, char *error, size_t error_size)
{
    zermelo *session = calloc(1, sizeof *session);
    if (session == NULL) {
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    struct zm_question question;
    session->game = strdup(game);
    enum zm_status status =
        session->game == NULL ? zm_fail_memory(&session->error) : copy_options(session, options);
    if (status == ZM_OK) /* the usual start tells whether game and options are good */
        status = zm_question_open_local(&question, game, NULL, session->options,
                                        session->option_count, NULL, &session->error);
    if (status == ZM_OK) {
        zm_question_close(&question);
        zm_run_begin(&session->run);
        return session;
    }
    snprintf(error, error_size, "%s", session->error.text);
    zermelo_close(session);
    return NULL;
}

static void fill_answer(const struct zm_answer *from, struct zm_run *run, struct zermelo_answer *to)
{
    static const char *const outcomes[] = {"", "win", "loss", "draw"};
    snprintf(to->kind, sizeof to->kind, "%s", zm_answer_kind_name(from->kind));
    snprintf(to->outcome, sizeof to->outcome, "%s",
             from->class != NULL ? from->class : outcomes[from->outcome]);
    to->number = from->number;
    to->nodes = atomic_load(&run->nodes);
    to->seconds = zm_run_seconds(run);
}

int zermelo_solve(zermelo *session, const char *position, const char *compute,
                  struct zermelo_answer *answer)
{
    struct zm_question question;
    struct zm_answer found = {0};
    size_t count = session->option_count;
    *answer = (struct zermelo_answer){0};
    if (compute != NULL)
        session->options[count++] = (struct zm_option){"compute", compute};
    enum zm_status status = zm_question_open_local(&question, session->game, position,
                                                   session->options, count, NULL, &session->error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&session->run);
    question.store = session->store;
    status = zm_question_run(&question, &session->run, &session->error);
    if (status == ZM_OK)
        status = zm_question_answer(&question, zm_buffer_bytes(&question.position), &session->run,
                                    &found, &session->error);
    if (status == ZM_OK)
        fill_answer(&found, &session->run, answer);
    else if (status == ZM_STOPPED)
        zm_fail(&session->error, status, "stopped before the answer was found");
    session->store = question.store;
    question.store = NULL;
    zm_answer_free(&found);
    zm_question_close(&question);
    return status;
}

const char *zermelo_error(const zermelo *session)
{
    return session->error.text;
}

void zermelo_stop(zermelo *session)
{
    atomic_store(&session->run.stop, true);
}

void zermelo_close(zermelo *session)
{
    if (session == NULL)
        return;
    for (size_t i = 0; i < session->option_count; i++)
        free(session->texts[i]);
    free(session->texts);
    free(session->options);
    free(session->game);
    zm_store_close(session->store);
    free(session);
}
