/* All that can happen when a margin is forced, and where it never can be; see force.h. */
#include "engines/go/plays.h"

#include <string.h>

enum { LONGEST = 250 };

/* -- the strategy -- */

static bool is_enough(const struct force *force, const struct small_board *board)
{
    return force_margin(force, board) >= force->target;
}

static struct force_place after_pass(const struct force_place *place)
{
    return (struct force_place){place->board, 1 - place->turn, true, 0};
}

/* How long the play from a place takes, for which the table may have to be filled again. */
static bool find_length(struct force *force, const struct force_place *place, uint32_t *length)
{
    unsigned found = 0;
    for (unsigned depth = 1; depth < LONGEST && !force->stopped; depth++)
        if (force_finds(force, place, depth, &found)) {
            *length = found;
            return true;
        }
    return false;
}

/* Adds the hero's move: of those known to force it the one that does so soonest; or, where the
 * table made room for others, one that is found again. False: none is. */
static bool add_own(struct force *force, struct plays *graph, const struct force_place *next,
                    unsigned count, unsigned whole)
{
    unsigned least = FORCE_OPEN, best = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned length = force_known(force, &next[i]);
        best = length < least ? i : best;
        least = length < least ? length : least;
    }
    for (unsigned i = 0; i < count && least >= whole && whole > 0 && !force->stopped; i++) {
        unsigned length;
        if (force_finds(force, &next[i], whole - 1, &length) && length < least) {
            least = length;
            best = i;
        }
    }
    if (least < FORCE_OPEN)
        plays_lead_to(graph, force_word(&next[best]));
    return least < FORCE_OPEN;
}

/* Adds where a place may lead, from which plays take at most so long. False: the hero's move is not
 * known. */
static bool add_edges(struct force *force, struct plays *graph, const struct force_place *place,
                      unsigned length)
{
    struct force_place next[SMALL_POINTS + 1];
    uint8_t points[SMALL_POINTS];
    bool own = place->turn == force->hero, enough = is_enough(force, &place->board);
    if (force_is_sure(force, place) || (own && place->passed && enough))
        return true; /* it is done */
    unsigned count = force_moves(force->size, place, next, points);
    if (!place->passed && own == enough)
        next[count++] = after_pass(place);
    if (own)
        return add_own(force, graph, next, count, length);
    for (unsigned i = 0; i < count; i++)
        plays_lead_to(graph, force_word(&next[i]));
    return true;
}

/* Makes the graph of all plays. False: stopped, no memory, or something of it is not proved. */
static bool draw(struct force *force, const struct force_place *root, struct plays *graph)
{
    plays_number(graph, force_word(root));
    for (uint32_t i = 0; i < plays_count(graph); i++) {
        struct force_place place = force_place_of(plays_at(graph, i)->place);
        uint32_t length;
        if (!find_length(force, &place, &length))
            return false;
        plays_at(graph, i)->length = length;
        plays_begin(graph, i);
        if (!add_edges(force, graph, &place, length) || graph->failed)
            return false;
    }
    return plays_end(graph);
}

static bool bar(void *force, const struct force_place *place)
{
    return force_bar(force, place);
}

/* Bars the places whose boards are of the past, but for the first, which is there now. */
static enum force_lasting bar_past(struct force *force, const struct plays *graph,
                                   const struct small_board *past, unsigned count)
{
    enum force_lasting lasting = FORCE_LASTS;
    for (uint32_t i = 1; count > 0 && i < plays_count(graph); i++) {
        struct force_place place = force_place_of(plays_at(graph, i)->place);
        for (unsigned k = 0; k < count; k++)
            if (memcmp(&past[k], &place.board, sizeof place.board) == 0) {
                if (!force_bar(force, &place))
                    return FORCE_UNKNOWN;
                lasting = FORCE_RETURNS;
            }
    }
    return lasting;
}

enum force_lasting force_lasts(struct force *force, const struct force_place *place, enum go_ko ko,
                               const struct small_board *past, unsigned past_count)
{
    struct plays graph;
    enum force_lasting lasting = FORCE_UNKNOWN;
    plays_init(&graph);
    if (draw(force, place, &graph))
        lasting = bar_past(force, &graph, past, past_count);
    bool returns;
    if (lasting == FORCE_LASTS &&
        !plays_find_returns(&graph, ko, force->hero, bar, force, &returns))
        lasting = FORCE_UNKNOWN;
    else if (lasting == FORCE_LASTS && returns)
        lasting = FORCE_RETURNS;
    if (lasting == FORCE_RETURNS)
        force_forget(force);
    plays_free(&graph);
    return lasting;
}

/* -- where it never is forced -- */

/* Finds a move of the other after which nothing is forced in so many moves, if can be to a place
 * that was met before. */
static bool find_refuge(struct force *force, struct plays *graph, const struct force_place *next,
                        unsigned count, unsigned depth)
{
    unsigned image, length;
    for (unsigned i = 0; i < count; i++)
        if (plays_has(graph, force_key(force->size, &next[i], &image)))
            return true;
    for (unsigned i = 0; i < count; i++)
        if (!force_finds(force, &next[i], depth, &length) && !force->stopped) {
            plays_number(graph, force_key(force->size, &next[i], &image));
            return true;
        }
    return false;
}

/* Adds where the hero may go from a place, or where the other goes. False: he gets there. */
static bool stays_away(struct force *force, struct plays *graph, const struct force_place *place,
                       unsigned depth)
{
    struct force_place next[SMALL_POINTS + 1];
    uint8_t points[SMALL_POINTS];
    unsigned image, count = force_moves(force->size, place, next, points);
    bool own = place->turn == force->hero, enough = is_enough(force, &place->board);
    if (force_is_hopeless(force, place) || (place->passed && !own && !enough))
        return true;
    if (force_is_sure(force, place) || (place->passed && own && enough))
        return false;
    if (!place->passed)
        next[count++] = after_pass(place);
    if (!own)
        return find_refuge(force, graph, next, count, depth);
    for (unsigned i = 0; i < count; i++)
        plays_number(graph, force_key(force->size, &next[i], &image));
    return true;
}

bool force_never(struct force *force, const struct force_place *place, unsigned depth,
                 uint64_t nodes)
{
    struct plays graph;
    unsigned image;
    bool never = true;
    uint64_t most = force->nodes + nodes;
    plays_init(&graph);
    plays_number(&graph, force_key(force->size, place, &image));
    for (uint32_t i = 0; never && i < plays_count(&graph); i++) {
        struct force_place one = force_place_of(plays_at(&graph, i)->place);
        never = force->nodes++ < most && stays_away(force, &graph, &one, depth) && !graph.failed &&
                !force->stopped;
    }
    plays_free(&graph);
    return never;
}
