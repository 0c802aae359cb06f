/* Layers of positions; see layers.h.
 *
 * Positions belong to one of several parts by their keys, and each part to one thread, which alone
 * knows what has been seen in it. A layer is made in rounds: every thread makes the moves of some
 * positions of its part and puts what they lead to into a box for the part it belongs to; when all
 * have done so, every thread empties the boxes that are for it. So nothing is locked, and how the
 * threads run does not show in what they find.
 *
 * A record is what is kept of a position: its key where positions come back from keys, else the
 * hash and the walk itself. Walks point into their states, so games of the second sort have one
 * part. */
#include "solve/layers.h"

#include "solve/key_set.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_PARTS = 256, FEW = 512, MANY = 8192, LEAST_SHARE = 1 << 20 };

struct records {
    uint8_t *data;
    size_t count, capacity;
};

struct part {
    struct zm_layers *layers;
    struct zm_alone own;          /* a game of the thread's own; part 0 uses that of the layers */
    const struct zm_alone *alone; /* the one or the other */
    void *here, *there;           /* walks */
    zm_move *moves;
    struct zm_key_set seen;
    struct records all;    /* positions, layer after layer */
    size_t begin, at, end; /* of the layer that is being expanded, and how far */
    struct records *boxes; /* one for each part */
    bool reached;          /* the goal was, in the layer being made */
    struct zm_hash128 goal;
};

struct zm_layers {
    struct zm_alone *alone;
    enum zm_layers_use use;
    bool graded;
    size_t record; /* bytes */
    size_t share;  /* bytes that one part may take */
    struct part *parts;
    unsigned count;
    size_t *ends; /* where each layer ends in each part: ends[layer * count + part] */
    size_t depth; /* layers made */
    uint64_t total;
    pthread_barrier_t barrier;
    bool more;        /* the layer is not finished; written by part 0 between two barriers */
    atomic_bool full; /* the memory allowed is used up */
    atomic_bool failed;
};

/* -- records -- */

static size_t memory_of(const struct part *part)
{
    return zm_key_set_memory(&part->seen) + part->all.capacity * part->layers->record;
}

static bool make_room(struct records *records, size_t record, size_t capacity)
{
    uint8_t *data = realloc(records->data, capacity * record);
    if (data == NULL)
        return false;
    records->data = data;
    records->capacity = capacity;
    return true;
}

/* Room for another position of the part, within what it may take. */
static bool may_keep(struct part *part)
{
    struct records *all = &part->all;
    if (all->count < all->capacity)
        return true;
    size_t extra = all->capacity / 2 + 1024;
    if (memory_of(part) + extra * part->layers->record > part->layers->share) {
        atomic_store(&part->layers->full, true);
        return false;
    }
    bool made = make_room(all, part->layers->record, all->capacity + extra);
    if (!made)
        atomic_store(&part->layers->failed, true);
    return made;
}

static struct zm_hash128 key_in(const struct zm_layers *layers, const uint8_t *record)
{
    struct zm_hash128 key = {0};
    memcpy(&key.low, record, sizeof key.low);
    if (!zm_alone_exact(layers->alone))
        memcpy(&key.high, record + sizeof key.low, sizeof key.high);
    return key;
}

static void write_record(const struct zm_layers *layers, struct zm_hash128 key, const void *walk,
                         uint8_t *record)
{
    memcpy(record, &key.low, sizeof key.low);
    if (zm_alone_exact(layers->alone))
        return;
    memcpy(record + sizeof key.low, &key.high, sizeof key.high);
    memcpy(record + sizeof key, walk, layers->alone->size);
}

/* Puts part->here on the position of a record. */
static void stand_on(struct part *part, const uint8_t *record)
{
    const struct zm_alone *alone = part->alone;
    if (zm_alone_exact(alone))
        alone->walk->place(part->here, key_in(part->layers, record));
    else
        memcpy(part->here, record + sizeof(struct zm_hash128), alone->size);
}

static unsigned part_of(const struct zm_layers *layers, struct zm_hash128 key)
{
    return (unsigned)((zm_key_mix(key) & UINT32_MAX) * layers->count >> 32);
}

/* Keeps a position of this part that was not seen before. */
static void meet(struct part *part, const uint8_t *record)
{
    struct zm_layers *layers = part->layers;
    size_t size = layers->record;
    if (!may_keep(part))
        return;
    size_t records = part->all.capacity * size;
    part->seen.limit = layers->share > records ? layers->share - records : 0;
    if (zm_key_set_add(&part->seen, key_in(layers, record)))
        memcpy(part->all.data + part->all.count++ * size, record, size);
    else if (part->seen.failed || part->seen.full)
        atomic_store(part->seen.failed ? &layers->failed : &layers->full, true);
}

/* -- a round -- */

