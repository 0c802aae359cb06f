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
