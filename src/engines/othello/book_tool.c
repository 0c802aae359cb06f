/* The tool `book`: a book learns from games, of files or of its own; is shown; is merged with
 * another. */
#include "engines/othello/book.h"

#include "base/file.h"
#include "records/formats.h"

#include <math.h>
#include <stdlib.h>

static const struct zm_param book_params[] = {
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "learn: so many games of the book against itself"},
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .value = "6",
     .min = 1,
     .max = 30,
     .hint = "N",
     .help = "learn: moves looked ahead"},
    {.name = "exact",
     .kind = ZM_PARAM_INTEGER,
     .value = "12",
     .min = 0,
     .max = 30,
     .hint = "N",
     .help = "learn: positions with so many empty squares and fewer are solved"},
    {.name = "until",
     .kind = ZM_PARAM_INTEGER,
     .value = "24",
     .min = 0,
     .max = 60,
     .hint = "EMPTY",
     .help = "learn: positions with fewer empty squares stay out of the book"},
    {.name = "draws",
     .kind = ZM_PARAM_CHOICE,
     .value = "losses",
     .choices = "losses|draws",
     .hint = "WHAT",
     .help = "what drawn games count for when the book chooses"},
    {.name = "variations",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "learn: lines of moves that are to be in the book, played or not"},
    {.name = "suspicious",
     .kind = ZM_PARAM_INTEGER,
     .value = "2",
     .min = -64,
     .max = 64,
     .hint = "DISCS",
     .help = "show: positions that are not won, with a move out of the book worth so much"},
    {.name = "edax", .kind = ZM_PARAM_FLAG, .help = "export: as the program Edax reads books"},
    {0},
};

/* -- files -- */

enum zm_status othello_book_load(struct othello_book *book, const char *path, bool may_be_new,
                                 struct zm_run *run, struct zm_error *error)
{
    struct zm_buffer text = {0};
    struct zm_error why = {0};
    enum zm_status status =
        zm_file_read(path, ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, run, &text, &why);
    bool edax = status == ZM_OK && othello_book_is_edax(zm_buffer_bytes(&text));
    if (status == ZM_BAD_INPUT && may_be_new && strstr(why.text, "No such file") != NULL)
        return ZM_OK;
    if (edax)
        status = othello_book_read_edax(book, zm_buffer_bytes(&text), &why);
    if (status == ZM_OK && !edax) { /* ends of lines as in other systems */
        zm_buffer_clear(&text);
        status = zm_file_read_text(path, ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, run, &text, &why);
    }
    if (status == ZM_OK && !edax)
        status = othello_book_read(book, zm_buffer_string(&text), &why);
    zm_buffer_free(&text);
    return status == ZM_OK ? ZM_OK : zm_fail(error, status, "%s: %s", path, why.text);
}

static enum zm_status save(const struct othello_book *book, const char *path, bool edax,
                           struct zm_error *error)
{
    struct zm_buffer text = {0};
    if (edax)
        othello_book_write_edax(book, &text);
    else
        othello_book_write(book, &text);
    enum zm_status status =
        text.failed ? zm_fail_memory(error) : zm_file_write(path, zm_buffer_bytes(&text), error);
    zm_buffer_free(&text);
    return status;
}

/* -- learning -- */

struct lesson {
    struct othello_book *book;
    unsigned until;
    bool draws_lose;
    uint32_t taken, left_out; /* games of files */
    struct zm_table lines;    /* of its own games that were decided */
    uint32_t own, repeated, results[3];
};

static enum zm_status take(void *context, const struct zm_game *game, const struct zm_sheet *sheet,
                           size_t number, const struct zm_error *bad, struct zm_error *error)
{
    struct lesson *lesson = context;
    struct othello_line line;
    int black = sheet->margin == ZM_NO_MARGIN ? 0 : sheet->margin / 2;
    (void)number;
    if (!othello_line_of_sheet(game, sheet, bad, &line) ||
        (sheet->margin == ZM_NO_MARGIN && !othello_line_over(&line, &black))) {
        lesson->left_out++;
        return ZM_OK;
    }
    lesson->taken++;
    return othello_book_learn(lesson->book, &line, lesson->until, true, black, error);
}

