/* What a search found, made an answer; see quest.h. */
#include "solve/quest.h"

#include "base/array.h"

#include <stdlib.h>

bool zm_quest_keep(struct zm_quest *quest, const zm_move *line, size_t length)
{
    zm_move *moved = zm_array_room(quest->line, &quest->capacity, length + 1, sizeof *moved);
    if (moved == NULL)
        return false;
    quest->line = moved;
    if (length > 0)
        memcpy(quest->line, line, length * sizeof *line);
    quest->length = length;
    quest->found = true;
    return true;
}

bool zm_quest_playable(const struct zm_alone *alone, const zm_move *line, size_t length,
                       bool to_goal)
{
    const struct zm_walk *rules = alone->walk;
    void *here = malloc(alone->size);
    zm_move *moves = malloc((alone->most + 1) * sizeof *moves);
    bool good = here != NULL && moves != NULL;
    if (good)
        memcpy(here, alone->start, alone->size);
    for (size_t i = 0; i < length && good; i++) {
        unsigned count = rules->moves(here, moves), k = 0;
        while (k < count && moves[k] != line[i])
            k++;
        good = k < count;
        if (good)
            rules->make(here, line[i]);
    }
    if (good && to_goal)
        good = rules->worth(here) > 0;
    free(here);
    free(moves);
    return good;
}

static void tell(const struct zm_quest *quest, struct zm_answer *answer)
{
    int64_t length = (int64_t)quest->length;
    answer->known = answer->proved =
        quest->proved || (quest->found && quest->kind == ZM_QUEST_GOAL);
    answer->distance = -1;
    switch (quest->kind) {
    case ZM_QUEST_GOAL:
    case ZM_QUEST_SHORTEST:
        answer->outcome = quest->found ? ZM_WIN : quest->proved ? ZM_LOSS : ZM_UNDECIDED;
        if (quest->kind == ZM_QUEST_GOAL)
            return;
        answer->number = answer->distance = quest->found ? length : -1;
        answer->has_upper = quest->found && !quest->proved;
        answer->upper = length;
        return;
    case ZM_QUEST_LONGEST:
        answer->number = answer->lower = length;
        answer->has_lower = !quest->proved;
        return;
    case ZM_QUEST_COUNT:
        answer->number = answer->lower = (int64_t)quest->count;
        answer->has_lower = !quest->proved;
        return;
    }
}

static enum zm_answer_kind answer_kind(enum zm_quest_kind kind)
{
    return kind == ZM_QUEST_GOAL       ? ZM_ANSWER_OUTCOME
           : kind == ZM_QUEST_SHORTEST ? ZM_ANSWER_DISTANCE
           : kind == ZM_QUEST_LONGEST  ? ZM_ANSWER_LENGTH
                                       : ZM_ANSWER_COUNT;
}

enum zm_status zm_quest_answer(struct zm_alone *alone, struct zm_bytes position,
                               const struct zm_decider *decider, enum zm_quest_kind kind,
                               struct zm_answer *answer, struct zm_error *error)
{
    struct zm_quest quest = {.kind = kind, .best = INT64_MIN};
    answer->kind = answer_kind(kind);
    answer->alone = true;
    enum zm_status status = zm_alone_begin(alone, position, error);
    if (status == ZM_OK)
        status = decider->explore(alone, &quest, error);
    if (status == ZM_OK || status == ZM_STOPPED) {
        bool line = quest.found && kind != ZM_QUEST_COUNT;
        tell(&quest, answer);
        if (line && !zm_quest_playable(alone, quest.line, quest.length, kind != ZM_QUEST_LONGEST))
            status = zm_fail(error, ZM_FAILED, "the search found a line that cannot be played");
        else if (line && zm_alone_line(alone, quest.line, quest.length, answer, error) != ZM_OK)
            status = error == NULL ? ZM_FAILED : error->status;
        else if (answer->known)
            status = ZM_OK;
        else if (status == ZM_OK)
            status = zm_fail(error, ZM_STOPPED, "the search ended without an answer");
    }
    zm_buffer_add(&answer->because, quest.note.data, quest.note.size);
    zm_buffer_free(&quest.note);
    free(quest.line);
    return status;
}
