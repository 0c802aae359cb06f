/* The tool `analyse`: a whole game in, its mistakes, its graph and an annotated record out. */
#include "engines/othello/analyse.h"

#include "base/file.h"
#include "engines/othello/chart.h"

#include <stdlib.h>

static const struct zm_param analyse_params[] = {
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .value = "12",
     .min = 2,
     .max = 40,
     .hint = "N",
     .help = "moves looked ahead"},
    {.name = "exact",
     .kind = ZM_PARAM_INTEGER,
     .value = "20",
     .min = 0,
     .max = 36,
     .hint = "N",
     .help = "positions with so many empty squares and fewer are solved"},
    {.name = "mistake",
     .kind = ZM_PARAM_INTEGER,
     .value = "3",
     .min = 1,
     .max = 64,
     .hint = "DISCS",
     .help = "what a move must lose to be called a mistake"},
    {.name = "svg", .kind = ZM_PARAM_FILE, .hint = "FILE", .help = "the graph of the game"},
    {.name = "record",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "the game in GGF, each move with what it was worth"},
    {0},
};

/* -- looking -- */

static int for_black(const struct othello_line *line, unsigned index, int score)
{
    return line->turn[index] == 0 ? score : -score;
}

enum zm_status othello_analyse(struct othello_judge *judge, const char *moves,
                               struct othello_analysis *analysis, struct zm_error *error)
{
    struct othello_line *line = &analysis->line;
    enum zm_status status = othello_line_read(moves, line, error);
    if (status != ZM_OK)
        return status;
    for (unsigned i = line->count; i-- > 0;) {
        int score = 0, next = 0;
        unsigned best = OTHELLO_LINE_PASS, empty = othello_line_empty(line, i);
        bool last = i + 1 == line->count, passes = !last && line->move[i] == OTHELLO_LINE_PASS;
        if (!othello_judge_score(judge, line->bits[i], 0, &score, &best) ||
            (!last && !othello_judge_score(judge, line->bits[i + 1], passes ? 0 : 1, &next, NULL)))
            return zm_fail(error, ZM_STOPPED, "stopped with %u moves still to be looked at", i);
        int loss = last || passes ? 0 : score + next; /* the next score is the opponent's */
        analysis->score[i] = for_black(line, i, score);
        analysis->played[i] = last ? analysis->score[i] : for_black(line, i, -next);
        analysis->best[i] = (uint8_t)best;
        analysis->loss[i] = (uint8_t)(loss < 0 ? 0 : loss);
        analysis->exact[i] = othello_judge_exact(judge, empty);
    }
    return ZM_OK;
}

unsigned othello_first_mistake(const struct othello_analysis *analysis, unsigned least)
{
    unsigned i = 0;
    while (i + 1 < analysis->line.count && analysis->loss[i] < least)
        i++;
    return i + 1 < analysis->line.count ? i : analysis->line.count;
}

/* -- telling -- */

static void tell_move(const struct othello_analysis *analysis, unsigned index, unsigned number,
                      unsigned least, struct zm_buffer *out)
{
    char move[8], best[8] = "";
    othello_line_name(analysis->line.move[index], move);
    if (analysis->loss[index] > 0 && analysis->best[index] != OTHELLO_LINE_PASS)
        othello_line_name(analysis->best[index], best);
    zm_buffer_format(out, "%3u %-5s %-4s %+4d", number,
                     analysis->line.turn[index] == 0 ? "black" : "white", move,
                     analysis->played[index]);
    if (analysis->loss[index] > 0)
        zm_buffer_format(out, "  %s%s was better by %u",
                         analysis->loss[index] >= least ? "mistake: " : "",
                         best[0] == 0 ? "another move" : best, analysis->loss[index]);
    zm_buffer_text(out, analysis->exact[index] ? "\n" : "  (guess)\n");
}

static void tell(const struct othello_analysis *analysis, unsigned least, struct zm_buffer *out)
{
    const struct othello_line *line = &analysis->line;
    unsigned losses[2] = {0, 0}, numbers[OTHELLO_LINE_MOST], number = 0;
    zm_buffer_text(out, "move, and what it leaves Black in discs more than White\n");
    for (unsigned i = 0; i + 1 < line->count; i++) {
        numbers[i] = number += line->move[i] != OTHELLO_LINE_PASS;
        tell_move(analysis, i, number, least, out);
        losses[line->turn[i]] += analysis->loss[i];
    }
    zm_buffer_format(out, "lost in all: black %u discs, white %u\n", losses[0], losses[1]);
    unsigned first = othello_first_mistake(analysis, least);
    if (first < line->count) {
        char move[8];
        othello_line_name(line->move[first], move);
        zm_buffer_format(out, "first mistake: %u, %s by %s, %u discs\n", numbers[first], move,
                         line->turn[first] == 0 ? "black" : "white", analysis->loss[first]);
    } else {
        zm_buffer_text(out, "no mistakes\n");
    }
}

