/* Bytes from outside (games/game.h, `sound`): what a game makes of its positions is taken for what
 * it is, and whatever random changes of it are taken can be given to every function of the game.
 * The second half is for the sanitizers to judge. */
#include "changes.h"
#include "test.h"

#include "games/game.h"

/* Games with parameters that change how positions are coded. */
static const struct row {
    const char *game, *name, *value;
    unsigned size; /* of the random positions */
} rows[] = {
    {"cram", NULL, NULL, 12},
    {"cram", "canon", "graph", 12},
    {"cram", "canon", "pruned", 12},
    {"cram", "canon", "ctf", 12},
    {"dots", NULL, NULL, 6},
    {"dots", "canon", "exact", 6},
    {"dots", "canon", "ctf", 6},
    {"morris", NULL, NULL, 0},
    {"morris", "variant", "five", 0},
    {"domineering", NULL, NULL, 10},
    {"grundy", NULL, NULL, 12},
    {"nim", NULL, NULL, 12},
    {"nimstring", NULL, NULL, 6},
    {"nimstring", "canon", "exact", 6},
    {"octal", NULL, NULL, 20},
    {"tapatan", NULL, NULL, 0},
    {"tapatan", "variant", "achi", 0},
    {"tapatan", "variant", "shisima", 0},
    {"sprouts", NULL, NULL, 9},
    {"sprouts", "canon", "exact", 9},
    {"sprouts", "surface", "torus", 7},
    {"chomp", NULL, NULL, 5},
    {"toads-and-frogs", NULL, NULL, 9},
    {"hackenbush", NULL, NULL, 6},
    {"hex", NULL, NULL, 9},
    {"node-kayles", NULL, NULL, 6},
    {"arc-kayles", NULL, NULL, 6},
    {"graph-octal", NULL, NULL, 6},
    {"geography", NULL, NULL, 5},
    {"qbf", NULL, NULL, 6},
    {"peg", NULL, NULL, 8},
    {"peg", "moves", "sweeps", 8},
    {"sum", NULL, NULL, 4},
};

enum { ROWS = sizeof rows / sizeof *rows };

static void open_row(const struct row *row, struct zm_instance *game)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    const struct zm_game *found = zm_game_find(row->game, &error);
    assert_non_null(found);
    if (found->params != NULL)
        assert_int_equal(zm_settings_declare(&settings, found->params, &error), ZM_OK);
    if (row->name != NULL)
        assert_int_equal(zm_settings_set(&settings, row->name, row->value, &error), ZM_OK);
    if (zm_instance_open(game, found, &settings, &error) != ZM_OK)
        fail_msg("%s: %s", row->game, error.text);
    zm_settings_free(&settings);
}

/* -- every function, called with what was taken -- */

/* Is there a heap so large that its options fill the memory? That is a position all the same. */
static bool is_vast(const struct zm_instance *game, struct zm_bytes bytes,
                    void (*print)(void *state, struct zm_bytes bytes, struct zm_buffer *text))
{
    struct zm_buffer text = {0};
    print(game->state, bytes, &text);
    size_t digits = 0;
    for (size_t i = 0; i < text.size && digits < 4; i++)
        digits = text.data[i] >= '0' && text.data[i] <= '9' ? digits + 1 : 0;
    zm_buffer_free(&text);
    return digits == 4 && strcmp(game->game->name, "octal") == 0;
}

static bool no_option(void *context, const struct zm_bytes *components, size_t count)
{
    (void)context;
    (void)components;
    (void)count;
    return false;
}

static void use_component(const struct zm_instance *game, struct zm_bytes component)
{
    const struct zm_sums *sums = game->game->sums;
    struct zm_options options = {0};
    struct zm_buffer text = {0};
    uint32_t nimber;
    if (is_vast(game, component, sums->print))
        return;
    sums->print(game->state, component, &text);
    for (int side = 0; side < (game->game->players == ZM_PARTISAN ? 2 : 1); side++) {
        if (sums->some_option != NULL)
            sums->some_option(game->state, component, (enum zm_side)side, no_option, NULL);
        sums->options(game->state, component, (enum zm_side)side, &options);
    }
    if (sums->difficulty != NULL)
        sums->difficulty(game->state, component);
    zm_known_by_rule(game, component, &nimber);
    zm_options_free(&options);
    zm_buffer_free(&text);
}

static void use_normal(const struct zm_instance *game, struct zm_bytes normal)
{
    const struct zm_scores *scores = game->game->scores;
    struct zm_turns turns = {0};
    struct zm_buffer text = {0};
    int32_t lower, upper;
    scores->print(game->state, normal, &text);
    scores->turns(game->state, normal, &turns);
    scores->available(game->state, normal);
    if (scores->bounds != NULL)
        scores->bounds(game->state, normal, &lower, &upper);
    zm_turns_free(&turns);
    zm_buffer_free(&text);
}

static void use_moves(const struct zm_instance *game, struct zm_bytes position)
{
    const struct zm_rules *rules = game->game->rules;
    struct zm_list moves = {0};
    struct zm_buffer next = {0}, text = {0};
    struct zm_ending ending = {0};
    if (is_vast(game, position, rules->print))
        return;
    if (rules->ending != NULL)
        rules->ending(game->state, position, NULL, &ending);
    if (!ending.over)
        rules->moves(game->state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count && i < 20; i++) {
        rules->name(game->state, position, zm_list_at(&moves, i), &text);
        rules->apply(game->state, position, zm_list_at(&moves, i), &next);
    }
    if (rules->turn != NULL)
        rules->turn(game->state, position);
    zm_list_free(&moves);
    zm_buffer_free(&next);
    zm_buffer_free(&text);
}

