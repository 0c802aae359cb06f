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
        {"cram", "5x5", nimber_by_dfpn},
        {"nim", "3,4,5", nimber_by_dfpn},
        {"sprouts", "6", nimber_by_dfpn},
        {"sprouts", "0*5.A|0*2.A", nimber_by_dfpn},
        {"octal", "0.07:20", nimber_by_dfpn},
        {"cram", "1x1", nimber_by_dfpn},
        {"cram", "4x4", misere},
        {"cram", "3x5", misere},
        {"sprouts", "4", misere},
        {"nim", "1,1", misere},
        {"cram", "4x5", misere},
        {"sprouts", "7", misere},
        {"cram", "3x5", grundy},
        {"sprouts", "5", grundy},
        {"octal", "0.77:9,4", grundy},
        {"cram", "1x1", misere},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
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

/* What verifying says of a certificate with these lines, count and checksum being right. */
static enum zm_status verify_lines(const char *header, const char *lines, size_t count)
{
    struct zm_certificate certificate;
    struct zm_error error = {0};
    struct zm_hash128 hash = zm_bytes_hash128(zm_bytes(lines, strlen(lines)));
    FILE *file = tmpfile();
    assert_non_null(file);
    fprintf(file, "zermelo certificate 1\n%sentries %zu\nchecksum %016llx%016llx\n\n%s", header,
            count, (unsigned long long)hash.high, (unsigned long long)hash.low, lines);
    rewind(file);
    enum zm_status status = zm_certificate_read(&certificate, file, "file", NULL, &error);
    if (status == ZM_OK) {
        status = zm_verify(&certificate, NULL, &error);
        zm_certificate_free(&certificate);
    }
    fclose(file);
    return status;
}

/* Sums that are over are won in misère play, whatever a certificate says. */
static void test_nobody_can_move(void **state)
{
    (void)state;
    static const struct {
        const char *trees, *claim, *lines;
        size_t count;
        enum zm_status status;
    } rows[] = {
        {"trees 0\n", "win", "", 0, ZM_OK},
        {"trees 0\n", "loss", "", 0, ZM_WRONG},
        {"trees 0\n", "loss", "0.5:0-1\n", 1, ZM_WRONG},
        {"trees 0\n", "win", "[0]\n", 1, ZM_WRONG},
        {"trees 9\n", "loss", "[0]\n", 1, ZM_WRONG},
        {"", "win", "", 0, ZM_OK},
        {"", "loss", "0.5:0-1\n", 1, ZM_WRONG},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char header[200];
        snprintf(header, sizeof header,
                 "game graph-octal\nrules\nplay misere\n%sposition 0.5:0-1\nclaim %s\n",
                 rows[i].trees, rows[i].claim);
        if (verify_lines(header, rows[i].lines, rows[i].count) != rows[i].status)
            fail_msg("row %zu", i);
    }
}

