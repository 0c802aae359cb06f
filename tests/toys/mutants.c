/* One way to break each promise, and more than one where a promise has several parts; see
 * mutants.h. Each takes a game that keeps them all and spoils one function, which calls the right
 * one and then changes what it says. */
#include "toys/mutants.h"

#include "games/dots/dots.h"
#include "games/grundy/grundy.h"
#include "games/nim/nim.h"
#include "games/peg/peg.h"
#include "games/tapatan/tapatan.h"
#include "toys/toys.h"

#include <stdlib.h>

void mutant_make(const struct mutant *mutant, struct body *body)
{
    const struct zm_game *base = mutant->base;
    *body = (struct body){.game = *base, .rules = *base->rules};
    body->game.rules = &body->rules;
#define COPY(part)                                                                                 \
    do {                                                                                           \
        if (base->part != NULL) {                                                                  \
            body->part = *base->part;                                                              \
            body->game.part = &body->part;                                                         \
        }                                                                                          \
    } while (0)
    COPY(sums);
    COPY(scores);
    COPY(goals);
    COPY(loops);
    COPY(walk);
    COPY(picture);
#undef COPY
    if (mutant->spoil != NULL)
        mutant->spoil(body);
}

/* A spoiler: sets one member of the body to a function. */
#define SPOIL(name, member, function)                                                              \
    static void name(struct body *body)                                                            \
    {                                                                                              \
        body->member = function;                                                                   \
    }

/* --- what the game says of itself --- */

static void without_sound(struct body *body)
{
    body->rules.sound = NULL;
}

static void shouting_name(struct body *body)
{
    body->game.name = "Grundy";
}

static void no_start(struct body *body)
{
    body->game.start = NULL;
}

/* --- texts and random positions --- */

static enum zm_status parse_appends(void *state, const char *text, struct zm_buffer *position,
                                    struct zm_error *error)
{
    struct zm_buffer own = {0};
    enum zm_status status = zm_grundy.rules->parse(state, text, &own, error);
    zm_buffer_add(position, own.data, own.size);
    zm_buffer_free(&own);
    return status;
}
SPOIL(spoil_parse, rules.parse, parse_appends)

static void print_forgets(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct zm_buffer left = {0};
    zm_buffer_set(&left, position);
    left.data[0] = ZM_LEFT;
    toy_cake.rules->print(state, zm_buffer_bytes(&left), text);
    zm_buffer_free(&left);
}
SPOIL(spoil_print, rules.print, print_forgets)

static void print_sets(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    zm_buffer_clear(text);
    zm_grundy.rules->print(state, position, text);
}
SPOIL(spoil_print_too, rules.print, print_sets)

static enum zm_status parse_refuses_silently(void *state, const char *text,
                                             struct zm_buffer *position, struct zm_error *error)
{
    (void)error;
    return zm_grundy.rules->parse(state, text, position, NULL);
}
SPOIL(spoil_refusal, rules.parse, parse_refuses_silently)

static enum zm_status parse_takes_all(void *state, const char *text, struct zm_buffer *position,
                                      struct zm_error *error)
{
    static const uint8_t nothing[3] = {9, 9, 9};
    if (*text == 0)
        return zm_fail(error, ZM_BAD_INPUT, "nothing");
    if (toy_ring.rules->parse(state, text, position, error) != ZM_OK)
        zm_buffer_set(position, zm_bytes(nothing, 3));
    return ZM_OK;
}
SPOIL(spoil_refusal_too, rules.parse, parse_takes_all)

static void random_appends(void *state, struct zm_random *random, unsigned size,
                           struct zm_buffer *position)
{
    struct zm_buffer own = {0};
    zm_grundy.rules->random(state, random, size, &own);
    zm_buffer_add(position, own.data, own.size);
    zm_buffer_free(&own);
}
SPOIL(spoil_random, rules.random, random_appends)

