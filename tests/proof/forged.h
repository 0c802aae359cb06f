/* A certificate as a forger sees it: fields and lines of text, which can be changed at will and are
 * put together again with the count and the checksum that belong to them. */
#ifndef ZM_TESTS_PROOF_FORGED_H
#define ZM_TESTS_PROOF_FORGED_H

#include "base/list.h"
#include "base/random.h"

enum field { GAME, RULES, PLAY, TREES, POSITION, CLAIM, BECAUSE, FIELDS };

struct forged {
    struct zm_buffer fields[FIELDS];
    bool present[FIELDS];
    struct zm_list lines;
};

void forged_free(struct forged *forged);
/* Takes a certificate apart; false: it is none. */
bool forged_read(struct forged *forged, const char *text);
void forged_copy(struct forged *to, const struct forged *from);
void forged_print(const struct forged *forged, struct zm_buffer *text);
void forged_set(struct forged *forged, enum field field, const char *text);
const char *forged_get(const struct forged *forged, enum field field);
/* Replaces a line (`index`), adds one (SIZE_MAX), or takes it out (`text` NULL). */
void forged_line(struct forged *forged, size_t index, const char *text);
/* Do entries end in a number? In misère play they do not. */
bool forged_has_values(const struct forged *forged);

#endif
