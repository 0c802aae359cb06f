/* Margins of games on small boards; see settle.h.
 *
 * Four claims are searched in turns, so that the cheapest one that holds decides: each side claims
 * all that is still possible, and each claims one point more than it is known to get. What a claim
 * needs besides being forced: that no stone of it brings a board back, by the rule of ko of the
 * game. With simple ko a board that comes back is a draw, so the other refutes a claim to win for
 * good by staying for ever where nothing is forced (force_never). Superko has no such refuge: there
 * both sides must force their margin, or it is searched along the way: on the smallest boards
 * through everything (prove.c), on those of at most 16 points where all places of the board say that
 * nobody can force it (wander.h). */
#include "engines/go/settle.h"

#include "engines/go/hunt.h"
#include "engines/go/wander.h"

#include <stdlib.h>

enum {
    CLAIMS = 4,
    FEW_POINTS = 10,        /* where superko is searched along the way at once */
    REFUGE_FROM = 16,       /* moves looked ahead before a refuge is looked for, */
    REFUGE_EVERY = 6,       /* and how often, */
    REFUGE_NODES = 1 << 16, /* with at least so much work */
    LARGEST_TABLE = 1 << 30,
    CLAIM_NODES = 1 << 22, /* of each claim, before all places are looked at where that helps, */
    CLAIM_TABLE = 1 << 26, /* with a table for as many */
    HUNT_NODES = 1 << 28,  /* of a hunt for all that is possible, */
    MENDING_NODES = 20000, /* and of one place of its strategy that has to be proved again */
    FEW_GAMES = 1 << 15,   /* which show whether it has a chance, */
    MANY_GAMES = 1 << 18,  /* and from which it is learned well */
    PLAIN_NODES = 1 << 24, /* of a search along the way of a board that is not of the smallest */
};

struct claim {
    struct force force;
    unsigned depth;
    bool all;  /* all that is still possible; else one point more than is known */
    bool idle; /* nothing more to hope for */
};

struct settle {
    struct small_size size;
    struct force_place root;
    struct small_board past[GO_MOVES_PER_POINT * SMALL_POINTS + 1];
    unsigned past_count, left; /* boards before this one; moves that the game may still have */
    enum go_ko ko;
    bool draws;       /* a board that comes back is a draw, and as good as no point more or less */
    int lower, upper; /* of Black's margin */
    struct claim claims[CLAIMS];
};

/* What a side claims now, as its own margin. */
static int target_of(const struct settle *settle, const struct claim *claim, unsigned hero)
{
    int lower = hero == 0 ? settle->lower : -settle->upper;
    int upper = hero == 0 ? settle->upper : -settle->lower;
    return claim->all ? upper : lower + 1;
}

/* Lets each claim be about what is open; those that are the same as another rest. One that grew
 * looks as far ahead as before. */
static void aim(struct settle *settle)
{
    for (unsigned i = 0; i < CLAIMS; i++) {
        struct claim *claim = &settle->claims[i];
        int target = target_of(settle, claim, i % 2);
        claim->idle |= !claim->all && settle->upper - settle->lower == 1;
        if (claim->force.target == target && claim->depth > 0)
            continue;
        claim->depth = claim->depth > 0 && target > claim->force.target ? claim->depth - 1 : 1;
        force_aim(&claim->force, i % 2, target);
    }
}

/* A side gets at least so much. */
static void raise(struct settle *settle, unsigned side, int margin)
{
    if (side == 0 && margin > settle->lower)
        settle->lower = margin;
    if (side == 1 && -margin < settle->upper)
        settle->upper = -margin;
}

/* Is the claim refuted for good? To stay away from it for ever is a draw, which refutes wins. That
 * is looked for where one point more is claimed than is known, or one in all, with as much work as
 * went into the claim. */
static bool is_refuted(struct settle *settle, struct claim *claim)
{
    bool least = !claim->all || claim->force.target == 1 || settle->upper - settle->lower == 1;
    bool now = claim->depth == settle->left ||
               (claim->depth >= REFUGE_FROM && (claim->depth - REFUGE_FROM) % REFUGE_EVERY == 0);
    uint64_t nodes = claim->force.nodes > REFUGE_NODES ? claim->force.nodes : REFUGE_NODES;
    return settle->draws && least && now && claim->force.target > 0 &&
           force_never(&claim->force, &settle->root, claim->depth, nodes);
}

/* May the game still be as long as a claim takes? Once enough is sure the other may fill what is
 * left, a stone for each pass, before both pass; or, where stones are answered, all points. */
