/* The page served by the library (zermelo_serve), over web/web.h: for the games of the program and
 * those of the caller. */
#include "library/session.h"

#include "library/made.h"
#include "web/serving.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

struct zermelo_server {
    struct zm_given given;
    struct zm_settings settings;
    struct zm_serving serving;
    const struct zm_game **own; /* NULL at the end */
    struct zm_web *web;
    struct zm_buffer address;
};

/* Lists the caller's games. */
static enum zm_status list_games(zermelo_server *server, zermelo_made *const *games,
                                 struct zm_error *error)
{
    size_t count = 0;
    while (games != NULL && games[count] != NULL)
        count++;
    server->own = calloc(count + 1, sizeof *server->own);
    if (server->own == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < count; i++) {
        server->own[i] = zm_made_game(zm_made_of(games[i]));
        for (size_t j = 0; j < i; j++)
            if (strcmp(server->own[i]->name, server->own[j]->name) == 0)
                return zm_fail(error, ZM_BAD_INPUT, "two games of the name '%s'",
                               server->own[i]->name);
    }
    return ZM_OK;
}

static enum zm_status read_options(zermelo_server *server, const char *const *options,
                                   struct zm_error *error)
{
    enum zm_status status = zm_given_read(&server->given, NULL, options, error);
    if (status == ZM_OK)
        status = zm_settings_declare(&server->settings, zm_serving_params, error);
    for (size_t i = 0; status == ZM_OK && i < server->given.count; i++)
        status = zm_settings_set_local(&server->settings, server->given.options[i].name,
                                       server->given.options[i].text, error);
    return status == ZM_OK ? zm_serving_read(&server->settings, &server->serving, error) : status;
}

/* Starts the threads of the server, to which no signal of the program goes. */
static enum zm_status start(zermelo_server *server, struct zm_error *error)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    enum zm_status status = zm_web_open(&server->serving.config, &server->web, error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static enum zm_status open_server(zermelo_server *server, zermelo_made *const *games,
                                  const char *const *options, struct zm_error *error)
{
    enum zm_status status = list_games(server, games, error);
    if (status == ZM_OK)
        status = read_options(server, options, error);
    server->serving.config.own = server->own;
    if (status == ZM_OK)
        status = start(server, error);
    if (status != ZM_OK)
        return status;
    zm_serving_address(&server->serving.config, server->serving.config.address,
                       zm_web_port(server->web), &server->address);
    if (server->own[0] != NULL)
        zm_buffer_format(&server->address, "#/play?game=%s", server->own[0]->name);
    return server->address.failed ? zm_fail_memory(error) : ZM_OK;
}

zermelo_server *zermelo_serve(zermelo_made *const *games, const char *const *options, char *error,
                              size_t error_size)
{
    struct zm_error why = {0};
    zermelo_server *server = calloc(1, sizeof *server);
    enum zm_status status =
        server == NULL ? zm_fail_memory(&why) : open_server(server, games, options, &why);
    if (status == ZM_OK)
        return server;
    if (error != NULL && error_size > 0)
        snprintf(error, error_size, "%s", why.text);
    zermelo_server_close(server);
    return NULL;
}

const char *zermelo_server_address(const zermelo_server *server)
{
    return zm_buffer_string(&server->address);
}

void zermelo_server_close(zermelo_server *server)
{
    if (server == NULL)
        return;
    zm_web_close(server->web);
    zm_serving_free(&server->serving);
    zm_settings_free(&server->settings);
    zm_given_free(&server->given);
    zm_buffer_free(&server->address);
    free(server->own);
    free(server);
}
