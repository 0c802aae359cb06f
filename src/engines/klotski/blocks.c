/* Block search of sliding blocks: breadth-first from block to block (boxes.h) in place of from
 * position to position.
 *
 * A step out of a block is one piece that goes by one cell to a place which is not among its places
 * there. The cells that it comes to must be free: of every other piece those places are left at
 * which it covers none of them. (Of the cells that the piece comes from they cover none anyway, so
 * it does not matter which of its places that is.) So one step leads from a box to a box, the
 * region, and all blocks that meet the region are reached. Sizes of blocks add up to the number of
 * positions. The line to the goal is found again from the steps between the blocks. */
#include "engines/klotski/blocks.h"

#include "base/array.h"

#include <stdlib.h>

static uint64_t size_of(const struct zm_klotski_blocks *blocks, const struct zm_box *box)
{
    uint64_t size = 1;
    for (unsigned i = 0; i < blocks->boxes.board->count; i++)
        size *= (uint64_t)__builtin_popcountll(box->places[i]);
    return size;
}

static uint64_t bit(unsigned place)
{
    return (uint64_t)1 << place;
}

/* The box that a step leads to. False: another piece is always in the way. */
static bool region_of(const struct zm_boxes *boxes, const struct zm_box *box,
                      const struct zm_found_block *step, struct zm_box *region)
{
    uint64_t entered = zm_boxes_cells(boxes, step->piece, step->to);
    for (unsigned i = 0; i < boxes->board->count; i++) {
        uint64_t places = box->places[i];
        region->places[i] = i == step->piece
                                ? bit(step->to)
                                : places & ~zm_boxes_covering(boxes, i, places, entered);
        if (region->places[i] == 0)
            return false;
    }
    return true;
}

/* -- the line to the goal -- */

/* Adds a move to the path; with one of the same piece before it, they are one, unless moves are
 * steps. */
static bool add_move(struct zm_path *path, unsigned piece, unsigned from, unsigned to, bool steps)
{
    if (from == to)
        return true;
    zm_move last = path->depth > 0 ? path->moves[path->depth - 1] : 0;
    if (!steps && path->depth > 0 && zm_klotski_piece(last) == piece) {
        zm_path_back(path);
        return add_move(path, piece, zm_klotski_from(last), to, steps);
    }
    return zm_path_go(path, zm_klotski_move(piece, to, from));
}

static unsigned place_of(const struct zm_path *path, unsigned piece)
{
    return ((const struct zm_klotski_walk *)zm_path_here(path))->at[piece];
}

/* Moves a piece among some places, which hang together, to the nearest that is one of `wanted`. */
static bool bring(struct zm_klotski_blocks *blocks, unsigned piece, uint64_t places,
                  uint64_t wanted)
{
    const struct zm_boxes *boxes = &blocks->boxes;
    bool steps = boxes->board->steps;
    unsigned from = place_of(blocks->path, piece), distance = 0;
    uint64_t reached[ZM_KLOTSKI_CELLS + 1] = {bit(from)};
    while ((reached[distance] & wanted) == 0) {
        reached[distance + 1] =
            reached[distance] | (zm_boxes_steps(boxes, piece, reached[distance]) & places);
        distance++;
    }
    uint8_t way[ZM_KLOTSKI_CELLS + 1];
    uint64_t at = reached[distance] & wanted;
    for (unsigned i = distance; i > 0; i--) {
        at &= -at;
        way[i] = (uint8_t)__builtin_ctzll(at);
        at = zm_boxes_steps(boxes, piece, at) & reached[i - 1];
    }
    for (unsigned i = steps || distance == 0 ? 1 : distance; i <= distance; i++)
        if (!add_move(blocks->path, piece, place_of(blocks->path, piece), way[i], steps))
            return false;
    return true;
}

struct entry {
    uint32_t block;
    struct zm_box box, part;
    bool met;
};

static bool note_entry(void *context, uint32_t block, const struct zm_box *box,
                       const struct zm_box *part)
{
    struct entry *entry = context;
    entry->met = block == entry->block;
    if (entry->met) {
        entry->box = *box;
        entry->part = *part;
    }
    return !entry->met;
}

/* Moves from the block in which the path stands, whose box this is, into the next one. */
static bool enter(struct zm_klotski_blocks *blocks, const struct zm_found_block *next,
                  struct zm_box *box)
{
    struct entry entry = {.block = next->block};
    struct zm_box region;
    if (!region_of(&blocks->boxes, box, next, &region) ||
        !zm_boxes_find(&blocks->boxes, &region, note_entry, &entry) || !entry.met)
        return false;
    for (unsigned i = 0; i < blocks->boxes.board->count; i++)
        if (i != next->piece && !bring(blocks, i, box->places[i], entry.part.places[i]))
            return false;
    bool good =
        bring(blocks, next->piece, box->places[next->piece], bit(next->from)) &&
        add_move(blocks->path, next->piece, next->from, next->to, blocks->boxes.board->steps);
    *box = entry.box;
    return good;
}

/* Keeps a line from the start to the goal, which is in the block found last. */
static bool keep_line(struct zm_klotski_blocks *blocks)
{
    const struct zm_klotski_board *board = blocks->boxes.board;
    size_t length = 0, last = blocks->count;
    for (size_t at = last; at > 1; at = blocks->found[at - 1].from_block)
        length++;
    uint32_t *way = malloc((length + 1) * sizeof *way);
    struct zm_box box;
    bool good = way != NULL && zm_boxes_block(&blocks->boxes, blocks->found[0].block, &box);
    for (size_t at = last, i = length; good && at > 1; at = blocks->found[at - 1].from_block)
        way[--i] = (uint32_t)at;
    for (size_t i = 0; good && i < length; i++)
        good = enter(blocks, &blocks->found[way[i] - 1], &box);
    free(way);
    return good && bring(blocks, board->goal, box.places[board->goal], bit(board->goal_cell)) &&
           zm_path_keep(blocks->path, blocks->quest);
}

