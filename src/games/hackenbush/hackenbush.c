/* Hackenbush: edges blue, red or green; Left cuts a blue or green edge, Right a red or green one,
 * and everything that is no longer connected to the ground (vertex 0) falls.
 *
 * A board position: the side to move, then three bytes for each edge: its ends and its colour. A
 * component is what hangs together without the ground; exchanging blue and red makes its negative.
 * Its form: the edges with vertices renumbered (by colours of vertices refined along the edges),
 * sorted; of the two colourings the lesser form, and the sign tells which it was. */
#include "games/hackenbush/hackenbush.h"

#include "base/bits.h"
#include "games/hackenbush/inside.h"
#include "games/shared/partisan.h"

#include <ctype.h>
#include <stdlib.h>

static bool are_edges(struct zm_bytes bytes)
{
    bool edges = bytes.size % 3 == 1 && bytes.size / 3 <= HACKENBUSH_EDGES;
    for (size_t i = 1; i + 2 < bytes.size && edges; i += 3)
        edges = bytes.data[i] < HACKENBUSH_VERTICES && bytes.data[i + 1] < HACKENBUSH_VERTICES &&
                bytes.data[i + 2] <= HACKENBUSH_GREEN;
    return edges;
}

static bool hackenbush_sound(void *state, struct zm_bytes position)
{
    (void)state;
    return zm_partisan_has_side(position) && are_edges(position);
}

static bool hackenbush_sound_component(void *state, struct zm_bytes component)
{
    (void)state;
    return zm_partisan_has_sign(component) && are_edges(component);
}

static void write_picture(uint8_t first, const struct hackenbush_picture *picture,
                          struct zm_buffer *bytes)
{
    zm_buffer_byte(bytes, first);
    for (size_t i = 0; i < picture->count; i++) {
        uint8_t edge[3] = {picture->edges[i].u, picture->edges[i].v, picture->edges[i].colour};
        zm_buffer_add(bytes, edge, sizeof edge);
    }
}

/* The vertices that hang together with `start`; through the ground only when it is the start. */
static uint64_t reach(const struct hackenbush_picture *picture, unsigned start)
{
    uint64_t seen = hackenbush_bit(start), before;
    do {
        before = seen;
        for (size_t i = 0; i < picture->count; i++) {
            uint64_t ends =
                hackenbush_bit(picture->edges[i].u) | hackenbush_bit(picture->edges[i].v);
            if (ends & seen & (start == 0 ? ~UINT64_C(0) : ~UINT64_C(1)))
                seen |= ends;
        }
    } while (seen != before);
    return seen;
}

/* Cuts an edge; what has lost the ground falls. */
static void cut(struct hackenbush_picture *picture, size_t index)
{
    memmove(&picture->edges[index], &picture->edges[index + 1],
            (picture->count - index - 1) * sizeof *picture->edges);
    picture->count--;
    uint64_t standing = reach(picture, 0);
    size_t kept = 0;
    for (size_t i = 0; i < picture->count; i++)
        if (standing >> picture->edges[i].u & 1)
            picture->edges[kept++] = picture->edges[i];
    picture->count = kept;
}

/* --- text ------------------------------------------------------------------------------------ */

static const char letters[] = "BRG";

static enum zm_status fail_text(size_t at, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "hackenbush position, character %zu: expected strings from the ground such as "
                   "BRB/GG, or edges such as 0-1B,1-2R with vertices 0 (the ground) to %d; at most "
                   "%d edges",
                   at + 1, HACKENBUSH_VERTICES - 1, HACKENBUSH_EDGES);
}

static enum zm_status parse_strings(const char *text, size_t size,
                                    struct hackenbush_picture *picture, struct zm_error *error)
{
    unsigned last = 0, top = 0;
    for (size_t at = 0; at < size; at++) {
        const char *letter = strchr(letters, text[at]);
        if (text[at] == '/' && top != 0) {
            top = 0;
            continue;
        }
        if (letter == NULL || last + 1 == HACKENBUSH_VERTICES)
            return fail_text(at, error);
        picture->edges[picture->count++] = (struct hackenbush_edge){
            (uint8_t)top, (uint8_t)(last + 1), (uint8_t)(letter - letters)};
        top = ++last;
    }
    return ZM_OK;
}

