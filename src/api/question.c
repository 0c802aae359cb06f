/* Questions and answers; see question.h. */
#include "api/question.h"

#include "api/cluster.h"
#include "api/compaction.h"
#include "base/clock.h"
#include "games/cases.h"
#include "store/store.h"

const struct zm_param zm_question_params[] = {
    {.name = "play",
     .kind = ZM_PARAM_CHOICE,
     .value = "normal",
     .choices = "normal|misere",
     .hint = "PLAY",
     .help = "normal: who cannot move loses; misere: who cannot move wins"},
    {.name = "compute",
     .kind = ZM_PARAM_TEXT,
     .hint = "WHAT",
     .help = "what to compute; the default is the first that suits the game"},
    {.name = "search", .kind = ZM_PARAM_TEXT, .hint = "SEARCH", .help = "how to walk the tree"},
    {.name = "threads",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 1,
     .max = 256,
     .hint = "N",
     .help = "threads, in searches that can use several"},
    {.name = "memory",
     .kind = ZM_PARAM_SIZE,
     .value = "4G",
     .hint = "SIZE",
     .help = "memory for the tables, about; a full table forgets, the answer stays right"},
    {.name = "store",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "keep the results in this file, and go on from those that are there"},
    {.name = "time",
     .kind = ZM_PARAM_SECONDS,
     .hint = "SECONDS",
     .help = "stop after this time (exit status 3)"},
    ZM_SEED_PARAM,
    {0},
};

static const char *given(const struct zm_option *options, size_t count, const char *name)
{
    const char *text = NULL;
    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0)
            text = options[i].text;
    return text;
}

static const struct zm_calculation *first_that_suits(const struct zm_game *game, bool misere)
{
    size_t i = 0;
    while (zm_calculations[i] != NULL && zm_calculations[i]->suits(game, misere, NULL) != ZM_OK)
        i++;
    return zm_calculations[i];
}

static bool fits(const struct zm_search *search, const struct zm_calculation *calculation)
{
    return calculation->labels ? search->label != NULL : search->decide != NULL;
}

/* What a search does, for an error. */
static const char *deed_of(const struct zm_search *search)
{
    return search->label != NULL    ? "labels graphs"
           : search->decide != NULL ? "walks trees"
                                    : "explores games of one player";
}

/* A search that was named must do what the calculation leaves to one. */
static enum zm_status expect_fit(const struct zm_question *question, struct zm_error *error)
{
    const struct zm_calculation *calculation = question->calculation;
    const struct zm_search *search = question->search;
    if (calculation->quest != 0)
        return search->quests & calculation->quest
                   ? ZM_OK
                   : zm_fail(error, ZM_BAD_INPUT,
                             "--search %s: this search %s; it does not answer --compute %s",
                             search->name,
                             search->quests != 0 ? "is for other questions" : deed_of(search),
                             calculation->name);
    if (fits(search, calculation) ||
        (!calculation->labels && calculation->space == NULL && search->explore == NULL))
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT,
                   "--search %s: this search %s; the %s of %s needs one that %s", search->name,
                   deed_of(search), calculation->name, question->game->name,
                   calculation->labels ? "labels graphs, as retrograde does" : "walks trees");
}

/* The search asked for, or the first one that does what the calculation needs. */
static enum zm_status choose_search(struct zm_question *question, const char *name,
                                    struct zm_error *error)
{
    if (question->by_cluster)
        return zm_cluster_choose(question, name, error);
    if (name != NULL)
        question->search = zm_search_of(name, question->game, error);
    for (size_t i = 0; name == NULL && question->search == NULL && zm_searches[i] != NULL; i++)
        if (fits(zm_searches[i], question->calculation))
            question->search = zm_searches[i];
    if (question->search == NULL)
        return ZM_BAD_INPUT;
    return name == NULL ? ZM_OK : expect_fit(question, error);
}

/* Which game, calculation and search: this must be known before the other options can be. */
static enum zm_status choose(struct zm_question *question, const struct zm_game *game,
                             const struct zm_option *options, size_t count, struct zm_error *error)
{
    const char *compute = given(options, count, "compute");
    const char *search = given(options, count, "search");
    const char *play = given(options, count, "play");
    question->game = game;
    question->misere = play != NULL && strcmp(play, "misere") == 0;
    if (search == NULL && !question->by_cluster)
        question->calculation = zm_engine_calculation(compute, question->game, question->misere);
    if (question->calculation == NULL)
        question->calculation =
            compute == NULL ? first_that_suits(question->game, question->misere)
                            : zm_calculation_find(compute, question->game, question->misere, error);
    if (question->calculation == NULL)
        return compute == NULL ? ZM_OK : ZM_BAD_INPUT;
    return choose_search(question, search, error);
}

