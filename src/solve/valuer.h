/* Values of positions of games that split: the value of a component is made of the values of its
 * options, each a sum of components, and every component is valued once. Impartial components get
 * their nimber by mex, which is the same thing sooner. */
#ifndef ZM_SOLVE_VALUER_H
#define ZM_SOLVE_VALUER_H

#include "games/game.h"
#include "theory/value.h"

struct zm_valuer;

/* Does the game split, so that its positions have values? */
enum zm_status zm_valuer_suits(const struct zm_game *game, bool misere, struct zm_error *error);
/* `game` and `universe` belong to the caller and outlive the valuer. `run` may be NULL. */
enum zm_status zm_valuer_open(struct zm_valuer **valuer, struct zm_universe *universe,
                              const struct zm_instance *game, struct zm_run *run,
                              struct zm_error *error);
void zm_valuer_close(struct zm_valuer *valuer);
/* The value of a board position. */
enum zm_status zm_valuer_position(struct zm_valuer *valuer, struct zm_bytes position,
                                  zm_conway *value, struct zm_error *error);
/* The value of a canonical component, with its sign byte in a partisan game. After a failure, which
 * the universe remembers, 0. */
zm_conway zm_valuer_component(struct zm_valuer *valuer, struct zm_bytes component);

#endif
