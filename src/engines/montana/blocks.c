/* Block search of Montana's base variant. The moves of one hole follow each other in one way only,
 * until nothing can go to it; and the sequences of different holes are often independent for a
 * while. A block is a root with one such sequence for each hole: it stands for the product of their
 * positions, which are never visited one by one. The search goes depth-first from block to block:
 * behind a face, where one sequence has been played to its end, begin the blocks of the next move
 * of that hole.
 *
 * There is one way in which a sequence can act on another: its hole passes the cell on the left of
 * the other's hole, and so changes which card may go there. The trace (for each cell, which hole
 * comes there and at which step) tells this without looking at positions inside.
 *
 * A table keeps roots and the positions on the axes, where one sequence alone has been played, once
 * all that is behind the block has been searched: blocks could otherwise each rely on another for a
 * position that none of them reaches. Besides, or without a table, blocks
 * carry the moves that are barred, because they lead to what has been searched: those made behind
 * other faces, or parts of them, which commute with the way here (incremental transpositions). The
 * two go together: what a table knows has been searched to its end, also where moves were barred.
 *
 * In the common variant a block stands for the product with a class too (classes.h): the columns
 * whose cards may change rows. What goes there, or leaves there, ends the block: blocks_class.c. */
#include "engines/montana/blocks_inside.h"

#include "engines/montana/deadlock.h"

enum { AHEAD = 16 }; /* moves of a sequence that are looked at together */

/* A range of steps for every sequence: a part of a face. */
struct part {
    uint8_t low[ZM_MONTANA_SUITS], high[ZM_MONTANA_SUITS];
};

void zm_block_position(const struct zm_block *block, const unsigned *steps, struct zm_gaps *gaps)
{
    *gaps = block->root;
    for (unsigned hole = 0; hole < gaps->suits; hole++)
        zm_block_advance(gaps, &block->sequences[hole], 0, steps[hole]);
}

/* -- the trace -- */

/* The other sequence that has its hole at a cell at some step, its last one counted when `at_end`;
 * -1: none has. */
static int passes(const struct zm_block *block, unsigned hole, unsigned cell, bool at_end)
{
    unsigned owner = block->owner[cell];
    if (owner == 0 || owner == hole + 1)
        return -1;
    bool last = block->step[cell] == block->sequences[owner - 1].length;
    return last && !at_end ? -1 : (int)owner - 1;
}

/* -- classes -- */

/* Is the hole of a sequence one of those columns, from the root on? Then it waits for a card that
 * comes to the class, and not for a successor. */
static bool is_loose(const struct zm_block *block, unsigned hole)
{
    return zm_class_touches(&block->class, block->sequences[hole].cells[0]);
}

/* -- moves that are barred -- */

/* Is the next move of a hole barred where the others have made no step? */
static bool is_barred(const struct zm_block *block, unsigned hole, unsigned card)
{
    for (unsigned i = 0; i < block->barred_count; i++) {
        const struct zm_barred *bar = &block->barred[i];
        bool here = bar->hole == hole && bar->card == card;
        for (unsigned k = 0; k < block->root.suits && here; k++)
            here = k == hole || bar->low[k] == 0;
        if (here)
            return true;
    }
    return false;
}

/* Do two moves commute? Each reads its cells and the one on the left of where it goes. */
static bool commute(const struct zm_barred *one, unsigned from, unsigned to)
{
    return from != one->from && from != one->to && from != one->to - 1u && to != one->from &&
           to != one->to && to != one->to - 1u && one->from != to - 1 && one->to != to - 1;
}

/* A sequence has got one move more: what was barred to its end is so behind the move when the two
 * commute; what was barred for that hole is so no more. */
static void extend_bars(struct zm_block *block, unsigned hole, unsigned from, unsigned to)
{
    unsigned kept = 0, length = block->sequences[hole].length;
    for (unsigned i = 0; i < block->barred_count; i++) {
        struct zm_barred *bar = &block->barred[i];
        if (bar->hole == hole)
            continue;
        if (bar->high[hole] + 1u == length && commute(bar, from, to))
            bar->high[hole]++;
        block->barred[kept++] = *bar;
    }
    block->barred_count = kept;
}

/* Hands a bar on to the block behind the part of a face, by a move that commutes with it; false: it
 * is not one there. */
