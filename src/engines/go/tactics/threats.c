/* Generalised threats; see threats.h. */
#include "engines/go/tactics/threats.h"

#include "engines/go/tactics/trace.h"

#include <stdlib.h>

enum { TABLE = 1 << 13, POOL = 6000 };

const struct go_orders go_connection_orders = {{8, 5, 2, 0}};
const struct go_orders go_goal_orders = {{6, 3, 2, 0}};

/* What was found at a position: the key has the stones, the ko, who moves, the goal and the orders. */
struct entry {
    uint64_t key[2];
    uint16_t move;
    bool used, won, ko;
    struct go_points trace;
};

struct go_threats {
    struct go_field field;
    struct go_goal goal;
    const struct go_aim_kind *kind;
    struct go_orders orders;
    uint64_t salt; /* of the goal and the manner of ko, for keys */
    uint64_t nodes, stop_at, most, all_nodes;
    bool stopped;
    bool ko;       /* a ko has forbidden something */
    bool generous; /* ko is max's: min never takes back */
    unsigned pool_used;
    struct go_candidate pool[POOL];
    struct entry table[TABLE];
};

struct go_threats *go_threats_open(const struct go_orders *orders, uint64_t most)
{
    struct go_threats *threats = calloc(1, sizeof *threats);
    if (threats != NULL)
        go_threats_limit(threats, orders, most);
    return threats;
}

void go_threats_close(struct go_threats *threats)
{
    free(threats);
}

void go_threats_limit(struct go_threats *threats, const struct go_orders *orders, uint64_t most)
{
    threats->orders = *orders;
    threats->most = most;
}

struct go_field *go_threats_field(struct go_threats *threats)
{
    return &threats->field;
}

uint64_t go_threats_nodes(const struct go_threats *threats)
{
    return threats->all_nodes;
}

bool go_orders_read(const char *text, struct go_orders *orders)
{
    struct go_orders read = {{0}};
    for (unsigned i = 0; i < GO_MOST_ORDER; i++) {
        char *end;
        if (*text < '0' || *text > '9')
            return false;
        unsigned long number = strtoul(text, &end, 10);
        if (number > 20 || (i > 0 && number > read.most[i - 1]))
            return false;
        read.most[i] = (uint8_t)number;
        *orders = read;
        if (*end == '\0')
            return read.most[0] > 0;
        if (*end != ',')
            return false;
        text = end + 1;
    }
    return false;
}

/* --- the table --- */

/* Where what is known of the position may stand; `key` is set. */
static struct entry *entry_of(struct go_threats *threats, const struct go_orders *left,
                              unsigned most, bool max_moves, uint64_t key[2])
{
    const struct go_field *field = &threats->field;
    uint64_t question = max_moves ? 1 : 0;
    question = question << 3 | most;
    for (int i = 0; i < GO_MOST_ORDER; i++)
        question = question << 5 | left->most[i];
    if (field->ko != GOBAN_PASS)
        question = question << 11 | (uint64_t)field->ko << 2 | field->ko_colour;
    question = zm_mix64(question) ^ threats->salt;
    key[0] = field->key[0] ^ zm_mix64(question);
    key[1] = field->key[1] ^ zm_mix64(question + ZM_MIX);
    return &threats->table[key[0] % TABLE];
}

static bool is_known(struct go_threats *threats, const struct entry *entry, const uint64_t key[2])
{
    if (!entry->used || entry->key[0] != key[0] || entry->key[1] != key[1])
        return false;
    threats->ko = threats->ko || entry->ko;
    return true;
}

static void keep(struct go_threats *threats, struct entry *entry, const uint64_t key[2], bool won,
                 uint16_t move, const struct go_points *trace)
{
    if (threats->stopped)
        return;
    *entry = (struct entry){
        .key = {key[0], key[1]}, .move = move, .used = true, .won = won, .ko = !won && threats->ko};
    if (won)
        entry->trace = *trace;
}

/* --- the search --- */

static bool min_first(struct go_threats *threats, struct go_orders left, unsigned most,
                      struct go_points *trace);

