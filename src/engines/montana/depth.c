/* The depth-first searches of search/explore_depth.c, made for Montana's base variant: a card on the
 * left of a hole tells the one that may go there, so that a position is left and come back to in a
 * few instructions. All children of a position have their places in the table fetched before the
 * first is looked at. What is not the base variant, or another question, is left to the general
 * ones. */
#include "engines/montana/depth.h"

#include "engines/montana/table.h"
#include "search/explore_depth.h"
#include "search/path.h"

enum { USUAL_SLOTS = 1 << 22 };

/* A move that leads to what has been searched. */
struct known {
    uint8_t from, to;
};

struct depth {
    struct zm_gaps gaps;
    uint8_t holes[ZM_MONTANA_SUITS];
    uint8_t next[ZM_MONTANA_CARDS]; /* the card that goes to the right of each; 0: none does */
    struct zm_slots slots;          /* keys NULL: no table */
    bool transpositions, complete;
    struct zm_path path; /* for limits and counts; its moves are those of the branch */
    struct zm_quest *quest;
};

/* A child: one of the holes, the card that goes there, and from where. */
struct child {
    struct zm_hash128 key;
    uint8_t hole, card, from, to;
};

static bool commutes(const struct known *known, unsigned from, unsigned to)
{
    unsigned f = known->from, t = known->to;
    return from != f && from != t && from != t - 1 && to != f && to != t && to != t - 1 &&
           f != to - 1 && t != to - 1;
}

static bool is_known(const struct known *known, unsigned count, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < count; i++)
        if (known[i].to == to && known[i].from == from)
            return true;
    return false;
}

/* Lists the children that are not known, and has their places fetched. */
static unsigned list_children(const struct depth *d, const struct known *known,
                              unsigned known_count, struct child *children, bool *any)
{
    unsigned count = 0;
    *any = false;
    for (unsigned hole = 0; hole < d->gaps.suits; hole++) {
        unsigned to = d->holes[hole], card = d->next[d->gaps.cells[to - 1]];
        if (card == 0)
            continue;
        unsigned from = d->gaps.where[card];
        *any = true;
        if (is_known(known, known_count, from, to))
            continue;
        struct child *child = &children[count++];
        *child = (struct child){
            .hole = (uint8_t)hole, .card = (uint8_t)card, .from = (uint8_t)from, .to = (uint8_t)to};
        if (d->slots.keys != NULL) {
            child->key = zm_gaps_key_after(&d->gaps, card, from, to);
            __builtin_prefetch(zm_slot_of(&d->slots, child->key));
        }
    }
    return count;
}

static bool is_over(const struct depth *d)
{
    return d->path.stopped || d->path.failed || (d->quest->found && !d->complete);
}

/* Visits the position where the board stands and all that is behind it; `known` moves lead to what
 * has been searched, and there is room for those of this position. */
static void visit(struct depth *d, struct known *known, unsigned known_count)
{
    struct child children[ZM_MONTANA_SUITS];
    bool any;
    if (!zm_path_visit(&d->path))
        return;
    unsigned count = list_children(d, known, known_count, children, &any);
    if (!any && !d->quest->found && zm_gaps_solved(&d->gaps))
        zm_path_keep(&d->path, d->quest);
    for (unsigned i = 0; i < count && !is_over(d); i++) {
        const struct child child = children[i];
        struct known behind[ZM_MONTANA_SUITS + 1];
        unsigned behind_count = 0;
        if (d->slots.keys != NULL && zm_slots_have(&d->slots, child.key)) {
            known[known_count++] = (struct known){child.from, child.to};
            continue;
        }
        for (unsigned k = 0; k < known_count && d->transpositions; k++)
            if (commutes(&known[k], child.from, child.to))
                behind[behind_count++] = known[k];
        struct zm_hash128 key = d->gaps.key;
        if (d->slots.keys != NULL) {
            d->gaps.key = child.key;
            zm_slots_put(&d->slots, child.key);
        }
        zm_gaps_shift(&d->gaps, child.card, child.from, child.to);
        d->holes[child.hole] = child.from;
        d->path.moves[d->path.depth++] = zm_montana_move(child.card, child.to, child.from);
        visit(d, behind, behind_count);
        d->path.depth--;
        d->holes[child.hole] = child.to;
        zm_gaps_shift(&d->gaps, child.card, child.to, child.from);
        d->gaps.key = key;
        if (d->transpositions)
            known[known_count++] = (struct known){child.from, child.to};
    }
}

