/* Certificates as text; see certificate.h. The form:
 *
 *     zermelo certificate 1
 *     game cram
 *     rules
 *     play normal
 *     position 3x3
 *     claim nimber 0
 *     because ...              (only of a position that stands for several)
 *     entries 2
 *     checksum 97d6b4a1b53cd6cf8a9d4e4e0e5f1c07
 *
 *     00 1
 *     000/000 0
 *
 * In misère play a line `trees SIZE` after `play` says that components at most this difficult are
 * written as reduced trees. The checksum is XXH3 (128 bits) over the lines after the empty one. */
#include "proof/check/certificate.h"

#include "proof/check/nodes.h"
#include "theory/trees.h"

#include <inttypes.h>
#include <stdlib.h>

bool zm_certificate_get(const struct zm_table *entries, struct zm_bytes key, uint32_t *nimber)
{
    const void *value = zm_table_find(entries, key);
    if (value != NULL)
        memcpy(nimber, value, sizeof *nimber);
    return value != NULL;
}

bool zm_certificate_put(struct zm_table *entries, struct zm_bytes key, uint32_t nimber)
{
    void *value = zm_table_insert(entries, key, NULL);
    if (value != NULL)
        memcpy(value, &nimber, sizeof nimber);
    return value != NULL;
}

static enum zm_status check_game(const struct zm_game *game, struct zm_error *error)
{
    if (game->players != ZM_IMPARTIAL || game->sums == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s: certificates are for impartial games that split into components",
                       game->name);
    return ZM_OK;
}

/* Splits the position, or each of those that it stands for. */
static void add_cases(struct zm_certificate *certificate, struct zm_bytes position)
{
    const struct zm_instance *instance = &certificate->instance;
    const struct zm_rules *rules = instance->game->rules;
    struct zm_list cases = {0};
    struct zm_buffer key = {0};
    if (rules->cases != NULL)
        rules->cases(instance->state, position, &cases, &certificate->because);
    if (cases.count == 0)
        zm_list_add(&cases, position);
    for (size_t i = 0; i < cases.count; i++) {
        zm_list_clear(&certificate->root);
        zm_buffer_clear(&key);
        if (!zm_split(instance, zm_list_at(&cases, i), &certificate->root)) {
            certificate->loony = true;
            break;
        }
        if (!certificate->misere)
            zm_nimber_sum(instance, &certificate->root);
        zm_sum_key(&certificate->root, &key);
        zm_list_add(&certificate->cases, zm_buffer_bytes(&key));
    }
    certificate->cases.bytes.failed |= zm_list_failed(&cases) || key.failed;
    zm_buffer_free(&key);
    zm_list_free(&cases);
}

enum zm_status zm_certificate_begin(struct zm_certificate *certificate, const struct zm_game *game,
                                    const struct zm_settings *settings, bool misere,
                                    struct zm_bytes position, struct zm_error *error)
{
    *certificate = (struct zm_certificate){.misere = misere};
    zm_table_init(&certificate->entries, sizeof(uint32_t));
    enum zm_status status = check_game(game, error);
    if (status == ZM_OK)
        status = zm_instance_open(&certificate->instance, game, settings, error);
    if (status != ZM_OK)
        return status;
    zm_settings_print_recorded(settings, game->params, &certificate->rules);
    game->rules->print(certificate->instance.state, position, &certificate->position);
    add_cases(certificate, position);
    if (certificate->rules.failed || certificate->position.failed || certificate->because.failed ||
        zm_list_failed(&certificate->root) || zm_list_failed(&certificate->cases))
        return zm_fail_memory(error);
    return ZM_OK;
}

enum zm_status zm_certificate_with_trees(struct zm_certificate *certificate, const char *trees,
                                         size_t allowance, struct zm_run *run,
                                         struct zm_error *error)
{
    zm_buffer_text(&certificate->trees, trees);
    if (certificate->trees.failed)
        return zm_fail_memory(error);
    return zm_nodes_open(&certificate->instance, trees, allowance, run, &certificate->nodes, error);
}

enum zm_status zm_certificate_settle(const struct zm_certificate *certificate,
                                     struct zm_error *error)
{
    struct zm_buffer node = {0};
    enum zm_status status = ZM_OK;
    if (certificate->nodes == NULL || certificate->cases.count == 0)
        return ZM_OK;
    status = zm_certificate_node(certificate, 0, &node, error);
    if (status == ZM_OK)
        status = zm_nodes_settle(certificate->nodes, zm_buffer_bytes(&node), error);
    zm_buffer_free(&node);
    return status;
}

enum zm_status zm_certificate_node(const struct zm_certificate *certificate, size_t index,
                                   struct zm_buffer *node, struct zm_error *error)
{
    struct zm_list components = {0};
    zm_sum_components(zm_list_at(&certificate->cases, index), &components);
    enum zm_status status =
        zm_nodes_make(certificate->nodes, &components,
                      certificate->claim == ZM_CLAIM_GRUNDY ? certificate->nimber : 0, node, error);
    zm_list_free(&components);
    return status;
}

