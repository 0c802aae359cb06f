/* What levels mean; see level.h. A weak level looks at few positions, not far ahead, and now and
 * then passes over the line that it thinks best: with the chance of a slip it takes the next one,
 * with the same chance again the one after, and so on. So its mistakes are moves that it thinks
 * nearly as good, seldom absurd ones. Only the last level asks for proofs. */
#include "think/level.h"

#include <limits.h>
#include <string.h>

/* clang-format off */
static const struct zm_level levels[ZM_LEVEL_MOST] = {
    /*  nodes   depth  slip */
    {      50,      1,   60},
    {     150,      1,   40},
    {     500,      2,   30},
    {    1500,      3,   20},
    {    5000,      4,   12},
    {   15000,      6,    8},
    {   50000,      0,    4},
    {  200000,      0,    2},
    { 1000000,      0,    0},
    {       0,      0,    0},
};
/* clang-format on */

static const struct {
    const char *name;
    unsigned level;
} names[] = {{"easy", 2}, {"fair", 4}, {"strong", 7}, {"perfect", 10}};

const struct zm_level *zm_level_at(unsigned level)
{
    return &levels[level < 1 ? 0 : level > ZM_LEVEL_MOST ? ZM_LEVEL_MOST - 1 : level - 1];
}

enum zm_status zm_level_parse(const char *text, unsigned *level, struct zm_error *error)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, text) == 0) {
            *level = names[i].level;
            return ZM_OK;
        }
    *level = 0;
    for (const char *at = text; *at >= '0' && *at <= '9' && *level <= ZM_LEVEL_MOST; at++)
        *level = *level * 10 + (unsigned)(*at - '0');
    if (*level >= 1 && *level <= ZM_LEVEL_MOST && text[strspn(text, "0123456789")] == 0)
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT,
                   "'%.100s' is no level; expected 1 to 10, or easy, fair, strong or perfect",
                   text);
}

const char *zm_level_name(unsigned level)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].level == level)
            return names[i].name;
    return NULL;
}

void zm_level_limit(unsigned level, struct zm_pace *pace)
{
    const struct zm_level *limit = zm_level_at(level);
    if (limit->nodes > 0 && (pace->nodes == 0 || pace->nodes > limit->nodes))
        pace->nodes = limit->nodes;
    if (limit->depth > 0 && (pace->depth == 0 || pace->depth > limit->depth))
        pace->depth = limit->depth;
    if (limit->slip > 0)
        pace->lines = UINT_MAX;
    pace->without_solver |= level < ZM_LEVEL_MOST;
}

void zm_level_choose(unsigned level, struct zm_random *random, struct zm_thought *thought)
{
    unsigned slip = zm_level_at(level)->slip;
    size_t chosen = 0;
    while (slip > 0 && chosen + 1 < thought->count && zm_random_below(random, 100) < slip)
        chosen++;
    if (thought->count > 0)
        zm_thought_prefer(thought, chosen);
}
