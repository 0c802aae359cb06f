/* The named games of the family, and the parameters that choose and change their rules.
 *
 * The chapter that this game comes from names Tapatan (Philippines), Achi (Ghana), three men's
 * morris (Great Britain), Kurna (Egypt), Shisima (Kenya), Hema (Côte d'Ivoire), Tsoro Yematatu
 * (Zimbabwe), Fanoron-telo (Madagascar), Nira (India), Luk tsut k'i (China), Pitarilla (America)
 * and Rota (Rome) as forms of one game, and says what varies; where it says no more, its own rule
 * is taken. */
#include "games/tapatan/tapatan.h"

#include <string.h>

#define CHAPTER "the chapter's base rule"

const struct zm_tapatan_variant zm_tapatan_variants[] = {
    {.name = "tapatan", .board = "square", .men = 3, .sliding = true, .source = CHAPTER},
    {.name = "three-mens-morris", .board = "square", .men = 3, .sliding = true, .source = CHAPTER},
    {.name = "marelle",
     .board = "square",
     .men = 3,
     .ban = 2,
     .sliding = true,
     .source = "the chapter: the French rule bars the centre on the first two plies"},
    {.name = "kurna", .board = "square", .men = 3, .sliding = true, .source = CHAPTER},
    {.name = "hema", .board = "square", .men = 3, .sliding = true, .source = CHAPTER},
    {.name = "fanoron-telo", .board = "square", .men = 3, .sliding = true, .source = CHAPTER},
    {.name = "nira", .board = "square", .men = 3, .sliding = true, .source = CHAPTER},
    {.name = "luk-tsut-ki", .board = "square", .men = 3, .sliding = true, .source = CHAPTER},
    {.name = "pitarilla", .board = "square", .men = 3, .sliding = true, .source = CHAPTER},
    {.name = "achi",
     .board = "square",
     .men = 4,
     .sliding = true,
     .source = "the chapter: four men each; a player who cannot move loses"},
    {.name = "rota",
     .board = "wheel-arcs",
     .men = 3,
     .sliding = true,
     .source = "Merrill, An Old Roman Game (1916): a row along a diameter or the rim of a wheel"},
    {.name = "shisima",
     .board = "wheel",
     .men = 3,
     .sliding = true,
     .setup = {"123", "789"},
     .source = "Wikipedia, Shisima: men start on three points of the rim, only diameters count"},
    {.name = "tsoro-yematatu",
     .board = "triangle",
     .men = 3,
     .sliding = true,
     .jumping = true,
     .source = "Wikipedia, Tsoro yematatu: seven points, men may jump over one man"},
    {.name = "picaria",
     .board = "king",
     .men = 3,
     .ban = 6,
     .sliding = true,
     .source = "Wikipedia, Picaria: nine points, no man is placed on the centre"},
    {.name = "picaria-13",
     .board = "picaria",
     .men = 3,
     .ban = 6,
     .sliding = true,
     .source = "Wikipedia, Picaria: thirteen points, no man is placed on the centre"},
    {.name = "nine-holes",
     .board = "grid",
     .men = 3,
     .sliding = true,
     .flying = ZM_MERELS_ALWAYS,
     .source = "Murray, A History of Board-Games (1951), p. 39: any free point, no diagonals"},
    {.name = "tic-tac-toe",
     .board = "square",
     .men = 5,
     .source = "the chapter's annex: men are placed until the board is full"},
    {.name = NULL},
};

const struct zm_param zm_tapatan_params[] = {
    {.name = "variant",
     .kind = ZM_PARAM_CHOICE,
     .value = "tapatan",
     .choices = "tapatan|three-mens-morris|marelle|kurna|hema|fanoron-telo|nira|luk-tsut-ki|"
                "pitarilla|achi|rota|shisima|tsoro-yematatu|picaria|picaria-13|nine-holes|"
                "tic-tac-toe",
     .hint = "NAME",
     .help = "the named game whose rules are taken"},
    {.name = "mode",
     .kind = ZM_PARAM_CHOICE,
     .value = "simple",
     .choices = "simple|constrained|limited",
     .hint = "MODE",
     .help = "constrained: the centre is barred on the first two plies; limited: a position that "
             "comes back is a draw"},
    {.name = "board",
     .kind = ZM_PARAM_CHOICE,
     .choices = "square|grid|king|wheel|wheel-arcs|triangle|picaria",
     .hint = "BOARD",
     .help = "another board"},
    {.name = "edges",
     .kind = ZM_PARAM_TEXT,
     .examples = "123 456 789|123 456 789 147 258 369",
     .hint = "STROKES",
     .help = "where men slide, as in '123 456 789'"},
    {.name = "lines",
     .kind = ZM_PARAM_TEXT,
     .examples = "123 456 789",
     .hint = "LINES",
     .help = "which points win, as in '123 456 789'"},
    {.name = "men",
     .kind = ZM_PARAM_INTEGER,
     .min = 1,
     .max = 6,
     .hint = "N",
     .help = "men of each player"},
    {.name = "centre",
     .kind = ZM_PARAM_INTEGER,
     .min = 0,
     .max = 12,
     .hint = "PLIES",
     .help = "plies at the start during which the centre is barred"},
    {.name = "flying",
     .kind = ZM_PARAM_CHOICE,
     .choices = "no|yes",
     .hint = "yes|no",
     .help = "may a man go to any free point"},
    {.name = "blocked",
     .kind = ZM_PARAM_CHOICE,
     .choices = "loses|passes|draws",
     .hint = "WHAT",
     .help = "what a player does who cannot move"},
    {.name = "phases",
     .kind = ZM_PARAM_CHOICE,
     .choices = "both|placing",
     .hint = "WHICH",
     .help = "placing: the game ends when all men are placed"},
    {.name = "repetition",
     .kind = ZM_PARAM_CHOICE,
     .choices = "never|second|third",
     .hint = "TIME",
     .help = "a position that occurs for the second or third time is a draw (in play)"},
    {.name = NULL},
};

