/* What GTP has for Go alone; protocol/gtp.c has the rest, for every game. */
#ifndef ZM_ENGINES_GO_GTP_H
#define ZM_ENGINES_GO_GTP_H

#include "engines/gtp.h"

extern const struct zm_gtp_extras go_gtp_extras;

#endif