static void cases_without_reason(void *state, struct zm_bytes position, struct zm_list *cases,
                                 struct zm_buffer *why)
{
    (void)state;
    (void)why;
    if (position.size > 1)
        zm_list_add(cases, zm_bytes(position.data, 1));
}
SPOIL(spoil_cases, rules.cases, cases_without_reason)

/* --- moves --- */

static void name_of_two_words(void *state, struct zm_bytes position, struct zm_bytes move,
                              struct zm_buffer *text)
{
    zm_grundy.rules->name(state, position, move, text);
    zm_buffer_text(text, " please");
}
SPOIL(spoil_name, rules.name, name_of_two_words)

static void name_without_heap(void *state, struct zm_bytes position, struct zm_bytes move,
                              struct zm_buffer *text)
{
    struct zm_buffer whole = {0};
    zm_grundy.rules->name(state, position, move, &whole);
    zm_buffer_text(text, strchr(zm_buffer_string(&whole), ':') + 1);
    zm_buffer_free(&whole);
}
SPOIL(spoil_name_too, rules.name, name_without_heap)

static void apply_appends(void *state, struct zm_bytes position, struct zm_bytes move,
                          struct zm_buffer *next)
{
    struct zm_buffer own = {0};
    zm_grundy.rules->apply(state, position, move, &own);
    zm_buffer_add(next, own.data, own.size);
    zm_buffer_free(&own);
}
SPOIL(spoil_apply, rules.apply, apply_appends)

static void apply_to_nowhere(void *state, struct zm_bytes position, struct zm_bytes move,
                             struct zm_buffer *next)
{
    toy_ring.rules->apply(state, position, move, next);
    next->data[0] = next->data[0] == 6 ? 7 : next->data[0];
}
SPOIL(spoil_apply_too, rules.apply, apply_to_nowhere)

/* --- turn and ending --- */

static int turn_of_a_third(void *state, struct zm_bytes position)
{
    return toy_cake.rules->turn(state, position) + 1;
}
SPOIL(spoil_turn, rules.turn, turn_of_a_third)

static int always_left(void *state, struct zm_bytes position)
{
    (void)state;
    (void)position;
    return 0;
}
SPOIL(spoil_turn_too, rules.turn, always_left)

static void ending_too_early(void *state, struct zm_bytes position, const struct zm_record *record,
                             struct zm_ending *ending)
{
    toy_ring.rules->ending(state, position, record, ending);
    ending->over |= position.data[0] == 1;
}
SPOIL(spoil_ending, rules.ending, ending_too_early)

static void ending_without_outcome(void *state, struct zm_bytes position,
                                   const struct zm_record *record, struct zm_ending *ending)
{
    toy_ring.rules->ending(state, position, record, ending);
    ending->outcome = ZM_UNDECIDED;
}
SPOIL(spoil_outcome, rules.ending, ending_without_outcome)

static void ending_half_filled(void *state, struct zm_bytes position,
                               const struct zm_record *record, struct zm_ending *ending)
{
    struct zm_ending own;
    toy_ring.rules->ending(state, position, record, &own);
    ending->outcome = own.outcome;
    if (own.over)
        ending->over = true;
}
SPOIL(spoil_filling, rules.ending, ending_half_filled)

static void ending_with_a_record(void *state, struct zm_bytes position,
                                 const struct zm_record *record, struct zm_ending *ending)
{
    toy_ring.rules->ending(state, position, record, ending);
    ending->over |= record != NULL;
}
SPOIL(spoil_record, rules.ending, ending_with_a_record)

static void points_turned_round(void *state, struct zm_bytes position,
                                const struct zm_record *record, struct zm_ending *ending)
{
    toy_row.rules->ending(state, position, record, ending);
    int32_t mine = ending->half_points[0];
    ending->half_points[0] = ending->half_points[1];
    ending->half_points[1] = mine;
}
SPOIL(spoil_points, rules.ending, points_turned_round)

/* --- states --- */

static enum zm_status open_counter(const struct zm_settings *settings, void **state,
                                   struct zm_error *error)
{
    (void)settings;
    *state = calloc(1, sizeof(unsigned));
    return *state == NULL ? zm_fail_memory(error) : ZM_OK;
}

