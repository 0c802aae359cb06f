/* Transitive connections (Cazenave and Helmstetter 2003): are three or more stones all connected,
 * when each is connected to the next? Links whose wins depend on different points hold together; of
 * others a move may threaten two, and alpha-beta over the whole finds out whether max can answer.
 * At each node the links are searched by threats (secondary searches), which say what to try:
 *
 * - union: min tries all empty points of the traces of the links;
 * - intersection: only those that are in the traces of two links or more;
 * - alpha-beta: no secondary searches; both sides try what the links propose, and a link is lost when
 *   it is of an order above 3.
 *
 * All three may be wrong: what min is not let try may break the whole. */
#ifndef ZM_ENGINES_GO_TACTICS_LINKS_H
#define ZM_ENGINES_GO_TACTICS_LINKS_H

#include "engines/go/tactics/threats.h"

enum { GO_MOST_LINKED = 6 };

struct go_links {
    uint8_t max;
    unsigned count; /* of stones */
    uint16_t stones[GO_MOST_LINKED];
};

enum go_links_method { GO_LINKS_UNION, GO_LINKS_INTERSECTION, GO_LINKS_ALPHA_BETA };

/* What a search of links did. */
struct go_links_counts {
    uint64_t nodes;     /* moves made, those of secondary searches too */
    uint64_t secondary; /* of these, in secondary searches */
    uint64_t searches;  /* secondary ones */
    uint64_t limits;    /* of these, ended by their limit */
    uint64_t disjoint;  /* nodes decided by traces that have no point in common */
};

struct go_links_answer {
    enum go_verdict verdict;
    uint16_t move; /* of the player who begins: it wins, or breaks; GOBAN_PASS: none is needed */
    struct go_points tried; /* what he could begin with; none: it was decided at once */
    struct go_links_counts counts;
};

struct go_links_search;

/* NULL: no memory. The limits are of one secondary search and of all nodes. */
struct go_links_search *go_links_open(enum go_links_method method, const struct go_orders *orders,
                                      uint64_t secondary, uint64_t total);
void go_links_close(struct go_links_search *search);
struct go_field *go_links_field(struct go_links_search *search);
/* Do all stones come into one chain when max (or min) begins? */
void go_links_run(struct go_links_search *search, const struct go_links *links, bool max_begins,
                  struct go_links_answer *answer);

#endif
