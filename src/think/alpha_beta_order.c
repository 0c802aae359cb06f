/* Which move first: the table's, then by the game's own promises, and among equal ones those that
 * cut off lately at this ply (killer moves) and those that cut off often anywhere (history
 * heuristic). Promises are asked only when the table's move was not enough, and only the best few
 * are sorted out: where none of those is good, mostly all must be seen. */
#include "think/alpha_beta.h"

#include "base/bits.h"

#include <stdlib.h>

enum { SORTED = 8, KILLER = 1 << 30, HISTORY_MOST = 1 << 28 };

/* A number that tells moves apart, nearly always. */
static uint64_t code_of(struct zm_bytes move)
{
    uint64_t code = 0;
    if (move.size > sizeof code)
        return zm_bytes_hash(move);
    if (move.size > 0)
        memcpy(&code, move.data, move.size);
    code = (code + move.size + 1) * ZM_MIX;
    return code ^ code >> 32;
}

bool zm_order_begin(struct zm_alpha_beta *search, struct zm_ply *ply, uint16_t first)
{
    if (ply->capacity < ply->moves.count) {
        struct zm_pick *more = realloc(ply->picks, ply->moves.count * sizeof *more);
        search->failed |= more == NULL;
        if (more == NULL)
            return false;
        ply->picks = more;
        ply->capacity = ply->moves.count;
    }
    ply->first = first < ply->moves.count ? first : ZM_NO_MOVE;
    ply->scored = false;
    return true;
}

static int64_t promise_of(struct zm_alpha_beta *search, const struct zm_ply *ply, uint32_t index)
{
    const struct zm_judgement *judgement = search->game.game->judgement;
    struct zm_bytes move = zm_list_at(&ply->moves, index);
    uint64_t code = code_of(move);
    int64_t promise = 0;
    if (judgement != NULL && judgement->promise != NULL)
        promise = judgement->promise(search->game.state, zm_buffer_bytes(&ply->position), move);
    int64_t habit = code == ply->killers[0]   ? KILLER + 1
                    : code == ply->killers[1] ? KILLER
                                              : search->history[ply->mover][code % ZM_HISTORY];
    return promise * (INT64_C(1) << 32) + habit;
}

static void score(struct zm_alpha_beta *search, struct zm_ply *ply)
{
    size_t count = 0;
    if (ply->first != ZM_NO_MOVE)
        ply->picks[count++] = (struct zm_pick){INT64_MAX, ply->first};
    for (uint32_t i = 0; i < ply->moves.count; i++)
        if (i != ply->first)
            ply->picks[count++] = (struct zm_pick){promise_of(search, ply, i), i};
    ply->scored = true;
}

uint32_t zm_order_next(struct zm_alpha_beta *search, struct zm_ply *ply, size_t tried)
{
    if (tried == 0 && ply->first != ZM_NO_MOVE)
        return ply->first;
    if (!ply->scored)
        score(search, ply);
    if (tried >= SORTED)
        return ply->picks[tried].index;
    size_t best = tried;
    for (size_t i = tried + 1; i < ply->moves.count; i++)
        if (ply->picks[i].promise > ply->picks[best].promise)
            best = i;
    /* The others keep their order: what the game lists first stays first. */
    struct zm_pick chosen = ply->picks[best];
    memmove(&ply->picks[tried + 1], &ply->picks[tried], (best - tried) * sizeof chosen);
    ply->picks[tried] = chosen;
    return chosen.index;
}

void zm_order_reward(struct zm_alpha_beta *search, struct zm_ply *ply, uint32_t index,
                     unsigned depth)
{
    uint64_t code = code_of(zm_list_at(&ply->moves, index));
    int32_t *history = &search->history[ply->mover][code % ZM_HISTORY];
    if (code != ply->killers[0]) {
        ply->killers[1] = ply->killers[0];
        ply->killers[0] = code;
    }
    *history += (int32_t)(depth * depth);
    if (*history > HISTORY_MOST)
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < ZM_HISTORY; i++)
                search->history[side][i] /= 2;
}
