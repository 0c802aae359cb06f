/* A path in a game of one player: the walk where a search stands and the moves that led there from
 * the start. What all searches of such games share: going on and back, counting positions, looking
 * at limits and orders now and then. */
#ifndef ZM_SEARCH_PATH_H
#define ZM_SEARCH_PATH_H

#include "base/random.h"
#include "solve/quest.h"

struct zm_path {
    const struct zm_alone *alone;
    const struct zm_walk *rules;
    uint8_t *walks; /* one; one for each depth where the game cannot take moves back */
    zm_move *moves;
    size_t depth, capacity;
    uint64_t nodes, told; /* positions visited; those that the run was told of */
    uint64_t met;         /* positions remembered, for whoever watches */
    bool stopped, failed; /* by the run; no memory */
};

/* Stands at the start. False: no memory, and nothing is left to close. */
bool zm_path_open(struct zm_path *path, const struct zm_alone *alone);
void zm_path_close(struct zm_path *path);
/* Makes room for a path of twice the length. */
bool zm_path_grow(struct zm_path *path);
/* Tells the run of the positions visited since, looks at limits and orders; false: stop. */
bool zm_path_look(struct zm_path *path);
/* Stands at the start again. */
void zm_path_restart(struct zm_path *path);
/* The error of a search that ended before its end: stopped, or without memory. ZM_OK: neither. */
enum zm_status zm_path_status(const struct zm_path *path, struct zm_error *error);

static inline void *zm_path_here(const struct zm_path *path)
{
    return path->walks + (path->rules->unmake == NULL ? path->depth * path->alone->size : 0);
}

/* Counts a position; false: the search is to stop. */
static inline bool zm_path_visit(struct zm_path *path)
{
    return path->nodes++ % 1024 != 0 || zm_path_look(path);
}

/* Makes a move; false: no memory (path->failed), and the path is where it was. */
static inline bool zm_path_go(struct zm_path *path, zm_move move)
{
    if (path->depth + 1 >= path->capacity && !zm_path_grow(path))
        return false;
    uint8_t *here = zm_path_here(path);
    if (path->rules->unmake != NULL)
        path->rules->make(here, move);
    else
        zm_alone_make(path->alone, here + path->alone->size, here, move);
    path->moves[path->depth++] = move;
    return true;
}

/* Takes the last move back. */
static inline void zm_path_back(struct zm_path *path)
{
    zm_move move = path->moves[--path->depth];
    if (path->rules->unmake != NULL)
        path->rules->unmake(path->walks, move);
}

/* Keeps the path as the line of a quest. */
static inline bool zm_path_keep(struct zm_path *path, struct zm_quest *quest)
{
    path->failed |= !zm_quest_keep(quest, path->moves, path->depth);
    return !path->failed;
}

/* Can the goal not be reached any more, by what the game says at once? */
static inline bool zm_path_hopeless(const struct zm_path *path)
{
    return path->rules->least != NULL && path->rules->least(zm_path_here(path)) >= ZM_HOPELESS;
}

/* What the goal takes at least; 0: the game does not say. */
static inline uint32_t zm_path_least(const struct zm_path *path, const void *walk)
{
    return path->rules->least == NULL ? 0 : path->rules->least(walk);
}

/* How far from the goal a position looks: what the game guesses, or what it says it takes at least;
 * ZM_HOPELESS where that is so. */
static inline uint32_t zm_path_far(const struct zm_path *path, const void *walk)
{
    uint32_t least = zm_path_least(path, walk);
    return path->rules->guess == NULL || least >= ZM_HOPELESS ? least : path->rules->guess(walk);
}

/* How good a position is to end at, for searches by random games: the goal, then what is nearest to
 * it; of the longest game, its length. */
static inline int64_t zm_path_score(const struct zm_path *path, const struct zm_quest *quest)
{
    if (quest->kind == ZM_QUEST_LONGEST)
        return (int64_t)path->depth;
    const void *here = zm_path_here(path);
    return path->rules->worth(here) > 0 ? INT64_MAX : -(int64_t)zm_path_far(path, here);
}

/* Plays at random from where the path stands to the end of the game, or to the goal when it is
 * looked for; `moves` has room for those of a position. Counts each position. False: stopped. */
bool zm_path_play(struct zm_path *path, const struct zm_quest *quest, struct zm_random *random,
                  zm_move *moves);

/* A game that is remembered, from the start: the best that a level of a search has seen. */
struct zm_kept_line {
    zm_move *moves; /* owned */
    size_t length, capacity;
    int64_t score;
};
/* Remembers the path as a line; without memory the path has failed. */
void zm_path_remember(struct zm_path *path, struct zm_kept_line *line, int64_t score);

/* Positions as the steps that lead to them from others: what searches keep that go to and fro. */
struct zm_step {
    zm_move move;
    uint64_t parent; /* its index; that of the start is 0 */
};
struct zm_steps {
    struct zm_step *items;
    size_t count, capacity;
};

/* Adds a step; false: no memory. The first to be added stands for the start. */
bool zm_steps_add(struct zm_steps *steps, uint64_t parent, zm_move move);
/* Puts the path where a step leads. */
bool zm_path_to(struct zm_path *path, const struct zm_steps *steps, uint64_t index);

#endif
