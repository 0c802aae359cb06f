/* Solutions of Montana's common variant by block search. In a solution each suit comes to lie in one
 * row. Give each suit its row beforehand, and let a Two go to the first column only there: that is
 * the base variant, with aces on the left in the order of the rows, and block search (blocks.h)
 * decides it in some milliseconds. So there are as many such games as orders of the suits, and two
 * deals in three are won by one of them.
 *
 * What they leave out is a Two that waits in a row of another suit. So when they are all lost, games
 * are begun at random: moves are drawn until a Two has gone to the first column, then an order in
 * which that is not its row, and block search goes on from there. What it has searched in an order
 * stays in the table, so that a game which comes to the same positions ends there. */
#include "engines/montana/orders.h"

#include "engines/montana/deadlock.h"

enum { FIRST_BLOCKS = 500, MORE_BLOCKS = 4, FIRST_RANDOM = 4000 };

bool zm_orders_open(struct zm_orders *orders, const struct zm_gaps *start)
{
    *orders = (struct zm_orders){
        .rules = *start->game, .start = *start, .count = 1, .patience = FIRST_BLOCKS};
    orders->rules.common = false;
    for (unsigned suit = 2; suit <= start->suits; suit++)
        orders->count *= suit;
    orders->left = orders->count;
    orders->done = calloc(orders->count, 1);
    return orders->done != NULL;
}

void zm_orders_close(struct zm_orders *orders)
{
    free(orders->done);
}

/* The suit of each row in an order: its number tells, row by row, which of the suits that are left. */
static void suits_of(unsigned order, unsigned suits, uint8_t *suit)
{
    uint8_t left[ZM_MONTANA_SUITS];
    for (unsigned i = 0; i < suits; i++)
        left[i] = (uint8_t)i;
    for (unsigned row = 0; row < suits; row++) {
        unsigned at = order % (suits - row);
        order /= suits - row;
        suit[row] = left[at];
        left[at] = left[suits - row - 1];
    }
}

/* Searches from a position with the aces laid on its left in an order, for at most so many blocks;
 * true: all of it, and it cannot be won. */
static bool search_order(struct zm_orders *orders, struct zm_common *common, struct zm_gaps gaps,
                         const uint8_t *suits, uint64_t most)
{
    struct zm_blocks *blocks = &common->blocks;
    gaps.game = &orders->rules;
    for (unsigned row = 0; row < gaps.suits; row++) {
        unsigned ace = 16u * suits[row] + 1, cell = row * ZM_MONTANA_STRIDE;
        gaps.cells[cell] = (uint8_t)ace;
        gaps.where[ace] = (uint8_t)cell;
        gaps.key.low += orders->rules.card_keys[ace].low * orders->rules.cell_keys[cell].low;
        gaps.key.high += orders->rules.card_keys[ace].high * orders->rules.cell_keys[cell].high;
    }
    if (zm_gaps_dead(&gaps))
        return true;
    blocks->blocks = 0;
    blocks->cut = false;
    blocks->most = most;
    zm_blocks_search(blocks, &gaps);
    return !blocks->cut && !zm_common_is_over(common);
}

/* The line found by block search goes on from where the path stands. */
static void tell(struct zm_common *common)
{
    struct zm_quest *quest = common->quest;
    bool good = true;
    for (size_t i = 0; i < quest->length && good; i++)
        good = zm_path_go(&common->path, quest->line[i]);
    common->path.failed |= !good || !zm_path_keep(&common->path, quest);
}

/* -- from the start -- */

/* Searches the next order that is not done; each gets more blocks when all have had theirs. */
static void search_next(struct zm_orders *orders, struct zm_common *common)
{
    uint8_t suits[ZM_MONTANA_SUITS];
    if (orders->next == orders->count) {
        orders->next = 0;
        orders->patience *= MORE_BLOCKS;
    }
    unsigned order = orders->next++;
    if (orders->done[order])
        return;
    suits_of(order, orders->start.suits, suits);
    zm_path_restart(&common->path);
    if (search_order(orders, common, orders->start, suits, orders->patience)) {
        orders->done[order] = 1;
        if (--orders->left == 0)
            orders->patience = FIRST_RANDOM;
    }
}

/* -- games begun at random -- */

static bool is_two_in_front(zm_move move)
{
    return zm_montana_to(move) % ZM_MONTANA_STRIDE == 1;
}

/* Plays moves drawn at random until a Two has gone to the first column; 0: none has, and nothing
 * moves any more. */
static zm_move play_to_two(struct zm_common *common)
{
    zm_move moves[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
    for (;;) {
        unsigned count = zm_montana_walk.moves(zm_path_here(&common->path), moves);
        if (count == 0)
            return 0;
        zm_move move = moves[zm_random_below(&common->random, count)];
        if (!zm_path_go(&common->path, move))
            return 0;
        if (is_two_in_front(move))
            return move;
    }
}

/* Begins a game at random and searches on from there, in an order in which the last Two that was
 * moved is not in its row. */
static void search_random(struct zm_orders *orders, struct zm_common *common)
{
    uint8_t suits[ZM_MONTANA_SUITS];
    struct zm_gaps gaps;
    zm_path_restart(&common->path);
    zm_move move = play_to_two(common);
    while (move != 0 && zm_random_next(&common->random) % 2 == 0) {
        move = play_to_two(common);
    }
    if (!zm_path_visit(&common->path) || move == 0)
        return;
    unsigned row = zm_montana_to(move) / ZM_MONTANA_STRIDE;
    suits_of((unsigned)zm_random_below(&common->random, orders->count), orders->start.suits, suits);
    if (suits[row] == zm_montana_suit(zm_montana_card(move)))
        return;
    zm_gaps_stand(&gaps, zm_path_here(&common->path));
    search_order(orders, common, gaps, suits, orders->patience);
}

void zm_orders_search(struct zm_orders *orders, struct zm_common *common, uint64_t blocks)
{
    uint64_t until = common->path.nodes + blocks;
    while (common->path.nodes < until && !zm_common_is_over(common)) {
        if (orders->left > 0)
            search_next(orders, common);
        else
            search_random(orders, common);
        if (common->quest->found)
            tell(common);
    }
}
