/* Rounds in a process of their own. What is tested may crash, hang or take all memory: the rounds
 * of a game run in a child with limits, which writes into shared memory what it is doing; when the
 * child dies or does not come back, that is a failure with its name, and the next child goes on
 * with the round after it. */
#ifndef ZM_TESTS_ADVERSARY_HARNESS_H
#define ZM_TESTS_ADVERSARY_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tally {
    COMPARED,  /* answers held against the rules */
    POSITIONS, /* positions with at least one */
    LARGE,     /* positions left out: too many can be reached from them */
    REFUSED,   /* questions that the program declined with a reason */
    STOPPED,   /* questions that did not fit into the tiny memory they were given */
    WRONG,     /* failures */
    TALLIES,
};

/* The seed of this run: ZM_SEED, or the clock. */
uint64_t harness_seed(void);
/* Processor seconds that the rounds of this game have taken, and whether the present round has
 * taken so many that what is left of it should be left out. */
double harness_spent(void);
bool harness_tired(void);

/* In the child: says what is being done now, as a command line that does it again. */
void harness_doing(const char *command);
const char *harness_done(void);
void harness_count(enum tally tally);
uint64_t harness_tally(enum tally tally);
/* In the child: a question was refused for this reason (printed with ZM_TELL=1). */
void harness_refused(const char *reason);
/* In the child: a failure, with what is being done. */
void harness_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Plays rounds of a game from number `first` on until `enough` says so, in children; true: nothing
 * was wrong. */
struct harness_game {
    const char *name;
    void (*begin)(const struct harness_game *game); /* in every new child */
    void (*round)(const struct harness_game *game, uint64_t number);
    bool (*enough)(const struct harness_game *game, uint64_t number);
    void (*end)(const struct harness_game *game);
    const void *context;
};
bool harness_play(const struct harness_game *game, uint64_t first);
/* The round after the last one played. */
uint64_t harness_next(void);

#endif