/* -- the search -- */

static bool is_over(const struct zm_klotski_blocks *blocks)
{
    return blocks->path->stopped || blocks->path->failed || blocks->quest->found;
}

/* Takes in a block that a step meets. */
static bool take_in(void *context, uint32_t block, const struct zm_box *box,
                    const struct zm_box *part)
{
    struct zm_klotski_blocks *blocks = context;
    const struct zm_klotski_board *board = blocks->boxes.board;
    (void)part;
    if (blocks->boxes.nodes[block].mark != 0)
        return true;
    struct zm_found_block *found =
        zm_array_room(blocks->found, &blocks->capacity, blocks->count + 1, sizeof *found);
    if (found == NULL || blocks->count >= UINT32_MAX) {
        blocks->path->failed = true;
        return false;
    }
    blocks->found = found;
    found[blocks->count] = blocks->step;
    found[blocks->count++].block = block;
    blocks->boxes.nodes[block].mark = (uint32_t)blocks->count;
    blocks->positions += size_of(blocks, box);
    blocks->path->stopped |= blocks->positions > INT64_MAX; /* nobody waits for so many */
    if (blocks->visit != NULL)
        blocks->visit(blocks->context, box);
    if (blocks->quest->kind == ZM_QUEST_GOAL &&
        (box->places[board->goal] & bit(board->goal_cell)) != 0)
        blocks->quest->found = true;
    return !is_over(blocks);
}

/* Makes one step out of a block, wherever the others are. */
static void make_step(struct zm_klotski_blocks *blocks, const struct zm_box *box)
{
    struct zm_box region;
    if (region_of(&blocks->boxes, box, &blocks->step, &region) &&
        !zm_boxes_find(&blocks->boxes, &region, take_in, blocks))
        blocks->path->failed = true;
}

/* Makes all steps out of a block. */
static void leave(struct zm_klotski_blocks *blocks, const struct zm_box *box)
{
    struct zm_found_block *step = &blocks->step;
    for (unsigned i = 0; i < blocks->boxes.board->count; i++) {
        step->piece = (uint8_t)i;
        uint64_t out = zm_boxes_steps(&blocks->boxes, i, box->places[i]) & ~box->places[i];
        for (; out != 0; out &= out - 1) {
            uint64_t near = zm_boxes_steps(&blocks->boxes, i, out & -out) & box->places[i];
            step->to = (uint8_t)__builtin_ctzll(out);
            step->from = (uint8_t)__builtin_ctzll(near);
            if (!is_over(blocks))
                make_step(blocks, box);
        }
    }
}

static bool is_full(const struct zm_klotski_blocks *blocks)
{
    size_t limit = blocks->path->alone->problem.run->memory_limit;
    return limit > 0 &&
           zm_boxes_memory(&blocks->boxes) + blocks->capacity * sizeof *blocks->found > limit;
}

void zm_klotski_blocks_search(struct zm_klotski_blocks *blocks)
{
    struct zm_path *path = blocks->path;
    const struct zm_klotski_walk *start = zm_path_here(path);
    struct zm_box box = {0};
    if (!zm_boxes_open(&blocks->boxes, start)) {
        path->failed = true;
        return;
    }
    for (unsigned i = 0; i < start->board->count; i++)
        box.places[i] = bit(start->at[i]);
    path->failed |= !zm_boxes_find(&blocks->boxes, &box, take_in, blocks);
    for (size_t i = 0; i < blocks->count && !is_over(blocks); i++) {
        path->met = blocks->positions;
        path->stopped |= !zm_path_visit(path) || is_full(blocks);
        path->failed |= !zm_boxes_block(&blocks->boxes, blocks->found[i].block, &box);
        blocks->step.from_block = (uint32_t)i + 1;
        if (!is_over(blocks))
            leave(blocks, &box);
    }
    blocks->quest->proved = !path->stopped && !path->failed && !blocks->quest->found;
    blocks->quest->count = blocks->positions;
    if (blocks->quest->found && !path->failed)
        path->failed |= !keep_line(blocks);
}

void zm_klotski_blocks_close(struct zm_klotski_blocks *blocks)
{
    zm_boxes_close(&blocks->boxes);
    free(blocks->found);
    blocks->found = NULL;
}

static enum zm_status explore(struct zm_alone *alone, struct zm_quest *quest,
                              struct zm_error *error)
{
    struct zm_path path = {0};
    struct zm_klotski_blocks blocks = {.path = &path, .quest = quest};
    if (quest->kind == ZM_QUEST_COUNT && alone->symmetry)
        return zm_fail(error, ZM_BAD_INPUT,
                       "--search blocks counts pieces that are alike apart; leave out --canon "
                       "symmetry");
    if (!zm_path_open(&path, alone))
        return zm_fail_memory(error);
    zm_klotski_blocks_search(&blocks);
    zm_buffer_format(&quest->note, "%zu block%s of %.1f positions on average", blocks.count,
                     blocks.count == 1 ? "" : "s",
                     (double)blocks.positions / (double)(blocks.count + (blocks.count == 0)));
    enum zm_status status = zm_path_status(&path, error);
    zm_path_close(&path);
    zm_klotski_blocks_close(&blocks);
    return status;
}

const struct zm_search zm_klotski_block_search = {
    .name = "blocks",
    .summary = "sliding blocks: block search, which counts the products of independent moves",
    .explore = explore,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_COUNT,
};
