/* The tables of edges of Comp'oth, Iago and Bill; see edges.h. The document gives the recurrences
 * and Bill's static values, not the chances that a square can be played: those here are ours
 * (`chance`), as are the weights 2 to 1 for the player to move and the worth of X squares. */
#include "engines/othello/classic/edges.h"

#include <stdlib.h>
#include <string.h>

enum {
    HUNDRED = 100,   /* parts of a disc in the tables of Comp'oth and Iago */
    ROUNDS = 4,      /* in which Comp'oth raises the chances of access */
    X_WITHOUT = -60, /* Bill: a disc on an X square while the corner is empty */
    MOST_CHILDREN = 10,
};

static const uint32_t powers[10] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};

static unsigned digit(unsigned edge, unsigned square)
{
    return edge / powers[square] % 3;
}

unsigned classic_edge_number(const struct classic_geometry *geometry,
                             const struct classic_board *board, unsigned side)
{
    /* Rows and columns in turn: rows 0 and 7, columns 0 and 7 (board.c). */
    static const uint8_t lines[4] = {0, 1, 14, 15};
    static const uint8_t xs[4][2] = {{9, 14}, {9, 49}, {49, 54}, {14, 54}};
    unsigned number = board->lines[lines[side]];
    (void)geometry;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned colour = 0; colour < 2; colour++)
            if ((board->discs[colour] >> xs[side][i] & 1) != 0)
                number += (colour + 1) * powers[8 + i];
    return number;
}

/* An edge with the colours exchanged. */
static unsigned swapped(unsigned edge, unsigned squares)
{
    unsigned other = 0;
    for (unsigned i = 0; i < squares; i++)
        other += (3 - digit(edge, i)) % 3 * powers[i];
    return other;
}

static unsigned discs_on(unsigned edge, unsigned squares)
{
    unsigned count = 0;
    for (unsigned i = 0; i < squares; i++)
        count += digit(edge, i) != 0;
    return count;
}

/* The edge after a disc of a colour; a disc on an X square turns nothing on the edge. */
static unsigned after(unsigned edge, unsigned square, unsigned colour, unsigned *turned)
{
    *turned = 0;
    if (square >= 8)
        return edge + colour * powers[square];
    return edge / powers[8] * powers[8] +
           classic_edge_after(edge % powers[8], square, colour, turned);
}

/* How likely a player can play on a square of the edge: surely when discs of the edge turn, hardly
 * on a corner unless the other has the X square; elsewhere more with discs of the other beside the
 * square, less with own ones, more the fuller the edge is. */
static double chance(unsigned edge, unsigned square, unsigned colour, unsigned turned,
                     unsigned discs)
{
    double likely = 0.3 + 0.05 * discs;
    if (turned > 0)
        return 1;
    if (square >= 8)
        return 0.5;
    if (square == 0 || square == 7) {
        unsigned x = digit(edge, square == 0 ? 8 : 9);
        return x == 3 - colour ? 0.4 : discs == 0 ? 0.01 : 0.05;
    }
    for (int step = -1; step <= 1; step += 2) {
        unsigned beside = digit(edge, (unsigned)((int)square + step));
        likely += beside == 0 ? 0 : beside == colour ? -0.15 : 0.15;
    }
    return likely < 0.05 ? 0.05 : likely > 0.95 ? 0.95 : likely;
}

struct child {
    double value, chance; /* for the player who moved */
};

/* Lists what a player can do on an edge; `tables` are for Black, by who is to move. */
static unsigned list_children(const int16_t *tables[2], unsigned edge, unsigned squares,
                              unsigned player, unsigned discs, struct child *children)
{
    unsigned count = 0;
    for (unsigned square = 0; square < squares; square++) {
        unsigned turned;
        if (digit(edge, square) != 0)
            continue;
        unsigned next = after(edge, square, player + 1, &turned);
        double value = tables[1 - player][next];
        children[count++] =
            (struct child){.value = player == 0 ? value : -value,
                           .chance = chance(edge, square, player + 1, turned, discs)};
    }
    return count;
}

/* -- Comp'oth -- */

/* The mean of what a player can do, by access. */
static double note(const struct child *children, unsigned count, unsigned round)
{
    double sum = 0, weight = 0;
    for (unsigned i = 0; i < count; i++) {
        double access = children[i].chance;
        for (unsigned j = 0; j < round; j++)
            access = 1 - (1 - access) * (1 - access);
        sum += access * children[i].value;
        weight += access;
    }
    return sum / weight;
}

