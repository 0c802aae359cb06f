/* GTP for every game; see gtp.h.
 *
 * Beyond the protocol: `zermelo-position TEXT` sets a position in the game's own grammar, and
 * `zermelo-moves` lists the legal moves, so that another program can play games whose start GTP
 * cannot name. `boardsize N` means the position "NxN", in games that have such. */
#include "protocol/gtp_inside.h"

#include "base/clock.h"
#include "zermelo/zermelo.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_OF_ITS_OWN = 1 };

static const struct zm_param gtp_seat_params[] = {ZM_PLAYER_PARAM, ZM_LEVEL_PARAM, {0}};

static void clear_table(struct zm_gtp *gtp)
{
    if (gtp->dealt)
        zm_played_close(&gtp->played);
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
    const struct zm_buffer *start = gtp->handicap.size > 0 ? &gtp->handicap : &gtp->start;
    enum zm_status status = zm_question_open_local(
        &gtp->question, gtp->game, start->size == 0 ? NULL : zm_buffer_string(start), options,
        count, gtp_seat_params, error);
    free(options);
    gtp->asked = status == ZM_OK;
    if (status == ZM_OK)
        status = zm_question_expect_one(&gtp->question, error);
    if (status == ZM_OK && gtp->question.game->players == ZM_ONE_PLAYER)
        status = zm_fail(error, ZM_BAD_INPUT, "%s is a game of one player", gtp->game);
    return status;
}

/* Sits down anew: the question, its player, an empty record. */
static enum zm_status sit_down(struct zm_gtp *gtp, struct zm_error *error)
{
    clear_table(gtp);
    zm_buffer_clear(&gtp->before);
    enum zm_status status = ask(gtp, error);
    zm_run_begin(&gtp->own);
    gtp->own.outer = gtp->run;
    if (status == ZM_OK)
        status = zm_question_run(&gtp->question, &gtp->own, error);
    if (status == ZM_OK) {
        status = zm_thinker_open(&gtp->thinker, &gtp->question, &gtp->own, error);
        gtp->seated = status == ZM_OK;
    }
    if (status == ZM_OK) {
        status = zm_played_open(&gtp->played, &gtp->question.instance, gtp->question.misere,
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
    enum zm_status status = sit_down(gtp, error);
    if (status == ZM_OK) {
        zm_buffer_free(&before);
        return ZM_OK;
    }
    struct zm_error again;
    zm_buffer_free(what);
    *what = before;
    sit_down(gtp, &again);
    return status;
}

enum zm_status zm_gtp_open(const char *game, const char *position, const struct zm_option *options,
                           size_t count, struct zm_run *run, struct zm_gtp **made,
                           struct zm_error *error)
{
    struct zm_gtp *gtp = calloc(1, sizeof *gtp);
    if (gtp == NULL)
        return zm_fail_memory(error);
    gtp->game = game;
    gtp->given = options;
    gtp->given_count = count;
    gtp->run = run;
    zm_buffer_text(&gtp->start, position == NULL ? "" : position);
    enum zm_status status = gtp->start.failed ? zm_fail_memory(error) : sit_down(gtp, error);
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
    zm_buffer_free(&gtp->handicap);
    zm_buffer_free(&gtp->komi);
    zm_buffer_free(&gtp->before);
    free(gtp);
}

void zm_gtp_listen(struct zm_gtp *gtp, struct zm_gtp_listener listener)
{
    gtp->listener = listener;
}

/* --- the commands --- */

enum zm_status zm_gtp_syntax(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "syntax error");
}

char *zm_gtp_word(char **words)
{
    return strtok_r(NULL, " ", words);
}

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
    int side = zm_gtp_side(zm_gtp_word(words));
    if (side < 0)
        return zm_gtp_syntax(error);
    enum zm_status status = zm_gtp_go_resume(gtp, side, error);
    if (status != ZM_OK || side == zm_played_turn(&gtp->played))
        return status;
    if (!zm_gtp_is_go(gtp))
        return zm_fail(error, ZM_BAD_INPUT, "it is %s's turn", side == 0 ? "white" : "black");
    zm_buffer_byte(&gtp->before, 1);
    return zm_gtp_go_pass(gtp, error);
}

