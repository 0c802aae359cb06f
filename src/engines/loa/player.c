/* The player of Lines of Action: iterative deepening (Slate and Atkin, 1977) over the search of
 * search.c, if asked to with a window round the last worth (aspiration), until the pace is over or a
 * win is in sight. The transposition table stays from move to move. Several threads search the same root and
 * meet in the table (lazy SMP); what the first of them finds counts.
 *
 * Boards larger than 8x8 are left to the general alpha-beta. */
#include "engines/loa/player.h"

#include "base/file.h"
#include "engines/loa/book.h"
#include "engines/loa/search.h"
#include "think/general.h"
#include "think/thinking.h"

#include <stdlib.h>

enum {
    USUAL_TABLE = 64 << 20,
    WINDOW = 40,      /* on either side of the last worth */
    WINDOW_DEPTH = 4, /* from which it is used */
    MOST_WEIGHTS = 1 << 20,
};

struct root {
    loa_step move;
    int worth, fresh;
    struct loa_line line, fresh_line; /* the replies */
};

struct worker {
    struct loa_search search;
    struct root *roots; /* as many as the depths have moves */
    unsigned lines;
    struct zm_depths depths;
};

struct player {
    const struct zm_seat *seat;
    struct zm_instance game;
    struct loa_parts parts;
    struct loa_evaluator *evaluator;
    struct loa_tables *tables; /* of the size played on last; NULL: none yet */
    struct zm_transpositions *transpositions;
    struct worker *workers;
    unsigned worker_count;
    struct zm_buffer position;
    const struct zm_record *record;
    struct loa_book *book; /* NULL: there is none */
    void *general;         /* the state of the general player, for larger boards; NULL: none yet */
};

#define PART(NAME, VALUE, HELP)                                                                    \
    {                                                                                              \
        .name = NAME, .kind = ZM_PARAM_CHOICE, .value = VALUE, .choices = "on|off",                \
        .hint = "SWITCH", .help = HELP, .unrecorded = true,                                        \
    }

static const struct zm_param player_params[] = {
    {.name = "evaluation",
     .kind = ZM_PARAM_CHOICE,
     .value = "squares",
     .choices = "squares|own|network|linear",
     .hint = "WHICH",
     .help = "a network over squares, our features, or the document's network or linear one",
     .unrecorded = true},
    {.name = "weights",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "weights made by 'zermelo train loa', instead of those of --evaluation",
     .unrecorded = true},
    {.name = "book",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "open by this book, made by 'zermelo book loa'",
     .unrecorded = true},
    PART("pvs", "on", "ask first whether a later move is better at all"),
    PART("table", "on", "a transposition table"),
    PART("killers", "on", "moves first that cut off at the same ply"),
    PART("history", "on", "moves first that cut off elsewhere"),
    PART("null-move", "on", "cut off what is good enough without a move"),
    PART("quiescence", "on", "look at the horizon for a move that wins at once"),
    PART("aspiration", "off", "search in a window round the last worth"),
    PART("reductions", "on", "search late moves less deep at first"),
    PART("futility", "on",
         "near the horizon, look no further where the worth is far from the window"),
    PART("late", "on", "near the horizon, leave the last moves out"),
    {0},
};

static enum zm_status player_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    return game == &zm_loa && !misere
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT, "this player plays Lines of Action, in normal play");
}

static void player_close(void *state)
{
    struct player *player = state;
    for (unsigned i = 0; player->workers != NULL && i < player->worker_count; i++)
        free(player->workers[i].roots);
    free(player->workers);
    free(player->tables);
    free(player->evaluator);
    zm_transpositions_close(player->transpositions);
    if (player->game.state != NULL)
        zm_instance_close(&player->game);
    if (player->general != NULL)
        zm_alpha_beta_player.close(player->general);
    zm_buffer_free(&player->position);
    if (player->book != NULL)
        loa_book_close(player->book);
    free(player->book);
    free(player);
}

static bool is_on(const struct zm_settings *settings, const char *name)
{
    return !zm_settings_is(settings, name, "off");
}

