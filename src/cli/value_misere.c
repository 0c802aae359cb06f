/* zermelo value --misere EXPRESSION: reduced canonical trees, the values of misère play. Two games
 * have the same tree exactly when they can replace each other in every misère sum, so '=' compares
 * trees. */
#include "cli/value_misere.h"

#include "theory/genus.h"

#include <jansson.h>

enum { LONGEST = 500, TREE_BYTES = 400 /* about what a tree of a sum takes */ };

/* Its braces, or its name when they are too long; NULL without memory. */
static json_t *text_of(struct zm_forest *forest, uint32_t tree, bool name)
{
    struct zm_buffer text = {0};
    json_t *string = NULL;
    if (name || (!zm_tree_print(forest, tree, LONGEST, &text) && !text.failed)) {
        zm_buffer_clear(&text);
        zm_tree_name(forest, tree, &text);
    }
    if (!text.failed)
        string = json_string(zm_buffer_string(&text));
    zm_buffer_free(&text);
    return string;
}

static json_t *genus_of(const struct zm_forest *forest, uint32_t tree)
{
    struct zm_genera genera = {0};
    struct zm_buffer text = {0};
    const struct zm_genus *genus = zm_tree_genus(forest, tree, &genera);
    if (genus != NULL)
        zm_genus_print(genus, &text);
    json_t *string = genus == NULL ? json_null() : json_string(zm_buffer_string(&text));
    zm_genera_free(&genera);
    zm_buffer_free(&text);
    return string;
}

static int report(struct zm_forest *forest, uint32_t tree, const char *expression, bool json)
{
    const struct zm_tree *t = zm_tree_at(forest, tree);
    json_t *object = json_pack("{s:s,s:o,s:s,s:o,s:s,s:i,s:o}", "expression", expression, "result",
                               text_of(forest, tree, false), "kind", "rct", "name",
                               text_of(forest, tree, true), "outcome", t->lost ? "loss" : "win",
                               "height", (int)t->height, "genus", genus_of(forest, tree));
    if (json || object == NULL)
        return zm_report_json(object);
    const char *genus = json_string_value(json_object_get(object, "genus"));
    printf("%s\n  %s; height %u, genus %s, name %s\n",
           json_string_value(json_object_get(object, "result")),
           t->lost ? "lost for the player to move" : "won for the player to move", t->height,
           genus == NULL ? "too long" : genus, json_string_value(json_object_get(object, "name")));
    json_decref(object);
    return ZM_OK;
}

static int report_equality(bool equal, const char *expression, bool json)
{
    const char *answer = equal ? "true" : "false";
    if (json)
        return zm_report_json(json_pack("{s:s,s:s,s:s}", "expression", expression, "result", answer,
                                        "kind", "comparison"));
    puts(answer);
    return ZM_OK;
}

int zm_value_misere(const char *expression, size_t memory, bool json)
{
    struct zm_forest forest;
    struct zm_error error = {0};
    struct zm_buffer left = {0};
    uint32_t trees[2] = {ZM_NO_TREE, ZM_NO_TREE};
    const char *equals = strchr(expression, '=');
    size_t length = equals == NULL ? strlen(expression) : (size_t)(equals - expression);
    zm_buffer_add(&left, expression, length);
    int status = left.failed || !zm_forest_init(&forest, true) ? zm_fail_memory(&error) : ZM_OK;
    if (status != ZM_OK) {
        zm_buffer_free(&left);
        return zm_report_error(&error);
    }
    forest.limit = memory / TREE_BYTES + 2;
    status = zm_tree_parse(&forest, zm_buffer_string(&left), &trees[0], &error);
    if (status == ZM_OK && equals != NULL)
        status = zm_tree_parse(&forest, equals + 1, &trees[1], &error);
    if (status != ZM_OK)
        zm_report_error(&error);
    else if (equals != NULL)
        status = report_equality(trees[0] == trees[1], expression, json);
    else
        status = report(&forest, trees[0], expression, json);
    zm_forest_free(&forest);
    zm_buffer_free(&left);
    return status;
}
