/* Names of loopy games: a game without loops has its canonical form; a stopper or a side is
 * compared with on and off, then with numbers until it lies between two neighbours, and then with
 * what is infinitesimally near to them: over, under, ups and nimbers. */
#include "theory/loopy_inside.h"

#include <stdlib.h>

enum { PARTS = 64, LARGEST = 64 * PARTS, MOST_UPS = 3, MOST_NIMBER = 3, MOST_LABELS = 26 };

struct naming {
    struct zm_loopy *loopy;
    uint32_t game;
    enum zm_loopy_side side;
};

/* --- games without loops -------------------------------------------------------------------------
 */

enum { UNSEEN, ON_PATH, DONE };

/* The value of a node from which no play is endless; false when there is one. */
static bool finite_value(struct zm_loopy *loopy, uint32_t node, uint8_t *seen, zm_conway *values)
{
    if (seen[node] != UNSEEN)
        return seen[node] == DONE;
    struct zm_handles options[2] = {{0}, {0}};
    bool finite = true;
    seen[node] = ON_PATH;
    for (int side = 0; side <= 1; side++)
        for (size_t i = 0; i < loopy->nodes[node].options[side].count && finite; i++) {
            uint32_t option = loopy->nodes[node].options[side].items[i];
            finite = finite_value(loopy, option, seen, values);
            if (finite)
                zm_handles_add(loopy->universe, &options[side], values[option]);
        }
    if (finite) {
        values[node] = zm_form_canonical(loopy->universe, &options[0], &options[1]);
        seen[node] = DONE;
    }
    zm_handles_free(&options[0]);
    zm_handles_free(&options[1]);
    return finite;
}

static bool name_finite(struct zm_loopy *loopy, uint32_t node, struct zm_buffer *text)
{
    uint8_t *seen = calloc(loopy->count + 1, 1);
    zm_conway *values = calloc(loopy->count + 1, sizeof *values);
    bool finite = false;
    if (seen == NULL || values == NULL)
        loopy->no_memory = true;
    else if (loopy->count > 0)
        finite = finite_value(loopy, node, seen, values);
    if (finite)
        zm_conway_print(loopy->universe, values[node], ZM_CONWAY_ASCII, text);
    free(seen);
    free(values);
    return finite;
}

/* --- stoppers and sides --------------------------------------------------------------------------
 */

static enum zm_relation relation(const struct naming *n, uint32_t negative)
{
    return zm_loopy_compare_side(n->loopy, n->game, negative, n->side);
}

/* on = {on|}, off = {|off}, over = {0|over}, under = {under|0}: each the negative of its
 * neighbour. */
enum name { ON, OFF, OVER, UNDER };
static const char *const names[] = {"on", "off", "over", "under"};

static uint32_t make_named(struct zm_loopy *loopy, enum name name)
{
    uint32_t zero = zm_loopy_of_value(loopy, ZM_ZERO), node = zm_loopy_node(loopy);
    zm_loopy_option(loopy, node, name == OFF || name == OVER, node);
    if (name >= OVER)
        zm_loopy_option(loopy, node, name == UNDER, zero);
    return node;
}

static bool is_named(const struct naming *n, enum name name)
{
    static const enum name negatives[] = {OFF, ON, UNDER, OVER};
    return relation(n, make_named(n->loopy, negatives[name])) == ZM_EQUAL;
}

static struct zm_dyadic parts_of(int64_t parts)
{
    bool overflow = false;
    return zm_dyadic(parts, 6, &overflow);
}

static enum zm_relation to_number(const struct naming *n, int64_t parts)
{
    zm_conway negative = zm_conway_number(n->loopy->universe, parts_of(-parts));
    return relation(n, zm_loopy_of_value(n->loopy, negative));
}

/* Two neighbouring numbers, in parts of an integer, with the game between them: not below the
 * first, not above the second. */
static void find_neighbours(const struct naming *n, int64_t *low, int64_t *high)
{
    *low = -LARGEST;
    *high = LARGEST;
    while (*low + 1 < *high && !n->loopy->too_large && !zm_universe_broken(n->loopy->universe)) {
        int64_t middle = *low + (*high - *low) / 2;
        enum zm_relation side = to_number(n, middle);
        if (side == ZM_EQUAL || side == ZM_CONFUSED) {
            *low = *high = middle;
            return;
        }
        if (side == ZM_GREATER)
            *low = middle;
        else
            *high = middle;
    }
}

