/* A second Cram, on rows of characters, that shares no code with the first: what the tests of the
 * canonical form and of the options compare with. */
#ifndef ZM_TESTS_GAMES_CRAM_STRINGS_H
#define ZM_TESTS_GAMES_CRAM_STRINGS_H

#include <stdbool.h>

enum { CRAM_LONGEST = 600, CRAM_MOST = 300 };

struct cram_words {
    char text[CRAM_MOST][CRAM_LONGEST];
    int count;
};

void cram_words_sort(struct cram_words *words, bool unique);
void cram_naive_split(char grid[][130], int height, int width, struct cram_words *components);
void cram_words_join(const struct cram_words *words, char *out);
/* Options of a board, each as the sorted strings of its components, joined. */
void cram_naive_options(char grid[][130], int height, int width, struct cram_words *options);

#endif
