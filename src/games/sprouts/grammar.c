/* The text of positions, in and out (Lemoine and Viennot, thesis, 9.2 to 9.4 and 11.3):
 *
 *   position   := number | land ('+' land)*        a number alone: that many virgin spots
 *   land       := region ('|' region)* | nothing
 *   region     := boundary ('.' boundary)* ('@' genus)?
 *   genus      := integer | 'all'                  n: n handles, -n: n cross-caps, all: any handles
 *   boundary   := '0' | '0*' number | vertex+
 *   vertex     := '1' | '2' | a..z | A..Z | '{' letter number '}'     {A27}: the 27th capital
 *
 * A text that begins with "map:" is a drawing: spots are numbers, those of a boundary joined by
 * '-', with a quote for each curve end that is not seen on any boundary: map:1-3-2-3.4'@1|... A sum
 * that would read as a number is written with a '+' in front: "+22". */
#include "games/sprouts/drawing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *text, *at;
    struct zm_sprouts_drawing *drawing;
    struct zm_error *error;
    /* Spots of the letters: number in their scope, times written; 0: not met. */
    struct scope {
        uint16_t spot[ZM_SPROUTS_LETTERS];
        uint8_t times[ZM_SPROUTS_LETTERS];
    } upper, region, boundary;
};

static enum zm_status fail(const struct reader *reader, const char *what)
{
    return zm_fail(reader->error, ZM_BAD_INPUT, "sprouts position '%.120s', character %d: %s",
                   reader->text, (int)(reader->at - reader->text) + 1, what);
}

static enum zm_status too_large(const struct reader *reader)
{
    return fail(reader, "the position is too large (at most 60 virgin spots, 120 letters)");
}

/* Reads digits; -1 when there are none or the number is too large. */
static int read_number(struct reader *reader)
{
    int number = 0;
    const char *start = reader->at;
    for (; isdigit((unsigned char)*reader->at); reader->at++)
        if ((number = number * 10 + (*reader->at - '0')) > 9999)
            return -1;
    return reader->at == start ? -1 : number;
}

static enum zm_status draw_virgins(struct reader *reader, int count)
{
    unsigned spot;
    if (count > ZM_SPROUTS_POTENTIAL / 2)
        return too_large(reader);
    for (int i = 0; i < count; i++)
        if (!zm_sprouts_draw_spot(reader->drawing, 3, &spot) ||
            !zm_sprouts_draw_written(reader->drawing, spot) ||
            !zm_sprouts_draw_boundary(reader->drawing))
            return too_large(reader);
    return ZM_OK;
}

/* '0' or '0*n', alone in its boundary. */
static enum zm_status read_virgins(struct reader *reader)
{
    int count = 1;
    reader->at++;
    if (*reader->at == '*') {
        reader->at++;
        count = read_number(reader);
        if (count < 1)
            return fail(reader, "expected a number of virgin spots after '0*'");
    }
    if (*reader->at != '\0' && strchr(".|@+", *reader->at) == NULL)
        return fail(reader, "a virgin spot '0' is alone on its boundary; expected '.', '|', '+' "
                            "or the end");
    return draw_virgins(reader, count);
}

/* Reads a letter: its case and its number in the alphabet, from 0. */
static enum zm_status read_letter(struct reader *reader, bool *capital, unsigned *index)
{
    bool braced = *reader->at == '{';
    reader->at += braced;
    char letter = *reader->at;
    if (!isalpha((unsigned char)letter))
        return fail(reader, braced ? "expected a letter after '{'"
                                   : "expected a vertex: 0, 1, 2 or a letter");
    reader->at++;
    *capital = isupper((unsigned char)letter) != 0;
    *index = (unsigned)(tolower((unsigned char)letter) - 'a');
    if (!braced)
        return ZM_OK;
    int number = read_number(reader);
    if (number < 1 || number > ZM_SPROUTS_LETTERS || *reader->at != '}')
        return fail(reader, "expected a number from 1 to 120 and '}', as in {A27}");
    reader->at++;
    *index = (unsigned)number - 1;
    return ZM_OK;
}

