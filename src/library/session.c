/* Sessions of the public C interface: questions about one game, over api/question.h. */
#include "library/session.h"

#include "api/certify.h"
#include "api/json.h"
#include "games/check.h"
#include "library/made.h"
#include "proof/check/check.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef ZM_VERSION
#define ZM_VERSION "0.1.0"
#endif

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

static enum zm_status add_option(struct zm_given *given, const char *text, struct zm_error *error)
{
    char *copy = strdup(text);
    if (copy == NULL)
        return zm_fail_memory(error);
    char *equals = strchr(copy, '=');
    if (equals != NULL)
        *equals = 0;
    given->texts[given->count] = copy;
    given->options[given->count++] = (struct zm_option){copy, equals == NULL ? "" : equals + 1};
    return ZM_OK;
}

enum zm_status zm_given_read(struct zm_given *given, const struct zm_given *before,
                             const char *const *options, struct zm_error *error)
{
    size_t count = 0, first = before == NULL ? 0 : before->count;
    while (options != NULL && options[count] != NULL)
        count++;
    *given = (struct zm_given){0};
    given->texts = calloc(first + count + 1, sizeof *given->texts);
    given->options = calloc(first + count + 2, sizeof *given->options); /* and --compute */
    enum zm_status status =
        given->texts == NULL || given->options == NULL ? zm_fail_memory(error) : ZM_OK;
    for (; status == ZM_OK && given->count < first;)
        given->options[given->count] = before->options[given->count], given->count++;
    for (size_t i = 0; status == ZM_OK && i < count; i++)
        status = add_option(given, options[i], error);
    if (status != ZM_OK)
        zm_given_free(given);
    return status;
}

void zm_given_free(struct zm_given *given)
{
    for (size_t i = 0; i < given->count && given->texts != NULL; i++)
        free(given->texts[i]);
    free(given->texts);
    free(given->options);
    *given = (struct zm_given){0};
}

/* Opens a session on a game; the usual start tells whether the options are good. */
static zermelo *open_session(const struct zm_game *game, struct zm_made *made,
                             const char *const *options, struct zm_error *error)
{
    zermelo *session = calloc(1, sizeof *session);
    struct zm_question question;
    if (session == NULL) {
        zm_fail_memory(error);
        return NULL;
    }
    session->game = game;
    session->made = made;
    enum zm_status status = zm_given_read(&session->given, NULL, options, error);
    if (status == ZM_OK)
        status = zm_question_open_game(&question, game, NULL, session->given.options,
                                       session->given.count, NULL, error);
    if (status == ZM_OK) {
        zm_question_close(&question);
        zm_run_begin(&session->run);
        return session;
    }
    zermelo_close(session);
    return NULL;
}

/* Copies an error for a caller who has nothing yet to keep it in. */
static void give_error(const struct zm_error *error, char *text, size_t size)
{
    if (text != NULL && size > 0)
        snprintf(text, size, "%s", error->text);
}

zermelo *zermelo_open(const char *game, const char *const *options, char *error, size_t error_size)
{
    struct zm_error why = {0};
    const struct zm_game *found = zm_game_find(game, &why);
    zermelo *session = found == NULL ? NULL : open_session(found, NULL, options, &why);
    if (session == NULL)
        give_error(&why, error, error_size);
    return session;
}

zermelo *zermelo_open_made(const zermelo_made *game, const char *const *options, char *error,
                           size_t error_size)
{
    struct zm_error why = {0};
    struct zm_made *made = zm_made_of(game);
    zermelo *session = open_session(zm_made_game(made), made, options, &why);
    if (session == NULL) {
        zm_game_status(zm_made_game(made), ZM_OK, &why); /* says more than what came of it */
        give_error(&why, error, error_size);
    }
    return session;
}

void zermelo_close(zermelo *session)
{
    if (session == NULL)
        return;
    zm_given_free(&session->given);
    zm_store_close(session->store);
    zm_buffer_free(&session->json);
    zm_buffer_free(&session->certificate);
    zm_buffer_free(&session->claim);
    zm_buffer_free(&session->report);
    free(session);
}

const char *zermelo_error(const zermelo *session)
{
    return session->error.text;
}

void zermelo_on_progress(zermelo *session,
                         void (*tell)(void *context, const struct zermelo_progress *progress),
                         void *context)
{
    session->tell = tell;
    session->tell_context = context;
}

void zermelo_stop(zermelo *session)
{
    atomic_store(&session->run.stop, true);
}

/* Hands the progress of a run on to the caller. */
static void tell_progress(void *context, const struct zm_progress *progress)
{
    const zermelo *session = context;
    struct zermelo_progress told = {progress->nodes, progress->stored, progress->seconds};
    session->tell(session->tell_context, &told);
}

/* Begins a run anew while another thread may be setting its stop flag, which is left to atomic
 * stores alone. */
static void begin_again(struct zm_run *run)
{
    const size_t flag = offsetof(struct zm_run, stop), behind = flag + sizeof run->stop;
    struct zm_run fresh;
    zm_run_begin(&fresh);
    memcpy(run, &fresh, flag);
    memcpy((char *)run + behind, (const char *)&fresh + behind, sizeof fresh - behind);
    atomic_store(&run->stop, false);
}

