/* zermelo quotient GAME POSITION-OR-CODE: misère quotients of octal games, and of the components of
 * a position. */
#include "cli/cli.h"

#include "api/quotient.h"
#include "base/clock.h"

#include <string.h>

static const struct zm_param quotient_params[] = {
    {.name = "to",
     .kind = ZM_PARAM_INTEGER,
     .value = "300",
     .min = 1,
     .max = 2000,
     .hint = "N",
     .help = "octal codes: look at heaps up to N, unless their values are periodic before"},
    {.name = "order",
     .kind = ZM_PARAM_INTEGER,
     .value = "1000",
     .min = 1,
     .max = 8000,
     .hint = "N",
     .help = "give up when the quotient has more than N elements"},
    {.name = "time",
     .kind = ZM_PARAM_SECONDS,
     .hint = "SECONDS",
     .help = "stop after this time (exit status 3)"},
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {0},
};

static void print_element(const struct zm_quotient_view *shown, uint16_t element)
{
    struct zm_buffer text = {0};
    zm_presentation_print(&shown->presentation, element, &text);
    fputs(zm_buffer_string(&text), stdout);
    zm_buffer_free(&text);
}

static void print_atom(const struct zm_quotient_view *shown, uint32_t atom)
{
    if (shown->components == NULL) {
        printf("heap %u", atom);
        return;
    }
    struct zm_bytes text = zm_list_at(&shown->components->atoms, atom);
    printf("%.*s", (int)text.size, (const char *)text.data);
}

static void print_values(const struct zm_quotient_view *shown)
{
    const struct zm_quotient *q = shown->quotient;
    if (shown->components != NULL) {
        printf("value of the position: ");
        print_element(shown, shown->components->value);
        printf(", %s\n", zm_quotient_lost(q, shown->components->value)
                             ? "lost for the player to move"
                             : "won for the player to move");
        return;
    }
    printf("values of heaps 0, 1, 2...:");
    for (uint32_t atom = 0; atom < zm_quotient_atoms(q); atom++) {
        putchar(' ');
        print_element(shown, zm_quotient_value(q, atom));
    }
    if (shown->heaps->periodic)
        printf("\nperiod %zu from heap %zu on: proved, since values repeat up to heap %zu\n",
               shown->heaps->period, shown->heaps->from, shown->bound);
    else
        printf("\nthe quotient of heaps up to %zu only: no period proved\n", shown->heaps->largest);
}

static void print_text(const struct zm_quotient_view *shown)
{
    const struct zm_quotient *q = shown->quotient;
    size_t lost = 0;
    for (uint16_t e = 0; e < zm_quotient_order(q); e++)
        lost += zm_quotient_lost(q, e);
    printf("%s %s, misere quotient: order %zu, %zu lost elements\ngenerators:", shown->game,
           shown->position, zm_quotient_order(q), lost);
    for (size_t i = 0; i < shown->presentation.letters; i++) {
        printf("%s %c = ", i > 0 ? "," : "", (char)('a' + i));
        print_atom(shown, shown->presentation.atoms[i]);
    }
    printf("\nrelations:");
    for (size_t i = 0; i < shown->relations.count; i++) {
        struct zm_bytes text = zm_list_at(&shown->relations, i);
        printf("%s %.*s", i > 0 ? "," : "", (int)text.size, (const char *)text.data);
    }
    printf("\nlost:");
    for (uint16_t e = 0, first = 1; e < zm_quotient_order(q); e++)
        if (zm_quotient_lost(q, e)) {
            fputs(first ? " " : ", ", stdout);
            print_element(shown, e);
            first = 0;
        }
    putchar('\n');
    print_values(shown);
    printf("proved for sums of any size by %zu cases\n", zm_quotient_transitions(q));
}

static enum zm_status show(struct zm_quotient_view *shown, bool json, struct zm_error *error)
{
    enum zm_status status = zm_quotient_view_open(shown, error);
    if (status == ZM_OK && json)
        status = (enum zm_status)zm_report_json(zm_quotient_view_json(shown));
    else if (status == ZM_OK)
        print_text(shown);
    zm_quotient_view_close(shown);
    return status;
}

