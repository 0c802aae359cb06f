/* Sprouts played naively; see sprouts_naive.h. */
#include "sprouts_naive.h"

#include "test.h"

/* A list of boundaries, each a slice of some array of spots. */
struct slice {
    const int *spots;
    int size;
};

struct moves {
    struct naive *list;
    size_t count, capacity;
};

void naive_start(struct naive *position, int spots)
{
    position->spots = spots;
    position->size = 0;
    for (int i = 0; i < spots; i++) {
        position->lives[i] = 3;
        position->written[position->size++] = i;
        position->written[position->size++] = NAIVE_BOUNDARY;
    }
    position->written[position->size++] = NAIVE_REGION;
}

/* Takes dead spots, then empty boundaries and regions, out of what is written. */
static void bury(struct naive *next)
{
    int out = 0, boundary = 0, region = 0;
    for (int i = 0; i < next->size; i++) {
        int mark = next->written[i];
        if (mark >= 0 && next->lives[mark] == 0)
            continue;
        if ((mark == NAIVE_BOUNDARY && out == boundary) || (mark == NAIVE_REGION && out == region))
            continue;
        next->written[out++] = mark;
        if (mark < 0)
            boundary = out;
        if (mark == NAIVE_REGION)
            region = out;
    }
    next->size = out;
}

static int new_spot(struct naive *position, int lives)
{
    assert_true(position->spots < NAIVE_SPOTS);
    position->lives[position->spots] = lives;
    return position->spots++;
}

void naive_read(struct naive *position, const char *text)
{
    int lower[26], upper[26];
    position->spots = position->size = 0;
    memset(lower, 0xff, sizeof lower);
    memset(upper, 0xff, sizeof upper);
    for (; *text != '\0'; text++) {
        int spot = -1;
        if (*text >= '0' && *text <= '2') {
            spot = new_spot(position, 3 - (*text - '0'));
        } else if (*text >= 'a' && *text <= 'z') {
            int *name = &lower[*text - 'a'];
            spot = *name = *name < 0 ? new_spot(position, 1) : *name;
        } else if (*text >= 'A' && *text <= 'Z') {
            int *name = &upper[*text - 'A'];
            spot = *name = *name < 0 ? new_spot(position, 1) : *name;
        }
        assert_true(position->size < NAIVE_SIZE / 2);
        if (spot >= 0)
            position->written[position->size++] = spot;
        if (*text == '*') { /* the virgin spots after the first one */
            char *end;
            for (long more = strtol(text + 1, &end, 10) - 1; more > 0; more--) {
                position->written[position->size++] = NAIVE_BOUNDARY;
                position->written[position->size++] = new_spot(position, 3);
            }
            text = end - 1;
        } else if (spot < 0) {
            memset(lower, 0xff, sizeof lower);
            if (*text == '+')
                memset(upper, 0xff, sizeof upper);
            position->written[position->size++] = NAIVE_BOUNDARY;
            if (*text != '.')
                position->written[position->size++] = NAIVE_REGION;
        }
    }
    position->written[position->size++] = NAIVE_BOUNDARY;
    position->written[position->size++] = NAIVE_REGION;
    bury(position);
}

int naive_lives(const struct naive *position)
{
    int lives = 0;
    for (int i = 0; i < position->spots; i++)
        lives += position->lives[i];
    return lives;
}

static void add_slice(struct naive *next, struct slice slice)
{
    memcpy(next->written + next->size, slice.spots, (size_t)slice.size * sizeof(int));
    next->size += slice.size;
    next->written[next->size++] = NAIVE_BOUNDARY;
}

/* A move in the region that is written from `begin` to `end` (after its mark): the boundaries of
 * one or two new regions replace it. */
