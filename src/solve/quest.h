/* Quests: what a search of a one-player game (zm_search.explore) is asked, and what it found. The
 * calculations winnable, shortest, longest and count walk by themselves unless the question names a
 * search; then the search gets a quest, and what it found becomes the answer here. */
#ifndef ZM_SOLVE_QUEST_H
#define ZM_SOLVE_QUEST_H

#include "solve/alone.h"

/* Bits, so that a search can say which quests it takes. */
enum zm_quest_kind {
    ZM_QUEST_GOAL = 1, /* can the goal be reached? */
    ZM_QUEST_SHORTEST = 2,
    ZM_QUEST_LONGEST = 4,
    ZM_QUEST_COUNT = 8,
};

struct zm_quest {
    enum zm_quest_kind kind;
    bool found;  /* a line to the goal is known; of the longest game, any */
    bool proved; /* nothing was left out: what was not found is not there, the line is the best of
                    all, the count is exact */
    uint64_t count;
    int64_t best; /* of the longest game: how good the line is */
    zm_move *line;
    size_t length, capacity;
    struct zm_buffer note; /* what the search says of itself, in a few words; may be empty */
};

/* Keeps a line as what was found; false: no memory. */
bool zm_quest_keep(struct zm_quest *quest, const zm_move *line, size_t length);

/* Can a line be played from where `alone` stands, to the goal when `to_goal`? Lines may come from
 * anywhere. */
bool zm_quest_playable(const struct zm_alone *alone, const zm_move *line, size_t length,
                       bool to_goal);

/* Stands on the position, has the search of the decider explore, and tells what it found. A line is
 * played again before it is believed. */
enum zm_status zm_quest_answer(struct zm_alone *alone, struct zm_bytes position,
                               const struct zm_decider *decider, enum zm_quest_kind kind,
                               struct zm_answer *answer, struct zm_error *error);

#endif
