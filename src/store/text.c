/* Stores as text; see text.h. */
#include "store/text.h"

#include "base/list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static const char first_line[] = "# zermelo store";

static bool is_plain(uint8_t byte)
{
    return byte > ' ' && byte < 127 && byte != '%';
}

static void print_bytes(struct zm_bytes key, struct zm_buffer *text)
{
    zm_buffer_byte(text, '=');
    for (size_t i = 0; i < key.size; i++)
        if (is_plain(key.data[i]))
            zm_buffer_byte(text, key.data[i]);
        else
            zm_buffer_format(text, "%%%02X", key.data[i]);
}

static int hex_digit(char digit)
{
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                          : -1;
}

static bool parse_bytes(const char *text, struct zm_buffer *key)
{
    for (const char *at = text + 1; *at != 0; at++) {
        if (*at != '%') {
            zm_buffer_byte(key, (uint8_t)*at);
            continue;
        }
        int high = hex_digit(at[1]), low = high < 0 ? -1 : hex_digit(at[2]);
        if (low < 0)
            return false;
        zm_buffer_byte(key, (uint8_t)(high << 4 | low));
        at += 2;
    }
    return true;
}

static bool one_word(const struct zm_buffer *text, size_t start)
{
    bool good = text->size > start && text->data[start] != '=' && text->data[start] != '[' &&
                text->data[start] != '#';
    for (size_t i = start; good && i < text->size; i++)
        good = text->data[i] > ' ';
    return good;
}

/* The owner's text when it is one word that reads back as the same key, else the bytes. Returns
 * whether it is the owner's. */
static bool print_key(const struct zm_key_text *keys, enum zm_kind kind, struct zm_bytes key,
                      struct zm_buffer *scratch, struct zm_buffer *text)
{
    size_t start = text->size;
    zm_buffer_clear(scratch);
    if (keys != NULL && keys->print != NULL && keys->print(keys->context, kind, key, text) &&
        one_word(text, start) &&
        keys->parse(keys->context, kind, zm_buffer_string(text) + start, scratch) &&
        zm_bytes_equal(zm_buffer_bytes(scratch), key))
        return true;
    text->size = start;
    print_bytes(key, text);
    return false;
}

static void print_value(enum zm_kind kind, struct zm_value value, struct zm_buffer *text)
{
    static const char *const outcomes[] = {"undecided", "win", "loss", "draw"};
    switch (kind) {
    case ZM_KIND_NIMBER:
        zm_buffer_format(text, " %" PRId64, value.a);
        break;
    case ZM_KIND_BOUND:
        zm_buffer_format(text, " %" PRId64 " %" PRId64, value.a, value.b);
        break;
    case ZM_KIND_DISTANCE:
        zm_buffer_format(text, " %" PRId64 " %s", value.a, outcomes[value.b & 3]);
        break;
    case ZM_KIND_TREE:
        zm_buffer_format(text, " %016" PRIx64 "%016" PRIx64, (uint64_t)value.a, (uint64_t)value.b);
        break;
    case ZM_KIND_LOST:
    case ZM_KIND_COUNT:
        break;
    }
}

static bool scan_value(enum zm_kind kind, const char *text, struct zm_value *value)
{
    char word[16] = "", junk;
    uint64_t low, high;
    *value = (struct zm_value){0};
    switch (kind) {
    case ZM_KIND_NIMBER:
        return sscanf(text, "%" SCNd64 " %c", &value->a, &junk) == 1 && value->a >= 0;
    case ZM_KIND_BOUND:
        return sscanf(text, "%" SCNd64 " %" SCNd64 " %c", &value->a, &value->b, &junk) == 2 &&
               value->a <= value->b;
    case ZM_KIND_DISTANCE:
        if (sscanf(text, "%" SCNd64 " %15s %c", &value->a, word, &junk) != 2 || value->a < 0)
            return false;
        value->b = strcmp(word, "win") == 0 ? 1 : strcmp(word, "loss") == 0 ? 2 : 3;
        return value->b != 3 || strcmp(word, "draw") == 0;
    case ZM_KIND_TREE:
        if (sscanf(text, "%16" SCNx64 "%16" SCNx64 " %c", &high, &low, &junk) != 2)
            return false;
        *value = (struct zm_value){(int64_t)high, (int64_t)low};
        return true;
    case ZM_KIND_LOST:
        return text[0] == 0;
    case ZM_KIND_COUNT:
        break;
    }
    return false;
}

