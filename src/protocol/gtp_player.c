/* A player that asks another program by GTP, the Go Text Protocol, version 2 (Farnebäck 2002).
 *
 * Side 0 is black and side 1 white. The program is told the moves from the start of the game on, so
 * the game must begin at a position that it can set up: the usual start, a board "NxN" by
 * `boardsize`, perhaps with moves after it, or any position if it knows `zermelo-position`, as our
 * own `zermelo gtp` does. What it answers is read as a move by its name, without regard to upper and
 * lower case. */
#include "protocol/gtp_player.h"

#include "engines/engine.h"
#include "protocol/pipe.h"
#include "records/played.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double patience = 20; /* seconds for what takes no thinking */
static const double slack = 5;     /* seconds beyond the pace before a move counts as hung */

struct gtp {
    struct zm_instance instance;
    struct zm_run *run;
    struct zm_pipe *pipe;
    struct zm_buffer line, answer;
    struct zm_buffer position; /* on the board */
    struct zm_list told;       /* the moves that the program has been told */
    struct zm_buffer start;    /* where they begin */
    bool ready;                /* `start` has been set up */
    int turn;                  /* who moves on the board */
    struct zm_pace paced;      /* what the program was last told of the time */
    const struct zm_record *record;
};

static enum zm_status gtp_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game->players == ZM_ONE_PLAYER)
        return zm_fail(error, ZM_BAD_INPUT, "%s is a game of one player", game->name);
    return misere ? zm_fail(error, ZM_BAD_INPUT, "GTP knows no misère play") : ZM_OK;
}

enum { MOST_LINES = 10000 }; /* of an answer, with what comes before it */

/* Sends one command and takes the answer, without its "= ", into gtp->answer. ZM_WRONG: the program
 * refused. */
static enum zm_status tell(struct gtp *gtp, const char *command, double seconds,
                           struct zm_error *error)
{
    zm_buffer_clear(&gtp->answer);
    enum zm_status status = zm_pipe_write(gtp->pipe, command, patience, gtp->run, error);
    if (status == ZM_OK)
        status = zm_pipe_write(gtp->pipe, "\n", patience, gtp->run, error);
    bool begun = false, refused = false;
    for (int lines = 0; status == ZM_OK; lines++) {
        if (lines == MOST_LINES)
            return zm_fail(error, ZM_FAILED, "the program writes lines without end");
        status = zm_pipe_read(gtp->pipe, seconds, gtp->run, &gtp->line, error);
        const char *text = zm_buffer_string(&gtp->line);
        if (status != ZM_OK || (begun && *text == 0))
            break;
        if (!begun && *text != '=' && *text != '?')
            continue; /* what a program says before its answer */
        if (!begun) {
            refused = *text == '?';
            text++;
            while (isdigit((unsigned char)*text))
                text++;
            text += *text == ' ';
        } else {
            zm_buffer_byte(&gtp->answer, '\n');
        }
        begun = true;
        zm_buffer_text(&gtp->answer, text);
    }
    if (status == ZM_OK && gtp->answer.failed)
        return zm_fail_memory(error);
    if (status == ZM_OK && refused)
        return zm_fail(error, ZM_WRONG, "the program refuses '%.80s': %.200s", command,
                       zm_buffer_string(&gtp->answer));
    if (status == ZM_FAILED)
        zm_error_context(error, "'%.80s'", command);
    return status;
}

static enum zm_status tell_format(struct gtp *gtp, struct zm_error *error, const char *format,
                                  const char *one, const char *two)
{
    struct zm_buffer command = {0};
    zm_buffer_text(&command, format);
    zm_buffer_format(&command, " %s%s%s", one, two == NULL ? "" : " ", two == NULL ? "" : two);
    enum zm_status status = command.failed ? zm_fail_memory(error)
                                           : tell(gtp, zm_buffer_string(&command), patience, error);
    zm_buffer_free(&command);
    return status;
}

static const char *colour(int turn)
{
    return turn == 0 ? "b" : "w";
}