static bool inherit(const struct zm_block *block, unsigned hole, const struct part *part,
                    struct zm_barred *bar)
{
    if (bar->hole == hole || bar->high[hole] != block->sequences[hole].length ||
        part->high[bar->hole] != block->sequences[bar->hole].length)
        return false;
    for (unsigned i = 0; i < block->root.suits; i++) {
        unsigned low = bar->low[i] > part->low[i] ? bar->low[i] : part->low[i];
        unsigned high = bar->high[i] < part->high[i] ? bar->high[i] : part->high[i];
        if (i == bar->hole)
            continue;
        if (low > high)
            return false;
        bar->low[i] = i == hole ? 0 : (uint8_t)(low - part->low[i]);
        bar->high[i] = i == hole ? 0 : (uint8_t)(high - part->low[i]);
    }
    return true;
}

/* -- extending -- */

/* Moves of a hole that may be added to its sequence, if the table does not know where they lead. */
struct ahead {
    unsigned count;
    uint8_t cards[AHEAD], from[AHEAD];
    struct zm_hash128 keys[AHEAD];
};

/* Does a move come back to where the sequence has its hole, or another has? It would need two
 * entries in the trace. */
static bool comes_back(const struct zm_block *block, const struct ahead *ahead, unsigned from)
{
    for (unsigned i = 0; i < ahead->count; i++)
        if (ahead->from[i] == from)
            return true;
    return block->owner[from] != 0;
}

/* Looks for the next moves of a hole, where `gaps` stands at the end of its sequence and at the
 * beginning of the others: it goes along them. Where they lead is fetched from the table, and so is
 * the first position behind the face. */
static void look_ahead(const struct zm_blocks *blocks, const struct zm_block *block, unsigned hole,
                       struct zm_gaps *gaps, struct ahead *ahead)
{
    const struct zm_sequence *sequence = &block->sequences[hole];
    unsigned to = sequence->cells[sequence->length];
    for (ahead->count = 0; ahead->count < AHEAD; ahead->count++) {
        unsigned card = zm_gaps_card(gaps, to);
        if (card == 0 || zm_class_touches(&block->class, to) ||
            (ahead->count == 0 && is_barred(block, hole, card)))
            return;
        unsigned from = gaps->where[card];
        struct zm_hash128 key = zm_gaps_key_after(gaps, card, from, to);
        zm_slots_fetch(&blocks->slots, key);
        if (passes(block, hole, to - 1, true) >= 0 || passes(block, hole, from + 1, false) >= 0 ||
            comes_back(block, ahead, from))
            return;
        ahead->cards[ahead->count] = (uint8_t)card;
        ahead->from[ahead->count] = (uint8_t)from;
        ahead->keys[ahead->count] = key;
        zm_gaps_shift(gaps, card, from, to);
        gaps->key = key;
        to = from;
    }
}

/* Adds moves to a sequence, up to the first that leads to what the table knows; true: all. */
static bool add_moves(const struct zm_blocks *blocks, struct zm_block *block, unsigned hole,
                      const struct ahead *ahead)
{
    struct zm_sequence *sequence = &block->sequences[hole];
    for (unsigned i = 0; i < ahead->count; i++) {
        if (blocks->slots.keys != NULL && zm_slots_have(&blocks->slots, ahead->keys[i]))
            return false;
        unsigned to = sequence->cells[sequence->length], from = ahead->from[i];
        sequence->cards[sequence->length++] = ahead->cards[i];
        sequence->cells[sequence->length] = (uint8_t)from;
        zm_block_mark(block, hole, sequence->length);
        extend_bars(block, hole, from, to);
    }
    return true;
}

static void extend(const struct zm_blocks *blocks, struct zm_block *block)
{
    for (unsigned hole = 0; hole < block->root.suits; hole++) {
        struct zm_gaps gaps = block->root;
        struct ahead ahead;
        zm_block_advance(&gaps, &block->sequences[hole], 0, block->sequences[hole].length);
        do
            look_ahead(blocks, block, hole, &gaps, &ahead);
        while (add_moves(blocks, block, hole, &ahead) && ahead.count == AHEAD);
    }
}

/* -- faces -- */

