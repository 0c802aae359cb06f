/* Pictures that can be clicked: every legal move of a random position occurs as data-move, nothing
 * else does, and the element is whole and says what it shows. */
#include "games/game.h"

#include "test.h"

/* Counts data-move attributes, and checks that each is a legal move. */
static size_t clickable(const char *svg, const struct zm_list *names)
{
    static const char attribute[] = " data-move=\"";
    size_t count = 0;
    for (const char *at = strstr(svg, attribute); at != NULL; at = strstr(at, attribute), count++) {
        at += sizeof attribute - 1;
        struct zm_bytes shown = zm_bytes(at, strcspn(at, "\""));
        bool legal = false;
        for (size_t i = 0; i < names->count && !legal; i++)
            legal = zm_bytes_compare(zm_list_at(names, i), shown) == 0;
        if (!legal)
            fail_msg("no legal move: %.*s", (int)shown.size, at);
    }
    return count;
}

static void check_svg(const struct zm_game *game, const char *svg, const struct zm_list *names)
{
    size_t size = strlen(svg);
    if (strncmp(svg, "<svg ", 5) != 0 || size < 11 || strcmp(svg + size - 6, "</svg>") != 0 ||
        strstr(svg, "role=\"img\"") == NULL || strstr(svg, "aria-label=\"") == NULL)
        fail_msg("%s: not a whole picture: %s", game->name, svg);
    for (size_t i = 0; i < names->count; i++) {
        char wanted[300];
        struct zm_bytes name = zm_list_at(names, i);
        snprintf(wanted, sizeof wanted, " data-move=\"%.*s\"", (int)name.size, name.data);
        if (strstr(svg, wanted) == NULL)
            fail_msg("%s: the picture lacks%s: %s", game->name, wanted, svg);
    }
    assert_true(clickable(svg, names) >= names->count);
}

static void check_game(const char *name)
{
    const struct zm_game *game = zm_game_find(name, NULL);
    struct zm_instance instance;
    struct zm_settings settings = {0};
    struct zm_random random = zm_random_seeded(5);
    struct zm_buffer position = {0}, picture = {0};
    struct zm_list moves = {0}, names = {0};
    assert_non_null(game);
    assert_int_equal(zm_settings_declare(&settings, game->params, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&instance, game, &settings, NULL), ZM_OK);
    for (int round = 0; round < test_rounds(300); round++) {
        game->rules->random(instance.state, &random, (unsigned)round % 9, &position);
        struct zm_bytes drawn = zm_buffer_bytes(&position);
        zm_list_clear(&moves);
        zm_list_clear(&names);
        game->rules->moves(instance.state, drawn, NULL, &moves);
        for (size_t i = 0; i < moves.count; i++) {
            game->rules->name(instance.state, drawn, zm_list_at(&moves, i), &names.bytes);
            zm_list_close(&names);
        }
        zm_buffer_clear(&picture);
        game->picture->svg(instance.state, drawn, &picture);
        assert_false(picture.failed);
        check_svg(game, zm_buffer_string(&picture), &names);
        zm_buffer_clear(&picture);
        game->picture->text(instance.state, drawn, &picture);
        assert_true(moves.count == 0 || picture.size > 0);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&picture);
    zm_list_free(&moves);
    zm_list_free(&names);
    zm_instance_close(&instance);
    zm_settings_free(&settings);
}

static void every_move_can_be_clicked(void **state)
{
    static const char *const games[] = {
        "hackenbush", "toads-and-frogs", "hex",       "chomp",       "node-kayles",
        "arc-kayles", "graph-octal",     "geography", "domineering", "peg"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        check_game(games[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_move_can_be_clicked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
