/* Files of games in any format: they are read as sheets and replayed, and what is a legal game of
 * Othello comes back from GGF with the same moves. Books are read too. */
#include "engines/othello/book.h"
#include "games/othello/othello.h"
#include "records/formats.h"
#include "records/replay.h"

#include <stdlib.h>

/* What a game of a file of one came to. */
struct seen {
    struct zm_buffer moves;
    bool again; /* it is read back */
};

static enum zm_status take(void *context, const struct zm_game *game, const struct zm_sheet *sheet,
                           size_t number, const struct zm_error *bad, struct zm_error *error);

static void read_back(const struct zm_sheet *sheet, const struct zm_replay *replay)
{
    struct zm_sheet copy = *sheet;
    struct zm_buffer text = {0};
    struct seen seen = {.again = true};
    copy.moves = replay->moves;
    zm_sheet_print_ggf(&copy, &text);
    struct zm_source source = {.bytes = zm_buffer_bytes(&text), .take = take, .context = &seen};
    if (zm_source_read(&source, NULL) != ZM_OK ||
        strcmp(zm_buffer_string(&seen.moves), zm_buffer_string(&replay->moves)) != 0)
        abort();
    zm_buffer_free(&seen.moves);
    zm_buffer_free(&text);
}

static enum zm_status take(void *context, const struct zm_game *game, const struct zm_sheet *sheet,
                           size_t number, const struct zm_error *bad, struct zm_error *error)
{
    struct seen *seen = context;
    struct zm_replay replay;
    (void)number;
    (void)error;
    if (bad != NULL)
        return ZM_OK;
    zm_replay_open(&replay, game);
    if (zm_replay_sheet(&replay, sheet, NULL) == ZM_OK) {
        if (seen->again)
            zm_buffer_set(&seen->moves, zm_buffer_bytes(&replay.moves));
        else if (game == &zm_othello && sheet->rules.size == 0)
            read_back(sheet, &replay);
    }
    zm_replay_close(&replay);
    return ZM_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_buffer file = {0};
    struct seen seen = {0};
    struct othello_book book;
    zm_buffer_add(&file, data, size);
    struct zm_source source = {.bytes = zm_buffer_bytes(&file), .take = take, .context = &seen};
    zm_source_read(&source, NULL);
    othello_book_open(&book, NULL);
    othello_book_read(&book, zm_buffer_string(&file), NULL);
    othello_book_close(&book);
    zm_buffer_free(&file);
    return 0;
}
