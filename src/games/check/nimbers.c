/* Worth: what is told about nimbers by rule, and what components say of a position, against plain
 * play. */
#include "games/check/inside.h"

#include <inttypes.h>

static bool has_nimber_rules(const struct zm_game *game)
{
    const struct zm_sums *sums = game->sums;
    return sums != NULL && game->players == ZM_IMPARTIAL &&
           (sums->known != NULL || sums->crack != NULL || sums->most != NULL);
}

static void look_at_known(struct zm_checking *checking, struct zm_bytes component, uint32_t nimber,
                          const char *text)
{
    const struct zm_sums *sums = checking->game.game->sums;
    for (int asker = 0; asker < 2 && sums->known != NULL; asker++) {
        uint32_t told = nimber;
        if (sums->known(checking->game.state, component, asker ? ZM_CHECKER : ZM_SEARCH, &told))
            zm_check_that(checking, told == nimber,
                          "known says %" PRIu32
                          " of its component '%.80s', whose nimber is %" PRIu32,
                          told, text, nimber);
    }
    if (sums->most != NULL) {
        uint32_t most = sums->most(checking->game.state, component);
        zm_check_that(checking, most >= nimber,
                      "most says %" PRIu32 " of its component '%.80s', whose nimber is %" PRIu32,
                      most, text, nimber);
    }
}

static void look_at_crack(struct zm_checking *checking, struct zm_bytes component, uint32_t nimber,
                          const char *text)
{
    const struct zm_sums *sums = checking->game.game->sums;
    struct zm_list cracked = {0}, again = {0};
    uint32_t whole = 0;
    if (sums->crack == NULL || !sums->crack(checking->game.state, component, &cracked))
        return;
    if (zm_naive_sum(checking, &cracked, &whole))
        zm_check_that(checking, whole == nimber,
                      "its component '%.80s', whose nimber is %" PRIu32
                      ", is cracked into a sum of nimber %" PRIu32,
                      text, nimber, whole);
    for (size_t i = 0; i < cracked.count; i++)
        zm_check_that(checking, !sums->crack(checking->game.state, zm_list_at(&cracked, i), &again),
                      "what its component '%.80s' is cracked into can be cracked", text);
    zm_check_memory(checking, zm_list_failed(&cracked));
    zm_list_free(&cracked);
    zm_list_free(&again);
}

static void look_at_nimbers(struct zm_checking *checking)
{
    struct zm_list components = {0};
    struct zm_buffer text = {0};
    zm_check_split(checking, zm_check_position(checking), &components);
    for (size_t i = 0; i < components.count && zm_check_well(checking); i++) {
        struct zm_bytes component = zm_list_at(&components, i);
        uint32_t nimber = 0;
        if (!zm_naive_component(checking, component, &nimber))
            continue;
        zm_check_print(checking, checking->game.game->sums->print, component, &text);
        look_at_known(checking, component, nimber, zm_buffer_string(&text));
        look_at_crack(checking, component, nimber, zm_buffer_string(&text));
    }
    zm_list_free(&components);
    zm_buffer_free(&text);
}

const struct zm_promise zm_promise_nimbers = {
    .name = "nimbers",
    .summary = "what known, crack and most tell of nimbers is so",
    .applies = has_nimber_rules,
    .look = look_at_nimbers,
};

static bool has_sums(const struct zm_game *game)
{
    return game->sums != NULL;
}

/* Where a move may keep the turn, mex over the moves is not the nimber: who wins is compared. A
 * loony position, which is no sum, is won. */
static void look_at_outcome(struct zm_checking *checking, const struct zm_list *components,
                            bool loony)
{
    const struct zm_game *game = checking->game.game;
    enum zm_side side = zm_check_side(checking, zm_check_position(checking));
    bool wins = false, sum_wins = false;
    uint32_t nimber = 0;
    bool whole = zm_naive_wins(checking, zm_check_position(checking), &wins);
    if (whole && game->players == ZM_PARTISAN) {
        whole = zm_naive_sum_wins(checking, components, side, &sum_wins);
    } else if (whole) {
        whole = zm_naive_sum(checking, components, &nimber);
        sum_wins = loony || nimber != 0;
    }
    if (whole)
        zm_check_that(checking, wins == sum_wins,
                      "the player to move %s by the rules and %s by the components",
                      wins ? "wins" : "loses", sum_wins ? "wins" : "loses");
}

static void look_at_sums(struct zm_checking *checking)
{
    const struct zm_game *game = checking->game.game;
    struct zm_list components = {0};
    uint32_t by_rules = 0, by_sums = 0;
    bool loony = !zm_check_split(checking, zm_check_position(checking), &components);
    if (game->players == ZM_PARTISAN || game->rules->turn != NULL || loony)
        look_at_outcome(checking, &components, loony);
    else if (zm_naive_nimber(checking, zm_check_position(checking), &by_rules) &&
             zm_naive_sum(checking, &components, &by_sums))
        zm_check_that(checking, by_rules == by_sums,
                      "its nimber is %" PRIu32 " by the rules and %" PRIu32 " by its components",
                      by_rules, by_sums);
    zm_list_free(&components);
}

const struct zm_promise zm_promise_sums = {
    .name = "sums",
    .summary = "a position is worth the same by its components and by play with the rules alone",
    .applies = has_sums,
    .look = look_at_sums,
};
