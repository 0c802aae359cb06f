/* Games of which a part is grown again; see draft.h. */
#include "engines/morpion/draft.h"

#include "base/bits.h"

enum {
    PUT_OFF = 1 << 15, /* marks the place of a move that is put off */
    ATTEMPTS = 64,     /* to find a move that the game has not; one in ten finds one */
};

void zm_draft_begin(struct zm_draft *draft, const struct zm_policy_player *player,
                    const struct zm_policy_game *game, float weight, unsigned foreign,
                    uint64_t seed)
{
    draft->paper = player->paper;
    memcpy(draft->paper.lanes, player->start, sizeof player->start);
    draft->length = draft->first = game->length;
    draft->most = player->most;
    draft->weight = weight;
    draft->foreign = foreign;
    draft->lots = zm_mix64(seed + ZM_MIX) | 1;
    draft->kept = draft->end = draft->out_count = draft->put_off_count = 0;
    memset(draft->place, 0, sizeof draft->place);
    memcpy(draft->moves, game->moves, game->length * sizeof *game->moves);
    for (unsigned i = 0; i < game->length; i++) {
        zm_paper_flip(&draft->paper, game->moves[i]);
        draft->place[game->moves[i] >> 15] = (uint16_t)(i + 1);
    }
    zm_chances_clear(&draft->chances);
}

/* -- what is legal -- */

/* The moves of the game come first, those put off last. */
static inline float weight_of(const struct zm_draft *draft, zm_paper_move move)
{
    unsigned place = draft->place[move >> 15];
    if (place == 0 || draft->moves[(place & ~(unsigned)PUT_OFF) - 1] != move)
        return 1;
    return (place & PUT_OFF) == 0 ? draft->weight : 1 / draft->weight;
}

/* All games ever played had room for their moves. */
static inline void add(struct zm_draft *draft, zm_paper_move move)
{
    if (draft->chances.count <= ZM_CHANCES_MOST)
        zm_chances_add(&draft->chances, move, weight_of(draft, move));
}

/* The lines that lack nothing but the dot of a move that was taken out. */
static void add_through(struct zm_draft *draft, zm_paper_move out)
{
    const struct zm_paper *paper = &draft->paper;
    struct zm_paper_place at = zm_paper_at(zm_paper_x(out), zm_paper_y(out));
    for (unsigned i = 0; i < 4; i++) {
        const struct zm_paper_lane *lane = &paper->lanes[at.lane[i]];
        unsigned from = at.bit[i] - paper->reach;
        for (unsigned lines = zm_paper_open(paper, lane, from); lines != 0; lines &= lines - 1)
            add(draft,
                (out & ZM_PAPER_DOT) | at.lane[i] << 6 | (from + (unsigned)__builtin_ctz(lines)));
    }
}

static bool is_known(const struct zm_draft *draft, zm_paper_move move, unsigned since)
{
    for (unsigned i = since; i < draft->chances.count; i++)
        if (zm_chances_move(&draft->chances, i) == move)
            return true;
    return false;
}

/* The lines that lack a dot which the game does not have, and overlap the line of a move that was
 * taken out. One that overlaps two stands behind `since` already. */
static void add_beside(struct zm_draft *draft, zm_paper_move out, unsigned since)
{
    const struct zm_paper *paper = &draft->paper;
    unsigned at = out >> 6 & 511, first = out & ZM_PAPER_FIRST, reach = paper->reach;
    const struct zm_paper_lane *lane = &paper->lanes[at];
    uint32_t before = zm_paper_open(paper, lane, first - reach) >> (reach + 1 - paper->span);
    uint32_t after = zm_paper_open(paper, lane, first) & ((1u << paper->span) - 1);
    uint32_t lines = (before & ((1u << (paper->span - 1)) - 1)) | after << (paper->span - 1);
    for (; lines != 0; lines &= lines - 1) {
        unsigned from = first + 1 - paper->span + (unsigned)__builtin_ctz(lines);
        unsigned bit = from + (unsigned)__builtin_ctzll(~(lane->dots >> from));
        zm_paper_move move = zm_paper_dot(at, bit) | at << 6 | from;
        if (draft->place[move >> 15] == 0 && !is_known(draft, move, since))
            add(draft, move);
    }
}

/* Finds what is legal once moves are gone; another move may have made the dot of one of them. */
static void find_legal(struct zm_draft *draft, const zm_paper_move *gone, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!zm_paper_has_dot(&draft->paper, gone[i]))
            add_through(draft, gone[i]);
    for (unsigned since = draft->chances.count, i = 0; i < count; i++)
        add_beside(draft, gone[i], since);
}

