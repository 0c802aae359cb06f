/* The door: finds the command and hands it its words. */
#include "cli/cli.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int run_command(const struct zm_command *command, int argc, char **argv)
{
    struct zm_arguments arguments = {0};
    struct zm_error error = {0};
    int status = zm_arguments_parse(&arguments, command, argc, argv, &error);
    if (status == ZM_OK)
        status = zm_arguments_read_position(&arguments, command, &error);
    if (status != ZM_OK) {
        zm_report_error(&error);
    } else if (zm_arguments_option(&arguments, "help") != NULL) {
        zm_help_command(command, stdout);
    } else {
        status = command->run(&arguments);
    }
    zm_arguments_free(&arguments);
    if (fflush(stdout) != 0 && status == ZM_OK) {
        fputs("zermelo: standard output could not be written\n", stderr);
        status = ZM_FAILED;
    }
    return status;
}

static int unknown_command(const char *name)
{
    const char *names[64];
    size_t count = 0;
    for (; zm_commands[count] != NULL && count < 64; count++)
        names[count] = zm_commands[count]->name;
    const char *near = zm_nearest_name(name, names, count);
    struct zm_error error;
    if (near != NULL)
        zm_fail(&error, ZM_BAD_INPUT, "unknown command '%s'; did you mean '%s'?", name, near);
    else
        zm_fail(&error, ZM_BAD_INPUT, "unknown command '%s'; 'zermelo help' lists them", name);
    return zm_report_error(&error);
}

/* A program may be started with standard input, output or error closed. The first files that it
 * opens would take their numbers, and an error line would be written into a store. So these numbers
 * are taken first, the wrong way round: an answer that cannot be printed still is an error. False:
 * they cannot be. */
static bool take_standard_descriptors(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 &&
            open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY) != i)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    if (!take_standard_descriptors())
        return ZM_FAILED;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of writing, as a full disk */
    struct zm_error error = {0};
    if (zm_plugins_load(&argc, argv, &error) != ZM_OK)
        return zm_report_error(&error);
    if (argc < 2) {
        zm_help_overview(stderr);
        return ZM_BAD_INPUT;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        zm_help_overview(stdout);
        return ZM_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("zermelo " ZM_VERSION);
        return ZM_OK;
    }
    const struct zm_command *command = zm_command_find(argv[1]);
    return command == NULL ? unknown_command(argv[1]) : run_command(command, argc - 2, argv + 2);
}
