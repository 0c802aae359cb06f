/* Paths in games of one player; see path.h. */
#include "search/path.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

bool zm_path_grow(struct zm_path *path)
{
    size_t capacity = 2 * path->capacity + 64;
    zm_move *moves = realloc(path->moves, capacity * sizeof *moves);
    path->moves = moves == NULL ? path->moves : moves;
    size_t walks = path->rules->unmake == NULL ? capacity : 1;
    uint8_t *grown = path->walks != NULL && path->rules->unmake != NULL
                         ? path->walks
                         : realloc(path->walks, walks * path->alone->size);
    path->walks = grown == NULL ? path->walks : grown;
    path->failed |= moves == NULL || grown == NULL;
    if (!path->failed)
        path->capacity = capacity;
    return !path->failed;
}

bool zm_path_open(struct zm_path *path, const struct zm_alone *alone)
{
    *path = (struct zm_path){.alone = alone, .rules = alone->walk};
    if (!zm_path_grow(path)) {
        zm_path_close(path);
        return false;
    }
    zm_path_restart(path);
    return true;
}

void zm_path_close(struct zm_path *path)
{
    free(path->walks);
    free(path->moves);
    *path = (struct zm_path){0};
}

void zm_path_restart(struct zm_path *path)
{
    path->depth = 0;
    memcpy(path->walks, path->alone->start, path->alone->size);
}

bool zm_path_look(struct zm_path *path)
{
    struct zm_alone_view view = {path->depth, path->met, path->moves};
    atomic_fetch_add_explicit(&path->alone->problem.run->nodes, path->nodes - path->told,
                              memory_order_relaxed);
    path->told = path->nodes;
    path->stopped |= zm_alone_tick(path->alone, &view);
    return !path->stopped;
}

enum zm_status zm_path_status(const struct zm_path *path, struct zm_error *error)
{
    atomic_fetch_add_explicit(&path->alone->problem.run->nodes, path->nodes - path->told,
                              memory_order_relaxed);
    if (path->failed)
        return zm_fail_memory(error);
    return path->stopped ? zm_fail(error, ZM_STOPPED, "stopped before the answer was found")
                         : ZM_OK;
}

bool zm_path_play(struct zm_path *path, const struct zm_quest *quest, struct zm_random *random,
                  zm_move *moves)
{
    enum { LONGEST_GAME = 1 << 16 }; /* of those that can go round for ever */
    bool goal = quest->kind != ZM_QUEST_LONGEST;
    for (size_t played = 0; played < LONGEST_GAME; played++) {
        if (!zm_path_visit(path))
            return false;
        if (goal && path->rules->worth(zm_path_here(path)) > 0)
            return true;
        unsigned count = path->rules->moves(zm_path_here(path), moves);
        if (count == 0)
            return true;
        if (!zm_path_go(path, moves[count == 1 ? 0 : zm_random_below(random, count)]))
            return false;
    }
    return true;
}

bool zm_steps_add(struct zm_steps *steps, uint64_t parent, zm_move move)
{
    struct zm_step *items =
        zm_array_room(steps->items, &steps->capacity, steps->count + 1, sizeof *items);
    if (items == NULL)
        return false;
    steps->items = items;
    steps->items[steps->count++] = (struct zm_step){move, parent};
    return true;
}

bool zm_path_to(struct zm_path *path, const struct zm_steps *steps, uint64_t index)
{
    size_t length = 0;
    for (uint64_t at = index; at > 0; at = steps->items[at].parent)
        length++;
    while (path->capacity <= length + 1)
        if (!zm_path_grow(path))
            return false;
    zm_path_restart(path);
    zm_move *moves = path->moves + length;
    for (uint64_t at = index; at > 0; at = steps->items[at].parent)
        *--moves = steps->items[at].move;
    for (size_t i = 0; i < length; i++)
        zm_path_go(path, path->moves[i]);
    return true;
}

void zm_path_remember(struct zm_path *path, struct zm_kept_line *line, int64_t score)
{
    zm_move *moves = zm_array_room(line->moves, &line->capacity, path->depth + 1, sizeof *moves);
    path->failed |= moves == NULL;
    if (moves == NULL)
        return;
    line->moves = moves;
    if (path->depth > 0)
        memcpy(line->moves, path->moves, path->depth * sizeof *line->moves);
    line->length = path->depth;
    line->score = score;
}
