/* The moves of Sprouts in a land (Lemoine and Viennot, thesis, 9.3), with the legality table that
 * reduced strings need:
 *
 *   vertex         joined to another boundary    within its boundary        to itself
 *   virgin spot    a path of one vertex, of      (it is a boundary of       a letter on both new
 *                  degree 1                      its own)                   boundaries
 *   1              met at both ends of the       a letter on both sides     dies
 *                  full circle
 *   2, a letter    dies                          dies                       never, nor to its own
 *                                                                           other side
 *
 * A curve within one boundary cuts the region in two, and the other boundaries go to either side in
 * every way; boundaries that look alike are only counted, which is what keeps 15 spots and more
 * possible. Dead vertices, doubles and empty boundaries are left out as the child is written: the
 * regions that the move does not touch come first, as they were, then the new ones. */
#include "games/sprouts/options.h"

#include <string.h>

enum { NOWHERE = ZM_SPROUTS_NOWHERE, LOOK = 1 << 10 /* children between two looks at the run */ };

/* Boundaries of a region that look alike. */
struct alike {
    uint16_t count, taken;                   /* taken: how many go to the first side */
    uint16_t boundaries[ZM_SPROUTS_CLASSES]; /* their numbers */
};

struct move {
    unsigned region;
    uint8_t dead[2]; /* letters that die elsewhere too; 0: none */
    unsigned class_count;
    struct alike classes[ZM_SPROUTS_CLASSES];
};

static uint8_t dying(uint8_t vertex)
{
    return zm_sprouts_is_letter(vertex) ? vertex : 0;
}

/* Adds a vertex to the boundary that started at `start`, unless it is dead or a double. */
static inline void add_vertex(struct zm_sprouts_sketch *child, unsigned start, uint8_t vertex,
                              const uint8_t *dead)
{
    if (vertex >= ZM_SPROUTS_LOWER) {
        if (vertex == dead[0] || vertex == dead[1])
            return;
        if (child->vertex_count > start && child->vertices[child->vertex_count - 1] == vertex)
            return;
    }
    child->vertices[child->vertex_count++] = vertex;
}

static void end_boundary(struct zm_sprouts_sketch *child, unsigned start)
{
    unsigned size = child->vertex_count - start;
    if (size == 0)
        return;
    if (size > 1 && child->vertices[start] >= ZM_SPROUTS_LOWER &&
        child->vertices[start] == child->vertices[child->vertex_count - 1])
        child->vertex_count--;
    zm_sprouts_close_boundary(child);
}

/* Copies a boundary of the parent without the dead letters. */
static void copy_boundary(struct zm_sprouts_mover *mover, unsigned boundary, const uint8_t *dead)
{
    struct zm_sprouts_sketch *child = &mover->child;
    const struct zm_sprouts_sketch *parent = &mover->parent;
    unsigned start = child->vertex_count;
    for (unsigned i = zm_sprouts_start(parent, boundary); i < parent->ends[boundary]; i++)
        add_vertex(child, start, parent->vertices[i], dead);
    end_boundary(child, start);
}

static void copy_other_regions(struct zm_sprouts_mover *mover, const struct move *move)
{
    struct zm_sprouts_sketch *child = &mover->child;
    const struct zm_sprouts_sketch *parent = &mover->parent;
    zm_sprouts_clear(child);
    for (unsigned r = 0; r < parent->region_count; r++) {
        if (r == move->region)
            continue;
        const struct zm_sprouts_region *from = &parent->regions[r];
        struct zm_sprouts_region *to = zm_sprouts_open_region(child);
        to->zeros = from->zeros;
        to->genus = from->genus;
        for (unsigned b = from->first; b < from->first + from->count; b++)
            copy_boundary(mover, b, move->dead);
    }
}

void zm_sprouts_finish_child(struct zm_sprouts_mover *mover)
{
    if (mover->found)
        return;
    if (++mover->made % LOOK == 0 && mover->run != NULL && zm_run_look(mover->run)) {
        mover->found = mover->broken = true;
        return;
    }
    zm_sprouts_reduce(&mover->child, mover->canon, zm_sprouts_children_lands(mover->children));
    mover->found = zm_sprouts_children_close(mover->children, mover->canon->traits, mover->test,
                                             mover->context);
}

