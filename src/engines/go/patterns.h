/* The 3x3 shapes around a move that look like good play: hane, cuts, and their like at the edge
 * (Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", 2006). A
 * bit for each value of goban.around. */
#ifndef ZM_ENGINES_GO_PATTERNS_H
#define ZM_ENGINES_GO_PATTERNS_H

#include <stdbool.h>
#include <stdint.h>

struct go_patterns {
    uint64_t good[65536 / 64];
};

void go_patterns_make(struct go_patterns *patterns);

static inline bool go_patterns_match(const struct go_patterns *patterns, uint16_t around)
{
    return patterns->good[around / 64] >> around % 64 & 1;
}

#endif
