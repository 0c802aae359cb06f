/* The complete search; see complete.h.
 *
 * Two moves that do not exclude each other commute, and all transpositions of the game come from
 * such pairs (lemmas 1 and 2 of the thesis). So after a move has been searched, what commutes with
 * it need not be joined by it again further on: a level tries each of its moves, and hands down to
 * each of them only the later ones that commute with it, and those that it makes possible, which
 * nobody can have tried before. Leaves are counted without being entered. */
#include "engines/morpion/complete.h"

#include "engines/morpion/task_notes.h"

#include <stdlib.h>

bool zm_complete_open(struct zm_complete *search, struct zm_run *run)
{
    *search = (struct zm_complete){.run = run, .watches = true};
    search->lists = malloc(ZM_COMPLETE_LISTS * sizeof *search->lists);
    search->path = malloc(ZM_MORPION_PLAYED * sizeof *search->path);
    search->best = malloc(ZM_MORPION_PLAYED * sizeof *search->best);
    if (search->lists != NULL && search->path != NULL && search->best != NULL)
        return true;
    zm_complete_close(search);
    return false;
}

void zm_complete_close(struct zm_complete *search)
{
    free(search->lists);
    free(search->path);
    free(search->best);
    zm_list_free(&search->tasks);
    *search = (struct zm_complete){0};
}

unsigned zm_complete_begin(struct zm_complete *search, const struct zm_morpion_walk *walk,
                           const zm_paper_move *done, unsigned done_count)
{
    unsigned count = zm_paper_begin(&search->paper, walk, search->lists), kept = 0;
    for (unsigned i = 0; i < count; i++) {
        bool left_out = false;
        for (unsigned j = 0; j < done_count; j++)
            left_out |= done[j] == search->lists[i];
        if (!left_out)
            search->lists[kept++] = search->lists[i];
    }
    search->stopped = false;
    search->most = walk->variant->most - walk->played_count;
    return kept;
}

static void keep_path(struct zm_complete *search, unsigned length)
{
    memcpy(search->best, search->path, length * sizeof *search->best);
    search->best_length = length;
}

/* Leaves what a move leads to for later. */
static void leave_task(struct zm_complete *search, unsigned depth, const zm_paper_move *moves,
                       unsigned count)
{
    zm_task_add(&search->tasks, search->path, depth, moves, count);
}

/* Is there room for one level more? Lines of four may go on to the last move that a game may have;
 * the lists are never full from legal positions, but what a store was made to say may fill them. */
static bool has_room(const struct zm_complete *search, const zm_paper_move *below, unsigned count,
                     unsigned depth)
{
    return depth < search->most && below + count + ZM_PAPER_NEW < search->lists + ZM_COMPLETE_LISTS;
}

/* Now and then: does the run go on? */
static void tick(struct zm_complete *search, unsigned depth)
{
    enum { TICKS = 1 << 16 };
    if (++search->ticks == search->budget)
        search->stopped = true;
    if (search->run == NULL || search->ticks % TICKS != 0)
        return;
    atomic_fetch_add_explicit(&search->run->nodes, TICKS, memory_order_relaxed);
    search->told += TICKS;
    search->stopped =
        search->watches ? zm_run_poll(search->run, depth, 0) : zm_run_stopped(search->run);
}

uint64_t zm_complete_visit(struct zm_complete *search, zm_paper_move *lists, unsigned count,
                           unsigned depth)
{
    zm_paper_move *below = lists + count;
    uint64_t total = 1;
    bool split = false;
    if (depth > search->best_length)
        keep_path(search, depth);
    tick(search, depth);
    if (!has_room(search, below, count, depth))
        return total;
    for (unsigned i = 0; i < count && !search->stopped; i++) {
        zm_paper_move move = lists[i];
        unsigned left = 0;
        for (unsigned j = i + 1; j < count; j++) {
            below[left] = lists[j];
            left += !zm_paper_conflict(&search->paper, move, lists[j]);
        }
        left += zm_paper_made_possible(&search->paper, move, below + left);
        search->path[depth] = move;
        if (left == 0) {
            total++;
            if (depth + 1 > search->best_length)
                keep_path(search, depth + 1);
        } else if (split) {
            leave_task(search, depth + 1, below, left);
        } else {
            zm_paper_flip(&search->paper, move);
            uint64_t visited = zm_complete_visit(search, below, left, depth + 1);
            zm_paper_flip(&search->paper, move);
            total += visited;
            split = search->limit > 0 && visited > search->limit;
        }
    }
    return total;
}