/* Adds the vertices of the circle of a boundary from `from` (left out) to `to` (left out). */
static void add_path(struct zm_sprouts_mover *mover, unsigned start, unsigned boundary,
                     unsigned from, unsigned to, const uint8_t *dead)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    unsigned first = zm_sprouts_start(parent, boundary), end = parent->ends[boundary];
    for (unsigned i = from + 1 == end ? first : from + 1; i != to; i = i + 1 == end ? first : i + 1)
        add_vertex(&mover->child, start, parent->vertices[i], dead);
}

/* One end of a curve between two boundaries: its whole boundary, as a path. */
static void add_circle(struct zm_sprouts_mover *mover, unsigned start, unsigned boundary,
                       unsigned end, uint8_t fresh, const uint8_t *dead)
{
    uint8_t vertex = mover->parent.vertices[end];
    if (vertex == ZM_SPROUTS_ONE)
        add_vertex(&mover->child, start, fresh, dead);
    add_path(mover, start, boundary, end, end, dead);
    if (vertex == ZM_SPROUTS_ONE)
        add_vertex(&mover->child, start, fresh, dead);
}

/* Joins two boundaries of a region; `x` and `y` are written vertices, or NOWHERE for a virgin spot.
 */
static void join_two(struct zm_sprouts_mover *mover, struct move *move, unsigned x_boundary,
                     unsigned x, unsigned y_boundary, unsigned y)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    struct zm_sprouts_sketch *child = &mover->child;
    const struct zm_sprouts_region *from = &parent->regions[move->region];
    uint8_t z = mover->next_letter;
    move->dead[0] = x == NOWHERE ? 0 : dying(parent->vertices[x]);
    move->dead[1] = y == NOWHERE ? 0 : dying(parent->vertices[y]);
    copy_other_regions(mover, move);
    struct zm_sprouts_region *to = zm_sprouts_open_region(child);
    to->zeros = (uint16_t)(from->zeros - (x == NOWHERE) - (y == NOWHERE));
    to->genus = from->genus;
    for (unsigned b = from->first; b < from->first + from->count; b++)
        if ((x == NOWHERE || b != x_boundary) && (y == NOWHERE || b != y_boundary))
            copy_boundary(mover, b, move->dead);
    unsigned start = child->vertex_count;
    if (x == NOWHERE)
        add_vertex(child, start, ZM_SPROUTS_ONE, move->dead);
    else
        add_circle(mover, start, x_boundary, x, z + 1, move->dead);
    add_vertex(child, start, z, move->dead);
    if (y == NOWHERE)
        add_vertex(child, start, ZM_SPROUTS_ONE, move->dead);
    else
        add_circle(mover, start, y_boundary, y, z + 2, move->dead);
    add_vertex(child, start, z, move->dead);
    end_boundary(child, start);
    zm_sprouts_finish_child(mover);
}

/* Goes to the next division; false after the last. */
static bool next_division(struct move *move, unsigned zeros, unsigned *taken)
{
    if ((*taken)++ < zeros)
        return true;
    *taken = 0;
    for (unsigned c = 0; c < move->class_count; c++) {
        if (move->classes[c].taken++ < move->classes[c].count)
            return true;
        move->classes[c].taken = 0;
    }
    return false;
}

/* The two sides of the curve are alike: is this division the mirror of one to come? */
static bool is_mirrored(const struct move *move, unsigned zeros, unsigned taken)
{
    if (move->class_count > 0)
        return 2 * move->classes[0].taken < move->classes[0].count;
    return 2 * taken < zeros;
}

/* A new boundary, prepared: it is the same for every division. */
struct boundary {
    unsigned size;
    uint8_t vertices[ZM_SPROUTS_VERTICES];
};

static void write_side(struct zm_sprouts_mover *mover, const struct move *move,
                       const struct boundary *boundary, unsigned zeros, bool first)
{
    struct zm_sprouts_sketch *child = &mover->child;
    zm_sprouts_open_region(child)->zeros = (uint16_t)zeros;
    for (unsigned c = 0; c < move->class_count; c++) {
        const struct alike *class = &move->classes[c];
        for (unsigned i = first ? 0 : class->taken; i < (first ? class->taken : class->count); i++)
            copy_boundary(mover, class->boundaries[i], move->dead);
    }
    if (boundary->size > 0) {
        memcpy(child->vertices + child->vertex_count, boundary->vertices, boundary->size);
        child->vertex_count += boundary->size;
        zm_sprouts_close_boundary(child);
    }
}

