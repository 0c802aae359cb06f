/* Boards of the public C interface: games being played, over records/played.h and api/thinker.h. */
#include "library/session.h"

#include "api/analysis.h"
#include "api/json.h"
#include "base/clock.h"
#include "records/played.h"

#include <limits.h>
#include <stdlib.h>

struct zermelo_board {
    zermelo *session;
    struct zm_given given;
    struct zm_question question;
    struct zm_played played;
    struct zm_run run; /* of the thinker, part of the session's */
    struct zm_thinker thinker;
    struct zm_list moves; /* of the position, once the caller asked */
    bool listed;
    struct zm_pace limits; /* nodes and depth */
    void (*tell)(void *context, const char *lines);
    void *tell_context;
    struct zm_buffer name, text, json, thought; /* handed out */
};

static const struct zm_param board_params[] = {ZM_PLAYER_PARAM, ZM_LEVEL_PARAM, {0}};

/* Opens the question, the game and the player of a board. */
static enum zm_status sit_down(zermelo_board *board, const char *position,
                               const char *const *options)
{
    zermelo *session = board->session;
    struct zm_question *question = &board->question;
    struct zm_error *error = &session->error;
    enum zm_status status = zm_given_read(&board->given, &session->given, options, error);
    if (status == ZM_OK)
        status = zm_question_open_game(question, session->game, position, board->given.options,
                                       board->given.count, board_params, error);
    if (status == ZM_OK)
        status = zm_question_expect_one(question, error);
    zm_run_begin(&board->run);
    if (status == ZM_OK)
        status = zm_question_run(question, &board->run, error);
    board->run.outer = &session->run;
    if (status == ZM_OK)
        status = zm_played_open(&board->played, &question->instance, question->misere,
                                zm_buffer_bytes(&question->position), error);
    if (status == ZM_OK)
        status = zm_thinker_open(&board->thinker, question, &board->run, error);
    return status;
}

zermelo_board *zermelo_board_open(zermelo *session, const char *position,
                                  const char *const *options)
{
    zermelo_board *board = calloc(1, sizeof *board);
    zm_session_begin(session);
    if (board == NULL) {
        zm_fail_memory(&session->error);
        return NULL;
    }
    board->session = session;
    if (zm_session_end(session, sit_down(board, position, options)) == ZM_OK)
        return board;
    zermelo_board_close(board);
    return NULL;
}

void zermelo_board_close(zermelo_board *board)
{
    if (board == NULL)
        return;
    zm_thinker_close(&board->thinker);
    zm_played_close(&board->played);
    if (board->question.game != NULL)
        zm_question_close(&board->question);
    zm_given_free(&board->given);
    zm_list_free(&board->moves);
    zm_buffer_free(&board->name);
    zm_buffer_free(&board->text);
    zm_buffer_free(&board->json);
    zm_buffer_free(&board->thought);
    free(board);
}

static struct zm_bytes here(const zermelo_board *board)
{
    return zm_buffer_bytes(&board->played.position);
}

size_t zermelo_board_moves(zermelo_board *board)
{
    const struct zm_instance *instance = &board->question.instance;
    if (!board->listed) {
        zm_list_clear(&board->moves);
        instance->game->rules->moves(instance->state, here(board), &board->played.record,
                                     &board->moves);
        board->listed = !zm_list_failed(&board->moves);
    }
    return board->listed ? board->moves.count : 0;
}

/* Sets `name` to the name of a move. */
static const char *name_move(zermelo_board *board, struct zm_bytes position, struct zm_bytes move)
{
    const struct zm_instance *instance = &board->question.instance;
    zm_buffer_clear(&board->name);
    instance->game->rules->name(instance->state, position, move, &board->name);
    return zm_buffer_string(&board->name);
}

const char *zermelo_board_move(zermelo_board *board, size_t index)
{
    return index < zermelo_board_moves(board)
               ? name_move(board, here(board), zm_list_at(&board->moves, index))
               : "";
}

int zermelo_board_play(zermelo_board *board, const char *move)
{
    zm_session_begin(board->session);
    board->listed = false;
    return zm_session_end(board->session,
                          zm_played_play(&board->played, move, &board->session->error));
}

