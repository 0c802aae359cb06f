/* Options by lot; see lots.h. */
#include "adversary/lots.h"

#include "test.h"

#include <unistd.h>

/* Parameters that are any text say in their help alone what they take: these are such values. A
 * text parameter that is not here is never given, and the test says so. */
static const struct {
    const char *name;
    const char *texts[6];
} known_texts[] = {
    {"option-order",
     {"usual", "thesis", "learned", "pieces,size", "symmetry,cut,fill", "centre,joints,text"}},
    {"surface", {"sphere", "torus", "projective", "klein", "torus:2", "projective:2"}},
    {"edges", {"123 456 789", "123 456 789 147 258 369", "159 357 123 789"}},
    {"lines", {"123 456 789", "147 258 369 159 357", "123"}},
    {"rct-base", {"none", "%POSITION"}},
    {"labels", {"%FILE"}},
    {"goal", {"one", "centre", "a1", "b2"}},
};

bool lots_one_in(struct zm_random *random, unsigned often)
{
    return zm_random_below(random, often) == 0;
}

void lots_begin(struct lots *lots, const char *position, const char *folder)
{
    lots->count = 0;
    lots->position = position;
    lots->folder = folder;
}

void lots_add(struct lots *lots, const char *name, const char *text)
{
    if (lots->count == LOTS_MOST || strlen(text) >= LOTS_LONGEST)
        return;
    for (size_t i = 0; i < lots->count; i++)
        if (strcmp(lots->options[i].name, name) == 0)
            return;
    char *copy = lots->texts[lots->count];
    strcpy(copy, text);
    lots->options[lots->count++] = (struct zm_option){name, copy};
}

void lots_take(struct lots *lots, const struct lots *other)
{
    for (size_t i = 0; i < other->count; i++)
        lots_add(lots, other->options[i].name, other->options[i].text);
}

static void draw_choice(struct lots *lots, const struct zm_param *param, struct zm_random *random)
{
    char words[LOTS_LONGEST], *rest = words, *word, *drawn = NULL;
    uint64_t seen = 0;
    snprintf(words, sizeof words, "%s", param->choices);
    while ((word = strtok_r(rest, "|", &rest)) != NULL)
        if (zm_random_below(random, ++seen) == 0)
            drawn = word;
    if (drawn != NULL)
        lots_add(lots, param->name, drawn);
}

/* Mostly small ones: what large values of a size or a limit change shows on large positions only.
 */
static void draw_integer(struct lots *lots, const struct zm_param *param, struct zm_random *random)
{
    char text[32];
    uint64_t range = (uint64_t)param->max - (uint64_t)param->min + 1;
    uint64_t most = lots_one_in(random, 2) ? 4 : 40;
    uint64_t step = zm_random_below(random, range == 0 || range > most ? most : range);
    snprintf(text, sizeof text, "%lld", (long long)(param->min + (int64_t)step));
    lots_add(lots, param->name, text);
}

static size_t texts_of(const char *name, const char *const **texts)
{
    for (size_t i = 0; i < sizeof known_texts / sizeof *known_texts; i++) {
        size_t count = 0;
        if (strcmp(known_texts[i].name, name) != 0)
            continue;
        *texts = known_texts[i].texts;
        while (count < 6 && known_texts[i].texts[count] != NULL)
            count++;
        return count;
    }
    return 0;
}

static void draw_text(struct lots *lots, const struct zm_param *param, struct zm_random *random)
{
    const char *const *texts;
    size_t count = texts_of(param->name, &texts);
    if (count == 0)
        return;
    const char *text = texts[zm_random_below(random, count)];
    char path[LOTS_LONGEST];
    snprintf(path, sizeof path, "%s/%s", lots->folder, param->name);
    if (strcmp(text, "%FILE") == 0)
        text = path;
    else if (strcmp(text, "%POSITION") == 0)
        text = lots->position;
    if (text != NULL && text[0] != '\0')
        lots_add(lots, param->name, text);
}

void lots_draw(struct lots *lots, const struct zm_param *table, struct zm_random *random)
{
    for (; table != NULL && table->name != NULL; table++) {
        if (lots_one_in(random, 2))
            continue;
        switch (table->kind) {
        case ZM_PARAM_FLAG:
            lots_add(lots, table->name, "");
            break;
        case ZM_PARAM_CHOICE:
            draw_choice(lots, table, random);
            break;
        case ZM_PARAM_INTEGER:
            draw_integer(lots, table, random);
            break;
        case ZM_PARAM_SIZE:
            lots_add(lots, table->name, lots_one_in(random, 2) ? "64K" : "1M");
            break;
        case ZM_PARAM_TEXT:
        case ZM_PARAM_FILE:
            draw_text(lots, table, random);
            break;
        default:
            break;
        }
    }
}

const struct zm_param *lots_not_drawn(const struct zm_param *table, const struct zm_param *after)
{
    const char *const *texts;
    const struct zm_param *param = after == NULL ? table : after + 1;
    for (; param != NULL && param->name != NULL; param++) {
        bool drawn = param->kind == ZM_PARAM_FLAG || param->kind == ZM_PARAM_CHOICE ||
                     param->kind == ZM_PARAM_INTEGER || param->kind == ZM_PARAM_SIZE;
        if (!drawn && texts_of(param->name, &texts) == 0)
            return param;
    }
    return NULL;
}

void lots_remove_files(const struct lots *lots)
{
    size_t length = strlen(lots->folder);
    for (size_t i = 0; i < lots->count; i++)
        if (strncmp(lots->options[i].text, lots->folder, length) == 0)
            unlink(lots->options[i].text);
}

void lots_quote(const char *text, struct zm_buffer *out)
{
    bool plain = text[0] != '\0' && text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR"
                                                      "STUVWXYZ0123456789.,:+-/_@")] == '\0';
    if (plain) {
        zm_buffer_text(out, text);
        return;
    }
    zm_buffer_byte(out, '\'');
    for (; *text != '\0'; text++)
        zm_buffer_text(out, *text == '\'' ? "'\\''" : (const char[]){*text, '\0'});
    zm_buffer_byte(out, '\'');
}

void lots_print(const struct lots *lots, struct zm_buffer *text)
{
    for (size_t i = 0; i < lots->count; i++) {
        zm_buffer_format(text, " --%s", lots->options[i].name);
        if (lots->options[i].text[0] != '\0')
            zm_buffer_byte(text, ' ');
        if (lots->options[i].text[0] != '\0')
            lots_quote(lots->options[i].text, text);
    }
}
