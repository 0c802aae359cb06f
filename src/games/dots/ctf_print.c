/* Writing components as chocolate, web and forest (annex C of the thesis; CTF after the French
 * words). The ties between coins are split into
 *   bars       squares and the squares that share a side with them: they have one drawing
 *   trees      what falls when coins with one tie are taken away again and again
 *   filaments  the rest, cut at coins with three ties or more.
 * A coin that belongs to several of these objects has a name (a, b, ...). The thesis leaves the
 * arrows open; here a coin without a name is A, B or C (2, 1, 0 arrows, as in arrays; D, F, H: 3,
 * 4, 5), and the names come first with the arrows of each: ab=10;aLB*LGLCLb;aCCCb;b{C{B}} is a
 * square with a and b at opposite corners, a filament of three ties between them, and a tree of two
 * coins on b. "~CCCC" is a cycle on its own.
 *
 * The thesis expects only a pseudo-canonical form, as names can be given in many ways. Here names
 * follow nauty's canonical numbering, so the form is exact. */
#include "games/dots/ctf.h"

#include "base/list.h"
#include "games/dots/coins.h"

#include <stdlib.h>

enum { NAMES = 26, SQUARES = 2 * ZM_COINS_MOST, FAR = ZM_COINS_MOST };

struct ctf {
    unsigned coins, ties;
    uint8_t arrows[ZM_COINS_MOST];
    uint64_t near[ZM_COINS_MOST];   /* coins tied to each */
    uint64_t forest[ZM_COINS_MOST]; /* of these, by ties of trees */
    uint64_t barred[ZM_COINS_MOST]; /* by ties of bars */
    uint8_t end[ZM_COINS_MOST][2];  /* of each tie */
    uint8_t bar[ZM_COINS_MOST];     /* of each tie: the first tie of its bar, or FAR */
    uint8_t square[SQUARES][4];     /* coins around */
    unsigned squares;
    char name[ZM_COINS_MOST];                  /* of each coin; 0: none */
    int8_t y[ZM_COINS_MOST], x[ZM_COINS_MOST]; /* while a bar is drawn */
    struct zm_list objects;
};

static uint64_t bit(unsigned i)
{
    return (uint64_t)1 << i;
}

static char letter(const struct ctf *ctf, unsigned coin)
{
    return ctf->name[coin] != 0 ? ctf->name[coin] : "CBADFH"[ctf->arrows[coin]];
}

static bool decode(struct zm_bytes form, struct ctf *ctf)
{
    const uint8_t *next = form.data + 1;
    ctf->coins = form.data[0];
    for (unsigned coin = 0; coin < ctf->coins; coin++) {
        unsigned ties = *next >> 4;
        ctf->arrows[coin] = *next++ & 15;
        if (ctf->arrows[coin] > 5)
            return false;
        for (; ties > 0; ties--) {
            unsigned other = *next++;
            ctf->near[coin] |= bit(other);
            ctf->near[other] |= bit(coin);
            ctf->end[ctf->ties][0] = (uint8_t)coin;
            ctf->end[ctf->ties][1] = (uint8_t)other;
            ctf->bar[ctf->ties++] = FAR;
        }
    }
    return true;
}

static unsigned tie_of(const struct ctf *ctf, unsigned a, unsigned b)
{
    unsigned i = 0;
    while (!(ctf->end[i][0] == a && ctf->end[i][1] == b) &&
           !(ctf->end[i][0] == b && ctf->end[i][1] == a))
        i++;
    return i;
}

/* Unites the ties of a square. */
static void unite(struct ctf *ctf, const unsigned ties[4])
{
    unsigned least = FAR;
    for (int i = 0; i < 4; i++) {
        if (ctf->bar[ties[i]] == FAR)
            ctf->bar[ties[i]] = (uint8_t)ties[i];
        least = ctf->bar[ties[i]] < least ? ctf->bar[ties[i]] : least;
    }
    for (int i = 0; i < 4; i++) {
        unsigned old = ctf->bar[ties[i]];
        for (unsigned j = 0; j < ctf->ties; j++)
            ctf->bar[j] = ctf->bar[j] == old ? (uint8_t)least : ctf->bar[j];
    }
}

