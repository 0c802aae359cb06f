/* The tool `book`: a book of Lines of Action learns by searches of its own, and is shown. */
#include "engines/loa/book.h"

#include "base/file.h"

static const struct zm_param book_params[] = {
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "100",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "learn: lines that are followed, each to a new position"},
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "100000",
     .min = 100,
     .max = 1000000000,
     .hint = "N",
     .help = "learn: nodes of the search of each position"},
    {.name = "until",
     .kind = ZM_PARAM_INTEGER,
     .value = "12",
     .min = 1,
     .max = 60,
     .hint = "PLIES",
     .help = "learn: positions after more plies stay out of the book"},
    {0},
};

enum zm_status loa_book_load(struct loa_book *book, const char *path, bool may_be_new,
                             struct zm_run *run, struct zm_error *error)
{
    struct zm_buffer text = {0};
    struct zm_error why = {0};
    enum zm_status status =
        zm_file_read_text(path, ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, run, &text, &why);
    bool is_new = status == ZM_BAD_INPUT && may_be_new && strstr(why.text, "No such file") != NULL;
    zm_buffer_string(&text);
    if (status != ZM_OK && !is_new)
        status = zm_fail(error, status, "%s", why.text);
    else if (text.failed)
        status = zm_fail_memory(error);
    else if (!is_new && (status = loa_book_read(book, (char *)text.data, &why)) != ZM_OK)
        status = zm_fail(error, status, "%s: %s", path, why.text);
    zm_buffer_free(&text);
    return is_new ? ZM_OK : status;
}

static enum zm_status learn(struct loa_book *book, const struct zm_settings *settings,
                            const char *path, struct zm_run *run, struct zm_buffer *out,
                            struct zm_error *error)
{
    struct zm_random random = zm_random_seeded(run->seed + book->graph.count);
    unsigned until = (unsigned)zm_settings_integer(settings, "until");
    int64_t games = zm_settings_integer(settings, "games");
    size_t before = book->graph.count;
    struct zm_buffer text = {0};
    enum zm_status status = ZM_OK;
    for (int64_t i = 0; status == ZM_OK && i < games && !zm_run_poll(run, (size_t)i, 0); i++)
        status = loa_book_grow(book, &random, until, error);
    if (status != ZM_OK && status != ZM_STOPPED)
        return status;
    loa_book_write(book, &text);
    enum zm_status written =
        text.failed ? zm_fail_memory(error) : zm_file_write(path, zm_buffer_bytes(&text), error);
    zm_buffer_free(&text);
    if (written == ZM_OK)
        zm_buffer_format(out, "%zu positions, %zu of them new\n", book->graph.count,
                         book->graph.count - before);
    return written != ZM_OK ? written : status;
}

/* Shows the best line of the book from the start. */
static enum zm_status show(const struct loa_book *book, struct zm_buffer *out,
                           struct zm_error *error)
{
    struct loa_board board;
    struct loa_state state;
    struct loa_undo undo;
    unsigned ply = 0;
    int worth = 0, first = 0;
    loa_step move;
    loa_start(&board, LOA_SIDE, LOA_ROWS);
    loa_state_set(book->tables, &board, &state);
    zm_buffer_format(out, "%zu positions; the best line:", book->graph.count);
    for (; ply < LOA_LONGEST && (move = loa_book_choose(book, &state, &worth)) != LOA_NO_STEP;
         ply++) {
        first = ply == 0 ? worth : first;
        zm_buffer_byte(out, ' ');
        loa_step_print(move, out);
        loa_make(book->tables, &state, move, &undo);
    }
    zm_buffer_format(out, "\nworth %+.2f to who begins\n", first / 100.0);
    return out->failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status run_book(const struct zm_settings *settings, const char *const *words,
                               size_t count, struct zm_run *run, struct zm_buffer *out,
                               struct zm_error *error)
{
    struct loa_weights weights;
    struct loa_base base;
    struct loa_book book;
    bool learns = strcmp(words[0], "learn") == 0;
    (void)count;
    if (!learns && strcmp(words[0], "show") != 0)
        return zm_fail(error, ZM_BAD_INPUT, "book: '%.40s' is not one of learn, show", words[0]);
    loa_weights_given(LOA_BY_SQUARES, &weights);
    enum zm_status status = loa_base_open(&base, &weights, 1, false, run, error);
    if (status != ZM_OK)
        return status;
    status = loa_book_open(&book, &base, (uint64_t)zm_settings_integer(settings, "nodes"), error);
    if (status == ZM_OK)
        status = loa_book_load(&book, words[1], learns, run, error);
    if (status == ZM_OK)
        status =
            learns ? learn(&book, settings, words[1], run, out, error) : show(&book, out, error);
    loa_book_close(&book);
    loa_base_close(&base);
    return status;
}

const struct zm_tool zm_loa_book_tool = {
    .name = "book",
    .usage = "learn|show BOOK",
    .words = 2,
    .summary = "a book of openings of Lines of Action, by searches of its own",
    .details = "  learn BOOK   follows the book and adds a position at the end of each line\n"
               "  show BOOK    its best line\n"
               "Example:\n  zermelo book loa learn my.book --games 200 --nodes 50000\n"
               "  zermelo match loa player=loa,book=my.book player=loa --clock 100ms\n",
    .params = book_params,
    .run = run_book,
};