static bool has_room(const struct settle *settle, const struct claim *claim, unsigned length)
{
    unsigned points = settle->size.points;
    unsigned rest = claim->force.patient ? points - (unsigned)claim->force.target : 2 * points;
    return length + rest + 2 <= settle->left;
}

/* Was enough sure on a board before, whoever moved? Then stones of the other alone might bring it
 * back; of the boards of a strategy none is like that but the last. */
static bool was_sure(const struct settle *settle, const struct force *claim)
{
    for (unsigned i = 0; i < settle->past_count; i++) {
        struct force_place place = {.board = settle->past[i], .turn = (uint8_t)claim->hero};
        if (force_is_sure(claim, &place))
            return true;
    }
    return false;
}

/* A claim was found to be forced: it counts when no board comes back. */
static void found(struct settle *settle, struct claim *claim, unsigned length)
{
    unsigned side = claim->force.hero;
    enum force_lasting lasting =
        force_lasts(&claim->force, &settle->root, settle->ko, settle->past, settle->past_count);
    if (lasting == FORCE_RETURNS) {
        claim->depth--; /* once more */
    } else if (lasting == FORCE_LASTS && has_room(settle, claim, length) &&
               !was_sure(settle, &claim->force)) {
        raise(settle, side, claim->force.target);
    } else if (lasting == FORCE_LASTS && !claim->force.patient) {
        force_be_patient(&claim->force); /* what needs no answers needs less room */
        claim->depth = 1;
    } else {
        claim->idle = true;
    }
}

/* Looks one move deeper for a claim. */
static void go_on(struct settle *settle, struct claim *claim)
{
    unsigned length;
    if (++claim->depth > settle->left)
        claim->idle = true;
    else if (force_finds(&claim->force, &settle->root, claim->depth, &length))
        found(settle, claim, length);
    else if (is_refuted(settle, claim))
        raise(settle, 1 - claim->force.hero, 1 - claim->force.target);
}

/* The claim with the least work so far; NULL: all are idle. */
static struct claim *next_claim(struct settle *settle)
{
    struct claim *least = NULL;
    for (unsigned i = 0; i < CLAIMS; i++) {
        struct claim *claim = &settle->claims[i];
        if (!claim->idle && (least == NULL || claim->force.nodes < least->force.nodes))
            least = claim;
    }
    return least;
}

/* Remembers the boards of the game so far; the last one is where it stands. */
static void read_game(struct settle *settle, const struct go_game *game)
{
    unsigned size = go_size(&game->board);
    struct go_board board = game->board;
    struct small_board before;
    settle->root = (struct force_place){.turn = (uint8_t)(game->board.turn - GO_BLACK),
                                        .passed = game->passes > 0};
    small_read(&game->board, &settle->root.board);
    for (unsigned i = 0; i < game->moves; i++) {
        memcpy(board.points, game->boards.data + (size_t)i * size, size);
        small_read(&board, &before);
        settle->past[settle->past_count++] = before;
    }
    if (game->moves == 0 || game->passes > 0)
        return;
    /* The ko, if there is one, is the point that brings the last board back. */
    struct force_place next[SMALL_POINTS];
    uint8_t points[SMALL_POINTS];
    unsigned count = force_moves(&settle->size, &settle->root, next, points);
    for (unsigned i = 0; i < count; i++)
        if (memcmp(&next[i].board, &before, sizeof before) == 0)
            settle->root.ko = (uint8_t)(points[i] + 1);
}

static int between(int least, int number, int most)
{
    return number < least ? least : number > most ? most : number;
}

static struct settle *open_settle(const struct go_game *game, const struct go_rules *rules, int low,
                                  int high)
{
    struct settle *settle = calloc(1, sizeof *settle);
    unsigned points = go_size(&game->board);
    if (settle == NULL)
        return NULL;
    small_size_set(&settle->size, game->board.columns, game->board.rows);
    settle->ko = rules->ko;
    settle->draws = rules->ko == GO_SIMPLE && go_komi(rules, points) == 0;
    settle->lower = between(-(int)points, low, (int)points);
    settle->upper = between(-(int)points, high, (int)points);
    settle->left = GO_MOVES_PER_POINT * points - game->moves;
    read_game(settle, game);
    return settle;
}

/* Is it a board of which all places can be looked at, with a rule that needs it? */
static bool is_whole(const struct settle *settle)
{
    return settle->ko != GO_SIMPLE && settle->size.points <= WHOLE_POINTS;
}