/* Cuts a part in two at a step of a sequence, which itself belongs to neither when `out`; returns
 * how many parts there are. */
static unsigned cut(const struct part *part, unsigned sequence, unsigned step, bool out,
                    struct part parts[2])
{
    unsigned count = 0, low = part->low[sequence], high = part->high[sequence];
    unsigned below = out ? step : step + 1; /* the first step that is not below */
    if (low < below) {
        parts[count] = *part;
        parts[count++].high[sequence] = (uint8_t)(high < below ? high : below - 1);
    }
    if (high > step) {
        parts[count] = *part;
        parts[count++].low[sequence] = (uint8_t)(low > step ? low : step + 1);
    }
    return count;
}

/* Makes the block behind a face: the sequences of its part, begun at their lower ends. */
static void make_child(const struct zm_block *block, unsigned hole, const struct part *part,
                       const struct zm_gaps *corner, unsigned card, struct zm_block *child)
{
    child->root = *corner;
    child->class = block->class;
    child->shift = block->shift;
    unsigned from = corner->where[card], to = block->sequences[hole].cells[part->low[hole]];
    zm_gaps_put(&child->root, card, from, to);
    memset(child->owner, 0, sizeof child->owner);
    for (unsigned i = 0; i < block->root.suits; i++) {
        const struct zm_sequence *old = &block->sequences[i];
        struct zm_sequence *new = &child->sequences[i];
        unsigned low = part->low[i];
        new->length = i == hole ? 0 : part->high[i] - low;
        memcpy(new->cells, old->cells + low, new->length + 1);
        memcpy(new->cards, old->cards + low, new->length);
        if (i == hole)
            new->cells[0] = (uint8_t)from;
        for (unsigned step = 0; step <= new->length; step++)
            zm_block_mark(child, i, step);
    }
    child->barred_count = 0;
    for (unsigned i = 0; i < block->barred_count; i++) {
        struct zm_barred bar = block->barred[i];
        if (commute(&bar, from, to) && inherit(block, hole, part, &bar))
            child->barred[child->barred_count++] = bar;
    }
}

void zm_blocks_add_move(struct zm_blocks *blocks, zm_move move)
{
    if (blocks->length == blocks->capacity) {
        size_t capacity = 2 * blocks->capacity + 256;
        zm_move *line = realloc(blocks->line, capacity * sizeof *line);
        blocks->path->failed |= line == NULL;
        if (line == NULL)
            return;
        blocks->line = line;
        blocks->capacity = capacity;
    }
    blocks->line[blocks->length++] = move;
}

/* Adds the moves of a block up to so many steps of each sequence: in any order, since they are
 * independent. */
void zm_blocks_add_steps(struct zm_blocks *blocks, const struct zm_block *block,
                         const uint8_t *steps)
{
    for (unsigned hole = 0; hole < block->root.suits; hole++) {
        const struct zm_sequence *sequence = &block->sequences[hole];
        for (unsigned i = 0; i < steps[hole]; i++)
            zm_blocks_add_move(blocks, zm_montana_move(sequence->cards[i], sequence->cells[i],
                                                       sequence->cells[i + 1]));
    }
}

/* Is there another class behind a part of a face, since a hole has come to its columns? */
static bool changes_class(const struct zm_block *block, unsigned hole, const struct part *part,
                          unsigned from)
{
    for (unsigned i = 0; i < block->root.suits; i++) {
        unsigned cell = i == hole ? from : block->sequences[i].cells[part->low[i]];
        if (zm_class_touches(&block->class, cell) && (i == hole || !is_loose(block, i)))
            return true;
    }
    return false;
}

/* Searches behind one part of a face, in which one card goes to the hole, unless the table knows
 * where that leads: it is asked before the block is made. */
