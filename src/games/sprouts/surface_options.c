/* The moves in a region that is no plane one (Lemoine and Viennot, thesis, 11.2 to 11.4): T^n, a
 * sphere with n handles (genus n), or P^n, with n cross-caps (genus -n). A curve
 *
 *   I         joins two boundaries; on P^n the second may be met in either direction;
 *   II.A      cuts the region in two, whose surfaces add up to the region's: T^k and T^(n-k), P^k
 *             and P^(n-k), T^k and P^(n-2k), either on either side;
 *   II.B.1    follows a handle: the region stays one and gets both new boundaries; T^n becomes
 *             T^(n-1), P^n becomes P^(n-2) or, the second boundary turned round, T^((n-2)/2);
 *   II.B.2    goes through a cross-cap: the two paths, the second turned round, are one boundary;
 *             P^n becomes P^(n-1) or T^((n-1)/2).
 *
 * A region that was not orientable and becomes so lets each of its other boundaries be in either
 * direction, and each choice is a move of its own.
 *
 * Children are written raw, every vertex as often as it is met, and cleaned afterwards: a letter
 * met three times is dead. The plane keeps its own quicker way (options.c). */
#include "games/sprouts/options.h"

#include <string.h>

enum { VIRGIN = 0xffff, MOST_SIDES = 2 };

/* A path along a boundary, or a new boundary. */
struct path {
    unsigned size;
    uint8_t vertices[2 * ZM_SPROUTS_VERTICES];
};

/* Boundaries of the region that look alike, numbers first .. first + count - 1 of `order`. */
struct alike {
    uint16_t first, count;
    bool directed;               /* does its direction show? */
    uint16_t taken;              /* how many go to the first side */
    uint16_t turned[MOST_SIDES]; /* how many of a side's are turned round */
};

/* A curve of type II and what it makes of the region. */
struct cut {
    unsigned region;
    unsigned zeros; /* virgin spots that the curve does not touch */
    unsigned class_count;
    struct alike classes[ZM_SPROUTS_CLASSES];
    uint16_t order[ZM_SPROUTS_CLASSES];
    unsigned sides;
    int genus[MOST_SIDES];
    bool free[MOST_SIDES];                   /* its boundaries may be turned round */
    const struct path *words[MOST_SIDES][2]; /* the new boundaries of a side; NULL: none */
};

static void add(struct path *path, uint8_t vertex)
{
    path->vertices[path->size++] = vertex;
}

/* An end of the curve as it is met afterwards: a `2` dies, a `1` is a letter now. */
static void add_end(struct path *path, uint8_t vertex, uint8_t fresh)
{
    if (vertex != ZM_SPROUTS_TWO)
        add(path, vertex == ZM_SPROUTS_ONE ? fresh : vertex);
}

/* Adds the path along a boundary from one end of the curve to another; the full circle when they
 * are one. */
static void add_path(const struct zm_sprouts_sketch *parent, struct path *path, unsigned boundary,
                     unsigned from, unsigned to, uint8_t from_letter, uint8_t to_letter)
{
    unsigned start = zm_sprouts_start(parent, boundary), end = parent->ends[boundary];
    add_end(path, parent->vertices[from], from_letter);
    for (unsigned i = from + 1 == end ? start : from + 1; i != to; i = i + 1 == end ? start : i + 1)
        add(path, parent->vertices[i]);
    add_end(path, parent->vertices[to], to_letter);
}

static void turn_round(struct path *path)
{
    for (unsigned i = 0; i < path->size / 2; i++) {
        uint8_t vertex = path->vertices[i];
        path->vertices[i] = path->vertices[path->size - 1 - i];
        path->vertices[path->size - 1 - i] = vertex;
    }
}

static void write_boundary(struct zm_sprouts_sketch *child, const uint8_t *vertices, unsigned size,
                           bool turned)
{
    for (unsigned i = 0; i < size; i++)
        child->vertices[child->vertex_count++] = vertices[turned ? size - 1 - i : i];
    zm_sprouts_close_boundary(child);
}

static void copy_boundary(struct zm_sprouts_mover *mover, unsigned boundary, bool turned)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    unsigned start = zm_sprouts_start(parent, boundary);
    write_boundary(&mover->child, parent->vertices + start, parent->ends[boundary] - start, turned);
}