int zermelo_board_undo(zermelo_board *board)
{
    zm_session_begin(board->session);
    board->listed = false;
    return zm_played_undo(&board->played)
               ? ZM_OK
               : zm_fail(&board->session->error, ZM_BAD_INPUT, "there is no move to take back");
}

size_t zermelo_board_played(const zermelo_board *board)
{
    return board->played.record.moves.count;
}

const char *zermelo_board_played_move(zermelo_board *board, size_t index)
{
    const struct zm_record *record = &board->played.record;
    return index < record->moves.count ? name_move(board, zm_list_at(&record->positions, index),
                                                   zm_list_at(&record->moves, index))
                                       : "";
}

int zermelo_board_turn(zermelo_board *board)
{
    return zm_played_turn(&board->played);
}

void zermelo_board_ending(zermelo_board *board, struct zermelo_ending *ending)
{
    struct zm_ending found;
    int turn = zm_played_turn(&board->played);
    bool alone = board->question.game->players == ZM_ONE_PLAYER;
    zm_played_ending(&board->played, &found);
    *ending = (struct zermelo_ending){.over = found.over, .winner = -1};
    if (!found.over)
        return;
    ending->reached = alone && found.outcome == ZM_WIN;
    if (!alone && (found.outcome == ZM_WIN || found.outcome == ZM_LOSS))
        ending->winner = found.outcome == ZM_WIN ? turn : 1 - turn;
    ending->scored = found.scored;
    for (int i = 0; i < 2 && found.scored; i++)
        ending->points[i] = found.half_points[i == turn ? 0 : 1] / 2.0;
}

const char *zermelo_board_text(zermelo_board *board)
{
    const struct zm_instance *instance = &board->question.instance;
    zm_buffer_clear(&board->text);
    instance->game->rules->print(instance->state, here(board), &board->text);
    return zm_buffer_string(&board->text);
}

/* Draws the position in one of the ways that a game may have. */
static const char *draw(zermelo_board *board,
                        void (*drawn)(void *state, struct zm_bytes position, struct zm_buffer *out))
{
    zm_buffer_clear(&board->text);
    if (drawn != NULL)
        drawn(board->question.instance.state, here(board), &board->text);
    return zm_buffer_string(&board->text);
}

const char *zermelo_board_drawing(zermelo_board *board)
{
    const struct zm_picture *picture = board->question.game->picture;
    const char *drawn = draw(board, picture == NULL ? NULL : picture->text);
    return *drawn == 0 ? zermelo_board_text(board) : drawn;
}

const char *zermelo_board_svg(zermelo_board *board)
{
    const struct zm_picture *picture = board->question.game->picture;
    return draw(board, picture == NULL ? NULL : picture->svg);
}

/* Begins a run of the board's: as long as the session is not stopped, and no longer than this. */
static void begin_run(zermelo_board *board, struct zm_run *run, double seconds)
{
    const struct zm_pace pace = {0};
    zm_pace_begin(&pace, &board->thinker.seat.problem, &board->session->run, run);
    run->deadline = seconds > 0 ? zm_clock_now() + seconds : 0;
    run->progress = board->session->run.progress;
    run->progress_context = board->session->run.progress_context;
}

/* An analysis being written down. */
struct sheet {
    zermelo_board *board;
    json_t *moves;
};

static void write_move(void *context, const struct zm_analysed *move)
{
    struct sheet *sheet = context;
    json_array_append_new(sheet->moves,
                          zm_analysed_json(&sheet->board->question, here(sheet->board), move));
}

/* Analyses the position, and then its moves, each in its share of the time. */
static enum zm_status analyse(zermelo_board *board, double seconds, struct zm_answer *answer,
                              struct sheet *sheet, struct zm_run *run)
{
    struct zm_question *question = &board->question;
    struct zm_error *error = &board->session->error;
    struct zm_run guessing;
    bool exact = strcmp(question->player->name, "exact") == 0;
    bool guesses_only = question->calculation == NULL ||
                        (!exact && zm_settings_given(&question->settings, "player") &&
                         question->player != zm_players[0]);
    begin_run(board, run, seconds / 3);
    enum zm_status status =
        guesses_only ? ZM_OK : zm_question_answer(question, here(board), run, answer, error);
    if (status != ZM_OK && status != ZM_STOPPED)
        return status;
    begin_run(board, &guessing, seconds);
    const struct zm_analysis how = {.thinker = exact ? NULL : &board->thinker,
                                    .guesses_only = guesses_only,
                                    .seconds = seconds / 3,
                                    .guessing = &guessing};
    atomic_store(&run->stop, false);
    run->deadline = seconds > 0 ? zm_clock_now() + seconds / 3 : 0;
    return zm_analyse_moves(question, here(board), &board->played.record, run, &how, write_move,
                            sheet, error);
}

