/* Signs: the component of a partisan game with the other sign byte is its negative, the same with
 * the players exchanged. */
#include "games/check/inside.h"

static bool has_signs(const struct zm_game *game)
{
    return game->sums != NULL && game->players == ZM_PARTISAN;
}

/* Adds the negative of a component in its canonical form, which is found through its text: a
 * component that is its own negative has one form. False when the bytes with the other sign are
 * not sound: a game may have components that it negates otherwise (values in sums). */
static bool add_negative(struct zm_checking *checking, struct zm_bytes component,
                         struct zm_list *list)
{
    const struct zm_game *game = checking->game.game;
    struct zm_buffer turned = {0}, text = {0}, position = {0};
    struct zm_list alone = {0};
    struct zm_error error = {0};
    zm_buffer_set(&turned, component);
    if (zm_check_that(checking, component.size > 0 && component.data[0] <= 1,
                      "a component does not begin with a sign byte, 0 or 1"))
        turned.data[0] ^= 1;
    bool sound = zm_check_well(checking) &&
                 game->sums->sound(checking->game.state, zm_buffer_bytes(&turned));
    if (sound) {
        const char *string =
            zm_check_print(checking, game->sums->print, zm_buffer_bytes(&turned), &text);
        if (zm_check_that(checking,
                          game->rules->parse(checking->game.state, string, &position, &error) ==
                              ZM_OK,
                          "the text of a negative '%.80s' is not read: %s", string, error.text))
            zm_check_split(checking, zm_buffer_bytes(&position), &alone);
        zm_check_that(checking, alone.count == 1,
                      "the negative '%.80s' of a component is %zu components", string, alone.count);
    }
    if (sound && zm_check_well(checking))
        zm_list_add(list, zm_list_at(&alone, 0));
    zm_buffer_free(&turned);
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    zm_list_free(&alone);
    return sound && zm_check_well(checking);
}

/* Adds the options of one side, each as a sum, or the negatives of these sums; false when there are
 * none of the latter. */
static bool add_options(struct zm_checking *checking, struct zm_bytes component, enum zm_side side,
                        bool negative, struct zm_list *sums)
{
    struct zm_options options = {0};
    struct zm_list sum = {0};
    bool whole = true;
    checking->game.game->sums->options(checking->game.state, component, side, &options);
    for (size_t i = 0; i < options.count && whole; i++) {
        zm_list_clear(&sum);
        for (uint32_t j = zm_options_begin(&options, i); j < options.ends[i]; j++) {
            struct zm_bytes part = zm_list_at(&options.components, j);
            if (negative)
                whole = whole && add_negative(checking, part, &sum);
            else
                zm_list_add(&sum, part);
        }
        zm_list_sort(&sum, false);
        zm_check_add_sum(&sum, 0, sum.count, sums);
    }
    zm_check_memory(checking, zm_list_failed(&options.components) || zm_list_failed(&sum) ||
                                  zm_list_failed(sums));
    zm_options_free(&options);
    zm_list_free(&sum);
    return whole;
}

static void look_at_component(struct zm_checking *checking, struct zm_bytes component)
{
    struct zm_list negative = {0}, twice = {0};
    if (!add_negative(checking, component, &negative))
        return;
    struct zm_bytes turned = zm_list_at(&negative, 0);
    add_negative(checking, turned, &twice);
    zm_check_that(checking, twice.count == 1 && zm_bytes_equal(zm_list_at(&twice, 0), component),
                  "the negative of the negative of a component is another one");
    for (int side = 0; side < 2 && zm_check_well(checking); side++) {
        struct zm_list mine = {0}, theirs = {0};
        enum zm_side other = side == ZM_LEFT ? ZM_RIGHT : ZM_LEFT;
        bool whole = add_options(checking, component, (enum zm_side)side, true, &mine) &&
                     add_options(checking, turned, other, false, &theirs);
        zm_list_sort(&mine, true);
        zm_list_sort(&theirs, true);
        zm_check_that(
            checking,
            !whole ||
                (mine.count == theirs.count &&
                 zm_bytes_equal(zm_buffer_bytes(&mine.bytes), zm_buffer_bytes(&theirs.bytes))),
            "%s's options of a component are not the negatives of %s's options of its negative",
            side == ZM_LEFT ? "Left" : "Right", side == ZM_LEFT ? "Right" : "Left");
        zm_list_free(&mine);
        zm_list_free(&theirs);
    }
    zm_list_free(&negative);
    zm_list_free(&twice);
}

static void look(struct zm_checking *checking)
{
    struct zm_list components = {0};
    zm_check_split(checking, zm_check_position(checking), &components);
    for (size_t i = 0; i < components.count && zm_check_well(checking); i++)
        look_at_component(checking, zm_list_at(&components, i));
    zm_list_free(&components);
}

const struct zm_promise zm_promise_signs = {
    .name = "signs",
    .summary = "a component with the other sign is its negative, for both players",
    .applies = has_signs,
    .look = look,
};
