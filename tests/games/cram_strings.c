/* Cram on rows of characters; see cram_strings.h. */
#include "games/cram_strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_words(const void *a, const void *b)
{
    return strcmp(a, b);
}

void cram_words_sort(struct cram_words *words, bool unique)
{
    qsort(words->text, (size_t)words->count, CRAM_LONGEST, compare_words);
    int kept = 0;
    for (int i = 0; i < words->count; i++)
        if (!unique || kept == 0 || strcmp(words->text[kept - 1], words->text[i]) != 0)
            memmove(words->text[kept++], words->text[i], CRAM_LONGEST);
    words->count = kept;
}

/* The string of a grid read along one of the eight traversals of the spec's table. */
static void read_along(char grid[][130], int height, int width, int traversal, char *out)
{
    int rows = traversal < 4 ? height : width, columns = traversal < 4 ? width : height;
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            int y = traversal < 4 ? r : c, x = traversal < 4 ? c : r;
            if (traversal & 1)
                x = width - 1 - x;
            if (traversal & 2)
                y = height - 1 - y;
            *out++ = grid[y][x];
        }
        if (r == 0)
            *out++ = '*';
    }
    *out++ = 'E';
    *out = 0;
}

static void least_image(char grid[][130], int height, int width, char *out)
{
    char image[CRAM_LONGEST];
    out[0] = 0;
    for (int traversal = 0; traversal < 8; traversal++) {
        bool landscape = traversal < 4 ? width >= height : height >= width;
        if (!landscape)
            continue;
        read_along(grid, height, width, traversal, image);
        if (out[0] == 0 || strcmp(image, out) < 0)
            strcpy(out, image);
    }
}

static void reach(char grid[][130], char part[][130], int height, int width, int y, int x)
{
    if (y < 0 || x < 0 || y >= height || x >= width || grid[y][x] != '0')
        return;
    grid[y][x] = 'G';
    part[y][x] = '0';
    reach(grid, part, height, width, y - 1, x);
    reach(grid, part, height, width, y + 1, x);
    reach(grid, part, height, width, y, x - 1);
    reach(grid, part, height, width, y, x + 1);
}

/* The canonical string of a component drawn on a grid, or "" for one cell. */
static void naive_component(char part[][130], int height, int width, char *out)
{
    int top = height, bottom = -1, left = width, right = -1, cells = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (part[y][x] == '0') {
                cells++;
                top = y < top ? y : top;
                bottom = y > bottom ? y : bottom;
                left = x < left ? x : left;
                right = x > right ? x : right;
            }
    char cropped[130][130];
    out[0] = 0;
    if (cells < 2)
        return;
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++)
            cropped[y - top][x - left] = part[y][x];
    least_image(cropped, bottom - top + 1, right - left + 1, out);
}

void cram_naive_split(char grid[][130], int height, int width, struct cram_words *components)
{
    static char part[130][130];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (grid[y][x] == '0') {
                for (int i = 0; i < height; i++)
                    memset(part[i], 'G', (size_t)width);
                reach(grid, part, height, width, y, x);
                naive_component(part, height, width, components->text[components->count]);
                components->count += components->text[components->count][0] != 0;
            }
    cram_words_sort(components, false);
}

void cram_words_join(const struct cram_words *words, char *out)
{
    out[0] = 0;
    for (int i = 0; i < words->count; i++)
        strcat(out, words->text[i]);
}

/* Options of a board, each as the sorted strings of its components, joined. */
void cram_naive_options(char grid[][130], int height, int width, struct cram_words *options)
{
    static struct cram_words components;
    static char next[130][130];
    options->count = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int down = 0; down < 2; down++) {
                int y2 = y + down, x2 = x + 1 - down;
                if (y2 >= height || x2 >= width || grid[y][x] != '0' || grid[y2][x2] != '0')
                    continue;
                memcpy(next, grid, sizeof next);
                next[y][x] = next[y2][x2] = 'G';
                components.count = 0;
                cram_naive_split(next, height, width, &components);
                cram_words_join(&components, options->text[options->count++]);
            }
    cram_words_sort(options, true);
}
