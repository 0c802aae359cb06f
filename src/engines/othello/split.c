/* Shares the moves of a node among threads; see team.h. */
#include "engines/othello/midgame.h"

#include "engines/othello/team.h"

/* Takes moves of a split, one after the other, until there are no more or it is decided. The mutex
 * is held at the beginning and at the end. */
static void work(struct othello_thread *thread, struct othello_split *split)
{
    struct othello_team *team = thread->search->team;
    const struct othello_split *outside = thread->split;
    thread->split = split;
    while (split->taken < split->count && !thread->stopped &&
           !atomic_load_explicit(&split->cut, memory_order_relaxed)) {
        const struct othello_choice *choice = &split->list[split->order[split->taken++]];
        pthread_mutex_unlock(&team->mutex);
        int score = -OTHELLO(othello_look)(thread, &choice->node, -split->alpha - 1,
                                           split->depth - 1, split->confidence);
        pthread_mutex_lock(&team->mutex);
        if (thread->stopped)
            break;
        if (score > split->best) {
            split->best = score;
            split->square = choice->square;
        }
        if (score > split->alpha)
            atomic_store_explicit(&split->cut, true, memory_order_relaxed);
    }
    thread->split = outside;
    /* What was left because this split is decided does not end the search around it. */
    if (!zm_run_stopped(thread->search->run) && !othello_is_cut(outside))
        thread->stopped = false;
}

static bool is_below(const struct othello_split *split, const struct othello_split *above)
{
    while (split != NULL && split != above)
        split = split->above;
    return above == NULL || split == above;
}

/* An open split below another (any, when it is NULL) with moves to take. */
static struct othello_split *find_open(const struct othello_team *team,
                                       const struct othello_split *above)
{
    for (struct othello_split *split = team->open; split != NULL; split = split->next)
        if (split->taken < split->count && is_below(split, above) && !othello_is_cut(split))
            return split;
    return NULL;
}

static void help(struct othello_thread *thread, struct othello_split *split)
{
    split->helpers++;
    work(thread, split);
    split->helpers--;
    pthread_cond_broadcast(&thread->search->team->changed);
}

static void close_split(struct othello_team *team, struct othello_split *split)
{
    struct othello_split **place = &team->open;
    while (*place != split)
        place = &(*place)->next;
    *place = split->next;
}

void OTHELLO(othello_share)(struct othello_thread *thread, struct othello_split *split)
{
    struct othello_team *team = thread->search->team;
    pthread_mutex_lock(&team->mutex);
    split->above = (struct othello_split *)thread->split;
    split->next = team->open;
    team->open = split;
    pthread_cond_broadcast(&team->changed);
    work(thread, split);
    close_split(team, split);
    while (split->helpers > 0) {
        struct othello_split *below = find_open(team, split);
        if (below != NULL && !thread->stopped) {
            help(thread, below);
        } else {
            atomic_fetch_add(&team->idle, 1);
            pthread_cond_wait(&team->changed, &team->mutex);
            atomic_fetch_sub(&team->idle, 1);
        }
    }
    pthread_mutex_unlock(&team->mutex);
}

void OTHELLO(othello_assist)(struct othello_thread *thread)
{
    struct othello_team *team = thread->search->team;
    pthread_mutex_lock(&team->mutex);
    while (!team->closing) {
        struct othello_split *split = find_open(team, NULL);
        if (split != NULL) {
            help(thread, split);
            thread->stopped = false;
        } else {
            atomic_fetch_add(&team->idle, 1);
            pthread_cond_wait(&team->changed, &team->mutex);
            atomic_fetch_sub(&team->idle, 1);
        }
    }
    pthread_mutex_unlock(&team->mutex);
}
