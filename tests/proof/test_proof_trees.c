/* Large trees of certificates are written as positions (proof/check/origins.h): whatever is met from
 * a position, printed, read by other nodes that know nothing of it yet, printed by them and read
 * again, is the same sum. */
#include "test.h"

#include "base/table.h"
#include "proof/check/nodes.h"

#include <stdlib.h>

enum { MOST_NODES = 2500 };

struct walk {
    struct zm_nodes *nodes;
    struct zm_list found; /* nodes to be looked at */
    struct zm_table seen;
};

static bool add_node(void *context, struct zm_bytes option)
{
    struct walk *walk = context;
    bool fresh;
    assert_non_null(zm_table_insert(&walk->seen, option, &fresh));
    if (fresh)
        zm_list_add(&walk->found, option);
    return walk->found.count < MOST_NODES;
}

/* Opens nodes of a game whose components up to this difficulty are trees. */
static struct zm_nodes *open_nodes(const struct zm_instance *instance, const char *trees)
{
    struct zm_nodes *nodes;
    struct zm_error error = {0};
    assert_int_equal(zm_nodes_open(instance, trees, SIZE_MAX, NULL, &nodes, &error), ZM_OK);
    return nodes;
}

/* The node that nodes read in what others print of theirs. */
static void say(struct zm_nodes *from, struct zm_bytes node, struct zm_nodes *to,
                struct zm_buffer *text, struct zm_buffer *read)
{
    struct zm_error error = {0};
    zm_buffer_clear(text);
    zm_buffer_clear(read);
    assert_true(zm_nodes_print(from, node, text));
    char *copy = strdup(zm_buffer_string(text));
    assert_non_null(copy);
    assert_int_equal(zm_nodes_parse(to, copy, read, &error), ZM_OK);
    free(copy);
}

static struct zm_bytes first_node(const struct zm_instance *instance, const char *position,
                                  struct zm_nodes *nodes, struct zm_buffer *node)
{
    struct zm_error error = {0};
    struct zm_list components = {0};
    struct zm_buffer parsed = {0};
    assert_int_equal(instance->game->rules->parse(instance->state, position, &parsed, &error),
                     ZM_OK);
    assert_true(zm_split(instance, zm_buffer_bytes(&parsed), &components));
    assert_int_equal(zm_nodes_make(nodes, &components, 0, node, &error), ZM_OK);
    zm_list_free(&components);
    zm_buffer_free(&parsed);
    return zm_buffer_bytes(node);
}

/* How many of the nodes met have a position, or a sum of them, in the place of a tree. */
struct met {
    size_t positions, sums;
};

static void walk_from(const struct zm_instance *instance, const char *position, const char *trees,
                      struct met *met)
{
    struct zm_buffer node = {0}, text = {0}, other = {0}, same = {0};
    struct walk walk = {.nodes = open_nodes(instance, trees)};
    struct zm_nodes *fresh = open_nodes(instance, trees);
    zm_table_init(&walk.seen, 0);
    add_node(&walk, first_node(instance, position, walk.nodes, &node));
    for (size_t k = 0; k < walk.found.count; k++) {
        zm_buffer_set(&node, zm_list_at(&walk.found, k));
        zm_nodes_options(walk.nodes, zm_buffer_bytes(&node), add_node, &walk);
        say(walk.nodes, zm_buffer_bytes(&node), fresh, &text, &other);
        met->sums += strstr(zm_buffer_string(&text), "[of ") != NULL;
        met->positions += zm_buffer_string(&text)[0] != '[';
        say(fresh, zm_buffer_bytes(&other), walk.nodes, &text, &same);
        assert_true(zm_bytes_equal(zm_buffer_bytes(&same), zm_buffer_bytes(&node)));
    }
    zm_nodes_close(walk.nodes);
    zm_nodes_close(fresh);
    zm_list_free(&walk.found);
    zm_table_free(&walk.seen);
    zm_buffer_free(&node);
    zm_buffer_free(&text);
    zm_buffer_free(&other);
    zm_buffer_free(&same);
}

static void test_large_trees(void **state)
{
    (void)state;
    static const struct {
        const char *game, *position, *trees;
    } rows[] = {{"sprouts", "0*4", "12"},
                {"cram", "4x5", "20"},
                {"cram", "3x6", "20"},
                {"octal", "0.07:30", "40"}};
    struct met met = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_settings settings = {0};
        struct zm_instance instance = {0};
        struct zm_error error = {0};
        const struct zm_game *game = zm_game_find(rows[i].game, &error);
        assert_int_equal(zm_settings_declare(&settings, game->params, &error), ZM_OK);
        assert_int_equal(zm_instance_open(&instance, game, &settings, &error), ZM_OK);
        walk_from(&instance, rows[i].position, rows[i].trees, &met);
        zm_instance_close(&instance);
        zm_settings_free(&settings);
    }
    print_message("# %zu positions, %zu trees of sums\n", met.positions, met.sums);
    assert_true(met.positions > 100 && met.sums > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_large_trees)};
    return cmocka_run_group_tests_name("proof-trees", tests, NULL, NULL);
}
