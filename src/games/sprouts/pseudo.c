/* The pseudo-canonical form of a land (Lemoine and Viennot, thesis, 9.5.3): capitals are named in
 * order of appearance, everything is sorted, lower-case letters are named in order of appearance,
 * then capitals again, and everything is sorted again. To sort is: each boundary starts at its best
 * vertex, boundaries are sorted in their region, the better of the region's two orientations is
 * kept, and regions are sorted. The order compares shapes first (all lower-case letters alike, all
 * capitals alike), then names; separators come after vertices, so that a longer boundary comes
 * before its own beginning. Two equal lands may keep different forms: a few per cent do.
 *
 * This is where the program spends most of its time. Boundaries are words (words.h), whose shapes
 * are compared as numbers. Names only matter between equal shapes; the second sort leaves alone
 * what had no equal, and there is none when the names that the first sort saw were in order
 * already. */
#include "games/sprouts/canonical.h"
#include "games/sprouts/words.h"

enum { FEW = 8, TEXT = 2 * ZM_SPROUTS_VERTICES };

struct region {
    struct zm_sprouts_word *words;
    uint16_t count;
    uint16_t zeros;
    int16_t genus;
    bool loose; /* boundaries of one shape: names decide */
    bool even;  /* two orientations of one shape: names decide */
    bool round; /* a boundary whose shape repeats: names decide where it starts */
    bool few;   /* sorted by sort_few() */
};

struct work {
    unsigned count;
    struct region regions[ZM_SPROUTS_REGIONS];
    struct zm_sprouts_word words[ZM_SPROUTS_BOUNDARIES], other[ZM_SPROUTS_BOUNDARIES];
    bool tied;                          /* regions of one shape: names decide */
    bool moved;                         /* the last sort has changed something */
    uint8_t texts[2 * TEXT], *text_end; /* each sort writes at the end */
};

static int compare_regions(struct work *work, const struct region *a, const struct region *b)
{
    if (a->zeros != b->zeros)
        return a->zeros > b->zeros ? -1 : 1;
    if (a->count > 0 && b->count > 0 && a->words[0].key != b->words[0].key)
        return a->words[0].key < b->words[0].key ? -1 : 1;
    int order = zm_words_compare_shapes(a->words, a->count, b->words, b->count);
    if (order != 0)
        return order;
    work->tied = true;
    order = zm_words_compare_names(a->words, b->words, a->count);
    return order != 0 ? order : a->genus - b->genus;
}

/* Writes words[0 .. count - 1], backwards if asked, each at its best start and sorted, to `out`.
 * Returns whether two have one shape. */
static bool orient(struct work *work, const struct zm_sprouts_word *words, unsigned count,
                   bool backwards, struct zm_sprouts_word *out)
{
    bool alike = false;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *text = words[i].text;
        unsigned size = words[i].size;
        uint8_t reversed[ZM_SPROUTS_VERTICES];
        if (backwards && size > 2) {
            for (unsigned k = 0; k < size; k++)
                reversed[k] = text[size - 1 - k];
            text = reversed;
        }
        out[i].text = work->text_end;
        zm_word_turn(text, size, &out[i]);
        work->text_end += size;
        alike |= zm_words_place(out, i);
    }
    return alike;
}

static void take_other(struct work *work, struct region *region)
{
    work->moved = true;
    for (unsigned i = 0; i < region->count; i++)
        region->words[i] = work->other[i];
}

/* Takes the better of a region's words and the same read backwards (of which one list is in
 * region->words and the other in work->other): by names, as their shapes are equal. */
static void choose_by_names(struct work *work, struct region *region)
{
    region->even = true;
    if (zm_words_compare_names(work->other, region->words, region->count) < 0)
        take_other(work, region);
}