/* The options of the player; those of the default are the options of all whom it may ask. */
static enum zm_status declare_player(struct zm_question *question, struct zm_error *error)
{
    const struct zm_engine *engine = zm_engine_of(question->game);
    const struct zm_player *const *lists[] = {zm_players, engine == NULL ? NULL : engine->players};
    enum zm_status status =
        zm_settings_declare(&question->settings, question->player->params, error);
    for (size_t i = 0; question->player == zm_players[0] && i < 2; i++)
        for (const struct zm_player *const *one = lists[i]; one != NULL && *one != NULL; one++)
            if (status == ZM_OK && (*one)->suits(question->game, question->misere, NULL) == ZM_OK)
                status = zm_settings_declare(&question->settings, (*one)->params, error);
    return status;
}

typedef enum zm_status setter(struct zm_settings *settings, const char *name, const char *text,
                              struct zm_error *error);

static enum zm_status declare(struct zm_question *question, const struct zm_option *options,
                              size_t count, setter *set, const struct zm_param *extra,
                              struct zm_error *error)
{
    const struct zm_param *tables[] = {
        zm_question_params,
        extra,
        question->game->params,
        question->calculation == NULL ? NULL : question->calculation->params,
        question->search == NULL ? NULL : question->search->params,
        question->by_cluster ? zm_cluster_split_params(question) : NULL};
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < sizeof tables / sizeof *tables; i++)
        status = zm_settings_declare(&question->settings, tables[i], error);
    if (status == ZM_OK && zm_settings_find(&question->settings, "player") != NULL) {
        question->player = zm_player_find(given(options, count, "player"), question->game,
                                          question->misere, error);
        status = question->player == NULL ? ZM_BAD_INPUT : declare_player(question, error);
    }
    for (size_t i = 0; status == ZM_OK && i < count; i++)
        status = set(&question->settings, options[i].name, options[i].text, error);
    return status;
}

static enum zm_status open_question(struct zm_question *question, const struct zm_game *game,
                                    const char *position, const struct zm_option *options,
                                    size_t count, setter *set, const struct zm_param *extra,
                                    struct zm_error *error)
{
    *question = (struct zm_question){.by_cluster = question->by_cluster};
    enum zm_status status = choose(question, game, options, count, error);
    if (status == ZM_OK)
        status = declare(question, options, count, set, extra, error);
    if (status == ZM_OK)
        status = zm_instance_open(&question->instance, question->game, &question->settings, error);
    if (status == ZM_OK)
        status = zm_parse_position(&question->instance, position, &question->position, error);
    if (status != ZM_OK)
        zm_question_close(question);
    return status;
}

enum zm_status zm_question_open(struct zm_question *question, const char *game,
                                const char *position, const struct zm_option *options, size_t count,
                                const struct zm_param *extra, struct zm_error *error)
{
    const struct zm_game *found = zm_game_find(game, error);
    *question = (struct zm_question){0};
    return found == NULL ? ZM_BAD_INPUT
                         : zm_question_open_from_afar(question, found, position, options, count,
                                                      extra, error);
}

enum zm_status zm_question_open_from_afar(struct zm_question *question, const struct zm_game *game,
                                          const char *position, const struct zm_option *options,
                                          size_t count, const struct zm_param *extra,
                                          struct zm_error *error)
{
    return open_question(question, game, position, options, count, zm_settings_set, extra, error);
}

enum zm_status zm_question_open_local(struct zm_question *question, const char *game,
                                      const char *position, const struct zm_option *options,
                                      size_t count, const struct zm_param *extra,
                                      struct zm_error *error)
{
    const struct zm_game *found = zm_game_find(game, error);
    *question = (struct zm_question){0};
    return found == NULL
               ? ZM_BAD_INPUT
               : zm_question_open_game(question, found, position, options, count, extra, error);
}

enum zm_status zm_question_open_cluster(struct zm_question *question, const char *game,
                                        const char *position, const struct zm_option *options,
                                        size_t count, const struct zm_param *extra,
                                        struct zm_error *error)
{
    const struct zm_game *found = zm_game_find(game, error);
    *question = (struct zm_question){.by_cluster = true};
    return found == NULL ? ZM_BAD_INPUT
                         : open_question(question, found, position, options, count,
                                         zm_settings_set_local, extra, error);
}

