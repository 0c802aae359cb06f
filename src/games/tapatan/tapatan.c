/* Tapatan as a game of the program: its text, its numbering for retrograde analysis, its pictures.
 * The rules themselves are in games/merels.
 *
 * A configuration is numbered without gaps: by the men on the board and the player to move (they
 * fix how many men each has), then by the set of the first player, then by that of the second among
 * the points that are left: 8060 configurations in the base game. */
#include "games/tapatan/tapatan.h"

#include "games/shared/merels/callbacks.h"
#include "theory/subsets.h"

#include <stdlib.h>
#include <string.h>

struct state {
    struct zm_merels_rules rules; /* first, for games/shared/merels/callbacks.h */
    unsigned first, last;         /* men on the board, of all configurations */
    uint64_t offsets[ZM_MERELS_POINTS + 1][2];
    uint64_t count;
};

/* How many men `side` has when `placed` men are on the board and `turn` is to move: the one who has
 * more has just moved. */
static unsigned share(unsigned placed, int turn, int side)
{
    return placed / 2 + (placed % 2 == 1 && side != turn);
}

static uint64_t block_size(const struct state *s, unsigned placed, int turn)
{
    unsigned points = s->rules.board.points, mine = share(placed, turn, 0);
    return zm_choose(points, mine) * zm_choose(points - mine, share(placed, turn, 1));
}

static enum zm_status open_state(const struct zm_settings *settings, void **state,
                                 struct zm_error *error)
{
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_tapatan_rules(settings, &s->rules, error);
    if (status != ZM_OK) {
        free(s);
        return status;
    }
    s->last = 2 * s->rules.men < s->rules.board.points ? 2 * s->rules.men : s->rules.board.points;
    s->first = s->rules.placed ? s->last : 0;
    for (unsigned placed = s->first; placed <= s->last; placed++)
        for (int turn = 0; turn < 2; turn++) {
            s->offsets[placed][turn] = s->count;
            s->count += block_size(s, placed, turn);
        }
    *state = s;
    return ZM_OK;
}

const struct zm_merels_rules *zm_tapatan_state_rules(const void *state)
{
    return &((const struct state *)state)->rules;
}

static void deal_hands(const struct state *s, struct zm_merels_position *position)
{
    for (int side = 0; side < 2; side++)
        position->hand[side] =
            (uint8_t)(s->rules.men - (unsigned)__builtin_popcount(position->men[side]));
}

static uint64_t count_positions(void *state)
{
    return ((struct state *)state)->count;
}

static uint64_t rank_position(void *state, struct zm_bytes bytes)
{
    const struct state *s = state;
    struct zm_merels_position p = zm_merels_read(bytes);
    unsigned mine = (unsigned)__builtin_popcount(p.men[0]);
    unsigned theirs = (unsigned)__builtin_popcount(p.men[1]);
    return s->offsets[mine + theirs][p.turn] +
           zm_subset_rank(p.men[0]) * zm_choose(s->rules.board.points - mine, theirs) +
           zm_subset_rank(zm_subset_squeeze(p.men[1], p.men[0]));
}

struct zm_merels_position zm_tapatan_configuration(const void *state, uint64_t number)
{
    const struct state *s = state;
    unsigned placed = s->first;
    int turn = 0;
    while (number - s->offsets[placed][turn] >= block_size(s, placed, turn)) {
        placed += (unsigned)turn;
        turn = !turn;
    }
    number -= s->offsets[placed][turn];
    unsigned mine = share(placed, turn, 0), theirs = share(placed, turn, 1);
    uint64_t others = zm_choose(s->rules.board.points - mine, theirs);
    struct zm_merels_position p = {.turn = (uint8_t)turn};
    p.men[0] = zm_subset_unrank(number / others, mine);
    p.men[1] = zm_subset_spread(zm_subset_unrank(number % others, theirs), p.men[0]);
    deal_hands(s, &p);
    return p;
}

static bool unrank_position(void *state, uint64_t number, struct zm_buffer *position)
{
    const struct state *s = state;
    struct zm_merels_position p = zm_tapatan_configuration(s, number);
    zm_buffer_clear(position);
    zm_merels_write(&p, position);
    return zm_merels_exists(&s->rules, &p);
}

/* Sets compared as their printed lists of points: the one with the smaller point first. */
static bool printed_before(uint32_t a, uint32_t b)
{
    uint32_t differ = a ^ b;
    return (a & differ & -differ) != 0;
}

static void canonise(void *state, struct zm_bytes position, struct zm_buffer *least)
{
    const struct state *s = state;
    struct zm_merels_position p = zm_merels_read(position), best = p;
    for (unsigned i = 1; i < s->rules.board.symmetry_count; i++) {
        struct zm_merels_position image = p;
        for (int side = 0; side < 2; side++)
            image.men[side] = zm_merels_image(&s->rules.board, i, p.men[side]);
        if (printed_before(image.men[0], best.men[0]) ||
            (image.men[0] == best.men[0] && printed_before(image.men[1], best.men[1])))
            best = image;
    }
    zm_buffer_clear(least);
    zm_merels_write(&best, least);
}

