/* Records of games: read, their moves played on a Cram board, and written again. */
#include "records/played.h"

#include <stdlib.h>

/* Plays the moves of a record from its start. */
static void play(const struct zm_instance *cram, const struct zm_settings *settings,
                 const struct zm_played_head *head)
{
    struct zm_buffer start = {0}, text = {0};
    struct zm_played match;
    if (cram->game->rules->parse(cram->state, zm_buffer_string(&head->start), &start, NULL) ==
            ZM_OK &&
        zm_played_open(&match, cram, head->misere, zm_buffer_bytes(&start), NULL) == ZM_OK) {
        if (zm_played_read_moves(&match, head, NULL) == ZM_OK) {
            zm_played_print(&match, settings, &text);
            while (zm_played_undo(&match))
                continue;
        }
        zm_played_close(&match);
    }
    zm_buffer_free(&start);
    zm_buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_instance cram = {0};
    struct zm_settings settings = {0};
    struct zm_played_head head;
    struct zm_buffer text = {0};
    const struct zm_game *game = zm_game_find("cram", NULL);
    zm_buffer_add(&text, data, size);
    zm_settings_declare(&settings, game->params, NULL);
    if (zm_instance_open(&cram, game, &settings, NULL) == ZM_OK &&
        zm_played_read_head(zm_buffer_string(&text), &head, NULL) == ZM_OK) {
        play(&cram, &settings, &head);
        zm_played_head_free(&head);
    }
    zm_instance_close(&cram);
    zm_settings_free(&settings);
    zm_buffer_free(&text);
    return 0;
}
