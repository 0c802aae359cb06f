/* GTP for every game; see gtp.h.
 *
 * Beyond the protocol: `zermelo-position TEXT` sets a position in the game's own grammar, and
 * `zermelo-moves` lists the legal moves, so that another program can play games whose start GTP
 * cannot name. `boardsize N` means the position "NxN", in games that have such. */
#include "protocol/gtp.h"

#include "base/clock.h"
#include "records/played.h"
#include "zermelo/zermelo.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTIONS_OF_ITS_OWN = 1,
    EXPECTED_MOVES = 40, /* of one player in a game, when nobody knows better */
};

static const double usual_seconds = 5;

static const struct zm_param gtp_seat_params[] = {ZM_PLAYER_PARAM, ZM_LEVEL_PARAM, {0}};

struct zm_gtp {
    const char *game;
    const struct zm_option *given;
    size_t given_count;
    struct zm_run *run;
    struct zm_buffer start; /* where games begin, as text; "": the usual start */
    struct zm_buffer komi;  /* "": what the game says */
    struct zm_question question;
    struct zm_run own; /* limits and store of the question */
    struct zm_thinker thinker;
    struct zm_played played;
    bool asked, seated, dealt;
    struct zm_time_control control;
    double left[2];
    bool timed;
};

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
    enum zm_status status = zm_question_open_local(
        &gtp->question, gtp->game, gtp->start.size == 0 ? NULL : zm_buffer_string(&gtp->start),
        options, count, gtp_seat_params, error);
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

/* Begins at another position, or with another komi; when it cannot be, all stays as it was. */
static enum zm_status change(struct zm_gtp *gtp, struct zm_buffer *what, const char *text,
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
    zm_buffer_free(&gtp->komi);
    free(gtp);
}

/* --- the commands: each gets the words behind its name, and says something or fails --- */

typedef enum zm_status obey(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                            struct zm_error *error);

static enum zm_status syntax(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "syntax error");
}

/* The next word; NULL: there is none. */
static char *word_of(char **words)
{
    return strtok_r(NULL, " ", words);
}

/* The side that a colour names; -1: none. */
static int side_of(const char *colour)
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

static enum zm_status expect_turn(struct zm_gtp *gtp, char **words, struct zm_error *error)
{
    int side = side_of(word_of(words));
    if (side < 0)
        return syntax(error);
    if (side == zm_played_turn(&gtp->played))
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT, "it is %s's turn", side == 0 ? "white" : "black");
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
    char text[32], *end, *word = word_of(&words);
    (void)out;
    unsigned long size = word == NULL ? 0 : strtoul(word, &end, 10);
    if (word == NULL || !isdigit((unsigned char)*word) || *end != 0)
        return syntax(error);
    snprintf(text, sizeof text, "%lux%lu", size, size);
    if (change(gtp, &gtp->start, text, error) != ZM_OK)
        return zm_fail(error, ZM_BAD_INPUT, "unacceptable size");
    return ZM_OK;
}

static enum zm_status clear_board(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                  struct zm_error *error)
{
    (void)words;
    (void)out;
    return sit_down(gtp, error);
}

static enum zm_status set_komi(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                               struct zm_error *error)
{
    char *word = word_of(&words);
    (void)out;
    if (word == NULL)
        return syntax(error);
    return change(gtp, &gtp->komi, word, error);
}

static enum zm_status set_position(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                   struct zm_error *error)
{
    (void)out;
    while (words != NULL && *words == ' ')
        words++;
    if (words == NULL || *words == 0)
        return syntax(error);
    return change(gtp, &gtp->start, words, error);
}

static enum zm_status play_move(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                struct zm_error *error)
{
    (void)out;
    enum zm_status status = expect_turn(gtp, &words, error);
    char *name = word_of(&words);
    if (status != ZM_OK)
        return status;
    if (name == NULL)
        return syntax(error);
    status = zm_played_play(&gtp->played, name, error);
    for (char *at = name; status != ZM_OK && *at != 0; at++)
        *at = (char)tolower((unsigned char)*at);
    if (status != ZM_OK)
        status = zm_played_play(&gtp->played, name, error);
    return status == ZM_BAD_INPUT ? zm_fail(error, status, "illegal move") : status;
}

/* What the next move may cost: the clock, or a few seconds when nobody set one. */
static struct zm_pace pace_of(const struct zm_gtp *gtp, int side)
{
    if (gtp->timed)
        return zm_time_control_pace(&gtp->control, gtp->left[side],
                                    (unsigned)(gtp->played.record.moves.count / 2), EXPECTED_MOVES);
    const struct zm_settings *settings = &gtp->question.settings;
    double seconds =
        zm_settings_given(settings, "time") ? zm_settings_seconds(settings, "time") : usual_seconds;
    return (struct zm_pace){.soft = seconds, .hard = seconds};
}