static enum zm_status read_weights(const struct zm_settings *settings, struct loa_weights *weights,
                                   struct zm_error *error)
{
    const char *path = zm_settings_text(settings, "weights");
    struct zm_buffer text = {0};
    enum loa_kind kind = LOA_OWN;
    for (unsigned i = 0; loa_kinds[i] != NULL; i++)
        if (zm_settings_is(settings, "evaluation", loa_kinds[i]))
            kind = (enum loa_kind)i;
    loa_weights_given(kind, weights);
    if (path == NULL)
        return ZM_OK;
    enum zm_status status =
        zm_file_read_text(path, ZM_FILE_PLAIN, MOST_WEIGHTS, NULL, &text, error);
    if (status == ZM_OK)
        status = loa_weights_parse(zm_buffer_string(&text), path, weights, error);
    zm_buffer_free(&text);
    return status;
}

static enum zm_status read_settings(struct player *player, struct zm_error *error)
{
    const struct zm_settings *settings = player->seat->problem.settings;
    struct loa_weights weights;
    enum zm_status status = read_weights(settings, &weights, error);
    if (status != ZM_OK)
        return status;
    player->evaluator = loa_evaluator_make(&weights);
    player->parts = (struct loa_parts){
        .pvs = is_on(settings, "pvs"),
        .table = is_on(settings, "table"),
        .killers = is_on(settings, "killers"),
        .history = is_on(settings, "history"),
        .null_move = is_on(settings, "null-move"),
        .quiescence = is_on(settings, "quiescence"),
        .aspiration = is_on(settings, "aspiration"),
        .reductions = is_on(settings, "reductions"),
        .futility = is_on(settings, "futility"),
        .late = is_on(settings, "late"),
    };
    return player->evaluator == NULL ? zm_fail_memory(error) : ZM_OK;
}

/* Reads the book that the settings name; there may be none. */
static enum zm_status open_book(struct player *player, struct zm_error *error)
{
    const char *path = zm_settings_text(player->seat->problem.settings, "book");
    if (path == NULL)
        return ZM_OK;
    player->book = calloc(1, sizeof *player->book);
    enum zm_status status =
        player->book == NULL ? zm_fail_memory(error) : loa_book_open(player->book, NULL, 0, error);
    return status == ZM_OK ? loa_book_load(player->book, path, false, NULL, error) : status;
}

static enum zm_status player_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    struct player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return zm_fail_memory(error);
    player->seat = seat;
    enum zm_status status =
        zm_instance_open(&player->game, seat->problem.game, seat->problem.settings, error);
    if (status == ZM_OK)
        status = read_settings(player, error);
    if (status == ZM_OK)
        status = open_book(player, error);
    player->worker_count = zm_seat_workers(seat);
    player->workers = calloc(player->worker_count, sizeof *player->workers);
    player->transpositions = zm_transpositions_open(zm_seat_memory(seat, USUAL_TABLE));
    if (status == ZM_OK && (player->workers == NULL || player->transpositions == NULL))
        status = zm_fail_memory(error);
    if (status != ZM_OK)
        player_close(player);
    else
        *state = player;
    return status;
}

