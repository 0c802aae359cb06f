/* Loaded before the program (LD_PRELOAD): whoever waits for a thread to end waits for ever, as if
 * that thread had work without end. */
#include <pthread.h>
#include <unistd.h>

int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    for (;;)
        pause();
}
