/* Random games by a policy, and learning from them; see policy.h. */
#include "engines/morpion/policy.h"

#include "base/bits.h"
#include "engines/morpion/chances.h"

#include <math.h>
#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

/* The legal moves while a game is played, each with where its weight stands and since when it is
 * legal. */
struct choices {
    struct zm_chances chances;
    struct zm_since since[ZM_CHANCES_ROOM];
};

static inline uint16_t code_at(zm_paper_move move, unsigned direction, unsigned index)
{
    unsigned x = zm_paper_x(move) % ZM_POLICY_SIDE, y = zm_paper_y(move) % ZM_POLICY_SIDE;
    return (uint16_t)((y * ZM_POLICY_SIDE + x) * 20 + direction * 5 + index);
}

static uint16_t code_of(zm_paper_move move)
{
    zm_morpion_move plain = zm_paper_to(move);
    return code_at(move, zm_morpion_direction_of(plain), zm_morpion_index(plain));
}

void zm_policy_player_begin(struct zm_policy_player *player, const struct zm_morpion_walk *walk,
                            uint64_t seed)
{
    player->legal_count = zm_paper_begin(&player->paper, walk, player->legal);
    memcpy(player->start, player->paper.lanes, sizeof player->start);
    for (unsigned i = 0; i < player->legal_count; i++)
        player->codes[i] = code_of(player->legal[i]);
    player->most = walk->variant->most - walk->played_count;
    player->lots = zm_mix64(seed + ZM_MIX) | 1;
    player->selective = 0;
    player->hoped = player->each = 0;
}

void zm_policy_reset(struct zm_policy *policy)
{
    for (unsigned i = 0; i < ZM_POLICY_WEIGHTS; i++)
        policy->weights[i] = 1;
}

void zm_policy_incline(struct zm_policy *policy, const struct zm_morpion_walk *walk, double bias)
{
    int sum_x = 0, sum_y = 0, dots = 0;
    for (unsigned y = 0; y < ZM_MORPION_SIDE; y++)
        for (unsigned x = 0; x < ZM_MORPION_SIDE; x++)
            if (zm_morpion_dot(&walk->board, x, y)) {
                sum_x += (int)x;
                sum_y += (int)y;
                dots++;
            }
    for (int place = 0; place < ZM_POLICY_SIDE * ZM_POLICY_SIDE; place++) {
        /* the weights are of a paper wrapped around: the distance is that to the nearer side */
        double across = fabs(remainder(place % ZM_POLICY_SIDE - (double)sum_x / dots, 32));
        double down = fabs(remainder(place / ZM_POLICY_SIDE - (double)sum_y / dots, 32));
        for (int i = 0; i < 20; i++)
            policy->weights[20 * place + i] = (float)exp(-bias * fmax(across, down));
    }
}

/* `selective`: lighter moves are as good as barred while there are others. */
static inline void add(struct choices *choices, const struct zm_policy *policy, float selective,
                       zm_paper_move move, uint16_t code, unsigned now)
{
    float weight = policy->weights[code];
    weight *= weight < selective ? 1e-9f : 1;
    choices->since[choices->chances.count] = (struct zm_since){code, (uint16_t)now};
    zm_chances_add(&choices->chances, move, weight);
}

/* Ends the stretch of a move; the last one takes its place. */
static inline void drop(struct choices *choices, unsigned at, unsigned to, bool made,
                        struct zm_policy_game *game)
{
    game->stretches[game->stretch_count++] =
        (struct zm_stretch){choices->since[at], (uint16_t)to, made};
    choices->since[at] = choices->since[choices->chances.count - 1];
    zm_chances_drop(&choices->chances, at);
}

