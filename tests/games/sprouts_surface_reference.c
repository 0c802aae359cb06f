/* Sprouts on surfaces played naively; see sprouts_surface_reference.h. */
#include "sprouts_surface_reference.h"

#include "test.h"

/* An arc of a border: the corners on it, those that an end of the curve halves included. */
struct arc {
    int corners[SURFACE_SIZE];
    int size;
};

/* A curve between two corners of a region. */
struct curve {
    const struct surface_position *position;
    int region, x, y; /* the spots it joins */
    bool two_borders;
    struct arc back, on;
    int others[SURFACE_BOUNDARIES];
    int other_count;
};

void surface_open(struct surface_reference *reference, struct sprouts_tree *tree)
{
    memset(reference, 0, sizeof *reference);
    zm_table_init(&reference->memo, sizeof(uint32_t));
    zm_table_init(&reference->plain, sizeof(uint32_t));
    reference->tree = tree;
}

void surface_close(struct surface_reference *reference)
{
    glue_free(&reference->cuts);
    zm_table_free(&reference->memo);
    zm_table_free(&reference->plain);
}

static int add_spot(struct surface_position *position, int lives)
{
    assert_true(position->spots < SURFACE_SPOTS);
    position->lives[position->spots] = lives;
    return position->spots++;
}

static void add_region(struct surface_position *position, int genus)
{
    assert_true(position->regions < SURFACE_REGIONS);
    position->genus[position->regions++] = genus;
}

/* An empty boundary of the last region; add_corner() fills it. */
static void add_boundary(struct surface_position *position)
{
    assert_true(position->boundaries < SURFACE_BOUNDARIES);
    position->boundary[position->boundaries++] =
        (struct surface_boundary){position->regions - 1, position->size, 0};
}

static void add_corner(struct surface_position *position, int spot)
{
    assert_true(position->size < SURFACE_SIZE);
    position->corners[position->size++] = spot;
    position->boundary[position->boundaries - 1].size++;
}

int surface_region_lives(const struct surface_position *position, int region)
{
    int lives[SURFACE_SPOTS] = {0}, sum = 0;
    for (int b = 0; b < position->boundaries; b++) {
        const struct surface_boundary *boundary = &position->boundary[b];
        for (int i = 0; i < boundary->size && boundary->region == region; i++) {
            int spot = position->corners[boundary->begin + i];
            sum += position->lives[spot] - lives[spot];
            lives[spot] = position->lives[spot];
        }
    }
    return sum;
}

/* The last boundary without the corners that are next to another one of their spot. With one life
 * left in the spot, it does not matter which of the two a curve takes: the spot dies, and nothing
 * was between them. */
static void merge_corners(struct surface_position *position)
{
    struct surface_boundary *boundary = &position->boundary[position->boundaries - 1];
    int *corners = position->corners + boundary->begin, size = boundary->size;
    boundary->size = 0;
    for (int i = 0; i < size; i++)
        if (boundary->size == 0 || corners[boundary->size - 1] != corners[i])
            corners[boundary->size++] = corners[i];
    if (boundary->size > 1 && corners[0] == corners[boundary->size - 1])
        boundary->size--;
    position->size = boundary->begin + boundary->size;
}

/* Writes a region again without dead spots and without boundaries that are empty then. A region
 * with two lives (`last`) has one curve left to draw, and nothing can follow it there: it does not
 * matter where it runs, so that one boundary of the sphere does. */
static void bury_region(const struct surface_position *from, int region, bool last,
                        struct surface_position *to)
{
    bool written[SURFACE_SPOTS] = {false}, empty = true;
    add_region(to, last ? 0 : from->genus[region]);
    for (int b = 0; b < from->boundaries; b++) {
        const struct surface_boundary *boundary = &from->boundary[b];
        if (boundary->region != region)
            continue;
        empty |= !last;
        for (int i = boundary->begin; i < boundary->begin + boundary->size; i++) {
            int spot = from->corners[i];
            if (from->lives[spot] == 0 || (last && written[spot]))
                continue;
            if (empty)
                add_boundary(to);
            empty = false;
            written[spot] = true;
            add_corner(to, spot);
        }
        if (!empty && !from->bare)
            merge_corners(to);
    }
}