/* Lists the squares, each from its first coin; false: there are more than a grid has. */
static bool list_squares(struct ctf *ctf)
{
    for (uint8_t a = 0; a < ctf->coins; a++) {
        for (uint8_t c = (uint8_t)(a + 1); c < ctf->coins; c++) {
            uint64_t both = ctf->near[a] & ctf->near[c] & ~(bit(a) - 1);
            for (; both != 0; both &= both - 1) {
                for (uint64_t rest = both & (both - 1); rest != 0; rest &= rest - 1) {
                    if (ctf->squares == SQUARES)
                        return false;
                    uint8_t *square = ctf->square[ctf->squares++];
                    square[0] = a;
                    square[1] = (uint8_t)__builtin_ctzll(both);
                    square[2] = c;
                    square[3] = (uint8_t)__builtin_ctzll(rest);
                }
            }
        }
    }
    return true;
}

static void split(struct ctf *ctf)
{
    bool changed = true;
    for (unsigned i = 0; i < ctf->squares; i++) {
        unsigned ties[4];
        for (unsigned j = 0; j < 4; j++)
            ties[j] = tie_of(ctf, ctf->square[i][j], ctf->square[i][(j + 1) % 4]);
        unite(ctf, ties);
    }
    for (unsigned i = 0; i < ctf->ties; i++) {
        if (ctf->bar[i] != FAR) {
            ctf->barred[ctf->end[i][0]] |= bit(ctf->end[i][1]);
            ctf->barred[ctf->end[i][1]] |= bit(ctf->end[i][0]);
        }
    }
    while (changed) {
        changed = false;
        for (unsigned coin = 0; coin < ctf->coins; coin++) {
            uint64_t left = ctf->near[coin] & ~ctf->forest[coin];
            if (left == 0 || (left & (left - 1)) != 0)
                continue;
            ctf->forest[coin] |= left;
            ctf->forest[__builtin_ctzll(left)] |= bit(coin);
            changed = true;
        }
    }
}

/* Gives names to the coins that belong to several objects: some ties to the forest and some not, to
 * two bars, to a bar and a filament, or where filaments meet. */
static bool give_names(struct ctf *ctf)
{
    unsigned named = 0;
    for (unsigned coin = 0; coin < ctf->coins; coin++) {
        uint64_t rest = ctf->near[coin] & ~ctf->forest[coin];
        uint64_t web = rest & ~ctf->barred[coin];
        bool several = rest != 0 && ctf->forest[coin] != 0;
        several |= web != 0 && (ctf->barred[coin] != 0 || __builtin_popcountll(web) > 2);
        unsigned first = FAR;
        for (uint64_t left = ctf->barred[coin]; left != 0; left &= left - 1) {
            unsigned bar = ctf->bar[tie_of(ctf, coin, (unsigned)__builtin_ctzll(left))];
            several |= first != FAR && bar != first;
            first = bar;
        }
        if (several && named == NAMES)
            return false;
        ctf->name[coin] = several ? (char)('a' + named++) : 0;
    }
    return true;
}

/* A tree below a coin, in the order of the texts of its children. */
static void print_tree(const struct ctf *ctf, unsigned coin, unsigned above, struct zm_buffer *text)
{
    struct zm_list children = {0};
    for (uint64_t left = ctf->forest[coin]; left != 0; left &= left - 1) {
        unsigned child = (unsigned)__builtin_ctzll(left);
        if (child == above)
            continue;
        zm_buffer_format(&children.bytes, "{%c", letter(ctf, child));
        print_tree(ctf, child, coin, &children.bytes);
        zm_buffer_byte(&children.bytes, '}');
        zm_list_close(&children);
    }
    zm_list_sort(&children, false);
    text->failed |= zm_list_failed(&children);
    for (size_t i = 0; i < children.count; i++) {
        struct zm_bytes child = zm_list_at(&children, i);
        zm_buffer_add(text, child.data, child.size);
    }
    zm_list_free(&children);
}

