/* zermelo serve: the web page. */
#include "cli/cli.h"

#include "web/addresses.h"
#include "web/web.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct zm_param serve_params[] = {
    {.name = "port",
     .kind = ZM_PARAM_INTEGER,
     .value = "8713",
     .min = 0,
     .max = 65535,
     .hint = "PORT",
     .help = "where to listen; 0: any port that is free"},
    {.name = "listen",
     .kind = ZM_PARAM_TEXT,
     .value = "127.0.0.1",
     .hint = "ADDRESS",
     .help = "for other machines: the address to listen on; needs a token"},
    {.name = "token",
     .kind = ZM_PARAM_TEXT,
     .hint = "TOKEN",
     .help = "what visitors must show; made and printed when --listen needs one"},
    {.name = "host",
     .kind = ZM_PARAM_TEXT,
     .hint = "NAMES",
     .help = "further names by which browsers may call the server, separated by commas"},
    {.name = "store",
     .kind = ZM_PARAM_FILE,
     .hint = "FOLDER",
     .help = "keep the results in files of this folder, and go on from those there"},
    {.name = "memory",
     .kind = ZM_PARAM_SIZE,
     .value = "2G",
     .hint = "SIZE",
     .help = "memory for the tables of all computations together, about"},
    {.name = "computations",
     .kind = ZM_PARAM_INTEGER,
     .value = "4",
     .min = 1,
     .max = 64,
     .hint = "N",
     .help = "computations that may run at once"},
    {.name = "rate",
     .kind = ZM_PARAM_INTEGER,
     .value = "50",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "requests for work a second from one address; 0: no limit"},
    {0},
};

enum { SECONDS_TO_END = 10 }; /* for work and stores to end in order */

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

/* 128 random bits from the system as text. */
static enum zm_status make_token(char token[33], struct zm_error *error)
{
    unsigned char bytes[16];
    FILE *random = fopen("/dev/urandom", "rb");
    size_t got = random == NULL ? 0 : fread(bytes, 1, sizeof bytes, random);
    if (random != NULL)
        fclose(random);
    if (got != sizeof bytes)
        return zm_fail(error, ZM_FAILED, "no random numbers can be had: give --token");
    for (size_t i = 0; i < sizeof bytes; i++)
        sprintf(token + 2 * i, "%02x", bytes[i]);
    return ZM_OK;
}

static enum zm_status check_token(const char *token, struct zm_error *error)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    if (strlen(token) < 16 || token[strspn(token, allowed)] != 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "--token: expected at least 16 letters, digits, '-' or '_'");
    return ZM_OK;
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
        bool six = strchr(address, ':') != NULL;
        printf("http://%s%s%s:%u/%s%s\n", six ? "[" : "", address, six ? "]" : "", port,
               config->token == NULL ? "" : "?token=", config->token == NULL ? "" : config->token);
    }
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
    char made[33];
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_serve, 0, 0, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, serve_params, &settings, &error);
    if (status == ZM_OK) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        struct zm_web_config config = {.address = zm_settings_text(&settings, "listen"),
                                       .port = (uint16_t)zm_settings_integer(&settings, "port"),
                                       .token = zm_settings_text(&settings, "token"),
                                       .hosts = zm_settings_text(&settings, "host"),
                                       .store = zm_settings_text(&settings, "store"),
                                       .memory = (size_t)zm_settings_integer(&settings, "memory"),
                                       .computations =
                                           (unsigned)zm_settings_integer(&settings, "computations"),
                                       .threads = cores < 1 ? 1 : (unsigned)cores,
                                       .rate = (double)zm_settings_integer(&settings, "rate")};
        if (config.token != NULL) {
            status = check_token(config.token, &error);
        } else if (!is_loopback(config.address)) {
            status = make_token(made, &error);
            config.token = made;
        }
        if (status == ZM_OK)
            status = serve_until_signal(&config, &error);
    }
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
        "--listen 0.0.0.0 (or ::) is every address of this machine: all are printed.\n",
    .params = serve_params,
    .run = serve,
};
