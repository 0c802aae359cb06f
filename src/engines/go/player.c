/* The Monte-Carlo player of Go: a tree of random games (tree.h) that stays from move to move,
 * searched by one thread or several. It passes when nothing is left to play for, and gives up when
 * there is no hope. */
#include "engines/go/player.h"
#include "engines/go/tactics/advice.h"
#include "engines/go/tree.h"
#include "think/thinking.h"

#include <math.h>
#include <stdlib.h>

enum { USUAL_MEMORY = 192 << 20, TRUSTED = 8 };

struct player {
    const struct zm_seat *seat;
    struct zm_instance game;
    struct go_manner manner;
    struct go_patterns patterns;
    struct go_weights weights;
    struct go_tree trees[2]; /* the one in use, and one to copy to */
    struct go_worker *workers;
    unsigned worker_count, resign, dynamic_komi; /* the last two in percent */
    int32_t komi;                                /* in half points; random games may have another */
    double lead; /* Black's in points with that komi, by the last thought; NAN: unknown */
    struct goban root;
    struct go_threats *threats; /* for tactical advice; NULL: it is not wanted */
    bool advised;               /* the root has it */
    bool early;     /* thoughts end when they are decided, also where games are counted */
    uint64_t *past; /* keys of the boards before the root */
    size_t past_count;
    struct zm_buffer position;
    uint64_t played;
};

static const struct zm_param params[] = {
    {.name = "rave",
     .kind = ZM_PARAM_INTEGER,
     .value = "2500",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "games after which a move's own mean counts as much as RAVE; 0: no RAVE",
     .unrecorded = true},
    {.name = "grave",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "positions with fewer visits take RAVE from the nearest before them that has as many; "
             "0: each has its own",
     .unrecorded = true},
    {.name = "widening",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "visits before a position has a second move to choose, then one more for each two "
             "fifths; 0: all at once",
     .unrecorded = true},
    {.name = "dynamic-komi",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 100,
     .hint = "PERCENT",
     .help = "of the lead that is added to the komi of random games, less and less as the board "
             "fills; 0: the komi is what it is",
     .unrecorded = true},
    {.name = "priors",
     .kind = ZM_PARAM_CHOICE,
     .value = "learned",
     .choices = "learned|rules|no",
     .help = "what moves begin with: strengths learned from games, numbers by rules, nothing",
     .unrecorded = true},
    {.name = "weights",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "strengths learned by 'zermelo train go', not the program's own",
     .unrecorded = true},
    {.name = "tactics",
     .kind = ZM_PARAM_CHOICE,
     .value = "no",
     .choices = "yes|no",
     .help =
         "whether moves that win or break goals of tactical searches begin with more, at the root",
     .unrecorded = true},
    {.name = "playouts",
     .kind = ZM_PARAM_CHOICE,
     .value = "full",
     .choices = "full|weak|shapes|captures|uniform",
     .help = "random games with all, without captures far from the last moves, without care for "
             "weak chains either, without shapes, or uniform",
     .unrecorded = true},
    {.name = "expansion",
     .kind = ZM_PARAM_INTEGER,
     .value = "4",
     .min = 0,
     .max = 1000,
     .hint = "N",
     .help = "visits before a leaf of the tree gets children",
     .unrecorded = true},
    {.name = "early",
     .kind = ZM_PARAM_CHOICE,
     .value = "no",
     .choices = "yes|no",
     .help = "whether a thought of so many random games ends, as one under a clock does, when no "
             "other move can overtake the best",
     .unrecorded = true},
    {.name = "resign",
     .kind = ZM_PARAM_INTEGER,
     .value = "4",
     .min = 0,
     .max = 49,
     .hint = "PERCENT",
     .help = "gives up below this chance, on boards of 49 points or more; 0: never",
     .unrecorded = true},
    {0},
};

static enum zm_status player_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game == &zm_go && !misere)
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT, "it plays go, in normal play");
}

static void player_close(void *state)
{
    struct player *player = state;
    zm_instance_close(&player->game);
    for (int i = 0; i < 2; i++)
        go_tree_close(&player->trees[i]);
    go_threats_close(player->threats);
    free(player->workers);
    free(player->past);
    zm_buffer_free(&player->position);
    free(player);
}

