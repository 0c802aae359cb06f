/* Reading and evaluating expressions by recursive descent; see expression.h for the grammar. The
 * first error wins: after it every function returns at once. */
#include "theory/expression.h"

#include "base/array.h"

#include <ctype.h>
#include <stdlib.h>

enum { DEEPEST = 100 };

struct reader {
    struct zm_universe *universe;
    const struct zm_position_reader *positions;
    const char *text, *at, *end;
    unsigned depth;
    bool overflow;
    enum zm_status status;
    struct zm_error *error;
};

static zm_conway read_sum(struct reader *in, struct zm_evaluation *evaluation);

/* --- characters ---------------------------------------------------------------------------- */

static zm_conway complain(struct reader *in, const char *expected)
{
    if (in->status != ZM_OK)
        return ZM_ZERO;
    size_t place = (size_t)(in->at - in->text) + 1;
    if (in->at >= in->end && *in->at == '\0')
        in->status = zm_fail(in->error, ZM_BAD_INPUT, "value: at the end: expected %s", expected);
    else
        in->status =
            zm_fail(in->error, ZM_BAD_INPUT, "value: at character %zu, '%.12s': expected %s", place,
                    in->at, expected);
    return ZM_ZERO;
}

static void skip_space(struct reader *in)
{
    while (in->at < in->end && isspace((unsigned char)*in->at))
        in->at++;
}

static bool ahead(struct reader *in, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(in->end - in->at) >= size && memcmp(in->at, word, size) == 0;
}

static bool accept(struct reader *in, const char *word)
{
    if (!ahead(in, word))
        return false;
    in->at += strlen(word);
    return true;
}

/* One of several spellings. */
static bool accept_any(struct reader *in, const char *const *words)
{
    for (; *words != NULL; words++)
        if (accept(in, *words))
            return true;
    return false;
}

static bool digit_ahead(const struct reader *in)
{
    return in->at < in->end && isdigit((unsigned char)*in->at);
}

static int64_t read_integer(struct reader *in)
{
    int64_t n = 0;
    while (digit_ahead(in)) {
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *in->at - '0', &n))
            return complain(in, "a smaller number");
        in->at++;
    }
    return n;
}

/* --- names: numbers, ups, stars ------------------------------------------------------------ */

static const char *const up_words[] = {"^", "↑", NULL};
static const char *const double_up_words[] = {"⇑", NULL};
static const char *const down_words[] = {"v", "↓", NULL};
static const char *const double_down_words[] = {"⇓", NULL};
static const char *const star_words[] = {"*", "∗", "⋆", NULL};
static const char *const plus_minus_words[] = {"+-", "±", NULL};

static struct zm_dyadic read_number(struct reader *in)
{
    int64_t numerator = read_integer(in);
    uint32_t exponent = 0;
    if (accept(in, "/")) {
        int64_t denominator = digit_ahead(in) ? read_integer(in) : 0;
        while (denominator > 1 && denominator % 2 == 0) {
            denominator /= 2;
            exponent++;
        }
        if (denominator != 1)
            complain(in, "a denominator that is a power of 2");
    }
    return zm_dyadic(numerator, exponent, &in->overflow);
}

/* Arrows of one direction: "^", "^^", "^3". */
static int64_t read_arrows(struct reader *in, const char *const *single, const char *const *twice)
{
    int64_t n = 0;
    for (bool more = true; more;) {
        if (accept_any(in, single))
            n++;
        else if (accept_any(in, twice))
            n += 2;
        else
            more = false;
    }
    return n == 1 && digit_ahead(in) ? read_integer(in) : n;
}

static zm_conway read_simple(struct reader *in, bool negative)
{
    struct zm_dyadic number = digit_ahead(in) ? read_number(in) : zm_integer(0);
    if (negative)
        number = zm_dyadic_negate(number);
    int64_t ups = read_arrows(in, up_words, double_up_words);
    ups -= read_arrows(in, down_words, double_down_words);
    int64_t nimber = 0;
    if (accept_any(in, star_words))
        nimber = digit_ahead(in) ? read_integer(in) : 1;
    if (in->overflow || nimber > UINT32_MAX)
        return complain(in, "a smaller number before here");
    return zm_conway_simple(in->universe, number, ups, (uint32_t)nimber);
}

