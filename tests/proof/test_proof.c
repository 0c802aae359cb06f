/* Certificates: made, written, read, verified, mutated, shrunk. */
#include "api/certify.h"
#include "proof/certificate_text.h"
#include "proof/check/nodes.h"
#include "proof/check/verify.h"
#include "proof/outside.h"
#include "proof/shrink.h"
#include "store/store.h"
#include "support/ask.h"

/* The certificate of a question's answer. */
static void certify_as(const char *game, const char *position, const struct zm_option *options,
                       size_t count, bool positions, struct zm_certificate *certificate)
{
    struct asking asking;
    struct zm_error error = {0};
    ask_open(&asking, game, position, options, count);
    struct zm_answer answer = ask_now(&asking);
    if ((positions ? zm_certify_positions : zm_certify)(&asking.question, &asking.run, &answer,
                                                        certificate, &error) != ZM_OK)
        fail_msg("%s %s: %s", game, position, error.text);
    assert_true(answer.verified);
    zm_answer_free(&answer);
    ask_close(&asking);
}

static void certify(const char *game, const char *position, const struct zm_option *options,
                    size_t count, struct zm_certificate *certificate)
{
    certify_as(game, position, options, count, false, certificate);
}

static const struct zm_option nimber_by_dfpn[] = {{"compute", "nimber"}, {"search", "dfpn"}};
static const struct zm_option misere[] = {{"play", "misere"}, {"compute", "outcome"}};
static const struct zm_option grundy[] = {{"play", "misere"}, {"compute", "grundy"}};

/* Written, read and written again: the same text, and still proved, here and by the program that is
 * linked without searches. */
