/* A sum of games as a game: in his turn a player moves in one term, whichever he likes, and who
 * cannot move in any has lost (Conway's disjunctive sum). The terms are positions of the other
 * games, partisan and impartial ones mixed, and values written as the calculator reads them:
 * "[domineering 4x3] + [cram 2x3] + {2|-1}".
 *
 * A board position: the side to move, then the terms one after the other, each with its length.
 * Each term is a canonical component of its game, so that a move leaves the other terms as they
 * stand and puts what it makes in the place of its own. A component: the sign, the name of the game
 * with a zero byte, the component of that game (for a partisan game without its own sign byte); a
 * value has no name, and its text in ASCII is its form. */
#include "games/sum/inside.h"

#include "base/clock.h"
#include "games/cases.h"
#include "games/shared/partisan.h"
#include "theory/expression.h"

#include <ctype.h>
#include <stdlib.h>

enum { LONGEST_TERM = 4000, OLDEST_VALUE = 200, MOST_MOVES = 65535 };
enum { LONGEST_READING = 5 }; /* seconds */

static void close_state(void *state)
{
    struct zm_sum_state *s = state;
    if (s == NULL)
        return;
    for (size_t i = 0; i < ZM_SUM_GAMES; i++)
        zm_instance_close(&s->games[i]);
    zm_universe_close(s->universe);
    zm_table_free(&s->values);
    zm_list_free(&s->terms);
    zm_list_free(&s->parts);
    zm_options_free(&s->options);
    zm_buffer_free(&s->text);
    zm_buffer_free(&s->inner);
    zm_buffer_free(&s->outer);
    free(s);
}

static enum zm_status open_state(const struct zm_settings *settings, void **state,
                                 struct zm_error *error)
{
    (void)settings;
    struct zm_sum_state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return zm_fail_memory(error);
    zm_run_begin(&s->reading);
    s->universe = zm_universe_open(&s->reading);
    zm_table_init(&s->values, sizeof(struct zm_sum_known));
    if (s->universe == NULL) {
        free(s);
        return zm_fail_memory(error);
    }
    *state = s;
    return ZM_OK;
}

/* --- the games of the terms ---------------------------------------------------------------------
 */

/* Games whose positions are sums of components, other than this one. */
static enum zm_status check_game(const struct zm_game *game, struct zm_error *error)
{
    if (game == &zm_sum || game->sums == NULL || game->players == ZM_ONE_PLAYER)
        return zm_fail(error, ZM_BAD_INPUT, "positions of %s cannot be terms of a sum", game->name);
    return zm_expect_all_moves(game, "a sum with other games", error);
}

/* The game with this name, with its parameters as they are by default. NULL: `error` says why. */
static const struct zm_instance *find_game(struct zm_sum_state *s, const char *name,
                                           struct zm_error *error)
{
    const struct zm_game *game = zm_game_find(name, error);
    if (game == NULL || check_game(game, error) != ZM_OK)
        return NULL;
    size_t i = 0;
    while (i < ZM_SUM_GAMES && s->games[i].game != NULL && s->games[i].game != game)
        i++;
    if (i == ZM_SUM_GAMES) {
        zm_fail(error, ZM_FAILED, "too many different games in one sum");
        return NULL;
    }
    if (s->games[i].game == NULL) {
        struct zm_settings settings = {0};
        enum zm_status status = ZM_OK;
        if (game->params != NULL)
            status = zm_settings_declare(&settings, game->params, error);
        if (status == ZM_OK)
            status = zm_instance_open(&s->games[i], game, &settings, error);
        zm_settings_free(&settings);
        if (status != ZM_OK) {
            s->games[i] = (struct zm_instance){0};
            return NULL;
        }
    }
    return &s->games[i];
}

bool zm_sum_is_value(struct zm_bytes component)
{
    return component.data[1] == '\0';
}

const struct zm_instance *zm_sum_enter(struct zm_sum_state *s, struct zm_bytes component)
{
    const char *name = (const char *)component.data + 1;
    const struct zm_instance *instance = find_game(s, name, NULL);
    size_t skip = strlen(name) + 2;
    zm_buffer_clear(&s->inner);
    if (instance != NULL && instance->game->players == ZM_PARTISAN)
        zm_buffer_byte(&s->inner, component.data[0]);
    zm_buffer_add(&s->inner, component.data + skip, component.size - skip);
    return s->inner.failed ? NULL : instance;
}

