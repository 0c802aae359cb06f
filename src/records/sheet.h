/* A score sheet: one game as it was written down, by whoever: names of players, an event, moves and
 * a result, all as text. What a sheet means is found out by replaying it (replay.h). */
#ifndef ZM_RECORDS_SHEET_H
#define ZM_RECORDS_SHEET_H

#include "base/buffer.h"

#include <stdint.h>

#define ZM_NO_MARGIN INT16_MIN

enum zm_sheet_result {
    ZM_SHEET_UNKNOWN = 0,
    ZM_SHEET_FIRST,  /* the first player won */
    ZM_SHEET_SECOND, /* the second player won */
    ZM_SHEET_DRAW,
};

struct zm_sheet {
    struct zm_buffer rules; /* as records have them, "name=value ..."; empty: the usual ones */
    struct zm_buffer start; /* the text of a position; empty: the usual one */
    struct zm_buffer moves; /* their names, with blanks between */
    struct zm_buffer players[2], event;
    unsigned year; /* 0: not known */
    enum zm_sheet_result result;
    /* What the first player has more than the second, in half points: at the end, and by perfect
     * play from some position on. ZM_NO_MARGIN: not known. */
    int16_t margin, theory;
    enum zm_sheet_result winner; /* by perfect play, as far as that is known */
    uint16_t numbers[3];         /* of event and players, in a base that numbers them */
};

void zm_sheet_free(struct zm_sheet *sheet);
/* An empty sheet, with the memory that it had. */
void zm_sheet_clear(struct zm_sheet *sheet);
bool zm_sheet_failed(const struct zm_sheet *sheet);
/* Sets margin and result. */
void zm_sheet_set_margin(struct zm_sheet *sheet, int margin);

#endif
