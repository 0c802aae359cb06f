/* The search of transitive connections; see links.h. */
#include "engines/go/tactics/links.h"

#include <stdlib.h>

enum { TABLE = 1 << 15, DEEPEST = 24, KILLERS = 2 };

/* What is known of a position with who moves: looked `depth` moves ahead at most. */
struct entry {
    uint64_t key[2];
    uint16_t move;
    uint8_t depth;
    bool used, won, cut; /* cut: the depth, or a limit, ended a line */
};

struct go_links_search {
    enum go_links_method method;
    struct go_threats *threats;
    struct go_links links;
    uint64_t most;
    uint64_t salt;
    struct go_links_counts counts;
    struct go_points tried; /* at the root */
    bool stopped, cut, ko;
    bool generous; /* ko is max's: min never takes back */
    uint16_t killers[DEEPEST + 1][KILLERS];
    uint32_t history[2][GOBAN_POINTS];
    struct entry table[TABLE];
};

struct go_links_search *go_links_open(enum go_links_method method, const struct go_orders *orders,
                                      uint64_t secondary, uint64_t total)
{
    struct go_links_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->method = method;
    search->most = total;
    search->threats = go_threats_open(orders, secondary);
    if (search->threats == NULL) {
        free(search);
        return NULL;
    }
    return search;
}

void go_links_close(struct go_links_search *search)
{
    if (search != NULL)
        go_threats_close(search->threats);
    free(search);
}

struct go_field *go_links_field(struct go_links_search *search)
{
    return go_threats_field(search->threats);
}

static struct go_goal link_of(const struct go_links *links, unsigned index)
{
    return (struct go_goal){GO_AIM_CONNECT, links->max, links->stones[index],
                            links->stones[index + 1]};
}

/* --- evaluation --- */

/* Have all stones come into one chain (reached), or was one taken (failed)? */
static enum go_progress look(struct go_links_search *search)
{
    const struct go_field *field = go_links_field(search);
    const struct go_links *links = &search->links;
    bool one = true;
    for (unsigned i = 0; i < links->count; i++) {
        if (field->colour[links->stones[i]] != links->max)
            return GO_FAILED;
        one = one && field->chain[links->stones[i]] == field->chain[links->stones[0]];
    }
    return one ? GO_REACHED : GO_OPEN;
}

static bool is_won(struct go_links_search *search, const struct go_goal *goal, bool max_begins,
                   struct go_points *trace)
{
    const struct go_field *field = go_links_field(search);
    struct go_answer answer;
    go_threats_search(search->threats, goal, max_begins, &answer);
    search->counts.searches++;
    search->counts.secondary += answer.nodes;
    search->counts.nodes += answer.nodes;
    search->counts.limits += answer.verdict == GO_VERDICT_LIMIT;
    search->ko = search->ko || answer.verdict == GO_VERDICT_KO;
    if (answer.verdict != GO_VERDICT_WON && !(search->generous && answer.verdict == GO_VERDICT_KO))
        return false;
    *trace = answer.trace;
    for (uint16_t at = go_points_next(trace, 1); at != 0; at = go_points_next(trace, at + 1u))
        if (field->colour[at] != GO_EMPTY)
            go_points_remove(trace, at);
    return true;
}

/* Looks at all links by threats. `all` gets the empty points of the traces, `common` those that are in
 * two or more. */
static enum go_progress judge(struct go_links_search *search, bool max_moves, struct go_points *all,
                              struct go_points *common)
{
    unsigned winnable = 0;
    go_points_clear(all);
    go_points_clear(common);
    for (unsigned i = 0; i + 1 < search->links.count; i++) {
        struct go_goal goal = link_of(&search->links, i);
        struct go_points trace, both = *all;
        if (!is_won(search, &goal, false, &trace)) {
            if (!max_moves || !is_won(search, &goal, true, &trace))
                return GO_FAILED;
            winnable++;
        }
        go_points_intersect(&both, &trace);
        go_points_unite(common, &both);
        go_points_unite(all, &trace);
    }
    if (winnable > 1 || go_points_next(common, 1) != 0)
        return GO_OPEN;
    search->counts.disjoint++;
    return GO_REACHED;
}

/* Lists what the links propose; false: one of them is of too high an order. */
static bool propose(struct go_links_search *search, struct go_points *moves)
{
    const struct go_field *field = go_links_field(search);
    uint16_t list[GO_POINTS];
    bool open = true;
    go_points_clear(moves);
    for (unsigned i = 0; i + 1 < search->links.count; i++) {
        struct go_goal goal = link_of(&search->links, i);
        if (field->chain[goal.first] == field->chain[goal.second])
            continue;
        unsigned count = go_threats_moves(search->threats, &goal, list);
        for (unsigned k = 0; k < count; k++)
            go_points_add(moves, list[k]);
        open = open && count > 0;
    }
    return open;
}

/* --- alpha-beta with two values --- */

/* Finds the moves of a node; else its value. */
static enum go_progress open_node(struct go_links_search *search, bool max_moves,
                                  struct go_points *moves)
{
    struct go_points all, common;
    enum go_progress progress = look(search);
    if (progress != GO_OPEN)
        return progress;
    if (search->method == GO_LINKS_ALPHA_BETA)
        return propose(search, moves) ? GO_OPEN : GO_FAILED;
    progress = judge(search, max_moves, &all, &common);
    if (progress != GO_OPEN)
        return progress;
    if (max_moves)
        propose(search, moves);
    else
        *moves = search->method == GO_LINKS_UNION ? all : common;
    return GO_OPEN;
}

