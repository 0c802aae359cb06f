/* Components as numbers, with their options; see components.h. */
#include "solve/components.h"

#include "base/array.h"

#include <stdlib.h>

void zm_sum_list_free(struct zm_sum_list *sums)
{
    free(sums->terms);
    free(sums->ends);
    *sums = (struct zm_sum_list){0};
}

void zm_sum_list_clear(struct zm_sum_list *sums)
{
    sums->count = sums->term_count = 0;
    sums->failed = false;
}

static bool grow(uint32_t **items, size_t *capacity, size_t count)
{
    uint32_t *memory = zm_array_room(*items, capacity, count + 1, sizeof *memory);
    if (memory != NULL)
        *items = memory;
    return memory != NULL;
}

void zm_sum_list_term(struct zm_sum_list *sums, uint32_t term)
{
    sums->failed |= term == ZM_NO_COMPONENT;
    if (grow(&sums->terms, &sums->term_capacity, sums->term_count))
        sums->terms[sums->term_count++] = term;
    else
        sums->failed = true;
}

void zm_sum_list_close(struct zm_sum_list *sums)
{
    uint32_t begin = zm_sum_begin(sums, sums->count);
    for (size_t i = begin + 1; i < sums->term_count; i++) { /* few terms: by insertion */
        uint32_t term = sums->terms[i];
        size_t j = i;
        for (; j > begin && sums->terms[j - 1] > term; j--)
            sums->terms[j] = sums->terms[j - 1];
        sums->terms[j] = term;
    }
    if (grow(&sums->ends, &sums->capacity, sums->count))
        sums->ends[sums->count++] = (uint32_t)sums->term_count;
    else
        sums->failed = true;
}

enum zm_status zm_components_open(struct zm_components *components,
                                  const struct zm_problem *problem, struct zm_error *error)
{
    *components = (struct zm_components){.scouted = ZM_NO_COMPONENT};
    zm_table_init(&components->index, sizeof(uint32_t));
    return zm_instance_open(&components->game, problem->game, problem->settings, error);
}

enum zm_status zm_components_open_scout(struct zm_components *components,
                                        const struct zm_problem *problem, struct zm_error *error)
{
    return problem->game->sums->some_option == NULL
               ? ZM_OK
               : zm_instance_open(&components->scout, problem->game, problem->settings, error);
}

void zm_components_close(struct zm_components *components)
{
    zm_instance_close(&components->game);
    zm_instance_close(&components->scout);
    zm_table_free(&components->index);
    free(components->items);
    zm_arena_free(&components->arena);
    zm_options_free(&components->options);
    zm_buffer_free(&components->coded);
    zm_list_free(&components->split);
    *components = (struct zm_components){0};
}

void zm_components_forget(struct zm_components *components)
{
    zm_table_free(&components->index);
    free(components->items);
    zm_arena_free(&components->arena);
    components->items = NULL;
    components->count = components->capacity = 0;
    components->scouted = ZM_NO_COMPONENT;
}

void zm_components_forget_options(struct zm_components *components)
{
    zm_arena_free(&components->arena);
    for (size_t i = 0; i < components->count; i++)
        components->items[i].options = NULL;
}

size_t zm_components_memory(const struct zm_components *components)
{
    return zm_table_memory(&components->index) + components->arena.total +
           components->capacity * sizeof *components->items;
}

enum zm_status zm_fail_component(const struct zm_components *components, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "a key of the store is no position of %s; 'zermelo verify STORE' names it",
                   components->game.game->name);
}

uint32_t zm_component_of(struct zm_components *components, struct zm_bytes bytes)
{
    bool fresh;
    uint32_t number = (uint32_t)components->count;
    uint8_t *value = zm_table_insert(&components->index, bytes, &fresh);
    if (value == NULL)
        return ZM_NO_COMPONENT;
    if (!fresh) {
        memcpy(&number, value, sizeof number);
        return number;
    }
    memcpy(value, &number, sizeof number);
    struct zm_component *items = zm_array_room(components->items, &components->capacity,
                                               components->count + 1, sizeof *items);
    if (items == NULL)
        return ZM_NO_COMPONENT;
    components->items = items;
    if (number == ZM_NO_COMPONENT)
        return ZM_NO_COMPONENT;
    const struct zm_sums *sums = components->game.game->sums;
    components->items[components->count++] = (struct zm_component){
        .bytes = value - bytes.size,
        .size = (uint32_t)bytes.size,
        .difficulty = sums->difficulty == NULL ? (uint32_t)bytes.size
                                               : sums->difficulty(components->game.state, bytes),
    };
    return number;
}

