/* GTP for every game; see gtp.h.
 *
 * Beyond the protocol: `zermelo-position TEXT` sets a position in the game's own grammar, and
 * `zermelo-moves` lists the legal moves, so that another program can play games whose start GTP
 * cannot name. `boardsize N` means the position "NxN", in games that have such. */
#include "protocol/gtp_inside.h"

#include "base/clock.h"
#include "engines/engine.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_OF_ITS_OWN = 1 };

static const struct zm_param gtp_seat_params[] = {ZM_PLAYER_PARAM, ZM_LEVEL_PARAM, {0}};

static void clear_table(struct zm_gtp *gtp)
{
    if (gtp->dealt)
        zm_played_close(&gtp->table.played);
    if (gtp->seated)
        zm_thinker_close(&gtp->thinker);
    if (gtp->asked)
        zm_question_close(&gtp->question);
    gtp->dealt = gtp->seated = gtp->asked = false;
}

static enum zm_status ask(struct zm_gtp *gtp, struct zm_error *error)
{
    struct zm_option *options = calloc(gtp->given_count + OPTIONS_OF_ITS_OWN, sizeof *options);
    size_t count = gtp->given_count;
    if (options == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < count; i++)
        options[i] = gtp->given[i];
    if (gtp->komi.size > 0)
        options[count++] = (struct zm_option){"komi", zm_buffer_string(&gtp->komi)};
    const struct zm_buffer *start = gtp->other.size > 0 ? &gtp->other : &gtp->start;
    enum zm_status status = zm_question_open_local(
        &gtp->question, gtp->game, start->size == 0 ? NULL : zm_buffer_string(start), options,
        count, gtp_seat_params, error);
    free(options);
    gtp->asked = status == ZM_OK;
    const struct zm_engine *engine = gtp->asked ? zm_engine_of(gtp->question.game) : NULL;
    gtp->extras = engine == NULL ? NULL : engine->gtp;
    if (status == ZM_OK)
        status = zm_question_expect_one(&gtp->question, error);
    if (status == ZM_OK && gtp->question.game->players == ZM_ONE_PLAYER)
        status = zm_fail(error, ZM_BAD_INPUT, "%s is a game of one player", gtp->game);
    return status;
}

enum zm_status zm_gtp_sit_down(struct zm_gtp *gtp, struct zm_error *error)
{
    clear_table(gtp);
    zm_buffer_clear(&gtp->before);
    enum zm_status status = ask(gtp, error);
    zm_run_begin(&gtp->own);
    gtp->own.outer = gtp->run;
    if (status == ZM_OK)
        status = zm_question_run(&gtp->question, &gtp->own, error);
    gtp->table.seed = gtp->own.seed;
    if (status == ZM_OK) {
        status = zm_thinker_open(&gtp->thinker, &gtp->question, &gtp->own, error);
        gtp->seated = status == ZM_OK;
    }
    if (status == ZM_OK) {
        status = zm_played_open(&gtp->table.played, &gtp->question.instance, gtp->question.misere,
                                zm_buffer_bytes(&gtp->question.position), error);
        gtp->dealt = status == ZM_OK;
    }
    for (int i = 0; i < 2 && gtp->timed; i++)
        gtp->left[i] = zm_time_control_start(&gtp->control);
    return status;
}

enum zm_status zm_gtp_change(struct zm_gtp *gtp, struct zm_buffer *what, const char *text,
                             struct zm_error *error)
{
    struct zm_buffer before = *what;
    *what = (struct zm_buffer){0};
    zm_buffer_text(what, text);
    enum zm_status status = zm_gtp_sit_down(gtp, error);
    if (status == ZM_OK) {
        zm_buffer_free(&before);
        return ZM_OK;
    }
    struct zm_error again;
    zm_buffer_free(what);
    *what = before;
    zm_gtp_sit_down(gtp, &again);
    return status;
}

/* --- the board --- */

