/* The tool `discriminants`: games in, what tells won positions from lost ones out; see
 * discriminants.h. The last tenth of the games is kept apart, to count how many positions each fit
 * puts on the right side. */
#include "engines/othello/discriminants.h"

#include "base/file.h"
#include "engines/othello/chart.h"
#include "engines/othello/kernel.h"
#include "engines/othello/line.h"
#include "records/formats.h"

#include <stdlib.h>

enum { APART = 10, PASS = 64 };

const char *const othello_trait_names[OTHELLO_TRAITS] = {
    "discs", "mobility", "frontier", "corners", "X squares", "C squares", "edges", "potential"};

/* -- features -- */

#define CORNERS UINT64_C(0x8100000000000081)
#define X_SQUARES UINT64_C(0x0042000000004200)
#define C_SQUARES UINT64_C(0x4281000000008142)
#define EDGES UINT64_C(0x3c0081818181003c)

/* The squares beside those of a set. */
static uint64_t beside(uint64_t squares)
{
    const uint64_t left = UINT64_C(0x0101010101010101), right = left << 7;
    uint64_t row = squares | (squares & ~right) << 1 | (squares & ~left) >> 1;
    return row | row << 8 | row >> 8;
}

static double more(uint64_t own, uint64_t other)
{
    return (double)othello_discs(own) - (double)othello_discs(other);
}

void othello_traits(struct othello_bits bits, double traits[OTHELLO_TRAITS])
{
    const struct othello_kernel *kernel = othello_best_kernel();
    uint64_t own = bits.own, other = bits.other, empty = ~(own | other);
    traits[0] = more(own, other);
    traits[1] = more(kernel->moves(own, other), kernel->moves(other, own));
    traits[2] = more(own & beside(empty), other & beside(empty));
    traits[3] = more(own & CORNERS, other & CORNERS);
    traits[4] = more(own & X_SQUARES, other & X_SQUARES);
    traits[5] = more(own & C_SQUARES, other & C_SQUARES);
    traits[6] = more(own & EDGES, other & EDGES);
    traits[7] = more(empty & beside(other), empty & beside(own)); /* where moves may come */
}

double othello_fit_worth(const struct othello_fits *fits, enum othello_fit_kind kind,
                         struct othello_bits bits)
{
    double traits[OTHELLO_TRAITS], worth[2];
    unsigned moves = othello_discs(bits.own | bits.other) - 4;
    othello_traits(bits, traits);
    if (kind == OTHELLO_FIT_CONSTANT)
        return zm_linear_worth(&fits->stages[OTHELLO_FITS / 2], traits);
    unsigned low = moves < OTHELLO_FIT_MOVES ? 0 : moves / OTHELLO_FIT_MOVES - 1;
    low = low > OTHELLO_FITS - 1 ? OTHELLO_FITS - 1 : low;
    unsigned high = low + 1 < OTHELLO_FITS ? low + 1 : low;
    for (unsigned i = 0; i < 2; i++) {
        const struct zm_discriminant *stage = &fits->stages[i == 0 ? low : high];
        worth[i] = kind == OTHELLO_FIT_LINEAR ? zm_linear_worth(stage, traits)
                                              : zm_quadratic_worth(stage, traits, true);
    }
    double share = moves < OTHELLO_FIT_MOVES ? 0 : moves % OTHELLO_FIT_MOVES / 5.0;
    return worth[0] * (1 - share) + worth[1] * share;
}

double othello_fitted_worth(const struct othello_fitted *fitted, struct othello_bits bits)
{
    if (fitted->fits == NULL || othello_discs(bits.own | bits.other) - 4 < fitted->from) {
        const struct othello_kernel *kernel = othello_best_kernel();
        return more(kernel->moves(bits.own, bits.other), kernel->moves(bits.other, bits.own));
    }
    return othello_fit_worth(fitted->fits, fitted->kind, bits);
}

/* -- samples -- */

void othello_fits_begin(struct othello_fits *fits)
{
    *fits = (struct othello_fits){0};
    for (unsigned i = 0; i < OTHELLO_FITS; i++)
        zm_discriminant_begin(&fits->stages[i], OTHELLO_TRAITS);
}

/* The stage that a position belongs to; OTHELLO_FITS: none. */
static unsigned stage_of(struct othello_bits bits)
{
    unsigned moves = othello_discs(bits.own | bits.other) - 4, stage = moves / OTHELLO_FIT_MOVES;
    return moves % OTHELLO_FIT_MOVES != 0 || stage < 1 || stage > OTHELLO_FITS ? OTHELLO_FITS
                                                                               : stage - 1;
}

