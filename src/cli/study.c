/* zermelo study GAME: all positions of a game that can repeat, labelled, and what neither player
 * can win: its kernel, its distances, its longest plays; files and drawings of it all. */
#include "cli/cli.h"

#include "games/tapatan/catalogue.h"
#include "solve/distance.h"
#include "solve/draws.h"
#include "theory/long_path.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct zm_param study_params[] = {
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "no progress line"},
    {.name = "long",
     .kind = ZM_PARAM_FLAG,
     .help = "look for the longest undecided cycle and paths, and print them"},
    {.name = "steps",
     .kind = ZM_PARAM_INTEGER,
     .value = "20000000",
     .min = 1,
     .max = INT64_MAX,
     .hint = "N",
     .help = "steps of annealing for each of them"},
    {.name = "backtrack",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "plain backtracking in the kernel for --steps steps, from POSITION or from the trail "
             "in the file, which is then written anew"},
    {.name = "export",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "write the labelled graph: one position and its label a line"},
    {.name = "graph",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE.svg",
     .help = "draw the undecided positions, by distance from POSITION"},
    {.name = "classes",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE.svg",
     .help = "the same, one board for each class under symmetry"},
    {.name = "strip",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE.svg",
     .help = "draw best play from POSITION as a strip of boards"},
    {0},
};

enum { MOST_DRAWS = 1 << 22 }; /* with more, only the labels are counted */

struct study {
    struct zm_question question;
    struct zm_run run;
    struct zm_game_graph graph;
    struct zm_labels labels;
    struct zm_draws draws;
    struct zm_random random;
    json_t *json; /* NULL: print text */
};

static const char *text_of(struct study *s, const char *name)
{
    return zm_settings_text(&s->question.settings, name);
}

/* One line of the exported graph: "267.139.0 12 draw", the chapter's label for Tapatan only. */
static void export_line(struct study *s, uint64_t number, struct zm_buffer *position,
                        struct zm_buffer *out)
{
    static const char *const words[] = {"impossible", "win", "loss", "draw"};
    const struct zm_instance *game = &s->question.instance;
    uint16_t label = zm_labels_at(&s->labels, number);
    enum zm_outcome outcome = zm_label_outcome(label);
    s->graph.position(s->graph.state, number, position);
    struct zm_bytes bytes = zm_buffer_bytes(position);
    game->game->rules->print(game->state, bytes, out);
    if (game->game == &zm_tapatan)
        zm_buffer_format(
            out, ".%d",
            zm_tapatan_label(outcome, zm_label_plies(label), zm_turn_at(game, bytes, NULL)));
    zm_buffer_format(out, " %s", words[outcome]);
    if (outcome == ZM_WIN || outcome == ZM_LOSS)
        zm_buffer_format(out, " %u", zm_label_plies(label));
    zm_buffer_byte(out, '\n');
}

static enum zm_status export_graph(struct study *s, const char *path, struct zm_error *error)
{
    struct zm_buffer position = {0}, out = {0};
    uint64_t *order = malloc((s->graph.count + 1) * sizeof *order);
    bool tapatan = s->question.game == &zm_tapatan;
    enum zm_status status = ZM_OK;
    if (order == NULL ||
        (tapatan && !zm_tapatan_catalogue(s->question.instance.state, s->graph.count, order)))
        status = zm_fail_memory(error);
    for (uint64_t i = 0; i < s->graph.count && status == ZM_OK; i++) {
        uint64_t number = tapatan ? order[i] : i;
        if (tapatan || zm_labels_at(&s->labels, number) != ZM_LABEL_NONE)
            export_line(s, number, &position, &out);
    }
    if (status == ZM_OK)
        status = zm_write_text(path, &out, error);
    zm_buffer_free(&position);
    zm_buffer_free(&out);
    free(order);
    return status;
}

