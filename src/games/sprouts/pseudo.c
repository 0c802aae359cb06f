/* The pseudo-canonical form of a land (Lemoine and Viennot, thesis, 9.5.3): capitals are named in
 * order of appearance, everything is sorted, lower-case letters are named in order of appearance,
 * then capitals again, and everything is sorted again. To sort is: each boundary starts at its best
 * vertex, boundaries are sorted in their region, the better of the region's two orientations is
 * kept, and regions are sorted. The order compares shapes first (all lower-case letters alike, all
 * capitals alike), then names; separators come after vertices, so that a longer boundary comes
 * before its own beginning. Two equal lands may keep different forms: a few per cent do.
 *
 * While it is worked on, a region is a text: boundaries separated by DOT and ended by BAR. */
#include "games/sprouts/canonical.h"

#include <string.h>

struct region {
    const uint8_t *text;
    uint16_t zeros;
    int16_t genus;
};

struct work {
    unsigned count;
    struct region regions[ZM_SPROUTS_REGIONS];
    uint8_t texts[2][ZM_SPROUTS_VERTICES + ZM_SPROUTS_BOUNDARIES + ZM_SPROUTS_REGIONS];
};

/* What the first comparison sees of a code. */
static inline unsigned shape(uint8_t code)
{
    return code < ZM_SPROUTS_LOWER   ? code
           : code < ZM_SPROUTS_UPPER ? 3
           : code < ZM_SPROUTS_DOT   ? 4
                                     : code;
}

/* Compares texts up to BAR: shapes first, then names. */
static int compare_texts(const uint8_t *a, const uint8_t *b)
{
    int tie = 0;
    for (;; a++, b++) {
        if (*a == *b) {
            if (*a == ZM_SPROUTS_BAR)
                return tie;
            continue;
        }
        int order = (int)shape(*a) - (int)shape(*b);
        if (order != 0)
            return order;
        if (tie == 0)
            tie = (int)*a - (int)*b;
    }
}

static int compare_regions(const struct region *a, const struct region *b)
{
    if (a->zeros != b->zeros)
        return a->zeros > b->zeros ? -1 : 1;
    int order = compare_texts(a->text, b->text);
    return order != 0 ? order : a->genus - b->genus;
}

/* Compares two rotations of one circular word. */
static int compare_rotations(const uint8_t *word, unsigned size, unsigned a, unsigned b)
{
    int tie = 0;
    for (unsigned i = 0; i < size; i++) {
        uint8_t x = word[a], y = word[b];
        if (x != y) {
            int order = (int)shape(x) - (int)shape(y);
            if (order != 0)
                return order;
            if (tie == 0)
                tie = (int)x - (int)y;
        }
        a = a + 1 == size ? 0 : a + 1;
        b = b + 1 == size ? 0 : b + 1;
    }
    return tie;
}

/* Writes the best rotation of a word, and BAR. */
static uint8_t *write_best_rotation(const uint8_t *word, unsigned size, uint8_t *out)
{
    unsigned best = 0;
    for (unsigned start = 1; start < size; start++)
        if (compare_rotations(word, size, start, best) < 0)
            best = start;
    memcpy(out, word + best, size - best);
    memcpy(out + size - best, word, best);
    out[size] = ZM_SPROUTS_BAR;
    return out + size + 1;
}

static uint8_t *write_best_reversed(const uint8_t *word, unsigned size, uint8_t *out)
{
    uint8_t reversed[ZM_SPROUTS_VERTICES];
    for (unsigned i = 0; i < size; i++)
        reversed[i] = word[size - 1 - i];
    return write_best_rotation(reversed, size, out);
}

static unsigned word_size(const uint8_t *word)
{
    unsigned size = 0;
    while (word[size] < ZM_SPROUTS_DOT)
        size++;
    return size;
}

/* Writes a region's text in one orientation: words at their best rotation, sorted. */
static uint8_t *write_oriented(const uint8_t *text, bool reversed, uint8_t *out)
{
    uint8_t scratch[ZM_SPROUTS_VERTICES + ZM_SPROUTS_BOUNDARIES], *end = scratch;
    const uint8_t *words[ZM_SPROUTS_BOUNDARIES];
    unsigned count = 0;
    for (;;) {
        unsigned size = word_size(text), place = count++;
        const uint8_t *word = end;
        end =
            reversed ? write_best_reversed(text, size, end) : write_best_rotation(text, size, end);
        for (; place > 0 && compare_texts(words[place - 1], word) > 0; place--)
            words[place] = words[place - 1];
        words[place] = word;
        text += size;
        if (*text++ == ZM_SPROUTS_BAR)
            break;
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned size = word_size(words[i]);
        memcpy(out, words[i], size);
        out += size;
        *out++ = i + 1 < count ? ZM_SPROUTS_DOT : ZM_SPROUTS_BAR;
    }
    return out;
}

