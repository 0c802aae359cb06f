/* Cram with --canon graph and pruned against canonical trees: no two positions of one form have
 * different trees, and the calculation of trees meets as many as a naive one. */
#include "games/cram_graphs.h"
#include "support/ask.h"

#include "base/table.h"

/* Whole positions in board form, as components with their sizes before them, and their trees. A
 * tree is the set of the trees of the options; equal trees get equal numbers. */
struct forest {
    struct zm_table positions; /* -> number of its tree */
    struct zm_table trees;     /* sorted numbers of the options -> number */
    struct zm_table graphs;    /* position in graph form -> number of its tree */
    struct zm_table pruned;    /* the same, pruned */
};

static void add_sized(struct zm_buffer *code, struct zm_bytes component)
{
    zm_buffer_byte(code, (uint8_t)component.size);
    zm_buffer_byte(code, (uint8_t)(component.size >> 8));
    zm_buffer_add(code, component.data, component.size);
}

static void read_sized(struct zm_bytes code, struct zm_list *components)
{
    for (size_t at = 0; at < code.size;) {
        size_t size = code.data[at] | (size_t)code.data[at + 1] << 8;
        zm_list_add(components, zm_bytes(code.data + at + 2, size));
        at += 2 + size;
    }
}

/* The position in a form must not have been met with another tree. */
static void check_form(const struct zm_instance *form, struct zm_table *met,
                       const struct zm_list *components, uint32_t tree)
{
    struct zm_list codes = {0};
    struct zm_buffer code = {0};
    for (size_t i = 0; i < components->count; i++) /* a component is a coded board */
        zm_cram.sums->split(form->state, zm_list_at(components, i), &codes);
    zm_list_sort(&codes, false);
    for (size_t i = 0; i < codes.count; i++)
        add_sized(&code, zm_list_at(&codes, i));
    bool fresh;
    void *known = zm_table_insert(met, zm_buffer_bytes(&code), &fresh);
    if (fresh)
        memcpy(known, &tree, sizeof tree);
    assert_memory_equal(known, &tree, sizeof tree);
    zm_list_free(&codes);
    zm_buffer_free(&code);
}

static uint32_t tree_of(struct forest *forest, struct zm_bytes position);

static uint32_t option_tree(struct forest *forest, const struct zm_list *components, size_t moved,
                            const struct zm_options *options, size_t option)
{
    struct zm_list sum = {0};
    struct zm_buffer code = {0};
    for (size_t i = 0; i < components->count; i++)
        if (i != moved)
            zm_list_add(&sum, zm_list_at(components, i));
    for (size_t i = zm_options_begin(options, option); i < options->ends[option]; i++)
        zm_list_add(&sum, zm_list_at(&options->components, i));
    zm_list_sort(&sum, false);
    for (size_t i = 0; i < sum.count; i++)
        add_sized(&code, zm_list_at(&sum, i));
    uint32_t tree = tree_of(forest, zm_buffer_bytes(&code));
    zm_list_free(&sum);
    zm_buffer_free(&code);
    return tree;
}

static uint32_t tree_of(struct forest *forest, struct zm_bytes position)
{
    uint32_t tree;
    const void *known = zm_table_find(&forest->positions, position);
    if (known != NULL) {
        memcpy(&tree, known, sizeof tree);
        return tree;
    }
    struct zm_list components = {0}, trees = {0};
    read_sized(position, &components);
    for (size_t i = 0; i < components.count; i++) {
        struct zm_options options = {0};
        zm_cram.sums->options(board.state, zm_list_at(&components, i), ZM_LEFT, &options);
        for (size_t j = 0; j < options.count; j++) {
            tree = option_tree(forest, &components, i, &options, j);
            zm_list_add(&trees, zm_bytes(&tree, sizeof tree));
        }
        zm_options_free(&options);
    }
    zm_list_sort(&trees, true);
    bool fresh;
    void *number = zm_table_insert(&forest->trees, zm_buffer_bytes(&trees.bytes), &fresh);
    uint32_t next = (uint32_t)forest->trees.count;
    if (fresh)
        memcpy(number, &next, sizeof next);
    memcpy(&tree, number, sizeof tree);
    memcpy(zm_table_insert(&forest->positions, position, NULL), &tree, sizeof tree);
    check_form(&graph, &forest->graphs, &components, tree);
    check_form(&pruned, &forest->pruned, &components, tree);
    zm_list_free(&components);
    zm_list_free(&trees);
    return tree;
}

static void check_trees(const char *start, size_t positions, size_t graphs, size_t leafless,
                        size_t trees)
{
    struct forest forest;
    struct zm_buffer position = {0}, code = {0};
    struct zm_list components = {0};
    zm_table_init(&forest.positions, sizeof(uint32_t));
    zm_table_init(&forest.trees, sizeof(uint32_t));
    zm_table_init(&forest.graphs, sizeof(uint32_t));
    zm_table_init(&forest.pruned, sizeof(uint32_t));
    parse(&board, start, &position);
    zm_cram.sums->split(board.state, zm_buffer_bytes(&position), &components);
    for (size_t i = 0; i < components.count; i++)
        add_sized(&code, zm_list_at(&components, i));
    tree_of(&forest, zm_buffer_bytes(&code));
    assert_int_equal(forest.positions.count, positions);
    assert_int_equal(forest.trees.count, trees);
    assert_int_equal(forest.graphs.count, graphs);
    assert_int_equal(forest.pruned.count, leafless);
    /* The calculation of trees, run in these forms, meets the same positions and trees. */
    struct asked asked = ask("cram", start, "compute=rct play=misere canon=graph");
    assert_int_equal(asked.answer.counts[0], graphs);
    assert_int_equal(asked.answer.counts[1], trees);
    asked = ask("cram", start, "compute=rct play=misere canon=pruned");
    assert_int_equal(asked.answer.counts[0], leafless);
    assert_int_equal(asked.answer.counts[1], trees);
    zm_table_free(&forest.positions);
    zm_table_free(&forest.trees);
    zm_table_free(&forest.graphs);
    zm_table_free(&forest.pruned);
    zm_buffer_free(&position);
    zm_buffer_free(&code);
    zm_list_free(&components);
}

static void test_never_identifies_different_trees(void **state)
{
    (void)state;
    FILE *file = test_oracle("cram-graph.txt");
    char line[200];
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char start[20], tag[20] = "";
        size_t positions, graphs, leafless, trees;
        if (sscanf(line, "%19[0-9x] %zu %zu %zu %zu %19s", start, &positions, &graphs, &leafless,
                   &trees, tag) < 5)
            continue;
        if ((tag[0] != 0 && !test_long()) || (test_sanitized() && positions > 2000))
            continue;
        assert_true(trees <= leafless && leafless <= graphs && graphs <= positions);
        check_trees(start, positions, graphs, leafless, trees);
        rows++;
    }
    fclose(file);
    assert_true(rows > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_identifies_different_trees),
    };
    return cmocka_run_group_tests_name("cram-graph-trees", tests, open_forms, close_forms);
}
