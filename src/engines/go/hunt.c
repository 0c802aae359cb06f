/* Hunts for proofs on small boards; see hunt.h. */
#include "engines/go/hunt.h"

#include "base/bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 4, POLL = 1024, PROOF = 0, REFUTATION = 1, LONGEST = 0xff };

static const float never = 1e30f;     /* more than a sum of numbers that are not */
static const float most_open = 1e29f; /* that an open place is thought to take, */
static const float most_new = 1e12f;  /* and a new one */
static const float steep_proof = 25;  /* how much more a place takes that looks worse */
static const float steep_refutation = 4;
static const float counted = 0.25f;  /* of all numbers but the largest */
static const float patience = 1.25f; /* how far one move may fall behind the next */

/* Numbers are kept as the upper halves of floats, rounded up, so that a search that has reached its
 * limit is seen to have reached it. */
struct hunt_entry {
    uint64_t key; /* 0: none */
    uint16_t numbers[2];
    uint8_t length; /* of the longest play when it is proved */
    uint8_t work;   /* a logarithm of the places looked at */
};

/* A move, with how much the place that it leads to is thought to take. */
struct branch {
    struct guess_move move;
    uint64_t key;
    float numbers[2];
    uint8_t length;
};

bool hunt_open(struct hunt *hunt, const struct force *claim, size_t bytes)
{
    uint64_t entries = GROUP;
    while (2 * entries * sizeof(struct hunt_entry) <= bytes)
        entries *= 2;
    *hunt = (struct hunt){.claim = claim, .mask = entries - GROUP, .ceiling = LONGEST};
    zm_table_init(&hunt->barred, 0);
    zm_table_init(&hunt->failed, 0);
    hunt->table = calloc(entries, sizeof *hunt->table);
    return guess_open(&hunt->guess, claim) && hunt->table != NULL;
}

void hunt_close(struct hunt *hunt)
{
    guess_close(&hunt->guess);
    zm_table_free(&hunt->barred);
    zm_table_free(&hunt->failed);
    free(hunt->table);
    *hunt = (struct hunt){0};
}

/* -- the table -- */

static uint16_t half_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (uint16_t)((bits + 0xffff) >> 16);
}

