/* The portfolio of Montana's common variant: depth-first search over classes (classes.h) in an order
 * drawn at random, begun again and again. What is near a failure mostly fails too, so that a search
 * which comes down far from the last one finds a solution sooner: tries are short. Moves that need
 * not wait are made at once, and of the others only those that have to be are tried (reduce.h).
 *
 * When all Twos stand in the first column, where nothing moves them any more, what is left is a game
 * of the base variant, and block search (blocks.h) goes on, as far as the try goes.
 *
 * Classes behind which all has been searched are lost, and a table keeps them for the tries to come:
 * none does the work of another again, and when the start itself is lost, the deal cannot be won.
 *
 * Tries take turns with two searches by blocks: one looks for solutions with the rows of the suits
 * given beforehand (orders.h), the other goes from class to class, in one order, through everything
 * (blocks_class.c), which proves that there is none. Each turn goes farther than the last; what has
 * been searched to its end stays in the tables. After some turns the last one goes on alone: what is
 * still open has few solutions, or none. */
#include "base/array.h"
#include "engines/montana/common.h"
#include "engines/montana/orders.h"
#include "engines/montana/reduce.h"

enum {
    SHORT = 300, /* nodes of a try */
    FIRST_TURN = 500,
    LAST_TURN = 16000,
    BLOCKS_EACH = 16, /* for each node of the tries, by orders and of the whole */
    FIRST_SLOTS = 1 << 14,
    BLOCK_SLOTS = 1 << 18,
    WHOLE_SLOTS = 1 << 16,
};

/* The search: the positions on its branch as they were come to, those that wait beside it. */
struct restarts {
    struct zm_common common; /* the path, the line, lots */
    struct zm_gaps *branch;
    size_t depth, capacity;
    struct zm_gaps *ways;
    size_t waiting, room;
    struct zm_slots lost;
    uint64_t kept, most_bytes; /* classes in the table; what it may take */
    uint64_t until, tries;     /* nodes after which the try ends */
    struct zm_orders orders;
    struct zm_blocks whole; /* from class to class, for a proof */
};

static bool is_over(const struct restarts *r)
{
    return zm_common_is_over(&r->common) || r->common.path.nodes >= r->until;
}

/* -- the table -- */

static void keep_lost(struct restarts *r, struct zm_hash128 key)
{
    if (++r->kept * 2 > (uint64_t)1 << r->lost.bits &&
        sizeof key << (r->lost.bits + 1) <= r->most_bytes)
        zm_slots_double(&r->lost);
    zm_slots_put(&r->lost, key);
}

/* -- the line -- */

static void note_class(void *context, const struct zm_gaps *gaps)
{
    struct restarts *r = context;
    zm_common_note_next(&r->common, gaps);
}

/* Tells how the last position of the branch comes to the goal: class by class, with the moves that
 * were made at once. */
static void tell(struct restarts *r)
{
    struct zm_choice choice;
    for (size_t i = 0; i < r->depth; i++) {
        struct zm_gaps gaps = r->branch[i];
        note_class(r, &gaps);
        zm_settle(&gaps, &choice, note_class, r);
    }
    if (!r->common.path.failed)
        zm_common_tell(&r->common);
}

/* -- the search -- */

static void add_way(void *context, const struct zm_gaps *gaps)
{
    struct restarts *r = context;
    struct zm_gaps *ways = zm_array_room(r->ways, &r->room, r->waiting + 1, sizeof *ways);
    r->common.path.failed |= ways == NULL;
    if (ways == NULL)
        return;
    r->ways = ways;
    r->ways[r->waiting++] = *gaps;
}

/* Adds where the moves lead that have to be tried. */
static void add_ways(struct restarts *r, const struct zm_gaps *gaps, struct zm_choice *choice)
{
    zm_reduce(gaps, choice);
    if (choice->all) {
        zm_class_exits(gaps, &choice->class, add_way, r);
        return;
    }
    for (unsigned i = 0; i < choice->count; i++)
        if (choice->tried >> i & 1) {
            struct zm_gaps next = *gaps;
            zm_gaps_put(&next, choice->ways[i].card, choice->ways[i].from, choice->ways[i].to);
            add_way(r, &next);
        }
}

/* Puts a position on the branch; false: no memory. */
static bool enter(struct restarts *r, const struct zm_gaps *gaps)
{
    struct zm_gaps *branch = zm_array_room(r->branch, &r->capacity, r->depth + 1, sizeof *branch);
    r->common.path.failed |= branch == NULL;
    if (branch == NULL)
        return false;
    r->branch = branch;
    r->branch[r->depth++] = *gaps;
    return true;
}

static bool search(struct restarts *r, struct zm_gaps gaps);

/* Searches behind a position, in an order drawn; true: all of it, and it cannot be won. */
static bool search_ways(struct restarts *r, const struct zm_gaps *gaps, struct zm_choice *choice)
{
    size_t first = r->waiting;
    bool lost = true;
    add_ways(r, gaps, choice);
    while (r->waiting > first && lost && !r->common.path.failed) {
        size_t at = first + zm_random_below(&r->common.random, r->waiting - first);
        struct zm_gaps way = r->ways[at];
        r->ways[at] = r->ways[--r->waiting];
        lost = search(r, way);
    }
    r->waiting = first;
    return lost && !is_over(r);
}

/* Do all Twos stand in the first column, where nothing moves them any more? */
static bool is_base(const struct zm_gaps *gaps)
{
    for (unsigned row = 0; row < gaps->suits; row++)
        if (zm_montana_rank(gaps->cells[row * ZM_MONTANA_STRIDE + 1]) != 2)
            return false;
    return true;
}

