/* The tasks of a complete search from a start with symmetries, without those that others stand for.
 *
 * The first moves fall into orbits, of at most eight moves that symmetries exchange. A position has
 * some moves of a first orbit that it has any of, and all moves of an orbit that do not exclude each
 * other can be made at once, before everything else. So there is a task for each such set of moves of
 * an orbit, and no other moves of it or of the orbits before are tried after them; and of the sets
 * that symmetries make of one another, one has a task. */
#include "engines/morpion/task_notes.h"

#include <stdlib.h>

enum { SYMMETRIES = 8 };

struct orbits {
    const struct zm_morpion_walk *walk;
    struct zm_morpion_walk after;      /* a set of moves */
    unsigned number[ZM_MORPION_LEGAL]; /* the orbit of each first move, from 1 */
    unsigned count;
    /* one orbit */
    zm_morpion_move moves[SYMMETRIES];
    unsigned size;
    uint8_t images[SYMMETRIES][SYMMETRIES]; /* by symmetry and move */
};

static unsigned number_of(const struct zm_morpion_walk *walk, zm_morpion_move move)
{
    unsigned number = 0;
    while (number < walk->legal_count && walk->legal[number] != move)
        number++;
    return number;
}

/* Numbers the orbits of the first moves. */
static void find_orbits(struct orbits *orbits)
{
    const struct zm_morpion_walk *walk = orbits->walk;
    for (unsigned i = 0; i < walk->legal_count; i++) {
        if (orbits->number[i] != 0)
            continue;
        orbits->count++;
        for (unsigned symmetry = 0; symmetry < SYMMETRIES; symmetry++)
            if (walk->symmetries >> symmetry & 1)
                orbits->number[number_of(walk, zm_morpion_image(walk, symmetry, walk->legal[i]))] =
                    orbits->count;
    }
}

/* Takes one orbit, with where the symmetries take its moves. */
static void take_orbit(struct orbits *orbits, unsigned number)
{
    const struct zm_morpion_walk *walk = orbits->walk;
    orbits->size = 0;
    for (unsigned i = 0; i < walk->legal_count; i++)
        if (orbits->number[i] == number)
            orbits->moves[orbits->size++] = walk->legal[i];
    for (unsigned symmetry = 0; symmetry < SYMMETRIES; symmetry++)
        for (unsigned i = 0; i < orbits->size && (walk->symmetries >> symmetry & 1); i++) {
            zm_morpion_move image = zm_morpion_image(walk, symmetry, orbits->moves[i]);
            uint8_t at = 0;
            while (orbits->moves[at] != image)
                at++;
            orbits->images[symmetry][i] = at;
        }
}

/* Is a set of the orbit's moves the least of those that symmetries make of it? */
static bool is_least(const struct orbits *orbits, unsigned set)
{
    for (unsigned symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        unsigned image = 0;
        for (unsigned i = 0; i < orbits->size; i++)
            if (set >> i & 1)
                image |= 1u << orbits->images[symmetry][i];
        if ((orbits->walk->symmetries >> symmetry & 1) && image < set)
            return false;
    }
    return true;
}

/* Makes the moves of a set; false: some exclude each other. */
static bool make_set(struct orbits *orbits, unsigned set)
{
    orbits->after = *orbits->walk;
    for (unsigned i = 0; i < orbits->size; i++) {
        if (!(set >> i & 1))
            continue;
        if (!zm_morpion_is_legal(&orbits->after.board, orbits->moves[i]))
            return false;
        zm_morpion_walks.make(&orbits->after, orbits->moves[i]);
    }
    return true;
}

/* Adds the task of a set that is made: first moves of this orbit and of those before are left out. */
static void add_set(const struct orbits *orbits, unsigned number, struct zm_list *tasks)
{
    const struct zm_morpion_walk *walk = orbits->walk, *after = &orbits->after;
    zm_paper_move path[SYMMETRIES], tries[ZM_MORPION_LEGAL];
    unsigned count = 0;
    for (unsigned i = 0; i < after->played_count; i++)
        path[i] = zm_paper_from(after->played[i]);
    for (unsigned i = 0; i < after->legal_count; i++) {
        unsigned first = number_of(walk, after->legal[i]);
        if (first == walk->legal_count || orbits->number[first] > number)
            tries[count++] = zm_paper_from(after->legal[i]);
    }
    zm_task_add(tasks, path, after->played_count, tries, count);
}

enum zm_status zm_task_symmetric(const struct zm_morpion_walk *walk, struct zm_list *tasks,
                                 struct zm_error *error)
{
    if (walk->played_count > 0 || walk->symmetries == 1 || walk->legal_count == 0)
        return zm_task_first(walk, tasks, error);
    struct orbits *orbits = calloc(1, sizeof *orbits);
    if (orbits == NULL)
        return zm_fail_memory(error);
    orbits->walk = walk;
    find_orbits(orbits);
    for (unsigned number = 1; number <= orbits->count; number++) {
        take_orbit(orbits, number);
        for (unsigned set = 1; set < 1u << orbits->size; set++)
            if (is_least(orbits, set) && make_set(orbits, set))
                add_set(orbits, number, tasks);
    }
    free(orbits);
    return zm_list_failed(tasks) ? zm_fail_memory(error) : ZM_OK;
}
