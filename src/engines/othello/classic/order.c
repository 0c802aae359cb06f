/* In which order moves are searched; see search.h. */
#include "engines/othello/classic/search.h"

#include <string.h>

enum {
    SORTED_FROM = 3,   /* plies left from which moves are sorted */
    STORED_LEVELS = 3, /* of the tree that stay */
};

/* Corners, then the middle, the edges, C squares and X squares last. */
static int square_rank(unsigned square)
{
    unsigned row = square / 8, column = square % 8;
    unsigned down = row < 4 ? row : 7 - row, across = column < 4 ? column : 7 - column;
    static const int8_t ranks[4][4] = {
        {90, 20, 60, 50}, {20, 10, 30, 30}, {60, 30, 70, 65}, {50, 30, 65, 80}};
    return ranks[down][across];
}

void classic_memory_clear(struct classic_memory *memory)
{
    memset(memory, 0, sizeof *memory);
    memset(memory->counter, CLASSIC_LISTED, sizeof memory->counter);
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned move = 0; move < CLASSIC_LISTED; move++) {
            /* After a move on a square, first its neighbours' best, then the common order. */
            uint8_t *list = memory->replies[colour][move];
            for (unsigned i = 0; i < CLASSIC_SQUARES; i++) {
                unsigned place = i;
                uint64_t near = move < CLASSIC_SQUARES ? othello_around[move] : 0;
                int rank = square_rank(i) + ((near >> i & 1) != 0 ? 15 : 0);
                for (; place > 0; place--) {
                    unsigned before = list[place - 1];
                    if (square_rank(before) + ((near >> before & 1) != 0 ? 15 : 0) >= rank)
                        break;
                    list[place] = list[place - 1];
                }
                list[place] = (uint8_t)i;
            }
        }
}

static unsigned last_move(const struct classic_search *search)
{
    return search->ply == 0 ? CLASSIC_PASS : search->played[search->ply - 1];
}

/* The list that is kept for the node; NULL: it is too far from the root. */
static struct classic_list *stored_list(const struct classic_search *search)
{
    struct classic_list *stored = search->memory->stored;
    if (!search->options.stored || search->ply >= STORED_LEVELS)
        return NULL;
    if (search->ply == 0)
        return &stored[0];
    if (search->ply == 1)
        return &stored[1 + search->played[0]];
    return &stored[1 + CLASSIC_LISTED + search->played[0] * CLASSIC_LISTED + search->played[1]];
}

/* How soon a move is to be tried, by the sorting and the replies that are asked for. */
static int64_t promise(struct classic_search *search, unsigned depth, unsigned square,
                       const struct classic_list *stored)
{
    const struct classic_options *options = &search->options;
    unsigned me = search->board.turn, last = last_move(search);
    const struct classic_memory *memory = search->memory;
    int64_t value = 0;
    if (options->sorting == CLASSIC_BY_SQUARE)
        value = square_rank(square);
    if (options->sorting == CLASSIC_BY_WORTH && depth >= SORTED_FROM) {
        uint64_t flips = classic_flips(&search->knowledge->geometry, &search->board, square);
        classic_play(&search->knowledge->geometry, &search->board, square, flips);
        value = -classic_quick(&search->judge, &search->board);
        classic_undo(&search->knowledge->geometry, &search->board, square, flips);
    }
    if (options->replies == CLASSIC_HISTORY)
        value += (int64_t)memory->history[me][square] << 12;
    if (options->replies == CLASSIC_COUNTERMOVE && memory->counter[me][last] == square)
        value += (int64_t)1 << 40;
    for (unsigned i = 0; options->replies == CLASSIC_KILLERS && i < CLASSIC_SQUARES; i++)
        if (memory->replies[me][last][i] == square)
            value += (int64_t)(CLASSIC_SQUARES - i) << 20;
    for (unsigned i = 0; stored != NULL && i < stored->count; i++)
        if (stored->squares[i] == square)
            value += (int64_t)(CLASSIC_MOST_MOVES - i) << 44;
    return value;
}

void classic_order(struct classic_search *search, unsigned depth, unsigned first,
                   struct classic_list *list)
{
    const struct classic_geometry *geometry = &search->knowledge->geometry;
    unsigned me = search->board.turn;
    uint64_t moves = classic_moves(geometry, &search->board, me);
    const struct classic_list *stored = stored_list(search);
    int64_t promises[CLASSIC_MOST_MOVES];
    list->count = 0;
    search->mobility[search->ply] = (int)othello_discs(moves);
    if (moves == 0 && classic_moves(geometry, &search->board, 1 - me) != 0)
        list->squares[list->count++] = CLASSIC_PASS;
    for (; moves != 0; moves &= moves - 1) {
        unsigned square = othello_first(moves), place = list->count++;
        int64_t value = square == first ? INT64_MAX : promise(search, depth, square, stored);
        for (; place > 0 && promises[place - 1] < value; place--) {
            promises[place] = promises[place - 1];
            list->squares[place] = list->squares[place - 1];
        }
        promises[place] = value;
        list->squares[place] = (uint8_t)square;
    }
}

void classic_learn(struct classic_search *search, unsigned depth, unsigned square)
{
    struct classic_memory *memory = search->memory;
    unsigned me = search->board.turn, last = last_move(search);
    if (square == CLASSIC_PASS)
        return;
    memory->history[me][square] += depth * depth;
    memory->counter[me][last] = (uint8_t)square;
    uint8_t *list = memory->replies[me][last];
    for (unsigned i = 1; search->options.replies == CLASSIC_KILLERS && i < CLASSIC_SQUARES; i++)
        if (list[i] == square) {
            list[i] = list[i - 1];
            list[i - 1] = (uint8_t)square;
            break;
        }
}

void classic_keep(struct classic_search *search, const struct classic_list *list, const int *worths)
{
    struct classic_list *stored = stored_list(search);
    int kept[CLASSIC_MOST_MOVES];
    if (stored == NULL)
        return;
    stored->count = 0;
    for (unsigned i = 0; i < list->count; i++) {
        unsigned place = stored->count++;
        for (; place > 0 && kept[place - 1] < worths[i]; place--) {
            kept[place] = kept[place - 1];
            stored->squares[place] = stored->squares[place - 1];
        }
        kept[place] = worths[i];
        stored->squares[place] = list->squares[i];
    }
}
