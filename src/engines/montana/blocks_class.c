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
 * classes in it: along the sequences of a block they change as those of positions do. */
#include "engines/montana/blocks_inside.h"

#include "base/array.h"
#include "engines/montana/deadlock.h"

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

/* Lets the position of another class wait, while its place in the table is fetched. */
static void add_exit(void *context, const struct zm_gaps *gaps)
{
    struct zm_blocks *blocks = context;
    struct zm_class class;
    struct zm_gaps *waiting = zm_array_room(blocks->waiting, &blocks->waiting_capacity,
                                            blocks->waiting_count + 1, sizeof *waiting);
    blocks->path->failed |= waiting == NULL;
    if (waiting == NULL)
        return;
    blocks->waiting = waiting;
    waiting[blocks->waiting_count++] = *gaps;
    zm_class_of(gaps, &class);
    zm_slots_fetch(&blocks->slots, zm_class_key(gaps, &class));
}

/* Adds the position of another class to the line, and searches from there. */
static void search_exit(struct zm_blocks *blocks, const struct zm_gaps *gaps)
{
    struct zm_gaps *exits =
        zm_array_room(blocks->exits, &blocks->exit_capacity, blocks->exit_count + 1, sizeof *exits);
    size_t length = blocks->length;
    blocks->path->failed |= exits == NULL;
    if (exits == NULL || zm_blocks_over(blocks))
        return;
    blocks->exits = exits;
    exits[blocks->exit_count] = *gaps;
    zm_blocks_add_move(blocks, ZM_BLOCK_EXIT | blocks->exit_count++);
    search_from(blocks, gaps, false);
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

/* Searches where a card comes to the class (0: any), when one sequence has made so many steps. What
 * comes there acts on a sequence only by leaving the cell on the left of its hole. */
static void search_entry(struct zm_blocks *blocks, const struct zm_block *block, unsigned hole,
                         unsigned step, unsigned card)
{
    struct zm_gaps gaps = block->root;
    uint8_t steps[ZM_MONTANA_SUITS] = {0};
    size_t length = blocks->length;
    gaps.key.low -= block->shift.low;
    gaps.key.high -= block->shift.high;
    steps[hole] = (uint8_t)step;
    zm_block_advance(&gaps, &block->sequences[hole], 0, step);
    zm_blocks_add_steps(blocks, block, steps);
    size_t first = blocks->waiting_count;
    zm_class_entries(&gaps, &block->class, card, add_exit, blocks);
    for (size_t i = first, end = blocks->waiting_count; i < end; i++) {
        gaps = blocks->waiting[i];
        search_exit(blocks, &gaps);
    }
    blocks->waiting_count = first;
    blocks->length = length;
}

void zm_blocks_enter_class(struct zm_blocks *blocks, const struct zm_block *block)
{
    if (block->class.columns == 0)
        return;
    search_entry(blocks, block, 0, 0, 0);
    for (unsigned hole = 0; hole < block->root.suits; hole++)
        for (unsigned i = 0; i < block->sequences[hole].length && !zm_blocks_over(blocks); i++)
            search_entry(blocks, block, hole, i + 1, block->sequences[hole].cards[i] - 1u);
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
