/* Whose turn it is, and when the game is over. */
#include "games/check/inside.h"

static bool has_turn(const struct zm_game *game)
{
    return game->rules->turn != NULL;
}

/* Does the turn follow a move? In sums of partisan games the players alternate. */
static void look_at_next_turn(struct zm_checking *checking, int turn, struct zm_bytes next)
{
    const struct zm_game *game = checking->game.game;
    int after = game->rules->turn(checking->game.state, next);
    zm_check_that(checking, after == 0 || after == 1, "after a move the turn is %d", after);
    if (game->sums != NULL && game->players == ZM_PARTISAN)
        zm_check_that(checking, after == (turn == 1 ? 0 : 1),
                      "the turn is %d before a move and %d after it", turn, after);
}

static void look_at_turn(struct zm_checking *checking)
{
    const struct zm_game *game = checking->game.game;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    int turn = game->rules->turn(checking->game.state, zm_check_position(checking));
    zm_check_that(checking, turn == 0 || turn == 1 || (turn == -1 && game->players == ZM_PARTISAN),
                  "the turn is %d: expected 0 or 1, or -1 where a partisan game leaves it open",
                  turn);
    zm_check_moves(checking, zm_check_position(checking), &moves);
    for (size_t i = 0; i < moves.count && zm_check_well(checking); i++) {
        game->rules->apply(checking->game.state, zm_check_position(checking), zm_list_at(&moves, i),
                           &next);
        look_at_next_turn(checking, turn, zm_buffer_bytes(&next));
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
}

const struct zm_promise zm_promise_turn = {
    .name = "turn",
    .summary = "positions say whose turn it is, before and after every move",
    .applies = has_turn,
    .look = look_at_turn,
};

static bool has_ending(const struct zm_game *game)
{
    return game->rules->ending != NULL;
}

/* What is there of an ending that counts: the outcome and the points only when the game is over. */
static struct zm_ending ending_of(struct zm_checking *checking, const struct zm_record *record,
                                  int fill)
{
    struct zm_ending ending, clean = {0};
    memset(&ending, fill, sizeof ending);
    checking->game.game->rules->ending(checking->game.state, zm_check_position(checking), record,
                                       &ending);
    clean.over = ending.over;
    clean.outcome = ending.over ? ending.outcome : ZM_UNDECIDED;
    clean.scored = ending.over && ending.scored;
    for (int i = 0; i < 2; i++)
        clean.half_points[i] = clean.scored ? ending.half_points[i] : 0;
    return clean;
}

static bool same_ending(const struct zm_ending *a, const struct zm_ending *b)
{
    return a->over == b->over && a->outcome == b->outcome && a->scored == b->scored &&
           a->half_points[0] == b->half_points[0] && a->half_points[1] == b->half_points[1];
}

static bool was_here_before(const struct zm_checking *checking)
{
    const struct zm_list *positions = &checking->record.positions;
    for (size_t i = 0; i < positions->count; i++)
        if (zm_bytes_equal(zm_list_at(positions, i), zm_check_position(checking)))
            return true;
    return false;
}

static void look_at_points(struct zm_checking *checking, const struct zm_ending *ending)
{
    int32_t mine = ending->half_points[0], theirs = ending->half_points[1];
    enum zm_outcome outcome = mine > theirs ? ZM_WIN : mine < theirs ? ZM_LOSS : ZM_DRAW;
    zm_check_that(checking, !ending->scored || ending->outcome == outcome,
                  "the outcome does not follow from %d half points against %d", mine, theirs);
    zm_check_that(checking,
                  ending->outcome == ZM_WIN || ending->outcome == ZM_LOSS ||
                      ending->outcome == ZM_DRAW || checking->game.game->players == ZM_ONE_PLAYER,
                  "the game is over without an outcome");
}

static void look_at_ending(struct zm_checking *checking)
{
    struct zm_list moves = {0};
    struct zm_record nothing = {0};
    struct zm_ending ending = ending_of(checking, NULL, 0),
                     soiled = ending_of(checking, NULL, 0x01),
                     begun = ending_of(checking, &nothing, 0),
                     played = ending_of(checking, &checking->record, 0);
    zm_check_that(checking, same_ending(&ending, &soiled), "ending does not fill the whole struct");
    zm_check_that(checking, same_ending(&ending, &begun),
                  "the ending is another with a record in which nothing was played");
    zm_check_that(checking, same_ending(&ending, &played) || was_here_before(checking),
                  "the ending is another with a record in which the position does not occur");
    if (ending.over) {
        look_at_points(checking, &ending);
        zm_check_moves(checking, zm_check_position(checking), &moves);
        zm_check_that(checking, moves.count == 0, "the game is over, and there are %zu moves",
                      moves.count);
    }
    zm_list_free(&moves);
}

const struct zm_promise zm_promise_ending = {
    .name = "ending",
    .summary = "a game that is over has an outcome and no moves",
    .applies = has_ending,
    .look = look_at_ending,
};