void zm_certificate_free(struct zm_certificate *certificate)
{
    zm_nodes_close(certificate->nodes);
    zm_buffer_free(&certificate->trees);
    zm_instance_close(&certificate->instance);
    zm_buffer_free(&certificate->rules);
    zm_buffer_free(&certificate->position);
    zm_list_free(&certificate->root);
    zm_list_free(&certificate->cases);
    zm_buffer_free(&certificate->because);
    zm_table_free(&certificate->entries);
    *certificate = (struct zm_certificate){0};
}

void zm_claim_print(const struct zm_certificate *certificate, struct zm_buffer *text)
{
    if (certificate->claim == ZM_CLAIM_NIMBER)
        zm_buffer_format(text, "nimber %" PRIu32, certificate->nimber);
    else if (certificate->claim == ZM_CLAIM_GRUNDY)
        zm_buffer_format(text, "grundy %" PRIu32, certificate->nimber);
    else
        zm_buffer_text(text, certificate->claim == ZM_CLAIM_WIN ? "win" : "loss");
}

void zm_certificate_describe(const struct zm_certificate *certificate, struct zm_buffer *text)
{
    zm_buffer_format(text, "%s %s, %s play: ", certificate->instance.game->name,
                     zm_buffer_string(&certificate->position),
                     certificate->misere ? "misere" : "normal");
    zm_claim_print(certificate, text);
}

/* Reading. */

struct reader {
    struct zm_certificate *certificate;
    const struct zm_game *own; /* a game that need not be in the registry, or NULL */
    struct zm_settings settings;
    const char *path;
    char *next;      /* the rest of the text */
    unsigned number; /* of the line last read */
    struct zm_buffer drawn, key;
    struct zm_list term, components; /* of one term, and of the whole entry */
    size_t size;                     /* of the whole text */
    struct zm_run *run;              /* or NULL */
};

/* The next line without its end, or NULL. */
static char *next_line(struct reader *reader)
{
    if (*reader->next == '\0')
        return NULL;
    char *line = reader->next, *end = strchr(line, '\n');
    reader->next = end == NULL ? line + strlen(line) : end + 1;
    if (end != NULL)
        *end = '\0';
    reader->number++;
    return line;
}

static enum zm_status bad_line(const struct reader *reader, const char *expected,
                               struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "%s:%u: expected %s", reader->path, reader->number,
                   expected);
}

/* The text after "name " on the next line. */
static enum zm_status read_field(struct reader *reader, const char *name, char **text,
                                 struct zm_error *error)
{
    char *line = next_line(reader);
    size_t length = strlen(name);
    if (line == NULL || strncmp(line, name, length) != 0 ||
        (line[length] != ' ' && line[length] != '\0')) {
        reader->number += line == NULL;
        return zm_fail(error, ZM_BAD_INPUT, "%s:%u: expected the line '%s ...' of a certificate",
                       reader->path, reader->number, name);
    }
    *text = line[length] == ' ' ? line + length + 1 : line + length;
    return ZM_OK;
}

/* Digits to the end of the text; no nimber is so large that it does not fit. */
static bool read_nimber(const char *text, uint32_t *nimber)
{
    char *end = NULL;
    if (*text < '0' || *text > '9')
        return false;
    unsigned long long number = strtoull(text, &end, 10);
    *nimber = (uint32_t)number;
    return *end == '\0' && number <= UINT32_MAX;
}

static enum zm_status read_claim(struct reader *reader, const char *text, struct zm_error *error)
{
    struct zm_certificate *certificate = reader->certificate;
    if (strcmp(text, "win") == 0)
        certificate->claim = ZM_CLAIM_WIN;
    else if (strcmp(text, "loss") == 0)
        certificate->claim = ZM_CLAIM_LOSS;
    else if (strncmp(text, "nimber ", 7) == 0 && !certificate->misere &&
             read_nimber(text + 7, &certificate->nimber))
        certificate->claim = ZM_CLAIM_NIMBER;
    else if (strncmp(text, "grundy ", 7) == 0 && certificate->nodes != NULL &&
             read_nimber(text + 7, &certificate->nimber) && certificate->nimber <= ZM_LARGEST_HEAP)
        certificate->claim = ZM_CLAIM_GRUNDY;
    else
        return bad_line(reader,
                        "'claim win', 'claim loss', in normal play 'claim nimber N', or in misère "
                        "play with trees 'claim grundy N'",
                        error);
    return ZM_OK;
}

