/* Replies, and the fields of a request's body; see request.h. */
#include "web/request.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void zm_reply_json(struct zm_reply *reply, unsigned status, json_t *value)
{
    char *text = value == NULL ? NULL : json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(7));
    json_decref(value);
    free(reply->body);
    if (text == NULL) {
        status = 500;
        text = strdup("{\"error\":\"out of memory\"}");
    }
    *reply = (struct zm_reply){.status = status,
                               .type = "application/json",
                               .body = text,
                               .size = text == NULL ? 0 : strlen(text)};
}

/* The kind of an error whose place in the request is not known. */
static const char *code_of(unsigned status)
{
    static const struct {
        unsigned status;
        const char *code;
    } codes[] = {{400, "request"}, {403, "access"}, {404, "missing"},
                 {405, "request"}, {409, "state"},  {413, "request"},
                 {422, "input"},   {429, "busy"},   {503, "busy"}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].status == status)
            return codes[i].code;
    return "machine";
}

static void reply_message(struct zm_reply *reply, unsigned status, const char *code,
                          const char *text)
{
    json_t *message = json_string(text);
    if (message == NULL) /* cut in the middle of a character, or given bytes that are no text */
        message = json_string("the request holds text that cannot be repeated");
    zm_reply_json(reply, status, json_pack("{s:o,s:s}", "error", message, "code", code));
}

void zm_reply_error(struct zm_reply *reply, unsigned status, const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reply_message(reply, status, code_of(status), text);
}

void zm_reply_page(struct zm_reply *reply, unsigned status, const char *code)
{
    struct zm_buffer page = {0};
    bool host = strcmp(code, "host") == 0;
    zm_buffer_text(&page, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
                          "<meta name=\"viewport\" content=\"width=device-width\">"
                          "<title>Zermelo</title><h1>Zermelo</h1>");
    zm_buffer_text(
        &page, host ? "<p>This server does not know itself by the name in the address. Open one "
                      "of the addresses that it printed when it was started, or start it with "
                      "<code>--host NAME</code>.</p><p lang=\"fr\">Ce serveur ne se connaît pas "
                      "sous le nom de cette adresse. Ouvrez une des adresses affichées à son "
                      "lancement, ou lancez-le avec <code>--host NOM</code>.</p>"
                    : "<p>This server asks for a token. Open the whole address that it printed "
                      "when it was started, with <code>?token=</code> at its end, or read the "
                      "code beside it with the camera of your phone.</p><p lang=\"fr\">Ce "
                      "serveur demande un jeton. Ouvrez toute l'adresse affichée à son "
                      "lancement, avec <code>?token=</code> à la fin, ou lisez le code affiché "
                      "avec l'appareil photo de votre téléphone.</p>");
    if (page.failed) {
        zm_buffer_free(&page);
        zm_reply_error(reply, 500, "out of memory");
        return;
    }
    *reply = (struct zm_reply){.status = status,
                               .type = "text/html; charset=utf-8",
                               .size = page.size,
                               .body = (char *)page.data};
}

void zm_reply_failure(struct zm_reply *reply, const struct zm_error *error)
{
    zm_reply_failure_at(reply, error, "input");
}

void zm_reply_failure_at(struct zm_reply *reply, const struct zm_error *error, const char *code)
{
    if (error->status == ZM_BAD_INPUT)
        reply_message(reply, 422, code, error->text);
    else
        zm_reply_error(reply, 500, "%s", error->text);
}

bool zm_query_text(const struct zm_query *query, const char *name, const char **text)
{
    json_t *value = json_object_get(query->body, name);
    if (value == NULL)
        return true;
    if (!json_is_string(value)) {
        zm_reply_error(query->reply, 400, "'%s' must be a string", name);
        return false;
    }
    if (json_string_length(value) > ZM_WEB_TEXT_LONGEST) {
        zm_reply_error(query->reply, 400, "'%s' is longer than %d characters", name,
                       ZM_WEB_TEXT_LONGEST);
        return false;
    }
    *text = json_string_value(value);
    return true;
}

bool zm_query_number(const struct zm_query *query, const char *name, double least, double most,
                     double *number)
{
    json_t *value = json_object_get(query->body, name);
    if (value == NULL)
        return true;
    double given = json_number_value(value);
    if (!json_is_number(value) || !(given >= least && given <= most)) {
        zm_reply_error(query->reply, 400, "'%s' must be a number from %g to %g", name, least, most);
        return false;
    }
    *number = given;
    return true;
}

bool zm_query_flag(const struct zm_query *query, const char *name, bool *flag)
{
    json_t *value = json_object_get(query->body, name);
    if (value == NULL)
        return true;
    if (!json_is_boolean(value)) {
        zm_reply_error(query->reply, 400, "'%s' must be true or false", name);
        return false;
    }
    *flag = json_is_true(value);
    return true;
}