static enum zm_status generate(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                               struct zm_error *error)
{
    struct zm_thought thought = {0};
    struct zm_ending ending;
    struct zm_played *played = &gtp->played;
    enum zm_status status = expect_turn(gtp, &words, error);
    if (status != ZM_OK)
        return status;
    zm_played_ending(played, &ending);
    if (ending.over)
        return zm_fail(error, ZM_BAD_INPUT, "the game is over");
    int side = zm_played_turn(played);
    struct zm_pace pace = pace_of(gtp, side);
    double began = zm_clock_now();
    status =
        zm_thinker_set(&gtp->thinker, zm_buffer_bytes(&played->position), &played->record, error);
    if (status == ZM_OK)
        status = zm_thinker_think(&gtp->thinker, gtp->thinker.level, &pace, gtp->run, NULL, NULL,
                                  &thought, error);
    if (gtp->timed)
        zm_time_control_spend(&gtp->control, &gtp->left[side], zm_clock_now() - began, 0);
    if (status == ZM_OK && thought.resigns) {
        zm_buffer_text(out, "resign");
    } else if (status == ZM_OK && thought.count > 0 && thought.lines[0].moves.count > 0) {
        struct zm_bytes move = zm_list_at(&thought.lines[0].moves, 0);
        gtp->question.game->rules->name(gtp->question.instance.state,
                                        zm_buffer_bytes(&played->position), move, out);
        status = zm_played_play_move(played, move, error);
    } else if (status == ZM_OK) {
        status = zm_fail(error, ZM_STOPPED, "stopped");
    }
    zm_thought_free(&thought);
    return status;
}

static enum zm_status undo(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                           struct zm_error *error)
{
    (void)words;
    (void)out;
    return zm_played_undo(&gtp->played) ? ZM_OK : zm_fail(error, ZM_BAD_INPUT, "cannot undo");
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

static enum zm_status set_time(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                               struct zm_error *error)
{
    double numbers[3];
    (void)out;
    for (int i = 0; i < 3; i++) {
        char *end, *word = word_of(&words);
        numbers[i] = word == NULL ? -1 : strtod(word, &end);
        if (word == NULL || *end != 0 || !(numbers[i] >= 0) || numbers[i] > 1e6)
            return syntax(error);
    }
    /* "0 1 0" means: no limit. */
    gtp->timed = numbers[0] > 0 || (numbers[1] > 0 && numbers[2] > 0);
    gtp->control = (struct zm_time_control){.main = numbers[0],
                                            .period = numbers[2] > 0 ? numbers[1] : 0,
                                            .stones = (unsigned)numbers[2]};
    for (int i = 0; i < 2 && gtp->timed; i++)
        gtp->left[i] = zm_time_control_start(&gtp->control);
    return ZM_OK;
}

static enum zm_status set_time_left(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                    struct zm_error *error)
{
    int side = side_of(word_of(&words));
    char *end, *seconds = word_of(&words), *stones = word_of(&words);
    (void)out;
    double left = seconds == NULL ? -1 : strtod(seconds, &end);
    if (side < 0 || seconds == NULL || *end != 0 || !(left >= 0) || left > 1e6)
        return syntax(error);
    /* In overtime the seconds are those of the period, for so many stones. */
    unsigned moves = stones == NULL ? 0 : (unsigned)strtoul(stones, NULL, 10);
    gtp->left[side] = moves == 0 ? left : 0;
    if (moves > 0)
        gtp->control =
            (struct zm_time_control){.main = gtp->control.main, .period = left, .stones = moves};
    if (!gtp->timed) {
        gtp->timed = true;
        if (moves == 0)
            gtp->control = (struct zm_time_control){.main = left};
        gtp->left[1 - side] = gtp->left[side];
    }
    return ZM_OK;
}

static enum zm_status say_score(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                struct zm_error *error)
{
    struct zm_ending ending;
    (void)words;
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

static obey list_commands, know_command;

static const struct command {
    const char *name;
    obey *obey;
} commands[] = {
    {"protocol_version", say_version},
    {"name", say_name},
    {"version", say_program_version},
    {"known_command", know_command},
    {"list_commands", list_commands},
    {"quit", quit},
    {"boardsize", set_size},
    {"clear_board", clear_board},
    {"komi", set_komi},
    {"play", play_move},
    {"genmove", generate},
    {"undo", undo},
    {"showboard", show_board},
    {"time_settings", set_time},
    {"time_left", set_time_left},
    {"final_score", say_score},
    {"zermelo-position", set_position},
    {"zermelo-moves", list_moves},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* The command of this name; `komi` only where the game has one. */
static const struct command *find(const struct zm_gtp *gtp, const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0 &&
            (commands[i].obey != set_komi ||
             zm_settings_find(&gtp->question.settings, "komi") != NULL))
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
    char *word = word_of(&words);
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
    enum zm_status status = command == NULL ? zm_fail(&error, ZM_BAD_INPUT, "unknown command")
                                            : command->obey(gtp, rest, &out, &error);
    zm_buffer_format(answer, "%c%s %s\n\n", status == ZM_OK ? '=' : '?', id,
                     status == ZM_OK ? zm_buffer_string(&out) : error.text);
    zm_buffer_free(&out);
    return !bye;
}
