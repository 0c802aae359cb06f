/* Positions of morris as numbers; see numbering.h. */
#include "games/morris/numbering.h"

#include "theory/subsets.h"

#include <stdlib.h>
#include <string.h>

static unsigned most_left(const struct zm_merels_rules *rules)
{
    return rules->placed ? 0 : 2 * rules->men;
}

/* May a player with `hand` men to place have `men` on the board? The one who moves may be down to
 * two men, and then has lost; the one who has just moved may not. */
static bool may_have(const struct zm_merels_rules *rules, unsigned hand, unsigned men, bool mover)
{
    return hand + men <= rules->men && hand + men >= (mover ? 2 : 3);
}

static void fill_images(struct zm_morris_numbering *n)
{
    const struct zm_merels_board *board = &n->rules->board;
    for (unsigned s = 0; s < board->symmetry_count; s++)
        for (unsigned byte = 0; byte < 3; byte++)
            for (unsigned set = 0; set < 256; set++)
                n->images[s][byte][set] =
                    zm_merels_image(board, s, (uint32_t)set << 8 * byte & board->all);
}

static uint32_t image(const struct zm_morris_numbering *n, unsigned symmetry, uint32_t set)
{
    return n->images[symmetry][0][set & 255] | n->images[symmetry][1][set >> 8 & 255] |
           n->images[symmetry][2][set >> 16];
}

static void fill_ranks(struct zm_morris_numbering *n)
{
    for (unsigned byte = 0; byte < 3; byte++)
        for (unsigned before = 0; before <= 8 * byte; before++)
            for (unsigned set = 0; set < 256; set++) {
                uint32_t sum = 0;
                unsigned k = before;
                for (unsigned bit = 0; bit < 8; bit++)
                    if ((set >> bit & 1) != 0)
                        sum += (uint32_t)zm_choose(8 * byte + bit, ++k);
                n->ranks[byte][before][set] = sum;
            }
}

/* The same as zm_subset_rank. */
static uint32_t rank_of(const struct zm_morris_numbering *n, uint32_t set)
{
    uint32_t low = set & 255, middle = set >> 8 & 255, high = set >> 16;
    unsigned before = (unsigned)__builtin_popcount(low);
    return n->ranks[0][0][low] + n->ranks[1][before][middle] +
           n->ranks[2][before + (unsigned)__builtin_popcount(middle)][high];
}

/* The representative of a class is its member with the least rank. */
static bool fill_classes(struct zm_morris_numbering *n, unsigned size)
{
    struct zm_morris_classes *c = &n->classes[size];
    const struct zm_merels_board *board = &n->rules->board;
    size_t sets = (size_t)zm_choose(board->points, size);
    c->class_of = malloc(sets * sizeof *c->class_of);
    c->symmetries = malloc(sets * sizeof *c->symmetries);
    c->members = malloc(sets * sizeof *c->members);
    c->keepers = malloc(sets * sizeof *c->keepers);
    c->sets = malloc(sets * sizeof *c->sets);
    if (c->class_of == NULL || c->symmetries == NULL || c->members == NULL || c->keepers == NULL ||
        c->sets == NULL)
        return false;
    for (size_t rank = 0; rank < sets; rank++) {
        uint32_t set = zm_subset_unrank(rank, size), least = set;
        uint16_t symmetries = 0;
        for (unsigned s = 0; s < board->symmetry_count; s++) {
            uint32_t other = image(n, s, set);
            /* Colexicographic order is the order of the masks. */
            if (other < least) {
                least = other;
                symmetries = 0;
            }
            if (other == least)
                symmetries |= (uint16_t)(1u << s);
        }
        c->symmetries[rank] = symmetries;
        c->sets[rank] = set;
        if (least == set) {
            c->members[c->count] = set;
            c->keepers[c->count] = symmetries;
        }
        c->class_of[rank] = least == set ? c->count++ : c->class_of[zm_subset_rank(least)];
    }
    return true;
}

/* Calls for each block that the rules allow, in order. */
static void each_block(const struct zm_merels_rules *rules,
                       void (*visit)(void *context, unsigned left, unsigned mine, unsigned theirs),
                       void *context)
{
    for (unsigned left = 0; left <= most_left(rules); left++)
        for (unsigned mine = 0; mine <= rules->men; mine++)
            for (unsigned theirs = 0; theirs <= rules->men; theirs++)
                if (may_have(rules, (left + 1) / 2, mine, true) &&
                    may_have(rules, left / 2, theirs, false) &&
                    mine + theirs <= rules->board.points)
                    visit(context, left, mine, theirs);
}

static size_t place(const struct zm_merels_rules *rules, unsigned left, unsigned mine,
                    unsigned theirs)
{
    return ((size_t)left * (rules->men + 1) + mine) * (rules->men + 1) + theirs;
}

static void add_block(void *context, unsigned left, unsigned mine, unsigned theirs)
{
    struct zm_morris_numbering *n = context;
    struct zm_morris_block *block = &n->blocks[n->block_count];
    *block = (struct zm_morris_block){
        .left = left,
        .men = {mine, theirs},
        .first = n->count,
        .others = zm_choose(n->rules->board.points - mine, theirs),
    };
    block->positions = n->classes[mine].count * block->others;
    n->count += block->positions;
    n->block_at[place(n->rules, left, mine, theirs)] = (uint32_t)n->block_count++;
}