void othello_fits_add(struct othello_fits *fits, struct othello_bits bits, int own)
{
    double traits[OTHELLO_TRAITS];
    unsigned stage = stage_of(bits);
    if (stage == OTHELLO_FITS)
        return;
    othello_traits(bits, traits);
    zm_discriminant_add(&fits->stages[stage], traits, own >= 0, own == 0 ? 0.5 : 1);
    if (own == 0)
        zm_discriminant_add(&fits->stages[stage], traits, false, 0.5);
}

unsigned othello_fits_end(struct othello_fits *fits)
{
    unsigned missing = 0;
    for (unsigned i = OTHELLO_FITS; i-- > 0;) {
        fits->known[i] = zm_discriminant_end(&fits->stages[i]);
        missing = fits->known[i] ? missing : (i + 1) * OTHELLO_FIT_MOVES;
    }
    return missing;
}

/* -- games -- */

struct gathering {
    struct othello_fits fits;
    uint32_t games, left_out;
    bool counting; /* the games kept apart are looked at */
    uint32_t asked[OTHELLO_FITS], right[OTHELLO_FITS][2];
};

/* How many positions of a game kept apart each form puts on the right side. */
static void count_right(struct gathering *all, struct othello_bits bits, int own)
{
    double traits[OTHELLO_TRAITS];
    unsigned stage = stage_of(bits);
    if (stage == OTHELLO_FITS || own == 0 || !all->fits.known[stage])
        return;
    const struct zm_discriminant *fit = &all->fits.stages[stage];
    othello_traits(bits, traits);
    all->asked[stage]++;
    all->right[stage][0] += (zm_linear_worth(fit, traits) > 0) == (own > 0);
    all->right[stage][1] += (zm_quadratic_worth(fit, traits, true) > 0) == (own > 0);
}

/* What a game says about each stage: its position there, and who won in the end. */
static void use_line(struct gathering *all, const struct othello_line *line, int black)
{
    for (unsigned i = 0; i + 1 < line->count; i++) {
        int own = line->turn[i] == 0 ? black : -black;
        if (line->move[i] == PASS)
            continue;
        if (all->counting)
            count_right(all, line->bits[i], own);
        else
            othello_fits_add(&all->fits, line->bits[i], own);
    }
}

static enum zm_status take(void *context, const struct zm_game *game, const struct zm_sheet *sheet,
                           size_t number, const struct zm_error *bad, struct zm_error *error)
{
    struct gathering *all = context;
    struct othello_line line;
    (void)error;
    /* The theoretical result, where there is one, is free of the blunders of the end. */
    int margin = sheet->theory != ZM_NO_MARGIN ? sheet->theory : sheet->margin;
    int black = margin / 2;
    if (all->counting != (number % APART == 0))
        return ZM_OK;
    if (!othello_line_of_sheet(game, sheet, bad, &line) ||
        (margin == ZM_NO_MARGIN && !othello_line_over(&line, &black))) {
        all->left_out++;
        return ZM_OK;
    }
    all->games++;
    use_line(all, &line, black);
    return ZM_OK;
}

static enum zm_status read_files(struct gathering *all, const char *const *paths, size_t count,
                                 struct zm_run *run, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < count; i++) {
        status = zm_source_read_file(paths[i], run, take, all, error);
        if (status == ZM_OK && zm_run_look(run))
            status = zm_fail(error, ZM_STOPPED, "stopped");
    }
    return status;
}

/* -- telling -- */

static void tell(const struct gathering *all, struct zm_buffer *out)
{
    zm_buffer_format(out, "%u games, %u left out\nmoves", all->games, all->left_out);
    for (unsigned k = 0; k < OTHELLO_TRAITS; k++)
        zm_buffer_format(out, " %9s", othello_trait_names[k]);
    zm_buffer_text(out, "   right: linear, quadratic\n");
    for (unsigned i = 0; i < OTHELLO_FITS; i++) {
        zm_buffer_format(out, "%5u", (i + 1) * OTHELLO_FIT_MOVES);
        if (!all->fits.known[i]) {
            zm_buffer_text(out, " nothing is known\n");
            continue;
        }
        for (unsigned k = 0; k < OTHELLO_TRAITS; k++)
            zm_buffer_format(out, " %+9.3f", zm_feature_relevance(&all->fits.stages[i], k));
        double asked = all->asked[i] == 0 ? 1 : all->asked[i];
        zm_buffer_format(out, "   %5.1f %%  %5.1f %%\n", 100 * all->right[i][0] / asked,
                         100 * all->right[i][1] / asked);
    }
}