static void use_position(const struct zm_instance *game, struct zm_bytes position)
{
    const struct zm_picture *picture = game->game->picture;
    struct zm_list components = {0};
    struct zm_buffer text = {0};
    int32_t sure[2];
    use_moves(game, position);
    game->game->rules->print(game->state, position, &text);
    if (game->game->sums != NULL)
        game->game->sums->split(game->state, position, &components);
    if (game->game->loops != NULL) {
        const struct zm_loops *loops = game->game->loops;
        assert_true(loops->rank(game->state, position) < loops->count(game->state));
        if (loops->canonical != NULL)
            loops->canonical(game->state, position, &text);
        if (loops->predecessors != NULL)
            loops->predecessors(game->state, position, &components);
    }
    zm_buffer_clear(&text);
    if (game->game->scores != NULL)
        game->game->scores->normalise(game->state, position, &text, sure);
    if (picture != NULL && picture->text != NULL)
        picture->text(game->state, position, &text);
    if (picture != NULL && picture->svg != NULL)
        picture->svg(game->state, position, &text);
    zm_list_free(&components);
    zm_buffer_free(&text);
}

/* The three things that bytes can be. */
static const struct sort {
    const char *name;
    bool (*is)(const struct zm_instance *game, struct zm_bytes bytes);
    void (*use)(const struct zm_instance *game, struct zm_bytes bytes);
} sorts[] = {
    {"position", zm_is_position, use_position},
    {"component", zm_is_component, use_component},
    {"normal form", zm_is_normal_form, use_normal},
};

/* -- changes -- */

struct tally {
    size_t taken, refused;
};

/* In memory of exactly their size, so that reading beyond them is seen. */
static void try_changes(const struct zm_instance *game, const struct sort *sort,
                        struct zm_bytes bytes, struct zm_random *random, struct tally *tally)
{
    struct zm_buffer changed = {0};
    for (int i = 0; i < 6; i++) {
        zm_buffer_set(&changed, bytes);
        assert_true(zm_buffer_reserve(&changed, 3));
        if (i > 0)
            test_change(changed.data, &changed.size, random);
        uint8_t *copy = malloc(changed.size + (changed.size == 0));
        assert_non_null(copy);
        if (changed.size > 0)
            memcpy(copy, changed.data, changed.size);
        bool taken = sort->is(game, zm_bytes(copy, changed.size));
        if (i == 0 && !taken)
            fail_msg("%s: a %s of its own is not taken for one", game->game->name, sort->name);
        if (taken)
            sort->use(game, zm_bytes(copy, changed.size));
        tally->taken += taken;
        tally->refused += !taken;
        free(copy);
    }
    zm_buffer_free(&changed);
}

static void try_position(const struct zm_instance *game, struct zm_bytes position,
                         struct zm_random *random, struct tally *tally)
{
    struct zm_list components = {0};
    struct zm_buffer normal = {0};
    int32_t sure[2];
    try_changes(game, &sorts[0], position, random, tally);
    if (game->game->sums != NULL)
        game->game->sums->split(game->state, position, &components);
    for (size_t i = 0; i < components.count && i < 3; i++)
        try_changes(game, &sorts[1], zm_list_at(&components, i), random, tally);
    if (game->game->scores != NULL) {
        game->game->scores->normalise(game->state, position, &normal, sure);
        try_changes(game, &sorts[2], zm_buffer_bytes(&normal), random, tally);
    }
    zm_list_free(&components);
    zm_buffer_free(&normal);
}

static void test_bytes_from_outside(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(1913);
    int rounds = test_many(200, 4000) + 20;
    for (size_t r = 0; r < ROWS; r++) {
        struct zm_instance game;
        struct zm_buffer position = {0};
        struct tally tally = {0};
        open_row(&rows[r], &game);
        for (int i = 0; i < rounds; i++) {
            zm_buffer_clear(&position);
            game.game->rules->random(game.state, &random, rows[r].size, &position);
            try_position(&game, zm_buffer_bytes(&position), &random, &tally);
        }
        assert_true(tally.taken > 0 && tally.refused > 0);
        zm_buffer_free(&position);
        zm_instance_close(&game);
    }
}

/* A game of the program may be asked about bytes from outside: it says what is sound. */
static void test_all_games_can_say(void **state)
{
    (void)state;
    for (size_t i = 0; zm_games[i] != NULL; i++) {
        bool tried = false;
        for (size_t r = 0; r < ROWS; r++)
            tried |= strcmp(rows[r].game, zm_games[i]->name) == 0;
        if (!tried || zm_games[i]->rules->sound == NULL ||
            (zm_games[i]->sums != NULL && zm_games[i]->sums->sound == NULL) ||
            (zm_games[i]->scores != NULL && zm_games[i]->scores->sound == NULL))
            fail_msg("%s cannot tell its positions from other bytes, or is not tried",
                     zm_games[i]->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_games_can_say),
        cmocka_unit_test(test_bytes_from_outside),
    };
    return cmocka_run_group_tests_name("sound", tests, NULL, NULL);
}
