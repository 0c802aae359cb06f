/* Canonical drawings of components: symmetries, straight chains, folded right angles (sections 11.1
 * to 11.3 of the thesis's chapter as restated in docs/dots-and-boxes.md). Drawings are texts such
 * as "ALA*LGLALAE"; between equal graphs the smallest text found wins. Folding goes downhill from
 * one drawing to the next, so the result is pseudo-canonical: equal texts are equal positions, and
 * some equal positions keep different texts. */
#include "games/dots/normal.h"

#include <string.h>

enum { MOST_CELLS = 65 * 65 }; /* 64 connected coins fit in rows + columns <= 65 */

struct drawing {
    unsigned height, width; /* cells */
    uint8_t cells[MOST_CELLS];
};

static uint8_t *cell(struct drawing *drawing, unsigned y, unsigned x)
{
    return &drawing->cells[y * drawing->width + x];
}

/* Copies the cells that are used: few of those there is room for. */
static void copy_drawing(struct drawing *to, const struct drawing *from)
{
    to->height = from->height;
    to->width = from->width;
    memcpy(to->cells, from->cells, (size_t)from->height * from->width);
}

static void read_drawing(struct drawing *drawing, const uint8_t *text, size_t size)
{
    const uint8_t *star = memchr(text, '*', size);
    drawing->width = (unsigned)(star - text);
    drawing->height = (unsigned)(size - 2) / drawing->width;
    memcpy(drawing->cells, text, drawing->width);
    memcpy(drawing->cells + drawing->width, star + 1, size - drawing->width - 2);
}

static void write_drawing(const struct drawing *drawing, struct zm_buffer *text)
{
    zm_buffer_add(text, drawing->cells, drawing->width);
    zm_buffer_byte(text, '*');
    zm_buffer_add(text, drawing->cells + drawing->width,
                  (size_t)(drawing->height - 1) * drawing->width);
    zm_buffer_byte(text, 'E');
}

/* A way to read a drawing: where cell (0, 0) is, and how far the next column and row are. */
struct traversal {
    int start, across, down;
};

/* Compares two readings of a drawing of `height` rows and `width` columns. */
static int compare_readings(const struct drawing *drawing, unsigned height, unsigned width,
                            struct traversal a, struct traversal b)
{
    for (unsigned y = 0; y < height; y++) {
        int i = a.start + (int)y * a.down, j = b.start + (int)y * b.down;
        for (unsigned x = 0; x < width; x++, i += a.across, j += b.across) {
            if (drawing->cells[i] != drawing->cells[j])
                return drawing->cells[i] < drawing->cells[j] ? -1 : 1;
        }
    }
    return 0;
}

/* Turns and mirrors a drawing so that it is not higher than wide and its text is the smallest. */
static void turn(struct drawing *drawing)
{
    int w = (int)drawing->width, h = (int)drawing->height, last = w * h - 1;
    bool upright = h > w, square = h == w;
    struct traversal ways[8], best;
    unsigned count = 0;
    if (!upright) {
        ways[count++] = (struct traversal){0, 1, w};
        ways[count++] = (struct traversal){w - 1, -1, w};
        ways[count++] = (struct traversal){last - w + 1, 1, -w};
        ways[count++] = (struct traversal){last, -1, -w};
    }
    if (upright || square) {
        ways[count++] = (struct traversal){0, w, 1};
        ways[count++] = (struct traversal){last - w + 1, -w, 1};
        ways[count++] = (struct traversal){w - 1, w, -1};
        ways[count++] = (struct traversal){last, -w, -1};
    }
    unsigned height = (unsigned)(upright ? w : h), width = (unsigned)(upright ? h : w);
    best = ways[0];
    for (unsigned i = 1; i < count; i++) {
        if (compare_readings(drawing, height, width, ways[i], best) < 0)
            best = ways[i];
    }
    if (best.start == 0 && best.across == 1 && !upright)
        return;
    struct drawing old;
    copy_drawing(&old, drawing);
    drawing->height = height;
    drawing->width = width;
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++)
            *cell(drawing, y, x) =
                old.cells[best.start + (int)y * best.down + (int)x * best.across];
    }
}