static bool read_vertex(const char *text, size_t size, size_t *at, unsigned *vertex)
{
    size_t start = *at;
    for (*vertex = 0; *at < size && isdigit((unsigned char)text[*at]) && *at - start < 3; ++*at)
        *vertex = *vertex * 10 + (unsigned)(text[*at] - '0');
    return *at > start && *vertex < HACKENBUSH_VERTICES;
}

static enum zm_status parse_edges(const char *text, size_t size, struct hackenbush_picture *picture,
                                  struct zm_error *error)
{
    for (size_t at = 0; at < size;) {
        unsigned u, v;
        if (!read_vertex(text, size, &at, &u) || at == size || text[at++] != '-' ||
            !read_vertex(text, size, &at, &v) || at == size || picture->count == HACKENBUSH_EDGES)
            return fail_text(at, error);
        const char *letter = strchr(letters, text[at]);
        if (letter == NULL)
            return fail_text(at, error);
        picture->edges[picture->count++] =
            (struct hackenbush_edge){(uint8_t)u, (uint8_t)v, (uint8_t)(letter - letters)};
        if (++at < size && (text[at++] != ',' || at == size))
            return fail_text(at - 1, error);
    }
    return ZM_OK;
}

static enum zm_status hackenbush_parse(void *state, const char *text, struct zm_buffer *position,
                                       struct zm_error *error)
{
    (void)state;
    struct zm_buffer side = {0};
    struct hackenbush_picture picture = {.count = 0};
    if (*text == '\0')
        return zm_fail_empty("hackenbush", error);
    size_t size = zm_partisan_side(text, &side);
    uint8_t first = side.failed ? ZM_SIDE_OPEN : side.data[0];
    bool empty = size == 5 && strncmp(text, "empty", 5) == 0;
    zm_buffer_free(&side);
    enum zm_status status = empty ? ZM_OK
                            : isdigit((unsigned char)*text)
                                ? parse_edges(text, size, &picture, error)
                                : parse_strings(text, size, &picture, error);
    if (status != ZM_OK)
        return status;
    uint64_t standing = reach(&picture, 0);
    for (size_t i = 0; i < picture.count; i++)
        if (!(standing >> picture.edges[i].u & 1))
            return zm_fail(error, ZM_BAD_INPUT,
                           "hackenbush position: edge %d-%d is not connected to the ground, 0",
                           picture.edges[i].u, picture.edges[i].v);
    zm_buffer_clear(position);
    write_picture(first, &picture, position);
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

static void print_picture(const struct hackenbush_picture *picture, struct zm_buffer *text)
{
    for (size_t i = 0; i < picture->count; i++)
        zm_buffer_format(text, "%s%d-%d%c", i == 0 ? "" : ",", picture->edges[i].u,
                         picture->edges[i].v, letters[picture->edges[i].colour]);
    if (picture->count == 0)
        zm_buffer_text(text, "empty");
}

static void hackenbush_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    struct hackenbush_picture picture;
    hackenbush_read(position, &picture);
    print_picture(&picture, text);
    zm_partisan_print_side(position, text);
}

/* --- moves: the index of an edge, one byte -----------------------------------------------------
 */

static void hackenbush_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                             struct zm_list *moves)
{
    (void)state;
    (void)record;
    struct hackenbush_picture picture;
    hackenbush_read(position, &picture);
    for (size_t i = 0; i < picture.count; i++)
        if (hackenbush_may_cut(&picture.edges[i], zm_partisan_mover(position))) {
            uint8_t index = (uint8_t)i;
            zm_list_add(moves, zm_bytes(&index, 1));
        }
}

/* "3:1-2B": the third edge, which is 1-2B. */
void hackenbush_name(void *state, struct zm_bytes position, struct zm_bytes move,
                     struct zm_buffer *text)
{
    (void)state;
    struct hackenbush_picture picture;
    hackenbush_read(position, &picture);
    const struct hackenbush_edge *edge = &picture.edges[move.data[0]];
    zm_buffer_format(text, "%d:%d-%d%c", move.data[0] + 1, edge->u, edge->v, letters[edge->colour]);
}