/* The worth for the player to move of an edge that is not full. */
static double compoth_worth(const int16_t *tables[2], unsigned edge, unsigned player,
                            unsigned discs)
{
    struct child own[MOST_CHILDREN], others[MOST_CHILDREN];
    unsigned count = list_children(tables, edge, 10, player, discs, own);
    list_children(tables, edge, 10, 1 - player, discs, others);
    double mine = 0, theirs = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        mine = note(own, count, round);
        theirs = -note(others, count, round);
        if (mine > theirs)
            return (2 * mine + theirs) / 3;
    }
    return (mine + theirs) / 2;
}

/* -- Iago and Bill -- */

/* Probabilistic minimax (Lee and Mahajan, with Aguillon's correction): the best child that can
 * surely be played is certain, better ones count as far as they are likely. `stay` is the worth of
 * not playing here. */
static double dynamic_worth(struct child *children, unsigned count, double stay)
{
    double sum = 0, rest = 1, sure = stay;
    for (unsigned i = 0; i < count; i++)
        if (children[i].chance >= 1 && children[i].value > sure)
            sure = children[i].value;
    for (unsigned done = 0; done < count; done++) {
        unsigned best = done;
        for (unsigned i = done + 1; i < count; i++)
            if (children[i].value > children[best].value)
                best = i;
        struct child child = children[best];
        children[best] = children[done];
        if (child.value < sure)
            break;
        sum += rest * child.chance * child.value;
        rest *= 1 - child.chance;
    }
    return sum + rest * sure;
}

static int bill_static(uint8_t stability[CLASSIC_LINE_STATES][8], unsigned edge)
{
    /* By class, then corner, C, A, B; what the document leaves empty cannot occur. */
    static const int16_t worth[8][4] = {
        {0, 0, 0, 0},     {0, -50, 20, 15},     {0, -75, -25, -50},       {0, -125, 100, 100},
        {0, 0, 300, 200}, {800, 800, 800, 800}, {1000, 1000, 1000, 1000}, {800, 1200, 1000, 1000},
    };
    int sum = 0;
    for (unsigned i = 0; i < 8; i++) {
        int value = worth[stability[edge % powers[8]][i]][i < 4 ? i : 7 - i];
        sum += digit(edge, i) == 1 ? value : digit(edge, i) == 2 ? -value : 0;
    }
    for (unsigned i = 0; i < 2; i++)
        if (digit(edge, i * 7) == 0)
            sum += digit(edge, 8 + i) == 1 ? X_WITHOUT : digit(edge, 8 + i) == 2 ? -X_WITHOUT : 0;
    return sum;
}

static int disc_difference(unsigned edge, unsigned squares)
{
    int sum = 0;
    for (unsigned i = 0; i < squares; i++)
        sum += digit(edge, i) == 1 ? 1 : digit(edge, i) == 2 ? -1 : 0;
    return sum;
}

/* A table: how it values full edges and edges at rest, and its recurrence. */
struct recurrence {
    int16_t *tables[2];
    unsigned squares;
    bool compoth, bill;
    uint8_t (*stability)[8];
};

static int at_rest(const struct recurrence *made, unsigned edge)
{
    return made->bill ? bill_static(made->stability, edge)
                      : HUNDRED * disc_difference(edge, made->squares);
}

static void fill(const struct recurrence *made, unsigned edge, unsigned discs)
{
    const int16_t *tables[2] = {made->tables[0], made->tables[1]};
    struct child children[MOST_CHILDREN];
    double worth = at_rest(made, edge);
    if (discs < made->squares && made->compoth)
        worth = compoth_worth(tables, edge, 0, discs);
    else if (discs < made->squares)
        worth = dynamic_worth(
            children, list_children(tables, edge, made->squares, 0, discs, children), worth);
    int16_t rounded = (int16_t)(worth + (worth >= 0 ? 0.5 : -0.5));
    made->tables[0][edge] = rounded;
    made->tables[1][swapped(edge, made->squares)] = (int16_t)-rounded;
}

static void recur(const struct recurrence *made)
{
    for (unsigned discs = made->squares + 1; discs-- > 0;)
        for (unsigned edge = 0; edge < (made->squares == 8 ? powers[8] : CLASSIC_WIDE_EDGES);
             edge++)
            if (discs_on(edge, made->squares) == discs)
                fill(made, edge, discs);
}

void classic_edges_init(struct classic_edges *edges)
{
    uint8_t stability[CLASSIC_LINE_STATES][8];
    classic_stability_init(stability);
    recur(&(struct recurrence){.tables = {edges->iago[0], edges->iago[1]}, .squares = 8});
    recur(&(struct recurrence){
        .tables = {edges->compoth[0], edges->compoth[1]}, .squares = 10, .compoth = true});
    recur(&(struct recurrence){.tables = {edges->bill[0], edges->bill[1]},
                               .squares = 10,
                               .bill = true,
                               .stability = stability});
}
