/* What all commands say in the same way: errors, progress, answers, JSON; and signals. */
#include "cli/cli.h"

#include "api/thinker.h"
#include "theory/expression.h"

#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int zm_report_error(const struct zm_error *error)
{
    fprintf(stderr, "zermelo: %s\n", error->text);
    return error->status;
}

/* The run that a signal stops: the one thing here that a signal handler can reach. */
static struct zm_run *_Atomic stoppable;

static void on_signal(int number)
{
    struct zm_run *run = stoppable;
    /* The second time, do not wait for anybody. */
    if (run == NULL || atomic_exchange(&run->stop, true))
        _exit(128 + number);
}

static void show_progress(void *context, const struct zm_progress *progress)
{
    (void)context;
    double rate = progress->seconds > 0 ? (double)progress->nodes / progress->seconds : 0;
    fprintf(stderr, "\r\033[K%llu nodes, %.0f/s, %llu stored, depth %zu, %.1f s",
            (unsigned long long)progress->nodes, rate, (unsigned long long)progress->stored,
            progress->depth, progress->seconds);
}

void zm_report_attach(struct zm_run *run, bool quiet)
{
    struct sigaction action = {0}, before;
    stoppable = run;
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) /* nohup */
        sigaction(SIGHUP, &action, NULL);
    if (!quiet && isatty(STDERR_FILENO))
        run->progress = show_progress;
}

void zm_report_begin(struct zm_run *run, const struct zm_settings *settings)
{
    bool timed = zm_settings_find(settings, "time") != NULL;
    double seconds = timed ? zm_settings_seconds(settings, "time") : 0;
    zm_run_begin(run);
    if (seconds > 0)
        run->deadline = run->started + seconds;
    zm_report_attach(run, zm_settings_find(settings, "quiet") != NULL &&
                              zm_settings_flag(settings, "quiet"));
}

void zm_report_detach(struct zm_run *run)
{
    stoppable = NULL;
    if (run->progress != NULL)
        fputs("\r\033[K", stderr);
    run->progress = NULL;
}

void zm_report_answer(const struct zm_answer *answer, FILE *out)
{
    static const char *const both[] = {"", "the player to move wins", "the player to move loses",
                                       "a draw"};
    static const char *const one[] = {"", "the goal can be reached", "the goal is out of reach",
                                      ""};
    const char *const *fates = answer->alone ? one : both;
    struct zm_buffer text = {0};
    zm_answer_print(answer, &text);
    if (!answer->known && answer->has_lower)
        fprintf(out, "%s at least %lld", zm_answer_kind_name(answer->kind),
                (long long)answer->lower);
    else if (!answer->known)
        fputs("unknown", out);
    else if (answer->alone && answer->kind == ZM_ANSWER_DISTANCE)
        fputs(answer->outcome == ZM_WIN ? "win" : "loss", out);
    else if (answer->kind == ZM_ANSWER_OUTCOME)
        fprintf(out, "%s", zm_buffer_string(&text));
    else
        fprintf(out, "%s %s", zm_answer_kind_name(answer->kind), zm_buffer_string(&text));
    bool said = answer->kind == ZM_ANSWER_OUTCOME && answer->outcome == ZM_DRAW;
    if (answer->known && answer->class == NULL && answer->outcome != ZM_UNDECIDED && !said)
        fprintf(out, ", %s", fates[answer->outcome]);
    if (answer->counts[0] >= 0 && answer->known)
        fprintf(out, "; %lld positions, %lld trees, %lld reduced", (long long)answer->counts[0],
                (long long)answer->counts[1], (long long)answer->counts[2]);
    if (answer->known && answer->distance >= 0)
        fprintf(out, " in %lld %s", (long long)answer->distance,
                !answer->alone          ? "plies"
                : answer->distance == 1 ? "move"
                                        : "moves");
    zm_buffer_free(&text);
}

void zm_report_line(const struct zm_answer *answer, FILE *out)
{
    enum { WIDTH = 98 };
    size_t column = 0;
    for (size_t i = 0; i < answer->line.count; i++) {
        struct zm_bytes move = zm_list_at(&answer->line, i);
        bool first = column == 0 || column + 1 + move.size > WIDTH;
        if (first && i > 0)
            fputc('\n', out);
        column = (first ? 2 : column + 1) + move.size;
        fprintf(out, "%s%.*s", first ? "  " : " ", (int)move.size, (const char *)move.data);
    }
    if (answer->line.count > 0)
        fputc('\n', out);
}

enum { LONGEST_LINE = 8 }; /* moves shown */

struct names {
    const char *who;
    bool points;
    const struct zm_line *line;
    size_t count;
};

/* What a line says of its move, after its name. Where it is for points, or no chance is said, nothing
 * is won. */
static void print_worth(const struct zm_line *line, bool points)
{
    static const char *const fates[] = {"", "wins", "loses", "draws"};
    if (line->certainty == ZM_EXACT && line->outcome != ZM_UNDECIDED)
        printf(": proved, it %s", fates[line->outcome]);
    else if (line->playouts > 0 && (points || line->chance < 0))
        printf(": not proved; chosen by %llu random games", (unsigned long long)line->playouts);
    else if (line->playouts > 0)
        printf(": not proved; it won %.0f %% of %llu random games", 100 * line->chance,
               (unsigned long long)line->playouts);
    else if (line->depth > 0 && !isnan(line->worth)) {
        printf(": not proved; %u moves ahead (%llu positions) it is judged %+.1f", line->depth,
               (unsigned long long)line->nodes, line->worth);
        if (zm_line_pruned(line))
            printf(", pruned with confidence %u %%", line->confidence);
    } else if (line->depth > 0)
        printf(": not proved; %u moves ahead (%llu positions) no end is in sight", line->depth,
               (unsigned long long)line->nodes);
    else
        fputs(": not proved", stdout);
}

/* The move with its worth, then the first of the replies that are expected. */
static void print_name(void *context, const char *name)
{
    struct names *names = context;
    if (names->count == 0) {
        printf("%s %s", names->who, name);
        print_worth(names->line, names->points);
    } else if (names->count <= LONGEST_LINE) {
        printf("%s%s", names->count == 1 ? "; it expects " : " ", name);
    }
    names->count++;
}

void zm_report_thought(const struct zm_instance *instance, struct zm_bytes position,
                       const char *who, const struct zm_line *line)
{
    const struct zm_goals *goals = instance->game->goals;
    struct names names = {.who = who, .points = goals != NULL && goals->maximise, .line = line};
    zm_line_names(instance, position, line, print_name, &names, NULL);
    putchar('\n');
}

int zm_report_json(json_t *object)
{
    char *line = object == NULL ? NULL : json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6));
    json_decref(object);
    if (line == NULL) {
        fputs("zermelo: out of memory\n", stderr);
        return ZM_FAILED;
    }
    puts(line);
    free(line);
    return ZM_OK;
}

int zm_report_comparison(const char *expression, enum zm_relation relation, bool json)
{
    const char *sign = zm_relation_sign(relation);
    if (json)
        return zm_report_json(json_pack("{s:s,s:s,s:s}", "expression", expression, "result", sign,
                                        "kind", "comparison"));
    puts(sign);
    return ZM_OK;
}

void zm_report_unlisted(const struct zm_instance *instance, struct zm_bytes position, FILE *out)
{
    struct zm_buffer text = {0};
    if (instance->game->rules->unlisted != NULL)
        instance->game->rules->unlisted(instance->state, position, &text);
    if (text.size > 0)
        fprintf(out, "(not all moves: %s)\n", zm_buffer_string(&text));
    zm_buffer_free(&text);
}
