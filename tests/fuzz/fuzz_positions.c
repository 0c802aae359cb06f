/* Positions of all games: the name of the game, a zero byte, the text. What is read can
 * be printed, and the print reads back as the same position; its moves can be listed and the first
 * played. */
#include "games/game.h"

#include <stdlib.h>

static void check_game(const struct zm_instance *game, const char *text)
{
    const struct zm_rules *rules = game->game->rules;
    struct zm_buffer position = {0}, again = {0}, printed = {0}, reprinted = {0};
    struct zm_list moves = {0};
    struct zm_error error = {0};
    if (rules->parse(game->state, text, &position, &error) == ZM_OK) {
        rules->print(game->state, zm_buffer_bytes(&position), &printed);
        if (rules->parse(game->state, zm_buffer_string(&printed), &again, &error) != ZM_OK)
            abort();
        rules->print(game->state, zm_buffer_bytes(&again), &reprinted);
        if (!zm_bytes_equal(zm_buffer_bytes(&printed), zm_buffer_bytes(&reprinted)))
            abort();
        if (position.size < 200) {
            rules->moves(game->state, zm_buffer_bytes(&position), NULL, &moves);
            if (moves.count > 0)
                rules->apply(game->state, zm_buffer_bytes(&position), zm_list_at(&moves, 0),
                             &again);
        }
    }
    zm_buffer_free(&position);
    zm_buffer_free(&again);
    zm_buffer_free(&printed);
    zm_buffer_free(&reprinted);
    zm_list_free(&moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_instance game;
    struct zm_settings settings = {0};
    struct zm_buffer words = {0};
    zm_buffer_add(&words, data, size);
    const char *name = zm_buffer_string(&words);
    const struct zm_game *chosen = strlen(name) < size ? zm_game_find(name, NULL) : NULL;
    if (chosen != NULL) {
        zm_settings_declare(&settings, chosen->params, NULL);
        if (zm_instance_open(&game, chosen, &settings, NULL) == ZM_OK)
            check_game(&game, name + strlen(name) + 1);
        zm_instance_close(&game);
    }
    zm_settings_free(&settings);
    zm_buffer_free(&words);
    return 0;
}