/* Searches behind a game of the base variant, by block search as far as the try goes. */
static bool search_blocks(struct restarts *r, const struct zm_gaps *gaps)
{
    struct zm_blocks *blocks = &r->common.blocks;
    blocks->blocks = 0;
    blocks->cut = false;
    blocks->most = r->until - r->common.path.nodes;
    zm_blocks_search(blocks, gaps);
    if (r->common.quest->found)
        tell(r);
    return !blocks->cut && !zm_common_is_over(&r->common);
}

static struct zm_hash128 key_of(const struct zm_gaps *gaps)
{
    struct zm_class class;
    zm_class_of(gaps, &class);
    return zm_class_key(gaps, &class);
}

/* Searches behind a position that has been settled. */
static bool search_settled(struct restarts *r, const struct zm_gaps *gaps, struct zm_choice *choice)
{
    struct zm_hash128 key = zm_class_key(gaps, &choice->class);
    if (zm_slots_have(&r->lost, key))
        return true;
    if (zm_gaps_solved(gaps)) {
        tell(r);
        return false;
    }
    if (!zm_path_visit(&r->common.path) || is_over(r))
        return false;
    if (!(is_base(gaps) ? search_blocks(r, gaps) : search_ways(r, gaps, choice)))
        return false;
    keep_lost(r, key);
    return true;
}

/* Searches from a position; true: it cannot be won. False: it can, or the try is over. */
static bool search(struct restarts *r, struct zm_gaps gaps)
{
    struct zm_choice choice;
    struct zm_hash128 key = key_of(&gaps);
    if (zm_slots_have(&r->lost, key))
        return true;
    if (!enter(r, &gaps))
        return false;
    bool lost = !zm_settle(&gaps, &choice, NULL, NULL) || search_settled(r, &gaps, &choice);
    if (lost)
        keep_lost(r, key);
    r->depth--;
    return lost;
}

/* One try of so many nodes; true: the deal cannot be won. */
static bool try_for(struct restarts *r, const struct zm_gaps *start, uint64_t nodes)
{
    r->until = r->common.path.nodes + nodes;
    r->depth = r->waiting = 0;
    r->tries++;
    return search(r, *start);
}

/* Searches everything by blocks, as far as so many go (0: all); true: the deal cannot be won. */
static bool prove(struct restarts *r, const struct zm_gaps *start, uint64_t blocks)
{
    struct zm_blocks *whole = &r->whole;
    whole->path = &r->common.path;
    whole->quest = r->common.quest;
    whole->axes = whole->bars = whole->classes = whole->waits = true;
    whole->blocks = 0;
    whole->cut = false;
    whole->most = blocks;
    whole->most_slots = r->most_bytes / sizeof *whole->slots.keys;
    if (whole->slots.keys == NULL && !zm_slots_open(&whole->slots, WHOLE_SLOTS))
        return false;
    zm_blocks_search(whole, start);
    if (r->common.quest->found)
        zm_common_tell_exits(&r->common, start, whole);
    return !whole->cut && !zm_common_is_over(&r->common);
}

/* Short tries for a turn. */
static bool try_short(struct restarts *r, const struct zm_gaps *start, uint64_t turn)
{
    uint64_t until = r->common.path.nodes + turn;
    bool lost = false;
    while (!lost && !zm_common_is_over(&r->common) && r->common.path.nodes < until)
        lost = try_for(r, start, SHORT);
    return lost;
}

/* Turns of orders, of the whole and of tries, each turn twice as long; then the whole. */
static bool take_turns(struct restarts *r, const struct zm_gaps *start)
{
    bool lost = false;
    for (uint64_t turn = FIRST_TURN; turn <= LAST_TURN && !lost && !zm_common_is_over(&r->common);
         turn *= 2) {
        zm_orders_search(&r->orders, &r->common, BLOCKS_EACH * turn);
        if (!zm_common_is_over(&r->common))
            lost = prove(r, start, BLOCKS_EACH * turn);
        if (!lost && !zm_common_is_over(&r->common))
            lost = try_short(r, start, turn);
    }
    return lost || (!zm_common_is_over(&r->common) && prove(r, start, 0));
}

static enum zm_status explore_portfolio(struct zm_alone *alone, struct zm_quest *quest,
                                        struct zm_error *error)
{
    struct zm_gaps start;
    size_t memory = alone->problem.run->memory_limit;
    struct restarts r = {.most_bytes = memory == 0 ? SIZE_MAX / 4 : memory / 4};
    enum zm_status status = zm_common_open(&r.common, "portfolio", alone, quest, error);
    if (status != ZM_OK)
        return status;
    if (zm_slots_open(&r.lost, FIRST_SLOTS) && zm_slots_open(&r.common.blocks.slots, BLOCK_SLOTS)) {
        zm_gaps_stand(&start, alone->start);
        r.common.path.failed |= !zm_orders_open(&r.orders, &start);
        quest->proved = take_turns(&r, &start) || quest->found;
        zm_buffer_format(&quest->note, "%llu tries, %llu classes found lost",
                         (unsigned long long)r.tries, (unsigned long long)r.kept);
        status = zm_path_status(&r.common.path, error);
    } else {
        status = zm_fail_memory(error);
    }
    zm_orders_close(&r.orders);
    zm_blocks_close(&r.whole);
    zm_slots_close(&r.lost);
    free(r.ways);
    free(r.branch);
    zm_common_close(&r.common);
    return status;
}

const struct zm_search zm_montana_portfolio = {
    .name = "portfolio",
    .summary = "Montana, common variant: short random searches that share what is lost",
    .explore = explore_portfolio,
    .quests = ZM_QUEST_GOAL,
};
