/* Boxes of positions of sliding blocks: a tree that cuts all positions into blocks.
 *
 * Helmstetter's block search (Montana) steps over products of moves that do not touch each other.
 * Sliding blocks have such products too: where the cells that some pieces can come to are apart,
 * each of them may be anywhere in its part, whatever the others do. But their moves can be taken
 * back, so "all behind this root has been searched", on which his tables rest, is never true of a
 * position before everything has been searched. What is needed are blocks that are the same from
 * whichever of their positions one comes, so that a block is either known or new.
 *
 * A k-d tree (Bentley 1975) has them. A box is a set of places for each piece. It is a block when
 * no cell can be covered by two pieces and the places of each piece hang together: then all its
 * positions keep to the rules, and each leads to each by moves inside. Any other box is cut in two,
 * by whether one piece covers one cell that another could cover too; where it surely does, the
 * others lose the places that cover it. What is cut depends on the box alone, so each position is
 * in one block. Nodes are made only where somebody comes to a position below them. */
#include "engines/klotski/boxes.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* A box to be looked at, and the part of the region that is in it. */
struct zm_box_frame {
    uint32_t node;
    uint64_t changed; /* pieces whose places have become fewer since the box was cut */
    struct zm_box box, part;
};

uint64_t zm_boxes_steps(const struct zm_boxes *boxes, unsigned piece, uint64_t places)
{
    const struct zm_klotski_board *board = boxes->board;
    const struct zm_klotski_piece *shape = &board->pieces[piece];
    uint64_t next = 0;
    if (!board->along || shape->rows <= shape->columns)
        next |= (places & ~boxes->last_column) << 1 | (places & ~boxes->first_column) >> 1;
    if (board->rows > 1 && (!board->along || shape->columns <= shape->rows))
        next |= places << board->columns | places >> board->columns;
    return next & boxes->whole.places[piece];
}

uint64_t zm_boxes_covering(const struct zm_boxes *boxes, unsigned piece, uint64_t places,
                           uint64_t cells)
{
    uint64_t covering = 0;
    for (uint64_t shape = boxes->board->pieces[piece].shape; shape != 0; shape &= shape - 1)
        covering |= cells >> __builtin_ctzll(shape);
    return covering & places;
}

/* The cells that a piece covers at one of the places at least. */
static uint64_t sweep(const struct zm_boxes *boxes, unsigned piece, uint64_t places)
{
    uint64_t cells = 0;
    for (uint64_t shape = boxes->board->pieces[piece].shape; shape != 0; shape &= shape - 1)
        cells |= places << __builtin_ctzll(shape);
    return cells;
}

/* The cells that it covers at all of them. */
static uint64_t always(const struct zm_boxes *boxes, unsigned piece, uint64_t places)
{
    uint64_t cells = UINT64_MAX;
    for (; places != 0 && cells != 0; places &= places - 1)
        cells &= zm_boxes_cells(boxes, piece, (unsigned)__builtin_ctzll(places));
    return cells;
}

/* Those of the places that hang together with some of them. */
static uint64_t hanging(const struct zm_boxes *boxes, unsigned piece, uint64_t some,
                        uint64_t places)
{
    uint64_t before;
    do {
        before = some;
        some |= zm_boxes_steps(boxes, piece, some) & places;
    } while (some != before);
    return some;
}

/* Takes away the places at which a piece covers what another surely covers. */
static void settle(const struct zm_boxes *boxes, struct zm_box *box, uint64_t changed)
{
    while (changed != 0) {
        unsigned piece = (unsigned)__builtin_ctzll(changed);
        changed &= changed - 1;
        uint64_t taken = always(boxes, piece, box->places[piece]);
        for (unsigned i = 0; i < boxes->board->count && taken != 0; i++) {
            uint64_t lost = i == piece ? 0 : zm_boxes_covering(boxes, i, box->places[i], taken);
            box->places[i] &= ~lost;
            changed |= (uint64_t)(lost != 0) << i;
        }
    }
}

/* -- opening and closing -- */

/* The places of a piece at which its box is on the board and no wall is in the way. */
static uint64_t fitting(const struct zm_klotski_board *board, const struct zm_klotski_piece *piece)
{
    uint64_t places = 0;
    for (unsigned row = 0; row + piece->rows <= board->rows; row++)
        for (unsigned column = 0; column + piece->columns <= board->columns; column++) {
            unsigned place = row * board->columns + column;
            places |= (uint64_t)((piece->shape << place & board->walls) == 0) << place;
        }
    return places;
}