enum zm_status zm_question_open_game(struct zm_question *question, const struct zm_game *game,
                                     const char *position, const struct zm_option *options,
                                     size_t count, const struct zm_param *extra,
                                     struct zm_error *error)
{
    *question = (struct zm_question){0};
    return open_question(question, game, position, options, count, zm_settings_set_local, extra,
                         error);
}

static void close_calculation(struct zm_question *question)
{
    if (question->opened != NULL)
        question->calculation->close(question->opened);
    question->opened = NULL;
}

/* Sets `opened` to the state of a calculation: the question's own stays open, any other is the
 * caller's to close. */
static enum zm_status open_calculation(struct zm_question *question,
                                       const struct zm_calculation *calculation, struct zm_run *run,
                                       void **opened, struct zm_error *error)
{
    struct zm_problem problem = {question->game, &question->settings, question->misere, run};
    *opened = NULL;
    if (calculation != question->calculation)
        return calculation->open(&problem, opened, error);
    enum zm_status status = ZM_OK;
    if (question->opened == NULL || question->opened_for != run) {
        close_calculation(question);
        question->opened_for = run;
        status = calculation->open(&problem, &question->opened, error);
    }
    *opened = question->opened;
    return status;
}

void zm_question_close(struct zm_question *question)
{
    close_calculation(question);
    zm_settings_free(&question->settings);
    zm_instance_close(&question->instance);
    zm_buffer_free(&question->position);
    zm_store_close(question->store);
    *question = (struct zm_question){0};
}

enum zm_status zm_question_expect_one(const struct zm_question *question, struct zm_error *error)
{
    return zm_expect_one(&question->instance, zm_buffer_bytes(&question->position), error);
}

enum zm_status zm_question_expect_problem(const struct zm_question *question, const char *text,
                                          struct zm_error *error)
{
    const struct zm_rules *rules = question->game->rules;
    return text == NULL || rules->problem == NULL
               ? ZM_OK
               : rules->problem(question->instance.state, text,
                                zm_buffer_bytes(&question->position), error);
}

enum zm_status zm_question_expect_moves(const struct zm_question *question, struct zm_error *error)
{
    return question->calculation == NULL || !question->calculation->rest_only
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT,
                         "--compute %s: of %s it counts what is still on the board, which does not "
                         "compare moves that take points; leave it out, or ask for the score",
                         question->calculation->name, question->game->name);
}

enum zm_status zm_question_header(const struct zm_question *question,
                                  struct zm_store_header *header, struct zm_error *error)
{
    const struct zm_calculation *calculation = question->calculation;
    *header =
        (struct zm_store_header){.canon = question->game->canon_version, .format = ZM_STORE_FORMAT};
    zm_buffer_text(&header->game, question->game->name);
    zm_buffer_text(&header->play, question->misere ? "misere" : "normal");
    zm_buffer_text(&header->keys, calculation == NULL         ? "none"
                                  : calculation->keys == NULL ? calculation->name
                                                              : calculation->keys);
    zm_settings_print_recorded(&question->settings, question->game->params, &header->rules);
    if (!header->game.failed && !header->rules.failed && !header->play.failed &&
        !header->keys.failed)
        return ZM_OK;
    zm_store_header_free(header);
    return zm_fail_memory(error);
}

static enum zm_status open_store(struct zm_question *question, size_t memory,
                                 struct zm_error *error)
{
    const char *path = zm_settings_text(&question->settings, "store");
    if (path == NULL) {
        question->store = zm_memory_store(memory);
        return question->store == NULL ? zm_fail_memory(error) : ZM_OK;
    }
    struct zm_store_header header;
    enum zm_status status = zm_question_header(question, &header, error);
    if (status != ZM_OK)
        return status;
    status = zm_store_open(path, ZM_STORE_CREATE, &header, memory, &question->store, error);
    zm_store_header_free(&header);
    return status;
}

enum zm_status zm_question_expect_end(struct zm_question *question, struct zm_bytes position,
                                      struct zm_run *run, struct zm_error *error)
{
    const struct zm_game *game = question->game;
    if (game->expect_end == NULL || question->ends)
        return ZM_OK;
    enum zm_status status = game->expect_end(game, question->instance.state, position, run, error);
    question->ends = status == ZM_OK;
    return zm_game_status(game, status, error);
}