static bool simple_ahead(struct reader *in)
{
    const char *at = in->at;
    bool yes = digit_ahead(in) || accept_any(in, up_words) || accept_any(in, double_up_words) ||
               accept_any(in, down_words) || accept_any(in, double_down_words) ||
               accept_any(in, star_words);
    in->at = at;
    return yes;
}

/* --- braces -------------------------------------------------------------------------------- */

/* Where the bracket at `at` is closed, or NULL. */
static const char *closing(const char *at, const char *end)
{
    int depth = 0;
    for (; at < end; at++) {
        if (strchr("{([", *at) != NULL)
            depth++;
        else if (strchr("})]", *at) != NULL && --depth == 0)
            return at;
    }
    return NULL;
}

/* The longest run of bars outside inner brackets: its start, its length, how often it occurs. */
static size_t longest_bar(const char *at, const char *end, const char **where, size_t *times)
{
    size_t longest = 0;
    *times = 0;
    while (at < end) {
        const char *inner = strchr("{([", *at) != NULL ? closing(at, end) : NULL;
        size_t run = 0;
        while (at + run < end && at[run] == '|')
            run++;
        if (run > longest) {
            longest = run;
            *where = at;
            *times = 0;
        }
        if (run > 0 && run == longest)
            ++*times;
        at = inner != NULL ? inner + 1 : at + (run > 0 ? run : 1);
    }
    return longest;
}

static zm_conway read_bars(struct reader *in, const char *start, const char *end);

/* The expressions between commas, or one game without braces when there are bars. */
static void read_options(struct reader *in, const char *start, const char *end,
                         struct zm_handles *options)
{
    const char *where;
    size_t times;
    if (longest_bar(start, end, &where, &times) > 0) {
        zm_handles_add(in->universe, options, read_bars(in, start, end));
        return;
    }
    const char *outer = in->end;
    in->at = start;
    in->end = end;
    skip_space(in);
    while (in->status == ZM_OK && in->at < in->end) {
        zm_handles_add(in->universe, options, read_sum(in, NULL));
        skip_space(in);
        if (in->at == in->end)
            break;
        if (!accept(in, ","))
            complain(in, "',', '|' or '}'");
        skip_space(in);
        if (in->at == in->end)
            complain(in, "an option after ','");
    }
    in->end = outer;
}

/* What stands between braces, from `start` to `end`. */
static zm_conway read_bars(struct reader *in, const char *start, const char *end)
{
    const char *where = start;
    size_t times, bars = longest_bar(start, end, &where, &times);
    if (times != 1) {
        in->at = times == 0 ? end : where;
        return complain(in, times == 0 ? "'|'" : "a single longest bar in the braces");
    }
    if (++in->depth > DEEPEST)
        return complain(in, "fewer levels of brackets");
    struct zm_handles left = {0}, right = {0};
    read_options(in, start, where, &left);
    if (in->status == ZM_OK)
        read_options(in, where + bars, end, &right);
    in->depth--;
    zm_conway game = in->status == ZM_OK ? zm_form_canonical(in->universe, &left, &right) : ZM_ZERO;
    zm_handles_free(&left);
    zm_handles_free(&right);
    return game;
}

/* After '{'; `plus_minus`: braces without a bar list the Left options of a symmetric game. */
static zm_conway read_braces(struct reader *in, bool plus_minus, bool *listed)
{
    const char *start = in->at, *end = closing(in->at - 1, in->end), *where;
    size_t times;
    if (end == NULL || *end != '}') {
        in->at = end == NULL ? in->end : end;
        return complain(in, "'}'");
    }
    zm_conway game;
    *listed = plus_minus && longest_bar(start, end, &where, &times) == 0;
    if (*listed) {
        struct zm_handles left = {0}, right = {0};
        read_options(in, start, end, &left);
        for (size_t i = 0; i < left.count; i++)
            zm_handles_add(in->universe, &right, zm_conway_negate(in->universe, left.items[i]));
        game = zm_form_canonical(in->universe, &left, &right);
        zm_handles_free(&left);
        zm_handles_free(&right);
    } else
        game = read_bars(in, start, end);
    if (in->status == ZM_OK)
        in->at = end + 1;
    return game;
}

