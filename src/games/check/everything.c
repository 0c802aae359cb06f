/* Every function of a game, called with one position, component or normal form. The answers are
 * written down, so that two states can be compared; for bytes from outside it is enough that
 * nothing breaks. */
#include "games/check/inside.h"

#include <inttypes.h>

enum { MOST_MOVES = 20 };

/* Adds an item "name: bytes". */
static void note(struct zm_list *out, const char *name, struct zm_bytes answer)
{
    zm_buffer_format(&out->bytes, "%s: ", name);
    zm_buffer_add(&out->bytes, answer.data, answer.size);
    zm_list_close(out);
}

static void note_number(struct zm_list *out, const char *name, int64_t answer)
{
    zm_buffer_format(&out->bytes, "%s: %" PRId64, name, answer);
    zm_list_close(out);
}

static void note_list(struct zm_list *out, const char *name, const struct zm_list *list)
{
    note_number(out, name, (int64_t)list->count);
    note(out, name, zm_buffer_bytes(&list->bytes));
    out->bytes.failed |= zm_list_failed(list);
}

static void use_moves(const struct zm_instance *game, struct zm_bytes position, struct zm_list *out)
{
    const struct zm_rules *rules = game->game->rules;
    struct zm_list moves = {0};
    struct zm_buffer next = {0}, name = {0};
    rules->moves(game->state, position, NULL, &moves);
    note_list(out, "moves", &moves);
    for (size_t i = 0; i < moves.count && i < MOST_MOVES; i++) {
        struct zm_bytes move = zm_list_at(&moves, i);
        zm_buffer_clear(&name);
        rules->name(game->state, position, move, &name);
        note(out, "name", zm_buffer_bytes(&name));
        rules->apply(game->state, position, move, &next);
        note(out, "apply", zm_buffer_bytes(&next));
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    zm_buffer_free(&name);
}

static void use_rules(const struct zm_instance *game, struct zm_bytes position, struct zm_list *out)
{
    const struct zm_rules *rules = game->game->rules;
    struct zm_ending ending = {0};
    struct zm_buffer text = {0}, why = {0};
    struct zm_list cases = {0};
    rules->print(game->state, position, &text);
    note(out, "print", zm_buffer_bytes(&text));
    if (rules->ending != NULL)
        rules->ending(game->state, position, NULL, &ending);
    note_number(out, "ending", ending.over ? 1 + (int64_t)ending.outcome : 0);
    if (rules->turn != NULL)
        note_number(out, "turn", rules->turn(game->state, position));
    if (rules->cases != NULL) {
        rules->cases(game->state, position, &cases, &why);
        note_list(out, "cases", &cases);
    }
    if (rules->unlisted != NULL) {
        zm_buffer_clear(&text);
        rules->unlisted(game->state, position, &text);
        note(out, "unlisted", zm_buffer_bytes(&text));
    }
    if (!ending.over)
        use_moves(game, position, out);
    zm_buffer_free(&text);
    zm_buffer_free(&why);
    zm_list_free(&cases);
}

static void use_loops(const struct zm_instance *game, struct zm_bytes position, struct zm_list *out)
{
    const struct zm_loops *loops = game->game->loops;
    struct zm_buffer least = {0};
    struct zm_list before = {0};
    if (loops == NULL || !zm_positions_are_numbered(game))
        return;
    note_number(out, "rank", (int64_t)loops->rank(game->state, position));
    if (loops->canonical != NULL) {
        loops->canonical(game->state, position, &least);
        note(out, "canonical", zm_buffer_bytes(&least));
    }
    if (loops->predecessors != NULL) {
        loops->predecessors(game->state, position, &before);
        note_list(out, "predecessors", &before);
    }
    zm_buffer_free(&least);
    zm_list_free(&before);
}

void zm_check_use_pictures(const struct zm_instance *game, struct zm_bytes position,
                           struct zm_list *out)
{
    const struct zm_picture *picture = game->game->picture;
    struct zm_buffer text = {0};
    if (picture == NULL)
        return;
    picture->text(game->state, position, &text);
    note(out, "picture text", zm_buffer_bytes(&text));
    zm_buffer_clear(&text);
    if (picture->svg != NULL)
        picture->svg(game->state, position, &text);
    note(out, "picture svg", zm_buffer_bytes(&text));
    zm_buffer_free(&text);
}

void zm_check_use_position(const struct zm_instance *game, struct zm_bytes position,
                           struct zm_list *out)
{
    struct zm_list components = {0};
    struct zm_buffer normal = {0};
    int32_t sure[2] = {0, 0};
    use_rules(game, position, out);
    use_loops(game, position, out);
    if (game->game->sums != NULL) {
        note_number(out, "loony", !zm_check_ask_split(game, position, &components));
        note_list(out, "split", &components);
    }
    if (game->game->scores != NULL) {
        game->game->scores->normalise(game->state, position, &normal, sure);
        note(out, "normalise", zm_buffer_bytes(&normal));
        note_number(out, "normalise", sure[0] * 1000 + sure[1]);
    }
    if (game->game->goals != NULL)
        note_number(out, "worth", game->game->goals->worth(game->state, position));
    zm_list_free(&components);
    zm_buffer_free(&normal);
}

void zm_check_use_judgement(const struct zm_instance *game, struct zm_bytes position,
                            struct zm_list *out)
{
    const struct zm_judgement *judgement = game->game->judgement;
    struct zm_list moves = {0};
    if (judgement == NULL)
        return;
    note_number(out, "evaluate", judgement->evaluate(game->state, position));
    game->game->rules->moves(game->state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count && judgement->promise != NULL; i++)
        note_number(out, "promise",
                    judgement->promise(game->state, position, zm_list_at(&moves, i)));
    zm_list_free(&moves);
}

static bool no_option(void *context, const struct zm_bytes *components, size_t count)
{
    (void)context;
    (void)components;
    (void)count;
    return false;
}

static void use_options(const struct zm_instance *game, struct zm_bytes component,
                        struct zm_list *out)
{
    const struct zm_sums *sums = game->game->sums;
    struct zm_options options = {0};
    for (int side = 0; side < (game->game->players == ZM_PARTISAN ? 2 : 1); side++) {
        sums->options(game->state, component, (enum zm_side)side, &options);
        note_list(out, "options", &options.components);
        note(out, "options", zm_bytes(options.ends, options.count * sizeof *options.ends));
        if (sums->some_option != NULL)
            sums->some_option(game->state, component, (enum zm_side)side, no_option, NULL);
    }
    zm_options_free(&options);
}

void zm_check_use_component(const struct zm_instance *game, struct zm_bytes component,
                            struct zm_list *out)
{
    const struct zm_sums *sums = game->game->sums;
    struct zm_buffer text = {0};
    struct zm_list cracked = {0};
    uint32_t nimber = 0;
    sums->print(game->state, component, &text);
    note(out, "print of a component", zm_buffer_bytes(&text));
    use_options(game, component, out);
    if (sums->known != NULL) {
        bool known = sums->known(game->state, component, ZM_CHECKER, &nimber);
        note_number(out, "known", known ? (int64_t)nimber : -1);
        sums->known(game->state, component, ZM_SEARCH, &nimber);
    }
    if (sums->crack != NULL) {
        sums->crack(game->state, component, &cracked);
        note_list(out, "crack", &cracked);
    }
    note_number(out, "loony_moves", zm_has_loony_moves(game, component));
    if (sums->most != NULL)
        note_number(out, "most", sums->most(game->state, component));
    if (sums->difficulty != NULL)
        note_number(out, "difficulty", sums->difficulty(game->state, component));
    if (sums->moves_left != NULL)
        note_number(out, "moves_left", sums->moves_left(game->state, component));
    zm_buffer_free(&text);
    zm_list_free(&cracked);
}

void zm_check_use_normal(const struct zm_instance *game, struct zm_bytes normal,
                         struct zm_list *out)
{
    const struct zm_scores *scores = game->game->scores;
    struct zm_turns turns = {0};
    struct zm_buffer text = {0};
    int32_t lower = 0, upper = 0;
    scores->print(game->state, normal, &text);
    note(out, "print of a normal form", zm_buffer_bytes(&text));
    scores->turns(game->state, normal, &turns);
    note_list(out, "turns", &turns.positions);
    for (size_t i = 0; i < turns.positions.count; i++)
        note_number(out, "turns", turns.turns[i].gain * 2 + turns.turns[i].again);
    note_number(out, "available", scores->available(game->state, normal));
    if (scores->bounds != NULL)
        scores->bounds(game->state, normal, &lower, &upper);
    note_number(out, "bounds", lower * 1000 + upper);
    zm_turns_free(&turns);
    zm_buffer_free(&text);
}