static enum zm_status check_counts(const struct state *s, const struct zm_merels_position *p,
                                   const char *text, struct zm_error *error)
{
    unsigned mine = (unsigned)__builtin_popcount(p->men[p->turn]);
    unsigned theirs = (unsigned)__builtin_popcount(p->men[!p->turn]);
    if (mine > s->rules.men || theirs > s->rules.men)
        return zm_fail(error, ZM_BAD_INPUT, "'%s': a player has more than %u men", text,
                       s->rules.men);
    if (mine + theirs < s->first)
        return zm_fail(error, ZM_BAD_INPUT, "'%s': all %u men are on the board from the start",
                       text, s->first);
    if (theirs != mine && theirs != mine + 1)
        return zm_fail(error, ZM_BAD_INPUT,
                       "'%s': the player to move has %u men and the other %u; expected as many, or "
                       "one more for the other",
                       text, mine, theirs);
    if (zm_merels_aligned(&s->rules.board, p->men[p->turn]))
        return zm_fail(error, ZM_BAD_INPUT,
                       "'%s': impossible, the player to move has filled a line already", text);
    return ZM_OK;
}

/* Plays a static phase written as the points in order, "162395": what A.B.t cannot be. */
static enum zm_status parse_sequence(const struct state *s, const char *text,
                                     struct zm_merels_position *p, struct zm_error *error)
{
    *p = zm_merels_start(&s->rules);
    for (const char *rest = text; *rest != 0; rest += s->rules.board.name_length) {
        uint8_t point = zm_merels_point(&s->rules.board, rest);
        enum zm_outcome outcome;
        if (point == ZM_MERELS_NOWHERE || ((p->men[0] | p->men[1]) >> point & 1) ||
            p->hand[p->turn] == 0 || zm_merels_over(&s->rules, p, &outcome))
            return zm_fail(error, ZM_BAD_INPUT,
                           "'%s': no man can be placed at '%.20s'; expected A.B.t as in 267.139.0, "
                           "or the points played in order as in 162395",
                           text, rest);
        *p = zm_merels_apply(p,
                             (struct zm_merels_move){ZM_MERELS_NOWHERE, point, ZM_MERELS_NOWHERE});
    }
    return ZM_OK;
}

static enum zm_status parse_position(void *state, const char *text, struct zm_buffer *position,
                                     struct zm_error *error)
{
    const struct state *s = state;
    struct zm_merels_position p = zm_merels_start(&s->rules);
    enum zm_status status = *text == 0 ? zm_fail_empty("tapatan", error) : ZM_OK;
    if (status == ZM_OK && strcmp(text, "start") != 0) {
        if (strpbrk(text, ".-") == NULL && s->first == 0) {
            status = parse_sequence(s, text, &p, error);
        } else {
            const char *rest;
            status = zm_merels_parse(&s->rules, text, &p, &rest, error);
            if (status == ZM_OK && *rest != 0)
                status = zm_fail(error, ZM_BAD_INPUT, "'%s': expected nothing after A.B.t", text);
            if (status == ZM_OK)
                status = check_counts(s, &p, text, error);
            if (status == ZM_OK)
                deal_hands(s, &p);
        }
    }
    zm_buffer_clear(position);
    if (status == ZM_OK)
        zm_merels_write(&p, position);
    return status;
}

static void print_position(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct zm_merels_position p = zm_merels_read(position);
    zm_merels_print(&((struct state *)state)->rules, &p, text);
}

static void random_position(void *state, struct zm_random *random, unsigned size,
                            struct zm_buffer *position)
{
    struct state *s = state;
    (void)size;
    while (!unrank_position(s, zm_random_below(random, s->count), position))
        continue;
}

static const struct zm_rules rules = {
    .parse = parse_position,
    .print = print_position,
    .random = random_position,
    ZM_MERELS_RULES,
};

static const struct zm_loops loops = {
    .count = count_positions,
    .rank = rank_position,
    .unrank = unrank_position,
    .canonical = canonise,
    ZM_MERELS_LOOPS,
};

const struct zm_game zm_tapatan = {
    .name = "tapatan",
    .title = "Tapatan (three men's morris)",
    .summary = "three in a row with men that are placed, then slide; many variants",
    .start = "start",
    .positions = "start\n"
                 "267.139.0   A.B.t: the points of both players and who moves, 0 for no man\n"
                 "162395      the points at which men are placed, in order",
    .players = ZM_PARTISAN,
    .params = zm_tapatan_params,
    .canon_version = 1,
    .open = open_state,
    .close = free,
    .rules = &rules,
    .loops = &loops,
    .picture = &zm_merels_picture,
};
