/* The exact canonical form of a land: two lands are equal (up to rotation and order of boundaries,
 * order and orientation of regions, names of letters) exactly when their forms are.
 *
 * Only the names of the capitals are hard to choose. They are coloured by what surrounds their two
 * sides, again and again until no colour splits any more; when several capitals still share a
 * colour, each in turn is singled out and the search goes on (refinement and individualisation, as
 * in McKay's nauty). When every capital has its own colour the land is written with colours for
 * names, everything in its best order: the least such text wins. Two equal texts tell of a
 * symmetry, which saves trying capitals that it maps to ones already tried. A lower-case letter is
 * written as the distance to its other side along the boundary, which no rotation changes, so it
 * needs no name.
 *
 * Colours are hashes; a collision can only merge two colours, which costs time, never a wrong form.
 */
#include "base/bits.h"
#include "games/sprouts/canonical.h"

#include <stdlib.h>

enum {
    CAPITALS = ZM_SPROUTS_LETTERS,
    SYMMETRIES = 32,
    FIRST_DISTANCE = 3, /* codes of lower-case letters */
    FIRST_NAME = 2048,  /* codes of capitals */
    DOT = 4096,
    BAR = 4097,
    MANY = 1000, /* more than the virgin spots of a region: regions with more come first */
    TEXT = ZM_SPROUTS_VERTICES + ZM_SPROUTS_BOUNDARIES + 2 * ZM_SPROUTS_REGIONS,
};

struct exact {
    struct zm_sprouts_sketch land;
    uint16_t codes[ZM_SPROUTS_VERTICES]; /* 1, 2, distances; of capitals their numbers */
    bool capital[ZM_SPROUTS_VERTICES];
    unsigned capital_count;
    unsigned depth;
    uint8_t path[CAPITALS]; /* the capitals singled out, in order */
    /* The least text so far, the names it was written with, and the path to it. */
    bool have_best;
    unsigned best_size, best_depth;
    uint16_t best[TEXT];
    uint8_t best_names[CAPITALS], best_path[CAPITALS];
    /* Symmetries found: capital c goes to symmetries[i][c]. */
    unsigned symmetry_count;
    uint8_t symmetries[SYMMETRIES][CAPITALS];
};

static uint64_t symbol(const struct exact *exact, unsigned i, const uint64_t *colours,
                       unsigned size, bool backwards)
{
    if (exact->capital[i])
        return colours[exact->codes[i]];
    unsigned code = exact->codes[i];
    if (code >= FIRST_DISTANCE && backwards)
        code = FIRST_DISTANCE + size - (code - FIRST_DISTANCE);
    return zm_mix64(code);
}

/* A hash of the boundary read from `from` all the way round. */
static uint64_t reading(const struct exact *exact, unsigned start, unsigned end, unsigned from,
                        bool backwards, const uint64_t *colours)
{
    uint64_t hash = end - start;
    unsigned i = from;
    do {
        hash = zm_mix64(hash * UINT64_C(0x100000001b3) +
                        symbol(exact, i, colours, end - start, backwards));
        if (backwards)
            i = i == start ? end - 1 : i - 1;
        else
            i = i + 1 == end ? start : i + 1;
    } while (i != from);
    return hash;
}

/* The colours of the capitals after looking round each of them once more. */
static void look_round(const struct exact *exact, const uint64_t *colours, uint64_t *next)
{
    const struct zm_sprouts_sketch *land = &exact->land;
    uint64_t readings[ZM_SPROUTS_VERTICES][2];
    for (unsigned c = 0; c < exact->capital_count; c++)
        next[c] = zm_mix64(colours[c] + 1);
    for (unsigned r = 0; r < land->region_count; r++) {
        const struct zm_sprouts_region *region = &land->regions[r];
        uint64_t whole[2] = {region->zeros * UINT64_C(0x51ed27), (uint64_t)region->genus};
        whole[0] = whole[1] = zm_mix64(whole[0] + (whole[1] << 32));
        uint64_t boundaries[ZM_SPROUTS_BOUNDARIES][2];
        for (unsigned b = region->first; b < region->first + region->count; b++) {
            unsigned start = zm_sprouts_start(land, b), end = land->ends[b];
            for (int way = 0; way < 2; way++) {
                uint64_t sum = 0;
                for (unsigned i = start; i < end; i++)
                    sum += zm_mix64(readings[i][way] = reading(exact, start, end, i, way, colours));
                boundaries[b - region->first][way] = zm_mix64(sum);
                whole[way] += zm_mix64(sum);
            }
            if (region->genus < 0) { /* not orientable: each boundary has two directions */
                uint64_t *both = boundaries[b - region->first];
                whole[0] += both[1];
                whole[1] += both[0];
                both[0] = both[1] = both[0] + both[1];
            }
        }
        for (unsigned b = region->first; b < region->first + region->count; b++)
            for (unsigned i = zm_sprouts_start(land, b); i < land->ends[b]; i++)
                if (exact->capital[i]) {
                    uint64_t side = 0;
                    for (int way = 0; way < 2; way++)
                        side += zm_mix64(readings[i][way] * 3 +
                                         zm_mix64(whole[way] - boundaries[b - region->first][way]));
                    next[exact->codes[i]] += zm_mix64(side);
                }
    }
}

