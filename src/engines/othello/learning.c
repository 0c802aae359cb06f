/* The tool `learning`: evaluations learned in several ways, each matched with the one of archive
 * games alone. Lee and Mahajan's Bill learned so and won; Aguillon's linear fit of games of experts
 * played terribly, since these have no bad moves to learn from. He proposed three remedies, and all
 * are tried here: to use what was learned only from some move on, to add games with a random fifth
 * move, and to begin with random play and learn from one's own games, with less and less chance
 * in them, but always some. */
#include "engines/othello/learning.h"

#include "base/file.h"
#include "engines/othello/kernel.h"
#include "engines/othello/line.h"
#include "records/formats.h"

#include <stdlib.h>

enum { APART = 10, FIFTH = 4, OPENINGS = 5000, LEAST_NOISE = 10, GENERATIONS = 6 };

/* What is learned. */
struct school {
    struct othello_fits archive, fifth, own;
    struct othello_bits openings[OPENINGS]; /* after four moves of games */
    size_t opening_count;
    struct othello_probes *probes;
    size_t probes_most;
    uint32_t games, left_out;
    struct zm_random random;
};

/* -- the archive -- */

/* Keeps one position of a game that nothing is learned from. */
static void keep_probe(struct school *school, const struct othello_line *line)
{
    unsigned index = (unsigned)zm_random_below(&school->random, line->count);
    unsigned moves = 60 - othello_line_empty(line, index);
    if (school->probes->count < school->probes_most && moves >= OTHELLO_FIT_MOVES &&
        line->move[index] != OTHELLO_LINE_PASS && index + 1 < line->count)
        school->probes->bits[school->probes->count++] = line->bits[index];
}

static enum zm_status take(void *context, const struct zm_game *game, const struct zm_sheet *sheet,
                           size_t number, const struct zm_error *bad, struct zm_error *error)
{
    struct school *school = context;
    struct othello_line line;
    int margin = sheet->theory != ZM_NO_MARGIN ? sheet->theory : sheet->margin;
    int black = margin / 2;
    (void)error;
    if (!othello_line_of_sheet(game, sheet, bad, &line) ||
        (margin == ZM_NO_MARGIN && !othello_line_over(&line, &black))) {
        school->left_out++;
        return ZM_OK;
    }
    if (number % APART == 0) {
        keep_probe(school, &line);
        return ZM_OK;
    }
    school->games++;
    if (line.count > FIFTH && school->opening_count < OPENINGS)
        school->openings[school->opening_count++] = line.bits[FIFTH];
    for (unsigned i = 0; i + 1 < line.count; i++)
        if (line.move[i] != OTHELLO_LINE_PASS)
            othello_fits_add(&school->archive, line.bits[i], line.turn[i] == 0 ? black : -black);
    return ZM_OK;
}

static enum zm_status end_fits(struct othello_fits *fits, struct zm_error *error)
{
    unsigned missing = othello_fits_end(fits);
    return missing == 0 ? ZM_OK
                        : zm_fail(error, ZM_BAD_INPUT,
                                  "too few games: none is won and lost after %u moves", missing);
}

/* -- games of its own -- */

static unsigned random_move(uint64_t moves, struct zm_random *random)
{
    for (uint64_t k = zm_random_below(random, othello_discs(moves)); k > 0; k--)
        moves &= moves - 1;
    return othello_first(moves);
}

int othello_lesson_play(const struct othello_fitted *fitted, struct othello_bits bits,
                        unsigned noise, struct zm_random *random, struct othello_fits *fits)
{
    const struct othello_kernel *kernel = othello_best_kernel();
    struct othello_bits seen[OTHELLO_LINE_MOST];
    bool second[OTHELLO_LINE_MOST];
    size_t count = 0;
    bool turn = false;
    for (unsigned passes = 0; passes < 2; turn = !turn) {
        uint64_t moves = kernel->moves(bits.own, bits.other);
        passes = moves == 0 ? passes + 1 : 0;
        if (moves == 0) {
            bits = (struct othello_bits){bits.other, bits.own};
            continue;
        }
        seen[count] = bits;
        second[count++] = turn;
        unsigned square = zm_random_below(random, 100) < noise
                              ? random_move(moves, random)
                              : othello_fitted_move(fitted, bits, 1);
        bits = othello_after(bits, square, kernel->flips(bits.own, bits.other, square));
    }
    int own = (int)othello_discs(bits.own) - (int)othello_discs(bits.other);
    int first = turn ? -own : own;
    for (size_t i = 0; i < count; i++)
        othello_fits_add(fits, seen[i], second[i] ? -first : first);
    return first;
}

/* Adds games that begin as those of the archive, go on with any fifth move, and are played to the
 * end by what the archive taught. */
