/* A space for testing searches without a game; see toy_space.h.
 *
 * A node is a list of 16-bit numbers: the heap, then the components in increasing order. Component
 * 0 has no option. */
#include "search/toy_space.h"

#include "store/store.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_OPTIONS = 12, MOST_TERMS = 4, MOST_COMPONENTS = 4096, UNKNOWN = 255 };

struct option {
    unsigned count;
    uint16_t components[MOST_TERMS];
};

struct shared {
    pthread_mutex_t lock;
    uint8_t found[MOST_COMPONENTS]; /* nimbers that searches proved */
    unsigned errors;
};

struct toy {
    unsigned count;
    bool plain;
    struct zm_run *run;
    unsigned option_count[MOST_COMPONENTS];
    struct option options[MOST_COMPONENTS][MOST_OPTIONS];
    uint8_t nimbers[MOST_COMPONENTS];
    struct shared shared;
};

static unsigned mex_of_options(const struct toy *toy, unsigned component)
{
    bool seen[256] = {false};
    for (unsigned i = 0; i < toy->option_count[component]; i++) {
        unsigned nimber = 0;
        for (unsigned j = 0; j < toy->options[component][i].count; j++)
            nimber ^= toy->nimbers[toy->options[component][i].components[j]];
        seen[nimber] = true;
    }
    unsigned mex = 0;
    while (seen[mex])
        mex++;
    return mex;
}

struct toy *toy_open(uint64_t seed, unsigned components, unsigned options, unsigned terms,
                     bool plain, struct zm_run *run)
{
    struct toy *toy = calloc(1, sizeof *toy);
    if (toy == NULL)
        abort();
    struct zm_random random = zm_random_seeded(seed);
    toy->count = components;
    toy->plain = plain;
    toy->run = run;
    for (unsigned i = 1; i < components; i++) {
        toy->option_count[i] = 1 + (unsigned)zm_random_below(&random, options);
        for (unsigned j = 0; j < toy->option_count[i]; j++) {
            struct option *option = &toy->options[i][j];
            option->count = (unsigned)zm_random_below(&random, terms + 1);
            for (unsigned k = 0; k < option->count; k++) {
                unsigned reach = i < 60 ? i : 60; /* mostly near: deep graphs */
                option->components[k] = (uint16_t)(i - 1 - zm_random_below(&random, reach));
                if (k > 0) /* sums of large components would explode */
                    option->components[k] = (uint16_t)(option->components[k] / 2);
            }
        }
        toy->nimbers[i] = (uint8_t)mex_of_options(toy, i);
    }
    pthread_mutex_init(&toy->shared.lock, NULL);
    toy_forget(toy);
    return toy;
}

void toy_close(struct toy *toy)
{
    pthread_mutex_destroy(&toy->shared.lock);
    free(toy);
}

unsigned toy_nimber(const struct toy *toy, unsigned component)
{
    return toy->nimbers[component];
}

void toy_forget(struct toy *toy)
{
    memset(toy->shared.found, UNKNOWN, sizeof toy->shared.found);
    toy->shared.found[0] = 0;
    toy->shared.errors = 0;
}

unsigned toy_errors(struct toy *toy)
{
    return toy->shared.errors;
}

static uint8_t found_nimber(struct toy *toy, unsigned component)
{
    pthread_mutex_lock(&toy->shared.lock);
    uint8_t nimber = toy->shared.found[component];
    pthread_mutex_unlock(&toy->shared.lock);
    return nimber;
}

struct couple {
    unsigned heap, count;
    uint16_t components[64];
};

static struct couple read_node(struct zm_bytes node)
{
    struct couple couple = {0};
    uint16_t number;
    memcpy(&number, node.data, sizeof number);
    couple.heap = number;
    couple.count = (unsigned)(node.size / 2 - 1);
    memcpy(couple.components, node.data + 2, node.size - 2);
    return couple;
}