static unsigned count_colours(const uint64_t *colours, unsigned count)
{
    unsigned different = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned j = 0;
        while (j < i && colours[j] != colours[i])
            j++;
        different += j == i;
    }
    return different;
}

static unsigned refine(const struct exact *exact, uint64_t *colours)
{
    uint64_t next[CAPITALS];
    unsigned different = count_colours(colours, exact->capital_count);
    while (different < exact->capital_count) {
        look_round(exact, colours, next);
        unsigned now = count_colours(next, exact->capital_count);
        if (now <= different)
            break;
        memcpy(colours, next, exact->capital_count * sizeof *colours);
        different = now;
    }
    return different;
}

/* The rank of each colour; distinct when all colours are. */
static void rank(const uint64_t *colours, unsigned count, uint8_t *names)
{
    for (unsigned i = 0; i < count; i++) {
        names[i] = 0;
        for (unsigned j = 0; j < count; j++)
            names[i] += colours[j] < colours[i];
    }
}

static int compare_codes(const uint16_t *a, const uint16_t *b)
{
    for (;; a++, b++)
        if (*a != *b || *a >= BAR)
            return (int)*a - (int)*b;
}

/* Writes the least reading of a boundary in one direction, then BAR. */
static unsigned write_word(const struct exact *exact, unsigned b, bool backwards,
                           const uint8_t *names, uint16_t *out)
{
    uint16_t word[2 * ZM_SPROUTS_VERTICES];
    unsigned start = zm_sprouts_start(&exact->land, b), size = exact->land.ends[b] - start;
    for (unsigned i = 0; i < size; i++) {
        unsigned at = start + (backwards ? size - 1 - i : i);
        uint16_t code = exact->codes[at];
        if (exact->capital[at])
            code = (uint16_t)(FIRST_NAME + names[code]);
        else if (code >= FIRST_DISTANCE && backwards)
            code = (uint16_t)(2 * FIRST_DISTANCE + size - code);
        word[i] = word[i + size] = code;
    }
    unsigned best = 0;
    for (unsigned i = 1; i < size; i++) {
        unsigned k = 0;
        while (k < size && word[i + k] == word[best + k])
            k++;
        if (k < size && word[i + k] < word[best + k])
            best = i;
    }
    memcpy(out, word + best, size * sizeof *out);
    out[size] = BAR;
    return size + 1;
}

/* Writes a region in one orientation: boundaries sorted, separated by DOT, ended by BAR. */
static unsigned write_region(const struct exact *exact, unsigned r, bool backwards,
                             const uint8_t *names, uint16_t *out)
{
    const struct zm_sprouts_region *region = &exact->land.regions[r];
    uint16_t scratch[TEXT];
    unsigned order[ZM_SPROUTS_BOUNDARIES], used = 0, size = 0;
    for (unsigned b = 0; b < region->count; b++) {
        unsigned at = used, place = b;
        used += write_word(exact, region->first + b, backwards, names, scratch + used);
        if (region->genus < 0) { /* not orientable: the better direction of each boundary */
            uint16_t other[ZM_SPROUTS_VERTICES + 1];
            unsigned size = write_word(exact, region->first + b, !backwards, names, other);
            if (compare_codes(other, scratch + at) < 0)
                memcpy(scratch + at, other, size * sizeof *other);
        }
        for (; place > 0 && compare_codes(scratch + order[place - 1], scratch + at) > 0; place--)
            order[place] = order[place - 1];
        order[place] = at;
    }
    out[size++] = (uint16_t)(MANY - region->zeros);
    out[size++] = (uint16_t)(region->genus + 2 * ZM_SPROUTS_GENUS_LIMIT);
    for (unsigned b = 0; b < region->count; b++) {
        for (const uint16_t *at = scratch + order[b]; *at != BAR; at++)
            out[size++] = *at;
        out[size++] = b + 1 < region->count ? DOT : BAR;
    }
    if (region->count == 0)
        out[size++] = BAR;
    return size;
}

