/* Sprouts on surfaces: texts and canonical forms, the names of surfaces, the limit of the genus and
 * what is claimed for every genus. */
#include "api/certify.h"
#include "proof/certificate_text.h"
#include "proof/check/verify.h"
#include "sprouts_tree.h"

#include "base/random.h"
#include "support/ask.h"

enum { MOST_PARTS = 32 };

/* Splits `text` in place; returns the number of parts. */
static int split_text(char *text, char separator, char **parts)
{
    int count = 1;
    parts[0] = text;
    for (; *text != '\0'; text++)
        if (*text == separator) {
            *text = '\0';
            assert_true(count < MOST_PARTS);
            parts[count++] = text + 1;
        }
    return count;
}

static void shuffle(struct zm_random *random, char **parts, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)zm_random_below(random, (uint64_t)i + 1);
        char *part = parts[i];
        parts[i] = parts[j];
        parts[j] = part;
    }
}

static void add_turned(struct zm_random *random, const char *word, bool backwards,
                       struct zm_buffer *out)
{
    size_t size = strlen(word), start = word[0] == '0' ? 0 : zm_random_below(random, size);
    for (size_t i = 0; i < size; i++) {
        size_t at = word[0] == '0' ? i : backwards ? (start + size - i) % size : (start + i) % size;
        zm_buffer_byte(out, (uint8_t)word[at]);
    }
}

/* The same region written in another way: an orientable one may be turned over as a whole, each
 * boundary of another by itself. */
static void rewrite_region(struct zm_random *random, char *region, struct zm_buffer *out)
{
    char *parts[MOST_PARTS], *genus = strchr(region, '@');
    if (genus != NULL)
        *genus++ = '\0';
    bool free = genus != NULL && *genus == '-', backwards = zm_random_below(random, 2) == 1;
    int count = split_text(region, '.', parts);
    shuffle(random, parts, count);
    for (int i = 0; i < count; i++) {
        zm_buffer_text(out, i == 0 ? "" : ".");
        if (free)
            backwards = zm_random_below(random, 2) == 1;
        add_turned(random, parts[i], backwards, out);
    }
    if (genus != NULL)
        zm_buffer_format(out, "@%s", genus);
}

static void rewrite(struct zm_random *random, const char *text, struct zm_buffer *out)
{
    char *copy = strdup(text), *lands[MOST_PARTS], *regions[MOST_PARTS];
    char renamed[26];
    assert_non_null(copy);
    zm_buffer_clear(out);
    int land_count = split_text(copy, '+', lands);
    for (int l = 0; l < land_count; l++) {
        zm_buffer_byte(out, '+');
        if (*lands[l] == '\0')
            continue;
        for (int i = 0; i < 26; i++)
            renamed[i] = (char)('A' + i);
        for (int i = 25; i > 0; i--) {
            int j = (int)zm_random_below(random, (uint64_t)i + 1);
            char letter = renamed[i];
            renamed[i] = renamed[j];
            renamed[j] = letter;
        }
        for (char *at = lands[l]; *at != '\0'; at++)
            if (*at >= 'A' && *at <= 'Z')
                *at = renamed[*at - 'A'];
        int region_count = split_text(lands[l], '|', regions);
        shuffle(random, regions, region_count);
        for (int r = 0; r < region_count; r++) {
            zm_buffer_text(out, r == 0 ? "" : "|");
            rewrite_region(random, regions[r], out);
        }
    }
    free(copy);
}

/* Every position of these games, rewritten at random, has the same exact form; every form reads
 * back as itself. */
static void test_exact_forms(void **state)
{
    static const char *const starts[] = {"0*2@2", "0*2@-3", "0*3@1", "0*3@-3"};
    (void)state;
    struct sprouts_tree tree;
    struct zm_list texts = {0};
    struct zm_random random = zm_random_seeded(9);
    struct zm_buffer other = {0}, first = {0}, second = {0};
    sprouts_tree_open(&tree, "exact", "none");
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        sprouts_tree_of(&tree, starts[i]);
    sprouts_tree_texts(&tree, &texts);
    assert_true(texts.count > 800);
    for (int round = 0; round < test_rounds(10); round++)
        for (size_t i = 0; i < texts.count; i++) {
            const char *text = (const char *)zm_list_at(&texts, i).data;
            rewrite(&random, text, &other);
            sprouts_tree_canonical(&tree, text, &first);
            sprouts_tree_canonical(&tree, zm_buffer_string(&other), &second);
            if (strcmp(zm_buffer_string(&first), text + 1) != 0)
                fail_msg("%s reads back as %s", text, zm_buffer_string(&first));
            if (!zm_bytes_equal(zm_buffer_bytes(&first), zm_buffer_bytes(&second)))
                fail_msg("%s and %s: forms %s and %s", text, zm_buffer_string(&other),
                         zm_buffer_string(&first), zm_buffer_string(&second));
        }
    zm_buffer_free(&other);
    zm_buffer_free(&first);
    zm_buffer_free(&second);
    zm_list_free(&texts);
    sprouts_tree_close(&tree);
}

