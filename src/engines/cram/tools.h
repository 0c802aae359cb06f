/* The tools of Cram; engine.c lists them. */
#ifndef ZM_ENGINES_CRAM_TOOLS_H
#define ZM_ENGINES_CRAM_TOOLS_H

#include "engines/engine.h"

extern const struct zm_tool zm_cram_table_tool;
extern const struct zm_tool zm_cram_crackers_tool;

#endif
