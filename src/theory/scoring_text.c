/* Scoring games as text; see scoring.h. */
#include "theory/scoring.h"

#include <ctype.h>
#include <stdlib.h>

enum { DEEPEST = 100 };

struct reader {
    struct zm_scoring *scoring;
    const char *text, *at;
    unsigned depth;
    enum zm_status status;
    struct zm_error *error;
};

static zm_scored read_sum(struct reader *in);

static zm_scored complain(struct reader *in, const char *expected)
{
    if (in->status == ZM_OK)
        in->status = zm_fail(in->error, ZM_BAD_INPUT, "scoring game, character %zu: expected %s",
                             (size_t)(in->at - in->text) + 1, expected);
    return 0;
}

static char next(struct reader *in)
{
    while (isspace((unsigned char)*in->at))
        in->at++;
    return *in->at;
}

static int64_t read_digits(struct reader *in)
{
    int64_t number = 0;
    if (!isdigit((unsigned char)next(in)))
        complain(in, "a number");
    for (; isdigit((unsigned char)*in->at) && in->status == ZM_OK; in->at++) {
        number = number * 10 + (*in->at - '0');
        if (number >= (int64_t)1 << 40)
            complain(in, "a number below 2^40");
    }
    return number;
}

/* 3, -1/2. */
static struct zm_dyadic read_number(struct reader *in)
{
    bool overflow = false, negative = next(in) == '-';
    in->at += negative;
    int64_t numerator = read_digits(in), denominator = 1;
    if (in->status == ZM_OK && *in->at == '/') {
        in->at++;
        denominator = read_digits(in);
        if (denominator == 0 || (denominator & (denominator - 1)) != 0)
            complain(in, "a power of two below the line");
    }
    if (in->status != ZM_OK)
        return zm_integer(0);
    uint32_t exponent = 0;
    while (denominator >> exponent > 1)
        exponent++;
    return zm_dyadic(negative ? -numerator : numerator, exponent, &overflow);
}

struct options {
    zm_scored *items;
    size_t count;
    struct zm_dyadic atom;
};

/* "@SCORE" or a list of games, and the sign that ends it. */
static void read_side(struct reader *in, struct options *side, char end)
{
    if (next(in) == '@') {
        in->at++;
        side->atom = read_number(in);
    } else
        for (bool more = true; more && in->status == ZM_OK; in->at += more) {
            zm_scored option = read_sum(in);
            zm_scored *items = realloc(side->items, (side->count + 1) * sizeof *items);
            if (items == NULL) {
                in->status = zm_fail_memory(in->error);
                return;
            }
            side->items = items;
            side->items[side->count++] = option;
            more = in->status == ZM_OK && next(in) == ',';
        }
    if (in->status == ZM_OK && next(in) != end)
        complain(in, end == '|' ? "',' or '|'" : "',' or '}'");
    in->at += in->status == ZM_OK;
}

/* After '{'. */
static zm_scored read_braces(struct reader *in)
{
    struct options left = {0}, right = {0};
    zm_scored game = 0;
    read_side(in, &left, '|');
    if (in->status == ZM_OK)
        read_side(in, &right, '}');
    if (in->status == ZM_OK)
        game = zm_scoring_make(in->scoring,
                               (struct zm_scoring_side){left.items, left.count, left.atom},
                               (struct zm_scoring_side){right.items, right.count, right.atom});
    free(left.items);
    free(right.items);
    return game;
}

static zm_scored read_term(struct reader *in)
{
    zm_scored game = 0;
    if (++in->depth > DEEPEST)
        return complain(in, "fewer braces and signs");
    char sign = next(in);
    if (isdigit((unsigned char)sign))
        game = zm_scoring_number(in->scoring, read_number(in));
    else if (sign == '-') {
        in->at++;
        game = zm_scoring_negate(in->scoring, read_term(in));
    } else if (sign == '{') {
        in->at++;
        game = read_braces(in);
    } else if (sign == '(') {
        in->at++;
        game = read_sum(in);
        if (in->status == ZM_OK && next(in) != ')')
            complain(in, "')'");
        in->at += in->status == ZM_OK;
    } else
        complain(in, "a number, '{', '(' or '-' (and @SCORE for a side without moves)");
    in->depth--;
    return in->status == ZM_OK ? game : 0;
}

static zm_scored read_sum(struct reader *in)
{
    zm_scored sum = read_term(in);
    while (in->status == ZM_OK && (next(in) == '+' || *in->at == '-')) {
        bool negative = *in->at++ == '-';
        zm_scored term = read_term(in);
        sum = zm_scoring_add(in->scoring, sum,
                             negative ? zm_scoring_negate(in->scoring, term) : term);
    }
    return in->status == ZM_OK ? sum : 0;
}

enum zm_status zm_scoring_evaluate(struct zm_scoring *scoring, const char *text,
                                   struct zm_scoring_evaluation *evaluation, struct zm_error *error)
{
    struct reader in = {.scoring = scoring, .text = text, .at = text, .error = error};
    *evaluation = (struct zm_scoring_evaluation){.value = read_sum(&in)};
    if (in.status == ZM_OK && next(&in) == '?') {
        in.at++;
        zm_scored right = read_sum(&in);
        if (in.status == ZM_OK && zm_scoring_check(scoring, NULL) == ZM_OK &&
            !(zm_scoring_is_guaranteed(scoring, evaluation->value) &&
              zm_scoring_is_guaranteed(scoring, right)))
            complain(&in, "guaranteed games on both sides of '?': where a player has no move, no "
                          "score that can still come may be worse for that player");
        if (in.status == ZM_OK)
            evaluation->relation = zm_scoring_compare(scoring, evaluation->value, right);
        evaluation->comparison = true;
    }
    if (in.status == ZM_OK && next(&in) != '\0')
        complain(&in, "+, -, '?' or the end");
    return in.status != ZM_OK ? in.status : zm_scoring_check(scoring, error);
}

/* Forms share their parts, texts repeat them: stops when the text is too long. */
static bool print_side(const struct zm_scoring *scoring, struct zm_scoring_side side,
                       struct zm_buffer *text)
{
    if (side.count == 0) {
        zm_buffer_text(text, "@");
        zm_dyadic_print(side.atom, text);
    }
    for (size_t i = 0; i < side.count; i++) {
        zm_buffer_text(text, i == 0 ? "" : ",");
        if (!zm_scoring_print(scoring, side.options[i], text))
            return false;
    }
    return true;
}

bool zm_scoring_print(const struct zm_scoring *scoring, zm_scored g, struct zm_buffer *text)
{
    struct zm_scoring_side left = zm_scoring_options(scoring, g, false);
    struct zm_scoring_side right = zm_scoring_options(scoring, g, true);
    if (left.count == 0 && right.count == 0 && zm_dyadic_equal(left.atom, right.atom)) {
        zm_dyadic_print(left.atom, text);
        return text->size < ZM_SCORING_LONGEST && !text->failed;
    }
    zm_buffer_text(text, "{");
    bool whole = print_side(scoring, left, text);
    zm_buffer_text(text, "|");
    whole = whole && print_side(scoring, right, text);
    zm_buffer_text(text, "}");
    return whole && text->size < ZM_SCORING_LONGEST && !text->failed;
}
