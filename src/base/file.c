/* Files that a user named; see file.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 16, LOOK_MILLISECONDS = 100 };

/* -- reading -- */

/* Opens without waiting for anybody: a pipe that nobody writes to must not hang us. */
static enum zm_status open_to_read(const char *path, enum zm_file_kind kind, int *file,
                                   struct stat *about, struct zm_error *error)
{
    *file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (*file < 0 || fstat(*file, about) != 0) {
        int code = errno;
        if (*file >= 0)
            close(*file);
        return zm_fail(error, ZM_BAD_INPUT, "cannot read '%s': %s", path, strerror(code));
    }
    if (S_ISREG(about->st_mode) || (kind == ZM_FILE_ANY && !S_ISDIR(about->st_mode)))
        return ZM_OK;
    close(*file);
    return zm_fail(error, ZM_BAD_INPUT, "cannot read '%s': not a plain file", path);
}

/* Waits until there is something to read, or its end; false: stopped. */
static bool wait_for_data(int file, struct zm_run *run)
{
    struct pollfd one = {.fd = file, .events = POLLIN};
    int ready = 0;
    while (ready == 0 || (ready < 0 && errno == EINTR)) {
        if (run != NULL && zm_run_look(run))
            return false;
        ready = poll(&one, 1, LOOK_MILLISECONDS);
    }
    return true;
}

static enum zm_status fail_large(const char *path, uint64_t most, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "%s: larger than %llu MiB, the most that is read here",
                   path, (unsigned long long)(most >> 20));
}

static enum zm_status read_blocks(int file, const char *path, uint64_t most, struct zm_run *run,
                                  struct zm_buffer *bytes, struct zm_error *error)
{
    uint8_t block[BLOCK];
    uint64_t total = 0;
    ssize_t count = 1;
    while (count != 0) {
        if (!wait_for_data(file, run))
            return zm_fail(error, ZM_STOPPED, "%s: stopped while it was read", path);
        count = read(file, block, sizeof block);
        if (count < 0 && errno != EINTR && errno != EAGAIN)
            return zm_fail(error, ZM_FAILED, "cannot read '%s': %s", path, strerror(errno));
        if (count <= 0)
            continue;
        total += (uint64_t)count;
        if (total > most)
            return fail_large(path, most, error);
        zm_buffer_add(bytes, block, (size_t)count);
        if (bytes->failed)
            return zm_fail_memory(error);
    }
    return ZM_OK;
}

enum zm_status zm_file_read(const char *path, enum zm_file_kind kind, uint64_t most,
                            struct zm_run *run, struct zm_buffer *bytes, struct zm_error *error)
{
    struct stat about;
    int file;
    enum zm_status status = open_to_read(path, kind, &file, &about, error);
    if (status != ZM_OK)
        return status;
    if (S_ISREG(about.st_mode) && (uint64_t)about.st_size > most)
        status = fail_large(path, most, error);
    else
        status = read_blocks(file, path, most, run, bytes, error);
    close(file);
    return status;
}

enum zm_status zm_file_read_text(const char *path, enum zm_file_kind kind, uint64_t most,
                                 struct zm_run *run, struct zm_buffer *text, struct zm_error *error)
{
    size_t first = text->size, kept = first;
    enum zm_status status = zm_file_read(path, kind, most, run, text, error);
    if (status != ZM_OK || text->size == first)
        return status;
    if (memchr(text->data + first, 0, text->size - first) != NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s: not a text file", path);
    for (size_t i = first; i < text->size; i++)
        if (text->data[i] != '\r' || text->data[i + 1] != '\n') /* a NUL follows the last */
            text->data[kept++] = text->data[i];
    text->size = kept;
    text->data[kept] = 0;
    return ZM_OK;
}

enum zm_status zm_file_open(const char *path, enum zm_file_kind kind, FILE **stream,
                            struct zm_error *error)
{
    struct stat about;
    int file;
    *stream = NULL;
    enum zm_status status = open_to_read(path, kind, &file, &about, error);
    if (status != ZM_OK)
        return status;
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK); /* streams cannot wait themselves */
    *stream = fdopen(file, "rb");
    if (*stream != NULL)
        return ZM_OK;
    close(file);
    return zm_fail_memory(error);
}

/* -- writing -- */

enum zm_status zm_file_append(const char *path, const char *line, struct zm_error *error)
{
    FILE *file = fopen(path, "a");
    bool good = file != NULL && fprintf(file, "%s\n", line) >= 0;
    good = file != NULL && fclose(file) == 0 && good;
    return good ? ZM_OK : zm_fail(error, ZM_FAILED, "cannot write '%s': %s", path, strerror(errno));
}

/* Opens a new file beside the one to be written, with the rights of the old one. */
static int open_temporary(struct zm_output *output, const struct stat *old)
{
    size_t size = strlen(output->path) + 40;
    int file = -1;
    output->temporary = malloc(size);
    errno = ENOMEM;
    for (unsigned i = 0; output->temporary != NULL && i < 1000 && file < 0; i++) {
        snprintf(output->temporary, size, "%s.%ld-%u.part", output->path, (long)getpid(), i);
        file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    if (file >= 0 && old != NULL)
        fchmod(file, old->st_mode & 0777);
    return file;
}

enum zm_status zm_output_open(struct zm_output *output, const char *path, struct zm_error *error)
{
    struct stat old;
    *output = (struct zm_output){0};
    if (path == NULL) {
        output->stream = stdout;
        return ZM_OK;
    }
    bool exists = stat(path, &old) == 0;
    output->path = exists ? realpath(path, NULL) : strdup(path); /* a link stays one */
    bool in_place = exists && !S_ISREG(old.st_mode);
    int file = output->path == NULL ? -1
               : in_place           ? open(output->path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
                                    : open_temporary(output, exists ? &old : NULL);
    output->stream = file < 0 ? NULL : fdopen(file, "wb");
    if (output->stream != NULL)
        return ZM_OK;
    enum zm_status status =
        zm_fail(error, ZM_FAILED, "cannot write '%s': %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    if (file >= 0 && output->temporary != NULL)
        remove(output->temporary);
    free(output->path);
    free(output->temporary);
    *output = (struct zm_output){0};
    return status;
}

/* Has all that was written come to the file? It is on the disk before it takes a place. */
static bool flush(struct zm_output *output)
{
    bool good = fflush(output->stream) == 0 && !ferror(output->stream);
    if (good && output->temporary != NULL)
        good = fsync(fileno(output->stream)) == 0;
    if (output->stream == stdout)
        return good;
    return fclose(output->stream) == 0 && good;
}

enum zm_status zm_output_close(struct zm_output *output, enum zm_status status,
                               struct zm_error *error)
{
    errno = 0;
    bool good = flush(output);
    if (good && status == ZM_OK && output->temporary != NULL)
        good = rename(output->temporary, output->path) == 0;
    if (!good && status == ZM_OK)
        status = zm_fail(error, ZM_FAILED, "cannot write '%s': %s",
                         output->path == NULL ? "standard output" : output->path, strerror(errno));
    if (status != ZM_OK && output->temporary != NULL)
        remove(output->temporary);
    free(output->path);
    free(output->temporary);
    *output = (struct zm_output){0};
    return status;
}

enum zm_status zm_file_write(const char *path, struct zm_bytes bytes, struct zm_error *error)
{
    struct zm_output output;
    enum zm_status status = zm_output_open(&output, path, error);
    if (status != ZM_OK)
        return status;
    if (bytes.size > 0)
        fwrite(bytes.data, 1, bytes.size, output.stream); /* the stream remembers an error */
    return zm_output_close(&output, ZM_OK, error);
}
