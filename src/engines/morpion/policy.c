/* Random games by a policy, and learning from them; see policy.h. */
#include "engines/morpion/policy.h"

#include "base/bits.h"

#include <math.h>
#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

/* The legal moves while a game is played, in no order: their dots and their lines (lane and first
 * bit) apart, so that many are compared at once. */
enum { MOST = 128, ROOM = MOST + ZM_PAPER_NEW + 12 };
struct chances {
    uint16_t dots[ROOM], lines[ROOM];
    float weights[ROOM]; /* zero behind the last */
    struct zm_since since[ROOM];
    unsigned count;
    double sum; /* of the weights */
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

/* A number from 0 to below 1 (xorshift64*, Vigna). */
static inline float draw(struct zm_policy_player *player)
{
    uint64_t x = player->lots;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    player->lots = x;
    return (float)(x * UINT64_C(0x2545f4914f6cdd1d) >> 40) * 0x1p-24f;
}

/* `selective`: lighter moves are as good as barred while there are others. */
static inline void add(struct chances *chances, const struct zm_policy *policy, float selective,
                       zm_paper_move move, uint16_t code, unsigned now)
{
    unsigned at = chances->count++;
    float weight = policy->weights[code];
    weight *= weight < selective ? 1e-9f : 1;
    chances->dots[at] = (uint16_t)(move >> 15);
    chances->lines[at] = move & 0x7fff;
    chances->weights[at] = weight;
    chances->since[at] = (struct zm_since){code, (uint16_t)now};
    chances->sum += weight;
}

static inline zm_paper_move move_at(const struct chances *chances, unsigned at)
{
    return (zm_paper_move)chances->dots[at] << 15 | chances->lines[at];
}

#if defined(__SSE4_1__)
/* The sums of the first one, two, three and four of four numbers. */
static inline __m128 sums_of(__m128 four)
{
    __m128i shifted = _mm_slli_si128(_mm_castps_si128(four), 4);
    __m128 pairs = _mm_add_ps(four, _mm_castsi128_ps(shifted));
    return _mm_add_ps(pairs, _mm_castsi128_ps(_mm_slli_si128(_mm_castps_si128(pairs), 8)));
}

/* Which of the moves a lot below the sum of their weights falls on: as many as there are whose
 * weights, with all before, sum up to no more than it. No branch depends on the lot. */
static inline unsigned choose(const struct chances *chances, float lot)
{
    const __m128 target = _mm_set1_ps(lot);
    __m128 before = _mm_setzero_ps();
    unsigned passed = 0;
    for (unsigned i = 0; i < chances->count; i += 8) {
        __m128 one = sums_of(_mm_loadu_ps(chances->weights + i));
        __m128 two = sums_of(_mm_loadu_ps(chances->weights + i + 4));
        two = _mm_add_ps(two, _mm_shuffle_ps(one, one, 0xff));
        one = _mm_add_ps(one, before);
        two = _mm_add_ps(two, before);
        before = _mm_shuffle_ps(two, two, 0xff);
        __m128i both = _mm_packs_epi32(_mm_castps_si128(_mm_cmple_ps(one, target)),
                                       _mm_castps_si128(_mm_cmple_ps(two, target)));
        passed += (unsigned)__builtin_popcount((unsigned)_mm_movemask_epi8(both));
    }
    passed /= 2;
    return passed < chances->count ? passed : chances->count - 1;
}

/* A bit for each of the moves from `begin` on, at most 64, that a move excludes: those with its dot,
 * and those whose lines begin nearer than `span` on the same lane (lanes are 64 bits apart, and no
 * line begins in the first or last four). */
static inline uint64_t excluded(const struct zm_paper *paper, zm_paper_move move,
                                const struct chances *chances, unsigned begin)
{
    unsigned end = chances->count - begin < 64 ? chances->count : begin + 64;
    uint64_t hits = 0;
    const __m128i dot = _mm_set1_epi16((short)(move >> 15));
    const __m128i lowest = _mm_set1_epi16((short)((move & 0x7fff) - paper->span + 1));
    const __m128i wide = _mm_set1_epi16((short)(2 * paper->span - 2));
    for (unsigned i = begin; i < end; i += 16) {
        __m128i hit[2];
        for (unsigned k = 0; k < 2; k++) {
            const void *dots = chances->dots + i + 8 * k, *lines = chances->lines + i + 8 * k;
            __m128i apart = _mm_sub_epi16(_mm_loadu_si128((const __m128i *)lines), lowest);
            hit[k] = _mm_or_si128(_mm_cmpeq_epi16(_mm_loadu_si128((const __m128i *)dots), dot),
                                  _mm_cmpeq_epi16(_mm_min_epu16(apart, wide), apart));
        }
        hits |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_packs_epi16(hit[0], hit[1]))
                << (i - begin);
    }
    return end - begin == 64 ? hits : hits & (((uint64_t)1 << (end - begin)) - 1);
}
#else
static inline unsigned choose(const struct chances *chances, float lot)
{
    unsigned chosen = 0;
    while (chosen + 1 < chances->count && lot >= chances->weights[chosen])
        lot -= chances->weights[chosen++];
    return chosen;
}

