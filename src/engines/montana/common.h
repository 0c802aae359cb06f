/* Can a deal of Montana's common variant be won? See common.c. */
#ifndef ZM_ENGINES_MONTANA_COMMON_H
#define ZM_ENGINES_MONTANA_COMMON_H

#include "search/search.h"

extern const struct zm_search zm_montana_classes;

#endif
