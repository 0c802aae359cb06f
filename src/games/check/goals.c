/* One player: what a position is worth, and what is said of it. */
#include "games/check/inside.h"

static bool has_goals(const struct zm_game *game)
{
    return game->goals != NULL;
}

/* The plain form of a position is sound, worth as much, and its own plain form. */
static void look_at_plain(struct zm_checking *checking, struct zm_bytes position)
{
    const struct zm_game *game = checking->game.game;
    struct zm_buffer plain = {0}, again = {0};
    zm_check_soil(&plain);
    game->goals->plain(checking->game.state, position, &plain);
    if (!zm_check_memory(checking, plain.failed) &&
        zm_check_that(checking, game->rules->sound(checking->game.state, zm_buffer_bytes(&plain)),
                      "its plain form is not sound")) {
        game->goals->plain(checking->game.state, zm_buffer_bytes(&plain), &again);
        zm_check_that(checking, zm_bytes_equal(zm_buffer_bytes(&plain), zm_buffer_bytes(&again)),
                      "its plain form has another plain form");
        zm_check_that(checking,
                      game->goals->worth(checking->game.state, position) ==
                          game->goals->worth(checking->game.state, zm_buffer_bytes(&plain)),
                      "its plain form is worth something else");
    }
    zm_buffer_free(&plain);
    zm_buffer_free(&again);
}

static void look(struct zm_checking *checking)
{
    const struct zm_goals *goals = checking->game.game->goals;
    struct zm_bytes position = zm_check_position(checking);
    struct zm_buffer text = {0};
    struct zm_ending ending;
    int64_t worth = goals->worth(checking->game.state, position);
    zm_check_that(checking, worth >= 0, "its worth is below 0");
    zm_ending_at(&checking->game, position, NULL, false, &ending);
    zm_check_that(checking,
                  goals->maximise || !ending.over || (ending.outcome == ZM_WIN) == (worth > 0),
                  "the game is over, and the outcome does not follow from the worth");
    if (goals->describe != NULL) {
        goals->describe(checking->game.state, position, &text);
        zm_check_that(checking, text.size > 0 && strpbrk(zm_buffer_string(&text), "\n\r") == NULL,
                      "describe does not write one line");
    }
    zm_check_memory(checking, text.failed);
    if (goals->plain != NULL)
        look_at_plain(checking, position);
    zm_buffer_free(&text);
}

const struct zm_promise zm_promise_goals = {
    .name = "goals",
    .summary = "the goal is reached where the worth says so, and a line tells how the game stands",
    .applies = has_goals,
    .look = look,
};
