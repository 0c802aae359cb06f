/* The pseudo-canonical form of a land (Lemoine and Viennot, thesis, 9.5.3): capitals are named in
 * order of appearance, everything is sorted, lower-case letters are named in order of appearance,
 * then capitals again, and everything is sorted again. To sort is: each boundary starts at its best
 * vertex, boundaries are sorted in their region, the better of the region's two orientations is
 * kept, and regions are sorted. The order compares shapes first (all lower-case letters alike, all
 * capitals alike), then names; separators come after vertices, so that a longer boundary comes
 * before its own beginning. Two equal lands may keep different forms: a few per cent do.
 *
 * This is where the program spends most of its time, so shapes are packed: the first 16 vertices of
 * a boundary as half bytes of one number, filled up with a value above all, whose order is the
 * order of shapes. Names only matter between equal shapes; the second sort leaves alone what had no
 * equal. */
#include "games/sprouts/canonical.h"

enum { PACKED = 16, SEPARATOR = 15, TEXT = 2 * ZM_SPROUTS_VERTICES };

/* A boundary, turned to its best start. */
struct word {
    uint64_t key; /* the shape of its first 16 vertices */
    uint8_t *text;
    uint16_t size;
    uint16_t period; /* its shape repeats after so many vertices */
    bool lower;      /* has it lower-case letters? */
};

struct region {
    struct word *words;
    uint16_t count;
    uint16_t zeros;
    int16_t genus;
    bool loose; /* boundaries of one shape, or two orientations of one shape: names decide */
};

struct work {
    unsigned count;
    struct region regions[ZM_SPROUTS_REGIONS];
    struct word words[ZM_SPROUTS_BOUNDARIES], other[ZM_SPROUTS_BOUNDARIES];
    uint8_t texts[2 * TEXT], *text_end; /* each sort writes at the end */
};

/* 1, 2, 3 for lower-case letters, 4 for capitals. */
static inline unsigned shape(uint8_t code)
{
    return code < ZM_SPROUTS_LOWER ? code : 3u + (code >= ZM_SPROUTS_UPPER);
}

/* Compares shapes, then names, of words read from two places of one circle. */
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

/* The same for places from which the shapes are equal. */
static int compare_names_round(const uint8_t *word, unsigned size, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < size; i++) {
        if (word[a] != word[b])
            return (int)word[a] - (int)word[b];
        a = a + 1 == size ? 0 : a + 1;
        b = b + 1 == size ? 0 : b + 1;
    }
    return 0;
}

/* The best start of a word of 3 to 16 vertices by its shape; sets key and period. */
static unsigned best_shape(const uint8_t *text, unsigned size, struct word *word)
{
    uint64_t packed = 0;
    bool lower = false;
    for (unsigned i = 0; i < size; i++) {
        unsigned code = shape(text[i]);
        lower |= code == 3;
        packed = packed << 4 | code;
    }
    word->lower = lower;
    uint64_t best = packed, turned = packed;
    unsigned start = 0, period = size, top = 4 * (size - 1);
    for (unsigned i = 1; i < size; i++) {
        uint64_t first = turned >> top;
        turned = (turned ^ first << top) << 4 | first;
        if (turned < best) {
            best = turned;
            start = i;
            period = size;
        } else if (turned == best && period == size) {
            period = i - start;
        }
    }
    word->period = (uint16_t)period;
    word->key = size == PACKED ? best : best << (4 * (PACKED - size)) | UINT64_MAX >> (4 * size);
    return start;
}

/* One or two vertices: the codes have the order of their shapes. No lower-case letter has both its
 * sides there. */
static void turn_short(const uint8_t *text, unsigned size, struct word *word)
{
    uint8_t first = text[0], second = text[size - 1];
    word->lower = false;
    if (second < first) {
        first = text[1];
        second = text[0];
    }
    uint64_t one = shape(first), two = shape(second);
    word->text[0] = first;
    if (size == 1) {
        word->period = 1;
        word->key = one << 60 | UINT64_MAX >> 4;
    } else {
        word->text[1] = second;
        word->period = one == two ? 1 : 2;
        word->key = one << 60 | two << 56 | UINT64_MAX >> 8;
    }
}