/* Cuts away empty lines around a drawing, two cells at a time so that coins stay on even cells. */
static void crop(struct drawing *drawing)
{
    unsigned top = drawing->height, left = drawing->width, bottom = 0, right = 0;
    for (unsigned y = 0; y < drawing->height; y += 2) {
        for (unsigned x = 0; x < drawing->width; x += 2) {
            if (*cell(drawing, y, x) == 'G')
                continue;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
            left = x < left ? x : left;
            right = x > right ? x : right;
        }
    }
    unsigned width = right - left + 1, height = bottom - top + 1;
    for (unsigned y = 0; y < height; y++)
        memmove(drawing->cells + y * width, cell(drawing, top + y, left), width);
    drawing->width = width;
    drawing->height = height;
}

static int compare_drawings(const struct drawing *a, const struct drawing *b)
{
    if (a->width != b->width) /* the star comes sooner, and a star is below any letter */
        return memcmp(a->cells, b->cells, a->width < b->width ? a->width : b->width) != 0
                   ? memcmp(a->cells, b->cells, a->width < b->width ? a->width : b->width)
               : a->width < b->width ? -1
                                     : 1;
    size_t sizes[2] = {(size_t)a->width * a->height, (size_t)b->width * b->height};
    int order = memcmp(a->cells, b->cells, sizes[0] < sizes[1] ? sizes[0] : sizes[1]);
    return order != 0 ? order : (sizes[0] > sizes[1]) - (sizes[0] < sizes[1]);
}

/* Is the coin at (y, x) the middle of a right angle that opens towards (dy, dx), with nothing in the
 * corner opposite? */
static bool folds(struct drawing *d, unsigned y, unsigned x, int dy, int dx)
{
    if ((dy < 0 && y == 0) || (dx < 0 && x == 0) || (dy > 0 && y + 2 >= d->height) ||
        (dx > 0 && x + 2 >= d->width))
        return false;
    unsigned y1 = y + (unsigned)dy, x1 = x + (unsigned)dx;
    if (*cell(d, y, x1) != 'L' || *cell(d, y1, x) != 'L' ||
        *cell(d, y1 + (unsigned)dy, x1 + (unsigned)dx) != 'G')
        return false;
    unsigned back_y = y - (unsigned)dy, back_x = x - (unsigned)dx;
    return (back_y >= d->height || *cell(d, back_y, x) != 'L') && /* it has no other strings */
           (back_x >= d->width || *cell(d, y, back_x) != 'L');
}

/* Moves the coin at (y, x) to the corner opposite. */
static void fold(struct drawing *d, unsigned y, unsigned x, int dy, int dx)
{
    unsigned y1 = y + (unsigned)dy, y2 = y1 + (unsigned)dy;
    unsigned x1 = x + (unsigned)dx, x2 = x1 + (unsigned)dx;
    *cell(d, y, x) = *cell(d, y, x1) = *cell(d, y1, x) = 'G';
    *cell(d, y2, x2) = 'C';
    *cell(d, y2, x1) = *cell(d, y1, x2) = 'L';
}

/* The best drawing one fold away, when it is below this one. */
static bool fold_once(struct drawing *drawing)
{
    struct drawing best, other;
    bool found = false;
    for (unsigned i = 0; i < drawing->width * drawing->height; i++) {
        unsigned y = i / drawing->width, x = i % drawing->width;
        if (drawing->cells[i] != 'C')
            continue;
        for (int direction = 0; direction < 4; direction++) {
            int dy = direction / 2 * 2 - 1, dx = direction % 2 * 2 - 1;
            if (!folds(drawing, y, x, dy, dx))
                continue;
            copy_drawing(&other, drawing);
            fold(&other, y, x, dy, dx);
            crop(&other);
            turn(&other);
            if (compare_drawings(&other, found ? &best : drawing) < 0) {
                copy_drawing(&best, &other);
                found = true;
            }
        }
    }
    if (found)
        copy_drawing(drawing, &best);
    return found;
}

