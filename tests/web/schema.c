/* A small checker of JSON Schema; see schema.h. An unknown property is an error too: what the
 * server tells must be written down. */
#include "test.h"

#include "web/schema.h"

#include <ctype.h>

static json_t *openapi;

static char *source_path(const char *name, char path[1024])
{
    const char *source = getenv("ZM_SOURCE");
    snprintf(path, 1024, "%s/%s", source != NULL ? source : ".", name);
    return path;
}

void schema_load(void)
{
    char path[1024];
    json_error_t error;
    openapi = json_load_file(source_path("web/openapi.json", path), 0, &error);
    if (openapi == NULL) {
        fprintf(stderr, "%s: line %d: %s\n", path, error.line, error.text);
        exit(1);
    }
}

void schema_free(void)
{
    json_decref(openapi);
}

/* "#/components/schemas/Name" */
static json_t *resolve(json_t *schema)
{
    const char *reference = json_string_value(json_object_get(schema, "$ref"));
    if (reference == NULL)
        return schema;
    json_t *found =
        json_object_get(json_object_get(json_object_get(openapi, "components"), "schemas"),
                        strrchr(reference, '/') + 1);
    if (found == NULL)
        fail_msg("openapi.json: nothing at %s", reference);
    return found;
}

static bool has_type(json_t *value, const char *type)
{
    return strcmp(type, "object") == 0    ? json_is_object(value)
           : strcmp(type, "array") == 0   ? json_is_array(value)
           : strcmp(type, "string") == 0  ? json_is_string(value)
           : strcmp(type, "integer") == 0 ? json_is_integer(value)
           : strcmp(type, "number") == 0  ? json_is_number(value)
           : strcmp(type, "boolean") == 0 ? json_is_boolean(value)
           : strcmp(type, "null") == 0    ? json_is_null(value)
                                          : false;
}

static bool type_allowed(json_t *type, json_t *value)
{
    size_t index;
    json_t *one;
    if (type == NULL)
        return true;
    if (json_is_string(type))
        return has_type(value, json_string_value(type));
    json_array_foreach(type, index, one) if (has_type(value, json_string_value(one))) return true;
    return false;
}

static void check(json_t *schema, json_t *value, const char *where)
{
    char place[300];
    const char *name;
    json_t *item;
    size_t index;
    schema = resolve(schema);
    if (!type_allowed(json_object_get(schema, "type"), value))
        fail_msg("%s has the wrong type: %s", where, json_dumps(value, JSON_ENCODE_ANY));
    json_t *words = json_object_get(schema, "enum");
    bool listed = words == NULL;
    json_array_foreach(words, index, item) listed |= json_equal(item, value);
    if (!listed)
        fail_msg("%s is none of the values listed: %s", where, json_dumps(value, JSON_ENCODE_ANY));
    json_array_foreach(json_object_get(schema, "required"), index,
                       item) if (json_object_get(value, json_string_value(item)) == NULL)
        fail_msg("%s lacks %s", where, json_string_value(item));
    json_t *properties = json_object_get(schema, "properties");
    if (properties != NULL && json_is_object(value))
        json_object_foreach(value, name, item)
        {
            snprintf(place, sizeof place, "%.200s.%.80s", where, name);
            json_t *known = json_object_get(properties, name);
            if (known == NULL)
                fail_msg("%s is not documented", place);
            check(known, item, place);
        }
    json_t *items = json_object_get(schema, "items");
    if (items != NULL)
        json_array_foreach(value, index, item)
        {
            snprintf(place, sizeof place, "%.200s[%zu]", where, index);
            check(items, item, place);
        }
}

static json_t *operation(const char *method, const char *path)
{
    char lower[16] = "";
    for (size_t i = 0; i + 1 < sizeof lower && method[i] != 0; i++)
        lower[i] = (char)tolower((unsigned char)method[i]);
    return json_object_get(json_object_get(json_object_get(openapi, "paths"), path), lower);
}

bool schema_documents(const char *method, const char *path)
{
    return operation(method, path) != NULL;
}

size_t schema_operations(void)
{
    const char *path, *method;
    json_t *methods, *one;
    size_t count = 0;
    json_object_foreach(json_object_get(openapi, "paths"), path, methods)
        json_object_foreach(methods, method, one) count += strcmp(method, "parameters") != 0;
    return count;
}

void schema_check(const char *method, const char *path, int status, json_t *answer)
{
    char general[200], code[8];
    size_t length = 0;
    for (const char *at = path; *at != 0 && length + 8 < sizeof general;) {
        if (isdigit((unsigned char)*at)) {
            length += (size_t)sprintf(general + length, "{id}");
            while (isdigit((unsigned char)*at))
                at++;
        } else {
            general[length++] = *at++;
        }
    }
    general[length] = 0;
    snprintf(code, sizeof code, "%d", status);
    json_t *response =
        json_object_get(json_object_get(operation(method, general), "responses"), code);
    json_t *content = json_object_get(json_object_get(response, "content"), "application/json");
    if (content == NULL)
        fail_msg("openapi.json does not describe %d of %s %s", status, method, general);
    check(json_object_get(content, "schema"), answer, path);
}

bool schema_in_manual(const char *method, const char *path)
{
    char name[1024], line[1024], heading[200];
    bool found = false;
    snprintf(heading, sizeof heading, "## %s %s\n", method, path);
    FILE *file = fopen(source_path("docs/api.md", name), "r");
    if (file == NULL)
        fail_msg("no %s", name);
    while (!found && fgets(line, sizeof line, file) != NULL)
        found = strcmp(line, heading) == 0;
    fclose(file);
    return found;
}
