/* Canonical trees and reduced canonical trees of positions: strong solutions. */
#ifndef ZM_SOLVE_TREE_H
#define ZM_SOLVE_TREE_H

#include "solve/calculation.h"

extern const struct zm_calculation zm_tree_calculation;
extern const struct zm_calculation zm_rct_calculation;
extern const struct zm_calculation zm_genus_calculation;

#endif
