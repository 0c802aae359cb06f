/* The interface of a game: its rules, and nothing else. A game is a constant struct of small
 * capability structs; the ones it does not have are NULL. Everything above (calculations, searches,
 * stores, proofs, front ends) works through this header only, and a game includes nothing above it.
 *
 * Positions, canonical components and moves are byte strings whose meaning only the game knows.
 * Functions write into buffers and lists, which remember when memory ran out; the caller checks
 * them. Every function gets the `state` that `open` made: the rules with their parameters fixed,
 * and any scratch memory. A state belongs to one thread; other threads open their own. */
#ifndef ZM_GAMES_GAME_H
#define ZM_GAMES_GAME_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/list.h"
#include "base/params.h"
#include "base/random.h"
#include "base/run.h"

enum zm_players {
    ZM_ONE_PLAYER,
    ZM_IMPARTIAL, /* two players with the same moves */
    ZM_PARTISAN,  /* two players, each with moves of its own */
};

/* Who moves in a partisan game; an impartial game ignores it. */
enum zm_side { ZM_LEFT = 0, ZM_RIGHT = 1 };

/* Seen by the player to move. */
enum zm_outcome { ZM_UNDECIDED = 0, ZM_WIN, ZM_LOSS, ZM_DRAW };

/* The game so far, owned by the caller, for rules that look back (ko, repetition): position i is
 * the one before move i, oldest first. */
struct zm_record {
    struct zm_list positions;
    struct zm_list moves;
};

/* How a position ends, when it does. Scores are in half points (komi), [0] of the player to move.
 */
struct zm_ending {
    bool over;
    enum zm_outcome outcome;
    bool scored;
    int32_t half_points[2];
    bool once_more_draws; /* the game goes on, but this position once more would be a draw */
};

/* The playing side: the board position, which keeps its identity from move to move. All games.
 */
struct zm_rules {
    /* Required. Sets `position` to what the text says. "" is bad input, unless `print` writes it.
     */
    enum zm_status (*parse)(void *state, const char *text, struct zm_buffer *position,
                            struct zm_error *error);
    /* Refuses a text that `parse` has read into `position` when somebody gives it as a problem and
     * nothing is left to find out there. NULL: whatever can be read is a problem. */
    enum zm_status (*problem)(void *state, const char *text, struct zm_bytes position,
                              struct zm_error *error);
    /* Required. Appends the text of a position, one line, which `parse` reads back as that
     * position. */
    void (*print)(void *state, struct zm_bytes position, struct zm_buffer *text);
    /* Required. Fills `moves`, which is empty, with the legal moves, passes included: none when
     * `ending` says that the game is over. `record` may be NULL (no history). */
    void (*moves)(void *state, struct zm_bytes position, const struct zm_record *record,
                  struct zm_list *moves);
    /* Appends one line that says which legal moves `moves` leaves out, when there are so many that
     * it does. NULL: it never does. */
    void (*unlisted)(void *state, struct zm_bytes position, struct zm_buffer *text);
    /* Adds the move of a name, if there is one, to an empty list: those that `moves` leaves out too,
     * because there are so many, or because they play like one that it lists. What it does not find
     * is looked for in the list. NULL: the list has them all. Ask through zm_find_move. */
    void (*find)(void *state, struct zm_bytes position, const char *name, struct zm_list *moves);
    /* Required. Appends the move as people type it: one word, unique among the moves of the
     * position. */
    void (*name)(void *state, struct zm_bytes position, struct zm_bytes move,
                 struct zm_buffer *text);
    /* Required. Sets `next` to the position after a legal move; `next` never aliases `position`. */
    void (*apply)(void *state, struct zm_bytes position, struct zm_bytes move,
                  struct zm_buffer *next);
    /* A position may stand for several, about which one claim is made (Sprouts on every torus):
     * adds them, and appends to `why` one line that says why no other need be looked at. NULL:
     * every position stands for itself, as does one for which nothing is added. */
    void (*cases)(void *state, struct zm_bytes position, struct zm_list *cases,
                  struct zm_buffer *why);
    /* Who moves (0 or 1). Required of partisan and scored games. NULL: the position does not say
     * (impartial games), or there is one player. A partisan position may leave it open (-1): its
     * moves are then Left's, and its outcome is a class (L, R, N, P). Ask through zm_turn_at. */
    int (*turn)(void *state, struct zm_bytes position);
    /* Fills `ending` by the rules of normal play. Required of scored games and of those that can
     * repeat. NULL: the game ends when nobody can move, and normal or misère play says who won;
     * so it does where this leaves a position without moves undecided. Ask through zm_ending_at. */
    void (*ending)(void *state, struct zm_bytes position, const struct zm_record *record,
                   struct zm_ending *ending);
    /* Required. Are these bytes, which may come from an edited file, built like a
     * position, so that all functions here can be called with them? Whether they say anything
     * possible need not be asked: their text is read back as well (zm_is_position). */
    bool (*sound)(void *state, struct zm_bytes bytes);
    /* Required. Sets `position` to a random one of about `size` (the game's own measure: 0 to 10
     * are small), for tests. It depends on the lots alone. */
    void (*random)(void *state, struct zm_random *random, unsigned size,
                   struct zm_buffer *position);
};

