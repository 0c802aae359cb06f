/* Forced margins; see force.h. */
#include "engines/go/force.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 4,
    POLL = 1024,
    NO_MOVE = 0xff,
    TURN_SHIFT = 2 * SMALL_POINTS,
    PASSED_SHIFT = TURN_SHIFT + 1,
    KO_SHIFT = PASSED_SHIFT + 1,
    MARK_SHIFT = 63, /* no key is zero */
    HISTORY_MOST = 1 << 14,
};

struct force_entry {
    uint64_t key;   /* 0: none */
    uint8_t length; /* of the longest play; FORCE_OPEN: it is not proved */
    uint8_t failed; /* not forced in so many moves */
    uint8_t move;   /* what decided, on the image of the key; SMALL_POINTS: a pass */
};

bool force_open(struct force *force, const struct small_size *size, size_t bytes,
                struct zm_run *run)
{
    uint64_t entries = GROUP;
    while (2 * entries * sizeof(struct force_entry) <= bytes)
        entries *= 2;
    *force = (struct force){.size = size, .run = run, .mask = entries - GROUP};
    zm_table_init(&force->barred, 0);
    force->table = calloc(entries, sizeof *force->table);
    return force->table != NULL;
}

void force_close(struct force *force)
{
    free(force->table);
    zm_table_free(&force->barred);
    *force = (struct force){0};
}

void force_forget(struct force *force)
{
    for (uint64_t i = 0; i < force->mask + GROUP; i++)
        if (force->table[i].key != 0)
            force->table[i].length = FORCE_OPEN;
}

static void forget_table(struct force *force)
{
    memset(force->table, 0, (force->mask + GROUP) * sizeof *force->table);
}

static void forget_all(struct force *force)
{
    forget_table(force);
    zm_table_free(&force->barred);
    zm_table_init(&force->barred, 0);
}

void force_be_patient(struct force *force)
{
    forget_all(force);
    force->patient = true;
}

void force_aim(struct force *force, unsigned hero, int target)
{
    if (force->nodes > 0 && force->hero == hero && target > force->target && !force->patient)
        force_forget(force); /* what was not forced is not now */
    else if (force->nodes > 0)
        forget_table(force);
    zm_table_free(&force->barred);
    zm_table_init(&force->barred, 0);
    force->patient = false;
    force->hero = hero;
    force->target = target;
}

uint64_t force_word(const struct force_place *place)
{
    return place->board.stones[0] | (uint64_t)place->board.stones[1] << SMALL_POINTS |
           (uint64_t)place->turn << TURN_SHIFT | (uint64_t)place->passed << PASSED_SHIFT |
           (uint64_t)place->ko << KO_SHIFT | UINT64_C(1) << MARK_SHIFT;
}

uint64_t force_key(const struct small_size *size, const struct force_place *place, unsigned *image)
{
    uint64_t least = UINT64_MAX;
    uint32_t black[8], white[8];
    small_turn(size, place->board.stones[0], black);
    small_turn(size, place->board.stones[1], white);
    for (unsigned i = 0; i < size->symmetries; i++) {
        uint64_t key = black[i] | (uint64_t)white[i] << SMALL_POINTS;
        if (place->ko != 0)
            key |= (uint64_t)(size->images[i][place->ko - 1] + 1) << KO_SHIFT;
        if (key < least) {
            least = key;
            *image = i;
        }
    }
    return least | (uint64_t)place->turn << TURN_SHIFT | (uint64_t)place->passed << PASSED_SHIFT |
           UINT64_C(1) << MARK_SHIFT;
}

struct force_place force_place_of(uint64_t key)
{
    const uint32_t all = (UINT32_C(1) << SMALL_POINTS) - 1;
    return (struct force_place){
        .board = {{(uint32_t)key & all, (uint32_t)(key >> SMALL_POINTS) & all}},
        .turn = key >> TURN_SHIFT & 1,
        .passed = key >> PASSED_SHIFT & 1,
        .ko = key >> KO_SHIFT & 31};
}

/* The entry of a key, or the one that makes room for it: what is not proved goes first, then what
 * took the shortest search. */
