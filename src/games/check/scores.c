/* Scores: normal forms and their turns against play by the rules. The points of a position are
 * those still on the board; who owns others already is the same whatever is played from here. */
#include "games/check/inside.h"

static bool has_scores(const struct zm_game *game)
{
    return game->scores != NULL;
}

/* What the player to move gets from a normal form, by its turns alone. */
static bool value_of(struct zm_checking *checking, struct zm_bytes normal, int32_t *value)
{
    const struct zm_scores *scores = checking->game.game->scores;
    struct zm_turns turns = {0};
    bool whole = checking->budget > 0 && zm_check_well(checking);
    const void *known = zm_table_find(&checking->worth[0], normal);
    if (known != NULL) {
        memcpy(value, known, sizeof *value);
        return true;
    }
    checking->budget -= whole;
    if (whole)
        scores->turns(checking->game.state, normal, &turns);
    *value = 0;
    for (size_t i = 0; i < turns.positions.count && whole; i++) {
        struct zm_bytes next = zm_list_at(&turns.positions, i);
        int32_t after = 0;
        whole = value_of(checking, next, &after);
        if (!turns.turns[i].again)
            after = scores->available(checking->game.state, next) - after;
        after += turns.turns[i].gain;
        *value = after > *value ? after : *value;
    }
    void *place = whole ? zm_table_insert(&checking->worth[0], normal, NULL) : NULL;
    if (place != NULL)
        memcpy(place, value, sizeof *value);
    zm_check_memory(checking, (whole && place == NULL) || zm_list_failed(&turns.positions));
    zm_turns_free(&turns);
    return whole;
}

/* The points on the board, and what the player to move gets of them. */
struct points {
    int32_t total, mine;
};

static bool points_of(struct zm_checking *checking, struct zm_bytes position, struct points *points)
{
    const struct zm_scores *scores = checking->game.game->scores;
    struct zm_buffer normal = {0};
    int32_t sure[2] = {0, 0}, value = 0;
    zm_check_soil(&normal);
    scores->normalise(checking->game.state, position, &normal, sure);
    bool whole =
        !zm_check_memory(checking, normal.failed) &&
        zm_check_that(checking, scores->sound(checking->game.state, zm_buffer_bytes(&normal)),
                      "its normal form is not sound") &&
        value_of(checking, zm_buffer_bytes(&normal), &value);
    points->total =
        sure[0] + sure[1] + scores->available(checking->game.state, zm_buffer_bytes(&normal));
    points->mine = sure[0] + value;
    zm_buffer_free(&normal);
    return whole;
}

/* -- a normal form -- */

static void look_at_turns(struct zm_checking *checking, struct zm_bytes normal)
{
    const struct zm_scores *scores = checking->game.game->scores;
    struct zm_turns turns = {0};
    int32_t available = scores->available(checking->game.state, normal);
    zm_list_add(&turns.positions, normal); /* left behind */
    turns.positions.count = 0;
    scores->turns(checking->game.state, normal, &turns);
    checking->counts.moves += turns.positions.count;
    zm_check_that(checking, turns.positions.count > 0 || available == 0,
                  "its normal form has no turn, and %d points left", available);
    for (size_t i = 0; i < turns.positions.count; i++) {
        struct zm_bytes next = zm_list_at(&turns.positions, i);
        zm_check_that(checking, scores->sound(checking->game.state, next),
                      "a turn leads to a normal form that is not sound");
        zm_check_that(checking,
                      turns.turns[i].gain >= 0 &&
                          turns.turns[i].gain + scores->available(checking->game.state, next) <=
                              available,
                      "a turn gains %d of %d points and leaves %d", turns.turns[i].gain, available,
                      scores->available(checking->game.state, next));
    }
    zm_turns_free(&turns);
}

/* The end may have no text. */
static void look_at_normal_text(struct zm_checking *checking, struct zm_bytes normal, int32_t value)
{
    const struct zm_game *game = checking->game.game;
    struct zm_buffer text = {0}, position = {0};
    struct zm_error error = {0};
    struct points points;
    const char *string = zm_check_print(checking, game->scores->print, normal, &text);
    if (text.size > 0 &&
        zm_check_that(checking,
                      game->rules->parse(checking->game.state, string, &position, &error) == ZM_OK,
                      "its normal form '%.80s' is not read: %s", string, error.text) &&
        points_of(checking, zm_buffer_bytes(&position), &points))
        zm_check_that(checking,
                      points.mine == value &&
                          points.total == game->scores->available(checking->game.state, normal),
                      "its normal form gives %d points, its text '%.80s' reads as one of %d", value,
                      string, points.mine);
    zm_buffer_free(&text);
    zm_buffer_free(&position);
}

