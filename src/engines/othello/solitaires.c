/* The tool `solitaires`: finds them in games and writes a file of WTHOR (.PZZ), or solves those of
 * such a file; see solitaires.h. */
#include "engines/othello/solitaires.h"

#include "base/file.h"
#include "engines/othello/line.h"
#include "records/formats.h"

#include <time.h>

enum { NONE = 64 };

static struct othello_bits after(const struct othello_judge *judge, struct othello_bits bits,
                                 unsigned square)
{
    return othello_after(bits, square, judge->solver.kernel->flips(bits.own, bits.other, square));
}

/* The one move that keeps what the player to move has; NONE: there is none, or more than one. */
static unsigned only_move(struct othello_judge *judge, struct othello_bits bits, int score,
                          bool *stopped)
{
    uint64_t moves = judge->solver.kernel->moves(bits.own, bits.other);
    unsigned found = NONE;
    for (; moves != 0 && !*stopped; moves &= moves - 1) {
        unsigned square = othello_first(moves);
        int next;
        *stopped = !othello_judge_score(judge, after(judge, bits, square), 0, &next, NULL);
        if (score > 0 ? -next <= 0 : -next < 0)
            continue;
        if (found != NONE)
            return NONE;
        found = square;
    }
    return found;
}

/* Does every best reply leave a solitaire? `bits` is the position of who replies, worth `score` to
 * him. */
static bool holds_after(struct othello_judge *judge, struct othello_bits bits, int score,
                        bool *stopped)
{
    const struct othello_kernel *kernel = judge->solver.kernel;
    uint64_t moves = kernel->moves(bits.own, bits.other);
    unsigned move;
    int next;
    if (moves == 0) {
        struct othello_bits passed = {bits.other, bits.own};
        return kernel->moves(passed.own, passed.other) == 0 ||
               othello_is_solitaire(judge, passed, &next, &move, stopped);
    }
    for (; moves != 0 && !*stopped; moves &= moves - 1) {
        struct othello_bits child = after(judge, bits, othello_first(moves));
        *stopped = !othello_judge_score(judge, child, 0, &next, NULL);
        if (*stopped || -next != score)
            continue;
        if (kernel->moves(child.own, child.other) == 0) {
            struct othello_bits passed = {child.other, child.own};
            if (!holds_after(judge, passed, -next, stopped))
                return false;
        } else if (!othello_is_solitaire(judge, child, &next, &move, stopped)) {
            return false;
        }
    }
    return !*stopped;
}

bool othello_is_solitaire(struct othello_judge *judge, struct othello_bits bits, int *score,
                          unsigned *move, bool *stopped)
{
    *stopped = !othello_judge_score(judge, bits, 0, score, NULL);
    if (*stopped || *score < 0 || judge->solver.kernel->moves(bits.own, bits.other) == 0)
        return false;
    *move = only_move(judge, bits, *score, stopped);
    if (*stopped || *move == NONE)
        return false;
    int reply;
    struct othello_bits next = after(judge, bits, *move);
    if (judge->solver.kernel->moves(next.own, next.other) == 0 &&
        judge->solver.kernel->moves(next.other, next.own) == 0)
        return true; /* the game is over */
    *stopped = !othello_judge_score(judge, next, 0, &reply, NULL);
    return !*stopped && holds_after(judge, next, reply, stopped);
}

/* -- games -- */

struct search {
    struct othello_judge *judge;
    unsigned empty;
    uint32_t looked, found;
    struct zm_buffer records;
};

static void write_one(struct search *search, const struct zm_sheet *sheet,
                      const struct othello_line *line, unsigned index, int score, unsigned move)
{
    struct othello_board board;
    struct zm_wthor_solitaire solitaire = {
        .year = (uint16_t)sheet->year,
        .event = sheet->numbers[0],
        .players = {sheet->numbers[1], sheet->numbers[2]},
        .empty = (uint8_t)search->empty,
        .turn = line->turn[index],
        .score = (int8_t)score,
        .move = zm_wthor_byte(8, move),
        .real = sheet->margin == ZM_NO_MARGIN ? 0 : (uint8_t)((sheet->margin / 2 + 64) / 2),
    };
    unsigned number = 0;
    for (unsigned i = 0; i + 1 < line->count; i++)
        if (line->move[i] != OTHELLO_LINE_PASS && ++number == 25)
            solitaire.move25 = zm_wthor_byte(8, line->move[i]);
    othello_board_of(line->bits[index], 8, line->turn[index], &board);
    memcpy(solitaire.squares, board.squares, sizeof solitaire.squares);
    zm_wthor_write_solitaire(&solitaire, false, &search->records);
    search->found++;
}

static enum zm_status take(void *context, const struct zm_game *game, const struct zm_sheet *sheet,
                           size_t number, const struct zm_error *bad, struct zm_error *error)
{
    struct search *search = context;
    struct othello_line line;
    (void)number;
    if (!othello_line_of_sheet(game, sheet, bad, &line))
        return ZM_OK;
    for (unsigned i = 0; i + 1 < line.count; i++) {
        int score;
        unsigned move;
        bool stopped = false;
        if (othello_line_empty(&line, i) != search->empty || line.move[i] == OTHELLO_LINE_PASS)
            continue;
        search->looked++;
        if (othello_is_solitaire(search->judge, line.bits[i], &score, &move, &stopped))
            write_one(search, sheet, &line, i, score, move);
        if (stopped)
            return zm_fail(error, ZM_STOPPED, "stopped; nothing was written");
    }
    return ZM_OK;
}