static void add_trees(struct ctf *ctf)
{
    struct zm_buffer *text = &ctf->objects.bytes;
    bool whole = true;
    for (unsigned coin = 0; coin < ctf->coins; coin++) {
        whole &= ctf->forest[coin] == ctf->near[coin];
        if (ctf->name[coin] == 0 || ctf->forest[coin] == 0)
            continue;
        zm_buffer_byte(text, (uint8_t)ctf->name[coin]);
        print_tree(ctf, coin, FAR, text);
        zm_list_close(&ctf->objects);
    }
    if (whole) { /* no cycle at all: the first coin is the root */
        zm_buffer_format(text, "{%c", letter(ctf, 0));
        print_tree(ctf, 0, FAR, text);
        zm_buffer_byte(text, '}');
        zm_list_close(&ctf->objects);
    }
}

static uint64_t web_of(const struct ctf *ctf, unsigned coin)
{
    return ctf->near[coin] & ~ctf->forest[coin] & ~ctf->barred[coin];
}

/* Adds the smaller of a text and the text read backwards. */
static void add_either_way(struct ctf *ctf, const char *text, size_t size, const char *before)
{
    char back[ZM_COINS_MOST + 2];
    for (size_t i = 0; i < size; i++)
        back[i] = text[size - 1 - i];
    const char *least = memcmp(back, text, size) < 0 ? back : text;
    zm_buffer_text(&ctf->objects.bytes, before);
    zm_buffer_add(&ctf->objects.bytes, least, size);
    zm_list_close(&ctf->objects);
}

/* Filaments from the named coin `coin` by its neighbour `next`; each is found from both ends, and
 * added from the one found first. */
static void add_filament(struct ctf *ctf, unsigned coin, unsigned next, uint64_t *done)
{
    char text[ZM_COINS_MOST + 2];
    size_t size = 0;
    unsigned before = coin;
    text[size++] = ctf->name[coin];
    while (ctf->name[next] == 0) {
        text[size++] = letter(ctf, next);
        unsigned after = (unsigned)__builtin_ctzll(web_of(ctf, next) & ~bit(before));
        before = next;
        next = after;
    }
    text[size++] = ctf->name[next];
    done[next] |= bit(before); /* the way back */
    add_either_way(ctf, text, size, "");
}

/* A cycle on its own, from its best coin in its best direction. */
static void add_cycle(struct ctf *ctf)
{
    char text[2 * ZM_COINS_MOST], best[ZM_COINS_MOST];
    unsigned size = 0, coin = 0, before = FAR;
    do {
        text[size++] = letter(ctf, coin);
        uint64_t onward = web_of(ctf, coin) & ~(before == FAR ? 0 : bit(before));
        before = coin;
        coin = (unsigned)__builtin_ctzll(onward);
    } while (coin != 0);
    for (int turn = 0; turn < 2; turn++) {
        memcpy(text + size, text, size);
        for (unsigned i = 0; i < size; i++) {
            if ((turn == 0 && i == 0) || memcmp(text + i, best, size) < 0)
                memcpy(best, text + i, size);
        }
        for (unsigned i = 0; i < size / 2; i++) {
            char swap = text[i];
            text[i] = text[size - 1 - i];
            text[size - 1 - i] = swap;
        }
    }
    zm_buffer_byte(&ctf->objects.bytes, '~');
    zm_buffer_add(&ctf->objects.bytes, best, size);
    zm_list_close(&ctf->objects);
}

static void add_web(struct ctf *ctf)
{
    uint64_t done[ZM_COINS_MOST] = {0};
    bool any_name = false, cycle = true;
    for (unsigned coin = 0; coin < ctf->coins; coin++) {
        any_name |= ctf->name[coin] != 0;
        cycle &= web_of(ctf, coin) == ctf->near[coin] && ctf->near[coin] != 0;
    }
    for (unsigned coin = 0; coin < ctf->coins; coin++) {
        for (uint64_t left = web_of(ctf, coin); ctf->name[coin] != 0 && left != 0;
             left &= left - 1) {
            unsigned next = (unsigned)__builtin_ctzll(left);
            if ((done[coin] >> next & 1) == 0)
                add_filament(ctf, coin, next, done);
        }
    }
    if (cycle && !any_name)
        add_cycle(ctf);
}