/* Puts what a move leads to into the box of its part. */
static void send(struct part *part, const void *walk)
{
    struct zm_layers *layers = part->layers;
    const struct zm_alone *alone = part->alone;
    if (layers->use == ZM_LAYERS_GOAL && alone->walk->least != NULL &&
        alone->walk->least(walk) >= ZM_HOPELESS)
        return;
    struct zm_hash128 key = zm_alone_key(alone, walk);
    struct records *box = &part->boxes[layers->count == 1 ? 0 : part_of(layers, key)];
    if (box->count == box->capacity && !make_room(box, layers->record, 2 * box->capacity + 1024)) {
        atomic_store(&layers->failed, true);
        return;
    }
    write_record(layers, key, walk, box->data + box->count++ * layers->record);
    if (layers->use == ZM_LAYERS_GOAL && alone->walk->worth(walk) > 0) {
        part->reached = true;
        part->goal = key;
    }
}

static void expand(struct part *part, const uint8_t *record)
{
    const struct zm_walk *walk = part->alone->walk;
    stand_on(part, record);
    unsigned count = walk->moves(part->here, part->moves);
    for (unsigned i = 0; i < count; i++) {
        if (walk->unmake != NULL) {
            walk->make(part->here, part->moves[i]);
            send(part, part->here);
            walk->unmake(part->here, part->moves[i]);
        } else {
            zm_alone_make(part->alone, part->there, part->here, part->moves[i]);
            send(part, part->there);
        }
    }
}

static void expand_some(struct part *part)
{
    struct zm_layers *layers = part->layers;
    size_t some = layers->count == 1 ? FEW : MANY, first = part->at;
    for (; part->at < part->end && part->at < first + some; part->at++)
        expand(part, part->all.data + part->at * layers->record);
    atomic_fetch_add_explicit(&layers->alone->problem.run->nodes, part->at - first,
                              memory_order_relaxed);
}

/* Empties the boxes for this part; what a look-up will read is fetched some steps ahead. */
static void gather(struct part *part, unsigned index)
{
    enum { AHEAD = 8 };
    struct zm_layers *layers = part->layers;
    for (unsigned from = 0; from < layers->count; from++) {
        struct records *box = &layers->parts[from].boxes[index];
        for (size_t i = 0; i < box->count; i++) {
            const uint8_t *record = box->data + i * layers->record;
            if (i + AHEAD < box->count)
                zm_key_set_prefetch(&part->seen, key_in(layers, record + AHEAD * layers->record));
            meet(part, record);
        }
        box->count = 0;
    }
}

/* Is there anything left to expand, and may it be? */
static bool look_round(struct zm_layers *layers)
{
    struct zm_alone_view view = {.depth = layers->depth, .met = layers->total};
    bool left = false;
    for (unsigned i = 0; i < layers->count; i++) {
        left |= layers->parts[i].at < layers->parts[i].end;
        view.met += layers->parts[i].all.count - layers->parts[i].end;
    }
    bool stopped = zm_alone_tick(layers->alone, &view);
    return left && !stopped && !zm_layers_reached(layers) && !atomic_load(&layers->full) &&
           !atomic_load(&layers->failed);
}

static void *work(void *context)
{
    struct part *part = context;
    struct zm_layers *layers = part->layers;
    unsigned index = (unsigned)(part - layers->parts);
    do {
        expand_some(part);
        if (layers->count > 1)
            pthread_barrier_wait(&layers->barrier);
        if (index == 0)
            layers->more = look_round(layers);
        if (layers->count > 1)
            pthread_barrier_wait(&layers->barrier);
        gather(part, index);
        if (layers->count > 1)
            pthread_barrier_wait(&layers->barrier);
    } while (layers->more);
    return NULL;
}

/* -- a layer -- */

/* Begins the layer that will be made from the one that was made last. */
static bool begin_layer(struct zm_layers *layers)
{
    size_t *ends = realloc(layers->ends, (layers->depth + 2) * layers->count * sizeof *ends);
    if (ends == NULL)
        return false;
    layers->ends = ends;
    for (unsigned i = 0; i < layers->count; i++) {
        struct part *part = &layers->parts[i];
        part->begin = part->at = part->end;
        part->end = part->all.count;
        if (layers->use == ZM_LAYERS_COUNT && part->end > 0) { /* the layer before goes */
            memmove(part->all.data, part->all.data + part->begin * layers->record,
                    (part->end - part->begin) * layers->record);
            part->all.count = part->end -= part->begin;
            part->begin = part->at = 0;
        }
        if (layers->graded)
            zm_key_set_clear(&part->seen);
    }
    return true;
}

static void end_layer(struct zm_layers *layers)
{
    layers->depth++;
    for (unsigned i = 0; i < layers->count; i++) {
        const struct part *part = &layers->parts[i];
        layers->ends[layers->depth * layers->count + i] = part->all.count;
        layers->total += part->all.count - part->end;
    }
}

