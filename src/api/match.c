/* Matches; see match.h.
 *
 * A few threads each seat both players once and play one game after the other; which game is next,
 * the tally and the record belong to all of them under one lock. Game number 2k and the next have
 * opening k, with the first side beginning in the first of them. The seed and the number of the
 * game decide everything random, so a match that goes on later plays what it would have played. */
#include "api/match.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct zm_param zm_match_side_params[] = {
    ZM_PLAYER_PARAM,
    ZM_LEVEL_PARAM,
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = INT64_MAX,
     .hint = "N",
     .help = "positions or playouts for each move; 0: no limit"},
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000,
     .hint = "N",
     .help = "moves looked ahead; 0: no limit"},
    {.name = "clock",
     .kind = ZM_PARAM_TEXT,
     .hint = "CLOCK",
     .help = "1s: a second a move; 5m+2s: five minutes, and two seconds more after each move"},
    {0},
};

/* One of the two players of one thread. */
struct seat {
    struct zm_question question;
    struct zm_run run;
    struct zm_thinker thinker;
    struct zm_contestant contestant;
    struct zm_time_control control;
    bool asked, seated;
};

struct shared {
    struct zm_match *match;
    pthread_mutex_t lock;
    size_t next;
    bool enough; /* the sequential test has ended */
    enum zm_status status;
    struct zm_error *error;
};

/* Takes "a=b,c=d" apart into options behind those of the match; the text is changed. */
static struct zm_option *options_of(const struct zm_match *match, char *text, size_t *count)
{
    size_t most = match->option_count + 1;
    for (const char *at = text; *at != 0; at++)
        most += *at == ',';
    struct zm_option *options = calloc(most + 1, sizeof *options);
    if (options == NULL)
        return NULL;
    *count = match->option_count;
    for (size_t i = 0; i < match->option_count; i++)
        options[i] = match->options[i];
    char *rest = NULL;
    for (char *word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(word, '=');
        if (equals != NULL)
            *equals = 0;
        options[(*count)++] = (struct zm_option){word, equals == NULL ? "" : equals + 1};
    }
    return options;
}

static const char foreign_prefix[] = "gtp:";

static bool is_foreign(const char *side)
{
    return strncmp(side, foreign_prefix, sizeof foreign_prefix - 1) == 0;
}

/* Opens the question of one side, with its options and its player. */
static enum zm_status ask_for(const struct zm_match *match, const char *side, struct seat *seat,
                              struct zm_error *error)
{
    bool foreign = is_foreign(side);
    if (foreign && match->foreign == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "'%.80s': other programs cannot play here", side);
    char *text = strdup(foreign ? "" : side);
    size_t count = 0;
    struct zm_option *options = text == NULL ? NULL : options_of(match, text, &count);
    if (options == NULL) {
        free(text);
        return zm_fail_memory(error);
    }
    enum zm_status status =
        match->own != NULL ? zm_question_open_game(&seat->question, match->own, match->position,
                                                   options, count, zm_match_side_params, error)
                           : (match->distant ? zm_question_open : zm_question_open_local)(
                                 &seat->question, match->game, match->position, options, count,
                                 zm_match_side_params, error);
    free(options);
    free(text);
    if (status != ZM_OK) {
        zm_error_context(error, "'%.80s'", side);
        return status;
    }
    seat->asked = true;
    if (seat->question.game->players == ZM_ONE_PLAYER)
        return zm_fail(error, ZM_BAD_INPUT, "%s is a game of one player", match->game);
    status = zm_question_expect_one(&seat->question, error);
    if (status != ZM_OK || !foreign)
        return status;
    seat->question.player = match->foreign;
    status = match->foreign->suits(seat->question.game, seat->question.misere, error);
    if (status == ZM_OK)
        status = zm_settings_declare(&seat->question.settings, match->foreign->params, error);
    if (status == ZM_OK)
        status = zm_settings_set_local(&seat->question.settings, match->foreign->params[0].name,
                                       side + sizeof foreign_prefix - 1, error);
    return status;
}