/* --- positions and functions --------------------------------------------------------------- */

static zm_conway read_position(struct reader *in)
{
    const char *end = closing(in->at - 1, in->end);
    if (end == NULL || *end != ']') {
        in->at = end == NULL ? in->end : end;
        return complain(in, "']'");
    }
    if (in->positions == NULL)
        return complain(in, "a value without positions of games");
    size_t size = (size_t)(end - in->at);
    char *text = malloc(size + 1);
    zm_conway value = ZM_ZERO;
    if (text == NULL)
        in->status = zm_fail_memory(in->error);
    else {
        memcpy(text, in->at, size);
        text[size] = '\0';
        in->status =
            in->positions->value(in->positions->context, in->universe, text, &value, in->error);
        free(text);
    }
    in->at = end + 1;
    return value;
}

enum function {
    TINY,
    MINY,
    COOL,
    HEAT,
    TIMES,
    MEAN,
    TEMPERATURE,
    LEFT_STOP,
    RIGHT_STOP,
    WEIGHT,
    BIRTHDAY,
    FUNCTIONS,
};

static const struct {
    const char *name;
    int arguments;
} functions[FUNCTIONS] = {
    [TINY] = {"tiny", 1},
    [MINY] = {"miny", 1},
    [COOL] = {"cool", 2},
    [HEAT] = {"heat", 2},
    [TIMES] = {"times", 2},
    [MEAN] = {"mean", 1},
    [TEMPERATURE] = {"temperature", 1},
    [LEFT_STOP] = {"leftstop", 1},
    [RIGHT_STOP] = {"rightstop", 1},
    [WEIGHT] = {"weight", 1},
    [BIRTHDAY] = {"birthday", 1},
};

static zm_conway apply_to_number(struct reader *in, enum function function, const zm_conway *given)
{
    struct zm_universe *universe = in->universe;
    struct zm_dyadic number;
    bool times = function == TIMES;
    if (!zm_conway_is_number(universe, given[times ? 0 : 1], &number) ||
        (times && number.exponent > 0))
        return complain(in, times ? "an integer as first argument before here"
                                  : "a number as second argument before here");
    if (times)
        return zm_conway_multiple(universe, number.numerator, given[1]);
    if (number.numerator < 0)
        return complain(in, "a temperature of at least 0 before here");
    return function == COOL ? zm_conway_cool(universe, given[0], number)
                            : zm_conway_heat(universe, given[0], number);
}

static zm_conway apply_function(struct reader *in, enum function function, const zm_conway *given)
{
    struct zm_universe *universe = in->universe;
    const struct zm_thermograph *thermograph = NULL;
    zm_conway weight;
    if (function == MEAN || function == TEMPERATURE) {
        thermograph = zm_conway_thermograph(universe, given[0]);
        if (thermograph == NULL)
            return ZM_ZERO;
    }
    switch (function) {
    case TINY:
        return zm_conway_tiny(universe, given[0]);
    case MINY:
        return zm_conway_negate(universe, zm_conway_tiny(universe, given[0]));
    case MEAN:
        return zm_conway_number(universe, thermograph->mean);
    case TEMPERATURE:
        return zm_conway_number(universe, thermograph->temperature);
    case LEFT_STOP:
        return zm_conway_number(universe, zm_conway_left_stop(universe, given[0]));
    case RIGHT_STOP:
        return zm_conway_number(universe, zm_conway_right_stop(universe, given[0]));
    case WEIGHT:
        if (!zm_conway_atomic_weight(universe, given[0], &weight))
            return complain(in, "an all-small game before here");
        return weight;
    case BIRTHDAY:
        return zm_conway_integer(universe, (int64_t)zm_conway_birthday(universe, given[0]));
    default:
        return apply_to_number(in, function, given);
    }
}

