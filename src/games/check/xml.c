/* Is a text well-formed XML, as far as pictures need it: one element with its attributes, nested
 * elements, text, comments and references. No declarations, no processing instructions, no CDATA.
 * A parser by recursive descent, over UTF-8. */
#include "games/check/inside.h"

#include <stdlib.h>

enum { DEEPEST = 64, MOST_ATTRIBUTES = 64 };

struct parser {
    const char *at;
    const char *why; /* NULL until something is wrong */
    void (*attribute)(void *context, const char *name, const char *value);
    void *context;
};

static bool wrong(struct parser *parser, const char *why)
{
    if (parser->why == NULL)
        parser->why = why;
    return false;
}

/* -- characters -- */

/* The length of the UTF-8 sequence that begins here, 0 when there is none. */
static size_t character(const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (byte[0] < 0x80)
        return byte[0] >= 0x20 || byte[0] == '\t' || byte[0] == '\n' || byte[0] == '\r';
    size_t size = byte[0] >= 0xf0 && byte[0] < 0xf5 ? 4
                  : byte[0] >= 0xe0                 ? 3
                  : byte[0] >= 0xc2                 ? 2
                                                    : 0;
    if (byte[0] >= 0xf5)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((byte[i] & 0xc0) != 0x80)
            return 0;
    return size;
}

/* A reference "&lt;" or "&#65;" at `parser->at`, appended to `value` as what it stands for. */
static bool read_reference(struct parser *parser, struct zm_buffer *value)
{
    static const struct {
        const char *name;
        char stands_for;
    } entities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        size_t size = strlen(entities[i].name);
        if (strncmp(parser->at, entities[i].name, size) != 0)
            continue;
        zm_buffer_byte(value, (uint8_t)entities[i].stands_for);
        parser->at += size;
        return true;
    }
    if (parser->at[1] != '#')
        return wrong(parser, "an & that begins no reference");
    bool hexadecimal = parser->at[2] == 'x';
    const char *digits = parser->at + 2 + hexadecimal;
    size_t count = strspn(digits, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789");
    if (count == 0 || count > 6 || digits[count] != ';')
        return wrong(parser, "a reference to no character");
    unsigned long code = strtoul(digits, NULL, hexadecimal ? 16 : 10);
    zm_buffer_byte(value, code < 128 ? (uint8_t)code : '?'); /* names of moves are ASCII */
    parser->at = digits + count + 1;
    return true;
}

static void skip_space(struct parser *parser)
{
    parser->at += strspn(parser->at, " \t\r\n");
}

/* The length of a name at `text`, 0 when there is none. */
static size_t name_length(const char *text)
{
    static const char first[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:";
    if (*text == '\0' || strchr(first, *text) == NULL)
        return 0;
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:0123456789.-");
}

/* -- elements -- */

/* name="value" */
static bool read_attribute(struct parser *parser, struct zm_list *names)
{
    struct zm_buffer name = {0}, value = {0};
    size_t size = name_length(parser->at);
    zm_buffer_add(&name, parser->at, size);
    for (size_t i = 0; i < names->count; i++)
        if (zm_bytes_equal(zm_list_at(names, i), zm_buffer_bytes(&name)))
            wrong(parser, "an attribute that an element has twice");
    zm_list_add(names, zm_buffer_bytes(&name));
    parser->at += size;
    char quote = parser->at[0] == '=' ? parser->at[1] : '\0';
    if (size == 0 || (quote != '"' && quote != '\''))
        wrong(parser, "an attribute that is not written name=\"value\"");
    else
        parser->at += 2;
    while (parser->why == NULL && *parser->at != quote) {
        size_t length = character(parser->at);
        if (*parser->at == '&')
            read_reference(parser, &value);
        else if (*parser->at == '<' || *parser->at == '\0' || length == 0)
            wrong(parser, "an attribute whose value does not end, or holds a < or no UTF-8");
        else {
            zm_buffer_add(&value, parser->at, length);
            parser->at += length;
        }
    }
    if (parser->why == NULL) {
        parser->at++;
        if (parser->attribute != NULL)
            parser->attribute(parser->context, zm_buffer_string(&name), zm_buffer_string(&value));
    }
    zm_buffer_free(&name);
    zm_buffer_free(&value);
    return parser->why == NULL;
}

/* "<name attributes", up to the end of the tag. */
static bool read_tag(struct parser *parser, struct zm_buffer *name)
{
    struct zm_list names = {0};
    size_t size = name_length(parser->at + 1);
    if (*parser->at != '<' || size == 0)
        return wrong(parser, "no element where one is expected");
    zm_buffer_set(name, zm_bytes(parser->at + 1, size));
    parser->at += 1 + size;
    while (parser->why == NULL) {
        bool space = strchr(" \t\r\n", *parser->at) != NULL && *parser->at != '\0';
        skip_space(parser);
        if (*parser->at == '>' || *parser->at == '/' || *parser->at == '\0')
            break;
        if (!space)
            wrong(parser, "two attributes without a space between them");
        read_attribute(parser, &names);
    }
    zm_list_free(&names);
    return parser->why == NULL;
}

static bool read_comment(struct parser *parser)
{
    const char *end = strstr(parser->at + 4, "--");
    if (end == NULL || end[2] != '>')
        return wrong(parser, "a comment that does not end, or holds --");
    parser->at = end + 3;
    return true;
}

/* Text and comments, up to the next tag. */
static bool read_text(struct parser *parser)
{
    struct zm_buffer unused = {0};
    while (parser->why == NULL && *parser->at != '\0') {
        size_t length = character(parser->at);
        if (strncmp(parser->at, "<!--", 4) == 0)
            read_comment(parser);
        else if (*parser->at == '<')
            break;
        else if (*parser->at == '&')
            read_reference(parser, &unused);
        else if (length == 0 || strncmp(parser->at, "]]>", 3) == 0)
            wrong(parser, "a text that is no UTF-8, or holds a control character or ]]>");
        else
            parser->at += length;
    }
    zm_buffer_free(&unused);
    return parser->why == NULL;
}

static bool read_element(struct parser *parser, unsigned depth)
{
    struct zm_buffer name = {0};
    bool read =
        depth < DEEPEST ? read_tag(parser, &name) : wrong(parser, "elements nested too deep");
    if (read && parser->at[0] == '/' && parser->at[1] == '>') {
        parser->at += 2;
    } else if (read && *parser->at == '>') {
        parser->at++;
        while ((read = read_text(parser)) && parser->at[0] == '<' && parser->at[1] != '/' && read)
            read_element(parser, depth + 1);
        if (parser->why == NULL &&
            (strncmp(parser->at, "</", 2) != 0 ||
             strncmp(parser->at + 2, zm_buffer_string(&name), name.size) != 0 ||
             parser->at[2 + name.size] != '>'))
            wrong(parser, "an element that is not closed");
        else if (parser->why == NULL)
            parser->at += name.size + 3;
    } else {
        wrong(parser, "a tag that does not end");
    }
    zm_buffer_free(&name);
    return parser->why == NULL;
}

bool zm_is_xml(const char *text,
               void (*attribute)(void *context, const char *name, const char *value), void *context,
               const char **why)
{
    struct parser parser = {.at = text, .attribute = attribute, .context = context};
    if (read_element(&parser, 0)) {
        skip_space(&parser);
        if (*parser.at != '\0')
            wrong(&parser, "something after the element");
    }
    *why = parser.why;
    return parser.why == NULL;
}
