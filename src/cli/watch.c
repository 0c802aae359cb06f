/* solve --watch: the branch that the search works on, one row a level, ten times a second, and keys
 * that steer it (Lemoine and Viennot's "suivi", thesis, chapter 5). A row is coloured by how many
 * children of its node are unknown: red for one, over orange and yellow to green at ten, plain
 * above. */
#include "cli/watch.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { DEFAULT_ROWS = 24, DEFAULT_COLUMNS = 80, HEAD_ROWS = 3 };

struct zm_watch_screen {
    struct zm_run *run;
    struct zm_watch *watch;
    pthread_t thread;
    atomic_bool closing;
    struct termios before;
    size_t chosen; /* the level that zap leaves the child of */
    bool paused;
};

static const char *colour_of(size_t unknown)
{
    static const char *const colours[] = {"\033[31m", "\033[38;5;208m", "\033[33m", "\033[92m"};
    if (unknown == 0 || unknown > 10)
        return "";
    return colours[unknown == 1 ? 0 : unknown <= 3 ? 1 : unknown <= 6 ? 2 : 3];
}

static void draw_level(const struct zm_watch_level *level, size_t number, bool chosen, int columns,
                       struct zm_buffer *out)
{
    char row[512], numbers[64] = "";
    if (level->proof >= 0)
        snprintf(numbers, sizeof numbers, "(%.0f;%.0f) ", level->proof, level->disproof);
    snprintf(row, sizeof row, "%c%3zu %5zu/%-5zu %5zu  %s%s%s", chosen ? '>' : ' ', number,
             level->children == 0 ? 0 : level->current + 1, level->children, level->unknown,
             level->sum ? "+ " : "", numbers, level->node == NULL ? "" : level->node);
    const char *colour = colour_of(level->unknown);
    zm_buffer_format(out, "%s%.*s%s\033[K\n", colour, columns - 1, row,
                     colour[0] == 0 ? "" : "\033[0m");
}

void zm_view_draw(const struct zm_watch_snapshot *snapshot, size_t chosen, int rows, int columns,
                  struct zm_buffer *out)
{
    zm_buffer_format(out, "%llu nodes, %llu stored, %.1f s%s\033[K\n",
                     (unsigned long long)snapshot->nodes, (unsigned long long)snapshot->stored,
                     snapshot->seconds, snapshot->paused ? ", paused" : "");
    zm_buffer_text(out,
                   "p pause  s step  up/down choose a level  z zap it  r restart  q stop\033[K\n");
    zm_buffer_text(out, "  level child/all  alive  node\033[K\n");
    size_t shown = rows > HEAD_ROWS + 2 ? (size_t)(rows - HEAD_ROWS - 1) : 1;
    for (size_t i = 0; i < snapshot->count && i < shown; i++)
        draw_level(&snapshot->levels[i], i + 1, i == chosen, columns, out);
    if (snapshot->count > shown)
        zm_buffer_format(out, "  ... %zu more\033[K", snapshot->count - shown);
    zm_buffer_text(out, "\033[J");
}

static void show(struct zm_watch_screen *view)
{
    struct zm_watch_snapshot snapshot = {0};
    struct winsize size = {0};
    struct zm_buffer out = {0};
    if (!zm_watch_look(view->watch, 0.1, &snapshot))
        return;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
        size.ws_row = DEFAULT_ROWS;
        size.ws_col = DEFAULT_COLUMNS;
    }
    if (view->chosen >= snapshot.count && snapshot.count > 0)
        view->chosen = snapshot.count - 1;
    zm_buffer_text(&out, "\033[H");
    zm_view_draw(&snapshot, view->chosen, size.ws_row, size.ws_col, &out);
    fputs(zm_buffer_string(&out), stderr);
    fflush(stderr);
    zm_buffer_free(&out);
    zm_watch_snapshot_free(&snapshot);
}

static void order(struct zm_watch_screen *view, enum zm_order_kind kind)
{
    zm_watch_order(view->watch, kind, view->chosen, NULL, 1);
}

static void obey_key(struct zm_watch_screen *view, const char *keys, size_t count)
{
    if (count >= 3 && keys[0] == '\033' && keys[1] == '[') {
        if (keys[2] == 'A' && view->chosen > 0)
            view->chosen--;
        else if (keys[2] == 'B')
            view->chosen++;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (keys[i] == 'p') {
            view->paused = !view->paused;
            order(view, view->paused ? ZM_ORDER_PAUSE : ZM_ORDER_RESUME);
        } else if (keys[i] == 's') {
            view->paused = true;
            order(view, ZM_ORDER_STEP);
        } else if (keys[i] == 'z') {
            order(view, ZM_ORDER_ZAP);
        } else if (keys[i] == 'r') {
            order(view, ZM_ORDER_RESTART);
        } else if (keys[i] == 'q') {
            atomic_store(&view->run->stop, true);
            order(view, ZM_ORDER_STOP);
        }
    }
}

static void *view_main(void *argument)
{
    struct zm_watch_screen *view = argument;
    while (!atomic_load(&view->closing)) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        char keys[16];
        if (poll(&input, 1, 100) > 0 && (input.revents & POLLIN) != 0) {
            ssize_t count = read(STDIN_FILENO, keys, sizeof keys);
            if (count > 0)
                obey_key(view, keys, (size_t)count);
        }
        show(view);
    }
    return NULL;
}

enum zm_status zm_view_open(struct zm_run *run, struct zm_watch_screen **view,
                            struct zm_error *error)
{
    *view = NULL;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        return zm_fail(error, ZM_BAD_INPUT, "--watch needs a terminal");
    struct zm_watch_screen *made = calloc(1, sizeof *made);
    if (made == NULL)
        return zm_fail_memory(error);
    made->run = run;
    made->watch = zm_watch_open();
    if (made->watch == NULL) {
        free(made);
        return zm_fail_memory(error);
    }
    struct termios raw;
    tcgetattr(STDIN_FILENO, &made->before);
    raw = made->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    run->watch = made->watch;
    fputs("\033[2J", stderr);
    if (pthread_create(&made->thread, NULL, view_main, made) != 0) {
        tcsetattr(STDIN_FILENO, TCSANOW, &made->before);
        run->watch = NULL;
        zm_watch_close(made->watch);
        free(made);
        return zm_fail(error, ZM_FAILED, "no thread for the view");
    }
    *view = made;
    return ZM_OK;
}

void zm_view_close(struct zm_watch_screen *view)
{
    if (view == NULL)
        return;
    atomic_store(&view->closing, true);
    pthread_join(view->thread, NULL);
    tcsetattr(STDIN_FILENO, TCSANOW, &view->before);
    fputs("\033[H\033[J", stderr);
    view->run->watch = NULL;
    zm_watch_close(view->watch);
    free(view);
}
