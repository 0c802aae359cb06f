/* Classes of positions of Montana's common variant; see classes.h. */
#include "engines/montana/classes.h"

static unsigned cell_at(unsigned row, unsigned column)
{
    return row * ZM_MONTANA_STRIDE + column;
}

static bool has_row(const struct zm_class *class, unsigned column, unsigned row)
{
    return class->rows[column] >> row & 1;
}

/* May the card at a cell change rows with those of its column? */
static bool is_loose(const struct zm_gaps *gaps, const struct zm_class *class, unsigned card,
                     unsigned column)
{
    if (zm_montana_rank(card) != column + 1)
        return false;
    if (column == 1)
        return true;
    unsigned before = gaps->where[card - 1];
    return before % ZM_MONTANA_STRIDE == column - 1 &&
           has_row(class, column - 1, before / ZM_MONTANA_STRIDE);
}

void zm_class_of(const struct zm_gaps *gaps, struct zm_class *class)
{
    *class = (struct zm_class){.rows = {(uint8_t)((1u << gaps->suits) - 1)}};
    for (unsigned column = 1; column < gaps->ranks; column++) {
        unsigned rows = 0, holes = 0;
        for (unsigned row = 0; row < gaps->suits; row++) {
            unsigned card = gaps->cells[cell_at(row, column)];
            if (!has_row(class, column - 1, row))
                continue;
            if (card == ZM_MONTANA_HOLE)
                holes++;
            if (card == ZM_MONTANA_HOLE || is_loose(gaps, class, card, column))
                rows |= 1u << row;
        }
        if (holes == 0)
            return;
        class->columns = column;
        class->rows[column] = (uint8_t)rows;
        class->holes[column] = (uint8_t)holes;
    }
}

struct zm_hash128 zm_class_key(const struct zm_gaps *gaps, const struct zm_class *class)
{
    const struct zm_hash128 *cards = gaps->game->card_keys, *cells = gaps->game->cell_keys;
    struct zm_hash128 key = gaps->key;
    for (unsigned column = 1; column <= class->columns; column++) {
        /* Any row: an even factor tells it from every row there is, whose numbers differ from it. */
        struct zm_hash128 any = {cells[column].low * 0x9e3779b97f4a7c16u,
                                 cells[column].high * 0x9e3779b97f4a7c16u};
        for (unsigned row = 0; row < gaps->suits; row++) {
            unsigned card = gaps->cells[cell_at(row, column)];
            if (!has_row(class, column, row))
                continue;
            key.low += cards[card].low * (any.low - cells[cell_at(row, column)].low);
            key.high += cards[card].high * (any.high - cells[cell_at(row, column)].high);
        }
        key.low += (any.low | 1) * class->rows[column] * 0xd6e8feb86659fd93u;
        key.high += (any.high | 1) * class->rows[column] * 0xd6e8feb86659fd93u;
    }
    return key;
}

uint64_t zm_class_size(const struct zm_class *class)
{
    uint64_t size = 1;
    for (unsigned column = 1; column <= class->columns; column++) {
        unsigned rows = (unsigned)__builtin_popcount(class->rows[column]);
        for (unsigned i = class->holes[column] + 1u; i <= rows; i++)
            if (__builtin_mul_overflow(size, (uint64_t)i, &size))
                return 0;
    }
    return size;
}

/* -- ways out -- */

struct exits {
    const struct zm_class *class;
    void (*visit)(void *context, const struct zm_gaps *gaps);
    void *context;
};