/* Words of one or two vertices read the same both ways round. */
static bool has_direction(const uint8_t *text)
{
    for (unsigned size = 0;; text++) {
        if (*text >= ZM_SPROUTS_DOT) {
            if (*text == ZM_SPROUTS_BAR)
                return false;
            size = 0;
        } else if (++size > 2) {
            return true;
        }
    }
}

static uint8_t *write_sorted(const uint8_t *text, uint8_t *out)
{
    if (*text == ZM_SPROUTS_BAR) {
        *out = ZM_SPROUTS_BAR;
        return out + 1;
    }
    uint8_t *end = write_oriented(text, false, out);
    if (has_direction(text)) {
        uint8_t other[ZM_SPROUTS_VERTICES + ZM_SPROUTS_BOUNDARIES];
        write_oriented(text, true, other);
        if (compare_texts(other, out) < 0)
            memcpy(out, other, (size_t)(end - out));
    }
    return end;
}

/* Sorts the land; the texts move to the other half of the work space. */
static void sort_land(struct work *work, uint8_t *out)
{
    for (unsigned r = 0; r < work->count; r++) {
        struct region region = work->regions[r];
        uint8_t *end = write_sorted(region.text, out);
        region.text = out;
        out = end;
        unsigned place = r;
        for (; place > 0 && compare_regions(&work->regions[place - 1], &region) > 0; place--)
            work->regions[place] = work->regions[place - 1];
        work->regions[place] = region;
    }
}

static void rename_capitals(struct work *work)
{
    uint8_t names[256] = {0}, next = ZM_SPROUTS_UPPER;
    for (unsigned r = 0; r < work->count; r++)
        for (uint8_t *at = (uint8_t *)work->regions[r].text; *at != ZM_SPROUTS_BAR; at++)
            if (*at >= ZM_SPROUTS_UPPER && *at < ZM_SPROUTS_DOT) {
                if (names[*at] == 0)
                    names[*at] = next++;
                *at = names[*at];
            }
}

static void rename_lower_case(struct work *work)
{
    for (unsigned r = 0; r < work->count; r++) {
        uint8_t names[ZM_SPROUTS_UPPER], next = ZM_SPROUTS_LOWER;
        for (uint8_t *at = (uint8_t *)work->regions[r].text; *at != ZM_SPROUTS_BAR; at++) {
            if (*at == ZM_SPROUTS_DOT) {
                next = ZM_SPROUTS_LOWER;
            } else if (*at >= ZM_SPROUTS_LOWER && *at < ZM_SPROUTS_UPPER) {
                if (next == ZM_SPROUTS_LOWER)
                    memset(names, 0, sizeof names);
                if (names[*at] == 0)
                    names[*at] = next++;
                *at = names[*at];
            }
        }
    }
}

static void write_texts(const struct zm_sprouts_sketch *land, struct work *work)
{
    uint8_t *out = work->texts[0];
    work->count = land->region_count;
    for (unsigned r = 0; r < land->region_count; r++) {
        const struct zm_sprouts_region *region = &land->regions[r];
        work->regions[r] = (struct region){out, region->zeros, region->genus};
        for (unsigned b = region->first; b < region->first + region->count; b++) {
            unsigned start = zm_sprouts_start(land, b), size = land->ends[b] - start;
            if (b > region->first)
                *out++ = ZM_SPROUTS_DOT;
            memcpy(out, land->vertices + start, size);
            out += size;
        }
        *out++ = ZM_SPROUTS_BAR;
    }
}

static void pack(const struct work *work, struct zm_buffer *bytes)
{
    uint8_t packed[sizeof work->texts[0] + 4 * ZM_SPROUTS_REGIONS], *out = packed;
    for (unsigned r = 0; r < work->count; r++) {
        const struct region *region = &work->regions[r];
        if (r > 0)
            *out++ = ZM_SPROUTS_BAR;
        if (region->zeros > 0) {
            *out++ = 0;
            *out++ = (uint8_t)(255 - region->zeros);
        }
        for (const uint8_t *at = region->text; *at != ZM_SPROUTS_BAR; at++)
            *out++ = *at;
        if (region->genus != 0) {
            *out++ = ZM_SPROUTS_GENUS;
            *out++ = (uint8_t)(region->genus + 128);
        }
    }
    zm_buffer_add(bytes, packed, (size_t)(out - packed));
}

void zm_sprouts_pseudo(const struct zm_sprouts_sketch *land, struct zm_buffer *bytes)
{
    struct work work;
    write_texts(land, &work);
    rename_capitals(&work);
    sort_land(&work, work.texts[1]);
    rename_lower_case(&work);
    rename_capitals(&work);
    sort_land(&work, work.texts[0]);
    pack(&work, bytes);
}
