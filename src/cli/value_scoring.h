/* The scoring side of `zermelo value`. */
#ifndef ZM_CLI_VALUE_SCORING_H
#define ZM_CLI_VALUE_SCORING_H

#include "cli/cli.h"

/* Evaluates and reports; returns the exit status. */
int zm_value_scoring(const char *expression, bool json);

#endif