/* The best start of a word of any length; its key is that of its first 16 vertices. */
static unsigned best_long(const uint8_t *text, unsigned size, struct word *word)
{
    unsigned start = 0;
    for (unsigned i = 1; i < size; i++)
        if (compare_rotations(text, size, i, start) < 0)
            start = i;
    word->lower = true;
    word->period = 0;
    word->key = 0;
    for (unsigned i = 0; i < PACKED; i++)
        word->key = word->key << 4 | shape(text[(start + i) % size]);
    return start;
}

/* Copies a circular word from `start` on. */
static void copy_round(const uint8_t *text, unsigned size, unsigned start, uint8_t *out)
{
    for (unsigned i = start; i < size; i++)
        *out++ = text[i];
    for (unsigned i = 0; i < start; i++)
        *out++ = text[i];
}

/* Of the starts that are best by shape, the best by names. */
static unsigned best_names(const uint8_t *text, unsigned size, unsigned start, unsigned period)
{
    for (unsigned i = start + period; i < size; i += period)
        if (compare_names_round(text, size, i, start) < 0)
            start = i;
    return start;
}

/* Turns a word to its best start: `text` is copied to word->text. */
static void turn(const uint8_t *text, unsigned size, struct word *word)
{
    word->size = (uint16_t)size;
    if (size <= 2) {
        turn_short(text, size, word);
    } else if (size <= PACKED) {
        unsigned start = best_shape(text, size, word);
        copy_round(text, size, best_names(text, size, start, word->period), word->text);
    } else {
        copy_round(text, size, best_long(text, size, word), word->text);
    }
}

/* Turns a word again whose names have changed; it stands at a start that is best by shape. */
static void turn_again(struct word *word)
{
    if (word->size == word->period)
        return;
    uint8_t copy[ZM_SPROUTS_VERTICES];
    if (word->size > PACKED) {
        memcpy(copy, word->text, word->size);
        turn(copy, word->size, word);
    } else {
        unsigned start = best_names(word->text, word->size, 0, word->period);
        if (start > 0) {
            copy_round(word->text, word->size, start, copy);
            memcpy(word->text, copy, word->size);
        }
    }
}

/* Compares the shapes of words that agree in their keys and are longer than these. */
static int compare_tails(const struct word *a, const struct word *b)
{
    for (unsigned i = PACKED;; i++) {
        unsigned x = i < a->size ? shape(a->text[i]) : SEPARATOR;
        unsigned y = i < b->size ? shape(b->text[i]) : SEPARATOR;
        if (x != y)
            return (int)x - (int)y;
        if (x == SEPARATOR)
            return 0;
    }
}

static inline int compare_shapes(const struct word *a, const struct word *b)
{
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->size <= PACKED && b->size <= PACKED ? 0 : compare_tails(a, b);
}

static inline int compare_names(const struct word *a, const struct word *b)
{
    for (unsigned i = 0; i < a->size; i++)
        if (a->text[i] != b->text[i])
            return (int)a->text[i] - (int)b->text[i];
    return 0;
}

/* Shapes of two lists of words, then (`names`) their names. */
static int compare_lists(const struct word *a, unsigned a_count, const struct word *b,
                         unsigned b_count, bool names)
{
    unsigned common = a_count < b_count ? a_count : b_count;
    for (unsigned i = 0; i < common; i++) {
        int order = compare_shapes(&a[i], &b[i]);
        if (order != 0)
            return order;
    }
    if (a_count != b_count)
        return a_count > b_count ? -1 : 1;
    for (unsigned i = 0; i < common && names; i++) {
        int order = compare_names(&a[i], &b[i]);
        if (order != 0)
            return order;
    }
    return 0;
}

static int compare_regions(const struct region *a, const struct region *b)
{
    if (a->zeros != b->zeros)
        return a->zeros > b->zeros ? -1 : 1;
    int order = compare_lists(a->words, a->count, b->words, b->count, true);
    return order != 0 ? order : a->genus - b->genus;
}

/* Puts a word in its place among `count` sorted ones; returns whether one of its shape is there. */
static bool place_word(struct word *words, unsigned count, struct word word)
{
    bool alike = false;
    unsigned place = count;
    for (; place > 0; place--) {
        int order = compare_shapes(&words[place - 1], &word);
        alike |= order == 0;
        if (order < 0 || (order == 0 && compare_names(&words[place - 1], &word) <= 0))
            break;
        words[place] = words[place - 1];
    }
    words[place] = word;
    return alike;
}

/* Writes words[0 .. count - 1], backwards if asked, each at its best start and sorted, to `out`.
 * Returns whether two have one shape. */