/* Threads wait here until all could be started; when one could not, none begins. */
struct team {
    struct part *part;
    pthread_mutex_t *start;
    const bool *begun;
};

static void *work_when_begun(void *context)
{
    struct team *member = context;
    pthread_mutex_lock(member->start);
    bool begun = *member->begun;
    pthread_mutex_unlock(member->start);
    return begun ? work(member->part) : NULL;
}

static bool work_together(struct zm_layers *layers)
{
    pthread_t threads[MOST_PARTS];
    struct team team[MOST_PARTS];
    pthread_mutex_t start = PTHREAD_MUTEX_INITIALIZER;
    unsigned started = 1;
    pthread_mutex_lock(&start);
    bool begun = false;
    for (; started < layers->count; started++) {
        team[started] = (struct team){&layers->parts[started], &start, &begun};
        if (pthread_create(&threads[started], NULL, work_when_begun, &team[started]) != 0)
            break;
    }
    begun = started == layers->count;
    pthread_mutex_unlock(&start);
    if (begun)
        work(&layers->parts[0]);
    while (started > 1)
        pthread_join(threads[--started], NULL);
    pthread_mutex_destroy(&start);
    return begun;
}

enum zm_status zm_layers_next(struct zm_layers *layers, struct zm_error *error)
{
    if (!begin_layer(layers))
        return zm_fail_memory(error);
    if (!work_together(layers))
        return zm_fail(error, ZM_FAILED, "%u threads cannot be started", layers->count);
    if (zm_layers_reached(layers)) {
        end_layer(layers);
        return ZM_OK;
    }
    if (atomic_load(&layers->failed))
        return zm_fail_memory(error);
    if (atomic_load(&layers->full))
        return zm_fail(error, ZM_STOPPED, "the memory allowed (--memory) is full of positions");
    if (zm_run_stopped(layers->alone->problem.run))
        return zm_fail(error, ZM_STOPPED, "stopped before the answer was found");
    end_layer(layers);
    return ZM_OK;
}

size_t zm_layers_size(const struct zm_layers *layers)
{
    size_t size = 0;
    for (unsigned i = 0; i < layers->count; i++)
        size += layers->parts[i].all.count - layers->parts[i].end;
    return size;
}

size_t zm_layers_depth(const struct zm_layers *layers)
{
    return layers->depth;
}

uint64_t zm_layers_total(const struct zm_layers *layers)
{
    return layers->total;
}

bool zm_layers_reached(const struct zm_layers *layers)
{
    for (unsigned i = 0; i < layers->count; i++)
        if (layers->parts[i].reached)
            return true;
    return false;
}

/* -- a line -- */

/* Looks among the moves of part->here for one that leads to a key. */
static bool find_move(struct part *part, struct zm_hash128 key, zm_move *move)
{
    const struct zm_alone *alone = part->alone;
    unsigned count = alone->walk->moves(part->here, part->moves);
    for (unsigned i = 0; i < count; i++) {
        zm_alone_make(alone, part->there, part->here, part->moves[i]);
        *move = part->moves[i];
        if (zm_hash128_equal(zm_alone_key(alone, part->there), key))
            return true;
    }
    return false;
}

/* Looks in a layer for a position from which a move leads to `key`, and sets its own. */
static bool find_before(struct zm_layers *layers, size_t layer, struct zm_hash128 key,
                        struct zm_hash128 *before)
{
    struct part *part = &layers->parts[0];
    zm_move move;
    for (unsigned i = 0; i < layers->count; i++) {
        size_t at = layer == 0 ? 0 : layers->ends[(layer - 1) * layers->count + i];
        for (; at < layers->ends[layer * layers->count + i]; at++) {
            const uint8_t *record = layers->parts[i].all.data + at * layers->record;
            if (at % MANY == 0 && zm_run_look(layers->alone->problem.run))
                return false;
            stand_on(part, record);
            *before = key_in(layers, record);
            if (find_move(part, key, &move))
                return true;
        }
    }
    return false;
}

enum zm_status zm_layers_line(struct zm_layers *layers, zm_move *moves, struct zm_error *error)
{
    struct part *part = &layers->parts[0];
    struct zm_hash128 *keys = calloc(layers->depth + 1, sizeof *keys);
    if (keys == NULL)
        return zm_fail_memory(error);
    for (unsigned i = 0; i < layers->count; i++)
        if (layers->parts[i].reached)
            keys[layers->depth] = layers->parts[i].goal;
    bool found = true;
    for (size_t layer = layers->depth; found && layer-- > 1;)
        found = find_before(layers, layer, keys[layer + 1], &keys[layer]);
    /* The keys tell classes of positions; from the start on, which of the class comes up. */
    memcpy(part->here, layers->alone->start, layers->alone->size);
    for (size_t i = 0; found && i < layers->depth; i++) {
        found = find_move(part, keys[i + 1], &moves[i]);
        memcpy(part->here, part->there, layers->alone->size);
    }
    free(keys);
    return found ? ZM_OK : zm_fail(error, ZM_STOPPED, "stopped before the line was found");
}