static enum zm_status learn_variations(struct lesson *lesson, const char *path, struct zm_run *run,
                                       struct zm_error *error)
{
    struct zm_buffer file = {0};
    enum zm_status status =
        zm_file_read_text(path, ZM_FILE_ANY, ZM_FILE_HAND_MOST, run, &file, error);
    unsigned number = 0;
    for (char *at = (char *)file.data; status == ZM_OK && at != NULL && *at != 0;) {
        struct othello_line line;
        char *end = at + strcspn(at, "\n"), *next = *end == 0 ? end : end + 1;
        *end = 0;
        number++;
        if (*at != '#') {
            status = othello_line_read(at, &line, error);
            if (status != ZM_OK)
                zm_error_context(error, "%s: line %u", path, number);
            else
                status = othello_book_learn(lesson->book, &line, 0, false, 0, error);
        }
        at = next;
    }
    zm_buffer_free(&file);
    return status;
}

/* -- games of its own -- */

/* Chooses by the book, else by a search. False: stopped. */
static bool choose(struct lesson *lesson, struct othello_bits bits, unsigned *move)
{
    struct zm_deviation deviation;
    int score;
    *move = othello_book_choose(lesson->book, bits, lesson->draws_lose, &deviation);
    if (*move < OTHELLO_LINE_PASS)
        return true;
    bool done = othello_judge_score(lesson->book->judge, bits, 0, &score, move);
    uint64_t moves = lesson->book->judge->solver.kernel->moves(bits.own, bits.other);
    if (done && *move >= OTHELLO_LINE_PASS && moves != 0)
        *move = othello_first(moves);
    return done;
}

/* Plays one game to its end; `moves` are its names. False: stopped. */
static bool play(struct lesson *lesson, struct othello_line *line, struct zm_buffer *moves)
{
    const struct othello_kernel *kernel = lesson->book->judge->solver.kernel;
    struct othello_bits bits = line->bits[0];
    zm_buffer_clear(moves);
    for (;;) {
        unsigned move;
        char name[8];
        if (kernel->moves(bits.own, bits.other) == 0) {
            bits = (struct othello_bits){bits.other, bits.own};
            if (kernel->moves(bits.own, bits.other) == 0)
                return !moves->failed;
        }
        if (!choose(lesson, bits, &move))
            return false;
        othello_line_name(move, name);
        zm_buffer_text(moves, name);
        bits = othello_after(bits, move, kernel->flips(bits.own, bits.other, move));
    }
}

static enum zm_status play_one(struct lesson *lesson, struct zm_buffer *moves,
                               struct zm_error *error)
{
    struct othello_line line;
    int black = 0;
    bool fresh = true;
    enum zm_status status = othello_line_read("", &line, error);
    if (status == ZM_OK && !play(lesson, &line, moves))
        return zm_fail(error, ZM_STOPPED, "stopped");
    if (status == ZM_OK)
        status = othello_line_read(zm_buffer_string(moves), &line, error);
    if (status != ZM_OK)
        return status;
    othello_line_over(&line, &black);
    lesson->results[black > 0 ? 0 : black < 0 ? 1 : 2]++;
    lesson->own++;
    if (zm_table_insert(&lesson->lines, zm_buffer_bytes(moves), &fresh) == NULL)
        return zm_fail_memory(error);
    lesson->repeated += !fresh;
    return othello_book_learn(lesson->book, &line, lesson->until, true, black, error);
}

static enum zm_status play_games(struct lesson *lesson, int64_t games, struct zm_run *run,
                                 struct zm_error *error)
{
    struct zm_buffer moves = {0};
    enum zm_status status = ZM_OK;
    for (int64_t i = 0; status == ZM_OK && i < games; i++) {
        status = play_one(lesson, &moves, error);
        if (zm_run_poll(run, 0, lesson->book->graph.count))
            status = zm_fail(error, ZM_STOPPED, "stopped after %lld games", (long long)i + 1);
    }
    zm_buffer_free(&moves);
    return status;
}

static void tell_lesson(const struct lesson *lesson, struct zm_buffer *out)
{
    if (lesson->taken + lesson->left_out > 0)
        zm_buffer_format(out, "%u games learned, %u left out\n", lesson->taken, lesson->left_out);
    if (lesson->own > 0)
        zm_buffer_format(out,
                         "%u games of its own: black won %u, white %u, %u drawn; %u repeat one "
                         "before\n",
                         lesson->own, lesson->results[0], lesson->results[1], lesson->results[2],
                         lesson->repeated);
    zm_buffer_format(out, "the book has %zu positions\n", lesson->book->graph.count);
}

