/* See othello_games.h. */
#include "support/othello_games.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text in backquotes on a line. */
static bool quoted(const char *line, char *text, size_t size)
{
    const char *from = strchr(line, '`'), *to = from == NULL ? NULL : strchr(from + 1, '`');
    if (to == NULL || (size_t)(to - from) > size)
        return false;
    memcpy(text, from + 1, (size_t)(to - from - 1));
    text[to - from - 1] = 0;
    return true;
}

unsigned othello_games(void (*check)(const struct othello_game *game))
{
    char path[1000], line[1000];
    struct othello_game game = {.name = ""};
    unsigned games = 0;
    snprintf(path, sizeof path, "%s/../shared/spec/othello-test-positions.md", getenv("ZM_SOURCE"));
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "**G", 3) == 0) {
            const char *result = strstr(line, "Result "), *empty = strstr(line, " empty)");
            snprintf(game.name, sizeof game.name, "%.3s", line + 2);
            if (result == NULL || sscanf(result, "Result %u-%u", &game.black, &game.white) != 2)
                abort();
            while (empty != NULL && isdigit((unsigned char)empty[-1]))
                empty--;
            if (empty != NULL) /* the winner's, in the magazine as here */
                *(game.black > game.white ? &game.black : &game.white) +=
                    (unsigned)strtoul(empty, NULL, 10);
        } else if ((strncmp(line, "- moves:", 8) == 0 || strncmp(line, "- from f5:", 10) == 0) &&
                   quoted(line, game.moves, sizeof game.moves)) {
            game.turned = line[2] == 'f';
            games += line[2] == 'm';
            check(&game);
        }
    }
    if (file != NULL)
        fclose(file);
    return games;
}
