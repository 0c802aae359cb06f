/* Sporadic equivalences. A capital leads to the rest of the land, whatever it is:
 *
 *   22            as a whole boundary   ->  1
 *   22A                                 ->  1A
 *   2AB|2B                              ->  1A
 *   ABC|BD|CD                           ->  1A
 *   0.B|2AB                             ->  0 + 1A
 *   22aAa                               ->  1A.2
 *   AB.CD         letters may be 2      ->  A.B.C.D
 *
 * keep the canonical tree (the tests compare the trees of all positions of the 5-spot game); and
 *
 *   0.A -> 2A,  0.AB -> 2AB
 *
 * keep the reduced canonical tree, so outcomes and nimbers but not the tree itself. */
#include "games/sprouts/equivalences.h"

#include <string.h>

/* What a region turns into: up to four boundaries of one or two vertices; count 0: it goes. */
struct change {
    unsigned region;
    unsigned zeros, count;
    uint8_t words[4][2], sizes[4];
};

enum { MOST_CHANGES = 3 };
struct changes {
    unsigned count;
    struct change list[MOST_CHANGES];
};

static bool is_capital(uint8_t vertex)
{
    return vertex >= ZM_SPROUTS_UPPER && vertex < ZM_SPROUTS_DOT;
}

/* The only boundary of a region without virgin spots, when it has `size` vertices; else NULL. */
static const uint8_t *only_boundary(const struct zm_sprouts_sketch *land, unsigned r, unsigned size)
{
    const struct zm_sprouts_region *region = &land->regions[r];
    if (region->count != 1 || region->zeros != 0 || region->genus != 0)
        return NULL;
    unsigned start = zm_sprouts_start(land, region->first);
    return land->ends[region->first] - start == size ? land->vertices + start : NULL;
}

/* The region other than `r` where a capital is written. */
static unsigned other_region(const struct zm_sprouts_sketch *land, unsigned r, uint8_t capital)
{
    for (unsigned other = 0; other < land->region_count; other++) {
        const struct zm_sprouts_region *region = &land->regions[other];
        if (other == r || region->count == 0)
            continue;
        unsigned end = land->ends[region->first + region->count - 1];
        for (unsigned i = zm_sprouts_start(land, region->first); i < end; i++)
            if (land->vertices[i] == capital)
                return other;
    }
    return r;
}

static struct change *add_change(struct changes *changes, unsigned r)
{
    struct change *change = &changes->list[changes->count++];
    *change = (struct change){.region = r};
    return change;
}

static void add_word(struct change *change, uint8_t first, uint8_t second)
{
    change->words[change->count][0] = first;
    change->words[change->count][1] = second;
    change->sizes[change->count++] = second == 0 ? 1 : 2;
}

/* Is the region `2B`, or `0.B` when `virgin`, up to order? */
static bool is_end(const struct zm_sprouts_sketch *land, unsigned r, uint8_t capital, bool virgin)
{
    const struct zm_sprouts_region *region = &land->regions[r];
    if (virgin)
        return region->zeros == 1 && region->count == 1 && region->genus == 0 &&
               land->ends[region->first] - zm_sprouts_start(land, region->first) == 1;
    const uint8_t *word = only_boundary(land, r, 2);
    return word != NULL && ((word[0] == ZM_SPROUTS_TWO && word[1] == capital) ||
                            (word[1] == ZM_SPROUTS_TWO && word[0] == capital));
}

/* 2AB|2B and 0.B|2AB, for the region `r` of three vertices with `two` as its 2. */
static bool join_end(const struct zm_sprouts_sketch *land, unsigned r, const uint8_t *word,
                     unsigned two, struct changes *changes, unsigned *virgins)
{
    for (unsigned b = 1; b <= 2; b++) {
        uint8_t kept = word[(two + 3 - b) % 3], linked = word[(two + b) % 3];
        if (!is_capital(kept) || !is_capital(linked))
            return false;
        unsigned end = other_region(land, r, linked);
        bool virgin = is_end(land, end, linked, true);
        if (end == r || (!virgin && !is_end(land, end, linked, false)))
            continue;
        *virgins += virgin;
        add_word(add_change(changes, r), ZM_SPROUTS_ONE, kept);
        add_change(changes, end);
        return true;
    }
    return false;
}