static float whole_of(uint16_t half)
{
    uint32_t bits = (uint32_t)half << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* What is lost with an entry: proofs stay as long as they can. */
static unsigned worth_of(const struct hunt_entry *entry)
{
    return entry->key == 0 ? 0 : 1 + entry->work + (entry->numbers[PROOF] == 0 ? 256u : 0);
}

/* The entry of a key, or the one that makes room for it. */
static struct hunt_entry *find(const struct hunt *hunt, uint64_t key)
{
    struct hunt_entry *group = &hunt->table[zm_mix64(key) & hunt->mask], *least = group;
    for (unsigned i = 0; i < GROUP; i++) {
        if (group[i].key == key)
            return &group[i];
        least = worth_of(&group[i]) < worth_of(least) ? &group[i] : least;
    }
    return least;
}

static uint8_t logarithm(uint64_t work)
{
    return (uint8_t)(work == 0 ? 0 : 64 - __builtin_clzll(work));
}

static void keep(struct hunt *hunt, uint64_t key, const float numbers[2], unsigned length,
                 uint64_t work)
{
    struct hunt_entry *entry = find(hunt, key);
    uint8_t spent = logarithm(work);
    if (entry->key == key && spent < entry->work)
        spent = entry->work;
    *entry = (struct hunt_entry){
        .key = key,
        .numbers = {half_of(numbers[PROOF]), half_of(numbers[REFUTATION])},
        .length = (uint8_t)(length < LONGEST ? length : LONGEST),
        .work = spent,
    };
}

static bool is_among(const struct zm_table *places, uint64_t key)
{
    return places->count > 0 &&
           zm_table_find(places, zm_bytes((const uint8_t *)&key, sizeof key)) != NULL;
}

static bool is_barred(const struct hunt *hunt, uint64_t key)
{
    return is_among(&hunt->barred, key);
}

static bool is_on_way(const struct hunt *hunt, uint64_t key)
{
    for (unsigned i = 0; i < hunt->depth; i++)
        if (hunt->way[i] == key)
            return true;
    return false;
}

/* -- the search -- */

static void decide(struct branch *branch, bool proved)
{
    branch->numbers[PROOF] = proved ? 0 : never;
    branch->numbers[REFUTATION] = proved ? never : 0;
}

/* The numbers of a place that is new. */
static void set_new(const struct hunt *hunt, struct branch *branch)
{
    float chance = guess_of(&hunt->guess, &branch->move.next);
    branch->numbers[PROOF] = fminf(powf(chance, -steep_proof), most_new);
    branch->numbers[REFUTATION] = expf(steep_refutation * chance);
}

/* Asks the table for the numbers of a place. */
static void look_up(const struct hunt *hunt, struct branch *branch)
{
    if (branch->move.decided != 0 || branch->numbers[PROOF] == 0)
        return;
    const struct hunt_entry *entry = find(hunt, branch->key);
    if (entry->key != branch->key && branch->numbers[PROOF] < 0)
        set_new(hunt, branch);
    if (entry->key == branch->key) {
        branch->numbers[PROOF] = whole_of(entry->numbers[PROOF]);
        branch->numbers[REFUTATION] = whole_of(entry->numbers[REFUTATION]);
        branch->length = entry->length;
    }
    if (branch->numbers[PROOF] == 0 && branch->length >= hunt->ceiling)
        decide(branch, false);
    if (branch->numbers[PROOF] > 0 && is_on_way(hunt, branch->key))
        decide(branch, false);
}

/* Does a stone bring back a board of the way, or what a symmetry makes of one? */
static bool comes_back(const struct hunt *hunt, const struct branch *branch)
{
    const uint64_t board = (UINT64_C(1) << 2 * SMALL_POINTS) - 1;
    for (unsigned i = 0; i < hunt->depth && !branch->move.next.passed; i++)
        if (((hunt->way[i] ^ branch->key) & board) == 0)
            return true;
    return false;
}

/* The moves of a place; numbers below zero are still to be looked up. */
static unsigned branch_out(const struct hunt *hunt, const struct force_place *place,
                           struct branch branches[SMALL_POINTS + 1])
{
    struct guess_move moves[SMALL_POINTS + 1];
    unsigned count = guess_moves(hunt->claim, place, moves), image;
    for (unsigned i = 0; i < count; i++) {
        struct branch *branch = &branches[i];
        *branch = (struct branch){.move = moves[i], .length = moves[i].length};
        branch->numbers[PROOF] = -1;
        branch->key = force_key(hunt->claim->size, &moves[i].next, &image);
        if (is_barred(hunt, branch->key) || comes_back(hunt, branch))
            branch->move.decided = -1;
        if (branch->move.decided != 0)
            decide(branch, branch->move.decided > 0);
    }
    return count;
}

/* What is known of a place from its moves. `near` is the number that one move decides: of the proof
 * where the hero moves, of the refutation where the other does; `far` the one of all. */
struct summary {
    unsigned near, far, best;
    float second;       /* the least near number but the best move's */
    float largest, sum; /* of the far numbers of the others */
    float numbers[2];
};

/* The far number of a place whose moves have these. */
static float together(float largest, float sum)
{
    return fminf(largest + counted * (sum - largest), most_open);
}

static struct summary sum_up(const struct branch *branches, unsigned count, bool own)
{
    struct summary all = {.near = own ? PROOF : REFUTATION, .far = own ? REFUTATION : PROOF};
    all.second = never;
    if (count == 0) { /* no stone, and no pass: the hero would have to end the game */
        all.numbers[PROOF] = own ? never : 0;
        all.numbers[REFUTATION] = own ? 0 : never;
        return all;
    }
    for (unsigned i = 1; i < count; i++) {
        bool better = branches[i].numbers[all.near] < branches[all.best].numbers[all.near];
        float behind = branches[better ? all.best : i].numbers[all.near];
        all.second = fminf(all.second, behind);
        all.best = better ? i : all.best;
    }
    for (unsigned i = 0; i < count; i++) {
        float number = branches[i].numbers[all.far];
        if (i == all.best)
            continue;
        all.largest = fmaxf(all.largest, number);
        all.sum += number;
    }
    float near = branches[all.best].numbers[all.near], far = branches[all.best].numbers[all.far];
    all.numbers[all.near] = near;
    all.numbers[all.far] = near == 0       ? never
                           : near >= never ? 0
                                           : together(fmaxf(all.largest, far), all.sum + far);
    return all;
}

/* How large the numbers of the best move may get before the place is left, or another move is
 * better. */
static void set_limits(const struct summary *all, const struct branch *best, const float limits[2],
                       float inner[2])
{
    float far = best->numbers[all->far];
    inner[all->near] = fminf(limits[all->near], all->second * patience + 1);
    float room = (limits[all->far] - together(all->largest, all->sum)) / counted;
    if (room > all->largest)
        room = limits[all->far] - counted * all->sum;
    inner[all->far] = limits[all->far] >= never ? never : fmaxf(room, far * 1.01f + 0.01f);
}

/* The longest play from a place that is proved: the hero takes the shortest. */
static unsigned length_of(const struct branch *branches, unsigned count, bool own)
{
    unsigned length = own ? LONGEST : 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned next = branches[i].length + 1u;
        bool counts = own ? branches[i].numbers[PROOF] == 0 && next < length : next > length;
        length = counts ? next : length;
    }
    return length;
}

