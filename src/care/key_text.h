/* The keys of a store in the public grammar of its game. */
#ifndef ZM_CARE_KEY_TEXT_H
#define ZM_CARE_KEY_TEXT_H

#include "games/game.h"
#include "store/text.h"

/* What a key of a store is: zm_calculation.keys. */
enum zm_key_sort {
    ZM_KEY_OTHER,     /* this program does not know it */
    ZM_KEY_COMPONENT, /* one component */
    ZM_KEY_SUM,       /* components and reduced trees (solve/misere_node.h); trees */
    ZM_KEY_NODE,      /* whether a draw wins, and a board position (solve/outcome.c) */
    ZM_KEY_POSITION,  /* a board position */
    ZM_KEY_NORMAL,    /* a normal form of a scored game */
    ZM_KEY_STRONG,    /* a position or a tree of a strong solution (solve/strong_store.c) */
};

struct zm_key_owner {
    struct zm_instance game;
    enum zm_key_sort sort;
    bool foreign; /* another version of the canonical form: nothing can be said of the bytes */
    struct zm_list components;
    struct zm_buffer position, text;
    struct zm_key_text keys; /* what store/text.h asks for */
};

/* Opens the game of a header with its rules. A game or keys that this program cannot write as text
 * still give an owner: the keys are then written as bytes. It knows the keys that are positions,
 * components, ... of the game as the header says, and all where it cannot tell. */
enum zm_status zm_key_owner_open(const struct zm_store_header *header, struct zm_key_owner *owner,
                                 struct zm_error *error);
void zm_key_owner_close(struct zm_key_owner *owner);
/* ZM_OK when the owner of an open store on disk knows all its keys; else `error` names one. What is
 * no position of the game must not come near its rules. */
enum zm_status zm_store_keys_known(struct zm_store *store, struct zm_run *run,
                                   struct zm_error *error);

/* Declares a game's parameters and sets them as the header's rules say. */
enum zm_status zm_header_settings(const struct zm_store_header *header,
                                  const struct zm_param *params, struct zm_settings *settings,
                                  struct zm_error *error);

#endif