static void hackenbush_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                             struct zm_buffer *next)
{
    (void)state;
    struct hackenbush_picture picture;
    hackenbush_read(position, &picture);
    cut(&picture, move.data[0]);
    zm_buffer_clear(next);
    write_picture(zm_partisan_mover(position) == ZM_LEFT ? ZM_RIGHT : ZM_LEFT, &picture, next);
}

static void hackenbush_random(void *state, struct zm_random *random, unsigned size,
                              struct zm_buffer *position)
{
    (void)state;
    struct hackenbush_picture picture = {.count = 0};
    size = size < HACKENBUSH_EDGES ? size : HACKENBUSH_EDGES;
    unsigned vertices = 1;
    while (picture.count < size) {
        /* Mostly a new vertex on an old one, else an edge between two old ones. */
        bool grow = vertices < HACKENBUSH_VERTICES && zm_random_below(random, 3) > 0;
        struct hackenbush_edge edge = {(uint8_t)zm_random_below(random, vertices), 0,
                                       (uint8_t)zm_random_below(random, 3)};
        edge.v = (uint8_t)(grow ? vertices++ : zm_random_below(random, vertices));
        picture.edges[picture.count++] = edge;
    }
    zm_buffer_clear(position);
    write_picture((uint8_t)zm_random_below(random, 3), &picture, position);
}

/* --- components ----------------------------------------------------------------------------------
 */

static uint8_t exchanged(uint8_t colour)
{
    return colour == HACKENBUSH_GREEN  ? HACKENBUSH_GREEN
           : colour == HACKENBUSH_BLUE ? HACKENBUSH_RED
                                       : HACKENBUSH_BLUE;
}

static int compare_edges(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct hackenbush_edge));
}

/* Numbers of the vertices: the ground stays 0, the others follow their refined colours. */
static void number_vertices(const struct hackenbush_picture *part, uint8_t *number)
{
    uint64_t colour[HACKENBUSH_VERTICES], next[HACKENBUSH_VERTICES];
    uint8_t order[HACKENBUSH_VERTICES];
    unsigned count = 0;
    uint64_t used = 0;
    for (size_t i = 0; i < part->count; i++)
        used |= hackenbush_bit(part->edges[i].u) | hackenbush_bit(part->edges[i].v);
    for (unsigned v = 0; v < HACKENBUSH_VERTICES; v++) {
        colour[v] = v == 0 ? 99 : 1;
        if (v > 0 && used >> v & 1)
            order[count++] = (uint8_t)v;
    }
    for (int round = 0; round < 5; round++) {
        for (unsigned v = 0; v < HACKENBUSH_VERTICES; v++)
            next[v] = colour[v] * 3;
        for (size_t i = 0; i < part->count; i++) {
            const struct hackenbush_edge *edge = &part->edges[i];
            next[edge->u] += zm_stir64(colour[edge->v] * 4 + edge->colour);
            next[edge->v] += zm_stir64(colour[edge->u] * 4 + edge->colour);
        }
        for (unsigned v = 0; v < HACKENBUSH_VERTICES; v++)
            colour[v] = zm_stir64(next[v]);
    }
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j > 0 && colour[order[j]] < colour[order[j - 1]]; j--) {
            uint8_t swap = order[j];
            order[j] = order[j - 1];
            order[j - 1] = swap;
        }
    number[0] = 0;
    for (unsigned i = 0; i < count; i++)
        number[order[i]] = (uint8_t)(i + 1);
}

static void normal_form(const struct hackenbush_picture *part, bool negative,
                        struct hackenbush_picture *form)
{
    uint8_t number[HACKENBUSH_VERTICES] = {0};
    *form = *part;
    for (size_t i = 0; negative && i < form->count; i++)
        form->edges[i].colour = exchanged(form->edges[i].colour);
    number_vertices(form, number);
    for (size_t i = 0; i < form->count; i++) {
        struct hackenbush_edge *edge = &form->edges[i];
        uint8_t u = number[edge->u], v = number[edge->v];
        edge->u = u < v ? u : v;
        edge->v = u < v ? v : u;
    }
    qsort(form->edges, form->count, sizeof *form->edges, compare_edges);
}