/* The options of a component: for each option, the components of the sum it leaves. */
struct zm_options {
    struct zm_list components; /* of all options, one after the other */
    uint32_t *ends;            /* where the components of each option end */
    size_t count, capacity;
};

void zm_options_free(struct zm_options *options);
/* Are the components of each option sorted, as zm_sums.options promises? */
bool zm_options_sorted(const struct zm_options *options);
void zm_options_clear(struct zm_options *options);
/* Ends an option whose components were added to `components`. */
void zm_options_close(struct zm_options *options);
/* Adds a sorted sum of components as an option, unless it is there already. */
void zm_options_add_new(struct zm_options *options, const struct zm_list *sum);
static inline uint32_t zm_options_begin(const struct zm_options *options, size_t index)
{
    return index == 0 ? 0 : options->ends[index - 1];
}

/* Who asks for a nimber. */
enum zm_asker { ZM_SEARCH, ZM_CHECKER };

/* How canonical components are. */
enum zm_forms {
    /* One form for each component up to isomorphism: the options of a component are, to the byte,
     * the splits of the positions after the moves of its text. */
    ZM_FORMS_CANONICAL,
    /* A component may have several forms: the options are those splits up to their worth. */
    ZM_FORMS_NEARLY,
    /* A component may stand for another that has the same reduced canonical tree, which outcomes
     * and nimbers need, and other options: whoever wants the whole tree refuses
     * (zm_expect_whole_trees). */
    ZM_FORMS_EQUIVALENT,
};

/* Games that split: the game describes one canonical component, what is above handles sums.
 * A component of a partisan game begins with a sign byte: 0 as it stands, 1 for its negative
 * (players exchanged); the rest of the bytes is the canonical form. */
struct zm_sums {
    /* Required. Adds the canonical components of a board position, sorted by zm_bytes_compare, to
     * an empty list. Ask through zm_split. */
    void (*split)(void *state, struct zm_bytes position, struct zm_list *components);
    /* Is a board position loony (Winning Ways, chapter 12)? Its player may choose who moves next in
     * whatever else there is, so he wins it beside every impartial game, in normal and in misère
     * play; it is no sum of components, and is never split. NULL: no position is. */
    bool (*loony)(void *state, struct zm_bytes position);
    /* Has a component loony moves, which leave a loony position to the opponent? They always lose,
     * and `options` leaves them out; but a player who has one can move. Required with `loony`. What
     * needs all moves as options refuses a game that has these (zm_expect_all_moves). */
    bool (*loony_moves)(void *state, struct zm_bytes component);
    /* Required. Sets the options of a canonical component: each a sorted sum of canonical
     * components, no two equal (zm_options_add_new), in the order in which a search should try
     * them. They are its moves, but for loony ones; different moves may make one option. */
    void (*options)(void *state, struct zm_bytes component, enum zm_side side,
                    struct zm_options *options);
    /* Calls `test` with the sorted components of one option after the other, in whatever order is
     * cheapest to make, repeated ones included, until it returns true; returns whether it did. A
     * search asks so before it wants the whole list. NULL: only the whole list can be had. */
    bool (*some_option)(void *state, struct zm_bytes component, enum zm_side side,
                        bool (*test)(void *context, const struct zm_bytes *components,
                                     size_t count),
                        void *context);
    /* Tells the nimber of a component in normal play at once, by a rule that is proved where it is
     * written, and from the component alone. A search asks about every component that it knows
     * nothing of (ZM_SEARCH): the answer may come from a table that was made by the rule, and may
     * be left out where asking costs more than it saves. The checker of a certificate
     * (ZM_CHECKER) gets what the rule itself says.
     * False: no rule applies. NULL: there is none. */
    bool (*known)(void *state, struct zm_bytes component, enum zm_asker asker, uint32_t *nimber);
    /* Adds components whose sum has the nimber of a component in normal play, and which cannot be
     * cracked themselves; as for `known`, by a rule that is proved where it is written and from the
     * component alone. False: there is no such rule for it. NULL: there is none at all. A
     * calculation of nimbers puts the sum in the place of the component (zm_nimber_options). */
    bool (*crack)(void *state, struct zm_bytes component, struct zm_list *sum);
    /* What the nimber of a component is at most, in normal play, told at little cost: the number of
     * its options, or the moves of the longest play. NULL: no bound is known. */
    uint32_t (*most)(void *state, struct zm_bytes component);
    /* Required. Appends a component in the public grammar: parse() and split() give it back alone.
     */
    void (*print)(void *state, struct zm_bytes component, struct zm_buffer *text);
    /* Required. Are these bytes built like a component? As `sound` of the rules. */
    bool (*sound)(void *state, struct zm_bytes bytes);
    /* How canonical the components of this state are. NULL: ZM_FORMS_CANONICAL. */
    enum zm_forms (*forms)(void *state);
    /* How hard a component looks; the hardest of a sum is left for last. NULL: its length. */
    uint32_t (*difficulty)(void *state, struct zm_bytes component);
    /* About how many moves a component has left, which a search by proof numbers can start new
     * nodes with (--leaf size). NULL: the game does not say. */
    uint32_t (*moves_left)(void *state, struct zm_bytes component);
};