/* How many positions are won, lost and drawn, by plies; returns how many are drawn. */
static uint64_t report_labels(struct study *s)
{
    enum { MOST = 1024 };
    uint64_t tally[2 * MOST], none = 0;
    int longest = zm_labels_tally(&s->labels, tally, 2 * MOST);
    for (uint64_t i = 0; i < s->labels.count; i++)
        none += zm_labels_at(&s->labels, i) == ZM_LABEL_NONE;
    if (s->json != NULL) {
        json_t *wins = json_array(), *losses = json_array();
        for (int plies = 0; plies <= longest && plies < MOST - 1; plies++) {
            json_array_append_new(wins,
                                  json_integer((json_int_t)tally[zm_label(true, (unsigned)plies)]));
            json_array_append_new(
                losses, json_integer((json_int_t)tally[zm_label(false, (unsigned)plies)]));
        }
        json_object_set_new(s->json, "numbers", json_integer((json_int_t)s->labels.count));
        json_object_set_new(s->json, "impossible", json_integer((json_int_t)none));
        json_object_set_new(s->json, "draws", json_integer((json_int_t)tally[0]));
        json_object_set_new(s->json, "wins", wins);
        json_object_set_new(s->json, "losses", losses);
        return tally[ZM_LABEL_DRAW];
    }
    printf("%llu numbers, %llu of them no position; %llu undecided\n",
           (unsigned long long)s->labels.count, (unsigned long long)none,
           (unsigned long long)tally[0]);
    printf("plies      won     lost   (by the player to move)\n");
    for (int plies = 0; plies <= longest && plies < MOST - 1; plies++)
        printf("%5d %8llu %8llu\n", plies,
               (unsigned long long)tally[zm_label(true, (unsigned)plies)],
               (unsigned long long)tally[zm_label(false, (unsigned)plies)]);
    return tally[ZM_LABEL_DRAW];
}

static void put(struct study *s, const char *key, const char *text, uint64_t number)
{
    if (s->json != NULL)
        json_object_set_new(s->json, key, json_integer((json_int_t)number));
    else
        printf("%-44s %llu\n", text, (unsigned long long)number);
}

static uint32_t diameter(const struct zm_digraph *graph, struct zm_reach *reaches)
{
    uint32_t largest = 0;
    if (!zm_reaches(graph, reaches))
        return 0;
    for (uint32_t v = 0; v < graph->count; v++)
        largest = reaches[v].eccentricity > largest ? reaches[v].eccentricity : largest;
    return largest;
}

static uint32_t count_orbits(const struct zm_draws *draws, bool kernel)
{
    uint32_t orbits = 0;
    for (uint32_t v = 0; v < draws->count; v++)
        orbits += draws->orbit[v] == v && (!kernel || draws->in_kernel[v]);
    return orbits;
}

/* Where distances are counted from: the position asked about when it is undecided, or the first
 * vertex of the kernel. */
static uint32_t source_of(struct study *s)
{
    uint64_t number = s->graph.number(s->graph.state, zm_buffer_bytes(&s->question.position));
    uint32_t vertex = zm_draws_vertex(&s->draws, number);
    if (vertex != ZM_UNREACHED)
        return vertex;
    return s->draws.kernel.count > 0 ? s->draws.kernel_names[0] : 0;
}

static void print_vertex(struct study *s, uint32_t vertex, struct zm_buffer *text)
{
    struct zm_buffer position = {0};
    s->graph.position(s->graph.state, s->draws.numbers[vertex], &position);
    s->question.game->rules->print(s->question.instance.state, zm_buffer_bytes(&position), text);
    zm_buffer_free(&position);
}

/* How many vertices there are at each distance from the source. */
static void report_distances(struct study *s)
{
    uint32_t count = s->draws.count, source = source_of(s), layers = 0;
    uint32_t *memory = calloc(3 * (size_t)count + 3, sizeof *memory);
    struct zm_buffer text = {0};
    if (memory == NULL || count == 0) {
        free(memory);
        return;
    }
    uint32_t *distance = memory, *queue = memory + count, *layer = memory + 2 * count;
    uint32_t reached = zm_digraph_distances(&s->draws.graph, source, distance, queue);
    for (uint32_t i = 0; i < reached; i++) {
        layer[distance[queue[i]]]++;
        layers = distance[queue[i]] + 1;
    }
    print_vertex(s, source, &text);
    json_t *list = s->json == NULL ? NULL : json_array();
    if (s->json == NULL)
        printf("distances from %s:", zm_buffer_string(&text));
    for (uint32_t i = 0; i < layers; i++)
        if (s->json != NULL)
            json_array_append_new(list, json_integer(layer[i]));
        else
            printf(" %u", layer[i]);
    if (s->json != NULL) {
        json_object_set_new(s->json, "source", json_string(zm_buffer_string(&text)));
        json_object_set_new(s->json, "distances", list);
    } else {
        printf("; %u not reached\n", count - reached);
    }
    zm_buffer_free(&text);
    free(memory);
}

