/* Bytes from outside: what the game makes is sound, and whatever changes of it are taken for sound
 * can be given to every function. That nothing is read beyond is for a sanitizer to judge, so the
 * bytes lie in memory of exactly their size. */
#include "games/check/inside.h"

#include "games/check/changes.h"

#include <stdlib.h>

enum { CHANGES = 6, MOST_COMPONENTS = 3, MOST_DIGITS = 3, ROUNDS_OF_A_PICTURE = 8 };

/* The three things that bytes can be. */
static const struct sort {
    const char *name;
    bool (*is)(const struct zm_instance *game, struct zm_bytes bytes);
    void (*use)(const struct zm_instance *game, struct zm_bytes bytes, struct zm_list *out);
} sorts[] = {
    {"position", zm_is_position, zm_check_use_position},
    {"component", zm_is_component, zm_check_use_component},
    {"normal form", zm_is_normal_form, zm_check_use_normal},
};

static void print_as(const struct zm_instance *game, const struct sort *sort, struct zm_bytes bytes,
                     struct zm_buffer *text)
{
    const struct zm_game *g = game->game;
    (sort == &sorts[0]   ? g->rules->print
     : sort == &sorts[1] ? g->sums->print
                         : g->scores->print)(game->state, bytes, text);
}

/* A number of many digits may be a heap whose options would fill the memory: a position all the
 * same, but nothing to try everything with. */
static bool is_vast(const struct zm_instance *game, const struct sort *sort, struct zm_bytes bytes)
{
    struct zm_buffer text = {0};
    size_t digits = 0;
    print_as(game, sort, bytes, &text);
    for (size_t i = 0; i < text.size && digits <= MOST_DIGITS; i++)
        digits = text.data[i] >= '0' && text.data[i] <= '9' ? digits + 1 : 0;
    zm_buffer_free(&text);
    return digits > MOST_DIGITS;
}

static void try_bytes(struct zm_checking *checking, const struct sort *sort, struct zm_bytes bytes,
                      bool own)
{
    struct zm_list out = {0};
    uint8_t *copy = malloc(bytes.size + (bytes.size == 0));
    if (zm_check_memory(checking, copy == NULL))
        return;
    if (bytes.size > 0)
        memcpy(copy, bytes.data, bytes.size);
    bool taken = sort->is(&checking->game, zm_bytes(copy, bytes.size));
    zm_check_that(checking, taken || !own, "a %s of its own is not taken for one", sort->name);
    if (taken && !is_vast(&checking->game, sort, zm_bytes(copy, bytes.size)))
        sort->use(&checking->game, zm_bytes(copy, bytes.size), &out);
    if (taken && sort == &sorts[0] && checking->round % ROUNDS_OF_A_PICTURE == 0)
        zm_check_use_pictures(&checking->game, zm_bytes(copy, bytes.size), &out);
    free(copy);
    zm_list_free(&out);
}

static void try_changes(struct zm_checking *checking, const struct sort *sort,
                        struct zm_bytes bytes)
{
    struct zm_buffer changed = {0};
    try_bytes(checking, sort, bytes, true);
    for (int i = 0; i < CHANGES && zm_check_well(checking); i++) {
        zm_buffer_set(&changed, bytes);
        zm_check_change_bytes(&changed, &checking->random);
        if (!zm_check_memory(checking, changed.failed))
            try_bytes(checking, sort, zm_buffer_bytes(&changed), false);
    }
    zm_buffer_free(&changed);
}

static void look(struct zm_checking *checking)
{
    const struct zm_game *game = checking->game.game;
    struct zm_list components = {0};
    struct zm_buffer normal = {0};
    int32_t sure[2];
    try_changes(checking, &sorts[0], zm_check_position(checking));
    if (game->sums != NULL)
        zm_check_split(checking, zm_check_position(checking), &components);
    for (size_t i = 0; i < components.count && i < MOST_COMPONENTS; i++)
        try_changes(checking, &sorts[1], zm_list_at(&components, i));
    if (game->scores != NULL) {
        game->scores->normalise(checking->game.state, zm_check_position(checking), &normal, sure);
        try_changes(checking, &sorts[2], zm_buffer_bytes(&normal));
    }
    zm_list_free(&components);
    zm_buffer_free(&normal);
}

const struct zm_promise zm_promise_bytes = {
    .name = "bytes",
    .summary = "what the game makes is sound, and bytes that pass for sound break nothing",
    .look = look,
};
