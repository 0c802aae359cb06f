/* The nimber of a position, through the library:
 *
 *     cc nimber.c $(pkg-config --cflags --libs zermelo) -o nimber
 *     ./nimber cram 5x6
 */
#include <zermelo/zermelo.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    char error[400];
    struct zermelo_answer answer;
    if (argc != 3) {
        fprintf(stderr, "usage: nimber GAME POSITION\n");
        return ZERMELO_BAD_INPUT;
    }
    zermelo *session = zermelo_open(argv[1], NULL, error, sizeof error);
    if (session == NULL) {
        fprintf(stderr, "%s\n", error);
        return ZERMELO_BAD_INPUT;
    }
    int status = zermelo_solve(session, argv[2], "nimber", &answer);
    if (status == ZERMELO_OK)
        printf("%lld (%s for the player to move)\n", answer.number, answer.outcome);
    else
        fprintf(stderr, "%s\n", zermelo_error(session));
    zermelo_close(session);
    return status;
}