int zm_gtp_side(const char *colour)
{
    static const char *const names[2][2] = {{"b", "black"}, {"w", "white"}};
    for (int side = 0; colour != NULL && side < 2; side++)
        for (int i = 0; i < 2; i++) {
            size_t at = 0;
            while (colour[at] != 0 && tolower((unsigned char)colour[at]) == names[side][i][at])
                at++;
            if (colour[at] == 0 && names[side][i][at] == 0)
                return side;
        }
    return -1;
}

enum zm_status zm_gtp_turn(struct zm_gtp *gtp, char **words, struct zm_error *error)
{
    const struct zm_gtp_extras *extras = gtp->extras;
    int side = zm_gtp_side(zm_gtp_word(words));
    if (side < 0)
        return zm_gtp_syntax(error);
    enum zm_status status =
        extras == NULL || extras->resume == NULL ? ZM_OK : extras->resume(&gtp->table, side, error);
    if (status != ZM_OK || side == zm_played_turn(&gtp->table.played))
        return status;
    if (extras == NULL || extras->pass.size == 0)
        return zm_fail(error, ZM_BAD_INPUT, "it is %s's turn", side == 0 ? "white" : "black");
    struct zm_ending ending;
    zm_played_ending(&gtp->table.played, &ending);
    if (ending.over)
        return zm_fail(error, ZM_BAD_INPUT, "the game is over");
    zm_buffer_byte(&gtp->before, 1);
    return zm_played_play_move(&gtp->table.played, extras->pass, error);
}

void zm_gtp_mark(struct zm_gtp *gtp)
{
    while (gtp->before.size < gtp->table.played.record.moves.count && !gtp->before.failed)
        zm_buffer_byte(&gtp->before, 0);
}

void zm_gtp_unmark(struct zm_gtp *gtp)
{
    if (gtp->before.size == 0 || gtp->before.size != gtp->table.played.record.moves.count ||
        gtp->before.data[gtp->before.size - 1] == 0)
        return;
    gtp->before.size--;
    zm_played_undo(&gtp->table.played);
}

enum zm_status zm_gtp_think(struct zm_gtp *gtp, const struct zm_pace *pace, struct zm_run *run,
                            zm_tell *tell, void *context, struct zm_thought *thought,
                            struct zm_error *error)
{
    struct zm_played *played = &gtp->table.played;
    int side = zm_played_turn(played);
    double began = zm_clock_now();
    enum zm_status status =
        zm_thinker_set(&gtp->thinker, zm_buffer_bytes(&played->position), &played->record, error);
    if (status == ZM_OK)
        status = zm_thinker_think(&gtp->thinker, gtp->thinker.level, pace,
                                  run == NULL ? gtp->run : run, tell, context, thought, error);
    if (gtp->timed && run == NULL)
        zm_time_control_spend(&gtp->control, &gtp->left[side], zm_clock_now() - began, 0);
    return status;
}

enum zm_status zm_gtp_play(struct zm_gtp *gtp, struct zm_bytes move, struct zm_buffer *out,
                           struct zm_error *error)
{
    gtp->question.game->rules->name(gtp->question.instance.state,
                                    zm_buffer_bytes(&gtp->table.played.position), move, out);
    enum zm_status status = zm_played_play_move(&gtp->table.played, move, error);
    zm_gtp_mark(gtp);
    return status;
}

/* --- what the commands of engines may have done --- */

static struct zm_gtp *of(struct zm_gtp_table *table)
{
    return (struct zm_gtp *)table;
}

static enum zm_status host_begin(struct zm_gtp_table *table, const char *position,
                                 struct zm_error *error)
{
    return zm_gtp_change(of(table), &of(table)->other, position, error);
}

static enum zm_status host_turn(struct zm_gtp_table *table, char **words, struct zm_error *error)
{
    return zm_gtp_turn(of(table), words, error);
}

static struct zm_pace host_pace(struct zm_gtp_table *table)
{
    return zm_gtp_pace(of(table), zm_played_turn(&table->played));
}

static enum zm_status host_think(struct zm_gtp_table *table, const struct zm_pace *pace,
                                 struct zm_run *run, zm_tell *tell, void *context,
                                 struct zm_thought *thought, struct zm_error *error)
{
    return zm_gtp_think(of(table), pace, run, tell, context, thought, error);
}