/* The position without what can never be met again: dead spots, and regions with one life, where no
 * curve can be drawn. */
static void bury(const struct surface_position *from, struct surface_position *to)
{
    to->bare = from->bare;
    to->spots = from->spots;
    memcpy(to->lives, from->lives, (size_t)from->spots * sizeof *from->lives);
    to->regions = to->boundaries = to->size = 0;
    for (int region = 0; region < from->regions; region++) {
        int lives = surface_region_lives(from, region);
        if (from->bare ? lives > 0 : lives > 1)
            bury_region(from, region, lives == 2 && !from->bare, to);
    }
}

int surface_lives(const struct surface_position *position)
{
    int lives = 0;
    for (int i = 0; i < position->spots; i++)
        lives += position->lives[i];
    return lives;
}

/* The text of one region, from `text` to `end`. A small letter is local to its boundary when it is
 * there twice, else to the region. */
static bool read_region(struct surface_position *position, const char *text, const char *end,
                        int *capitals)
{
    int across[26], within[26];
    memset(across, 0xff, sizeof across);
    add_region(position, 0);
    for (bool begin = true; text < end && *text != '@'; text++) {
        if (begin) {
            add_boundary(position);
            memset(within, 0xff, sizeof within);
        }
        begin = *text == '.';
        if (begin && position->boundary[position->boundaries - 1].size == 0)
            return false;
        if (*text == '0' && text[1] == '*') {
            char *after;
            for (long more = strtol(text + 2, &after, 10); more > 0; more--) {
                add_corner(position, add_spot(position, 3));
                if (more > 1)
                    add_boundary(position);
            }
            text = after - 1;
        } else if (*text >= '0' && *text <= '2') {
            add_corner(position, add_spot(position, 3 - (*text - '0')));
        } else if (*text >= 'A' && *text <= 'Z') {
            int *name = &capitals[*text - 'A'];
            add_corner(position, *name = *name < 0 ? add_spot(position, 1) : *name);
        } else if (*text >= 'a' && *text <= 'z') {
            const char *stop = text + 1 + strcspn(text + 1, ".|+@");
            const char *again = memchr(text + 1, *text, (size_t)(stop - text - 1));
            int *name = &within[*text - 'a'];
            if (*name < 0 && again == NULL)
                name = &across[*text - 'a'];
            add_corner(position, *name = *name < 0 ? add_spot(position, 1) : *name);
        } else if (!begin) {
            return false;
        }
    }
    if (text < end && *text == '@') {
        char *after;
        position->genus[position->regions - 1] = (int)strtol(text + 1, &after, 10);
        text = after;
    }
    return text == end;
}

/* Virgin spots alone on their boundary; one corner for each curve end that is not hidden. */
static bool makes_sense(const struct surface_position *position)
{
    int corners[SURFACE_SPOTS] = {0};
    for (int b = 0; b < position->boundaries; b++) {
        const struct surface_boundary *boundary = &position->boundary[b];
        for (int i = boundary->begin; i < boundary->begin + boundary->size; i++) {
            int spot = position->corners[i];
            corners[spot]++;
            if (position->lives[spot] == 3 && boundary->size > 1)
                return false;
        }
    }
    for (int i = 0; i < position->spots; i++)
        if (corners[i] > 2)
            return false;
    return true;
}

bool surface_read(struct surface_position *position, const char *text)
{
    struct surface_position raw = {0};
    int capitals[26];
    memset(capitals, 0xff, sizeof capitals);
    while (*text != '\0') {
        size_t size = strcspn(text, "|+");
        if (size > 0 && !read_region(&raw, text, text + size, capitals))
            return false;
        text += size;
        if (*text == '+')
            memset(capitals, 0xff, sizeof capitals);
        text += *text != '\0';
    }
    bury(&raw, position);
    return makes_sense(&raw);
}

/* The letter of a spot with two corners: a.. when both are on one boundary, z.. when they are on
 * two of one region, A.. else. `names` numbers the letters of each kind. */
