/* The keys of a store as text; see key_text.h. A component is written by its game. A node of misère
 * play (solve/hybrid.h) is its components with semicolons between them, then the heap, then its
 * reduced trees: a heap by its size, another tree by its content address. What a tree is made of
 * (solve/rct_store.h) is "T:" and its children, a component with a tree "C:" and the component, the
 * way in which nodes were made "W:" and its text. */
#include "care/key_text.h"

#include "solve/contracts.h"
#include "solve/misere_node.h"

#include <stdio.h>
#include <stdlib.h>

enum { LENGTH_SIZE = 2, HEIGHT_SIZE = 2, ADDRESS_SIZE = 16, IS_TREE = 255 };

static bool is_component(struct zm_key_owner *owner, struct zm_bytes bytes)
{
    return zm_is_component(&owner->game, bytes);
}

/* Takes the next `size` bytes of `*rest`; false: there are not so many. */
static bool take(struct zm_bytes *rest, size_t size, struct zm_bytes *taken)
{
    if (size > rest->size)
        return false;
    *taken = zm_bytes(rest->data, size);
    *rest = zm_bytes(rest->data + size, rest->size - size);
    return true;
}

/* Content addresses one after the other, with commas. */
static bool print_addresses(struct zm_bytes rest, struct zm_buffer *text)
{
    struct zm_bytes address;
    for (bool first = true; rest.size > 0; first = false) {
        if (!take(&rest, ADDRESS_SIZE, &address))
            return false;
        zm_buffer_text(text, first ? "x" : ",x");
        for (size_t j = 0; j < ADDRESS_SIZE; j++)
            zm_buffer_format(text, "%02x", address.data[j]);
    }
    return true;
}

static bool print_trees(struct zm_bytes *rest, size_t count, struct zm_buffer *text)
{
    struct zm_bytes tree, address;
    for (size_t i = 0; i < count; i++) {
        if (!take(rest, 1, &tree))
            return false;
        if (i > 0)
            zm_buffer_byte(text, ',');
        if (tree.data[0] != IS_TREE) {
            zm_buffer_format(text, "%u", tree.data[0]);
            continue;
        }
        if (!take(rest, ADDRESS_SIZE, &address))
            return false;
        print_addresses(address, text);
    }
    return true;
}

static bool print_component(struct zm_key_owner *owner, struct zm_bytes component,
                            struct zm_buffer *text)
{
    bool sound = zm_is_sound_component(&owner->game, component);
    if (sound)
        owner->game.game->sums->print(owner->game.state, component, text);
    return sound;
}

static bool print_components(struct zm_key_owner *owner, struct zm_bytes rest,
                             struct zm_buffer *text)
{
    struct zm_bytes length, component;
    for (bool first = true; rest.size > 0; first = false) {
        if (!take(&rest, LENGTH_SIZE, &length) ||
            !take(&rest, length.data[0] | (size_t)length.data[1] << 8, &component))
            return false;
        if (!first)
            zm_buffer_byte(text, ';');
        if (!print_component(owner, component, text))
            return false;
    }
    return true;
}

/* "components_heap_trees", from the bytes of solve/hybrid.c. */
static bool print_sum(struct zm_key_owner *owner, struct zm_bytes key, struct zm_buffer *text)
{
    struct zm_bytes head;
    bool one;
    size_t trees;
    zm_buffer_clear(&owner->text);
    size_t size = zm_misere_head_read(key, &one, &trees);
    if (size == 0 || !take(&key, size, &head) || !print_trees(&key, trees, &owner->text) ||
        !print_components(owner, key, text))
        return false;
    zm_buffer_format(text, "_%u_%s", one, zm_buffer_string(&owner->text));
    return true;
}

static bool is_plain(struct zm_bytes text)
{
    size_t i = 0;
    while (i < text.size && text.data[i] >= ' ' && text.data[i] < 127)
        i++;
    return i == text.size;
}

static bool print_tree(struct zm_key_owner *owner, struct zm_bytes key, struct zm_buffer *text)
{
    struct zm_bytes mark;
    if (!take(&key, 1, &mark) || memchr("TCW", mark.data[0], 3) == NULL)
        return false;
    zm_buffer_byte(text, mark.data[0]);
    zm_buffer_byte(text, ':');
    if (mark.data[0] == 'T')
        return print_addresses(key, text);
    if (mark.data[0] == 'W') {
        zm_buffer_add(text, key.data, key.size);
        return is_plain(key);
    }
    return print_component(owner, key, text);
}

static bool print_key(void *context, enum zm_kind kind, struct zm_bytes key, struct zm_buffer *text)
{
    struct zm_key_owner *owner = context;
    if (owner->sort == ZM_KEY_SUM && kind == ZM_KIND_TREE)
        return print_tree(owner, key, text);
    return owner->sort == ZM_KEY_SUM ? print_sum(owner, key, text)
                                     : print_component(owner, key, text);
}

