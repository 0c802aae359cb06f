/* Certificates for the answers of questions; see certify.h.
 *
 * In normal play the guide of the proof is the store of the run: nimbers of components, whatever
 * search found them. In misère play it holds lost nodes with reduced trees, and so does the
 * certificate. What is missing (a store that was full forgets) is searched for again. A certificate
 * of positions alone, as trees are drawn from, has its sums decided once more, plainly. */
#include "api/certify.h"

#include "proof/certificate_text.h"
#include "proof/check/nodes.h"
#include "proof/check/verify.h"
#include "proof/hybrid_nodes.h"
#include "proof/shrink.h"
#include "search/dfpn.h"
#include "store/store.h"

#include <stdlib.h>

struct source {
    struct zm_question *question;
    struct zm_run *run;
    struct zm_nodes *nodes;         /* of the certificate, or NULL */
    struct zm_hybrid_nodes *hybrid; /* the same as a search sees them, over the store of the run */
    struct zm_buffer key;           /* of one */
    struct zm_table *before;        /* entries of an older certificate, or NULL */
    struct zm_table found;          /* by plugging */
    struct zm_plain_misere *plain;
};

static bool source_known(void *context, struct zm_bytes key, uint32_t *nimber)
{
    struct source *source = context;
    struct zm_value value;
    if (source->before != NULL && zm_certificate_get(source->before, key, nimber))
        return true;
    *nimber = 0;
    if (source->nodes != NULL) {
        const struct zm_space *space = &source->hybrid->space;
        return zm_hybrid_nodes_key(source->hybrid, source->nodes, key, &source->key, NULL) ==
                   ZM_OK &&
               space->lookup(space->state, zm_buffer_bytes(&source->key)) == ZM_LOST;
    }
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

/* Decides a node, for the store of the run. */
static enum zm_status decide_node(struct source *source, struct zm_bytes node,
                                  struct zm_error *error)
{
    const struct zm_search *search = &zm_dfpn;
    struct zm_settings settings = {0};
    void *state = NULL;
    source->hybrid->run.memory_limit = source->run->memory_limit;
    enum zm_status status =
        zm_hybrid_nodes_key(source->hybrid, source->nodes, node, &source->key, error);
    if (status == ZM_OK)
        status = zm_settings_declare(&settings, search->params, error);
    if (status == ZM_OK)
        status = search->open(&source->hybrid->space, &settings, &state, error);
    if (status == ZM_OK) {
        enum zm_verdict verdict = search->decide(state, zm_buffer_bytes(&source->key));
        search->close(state);
        if (verdict == ZM_OPEN)
            status = zm_fail(error, ZM_STOPPED, "stopped");
    }
    zm_settings_free(&settings);
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

/* Decides the sums of a certificate of misère play without trees. */
static enum zm_status decide_plainly(struct source *source,
                                     const struct zm_certificate *certificate,
                                     struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    source->plain = zm_plain_misere_open(&certificate->instance, source->run);
    if (source->plain == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < certificate->cases.count && status == ZM_OK; i++) {
        bool lost;
        status =
            zm_plain_misere_decide(source->plain, zm_list_at(&certificate->cases, i), &lost, error);
        if (status == ZM_OK && lost != (certificate->claim == ZM_CLAIM_LOSS))
            status = zm_fail(error, ZM_WRONG, "the claim is false");
    }
    return status;
}

/* Fills the certificate's empty entries, and verifies it: as whoever reads it will when it is to be
 * written, as it stands when it is not. */
static enum zm_status prove(struct source *source, struct zm_certificate *certificate, bool written,
                            size_t *plugged, struct zm_error *error)
{
    struct zm_guide guide = {source, source_known, source_plug};
    struct zm_store *own = NULL;
    enum zm_status status = ZM_OK;
    zm_table_init(&source->found, sizeof(uint32_t));
    source->nodes = certificate->nodes;
    if (certificate->nodes != NULL) {
        status = zm_hybrid_nodes_open(certificate->instance.game, &source->question->settings,
                                      zm_buffer_string(&certificate->trees), source->run,
                                      &source->hybrid, error);
    } else if (certificate->misere) {
        status = decide_plainly(source, certificate, error);
    }
    if (source->hybrid != NULL) {
        own = source->hybrid->run.store;
        source->hybrid->run.store = source->run->store;
    }
    if (status == ZM_OK)
        status = zm_prove(certificate, &guide, NULL, source->run, plugged, error);
    if (status == ZM_OK)
        status = written ? zm_certificate_check(certificate, source->run, error)
                         : zm_verify(certificate, source->run, error);
    if (source->hybrid != NULL)
        source->hybrid->run.store = own;
    zm_hybrid_nodes_close(source->hybrid);
    zm_buffer_free(&source->key);
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
    struct zm_bytes position = zm_buffer_bytes(&question->position);
    if (question->calculation->certifiable != NULL &&
        question->calculation->certifiable(position, error) != ZM_OK)
        return error->status;
    enum zm_status status = zm_certificate_begin(certificate, question->game, &question->settings,
                                                 question->misere, position, error);
    if (status == ZM_OK && question->misere && trees) {
        struct zm_buffer text = {0};
        zm_hybrid_nodes_trees(question->game, &question->settings, &text);
        status =
            zm_certificate_with_trees(certificate, zm_buffer_string(&text), SIZE_MAX, run, error);
        zm_buffer_free(&text);
    }
    if (status == ZM_OK)
        status = set_claim(certificate, answer, error);
    if (status == ZM_OK)
        status = prove(&source, certificate, trees, NULL, error);
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
    char *words = strdup(rules), *rest = words;
    struct zm_option *all = calloc(strlen(rules) + count + 1, sizeof *all);
    enum zm_status status = ZM_FAILED;
    if (words == NULL || all == NULL) {
        zm_fail_memory(error);
    } else {
        while (zm_recorded_next(&rest, &all[total].name, &all[total].text))
            total++;
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
    enum zm_status status = prove(&source, certificate, true, plugged, error);
    zm_table_free(&before);
    return status;
}
