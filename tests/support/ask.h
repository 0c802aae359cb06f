/* Asking the library through the api, as the front ends do. Every failure fails the test. */
#ifndef ZM_TESTS_SUPPORT_ASK_H
#define ZM_TESTS_SUPPORT_ASK_H

#include "test.h"

#include "api/question.h"
#include "store/store.h"

/* A question that is open, with its run: for tests that look inside, or ask about more than one
 * position. It stays where it is in memory. */
struct asking {
    struct zm_question question;
    struct zm_run run;
};

void ask_open(struct asking *asking, const char *game, const char *position,
              const struct zm_option *options, size_t count);
/* The answer for another position of the question; to be freed. */
struct zm_answer ask_for(struct asking *asking, struct zm_bytes position);
/* The answer for its own position; to be freed. */
struct zm_answer ask_now(struct asking *asking);
/* The same, whatever comes of it; the answer is to be freed. */
enum zm_status ask_try(struct asking *asking, struct zm_answer *answer, struct zm_error *error);
void ask_close(struct asking *asking);

/* A question that is asked once; the answer is to be freed. */
struct zm_answer ask_once(const char *game, const char *position, const struct zm_option *options,
                          size_t count);

/* Takes "name=value name=value" apart, at most ASK_OPTIONS of them; `text` is changed. */
enum { ASK_OPTIONS = 16 };
size_t ask_options(char *text, struct zm_option options[ASK_OPTIONS]);

/* The answer without its text, and what it took. */
struct asked {
    struct zm_answer answer;
    uint64_t nodes, stored;
};

/* Asks once, with options written as "name=value name=value". */
struct asked ask(const char *game, const char *position, const char *options);

#endif