static enum zm_status host_play(struct zm_gtp_table *table, struct zm_bytes move,
                                struct zm_buffer *out, struct zm_error *error)
{
    return zm_gtp_play(of(table), move, out, error);
}

/* What is said live comes behind the sign that the command is obeyed. */
static bool host_say(struct zm_gtp_table *table, const char *text)
{
    struct zm_gtp *gtp = of(table);
    struct zm_buffer said = {0};
    if (gtp->listener.say == NULL)
        return false;
    if (!gtp->live)
        zm_buffer_format(&said, "=%s\n", gtp->id);
    gtp->live = true;
    zm_buffer_text(&said, text);
    gtp->listener.say(gtp->listener.context, zm_buffer_string(&said));
    zm_buffer_free(&said);
    return true;
}

static bool host_waiting(struct zm_gtp_table *table)
{
    const struct zm_gtp_listener *listener = &of(table)->listener;
    return listener->waiting(listener->context);
}

static const struct zm_gtp_host host = {
    .begin = host_begin,
    .turn = host_turn,
    .pace = host_pace,
    .think = host_think,
    .play = host_play,
    .say = host_say,
    .waiting = host_waiting,
};

enum zm_status zm_gtp_open(const char *game, const char *position, const struct zm_option *options,
                           size_t count, struct zm_run *run, struct zm_gtp **made,
                           struct zm_error *error)
{
    struct zm_gtp *gtp = calloc(1, sizeof *gtp);
    if (gtp == NULL)
        return zm_fail_memory(error);
    gtp->table.host = &host;
    gtp->table.run = run;
    gtp->game = game;
    gtp->given = options;
    gtp->given_count = count;
    gtp->run = run;
    zm_buffer_text(&gtp->start, position == NULL ? "" : position);
    enum zm_status status = gtp->start.failed ? zm_fail_memory(error) : zm_gtp_sit_down(gtp, error);
    if (status != ZM_OK) {
        zm_gtp_close(gtp);
        return status;
    }
    *made = gtp;
    return ZM_OK;
}

void zm_gtp_close(struct zm_gtp *gtp)
{
    clear_table(gtp);
    zm_buffer_free(&gtp->start);
    zm_buffer_free(&gtp->other);
    zm_buffer_free(&gtp->komi);
    zm_buffer_free(&gtp->before);
    free(gtp);
}

void zm_gtp_listen(struct zm_gtp *gtp, struct zm_gtp_listener listener)
{
    gtp->listener = listener;
}

/* As the protocol wants it: control characters go, tabs are blanks, '#' begins a comment. */
static void clean(char *line)
{
    char *to = line;
    for (const char *from = line; *from != 0 && *from != '#'; from++) {
        if (*from == '\t')
            *to++ = ' ';
        else if ((unsigned char)*from >= ' ' && *from != 127)
            *to++ = *from;
    }
    while (to > line && to[-1] == ' ')
        to--;
    *to = 0;
}

bool zm_gtp_obey(struct zm_gtp *gtp, char *line, struct zm_buffer *answer)
{
    struct zm_buffer out = {0};
    struct zm_error error = {0};
    char *rest = NULL;
    zm_buffer_clear(answer);
    clean(line);
    char *word = strtok_r(line, " ", &rest);
    gtp->id = "";
    gtp->live = false;
    if (word != NULL && isdigit((unsigned char)*word)) {
        gtp->id = word;
        word = strtok_r(NULL, " ", &rest);
    }
    if (word == NULL)
        return true;
    bool bye = strcmp(word, "quit") == 0;
    enum zm_status status = zm_gtp_obey_command(gtp, word, rest, &out, &error);
    if (gtp->live)
        zm_buffer_text(answer, "\n");
    else
        zm_buffer_format(answer, "%c%s %s\n\n", status == ZM_OK ? '=' : '?', gtp->id,
                         status == ZM_OK ? zm_buffer_string(&out) : error.text);
    zm_buffer_free(&out);
    return !bye;
}
