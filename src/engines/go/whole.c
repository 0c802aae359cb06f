/* All places of a small board; see whole.h. */
#include "engines/go/whole.h"

#include "base/bits.h"
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

enum { BOARD_PLACES = 4, HALF = 16, POLL = 1 << 12, LATEST = INT8_MAX };

/* -- boards -- */

static uint32_t packed(const struct small_board *board)
{
    return board->stones[0] | board->stones[1] << HALF;
}

static struct small_board board_of(uint32_t word)
{
    return (struct small_board){{word & ((1 << HALF) - 1), word >> HALF}};
}

/* Has every stone a liberty, or hangs together with one that has? */
static bool can_be(const struct small_size *size, const struct small_board *board)
{
    uint32_t near = small_near(size, size->all & ~board->stones[0] & ~board->stones[1]);
    for (int side = 0; side < 2; side++)
        if (small_flood(size, near & board->stones[side], board->stones[side]) !=
            board->stones[side])
            return false;
    return true;
}

/* Is none of the images of a board before it, by White's stones and then by Black's? */
static bool is_first(const struct small_size *size, const struct small_board *board)
{
    for (unsigned i = 1; i < size->symmetries; i++) {
        uint32_t white = small_turned(size, i, board->stones[1]);
        if (white < board->stones[1] ||
            (white == board->stones[1] &&
             small_turned(size, i, board->stones[0]) < board->stones[0]))
            return false;
    }
    return true;
}

/* Calls for all boards that stones can stand on, one of each kind under symmetry. */
static void each_board(const struct small_size *size,
                       void (*call)(void *context, const struct small_board *board), void *context)
{
    for (uint32_t white = 0; white <= size->all; white++) {
        uint32_t rest = size->all & ~white, black = 0;
        const struct small_board alone = {{0, white}};
        bool first = is_first(size, &alone);
        for (bool more = first; more; more = black != 0) {
            const struct small_board board = {{black, white}};
            if (is_first(size, &board) && can_be(size, &board))
                call(context, &board);
            black = (black - rest) & rest;
        }
    }
}

/* How many boards there are by their stones; then where the next one with so many goes. */
struct listing {
    struct whole *whole;
    uint32_t counts[WHOLE_POINTS + 1];
};

static unsigned stones_on(const struct small_board *board)
{
    return (unsigned)__builtin_popcount(board->stones[0] | board->stones[1]);
}

static void count_board(void *context, const struct small_board *board)
{
    struct listing *listing = context;
    listing->counts[stones_on(board)]++;
    listing->whole->count++;
}

static void put_board(void *context, const struct small_board *board)
{
    struct listing *listing = context;
    struct whole *whole = listing->whole;
    uint32_t number = listing->counts[stones_on(board)]++;
    uint64_t slot = zm_mix64(packed(board)) & whole->mask;
    while (whole->slots[slot] != 0)
        slot = (slot + 1) & whole->mask;
    whole->slots[slot] = number + 1;
    whole->boards[number] = packed(board);
}

bool whole_open(struct whole *whole, const struct small_size *size, struct zm_run *run)
{
    struct listing listing = {.whole = whole};
    *whole = (struct whole){.size = size, .run = run};
    zm_table_init(&whole->ko, sizeof(uint32_t));
    each_board(size, count_board, &listing);
    uint64_t slots = 2;
    while (slots < 2 * (uint64_t)whole->count)
        slots *= 2;
    whole->mask = slots - 1;
    if (run->memory_limit != 0 &&
        whole->count * (sizeof *whole->boards + BOARD_PLACES) + slots * sizeof *whole->slots >
            run->memory_limit / 2) /* what is drawn from it takes the other half */
        return false;
    whole->boards = malloc(whole->count * sizeof *whole->boards);
    whole->values = malloc((size_t)whole->count * BOARD_PLACES);
    whole->slots = zm_pages(slots * sizeof *whole->slots);
    if (whole->boards == NULL || whole->values == NULL || whole->slots == NULL)
        return false;
    memset(whole->slots, 0, slots * sizeof *whole->slots);
    uint32_t next = 0; /* those with most stones come first */
    for (unsigned stones = size->points + 1; stones-- > 0;) {
        uint32_t count = listing.counts[stones];
        listing.counts[stones] = next;
        next += count;
    }
    each_board(size, put_board, &listing);
    return !zm_run_look(run);
}

void whole_close(struct whole *whole)
{
    free(whole->boards);
    free(whole->values);
    free(whole->slots);
    zm_table_free(&whole->ko);
    zm_buffer_free(&whole->ko_keys);
    zm_buffer_free(&whole->ko_values);
    *whole = (struct whole){0};
}

/* -- places -- */

/* Where the value of a place without ko is kept. */
static int8_t *value_at(const struct whole *whole, const struct force_place *first)
{
    uint32_t word = packed(&first->board);
    uint64_t slot = zm_mix64(word) & whole->mask;
    while (whole->boards[whole->slots[slot] - 1] != word)
        slot = (slot + 1) & whole->mask;
    return &whole->values[(size_t)(whole->slots[slot] - 1) * BOARD_PLACES + 2u * first->turn +
                          first->passed];
}

/* The value of a place with ko; NULL: it was not met yet. */
static int8_t *ko_value(const struct whole *whole, uint64_t key)
{
    uint32_t number;
    void *found = zm_table_find(&whole->ko, zm_bytes((const uint8_t *)&key, sizeof key));
    if (found == NULL)
        return NULL;
    memcpy(&number, found, sizeof number);
    return (int8_t *)whole->ko_values.data + number;
}