static inline uint64_t excluded(const struct zm_paper *paper, zm_paper_move move,
                                const struct chances *chances, unsigned begin)
{
    unsigned end = chances->count - begin < 64 ? chances->count : begin + 64;
    uint64_t hits = 0;
    for (unsigned i = begin; i < end; i++)
        hits |= (uint64_t)zm_paper_conflict(paper, move, move_at(chances, i)) << (i - begin);
    return hits;
}
#endif

/* Ends the stretch of a move; the last one takes its place. */
static inline void drop(struct chances *chances, unsigned at, unsigned to, bool made,
                        struct zm_policy_game *game)
{
    game->stretches[game->stretch_count++] =
        (struct zm_stretch){chances->since[at], (uint16_t)to, made};
    unsigned last = --chances->count;
    chances->sum -= chances->weights[at];
    chances->dots[at] = chances->dots[last];
    chances->lines[at] = chances->lines[last];
    chances->weights[at] = chances->weights[last];
    chances->since[at] = chances->since[last];
    chances->weights[last] = 0;
}

/* Drops a move that is made and all that it excludes. */
static inline void make(const struct zm_paper *paper, zm_paper_move move, struct chances *chances,
                        unsigned now, struct zm_policy_game *game)
{
    double before = chances->sum;
    for (unsigned begin = (chances->count - 1) / 64 * 64 + 64; begin > 0;) {
        begin -= 64;
        for (uint64_t hits = excluded(paper, move, chances, begin); hits != 0;) {
            unsigned at = 63 - (unsigned)__builtin_clzll(hits);
            hits ^= (uint64_t)1 << at;
            drop(chances, begin + at, now + 1, move_at(chances, begin + at) == move, game);
        }
    }
    if (1024 * chances->sum > before)
        return;
    chances->sum = 0; /* what a large weight has left of small ones is not exact */
    for (unsigned i = 0; i < chances->count; i++)
        chances->sum += chances->weights[i];
}

/* Are there moves, and room for what one of them leads to? All games ever played had it. */
static inline bool has_room(const struct chances *chances, const struct zm_policy_game *game)
{
    return chances->count > 0 && chances->count <= MOST &&
           game->stretch_count <= ZM_GAME_STRETCHES - 2 * ROOM;
}

/* May a game go on, and is it, in its second half, worth going on? */
static inline bool has_hope(const struct zm_policy_player *player, unsigned now, unsigned legal)
{
    return now < player->most &&
           (2 * now < player->hoped || now + player->each * legal >= player->hoped);
}

/* Makes a move, and brings the legal ones up to date. */
static inline void step(struct zm_policy_player *player, zm_paper_move move,
                        const struct zm_policy *policy, struct chances *chances, unsigned now,
                        struct zm_policy_game *game)
{
    struct zm_paper *paper = &player->paper;
    struct zm_paper_place at = zm_paper_at(zm_paper_x(move), zm_paper_y(move));
    uint32_t windows[4];
    uint32_t lines = zm_paper_lines(paper, at, move, windows);
    zm_paper_flip(paper, move);
    make(paper, move, chances, now, game);
    for (; lines != 0; lines &= lines - 1) {
        unsigned line = (unsigned)__builtin_ctz(lines), index;
        zm_paper_move found = zm_paper_lacking(paper, at, windows, line, &index);
        add(chances, policy, player->selective, found, code_at(found, line / 5, index), now + 1);
    }
}

void zm_policy_play(struct zm_policy_player *player, const struct zm_policy *policy,
                    struct zm_policy_game *game)
{
    struct zm_paper *paper = &player->paper;
    struct chances chances;
    unsigned now = 0;
    chances.count = 0;
    chances.sum = 0;
    memset(chances.weights, 0, sizeof chances.weights);
    memcpy(paper->lanes, player->start, sizeof paper->lanes);
    game->stretch_count = 0;
    for (unsigned i = 0; i < player->legal_count && i < MOST; i++)
        add(&chances, policy, player->selective, player->legal[i], player->codes[i], 0);
    for (; has_room(&chances, game) && has_hope(player, now, chances.count); now++) {
        zm_paper_move move =
            move_at(&chances, choose(&chances, (float)(draw(player) * chances.sum)));
        game->moves[now] = move;
        step(player, move, policy, &chances, now, game);
    }
    game->length = now;
    while (chances.count > 0)
        drop(&chances, chances.count - 1, now, false, game);
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
