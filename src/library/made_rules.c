/* The rules, sums, loops and picture of games made of callbacks; see made.c for how positions and
 * moves are kept. */
#include "library/made_inside.h"

#include "games/shared/partisan.h"

static bool partisan(const struct made_state *state)
{
    return state->made->callbacks.kind == ZERMELO_PARTISAN;
}

/* Sets the state's own copy of the text of a board position or a component (which end without a
 * zero byte), and returns it. */
static const char *text_of(struct made_state *state, struct zm_bytes bytes)
{
    size_t skipped = partisan(state) ? 1 : 0;
    zm_buffer_set(&state->position, zm_bytes(bytes.data + skipped, bytes.size - skipped));
    return zm_buffer_string(&state->position);
}

static enum zm_status made_parse(void *opened, const char *text, struct zm_buffer *position,
                                 struct zm_error *error)
{
    struct made_state *state = opened;
    size_t size = strlen(text);
    zm_buffer_clear(position);
    if (partisan(state))
        size = zm_partisan_side(text, position);
    zm_buffer_add(position, text, size);
    if (position->failed)
        return zm_fail_memory(error);
    const char *inner = text_of(state, zm_buffer_bytes(position));
    const char *bad = zm_made_bad_text(inner, false);
    if (bad != NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s: %s", state->made->game.name, bad);
    return zm_made_check(state, inner, error);
}

static void made_print(void *opened, struct zm_bytes position, struct zm_buffer *text)
{
    struct made_state *state = opened;
    zm_buffer_text(text, text_of(state, position));
    if (partisan(state))
        zm_partisan_print_side(position, text);
}

/* Sets `outcome` to what the caller's own rule says of a position. False: it failed. */
static bool ended(struct made_state *state, const char *text, enum zm_outcome *outcome)
{
    const struct zermelo_callbacks *calls = &state->made->callbacks;
    *outcome = ZM_UNDECIDED;
    if (calls->ending == NULL)
        return true;
    if (!zm_made_legal(state, text))
        return false;
    int said = calls->ending(calls->context, text);
    if (said < ZM_UNDECIDED || said > ZM_DRAW) {
        zm_made_fail(state, "ending", text, "it says neither 0 nor 1, 2 or 3");
        return false;
    }
    *outcome = (enum zm_outcome)said;
    return true;
}

static void made_moves(void *opened, struct zm_bytes position, const struct zm_record *record,
                       struct zm_list *moves)
{
    (void)record;
    struct made_state *state = opened;
    const char *text = text_of(state, position);
    if (!partisan(state)) {
        enum zm_outcome outcome;
        if (!ended(state, text, &outcome))
            moves->bytes.failed = true;
        else if (outcome == ZM_UNDECIDED)
            zm_made_moves(state, text, 0, -1, moves);
        return;
    }
    int mover = zm_partisan_mover(position);
    zm_made_moves(state, text, mover, 1 - mover, moves);
}

static void made_name(void *opened, struct zm_bytes position, struct zm_bytes move,
                      struct zm_buffer *text)
{
    (void)opened;
    (void)position;
    zm_buffer_text(text, (const char *)move.data);
}

static void made_apply(void *opened, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *next)
{
    (void)opened;
    (void)position;
    size_t name = strlen((const char *)move.data) + 1;
    zm_buffer_set(next, zm_bytes(move.data + name, move.size - name));
}

static bool made_sound(void *opened, struct zm_bytes bytes)
{
    struct made_state *state = opened;
    if ((partisan(state) && !zm_partisan_has_side(bytes)) || bytes.size == 0 ||
        memchr(bytes.data + 1, 0, bytes.size - 1) != NULL)
        return false;
    return zm_made_bad_text(text_of(state, bytes), false) == NULL;
}

/* Plays at random from the start, which is the only position that is surely one. */
static void made_random(void *opened, struct zm_random *random, unsigned size,
                        struct zm_buffer *position)
{
    struct made_state *state = opened;
    uint64_t left = zm_random_below(random, 2 * (uint64_t)size + 1);
    zm_buffer_clear(position);
    if (partisan(state))
        zm_buffer_byte(position, (uint8_t)zm_random_below(random, 2));
    zm_buffer_text(position, state->made->callbacks.start);
    for (; left > 0; left--) {
        struct zm_buffer next = {0};
        zm_list_clear(&state->moves);
        made_moves(state, zm_buffer_bytes(position), NULL, &state->moves);
        if (state->moves.count == 0 || zm_list_failed(&state->moves))
            return;
        size_t chosen = (size_t)zm_random_below(random, state->moves.count);
        made_apply(state, zm_buffer_bytes(position), zm_list_at(&state->moves, chosen), &next);
        zm_buffer_set(position, zm_buffer_bytes(&next));
        zm_buffer_free(&next);
    }
}

static void made_ending(void *opened, struct zm_bytes position, const struct zm_record *record,
                        struct zm_ending *ending)
{
    (void)record;
    struct made_state *state = opened;
    *ending = (struct zm_ending){0};
    ended(state, text_of(state, position), &ending->outcome);
    ending->over = ending->outcome != ZM_UNDECIDED;
}

static const struct zm_rules plain_rules = {
    .parse = made_parse,
    .print = made_print,
    .moves = made_moves,
    .name = made_name,
    .apply = made_apply,
    .sound = made_sound,
    .random = made_random,
};

static const struct zm_rules partisan_rules = {
    .parse = made_parse,
    .print = made_print,
    .moves = made_moves,
    .name = made_name,
    .apply = made_apply,
    .turn = zm_partisan_turn,
    .sound = made_sound,
    .random = made_random,
};

static const struct zm_rules ending_rules = {
    .parse = made_parse,
    .print = made_print,
    .moves = made_moves,
    .name = made_name,
    .apply = made_apply,
    .ending = made_ending,
    .sound = made_sound,
    .random = made_random,
};

const struct zm_rules *zm_made_rules(const struct zermelo_callbacks *callbacks)
{
    return callbacks->kind == ZERMELO_PARTISAN                             ? &partisan_rules
           : callbacks->ending != NULL || callbacks->kind == ZERMELO_LOOPY ? &ending_rules
                                                                           : &plain_rules;
}

static void made_split(void *opened, struct zm_bytes position, struct zm_list *components)
{
    struct made_state *state = opened;
    zm_made_split(state, text_of(state, position), components);
}

static void made_options(void *opened, struct zm_bytes component, enum zm_side side,
                         struct zm_options *options)
{
    struct made_state *state = opened;
    struct zm_buffer next = {0};
    zm_options_clear(options);
    zm_list_clear(&state->moves);
    zm_made_moves(state, text_of(state, component), (int)side, -1, &state->moves);
    size_t count = zm_list_failed(&state->moves) ? 0 : state->moves.count; /* of all, or none */
    for (size_t i = 0; i < count; i++) {
        made_apply(state, component, zm_list_at(&state->moves, i), &next);
        zm_list_clear(&state->sum);
        zm_made_split(state, zm_buffer_string(&next), &state->sum);
        zm_options_add_new(options, &state->sum);
    }
    options->components.bytes.failed |= zm_list_failed(&state->moves) || next.failed;
    zm_buffer_free(&next);
}

static void component_print(void *opened, struct zm_bytes component, struct zm_buffer *text)
{
    zm_buffer_text(text, text_of(opened, component));
}

static bool component_sound(void *opened, struct zm_bytes bytes)
{
    return made_sound(opened, bytes) &&
           (!partisan(opened) || (zm_partisan_has_sign(bytes) && bytes.data[0] == 0));
}

const struct zm_sums zm_made_sums = {
    .split = made_split,
    .options = made_options,
    .print = component_print,
    .sound = component_sound,
};

/* Positions are texts, which nobody numbers: what can be reached is explored. */
const struct zm_loops zm_made_loops = {.count = NULL};

static void made_text(void *opened, struct zm_bytes position, struct zm_buffer *out)
{
    made_print(opened, position, out);
    zm_buffer_byte(out, '\n');
}

const struct zm_picture zm_made_picture = {.text = made_text};
