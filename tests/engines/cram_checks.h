/* Components and options of Cram's engine against those of the game, for the width of words that
 * the file which includes this one is compiled for (engines/cram/cells.h), and what it leaves in a
 * store against the rules. */
#ifndef ZM_TESTS_ENGINES_CRAM_CHECKS_H
#define ZM_TESTS_ENGINES_CRAM_CHECKS_H

#include "engines/cram/shapes.h"
#include "games/cram/cram.h"
#include "proof/check/certificate.h"
#include "proof/check/verify.h"
#include "support/ask.h"

/* An option as text: its components in the game's bytes, sorted, equal pairs cancelled, without
 * those lost by symmetry. */
struct option_bytes {
    uint8_t bytes[ZM_CRAM_PIECES * 20];
    size_t size;
};

static int compare_options(const void *a, const void *b)
{
    const struct option_bytes *x = a, *y = b;
    return zm_bytes_compare(zm_bytes(x->bytes, x->size), zm_bytes(y->bytes, y->size));
}

static void join_components(struct zm_list *components, struct option_bytes *option)
{
    option->size = 0;
    zm_list_sort(components, false);
    for (size_t i = 0; i < components->count; i++) {
        struct zm_bytes component = zm_list_at(components, i);
        if (i + 1 < components->count && zm_bytes_equal(component, zm_list_at(components, i + 1))) {
            i++;
            continue;
        }
        if (cram_mirrored(component))
            continue;
        memcpy(option->bytes + option->size, component.data, component.size);
        option->size += component.size;
    }
}

static size_t sort_unique(struct option_bytes *options, size_t count)
{
    size_t kept = 0;
    qsort(options, count, sizeof *options, compare_options);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_options(&options[kept - 1], &options[i]) != 0)
            options[kept++] = options[i];
    return kept;
}

static size_t engine_options(const struct zm_cram_layout *layout, zm_cram_cells key,
                             struct option_bytes *options)
{
    struct zm_cram_moves moves;
    struct zm_cram_option option;
    struct zm_list components = {0};
    size_t count = 0;
    WIDTH(zm_cram_moves_begin)(&moves, layout, NULL, key);
    while (zm_cram_next(&moves, &option)) {
        zm_list_clear(&components);
        for (unsigned i = 0; i < option.count; i++) {
            uint8_t bytes[20];
            zm_list_add(&components,
                        zm_bytes(bytes, WIDTH(zm_cram_component)(layout, option.keys[i], bytes)));
        }
        assert_true(count < ZM_CRAM_DOMINOES);
        join_components(&components, &options[count++]);
    }
    assert_int_equal(count, zm_cram_dominoes(layout, key));
    zm_list_free(&components);
    return sort_unique(options, count);
}

static size_t game_options(const struct zm_instance *game, struct zm_bytes component,
                           struct option_bytes *options)
{
    struct zm_options made = {0};
    struct zm_list components = {0};
    game->game->sums->options(game->state, component, ZM_LEFT, &made);
    for (size_t i = 0; i < made.count; i++) {
        zm_list_clear(&components);
        for (size_t k = zm_options_begin(&made, i); k < made.ends[i]; k++)
            zm_list_add(&components, zm_list_at(&made.components, k));
        join_components(&components, &options[i]);
    }
    size_t count = sort_unique(options, made.count);
    zm_options_free(&made);
    zm_list_free(&components);
    return count;
}

/* Are moves made several at once those made one by one, in their order? */
static void compare_several(const struct zm_cram_layout *layout, zm_cram_cells key,
                            zm_cram_several *several)
{
    struct zm_cram_moves moves, single;
    struct zm_cram_option options[ZM_CRAM_SEVERAL], option;
    WIDTH(zm_cram_moves_begin)(&moves, layout, NULL, key);
    WIDTH(zm_cram_moves_begin)(&single, layout, NULL, key);
    for (unsigned count; (count = several(&moves, options)) > 0;)
        for (unsigned i = 0; i < count; i++) {
            assert_true(zm_cram_next(&single, &option));
            assert_int_equal(options[i].count, option.count);
            for (unsigned k = 0; k < option.count; k++)
                assert_true(options[i].keys[k] == option.keys[k]);
            assert_int_equal(options[i].nimber, option.nimber);
            assert_true(options[i].domino == option.domino);
            assert_true(options[i].left == option.left);
            assert_int_equal(options[i].order, option.order);
        }
    assert_false(zm_cram_next(&single, &option));
}

