/* Plain minimax, by the rules alone or by the components alone, without any theory but mex and
 * nim-sum. What was found is remembered from one position to the next. */
#include "games/check/inside.h"

enum { BY_RULES, BY_SUMS, LARGEST_NIMBER = 1000 };

static bool recall(struct zm_checking *checking, int table, struct zm_bytes key, uint32_t *worth)
{
    const void *known = zm_table_find(&checking->worth[table], key);
    if (known != NULL)
        memcpy(worth, known, sizeof *worth);
    return known != NULL;
}

static void remember(struct zm_checking *checking, int table, struct zm_bytes key, uint32_t worth)
{
    void *place = zm_table_insert(&checking->worth[table], key, NULL);
    if (!zm_check_memory(checking, place == NULL))
        memcpy(place, &worth, sizeof worth);
}

/* May one more node be visited? */
static bool afford(struct zm_checking *checking)
{
    if (checking->budget == 0 || !zm_check_well(checking))
        return false;
    checking->budget--;
    return true;
}

static uint32_t mex(const bool *seen)
{
    uint32_t least = 0;
    while (seen[least])
        least++;
    return least;
}

bool zm_naive_nimber(struct zm_checking *checking, struct zm_bytes position, uint32_t *nimber)
{
    if (recall(checking, BY_RULES, position, nimber))
        return true;
    if (!afford(checking))
        return false;
    bool seen[LARGEST_NIMBER + 1] = {false}, whole = true;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    zm_check_moves(checking, position, &moves);
    for (size_t i = 0; i < moves.count && whole; i++) {
        uint32_t other = 0;
        checking->game.game->rules->apply(checking->game.state, position, zm_list_at(&moves, i),
                                          &next);
        whole = zm_naive_nimber(checking, zm_buffer_bytes(&next), &other) && other < LARGEST_NIMBER;
        seen[whole ? other : LARGEST_NIMBER] = true;
    }
    if (whole)
        remember(checking, BY_RULES, position, *nimber = mex(seen));
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return whole;
}

/* The nim-sum of components `begin` to `end` of a list. */
static bool nim_sum(struct zm_checking *checking, const struct zm_list *components, size_t begin,
                    size_t end, uint32_t *nimber)
{
    *nimber = 0;
    for (size_t i = begin; i < end; i++) {
        uint32_t part = 0;
        if (!zm_naive_component(checking, zm_list_at(components, i), &part))
            return false;
        *nimber ^= part;
    }
    return true;
}

bool zm_naive_sum(struct zm_checking *checking, const struct zm_list *sum, uint32_t *nimber)
{
    return nim_sum(checking, sum, 0, sum->count, nimber);
}

bool zm_naive_component(struct zm_checking *checking, struct zm_bytes component, uint32_t *nimber)
{
    if (recall(checking, BY_SUMS, component, nimber))
        return true;
    if (!afford(checking))
        return false;
    bool seen[LARGEST_NIMBER + 1] = {false}, whole = true;
    struct zm_options options = {0};
    checking->game.game->sums->options(checking->game.state, component, ZM_LEFT, &options);
    zm_check_memory(checking, zm_list_failed(&options.components));
    for (size_t i = 0; i < options.count && whole; i++) {
        uint32_t other = 0;
        whole = nim_sum(checking, &options.components, zm_options_begin(&options, i),
                        options.ends[i], &other) &&
                other < LARGEST_NIMBER;
        seen[whole ? other : LARGEST_NIMBER] = true;
    }
    if (whole)
        remember(checking, BY_SUMS, component, *nimber = mex(seen));
    zm_options_free(&options);
    return whole;
}

bool zm_naive_wins(struct zm_checking *checking, struct zm_bytes position, bool *wins)
{
    uint32_t known = 0;
    bool whole = true;
    if (recall(checking, BY_RULES, position, &known)) {
        *wins = known != 0;
        return true;
    }
    struct zm_ending ending;
    zm_ending_with_moves(&checking->game, position, NULL, false, ZM_MOVES_UNSEEN, &ending);
    *wins = ending.outcome == ZM_WIN;
    if (ending.over)
        return true;
    if (!afford(checking))
        return false;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    *wins = false;
    zm_check_moves(checking, position, &moves);
    for (size_t i = 0; i < moves.count && whole && !*wins; i++) {
        bool after = false;
        checking->game.game->rules->apply(checking->game.state, position, zm_list_at(&moves, i),
                                          &next);
        whole = zm_naive_wins(checking, zm_buffer_bytes(&next), &after);
        *wins = whole && after == zm_moves_again(&checking->game, position, zm_buffer_bytes(&next));
    }
    if (whole)
        remember(checking, BY_RULES, position, *wins);
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return whole;
}

/* The sum after a move in component `chosen` to an option. */
static void make_sum(const struct zm_list *sum, size_t chosen, const struct zm_options *options,
                     size_t option, struct zm_list *next)
{
    zm_list_clear(next);
    for (size_t i = 0; i < sum->count; i++)
        if (i != chosen)
            zm_list_add(next, zm_list_at(sum, i));
    for (uint32_t i = zm_options_begin(options, option); i < options->ends[option]; i++)
        zm_list_add(next, zm_list_at(&options->components, i));
    zm_list_sort(next, false);
}

/* Does a move in component `chosen` win? */
static bool some_move_wins(struct zm_checking *checking, const struct zm_list *sum, size_t chosen,
                           enum zm_side side, bool *wins)
{
    struct zm_options options = {0};
    struct zm_list next = {0};
    bool whole = true;
    checking->game.game->sums->options(checking->game.state, zm_list_at(sum, chosen), side,
                                       &options);
    zm_check_memory(checking, zm_list_failed(&options.components));
    for (size_t i = 0; i < options.count && whole && !*wins; i++) {
        bool after = false;
        make_sum(sum, chosen, &options, i, &next);
        whole = !zm_check_memory(checking, zm_list_failed(&next)) &&
                zm_naive_sum_wins(checking, &next, side == ZM_LEFT ? ZM_RIGHT : ZM_LEFT, &after);
        *wins = whole && !after;
    }
    zm_options_free(&options);
    zm_list_free(&next);
    return whole;
}

bool zm_naive_sum_wins(struct zm_checking *checking, const struct zm_list *sum, enum zm_side side,
                       bool *wins)
{
    struct zm_list key = {0};
    uint32_t known = 0;
    zm_buffer_byte(&key.bytes, (uint8_t)side);
    zm_check_add_sum(sum, 0, sum->count, &key);
    bool whole = !zm_check_memory(checking, zm_list_failed(&key)),
         found = whole && recall(checking, BY_SUMS, zm_list_at(&key, 0), &known);
    *wins = known != 0;
    if (!found) {
        whole = whole && afford(checking);
        for (size_t i = 0; i < sum->count && whole && !*wins; i++)
            whole = some_move_wins(checking, sum, i, side, wins);
        if (whole)
            remember(checking, BY_SUMS, zm_list_at(&key, 0), *wins);
    }
    zm_list_free(&key);
    return whole;
}
