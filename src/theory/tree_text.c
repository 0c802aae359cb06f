/* Trees as text: braces with heaps as numbers, or names; see trees.h for both forms.
 *
 *   sum    := term { '+' term }
 *   term   := number | '{' [ sum { (';' | ',') sum } ] '}' | name
 *   name   := height '-' number [ '+1' ] '-' ( 'W' | 'L' )        blanks are allowed between tokens
 */
#include "theory/trees.h"

#include <ctype.h>
#include <stdlib.h>

enum { DEEPEST = 2000 }; /* of nested braces in a text */

static int compare_trees(const struct zm_forest *forest, uint32_t a, uint32_t b)
{
    const struct zm_tree *x = zm_tree_at(forest, a), *y = zm_tree_at(forest, b);
    if (x->height != y->height)
        return x->height < y->height ? -1 : 1;
    if (x->heap != y->heap)
        return x->heap ? -1 : 1;
    uint32_t count_x = zm_tree_child_count(forest, a), count_y = zm_tree_child_count(forest, b);
    if (count_x != count_y)
        return count_x < count_y ? -1 : 1;
    return memcmp(&x->address, &y->address, sizeof x->address);
}

/* Lowest first, so that the text does not depend on the order in which trees came. */
static void sort_for_print(const struct zm_forest *forest, struct zm_tree_set *set)
{
    for (size_t i = 1; i < set->count; i++) {
        uint32_t tree = set->items[i];
        size_t j = i;
        for (; j > 0 && compare_trees(forest, set->items[j - 1], tree) > 0; j--)
            set->items[j] = set->items[j - 1];
        set->items[j] = tree;
    }
}

bool zm_tree_print(const struct zm_forest *forest, uint32_t tree, size_t limit,
                   struct zm_buffer *text)
{
    const struct zm_tree *t = zm_tree_at(forest, tree);
    if (t->heap) {
        zm_buffer_format(text, "%u", t->height);
        return text->size <= limit && !text->failed;
    }
    struct zm_tree_set children = {0};
    bool ok = zm_tree_children(forest, tree, &children);
    if (ok)
        sort_for_print(forest, &children);
    for (size_t i = 0; ok && i < children.count; i++) {
        zm_buffer_byte(text, i == 0 ? '{' : ';');
        ok = zm_tree_print(forest, children.items[i], limit, text);
    }
    zm_buffer_byte(text, '}');
    zm_tree_set_free(&children);
    return ok && text->size <= limit && !text->failed;
}

static bool grow_heights(struct zm_forest *forest, size_t height)
{
    if (height < forest->height_count)
        return true;
    size_t count = height + 1;
    struct zm_tree_set *heights = realloc(forest->heights, count * sizeof *heights);
    if (heights == NULL)
        return false;
    memset(heights + forest->height_count, 0, (count - forest->height_count) * sizeof *heights);
    forest->heights = heights;
    forest->height_count = count;
    return true;
}

/* Gives the next tree its number: the heap of each height has 0; a tree plus a heap of 1 has the
 * number of the tree. */
static bool number_tree(struct zm_forest *forest, uint32_t tree)
{
    const struct zm_tree *t = zm_tree_at(forest, tree);
    if (t->plus_one)
        return zm_tree_set_add(&forest->numbers, forest->numbers.items[t->twin]);
    if (!grow_heights(forest, t->height))
        return false;
    struct zm_tree_set *same = &forest->heights[t->height];
    if (same->count == 0 && !zm_tree_set_add(same, ZM_NO_TREE))
        return false;
    if (t->heap) {
        same->items[0] = tree;
        return zm_tree_set_add(&forest->numbers, 0);
    }
    return zm_tree_set_add(&forest->numbers, (uint32_t)same->count) && zm_tree_set_add(same, tree);
}

static bool number_trees(struct zm_forest *forest)
{
    while (forest->numbers.count < forest->count)
        if (!number_tree(forest, (uint32_t)forest->numbers.count)) {
            forest->failed = true;
            return false;
        }
    return true;
}

void zm_tree_name(struct zm_forest *forest, uint32_t tree, struct zm_buffer *text)
{
    const struct zm_tree *t = zm_tree_at(forest, tree);
    if (t->heap)
        zm_buffer_format(text, "%u", t->height);
    else if (number_trees(forest))
        zm_buffer_format(text, "%u-%u%s-%c", t->height - (t->plus_one ? 1u : 0u),
                         forest->numbers.items[tree], t->plus_one ? "+1" : "", t->lost ? 'L' : 'W');
    else
        text->failed = true;
}

struct reader {
    struct zm_forest *forest;
    const char *text;
    size_t at;
    struct zm_error *error;
    enum zm_status status;
    unsigned depth;
};

