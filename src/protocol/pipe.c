/* Another program at the other end of two pipes; see pipe.h. Both ends of ours are non-blocking and
 * waited for in short steps, so that a program that hangs never hangs us. */
#include "protocol/pipe.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LONGEST_LINE = 1 << 20,
    STEP_MILLISECONDS = 50,
    PATIENCE_STEPS = 20, /* that a program gets to end by itself */
};

struct zm_pipe {
    pid_t pid;
    int in, out; /* to its standard input, from its standard output */
    struct zm_buffer read;
    size_t taken; /* bytes of `read` that were given out */
};

/* In the child: its input and output are the pipes, everything else of ours is closed. */
static void become(const char *command, int in, int out)
{
    setpgid(0, 0);
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
        _exit(126);
    long most = sysconf(_SC_OPEN_MAX);
    for (int i = 3; i < (most > 0 && most < 1024 ? most : 1024); i++)
        close(i);
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Ours is the writing end of `to` and the reading end of `from`. */
static bool make_ends(int to[2], int from[2])
{
    if (pipe(to) != 0)
        return false;
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    int ours[2] = {to[1], from[0]};
    bool made = true;
    for (int i = 0; i < 2; i++)
        made = made && fcntl(ours[i], F_SETFL, O_NONBLOCK) == 0 &&
               fcntl(ours[i], F_SETFD, FD_CLOEXEC) == 0;
    for (int i = 0; i < 2 && !made; i++) {
        close(to[i]);
        close(from[i]);
    }
    return made;
}

enum zm_status zm_pipe_open(const char *command, struct zm_pipe **made, struct zm_error *error)
{
    int to[2], from[2];
    struct zm_pipe *pipe = calloc(1, sizeof *pipe);
    if (pipe == NULL)
        return zm_fail_memory(error);
    if (!make_ends(to, from)) {
        free(pipe);
        return zm_fail(error, ZM_FAILED, "cannot make a pipe: %s", strerror(errno));
    }
    pipe->pid = fork();
    if (pipe->pid == 0)
        become(command, to[0], from[1]);
    if (pipe->pid > 0)
        setpgid(pipe->pid, pipe->pid); /* whichever of the two comes first */
    close(to[0]);
    close(from[1]);
    pipe->in = to[1];
    pipe->out = from[0];
    if (pipe->pid > 0) {
        *made = pipe;
        return ZM_OK;
    }
    close(pipe->in);
    close(pipe->out);
    free(pipe);
    return zm_fail(error, ZM_FAILED, "cannot start '%s': %s", command, strerror(errno));
}

static void wait_a_step(void)
{
    struct timespec step = {.tv_nsec = STEP_MILLISECONDS * 1000000L};
    nanosleep(&step, NULL);
}

void zm_pipe_close(struct zm_pipe *pipe)
{
    if (pipe == NULL)
        return;
    close(pipe->in);
    close(pipe->out);
    bool gone = false;
    for (int i = 0; i < PATIENCE_STEPS && !gone; i++) {
        gone = waitpid(pipe->pid, NULL, WNOHANG) != 0;
        if (!gone)
            wait_a_step();
    }
    kill(-pipe->pid, SIGKILL); /* also what it left behind */
    if (!gone)
        waitpid(pipe->pid, NULL, 0);
    zm_buffer_free(&pipe->read);
    free(pipe);
}

/* Waits until the descriptor is ready, at most until `deadline` (0: no deadline). */
static enum zm_status wait_for(int descriptor, short events, double deadline, struct zm_run *run,
                               struct zm_error *error)
{
    for (;;) {
        struct pollfd waited = {.fd = descriptor, .events = events};
        int ready = poll(&waited, 1, STEP_MILLISECONDS);
        if (ready > 0)
            return ZM_OK;
        if (ready < 0 && errno != EINTR)
            return zm_fail(error, ZM_FAILED, "cannot wait for the program: %s", strerror(errno));
        if (zm_run_look(run))
            return zm_fail(error, ZM_STOPPED, "stopped");
        if (deadline > 0 && zm_clock_now() > deadline)
            return zm_fail(error, ZM_FAILED, "the program does not answer");
    }
}

/* Writes what the pipe takes at once; a program that is gone must not end us by SIGPIPE. */
static ssize_t write_some(int descriptor, const char *text, size_t size)
{
    sigset_t broken, before;
    struct timespec none = {0};
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t wrote = write(descriptor, text, size);
    int why = errno;
    if (wrote < 0 && why == EPIPE)
        sigtimedwait(&broken, NULL, &none);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return wrote;
}

enum zm_status zm_pipe_write(struct zm_pipe *pipe, const char *text, double seconds,
                             struct zm_run *run, struct zm_error *error)
{
    double deadline = seconds > 0 ? zm_clock_now() + seconds : 0;
    size_t size = strlen(text);
    while (size > 0) {
        ssize_t wrote = write_some(pipe->in, text, size);
        if (wrote > 0) {
            text += wrote;
            size -= (size_t)wrote;
        } else if (wrote < 0 && errno != EAGAIN && errno != EINTR) {
            return zm_fail(error, ZM_FAILED, "the program has ended");
        } else {
            enum zm_status status = wait_for(pipe->in, POLLOUT, deadline, run, error);
            if (status != ZM_OK)
                return status;
        }
    }
    return ZM_OK;
}

/* Gives out a whole line that was read already; false: there is none. */
static bool take_line(struct zm_pipe *pipe, struct zm_buffer *line)
{
    const uint8_t *from = pipe->read.data + pipe->taken;
    size_t left = pipe->read.size - pipe->taken;
    const uint8_t *end = left == 0 ? NULL : memchr(from, '\n', left);
    if (end == NULL)
        return false;
    size_t size = (size_t)(end - from);
    pipe->taken += size + 1;
    if (size > 0 && from[size - 1] == '\r')
        size--;
    zm_buffer_set(line, zm_bytes(from, size));
    return true;
}

enum zm_status zm_pipe_read(struct zm_pipe *pipe, double seconds, struct zm_run *run,
                            struct zm_buffer *line, struct zm_error *error)
{
    double deadline = seconds > 0 ? zm_clock_now() + seconds : 0;
    char bytes[4096];
    while (!take_line(pipe, line)) {
        struct zm_buffer rest = {0};
        zm_buffer_add(&rest, pipe->read.data + pipe->taken, pipe->read.size - pipe->taken);
        zm_buffer_free(&pipe->read);
        pipe->read = rest;
        pipe->taken = 0;
        if (pipe->read.size > LONGEST_LINE)
            return zm_fail(error, ZM_FAILED, "the program writes a line without end");
        ssize_t got = read(pipe->out, bytes, sizeof bytes);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return zm_fail(error, ZM_FAILED, "the program has ended");
        if (got > 0) {
            zm_buffer_add(&pipe->read, bytes, (size_t)got);
        } else {
            enum zm_status status = wait_for(pipe->out, POLLIN, deadline, run, error);
            if (status != ZM_OK)
                return status;
        }
        if (pipe->read.failed)
            return zm_fail_memory(error);
    }
    return line->failed ? zm_fail_memory(error) : ZM_OK;
}