static enum zm_status quotient_of_code(struct zm_quotient_view *shown,
                                       const struct zm_settings *settings, struct zm_run *run,
                                       struct zm_error *error)
{
    struct zm_octal_code code = {0};
    struct zm_heap_quotient found = {0};
    enum zm_status status =
        zm_octal_code_parse(shown->position, strlen(shown->position), &code, error);
    if (status != ZM_OK)
        return status;
    status =
        zm_heap_quotient_find(&code, (size_t)zm_settings_integer(settings, "to"),
                              (size_t)zm_settings_integer(settings, "order"), &found, run, error);
    if (status == ZM_OK || (status == ZM_STOPPED && found.quotient != NULL)) {
        shown->quotient = found.quotient;
        shown->heaps = &found;
        shown->bound = 2 * found.from + 2 * found.period + code.fixed;
        enum zm_status printed = show(shown, zm_settings_flag(settings, "json"), error);
        status = printed != ZM_OK ? printed : status;
        if (status == ZM_STOPPED)
            zm_error_context(error, "heap %zu", found.largest + 1);
    }
    zm_quotient_close(found.quotient);
    zm_octal_code_free(&code);
    return status;
}

static enum zm_status quotient_of_position(struct zm_quotient_view *shown,
                                           const struct zm_settings *settings, struct zm_run *run,
                                           struct zm_error *error)
{
    const struct zm_game *game = zm_game_find(shown->game, error);
    if (game == NULL)
        return ZM_BAD_INPUT;
    if (game->players != ZM_IMPARTIAL || game->sums == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s is not an impartial game that splits into components", game->name);
    struct zm_settings rules = {0};
    struct zm_instance instance = {0};
    struct zm_buffer position = {0};
    struct zm_position_quotient found = {0};
    enum zm_status status = zm_settings_declare(&rules, game->params, error);
    if (status == ZM_OK)
        status = zm_instance_open(&instance, game, &rules, error);
    if (status == ZM_OK)
        status = game->rules->parse(instance.state, shown->position, &position, error);
    if (status == ZM_OK) {
        struct zm_problem problem = {.game = game, .settings = &rules, .misere = true, .run = run};
        status = zm_position_quotient_find(&problem, zm_buffer_bytes(&position),
                                           (size_t)zm_settings_integer(settings, "order"), &found,
                                           error);
    }
    if (status == ZM_OK) {
        shown->quotient = found.quotient;
        shown->components = &found;
        status = show(shown, zm_settings_flag(settings, "json"), error);
    }
    zm_quotient_close(found.quotient);
    zm_list_free(&found.atoms);
    zm_buffer_free(&position);
    zm_instance_close(&instance);
    zm_settings_free(&rules);
    return status;
}

static int quotient(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct zm_run run;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_quotient, 2, 2, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, quotient_params, &settings, &error);
    if (status == ZM_OK) {
        struct zm_quotient_view shown = {.game = arguments->words[0],
                                         .position = arguments->words[1]};
        bool code = strcmp(shown.game, "octal") == 0 && strchr(shown.position, ':') == NULL;
        zm_run_begin(&run);
        double seconds = zm_settings_seconds(&settings, "time");
        run.deadline = seconds > 0 ? zm_clock_now() + seconds : 0;
        zm_report_attach(&run, true);
        status = code ? quotient_of_code(&shown, &settings, &run, &error)
                      : quotient_of_position(&shown, &settings, &run, &error);
        zm_report_detach(&run);
    }
    zm_settings_free(&settings);
    return status == ZM_OK ? ZM_OK : zm_report_error(&error);
}

const struct zm_command zm_command_quotient = {
    .name = "quotient",
    .usage = "GAME POSITION-OR-CODE [options]",
    .summary = "misere quotients: of an octal code, or of the components of a position",
    .details =
        "Examples:\n"
        "  zermelo quotient octal 0.123\n"
        "  zermelo quotient octal 0.77 --json\n"
        "  zermelo quotient cram 3x4\n"
        "The quotient is proved for sums of any size; for a code, for heaps of any size too\n"
        "when a period is printed. Exit status 3: it grew beyond the limits.\n",
    .params = quotient_params,
    .positioned = true,
    .run = quotient,
};