static zm_conway read_arguments(struct reader *in, enum function function)
{
    zm_conway given[2] = {0};
    skip_space(in);
    if (!accept(in, "("))
        return complain(in, "'(' after the name of a function");
    for (int i = 0; i < functions[function].arguments; i++) {
        skip_space(in);
        if (i > 0 && !accept(in, ","))
            return complain(in, "',' and a second argument");
        given[i] = read_sum(in, NULL);
    }
    skip_space(in);
    if (in->status == ZM_OK && !accept(in, ")"))
        return complain(in, "')'");
    return in->status == ZM_OK ? apply_function(in, function, given) : ZM_ZERO;
}

static bool word_ahead(const struct reader *in, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(in->end - in->at) >= size && memcmp(in->at, word, size) == 0 &&
           (in->at + size == in->end || !isalpha((unsigned char)in->at[size]));
}

static zm_conway read_word(struct reader *in)
{
    static const struct {
        const char *name;
        int64_t ups;
        uint32_t nimber;
    } names[] = {{"up", 1, 0}, {"down", -1, 0}, {"star", 0, 1}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_ahead(in, names[i].name)) {
            in->at += strlen(names[i].name);
            return zm_conway_simple(in->universe, zm_integer(0), names[i].ups, names[i].nimber);
        }
    for (int i = 0; i < FUNCTIONS; i++)
        if (word_ahead(in, functions[i].name)) {
            in->at += strlen(functions[i].name);
            return read_arguments(in, (enum function)i);
        }
    return complain(in, "a value: a number, *, ^, v, {..|..}, [game position] or a function");
}

/* --- the levels of the grammar ------------------------------------------------------------- */

static zm_conway read_factor(struct reader *in);

static zm_conway read_plus_minus(struct reader *in)
{
    bool listed = false;
    zm_conway game;
    skip_space(in);
    if (accept(in, "{"))
        game = read_braces(in, true, &listed);
    else
        game = read_factor(in);
    if (listed || in->status != ZM_OK)
        return game;
    return zm_conway_switch(in->universe, game, zm_conway_negate(in->universe, game));
}

static zm_conway read_inner(struct reader *in)
{
    bool listed;
    skip_space(in);
    if (accept_any(in, plus_minus_words))
        return read_plus_minus(in);
    if (accept(in, "-")) /* of a number, without the arrows and stars behind it: -1^ is -1 + ^ */
        return digit_ahead(in) ? read_simple(in, true)
                               : zm_conway_negate(in->universe, read_factor(in));
    if (accept(in, "⧾"))
        return zm_conway_tiny(in->universe, read_factor(in));
    if (accept(in, "⧿"))
        return zm_conway_negate(in->universe, zm_conway_tiny(in->universe, read_factor(in)));
    if (accept(in, "{"))
        return read_braces(in, false, &listed);
    if (accept(in, "["))
        return read_position(in);
    if (accept(in, "(")) {
        zm_conway inside = read_sum(in, NULL);
        skip_space(in);
        return in->status == ZM_OK && !accept(in, ")") ? complain(in, "')'") : inside;
    }
    return simple_ahead(in) ? read_simple(in, false) : read_word(in);
}

static zm_conway read_factor(struct reader *in)
{
    if (in->status != ZM_OK)
        return ZM_ZERO;
    if (++in->depth > DEEPEST)
        return complain(in, "fewer levels of brackets");
    zm_conway factor = read_inner(in);
    in->depth--;
    return factor;
}

static zm_conway read_term(struct reader *in)
{
    zm_conway term = read_factor(in);
    for (skip_space(in); in->status == ZM_OK && accept(in, ":"); skip_space(in))
        term = zm_conway_ordinal(in->universe, term, read_factor(in));
    return term;
}

