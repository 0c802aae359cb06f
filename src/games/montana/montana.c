/* Montana, for one player: the rules, the goal and the parameters. */
#include "games/montana/montana.h"

#include <stdlib.h>

static zm_move read_move(struct zm_bytes move)
{
    zm_move number = 0;
    for (unsigned i = 0; i < 3 && i < move.size; i++)
        number |= (zm_move)move.data[i] << 8 * i;
    return number;
}

static void montana_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                          struct zm_list *moves)
{
    (void)record;
    struct zm_montana_walk walk;
    zm_move numbers[ZM_MONTANA_SUITS * ZM_MONTANA_SUITS];
    zm_montana_stand(state, position, &walk);
    unsigned count = zm_montana_walk.moves(&walk, numbers);
    for (unsigned i = 0; i < count; i++) {
        zm_montana_walk.to_move(state, &walk, numbers[i], &moves->bytes);
        zm_list_close(moves);
    }
}

static void montana_name(void *state, struct zm_bytes position, struct zm_bytes move,
                         struct zm_buffer *text)
{
    (void)position;
    zm_montana_move_name(((const struct zm_montana *)state)->common, read_move(move), text);
}

static void montana_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                          struct zm_buffer *next)
{
    struct zm_montana_walk walk;
    zm_montana_stand(state, position, &walk);
    zm_montana_walk.make(&walk, read_move(move));
    zm_montana_walk.position(state, &walk, next);
}

static int64_t montana_worth(void *state, struct zm_bytes position)
{
    struct zm_montana_walk walk;
    zm_montana_stand(state, position, &walk);
    return zm_montana_solved(&walk);
}

static void montana_describe(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct zm_montana_walk walk;
    zm_montana_stand(state, position, &walk);
    zm_buffer_format(text, "%u of %u cards in place", zm_montana_placed(&walk),
                     walk.suits * (walk.ranks - 1u));
}

static void montana_random(void *state, struct zm_random *random, unsigned size,
                           struct zm_buffer *position)
{
    unsigned suits = 2 + (unsigned)zm_random_below(random, 3);
    unsigned ranks = 2 + (unsigned)zm_random_below(random, size < 5 ? 2 : 3);
    unsigned redeals = zm_random_below(random, 4) == 0;
    zm_montana_deal(state, suits, ranks, redeals, zm_random_next(random), position);
}

/* -- parameters -- */

/* Reads the order of the aces: the suits named come first, the others follow. */
static enum zm_status read_aces(struct zm_montana *game, const char *text, struct zm_error *error)
{
    bool seen[ZM_MONTANA_SUITS] = {false};
    unsigned count = 0;
    for (const char *at = text; *at != '\0'; at++) {
        const char *letter = strchr(zm_montana_suit_letters, *at);
        if (letter == NULL || seen[letter - zm_montana_suit_letters])
            return zm_fail(error, ZM_BAD_INPUT,
                           "montana: --aces '%.20s': expected suits, each once, as SHDC", text);
        seen[letter - zm_montana_suit_letters] = true;
        game->aces[count++] = (uint8_t)(letter - zm_montana_suit_letters);
    }
    for (unsigned suit = 0; suit < ZM_MONTANA_SUITS; suit++)
        if (!seen[suit])
            game->aces[count++] = (uint8_t)suit;
    return ZM_OK;
}

/* Numbers of the cells differ in their last seven bits, so that a difference of two of them has few
 * factors of two: the sum of products tells positions apart nearly as well as its width allows. */
static void draw_keys(struct zm_montana *game)
{
    struct zm_random random = zm_random_seeded(ZM_DEFAULT_SEED);
    for (unsigned card = 1; card < ZM_MONTANA_CARDS; card++)
        game->card_keys[card] =
            (struct zm_hash128){zm_random_next(&random) | 1, zm_random_next(&random) | 1};
    for (unsigned cell = 0; cell < ZM_MONTANA_CELLS; cell++)
        game->cell_keys[cell] = (struct zm_hash128){zm_random_next(&random) << 7 | cell,
                                                    zm_random_next(&random) << 7 | cell};
    for (unsigned i = 0; i <= ZM_MONTANA_REDEALS; i++)
        game->redeal_keys[i] =
            (struct zm_hash128){zm_random_next(&random), zm_random_next(&random)};
}

static enum zm_status montana_open(const struct zm_settings *settings, void **state,
                                   struct zm_error *error)
{
    struct zm_montana *game = calloc(1, sizeof *game);
    if (game == NULL)
        return zm_fail_memory(error);
    game->common = zm_settings_is(settings, "variant", "common");
    game->guess = zm_settings_is(settings, "guess", "placed")  ? ZM_MONTANA_GUESS_PLACED
                  : zm_settings_is(settings, "guess", "runs")  ? ZM_MONTANA_GUESS_RUNS
                  : zm_settings_is(settings, "guess", "holes") ? ZM_MONTANA_GUESS_HOLES
                                                               : ZM_MONTANA_GUESS_STRAYS;
    draw_keys(game);
    enum zm_status status = read_aces(game, zm_settings_text(settings, "aces"), error);
    if (status == ZM_OK)
        *state = game;
    else
        free(game);
    return status;
}

static const struct zm_param montana_params[] = {
    ZM_MONTANA_VARIANT_PARAM,
    {.name = "aces",
     .kind = ZM_PARAM_TEXT,
     .value = "SHDC",
     .examples = "DSHC|CDHS|OXCDHS",
     .hint = "SUITS",
     .help = "the suits of the rows from the top, in the base variant, where a text does not say",
     .unrecorded = true},
    {.name = "guess",
     .kind = ZM_PARAM_CHOICE,
     .value = "strays",
     .choices = "strays|placed|runs|holes",
     .hint = "WHAT",
     .help = "what best-first, beam and discrepancy search look at: cards that must still move, "
             "cards not in place, the number of runs, holes that nothing can go to",
     .unrecorded = true},
    {0},
};

static const struct zm_rules montana_rules = {
    .parse = zm_montana_parse,
    .print = zm_montana_print,
    .moves = montana_moves,
    .name = montana_name,
    .apply = montana_apply,
    .sound = zm_montana_sound,
    .random = montana_random,
};

static const struct zm_goals montana_goals = {.worth = montana_worth, .describe = montana_describe};

const struct zm_game zm_montana = {
    .name = "montana",
    .title = "Montana (Gaps)",
    .summary = "one player: cards go to the right of their predecessors, until each row is a suit",
    .start = "deal:1",
    .positions =
        "deal:42            deal number 42 of a pack of 52; deal:4x8:42 has 4 suits of 8 ranks\n"
        "'2S . 3H/. 3S 2H'  rows of cards, with or without a column of aces: 4D or 4♦, '.' a hole\n"
        "'deal:42 redeals:3'  the loose cards may be dealt again three times, when nothing moves\n"
        "moves: 4D          the card; 2D-3: to row 3 (common variant); redeal\n",
    .players = ZM_ONE_PLAYER,
    .params = montana_params,
    .canon_version = 1,
    .open = montana_open,
    .close = free,
    .rules = &montana_rules,
    .goals = &montana_goals,
    .walk = &zm_montana_walk,
    .picture = &zm_montana_picture,
};