static int compare_components(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* Folds known components into the heap, cancels pairs, writes the node. */
static void write_node(struct toy *toy, struct couple couple, struct zm_buffer *out)
{
    qsort(couple.components, couple.count, sizeof *couple.components, compare_components);
    struct couple folded = {.heap = couple.heap};
    for (unsigned i = 0; i < couple.count; i++) {
        unsigned component = couple.components[i];
        uint8_t nimber = found_nimber(toy, component);
        if (nimber != UNKNOWN && couple.count > 1)
            folded.heap ^= nimber;
        else if (i + 1 < couple.count && couple.components[i + 1] == component)
            i++;
        else
            folded.components[folded.count++] = (uint16_t)component;
    }
    uint16_t heap = (uint16_t)folded.heap;
    zm_buffer_add(out, &heap, sizeof heap);
    zm_buffer_add(out, folded.components, folded.count * sizeof *folded.components);
}

void toy_node(const struct toy *toy, unsigned component, unsigned heap, struct zm_buffer *node)
{
    (void)toy;
    uint16_t numbers[2] = {(uint16_t)heap, (uint16_t)component};
    zm_buffer_clear(node);
    zm_buffer_add(node, numbers, sizeof numbers);
}

static enum zm_verdict lookup(void *state, struct zm_bytes node)
{
    struct toy *toy = state;
    struct couple couple = read_node(node);
    unsigned nimber = couple.heap;
    for (unsigned i = 0; i < couple.count; i++) {
        uint8_t found = found_nimber(toy, couple.components[i]);
        if (found == UNKNOWN)
            return ZM_OPEN;
        nimber ^= found;
    }
    return nimber == 0 ? ZM_LOST : ZM_WON;
}

static void keep(void *state, struct zm_bytes node, enum zm_verdict verdict)
{
    struct toy *toy = state;
    struct couple couple = read_node(node);
    unsigned nimber = couple.heap;
    for (unsigned i = 0; i < couple.count; i++)
        nimber ^= toy->nimbers[couple.components[i]];
    pthread_mutex_lock(&toy->shared.lock);
    toy->shared.errors += verdict != (nimber == 0 ? ZM_LOST : ZM_WON);
    if (verdict == ZM_LOST && couple.count == 1)
        toy->shared.found[couple.components[0]] = (uint8_t)couple.heap;
    if (verdict == ZM_LOST && couple.count == 1) /* only counted there */
        zm_store_put(toy->run->store, ZM_KIND_NIMBER, zm_bytes(couple.components, 2),
                     (struct zm_value){.a = couple.heap});
    pthread_mutex_unlock(&toy->shared.lock);
}

/* Adds the child unless it is known or already there; true: it is lost. */
static bool add_child(struct toy *toy, struct couple child, struct zm_list *children)
{
    struct zm_buffer node = {0};
    write_node(toy, child, &node);
    enum zm_verdict verdict = lookup(toy, zm_buffer_bytes(&node));
    bool old = false;
    for (size_t i = 0; i < children->count; i++)
        old |= zm_bytes_equal(zm_list_at(children, i), zm_buffer_bytes(&node));
    if (verdict == ZM_OPEN && !old)
        zm_list_add(children, zm_buffer_bytes(&node));
    zm_buffer_free(&node);
    return verdict == ZM_LOST;
}

static enum zm_verdict expand(void *state, struct zm_bytes node, struct zm_list *children)
{
    struct toy *toy = state;
    struct couple couple = read_node(node);
    zm_list_clear(children);
    for (unsigned i = 0; i < couple.count; i++) {
        unsigned component = couple.components[i];
        for (unsigned j = 0; j < toy->option_count[component]; j++) {
            const struct option *option = &toy->options[component][j];
            struct couple child = couple;
            child.components[i] = child.components[--child.count];
            for (unsigned k = 0; k < option->count; k++)
                child.components[child.count++] = option->components[k];
            if (add_child(toy, child, children))
                return ZM_WON;
        }
    }
    for (unsigned heap = 0; heap < couple.heap; heap++) {
        struct couple child = couple;
        child.heap = heap;
        if (add_child(toy, child, children))
            return ZM_WON;
    }
    if (children->count > 0)
        return ZM_OPEN;
    keep(state, node, ZM_LOST);
    return ZM_LOST;
}

static uint32_t difficulty(void *state, struct zm_bytes node)
{
    (void)state;
    struct couple couple = read_node(node);
    return couple.count == 0 ? 0 : couple.components[couple.count - 1];
}

static void describe(void *state, struct zm_bytes node, struct zm_buffer *text)
{
    (void)state;
    struct couple couple = read_node(node);
    zm_buffer_format(text, "%u -", couple.heap);
    for (unsigned i = 0; i < couple.count; i++)
        zm_buffer_format(text, " %u", couple.components[i]);
}

static bool is_sum(void *state, struct zm_bytes node)
{
    (void)state;
    return read_node(node).count > 1;
}

static void parts(void *state, struct zm_bytes node, struct zm_list *list)
{
    (void)state;
    struct couple couple = read_node(node);
    zm_list_clear(list);
    for (unsigned i = 0; i < couple.count; i++) {
        uint16_t part[2] = {0, couple.components[i]};
        zm_list_add(list, zm_bytes(part, sizeof part));
    }
}

static void step(void *state, struct zm_bytes part, struct zm_buffer *next)
{
    (void)state;
    struct couple couple = read_node(part);
    uint16_t stepped[2] = {(uint16_t)(couple.heap + 1), couple.components[0]};
    zm_buffer_set(next, zm_bytes(stepped, sizeof stepped));
}

static void fuse(void *state, struct zm_bytes node, struct zm_bytes part, struct zm_buffer *next)
{
    struct couple couple = read_node(node), lost = read_node(part);
    couple.heap ^= lost.heap;
    for (unsigned i = 0; i < couple.count; i++)
        if (couple.components[i] == lost.components[0]) {
            couple.components[i] = couple.components[--couple.count];
            break;
        }
    zm_buffer_clear(next);
    write_node(state, couple, next);
}

static enum zm_status fork_space(void *state, struct zm_space *space, struct zm_error *error)
{
    (void)error;
    toy_space(state, space);
    return ZM_OK;
}

static void join(struct zm_space *space)
{
    (void)space;
}

void toy_space(struct toy *toy, struct zm_space *space)
{
    *space = (struct zm_space){.state = toy,
                               .run = toy->run,
                               .lookup = lookup,
                               .expand = expand,
                               .keep = keep,
                               .difficulty = difficulty,
                               .describe = describe,
                               .fork = fork_space,
                               .join = join};
    if (toy->plain) {
        space->size = difficulty;
    } else {
        space->is_sum = is_sum;
        space->parts = parts;
        space->step = step;
        space->fuse = fuse;
    }
}