/* Tables, and an empty transposition table, for boards of another size than the last. */
static enum zm_status change_size(struct player *player, unsigned size, struct zm_error *error)
{
    if (player->tables != NULL && player->tables->size == size)
        return ZM_OK;
    if (player->tables != NULL) {
        zm_transpositions_close(player->transpositions);
        player->transpositions = zm_transpositions_open(zm_seat_memory(player->seat, USUAL_TABLE));
    }
    free(player->tables);
    player->tables = loa_tables_make(size);
    return player->tables == NULL || player->transpositions == NULL ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status player_set(void *state, struct zm_bytes position,
                                 const struct zm_record *record, struct zm_error *error)
{
    struct player *player = state;
    unsigned size = position.data[1];
    zm_buffer_set(&player->position, position);
    player->record = record;
    if (player->position.failed)
        return zm_fail_memory(error);
    if (size <= LOA_SIDE)
        return change_size(player, size, error);
    enum zm_status status = player->general == NULL
                                ? zm_alpha_beta_player.open(player->seat, &player->general, error)
                                : ZM_OK;
    return status == ZM_OK ? zm_alpha_beta_player.set(player->general, position, record, error)
                           : status;
}

/* -- one worker at the root -- */

/* Fills in the positions of the game so far, the last ones. */
static void set_past(const struct player *player, struct loa_search *search)
{
    size_t played = player->record == NULL ? 0 : player->record->positions.count;
    size_t from = played > LOA_PAST ? played - LOA_PAST : 0;
    search->past = 0;
    for (size_t i = from; i < played; i++) {
        struct zm_bytes position = zm_list_at(&player->record->positions, i);
        struct loa_board board;
        struct loa_state state;
        if (position.data[1] != player->tables->size)
            continue;
        loa_read(position, &board);
        loa_state_set(player->tables, &board, &state);
        search->path[search->past++] = loa_key(&state);
    }
}

static enum zm_status begin(struct player *player, struct worker *worker,
                            const struct zm_pace *pace, struct zm_run *run, struct zm_error *error)
{
    struct loa_search *search = &worker->search;
    struct loa_board board;
    struct zm_list legal = {0};
    loa_step moves[LOA_MOVES + 1];
    struct zm_bytes position = zm_buffer_bytes(&player->position);
    *search = (struct loa_search){.tables = player->tables,
                                  .evaluator = player->evaluator,
                                  .rules = loa_rules_of(player->game.state),
                                  .parts = player->parts,
                                  .transpositions = player->transpositions,
                                  .run = run,
                                  .leads = worker->depths.number == 0};
    loa_read(position, &board);
    loa_state_set(player->tables, &board, &search->state);
    set_past(player, search);
    /* The rules know whether the game is over, repetitions included. */
    zm_loa.rules->moves(player->game.state, position, player->record, &legal);
    worker->depths.moves = legal.count;
    bool failed = zm_list_failed(&legal);
    zm_list_free(&legal);
    if (failed)
        return zm_fail_memory(error);
    if (worker->depths.moves == 0)
        return zm_fail_no_move(error);
    worker->depths.moves = loa_search_list(search, moves);
    free(worker->roots);
    worker->roots = calloc(worker->depths.moves, sizeof *worker->roots);
    if (worker->roots == NULL)
        return zm_fail_memory(error);
    for (unsigned i = 0; i < worker->depths.moves; i++)
        worker->roots[(i + worker->depths.number) % worker->depths.moves].move = moves[i];
    worker->lines = pace->lines < 1 ? 1 : pace->lines;
    worker->depths.deepest =
        pace->depth == 0 || pace->depth > LOA_DEEPEST ? LOA_DEEPEST : pace->depth;
    worker->depths.finished = 0;
    return ZM_OK;
}

/* What a move must be worth more than to be among the lines that are wanted. */
static int floor_of(const struct worker *worker, unsigned searched, int alpha)
{
    int best = LOA_INFINITE;
    if (searched < worker->lines)
        return alpha;
    for (unsigned line = 0; line < worker->lines; line++) { /* the next best below `best` */
        int next = -LOA_INFINITE;
        unsigned equal = 0;
        for (unsigned i = 0; i < searched; i++) {
            int worth = worker->roots[i].fresh;
            if (worth < best && worth > next)
                next = worth;
            equal += worth >= best;
        }
        if (equal >= worker->lines)
            break;
        best = next;
    }
    return best > alpha ? best : alpha;
}

static int search_one(struct worker *worker, struct root *root, unsigned depth, int floor, int beta,
                      bool first)
{
    struct loa_search *search = &worker->search;
    int worth = 0;
    if (!first && search->parts.pvs)
        worth = loa_search_move(search, root->move, depth - 1, floor, floor + 1);
    if (first || !search->parts.pvs || (worth > floor && worth < beta && !search->stopped))
        worth = loa_search_move(search, root->move, depth - 1, floor, beta);
    root->fresh_line = search->lines[1];
    return worth;
}

/* Searches the moves of the root to a depth; returns how many it came to an end with. */
static size_t search_roots(struct worker *worker, unsigned depth, int alpha, int beta)
{
    for (unsigned i = 0; i < worker->depths.moves; i++) {
        struct root *root = &worker->roots[i];
        int floor = floor_of(worker, i, alpha);
        root->fresh = search_one(worker, root, depth, floor, beta, i < worker->lines);
        if (worker->search.stopped)
            return i;
        if (root->fresh >= beta || (worker->lines == 1 && root->fresh > LOA_GUESSED)) {
            for (unsigned j = i + 1; j < worker->depths.moves; j++)
                worker->roots[j].fresh = -LOA_INFINITE;
            break;
        }
    }
    return worker->depths.moves;
}

static int best_of(const struct worker *worker, size_t count)
{
    int best = -LOA_INFINITE;
    for (unsigned i = 0; i < count; i++)
        best = worker->roots[i].fresh > best ? worker->roots[i].fresh : best;
    return best;
}

/* The same in a window round the worth of the last depth, and once more in a whole one when the
 * worth is not in it. */
static size_t search_window(void *context, unsigned depth)
{
    struct worker *worker = context;
    int last = worker->roots[0].worth;
    if (worker->search.parts.aspiration && worker->lines == 1 && depth >= WINDOW_DEPTH &&
        abs(last) < LOA_GUESSED) {
        int alpha = last - WINDOW, beta = last + WINDOW;
        size_t done = search_roots(worker, depth, alpha, beta);
        int best = best_of(worker, done);
        if (done < worker->depths.moves)
            return best > alpha && best < beta ? done : 0;
        if (best > alpha && best < beta)
            return done;
    }
    return search_roots(worker, depth, -LOA_INFINITE, LOA_INFINITE);
}

/* Takes over what the moves of the root are worth by the depth just searched, the best first. */
static void take_over(void *context, size_t count)
{
    struct worker *worker = context;
    for (size_t i = 0; i < count; i++) {
        struct root root = worker->roots[i];
        size_t place = i;
        root.worth = root.fresh;
        root.line = root.fresh_line;
        for (; place > 0 && worker->roots[place - 1].worth < root.worth; place--)
            worker->roots[place] = worker->roots[place - 1];
        worker->roots[place] = root;
    }
}

static bool is_settled(const void *context)
{
    const struct worker *worker = context;
    if (worker->lines == 1 && worker->roots[0].worth > LOA_GUESSED)
        return true;
    for (unsigned i = 0; i < worker->depths.moves; i++)
        if (abs(worker->roots[i].worth) <= LOA_GUESSED)
            return false;
    return true;
}

/* -- thoughts -- */

static void add_move(const struct player *player, loa_step step, struct zm_list *moves)
{
    struct loa_move move = loa_step_to_move(player->tables, step);
    zm_list_add(moves, zm_bytes(&move, 2));
}

static void fill_line(const struct player *player, const struct worker *worker,
                      const struct root *root, struct zm_line *line)
{
    line->source = "loa";
    line->depth = worker->depths.finished;
    line->nodes = atomic_load(&worker->search.run->nodes);
    if (worker->depths.finished > 0 && abs(root->worth) > LOA_GUESSED) {
        line->certainty = ZM_EXACT;
        line->outcome = root->worth > 0 ? ZM_WIN : ZM_LOSS;
        line->depth = (unsigned)(LOA_WON - abs(root->worth));
    } else if (worker->depths.finished > 0) {
        line->worth = root->worth / 100.0;
    }
    for (unsigned i = 0; i < root->line.count; i++)
        add_move(player, root->line.moves[i], &line->moves);
}

static enum zm_status fill_thought(struct zm_thinking *thinking, struct zm_error *error)
{
    const struct player *player = thinking->player;
    const struct worker *worker = &player->workers[0];
    struct zm_thought *thought = thinking->thought;
    zm_thought_clear(thought);
    for (unsigned i = 0; i < worker->depths.moves && i < worker->lines; i++) {
        const struct root *root = &worker->roots[i];
        struct loa_move move = loa_step_to_move(player->tables, root->move);
        struct zm_line *line = zm_thought_add_move(thought, zm_bytes(&move, 2));
        if (line == NULL)
            return zm_fail_memory(error);
        fill_line(player, worker, root, line);
        if (zm_list_failed(&line->moves))
            return zm_fail_memory(error);
    }
    return ZM_OK;
}

/* -- thinking -- */

static void work(void *context, unsigned number)
{
    static const struct zm_deepener deepener = {
        .search = search_window, .take_over = take_over, .is_settled = is_settled};
    struct zm_thinking *thinking = context;
    struct worker *worker = &((struct player *)thinking->player)->workers[number];
    zm_thinking_deepen(thinking, &deepener, worker, &worker->depths);
}

/* Sets the thought to the move of the book; false: it has none, or more lines are wanted. */
static bool open_by_book(struct player *player, const struct zm_pace *pace,
                         struct zm_thought *thought)
{
    struct loa_board board;
    struct loa_state state;
    int worth = 0;
    if (player->book == NULL || pace->lines > 1 || player->position.data[1] != LOA_SIDE)
        return false;
    loa_read(zm_buffer_bytes(&player->position), &board);
    loa_state_set(player->tables, &board, &state);
    loa_step step = loa_book_choose(player->book, &state, &worth);
    if (step == LOA_NO_STEP || loa_connected(&state, 0) || loa_connected(&state, 1))
        return false;
    zm_thought_clear(thought);
    struct loa_move move = loa_step_to_move(player->tables, step);
    struct zm_line *line = zm_thought_add_move(thought, zm_bytes(&move, 2));
    if (line == NULL)
        return false;
    line->source = "book";
    line->worth = worth / 100.0;
    return !zm_list_failed(&line->moves);
}

static enum zm_status player_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                   zm_tell *tell, void *context, struct zm_thought *thought,
                                   struct zm_error *error)
{
    struct player *player = state;
    struct zm_thinking thinking;
    enum zm_status status = ZM_OK;
    uint64_t nodes = 0;
    if (player->position.data[1] > LOA_SIDE)
        return zm_alpha_beta_player.think(player->general, pace, run, tell, context, thought,
                                          error);
    if (open_by_book(player, pace, thought))
        return ZM_OK;
    zm_thinking_begin(&thinking, player->seat, player, fill_thought,
                      &(struct zm_think_call){pace, run, tell, context, thought});
    zm_transpositions_age(player->transpositions);
    for (unsigned i = 0; status == ZM_OK && i < player->worker_count; i++) {
        player->workers[i].depths.number = i;
        status = begin(player, &player->workers[i], pace, &thinking.run, error);
    }
    if (status != ZM_OK)
        return status;
    zm_thinking_work(&thinking, player->worker_count, work, &thinking);
    for (unsigned i = 0; i < player->worker_count; i++)
        nodes += player->workers[i].search.nodes;
    atomic_store(&thinking.run.nodes, nodes);
    return zm_thinking_end(&thinking, error);
}

static double player_evaluate(void *state)
{
    struct player *player = state;
    struct loa_board board;
    struct loa_state here;
    if (player->position.data[1] > LOA_SIDE)
        return zm_alpha_beta_player.evaluate(player->general);
    loa_read(zm_buffer_bytes(&player->position), &board);
    loa_state_set(player->tables, &board, &here);
    return loa_evaluate(player->evaluator, player->tables, &here) / 100.0;
}

const struct zm_player zm_loa_player = {
    .name = "loa",
    .summary = "looks ahead on bit boards, with a learned evaluation",
    .params = player_params,
    .suits = player_suits,
    .open = player_open,
    .close = player_close,
    .set = player_set,
    .think = player_think,
    .evaluate = player_evaluate,
};