/* Gives the claims their tables. False: there is no memory. */
static bool open_claims(struct settle *settle, size_t most, struct zm_run *run)
{
    unsigned points = settle->size.points;
    size_t bytes = points <= 9 ? 1 << 22 : points <= 12 ? 1 << 25 : LARGEST_TABLE;
    if (bytes > most)
        bytes = most;
    if (run->memory_limit != 0 && bytes > run->memory_limit / CLAIMS)
        bytes = run->memory_limit / CLAIMS;
    bool open = true;
    for (unsigned i = 0; open && i < CLAIMS; i++) {
        settle->claims[i] = (struct claim){.all = i < 2};
        open = force_open(&settle->claims[i].force, &settle->size, bytes, run);
    }
    return open;
}

static void close_claims(struct settle *settle, struct go_proof *proof)
{
    for (unsigned i = 0; i < CLAIMS; i++) {
        proof->nodes += settle->claims[i].force.nodes;
        force_close(&settle->claims[i].force);
    }
}

/* Says what is known. */
static void report(const struct settle *settle, struct go_proof *proof)
{
    proof->known = settle->lower == settle->upper;
    proof->lower = settle->lower;
    proof->upper = settle->upper;
}

/* Searches the claims until they meet, are all idle, or have taken as much as they may. */
static void meet(struct settle *settle, uint64_t most, struct zm_run *run, struct go_proof *proof)
{
    struct claim *claim;
    for (unsigned i = 0; i < CLAIMS; i++)
        settle->claims[i].idle = false;
    while (settle->lower < settle->upper && !zm_run_stopped(run)) {
        aim(settle);
        claim = next_claim(settle);
        if (claim == NULL || claim->force.nodes > most)
            break;
        go_on(settle, claim);
        proof->depth = claim->depth > proof->depth ? claim->depth : proof->depth;
    }
    report(settle, proof);
}

/* The same where games may be drawn: first who wins, for only wins can be refuted, then by how
 * much. */
static void meet_twice(struct settle *settle, struct zm_run *run, struct go_proof *proof)
{
    int low = settle->lower, high = settle->upper;
    settle->lower = between(low, -1, high);
    settle->upper = between(low, 1, high);
    meet(settle, UINT64_MAX, run, proof);
    if (!proof->known || proof->lower == 0)
        return;
    if (proof->lower > 0)
        settle->upper = high;
    else
        settle->lower = low;
    meet(settle, UINT64_MAX, run, proof);
}

/* -- all that is possible, on boards that are too large for all places -- */

/* Hunts for all that a side may still get, if it wins games that it plays against itself. */
static void hunt_all(struct settle *settle, unsigned side, struct zm_run *run,
                     struct go_proof *proof)
{
    int target = side == 0 ? settle->upper : -settle->lower;
    const struct force claim = {.size = &settle->size, .run = run, .hero = side, .target = target};
    const struct hunt_rule rule = {.ko = settle->ko,
                                   .past = settle->past,
                                   .past_count = settle->past_count,
                                   .moves = settle->left,
                                   .nodes = HUNT_NODES,
                                   .mending = MENDING_NODES};
    size_t bytes = (size_t)2 * LARGEST_TABLE; /* a strategy is mended by what is still there */
    struct hunt hunt;
    if (target <= 0 || was_sure(settle, &claim))
        return;
    if (run->memory_limit != 0 && bytes > run->memory_limit / 2)
        bytes = run->memory_limit / 2; /* the rest is for drawing */
    if (hunt_open(&hunt, &claim, bytes) &&
        2 * guess_learn(&hunt.guess, &settle->root, FEW_GAMES) > 1 &&
        2 * guess_learn(&hunt.guess, &settle->root, MANY_GAMES) > 1 &&
        hunt_holds(&hunt, &settle->root, &rule))
        raise(settle, side, target);
    proof->nodes += hunt.nodes;
    hunt_close(&hunt);
}

/* Claims for a while, then hunts. False: there is no memory. */
static bool meet_wide(struct settle *settle, struct zm_run *run, struct go_proof *proof)
{
    bool open = open_claims(settle, CLAIM_TABLE, run);
    if (open)
        meet(settle, CLAIM_NODES, run, proof);
    close_claims(settle, proof);
    for (unsigned side = 0; open && side < 2; side++)
        if (settle->lower < settle->upper && !zm_run_stopped(run))
            hunt_all(settle, side, run, proof);
    report(settle, proof);
    return open;
}

/* -- all places -- */

/* The game so far, by superko. */
static void read_way(const struct settle *settle, struct way *way)
{
    *way = (struct way){.ko = settle->ko, .left = settle->left, .count = settle->past_count};
    for (unsigned i = 0; i < settle->past_count; i++) {
        way->boards[i] = settle->past[i];
        way->turns[i] = (uint8_t)(1 << (settle->root.turn + settle->past_count - i) % 2);
    }
}

