/* Who plays Domineering where no proof comes in time: it plays the sum of strips that looks hottest.
 *
 * Of each move it looks at the answers, and takes the middle between what the board is then surely
 * worth to one side and to the other, at the temperature of most moves; what the bounds decide is
 * said to be proved. The player `auto` asks for a proof first and for this one after it. */
#include "engines/domineering/player.h"

#include "engines/domineering/bounds.h"
#include "games/shared/partisan.h"

#include <stdlib.h>

enum { STRIP_CELLS = 16 };
static const size_t strip_memory = (size_t)64 << 20;

struct hottest {
    struct zm_bytes position;
    struct zm_domino_board board;
    struct zm_strip_tables strips; /* for boards of these sides; 0: none yet */
    unsigned rows, columns;
};

static enum zm_status hottest_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_domineering)
        return zm_fail(error, ZM_BAD_INPUT, "%s is not Domineering", game->name);
    return misere ? zm_fail(error, ZM_BAD_INPUT, "it plays normal play only") : ZM_OK;
}

static enum zm_status hottest_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    (void)seat;
    *state = calloc(1, sizeof(struct hottest));
    return *state == NULL ? zm_fail_memory(error) : ZM_OK;
}

static void hottest_close(void *state)
{
    struct hottest *hottest = state;
    zm_strips_close(&hottest->strips);
    free(hottest);
}

static bool is_small(struct zm_bytes position)
{
    return (unsigned)position.data[1] * position.data[2] <= ZM_DOMINEERING_CELLS;
}

static enum zm_status hottest_set(void *state, struct zm_bytes position,
                                  const struct zm_record *record, struct zm_error *error)
{
    (void)record;
    struct hottest *hottest = state;
    unsigned rows = position.data[1], columns = position.data[2];
    hottest->position = position;
    if (!is_small(position))
        return ZM_OK;
    zm_domino_board_read(&hottest->board, position);
    if (rows == hottest->rows && columns == hottest->columns)
        return ZM_OK;
    zm_strips_close(&hottest->strips);
    enum zm_status status =
        zm_strips_open(&hottest->strips, rows, columns, STRIP_CELLS, strip_memory, error);
    hottest->rows = status == ZM_OK ? rows : 0;
    hottest->columns = columns;
    return status;
}

/* The move of the rules as the side sees it. */
static struct zm_domino domino_of(struct zm_bytes move, enum zm_side side)
{
    return side == ZM_LEFT ? (struct zm_domino){move.data[0], move.data[1]}
                           : (struct zm_domino){move.data[1], move.data[0]};
}

static void say_outcome(struct zm_line *line, enum zm_outcome outcome)
{
    line->certainty = ZM_EXACT;
    line->outcome = outcome;
}

/* Looks at the answers to a move. A promise counts eighths of a move for both sides; what a board
 * is worth is counted in moves. */
static void look(struct hottest *hottest, enum zm_side side, struct zm_line *line)
{
    struct zm_trial answers[ZM_MOST_TRIALS];
    struct zm_domino domino = domino_of(zm_list_at(&line->moves, 0), side);
    zm_domino_board_turn(&hottest->board, side, domino);
    size_t count =
        zm_bounds_trials(&hottest->strips, &hottest->board, zm_domino_other(side), answers);
    zm_domino_board_turn(&hottest->board, side, domino);
    line->depth = 2;
    line->nodes = count;
    line->source = "strips";
    if (count == 0) {
        say_outcome(line, ZM_WIN); /* every answer loses, or there is none */
        return;
    }
    if (answers[count - 1].judged == ZM_JUDGED_LOST) {
        say_outcome(line, ZM_LOSS);
        return;
    }
    int best = answers[0].promise;
    for (size_t i = 1; i < count; i++)
        best = answers[i].promise > best ? answers[i].promise : best;
    line->worth = -best / (2.0 * ZM_WALL_ONE);
}

static int compare_lines(const void *a, const void *b)
{
    double x = zm_line_promise(a), y = zm_line_promise(b);
    return (x < y) - (x > y);
}

static enum zm_status hottest_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                    zm_tell *tell, void *context, struct zm_thought *thought,
                                    struct zm_error *error)
{
    (void)run;
    struct hottest *hottest = state;
    struct zm_list moves = {0};
    enum zm_side side = (enum zm_side)zm_partisan_mover(hottest->position);
    enum zm_status status = ZM_OK;
    zm_thought_clear(thought);
    zm_domineering.rules->moves(NULL, hottest->position, NULL, &moves);
    if (moves.count == 0)
        status = zm_fail_no_move(error);
    for (size_t i = 0; i < moves.count && status == ZM_OK; i++) {
        struct zm_line *line = zm_thought_add_move(thought, zm_list_at(&moves, i));
        if (line == NULL)
            status = zm_fail_memory(error);
        else if (is_small(hottest->position))
            look(hottest, side, line);
    }
    if (zm_list_failed(&moves))
        status = zm_fail_memory(error);
    zm_list_free(&moves);
    if (status != ZM_OK)
        return status;
    qsort(thought->lines, thought->count, sizeof *thought->lines, compare_lines);
    zm_thought_cut(thought, pace->lines);
    if (tell != NULL)
        tell(context, thought);
    return ZM_OK;
}

const struct zm_player zm_domineering_player = {
    .name = "strips",
    .summary = "looks at moves and answers, and plays the hottest sum of strips",
    .suits = hottest_suits,
    .open = hottest_open,
    .close = hottest_close,
    .set = hottest_set,
    .think = hottest_think,
};
