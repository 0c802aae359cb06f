/* Tables of the values of strips; see values.h. */
#include "engines/domineering/value_maker.h"

#include "base/array.h"
#include "base/pages.h"
#include "theory/value.h"

#include <stdlib.h>
#include <string.h>

enum {
    POLL = 1 << 10,
    MOST_MOVES = 64,
    NO_CLASS = (1 << 20) - 1,
    LEAST_WHOLE = -16,
    LEAST_HOT = -64
};

/* Makes room for one more item of an array; false when there is no memory. */
static bool reserve(struct zm_value_maker *maker, void **items, size_t *room, size_t needed,
                    size_t size)
{
    void *larger = zm_array_room(*items, room, needed + 1, size);
    maker->failed |= larger == NULL;
    *items = larger == NULL ? *items : larger;
    return larger != NULL;
}

/* The same for what others read, and what must stay where it is when they do: then not even where it
 * is may be written. */
static bool reserve_shared(struct zm_value_maker *maker, void **items, size_t *room, size_t needed,
                           size_t size)
{
    maker->failed |= maker->fixed && needed >= *room;
    return !maker->failed && (maker->fixed || reserve(maker, items, room, needed, size));
}

/* The right wall at t = 1 in eighths: straight between points, upright above the last. */
static int hot_of(struct zm_value_maker *maker, zm_conway game)
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
static bool reserve_value(struct zm_value_maker *maker, zm_conway game)
{
    size_t before = maker->known;
    if (!reserve(maker, (void **)&maker->value_of, &maker->known, game, sizeof *maker->value_of))
        return false;
    for (size_t i = before; i < maker->known; i++)
        maker->value_of[i] = (struct zm_strip_value){.class = NO_CLASS};
    return true;
}