/* ABC|BD|CD, for the region `r` of three capitals. */
static bool join_triangle(const struct zm_sprouts_sketch *land, unsigned r, const uint8_t *word,
                          struct changes *changes)
{
    for (unsigned a = 0; a < 3; a++) {
        uint8_t b = word[(a + 1) % 3], c = word[(a + 2) % 3];
        unsigned one = other_region(land, r, b), two = other_region(land, r, c);
        const uint8_t *first = only_boundary(land, one, 2), *second = only_boundary(land, two, 2);
        if (one == two || first == NULL || second == NULL)
            continue;
        uint8_t d = first[0] == b ? first[1] : first[0];
        if (!is_capital(d) || d != (second[0] == c ? second[1] : second[0]))
            continue;
        add_word(add_change(changes, r), ZM_SPROUTS_ONE, word[a]);
        add_change(changes, one);
        add_change(changes, two);
        return true;
    }
    return false;
}

static bool change_three(const struct zm_sprouts_sketch *land, unsigned r, struct changes *changes,
                         unsigned *virgins)
{
    const uint8_t *word = only_boundary(land, r, 3);
    if (word == NULL)
        return false;
    unsigned twos = 0, two = 0, capital = 0, capitals = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (word[i] == ZM_SPROUTS_TWO) {
            twos++;
            two = i;
        } else if (is_capital(word[i])) {
            capitals++;
            capital = i;
        }
    }
    if (twos == 2 && capitals == 1) {
        add_word(add_change(changes, r), ZM_SPROUTS_ONE, word[capital]);
        return true;
    }
    if (twos == 1 && capitals == 2)
        return join_end(land, r, word, two, changes, virgins);
    return capitals == 3 && join_triangle(land, r, word, changes);
}

/* 22aAa, from whichever vertex and in whichever direction. */
static bool change_five(const struct zm_sprouts_sketch *land, unsigned r, struct changes *changes)
{
    const uint8_t *word = only_boundary(land, r, 5);
    if (word == NULL)
        return false;
    for (unsigned i = 0; i < 5; i++) {
        uint8_t before = word[(i + 4) % 5], after = word[(i + 1) % 5];
        if (is_capital(word[i]) && before == after && before >= ZM_SPROUTS_LOWER &&
            word[(i + 2) % 5] == ZM_SPROUTS_TWO && word[(i + 3) % 5] == ZM_SPROUTS_TWO) {
            struct change *change = add_change(changes, r);
            add_word(change, ZM_SPROUTS_ONE, word[i]);
            add_word(change, ZM_SPROUTS_TWO, 0);
            return true;
        }
    }
    return false;
}

/* AB.CD: two boundaries of two vertices of one life each. */
static bool change_pairs(const struct zm_sprouts_sketch *land, unsigned r, struct changes *changes)
{
    const struct zm_sprouts_region *region = &land->regions[r];
    if (region->count != 2 || region->zeros != 0 || region->genus != 0)
        return false;
    unsigned start = zm_sprouts_start(land, region->first);
    if (land->ends[region->first] - start != 2 || land->ends[region->first + 1] - start != 4)
        return false;
    for (unsigned i = 0; i < 4; i++)
        if (land->vertices[start + i] == ZM_SPROUTS_ONE)
            return false;
    struct change *change = add_change(changes, r);
    for (unsigned i = 0; i < 4; i++)
        add_word(change, land->vertices[start + i], 0);
    return true;
}

/* 0.A and 0.AB. */
static bool change_virgin(const struct zm_sprouts_sketch *land, unsigned r, struct changes *changes)
{
    const struct zm_sprouts_region *region = &land->regions[r];
    if (region->zeros != 1 || region->count != 1 || region->genus != 0)
        return false;
    unsigned start = zm_sprouts_start(land, region->first),
             size = land->ends[region->first] - start;
    const uint8_t *word = land->vertices + start;
    if (size > 2 || !is_capital(word[0]) || !is_capital(word[size - 1]))
        return false;
    struct change *change = add_change(changes, r);
    if (size == 1) {
        add_word(change, ZM_SPROUTS_TWO, word[0]);
    } else { /* 2AB: three vertices, written as a boundary of two and one of one, see rebuild */
        add_word(change, word[0], word[1]);
        add_word(change, ZM_SPROUTS_TWO, 0);
    }
    return true;
}

