/* Parameters: one declarative table per game, calculation, search and command, the only source of
 * command-line options, help, completion, the JSON API and the header of a store. `struct
 * zm_settings` holds the values of the tables that one run uses. */
#ifndef ZM_BASE_PARAMS_H
#define ZM_BASE_PARAMS_H

#include "base/buffer.h"
#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum zm_param_kind {
    ZM_PARAM_FLAG,    /* given or not; no value */
    ZM_PARAM_INTEGER, /* min .. max */
    ZM_PARAM_CHOICE,  /* one of the words of `choices` */
    ZM_PARAM_TEXT,    /* anything */
    ZM_PARAM_FILE,    /* a path or a program: only the user of this machine may set it */
    ZM_PARAM_SIZE,    /* bytes, with an optional K, M or G */
    ZM_PARAM_SECONDS, /* a positive decimal number */
};

struct zm_param {
    const char *name; /* lower case, as on the command line without the dashes; NULL ends a table */
    enum zm_param_kind kind;
    const char *value;    /* the default, as text; NULL when there is none */
    const char *choices;  /* the words of a choice, separated by '|' */
    const char *examples; /* of a text: values that tests try, separated by '|'; may be NULL */
    int64_t min, max;     /* the range of an integer */
    const char *hint;     /* what stands for the value in help: "N", "FILE" */
    const char *help;     /* one line */
    /* Changes nothing in what is found (how what people type is read; which option is tried first):
     * stores and certificates do not name it. */
    bool unrecorded;
};

/* The parameter of all that draws lots: the same seed gives the same run. */
#define ZM_SEED_PARAM                                                                              \
    {                                                                                              \
        .name = "seed", .kind = ZM_PARAM_INTEGER, .value = "1913", .min = 0, .max = INT64_MAX,     \
        .hint = "N", .help = "seed of everything random",                                          \
    }

struct zm_setting {
    const struct zm_param *param;
    char *text; /* NULL: no value */
    int64_t number;
    double seconds;
    bool given;
};

struct zm_settings {
    struct zm_setting *items;
    size_t count, capacity;
};

void zm_settings_free(struct zm_settings *settings);
/* Adds the parameters of `table` (which may be NULL) with their defaults. */
enum zm_status zm_settings_declare(struct zm_settings *settings, const struct zm_param *table,
                                   struct zm_error *error);
/* Sets a parameter from text; an unknown name or a bad value is an error that says what is
 * expected. Whoever sends a request, a certificate, a store or a job opens no file here: a
 * parameter that names one is refused. */
enum zm_status zm_settings_set(struct zm_settings *settings, const char *name, const char *text,
                               struct zm_error *error);
/* The same for what the user of this machine says, who may name files. */
enum zm_status zm_settings_set_local(struct zm_settings *settings, const char *name,
                                     const char *text, struct zm_error *error);
const struct zm_setting *zm_settings_find(const struct zm_settings *settings, const char *name);

/* Values of declared parameters: asking for one that no table declares gives NULL, 0 or false. */
const char *zm_settings_text(const struct zm_settings *settings, const char *name);
int64_t zm_settings_integer(const struct zm_settings *settings, const char *name);
double zm_settings_seconds(const struct zm_settings *settings, const char *name);
bool zm_settings_flag(const struct zm_settings *settings, const char *name);
bool zm_settings_given(const struct zm_settings *settings, const char *name);
/* Is the choice `name` set to `word`? */
bool zm_settings_is(const struct zm_settings *settings, const char *name, const char *word);

/* Rules as text: "name=value name=value", a flag by its name alone. What would break the words
 * apart (blanks, '%') is written as %20 and the like. Appends the values of a table's parameters,
 * but for the unrecorded ones. */
void zm_settings_print_recorded(const struct zm_settings *settings, const struct zm_param *table,
                                struct zm_buffer *text);
/* Takes the next rule off such a text, which is cut into pieces; false: there is none. */
bool zm_recorded_next(char **text, const char **name, const char **value);
/* Sets all that such a text says. */
enum zm_status zm_settings_set_recorded(struct zm_settings *settings, const char *text,
                                        struct zm_error *error);

/* Among `count` names, the one nearest to `word` when it is near enough to be a slip, else NULL. */
const char *zm_nearest_name(const char *word, const char *const *names, size_t count);
/* Is `word` one of the words of "a|b|c"? */
bool zm_word_in(const char *words, const char *word);

#endif
