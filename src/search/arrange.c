/* Children in another order; see arrange.h. */
#include "search/arrange.h"

#include <stdlib.h>

struct place {
    uint64_t key;
    size_t index;
};

bool zm_arrangement_find(const char *name, enum zm_arrangement *arrangement)
{
    const char *words = ZM_ARRANGEMENTS;
    for (int i = 0; name != NULL && *words != 0; i++) {
        size_t length = strcspn(words, "|");
        if (strlen(name) == length && strncmp(words, name, length) == 0) {
            *arrangement = (enum zm_arrangement)i;
            return true;
        }
        words += length + (words[length] == '|');
    }
    return false;
}

static int compare(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index; /* equal ones stay as they were */
}

static uint64_t key_of(enum zm_arrangement arrangement, const struct zm_space *space,
                       struct zm_random *random, struct zm_bytes node, size_t index)
{
    switch (arrangement) {
    case ZM_REVERSED:
        return UINT64_MAX - index;
    case ZM_EASIEST_FIRST:
        return space->difficulty == NULL ? 0 : space->difficulty(space->state, node);
    case ZM_HARDEST_FIRST:
        return space->difficulty == NULL ? 0 : UINT64_MAX - space->difficulty(space->state, node);
    case ZM_SHUFFLED:
        return zm_random_next(random);
    default:
        return index;
    }
}

bool zm_arrange(enum zm_arrangement arrangement, const struct zm_space *space,
                struct zm_random *random, struct zm_list *children, uint8_t *done, size_t *current)
{
    size_t count = children->count;
    if (arrangement == ZM_AS_GIVEN || count < 2 || zm_list_failed(children))
        return true;
    struct place *places = malloc(count * sizeof *places);
    uint8_t *marks = malloc(count);
    struct zm_list arranged = {0};
    bool good = places != NULL && marks != NULL;
    for (size_t i = 0; good && i < count; i++)
        places[i] =
            (struct place){key_of(arrangement, space, random, zm_list_at(children, i), i), i};
    if (good)
        qsort(places, count, sizeof *places, compare);
    size_t follows = 0;
    for (size_t i = 0; good && i < count; i++) {
        zm_list_add(&arranged, zm_list_at(children, places[i].index));
        marks[i] = done == NULL ? 0 : done[places[i].index];
        if (current != NULL && places[i].index == *current)
            follows = i;
    }
    good = good && !zm_list_failed(&arranged);
    if (good) {
        struct zm_list old = *children;
        *children = arranged;
        arranged = old;
        if (done != NULL)
            memcpy(done, marks, count);
        if (current != NULL)
            *current = follows;
    }
    zm_list_free(&arranged);
    free(marks);
    free(places);
    return good;
}
