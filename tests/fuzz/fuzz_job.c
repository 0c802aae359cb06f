/* Job files, read from a file as they are, and the question that they ask is opened. */
#define _GNU_SOURCE
#include "api/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file = -1;
    char path[64];
    struct zm_job job;
    if (file < 0)
        file = memfd_create("job", 0);
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (zm_job_load(path, &job, NULL) == ZM_OK) {
        struct zm_question question;
        zm_question_open(&question, job.game, job.position, job.options, job.option_count, NULL,
                         NULL);
        zm_question_close(&question);
        zm_job_free(&job);
    }
    return 0;
}