static enum zm_status find(struct search *search, const char *const *words, size_t count,
                           struct zm_buffer *out, struct zm_error *error)
{
    struct zm_buffer file = {0};
    time_t now = time(NULL);
    struct tm day = {0};
    enum zm_status status = ZM_OK;
    for (size_t i = 2; status == ZM_OK && i < count; i++)
        status = zm_source_read_file(words[i], search->judge->run, take, search, error);
    if (status == ZM_OK) {
        gmtime_r(&now, &day);
        unsigned year = (unsigned)day.tm_year + 1900;
        struct zm_wthor_header header = {.date = {(uint8_t)(year / 100), (uint8_t)(year % 100),
                                                  (uint8_t)(day.tm_mon + 1), (uint8_t)day.tm_mday},
                                         .records = search->found,
                                         .names = (uint16_t)search->empty,
                                         .solitaires = 1};
        zm_wthor_write_header(ZM_WTHOR_SOLITAIRES, &header, &file);
        zm_buffer_add(&file, search->records.data, search->records.size);
        status = file.failed || search->records.failed
                     ? zm_fail_memory(error)
                     : zm_file_write(words[1], zm_buffer_bytes(&file), error);
    }
    if (status == ZM_OK)
        zm_buffer_format(out, "%u of %u positions with %u empty squares are solitaires\n",
                         search->found, search->looked, search->empty);
    zm_buffer_free(&file);
    return status;
}

/* -- a file of them -- */

static enum zm_status solve_one(struct othello_judge *judge, const struct zm_wthor *wthor,
                                size_t index, bool *right, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct zm_wthor_solitaire solitaire;
    struct othello_board board = {.size = 8};
    char name[8];
    int score = 0;
    unsigned move = NONE;
    bool stopped = false;
    zm_wthor_solitaire(wthor, index, &solitaire);
    board.turn = solitaire.turn;
    memcpy(board.squares, solitaire.squares, sizeof solitaire.squares);
    bool is = othello_is_solitaire(judge, othello_bits_of(&board), &score, &move, &stopped);
    if (stopped)
        return zm_fail(error, ZM_STOPPED, "stopped");
    *right = is && score == solitaire.score && zm_wthor_byte(8, move) == solitaire.move;
    zm_buffer_add(out, solitaire.squares, 64);
    othello_line_name(zm_wthor_square(8, solitaire.move), name);
    zm_buffer_format(out, " %c %+d by %s", "XO"[solitaire.turn], solitaire.score, name);
    if (!is)
        zm_buffer_text(out, ": it is no solitaire");
    else if (!*right)
        zm_buffer_format(out, ": wrong, it is %+d", score);
    zm_buffer_byte(out, '\n');
    return ZM_OK;
}

static enum zm_status solve(struct othello_judge *judge, const char *path, struct zm_buffer *out,
                            struct zm_error *error)
{
    struct zm_buffer file = {0};
    struct zm_wthor wthor;
    size_t wrong = 0;
    enum zm_status status =
        zm_file_read(path, ZM_FILE_PLAIN, ZM_FILE_HAND_MOST, judge->run, &file, error);
    if (status == ZM_OK)
        status = zm_wthor_read(zm_buffer_bytes(&file), &wthor, error);
    if (status == ZM_OK && wthor.kind != ZM_WTHOR_SOLITAIRES)
        status = zm_fail(error, ZM_BAD_INPUT, "this WTHOR file has no solitaires");
    if (status == ZM_BAD_INPUT)
        zm_error_context(error, "%s", path);
    for (size_t i = 0; status == ZM_OK && i < wthor.count; i++) {
        bool right = false;
        status = solve_one(judge, &wthor, i, &right, out, error);
        wrong += !right;
    }
    zm_buffer_free(&file);
    if (status == ZM_OK)
        zm_buffer_format(out, "%zu solitaires, %zu are wrong\n", wthor.count, wrong);
    return status;
}

static const struct zm_param solitaires_params[] = {
    {.name = "empty",
     .kind = ZM_PARAM_INTEGER,
     .value = "10",
     .min = 2,
     .max = 24,
     .hint = "N",
     .help = "find: empty squares"},
    {0},
};

static enum zm_status run_solitaires(const struct zm_settings *settings, const char *const *words,
                                     size_t count, struct zm_run *run, struct zm_buffer *out,
                                     struct zm_error *error)
{
    struct othello_judge judge;
    bool finds = strcmp(words[0], "find") == 0;
    if (!finds && strcmp(words[0], "solve") != 0)
        return zm_fail(error, ZM_BAD_INPUT, "solitaires: '%.40s' is not one of find, solve",
                       words[0]);
    if (finds ? count < 3 : count > 2)
        return zm_fail(error, ZM_BAD_INPUT, "solitaires %s: something is %s", words[0],
                       finds ? "missing" : "too much");
    enum zm_status status = othello_judge_open(&judge, 2, NONE, run, error);
    if (status != ZM_OK)
        return status;
    struct search search = {.judge = &judge,
                            .empty = (unsigned)zm_settings_integer(settings, "empty")};
    status = finds ? find(&search, words, count, out, error) : solve(&judge, words[1], out, error);
    zm_buffer_free(&search.records);
    othello_judge_close(&judge);
    return status;
}

const struct zm_tool othello_solitaires_tool = {
    .name = "solitaires",
    .usage = "find FILE GAMES... | solve FILE",
    .words = 2,
    .more_words = 1000,
    .summary = "endgames in which one move alone keeps the win: found in games, or solved",
    .details = "FILE is a file of WTHOR (SOLITAIRES_10.PZZ).\n"
               "Example:\n  zermelo tool othello solitaires find s.pzz wthor/WTH_1980.wtb "
               "--empty 10\n",
    .params = solitaires_params,
    .run = run_solitaires,
};
