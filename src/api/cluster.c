/* What all kinds of campaigns share; see cluster.h. */
#include "api/cluster_inside.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef ZM_VERSION
#define ZM_VERSION "0.1.0"
#endif

enum { PROTOCOL = 3 };

const struct zm_labour *const zm_labours[] = {
    &zm_table_labour, &zm_solve_labour,  &zm_complete_labour,
    &zm_match_labour, &zm_pieces_labour, NULL,
};

void zm_cluster_hello(const char *game, size_t servers, struct zm_buffer *text)
{
    const struct zm_game *found = zm_game_find(game, NULL);
    zm_buffer_format(text, "zermelo %s, protocol %d, ", ZM_VERSION, PROTOCOL);
    if (found == NULL)
        zm_buffer_format(text, "no %s", game);
    else
        zm_buffer_format(text, "%s in form %u", game, found->canon_version);
    if (servers > 1)
        zm_buffer_format(text, ", %zu servers", servers);
}

/* The first line of a file. */
static enum zm_status read_password(const char *path, char **password, struct zm_error *error)
{
    struct zm_buffer text = {0};
    enum zm_status status = zm_file_read_text(path, ZM_FILE_ANY, 4096, NULL, &text, error);
    if (status == ZM_OK) {
        *password = strndup(zm_buffer_string(&text), strcspn(zm_buffer_string(&text), "\n"));
        status = *password == NULL ? zm_fail_memory(error) : ZM_OK;
    }
    zm_buffer_free(&text);
    return status;
}

enum zm_status zm_cluster_address(const struct zm_settings *settings,
                                  struct zm_link_address *address, struct zm_error *error)
{
    const char *url = zm_settings_text(settings, "cluster");
    const char *path = zm_settings_text(settings, "password-file");
    const char *environment = getenv("ZERMELO_CLUSTER_PASSWORD");
    char *password = NULL;
    enum zm_status status = ZM_OK;
    if (zm_link_has_password(url))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "a password on the command line is read by whoever lists "
                         "processes: set ZERMELO_CLUSTER_PASSWORD or give --password-file");
    else if (path != NULL)
        status = read_password(path, &password, error);
    else if (environment != NULL && environment[0] != 0)
        password = strdup(environment);
    *address = (struct zm_link_address){.url = url, .password = password};
    return status;
}

void zm_cluster_address_free(struct zm_link_address *address)
{
    free((char *)address->password);
    address->password = NULL;
}

/* Is an option the master's own affair? */
static bool is_own(const char *name, const struct zm_settings *settings)
{
    const struct zm_setting *setting = zm_settings_find(settings, name);
    return zm_word_in("json|quiet|author|comment|watch|time|threads|memory|format|campaign|lease|"
                      "recheck|keep-campaign|job-nodes|team",
                      name) ||
           (setting != NULL && setting->param->kind == ZM_PARAM_FILE);
}

json_t *zm_cluster_about(const char *game, const struct zm_option *options, size_t count,
                         const struct zm_settings *settings)
{
    json_t *kept = json_object();
    for (size_t i = 0; i < count; i++)
        if (!is_own(options[i].name, settings))
            json_object_set_new(kept, options[i].name, json_string(options[i].text));
    return json_pack("{s:s,s:o}", "game", game, "options", kept);
}

enum zm_status zm_cluster_lead(struct zm_cluster *cluster, const char *kind, const char *game,
                               json_t *about, struct zm_cluster_lead *lead, struct zm_error *error)
{
    *lead = (struct zm_cluster_lead){0};
    lead->about = about == NULL ? NULL : json_dumps(about, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(about);
    zm_cluster_hello(game, zm_link_servers(cluster->link), &lead->hello);
    if (lead->about == NULL || lead->hello.failed)
        return zm_fail_memory(error);
    if (cluster->campaign != NULL)
        zm_buffer_text(&lead->name, cluster->campaign);
    else
        zm_buffer_format(&lead->name, "%s-%s-%08x", kind, game,
                         (unsigned)zm_bytes_hash(zm_bytes(lead->about, strlen(lead->about))));
    lead->campaign = (struct zm_campaign){.name = zm_buffer_string(&lead->name),
                                          .kind = kind,
                                          .game = game,
                                          .hello = zm_buffer_string(&lead->hello),
                                          .about = lead->about,
                                          .lease = (uint64_t)(cluster->lease * 1000)};
    enum zm_status status =
        zm_master_open(&lead->master, cluster->link, &lead->campaign, cluster->run, error);
    lead->master.said = cluster->said;
    lead->master.context = cluster->context;
    return status;
}

void zm_cluster_leave(struct zm_cluster *cluster, struct zm_cluster_lead *lead, bool over)
{
    if (lead->master.link != NULL)
        zm_master_close(&lead->master, over, cluster->keep);
    zm_buffer_free(&lead->name);
    zm_buffer_free(&lead->hello);
    free(lead->about);
    *lead = (struct zm_cluster_lead){0};
}

void zm_cluster_told(json_t *told, struct zm_buffer *text)
{
    char *dumped = told == NULL ? NULL : json_dumps(told, JSON_COMPACT);
    zm_buffer_text(text, dumped == NULL ? "{}" : dumped);
    free(dumped);
    json_decref(told);
}

enum zm_status zm_cluster_ban(struct zm_cluster *cluster, struct zm_cluster_lead *lead,
                              struct zm_bytes worker, const char *why, bool all,
                              struct zm_error *error)
{
    uint64_t dropped = 0;
    char line[500];
    enum zm_status status = zm_master_ban(&lead->master, worker, why, all, &dropped, error);
    snprintf(line, sizeof line, "worker %.*s is refused, %llu reports dropped: %s",
             (int)worker.size, (const char *)worker.data, (unsigned long long)dropped, why);
    if (status == ZM_OK && cluster->said != NULL)
        cluster->said(cluster->context, line);
    return status;
}

enum zm_status zm_cluster_options_read(const char *about, size_t memory,
                                       struct zm_cluster_options *options, struct zm_error *error)
{
    json_error_t reason;
    const char *name;
    json_t *text;
    *options = (struct zm_cluster_options){.root = json_loads(about, 0, &reason)};
    options->game = json_string_value(json_object_get(options->root, "game"));
    json_t *given = json_object_get(options->root, "options");
    options->options = calloc(json_object_size(given) + 2, sizeof *options->options);
    if (options->options == NULL)
        return zm_fail_memory(error);
    json_object_foreach(given, name, text)
    {
        if (json_is_string(text))
            options->options[options->count++] = (struct zm_option){name, json_string_value(text)};
    }
    snprintf(options->memory, sizeof options->memory, "%zu", memory);
    options->options[options->count++] = (struct zm_option){"memory", options->memory};
    return options->game != NULL
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT, "the campaign does not say what it is about");
}

void zm_cluster_options_free(struct zm_cluster_options *options)
{
    free(options->options);
    json_decref(options->root);
    *options = (struct zm_cluster_options){0};
}