/* Reads one component; its text must stand for exactly one. */
static bool parse_component(struct zm_key_owner *owner, const char *text, bool length,
                            struct zm_buffer *key)
{
    zm_buffer_clear(&owner->position);
    zm_list_clear(&owner->components);
    if (owner->game.game->rules->parse(owner->game.state, text, &owner->position, NULL) != ZM_OK)
        return false;
    zm_split(&owner->game, zm_buffer_bytes(&owner->position), &owner->components);
    if (owner->components.count != 1 || zm_list_failed(&owner->components))
        return false;
    struct zm_bytes component = zm_list_at(&owner->components, 0);
    if (length) {
        zm_buffer_byte(key, (uint8_t)component.size);
        zm_buffer_byte(key, (uint8_t)(component.size >> 8));
    }
    zm_buffer_add(key, component.data, component.size);
    return true;
}

static bool parse_components(struct zm_key_owner *owner, const char *text, size_t size,
                             struct zm_buffer *key)
{
    for (size_t at = 0; at < size;) {
        size_t length = 0;
        while (at + length < size && text[at + length] != ';')
            length++;
        zm_buffer_set(&owner->text, zm_bytes(text + at, length));
        if (!parse_component(owner, zm_buffer_string(&owner->text), true, key))
            return false;
        at += length + 1;
    }
    return true;
}

static bool parse_address(const char *text, struct zm_buffer *key)
{
    for (int i = 0; i < ADDRESS_SIZE; i++) {
        unsigned byte;
        if (sscanf(text + 2 * i, "%2x", &byte) != 1)
            return false;
        zm_buffer_byte(key, (uint8_t)byte);
    }
    return true;
}

static size_t count_trees(const char *text)
{
    size_t count = *text != 0;
    for (; *text != 0; text++)
        count += *text == ',' && text[1] != 0;
    return count;
}

static bool parse_trees(const char *text, struct zm_buffer *key)
{
    while (*text != 0) {
        size_t length = strcspn(text, ",");
        char *end;
        if (text[0] == 'x') {
            zm_buffer_byte(key, IS_TREE);
            if (length != 1 + 2 * ADDRESS_SIZE || !parse_address(text + 1, key))
                return false;
        } else {
            unsigned long heap = strtoul(text, &end, 10);
            if (end != text + length || length == 0 || heap >= IS_TREE)
                return false;
            zm_buffer_byte(key, (uint8_t)heap);
        }
        text += length + (text[length] == ',');
    }
    return true;
}

static bool parse_addresses(const char *text, struct zm_buffer *key)
{
    while (*text == 'x') {
        size_t length = strcspn(text, ",");
        if (length != 1 + 2 * ADDRESS_SIZE || !parse_address(text + 1, key))
            return false;
        text += length + (text[length] == ',');
    }
    return *text == 0;
}

static bool parse_tree(struct zm_key_owner *owner, const char *text, struct zm_buffer *key)
{
    if (text[0] == 0 || memchr("TCW", text[0], 3) == NULL || text[1] != ':')
        return false;
    zm_buffer_byte(key, (uint8_t)text[0]);
    if (text[0] == 'W') {
        zm_buffer_add(key, text + 2, strlen(text + 2));
        return true;
    }
    return text[0] == 'T' ? parse_addresses(text + 2, key)
                          : parse_component(owner, text + 2, false, key);
}

static bool parse_key(void *context, enum zm_kind kind, const char *text, struct zm_buffer *key)
{
    struct zm_key_owner *owner = context;
    if (owner->sort == ZM_KEY_SUM && kind == ZM_KIND_TREE)
        return parse_tree(owner, text, key);
    if (owner->sort != ZM_KEY_SUM)
        return parse_component(owner, text, false, key);
    const char *trees = strrchr(text, '_');
    if (trees == NULL || trees - text < 2 || trees[-2] != '_' ||
        (trees[-1] != '0' && trees[-1] != '1'))
        return false;
    zm_misere_head_write(key, trees[-1] == '1', count_trees(trees + 1));
    return parse_trees(trees + 1, key) &&
           parse_components(owner, text, (size_t)(trees - 2 - text), key);
}

/* -- keys that are positions of the game -- */

static bool are_components(struct zm_key_owner *owner, struct zm_bytes rest)
{
    struct zm_bytes length, component;
    while (rest.size > 0)
        if (!take(&rest, LENGTH_SIZE, &length) ||
            !take(&rest, length.data[0] | (size_t)length.data[1] << 8, &component) ||
            !is_component(owner, component))
            return false;
    return true;
}

static bool is_sum(struct zm_key_owner *owner, struct zm_bytes key)
{
    struct zm_bytes head, tree, address;
    bool one;
    size_t trees, size = zm_misere_head_read(key, &one, &trees);
    if (size == 0 || !take(&key, size, &head))
        return false;
    for (size_t i = 0; i < trees; i++)
        if (!take(&key, 1, &tree) ||
            (tree.data[0] == IS_TREE && !take(&key, ADDRESS_SIZE, &address)))
            return false;
    return are_components(owner, key);
}