/* Exchanges what stands in two rows of a column. */
static void exchange(struct zm_gaps *gaps, unsigned column, unsigned one, unsigned two)
{
    unsigned a = cell_at(one, column), b = cell_at(two, column);
    unsigned first = gaps->cells[a], second = gaps->cells[b];
    const struct zm_hash128 *cards = gaps->game->card_keys, *cells = gaps->game->cell_keys;
    gaps->key.low += (cards[first].low - cards[second].low) * (cells[b].low - cells[a].low);
    gaps->key.high += (cards[first].high - cards[second].high) * (cells[b].high - cells[a].high);
    gaps->cells[a] = (uint8_t)second;
    gaps->cells[b] = (uint8_t)first;
    if (second != ZM_MONTANA_HOLE)
        gaps->where[second] = (uint8_t)a;
    if (first != ZM_MONTANA_HOLE)
        gaps->where[first] = (uint8_t)b;
}

/* Arranges the rows from `row` on of a column, and the columns behind it, in all ways. */
static void arrange(const struct exits *exits, const struct zm_gaps *gaps, unsigned column,
                    unsigned row)
{
    while (column <= exits->class->columns &&
           (row >= gaps->suits || !has_row(exits->class, column, row))) {
        column += row >= gaps->suits;
        row = row >= gaps->suits ? 0 : row + 1;
    }
    if (column > exits->class->columns) {
        exits->visit(exits->context, gaps);
        return;
    }
    bool hole = false; /* one hole is as good as another */
    for (unsigned other = row; other < gaps->suits; other++) {
        bool empty = gaps->cells[cell_at(other, column)] == ZM_MONTANA_HOLE;
        if (!has_row(exits->class, column, other) || (empty && hole))
            continue;
        hole |= empty;
        struct zm_gaps next = *gaps;
        exchange(&next, column, row, other);
        arrange(exits, &next, column, row + 1);
    }
}

/* Puts a card into a hole of a column whose cards may change rows. The last hole of a column ends
 * that, for it and for those behind it: whatever their order is then stays. */
static void enter(const struct exits *exits, const struct zm_gaps *gaps, unsigned column,
                  unsigned card)
{
    struct zm_gaps next = *gaps;
    unsigned row = 0;
    while (!has_row(exits->class, column, row) ||
           next.cells[cell_at(row, column)] != ZM_MONTANA_HOLE)
        row++;
    zm_gaps_put(&next, card, next.where[card], cell_at(row, column));
    if (exits->class->holes[column] > 1)
        exits->visit(exits->context, &next);
    else
        arrange(exits, &next, column, 0);
}

bool zm_class_may_enter(const struct zm_gaps *gaps, const struct zm_class *class, unsigned card,
                        unsigned column)
{
    unsigned cell = gaps->where[card];
    if (cell % ZM_MONTANA_STRIDE == column && has_row(class, column, cell / ZM_MONTANA_STRIDE))
        return false;
    return is_loose(gaps, class, card, column);
}

void zm_class_entries(const struct zm_gaps *gaps, const struct zm_class *class, unsigned card,
                      void (*visit)(void *context, const struct zm_gaps *gaps), void *context)
{
    struct exits exits = {class, visit, context};
    for (unsigned column = 1; column <= class->columns; column++)
        for (unsigned suit = 0; suit < gaps->suits; suit++) {
            unsigned entering = 16 * suit + column + 1;
            if ((card == 0 || card == entering) &&
                zm_class_may_enter(gaps, class, entering, column))
                enter(&exits, gaps, column, entering);
        }
}

void zm_class_exits(const struct zm_gaps *gaps, const struct zm_class *class,
                    void (*visit)(void *context, const struct zm_gaps *gaps), void *context)
{
    zm_class_entries(gaps, class, 0, visit, context);
    for (unsigned row = 0; row < gaps->suits; row++)
        for (unsigned column = 1; column <= gaps->ranks; column++) {
            unsigned hole = cell_at(row, column);
            bool loose = column <= class->columns && has_row(class, column, row);
            if (gaps->cells[hole] != ZM_MONTANA_HOLE || loose)
                continue;
            unsigned card = zm_gaps_card(gaps, hole);
            if (card == 0)
                continue;
            struct zm_gaps next = *gaps;
            zm_gaps_put(&next, card, next.where[card], hole);
            visit(context, &next);
        }
}