/* What was measured to save work in a game that splits. No answer depends on it. */
struct zm_hints {
    /* Searches by proof numbers do better when they start new nodes with `moves_left` of the sums,
     * and do so unless they are asked not to (measured: Sprouts three times, Cram not). */
    bool moves_left_help;
    /* Components at most this difficult have game trees that take little to visit whole: misère
     * play replaces them by their reduced canonical trees. 0: it replaces none. */
    uint32_t easy;
    /* Normal play finds the nimbers of components at most this difficult (`difficulty` of the sums)
     * from their whole game trees, in searches long enough for that to pay. 0: of none. */
    uint32_t whole;
    /* Misère play tries to decide sums by a misère quotient of at most this many elements, where
     * that saves more than it costs. 0: it does not. */
    uint32_t quotient;
};

/* One turn of a scored game. What the opponent surely takes next (folded into the normal form) is
 * what is missing: available before = gain + sure for the opponent + available after. */
struct zm_turn {
    int32_t gain; /* points of the player who moves */
    bool again;   /* the same player moves again */
};

struct zm_turns {
    struct zm_list positions; /* normal forms after each turn */
    struct zm_turn *turns;
    size_t capacity;
};

void zm_turns_free(struct zm_turns *turns);
void zm_turns_clear(struct zm_turns *turns);
void zm_turns_add(struct zm_turns *turns, struct zm_turn turn, struct zm_bytes position);

/* Scored games, on whole positions (a turn may cross components). The points still on the board are
 * all taken by somebody: what one player gets, the other does not. Those that somebody has already
 * do not count here. */
struct zm_scores {
    /* Required. Sets `normal` to the normal form of a board position, and `sure` to the points
     * that the player to move and the other surely get on the way to it (forced captures folded
     * in). */
    void (*normalise)(void *state, struct zm_bytes position, struct zm_buffer *normal,
                      int32_t sure[2]);
    /* Required. Sets the turns of a normal form, in the order in which a search should try them. */
    void (*turns)(void *state, struct zm_bytes normal, struct zm_turns *turns);
    /* Required. The points still on the board. */
    int32_t (*available)(void *state, struct zm_bytes normal);
    /* Bounds on the points of the player to move; NULL: 0 and `available`. */
    void (*bounds)(void *state, struct zm_bytes normal, int32_t *lower, int32_t *upper);
    /* Required. Appends a normal form in the public grammar. */
    void (*print)(void *state, struct zm_bytes normal, struct zm_buffer *text);
    /* Required. Are these bytes built like a normal form? As `sound` of the rules. */
    bool (*sound)(void *state, struct zm_bytes bytes);
};

