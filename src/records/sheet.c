/* Score sheets; see sheet.h. */
#include "records/sheet.h"

enum { TEXTS = 6 };

static void texts_of(struct zm_sheet *sheet, struct zm_buffer *texts[TEXTS])
{
    struct zm_buffer *all[TEXTS] = {&sheet->rules,      &sheet->start,      &sheet->moves,
                                    &sheet->players[0], &sheet->players[1], &sheet->event};
    memcpy(texts, all, sizeof all);
}

void zm_sheet_free(struct zm_sheet *sheet)
{
    struct zm_buffer *texts[TEXTS];
    texts_of(sheet, texts);
    for (unsigned i = 0; i < TEXTS; i++)
        zm_buffer_free(texts[i]);
    *sheet = (struct zm_sheet){0};
}

void zm_sheet_clear(struct zm_sheet *sheet)
{
    struct zm_buffer *texts[TEXTS];
    texts_of(sheet, texts);
    for (unsigned i = 0; i < TEXTS; i++)
        zm_buffer_clear(texts[i]);
    sheet->year = 0;
    sheet->result = ZM_SHEET_UNKNOWN;
    sheet->margin = sheet->theory = ZM_NO_MARGIN;
    sheet->winner = ZM_SHEET_UNKNOWN;
    memset(sheet->numbers, 0, sizeof sheet->numbers);
}

bool zm_sheet_failed(const struct zm_sheet *sheet)
{
    return sheet->rules.failed || sheet->start.failed || sheet->moves.failed ||
           sheet->players[0].failed || sheet->players[1].failed || sheet->event.failed;
}

void zm_sheet_set_margin(struct zm_sheet *sheet, int margin)
{
    sheet->margin = (int16_t)margin;
    sheet->result = margin > 0 ? ZM_SHEET_FIRST : margin < 0 ? ZM_SHEET_SECOND : ZM_SHEET_DRAW;
}