static unsigned links_of(const struct zm_coins *graph, uint64_t strings, unsigned coin)
{
    unsigned links = 0;
    for (uint64_t own = strings & graph->at[coin]; own != 0; own &= own - 1)
        links += graph->end[__builtin_ctzll(own)][1] != ZM_COINS_GROUND;
    return links;
}

/* Draws a path of coins on one line; false: the component is no path. */
static bool straighten(const struct zm_coins *graph, uint64_t strings, uint64_t coins,
                       struct drawing *drawing)
{
    unsigned ends = 0, count = 0, last = 0;
    uint8_t marks[ZM_COINS_MOST];
    for (uint64_t set = coins; set != 0; set &= set - 1, count++) {
        unsigned coin = (unsigned)__builtin_ctzll(set), links = links_of(graph, strings, coin);
        if (links > 2)
            return false;
        if (links < 2) {
            ends++;
            last = coin;
        }
    }
    if (ends != (count == 1 ? 1U : 2U))
        return false;
    uint64_t left = strings;
    for (unsigned i = 0; i < count; i++) {
        unsigned coin = last, next = last;
        marks[i] = 'C';
        for (uint64_t own = strings & graph->at[coin]; own != 0; own &= own - 1) {
            unsigned string = (unsigned)__builtin_ctzll(own);
            if (graph->end[string][1] == ZM_COINS_GROUND)
                marks[i]--;
            else if ((left >> string & 1) != 0)
                next = zm_coins_other(graph, string, (uint8_t)coin);
        }
        left &= ~graph->at[coin];
        last = next;
    }
    drawing->height = 1;
    drawing->width = 2 * count - 1;
    bool backwards = false;
    for (unsigned i = 0; i < count; i++) {
        if (marks[i] != marks[count - 1 - i]) {
            backwards = marks[i] > marks[count - 1 - i];
            break;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        drawing->cells[2 * i] = marks[backwards ? count - 1 - i : i];
        if (i + 1 < count)
            drawing->cells[2 * i + 1] = 'L';
    }
    return true;
}

/* Draws a cycle as a ring two coins high; false: the component is no free cycle. */
static bool draw_ring(const struct zm_coins *graph, uint64_t strings, uint64_t coins,
                      struct drawing *drawing)
{
    unsigned count = (unsigned)__builtin_popcountll(coins);
    if ((unsigned)__builtin_popcountll(strings) != count)
        return false;
    for (uint64_t set = coins; set != 0; set &= set - 1) {
        if (links_of(graph, strings, (unsigned)__builtin_ctzll(set)) != 2)
            return false;
    }
    drawing->height = 3;
    drawing->width = count - 1;
    for (unsigned x = 0; x < drawing->width; x++) {
        *cell(drawing, 0, x) = *cell(drawing, 2, x) = x % 2 == 0 ? 'C' : 'L';
        *cell(drawing, 1, x) = x == 0 || x + 1 == drawing->width ? 'L' : 'G';
    }
    return true;
}

void zm_dots_canonical_drawing(const struct zm_dots_layout *layout, uint64_t strings,
                               uint64_t coins, enum zm_dots_canon canon, struct zm_buffer *text)
{
    struct drawing drawing;
    if (canon >= ZM_DOTS_CANON_CHAINS && (straighten(&layout->graph, strings, coins, &drawing) ||
                                          draw_ring(&layout->graph, strings, coins, &drawing))) {
        write_drawing(&drawing, text);
        return;
    }
    size_t start = text->size;
    zm_dots_component_text(layout, strings, coins, text);
    if (text->failed)
        return;
    read_drawing(&drawing, text->data + start, text->size - start);
    text->size = start;
    turn(&drawing);
    while (canon >= ZM_DOTS_CANON_DEFORMED && fold_once(&drawing))
        ;
    write_drawing(&drawing, text);
}
