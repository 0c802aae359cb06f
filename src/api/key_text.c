/* The keys of a store as text; see key_text.h. A component is written by its game; a sum is its
 * components with semicolons between them. */
#include "api/key_text.h"

#include <stdlib.h>

enum { LENGTH_SIZE = 2 }; /* before each component of a sum, least significant byte first */

static bool print_sum(struct zm_key_owner *owner, struct zm_bytes key, struct zm_buffer *text)
{
    for (size_t at = 0; at < key.size;) {
        if (key.size - at < LENGTH_SIZE)
            return false;
        size_t length = key.data[at] | (size_t)key.data[at + 1] << 8;
        if (length > key.size - at - LENGTH_SIZE)
            return false;
        if (at > 0)
            zm_buffer_byte(text, ';');
        owner->game.game->sums->print(owner->game.state,
                                      zm_bytes(key.data + at + LENGTH_SIZE, length), text);
        at += LENGTH_SIZE + length;
    }
    return true;
}

static bool print_key(void *context, enum zm_kind kind, struct zm_bytes key, struct zm_buffer *text)
{
    struct zm_key_owner *owner = context;
    (void)kind;
    if (owner->sums)
        return print_sum(owner, key, text);
    owner->game.game->sums->print(owner->game.state, key, text);
    return true;
}

/* Reads one component; its text must stand for exactly one. */
static bool parse_component(struct zm_key_owner *owner, const char *text, struct zm_buffer *key)
{
    zm_buffer_clear(&owner->position);
    zm_list_clear(&owner->components);
    if (owner->game.game->rules->parse(owner->game.state, text, &owner->position, NULL) != ZM_OK)
        return false;
    owner->game.game->sums->split(owner->game.state, zm_buffer_bytes(&owner->position),
                                  &owner->components);
    if (owner->components.count != 1 || zm_list_failed(&owner->components))
        return false;
    struct zm_bytes component = zm_list_at(&owner->components, 0);
    if (owner->sums) {
        zm_buffer_byte(key, (uint8_t)component.size);
        zm_buffer_byte(key, (uint8_t)(component.size >> 8));
    }
    zm_buffer_add(key, component.data, component.size);
    return true;
}

static bool parse_key(void *context, enum zm_kind kind, const char *text, struct zm_buffer *key)
{
    struct zm_key_owner *owner = context;
    (void)kind;
    if (!owner->sums)
        return parse_component(owner, text, key);
    for (;;) {
        size_t length = strcspn(text, ";");
        zm_buffer_set(&owner->text, zm_bytes(text, length));
        if (!parse_component(owner, zm_buffer_string(&owner->text), key))
            return false;
        if (text[length] == 0)
            return true;
        text += length + 1;
    }
}

/* Sets the parameters from "name=value name=value". */
static enum zm_status apply_rules(struct zm_settings *settings, const struct zm_buffer *rules,
                                  struct zm_error *error)
{
    char *copy = strdup(zm_buffer_string(rules)), *rest = NULL;
    enum zm_status status = copy == NULL ? zm_fail_memory(error) : ZM_OK;
    for (char *word = copy == NULL ? NULL : strtok_r(copy, " ", &rest);
         status == ZM_OK && word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        if (equals != NULL)
            *equals = 0;
        status = zm_settings_set(settings, word, equals == NULL ? "" : equals + 1, error);
    }
    free(copy);
    return status;
}

enum zm_status zm_key_owner_open(const struct zm_store_header *header, struct zm_key_owner *owner,
                                 struct zm_error *error)
{
    struct zm_settings settings = {0};
    *owner = (struct zm_key_owner){0};
    const struct zm_game *game = zm_game_find(zm_buffer_string(&header->game), NULL);
    if (game == NULL)
        return ZM_OK;
    enum zm_status status = zm_settings_declare(&settings, game->params, error);
    if (status == ZM_OK)
        status = apply_rules(&settings, &header->rules, error);
    if (status == ZM_OK)
        status = zm_instance_open(&owner->game, game, &settings, error);
    zm_settings_free(&settings);
    const char *keys = zm_buffer_string(&header->keys);
    owner->sums = strcmp(keys, "sums") == 0;
    if (status == ZM_OK && game->sums != NULL && (owner->sums || strcmp(keys, "components") == 0))
        owner->keys = (struct zm_key_text){owner, print_key, parse_key};
    return status;
}

void zm_key_owner_close(struct zm_key_owner *owner)
{
    zm_instance_close(&owner->game);
    zm_list_free(&owner->components);
    zm_buffer_free(&owner->position);
    zm_buffer_free(&owner->text);
    *owner = (struct zm_key_owner){0};
}