/* Numbers of 7 bits a byte, the last byte below 128. */
static void write_number(struct zm_buffer *coded, uint32_t number)
{
    for (; number >= 128; number >>= 7)
        zm_buffer_byte(coded, (uint8_t)(number | 128));
    zm_buffer_byte(coded, (uint8_t)number);
}

static const uint8_t *read_number(const uint8_t *at, uint32_t *number)
{
    int shift = 0;
    for (*number = 0; *at >= 128; shift += 7)
        *number |= (uint32_t)(*at++ & 127) << shift;
    *number |= (uint32_t)*at << shift;
    return at + 1;
}

/* Sets `sums` to the options as the game gives them now. */
static void generate(struct zm_components *components, uint32_t component, struct zm_sum_list *sums)
{
    struct zm_options *options = &components->options;
    const struct zm_instance *game =
        components->scout.game != NULL && component == components->scouted ? &components->scout
                                                                           : &components->game;
    zm_sum_list_clear(sums);
    game->game->sums->options(game->state, zm_component_bytes(components, component), ZM_LEFT,
                              options);
    zm_require(zm_list_failed(&options->components) || zm_options_sorted(options));
    components->expanded++;
    sums->failed |= zm_list_failed(&options->components);
    for (size_t i = 0; i < options->count && !sums->failed; i++) {
        for (size_t k = zm_options_begin(options, i); k < options->ends[i]; k++)
            zm_sum_list_term(sums,
                             zm_component_of(components, zm_list_at(&options->components, k)));
        zm_sum_list_close(sums);
    }
}

/* Remembers the options of a component, after forgetting all when they are too many. */
static void remember(struct zm_components *components, uint32_t component, struct zm_sum_list *sums)
{
    if (components->cache_limit != 0 && components->arena.total > components->cache_limit)
        zm_components_forget_options(components);
    zm_buffer_clear(&components->coded);
    for (size_t i = 0; i < sums->count; i++) {
        write_number(&components->coded, sums->ends[i] - zm_sum_begin(sums, i));
        for (size_t k = zm_sum_begin(sums, i); k < sums->ends[i]; k++)
            write_number(&components->coded, sums->terms[k]);
    }
    struct zm_bytes coded = zm_arena_copy(&components->arena, zm_buffer_bytes(&components->coded));
    sums->failed |= coded.data == NULL || components->coded.failed;
    components->items[component].options = coded.data;
    components->items[component].option_count = (uint32_t)sums->count;
}

static void recall(struct zm_components *components, uint32_t component, struct zm_sum_list *sums)
{
    const uint8_t *at = components->items[component].options;
    zm_sum_list_clear(sums);
    for (uint32_t i = 0; i < components->items[component].option_count; i++) {
        uint32_t terms, term;
        at = read_number(at, &terms);
        while (terms-- > 0) {
            at = read_number(at, &term);
            zm_sum_list_term(sums, term);
        }
        zm_sum_list_close(sums);
    }
}

void zm_component_options(struct zm_components *components, uint32_t component,
                          struct zm_sum_list *sums)
{
    if (components->items[component].options != NULL) {
        recall(components, component, sums);
        return;
    }
    generate(components, component, sums);
    if (!sums->failed)
        remember(components, component, sums);
}

void zm_component_options_once(struct zm_components *components, uint32_t component,
                               struct zm_sum_list *sums)
{
    if (components->items[component].options != NULL)
        recall(components, component, sums);
    else
        generate(components, component, sums);
}

bool zm_component_some_option(struct zm_components *components, uint32_t component,
                              bool (*test)(void *context, const struct zm_bytes *terms,
                                           size_t count),
                              void *context)
{
    const struct zm_instance *scout = &components->scout;
    if (scout->game == NULL)
        return false;
    components->scouted = ZM_NO_COMPONENT;
    if (scout->game->sums->some_option(scout->state, zm_component_bytes(components, component),
                                       ZM_LEFT, test, context))
        return true;
    components->scouted = component;
    return false;
}

void zm_components_split(struct zm_components *components, struct zm_bytes position,
                         struct zm_sum_list *sums)
{
    zm_list_clear(&components->split);
    sums->failed |= !zm_split(&components->game, position, &components->split) ||
                    zm_list_failed(&components->split);
    for (size_t i = 0; i < components->split.count && !sums->failed; i++)
        zm_sum_list_term(sums, zm_component_of(components, zm_list_at(&components->split, i)));
    zm_sum_list_close(sums);
}
