/* zermelo nboard: NBoard's protocol on standard input and output. A thread of its own reads, so that
 * a `ping` that comes while the engine thinks ends the thought, as the protocol wants it. */
#include "cli/cli.h"

#include "protocol/nboard.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const struct zm_param nboard_params[] = {ZM_PLAYER_PARAM, ZM_LEVEL_PARAM, {0}};

enum { LONGEST_LINE = 1 << 16, MOST_WAITING = 1024 };

/* The lines that were read and not obeyed yet. */
struct inbox {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct zm_list lines; /* those from `first` on wait */
    size_t first;
    bool ended;
    struct zm_run *run;
};

static bool read_line(struct zm_buffer *line)
{
    int byte;
    zm_buffer_clear(line);
    while ((byte = getchar()) != EOF && byte != '\n')
        if (line->size < LONGEST_LINE && byte != 0)
            zm_buffer_byte(line, (uint8_t)byte);
    return byte != EOF || line->size > 0;
}

static void *read_lines(void *context)
{
    struct inbox *inbox = context;
    struct zm_buffer line = {0};
    bool more = true;
    while (more) {
        more = read_line(&line);
        pthread_mutex_lock(&inbox->mutex);
        while (inbox->lines.count - inbox->first >= MOST_WAITING && !inbox->ended)
            pthread_cond_wait(&inbox->changed, &inbox->mutex);
        if (more && line.size > 0)
            zm_list_add(&inbox->lines, zm_buffer_bytes(&line));
        more &= !inbox->ended && !zm_list_failed(&inbox->lines);
        inbox->ended |= !more;
        if (more && strncmp(zm_buffer_string(&line), "ping", 4) == 0)
            atomic_store(&inbox->run->stop, true);
        pthread_cond_broadcast(&inbox->changed);
        pthread_mutex_unlock(&inbox->mutex);
    }
    zm_buffer_free(&line);
    return NULL;
}

/* Takes the next line out; false: there will be none. */
static bool next_line(struct inbox *inbox, struct zm_buffer *line)
{
    pthread_mutex_lock(&inbox->mutex);
    while (inbox->first == inbox->lines.count && !inbox->ended)
        pthread_cond_wait(&inbox->changed, &inbox->mutex);
    bool found = inbox->first < inbox->lines.count;
    if (found)
        zm_buffer_set(line, zm_list_at(&inbox->lines, inbox->first++));
    if (inbox->first == inbox->lines.count) {
        zm_list_clear(&inbox->lines);
        inbox->first = 0;
    }
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->mutex);
    return found && !line->failed;
}

static void say(void *context, const char *line)
{
    bool *heard = context;
    if (puts(line) < 0 || fflush(stdout) != 0)
        *heard = false;
}

static void obey_all(struct zm_nboard *nboard, struct inbox *inbox, const bool *heard)
{
    struct zm_buffer line = {0};
    for (bool more = true; more && *heard && next_line(inbox, &line);) {
        if (strncmp(zm_buffer_string(&line), "ping", 4) == 0)
            atomic_store(&inbox->run->stop, false);
        zm_buffer_byte(&line, 0);
        more = !line.failed && zm_nboard_obey(nboard, (char *)line.data);
    }
    zm_buffer_free(&line);
}

static int nboard(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    struct zm_nboard *table = NULL;
    struct zm_run run;
    struct inbox inbox = {.run = &run};
    pthread_t reader;
    bool heard = true;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_nboard, 0, 0, &error);
    zm_run_begin(&run);
    if (status == ZM_OK)
        status = zm_nboard_open(arguments->options, arguments->option_count, &run, say, &heard,
                                &table, &error);
    if (status != ZM_OK)
        return zm_report_error(&error);
    pthread_mutex_init(&inbox.mutex, NULL);
    pthread_cond_init(&inbox.changed, NULL);
    if (pthread_create(&reader, NULL, read_lines, &inbox) != 0) {
        zm_nboard_close(table);
        zm_fail(&error, ZM_FAILED, "no thread to read with");
        return zm_report_error(&error);
    }
    pthread_detach(reader);
    obey_all(table, &inbox, &heard);
    zm_nboard_close(table);
    fflush(stdout);
    exit(ZM_OK); /* the reader may wait for a line that never comes */
}

const struct zm_command zm_command_nboard = {
    .name = "nboard",
    .usage = "[options]",
    .summary = "be an engine for Othello boards that speak NBoard's protocol",
    .details = "Reads commands from standard input and answers on standard output.\n"
               "Example:\n  printf 'nboard 2\\nset depth 8\\ngo\\nquit\\n' | zermelo nboard\n",
    .params = nboard_params,
    .asks = true,
    .run = nboard,
};