/* Adds a component of a game as one of this game. */
static void wrap(struct zm_sum_state *s, const struct zm_game *game, struct zm_bytes component,
                 struct zm_list *components)
{
    bool partisan = game->players == ZM_PARTISAN;
    zm_buffer_clear(&s->outer);
    zm_buffer_byte(&s->outer, partisan ? component.data[0] : 0);
    zm_buffer_add(&s->outer, game->name, strlen(game->name) + 1);
    zm_buffer_add(&s->outer, component.data + partisan, component.size - partisan);
    zm_list_add(components, zm_buffer_bytes(&s->outer));
    components->bytes.failed |= s->outer.failed;
}

/* Adds a value, unless it is 0. */
static void wrap_value(struct zm_sum_state *s, zm_conway value, struct zm_list *components)
{
    if (value == ZM_ZERO)
        return;
    zm_buffer_clear(&s->outer);
    zm_buffer_add(&s->outer, "\0\0", 2);
    zm_conway_print(s->universe, value, ZM_CONWAY_ASCII, &s->outer);
    zm_list_add(components, zm_buffer_bytes(&s->outer));
    components->bytes.failed |= s->outer.failed;
}

static enum zm_status read_value(struct zm_sum_state *s, const char *text, zm_conway *value,
                                 struct zm_error *error)
{
    struct zm_evaluation evaluation = {0};
    s->reading.deadline = zm_clock_now() + LONGEST_READING;
    enum zm_status status = zm_evaluate(s->universe, text, NULL, &evaluation, error);
    zm_run_begin(&s->reading); /* nothing else has a limit */
    if (status == ZM_STOPPED)
        return zm_fail(error, ZM_BAD_INPUT, "'%s' takes too long to be read", text);
    if (status != ZM_OK)
        return status;
    *value = evaluation.value;
    bool comparison = evaluation.comparison;
    zm_evaluation_free(&evaluation);
    if (comparison)
        return zm_fail(error, ZM_BAD_INPUT, "'%s' is a comparison, not a game", text);
    if (zm_conway_birthday(s->universe, *value) > OLDEST_VALUE)
        return zm_fail(error, ZM_BAD_INPUT, "'%s': a game of at most %d moves, please", text,
                       OLDEST_VALUE);
    return zm_universe_check(s->universe, error);
}

/* The value of a component that is one. */
zm_conway zm_sum_value(struct zm_sum_state *s, struct zm_bytes component)
{
    zm_conway value = ZM_ZERO;
    zm_buffer_clear(&s->text);
    zm_buffer_add(&s->text, component.data + 2, component.size - 2);
    read_value(s, zm_buffer_string(&s->text), &value, NULL);
    return value;
}

/* --- positions ----------------------------------------------------------------------------------
 */

static void add_term(struct zm_buffer *position, struct zm_bytes term)
{
    uint32_t size = (uint32_t)term.size;
    zm_buffer_add(position, &size, sizeof size);
    zm_buffer_add(position, term.data, term.size);
}

void zm_sum_terms(struct zm_bytes position, struct zm_list *terms)
{
    zm_list_clear(terms);
    for (size_t at = 1; at < position.size;) {
        uint32_t size;
        memcpy(&size, position.data + at, sizeof size);
        zm_list_add(terms, zm_bytes(position.data + at + sizeof size, size));
        at += sizeof size + size;
    }
}

/* The terms fit into the bytes, and each is a component that this game makes. */
static bool sound_component(void *state, struct zm_bytes component)
{
    struct zm_sum_state *s = state;
    zm_conway value;
    if (!zm_partisan_has_sign(component) ||
        memchr(component.data + 1, '\0', component.size - 1) == NULL)
        return false;
    if (zm_sum_is_value(component)) {
        zm_buffer_clear(&s->text);
        zm_buffer_add(&s->text, component.data + 2, component.size - 2);
        const char *text = zm_buffer_string(&s->text);
        return component.data[0] == 0 && strlen(text) == s->text.size &&
               read_value(s, text, &value, NULL) == ZM_OK;
    }
    const struct zm_instance *instance = zm_sum_enter(s, component);
    bool sign = instance != NULL && instance->game->players == ZM_PARTISAN;
    return instance != NULL && (sign || component.data[0] == 0) &&
           zm_is_component(instance, zm_buffer_bytes(&s->inner));
}

static bool sum_sound(void *state, struct zm_bytes position)
{
    bool sound = zm_partisan_has_side(position);
    for (size_t at = 1; sound && at < position.size;) {
        uint32_t size = 0;
        sound = position.size - at >= sizeof size;
        if (sound)
            memcpy(&size, position.data + at, sizeof size);
        at += sizeof size;
        sound = sound && size <= position.size - at &&
                sound_component(state, zm_bytes(position.data + at, size));
        at += size;
    }
    return sound;
}