/* Boundaries of an orientable region keep their directions, others do not. */
static void test_directions(void **state)
{
    (void)state;
    struct sprouts_tree tree;
    struct zm_buffer one = {0}, two = {0};
    static const char *const ends[] = {"|2A|2B", "@1|2A|2B", "@-1|2A|2B", "@-2|2A|2B"};
    sprouts_tree_open(&tree, "exact", "none");
    for (int i = 0; i < 4; i++) {
        char first[64], second[64];
        snprintf(first, sizeof first, "12A.1B222%s", ends[i]);
        snprintf(second, sizeof second, "12A.222B1%s", ends[i]);
        sprouts_tree_canonical(&tree, first, &one);
        sprouts_tree_canonical(&tree, second, &two);
        assert_int_equal(zm_bytes_equal(zm_buffer_bytes(&one), zm_buffer_bytes(&two)), i >= 2);
    }
    zm_buffer_free(&one);
    zm_buffer_free(&two);
    sprouts_tree_close(&tree);
}

static enum zm_status open(struct zm_question *question, const char *position, const char *surface,
                           const char *compute, const char *equivalences, struct zm_error *error)
{
    const struct zm_option options[] = {
        {"compute", compute}, {"equivalences", equivalences}, {"surface", surface}};
    return zm_question_open(question, "sprouts", position, options, surface == NULL ? 2 : 3, NULL,
                            error);
}

static enum zm_status solve(const char *position, const char *surface, const char *compute,
                            const char *equivalences, struct zm_answer *answer)
{
    const struct zm_option options[] = {
        {"compute", compute}, {"equivalences", equivalences}, {"surface", surface}};
    struct asking asking;
    ask_open(&asking, "sprouts", position, options, surface == NULL ? 2 : 3);
    enum zm_status status = ask_try(&asking, answer, NULL);
    ask_close(&asking);
    return status;
}

/* --surface says where start positions lie, and nothing of other texts; "@0" says it. */
static void test_surface_names(void **state)
{
    static const char *const rows[][3] = {
        {"4", "sphere", "0*4"},          {"4", "torus", "0*4@1"},       {"0*4", "torus:3", "0*4@3"},
        {"4", "torus:all", "0*4@all"},   {"4", "projective", "0*4@-1"}, {"4", "klein", "0*4@-2"},
        {"4", "projective:5", "0*4@-5"}, {"1a1a", "torus", "1a1a"},     {"0*3@2", "klein", "0*3@2"},
        {"0*3@0", "klein", "0*3@0"},
    };
    static const char *const wrong[] = {"moebius", "torus:0",       "torus:101", "torus:x",
                                        "klein:2", "projective:-1", ""};
    (void)state;
    struct zm_question question;
    struct zm_error error;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_buffer text = {0}, again = {0};
        assert_int_equal(open(&question, rows[i][0], rows[i][1], "outcome", "none", &error), ZM_OK);
        question.game->rules->print(question.instance.state, zm_buffer_bytes(&question.position),
                                    &text);
        assert_string_equal(zm_buffer_string(&text), rows[i][2]);
        assert_int_equal(question.game->rules->parse(question.instance.state,
                                                     zm_buffer_string(&text), &again, &error),
                         ZM_OK);
        assert_true(zm_bytes_equal(zm_buffer_bytes(&again), zm_buffer_bytes(&question.position)));
        zm_question_close(&question);
        zm_buffer_free(&text);
        zm_buffer_free(&again);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(open(&question, "4", wrong[i], "outcome", "none", &error), ZM_BAD_INPUT);
    assert_int_equal(open(&question, "0@all|0@all", NULL, "outcome", "none", &error), ZM_BAD_INPUT);
    assert_int_equal(open(&question, "0*13@all", NULL, "outcome", "none", &error), ZM_BAD_INPUT);
}