static char peek(struct reader *r)
{
    while (isspace((unsigned char)r->text[r->at]))
        r->at++;
    return r->text[r->at];
}

static uint32_t wrong(struct reader *r, const char *expected)
{
    if (r->status == ZM_OK)
        r->status = zm_fail(r->error, ZM_BAD_INPUT, "tree '%.60s': at character %zu: expected %s",
                            r->text, r->at + 1, expected);
    return ZM_NO_TREE;
}

static uint32_t made(struct reader *r, uint32_t tree)
{
    if (tree == ZM_NO_TREE && r->status == ZM_OK)
        r->status = zm_fail(r->error, ZM_FAILED, "tree '%.60s': too large", r->text);
    return tree;
}

static uint32_t read_sum(struct reader *r);

static uint32_t read_braces(struct reader *r)
{
    if (++r->depth > DEEPEST)
        return wrong(r, "fewer nested braces");
    r->at++;
    struct zm_tree_set set = {0};
    uint32_t tree = ZM_NO_TREE;
    bool more = peek(r) != '}';
    while (more) {
        tree = read_sum(r);
        if (tree == ZM_NO_TREE || !zm_tree_set_add(&set, tree))
            break;
        more = peek(r) == ';' || peek(r) == ',';
        if (more)
            r->at++;
    }
    if (more)
        tree = made(r, ZM_NO_TREE);
    else if (peek(r) != '}')
        tree = wrong(r, "';' or '}'");
    else {
        r->at++;
        tree = made(r, zm_tree_of(r->forest, set.items, set.count));
    }
    zm_tree_set_free(&set);
    r->depth--;
    return tree;
}

/* A number, at most `most`. */
static bool read_number(struct reader *r, unsigned long most, unsigned long *number)
{
    if (!isdigit((unsigned char)peek(r)))
        return wrong(r, "a number or '{'") != ZM_NO_TREE;
    size_t start = r->at;
    *number = 0;
    while (isdigit((unsigned char)r->text[r->at]) && *number <= most)
        *number = *number * 10 + (unsigned long)(r->text[r->at++] - '0');
    if (*number <= most)
        return true;
    r->at = start;
    return wrong(r, "a smaller number") != ZM_NO_TREE;
}

/* After "height-". */
static uint32_t read_name(struct reader *r, unsigned long height)
{
    unsigned long number;
    if (!read_number(r, UINT32_MAX - 1, &number))
        return ZM_NO_TREE;
    bool one = r->text[r->at] == '+' && r->text[r->at + 1] == '1' && r->text[r->at + 2] == '-';
    r->at += one ? 2 : 0;
    if (r->text[r->at] != '-' || (r->text[r->at + 1] != 'W' && r->text[r->at + 1] != 'L'))
        return wrong(r, "'-W' or '-L'");
    bool lost = r->text[r->at + 1] == 'L';
    r->at += 2;
    const struct zm_forest *forest = r->forest;
    if (!number_trees(r->forest))
        return made(r, ZM_NO_TREE);
    if (height >= forest->height_count || number >= forest->heights[height].count)
        return wrong(r, "the name of a tree that is known");
    uint32_t tree = forest->heights[height].items[number];
    if (tree != ZM_NO_TREE && one)
        tree = forest->trees[tree].twin;
    if (tree == ZM_NO_TREE || forest->trees[tree].lost != lost)
        return wrong(r, "the name of a tree that is known");
    return tree;
}

static uint32_t read_term(struct reader *r)
{
    if (peek(r) == '{')
        return read_braces(r);
    unsigned long number;
    if (!read_number(r, ZM_LARGEST_HEAP, &number))
        return ZM_NO_TREE;
    if (r->text[r->at] == '-') {
        r->at++;
        return read_name(r, number);
    }
    return made(r, zm_tree_heap(r->forest, (unsigned)number));
}

static uint32_t read_sum(struct reader *r)
{
    uint32_t tree = read_term(r);
    while (tree != ZM_NO_TREE && peek(r) == '+') {
        r->at++;
        uint32_t next = read_term(r);
        tree = next == ZM_NO_TREE ? next : made(r, zm_tree_add(r->forest, tree, next));
    }
    return tree;
}

enum zm_status zm_tree_parse(struct zm_forest *forest, const char *text, uint32_t *tree,
                             struct zm_error *error)
{
    struct reader r = {.forest = forest, .text = text, .error = error};
    *tree = read_sum(&r);
    if (*tree != ZM_NO_TREE && peek(&r) != 0)
        *tree = wrong(&r, "'+' or the end");
    return r.status;
}