/* Lists a place with ko that was not met before. */
static void add_ko(struct whole *whole, uint64_t key)
{
    uint32_t number = (uint32_t)whole->ko_values.size;
    void *value = zm_table_insert(&whole->ko, zm_bytes((const uint8_t *)&key, sizeof key), NULL);
    zm_buffer_add(&whole->ko_keys, &key, sizeof key);
    zm_buffer_byte(&whole->ko_values, 0);
    whole->failed |= value == NULL || whole->ko_keys.failed || whole->ko_values.failed;
    if (value != NULL)
        memcpy(value, &number, sizeof number);
}

/* What a place is worth by what is known of those that it leads to; `add` lists new ones with ko. */
static int decide(const struct whole *whole, const struct force_place *place, struct whole *add)
{
    struct force_place next[SMALL_POINTS + 1];
    uint8_t points[SMALL_POINTS];
    int best = 0, own = place->turn == 0 ? 1 : -1;
    unsigned count = force_moves(whole->size, place, next, points), decided = 0;
    if (place->passed) {
        int end = small_margin(whole->size, &place->board) >= whole->target ? 1 : -1;
        best = end == own ? end : 0;
        decided = end != own;
    } else {
        next[count++] = (struct force_place){place->board, 1 - place->turn, true, 0};
    }
    for (unsigned i = 0; i < count && best == 0; i++) {
        unsigned image;
        uint64_t key = force_key(whole->size, &next[i], &image);
        const struct force_place first = force_place_of(key);
        const int8_t *value = first.ko == 0 ? value_at(whole, &first) : ko_value(whole, key);
        if (value == NULL && add != NULL)
            add_ko(add, key);
        int found = value == NULL ? 0 : *value;
        best = found * own > 0 ? own : 0;
        decided += found * own < 0;
    }
    return best != 0 ? best : decided == count + place->passed ? -own : 0;
}

/* Where the value of a place is kept; NULL: it has a ko, and was not met. */
static const int8_t *find_value(const struct whole *whole, const struct force_place *place)
{
    unsigned image;
    uint64_t key = force_key(whole->size, place, &image);
    const struct force_place first = force_place_of(key);
    return first.ko == 0 ? value_at(whole, &first) : ko_value(whole, key);
}

int whole_value(const struct whole *whole, const struct force_place *place)
{
    const int8_t *value = find_value(whole, place);
    return value != NULL ? *value : decide(whole, place, NULL);
}

/* Sweeps come one after the other, and in each of them places in the order of their numbers, those
 * with a ko last. */
uint64_t whole_rank(const struct whole *whole, const struct force_place *place, unsigned side)
{
    const int8_t *value = find_value(whole, place);
    if (value == NULL || *value == 0 || (*value > 0) != (side == 0))
        return UINT64_MAX;
    uint64_t sweep = (uint64_t)(*value > 0 ? *value : -*value), ko = place->ko != 0;
    uint64_t number =
        (uint64_t)(value - (ko ? (const int8_t *)whole->ko_values.data : whole->values));
    return sweep << 33 | ko << 32 | number;
}

/* -- sweeps -- */

/* Looks at a place again. Is it decided now? */
static bool look(struct whole *whole, const struct force_place *place, int sweep, int8_t *value)
{
    if (++whole->nodes % POLL == 0 && zm_run_poll(whole->run, (size_t)sweep, 0))
        whole->stopped = true;
    *value = (int8_t)(decide(whole, place, whole) * (sweep < LATEST ? sweep : LATEST));
    return *value != 0;
}

static uint64_t sweep_boards(struct whole *whole, int sweep)
{
    uint64_t decided = 0, places = (uint64_t)whole->count * BOARD_PLACES;
    for (uint64_t i = 0; i < places && !whole->stopped && !whole->failed; i++)
        if (whole->values[i] == 0) {
            const struct force_place place = {.board = board_of(whole->boards[i / BOARD_PLACES]),
                                              .turn = i / 2 % 2,
                                              .passed = i % 2};
            decided += look(whole, &place, sweep, &whole->values[i]);
        }
    return decided;
}

static uint64_t sweep_kos(struct whole *whole, int sweep)
{
    uint64_t decided = 0, key;
    for (size_t i = 0; i < whole->ko_values.size && !whole->stopped && !whole->failed; i++)
        if (whole->ko_values.data[i] == 0) {
            int8_t value;
            memcpy(&key, whole->ko_keys.data + i * sizeof key, sizeof key);
            const struct force_place place = force_place_of(key);
            decided += look(whole, &place, sweep, &value); /* which may move the values */
            whole->ko_values.data[i] = (uint8_t)value;
        }
    return decided;
}

/* Who is kept from a margin is kept from a larger one, and in the same way; so what was decided for
 * White stays when the target grows, and what was for Black when it shrinks, with its rank. */
static void begin_sweeps(struct whole *whole, int target)
{
    bool again = whole->sweeps == 0 || whole->sweeps > LATEST / 2;
    int8_t *kept[2] = {whole->values, (int8_t *)whole->ko_values.data};
    size_t counts[2] = {(size_t)whole->count * BOARD_PLACES, whole->ko_values.size};
    for (unsigned k = 0; k < 2; k++)
        for (size_t i = 0; i < counts[k]; i++)
            if (again || (kept[k][i] < 0) != (target > whole->target))
                kept[k][i] = 0;
    whole->sweeps = again ? 0 : whole->sweeps;
    whole->target = target;
}

bool whole_sweep(struct whole *whole, int target)
{
    uint64_t decided = 1;
    begin_sweeps(whole, target);
    while (decided > 0 && !whole->stopped && !whole->failed) {
        whole->sweeps++;
        decided = sweep_boards(whole, whole->sweeps) + sweep_kos(whole, whole->sweeps);
    }
    return !whole->stopped && !whole->failed;
}
