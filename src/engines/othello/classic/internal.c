/* Bill 2 (Lee and Mahajan, 1986, as Aguillon reports it): everything from tables of lines. The
 * document says what counts for how much in words; the points are ours. */
#include "engines/othello/classic/evaluation.h"

#include <string.h>

static const uint16_t powers[8] = {1, 3, 9, 27, 81, 243, 729, 2187};

/* What a move on a square of a line is worth, by the kind of the line and the place from its nearer
 * end: corners most, X squares next to nothing. */
static int square_worth(enum classic_line_kind kind, unsigned length, unsigned place)
{
    static const int8_t worth[4][4] = {{20, 2, 8, 8}, {2, 1, 6, 6}, {8, 7, 10, 10}, {20, 1, 9, 10}};
    unsigned end = place < length - 1 - place ? place : length - 1 - place;
    if (kind <= CLASSIC_DIAGONAL)
        return worth[kind][end];
    return end == 0 ? 7 : end == 1 ? 6 : 9;
}

static bool is_x(enum classic_line_kind kind, unsigned place)
{
    return (kind == CLASSIC_BESIDE || kind == CLASSIC_DIAGONAL) && (place == 1 || place == 6);
}

struct content {
    unsigned length;
    uint8_t digits[8];
};

static struct content read_line(unsigned number, unsigned length)
{
    struct content line = {.length = length};
    for (unsigned i = 0; i < length; i++)
        line.digits[i] = (uint8_t)(number / powers[i] % 3);
    return line;
}

/* The worth of a move of a colour at a place: nothing when no disc of the line turns; less the more
 * turn, and much less when an X square is taken so. */
static int move_worth(enum classic_line_kind kind, const struct content *line, unsigned place,
                      unsigned colour)
{
    int turned = 0;
    bool takes_x = false;
    for (int step = -1; step <= 1; step += 2) {
        int end = (int)place + step, length = (int)line->length;
        while (end >= 0 && end < length && line->digits[end] == 3 - colour)
            end += step;
        if (end < 0 || end >= length || line->digits[end] != colour)
            continue;
        for (int i = (int)place + step; i != end; i += step, turned++)
            takes_x = takes_x || is_x(kind, (unsigned)i);
    }
    if (turned == 0)
        return 0;
    int worth = square_worth(kind, line->length, place) * (12 - turned);
    return takes_x ? worth / 4 : worth;
}

static int mobility_of(enum classic_line_kind kind, const struct content *line, unsigned colour)
{
    int real = 0, potential = 0;
    for (unsigned i = 0; i < line->length; i++) {
        if (line->digits[i] == 0)
            real += move_worth(kind, line, i, colour);
        if (i == 0)
            continue;
        /* An empty square and a disc side by side count against the disc's colour. */
        unsigned one = line->digits[i - 1], two = line->digits[i];
        if ((one == 0 && two == colour) || (one == colour && two == 0))
            potential -= 2 * square_worth(kind, line->length, one == 0 ? i - 1 : i);
    }
    return 2 * real + 3 * potential;
}

/* Long runs are bad, holes between own discs very bad, discs of the other between own ones bad, as
 * are discs that nothing can happen to along a full line; central discs are better. */
static int occupation_of(const struct content *line, unsigned colour)
{
    int points = 0, empty = 0;
    for (unsigned i = 0; i < line->length; i++)
        empty += line->digits[i] == 0;
    for (unsigned i = 0; i < line->length; i++) {
        unsigned end = i < line->length - 1 - i ? i : line->length - 1 - i;
        if (line->digits[i] != colour)
            continue;
        points += (int)end - (empty == 0 ? 1 : 0);
        if (i > 0 && line->digits[i - 1] == colour)
            points -= 2;
        if (i > 1 && line->digits[i - 2] == colour && line->digits[i - 1] != colour)
            points -= line->digits[i - 1] == 0 ? 8 : 4;
    }
    return points;
}

void classic_internal_init(struct classic_knowledge *knowledge)
{
    for (unsigned kind = 0; kind < CLASSIC_LINE_KINDS; kind++) {
        unsigned length = kind <= CLASSIC_DIAGONAL ? 8 : 8 - (kind - CLASSIC_DIAGONAL);
        unsigned states = length == 8 ? CLASSIC_LINE_STATES : powers[length];
        for (unsigned number = 0; number < states; number++) {
            struct content line = read_line(number, length);
            knowledge->mobility[kind][number] =
                (int16_t)(mobility_of((enum classic_line_kind)kind, &line, 1) -
                          mobility_of((enum classic_line_kind)kind, &line, 2));
            knowledge->occupation[kind][number] =
                (int16_t)(occupation_of(&line, 1) - occupation_of(&line, 2));
        }
    }
}

int classic_bill(const struct classic_judge *judge, const struct classic_board *board)
{
    const struct classic_knowledge *knowledge = judge->knowledge;
    int played = (int)classic_filled(board) - 4;
    int mobile = 350 - 2 * played;
    int occupied = played < 10   ? 200 - played
                   : played < 20 ? 210 - 2 * played
                   : played < 40 ? 270 - 5 * played
                   : played < 50 ? 350 - 7 * played
                                 : 0;
    int64_t edges = 0, mobility = 0, occupation = 0;
    for (unsigned i = 0; i < 4; i++)
        edges +=
            knowledge->edges.bill[board->turn][classic_edge_number(&knowledge->geometry, board, i)];
    for (unsigned i = 0; i < CLASSIC_LINES; i++) {
        enum classic_line_kind kind = knowledge->geometry.lines[i].kind;
        mobility += knowledge->mobility[kind][board->lines[i]];
        occupation += knowledge->occupation[kind][board->lines[i]];
    }
    /* An edge goes to 8000, mobility and occupation of all lines to some thousands and hundreds:
     * both are brought to the scale of the edges. */
    int64_t worth = 500 * edges * judge->position / 100 +
                    mobile * mobility * judge->mobility / 100 +
                    occupied * 16 * occupation * judge->discs / 100;
    return (int)((board->turn == 0 ? worth : -worth) / 1000);
}
