/* Guesses about claims, learned by playing; see guess.h. */
#include "engines/go/guess.h"

#include "base/random.h"

#include <math.h>
#include <stdlib.h>

enum {
    SHAPES = 5,
    KINDS = 4,        /* of games: undisturbed, the other is, and twice both are */
    LONGEST_GAME = 3, /* moves for each point; what takes longer counts as lost */
    WINDOW_POINTS = 12,
};
static const unsigned shapes[SHAPES][2] = {{3, 3}, {3, 4}, {4, 3}, {2, 5}, {5, 2}};
static const float fast = 0.03f, slow = 0.003f; /* how much is learned, first and last */
static const float worn = 0.98f; /* what is left of a claim after each move of its own */
static const float trust = 0.3f; /* in how the game ended, not in the next guess */

/* -- windows -- */

static uint32_t points_of(const struct small_size *size, const struct guess_window *window)
{
    uint32_t row = ((UINT32_C(1) << window->columns) - 1) << window->corner, points = 0;
    for (unsigned i = 0; i < window->rows; i++)
        points |= row << i * size->columns;
    return points;
}

static uint32_t power_of_three(unsigned exponent)
{
    uint32_t power = 1;
    while (exponent-- > 0)
        power *= 3;
    return power;
}

/* The digit of a point of a window is its place among those of the window whose numbers are
 * shared, to which the symmetry takes it. */
static uint32_t digit_of(uint32_t shared, unsigned image_point)
{
    uint32_t before = shared & ((UINT32_C(1) << image_point) - 1);
    return power_of_three((unsigned)__builtin_popcount(before));
}

/* Says what each row of a window adds, when a symmetry takes it to `shared`. */
static void write_codes(struct guess *guess, struct guess_window *window, uint32_t shared,
                        unsigned image)
{
    const struct small_size *size = guess->claim->size;
    unsigned columns = window->columns;
    for (unsigned i = 0; i < window->rows; i++) {
        uint32_t *codes = guess->codes + guess->code_count;
        window->row[i] = codes;
        guess->code_count += UINT32_C(1) << 2 * columns;
        for (uint32_t set = 0; set < UINT32_C(1) << 2 * columns; set++) {
            codes[set] = 0;
            for (unsigned k = 0; k < columns; k++) {
                unsigned point = window->corner + i * size->columns + k;
                uint32_t digit = digit_of(shared, size->images[image][point]);
                codes[set] += digit * ((set >> k & 1) + 2 * (set >> (columns + k) & 1));
            }
        }
    }
}

/* Adds a window; its numbers are those of an earlier one that a symmetry takes it to, or new. */
static void add_window(struct guess *guess, unsigned rows, unsigned columns, unsigned corner)
{
    const struct small_size *size = guess->claim->size;
    struct guess_window *window = &guess->windows[guess->window_count];
    *window = (struct guess_window){.rows = rows, .columns = columns, .corner = corner};
    uint32_t points = points_of(size, window), shared = points;
    unsigned image = 0, which = guess->window_count++;
    for (unsigned i = 0; i < which && shared == points; i++)
        for (unsigned k = 0; k < size->symmetries && shared == points; k++)
            if (small_turned(size, k, points) == points_of(size, &guess->windows[i])) {
                shared = points_of(size, &guess->windows[i]);
                image = k;
                which = i;
            }
    window->first = guess->windows[which].first;
    if (which == guess->window_count - 1) {
        window->first = guess->weight_count;
        guess->weight_count += power_of_three(rows * columns);
    }
    write_codes(guess, window, shared, image);
}

bool guess_open(struct guess *guess, const struct force *claim)
{
    const struct small_size *size = claim->size;
    *guess = (struct guess){.claim = claim};
    guess->codes = malloc(sizeof(uint32_t) * GUESS_WINDOWS * (GUESS_ROWS << 2 * GUESS_ROWS));
    for (unsigned i = 0; guess->codes != NULL && i < SHAPES; i++)
        for (unsigned row = 0; row + shapes[i][0] <= size->rows; row++)
            for (unsigned column = 0; column + shapes[i][1] <= size->columns; column++)
                add_window(guess, shapes[i][0], shapes[i][1], row * size->columns + column);
    for (int i = 0; i < 2; i++)
        guess->weights[i] = calloc(guess->weight_count + 1, sizeof(float));
    return guess->codes != NULL && guess->weights[0] != NULL && guess->weights[1] != NULL;
}

void guess_close(struct guess *guess)
{
    free(guess->codes);
    free(guess->weights[0]);
    free(guess->weights[1]);
    *guess = (struct guess){0};
}

/* Which of the weights belongs to what a window shows. */
static uint32_t weight_at(const struct guess *guess, const struct guess_window *window,
                          const struct small_board *board)
{
    const uint32_t mask = (UINT32_C(1) << window->columns) - 1;
    unsigned hero = guess->claim->hero, shift = window->corner;
    uint32_t own = board->stones[hero], other = board->stones[1 - hero], sum = window->first;
    for (unsigned i = 0; i < window->rows; i++, shift += guess->claim->size->columns)
        sum += window->row[i][(own >> shift & mask) | (other >> shift & mask) << window->columns];
    return sum;
}

static float chance_of(float sum)
{
    return 1 / (1 + expf(-sum));
}