/* Moves in another order from the hundredth call on. */
static void moves_that_tire(void *state, struct zm_bytes position, const struct zm_record *record,
                            struct zm_list *moves)
{
    unsigned *calls = state;
    struct zm_list own = {0};
    zm_grundy.rules->moves(NULL, position, record, &own);
    bool tired = ++*calls > 100;
    for (size_t i = 0; i < own.count; i++)
        zm_list_add(moves, zm_list_at(&own, tired ? own.count - 1 - i : i));
    zm_list_free(&own);
}

static void spoil_states(struct body *body)
{
    body->game.open = open_counter;
    body->game.close = free;
    body->rules.moves = moves_that_tire;
}

/* --- components and options --- */

static void split_turned_round(void *state, struct zm_bytes position, struct zm_list *components)
{
    struct zm_list own = {0};
    zm_grundy.sums->split(state, position, &own);
    for (size_t i = own.count; i > 0; i--)
        zm_list_add(components, zm_list_at(&own, i - 1));
    zm_list_free(&own);
}
SPOIL(spoil_split, sums.split, split_turned_round)

static void print_a_smaller_heap(void *state, struct zm_bytes component, struct zm_buffer *text)
{
    uint8_t heap = component.data[0] > 4 ? (uint8_t)(component.data[0] - 1) : component.data[0];
    zm_grundy.sums->print(state, zm_bytes(&heap, 1), text);
}
SPOIL(spoil_component, sums.print, print_a_smaller_heap)

/* Copies the options of a heap, all but number `left_out`. */
static void copy_options(struct zm_bytes component, size_t left_out, struct zm_options *options)
{
    struct zm_options own = {0};
    zm_grundy.sums->options(NULL, component, ZM_LEFT, &own);
    for (size_t i = 0; i < own.count; i++) {
        if (i == left_out)
            continue;
        for (uint32_t j = zm_options_begin(&own, i); j < own.ends[i]; j++)
            zm_list_add(&options->components, zm_list_at(&own.components, j));
        zm_options_close(options);
    }
    zm_options_free(&own);
}

static void options_but_one(void *state, struct zm_bytes component, enum zm_side side,
                            struct zm_options *options)
{
    (void)state;
    (void)side;
    zm_options_clear(options);
    copy_options(component, component.data[0] > 6 ? 1 : 1000, options);
}
SPOIL(spoil_options, sums.options, options_but_one)

static void options_and_one(void *state, struct zm_bytes component, enum zm_side side,
                            struct zm_options *options)
{
    static const uint8_t heap = 9;
    zm_grundy.sums->options(state, component, side, options);
    if (component.data[0] == 7) {
        zm_list_add(&options->components, zm_bytes(&heap, 1));
        zm_options_close(options);
    }
}
SPOIL(spoil_options_more, sums.options, options_and_one)

static void options_twice(void *state, struct zm_bytes component, enum zm_side side,
                          struct zm_options *options)
{
    zm_grundy.sums->options(state, component, side, options);
    if (component.data[0] == 7)
        copy_options(component, 0, options);
}
SPOIL(spoil_options_twice, sums.options, options_twice)

static void options_added(void *state, struct zm_bytes component, enum zm_side side,
                          struct zm_options *options)
{
    (void)state;
    (void)side;
    copy_options(component, 1000, options);
}
SPOIL(spoil_options_added, sums.options, options_added)

static void options_unsorted(void *state, struct zm_bytes component, enum zm_side side,
                             struct zm_options *options)
{
    (void)state;
    (void)side;
    zm_options_clear(options);
    for (unsigned part = 1; 2 * part < component.data[0]; part++) {
        uint8_t parts[2] = {(uint8_t)(component.data[0] - part), (uint8_t)part};
        for (int i = 0; i < 2; i++)
            if (parts[i] > 2)
                zm_list_add(&options->components, zm_bytes(&parts[i], 1));
        zm_options_close(options);
    }
}
SPOIL(spoil_options_order, sums.options, options_unsorted)

