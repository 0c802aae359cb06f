/* A component is first shrunk: only its joints (coins with three strings or more) stay, tied by
 * chains that have a length. Joints are then told apart by colours that are refined by those of
 * their neighbours (colour refinement, as in nauty), and where colours do not tell, by trying each
 * joint of a colour as the first (individualisation). Joints numbered by their colours give a list
 * of ties (joint, joint or ground, length), whose hash is the name; of several numberings the one
 * with the least hash counts. The graphs are a quarter of the size that nauty would see, and most
 * are told apart by colours alone, which makes this several times faster. Where it is not (too many
 * numberings), nauty does the work. */
#include "engines/dots/label.h"

#include "base/bits.h"
#include "games/dots/exact.h"

enum { GROUND = 255, NUMBERINGS = 256, ROUNDS = 2 };

struct tie {
    uint8_t end[2]; /* joints; the second may be the ground */
    uint8_t length;
};

struct shrunk {
    unsigned joints, count;
    struct tie ties[ZM_COINS_MOST];
};

struct colours {
    uint64_t of[ZM_COINS_MOST];
};

/* A cheaper one, for colours: an accident there costs time, no truth. */
static inline uint64_t stir(uint64_t x)
{
    x *= ZM_MIX;
    return x ^ x >> 29;
}

static struct zm_hash128 finish(struct zm_hash128 sum, uint64_t salt)
{
    sum.low = zm_split64(sum.low + salt);
    sum.high = zm_split64(sum.high ^ sum.low);
    sum.low = zm_split64(sum.low + sum.high);
    return sum;
}

/* Follows the chain that leaves `coin` by `string` up to a joint or the ground. */
static uint8_t follow(const struct zm_coins *graph, uint64_t strings, unsigned string, uint8_t coin,
                      struct tie *tie, unsigned *last)
{
    tie->length = 1;
    for (;;) {
        coin = zm_coins_other(graph, string, coin);
        *last = string;
        if (coin == ZM_COINS_GROUND)
            return coin;
        uint64_t next = strings & graph->at[coin] & ~((uint64_t)1 << string);
        if ((next & (next - 1)) != 0)
            return coin;
        string = (unsigned)__builtin_ctzll(next);
        tie->length++;
    }
}

static void shrink(const struct zm_coins *graph, uint64_t strings, uint64_t coins,
                   struct shrunk *shrunk)
{
    uint8_t number[ZM_COINS_MOST];
    uint64_t joints = 0, left, known = 0;
    shrunk->joints = shrunk->count = 0;
    for (left = coins; left != 0; left &= left - 1) {
        unsigned coin = (unsigned)__builtin_ctzll(left);
        uint64_t own = strings & graph->at[coin], more = own & (own - 1);
        if ((more & (more - 1)) != 0) {
            joints |= (uint64_t)1 << coin;
            number[coin] = (uint8_t)shrunk->joints++;
        }
    }
    for (left = joints; left != 0; left &= left - 1) {
        unsigned coin = (unsigned)__builtin_ctzll(left), last;
        for (uint64_t own = strings & graph->at[coin]; own != 0; own &= own - 1) {
            unsigned string = (unsigned)__builtin_ctzll(own);
            if ((known >> string & 1) != 0)
                continue; /* a chain that was followed from its other end */
            struct tie *tie = &shrunk->ties[shrunk->count++];
            uint8_t other = follow(graph, strings, string, (uint8_t)coin, tie, &last);
            known |= (uint64_t)1 << last;
            tie->end[0] = number[coin];
            tie->end[1] = other == ZM_COINS_GROUND ? GROUND : number[other];
        }
    }
}

static void first_colours(const struct shrunk *shrunk, struct colours *colours)
{
    for (unsigned i = 0; i < shrunk->joints; i++)
        colours->of[i] = 0;
    for (unsigned i = 0; i < shrunk->count; i++) {
        const struct tie *tie = &shrunk->ties[i];
        if (tie->end[1] == GROUND)
            colours->of[tie->end[0]] += stir(tie->length);
        else if (tie->end[1] == tie->end[0])
            colours->of[tie->end[0]] += stir(tie->length + 512U);
        else {
            colours->of[tie->end[0]] += stir(tie->length + 1024U);
            colours->of[tie->end[1]] += stir(tie->length + 1024U);
        }
    }
}

static void refine_once(const struct shrunk *shrunk, struct colours *colours)
{
    struct colours next;
    for (unsigned i = 0; i < shrunk->joints; i++)
        next.of[i] = 0;
    for (unsigned i = 0; i < shrunk->count; i++) {
        const struct tie *tie = &shrunk->ties[i];
        unsigned a = tie->end[0], b = tie->end[1];
        if (b == GROUND || a == b)
            continue;
        next.of[a] += stir(colours->of[b] + tie->length);
        next.of[b] += stir(colours->of[a] + tie->length);
    }
    for (unsigned i = 0; i < shrunk->joints; i++)
        colours->of[i] = stir(colours->of[i] + (next.of[i] ^ next.of[i] >> 32));
}

