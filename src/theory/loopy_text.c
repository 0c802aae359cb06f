/* Reading loopy games; see loopy.h for the text. */
#include "theory/loopy.h"

#include "theory/expression.h"

#include <ctype.h>
#include <stdlib.h>

enum { MOST_LABELS = 32, DEEPEST = 50, LONGEST_TERM = 400 };

struct reader {
    struct zm_loopy *loopy;
    struct zm_universe *universe;
    const char *text, *at;
    struct {
        const char *name;
        size_t size;
        uint32_t node;
    } labels[MOST_LABELS];
    size_t label_count;
    unsigned depth;
    enum zm_status status;
    struct zm_error *error;
};

static uint32_t read_sum(struct reader *in);

static uint32_t complain(struct reader *in, const char *expected)
{
    if (in->status == ZM_OK)
        in->status = zm_fail(in->error, ZM_BAD_INPUT, "loopy value, character %zu: expected %s",
                             (size_t)(in->at - in->text) + 1, expected);
    return 0;
}

static void skip_space(struct reader *in)
{
    while (isspace((unsigned char)*in->at))
        in->at++;
}

static void read_side(struct reader *in, uint32_t node, bool right, char end)
{
    for (skip_space(in); *in->at != end && in->status == ZM_OK; skip_space(in)) {
        zm_loopy_option(in->loopy, node, right, read_sum(in));
        skip_space(in);
        if (*in->at == ',')
            in->at++;
        else if (*in->at != end)
            complain(in, right ? "',' or '}'" : "',' or '|'");
    }
    in->at += in->status == ZM_OK;
}

/* After '{'; the label, if there is one, may be used inside. */
static uint32_t read_braces(struct reader *in, const char *label, size_t size)
{
    uint32_t node = zm_loopy_node(in->loopy);
    size_t outer = in->label_count;
    if (in->label_count == MOST_LABELS || ++in->depth > DEEPEST)
        return complain(in, "fewer labels and braces");
    in->labels[in->label_count].name = label;
    in->labels[in->label_count].size = size;
    in->labels[in->label_count++].node = node;
    read_side(in, node, false, '|');
    if (in->status == ZM_OK)
        read_side(in, node, true, '}');
    in->label_count = outer;
    in->depth--;
    return node;
}

/* on, off, over, under, dud. */
static bool read_name(struct reader *in, const char *name, size_t size, uint32_t *node)
{
    static const struct {
        const char *name;
        bool left, right, left_zero, right_zero;
    } names[] = {{"on", true, false, false, false},
                 {"off", false, true, false, false},
                 {"over", false, true, true, false},
                 {"under", true, false, false, true},
                 {"dud", true, true, false, false}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) != size || strncmp(names[i].name, name, size) != 0)
            continue;
        uint32_t zero = zm_loopy_of_value(in->loopy, ZM_ZERO);
        *node = zm_loopy_node(in->loopy);
        if (names[i].left)
            zm_loopy_option(in->loopy, *node, false, *node);
        if (names[i].right)
            zm_loopy_option(in->loopy, *node, true, *node);
        if (names[i].left_zero)
            zm_loopy_option(in->loopy, *node, false, zero);
        if (names[i].right_zero)
            zm_loopy_option(in->loopy, *node, true, zero);
        return true;
    }
    return false;
}

static uint32_t read_word(struct reader *in)
{
    const char *word = in->at;
    size_t size = 0;
    uint32_t node = 0;
    while (isalpha((unsigned char)word[size]))
        size++;
    in->at += size;
    if (*in->at == '{') {
        in->at++;
        return read_braces(in, word, size);
    }
    for (size_t i = in->label_count; i-- > 0;)
        if (in->labels[i].size == size && size > 0 && strncmp(in->labels[i].name, word, size) == 0)
            return in->labels[i].node;
    if (read_name(in, word, size, &node))
        return node;
    in->at = word;
    return complain(in, "on, off, over, under, dud, a label or a finite value");
}

/* A number, a nimber or ups, up to what cannot belong to it. */
static uint32_t read_finite(struct reader *in)
{
    char term[LONGEST_TERM];
    struct zm_evaluation evaluation;
    size_t sign = strncmp(in->at, "+-", 2) == 0 ? 2 : 0;
    size_t size = sign + strspn(in->at + sign, "0123456789/*^v");
    if (size == sign || size >= sizeof term)
        return complain(in, "a loopy or a finite value");
    memcpy(term, in->at, size);
    term[size] = '\0';
    if (zm_evaluate(in->universe, term, NULL, &evaluation, in->error) != ZM_OK)
        in->status = ZM_BAD_INPUT;
    else if (zm_conway_birthday(in->universe, evaluation.value) > 60)
        complain(in, "a value born before day 60");
    zm_conway value = evaluation.value;
    zm_evaluation_free(&evaluation);
    in->at += size;
    return in->status == ZM_OK ? zm_loopy_of_value(in->loopy, value) : 0;
}

/* v, vv ... are finite values, unless they begin a longer word or are a label. */
static bool is_downs(const char *text)
{
    size_t size = strspn(text, "v");
    return size > 0 && !isalpha((unsigned char)text[size]) && text[size] != '{';
}

static uint32_t read_term(struct reader *in)
{
    skip_space(in);
    if (++in->depth > DEEPEST)
        return complain(in, "fewer signs");
    uint32_t node;
    if (*in->at == '-') {
        in->at++;
        node = zm_loopy_negate(in->loopy, read_term(in));
    } else if (*in->at == '{') {
        in->at++;
        node = read_braces(in, "", 0);
    } else if (isalpha((unsigned char)*in->at) && !is_downs(in->at))
        node = read_word(in);
    else
        node = read_finite(in);
    in->depth--;
    return node;
}

/* A single term stays itself: inside braces a label must be the node, not a sum with 0. */
static uint32_t read_sum(struct reader *in)
{
    uint32_t sum = read_term(in);
    for (skip_space(in); in->status == ZM_OK && (*in->at == '+' || *in->at == '-');
         skip_space(in)) {
        bool negative = *in->at++ == '-';
        if (in->label_count > 0)
            return complain(in, "no sum inside braces");
        uint32_t term = read_term(in);
        sum = zm_loopy_add(in->loopy, sum, negative ? zm_loopy_negate(in->loopy, term) : term);
    }
    return in->status == ZM_OK ? sum : 0;
}

enum zm_status zm_loopy_evaluate(struct zm_loopy *loopy, struct zm_universe *universe,
                                 const char *text, struct zm_loopy_evaluation *evaluation,
                                 struct zm_error *error)
{
    struct reader in = {
        .loopy = loopy, .universe = universe, .text = text, .at = text, .error = error};
    *evaluation = (struct zm_loopy_evaluation){.value = read_sum(&in)};
    if (in.status == ZM_OK && *in.at == '?') {
        in.at++;
        uint32_t right = read_sum(&in);
        skip_space(&in);
        if (in.status == ZM_OK &&
            (!zm_loopy_is_stopper(loopy, evaluation->value) || !zm_loopy_is_stopper(loopy, right)))
            complain(&in, "stoppers on both sides of '?'");
        if (in.status == ZM_OK)
            evaluation->relation = zm_loopy_compare(loopy, evaluation->value, right);
        evaluation->comparison = true;
    }
    if (in.status == ZM_OK && *in.at != '\0')
        complain(&in, "+, -, '?' or the end");
    return in.status != ZM_OK ? in.status : zm_loopy_check(loopy, error);
}
