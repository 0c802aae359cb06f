/* Board positions as text and as bytes; see position.h. */
#include "games/dots/position.h"

#include <string.h>

void zm_dots_position_cut(struct zm_dots_position *position, unsigned string)
{
    const struct zm_coins *graph = &position->layout.graph;
    bool took = false;
    for (int i = 0; i < 2; i++) {
        uint8_t coin = graph->end[string][i];
        if (coin != ZM_COINS_GROUND && (position->strings & graph->at[coin]) == (uint64_t)1
                                                                                    << string) {
            position->owned[position->turn] |= (uint64_t)1 << coin;
            took = true;
        }
    }
    position->strings &= ~((uint64_t)1 << string);
    if (!took)
        position->turn ^= 1;
}

static enum zm_status parse_sides(struct zm_dots_position *position, const char **text,
                                  struct zm_error *error)
{
    do {
        const char *word = *text + 1; /* past the colon or comma */
        size_t size = strcspn(word, ",/@");
        int string = zm_dots_string_find(&position->layout, word, size);
        if (string < 0)
            return zm_fail(error, ZM_BAD_INPUT,
                           "dots: '%.*s' names no side here; sides are written like %s",
                           (int)(size > 40 ? 40 : size), word,
                           zm_dots_is_board(&position->layout) ? "a1b1 (letters across, numbers "
                                                                 "down)"
                                                               : "s1, s2, ...");
        if ((position->strings >> string & 1) == 0)
            return zm_fail(error, ZM_BAD_INPUT, "dots: side '%.*s' is drawn twice", (int)size,
                           word);
        zm_dots_position_cut(position, (unsigned)string);
        *text = word + size;
    } while (**text == ',');
    return ZM_OK;
}

static enum zm_status parse_owners(struct zm_dots_position *position, const char **text,
                                   struct zm_error *error)
{
    const struct zm_coins *graph = &position->layout.graph;
    const char *marks = *text + 1;
    size_t size = strcspn(marks, "@");
    if (size != graph->coins)
        return zm_fail(error, ZM_BAD_INPUT, "dots: %zu owners for %u boxes", size, graph->coins);
    position->owned[0] = position->owned[1] = 0;
    for (unsigned coin = 0; coin < graph->coins; coin++) {
        bool taken = (position->strings & graph->at[coin]) == 0;
        if (strchr(taken ? "12" : "-", marks[coin]) == NULL)
            return zm_fail(error, ZM_BAD_INPUT,
                           "dots: owner '%c' of box %u; expected %s as the box is %s", marks[coin],
                           coin + 1, taken ? "1 or 2" : "-", taken ? "complete" : "open");
        if (taken)
            position->owned[marks[coin] - '1'] |= (uint64_t)1 << coin;
    }
    *text = marks + size;
    return ZM_OK;
}

enum zm_status zm_dots_position_parse(struct zm_dots_position *position, const char *text,
                                      struct zm_error *error)
{
    memset(position, 0, sizeof *position);
    enum zm_status status = zm_dots_layout_parse(&position->layout, text, &text, error);
    if (status != ZM_OK)
        return status;
    position->strings = zm_coins_all(&position->layout.graph);
    if (*text == ':')
        status = parse_sides(position, &text, error);
    if (status == ZM_OK && *text == '/')
        status = parse_owners(position, &text, error);
    if (status != ZM_OK)
        return status;
    if (*text == '@' && (text[1] == '1' || text[1] == '2')) {
        position->turn = text[1] == '2';
        text += 2;
    }
    if (*text != '\0')
        return zm_fail(error, ZM_BAD_INPUT,
                       "dots: '%.40s' after the position; expected :SIDES, /OWNERS or @1, @2",
                       text);
    return ZM_OK;
}