float guess_of(const struct guess *guess, const struct force_place *place)
{
    const float *weights = guess->weights[place->turn == guess->claim->hero];
    float sum = 0;
    for (unsigned i = 0; i < guess->window_count; i++)
        sum += weights[weight_at(guess, &guess->windows[i], &place->board)];
    return chance_of(sum);
}

/* -- learning -- */

static void draw_towards(struct guess *guess, const struct force_place *place, float aim,
                         float rate)
{
    float *weights = guess->weights[place->turn == guess->claim->hero];
    float change = rate * (aim - guess_of(guess, place));
    for (unsigned i = 0; i < guess->window_count; i++)
        weights[weight_at(guess, &guess->windows[i], &place->board)] += change;
}

unsigned guess_moves(const struct force *claim, const struct force_place *place,
                     struct guess_move moves[SMALL_POINTS + 1])
{
    struct force_place next[SMALL_POINTS + 1];
    uint8_t points[SMALL_POINTS];
    unsigned count = force_moves(claim->size, place, next, points);
    if (place->turn != claim->hero && !place->passed)
        next[count++] = (struct force_place){place->board, (uint8_t)claim->hero, true, 0};
    for (unsigned i = 0; i < count; i++) {
        moves[i] = (struct guess_move){next[i], force_decided(claim, &next[i]), 0};
        bool may = moves[i].decided == 0 && next[i].turn == claim->hero;
        if (may && force_has_last(claim, &next[i]))
            moves[i] = (struct guess_move){next[i], 1, 1};
    }
    return count;
}

/* A game being played: places, what each is drawn towards, and whether its move was a whim. */
struct learned {
    struct force_place places[LONGEST_GAME * SMALL_POINTS];
    float aims[LONGEST_GAME * SMALL_POINTS];
    bool whims[LONGEST_GAME * SMALL_POINTS];
    unsigned count;
};

static bool is_better(const struct guess *guess, const struct force_place *place, float a, float b)
{
    return place->turn == guess->claim->hero ? a > b : a < b;
}

/* How often, of a hundred moves, a side plays a whim. */
static unsigned whims_of(const struct guess *guess, const struct force_place *place, unsigned kind,
                         unsigned moves)
{
    bool own = place->turn == guess->claim->hero;
    if (kind == 0 || (own && kind == 1))
        return 0;
    if (own)
        return 15;
    return moves <= 1 ? 90 : kind == 1 ? 25 : 20;
}

/* Plays a move; returns whether the game goes on, else sets how it ended. */
static bool play_on(struct guess *guess, struct learned *game, struct force_place *place,
                    unsigned kind, struct zm_random *random, float *end)
{
    struct guess_move moves[SMALL_POINTS + 1];
    float values[SMALL_POINTS + 1];
    unsigned count = guess_moves(guess->claim, place, moves), best = 0;
    bool own = place->turn == guess->claim->hero;
    *end = 0;
    for (unsigned i = 0; i < count; i++) {
        values[i] =
            moves[i].decided != 0 ? (float)(moves[i].decided > 0) : guess_of(guess, &moves[i].next);
        best = is_better(guess, place, values[i], values[best]) ? i : best;
    }
    if (count == 0)
        return false;
    unsigned chosen = best, at = game->count++;
    if (zm_random_below(random, 100) < whims_of(guess, place, kind, at)) {
        unsigned other = (unsigned)zm_random_below(random, count);
        chosen = (unsigned)zm_random_below(random, count);
        chosen = is_better(guess, place, values[other], values[chosen]) ? other : chosen;
    }
    game->places[at] = *place;
    game->whims[at] = chosen != best;
    game->aims[at] = own ? worn * values[best] : values[best];
    *place = moves[chosen].next;
    *end = values[chosen];
    return moves[chosen].decided == 0;
}

/* Plays a game and learns from it, from its end on. Was it won? */
static bool learn_game(struct guess *guess, const struct force_place *root, unsigned kind,
                       float rate, struct zm_random *random)
{
    struct learned game = {.count = 0};
    struct force_place place = *root;
    unsigned longest = LONGEST_GAME * guess->claim->size->points;
    float end;
    while (play_on(guess, &game, &place, kind, random, &end))
        if (game.count == longest) {
            end = 0;
            break;
        }
    float later = end;
    for (unsigned i = game.count; i-- > 0;) {
        float left = game.places[i].turn == guess->claim->hero ? worn : 1;
        later = game.whims[i] ? game.aims[i] : (1 - trust) * game.aims[i] + trust * left * later;
        draw_towards(guess, &game.places[i], later, rate);
    }
    return end > 0.5f;
}

float guess_learn(struct guess *guess, const struct force_place *root, unsigned games)
{
    struct zm_random random = zm_random_seeded(guess->claim->run->seed);
    unsigned played = 0, won = 0;
    for (unsigned i = 0; i < games && !zm_run_stopped(guess->claim->run); i++) {
        unsigned kind = i % KINDS;
        float rate = fast + (slow - fast) * (float)i / (float)games;
        bool wins = learn_game(guess, root, kind, rate, &random);
        if (kind == 0 && i >= games - games / 8) {
            played++;
            won += wins;
        }
        if (i % 64 == 0)
            zm_run_poll(guess->claim->run, 0, 0);
    }
    return played == 0 ? 0 : (float)won / (float)played;
}
