/* Block search from class to class, in Montana's common variant. A block stands for the product of
 * its sequences with a class (classes.h): the columns whose cards may change rows wait, and the other
 * holes move as in the base variant. The block ends where
 *
 * - a hole comes to those columns, or beside them: the class is another one then. It is enough to go
 *   on from there with no step of the other sequences made, since they can still make them;
 * - a card comes to the class from outside. Such a card is a Two, or one whose predecessor is in the
 *   class, so that no sequence moves it; the only step that its leaving can prevent is that of its
 *   successor to the cell beside it. So it is enough to let it come at once, and besides, when a
 *   sequence makes that step, right after it.
 *
 * Classes never come back, so that what was said of the table in blocks.c holds, with the keys of
 * classes in it: along the sequences of a block they change as those of positions do.
 *
 * Where only a solution is asked for, a Two waits with going to the first column until that is of use
 * (`waits`), which leaves out most of the many orders of the Twos when the last of them comes. Take a
 * solution from a position, and the Twos that it brings to the first column before its first other
 * move. That move needs at most one of them there, for only two moves need it: a card goes where the
 * Two lay, or the Three goes beside the Two. If it needs none, it can be made first, and what it leads
 * to can be won. If it needs one, that Two can go first and the move follow at once. So a Two need not
 * go but with one of these two moves. Left out of this are Twos in the second column, where the two
 * moves can be one and need two Twos, those beside the columns of the class, those whose Three may
 * stand in any of several rows, and those in the last column, which may be the last to move.
 *
 * What has been searched at the root of a block then stands for all its positions in which the two
 * moves are the same and can still be put off: until a step lays a successor beside the Two, or beside
 * one of the cards that would move, or fills the cell on the left of the Two (is_event). */
#include "engines/montana/blocks_inside.h"

#include "base/array.h"
#include "engines/montana/deadlock.h"
#include "engines/montana/sift.h"

/* Makes a block of a position, with no steps yet, that has a class and its key. */
static void stand_on(struct zm_block *block, const struct zm_gaps *gaps,
                     const struct zm_class *class, struct zm_hash128 key)
{
    unsigned hole = 0;
    block->root = *gaps;
    block->root.key = key;
    block->class = *class;
    block->shift = (struct zm_hash128){key.low - gaps->key.low, key.high - gaps->key.high};
    block->barred_count = 0;
    memset(block->owner, 0, sizeof block->owner);
    for (unsigned cell = 0; cell < gaps->suits * (unsigned)ZM_MONTANA_STRIDE; cell++)
        if (gaps->cells[cell] == ZM_MONTANA_HOLE) {
            block->sequences[hole].length = 0;
            block->sequences[hole].cells[0] = (uint8_t)cell;
            zm_block_mark(block, hole++, 0);
        }
}

/* Searches from a position, its key its own, unless it is known or cannot be won (`alive`: that is
 * not asked). */
static void search_from(struct zm_blocks *blocks, const struct zm_gaps *gaps, bool alive)
{
    struct zm_class class = {0};
    struct zm_hash128 key = gaps->key;
    if (blocks->classes) {
        zm_class_of(gaps, &class);
        key = zm_class_key(gaps, &class);
    }
    if ((blocks->slots.keys != NULL && zm_slots_have(&blocks->slots, key)) ||
        (!alive && !blocks->complete && zm_gaps_dead(gaps)))
        return;
    struct zm_block *block = malloc(sizeof *block);
    blocks->path->failed |= block == NULL;
    if (block == NULL)
        return;
    stand_on(block, gaps, &class, key);
    zm_blocks_search_block(blocks, block);
    free(block);
}

/* -- ways out of a class -- */

/* Lets the position of another class wait. */
static void add_exit(void *context, const struct zm_gaps *gaps)
{
    struct zm_blocks *blocks = context;
    struct zm_gaps *waiting = zm_array_room(blocks->waiting, &blocks->waiting_capacity,
                                            blocks->waiting_count + 1, sizeof *waiting);
    blocks->path->failed |= waiting == NULL;
    if (waiting == NULL)
        return;
    blocks->waiting = waiting;
    waiting[blocks->waiting_count++] = *gaps;
}

/* Adds the position of another class to the line, and searches from there; besides the move by which
 * a card (0: none) came from its home after that. */
