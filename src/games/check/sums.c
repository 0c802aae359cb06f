/* Components and their options: the two promises that no proof can check, since proofs rest on
 * them. Forgetting an option, or giving two positions of different worth the same bytes, makes
 * wrong results that verify. */
#include "games/check/inside.h"

static bool has_sums(const struct zm_game *game)
{
    return game->sums != NULL;
}

void zm_check_add_sum(const struct zm_list *components, size_t begin, size_t end,
                      struct zm_list *sums)
{
    for (size_t i = begin; i < end; i++) {
        struct zm_bytes component = zm_list_at(components, i);
        uint32_t size = (uint32_t)component.size;
        zm_buffer_add(&sums->bytes, &size, sizeof size);
        zm_buffer_add(&sums->bytes, component.data, component.size);
    }
    zm_list_close(sums);
}

void zm_check_print_sum(struct zm_checking *checking, struct zm_bytes sum, struct zm_buffer *text)
{
    const struct zm_sums *sums = checking->game.game->sums;
    zm_buffer_text(text, sum.size == 0 ? "nothing" : "");
    for (size_t at = 0; at < sum.size;) {
        uint32_t size;
        memcpy(&size, sum.data + at, sizeof size);
        zm_buffer_text(text, at == 0 ? "" : " + ");
        sums->print(checking->game.state, zm_bytes(sum.data + at + sizeof size, size), text);
        at += sizeof size + size;
    }
}

/* -- components -- */

static bool is_sorted(const struct zm_list *components, size_t begin, size_t end)
{
    for (size_t i = begin + 1; i < end; i++)
        if (zm_bytes_compare(zm_list_at(components, i - 1), zm_list_at(components, i)) > 0)
            return false;
    return true;
}

/* A component is sound, and its text is that component alone. */
static void look_at_component(struct zm_checking *checking, struct zm_bytes component)
{
    const struct zm_game *game = checking->game.game;
    struct zm_buffer text = {0}, position = {0};
    struct zm_list alone = {0};
    struct zm_error error = {0};
    const char *string = zm_check_print(checking, game->sums->print, component, &text);
    zm_check_that(checking, game->sums->sound(checking->game.state, component),
                  "its component '%.80s' is not sound", string);
    if (zm_check_that(checking,
                      game->rules->parse(checking->game.state, string, &position, &error) == ZM_OK,
                      "the text of its component '%.80s' is not read: %s", string, error.text)) {
        zm_check_split(checking, zm_buffer_bytes(&position), &alone);
        zm_check_that(checking, alone.count == 1,
                      "its component '%.80s' comes back from its text as %zu components", string,
                      alone.count);
        if (zm_check_well(checking) && zm_forms_of(&checking->game) == ZM_FORMS_CANONICAL)
            zm_check_that(checking, zm_bytes_equal(zm_list_at(&alone, 0), component),
                          "its component '%.80s' comes back from its text as another one", string);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    zm_list_free(&alone);
}

static void look_at_components(struct zm_checking *checking)
{
    struct zm_list components = {0};
    zm_check_split(checking, zm_check_position(checking), &components);
    zm_check_that(checking, is_sorted(&components, 0, components.count),
                  "its components are not sorted");
    for (size_t i = 0; i < components.count && zm_check_well(checking); i++)
        look_at_component(checking, zm_list_at(&components, i));
    zm_list_free(&components);
}

const struct zm_promise zm_promise_components = {
    .name = "components",
    .summary = "components are sorted and sound, and come back alone from their texts",
    .applies = has_sums,
    .look = look_at_components,
};

/* -- options -- */

/* The sums that the moves of a position leave, but for loony ones; false when a move keeps the
 * turn, since the options of components are then not what single moves do. */
static bool sums_by_moves(struct zm_checking *checking, struct zm_bytes position,
                          struct zm_list *sums)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_list moves = {0}, parts = {0};
    struct zm_buffer next = {0};
    bool pass_on = true;
    zm_check_moves(checking, position, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        rules->apply(checking->game.state, position, zm_list_at(&moves, i), &next);
        pass_on = pass_on && !zm_moves_again(&checking->game, position, zm_buffer_bytes(&next));
        if (zm_check_split(checking, zm_buffer_bytes(&next), &parts))
            zm_check_add_sum(&parts, 0, parts.count, sums);
    }
    zm_check_memory(checking, next.failed || zm_list_failed(sums));
    zm_list_free(&moves);
    zm_list_free(&parts);
    zm_buffer_free(&next);
    return pass_on;
}

/* The options of a component, each in its place among the other components. */
static void add_options(struct zm_checking *checking, const struct zm_list *components,
                        size_t chosen, const struct zm_options *options, struct zm_list *sums)
{
    struct zm_list sum = {0};
    for (size_t i = 0; i < options->count; i++) {
        zm_list_clear(&sum);
        for (size_t j = 0; j < components->count; j++)
            if (j != chosen)
                zm_list_add(&sum, zm_list_at(components, j));
        for (uint32_t j = zm_options_begin(options, i); j < options->ends[i]; j++)
            zm_list_add(&sum, zm_list_at(&options->components, j));
        zm_list_sort(&sum, false);
        zm_check_add_sum(&sum, 0, sum.count, sums);
    }
    zm_check_memory(checking, zm_list_failed(&sum) || zm_list_failed(sums));
    zm_list_free(&sum);
}