static bool find_changes(const struct zm_sprouts_sketch *land, enum zm_sprouts_rules rules,
                         struct changes *changes, unsigned *virgins)
{
    for (unsigned r = 0; r < land->region_count; r++)
        if (change_three(land, r, changes, virgins) || change_five(land, r, changes) ||
            change_pairs(land, r, changes) ||
            (rules == ZM_SPROUTS_ALL_RULES && change_virgin(land, r, changes)))
            return true;
    return false;
}

/* A changed region of three lives is one boundary, like every region of three lives. */
static void write_change(const struct change *change, struct zm_sprouts_sketch *out)
{
    unsigned lives = 0;
    for (unsigned w = 0; w < change->count; w++)
        for (unsigned i = 0; i < change->sizes[w]; i++)
            lives += change->words[w][i] == ZM_SPROUTS_ONE ? 2 : 1;
    zm_sprouts_open_region(out);
    for (unsigned w = 0; w < change->count; w++) {
        for (unsigned i = 0; i < change->sizes[w]; i++)
            out->vertices[out->vertex_count++] = change->words[w][i];
        if (lives > 3 || w + 1 == change->count)
            zm_sprouts_close_boundary(out);
    }
}

static void copy_region(const struct zm_sprouts_sketch *land, unsigned r,
                        struct zm_sprouts_sketch *out)
{
    const struct zm_sprouts_region *from = &land->regions[r];
    struct zm_sprouts_region *to = zm_sprouts_open_region(out);
    to->zeros = from->zeros;
    to->genus = from->genus;
    for (unsigned b = from->first; b < from->first + from->count; b++) {
        for (unsigned i = zm_sprouts_start(land, b); i < land->ends[b]; i++)
            out->vertices[out->vertex_count++] = land->vertices[i];
        zm_sprouts_close_boundary(out);
    }
}

static void rebuild(struct zm_sprouts_sketch *land, const struct changes *changes,
                    struct zm_sprouts_sketch *scratch)
{
    zm_sprouts_clear(scratch);
    for (unsigned r = 0; r < land->region_count; r++) {
        unsigned i = 0;
        while (i < changes->count && changes->list[i].region != r)
            i++;
        if (i == changes->count)
            copy_region(land, r, scratch);
        else if (changes->list[i].count > 0)
            write_change(&changes->list[i], scratch);
    }
    zm_sprouts_clear(land);
    for (unsigned r = 0; r < scratch->region_count; r++)
        copy_region(scratch, r, land);
}

/* 22 as a whole boundary. */
static void shorten_boundaries(struct zm_sprouts_sketch *land)
{
    unsigned out = 0, start = 0;
    for (unsigned b = 0; b < land->boundary_count; b++) {
        unsigned end = land->ends[b];
        if (end - start == 2 && land->vertices[start] == ZM_SPROUTS_TWO &&
            land->vertices[start + 1] == ZM_SPROUTS_TWO) {
            land->vertices[out++] = ZM_SPROUTS_ONE;
        } else {
            memmove(land->vertices + out, land->vertices + start, end - start);
            out += end - start;
        }
        start = end;
        land->ends[b] = (uint16_t)out;
    }
    land->vertex_count = out;
}

/* Names the capitals in order of appearance again, when some are gone. */
static void rename_capitals(struct zm_sprouts_sketch *land)
{
    uint8_t names[ZM_SPROUTS_LETTERS] = {0}, next = ZM_SPROUTS_UPPER;
    for (unsigned i = 0; i < land->vertex_count; i++)
        if (is_capital(land->vertices[i])) {
            uint8_t *name = &names[land->vertices[i] - ZM_SPROUTS_UPPER];
            if (*name == 0)
                *name = next++;
            land->vertices[i] = *name;
        }
}

void zm_sprouts_rewrite(struct zm_sprouts_sketch *land, enum zm_sprouts_rules rules,
                        unsigned *virgins, struct zm_sprouts_sketch *scratch)
{
    struct changes changes = {0};
    bool changed = false;
    if (rules == ZM_SPROUTS_NO_RULES)
        return;
    shorten_boundaries(land);
    for (; find_changes(land, rules, &changes, virgins); changes.count = 0) {
        rebuild(land, &changes, scratch);
        changed = true;
    }
    if (changed)
        rename_capitals(land);
}
