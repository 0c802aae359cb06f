/* Certificates as text to be changed; see forged.h. */
#include "proof/forged.h"

#include "test.h"

#include <inttypes.h>

static const char *const names[FIELDS] = {"game",     "rules", "play",   "trees",
                                          "position", "claim", "because"};

void forged_free(struct forged *forged)
{
    for (int i = 0; i < FIELDS; i++)
        zm_buffer_free(&forged->fields[i]);
    zm_list_free(&forged->lines);
    *forged = (struct forged){0};
}

static void take_field(struct forged *forged, const char *line, size_t size)
{
    for (int i = 0; i < FIELDS; i++) {
        size_t length = strlen(names[i]);
        if (size < length || strncmp(line, names[i], length) != 0 ||
            (size > length && line[length] != ' '))
            continue;
        size_t skip = size > length ? length + 1 : length;
        zm_buffer_set(&forged->fields[i], zm_bytes(line + skip, size - skip));
        forged->present[i] = true;
    }
}

bool forged_read(struct forged *forged, const char *text)
{
    *forged = (struct forged){0};
    bool header = true;
    for (size_t size; *text != '\0'; text += size + (text[size] == '\n')) {
        size = strcspn(text, "\n");
        if (header)
            take_field(forged, text, size);
        else
            zm_list_add(&forged->lines, zm_bytes(text, size));
        header = header && size > 0;
    }
    return forged->present[GAME] && forged->present[POSITION] && forged->present[CLAIM];
}

void forged_copy(struct forged *to, const struct forged *from)
{
    for (int i = 0; i < FIELDS; i++) {
        zm_buffer_set(&to->fields[i], zm_buffer_bytes(&from->fields[i]));
        to->present[i] = from->present[i];
    }
    zm_list_clear(&to->lines);
    for (size_t i = 0; i < from->lines.count; i++)
        zm_list_add(&to->lines, zm_list_at(&from->lines, i));
}

void forged_print(const struct forged *forged, struct zm_buffer *text)
{
    struct zm_buffer lines = {0};
    for (size_t i = 0; i < forged->lines.count; i++) {
        struct zm_bytes line = zm_list_at(&forged->lines, i);
        zm_buffer_add(&lines, line.data, line.size);
        zm_buffer_byte(&lines, '\n');
    }
    struct zm_hash128 hash = zm_bytes_hash128(zm_buffer_bytes(&lines));
    zm_buffer_clear(text);
    zm_buffer_text(text, "zermelo certificate 1\n");
    for (int i = 0; i < FIELDS; i++)
        if (forged->present[i])
            zm_buffer_format(text, "%s %s\n", names[i], zm_buffer_string(&forged->fields[i]));
    zm_buffer_format(text, "entries %zu\nchecksum %016" PRIx64 "%016" PRIx64 "\n\n",
                     forged->lines.count, hash.high, hash.low);
    zm_buffer_add(text, lines.data, lines.size);
    zm_buffer_free(&lines);
    assert_false(text->failed);
}

void forged_set(struct forged *forged, enum field field, const char *text)
{
    forged->present[field] = text != NULL;
    zm_buffer_clear(&forged->fields[field]);
    zm_buffer_text(&forged->fields[field], text == NULL ? "" : text);
}

const char *forged_get(const struct forged *forged, enum field field)
{
    return zm_buffer_string(&forged->fields[field]);
}

void forged_line(struct forged *forged, size_t index, const char *text)
{
    struct zm_list lines = {0};
    for (size_t i = 0; i < forged->lines.count; i++) {
        if (i != index)
            zm_list_add(&lines, zm_list_at(&forged->lines, i));
        else if (text != NULL)
            zm_list_add(&lines, zm_bytes(text, strlen(text)));
    }
    if (index == SIZE_MAX)
        zm_list_add(&lines, zm_bytes(text, strlen(text)));
    zm_list_free(&forged->lines);
    forged->lines = lines;
}

bool forged_has_values(const struct forged *forged)
{
    return strcmp(forged_get(forged, PLAY), "misere") != 0;
}
