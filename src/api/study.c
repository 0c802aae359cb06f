/* Whole games and books as JSON; see study.h. */
#include "api/study.h"

#include <math.h>
#include <stdlib.h>

static const struct zm_study *study_of(const struct zm_game *game)
{
    const struct zm_engine *engine = zm_engine_of(game);
    return engine == NULL ? NULL : engine->study;
}

/* -- a whole game -- */

static json_t *move_json(const struct zm_studied_move *move)
{
    json_t *object = json_pack("{s:s,s:s,s:i,s:i,s:i,s:b}", "move", move->move, "side",
                               move->side == 0 ? "first" : "second", "before", move->before,
                               "after", move->after, "loss", (int)move->loss, "exact", move->exact);
    if (move->best[0] != 0)
        json_object_set_new(object, "best", json_string(move->best));
    return object;
}

static json_t *studied_json(const struct zm_studied *studied, unsigned mistake)
{
    json_t *moves = json_array();
    size_t first = studied->count;
    int lost[2] = {0, 0};
    for (size_t i = studied->count; i-- > 0;) {
        const struct zm_studied_move *move = &studied->moves[i];
        lost[move->side] += (int)move->loss;
        first = move->loss >= mistake ? i : first;
    }
    for (size_t i = 0; i < studied->count; i++)
        json_array_append_new(moves, move_json(&studied->moves[i]));
    return json_pack("{s:o,s:[ii],s:o,s:s}", "moves", moves, "lost", lost[0], lost[1], "first",
                     first < studied->count ? json_integer((json_int_t)first + 1) : json_null(),
                     "record", zm_buffer_string(&studied->record));
}

enum zm_status zm_review_json(const struct zm_game *game, const char *moves,
                              const struct zm_review *how, struct zm_run *run, json_t **review,
                              struct zm_error *error)
{
    const struct zm_study *study = study_of(game);
    struct zm_studied studied;
    *review = NULL;
    if (study == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "whole games of %s are not looked at", game->name);
    enum zm_status status = study->review(moves, how->depth, how->exact, run, &studied, error);
    if (status == ZM_OK && (*review = studied_json(&studied, how->mistake)) == NULL)
        status = zm_fail_memory(error);
    free(studied.moves);
    zm_buffer_free(&studied.record);
    return status;
}

/* -- a book -- */

enum zm_status zm_opened_book_open(const char *path, struct zm_opened_book *book,
                                   struct zm_error *error)
{
    enum zm_status status = zm_fail(error, ZM_BAD_INPUT, "%s: no game has books", path);
    *book = (struct zm_opened_book){0};
    for (const struct zm_engine *const *engine = zm_engines; *engine != NULL; engine++) {
        if ((*engine)->study == NULL)
            continue;
        book->engine = *engine;
        status = (*engine)->study->book_open(path, &book->book, error);
        if (status != ZM_BAD_INPUT)
            break;
    }
    if (status != ZM_OK)
        *book = (struct zm_opened_book){0};
    return status;
}

void zm_opened_book_close(struct zm_opened_book *book)
{
    if (book->book != NULL)
        book->engine->study->book_close(book->book);
    *book = (struct zm_opened_book){0};
}

json_t *zm_opened_book_json(const struct zm_opened_book *book)
{
    return book->book == NULL
               ? json_null()
               : json_pack("{s:s,s:I}", "game", book->engine->game->name, "positions",
                           (json_int_t)book->engine->study->book_count(book->book));
}

static json_t *line_json(const struct zm_book_line *line)
{
    static const char *const results[] = {[ZM_BOOK_OPEN] = "open",
                                          [ZM_BOOK_LOSS] = "lost",
                                          [ZM_BOOK_DRAW] = "drawn",
                                          [ZM_BOOK_WIN] = "won"};
    json_t *object = json_pack("{s:s,s:i,s:b}", "move", line->move, "score", line->score, "inside",
                               line->inside);
    if (object != NULL && line->inside) {
        json_object_set_new(object, "games", json_integer(line->games));
        json_object_set_new(object, "result", json_string(results[line->result]));
    }
    return object;
}

static json_t *page_json(const struct zm_book_page *page)
{
    json_t *moves = json_array();
    if (!page->known) {
        json_decref(moves);
        return json_pack("{s:b}", "known", 0);
    }
    for (size_t i = 0; i < page->count; i++)
        json_array_append_new(moves, line_json(&page->lines[i]));
    json_t *object = json_pack("{s:b,s:i,s:I,s:i,s:o}", "known", 1, "score", page->score, "games",
                               (json_int_t)page->games, "depth", (int)page->depth, "moves", moves);
    if (object != NULL && page->choice[0] != 0)
        json_object_set_new(
            object, "choice",
            json_pack("{s:s,s:b,s:o}", "move", page->choice, "leaves", page->leaves, "value",
                      isfinite(page->value) ? json_real(page->value) : json_null()));
    return object;
}

enum zm_status zm_book_page_json(const struct zm_opened_book *book, const char *moves,
                                 json_t **page, struct zm_error *error)
{
    struct zm_book_page found;
    enum zm_status status = book->engine->study->book_look(book->book, moves, &found, error);
    *page = status == ZM_OK ? page_json(&found) : NULL;
    return status == ZM_OK && *page == NULL ? zm_fail_memory(error) : status;
}
