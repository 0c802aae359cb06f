/* What every C test includes: cmocka with its headers, and how hard to try. */
#ifndef ZM_TESTS_TEST_H
#define ZM_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* gcc says that it builds for a sanitizer by a macro, clang by a feature. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TEST_SANITIZED 1
#endif
#if __has_feature(thread_sanitizer)
#define TEST_THREADS_ALONE 1
#pragma clang diagnostic ignored "-Wunused-function"
#endif
#endif
#if !defined(TEST_SANITIZED)
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SANITIZED 1
#else
#define TEST_SANITIZED 0
#endif
#endif

/* In the list of a program's tests, one that runs in one thread alone: the thread sanitizer has
 * nothing to say about it, and leaves it out. */
#if defined(TEST_THREADS_ALONE)
#define test_of_one_thread(test)
#else
#define test_of_one_thread(test) cmocka_unit_test(test),
#endif

/* Is this a sanitizer build, in which everything takes ten times as long? */
static inline int test_sanitized(void)
{
    return TEST_SANITIZED;
}

/* Is this `make test-long`? Slow rows of tables run only then, and not under a sanitizer: hours
 * would become days, and the same code runs there on smaller rows. */
static inline int test_long(void)
{
    return getenv("ZM_LONG") != NULL && !test_sanitized();
}

/* Rounds of a random test: as many as asked for, a tenth of it under a sanitizer. */
static inline int test_rounds(int rounds)
{
    return test_sanitized() ? rounds / 10 + 1 : rounds;
}

/* Rounds of a random test that finds more the longer it runs: `many` in `make test-long`, under a
 * sanitizer too. */
static inline int test_many(int rounds, int many)
{
    return test_rounds(getenv("ZM_LONG") != NULL ? many : rounds);
}

/* Opens a table of tests/oracles. */
static inline FILE *test_oracle(const char *name)
{
    char path[1024];
    const char *source = getenv("ZM_SOURCE");
    snprintf(path, sizeof path, "%s/tests/oracles/%s", source != NULL ? source : ".", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("no table %s", path);
    return file;
}

#endif