/* Searches a place until a number of it reaches its limit. */
static void widen(struct hunt *hunt, const struct force_place *place, uint64_t key,
                  const float limits[2])
{
    struct branch branches[SMALL_POINTS + 1];
    struct summary all;
    bool own = place->turn == hunt->claim->hero;
    uint64_t before = hunt->nodes++;
    if (hunt->nodes > hunt->until)
        hunt->stopped = true;
    if (before % POLL == 0 && zm_run_poll(hunt->claim->run, hunt->depth, 0))
        hunt->stopped = true;
    hunt->way[hunt->depth++] = key;
    unsigned count = branch_out(hunt, place, branches);
    for (;;) {
        float inner[2];
        for (unsigned i = 0; i < count; i++)
            look_up(hunt, &branches[i]);
        all = sum_up(branches, count, own);
        if (hunt->depth == HUNT_DEPTH && all.numbers[PROOF] > 0) {
            all.numbers[PROOF] = never;
            all.numbers[REFUTATION] = 0;
        }
        if (hunt->stopped || all.numbers[PROOF] >= limits[PROOF] ||
            all.numbers[REFUTATION] >= limits[REFUTATION] || all.numbers[PROOF] == 0 ||
            all.numbers[REFUTATION] == 0)
            break;
        set_limits(&all, &branches[all.best], limits, inner);
        widen(hunt, &branches[all.best].move.next, branches[all.best].key, inner);
    }
    hunt->depth--;
    unsigned length = all.numbers[PROOF] == 0 ? length_of(branches, count, own) : 0;
    keep(hunt, key, all.numbers, length, hunt->nodes - before);
}

bool hunt_proves(struct hunt *hunt, const struct force_place *place, uint64_t nodes)
{
    const float limits[2] = {never, never};
    unsigned image;
    uint64_t key = force_key(hunt->claim->size, place, &image);
    int decided = force_decided(hunt->claim, place);
    if (decided != 0)
        return decided > 0;
    hunt->depth = 0;
    hunt->stopped = false;
    hunt->until = nodes < UINT64_MAX - hunt->nodes ? hunt->nodes + nodes : UINT64_MAX;
    if (!is_barred(hunt, key))
        widen(hunt, place, key, limits);
    const struct hunt_entry *entry = find(hunt, key);
    return entry->key == key && entry->numbers[PROOF] == 0 && !is_barred(hunt, key);
}

/* -- the strategy -- */

static bool note(struct zm_table *places, uint64_t key)
{
    return zm_table_insert(places, zm_bytes((const uint8_t *)&key, sizeof key), NULL) != NULL;
}

static bool bar(void *context, const struct force_place *place)
{
    struct hunt *hunt = context;
    unsigned image;
    return note(&hunt->barred, force_key(hunt->claim->size, place, &image));
}

/* Forgets what is known of a place. */
static void forget(struct hunt *hunt, uint64_t key)
{
    struct hunt_entry *entry = find(hunt, key);
    if (entry->key == key)
        *entry = (struct hunt_entry){0};
}

/* Is a move better for a strategy than another one: seen at once, drawn before, or shorter? */
static bool is_easier(const struct plays *plays, const struct branch *a, const struct branch *b)
{
    if (a->move.decided != b->move.decided)
        return a->move.decided > b->move.decided;
    bool drawn = plays_has(plays, a->key);
    return drawn != plays_has(plays, b->key) ? drawn : a->length < b->length;
}

/* Adds the hero's move: the easiest of those that are proved, and shorter than the place is said to
 * be. False: none is. */