static struct force_entry *find(const struct force *force, uint64_t key)
{
    struct force_entry *group = &force->table[zm_mix64(key) & force->mask], *least = group;
    unsigned worth = UINT32_MAX;
    for (unsigned i = 0; i < GROUP; i++) {
        struct force_entry *entry = &group[i];
        if (entry->key == key || entry->key == 0)
            return entry;
        unsigned own = entry->length == FORCE_OPEN ? entry->failed : FORCE_OPEN + entry->length;
        least = own < worth ? entry : least;
        worth = own < worth ? own : worth;
    }
    return least;
}

static bool is_barred(const struct force *force, uint64_t key)
{
    return force->barred.count > 0 &&
           zm_table_find(&force->barred, zm_bytes((const uint8_t *)&key, sizeof key)) != NULL;
}

bool force_bar(struct force *force, const struct force_place *place)
{
    unsigned image;
    uint64_t key = force_key(force->size, place, &image);
    return zm_table_insert(&force->barred, zm_bytes((const uint8_t *)&key, sizeof key), NULL) !=
           NULL;
}

static void keep(struct force *force, uint64_t key, bool proved, unsigned number, unsigned move)
{
    struct force_entry *entry = find(force, key);
    if (entry->key != key)
        *entry = (struct force_entry){.key = key, .length = FORCE_OPEN, .move = NO_MOVE};
    if (proved)
        entry->length = (uint8_t)(number < FORCE_OPEN ? number : FORCE_OPEN - 1);
    else if (number > entry->failed)
        entry->failed = (uint8_t)number;
    if (move != NO_MOVE)
        entry->move = (uint8_t)move;
}

int force_margin(const struct force *force, const struct small_board *board)
{
    int margin = small_margin(force->size, board);
    return force->hero == 0 ? margin : -margin;
}

/* Does a side keep so many points whatever the other does? A pass that ends the game may come before
 * it has taken what is dead, and a ko may bar what it needs: then only by doing nothing. */
static bool keeps(const struct force *force, const struct force_place *place, unsigned side,
                  int points)
{
    const struct small_size *size = force->size;
    bool moves = place->turn == side;
    const struct small_most most = small_most(size, &place->board, side);
    if (most.safe >= points && !force->patient && place->ko == 0 && (moves || !place->passed) &&
        __builtin_popcount(small_safe(size, &place->board, side, moves)) >= points)
        return true;
    return most.sure >= points &&
           __builtin_popcount(small_sure(size, &place->board, side)) >= points;
}

/* Points with which the hero has his margin. */
static int enough_points(const struct force *force)
{
    return ((int)force->size->points + force->target + 1) / 2;
}

bool force_is_sure(const struct force *force, const struct force_place *place)
{
    return keeps(force, place, force->hero, enough_points(force));
}

bool force_is_hopeless(const struct force *force, const struct force_place *place)
{
    int points = (int)force->size->points;
    return keeps(force, place, 1 - force->hero, (points - force->target) / 2 + 1);
}

int force_decided(const struct force *force, const struct force_place *place)
{
    if (place->passed && place->turn == force->hero &&
        force_margin(force, &place->board) >= force->target)
        return 1;
    return force_is_sure(force, place) ? 1 : force_is_hopeless(force, place) ? -1 : 0;
}

/* The point on which a ko would be taken back after a stone, and one: the stone took one other, and
 * stands alone with that point for its only liberty. */
static uint8_t ko_after(const struct small_size *size, const struct small_board *before,
                        const struct small_board *after, unsigned side, uint32_t point)
{
    uint32_t taken = before->stones[1 - side] & ~after->stones[1 - side];
    uint32_t near = small_near(size, point);
    bool alone = (near & after->stones[side]) == 0;
    uint32_t liberties = near & ~after->stones[0] & ~after->stones[1];
    if (taken == 0 || (taken & (taken - 1)) != 0 || !alone || liberties != taken)
        return 0;
    return (uint8_t)(__builtin_ctz(taken) + 1);
}