static void keep_summand(struct reader *in, struct zm_evaluation *evaluation, zm_conway value,
                         const char *start, bool negative)
{
    if (evaluation == NULL)
        return;
    struct zm_summand *summands = zm_array_room(evaluation->summands, &evaluation->capacity,
                                                evaluation->count + 1, sizeof *summands);
    if (summands == NULL) {
        zm_universe_fail(in->universe, ZM_FAILED);
        return;
    }
    evaluation->summands = summands;
    const char *end = in->at;
    while (end > start && isspace((unsigned char)end[-1]))
        end--;
    evaluation->summands[evaluation->count++] =
        (struct zm_summand){value, (size_t)(start - in->text), (size_t)(end - in->text), negative};
}

static zm_conway read_sum(struct reader *in, struct zm_evaluation *evaluation)
{
    zm_conway sum = ZM_ZERO;
    bool first = true, negative = false;
    while (in->status == ZM_OK) {
        skip_space(in);
        if (!first) {
            bool switched = ahead(in, "+-") || ahead(in, "±");
            negative = !switched && accept(in, "-");
            if (!switched && !negative && !accept(in, "+"))
                break;
            skip_space(in);
        }
        const char *start = in->at;
        zm_conway term = read_term(in);
        if (negative)
            term = zm_conway_negate(in->universe, term);
        keep_summand(in, evaluation, term, start, negative);
        sum = zm_conway_add(in->universe, sum, term);
        first = false;
    }
    return sum;
}

/* --- comparisons --------------------------------------------------------------------------- */

const char *zm_relation_sign(enum zm_relation relation)
{
    static const char *const signs[] = {
        [ZM_EQUAL] = "=", [ZM_LESS] = "<", [ZM_GREATER] = ">", [ZM_CONFUSED] = "||"};
    return signs[relation];
}

static bool read_comparison(struct reader *in, unsigned *holds)
{
    enum {
        EQ = 1 << ZM_EQUAL,
        LT = 1 << ZM_LESS,
        GT = 1 << ZM_GREATER,
        CONFUSED = 1 << ZM_CONFUSED
    };
    static const struct {
        const char *sign;
        unsigned holds;
    } signs[] = {{"<=", LT | EQ},
                 {"<|", LT | CONFUSED},
                 {"<", LT},
                 {">=", GT | EQ},
                 {">", GT},
                 {"==", EQ},
                 {"=", EQ},
                 {"!=", LT | GT | CONFUSED},
                 {"||", CONFUSED},
                 {"|>", GT | CONFUSED},
                 {"?", LT | GT | EQ | CONFUSED}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (accept(in, signs[i].sign)) {
            *holds = signs[i].holds;
            return true;
        }
    return false;
}

enum zm_status zm_evaluate(struct zm_universe *universe, const char *text,
                           const struct zm_position_reader *reader,
                           struct zm_evaluation *evaluation, struct zm_error *error)
{
    struct reader in = {.universe = universe,
                        .positions = reader,
                        .text = text,
                        .at = text,
                        .end = text + strlen(text),
                        .error = error};
    unsigned holds;
    *evaluation = (struct zm_evaluation){0};
    evaluation->value = read_sum(&in, evaluation);
    if (in.status == ZM_OK && read_comparison(&in, &holds)) {
        zm_conway right = read_sum(&in, NULL);
        evaluation->comparison = true;
        evaluation->asked = holds == 15;
        evaluation->relation = zm_conway_compare(universe, evaluation->value, right);
        evaluation->truth = (holds >> evaluation->relation & 1) != 0;
    }
    if (in.status == ZM_OK && in.at < in.end)
        complain(&in, "an operator or the end");
    enum zm_status failed = zm_universe_check(universe, in.status == ZM_OK ? error : NULL);
    if (in.status == ZM_OK)
        in.status = failed;
    if (in.status != ZM_OK)
        zm_evaluation_free(evaluation);
    return in.status;
}

void zm_evaluation_free(struct zm_evaluation *evaluation)
{
    free(evaluation->summands);
    *evaluation = (struct zm_evaluation){0};
}