static void stand_up(struct seat *seat)
{
    if (seat->seated)
        zm_thinker_close(&seat->thinker);
    seat->seated = false;
}

/* Seats the player; also again, after it has died. */
static enum zm_status sit_down(struct seat *seat, struct zm_error *error)
{
    enum zm_status status = zm_thinker_open(&seat->thinker, &seat->question, &seat->run, error);
    seat->seated = status == ZM_OK;
    return status;
}

static void close_seat(struct seat *seat)
{
    stand_up(seat);
    if (seat->asked)
        zm_question_close(&seat->question);
    seat->asked = false;
}

static enum zm_status open_seat(const struct zm_match *match, const char *side, struct seat *seat,
                                struct zm_error *error)
{
    enum zm_status status = ask_for(match, side, seat, error);
    if (status != ZM_OK)
        return status;
    const struct zm_settings *settings = &seat->question.settings;
    const char *clock =
        zm_settings_given(settings, "clock") ? zm_settings_text(settings, "clock") : match->clock;
    seat->contestant = (struct zm_contestant){
        .thinker = &seat->thinker,
        .limits = {.nodes = (uint64_t)zm_settings_integer(settings, "nodes"),
                   .depth = (unsigned)zm_settings_integer(settings, "depth")},
        .control = clock == NULL ? NULL : &seat->control,
    };
    if (clock != NULL)
        status = zm_time_control_parse(clock, &seat->control, error);
    zm_run_begin(&seat->run);
    seat->run.outer = match->run;
    if (status == ZM_OK)
        status = zm_question_run(&seat->question, &seat->run, error);
    if (status == ZM_OK)
        status = sit_down(seat, error);
    if (status != ZM_OK)
        zm_error_context(error, "'%.80s'", side);
    return status;
}

/* Random moves from the start, fewer when the game would be over. */
static enum zm_status play_random(const struct zm_match *match, struct zm_played *played,
                                  uint64_t opening, struct zm_error *error)
{
    const struct zm_instance *game = played->instance;
    struct zm_list moves = {0};
    enum zm_status status = ZM_OK;
    for (unsigned length = match->random; length > 0; length--) {
        struct zm_random random = zm_random_seeded(match->seed * 1000003 + opening * 1009 + length);
        struct zm_ending ending = {0};
        while (zm_played_undo(played))
            continue;
        for (unsigned i = 0; i < length && status == ZM_OK; i++) {
            zm_played_ending(played, &ending);
            if (ending.over)
                break;
            zm_list_clear(&moves);
            game->game->rules->moves(game->state, zm_buffer_bytes(&played->position),
                                     &played->record, &moves);
            status =
                zm_list_failed(&moves)
                    ? zm_fail_memory(error)
                    : zm_played_play_move(
                          played, zm_list_at(&moves, zm_random_below(&random, moves.count)), error);
        }
        zm_played_ending(played, &ending);
        if (status != ZM_OK || !ending.over)
            break;
        while (zm_played_undo(played))
            continue;
    }
    zm_list_free(&moves);
    return status;
}

/* Sets the game to its opening. */
static enum zm_status open_game(const struct zm_match *match, struct seat *seat, size_t number,
                                struct zm_played *played, struct zm_error *error)
{
    struct zm_buffer start = {0};
    const struct zm_question *question = &seat->question;
    enum zm_status status = ZM_OK;
    zm_buffer_set(&start, zm_buffer_bytes(&question->position));
    if (match->openings != NULL && match->openings->count > 0) {
        struct zm_buffer text = {0};
        zm_buffer_set(&text, zm_list_at(match->openings, number / 2 % match->openings->count));
        status = question->game->rules->parse(question->instance.state, zm_buffer_string(&text),
                                              &start, error);
        zm_buffer_free(&text);
    }
    if (status == ZM_OK)
        status = zm_played_open(played, &question->instance, question->misere,
                                zm_buffer_bytes(&start), error);
    zm_buffer_free(&start);
    if (status == ZM_OK && match->openings == NULL) {
        status = play_random(match, played, number / 2, error);
        if (status != ZM_OK)
            zm_played_close(played);
    }
    return status;
}

