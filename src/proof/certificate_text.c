/* Writing certificates; see certificate_text.h, and check/certificate.c for the form. */
#include "proof/certificate_text.h"

#include "proof/check/nodes.h"
#include "proof/check/verify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* Entries as lines. */

static void print_entry(const struct zm_certificate *certificate, struct zm_bytes key,
                        uint32_t nimber, struct zm_buffer *line)
{
    const struct zm_sums *sums = certificate->instance.game->sums;
    if (certificate->nodes != NULL) {
        zm_nodes_print(certificate->nodes, key, line); /* check_texts has tried it */
        return;
    }
    if (!certificate->misere) {
        sums->print(certificate->instance.state, key, line);
        zm_buffer_format(line, " %" PRIu32, nimber);
        return;
    }
    struct zm_list components = {0};
    zm_sum_components(key, &components);
    for (size_t i = 0; i < components.count; i++) {
        zm_buffer_text(line, i == 0 ? "" : " + ");
        sums->print(certificate->instance.state, zm_list_at(&components, i), line);
    }
    line->failed |= zm_list_failed(&components);
    zm_list_free(&components);
}

static void print_entries(const struct zm_certificate *certificate, struct zm_list *lines)
{
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    while (zm_table_next(&certificate->entries, &cursor, &key, &value)) {
        uint32_t nimber;
        memcpy(&nimber, value, sizeof nimber);
        print_entry(certificate, key, nimber, &lines->bytes);
        zm_buffer_byte(&lines->bytes, '\n');
        zm_list_close(lines);
    }
    zm_list_sort(lines, false);
}

/* A form that is canonical only most of the time (pseudo-canonical) may change when its text is
 * read again: the certificate would then have holes for its readers. */
static enum zm_status check_component_text(const struct zm_certificate *certificate,
                                           struct zm_bytes component, struct zm_error *error)
{
    const struct zm_instance *instance = &certificate->instance;
    struct zm_buffer text = {0}, drawn = {0};
    struct zm_list again = {0};
    instance->game->sums->print(instance->state, component, &text);
    enum zm_status status =
        text.failed
            ? zm_fail_memory(error)
            : instance->game->rules->parse(instance->state, zm_buffer_string(&text), &drawn, error);
    if (status == ZM_OK)
        zm_split(instance, zm_buffer_bytes(&drawn), &again);
    if (status == ZM_OK && (drawn.failed || zm_list_failed(&again)))
        status = zm_fail_memory(error);
    if (status == ZM_OK && (again.count != 1 || !zm_bytes_equal(zm_list_at(&again, 0), component)))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "the certificate cannot be written: '%.100s' has another canonical form "
                         "when it is read again; take an exact form (sprouts: --canon exact)",
                         zm_buffer_string(&text));
    zm_buffer_free(&text);
    zm_buffer_free(&drawn);
    zm_list_free(&again);
    return status;
}

static enum zm_status check_node_text(const struct zm_certificate *certificate,
                                      struct zm_bytes node, struct zm_error *error)
{
    struct zm_buffer text = {0}, again = {0};
    struct zm_error reason = {0};
    enum zm_status read = ZM_OK;
    enum zm_status status =
        zm_nodes_print(certificate->nodes, node, &text)
            ? ZM_OK
            : zm_fail(error, ZM_BAD_INPUT,
                      "the certificate cannot be written: a reduced tree is too large for text; "
                      "take a smaller --rct-size");
    char *copy = status == ZM_OK ? strdup(zm_buffer_string(&text)) : NULL;
    if (copy != NULL)
        read = zm_nodes_parse(certificate->nodes, copy, &again, &reason);
    if (status == ZM_OK && (copy == NULL || text.failed || read == ZM_FAILED))
        status = zm_fail_memory(error);
    else if (status == ZM_OK && (read != ZM_OK || !zm_bytes_equal(zm_buffer_bytes(&again), node)))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "the certificate cannot be written: '%.100s' has another canonical form "
                         "when it is read again; take an exact form (sprouts: --canon exact)",
                         zm_buffer_string(&text));
    free(copy);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
    return status;
}

