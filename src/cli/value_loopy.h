/* The loopy side of `zermelo value`. */
#ifndef ZM_CLI_VALUE_LOOPY_H
#define ZM_CLI_VALUE_LOOPY_H

#include "cli/cli.h"
#include "theory/value.h"

/* Evaluates and reports; returns the exit status. */
int zm_value_loopy(struct zm_universe *universe, const char *expression, bool json);

#endif
