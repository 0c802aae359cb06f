/* Whole game trees, by plain recursion over the canonical sums; see sprouts_tree.h. */
#include "sprouts_tree.h"

#include "test.h"

void sprouts_tree_open(struct sprouts_tree *tree, const char *canon, const char *equivalences)
{
    struct zm_error error;
    memset(tree, 0, sizeof *tree);
    assert_int_equal(zm_settings_declare(&tree->settings, zm_sprouts.params, &error), ZM_OK);
    assert_int_equal(zm_settings_set(&tree->settings, "canon", canon, &error), ZM_OK);
    assert_int_equal(zm_settings_set(&tree->settings, "equivalences", equivalences, &error), ZM_OK);
    assert_int_equal(zm_instance_open(&tree->game, &zm_sprouts, &tree->settings, &error), ZM_OK);
    zm_table_init(&tree->positions, sizeof(uint32_t));
    zm_table_init(&tree->trees, sizeof(uint32_t));
}

void sprouts_tree_close(struct sprouts_tree *tree)
{
    zm_table_free(&tree->positions);
    zm_table_free(&tree->trees);
    zm_instance_close(&tree->game);
    zm_settings_free(&tree->settings);
    free(tree->nimbers);
    free(tree->misere);
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void value_tree(struct sprouts_tree *tree, const uint32_t *children, size_t count)
{
    uint8_t seen[256] = {0}, nimber = 0, won = count == 0;
    for (size_t i = 0; i < count; i++) {
        seen[tree->nimbers[children[i]]] = 1;
        won |= !tree->misere[children[i]];
    }
    while (seen[nimber] != 0)
        nimber++;
    tree->nimbers[tree->tree_count] = nimber;
    tree->misere[tree->tree_count] = won;
}

/* The number of the tree with these children, which are sorted in place. */
static uint32_t intern(struct sprouts_tree *tree, uint32_t *children, size_t count)
{
    size_t unique = 0;
    bool fresh;
    qsort(children, count, sizeof *children, compare_numbers);
    for (size_t i = 0; i < count; i++)
        if (unique == 0 || children[unique - 1] != children[i])
            children[unique++] = children[i];
    uint32_t *value =
        zm_table_insert(&tree->trees, zm_bytes(children, unique * sizeof *children), &fresh);
    assert_non_null(value);
    if (fresh) {
        if (tree->tree_count == tree->capacity) {
            tree->capacity = 2 * tree->capacity + 64;
            tree->nimbers = realloc(tree->nimbers, tree->capacity);
            tree->misere = realloc(tree->misere, tree->capacity);
        }
        value_tree(tree, children, unique);
        memcpy(value, &tree->tree_count, sizeof tree->tree_count);
        tree->tree_count++;
    }
    uint32_t id;
    memcpy(&id, value, sizeof id);
    return id;
}

uint32_t sprouts_tree_intern(struct sprouts_tree *tree, struct zm_buffer *children)
{
    uint32_t none = 0;
    assert_false(children->failed);
    return intern(tree, children->size == 0 ? &none : (uint32_t *)(void *)children->data,
                  children->size / sizeof none);
}

/* One move in land `index` of a sum: that land replaced by the lands of option `option`, sorted. */
static void replace_land(const struct zm_list *sum, size_t index, const struct zm_options *options,
                         size_t option, struct zm_list *next)
{
    zm_list_clear(next);
    for (size_t i = 0; i < sum->count; i++)
        if (i != index)
            zm_list_add(next, zm_list_at(sum, i));
    for (uint32_t i = zm_options_begin(options, option); i < options->ends[option]; i++)
        zm_list_add(next, zm_list_at(&options->components, i));
    zm_list_sort(next, false);
}

static void sum_key(const struct zm_list *sum, struct zm_buffer *key)
{
    zm_buffer_byte(key, (uint8_t)sum->count);
    for (size_t i = 0; i < sum->count; i++) {
        zm_buffer_byte(key, (uint8_t)zm_list_at(sum, i).size);
        zm_buffer_add(key, zm_list_at(sum, i).data, zm_list_at(sum, i).size);
    }
}

static uint32_t tree_of_sum(struct sprouts_tree *tree, const struct zm_list *sum)
{
    struct zm_buffer key = {0};
    sum_key(sum, &key);
    uint32_t id, *known = zm_table_find(&tree->positions, zm_buffer_bytes(&key));
    if (known == NULL) {
        struct zm_options options = {0};
        struct zm_list next = {0};
        struct zm_buffer children = {0};
        for (size_t i = 0; i < sum->count; i++) {
            zm_sprouts.sums->options(tree->game.state, zm_list_at(sum, i), ZM_LEFT, &options);
            for (size_t j = 0; j < options.count; j++) {
                replace_land(sum, i, &options, j, &next);
                uint32_t child = tree_of_sum(tree, &next);
                zm_buffer_add(&children, &child, sizeof child);
            }
        }
        id = sprouts_tree_intern(tree, &children);
        known = zm_table_insert(&tree->positions, zm_buffer_bytes(&key), NULL);
        assert_non_null(known);
        memcpy(known, &id, sizeof id);
        zm_options_free(&options);
        zm_list_free(&next);
        zm_buffer_free(&children);
    }
    memcpy(&id, known, sizeof id);
    zm_buffer_free(&key);
    return id;
}

static void read_sum(struct sprouts_tree *tree, const char *position, struct zm_list *sum)
{
    struct zm_buffer bytes = {0};
    struct zm_error error = {.text = ""};
    if (zm_sprouts.rules->parse(tree->game.state, position, &bytes, &error) != ZM_OK)
        fail_msg("%s", error.text);
    zm_sprouts.sums->split(tree->game.state, zm_buffer_bytes(&bytes), sum);
    zm_buffer_free(&bytes);
}

uint32_t sprouts_tree_of(struct sprouts_tree *tree, const char *position)
{
    struct zm_list sum = {0};
    read_sum(tree, position, &sum);
    uint32_t id = tree_of_sum(tree, &sum);
    zm_list_free(&sum);
    return id;
}

int sprouts_tree_nimber(const struct sprouts_tree *tree, uint32_t id)
{
    return tree->nimbers[id];
}

static void print_sum(struct sprouts_tree *tree, const struct zm_list *sum, struct zm_buffer *text)
{
    for (size_t i = 0; i < sum->count; i++) {
        if (i > 0)
            zm_buffer_byte(text, '+');
        struct zm_buffer land = {0};
        zm_sprouts.sums->print(tree->game.state, zm_list_at(sum, i), &land);
        const char *string = zm_buffer_string(&land);
        zm_buffer_text(text, *string == '+' ? string + 1 : string);
        zm_buffer_free(&land);
    }
}

void sprouts_tree_canonical(struct sprouts_tree *tree, const char *position, struct zm_buffer *text)
{
    struct zm_list sum = {0};
    read_sum(tree, position, &sum);
    zm_buffer_clear(text);
    print_sum(tree, &sum, text);
    zm_list_free(&sum);
}

void sprouts_tree_texts(struct sprouts_tree *tree, struct zm_list *texts)
{
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    while (zm_table_next(&tree->positions, &cursor, &key, &value)) {
        struct zm_list sum = {0};
        struct zm_buffer text = {0};
        for (size_t at = 1; at < key.size; at += 1 + key.data[at]) /* see sum_key */
            zm_list_add(&sum, zm_bytes(key.data + at + 1, key.data[at]));
        zm_buffer_byte(&text, '+');
        print_sum(tree, &sum, &text);
        zm_list_add(texts, zm_bytes(zm_buffer_string(&text), text.size + 1));
        zm_list_free(&sum);
        zm_buffer_free(&text);
    }
}

void sprouts_tree_options(struct sprouts_tree *tree, const char *position, struct zm_list *texts)
{
    struct zm_list sum = {0}, next = {0};
    struct zm_options options = {0};
    read_sum(tree, position, &sum);
    zm_list_clear(texts);
    for (size_t i = 0; i < sum.count; i++) {
        zm_sprouts.sums->options(tree->game.state, zm_list_at(&sum, i), ZM_LEFT, &options);
        for (size_t j = 0; j < options.count; j++) {
            struct zm_buffer text = {0};
            replace_land(&sum, i, &options, j, &next);
            print_sum(tree, &next, &text);
            zm_list_add(texts, zm_buffer_bytes(&text));
            zm_buffer_free(&text);
        }
    }
    zm_list_sort(texts, true);
    zm_options_free(&options);
    zm_list_free(&sum);
    zm_list_free(&next);
}

void sprouts_tree_each_row(const char *file, void (*row)(void *context, char **words, int count),
                           void *context)
{
    enum { MOST_WORDS = 32 };
    char line[2048];
    FILE *stream = test_oracle(file);
    while (fgets(line, sizeof line, stream) != NULL) {
        char *words[MOST_WORDS];
        int count = 0;
        for (char *word = strtok(line, " \n"); word != NULL && count < MOST_WORDS;
             word = strtok(NULL, " \n"))
            words[count++] = word;
        if (count > 0 && words[0][0] != '#')
            row(context, words, count);
    }
    fclose(stream);
}

void sprouts_tree_check_value(void *context, char **words, int count)
{
    struct sprouts_tree *tree = context;
    assert_int_equal(count, 2);
    int nimber = sprouts_tree_nimber(tree, sprouts_tree_of(tree, words[0]));
    if (nimber != atoi(words[1]))
        fail_msg("nimber of %s: %d instead of %s", words[0], nimber, words[1]);
}