bool zm_morris_numbering_make(struct zm_morris_numbering *n, const struct zm_merels_rules *rules)
{
    size_t places = place(rules, most_left(rules), rules->men, rules->men) + 1;
    *n = (struct zm_morris_numbering){
        .rules = rules,
        .images = malloc(rules->board.symmetry_count * sizeof *n->images),
        .ranks = calloc(3, sizeof *n->ranks),
        .blocks = malloc(places * sizeof *n->blocks),
        .block_at = malloc(places * sizeof *n->block_at),
    };
    bool good = n->images != NULL && n->ranks != NULL && n->blocks != NULL && n->block_at != NULL;
    if (good) {
        memset(n->block_at, 0xff, places * sizeof *n->block_at);
        fill_images(n);
        fill_ranks(n);
    }
    for (unsigned size = 0; size <= rules->men && good; size++)
        good = fill_classes(n, size);
    if (good)
        each_block(rules, add_block, n);
    else
        zm_morris_numbering_free(n);
    return good;
}

void zm_morris_numbering_free(struct zm_morris_numbering *n)
{
    for (unsigned size = 0; size <= ZM_MERELS_POINTS; size++) {
        free(n->classes[size].class_of);
        free(n->classes[size].symmetries);
        free(n->classes[size].members);
        free(n->classes[size].keepers);
        free(n->classes[size].sets);
    }
    free(n->images);
    free(n->ranks);
    free(n->blocks);
    free(n->block_at);
    *n = (struct zm_morris_numbering){0};
}

struct counter {
    const struct zm_merels_rules *rules;
    uint64_t count;
};

static void count_block(void *context, unsigned left, unsigned mine, unsigned theirs)
{
    struct counter *counter = context;
    unsigned points = counter->rules->board.points;
    (void)left;
    counter->count += zm_choose(points, mine) * zm_choose(points - mine, theirs);
}

uint64_t zm_morris_count(const struct zm_merels_rules *rules)
{
    struct counter counter = {rules, 0};
    each_block(rules, count_block, &counter);
    return counter.count;
}

/* The least number of the other's set over the symmetries that make the mover's the representative.
 */
static uint64_t rank_other(const struct zm_morris_numbering *n, uint16_t symmetries, uint32_t mover,
                           uint32_t other)
{
    uint64_t least = UINT64_MAX;
    for (; symmetries != 0; symmetries &= (uint16_t)(symmetries - 1)) {
        uint32_t turned = image(n, (unsigned)__builtin_ctz(symmetries), other);
        uint64_t rank = zm_subset_rank_without(turned, mover);
        least = rank < least ? rank : least;
    }
    return least;
}

uint64_t zm_morris_rank(const struct zm_morris_numbering *n,
                        const struct zm_merels_position *position)
{
    const struct zm_merels_rules *rules = n->rules;
    uint32_t mover = position->men[position->turn], other = position->men[!position->turn];
    unsigned mine = (unsigned)__builtin_popcount(mover),
             theirs = (unsigned)__builtin_popcount(other);
    unsigned left = (unsigned)position->hand[0] + position->hand[1];
    if (left > most_left(rules) || mine > rules->men || theirs > rules->men)
        return n->count;
    uint32_t at = n->block_at[place(rules, left, mine, theirs)];
    if (at == UINT32_MAX)
        return n->count;
    const struct zm_morris_classes *classes = &n->classes[mine];
    uint32_t rank = rank_of(n, mover);
    uint32_t class = classes->class_of[rank];
    return n->blocks[at].first + class * n->blocks[at].others +
           rank_other(n, classes->symmetries[rank], classes->members[class], other);
}

static const struct zm_morris_block *block_of(const struct zm_morris_numbering *n, uint64_t number)
{
    size_t low = 0, high = n->block_count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (n->blocks[middle].first <= number)
            low = middle;
        else
            high = middle;
    }
    return &n->blocks[low];
}

bool zm_morris_unrank(const struct zm_morris_numbering *n, uint64_t number,
                      struct zm_merels_position *position)
{
    const struct zm_morris_block *block = block_of(n, number);
    const struct zm_morris_classes *classes = &n->classes[block->men[0]];
    uint64_t inside = number - block->first, class, other;
    if (inside <= UINT32_MAX) { /* a much quicker division */
        class = (uint32_t)inside / (uint32_t)block->others;
        other = (uint32_t)inside % (uint32_t)block->others;
    } else {
        class = inside / block->others;
        other = inside % block->others;
    }
    uint32_t mover = classes->members[class];
    uint32_t squeezed = n->classes[block->men[1]].sets[other];
    *position = (struct zm_merels_position){
        .men = {mover, zm_subset_spread(squeezed, mover)},
        .hand = {(uint8_t)((block->left + 1) / 2), (uint8_t)(block->left / 2)},
    };
    uint16_t symmetries = classes->keepers[class];
    return (symmetries & (symmetries - 1)) == 0 ||
           rank_other(n, symmetries, mover, position->men[1]) == other;
}
