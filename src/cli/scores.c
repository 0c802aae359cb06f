/* Proofs about scores on the command line: the files of the thesis's program ([Positions+Score]),
 * which do not say what they are about (--as says it), checked, put into a store and taken out of
 * one; and certificates of scores, which do. */
#include "cli/cli.h"

#include "api/certify.h"
#include "care/key_text.h"
#include "proof/score_prove.h"
#include "proof/score_text.h"
#include "store/store.h"

#include <jansson.h>
#include <string.h>

/* Opens the question that --as asks: about the scores of a position of a scored game. */
static enum zm_status open_subject(const char *as, const struct zm_option *options, size_t count,
                                   struct zm_question *question, struct zm_error *error)
{
    char game[40];
    size_t size = as == NULL ? 0 : strcspn(as, " ");
    if (as == NULL || size == 0 || size >= sizeof game)
        return zm_fail(error, ZM_BAD_INPUT,
                       "this file does not say what it is about: add --as 'GAME POSITION'");
    struct zm_buffer text = {0};
    const char *position = as[size] == ' ' ? as + size + 1 : NULL;
    memcpy(game, as, size);
    game[size] = '\0';
    enum zm_status status =
        position == NULL ? ZM_OK : zm_read_position(position, &text, &position, error);
    if (status == ZM_OK)
        status = zm_question_open_local(question, game, position, options, count, NULL, error);
    zm_buffer_free(&text);
    if (status == ZM_OK && question->game->scores == NULL) {
        zm_question_close(question);
        status = zm_fail(error, ZM_BAD_INPUT, "--as: %s has no scores", game);
    }
    return status;
}

enum zm_status zm_verify_scores(const char *text, const struct zm_settings *settings,
                                struct zm_error *error)
{
    const struct zm_option no_bounds[] = {{"theorem13", "off"}};
    struct zm_score_file entries = {0};
    struct zm_score_proof proof = {0};
    struct zm_question question;
    struct zm_buffer again = {0};
    if (!zm_settings_given(settings, "contract"))
        return zm_fail(error, ZM_BAD_INPUT, "a file of scores needs --contract N");
    enum zm_status status =
        open_subject(zm_settings_text(settings, "as"), no_bounds, 1, &question, error);
    if (status != ZM_OK)
        return status;
    int32_t contract = (int32_t)zm_settings_integer(settings, "contract");
    status = zm_score_file_parse(&entries, text, error);
    if (status == ZM_OK)
        status =
            zm_score_file_verify(&entries, &question.instance, zm_buffer_bytes(&question.position),
                                 contract, NULL, NULL, &proof, error);
    if (status == ZM_OK && zm_settings_given(settings, "export")) {
        zm_score_file_print(&entries, &again);
        status = zm_write_text(zm_settings_text(settings, "export"), &again, error);
    }
    if (status == ZM_OK && proof.holes > 0)
        status = zm_fail(error, ZM_WRONG, "%zu holes; the first is %s", proof.holes,
                         zm_buffer_string(&proof.example));
    else if (status == ZM_OK)
        printf("proved by %zu entries: contract %d is %s\n", entries.positions.count, contract,
               proof.outcome == ZM_WIN ? "won" : "lost");
    zm_score_proof_free(&proof);
    zm_score_file_free(&entries);
    zm_buffer_free(&again);
    zm_question_close(&question);
    return status;
}

enum zm_status zm_shrink_score_certificate(const char *path, char *text,
                                           const struct zm_settings *settings,
                                           struct zm_error *error)
{
    struct zm_score_certificate certificate;
    struct zm_buffer out = {0};
    struct zm_run run;
    enum zm_status status = zm_score_certificate_parse(&certificate, text, error);
    if (status != ZM_OK) {
        zm_error_context(error, "%s", path);
        return status;
    }
    size_t before = certificate.entries.positions.count;
    zm_run_begin(&run);
    zm_report_attach(&run, zm_settings_flag(settings, "quiet"));
    status = zm_score_shrink(&certificate.entries, &certificate.instance,
                             zm_buffer_bytes(&certificate.drawn), certificate.claim,
                             (unsigned)zm_settings_integer(settings, "passes"),
                             (uint64_t)zm_settings_integer(settings, "seed"), &run, error);
    if (status == ZM_OK)
        status = zm_score_certificate_verify(&certificate, &run, error);
    zm_report_detach(&run);
    if (status == ZM_OK) {
        const char *output = zm_settings_text(settings, "output");
        zm_score_certificate_print(&certificate, &out);
        status = zm_write_text(output == NULL ? path : output, &out, error);
    }
    if (status == ZM_OK)
        printf("%zu entries, %zu before\n", certificate.entries.positions.count, before);
    zm_buffer_free(&out);
    zm_score_certificate_free(&certificate);
    return status;
}

