/* QR codes (ISO/IEC 18004) as small as an address needs: bytes, error correction L, versions 1 to 5,
 * which have one block each, and always mask 0. Two rows of modules make a line of text. */
#include "web/qr.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_VERSION = 5, LARGEST_SIDE = 17 + 4 * LARGEST_VERSION, QUIET = 2, MOST_WORDS = 134 };

/* Codewords for data and for correction, by version. */
static const uint8_t data_words[] = {0, 19, 34, 55, 80, 108};
static const uint8_t check_words[] = {0, 7, 10, 15, 20, 26};

struct code {
    int side;
    bool dark[LARGEST_SIDE][LARGEST_SIDE];
    bool taken[LARGEST_SIDE][LARGEST_SIDE]; /* by a pattern that has no data */
};

/* Product in the field of 256 elements with the polynomial 0x11d. */
static uint8_t times(uint8_t a, uint8_t b)
{
    unsigned product = 0;
    for (int bit = 7; bit >= 0; bit--)
        product = product << 1 ^ (product >> 7) * 0x11d ^ (b >> bit & 1u) * a;
    return (uint8_t)product;
}

/* The remainder of Reed and Solomon: `count` words that correct `size` words of data. */
static void correct(const uint8_t *data, unsigned size, unsigned count, uint8_t *rest)
{
    uint8_t divisor[32] = {0};
    divisor[count - 1] = 1;
    uint8_t root = 1;
    for (unsigned i = 0; i < count; i++, root = times(root, 2))
        for (unsigned j = 0; j < count; j++)
            divisor[j] = times(divisor[j], root) ^ (uint8_t)(j + 1 < count ? divisor[j + 1] : 0);
    memset(rest, 0, count);
    for (unsigned i = 0; i < size; i++) {
        uint8_t factor = data[i] ^ rest[0];
        memmove(rest, rest + 1, count - 1);
        rest[count - 1] = 0;
        for (unsigned j = 0; j < count; j++)
            rest[j] ^= times(divisor[j], factor);
    }
}

/* Mode, length, bytes, an end, and filling in turn. */
static void fill_words(const char *text, unsigned size, unsigned version, uint8_t *words)
{
    unsigned count = data_words[version];
    memset(words, 0, count);
    words[0] = (uint8_t)(0x40 | size >> 4);
    words[1] = (uint8_t)(size << 4);
    for (unsigned i = 0; i < size; i++) {
        words[i + 1] |= (uint8_t)text[i] >> 4;
        words[i + 2] = (uint8_t)((uint8_t)text[i] << 4);
    }
    for (unsigned i = size + 2; i < count; i++)
        words[i] = (i - size) % 2 == 0 ? 0xec : 0x11;
    correct(words, count, check_words[version], words + count);
}

static void set(struct code *code, int row, int column, bool dark)
{
    if (row < 0 || column < 0 || row >= code->side || column >= code->side)
        return;
    code->dark[row][column] = dark;
    code->taken[row][column] = true;
}

/* Rings round a middle: dark at even distances but the fourth. */
static void draw_rings(struct code *code, int row, int column, int reach)
{
    for (int down = -reach; down <= reach; down++)
        for (int right = -reach; right <= reach; right++) {
            int far = abs(down) > abs(right) ? abs(down) : abs(right);
            set(code, row + down, column + right, reach == 4 ? far != 2 && far != 4 : far != 1);
        }
}

/* What tells the reader: correction L, mask 0. The bits are those of the standard's table. */
static void draw_format(struct code *code)
{
    const unsigned bits = 0x77c4;
    for (int i = 0; i < 15; i++) {
        bool dark = bits >> i & 1;
        int along = i < 6 ? i : i < 8 ? i + 1 : code->side - 15 + i;
        set(code, along, 8, dark);
        along = i < 8 ? code->side - 1 - i : i < 9 ? 7 : 14 - i;
        set(code, 8, along, dark);
    }
    set(code, code->side - 8, 8, true);
}

static void draw_patterns(struct code *code, unsigned version)
{
    for (int i = 8; i < code->side - 8; i++) {
        set(code, 6, i, i % 2 == 0);
        set(code, i, 6, i % 2 == 0);
    }
    draw_rings(code, 3, 3, 4);
    draw_rings(code, 3, code->side - 4, 4);
    draw_rings(code, code->side - 4, 3, 4);
    if (version > 1)
        draw_rings(code, code->side - 7, code->side - 7, 2);
    draw_format(code);
}

/* Columns in pairs from the right, up and down in turn; every second module is turned (mask 0). */
static void draw_data(struct code *code, const uint8_t *words, unsigned count)
{
    unsigned bit = 0;
    bool up = true;
    for (int right = code->side - 1; right > 0; right -= 2, up = !up) {
        right -= right == 6;
        for (int i = 0; i < code->side; i++)
            for (int column = right; column > right - 2; column--) {
                int row = up ? code->side - 1 - i : i;
                if (code->taken[row][column])
                    continue;
                bool dark = bit < 8 * count && words[bit / 8] >> (7 - bit % 8) & 1;
                code->dark[row][column] = dark != ((row + column) % 2 == 0);
                bit++;
            }
    }
}

static bool is_dark(const struct code *code, int row, int column)
{
    return row >= 0 && column >= 0 && row < code->side && column < code->side &&
           code->dark[row][column];
}

static void print_code(const struct code *code, struct zm_buffer *out)
{
    static const char *const blocks[] = {" ", "▄", "▀", "█"};
    for (int row = -QUIET; row < code->side + QUIET; row += 2) {
        zm_buffer_text(out, "\033[30;107m");
        for (int column = -QUIET; column < code->side + QUIET; column++)
            zm_buffer_text(out,
                           blocks[2 * is_dark(code, row, column) + is_dark(code, row + 1, column)]);
        zm_buffer_text(out, "\033[0m\n");
    }
}

bool zm_qr_draw(const char *text, struct zm_buffer *out)
{
    size_t size = strlen(text);
    unsigned version = 1;
    uint8_t words[MOST_WORDS];
    while (version <= LARGEST_VERSION && size + 2 > data_words[version])
        version++;
    if (version > LARGEST_VERSION)
        return false;
    struct code code = {.side = 17 + 4 * (int)version};
    fill_words(text, (unsigned)size, version, words);
    draw_patterns(&code, version);
    draw_data(&code, words, data_words[version] + check_words[version]);
    print_code(&code, out);
    return true;
}