/* Adds the components of one term of an entry. */
static enum zm_status read_term(struct reader *reader, const char *text, struct zm_error *error)
{
    struct zm_instance *instance = &reader->certificate->instance;
    zm_list_clear(&reader->term);
    enum zm_status status =
        instance->game->rules->parse(instance->state, text, &reader->drawn, error);
    if (status == ZM_OK && !zm_split(instance, zm_buffer_bytes(&reader->drawn), &reader->term))
        status = zm_fail(error, ZM_BAD_INPUT, "'%.100s' is loony, and no component", text);
    if (status == ZM_OK && zm_list_failed(&reader->term))
        status = zm_fail_memory(error);
    for (size_t i = 0; status == ZM_OK && i < reader->term.count; i++)
        zm_list_add(&reader->components, zm_list_at(&reader->term, i));
    if (status != ZM_OK)
        zm_error_context(error, "%s:%u", reader->path, reader->number);
    return status;
}

static enum zm_status read_node(struct reader *reader, char *line, struct zm_error *error)
{
    struct zm_certificate *certificate = reader->certificate;
    zm_buffer_clear(&reader->key);
    enum zm_status status = zm_nodes_parse(certificate->nodes, line, &reader->key, error);
    if (status != ZM_OK)
        zm_error_context(error, "%s:%u", reader->path, reader->number);
    else if (!zm_certificate_put(&certificate->entries, zm_buffer_bytes(&reader->key), 0))
        status = zm_fail_memory(error);
    return status;
}

static enum zm_status read_entry(struct reader *reader, char *line, struct zm_error *error)
{
    struct zm_certificate *certificate = reader->certificate;
    uint32_t nimber = 0;
    if (certificate->nodes != NULL)
        return read_node(reader, line, error);
    zm_list_clear(&reader->components);
    if (!certificate->misere) {
        char *space = strrchr(line, ' ');
        if (space == NULL || !read_nimber(space + 1, &nimber))
            return bad_line(reader, "a component, a space and its nimber", error);
        *space = '\0';
    }
    enum zm_status status = ZM_OK;
    for (char *term = line, *plus; status == ZM_OK && term != NULL; term = plus) {
        plus = certificate->misere ? strstr(term, " + ") : NULL;
        if (plus != NULL) {
            *plus = '\0';
            plus += 3;
        }
        status = read_term(reader, term, error);
    }
    if (status != ZM_OK)
        return status;
    zm_buffer_clear(&reader->key);
    if (certificate->misere) {
        zm_list_sort(&reader->components, false);
        zm_sum_key(&reader->components, &reader->key);
    } else if (reader->components.count == 1) {
        zm_buffer_set(&reader->key, zm_list_at(&reader->components, 0));
    } else {
        certificate->ignored++;
        return ZM_OK;
    }
    uint32_t before;
    if (zm_certificate_get(&certificate->entries, zm_buffer_bytes(&reader->key), &before) &&
        before != nimber)
        return zm_fail(error, ZM_WRONG, "%s:%u: nimber %" PRIu32 " here, %" PRIu32 " elsewhere",
                       reader->path, reader->number, nimber, before);
    if (zm_list_failed(&reader->components) || reader->key.failed ||
        !zm_certificate_put(&certificate->entries, zm_buffer_bytes(&reader->key), nimber))
        return zm_fail_memory(error);
    return ZM_OK;
}

/* The text of the header as far as the position. */
struct header {
    const struct zm_game *game;
    char *play, *trees, *position; /* `trees` may be NULL */
};

static enum zm_status read_game(struct reader *reader, struct header *header,
                                struct zm_error *error)
{
    char *text, *rules;
    enum zm_status status = read_field(reader, "zermelo certificate 1", &text, error);
    if (status == ZM_OK)
        status = read_field(reader, "game", &text, error);
    if (status != ZM_OK)
        return status;
    bool own = reader->own != NULL && strcmp(text, reader->own->name) == 0;
    header->game = own ? reader->own : zm_game_find(text, error);
    if (header->game == NULL)
        return ZM_BAD_INPUT;
    if (status == ZM_OK)
        status = zm_settings_declare(&reader->settings, header->game->params, error);
    if (status == ZM_OK)
        status = read_field(reader, "rules", &rules, error);
    if (status == ZM_OK)
        status = zm_settings_set_recorded(&reader->settings, rules, error);
    if (status == ZM_OK)
        status = read_field(reader, "play", &header->play, error);
    if (status == ZM_OK && strcmp(header->play, "normal") != 0 &&
        strcmp(header->play, "misere") != 0)
        return bad_line(reader, "'play normal' or 'play misere'", error);
    if (status == ZM_OK && strcmp(header->play, "misere") == 0 &&
        strncmp(reader->next, "trees ", 6) == 0)
        status = read_field(reader, "trees", &header->trees, error);
    return status == ZM_OK ? read_field(reader, "position", &header->position, error) : status;
}