static bool add_node(struct zm_boxes *boxes, uint32_t up, bool second, uint32_t *added)
{
    if (boxes->count >= UINT32_MAX)
        return false;
    struct zm_box_node *nodes =
        zm_array_room(boxes->nodes, &boxes->capacity, boxes->count + 1, sizeof *nodes);
    if (nodes == NULL)
        return false;
    boxes->nodes = nodes;
    nodes[boxes->count] = (struct zm_box_node){.up = up, .second = second};
    *added = (uint32_t)boxes->count++;
    return true;
}

bool zm_boxes_open(struct zm_boxes *boxes, const struct zm_klotski_walk *start)
{
    const struct zm_klotski_board *board = start->board;
    uint32_t root;
    *boxes = (struct zm_boxes){.board = board};
    for (unsigned row = 0; row < board->rows; row++)
        boxes->first_column |= (uint64_t)1 << row * board->columns;
    boxes->last_column = boxes->first_column << (board->columns - 1);
    for (unsigned i = 0; i < board->count; i++) {
        boxes->whole.places[i] = fitting(board, &board->pieces[i]);
        boxes->whole.places[i] =
            hanging(boxes, i, (uint64_t)1 << start->at[i], boxes->whole.places[i]);
    }
    settle(boxes, &boxes->whole, ((uint64_t)1 << board->count) - 1);
    return add_node(boxes, 0, false, &root);
}

void zm_boxes_close(struct zm_boxes *boxes)
{
    free(boxes->nodes);
    free(boxes->frames);
    free(boxes->way);
    *boxes = (struct zm_boxes){0};
}

size_t zm_boxes_memory(const struct zm_boxes *boxes)
{
    return boxes->capacity * sizeof *boxes->nodes;
}

/* -- cutting -- */