/* One-player games. */
struct zm_goals {
    bool maximise; /* true: as many points as possible; false: reach a position with worth > 0 */
    /* Required. The points of a position so far, or whether the goal is reached. */
    int64_t (*worth)(void *state, struct zm_bytes position);
    /* Says how the game stands, for people, in a few words: "3 pegs left". NULL: the worth is all
     * there is to say. */
    void (*describe)(void *state, struct zm_bytes position, struct zm_buffer *text);
    /* Sets `plain` to the one of all positions that differ from this in nothing but the order in
     * which their moves were made: they have one key in walks, and are counted as one. NULL: a
     * position does not tell how it came about. */
    void (*plain)(void *state, struct zm_bytes position, struct zm_buffer *plain);
};

/* Games that can repeat, for retrograde analysis: positions numbered 0 .. count-1. The positions of
 * one class under symmetry may share a number; `unrank` gives one of them. */
#define ZM_MOST_NUMBERED (UINT64_C(1) << 37)
struct zm_loops {
    /* How many numbers there are. Above ZM_MOST_NUMBERED (labels would take half a tebibyte) `rank`
     * and `unrank` need not answer. NULL: positions are not numbered, and there are no `rank` and
     * `unrank` either. */
    uint64_t (*count)(void *state);
    /* Required with `count`. The number of a position. */
    uint64_t (*rank)(void *state, struct zm_bytes position);
    /* Required with `count`. Sets `position`; false when no position has that number. */
    bool (*unrank)(void *state, uint64_t number, struct zm_buffer *position);
    /* Adds the positions from which a move leads here. NULL: found by playing all moves forward. */
    void (*predecessors)(void *state, struct zm_bytes position, struct zm_list *positions);
    /* Sets `least` to the representative of the position's class under symmetry. NULL: no symmetry.
     */
    void (*canonical)(void *state, struct zm_bytes position, struct zm_buffer *least);
    /* Is the position in the part of the game that can come back (all men placed, say)? NULL: every
     * one is. */
    bool (*lasting)(void *state, struct zm_bytes position);
};

/* Guesses (the evaluation function), for heuristic search: the larger, the better for the player to
 * move. */
struct zm_judgement {
    /* Required. */
    int32_t (*evaluate)(void *state, struct zm_bytes position);
    /* How promising a move looks; NULL: all alike. */
    int32_t (*promise)(void *state, struct zm_bytes position, struct zm_bytes move);
    /* What evaluate() counts for one point of a scored game; 0: it does not count points. */
    int32_t point;
};

/* Drawings. */
struct zm_picture {
    /* Required. For a terminal, several lines. */
    void (*text)(void *state, struct zm_bytes position, struct zm_buffer *out);
    /* A whole <svg> element with role="img" and an aria-label; what can be clicked carries
     * data-move="NAME": all legal moves, and nothing else. What moves lay, shift and take away has
     * class="piece": a front end marks the last move by what of it is new or gone. Points that
     * moves name carry data-at="POINT", so that a man can be taken up and set down. Free cells have
     * class="free", coordinates "label", lines of the board "line": these follow the colours of
     * the front end. NULL: there is none. */
    void (*svg)(void *state, struct zm_bytes position, struct zm_buffer *out);
    /* The same drawing in the layout of an earlier position of the game, so that what stays does
     * not move. NULL: what stays is drawn where it was in any case. */
    void (*svg_within)(void *state, struct zm_bytes earlier, struct zm_bytes position,
                       struct zm_buffer *out);
    /* Not every legal move can be clicked: there are too many, or they take more than one click. */
    bool partial;
};

struct zm_walk;

