/* Reading what ctf_print.c writes: components as chocolate, web and forest, into ties. */
#include "games/dots/coins.h"
#include "games/dots/ctf.h"

#include <stdlib.h>

struct reader {
    const char *next;
    struct zm_buffer *ties;
    unsigned coins; /* so far; they are numbered from 1 */
    unsigned named[26];
    bool begun;
};

static void tie(struct reader *reader, unsigned a, unsigned b)
{
    zm_buffer_format(reader->ties, "%s%u-%u", reader->begun ? "," : "", a, b);
    reader->begun = true;
}

/* A new coin with so many arrows; 0: there are too many. */
static unsigned new_coin(struct reader *reader, unsigned arrows)
{
    if (reader->coins == ZM_COINS_MOST)
        return 0;
    reader->coins++;
    for (unsigned i = 0; i < arrows; i++)
        tie(reader, reader->coins, 0);
    return reader->coins;
}

/* The coin that a character stands for, a new one or one with a name; 0: neither. */
static unsigned coin_of(struct reader *reader, char letter)
{
    static const char arrows[] = "CBADFH";
    const char *place = letter == '\0' ? NULL : strchr(arrows, letter);
    if (letter >= 'a' && letter <= 'z')
        return reader->named[letter - 'a'];
    return place == NULL ? 0 : new_coin(reader, (unsigned)(place - arrows));
}

static size_t object_size(const char *text)
{
    return strcspn(text, ";+:/@ \n");
}

static bool read_names(struct reader *reader)
{
    size_t size = object_size(reader->next), count = strcspn(reader->next, "=;+");
    const char *arrows = reader->next + count + 1;
    memset(reader->named, 0, sizeof reader->named);
    if (count >= size)
        return true;
    if (size != 2 * count + 1)
        return false;
    for (size_t i = 0; i < count; i++) {
        char name = reader->next[i];
        if (name < 'a' || name > 'z' || arrows[i] < '0' || arrows[i] > '9' ||
            reader->named[name - 'a'] != 0)
            return false;
        reader->named[name - 'a'] = new_coin(reader, (unsigned)(arrows[i] - '0'));
        if (reader->named[name - 'a'] == 0)
            return false;
    }
    reader->next += size;
    if (*reader->next != ';')
        return false;
    reader->next++;
    return true;
}

/* The children of a coin: {C{B}}{A} up to `end`. */
static bool read_children(struct reader *reader, unsigned above, const char *end)
{
    while (reader->next < end && *reader->next == '{') {
        unsigned coin = reader->next + 1 < end ? coin_of(reader, reader->next[1]) : 0;
        if (coin == 0)
            return false;
        if (above != 0)
            tie(reader, above, coin);
        reader->next += 2;
        if (!read_children(reader, coin, end) || reader->next >= end || *reader->next != '}')
            return false;
        reader->next++;
    }
    return true;
}

/* Coins in a row, from one with a name to one with a name, or around. */
static bool read_filament(struct reader *reader, const char *end)
{
    bool cycle = *reader->next == '~';
    reader->next += cycle;
    unsigned first = 0, before = 0;
    for (; reader->next < end; reader->next++) {
        unsigned coin = coin_of(reader, *reader->next);
        if (coin == 0)
            return false;
        if (before != 0)
            tie(reader, before, coin);
        first = first == 0 ? coin : first;
        before = coin;
    }
    if (cycle && before != first)
        tie(reader, before, first);
    return before != 0;
}

static bool read_bar(struct reader *reader, const char *end)
{
    size_t width = strcspn(reader->next, "*"), size = (size_t)(end - reader->next) - 1;
    unsigned coins[4 * ZM_COINS_MOST] = {0};
    if (width % 2 == 0 || size % width != 0 || size / width % 2 == 0 || width > 2 * ZM_COINS_MOST)
        return false;
    for (size_t row = 0; row < size / width; row++) {
        const char *line = reader->next + row * width + (row > 0);
        const char *above = row > 0 ? line - width : line;
        for (size_t column = 0; column < width; column++) {
            char cell = line[column];
            bool here = row % 2 == 0 && column % 2 == 0;
            /* coins[column]: the coin above or here; a link asks for the coins on both sides */
            if (here && cell != 'G') {
                unsigned coin = coin_of(reader, cell);
                if (coin == 0)
                    return false;
                if (row > 0 && above[column] == 'L') {
                    if (coins[column] == 0)
                        return false;
                    tie(reader, coins[column], coin);
                }
                if (column > 0 && line[column - 1] == 'L') {
                    if (coins[column - 2] == 0)
                        return false;
                    tie(reader, coins[column - 2], coin);
                }
                coins[column] = coin;
            } else if (here) {
                coins[column] = 0;
            } else if (cell != 'G' && (cell != 'L' || (row % 2 == 1 && column % 2 == 1))) {
                return false;
            }
        }
    }
    reader->next = end;
    return true;
}

static bool read_object(struct reader *reader)
{
    const char *text = reader->next, *end = text + object_size(text);
    bool tree = text[0] == '{' || (end - text > 1 && text[1] == '{');
    unsigned root = 0;
    if (tree && text[0] != '{') {
        root = coin_of(reader, text[0]);
        if (root == 0)
            return false;
        reader->next++;
    }
    bool good = tree                                              ? read_children(reader, root, end)
                : memchr(text, '*', (size_t)(end - text)) != NULL ? read_bar(reader, end)
                                                                  : read_filament(reader, end);
    return good && reader->next == end;
}

enum zm_status zm_dots_ctf_parse(const char *text, const char **rest, struct zm_buffer *ties,
                                 struct zm_error *error)
{
    struct reader reader = {.next = text, .ties = ties};
    bool more = object_size(text) > 0;
    while (more) {
        const char *component = reader.next;
        bool good = read_names(&reader) && read_object(&reader);
        while (good && *reader.next == ';') {
            reader.next++;
            good = read_object(&reader);
        }
        if (!good)
            return zm_fail(error, ZM_BAD_INPUT,
                           "dots: '%.60s' is no chocolate, web and forest; expected objects as in "
                           "ab=10;aLB*LGLCLb;aCCCb;b{C{B}}",
                           component);
        more = *reader.next == '+';
        reader.next += more;
    }
    *rest = reader.next;
    return ties->failed ? zm_fail_memory(error) : ZM_OK;
}
