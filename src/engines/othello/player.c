/* The player of 8x8 Othello: iterative deepening over the search of midgame.c, one move deeper each
 * time with little confidence, then to the end of the game with more and more, until the time is
 * over or all is certain. Its table stays from move to move. On other boards, and when discs alone
 * count, it asks the general alpha-beta player. */
#include "engines/othello/player.h"

#include "base/file.h"
#include "engines/othello/book.h"
#include "engines/othello/probcut.h"
#include "engines/othello/solver.h"
#include "engines/othello/weights.h"
#include "think/general.h"
#include "think/thinking.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_MOVES = 34,
    TABLE = 1 << 28, /* bytes, at most */
    BEFORE_END = 9,  /* plies before the end from which on a search goes there */
    OBVIOUS_AT = 8,  /* depth after which a move may be played at once */
    OBVIOUS_BY = 12, /* discs that it is better than all others */
    VERY_END = 8,    /* empty squares from which on the least bad of lost moves is played */
    MOST_LINE = 60,  /* moves of a line */
    PASS = OTHELLO_NO_MOVE,
};

#define WEIGHTS_PARAM                                                                              \
    {                                                                                              \
        .name = "weights", .kind = ZM_PARAM_FILE, .hint = "FILE", .unrecorded = true,              \
        .help = "evaluate by these weights, learned by 'zermelo train othello', not by the "       \
                "program's",                                                                       \
    }

const struct zm_param othello_weights_params[] = {WEIGHTS_PARAM, {0}};

static const struct zm_param player_params[] = {
    WEIGHTS_PARAM,
    {.name = "book",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "open by this book, made by 'zermelo book othello'",
     .unrecorded = true},
    OTHELLO_LOST_PARAM,
    {.name = "confidence",
     .kind = ZM_PARAM_CHOICE,
     .value = "95",
     .choices = "73|87|95|98|99|100",
     .hint = "PERCENT",
     .help = "how sure it is to be, where it looks ahead, that what it prunes is not worth a look",
     .unrecorded = true},
    {0},
};

/* A move of the root: its score by the last depth that was finished, and by the one at work. */
struct root {
    struct othello_node node;
    unsigned square; /* PASS */
    int score, fresh;
};

struct player {
    const struct zm_seat *seat;
    struct othello_weights *weights;
    struct othello_solver solver;
    bool raw, hides_loss;
    unsigned usual_confidence; /* of a search before the end */
    struct othello_book *book; /* NULL: there is none */
    void *general;             /* the alpha-beta player's state; NULL: not needed yet */
    bool asks_general;
    struct othello_node node; /* the position */
    struct root roots[MOST_MOVES];
    unsigned root_count;
    unsigned depth, confidence; /* of the last search that was finished; depth 0: none */
};

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
    if (player->book != NULL)
        othello_book_close(player->book);
    free(player->book);
    othello_solver_close(&player->solver);
    free(player->weights);
    free(player);
}

/* Reads the book that the settings name; there may be none. */
static enum zm_status open_book(struct player *player, const char *path, struct zm_error *error)
{
    struct zm_buffer text = {0};
    if (path == NULL)
        return ZM_OK;
    enum zm_status status =
        zm_file_read_text(path, ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, NULL, &text, error);
    if (status == ZM_OK && (player->book = malloc(sizeof *player->book)) == NULL)
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        othello_book_open(player->book, NULL);
        status = othello_book_read(player->book, zm_buffer_string(&text), error);
        if (status == ZM_BAD_INPUT)
            zm_error_context(error, "%s", path);
    }
    zm_buffer_free(&text);
    return status;
}

static enum zm_status player_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    const struct zm_problem *problem = &seat->problem;
    size_t memory = zm_seat_memory(seat, TABLE);
    struct player *player = aligned_alloc(64, (sizeof *player + 63) / 64 * 64);
    if (player == NULL)
        return zm_fail_memory(error);
    *player = (struct player){.seat = seat};
    player->raw = zm_settings_is(problem->settings, "count", "raw");
    while (othello_level_percent(player->usual_confidence) !=
           strtoul(zm_settings_text(problem->settings, "confidence"), NULL, 10))
        player->usual_confidence++;
    player->hides_loss = zm_settings_is(problem->settings, "lost", "midgame");
    enum zm_status status = othello_weights_load(zm_settings_text(problem->settings, "weights"),
                                                 &player->weights, error);
    if (status == ZM_OK &&
        !othello_solver_open(&player->solver, 8, UINT_MAX, memory > TABLE ? TABLE : memory))
        status = zm_fail_memory(error);
    if (status != ZM_OK) {
        free(player->weights);
        free(player);
        return status;
    }
    player->solver.search.weights = player->weights;
    status = open_book(player, zm_settings_text(problem->settings, "book"), error);
    if (status != ZM_OK)
        player_close(player);
    else
        *state = player;
    return status;
}

