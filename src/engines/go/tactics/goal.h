/* What a tactical search is about: a goal of one player (max) that the other (min) prevents. A kind
 * of goal says when it is reached, and which moves could reach it with so many moves in a row (the
 * order of a threat); all else is the search's (threats.h).
 *
 * Every move comes with its reason: the points that made the kind propose it. They become part of
 * the trace, so that what is changed outside a trace changes no proposal on which it rests. */
#ifndef ZM_ENGINES_GO_TACTICS_GOAL_H
#define ZM_ENGINES_GO_TACTICS_GOAL_H

#include "engines/go/tactics/field.h"

enum {
    GO_MOST_ORDER = 4,
    GO_FREE_LIBERTIES = 5, /* a chain that has as many has escaped */
};

enum go_aim {
    GO_AIM_CONNECT, /* two stones come into one chain */
    GO_AIM_REACH,   /* a stone of the chain stands on an empty point, in one chain with it */
    GO_AIM_CAPTURE, /* an enemy chain is taken */
    GO_AIM_EYE,     /* an eye on the point or on one of its neighbours */
    GO_AIM_ESCAPE,  /* the chain gets GO_FREE_LIBERTIES: it is not encircled */
    GO_AIM_LIVE,    /* the chain cannot be taken even if its owner only passes */
    GO_AIMS,
};

struct go_goal {
    enum go_aim aim;
    uint8_t max;            /* the colour that wants it */
    uint16_t first, second; /* stones or points; `second` only of GO_AIM_CONNECT and GO_AIM_REACH */
};

enum go_progress { GO_OPEN, GO_REACHED, GO_FAILED };

struct go_candidate {
    uint16_t move;
    uint8_t order;
    struct go_points reason;
};

/* A list that ends where the pool of the search ends. */
struct go_candidates {
    struct go_candidate *list;
    unsigned count, most;
    bool full; /* one more did not fit */
};

struct go_aim_kind {
    const char *name;
    const char *reached; /* what is said of it */
    /* Is it reached? Then `trace` gets the points that show it. */
    enum go_progress (*look)(const struct go_field *field, const struct go_goal *goal,
                             struct go_points *trace);
    /* Lists moves of an order of at most `most`. */
    void (*moves)(const struct go_field *field, const struct go_goal *goal, unsigned most,
                  struct go_candidates *list);
};

extern const struct go_aim_kind go_connect_aim, go_reach_aim, go_capture_aim, go_eye_aim,
    go_escape_aim, go_live_aim;

/* The kind of an aim. */
const struct go_aim_kind *go_aim_kind(enum go_aim aim);

/* candidates.c: what kinds of goals share. */

/* Lists an empty point; of two orders the lower stays. */
void go_candidates_add(struct go_candidates *list, uint16_t move, unsigned order,
                       const struct go_points *reason);
/* Lists all points of a set. */
void go_candidates_add_all(struct go_candidates *list, const struct go_points *moves,
                           unsigned order, const struct go_points *reason);
/* Lists the liberties of the chains of a colour next to `near` that have at most `liberties`, which
 * takes as many moves as there are, and `more`; only orders of at most `most`. `base` is part of the
 * reason; it may be NULL. */
void go_candidates_take(const struct go_field *field, const struct go_points *near, uint8_t colour,
                        unsigned liberties, unsigned more, unsigned most,
                        const struct go_points *base, struct go_candidates *list);

#endif
