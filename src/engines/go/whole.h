/* All places of a small board at once (retrograde analysis): for one margin, which of them Black
 * forces it from, which White keeps him from it for good, and which are open, because whoever would
 * lose by leaving them can go round in a circle. A place is as in force.h, so nothing here looks
 * back on the way.
 *
 * Boards are taken up to symmetry, from full ones to the empty one, and every place that is not yet
 * decided is looked at in each sweep, until a sweep decides nothing. 4x4 has 3,047,783 boards and
 * 12.5 million places. */
#ifndef ZM_ENGINES_GO_WHOLE_H
#define ZM_ENGINES_GO_WHOLE_H

#include "engines/go/force.h"

enum { WHOLE_POINTS = 16, WHOLE_LONGEST = GO_MOVES_PER_POINT * WHOLE_POINTS + 1 };

struct whole {
    const struct small_size *size;
    struct zm_run *run;
    int target; /* Black's points less White's that he claims */
    int sweeps; /* made so far */
    uint32_t *boards;
    uint32_t count;
    uint32_t *slots; /* numbers of boards, and one */
    uint64_t mask;
    int8_t *values;     /* of four places of each board: who moves, whether the other has passed */
    struct zm_table ko; /* numbers of places on which a ko must not be taken back, by key */
    struct zm_buffer ko_keys, ko_values;
    uint64_t nodes;
    bool stopped, failed; /* by the run; for want of memory */
};

/* Lists the boards of a size of at most WHOLE_POINTS points. False: there is no memory, or the run
 * allows less, or was stopped. It is to be closed all the same. */
bool whole_open(struct whole *whole, const struct small_size *size, struct zm_run *run);
void whole_close(struct whole *whole);
/* Decides what can be decided. False: there is no memory, or the run was stopped. */
bool whole_sweep(struct whole *whole, int target);
/* More than 0: Black forces the margin. Less: White keeps him from it. 0: it is open. */
int whole_value(const struct whole *whole, const struct force_place *place);
/* When a place was decided for a side: it gets what it wants there by moves to places with smaller
 * numbers, and the other has none but to such. UINT64_MAX: it was not, or it was not listed. */
uint64_t whole_rank(const struct whole *whole, const struct force_place *place, unsigned side);

#endif