static enum zm_status draw_letter(struct reader *reader, struct scope *scope, unsigned index)
{
    unsigned spot = scope->spot[index];
    if (scope->times[index] == 3)
        return fail(reader, "a letter is written more than three times");
    if (scope->times[index]++ == 0) {
        if (!zm_sprouts_draw_spot(reader->drawing, 1, &spot))
            return too_large(reader);
        scope->spot[index] = (uint16_t)spot;
    }
    if (scope->times[index] == 3)
        reader->drawing->lives[spot] = 0;
    return zm_sprouts_draw_written(reader->drawing, spot) ? ZM_OK : too_large(reader);
}

static enum zm_status read_vertex(struct reader *reader)
{
    char symbol = *reader->at;
    if (symbol == '0')
        return fail(reader, "a virgin spot '0' is alone on its boundary");
    if (symbol == '1' || symbol == '2') {
        unsigned spot;
        reader->at++;
        return zm_sprouts_draw_spot(reader->drawing, symbol == '1' ? 2 : 1, &spot) &&
                       zm_sprouts_draw_written(reader->drawing, spot)
                   ? ZM_OK
                   : too_large(reader);
    }
    bool capital = false;
    unsigned index = 0;
    enum zm_status status = read_letter(reader, &capital, &index);
    if (status != ZM_OK)
        return status;
    return draw_letter(reader, capital ? &reader->upper : &reader->boundary, index);
}

/* A lower-case letter written once on its boundary has its other side on another boundary of the
 * region (on surfaces with handles): the two become one spot. */
static enum zm_status match_lower_case(struct reader *reader)
{
    for (unsigned i = 0; i < ZM_SPROUTS_LETTERS; i++) {
        struct scope *inner = &reader->boundary, *outer = &reader->region;
        if (inner->times[i] == 3)
            return fail(reader, "a lower-case letter is written three times on one boundary");
        if (inner->times[i] != 1)
            continue;
        if (++outer->times[i] == 1) {
            outer->spot[i] = inner->spot[i];
            continue;
        }
        if (outer->times[i] > 2)
            return fail(reader, "a lower-case letter is on more than two boundaries of its region");
        struct zm_sprouts_drawing *drawing = reader->drawing;
        drawing->lives[inner->spot[i]] = 0; /* a number that is not used */
        for (unsigned w = 0; w < drawing->written_count; w++)
            if (drawing->written[w] == inner->spot[i])
                drawing->written[w] = outer->spot[i];
    }
    return ZM_OK;
}

static enum zm_status read_boundary(struct reader *reader)
{
    if (*reader->at == '0')
        return read_virgins(reader);
    memset(&reader->boundary, 0, sizeof reader->boundary);
    do {
        enum zm_status status = read_vertex(reader);
        if (status != ZM_OK)
            return status;
    } while (*reader->at != '\0' && strchr(".|@+", *reader->at) == NULL);
    if (!zm_sprouts_draw_boundary(reader->drawing))
        return too_large(reader);
    return match_lower_case(reader);
}

/* One region stands for itself with every genus. */
static enum zm_status draw_every_genus(struct reader *reader)
{
    struct zm_sprouts_drawing *drawing = reader->drawing;
    for (unsigned r = 0; r < drawing->region_count; r++)
        if (drawing->regions[r].genus == ZM_SPROUTS_EVERY_GENUS)
            return fail(reader, "only one region can be '@all'");
    drawing->regions[drawing->region_count - 1].genus = ZM_SPROUTS_EVERY_GENUS;
    return ZM_OK;
}

static enum zm_status read_genus(struct reader *reader)
{
    reader->at++;
    if (strncmp(reader->at, "all", 3) == 0) {
        reader->at += 3;
        return draw_every_genus(reader);
    }
    bool negative = *reader->at == '-';
    reader->at += negative || *reader->at == '+';
    int number = read_number(reader);
    if (number < 0 || number > ZM_SPROUTS_GENUS_LIMIT)
        return fail(reader, "expected a genus from -100 to 100, or 'all', after '@'");
    reader->drawing->regions[reader->drawing->region_count - 1].genus =
        (int16_t)(negative ? -number : number);
    return ZM_OK;
}