void zm_session_begin(zermelo *session)
{
    begin_again(&session->run);
    session->error = (struct zm_error){0};
    if (session->tell != NULL) {
        session->run.progress = tell_progress;
        session->run.progress_context = session;
    }
    if (session->made != NULL)
        zm_made_clear(session->made);
}

enum zm_status zm_session_end(zermelo *session, enum zm_status status)
{
    status = zm_game_status(session->game, status, &session->error);
    if (status == ZM_STOPPED)
        zm_fail(&session->error, status, "stopped before the answer was found");
    return status;
}

enum zm_status zm_session_print(zermelo *session, json_t *object, struct zm_buffer *text)
{
    return zm_json_print(object, text, &session->error);
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

enum zm_status zm_session_open(zermelo *session, const char *position, const char *compute,
                               struct zm_question *question)
{
    size_t count = session->given.count;
    if (compute != NULL)
        session->given.options[count++] = (struct zm_option){"compute", compute};
    return zm_question_open_game(question, session->game, position, session->given.options, count,
                                 NULL, &session->error);
}

enum zm_status zm_session_ask(zermelo *session, const char *position, const char *compute,
                              struct zm_question *question)
{
    zm_session_begin(session);
    zm_buffer_clear(&session->json);
    return zm_session_open(session, position, compute, question);
}

enum zm_status zm_session_answer(zermelo *session, struct zm_question *question,
                                 struct zm_answer *found)
{
    question->store = session->store;
    enum zm_status status = zm_question_run(question, &session->run, &session->error);
    if (status == ZM_OK)
        status = zm_question_answer(question, zm_buffer_bytes(&question->position), &session->run,
                                    found, &session->error);
    return status;
}

void zm_session_release(zermelo *session, struct zm_question *question)
{
    session->store = question->store;
    question->store = NULL;
    zm_question_close(question);
}

int zermelo_solve(zermelo *session, const char *position, const char *compute,
                  struct zermelo_answer *answer)
{
    struct zm_question question;
    struct zm_answer found = {0};
    *answer = (struct zermelo_answer){0};
    enum zm_status status = zm_session_ask(session, position, compute, &question);
    if (status != ZM_OK)
        return zm_session_end(session, status);
    status = zm_session_answer(session, &question, &found);
    if (status == ZM_OK)
        fill_answer(&found, &session->run, answer);
    if (status == ZM_OK || status == ZM_STOPPED) {
        json_t *object = zm_answer_json(&question, &found, &session->run);
        if (zm_session_print(session, object, &session->json) != ZM_OK)
            status = ZM_FAILED;
    }
    zm_answer_free(&found);
    zm_session_release(session, &question);
    return zm_session_end(session, status);
}

const char *zermelo_answer_json(const zermelo *session)
{
    return zm_buffer_string(&session->json);
}

int zermelo_prove(zermelo *session, const char *position, const char *compute,
                  const char **certificate)
{
    struct zm_question question;
    struct zm_answer found = {0};
    *certificate = "";
    enum zm_status status = zm_session_ask(session, position, compute, &question);
    if (status != ZM_OK)
        return zm_session_end(session, status);
    status = zm_session_answer(session, &question, &found);
    zm_buffer_clear(&session->certificate);
    if (status == ZM_OK)
        status = zm_certify_text(&question, &session->run, &found, &session->certificate,
                                 &session->error);
    if (status == ZM_OK)
        *certificate = zm_buffer_string(&session->certificate);
    zm_answer_free(&found);
    zm_session_release(session, &question);
    return zm_session_end(session, status);
}

/* Writes down a promise that was kept. */
static void note_kept(void *context, const struct zm_kept_promise *kept)
{
    zm_buffer_format(context, "%-11s %s\n", kept->name, kept->summary);
}

int zermelo_check(zermelo *session, unsigned rounds, const char **report)
{
    struct zm_question question;
    enum zm_status status = zm_session_ask(session, NULL, NULL, &question);
    if (status != ZM_OK)
        return zm_session_end(session, status);
    const struct zm_check check = {.game = session->game,
                                   .settings = &question.settings,
                                   .rounds = rounds == 0 ? 200 : rounds,
                                   .seed = ZM_DEFAULT_SEED,
                                   .run = &session->run,
                                   .tell = note_kept,
                                   .context = &session->report};
    zm_buffer_clear(&session->report);
    status = zm_check_game(&check, &session->error);
    zm_question_close(&question);
    if (report != NULL)
        *report = zm_buffer_string(&session->report);
    return zm_session_end(session, status);
}

int zermelo_verify(zermelo *session, const char *certificate, const char **claim)
{
    struct zm_buffer text = {0};
    struct zm_checked checked;
    zm_session_begin(session);
    zm_buffer_text(&text, certificate);
    if (text.failed) {
        zm_buffer_free(&text);
        return zm_fail_memory(&session->error);
    }
    enum zm_status status = zm_check_text_of(session->game, &text, "certificate", &session->run,
                                             &checked, &session->error);
    zm_buffer_set(&session->claim, zm_buffer_bytes(&checked.claim));
    if (claim != NULL)
        *claim = zm_buffer_string(&session->claim);
    zm_checked_free(&checked);
    zm_buffer_free(&text);
    return zm_session_end(session, status);
}
