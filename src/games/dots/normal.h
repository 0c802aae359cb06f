/* Normal forms: what is searched. The white coins that are surely taken become points, the rest of
 * the white part one offer (BLC*E: a pair, CLCLCLC*E: four), each black component is drawn in a
 * canonical way, two equal isolated coins or pairs vanish with a point or two for each player, and
 * the components are sorted. A normal form is a text that positions can be read from. */
#ifndef ZM_GAMES_DOTS_NORMAL_H
#define ZM_GAMES_DOTS_NORMAL_H

#include "base/list.h"
#include "games/dots/layout.h"

enum zm_dots_canon {
    ZM_DOTS_CANON_SYMMETRY, /* turned and mirrored */
    ZM_DOTS_CANON_CHAINS,   /* and independent chains and cycles drawn straight */
    ZM_DOTS_CANON_DEFORMED, /* and right angles folded: the thesis's form */
    ZM_DOTS_CANON_EXACT,    /* isomorphic graphs are equal; written as graph:... */
    ZM_DOTS_CANON_CTF,      /* the same, written as chocolate, web and forest: ctf:... */
};

struct zm_dots_normal_rules {
    enum zm_dots_canon canon;
    bool equal_parts; /* drop pairs of equal small components (propositions 26 and 27) */
};

/* Sets `normal` to the normal form of a position and `sure` to the points that the player to move
 * and the other get on the way. */
void zm_dots_normalise(const struct zm_dots_layout *layout, uint64_t strings,
                       const struct zm_dots_normal_rules *rules, struct zm_buffer *normal,
                       int32_t sure[2]);
/* What normalising one position after another that were cut from the same need not do again: the
 * components as they were before the cut, drawn; a cut leaves all but one of them as they are. */
struct zm_dots_drawings {
    struct zm_list texts;
    uint64_t strings[ZM_COINS_MOST]; /* of each */
    struct zm_list parts, kept;      /* room to work in */
};

void zm_dots_drawings_free(struct zm_dots_drawings *drawings);
/* Draws the components of a position without white coins. */
void zm_dots_draw(const struct zm_dots_layout *layout, uint64_t black,
                  const struct zm_dots_normal_rules *rules, struct zm_dots_drawings *drawings);
/* zm_dots_normalise with what was drawn before; returns how many black components were not. */
unsigned zm_dots_normalise_cut(const struct zm_dots_layout *layout, uint64_t strings,
                               const struct zm_dots_normal_rules *rules,
                               struct zm_dots_drawings *drawings, struct zm_buffer *normal,
                               int32_t sure[2]);
/* Reads a normal form, which is a text that `zm_dots_layout_parse` reads (scores.c). */
bool zm_dots_read_normal(struct zm_bytes normal, struct zm_dots_layout *layout);
/* The canonical drawing of one component ("BLCLB*E"), appended to `text`. */
void zm_dots_canonical_drawing(const struct zm_dots_layout *layout, uint64_t strings,
                               uint64_t coins, enum zm_dots_canon canon, struct zm_buffer *text);

#endif
