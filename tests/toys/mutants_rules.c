/* Games whose rules are broken: what they say of themselves, texts, moves, turns and endings; see
 * mutants.h. */
#include "toys/mutants.h"

#include "games/grundy/grundy.h"
#include "toys/toys.h"

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

const struct mutant rule_mutants[] = {
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
    {"apply", "apply leads to what is not sound", &toy_ring, spoil_apply_too},
    {"turn", "a third player", &toy_cake, spoil_turn},
    {"turn", "the turn stays", &toy_cake, spoil_turn_too},
    {"ending", "over with moves left", &toy_ring, spoil_ending},
    {"ending", "over without an outcome", &toy_ring, spoil_outcome},
    {"ending", "the struct is not filled", &toy_ring, spoil_filling},
    {"ending", "any record ends the game", &toy_ring, spoil_record},
    {"ending", "points against the outcome", &toy_row, spoil_points},
    {NULL, NULL, NULL, NULL},
};