static void look_at_normal(struct zm_checking *checking)
{
    const struct zm_scores *scores = checking->game.game->scores;
    struct zm_buffer normal = {0};
    int32_t sure[2], value = 0, lower = 0, upper;
    scores->normalise(checking->game.state, zm_check_position(checking), &normal, sure);
    struct zm_bytes bytes = zm_buffer_bytes(&normal);
    zm_check_memory(checking, normal.failed);
    look_at_turns(checking, bytes);
    upper = scores->available(checking->game.state, bytes);
    if (scores->bounds != NULL)
        scores->bounds(checking->game.state, bytes, &lower, &upper);
    if (value_of(checking, bytes, &value)) {
        zm_check_that(checking, lower <= value && value <= upper,
                      "its normal form gives %d points, not between %d and %d", value, lower,
                      upper);
        look_at_normal_text(checking, bytes, value);
    }
    zm_buffer_free(&normal);
}

/* -- play by the rules -- */

/* One ply: the best move gives what the normal form says. */
static void look_at_moves(struct zm_checking *checking)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_bytes position = zm_check_position(checking);
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    struct points here, after;
    int32_t best = 0;
    bool whole = points_of(checking, position, &here);
    zm_check_moves(checking, position, &moves);
    for (size_t i = 0; i < moves.count && whole; i++) {
        rules->apply(checking->game.state, position, zm_list_at(&moves, i), &next);
        whole = points_of(checking, zm_buffer_bytes(&next), &after);
        int32_t taken = here.total - after.total;
        bool again = zm_moves_again(&checking->game, position, zm_buffer_bytes(&next));
        int32_t gets = taken + (again ? after.mine : after.total - after.mine);
        best = gets > best ? gets : best;
        zm_check_that(checking, !whole || taken >= 0, "a move puts points on the board");
    }
    if (whole)
        zm_check_that(checking, best == here.mine,
                      "the player to move gets %d points by the rules and %d by the normal form",
                      best, here.mine);
    zm_list_free(&moves);
    zm_buffer_free(&next);
}

/* Plays to the end by lot; `owned` is what the players had before, in half points: what they have
 * in the end without what they took. */
static bool play_out(struct zm_checking *checking, int32_t owned[2])
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_list moves = {0};
    struct zm_buffer here = {0}, next = {0};
    struct zm_ending ending = {0};
    struct points before, after;
    int32_t taken[2] = {0, 0};
    zm_buffer_set(&here, zm_check_position(checking));
    bool whole = points_of(checking, zm_buffer_bytes(&here), &before);
    for (; whole; before = after) {
        rules->ending(checking->game.state, zm_buffer_bytes(&here), NULL, &ending);
        zm_check_moves(checking, zm_buffer_bytes(&here), &moves);
        if (ending.over || moves.count == 0)
            break;
        int turn = rules->turn(checking->game.state, zm_buffer_bytes(&here));
        rules->apply(checking->game.state, zm_buffer_bytes(&here),
                     zm_list_at(&moves, zm_random_below(&checking->random, moves.count)), &next);
        whole = points_of(checking, zm_buffer_bytes(&next), &after);
        taken[turn == 1] += 2 * (before.total - after.total);
        zm_buffer_set(&here, zm_buffer_bytes(&next));
    }
    if (whole) {
        int turn = rules->turn(checking->game.state, zm_buffer_bytes(&here)) == 1;
        zm_check_that(checking, ending.over && ending.scored, "play ends without points");
        zm_check_that(checking, before.total == 0, "at the end %d points are on the board",
                      before.total);
        owned[turn] = ending.half_points[0] - taken[turn];
        owned[!turn] = ending.half_points[1] - taken[!turn];
    }
    zm_list_free(&moves);
    zm_buffer_free(&here);
    zm_buffer_free(&next);
    return whole;
}

static void look(struct zm_checking *checking)
{
    int32_t owned[2], again[2];
    look_at_normal(checking);
    if (zm_check_well(checking))
        look_at_moves(checking);
    if (zm_check_well(checking) && play_out(checking, owned) && play_out(checking, again))
        zm_check_that(checking, owned[0] == again[0] && owned[1] == again[1],
                      "the points at the end are not those that were taken on the way");
}

const struct zm_promise zm_promise_scores = {
    .name = "scores",
    .summary = "normal forms, turns and bounds give the points that play by the rules gives",
    .applies = has_scores,
    .look = look,
};