static enum zm_status learn_fifth(struct school *school, unsigned lessons, struct zm_run *run,
                                  struct zm_error *error)
{
    const struct othello_kernel *kernel = othello_best_kernel();
    const struct othello_fitted fitted = {&school->archive, OTHELLO_FIT_QUADRATIC, 0};
    for (unsigned i = 0; i < lessons; i++) {
        struct othello_bits bits =
            school->openings[zm_random_below(&school->random, school->opening_count)];
        uint64_t moves = kernel->moves(bits.own, bits.other);
        if (moves == 0)
            continue;
        unsigned square = random_move(moves, &school->random);
        bits = othello_after(bits, square, kernel->flips(bits.own, bits.other, square));
        othello_lesson_play(&fitted, bits, 0, &school->random, &school->fifth);
        if (zm_run_look(run))
            return zm_fail(error, ZM_STOPPED, "stopped");
    }
    return end_fits(&school->fifth, error);
}

/* Generation by generation, from random play on; each learns from the games of the one before. */
static enum zm_status learn_own(struct school *school, unsigned lessons, struct zm_run *run,
                                struct zm_error *error)
{
    struct othello_board start;
    struct othello_fits *before = calloc(1, sizeof *before);
    enum zm_status status = before == NULL ? zm_fail_memory(error) : ZM_OK;
    othello_start(&start, 8);
    for (unsigned generation = 0; status == ZM_OK && generation < GENERATIONS; generation++) {
        const struct othello_fitted fitted = {generation == 0 ? NULL : before,
                                              OTHELLO_FIT_QUADRATIC, 0};
        unsigned noise = generation == 0 ? 100 : 50 / generation;
        noise = noise < LEAST_NOISE ? LEAST_NOISE : noise;
        othello_fits_begin(&school->own);
        for (unsigned i = 0; status == ZM_OK && i < lessons; i++) {
            othello_lesson_play(&fitted, othello_bits_of(&start), noise, &school->random,
                                &school->own);
            if (zm_run_look(run))
                status = zm_fail(error, ZM_STOPPED, "stopped");
        }
        if (status == ZM_OK)
            status = end_fits(&school->own, error);
        if (status == ZM_OK)
            *before = school->own;
    }
    free(before);
    return status;
}

/* -- the table -- */

static void tell(const char *name, const struct zm_tally *tally, struct zm_buffer *out)
{
    struct zm_elo elo = zm_elo_of(tally);
    zm_buffer_format(out, "%-34s %6u %6u %6u   %+5.0f (%+.0f to %+.0f)\n", name,
                     (unsigned)tally->wins, (unsigned)tally->draws, (unsigned)tally->losses,
                     elo.estimate, elo.low, elo.high);
}

/* Each against what the archive alone taught, in its linear form by stage. */
static enum zm_status compare(const struct school *school, unsigned from, unsigned games,
                              unsigned depth, struct zm_run *run, struct zm_buffer *out,
                              struct zm_error *error)
{
    const struct othello_fits *archive = &school->archive, *fifth = &school->fifth,
                              *own = &school->own;
    const struct othello_learned learned[] = {
        {"mobility alone, nothing learned", {NULL, OTHELLO_FIT_LINEAR, 0}},
        {"archive, linear, constant", {archive, OTHELLO_FIT_CONSTANT, 0}},
        {"archive, quadratic", {archive, OTHELLO_FIT_QUADRATIC, 0}},
        {"archive, linear, late", {archive, OTHELLO_FIT_LINEAR, from}},
        {"archive, quadratic, late", {archive, OTHELLO_FIT_QUADRATIC, from}},
        {"random fifth move, linear", {fifth, OTHELLO_FIT_LINEAR, 0}},
        {"random fifth move, quadratic", {fifth, OTHELLO_FIT_QUADRATIC, 0}},
        {"own games, linear", {own, OTHELLO_FIT_LINEAR, 0}},
        {"own games, quadratic", {own, OTHELLO_FIT_QUADRATIC, 0}},
    };
    const struct othello_fitted reference = {archive, OTHELLO_FIT_LINEAR, 0};
    zm_buffer_format(out, "%-34s %6s %6s %6s   %s\n", "against: archive, linear, by stage", "won",
                     "drawn", "lost", "Elo (95 % interval)");
    for (size_t i = 0; i < sizeof learned / sizeof *learned; i++) {
        struct zm_tally tally;
        if (!othello_fit_play(&learned[i].fitted, &reference, games, depth, run->seed, run, &tally))
            return zm_fail(error, ZM_STOPPED, "stopped");
        tell(learned[i].name, &tally, out);
    }
    tell("(Bill 3.0 against Bill 2.0)", &(struct zm_tally){.wins = 139, .draws = 6, .losses = 55},
         out);
    return ZM_OK;
}

