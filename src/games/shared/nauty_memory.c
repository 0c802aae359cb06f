/* The end of nauty's memory of a thread; see nauty_memory.h. */
#include <nauty/nauty.h>

#include "games/shared/nauty_memory.h"

#include <pthread.h>

static pthread_key_t thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void release_memory(void *unused)
{
    (void)unused;
    nauty_freedyn();
    nautil_freedyn();
    naugraph_freedyn();
}

static void make_key(void)
{
    pthread_key_create(&thread_end, release_memory);
}

void zm_nauty_release_at_thread_end(void)
{
    pthread_once(&once, make_key);
    if (pthread_getspecific(thread_end) == NULL)
        pthread_setspecific(thread_end, &once);
}