static void search_exit(struct zm_blocks *blocks, const struct zm_gaps *gaps, unsigned card,
                        unsigned home)
{
    struct zm_gaps *exits =
        zm_array_room(blocks->exits, &blocks->exit_capacity, blocks->exit_count + 1, sizeof *exits);
    size_t length = blocks->length;
    blocks->path->failed |= exits == NULL;
    if (exits == NULL || zm_blocks_over(blocks))
        return;
    blocks->exits = exits;
    exits[blocks->exit_count] = *gaps;
    if (card != 0)
        zm_gaps_put(&exits[blocks->exit_count], card, gaps->where[card], home);
    zm_blocks_add_move(blocks, ZM_BLOCK_EXIT | blocks->exit_count++);
    if (card != 0)
        zm_blocks_add_move(blocks, zm_montana_move(card, gaps->where[card], home));
    search_from(blocks, gaps, blocks->waits);
    blocks->exit_count--;
    blocks->length = length;
}

void zm_blocks_leave_class(struct zm_blocks *blocks, const struct zm_block *block,
                           const uint8_t *steps, unsigned card, unsigned from, unsigned to)
{
    struct zm_gaps gaps = block->root;
    size_t length = blocks->length;
    gaps.key.low -= block->shift.low;
    gaps.key.high -= block->shift.high;
    for (unsigned hole = 0; hole < gaps.suits; hole++)
        zm_block_advance(&gaps, &block->sequences[hole], 0, steps[hole]);
    zm_blocks_add_steps(blocks, block, steps);
    if (card != 0) {
        zm_gaps_put(&gaps, card, from, to);
        zm_blocks_add_move(blocks, zm_montana_move(card, to, from));
    }
    search_from(blocks, &gaps, false);
    blocks->length = length;
}

/* Leaves of the positions that wait from `first` on those that the table does not know and that are
 * not dead. */
static void sift(struct zm_blocks *blocks, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < blocks->waiting_count; i++) {
        struct zm_class class;
        zm_class_of(&blocks->waiting[i], &class);
        if (!zm_slots_have(&blocks->slots, zm_class_key(&blocks->waiting[i], &class)))
            blocks->waiting[kept++] = blocks->waiting[i];
    }
    blocks->waiting_count = first + zm_gaps_sift(blocks->waiting + first, kept - first);
}

/* Searches from the positions that wait from `first` on, to which a card (0: none) came last. */
static void search_waiting(struct zm_blocks *blocks, size_t first, unsigned card, unsigned home)
{
    if (blocks->waits)
        sift(blocks, first);
    for (size_t i = first, end = blocks->waiting_count; i < end; i++) {
        struct zm_gaps exit = blocks->waiting[i];
        search_exit(blocks, &exit, card, home);
    }
    blocks->waiting_count = first;
}

/* Searches where a card comes to the class, in every order of the columns whose order that ends. */
static void search_entry(struct zm_blocks *blocks, const struct zm_class *class,
                         const struct zm_gaps *gaps, unsigned card)
{
    size_t first = blocks->waiting_count;
    zm_class_entries(gaps, class, card, add_exit, blocks);
    search_waiting(blocks, first, 0, 0);
}

/* The same for a Two, followed at once by the card that goes where it lay. */
static void search_refilled(struct zm_blocks *blocks, const struct zm_class *class,
                            const struct zm_gaps *gaps, unsigned two)
{
    size_t first = blocks->waiting_count;
    unsigned cell = gaps->where[two], card = zm_gaps_card(gaps, cell), home = gaps->where[card];
    if (card == 0)
        return;
    zm_class_entries(gaps, class, two, add_exit, blocks);
    for (size_t i = first; i < blocks->waiting_count; i++)
        zm_gaps_put(&blocks->waiting[i], card, home, cell);
    search_waiting(blocks, first, card, home);
}

/* The same, followed at once by the Three that goes beside the Two. */
static void search_followed(struct zm_blocks *blocks, const struct zm_class *class,
                            const struct zm_gaps *gaps, unsigned two)
{
    size_t first = blocks->waiting_count, kept = first;
    unsigned home = gaps->where[two + 1];
    zm_class_entries(gaps, class, two, add_exit, blocks);
    for (size_t i = first; i < blocks->waiting_count; i++) {
        struct zm_gaps exit = blocks->waiting[i];
        unsigned beside = exit.where[two] + 1u;
        if (exit.cells[beside] != ZM_MONTANA_HOLE)
            continue;
        zm_gaps_put(&exit, two + 1, home, beside);
        blocks->waiting[kept++] = exit;
    }
    blocks->waiting_count = kept;
    search_waiting(blocks, first, two + 1, home);
}