/* Writes a child for each division of the other boundaries between the two new ones. */
static void divide(struct zm_sprouts_mover *mover, struct move *move, unsigned zeros,
                   const struct boundary *one, const struct boundary *two, bool mirrored)
{
    struct zm_sprouts_sketch *child = &mover->child;
    copy_other_regions(mover, move);
    unsigned vertices = child->vertex_count, boundaries = child->boundary_count;
    unsigned regions = child->region_count, taken = 0;
    for (unsigned c = 0; c < move->class_count; c++)
        move->classes[c].taken = 0;
    do {
        if (mirrored && is_mirrored(move, zeros, taken))
            continue;
        child->vertex_count = vertices;
        child->boundary_count = boundaries;
        child->region_count = regions;
        write_side(mover, move, one, taken, true);
        write_side(mover, move, two, zeros - taken, false);
        zm_sprouts_finish_child(mover);
    } while (!mover->found && next_division(move, zeros, &taken));
}

/* Sorts the boundaries of the region, but one of class `but` (NOWHERE: none), into classes. */
static void make_classes(const struct zm_sprouts_mover *mover, struct move *move, unsigned but)
{
    const struct zm_sprouts_region *region = &mover->parent.regions[move->region];
    move->class_count = 0;
    for (unsigned b = region->first; b < region->first + region->count; b++) {
        if (b == but)
            continue;
        unsigned c = 0;
        while (c < move->class_count && !zm_sprouts_alike(mover, move->classes[c].boundaries[0], b))
            c++;
        if (c == move->class_count)
            move->classes[move->class_count++].count = 0;
        move->classes[c].boundaries[move->classes[c].count++] = (uint16_t)b;
    }
}

/* Prepares a new boundary: the path from `from` to `to`, its ends as `fresh` letters when they are
 * of degree 1, and the new vertex. */
static void prepare(struct zm_sprouts_mover *mover, struct boundary *out, unsigned boundary,
                    unsigned from, unsigned to, const uint8_t *fresh, const uint8_t *dead)
{
    struct zm_sprouts_sketch *child = &mover->child;
    const uint8_t *vertices = mover->parent.vertices;
    zm_sprouts_clear(child);
    zm_sprouts_open_region(child);
    if (vertices[from] == ZM_SPROUTS_ONE)
        add_vertex(child, 0, fresh[0], dead);
    add_path(mover, 0, boundary, from, to, dead);
    if (vertices[to] == ZM_SPROUTS_ONE)
        add_vertex(child, 0, fresh[1], dead);
    add_vertex(child, 0, mover->next_letter, dead);
    end_boundary(child, 0);
    out->size = child->vertex_count;
    memcpy(out->vertices, child->vertices, out->size);
}

/* A `1` joined to itself: it dies, the new vertex is alone on one side. */
static void join_to_itself(struct zm_sprouts_mover *mover, struct move *move, unsigned boundary,
                           unsigned x)
{
    struct zm_sprouts_sketch *child = &mover->child;
    struct boundary one, two = {.size = 1, .vertices = {mover->next_letter}};
    move->dead[0] = move->dead[1] = 0;
    zm_sprouts_clear(child);
    zm_sprouts_open_region(child);
    add_path(mover, 0, boundary, x, x, move->dead);
    add_vertex(child, 0, mover->next_letter, move->dead);
    one.size = child->vertex_count;
    memcpy(one.vertices, child->vertices, one.size);
    divide(mover, move, mover->parent.regions[move->region].zeros, &one, &two, one.size == 1);
}

static void join_within(struct zm_sprouts_mover *mover, struct move *move, unsigned boundary,
                        unsigned x, unsigned y)
{
    const uint8_t *vertices = mover->parent.vertices;
    if (zm_sprouts_is_letter(vertices[x]) && vertices[x] == vertices[y])
        return;
    struct boundary one, two;
    uint8_t forth[2] = {mover->next_letter + 1, mover->next_letter + 2};
    uint8_t back[2] = {forth[1], forth[0]};
    move->dead[0] = dying(vertices[x]);
    move->dead[1] = dying(vertices[y]);
    prepare(mover, &one, boundary, y, x, back, move->dead);
    prepare(mover, &two, boundary, x, y, forth, move->dead);
    divide(mover, move, mover->parent.regions[move->region].zeros, &one, &two, false);
}

