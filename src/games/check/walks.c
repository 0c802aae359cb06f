/* Walks (games/walk.h) against the rules: the same positions, moves, turns and ends, whether a walk
 * begins on a position, comes to it, or comes back to it. */
#include "games/check/inside.h"

#include "games/walk.h"

#include <stdlib.h>

/* ROOM: for the moves of a walk that has more than it may. */
enum { LONGEST_PLAY = 60, MOST_PAIRS = 10, ROOM = 4096 };

static bool has_walk(const struct zm_game *game)
{
    return game->walk != NULL;
}

/* Two walks, and the moves of a position as numbers. */
struct pair {
    void *here, *there;
    zm_move *moves;
    unsigned count, most;
};

static bool same_key(struct zm_hash128 a, struct zm_hash128 b)
{
    return a.low == b.low && a.high == b.high;
}

/* -- where a walk stands -- */

static void list_moves(struct zm_checking *checking, const void *walk, struct pair *pair)
{
    const struct zm_walk *class = checking->game.game->walk;
    pair->count = class->moves(walk, pair->moves);
    checking->counts.moves += pair->count;
    zm_check_that(checking, pair->count <= pair->most,
                  "a walk has %u moves, more than the %u it may have", pair->count, pair->most);
}

/* The moves of a walk are those of the rules, as sets. */
static void look_at_moves(struct zm_checking *checking, const void *walk, struct zm_bytes position,
                          struct pair *pair)
{
    struct zm_list mine = {0}, theirs = {0};
    list_moves(checking, walk, pair);
    for (unsigned i = 0; i < pair->count && zm_check_well(checking); i++) {
        checking->game.game->walk->to_move(checking->game.state, walk, pair->moves[i], &mine.bytes);
        zm_list_close(&mine);
    }
    zm_check_moves(checking, position, &theirs);
    zm_list_sort(&mine, false);
    zm_list_sort(&theirs, false);
    zm_check_memory(checking, zm_list_failed(&mine));
    zm_check_that(checking,
                  mine.count == theirs.count &&
                      zm_bytes_equal(zm_buffer_bytes(&mine.bytes), zm_buffer_bytes(&theirs.bytes)),
                  "a walk has %zu moves, not the %zu of the rules", mine.count, theirs.count);
    zm_list_free(&mine);
    zm_list_free(&theirs);
}

/* What a walk says of the game: whose turn it is, whether it is over, and what that is worth. */
static void look_at_game(struct zm_checking *checking, const void *walk, struct zm_bytes position)
{
    const struct zm_game *game = checking->game.game;
    struct zm_ending ending;
    zm_ending_at(&checking->game, position, NULL, false, &ending);
    if (game->goals != NULL) {
        int64_t worth = game->goals->worth(checking->game.state, position);
        zm_check_that(checking, game->walk->worth(walk) == worth,
                      "a walk has another worth than the position");
        zm_check_that(checking,
                      game->walk->least == NULL || game->goals->maximise || worth <= 0 ||
                          game->walk->least(walk) == 0,
                      "the goal is reached, and a walk has moves to go to it");
        return;
    }
    int turn = zm_turn_said(&checking->game, position);
    zm_check_that(checking,
                  game->walk->turn != NULL && (turn < 0 || turn == game->walk->turn(walk)),
                  "a walk says that it is the turn of another player");
    zm_check_that(checking, game->walk->over == NULL || !game->walk->over(walk) || ending.over,
                  "a walk is over, and the game is not");
    if (!ending.over)
        return;
    int64_t mine = ending.scored               ? ending.half_points[0] - ending.half_points[1]
                   : ending.outcome == ZM_WIN  ? 1
                   : ending.outcome == ZM_LOSS ? -1
                                               : 0;
    zm_check_that(checking, game->walk->worth(walk) == (game->walk->turn(walk) == 0 ? mine : -mine),
                  "a walk that is over has another worth than the ending");
}