static bool lead_own(struct hunt *hunt, const struct force_place *place, struct plays *plays)
{
    struct branch branches[SMALL_POINTS + 1], *best = NULL;
    unsigned count = branch_out(hunt, place, branches), image, longest = 0;
    uint64_t key = force_key(hunt->claim->size, place, &image);
    const struct hunt_entry *entry = find(hunt, key);
    if (entry->key == key && entry->numbers[PROOF] == 0)
        longest = entry->length;
    for (unsigned i = 0; i < count; i++) {
        struct branch *branch = &branches[i];
        look_up(hunt, branch);
        if (branch->numbers[PROOF] == 0 && (branch->length < longest || branch->move.decided > 0) &&
            (best == NULL || is_easier(plays, branch, best)))
            best = branch;
    }
    if (best != NULL)
        plays_lead_to(plays, best->key);
    return best != NULL;
}

/* Adds all moves of the other. False: one of them is known to be better for him. */
static bool lead_other(struct hunt *hunt, const struct force_place *place, struct plays *plays)
{
    struct branch branches[SMALL_POINTS + 1];
    unsigned count = branch_out(hunt, place, branches);
    for (unsigned i = 0; i < count; i++)
        if (branches[i].move.decided < 0)
            return false;
    for (unsigned i = 0; i < count; i++)
        plays_lead_to(plays, branches[i].key);
    return true;
}

/* Proves a place of the hero again, without what is barred by now, by plays that are not longer:
 * then it rests on nothing that rests on it. */
static bool mend(struct hunt *hunt, const struct force_place *place, unsigned length)
{
    unsigned image;
    uint64_t key = force_key(hunt->claim->size, place, &image);
    struct hunt_entry *entry = find(hunt, key);
    if (entry->key == key && entry->numbers[PROOF] == 0) {
        length = entry->length < length ? entry->length : length;
        *entry = (struct hunt_entry){0};
    }
    hunt->ceiling = length;
    bool mended = hunt_proves(hunt, place, hunt->mending);
    hunt->ceiling = LONGEST;
    return mended;
}

/* Adds where a place leads. A proof that has gone, or that rests on what is barred, is looked for
 * again. False: the place is not proved. */
static bool lead_on(struct hunt *hunt, const struct force_place *place, struct plays *plays,
                    unsigned length)
{
    if (force_decided(hunt->claim, place) > 0)
        return true;
    if (place->turn != hunt->claim->hero)
        return lead_other(hunt, place, plays);
    return lead_own(hunt, place, plays) ||
           (mend(hunt, place, length) && lead_own(hunt, place, plays));
}

/* How many moves a game may still have where it is decided. By a pass: one. Else every stone or pass
 * of the other is answered by a stone that joins those that cannot be taken, which leave two points
 * empty at least; or he fills what is left, a stone for each pass. It may be the hero's turn before,
 * and two passes come last. */
static unsigned rest_of(const struct hunt *hunt, const struct force_place *place)
{
    const struct force *claim = hunt->claim;
    uint32_t alive = small_alive(claim->size, &place->board, claim->hero);
    if (!force_is_sure(claim, place))
        return 1;
    return 2 * (claim->size->points - (unsigned)__builtin_popcount(alive) - 2) + 3;
}

/* May a drawing grow further, beside the table? */
static bool has_room(const struct hunt *hunt, const struct plays *plays)
{
    size_t table = (hunt->mask + GROUP) * sizeof *hunt->table;
    size_t limit = hunt->claim->run->memory_limit;
    return limit == 0 || table + plays_memory(plays) <= limit;
}

bool hunt_draws(struct hunt *hunt, const struct force_place *place, struct plays *plays)
{
    bool drawn = true;
    unsigned image;
    hunt->depth = 0;
    plays_number(plays, force_key(hunt->claim->size, place, &image));
    plays_at(plays, 0)->length = LONGEST;
    for (uint32_t i = 0; i < plays_count(plays) && !plays->failed; i++) {
        struct force_place next = force_place_of(plays_at(plays, i)->place);
        uint32_t known = plays_count(plays), length = plays_at(plays, i)->length;
        plays_begin(plays, i);
        if (!lead_on(hunt, &next, plays, length)) {
            plays->failed |= !note(&hunt->failed, plays_at(plays, i)->place);
            drawn = false;
        }
        for (uint32_t k = known; k < plays_count(plays); k++)
            plays_at(plays, k)->length = length - 1;
        if (force_decided(hunt->claim, &next) > 0)
            plays_at(plays, i)->length = rest_of(hunt, &next);
        if (i % POLL == 0)
            plays->failed |= zm_run_look(hunt->claim->run) || !has_room(hunt, plays);
    }
    return drawn && !plays->failed;
}

