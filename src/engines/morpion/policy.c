/* Random games by a policy, and learning from them; see policy.h. */
#include "engines/morpion/policy.h"

#include "base/bits.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* The legal moves while a game is played, in no order. */
enum { MOST = 128, ROOM = MOST + ZM_PAPER_NEW };
struct chances {
    zm_paper_move moves[ROOM];
    float weights[ROOM];
    uint16_t codes[ROOM], from[ROOM];
    unsigned count;
    double sum; /* of the weights */
};

static inline uint16_t code_of(zm_paper_move move)
{
    unsigned lane = move >> 6 & 511, x = zm_paper_x(move), y = zm_paper_y(move);
    unsigned direction = lane < 64 ? 0 : lane < 128 ? 1 : lane < 256 ? 2 : 3;
    unsigned index = (direction == 1 ? y : x) - (move & ZM_PAPER_FIRST);
    return (uint16_t)(((y % ZM_POLICY_SIDE * ZM_POLICY_SIDE + x % ZM_POLICY_SIDE) * 4 + direction) *
                          5 +
                      index);
}

void zm_policy_player_begin(struct zm_policy_player *player, const struct zm_morpion_walk *walk,
                            uint64_t seed)
{
    player->legal_count = zm_paper_begin(&player->paper, walk, player->legal);
    memcpy(player->start, player->paper.lanes, sizeof player->start);
    player->most = walk->variant->most - walk->played_count;
    player->lots = zm_mix64(seed + ZM_MIX) | 1;
}