/* Drops a move that is made and all that it excludes. */
static inline void make(const struct zm_paper *paper, zm_paper_move move, struct choices *choices,
                        unsigned now, struct zm_policy_game *game)
{
    struct zm_chances *chances = &choices->chances;
    double before = chances->sum;
    for (unsigned begin = zm_chances_last(chances); begin != ZM_CHANCES_NONE; begin -= 64)
        for (uint64_t hits = zm_chances_excluded(chances, paper, move, begin); hits != 0;) {
            unsigned at = 63 - (unsigned)__builtin_clzll(hits);
            hits ^= (uint64_t)1 << at;
            drop(choices, begin + at, now + 1, zm_chances_move(chances, begin + at) == move, game);
        }
    zm_chances_settle(chances, before);
}

/* Are there moves, and room for what one of them leads to? All games ever played had it. */
static inline bool has_room(const struct zm_chances *chances, const struct zm_policy_game *game)
{
    return chances->count > 0 && chances->count <= ZM_CHANCES_MOST &&
           game->stretch_count <= ZM_GAME_STRETCHES - 2 * ZM_CHANCES_ROOM;
}

/* May a game go on, and is it, in its second half, worth going on? */
static inline bool has_hope(const struct zm_policy_player *player, unsigned now, unsigned legal)
{
    return now < player->most &&
           (2 * now < player->hoped || now + player->each * legal >= player->hoped);
}

/* Makes a move, and brings the legal ones up to date. */
static inline void step(struct zm_policy_player *player, zm_paper_move move,
                        const struct zm_policy *policy, struct choices *choices, unsigned now,
                        struct zm_policy_game *game)
{
    struct zm_paper *paper = &player->paper;
    struct zm_paper_place at = zm_paper_at(zm_paper_x(move), zm_paper_y(move));
    uint32_t windows[4];
    uint32_t lines = zm_paper_lines(paper, at, move, windows);
    zm_paper_flip(paper, move);
    make(paper, move, choices, now, game);
    for (; lines != 0; lines &= lines - 1) {
        unsigned line = (unsigned)__builtin_ctz(lines), index;
        zm_paper_move found = zm_paper_lacking(paper, at, windows, line, &index);
        add(choices, policy, player->selective, found, code_at(found, line / 5, index), now + 1);
    }
}

/* Lays out the start of a game. */
static void lay_out(struct zm_policy_player *player, const struct zm_policy *policy,
                    struct choices *choices, struct zm_policy_game *game)
{
    zm_chances_clear(&choices->chances);
    memcpy(player->paper.lanes, player->start, sizeof player->start);
    game->stretch_count = 0;
    for (unsigned i = 0; i < player->legal_count && i < ZM_CHANCES_MOST; i++)
        add(choices, policy, player->selective, player->legal[i], player->codes[i], 0);
}

/* Ends a game after its moves, with the stretches of what is legal still. */
static void end(struct choices *choices, unsigned length, struct zm_policy_game *game)
{
    game->length = length;
    while (choices->chances.count > 0)
        drop(choices, choices->chances.count - 1, length, false, game);
}

void zm_policy_play(struct zm_policy_player *player, const struct zm_policy *policy,
                    struct zm_policy_game *game)
{
    struct choices choices;
    struct zm_chances *chances = &choices.chances;
    unsigned now = 0;
    lay_out(player, policy, &choices, game);
    for (; has_room(chances, game) && has_hope(player, now, chances->count); now++) {
        zm_paper_move move = zm_chances_choose(chances, &player->lots);
        game->moves[now] = move;
        step(player, move, policy, &choices, now, game);
    }
    end(&choices, now, game);
}

void zm_policy_repeat(struct zm_policy_player *player, const struct zm_policy *policy,
                      const zm_paper_move *moves, unsigned length, struct zm_policy_game *game)
{
    struct choices choices;
    unsigned now = 0;
    lay_out(player, policy, &choices, game);
    for (; now < length && has_room(&choices.chances, game); now++) {
        game->moves[now] = moves[now];
        step(player, moves[now], policy, &choices, now, game);
    }
    end(&choices, now, game);
}

/* Weights stay where sums of them are exact enough. */
static const float least = 1e-12f, greatest = 1e12f;

#if defined(__SSE4_1__)
/* The exponential function to six digits: two to the whole part, by the exponent of a float, times
 * a polynomial for the rest. */
