/* Runs zermelo-verify, which is linked without anything that searches, on a certificate that a test
 * has made. */
#ifndef ZM_TESTS_PROOF_OUTSIDE_H
#define ZM_TESTS_PROOF_OUTSIDE_H

#include "test.h"

#include "base/buffer.h"

#include <sys/wait.h>
#include <unistd.h>

/* Its exit status for a file with this text. */
static inline int verified_outside(const struct zm_buffer *text)
{
    char path[] = "/tmp/zermelo-outside-XXXXXX", command[1200];
    const char *program = getenv("ZM_VERIFY");
    int file = mkstemp(path);
    assert_non_null(program);
    assert_true(file >= 0);
    assert_int_equal(write(file, text->data, text->size), text->size);
    close(file);
    snprintf(command, sizeof command, "'%s' %s >/dev/null 2>&1", program, path);
    int status = system(command);
    unlink(path);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

#endif
