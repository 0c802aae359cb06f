/* One question and its answer: a game, a position, options; what every front end calls. It wires
 * the four axes together (game, calculation, search, player), with the store and the limits. */
#ifndef ZM_API_QUESTION_H
#define ZM_API_QUESTION_H

#include "engines/engine.h"
#include "search/search.h"

/* An option as given: a name without dashes, and its text. */
struct zm_option {
    const char *name, *text;
};

/* The options that every question takes, whatever the game. */
extern const struct zm_param zm_question_params[];

struct zm_store_header; /* store/lmdb.h */

struct zm_question {
    const struct zm_game *game;
    const struct zm_calculation *calculation; /* NULL: nothing is computed for the game yet */
    const struct zm_search *search;
    const struct zm_player *player; /* NULL: the front end has no --player, and asks for no moves */
    struct zm_settings settings;
    bool misere;
    bool ends;       /* zm_question_expect_end has looked */
    bool by_cluster; /* other machines search (api/cluster.h) */
    struct zm_instance instance;
    struct zm_buffer position; /* the board position */
    struct zm_store *store;    /* opened by zm_question_run, closed with the question */
    /* A calculation that walks by itself stays open from one answer to the next, with its tables;
     * `opened_for` is the run that it was opened for. */
    void *opened;
    struct zm_run *opened_for;
};

/* Makes the question; `extra` (may be NULL) are parameters that the front end adds. On an error
 * nothing is left to close. */
enum zm_status zm_question_open(struct zm_question *question, const char *game,
                                const char *position, const struct zm_option *options, size_t count,
                                const struct zm_param *extra, struct zm_error *error);
/* The same with options that the user of this machine gave, which may name files
 * (zm_settings_set_local). */
enum zm_status zm_question_open_local(struct zm_question *question, const char *game,
                                      const char *position, const struct zm_option *options,
                                      size_t count, const struct zm_param *extra,
                                      struct zm_error *error);
/* The same for a question that a cluster answers: its search hands out jobs. */
enum zm_status zm_question_open_cluster(struct zm_question *question, const char *game,
                                        const char *position, const struct zm_option *options,
                                        size_t count, const struct zm_param *extra,
                                        struct zm_error *error);
/* The same about a game that need not be in the registry, and outlives the question. */
enum zm_status zm_question_open_game(struct zm_question *question, const struct zm_game *game,
                                     const char *position, const struct zm_option *options,
                                     size_t count, const struct zm_param *extra,
                                     struct zm_error *error);
/* The same with options that somebody else sent, which name no files. */
enum zm_status zm_question_open_from_afar(struct zm_question *question, const struct zm_game *game,
                                          const char *position, const struct zm_option *options,
                                          size_t count, const struct zm_param *extra,
                                          struct zm_error *error);
void zm_question_close(struct zm_question *question);
/* Refuses a position that stands for several (zm_rules.cases): it can be solved, not played. */
enum zm_status zm_question_expect_one(const struct zm_question *question, struct zm_error *error);
/* Refuses a text, which the question was opened with (NULL: the usual start), that is no problem
 * (zm_rules.problem). For front ends to which people give problems: what is read back from records
 * and games being played is not asked. */
enum zm_status zm_question_expect_problem(const struct zm_question *question, const char *text,
                                          struct zm_error *error);
/* Refuses a calculation by which moves cannot be compared (zm_calculation.rest_only). */
enum zm_status zm_question_expect_moves(const struct zm_question *question, struct zm_error *error);
/* Refuses a game that somebody else made when its plays do not end (zm_game.expect_end). Answers
 * and players ask for it by themselves; the first time decides for the question. */
enum zm_status zm_question_expect_end(struct zm_question *question, struct zm_bytes position,
                                      struct zm_run *run, struct zm_error *error);
/* Sets the limits of a run from the question's settings, and gives it a store. */
enum zm_status zm_question_run(struct zm_question *question, struct zm_run *run,
                               struct zm_error *error);
/* What a store for the results of this question says about itself. */
enum zm_status zm_question_header(const struct zm_question *question,
                                  struct zm_store_header *header, struct zm_error *error);
/* What the store knows of a position at once, without a line; false: nothing. The answer is to be
 * freed when it is true. */
bool zm_question_recall(struct zm_question *question, struct zm_bytes position, struct zm_run *run,
                        struct zm_answer *answer);
/* Answers for a board position of the question's game, by the calculation and the search chosen. */
enum zm_status zm_question_answer(struct zm_question *question, struct zm_bytes position,
                                  struct zm_run *run, struct zm_answer *answer,
                                  struct zm_error *error);
/* The same by another calculation of the game, which is opened for this answer alone. It must ask
 * of the question's search what the question's own does: verdicts, or labels. */
enum zm_status zm_question_answer_by(struct zm_question *question,
                                     const struct zm_calculation *calculation,
                                     struct zm_bytes position, struct zm_run *run,
                                     struct zm_answer *answer, struct zm_error *error);
/* The name of an answer's kind, and its result as one word: "win", "4". */
const char *zm_answer_kind_name(enum zm_answer_kind kind);
void zm_answer_print(const struct zm_answer *answer, struct zm_buffer *text);

#endif