/* The stones on some points only. */
static unsigned moves_on(const struct small_size *size, const struct force_place *place,
                         uint32_t where, struct force_place *next, uint8_t *points)
{
    unsigned count = 0;
    uint32_t empty = where & ~place->board.stones[0] & ~place->board.stones[1];
    if (place->ko != 0)
        empty &= ~(UINT32_C(1) << (place->ko - 1));
    for (; empty != 0; empty &= empty - 1) {
        struct small_board board = place->board;
        uint32_t point = empty & -empty;
        if (!small_play(size, &board, place->turn, point))
            continue;
        points[count] = (uint8_t)__builtin_ctz(point);
        next[count++] =
            (struct force_place){.board = board,
                                 .turn = 1 - place->turn,
                                 .ko = ko_after(size, &place->board, &board, place->turn, point)};
    }
    return count;
}

unsigned force_moves(const struct small_size *size, const struct force_place *place,
                     struct force_place *next, uint8_t *points)
{
    return moves_on(size, place, size->all, next, points);
}

bool force_has_last(const struct force *force, const struct force_place *place)
{
    struct force_place next[SMALL_POINTS];
    uint8_t points[SMALL_POINTS];
    uint32_t where = small_hopes(force->size, &place->board, place->turn, enough_points(force));
    unsigned count = where == 0 ? 0 : moves_on(force->size, place, where, next, points);
    for (unsigned i = 0; i < count; i++)
        if (force_is_sure(force, &next[i]))
            return true;
    return false;
}

/* How early a move is tried: the table's, then captures, what was good elsewhere, the middle. */
static unsigned worth_of(const struct force *force, const struct force_place *place,
                         const struct force_place *next, unsigned point, bool first)
{
    uint32_t near = small_near(force->size, UINT32_C(1) << point);
    uint32_t taken = place->board.stones[1 - place->turn] & ~next->board.stones[1 - place->turn];
    return (first ? 1 << 20 : 0) + 200 * (unsigned)__builtin_popcount(taken) +
           force->history[place->turn][point] / 16 + 20 * (unsigned)__builtin_popcount(near) +
           10 * (unsigned)__builtin_popcount(small_near(force->size, near));
}

static void reward(struct force *force, unsigned side, unsigned point, unsigned depth)
{
    uint32_t *history = &force->history[side][point];
    *history += depth * depth;
    if (*history > HISTORY_MOST)
        for (unsigned i = 0; i < 2 * SMALL_POINTS; i++)
            force->history[i / SMALL_POINTS][i % SMALL_POINTS] /= 2;
}

/* What is decided before any stone is thought of: by a pass that ends the game. 1: forced. -1: it
 * is not. Sets how long the play is at least. */
static int by_ending(const struct force *force, const struct force_place *place, unsigned *length)
{
    bool enough = force_margin(force, &place->board) >= force->target;
    bool own = place->turn == force->hero;
    *length = 0;
    if (place->passed)
        return own && enough ? 1 : !own && !enough ? -1 : 0;
    if (!own && enough)
        *length = 2; /* a pass of the other is answered by one, and that is the end */
    return 0;
}

static bool search(struct force *force, const struct force_place *place, unsigned depth,
                   unsigned *length);

/* The pass of the player to move, where it does not end the game. Does it decide? */
static bool pass_decides(struct force *force, const struct force_place *place, unsigned depth,
                         unsigned *length)
{
    bool own = place->turn == force->hero;
    if (place->passed || own != (force_margin(force, &place->board) >= force->target))
        return false; /* the other would end the game, or the hero will */
    struct force_place next = {place->board, 1 - place->turn, true, 0};
    unsigned below;
    bool forced = search(force, &next, depth - 1, &below);
    if (forced == own || below + 1 > *length)
        *length = below + 1;
    return forced == own;
}