static enum zm_status read_region(struct reader *reader)
{
    memset(&reader->region, 0, sizeof reader->region);
    if (!zm_sprouts_draw_region(reader->drawing, 0))
        return too_large(reader);
    enum zm_status status = read_boundary(reader);
    while (status == ZM_OK && *reader->at == '.') {
        reader->at++;
        status = read_boundary(reader);
    }
    if (status == ZM_OK && *reader->at == '@')
        status = read_genus(reader);
    for (unsigned i = 0; i < ZM_SPROUTS_LETTERS && status == ZM_OK; i++)
        if (reader->region.times[i] == 1)
            return fail(reader, "a lower-case letter is written once; its other side is missing");
    return status;
}

static enum zm_status read_land(struct reader *reader)
{
    memset(&reader->upper, 0, sizeof reader->upper);
    if (*reader->at == '+' || *reader->at == '\0')
        return ZM_OK;
    enum zm_status status = read_region(reader);
    while (status == ZM_OK && *reader->at == '|') {
        reader->at++;
        status = read_region(reader);
    }
    if (status == ZM_OK && *reader->at != '\0' && *reader->at != '+')
        return fail(reader, "expected '.', '|', '+' or the end");
    return status;
}

static bool is_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && text[digits] == '\0';
}

static enum zm_status read_spots(struct reader *reader)
{
    int count = read_number(reader);
    if (count < 0)
        return too_large(reader);
    if (!zm_sprouts_draw_region(reader->drawing, 0))
        return too_large(reader);
    return draw_virgins(reader, count == 0 ? 1 : count);
}

/* One spot of a drawing: its number, and a quote for each end that is not seen. */
static enum zm_status read_drawn_spot(struct reader *reader, uint8_t *hidden)
{
    int number = read_number(reader);
    if (number < 1 || number > ZM_SPROUTS_SPOTS)
        return fail(reader, "expected the number of a spot, from 1 to 512");
    for (; *reader->at == '\''; reader->at++)
        if (++hidden[number - 1] > 3)
            return fail(reader, "a spot with more than three curve ends");
    if ((unsigned)number > reader->drawing->spot_count)
        reader->drawing->spot_count = (unsigned)number;
    return zm_sprouts_draw_written(reader->drawing, (unsigned)number - 1) ? ZM_OK
                                                                          : too_large(reader);
}

/* The degrees of the spots of a drawing, from where they are written. */
static enum zm_status count_lives(struct reader *reader, const uint8_t *hidden)
{
    struct zm_sprouts_drawing *drawing = reader->drawing;
    uint8_t degree[ZM_SPROUTS_SPOTS] = {0};
    for (unsigned b = 0; b < drawing->boundary_count; b++) {
        unsigned start = zm_sprouts_drawn_start(drawing, b);
        for (unsigned i = start; i < drawing->ends[b]; i++)
            if (drawing->ends[b] - start > 1)
                degree[drawing->written[i]] += degree[drawing->written[i]] < 4;
    }
    for (unsigned s = 0; s < drawing->spot_count; s++) {
        if (degree[s] + hidden[s] > 3)
            return fail(reader, "a spot with more than three curve ends");
        drawing->lives[s] = (uint8_t)(3 - degree[s] - hidden[s]);
    }
    /* A spot is written once for each curve end that is seen, once when there is none; numbers that
     * no boundary bears stand for nothing. */
    unsigned times[ZM_SPROUTS_SPOTS] = {0};
    for (unsigned i = 0; i < drawing->written_count; i++)
        times[drawing->written[i]]++;
    for (unsigned s = 0; s < drawing->spot_count; s++) {
        unsigned ends = 3u - drawing->lives[s];
        if (times[s] > (ends > 0 ? ends : 1))
            return fail(reader, "a spot that is written more often than it has curve ends");
        if (times[s] == 0)
            drawing->lives[s] = 0;
    }
    return ZM_OK;
}

