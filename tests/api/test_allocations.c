/* Memory that runs out: in every scenario the n-th allocation and all later ones fail, for every n.
 * Nothing may crash, hang, leak or lie: either the scenario says that memory ran out (or that it
 * was stopped), or its answer is the one that it gives with enough memory. */
#include "api/certify.h"
#include "api/question.h"
#include "base/failing.h"
#include "picture/drawing.h"
#include "records/played.h"

#include "test.h"

/* What a scenario says: ZM_OK with its answer in `text`, or why not. */
typedef enum zm_status scenario(const char *const *words, struct zm_buffer *text,
                                struct zm_error *error);

enum { MOST_OPTIONS = 8 };

/* Options "name=value", up to a NULL. */
static size_t read_options(const char *const *words, struct zm_option *options, char *copy,
                           size_t size)
{
    size_t count = 0;
    copy[0] = 0;
    for (; words[count] != NULL && count < MOST_OPTIONS; count++) {
        size_t used = strlen(copy), length = strcspn(words[count], "=");
        assert_true(used + strlen(words[count]) + 2 < size);
        memcpy(copy + used, words[count], length);
        copy[used + length] = 0;
        options[count] = (struct zm_option){copy + used, words[count] + length + 1};
        copy += used + length + 1;
        size -= used + length + 1;
        copy[0] = 0;
    }
    return count;
}

/* A question that was answered: game, position, options. */
struct asked {
    struct zm_option options[MOST_OPTIONS];
    char copy[300];
    struct zm_question question;
    struct zm_answer answer;
    struct zm_run run;
    bool opened;
};

/* ZM_OK: the answer is known. To be freed in any case. */
static enum zm_status ask(struct asked *asked, const char *const *words, struct zm_error *error)
{
    *asked = (struct asked){0};
    size_t count = read_options(words + 2, asked->options, asked->copy, sizeof asked->copy);
    enum zm_status status =
        zm_question_open(&asked->question, words[0], words[1], asked->options, count, NULL, error);
    asked->opened = status == ZM_OK;
    zm_run_begin(&asked->run);
    if (status == ZM_OK)
        status = zm_question_run(&asked->question, &asked->run, error);
    if (status == ZM_OK)
        status = zm_question_answer(&asked->question, zm_buffer_bytes(&asked->question.position),
                                    &asked->run, &asked->answer, error);
    return status == ZM_OK && !asked->answer.known ? ZM_STOPPED : status;
}

static void asked_free(struct asked *asked)
{
    zm_answer_free(&asked->answer);
    if (asked->opened)
        zm_question_close(&asked->question);
}

/* Prints the answer. */
static enum zm_status solve(const char *const *words, struct zm_buffer *text,
                            struct zm_error *error)
{
    struct asked asked;
    enum zm_status status = ask(&asked, words, error);
    if (status == ZM_OK)
        zm_answer_print(&asked.answer, text);
    asked_free(&asked);
    return status;
}

/* The same with a certificate, which must verify. */
static enum zm_status prove(const char *const *words, struct zm_buffer *text,
                            struct zm_error *error)
{
    struct asked asked;
    struct zm_certificate certificate;
    enum zm_status status = ask(&asked, words, error);
    if (status == ZM_OK)
        status = zm_certify(&asked.question, &asked.run, &asked.answer, &certificate, error);
    if (status == ZM_OK) {
        zm_answer_print(&asked.answer, text);
        zm_buffer_text(text, asked.answer.verified ? " verified" : " unproved");
        zm_certificate_free(&certificate);
    }
    asked_free(&asked);
    return status;
}

/* The tree of a certificate, from its text. */
static enum zm_status walk(const char *const *words, struct zm_buffer *text, struct zm_error *error)
{
    const struct zm_drawing_options all = {.depth = SIZE_MAX, .limit = 1000};
    struct asked asked;
    struct zm_buffer certificate = {0};
    struct zm_drawing drawing = {0};
    enum zm_status status = ask(&asked, words, error);
    if (status == ZM_OK)
        status = zm_certify_text(&asked.question, &asked.run, &asked.answer, &certificate, error);
    if (status == ZM_OK)
        status = zm_draw_certificate(NULL, &certificate, &all, &drawing, text, error);
    if (status == ZM_OK)
        zm_drawing_text(&drawing, text);
    zm_drawing_free(&drawing);
    zm_buffer_free(&certificate);
    asked_free(&asked);
    return status;
}

/* Plays the moves of a game by name: game, position, moves. */
static enum zm_status play(const char *const *words, struct zm_buffer *text, struct zm_error *error)
{
    struct zm_question question;
    struct zm_played played;
    struct zm_ending ending;
    enum zm_status status = zm_question_open(&question, words[0], words[1], NULL, 0, NULL, error);
    if (status != ZM_OK)
        return status;
    status = zm_played_open(&played, &question.instance, false, zm_buffer_bytes(&question.position),
                            error);
    if (status == ZM_OK) {
        for (size_t i = 2; status == ZM_OK && words[i] != NULL; i++)
            status = zm_played_play(&played, words[i], error);
        if (status == ZM_OK) {
            zm_played_ending(&played, &ending);
            question.game->rules->print(question.instance.state, zm_buffer_bytes(&played.position),
                                        text);
        }
        zm_played_close(&played);
    }
    zm_question_close(&question);
    return status == ZM_OK && text->failed ? zm_fail_memory(error) : status;
}

