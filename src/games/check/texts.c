/* Positions as texts: what is printed reads back, what is no position is refused; and random
 * positions, which all other promises are looked at with. */
#include "games/check/inside.h"

#include "games/check/changes.h"

static bool same(const struct zm_buffer *a, const struct zm_buffer *b)
{
    return zm_bytes_equal(zm_buffer_bytes(a), zm_buffer_bytes(b));
}

/* Is the position that a text stands for itself again when it is printed and read? */
static void look_at_text(struct zm_checking *checking, const char *text, struct zm_bytes position)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_buffer again = {0}, printed = {0};
    struct zm_error error = {0};
    zm_check_soil(&again);
    if (zm_check_that(checking, rules->parse(checking->game.state, text, &again, &error) == ZM_OK,
                      "its text is not read back: %s", error.text)) {
        zm_check_print(checking, rules->print, zm_buffer_bytes(&again), &printed);
        zm_check_that(checking, strcmp(zm_buffer_string(&printed), text) == 0,
                      "its text reads back as '%.100s'", zm_buffer_string(&printed));
        zm_check_that(checking, zm_bytes_equal(zm_buffer_bytes(&again), position),
                      "its text reads back as a position with the same text and other bytes");
    }
    zm_buffer_free(&again);
    zm_buffer_free(&printed);
}

/* The usual start is read, unless the parameters leave the game without one; an empty text is no
 * position, unless one is written so. */
static void look_at_start(struct zm_checking *checking)
{
    struct zm_buffer position = {0}, text = {0};
    struct zm_error error = {0};
    enum zm_status status = zm_parse_position(&checking->game, NULL, &position, &error);
    zm_check_that(checking, status == ZM_OK || (status == ZM_BAD_INPUT && error.text[0] != '\0'),
                  "the usual start is not read, without a reason");
    if (zm_parse_position(&checking->game, "", &position, NULL) == ZM_OK) {
        zm_check_print(checking, checking->game.game->rules->print, zm_buffer_bytes(&position),
                       &text);
        zm_check_that(checking, text.size == 0, "an empty text is read as '%.100s'",
                      zm_buffer_string(&text));
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
}

static void look_at_texts(struct zm_checking *checking)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_buffer text = {0}, after = {0};
    if (checking->round == 0)
        look_at_start(checking);
    const char *string = zm_check_print(checking, rules->print, zm_check_position(checking), &text);
    zm_check_that(checking, strlen(string) == text.size && strpbrk(string, "\n\r\t") == NULL,
                  "expected a text of one line");
    look_at_text(checking, string, zm_check_position(checking));
    zm_check_soil(&after);
    size_t before = after.size;
    rules->print(checking->game.state, zm_check_position(checking), &after);
    zm_check_that(checking,
                  after.size == before + text.size &&
                      strcmp(zm_buffer_string(&after) + before, string) == 0,
                  "print does not append to what is in the buffer");
    zm_buffer_free(&text);
    zm_buffer_free(&after);
}

const struct zm_promise zm_promise_texts = {
    .name = "texts",
    .summary = "the text of a position reads back as the same position, into any buffer",
    .look = look_at_texts,
};

/* A few characters of the text are changed, as by somebody who mistypes it; the first text is
 * empty. */
static void look_at_refusals(struct zm_checking *checking)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_buffer text = {0}, again = {0};
    struct zm_error error = {0};
    zm_check_print(checking, rules->print, zm_check_position(checking), &text);
    if (checking->round == 0)
        zm_buffer_clear(&text);
    else
        zm_check_change_text(&text, &checking->random);
    if (zm_check_memory(checking, text.failed))
        return;
    const char *string = zm_buffer_string(&text);
    enum zm_status status = rules->parse(checking->game.state, string, &again, &error);
    if (status == ZM_OK) {
        zm_check_that(checking, rules->sound(checking->game.state, zm_buffer_bytes(&again)),
                      "'%.100s' is read as something that is not sound", string);
        zm_check_print(checking, rules->print, zm_buffer_bytes(&again), &text);
        look_at_text(checking, zm_buffer_string(&text), zm_buffer_bytes(&again));
    } else {
        zm_check_that(checking, status == ZM_BAD_INPUT && error.text[0] != '\0',
                      "'%.100s' is refused without a reason", string);
        zm_check_that(checking, strchr(error.text, '\n') == NULL,
                      "'%.100s' is refused with more than one line", string);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&again);
}

const struct zm_promise zm_promise_refusals = {
    .name = "refusals",
    .summary = "a text that is no position is refused, with one line",
    .look = look_at_refusals,
};

/* The same lots give the same position, whatever lies in the buffer. */
static void look_at_random(struct zm_checking *checking)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_buffer clean = {0}, soiled = {0};
    struct zm_random random = checking->random, copy = checking->random;
    rules->random(checking->game.state, &random, checking->round % 9, &clean);
    zm_check_soil(&soiled);
    rules->random(checking->game.state, &copy, checking->round % 9, &soiled);
    zm_check_that(checking, same(&clean, &soiled),
                  "random with the same lots makes another position in a used buffer");
    zm_check_that(checking, rules->sound(checking->game.state, zm_buffer_bytes(&clean)),
                  "random makes a position that is not sound");
    zm_check_memory(checking, clean.failed || soiled.failed);
    zm_buffer_free(&clean);
    zm_buffer_free(&soiled);
}

const struct zm_promise zm_promise_random = {
    .name = "random",
    .summary = "random positions are sound, and depend on the lots alone",
    .look = look_at_random,
};

static bool has_cases(const struct zm_game *game)
{
    return game->rules->cases != NULL;
}

/* Looks at a position, which may stand for several; none of these does. */
static void look_at_cases_of(struct zm_checking *checking, struct zm_bytes position)
{
    const struct zm_rules *rules = checking->game.game->rules;
    struct zm_list cases = {0}, again = {0};
    struct zm_buffer why = {0}, unused = {0};
    rules->cases(checking->game.state, position, &cases, &why);
    zm_check_memory(checking, zm_list_failed(&cases) || why.failed);
    zm_check_that(
        checking,
        (cases.count > 0) == (why.size > 0) && strchr(zm_buffer_string(&why), '\n') == NULL,
        "it stands for %zu positions, and why these are all is not said in one line", cases.count);
    for (size_t i = 0; i < cases.count && zm_check_well(checking); i++) {
        zm_check_that(checking, zm_is_position(&checking->game, zm_list_at(&cases, i)),
                      "it stands for a position that is not sound, or does not read back");
        rules->cases(checking->game.state, zm_list_at(&cases, i), &again, &unused);
        zm_check_that(checking, again.count == 0,
                      "it stands for a position that stands for several itself");
    }
    zm_list_free(&cases);
    zm_list_free(&again);
    zm_buffer_free(&why);
    zm_buffer_free(&unused);
}

static void look_at_cases(struct zm_checking *checking)
{
    struct zm_buffer start = {0};
    look_at_cases_of(checking, zm_check_position(checking));
    if (checking->round == 0 && zm_parse_position(&checking->game, NULL, &start, NULL) == ZM_OK)
        look_at_cases_of(checking, zm_buffer_bytes(&start));
    zm_buffer_free(&start);
}

const struct zm_promise zm_promise_cases = {
    .name = "cases",
    .summary = "what a position stands for are positions that stand for themselves",
    .applies = has_cases,
    .look = look_at_cases,
};