struct zm_game {
    /* Required, up to `canon_version`, but for `params`. */
    const char *name;      /* lower case, one word */
    const char *title;     /* for people */
    const char *summary;   /* one line */
    const char *start;     /* the usual start, as text; what a position left out means */
    const char *positions; /* how positions are written: one line each, with examples */
    enum zm_players players;
    const struct zm_param *params; /* the options of the game's own; NULL: it has none */
    unsigned canon_version;        /* raised when what stores hold changes its meaning */
    /* Makes the state from the settings of `params`. NULL: the game needs none. */
    enum zm_status (*open)(const struct zm_settings *settings, void **state,
                           struct zm_error *error);
    /* The same for games that are made while the program runs, one of many with these functions.
     * NULL: `open` does it. */
    enum zm_status (*open_made)(const struct zm_game *game, const struct zm_settings *settings,
                                void **state, struct zm_error *error);
    /* Required with `open_made`. The functions of such a game are somebody else's, and can fail. */
    /* ZM_BAD_INPUT when a play from the position comes back or goes on for ever: whatever is
     * computed about it would not end. Forgets what went wrong earlier. Stops with the run. */
    enum zm_status (*expect_end)(const struct zm_game *game, void *state, struct zm_bytes position,
                                 struct zm_run *run, struct zm_error *error);
    /* Has a function failed, or said something impossible? Sets `error` to the first that did, and
     * forgets it. */
    bool (*trouble)(const struct zm_game *game, struct zm_error *error);
    /* Required with `open`. Frees the state. */
    void (*close)(void *state);
    /* Lets the state look at a run where the options of one component take long, and break off when
     * it is to stop. The options are then incomplete, so the caller looks at the run before it uses
     * them. NULL: nothing takes long. */
    void (*heed)(void *state, struct zm_run *run);
    /* Required. */
    const struct zm_rules *rules;
    /* What the game can do besides; NULL: it cannot. */
    const struct zm_sums *sums;           /* it splits */
    const struct zm_hints *hints;         /* and what saves work then */
    const struct zm_scores *scores;       /* it has points */
    const struct zm_goals *goals;         /* required of games for one player */
    const struct zm_loops *loops;         /* it can repeat */
    const struct zm_judgement *judgement; /* positions can be guessed at */
    const struct zm_walk *walk;           /* games/walk.h */
    const struct zm_picture *picture;
};

/* games/registry.c */
enum { ZM_GAMES_ADDED = 16 };            /* how many games can be added */
extern const struct zm_game *zm_games[]; /* NULL at the end */
/* Adds a game, which stays; false: there is no room. For a program, before its first thread (--plugin
 * of ours); the library itself keeps no such state, and hands a game of its user's from call to
 * call. */
bool zm_games_add(const struct zm_game *game);
const struct zm_game *zm_game_find(const char *name, struct zm_error *error);

/* A game with its parameters fixed: what a thread works with. */
struct zm_instance {
    const struct zm_game *game;
    void *state;
};
enum zm_status zm_instance_open(struct zm_instance *instance, const struct zm_game *game,
                                const struct zm_settings *settings, struct zm_error *error);
/* What became of something that was done with a game: its own trouble comes before all else. */
enum zm_status zm_game_status(const struct zm_game *game, enum zm_status status,
                              struct zm_error *error);
void zm_instance_close(struct zm_instance *instance);
/* Are these bytes built like a position (zm_rules.sound)? What every function of a game may take
 * for granted of a position; a buffer that memory failed is none, and must not get so far. */
static inline bool zm_sound_at(const struct zm_instance *instance, struct zm_bytes position)
{
    return instance->game->rules->sound(instance->state, position);
}
/* Reads a position; NULL, one that was left out, is the usual start. */
enum zm_status zm_parse_position(const struct zm_instance *instance, const char *text,
                                 struct zm_buffer *position, struct zm_error *error);

/* The error of an empty text, for games whose grammar could take it for a position. */
enum zm_status zm_fail_empty(const char *game, struct zm_error *error);

/* Are bytes from outside (a store, a key typed by hand) what the game makes of some position: a
 * drawn one, one of its components, a normal form? They are built like it, and their text reads
 * back. What is not must not be given to any other function of the game. */
bool zm_is_position(const struct zm_instance *instance, struct zm_bytes bytes);
bool zm_is_component(const struct zm_instance *instance, struct zm_bytes bytes);
bool zm_is_normal_form(const struct zm_instance *instance, struct zm_bytes bytes);

/* Adds the components of a board position to an empty list. False: it is loony; there are none. */
bool zm_split(const struct zm_instance *instance, struct zm_bytes position,
              struct zm_list *components);
/* Has a component moves that are not among its options? */
static inline bool zm_has_loony_moves(const struct zm_instance *instance, struct zm_bytes component)
{
    const struct zm_sums *sums = instance->game->sums;
    return sums->loony_moves != NULL && sums->loony_moves(instance->state, component);
}
/* ZM_BAD_INPUT for a game that leaves moves out of the options; `what` needs them all. */
enum zm_status zm_expect_all_moves(const struct zm_game *game, const char *what,
                                   struct zm_error *error);

