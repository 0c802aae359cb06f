/* Tables of the values of strips; see values.h. */
#include "engines/domineering/values.h"

#include "base/array.h"
#include "base/pages.h"
#include "theory/value.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 64, NO_CLASS = (1 << 20) - 1, LEAST_WHOLE = -16, LEAST_HOT = -64 };

/* The work on the tables: the games of the classes, and the values of games. */
struct maker {
    struct zm_universe *universe;
    struct zm_strip_values *values;
    zm_conway *games;                /* by class */
    size_t room;                     /* for classes */
    struct zm_strip_value *value_of; /* by game; NO_CLASS: not yet known */
    size_t known;                    /* games that it has room for */
    bool failed;
};

/* Makes room for one more item of an array; false when there is no memory. */
static bool reserve(struct maker *maker, void **items, size_t *room, size_t needed, size_t size)
{
    void *larger = zm_array_room(*items, room, needed + 1, size);
    maker->failed |= larger == NULL;
    *items = larger == NULL ? *items : larger;
    return larger != NULL;
}

/* The right wall at t = 1 in eighths: straight between points, upright above the last. */
static int hot_of(struct maker *maker, zm_conway game)
{
    const struct zm_thermograph *graph = zm_conway_thermograph(maker->universe, game);
    if (graph == NULL || graph->right.count == 0)
        return 0;
    const struct zm_thermograph_point *points = graph->right.points;
    size_t i = 0;
    while (i + 1 < graph->right.count && zm_dyadic_double(points[i + 1].t) <= 1)
        i++;
    double height = zm_dyadic_double(points[i].value);
    if (i + 1 < graph->right.count) {
        double from = zm_dyadic_double(points[i].t), to = zm_dyadic_double(points[i + 1].t);
        double next = zm_dyadic_double(points[i + 1].value);
        height += (next - height) * (1 - from) / (to - from);
    }
    int eighths = (int)(height * 8 + 128) - 128; /* positive first: a cast rounds down */
    return eighths < LEAST_HOT ? LEAST_HOT : eighths > -LEAST_HOT - 1 ? -LEAST_HOT - 1 : eighths;
}

/* Makes room for the value of a game. */
static bool reserve_value(struct maker *maker, zm_conway game)
{
    size_t before = maker->known;
    if (!reserve(maker, (void **)&maker->value_of, &maker->known, game, sizeof *maker->value_of))
        return false;
    for (size_t i = before; i < maker->known; i++)
        maker->value_of[i] = (struct zm_strip_value){.class = NO_CLASS};
    return true;
}

/* A new class, of a game whose left stop is 0 or more and less than 1. */
static struct zm_strip_value new_class(struct maker *maker, zm_conway game)
{
    struct zm_strip_values *values = maker->values;
    if (values->class_count == ZM_MOST_CLASSES ||
        !reserve(maker, (void **)&maker->games, &maker->room, values->class_count,
                 sizeof *maker->games)) {
        maker->failed = true;
        return (struct zm_strip_value){0};
    }
    maker->games[values->class_count] = game;
    return (struct zm_strip_value){.class = (unsigned)values->class_count++ & NO_CLASS,
                                   .hot = hot_of(maker, game) % -LEAST_HOT};
}

/* A game as its class and a whole number, the left stop rounded down. Nothing is asked of a universe
 * in which something went wrong: its games are none. */
static struct zm_strip_value value_of(struct maker *maker, zm_conway game)
{
    if (zm_universe_broken(maker->universe) || !reserve_value(maker, game)) {
        maker->failed = true;
        return (struct zm_strip_value){0};
    }
    if (maker->value_of[game].class != NO_CLASS)
        return maker->value_of[game];
    int64_t whole = zm_dyadic_floor(zm_conway_left_stop(maker->universe, game));
    struct zm_strip_value value;
    if (whole == 0) {
        value = new_class(maker, game);
    } else {
        zm_conway integer = zm_conway_integer(maker->universe, whole);
        value = value_of(maker, zm_conway_subtract(maker->universe, game, integer));
        maker->failed |= whole < LEAST_WHOLE || whole >= -LEAST_WHOLE;
        value.whole = (signed)whole;
    }
    if (!maker->failed)
        maker->value_of[game] = value;
    return value;
}

/* --- one table -------------------------------------------------------------------------------- */

struct strips {
    unsigned lines, width;
    uint32_t not_last; /* cells with one after them in their line */
};

static uint32_t line_mask(struct strips strips)
{
    return (UINT32_C(1) << strips.width) - 1;
}

/* The cells with the lines in the opposite order, or each line from its end. */
static uint32_t mirrored(struct strips strips, uint32_t cells, bool lines)
{
    uint32_t image = 0;
    for (unsigned k = 0; k < strips.lines; k++) {
        uint32_t line = cells >> k * strips.width & line_mask(strips);
        if (lines) {
            image |= line << (strips.lines - 1 - k) * strips.width;
            continue;
        }
        for (; line != 0; line &= line - 1)
            image |= UINT32_C(1) << (k * strips.width + strips.width - 1 -
                                     (unsigned)__builtin_ctz(line));
    }
    return image;
}

