/* What the files of games/check share: the position that is looked at, and how to say that a
 * promise is broken. A promise is a function that is called with one position after the other. */
#ifndef ZM_GAMES_CHECK_INSIDE_H
#define ZM_GAMES_CHECK_INSIDE_H

#include "base/table.h"
#include "games/check.h"

struct zm_checking;

struct zm_promise {
    const char *name, *summary;
    bool (*applies)(const struct zm_game *game); /* NULL: to every game */
    void (*look)(struct zm_checking *checking);
    bool once; /* concerns no position: looked at one time */
};

struct zm_checking {
    const struct zm_check *check;
    const struct zm_promise *promise;
    struct zm_instance game;
    struct zm_instance
        other;               /* a second state, for promises that need one; opened when asked for */
    struct zm_random random; /* of this round */
    unsigned round;
    struct zm_buffer position;
    struct zm_record record;  /* how it was reached from a random position, perhaps in no move */
    struct zm_table worth[2]; /* what naive play remembers: of positions, of components or sums */
    unsigned budget;          /* nodes that naive play may still visit for this position */
    struct zm_check_counts counts;
    enum zm_status status; /* ZM_OK until something is wrong */
    struct zm_error *error;
};

/* Counts a comparison; where it does not hold, the promise is broken, and the first time the error
 * says so. Returns whether it holds. */
bool zm_check_that(struct zm_checking *checking, bool holds, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Remembers that memory ran out, which breaks no promise; returns whether it did. */
bool zm_check_memory(struct zm_checking *checking, bool failed);
/* Is all well so far? */
static inline bool zm_check_well(const struct zm_checking *checking)
{
    return checking->status == ZM_OK;
}

static inline struct zm_bytes zm_check_position(const struct zm_checking *checking)
{
    return zm_buffer_bytes(&checking->position);
}

/* What is left in a buffer by somebody else: whoever sets it must not mind. */
void zm_check_soil(struct zm_buffer *buffer);
/* The text that `print` writes, which replaces that of the buffer. */
const char *zm_check_print(struct zm_checking *checking,
                           void (*print)(void *state, struct zm_bytes bytes,
                                         struct zm_buffer *text),
                           struct zm_bytes bytes, struct zm_buffer *text);
/* Sets `moves` to the legal moves of a position, and counts them. */
void zm_check_moves(struct zm_checking *checking, struct zm_bytes position, struct zm_list *moves);
/* zm_split() of a game whose promises are not sure yet, which zm_split() takes for granted. */
bool zm_check_ask_split(const struct zm_instance *game, struct zm_bytes position,
                        struct zm_list *components);
/* Sets `components` to the components of a position, and counts them; false when it is loony. */
bool zm_check_split(struct zm_checking *checking, struct zm_bytes position,
                    struct zm_list *components);
/* Whose moves `moves` lists: Left's where the position leaves it open, or does not say. */
enum zm_side zm_check_side(struct zm_checking *checking, struct zm_bytes position);
/* Opens the second state, anew where `again` says so. */
bool zm_check_open_other(struct zm_checking *checking, bool again);

/* sums.c: sums of components as one byte string each, so that sets of sums can be compared. */
void zm_check_add_sum(const struct zm_list *components, size_t begin, size_t end,
                      struct zm_list *sums);
/* Appends the texts of the components of such a byte string, joined by " + ". */
void zm_check_print_sum(struct zm_checking *checking, struct zm_bytes sum, struct zm_buffer *text);

/* naive.c: what plain play comes to, by the rules alone or by the components alone. False: it takes
 * more than the budget. */
bool zm_naive_nimber(struct zm_checking *checking, struct zm_bytes position, uint32_t *nimber);
bool zm_naive_component(struct zm_checking *checking, struct zm_bytes component, uint32_t *nimber);
bool zm_naive_sum(struct zm_checking *checking, const struct zm_list *sum, uint32_t *nimber);
bool zm_naive_wins(struct zm_checking *checking, struct zm_bytes position, bool *wins);
bool zm_naive_sum_wins(struct zm_checking *checking, const struct zm_list *sum, enum zm_side side,
                       bool *wins);

/* everything.c: calls every function of the game that can be called with a position, a component or
 * a normal form, and appends to `out` one line for each answer, which begins with the function's
 * name. */
void zm_check_use_position(const struct zm_instance *game, struct zm_bytes position,
                           struct zm_list *out);
/* Pictures of some games take a hundred times as long as all else, and guesses take long where
 * positions are large: they are asked for by themselves. */
void zm_check_use_pictures(const struct zm_instance *game, struct zm_bytes position,
                           struct zm_list *out);
void zm_check_use_judgement(const struct zm_instance *game, struct zm_bytes position,
                            struct zm_list *out);
void zm_check_use_component(const struct zm_instance *game, struct zm_bytes component,
                            struct zm_list *out);
void zm_check_use_normal(const struct zm_instance *game, struct zm_bytes normal,
                         struct zm_list *out);

/* xml.c: is this one whole well-formed XML element? If not, `why` says what is wrong. Calls
 * `attribute` with every attribute, its value with the references resolved. */
bool zm_is_xml(const char *text,
               void (*attribute)(void *context, const char *name, const char *value), void *context,
               const char **why);

/* The promises, each in the file that is named after what it is about. */
extern const struct zm_promise zm_promise_form;       /* form.c */
extern const struct zm_promise zm_promise_texts;      /* texts.c */
extern const struct zm_promise zm_promise_refusals;   /* texts.c */
extern const struct zm_promise zm_promise_random;     /* texts.c */
extern const struct zm_promise zm_promise_cases;      /* texts.c */
extern const struct zm_promise zm_promise_moves;      /* moves.c */
extern const struct zm_promise zm_promise_apply;      /* moves.c */
extern const struct zm_promise zm_promise_turn;       /* endings.c */
extern const struct zm_promise zm_promise_ending;     /* endings.c */
extern const struct zm_promise zm_promise_components; /* sums.c */
extern const struct zm_promise zm_promise_options;    /* sums.c */
extern const struct zm_promise zm_promise_signs;      /* signs.c */
extern const struct zm_promise zm_promise_nimbers;    /* nimbers.c */
extern const struct zm_promise zm_promise_sums;       /* nimbers.c */
extern const struct zm_promise zm_promise_scores;     /* scores.c */
extern const struct zm_promise zm_promise_goals;      /* goals.c */
extern const struct zm_promise zm_promise_walk;       /* walks.c */
extern const struct zm_promise zm_promise_numbers;    /* numbers.c */
extern const struct zm_promise zm_promise_pictures;   /* pictures.c */
extern const struct zm_promise zm_promise_states;     /* states.c */
extern const struct zm_promise zm_promise_heed;       /* states.c */
extern const struct zm_promise zm_promise_bytes;      /* bytes.c */

#endif