static enum zm_status learn(struct lesson *lesson, const struct zm_settings *settings,
                            const char *const *words, size_t count, struct zm_run *run,
                            struct zm_buffer *out, struct zm_error *error)
{
    const char *variations = zm_settings_text(settings, "variations");
    enum zm_status status = ZM_OK;
    lesson->until = (unsigned)zm_settings_integer(settings, "until");
    lesson->draws_lose = zm_settings_is(settings, "draws", "losses");
    zm_table_init(&lesson->lines, 1);
    for (size_t i = 2; status == ZM_OK && i < count; i++)
        status = zm_source_read_file(words[i], run, take, lesson, error);
    if (status == ZM_OK && variations != NULL)
        status = learn_variations(lesson, variations, run, error);
    if (status == ZM_OK)
        status = play_games(lesson, zm_settings_integer(settings, "games"), run, error);
    if (status == ZM_OK || status == ZM_STOPPED) {
        tell_lesson(lesson, out);
        enum zm_status saved = save(lesson->book, words[1], false, status == ZM_OK ? error : NULL);
        status = status == ZM_OK ? saved : status;
    }
    zm_table_free(&lesson->lines);
    return status;
}

/* -- showing -- */

static void show_move(const struct othello_book *book, uint32_t node, unsigned symmetry,
                      uint32_t move, bool draws_lose, struct zm_buffer *out)
{
    static const char *const words[] = {"open", "lost", "drawn", "won"};
    struct zm_deviation deviation;
    char name[8];
    uint32_t child = zm_book_child(&book->graph, node, move);
    othello_line_name(othello_book_move(move, symmetry), name);
    if (child == ZM_BOOK_NONE) {
        zm_buffer_format(out, "  %-5s %+4d  leads out of the book\n", name,
                         book->graph.nodes[node].outside);
        return;
    }
    const struct zm_book_node *next = &book->graph.nodes[child];
    zm_buffer_format(out, "  %-5s %+4d  %u games", name, -next->score, next->games);
    if (zm_book_deviate(&book->graph, child, draws_lose, &deviation))
        zm_buffer_format(out, ", by these %s",
                         words[deviation.result == ZM_BOOK_WIN    ? ZM_BOOK_LOSS
                               : deviation.result == ZM_BOOK_LOSS ? ZM_BOOK_WIN
                                                                  : deviation.result]);
    zm_buffer_byte(out, '\n');
}

static enum zm_status show_position(const struct othello_book *book, const char *moves,
                                    bool draws_lose, struct zm_buffer *out, struct zm_error *error)
{
    struct othello_line line;
    unsigned symmetry;
    struct zm_deviation deviation;
    char name[8];
    enum zm_status status = othello_line_read(moves, &line, error);
    if (status != ZM_OK)
        return status;
    struct othello_bits bits = line.bits[line.count - 1];
    uint32_t index = othello_book_find(book, bits, &symmetry);
    if (index == ZM_BOOK_NONE) {
        zm_buffer_text(out, "the book does not have this position\n");
        return ZM_OK;
    }
    const struct zm_book_node *node = &book->graph.nodes[index];
    zm_buffer_format(out, "score %+d, %u games, searched %u moves ahead\n", node->score,
                     node->games, node->depth);
    for (size_t i = 0; i < node->children.count; i++)
        show_move(book, index, symmetry, node->children.items[i].move, draws_lose, out);
    if (node->outside_move != ZM_BOOK_NONE && node->searched)
        show_move(book, index, symmetry, node->outside_move, draws_lose, out);
    unsigned move = othello_book_choose(book, bits, draws_lose, &deviation);
    if (move < OTHELLO_LINE_PASS) {
        othello_line_name(move, name);
        zm_buffer_format(out, "it would play %s%s", name,
                         deviation.leaves ? ", and leave the book" : "");
        if (isfinite(deviation.value))
            zm_buffer_format(out, " (deviation value %+g)", deviation.value);
        zm_buffer_byte(out, '\n');
    }
    return ZM_OK;
}

/* What is in the book, and the positions that deserve a look: not won by the games, with a good
 * move that was never played. */
