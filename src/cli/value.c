/* zermelo value EXPRESSION: the calculator of Conway values; a prompt when no expression is given.
 */
#include "cli/cli.h"

#include "api/calculator.h"
#include "base/clock.h"
#include "cli/value_loopy.h"
#include "cli/value_misere.h"
#include "cli/value_scoring.h"
#include "theory/sum_player.h"

#include <editline/readline.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct zm_param value_params[] = {
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {.name = "thermograph",
     .kind = ZM_PARAM_FLAG,
     .help = "draw the thermograph of the value (-o FILE, else standard output)"},
    {.name = "output", .kind = ZM_PARAM_FILE, .hint = "FILE", .help = "-o: where the drawing goes"},
    {.name = "advise",
     .kind = ZM_PARAM_CHOICE,
     .choices = "left|right",
     .hint = "SIDE",
     .help = "how this side should move in the sum: exact play and hottest first"},
    {.name = "loopy",
     .kind = ZM_PARAM_FLAG,
     .help = "games that can repeat: on, off, over, under, dud, a{0|a}"},
    {.name = "misere",
     .kind = ZM_PARAM_FLAG,
     .help = "reduced canonical trees of misere play: {0;{2}} + 2, {3;{2}} = {2} + 1"},
    {.name = "scoring",
     .kind = ZM_PARAM_FLAG,
     .help = "games with final scores: {2|{0|@-1}} + 1/2 ? {1|0}; @ where a side has no move"},
    {.name = "ascii", .kind = ZM_PARAM_FLAG, .help = "plain names on a terminal too"},
    {.name = "time",
     .kind = ZM_PARAM_SECONDS,
     .hint = "SECONDS",
     .help = "stop after this time (exit status 3)"},
    {.name = "memory",
     .kind = ZM_PARAM_SIZE,
     .value = "4G",
     .hint = "SIZE",
     .help = "memory for values and tables, about"},
    {0},
};

struct session {
    struct zm_settings settings;
    struct zm_run run;
    struct zm_calculator calculator;
    enum zm_conway_style style;
};

/* --- one value ----------------------------------------------------------------------------- */

static json_t *json_dyadic(struct zm_dyadic number)
{
    struct zm_buffer text = {0};
    zm_dyadic_print(number, &text);
    json_t *string = json_string(zm_buffer_string(&text));
    zm_buffer_free(&text);
    return string;
}

static json_t *json_value(struct zm_universe *universe, zm_conway g)
{
    struct zm_buffer text = {0};
    zm_conway_print(universe, g, ZM_CONWAY_ASCII, &text);
    json_t *string = text.failed ? NULL : json_string(zm_buffer_string(&text));
    zm_buffer_free(&text);
    return string;
}

static json_t *describe_json(struct session *session, const char *expression,
                             const struct zm_evaluation *evaluation)
{
    struct zm_universe *universe = session->calculator.universe;
    json_t *object = json_object();
    zm_conway g = evaluation->value;
    const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, g);
    char outcome[2] = {zm_conway_outcome(universe, g), 0};
    json_object_set_new(object, "expression", json_string(expression));
    if (evaluation->comparison) {
        const char *sign = zm_relation_sign(evaluation->relation);
        json_object_set_new(object, "result",
                            json_string(evaluation->asked   ? sign
                                        : evaluation->truth ? "true"
                                                            : "false"));
        json_object_set_new(object, "kind", json_string("comparison"));
        json_object_set_new(object, "relation", json_string(sign));
    } else if (thermograph != NULL) {
        zm_conway weight;
        json_object_set_new(object, "result", json_value(universe, g));
        json_object_set_new(object, "kind", json_string("value"));
        json_object_set_new(object, "outcome", json_string(outcome));
        json_object_set_new(object, "mean", json_dyadic(thermograph->mean));
        json_object_set_new(object, "temperature", json_dyadic(thermograph->temperature));
        json_object_set_new(object, "left_stop", json_dyadic(zm_conway_left_stop(universe, g)));
        json_object_set_new(object, "right_stop", json_dyadic(zm_conway_right_stop(universe, g)));
        json_object_set_new(object, "birthday",
                            json_integer((json_int_t)zm_conway_birthday(universe, g)));
        if (zm_conway_atomic_weight(universe, g, &weight))
            json_object_set_new(object, "atomic_weight", json_value(universe, weight));
    }
    json_object_set_new(object, "verified", json_false());
    json_object_set_new(object, "seconds", json_real(zm_run_seconds(&session->run)));
    return object;
}

