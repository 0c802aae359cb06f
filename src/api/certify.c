/* Certificates for the answers of questions; see certify.h.
 *
 * In normal play the guide of the proof is the store of the run: nimbers of components, whatever
 * search found them. In misère play it holds lost nodes with reduced trees, and so does the
 * certificate. What is missing (a store that was full forgets) is searched for again. A certificate
 * of positions alone, as trees are drawn from, has its sums decided once more, plainly. */
#include "api/certify.h"

#include "proof/nodes.h"
#include "proof/shrink.h"
#include "proof/verify.h"
#include "search/dfpn.h"
#include "store/store.h"

#include <stdlib.h>

struct source {
    struct zm_question *question;
    struct zm_run *run;
    struct zm_nodes *nodes;  /* of the certificate, or NULL */
    struct zm_table *before; /* entries of an older certificate, or NULL */
    struct zm_table found;   /* by plugging */
    struct zm_plain_misere *plain;
};

static bool source_known(void *context, struct zm_bytes key, uint32_t *nimber)
{
    struct source *source = context;
    struct zm_value value;
    if (source->before != NULL && zm_certificate_get(source->before, key, nimber))
        return true;
    *nimber = 0;
    if (source->nodes != NULL)
        return zm_store_get(source->run->store, ZM_KIND_LOST, key, &value);
    if (source->plain != NULL) {
        struct zm_guide plain = zm_plain_misere_guide(source->plain);
        return plain.known(plain.context, key, nimber);
    }
    if (zm_certificate_get(&source->found, key, nimber))
        return true;
    if (!zm_store_get(source->run->store, ZM_KIND_NIMBER, key, &value))
        return false;
    *nimber = (uint32_t)value.a;
    return true;
}

/* The nimber of a component, by the question's search, on the component as it is drawn. */
static enum zm_status find_nimber(struct source *source, struct zm_bytes component, int64_t *nimber,
                                  struct zm_error *error)
{
    struct zm_question *question = source->question;
    const struct zm_instance *instance = &question->instance;
    struct zm_buffer text = {0}, drawn = {0};
    struct zm_answer answer = {0};
    enum zm_status status = ZM_OK;
    const struct zm_calculation *nimbers =
        zm_calculation_find("nimber", question->game, false, error);
    if (nimbers == NULL)
        return ZM_BAD_INPUT;
    question->game->sums->print(instance->state, component, &text);
    status = question->game->rules->parse(instance->state, zm_buffer_string(&text), &drawn, error);
    if (status == ZM_OK)
        status = zm_question_answer_by(question, nimbers, zm_buffer_bytes(&drawn), source->run,
                                       &answer, error);
    *nimber = answer.number;
    zm_answer_free(&answer);
    zm_buffer_free(&text);
    zm_buffer_free(&drawn);
    return status;
}

/* Decides a node with the certificate's own trees, for the store of the run. */
static enum zm_status decide_node(struct source *source, struct zm_bytes node,
                                  struct zm_error *error)
{
    struct zm_run *run = &source->nodes->run;
    struct zm_store *own = run->store;
    const struct zm_search *search = &zm_dfpn;
    struct zm_settings settings = {0};
    void *state = NULL;
    run->store = source->run->store;
    run->memory_limit = source->run->memory_limit;
    enum zm_status status = zm_settings_declare(&settings, search->params, error);
    if (status == ZM_OK)
        status = search->open(&source->nodes->space, &settings, &state, error);
    if (status == ZM_OK) {
        enum zm_verdict verdict = search->decide(state, node);
        search->close(state);
        if (verdict == ZM_OPEN)
            status = zm_fail(error, ZM_STOPPED, "stopped");
    }
    zm_settings_free(&settings);
    run->store = own;
    return status;
}

static enum zm_status source_plug(void *context, struct zm_bytes key, struct zm_error *error)
{
    struct source *source = context;
    if (source->nodes != NULL)
        return decide_node(source, key, error);
    if (source->plain != NULL) {
        struct zm_guide plain = zm_plain_misere_guide(source->plain);
        return plain.plug(plain.context, key, error);
    }
    int64_t nimber = 0;
    enum zm_status status = find_nimber(source, key, &nimber, error);
    if (status == ZM_OK && !zm_certificate_put(&source->found, key, (uint32_t)nimber))
        status = zm_fail_memory(error);
    return status;
}

/* Fills the certificate's empty entries. */
static enum zm_status prove(struct source *source, struct zm_certificate *certificate,
                            size_t *plugged, struct zm_error *error)
{
    struct zm_guide guide = {source, source_known, source_plug};
    enum zm_status status = ZM_OK;
    zm_table_init(&source->found, sizeof(uint32_t));
    source->nodes = certificate->nodes;
    if (certificate->misere && certificate->nodes == NULL) {
        source->plain = zm_plain_misere_open(&certificate->instance, source->run);
        if (source->plain == NULL)
            status = zm_fail_memory(error);
        for (size_t i = 0; i < certificate->cases.count && status == ZM_OK; i++) {
            bool lost;
            status = zm_plain_misere_decide(source->plain, zm_list_at(&certificate->cases, i),
                                            &lost, error);
            if (status == ZM_OK && lost != (certificate->claim == ZM_CLAIM_LOSS))
                status = zm_fail(error, ZM_WRONG, "the claim is false");
        }
    }
    if (status == ZM_OK)
        status = zm_prove(certificate, &guide, NULL, source->run, plugged, error);
    if (status == ZM_OK)
        status = zm_verify(certificate, source->run, error);
    zm_table_free(&source->found);
    zm_plain_misere_close(source->plain);
    return status;
}