static char letter(const struct surface_position *position, int spot, int *names)
{
    int first = -1, last = -1;
    for (int b = 0; b < position->boundaries; b++)
        for (int i = 0; i < position->boundary[b].size; i++)
            if (position->corners[position->boundary[b].begin + i] == spot) {
                first = first < 0 ? b : first;
                last = b;
            }
    int kind = first == last                                                         ? 0
               : position->boundary[first].region == position->boundary[last].region ? 1
                                                                                     : 2;
    int name = 0;
    for (int i = 0; i < spot; i++)
        name += names[i] == kind;
    names[spot] = kind;
    assert_true(name < 26);
    return (char)(kind == 0 ? 'a' + name : kind == 1 ? 'z' - name : 'A' + name);
}

void surface_text(const struct surface_position *position, struct zm_buffer *text)
{
    int corners[SURFACE_SPOTS] = {0}, names[SURFACE_SPOTS];
    char letters[SURFACE_SPOTS];
    for (int i = 0; i < position->size; i++)
        corners[position->corners[i]]++;
    for (int i = 0; i < position->spots; i++) {
        names[i] = -1;
        letters[i] = corners[i] > 1 ? letter(position, i, names) : (char)('3' - position->lives[i]);
    }
    for (int b = 0; b < position->boundaries; b++) {
        const struct surface_boundary *boundary = &position->boundary[b];
        bool last =
            b + 1 == position->boundaries || position->boundary[b + 1].region != boundary->region;
        for (int i = 0; i < boundary->size; i++)
            zm_buffer_byte(text, (uint8_t)letters[position->corners[boundary->begin + i]]);
        if (!last)
            zm_buffer_byte(text, '.');
        if (last && position->genus[boundary->region] != 0)
            zm_buffer_format(text, "@%d", position->genus[boundary->region]);
        if (last && b + 1 < position->boundaries)
            zm_buffer_byte(text, '|');
    }
}

/* The border from a point of corner i to a point of corner j, walking on; from a point of corner i
 * all the way round to itself when i == j. A point makes two corners of one, except on the border
 * round a virgin spot, which is one corner without ends. */
static void walk(const struct surface_position *position, const struct surface_boundary *boundary,
                 int i, int j, struct arc *arc)
{
    const int *corners = position->corners + boundary->begin;
    arc->size = 0;
    arc->corners[arc->size++] = corners[i];
    if (i == j && position->lives[corners[i]] == 3)
        return;
    do {
        i = (i + 1) % boundary->size;
        arc->corners[arc->size++] = corners[i];
    } while (i != j);
}

static void lay_arc(struct surface_position *next, const int *corners, int size, bool backwards)
{
    for (int i = 0; i < size; i++)
        add_corner(next, corners[backwards ? size - 1 - i : i]);
}

static void lay_boundary(const struct curve *curve, const int *arcs, int count,
                         struct surface_position *next)
{
    const struct surface_position *position = curve->position;
    add_boundary(next);
    for (int i = 0; i < count; i++) {
        int arc = abs(arcs[i]);
        if (arc == ARC_CUT) {
            add_corner(next, position->spots);
        } else if (arc >= ARC_OTHER) {
            const struct surface_boundary *other =
                &position->boundary[curve->others[arc - ARC_OTHER]];
            lay_arc(next, position->corners + other->begin, other->size, arcs[i] < 0);
        } else {
            const struct arc *half = arc == ARC_BACK ? &curve->back : &curve->on;
            lay_arc(next, half->corners, half->size, arcs[i] < 0);
        }
    }
}

