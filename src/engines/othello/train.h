/* The tools `train` and `probcut`. */
#ifndef ZM_ENGINES_OTHELLO_TRAIN_H
#define ZM_ENGINES_OTHELLO_TRAIN_H

#include "engines/engine.h"

extern const struct zm_tool othello_train_tool, othello_probcut_tool;

#endif
