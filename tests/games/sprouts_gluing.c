/* Cuts of surfaces by trial and gluing; see sprouts_gluing.h. */
#include "sprouts_gluing.h"

#include "test.h"

enum { POLYGON_SIZE = 128, CORNERS = 2 * POLYGON_SIZE, EDGES = CORNERS };

/* One or two polygons whose edges have names: an edge named twice is glued to itself, minus signs
 * say in which direction; an edge named once is on the border. */
struct polygons {
    int count;
    int size[2];
    int edges[2][POLYGON_SIZE];
    int last_name;
};

/* Where an edge is: the corners where it starts and ends, numbered through both polygons. */
struct place {
    int polygon, start, end, sign;
};

/* What the polygons are once glued. */
struct surface {
    int found[EDGES]; /* how often an edge of each name is there */
    struct place places[EDGES][2];
    bool connected, orientable;
    int euler;
    int direction[2]; /* of the polygons, so that glued edges run against each other */
    int corners[CORNERS];
};

static void add_edge(struct polygons *polygons, int polygon, int edge)
{
    assert_true(polygons->size[polygon] < POLYGON_SIZE);
    polygons->edges[polygon][polygons->size[polygon]++] = edge;
}

/* The polygon of a piece: a b -a -b for a handle, c c for a cross-cap, d border -d for a hole. */
static void add_piece(struct polygons *polygons, const struct glue_piece *piece)
{
    int polygon = polygons->count++;
    for (int i = 0; i < piece->genus; i++) {
        int a = ++polygons->last_name, b = ++polygons->last_name;
        add_edge(polygons, polygon, a);
        add_edge(polygons, polygon, b);
        add_edge(polygons, polygon, -a);
        add_edge(polygons, polygon, -b);
    }
    for (int i = 0; i > piece->genus; i--) {
        int c = ++polygons->last_name;
        add_edge(polygons, polygon, c);
        add_edge(polygons, polygon, c);
    }
    for (int i = 0; i < piece->circles; i++) {
        int d = ++polygons->last_name;
        add_edge(polygons, polygon, d);
        for (int j = 0; j < piece->size[i]; j++) {
            int arc = piece->arcs[i][j];
            if (abs(arc) == ARC_CUT_AGAIN) /* here the sides of the cut are glued */
                arc = arc < 0 ? -ARC_CUT : ARC_CUT;
            add_edge(polygons, polygon, arc);
        }
        add_edge(polygons, polygon, -d);
    }
}

static void make_polygons(struct polygons *polygons, const struct glue_cut *cut)
{
    polygons->count = polygons->size[0] = polygons->size[1] = 0;
    polygons->last_name = ARC_OTHER + GLUE_OTHERS;
    for (int i = 0; i < cut->pieces; i++)
        add_piece(polygons, &cut->piece[i]);
}

static void find_edges(const struct polygons *polygons, struct surface *surface)
{
    assert_true(polygons->last_name < EDGES);
    memset(surface->found, 0, ((size_t)polygons->last_name + 1) * sizeof *surface->found);
    for (int p = 0, first = 0; p < polygons->count; first += polygons->size[p], p++)
        for (int e = 0; e < polygons->size[p]; e++) {
            int edge = polygons->edges[p][e], name = abs(edge);
            int here = first + e, next = first + (e + 1) % polygons->size[p];
            assert_true(surface->found[name] < 2);
            surface->places[name][surface->found[name]++] =
                edge > 0 ? (struct place){p, here, next, 1} : (struct place){p, next, here, -1};
        }
}

static int corner(const struct surface *surface, int c)
{
    while (surface->corners[c] != c)
        c = surface->corners[c];
    return c;
}

static void join_corners(struct surface *surface, int a, int b)
{
    surface->corners[corner(surface, a)] = corner(surface, b);
}

/* Glues the polygons: vertices, edges and faces counted, directions compared. */
static void glue(const struct polygons *polygons, struct surface *surface)
{
    int total = polygons->size[0] + polygons->size[1];
    int vertices = 0, edges = 0;
    find_edges(polygons, surface);
    for (int c = 0; c < total; c++)
        surface->corners[c] = c;
    surface->connected = polygons->count == 1;
    surface->orientable = true;
    surface->direction[0] = 1;
    surface->direction[1] = 0;
    for (int name = 1; name <= polygons->last_name; name++) {
        const struct place *at = surface->places[name];
        edges += surface->found[name] > 0;
        if (surface->found[name] < 2)
            continue;
        join_corners(surface, at[0].start, at[1].start);
        join_corners(surface, at[0].end, at[1].end);
        if (at[0].polygon == at[1].polygon) {
            surface->orientable &= at[0].sign != at[1].sign;
        } else {
            int direction = at[0].sign == at[1].sign ? -1 : 1;
            surface->orientable &= surface->direction[1] != -direction;
            surface->direction[1] = direction;
            surface->connected = true;
        }
    }
    for (int c = 0; c < total; c++)
        vertices += surface->corners[c] == c;
    surface->euler = vertices - edges + polygons->count;
}

