/* Go in GTP (engines/gtp.h): komi, handicaps, dead stones, the cleanup of KGS, live analysis as
 * Leela Zero says it. */
#include "engines/go/gtp.h"

#include "engines/go/estimate.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t pass_bytes[2] = {GO_PASS & 0xff, GO_PASS >> 8};

static const struct go_rules *rules_of(const struct zm_instance *instance)
{
    return &((const struct go_state *)instance->state)->rules;
}

static void print_komi(const struct zm_instance *instance, struct zm_bytes position,
                       struct zm_buffer *text)
{
    unsigned points = (unsigned)position.data[0] * position.data[1];
    zm_buffer_format(text, "%g", go_komi(rules_of(instance), points) / 2.0);
}

static const struct go_game *game_of(const struct zm_gtp_table *table)
{
    return go_at(table->played.instance->state, zm_buffer_bytes(&table->played.position));
}

/* Appends a point as GTP answers write it. */
static void print_point(const struct go_board *board, unsigned point, struct zm_buffer *out)
{
    size_t at = out->size;
    go_print_point(board->columns, point, out);
    if (!out->failed)
        out->data[at] = (uint8_t)toupper(out->data[at]);
}

/* Begins anew on this board, as text: rows and who moves. */
static enum zm_status begin_on(struct zm_gtp_table *table, const struct go_board *board,
                               struct zm_error *error)
{
    struct zm_buffer position = {0}, text = {0};
    go_write_start(board, &position);
    if (!position.failed)
        go_print(NULL, zm_buffer_bytes(&position), &text);
    enum zm_status status = position.failed || text.failed
                                ? zm_fail_memory(error)
                                : table->host->begin(table, zm_buffer_string(&text), error);
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    return status;
}

static enum zm_status resume(struct zm_gtp_table *table, int side, struct zm_error *error)
{
    if (game_of(table)->passes < 2)
        return ZM_OK;
    struct go_board board = game_of(table)->board;
    board.turn = side == 0 ? GO_BLACK : GO_WHITE;
    return begin_on(table, &board, error);
}

/* --- handicaps --- */

static enum zm_status place_handicap(struct zm_gtp_table *table, const unsigned *points,
                                     unsigned count, struct zm_error *error)
{
    struct go_board board = game_of(table)->board;
    for (unsigned i = 0; i < count; i++) {
        if (board.points[points[i]] != GO_EMPTY)
            return zm_fail(error, ZM_BAD_INPUT, "bad vertex list");
        board.points[points[i]] = GO_BLACK;
    }
    board.turn = GO_WHITE;
    return begin_on(table, &board, error);
}

static enum zm_status expect_empty(const struct zm_gtp_table *table, struct zm_error *error)
{
    const struct go_game *game = game_of(table);
    bool empty = game->moves == 0;
    for (unsigned i = 0; empty && i < go_size(&game->board); i++)
        empty = game->board.points[i] == GO_EMPTY;
    return empty ? ZM_OK : zm_fail(error, ZM_BAD_INPUT, "board not empty");
}

static enum zm_status fixed_handicap(struct zm_gtp_table *table, char *words, struct zm_buffer *out,
                                     struct zm_error *error)
{
    char *end, *word = zm_gtp_word(&words);
    unsigned points[9];
    if (word == NULL || !isdigit((unsigned char)*word))
        return zm_gtp_syntax(error);
    unsigned long stones = strtoul(word, &end, 10);
    const struct go_board board = game_of(table)->board;
    enum zm_status status = *end != 0 ? zm_gtp_syntax(error) : expect_empty(table, error);
    if (status != ZM_OK)
        return status;
    unsigned count =
        stones > 9 ? 0 : go_handicap_points(board.columns, board.rows, (unsigned)stones, points);
    if (count == 0)
        return zm_fail(error, ZM_BAD_INPUT, "invalid number of stones");
    status = place_handicap(table, points, count, error);
    for (unsigned i = 0; status == ZM_OK && i < count; i++) {
        if (i > 0)
            zm_buffer_byte(out, ' ');
        print_point(&board, points[i], out);
    }
    return status;
}