static bool knows(struct gtp *gtp, const char *command)
{
    struct zm_error error;
    return tell_format(gtp, &error, "known_command", command, NULL) == ZM_OK &&
           strcmp(zm_buffer_string(&gtp->answer), "true") == 0;
}

static enum zm_status gtp_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    const struct zm_problem *problem = &seat->problem;
    struct gtp *gtp = calloc(1, sizeof *gtp);
    if (gtp == NULL)
        return zm_fail_memory(error);
    const char *command = zm_settings_text(problem->settings, "command");
    gtp->run = problem->run;
    enum zm_status status =
        command == NULL ? zm_fail(error, ZM_BAD_INPUT, "gtp: which program?")
                        : zm_instance_open(&gtp->instance, problem->game, problem->settings, error);
    if (status != ZM_OK) {
        free(gtp);
        return status;
    }
    status = zm_pipe_open(command, &gtp->pipe, error);
    if (status == ZM_OK)
        status = tell(gtp, "protocol_version", patience, error);
    if (status != ZM_OK) {
        zm_error_context(error, "gtp:%.100s", command);
        zm_pipe_close(gtp->pipe);
        zm_buffer_free(&gtp->line);
        zm_buffer_free(&gtp->answer);
        zm_instance_close(&gtp->instance);
        free(gtp);
        return status;
    }
    *state = gtp;
    return ZM_OK;
}

static void gtp_close(void *state)
{
    struct gtp *gtp = state;
    struct zm_error error;
    if (!zm_run_stopped(gtp->run))
        zm_pipe_write(gtp->pipe, "quit\n", 1, gtp->run, &error);
    zm_pipe_close(gtp->pipe);
    zm_buffer_free(&gtp->line);
    zm_buffer_free(&gtp->answer);
    zm_buffer_free(&gtp->position);
    zm_buffer_free(&gtp->start);
    zm_list_free(&gtp->told);
    zm_instance_close(&gtp->instance);
    free(gtp);
}

/* Reads "NxN" at the beginning of a text; returns what follows, NULL when it is none. */
static const char *read_square(const char *text, unsigned *side)
{
    unsigned columns;
    int length = 0;
    if (sscanf(text, "%ux%u%n", side, &columns, &length) != 2 || *side != columns ||
        (text[length] != 0 && text[length] != ' '))
        return NULL;
    return text + length;
}

/* Plays the moves that follow the board in the text of a position. True: they lead to `start`, so
 * the text is a board and a game on it. */
static bool replay(const struct gtp *gtp, unsigned side, const char *moves, struct zm_bytes start,
                   struct zm_played *played)
{
    const struct zm_instance *instance = &gtp->instance;
    struct zm_buffer board = {0}, word = {0};
    struct zm_error error;
    char size[32];
    snprintf(size, sizeof size, "%ux%u", side, side);
    bool plays = instance->game->rules->parse(instance->state, size, &board, &error) == ZM_OK &&
                 zm_played_open(played, instance, false, zm_buffer_bytes(&board), &error) == ZM_OK;
    bool open = plays;
    for (moves += strspn(moves, " "); plays && *moves != 0; moves += strspn(moves, " ")) {
        size_t length = strcspn(moves, " ");
        zm_buffer_set(&word, zm_bytes(moves, length));
        plays = zm_played_play(played, zm_buffer_string(&word), &error) == ZM_OK;
        moves += length;
    }
    plays = plays && zm_bytes_equal(zm_buffer_bytes(&played->position), start);
    if (open && !plays)
        zm_played_close(played);
    zm_buffer_free(&board);
    zm_buffer_free(&word);
    return plays;
}

/* Who made move `index` of a record. */
static int mover(const struct gtp *gtp, const struct zm_record *record, size_t index)
{
    int turn = zm_turn_said(&gtp->instance, zm_list_at(&record->positions, index));
    return turn < 0 ? (int)(index % 2) : turn;
}

