/* Tapatan and its relatives: three in a row with men that are placed, then slide. The rules are
 * parameters (board, men, ban on the centre, flying, jumps, what a blocked player does,
 * repetition), and the games of this kind that have a name are presets of them (variants.c). */
#ifndef ZM_GAMES_TAPATAN_TAPATAN_H
#define ZM_GAMES_TAPATAN_TAPATAN_H

#include "games/game.h"
#include "games/shared/merels/men.h"

extern const struct zm_game zm_tapatan;

/* A game of the family that has a name. */
struct zm_tapatan_variant {
    const char *name;
    const char *board;
    unsigned men, ban;
    bool sliding, jumping;
    enum zm_merels_flying flying;
    enum zm_merels_blocked blocked;
    const char *setup[2]; /* men at the start, or NULL */
    const char *source;
};

extern const struct zm_tapatan_variant zm_tapatan_variants[]; /* a NULL name at the end */
extern const struct zm_param zm_tapatan_params[];

/* Makes the rules that the settings ask for: a variant, then what was given besides. */
enum zm_status zm_tapatan_rules(const struct zm_settings *settings, struct zm_merels_rules *rules,
                                struct zm_error *error);

/* The rules of an opened state: for studies of the game that go beyond games/game.h. */
const struct zm_merels_rules *zm_tapatan_state_rules(const void *state);
/* The configuration with this number, possible or not, as zm_tapatan.loops numbers them. */
struct zm_merels_position zm_tapatan_configuration(const void *state, uint64_t number);

#endif