static void print_text(struct session *session, zm_conway g)
{
    struct zm_buffer text = {0};
    zm_conway_print(session->calculator.universe, g, session->style, &text);
    fputs(text.failed ? "(too long to write)" : zm_buffer_string(&text), stdout);
    zm_buffer_free(&text);
}

static void print_dyadic(const char *before, struct zm_dyadic number)
{
    struct zm_buffer text = {0};
    zm_dyadic_print(number, &text);
    printf("%s%s", before, zm_buffer_string(&text));
    zm_buffer_free(&text);
}

static void describe_text(struct session *session, const struct zm_evaluation *evaluation)
{
    static const char *const meanings[128] = {['N'] = "the first player wins",
                                              ['P'] = "the second player wins",
                                              ['L'] = "Left wins, whoever begins",
                                              ['R'] = "Right wins, whoever begins"};
    struct zm_universe *universe = session->calculator.universe;
    zm_conway g = evaluation->value, weight;
    if (evaluation->comparison) {
        puts(evaluation->asked   ? zm_relation_sign(evaluation->relation)
             : evaluation->truth ? "true"
                                 : "false");
        return;
    }
    print_text(session, g);
    char outcome = zm_conway_outcome(universe, g);
    printf("\n  outcome %c: %s\n", outcome, meanings[(int)outcome]);
    const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, g);
    if (thermograph == NULL)
        return;
    print_dyadic("  mean ", thermograph->mean);
    print_dyadic(", temperature ", thermograph->temperature);
    print_dyadic(", stops ", zm_conway_left_stop(universe, g));
    print_dyadic(" and ", zm_conway_right_stop(universe, g));
    if (zm_conway_atomic_weight(universe, g, &weight)) {
        fputs(", atomic weight ", stdout);
        print_text(session, weight);
    }
    putchar('\n');
}

/* --- advice for a sum ------------------------------------------------------------------------ */

enum { MOST_MOVES = 400 };

static zm_conway *terms_of(const struct zm_evaluation *evaluation)
{
    zm_conway *terms = malloc((evaluation->count + 1) * sizeof *terms);
    for (size_t i = 0; terms != NULL && i < evaluation->count; i++)
        terms[i] = evaluation->summands[i].value;
    return terms;
}

static void print_move(struct session *session, const char *expression,
                       const struct zm_evaluation *evaluation, const struct zm_sum_move *move)
{
    const struct zm_summand *summand = &evaluation->summands[move->term];
    struct zm_universe *universe = session->calculator.universe;
    const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, summand->value);
    printf("%s%.*s to ", summand->negative ? "-" : "", (int)(summand->end - summand->start),
           expression + summand->start);
    print_text(session, move->option);
    if (thermograph != NULL)
        print_dyadic(" (temperature ", thermograph->temperature);
    fputs("), leaving ", stdout);
    print_text(session, move->total);
    printf(", which %s\n", move->wins ? "wins" : "loses");
}