static enum zm_status report_draws(struct study *s, struct zm_error *error)
{
    const struct zm_draws *draws = &s->draws;
    struct zm_reach *reaches = malloc(((size_t)draws->count + 1) * sizeof *reaches);
    if (reaches == NULL)
        return zm_fail_memory(error);
    put(s, "undecided", "undecided positions that can come back", draws->count);
    put(s, "undecided_classes", "  classes under symmetry", count_orbits(draws, false));
    put(s, "undecided_moves", "  moves that keep them undecided", zm_digraph_arcs(&draws->graph));
    put(s, "components", "  strongly connected components", draws->components);
    put(s, "kernel", "kernel: the largest of them", draws->kernel.count);
    put(s, "kernel_classes", "  classes under symmetry", count_orbits(draws, true));
    put(s, "kernel_moves", "  moves", zm_digraph_arcs(&draws->kernel));
    if (draws->count <= 100000) {
        put(s, "diameter", "  diameter", diameter(&draws->kernel, reaches));
        put(s, "farthest", "farthest from any undecided position",
            diameter(&draws->graph, reaches));
    }
    report_distances(s);
    free(reaches);
    return ZM_OK;
}

static void report_long(struct study *s, const char *key, const char *title,
                        const struct zm_long_draw *found)
{
    struct zm_buffer text = {0};
    json_t *list = json_array();
    for (uint32_t i = 0; i < found->count; i++) {
        zm_buffer_clear(&text);
        print_vertex(s, found->vertices[i], &text);
        json_array_append_new(list, json_string(zm_buffer_string(&text)));
        if (s->json == NULL && i == 0)
            printf("%s: %u positions, at most %u by a maximum matching; %s\n", title, found->count,
                   found->bound, found->checked ? "checked" : "WRONG");
        if (s->json == NULL)
            printf("%s%s", zm_buffer_string(&text),
                   i % 10 == 9 || i + 1 == found->count ? "\n" : " ");
    }
    if (s->json != NULL)
        json_object_set_new(s->json, key,
                            json_pack("{s:i,s:i,s:b,s:O}", "length", (int)found->count, "bound",
                                      (int)found->bound, "checked", (int)found->checked,
                                      "positions", list));
    json_decref(list);
    zm_buffer_free(&text);
}

static enum zm_status find_long(struct study *s, struct zm_error *error)
{
    static const char *const keys[] = {"cycle", "kernel_path", "path"};
    static const char *const titles[] = {"longest cycle", "longest path of the kernel",
                                         "longest path"};
    uint64_t steps = (uint64_t)zm_settings_integer(&s->question.settings, "steps");
    enum zm_status status = ZM_OK;
    for (int kind = 0; kind < 3 && status == ZM_OK && s->draws.kernel.count > 0; kind++) {
        struct zm_long_draw found;
        status = zm_draws_longest(&s->draws, (enum zm_longest)kind, steps, &s->random, &s->run,
                                  &found, error);
        if (status == ZM_OK)
            report_long(s, keys[kind], titles[kind], &found);
        zm_long_draw_free(&found);
    }
    return status == ZM_OK && zm_run_stopped(&s->run)
               ? zm_fail(error, ZM_STOPPED, "stopped: there may be longer ones")
               : status;
}

/* The number in the kernel of an undecided position, or ZM_UNREACHED. */
static uint32_t kernel_vertex(const struct zm_draws *draws, uint32_t vertex)
{
    for (uint32_t name = 0; name < draws->kernel.count; name++)
        if (draws->kernel_names[name] == vertex)
            return name;
    return ZM_UNREACHED;
}

