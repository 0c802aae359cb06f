/* The game: rules on board positions, and its parameters; see layout.h for how boards are written.
 */
#include "games/dots/dots.h"

#include "games/dots/position.h"

#include <stdlib.h>

enum zm_status zm_dots_parse(void *state, const char *text, struct zm_buffer *bytes,
                             struct zm_error *error)
{
    (void)state;
    struct zm_dots_position position;
    enum zm_status status = zm_dots_position_parse(&position, text, error);
    if (status == ZM_OK)
        zm_dots_position_encode(&position, bytes);
    return status;
}

void zm_dots_print(void *state, struct zm_bytes bytes, struct zm_buffer *text)
{
    (void)state;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    zm_dots_position_print(&position, text);
}

void zm_dots_moves(void *state, struct zm_bytes bytes, const struct zm_record *record,
                   struct zm_list *list)
{
    (void)state;
    (void)record;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    for (uint64_t left = position.strings; left != 0; left &= left - 1) {
        uint8_t string = (uint8_t)__builtin_ctzll(left);
        zm_list_add(list, zm_bytes(&string, 1));
    }
}

void zm_dots_name(void *state, struct zm_bytes bytes, struct zm_bytes move, struct zm_buffer *text)
{
    (void)state;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    zm_dots_string_name(&position.layout, move.data[0], text);
}

void zm_dots_apply(void *state, struct zm_bytes bytes, struct zm_bytes move, struct zm_buffer *next)
{
    (void)state;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    zm_dots_position_cut(&position, move.data[0]);
    zm_dots_position_encode(&position, next);
}

bool zm_dots_sound(void *state, struct zm_bytes bytes)
{
    (void)state;
    return zm_dots_position_sound(bytes);
}

int zm_dots_turn(void *state, struct zm_bytes bytes)
{
    (void)state;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    return position.turn;
}

static void ending(void *state, struct zm_bytes bytes, const struct zm_record *record,
                   struct zm_ending *ending)
{
    (void)state;
    (void)record;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    *ending = (struct zm_ending){.over = position.strings == 0};
    if (!ending->over)
        return;
    int own = __builtin_popcountll(position.owned[position.turn]);
    int other = __builtin_popcountll(position.owned[1 - position.turn]);
    ending->scored = true;
    ending->half_points[0] = 2 * own;
    ending->half_points[1] = 2 * other;
    ending->outcome = own > other ? ZM_WIN : own < other ? ZM_LOSS : ZM_DRAW;
}

/* A random set of sides of a board of about `size` boxes, played in a random order. */
void zm_dots_random(void *state, struct zm_random *random, unsigned size, struct zm_buffer *bytes)
{
    (void)state;
    struct zm_dots_position position = {0};
    unsigned rows = 2, columns = 2;
    while ((rows + 1) * columns <= size)
        columns + 1 > rows + 1 ? rows++ : columns++;
    enum zm_dots_kind kind = (enum zm_dots_kind)zm_random_below(random, 3);
    if (zm_dots_board(&position.layout, kind, rows, columns, NULL) != ZM_OK)
        zm_dots_board(&position.layout, ZM_DOTS_AMERICAN, 3, 3, NULL);
    unsigned strings = position.layout.graph.strings;
    position.strings = zm_coins_all(&position.layout.graph);
    for (uint64_t cuts = zm_random_below(random, strings + 1); cuts > 0; cuts--) {
        unsigned string = (unsigned)zm_random_below(random, strings);
        if ((position.strings >> string & 1) != 0)
            zm_dots_position_cut(&position, string);
    }
    zm_dots_position_encode(&position, bytes);
}

const struct zm_rules zm_dots_rules = {
    .parse = zm_dots_parse,
    .print = zm_dots_print,
    .moves = zm_dots_moves,
    .name = zm_dots_name,
    .apply = zm_dots_apply,
    .sound = zm_dots_sound,
    .turn = zm_dots_turn,
    .ending = ending,
    .random = zm_dots_random,
};

const struct zm_param zm_dots_params[] = {
    {.name = "canon",
     .kind = ZM_PARAM_CHOICE,
     .value = "deformed",
     .choices = "symmetry|chains|deformed|exact|ctf",
     .help = "canonical form: symmetries; straight chains; folded angles; graph isomorphism, as "
             "ties or as chocolate, web and forest"},
    {.name = "theorem13",
     .kind = ZM_PARAM_CHOICE,
     .value = "on",
     .choices = "on|off",
     .help = "use the bound on positions where the turn can be handed over (no strategy follows)"},
    {.name = "equal-parts",
     .kind = ZM_PARAM_CHOICE,
     .value = "drop",
     .choices = "drop|keep",
     .help = "drop two equal isolated boxes or pairs"},
    {0},
};

enum zm_status zm_dots_open(const struct zm_settings *settings, void **state,
                            struct zm_error *error)
{
    static const char *const canons[] = {"symmetry", "chains", "deformed", "exact", "ctf"};
    struct zm_dots_state *own = calloc(1, sizeof *own);
    if (own == NULL)
        return zm_fail_memory(error);
    own->normal = (struct zm_dots_normal_rules){ZM_DOTS_CANON_DEFORMED, true};
    own->theorem13 = true;
    if (settings != NULL) {
        for (int i = 0; i < 5; i++) {
            if (zm_settings_is(settings, "canon", canons[i]))
                own->normal.canon = (enum zm_dots_canon)i;
        }
        own->normal.equal_parts = !zm_settings_is(settings, "equal-parts", "keep");
        own->theorem13 = !zm_settings_is(settings, "theorem13", "off");
    }
    *state = own;
    return ZM_OK;
}

void zm_dots_close(void *state)
{
    free(state);
}

const struct zm_game zm_dots = {
    .name = "dots",
    .title = "Dots-and-boxes",
    .summary = "draw sides; who completes a box owns it and draws again; most boxes win",
    .start = "3x3",
    .positions = "3x3, swedish:4x4, icelandic:3x5: a board, counted in boxes; 3x3:a1b1,b1b2 with "
                 "sides drawn in that order (letters across, numbers down)\n"
                 "A*EBLCLB*E: the thesis's arrays; graph:1-2,1-0,2-0: coins and strings, 0 the "
                 "ground; '': nothing left",
    .players = ZM_IMPARTIAL,
    .params = zm_dots_params,
    .canon_version = 1,
    .open = zm_dots_open,
    .close = zm_dots_close,
    .rules = &zm_dots_rules,
    .scores = &zm_dots_scores,
    .judgement = &zm_dots_judgement,
    .picture = &zm_dots_picture,
};