enum zm_status zm_question_run(struct zm_question *question, struct zm_run *run,
                               struct zm_error *error)
{
    const struct zm_settings *settings = &question->settings;
    double seconds = zm_settings_seconds(settings, "time");
    if (seconds > 0)
        run->deadline = zm_clock_now() + seconds;
    run->threads = (unsigned)zm_settings_integer(settings, "threads");
    run->memory_limit = (size_t)zm_settings_integer(settings, "memory");
    run->seed = (uint64_t)zm_settings_integer(settings, "seed");
    enum zm_status status =
        question->store != NULL ? ZM_OK : open_store(question, run->memory_limit, error);
    run->store = question->store;
    return status;
}

/* How the run ended for its store: what was computed is not worth more than that. */
static enum zm_status check_run(struct zm_run *run, struct zm_error *error)
{
    int failure = atomic_load(&run->failure);
    if (zm_store_flush(run->store, error) != ZM_OK)
        return error->status;
    if (failure == ZM_WRONG)
        return zm_fail(error, ZM_WRONG, "the store contradicts what was just computed");
    return failure != ZM_OK ? zm_fail_memory(error) : ZM_OK;
}

/* Lets an opened calculation answer, with a search of its space if it has one. */
static enum zm_status answer_opened(struct zm_question *question,
                                    const struct zm_calculation *calculation, void *opened,
                                    struct zm_bytes position, struct zm_run *run,
                                    struct zm_answer *answer, struct zm_error *error)
{
    struct zm_decider decider = {.label = question->search->label,
                                 .explore = question->search->explore};
    struct zm_space space = {0};
    enum zm_status status = ZM_OK;
    if (calculation->space != NULL) {
        calculation->space(opened, &space);
        decider.decide = question->search->decide;
        status = question->search->open(&space, &question->settings, &decider.search, error);
    }
    if (status == ZM_OK) {
        bool tidied = !run->store->class->lasts && run->memory_limit > 0;
        run->tidy = tidied ? zm_compact_memory : NULL;
        run->tidy_context = question;
        status = calculation->answer(opened, position, &decider, answer, error);
        run->tidy = NULL;
    }
    if (decider.search != NULL)
        question->search->close(decider.search);
    return status;
}

static enum zm_status answer_one(struct zm_question *question,
                                 const struct zm_calculation *calculation, struct zm_bytes position,
                                 struct zm_run *run, struct zm_answer *answer,
                                 struct zm_error *error)
{
    void *opened;
    *answer = (struct zm_answer){.distance = -1, .counts = {-1, -1, -1, -1}};
    if (calculation == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "nothing is computed for %s in %s play yet",
                       question->game->name, question->misere ? "misere" : "normal");
    enum zm_status status = open_calculation(question, calculation, run, &opened, error);
    if (status != ZM_OK)
        return status;
    status = answer_opened(question, calculation, opened, position, run, answer, error);
    if (calculation != question->calculation)
        calculation->close(opened);
    else if (calculation->space != NULL)
        close_calculation(question);
    enum zm_status ended = check_run(run, error);
    return ended != ZM_OK ? ended : status;
}

bool zm_question_recall(struct zm_question *question, struct zm_bytes position, struct zm_run *run,
                        struct zm_answer *answer)
{
    const struct zm_calculation *calculation = question->calculation;
    struct zm_error ignored = {0}; /* whoever computes will meet it again */
    void *opened;
    *answer = (struct zm_answer){.distance = -1, .counts = {-1, -1, -1, -1}};
    return calculation != NULL && calculation->recall != NULL &&
           open_calculation(question, calculation, run, &opened, &ignored) == ZM_OK &&
           calculation->recall(opened, position, answer);
}

/* Two cases of one position have different answers: which. */
static enum zm_status fail_different(const struct zm_question *question, struct zm_bytes one,
                                     const struct zm_answer *first, struct zm_bytes two,
                                     const struct zm_answer *second, struct zm_error *error)
{
    struct zm_buffer text = {0};
    const struct zm_bytes cases[] = {one, two};
    const struct zm_answer *answers[] = {first, second};
    for (int i = 0; i < 2; i++) {
        zm_buffer_format(&text, "%s%s ", i == 0 ? "" : ", ", zm_answer_kind_name(answers[i]->kind));
        zm_answer_print(answers[i], &text);
        zm_buffer_text(&text, " for ");
        question->game->rules->print(question->instance.state, cases[i], &text);
    }
    zm_fail(error, ZM_BAD_INPUT, "%s: there is no one answer: %.300s", question->game->name,
            zm_buffer_string(&text));
    zm_buffer_free(&text);
    return ZM_BAD_INPUT;
}

