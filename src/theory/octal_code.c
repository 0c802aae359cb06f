/* Codes of octal games as text, and their normal form; see octal.h. */
#include "theory/octal.h"

#include <ctype.h>
#include <stdlib.h>

void zm_octal_code_free(struct zm_octal_code *code)
{
    free(code->digits);
    *code = (struct zm_octal_code){0};
}

enum zm_status zm_octal_code_copy(const struct zm_octal_code *code, struct zm_octal_code *copy,
                                  struct zm_error *error)
{
    size_t count = code->fixed + code->tail;
    *copy = *code;
    copy->digits = malloc(count + 1);
    if (copy->digits == NULL)
        return zm_fail_memory(error);
    if (count > 0)
        memcpy(copy->digits, code->digits, count);
    return ZM_OK;
}

/* The tail repeats a shorter word, or only zeros; a fixed digit that continues the tail to the left
 * belongs to it; zeros at the end say nothing. */
static void normalise(struct zm_octal_code *code)
{
    uint8_t *tail = code->digits + code->fixed;
    for (size_t word = 1; word < code->tail; word++) {
        if (code->tail % word == 0 && memcmp(tail, tail + word, code->tail - word) == 0) {
            code->tail = word;
            break;
        }
    }
    if (code->tail == 1 && tail[0] == 0)
        code->tail = 0;
    while (code->tail > 0 && code->fixed > 0 &&
           code->digits[code->fixed - 1] == code->digits[code->fixed + code->tail - 1])
        code->fixed--;
    while (code->tail == 0 && code->fixed > 0 && code->digits[code->fixed - 1] == 0)
        code->fixed--;
}

static enum zm_status bad(struct zm_error *error, const char *text, size_t length, size_t at,
                          const char *expected)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "octal code '%.*s', character %zu: expected %s (codes are written like 0.07, "
                   "0.3(7) or s1,3,4)",
                   (int)(length > 60 ? 60 : length), text, at + 1, expected);
}

static enum zm_status parse_subtraction(const char *text, size_t length, struct zm_octal_code *code,
                                        struct zm_error *error)
{
    size_t at = 1;
    do {
        if (at >= length || !isdigit((unsigned char)text[at]))
            return bad(error, text, length, at, "a number of tokens to take");
        size_t taken = 0;
        while (at < length && isdigit((unsigned char)text[at]) && taken <= ZM_OCTAL_MOST_DIGITS)
            taken = taken * 10 + (size_t)(text[at++] - '0');
        if (taken < 1 || taken > ZM_OCTAL_MOST_DIGITS)
            return bad(error, text, length, at - 1, "a number of tokens from 1 to 4096");
        code->digits[taken - 1] = ZM_OCTAL_NOTHING | ZM_OCTAL_ONE_HEAP;
        if (taken > code->fixed)
            code->fixed = taken;
    } while (at < length && text[at++] == ',');
    return at < length || text[at - 1] == ',' ? bad(error, text, length, at, "a comma") : ZM_OK;
}

static enum zm_status parse_digits(const char *text, size_t length, struct zm_octal_code *code,
                                   struct zm_error *error)
{
    size_t at = 0, open = 0;
    if (at < length && (text[at] == '0' || text[at] == '4'))
        code->d0 = (uint8_t)(text[at++] - '0');
    if (at >= length || text[at] != '.')
        return bad(error, text, length, at, at == 0 ? "0, 4 or a point" : "a point");
    for (at++; at < length; at++) {
        size_t *count = open > 0 ? &code->tail : &code->fixed;
        if (text[at] == '(' && open == 0)
            open = at;
        else if (text[at] == ')' && open > 0 && code->tail > 0 && at + 1 == length)
            return ZM_OK;
        else if (text[at] < '0' || text[at] > '7')
            return bad(error, text, length, at,
                       open > 0 ? "a digit 0 to 7, or ) at the end" : "a digit 0 to 7");
        else if (code->fixed + code->tail == ZM_OCTAL_MOST_DIGITS)
            return bad(error, text, length, at, "at most 4096 digits");
        else {
            code->digits[code->fixed + code->tail] = (uint8_t)(text[at] - '0');
            ++*count;
        }
    }
    return open > 0 ? bad(error, text, length, at, ") after the repeated digits") : ZM_OK;
}

enum zm_status zm_octal_code_parse(const char *text, size_t length, struct zm_octal_code *code,
                                   struct zm_error *error)
{
    *code = (struct zm_octal_code){.digits = calloc(ZM_OCTAL_MOST_DIGITS + 1, 1)};
    if (code->digits == NULL)
        return zm_fail_memory(error);
    enum zm_status status = length > 0 && text[0] == 's'
                                ? parse_subtraction(text, length, code, error)
                                : parse_digits(text, length, code, error);
    if (status == ZM_OK)
        normalise(code);
    else
        zm_octal_code_free(code);
    return status;
}

void zm_octal_code_print(const struct zm_octal_code *code, struct zm_buffer *text)
{
    zm_buffer_byte(text, (uint8_t)('0' + code->d0));
    zm_buffer_byte(text, '.');
    for (size_t i = 0; i < code->fixed + code->tail; i++) {
        if (i == code->fixed)
            zm_buffer_byte(text, '(');
        zm_buffer_byte(text, (uint8_t)('0' + code->digits[i]));
    }
    if (code->tail > 0)
        zm_buffer_byte(text, ')');
}
