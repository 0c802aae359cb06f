/* Games whose components, options or states are broken; see mutants.h. */
#include "toys/mutants.h"

#include "games/dots/dots.h"
#include "games/grundy/grundy.h"
#include "toys/toys.h"

#include <stdlib.h>

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

/* --- runs --- */

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
    body->game.open = open_counter;
    body->game.close = free;
    body->game.heed = heed_for_ever;
    body->sums.options = options_after_heeding;
}

const struct mutant sum_mutants[] = {
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
    {"heed", "a stopped run is heeded for ever", &zm_grundy, spoil_heed},
    {NULL, NULL, NULL, NULL},
};