static const struct zm_tapatan_variant *find_variant(const char *name)
{
    const struct zm_tapatan_variant *variant = zm_tapatan_variants;
    while (variant->name != NULL && name != NULL && strcmp(variant->name, name) != 0)
        variant++;
    return variant->name == NULL ? zm_tapatan_variants : variant;
}

static void apply_mode(const struct zm_settings *settings, struct zm_merels_rules *rules)
{
    if (zm_settings_is(settings, "mode", "constrained"))
        rules->ban = 2;
    if (zm_settings_is(settings, "mode", "limited"))
        rules->repetition = 2;
}

static void apply_given(const struct zm_settings *settings, struct zm_merels_rules *rules)
{
    if (zm_settings_given(settings, "men"))
        rules->men = (unsigned)zm_settings_integer(settings, "men");
    if (zm_settings_given(settings, "centre"))
        rules->ban = (unsigned)zm_settings_integer(settings, "centre");
    if (zm_settings_given(settings, "flying"))
        rules->flying =
            zm_settings_is(settings, "flying", "yes") ? ZM_MERELS_ALWAYS : ZM_MERELS_NEVER;
    if (zm_settings_given(settings, "blocked"))
        rules->blocked = zm_settings_is(settings, "blocked", "loses")    ? ZM_MERELS_LOSES
                         : zm_settings_is(settings, "blocked", "passes") ? ZM_MERELS_PASSES
                                                                         : ZM_MERELS_DRAWS;
    if (zm_settings_given(settings, "phases"))
        rules->sliding = zm_settings_is(settings, "phases", "both");
    if (zm_settings_given(settings, "repetition"))
        rules->repetition = zm_settings_is(settings, "repetition", "second")  ? 2
                            : zm_settings_is(settings, "repetition", "third") ? 3
                                                                              : 0;
}

static enum zm_status apply_setup(const struct zm_tapatan_variant *variant,
                                  struct zm_merels_rules *rules, struct zm_error *error)
{
    for (int side = 0; side < 2 && variant->setup[side] != NULL; side++) {
        rules->placed = true;
        for (const char *text = variant->setup[side]; *text != 0;
             text += rules->board.name_length) {
            uint8_t point = zm_merels_point(&rules->board, text);
            if (point == ZM_MERELS_NOWHERE)
                return zm_fail(error, ZM_BAD_INPUT,
                               "the start of %s needs the point %s, which this board has not",
                               variant->name, text);
            rules->setup[side] |= 1u << point;
        }
        if ((unsigned)__builtin_popcount(rules->setup[side]) != rules->men)
            return zm_fail(error, ZM_BAD_INPUT, "the start of %s has %d men, not %u", variant->name,
                           __builtin_popcount(rules->setup[side]), rules->men);
    }
    return ZM_OK;
}

enum zm_status zm_tapatan_rules(const struct zm_settings *settings, struct zm_merels_rules *rules,
                                struct zm_error *error)
{
    const struct zm_tapatan_variant *variant = find_variant(zm_settings_text(settings, "variant"));
    const char *board = zm_settings_text(settings, "board");
    const struct zm_merels_plan *plan = zm_merels_plan_find(board != NULL ? board : variant->board);
    *rules = (struct zm_merels_rules){0};
    enum zm_status status =
        zm_merels_board_make(&rules->board, plan, zm_settings_text(settings, "edges"),
                             zm_settings_text(settings, "lines"), error);
    if (status != ZM_OK)
        return status;
    rules->men = variant->men;
    rules->ban = variant->ban;
    rules->sliding = variant->sliding;
    rules->jumping = variant->jumping;
    rules->flying = variant->flying;
    rules->blocked = variant->blocked;
    apply_mode(settings, rules);
    apply_given(settings, rules);
    if (rules->sliding && 2 * rules->men >= rules->board.points)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%u men each leave no free point on a board of %u; give fewer men, or "
                       "--phases placing",
                       rules->men, rules->board.points);
    return apply_setup(variant, rules, error);
}