static void read_manner(struct player *player, const struct zm_settings *settings)
{
    const struct go_rules *rules = &((const struct go_state *)player->game.state)->rules;
    int64_t rave = zm_settings_integer(settings, "rave");
    struct go_manner *manner = &player->manner;
    *manner = (struct go_manner){
        .policy = go_usual_policy,
        .rave = rave > 0,
        .rave_equal = (float)rave,
        .knowledge = zm_settings_is(settings, "priors", "no")      ? GO_NOTHING
                     : zm_settings_is(settings, "priors", "rules") ? GO_RULES
                                                                   : GO_LEARNED,
        .grave = (unsigned)zm_settings_integer(settings, "grave"),
        .widening = (unsigned)zm_settings_integer(settings, "widening"),
        .expansion = (unsigned)zm_settings_integer(settings, "expansion"),
        .suicide = rules->suicide,
        .superko = rules->ko != GO_SIMPLE,
        .situational = rules->ko != GO_POSITIONAL,
    };
    if (zm_settings_is(settings, "playouts", "uniform"))
        manner->policy = (struct go_policy){0};
    else if (!zm_settings_is(settings, "playouts", "full")) {
        manner->policy.anywhere = 0;
        manner->policy.weak = zm_settings_is(settings, "playouts", "weak");
        if (zm_settings_is(settings, "playouts", "captures"))
            manner->policy.shapes = 0;
    }
    player->resign = (unsigned)zm_settings_integer(settings, "resign");
    player->early = zm_settings_is(settings, "early", "yes");
    player->dynamic_komi = (unsigned)zm_settings_integer(settings, "dynamic-komi");
    player->lead = NAN;
}

static enum zm_status player_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    const struct zm_problem *problem = &seat->problem;
    struct player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return zm_fail_memory(error);
    player->seat = seat;
    player->worker_count = zm_seat_workers(seat);
    player->workers = calloc(player->worker_count, sizeof *player->workers);
    bool tactics = zm_settings_is(problem->settings, "tactics", "yes");
    if (tactics)
        player->threats = go_threats_open(&go_goal_orders, GO_ADVICE_NODES);
    size_t memory = zm_seat_memory(seat, USUAL_MEMORY);
    enum zm_status status =
        zm_instance_open(&player->game, problem->game, problem->settings, error);
    if (status == ZM_OK && (player->workers == NULL || (tactics && player->threats == NULL) ||
                            !go_tree_open(&player->trees[0], memory / 2) ||
                            !go_tree_open(&player->trees[1], memory / 2)))
        status = zm_fail_memory(error);
    if (status == ZM_OK)
        status = go_weights_load(zm_settings_text(problem->settings, "weights"), &player->weights,
                                 error);
    if (status != ZM_OK) {
        player_close(player);
        return status;
    }
    read_manner(player, problem->settings);
    go_patterns_make(&player->patterns);
    for (unsigned i = 0; i < player->worker_count; i++) {
        player->workers[i].manner = &player->manner;
        player->workers[i].patterns = &player->patterns;
        player->workers[i].weights = &player->weights;
        player->workers[i].root = &player->root;
    }
    *state = player;
    return ZM_OK;
}

/* -- the position, and what stays of the tree -- */

static uint16_t move_of(const struct goban *board, struct zm_bytes move)
{
    return goban_point(board, (unsigned)(move.data[0] | move.data[1] << 8));
}

/* The node of a position that goes on from the one at the root; -1: it does not. */
static int64_t find_node(const struct player *player, struct zm_bytes position)
{
    size_t done = player->position.size;
    if (done == 0 || position.size < done ||
        memcmp(player->position.data, position.data, done) != 0)
        return -1;
    uint32_t node = 0;
    for (size_t at = done; at < position.size; at += 2) {
        node = go_tree_child(&player->trees[0], node,
                             move_of(&player->root, zm_bytes(position.data + at, 2)));
        if (node == 0)
            return -1;
    }
    return node;
}

static void keep_tree(struct player *player, int64_t node)
{
    if (node < 0) {
        go_tree_clear(&player->trees[0]);
    } else if (node > 0) {
        go_tree_copy(&player->trees[1], &player->trees[0], (uint32_t)node);
        struct go_node *nodes = player->trees[0].nodes;
        player->trees[0].nodes = player->trees[1].nodes;
        atomic_store(&player->trees[0].used, atomic_load(&player->trees[1].used));
        player->trees[1].nodes = nodes;
    }
}

