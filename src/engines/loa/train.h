/* The tool that learns evaluations of Lines of Action. */
#ifndef ZM_ENGINES_LOA_TRAIN_H
#define ZM_ENGINES_LOA_TRAIN_H

#include "engines/engine.h"

extern const struct zm_tool zm_loa_train_tool;

#endif