static bool orient(struct work *work, const struct word *words, unsigned count, bool backwards,
                   struct word *out)
{
    bool alike = false;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *text = words[i].text;
        unsigned size = words[i].size;
        struct word word = {.text = work->text_end};
        uint8_t reversed[ZM_SPROUTS_VERTICES];
        if (backwards && size > 2) {
            for (unsigned k = 0; k < size; k++)
                reversed[k] = text[size - 1 - k];
            text = reversed;
        }
        turn(text, size, &word);
        work->text_end += size;
        alike |= place_word(out, i, word);
    }
    return alike;
}

/* Takes the better of a region's words and the same read backwards (of which one list is in
 * region->words and the other in work->other): by shapes, and when these are equal by names. */
static void choose_orientation(struct work *work, struct region *region)
{
    int order = compare_lists(work->other, region->count, region->words, region->count, false);
    if (order == 0) {
        region->loose = true;
        order = compare_lists(work->other, region->count, region->words, region->count, true);
    }
    if (order < 0)
        for (unsigned i = 0; i < region->count; i++)
            region->words[i] = work->other[i];
}

/* Words of one or two vertices read the same both ways round. */
static bool is_directed(const struct region *region)
{
    for (unsigned i = 0; i < region->count; i++)
        if (region->words[i].size > 2)
            return true;
    return false;
}

/* Turns a word to the better of its best starts forwards and backwards. */
static void turn_both_ways(const uint8_t *text, unsigned size, struct word *word)
{
    uint8_t reversed[ZM_SPROUTS_VERTICES], backwards[ZM_SPROUTS_VERTICES];
    struct word other = {.text = backwards};
    turn(text, size, word);
    if (size <= 2)
        return;
    for (unsigned k = 0; k < size; k++)
        reversed[k] = text[size - 1 - k];
    turn(reversed, size, &other);
    int order = compare_shapes(&other, word);
    if (order < 0 || (order == 0 && compare_names(&other, word) < 0)) {
        memcpy(word->text, backwards, size);
        other.text = word->text;
        *word = other;
    }
}

/* The same for a region that is not orientable (thesis, 11.4): each of its boundaries may be read
 * in either direction, whatever the others do. */
static void sort_free_region(struct work *work, struct region *region, struct word *out)
{
    const struct word *listed = region->words;
    for (unsigned i = 0; i < region->count; i++) {
        struct word word = {.text = work->text_end};
        turn_both_ways(listed[i].text, listed[i].size, &word);
        work->text_end += listed[i].size;
        place_word(out, i, word);
    }
    region->words = out;
}

static void sort_free_region_again(struct region *region)
{
    uint8_t copy[ZM_SPROUTS_VERTICES];
    for (unsigned i = 0; i < region->count; i++) {
        struct word word = region->words[i];
        memcpy(copy, word.text, word.size);
        turn_both_ways(copy, word.size, &word);
        place_word(region->words, i, word);
    }
}

/* Sorts a region as it is listed into `out`. */
static void sort_region(struct work *work, struct region *region, struct word *out)
{
    if (region->genus < 0) {
        sort_free_region(work, region, out);
        return;
    }
    const struct word *listed = region->words;
    bool directed = is_directed(region);
    region->loose = orient(work, listed, region->count, false, out);
    region->words = out;
    if (directed) {
        region->loose |= orient(work, listed, region->count, true, work->other);
        choose_orientation(work, region);
    }
}

/* Sorts a region again in which names have changed, but not shapes. */
static void sort_region_again(struct work *work, struct region *region)
{
    if (region->genus < 0) {
        sort_free_region_again(region);
        return;
    }
    bool backwards = region->loose && is_directed(region);
    if (backwards)
        orient(work, region->words, region->count, true, work->other);
    for (unsigned i = 0; i < region->count; i++) {
        turn_again(&region->words[i]);
        if (region->loose)
            place_word(region->words, i, region->words[i]);
    }
    if (backwards)
        choose_orientation(work, region);
}

static void sort_regions(struct work *work)
{
    for (unsigned r = 1; r < work->count; r++) {
        struct region region = work->regions[r];
        unsigned place = r;
        for (; place > 0 && compare_regions(&work->regions[place - 1], &region) > 0; place--)
            work->regions[place] = work->regions[place - 1];
        work->regions[place] = region;
    }
}

