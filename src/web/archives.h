/* Archives of games and a book of openings to be looked at. Which there are was said by who started
 * the server (`--archive`, `--book`); a request names one by its number, never by a path.
 *
 * An archive is opened for each question, under a lock of its own: what is imported while the
 * server runs is seen, and nobody's reading keeps old pages of the file from being used again. */
#ifndef ZM_WEB_ARCHIVES_H
#define ZM_WEB_ARCHIVES_H

#include "base/error.h"

struct zm_archives;

/* `paths` are separated by commas; both may be NULL. Every one is looked at once. */
enum zm_status zm_archives_open(const char *paths, const char *book, struct zm_archives **archives,
                                struct zm_error *error);
void zm_archives_close(struct zm_archives *archives);
/* How many there are. */
unsigned zm_archives_count(const struct zm_archives *archives);
/* Is there a book? */
bool zm_archives_book(const struct zm_archives *archives);

#endif