static inline __m128 fast_exp(__m128 x)
{
    static const float terms[] = {0.00967144f, 0.05550332f, 0.24022650f, 0.69314718f, 1};
    __m128 power = _mm_mul_ps(x, _mm_set1_ps(1.44269504f));
    power = _mm_min_ps(_mm_max_ps(power, _mm_set1_ps(-60)), _mm_set1_ps(60));
    __m128 whole = _mm_floor_ps(power);
    __m128 rest = _mm_sub_ps(power, whole), value = _mm_set1_ps(0.00132697f);
    for (unsigned i = 0; i < 5; i++)
        value = _mm_add_ps(_mm_mul_ps(value, rest), _mm_set1_ps(terms[i]));
    __m128i exponent = _mm_add_epi32(_mm_cvtps_epi32(whole), _mm_set1_epi32(127));
    return _mm_mul_ps(value, _mm_castsi128_ps(_mm_slli_epi32(exponent, 23)));
}

/* Multiplies weights by the exponentials of steps times a rate. */
static void grow(float *weights, const float *steps, unsigned count, float rate)
{
    for (unsigned i = 0; i < count; i += 4) {
        __m128 step = _mm_mul_ps(_mm_load_ps(steps + i), _mm_set1_ps(rate));
        __m128 weight = _mm_mul_ps(_mm_load_ps(weights + i), fast_exp(step));
        weight = _mm_min_ps(_mm_max_ps(weight, _mm_set1_ps(least)), _mm_set1_ps(greatest));
        _mm_store_ps(weights + i, weight);
    }
}
#else
static void grow(float *weights, const float *steps, unsigned count, float rate)
{
    for (unsigned i = 0; i < count; i++)
        weights[i] = fminf(fmaxf(weights[i] * expf(rate * steps[i]), least), greatest);
}
#endif

/* Makes of the sum of weights that each position gains the sums of 1/(weights of all legal moves) of
 * the positions before it. `chosen`: the weights of the moves made, below which no sum may fall. */
static void invert(double *all, const float *chosen, unsigned length)
{
    double sum = 0, inverse = 0;
    for (unsigned t = 0; t < length; t++) {
        sum += all[t];
        all[t] = inverse;
        inverse += 1 / (sum > chosen[t] ? sum : chosen[t]);
    }
    all[length] = inverse;
}

void zm_policy_adapt(struct zm_policy *policy, const struct zm_policy_game *game, double alpha)
{
    double all[ZM_MORPION_PLAYED + 2];
    float chosen[ZM_MORPION_PLAYED + 1];
    _Alignas(16) float weights[ZM_GAME_STRETCHES + 4], steps[ZM_GAME_STRETCHES + 4];
    unsigned count = game->stretch_count;
    memset(all, 0, (game->length + 2) * sizeof *all);
    for (unsigned i = 0; i < count; i++) {
        const struct zm_stretch *stretch = &game->stretches[i];
        float weight = weights[i] = policy->weights[stretch->since.code];
        all[stretch->since.from] += weight;
        all[stretch->to] -= weight;
        if (stretch->made)
            chosen[stretch->to - 1] = weight;
    }
    invert(all, chosen, game->length);
    for (unsigned i = 0; i < count; i++) {
        const struct zm_stretch *stretch = &game->stretches[i];
        steps[i] =
            stretch->made - weights[i] * (float)(all[stretch->to] - all[stretch->since.from]);
    }
    for (unsigned i = count; i % 4 != 0; i++)
        weights[i] = steps[i] = 0;
    grow(weights, steps, count, (float)alpha);
    for (unsigned i = 0; i < count; i++)
        policy->weights[game->stretches[i].since.code] = weights[i];
}

void zm_policy_game_copy(const struct zm_policy_game *game, struct zm_policy_game *copy)
{
    copy->length = game->length;
    copy->stretch_count = game->stretch_count;
    memcpy(copy->moves, game->moves, game->length * sizeof *game->moves);
    memcpy(copy->stretches, game->stretches, game->stretch_count * sizeof *game->stretches);
}