static void add_component(const struct hackenbush_picture *part, struct zm_list *components)
{
    struct hackenbush_picture straight, negative;
    normal_form(part, false, &straight);
    normal_form(part, true, &negative);
    bool turned = memcmp(negative.edges, straight.edges, part->count * sizeof *straight.edges) < 0;
    write_picture(turned, turned ? &negative : &straight, &components->bytes);
    zm_list_close(components);
}

static void split_picture(const struct hackenbush_picture *picture, struct zm_list *components)
{
    struct hackenbush_picture part;
    bool done[HACKENBUSH_EDGES] = {false};
    for (size_t i = 0; i < picture->count; i++) {
        if (done[i])
            continue;
        const struct hackenbush_edge *first = &picture->edges[i];
        unsigned start = first->u != 0 ? first->u : first->v;
        part.count = 0;
        if (start == 0) { /* a loop on the ground stands alone */
            part.edges[part.count++] = *first;
            done[i] = true;
        } else {
            uint64_t together = reach(picture, start) & ~UINT64_C(1);
            for (size_t j = i; j < picture->count; j++)
                if ((together >> picture->edges[j].u & 1) ||
                    (together >> picture->edges[j].v & 1)) {
                    part.edges[part.count++] = picture->edges[j];
                    done[j] = true;
                }
        }
        add_component(&part, components);
    }
    zm_list_sort(components, false);
}

static void hackenbush_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    (void)state;
    struct hackenbush_picture picture;
    hackenbush_read(position, &picture);
    split_picture(&picture, components);
}

static void read_component(struct zm_bytes component, struct hackenbush_picture *picture)
{
    hackenbush_read(component, picture);
    for (size_t i = 0; component.data[0] == 1 && i < picture->count; i++)
        picture->edges[i].colour = exchanged(picture->edges[i].colour);
}

static void hackenbush_options(void *state, struct zm_bytes component, enum zm_side side,
                               struct zm_options *options)
{
    (void)state;
    struct hackenbush_picture picture;
    struct zm_list sum = {0};
    zm_options_clear(options);
    read_component(component, &picture);
    for (size_t i = 0; i < picture.count; i++) {
        if (!hackenbush_may_cut(&picture.edges[i], side))
            continue;
        struct hackenbush_picture next = picture;
        cut(&next, i);
        zm_list_clear(&sum);
        split_picture(&next, &sum);
        zm_options_add_new(options, &sum);
    }
    zm_list_free(&sum);
}

static void hackenbush_print_component(void *state, struct zm_bytes component,
                                       struct zm_buffer *text)
{
    (void)state;
    struct hackenbush_picture picture;
    read_component(component, &picture);
    print_picture(&picture, text);
}

static const struct zm_rules hackenbush_rules = {
    .parse = hackenbush_parse,
    .print = hackenbush_print,
    .moves = hackenbush_moves,
    .name = hackenbush_name,
    .apply = hackenbush_apply,
    .sound = hackenbush_sound,
    .turn = zm_partisan_turn,
    .random = hackenbush_random,
};

static const struct zm_sums hackenbush_sums = {
    .split = hackenbush_split,
    .options = hackenbush_options,
    .print = hackenbush_print_component,
    .sound = hackenbush_sound_component,
    .forms = zm_nearly_canonical,
};

const struct zm_game zm_hackenbush = {
    .name = "hackenbush",
    .title = "Hackenbush",
    .summary = "cut edges of a picture: Left blue, Right red, both green; what hangs loose falls",
    .start = "BRB/GR",
    .positions = "BRB/GG               strings of blue, red and green edges from the ground\n"
                 "0-1B,1-2R,2-0G       edges between vertices; 0 is the ground\n"
                 "BRB R                Right is to move (L: Left; without: the class)\n"
                 "moves: 2:1-2R        the second edge\n",
    .players = ZM_PARTISAN,
    .canon_version = 1,
    .rules = &hackenbush_rules,
    .sums = &hackenbush_sums,
    .picture = &zm_hackenbush_picture,
};