/* Does a side get what was swept for? */
static bool gets(const struct settle *settle, const struct whole *whole, unsigned side,
                 struct go_proof *proof)
{
    struct wander wander = {.whole = whole, .claim = strategy_claim(whole, side)};
    read_way(settle, &wander.way);
    bool holds = wander_holds(&wander, &settle->root);
    proof->nodes += wander.nodes + wander.end_nodes;
    return holds;
}

/* Decides one margin with all places. False: it stays open. */
static bool decide(struct settle *settle, const struct whole *whole, struct go_proof *proof)
{
    int value = whole_value(whole, &settle->root);
    if (value >= 0 && gets(settle, whole, 0, proof))
        raise(settle, 0, whole->target);
    else if (value <= 0 && gets(settle, whole, 1, proof))
        raise(settle, 1, 1 - whole->target);
    else
        return false;
    return true;
}

/* Decides margin after margin, from a draw on: in growing steps, but by single points where it
 * begins to depend on superko. */
static void meet_whole(struct settle *settle, struct zm_run *run, struct go_proof *proof)
{
    struct whole whole;
    int target = between(settle->lower + 1, 1, settle->upper), step = 1;
    bool open = whole_open(&whole, &settle->size, run);
    while (open && settle->lower < settle->upper && whole_sweep(&whole, target)) {
        int lower = settle->lower;
        if (!decide(settle, &whole, proof))
            break;
        step = whole_value(&whole, &settle->root) == 0 ? 1 : step;
        target = settle->lower > lower ? settle->lower + step : settle->upper + 1 - step;
        target = between(settle->lower + 1, target, settle->upper);
        step *= 2;
    }
    proof->nodes += whole.nodes;
    whole_close(&whole);
    report(settle, proof);
}

enum zm_status go_settle_whole(const struct go_game *game, const struct go_rules *rules, int low,
                               int high, struct zm_run *run, struct go_proof *proof,
                               struct zm_error *error)
{
    struct settle *settle = open_settle(game, rules, low, high);
    *proof = (struct go_proof){0};
    if (settle == NULL)
        return zm_fail_memory(error);
    meet_whole(settle, run, proof);
    free(settle);
    return proof->known ? ZM_OK : ZM_STOPPED;
}

/* Both sides search along the way, for a while; what is known already stays. */
static enum zm_status go_on_plainly(const struct go_game *game, const struct go_rules *rules,
                                    struct zm_run *run, struct go_proof *proof,
                                    struct zm_error *error)
{
    struct go_proof plain;
    enum zm_status status =
        go_prove(game, rules->ko == GO_POSITIONAL, PLAIN_NODES, run, &plain, error);
    proof->nodes += plain.nodes;
    proof->lower = between(proof->lower, plain.lower, proof->upper);
    proof->upper = between(proof->lower, plain.upper, proof->upper);
    proof->known = proof->lower == proof->upper;
    return status == ZM_STOPPED && proof->known ? ZM_OK : status;
}

/* Searches all claims. False: there is no memory. */
static bool meet_claims(struct settle *settle, struct zm_run *run, struct go_proof *proof)
{
    bool whole = is_whole(settle), open = open_claims(settle, whole ? CLAIM_TABLE : SIZE_MAX, run);
    if (open && settle->draws)
        meet_twice(settle, run, proof);
    else if (open)
        meet(settle, whole ? CLAIM_NODES : UINT64_MAX, run, proof);
    close_claims(settle, proof);
    return open;
}

enum zm_status go_settle(const struct go_game *game, const struct go_rules *rules, int low,
                         int high, struct zm_run *run, struct go_proof *proof,
                         struct zm_error *error)
{
    *proof = (struct go_proof){0};
    if (rules->ko != GO_SIMPLE && go_size(&game->board) <= FEW_POINTS)
        return go_prove(game, rules->ko == GO_POSITIONAL, 0, run, proof, error);
    struct settle *settle = open_settle(game, rules, low, high);
    bool open = settle != NULL;
    if (open && settle->size.points > WHOLE_POINTS)
        open = meet_wide(settle, run, proof);
    if (open && !proof->known && !zm_run_stopped(run))
        open = meet_claims(settle, run, proof);
    if (open && is_whole(settle) && !proof->known && !zm_run_stopped(run))
        meet_whole(settle, run, proof);
    free(settle);
    if (!open)
        return zm_fail_memory(error);
    if (!proof->known && rules->ko != GO_SIMPLE && !zm_run_stopped(run))
        return go_on_plainly(game, rules, run, proof, error);
    return proof->known ? ZM_OK : ZM_STOPPED;
}
