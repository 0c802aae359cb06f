/* The 43 games of Othello of the restated document, where it is present. */
#ifndef ZM_TESTS_OTHELLO_GAMES_H
#define ZM_TESTS_OTHELLO_GAMES_H

struct othello_game {
    char name[8];
    unsigned black, white; /* the result, empty squares to the winner */
    char moves[400];       /* without passes */
    int turned;            /* as in the databases, beginning with f5; else as printed */
};

/* Calls `check` for each game, twice: as printed and turned. Returns the number of games; 0: the
 * document is not there. */
unsigned othello_games(void (*check)(const struct othello_game *game));

#endif