/* A value is coded as its text, which must read back: one that is nested too deeply does not. */
static enum zm_status check_text(struct zm_sum_state *s, zm_conway value, const char *text,
                                 struct zm_error *error)
{
    zm_conway again;
    zm_buffer_clear(&s->text);
    zm_conway_print(s->universe, value, ZM_CONWAY_ASCII, &s->text);
    return s->text.failed ? zm_fail_memory(error)
           : read_value(s, zm_buffer_string(&s->text), &again, NULL) == ZM_OK
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT, "'%s': its options are nested too deeply", text);
}

/* "[GAME POSITION]": the components of the position, negated by a minus before it. */
static enum zm_status parse_game(struct zm_sum_state *s, char *text, bool minus,
                                 struct zm_list *terms, struct zm_error *error)
{
    size_t size = strlen(text);
    text[size - 1] = '\0'; /* the closing bracket */
    char *name = text + 1 + strspn(text + 1, " \t");
    char *rest = name + strcspn(name, " \t");
    if (*rest != '\0')
        *rest++ = '\0';
    rest += strspn(rest, " \t");
    const struct zm_instance *instance = find_game(s, name, error);
    if (instance == NULL)
        return error == NULL ? ZM_BAD_INPUT : error->status;
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    enum zm_status status = instance->game->rules->parse(instance->state, rest, &position, error);
    if (status == ZM_OK)
        status = zm_expect_one(instance, zm_buffer_bytes(&position), error);
    if (status == ZM_OK)
        zm_split(instance, zm_buffer_bytes(&position), &components); /* no game with loony moves */
    bool partisan = instance->game->players == ZM_PARTISAN;
    for (size_t i = 0; i < components.count && status == ZM_OK; i++) {
        struct zm_bytes component = zm_list_at(&components, i);
        zm_buffer_clear(&s->inner);
        zm_buffer_add(&s->inner, component.data, component.size);
        if (partisan && minus && !s->inner.failed)
            s->inner.data[0] ^= 1;
        wrap(s, instance->game, zm_buffer_bytes(&s->inner), terms);
    }
    if (status == ZM_OK && (zm_list_failed(&components) || zm_list_failed(terms)))
        status = zm_fail_memory(error);
    zm_buffer_free(&position);
    zm_list_free(&components);
    return status;
}

static enum zm_status parse_term(struct zm_sum_state *s, char *text, bool minus,
                                 struct zm_list *terms, struct zm_error *error)
{
    while (isspace((unsigned char)*text))
        text++;
    for (size_t size = strlen(text); size > 0 && isspace((unsigned char)text[size - 1]); size--)
        text[size - 1] = '\0';
    for (size_t next; text[0] == '-'; text += next) {
        next = 1 + strspn(text + 1, " ");
        if (text[next] != '[' && text[next] != '-') /* the sign of a value, which it reads itself */
            break;
        minus = !minus;
    }
    size_t size = strlen(text);
    if (size > 1 && text[0] == '[' && text[size - 1] == ']')
        return parse_game(s, text, minus, terms, error);
    zm_conway value;
    enum zm_status status = read_value(s, text, &value, error);
    if (status == ZM_OK)
        status = check_text(s, value, text, error);
    if (status == ZM_OK)
        wrap_value(s, minus ? zm_conway_negate(s->universe, value) : value, terms);
    return status;
}

/* Where a term ends: before " + " or " - " outside brackets and braces, or at the end. */
static size_t term_size(const char *text)
{
    int depth = 0;
    size_t i = 0;
    for (; text[i] != '\0'; i++) {
        depth += strchr("[({", text[i]) != NULL;
        depth -= strchr("])}", text[i]) != NULL;
        if (depth <= 0 && text[i] == ' ' && (text[i + 1] == '+' || text[i + 1] == '-') &&
            text[i + 2] == ' ')
            break;
    }
    return i;
}

static enum zm_status sum_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error)
{
    struct zm_sum_state *s = state;
    zm_buffer_clear(position);
    size_t size = zm_partisan_side(text, position);
    if (size > LONGEST_TERM)
        return zm_fail(error, ZM_BAD_INPUT, "a sum of at most %d characters, please", LONGEST_TERM);
    char whole[LONGEST_TERM + 1];
    memcpy(whole, text, size);
    whole[size] = '\0';
    bool minus = false;
    zm_list_clear(&s->terms);
    for (char *term = whole;;) {
        size_t end = term_size(term);
        char sign = term[end] == '\0' ? '\0' : term[end + 1];
        term[end] = '\0';
        enum zm_status status = parse_term(s, term, minus, &s->terms, error);
        if (status != ZM_OK)
            return status;
        if (sign == '\0')
            break;
        minus = sign == '-';
        term += end + 3;
    }
    for (size_t i = 0; i < s->terms.count; i++)
        add_term(position, zm_list_at(&s->terms, i));
    return position->failed || zm_list_failed(&s->terms) ? zm_fail_memory(error) : ZM_OK;
}

