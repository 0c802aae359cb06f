/* The tool that makes problems of Lines of Action. */
#ifndef ZM_ENGINES_LOA_PROBLEMS_H
#define ZM_ENGINES_LOA_PROBLEMS_H

#include "engines/engine.h"

extern const struct zm_tool zm_loa_problems_tool;

#endif