/* Reads the trail of an earlier day: positions of the kernel, a line each. */
static enum zm_status read_trail(struct study *s, const char *path, struct zm_long_path *trail,
                                 struct zm_error *error)
{
    const struct zm_draws *draws = &s->draws;
    struct zm_buffer position = {0}, text = {0};
    enum zm_status status = zm_read_text(path, &s->run, &text, error);
    char *rest = NULL, *line = text.size > 0 ? strtok_r((char *)text.data, "\n", &rest) : NULL;
    for (; status == ZM_OK && line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        uint32_t vertex = ZM_UNREACHED;
        status = s->question.game->rules->parse(s->question.instance.state, line, &position, error);
        if (status == ZM_OK)
            vertex =
                zm_draws_vertex(draws, s->graph.number(s->graph.state, zm_buffer_bytes(&position)));
        uint32_t name = kernel_vertex(draws, vertex);
        if (status == ZM_OK && name == ZM_UNREACHED)
            status = zm_fail(error, ZM_BAD_INPUT, "%s is not in the kernel", line);
        else if (trail->count < draws->kernel.count)
            trail->vertices[trail->count++] = name;
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    if (status == ZM_OK &&
        !zm_long_path_valid(&draws->kernel, trail->vertices, trail->count, false))
        status = zm_fail(error, ZM_BAD_INPUT, "the trail is no path of the kernel");
    return status;
}

static enum zm_status write_trail(struct study *s, const char *path,
                                  const struct zm_long_path *trail, struct zm_error *error)
{
    struct zm_buffer out = {0};
    for (uint32_t i = 0; i < trail->count; i++) {
        print_vertex(s, s->draws.kernel_names[trail->vertices[i]], &out);
        zm_buffer_byte(&out, '\n');
    }
    enum zm_status status = zm_write_text(path, &out, error);
    zm_buffer_free(&out);
    return status;
}

/* The chapter's own search, which can be stopped and goes on another day. */
static enum zm_status backtrack(struct study *s, const char *path, struct zm_error *error)
{
    const struct zm_draws *draws = &s->draws;
    size_t room = (size_t)draws->kernel.count + 1;
    struct zm_long_path trail = {malloc(room * sizeof(uint32_t)), 0};
    struct zm_long_path best = {malloc(room * sizeof(uint32_t)), 0};
    struct zm_long_path_limits limits = {
        .steps = (uint64_t)zm_settings_integer(&s->question.settings, "steps"), .run = &s->run};
    enum zm_status status = ZM_OK;
    if (trail.vertices == NULL || best.vertices == NULL)
        status = zm_fail_memory(error);
    if (status == ZM_OK && access(path, F_OK) == 0) {
        status = read_trail(s, path, &trail, error);
    } else if (status == ZM_OK && draws->kernel.count > 0) {
        trail.vertices[0] = kernel_vertex(draws, source_of(s));
        if (trail.vertices[0] == ZM_UNREACHED)
            trail.vertices[0] = 0;
        trail.count = 1;
    }
    if (status == ZM_OK && trail.count > 0) {
        bool all = zm_long_path_backtrack(&draws->kernel, &limits, &trail, &best);
        struct zm_long_draw found = {.vertices = best.vertices, .count = best.count};
        zm_long_path_bound(&draws->kernel, false, &found.bound);
        found.checked = zm_long_path_valid(&draws->kernel, best.vertices, best.count, false);
        for (uint32_t i = 0; i < best.count; i++)
            best.vertices[i] = draws->kernel_names[best.vertices[i]];
        report_long(s, "backtrack", all ? "backtracking, all tried" : "backtracking, so far",
                    &found);
        status = write_trail(s, path, &trail, error);
        if (status == ZM_OK && !all && zm_run_stopped(&s->run))
            status = zm_fail(error, ZM_STOPPED, "stopped: %s keeps how far it came", path);
    }
    free(trail.vertices);
    free(best.vertices);
    return status;
}

static enum zm_status draw_files(struct study *s, struct zm_error *error)
{
    static const char *const names[] = {"graph", "classes"};
    struct zm_buffer out = {0};
    enum zm_status status = ZM_OK;
    for (int classes = 0; classes < 2 && status == ZM_OK; classes++)
        if (text_of(s, names[classes]) != NULL) {
            zm_buffer_clear(&out);
            zm_draws_svg(&s->draws, &s->question.instance, &s->graph, source_of(s), classes, &out);
            status = zm_write_text(text_of(s, names[classes]), &out, error);
        }
    if (status == ZM_OK && text_of(s, "strip") != NULL) {
        struct zm_list positions = {0};
        zm_buffer_clear(&out);
        status =
            zm_best_play(&s->question.instance, &s->graph, &s->labels,
                         zm_buffer_bytes(&s->question.position), 40, &s->random, &positions, error);
        zm_strip_svg(&s->question.instance, &s->graph, &s->labels, &positions, &out);
        if (status == ZM_OK)
            status = zm_write_text(text_of(s, "strip"), &out, error);
        zm_list_free(&positions);
    }
    zm_buffer_free(&out);
    return status;
}

static enum zm_status study_game(struct study *s, struct zm_error *error)
{
    struct zm_question *q = &s->question;
    if (q->game->loops == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s is not a game that can repeat", q->game->name);
    if (q->search == NULL || q->search->label == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "the positions of %s cannot be labelled in %s play",
                       q->game->name, q->misere ? "misere" : "normal");
    enum zm_status status =
        zm_numbered_graph(q->game, &q->settings, &s->run, false, &s->graph, error);
    if (status == ZM_OK) {
        struct zm_problem problem = {q->game, &q->settings, false, &s->run};
        struct zm_decider decider = {.label = q->search->label};
        status = zm_labels_obtain(&problem, &s->graph, false, &decider, &s->labels, error);
    }
    if (status == ZM_OK && zm_settings_flag(&q->settings, "check"))
        status = zm_labels_verify(&s->graph, &s->labels, error);
    if (status == ZM_OK && report_labels(s) <= MOST_DRAWS) {
        status = zm_draws_make(&s->draws, &q->instance, &s->graph, &s->labels, error);
        if (status == ZM_OK)
            status = report_draws(s, error);
    }
    if (status == ZM_OK && zm_settings_flag(&q->settings, "long"))
        status = find_long(s, error);
    if (status == ZM_OK && text_of(s, "backtrack") != NULL)
        status = backtrack(s, text_of(s, "backtrack"), error);
    if (status == ZM_OK && text_of(s, "export") != NULL)
        status = export_graph(s, text_of(s, "export"), error);
    return status == ZM_OK ? draw_files(s, error) : status;
}

static int study(const struct zm_arguments *arguments)
{
    struct study s = {0};
    struct zm_error error = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_study, 1, 2, &error);
    if (status == ZM_OK)
        status = zm_question_open_local(&s.question, arguments->words[0],
                                        zm_arguments_position(arguments), arguments->options,
                                        arguments->option_count, study_params, &error);
    if (status != ZM_OK)
        return zm_report_error(&error);
    zm_run_begin(&s.run);
    status = zm_question_run(&s.question, &s.run, &error);
    if (status == ZM_OK) {
        s.random = zm_random_seeded(s.run.seed);
        if (zm_settings_flag(&s.question.settings, "json"))
            s.json = json_pack("{s:s}", "game", s.question.game->name);
        zm_report_attach(&s.run, zm_settings_flag(&s.question.settings, "quiet"));
        status = study_game(&s, &error);
        zm_report_detach(&s.run);
    }
    if (status != ZM_OK)
        zm_report_error(&error);
    if (s.json != NULL && status == ZM_STOPPED)
        json_object_set_new(s.json, "status", json_string("stopped"));
    if (s.json != NULL && (status == ZM_OK || status == ZM_STOPPED))
        zm_report_json(s.json);
    else
        json_decref(s.json);
    zm_draws_free(&s.draws);
    zm_labels_free(&s.labels);
    if (s.graph.close != NULL)
        s.graph.close(&s.graph);
    zm_question_close(&s.question);
    return status;
}

const struct zm_command zm_command_study = {
    .name = "study",
    .usage = "GAME [POSITION] [options]",
    .summary = "label all positions of a game that can repeat; study its draws",
    .details = "Examples:\n"
               "  zermelo study tapatan 267.139.0 --long\n"
               "  zermelo study tapatan 389.124.1 --strip best.svg\n"
               "  zermelo study tapatan --export graph.txt --classes kernel.svg\n",
    .params = study_params,
    .asks = true,
    .positioned = true,
    .run = study,
};
