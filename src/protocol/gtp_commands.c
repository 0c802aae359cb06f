/* The commands of GTP that every game has, and the choice among them and those of engines. */
#include "protocol/gtp_inside.h"

#include "zermelo/zermelo.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    zm_buffer_clear(&gtp->other);
    if (zm_gtp_change(gtp, &gtp->start, text, error) != ZM_OK)
        return zm_fail(error, ZM_BAD_INPUT, "unacceptable size");
    return ZM_OK;
}

static enum zm_status clear_board(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                  struct zm_error *error)
{
    (void)words;
    (void)out;
    zm_buffer_clear(&gtp->other);
    return zm_gtp_sit_down(gtp, error);
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
    for (size_t i = 0; i < gtp->table.played.record.moves.count; i++)
        zm_list_add(&moves, zm_list_at(&gtp->table.played.record.moves, i));
    zm_buffer_set(&before, zm_buffer_bytes(&gtp->before));
    enum zm_status status = zm_list_failed(&moves) || before.failed
                                ? zm_fail_memory(error)
                                : zm_gtp_change(gtp, &gtp->komi, word, error);
    enum zm_status played = status == ZM_FAILED ? ZM_FAILED : ZM_OK;
    for (size_t i = 0; played == ZM_OK && i < moves.count; i++)
        played = zm_played_play_move(&gtp->table.played, zm_list_at(&moves, i), error);
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
    zm_buffer_clear(&gtp->other);
    return zm_gtp_change(gtp, &gtp->start, words, error);
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
        status = zm_played_play(&gtp->table.played, name, error);
        for (char *at = name; status != ZM_OK && *at != 0; at++)
            *at = (char)tolower((unsigned char)*at);
        if (status != ZM_OK)
            status = zm_played_play(&gtp->table.played, name, error);
        if (status == ZM_BAD_INPUT)
            zm_fail(error, status, "illegal move");
    }
    if (status == ZM_OK)
        zm_gtp_mark(gtp);
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
    zm_played_ending(&gtp->table.played, &ending);
    if (ending.over)
        return zm_fail(error, ZM_BAD_INPUT, "the game is over");
    struct zm_pace pace = zm_gtp_pace(gtp, zm_played_turn(&gtp->table.played));
    status = zm_gtp_think(gtp, &pace, NULL, NULL, NULL, &thought, error);
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
    if (!zm_played_undo(&gtp->table.played))
        return zm_fail(error, ZM_BAD_INPUT, "cannot undo");
    size_t count = gtp->table.played.record.moves.count;
    gtp->before.size = gtp->before.size < count ? gtp->before.size : count;
    zm_gtp_unmark(gtp);
    return ZM_OK;
}

/* The move that would be played (reg_genmove): the game stays where it is. */
static enum zm_status generate_only(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                    struct zm_error *error)
{
    const struct zm_list *moves = &gtp->table.played.record.moves;
    size_t count = moves->count, marks = gtp->before.size;
    enum zm_status status = generate(gtp, words, out, error);
    while (moves->count > count && zm_played_undo(&gtp->table.played))
        continue;
    gtp->before.size = gtp->before.size < marks ? gtp->before.size : marks;
    return status;
}

static enum zm_status show_board(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                 struct zm_error *error)
{
    const struct zm_game *game = gtp->question.game;
    struct zm_buffer picture = {0};
    (void)words;
    (void)error;
    struct zm_bytes position = zm_buffer_bytes(&gtp->table.played.position);
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
    struct zm_bytes position = zm_buffer_bytes(&gtp->table.played.position);
    (void)words;
    rules->moves(gtp->question.instance.state, position, &gtp->table.played.record, &moves);
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
    if (gtp->extras != NULL && gtp->extras->score != NULL)
        return gtp->extras->score(&gtp->table, words, out, error);
    zm_played_ending(&gtp->table.played, &ending);
    if (!ending.over)
        return zm_fail(error, ZM_BAD_INPUT, "the game is not over");
    int turn = zm_played_turn(&gtp->table.played);
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

static zm_gtp_obeys_always list_commands, know_command;

static const struct command {
    const char *name;
    zm_gtp_obeys_always *obey;
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
    {"reg_genmove", generate_only},
    {"undo", undo},
    {"showboard", show_board},
    {"time_settings", zm_gtp_time_settings},
    {"time_left", zm_gtp_time_left},
    {"final_score", say_score},
    {"zermelo-position", set_position},
    {"zermelo-moves", list_moves},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* The command of this name that every game has; NULL: none. Komi is for games that have it. */
static const struct command *find(const struct zm_gtp *gtp, const char *name)
{
    bool komi = gtp->extras != NULL && gtp->extras->komi != NULL;
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0 && (commands[i].obey != set_komi || komi))
            return &commands[i];
    return NULL;
}

/* The command of this name that the game's engine brings; NULL: none. */
static const struct zm_gtp_command *find_extra(const struct zm_gtp *gtp, const char *name)
{
    const struct zm_gtp_command *extra = gtp->extras == NULL ? NULL : gtp->extras->commands;
    while (extra != NULL && extra->name != NULL && strcmp(extra->name, name) != 0)
        extra++;
    return extra == NULL || extra->name == NULL ? NULL : extra;
}

static enum zm_status list_commands(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                    struct zm_error *error)
{
    const struct zm_gtp_command *extra = gtp->extras == NULL ? NULL : gtp->extras->commands;
    (void)words;
    (void)error;
    for (size_t i = 0; i < COMMANDS; i++)
        if (find(gtp, commands[i].name) != NULL)
            zm_buffer_format(out, "%s%s", out->size > 0 ? "\n" : "", commands[i].name);
    for (; extra != NULL && extra->name != NULL; extra++)
        zm_buffer_format(out, "\n%s", extra->name);
    return ZM_OK;
}

static enum zm_status know_command(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                   struct zm_error *error)
{
    char *word = zm_gtp_word(&words);
    (void)error;
    bool known = word != NULL && (find(gtp, word) != NULL || find_extra(gtp, word) != NULL);
    zm_buffer_text(out, known ? "true" : "false");
    return ZM_OK;
}

enum zm_status zm_gtp_obey_command(struct zm_gtp *gtp, const char *name, char *words,
                                   struct zm_buffer *out, struct zm_error *error)
{
    const struct command *command = find(gtp, name);
    const struct zm_gtp_command *extra = find_extra(gtp, name);
    if (command == NULL && extra == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "unknown command");
    enum zm_status status = command != NULL ? command->obey(gtp, words, out, error)
                                            : extra->obey(&gtp->table, words, out, error);
    if (status != ZM_OK)
        zm_gtp_unmark(gtp);
    return status;
}
