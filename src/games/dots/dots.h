/* Dots-and-boxes, and Nimstring on the same boards. */
#ifndef ZM_GAMES_DOTS_DOTS_H
#define ZM_GAMES_DOTS_DOTS_H

#include "games/dots/normal.h"
#include "games/game.h"

extern const struct zm_game zm_dots;
extern const struct zm_game zm_nimstring;

/* The state of an instance: its parameters. */
struct zm_dots_state {
    struct zm_dots_normal_rules normal;
    bool theorem13;
};

/* The rules and parameters, which Nimstring shares (dots.c). */
enum zm_status zm_dots_parse(void *state, const char *text, struct zm_buffer *bytes,
                             struct zm_error *error);
void zm_dots_print(void *state, struct zm_bytes bytes, struct zm_buffer *text);
void zm_dots_moves(void *state, struct zm_bytes bytes, const struct zm_record *record,
                   struct zm_list *list);
void zm_dots_name(void *state, struct zm_bytes bytes, struct zm_bytes move, struct zm_buffer *text);
void zm_dots_apply(void *state, struct zm_bytes bytes, struct zm_bytes move,
                   struct zm_buffer *next);
bool zm_dots_sound(void *state, struct zm_bytes bytes);
int zm_dots_turn(void *state, struct zm_bytes bytes);
void zm_dots_random(void *state, struct zm_random *random, unsigned size, struct zm_buffer *bytes);
extern const struct zm_param zm_dots_params[];
enum zm_status zm_dots_open(const struct zm_settings *settings, void **state,
                            struct zm_error *error);
void zm_dots_close(void *state);
extern const struct zm_rules zm_dots_rules;
extern const struct zm_scores zm_dots_scores;
extern const struct zm_judgement zm_dots_judgement;
extern const struct zm_picture zm_dots_picture;

#endif