/* -- taking out -- */

static inline unsigned lot_below(struct zm_draft *draft, unsigned bound)
{
    return (unsigned)((zm_chances_lot(&draft->lots) >> 32) * bound >> 32);
}

/* Are all dots of a move's line there, its own included? */
static inline bool has_dots(const struct zm_paper *paper, zm_paper_move move)
{
    uint64_t dots = paper->lanes[move >> 6 & 511].dots >> (move & ZM_PAPER_FIRST);
    return (dots & paper->line) == paper->line;
}

/* Is nothing taken of what a move's line takes? */
static inline bool is_free(const struct zm_paper *paper, zm_paper_move move)
{
    uint64_t taken = paper->lanes[move >> 6 & 511].taken >> (move & ZM_PAPER_FIRST);
    return (taken & paper->piece) == 0;
}

/* Takes out what stands in the way of a move, if any, and what needs dots that are gone. The moves
 * put off lack their own. */
static void take_out(struct zm_draft *draft, zm_paper_move foreign)
{
    struct zm_paper *paper = &draft->paper;
    draft->end = draft->out_count = 0;
    for (unsigned i = draft->first; i < draft->length; i++) {
        zm_paper_move move = draft->moves[i];
        if (has_dots(paper, move) && (foreign == 0 || !zm_paper_conflict(paper, foreign, move)))
            draft->tail[draft->end++] = move;
        else {
            draft->out[draft->out_count++] = move;
            if ((draft->place[move >> 15] & PUT_OFF) == 0)
                zm_paper_flip(paper, move);
        }
    }
    draft->kept = draft->end;
}

/* Puts off a move, and with even chances one more, and so on. */
static void put_off(struct zm_draft *draft)
{
    draft->first = draft->length;
    do {
        unsigned at = lot_below(draft, draft->length);
        zm_paper_move move = draft->moves[at];
        if ((draft->place[move >> 15] & PUT_OFF) != 0)
            continue;
        draft->place[move >> 15] |= PUT_OFF;
        draft->put_off[draft->put_off_count++] = move;
        draft->first = at < draft->first ? at : draft->first;
        zm_paper_flip(&draft->paper, move);
    } while (draft->put_off_count < ZM_DRAFT_PUT_OFF && zm_chances_lot(&draft->lots) >> 63 != 0);
    take_out(draft, 0);
    find_legal(draft, draft->out, draft->out_count);
}

/* A move through the dot of the move at a place of the game, in some direction, that lacks one dot
 * when the move has been made; 0: there is none, or it is the game's. */
static zm_paper_move foreign_move(struct zm_draft *draft, unsigned at)
{
    const struct zm_paper *paper = &draft->paper;
    zm_paper_move move = draft->moves[at];
    struct zm_paper_place through = zm_paper_at(zm_paper_x(move), zm_paper_y(move));
    unsigned i = lot_below(draft, 4), lane = through.lane[i], from = through.bit[i] - paper->reach;
    unsigned window = paper->lanes[lane].dots >> from & (ZM_PAPER_WINDOW - 1);
    for (unsigned dots = window; dots != 0; dots &= dots - 1) {
        unsigned bit = (unsigned)__builtin_ctz(dots);
        window ^= (unsigned)(draft->place[zm_paper_dot(lane, from + bit) >> 15] > at + 1) << bit;
    }
    unsigned lines = paper->near[window];
    if (lines == 0)
        return 0;
    for (unsigned skip = lot_below(draft, (unsigned)__builtin_popcount(lines)); skip > 0; skip--)
        lines &= lines - 1;
    unsigned first = (unsigned)__builtin_ctz(lines);
    unsigned missing = first + (unsigned)__builtin_ctz(~(window >> first));
    zm_paper_move found = zm_paper_dot(lane, from + missing) | lane << 6 | (from + first);
    unsigned place = draft->place[found >> 15];
    return place > 0 && draft->moves[place - 1] == found ? 0 : found;
}

/* Makes again what was taken out and can still be made; returns how much cannot, which it writes. */
static unsigned put_back(struct zm_draft *draft, zm_paper_move foreign, zm_paper_move *gone)
{
    struct zm_paper *paper = &draft->paper;
    unsigned count = 0;
    for (unsigned i = 0; i < draft->out_count; i++) {
        zm_paper_move move = draft->out[i];
        if (zm_paper_conflict(paper, foreign, move)) {
            gone[count++] = move;
            continue;
        }
        zm_paper_flip(paper, move);
        if (has_dots(paper, move))
            draft->tail[draft->end++] = move;
        else {
            zm_paper_flip(paper, move);
            gone[count++] = move;
        }
    }
    return count;
}