/* However large the trees are that a file asks for, no more are made than its size warrants. */
static void test_large_trees(void **state)
{
    (void)state;
    static const struct {
        const char *game, *trees, *position, *lines;
        size_t count;
        enum zm_status status;
    } rows[] = {
        {"cram", "4000000000", "8x8", "", 0, ZM_BAD_INPUT},
        {"sprouts", "1000000", "0*30", "", 0, ZM_BAD_INPUT},
        {"cram", "0 8x8", "3x3", "", 0, ZM_BAD_INPUT},
        {"nim", "99999", "5000", "", 0, ZM_BAD_INPUT},
        {"cram", "0", "3x3", "[1001]\n", 1, ZM_BAD_INPUT},
        {"cram", "0", "3x3", "[900+901]\n", 1, ZM_BAD_INPUT},
        {"cram", "0", "3x3", "[4-2-W]\n", 1, ZM_BAD_INPUT},
        {"nimstring", "0 2x2", "2x2", "", 0, ZM_BAD_INPUT},
        {"cram", "99999", "4x4", "", 0, ZM_OK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char header[200];
        snprintf(header, sizeof header,
                 "game %s\nrules\nplay misere\ntrees %s\nposition %s\nclaim loss\n", rows[i].game,
                 rows[i].trees, rows[i].position);
        if (verify_lines(header, rows[i].lines, rows[i].count) != rows[i].status)
            fail_msg("row %zu", i);
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
    zm_table_init(&known, 1);
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    for (size_t i = 0; i < original.count; i++) {
        zm_table_free(&certificate.entries);
        copy_entries(&original, &certificate.entries, i);
        missed += zm_verify(&certificate, NULL, NULL) == ZM_WRONG;
    }
    assert_true(missed > 0);
    while (zm_table_next(&original, &cursor, &key, &value))
        assert_true(node_is_lost(certificate.nodes, key, &known));
    cursor = (struct zm_table_cursor){0};
    while (zm_table_next(&original, &cursor, &key, &value)) {
        zm_list_clear(&children);
        zm_nodes_options(certificate.nodes, key, add_child, &children);
        size_t pick = (size_t)zm_random_below(&random, children.count);
        zm_table_free(&certificate.entries);
        copy_entries(&original, &certificate.entries, SIZE_MAX);
        assert_true(zm_certificate_put(&certificate.entries, zm_list_at(&children, pick), 0));
        assert_int_equal(zm_verify(&certificate, NULL, NULL), ZM_WRONG);
        added++;
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

/* The graph of the thesis (7.4): 1 -> 2, 6; 2 -> 3 (won), 4, 5 (lost); 6 -> 7 (won), 5. Node 4 is
 * useless as soon as node 5 is used for both. Won nodes have an empty option; 4 and 5 lead to one.
 */
static void toy_options(void *state, struct zm_bytes component, enum zm_side side,
                        struct zm_options *options)
{
    static const char *const links[] = {"", "26", "345", ".", "8", "8", "75", ".", "."};
    (void)state;
    (void)side;
    zm_options_clear(options);
    for (const char *link = links[component.data[0]]; *link != 0; link++) {
        uint8_t node = (uint8_t)(*link - '0');
        if (*link != '.')
            zm_list_add(&options->components, zm_bytes(&node, 1));
        zm_options_close(options);
    }
}

static bool toy_sound(void *state, struct zm_bytes component)
{
    (void)state;
    return component.size == 1 && component.data[0] >= 1 && component.data[0] <= 8;
}

static const struct zm_sums toy_sums = {.options = toy_options, .sound = toy_sound};
static const struct zm_game toy_game = {.name = "toy", .players = ZM_IMPARTIAL, .sums = &toy_sums};

static void test_useless_node(void **state)
{
    (void)state;
    const double expected[] = {0.75, 0.9375, 0.984375};
    int gone[3] = {0}, rounds = 8000;
    for (int seed = 0; seed < rounds; seed++) {
        struct zm_certificate certificate = {.instance = {&toy_game, NULL}, .claim = ZM_CLAIM_LOSS};
        uint8_t root = 1, four = 4, five = 5;
        struct zm_random seeds = zm_random_seeded((uint64_t)seed);
        struct zm_buffer key = {0};
        zm_list_add(&certificate.root, zm_bytes(&root, 1));
        zm_sum_key(&certificate.root, &key);
        assert_int_equal(zm_verify(&certificate, NULL, NULL), ZM_WRONG); /* it claims nothing */
        zm_list_add(&certificate.cases, zm_buffer_bytes(&key));
        zm_buffer_free(&key);
        zm_table_init(&certificate.entries, sizeof(uint32_t));
        zm_certificate_put(&certificate.entries, zm_bytes(&root, 1), 0);
        zm_certificate_put(&certificate.entries, zm_bytes(&four, 1), 0);
        zm_certificate_put(&certificate.entries, zm_bytes(&five, 1), 0);
        assert_int_equal(zm_verify(&certificate, NULL, NULL), ZM_OK);
        for (int pass = 0; pass < 3; pass++) {
            assert_int_equal(zm_shrink(&certificate, 1, zm_random_next(&seeds), NULL, NULL), ZM_OK);
            gone[pass] += zm_table_find(&certificate.entries, zm_bytes(&four, 1)) == NULL;
        }
        zm_list_free(&certificate.root);
        zm_list_free(&certificate.cases);
        zm_table_free(&certificate.entries);
    }
    for (int pass = 0; pass < 3; pass++) {
        double part = (double)gone[pass] / rounds;
        assert_true(part > expected[pass] - 0.015 && part < expected[pass] + 0.015);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_can_move),  cmocka_unit_test(test_large_trees),
        cmocka_unit_test(test_certificates),     cmocka_unit_test(test_mutations),
        cmocka_unit_test(test_misere_mutations), cmocka_unit_test(test_plug),
        cmocka_unit_test(test_compaction),       cmocka_unit_test(test_node_mutations),
        cmocka_unit_test(test_node_plug),        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_useless_node),     cmocka_unit_test(test_published_certificate),
    };
    return cmocka_run_group_tests_name("proof", tests, NULL, NULL);
}
