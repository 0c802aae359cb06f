/* Certificates made by hand: sums that are over, trees that are too large, a graph whose useless
 * node is shrunk away as often as the thesis says. */
#include "test.h"

#include "proof/check/nodes.h"
#include "proof/check/parts.h"
#include "proof/check/verify.h"
#include "proof/shrink.h"

#include <stdlib.h>
#include <string.h>

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
        {"cram", "0", "3x3", "[of 8x8]\n", 1, ZM_BAD_INPUT},
        {"cram", "0", "3x3", "[of 2x2 & ]\n", 1, ZM_BAD_INPUT},
        {"cram", "0", "3x3", "[of ]\n", 1, ZM_BAD_INPUT},
        {"nim", "5", "3", "[of 900 & 901]\n", 1, ZM_BAD_INPUT},
        {"cram", "0", "3x3", "[of 2x2 & 2x3\n", 1, ZM_BAD_INPUT},
        {"nim", "5", "3", "[of 500 & 501 & 502 & 503]\n", 1, ZM_BAD_INPUT},
        {"octal", "5", "0.07:3", "[of 0.(3):500,501,502,503]\n", 1, ZM_BAD_INPUT},
        {"octal", "5", "0.07:3", "[of 0.07:500 & 0.07:501,502]\n", 1, ZM_BAD_INPUT},
        {"cram", "0", "3x3", "[of 3x3 & 2x2]\n", 1, ZM_WRONG},
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

/* Sums of large heaps have as many trees as a small file may ask for only after a thousand times the
 * work that it warrants: they are refused long before. */
static void test_work_of_sums(void **state)
{
    (void)state;
    static const char *const lines[] = {"[of 500 & 501 & 502 & 503]", "[of 30,31 & 32,33,34]",
                                        "[of 10000 & 9999]"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct zm_instance nim = {0};
        struct zm_settings settings = {0};
        struct zm_nodes *nodes;
        struct zm_buffer node = {0};
        struct zm_error error = {0};
        char line[100];
        snprintf(line, sizeof line, "%s", lines[i]);
        const struct zm_game *game = zm_game_find("nim", &error);
        assert_int_equal(zm_settings_declare(&settings, game->params, &error), ZM_OK);
        assert_int_equal(zm_instance_open(&nim, game, &settings, &error), ZM_OK);
        assert_int_equal(zm_nodes_open(&nim, "5", 360, NULL, &nodes, &error), ZM_OK);
        assert_int_equal(zm_nodes_parse(nodes, line, &node, &error), ZM_BAD_INPUT);
        assert_true(zm_nodes_parts(nodes)->forest.work < 40 << 20);
        zm_nodes_close(nodes);
        zm_buffer_free(&node);
        zm_instance_close(&nim);
        zm_settings_free(&settings);
    }
}

/* However many moves the positions of a file have, no more are looked at than its size warrants, and
 * a list that would be too long is not made. */
static void test_many_moves(void **state)
{
    (void)state;
    static const struct {
        const char *header, *claim, *lines;
        size_t count;
        enum zm_status status;
    } rows[] = {
        {"game nim\nrules\nplay normal\nposition 10000\n", "nimber 10000", "10000 10000\n", 1,
         ZM_BAD_INPUT},
        {"game octal\nrules\nplay normal\nposition 0.(3):60000\n", "nimber 60000",
         "0.(3):60000 60000\n", 1, ZM_BAD_INPUT},
        {"game octal\nrules\nplay normal\nposition 0.(7):60000\n", "nimber 4000",
         "0.(7):60000 4000\n", 1, ZM_FAILED},
        {"game octal\nrules\nplay misere\ntrees 0\nposition 0.(7):60000\n", "loss", "0.(7):60000\n",
         1, ZM_FAILED},
        {"game octal\nrules\nplay misere\ntrees 0\nposition 0.07:60000\n", "loss", "", 0, ZM_WRONG},
        {"game graph-octal\nrules\nplay normal\nposition 0.33333333:complete:60\n", "nimber 3",
         "0.33333333:complete:60 3\n", 1, ZM_FAILED},
        {"game graph-octal\nrules\nplay misere\nposition 0.77777777:grid:8x8\n", "loss",
         "0.77777777:grid:8x8\n", 1, ZM_FAILED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char header[300];
        snprintf(header, sizeof header, "%sclaim %s\n", rows[i].header, rows[i].claim);
        enum zm_status status = verify_lines(header, rows[i].lines, rows[i].count);
        if (status != rows[i].status)
            fail_msg("row %zu: %d", i, (int)status);
    }
}

/* A long sum costs as much as it is long. */
static void test_long_sums(void **state)
{
    (void)state;
    struct zm_buffer sum = {0}, header = {0};
    for (int i = 0; i < 1000; i++)
        zm_buffer_format(&sum, "%s%d", i == 0 ? "" : ",", 9000 + i);
    zm_buffer_format(&header, "game nim\nrules\nplay misere\nposition %s\nclaim loss\n",
                     zm_buffer_string(&sum));
    zm_buffer_text(&sum, "\n");
    char *text = strdup(zm_buffer_string(&header));
    assert_non_null(text);
    assert_int_equal(verify_lines(text, zm_buffer_string(&sum), 1), ZM_BAD_INPUT);
    free(text);
    zm_buffer_free(&sum);
    zm_buffer_free(&header);
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
    int gone[3] = {0}, rounds = test_sanitized() ? 1600 : 8000;
    double off = test_sanitized() ? 0.04 : 0.015;
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
        assert_true(part > expected[pass] - off && part < expected[pass] + off);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_can_move), cmocka_unit_test(test_large_trees),
        cmocka_unit_test(test_work_of_sums),    cmocka_unit_test(test_many_moves),
        cmocka_unit_test(test_long_sums),       cmocka_unit_test(test_useless_node),
    };
    return cmocka_run_group_tests_name("proof-by-hand", tests, NULL, NULL);
}