static void check_round_trip(const struct zm_certificate *certificate)
{
    struct zm_error error = {0};
    struct zm_certificate again;
    struct zm_buffer text = {0}, copy = {0}, second = {0};
    assert_int_equal(zm_certificate_print(certificate, &text, &error), ZM_OK);
    assert_int_equal(verified_outside(&text), 0);
    zm_buffer_set(&copy, zm_buffer_bytes(&text));
    if (zm_certificate_parse(&again, &copy, "file", NULL, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_int_equal(again.entries.count, certificate->entries.count);
    assert_int_equal(again.ignored, 0);
    assert_int_equal(zm_certificate_print(&again, &second, &error), ZM_OK);
    assert_string_equal(zm_buffer_string(&text), zm_buffer_string(&second));
    if (zm_verify(&again, NULL, &error) != ZM_OK)
        fail_msg("%s", error.text);
    zm_certificate_free(&again);
    zm_buffer_free(&text);
    zm_buffer_free(&copy);
    zm_buffer_free(&second);
}

static void test_certificates(void **state)
{
    (void)state;
    static const struct {
        const char *game, *position;
        const struct zm_option *options;
    } rows[] = {
        {"cram", "3x3", nimber_by_dfpn},
        {"cram", "4x5", nimber_by_dfpn},
        {"nim", "3,4,5", nimber_by_dfpn},
        {"sprouts", "6", nimber_by_dfpn},
        {"sprouts", "0*5.A|0*2.A", nimber_by_dfpn},
        {"octal", "0.07:20", nimber_by_dfpn},
        {"cram", "1x1", nimber_by_dfpn},
        {"cram", "4x4", misere},
        {"cram", "3x5", misere},
        {"sprouts", "4", misere},
        {"nim", "1,1", misere},
        {"cram", "3x5", grundy},
        {"sprouts", "5", grundy},
        {"octal", "0.77:9,4", grundy},
        {"cram", "1x1", misere},
        /* slow under a sanitizer */
        {"cram", "4x5", misere},
        {"sprouts", "7", misere},
        {"cram", "5x5", nimber_by_dfpn},
    };
    size_t count = sizeof rows / sizeof *rows - (test_sanitized() ? 3 : 0);
    for (size_t i = 0; i < count; i++) {
        struct zm_certificate certificate;
        certify(rows[i].game, rows[i].position, rows[i].options, 2, &certificate);
        check_round_trip(&certificate);
        size_t before = certificate.entries.count;
        assert_int_equal(zm_shrink(&certificate, 3, 7, NULL, NULL), ZM_OK);
        assert_true(certificate.entries.count <= before);
        check_round_trip(&certificate);
        before = certificate.entries.count;
        assert_int_equal(zm_shrink_with(&certificate, NULL, 2, 7, NULL, NULL), ZM_OK);
        assert_true(certificate.entries.count <= before);
        check_round_trip(&certificate);
        zm_certificate_free(&certificate);
    }
}

static bool add_false(void *context, struct zm_bytes option)
{
    return zm_certificate_put(context, option, 0);
}

/* Misère play: what another search has found makes a proof smaller, and what it says falsely is not
 * believed. Without trees, with them, and with trees of another size in the other certificate. */
static void test_misere_pools(void **state)
{
    (void)state;
    static const struct zm_option first[][4] = {
        {{"play", "misere"}, {"search", "pn"}, {"rct-base", "none"}},
        {{"play", "misere"}, {"search", "pn"}},
        {{"play", "misere"}, {"search", "pn"}},
    };
    static const struct zm_option second[][4] = {
        {{"play", "misere"}, {"search", "dfpn"}, {"rct-base", "none"}},
        {{"play", "misere"}, {"search", "dfpn"}, {"leaf", "children"}},
        {{"play", "misere"}, {"search", "pn"}, {"rct-size", "8"}},
    };
    static const char *const positions[] = {"5", "7", "7"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        struct zm_certificate certificate, other, plain;
        struct zm_table pool;
        struct zm_error error = {0};
        struct zm_buffer root = {0};
        size_t options = i == 0 ? 3 : 2;
        zm_table_init(&pool, sizeof(uint32_t));
        certify("sprouts", positions[i], first[i], options, &certificate);
        certify("sprouts", positions[i], first[i], options, &plain);
        certify("sprouts", positions[i], second[i], 3, &other);
        assert_int_equal(zm_shrink_add(&certificate, &other, &pool, &error), ZM_OK);
        size_t true_ones = pool.count; /* some may be the same with other trees */
        assert_in_range(true_ones, 1, other.entries.count);
        if (certificate.nodes == NULL) {
            zm_buffer_set(&root, zm_list_at(&certificate.cases, 0));
            zm_sum_options(&certificate.instance, zm_buffer_bytes(&root), add_false, &pool);
        } else {
            assert_int_equal(zm_certificate_node(&certificate, 0, &root, &error), ZM_OK);
            zm_nodes_options(certificate.nodes, zm_buffer_bytes(&root), add_false, &pool);
        }
        assert_true(pool.count > true_ones);
        assert_int_equal(zm_shrink_with(&certificate, &pool, 3, 7, NULL, &error), ZM_OK);
        check_round_trip(&certificate);
        assert_int_equal(zm_shrink_with(&plain, NULL, 3, 7, NULL, &error), ZM_OK);
        assert_true(certificate.entries.count <= plain.entries.count);
        zm_buffer_free(&root);
        zm_table_free(&pool);
        zm_certificate_free(&certificate);
        zm_certificate_free(&other);
        zm_certificate_free(&plain);
    }
}

/* The true nimber of a component, from the definition alone. */
static uint32_t true_nimber(const struct zm_instance *instance, struct zm_bytes component,
                            struct zm_table *memory)
{
    uint32_t nimber = 0;
    if (zm_certificate_get(memory, component, &nimber))
        return nimber;
    struct zm_options options = {0};
    bool seen[256] = {false};
    instance->game->sums->options(instance->state, component, ZM_LEFT, &options);
    for (size_t i = 0; i < options.count; i++) {
        uint32_t sum = 0;
        for (size_t j = zm_options_begin(&options, i); j < options.ends[i]; j++)
            sum ^= true_nimber(instance, zm_list_at(&options.components, j), memory);
        seen[sum] = true;
    }
    zm_options_free(&options);
    while (seen[nimber])
        nimber++;
    zm_certificate_put(memory, component, nimber);
    return nimber;
}

static void copy_entries(const struct zm_table *from, struct zm_table *to, size_t without)
{
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    zm_table_init(to, sizeof(uint32_t));
    for (size_t i = 0; zm_table_next(from, &cursor, &key, &value); i++) {
        uint32_t nimber;
        memcpy(&nimber, value, sizeof nimber);
        if (i != without)
            zm_certificate_put(to, key, nimber);
    }
}

/* Mutates the entry number `index`, or adds one; returns whether a false entry is there now. */
static bool mutate(struct zm_certificate *certificate, struct zm_random *random,
                   struct zm_table *memory)
{
    struct zm_table mutated;
    size_t index = (size_t)zm_random_below(random, certificate->entries.count);
    unsigned kind = (unsigned)zm_random_below(random, 3);
    copy_entries(&certificate->entries, &mutated, kind == 0 ? index : SIZE_MAX);
    bool false_entry = kind != 0;
    if (kind == 1) { /* another nimber */
        struct zm_table_cursor cursor = {0};
        struct zm_bytes key;
        void *value;
        uint32_t nimber;
        for (size_t i = 0; i <= index; i++)
            zm_table_next(&certificate->entries, &cursor, &key, &value);
        memcpy(&nimber, value, sizeof nimber);
        zm_certificate_put(&mutated, key, nimber ^ (1 + (uint32_t)zm_random_below(random, 3)));
    } else if (kind == 2) { /* a false entry for some other component */
        struct zm_buffer drawn = {0};
        struct zm_list components = {0};
        uint32_t there;
        const struct zm_instance *instance = &certificate->instance;
        do {
            zm_list_clear(&components);
            zm_buffer_clear(&drawn);
            instance->game->rules->random(instance->state, random, 10, &drawn);
            instance->game->sums->split(instance->state, zm_buffer_bytes(&drawn), &components);
        } while (components.count == 0 ||
                 zm_certificate_get(&mutated, zm_list_at(&components, 0), &there));
        uint32_t nimber = true_nimber(instance, zm_list_at(&components, 0), memory);
        zm_certificate_put(&mutated, zm_list_at(&components, 0),
                           nimber ^ (1 + (uint32_t)zm_random_below(random, 3)));
        zm_buffer_free(&drawn);
        zm_list_free(&components);
    }
    zm_table_free(&certificate->entries);
    certificate->entries = mutated;
    return false_entry;
}

/* A thousand single mutations. A false entry is always found; an entry removed is either found or
 * was not needed: what is left proves the claim by itself. */
static void test_mutations(void **state)
{
    (void)state;
    struct zm_certificate certificate;
    struct zm_random random = zm_random_seeded(4);
    struct zm_table memory, original;
    zm_table_init(&memory, sizeof(uint32_t));
    certify("cram", "4x5", nimber_by_dfpn, 2, &certificate);
    copy_entries(&certificate.entries, &original, SIZE_MAX);
    int caught = 0, rounds = test_rounds(1000);
    for (int i = 0; i < rounds; i++) {
        struct zm_error error = {0};
        bool false_entry = mutate(&certificate, &random, &memory);
        enum zm_status status = zm_verify(&certificate, NULL, &error);
        caught += status == ZM_WRONG;
        if (false_entry)
            assert_int_equal(status, ZM_WRONG);
        else if (status == ZM_OK) {
            struct zm_table_cursor cursor = {0};
            struct zm_bytes key;
            void *value;
            while (zm_table_next(&certificate.entries, &cursor, &key, &value)) {
                uint32_t nimber;
                memcpy(&nimber, value, sizeof nimber);
                assert_int_equal(nimber, true_nimber(&certificate.instance, key, &memory));
            }
        }
        zm_table_free(&certificate.entries);
        copy_entries(&original, &certificate.entries, SIZE_MAX);
    }
    assert_true(caught > rounds * 9 / 10);
    certificate.nimber++; /* a false claim */
    assert_int_equal(zm_verify(&certificate, NULL, NULL), ZM_WRONG);
    zm_table_free(&original);
    zm_table_free(&memory);
    zm_certificate_free(&certificate);
}

/* The fifteen lost positions of the 5-spot game of Sprouts (Lemoine and Viennot, thesis, table B.1)
 * are a certificate as they stand, and none of them can be spared. */
static void test_published_certificate(void **state)
{
    (void)state;
    struct zm_certificate certificate;
    struct zm_error error = {0};
    struct zm_table original;
    FILE *file = test_oracle("sprouts_five_spots.proof");
    if (zm_certificate_read(&certificate, file, "sprouts_five_spots.proof", NULL, &error) !=
            ZM_OK ||
        zm_verify(&certificate, NULL, &error) != ZM_OK)
        fail_msg("%s", error.text);
    fclose(file);
    assert_int_equal(certificate.entries.count, 15);
    assert_int_equal(certificate.ignored, 0);
    copy_entries(&certificate.entries, &original, SIZE_MAX);
    for (size_t i = 0; i < original.count; i++) {
        zm_table_free(&certificate.entries);
        copy_entries(&original, &certificate.entries, i);
        assert_int_equal(zm_verify(&certificate, NULL, NULL), ZM_WRONG);
    }
    zm_table_free(&original);
    zm_certificate_free(&certificate);
}

/* In misère play: every entry removed from a shrunk proof is missed, or another shows the same. */
static void test_misere_mutations(void **state)
{
    (void)state;
    struct zm_certificate certificate;
    struct zm_table original;
    certify_as("cram", "4x4", misere, 2, true, &certificate);
    assert_null(certificate.nodes);
    copy_entries(&certificate.entries, &original, SIZE_MAX);
    struct zm_plain_misere *plain = zm_plain_misere_open(&certificate.instance, NULL);
    for (size_t i = 0; i < original.count; i++) {
        zm_table_free(&certificate.entries);
        copy_entries(&original, &certificate.entries, i);
        enum zm_status status = zm_verify(&certificate, NULL, NULL);
        assert_true(status == ZM_WRONG || status == ZM_OK);
        struct zm_table_cursor cursor = {0};
        struct zm_bytes key;
        void *value;
        bool lost;
        while (status == ZM_OK && zm_table_next(&certificate.entries, &cursor, &key, &value)) {
            assert_int_equal(zm_plain_misere_decide(plain, key, &lost, NULL), ZM_OK);
            assert_true(lost);
        }
    }
    zm_table_free(&certificate.entries); /* won sums added as lost ones */
    copy_entries(&original, &certificate.entries, SIZE_MAX);
    assert_true(zm_certificate_put(&certificate.entries, zm_bytes("", 0), 0));
    assert_int_equal(zm_verify(&certificate, NULL, NULL), ZM_WRONG);
    zm_plain_misere_close(plain);
    zm_table_free(&original);
    zm_certificate_free(&certificate);
}

static bool add_child(void *context, struct zm_bytes child)
{
    zm_list_add(context, child);
    return true;
}

/* The verdict of a node, found with nothing but the rules of nodes, theory not included. */
static bool node_is_lost(struct zm_nodes *nodes, struct zm_bytes node, struct zm_table *known)
{
    const uint8_t *before = zm_table_find(known, node);
    if (before != NULL)
        return *before;
    struct zm_list children = {0};
    zm_nodes_options(nodes, node, add_child, &children);
    bool lost = children.count > 0;
    for (size_t i = 0; i < children.count && lost; i++)
        lost = !node_is_lost(nodes, zm_list_at(&children, i), known);
    zm_list_free(&children);
    *(uint8_t *)zm_table_insert(known, node, NULL) = lost;
    enum zm_outcome theory = zm_nodes_theory(nodes, node);
    assert_true(theory == ZM_UNDECIDED || theory == (lost ? ZM_LOSS : ZM_WIN));
    return lost;
}

/* With reduced trees: an entry removed is missed, or what is left is right and enough; a won node
 * added as a lost one is found, wherever it comes from. */
static void test_node_mutations(void **state)
{
    (void)state;
    struct zm_certificate certificate;
    struct zm_table original, known;
    struct zm_list children = {0};
    struct zm_random random = zm_random_seeded(4);
    unsigned missed = 0, added = 0;
    certify("cram", "5x5", grundy, 2, &certificate);
    assert_non_null(certificate.nodes);
    copy_entries(&certificate.entries, &original, SIZE_MAX);
    assert_true(original.count > 10);
    const unsigned step = test_sanitized() ? 7 : 1;
    zm_table_init(&known, 1);
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    for (size_t i = 0; i < original.count; i += step) {
        zm_table_free(&certificate.entries);
        copy_entries(&original, &certificate.entries, i);
        missed += zm_verify(&certificate, NULL, NULL) == ZM_WRONG;
    }
    assert_true(missed > 0);
    while (zm_table_next(&original, &cursor, &key, &value))
        assert_true(node_is_lost(certificate.nodes, key, &known));
    cursor = (struct zm_table_cursor){0};
    while (zm_table_next(&original, &cursor, &key, &value)) {
        if (added++ % step != 0)
            continue;
        zm_list_clear(&children);
        zm_nodes_options(certificate.nodes, key, add_child, &children);
        size_t pick = (size_t)zm_random_below(&random, children.count);
        zm_table_free(&certificate.entries);
        copy_entries(&original, &certificate.entries, SIZE_MAX);
        assert_true(zm_certificate_put(&certificate.entries, zm_list_at(&children, pick), 0));
        assert_int_equal(zm_verify(&certificate, NULL, NULL), ZM_WRONG);
    }
    assert_true(added > 10);
    zm_list_free(&children);
    zm_table_free(&known);
    zm_table_free(&original);
    zm_certificate_free(&certificate);
}

/* Holes of misère proofs are plugged too, and a false Grundy value is not proved. */
static void test_node_plug(void **state)
{
    (void)state;
    struct zm_certificate certificate;
    struct zm_question question;
    struct zm_run run;
    struct zm_error error = {0};
    size_t plugged = 0;
    certify("cram", "3x5", grundy, 2, &certificate);
    assert_int_equal(certificate.claim, ZM_CLAIM_GRUNDY);
    size_t before = certificate.entries.count;
    assert_true(before > 0);
    zm_table_free(&certificate.entries);
    assert_int_equal(zm_verify(&certificate, NULL, &error), ZM_WRONG);
    assert_int_equal(zm_certificate_question(&certificate, &question, &error), ZM_OK);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    if (zm_plug(&certificate, &question, &run, &plugged, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_true(plugged > 0 && certificate.entries.count > 0);
    certificate.nimber++;
    assert_int_equal(zm_verify(&certificate, NULL, &error), ZM_WRONG);
    assert_int_equal(zm_plug(&certificate, &question, &run, &plugged, &error), ZM_WRONG);
    zm_question_close(&question);
    zm_certificate_free(&certificate);
}

/* All that a search without a limit stores for the board of the test below. */
static void fill_with_truth(struct zm_store *truth)
{
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer;
    zm_run_begin(&run);
    assert_int_equal(zm_question_open(&question, "cram", "4x7", nimber_by_dfpn, 2, NULL, NULL),
                     ZM_OK);
    question.store = truth;
    assert_int_equal(zm_question_run(&question, &run, NULL), ZM_OK);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, NULL),
        ZM_OK);
    assert_true(zm_store_stats(truth).entries > 100);
    zm_answer_free(&answer);
    question.store = NULL;
    zm_question_close(&question);
}

/* A nimber that is stored is not another one elsewhere. */
static bool check_nimber(void *context, struct zm_bytes key, struct zm_value value)
{
    struct zm_value truth;
    if (zm_store_get(context, ZM_KIND_NIMBER, key, &truth))
        assert_int_equal(value.a, truth.a);
    return true;
}

/* A run whose memory fills up keeps proofs and goes on; what it has stored at the end is true. */
static void test_compaction(void **state)
{
    (void)state;
    static const struct {
        const char *position, *play, *search, *memory;
        int64_t result;
    } cases[] = {{"4x7", "normal", "depth-first", "40K", 3},
                 {"4x7", "normal", "dfpn", "30K", 3},
                 {"5x5", "misere", "depth-first", "1K", 2}};
    struct zm_store *truth = zm_memory_store(0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct zm_option options[] = {{"play", cases[i].play},
                                            {"compute", "grundy"},
                                            {"search", cases[i].search},
                                            {"memory", cases[i].memory}};
        struct zm_question question;
        struct zm_error error = {0};
        struct zm_run run;
        struct zm_answer answer;
        zm_run_begin(&run);
        assert_int_equal(
            zm_question_open(&question, "cram", cases[i].position, options, 4, NULL, &error),
            ZM_OK);
        assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
        assert_int_equal(zm_question_answer(&question, zm_buffer_bytes(&question.position), &run,
                                            &answer, &error),
                         ZM_OK);
        assert_int_equal(answer.number, cases[i].result);
        if (i == 0)
            fill_with_truth(truth);
        assert_true(run.compactions > 0);
        if (run.memory_limit > 20000) /* the smallest tables take more than the last case allows */
            assert_true(zm_store_stats(run.store).memory < run.memory_limit * 5 / 4);
        run.store->class->each(run.store, ZM_KIND_NIMBER, check_nimber, truth);
        zm_answer_free(&answer);
        zm_question_close(&question);
    }
    zm_store_close(truth);
}

/* A hole is named; plugging fills it. */
static void test_plug(void **state)
{
    (void)state;
    struct zm_certificate certificate;
    struct zm_question question;
    struct zm_run run;
    struct zm_error error = {0};
    certify("cram", "4x5", nimber_by_dfpn, 2, &certificate);
    zm_table_free(&certificate.entries);
    assert_int_equal(zm_verify(&certificate, NULL, &error), ZM_WRONG);
    assert_int_equal(zm_certificate_question(&certificate, &question, &error), ZM_OK);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    size_t plugged = 0;
    if (zm_plug(&certificate, &question, &run, &plugged, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_true(plugged > 0);
    assert_int_equal(zm_verify(&certificate, NULL, &error), ZM_OK);
    zm_question_close(&question);
    zm_certificate_free(&certificate);
}

/* Files that are no certificates: one line that says where, no crash. */
static void test_bad_files(void **state)
{
    (void)state;
    struct zm_certificate certificate;
    certify("cram", "3x3", nimber_by_dfpn, 2, &certificate);
    FILE *file = tmpfile();
    char text[2000];
    assert_int_equal(zm_certificate_write(&certificate, file, NULL), ZM_OK);
    rewind(file);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    zm_certificate_free(&certificate);
    for (size_t i = 0; i < size; i++) {
        char changed[2000];
        struct zm_error error = {0};
        memcpy(changed, text, size);
        changed[i] = (char)(changed[i] == 'x' ? 'y' : 'x');
        file = tmpfile();
        fwrite(changed, 1, i % 2 == 0 ? size : i, file); /* one letter changed, or cut short */
        rewind(file);
        enum zm_status status = zm_certificate_read(&certificate, file, "file", NULL, &error);
        if (status == ZM_OK) {
            status = zm_verify(&certificate, NULL, &error);
            zm_certificate_free(&certificate);
        }
        assert_int_not_equal(status, ZM_OK);
        assert_true(error.text[0] != 0);
        fclose(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_certificates),   cmocka_unit_test(test_misere_pools),
        cmocka_unit_test(test_mutations),      cmocka_unit_test(test_misere_mutations),
        cmocka_unit_test(test_plug),           cmocka_unit_test(test_compaction),
        cmocka_unit_test(test_node_mutations), cmocka_unit_test(test_node_plug),
        cmocka_unit_test(test_bad_files),      cmocka_unit_test(test_published_certificate),
    };
    return cmocka_run_group_tests_name("proof", tests, NULL, NULL);
}
