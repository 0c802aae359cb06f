/* Two states of one game with the same parameters give the same answers, whatever either was asked
 * before; and a state that heeds a run that is to stop, stops, and is as before afterwards. */
#include "games/check/inside.h"

enum { ROUNDS_OF_A_STATE = 16, ROUNDS_OF_A_PICTURE = 8 };

/* Everything that a state says of the position, its components and its normal form. */
static void say_everything(const struct zm_instance *game, struct zm_bytes position, bool pictures,
                           struct zm_list *out)
{
    struct zm_list components = {0};
    struct zm_buffer normal = {0};
    int32_t sure[2];
    zm_list_clear(out);
    zm_check_use_position(game, position, out);
    zm_check_use_judgement(game, position, out);
    if (pictures)
        zm_check_use_pictures(game, position, out);
    if (game->game->sums != NULL)
        zm_check_ask_split(game, position, &components);
    for (size_t i = 0; i < components.count; i++)
        zm_check_use_component(game, zm_list_at(&components, i), out);
    if (game->game->scores != NULL) {
        game->game->scores->normalise(game->state, position, &normal, sure);
        zm_check_use_normal(game, zm_buffer_bytes(&normal), out);
    }
    zm_list_free(&components);
    zm_buffer_free(&normal);
}

/* The first answers that differ name their function. */
static void compare(struct zm_checking *checking, const struct zm_list *mine,
                    const struct zm_list *theirs, const char *what)
{
    for (size_t i = 0; i < mine->count && zm_check_well(checking); i++) {
        struct zm_bytes answer = zm_list_at(mine, i);
        bool same = i < theirs->count && zm_bytes_equal(answer, zm_list_at(theirs, i));
        int size = (int)strcspn((const char *)answer.data, ":"); /* every answer has one */
        zm_check_that(checking, same, "%.*s gives another answer %s", size,
                      (const char *)answer.data, what);
    }
}

static void look_at_states(struct zm_checking *checking)
{
    struct zm_list mine = {0}, theirs = {0}, again = {0};
    bool fresh = checking->round % ROUNDS_OF_A_STATE == 0,
         pictures = checking->round % ROUNDS_OF_A_PICTURE == 0;
    if (!zm_check_open_other(checking, fresh))
        return;
    say_everything(&checking->game, zm_check_position(checking), pictures, &mine);
    say_everything(&checking->other, zm_check_position(checking), pictures, &theirs);
    say_everything(&checking->game, zm_check_position(checking), pictures, &again);
    zm_check_memory(checking,
                    zm_list_failed(&mine) || zm_list_failed(&theirs) || zm_list_failed(&again));
    compare(checking, &mine, &theirs, "in another state");
    compare(checking, &mine, &again, "when it is asked again");
    zm_list_free(&mine);
    zm_list_free(&theirs);
    zm_list_free(&again);
}

const struct zm_promise zm_promise_states = {
    .name = "states",
    .summary = "two states of the game give the same answers, and one gives them again",
    .look = look_at_states,
};

static bool has_heed(const struct zm_game *game)
{
    return game->heed != NULL && game->sums != NULL;
}

static void look_at_heed(struct zm_checking *checking)
{
    const struct zm_game *game = checking->game.game;
    struct zm_list components = {0};
    struct zm_options before = {0}, during = {0}, after = {0};
    struct zm_run run;
    zm_run_begin(&run);
    zm_check_split(checking, zm_check_position(checking), &components);
    for (size_t i = 0; i < components.count && zm_check_well(checking); i++) {
        struct zm_bytes component = zm_list_at(&components, i);
        game->sums->options(checking->game.state, component, ZM_LEFT, &before);
        game->heed(checking->game.state, &run);
        atomic_store(&run.stop, true);
        game->sums->options(checking->game.state, component, ZM_LEFT, &during);
        atomic_store(&run.stop, false);
        game->heed(checking->game.state, NULL);
        game->sums->options(checking->game.state, component, ZM_LEFT, &after);
        zm_check_memory(checking,
                        zm_list_failed(&before.components) || zm_list_failed(&after.components));
        zm_check_that(checking,
                      before.count == after.count &&
                          zm_bytes_equal(zm_buffer_bytes(&before.components.bytes),
                                         zm_buffer_bytes(&after.components.bytes)),
                      "after a run that was stopped a component has other options");
    }
    zm_options_free(&before);
    zm_options_free(&during);
    zm_options_free(&after);
    zm_list_free(&components);
}

const struct zm_promise zm_promise_heed = {
    .name = "heed",
    .summary = "a run that is stopped leaves nothing half done behind",
    .applies = has_heed,
    .look = look_at_heed,
};
