/* The keys of a store in the public grammar of its game. */
#ifndef ZM_API_KEY_TEXT_H
#define ZM_API_KEY_TEXT_H

#include "games/game.h"
#include "store/text.h"

struct zm_key_owner {
    struct zm_instance game;
    bool sums; /* keys are whole sums, not single components */
    struct zm_list components;
    struct zm_buffer position, text;
    struct zm_key_text keys; /* what store/text.h asks for */
};

/* Opens the game of a header with its rules. A game or keys that this program cannot write as text
 * still give an owner: the keys are then written as bytes. */
enum zm_status zm_key_owner_open(const struct zm_store_header *header, struct zm_key_owner *owner,
                                 struct zm_error *error);
void zm_key_owner_close(struct zm_key_owner *owner);

/* Declares a game's parameters and sets them as the header's rules say. */
enum zm_status zm_header_settings(const struct zm_store_header *header,
                                  const struct zm_param *params, struct zm_settings *settings,
                                  struct zm_error *error);

#endif
