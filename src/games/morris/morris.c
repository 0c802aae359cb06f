/* Five, six, nine and twelve men's morris as games of the program. The rules are in games/merels:
 * men are placed, then slide; a filled line (a mill) takes a man of the opponent that stands in no
 * mill, or any when all do; a player with two men, or who cannot move, has lost.
 *
 * Sources: the encyclopaedia articles on the games; Gasser, Solving Nine Men's Morris (1996), for
 * the details of nine men's morris (flying with three men; two mills at once take one man). */
#include "games/morris/morris.h"

#include "games/shared/merels/callbacks.h"
#include "games/morris/numbering.h"
#include "theory/subsets.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *board;
    unsigned men;
    enum zm_merels_flying flying;
} variants[] = {
    {"six", "two-squares", 6, ZM_MERELS_NEVER},
    {"five", "two-squares", 5, ZM_MERELS_NEVER},
    {"nine", "three-squares", 9, ZM_MERELS_WITH_THREE},
    {"twelve", "three-squares-diagonals", 12, ZM_MERELS_WITH_THREE},
};

static const struct zm_param params[] = {
    {.name = "variant",
     .kind = ZM_PARAM_CHOICE,
     .value = "six",
     .choices = "five|six|nine|twelve",
     .hint = "MEN",
     .help = "men of each player, with the board that goes with them"},
    {.name = "men",
     .kind = ZM_PARAM_INTEGER,
     .min = 3,
     .max = 12,
     .hint = "N",
     .help = "another number of men on the same board"},
    {.name = "endgame",
     .kind = ZM_PARAM_INTEGER,
     .min = 3,
     .max = 12,
     .hint = "N",
     .help = "only the positions with all men placed and at most N left to each player"},
    {.name = "flying",
     .kind = ZM_PARAM_CHOICE,
     .choices = "no|three",
     .hint = "WHEN",
     .help = "three: a player with three men may move to any free point"},
    {.name = "blocked",
     .kind = ZM_PARAM_CHOICE,
     .choices = "loses|passes|draws",
     .hint = "WHAT",
     .help = "what a player does who cannot move"},
    {.name = "repetition",
     .kind = ZM_PARAM_CHOICE,
     .value = "never",
     .choices = "never|second|third",
     .hint = "TIME",
     .help = "a position that occurs for the second or third time is a draw (in play)"},
    {.name = NULL},
};

struct state {
    struct zm_merels_rules rules;         /* first, for games/shared/merels/callbacks.h */
    struct zm_morris_numbering numbering; /* made when first asked for */
};

static void apply_settings(const struct zm_settings *settings, struct zm_merels_rules *rules)
{
    if (zm_settings_given(settings, "men"))
        rules->men = (unsigned)zm_settings_integer(settings, "men");
    if (zm_settings_given(settings, "flying"))
        rules->flying =
            zm_settings_is(settings, "flying", "three") ? ZM_MERELS_WITH_THREE : ZM_MERELS_NEVER;
    rules->blocked = zm_settings_is(settings, "blocked", "passes")  ? ZM_MERELS_PASSES
                     : zm_settings_is(settings, "blocked", "draws") ? ZM_MERELS_DRAWS
                                                                    : ZM_MERELS_LOSES;
    rules->repetition = zm_settings_is(settings, "repetition", "second")  ? 2
                        : zm_settings_is(settings, "repetition", "third") ? 3
                                                                          : 0;
    if (zm_settings_given(settings, "endgame")) {
        rules->men = (unsigned)zm_settings_integer(settings, "endgame");
        rules->placed = true;
    }
}

static enum zm_status open_state(const struct zm_settings *settings, void **state,
                                 struct zm_error *error)
{
    struct state *s = calloc(1, sizeof *s);
    if (s == NULL)
        return zm_fail_memory(error);
    size_t v = 0;
    while (v + 1 < sizeof variants / sizeof *variants &&
           !zm_settings_is(settings, "variant", variants[v].name))
        v++;
    enum zm_status status = zm_merels_board_make(
        &s->rules.board, zm_merels_plan_find(variants[v].board), NULL, NULL, error);
    s->rules.men = variants[v].men;
    s->rules.flying = variants[v].flying;
    s->rules.sliding = true;
    s->rules.captures = true;
    apply_settings(settings, &s->rules);
    if (status == ZM_OK && 2 * s->rules.men > s->rules.board.points)
        status = zm_fail(error, ZM_BAD_INPUT, "%u men each are too many for a board of %u points",
                         s->rules.men, s->rules.board.points);
    if (status != ZM_OK)
        free(s);
    else
        *state = s;
    return status;
}

static void close_state(void *state)
{
    struct state *s = state;
    zm_morris_numbering_free(&s->numbering);
    free(s);
}

const struct zm_merels_rules *zm_morris_state_rules(const void *state)
{
    return &((const struct state *)state)->rules;
}

/* The tables are for a position in hand. Above what any machine could label, they are not made: the
 * count alone says so. */
static bool numbered(struct state *s)
{
    enum { MOST_MEN = 10 };
    if (s->numbering.blocks == NULL && s->rules.men <= MOST_MEN)
        zm_morris_numbering_make(&s->numbering, &s->rules);
    return s->numbering.blocks != NULL;
}

static uint64_t count_positions(void *state)
{
    struct state *s = state;
    return numbered(s) ? s->numbering.count : zm_morris_count(&s->rules);
}

static uint64_t rank_position(void *state, struct zm_bytes position)
{
    struct state *s = state;
    struct zm_merels_position p = zm_merels_read(position);
    return numbered(s) ? zm_morris_rank(&s->numbering, &p) : 0;
}