/* ZM_BAD_INPUT for a game whose components do not keep their canonical trees. */
enum zm_status zm_expect_whole_trees(const struct zm_instance *instance, struct zm_error *error);

/* What saves work in a game; nothing does where it does not say. */
static inline struct zm_hints zm_hints_of(const struct zm_game *game)
{
    return game->hints == NULL ? (struct zm_hints){0} : *game->hints;
}

/* The half of zm_is_component that costs little: enough for the other functions to be called. */
static inline bool zm_is_sound_component(const struct zm_instance *instance, struct zm_bytes bytes)
{
    const struct zm_sums *sums = instance->game->sums;
    return sums->sound(instance->state, bytes);
}

/* For `forms` of games whose forms are nearly canonical whatever the parameters are. */
enum zm_forms zm_nearly_canonical(void *state);
/* How canonical the components of a game that splits are, with these parameters. */
static inline enum zm_forms zm_forms_of(const struct zm_instance *instance)
{
    const struct zm_sums *sums = instance->game->sums;
    return sums->forms == NULL ? ZM_FORMS_CANONICAL : sums->forms(instance->state);
}

/* Does a game that can repeat number its positions, with these parameters? */
static inline bool zm_positions_are_numbered(const struct zm_instance *instance)
{
    const struct zm_loops *loops = instance->game->loops;
    return loops != NULL && loops->count != NULL &&
           loops->count(instance->state) <= ZM_MOST_NUMBERED;
}

/* Does a rule of the game tell the nimber of a component (normal play)? */
static inline bool zm_known_by_rule(const struct zm_instance *instance, struct zm_bytes component,
                                    uint32_t *nimber)
{
    const struct zm_sums *sums = instance->game->sums;
    return sums->known != NULL && sums->known(instance->state, component, ZM_CHECKER, nimber);
}

/* Is the nimber of a component surely less than this? */
static inline bool zm_nimber_exceeds(const struct zm_instance *instance, struct zm_bytes component,
                                     uint32_t nimber)
{
    const struct zm_sums *sums = instance->game->sums;
    return nimber > 0 && sums->most != NULL && nimber > sums->most(instance->state, component);
}

/* The options of a component of an impartial game for whoever deals in nimbers alone: components
 * that can be cracked are. */
void zm_nimber_options(const struct zm_instance *instance, struct zm_bytes component,
                       struct zm_options *options);
/* The same for a sum of components, sorted again when it changes. */
void zm_nimber_sum(const struct zm_instance *instance, struct zm_list *sum);

/* How the game stands at a position: over or not, and for whom, by the rules and the play. In
 * misère play who would have won has lost; draws and points stay what they are. A player alone wins
 * when the goal is reached, and loses when there are no moves before it is. */
void zm_ending_at(const struct zm_instance *instance, struct zm_bytes position,
                  const struct zm_record *record, bool misere, struct zm_ending *ending);
/* The same for a caller that knows how many legal moves there are; ZM_MOVES_UNSEEN when it has not
 * looked: the game then counts as going on unless its own rules end it. */
enum { ZM_MOVES_UNSEEN = 1 };
void zm_ending_with_moves(const struct zm_instance *instance, struct zm_bytes position,
                          const struct zm_record *record, bool misere, size_t moves,
                          struct zm_ending *ending);

/* Who moves, as the position itself says: 0 or 1, or -1 when it leaves it open. */
int zm_turn_said(const struct zm_instance *instance, struct zm_bytes position);
/* Who moves (0 or 1): where the position does not say, the players take turns from 0 on; `record`
 * may be NULL (nothing was played). */
int zm_turn_at(const struct zm_instance *instance, struct zm_bytes position,
               const struct zm_record *record);
/* Does the player who moved from `before` to `after` move once more? */
bool zm_moves_again(const struct zm_instance *instance, struct zm_bytes before,
                    struct zm_bytes after);

/* The points still on the board in a board position of a scored game. */
int64_t zm_points_left(const struct zm_instance *instance, struct zm_bytes position);
/* By how many half points the player to move is ahead there in what is taken already. */
int64_t zm_points_ahead(const struct zm_instance *instance, struct zm_bytes position);

/* The move of a position with this name, appended to `move`; the error lists what could be meant.
 */
enum zm_status zm_find_move(const struct zm_instance *instance, struct zm_bytes position,
                            const struct zm_record *record, const char *name,
                            struct zm_buffer *move, struct zm_error *error);

#endif