static enum zm_status say_version(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                  struct zm_error *error)
{
    (void)gtp;
    (void)words;
    (void)error;
    zm_buffer_text(out, "2");
    return ZM_OK;
}

static enum zm_status say_name(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                               struct zm_error *error)
{
    (void)words;
    (void)error;
    zm_buffer_format(out, "Zermelo (%s)", gtp->question.player->name);
    return ZM_OK;
}

static enum zm_status say_program_version(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                          struct zm_error *error)
{
    (void)gtp;
    (void)words;
    (void)error;
    zm_buffer_text(out, zermelo_version());
    return ZM_OK;
}

static enum zm_status set_size(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                               struct zm_error *error)
{
    char text[32], *end, *word = zm_gtp_word(&words);
    (void)out;
    unsigned long size = word == NULL ? 0 : strtoul(word, &end, 10);
    if (word == NULL || !isdigit((unsigned char)*word) || *end != 0)
        return zm_gtp_syntax(error);
    snprintf(text, sizeof text, "%lux%lu", size, size);
    zm_buffer_clear(&gtp->handicap);
    if (zm_gtp_change(gtp, &gtp->start, text, error) != ZM_OK)
        return zm_fail(error, ZM_BAD_INPUT, "unacceptable size");
    return ZM_OK;
}

static enum zm_status clear_board(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                  struct zm_error *error)
{
    (void)words;
    (void)out;
    zm_buffer_clear(&gtp->handicap);
    return sit_down(gtp, error);
}

/* Another komi for the game on the board, which stays. */
static enum zm_status set_komi(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                               struct zm_error *error)
{
    char *word = zm_gtp_word(&words);
    struct zm_list moves = {0};
    struct zm_buffer before = {0};
    (void)out;
    if (word == NULL)
        return zm_gtp_syntax(error);
    for (size_t i = 0; i < gtp->played.record.moves.count; i++)
        zm_list_add(&moves, zm_list_at(&gtp->played.record.moves, i));
    zm_buffer_set(&before, zm_buffer_bytes(&gtp->before));
    enum zm_status status = zm_list_failed(&moves) || before.failed
                                ? zm_fail_memory(error)
                                : zm_gtp_change(gtp, &gtp->komi, word, error);
    enum zm_status played = status == ZM_FAILED ? ZM_FAILED : ZM_OK;
    for (size_t i = 0; played == ZM_OK && i < moves.count; i++)
        played = zm_played_play_move(&gtp->played, zm_list_at(&moves, i), error);
    zm_buffer_set(&gtp->before, zm_buffer_bytes(&before));
    zm_list_free(&moves);
    zm_buffer_free(&before);
    return status != ZM_OK ? status : played;
}

static enum zm_status set_position(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                   struct zm_error *error)
{
    (void)out;
    while (words != NULL && *words == ' ')
        words++;
    if (words == NULL || *words == 0)
        return zm_gtp_syntax(error);
    zm_buffer_clear(&gtp->handicap);
    return zm_gtp_change(gtp, &gtp->start, words, error);
}

/* Remembers whether a pass was played before the last move, so that both are taken back. */
static void mark_move(struct zm_gtp *gtp)
{
    while (gtp->before.size < gtp->played.record.moves.count && !gtp->before.failed)
        zm_buffer_byte(&gtp->before, 0);
}

/* Takes a pass back that was played for a move that could not be played. */
static void unmark_move(struct zm_gtp *gtp)
{
    if (gtp->before.size == 0 || gtp->before.size != gtp->played.record.moves.count ||
        gtp->before.data[gtp->before.size - 1] == 0)
        return;
    gtp->before.size--;
    zm_played_undo(&gtp->played);
}

static enum zm_status play_move(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                struct zm_error *error)
{
    (void)out;
    enum zm_status status = zm_gtp_turn(gtp, &words, error);
    char *name = zm_gtp_word(&words);
    if (status == ZM_OK && name == NULL)
        status = zm_gtp_syntax(error);
    if (status == ZM_OK) {
        status = zm_played_play(&gtp->played, name, error);
        for (char *at = name; status != ZM_OK && *at != 0; at++)
            *at = (char)tolower((unsigned char)*at);
        if (status != ZM_OK)
            status = zm_played_play(&gtp->played, name, error);
        if (status == ZM_BAD_INPUT)
            zm_fail(error, status, "illegal move");
    }
    if (status == ZM_OK)
        mark_move(gtp);
    else
        unmark_move(gtp);
    return status;
}

