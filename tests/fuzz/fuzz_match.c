/* Records of games: loaded on a Cram board, and saved again when they load. */
#include "records/played.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_instance cram;
    struct zm_settings settings = {0};
    struct zm_buffer start = {0};
    struct zm_played match;
    FILE *file = size == 0 ? NULL : fmemopen((void *)data, size, "r");
    if (file == NULL)
        return 0;
    const struct zm_game *game = zm_game_find("cram", NULL);
    zm_settings_declare(&settings, game->params, NULL);
    if (zm_instance_open(&cram, game, &settings, NULL) == ZM_OK &&
        game->rules->parse(cram.state, "3x3", &start, NULL) == ZM_OK &&
        zm_played_open(&match, &cram, false, zm_buffer_bytes(&start), NULL) == ZM_OK) {
        if (zm_played_load(&match, file, NULL) == ZM_OK)
            while (zm_played_undo(&match))
                continue;
        zm_played_close(&match);
    }
    zm_buffer_free(&start);
    zm_instance_close(&cram);
    zm_settings_free(&settings);
    fclose(file);
    return 0;
}