/* The record of a game: its number from 1, who moved for side 0, who won, how it ended, the margin
 * of the first player, the start, the moves. */
static void write_line(const struct zm_played *played, size_t number, bool swapped,
                       const struct zm_bout_result *result, struct zm_buffer *line)
{
    const struct zm_instance *game = played->instance;
    static const char *const names[] = {"a", "b"};
    zm_buffer_format(line, "%zu %s %s %s ", number + 1, names[swapped],
                     result->winner < 0 ? "draw" : names[result->winner ^ (int)swapped],
                     zm_bout_end_name(result->end));
    if (result->scored)
        zm_buffer_format(line, "%g ", swapped ? 0 - result->margin : result->margin); /* not -0 */
    else
        zm_buffer_text(line, "- ");
    game->game->rules->print(game->state, zm_buffer_bytes(&played->start), line);
    zm_buffer_text(line, " ;");
    for (size_t i = 0; i < played->record.moves.count; i++) {
        zm_buffer_byte(line, ' ');
        game->game->rules->name(game->state, zm_list_at(&played->record.positions, i),
                                zm_list_at(&played->record.moves, i), line);
    }
}

bool zm_match_line_read(const char *line, struct zm_tally *tally, size_t *number)
{
    char first[4], winner[8], end[16], margin[32], *rest = margin;
    unsigned long index;
    if (sscanf(line, "%lu %3s %7s %15s %31s", &index, first, winner, end, margin) != 5 ||
        index < 1 || index > ZM_MATCH_GAMES)
        return false;
    bool a = strcmp(winner, "a") == 0, b = strcmp(winner, "b") == 0;
    bool scored = strcmp(margin, "-") != 0;
    double points = scored ? strtod(margin, &rest) : 0;
    if ((!a && !b && strcmp(winner, "draw") != 0) ||
        (scored && (rest == margin || *rest != 0 || !isfinite(points))))
        return false;
    *number = index - 1;
    tally->wins += a;
    tally->losses += b;
    tally->draws += !a && !b;
    if (scored)
        zm_tally_margin(tally, points);
    return true;
}

/* Enters a game that is over. Called under the lock. */
static void enter(struct shared *shared, const struct zm_bout_result *result, const char *line)
{
    struct zm_match *match = shared->match;
    size_t number;
    zm_match_line_read(line, &match->tally, &number);
    if (result->end == ZM_BOUT_FAULT) {
        match->faults++;
        match->fault = result->fault;
    }
    if (match->heard != NULL)
        match->heard(match->context, &match->tally, line);
    if (match->sprt != NULL && zm_sprt_look(match->sprt, &match->tally) != ZM_SPRT_GO_ON)
        shared->enough = true;
}

static enum zm_status play_game(struct shared *shared, struct seat seats[2], size_t number,
                                struct zm_error *error)
{
    struct zm_match *match = shared->match;
    bool swapped = number % 2 != 0;
    struct zm_bout_result result;
    struct zm_played played;
    struct zm_buffer line = {0};
    struct zm_bout bout = {
        .sides = {&seats[swapped].contestant, &seats[!swapped].contestant},
        .longest = match->longest,
        .run = match->run,
    };
    for (int i = 0; i < 2; i++)
        seats[i].run.seed = match->seed + 2 * number + (uint64_t)i;
    enum zm_status status = open_game(match, &seats[0], number, &played, error);
    if (status != ZM_OK)
        return status;
    status = zm_bout_play(&bout, &played, &result, error);
    /* A game that fails by itself is no player's fault, and ends the match. */
    if (status == ZM_OK && result.end == ZM_BOUT_FAULT && played.instance->game->trouble != NULL) {
        status = result.fault.status;
        if (error != NULL)
            *error = result.fault;
    }
    if (status == ZM_OK) {
        write_line(&played, number, swapped, &result, &line);
        status = line.failed ? zm_fail_memory(error) : ZM_OK;
    }
    if (status == ZM_OK) {
        pthread_mutex_lock(&shared->lock);
        enter(shared, &result, zm_buffer_string(&line));
        pthread_mutex_unlock(&shared->lock);
    }
    /* Who failed may be dead: it sits down anew for the next game. */
    if (status == ZM_OK && result.end == ZM_BOUT_FAULT) {
        struct seat *loser = &seats[(1 - result.winner) ^ (int)swapped];
        stand_up(loser);
        status = sit_down(loser, error);
    }
    zm_buffer_free(&line);
    zm_played_close(&played);
    return status;
}