/* Tells the program one move of a record. */
static enum zm_status tell_move(struct gtp *gtp, const struct zm_record *record, size_t index,
                                struct zm_error *error)
{
    struct zm_buffer name = {0};
    gtp->instance.game->rules->name(gtp->instance.state, zm_list_at(&record->positions, index),
                                    zm_list_at(&record->moves, index), &name);
    enum zm_status status =
        tell_format(gtp, error, "play", colour(mover(gtp, record, index)), zm_buffer_string(&name));
    zm_buffer_free(&name);
    return status;
}

static enum zm_status tell_komi(struct gtp *gtp, struct zm_bytes start, struct zm_error *error)
{
    const struct zm_engine *engine = zm_engine_of(gtp->instance.game);
    struct zm_buffer text = {0};
    if (engine == NULL || engine->gtp == NULL || engine->gtp->komi == NULL)
        return ZM_OK;
    engine->gtp->komi(&gtp->instance, start, &text);
    enum zm_status status = tell_format(gtp, error, "komi", zm_buffer_string(&text), NULL);
    zm_buffer_free(&text);
    return status;
}

/* Has the program set up a board, with the moves of a game on it. */
static enum zm_status set_up_game(struct gtp *gtp, unsigned side, const struct zm_played *played,
                                  struct zm_bytes start, struct zm_error *error)
{
    char size[16];
    snprintf(size, sizeof size, "%u", side);
    enum zm_status status = tell_format(gtp, error, "boardsize", size, NULL);
    if (status == ZM_OK)
        status = tell(gtp, "clear_board", patience, error);
    if (status == ZM_OK)
        status = tell_komi(gtp, start, error);
    for (size_t i = 0; status == ZM_OK && i < played->record.moves.count; i++)
        status = tell_move(gtp, &played->record, i, error);
    return status;
}

/* Has the program set the first position of the game up. */
static enum zm_status set_up(struct gtp *gtp, struct zm_bytes start, struct zm_error *error)
{
    const struct zm_rules *rules = gtp->instance.game->rules;
    struct zm_buffer text = {0}, usual = {0};
    struct zm_played played;
    unsigned side = 0;
    enum zm_status status;
    rules->print(gtp->instance.state, start, &text);
    const char *printed = zm_buffer_string(&text), *moves = read_square(printed, &side);
    bool is_usual = zm_parse_position(&gtp->instance, NULL, &usual, NULL) == ZM_OK &&
                    zm_bytes_equal(zm_buffer_bytes(&usual), start);
    if (moves != NULL && replay(gtp, side, moves, start, &played)) {
        status = set_up_game(gtp, side, &played, start, error);
        zm_played_close(&played);
    } else {
        if (is_usual)
            status = tell(gtp, "clear_board", patience, error);
        else if (knows(gtp, "zermelo-position"))
            status = tell_format(gtp, error, "zermelo-position", printed, NULL);
        else
            status = zm_fail(error, ZM_WRONG, "the program cannot begin at '%.100s'", printed);
        if (status == ZM_OK)
            status = tell_komi(gtp, start, error);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&usual);
    return status;
}

/* Does the game go on from what the program has been told? */
static bool goes_on(const struct gtp *gtp, struct zm_bytes start, const struct zm_record *record)
{
    size_t count = record == NULL ? 0 : record->moves.count;
    if (!gtp->ready || !zm_bytes_equal(zm_buffer_bytes(&gtp->start), start) ||
        gtp->told.count > count)
        return false;
    for (size_t i = 0; i < gtp->told.count; i++)
        if (!zm_bytes_equal(zm_list_at(&gtp->told, i), zm_list_at(&record->moves, i)))
            return false;
    return true;
}

