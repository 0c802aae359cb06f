/* SGF; see sgf.h. Nothing here calls itself: a file may be as deep as it is long. */
#include "records/sgf.h"

#include "base/array.h"

#include <ctype.h>
#include <stdlib.h>

enum { LONGEST_NAME = 64 };

void zm_sgf_free(struct zm_sgf *sgf)
{
    free(sgf->nodes);
    free(sgf->properties);
    zm_list_free(&sgf->texts);
    *sgf = (struct zm_sgf){0};
}

uint32_t zm_sgf_add_node(struct zm_sgf *sgf, uint32_t parent)
{
    struct zm_sgf_node *nodes =
        zm_array_room(sgf->nodes, &sgf->capacity, sgf->count + 1, sizeof *nodes);
    if (nodes == NULL || sgf->count >= ZM_SGF_NONE - 1)
        return ZM_SGF_NONE;
    sgf->nodes = nodes;
    uint32_t number = (uint32_t)sgf->count++;
    nodes[number] = (struct zm_sgf_node){
        .parent = parent,
        .child = ZM_SGF_NONE,
        .last = ZM_SGF_NONE,
        .sibling = ZM_SGF_NONE,
        .property = (uint32_t)sgf->property_count,
    };
    uint32_t before = ZM_SGF_NONE; /* the sibling before it */
    if (parent != ZM_SGF_NONE) {
        before = nodes[parent].last;
        nodes[parent].last = number;
        if (before == ZM_SGF_NONE)
            nodes[parent].child = number;
    } else {
        before = number > 0 ? sgf->last_root : ZM_SGF_NONE;
        sgf->last_root = number;
    }
    if (before != ZM_SGF_NONE)
        nodes[before].sibling = number;
    return number;
}

static bool add_named(struct zm_sgf *sgf, struct zm_bytes name)
{
    struct zm_sgf_property *properties = zm_array_room(sgf->properties, &sgf->property_capacity,
                                                       sgf->property_count + 1, sizeof *properties);
    if (properties == NULL)
        return false;
    sgf->properties = properties;
    properties[sgf->property_count++] =
        (struct zm_sgf_property){.text = (uint32_t)sgf->texts.count};
    zm_list_add(&sgf->texts, name);
    sgf->nodes[sgf->count - 1].properties++;
    return !zm_list_failed(&sgf->texts);
}

bool zm_sgf_add_property(struct zm_sgf *sgf, const char *name)
{
    return add_named(sgf, zm_bytes(name, strlen(name)));
}

bool zm_sgf_add_value(struct zm_sgf *sgf, const char *value)
{
    zm_list_add(&sgf->texts, zm_bytes(value, strlen(value)));
    sgf->properties[sgf->property_count - 1].values++;
    return !zm_list_failed(&sgf->texts);
}

const struct zm_sgf_property *zm_sgf_property(const struct zm_sgf *sgf, uint32_t node,
                                              const char *name)
{
    struct zm_bytes wanted = zm_bytes(name, strlen(name));
    for (uint32_t i = 0; i < sgf->nodes[node].properties; i++) {
        const struct zm_sgf_property *property = &sgf->properties[sgf->nodes[node].property + i];
        if (zm_bytes_equal(zm_list_at(&sgf->texts, property->text), wanted))
            return property;
    }
    return NULL;
}

/* --- reading --- */

struct reader {
    struct zm_bytes text;
    size_t at;
    struct zm_sgf *sgf;
    struct zm_list branches; /* the node that each open '(' hangs below, four bytes each */
    uint32_t node;           /* where the next node goes below */
    bool begun;              /* behind '(' a node has come */
};

static enum zm_status fail_at(const struct reader *reader, const char *what, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "SGF, byte %zu: %s", reader->at + 1, what);
}

static int look(const struct reader *reader)
{
    return reader->at < reader->text.size ? reader->text.data[reader->at] : -1;
}

static void skip_blanks(struct reader *reader)
{
    while (look(reader) >= 0 && isspace(look(reader)))
        reader->at++;
}

/* One value, behind its '['. A backslash protects what follows, a line end behind it goes. */
static enum zm_status read_value(struct reader *reader, struct zm_error *error)
{
    struct zm_list *texts = &reader->sgf->texts;
    reader->at++;
    for (; look(reader) != ']'; reader->at++) {
        bool guarded = look(reader) == '\\';
        reader->at += guarded;
        if (look(reader) < 0)
            return fail_at(reader, "the text ends inside a value; expected ']'", error);
        if (!guarded || look(reader) != '\n')
            zm_buffer_byte(&texts->bytes, (uint8_t)look(reader));
    }
    reader->at++;
    zm_list_close(texts);
    reader->sgf->properties[reader->sgf->property_count - 1].values++;
    return zm_list_failed(texts) ? zm_fail_memory(error) : ZM_OK;
}

/* A name in upper case; lower case letters in it were written in old files, and mean nothing. */
static enum zm_status read_property(struct reader *reader, struct zm_error *error)
{
    char name[LONGEST_NAME];
    size_t length = 0;
    for (; look(reader) >= 0 && isalpha(look(reader)); reader->at++)
        if (isupper(look(reader)) && length < sizeof name)
            name[length++] = (char)look(reader);
    skip_blanks(reader);
    if (length == 0 || length == sizeof name || look(reader) != '[')
        return fail_at(reader, "expected the name of a property and '['", error);
    if (!add_named(reader->sgf, zm_bytes(name, length)))
        return zm_fail_memory(error);
    enum zm_status status = ZM_OK;
    while (status == ZM_OK && look(reader) == '[') {
        status = read_value(reader, error);
        skip_blanks(reader);
    }
    return status;
}

