/* The canonical tree, the reduced canonical tree and the genus of a position, by a strong solution
 * (strong.h). */
#include "solve/tree.h"

#include "solve/strong.h"
#include "theory/genus.h"

#include <stdlib.h>

static void write_address(const struct zm_canonical *tree, bool lost, struct zm_buffer *text)
{
    zm_buffer_clear(text);
    zm_buffer_format(text, "%u-%016llx%016llx-%c", tree->height,
                     (unsigned long long)tree->address.high, (unsigned long long)tree->address.low,
                     lost ? 'L' : 'W');
}

/* A tree as text: braces when short, else its height, content address and misère outcome. */
static void write_tree(const struct zm_strong *s, const struct zm_canonical *tree, bool reduced,
                       struct zm_buffer *text)
{
    const struct zm_tree *small = zm_tree_at(&s->reduced, tree->reduced);
    if (reduced) {
        struct zm_canonical named = {.address = small->address, .height = small->height};
        if (!zm_tree_print(&s->reduced, tree->reduced, ZM_STRONG_TEXT, text) && !text->failed)
            write_address(&named, small->lost, text);
    } else if (tree->shown == ZM_NO_TREE ||
               !zm_tree_print(&s->shown, tree->shown, ZM_STRONG_TEXT, text)) {
        write_address(tree, small->lost, text);
    }
}

static enum zm_status answer_with(struct zm_strong *s, struct zm_bytes position, bool reduced,
                                  struct zm_answer *answer, struct zm_error *error)
{
    enum zm_status status = zm_strong_solve(s, position, error);
    answer->kind = ZM_ANSWER_TREE;
    answer->counts[0] = (int64_t)s->positions.count;
    answer->counts[1] = (int64_t)s->tree_count;
    answer->counts[2] = zm_strong_reduced(s);
    if (status != ZM_OK)
        return status;
    answer->known = true;
    const struct zm_canonical *t = &s->trees[s->root];
    if (s->problem.misere)
        answer->outcome = zm_tree_at(&s->reduced, t->reduced)->lost ? ZM_LOSS : ZM_WIN;
    write_tree(s, t, reduced, &answer->text);
    return answer->text.failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status answer_tree(void *state, struct zm_bytes position,
                                  const struct zm_decider *decider, struct zm_answer *answer,
                                  struct zm_error *error)
{
    (void)decider;
    const struct zm_strong *s = state;
    enum zm_status status = zm_expect_whole_trees(&s->components.game, error);
    return status == ZM_OK ? answer_with(state, position, false, answer, error) : status;
}

static enum zm_status answer_rct(void *state, struct zm_bytes position,
                                 const struct zm_decider *decider, struct zm_answer *answer,
                                 struct zm_error *error)
{
    (void)decider;
    return answer_with(state, position, true, answer, error);
}

static enum zm_status answer_genus(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *answer,
                                   struct zm_error *error)
{
    struct zm_strong *s = state;
    struct zm_genera genera = {0};
    enum zm_status status = answer_rct(state, position, decider, answer, error);
    answer->kind = ZM_ANSWER_VALUE;
    if (status != ZM_OK)
        return status;
    uint32_t root = s->trees[s->root].reduced;
    const struct zm_genus *genus = zm_tree_genus(&s->reduced, root, &genera);
    zm_buffer_clear(&answer->text);
    if (genus != NULL)
        zm_genus_print(genus, &answer->text);
    zm_genera_free(&genera);
    return genus == NULL || answer->text.failed ? zm_fail_memory(error) : ZM_OK;
}

static void tree_close(void *state)
{
    zm_strong_close(state);
    free(state);
}

static enum zm_status tree_open(const struct zm_problem *problem, void **state,
                                struct zm_error *error)
{
    struct zm_strong *s = calloc(1, sizeof *s);
    if (s == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_strong_open(s, problem, error);
    if (status == ZM_OK)
        *state = s;
    else
        tree_close(s);
    return status;
}

static enum zm_status tree_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    (void)misere;
    if (game->players != ZM_IMPARTIAL || game->sums == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s is not an impartial game that splits into components", game->name);
    return zm_expect_all_moves(game, "a tree", error);
}

const struct zm_calculation zm_tree_calculation = {
    .name = "tree",
    .summary = "the canonical tree, by visiting all positions",
    .keys = "strong solution",
    .suits = tree_suits,
    .open = tree_open,
    .close = tree_close,
    .answer = answer_tree,
};

const struct zm_calculation zm_rct_calculation = {
    .name = "rct",
    .summary = "the reduced canonical tree of misère play, by visiting all positions",
    .keys = "strong solution",
    .suits = tree_suits,
    .open = tree_open,
    .close = tree_close,
    .answer = answer_rct,
};

const struct zm_calculation zm_genus_calculation = {
    .name = "genus",
    .summary = "the genus symbol of Winning Ways: the nimber, and misère values beside heaps of 2",
    .keys = "strong solution",
    .suits = tree_suits,
    .open = tree_open,
    .close = tree_close,
    .answer = answer_genus,
};