/* The number of the next game; false: there is none. */
static bool take_game(struct shared *shared, size_t *number)
{
    struct zm_match *match = shared->match;
    pthread_mutex_lock(&shared->lock);
    while (shared->next < match->games && match->played != NULL && match->played[shared->next])
        shared->next++;
    bool any = shared->next < match->games && !shared->enough && shared->status == ZM_OK &&
               !zm_run_look(match->run);
    if (any)
        *number = shared->next++;
    pthread_mutex_unlock(&shared->lock);
    return any;
}

static void *work(void *context)
{
    struct shared *shared = context;
    struct seat *seats = calloc(2, sizeof *seats);
    struct zm_error error = {0};
    size_t number;
    enum zm_status status = seats == NULL ? zm_fail_memory(&error) : ZM_OK;
    for (int i = 0; i < 2 && status == ZM_OK; i++)
        status = open_seat(shared->match, shared->match->sides[i], &seats[i], &error);
    while (status == ZM_OK && take_game(shared, &number))
        status = play_game(shared, seats, number, &error);
    for (int i = 0; i < 2 && seats != NULL; i++)
        close_seat(&seats[i]);
    free(seats);
    pthread_mutex_lock(&shared->lock);
    if (status != ZM_OK && shared->status == ZM_OK) {
        shared->status = status;
        *shared->error = error;
    }
    pthread_mutex_unlock(&shared->lock);
    return NULL;
}

enum zm_status zm_match_run(struct zm_match *match, struct zm_error *error)
{
    struct zm_error own;
    struct shared shared = {.match = match, .error = error == NULL ? &own : error};
    unsigned parallel = match->parallel < 1 ? 1 : match->parallel, begun = 0;
    pthread_t *threads = calloc(parallel, sizeof *threads);
    if (threads == NULL)
        return zm_fail_memory(error);
    pthread_mutex_init(&shared.lock, NULL);
    while (begun + 1 < parallel && pthread_create(&threads[begun], NULL, work, &shared) == 0)
        begun++;
    work(&shared);
    for (unsigned i = 0; i < begun; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&shared.lock);
    free(threads);
    if (shared.status == ZM_OK && zm_run_stopped(match->run))
        return zm_fail(error, ZM_STOPPED, "stopped");
    return shared.status;
}

enum zm_status zm_match_header(const struct zm_match *match, struct zm_buffer *text,
                               struct zm_error *error)
{
    zm_buffer_format(text, "# zermelo match\ngame %s\nstart %s\n", match->game,
                     match->position == NULL ? "" : match->position);
    for (size_t i = 0; i < match->option_count; i++)
        zm_buffer_format(text, "option %s=%s\n", match->options[i].name, match->options[i].text);
    zm_buffer_format(text, "a %s\nb %s\nclock %s\nlongest %u\nseed %llu\n", match->sides[0],
                     match->sides[1], match->clock == NULL ? "-" : match->clock, match->longest,
                     (unsigned long long)match->seed);
    if (match->openings == NULL)
        zm_buffer_format(text, "openings random:%u\n", match->random);
    for (size_t i = 0; match->openings != NULL && i < match->openings->count; i++) {
        struct zm_bytes opening = zm_list_at(match->openings, i);
        zm_buffer_format(text, "opening %.*s\n", (int)opening.size, (const char *)opening.data);
    }
    return text->failed ? zm_fail_memory(error) : ZM_OK;
}
