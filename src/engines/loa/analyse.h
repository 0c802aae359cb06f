/* The tool `analyse` of Lines of Action: a whole game, move by move. */
#ifndef ZM_ENGINES_LOA_ANALYSE_H
#define ZM_ENGINES_LOA_ANALYSE_H

#include "engines/engine.h"

extern const struct zm_tool zm_loa_analyse_tool;

#endif
