/* Parameter tables and their values; see params.h. */
#include "base/params.h"

#include "base/array.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void zm_settings_free(struct zm_settings *settings)
{
    for (size_t i = 0; i < settings->count; i++)
        free(settings->items[i].text);
    free(settings->items);
    *settings = (struct zm_settings){0};
}

bool zm_word_in(const char *words, const char *word)
{
    size_t length = strlen(word);
    while (length > 0 && words != NULL) {
        size_t here = strcspn(words, "|");
        if (here == length && strncmp(words, word, length) == 0)
            return true;
        words = words[here] == '|' ? words + here + 1 : NULL;
    }
    return false;
}

static bool parse_integer(const char *text, int64_t *number, const char **rest)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || errno != 0 || isspace((unsigned char)text[0]))
        return false;
    *number = value;
    *rest = end;
    return true;
}

static enum zm_status parse_size(const char *name, const char *text, int64_t *size,
                                 struct zm_error *error)
{
    static const char units[] = "kmgt";
    const char *rest;
    int shift = 0;
    bool good = parse_integer(text, size, &rest) && *size > 0;
    if (good && rest[0] != 0) {
        const char *unit = strchr(units, tolower((unsigned char)rest[0]));
        good = unit != NULL &&
               (rest[1] == 0 || strcmp(rest + 1, "B") == 0 || strcmp(rest + 1, "iB") == 0);
        shift = good ? 10 * (int)(unit - units + 1) : 0;
    }
    if (!good || *size > INT64_MAX >> shift)
        return zm_fail(error, ZM_BAD_INPUT,
                       "--%s: '%s' is not a size; expected a number with K, M or G, as in 512M",
                       name, text);
    *size <<= shift;
    return ZM_OK;
}

static enum zm_status check_value(struct zm_setting *setting, const char *text,
                                  struct zm_error *error)
{
    const struct zm_param *param = setting->param;
    const char *rest;
    char *end;
    switch (param->kind) {
    case ZM_PARAM_FLAG:
        setting->number = 1;
        return ZM_OK;
    case ZM_PARAM_INTEGER:
        if (!parse_integer(text, &setting->number, &rest) || *rest != 0 ||
            setting->number < param->min || setting->number > param->max)
            return zm_fail(error, ZM_BAD_INPUT,
                           "--%s: '%s' is not a whole number from %lld to %lld", param->name, text,
                           (long long)param->min, (long long)param->max);
        return ZM_OK;
    case ZM_PARAM_CHOICE:
        if (!zm_word_in(param->choices, text))
            return zm_fail(error, ZM_BAD_INPUT, "--%s: '%s' is not one of %s", param->name, text,
                           param->choices);
        return ZM_OK;
    case ZM_PARAM_TEXT:
    case ZM_PARAM_FILE:
        return ZM_OK;
    case ZM_PARAM_SIZE:
        return parse_size(param->name, text, &setting->number, error);
    case ZM_PARAM_SECONDS:
        setting->seconds = strtod(text, &end);
        if (end == text || *end != 0 || !(setting->seconds > 0) || setting->seconds > 1e12)
            return zm_fail(error, ZM_BAD_INPUT, "--%s: '%s' is not a positive number of seconds",
                           param->name, text);
        return ZM_OK;
    }
    return ZM_OK;
}

static enum zm_status set_value(struct zm_setting *setting, const char *text,
                                struct zm_error *error)
{
    enum zm_status status = check_value(setting, text, error);
    if (status != ZM_OK)
        return status;
    char *copy = strdup(text);
    if (copy == NULL)
        return zm_fail_memory(error);
    free(setting->text);
    setting->text = copy;
    return ZM_OK;
}

enum zm_status zm_settings_declare(struct zm_settings *settings, const struct zm_param *table,
                                   struct zm_error *error)
{
    for (; table != NULL && table->name != NULL; table++) {
        if (zm_settings_find(settings, table->name) != NULL)
            continue;
        struct zm_setting *items =
            zm_array_room(settings->items, &settings->capacity, settings->count + 1, sizeof *items);
        if (items == NULL)
            return zm_fail_memory(error);
        settings->items = items;
        struct zm_setting *setting = &settings->items[settings->count++];
        *setting = (struct zm_setting){.param = table};
        if (table->value != NULL) {
            enum zm_status status = set_value(setting, table->value, error);
            if (status != ZM_OK)
                return status;
        }
    }
    return ZM_OK;
}

static struct zm_setting *find(const struct zm_settings *settings, const char *name)
{
    for (size_t i = 0; i < settings->count; i++)
        if (strcmp(settings->items[i].param->name, name) == 0)
            return &settings->items[i];
    return NULL;
}

const struct zm_setting *zm_settings_find(const struct zm_settings *settings, const char *name)
{
    return find(settings, name);
}

static enum zm_status unknown_name(const struct zm_settings *settings, const char *name,
                                   struct zm_error *error)
{
    const char *best = NULL;
    const char **names = calloc(settings->count + 1, sizeof *names);
    if (names != NULL) {
        for (size_t i = 0; i < settings->count; i++)
            names[i] = settings->items[i].param->name;
        best = zm_nearest_name(name, names, settings->count);
        free(names);
    }
    if (best != NULL)
        return zm_fail(error, ZM_BAD_INPUT, "unknown option --%s; did you mean --%s?", name, best);
    return zm_fail(error, ZM_BAD_INPUT, "unknown option --%s", name);
}

