/* The player that plays 8x8 Othello as the programs of the magazine did: any of their searches with
 * any of their evaluations, orderings and tables. On other boards it asks the general alpha-beta. */
#include "engines/othello/classic/player.h"

#include "engines/othello/player.h"
#include "think/general.h"
#include "think/thinking.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLE_ENTRIES = 1 << 17,
    DEFAULT_DEPTH = 6, /* without a clock and a depth */
    DISCS_IN_MARGIN = 4,
};

#define SWITCH(NAME, HELP)                                                                         \
    {                                                                                              \
        .name = NAME, .kind = ZM_PARAM_CHOICE, .value = "off", .choices = "on|off",                \
        .hint = "SWITCH", .help = HELP, .unrecorded = true,                                        \
    }
#define PERCENT(NAME, HELP)                                                                        \
    {                                                                                              \
        .name = NAME, .kind = ZM_PARAM_INTEGER, .value = "100", .min = 50, .max = 200,             \
        .hint = "PERCENT", .help = HELP, .unrecorded = true,                                       \
    }
#define CHOICE(NAME, VALUE, CHOICES, HELP)                                                         \
    {                                                                                              \
        .name = NAME, .kind = ZM_PARAM_CHOICE, .value = VALUE, .choices = CHOICES,                 \
        .hint = "WHICH", .help = HELP, .unrecorded = true,                                         \
    }

static const struct zm_param player_params[] = {
    CHOICE("evaluation", "iago", "compoth|iago|bill|thor|nord|path|frontier|random|discs|patterns",
           "the program whose evaluation is used, or a part of one"),
    CHOICE("method", "deepening", "minimax|one-bound|fail-hard|fail-soft|scout|negascout|deepening",
           "the search"),
    CHOICE("sorting", "worth", "none|squares|worth", "how the moves of a node are sorted"),
    CHOICE("replies", "none", "none|history|countermove|killers", "which good replies come first"),
    CHOICE("table", "pruning", "none|pruning|transpositions", "which table is kept"),
    SWITCH("stored", "keep the first three levels of the tree sorted, as Iago did"),
    SWITCH("futility", "give up nodes whose evaluation is far outside the window"),
    SWITCH("razoring", "search later moves less deep at first"),
    SWITCH("root-window", "keep all first moves near the best, as Othel du Nord did"),
    PERCENT("mobility", "how much mobility and frontier count"),
    PERCENT("position", "how much edges, corners, C and X squares count"),
    PERCENT("discs", "how much numbers of discs, their stability and order count"),
    OTHELLO_LOST_PARAM,
    {.name = "noise",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 100000,
     .hint = "N",
     .help = "add a random number from -N to N to each evaluation",
     .unrecorded = true},
    {0},
};

struct player {
    const struct zm_seat *seat;
    struct classic_knowledge *knowledge;
    struct othello_weights *weights; /* NULL: not needed */
    struct classic_search search;
    struct classic_thought thought;
    void *general; /* the alpha-beta player's state; NULL: not needed yet */
    bool asks_general, hides_loss;
    unsigned empty;
};

static unsigned chosen(const struct zm_settings *settings, const char *name,
                       const char *const *names)
{
    unsigned i = 0;
    while (names[i + 1] != NULL && !zm_settings_is(settings, name, names[i]))
        i++;
    return i;
}

void classic_options_read(const struct zm_settings *settings, struct classic_options *options,
                          struct classic_judge *judge)
{
    *options = (struct classic_options){
        .method = (enum classic_method)chosen(settings, "method", classic_method_names),
        .sorting = (enum classic_sorting)chosen(settings, "sorting", classic_sorting_names),
        .replies = (enum classic_replies)chosen(settings, "replies", classic_replies_names),
        .table = (enum classic_table)chosen(settings, "table", classic_table_names),
        .entries = TABLE_ENTRIES,
        .stored = zm_settings_is(settings, "stored", "on"),
        .futility = zm_settings_is(settings, "futility", "on"),
        .razoring = zm_settings_is(settings, "razoring", "on"),
        .root_window = zm_settings_is(settings, "root-window", "on"),
    };
    *judge = (struct classic_judge){
        .evaluation =
            (enum classic_evaluation)chosen(settings, "evaluation", classic_evaluation_names),
        .mobility = (int)zm_settings_integer(settings, "mobility"),
        .position = (int)zm_settings_integer(settings, "position"),
        .discs = (int)zm_settings_integer(settings, "discs"),
        .noise = (int)zm_settings_integer(settings, "noise"),
    };
}

