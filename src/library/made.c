/* Games made of a caller's callbacks; see zermelo_game_new. A board position is the caller's text
 * (behind a byte for the side to move, in partisan games), a component is the canonical text
 * (behind its sign), and a move is its name, a zero byte and the position after it, so that nobody
 * asks the caller twice.
 *
 * Nothing that the caller's code says is believed before it is looked at. What is wrong is kept as
 * the game's problem, and whatever list or buffer was being filled is marked as failed: no search
 * takes it for an answer. */
#include "library/made_inside.h"

#include "games/shared/partisan.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LONGEST_TEXT = 4096,
    LONGEST_NAME = 64,
    LONGEST_PLAY = 10000,
    MOST_ADDED = 100000, /* moves or components of one position */
    MOST_LOOKED_AT = 50000,
};

/* -- what goes wrong -- */

void zm_made_fail(struct made_state *state, const char *callback, const char *position,
                  const char *what)
{
    struct zm_made *made = state->made;
    pthread_mutex_lock(&made->lock);
    if (made->problem.status == ZM_OK)
        zm_fail(&made->problem, ZM_BAD_INPUT, "%s: %s of '%.80s': %.200s", made->game.name,
                callback, position, what);
    pthread_mutex_unlock(&made->lock);
    if (state->run != NULL)
        atomic_store(&state->run->stop, true);
}

void zm_made_clear(struct zm_made *made)
{
    pthread_mutex_lock(&made->lock);
    made->problem = (struct zm_error){0};
    pthread_mutex_unlock(&made->lock);
}

static bool trouble(const struct zm_game *game, struct zm_error *error)
{
    struct zm_made *made = (struct zm_made *)game; /* the game is its first member */
    pthread_mutex_lock(&made->lock);
    bool is = made->problem.status != ZM_OK;
    if (is)
        *error = made->problem;
    made->problem = (struct zm_error){0};
    pthread_mutex_unlock(&made->lock);
    return is;
}

/* Keeps what is wrong with what a callback says. Returns 1, which the callback may return. */
static int fail_sink(zermelo_sink *sink, const char *what)
{
    sink->failed = true;
    if (sink->refusal == NULL)
        zm_made_fail(sink->state, sink->callback, sink->position, what);
    else if (sink->refusal->status == ZM_OK)
        zm_fail(sink->refusal, ZM_BAD_INPUT, "%s position '%.80s': %.200s",
                sink->state->made->game.name, sink->position, what);
    return 1;
}

/* -- what callbacks say -- */

/* How many bytes the character at `text` has in UTF-8; 0: it is none, or a control character. */
static size_t character_size(const unsigned char *text)
{
    if (*text < 0x80)
        return *text >= ' ' && *text != 0x7f ? 1 : 0;
    size_t size = *text >= 0xf0 && *text < 0xf5   ? 4
                  : *text >= 0xe0 && *text < 0xf0 ? 3
                  : *text >= 0xc2 && *text < 0xe0 ? 2
                                                  : 0;
    for (size_t i = 1; i < size; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return size;
}

const char *zm_made_bad_text(const char *text, bool word)
{
    size_t size = 0, step = 1;
    if (text == NULL)
        return "a text is missing";
    for (; text[size] != 0 && step > 0; size += step) {
        step = character_size((const unsigned char *)text + size);
        if (word && text[size] == ' ')
            return "the name of a move has a blank in it";
        if (size > LONGEST_TEXT)
            return "a position has more than 4096 bytes";
    }
    return step == 0                     ? "a text has a character that cannot be printed"
           : size == 0                   ? "a text is empty"
           : word && size > LONGEST_NAME ? "the name of a move has more than 64 bytes"
                                         : NULL;
}

int zermelo_add_move(zermelo_sink *sink, const char *name, const char *position)
{
    if (sink->failed) /* the first fault is the one that is told */
        return 1;
    const char *bad = sink->moves == NULL ? "a move is added where none was asked for"
                      : sink->moves->count == MOST_ADDED ? "more than 100000 moves are added"
                                                         : zm_made_bad_text(name, true);
    if (bad == NULL)
        bad = zm_made_bad_text(position, false);
    if (bad != NULL)
        return fail_sink(sink, bad);
    zm_buffer_add(&sink->moves->bytes, name, strlen(name) + 1);
    if (sink->side >= 0)
        zm_buffer_byte(&sink->moves->bytes, (uint8_t)sink->side);
    zm_buffer_text(&sink->moves->bytes, position);
    zm_list_close(sink->moves);
    return zm_list_failed(sink->moves);
}

int zermelo_add_position(zermelo_sink *sink, const char *position)
{
    if (sink->failed)
        return 1;
    const char *bad = sink->positions == NULL ? "a position is added where none was asked for"
                      : sink->positions->count == MOST_ADDED
                          ? "more than 100000 positions are added"
                          : zm_made_bad_text(position, false);
    if (bad != NULL)
        return fail_sink(sink, bad);
    zm_list_add(sink->positions, zm_bytes((const uint8_t *)position, strlen(position)));
    return zm_list_failed(sink->positions);
}

int zermelo_add_problem(zermelo_sink *sink, const char *text)
{
    const char *bad = zm_made_bad_text(text, false);
    return fail_sink(sink, bad == NULL ? text : bad);
}

/* Looks at how a callback ended. False: it failed. */
static bool answered(zermelo_sink *sink, int status)
{
    if (status != 0 && !sink->failed)
        fail_sink(sink, "it failed, and did not say why");
    return !sink->failed;
}

bool zm_made_moves(struct made_state *state, const char *position, int side, int next_side,
                   struct zm_list *moves)
{
    const struct zermelo_callbacks *calls = &state->made->callbacks;
    if (calls->ending == NULL && !zm_made_legal(state, position)) {
        moves->bytes.failed = true;
        return false;
    }
    zermelo_sink sink = {.state = state,
                         .callback = "moves",
                         .position = position,
                         .moves = moves,
                         .side = next_side};
    bool good = answered(&sink, calls->moves(calls->context, position, side, &sink));
    moves->bytes.failed |= !good;
    return good;
}

enum zm_status zm_made_check(struct made_state *state, const char *position, struct zm_error *error)
{
    const struct zermelo_callbacks *calls = &state->made->callbacks;
    struct zm_error refusal = {0};
    zermelo_sink sink = {
        .state = state, .callback = "check", .position = position, .refusal = &refusal};
    if (calls->check == NULL || answered(&sink, calls->check(calls->context, position, &sink)))
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT, "%s", refusal.text);
}