static bool collect(void *context, const struct zm_bytes *components, size_t count)
{
    struct zm_list *sums = context, sum = {0};
    for (size_t i = 0; i < count; i++)
        zm_list_add(&sum, components[i]);
    zm_check_add_sum(&sum, 0, count, sums);
    zm_list_free(&sum);
    return false;
}

/* Sets of sums, both sorted: are they the same? */
static void compare_sets(struct zm_checking *checking, struct zm_list *found,
                         struct zm_list *expected, const char *missing, const char *extra)
{
    zm_list_sort(found, true);
    zm_list_sort(expected, true);
    struct zm_buffer text = {0};
    size_t i = 0, j = 0;
    int order = 0;
    while (order == 0 && (i < found->count || j < expected->count)) {
        order = i == found->count ? 1
                : j == expected->count
                    ? -1
                    : zm_bytes_compare(zm_list_at(found, i), zm_list_at(expected, j));
        i += order == 0;
        j += order == 0;
    }
    if (order != 0)
        zm_check_print_sum(checking, order < 0 ? zm_list_at(found, i) : zm_list_at(expected, j),
                           &text);
    zm_check_that(checking, order == 0, "%s: %.160s", order < 0 ? extra : missing,
                  zm_buffer_string(&text));
    checking->counts.comparisons += expected->count;
    zm_buffer_free(&text);
}

/* The same options one at a time, repeated ones included, and stopped at the first. */
static void look_at_some_option(struct zm_checking *checking, struct zm_bytes component,
                                enum zm_side side, const struct zm_options *options)
{
    const struct zm_sums *sums = checking->game.game->sums;
    struct zm_list one_by_one = {0}, whole = {0};
    if (sums->some_option == NULL)
        return;
    for (size_t i = 0; i < options->count; i++)
        zm_check_add_sum(&options->components, zm_options_begin(options, i), options->ends[i],
                         &whole);
    bool some = sums->some_option(checking->game.state, component, side, collect, &one_by_one);
    zm_check_that(checking, !some, "some_option says yes though the test never did");
    zm_check_memory(checking, zm_list_failed(&one_by_one) || zm_list_failed(&whole));
    compare_sets(checking, &one_by_one, &whole, "some_option leaves out an option of options",
                 "some_option knows an option that options leaves out");
    zm_list_free(&one_by_one);
    zm_list_free(&whole);
}

/* Options are sorted sums, no two alike, whatever was in the struct before. */
static void look_at_form(struct zm_checking *checking, struct zm_bytes component,
                         const struct zm_options *options)
{
    const struct zm_sums *sums = checking->game.game->sums;
    struct zm_list alike = {0};
    struct zm_buffer text = {0};
    const char *string = zm_check_print(checking, sums->print, component, &text);
    for (size_t i = 0; i < options->count; i++) {
        size_t begin = zm_options_begin(options, i), end = options->ends[i];
        zm_check_that(checking, is_sorted(&options->components, begin, end),
                      "an option of its component '%.80s' is not sorted", string);
        for (size_t j = begin; j < end; j++)
            zm_check_that(
                checking, sums->sound(checking->game.state, zm_list_at(&options->components, j)),
                "an option of its component '%.80s' has a component that is not sound", string);
        zm_check_add_sum(&options->components, begin, end, &alike);
    }
    zm_list_sort(&alike, true);
    zm_check_that(checking, alike.count == options->count,
                  "two options of its component '%.80s' are alike", string);
    zm_list_free(&alike);
    zm_buffer_free(&text);
}

/* The worth of a sum by its components alone, as one number; false when that takes too long. */
static bool worth_of(struct zm_checking *checking, struct zm_bytes sum, uint32_t *worth)
{
    struct zm_list components = {0};
    bool wins[2] = {false, false}, whole;
    for (size_t at = 0; at < sum.size;) {
        uint32_t size;
        memcpy(&size, sum.data + at, sizeof size);
        zm_list_add(&components, zm_bytes(sum.data + at + sizeof size, size));
        at += sizeof size + size;
    }
    if (checking->game.game->players == ZM_IMPARTIAL) {
        whole = zm_naive_sum(checking, &components, worth);
    } else {
        whole = zm_naive_sum_wins(checking, &components, ZM_LEFT, &wins[0]) &&
                zm_naive_sum_wins(checking, &components, ZM_RIGHT, &wins[1]);
        *worth = wins[0] + 2u * wins[1];
    }
    zm_check_memory(checking, zm_list_failed(&components));
    zm_list_free(&components);
    return whole;
}