static enum zm_status player_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_othello || misere)
        return zm_fail(error, ZM_BAD_INPUT, "this player plays Othello, in normal play");
    return ZM_OK;
}

static void player_close(void *state)
{
    struct player *player = state;
    if (player->general != NULL)
        zm_alpha_beta_player.close(player->general);
    classic_search_close(&player->search);
    free(player->weights);
    free(player->knowledge);
    free(player);
}

static enum zm_status player_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    struct player *player = calloc(1, sizeof *player);
    struct classic_options options;
    struct classic_judge judge;
    enum zm_status status = ZM_OK;
    if (player == NULL)
        return zm_fail_memory(error);
    player->seat = seat;
    player->hides_loss = zm_settings_is(seat->problem.settings, "lost", "midgame");
    classic_options_read(seat->problem.settings, &options, &judge);
    player->knowledge = malloc(sizeof *player->knowledge);
    if (player->knowledge == NULL)
        status = zm_fail_memory(error);
    else
        classic_knowledge_init(player->knowledge);
    if (status == ZM_OK && judge.evaluation == CLASSIC_PATTERNS)
        status = othello_weights_load(NULL, &player->weights, error);
    judge.knowledge = player->knowledge;
    judge.weights = player->weights;
    judge.random = zm_random_seeded(seat->problem.run->seed);
    if (status == ZM_OK &&
        !classic_search_open(&player->search, player->knowledge, &judge, &options))
        status = zm_fail_memory(error);
    if (status != ZM_OK) {
        player_close(player);
        return status;
    }
    *state = player;
    return ZM_OK;
}

static enum zm_status player_set(void *state, struct zm_bytes position,
                                 const struct zm_record *record, struct zm_error *error)
{
    struct player *player = state;
    struct othello_board board;
    othello_read(position, &board);
    player->asks_general =
        board.size != 8 || zm_settings_is(player->seat->problem.settings, "count", "raw");
    if (player->asks_general) {
        enum zm_status status = ZM_OK;
        if (player->general == NULL)
            status = zm_alpha_beta_player.open(player->seat, &player->general, error);
        return status == ZM_OK ? zm_alpha_beta_player.set(player->general, position, record, error)
                               : status;
    }
    struct othello_bits bits = othello_bits_of(&board);
    uint64_t discs[2];
    discs[board.turn] = bits.own;
    discs[1 - board.turn] = bits.other;
    classic_search_set(&player->search, discs, board.turn);
    player->empty = CLASSIC_SQUARES - othello_discs(bits.own | bits.other);
    return ZM_OK;
}

/* Is a worth of a win, a loss or a draw proved by the search? */
static bool is_proved(const struct player *player, const struct classic_root *root, bool best)
{
    const struct classic_options *options = &player->search.options;
    bool exact = player->search.judge.evaluation != CLASSIC_DISCS && !options->futility &&
                 !options->razoring && !options->root_window;
    return exact && best && abs(root->worth) > CLASSIC_WON / 2 &&
           abs(root->worth) < 2 * CLASSIC_WON;
}

/* A worth as about so many discs. */
static double in_discs(const struct player *player, int worth)
{
    return (double)worth * DISCS_IN_MARGIN / classic_margin(player->search.judge.evaluation);
}

