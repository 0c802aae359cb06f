/* One player: moves that touch nothing in common commute. */
#include "games/check/inside.h"

enum { MOST_MOVES = 12 };

static bool has_goals(const struct zm_game *game)
{
    return game->goals != NULL;
}

static bool share_an_item(const struct zm_list *a, const struct zm_list *b)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            if (zm_bytes_equal(zm_list_at(a, i), zm_list_at(b, j)))
                return true;
    return false;
}

static bool is_legal(struct zm_checking *checking, struct zm_bytes position, struct zm_bytes move)
{
    struct zm_list moves = {0};
    bool legal = false;
    zm_check_moves(checking, position, &moves);
    for (size_t i = 0; i < moves.count && !legal; i++)
        legal = zm_bytes_equal(zm_list_at(&moves, i), move);
    zm_list_free(&moves);
    return legal;
}

/* Plays one move and then another, if it is still legal. */
static bool play_two(struct zm_checking *checking, struct zm_bytes first, struct zm_bytes second,
                     struct zm_buffer *end)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_buffer middle = {0};
    rules->apply(checking->game.state, zm_check_position(checking), first, &middle);
    bool legal = is_legal(checking, zm_buffer_bytes(&middle), second);
    if (legal)
        rules->apply(checking->game.state, zm_buffer_bytes(&middle), second, end);
    zm_buffer_free(&middle);
    return legal;
}

static void look_at_pair(struct zm_checking *checking, struct zm_bytes one, struct zm_bytes two)
{
    const struct zm_goals *goals = checking->game.game->goals;
    struct zm_list touched[2];
    struct zm_buffer ends[2];
    memset(touched, 0, sizeof touched);
    memset(ends, 0, sizeof ends);
    goals->footprint(checking->game.state, zm_check_position(checking), one, &touched[0]);
    goals->footprint(checking->game.state, zm_check_position(checking), two, &touched[1]);
    if (!share_an_item(&touched[0], &touched[1]))
        zm_check_that(checking,
                      play_two(checking, one, two, &ends[0]) &&
                          play_two(checking, two, one, &ends[1]) &&
                          zm_bytes_equal(zm_buffer_bytes(&ends[0]), zm_buffer_bytes(&ends[1])),
                      "two moves touch nothing in common, and do not commute");
    for (int i = 0; i < 2; i++) {
        zm_list_free(&touched[i]);
        zm_buffer_free(&ends[i]);
    }
}

static void look(struct zm_checking *checking)
{
    const struct zm_goals *goals = checking->game.game->goals;
    struct zm_list moves = {0};
    int64_t worth = goals->worth(checking->game.state, zm_check_position(checking));
    zm_check_that(checking,
                  worth == goals->worth(checking->game.state, zm_check_position(checking)),
                  "worth changes from one call to the next");
    zm_check_moves(checking, zm_check_position(checking), &moves);
    for (size_t i = 0; goals->footprint != NULL && i < moves.count && i < MOST_MOVES; i++)
        for (size_t j = 0; j < i && zm_check_well(checking); j++)
            look_at_pair(checking, zm_list_at(&moves, i), zm_list_at(&moves, j));
    zm_list_free(&moves);
}

const struct zm_promise zm_promise_goals = {
    .name = "goals",
    .summary = "moves that touch nothing in common commute",
    .applies = has_goals,
    .look = look,
};
