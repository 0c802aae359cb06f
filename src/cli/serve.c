/* zermelo serve: the web page. */
#include "cli/cli.h"

#include "web/addresses.h"
#include "web/qr.h"
#include "web/serving.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_TO_END = 10 }; /* for work and stores to end in order */

/* For phones: the first address that others can call, as a code on a terminal. */
static void show_code(const struct zm_web_config *config, const struct zm_list *addresses,
                      uint16_t port)
{
    struct zm_buffer text = {0}, code = {0};
    for (size_t i = 0; i < addresses->count && text.size == 0; i++) {
        const char *address = (const char *)zm_list_at(addresses, i).data;
        if (strncmp(address, "127.", 4) != 0 && strcmp(address, "::1") != 0)
            zm_serving_address(config, address, port, &text);
    }
    if (text.size > 0 && isatty(STDERR_FILENO) && zm_qr_draw(zm_buffer_string(&text), &code) &&
        !code.failed)
        fputs(zm_buffer_string(&code), stderr);
    zm_buffer_free(&text);
    zm_buffer_free(&code);
}

/* Where it can be reached, a line each; the first is for this machine. */
static enum zm_status print_addresses(const struct zm_web_config *config, uint16_t port,
                                      struct zm_error *error)
{
    struct zm_list addresses = {0};
    zm_web_addresses(config->address, &addresses);
    if (zm_list_failed(&addresses)) {
        zm_list_free(&addresses);
        return zm_fail_memory(error);
    }
    for (size_t i = 0; i < addresses.count; i++) {
        const char *address = (const char *)zm_list_at(&addresses, i).data;
        struct zm_buffer url = {0};
        zm_serving_address(config, address, port, &url);
        puts(zm_buffer_string(&url));
        zm_buffer_free(&url);
    }
    show_code(config, &addresses, port);
    zm_list_free(&addresses);
    return fflush(stdout) == 0
               ? ZM_OK
               : zm_fail(error, ZM_FAILED, "the address of the server cannot be printed");
}

/* The second signal, or the time for an orderly end is over: what was kept is whole, the rest is
 * left behind. */
static void leave_at_once(int number)
{
    static const char late[] = "zermelo: not all work ended in time; what was kept is whole\n";
    if (number != SIGALRM)
        _exit(128 + number);
    if (write(STDERR_FILENO, late, sizeof late - 1) < 0)
        _exit(ZM_FAILED);
    _exit(ZM_STOPPED);
}

/* From now on nobody who works can keep the server from ending. */
static void end_soon(const sigset_t *signals)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    struct sigaction action = {.sa_handler = leave_at_once};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
    pthread_sigmask(SIG_UNBLOCK, signals, NULL);
    alarm(SECONDS_TO_END);
    fputs("zermelo: stopping; results are being kept\n", stderr);
}

static enum zm_status serve_until_signal(const struct zm_web_config *config, struct zm_error *error)
{
    struct zm_web *web;
    struct sigaction hangup;
    sigset_t signals;
    int number;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) /* nohup */
        sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL); /* before any thread starts, so that all have it */
    signal(SIGPIPE, SIG_IGN);
    enum zm_status status = zm_web_open(config, &web, error);
    if (status != ZM_OK)
        return status;
    status = print_addresses(config, zm_web_port(web), error);
    if (status == ZM_OK)
        sigwait(&signals, &number);
    end_soon(&signals);
    zm_web_close(web);
    alarm(0);
    return status;
}

static int serve(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct zm_serving serving = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_serve, 0, 0, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, zm_serving_params, &settings, &error);
    if (status == ZM_OK)
        status = zm_serving_read(&settings, &serving, &error);
    if (status == ZM_OK)
        status = serve_until_signal(&serving.config, &error);
    zm_serving_free(&serving);
    zm_settings_free(&settings);
    return status == ZM_OK ? ZM_OK : zm_report_error(&error);
}

const struct zm_command zm_command_serve = {
    .name = "serve",
    .usage = "[--port PORT] [--store FOLDER] [options]",
    .summary = "the web page: play, watch, steer, explore",
    .details =
        "Serves the page on this machine only, and prints its address. Stop it with Ctrl-C.\n"
        "With --listen other machines may come, with the token that is printed; there is\n"
        "no encryption: put a proxy that has it in front, or use a network you trust.\n"
        "--listen 0.0.0.0 (or ::) is every address of this machine: all are printed,\n"
        "and on a terminal a code for the camera of a phone.\n"
        "With --cluster a tab shows and steers the campaigns of that server; whoever may see\n"
        "the page may. The password comes from ZERMELO_CLUSTER_PASSWORD or --password-file.\n",
    .params = zm_serving_params,
    .run = serve,
};