static enum zm_status player_set(void *state, struct zm_bytes position,
                                 const struct zm_record *record, struct zm_error *error)
{
    struct player *player = state;
    struct othello_board board;
    othello_read(position, &board);
    player->asks_general = board.size != 8 || player->raw;
    if (player->asks_general) {
        enum zm_status status = ZM_OK;
        if (player->general == NULL)
            status = zm_alpha_beta_player.open(player->seat, &player->general, error);
        return status == ZM_OK ? zm_alpha_beta_player.set(player->general, position, record, error)
                               : status;
    }
    player->node.bits = othello_bits_of(&board);
    player->node.empty = 64 - othello_discs(player->node.bits.own | player->node.bits.other);
    othello_features_of(player->weights, player->node.bits, &player->node.features);
    return ZM_OK;
}

/* -- the root -- */

/* Lists the moves of the root, those that look best first. */
static void list_roots(struct player *player)
{
    const struct othello_kernel *kernel = player->solver.kernel;
    struct othello_bits bits = player->node.bits;
    uint64_t moves = kernel->moves(bits.own, bits.other);
    player->root_count = 0;
    player->depth = 0;
    if (moves == 0 && kernel->moves(bits.other, bits.own) != 0) {
        struct root *root = &player->roots[player->root_count++];
        othello_node_passed(&player->node, &root->node);
        root->square = PASS;
        root->score = -othello_judged(player->weights, &root->node);
    }
    for (; moves != 0; moves &= moves - 1) {
        struct root root = {.square = othello_first(moves)};
        othello_node_after(player->weights, &player->node, root.square,
                           kernel->flips(bits.own, bits.other, root.square), &root.node);
        root.score = -othello_judged(player->weights, &root.node);
        unsigned place = player->root_count++;
        for (; place > 0 && player->roots[place - 1].score < root.score; place--)
            player->roots[place] = player->roots[place - 1];
        player->roots[place] = root;
    }
}

/* The score of a move of the root; when it is surely not more than `floor`, a bound on it. */
static bool search_root(struct player *player, struct othello_thread *thread,
                        const struct othello_aim *aim, int floor, struct root *root)
{
    int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
    if (floor > -OTHELLO_INFINITE) {
        int score = -player->solver.kernel->look(thread, &root->node, -floor - 1, aim->depth,
                                                 aim->confidence);
        root->fresh = score;
        if (thread->stopped || score <= floor)
            return !thread->stopped;
        upper = -score;
    }
    if (!othello_narrow(&player->solver, thread, &root->node, aim, -root->score, &lower, &upper))
        return false;
    root->fresh = -lower;
    return true;
}

/* Takes over the scores of the first `count` moves, the best first. */
static void take_over(struct player *player, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct root root = player->roots[i];
        unsigned place = i;
        root.score = root.fresh;
        for (; place > 0 && player->roots[place - 1].score < root.score; place--)
            player->roots[place] = player->roots[place - 1];
        player->roots[place] = root;
    }
}

/* Searches the moves of the root; only as many as lines are wanted get scores, the others bounds.
 * False: stopped. */
static bool search_roots(struct player *player, struct othello_thread *thread, unsigned depth,
                         unsigned confidence, unsigned lines)
{
    bool passes = player->roots[0].square == PASS;
    bool ends = depth >= player->node.empty;
    struct othello_aim aim = {
        .depth = passes ? depth : depth - 1, .confidence = confidence, .step = ends ? 2 : 1};
    int best = -OTHELLO_INFINITE;
    for (unsigned i = 0; i < player->root_count; i++) {
        struct root *root = &player->roots[i];
        if (!search_root(player, thread, &aim, lines > 1 ? -OTHELLO_INFINITE : best, root)) {
            if (lines <= 1)
                take_over(player, i);
            return false;
        }
        best = root->fresh > best ? root->fresh : best;
    }
    take_over(player, player->root_count);
    player->depth = depth;
    player->confidence = confidence;
    return true;
}

