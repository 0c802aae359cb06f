/* Numbered positions (games/game.h, loops): numbers and positions belong together, predecessors are
 * the moves backwards, and symmetry changes nothing. */
#include "games/check/inside.h"

#include <inttypes.h>

static bool has_loops(const struct zm_game *game)
{
    return game->loops != NULL && game->loops->count != NULL;
}

/* The number of the class of a position. */
static uint64_t class_of(struct zm_checking *checking, struct zm_bytes position)
{
    const struct zm_loops *loops = checking->game.game->loops;
    struct zm_buffer least = {0};
    if (loops->canonical == NULL)
        return loops->rank(checking->game.state, position);
    zm_check_soil(&least);
    loops->canonical(checking->game.state, position, &least);
    zm_check_memory(checking, least.failed);
    uint64_t number = loops->rank(checking->game.state, zm_buffer_bytes(&least));
    zm_buffer_free(&least);
    return number;
}

static void look_at_number(struct zm_checking *checking, struct zm_bytes position)
{
    const struct zm_loops *loops = checking->game.game->loops;
    uint64_t count = loops->count(checking->game.state),
             number = loops->rank(checking->game.state, position);
    struct zm_buffer again = {0};
    zm_check_soil(&again);
    zm_check_that(checking, number < count, "its number is %" PRIu64 " of %" PRIu64, number, count);
    if (zm_check_that(checking, loops->unrank(checking->game.state, number, &again),
                      "no position has its number %" PRIu64, number)) {
        zm_check_that(checking,
                      loops->rank(checking->game.state, zm_buffer_bytes(&again)) == number,
                      "the position that number %" PRIu64 " stands for has another number", number);
        zm_check_that(checking,
                      class_of(checking, zm_buffer_bytes(&again)) == class_of(checking, position),
                      "its number %" PRIu64 " stands for a position of another class", number);
    }
    zm_check_memory(checking, again.failed);
    zm_buffer_free(&again);
}

/* A number by lot: what it stands for is sound, and has it. */
static void look_at_any_number(struct zm_checking *checking)
{
    const struct zm_loops *loops = checking->game.game->loops;
    struct zm_buffer position = {0};
    uint64_t number = zm_random_below(&checking->random, loops->count(checking->game.state));
    zm_check_soil(&position);
    if (loops->unrank(checking->game.state, number, &position)) {
        zm_check_that(
            checking,
            checking->game.game->rules->sound(checking->game.state, zm_buffer_bytes(&position)),
            "number %" PRIu64 " stands for a position that is not sound", number);
        zm_check_that(checking,
                      loops->rank(checking->game.state, zm_buffer_bytes(&position)) == number,
                      "number %" PRIu64 " stands for a position with another number", number);
    }
    zm_check_memory(checking, position.failed);
    zm_buffer_free(&position);
}

/* The least of a class is in it, and is its own least; it ends and moves as all of them do. */
static void look_at_symmetry(struct zm_checking *checking)
{
    const struct zm_game *game = checking->game.game;
    struct zm_bytes position = zm_check_position(checking);
    struct zm_buffer least = {0}, again = {0};
    struct zm_list moves = {0}, others = {0};
    struct zm_ending ending = {0}, other = {0};
    if (game->loops->canonical == NULL)
        return;
    zm_check_soil(&least);
    game->loops->canonical(checking->game.state, position, &least);
    game->loops->canonical(checking->game.state, zm_buffer_bytes(&least), &again);
    zm_check_that(checking, zm_bytes_equal(zm_buffer_bytes(&least), zm_buffer_bytes(&again)),
                  "the representative of its class has another representative");
    game->rules->ending(checking->game.state, position, NULL, &ending);
    game->rules->ending(checking->game.state, zm_buffer_bytes(&least), NULL, &other);
    zm_check_moves(checking, position, &moves);
    zm_check_moves(checking, zm_buffer_bytes(&least), &others);
    zm_check_that(checking,
                  ending.over == other.over && (!ending.over || ending.outcome == other.outcome) &&
                      moves.count == others.count &&
                      zm_check_side(checking, position) ==
                          zm_check_side(checking, zm_buffer_bytes(&least)),
                  "the representative of its class ends otherwise, or has other moves");
    zm_buffer_free(&least);
    zm_buffer_free(&again);
    zm_list_free(&moves);
    zm_list_free(&others);
}

/* Is a class among those of some positions? */
static bool among(struct zm_checking *checking, uint64_t number, const struct zm_list *positions)
{
    bool found = false;
    for (size_t i = 0; i < positions->count && !found; i++)
        found = class_of(checking, zm_list_at(positions, i)) == number;
    return found;
}

/* The positions after the moves of one. */
static void successors(struct zm_checking *checking, struct zm_bytes position, struct zm_list *list)
{
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    zm_list_clear(list);
    zm_check_moves(checking, position, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        checking->game.game->rules->apply(checking->game.state, position, zm_list_at(&moves, i),
                                          &next);
        zm_list_add(list, zm_buffer_bytes(&next));
    }
    zm_check_memory(checking, zm_list_failed(list) || next.failed);
    zm_list_free(&moves);
    zm_buffer_free(&next);
}

static void look_at_predecessors(struct zm_checking *checking, const struct zm_list *after)
{
    const struct zm_loops *loops = checking->game.game->loops;
    struct zm_bytes position = zm_check_position(checking);
    struct zm_list before = {0}, forward = {0};
    uint64_t here = class_of(checking, position);
    if (loops->predecessors == NULL)
        return;
    loops->predecessors(checking->game.state, position, &before);
    for (size_t i = 0; i < before.count && zm_check_well(checking); i++) {
        successors(checking, zm_list_at(&before, i), &forward);
        zm_check_that(checking, among(checking, here, &forward),
                      "no move leads here from one of its predecessors");
    }
    for (size_t i = 0; i < after->count && zm_check_well(checking); i++) {
        zm_list_clear(&before);
        loops->predecessors(checking->game.state, zm_list_at(after, i), &before);
        zm_check_that(checking, among(checking, here, &before),
                      "a move leads to a position that does not have it among its predecessors");
    }
    zm_check_memory(checking, zm_list_failed(&before));
    zm_list_free(&before);
    zm_list_free(&forward);
}

static void look(struct zm_checking *checking)
{
    const struct zm_loops *loops = checking->game.game->loops;
    struct zm_list after = {0};
    look_at_symmetry(checking); /* which needs no numbers */
    if (!zm_positions_are_numbered(&checking->game))
        return;
    look_at_number(checking, zm_check_position(checking));
    look_at_any_number(checking);
    successors(checking, zm_check_position(checking), &after);
    for (size_t i = 0; i < after.count && zm_check_well(checking); i++) {
        look_at_number(checking, zm_list_at(&after, i));
        if (loops->lasting != NULL &&
            loops->lasting(checking->game.state, zm_check_position(checking)))
            zm_check_that(checking, loops->lasting(checking->game.state, zm_list_at(&after, i)),
                          "a move leads out of the part of the game that can come back");
    }
    look_at_predecessors(checking, &after);
    zm_list_free(&after);
}

const struct zm_promise zm_promise_numbers = {
    .name = "numbers",
    .summary = "numbers, predecessors and symmetry agree with the moves",
    .applies = has_loops,
    .look = look,
};