static bool unrank_position(void *state, uint64_t number, struct zm_buffer *position)
{
    struct state *s = state;
    struct zm_merels_position p;
    zm_buffer_clear(position);
    if (!numbered(s))
        return false;
    bool stands = zm_morris_unrank(&s->numbering, number, &p);
    zm_merels_write(&p, position);
    return stands;
}

/* Reads ".3.3", the men in hand; nothing means none. */
static enum zm_status parse_hands(const char *text, const char *rest, struct zm_merels_position *p,
                                  struct zm_error *error)
{
    p->hand[0] = p->hand[1] = 0;
    for (int side = 0; side < 2 && *rest != 0; side++) {
        char *end = NULL;
        unsigned long men =
            rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9' ? strtoul(rest + 1, &end, 10) : 100;
        if (men > ZM_MERELS_POINTS)
            return zm_fail(error, ZM_BAD_INPUT,
                           "'%s': expected the men in hand after A.B.t, as in a1.0.1.5.6", text);
        p->hand[side] = (uint8_t)men;
        rest = end;
        if (side == 0 && *rest == 0)
            return zm_fail(error, ZM_BAD_INPUT, "'%s': expected the men in hand of both players",
                           text);
    }
    if (*rest != 0)
        return zm_fail(error, ZM_BAD_INPUT, "'%s': nothing may follow the men in hand", text);
    return ZM_OK;
}

static enum zm_status check_position(const struct state *s, const struct zm_merels_position *p,
                                     const char *text, struct zm_error *error)
{
    if (zm_merels_exists(&s->rules, p))
        return ZM_OK;
    if (s->rules.placed)
        return zm_fail(error, ZM_BAD_INPUT,
                       "'%s' is no endgame of at most %u men each, all of them placed", text,
                       s->rules.men);
    return zm_fail(error, ZM_BAD_INPUT,
                   "'%s' cannot arise: the player to move has as many men in hand as the other or "
                   "one more, and both have three to %u men",
                   text, s->rules.men);
}

static enum zm_status parse_position(void *state, const char *text, struct zm_buffer *position,
                                     struct zm_error *error)
{
    const struct state *s = state;
    struct zm_merels_position p = zm_merels_start(&s->rules);
    enum zm_status status = ZM_OK;
    zm_buffer_clear(position);
    if (strcmp(text, "start") != 0) {
        const char *rest;
        status = zm_merels_parse(&s->rules, text, &p, &rest, error);
        if (status == ZM_OK)
            status = parse_hands(text, rest, &p, error);
    } else if (s->rules.placed) {
        return zm_fail(error, ZM_BAD_INPUT,
                       "an endgame has no start: give a position, as in a1a4a7.d5d6d7.0");
    }
    if (status == ZM_OK)
        status = check_position(s, &p, text, error);
    if (status == ZM_OK)
        zm_merels_write(&p, position);
    return status;
}

static void print_position(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct zm_merels_position p = zm_merels_read(position);
    zm_merels_print(&((struct state *)state)->rules, &p, text);
    if (p.hand[0] + p.hand[1] > 0)
        zm_buffer_format(text, ".%u.%u", p.hand[0], p.hand[1]);
}

/* A random set of `count` of the points in `free`. */
static uint32_t random_men(struct zm_random *random, uint32_t free, unsigned count)
{
    uint32_t men = 0;
    for (; count > 0; count--) {
        uint32_t rest = free & ~men;
        for (uint64_t skip = zm_random_below(random, (uint64_t)__builtin_popcount(rest)); skip > 0;
             skip--)
            rest &= rest - 1;
        men |= rest & -rest;
    }
    return men;
}

/* At most `size` men of each player stand on the board, or three. Men are drawn, not numbers of
 * positions: with more than ten men each nobody numbers them. */
static void random_position(void *state, struct zm_random *random, unsigned size,
                            struct zm_buffer *position)
{
    const struct zm_merels_rules *rules = &((struct state *)state)->rules;
    unsigned most = size < 3 ? 3 : size < rules->men ? size : rules->men;
    struct zm_merels_position p;
    do {
        unsigned left =
            rules->placed ? 0 : (unsigned)zm_random_below(random, 2 * (uint64_t)rules->men + 1);
        unsigned first = (unsigned)zm_random_below(random, most + 1);
        unsigned second = (unsigned)zm_random_below(random, most + 1);
        p = (struct zm_merels_position){.turn = (uint8_t)zm_random_below(random, 2)};
        p.hand[p.turn] = (uint8_t)((left + 1) / 2);
        p.hand[!p.turn] = (uint8_t)(left / 2);
        p.men[0] = random_men(random, rules->board.all, first);
        p.men[1] = random_men(random, rules->board.all & ~p.men[0], second);
    } while (!zm_merels_exists(rules, &p));
    zm_buffer_clear(position);
    zm_merels_write(&p, position);
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
    ZM_MERELS_LOOPS,
};

const struct zm_game zm_morris = {
    .name = "morris",
    .title = "Five, six and nine men's morris",
    .summary = "mills take men of the opponent; boards of two and three squares",
    .start = "start",
    .positions = "start\n"
                 "a1c1e1.b2b3b4.0    A.B.t: the points of both players and who moves\n"
                 "a1.0.1.5.6         the same with the men in hand of both players",
    .players = ZM_PARTISAN,
    .params = params,
    .canon_version = 1,
    .open = open_state,
    .close = close_state,
    .rules = &rules,
    .loops = &loops,
    .picture = &zm_merels_picture,
};
