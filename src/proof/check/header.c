/* See header.h. */
#include "proof/check/header.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Takes the line "name value" off the text; NULL: it begins otherwise. */
static char *take_line(char **text, const char *name)
{
    size_t length = strlen(name);
    char *line = *text, *end = strchr(line, '\n');
    if (end == NULL || strncmp(line, name, length) != 0 ||
        (line[length] != ' ' && line[length] != '\n'))
        return NULL;
    *end = '\0';
    *text = end + 1;
    return line[length] == ' ' ? line + length + 1 : line + length;
}

enum zm_status zm_header_take(char **text, char *fields[ZM_HEADER_FIELDS], struct zm_error *error)
{
    static const char *const names[] = {"game",  "rules",   "play",    "position",
                                        "claim", "entries", "checksum"};
    if (take_line(text, "zermelo certificate 1") == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "line 1: expected 'zermelo certificate 1'");
    for (unsigned i = 0; i < ZM_HEADER_FIELDS; i++) {
        fields[i] = take_line(text, names[i]);
        if (fields[i] == NULL)
            return zm_fail(error, ZM_BAD_INPUT, "line %u: expected the line '%s ...'", i + 2,
                           names[i]);
    }
    if (take_line(text, "") == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "line %d: expected an empty line", ZM_HEADER_LINES);
    return ZM_OK;
}

enum zm_status zm_header_subject_read(struct zm_header_subject *subject, const struct zm_game *own,
                                      char *const fields[ZM_HEADER_FIELDS], struct zm_error *error)
{
    struct zm_instance instance = {0};
    bool is_own = own != NULL && strcmp(own->name, fields[ZM_HEADER_GAME]) == 0;
    *subject = (struct zm_header_subject){0};
    subject->game = is_own ? own : zm_game_find(fields[ZM_HEADER_GAME], error);
    if (subject->game == NULL)
        return ZM_BAD_INPUT;
    enum zm_status status = zm_settings_declare(&subject->settings, subject->game->params, error);
    if (status == ZM_OK)
        status = zm_settings_set_recorded(&subject->settings, fields[ZM_HEADER_RULES], error);
    if (status == ZM_OK)
        status = zm_instance_open(&instance, subject->game, &subject->settings, error);
    if (status == ZM_OK)
        status = subject->game->rules->parse(instance.state, fields[ZM_HEADER_POSITION],
                                             &subject->position, error);
    zm_instance_close(&instance);
    return status;
}

void zm_header_subject_free(struct zm_header_subject *subject)
{
    zm_settings_free(&subject->settings);
    zm_buffer_free(&subject->position);
}

enum zm_status zm_header_place_open(const struct zm_header_place *place, const struct zm_game *game,
                                    const struct zm_settings *settings, const char *off,
                                    struct zm_bytes position, struct zm_error *error)
{
    struct zm_settings chosen = {0};
    enum zm_status status = zm_settings_declare(&chosen, game->params, error);
    for (const struct zm_param *param = game->params;
         status == ZM_OK && param != NULL && param->name != NULL; param++) {
        bool is_off = off != NULL && strcmp(param->name, off) == 0;
        const char *text = is_off ? "off" : zm_settings_text(settings, param->name);
        if (text != NULL && param->kind != ZM_PARAM_FILE)
            status = zm_settings_set(&chosen, param->name, text, error);
    }
    if (status == ZM_OK)
        status = zm_instance_open(place->instance, game, &chosen, error);
    if (status == ZM_OK) {
        zm_settings_print_recorded(&chosen, game->params, place->rules);
        game->rules->print(place->instance->state, position, place->text);
        zm_buffer_set(place->position, position);
        if (place->rules->failed || place->text->failed || place->position->failed)
            status = zm_fail_memory(error);
    }
    zm_settings_free(&chosen);
    return status;
}

static void print_checksum(struct zm_bytes lines, char text[40])
{
    struct zm_hash128 hash = zm_bytes_hash128(lines);
    snprintf(text, 40, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
}

enum zm_status zm_header_check(const char *lines, char *const fields[ZM_HEADER_FIELDS],
                               struct zm_error *error)
{
    char found[40];
    print_checksum(zm_bytes(lines, strlen(lines)), found);
    return strcmp(found, fields[ZM_HEADER_CHECKSUM]) == 0
               ? ZM_OK
               : zm_fail(error, ZM_WRONG,
                         "the entries do not have the checksum %.40s: the file was changed",
                         fields[ZM_HEADER_CHECKSUM]);
}

bool zm_header_claims(const char *text, const char *words)
{
    const char *end = strstr(text, "\n\n"), *claim = strstr(text, "\nclaim ");
    return claim != NULL && (end == NULL || claim < end) &&
           strncmp(claim + strlen("\nclaim "), words, strlen(words)) == 0;
}

void zm_header_print(const struct zm_header *header, struct zm_bytes lines, struct zm_buffer *text)
{
    char checksum[40];
    print_checksum(lines, checksum);
    zm_buffer_format(text,
                     "zermelo certificate 1\ngame %s\nrules %s\nplay %s\nposition %s\n"
                     "claim %s\nentries %zu\nchecksum %s\n\n",
                     header->game, header->rules, header->misere ? "misere" : "normal",
                     header->position, header->claim, header->entries, checksum);
}