static void search_part(struct zm_blocks *blocks, const struct zm_block *block, unsigned hole,
                        const struct part *part, const struct zm_gaps *corner, unsigned card)
{
    unsigned from = corner->where[card], to = block->sequences[hole].cells[part->low[hole]];
    if (blocks->slots.keys != NULL &&
        zm_slots_have(&blocks->slots, zm_gaps_key_after(corner, card, from, to)))
        return;
    if (changes_class(block, hole, part, from)) {
        zm_blocks_leave_class(blocks, block, part->low, card, from, to);
        return;
    }
    struct zm_gaps root = *corner;
    zm_gaps_shift(&root, card, from, to);
    if (!blocks->complete && zm_gaps_dead(&root))
        return;
    struct zm_block *child = malloc(sizeof *child);
    size_t length = blocks->length;
    blocks->path->failed |= child == NULL;
    if (child == NULL)
        return;
    make_child(block, hole, part, corner, card, child);
    zm_blocks_add_steps(blocks, block, part->low);
    zm_blocks_add_move(blocks, zm_montana_move(card, to, from));
    zm_blocks_search_block(blocks, child);
    blocks->length = length;
    free(child);
}

/* Stands where a part begins. */
static void stand_at(const struct zm_block *block, const struct part *part, struct zm_gaps *gaps)
{
    *gaps = block->root;
    for (unsigned i = 0; i < gaps->suits; i++)
        zm_block_advance(gaps, &block->sequences[i], 0, part->low[i]);
}

/* Searches behind one part of a face where one card goes to the hole. The move may act on another
 * sequence, which is cut there. */
static void search_side(struct zm_blocks *blocks, const struct zm_block *block, unsigned hole,
                        const struct part *part, unsigned card)
{
    struct part parts[2] = {*part};
    struct zm_gaps corner;
    unsigned count = 1;
    stand_at(block, part, &corner);
    unsigned right = corner.where[card] + 1u;
    int other = passes(block, hole, right, false);
    if (other >= 0)
        count = cut(part, (unsigned)other, block->step[right], false, parts);
    for (unsigned i = 0; i < count && !zm_blocks_over(blocks); i++) {
        stand_at(block, &parts[i], &corner);
        search_part(blocks, block, hole, &parts[i], &corner, card);
    }
}

/* Has a part of a face positions where the move is barred? */
static bool meets(const struct part *part, const struct zm_barred *bar, unsigned suits)
{
    for (unsigned i = 0; i < suits; i++)
        if (i != bar->hole && (part->low[i] > bar->high[i] || part->high[i] < bar->low[i]))
            return false;
    return true;
}

/* Searches behind what the bars from number `first` on leave open of a part: what lies outside one
 * of them is cut off piece by piece, and the rest is inside. */
static void search_open(struct zm_blocks *blocks, const struct zm_block *block, unsigned hole,
                        struct part part, unsigned card, unsigned first)
{
    const struct zm_barred *bar = &block->barred[first];
    while (first < block->barred_count &&
           (bar->hole != hole || bar->card != card || !meets(&part, bar, block->root.suits)))
        bar = &block->barred[++first];
    if (first == block->barred_count) {
        search_side(blocks, block, hole, &part, card);
        return;
    }
    for (unsigned i = 0; i < block->root.suits && !zm_blocks_over(blocks); i++) {
        struct part piece = part;
        if (i == hole)
            continue;
        if (part.low[i] < bar->low[i]) {
            piece.high[i] = (uint8_t)(bar->low[i] - 1);
            search_open(blocks, block, hole, piece, card, first + 1);
            part.low[i] = bar->low[i];
        }
        piece = part;
        if (part.high[i] > bar->high[i]) {
            piece.low[i] = (uint8_t)(bar->high[i] + 1);
            search_open(blocks, block, hole, piece, card, first + 1);
            part.high[i] = bar->high[i];
        }
    }
}

/* From now on the move leads to what has been searched, from all positions of a part. */
static void bar_move(struct zm_block *block, unsigned hole, const struct part *part, unsigned card,
                     unsigned from)
{
    if (block->barred_count == ZM_BLOCK_BARRED)
        return;
    struct zm_barred *bar = &block->barred[block->barred_count++];
    *bar = (struct zm_barred){(uint8_t)hole, (uint8_t)card,
                              (uint8_t)from, block->sequences[hole].cells[part->low[hole]],
                              {0},           {0}};
    memcpy(bar->low, part->low, sizeof bar->low);
    memcpy(bar->high, part->high, sizeof bar->high);
}

/* Searches behind the face of a hole: in two parts, where another sequence passes on its left and
 * changes the card that may go there. */