/* Room for the longest branch there can be: the path never grows while the board moves. */
static bool make_room(struct depth *d, const struct zm_montana_walk *walk)
{
    size_t longest = (size_t)zm_montana_walk.most(walk) + 2;
    while (d->path.capacity < longest)
        if (!zm_path_grow(&d->path))
            return false;
    return true;
}

static void stand(struct depth *d, const struct zm_montana_walk *walk)
{
    unsigned hole = 0;
    zm_gaps_stand(&d->gaps, walk);
    for (unsigned cell = 0; cell < walk->suits * (unsigned)ZM_MONTANA_STRIDE; cell++)
        if (walk->cells[cell] == ZM_MONTANA_HOLE)
            d->holes[hole++] = (uint8_t)cell;
    for (unsigned card = 1; card < ZM_MONTANA_CARDS; card++)
        if (zm_montana_rank(card) > 0 && zm_montana_rank(card) < walk->ranks)
            d->next[card] = (uint8_t)(card + 1);
}

/* Explores by the parts that are asked for. */
static enum zm_status explore(struct zm_alone *alone, struct zm_quest *quest, bool table,
                              bool transpositions, struct zm_error *error)
{
    const struct zm_settings *settings = alone->problem.settings;
    int64_t slots = zm_settings_integer(settings, "slots");
    struct known known[ZM_MONTANA_SUITS + 1];
    struct depth *d = calloc(1, sizeof *d);
    if (d == NULL)
        return zm_fail_memory(error);
    d->quest = quest;
    d->transpositions = transpositions;
    d->complete = zm_settings_flag(settings, "complete");
    bool open = zm_path_open(&d->path, alone) && make_room(d, alone->start) &&
                (!table || zm_slots_open(&d->slots, slots > 0 ? (size_t)slots : USUAL_SLOTS));
    if (open) {
        stand(d, alone->start);
        visit(d, known, 0);
        quest->proved = !d->path.stopped && !d->path.failed;
    }
    enum zm_status status = open ? zm_path_status(&d->path, error) : zm_fail_memory(error);
    zm_slots_close(&d->slots);
    zm_path_close(&d->path);
    free(d);
    return status;
}

/* Is it a question for the searches of this file? */
static bool is_ours(const struct zm_alone *alone, const struct zm_quest *quest)
{
    const struct zm_montana_walk *walk = alone->start;
    return !walk->game->common && walk->redeals == 0 && quest->kind == ZM_QUEST_GOAL;
}

static enum zm_status explore_depth_first(struct zm_alone *alone, struct zm_quest *quest,
                                          struct zm_error *error)
{
    const struct zm_settings *settings = alone->problem.settings;
    bool none = zm_settings_is(settings, "table", "none");
    return is_ours(alone, quest) && (none || zm_settings_is(settings, "table", "slots"))
               ? explore(alone, quest, !none, false, error)
               : zm_explore_depth_first(alone, quest, error);
}

static enum zm_status explore_ti(struct zm_alone *alone, struct zm_quest *quest,
                                 struct zm_error *error)
{
    return is_ours(alone, quest) ? explore(alone, quest, false, true, error)
                                 : zm_transpositions.explore(alone, quest, error);
}

static enum zm_status explore_ti_table(struct zm_alone *alone, struct zm_quest *quest,
                                       struct zm_error *error)
{
    return is_ours(alone, quest) ? explore(alone, quest, true, true, error)
                                 : zm_transpositions_table.explore(alone, quest, error);
}

static const struct zm_param depth_first_params[] = {
    ZM_TABLE_PARAM, ZM_SLOTS_PARAM, ZM_COMPLETE_PARAM, {0}};
static const struct zm_param ti_params[] = {ZM_COMPLETE_PARAM, {0}};
static const struct zm_param ti_table_params[] = {ZM_SLOTS_PARAM, ZM_COMPLETE_PARAM, {0}};

const struct zm_search zm_montana_depth_first = {
    .name = "depth-first",
    .summary = "as for every game, on a board made for Montana",
    .params = depth_first_params,
    .explore = explore_depth_first,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_COUNT,
};

const struct zm_search zm_montana_ti = {
    .name = "ti",
    .summary = "as for every game, on a board made for Montana",
    .params = ti_params,
    .explore = explore_ti,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_LONGEST,
};

const struct zm_search zm_montana_ti_table = {
    .name = "ti-table",
    .summary = "as for every game, on a board made for Montana",
    .params = ti_table_params,
    .explore = explore_ti_table,
    .quests = ZM_QUEST_GOAL,
};