/* Do the arcs close to the borders of the region again, with the cut from p to q? */
static bool borders_close(const struct surface *surface, bool two_borders)
{
    const struct place *back = surface->places[ARC_BACK], *on = surface->places[ARC_ON];
    const struct place *cut = surface->places[ARC_CUT];
    int p = corner(surface, back->end), q = corner(surface, on->end);
    int from = corner(surface, cut->start), to = corner(surface, cut->end);
    int back_start = corner(surface, back->start), on_start = corner(surface, on->start);
    bool closed = two_borders ? back_start == p && on_start == q : back_start == q && on_start == p;
    return closed && p != q && ((from == p && to == q) || (from == q && to == p));
}

/* Are all borders directed alike? */
static bool directed(const struct surface *surface, int others)
{
    int seen = 0;
    for (int name = ARC_BACK; name < ARC_OTHER + others; name++) {
        const struct place *at = surface->places[name];
        if (name == ARC_CUT || name == ARC_CUT_AGAIN)
            continue;
        int direction = at->sign * surface->direction[at->polygon];
        if (seen != 0 && seen != direction)
            return false;
        seen = direction;
    }
    return true;
}

static void add_circle(struct glue_piece *piece, const int *arcs, int size)
{
    assert_true(piece->circles < GLUE_CIRCLES);
    piece->size[piece->circles] = size;
    memcpy(piece->arcs[piece->circles++], arcs, (size_t)size * sizeof *arcs);
}

/* The region before the cut. */
static void glue_region(const struct glue_cuts *cuts, struct surface *surface)
{
    static const int arcs[2] = {ARC_BACK, ARC_ON};
    struct glue_cut whole = {.pieces = 1, .piece = {{.genus = cuts->genus}}};
    struct polygons polygons;
    if (cuts->two_borders) {
        add_circle(&whole.piece[0], &arcs[0], 1);
        add_circle(&whole.piece[0], &arcs[1], 1);
    } else {
        add_circle(&whole.piece[0], arcs, 2);
    }
    for (int i = 0; i < cuts->others; i++) {
        int other = ARC_OTHER + i;
        add_circle(&whole.piece[0], &other, 1);
    }
    make_polygons(&polygons, &whole);
    glue(&polygons, surface);
}

/* A cut as it is kept: which side of it is which, and its direction, do not matter. */
static void keep(struct glue_cuts *cuts, const struct glue_cut *cut)
{
    struct glue_cut kept;
    memset(&kept, 0, sizeof kept);
    kept.pieces = cut->pieces;
    for (int p = 0; p < cut->pieces; p++) {
        kept.piece[p].genus = cut->piece[p].genus;
        for (int c = 0; c < cut->piece[p].circles; c++) {
            int arcs[GLUE_ARCS];
            for (int i = 0; i < cut->piece[p].size[c]; i++) {
                int arc = cut->piece[p].arcs[c][i];
                arcs[i] = abs(arc) == ARC_CUT || abs(arc) == ARC_CUT_AGAIN ? ARC_CUT : arc;
            }
            add_circle(&kept.piece[p], arcs, cut->piece[p].size[c]);
        }
    }
    for (size_t i = 0; i < cuts->count; i++)
        if (memcmp(&cuts->list[i], &kept, sizeof kept) == 0)
            return;
    if (cuts->count == cuts->capacity) {
        cuts->capacity = 2 * cuts->capacity + 16;
        cuts->list = realloc(cuts->list, cuts->capacity * sizeof *cuts->list);
        assert_non_null(cuts->list);
    }
    cuts->list[cuts->count++] = kept;
}

/* Is the cut written in the one way that counts? The first arc of an orientable piece, and of each
 * border of another one, runs forwards: all other ways are the same surface. */
static bool preferred(const struct glue_cut *cut)
{
    for (int p = 0; p < cut->pieces; p++)
        for (int c = 0; c < cut->piece[p].circles; c++)
            if (cut->piece[p].arcs[c][0] < 0 && (c == 0 || cut->piece[p].genus < 0))
                return false;
    return true;
}