/* The answer that all cases of a position have in common. */
static enum zm_status answer_all(struct zm_question *question,
                                 const struct zm_calculation *calculation,
                                 const struct zm_list *cases, struct zm_run *run,
                                 struct zm_answer *answer, struct zm_error *error)
{
    enum zm_status status =
        answer_one(question, calculation, zm_list_at(cases, 0), run, answer, error);
    for (size_t i = 1; i < cases->count && status == ZM_OK; i++) {
        if (answer->kind != ZM_ANSWER_OUTCOME && answer->kind != ZM_ANSWER_NIMBER)
            return zm_fail(error, ZM_BAD_INPUT,
                           "%s: only an outcome or a nimber can be asked of a position that stands "
                           "for several, not a %s",
                           question->game->name, zm_answer_kind_name(answer->kind));
        struct zm_answer other = {0};
        status = answer_one(question, calculation, zm_list_at(cases, i), run, &other, error);
        if (status == ZM_OK && (other.outcome != answer->outcome || other.number != answer->number))
            status = fail_different(question, zm_list_at(cases, 0), answer, zm_list_at(cases, i),
                                    &other, error);
        answer->known = answer->known && other.known;
        zm_answer_free(&other);
    }
    return status;
}

enum zm_status zm_question_answer_by(struct zm_question *question,
                                     const struct zm_calculation *calculation,
                                     struct zm_bytes position, struct zm_run *run,
                                     struct zm_answer *answer, struct zm_error *error)
{
    struct zm_list cases = {0};
    struct zm_buffer why = {0};
    *answer = (struct zm_answer){.distance = -1, .counts = {-1, -1, -1, -1}};
    enum zm_status status = zm_question_expect_end(question, position, run, error);
    if (status != ZM_OK)
        return status;
    if (question->game->rules->cases != NULL)
        question->game->rules->cases(question->instance.state, position, &cases, &why);
    if (zm_list_failed(&cases))
        status = zm_fail_memory(error);
    else if (cases.count == 0)
        status = answer_one(question, calculation, position, run, answer, error);
    else
        status = answer_all(question, calculation, &cases, run, answer, error);
    if (cases.count > 0)
        zm_buffer_add(&answer->because, why.data, why.size);
    zm_buffer_free(&why);
    zm_list_free(&cases);
    return zm_game_status(question->game, status, error);
}

enum zm_status zm_question_answer(struct zm_question *question, struct zm_bytes position,
                                  struct zm_run *run, struct zm_answer *answer,
                                  struct zm_error *error)
{
    return zm_question_answer_by(question, question->calculation, position, run, answer, error);
}

const char *zm_answer_kind_name(enum zm_answer_kind kind)
{
    static const char *const names[] = {
        [ZM_ANSWER_OUTCOME] = "outcome",   [ZM_ANSWER_NIMBER] = "nimber",
        [ZM_ANSWER_GRUNDY] = "grundy",     [ZM_ANSWER_SCORE] = "score",
        [ZM_ANSWER_VALUE] = "value",       [ZM_ANSWER_TREE] = "tree",
        [ZM_ANSWER_DISTANCE] = "distance", [ZM_ANSWER_LENGTH] = "length",
        [ZM_ANSWER_COUNT] = "count",
    };
    return names[kind];
}

static const char *outcome_word(const struct zm_answer *answer)
{
    static const char *const words[] = {"unknown", "win", "loss", "draw"};
    return answer->class != NULL ? answer->class : words[answer->outcome];
}

void zm_answer_print(const struct zm_answer *answer, struct zm_buffer *text)
{
    if (!answer->known) {
        zm_buffer_text(text, "unknown");
        return;
    }
    switch (answer->kind) {
    case ZM_ANSWER_OUTCOME:
        zm_buffer_text(text, outcome_word(answer));
        break;
    case ZM_ANSWER_VALUE:
    case ZM_ANSWER_TREE:
        zm_buffer_add(text, answer->text.data, answer->text.size);
        break;
    case ZM_ANSWER_SCORE:
        zm_buffer_format(text, "%lld/%lld", (long long)answer->points[0],
                         (long long)answer->points[1]);
        break;
    case ZM_ANSWER_DISTANCE:
        zm_buffer_text(text, outcome_word(answer));
        if (answer->number >= 0)
            zm_buffer_format(text, " in %lld", (long long)answer->number);
        break;
    case ZM_ANSWER_NIMBER:
    case ZM_ANSWER_GRUNDY:
    case ZM_ANSWER_LENGTH:
    case ZM_ANSWER_COUNT:
        zm_buffer_format(text, "%lld", (long long)answer->number);
        break;
    }
}
