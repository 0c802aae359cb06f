/* The header of a certificate whose claim is about a score or a strategy, line by line. */
#ifndef ZM_PROOF_CHECK_HEADER_H
#define ZM_PROOF_CHECK_HEADER_H

#include "games/game.h"

enum zm_header_field {
    ZM_HEADER_GAME,
    ZM_HEADER_RULES,
    ZM_HEADER_PLAY,
    ZM_HEADER_POSITION,
    ZM_HEADER_CLAIM,
    ZM_HEADER_ENTRIES,
    ZM_HEADER_CHECKSUM,
    ZM_HEADER_FIELDS,
};

enum { ZM_HEADER_LINES = ZM_HEADER_FIELDS + 2 }; /* with the first and the empty one */

/* Takes the header off a text, which is cut into lines. */
enum zm_status zm_header_take(char **text, char *fields[ZM_HEADER_FIELDS], struct zm_error *error);
/* What the header is about: sets the game (`own`, which may be NULL, when it has that name, else one
 * of the registry), its settings and the position. To be freed also after an error. */
struct zm_header_subject {
    const struct zm_game *game;
    struct zm_settings settings;
    struct zm_buffer position;
};
enum zm_status zm_header_subject_read(struct zm_header_subject *subject, const struct zm_game *own,
                                      char *const fields[ZM_HEADER_FIELDS], struct zm_error *error);
void zm_header_subject_free(struct zm_header_subject *subject);

/* A position of a game under rules, as a certificate holds it. */
struct zm_header_place {
    struct zm_instance *instance;
    struct zm_buffer *rules, *text, *position;
};
/* Opens the game by its own settings out of `settings`, the one named `off` (which may be NULL)
 * switched off, and sets the texts. What was made before an error is the caller's to free. */
enum zm_status zm_header_place_open(const struct zm_header_place *place, const struct zm_game *game,
                                    const struct zm_settings *settings, const char *off,
                                    struct zm_bytes position, struct zm_error *error);

/* Have the lines after the header the checksum that it names? */
enum zm_status zm_header_check(const char *lines, char *const fields[ZM_HEADER_FIELDS],
                               struct zm_error *error);
/* Does the claim of a text that begins as a certificate begin with these words? */
bool zm_header_claims(const char *text, const char *words);
/* Appends a header for these lines; `own` is the text of the position and `rules` that of the
 * game's settings. */
struct zm_header {
    const char *game, *rules, *position, *claim;
    bool misere;
    size_t entries;
};
void zm_header_print(const struct zm_header *header, struct zm_bytes lines, struct zm_buffer *text);

#endif
