/* The complete search of Morpion solitaire: every position that can be reached, once each, without
 * a table (incremental transpositions; Helmstetter, Cazenave 2003). */
#ifndef ZM_ENGINES_MORPION_COMPLETE_H
#define ZM_ENGINES_MORPION_COMPLETE_H

#include "base/run.h"
#include "engines/morpion/paper.h"

struct zm_complete {
    struct zm_paper paper;
    struct zm_run *run;   /* NULL: nobody stops it */
    bool watches;         /* the run: the other threads only look whether it stops */
    zm_paper_move *lists; /* the moves still to be tried, of all levels */
    zm_paper_move *path;  /* the moves made */
    zm_paper_move *best;  /* the longest way found */
    unsigned best_length; /* in moves after the start; kept from call to call */
    unsigned most;        /* moves after the start that a game may have */
    uint64_t limit;       /* a call that visits more ends its level; 0: none does */
    struct zm_list tasks; /* what was left: the moves made, then those to be tried */
    unsigned ticks;       /* levels entered */
    uint64_t budget;      /* levels that may be entered; 0: no limit */
    uint64_t told;        /* positions that the run was told of before a call ended */
    bool stopped;
};

enum { ZM_COMPLETE_LISTS = ZM_MORPION_PLAYED * ZM_PAPER_MOST };

/* False: there is no memory, and nothing to close. */
bool zm_complete_open(struct zm_complete *search, struct zm_run *run);
void zm_complete_close(struct zm_complete *search);
/* The moves of a walk are to be tried, but for some that were searched before: they, and whatever
 * is reached by them first, are left out. Sets search->lists; returns how many are left. */
unsigned zm_complete_begin(struct zm_complete *search, const struct zm_morpion_walk *walk,
                           const zm_paper_move *done, unsigned done_count);
/* Visits what can be reached by the first `count` moves of `lists`, `depth` moves having been made
 * (search->path), and returns how many positions that are, the present one included. With a limit,
 * once a call has visited more than that its later brothers become tasks, here and above. */
uint64_t zm_complete_visit(struct zm_complete *search, zm_paper_move *lists, unsigned count,
                           unsigned depth);

#endif