static enum zm_status read_drawing(struct reader *reader)
{
    uint8_t hidden[ZM_SPROUTS_SPOTS] = {0};
    enum zm_status status = ZM_OK;
    reader->at += strlen("map:");
    if (*reader->at == '\0')
        return ZM_OK;
    for (char separator = '|'; status == ZM_OK; separator = *reader->at++) {
        if (separator == '|' && !zm_sprouts_draw_region(reader->drawing, 0))
            return too_large(reader);
        status = read_drawn_spot(reader, hidden);
        if (status != ZM_OK)
            return status;
        char next = *reader->at;
        if (next != '\0' && strchr("-.|@", next) == NULL)
            return fail(reader, "expected '-', '.', '|', '@' or the end");
        if (next != '-' && !zm_sprouts_draw_boundary(reader->drawing))
            return too_large(reader);
        if (next == '@') {
            status = read_genus(reader);
            next = *reader->at;
            if (status == ZM_OK && next != '\0' && next != '|')
                return fail(reader, "expected '|' or the end after a genus");
        }
        if (next == '\0')
            break;
    }
    return count_lives(reader, hidden);
}

enum zm_status zm_sprouts_read(const char *text, struct zm_sprouts_drawing *drawing,
                               struct zm_error *error)
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return zm_fail_memory(error);
    *reader = (struct reader){.text = text, .at = text, .drawing = drawing, .error = error};
    drawing->spot_count = drawing->written_count = 0;
    drawing->boundary_count = drawing->region_count = 0;
    enum zm_status status;
    if (strncmp(text, "map:", 4) == 0) {
        status = read_drawing(reader);
    } else if (is_number(text)) {
        status = read_spots(reader);
    } else {
        status = read_land(reader);
        while (status == ZM_OK && *reader->at == '+') {
            reader->at++;
            status = read_land(reader);
        }
    }
    if (status == ZM_OK && zm_sprouts_drawing_potential(drawing) > ZM_SPROUTS_POTENTIAL)
        status = too_large(reader);
    free(reader);
    return status;
}

static void write_letter(struct zm_buffer *text, char first, unsigned index)
{
    if (index < 26)
        zm_buffer_byte(text, (uint8_t)(first + (int)index));
    else
        zm_buffer_format(text, "{%c%u}", first, index + 1);
}

static void write_genus(int genus, struct zm_buffer *text)
{
    if (genus == ZM_SPROUTS_EVERY_GENUS)
        zm_buffer_text(text, "@all");
    else
        zm_buffer_format(text, "@%d", genus);
}

/* Capitals whose two sides lie in one region are written z, y, x... (surfaces with handles), as
 * long as the letters a, b, c... leave names for them. */
static void find_region_letters(struct zm_bytes land, uint8_t *name)
{
    uint8_t region_of[ZM_SPROUTS_LETTERS] = {0}, region = 1, next = 0, lower = 0;
    memset(name, 0xff, ZM_SPROUTS_LETTERS);
    for (size_t i = 0; i < land.size; i++) {
        uint8_t code = land.data[i];
        if (code == 0 || code == ZM_SPROUTS_GENUS)
            i++;
        else if (code >= ZM_SPROUTS_LOWER && code < ZM_SPROUTS_UPPER &&
                 code - ZM_SPROUTS_LOWER >= lower)
            lower = (uint8_t)(code - ZM_SPROUTS_LOWER + 1);
    }
    for (size_t i = 0; i < land.size; i++) {
        uint8_t code = land.data[i];
        if (code == 0 || code == ZM_SPROUTS_GENUS) {
            i++;
        } else if (code == ZM_SPROUTS_BAR) {
            region++;
            next = 0;
        } else if (code >= ZM_SPROUTS_UPPER && code < ZM_SPROUTS_DOT) {
            unsigned letter = code - ZM_SPROUTS_UPPER;
            if (region_of[letter] == region && next + lower < 26)
                name[letter] = next++;
            region_of[letter] = region;
        }
    }
}