static bool worths_of(struct zm_checking *checking, const struct zm_list *sums,
                      struct zm_list *worths)
{
    bool whole = true;
    for (size_t i = 0; i < sums->count && whole; i++) {
        uint32_t worth = 0;
        whole = worth_of(checking, zm_list_at(sums, i), &worth);
        zm_list_add(worths, zm_bytes(&worth, sizeof worth));
    }
    zm_list_sort(worths, true);
    return whole && !zm_check_memory(checking, zm_list_failed(worths));
}

/* The options and what moves leave have the same worths, as sets. */
static void compare_worths(struct zm_checking *checking, const struct zm_list *found,
                           const struct zm_list *expected)
{
    struct zm_list mine = {0}, theirs = {0};
    if (worths_of(checking, found, &mine) && worths_of(checking, expected, &theirs))
        zm_check_that(checking,
                      zm_bytes_equal(zm_buffer_bytes(&mine.bytes), zm_buffer_bytes(&theirs.bytes)),
                      "the options of its components have %zu different worths, what moves leave "
                      "has %zu, not the same",
                      mine.count, theirs.count);
    zm_list_free(&mine);
    zm_list_free(&theirs);
}

/* Compares the options of the components of a position with what its moves leave, to the byte or by
 * their worth. */
static void compare_at(struct zm_checking *checking, struct zm_bytes position, bool to_the_byte)
{
    const struct zm_sums *sums = checking->game.game->sums;
    enum zm_side side = zm_check_side(checking, position);
    struct zm_list components = {0}, found = {0}, expected = {0};
    struct zm_options options = {0};
    zm_check_split(checking, position, &components);
    for (size_t i = 0; i < components.count; i++) {
        sums->options(checking->game.state, zm_list_at(&components, i), side, &options);
        add_options(checking, &components, i, &options, &found);
    }
    bool comparable = sums_by_moves(checking, position, &expected) && zm_check_well(checking);
    if (comparable && to_the_byte)
        compare_sets(checking, &found, &expected, "a move leaves what no option of a component is",
                     "an option of a component is what no move leaves");
    else if (comparable && zm_forms_of(&checking->game) != ZM_FORMS_EQUIVALENT)
        compare_worths(checking, &found, &expected);
    zm_options_free(&options);
    zm_list_free(&components);
    zm_list_free(&found);
    zm_list_free(&expected);
}

/* A component has loony moves where some move of its text leaves a loony position. */
static void look_at_loony_moves(struct zm_checking *checking, struct zm_bytes component,
                                struct zm_bytes alone)
{
    const struct zm_game *game = checking->game.game;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    bool some = false;
    if (game->sums->loony == NULL)
        return;
    zm_check_moves(checking, alone, &moves);
    for (size_t i = 0; i < moves.count && !some; i++) {
        game->rules->apply(checking->game.state, alone, zm_list_at(&moves, i), &next);
        some = game->sums->loony(checking->game.state, zm_buffer_bytes(&next));
    }
    zm_check_that(checking, some == zm_has_loony_moves(&checking->game, component),
                  some ? "loony_moves knows of no loony move of a component, and there is one"
                       : "loony_moves knows of a loony move of a component, and there is none");
    zm_list_free(&moves);
    zm_buffer_free(&next);
}

/* The options of one component: their form, and what they are from its text alone. */
static void look_at_its_options(struct zm_checking *checking, struct zm_bytes component)
{
    const struct zm_game *game = checking->game.game;
    struct zm_buffer text = {0}, alone = {0};
    for (int side = 0; side < (game->players == ZM_PARTISAN ? 2 : 1); side++) {
        struct zm_options options = {0};
        zm_list_add(&options.components, component); /* left behind */
        zm_options_close(&options);
        game->sums->options(checking->game.state, component, (enum zm_side)side, &options);
        zm_check_memory(checking, zm_list_failed(&options.components));
        look_at_form(checking, component, &options);
        look_at_some_option(checking, component, (enum zm_side)side, &options);
        zm_options_free(&options);
    }
    zm_check_print(checking, game->sums->print, component, &text);
    if (zm_check_well(checking) &&
        game->rules->parse(checking->game.state, zm_buffer_string(&text), &alone, NULL) == ZM_OK) {
        look_at_loony_moves(checking, component, zm_buffer_bytes(&alone));
        compare_at(checking, zm_buffer_bytes(&alone),
                   zm_forms_of(&checking->game) == ZM_FORMS_CANONICAL);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&alone);
}

/* A position as drawn may be reduced to components that play alike and look otherwise, so there it
 * is the worth that is compared. */
static void look_at_options(struct zm_checking *checking)
{
    struct zm_list components = {0};
    bool split = zm_check_split(checking, zm_check_position(checking), &components);
    for (size_t i = 0; i < components.count && zm_check_well(checking); i++)
        look_at_its_options(checking, zm_list_at(&components, i));
    if (split && zm_check_well(checking))
        compare_at(checking, zm_check_position(checking), false);
    zm_list_free(&components);
}

const struct zm_promise zm_promise_options = {
    .name = "options",
    .summary = "the options of components are, as a set, what the moves of the position leave",
    .applies = has_sums,
    .look = look_at_options,
};