bool zm_made_legal(struct made_state *state, const char *position)
{
    if (zm_made_check(state, position, NULL) == ZM_OK)
        return true;
    zm_made_fail(state, "check", position,
                 "it refuses what 'moves', 'split' or 'canonical' has made");
    return false;
}

/* Sets `texts` to the components of a position, as the caller writes them. */
static bool split_texts(struct made_state *state, const char *position, struct zm_list *texts)
{
    const struct zermelo_callbacks *calls = &state->made->callbacks;
    zermelo_sink sink = {
        .state = state, .callback = "split", .position = position, .positions = texts};
    zm_list_clear(texts);
    if (calls->split != NULL)
        return answered(&sink, calls->split(calls->context, position, &sink));
    zermelo_add_position(&sink, position);
    return true;
}

/* Appends the canonical form of a text to `components`, behind its sign. */
static bool add_canonical(struct made_state *state, const char *text, struct zm_list *components)
{
    const struct zermelo_callbacks *calls = &state->made->callbacks;
    struct zm_list *forms = &state->forms;
    zermelo_sink sink = {
        .state = state, .callback = "canonical", .position = text, .positions = forms};
    zm_list_clear(forms);
    if (calls->canonical == NULL)
        zermelo_add_position(&sink, text);
    else if (!answered(&sink, calls->canonical(calls->context, text, &sink)))
        return false;
    if (forms->count != 1 || zm_list_failed(forms)) {
        zm_made_fail(state, "canonical", text, "one position was expected");
        return false;
    }
    if (calls->kind == ZERMELO_PARTISAN)
        zm_buffer_byte(&components->bytes, 0);
    zm_list_add(components, zm_list_at(forms, 0));
    return true;
}

bool zm_made_split(struct made_state *state, const char *position, struct zm_list *components)
{
    bool good = split_texts(state, position, &state->texts);
    for (size_t i = 0; i < state->texts.count && good; i++) {
        zm_buffer_set(&state->text, zm_list_at(&state->texts, i));
        good = add_canonical(state, zm_buffer_string(&state->text), components);
    }
    zm_list_sort(components, false);
    components->bytes.failed |= !good || zm_list_failed(&state->texts) || state->text.failed;
    return good;
}

/* -- does it end? -- */

/* A depth-first walk over what can be reached: positions on the path, and those done with. In games
 * of components it goes over these, of which there are far fewer than positions. */
struct look {
    struct zm_made *made;
    void *state;
    struct zm_table seen; /* 1: on the path; 2: done with */
    struct zm_list path;  /* positions still to be looked at, children above their parents */
    size_t deep;
};

