/* A player at the table of a question: chosen by --player, seated with the question as its solver,
 * and made weaker by --level. What `play`, `analyse`, hints and the page ask for moves. */
#ifndef ZM_API_THINKER_H
#define ZM_API_THINKER_H

#include "api/question.h"
#include "think/clock.h"
#include "think/level.h"

/* The parameters of a front end that asks for moves: these rows in its own table. */
/* clang-format off */
#define ZM_PLAYER_PARAM \
    {.name = "player", .kind = ZM_PARAM_TEXT, .value = "auto", .hint = "NAME", \
     .help = "who chooses moves; 'zermelo help GAME' lists who can"}
#define ZM_LEVEL_PARAM \
    {.name = "level", .kind = ZM_PARAM_TEXT, .value = "perfect", .hint = "LEVEL", \
     .help = "how strong to play: 1 to 10, or easy, fair, strong, perfect"}
/* clang-format on */

struct zm_thinker {
    struct zm_question *question;
    void *state;     /* of question->player */
    unsigned level;  /* of the settings; ZM_LEVEL_MOST without */
    uint64_t played; /* moves before the position that was set */
    struct zm_solver solver;
    struct zm_seat seat;
    /* Of the answers: the calculation keeps its tables for one run. */
    struct zm_run run;
};

/* Seats the question's player. `run` has the limits and the store of the question
 * (zm_question_run); it and the question outlive the thinker, which stays where it is. */
enum zm_status zm_thinker_open(struct zm_thinker *thinker, struct zm_question *question,
                               struct zm_run *run, struct zm_error *error);
void zm_thinker_close(struct zm_thinker *thinker);
/* The position on the board and how it came about; both stay as they are until the next call. */
enum zm_status zm_thinker_set(struct zm_thinker *thinker, struct zm_bytes position,
                              const struct zm_record *record, struct zm_error *error);
/* Thinks as a level does (zm_player.think); the first line is what it plays. */
enum zm_status zm_thinker_think(struct zm_thinker *thinker, unsigned level,
                                const struct zm_pace *pace, struct zm_run *run, zm_tell *tell,
                                void *context, struct zm_thought *thought, struct zm_error *error);
/* Answers exactly within the limits of the run; not known then: answer->known is false. */
enum zm_status zm_thinker_answer(struct zm_thinker *thinker, struct zm_bytes position,
                                 struct zm_run *run, struct zm_answer *answer,
                                 struct zm_error *error);

/* Calls `visit` with the names of the moves of a line, one after the other. */
enum zm_status zm_line_names(const struct zm_instance *instance, struct zm_bytes position,
                             const struct zm_line *line,
                             void (*visit)(void *context, const char *name), void *context,
                             struct zm_error *error);

#endif
