/* Thoughts: the lists of lines that players make. */
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