/* Without the cells that have no free neighbour. */
static uint32_t useful(struct strips strips, uint32_t cells)
{
    uint32_t pairs = cells & cells >> 1 & strips.not_last;
    uint32_t upright = cells & cells >> strips.width;
    return pairs | pairs << 1 | upright | upright << strips.width;
}

/* A set with a smaller number that is worth the same, or the set itself. */
static uint32_t same_as(struct strips strips, uint32_t cells)
{
    uint32_t least = useful(strips, cells), image;
    if (least < cells)
        return least;
    image = mirrored(strips, cells, true);
    if (image < cells)
        return image;
    image = mirrored(strips, cells, false);
    return image < cells ? image : cells;
}

/* The game on some cells; those on fewer are known. */
static zm_conway make_game(struct maker *maker, struct strips strips,
                           const union zm_strip_entry *table, uint32_t cells)
{
    zm_conway left[MOST_MOVES], right[MOST_MOVES];
    size_t lefts = 0, rights = 0;
    for (uint32_t places = cells & cells >> strips.width; places != 0; places &= places - 1) {
        uint32_t half = places & -places;
        left[lefts++] = table[cells & ~(half | half << strips.width)].game;
    }
    for (uint32_t places = cells & cells >> 1 & strips.not_last; places != 0; places &= places - 1)
        right[rights++] = table[cells & ~((places & -places) * 3)].game;
    zm_conway game = zm_conway_make(maker->universe, left, lefts, right, rights);
    maker->failed |= zm_universe_broken(maker->universe);
    return game;
}

/* First the games of all sets, then their values in the same places. */
static void make_table(struct maker *maker, unsigned lines, unsigned width)
{
    struct strips strips = {lines, width, 0};
    size_t count = (size_t)1 << lines * width;
    union zm_strip_entry *table = zm_pages(count * sizeof *table);
    for (unsigned line = 0; line < lines; line++)
        strips.not_last |= ((UINT32_C(1) << (width - 1)) - 1) << line * width;
    maker->failed |= table == NULL;
    for (size_t i = 0; i < count && !maker->failed; i++) {
        uint32_t same = same_as(strips, (uint32_t)i);
        table[i].game = same < i ? table[same].game : make_game(maker, strips, table, same);
    }
    for (size_t i = 0; i < count && !maker->failed; i++)
        table[i].value = value_of(maker, table[i].game);
    maker->values->of[lines] = table;
    maker->values->width[lines] = width;
}

/* --- what classes can be moved to ------------------------------------------------------------- */

/* Appends the options of one side; games are copied first, for a universe moves its lists. */
static uint32_t add_options(struct maker *maker, struct zm_conway_list list, size_t *room)
{
    struct zm_strip_values *values = maker->values;
    zm_conway *games = malloc((list.count + 1) * sizeof *games);
    size_t count = list.count;
    if (games == NULL) {
        maker->failed = true;
        return 0;
    }
    memcpy(games, list.items, count * sizeof *games);
    for (size_t i = 0; i < count && !maker->failed; i++)
        if (reserve(maker, (void **)&values->options, room, values->option_count,
                    sizeof *values->options))
            values->options[values->option_count++] = value_of(maker, games[i]);
    free(games);
    return (uint32_t)count;
}

/* Makes the options of all classes, and of the classes of those. */
static void make_classes(struct maker *maker)
{
    struct zm_strip_values *values = maker->values;
    size_t room = 0, options = 0;
    for (size_t i = 0; i < values->class_count && !maker->failed; i++) {
        zm_conway game = maker->games[i];
        if (!reserve(maker, (void **)&values->classes, &room, i, sizeof *values->classes))
            return;
        struct zm_value_class class = {.first = (uint32_t)values->option_count};
        class.lefts = add_options(maker, zm_conway_left(maker->universe, game), &options);
        class.rights = add_options(maker, zm_conway_right(maker->universe, game), &options);
        class.negative = value_of(maker, zm_conway_negate(maker->universe, game));
        values->classes[i] = class;
    }
}

/* --- opening and closing ---------------------------------------------------------------------- */

enum zm_status zm_strip_values_open(struct zm_strip_values *values,
                                    const unsigned width[ZM_VALUED_LINES + 1], struct zm_run *run,
                                    struct zm_error *error)
{
    *values = (struct zm_strip_values){0};
    struct maker maker = {.values = values, .universe = zm_universe_open(run)};
    if (maker.universe == NULL)
        return zm_fail_memory(error);
    value_of(&maker, ZM_ZERO);
    for (unsigned lines = 2; lines <= ZM_VALUED_LINES && !maker.failed; lines++)
        if (width[lines] > 0)
            make_table(&maker, lines, width[lines]);
    if (!maker.failed)
        make_classes(&maker);
    enum zm_status status = zm_universe_check(maker.universe, error);
    if (status == ZM_OK && maker.failed)
        status = zm_fail_memory(error);
    zm_universe_close(maker.universe);
    free(maker.games);
    free(maker.value_of);
    if (status != ZM_OK)
        zm_strip_values_close(values);
    return status;
}

void zm_strip_values_close(struct zm_strip_values *values)
{
    for (unsigned lines = 2; lines <= ZM_VALUED_LINES; lines++)
        free(values->of[lines]);
    free(values->classes);
    free(values->options);
    *values = (struct zm_strip_values){0};
}