static enum zm_status fill_thought(struct zm_thinking *thinking, struct zm_error *error)
{
    struct player *player = thinking->player;
    zm_thought_clear(thinking->thought);
    for (unsigned i = 0; i < player->thought.count && i < thinking->lines; i++) {
        const struct classic_root *root = &player->thought.roots[i];
        struct zm_line *line = zm_thought_add(thinking->thought);
        if (line == NULL)
            return zm_fail_memory(error);
        for (unsigned j = 0; j < root->line_length; j++) {
            uint8_t move = root->line[j] == CLASSIC_PASS ? OTHELLO_PASS : root->line[j];
            zm_list_add(&line->moves, zm_bytes(&move, 1));
        }
        line->source = classic_evaluation_names[player->search.judge.evaluation];
        line->depth = player->thought.depth;
        line->nodes = atomic_load(&thinking->run.nodes);
        if (is_proved(player, root, i == 0)) {
            line->certainty = root->worth > 0 ? ZM_AT_LEAST : ZM_AT_MOST;
            line->outcome = root->worth > 0 ? ZM_WIN : ZM_LOSS;
            line->worth = root->worth > 0 ? root->worth - CLASSIC_WON : root->worth + CLASSIC_WON;
        } else
            line->worth = in_discs(player, root->worth);
        if (zm_list_failed(&line->moves))
            return zm_fail_memory(error);
    }
    return ZM_OK;
}

/* When the last three depths were finished, on the clock of the run. */
struct times {
    double before, last, now;
};

/* Would one ply more come too late? It takes as many times the last as that took the one before. */
static bool is_late(const struct zm_thinking *thinking, const struct times *times)
{
    double hard = thinking->pace->hard, last = times->now - times->last;
    double before = times->last - times->before;
    double factor = before > 0 && last > before ? last / before : 2;
    return zm_thinking_is_late(thinking) || (hard > 0 && times->now + factor * last > hard);
}

/* Searches one ply after the other; where all is lost, the last move before that was known is kept
 * when the player was asked to (Comp'oth: the other may not find the win). */
static void deepen(struct player *player, struct zm_thinking *thinking)
{
    const struct zm_pace *pace = thinking->pace;
    bool limited = pace->soft > 0 || pace->hard > 0 || pace->nodes > 0 || pace->depth > 0;
    unsigned deepest = pace->depth > 0 ? pace->depth : limited ? CLASSIC_DEEPEST : DEFAULT_DEPTH;
    bool forced = player->thought.count == 1 && pace->lines <= 1 && pace->soft > 0;
    struct times times = {0};
    deepest = deepest > player->empty + 1 ? player->empty + 1 : deepest;
    for (unsigned depth = 2; depth <= deepest && !forced; depth++) {
        struct classic_thought before = player->thought;
        if (!classic_deepen(&player->search, depth, &player->thought))
            break;
        if (player->hides_loss && player->thought.roots[0].worth < -CLASSIC_WON / 2) {
            player->thought = before;
            break;
        }
        zm_thinking_tell(thinking);
        times = (struct times){times.last, times.now, zm_run_seconds(&thinking->run)};
        if (is_late(thinking, &times))
            break;
    }
}

static enum zm_status player_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                   zm_tell *tell, void *context, struct zm_thought *thought,
                                   struct zm_error *error)
{
    struct player *player = state;
    struct zm_thinking thinking;
    if (player->asks_general)
        return zm_alpha_beta_player.think(player->general, pace, run, tell, context, thought,
                                          error);
    zm_thinking_begin(&thinking, player->seat, player, fill_thought,
                      &(struct zm_think_call){pace, run, tell, context, thought});
    player->search.run = NULL; /* the first ply is searched whatever the clock says */
    player->search.stopped = false;
    player->search.every_root = pace->lines > 1;
    classic_think(&player->search, 1, &player->thought);
    if (player->thought.count == 0)
        return zm_fail_no_move(error);
    player->search.run = &thinking.run;
    deepen(player, &thinking);
    player->search.run = NULL;
    return zm_thinking_end(&thinking, error);
}

static double player_evaluate(void *state)
{
    struct player *player = state;
    static const int path[2] = {0, 0};
    if (player->asks_general)
        return zm_alpha_beta_player.evaluate(player->general);
    return in_discs(player, classic_worth(&player->search.judge, &player->search.board, path));
}

const struct zm_player othello_classic_player = {
    .name = "classic",
    .summary = "the searches and evaluations of the programs of 1981 to 2002, on 8x8",
    .params = player_params,
    .suits = player_suits,
    .open = player_open,
    .close = player_close,
    .set = player_set,
    .think = player_think,
    .evaluate = player_evaluate,
};
