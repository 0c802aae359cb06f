/* What a game costs that a program makes of callbacks (zermelo_game_new) instead of being one of
 * ours: the same games both ways, with the same searches. Positions are texts on the one side and
 * bytes on the other, and everything that a callback says is looked at. */
#include "bench/bench.h"

#include "zermelo/zermelo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 40, LONGEST_TEXT = 200 };

/* Reads numbers joined by commas; returns how many. */
static int read_numbers(const char *text, int numbers[MOST_ROWS])
{
    int count = 0;
    for (const char *at = text; *at != 0 && count < MOST_ROWS; at += *at == ',') {
        int number = 0;
        for (; *at >= '0' && *at <= '9'; at++)
            number = 10 * number + (*at - '0');
        numbers[count++] = number;
        if (*at != ',' && *at != 0)
            return 0;
    }
    return count;
}

/* Appends a number, at most 999; returns the end. */
static char *put_number(char *at, int number)
{
    if (number > 99)
        *at++ = (char)('0' + number / 100);
    if (number > 9)
        *at++ = (char)('0' + number / 10 % 10);
    *at++ = (char)('0' + number % 10);
    *at = 0;
    return at;
}

static char *put_numbers(char *at, const int *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        if (i > 0)
            *at++ = ',';
        at = put_number(at, numbers[i]);
    }
    *at = 0;
    return at;
}

/* -- Grundy's game: a heap is split into two that differ -- */

static int grundy_moves(void *context, const char *position, int side, zermelo_sink *sink)
{
    int heaps[MOST_ROWS + 1], count = read_numbers(position, heaps);
    (void)context;
    (void)side;
    for (int i = 0; i < count; i++) {
        int heap = heaps[i];
        for (int part = 1; 2 * part < heap; part++) {
            char name[20], next[LONGEST_TEXT];
            heaps[i] = heap - part;
            char *end = put_numbers(next, heaps, count);
            *end++ = ',';
            put_number(end, part);
            end = put_number(name, i + 1);
            *end++ = ':';
            put_number(end, part);
            if (zermelo_add_move(sink, name, next) != 0)
                return 1;
        }
        heaps[i] = heap;
    }
    return 0;
}

static int grundy_split(void *context, const char *position, zermelo_sink *sink)
{
    int heaps[MOST_ROWS], count = read_numbers(position, heaps);
    (void)context;
    for (int i = 0; i < count; i++) {
        char text[20];
        put_number(text, heaps[i]);
        if (heaps[i] > 2 && zermelo_add_position(sink, text) != 0)
            return 1;
    }
    return 0;
}

/* -- Chomp: rows, longest first; a bite shortens a row and those after it -- */

static int chomp_moves(void *context, const char *position, int side, zermelo_sink *sink)
{
    int rows[MOST_ROWS], count = read_numbers(position, rows);
    (void)context;
    (void)side;
    for (int row = 0; row < count; row++)
        for (int left = row == 0 ? 1 : 0; left < rows[row]; left++) {
            int after[MOST_ROWS], kept = 0;
            char name[20], next[LONGEST_TEXT];
            for (int i = 0; i < count; i++) {
                int length = i >= row && rows[i] > left ? left : rows[i];
                if (length > 0)
                    after[kept++] = length;
            }
            put_numbers(next, after, kept);
            char *end = put_number(name, row + 1);
            *end++ = ',';
            put_number(end, left + 1);
            if (zermelo_add_move(sink, name, next) != 0)
                return 1;
        }
    return 0;
}

/* The lesser of a position and the one turned about the diagonal. */
static int chomp_canonical(void *context, const char *position, zermelo_sink *sink)
{
    int rows[MOST_ROWS], turned[MOST_ROWS] = {0}, count = read_numbers(position, rows);
    char text[LONGEST_TEXT];
    (void)context;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < rows[i] && j < MOST_ROWS; j++)
            turned[j]++;
    put_numbers(text, turned, rows[0] < MOST_ROWS ? rows[0] : MOST_ROWS);
    return zermelo_add_position(sink, strcmp(text, position) < 0 ? text : position);
}

static const struct zermelo_callbacks grundy = {.size = sizeof grundy,
                                                .name = "callback-grundy",
                                                .start = "8",
                                                .moves = grundy_moves,
                                                .split = grundy_split};
static const struct zermelo_callbacks chomp = {.size = sizeof chomp,
                                               .name = "callback-chomp",
                                               .start = "3,3,3",
                                               .moves = chomp_moves,
                                               .canonical = chomp_canonical};

/* Solves a position in a session, and prints a line. Returns nodes for each second of the machine;
 * 0: it failed. */
static double measure(zermelo *session, const char *name, const char *position, const char *compute)
{
    struct zermelo_answer answer;
    double before = zm_bench_processor();
    if (zermelo_solve(session, position, compute, &answer) != ZERMELO_OK) {
        printf("%-16s %s\n", name, zermelo_error(session));
        return 0;
    }
    double seconds = zm_bench_processor() - before;
    printf("%-16s %-22s %-8s %10llu nodes %8.2f s %10.0f nodes/s\n", name, position, compute,
           answer.nodes, seconds, (double)answer.nodes / seconds);
    return (double)answer.nodes / seconds;
}

/* The same question to the game of the program and to that of callbacks. */
static enum zm_status compare(const char *game, const struct zermelo_callbacks *callbacks,
                              const char *play, const char *position, const char *compute,
                              struct zm_error *error)
{
    char why[400] = "";
    const char *const options[] = {play, "search=dfpn", NULL};
    zermelo_made *made = zermelo_game_new(callbacks, why, sizeof why);
    zermelo *ours = zermelo_open(game, options, why, sizeof why);
    zermelo *theirs = made == NULL ? NULL : zermelo_open_made(made, options, why, sizeof why);
    enum zm_status status = ZM_OK;
    if (ours == NULL || theirs == NULL) {
        status = zm_fail(error, ZM_FAILED, "%s", why);
    } else {
        double fast = measure(ours, game, position, compute);
        double slow = measure(theirs, callbacks->name, position, compute);
        printf("%-16s %.2f of the rate\n", "", fast > 0 ? slow / fast : 0);
    }
    zermelo_close(ours);
    zermelo_close(theirs);
    zermelo_game_free(made);
    return status;
}

static enum zm_status run(struct zm_error *error)
{
    enum zm_status status = compare("grundy", &grundy, "play=normal", "250", "nimber", error);
    if (status == ZM_OK)
        status = compare("grundy", &grundy, "play=misere", "44", "outcome", error);
    if (status == ZM_OK)
        status = compare("chomp", &chomp, "play=normal", "8,8,8,8,8,8,8,8", "nimber", error);
    return status;
}

const struct zm_benchmark zm_bench_callbacks = {
    .name = "callbacks",
    .summary = "games made of a caller's callbacks against the same games of the program",
    .run = run,
};
