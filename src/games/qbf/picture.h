/* A position of the QBF game as its files share it, and its pictures. */
#ifndef ZM_GAMES_QBF_PICTURE_H
#define ZM_GAMES_QBF_PICTURE_H

#include "games/game.h"
#include "games/qbf/formula.h"

struct zm_qbf_position {
    struct zm_formula formula;
    uint32_t fixed, truth; /* how many variables have values, and which of them are true */
};

struct zm_qbf_position zm_qbf_read(struct zm_bytes bytes);

extern const struct zm_picture zm_qbf_picture;

#endif
