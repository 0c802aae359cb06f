/* The board for random games; see goban.h. */
#include "engines/go/goban.h"

void goban_start(struct goban *board, unsigned columns, unsigned rows)
{
    memset(board, 0, sizeof *board);
    board->columns = (uint16_t)columns;
    board->rows = (uint16_t)rows;
    board->stride = (uint16_t)(columns + 1);
    board->points = (uint16_t)(columns * rows);
    board->limit = (uint16_t)((rows + 2) * board->stride + 1);
    board->turn = GO_BLACK;
    memset(board->colour, GOBAN_RIM, sizeof board->colour);
    for (unsigned i = 0; i < board->points; i++) {
        uint16_t point = goban_point(board, i);
        board->colour[point] = GO_EMPTY;
        board->place[point] = board->empties;
        board->empty[board->empties++] = point;
    }
    int offsets[8];
    goban_offsets(board, offsets);
    for (unsigned i = 0; i < board->points; i++) {
        uint16_t point = goban_point(board, i);
        for (int k = 0; k < 8; k++)
            board->around[point] |= (uint16_t)(board->colour[point + offsets[k]] << 2 * k);
    }
}

void goban_copy(struct goban *to, const struct goban *from)
{
    size_t limit = from->limit;
    memcpy(to, from, offsetof(struct goban, colour));
    memcpy(to->colour, from->colour, limit);
    memcpy(to->around, from->around, limit * sizeof *to->around);
    memcpy(to->chain, from->chain, limit * sizeof *to->chain);
    memcpy(to->next, from->next, limit * sizeof *to->next);
    memcpy(to->place, from->place, limit * sizeof *to->place);
    memcpy(to->empty, from->empty, from->empties * sizeof *to->empty);
    memcpy(to->chains, from->chains, limit * sizeof *to->chains);
}

/* Changes the colour of a point, and what its neighbours know of it. */
static inline void paint(struct goban *board, uint16_t point, uint8_t colour)
{
    /* Seen from its neighbours the point lies on the opposite side. */
    int stride = board->stride;
    unsigned change = colour ^ board->colour[point];
    board->key ^= goban_stone_key(point, (uint8_t)(colour | board->colour[point]));
    board->colour[point] = colour;
    uint16_t *around = board->around + point;
    around[stride] ^= (uint16_t)(change << 4);
    around[1] ^= (uint16_t)(change << 6);
    around[-stride] ^= (uint16_t)change;
    around[-1] ^= (uint16_t)(change << 2);
    around[stride + 1] ^= (uint16_t)(change << 12);
    around[-stride + 1] ^= (uint16_t)(change << 14);
    around[-stride - 1] ^= (uint16_t)(change << 8);
    around[stride - 1] ^= (uint16_t)(change << 10);
}

static inline void add_liberty(struct goban_chain *chain, uint16_t point)
{
    chain->liberties++;
    chain->sum += point;
    chain->squares += (uint32_t)point * point;
}

static inline void drop_liberty(struct goban_chain *chain, uint16_t point)
{
    chain->liberties--;
    chain->sum -= point;
    chain->squares -= (uint32_t)point * point;
}

/* Takes a chain off the board; returns how many stones it had. */
static unsigned capture(struct goban *board, uint16_t number)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint16_t stone = number;
    unsigned count = 0;
    board->captured[board->colour[number]] += board->chains[number].stones;
    do {
        paint(board, stone, GO_EMPTY);
        board->chain[stone] = 0;
        board->place[stone] = board->empties;
        board->empty[board->empties++] = stone;
        for (int i = 0; i < 4; i++) {
            uint16_t near = (uint16_t)(stone + offsets[i]);
            uint8_t colour = board->colour[near];
            if (colour == GO_BLACK || colour == GO_WHITE)
                add_liberty(&board->chains[board->chain[near]], stone);
        }
        count++;
        stone = board->next[stone];
    } while (stone != number);
    return count;
}

/* Joins the chain of a new stone with another of its colour; the larger keeps its number. */
static void join(struct goban *board, uint16_t a, uint16_t b)
{
    if (board->chains[a].stones < board->chains[b].stones) {
        uint16_t swap = a;
        a = b;
        b = swap;
    }
    struct goban_chain *to = &board->chains[a];
    const struct goban_chain *from = &board->chains[b];
    to->liberties = (uint16_t)(to->liberties + from->liberties);
    to->stones = (uint16_t)(to->stones + from->stones);
    to->sum += from->sum;
    to->squares += from->squares;
    uint16_t stone = b;
    do {
        board->chain[stone] = a;
        stone = board->next[stone];
    } while (stone != b);
    uint16_t next = board->next[a];
    board->next[a] = board->next[b];
    board->next[b] = next;
}

