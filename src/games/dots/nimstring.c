/* Nimstring (Winning Ways, chapter 16): the moves of dots-and-boxes, a player who completes a box
 * moves again, and who cannot move loses; boxes do not count. Who wins at Nimstring usually gets
 * the control of the dots-and-boxes game.
 *
 * A position where the turn can be handed over (an offer) is "loony": the player to move wins it
 * whatever else there is, as he may take everything and move, or let the other do so, and one of
 * the two wins, in normal and in misère play. So a move that leaves an offer is never good and is
 * no option. White coins without an offer are simply taken: that costs no turn, and who loses
 * without them loses with them (by induction over the moves). What is left is black components with
 * Nim values: the options are the openings without an offer. */
#include "games/dots/dots.h"

#include "games/dots/position.h"

static bool is_loony(const struct zm_dots_position *position, uint64_t strings)
{
    return zm_coins_colour(&position->layout.graph, strings).offer > 0;
}

static void add_components(const struct zm_dots_state *state, const struct zm_dots_layout *layout,
                           uint64_t black, struct zm_list *components)
{
    size_t first = components->count;
    for (uint64_t coins; black != 0;) {
        uint64_t own =
            zm_coins_component(&layout->graph, black, (unsigned)__builtin_ctzll(black), &coins);
        if (layout->kind == ZM_DOTS_GRAPH || state->normal.canon == ZM_DOTS_CANON_EXACT) {
            struct zm_buffer text = {0};
            int32_t sure[2];
            const struct zm_dots_normal_rules rules = {ZM_DOTS_CANON_EXACT, false};
            zm_dots_normalise(layout, own, &rules, &text, sure);
            zm_list_add(components, zm_buffer_bytes(&text));
            zm_buffer_free(&text);
        } else {
            zm_dots_canonical_drawing(layout, own, coins, state->normal.canon, &components->bytes);
            zm_list_close(components);
        }
        black &= ~own;
    }
    if (first == 0)
        zm_list_sort(components, false);
}

static void split(void *state, struct zm_bytes bytes, struct zm_list *components)
{
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    struct zm_coins_colours colours = zm_coins_colour(&position.layout.graph, position.strings);
    add_components(state, &position.layout, colours.black, components);
}

static void options(void *state, struct zm_bytes component, enum zm_side side,
                    struct zm_options *options)
{
    (void)side;
    struct zm_dots_layout layout;
    struct zm_coins_opening openings[ZM_COINS_MOST];
    struct zm_list sums = {0}, parts = {0};
    struct zm_buffer text = {0};
    const char *rest;
    zm_options_clear(options);
    zm_buffer_set(&text, component);
    if (zm_dots_layout_parse(&layout, zm_buffer_string(&text), &rest, NULL) == ZM_OK) {
        uint64_t black = zm_coins_all(&layout.graph);
        unsigned count = zm_coins_openings(&layout.graph, black, openings);
        for (unsigned i = 0; i < count; i++) {
            if (openings[i].offer > 0)
                continue;
            zm_list_clear(&parts);
            add_components(state, &layout, black & ~openings[i].gone, &parts);
            /* The sums, each as its components with a space after each, to find equal ones. */
            for (size_t j = 0; j < parts.count; j++) {
                zm_buffer_add(&sums.bytes, zm_list_at(&parts, j).data, zm_list_at(&parts, j).size);
                zm_buffer_byte(&sums.bytes, ' ');
            }
            zm_list_close(&sums);
        }
        zm_list_sort(&sums, true);
        for (size_t i = 0; i < sums.count; i++) {
            struct zm_bytes sum = zm_list_at(&sums, i);
            for (size_t start = 0, end = 0; end < sum.size; end++) {
                if (sum.data[end] != ' ')
                    continue;
                zm_list_add(&options->components, zm_bytes(sum.data + start, end - start));
                start = end + 1;
            }
            zm_options_close(options);
        }
    }
    options->components.bytes.failed |=
        text.failed || zm_list_failed(&sums) || zm_list_failed(&parts);
    zm_list_free(&sums);
    zm_list_free(&parts);
    zm_buffer_free(&text);
}

static void print(void *state, struct zm_bytes component, struct zm_buffer *text)
{
    (void)state;
    zm_buffer_add(text, component.data, component.size);
}

/* All black: openings are only for such. */
static bool sound(void *state, struct zm_bytes component)
{
    (void)state;
    struct zm_dots_layout layout;
    if (!zm_dots_read_normal(component, &layout))
        return false;
    uint64_t strings = zm_coins_all(&layout.graph);
    return strings != 0 && zm_coins_colour(&layout.graph, strings).black == strings;
}

static bool loony(void *state, struct zm_bytes bytes)
{
    (void)state;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    return is_loony(&position, position.strings);
}

static bool loony_moves(void *state, struct zm_bytes component)
{
    (void)state;
    struct zm_dots_layout layout;
    if (!zm_dots_read_normal(component, &layout))
        return false;
    uint64_t strings = zm_coins_all(&layout.graph);
    for (uint64_t left = strings; left != 0; left &= left - 1)
        if (zm_coins_colour(&layout.graph, strings & ~(left & -left)).offer > 0)
            return true;
    return false;
}

/* Not a loony one: it is to be split. */
static void random_position(void *state, struct zm_random *random, unsigned size,
                            struct zm_buffer *bytes)
{
    struct zm_dots_position position;
    do {
        zm_dots_random(state, random, size, bytes);
        if (bytes->failed)
            return;
        zm_dots_position_decode(&position, zm_buffer_bytes(bytes));
    } while (is_loony(&position, position.strings));
}

static const struct zm_rules rules = {
    .parse = zm_dots_parse,
    .print = zm_dots_print,
    .moves = zm_dots_moves,
    .name = zm_dots_name,
    .apply = zm_dots_apply,
    .sound = zm_dots_sound,
    .turn = zm_dots_turn,
    .random = random_position,
};

static const struct zm_sums sums = {
    .split = split,
    .loony = loony,
    .loony_moves = loony_moves,
    .options = options,
    .print = print,
    .sound = sound,
};

const struct zm_game zm_nimstring = {
    .name = "nimstring",
    .title = "Nimstring",
    .summary = "dots-and-boxes where boxes do not count and who cannot move loses",
    .start = "3x3",
    .positions = "as for dots: 3x3, swedish:2x5, BLCLB*E, graph:1-2,1-0,2-0; '': nothing left",
    .players = ZM_IMPARTIAL,
    .params = zm_dots_params,
    .canon_version = 2,
    .open = zm_dots_open,
    .close = zm_dots_close,
    .rules = &rules,
    .sums = &sums,
    .picture = &zm_dots_picture,
};