int zermelo_board_analyse(zermelo_board *board, double seconds, const char **json)
{
    zermelo *session = board->session;
    struct zm_answer answer = {.distance = -1, .counts = {-1, -1, -1, -1}};
    struct sheet sheet = {board, json_array()};
    struct zm_run run;
    zm_session_begin(session);
    *json = "";
    enum zm_status status = analyse(board, seconds, &answer, &sheet, &run);
    if (status == ZM_OK || status == ZM_STOPPED) {
        json_t *object = zm_answer_json(&board->question, &answer, &run);
        json_object_set_new(object, "position", json_string(zermelo_board_text(board)));
        json_object_set(object, "moves", sheet.moves);
        if (zm_session_print(session, object, &board->json) == ZM_OK)
            *json = zm_buffer_string(&board->json);
    }
    json_decref(sheet.moves);
    zm_answer_free(&answer);
    return zm_session_end(session, status);
}

/* Writes down what was thought. */
static enum zm_status write_thought(zermelo_board *board, const struct zm_thought *thought)
{
    static const char *const fates[] = {NULL, "wins", "loses", "draws"};
    json_t *lines = json_array();
    for (size_t i = 0; i < thought->count; i++) {
        const struct zm_line *line = &thought->lines[i];
        if (line->moves.count == 0)
            continue;
        bool proved = line->certainty == ZM_EXACT && line->outcome != ZM_UNDECIDED;
        json_t *object =
            json_pack("{s:s,s:b}", "move",
                      name_move(board, here(board), zm_list_at(&line->moves, 0)), "proved", proved);
        if (proved)
            json_object_set_new(object, "verdict", json_string(fates[line->outcome]));
        zm_line_json(&board->question, here(board), line, object);
        json_array_append_new(lines, object);
    }
    return zm_session_print(board->session, lines, &board->thought);
}

void zermelo_board_limit(zermelo_board *board, unsigned long long nodes, unsigned depth)
{
    board->limits.nodes = nodes;
    board->limits.depth = depth;
}

void zermelo_board_on_thought(zermelo_board *board, void (*tell)(void *context, const char *lines),
                              void *context)
{
    board->tell = tell;
    board->tell_context = context;
}

/* Hands a thought on to the caller. */
static void tell_thought(void *context, const struct zm_thought *thought)
{
    zermelo_board *board = context;
    if (write_thought(board, thought) == ZM_OK)
        board->tell(board->tell_context, zm_buffer_string(&board->thought));
}

int zermelo_board_think(zermelo_board *board, double seconds, const char **move)
{
    zermelo *session = board->session;
    const struct zm_pace pace = {.soft = seconds,
                                 .hard = seconds,
                                 .nodes = board->limits.nodes,
                                 .depth = board->limits.depth};
    struct zm_thought thought = {0};
    struct zm_run run;
    zm_session_begin(session);
    *move = "";
    enum zm_status status = ZM_OK;
    if (zermelo_board_moves(board) == 0)
        status = zm_fail(&session->error, ZM_BAD_INPUT, "the game is over: there is no move");
    begin_run(board, &run, 0);
    if (status == ZM_OK)
        status =
            zm_thinker_set(&board->thinker, here(board), &board->played.record, &session->error);
    if (status == ZM_OK)
        status = zm_thinker_think(&board->thinker, board->thinker.level, &pace, &run,
                                  board->tell == NULL ? NULL : tell_thought, board, &thought,
                                  &session->error);
    if (status == ZM_OK)
        status = write_thought(board, &thought);
    if (status == ZM_OK && thought.count > 0 && thought.lines[0].moves.count > 0)
        *move = name_move(board, here(board), zm_list_at(&thought.lines[0].moves, 0));
    zm_thought_free(&thought);
    return zm_session_end(session, status);
}

const char *zermelo_board_thought(const zermelo_board *board)
{
    return zm_buffer_string(&board->thought);
}
