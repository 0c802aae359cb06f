/* Tasks of the complete search as bytes, and as notes in a store. */
#ifndef ZM_ENGINES_MORPION_TASK_NOTES_H
#define ZM_ENGINES_MORPION_TASK_NOTES_H

#include "engines/morpion/tasks.h"

/* A task: how it is reached, and the moves to be tried there. */
struct zm_task_moves {
    uint32_t depth, count;
    const zm_paper_move *path, *tries;
};

/* Reads a task that zm_complete_visit or zm_task_add wrote. */
struct zm_task_moves zm_task_read(struct zm_bytes task);
/* Are these the words of a task? */
bool zm_task_valid(const struct zm_buffer *words);
/* Adds the task of trying moves after a way. */
void zm_task_add(struct zm_list *tasks, const zm_paper_move *path, unsigned depth,
                 const zm_paper_move *tries, unsigned count);
/* What tells the tasks of one start from those of others. */
struct zm_hash128 zm_task_root(const struct zm_morpion_walk *walk, bool symmetric);

/* A note: a task that is done, what it visited, its longest way, and the tasks that it left. Begins
 * as {0}, and may be read into again and again. */
struct zm_task_noted {
    struct zm_buffer task, best;
    uint64_t visited;
    struct zm_list left;
};
/* Reads a note of a store. False: it is of something else. */
bool zm_task_is_note(const char *text);
/* False: there is no memory, or it makes no sense. */
bool zm_task_read_note(const char *text, struct zm_task_noted *noted);
void zm_task_noted_free(struct zm_task_noted *noted);

/* Notes that a task is done, what it visited, its longest way, and the tasks that it left. */
enum zm_status zm_task_note(struct zm_store *store, struct zm_hash128 root, struct zm_bytes task,
                            uint64_t visited, const struct zm_complete *search);
/* Puts in the place of the first tasks those that are left of them by the notes of a store, and adds
 * up what is done. False: there is no memory, or a note makes no sense. */
bool zm_task_recall(struct zm_store *store, struct zm_hash128 root, struct zm_list *tasks,
                    struct zm_tasks_result *result);

#endif
