/* zermelo analyse GAME POSITION: every move with its value, exact where it can be had in the time,
 * else as a player sees it. */
#include "cli/cli.h"

#include "api/analysis.h"
#include "api/json.h"
#include "base/clock.h"
#include "engines/engine.h"

#include <math.h>
#include <string.h>

static const struct zm_param analyse_params[] = {
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    ZM_PLAYER_PARAM,
    {0},
};

/* What is analysed, and what is shown of it. */
struct desk {
    const char *text; /* the position as it was typed */
    struct zm_question question;
    struct zm_thinker thinker;
    struct zm_run run;     /* all of it */
    struct zm_run solving; /* the part of the time that goes into exact answers */
    struct zm_analysis how;
    struct zm_answer answer;
    json_t *object, *moves; /* NULL: as text */
};

/* What a player thinks of a move that is not solved. */
static void print_guess(const struct zm_analysed *move)
{
    const struct zm_line *line = move->line;
    printf("  %-10s %-8s", move->name, zm_analysed_proved(move) ? zm_analysed_verdict(move) : "?");
    if (!isnan(line->worth))
        printf(" %+.1f", line->worth);
    if (line->chance >= 0)
        printf(" %3.0f %% of %llu games", 100 * line->chance, (unsigned long long)line->playouts);
    if (line->playouts == 0 && line->depth > 0)
        printf(" %u moves ahead", line->depth);
    if (zm_line_pruned(line))
        printf(", confidence %u %%", line->confidence);
    putchar('\n');
}

static void print_move(const struct zm_analysed *move)
{
    const struct zm_answer *left = move->left;
    struct zm_buffer text = {0};
    zm_answer_print(left, &text);
    if (move->line != NULL)
        print_guess(move);
    else if (move->scored)
        printf("  %-10s %-8s %lld/%lld\n", move->name, zm_analysed_verdict(move),
               (long long)move->points[0], (long long)move->points[1]);
    else if (left->known && left->distance >= 0)
        printf("  %-10s %s in %lld plies\n", move->name, zm_analysed_verdict(move),
               (long long)left->distance + 1);
    else if (left->kind == ZM_ANSWER_OUTCOME && left->class == NULL)
        printf("  %-10s %s\n", move->name, zm_analysed_verdict(move));
    else
        printf("  %-10s %-8s leaves %s %s\n", move->name,
               left->outcome == ZM_UNDECIDED ? "" : zm_analysed_verdict(move),
               zm_answer_kind_name(left->kind), zm_buffer_string(&text));
    zm_buffer_free(&text);
}

static void report_move(void *context, const struct zm_analysed *move)
{
    const struct desk *desk = context;
    if (desk->moves == NULL)
        print_move(move);
    else
        json_array_append_new(
            desk->moves,
            zm_analysed_json(&desk->question, zm_buffer_bytes(&desk->question.position), move));
}

/* Gives the exact answers the next third of the time, where it is limited. */
static void begin_part(struct desk *desk)
{
    double seconds = zm_settings_seconds(&desk->question.settings, "time");
    atomic_store(&desk->solving.stop, false);
    desk->solving.deadline = seconds > 0 ? zm_clock_now() + seconds / 3 : 0;
}

static enum zm_status sit_down(struct desk *desk, const struct zm_arguments *arguments,
                               struct zm_error *error)
{
    struct zm_question *question = &desk->question;
    struct zm_pace pace = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_analyse, 1, 2, error);
    if (status != ZM_OK)
        return status;
    desk->text = zm_arguments_position(arguments);
    status = zm_question_open_local(question, arguments->words[0], desk->text, arguments->options,
                                    arguments->option_count, analyse_params, error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&desk->run);
    status = zm_question_expect_problem(question, desk->text, error);
    if (desk->text == NULL)
        desk->text = question->game->start;
    if (status == ZM_OK)
        status = zm_question_expect_one(question, error);
    if (status == ZM_OK)
        status = zm_question_run(question, &desk->run, error);
    if (status == ZM_OK)
        status = zm_thinker_open(&desk->thinker, question, &desk->run, error);
    if (status != ZM_OK)
        return status;
    bool exact = strcmp(question->player->name, "exact") == 0;
    desk->how = (struct zm_analysis){
        .thinker = exact ? NULL : &desk->thinker,
        .guesses_only = question->calculation == NULL ||
                        (!exact && zm_settings_given(&question->settings, "player") &&
                         question->player != zm_players[0]),
        .guessing = &desk->run,
    };
    zm_pace_begin(&pace, &desk->thinker.seat.problem, &desk->run, &desk->solving);
    return ZM_OK;
}