/* The store of a subject's scores; the same that `solve --compute score --store` makes. */
static enum zm_status open_scores(const char *path, enum zm_store_mode mode,
                                  const struct zm_question *question, struct zm_store **store,
                                  struct zm_error *error)
{
    struct zm_store_header header;
    enum zm_status status = zm_question_header(question, &header, error);
    if (status != ZM_OK)
        return status;
    status = zm_store_open(path, mode, &header, 0, store, error);
    zm_store_header_free(&header);
    return status;
}

static const struct zm_option compute_score[] = {{"compute", "score"}};

enum zm_status zm_import_scores(const char *path, const char *file, const char *as,
                                struct zm_error *error)
{
    struct zm_question question;
    struct zm_score_file entries = {0};
    struct zm_buffer text = {0};
    struct zm_store *store = NULL;
    enum zm_status status = zm_read_text(file, NULL, &text, error);
    if (status == ZM_OK)
        status = zm_score_file_parse(&entries, zm_buffer_string(&text), error);
    if (status != ZM_OK)
        zm_error_context(error, "%s", file);
    else if ((status = open_subject(as, compute_score, 1, &question, error)) == ZM_OK) {
        status = open_scores(path, ZM_STORE_CREATE, &question, &store, error);
        if (status == ZM_OK)
            status = zm_score_file_load(&entries, &question.instance, store, error);
        if (status == ZM_OK)
            status = zm_store_flush(store, error);
        zm_store_close(store);
        zm_question_close(&question);
    }
    if (status == ZM_OK)
        printf("%zu results read\n", entries.positions.count);
    zm_score_file_free(&entries);
    zm_buffer_free(&text);
    return status;
}

/* Collects upper bounds that say something. */
struct collection {
    const struct zm_instance *game;
    struct zm_score_file *file;
    struct zm_error *error;
    enum zm_status status;
};

static bool collect(void *context, struct zm_bytes normal, struct zm_value value)
{
    struct collection *own = context;
    const struct zm_scores *scores = own->game->game->scores;
    if (value.b < scores->available(own->game->state, normal))
        own->status = zm_score_file_add(own->file, normal, (int32_t)value.b, own->error);
    return own->status == ZM_OK;
}

enum zm_status zm_export_scores(const char *path, const char *as,
                                const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_question question;
    struct zm_score_file entries = {0};
    struct zm_score_proof proof = {0};
    struct zm_buffer text = {0};
    struct zm_store *store = NULL;
    enum zm_status status = open_subject(as, compute_score, 1, &question, error);
    if (status != ZM_OK)
        return status;
    status = open_scores(path, ZM_STORE_READ, &question, &store, error);
    if (status == ZM_OK)
        status = zm_store_keys_known(store, NULL, error);
    if (status == ZM_OK && zm_settings_given(settings, "contract")) {
        status = zm_score_file_extract(
            &entries, store, &question.instance, zm_buffer_bytes(&question.position),
            (int32_t)zm_settings_integer(settings, "contract"), &proof, error);
        if (status == ZM_OK && proof.holes > 0)
            status = zm_fail(error, ZM_WRONG,
                             "%s does not prove the contract: %zu holes; the first is %s", path,
                             proof.holes, zm_buffer_string(&proof.example));
    } else if (status == ZM_OK) {
        struct collection own = {&question.instance, &entries, error, ZM_OK};
        store->class->each(store, ZM_KIND_BOUND, collect, &own);
        status = own.status;
    }
    if (status == ZM_OK) {
        zm_score_file_print(&entries, &text);
        status = zm_write_text(zm_settings_text(settings, "output"), &text, error);
    }
    if (store != NULL)
        zm_store_close(store);
    zm_score_proof_free(&proof);
    zm_score_file_free(&entries);
    zm_buffer_free(&text);
    zm_question_close(&question);
    return status;
}