static const struct {
    scenario *run;
    const char *words[10];
} scenarios[] = {
    {solve, {"cram", "3x3", "compute=nimber", "search=dfpn"}},
    {solve, {"cram", "3x3", "compute=nimber", "search=depth-first"}},
    {solve, {"cram", "3x3", "compute=nimber", "search=pn"}},
    {solve, {"cram", "3x3", "compute=nimber", "search=pn-multi"}},
    {solve, {"cram", "3x3", "compute=nimber", "search=recursive"}},
    {solve, {"cram", "3x4", "compute=nimber"}},
    {solve, {"cram", "3x3", "play=misere", "search=dfpn"}},
    {solve, {"cram", "3x3", "compute=tree"}},
    {solve, {"cram", "3x3", "compute=rct", "play=misere"}},
    {solve, {"cram", "2x3", "compute=distance"}},
    {solve, {"sprouts", "4", "search=dfpn"}},
    {solve, {"sprouts", "3", "play=misere"}},
    {solve, {"dots", "2x2", "compute=score"}},
    {solve, {"dots", "2x2", "compute=score", "search=dfpn"}},
    {solve, {"nimstring", "2x2", "compute=nimber"}},
    {solve, {"domineering", "3x3"}},
    {solve, {"domineering", "2x3", "compute=value"}},
    {solve, {"octal", "0.07:12", "compute=nimber"}},
    {solve, {"hex", "2x2"}},
    {solve, {"tapatan", "start", "compute=outcome"}},
    {solve, {"node-kayles", "path:5", "compute=nimber"}},
    {solve, {"geography", "1-2,2-3@1"}},
    {solve, {"peg", "triangle:o/oo/.oo", "compute=winnable"}},
    {solve, {"sum", "[nim 3] + [cram 2x2]"}},
    {prove, {"cram", "3x3", "compute=nimber", "search=dfpn"}},
    {prove, {"cram", "3x3", "play=misere"}},
    {prove, {"sprouts", "3", "play=misere"}},
    {prove, {"nim", "1,2,3"}},
    {walk, {"nim", "1,2"}},
    {walk, {"cram", "2x4", "play=misere", "rct-size=6"}},
    {walk, {"nimstring", "BLC*E"}},
    {walk, {"dots", "A*EALALB*E"}},
    {walk, {"hex", "2x2"}},
    {walk, {"domineering", "2x3 R"}},
    {play, {"nim", "3,4,5", "1-3", "2-4", "3-5"}},
    {play, {"cram", "2x3", "a1-b1"}},
    {play, {"sprouts", "2"}},
};

/* The counts to try: all of the first thousands, then ever fewer. */
static uint64_t next_count(uint64_t count)
{
    uint64_t thorough = test_sanitized() ? 150 : test_long() ? 20000 : 600;
    return count < thorough ? count + 1 : count + 1 + count / 12;
}

static void check_scenario(size_t index, uint64_t *tried)
{
    const char *const *words = scenarios[index].words;
    struct zm_buffer expected = {0}, text = {0};
    struct zm_error error = {0};
    failing_after(UINT64_MAX);
    if (scenarios[index].run(words, &expected, &error) != ZM_OK)
        fail_msg("%s %s fails with enough memory: %s", words[0], words[1], error.text);
    for (uint64_t count = 0, more = 1; more != 0; count = next_count(count)) {
        zm_buffer_free(&text);
        error = (struct zm_error){0};
        failing_after(count);
        enum zm_status status = scenarios[index].run(words, &text, &error);
        more = failing_failed();
        failing_after(UINT64_MAX);
        (*tried)++;
        bool honest = status == ZM_OK && !text.failed
                          ? strcmp(zm_buffer_string(&text), zm_buffer_string(&expected)) == 0
                          : more && (status == ZM_FAILED || status == ZM_STOPPED || text.failed);
        if (!honest)
            fail_msg("%s %s %s: after %llu allocations: status %d, '%s' instead of '%s'; %s",
                     words[0], words[1], words[2] == NULL ? "" : words[2],
                     (unsigned long long)count, (int)status, zm_buffer_string(&text),
                     zm_buffer_string(&expected), error.text);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&expected);
}

static void test_memory_runs_out(void **state)
{
    uint64_t tried = 0;
    const char *only = getenv("ZM_SCENARIO");
    (void)state;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        if (only == NULL || strtoul(only, NULL, 10) == i)
            check_scenario(i, &tried);
    print_message("# %llu runs that were refused memory\n", (unsigned long long)tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory_runs_out)};
    return cmocka_run_group_tests_name("allocations", tests, NULL, NULL);
}