void zm_dots_position_print(const struct zm_dots_position *position, struct zm_buffer *text)
{
    const struct zm_coins *graph = &position->layout.graph;
    struct zm_dots_position replayed = *position;
    char separator = ':';
    zm_dots_layout_print(&position->layout, text);
    replayed.strings = zm_coins_all(graph);
    replayed.owned[0] = replayed.owned[1] = 0;
    replayed.turn = 0;
    for (unsigned s = 0; s < graph->strings; s++) {
        if ((position->strings >> s & 1) != 0)
            continue;
        zm_buffer_byte(text, (uint8_t)separator);
        zm_dots_string_name(&position->layout, s, text);
        zm_dots_position_cut(&replayed, s);
        separator = ',';
    }
    if (replayed.owned[0] != position->owned[0]) {
        zm_buffer_byte(text, '/');
        for (unsigned coin = 0; coin < graph->coins; coin++)
            zm_buffer_byte(text, (position->owned[0] >> coin & 1) != 0   ? '1'
                                 : (position->owned[1] >> coin & 1) != 0 ? '2'
                                                                         : '-');
    }
    if (replayed.turn != position->turn)
        zm_buffer_format(text, "@%u", position->turn + 1U);
}

struct packed {
    uint64_t strings, owned[2];
    uint8_t turn, kind, rows, columns;
};

void zm_dots_position_encode(const struct zm_dots_position *position, struct zm_buffer *bytes)
{
    struct packed packed;
    memset(&packed, 0, sizeof packed); /* padding included: equal positions have equal bytes */
    packed.strings = position->strings;
    packed.owned[0] = position->owned[0];
    packed.owned[1] = position->owned[1];
    packed.turn = position->turn;
    packed.kind = (uint8_t)position->layout.kind;
    packed.rows = position->layout.rows;
    packed.columns = position->layout.columns;
    zm_buffer_clear(bytes);
    zm_buffer_add(bytes, &packed, sizeof packed);
    if (!zm_dots_is_board(&position->layout))
        zm_dots_layout_print(&position->layout, bytes);
}

static bool sound_layout(const struct packed *packed, struct zm_bytes text,
                         struct zm_dots_layout *layout)
{
    char copy[2 * ZM_COINS_MOST * ZM_COINS_MOST];
    const char *rest;
    if (packed->kind <= ZM_DOTS_ICELANDIC)
        return text.size == 0 && zm_dots_board(layout, (enum zm_dots_kind)packed->kind,
                                               packed->rows, packed->columns, NULL) == ZM_OK;
    if (text.size >= sizeof copy)
        return false;
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return zm_dots_layout_parse(layout, copy, &rest, NULL) == ZM_OK && *rest == '\0' &&
           rest == copy + text.size && layout->kind == (enum zm_dots_kind)packed->kind;
}

bool zm_dots_position_sound(struct zm_bytes bytes)
{
    struct packed packed;
    struct zm_dots_layout layout;
    if (bytes.size < sizeof packed)
        return false;
    memcpy(&packed, bytes.data, sizeof packed);
    if (packed.turn > 1 || packed.kind > ZM_DOTS_GRAPH ||
        !sound_layout(&packed, zm_bytes(bytes.data + sizeof packed, bytes.size - sizeof packed),
                      &layout))
        return false;
    unsigned coins = layout.graph.coins;
    uint64_t all = coins == 64 ? UINT64_MAX : ((uint64_t)1 << coins) - 1;
    return (packed.strings & ~zm_coins_all(&layout.graph)) == 0 &&
           (packed.owned[0] & packed.owned[1]) == 0 &&
           ((packed.owned[0] | packed.owned[1]) & ~all) == 0;
}

void zm_dots_position_decode(struct zm_dots_position *position, struct zm_bytes bytes)
{
    struct packed packed;
    memcpy(&packed, bytes.data, sizeof packed);
    if (packed.kind <= ZM_DOTS_ICELANDIC) {
        zm_dots_board(&position->layout, (enum zm_dots_kind)packed.kind, packed.rows,
                      packed.columns, NULL);
    } else {
        char text[2 * ZM_COINS_MOST * ZM_COINS_MOST];
        const char *rest;
        size_t size = bytes.size - sizeof packed;
        memcpy(text, bytes.data + sizeof packed, size);
        text[size] = '\0';
        zm_dots_layout_parse(&position->layout, text, &rest, NULL);
    }
    position->strings = packed.strings;
    position->owned[0] = packed.owned[0];
    position->owned[1] = packed.owned[1];
    position->turn = packed.turn;
}