enum zm_status zm_gtp_think(struct zm_gtp *gtp, const struct zm_pace *pace, zm_tell *tell,
                            void *context, struct zm_thought *thought, struct zm_error *error)
{
    struct zm_played *played = &gtp->played;
    int side = zm_played_turn(played);
    double began = zm_clock_now();
    enum zm_status status =
        zm_thinker_set(&gtp->thinker, zm_buffer_bytes(&played->position), &played->record, error);
    if (status == ZM_OK)
        status = zm_thinker_think(&gtp->thinker, gtp->thinker.level, pace, gtp->run, tell, context,
                                  thought, error);
    if (gtp->timed)
        zm_time_control_spend(&gtp->control, &gtp->left[side], zm_clock_now() - began, 0);
    return status;
}

enum zm_status zm_gtp_play(struct zm_gtp *gtp, struct zm_bytes move, struct zm_buffer *out,
                           struct zm_error *error)
{
    gtp->question.game->rules->name(gtp->question.instance.state,
                                    zm_buffer_bytes(&gtp->played.position), move, out);
    enum zm_status status = zm_played_play_move(&gtp->played, move, error);
    mark_move(gtp);
    return status;
}

static enum zm_status generate(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                               struct zm_error *error)
{
    struct zm_thought thought = {0};
    struct zm_ending ending;
    enum zm_status status = zm_gtp_turn(gtp, &words, error);
    if (status != ZM_OK)
        return status;
    zm_played_ending(&gtp->played, &ending);
    if (ending.over)
        return zm_fail(error, ZM_BAD_INPUT, "the game is over");
    struct zm_pace pace = zm_gtp_pace(gtp, zm_played_turn(&gtp->played));
    status = zm_gtp_think(gtp, &pace, NULL, NULL, &thought, error);
    if (status == ZM_OK && thought.resigns)
        zm_buffer_text(out, "resign");
    else if (status == ZM_OK && thought.count > 0 && thought.lines[0].moves.count > 0)
        status = zm_gtp_play(gtp, zm_list_at(&thought.lines[0].moves, 0), out, error);
    else if (status == ZM_OK)
        status = zm_fail(error, ZM_STOPPED, "stopped");
    zm_thought_free(&thought);
    return status;
}

static enum zm_status undo(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                           struct zm_error *error)
{
    (void)words;
    (void)out;
    if (!zm_played_undo(&gtp->played))
        return zm_fail(error, ZM_BAD_INPUT, "cannot undo");
    size_t count = gtp->played.record.moves.count;
    gtp->before.size = gtp->before.size < count ? gtp->before.size : count;
    unmark_move(gtp);
    return ZM_OK;
}

static enum zm_status show_board(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                 struct zm_error *error)
{
    const struct zm_game *game = gtp->question.game;
    struct zm_buffer picture = {0};
    (void)words;
    (void)error;
    struct zm_bytes position = zm_buffer_bytes(&gtp->played.position);
    if (game->picture != NULL && game->picture->text != NULL)
        game->picture->text(gtp->question.instance.state, position, &picture);
    else
        game->rules->print(gtp->question.instance.state, position, &picture);
    /* An empty line would end the answer. */
    zm_buffer_byte(out, '\n');
    for (size_t i = 0; i < picture.size; i++) {
        bool ends =
            picture.data[i] == '\n' && (i + 1 == picture.size || picture.data[i + 1] == '\n');
        if (!ends)
            zm_buffer_byte(out, picture.data[i]);
    }
    zm_buffer_free(&picture);
    return ZM_OK;
}