void zm_store_entry_print(const struct zm_key_text *keys, enum zm_kind kind, struct zm_bytes key,
                          struct zm_value value, struct zm_buffer *text)
{
    struct zm_buffer scratch = {0};
    print_key(keys, kind, key, &scratch, text);
    print_value(kind, value, text);
    text->failed |= scratch.failed;
    zm_buffer_free(&scratch);
}

static bool is_known(const struct zm_key_text *keys, enum zm_kind kind, struct zm_bytes key)
{
    return keys == NULL || keys->known == NULL || keys->known(keys->context, kind, key);
}

static enum zm_status fail_key(enum zm_kind kind, struct zm_bytes key, struct zm_error *error)
{
    struct zm_buffer text = {0};
    print_bytes(key, &text);
    zm_fail(error, ZM_BAD_INPUT, "%s: the key %.200s is no position of the game",
            zm_kind_name(kind), zm_buffer_string(&text));
    zm_buffer_free(&text);
    return ZM_BAD_INPUT;
}

/* What a store keeps of it must be all of it. */
static bool parse_value(enum zm_kind kind, const char *text, struct zm_value *value)
{
    uint8_t bytes[16];
    if (!scan_value(kind, text, value))
        return false;
    zm_value_write(kind, *value, bytes);
    struct zm_value kept = zm_value_read(kind, bytes);
    return kept.a == value->a && kept.b == value->b;
}

struct looking {
    const struct zm_key_text *keys;
    enum zm_kind kind;
    struct zm_run *run;
    uint64_t seen;
    struct zm_error *error;
    enum zm_status status;
};

static bool look_at_key(void *context, struct zm_bytes key, struct zm_value value)
{
    struct looking *looking = context;
    (void)value;
    if (!is_known(looking->keys, looking->kind, key))
        looking->status = fail_key(looking->kind, key, looking->error);
    else if (looking->run != NULL && ++looking->seen % 256 == 0 &&
             zm_run_poll(looking->run, 0, looking->seen))
        looking->status = zm_fail(looking->error, ZM_STOPPED, "stopped");
    return looking->status == ZM_OK;
}

enum zm_status zm_store_check_keys(struct zm_store *store, const struct zm_key_text *keys,
                                   struct zm_run *run, struct zm_error *error)
{
    struct looking looking = {.keys = keys, .run = run, .error = error};
    for (int kind = 0; kind < ZM_KIND_COUNT && looking.status == ZM_OK; kind++) {
        looking.kind = (enum zm_kind)kind;
        store->class->each(store, looking.kind, look_at_key, &looking);
    }
    return looking.status;
}

struct exporting {
    const struct zm_key_text *keys;
    enum zm_kind kind;
    struct zm_list lines;
    struct zm_buffer scratch;
    struct zm_error *error;
    enum zm_status status; /* of the keys */
};

static bool export_one(void *context, struct zm_bytes key, struct zm_value value)
{
    struct exporting *exporting = context;
    struct zm_buffer *text = &exporting->lines.bytes;
    size_t start = text->size;
    if (!print_key(exporting->keys, exporting->kind, key, &exporting->scratch, text) &&
        !is_known(exporting->keys, exporting->kind, key)) {
        text->size = start;
        if (exporting->status == ZM_OK)
            exporting->status = fail_key(exporting->kind, key, exporting->error);
        return true;
    }
    print_value(exporting->kind, value, text);
    zm_list_close(&exporting->lines);
    return !zm_list_failed(&exporting->lines);
}

static void write_header(const struct zm_store_header *header, FILE *out)
{
    fprintf(out, "%s\nformat %u\ngame %s\nrules %s\nplay %s\nkeys %s\ncanon %u\n", first_line,
            header->format, zm_buffer_string(&header->game), zm_buffer_string(&header->rules),
            zm_buffer_string(&header->play), zm_buffer_string(&header->keys), header->canon);
}

enum zm_status zm_store_export(struct zm_store *store, const struct zm_store_header *header,
                               const struct zm_key_text *keys, FILE *out, struct zm_error *error)
{
    struct exporting exporting = {.keys = keys, .error = error};
    write_header(header, out);
    bool failed = false;
    for (int kind = 0; kind < ZM_KIND_COUNT && !failed; kind++) {
        exporting.kind = (enum zm_kind)kind;
        zm_list_clear(&exporting.lines);
        store->class->each(store, exporting.kind, export_one, &exporting);
        zm_list_sort(&exporting.lines, false);
        failed = zm_list_failed(&exporting.lines);
        if (exporting.lines.count > 0)
            fprintf(out, "[%s]\n", zm_kind_name(exporting.kind));
        for (size_t i = 0; i < exporting.lines.count && !failed; i++) {
            struct zm_bytes line = zm_list_at(&exporting.lines, i);
            fwrite(line.data, 1, line.size, out);
            putc('\n', out);
        }
    }
    zm_list_free(&exporting.lines);
    zm_buffer_free(&exporting.scratch);
    if (failed)
        return zm_fail_memory(error);
    if (fflush(out) != 0 || ferror(out))
        return zm_fail(error, ZM_FAILED, "cannot write the text: %s", strerror(errno));
    return exporting.status;
}