void zm_policy_reset(struct zm_policy *policy)
{
    for (unsigned i = 0; i < ZM_POLICY_WEIGHTS; i++)
        policy->weights[i] = 1;
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

static inline void add(struct chances *chances, const struct zm_policy *policy, zm_paper_move move,
                       unsigned now)
{
    unsigned at = chances->count++;
    uint16_t code = code_of(move);
    float weight = policy->weights[code];
    chances->moves[at] = move;
    chances->weights[at] = weight;
    chances->codes[at] = code;
    chances->from[at] = (uint16_t)now;
    chances->sum += weight;
}

/* Which of the moves a lot below the sum of their weights falls on. */
static inline unsigned choose(const struct chances *chances, double lot)
{
    unsigned chosen = 0;
    float left = (float)lot;
    while (chosen + 1 < chances->count && left >= chances->weights[chosen])
        left -= chances->weights[chosen++];
    return chosen;
}

/* A bit for each of the moves from `begin` on, at most 64, that a move excludes. */
static inline uint64_t excluded(const struct zm_paper *paper, zm_paper_move move,
                                const struct chances *chances, unsigned begin)
{
    unsigned end = chances->count - begin < 64 ? chances->count : begin + 64;
    uint64_t hits = 0;
#if defined(__SSE2__)
    const __m128i one = _mm_set1_epi32((int)move), zero = _mm_setzero_si128();
    const __m128i dot = _mm_set1_epi32((int)ZM_PAPER_DOT);
    const __m128i lane = _mm_set1_epi32((int)ZM_PAPER_LANE);
    const __m128i first = _mm_set1_epi32((int)ZM_PAPER_FIRST);
    const __m128i span = _mm_set1_epi32((int)paper->span);
    const __m128i here = _mm_and_si128(one, first);
    for (unsigned i = begin; i < end; i += 4) {
        __m128i four = _mm_loadu_si128((const __m128i *)(const void *)(chances->moves + i));
        __m128i differ = _mm_xor_si128(one, four);
        __m128i apart = _mm_sub_epi32(_mm_and_si128(four, first), here);
        __m128i near = _mm_and_si128(_mm_cmplt_epi32(apart, span),
                                     _mm_cmplt_epi32(_mm_sub_epi32(zero, apart), span));
        __m128i lanes = _mm_cmpeq_epi32(_mm_and_si128(differ, lane), zero);
        __m128i hit = _mm_or_si128(_mm_cmpeq_epi32(_mm_and_si128(differ, dot), zero),
                                   _mm_and_si128(lanes, near));
        hits |= (uint64_t)(unsigned)_mm_movemask_ps(_mm_castsi128_ps(hit)) << (i - begin);
    }
#else
    for (unsigned i = begin; i < end; i++)
        hits |= (uint64_t)zm_paper_conflict(paper, move, chances->moves[i]) << (i - begin);
#endif
    return end - begin == 64 ? hits : hits & (((uint64_t)1 << (end - begin)) - 1);
}

/* Ends the stretch of a move; the last one takes its place. */
static inline void drop(struct chances *chances, unsigned at, unsigned to, bool made,
                        struct zm_policy_game *game)
{
    game->stretches[game->stretch_count++] =
        (struct zm_stretch){chances->codes[at], chances->from[at], (uint16_t)to, made};
    unsigned last = --chances->count;
    chances->sum -= chances->weights[at];
    chances->moves[at] = chances->moves[last];
    chances->weights[at] = chances->weights[last];
    chances->codes[at] = chances->codes[last];
    chances->from[at] = chances->from[last];
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
            drop(chances, begin + at, now + 1, chances->moves[begin + at] == move, game);
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

void zm_policy_play(struct zm_policy_player *player, const struct zm_policy *policy,
                    struct zm_policy_game *game)
{
    struct zm_paper *paper = &player->paper;
    struct chances chances;
    unsigned now = 0;
    chances.count = 0;
    chances.sum = 0;
    memcpy(paper->lanes, player->start, sizeof paper->lanes);
    game->stretch_count = 0;
    for (unsigned i = 0; i < player->legal_count && i < MOST; i++)
        add(&chances, policy, player->legal[i], 0);
    for (; has_room(&chances, game) && now < player->most; now++) {
        zm_paper_move found[ZM_PAPER_NEW];
        zm_paper_move move = chances.moves[choose(&chances, draw(player) * chances.sum)];
        zm_paper_flip(paper, move);
        game->moves[now] = move;
        unsigned more = zm_paper_made_possible(paper, move, found);
        make(paper, move, &chances, now, game);
        for (unsigned i = 0; i < more; i++)
            add(&chances, policy, found[i], now + 1);
    }
    game->length = now;
    while (chances.count > 0)
        drop(&chances, chances.count - 1, now, false, game);
}

/* The exponential function to six digits: two to the whole part, by the exponent of a float, times
 * a polynomial for the rest. */
static inline float fast_exp(float x)
{
    float power = x * 1.44269504f;
    power = power < -60 ? -60 : power > 60 ? 60 : power;
    int whole = (int)(power + 1024) - 1024;
    float rest = power - (float)whole;
    union {
        uint32_t bits;
        float value;
    } two = {(uint32_t)(whole + 127) << 23};
    return two.value *
           (1 + rest * (0.69314718f +
                        rest * (0.24022650f +
                                rest * (0.05550332f + rest * (0.00967144f + rest * 0.00132697f)))));
}

/* Weights stay where sums of them are exact enough. */
static inline float bounded(float weight)
{
    return weight < 1e-12f ? 1e-12f : weight > 1e12f ? 1e12f : weight;
}

void zm_policy_adapt(struct zm_policy *policy, const struct zm_policy_game *game, double alpha)
{
    double all[ZM_MORPION_PLAYED + 2], chosen[ZM_MORPION_PLAYED + 1], sum = 0, inverse = 0;
    memset(all, 0, (game->length + 2) * sizeof *all);
    for (unsigned i = 0; i < game->stretch_count; i++) {
        const struct zm_stretch *stretch = &game->stretches[i];
        double weight = policy->weights[stretch->code];
        all[stretch->from] += weight;
        all[stretch->to] -= weight;
        if (stretch->made)
            chosen[stretch->to - 1] = weight;
    }
    for (unsigned t = 0; t < game->length; t++) {
        sum += all[t];
        all[t] = inverse;
        inverse += 1 / (sum > chosen[t] ? sum : chosen[t]);
    }
    all[game->length] = inverse;
    for (unsigned i = 0; i < game->stretch_count; i++) {
        const struct zm_stretch *stretch = &game->stretches[i];
        float *weight = &policy->weights[stretch->code];
        double share = *weight * (all[stretch->to] - all[stretch->from]);
        *weight = bounded(*weight * fast_exp((float)(alpha * (stretch->made - share))));
    }
}

void zm_policy_game_copy(const struct zm_policy_game *game, struct zm_policy_game *copy)
{
    copy->length = game->length;
    copy->stretch_count = game->stretch_count;
    memcpy(copy->moves, game->moves, game->length * sizeof *game->moves);
    memcpy(copy->stretches, game->stretches, game->stretch_count * sizeof *game->stretches);
}
