/* What a game says of itself, and the functions that game.h requires. */
#include "games/check/inside.h"

/* Lower case letters, digits and dashes: a word of the command line. */
static bool is_word(const char *text)
{
    if (text == NULL || *text < 'a' || *text > 'z')
        return false;
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

static bool is_line(const char *text)
{
    return text != NULL && *text != '\0' && strchr(text, '\n') == NULL;
}

static void look_at_param(struct zm_checking *checking, const struct zm_game *game,
                          const struct zm_param *param)
{
    const char *name = is_word(param->name) ? param->name : "?";
    zm_check_that(checking, is_word(param->name), "parameter '%s': expected a word in lower case",
                  param->name);
    zm_check_that(checking, is_line(param->help), "--%s: expected one line of help", name);
    zm_check_that(checking, param->kind != ZM_PARAM_CHOICE || param->choices != NULL,
                  "--%s: a choice without choices", name);
    zm_check_that(checking, param->kind != ZM_PARAM_INTEGER || param->min <= param->max,
                  "--%s: the least value is above the greatest", name);
    for (const struct zm_param *other = game->params; other != param; other++)
        zm_check_that(checking, strcmp(other->name, param->name) != 0, "--%s is there twice", name);
}

/* One line for each function that is missing. */
static void look_at_functions(struct zm_checking *checking, const struct zm_game *game)
{
    const struct zm_rules *r = game->rules;
    const struct zm_sums *s = game->sums;
    const struct zm_scores *p = game->scores;
    const struct zm_loops *l = game->loops;
    const struct {
        bool wanted;
        bool there;
        const char *name;
    } functions[] = {
        {true, r->parse != NULL, "rules: parse"},
        {true, r->print != NULL, "rules: print"},
        {true, r->moves != NULL, "rules: moves"},
        {true, r->name != NULL, "rules: name"},
        {true, r->apply != NULL, "rules: apply"},
        {true, r->sound != NULL, "rules: sound"},
        {true, r->random != NULL, "rules: random"},
        {game->players == ZM_PARTISAN, r->turn != NULL, "rules of a partisan game: turn"},
        {s != NULL, s != NULL && s->split != NULL, "sums: split"},
        {s != NULL, s != NULL && s->options != NULL, "sums: options"},
        {s != NULL && s->loony != NULL, s != NULL && s->loony_moves != NULL,
         "sums with loony positions: loony_moves"},
        {s != NULL, s != NULL && s->print != NULL, "sums: print"},
        {s != NULL, s != NULL && s->sound != NULL, "sums: sound"},
        {p != NULL, p != NULL && p->normalise != NULL, "scores: normalise"},
        {p != NULL, p != NULL && p->turns != NULL, "scores: turns"},
        {p != NULL, p != NULL && p->available != NULL, "scores: available"},
        {p != NULL, p != NULL && p->print != NULL, "scores: print"},
        {p != NULL, p != NULL && p->sound != NULL, "scores: sound"},
        {p != NULL, r->turn != NULL && r->ending != NULL,
         "rules of a scored game: turn and ending"},
        {l != NULL, l != NULL && l->count != NULL, "loops: count"},
        {l != NULL, l != NULL && l->rank != NULL, "loops: rank"},
        {l != NULL, l != NULL && l->unrank != NULL, "loops: unrank"},
        {l != NULL, r->ending != NULL, "rules of a game that can repeat: ending"},
        {game->players == ZM_ONE_PLAYER, game->goals != NULL, "a game for one player: goals"},
        {game->goals != NULL, game->goals != NULL && game->goals->worth != NULL, "goals: worth"},
        {game->judgement != NULL, game->judgement != NULL && game->judgement->evaluate != NULL,
         "judgement: evaluate"},
        {game->picture != NULL, game->picture != NULL && game->picture->text != NULL,
         "picture: text"},
        {game->open != NULL, game->close != NULL, "a game with `open`: close"},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        zm_check_that(checking, !functions[i].wanted || functions[i].there,
                      "%s is required, and missing", functions[i].name);
}

static void look(struct zm_checking *checking)
{
    const struct zm_game *game = checking->check->game;
    zm_check_that(checking, is_word(game->name), "the name '%s': expected a word in lower case",
                  game->name);
    zm_check_that(checking, is_line(game->title), "expected a title of one line");
    zm_check_that(checking, is_line(game->summary), "expected a summary of one line");
    zm_check_that(checking, game->start != NULL, "expected the usual start");
    zm_check_that(checking, game->positions != NULL && *game->positions != '\0',
                  "expected some lines about how positions are written");
    zm_check_that(checking, game->sums == NULL || game->players != ZM_ONE_PLAYER,
                  "sums are of games for two");
    for (const struct zm_param *param = game->params; param != NULL && param->name != NULL; param++)
        look_at_param(checking, game, param);
    if (zm_check_that(checking, game->rules != NULL, "the rules are required, and missing"))
        look_at_functions(checking, game);
}

const struct zm_promise zm_promise_form = {
    .name = "form",
    .summary = "the game says what it is, and has all functions that are required",
    .look = look,
    .once = true,
};