/* Puts the components after the moves of a component, of both players, on the path. */
static bool push_components(struct look *look, struct zm_bytes here)
{
    struct zm_options options = {0};
    struct zm_buffer component = {0};
    int sides = look->made->callbacks.kind == ZERMELO_PARTISAN ? 2 : 1;
    bool good = true;
    zm_buffer_set(&component, here);
    for (int side = 0; side < sides && good; side++) {
        zm_made_sums.options(look->state, zm_buffer_bytes(&component), (enum zm_side)side,
                             &options);
        for (size_t i = 0; i < options.components.count; i++)
            zm_list_add(&look->path, zm_list_at(&options.components, i));
        good = !zm_list_failed(&options.components) && !zm_list_failed(&look->path);
    }
    good = good && !component.failed;
    zm_options_free(&options);
    zm_buffer_free(&component);
    return good;
}

/* Puts the positions after the moves of a position on the path. */
static bool push_positions(struct look *look, struct zm_bytes here)
{
    const struct zm_rules *rules = look->made->game.rules;
    struct zm_list moves = {0};
    struct zm_buffer next = {0}, position = {0};
    zm_buffer_set(&position, here);
    rules->moves(look->state, zm_buffer_bytes(&position), NULL, &moves);
    for (size_t i = 0; i < moves.count && !zm_list_failed(&moves); i++) {
        rules->apply(look->state, zm_buffer_bytes(&position), zm_list_at(&moves, i), &next);
        zm_list_add(&look->path, zm_buffer_bytes(&next));
    }
    bool good = !zm_list_failed(&moves) && !next.failed && !zm_list_failed(&look->path);
    zm_list_free(&moves);
    zm_buffer_free(&next);
    zm_buffer_free(&position);
    return good;
}

static enum zm_status fail_endless(const struct look *look, struct zm_bytes position, bool returns,
                                   struct zm_error *error)
{
    const char *name = look->made->game.name;
    struct zm_buffer text = {0};
    if (look->made->game.sums != NULL)
        zm_made_sums.print(look->state, position, &text);
    else
        look->made->game.rules->print(look->state, position, &text);
    if (returns)
        zm_fail(error, ZM_BAD_INPUT,
                "%s: moves: position '%.80s' comes back, so the game is loopy (ZERMELO_LOOPY)",
                name, zm_buffer_string(&text));
    else
        zm_fail(error, ZM_BAD_INPUT,
                "%s: moves: after %lu moves, at '%.80s', the game has not ended: is it endless? "
                "('longest' says how long it may be)",
                name, look->made->callbacks.longest, zm_buffer_string(&text));
    zm_buffer_free(&text);
    return ZM_BAD_INPUT;
}

/* Looks at the position on top of the path. */
static enum zm_status look_once(struct look *look, struct zm_error *error)
{
    bool fresh;
    struct zm_bytes here = zm_list_at(&look->path, look->path.count - 1);
    uint8_t *mark = zm_table_insert(&look->seen, here, &fresh);
    if (mark == NULL)
        return zm_fail_memory(error);
    if (fresh) {
        *mark = 1;
        if (++look->deep > look->made->callbacks.longest)
            return fail_endless(look, here, false, error);
        size_t before = look->path.count;
        bool components = look->made->game.sums != NULL;
        if (!(components ? push_components(look, here) : push_positions(look, here)))
            return zm_fail_memory(error);
        for (size_t i = before; i < look->path.count; i++) {
            const uint8_t *child = zm_table_find(&look->seen, zm_list_at(&look->path, i));
            if (child != NULL && *child == 1)
                return fail_endless(look, zm_list_at(&look->path, i), true, error);
        }
        return ZM_OK;
    }
    if (*mark == 1) {
        *mark = 2;
        look->deep--;
    }
    zm_list_cut(&look->path, look->path.count - 1);
    return ZM_OK;
}

static enum zm_status expect_end(const struct zm_game *game, void *opened, struct zm_bytes position,
                                 struct zm_run *run, struct zm_error *error)
{
    struct look look = {.made = (struct zm_made *)game, .state = opened};
    enum zm_status status = ZM_OK;
    zm_made_clear(look.made);
    if (look.made->callbacks.kind == ZERMELO_LOOPY)
        return ZM_OK;
    zm_table_init(&look.seen, 1);
    if (game->sums != NULL)
        zm_made_sums.split(opened, position, &look.path);
    else
        zm_list_add(&look.path, position);
    if (zm_list_failed(&look.path))
        status = zm_fail_memory(error);
    while (status == ZM_OK && look.path.count > 0 && look.seen.count < MOST_LOOKED_AT &&
           !zm_run_look(run))
        status = look_once(&look, error);
    zm_table_free(&look.seen);
    zm_list_free(&look.path);
    return status;
}

/* -- making and freeing -- */

static enum zm_status open_state(const struct zm_game *game, const struct zm_settings *settings,
                                 void **opened, struct zm_error *error)
{
    (void)settings;
    struct made_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return zm_fail_memory(error);
    state->made = (struct zm_made *)game; /* the game is its first member */
    *opened = state;
    return ZM_OK;
}

