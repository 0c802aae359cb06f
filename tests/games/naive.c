/* Naive references; see naive.h. */
#include "games/naive.h"

#include "test.h"

void naive_open(struct naive *naive, const struct zm_game *game)
{
    struct zm_settings settings = {0};
    assert_int_equal(zm_settings_declare(&settings, game->params, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&naive->game, game, &settings, NULL), ZM_OK);
    zm_settings_free(&settings);
    zm_table_init(&naive->known, 1);
}

void naive_close(struct naive *naive)
{
    zm_instance_close(&naive->game);
    zm_table_free(&naive->known);
}

void naive_forget(struct naive *naive)
{
    zm_table_free(&naive->known);
}

unsigned naive_nimber(struct naive *naive, struct zm_bytes position)
{
    uint8_t *known = zm_table_find(&naive->known, position);
    if (known != NULL)
        return *known;
    const struct zm_rules *rules = naive->game.game->rules;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    bool seen[256] = {false};
    rules->moves(naive->game.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        rules->apply(naive->game.state, position, zm_list_at(&moves, i), &next);
        seen[naive_nimber(naive, zm_buffer_bytes(&next))] = true;
    }
    unsigned mex = 0;
    while (seen[mex])
        mex++;
    zm_list_free(&moves);
    zm_buffer_free(&next);
    *(uint8_t *)zm_table_insert(&naive->known, position, NULL) = (uint8_t)mex;
    return mex;
}

bool naive_wins(struct naive *naive, struct zm_bytes position, bool misere)
{
    const struct zm_rules *rules = naive->game.game->rules;
    uint8_t *known = zm_table_find(&naive->known, position);
    if (known != NULL)
        return *known;
    struct zm_ending ending = {0};
    if (rules->ending != NULL)
        rules->ending(naive->game.state, position, NULL, &ending);
    if (ending.over)
        return (ending.outcome == ZM_WIN) != misere;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    rules->moves(naive->game.state, position, NULL, &moves);
    bool wins = moves.count == 0 && misere;
    for (size_t i = 0; i < moves.count && !wins; i++) {
        rules->apply(naive->game.state, position, zm_list_at(&moves, i), &next);
        bool again =
            rules->turn != NULL && rules->turn(naive->game.state, position) ==
                                       rules->turn(naive->game.state, zm_buffer_bytes(&next));
        wins = naive_wins(naive, zm_buffer_bytes(&next), misere) == again;
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    *(uint8_t *)zm_table_insert(&naive->known, position, NULL) = wins;
    return wins;
}