/* Is a place of a strategy not proved any more, as it failed itself or one that it leads to is not
 * proved? Then it is forgotten and has to be searched again, from above, unless the hero finds
 * another move there soon. */
static bool falls(void *context, uint64_t word, bool below)
{
    struct hunt *hunt = context;
    struct force_place place = force_place_of(word);
    if (is_barred(hunt, word))
        return true;
    if (!below && !is_among(&hunt->failed, word))
        return false;
    if (place.turn == hunt->claim->hero && mend(hunt, &place, LONGEST))
        return false;
    forget(hunt, word);
    return true;
}

/* Is a board one of the past, or what a symmetry makes of one? */
static bool was_there(const struct hunt *hunt, const struct hunt_rule *rule,
                      const struct small_board *board)
{
    uint32_t images[2][8];
    small_turn(hunt->claim->size, board->stones[0], images[0]);
    small_turn(hunt->claim->size, board->stones[1], images[1]);
    for (unsigned i = 0; i < rule->past_count; i++)
        for (unsigned k = 0; k < hunt->claim->size->symmetries; k++)
            if (rule->past[i].stones[0] == images[0][k] && rule->past[i].stones[1] == images[1][k])
                return true;
    return false;
}

/* Bars the places whose boards are of the past, but for the first, which is there now. */
static bool bar_past(struct hunt *hunt, const struct hunt_rule *rule, const struct plays *plays)
{
    bool any = false;
    for (uint32_t i = 1; rule->past_count > 0 && i < plays_count(plays); i++) {
        struct force_place place = force_place_of(plays_at(plays, i)->place);
        if (was_there(hunt, rule, &place.board))
            any |= bar(hunt, &place);
    }
    return any;
}

/* Looks at a strategy by the rule of ko. */
static enum force_lasting check(struct hunt *hunt, const struct hunt_rule *rule,
                                struct plays *plays)
{
    bool returns;
    if (plays_at(plays, 0)->length > rule->moves)
        return FORCE_UNKNOWN;
    bool past = bar_past(hunt, rule, plays);
    if (!plays_find_returns(plays, rule->ko, hunt->claim->hero, bar, hunt, &returns))
        return FORCE_UNKNOWN;
    if (past || returns)
        plays_spread(plays, falls, hunt);
    return past || returns ? FORCE_RETURNS : FORCE_LASTS;
}

/* Forgets what failed, and the loops: proofs that were found at different times may rest on each
 * other. Then all that rests on them falls. */
static enum force_lasting mend_all(struct hunt *hunt, struct plays *plays)
{
    struct zm_table_cursor cursor = {0};
    struct zm_bytes bytes;
    void *unused;
    for (uint32_t i = 0; i < plays_count(plays); i++)
        if (plays_loops(plays, i) && !note(&hunt->failed, plays_at(plays, i)->place))
            return FORCE_UNKNOWN;
    while (zm_table_next(&hunt->failed, &cursor, &bytes, &unused)) {
        uint64_t key;
        memcpy(&key, bytes.data, sizeof key);
        forget(hunt, key);
    }
    plays_spread(plays, falls, hunt);
    return FORCE_RETURNS;
}

/* Draws a strategy and looks at it. */
static enum force_lasting lasts(struct hunt *hunt, const struct force_place *place,
                                const struct hunt_rule *rule)
{
    struct plays plays;
    enum force_lasting lasting = FORCE_UNKNOWN;
    plays_init(&plays);
    zm_table_free(&hunt->failed);
    bool drawn = hunt_draws(hunt, place, &plays);
    if (!plays.failed)
        lasting =
            plays_measure(&plays) && drawn ? check(hunt, rule, &plays) : mend_all(hunt, &plays);
    plays_free(&plays);
    return lasting;
}

bool hunt_holds(struct hunt *hunt, const struct force_place *place, const struct hunt_rule *rule)
{
    enum force_lasting lasting = FORCE_RETURNS;
    hunt->mending = rule->mending;
    for (; lasting == FORCE_RETURNS && hunt_proves(hunt, place, rule->nodes); hunt->mending *= 2)
        lasting = lasts(hunt, place, rule);
    return lasting == FORCE_LASTS;
}