/* Opens the game and splits the position. */
static enum zm_status begin(struct reader *reader, const struct header *header,
                            struct zm_error *error)
{
    struct zm_instance instance = {0};
    enum zm_status status = check_game(header->game, error);
    if (status == ZM_OK)
        status = zm_instance_open(&instance, header->game, &reader->settings, error);
    if (status == ZM_OK) {
        status =
            header->game->rules->parse(instance.state, header->position, &reader->drawn, error);
        zm_instance_close(&instance);
    }
    if (status == ZM_OK)
        status = zm_certificate_begin(reader->certificate, header->game, &reader->settings,
                                      strcmp(header->play, "misere") == 0,
                                      zm_buffer_bytes(&reader->drawn), error);
    if (status == ZM_OK && header->trees != NULL)
        status = zm_certificate_with_trees(reader->certificate, header->trees, reader->size,
                                           reader->run, error);
    return status;
}

/* The header up to the empty line. */
static enum zm_status read_header(struct reader *reader, unsigned long *count, char **checksum,
                                  struct zm_error *error)
{
    struct header header = {0};
    char *text;
    enum zm_status status = read_game(reader, &header, error);
    if (status == ZM_OK)
        status = begin(reader, &header, error);
    if (status == ZM_OK)
        status = read_field(reader, "claim", &text, error);
    if (status == ZM_OK)
        status = read_claim(reader, text, error);
    if (status == ZM_OK)
        status = zm_certificate_settle(reader->certificate, error);
    if (status == ZM_OK && reader->certificate->because.size > 0) /* for people: found again */
        status = read_field(reader, "because", &text, error);
    if (status == ZM_OK)
        status = read_field(reader, "entries", &text, error);
    if (status == ZM_OK) {
        *count = strtoul(text, NULL, 10);
        status = read_field(reader, "checksum", checksum, error);
    }
    return status == ZM_OK ? read_field(reader, "", &text, error) : status;
}

static enum zm_status read_text(struct reader *reader, struct zm_error *error)
{
    unsigned long count = 0, lines = 0;
    char *checksum, *line, found[40];
    enum zm_status status = read_header(reader, &count, &checksum, error);
    if (status != ZM_OK)
        return status;
    struct zm_hash128 hash = zm_bytes_hash128(zm_bytes(reader->next, strlen(reader->next)));
    snprintf(found, sizeof found, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
    if (strcmp(found, checksum) != 0)
        return zm_fail(error, ZM_WRONG,
                       "%s: the entries do not have the checksum %s: the file was changed",
                       reader->path, checksum);
    for (; status == ZM_OK && (line = next_line(reader)) != NULL; lines++)
        status = read_entry(reader, line, error);
    if (status == ZM_OK && lines != count)
        return zm_fail(error, ZM_WRONG, "%s: %lu entries announced, %lu found", reader->path, count,
                       lines);
    return status;
}

enum zm_status zm_certificate_parse(struct zm_certificate *certificate, struct zm_buffer *text,
                                    const char *path, struct zm_run *run, struct zm_error *error)
{
    return zm_certificate_parse_of(certificate, NULL, text, path, run, error);
}

enum zm_status zm_certificate_parse_of(struct zm_certificate *certificate,
                                       const struct zm_game *own, struct zm_buffer *text,
                                       const char *path, struct zm_run *run, struct zm_error *error)
{
    struct reader reader = {.certificate = certificate,
                            .own = own,
                            .path = path,
                            .next = (char *)text->data,
                            .size = text->size,
                            .run = run};
    *certificate = (struct zm_certificate){0};
    zm_table_init(&certificate->entries, sizeof(uint32_t));
    if (text->size == 0)
        return zm_fail(error, ZM_BAD_INPUT, "%s: the file is empty", path);
    enum zm_status status = strlen(reader.next) != text->size
                                ? zm_fail(error, ZM_BAD_INPUT, "%s: not a text file", path)
                                : read_text(&reader, error);
    zm_settings_free(&reader.settings);
    zm_buffer_free(&reader.drawn);
    zm_buffer_free(&reader.key);
    zm_list_free(&reader.term);
    zm_list_free(&reader.components);
    zm_nodes_within(certificate->nodes, NULL);
    certificate->size = text->size;
    if (status != ZM_OK)
        zm_certificate_free(certificate);
    return status;
}

enum zm_status zm_certificate_read(struct zm_certificate *certificate, FILE *in, const char *path,
                                   struct zm_run *run, struct zm_error *error)
{
    struct zm_buffer text = {0};
    char block[1 << 14];
    size_t size;
    while ((size = fread(block, 1, sizeof block, in)) > 0)
        zm_buffer_add(&text, block, size);
    enum zm_status status = text.failed
                                ? zm_fail_memory(error)
                                : zm_certificate_parse(certificate, &text, path, run, error);
    zm_buffer_free(&text);
    return status;
}