/* Of solve/rct_store.c. */
static bool is_tree(struct zm_key_owner *owner, struct zm_bytes key)
{
    struct zm_bytes mark;
    if (!take(&key, 1, &mark))
        return false;
    switch (mark.data[0]) {
    case 'B':
        return zm_is_position(&owner->game, key);
    case 'C':
        return is_component(owner, key);
    case 'T':
        return key.size % ADDRESS_SIZE == 0;
    default:
        return mark.data[0] == 'W' && is_plain(key);
    }
}

/* Of solve/strong_store.c. */
static bool is_strong(struct zm_key_owner *owner, struct zm_bytes key)
{
    struct zm_bytes mark;
    if (!take(&key, 1, &mark))
        return false;
    switch (mark.data[0]) {
    case 'S':
    case 'P':
        return are_components(owner, key);
    case 'Q':
        return key.size == ADDRESS_SIZE + HEIGHT_SIZE;
    default:
        return (mark.data[0] == 'R' || mark.data[0] == 'U') && key.size >= HEIGHT_SIZE &&
               (key.size - HEIGHT_SIZE) % ADDRESS_SIZE == 0;
    }
}

static bool is_node(struct zm_key_owner *owner, struct zm_bytes key)
{
    struct zm_bytes head;
    return take(&key, 1, &head) && head.data[0] <= 1 && zm_is_position(&owner->game, key);
}

static bool is_key(void *context, enum zm_kind kind, struct zm_bytes key)
{
    struct zm_key_owner *owner = context;
    if (owner->game.game == NULL || owner->foreign)
        return true;
    switch (owner->sort) {
    case ZM_KEY_COMPONENT:
        return is_component(owner, key);
    case ZM_KEY_SUM:
        return kind == ZM_KIND_TREE ? is_tree(owner, key) : is_sum(owner, key);
    case ZM_KEY_NODE:
        return is_node(owner, key);
    case ZM_KEY_POSITION:
        return zm_is_position(&owner->game, key);
    case ZM_KEY_NORMAL:
        return zm_is_normal_form(&owner->game, key);
    case ZM_KEY_STRONG:
        return is_strong(owner, key);
    case ZM_KEY_OTHER:
        break;
    }
    return true;
}

static enum zm_key_sort sort_named(const char *keys)
{
    static const struct {
        const char *keys;
        enum zm_key_sort sort;
    } sorts[] = {
        {"components", ZM_KEY_COMPONENT},   {"sums with reduced trees", ZM_KEY_SUM},
        {"positions", ZM_KEY_NODE},         {"distance", ZM_KEY_POSITION},
        {"outcome", ZM_KEY_POSITION},       {ZM_CONTRACTS_KEYS, ZM_KEY_NORMAL},
        {"strong solution", ZM_KEY_STRONG}, {"winnable", ZM_KEY_POSITION},
        {"boards", ZM_KEY_POSITION},
    };
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        if (strcmp(sorts[i].keys, keys) == 0)
            return sorts[i].sort;
    return ZM_KEY_OTHER;
}

enum zm_status zm_header_settings(const struct zm_store_header *header,
                                  const struct zm_param *params, struct zm_settings *settings,
                                  struct zm_error *error)
{
    enum zm_status status = zm_settings_declare(settings, params, error);
    return status == ZM_OK
               ? zm_settings_set_recorded(settings, zm_buffer_string(&header->rules), error)
               : status;
}

enum zm_status zm_key_owner_open(const struct zm_store_header *header, struct zm_key_owner *owner,
                                 struct zm_error *error)
{
    struct zm_settings settings = {0};
    *owner = (struct zm_key_owner){0};
    const struct zm_game *game = zm_game_find(zm_buffer_string(&header->game), NULL);
    if (game == NULL)
        return ZM_OK;
    enum zm_status status = zm_header_settings(header, game->params, &settings, error);
    if (status == ZM_OK)
        status = zm_instance_open(&owner->game, game, &settings, error);
    zm_settings_free(&settings);
    owner->sort = sort_named(zm_buffer_string(&header->keys));
    owner->foreign = header->canon != game->canon_version;
    owner->keys = (struct zm_key_text){.context = owner, .known = is_key};
    if (game->sums != NULL && (owner->sort == ZM_KEY_COMPONENT || owner->sort == ZM_KEY_SUM)) {
        owner->keys.print = print_key;
        owner->keys.parse = parse_key;
    }
    return status;
}

enum zm_status zm_store_keys_known(struct zm_store *store, struct zm_run *run,
                                   struct zm_error *error)
{
    struct zm_key_owner owner;
    enum zm_status status = zm_key_owner_open(zm_store_header(store), &owner, error);
    if (status == ZM_OK)
        status = zm_store_check_keys(store, &owner.keys, run, error);
    zm_key_owner_close(&owner);
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