static enum zm_status list_moves(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                 struct zm_error *error)
{
    const struct zm_rules *rules = gtp->question.game->rules;
    struct zm_list moves = {0};
    struct zm_bytes position = zm_buffer_bytes(&gtp->played.position);
    (void)words;
    rules->moves(gtp->question.instance.state, position, &gtp->played.record, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        if (i > 0)
            zm_buffer_byte(out, ' ');
        rules->name(gtp->question.instance.state, position, zm_list_at(&moves, i), out);
    }
    bool failed = zm_list_failed(&moves);
    zm_list_free(&moves);
    return failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status say_score(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct zm_ending ending;
    (void)words;
    if (zm_gtp_is_go(gtp))
        return zm_gtp_go_score(gtp, out, error);
    zm_played_ending(&gtp->played, &ending);
    if (!ending.over)
        return zm_fail(error, ZM_BAD_INPUT, "the game is not over");
    int turn = zm_played_turn(&gtp->played);
    if (ending.outcome == ZM_DRAW) {
        zm_buffer_text(out, "0");
        return ZM_OK;
    }
    int winner = ending.outcome == ZM_WIN ? turn : 1 - turn;
    zm_buffer_text(out, winner == 0 ? "B+" : "W+");
    int32_t margin = ending.half_points[0] - ending.half_points[1];
    if (ending.scored)
        zm_buffer_format(out, "%g", abs(margin) / 2.0);
    return ZM_OK;
}

static enum zm_status quit(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                           struct zm_error *error)
{
    (void)gtp;
    (void)words;
    (void)out;
    (void)error;
    return ZM_OK;
}

static zm_gtp_obeys list_commands, know_command;

static const struct command {
    const char *name;
    zm_gtp_obeys *obey;
    bool go; /* only there */
} commands[] = {
    {"protocol_version", say_version, false},
    {"name", say_name, false},
    {"version", say_program_version, false},
    {"known_command", know_command, false},
    {"list_commands", list_commands, false},
    {"quit", quit, false},
    {"boardsize", set_size, false},
    {"clear_board", clear_board, false},
    {"komi", set_komi, true},
    {"play", play_move, false},
    {"genmove", generate, false},
    {"undo", undo, false},
    {"showboard", show_board, false},
    {"time_settings", zm_gtp_time_settings, false},
    {"time_left", zm_gtp_time_left, false},
    {"final_score", say_score, false},
    {"fixed_handicap", zm_gtp_fixed_handicap, true},
    {"place_free_handicap", zm_gtp_free_handicap, true},
    {"set_free_handicap", zm_gtp_set_handicap, true},
    {"final_status_list", zm_gtp_status_list, true},
    {"kgs-genmove_cleanup", zm_gtp_cleanup, true},
    {"lz-analyze", zm_gtp_analyze, true},
    {"zermelo-position", set_position, false},
    {"zermelo-moves", list_moves, false},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find(const struct zm_gtp *gtp, const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0 && (!commands[i].go || zm_gtp_is_go(gtp)))
            return &commands[i];
    return NULL;
}

static enum zm_status list_commands(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                    struct zm_error *error)
{
    (void)words;
    (void)error;
    for (size_t i = 0; i < COMMANDS; i++)
        if (find(gtp, commands[i].name) != NULL)
            zm_buffer_format(out, "%s%s", out->size > 0 ? "\n" : "", commands[i].name);
    return ZM_OK;
}

static enum zm_status know_command(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                   struct zm_error *error)
{
    char *word = zm_gtp_word(&words);
    (void)error;
    zm_buffer_text(out, word != NULL && find(gtp, word) != NULL ? "true" : "false");
    return ZM_OK;
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
    const char *id = "";
    if (word != NULL && isdigit((unsigned char)*word)) {
        id = word;
        word = strtok_r(NULL, " ", &rest);
    }
    if (word == NULL)
        return true;
    const struct command *command = find(gtp, word);
    bool bye = command != NULL && command->obey == quit;
    /* What is said live comes behind the sign. */
    bool live = command != NULL && command->obey == zm_gtp_analyze && zm_gtp_can_analyze(gtp);
    if (live) {
        zm_buffer_format(answer, "=%s\n", id);
        gtp->listener.say(gtp->listener.context, zm_buffer_string(answer));
        zm_buffer_clear(answer);
    }
    enum zm_status status = command == NULL ? zm_fail(&error, ZM_BAD_INPUT, "unknown command")
                                            : command->obey(gtp, rest, &out, &error);
    if (live)
        zm_buffer_text(answer, "\n");
    else
        zm_buffer_format(answer, "%c%s %s\n\n", status == ZM_OK ? '=' : '?', id,
                         status == ZM_OK ? zm_buffer_string(&out) : error.text);
    zm_buffer_free(&out);
    return !bye;
}