/* A new chain of one stone with the empty points beside it, given as bits of `around`: their sums
 * without looking at them one by one. */
static inline struct goban_chain lonely(uint16_t point, int stride, unsigned empty)
{
    int north = (int)(empty & 1), east = (int)(empty >> 2 & 1);
    int south = (int)(empty >> 4 & 1), west = (int)(empty >> 6 & 1);
    int count = north + east + south + west, at = point;
    int beside = (north - south) * stride + east - west;
    int squares = (north + south) * stride * stride + east + west;
    return (struct goban_chain){
        .liberties = (uint16_t)count,
        .stones = 1,
        .sum = (uint32_t)(count * at + beside),
        .squares = (uint32_t)(count * at * at + 2 * at * beside + squares),
    };
}

/* Puts a stone, with chains and liberties; returns how many it captures, and of a single one
 * where. What is beside it is looked at by bits, and liberties are taken from empty points and the
 * rim as well (they have chain 0, which nobody asks): few branches can be foreseen here. */
static inline unsigned put(struct goban *board, uint16_t point, uint8_t colour, uint16_t *where)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    unsigned around = board->around[point], low = around & 0x55, high = around >> 1 & 0x55;
    unsigned black = low & ~high, white = high & ~low;
    unsigned own = colour == GO_BLACK ? black : white, others = black ^ white ^ own;
    unsigned taken = 0, dead = 0;
    uint16_t moved = board->empty[--board->empties];
    board->empty[board->place[point]] = moved;
    board->place[moved] = board->place[point];
    paint(board, point, colour);
    for (int i = 0; i < 4; i++) {
        struct goban_chain *chain = &board->chains[board->chain[point + offsets[i]]];
        drop_liberty(chain, point);
        dead |= (unsigned)(chain->liberties == 0) << 2 * i;
    }
    dead &= others;
    board->chain[point] = board->next[point] = point;
    board->chains[point] = lonely(point, board->stride, ~(low | high) & 0x55);
    for (; own != 0; own &= own - 1) {
        uint16_t near = (uint16_t)(point + offsets[__builtin_ctz(own) / 2]);
        if (board->chain[near] != board->chain[point])
            join(board, board->chain[near], board->chain[point]);
    }
    for (; dead != 0 && others != 0; others &= others - 1) {
        uint16_t near = (uint16_t)(point + offsets[__builtin_ctz(others) / 2]);
        if (board->colour[near] != GO_EMPTY && board->chains[board->chain[near]].liberties == 0) {
            taken += capture(board, board->chain[near]);
            *where = near;
        }
    }
    return taken;
}

void goban_put(struct goban *board, uint16_t point, uint8_t colour)
{
    uint16_t where;
    put(board, point, colour, &where);
}

void goban_play(struct goban *board, uint16_t point)
{
    uint8_t colour = board->turn;
    board->ko = GOBAN_PASS;
    board->before_last = board->last;
    board->last = point;
    board->turn = goban_other(colour);
    board->moves++;
    if (point == GOBAN_PASS) {
        board->passes++;
        return;
    }
    uint16_t where = GOBAN_PASS;
    unsigned taken = put(board, point, colour, &where);
    board->passes = 0;
    const struct goban_chain *chain = &board->chains[board->chain[point]];
    if (taken == 1 && chain->stones == 1 && chain->liberties == 1)
        board->ko = where;
    else if (chain->liberties == 0) /* suicide, where the rules allow it */
        capture(board, board->chain[point]);
}

void goban_read(struct goban *board, const struct go_game *game)
{
    const struct go_board *now = &game->board;
    const uint8_t *points = now->points;
    goban_start(board, now->columns, now->rows);
    for (unsigned i = 0; i < go_size(now); i++)
        if (points[i] != GO_EMPTY)
            goban_put(board, goban_point(board, i), points[i]);
    board->turn = (uint8_t)now->turn;
    board->captured[GO_BLACK] = (uint16_t)now->captured[0];
    board->captured[GO_WHITE] = (uint16_t)now->captured[1];
    board->moves = (uint16_t)game->moves;
    board->passes = (uint16_t)game->passes;
    board->last = goban_point(board, game->last);
    if (game->last == GO_PASS || game->moves == 0)
        return;
    /* A stone alone in atari that has just taken one stone: that is the ko. */
    uint16_t stone = board->last;
    const struct goban_chain *chain = &board->chains[board->chain[stone]];
    const uint8_t *before = game->boards.data + (game->moves - 1) * (size_t)go_size(now);
    unsigned taken = 0;
    for (unsigned i = 0; i < go_size(now); i++)
        taken += before[i] == now->turn && points[i] == GO_EMPTY;
    if (board->colour[stone] != GO_EMPTY && taken == 1 && chain->stones == 1 &&
        chain->liberties == 1)
        board->ko = goban_last_liberty(chain);
}