/* A new class, of a game whose left stop is 0 or more and less than 1. */
static struct zm_strip_value new_class(struct zm_value_maker *maker, zm_conway game)
{
    struct zm_strip_values *values = maker->values;
    if (values->class_count == ZM_MOST_CLASSES ||
        !reserve(maker, (void **)&maker->games, &maker->game_room, values->class_count,
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
struct zm_strip_value zm_value_of(struct zm_value_maker *maker, zm_conway game)
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
        value = zm_value_of(maker, zm_conway_subtract(maker->universe, game, integer));
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
static zm_conway make_game(struct zm_value_maker *maker, struct strips strips,
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

/* Looks at the run now and then; false: the work must end. */
static bool go_on(struct zm_value_maker *maker, struct zm_run *run, size_t done)
{
    if (run != NULL && done % POLL == 0) {
        if (zm_run_poll(run, 0, done))
            zm_universe_fail(maker->universe, ZM_STOPPED);
        zm_universe_bound(maker->universe, run->memory_limit, 0);
        maker->failed |= zm_universe_broken(maker->universe);
    }
    return !maker->failed;
}

/* First the games of all sets, then their values in the same places. */
static void make_table(struct zm_value_maker *maker, unsigned lines, unsigned width,
                       struct zm_run *run)
{
    struct strips strips = {lines, width, 0};
    size_t count = (size_t)1 << lines * width;
    union zm_strip_entry *table = zm_pages(count * sizeof *table);
    for (unsigned line = 0; line < lines; line++)
        strips.not_last |= ((UINT32_C(1) << (width - 1)) - 1) << line * width;
    maker->failed |= table == NULL;
    for (size_t i = 0; i < count && go_on(maker, run, i); i++) {
        uint32_t same = same_as(strips, (uint32_t)i);
        table[i].game = same < i ? table[same].game : make_game(maker, strips, table, same);
    }
    for (size_t i = 0; i < count && go_on(maker, run, i); i++)
        table[i].value = zm_value_of(maker, table[i].game);
    maker->values->of[lines] = table;
    maker->values->width[lines] = width;
}

/* --- what classes can be moved to ------------------------------------------------------------- */

/* Appends the options of one side; games are copied first, for a universe moves its lists. */
static uint32_t add_options(struct zm_value_maker *maker, struct zm_conway_list list)
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
        if (reserve_shared(maker, (void **)&values->options, &maker->option_room,
                           values->option_count, sizeof *values->options))
            values->options[values->option_count++] = zm_value_of(maker, games[i]);
    free(games);
    return (uint32_t)count;
}

/* Makes the options of all classes that have none yet, and of the classes of those. */
bool zm_complete_classes(struct zm_value_maker *maker)
{
    struct zm_strip_values *values = maker->values;
    for (; maker->completed < values->class_count && !maker->failed; maker->completed++) {
        zm_conway game = maker->games[maker->completed];
        if (!reserve_shared(maker, (void **)&values->classes, &maker->class_room, maker->completed,
                            sizeof *values->classes))
            return false;
        struct zm_value_class class = {.first = (uint32_t)values->option_count};
        class.lefts = add_options(maker, zm_conway_left(maker->universe, game));
        class.rights = add_options(maker, zm_conway_right(maker->universe, game));
        class.negative = zm_value_of(maker, zm_conway_negate(maker->universe, game));
        values->classes[maker->completed] = class;
    }
    return !maker->failed;
}

/* --- opening and closing ---------------------------------------------------------------------- */

static struct zm_value_maker *open_maker(struct zm_strip_values *values)
{
    struct zm_value_maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL)
        return NULL;
    maker->values = values;
    maker->universe = zm_universe_open(NULL);
    if (maker->universe != NULL && pthread_mutex_init(&maker->mutex, NULL) == 0)
        return maker;
    zm_universe_close(maker->universe);
    free(maker);
    return NULL;
}

static void close_maker(struct zm_value_maker *maker)
{
    if (maker == NULL)
        return;
    pthread_mutex_destroy(&maker->mutex);
    zm_universe_close(maker->universe);
    free(maker->games);
    free(maker->value_of);
    free(maker->regions);
    free(maker);
}

/* Gives classes and options all the room that they will ever have: a quarter of what regions may
 * take each, and half for the rest. */
static void fix_room(struct zm_value_maker *maker, size_t bytes)
{
    struct zm_strip_values *values = maker->values;
    size_t classes = values->class_count + bytes / 4 / sizeof *values->classes;
    size_t options = values->option_count + bytes / 4 / sizeof *values->options;
    if (reserve(maker, (void **)&values->classes, &maker->class_room, classes,
                sizeof *values->classes))
        reserve(maker, (void **)&values->options, &maker->option_room, options,
                sizeof *values->options);
    maker->fixed = true;
    maker->most = bytes / 4 > 0 ? zm_universe_memory(maker->universe) + bytes / 2 : 0;
}

enum zm_status zm_strip_values_open(struct zm_strip_values *values,
                                    const unsigned width[ZM_VALUED_LINES + 1], size_t bytes,
                                    struct zm_run *run, struct zm_error *error)
{
    *values = (struct zm_strip_values){0};
    struct zm_value_maker *maker = values->maker = open_maker(values);
    if (maker == NULL)
        return zm_fail_memory(error);
    zm_value_of(maker, ZM_ZERO);
    for (unsigned lines = 2; lines <= ZM_VALUED_LINES && !maker->failed; lines++)
        if (width[lines] > 0)
            make_table(maker, lines, width[lines], run);
    if (zm_complete_classes(maker))
        fix_room(maker, bytes);
    enum zm_status status = zm_universe_check(maker->universe, error);
    if (status == ZM_OK && maker->failed)
        status = zm_fail_memory(error);
    if (status != ZM_OK)
        zm_strip_values_close(values);
    return status;
}

void zm_strip_values_close(struct zm_strip_values *values)
{
    close_maker(values->maker);
    for (unsigned lines = 2; lines <= ZM_VALUED_LINES; lines++)
        free(values->of[lines]);
    free(values->classes);
    free(values->options);
    *values = (struct zm_strip_values){0};
}