/* Makes a move that the game has not, through the dot of a move of the game and before all that it
 * needs not. False: there is none there; nothing has changed. */
static bool insert(struct zm_draft *draft)
{
    struct zm_paper *paper = &draft->paper;
    unsigned at = lot_below(draft, draft->length), gone_count, count;
    zm_paper_move gone[ZM_MORPION_PLAYED], possible[ZM_PAPER_NEW];
    zm_paper_move foreign = foreign_move(draft, at);
    if (foreign == 0)
        return false;
    for (draft->first = 0; draft->first < draft->length; draft->first++)
        if (zm_paper_conflict(paper, foreign, draft->moves[draft->first]))
            break;
    if (draft->first <= at || draft->first == draft->length)
        return false;
    take_out(draft, foreign);
    if (!is_free(paper, foreign)) { /* of the rim, and of moves made before the game */
        zm_draft_reject(draft);
        return false;
    }
    zm_paper_flip(paper, foreign);
    draft->tail[draft->end++] = foreign;
    gone_count = put_back(draft, foreign, gone);
    find_legal(draft, gone, gone_count);
    count = draft->place[foreign >> 15] == 0 ? zm_paper_made_possible(paper, foreign, possible) : 0;
    for (unsigned i = 0; i < count; i++)
        if (!is_known(draft, possible[i], 0))
            add(draft, possible[i]);
    return true;
}

void zm_draft_cut(struct zm_draft *draft)
{
    if (draft->chances.count > 0) /* of a part that was not grown again */
        zm_chances_clear(&draft->chances);
    draft->chances.sum = 0;
    draft->put_off_count = 0;
    bool inserted = false;
    if (lot_below(draft, 100) < draft->foreign)
        for (unsigned i = 0; i < ATTEMPTS && !inserted; i++)
            inserted = insert(draft);
    if (!inserted)
        put_off(draft);
}

/* -- growing -- */

/* Makes a move, and brings the legal ones up to date. */
static inline void make(struct zm_draft *draft, zm_paper_move move)
{
    struct zm_paper *paper = &draft->paper;
    struct zm_chances *chances = &draft->chances;
    zm_paper_move possible[ZM_PAPER_NEW];
    double before = chances->sum;
    unsigned count = zm_paper_made_possible(paper, move, possible);
    zm_paper_flip(paper, move);
    for (unsigned begin = zm_chances_last(chances); begin != ZM_CHANCES_NONE; begin -= 64)
        for (uint64_t hits = zm_chances_excluded(chances, paper, move, begin); hits != 0;) {
            unsigned at = 63 - (unsigned)__builtin_clzll(hits);
            hits ^= (uint64_t)1 << at;
            zm_chances_drop(chances, begin + at);
        }
    zm_chances_settle(chances, before);
    for (unsigned i = 0; i < count; i++)
        add(draft, possible[i]);
}

void zm_draft_grow(struct zm_draft *draft)
{
    struct zm_chances *chances = &draft->chances;
    while (chances->count > 0 && zm_draft_tried(draft) < draft->most) {
        zm_paper_move move = zm_chances_choose(chances, &draft->lots);
        draft->tail[draft->end++] = move;
        make(draft, move);
    }
}

/* -- taking or leaving -- */

void zm_draft_read(const struct zm_draft *draft, zm_paper_move *moves)
{
    memcpy(moves, draft->moves, draft->first * sizeof *moves);
    memcpy(moves + draft->first, draft->tail, draft->end * sizeof *moves);
}

void zm_draft_accept(struct zm_draft *draft)
{
    for (unsigned i = 0; i < draft->out_count; i++)
        draft->place[draft->out[i] >> 15] = 0;
    memcpy(draft->moves + draft->first, draft->tail, draft->end * sizeof *draft->tail);
    draft->length = zm_draft_tried(draft);
    for (unsigned i = draft->first; i < draft->length; i++)
        draft->place[draft->moves[i] >> 15] = (uint16_t)(i + 1);
}

void zm_draft_reject(struct zm_draft *draft)
{
    for (unsigned i = draft->kept; i < draft->end; i++)
        zm_paper_flip(&draft->paper, draft->tail[i]);
    for (unsigned i = 0; i < draft->out_count; i++)
        zm_paper_flip(&draft->paper, draft->out[i]);
    for (unsigned i = 0; i < draft->put_off_count; i++)
        draft->place[draft->put_off[i] >> 15] &= (uint16_t)~PUT_OFF;
}
