/* Every choice of every parameter, so that no form of a game is left unlooked at. */
#include "games/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Copies what was given, so that one parameter can be set otherwise. */
static enum zm_status copy_settings(const struct zm_settings *settings, const struct zm_game *game,
                                    struct zm_settings *copy, struct zm_error *error)
{
    enum zm_status status = zm_settings_declare(copy, game->params, error);
    for (size_t i = 0; settings != NULL && i < settings->count && status == ZM_OK; i++) {
        const struct zm_setting *setting = &settings->items[i];
        if (setting->given && zm_settings_find(copy, setting->param->name) != NULL)
            status = zm_settings_set_local(copy, setting->param->name,
                                           setting->text == NULL ? "" : setting->text, error);
    }
    return status;
}

/* Does the game take these settings? What it refuses must be refused with a reason. */
static enum zm_status is_taken(const struct zm_check *check, bool *taken, struct zm_error *error)
{
    struct zm_instance game;
    struct zm_error why = {0};
    enum zm_status status = zm_instance_open(&game, check->game, check->settings, &why);
    *taken = status == ZM_OK;
    if (status == ZM_OK)
        zm_instance_close(&game);
    if (status == ZM_BAD_INPUT && why.text[0] == '\0')
        return zm_fail(error, ZM_WRONG, "form: a parameter is refused without a reason");
    return status == ZM_BAD_INPUT ? ZM_OK : status;
}

struct variants {
    const struct zm_check *check;
    void (*begin)(void *context, const struct zm_param *param, const char *value);
};

static enum zm_status check_variant(const struct variants *variants, const struct zm_param *param,
                                    const char *value, struct zm_error *error)
{
    struct zm_settings settings = {0};
    struct zm_check check = *variants->check;
    bool taken = false;
    enum zm_status status = copy_settings(check.settings, check.game, &settings, error);
    check.settings = &settings;
    if (status == ZM_OK)
        status = zm_settings_set(&settings, param->name, value, error);
    if (status == ZM_OK)
        status = is_taken(&check, &taken, error);
    if (status == ZM_OK && taken) {
        if (variants->begin != NULL)
            variants->begin(check.context, param, param->kind == ZM_PARAM_FLAG ? NULL : value);
        status = zm_check_game(&check, error);
    }
    if (status != ZM_OK)
        zm_error_context(error, "--%s %s", param->name, value);
    zm_settings_free(&settings);
    return status;
}

/* The words of "a|b|c", but for the one that is the default. */
static enum zm_status check_words(const struct variants *variants, const struct zm_param *param,
                                  const char *words, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (const char *at = words; at != NULL && status == ZM_OK;) {
        struct zm_buffer word = {0};
        size_t size = strcspn(at, "|");
        zm_buffer_add(&word, at, size);
        at = at[size] == '|' ? at + size + 1 : NULL;
        if (word.failed)
            status = zm_fail_memory(error);
        else if (param->value == NULL || strcmp(param->value, zm_buffer_string(&word)) != 0)
            status = check_variant(variants, param, zm_buffer_string(&word), error);
        zm_buffer_free(&word);
    }
    return status;
}

static enum zm_status check_integers(const struct variants *variants, const struct zm_param *param,
                                     struct zm_error *error)
{
    int64_t values[2] = {param->min, param->max};
    enum zm_status status = ZM_OK;
    for (int i = 0; i < 2 && status == ZM_OK; i++) {
        char text[32];
        snprintf(text, sizeof text, "%" PRId64, values[i]);
        status = check_variant(variants, param, text, error);
    }
    return status;
}

enum zm_status zm_check_variants(const struct zm_check *check,
                                 void (*begin)(void *context, const struct zm_param *param,
                                               const char *value),
                                 struct zm_error *error)
{
    const struct variants variants = {check, begin};
    enum zm_status status = ZM_OK;
    for (const struct zm_param *param = check->game->params;
         param != NULL && param->name != NULL && status == ZM_OK; param++) {
        if (param->kind == ZM_PARAM_CHOICE || param->kind == ZM_PARAM_TEXT)
            status = check_words(&variants, param,
                                 param->kind == ZM_PARAM_CHOICE ? param->choices : param->examples,
                                 error);
        else if (param->kind == ZM_PARAM_INTEGER)
            status = check_integers(&variants, param, error);
        else if (param->kind == ZM_PARAM_FLAG)
            status = check_variant(&variants, param, "", error);
    }
    return status;
}