static void one_boundary_moves(struct zm_sprouts_mover *mover, struct move *move, unsigned boundary)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    unsigned start = zm_sprouts_start(parent, boundary), end = parent->ends[boundary];
    make_classes(mover, move, boundary);
    for (unsigned x = start; x < zm_sprouts_different_end(mover, boundary); x++) {
        if (parent->vertices[x] == ZM_SPROUTS_ONE && zm_sprouts_is_first(mover, boundary, x))
            join_to_itself(mover, move, boundary, x);
        for (unsigned y = x + 1; y < end; y++)
            if (zm_sprouts_is_first_pair(mover, boundary, x - start, y - start))
                join_within(mover, move, boundary, x, y);
    }
}

static void two_boundary_moves(struct zm_sprouts_mover *mover, struct move *move, unsigned a,
                               unsigned b)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    for (unsigned x = zm_sprouts_start(parent, a); x < zm_sprouts_different_end(mover, a); x++)
        for (unsigned y = zm_sprouts_start(parent, b); y < zm_sprouts_different_end(mover, b); y++)
            if (zm_sprouts_is_first(mover, a, x) && zm_sprouts_is_first(mover, b, y) &&
                (!zm_sprouts_is_letter(parent->vertices[x]) ||
                 parent->vertices[x] != parent->vertices[y]))
                join_two(mover, move, a, x, b, y);
}

/* The moves of virgin spots: one stands for all. */
static void virgin_moves(struct zm_sprouts_mover *mover, struct move *move)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    const struct zm_sprouts_region *region = &parent->regions[move->region];
    struct boundary loop = {.size = 2, .vertices = {mover->next_letter, mover->next_letter + 1}};
    move->dead[0] = move->dead[1] = 0;
    make_classes(mover, move, NOWHERE);
    divide(mover, move, region->zeros - 1u, &loop, &loop, true);
    if (region->zeros > 1)
        join_two(mover, move, 0, NOWHERE, 0, NOWHERE);
    for (unsigned b = region->first; b < region->first + region->count; b++)
        for (unsigned y = zm_sprouts_start(parent, b); y < zm_sprouts_different_end(mover, b); y++)
            if (zm_sprouts_is_first(mover, b, y))
                join_two(mover, move, 0, NOWHERE, b, y);
}

static void region_moves(struct zm_sprouts_mover *mover, struct move *move)
{
    const struct zm_sprouts_region *region = &mover->parent.regions[move->region];
    if (region->zeros > 0)
        virgin_moves(mover, move);
    unsigned end = region->first + region->count;
    for (unsigned a = region->first; a < end; a++) {
        bool played = false; /* one that looks like this one */
        for (unsigned b = region->first; b < a && !played; b++)
            played = zm_sprouts_alike(mover, b, a);
        if (played)
            continue;
        one_boundary_moves(mover, move, a);
        for (unsigned b = a + 1; b < end; b++)
            two_boundary_moves(mover, move, a, b);
    }
}

/* Finds all children, or those up to the first that is accepted: small regions, which come last,
 * are played first. */
static void find_children(struct zm_sprouts_mover *mover, struct zm_bytes land)
{
    struct move move;
    zm_sprouts_clear(&mover->parent);
    mover->next_letter = ZM_SPROUTS_LOWER;
    zm_sprouts_unpack(land, &mover->parent, &mover->next_letter);
    mover->child.letter_end = mover->next_letter + 3u; /* the new vertex, two ends that were `1` */
    mover->found = mover->broken = false;
    zm_sprouts_find_symmetries(mover);
    zm_sprouts_children_clear(mover->children);
    for (unsigned r = mover->parent.region_count; r-- > 0 && !mover->found;) {
        move.region = r;
        if (zm_sprouts_is_played(mover, r))
            continue;
        if (mover->parent.regions[r].genus == 0)
            region_moves(mover, &move);
        else
            zm_sprouts_surface_moves(mover, r);
    }
    zm_buffer_clear(&mover->complete);
    if (!mover->found)
        zm_buffer_add(&mover->complete, land.data, land.size);
}

bool zm_sprouts_some_option(struct zm_sprouts_mover *mover, struct zm_bytes land,
                            bool (*test)(void *context, const struct zm_bytes *lands, size_t count),
                            void *context)
{
    mover->test = test;
    mover->context = context;
    find_children(mover, land);
    mover->test = NULL;
    return mover->found && !mover->broken;
}

void zm_sprouts_options(struct zm_sprouts_mover *mover, struct zm_bytes land,
                        struct zm_options *options)
{
    if (mover->complete.failed || land.size == 0 ||
        !zm_bytes_equal(zm_buffer_bytes(&mover->complete), land))
        find_children(mover, land);
    zm_sprouts_children_sort(mover->children, options);
}