static void copy_other_regions(struct zm_sprouts_mover *mover, unsigned region)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    zm_sprouts_clear(&mover->child);
    for (unsigned r = 0; r < parent->region_count; r++) {
        if (r == region)
            continue;
        const struct zm_sprouts_region *from = &parent->regions[r];
        struct zm_sprouts_region *to = zm_sprouts_open_region(&mover->child);
        to->zeros = from->zeros;
        to->genus = from->genus;
        for (unsigned b = from->first; b < from->first + from->count; b++)
            copy_boundary(mover, b, false);
    }
}

static void write_side(struct zm_sprouts_mover *mover, const struct cut *cut, unsigned side,
                       unsigned zeros)
{
    struct zm_sprouts_region *region = zm_sprouts_open_region(&mover->child);
    region->zeros = (uint16_t)zeros;
    region->genus = (int16_t)cut->genus[side];
    for (unsigned c = 0; c < cut->class_count; c++) {
        const struct alike *class = &cut->classes[c];
        unsigned begin = side == 0 ? 0 : class->taken,
                 end = side == 0 ? class->taken : class->count;
        for (unsigned i = begin; i < end; i++)
            copy_boundary(mover, cut->order[class->first + i], i - begin < class->turned[side]);
    }
    for (unsigned w = 0; w < 2 && cut->words[side][w] != NULL; w++)
        write_boundary(&mover->child, cut->words[side][w]->vertices, cut->words[side][w]->size,
                       false);
}

static void write_child(struct zm_sprouts_mover *mover, const struct cut *cut, unsigned taken)
{
    copy_other_regions(mover, cut->region);
    write_side(mover, cut, 0, taken);
    if (cut->sides == 2)
        write_side(mover, cut, 1, cut->zeros - taken);
    zm_sprouts_clean(&mover->child);
    zm_sprouts_finish_child(mover);
}

/* Writes a child for each way to divide the boundaries from class `c` on and the virgin spots, and
 * to turn round those that are free. */
static void choose(struct zm_sprouts_mover *mover, struct cut *cut, unsigned c)
{
    if (c == cut->class_count) {
        for (unsigned taken = cut->sides == 2 ? 0 : cut->zeros; taken <= cut->zeros; taken++)
            write_child(mover, cut, taken);
        return;
    }
    struct alike *class = &cut->classes[c];
    for (class->taken = cut->sides == 2 ? 0 : class->count; class->taken <= class->count;
         class->taken++) {
        unsigned most[MOST_SIDES] = {class->taken, class->count - class->taken};
        for (unsigned side = 0; side < MOST_SIDES; side++)
            if (!class->directed || !cut->free[side])
                most[side] = 0;
        for (class->turned[0] = 0; class->turned[0] <= most[0]; class->turned[0]++)
            for (class->turned[1] = 0; class->turned[1] <= most[1] && !mover->found;
                 class->turned[1]++)
                choose(mover, cut, c + 1);
    }
}

/* Sorts the boundaries of the region, but `but`, into classes. */
static void make_classes(const struct zm_sprouts_mover *mover, struct cut *cut, unsigned but)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    const struct zm_sprouts_region *region = &parent->regions[cut->region];
    unsigned end = region->first + region->count, listed = 0;
    bool done[ZM_SPROUTS_BOUNDARIES] = {false};
    cut->class_count = 0;
    for (unsigned b = region->first; b < end; b++) {
        if (b == but || done[b])
            continue;
        struct alike *class = &cut->classes[cut->class_count++];
        class->first = (uint16_t)listed;
        class->directed = parent->ends[b] - zm_sprouts_start(parent, b) > 2;
        for (unsigned other = b; other < end; other++)
            if (other == b || (other != but && !done[other] && zm_sprouts_alike(mover, b, other))) {
                done[other] = true;
                cut->order[listed++] = (uint16_t)other;
            }
        class->count = (uint16_t)(listed - class->first);
    }
}

/* II.A with these surfaces on the sides of the two new boundaries. `free`: the region was not
 * orientable, so the boundaries of a side that is may be turned. */