void zm_sum_print_component(void *state, struct zm_bytes component, struct zm_buffer *text)
{
    struct zm_sum_state *s = state;
    if (zm_sum_is_value(component)) {
        zm_buffer_add(text, component.data + 2, component.size - 2);
        return;
    }
    const struct zm_instance *instance = zm_sum_enter(s, component);
    if (instance == NULL) {
        text->failed = true;
        return;
    }
    zm_buffer_format(text, "[%s ", instance->game->name);
    instance->game->sums->print(instance->state, zm_buffer_bytes(&s->inner), text);
    zm_buffer_text(text, "]");
}

void zm_sum_print_terms(struct zm_sum_state *s, const struct zm_list *terms, size_t begin,
                        size_t end, struct zm_buffer *text)
{
    if (begin == end)
        zm_buffer_text(text, "0");
    for (size_t i = begin; i < end; i++) {
        zm_buffer_text(text, i == begin ? "" : " + ");
        zm_sum_print_component(s, zm_list_at(terms, i), text);
    }
}

static void sum_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct zm_sum_state *s = state;
    zm_sum_terms(position, &s->terms);
    zm_sum_print_terms(s, &s->terms, 0, s->terms.count, text);
    zm_partisan_print_side(position, text);
}

/* --- components ---------------------------------------------------------------------------------
 */

static void sum_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    (void)state;
    zm_sum_terms(position, components);
    zm_list_sort(components, false);
}

static void value_options(struct zm_sum_state *s, struct zm_bytes component, enum zm_side side,
                          struct zm_options *options)
{
    zm_conway value = zm_sum_value(s, component);
    struct zm_conway_list list =
        side == ZM_LEFT ? zm_conway_left(s->universe, value) : zm_conway_right(s->universe, value);
    for (size_t i = 0; i < list.count; i++) {
        wrap_value(s, list.items[i], &options->components);
        zm_options_close(options);
    }
    options->components.bytes.failed |= zm_universe_check(s->universe, NULL) != ZM_OK;
}

void zm_sum_term_options(void *state, struct zm_bytes component, enum zm_side side,
                         struct zm_options *options)
{
    struct zm_sum_state *s = state;
    zm_options_clear(options);
    if (zm_sum_is_value(component)) {
        value_options(s, component, side, options);
        return;
    }
    const struct zm_instance *instance = zm_sum_enter(s, component);
    if (instance == NULL) {
        options->components.bytes.failed = true;
        return;
    }
    struct zm_options inner = {0};
    instance->game->sums->options(instance->state, zm_buffer_bytes(&s->inner), side, &inner);
    for (size_t i = 0; i < inner.count; i++) {
        zm_list_clear(&s->parts);
        for (uint32_t j = zm_options_begin(&inner, i); j < inner.ends[i]; j++)
            wrap(s, instance->game, zm_list_at(&inner.components, j), &s->parts);
        zm_list_sort(&s->parts, false);
        for (size_t j = 0; j < s->parts.count; j++)
            zm_list_add(&options->components, zm_list_at(&s->parts, j));
        zm_options_close(options);
    }
    options->components.bytes.failed |=
        zm_list_failed(&inner.components) || zm_list_failed(&s->parts);
    zm_options_free(&inner);
}

/* --- moves --------------------------------------------------------------------------------------
 */

static void sum_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                      struct zm_list *moves)
{
    (void)record;
    struct zm_sum_state *s = state;
    enum zm_side side = zm_partisan_mover(position) == ZM_LEFT ? ZM_LEFT : ZM_RIGHT;
    zm_sum_terms(position, &s->terms);
    for (size_t i = 0; i < s->terms.count && i < MOST_MOVES; i++) {
        zm_sum_term_options(s, zm_list_at(&s->terms, i), side, &s->options);
        for (size_t j = 0; j < s->options.count && j < MOST_MOVES; j++) {
            struct zm_sum_choice move = {(uint16_t)i, (uint16_t)j};
            zm_list_add(moves, zm_bytes(&move, sizeof move));
        }
        moves->bytes.failed |= zm_list_failed(&s->options.components);
    }
}

void zm_sum_name(struct zm_sum_choice move, struct zm_buffer *text)
{
    char letters[8];
    size_t size = sizeof letters - 1;
    letters[size] = '\0';
    for (unsigned n = move.option + 1u; n > 0; n = (n - 1) / 26)
        letters[--size] = (char)('a' + (n - 1) % 26);
    zm_buffer_format(text, "%u%s", move.term + 1u, letters + size);
}

