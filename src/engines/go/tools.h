/* The tools of Go: zermelo tool go NAME. */
#ifndef ZM_ENGINES_GO_TOOLS_H
#define ZM_ENGINES_GO_TOOLS_H

#include "engines/engine.h"

extern const struct zm_tool go_sgf_tool, go_write_sgf_tool;
/* train.c */
extern const struct zm_tool go_train_tool;
/* tactics/tool.c */
extern const struct zm_tool go_status_tool, go_chains_tool, go_problems_tool;

#endif