/* May a Two that comes to the first column wait with that until it is of use? */
static bool may_wait(const struct zm_block *block, unsigned card)
{
    unsigned cell = block->root.where[card], column = cell % ZM_MONTANA_STRIDE;
    return zm_montana_rank(card) == 2 && column > 2 && column < block->root.ranks &&
           !zm_class_touches(&block->class, cell);
}

/* Searches where a card comes to the class, when each sequence has made so many steps. */
static void search_entry_at(struct zm_blocks *blocks, const struct zm_block *block,
                            const uint8_t *steps, unsigned card)
{
    const struct zm_class *class = &block->class;
    struct zm_gaps gaps = block->root;
    size_t length = blocks->length;
    gaps.key.low -= block->shift.low;
    gaps.key.high -= block->shift.high;
    for (unsigned hole = 0; hole < gaps.suits; hole++)
        zm_block_advance(&gaps, &block->sequences[hole], 0, steps[hole]);
    zm_blocks_add_steps(blocks, block, steps);
    if (!blocks->waits || !may_wait(block, card) || (class->holes[1] > 1 && class->columns > 1)) {
        search_entry(blocks, class, &gaps, card);
    } else {
        search_refilled(blocks, class, &gaps, card);
        search_followed(blocks, class, &gaps, card);
    }
    blocks->length = length;
}

/* Does a step of a sequence change what comes of a card that goes to the class? Its successor is laid
 * beside it. If it waits for its use also: the cell on its left is filled, or one of the cards that
 * would follow it gets a successor beside it. */
static bool is_event(const struct zm_block *block, unsigned card,
                     const struct zm_sequence *sequence, unsigned step)
{
    unsigned laid = sequence->cards[step], left = block->root.where[card] - 1u;
    if (laid == card + 1)
        return true;
    if (!may_wait(block, card))
        return false;
    if (sequence->cells[step] == left || laid == card + 2 || laid == block->root.cells[left] + 2u)
        return true;
    if (block->owner[left] == 0)
        return false;
    const struct zm_sequence *filling = &block->sequences[block->owner[left] - 1];
    return block->step[left] < filling->length && laid == filling->cards[block->step[left]] + 2u;
}

/* Searches where a card comes to the class, at every choice of events of the sequences from `hole`
 * on, or none of them. */
static void search_events(struct zm_blocks *blocks, const struct zm_block *block, uint8_t *steps,
                          unsigned hole, unsigned card)
{
    if (zm_blocks_over(blocks))
        return;
    if (hole == block->root.suits) {
        search_entry_at(blocks, block, steps, card);
        return;
    }
    steps[hole] = 0;
    search_events(blocks, block, steps, hole + 1, card);
    for (unsigned i = 0; i < block->sequences[hole].length; i++)
        if (is_event(block, card, &block->sequences[hole], i)) {
            steps[hole] = (uint8_t)(i + 1);
            search_events(blocks, block, steps, hole + 1, card);
        }
    steps[hole] = 0;
}

void zm_blocks_enter_class(struct zm_blocks *blocks, const struct zm_block *block)
{
    uint8_t steps[ZM_MONTANA_SUITS] = {0};
    for (unsigned column = 1; column <= block->class.columns; column++)
        for (unsigned suit = 0; suit < block->root.suits; suit++)
            if (zm_class_may_enter(&block->root, &block->class, 16 * suit + column + 1, column))
                search_events(blocks, block, steps, 0, 16 * suit + column + 1);
}

void zm_blocks_search(struct zm_blocks *blocks, const struct zm_gaps *start)
{
    blocks->length = blocks->exit_count = blocks->waiting_count = 0;
    search_from(blocks, start, true);
    blocks->quest->proved = !blocks->path->stopped && !blocks->path->failed && !blocks->cut;
}

void zm_blocks_close(struct zm_blocks *blocks)
{
    zm_slots_close(&blocks->slots);
    free(blocks->line);
    free(blocks->exits);
    free(blocks->waiting);
}