static void sum_name(void *state, struct zm_bytes position, struct zm_bytes bytes,
                     struct zm_buffer *text)
{
    (void)state;
    (void)position;
    struct zm_sum_choice move;
    memcpy(&move, bytes.data, sizeof move);
    zm_sum_name(move, text);
}

static void sum_apply(void *state, struct zm_bytes position, struct zm_bytes bytes,
                      struct zm_buffer *next)
{
    struct zm_sum_state *s = state;
    struct zm_sum_choice move;
    memcpy(&move, bytes.data, sizeof move);
    enum zm_side side = zm_partisan_mover(position) == ZM_LEFT ? ZM_LEFT : ZM_RIGHT;
    zm_sum_terms(position, &s->terms);
    zm_buffer_clear(next);
    zm_buffer_byte(next, side == ZM_LEFT ? ZM_RIGHT : ZM_LEFT);
    for (size_t i = 0; i < s->terms.count; i++) {
        if (i != move.term) {
            add_term(next, zm_list_at(&s->terms, i));
            continue;
        }
        zm_sum_term_options(s, zm_list_at(&s->terms, i), side, &s->options);
        for (uint32_t j = zm_options_begin(&s->options, move.option);
             j < s->options.ends[move.option]; j++)
            add_term(next, zm_list_at(&s->options.components, j));
    }
    next->failed |= zm_list_failed(&s->terms) || zm_list_failed(&s->options.components);
}

/* A few small terms of games that differ much, and a value now and then. */
static void sum_random(void *state, struct zm_random *random, unsigned size,
                       struct zm_buffer *position)
{
    static const char *const names[] = {"toads-and-frogs", "domineering", "hackenbush", "nim",
                                        "cram"};
    static const char *const values[] = {"*", "^", "{1|-1}", "1/2", "{2||1|0}", "-1", "v*"};
    struct zm_sum_state *s = state;
    struct zm_buffer drawn = {0};
    zm_buffer_clear(position);
    zm_buffer_byte(position, (uint8_t)zm_random_below(random, 3));
    zm_list_clear(&s->terms);
    for (unsigned i = 0, terms = 1 + (unsigned)zm_random_below(random, 3); i < terms; i++) {
        const struct zm_instance *instance =
            find_game(s, names[zm_random_below(random, sizeof names / sizeof *names)], NULL);
        zm_conway value;
        if (zm_random_below(random, 3) == 0) {
            if (read_value(s, values[zm_random_below(random, sizeof values / sizeof *values)],
                           &value, NULL) == ZM_OK)
                wrap_value(s, value, &s->terms);
        } else if (instance != NULL) {
            instance->game->rules->random(instance->state, random, size < 5 ? size : 5, &drawn);
            zm_list_clear(&s->parts);
            zm_split(instance, zm_buffer_bytes(&drawn), &s->parts);
            for (size_t j = 0; j < s->parts.count; j++)
                wrap(s, instance->game, zm_list_at(&s->parts, j), &s->terms);
        }
    }
    for (size_t i = 0; i < s->terms.count; i++)
        add_term(position, zm_list_at(&s->terms, i));
    zm_buffer_free(&drawn);
}

static const struct zm_rules sum_rules = {
    .parse = sum_parse,
    .print = sum_print,
    .moves = sum_moves,
    .name = sum_name,
    .apply = sum_apply,
    .sound = sum_sound,
    .turn = zm_partisan_turn,
    .random = sum_random,
};

static const struct zm_sums sum_sums = {
    .split = sum_split,
    .options = zm_sum_term_options,
    .print = zm_sum_print_component,
    .sound = sound_component,
};

const struct zm_game zm_sum = {
    .name = "sum",
    .title = "Sums of games",
    .summary = "several games at once: a player moves in one of them, who cannot move loses",
    .start = "[domineering 3x3] + [toads-and-frogs TT..FF] + [nim 3]",
    .positions = "[domineering 4x3] + [nim 3,5] + {2|-1}    positions of other games, and values\n"
                 "[toads-and-frogs TT..FF] - [cram 2x3] L   a minus exchanges the players; Left "
                 "is to move\n"
                 "moves: 2c      the third move in the second term; the board lists them\n",
    .players = ZM_PARTISAN,
    .canon_version = 1,
    .open = open_state,
    .close = close_state,
    .rules = &sum_rules,
    .sums = &sum_sums,
    .judgement = &zm_sum_judgement,
    .picture = &zm_sum_picture,
};
