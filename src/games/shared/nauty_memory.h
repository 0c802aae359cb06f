/* nauty keeps working memory for each thread. A thread that is about to call nauty says so here,
 * and the memory is given back when the thread ends. */
#ifndef ZM_GAMES_SHARED_NAUTY_MEMORY_H
#define ZM_GAMES_SHARED_NAUTY_MEMORY_H

void zm_nauty_release_at_thread_end(void);

#endif