/* The other borders in every direction. */
static void try_directions(struct glue_cuts *cuts, struct glue_cut *cut, int piece, int circle)
{
    if (piece == cut->pieces) {
        struct polygons polygons;
        struct surface surface;
        make_polygons(&polygons, cut);
        glue(&polygons, &surface);
        if (!surface.orientable || directed(&surface, cuts->others))
            keep(cuts, cut);
        return;
    }
    struct glue_piece *at = &cut->piece[piece];
    if (circle == at->circles) {
        try_directions(cuts, cut, piece + 1, 0);
        return;
    }
    try_directions(cuts, cut, piece, circle + 1);
    if (at->arcs[circle][0] >= ARC_OTHER && at->genus >= 0) {
        at->arcs[circle][0] = -at->arcs[circle][0];
        try_directions(cuts, cut, piece, circle + 1);
        at->arcs[circle][0] = -at->arcs[circle][0];
    }
}

/* Pieces of every kind, as far as twice the genus of the region. */
static void try_kinds(struct glue_cuts *cuts, const struct surface *region, struct glue_cut *cut)
{
    int most = cuts->genus < 0 ? -cuts->genus : 2 * cuts->genus;
    for (int one = -most - 1; one <= most / 2 + 1; one++)
        for (int two = -most - 1; two <= most / 2 + 1; two++) {
            struct polygons polygons;
            struct surface surface;
            if (cut->pieces == 1 && two != 0)
                continue;
            cut->piece[0].genus = one;
            cut->piece[1].genus = two;
            if (!preferred(cut))
                continue;
            make_polygons(&polygons, cut);
            glue(&polygons, &surface);
            if (surface.connected && surface.orientable == region->orientable &&
                surface.euler == region->euler && borders_close(&surface, cuts->two_borders))
                try_directions(cuts, cut, 0, 0);
        }
}

/* The circles and the other borders dealt out to one or two pieces in every way. */
static void try_pieces(struct glue_cuts *cuts, const struct surface *region,
                       const struct glue_piece *circles)
{
    int items = circles->circles + cuts->others;
    for (int deal = 0; deal < 1 << (items - 1); deal++) {
        struct glue_cut cut;
        memset(&cut, 0, sizeof cut);
        for (int i = 0; i < items; i++) {
            struct glue_piece *piece = &cut.piece[(deal << 1) >> i & 1];
            int other = ARC_OTHER + i - circles->circles;
            if (i < circles->circles)
                add_circle(piece, circles->arcs[i], circles->size[i]);
            else
                add_circle(piece, &other, 1);
        }
        cut.pieces = deal == 0 ? 1 : 2;
        try_kinds(cuts, region, &cut);
    }
}

/* One arrangement of the four arcs, as a permutation (the arc after each) and signs. Whether the
 * borders close does not depend on the pieces, so that most arrangements are refused at once. */
static void try_arrangement(struct glue_cuts *cuts, const struct surface *region, const int *next,
                            int signs)
{
    struct glue_cut cut;
    struct polygons polygons;
    struct surface surface;
    memset(&cut, 0, sizeof cut);
    cut.pieces = 1;
    for (int arc = 0, seen = 0; arc < 4; arc++) {
        int arcs[GLUE_ARCS], size = 0;
        for (int at = arc; (seen >> at & 1) == 0; at = next[at]) {
            seen |= 1 << at;
            arcs[size++] = (signs >> at & 1) != 0 ? -(at + 1) : at + 1;
        }
        if (size > 0)
            add_circle(&cut.piece[0], arcs, size);
    }
    make_polygons(&polygons, &cut);
    glue(&polygons, &surface);
    if (borders_close(&surface, cuts->two_borders))
        try_pieces(cuts, region, &cut.piece[0]);
}

static void find_cuts(struct glue_cuts *cuts)
{
    struct surface region;
    glue_region(cuts, &region);
    for (int code = 0; code < 256; code++) {
        int next[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3};
        int reached = 1 << next[0] | 1 << next[1] | 1 << next[2] | 1 << next[3];
        if (reached == 15)
            for (int signs = 0; signs < 16; signs++)
                try_arrangement(cuts, &region, next, signs);
    }
}

const struct glue_cuts *glue_cuts(struct glue_memory *memory, bool two_borders, int genus,
                                  int others)
{
    for (size_t i = 0; i < memory->count; i++) {
        struct glue_cuts *known = &memory->known[i];
        if (known->two_borders == two_borders && known->genus == genus && known->others == others)
            return known;
    }
    assert_in_range(others, 0, GLUE_OTHERS);
    memory->known = realloc(memory->known, (memory->count + 1) * sizeof *memory->known);
    assert_non_null(memory->known);
    struct glue_cuts *cuts = &memory->known[memory->count++];
    *cuts = (struct glue_cuts){.two_borders = two_borders, .genus = genus, .others = others};
    find_cuts(cuts);
    return cuts;
}

void glue_free(struct glue_memory *memory)
{
    for (size_t i = 0; i < memory->count; i++)
        free(memory->known[i].list);
    free(memory->known);
    memset(memory, 0, sizeof *memory);
}
