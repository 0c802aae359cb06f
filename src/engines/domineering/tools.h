/* The tools of Domineering; outcome.c lists them. */
#ifndef ZM_ENGINES_DOMINEERING_TOOLS_H
#define ZM_ENGINES_DOMINEERING_TOOLS_H

#include "engines/engine.h"

extern const struct zm_tool zm_domineering_shapes_tool;
extern const struct zm_tool zm_domineering_values_tool;

#endif