static enum zm_status check_texts(const struct zm_certificate *certificate, struct zm_error *error)
{
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    struct zm_list components = {0};
    void *value;
    enum zm_status status = ZM_OK;
    while (status == ZM_OK && zm_table_next(&certificate->entries, &cursor, &key, &value)) {
        zm_list_clear(&components);
        if (certificate->nodes != NULL)
            status = check_node_text(certificate, key, error);
        else if (certificate->misere)
            zm_sum_components(key, &components);
        else
            zm_list_add(&components, key);
        for (size_t i = 0; i < components.count && status == ZM_OK; i++)
            status = check_component_text(certificate, zm_list_at(&components, i), error);
        if (status == ZM_OK && zm_list_failed(&components))
            status = zm_fail_memory(error);
    }
    zm_list_free(&components);
    return status;
}

static void print_header(const struct zm_certificate *certificate, const struct zm_list *lines,
                         struct zm_buffer *text)
{
    struct zm_hash128 checksum = zm_bytes_hash128(zm_buffer_bytes(&lines->bytes));
    zm_buffer_format(text, "zermelo certificate 1\ngame %s\nrules %s\nplay %s\n",
                     certificate->instance.game->name, zm_buffer_string(&certificate->rules),
                     certificate->misere ? "misere" : "normal");
    if (certificate->nodes != NULL)
        zm_buffer_format(text, "trees %s\n", zm_buffer_string(&certificate->trees));
    zm_buffer_format(text, "position %s\nclaim ", zm_buffer_string(&certificate->position));
    zm_claim_print(certificate, text);
    if (certificate->because.size > 0)
        zm_buffer_format(text, "\nbecause %s", zm_buffer_string(&certificate->because));
    zm_buffer_format(text, "\nentries %zu\nchecksum %016" PRIx64 "%016" PRIx64 "\n\n", lines->count,
                     checksum.high, checksum.low);
}

static void print_all(const struct zm_certificate *certificate, struct zm_buffer *text)
{
    struct zm_list lines = {0};
    print_entries(certificate, &lines);
    print_header(certificate, &lines, text);
    zm_buffer_add(text, lines.bytes.data, lines.bytes.size);
    text->failed |= zm_list_failed(&lines);
    zm_list_free(&lines);
}

enum zm_status zm_certificate_print(const struct zm_certificate *certificate,
                                    struct zm_buffer *text, struct zm_error *error)
{
    enum zm_status status = check_texts(certificate, error);
    if (status == ZM_OK)
        print_all(certificate, text);
    return status == ZM_OK && text->failed ? zm_fail_memory(error) : status;
}

enum zm_status zm_certificate_write(const struct zm_certificate *certificate, FILE *out,
                                    struct zm_error *error)
{
    struct zm_buffer text = {0};
    enum zm_status status = zm_certificate_print(certificate, &text, error);
    if (status == ZM_OK && (fwrite(text.data, 1, text.size, out) != text.size || fflush(out) != 0))
        status =
            zm_fail(error, ZM_FAILED, "the certificate could not be written: %s", strerror(errno));
    zm_buffer_free(&text);
    return status;
}

enum zm_status zm_certificate_check(const struct zm_certificate *certificate, struct zm_run *run,
                                    struct zm_error *error)
{
    struct zm_buffer text = {0};
    struct zm_certificate again;
    print_all(certificate, &text);
    enum zm_status status = text.failed
                                ? zm_fail_memory(error)
                                : zm_certificate_parse_of(&again, certificate->instance.game, &text,
                                                          "the certificate", run, error);
    zm_buffer_free(&text);
    if (status == ZM_OK) {
        status = zm_verify(&again, run, error);
        zm_certificate_free(&again);
    }
    /* Entries that change by being read are the better reason. */
    if (status == ZM_WRONG || status == ZM_BAD_INPUT) {
        struct zm_error reason = *error;
        status = check_texts(certificate, error);
        if (status == ZM_OK) {
            *error = reason;
            status = reason.status;
        }
    }
    return status;
}