static enum zm_status set_handicap(struct zm_gtp_table *table, char *words, struct zm_buffer *out,
                                   struct zm_error *error)
{
    unsigned points[GO_POINTS], count = 0;
    const struct go_board board = game_of(table)->board;
    (void)out;
    enum zm_status status = expect_empty(table, error);
    if (status != ZM_OK)
        return status;
    for (char *word; (word = zm_gtp_word(&words)) != NULL;) {
        unsigned move;
        if (go_read_move(&board, word, &move) != strlen(word) || move == GO_PASS ||
            count == go_size(&board) - 1)
            return zm_fail(error, ZM_BAD_INPUT, "bad vertex list");
        points[count++] = move;
    }
    if (count < 2)
        return zm_fail(error, ZM_BAD_INPUT, "bad vertex list");
    return place_handicap(table, points, count, error);
}

/* --- dead stones and the score --- */

static enum zm_status find_dead(struct zm_gtp_table *table, bool dead[GO_POINTS],
                                struct zm_error *error)
{
    double owned[GO_POINTS];
    const struct go_game *game = game_of(table);
    if (!go_estimate_owners(game, GO_ESTIMATE_GAMES, table->seed, owned))
        return zm_fail_memory(error);
    go_estimate_dead(&game->board, owned, dead);
    return ZM_OK;
}

static enum zm_status say_score(struct zm_gtp_table *table, char *words, struct zm_buffer *out,
                                struct zm_error *error)
{
    bool dead[GO_POINTS];
    int32_t points[2];
    (void)words;
    enum zm_status status = find_dead(table, dead, error);
    if (status != ZM_OK)
        return status;
    go_estimate_score(&game_of(table)->board, rules_of(table->played.instance), dead, points);
    int32_t margin = points[0] - points[1];
    if (margin == 0)
        zm_buffer_text(out, "0");
    else
        zm_buffer_format(out, "%c+%g", margin > 0 ? 'B' : 'W', abs(margin) / 2.0);
    return ZM_OK;
}

/* Lists one chain a line. */
static void list_chains(const struct go_board *board, const bool *listed, struct zm_buffer *out)
{
    bool done[GO_POINTS] = {false};
    for (unsigned i = 0; i < go_size(board); i++) {
        uint16_t chain[GO_POINTS];
        unsigned count = 0;
        if (!listed[i] || done[i])
            continue;
        done[i] = true;
        chain[count++] = (uint16_t)i;
        if (out->size > 0)
            zm_buffer_byte(out, '\n');
        for (unsigned k = 0; k < count; k++) {
            unsigned near[4], nears = go_neighbours(board, chain[k], near);
            if (k > 0)
                zm_buffer_byte(out, ' ');
            print_point(board, chain[k], out);
            for (unsigned n = 0; n < nears; n++)
                if (!done[near[n]] && board->points[near[n]] == board->points[i]) {
                    done[near[n]] = true;
                    chain[count++] = (uint16_t)near[n];
                }
        }
    }
}

static enum zm_status status_list(struct zm_gtp_table *table, char *words, struct zm_buffer *out,
                                  struct zm_error *error)
{
    bool dead[GO_POINTS], listed[GO_POINTS];
    char *word = zm_gtp_word(&words);
    bool wants_dead = word != NULL && strcmp(word, "dead") == 0;
    bool wants_alive = word != NULL && strcmp(word, "alive") == 0;
    if (!wants_dead && !wants_alive && (word == NULL || strcmp(word, "seki") != 0))
        return zm_gtp_syntax(error);
    enum zm_status status = find_dead(table, dead, error);
    if (status != ZM_OK)
        return status;
    /* Stones in seki are alive: random games do not tell them from others. */
    const struct go_board *board = &game_of(table)->board;
    for (unsigned i = 0; i < go_size(board); i++)
        listed[i] =
            board->points[i] != GO_EMPTY && ((wants_dead && dead[i]) || (wants_alive && !dead[i]));
    list_chains(board, listed, out);
    return ZM_OK;
}

/* --- moves --- */

/* Is a move a liberty of stones of the other that are dead? */
static bool takes_dead(const struct go_board *board, const bool *dead, unsigned move)
{
    unsigned near[4], nears = move == GO_PASS ? 0 : go_neighbours(board, move, near);
    for (unsigned i = 0; i < nears; i++)
        if (dead[near[i]] && board->points[near[i]] == go_other(board->turn))
            return true;
    return false;
}

static unsigned first_move(const struct zm_line *line)
{
    struct zm_bytes move = zm_list_at(&line->moves, 0);
    return (unsigned)(move.data[0] | move.data[1] << 8);
}