static bool is_allowed(const struct go_orders *left, unsigned order)
{
    return left->most[order - 1] > 0;
}

static struct go_orders spend(struct go_orders left, unsigned order)
{
    for (unsigned i = 0; i < order; i++)
        left.most[i]--;
    return left;
}

static bool make(struct go_threats *threats, uint16_t point, uint8_t colour)
{
    if (threats->nodes >= threats->stop_at) {
        threats->stopped = true;
        return false;
    }
    threats->nodes++;
    if (go_field_play(&threats->field, point, colour))
        return true;
    threats->stopped = threats->stopped || threats->field.full;
    return false;
}

/* Does a move of max, tried as one of an order, win? Adds to the trace what that depends on. */
static bool try_move(struct go_threats *threats, const struct go_candidate *candidate,
                     struct go_orders left, unsigned order, struct go_points *trace)
{
    struct go_points found;
    uint8_t max = threats->goal.max;
    if (!threats->generous && go_field_is_ko(&threats->field, candidate->move, max)) {
        threats->ko = true;
        return false;
    }
    if (!make(threats, candidate->move, max))
        return false;
    bool won = order == 1
                   ? threats->kind->look(&threats->field, &threats->goal, &found) == GO_REACHED
                   : min_first(threats, spend(left, order), order - 1, &found);
    if (won) {
        *trace = found;
        go_points_unite(trace, &candidate->reason);
        go_trace_add_move(&threats->field, true, trace);
        go_trace_close(&threats->field, trace);
    }
    go_field_undo(&threats->field);
    if (won)
        go_trace_close(&threats->field, trace);
    return won;
}

/* Tries all moves of max by orders of at most `most`, the lowest first. A move that is proposed as
 * one of a low order is tried again as one of a higher. */
static bool try_all(struct go_threats *threats, const struct go_orders *left, unsigned most,
                    uint16_t *move, struct go_points *trace)
{
    struct go_candidates list = {&threats->pool[threats->pool_used], 0, POOL - threats->pool_used,
                                 false};
    bool won = false;
    threats->kind->moves(&threats->field, &threats->goal, most, &list);
    threats->stopped = threats->stopped || list.full;
    threats->pool_used += list.count;
    for (unsigned order = 1; order <= most && !won && is_allowed(left, order); order++)
        for (unsigned i = 0; i < list.count && !won && !threats->stopped; i++) {
            if (list.list[i].order > order)
                continue;
            won = try_move(threats, &list.list[i], *left, order, trace);
            *move = list.list[i].move;
        }
    threats->pool_used -= list.count;
    return won;
}

/* Does max win who moves now, with a first move of an order of at most `most`? */
static bool max_first(struct go_threats *threats, const struct go_orders *left, unsigned most,
                      uint16_t *move, struct go_points *trace)
{
    uint64_t key[2];
    *move = GOBAN_PASS;
    enum go_progress progress = threats->kind->look(&threats->field, &threats->goal, trace);
    if (progress == GO_REACHED)
        go_trace_close(&threats->field, trace);
    if (progress != GO_OPEN)
        return progress == GO_REACHED;
    while (most > 0 && !is_allowed(left, most))
        most--;
    if (most == 0 || threats->stopped)
        return false;
    struct entry *entry = entry_of(threats, left, most, true, key);
    if (is_known(threats, entry, key)) {
        *trace = entry->trace;
        *move = entry->move;
        return entry->won;
    }
    bool ko_before = threats->ko;
    threats->ko = false;
    bool won = try_all(threats, left, most, move, trace);
    keep(threats, entry, key, won, *move, trace);
    threats->ko = threats->ko || ko_before;
    return won;
}