/* Does a walk stand on a position, as one that begins there does? */
static void look_at_place(struct zm_checking *checking, const void *walk, struct zm_bytes position,
                          struct pair *pair)
{
    const struct zm_walk *class = checking->game.game->walk;
    struct zm_buffer stands = {0};
    struct zm_error error = {0};
    void *begun = malloc(class->size(checking->game.state));
    if (zm_check_memory(checking, begun == NULL))
        return;
    zm_check_soil(&stands);
    class->position(checking->game.state, walk, &stands);
    zm_check_memory(checking, stands.failed);
    zm_check_that(checking, zm_bytes_equal(zm_buffer_bytes(&stands), position),
                  "a walk stands on another position than the moves lead to");
    if (zm_check_that(checking,
                      class->begin(checking->game.state, position, begun, &error) == ZM_OK,
                      "no walk begins here: %s", error.text)) {
        zm_check_that(checking, same_key(class->key(walk), class->key(begun)),
                      "a walk that comes here has another key than one that begins here");
        zm_check_that(checking,
                      class->canonical == NULL ||
                          same_key(class->canonical(walk), class->canonical(begun)),
                      "a walk that comes here is of another class than one that begins here");
        look_at_moves(checking, begun, position, pair);
    }
    look_at_moves(checking, walk, position, pair);
    look_at_game(checking, walk, position);
    free(begun);
    zm_buffer_free(&stands);
}

/* From its key, and from that of its class, a position comes back. */
static void look_at_key(struct zm_checking *checking, struct pair *pair)
{
    const struct zm_walk *class = checking->game.game->walk;
    if (class->place == NULL)
        return;
    struct zm_hash128 key = class->key(pair->here);
    memcpy(pair->there, pair->here, class->size(checking->game.state));
    class->place(pair->there, key);
    zm_check_that(checking, key.high == 0 && same_key(key, class->key(pair->there)),
                  "a walk that is placed by its key has another one");
    if (class->canonical == NULL)
        return;
    struct zm_hash128 least = class->canonical(pair->here);
    class->place(pair->there, least);
    zm_check_that(checking, same_key(least, class->canonical(pair->there)),
                  "a walk that is placed by the key of its class is of another one");
}

/* -- moves made and taken back -- */

/* Makes each move on a copy and takes it back; nothing is left of it. */
static void look_at_unmake(struct zm_checking *checking, struct pair *pair)
{
    const struct zm_game *game = checking->game.game;
    const struct zm_walk *class = game->walk;
    struct zm_buffer next = {0}, move = {0};
    list_moves(checking, pair->here, pair);
    struct zm_hash128 key = class->key(pair->here);
    unsigned count = pair->count;
    zm_move *moves = malloc((count + 1) * sizeof *moves);
    if (zm_check_memory(checking, moves == NULL))
        return;
    memcpy(moves, pair->moves, count * sizeof *moves);
    for (unsigned i = 0; i < count && zm_check_well(checking); i++) {
        memcpy(pair->there, pair->here, class->size(checking->game.state));
        zm_buffer_clear(&move);
        class->to_move(checking->game.state, pair->here, moves[i], &move);
        game->rules->apply(checking->game.state, zm_check_position(checking),
                           zm_buffer_bytes(&move), &next);
        class->make(pair->there, moves[i]);
        look_at_place(checking, pair->there, zm_buffer_bytes(&next), pair);
        if (class->least != NULL)
            zm_check_that(checking,
                          class->least(pair->there) + 1 >= class->least(pair->here) ||
                              class->least(pair->here) >= ZM_HOPELESS,
                          "a move brings the goal nearer by more than a move");
        if (class->unmake == NULL)
            continue;
        class->unmake(pair->there, moves[i]);
        zm_check_that(checking, same_key(key, class->key(pair->there)),
                      "a move made and taken back leaves another key");
        look_at_place(checking, pair->there, zm_check_position(checking), pair);
        zm_check_that(checking,
                      pair->count == count &&
                          memcmp(moves, pair->moves, count * sizeof *moves) == 0,
                      "a move made and taken back leaves other moves, or another order");
    }
    free(moves);
    zm_buffer_free(&next);
    zm_buffer_free(&move);
}

static bool is_legal(struct zm_checking *checking, const void *walk, zm_move move,
                     struct pair *pair)
{
    bool legal = false;
    list_moves(checking, walk, pair);
    for (unsigned i = 0; i < pair->count; i++)
        legal |= pair->moves[i] == move;
    return legal;
}