/* The relevance of each feature by the moves played. */
static void draw(const struct othello_fits *fits, struct zm_buffer *svg)
{
    static const char *const colours[OTHELLO_TRAITS - 4] = {"#246", "#a33", "#383", "#a70"};
    static const unsigned shown[OTHELLO_TRAITS - 4] = {0, 1, 2, 3};
    double x[OTHELLO_FITS], y[OTHELLO_TRAITS - 4][OTHELLO_FITS];
    struct othello_curve curves[OTHELLO_TRAITS - 4];
    for (unsigned k = 0; k < OTHELLO_TRAITS - 4; k++) {
        for (unsigned i = 0; i < OTHELLO_FITS; i++) {
            x[i] = (i + 1) * OTHELLO_FIT_MOVES;
            y[k][i] = fits->known[i] ? zm_feature_relevance(&fits->stages[i], shown[k]) : 0;
        }
        curves[k] = (struct othello_curve){othello_trait_names[shown[k]], colours[k], x, y[k],
                                           OTHELLO_FITS};
    }
    othello_chart_draw(&(struct othello_chart){.title = "What tells won positions from lost ones",
                                               .x_name = "moves played",
                                               .y_name = "relevance",
                                               .curves = curves,
                                               .count = OTHELLO_TRAITS - 4,
                                               .low = -1,
                                               .high = 1,
                                               .right = 60},
                       svg);
}

static enum zm_status play_matches(const struct othello_fits *fits,
                                   const struct zm_settings *settings, struct zm_run *run,
                                   struct zm_buffer *out, struct zm_error *error)
{
    static const char *const names[] = {"linear", "quadratic", "constant"};
    static const enum othello_fit_kind pairs[][2] = {{OTHELLO_FIT_QUADRATIC, OTHELLO_FIT_LINEAR},
                                                     {OTHELLO_FIT_LINEAR, OTHELLO_FIT_CONSTANT},
                                                     {OTHELLO_FIT_QUADRATIC, OTHELLO_FIT_CONSTANT}};
    unsigned games = (unsigned)zm_settings_integer(settings, "games");
    for (size_t i = 0; games > 0 && i < sizeof pairs / sizeof *pairs; i++) {
        struct zm_tally tally;
        const struct othello_fitted a = {fits, pairs[i][0], 0}, b = {fits, pairs[i][1], 0};
        if (!othello_fit_play(&a, &b, games, (unsigned)zm_settings_integer(settings, "depth"),
                              run->seed, run, &tally))
            return zm_fail(error, ZM_STOPPED, "stopped");
        struct zm_elo elo = zm_elo_of(&tally);
        zm_buffer_format(
            out, "%s against %s: %u won, %u drawn, %u lost; Elo %+.0f (%+.0f to %+.0f)\n",
            names[pairs[i][0]], names[pairs[i][1]], (unsigned)tally.wins, (unsigned)tally.draws,
            (unsigned)tally.losses, elo.estimate, elo.low, elo.high);
    }
    return ZM_OK;
}

static enum zm_status learn(struct gathering *all, const char *const *words, size_t count,
                            struct zm_run *run, struct zm_error *error)
{
    othello_fits_begin(&all->fits);
    enum zm_status status = read_files(all, words, count, run, error);
    unsigned missing = status == ZM_OK ? othello_fits_end(&all->fits) : 0;
    if (missing != 0)
        status = zm_fail(error, ZM_BAD_INPUT, "too few games: none is won and lost after %u moves",
                         missing);
    all->counting = true;
    return status == ZM_OK ? read_files(all, words, count, run, error) : status;
}

static const struct zm_param discriminants_params[] = {
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "so many games of each fit against each other"},
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .value = "2",
     .min = 1,
     .max = 8,
     .hint = "N",
     .help = "moves that these games look ahead"},
    {.name = "svg", .kind = ZM_PARAM_FILE, .hint = "FILE", .help = "curves of what was learned"},
    {0},
};

static enum zm_status run_discriminants(const struct zm_settings *settings,
                                        const char *const *words, size_t count, struct zm_run *run,
                                        struct zm_buffer *out, struct zm_error *error)
{
    struct gathering *all = calloc(1, sizeof *all);
    struct zm_buffer svg = {0};
    const char *path = zm_settings_text(settings, "svg");
    if (all == NULL)
        return zm_fail_memory(error);
    enum zm_status status = learn(all, words, count, run, error);
    if (status == ZM_OK) {
        tell(all, out);
        status = play_matches(&all->fits, settings, run, out, error);
    }
    if (status == ZM_OK && path != NULL) {
        draw(&all->fits, &svg);
        status =
            svg.failed ? zm_fail_memory(error) : zm_file_write(path, zm_buffer_bytes(&svg), error);
    }
    zm_buffer_free(&svg);
    free(all);
    return status;
}

const struct zm_tool othello_discriminants_tool = {
    .name = "discriminants",
    .usage = "FILE...",
    .words = 1,
    .more_words = 1000,
    .summary = "learns what tells won positions from lost ones, by linear and quadratic forms",
    .details = "Files are games in WTHOR, GGF or lines of moves.\n"
               "Example:\n  zermelo tool othello discriminants wthor/WTH_19*.wtb --games 200\n",
    .params = discriminants_params,
    .run = run_discriminants,
};