static unsigned size_of(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* The share of its places at which a piece does not cover a cell. */
static double leaving(const struct zm_boxes *boxes, const struct zm_box *box, unsigned piece,
                      uint64_t cell)
{
    uint64_t places = box->places[piece];
    return 1 - (double)size_of(zm_boxes_covering(boxes, piece, places, cell)) / size_of(places);
}

/* Cuts where most is lost on the one side, by a piece with many places: what is left is large. */
static void cut(const struct zm_boxes *boxes, const struct zm_box *box, struct zm_box_node *node)
{
    enum { PLACE = 1000 }; /* one place more is worth so much less than all of a box */
    uint64_t once = 0, disputed = 0, swept[ZM_KLOTSKI_PIECES];
    double best = -1;
    for (unsigned i = 0; i < boxes->board->count; i++) {
        uint64_t places = box->places[i];
        swept[i] = sweep(boxes, i, places);
        disputed |= once & swept[i];
        once |= swept[i];
        if (hanging(boxes, i, places & -places, places) != places) {
            node->kind = ZM_BOX_CUT;
            node->piece = (uint8_t)i;
            node->cell = ZM_BOX_PARTS;
            return;
        }
    }
    node->kind = disputed == 0 ? ZM_BOX_BLOCK : ZM_BOX_CUT;
    double open[ZM_KLOTSKI_CELLS]; /* the share of positions in which nobody covers the cell */
    for (uint64_t cells = disputed; cells != 0; cells &= cells - 1)
        open[__builtin_ctzll(cells)] = 1;
    for (unsigned i = 0; i < boxes->board->count; i++)
        for (uint64_t cells = disputed & swept[i]; cells != 0; cells &= cells - 1)
            open[__builtin_ctzll(cells)] *= leaving(boxes, box, i, cells & -cells);
    for (unsigned i = 0; i < boxes->board->count; i++) {
        double many = (double)size_of(box->places[i]) / PLACE;
        for (uint64_t cells = disputed & swept[i]; cells != 0; cells &= cells - 1) {
            unsigned cell = (unsigned)__builtin_ctzll(cells);
            double worth = many + 1 - open[cell] / leaving(boxes, box, i, cells & -cells);
            if (worth <= best)
                continue;
            best = worth;
            node->piece = (uint8_t)i;
            node->cell = (uint8_t)cell;
        }
    }
}

/* The places of the first half of a box that is cut. */
static uint64_t first_half(const struct zm_boxes *boxes, const struct zm_box_node *node,
                           const struct zm_box *box)
{
    uint64_t places = box->places[node->piece];
    return node->cell == ZM_BOX_PARTS
               ? hanging(boxes, node->piece, places & -places, places)
               : zm_boxes_covering(boxes, node->piece, places, (uint64_t)1 << node->cell);
}

/* -- finding -- */

/* Makes a frame that of a half of its box. False: no memory. */
static bool halve(struct zm_boxes *boxes, struct zm_box_frame *frame, bool second, uint64_t places)
{
    unsigned piece = boxes->nodes[frame->node].piece;
    uint32_t half = boxes->nodes[frame->node].half[second];
    if (half == 0) {
        if (!add_node(boxes, frame->node, second, &half))
            return false;
        boxes->nodes[frame->node].half[second] = half;
    }
    frame->node = half;
    frame->changed = (uint64_t)1 << piece;
    frame->box.places[piece] &= places;
    frame->part.places[piece] &= places;
    return true;
}

/* A frame more, equal to the last one when there is one. False: no memory. */
static bool add_frame(struct zm_boxes *boxes)
{
    struct zm_box_frame *frames = zm_array_room(boxes->frames, &boxes->frame_capacity,
                                                boxes->frame_count + 1, sizeof *frames);
    if (frames == NULL)
        return false;
    boxes->frames = frames;
    struct zm_box_frame *added = &frames[boxes->frame_count++];
    if (boxes->frame_count == 1)
        return true;
    size_t used = boxes->board->count * sizeof *added->box.places;
    added->node = added[-1].node;
    memcpy(&added->box, &added[-1].box, used);
    memcpy(&added->part, &added[-1].part, used);
    return true;
}

/* Goes on with the half or the halves of the last frame's box that the region meets. */
static bool part_ways(struct zm_boxes *boxes)
{
    struct zm_box_frame *last = &boxes->frames[boxes->frame_count - 1];
    const struct zm_box_node *node = &boxes->nodes[last->node];
    uint64_t first = first_half(boxes, node, &last->box), met = last->part.places[node->piece];
    if ((met & first) == 0 || (met & ~first) == 0)
        return halve(boxes, last, (met & first) == 0, (met & first) == 0 ? ~first : first);
    if (!add_frame(boxes))
        return false;
    last = &boxes->frames[boxes->frame_count - 1];
    return halve(boxes, last - 1, true, ~first) && halve(boxes, last, false, first);
}

bool zm_boxes_find(struct zm_boxes *boxes, const struct zm_box *region, zm_boxes_tell *tell,
                   void *context)
{
    boxes->frame_count = 0;
    if (!add_frame(boxes))
        return false;
    boxes->frames[0].node = 0;
    boxes->frames[0].changed = 0;
    boxes->frames[0].box = boxes->whole;
    boxes->frames[0].part = *region;
    while (boxes->frame_count > 0) {
        struct zm_box_frame *last = &boxes->frames[boxes->frame_count - 1];
        struct zm_box_node *node = &boxes->nodes[last->node];
        settle(boxes, &last->box, last->changed);
        if (node->kind == ZM_BOX_NEW)
            cut(boxes, &last->box, node);
        if (node->kind == ZM_BOX_CUT) {
            if (!part_ways(boxes))
                return false;
        } else {
            boxes->frame_count--;
            if (!tell(context, last->node, &last->box, &last->part))
                return true;
        }
    }
    return true;
}

bool zm_boxes_block(struct zm_boxes *boxes, uint32_t block, struct zm_box *box)
{
    size_t length = 0;
    for (uint32_t at = block; at != 0; at = boxes->nodes[at].up) {
        uint32_t *way = zm_array_room(boxes->way, &boxes->way_capacity, length + 1, sizeof *way);
        if (way == NULL)
            return false;
        boxes->way = way;
        way[length++] = at;
    }
    *box = boxes->whole;
    while (length > 0) {
        const struct zm_box_node *half = &boxes->nodes[boxes->way[--length]];
        const struct zm_box_node *node = &boxes->nodes[half->up];
        uint64_t first = first_half(boxes, node, box);
        box->places[node->piece] &= half->second ? ~first : first;
        settle(boxes, box, (uint64_t)1 << node->piece);
    }
    return true;
}