static void rename_lower_case(struct word *word)
{
    uint8_t names[ZM_SPROUTS_UPPER] = {0}, next = ZM_SPROUTS_LOWER;
    for (unsigned i = 0; i < word->size; i++) {
        uint8_t code = word->text[i];
        if (code < ZM_SPROUTS_LOWER || code >= ZM_SPROUTS_UPPER)
            continue;
        if (names[code] == 0)
            names[code] = next++;
        word->text[i] = names[code];
    }
}

static void rename_letters(struct work *work)
{
    uint8_t names[ZM_SPROUTS_LETTERS] = {0}, next = ZM_SPROUTS_UPPER;
    for (unsigned r = 0; r < work->count; r++)
        for (unsigned w = 0; w < work->regions[r].count; w++) {
            struct word *word = &work->regions[r].words[w];
            if (word->lower)
                rename_lower_case(word);
            for (unsigned i = 0; i < word->size; i++) {
                uint8_t code = word->text[i];
                if (code < ZM_SPROUTS_UPPER)
                    continue;
                uint8_t *name = &names[code - ZM_SPROUTS_UPPER];
                if (*name == 0)
                    *name = next++;
                word->text[i] = *name;
            }
        }
}

/* The first sort, from the land as it is listed: its capitals must be named in that order. */
static void sort_listed(const struct zm_sprouts_sketch *land, struct work *work)
{
    struct word listed[ZM_SPROUTS_BOUNDARIES];
    work->text_end = work->texts;
    work->count = land->region_count;
    for (unsigned b = 0; b < land->boundary_count; b++) {
        unsigned start = zm_sprouts_start(land, b);
        listed[b].text = (uint8_t *)land->vertices + start;
        listed[b].size = (uint16_t)(land->ends[b] - start);
    }
    for (unsigned r = 0; r < land->region_count; r++) {
        const struct zm_sprouts_region *from = &land->regions[r];
        struct region *region = &work->regions[r];
        *region = (struct region){.words = listed + from->first,
                                  .count = from->count,
                                  .zeros = from->zeros,
                                  .genus = from->genus};
        sort_region(work, region, work->words + from->first);
    }
    sort_regions(work);
}

static void sort_again(struct work *work)
{
    for (unsigned r = 0; r < work->count; r++)
        sort_region_again(work, &work->regions[r]);
    sort_regions(work);
}

static void pack(const struct work *work, struct zm_buffer *bytes)
{
    if (!zm_buffer_reserve(bytes, TEXT))
        return;
    uint8_t *out = bytes->data + bytes->size;
    for (unsigned r = 0; r < work->count; r++) {
        const struct region *region = &work->regions[r];
        if (r > 0)
            *out++ = ZM_SPROUTS_BAR;
        if (region->zeros > 0) {
            *out++ = 0;
            *out++ = (uint8_t)(255 - region->zeros);
        }
        for (unsigned w = 0; w < region->count; w++) {
            if (w > 0)
                *out++ = ZM_SPROUTS_DOT;
            for (unsigned i = 0; i < region->words[w].size; i++)
                *out++ = region->words[w].text[i];
        }
        if (region->genus != 0) {
            *out++ = ZM_SPROUTS_GENUS;
            *out++ = (uint8_t)(region->genus + 128);
        }
    }
    bytes->size = (size_t)(out - bytes->data);
}

/* Are the letters named in order of appearance? Then another round would change nothing. */
static bool is_settled(const struct work *work)
{
    uint8_t next = ZM_SPROUTS_UPPER;
    for (unsigned r = 0; r < work->count; r++)
        for (unsigned w = 0; w < work->regions[r].count; w++) {
            const struct word *word = &work->regions[r].words[w];
            uint8_t lower = ZM_SPROUTS_LOWER;
            for (unsigned i = 0; i < word->size; i++) {
                uint8_t code = word->text[i];
                if (code > (code < ZM_SPROUTS_UPPER ? lower : next) && code >= ZM_SPROUTS_LOWER)
                    return false;
                lower += code == lower;
                next += code == next;
            }
        }
    return true;
}

void zm_sprouts_pseudo(const struct zm_sprouts_sketch *land, unsigned rounds,
                       struct zm_buffer *bytes)
{
    struct work work;
    sort_listed(land, &work);
    do {
        rename_letters(&work);
        sort_again(&work);
    } while (--rounds > 0 && !is_settled(&work));
    pack(&work, bytes);
}