/* Tries the stones of a place. Does one decide? Sets which. */
static bool stone_decides(struct force *force, const struct force_place *place, unsigned depth,
                          int first, unsigned *length, unsigned *move)
{
    struct force_place next[SMALL_POINTS];
    uint8_t points[SMALL_POINTS];
    unsigned worths[SMALL_POINTS];
    bool own = place->turn == force->hero;
    uint32_t where = force->size->all;
    if (own && depth == 1) /* it must be the last one */
        where = small_hopes(force->size, &place->board, place->turn, enough_points(force));
    unsigned count = moves_on(force->size, place, where, next, points);
    for (unsigned i = 0; i < count; i++)
        worths[i] = worth_of(force, place, &next[i], points[i], points[i] == first);
    for (unsigned left = count; left > 0; left--) {
        unsigned best = 0, below;
        for (unsigned i = 1; i < left; i++)
            best = worths[i] > worths[best] ? i : best;
        bool forced = search(force, &next[best], depth - 1, &below);
        if (force->stopped)
            return false;
        if (forced == own || below + 1 > *length)
            *length = below + 1;
        if (forced == own) {
            reward(force, place->turn, points[best], depth);
            *move = points[best];
            return true;
        }
        next[best] = next[left - 1];
        points[best] = points[left - 1];
        worths[best] = worths[left - 1];
    }
    return false;
}

/* The point of a place that is `move` on its image. */
static int turned_back(const struct small_size *size, unsigned image, unsigned move)
{
    for (unsigned i = 0; i < size->points; i++)
        if (size->images[image][i] == move)
            return (int)i;
    return move == SMALL_POINTS ? SMALL_POINTS : -1;
}

/* Is it decided by the stones as they lie, or by what the table has? 1: forced. -1: it is not in so
 * many moves. Sets how long the play is, and which move was good before. */
static int by_knowledge(struct force *force, const struct force_place *place, uint64_t key,
                        unsigned depth, unsigned *length, unsigned *move)
{
    if (is_barred(force, key))
        return force_is_sure(force, place) ? 1 : -1;
    if (depth == 1) /* nearly all of these are new, and each takes few looks */
        return force_is_sure(force, place) ? 1 : 0;
    const struct force_entry *entry = find(force, key);
    if (entry->key != key) /* else they were looked at when it was made */
        return force_is_sure(force, place) ? 1 : force_is_hopeless(force, place) ? -1 : 0;
    *move = entry->move;
    if (entry->length != FORCE_OPEN)
        *length = entry->length;
    return entry->length != FORCE_OPEN ? 1 : entry->failed >= depth ? -1 : 0;
}

static bool search(struct force *force, const struct force_place *place, unsigned depth,
                   unsigned *length)
{
    bool own = place->turn == force->hero;
    unsigned image, move = NO_MOVE;
    *length = 0;
    if (++force->nodes % POLL == 0 && zm_run_poll(force->run, depth, 0))
        force->stopped = true;
    if (force->stopped)
        return false;
    if (depth == 0)
        return force_is_sure(force, place);
    uint64_t key = force_key(force->size, place, &image);
    int known = by_knowledge(force, place, key, depth, length, &move);
    if (known != 0)
        return known > 0;
    int first = turned_back(force->size, image, move);
    int ending = by_ending(force, place, length);
    if (ending != 0) {
        *length = 1;
        return ending > 0;
    }
    move = NO_MOVE;
    /* The other's pass comes first, the hero's last. */
    bool decided = !own && pass_decides(force, place, depth, length);
    decided = decided || stone_decides(force, place, depth, first, length, &move);
    if (!decided && own && pass_decides(force, place, depth, length)) {
        decided = true;
        move = SMALL_POINTS;
    }
    if (force->stopped)
        return false;
    bool forced = decided == own;
    if (move < SMALL_POINTS)
        move = force->size->images[image][move];
    if (forced || depth > 1)
        keep(force, key, forced, forced ? *length : depth, move);
    return forced;
}

bool force_finds(struct force *force, const struct force_place *place, unsigned depth,
                 unsigned *length)
{
    return search(force, place, depth, length);
}

unsigned force_known(struct force *force, const struct force_place *place)
{
    unsigned image, length;
    if (force_is_sure(force, place))
        return 0;
    if (by_ending(force, place, &length) > 0)
        return 1;
    uint64_t key = force_key(force->size, place, &image);
    const struct force_entry *entry = find(force, key);
    return entry->key == key && !is_barred(force, key) ? entry->length : FORCE_OPEN;
}
