/* Tables of the values of strips; see values.h. */
#include "engines/domineering/values.h"

#include "base/array.h"
#include "theory/value.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CLASSES = UINT16_MAX, MOST_MOVES = 64, NO_CLASS = UINT16_MAX };

/* The work on the tables: the games of the classes, and the classes of games. */
struct maker {
    struct zm_universe *universe;
    struct zm_strip_values *values;
    zm_conway *games; /* by class */
    size_t room;      /* for classes */
    uint16_t *class_of;
    size_t known; /* games that class_of has room for */
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
static int8_t hot_of(struct maker *maker, zm_conway game)
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
    double eighths = height * 8 + 64; /* positive, so that a cast rounds down */
    return (int8_t)((int)eighths - 64);
}

/* The class of a game, which is new when the game is. */
static uint16_t class_of(struct maker *maker, zm_conway game)
{
    size_t before = maker->known;
    if (!reserve(maker, (void **)&maker->class_of, &maker->known, game, sizeof *maker->class_of))
        return 0;
    for (size_t i = before; i < maker->known; i++)
        maker->class_of[i] = NO_CLASS;
    struct zm_strip_values *values = maker->values;
    if (maker->class_of[game] == NO_CLASS) {
        if (values->class_count == MOST_CLASSES ||
            !reserve(maker, (void **)&maker->games, &maker->room, values->class_count,
                     sizeof *maker->games)) {
            maker->failed = true;
            return 0;
        }
        maker->games[values->class_count] = game;
        maker->class_of[game] = (uint16_t)values->class_count++;
    }
    return maker->class_of[game];
}

/* A game as its class and a whole number, the left stop rounded down. Nothing is asked of a universe
 * in which something went wrong: its games are none. */
static struct zm_strip_value value_of(struct maker *maker, zm_conway game)
{
    int64_t whole = 0;
    zm_conway rest = game;
    if (!zm_universe_broken(maker->universe))
        whole = zm_dyadic_floor(zm_conway_left_stop(maker->universe, game));
    if (whole != 0)
        rest = zm_conway_subtract(maker->universe, game, zm_conway_integer(maker->universe, whole));
    if (zm_universe_broken(maker->universe)) {
        maker->failed = true;
        return (struct zm_strip_value){0};
    }
    return (struct zm_strip_value){class_of(maker, rest), (int8_t)whole, hot_of(maker, game)};
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
static zm_conway make_game(struct maker *maker, struct strips strips, const zm_conway *games,
                           uint32_t cells)
{
    zm_conway left[MOST_MOVES], right[MOST_MOVES];
    size_t lefts = 0, rights = 0;
    for (uint32_t places = cells & cells >> strips.width; places != 0; places &= places - 1) {
        uint32_t half = places & -places;
        left[lefts++] = games[cells & ~(half | half << strips.width)];
    }
    for (uint32_t places = cells & cells >> 1 & strips.not_last; places != 0; places &= places - 1)
        right[rights++] = games[cells & ~((places & -places) * 3)];
    return zm_conway_make(maker->universe, left, lefts, right, rights);
}

static void make_table(struct maker *maker, unsigned lines, unsigned width)
{
    struct strips strips = {lines, width, 0};
    size_t count = (size_t)1 << lines * width;
    zm_conway *games = malloc(count * sizeof *games);
    struct zm_strip_value *table = malloc(count * sizeof *table);
    for (unsigned line = 0; line < lines; line++)
        strips.not_last |= ((UINT32_C(1) << (width - 1)) - 1) << line * width;
    maker->failed |= games == NULL || table == NULL;
    for (size_t i = 0; i < count && !maker->failed; i++) {
        uint32_t same = same_as(strips, (uint32_t)i);
        games[i] = same < i ? games[same] : make_game(maker, strips, games, same);
        table[i] = same < i ? table[same] : value_of(maker, games[i]);
    }
    free(games);
    maker->values->of[lines] = table;
    maker->values->width[lines] = width;
}

/* --- what classes can be moved to ------------------------------------------------------------- */

/* Appends the options of one side; games are copied first, for a universe moves its lists. */
static unsigned add_options(struct maker *maker, struct zm_conway_list list, size_t *room)
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
    return (unsigned)count;
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
        class.lefts = (uint16_t)add_options(maker, zm_conway_left(maker->universe, game), &options);
        class.rights =
            (uint16_t)add_options(maker, zm_conway_right(maker->universe, game), &options);
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
    class_of(&maker, ZM_ZERO);
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
    free(maker.class_of);
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