static enum zm_status set_claim(struct zm_certificate *certificate, const struct zm_answer *answer,
                                struct zm_error *error)
{
    bool grundy = answer->kind == ZM_ANSWER_GRUNDY; /* the nimber, in normal play */
    if (answer->kind == ZM_ANSWER_NIMBER ||
        (grundy && (!certificate->misere || certificate->nodes != NULL))) {
        certificate->claim = certificate->misere ? ZM_CLAIM_GRUNDY : ZM_CLAIM_NIMBER;
        certificate->nimber = (uint32_t)answer->number;
    } else if (answer->kind == ZM_ANSWER_OUTCOME) {
        certificate->claim = answer->outcome == ZM_WIN ? ZM_CLAIM_WIN : ZM_CLAIM_LOSS;
    } else {
        return zm_fail(
            error, ZM_BAD_INPUT,
            "--proof: certificates are for an outcome, a nimber or a misère Grundy value, "
            "not for a %s",
            zm_answer_kind_name(answer->kind));
    }
    return ZM_OK;
}

static enum zm_status certify(struct zm_question *question, struct zm_run *run, bool trees,
                              struct zm_answer *answer, struct zm_certificate *certificate,
                              struct zm_error *error)
{
    struct source source = {.question = question, .run = run};
    enum zm_status status =
        zm_certificate_begin(certificate, question->game, &question->settings, question->misere,
                             zm_buffer_bytes(&question->position), error);
    if (status == ZM_OK && question->misere && trees) {
        struct zm_buffer text = {0};
        zm_nodes_trees(question->game, &question->settings, &text);
        status = zm_certificate_with_trees(certificate, &question->settings,
                                           zm_buffer_string(&text), run, error);
        zm_buffer_free(&text);
    }
    if (status == ZM_OK)
        status = set_claim(certificate, answer, error);
    if (status == ZM_OK)
        status = prove(&source, certificate, NULL, error);
    zm_nodes_within(certificate->nodes, NULL);
    answer->verified = status == ZM_OK;
    if (status != ZM_OK)
        zm_certificate_free(certificate);
    return status;
}

enum zm_status zm_certify(struct zm_question *question, struct zm_run *run,
                          struct zm_answer *answer, struct zm_certificate *certificate,
                          struct zm_error *error)
{
    return certify(question, run, true, answer, certificate, error);
}

enum zm_status zm_certify_positions(struct zm_question *question, struct zm_run *run,
                                    struct zm_answer *answer, struct zm_certificate *certificate,
                                    struct zm_error *error)
{
    return certify(question, run, false, answer, certificate, error);
}

enum zm_status zm_question_of_rules(const char *game, const char *position, const char *rules,
                                    const struct zm_option *options, size_t count,
                                    const struct zm_param *extra, struct zm_question *question,
                                    struct zm_error *error)
{
    size_t total = 0;
    char *words = strdup(rules), *rest = NULL;
    struct zm_option *all = calloc(strlen(rules) + count + 1, sizeof *all);
    enum zm_status status = ZM_FAILED;
    if (words == NULL || all == NULL) {
        zm_fail_memory(error);
    } else {
        for (char *word = strtok_r(words, " ", &rest); word != NULL;
             word = strtok_r(NULL, " ", &rest)) {
            char *value = strchr(word, '=');
            if (value != NULL)
                *value++ = '\0';
            all[total++] = (struct zm_option){word, value == NULL ? "" : value};
        }
        for (size_t i = 0; i < count; i++)
            all[total++] = options[i];
        status = zm_question_open(question, game, position, all, total, extra, error);
    }
    free(words);
    free(all);
    return status;
}

enum zm_status zm_certificate_question(const struct zm_certificate *certificate,
                                       struct zm_question *question, struct zm_error *error)
{
    struct zm_option options[] = {{"play", certificate->misere ? "misere" : "normal"},
                                  {"compute", "nimber"}};
    return zm_question_of_rules(certificate->instance.game->name,
                                zm_buffer_string(&certificate->position),
                                zm_buffer_string(&certificate->rules), options,
                                certificate->misere ? 1 : 2, NULL, question, error);
}

enum zm_status zm_plug(struct zm_certificate *certificate, struct zm_question *question,
                       struct zm_run *run, size_t *plugged, struct zm_error *error)
{
    struct zm_table before = certificate->entries;
    struct source source = {.question = question, .run = run, .before = &before};
    zm_table_init(&certificate->entries, sizeof(uint32_t));
    enum zm_status status = prove(&source, certificate, plugged, error);
    zm_table_free(&before);
    return status;
}