/* The keys of all boards before the root. */
static bool read_past(struct player *player, const struct go_game *game)
{
    unsigned size = go_size(&game->board);
    struct goban board;
    uint64_t *past = realloc(player->past, (game->moves + 1) * sizeof *past);
    if (past == NULL)
        return false;
    player->past = past;
    player->past_count = game->moves;
    uint8_t turn = (uint8_t)game->board.turn;
    for (unsigned i = game->moves; i-- > 0;) {
        const uint8_t *points = game->boards.data + (size_t)i * size;
        turn = goban_other(turn);
        goban_start(&board, game->board.columns, game->board.rows);
        for (unsigned k = 0; k < size; k++)
            if (points[k] != GO_EMPTY)
                goban_put(&board, goban_point(&board, k), points[k]);
        past[i] = go_superko_key(board.key, turn, player->manner.situational);
    }
    return true;
}

static enum zm_status player_set(void *state, struct zm_bytes position,
                                 const struct zm_record *record, struct zm_error *error)
{
    struct player *player = state;
    (void)record;
    int64_t node = find_node(player, position);
    player->advised = player->advised && node == 0;
    player->lead = node < 0 ? NAN : player->lead;
    keep_tree(player, node);
    const struct go_game *game = go_at(player->game.state, position);
    const struct go_rules *rules = &((const struct go_state *)player->game.state)->rules;
    zm_buffer_set(&player->position, position);
    if (game->failed || player->position.failed || !read_past(player, game)) {
        zm_buffer_clear(&player->position);
        return zm_fail_memory(error);
    }
    goban_read(&player->root, game);
    player->komi = go_komi(rules, go_size(&game->board));
    player->played = game->moves;
    return ZM_OK;
}

/* Gives the root the children that the rules allow, eyes of one's own left out as long as there is
 * anything else; a tree whose root has others is dropped. */
static enum zm_status grow_root(struct player *player, struct zm_error *error)
{
    const struct go_game *game = go_at(player->game.state, zm_buffer_bytes(&player->position));
    const struct go_rules *rules = &((const struct go_state *)player->game.state)->rules;
    const struct go_node *root = &player->trees[0].nodes[0];
    uint16_t moves[GO_POINTS + 1];
    unsigned count = 0;
    if (game->failed)
        return zm_fail_memory(error);
    if (go_game_over(game))
        return zm_fail_no_move(error);
    for (unsigned i = 0; i < go_size(&game->board); i++) {
        uint16_t point = goban_point(&player->root, i);
        if (go_game_allows(game, rules, i) &&
            !goban_is_eye(&player->root, point, player->root.turn))
            moves[count++] = point;
    }
    moves[count++] = GOBAN_PASS;
    bool same = atomic_load(&root->state) == GO_GROWN && root->count == count;
    for (unsigned i = 0; same && i < count; i++)
        same = go_tree_child(&player->trees[0], 0, moves[i]) != 0;
    for (unsigned i = 0; i < player->worker_count; i++) {
        struct go_worker *worker = &player->workers[i];
        worker->tree = &player->trees[0];
        worker->path.past = player->past;
        worker->path.past_count = player->past_count;
        memset(worker->owned, 0, sizeof worker->owned);
        worker->games = 0;
        worker->score = 0;
    }
    if (same)
        return ZM_OK;
    player->advised = false;
    go_tree_clear(&player->trees[0]);
    return go_tree_grow_root(&player->workers[0], moves, count) ? ZM_OK : zm_fail_memory(error);
}

/* Tactical advice for the moves of the root, once. */
static void advise(struct player *player, struct zm_run *run)
{
    float games[GOBAN_POINTS];
    if (player->threats == NULL || player->advised)
        return;
    go_advice_find(player->threats, &player->root, run, games);
    go_tree_favour(&player->trees[0], games);
    player->advised = true;
}

/* -- thoughts -- */

static void add_move(const struct goban *board, uint16_t point, struct zm_list *moves)
{
    unsigned plain = goban_plain(board, point);
    uint8_t bytes[2] = {(uint8_t)plain, (uint8_t)(plain >> 8)};
    zm_list_add(moves, zm_bytes(bytes, sizeof bytes));
}

/* The points by which the player to move is expected to win. */
static double expected_margin(const struct player *player)
{
    uint64_t games = 0;
    int64_t score = 0;
    for (unsigned i = 0; i < player->worker_count; i++) {
        games += player->workers[i].games;
        score += player->workers[i].score;
    }
    if (games == 0)
        return NAN;
    double black = (double)score / (double)games - player->komi / 2.0;
    return player->root.turn == GO_BLACK ? black : -black;
}