static void add_move(const struct curve *curve, const struct glue_cut *cut,
                     struct surface_moves *moves)
{
    const struct surface_position *position = curve->position;
    struct surface_position next;
    next.bare = position->bare;
    next.spots = position->spots;
    next.regions = next.boundaries = next.size = 0;
    memcpy(next.lives, position->lives, sizeof next.lives);
    for (int b = 0, region = -1; b < position->boundaries; b++) {
        const struct surface_boundary *boundary = &position->boundary[b];
        if (boundary->region == curve->region)
            continue;
        if (boundary->region != region)
            add_region(&next, position->genus[region = boundary->region]);
        add_boundary(&next);
        lay_arc(&next, position->corners + boundary->begin, boundary->size, false);
    }
    for (int p = 0; p < cut->pieces; p++) {
        add_region(&next, cut->piece[p].genus);
        for (int c = 0; c < cut->piece[p].circles; c++)
            lay_boundary(curve, cut->piece[p].arcs[c], cut->piece[p].size[c], &next);
    }
    next.lives[curve->x]--;
    next.lives[curve->y]--;
    add_spot(&next, 1);
    if (moves->count == moves->capacity) {
        moves->capacity = 2 * moves->capacity + 16;
        moves->list = realloc(moves->list, moves->capacity * sizeof *moves->list);
        assert_non_null(moves->list);
    }
    bury(&next, &moves->list[moves->count++]);
}

/* The curves between corner i of boundary a and corner j of boundary b. */
static void join(struct surface_reference *reference, const struct surface_position *position,
                 int a, int i, int b, int j, struct surface_moves *moves)
{
    const struct surface_boundary *one = &position->boundary[a], *two = &position->boundary[b];
    struct curve curve = {.position = position, .region = one->region};
    curve.x = position->corners[one->begin + i];
    curve.y = position->corners[two->begin + j];
    if (curve.x == curve.y && (a != b || i != j || position->lives[curve.x] < 2))
        return;
    curve.two_borders = a != b;
    if (curve.two_borders) {
        walk(position, one, i, i, &curve.back);
        walk(position, two, j, j, &curve.on);
    } else {
        walk(position, one, j, i, &curve.back);
        if (i == j) { /* both ends on one corner: between them nothing but a part of it */
            curve.on.corners[0] = curve.x;
            curve.on.size = 1;
        } else {
            walk(position, one, i, j, &curve.on);
        }
    }
    for (int c = 0; c < position->boundaries; c++)
        if (position->boundary[c].region == curve.region && c != a && c != b)
            curve.others[curve.other_count++] = c;
    const struct glue_cuts *cuts = glue_cuts(&reference->cuts, curve.two_borders,
                                             position->genus[curve.region], curve.other_count);
    for (size_t k = 0; k < cuts->count; k++)
        add_move(&curve, &cuts->list[k], moves);
}

void surface_moves(struct surface_reference *reference, const struct surface_position *position,
                   struct surface_moves *moves)
{
    moves->count = 0;
    for (int a = 0; a < position->boundaries; a++)
        for (int b = a; b < position->boundaries; b++)
            if (position->boundary[a].region == position->boundary[b].region)
                for (int i = 0; i < position->boundary[a].size; i++)
                    for (int j = a == b ? i : 0; j < position->boundary[b].size; j++)
                        join(reference, position, a, i, b, j, moves);
}

/* A random position while it is made: boundaries in no order, 4 * region and up. */
struct scatter {
    int regions;
    int size[4 * 3];
    int corners[4 * 3][SURFACE_SIZE];
    bool virgin[4 * 3];
};

/* A corner anywhere, on a boundary of its own or on another one; false when there is no place. */
static bool scatter(struct zm_random *random, struct scatter *scatter, int spot, bool virgin)
{
    int b = 4 * (int)zm_random_below(random, (uint64_t)scatter->regions);
    b += (int)zm_random_below(random, 4);
    if (scatter->size[b] > 0 && (virgin || scatter->virgin[b]))
        return false;
    int at = (int)zm_random_below(random, (uint64_t)scatter->size[b] + 1);
    for (int i = scatter->size[b]++; i > at; i--)
        scatter->corners[b][i] = scatter->corners[b][i - 1];
    scatter->corners[b][at] = spot;
    scatter->virgin[b] = virgin;
    return true;
}