/* All options but the last. */
static bool some_but_the_last(void *state, struct zm_bytes component, enum zm_side side,
                              bool (*test)(void *context, const struct zm_bytes *components,
                                           size_t count),
                              void *context)
{
    struct zm_options options = {0};
    bool found = false;
    zm_grundy.sums->options(state, component, side, &options);
    for (size_t i = 0; i + 1 < options.count && !found; i++) {
        struct zm_bytes parts[2];
        uint32_t begin = zm_options_begin(&options, i), count = options.ends[i] - begin;
        for (uint32_t j = 0; j < count; j++)
            parts[j] = zm_list_at(&options.components, begin + j);
        found = test(context, parts, count);
    }
    zm_options_free(&options);
    return found;
}
SPOIL(spoil_some_option, sums.some_option, some_but_the_last)

static bool no_loony_moves(void *state, struct zm_bytes component)
{
    (void)state;
    (void)component;
    return false;
}
SPOIL(spoil_loony_moves, sums.loony_moves, no_loony_moves)

/* Where forms may stand for others, only the worth of positions tells. */
static enum zm_forms say_equivalent(void *state)
{
    (void)state;
    return ZM_FORMS_EQUIVALENT;
}

static void spoil_sums(struct body *body)
{
    body->sums.forms = say_equivalent;
    body->sums.options = options_but_one;
}

static void spoil_worths(struct body *body)
{
    body->sums.forms = zm_nearly_canonical;
    body->sums.options = options_but_one;
}

static bool is_loony_never(void *state, struct zm_bytes position)
{
    (void)state;
    (void)position;
    return false;
}

static void spoil_loony(struct body *body)
{
    body->sums.forms = say_equivalent;
    body->sums.loony = is_loony_never;
    body->sums.loony_moves = no_loony_moves;
}

/* Right cannot cut a turned cake into halves. */
static void options_of_one_sign(void *state, struct zm_bytes component, enum zm_side side,
                                struct zm_options *options)
{
    toy_cake.sums->options(state, component, side, options);
    if (side == ZM_RIGHT && component.data[0] == 1 && options->count > 1) {
        options->count--;
        options->components.count = options->ends[options->count - 1];
    }
}

static void spoil_signs(struct body *body)
{
    body->sums.forms = say_equivalent;
    body->sums.options = options_of_one_sign;
}

/* --- what is told about nimbers --- */

static bool known_wrongly(void *state, struct zm_bytes component, enum zm_asker asker,
                          uint32_t *nimber)
{
    (void)state;
    *nimber = 1;
    return asker == ZM_SEARCH && component.data[0] == 5;
}
SPOIL(spoil_known, sums.known, known_wrongly)

static bool crack_wrongly(void *state, struct zm_bytes component, struct zm_list *sum)
{
    (void)state;
    uint8_t three = 3;
    if (component.data[0] != 5)
        return false;
    zm_list_add(sum, zm_bytes(&three, 1));
    return true;
}
SPOIL(spoil_crack, sums.crack, crack_wrongly)

static uint32_t at_most_one(void *state, struct zm_bytes component)
{
    (void)state;
    (void)component;
    return 1;
}
SPOIL(spoil_most, sums.most, at_most_one)

/* --- scores --- */

static void turns_gain_less(void *state, struct zm_bytes coins, struct zm_turns *turns)
{
    toy_row.scores->turns(state, coins, turns);
    for (size_t i = 0; i < turns->positions.count; i++)
        turns->turns[i].gain -= turns->turns[i].gain > 7;
}
SPOIL(spoil_gain, scores.turns, turns_gain_less)

static void turns_never_again(void *state, struct zm_bytes coins, struct zm_turns *turns)
{
    toy_row.scores->turns(state, coins, turns);
    for (size_t i = 0; i < turns->positions.count; i++)
        turns->turns[i].again = false;
}
SPOIL(spoil_again, scores.turns, turns_never_again)