static bool fill_line(const struct player *player, uint32_t child, struct zm_thought *thought)
{
    const struct go_tree *tree = &player->trees[0];
    struct zm_line *line = zm_thought_add(thought);
    if (line == NULL)
        return false;
    line->source = "playouts";
    line->playouts = go_visits(&tree->nodes[child]);
    line->nodes = go_visits(&tree->nodes[0]);
    if (line->playouts > 0)
        line->chance = go_mean(&tree->nodes[child]);
    if (thought->count == 1)
        line->worth = expected_margin(player);
    add_move(&player->root, tree->nodes[child].move, &line->moves);
    for (uint32_t node = go_tree_best(tree, child);
         node != 0 && go_visits(&tree->nodes[node]) >= TRUSTED; node = go_tree_best(tree, node))
        add_move(&player->root, tree->nodes[node].move, &line->moves);
    line->depth = (unsigned)line->moves.count;
    return !zm_list_failed(&line->moves);
}

static enum zm_status fill_thought(struct zm_thinking *thinking, struct zm_error *error)
{
    const struct player *player = thinking->player;
    struct zm_thought *thought = thinking->thought;
    const struct go_node *nodes = player->trees[0].nodes, *root = &nodes[0];
    uint32_t order[GO_POINTS + 1];
    zm_thought_clear(thought);
    for (uint32_t i = 0; i < root->count; i++) {
        uint32_t place = i, child = root->first + i;
        for (; place > 0 && go_visits(&nodes[child]) > go_visits(&nodes[order[place - 1]]); place--)
            order[place] = order[place - 1];
        order[place] = child;
    }
    for (uint32_t i = 0; i < root->count && i < thinking->lines; i++)
        if (!fill_line(player, order[i], thought))
            return zm_fail_memory(error);
    return ZM_OK;
}

/* What the player to move has more than the other, in half points, when all stones on the board are
 * alive. */
static int32_t lead_now(const struct player *player)
{
    const struct go_game *game = go_at(player->game.state, zm_buffer_bytes(&player->position));
    const struct go_rules *rules = &((const struct go_state *)player->game.state)->rules;
    uint8_t owners[GO_POINTS];
    int32_t points[2];
    go_owners(&game->board, owners);
    go_count(&game->board, rules, owners, points);
    return game->board.turn == GO_BLACK ? points[0] - points[1] : points[1] - points[0];
}

double go_player_ownership(const void *state, unsigned point)
{
    const struct player *player = state;
    uint16_t at = goban_point(&player->root, point);
    int64_t owned = 0;
    uint64_t games = 0;
    for (unsigned i = 0; i < player->worker_count; i++) {
        owned += player->workers[i].owned[at];
        games += player->workers[i].games;
    }
    return games == 0 ? 0 : (double)owned / (double)games;
}

/* Do nearly all random games leave every point to the same player, who holds it now? */
static bool is_settled(const struct player *player)
{
    static const double sure = 0.9;
    const struct go_game *game = go_at(player->game.state, zm_buffer_bytes(&player->position));
    uint8_t owners[GO_POINTS];
    go_owners(&game->board, owners);
    for (unsigned i = 0; i < go_size(&game->board); i++) {
        double owned = go_player_ownership(player, i);
        if (owners[i] == GO_NOBODY || (owners[i] == GO_BLACK ? owned : -owned) < sure)
            return false;
    }
    return true;
}

/* Puts the pass first where it wins: it ends the game, or nothing is left to play for. Else it goes
 * behind when it would lose at once. */
static void consider_passing(const struct player *player, struct zm_thought *thought)
{
    int32_t lead = lead_now(player);
    bool ends = player->root.passes > 0;
    size_t pass = 0;
    while (pass < thought->count &&
           move_of(&player->root, zm_list_at(&thought->lines[pass].moves, 0)) != GOBAN_PASS)
        pass++;
    if (pass == thought->count)
        return;
    if (ends && lead > 0) {
        struct zm_line *line = &thought->lines[pass];
        line->certainty = ZM_EXACT;
        line->outcome = ZM_WIN;
        line->chance = 1;
        line->worth = lead / 2.0;
        zm_thought_prefer(thought, pass);
    } else if (lead > 0 && is_settled(player)) {
        zm_thought_prefer(thought, pass);
    } else if (ends && lead < 0 && pass == 0 && thought->count > 1) {
        zm_thought_prefer(thought, 1);
    }
}