uint64_t goban_key_after(const struct goban *board, uint16_t point)
{
    struct goban next;
    goban_copy(&next, board);
    goban_play(&next, point);
    return next.key;
}

unsigned goban_liberties(const struct goban *board, uint16_t chain, unsigned most, uint16_t *list)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    unsigned left = board->chains[board->chain[chain]].liberties; /* pseudo, not yet met */
    uint16_t stone = chain;
    unsigned count = 0;
    do {
        unsigned around = board->around[stone], empty = ~(around | around >> 1) & 0x55;
        for (; empty != 0; empty &= empty - 1, left--) {
            uint16_t near = (uint16_t)(stone + offsets[__builtin_ctz(empty) / 2]);
            unsigned k = 0;
            while (k < count && list[k] != near)
                k++;
            if (k < count)
                continue;
            list[count++] = near;
            if (count == most)
                return count;
        }
        stone = board->next[stone];
    } while (left > 0 && stone != chain);
    return count;
}

/* Adds a liberty to a list unless it is there; returns the new count. */
static unsigned add_new(uint16_t *list, unsigned count, unsigned most, uint16_t point)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == point)
            return count;
    if (count < most)
        list[count++] = point;
    return count;
}

unsigned goban_liberties_after(const struct goban *board, uint16_t point, unsigned most)
{
    enum { MOST = 8 };
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint16_t list[MOST], found[MOST];
    unsigned count = 0;
    most = most > MOST - 1 ? MOST - 1 : most;
    for (int i = 0; i < 4 && count < most; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]);
        uint8_t colour = board->colour[near];
        if (colour == GO_EMPTY)
            count = add_new(list, count, most, near);
        if (colour != GO_BLACK && colour != GO_WHITE)
            continue;
        uint16_t chain = board->chain[near];
        if (colour != board->turn) {
            if (goban_in_atari(&board->chains[chain]))
                count = add_new(list, count, most, near);
            continue;
        }
        unsigned more = goban_liberties(board, chain, most + 1, found);
        for (unsigned k = 0; k < more && count < most; k++)
            if (found[k] != point)
                count = add_new(list, count, most, found[k]);
    }
    return count;
}

bool goban_two_liberties_after(const struct goban *board, uint16_t point)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint16_t only = GOBAN_PASS;
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(point + offsets[i]), liberty = near;
        uint8_t colour = board->colour[near];
        if (colour == GOBAN_RIM)
            continue;
        if (colour != GO_EMPTY) {
            struct goban_chain chain = board->chains[board->chain[near]];
            if (colour != board->turn) {
                if (!goban_in_atari(&chain))
                    continue;
            } else {
                /* Without the point, which each stone beside it counts. */
                for (int k = 0; k < 4; k++)
                    if (board->chain[point + offsets[k]] == board->chain[near])
                        drop_liberty(&chain, point);
                if (chain.liberties == 0)
                    continue;
                if (!goban_in_atari(&chain))
                    return true;
                liberty = goban_last_liberty(&chain);
            }
        }
        if (only != GOBAN_PASS && only != liberty)
            return true;
        only = liberty;
    }
    return false;
}

int goban_score(const struct goban *board)
{
    int score = 0;
    for (unsigned row = 1; row <= board->rows; row++)
        for (uint16_t point = (uint16_t)(row * board->stride + 1);
             point <= row * board->stride + board->columns; point++) {
            uint8_t colour = board->colour[point];
            if (colour == GO_EMPTY) {
                unsigned around = board->around[point] & 0xff, low = around & 0x55,
                         high = around >> 1 & 0x55;
                bool black = (low & ~high) != 0, white = (high & ~low) != 0;
                score += black - white;
            } else {
                score += colour == GO_BLACK ? 1 : -1;
            }
        }
    return score;
}

uint16_t goban_random_move(struct goban *board, struct goban_lots *lots)
{
    unsigned count = board->empties;
    while (count > 0) {
        unsigned index = goban_lot(lots, count);
        uint16_t point = board->empty[index];
        if (goban_is_sensible(board, point))
            return point;
        /* Not this one: it goes behind those that are left. */
        uint16_t last = board->empty[--count];
        board->empty[index] = last;
        board->place[last] = (uint16_t)index;
        board->empty[count] = point;
        board->place[point] = (uint16_t)count;
    }
    return GOBAN_PASS;
}

void goban_play_out(struct goban *board, struct goban_lots *lots, unsigned longest)
{
    for (unsigned i = 0; i < longest && board->passes < 2; i++)
        goban_play(board, goban_random_move(board, lots));
}