static void advise_text(struct session *session, const char *expression,
                        const struct zm_evaluation *evaluation, bool right)
{
    struct zm_universe *universe = session->calculator.universe;
    static struct zm_sum_move moves[MOST_MOVES];
    struct zm_sum_move move;
    zm_conway *terms = terms_of(evaluation);
    if (terms == NULL)
        return;
    const char *side = right ? "Right" : "Left";
    if (zm_sum_exact(universe, terms, evaluation->count, right, &move)) {
        printf("%s to move wins: ", side);
        print_move(session, expression, evaluation, &move);
    } else
        printf("%s to move loses whatever he plays\n", side);
    if (zm_sum_hottest(universe, terms, evaluation->count, right, &move)) {
        fputs("hottest first: ", stdout);
        print_move(session, expression, evaluation, &move);
    }
    size_t count = zm_sum_moves(universe, terms, evaluation->count, right, moves, MOST_MOVES);
    for (size_t i = 0; i < count && i < MOST_MOVES; i++) {
        fputs("  ", stdout);
        print_move(session, expression, evaluation, &moves[i]);
    }
    free(terms);
}

static json_t *move_json(struct zm_universe *universe, const struct zm_sum_move *move)
{
    return json_pack("{s:I,s:o,s:o,s:b}", "term", (json_int_t)move->term, "option",
                     json_value(universe, move->option), "leaves",
                     json_value(universe, move->total), "wins", move->wins);
}

static void advise_json(struct session *session, const struct zm_evaluation *evaluation, bool right,
                        json_t *object)
{
    struct zm_universe *universe = session->calculator.universe;
    struct zm_sum_move move;
    zm_conway *terms = terms_of(evaluation);
    if (terms == NULL)
        return;
    bool wins = zm_sum_exact(universe, terms, evaluation->count, right, &move);
    json_object_set_new(object, "exact", wins ? move_json(universe, &move) : json_null());
    if (zm_sum_hottest(universe, terms, evaluation->count, right, &move))
        json_object_set_new(object, "hottest", move_json(universe, &move));
    free(terms);
}

/* --- one expression -------------------------------------------------------------------------- */

static enum zm_status draw(struct session *session, zm_conway g, struct zm_error *error)
{
    struct zm_buffer svg = {0};
    const char *path = zm_settings_text(&session->settings, "output");
    zm_conway_draw_thermograph(session->calculator.universe, g, &svg);
    enum zm_status status = zm_write_text(path, &svg, error);
    zm_buffer_free(&svg);
    return status;
}

static int report_stopped(struct session *session, const char *expression)
{
    if (zm_settings_flag(&session->settings, "json"))
        return zm_report_json(json_pack("{s:s,s:n,s:s,s:s,s:b,s:f}", "expression", expression,
                                        "result", "kind", "value", "status", "stopped", "verified",
                                        0, "seconds", zm_run_seconds(&session->run)));
    puts("unknown");
    return ZM_OK;
}

static int report(struct session *session, const char *expression,
                  const struct zm_evaluation *evaluation, struct zm_error *error)
{
    const char *side = zm_settings_text(&session->settings, "advise");
    bool right = side != NULL && strcmp(side, "right") == 0;
    bool drawing = zm_settings_flag(&session->settings, "thermograph");
    enum zm_status status = drawing ? draw(session, evaluation->value, error) : ZM_OK;
    if (status != ZM_OK)
        return zm_report_error(error);
    if (drawing && zm_settings_text(&session->settings, "output") == NULL)
        return ZM_OK;
    if (!zm_settings_flag(&session->settings, "json")) {
        describe_text(session, evaluation);
        if (side != NULL && !evaluation->comparison)
            advise_text(session, expression, evaluation, right);
    } else {
        json_t *object = describe_json(session, expression, evaluation);
        if (side != NULL && !evaluation->comparison)
            advise_json(session, evaluation, right, object);
        status = (enum zm_status)zm_report_json(object);
    }
    if (status == ZM_OK)
        status = zm_universe_check(session->calculator.universe, error);
    return status == ZM_OK ? ZM_OK : zm_report_error(error);
}