static void divide(struct zm_sprouts_mover *mover, struct cut *cut, const struct path *one,
                   const struct path *two, int first, int second, bool free)
{
    cut->sides = 2;
    cut->genus[0] = first;
    cut->genus[1] = second;
    cut->free[0] = free && first >= 0;
    cut->free[1] = free && second >= 0;
    cut->words[0][0] = one;
    cut->words[1][0] = two;
    cut->words[0][1] = cut->words[1][1] = NULL;
    choose(mover, cut, 0);
}

/* II.B: the region stays one, on this surface, with one or two new boundaries. */
static void keep_whole(struct zm_sprouts_mover *mover, struct cut *cut, const struct path *one,
                       const struct path *two, int genus, bool free)
{
    cut->sides = 1;
    cut->genus[0] = genus;
    cut->free[0] = free && genus >= 0;
    cut->words[0][0] = one;
    cut->words[0][1] = two;
    choose(mover, cut, 0);
}

/* II.B.2: the new boundary is the first path and the new vertex, the second backwards and the new
 * vertex; `one` and `two` end with that vertex. */
static void cross(const struct path *one, const struct path *two, struct path *out)
{
    *out = *two;
    out->size--;
    turn_round(out);
    add(out, two->vertices[two->size - 1]);
    memcpy(out->vertices + out->size, one->vertices, one->size);
    out->size += one->size;
}

/* Where both new boundaries are the loop at a virgin spot, which side has which surface makes no
 * difference: every division of the rest is tried anyway. */
static void cut_orientable(struct zm_sprouts_mover *mover, struct cut *cut, const struct path *one,
                           const struct path *two, int n)
{
    for (int k = 0; k <= n; k++)
        if (one != two || k <= n - k)
            divide(mover, cut, one, two, k, n - k, false);
    keep_whole(mover, cut, one, two, n - 1, false);
}

static void cut_other(struct zm_sprouts_mover *mover, struct cut *cut, const struct path *one,
                      const struct path *two, int n)
{
    struct path path;
    for (int k = 1; k < n; k++)
        if (one != two || k <= n - k)
            divide(mover, cut, one, two, -k, k - n, true);
    for (int k = 0; 2 * k < n; k++) {
        divide(mover, cut, one, two, k, 2 * k - n, true);
        if (one != two)
            divide(mover, cut, one, two, 2 * k - n, k, true);
    }
    if (n >= 3)
        keep_whole(mover, cut, one, two, 2 - n, true);
    if (n % 2 == 0) {
        path = *two;
        turn_round(&path);
        keep_whole(mover, cut, one, &path, (n - 2) / 2, true);
    }
    cross(one, two, &path);
    if (n >= 2)
        keep_whole(mover, cut, &path, NULL, 1 - n, true);
    if (n % 2 == 1)
        keep_whole(mover, cut, &path, NULL, (n - 1) / 2, true);
}

static void cut_region(struct zm_sprouts_mover *mover, struct cut *cut, const struct path *one,
                       const struct path *two)
{
    int genus = mover->parent.regions[cut->region].genus;
    if (genus > 0)
        cut_orientable(mover, cut, one, two, genus);
    else
        cut_other(mover, cut, one, two, -genus);
}

/* Type II: from `x` to `y` of one boundary, or from a `1` to itself. */
static void join_within(struct zm_sprouts_mover *mover, struct cut *cut, unsigned boundary,
                        unsigned x, unsigned y)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    uint8_t z = mover->next_letter, x_letter = z + 1, y_letter = x == y ? z + 1 : z + 2;
    struct path one = {.size = 0}, two = {.size = 0};
    if (x == y ? parent->vertices[x] != ZM_SPROUTS_ONE
               : zm_sprouts_is_letter(parent->vertices[x]) &&
                     parent->vertices[x] == parent->vertices[y])
        return;
    add_path(parent, &one, boundary, y, x, y_letter, x_letter);
    add(&one, z);
    if (x == y)
        add(&two, x_letter);
    else
        add_path(parent, &two, boundary, x, y, x_letter, y_letter);
    add(&two, z);
    cut_region(mover, cut, &one, &two);
}