/* The number plus over, under, or ups and a nimber. */
static bool name_near(const struct naming *n, int64_t parts, struct zm_buffer *text)
{
    struct zm_loopy *loopy = n->loopy;
    struct zm_universe *universe = loopy->universe;
    uint32_t negative = zm_loopy_of_value(loopy, zm_conway_number(universe, parts_of(-parts)));
    for (enum name name = OVER; name <= UNDER; name++) {
        uint32_t other = make_named(loopy, name == OVER ? UNDER : OVER);
        if (relation(n, parts == 0 ? other : zm_loopy_add(loopy, negative, other)) != ZM_EQUAL)
            continue;
        if (parts != 0) {
            zm_dyadic_print(parts_of(parts), text);
            zm_buffer_text(text, " + ");
        }
        zm_buffer_text(text, names[name]);
        return true;
    }
    for (int64_t ups = -MOST_UPS; ups <= MOST_UPS; ups++)
        for (uint32_t nimber = 0; nimber <= MOST_NIMBER; nimber++) {
            zm_conway value = zm_conway_simple(universe, parts_of(parts), ups, nimber);
            if (relation(n, zm_loopy_of_value(loopy, zm_conway_negate(universe, value))) !=
                ZM_EQUAL)
                continue;
            zm_conway_print(universe, value, ZM_CONWAY_ASCII, text);
            return true;
        }
    return false;
}

/* The name of a stopper or of a side. */
static bool name_side(struct zm_loopy *loopy, uint32_t game, enum zm_loopy_side side,
                      struct zm_buffer *text)
{
    const struct naming n = {loopy, game, side};
    for (enum name name = ON; name <= OFF; name++)
        if (is_named(&n, name)) {
            zm_buffer_text(text, names[name]);
            return true;
        }
    int64_t low, high;
    find_neighbours(&n, &low, &high);
    return name_near(&n, low, text) || (high != low && name_near(&n, high, text));
}

/* A game that is no stopper, as "onside & offside"; one name when both are the same. */
static bool name_sides(struct zm_loopy *loopy, uint32_t game, struct zm_buffer *text)
{
    struct zm_buffer on = {0}, off = {0};
    bool found = name_side(loopy, game, ZM_LOOPY_ONSIDE, &on) &&
                 name_side(loopy, game, ZM_LOOPY_OFFSIDE, &off);
    if (found && strcmp(zm_buffer_string(&on), zm_buffer_string(&off)) == 0)
        zm_buffer_text(text, zm_buffer_string(&on));
    else if (found)
        zm_buffer_format(text, "%s & %s", zm_buffer_string(&on), zm_buffer_string(&off));
    zm_buffer_free(&on);
    zm_buffer_free(&off);
    return found;
}

bool zm_loopy_name(struct zm_loopy *loopy, uint32_t node, struct zm_buffer *text)
{
    if (zm_loopy_is_dud(loopy, node)) {
        zm_buffer_text(text, "dud");
        return true;
    }
    if (name_finite(loopy, node, text))
        return true;
    return zm_loopy_is_stopper(loopy, node) ? name_side(loopy, node, ZM_LOOPY_FREE, text)
                                            : name_sides(loopy, node, text);
}

/* --- games without a name ------------------------------------------------------------------------
 */

struct writer {
    struct zm_loopy *loopy;
    uint32_t path[MOST_LABELS];
    size_t depth;
    struct zm_buffer *text;
};

/* Does the node come back below itself? Then it needs a label. */
static bool comes_back(const struct zm_loopy *loopy, uint32_t node, uint32_t wanted, bool *seen)
{
    for (int side = 0; side <= 1; side++)
        for (size_t i = 0; i < loopy->nodes[node].options[side].count; i++) {
            uint32_t option = loopy->nodes[node].options[side].items[i];
            if (option == wanted)
                return true;
            if (!seen[option]) {
                seen[option] = true;
                if (comes_back(loopy, option, wanted, seen))
                    return true;
            }
        }
    return false;
}

static bool write_node(struct writer *w, uint32_t node);

static bool write_options(struct writer *w, uint32_t node, bool right)
{
    for (size_t i = 0; i < w->loopy->nodes[node].options[right].count; i++) {
        zm_buffer_text(w->text, i == 0 ? "" : ",");
        if (!write_node(w, w->loopy->nodes[node].options[right].items[i]))
            return false;
    }
    return true;
}

static bool write_node(struct writer *w, uint32_t node)
{
    for (size_t i = 0; i < w->depth; i++)
        if (w->path[i] == node) {
            zm_buffer_byte(w->text, (uint8_t)('a' + i));
            return true;
        }
    if (w->depth > 0 && zm_loopy_name(w->loopy, node, w->text))
        return true;
    bool *seen = calloc(w->loopy->count + 1, sizeof *seen);
    w->loopy->no_memory |= seen == NULL;
    if (seen == NULL || w->depth == MOST_LABELS) {
        free(seen);
        return false;
    }
    if (comes_back(w->loopy, node, node, seen))
        zm_buffer_byte(w->text, (uint8_t)('a' + w->depth));
    free(seen);
    w->path[w->depth++] = node;
    zm_buffer_byte(w->text, '{');
    bool good = write_options(w, node, false);
    zm_buffer_byte(w->text, '|');
    good = good && write_options(w, node, true);
    zm_buffer_byte(w->text, '}');
    w->depth--;
    return good;
}

bool zm_loopy_print(struct zm_loopy *loopy, uint32_t node, struct zm_buffer *text)
{
    if (zm_loopy_name(loopy, node, text))
        return true;
    struct writer w = {.loopy = loopy, .text = text};
    size_t before = text->size;
    if (write_node(&w, node))
        return true;
    text->size = before;
    return false;
}