/* A bar while its coins are placed. */
struct drawing {
    struct ctf *ctf;
    uint64_t placed; /* coins */
    bool wrong;      /* a coin would have two places */
};

static void place(struct drawing *drawing, unsigned coin, int y, int x)
{
    struct ctf *ctf = drawing->ctf;
    if ((drawing->placed & bit(coin)) != 0) {
        drawing->wrong |= ctf->y[coin] != y || ctf->x[coin] != x;
        return;
    }
    drawing->placed |= bit(coin);
    ctf->y[coin] = (int8_t)y;
    ctf->x[coin] = (int8_t)x;
}

/* A square lies on the other side of its side a-b than a square that is placed. False: nothing was
 * to be done, or cannot be yet. */
static bool place_square(struct drawing *drawing, const uint8_t square[4])
{
    struct ctf *ctf = drawing->ctf;
    uint64_t coins = bit(square[0]) | bit(square[1]) | bit(square[2]) | bit(square[3]);
    if ((drawing->placed & coins) == coins)
        return false;
    for (int i = 0; i < 4; i++) {
        unsigned a = square[i], b = square[(i + 1) % 4];
        unsigned c = square[(i + 2) % 4], d = square[(i + 3) % 4];
        if ((drawing->placed & bit(a)) == 0 || (drawing->placed & bit(b)) == 0)
            continue;
        /* a and b have a placed square: a - e, b - f, e - f */
        for (uint64_t left = ctf->barred[a] & drawing->placed & ~coins; left != 0;
             left &= left - 1) {
            unsigned e = (unsigned)__builtin_ctzll(left);
            if ((ctf->barred[b] & ctf->near[e] & drawing->placed & ~coins) == 0)
                continue;
            int dy = ctf->y[a] - ctf->y[e], dx = ctf->x[a] - ctf->x[e];
            place(drawing, d, ctf->y[a] + dy, ctf->x[a] + dx);
            place(drawing, c, ctf->y[b] + dy, ctf->x[b] + dx);
            return true;
        }
    }
    return false;
}