enum { LONGEST_LINE = 1 << 24 };

/* The next line without its end, which may be CRLF; false at the end of the file. A line without
 * end is cut: no key is so long. */
static bool read_line(FILE *in, struct zm_buffer *line)
{
    int byte;
    zm_buffer_clear(line);
    while ((byte = getc(in)) != EOF && byte != '\n' && line->size < LONGEST_LINE)
        zm_buffer_byte(line, (uint8_t)byte);
    if (byte == '\n' && line->size > 0 && line->data[line->size - 1] == '\r')
        line->data[--line->size] = 0;
    return byte != EOF || line->size > 0;
}

/* Reads "NAME rest" and gives the rest; NULL: it is another line. */
static const char *field(FILE *in, struct zm_buffer *line, const char *name)
{
    size_t length = strlen(name);
    if (!read_line(in, line) || strncmp(zm_buffer_string(line), name, length) != 0 ||
        zm_buffer_string(line)[length] != ' ')
        return NULL;
    return zm_buffer_string(line) + length + 1;
}

enum zm_status zm_store_text_header(FILE *in, struct zm_store_header *header,
                                    struct zm_error *error)
{
    static const char *const names[] = {"format", "game", "rules", "play", "keys", "canon"};
    struct zm_buffer *const texts[] = {NULL,          &header->game, &header->rules,
                                       &header->play, &header->keys, NULL};
    struct zm_buffer line = {0};
    enum zm_status status = ZM_OK;
    *header = (struct zm_store_header){0};
    if (!read_line(in, &line) || strcmp(zm_buffer_string(&line), first_line) != 0)
        status = zm_fail(error, ZM_BAD_INPUT, "line 1: expected '%s'", first_line);
    for (size_t i = 0; status == ZM_OK && i < sizeof names / sizeof *names; i++) {
        const char *text = field(in, &line, names[i]);
        if (text == NULL)
            status = zm_fail(error, ZM_BAD_INPUT, "line %zu: expected '%s ...'", i + 2, names[i]);
        else if (texts[i] != NULL)
            zm_buffer_text(texts[i], text);
        else
            *(i == 0 ? &header->format : &header->canon) = (unsigned)strtoul(text, NULL, 10);
    }
    zm_buffer_free(&line);
    if (status != ZM_OK)
        zm_store_header_free(header);
    return status;
}

enum zm_kind zm_kind_named(const char *name)
{
    int kind = 0;
    while (kind < ZM_KIND_COUNT && strcmp(zm_kind_name((enum zm_kind)kind), name) != 0)
        kind++;
    return (enum zm_kind)kind;
}

bool zm_store_key_parse(const struct zm_key_text *keys, enum zm_kind kind, const char *text,
                        struct zm_buffer *key)
{
    zm_buffer_clear(key);
    bool read = text[0] == '=' ? parse_bytes(text, key)
                               : keys != NULL && keys->parse != NULL &&
                                     keys->parse(keys->context, kind, text, key);
    return read && is_known(keys, kind, zm_buffer_bytes(key));
}

/* One result. The word of the key ends at the first space; a lost node has no value. */
static enum zm_status import_line(char *line, enum zm_kind kind, struct zm_store *store,
                                  const struct zm_key_text *keys, struct zm_buffer *key,
                                  struct zm_error *error)
{
    struct zm_value value;
    char *space = strchr(line, ' ');
    if (space != NULL)
        *space = 0;
    if (!zm_store_key_parse(keys, kind, line, key))
        return zm_fail(error, ZM_BAD_INPUT, "'%.80s' is not a key of the kind %s", line,
                       zm_kind_name(kind));
    if (!parse_value(kind, space == NULL ? "" : space + 1, &value))
        return zm_fail(error, ZM_BAD_INPUT, "'%.80s' is not a value of kind %s",
                       space == NULL ? "" : space + 1, zm_kind_name(kind));
    enum zm_status status =
        key->failed ? ZM_FAILED : zm_store_put(store, kind, zm_buffer_bytes(key), value);
    if (status == ZM_WRONG)
        return zm_fail(error, ZM_WRONG, "%s of '%.80s': '%s' contradicts the store",
                       zm_kind_name(kind), line, space == NULL ? "" : space + 1);
    return status == ZM_OK ? ZM_OK : zm_fail(error, status, "the store takes no more results");
}

