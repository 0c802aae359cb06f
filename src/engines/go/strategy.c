/* Strategies by superko; see strategy.h. */
#include "engines/go/strategy.h"

#include "engines/go/plays.h"

#include <string.h>

enum {
    NEVER = UINT16_MAX,    /* moves until enough is sure, where it never is */
    MOST_PLACES = 1 << 21, /* of one strategy; above that it is given up */
    PLACE_BYTES = 128,     /* about what one takes, with its drawing */
    MOST_TRIES = 64,
};

/* -- the game before -- */

void way_add(struct way *way, const struct force_place *place)
{
    way->boards[way->count] = place->board;
    way->turns[way->count++] = place->passed ? 3 : (uint8_t)(1 << place->turn);
}

bool way_forbids(const struct way *way, const struct force_place *next)
{
    uint8_t turns = way->ko == GO_POSITIONAL ? 3 : (uint8_t)(1 << next->turn);
    for (unsigned i = way->count; i-- > 0;)
        if (memcmp(&way->boards[i], &next->board, sizeof next->board) == 0 &&
            (way->turns[i] & turns) != 0)
            return true;
    return false;
}

/* -- one strategy -- */

/* What is known of a place. */
struct verdict {
    uint16_t length; /* moves of the longest play; NEVER: it is lost, or barred */
    uint8_t choice;  /* of the hero: which of list_next */
};

struct strategy {
    const struct whole *whole;
    const struct force *claim;
    const struct way *way;
    struct zm_table verdicts; /* by words of places */
    struct zm_table barred;
    size_t most; /* places that there may be */
    bool failed; /* for want of memory, or stopped */
    uint64_t *nodes;
};

struct force strategy_claim(const struct whole *whole, unsigned hero)
{
    return (struct force){.size = whole->size,
                          .hero = hero,
                          .target = hero == 0 ? whole->target : 1 - whole->target,
                          .patient = true};
}

static bool is_enough(const struct strategy *strategy, const struct small_board *board)
{
    return force_margin(strategy->claim, board) >= strategy->claim->target;
}

/* Is there nothing left to do for the hero? Enough would be counted then at any time, also where the
 * game is over by its length. */
static bool is_done(const struct strategy *strategy, const struct force_place *place)
{
    return force_is_sure(strategy->claim, place) ||
           (place->passed && place->turn == strategy->claim->hero &&
            is_enough(strategy, &place->board));
}

/* The places that a move leads to, without those that the rule forbids; the pass last, where it
 * does not end the game. */
static unsigned list_next(const struct strategy *strategy, const struct force_place *place,
                          struct force_place *next)
{
    uint8_t points[SMALL_POINTS];
    unsigned count = force_moves(strategy->whole->size, place, next, points), kept = 0;
    for (unsigned i = 0; i < count; i++)
        if (!way_forbids(strategy->way, &next[i]))
            next[kept++] = next[i];
    if (!place->passed)
        next[kept++] = (struct force_place){place->board, 1 - place->turn, true, 0};
    return kept;
}

static struct zm_bytes key_of(const uint64_t *word)
{
    return zm_bytes((const uint8_t *)word, sizeof *word);
}

static unsigned solve(struct strategy *strategy, const struct force_place *place, uint64_t rank);

/* The hero's move: of those that were decided before, the earliest that holds. */
static unsigned choose(struct strategy *strategy, const struct force_place *next, unsigned count,
                       uint64_t rank, uint8_t *choice)
{
    uint64_t ranks[SMALL_POINTS + 1], tried = 0;
    for (unsigned i = 0; i < count; i++)
        ranks[i] = whole_rank(strategy->whole, &next[i], strategy->claim->hero);
    for (;;) {
        unsigned best = count;
        for (unsigned i = 0; i < count; i++)
            if ((tried >> i & 1) == 0 && ranks[i] < (best < count ? ranks[best] : rank))
                best = i;
        if (best == count || strategy->failed)
            return NEVER;
        unsigned length = solve(strategy, &next[best], ranks[best]);
        *choice = (uint8_t)best;
        if (length != NEVER)
            return length;
        tried |= UINT64_C(1) << best;
    }
}

/* The longest play after any move of the other. */
static unsigned answer(struct strategy *strategy, const struct force_place *next, unsigned count,
                       uint64_t rank)
{
    unsigned longest = 0;
    for (unsigned i = 0; i < count && longest != NEVER; i++) {
        uint64_t below = whole_rank(strategy->whole, &next[i], strategy->claim->hero);
        unsigned length = below < rank ? solve(strategy, &next[i], below) : NEVER;
        longest = length > longest ? length : longest;
    }
    return longest;
}