static void add_move(struct moves *moves, const struct naive *position, int begin, int end, int x,
                     int y, const struct slice *one, int ones, const struct slice *two, int twos)
{
    if (moves->count == moves->capacity) {
        moves->capacity = 2 * moves->capacity + 16;
        moves->list = realloc(moves->list, moves->capacity * sizeof *moves->list);
        assert_non_null(moves->list);
    }
    struct naive *next = &moves->list[moves->count++];
    next->spots = position->spots + 1;
    memcpy(next->lives, position->lives, sizeof next->lives);
    next->lives[x]--;
    next->lives[y]--;
    next->lives[position->spots] = 1;
    next->size = begin;
    memcpy(next->written, position->written, (size_t)begin * sizeof(int));
    for (int i = 0; i < ones; i++)
        add_slice(next, one[i]);
    next->written[next->size++] = NAIVE_REGION;
    for (int i = 0; i < twos; i++)
        add_slice(next, two[i]);
    if (twos > 0)
        next->written[next->size++] = NAIVE_REGION;
    memcpy(next->written + next->size, position->written + end,
           (size_t)(position->size - end) * sizeof(int));
    next->size += position->size - end;
    assert_true(next->size < NAIVE_SIZE / 2);
    bury(next);
}

/* The path round a boundary from index i to index j, both written; all the way round when i == j.
 */
static int path(const struct naive *position, struct slice boundary, int i, int j, int *out)
{
    int size = 0;
    out[size++] = boundary.spots[i];
    if (i == j && position->lives[boundary.spots[i]] == 3)
        return size;
    do {
        i = (i + 1) % boundary.size;
        out[size++] = boundary.spots[i];
    } while (i != j);
    return size;
}

static void join_two(struct moves *moves, const struct naive *position, int begin, int end,
                     const struct slice *boundaries, int count, int a, int b, int i, int j)
{
    int merged[NAIVE_SIZE], size;
    struct slice region[NAIVE_SIZE];
    int regions = 0, z = position->spots;
    size = path(position, boundaries[a], i, i, merged);
    merged[size++] = z;
    size += path(position, boundaries[b], j, j, merged + size);
    merged[size++] = z;
    for (int c = 0; c < count; c++)
        if (c != a && c != b)
            region[regions++] = boundaries[c];
    region[regions++] = (struct slice){merged, size};
    add_move(moves, position, begin, end, boundaries[a].spots[i], boundaries[b].spots[j], region,
             regions, NULL, 0);
}

static void join_one(struct moves *moves, const struct naive *position, int begin, int end,
                     const struct slice *boundaries, int count, int a, int i, int j)
{
    int near[NAIVE_SIZE], far[NAIVE_SIZE], near_size = 0, far_size, z = position->spots;
    far_size = path(position, boundaries[a], j, i, far);
    far[far_size++] = z;
    if (i == j)
        near[near_size++] = boundaries[a].spots[i];
    else
        near_size = path(position, boundaries[a], i, j, near);
    near[near_size++] = z;
    for (int division = 0; division < 1 << (count - 1); division++) {
        struct slice one[NAIVE_SIZE], two[NAIVE_SIZE];
        int ones = 0, twos = 0, bit = 0;
        for (int c = 0; c < count; c++) {
            if (c == a)
                continue;
            if ((division >> bit++ & 1) != 0)
                one[ones++] = boundaries[c];
            else
                two[twos++] = boundaries[c];
        }
        one[ones++] = (struct slice){far, far_size};
        two[twos++] = (struct slice){near, near_size};
        add_move(moves, position, begin, end, boundaries[a].spots[i], boundaries[a].spots[j], one,
                 ones, two, twos);
    }
}

static bool may_join(const struct naive *position, int x, int y, bool same_place)
{
    return x == y ? same_place && position->lives[x] >= 2 : true;
}

