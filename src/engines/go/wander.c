/* Ways that end by superko; see wander.h. */
#include "engines/go/wander.h"

#include <string.h>

enum {
    MOST_NODES = 1 << 22, /* of ways */
    MOST_WORK = 1 << 28,  /* at their ends */
    POLL = 256,
};

static bool is_stopped(struct wander *wander)
{
    return wander->nodes > MOST_NODES || wander->end_nodes > MOST_WORK ||
           (++wander->nodes % POLL == 0 && zm_run_look(wander->whole->run)) ||
           zm_run_stopped(wander->whole->run);
}

static bool goes_on(struct wander *wander, const struct force_place *place, unsigned depth);

/* Goes on to a place, one move nearer to the end of the game. What the hero chooses is looked at by
 * the table alone first, which takes far less. */
static bool holds_at(struct wander *wander, const struct force_place *next, unsigned depth)
{
    bool surely = wander->surely, chosen = next->turn != wander->claim.hero;
    wander->way.left--;
    wander->surely = surely && !chosen;
    bool holds = goes_on(wander, next, depth);
    if (surely && chosen && holds) {
        wander->surely = true;
        holds = goes_on(wander, next, depth);
    }
    wander->surely = surely;
    wander->way.left++;
    return holds;
}

/* Goes on with the present board behind; after a pass as well, since then it was there with either
 * player to move. */
static bool holds_after(struct wander *wander, const struct force_place *place,
                        const struct force_place *next, unsigned depth)
{
    way_add(&wander->way, place);
    bool holds = holds_at(wander, next, depth);
    wander->way.count--;
    return holds;
}

/* Goes on with a pass, which no superko forbids. */
static bool holds_after_pass(struct wander *wander, const struct force_place *place, unsigned depth)
{
    const struct force_place next = {place->board, 1 - place->turn, true, 0};
    if (place->passed)
        return force_margin(&wander->claim, &place->board) >= wander->claim.target;
    return holds_after(wander, place, &next, depth);
}

/* Does the margin hold from a place that is open? */
static bool goes_round(struct wander *wander, const struct force_place *place, unsigned depth)
{
    struct force_place next[SMALL_POINTS];
    uint8_t points[SMALL_POINTS];
    bool own = place->turn == wander->claim.hero, holds = !own;
    unsigned count = force_moves(wander->whole->size, place, next, points);
    for (unsigned i = 0; i < count && holds != own; i++)
        if (!way_forbids(&wander->way, &next[i]))
            holds = holds_after(wander, place, &next[i], depth);
    return holds == own ? holds : holds_after_pass(wander, place, depth);
}

static bool is_forced(struct wander *wander, const struct force_place *place)
{
    wander->ends++;
    return strategy_holds(wander->whole, &wander->claim, &wander->way, place, &wander->end_nodes);
}

static bool goes_on(struct wander *wander, const struct force_place *place, unsigned depth)
{
    int value = whole_value(wander->whole, place);
    if (is_stopped(wander))
        return false;
    if (value != 0)
        return (value > 0) == (wander->claim.hero == 0) &&
               (!wander->surely || is_forced(wander, place));
    if (depth == 0 || wander->way.left == 0) {
        wander->cut = true;
        return false;
    }
    return goes_round(wander, place, depth - 1);
}

bool wander_holds(struct wander *wander, const struct force_place *place)
{
    wander->cut = true;
    for (unsigned depth = 0; depth <= wander->way.left && wander->cut; depth++) {
        wander->cut = wander->surely = false;
        if (!goes_on(wander, place, depth))
            continue;
        wander->surely = true;
        if (goes_on(wander, place, depth))
            return true;
        wander->cut = true; /* another way may hold */
    }
    return false;
}