static enum zm_status show_all(const struct othello_book *book, int64_t least, bool draws_lose,
                               struct zm_buffer *out)
{
    enum { MOST = 20 };
    unsigned found = 0, old = 0;
    for (uint32_t i = 0; i < book->graph.count; i++) {
        const struct zm_book_node *node = &book->graph.nodes[i];
        struct zm_deviation deviation;
        old += book->places[i].version != book->version;
        if (!node->searched || node->outside_move == ZM_BOOK_NONE || node->outside < least ||
            node->children.count == 0 ||
            !zm_book_deviate(&book->graph, i, draws_lose, &deviation) ||
            deviation.result == ZM_BOOK_WIN)
            continue;
        if (++found <= MOST) {
            struct othello_board board;
            char name[8];
            othello_line_name(node->outside_move, name);
            othello_board_of(book->places[i].bits, 8, 0, &board);
            zm_buffer_text(out, "suspicious: ");
            zm_buffer_add(out, board.squares, 64);
            zm_buffer_format(out, " X: %s is worth %+d and was never played\n", name,
                             node->outside);
        }
    }
    zm_buffer_format(out, "%zu positions, %u suspicious, %u by another evaluation\n",
                     book->graph.count, found, old);
    return ZM_OK;
}

/* -- the tool -- */

static enum zm_status act(struct othello_book *book, const struct zm_settings *settings,
                          const char *const *words, size_t count, struct zm_run *run,
                          struct zm_buffer *out, struct zm_error *error)
{
    struct lesson lesson = {.book = book};
    bool learns = strcmp(words[0], "learn") == 0, imports = strcmp(words[0], "import") == 0;
    bool draws_lose = zm_settings_is(settings, "draws", "losses");
    bool exports = strcmp(words[0], "export") == 0;
    if (!learns && !imports && !exports && strcmp(words[0], "show") != 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "book: '%.40s' is not one of learn, show, import, "
                       "export",
                       words[0]);
    enum zm_status status = othello_book_load(book, words[1], learns || imports, run, error);
    if (status != ZM_OK)
        return status;
    if (learns)
        return learn(&lesson, settings, words, count, run, out, error);
    if (!imports && !exports)
        return count > 2
                   ? show_position(book, words[2], draws_lose, out, error)
                   : show_all(book, zm_settings_integer(settings, "suspicious"), draws_lose, out);
    if (count < 3)
        return zm_fail(error, ZM_BAD_INPUT, "book %s: which file?", words[0]);
    if (exports)
        return save(book, words[2], zm_settings_flag(settings, "edax"), error);
    for (size_t i = 2; status == ZM_OK && i < count; i++)
        status = othello_book_load(book, words[i], false, run, error);
    if (status == ZM_OK)
        status = save(book, words[1], false, error);
    if (status == ZM_OK)
        zm_buffer_format(out, "the book has %zu positions\n", book->graph.count);
    return status;
}

static enum zm_status run_book(const struct zm_settings *settings, const char *const *words,
                               size_t count, struct zm_run *run, struct zm_buffer *out,
                               struct zm_error *error)
{
    struct othello_judge judge;
    struct othello_book book;
    enum zm_status status =
        othello_judge_open(&judge, (unsigned)zm_settings_integer(settings, "depth"),
                           (unsigned)zm_settings_integer(settings, "exact"), run, error);
    if (status != ZM_OK)
        return status;
    othello_book_open(&book, &judge);
    status = act(&book, settings, words, count, run, out, error);
    othello_book_close(&book);
    othello_judge_close(&judge);
    return status;
}

const struct zm_tool othello_book_tool = {
    .name = "book",
    .usage = "learn|show|import|export BOOK ...",
    .words = 2,
    .more_words = 1000,
    .summary = "a book of openings that learns from games, and does not lose twice by one line",
    .details =
        "  learn BOOK [FILE...]   games in WTHOR, GGF, lines of moves; --games N of its own\n"
        "  show BOOK [MOVES]      a position of it; without moves, what deserves a look\n"
        "  import BOOK FILE...    positions of other books, of Edax too; what was searched\n"
        "                         deeper stays\n"
        "  export BOOK FILE       as text, one line for each position; --edax: for Edax\n"
        "Example:\n  zermelo book othello learn my.book --games 100 --depth 4\n",
    .params = book_params,
    .run = run_book,
};