/* Above its limit a genus changes nothing: the trees are the same with and without it. */
static void test_lowered_genus(void **state)
{
    static const char *const positions[] = {"0*2@7",   "0*2@-9",        "0*2@-10", "0.2.2@-9",
                                            "0*3@-9",  "1A1B@9|AB",     "0*3@10",  "0*3@-14",
                                            "0*3@-13", "1a1a.AB@-20|AB"};
    (void)state;
    size_t count = test_sanitized() ? 4 : sizeof positions / sizeof *positions;
    for (size_t i = 0; i < count; i++) {
        struct zm_answer plain = {0}, lowered = {0};
        assert_int_equal(solve(positions[i], NULL, "tree", "none", &plain), ZM_OK);
        assert_int_equal(solve(positions[i], NULL, "tree", "trees", &lowered), ZM_OK);
        assert_string_equal(zm_buffer_string(&plain.text), zm_buffer_string(&lowered.text));
        assert_true(lowered.counts[0] < plain.counts[0]);
        zm_answer_free(&plain);
        zm_answer_free(&lowered);
    }
}

/* On every orientable surface: 1 for 3, 4, 5 spots modulo 6, else 0 (thesis, 11.6.3, to 6 spots).
 */
static void test_every_genus(void **state)
{
    (void)state;
    int most = test_sanitized() ? 4 : test_long() ? 8 : 6;
    for (int spots = 1; spots <= most; spots++) {
        char text[8];
        struct zm_answer answer = {0};
        snprintf(text, sizeof text, "%d", spots);
        assert_int_equal(solve(text, "torus:all", "nimber", "trees", &answer), ZM_OK);
        assert_true(answer.known);
        assert_int_equal(answer.number, spots % 6 >= 3);
        assert_true(answer.because.size > 0);
        zm_answer_free(&answer);
    }
    struct zm_question question;
    struct zm_error error;
    assert_int_equal(open(&question, "3", "torus:all", "outcome", "none", &error), ZM_OK);
    assert_int_equal(zm_question_expect_one(&question, &error), ZM_BAD_INPUT);
    zm_question_close(&question);
    assert_int_equal(open(&question, "3", "torus", "outcome", "none", &error), ZM_OK);
    assert_int_equal(zm_question_expect_one(&question, &error), ZM_OK);
    zm_question_close(&question);
    struct zm_answer answer = {0};
    assert_int_equal(solve("0.2.2@all", NULL, "nimber", "none", &answer), ZM_BAD_INPUT); /* 2, 4 */
    zm_answer_free(&answer);
    assert_int_equal(solve("3", "torus:all", "tree", "none", &answer), ZM_BAD_INPUT);
    zm_answer_free(&answer);
}

static void certify(const char *play, const char *position)
{
    const struct zm_option options[] = {{"surface", "torus:all"}, {"play", play}};
    struct zm_question question;
    struct zm_error error = {.text = ""};
    struct zm_answer answer = {0};
    struct zm_certificate certificate, again;
    struct zm_run run;
    FILE *file = tmpfile();
    assert_non_null(file);
    zm_run_begin(&run);
    assert_int_equal(zm_question_open(&question, "sprouts", position, options, 2, NULL, &error),
                     ZM_OK);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_OK);
    assert_int_equal(zm_certify(&question, &run, &answer, &certificate, &error), ZM_OK);
    assert_true(certificate.cases.count > 5);
    assert_int_equal(zm_certificate_write(&certificate, file, &error), ZM_OK);
    rewind(file);
    if (zm_certificate_read(&again, file, "certificate", NULL, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_int_equal(again.cases.count, certificate.cases.count);
    assert_null(strstr(zm_buffer_string(&again.rules), "surface"));
    assert_int_equal(zm_verify(&again, &run, &error), ZM_OK);
    again.claim = answer.outcome == ZM_WIN ? ZM_CLAIM_LOSS : ZM_CLAIM_WIN;
    assert_int_equal(zm_verify(&again, &run, &error), ZM_WRONG);
    zm_certificate_free(&again);
    zm_certificate_free(&certificate);
    zm_answer_free(&answer);
    zm_question_close(&question);
    fclose(file);
}

/* The certificate proves the claim for each genus up to the limit, and says why that is enough. */
static void test_certificates(void **state)
{
    (void)state;
    certify("normal", "3");
    certify("normal", "4");
    certify("misere", "3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_forms),   cmocka_unit_test(test_directions),
        cmocka_unit_test(test_surface_names), cmocka_unit_test(test_lowered_genus),
        cmocka_unit_test(test_every_genus),   cmocka_unit_test(test_certificates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