static struct verdict look(struct strategy *strategy, const struct force_place *place,
                           uint64_t rank)
{
    struct verdict verdict = {0};
    struct force_place next[SMALL_POINTS + 1];
    bool own = place->turn == strategy->claim->hero;
    if (is_done(strategy, place))
        return verdict;
    if (place->passed && !own && !is_enough(strategy, &place->board))
        return (struct verdict){.length = NEVER}; /* the other ends the game */
    unsigned count = list_next(strategy, place, next);
    unsigned length = own ? choose(strategy, next, count, rank, &verdict.choice)
                          : answer(strategy, next, count, rank);
    verdict.length = (uint16_t)(length < NEVER ? length + 1 : NEVER);
    return verdict;
}

/* Moves of the longest play from a place that was decided then. What was decided before leads only
 * to what was decided earlier still, so nobody asks for a place on the way to it. */
static unsigned solve(struct strategy *strategy, const struct force_place *place, uint64_t rank)
{
    uint64_t word = force_word(place);
    const void *known = zm_table_find(&strategy->verdicts, key_of(&word));
    struct verdict verdict = {.length = NEVER};
    if (known != NULL) {
        memcpy(&verdict, known, sizeof verdict);
        return verdict.length;
    }
    if (++*strategy->nodes % 1024 == 0 && zm_run_look(strategy->whole->run))
        strategy->failed = true;
    if (strategy->failed)
        return NEVER;
    if (zm_table_find(&strategy->barred, key_of(&word)) == NULL)
        verdict = look(strategy, place, rank);
    void *kept = zm_table_insert(&strategy->verdicts, key_of(&word), NULL);
    strategy->failed |= kept == NULL || strategy->verdicts.count > strategy->most;
    if (kept != NULL)
        memcpy(kept, &verdict, sizeof verdict);
    return verdict.length;
}

/* -- all its plays -- */

/* Draws the strategy that was found. False: there is no memory, or it is none. */
static bool draw(struct strategy *strategy, const struct force_place *root, struct plays *plays)
{
    struct force_place next[SMALL_POINTS + 1];
    plays_number(plays, force_word(root));
    for (uint32_t i = 0; i < plays_count(plays) && !plays->failed; i++) {
        uint64_t word = plays_at(plays, i)->place;
        const struct force_place place = force_place_of(word);
        const void *known = zm_table_find(&strategy->verdicts, key_of(&word));
        struct verdict verdict;
        if (known == NULL)
            return false;
        memcpy(&verdict, known, sizeof verdict);
        plays_at(plays, i)->length = verdict.length;
        plays_begin(plays, i);
        if (is_done(strategy, &place))
            continue;
        unsigned count = list_next(strategy, &place, next);
        bool own = place.turn == strategy->claim->hero;
        for (unsigned k = 0; k < count; k++)
            if (!own || k == verdict.choice)
                plays_lead_to(plays, force_word(&next[k]));
    }
    return !plays->failed && plays_end(plays);
}

static bool bar(void *context, const struct force_place *place)
{
    struct strategy *strategy = context;
    uint64_t word = force_word(place);
    return zm_table_insert(&strategy->barred, key_of(&word), NULL) != NULL;
}

/* Draws the strategy, and bars what comes back in it. Is there nothing? */
static bool lasts(struct strategy *strategy, const struct force_place *root)
{
    struct plays plays;
    bool any = true;
    plays_init(&plays);
    if (!draw(strategy, root, &plays) ||
        !plays_find_returns(&plays, strategy->way->ko, strategy->claim->hero, bar, strategy, &any))
        strategy->failed = true;
    plays_free(&plays);
    return !strategy->failed && !any;
}

bool strategy_holds(const struct whole *whole, const struct force *claim, const struct way *way,
                    const struct force_place *place, uint64_t *nodes)
{
    size_t half = whole->run->memory_limit / 2; /* the other is for the table of places */
    struct strategy strategy = {
        .whole = whole, .claim = claim, .way = way, .most = MOST_PLACES, .nodes = nodes};
    if (half != 0 && half / PLACE_BYTES < MOST_PLACES)
        strategy.most = half / PLACE_BYTES;
    bool holds = false, open = true;
    zm_table_init(&strategy.barred, 0);
    for (unsigned i = 0; i < MOST_TRIES && open && !holds; i++) {
        zm_table_init(&strategy.verdicts, sizeof(struct verdict));
        unsigned length = solve(&strategy, place, whole_rank(whole, place, claim->hero));
        open = !strategy.failed && length <= way->left;
        holds = open && lasts(&strategy, place);
        open = open && !strategy.failed;
        zm_table_free(&strategy.verdicts);
    }
    zm_table_free(&strategy.barred);
    return holds;
}
