/* NBoard's protocol; see nboard.h. The board is where the last `set game` or `move` has left it:
 * `go` says a move and does not play it. */
#include "protocol/nboard.h"

#include "base/clock.h"
#include "records/played.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_DEPTH = 12,
    DEEPEST = 60,
    /* Squares more than the depth from which on a game is searched to its end. */
    END_BONUS = 8,
};

static const struct zm_param seat_params[] = {ZM_PLAYER_PARAM, ZM_LEVEL_PARAM, {0}};

struct zm_nboard {
    const struct zm_option *given;
    size_t given_count;
    struct zm_run *run;
    zm_nboard_say *say;
    void *context;
    struct zm_question question;
    struct zm_run own; /* limits and store of the question */
    struct zm_thinker thinker;
    struct zm_played played;
    bool asked, seated, dealt;
    unsigned depth;
};

static void say(struct zm_nboard *nboard, struct zm_buffer *line)
{
    if (!line->failed)
        nboard->say(nboard->context, zm_buffer_string(line));
    zm_buffer_free(line);
}

static void say_text(struct zm_nboard *nboard, const char *text)
{
    nboard->say(nboard->context, text);
}

static void complain(struct zm_nboard *nboard, const struct zm_error *error)
{
    struct zm_buffer line = {0};
    zm_buffer_format(&line, "status %s", error->text);
    say(nboard, &line);
}

static void clear_table(struct zm_nboard *nboard)
{
    if (nboard->dealt)
        zm_played_close(&nboard->played);
    if (nboard->seated)
        zm_thinker_close(&nboard->thinker);
    if (nboard->asked)
        zm_question_close(&nboard->question);
    nboard->dealt = nboard->seated = nboard->asked = false;
}

/* The question of the usual start, with the engine's own player unless another is named. */
static enum zm_status ask(struct zm_nboard *nboard, struct zm_error *error)
{
    struct zm_option *options = calloc(nboard->given_count + 1, sizeof *options);
    if (options == NULL)
        return zm_fail_memory(error);
    options[0] = (struct zm_option){"player", "patterns"};
    for (size_t i = 0; i < nboard->given_count; i++)
        options[i + 1] = nboard->given[i];
    enum zm_status status = zm_question_open_local(&nboard->question, "othello", NULL, options,
                                                   nboard->given_count + 1, seat_params, error);
    free(options);
    nboard->asked = status == ZM_OK;
    return status;
}

static enum zm_status deal(struct zm_nboard *nboard, struct zm_bytes position,
                           struct zm_error *error)
{
    if (nboard->dealt)
        zm_played_close(&nboard->played);
    enum zm_status status = zm_played_open(&nboard->played, &nboard->question.instance,
                                           nboard->question.misere, position, error);
    nboard->dealt = status == ZM_OK;
    return status;
}

enum zm_status zm_nboard_open(const struct zm_option *options, size_t count, struct zm_run *run,
                              zm_nboard_say *hear, void *context, struct zm_nboard **made,
                              struct zm_error *error)
{
    struct zm_nboard *nboard = calloc(1, sizeof *nboard);
    if (nboard == NULL)
        return zm_fail_memory(error);
    *nboard = (struct zm_nboard){.given = options,
                                 .given_count = count,
                                 .run = run,
                                 .say = hear,
                                 .context = context,
                                 .depth = USUAL_DEPTH};
    enum zm_status status = ask(nboard, error);
    zm_run_begin(&nboard->own);
    nboard->own.outer = run;
    if (status == ZM_OK)
        status = zm_question_run(&nboard->question, &nboard->own, error);
    if (status == ZM_OK) {
        status = zm_thinker_open(&nboard->thinker, &nboard->question, &nboard->own, error);
        nboard->seated = status == ZM_OK;
    }
    if (status == ZM_OK)
        status = deal(nboard, zm_buffer_bytes(&nboard->question.position), error);
    if (status != ZM_OK) {
        zm_nboard_close(nboard);
        return status;
    }
    *made = nboard;
    return ZM_OK;
}

void zm_nboard_close(struct zm_nboard *nboard)
{
    clear_table(nboard);
    free(nboard);
}

/* -- thinking -- */

static unsigned empty_squares(struct zm_bytes position)
{
    unsigned empty = 0;
    for (size_t i = 0; i < position.size; i++)
        empty += position.data[i] == '-';
    return empty;
}

/* What a thought may cost: the depth that was set, or the end of the game when it is near. */
static struct zm_pace pace_of(const struct zm_nboard *nboard, unsigned lines)
{
    const struct zm_settings *settings = &nboard->question.settings;
    double seconds =
        zm_settings_given(settings, "time") ? zm_settings_seconds(settings, "time") : 0;
    unsigned empty = empty_squares(zm_buffer_bytes(&nboard->played.position));
    return (struct zm_pace){.soft = seconds,
                            .hard = seconds,
                            .depth = empty <= nboard->depth + END_BONUS ? DEEPEST : nboard->depth,
                            .lines = lines};
}

static void add_name(void *context, const char *name)
{
    struct zm_buffer *line = context;
    if (strcmp(name, "pass") == 0) {
        zm_buffer_text(line, "PA");
        return;
    }
    for (; *name != 0; name++)
        zm_buffer_byte(line, (uint8_t)toupper((unsigned char)*name));
}