static int evaluate(struct session *session, const char *expression)
{
    struct zm_evaluation evaluation;
    struct zm_error error = {0};
    if (zm_settings_flag(&session->settings, "loopy"))
        return zm_value_loopy(session->calculator.universe, expression,
                              zm_settings_flag(&session->settings, "json"));
    if (zm_settings_flag(&session->settings, "misere"))
        return zm_value_misere(expression,
                               (size_t)zm_settings_integer(&session->settings, "memory"),
                               zm_settings_flag(&session->settings, "json"));
    if (zm_settings_flag(&session->settings, "scoring"))
        return zm_value_scoring(expression, zm_settings_flag(&session->settings, "json"));
    int status = zm_calculator_evaluate(&session->calculator, expression, &evaluation, &error);
    if (status == ZM_OK)
        status = report(session, expression, &evaluation, &error);
    else {
        if (status == ZM_STOPPED)
            (void)report_stopped(session, expression);
        zm_report_error(&error);
    }
    zm_evaluation_free(&evaluation);
    return status;
}

/* --- the prompt ------------------------------------------------------------------------------ */

/* The next line, without its end: edited on a terminal, plain otherwise. NULL: no more. */
static char *next_line(bool terminal)
{
    if (terminal)
        return readline("value> ");
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static int prompt(struct session *session)
{
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    int status = ZM_OK;
    if (terminal)
        puts("Values of games: try {2|-1/2} + +-1, ^ ? *, [domineering 3x3]; an empty line ends.");
    char *line;
    while ((line = next_line(terminal)) != NULL) {
        bool end = line[strspn(line, " \t")] == '\0';
        if (!end) {
            if (terminal)
                add_history(line);
            int answered = evaluate(session, line);
            status = answered != ZM_OK && !terminal ? answered : status;
            atomic_store(&session->run.stop, false);
        }
        free(line);
        if (end && terminal)
            break;
    }
    return status;
}

static int value(const struct zm_arguments *arguments)
{
    struct session session = {0};
    struct zm_error error = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_value, 0, 1, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, value_params, &session.settings, &error);
    if (status == ZM_OK) {
        zm_run_begin(&session.run);
        double seconds = zm_settings_seconds(&session.settings, "time");
        session.run.deadline = seconds > 0 ? zm_clock_now() + seconds : 0;
        session.run.memory_limit = (size_t)zm_settings_integer(&session.settings, "memory");
        status = zm_calculator_open(&session.calculator, &session.run, &error);
    }
    if (status != ZM_OK) {
        zm_settings_free(&session.settings);
        return zm_report_error(&error);
    }
    bool plain = zm_settings_flag(&session.settings, "ascii") || !isatty(STDOUT_FILENO);
    session.style = plain ? ZM_CONWAY_ASCII : ZM_CONWAY_UNICODE;
    zm_report_attach(&session.run, true);
    int answered =
        arguments->word_count > 0 ? evaluate(&session, arguments->words[0]) : prompt(&session);
    zm_report_detach(&session.run);
    zm_calculator_close(&session.calculator);
    zm_settings_free(&session.settings);
    return answered;
}

const struct zm_command zm_command_value = {
    .name = "value",
    .usage = "[EXPRESSION] [options]",
    .summary = "Conway values: a calculator over positions of all games",
    .details =
        "Examples (quote them, the shell knows |, *, {, < and > too):\n"
        "  zermelo value '{2|-1/2} + {1|-1} + 3/4'\n"
        "  zermelo value '{0;{2};{3;{2}}} + 2 = {2}' --misere\n"
        "  zermelo value '[domineering 4x3] + [cram 3x3] + *2' --json\n"
        "  zermelo value '^* || 0'\n"
        "  zermelo value -- '-{1|0} : *'\n"
        "  zermelo value '{5|1} + {2|-4}' --advise left\n"
        "Values: 3/4, *2, ^, v*, ^^, ^3, +-1, {2|-1/2}, {2||1|0}, [GAME POSITION], sums with\n"
        "+ and -, ordinal sums with ':', tiny(G), miny(G), cool(G,t), heat(G,t), times(n,G),\n"
        "mean(G), temperature(G), leftstop(G), rightstop(G), weight(G), birthday(G).\n"
        "Comparisons: < <= > >= = != || <| |> and '?', which asks for the relation.\n",
    .params = value_params,
    .run = value,
};
