/* --plugin FILE: games that are no part of the program, as shared objects. Such a file has one
 * function, zermelo_plugin (see zermelo.h), which gives a game as callbacks; the game then has every
 * command that suits it. */
#include "cli/cli.h"

#include "library/made.h"

#include <dlfcn.h>
#include <string.h>

/* Adds the game of a file to the registry. File and game stay until the program ends. */
static enum zm_status load(const char *path, struct zm_error *error)
{
    const struct zermelo_callbacks *(*plugin)(void) = NULL;
    char why[400];
    /* Without a slash the system would look for a library of that name in places of its own. */
    if (strchr(path, '/') == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "--plugin %s: expected a path with a slash, as in ./%s",
                       path, path);
    void *file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (file == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "--plugin: %.300s", dlerror());
    *(void **)&plugin = dlsym(file, "zermelo_plugin");
    if (plugin == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "--plugin %s: it has no function 'zermelo_plugin'",
                       path);
    const struct zermelo_callbacks *callbacks = plugin();
    zermelo_made *made = callbacks == NULL ? NULL : zermelo_game_new(callbacks, why, sizeof why);
    if (made == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "--plugin %s: %s", path,
                       callbacks == NULL ? "it gives no game" : why);
    return zm_games_add(zm_made_game(zm_made_of(made)))
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT, "--plugin %s: more than %d games", path,
                         ZM_GAMES_ADDED);
}

enum zm_status zm_plugins_load(int *argc, char **argv, struct zm_error *error)
{
    static const char option[] = "--plugin";
    int kept = 1;
    enum zm_status status = ZM_OK;
    int i = 1;
    for (; i < *argc && status == ZM_OK && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], option, strlen(option)) != 0 ||
            (argv[i][strlen(option)] != '\0' && argv[i][strlen(option)] != '=')) {
            argv[kept++] = argv[i];
            continue;
        }
        const char *path = argv[i][strlen(option)] == '=' ? argv[i] + strlen(option) + 1
                           : i + 1 < *argc                ? argv[++i]
                                                          : NULL;
        status = path == NULL ? zm_fail(error, ZM_BAD_INPUT, "--plugin: expected a file")
                              : load(path, error);
    }
    while (i < *argc)
        argv[kept++] = argv[i++];
    *argc = kept;
    argv[kept] = NULL;
    return status;
}