/* The same where shapes are not known to be equal. */
static void choose_orientation(struct work *work, struct region *region)
{
    int order = zm_words_compare_shapes(work->other, region->count, region->words, region->count);
    if (order == 0)
        choose_by_names(work, region);
    else if (order < 0)
        take_other(work, region);
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
static void turn_both_ways(const uint8_t *text, unsigned size, struct zm_sprouts_word *word)
{
    uint8_t reversed[ZM_SPROUTS_VERTICES], backwards[ZM_SPROUTS_VERTICES];
    struct zm_sprouts_word other = {.text = backwards};
    zm_word_turn(text, size, word);
    if (size <= 2)
        return;
    for (unsigned k = 0; k < size; k++)
        reversed[k] = text[size - 1 - k];
    zm_word_turn(reversed, size, &other);
    int order = zm_word_compare_shapes(&other, word);
    if (order < 0 || (order == 0 && zm_word_compare_names(&other, word) < 0)) {
        memcpy(word->text, backwards, size);
        other.text = word->text;
        *word = other;
    }
}

/* The same for a region that is not orientable (thesis, 11.4): each of its boundaries may be read
 * in either direction, whatever the others do. */
static void sort_free_region(struct work *work, struct region *region, struct zm_sprouts_word *out)
{
    const struct zm_sprouts_word *listed = region->words;
    for (unsigned i = 0; i < region->count; i++) {
        out[i].text = work->text_end;
        turn_both_ways(listed[i].text, listed[i].size, &out[i]);
        work->text_end += listed[i].size;
        zm_words_place(out, i);
    }
    region->words = out;
}

static void sort_free_region_again(struct work *work, struct region *region)
{
    uint8_t copy[ZM_SPROUTS_VERTICES];
    work->moved = true;
    for (unsigned i = 0; i < region->count; i++) {
        struct zm_sprouts_word *word = &region->words[i];
        memcpy(copy, word->text, word->size);
        turn_both_ways(copy, word->size, word);
        zm_words_place(region->words, i);
    }
}

/* Words of a region read one way: each at its best start by shape, not yet written. */
struct reading {
    struct zm_sprouts_word words[FEW];
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
        const struct zm_sprouts_word *listed = &region->words[i];
        struct zm_sprouts_word *one = &forth->words[i], *two = &back->words[i];
        if (listed->size <= 2) {
            one->text = text;
            zm_word_turn_short(listed->text, listed->size, one);
            two->key = one->key;
        } else {
            uint64_t packed = zm_word_pack(listed->text, listed->size, one);
            two->lower = one->lower;
            forth->starts[i] = (uint8_t)zm_word_best_start(packed, listed->size, one);
            back->starts[i] = (uint8_t)zm_word_best_start(zm_word_backwards(packed, listed->size),
                                                          listed->size, two);
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
static void write_word(const struct zm_sprouts_word *listed, const struct reading *reading,
                       unsigned i, bool backwards, struct zm_sprouts_word *word)
{
    uint8_t reversed[ZM_WORD_PACKED], *text = word->text;
    const uint8_t *from = listed->text;
    unsigned size = listed->size;
    if (size <= 2) {
        word->size = (uint16_t)size;
        zm_word_turn_short(from, size, word);
        return;
    }
    for (unsigned k = 0; k < size && backwards; k++)
        reversed[k] = from[size - 1 - k];
    *word = reading->words[i];
    word->text = text;
    word->size = (uint16_t)size;
    from = backwards ? reversed : from;
    zm_word_copy_round(from, size, zm_word_best_names(from, size, reading->starts[i], word->period),
                       text);
}

/* Writes the words of a region as they were read, sorted, to `out`. */
static void write_reading(struct work *work, struct region *region, const struct reading *reading,
                          bool backwards, struct zm_sprouts_word *out)
{
    for (unsigned i = 0; i < region->count; i++) {
        out[i].text = work->text_end;
        write_word(&region->words[i], reading, i, backwards, &out[i]);
        work->text_end += out[i].size;
        region->loose |= zm_words_place(out, i);
    }
}

/* Reads a word from `at` on, forwards or backwards, and compares its names with those read
 * elsewhere. */
static int compare_ways(const struct zm_sprouts_word *word, unsigned at, bool back, unsigned other,
                        bool other_back)
{
    unsigned size = word->size;
    for (unsigned i = 0; i < size; i++) {
        if (word->text[at] != word->text[other])
            return (int)word->text[at] - (int)word->text[other];
        at = back ? (at == 0 ? size : at) - 1 : at + 1 == size ? 0 : at + 1;
        other = other_back ? (other == 0 ? size : other) - 1 : other + 1 == size ? 0 : other + 1;
    }
    return 0;
}

/* Turns the only word of an even region to the best by names of the starts and directions that are
 * best by shape. It stands at one of them. */
static void turn_single(struct work *work, struct zm_sprouts_word *word)
{
    unsigned best = 0, size = word->size;
    bool best_back = false;
    for (unsigned at = word->period; at < size; at += word->period)
        if (compare_ways(word, at, false, best, false) < 0)
            best = at;
    for (unsigned k = word->back_start; k < size; k += word->period)
        if (compare_ways(word, size - 1 - k, true, best, best_back) < 0) {
            best = size - 1 - k;
            best_back = true;
        }
    if (best == 0 && !best_back)
        return;
    uint8_t turned[ZM_WORD_PACKED];
    for (unsigned i = 0, at = best; i < size; i++) {
        turned[i] = word->text[at];
        at = best_back ? (at == 0 ? size : at) - 1 : at + 1 == size ? 0 : at + 1;
    }
    memcpy(word->text, turned, size);
    work->moved = true;
}

/* A region with one word, of 3 to 16 vertices. */
static void sort_single(struct work *work, struct region *region, struct zm_sprouts_word *out)
{
    const struct zm_sprouts_word *listed = region->words;
    unsigned size = listed->size;
    struct zm_sprouts_word back;
    uint64_t packed = zm_word_pack(listed->text, size, out);
    unsigned start = zm_word_best_start(packed, size, out);
    unsigned back_start = zm_word_best_start(zm_word_backwards(packed, size), size, &back);
    out->text = work->text_end;
    out->size = (uint16_t)size;
    out->back_key = back.key;
    out->back_start = (uint8_t)((start + back_start) % out->period);
    work->text_end += size;
    region->words = out;
    region->few = true;
    region->even = out->key == back.key;
    if (out->key <= back.key) {
        zm_word_copy_round(listed->text, size, start, out->text);
    } else {
        uint8_t reversed[ZM_WORD_PACKED];
        for (unsigned k = 0; k < size; k++)
            reversed[k] = listed->text[size - 1 - k];
        out->back_key = out->key;
        out->key = back.key;
        zm_word_copy_round(reversed, size, back_start, out->text);
    }
    if (region->even)
        turn_single(work, out);
    else
        work->moved |= zm_word_turn_again(out);
}

/* Sorts a region of few, short words; false: it is not such a region. */
static bool sort_few(struct work *work, struct region *region, struct zm_sprouts_word *out)
{
    struct reading forth, back;
    if (region->count > FEW)
        return false;
    for (unsigned i = 0; i < region->count; i++)
        if (region->words[i].size > ZM_WORD_PACKED)
            return false;
    if (region->count == 1) {
        sort_single(work, region, out);
        return true;
    }
    int order = read_both_ways(region, &forth, &back);
    write_reading(work, region, order > 0 ? &back : &forth, order > 0, out);
    if (order == 0)
        write_reading(work, region, &back, true, work->other);
    region->words = out;
    region->few = true;
    if (order == 0)
        choose_by_names(work, region);
    return true;
}

/* Sorts a region as it is listed into `out`. */
static void sort_listed_region(struct work *work, struct region *region,
                               struct zm_sprouts_word *out)
{
    if (region->genus < 0) {
        sort_free_region(work, region, out);
        return;
    }
    const struct zm_sprouts_word *listed = region->words;
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

static void sort_region(struct work *work, struct region *region, struct zm_sprouts_word *out)
{
    sort_listed_region(work, region, out);
    for (unsigned i = 0; i < region->count; i++)
        region->round |= out[i].period != out[i].size;
}

/* Writes the words of a region that sort_few() has sorted, read backwards, to work->other. */
static void turn_over_few(struct work *work, const struct region *region)
{
    for (unsigned i = 0; i < region->count; i++) {
        struct zm_sprouts_word word = region->words[i];
        uint8_t reversed[ZM_WORD_PACKED];
        const uint8_t *text = word.text;
        word.text = work->text_end;
        work->text_end += word.size;
        if (word.size <= 2) {
            zm_word_turn_short(text, word.size, &word);
        } else {
            for (unsigned k = 0; k < word.size; k++)
                reversed[k] = text[word.size - 1u - k];
            word.key = word.back_key;
            word.back_key = region->words[i].key;
            zm_word_copy_round(
                reversed, word.size,
                zm_word_best_names(reversed, word.size, word.back_start, word.period), word.text);
        }
        work->other[i] = word;
        zm_words_place(work->other, i);
    }
}

/* Sorts a region again in which names have changed, but not shapes. */
static void sort_region_again(struct work *work, struct region *region)
{
    if (region->genus < 0) {
        sort_free_region_again(work, region);
        return;
    }
    bool backwards = region->even;
    if (backwards && region->few && region->count == 1) {
        turn_single(work, region->words);
        return;
    }
    if (backwards && region->few)
        turn_over_few(work, region);
    else if (backwards)
        orient(work, region->words, region->count, true, work->other);
    for (unsigned i = 0; i < region->count; i++) {
        work->moved |= zm_word_turn_again(&region->words[i]);
        if (region->loose)
            zm_words_place(region->words, i);
    }
    work->moved |= region->loose;
    if (backwards)
        choose_by_names(work, region);
}

/* Sorts the regions; names decide between those of one shape. */
static void sort_regions(struct work *work)
{
    for (unsigned r = 1; r < work->count; r++) {
        unsigned place = r;
        while (place > 0 && compare_regions(work, &work->regions[place - 1], &work->regions[r]) > 0)
            place--;
        if (place == r)
            continue;
        struct region region = work->regions[r];
        memmove(&work->regions[place + 1], &work->regions[place],
                (r - place) * sizeof *work->regions);
        work->regions[place] = region;
        work->moved = true;
    }
}

static uint8_t rename_lower_case(struct zm_sprouts_word *word)
{
    uint8_t names[ZM_SPROUTS_UPPER] = {0}, next = ZM_SPROUTS_LOWER, changed = 0;
    for (unsigned i = 0; i < word->size; i++) {
        uint8_t code = word->text[i];
        if (code < ZM_SPROUTS_LOWER || code >= ZM_SPROUTS_UPPER)
            continue;
        if (names[code] == 0)
            names[code] = next++;
        changed |= code ^ names[code];
        word->text[i] = names[code];
    }
    return changed;
}

/* Names the letters in order of appearance; returns whether that has changed a name. */
static bool rename_letters(struct work *work)
{
    uint8_t names[ZM_SPROUTS_LETTERS] = {0}, next = ZM_SPROUTS_UPPER, changed = 0;
    for (unsigned r = 0; r < work->count; r++)
        for (unsigned w = 0; w < work->regions[r].count; w++) {
            struct zm_sprouts_word *word = &work->regions[r].words[w];
            if (word->lower)
                changed |= rename_lower_case(word);
            for (uint8_t *at = word->text, *end = at + word->size; at < end; at++) {
                if (*at < ZM_SPROUTS_UPPER)
                    continue;
                uint8_t *name = &names[*at - ZM_SPROUTS_UPPER];
                if (*name == 0)
                    *name = next++;
                changed |= *at ^ *name;
                *at = *name;
            }
        }
    return changed != 0;
}

/* The first sort, from the land as it is listed: its capitals must be named in that order. */
static void sort_listed(const struct zm_sprouts_sketch *land, struct work *work)
{
    struct zm_sprouts_word listed[ZM_SPROUTS_BOUNDARIES];
    work->text_end = work->texts;
    work->tied = work->moved = false;
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
    work->moved = false;
    for (unsigned r = 0; r < work->count; r++) {
        struct region *region = &work->regions[r];
        if (region->even || region->loose || region->round || region->genus < 0)
            sort_region_again(work, region);
    }
    if (work->tied)
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

/* Is there room for another sort? Lands settle long before there is not. */
static bool has_room(const struct zm_sprouts_sketch *land, const struct work *work)
{
    return (size_t)(work->texts + sizeof work->texts - work->text_end) >= land->vertex_count;
}

/* Are the letters named in order of appearance? Then another round would change nothing. */
static bool is_settled(const struct work *work)
{
    uint8_t next = ZM_SPROUTS_UPPER;
    for (unsigned r = 0; r < work->count; r++)
        for (unsigned w = 0; w < work->regions[r].count; w++) {
            const struct zm_sprouts_word *word = &work->regions[r].words[w];
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
    bool settled = false;
    for (; rounds > 0 && !settled && has_room(land, &work); rounds--) {
        if (!rename_letters(&work))
            break; /* sorted by these names already */
        sort_again(&work);
        settled = !work.moved || is_settled(&work);
    }
    pack(&work, bytes);
}
