/* Go, naively; see go_naive.h. Everything is found anew by walking from point to point. */
#include "games/go_naive.h"

#include <stdlib.h>
#include <string.h>

struct look {
    const struct naive_go *go;
    bool seen[NAIVE_SIDE][NAIVE_SIDE], liberty[NAIVE_SIDE][NAIVE_SIDE];
    int stones, liberties;
    bool black, white;
};

static void walk(struct look *look, int column, int row, char colour)
{
    const struct naive_go *go = look->go;
    if (column < 0 || row < 0 || column >= go->columns || row >= go->rows)
        return;
    char here = go->cell[column][row];
    if (here != colour) {
        look->black |= here == 'b';
        look->white |= here == 'w';
        if (here == '.' && !look->liberty[column][row]) {
            look->liberty[column][row] = true;
            look->liberties++;
        }
        return;
    }
    if (look->seen[column][row])
        return;
    look->seen[column][row] = true;
    look->stones++;
    walk(look, column - 1, row, colour);
    walk(look, column + 1, row, colour);
    walk(look, column, row - 1, colour);
    walk(look, column, row + 1, colour);
}

static struct look look_from(const struct naive_go *go, int column, int row)
{
    struct look look = {.go = go};
    walk(&look, column, row, go->cell[column][row]);
    return look;
}

void naive_go_start(struct naive_go *go, int columns, int rows)
{
    memset(go, 0, sizeof *go);
    go->columns = columns;
    go->rows = rows;
    go->turn = 'b';
    memset(go->cell, '.', sizeof go->cell);
}

static void write_board(const struct naive_go *go, char *text)
{
    for (int row = 0; row < go->rows; row++)
        for (int column = 0; column < go->columns; column++)
            *text++ = go->cell[column][row];
    *text = 0;
}

static void remember(struct naive_go *go)
{
    if (go->moves == NAIVE_MOVES)
        abort();
    write_board(go, go->past[go->moves]);
    go->past_turn[go->moves++] = go->turn;
}

int naive_go_liberties(const struct naive_go *go, int column, int row)
{
    return look_from(go, column, row).liberties;
}

int naive_go_stones(const struct naive_go *go, int column, int row)
{
    return look_from(go, column, row).stones;
}

/* Takes all chains of a colour that have no liberties. */
static int take(struct naive_go *go, char colour)
{
    bool dead[NAIVE_SIDE][NAIVE_SIDE] = {{false}};
    int count = 0;
    for (int column = 0; column < go->columns; column++)
        for (int row = 0; row < go->rows; row++)
            dead[column][row] =
                go->cell[column][row] == colour && naive_go_liberties(go, column, row) == 0;
    for (int column = 0; column < go->columns; column++)
        for (int row = 0; row < go->rows; row++)
            if (dead[column][row]) {
                go->cell[column][row] = '.';
                count++;
            }
    return count;
}

static bool breaks_ko(const struct naive_go *next, enum naive_ko ko)
{
    char text[NAIVE_SIDE * NAIVE_SIDE + 1];
    write_board(next, text);
    /* past[moves - 1] is the board before this move. */
    for (int i = 0; i < next->moves; i++)
        if (strcmp(next->past[i], text) == 0 &&
            (ko == NAIVE_POSITIONAL ||
             (ko == NAIVE_SITUATIONAL && next->past_turn[i] == next->turn) ||
             (ko == NAIVE_SIMPLE && i == next->moves - 2)))
            return true;
    return false;
}

bool naive_go_play(struct naive_go *go, int column, int row, bool suicide, enum naive_ko ko)
{
    if (go->cell[column][row] != '.')
        return false;
    struct naive_go *next = malloc(sizeof *next);
    if (next == NULL)
        abort();
    *next = *go;
    remember(next);
    char own = go->turn, other = own == 'b' ? 'w' : 'b';
    next->cell[column][row] = own;
    next->taken = take(next, other);
    int lost = take(next, own);
    next->taken += lost;
    next->turn = other;
    bool legal = (lost == 0 || suicide) && !breaks_ko(next, ko);
    if (legal)
        *go = *next;
    free(next);
    return legal;
}

void naive_go_pass(struct naive_go *go)
{
    remember(go);
    go->taken = 0;
    go->turn = go->turn == 'b' ? 'w' : 'b';
}

int naive_go_area(const struct naive_go *go, char colour)
{
    int count = 0;
    for (int column = 0; column < go->columns; column++)
        for (int row = 0; row < go->rows; row++) {
            char here = go->cell[column][row];
            struct look look = look_from(go, column, row);
            count += here == colour || (here == '.' && look.black == (colour == 'b') &&
                                        look.white == (colour == 'w'));
        }
    return count;
}