/* Draws a bar: every coin gets a place; false: it cannot be drawn on a grid. */
static bool draw_bar(struct ctf *ctf, unsigned bar, uint64_t *coins)
{
    static const int corner[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    struct drawing drawing = {.ctf = ctf};
    for (bool changed = true; changed && !drawing.wrong;) {
        changed = false;
        for (unsigned i = 0; i < ctf->squares; i++) {
            const uint8_t *square = ctf->square[i];
            if (ctf->bar[tie_of(ctf, square[0], square[1])] != bar)
                continue;
            for (int j = 0; drawing.placed == 0 || (j > 0 && j < 4); j++)
                place(&drawing, square[j], corner[j][0], corner[j][1]);
            changed |= place_square(&drawing, square);
        }
    }
    *coins = drawing.placed;
    for (unsigned i = 0; i < ctf->ties; i++) {
        unsigned a = ctf->end[i][0], b = ctf->end[i][1];
        if (ctf->bar[i] == bar &&
            ((drawing.placed & bit(a)) == 0 || (drawing.placed & bit(b)) == 0 ||
             abs(ctf->y[a] - ctf->y[b]) + abs(ctf->x[a] - ctf->x[b]) != 1))
            return false;
    }
    return !drawing.wrong;
}

/* A bar as an array, turned by one of eight symmetries; false: two coins lie in one place. */
static bool print_bar(const struct ctf *ctf, unsigned bar, uint64_t coins, int symmetry,
                      struct zm_buffer *text)
{
    int y[ZM_COINS_MOST], x[ZM_COINS_MOST], top = 127, left = 127, bottom = -127, right = -127;
    for (uint64_t rest = coins; rest != 0; rest &= rest - 1) {
        unsigned coin = (unsigned)__builtin_ctzll(rest);
        y[coin] = (symmetry & 1) != 0 ? -ctf->y[coin] : ctf->y[coin];
        x[coin] = (symmetry & 2) != 0 ? -ctf->x[coin] : ctf->x[coin];
        if ((symmetry & 4) != 0) {
            int swap = y[coin];
            y[coin] = x[coin];
            x[coin] = swap;
        }
        top = y[coin] < top ? y[coin] : top;
        bottom = y[coin] > bottom ? y[coin] : bottom;
        left = x[coin] < left ? x[coin] : left;
        right = x[coin] > right ? x[coin] : right;
    }
    int height = 2 * (bottom - top) + 1, width = 2 * (right - left) + 1;
    zm_buffer_clear(text);
    for (int i = 0; i < height * width + 1; i++)
        zm_buffer_byte(text, i == width ? '*' : 'G');
    if (text->failed)
        return false;
#define AT(row, column) text->data[(row)*width + (column) + ((row) > 0)]
    for (uint64_t rest = coins; rest != 0; rest &= rest - 1) {
        unsigned coin = (unsigned)__builtin_ctzll(rest);
        uint8_t *cell = &AT(2 * (y[coin] - top), 2 * (x[coin] - left));
        if (*cell != 'G')
            return false;
        *cell = (uint8_t)letter(ctf, coin);
    }
    for (unsigned i = 0; i < ctf->ties; i++) {
        unsigned a = ctf->end[i][0], b = ctf->end[i][1];
        if (ctf->bar[i] == bar)
            AT(y[a] + y[b] - 2 * top, x[a] + x[b] - 2 * left) = 'L';
    }
#undef AT
    return true;
}

/* Adds the least drawing of a bar that is not higher than wide. */
static bool add_bar(struct ctf *ctf, unsigned bar)
{
    uint64_t coins;
    struct zm_buffer best = {0}, text = {0};
    bool good = draw_bar(ctf, bar, &coins);
    for (int symmetry = 0; good && symmetry < 8; symmetry++) {
        good = print_bar(ctf, bar, coins, symmetry, &text);
        if (!good)
            break;
        size_t width = strcspn(zm_buffer_string(&text), "*");
        bool high = (text.size - 1) / width > width;
        if (!high && (best.size == 0 ||
                      zm_bytes_compare(zm_buffer_bytes(&text), zm_buffer_bytes(&best)) < 0))
            zm_buffer_set(&best, zm_buffer_bytes(&text));
    }
    if (good) {
        zm_buffer_add(&ctf->objects.bytes, best.data, best.size);
        zm_list_close(&ctf->objects);
    }
    ctf->objects.bytes.failed |= best.failed || text.failed;
    zm_buffer_free(&best);
    zm_buffer_free(&text);
    return good;
}

static void print_names(const struct ctf *ctf, struct zm_buffer *text)
{
    bool any = false;
    for (unsigned coin = 0; coin < ctf->coins; coin++) {
        if (ctf->name[coin] != 0)
            zm_buffer_byte(text, (uint8_t)ctf->name[coin]);
        any |= ctf->name[coin] != 0;
    }
    if (any)
        zm_buffer_byte(text, '=');
    for (unsigned coin = 0; coin < ctf->coins; coin++) {
        if (ctf->name[coin] != 0)
            zm_buffer_byte(text, (uint8_t)('0' + ctf->arrows[coin]));
    }
    if (any)
        zm_buffer_byte(text, ';');
}

bool zm_dots_ctf_print(struct zm_bytes form, struct zm_buffer *text)
{
    struct ctf *ctf = calloc(1, sizeof *ctf);
    if (ctf == NULL) {
        text->failed = true;
        return false;
    }
    bool good = decode(form, ctf) && list_squares(ctf);
    if (good) {
        split(ctf);
        good = give_names(ctf);
    }
    for (unsigned i = 0; good && i < ctf->ties; i++) {
        if (ctf->bar[i] == i)
            good = add_bar(ctf, i);
    }
    if (good) {
        add_web(ctf);
        add_trees(ctf);
        zm_list_sort(&ctf->objects, false);
        print_names(ctf, text);
        for (size_t i = 0; i < ctf->objects.count; i++) {
            struct zm_bytes object = zm_list_at(&ctf->objects, i);
            zm_buffer_text(text, i > 0 ? ";" : "");
            zm_buffer_add(text, object.data, object.size);
        }
    }
    text->failed |= zm_list_failed(&ctf->objects);
    zm_list_free(&ctf->objects);
    free(ctf);
    return good;
}
