/* Slow references of misère play: trees and outcomes by the rules of play alone. */
#ifndef ZM_TESTS_SOLVE_BY_RULES_H
#define ZM_TESTS_SOLVE_BY_RULES_H

#include "test.h"

#include "base/table.h"
#include "games/game.h"
#include "theory/trees.h"

/* The tree of a board position by the rules of play alone, reduced in a reduced forest. */
static inline uint32_t naive_tree(const struct zm_instance *game, struct zm_forest *forest,
                                  struct zm_table *known, struct zm_bytes position)
{
    uint32_t tree;
    void *found = zm_table_find(known, position);
    if (found != NULL) {
        memcpy(&tree, found, sizeof tree);
        return tree;
    }
    struct zm_list moves = {0};
    struct zm_tree_set options = {0};
    game->game->rules->moves(game->state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        struct zm_buffer next = {0};
        game->game->rules->apply(game->state, position, zm_list_at(&moves, i), &next);
        tree = naive_tree(game, forest, known, zm_buffer_bytes(&next));
        assert_true(zm_tree_set_add(&options, tree));
        zm_buffer_free(&next);
    }
    tree = zm_tree_of(forest, options.items, options.count);
    memcpy(zm_table_insert(known, position, NULL), &tree, sizeof tree);
    zm_list_free(&moves);
    zm_tree_set_free(&options);
    return tree;
}

/* Misère minimax by the rules of play alone. */
static inline bool naive_lost(const struct zm_instance *game, struct zm_table *known,
                              struct zm_bytes position)
{
    uint8_t *found = zm_table_find(known, position);
    if (found != NULL)
        return *found;
    struct zm_list moves = {0};
    game->game->rules->moves(game->state, position, NULL, &moves);
    bool lost = moves.count > 0;
    for (size_t i = 0; i < moves.count && lost; i++) {
        struct zm_buffer next = {0};
        game->game->rules->apply(game->state, position, zm_list_at(&moves, i), &next);
        lost = !naive_lost(game, known, zm_buffer_bytes(&next));
        zm_buffer_free(&next);
    }
    zm_list_free(&moves);
    *(uint8_t *)zm_table_insert(known, position, NULL) = lost;
    return lost;
}

#endif