static unsigned write_land(const struct exact *exact, const uint8_t *names, uint16_t *out)
{
    uint16_t scratch[TEXT + TEXT], other[TEXT];
    unsigned order[ZM_SPROUTS_REGIONS], used = 0, size = 0;
    for (unsigned r = 0; r < exact->land.region_count; r++) {
        unsigned at = used, place = r;
        unsigned length = write_region(exact, r, false, names, scratch + at);
        write_region(exact, r, true, names, other);
        if (compare_codes(other, scratch + at) < 0)
            memcpy(scratch + at, other, length * sizeof *other);
        used += length;
        for (; place > 0 && compare_codes(scratch + order[place - 1], scratch + at) > 0; place--)
            order[place] = order[place - 1];
        order[place] = at;
    }
    for (unsigned r = 0; r < exact->land.region_count; r++) {
        const uint16_t *at = scratch + order[r];
        do
            out[size++] = *at;
        while (*at++ != BAR);
    }
    return size;
}

/* Two namings that give one text: which capital goes to which. Returns how many singled-out
 * capitals of the best path can be skipped back to: the depth where the two paths part, or the
 * present one when the symmetry does not map one path to the other. */
static unsigned note_symmetry(struct exact *exact, const uint8_t *names)
{
    uint8_t map[CAPITALS], bearer[CAPITALS];
    for (unsigned c = 0; c < exact->capital_count; c++)
        bearer[names[c]] = (uint8_t)c;
    for (unsigned c = 0; c < exact->capital_count; c++)
        map[c] = bearer[exact->best_names[c]];
    if (exact->symmetry_count < SYMMETRIES)
        memcpy(exact->symmetries[exact->symmetry_count++], map, exact->capital_count);
    unsigned parting = 0;
    while (parting < exact->depth && parting < exact->best_depth &&
           exact->path[parting] == exact->best_path[parting])
        parting++;
    for (unsigned i = 0; i <= parting && i < exact->depth && i < exact->best_depth; i++)
        if (map[exact->best_path[i]] != exact->path[i])
            return exact->depth;
    return parting;
}

/* All capitals have names: keeps the text if it is the least. Returns the depth to go back to. */
static unsigned try_names(struct exact *exact, const uint64_t *colours)
{
    uint8_t names[CAPITALS];
    uint16_t text[TEXT];
    rank(colours, exact->capital_count, names);
    unsigned size = write_land(exact, names, text);
    int order = -1;
    if (exact->have_best) {
        unsigned i = 0;
        while (i < size && text[i] == exact->best[i])
            i++;
        order = i == size ? 0 : (int)text[i] - (int)exact->best[i];
    }
    if (order == 0)
        return note_symmetry(exact, names);
    if (order < 0) {
        exact->have_best = true;
        exact->best_size = size;
        memcpy(exact->best, text, size * sizeof *text);
        memcpy(exact->best_names, names, exact->capital_count);
        exact->best_depth = exact->depth;
        memcpy(exact->best_path, exact->path, exact->depth);
    }
    return exact->depth;
}

/* Is there a known symmetry, leaving the path as it is, that maps `tried` capitals to `capital`? */
static bool is_covered(const struct exact *exact, const bool *tried, unsigned capital)
{
    bool reached[CAPITALS] = {false};
    uint8_t queue[CAPITALS];
    unsigned head = 0, tail = 0;
    reached[capital] = true;
    queue[tail++] = (uint8_t)capital;
    while (head < tail) {
        unsigned at = queue[head++];
        if (tried[at])
            return true;
        for (unsigned s = 0; s < exact->symmetry_count; s++) {
            const uint8_t *map = exact->symmetries[s];
            bool leaves = true;
            for (unsigned i = 0; i < exact->depth && leaves; i++)
                leaves = map[exact->path[i]] == exact->path[i];
            if (!leaves || reached[map[at]])
                continue;
            reached[map[at]] = true;
            queue[tail++] = map[at];
        }
    }
    return false;
}

/* The least colour that several capitals share. */
static uint64_t shared_colour(const struct exact *exact, const uint64_t *colours)
{
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < exact->capital_count; i++)
        for (unsigned j = 0; j < i; j++)
            if (colours[i] == colours[j] && colours[i] < least)
                least = colours[i];
    return least;
}