static void search_face(struct zm_blocks *blocks, struct zm_block *block, unsigned hole)
{
    struct part all = {{0}, {0}}, parts[2];
    unsigned count = 1, cell = block->sequences[hole].cells[block->sequences[hole].length];
    for (unsigned i = 0; i < block->root.suits; i++) {
        all.low[i] = i == hole ? (uint8_t)block->sequences[i].length : 0;
        all.high[i] = (uint8_t)block->sequences[i].length;
    }
    parts[0] = all;
    int other = passes(block, hole, cell - 1, true);
    if (other >= 0)
        count = cut(&all, (unsigned)other, block->step[cell - 1], true, parts);
    for (unsigned i = 0; i < count && !zm_blocks_over(blocks); i++) {
        struct zm_gaps corner;
        stand_at(block, &parts[i], &corner);
        unsigned card = zm_gaps_card(&corner, cell);
        if (card == 0)
            continue;
        search_open(blocks, block, hole, parts[i], card, 0);
        if (blocks->bars)
            bar_move(block, hole, &parts[i], card, corner.where[card]);
    }
}

/* -- blocks -- */

/* The goal has no moves, so it can only be where all sequences are complete. */
static void look_for_goal(struct zm_blocks *blocks, const struct zm_block *block)
{
    struct zm_gaps gaps = block->root;
    uint8_t steps[ZM_MONTANA_SUITS];
    for (unsigned hole = 0; hole < gaps.suits; hole++) {
        steps[hole] = (uint8_t)block->sequences[hole].length;
        zm_block_advance(&gaps, &block->sequences[hole], 0, steps[hole]);
    }
    if (!zm_gaps_solved(&gaps) || blocks->quest->found)
        return;
    size_t length = blocks->length;
    zm_blocks_add_steps(blocks, block, steps);
    blocks->path->failed |= !zm_quest_keep(blocks->quest, blocks->line, blocks->length);
    blocks->length = length;
}

/* Keeps the root of a block that has been searched, and its axes. */
static void keep(struct zm_blocks *blocks, const struct zm_block *block)
{
    size_t size = (size_t)1 << blocks->slots.bits;
    if (2 * size <= blocks->most_slots && blocks->kept > size)
        zm_slots_double(&blocks->slots);
    zm_slots_put(&blocks->slots, block->root.key);
    blocks->kept++;
    for (unsigned hole = 0; hole < block->root.suits && blocks->axes; hole++) {
        const struct zm_sequence *sequence = &block->sequences[hole];
        struct zm_gaps gaps = block->root;
        for (unsigned i = 0; i < sequence->length; i++) {
            gaps.key = zm_gaps_key_after(&gaps, sequence->cards[i], sequence->cells[i + 1],
                                         sequence->cells[i]);
            zm_slots_put(&blocks->slots, gaps.key);
        }
        blocks->kept += sequence->length;
    }
}

/* Searches the ways on from a hole: behind its face, or into another class when it has come there. */
static void search_hole(struct zm_blocks *blocks, struct zm_block *block, unsigned hole)
{
    const struct zm_sequence *sequence = &block->sequences[hole];
    uint8_t steps[ZM_MONTANA_SUITS] = {0};
    if (!zm_class_touches(&block->class, sequence->cells[sequence->length])) {
        search_face(blocks, block, hole);
    } else if (sequence->length > 0) {
        steps[hole] = (uint8_t)sequence->length;
        zm_blocks_leave_class(blocks, block, steps, 0, 0, 0);
    }
}

void zm_blocks_search_block(struct zm_blocks *blocks, struct zm_block *block)
{
    uint64_t size = 1;
    blocks->cut |= blocks->most > 0 && blocks->blocks >= blocks->most;
    if (blocks->cut || !zm_path_visit(blocks->path))
        return;
    extend(blocks, block);
    for (unsigned hole = 0; hole < block->root.suits; hole++)
        size *= block->sequences[hole].length + 1;
    blocks->blocks++;
    blocks->positions += size;
    if (blocks->visit != NULL)
        blocks->visit(blocks->context, block);
    look_for_goal(blocks, block);
    for (unsigned hole = 0; hole < block->root.suits && !zm_blocks_over(blocks); hole++)
        search_hole(blocks, block, hole);
    zm_blocks_enter_class(blocks, block);
    if (blocks->slots.keys != NULL && !zm_blocks_over(blocks))
        keep(blocks, block);
}