static void bounds_too_low(void *state, struct zm_bytes coins, int32_t *lower, int32_t *upper)
{
    *lower = 0;
    *upper = toy_row.scores->available(state, coins) / 2;
}
SPOIL(spoil_bounds, scores.bounds, bounds_too_low)

static int32_t available_for_one(void *state, struct zm_bytes coins)
{
    return toy_row.scores->available(state, coins) + (coins.size == 3);
}
SPOIL(spoil_available, scores.available, available_for_one)

static void points_that_grow(void *state, struct zm_bytes position, const struct zm_record *record,
                             struct zm_ending *ending)
{
    toy_row.rules->ending(state, position, record, ending);
    ending->half_points[0] *= 2;
    ending->half_points[1] *= 2;
}
SPOIL(spoil_final_points, rules.ending, points_that_grow)

/* --- one player, and walks --- */

static void describe_at_length(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    (void)position;
    zm_buffer_text(text, "this\nand that");
}
SPOIL(spoil_describe, goals.describe, describe_at_length)

static int64_t worth_below(void *state, struct zm_bytes position)
{
    return toy_picks.goals->worth(state, position) - 1;
}
SPOIL(spoil_goal, goals.worth, worth_below)

static unsigned moves_but_one(const void *walk, zm_move *moves)
{
    unsigned count = toy_picks.walk->moves(walk, moves);
    return count > 2 ? count - 1 : count;
}
SPOIL(spoil_walk_moves, walk.moves, moves_but_one)

static struct zm_hash128 key_of_the_free(const void *walk)
{
    struct zm_hash128 key = toy_picks.walk->key(walk);
    key.low |= 1;
    key.high = key.low;
    return key;
}
SPOIL(spoil_key, walk.key, key_of_the_free)

static int64_t walk_worth_doubled(const void *walk)
{
    return 2 * toy_picks.walk->worth(walk);
}
SPOIL(spoil_walk_worth, walk.worth, walk_worth_doubled)

static unsigned all_commute(const void *walk, zm_move move, const zm_move *moves, unsigned count,
                            zm_move *kept)
{
    (void)walk;
    (void)move;
    memmove(kept, moves, count * sizeof *moves);
    return count;
}
SPOIL(spoil_commuting, walk.commuting, all_commute)

static void unmake_nothing(void *walk, zm_move move)
{
    (void)walk;
    (void)move;
}
SPOIL(spoil_unmake, walk.unmake, unmake_nothing)

static uint32_t most_is_two(const void *walk)
{
    (void)walk;
    return 2;
}
SPOIL(spoil_most_moves, walk.most, most_is_two)

/* --- numbers --- */

static uint64_t rank_beyond(void *state, struct zm_bytes position)
{
    return toy_ring.loops->rank(state, position) + (position.data[0] == 6 ? 4 : 0);
}
SPOIL(spoil_rank, loops.rank, rank_beyond)

static bool unrank_another(void *state, uint64_t number, struct zm_buffer *position)
{
    return toy_ring.loops->unrank(state, number == 9 ? 10 : number, position);
}
SPOIL(spoil_unrank, loops.unrank, unrank_another)

static void predecessors_but_one(void *state, struct zm_bytes position, struct zm_list *positions)
{
    struct zm_list own = {0};
    toy_ring.loops->predecessors(state, position, &own);
    for (size_t i = 0; i + 1 < own.count; i++)
        zm_list_add(positions, zm_list_at(&own, i));
    zm_list_free(&own);
}
SPOIL(spoil_predecessors, loops.predecessors, predecessors_but_one)

static void predecessors_and_itself(void *state, struct zm_bytes position,
                                    struct zm_list *positions)
{
    toy_ring.loops->predecessors(state, position, positions);
    zm_list_add(positions, position);
}
SPOIL(spoil_predecessors_more, loops.predecessors, predecessors_and_itself)

