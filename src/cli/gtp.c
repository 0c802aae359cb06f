/* zermelo gtp GAME: the Go Text Protocol on standard input and output, for every game of two. */
#include "cli/cli.h"

#include "protocol/gtp.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

static const struct zm_param gtp_params[] = {ZM_PLAYER_PARAM, ZM_LEVEL_PARAM, {0}};

enum { LONGEST_LINE = 1 << 16 };

/* Reads a line of at most LONGEST_LINE bytes, without its end; false: there is none. */
static bool read_line(struct zm_buffer *line)
{
    int byte;
    zm_buffer_clear(line);
    while ((byte = getchar()) != EOF && byte != '\n')
        if (line->size < LONGEST_LINE && byte != 0)
            zm_buffer_byte(line, (uint8_t)byte);
    return byte != EOF || line->size > 0;
}

/* Live analysis: said at once, until the next line is there. */
static void say(void *context, const char *text)
{
    (void)context;
    fputs(text, stdout);
    fflush(stdout);
}

static bool waiting(void *context)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    (void)context;
    return poll(&input, 1, 0) != 0;
}

static int gtp(const struct zm_arguments *arguments)
{
    struct zm_error error = {0};
    struct zm_gtp *table = NULL;
    struct zm_buffer line = {0}, answer = {0};
    struct zm_run run;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_gtp, 1, 2, &error);
    zm_run_begin(&run);
    if (status == ZM_OK)
        status = zm_gtp_open(arguments->words[0], zm_arguments_position(arguments),
                             arguments->options, arguments->option_count, &run, &table, &error);
    if (status != ZM_OK)
        return zm_report_error(&error);
    zm_report_attach(&run, true);
    setvbuf(stdin, NULL, _IONBF, 0); /* so that poll sees all that is there */
    zm_gtp_listen(table, (struct zm_gtp_listener){.say = say, .waiting = waiting});
    for (bool more = true; more && !zm_run_stopped(&run) && read_line(&line);) {
        if (line.size == 0)
            continue;
        more = zm_gtp_obey(table, (char *)line.data, &answer);
        fputs(zm_buffer_string(&answer), stdout);
        if (fflush(stdout) != 0)
            more = false; /* nobody listens any more */
    }
    zm_report_detach(&run);
    zm_gtp_close(table);
    zm_buffer_free(&line);
    zm_buffer_free(&answer);
    return ZM_OK;
}

const struct zm_command zm_command_gtp = {
    .name = "gtp",
    .usage = "GAME [POSITION] [options]",
    .summary = "play by the Go Text Protocol on standard input and output",
    .details =
        "Black is the first player, white the second. Beyond the protocol:\n"
        "zermelo-position TEXT and zermelo-moves.\n"
        "Example:\n  printf 'genmove b\\nshowboard\\nquit\\n' | zermelo gtp hex 5x5 --time 1\n",
    .params = gtp_params,
    .asks = true,
    .run = gtp,
};