/* Says what is known of the position itself, before its moves. */
static void report_position(struct desk *desk)
{
    if (zm_settings_flag(&desk->question.settings, "json")) {
        desk->object = zm_answer_json(&desk->question, &desk->answer, &desk->solving);
        desk->moves = json_array();
        json_object_set(desk->object, "moves", desk->moves);
        json_object_set_new(desk->object, "player", json_string(desk->question.player->name));
        if (desk->how.guesses_only) /* nothing was to be solved */
            json_object_set_new(desk->object, "status", json_string("guessed"));
        return;
    }
    printf("%s %s: ", desk->question.game->name, desk->text);
    if (desk->how.guesses_only)
        printf("as %s sees it", desk->question.player->name);
    else
        zm_report_answer(&desk->answer, stdout);
    putchar('\n');
}

/* Says what the engine of the game sees in the position beside its moves. */
static void report_remarks(struct desk *desk)
{
    const struct zm_engine *engine = zm_engine_of(desk->question.game);
    struct zm_buffer text = {0};
    struct zm_run run;
    if (engine == NULL || engine->remarks == NULL)
        return;
    zm_run_begin(&run);
    run.deadline = zm_clock_now() + 1; /* the time for moves is over */
    engine->remarks(desk->question.instance.state, zm_buffer_bytes(&desk->question.position), &run,
                    &text);
    if (desk->object != NULL)
        json_object_set_new(desk->object, "remarks", json_string(zm_buffer_string(&text)));
    else
        fputs(zm_buffer_string(&text), stdout);
    zm_buffer_free(&text);
}

static enum zm_status analyse_position(struct desk *desk, struct zm_error *error)
{
    struct zm_bytes position = zm_buffer_bytes(&desk->question.position);
    enum zm_status status = ZM_OK;
    desk->answer = (struct zm_answer){.distance = -1, .counts = {-1, -1, -1, -1}};
    begin_part(desk);
    if (!desk->how.guesses_only)
        status =
            zm_question_answer(&desk->question, position, &desk->solving, &desk->answer, error);
    if (status != ZM_OK && status != ZM_STOPPED)
        return status;
    report_position(desk);
    begin_part(desk);
    status = zm_analyse_moves(&desk->question, position, NULL, &desk->solving, &desk->how,
                              report_move, desk, error);
    zm_report_unlisted(&desk->question.instance, position, stderr);
    report_remarks(desk);
    return status == ZM_OK && !desk->answer.known && !desk->how.guesses_only ? ZM_STOPPED : status;
}

static int analyse(const struct zm_arguments *arguments)
{
    struct desk desk = {0};
    struct zm_error error = {0};
    enum zm_status status = sit_down(&desk, arguments, &error);
    if (status == ZM_OK) {
        zm_report_attach(&desk.run, zm_settings_flag(&desk.question.settings, "quiet"));
        desk.solving.progress = desk.run.progress; /* that is where the nodes are counted */
        desk.run.next_progress = INFINITY;
        status = analyse_position(&desk, &error);
        zm_report_detach(&desk.run);
    }
    if (desk.object != NULL)
        zm_report_json(desk.object);
    json_decref(desk.moves);
    if (status == ZM_STOPPED)
        fputs("zermelo: stopped before all moves were solved\n", stderr);
    else if (status != ZM_OK)
        zm_report_error(&error);
    zm_answer_free(&desk.answer);
    zm_thinker_close(&desk.thinker);
    if (desk.question.game != NULL)
        zm_question_close(&desk.question);
    return status;
}

const struct zm_command zm_command_analyse = {
    .name = "analyse",
    .usage = "GAME [POSITION] [options]",
    .summary = "every move with its value",
    .details = "Examples:\n"
               "  zermelo analyse cram 3x4 --compute nimber\n"
               "  zermelo analyse hex 7x7 --time 6\n"
               "  zermelo analyse dots 5x5 --player alpha-beta --time 2\n",
    .params = analyse_params,
    .asks = true,
    .positioned = true,
    .run = analyse,
};