/* -- the whole -- */

void zm_layers_close(struct zm_layers *layers)
{
    if (layers == NULL)
        return;
    for (unsigned i = 0; i < layers->count; i++) {
        struct part *part = &layers->parts[i];
        for (unsigned j = 0; part->boxes != NULL && j < layers->count; j++)
            free(part->boxes[j].data);
        free(part->boxes);
        free(part->all.data);
        free(part->here);
        free(part->there);
        free(part->moves);
        zm_key_set_free(&part->seen);
        if (part->alone == &part->own)
            zm_alone_close(&part->own);
    }
    pthread_barrier_destroy(&layers->barrier);
    free(layers->parts);
    free(layers->ends);
    free(layers);
}

/* Gives a part memory and, but for the first, a game of its own. */
static enum zm_status open_part(struct zm_layers *layers, unsigned index, struct zm_error *error)
{
    struct part *part = &layers->parts[index];
    struct zm_alone *alone = layers->alone;
    enum zm_status status = ZM_OK;
    part->layers = layers;
    part->alone = alone;
    if (index > 0) {
        struct zm_buffer position = {0};
        alone->walk->position(alone->game.state, alone->start, &position);
        status = zm_alone_open(&part->own, &alone->problem, error);
        part->alone = status == ZM_OK ? &part->own : alone;
        part->own.symmetry = alone->symmetry;
        if (status == ZM_OK)
            status = zm_alone_begin(&part->own, zm_buffer_bytes(&position), error);
        zm_buffer_free(&position);
    }
    if (status != ZM_OK)
        return status;
    part->here = malloc(alone->size);
    part->there = malloc(alone->size);
    part->moves = malloc((alone->most + 1) * sizeof *part->moves);
    part->boxes = calloc(layers->count, sizeof *part->boxes);
    if (part->here == NULL || part->there == NULL || part->moves == NULL || part->boxes == NULL)
        return zm_fail_memory(error);
    memcpy(part->here, part->alone->start, alone->size);
    zm_key_set_init(&part->seen, zm_alone_exact(alone), layers->share);
    return ZM_OK;
}

static enum zm_status open_parts(struct zm_layers *layers, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (unsigned i = 0; i < layers->count && status == ZM_OK; i++)
        status = open_part(layers, i, error);
    if (status != ZM_OK)
        return status;
    /* The first layer: the start alone. */
    struct zm_hash128 key = zm_alone_key(layers->alone, layers->alone->start);
    struct part *part = &layers->parts[part_of(layers, key)];
    uint8_t *record = malloc(layers->record);
    layers->ends = calloc(layers->count, sizeof *layers->ends);
    if (record == NULL || layers->ends == NULL) {
        free(record);
        return zm_fail_memory(error);
    }
    write_record(layers, key, layers->alone->start, record);
    meet(part, record);
    free(record);
    layers->ends[part - layers->parts] = 1;
    layers->total = 1;
    part->reached =
        layers->use == ZM_LAYERS_GOAL && layers->alone->walk->worth(layers->alone->start) > 0;
    part->goal = key;
    return part->all.count == 1 ? ZM_OK : zm_fail_memory(error);
}

enum zm_status zm_layers_open(struct zm_alone *alone, enum zm_layers_use use,
                              struct zm_layers **layers, struct zm_error *error)
{
    const struct zm_run *run = alone->problem.run;
    struct zm_layers *made = calloc(1, sizeof *made);
    if (made == NULL)
        return zm_fail_memory(error);
    made->alone = alone;
    made->use = use;
    made->graded = alone->walk->course(alone->game.state) == ZM_GRADED;
    made->record =
        zm_alone_exact(alone) ? sizeof(uint64_t) : sizeof(struct zm_hash128) + alone->size;
    made->count = zm_alone_exact(alone) ? run->threads : 1;
    made->count = made->count > MOST_PARTS ? MOST_PARTS : made->count;
    made->share = run->memory_limit == 0 ? SIZE_MAX / 2 : run->memory_limit / made->count;
    made->share = made->share < LEAST_SHARE ? LEAST_SHARE : made->share;
    made->parts = calloc(made->count, sizeof *made->parts);
    if (made->parts == NULL || pthread_barrier_init(&made->barrier, NULL, made->count) != 0) {
        free(made->parts);
        free(made);
        return zm_fail_memory(error);
    }
    enum zm_status status = open_parts(made, error);
    if (status == ZM_OK)
        *layers = made;
    else
        zm_layers_close(made);
    return status;
}