/* The graph: what Black has more, move by move, with dots where mistakes were made. */
static void draw(const struct othello_analysis *analysis, unsigned least, struct zm_buffer *svg)
{
    double x[OTHELLO_LINE_MOST], y[OTHELLO_LINE_MOST], marks_x[OTHELLO_LINE_MOST],
        marks_y[OTHELLO_LINE_MOST];
    size_t count = analysis->line.count, marks = 0;
    double solved = 0;
    for (size_t i = 0; i < count; i++) {
        x[i] = (double)i;
        y[i] = analysis->score[i];
        solved = analysis->exact[i] && solved == 0 ? (double)i : solved;
        if (i + 1 < count && analysis->loss[i] >= least) {
            marks_x[marks] = (double)i + 1;
            marks_y[marks++] = analysis->played[i];
        }
    }
    struct othello_curve curve = {"black less white", "#246", x, y, count};
    othello_chart_draw(&(struct othello_chart){.title = "The game, and its mistakes",
                                               .x_name = "moves",
                                               .y_name = "discs",
                                               .curves = &curve,
                                               .count = 1,
                                               .low = -64,
                                               .high = 64,
                                               .right = count > 1 ? (double)count - 1 : 1,
                                               .line_x = solved,
                                               .line_name = solved > 0 ? "exact" : NULL,
                                               .marks_x = marks_x,
                                               .marks_y = marks_y,
                                               .marks = marks},
                       svg);
}

void othello_analysis_record(const struct othello_analysis *analysis, struct zm_buffer *text)
{
    const struct othello_line *line = &analysis->line;
    int black;
    zm_buffer_text(text, "(;GM[Othello]");
    if (othello_line_over(line, &black))
        zm_buffer_format(text, "RE[%+d.00]", black);
    zm_buffer_text(text, "TY[8]BO[8 ---------------------------O*------*O------------------------"
                         "--- *]");
    for (unsigned i = 0; i + 1 < line->count; i++) {
        char move[8];
        othello_line_name(line->move[i], move);
        zm_buffer_format(text, "%c[%s/%+d.00]", "BW"[line->turn[i]], move,
                         for_black(line, i, analysis->played[i]));
    }
    zm_buffer_text(text, ";)\n");
}

static enum zm_status write_files(const struct othello_analysis *analysis, unsigned least,
                                  const struct zm_settings *settings, struct zm_error *error)
{
    const char *svg = zm_settings_text(settings, "svg"),
               *record = zm_settings_text(settings, "record");
    struct zm_buffer text = {0};
    enum zm_status status = ZM_OK;
    if (svg != NULL) {
        draw(analysis, least, &text);
        status =
            text.failed ? zm_fail_memory(error) : zm_file_write(svg, zm_buffer_bytes(&text), error);
    }
    if (status == ZM_OK && record != NULL) {
        zm_buffer_clear(&text);
        othello_analysis_record(analysis, &text);
        status = text.failed ? zm_fail_memory(error)
                             : zm_file_write(record, zm_buffer_bytes(&text), error);
    }
    zm_buffer_free(&text);
    return status;
}

static enum zm_status run_analyse(const struct zm_settings *settings, const char *const *words,
                                  size_t count, struct zm_run *run, struct zm_buffer *out,
                                  struct zm_error *error)
{
    struct othello_judge judge;
    struct othello_analysis *analysis = calloc(1, sizeof *analysis);
    unsigned least = (unsigned)zm_settings_integer(settings, "mistake");
    (void)count;
    if (analysis == NULL)
        return zm_fail_memory(error);
    enum zm_status status =
        othello_judge_open(&judge, (unsigned)zm_settings_integer(settings, "depth"),
                           (unsigned)zm_settings_integer(settings, "exact"), run, error);
    if (status == ZM_OK) {
        status = othello_analyse(&judge, words[0], analysis, error);
        othello_judge_close(&judge);
    }
    if (status == ZM_OK) {
        tell(analysis, least, out);
        status = write_files(analysis, least, settings, error);
    }
    free(analysis);
    return status;
}

const struct zm_tool othello_analyse_tool = {
    .name = "analyse",
    .usage = "MOVES",
    .words = 1,
    .summary = "a whole game: what each move lost, the first mistake, the graph of the game",
    .details = "Example:\n  zermelo tool othello analyse f5d6c3d3c4f4c5b3c2 --svg game.svg\n",
    .params = analyse_params,
    .run = run_analyse,
};