/* Two moves that commute, in both orders. */
static void look_at_two(struct zm_checking *checking, struct pair *pair, zm_move one, zm_move two)
{
    const struct zm_walk *class = checking->game.game->walk;
    const zm_move orders[2][2] = {{one, two}, {two, one}};
    struct zm_hash128 keys[2] = {{0, 0}, {0, 0}};
    for (int i = 0; i < 2; i++) {
        memcpy(pair->there, pair->here, class->size(checking->game.state));
        class->make(pair->there, orders[i][0]);
        if (!zm_check_that(checking, is_legal(checking, pair->there, orders[i][1], pair),
                           "of two moves that commute one is not legal after the other"))
            return;
        class->make(pair->there, orders[i][1]);
        keys[i] = class->key(pair->there);
    }
    zm_check_that(checking, same_key(keys[0], keys[1]),
                  "two moves that commute lead to different positions");
}

static void look_at_commuting(struct zm_checking *checking, struct pair *pair)
{
    const struct zm_walk *class = checking->game.game->walk;
    list_moves(checking, pair->here, pair);
    unsigned count = pair->count;
    zm_move *moves = malloc((2 * count + 1) * sizeof *moves), *kept = moves + count;
    if (zm_check_memory(checking, moves == NULL))
        return;
    memcpy(moves, pair->moves, count * sizeof *moves);
    for (unsigned i = 0; i < count && i < MOST_PAIRS && class->commuting != NULL; i++) {
        unsigned most = class->commuting(pair->here, moves[i], moves, count, kept);
        for (unsigned k = 0; k < most && zm_check_well(checking); k++)
            if (kept[k] != moves[i])
                look_at_two(checking, pair, moves[i], kept[k]);
    }
    free(moves);
}

/* Plays on by lot: no more moves than `most` says, and no position twice where none comes back. */
static void look_at_course(struct zm_checking *checking, struct pair *pair)
{
    const struct zm_walk *class = checking->game.game->walk;
    struct zm_hash128 keys[LONGEST_PLAY + 1];
    unsigned played = 0;
    memcpy(pair->there, pair->here, class->size(checking->game.state));
    keys[0] = class->key(pair->there);
    for (; played < LONGEST_PLAY && zm_check_well(checking); played++) {
        list_moves(checking, pair->there, pair);
        if (pair->count == 0 || (class->over != NULL && class->over(pair->there)))
            break;
        class->make(pair->there, pair->moves[zm_random_below(&checking->random, pair->count)]);
        keys[played + 1] = class->key(pair->there);
        for (unsigned i = 0; i <= played && class->course(checking->game.state) != ZM_RETURNING;
             i++)
            zm_check_that(checking, !same_key(keys[i], keys[played + 1]),
                          "a position comes back, or two have one key");
    }
    zm_check_that(checking, class->most == NULL || played <= class->most(pair->here),
                  "more moves can be made than the most");
}

static void look(struct zm_checking *checking)
{
    const struct zm_walk *class = checking->game.game->walk;
    size_t size = class->size(checking->game.state);
    struct pair pair = {.here = malloc(size), .there = malloc(size)};
    struct zm_error error = {0};
    if (!zm_check_memory(checking, pair.here == NULL || pair.there == NULL) &&
        zm_check_that(checking,
                      class->begin(checking->game.state, zm_check_position(checking), pair.here,
                                   &error) == ZM_OK,
                      "no walk begins here: %s", error.text)) {
        pair.most = class->most_moves(pair.here);
        pair.moves = malloc((pair.most + ROOM) * sizeof *pair.moves);
        if (!zm_check_memory(checking, pair.moves == NULL)) {
            look_at_place(checking, pair.here, zm_check_position(checking), &pair);
            look_at_key(checking, &pair);
            look_at_unmake(checking, &pair);
            look_at_commuting(checking, &pair);
            look_at_course(checking, &pair);
        }
    }
    free(pair.moves);
    free(pair.here);
    free(pair.there);
}

const struct zm_promise zm_promise_walk = {
    .name = "walk",
    .summary = "walks make and take back the moves of the rules, and nothing else",
    .applies = has_walk,
    .look = look,
};
