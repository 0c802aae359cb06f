/* The misère side of `zermelo value`. */
#ifndef ZM_CLI_VALUE_MISERE_H
#define ZM_CLI_VALUE_MISERE_H

#include "cli/cli.h"

/* Evaluates and reports; returns the exit status. About `memory` bytes at most. */
int zm_value_misere(const char *expression, size_t memory, bool json);

#endif