/* The men of the two players exchanged. */
static void canonical_exchanged(void *state, struct zm_bytes position, struct zm_buffer *least)
{
    zm_tapatan.loops->canonical(state, position, least);
    for (size_t i = 0; i < 4; i++) {
        uint8_t men = least->data[i];
        least->data[i] = least->data[4 + i];
        least->data[4 + i] = men;
    }
}
SPOIL(spoil_symmetry, loops.canonical, canonical_exchanged)

/* --- pictures --- */

/* The picture of Nim heaps with one text in the place of another. */
static void replace(struct zm_buffer *out, void *state, struct zm_bytes position, const char *from,
                    const char *to)
{
    struct zm_buffer own = {0};
    zm_nim.picture->svg(state, position, &own);
    const char *svg = zm_buffer_string(&own), *at = strstr(svg, from);
    if (at == NULL) {
        zm_buffer_text(out, svg);
    } else {
        zm_buffer_add(out, svg, (size_t)(at - svg));
        zm_buffer_text(out, to);
        zm_buffer_text(out, at + strlen(from));
    }
    zm_buffer_free(&own);
}

static void svg_torn(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "</svg>", "<g></svg>");
}
SPOIL(spoil_svg, picture.svg, svg_torn)

static void svg_with_a_bare_sign(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "Nim heaps", "Nim & heaps");
}
SPOIL(spoil_svg_text, picture.svg, svg_with_a_bare_sign)

static void svg_without_label(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "aria-label", "data-label");
}
SPOIL(spoil_svg_label, picture.svg, svg_without_label)

static void svg_with_another_move(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "data-move=\"", "data-move=\"x");
}
SPOIL(spoil_svg_move, picture.svg, svg_with_another_move)

static void svg_without_a_move(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    replace(out, state, position, "data-move=\"", "data-none=\"");
}
SPOIL(spoil_svg_click, picture.svg, svg_without_a_move)

/* --- runs and bytes --- */

static enum zm_status open_flag(const struct zm_settings *settings, void **state,
                                struct zm_error *error)
{
    return open_counter(settings, state, error);
}

static void heed_for_ever(void *state, struct zm_run *run)
{
    *(unsigned *)state |= run != NULL;
}

static void options_after_heeding(void *state, struct zm_bytes component, enum zm_side side,
                                  struct zm_options *options)
{
    (void)side;
    zm_options_clear(options);
    copy_options(component, *(unsigned *)state == 0 ? 1000 : 0, options);
}

static void spoil_heed(struct body *body)
{
    body->game.open = open_flag;
    body->game.close = free;
    body->game.heed = heed_for_ever;
    body->sums.options = options_after_heeding;
}

/* Takes all bytes for a position, and breaks down over them: what a crash would be. */
static bool take_anything(void *state, struct zm_bytes bytes)
{
    (void)state;
    return bytes.size == 3;
}

static void print_or_break_down(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    if (!toy_ring.rules->sound(state, position))
        abort();
    toy_ring.rules->print(state, position, text);
}

static void spoil_sound(struct body *body)
{
    body->rules.sound = take_anything;
    body->rules.print = print_or_break_down;
}