/* Is the move of min answered? Adds to the trace what that depends on. */
static bool is_answered(struct go_threats *threats, uint16_t point, const struct go_orders *left,
                        struct go_points *trace)
{
    struct go_points found;
    uint16_t move;
    uint8_t min = goban_other(threats->goal.max);
    if (go_field_is_ko(&threats->field, point, min)) {
        threats->ko = true;
        if (threats->generous)
            return true;
    }
    if (!make(threats, point, min)) {
        if (threats->stopped)
            return false;
        go_trace_add_suicide(&threats->field, point, min, trace);
        return true;
    }
    bool won = max_first(threats, left, GO_MOST_ORDER, &move, &found);
    if (won) {
        go_points_unite(trace, &found);
        go_trace_add_move(&threats->field, false, trace);
    }
    go_field_undo(&threats->field);
    return won;
}

/* Does max win when min moves now, with a threat of an order of at most `most`? */
static bool min_first(struct go_threats *threats, struct go_orders left, unsigned most,
                      struct go_points *trace)
{
    struct go_points threat;
    uint16_t move;
    if (!max_first(threats, &left, most, &move, &threat))
        return false;
    *trace = threat;
    if (move == GOBAN_PASS) /* it is reached */
        return true;
    for (uint16_t at = go_points_next(&threat, 1); at != 0; at = go_points_next(&threat, at + 1u))
        if (threats->field.colour[at] == GO_EMPTY && !is_answered(threats, at, &left, trace))
            return false;
    go_trace_close(&threats->field, trace);
    return true;
}

/* --- questions --- */

/* One search with threats as high as `order`. */
static bool ask(struct go_threats *threats, bool max_begins, unsigned order,
                struct go_answer *answer)
{
    struct go_orders left = threats->orders;
    for (unsigned i = order; i < GO_MOST_ORDER; i++)
        left.most[i] = 0;
    answer->order = order;
    answer->move = GOBAN_PASS;
    return max_begins ? max_first(threats, &left, order, &answer->move, &answer->trace)
                      : min_first(threats, left, order, &answer->trace);
}

/* Looks with higher and higher threats (iterative widening). */
static bool widen(struct go_threats *threats, bool max_begins, bool generous,
                  struct go_answer *answer)
{
    const struct go_goal *goal = &threats->goal;
    threats->generous = generous;
    threats->salt = zm_mix64((uint64_t)goal->first << 32 | (uint64_t)goal->second << 16 |
                             (uint64_t)goal->aim << 8 | (uint64_t)goal->max << 1 | generous);
    for (unsigned order = 1; order <= GO_MOST_ORDER && threats->orders.most[order - 1] > 0; order++)
        if (ask(threats, max_begins, order, answer))
            return true;
    return false;
}

void go_threats_search(struct go_threats *threats, const struct go_goal *goal, bool max_begins,
                       struct go_answer *answer)
{
    *answer = (struct go_answer){.verdict = GO_VERDICT_NOT};
    threats->goal = *goal;
    threats->kind = go_aim_kind(goal->aim);
    threats->nodes = 0;
    threats->stop_at = threats->most;
    threats->stopped = threats->ko = threats->field.full = false;
    if (widen(threats, max_begins, false, answer)) {
        answer->verdict = GO_VERDICT_WON;
    } else if (threats->stopped) {
        answer->verdict = GO_VERDICT_LIMIT;
    } else if (threats->ko) {
        struct go_answer other = {0};
        bool won = widen(threats, max_begins, true, &other);
        answer->trace = other.trace;
        answer->verdict = won                ? GO_VERDICT_KO
                          : threats->stopped ? GO_VERDICT_LIMIT
                                             : GO_VERDICT_NOT;
    }
    answer->nodes = threats->nodes;
    threats->all_nodes += threats->nodes;
}

unsigned go_threats_moves(struct go_threats *threats, const struct go_goal *goal,
                          uint16_t moves[GO_POINTS])
{
    struct go_candidates list = {threats->pool, 0, POOL, false};
    unsigned order = 0;
    while (order < GO_MOST_ORDER && threats->orders.most[order] > 0)
        order++;
    go_aim_kind(goal->aim)->moves(&threats->field, goal, order, &list);
    for (unsigned i = 0; i < list.count; i++)
        moves[i] = list.list[i].move;
    return list.count;
}