static void consider_resigning(const struct player *player, struct zm_thought *thought)
{
    enum { LEAST_POINTS = 49, LEAST_GAMES = 500 };
    const struct go_node *root = &player->trees[0].nodes[0];
    if (player->manner.komi != player->komi || player->root.points < LEAST_POINTS ||
        go_visits(root) < LEAST_GAMES || thought->count == 0 ||
        thought->lines[0].certainty == ZM_EXACT || player->played < player->root.points / 3u)
        return;
    thought->resigns =
        thought->lines[0].chance >= 0 && thought->lines[0].chance * 100 < player->resign;
}

/* -- thinking -- */

/* Sets the komi of random games: who is ahead gives a part of his lead away, so that games are won
 * and lost, and moves differ (dynamic komi: Baudis 2011). Toward the end it is the real one. */
static void set_komi(struct player *player)
{
    double open = player->root.empties / (double)player->root.points;
    double part = player->dynamic_komi / 100.0 * open;
    double shift = isnan(player->lead) ? 0 : part * player->lead;
    player->manner.komi = player->komi + 2 * (int32_t)lround(shift);
}

/* Remembers who is ahead, for the komi of the next thought. */
static void remember_lead(struct player *player)
{
    double margin = expected_margin(player);
    player->lead = player->root.turn == GO_BLACK ? margin : -margin;
}

/* The random games that are left of a pace, by the clock or by their number; negative: it has no
 * such end, or is too young to tell. */
static double games_left(struct zm_thinking *thinking)
{
    const struct player *player = thinking->player;
    const struct zm_pace *pace = thinking->pace;
    double done = (double)atomic_load(&thinking->run.nodes);
    double seconds = zm_run_seconds(&thinking->run), left = -1;
    if (pace->soft > 0) {
        double rest = seconds < pace->soft ? pace->soft - seconds : 0;
        left = seconds < pace->soft / 20 ? -1 : done / seconds * rest;
    }
    double counted = (double)pace->nodes - done;
    if (player->early && 20 * done >= (double)pace->nodes && pace->nodes > 0)
        left = left < 0 || counted < left ? counted : left;
    return left;
}

/* Can no other move be visited more often in what is left of the pace? */
static bool is_decided(struct zm_thinking *thinking)
{
    const struct go_tree *tree = &((const struct player *)thinking->player)->trees[0];
    const struct go_node *root = &tree->nodes[0];
    double left = thinking->pace->lines > 1 ? -1 : games_left(thinking);
    if (left < 0)
        return false;
    if (root->count == 1)
        return true;
    uint32_t best = go_tree_best(tree, 0), second = 0;
    for (uint32_t i = root->first; i < root->first + root->count; i++)
        if (i != best && go_visits(&tree->nodes[i]) > second)
            second = go_visits(&tree->nodes[i]);
    return left <= 0 || (double)go_visits(&tree->nodes[best]) - second > left;
}

static bool play_round(void *worker)
{
    go_tree_round(worker);
    return true;
}

static void work(void *context, unsigned number)
{
    static const struct zm_rounder rounder = {.play = play_round, .is_decided = is_decided};
    struct zm_thinking *thinking = context;
    struct player *player = thinking->player;
    struct go_worker *worker = &player->workers[number];
    struct zm_random seeds = zm_thinking_random(thinking, player->played, number);
    worker->lots.state = zm_random_next(&seeds);
    zm_thinking_play(thinking, &rounder, worker, number);
}

static enum zm_status player_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                   zm_tell *tell, void *context, struct zm_thought *thought,
                                   struct zm_error *error)
{
    struct player *player = state;
    struct zm_thinking thinking;
    zm_thinking_begin(&thinking, player->seat, player, fill_thought,
                      &(struct zm_think_call){pace, run, tell, context, thought});
    enum zm_status status = grow_root(player, error);
    if (status != ZM_OK)
        return status;
    set_komi(player);
    advise(player, &thinking.run);
    zm_thinking_work(&thinking, player->worker_count, work, &thinking);
    remember_lead(player);
    unsigned wanted = thinking.lines;
    thinking.lines = UINT16_MAX; /* all: the pass may come first */
    status = zm_thinking_end(&thinking, error);
    if (status == ZM_OK) {
        consider_passing(player, thought);
        consider_resigning(player, thought);
        zm_thought_cut(thought, wanted);
    }
    return status;
}

const struct zm_player go_monte_carlo_player = {
    .name = "go",
    .summary = "random games with captures and shapes, guided by a tree with RAVE and priors",
    .params = params,
    .suits = player_suits,
    .open = player_open,
    .close = player_close,
    .set = player_set,
    .think = player_think,
};
