/* The calculations of the program, one line each. Several may bear one name: the first that suits
 * the game and the play is taken, so the more special ones come first. */
#include "solve/calculation.h"

#include "solve/distance.h"
#include "solve/misere.h"
#include "solve/nimber.h"
#include "solve/one_player.h"
#include "solve/outcome.h"
#include "solve/score.h"
#include "solve/tree.h"
#include "solve/value.h"

const struct zm_calculation *const zm_calculations[] = {
    &zm_outcome_normal,
    &zm_outcome_misere,
    &zm_outcome_partisan,
    &zm_outcome_loops,
    &zm_outcome_rules,
    &zm_nimber,
    &zm_grundy_normal,
    &zm_grundy_misere,
    &zm_value_calculation,
    &zm_tree_calculation,
    &zm_rct_calculation,
    &zm_genus_calculation,
    &zm_distance,
    &zm_score,
    &zm_outcome_score,
    &zm_winnable,
    &zm_shortest,
    &zm_longest,
    &zm_count,
    NULL,
};

void zm_answer_free(struct zm_answer *answer)
{
    zm_buffer_free(&answer->text);
    zm_buffer_free(&answer->mean);
    zm_buffer_free(&answer->temperature);
    zm_buffer_free(&answer->because);
    zm_list_free(&answer->line);
    *answer = (struct zm_answer){0};
}

bool zm_answer_loony(const struct zm_instance *game, struct zm_bytes position,
                     enum zm_answer_kind kind, struct zm_answer *answer)
{
    const struct zm_sums *sums = game->game->sums;
    if (sums->loony == NULL || !sums->loony(game->state, position))
        return false;
    answer->known = true;
    answer->outcome = ZM_WIN;
    answer->kind = kind == ZM_ANSWER_OUTCOME ? kind : ZM_ANSWER_VALUE;
    if (answer->kind == ZM_ANSWER_VALUE)
        zm_buffer_text(&answer->text, "loony");
    return true;
}

/* Says what can be computed instead; several calculations may share a name. */
static void fail_unknown(const char *name, const struct zm_game *game, bool misere,
                         struct zm_error *error)
{
    struct zm_buffer names = {0};
    for (size_t i = 0; zm_calculations[i] != NULL; i++) {
        const char *other = zm_calculations[i]->name;
        bool there = zm_calculations[i]->suits(game, misere, NULL) == ZM_OK;
        for (size_t j = 0; j < i && there; j++)
            there = strcmp(zm_calculations[j]->name, other) != 0 ||
                    zm_calculations[j]->suits(game, misere, NULL) != ZM_OK;
        if (there)
            zm_buffer_format(&names, "%s%s", names.size == 0 ? "" : ", ", other);
    }
    zm_fail(error, ZM_BAD_INPUT, "--compute: nothing here computes '%s' for %s; expected one of %s",
            name, game->name, zm_buffer_string(&names));
    zm_buffer_free(&names);
}

const struct zm_calculation *zm_calculation_find(const char *name, const struct zm_game *game,
                                                 bool misere, struct zm_error *error)
{
    struct zm_error reason = {0};
    bool named = false;
    for (size_t i = 0; zm_calculations[i] != NULL; i++) {
        if (strcmp(zm_calculations[i]->name, name) != 0)
            continue;
        struct zm_error why = {0};
        if (zm_calculations[i]->suits(game, misere, &why) == ZM_OK)
            return zm_calculations[i];
        if (!named)
            reason = why;
        named = true;
    }
    if (named)
        zm_fail(error, ZM_BAD_INPUT, "--compute %s: %s", name, reason.text);
    else
        fail_unknown(name, game, misere, error);
    return NULL;
}