static enum zm_status clean_up(struct zm_gtp_table *table, char *words, struct zm_buffer *out,
                               struct zm_error *error)
{
    bool dead[GO_POINTS];
    struct zm_thought thought = {0};
    enum zm_status status = table->host->turn(table, &words, error);
    if (status == ZM_OK)
        status = find_dead(table, dead, error);
    if (status != ZM_OK)
        return status;
    struct zm_pace pace = table->host->pace(table);
    pace.lines = UINT_MAX;
    status = table->host->think(table, &pace, NULL, NULL, NULL, &thought, error);
    if (status == ZM_OK && thought.count > 0) {
        const struct go_board *board = &game_of(table)->board;
        size_t chosen = 0;
        while (chosen < thought.count &&
               !takes_dead(board, dead, first_move(&thought.lines[chosen])))
            chosen++;
        struct zm_bytes move = chosen < thought.count ? zm_list_at(&thought.lines[chosen].moves, 0)
                                                      : zm_bytes(pass_bytes, sizeof pass_bytes);
        status = table->host->play(table, move, out, error);
    }
    zm_thought_free(&thought);
    return status;
}

/* --- live analysis --- */

struct analysis {
    struct zm_gtp_table *table;
    struct zm_run run; /* stops when the next command waits */
    double interval, said;
    struct go_board board;
};

static void print_move(const struct go_board *board, struct zm_bytes bytes, struct zm_buffer *out)
{
    unsigned move = (unsigned)(bytes.data[0] | bytes.data[1] << 8);
    if (move == GO_PASS)
        zm_buffer_text(out, "pass");
    else
        print_point(board, move, out);
}

/* One move as Leela Zero says it; chances are in ten thousandths. */
static void print_line(const struct analysis *analysis, const struct zm_line *line, size_t order,
                       struct zm_buffer *out)
{
    int chance = (int)(line->chance * 10000);
    zm_buffer_format(out, "%sinfo move ", order > 0 ? " " : "");
    print_move(&analysis->board, zm_list_at(&line->moves, 0), out);
    zm_buffer_format(out, " visits %llu winrate %d prior 0 lcb %d order %zu pv",
                     (unsigned long long)line->playouts, chance, chance, order);
    for (size_t i = 0; i < line->moves.count; i++) {
        zm_buffer_byte(out, ' ');
        print_move(&analysis->board, zm_list_at(&line->moves, i), out);
    }
}

static void hear(void *context, const struct zm_thought *thought)
{
    struct analysis *analysis = context;
    struct zm_gtp_table *table = analysis->table;
    struct zm_buffer out = {0};
    if (table->host->waiting(table))
        atomic_store(&analysis->run.stop, true);
    if (zm_run_seconds(&analysis->run) < analysis->said + analysis->interval)
        return;
    analysis->said = zm_run_seconds(&analysis->run);
    size_t order = 0;
    for (size_t i = 0; i < thought->count; i++)
        if (thought->lines[i].playouts > 0)
            print_line(analysis, &thought->lines[i], order++, &out);
    zm_buffer_byte(&out, '\n');
    if (order > 0 && !out.failed)
        table->host->say(table, zm_buffer_string(&out));
    zm_buffer_free(&out);
}

static enum zm_status analyse(struct zm_gtp_table *table, char *words, struct zm_buffer *out,
                              struct zm_error *error)
{
    struct analysis analysis = {.table = table, .interval = 1, .board = game_of(table)->board};
    struct zm_thought thought = {0};
    (void)out;
    for (char *word; (word = zm_gtp_word(&words)) != NULL;)
        if (isdigit((unsigned char)*word))
            analysis.interval = strtod(word, NULL) / 100;
    if (go_game_over(game_of(table)) || !table->host->say(table, ""))
        return zm_fail(error, ZM_BAD_INPUT, "there is nothing to analyse, or nobody listens");
    zm_run_begin(&analysis.run);
    analysis.run.outer = table->run;
    struct zm_pace pace = {.lines = UINT_MAX};
    enum zm_status status =
        table->host->think(table, &pace, &analysis.run, hear, &analysis, &thought, error);
    zm_thought_free(&thought);
    return status;
}

static const struct zm_gtp_command commands[] = {
    {"fixed_handicap", fixed_handicap},
    {"place_free_handicap", fixed_handicap},
    {"set_free_handicap", set_handicap},
    {"final_status_list", status_list},
    {"kgs-genmove_cleanup", clean_up},
    {"lz-analyze", analyse},
    {0},
};

const struct zm_gtp_extras go_gtp_extras = {
    .commands = commands,
    .resume = resume,
    .pass = {pass_bytes, sizeof pass_bytes},
    .score = say_score,
    .komi = print_komi,
};