/* Type I: the boundary in which both ends lie afterwards is `word`. */
static void merge(struct zm_sprouts_mover *mover, unsigned r, unsigned a, unsigned b,
                  unsigned virgins, const struct path *word)
{
    const struct zm_sprouts_region *from = &mover->parent.regions[r];
    copy_other_regions(mover, r);
    struct zm_sprouts_region *to = zm_sprouts_open_region(&mover->child);
    to->zeros = (uint16_t)(from->zeros - virgins);
    to->genus = from->genus;
    for (unsigned other = from->first; other < from->first + from->count; other++)
        if (other != a && other != b)
            copy_boundary(mover, other, false);
    write_boundary(&mover->child, word->vertices, word->size, false);
    zm_sprouts_clean(&mover->child);
    zm_sprouts_finish_child(mover);
}

/* Type I from `x` of boundary `a` to `y` of boundary `b`; VIRGIN for a virgin spot. */
static void join_two(struct zm_sprouts_mover *mover, unsigned r, unsigned a, unsigned x, unsigned b,
                     unsigned y)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    uint8_t z = mover->next_letter;
    struct path word = {.size = 0}, second = {.size = 0};
    bool both_ways = parent->regions[r].genus < 0 && x != VIRGIN && y != VIRGIN;
    if (x != VIRGIN && y != VIRGIN && zm_sprouts_is_letter(parent->vertices[x]) &&
        parent->vertices[x] == parent->vertices[y])
        return;
    if (y == VIRGIN)
        add(&second, ZM_SPROUTS_ONE);
    else
        add_path(parent, &second, b, y, y, z + 2, z + 2);
    for (int way = 0; way < (both_ways ? 2 : 1); way++) {
        word.size = 0;
        if (x == VIRGIN)
            add(&word, ZM_SPROUTS_ONE);
        else
            add_path(parent, &word, a, x, x, z + 1, z + 1);
        add(&word, z);
        memcpy(word.vertices + word.size, second.vertices, second.size);
        word.size += second.size;
        add(&word, z);
        merge(mover, r, a, b, (x == VIRGIN) + (y == VIRGIN), &word);
        turn_round(&second);
    }
}

/* The moves of virgin spots: one stands for all. */
static void virgin_moves(struct zm_sprouts_mover *mover, struct cut *cut)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    const struct zm_sprouts_region *region = &parent->regions[cut->region];
    uint8_t z = mover->next_letter;
    struct path loop = {.size = 2};
    loop.vertices[0] = z + 1;
    loop.vertices[1] = z;
    make_classes(mover, cut, VIRGIN);
    cut->zeros = region->zeros - 1u;
    cut_region(mover, cut, &loop, &loop);
    if (region->zeros > 1)
        join_two(mover, cut->region, VIRGIN, VIRGIN, VIRGIN, VIRGIN);
    for (unsigned b = region->first; b < region->first + region->count; b++)
        for (unsigned y = zm_sprouts_start(parent, b); y < zm_sprouts_different_end(mover, b); y++)
            join_two(mover, cut->region, VIRGIN, VIRGIN, b, y);
}

static void boundary_moves(struct zm_sprouts_mover *mover, struct cut *cut, unsigned a)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    const struct zm_sprouts_region *region = &parent->regions[cut->region];
    make_classes(mover, cut, a);
    cut->zeros = region->zeros;
    for (unsigned x = zm_sprouts_start(parent, a); x < zm_sprouts_different_end(mover, a); x++) {
        for (unsigned y = x; y < parent->ends[a] && !mover->found; y++)
            join_within(mover, cut, a, x, y);
        for (unsigned b = a + 1; b < region->first + region->count && !mover->found; b++)
            for (unsigned y = zm_sprouts_start(parent, b); y < zm_sprouts_different_end(mover, b);
                 y++)
                join_two(mover, cut->region, a, x, b, y);
    }
}

void zm_sprouts_surface_moves(struct zm_sprouts_mover *mover, unsigned region)
{
    const struct zm_sprouts_region *played = &mover->parent.regions[region];
    struct cut cut = {.region = region};
    if (played->zeros > 0)
        virgin_moves(mover, &cut);
    for (unsigned a = played->first; a < played->first + played->count && !mover->found; a++) {
        bool seen = false; /* one that looks like this one */
        for (unsigned b = played->first; b < a && !seen; b++)
            seen = zm_sprouts_alike(mover, b, a);
        if (!seen)
            boundary_moves(mover, &cut, a);
    }
}
