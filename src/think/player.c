/* What all players share: thoughts (the lists of lines that they make) and the run of one thought.
 */
#include "think/player.h"

#include <math.h>
#include <stdlib.h>

struct zm_line *zm_thought_add(struct zm_thought *thought)
{
    if (thought->count == thought->capacity) {
        size_t capacity = thought->capacity == 0 ? 8 : 2 * thought->capacity;
        struct zm_line *lines = realloc(thought->lines, capacity * sizeof *lines);
        if (lines == NULL)
            return NULL;
        for (size_t i = thought->capacity; i < capacity; i++)
            lines[i] = (struct zm_line){0};
        thought->lines = lines;
        thought->capacity = capacity;
    }
    struct zm_line *line = &thought->lines[thought->count++];
    zm_list_clear(&line->moves);
    *line = (struct zm_line){.moves = line->moves, .worth = NAN, .chance = -1};
    return line;
}

struct zm_line *zm_thought_add_move(struct zm_thought *thought, struct zm_bytes move)
{
    struct zm_line *line = zm_thought_add(thought);
    if (line == NULL)
        return NULL;
    zm_list_add(&line->moves, move);
    return zm_list_failed(&line->moves) ? NULL : line;
}

struct zm_line *zm_thought_find(const struct zm_thought *thought, struct zm_bytes move)
{
    for (size_t i = 0; i < thought->count; i++) {
        struct zm_line *line = &thought->lines[i];
        if (line->moves.count > 0 && zm_bytes_equal(zm_list_at(&line->moves, 0), move))
            return line;
    }
    return NULL;
}

void zm_thought_prefer(struct zm_thought *thought, size_t index)
{
    struct zm_line first = thought->lines[index];
    for (; index > 0; index--)
        thought->lines[index] = thought->lines[index - 1];
    thought->lines[0] = first;
}

void zm_thought_cut(struct zm_thought *thought, size_t lines)
{
    size_t kept = lines < 1 ? 1 : lines;
    thought->count = thought->count < kept ? thought->count : kept;
}

void zm_thought_clear(struct zm_thought *thought)
{
    thought->count = 0;
    thought->resigns = false;
}

void zm_thought_free(struct zm_thought *thought)
{
    for (size_t i = 0; i < thought->capacity; i++)
        zm_list_free(&thought->lines[i].moves);
    free(thought->lines);
    *thought = (struct zm_thought){0};
}

enum zm_status zm_thought_copy(const struct zm_thought *thought, struct zm_thought *copy)
{
    zm_thought_clear(copy);
    copy->resigns = thought->resigns;
    for (size_t i = 0; i < thought->count; i++) {
        struct zm_line *line = zm_thought_add(copy);
        if (line == NULL)
            return ZM_FAILED;
        struct zm_list moves = line->moves;
        *line = thought->lines[i];
        line->moves = moves;
        for (size_t m = 0; m < thought->lines[i].moves.count; m++)
            zm_list_add(&line->moves, zm_list_at(&thought->lines[i].moves, m));
        if (zm_list_failed(&line->moves))
            return ZM_FAILED;
    }
    return ZM_OK;
}

double zm_line_promise(const struct zm_line *line)
{
    if (line->certainty == ZM_EXACT && line->outcome != ZM_UNDECIDED)
        return line->outcome == ZM_WIN ? 1 : line->outcome == ZM_LOSS ? 0 : 0.5;
    if (line->chance >= 0)
        return line->chance;
    if (isnan(line->worth))
        return line->outcome == ZM_WIN ? 1 : line->outcome == ZM_LOSS ? 0 : 0.5;
    return 1 / (1 + exp(-line->worth));
}

enum zm_status zm_fail_no_move(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "there is no legal move");
}

void zm_pace_begin(const struct zm_pace *pace, const struct zm_problem *problem, struct zm_run *run,
                   struct zm_run *inner)
{
    zm_run_begin(inner);
    inner->outer = run;
    inner->threads = problem->run->threads < 1 ? 1 : problem->run->threads;
    inner->memory_limit = problem->run->memory_limit;
    inner->seed = problem->run->seed;
    inner->store = problem->run->store;
    inner->most_nodes = pace->nodes;
    if (pace->hard > 0)
        inner->deadline = inner->started + pace->hard;
}