void zm_sprouts_write_text(struct zm_bytes land, struct zm_buffer *text)
{
    uint8_t region_letter[ZM_SPROUTS_LETTERS];
    find_region_letters(land, region_letter);
    for (size_t i = 0; i < land.size; i++) {
        uint8_t code = land.data[i];
        if (code == 0) {
            unsigned zeros = 255u - land.data[++i];
            if (zeros == 1)
                zm_buffer_byte(text, '0');
            else
                zm_buffer_format(text, "0*%u", zeros);
            if (i + 1 < land.size && land.data[i + 1] < ZM_SPROUTS_DOT)
                zm_buffer_byte(text, '.');
        } else if (code < ZM_SPROUTS_LOWER) {
            zm_buffer_byte(text, (uint8_t)('0' + code));
        } else if (code < ZM_SPROUTS_UPPER) {
            write_letter(text, 'a', code - ZM_SPROUTS_LOWER);
        } else if (code < ZM_SPROUTS_DOT) {
            unsigned letter = code - ZM_SPROUTS_UPPER;
            if (region_letter[letter] != 0xff)
                zm_buffer_byte(text, (uint8_t)('z' - region_letter[letter]));
            else
                write_letter(text, 'A', letter);
        } else if (code == ZM_SPROUTS_GENUS) {
            write_genus(land.data[++i] - 128, text);
        } else {
            zm_buffer_byte(text, code == ZM_SPROUTS_DOT ? '.' : '|');
        }
    }
}

void zm_sprouts_write_sum(const struct zm_list *lands, struct zm_buffer *text)
{
    struct zm_buffer sum = {0};
    for (size_t i = 0; i < lands->count; i++) {
        if (i > 0)
            zm_buffer_byte(&sum, '+');
        zm_sprouts_write_text(zm_list_at(lands, i), &sum);
    }
    if (is_number(zm_buffer_string(&sum)) && strcmp(zm_buffer_string(&sum), "0") != 0)
        zm_buffer_byte(text, '+');
    zm_buffer_text(text, zm_buffer_string(&sum));
    text->failed |= sum.failed;
    zm_buffer_free(&sum);
}

/* How many curve ends of each spot are seen on boundaries. */
static void count_seen(const struct zm_sprouts_drawing *drawing, uint8_t *seen)
{
    memset(seen, 0, ZM_SPROUTS_SPOTS);
    for (unsigned b = 0; b < drawing->boundary_count; b++) {
        unsigned start = zm_sprouts_drawn_start(drawing, b);
        for (unsigned i = start; i < drawing->ends[b] && drawing->ends[b] - start > 1; i++)
            seen[drawing->written[i]]++;
    }
}

void zm_sprouts_write_drawing(const struct zm_sprouts_drawing *drawing, struct zm_buffer *text)
{
    uint8_t seen[ZM_SPROUTS_SPOTS];
    count_seen(drawing, seen);
    zm_buffer_text(text, "map:");
    bool first_region = true;
    for (unsigned r = 0; r < drawing->region_count; r++) {
        unsigned first = drawing->regions[r].first;
        for (unsigned b = first; b < first + drawing->regions[r].count; b++) {
            if (b > first || !first_region)
                zm_buffer_byte(text, b > first ? '.' : '|');
            first_region = false;
            unsigned start = zm_sprouts_drawn_start(drawing, b);
            for (unsigned i = start; i < drawing->ends[b]; i++) {
                unsigned spot = drawing->written[i];
                zm_buffer_format(text, "%s%u", i > start ? "-" : "", spot + 1);
                for (; seen[spot] + drawing->lives[spot] < 3; seen[spot]++)
                    zm_buffer_byte(text, '\'');
            }
        }
        if (drawing->regions[r].genus != 0 && drawing->regions[r].count > 0)
            write_genus(drawing->regions[r].genus, text);
    }
}