static enum zm_status open_branch(struct reader *reader, struct zm_error *error)
{
    zm_list_add(&reader->branches, zm_bytes(&reader->node, sizeof reader->node));
    reader->begun = false;
    reader->at++;
    return zm_list_failed(&reader->branches) ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status close_branch(struct reader *reader, struct zm_error *error)
{
    if (!reader->begun)
        return fail_at(reader, "a game or a variation without nodes; expected ';'", error);
    struct zm_bytes top = zm_list_at(&reader->branches, reader->branches.count - 1);
    memcpy(&reader->node, top.data, sizeof reader->node);
    reader->branches.count--;
    reader->branches.bytes.size -= sizeof reader->node;
    reader->at++;
    return ZM_OK;
}

static enum zm_status read_step(struct reader *reader, struct zm_error *error)
{
    bool inside = reader->branches.count > 0;
    switch (look(reader)) {
    case '(':
        if (inside && !reader->begun)
            return fail_at(reader, "expected ';' behind '('", error);
        return open_branch(reader, error);
    case ')':
        return inside ? close_branch(reader, error) : fail_at(reader, "')' without '('", error);
    case ';':
        if (!inside)
            return fail_at(reader, "expected '(' before the first node", error);
        reader->node = zm_sgf_add_node(reader->sgf, reader->node);
        reader->begun = true;
        reader->at++;
        return reader->node == ZM_SGF_NONE ? zm_fail_memory(error) : ZM_OK;
    default:
        if (!inside || !reader->begun)
            return fail_at(reader, "expected '(' or ';'", error);
        return read_property(reader, error);
    }
}

enum zm_status zm_sgf_read(struct zm_bytes text, struct zm_sgf *sgf, struct zm_error *error)
{
    struct reader reader = {.text = text, .sgf = sgf, .node = ZM_SGF_NONE};
    enum zm_status status = ZM_OK;
    *sgf = (struct zm_sgf){0};
    while (look(&reader) >= 0 && look(&reader) != '(')
        reader.at++;
    while (status == ZM_OK && look(&reader) >= 0) {
        /* Behind a game there may be anything until the next. */
        if (reader.branches.count == 0 && look(&reader) != '(')
            reader.at++;
        else
            status = read_step(&reader, error);
        if (reader.branches.count > 0)
            skip_blanks(&reader);
    }
    if (status == ZM_OK && (reader.branches.count > 0 || sgf->count == 0))
        status =
            fail_at(&reader, sgf->count == 0 ? "no game; expected '(;'" : "expected ')'", error);
    zm_list_free(&reader.branches);
    if (status != ZM_OK)
        zm_sgf_free(sgf);
    return status;
}

/* --- writing --- */

static void print_node(const struct zm_sgf *sgf, uint32_t number, struct zm_buffer *text)
{
    const struct zm_sgf_node *node = &sgf->nodes[number];
    zm_buffer_byte(text, ';');
    for (uint32_t i = 0; i < node->properties; i++) {
        const struct zm_sgf_property *property = &sgf->properties[node->property + i];
        struct zm_bytes name = zm_list_at(&sgf->texts, property->text);
        zm_buffer_add(text, name.data, name.size);
        for (uint32_t k = 0; k < property->values; k++) {
            struct zm_bytes value = zm_sgf_value(sgf, property, k);
            zm_buffer_byte(text, '[');
            for (size_t at = 0; at < value.size; at++) {
                if (value.data[at] == ']' || value.data[at] == '\\')
                    zm_buffer_byte(text, '\\');
                zm_buffer_byte(text, value.data[at]);
            }
            zm_buffer_byte(text, ']');
        }
    }
}

/* Has a node a sibling, so that its branch stands in parentheses? Roots always do. */
static bool is_branch(const struct zm_sgf *sgf, uint32_t number)
{
    uint32_t parent = sgf->nodes[number].parent;
    return parent == ZM_SGF_NONE || sgf->nodes[parent].child != number ||
           sgf->nodes[number].sibling != ZM_SGF_NONE;
}

void zm_sgf_print(const struct zm_sgf *sgf, struct zm_buffer *text)
{
    uint32_t number = sgf->count == 0 ? ZM_SGF_NONE : 0;
    while (number != ZM_SGF_NONE) {
        if (is_branch(sgf, number))
            zm_buffer_byte(text, '(');
        print_node(sgf, number, text);
        if (sgf->nodes[number].child != ZM_SGF_NONE) {
            number = sgf->nodes[number].child;
            continue;
        }
        /* Up to the next branch that is not written yet. */
        for (;;) {
            bool branch = is_branch(sgf, number);
            if (branch)
                zm_buffer_byte(text, ')');
            if (sgf->nodes[number].sibling != ZM_SGF_NONE) {
                number = sgf->nodes[number].sibling;
                break;
            }
            number = sgf->nodes[number].parent;
            if (number == ZM_SGF_NONE)
                break;
        }
    }
    zm_buffer_byte(text, '\n');
}