void surface_random(struct zm_random *random, int lives, struct surface_position *position)
{
    static const int genera[] = {0, 0, 0, 1, 1, 2, -1, -1, -2, -2, -3, -4};
    struct surface_position raw = {0};
    struct scatter places = {.regions = 1 + (int)zm_random_below(random, 3)};
    while (lives > 0) {
        int kind = (int)zm_random_below(random, 8); /* 0, 1, 2, or a letter */
        int spot_lives = kind == 0 ? 3 : kind == 1 ? 2 : 1;
        if (spot_lives > lives || !scatter(random, &places, raw.spots, kind == 0))
            continue;
        while (kind > 3 && !scatter(random, &places, raw.spots, false))
            continue;
        add_spot(&raw, spot_lives);
        lives -= spot_lives;
    }
    for (int b = 0; b < 4 * places.regions; b++) {
        if (b % 4 == 0)
            add_region(&raw, genera[zm_random_below(random, sizeof genera / sizeof *genera)]);
        if (places.size[b] == 0)
            continue;
        add_boundary(&raw);
        for (int i = 0; i < places.size[b]; i++)
            add_corner(&raw, places.corners[b][i]);
    }
    raw.bare = true; /* so that who reads its text has something to leave out */
    bury(&raw, position);
    position->bare = false;
}

/* The position as it is written, but for the names of spots. */
static void plain_key(const struct surface_position *position, struct zm_buffer *key)
{
    int names[SURFACE_SPOTS], named = 0;
    memset(names, 0xff, sizeof names);
    for (int b = 0; b < position->boundaries; b++) {
        const struct surface_boundary *boundary = &position->boundary[b];
        zm_buffer_byte(key, (uint8_t)(boundary->region * 2 + 1));
        zm_buffer_byte(key, (uint8_t)(position->genus[boundary->region] + 128));
        zm_buffer_byte(key, (uint8_t)boundary->size);
        for (int i = boundary->begin; i < boundary->begin + boundary->size; i++) {
            int spot = position->corners[i];
            names[spot] = names[spot] < 0 ? named++ : names[spot];
            zm_buffer_byte(key, (uint8_t)(4 * names[spot] + position->lives[spot]));
        }
    }
    zm_buffer_byte(key, 0);
}

static uint32_t tree_of_key(struct surface_reference *reference,
                            const struct surface_position *position);

/* Looks for the position as it is written first, which is quicker. */
uint32_t surface_tree(struct surface_reference *reference, const struct surface_position *position)
{
    struct zm_buffer key = {0};
    bool fresh;
    uint32_t id;
    plain_key(position, &key);
    void *value = zm_table_insert(&reference->plain, zm_buffer_bytes(&key), &fresh);
    assert_non_null(value);
    if (fresh) {
        id = tree_of_key(reference, position);
        value = zm_table_find(&reference->plain, zm_buffer_bytes(&key));
        memcpy(value, &id, sizeof id);
    }
    memcpy(&id, value, sizeof id);
    zm_buffer_free(&key);
    return id;
}

static uint32_t tree_of_key(struct surface_reference *reference,
                            const struct surface_position *position)
{
    struct zm_buffer key = {0}, children = {0};
    uint32_t id;
    surface_key(position, &key);
    const void *known = zm_table_find(&reference->memo, zm_buffer_bytes(&key));
    if (known != NULL) {
        memcpy(&id, known, sizeof id);
    } else {
        struct surface_moves moves = {0};
        surface_moves(reference, position, &moves);
        for (size_t i = 0; i < moves.count; i++) {
            uint32_t child = surface_tree(reference, &moves.list[i]);
            zm_buffer_add(&children, &child, sizeof child);
        }
        free(moves.list);
        id = sprouts_tree_intern(reference->tree, &children);
        void *value = zm_table_insert(&reference->memo, zm_buffer_bytes(&key), NULL);
        assert_non_null(value);
        memcpy(value, &id, sizeof id);
    }
    zm_buffer_free(&key);
    zm_buffer_free(&children);
    return id;
}

uint32_t surface_text_tree(struct surface_reference *reference, const char *text)
{
    struct surface_position position;
    if (!surface_read(&position, text))
        fail_msg("the reference cannot read %s", text);
    return surface_tree(reference, &position);
}
