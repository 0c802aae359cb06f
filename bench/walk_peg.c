/* Peg solitaire for `bench walk`: the English board, its jumps by code that knows the struct. */
#include "bench/walk.h"

#include "games/peg/peg.h"

#include <stdlib.h>

static inline unsigned bare_moves(const struct zm_peg_walk *peg, uint16_t *moves)
{
    const struct zm_peg_board *board = peg->board;
    uint64_t pegs = peg->pegs;
    unsigned count = 0;
    for (unsigned i = 0; i < board->jump_count; i++)
        if (((pegs ^ board->jumps[i].to) & board->jumps[i].all) == board->jumps[i].all)
            moves[count++] = (uint16_t)i;
    return count;
}

static uint64_t bare_perft(void *here, unsigned depth)
{
    struct zm_peg_walk *peg = here;
    uint16_t moves[ZM_PEG_JUMPS];
    uint64_t leaves = 0;
    unsigned count = bare_moves(peg, moves);
    for (unsigned i = 0; i < count; i++) {
        peg->pegs ^= peg->board->jumps[moves[i]].all;
        leaves += depth == 1 ? 1 : bare_perft(peg, depth - 1);
        peg->pegs ^= peg->board->jumps[moves[i]].all;
    }
    return leaves;
}

static uint64_t bare_playouts(const void *start, unsigned count, struct zm_random *random,
                              int64_t *worth)
{
    uint16_t moves[ZM_PEG_JUMPS];
    uint64_t made = 0;
    for (unsigned i = 0; i < count; i++) {
        struct zm_peg_walk peg = *(const struct zm_peg_walk *)start;
        for (unsigned legal = bare_moves(&peg, moves); legal > 0; made++) {
            peg.pegs ^= peg.board->jumps[moves[zm_walk_draw(random, legal)]].all;
            legal = bare_moves(&peg, moves);
        }
        *worth += zm_peg_goal_reached(peg.board, peg.pegs);
    }
    return made;
}

static bool open_peg(void **state, void **here)
{
    struct zm_settings settings = {0};
    struct zm_buffer position = {0};
    bool ok = zm_settings_declare(&settings, zm_peg.params, NULL) == ZM_OK &&
              zm_peg.open(&settings, state, NULL) == ZM_OK;
    zm_settings_free(&settings);
    if (!ok)
        return false;
    *here = malloc(zm_peg_walk.size(*state));
    ok = *here != NULL && zm_peg.rules->parse(*state, "english", &position, NULL) == ZM_OK &&
         zm_peg_walk.begin(*state, zm_buffer_bytes(&position), *here, NULL) == ZM_OK;
    zm_buffer_free(&position);
    if (!ok) {
        free(*here);
        zm_peg.close(*state);
    }
    return ok;
}

static void close_peg(void *state, void *here)
{
    free(here);
    zm_peg.close(state);
}

const struct zm_walk_subject zm_walk_subject_peg = {
    .name = "peg",
    .walk = &zm_peg_walk,
    .depth = 8,
    .playouts = 400000,
    .open = open_peg,
    .close = close_peg,
    .perft = bare_perft,
    .playouts_of = bare_playouts,
};
