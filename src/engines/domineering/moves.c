/* Moves that no other dominates; see moves.h. */
#include "engines/domineering/moves.h"

/* The lines as the side sees them, with two empty ones before and after, and of each what the other
 * side cannot use; the moves that are left. */
struct survey {
    uint32_t lines[ZM_DOMINEERING_SIDE + 4], unused[ZM_DOMINEERING_SIDE + 4];
    uint32_t moves[ZM_DOMINEERING_SIDE + 4];
    unsigned end; /* of the lines, which begin at 2 */
};

static void begin(struct survey *survey, const struct zm_domino_board *board, enum zm_side side)
{
    survey->end = board->lines[side] + 2;
    survey->lines[0] = survey->lines[1] = 0;
    for (unsigned k = 2; k < survey->end; k++)
        survey->lines[k] = board->view[side][k - 2];
    survey->lines[survey->end] = survey->lines[survey->end + 1] = 0;
    survey->unused[survey->end] = 0;
    for (unsigned k = 2; k < survey->end; k++) {
        uint32_t line = survey->lines[k];
        survey->unused[k] = line & ~(line << 1 | line >> 1);
        survey->moves[k] = line & survey->lines[k + 1];
    }
}

/* Of three cells in a column, the move on the first two or that on the last two may be left out. */
static void leave_out_overlapping(struct survey *survey)
{
    uint32_t all[ZM_DOMINEERING_SIDE + 4];
    for (unsigned k = 2; k < survey->end; k++)
        all[k] = survey->moves[k];
    for (unsigned k = 2; k + 1 < survey->end; k++) {
        uint32_t both = all[k] & all[k + 1];
        uint32_t first = both & survey->unused[k + 2] & ~survey->lines[k - 1];
        uint32_t last = both & survey->unused[k] & ~survey->lines[k + 3] & ~first;
        survey->moves[k + 1] &= ~first;
        survey->moves[k] &= ~last;
    }
}

/* Moves with no free cell above or below. */
static uint32_t short_moves(const struct survey *survey, unsigned k)
{
    return survey->moves[k] & ~survey->lines[k - 1] & ~survey->lines[k + 2];
}

/* Moves beside a short one that are safe once it is made: nothing is free on their other side. */
static void leave_out_beside(struct survey *survey)
{
    for (int down = 0; down < 2; down++)
        for (unsigned k = 2; k + 1 < survey->end; k++) {
            uint32_t by = short_moves(survey, k);
            if (by == 0)
                continue;
            for (unsigned j = k > 2 ? k - 1 : k; j <= k + 1 && j + 1 < survey->end; j++) {
                uint32_t near = survey->lines[j] | survey->lines[j + 1];
                survey->moves[j] &= down ? ~(by >> 1 & ~(near << 1)) : ~(by << 1 & ~(near >> 1));
            }
        }
}

/* Safe moves, where there is a short one; of short ones that are safe one is kept. */
static void leave_out_safe(struct survey *survey)
{
    bool met = false;
    uint32_t safe[ZM_DOMINEERING_SIDE + 4];
    unsigned kept = 0;
    for (unsigned k = 2; k + 1 < survey->end; k++) {
        uint32_t shorts = short_moves(survey, k);
        safe[k] = survey->moves[k] & survey->unused[k] & survey->unused[k + 1];
        met |= (shorts & ~safe[k]) != 0;
        if (kept == 0 && (shorts & safe[k]) != 0)
            kept = k;
    }
    if (!met && kept == 0)
        return;
    for (unsigned k = 2; k + 1 < survey->end; k++) {
        uint32_t keep = !met && k == kept ? short_moves(survey, k) & safe[k] : 0;
        survey->moves[k] &= ~safe[k] | (keep & -keep);
    }
}

void zm_domino_best_places(const struct zm_domino_board *board, enum zm_side side,
                           uint32_t places[ZM_DOMINEERING_SIDE])
{
    struct survey survey;
    begin(&survey, board, side);
    leave_out_overlapping(&survey);
    leave_out_beside(&survey);
    leave_out_safe(&survey);
    for (unsigned k = 2; k < survey.end; k++)
        places[k - 2] = survey.moves[k];
}