static void region_moves(struct moves *moves, const struct naive *position, int begin, int end)
{
    struct slice boundaries[NAIVE_SIZE];
    int count = 0, start = begin;
    for (int i = begin; i < end - 1; i++)
        if (position->written[i] == NAIVE_BOUNDARY) {
            boundaries[count++] = (struct slice){position->written + start, i - start};
            start = i + 1;
        }
    for (int a = 0; a < count; a++)
        for (int i = 0; i < boundaries[a].size; i++) {
            int x = boundaries[a].spots[i];
            for (int j = i; j < boundaries[a].size; j++)
                if (may_join(position, x, boundaries[a].spots[j], i == j))
                    join_one(moves, position, begin, end, boundaries, count, a, i, j);
            for (int b = a + 1; b < count; b++)
                for (int j = 0; j < boundaries[b].size; j++)
                    if (may_join(position, x, boundaries[b].spots[j], false))
                        join_two(moves, position, begin, end, boundaries, count, a, b, i, j);
        }
}

struct naive *naive_moves(const struct naive *position, size_t *count)
{
    struct moves moves = {0};
    int begin = 0;
    for (int i = 0; i < position->size; i++)
        if (position->written[i] == NAIVE_REGION) {
            region_moves(&moves, position, begin, i + 1);
            begin = i + 1;
        }
    *count = moves.count;
    return moves.list;
}

void naive_text(const struct naive *position, struct zm_buffer *text)
{
    int seen[NAIVE_SPOTS] = {0};
    for (int i = 0, start = 0; i < position->size; i++) {
        if (position->written[i] >= 0)
            continue;
        for (int k = start; k < i && i - start > 1; k++)
            seen[position->written[k]]++;
        start = i + 1;
    }
    zm_buffer_text(text, "map:");
    bool told[NAIVE_SPOTS] = {false};
    for (int i = 0; i < position->size; i++) {
        int mark = position->written[i];
        if (mark >= 0) {
            zm_buffer_format(text, "%d", mark + 1);
            for (int hidden = 3 - position->lives[mark] - seen[mark]; hidden > 0 && !told[mark];
                 hidden--)
                zm_buffer_byte(text, '\'');
            told[mark] = true;
            if (position->written[i + 1] >= 0)
                zm_buffer_byte(text, '-');
        } else if (i + 1 < position->size && position->written[i + 1] >= 0) {
            zm_buffer_byte(text, mark == NAIVE_REGION ? '|' : '.');
        }
    }
}

/* The position with its spots numbered in order of appearance: a memo's key. */
static void key_of(const struct naive *position, struct zm_buffer *key)
{
    int names[NAIVE_SPOTS], next = 0;
    for (int i = 0; i < position->spots; i++)
        names[i] = -1;
    for (int i = 0; i < position->size; i++) {
        int mark = position->written[i];
        if (mark >= 0) {
            if (names[mark] < 0)
                names[mark] = next++;
            zm_buffer_byte(key, (uint8_t)(names[mark] * 4 + position->lives[mark]));
        } else {
            zm_buffer_byte(key, (uint8_t)(mark + 256));
        }
    }
    zm_buffer_byte(key, 0);
}

uint32_t naive_tree(struct sprouts_tree *tree, struct zm_table *memo, const struct naive *position)
{
    struct zm_buffer key = {0}, children = {0};
    uint32_t id;
    key_of(position, &key);
    const void *known = zm_table_find(memo, zm_buffer_bytes(&key));
    if (known != NULL) {
        memcpy(&id, known, sizeof id);
    } else {
        size_t count;
        struct naive *moves = naive_moves(position, &count);
        for (size_t i = 0; i < count; i++) {
            uint32_t child = naive_tree(tree, memo, &moves[i]);
            zm_buffer_add(&children, &child, sizeof child);
        }
        free(moves);
        id = sprouts_tree_intern(tree, &children);
        void *value = zm_table_insert(memo, zm_buffer_bytes(&key), NULL);
        assert_non_null(value);
        memcpy(value, &id, sizeof id);
    }
    zm_buffer_free(&key);
    zm_buffer_free(&children);
    return id;
}
