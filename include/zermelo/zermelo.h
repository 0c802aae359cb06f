/* Zermelo as a library: solves games of perfect information.
 *
 *     char error[400];
 *     zermelo *session = zermelo_open("cram", NULL, error, sizeof error);
 *     struct zermelo_answer answer;
 *     if (session != NULL && zermelo_solve(session, "5x6", "nimber", &answer) == ZERMELO_OK)
 *         printf("%lld\n", answer.number);
 *     zermelo_close(session);
 *
 * Link with `pkg-config --cflags --libs zermelo`. The library prints nothing and keeps no global
 * state: sessions are independent, and each belongs to one thread at a time. Functions return a
 * status that is also the program's exit status. */
#ifndef ZERMELO_H
#define ZERMELO_H

#include <stddef.h>

#ifdef __GNUC__ /* of the shared library only what is marked so can be seen */
#define ZERMELO_API __attribute__((visibility("default")))
#else
#define ZERMELO_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zermelo zermelo;

enum zermelo_status {
    ZERMELO_OK = 0,
    ZERMELO_WRONG = 1,     /* a proof or a store is wrong */
    ZERMELO_BAD_INPUT = 2, /* an unknown game or option, a position that cannot be read */
    ZERMELO_STOPPED = 3,   /* stopped by a limit or by zermelo_stop */
    ZERMELO_FAILED = 4,    /* no memory, no disk */
};

struct zermelo_answer {
    char kind[16];            /* "outcome", "nimber", "score", ... */
    char outcome[8];          /* "win", "loss", "draw" for the player to move; "" when not known */
    long long number;         /* nimber, score, distance; 0 for an outcome */
    unsigned long long nodes; /* positions expanded */
    double seconds;
};

/* The version, "0.1.0". */
ZERMELO_API const char *zermelo_version(void);

/* The name of game number `index`, from 0; NULL after the last. */
ZERMELO_API const char *zermelo_game(size_t index);

/* Opens a session on a game. `options` (may be NULL) are those of the command line as "name=value",
 * NULL at the end: {"play=misere", "time=10", NULL}. NULL on an error, which is written to `error`.
 */
ZERMELO_API zermelo *zermelo_open(const char *game, const char *const *options, char *error,
                                  size_t error_size);

/* Computes `compute` ("outcome", "nimber", ...; NULL: the default of the game) for a position in
 * the text form of the command line. Results are kept in the session and reused by later calls. */
ZERMELO_API int zermelo_solve(zermelo *session, const char *position, const char *compute,
                              struct zermelo_answer *answer);

/* The last error of a session, one line. */
ZERMELO_API const char *zermelo_error(const zermelo *session);

/* Stops a solve that runs in another thread; it returns ZERMELO_STOPPED. */
ZERMELO_API void zermelo_stop(zermelo *session);

ZERMELO_API void zermelo_close(zermelo *session);

#ifdef __cplusplus
}
#endif

#endif