enum zm_status zm_settings_set(struct zm_settings *settings, const char *name, const char *text,
                               struct zm_error *error)
{
    const struct zm_setting *setting = find(settings, name);
    if (setting != NULL && setting->param->kind == ZM_PARAM_FILE)
        return zm_fail(error, ZM_BAD_INPUT,
                       "option '%s' names a file: only the command line may do that", name);
    return zm_settings_set_local(settings, name, text, error);
}

enum zm_status zm_settings_set_local(struct zm_settings *settings, const char *name,
                                     const char *text, struct zm_error *error)
{
    struct zm_setting *setting = find(settings, name);
    if (setting == NULL)
        return unknown_name(settings, name, error);
    enum zm_status status = set_value(setting, text, error);
    if (status == ZM_OK)
        setting->given = true;
    return status;
}

const char *zm_settings_text(const struct zm_settings *settings, const char *name)
{
    const struct zm_setting *setting = find(settings, name);
    return setting == NULL ? NULL : setting->text;
}

int64_t zm_settings_integer(const struct zm_settings *settings, const char *name)
{
    const struct zm_setting *setting = find(settings, name);
    return setting == NULL ? 0 : setting->number;
}

double zm_settings_seconds(const struct zm_settings *settings, const char *name)
{
    const struct zm_setting *setting = find(settings, name);
    return setting == NULL ? 0 : setting->seconds;
}

bool zm_settings_flag(const struct zm_settings *settings, const char *name)
{
    return zm_settings_integer(settings, name) != 0;
}

bool zm_settings_given(const struct zm_settings *settings, const char *name)
{
    const struct zm_setting *setting = find(settings, name);
    return setting != NULL && setting->given;
}

bool zm_settings_is(const struct zm_settings *settings, const char *name, const char *word)
{
    const char *text = zm_settings_text(settings, name);
    return text != NULL && strcmp(text, word) == 0;
}

static void print_value(const char *value, struct zm_buffer *text)
{
    for (; *value != 0; value++) {
        uint8_t byte = (uint8_t)*value;
        if (byte <= ' ' || byte == '%' || byte == 127)
            zm_buffer_format(text, "%%%02X", byte);
        else
            zm_buffer_byte(text, byte);
    }
}

void zm_settings_print_recorded(const struct zm_settings *settings, const struct zm_param *table,
                                struct zm_buffer *text)
{
    const char *separator = text->size == 0 ? "" : " ";
    for (; table != NULL && table->name != NULL; table++) {
        const char *value = zm_settings_text(settings, table->name);
        bool flag = table->kind == ZM_PARAM_FLAG;
        if (table->unrecorded || (flag ? !zm_settings_flag(settings, table->name) : value == NULL))
            continue;
        zm_buffer_format(text, "%s%s", separator, table->name);
        separator = " ";
        if (flag)
            continue;
        zm_buffer_byte(text, '=');
        print_value(value, text);
    }
}

static int digit_of(char character)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *found = character == 0 ? NULL : strchr(digits, toupper((unsigned char)character));
    return found == NULL ? -1 : (int)(found - digits);
}

/* Turns %20 and the like into what they stand for, in place; %00 stays as it is. */
static void decode(char *value)
{
    char *to = value;
    for (; *value != 0; value++, to++) {
        int high = value[0] == '%' ? digit_of(value[1]) : -1;
        int low = high < 0 ? -1 : digit_of(value[2]);
        *to = value[0];
        if (low >= 0 && high + low > 0) {
            *to = (char)(16 * high + low);
            value += 2;
        }
    }
    *to = 0;
}

bool zm_recorded_next(char **text, const char **name, const char **value)
{
    char *word = *text + strspn(*text, " ");
    size_t length = strcspn(word, " ");
    if (length == 0)
        return false;
    *text = word[length] == 0 ? word + length : word + length + 1;
    word[length] = 0;
    char *equals = strchr(word, '=');
    *name = word;
    *value = "";
    if (equals != NULL) {
        *equals = 0;
        decode(equals + 1);
        *value = equals + 1;
    }
    return true;
}

enum zm_status zm_settings_set_recorded(struct zm_settings *settings, const char *text,
                                        struct zm_error *error)
{
    char *copy = strdup(text), *rest = copy;
    const char *name, *value;
    enum zm_status status = copy == NULL ? zm_fail_memory(error) : ZM_OK;
    while (status == ZM_OK && zm_recorded_next(&rest, &name, &value))
        status = zm_settings_set(settings, name, value, error);
    free(copy);
    return status;
}

/* Levenshtein's distance between two short words; longer ones count as far apart. */
static int edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST)
        return INT_MAX;
    int row[LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[b_length];
}

const char *zm_nearest_name(const char *word, const char *const *names, size_t count)
{
    const char *best = NULL;
    int best_distance = 1 + (int)(strlen(word) / 3);
    for (size_t i = 0; i < count; i++) {
        int distance = edit_distance(word, names[i]);
        if (distance <= best_distance && (best == NULL || distance < best_distance)) {
            best = names[i];
            best_distance = distance;
        }
    }
    return best;
}