static void compare_component(const struct zm_instance *game, const struct zm_cram_layout *layout,
                              struct zm_bytes component)
{
    static struct option_bytes ours[ZM_CRAM_DOMINOES], theirs[ZM_CRAM_DOMINOES];
    zm_cram_cells key;
    uint8_t bytes[20];
    assert_true(WIDTH(zm_cram_key)(layout, component, &key));
    assert_int_equal(WIDTH(zm_cram_component)(layout, key, bytes), component.size);
    assert_memory_equal(bytes, component.data, component.size);
    assert_int_equal(WIDTH(zm_cram_mirrored)(layout, key), cram_mirrored(component));
    compare_several(layout, key, layout->several);
    size_t count = engine_options(layout, key, ours);
    assert_int_equal(count, game_options(game, component, theirs));
    for (size_t i = 0; i < count; i++)
        assert_int_equal(compare_options(&ours[i], &theirs[i]), 0);
}

/* A random position on a board of this size, some cells grey, as text. */
static void random_rows(struct zm_random *random, unsigned rows, unsigned columns, char *text)
{
    unsigned grey = (unsigned)zm_random_below(random, 60);
    for (unsigned r = 0; r < rows; r++) {
        for (unsigned c = 0; c < columns; c++)
            *text++ = zm_random_below(random, 100) < grey ? 'G' : '0';
        *text++ = r + 1 < rows ? '/' : 0;
    }
}

/* Compares all components of random positions on boards of these sizes, rows and columns. */
static void compare_random_positions(const unsigned (*sizes)[2], size_t count, int rounds)
{
    struct zm_instance game;
    struct zm_random random = zm_random_seeded(7);
    struct zm_error error = {0};
    assert_int_equal(zm_instance_open(&game, &zm_cram, NULL, &error), ZM_OK);
    for (int round = 0; round < rounds; round++) {
        const unsigned *size = sizes[(size_t)round % count];
        char text[200];
        struct zm_buffer position = {0};
        struct zm_list components = {0};
        struct zm_cram_layout layout;
        assert_true(WIDTH(zm_cram_layout_init)(&layout, size[1], size[0]));
        random_rows(&random, size[0], size[1], text);
        assert_int_equal(zm_cram.rules->parse(game.state, text, &position, &error), ZM_OK);
        zm_cram.sums->split(game.state, zm_buffer_bytes(&position), &components);
        for (size_t i = 0; i < components.count; i++)
            compare_component(&game, &layout, zm_list_at(&components, i));
        zm_buffer_free(&position);
        zm_list_free(&components);
    }
    zm_instance_close(&game);
}

/* --- stores --- */

static bool fill(void *context, struct zm_bytes key, struct zm_value value)
{
    return zm_certificate_put(context, key, (uint32_t)value.a);
}

/* Every entry of the store follows from the others. */
static void check_entries(const struct zm_question *question, const char *position)
{
    struct zm_table entries;
    struct zm_error error = {0};
    size_t wrong;
    zm_table_init(&entries, sizeof(uint32_t));
    question->store->class->each(question->store, ZM_KIND_NIMBER, fill, &entries);
    assert_true(entries.count > 0);
    if (zm_verify_nimbers(&question->instance, &entries, NULL, &wrong, &error) != ZM_OK)
        fail_msg("%s: %zu entries do not follow, %s", position, wrong, error.text);
    zm_table_free(&entries);
}

#endif