/* Tries every naming below these colours; returns the depth to go back to. */
static unsigned try_colours(struct exact *exact, uint64_t *colours)
{
    unsigned depth = exact->depth;
    if (refine(exact, colours) == exact->capital_count)
        return try_names(exact, colours);
    uint64_t shared = shared_colour(exact, colours), below[CAPITALS];
    bool tried[CAPITALS] = {false};
    for (unsigned c = 0; c < exact->capital_count; c++) {
        if (colours[c] != shared || is_covered(exact, tried, c))
            continue;
        tried[c] = true;
        memcpy(below, colours, exact->capital_count * sizeof *below);
        below[c] = zm_mix64(shared ^ UINT64_C(0x5851f42d4c957f2d));
        exact->path[exact->depth++] = (uint8_t)c;
        unsigned back = try_colours(exact, below);
        exact->depth = depth;
        if (back < depth)
            return back;
    }
    return depth;
}

/* Codes of the land: distances for lower-case letters, numbers for capitals. */
static void read_land(struct exact *exact, struct zm_bytes pseudo)
{
    struct zm_sprouts_sketch *land = &exact->land;
    uint8_t letter = ZM_SPROUTS_LOWER;
    uint8_t number[ZM_SPROUTS_DOT];
    memset(number, 0xff, sizeof number);
    zm_sprouts_clear(land);
    zm_sprouts_unpack(pseudo, land, &letter);
    exact->capital_count = exact->symmetry_count = exact->depth = 0;
    exact->have_best = false;
    for (unsigned b = 0; b < land->boundary_count; b++) {
        unsigned start = zm_sprouts_start(land, b), end = land->ends[b];
        for (unsigned i = start; i < end; i++) {
            uint8_t vertex = land->vertices[i];
            exact->capital[i] = false;
            exact->codes[i] = vertex;
            if (vertex < ZM_SPROUTS_LOWER)
                continue;
            unsigned other = start;
            while (other < end && (other == i || land->vertices[other] != vertex))
                other++;
            if (other < end) {
                unsigned distance = other > i ? other - i : end - start - (i - other);
                exact->codes[i] = (uint16_t)(FIRST_DISTANCE + distance);
                continue;
            }
            if (number[vertex] == 0xff)
                number[vertex] = (uint8_t)exact->capital_count++;
            exact->capital[i] = true;
            exact->codes[i] = number[vertex];
        }
    }
}

/* Adds a boundary of the best text to a reduced land; returns what follows it. */
static const uint16_t *sketch_word(const uint16_t *at, struct zm_sprouts_sketch *land)
{
    unsigned size = 0, lower = 0;
    while (at[size] < DOT)
        size++;
    uint8_t *out = land->vertices + land->vertex_count;
    for (unsigned i = 0; i < size; i++) {
        if (at[i] >= FIRST_NAME) {
            out[i] = (uint8_t)(ZM_SPROUTS_UPPER + (at[i] - FIRST_NAME));
        } else if (at[i] < FIRST_DISTANCE) {
            out[i] = (uint8_t)at[i];
        } else {
            unsigned other = (i + at[i] - FIRST_DISTANCE) % size;
            out[i] = other < i ? out[other] : (uint8_t)(ZM_SPROUTS_LOWER + lower++);
        }
    }
    land->vertex_count += size;
    if (size > 0)
        zm_sprouts_close_boundary(land);
    return at + size;
}

static void sketch_best(const struct exact *exact, struct zm_sprouts_sketch *land)
{
    zm_sprouts_clear(land);
    for (const uint16_t *at = exact->best; at < exact->best + exact->best_size; at++) {
        struct zm_sprouts_region *region = zm_sprouts_open_region(land);
        region->zeros = (uint16_t)(MANY - *at++);
        region->genus = (int16_t)(*at++ - 2 * ZM_SPROUTS_GENUS_LIMIT);
        at = sketch_word(at, land);
        while (*at == DOT)
            at = sketch_word(at + 1, land);
    }
}

void zm_sprouts_exact(struct zm_bytes pseudo, struct zm_buffer *bytes)
{
    struct exact exact;
    uint64_t colours[CAPITALS] = {0};
    read_land(&exact, pseudo);
    try_colours(&exact, colours);
    sketch_best(&exact, &exact.land);
    zm_sprouts_pseudo(&exact.land, 1, bytes);
}
