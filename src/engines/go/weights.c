/* Reads and writes strengths; see weights.h. */
#include "engines/go/weights.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

static const char heading[] = "zermelo go weights 1";
static const float least = 1e-6f, most = 1e6f;

void go_weights_clear(struct go_weights *weights)
{
    for (unsigned i = 0; i < GO_FEATURES; i++)
        weights->features[i] = 1;
    for (unsigned i = 0; i < 65536; i++)
        weights->shapes[i] = 1;
}

static enum zm_status read_line(const char *line, unsigned number, struct go_weights *weights,
                                struct zm_error *error)
{
    char name[32], *end = NULL;
    const char *space = strchr(line, ' ');
    size_t length = space == NULL ? 0 : (size_t)(space - line);
    float strength = space == NULL ? 0 : strtof(space + 1, &end);
    if (length == 0 || length >= sizeof name || *end != '\0' ||
        !(strength >= least && strength <= most))
        return zm_fail(error, ZM_BAD_INPUT,
                       "line %u of Go's weights: expected a name and a strength, as 'takes-one 3'",
                       number);
    memcpy(name, line, length);
    name[length] = '\0';
    for (unsigned i = 0; i < GO_FEATURES; i++)
        if (strcmp(name, go_feature_name(i)) == 0) {
            weights->features[i] = strength;
            return ZM_OK;
        }
    unsigned long shape = strncmp(name, "shape-", 6) == 0 ? strtoul(name + 6, &end, 16) : 65536;
    if (shape > 65535 || *end != '\0' || name[6] == '\0')
        return zm_fail(error, ZM_BAD_INPUT, "line %u of Go's weights: no feature is called '%s'",
                       number, name);
    for (unsigned symmetry = 0; symmetry < 8; symmetry++)
        weights->shapes[go_shape_turned((uint16_t)shape, symmetry)] = strength;
    return ZM_OK;
}

static enum zm_status read_text(char *text, struct go_weights *weights, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    unsigned number = 0;
    for (char *line = text; status == ZM_OK && *line != '\0';) {
        char *end = line + strcspn(line, "\n"), *next = *end == '\0' ? end : end + 1;
        *end = '\0';
        if (++number > 1)
            status = read_line(line, number, weights, error);
        else if (strcmp(line, heading) != 0)
            status = zm_fail(error, ZM_BAD_INPUT, "Go's weights begin with a line '%s'", heading);
        line = next;
    }
    if (status == ZM_OK && number == 0)
        status = zm_fail(error, ZM_BAD_INPUT, "Go's weights begin with a line '%s'", heading);
    return status;
}

enum zm_status go_weights_read(const struct zm_buffer *text, struct go_weights *weights,
                               struct zm_error *error)
{
    struct zm_buffer copy = {0};
    if (text == NULL)
        zm_buffer_packed(&copy, go_weights_words, go_weights_size);
    else
        zm_buffer_set(&copy, zm_buffer_bytes(text));
    zm_buffer_byte(&copy, '\0');
    go_weights_clear(weights);
    enum zm_status status =
        copy.failed ? zm_fail_memory(error) : read_text((char *)copy.data, weights, error);
    zm_buffer_free(&copy);
    return status;
}

enum zm_status go_weights_load(const char *path, struct go_weights *weights, struct zm_error *error)
{
    struct zm_buffer text = {0};
    if (path == NULL)
        return go_weights_read(NULL, weights, error);
    enum zm_status status =
        zm_file_read_text(path, ZM_FILE_PLAIN, ZM_FILE_HAND_MOST, NULL, &text, error);
    if (status == ZM_OK) {
        status = go_weights_read(&text, weights, error);
        if (status != ZM_OK)
            zm_error_context(error, "%s", path);
    }
    zm_buffer_free(&text);
    return status;
}

void go_weights_write(const struct go_weights *weights, struct zm_buffer *out)
{
    zm_buffer_format(out, "%s\n", heading);
    for (unsigned i = 0; i < GO_FEATURES; i++)
        zm_buffer_format(out, "%s %.4g\n", go_feature_name(i), (double)weights->features[i]);
    for (unsigned shape = 0; shape < 65536; shape++) {
        bool first = weights->shapes[shape] != 1;
        for (unsigned symmetry = 1; first && symmetry < 8; symmetry++)
            first = go_shape_turned((uint16_t)shape, symmetry) >= shape;
        if (first)
            zm_buffer_format(out, "shape-%04x %.4g\n", shape, (double)weights->shapes[shape]);
    }
}