/* Says what is thought of each move: search PV EVAL 0 DEPTH. */
static void tell(void *context, const struct zm_thought *thought)
{
    struct zm_nboard *nboard = context;
    for (size_t i = 0; i < thought->count; i++) {
        const struct zm_line *line = &thought->lines[i];
        struct zm_buffer text = {0};
        zm_buffer_text(&text, "search ");
        if (zm_line_names(&nboard->question.instance, zm_buffer_bytes(&nboard->played.position),
                          line, add_name, &text, NULL) != ZM_OK) {
            zm_buffer_free(&text);
            continue;
        }
        zm_buffer_format(&text, " %.2f 0 %u", isnan(line->worth) ? 0.0 : line->worth, line->depth);
        if (line->certainty == ZM_EXACT)
            zm_buffer_text(&text, " proved");
        else if (zm_line_pruned(line))
            zm_buffer_format(&text, " confidence %u %%", line->confidence);
        say(nboard, &text);
    }
}

/* Thinks; false: there was nothing to think about, and that was said. */
static bool think(struct zm_nboard *nboard, unsigned lines, struct zm_thought *thought)
{
    struct zm_played *played = &nboard->played;
    struct zm_error error = {0};
    struct zm_ending ending;
    struct zm_pace pace = pace_of(nboard, lines);
    zm_played_ending(played, &ending);
    if (ending.over) {
        say_text(nboard, "status The game is over");
        return false;
    }
    say_text(nboard, "status Thinking");
    enum zm_status status = zm_thinker_set(&nboard->thinker, zm_buffer_bytes(&played->position),
                                           &played->record, &error);
    if (status == ZM_OK)
        status = zm_thinker_think(&nboard->thinker, nboard->thinker.level, &pace, nboard->run, tell,
                                  nboard, thought, &error);
    if (status != ZM_OK)
        complain(nboard, &error);
    return status == ZM_OK && thought->count > 0;
}

static void go(struct zm_nboard *nboard)
{
    struct zm_thought thought = {0};
    double began = zm_clock_now();
    if (think(nboard, 1, &thought)) {
        struct zm_buffer text = {0}, name = {0};
        const struct zm_line *line = &thought.lines[0];
        nboard->question.game->rules->name(nboard->question.instance.state,
                                           zm_buffer_bytes(&nboard->played.position),
                                           zm_list_at(&line->moves, 0), &name);
        zm_buffer_text(&text, "=== ");
        add_name(&text, zm_buffer_string(&name));
        zm_buffer_format(&text, "/%.2f/%.2f", isnan(line->worth) ? 0.0 : line->worth,
                         zm_clock_now() - began);
        zm_buffer_free(&name);
        say(nboard, &text);
        say_text(nboard, "status Waiting");
    }
    zm_thought_free(&thought);
}

static void hint(struct zm_nboard *nboard, const char *words)
{
    struct zm_thought thought = {0};
    unsigned long lines = strtoul(words, NULL, 10);
    if (think(nboard, lines < 1 ? 1 : lines > DEEPEST ? DEEPEST : (unsigned)lines, &thought)) {
        tell(nboard, &thought);
        say_text(nboard, "status Waiting");
    }
    zm_thought_free(&thought);
}

/* -- the board -- */

static void set_game(struct zm_nboard *nboard, const char *text)
{
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    enum zm_status status = zm_parse_position(&nboard->question.instance, text, &position, &error);
    if (status == ZM_OK)
        status = deal(nboard, zm_buffer_bytes(&position), &error);
    if (status != ZM_OK)
        complain(nboard, &error);
    zm_buffer_free(&position);
}

/* Plays "F5", "F5/1.00/2.0" or "PA". */
static void play(struct zm_nboard *nboard, char *word)
{
    struct zm_error error = {0};
    word[strcspn(word, "/ ")] = 0;
    for (char *at = word; *at != 0; at++)
        *at = (char)tolower((unsigned char)*at);
    bool passes = strcmp(word, "pa") == 0 || strcmp(word, "pass") == 0;
    if (zm_played_play(&nboard->played, passes ? "pass" : word, &error) != ZM_OK)
        complain(nboard, &error);
}

static void set_depth(struct zm_nboard *nboard, const char *text)
{
    struct zm_buffer line = {0};
    unsigned long depth = strtoul(text, NULL, 10);
    nboard->depth = depth < 1 ? 1 : depth > DEEPEST ? DEEPEST : (unsigned)depth;
    zm_buffer_format(&line, "set myname Zermelo%u", nboard->depth);
    say(nboard, &line);
}

/* What follows a word and a space; NULL: the line begins otherwise. */
static char *after(char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != 0))
        return NULL;
    line += length;
    return line + strspn(line, " ");
}

bool zm_nboard_obey(struct zm_nboard *nboard, char *line)
{
    char *words;
    line[strcspn(line, "\r\n")] = 0;
    if ((words = after(line, "set depth")) != NULL) {
        set_depth(nboard, words);
    } else if ((words = after(line, "set game")) != NULL) {
        set_game(nboard, words);
    } else if ((words = after(line, "move")) != NULL) {
        play(nboard, words);
    } else if ((words = after(line, "hint")) != NULL) {
        hint(nboard, words);
    } else if (after(line, "go") != NULL) {
        go(nboard);
    } else if ((words = after(line, "ping")) != NULL) {
        struct zm_buffer text = {0};
        zm_buffer_format(&text, "pong %lu", strtoul(words, NULL, 10));
        say(nboard, &text);
    } else if (after(line, "learn") != NULL) {
        say_text(nboard, "learned");
    } else if (after(line, "nboard") != NULL) {
        say_text(nboard, "set myname Zermelo");
    }
    return after(line, "quit") == NULL;
}
