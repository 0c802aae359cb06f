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

enum { PACKED = 16, FEW = 8, SEPARATOR = 15, TEXT = 2 * ZM_SPROUTS_VERTICES };

/* A boundary, turned to its best start. */
struct word {
    uint64_t key; /* the shape of its first 16 vertices */
    uint8_t *text;
    uint16_t size;
    uint16_t period; /* its shape repeats after so many vertices */
    bool lower;      /* has it lower-case letters? */
    /* Of words of 3 to 16 vertices in a region of few: the key when it is read backwards, and where
     * it then starts best, counted from the end. */
    uint8_t back_start;
    uint64_t back_key;
};

struct region {
    struct word *words;
    uint16_t count;
    uint16_t zeros;
    int16_t genus;
    bool loose; /* boundaries of one shape: names decide */
    bool even;  /* two orientations of one shape: names decide */
    bool few;   /* sorted by sort_few() */
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

/* The shape of 3 to 16 vertices, half a byte each. */
static uint64_t pack_shape(const uint8_t *text, unsigned size, struct word *word)
{
    uint64_t packed = 0;
    bool lower = false;
    for (unsigned i = 0; i < size; i++) {
        unsigned code = shape(text[i]);
        lower |= code == 3;
        packed = packed << 4 | code;
    }
    word->lower = lower;
    return packed;
}

/* The same read backwards. */
static uint64_t turn_over(uint64_t packed, unsigned size)
{
    const uint64_t low = UINT64_C(0x0f0f0f0f0f0f0f0f), bytes = UINT64_C(0x00ff00ff00ff00ff);
    const uint64_t words = UINT64_C(0x0000ffff0000ffff);
    packed = (packed & low) << 4 | (packed >> 4 & low);
    packed = (packed & bytes) << 8 | (packed >> 8 & bytes);
    packed = (packed & words) << 16 | (packed >> 16 & words);
    return (packed << 32 | packed >> 32) >> (4 * (PACKED - size));
}

/* The best start of a packed word; sets key and period. */
static unsigned best_start(uint64_t packed, unsigned size, struct word *word)
{
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
        unsigned start = best_start(pack_shape(text, size, word), size, word);
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
        region->even = true;
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

/* Words of a region read one way: each at its best start by shape, not yet written. */
struct reading {
    struct word words[FEW];
    uint8_t starts[FEW];
    uint64_t keys[FEW]; /* sorted */
};

static void add_key(struct reading *reading, unsigned count, uint64_t key)
{
    unsigned place = count;
    for (; place > 0 && reading->keys[place - 1] > key; place--)
        reading->keys[place] = reading->keys[place - 1];
    reading->keys[place] = key;
}

/* Reads a region both ways; below 0: the first is better by shape, above 0: the second, 0: names
 * must decide. */
static int read_both_ways(const struct region *region, struct reading *forth, struct reading *back)
{
    uint8_t text[2];
    for (unsigned i = 0; i < region->count; i++) {
        const struct word *listed = &region->words[i];
        struct word *one = &forth->words[i], *two = &back->words[i];
        if (listed->size <= 2) {
            one->text = text;
            turn_short(listed->text, listed->size, one);
            two->key = one->key;
        } else {
            uint64_t packed = pack_shape(listed->text, listed->size, one);
            two->lower = one->lower;
            forth->starts[i] = (uint8_t)best_start(packed, listed->size, one);
            back->starts[i] =
                (uint8_t)best_start(turn_over(packed, listed->size), listed->size, two);
            one->back_key = two->key;
            two->back_key = one->key;
            one->back_start = two->back_start =
                (uint8_t)((forth->starts[i] + back->starts[i]) % one->period);
        }
        add_key(forth, i, one->key);
        add_key(back, i, two->key);
    }
    for (unsigned i = 0; i < region->count; i++)
        if (forth->keys[i] != back->keys[i])
            return forth->keys[i] < back->keys[i] ? -1 : 1;
    return 0;
}

/* Writes a word that was read, from its best start on. */
static void write_word(const struct word *listed, const struct reading *reading, unsigned i,
                       bool backwards, struct word *word)
{
    uint8_t reversed[PACKED], *text = word->text;
    const uint8_t *from = listed->text;
    unsigned size = listed->size;
    if (size <= 2) {
        word->size = (uint16_t)size;
        turn_short(from, size, word);
        return;
    }
    for (unsigned k = 0; k < size && backwards; k++)
        reversed[k] = from[size - 1 - k];
    *word = reading->words[i];
    word->text = text;
    word->size = (uint16_t)size;
    from = backwards ? reversed : from;
    copy_round(from, size, best_names(from, size, reading->starts[i], word->period), text);
}

/* Writes the words of a region as they were read, sorted, to `out`. */
static void write_reading(struct work *work, struct region *region, const struct reading *reading,
                          bool backwards, struct word *out)
{
    for (unsigned i = 0; i < region->count; i++) {
        struct word word = {.text = work->text_end};
        write_word(&region->words[i], reading, i, backwards, &word);
        work->text_end += word.size;
        region->loose |= place_word(out, i, word);
    }
}

/* Sorts a region of few, short words; false: it is not such a region. */
static bool sort_few(struct work *work, struct region *region, struct word *out)
{
    struct reading forth, back;
    if (region->count > FEW)
        return false;
    for (unsigned i = 0; i < region->count; i++)
        if (region->words[i].size > PACKED)
            return false;
    int order = read_both_ways(region, &forth, &back);
    write_reading(work, region, order > 0 ? &back : &forth, order > 0, out);
    if (order == 0)
        write_reading(work, region, &back, true, work->other);
    region->words = out;
    region->few = true;
    if (order == 0)
        choose_orientation(work, region);
    return true;
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
    if (directed && sort_few(work, region, out))
        return;
    region->loose = orient(work, listed, region->count, false, out);
    region->words = out;
    if (directed) {
        region->loose |= orient(work, listed, region->count, true, work->other);
        choose_orientation(work, region);
    }
}

/* Writes the words of a region that sort_few() has sorted, read backwards, to work->other. */
static void turn_over_few(struct work *work, const struct region *region)
{
    for (unsigned i = 0; i < region->count; i++) {
        struct word word = region->words[i];
        uint8_t reversed[PACKED];
        const uint8_t *text = word.text;
        word.text = work->text_end;
        work->text_end += word.size;
        if (word.size <= 2) {
            turn_short(text, word.size, &word);
        } else {
            for (unsigned k = 0; k < word.size; k++)
                reversed[k] = text[word.size - 1u - k];
            word.key = word.back_key;
            word.back_key = region->words[i].key;
            copy_round(reversed, word.size,
                       best_names(reversed, word.size, word.back_start, word.period), word.text);
        }
        place_word(work->other, i, word);
    }
}

/* Sorts a region again in which names have changed, but not shapes. */
static void sort_region_again(struct work *work, struct region *region)
{
    if (region->genus < 0) {
        sort_free_region_again(region);
        return;
    }
    bool backwards = region->even;
    if (backwards && region->few)
        turn_over_few(work, region);
    else if (backwards)
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