/* -- thoughts -- */

static void add_move(struct zm_line *line, unsigned square)
{
    uint8_t move = square == PASS ? OTHELLO_PASS : (uint8_t)square;
    zm_list_add(&line->moves, zm_bytes(&move, 1));
}

/* Adds the replies that the table knows. */
static void add_replies(struct player *player, struct othello_bits bits, struct zm_line *line)
{
    const struct othello_kernel *kernel = player->solver.kernel;
    struct othello_known known;
    for (unsigned i = 1; i < MOST_LINE && i < player->depth; i++) {
        uint64_t moves = kernel->moves(bits.own, bits.other);
        if (moves == 0) {
            if (kernel->moves(bits.other, bits.own) == 0)
                return;
            bits = (struct othello_bits){bits.other, bits.own};
            add_move(line, PASS);
            continue;
        }
        if (!othello_recall(&player->solver.search.table, bits, &known) ||
            known.move >= OTHELLO_NO_MOVE || (moves >> known.move & 1) == 0)
            return;
        add_move(line, known.move);
        bits = othello_after(bits, known.move, kernel->flips(bits.own, bits.other, known.move));
    }
}

static bool is_certain(const struct player *player)
{
    return player->depth >= player->node.empty && player->confidence == OTHELLO_CERTAIN;
}

static enum zm_status fill_thought(struct zm_thinking *thinking, struct zm_error *error)
{
    struct player *player = thinking->player;
    struct zm_thought *thought = thinking->thought;
    zm_thought_clear(thought);
    for (unsigned i = 0; i < player->root_count && i < thinking->lines; i++) {
        const struct root *root = &player->roots[i];
        struct zm_line *line = zm_thought_add(thought);
        if (line == NULL)
            return zm_fail_memory(error);
        add_move(line, root->square);
        line->source = "patterns";
        line->worth = root->score;
        line->depth = player->depth;
        line->confidence = player->depth > 0 ? othello_level_percent(player->confidence) : 0;
        line->nodes = atomic_load(&thinking->run.nodes);
        line->certainty = is_certain(player) ? ZM_EXACT : ZM_GUESS;
        if (is_certain(player))
            line->outcome = root->score > 0 ? ZM_WIN : root->score < 0 ? ZM_LOSS : ZM_DRAW;
        add_replies(player, root->node.bits, line);
        if (zm_list_failed(&line->moves))
            return zm_fail_memory(error);
    }
    return ZM_OK;
}

/* What is searched after a depth and a confidence; false: nothing is left. */
static bool next_search(const struct player *player, unsigned deepest, unsigned *depth,
                        unsigned *confidence)
{
    unsigned empty = player->node.empty;
    if (*depth >= empty) {
        ++*confidence;
        return *confidence <= OTHELLO_CERTAIN;
    }
    ++*depth;
    if (*depth + BEFORE_END >= empty && deepest >= empty)
        *depth = empty;
    if (*depth >= empty && empty <= BEFORE_END + 4)
        *confidence = OTHELLO_CERTAIN;
    return *depth <= deepest;
}

/* Would the next search come too late? One that goes deeper takes about twice the time. */
static bool is_late(const struct zm_thinking *thinking, double last)
{
    double now = zm_run_seconds(&thinking->run), hard = thinking->pace->hard;
    return zm_thinking_is_late(thinking) || (hard > 0 && now + 2 * (now - last) > hard);
}

/* Is the best move so far ahead of all others, after the last search, that no more time is spent on
 * it? */
static bool is_obvious(struct player *player, struct othello_thread *thread)
{
    int floor = player->roots[0].score - OBVIOUS_BY;
    if (player->depth != OBVIOUS_AT || player->depth >= player->node.empty)
        return false;
    for (unsigned i = 1; i < player->root_count; i++)
        if (-player->solver.kernel->look(thread, &player->roots[i].node, -floor - 1,
                                         player->depth - 1, player->confidence) > floor ||
            thread->stopped)
            return false;
    return true;
}