const struct mutant mutants[] = {
    {"form", "sound is missing", &zm_grundy, without_sound},
    {"form", "a name in upper case", &zm_grundy, shouting_name},
    {"form", "no start", &zm_grundy, no_start},
    {"random", "random appends", &zm_grundy, spoil_random},
    {"texts", "parse appends", &zm_grundy, spoil_parse},
    {"texts", "print forgets who moves", &toy_cake, spoil_print},
    {"texts", "print sets its buffer", &zm_grundy, spoil_print_too},
    {"refusals", "parse refuses without a word", &zm_grundy, spoil_refusal},
    {"refusals", "parse takes all texts", &toy_ring, spoil_refusal_too},
    {"cases", "cases without a reason", &zm_grundy, spoil_cases},
    {"moves", "a name of two words", &zm_grundy, spoil_name},
    {"moves", "two moves of one name", &zm_grundy, spoil_name_too},
    {"apply", "apply appends", &zm_grundy, spoil_apply},
    {"texts", "apply leads to what is not sound", &toy_ring, spoil_apply_too},
    {"turn", "a third player", &toy_cake, spoil_turn},
    {"turn", "the turn stays", &toy_cake, spoil_turn_too},
    {"ending", "over with moves left", &toy_ring, spoil_ending},
    {"ending", "over without an outcome", &toy_ring, spoil_outcome},
    {"ending", "the struct is not filled", &toy_ring, spoil_filling},
    {"ending", "any record ends the game", &toy_ring, spoil_record},
    {"ending", "points against the outcome", &toy_row, spoil_points},
    {"states", "answers change with time", &zm_grundy, spoil_states},
    {"components", "components are not sorted", &zm_grundy, spoil_split},
    {"components", "a component prints another", &zm_grundy, spoil_component},
    {"options", "one option is missing", &zm_grundy, spoil_options},
    {"options", "an option that no move is", &zm_grundy, spoil_options_more},
    {"options", "an option twice", &zm_grundy, spoil_options_twice},
    {"options", "options are added to others", &zm_grundy, spoil_options_added},
    {"options", "an option is not sorted", &zm_grundy, spoil_options_order},
    {"options", "some_option leaves one out", &zm_grundy, spoil_some_option},
    {"options", "one option is missing, forms nearly canonical", &zm_grundy, spoil_worths},
    {"options", "loony moves are not told", &zm_nimstring, spoil_loony_moves},
    {"signs", "one sign has fewer options", &toy_cake, spoil_signs},
    {"nimbers", "known is wrong for searches", &zm_grundy, spoil_known},
    {"nimbers", "crack changes the nimber", &zm_grundy, spoil_crack},
    {"nimbers", "most is too little", &zm_grundy, spoil_most},
    {"sums", "one option is missing, forms stand for others", &zm_grundy, spoil_sums},
    {"sums", "loony positions are not told", &zm_nimstring, spoil_loony},
    {"scores", "turns gain less", &toy_row, spoil_gain},
    {"scores", "turns never go on", &toy_row, spoil_again},
    {"scores", "bounds are too low", &toy_row, spoil_bounds},
    {"scores", "available counts one more", &toy_row, spoil_available},
    {"scores", "points at the end are others", &toy_row, spoil_final_points},
    {"goals", "describe writes two lines", &toy_picks, spoil_describe},
    {"goals", "worth below 0", &toy_picks, spoil_goal},
    {"walk", "a move is missing", &toy_picks, spoil_walk_moves},
    {"walk", "two positions have one key", &toy_picks, spoil_key},
    {"walk", "another worth", &toy_picks, spoil_walk_worth},
    {"walk", "moves that do not commute", &toy_picks, spoil_commuting},
    {"walk", "unmake does nothing", &zm_peg, spoil_unmake},
    {"walk", "most is too little", &zm_peg, spoil_most_moves},
    {"numbers", "rank is another", &toy_ring, spoil_rank},
    {"numbers", "unrank is another", &toy_ring, spoil_unrank},
    {"numbers", "a predecessor is missing", &toy_ring, spoil_predecessors},
    {"numbers", "a predecessor too many", &toy_ring, spoil_predecessors_more},
    {"numbers", "symmetry exchanges the players", &zm_tapatan, spoil_symmetry},
    {"pictures", "an element is not closed", &zm_nim, spoil_svg},
    {"pictures", "a bare & in an attribute", &zm_nim, spoil_svg_text},
    {"pictures", "no label", &zm_nim, spoil_svg_label},
    {"pictures", "a click that is no move", &zm_nim, spoil_svg_move},
    {"pictures", "a move without a click", &zm_nim, spoil_svg_click},
    {"heed", "a stopped run is heeded for ever", &zm_grundy, spoil_heed},
    {"bytes", "sound takes anything", &toy_ring, spoil_sound},
    {NULL, NULL, NULL, NULL},
};