enum zm_status zm_store_import(FILE *in, struct zm_store *store, const struct zm_key_text *keys,
                               uint64_t *count, struct zm_error *error)
{
    struct zm_buffer line = {0}, key = {0};
    enum zm_status status = ZM_OK, worst = ZM_OK;
    enum zm_kind kind = ZM_KIND_COUNT;
    struct zm_error reason = {0};
    *count = 0;
    for (uint64_t number = 8; status == ZM_OK && read_line(in, &line); number++) {
        char *text = (char *)line.data;
        if (line.size == 0 || text[0] == '#')
            continue;
        if (text[0] == '[' && text[line.size - 1] == ']') {
            text[line.size - 1] = 0;
            kind = zm_kind_named(text + 1);
            if (kind == ZM_KIND_COUNT)
                status =
                    zm_fail(&reason, ZM_BAD_INPUT, "'%.40s' is not a kind of results", text + 1);
        } else {
            status = kind == ZM_KIND_COUNT
                         ? zm_fail(&reason, ZM_BAD_INPUT, "expected a kind in square brackets")
                         : import_line(text, kind, store, keys, &key, &reason);
            *count += status == ZM_OK;
        }
        if (status != ZM_OK && worst == ZM_OK) {
            zm_error_context(&reason, "line %" PRIu64, number);
            if (error != NULL)
                *error = reason;
            worst = status;
        }
        if (status == ZM_WRONG) /* the first is told, the good ones go in */
            status = ZM_OK;
    }
    zm_buffer_free(&line);
    zm_buffer_free(&key);
    return worst;
}

struct merging {
    struct zm_store *into;
    const struct zm_key_text *keys;
    enum zm_kind kind;
    uint64_t count, wrong;
    enum zm_status status;
    struct zm_error error;
};

static void tell_contradiction(struct merging *merging, struct zm_bytes key, struct zm_value value)
{
    struct zm_buffer text = {0}, scratch = {0};
    struct zm_value known = {0};
    print_key(merging->keys, merging->kind, key, &scratch, &text);
    size_t end = text.size;
    print_value(merging->kind, value, &text);
    zm_store_get(merging->into, merging->kind, key, &known);
    zm_buffer_clear(&scratch);
    print_value(merging->kind, known, &scratch);
    if (!text.failed && !scratch.failed)
        zm_fail(&merging->error, ZM_WRONG, "%s of '%.*s': one store says%s, the other%s",
                zm_kind_name(merging->kind), (int)(end < 120 ? end : 120), zm_buffer_string(&text),
                zm_buffer_string(&scratch), zm_buffer_string(&text) + end);
    zm_buffer_free(&text);
    zm_buffer_free(&scratch);
}

static bool merge_one(void *context, struct zm_bytes key, struct zm_value value)
{
    struct merging *merging = context;
    if (!is_known(merging->keys, merging->kind, key)) {
        merging->status = fail_key(merging->kind, key, &merging->error);
        return false;
    }
    enum zm_status status = zm_store_put(merging->into, merging->kind, key, value);
    if (status == ZM_WRONG) {
        if (merging->wrong++ == 0)
            tell_contradiction(merging, key, value);
    } else if (status != ZM_OK) {
        merging->status = zm_fail(&merging->error, status, "the store takes no more results");
    } else {
        merging->count++;
    }
    return merging->status == ZM_OK;
}

enum zm_status zm_store_merge(struct zm_store *from, struct zm_store *into,
                              const struct zm_key_text *keys, uint64_t *count, uint64_t *wrong,
                              struct zm_error *error)
{
    struct merging merging = {.into = into, .keys = keys};
    for (int kind = 0; kind < ZM_KIND_COUNT && merging.status == ZM_OK; kind++) {
        merging.kind = (enum zm_kind)kind;
        from->class->each(from, merging.kind, merge_one, &merging);
    }
    *count = merging.count;
    *wrong = merging.wrong;
    if (merging.status == ZM_OK && merging.wrong > 0)
        merging.status = ZM_WRONG;
    if (merging.status != ZM_OK && error != NULL)
        *error = merging.error;
    return merging.status;
}