/* Searches the moves of the root; when that shows that all are lost, and the other may not know it,
 * what was thought before stays (Comp'oth), if the player was asked to. False: that is all. */
static bool search_on(struct player *player, struct othello_thread *thread, unsigned depth,
                      unsigned confidence, unsigned lines)
{
    struct root before[MOST_MOVES];
    unsigned depth_before = player->depth, confidence_before = player->confidence;
    bool hides = player->hides_loss && depth >= player->node.empty && depth_before > 0 &&
                 player->node.empty > VERY_END;
    if (hides)
        memcpy(before, player->roots, player->root_count * sizeof *before);
    if (!search_roots(player, thread, depth, confidence, lines))
        return false;
    if (!hides || player->roots[0].score >= 0)
        return true;
    memcpy(player->roots, before, player->root_count * sizeof *before);
    player->depth = depth_before;
    player->confidence = confidence_before;
    return false;
}

static void deepen(struct player *player, struct zm_thinking *thinking)
{
    const struct zm_pace *pace = thinking->pace;
    struct othello_thread thread = othello_solver_thread(&player->solver);
    unsigned deepest = pace->depth == 0 ? UINT_MAX : pace->depth, depth = 0;
    unsigned confidence = player->usual_confidence;
    bool hurries = pace->lines <= 1 && pace->soft > 0;
    double last = 0;
    while (next_search(player, deepest, &depth, &confidence)) {
        if (!search_on(player, &thread, depth, confidence, pace->lines))
            break;
        zm_thinking_tell(thinking);
        if ((hurries && (player->root_count == 1 || is_obvious(player, &thread))) ||
            is_late(thinking, last))
            break;
        last = zm_run_seconds(&thinking->run);
    }
    atomic_fetch_add(&thinking->run.nodes, thread.nodes - thread.polled);
}

/* Sets the thought to the move of the book; false: it has none, or more lines are wanted. */
static bool open_by_book(struct player *player, const struct zm_pace *pace,
                         struct zm_thought *thought)
{
    struct zm_deviation deviation;
    if (player->book == NULL || pace->lines > 1)
        return false;
    unsigned square = othello_book_choose(player->book, player->node.bits, true, &deviation);
    zm_thought_clear(thought);
    struct zm_line *line = square < PASS ? zm_thought_add(thought) : NULL;
    if (line == NULL)
        return false;
    add_move(line, square);
    line->source = "book";
    if (isfinite(deviation.value))
        line->worth = deviation.value;
    return !zm_list_failed(&line->moves);
}

static enum zm_status player_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                   zm_tell *tell, void *context, struct zm_thought *thought,
                                   struct zm_error *error)
{
    struct player *player = state;
    struct othello_crew crew;
    struct zm_thinking thinking;
    if (player->asks_general)
        return zm_alpha_beta_player.think(player->general, pace, run, tell, context, thought,
                                          error);
    if (open_by_book(player, pace, thought))
        return ZM_OK;
    zm_thinking_begin(&thinking, player->seat, player, fill_thought,
                      &(struct zm_think_call){pace, run, tell, context, thought});
    list_roots(player);
    if (player->root_count == 0)
        return zm_fail_no_move(error);
    struct zm_run *own = &thinking.run;
    othello_search_for(&player->solver.search, own);
    atomic_fetch_add(&player->solver.search.table.age, 1);
    if (!othello_crew_open(&crew, &player->solver.search, player->solver.kernel, own->threads))
        return zm_fail_memory(error);
    deepen(player, &thinking);
    othello_crew_close(&crew);
    return zm_thinking_end(&thinking, error);
}

static double player_evaluate(void *state)
{
    struct player *player = state;
    if (player->asks_general)
        return zm_alpha_beta_player.evaluate(player->general);
    return (double)othello_worth(player->weights, &player->node.features, player->node.empty) /
           OTHELLO_UNIT;
}

const struct zm_player othello_player = {
    .name = "patterns",
    .summary = "looks far ahead on 8x8, and asks weights of patterns that were learned from games",
    .params = player_params,
    .suits = player_suits,
    .open = player_open,
    .close = player_close,
    .set = player_set,
    .think = player_think,
    .evaluate = player_evaluate,
};