/* Takes the most promising move out of a set: the table's, then killers, then by history. */
static uint16_t pick(const struct go_links_search *search, unsigned ply, bool max_moves,
                     uint16_t known, struct go_points *moves)
{
    uint16_t best = 0;
    uint64_t most = 0;
    for (uint16_t at = go_points_next(moves, 1); at != 0; at = go_points_next(moves, at + 1u)) {
        uint64_t worth = 1 + (uint64_t)search->history[max_moves][at];
        for (int i = 0; i < KILLERS; i++)
            worth += search->killers[ply][i] == at ? UINT64_C(1) << (40 - i) : 0;
        worth += known == at ? UINT64_C(1) << 42 : 0;
        if (worth > most) {
            most = worth;
            best = at;
        }
    }
    go_points_remove(moves, best);
    return best;
}

static void remember(struct go_links_search *search, unsigned ply, bool max_moves, uint16_t move)
{
    search->history[max_moves][move]++;
    if (search->killers[ply][0] == move)
        return;
    search->killers[ply][1] = search->killers[ply][0];
    search->killers[ply][0] = move;
}

static bool visit(struct go_links_search *search, unsigned ply, unsigned depth, bool max_moves,
                  uint16_t *move);

/* Tries the moves of an open node; does one of them bring the mover his aim? */
static bool try_moves(struct go_links_search *search, unsigned ply, unsigned depth, bool max_moves,
                      struct go_points *moves, uint16_t *move)
{
    struct go_field *field = go_links_field(search);
    uint8_t colour = max_moves ? search->links.max : goban_other(search->links.max);
    uint16_t known = *move, answer;
    for (uint16_t at; (at = pick(search, ply, max_moves, known, moves)) != 0;) {
        if (search->counts.nodes >= search->most) {
            search->stopped = true;
            return false;
        }
        search->counts.nodes++;
        bool ko = go_field_is_ko(field, at, colour);
        search->ko = search->ko || ko;
        if ((ko && max_moves != search->generous) || !go_field_play(field, at, colour)) {
            search->stopped = search->stopped || field->full;
            continue;
        }
        bool won = visit(search, ply + 1, depth - 1, !max_moves, &answer);
        go_field_undo(field);
        if (search->stopped)
            return false;
        if (won == max_moves) {
            remember(search, ply, max_moves, at);
            *move = at;
            return true;
        }
    }
    return false;
}

/* Where what is known of the position may stand. */
static struct entry *entry_of(struct go_links_search *search, bool max_moves, uint64_t key[2])
{
    const struct go_field *field = go_links_field(search);
    uint64_t turn = (uint64_t)field->ko << 3 | (uint64_t)(field->ko ? field->ko_colour : 0) << 1;
    turn = zm_mix64((turn | max_moves) ^ search->salt);
    key[0] = field->key[0] ^ turn;
    key[1] = field->key[1] ^ zm_mix64(turn);
    return &search->table[key[0] % TABLE];
}

/* Does max win, with at most `depth` moves more? */
static bool visit(struct go_links_search *search, unsigned ply, unsigned depth, bool max_moves,
                  uint16_t *move)
{
    struct go_points moves;
    uint64_t key[2];
    struct entry *entry = entry_of(search, max_moves, key);
    *move = GOBAN_PASS;
    if (entry->used && entry->key[0] == key[0] && entry->key[1] == key[1]) {
        *move = entry->move;
        if (!entry->cut || entry->depth >= depth) {
            search->cut = search->cut || entry->cut;
            return entry->won;
        }
    }
    bool cut_before = search->cut;
    search->cut = false;
    enum go_progress progress = open_node(search, max_moves, &moves);
    bool won = progress == GO_REACHED;
    if (progress == GO_OPEN && ply == 0)
        search->tried = moves;
    if (progress == GO_OPEN && depth == 0)
        search->cut = true;
    else if (progress == GO_OPEN)
        won = try_moves(search, ply, depth, max_moves, &moves, move) == max_moves;
    if (search->stopped)
        return false;
    /* A win of max rests on no line that was cut: those count as lost. */
    bool cut = search->cut && !won;
    *entry = (struct entry){{key[0], key[1]}, *move, (uint8_t)depth, true, won, cut};
    search->cut = cut || cut_before;
    return won;
}

/* Looks deeper and deeper; does max win? */
static bool deepen(struct go_links_search *search, bool max_begins, bool generous, uint16_t *move)
{
    const struct go_links *links = &search->links;
    bool won = false;
    search->generous = generous;
    search->salt = zm_mix64((uint64_t)generous << 20 | (uint64_t)search->method << 16 | links->max);
    for (unsigned i = 0; i < links->count; i++)
        search->salt = zm_mix64(search->salt + links->stones[i]);
    memset(search->killers, 0, sizeof search->killers);
    memset(search->history, 0, sizeof search->history);
    for (unsigned depth = 2; depth <= DEEPEST && !won && !search->stopped; depth += 2) {
        search->cut = false;
        won = visit(search, 0, depth, max_begins, move);
        if (!search->cut)
            break;
    }
    return won;
}

void go_links_run(struct go_links_search *search, const struct go_links *links, bool max_begins,
                  struct go_links_answer *answer)
{
    *answer = (struct go_links_answer){.verdict = GO_VERDICT_NOT};
    search->links = *links;
    search->counts = (struct go_links_counts){0};
    search->stopped = search->ko = false;
    go_points_clear(&search->tried);
    if (deepen(search, max_begins, false, &answer->move)) {
        answer->verdict = GO_VERDICT_WON;
    } else if (search->stopped || search->cut) {
        answer->verdict = GO_VERDICT_LIMIT;
    } else if (search->ko) { /* does it rest on the ko? */
        uint16_t other;
        if (deepen(search, max_begins, true, &other) || search->stopped || search->cut)
            answer->verdict = GO_VERDICT_KO;
    }
    answer->counts = search->counts;
    answer->tried = search->tried;
}