/* Numbers the joints by colour: equal ones have the same number, that of the first of them. Returns
 * the set of numbers. */
static uint64_t rank_joints(const struct shrunk *shrunk, const struct colours *colours,
                            uint8_t *rank)
{
    uint64_t ranks = 0;
    for (unsigned i = 0; i < shrunk->joints; i++) {
        unsigned less = 0;
        for (unsigned j = 0; j < shrunk->joints; j++)
            less += colours->of[j] < colours->of[i];
        rank[i] = (uint8_t)less;
        ranks |= (uint64_t)1 << less;
    }
    return ranks;
}

/* Refines until colours tell no more; returns the set of numbers. Two rounds are nearly always
 * needed, and are made without a look at what they tell. */
static uint64_t refine(const struct shrunk *shrunk, struct colours *colours, uint8_t *rank)
{
    for (unsigned i = 0; i < ROUNDS; i++)
        refine_once(shrunk, colours);
    uint64_t all = shrunk->joints == 64 ? ~(uint64_t)0 : ((uint64_t)1 << shrunk->joints) - 1;
    uint64_t ranks = rank_joints(shrunk, colours, rank), before = 0;
    while (ranks != all && __builtin_popcountll(ranks) > __builtin_popcountll(before)) {
        before = ranks;
        refine_once(shrunk, colours);
        ranks = rank_joints(shrunk, colours, rank);
    }
    return ranks;
}

static struct zm_hash128 hash_numbering(const struct shrunk *shrunk, const uint8_t *rank)
{
    struct zm_hash128 sum = {0, 0};
    for (unsigned i = 0; i < shrunk->count; i++) {
        const struct tie *tie = &shrunk->ties[i];
        unsigned a = rank[tie->end[0]], b = tie->end[1] == GROUND ? GROUND : rank[tie->end[1]];
        uint64_t code = (a < b ? a << 8 | b : b << 8 | a) << 8 | tie->length;
        sum.low += zm_split64(code + UINT64_C(0x8ebc6af09c88c6e3));
        sum.high += zm_split64(code * UINT64_C(0x589965cc75374cc3) + 1);
    }
    return sum;
}

/* The number of the first of the smallest sets of joints with one colour. */
static unsigned smallest_cell(const struct shrunk *shrunk, uint64_t ranks)
{
    unsigned best = 0, least = UINT32_MAX;
    while (ranks != 0) {
        unsigned rank = (unsigned)__builtin_ctzll(ranks);
        ranks &= ranks - 1;
        unsigned size = (ranks != 0 ? (unsigned)__builtin_ctzll(ranks) : shrunk->joints) - rank;
        if (size > 1 && size < least) {
            best = rank;
            least = size;
        }
    }
    return best;
}

/* Sets `least` to the least hash of a numbering; false: there are too many. */
static bool number_joints(const struct shrunk *shrunk, struct colours *colours, unsigned *tried,
                          struct zm_hash128 *least)
{
    uint8_t rank[ZM_COINS_MOST];
    uint64_t ranks = refine(shrunk, colours, rank);
    if ((unsigned)__builtin_popcountll(ranks) == shrunk->joints) {
        struct zm_hash128 hash = hash_numbering(shrunk, rank);
        if (*tried == 0 || hash.high < least->high ||
            (hash.high == least->high && hash.low < least->low))
            *least = hash;
        return ++*tried <= NUMBERINGS;
    }
    unsigned cell = smallest_cell(shrunk, ranks);
    for (unsigned i = 0; i < shrunk->joints; i++) {
        if (rank[i] != cell)
            continue;
        struct colours chosen = *colours;
        chosen.of[i] = stir(chosen.of[i] ^ UINT64_C(0x5bd1e995));
        if (!number_joints(shrunk, &chosen, tried, least))
            return false;
    }
    return true;
}

struct zm_hash128 zm_dots_label(const struct zm_coins *graph, uint64_t strings, uint64_t coins)
{
    struct shrunk shrunk;
    struct colours colours;
    struct zm_hash128 least = {0, 0};
    unsigned tried = 0;
    shrink(graph, strings, coins, &shrunk);
    if (shrunk.joints == 0) { /* a chain between arrows, or a cycle */
        least.low =
            (uint64_t)__builtin_popcountll(strings) << 8 | (uint64_t)__builtin_popcountll(coins);
        return finish(least, 1);
    }
    first_colours(&shrunk, &colours);
    if (number_joints(&shrunk, &colours, &tried, &least))
        return finish(least, 2 + shrunk.joints);
    uint8_t form[ZM_COINS_EXACT_SIZE];
    return zm_bytes_hash128(zm_bytes(form, zm_coins_exact(graph, strings, coins, form)));
}