static void close_state(void *opened)
{
    struct made_state *state = opened;
    zm_list_free(&state->texts);
    zm_list_free(&state->forms);
    zm_list_free(&state->moves);
    zm_list_free(&state->sum);
    zm_buffer_free(&state->text);
    zm_buffer_free(&state->position);
    free(state);
}

/* Keeps the run, which a callback that fails stops. */
static void heed(void *opened, struct zm_run *run)
{
    ((struct made_state *)opened)->run = run;
}

static bool good_name(const char *name)
{
    if (name == NULL || *name < 'a' || *name > 'z' || strlen(name) > LONGEST_NAME)
        return false;
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")] == 0;
}

static enum zm_status check_callbacks(const struct zermelo_callbacks *calls, struct zm_error *error)
{
    if (calls->size < offsetof(struct zermelo_callbacks, longest) ||
        calls->size > sizeof(struct zermelo_callbacks))
        return zm_fail(error, ZM_BAD_INPUT,
                       "a game for another version of the library: size %zu, expected %zu",
                       calls->size, sizeof(struct zermelo_callbacks));
    if (!good_name(calls->name))
        return zm_fail(error, ZM_BAD_INPUT,
                       "the name of a game: expected one word of small letters, digits and '-'");
    if (zm_game_find(calls->name, NULL) != NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s: there is a game of that name", calls->name);
    const char *bad = zm_made_bad_text(calls->start, false);
    if (bad != NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s: the start: %s", calls->name, bad);
    if (calls->moves == NULL || calls->kind > ZERMELO_LOOPY)
        return zm_fail(error, ZM_BAD_INPUT, "%s: %s", calls->name,
                       calls->moves == NULL ? "there is no 'moves'" : "there is no such kind");
    if (calls->ending != NULL && calls->kind == ZERMELO_PARTISAN)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s: a partisan game ends when there are no moves: leave 'ending' out",
                       calls->name);
    if (calls->split != NULL && (calls->ending != NULL || calls->kind == ZERMELO_LOOPY))
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s: a game with an ending of its own, or that is loopy, does not split",
                       calls->name);
    return ZM_OK;
}

/* Copies the texts of the callbacks, and fills in the game. */
static bool fill(struct zm_made *made, const struct zermelo_callbacks *calls)
{
    memcpy(&made->callbacks, calls, calls->size);
    if (made->callbacks.longest == 0)
        made->callbacks.longest = LONGEST_PLAY;
    made->name = strdup(calls->name);
    made->title = strdup(calls->title == NULL ? calls->name : calls->title);
    made->start = strdup(calls->start);
    if (made->name == NULL || made->title == NULL || made->start == NULL)
        return false;
    bool sums = calls->kind != ZERMELO_LOOPY && calls->ending == NULL;
    made->game = (struct zm_game){
        .name = made->name,
        .title = made->title,
        .summary = "a game of the caller's own",
        .start = made->start,
        .positions = "as the game itself writes them",
        .players = calls->kind == ZERMELO_PARTISAN ? ZM_PARTISAN : ZM_IMPARTIAL,
        .canon_version = 1,
        .open_made = open_state,
        .expect_end = expect_end,
        .trouble = trouble,
        .close = close_state,
        .heed = heed,
        .rules = zm_made_rules(calls),
        .sums = sums ? &zm_made_sums : NULL,
        .loops = calls->kind == ZERMELO_LOOPY ? &zm_made_loops : NULL,
        .picture = &zm_made_picture,
    };
    return true;
}

zermelo_made *zermelo_game_new(const struct zermelo_callbacks *callbacks, char *error,
                               size_t error_size)
{
    struct zm_error why = {0};
    struct zm_made *made = NULL;
    if (check_callbacks(callbacks, &why) == ZM_OK) {
        made = calloc(1, sizeof *made);
        if (made != NULL)
            pthread_mutex_init(&made->lock, NULL);
        if (made == NULL || !fill(made, callbacks)) {
            zm_fail_memory(&why);
            zermelo_game_free((zermelo_made *)made);
            made = NULL;
        }
    }
    if (made == NULL && error != NULL && error_size > 0)
        snprintf(error, error_size, "%s", why.text);
    return (zermelo_made *)made;
}

void zermelo_game_free(zermelo_made *game)
{
    struct zm_made *made = (struct zm_made *)game;
    if (made == NULL)
        return;
    pthread_mutex_destroy(&made->lock);
    free(made->name);
    free(made->title);
    free(made->start);
    free(made);
}

struct zm_made *zm_made_of(const zermelo_made *game)
{
    return (struct zm_made *)game;
}

const struct zm_game *zm_made_game(const struct zm_made *made)
{
    return &made->game;
}