static enum zm_status gtp_set(void *state, struct zm_bytes position, const struct zm_record *record,
                              struct zm_error *error)
{
    struct gtp *gtp = state;
    size_t count = record == NULL ? 0 : record->moves.count;
    struct zm_bytes start = count == 0 ? position : zm_list_at(&record->positions, 0);
    enum zm_status status = ZM_OK;
    if (!goes_on(gtp, start, record)) {
        zm_list_clear(&gtp->told);
        gtp->ready = false;
        status = set_up(gtp, start, error);
        zm_buffer_set(&gtp->start, start);
        gtp->ready = status == ZM_OK;
    }
    for (size_t i = gtp->told.count; status == ZM_OK && i < count; i++) {
        status = tell_move(gtp, record, i, error);
        zm_list_add(&gtp->told, zm_list_at(&record->moves, i));
    }
    zm_buffer_set(&gtp->position, position);
    gtp->turn = zm_turn_at(&gtp->instance, position, record);
    gtp->record = record;
    if (status == ZM_OK &&
        (gtp->position.failed || gtp->start.failed || zm_list_failed(&gtp->told)))
        status = zm_fail_memory(error);
    return status;
}

/* Tells the program how much time a move may take, when that has changed. */
static enum zm_status pace_it(struct gtp *gtp, const struct zm_pace *pace, struct zm_error *error)
{
    char seconds[32];
    if (pace->hard <= 0 || pace->hard == gtp->paced.hard)
        return ZM_OK;
    gtp->paced = *pace;
    snprintf(seconds, sizeof seconds, "0 %d 1", pace->hard < 1 ? 1 : (int)pace->hard);
    enum zm_status status = tell_format(gtp, error, "time_settings", seconds, NULL);
    return status == ZM_WRONG ? ZM_OK : status; /* it plays as it likes, then */
}

/* The move that the program named. */
static enum zm_status read_move(struct gtp *gtp, struct zm_thought *thought, struct zm_error *error)
{
    struct zm_buffer name = {0}, move = {0};
    for (const char *at = zm_buffer_string(&gtp->answer); *at != 0 && !isspace((unsigned char)*at);
         at++)
        zm_buffer_byte(&name, (uint8_t)tolower((unsigned char)*at));
    thought->resigns = strcmp(zm_buffer_string(&name), "resign") == 0;
    enum zm_status status = thought->resigns
                                ? ZM_OK
                                : zm_find_move(&gtp->instance, zm_buffer_bytes(&gtp->position),
                                               gtp->record, zm_buffer_string(&name), &move, error);
    struct zm_line *line = status != ZM_OK || thought->resigns ? NULL : zm_thought_add(thought);
    if (line != NULL) {
        line->source = "gtp";
        zm_list_add(&line->moves, zm_buffer_bytes(&move));
        zm_list_add(&gtp->told, zm_buffer_bytes(&move)); /* it plays its own move by itself */
    } else if (status == ZM_OK && !thought->resigns) {
        status = zm_fail_memory(error);
    }
    zm_buffer_free(&name);
    zm_buffer_free(&move);
    return status;
}

static enum zm_status gtp_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                zm_tell *hear, void *context, struct zm_thought *thought,
                                struct zm_error *error)
{
    struct gtp *gtp = state;
    char command[16];
    (void)run;
    (void)hear;
    (void)context;
    snprintf(command, sizeof command, "genmove %s", colour(gtp->turn));
    enum zm_status status = pace_it(gtp, pace, error);
    if (status == ZM_OK)
        status = tell(gtp, command, pace->hard > 0 ? 2 * pace->hard + slack : 600, error);
    return status == ZM_OK ? read_move(gtp, thought, error) : status;
}

static const struct zm_param gtp_params[] = {
    {.name = "command",
     .kind = ZM_PARAM_FILE,
     .hint = "COMMAND",
     .help = "the program that plays, as the shell starts it",
     .unrecorded = true},
    {0},
};

const struct zm_player zm_gtp_player = {
    .name = "gtp",
    .summary = "another program that speaks the Go Text Protocol",
    .params = gtp_params,
    .suits = gtp_suits,
    .open = gtp_open,
    .close = gtp_close,
    .set = gtp_set,
    .think = gtp_think,
};