/* Evaluations beside the truth, on positions that nothing was learned from. */
static enum zm_status draw_truth(const struct school *school, const struct zm_settings *settings,
                                 struct zm_run *run, struct zm_buffer *out, struct zm_error *error)
{
    const struct othello_learned shown[] = {
        {"linear", {&school->archive, OTHELLO_FIT_LINEAR, 0}},
        {"quadratic", {&school->archive, OTHELLO_FIT_QUADRATIC, 0}},
        {"own games", {&school->own, OTHELLO_FIT_QUADRATIC, 0}},
        {"mobility", {NULL, OTHELLO_FIT_LINEAR, 0}},
    };
    const char *path = zm_settings_text(settings, "svg");
    struct zm_buffer svg = {0};
    if (path == NULL)
        return ZM_OK;
    unsigned depth = (unsigned)zm_settings_integer(settings, "truth");
    enum zm_status status =
        othello_truth_compare(school->probes, shown, sizeof shown / sizeof *shown, depth, depth + 6,
                              run, out, &svg, error);
    if (status == ZM_OK)
        status =
            svg.failed ? zm_fail_memory(error) : zm_file_write(path, zm_buffer_bytes(&svg), error);
    zm_buffer_free(&svg);
    return status;
}

/* -- the tool -- */

static const struct zm_param learning_params[] = {
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "200",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "games of each match"},
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .value = "2",
     .min = 1,
     .max = 8,
     .hint = "N",
     .help = "moves that they look ahead"},
    {.name = "lessons",
     .kind = ZM_PARAM_INTEGER,
     .value = "2000",
     .min = 1,
     .max = 10000000,
     .hint = "N",
     .help = "games with a random fifth move, and of its own in each generation"},
    {.name = "from",
     .kind = ZM_PARAM_INTEGER,
     .value = "20",
     .min = 0,
     .max = 60,
     .hint = "MOVES",
     .help = "moves from which on late evaluations use what was learned"},
    {.name = "svg",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "curves of what was learned against the truth"},
    {.name = "positions",
     .kind = ZM_PARAM_INTEGER,
     .value = "1000",
     .min = 1,
     .max = OTHELLO_PROBES_MOST,
     .hint = "N",
     .help = "positions for these curves"},
    {.name = "truth",
     .kind = ZM_PARAM_INTEGER,
     .value = "6",
     .min = 1,
     .max = 20,
     .hint = "N",
     .help = "moves that the truth looks ahead; six more at the end of the game"},
    {0},
};

static enum zm_status learn_all(struct school *school, const struct zm_settings *settings,
                                const char *const *words, size_t count, struct zm_run *run,
                                struct zm_error *error)
{
    unsigned lessons = (unsigned)zm_settings_integer(settings, "lessons");
    enum zm_status status = ZM_OK;
    othello_fits_begin(&school->archive);
    for (size_t i = 0; status == ZM_OK && i < count; i++) {
        status = zm_source_read_file(words[i], run, take, school, error);
        if (status == ZM_OK && zm_run_look(run))
            status = zm_fail(error, ZM_STOPPED, "stopped");
    }
    school->fifth = school->archive; /* its samples stay, others come */
    if (status == ZM_OK)
        status = end_fits(&school->archive, error);
    if (status == ZM_OK)
        status = learn_fifth(school, lessons, run, error);
    return status == ZM_OK ? learn_own(school, lessons, run, error) : status;
}

static enum zm_status run_learning(const struct zm_settings *settings, const char *const *words,
                                   size_t count, struct zm_run *run, struct zm_buffer *out,
                                   struct zm_error *error)
{
    struct school *school = calloc(1, sizeof *school);
    struct othello_probes *probes = calloc(1, sizeof *probes);
    enum zm_status status = school == NULL || probes == NULL ? zm_fail_memory(error) : ZM_OK;
    if (status == ZM_OK) {
        school->probes = probes;
        school->probes_most = (size_t)zm_settings_integer(settings, "positions");
        school->random = zm_random_seeded(run->seed);
        status = learn_all(school, settings, words, count, run, error);
    }
    if (status == ZM_OK) {
        zm_buffer_format(out, "%u games, %u left out\n", school->games, school->left_out);
        status = compare(school, (unsigned)zm_settings_integer(settings, "from"),
                         (unsigned)zm_settings_integer(settings, "games"),
                         (unsigned)zm_settings_integer(settings, "depth"), run, out, error);
    }
    if (status == ZM_OK)
        status = draw_truth(school, settings, run, out, error);
    free(probes);
    free(school);
    return status;
}

const struct zm_tool othello_learning_tool = {
    .name = "learning",
    .usage = "FILE...",
    .words = 1,
    .more_words = 1000,
    .summary = "compares ways to learn an evaluation, by matches and with the truth",
    .details = "Files are games in WTHOR, GGF or lines of moves.\n"
               "Example:\n  zermelo tool othello learning wthor/WTH_19*.wtb --svg truth.svg\n",
    .params = learning_params,
    .run = run_learning,
};
