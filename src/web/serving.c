/* How to serve; see serving.h. */
#include "web/serving.h"

#include "api/cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct zm_param zm_serving_params[] = {
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
    {.name = "archive",
     .kind = ZM_PARAM_FILE,
     .hint = "FILES",
     .help = "archives of games to look at, with commas between"},
    {.name = "book",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "a book of Othello's openings to look at"},
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
    ZM_CLUSTER_SERVER_PARAMS,
    {0},
};

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

enum zm_status zm_serving_read(const struct zm_settings *settings, struct zm_serving *serving,
                               struct zm_error *error)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct zm_web_config *config = &serving->config;
    *serving = (struct zm_serving){
        .config = {.address = zm_settings_text(settings, "listen"),
                   .port = (uint16_t)zm_settings_integer(settings, "port"),
                   .token = zm_settings_text(settings, "token"),
                   .hosts = zm_settings_text(settings, "host"),
                   .store = zm_settings_text(settings, "store"),
                   .archives = zm_settings_text(settings, "archive"),
                   .book = zm_settings_text(settings, "book"),
                   .memory = (size_t)zm_settings_integer(settings, "memory"),
                   .computations = (unsigned)zm_settings_integer(settings, "computations"),
                   .threads = cores < 1 ? 1 : (unsigned)cores,
                   .rate = (double)zm_settings_integer(settings, "rate")}};
    if (zm_settings_text(settings, "cluster") != NULL) {
        enum zm_status status = zm_cluster_address(settings, &serving->cluster, error);
        if (status != ZM_OK)
            return status;
        config->cluster = &serving->cluster;
    }
    if (config->token != NULL)
        return check_token(config->token, error);
    if (is_loopback(config->address))
        return ZM_OK;
    config->token = serving->token;
    return make_token(serving->token, error);
}

void zm_serving_free(struct zm_serving *serving)
{
    zm_cluster_address_free(&serving->cluster);
}

void zm_serving_address(const struct zm_web_config *config, const char *host, uint16_t port,
                        struct zm_buffer *text)
{
    bool six = strchr(host, ':') != NULL;
    zm_buffer_format(
        text, "http://%s%s%s:%u/%s%s", six ? "[" : "", host, six ? "]" : "", port,
        config->token == NULL ? "" : "?token=", config->token == NULL ? "" : config->token);
}
